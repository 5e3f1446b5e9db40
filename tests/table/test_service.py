"""The table as a whole: a real journal, a real socket, and what each role is told."""

from __future__ import annotations

import threading
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from controller.rules.laws import CODES
from controller.table.errors import Refused, Unavailable
from controller.table.views import SeatView, TableView
from tests.table.fakes import HEADING, WAIT_S, table_of
from tests.table.hands import Hand, adversary, left
from tests.table.sitting import Sitting, act, good


# --------------------------------------------------------------------------- a hand
def test_a_regular_hand_goes_from_the_machine_to_the_result(sitting: Sitting) -> None:
    hand = Hand(3)
    sitting.tell(hand.start())
    view = sitting.table_view()
    assert (view.phase, view.trump, view.turn_up, view.to_play) == ("deal", hand.trump, hand.turn_up, "E")
    assert dict(view.counts) == dict.fromkeys("NESW", 13)
    sitting.tell(hand.rest())
    assert sitting.table_view().phase == "over"
    sitting.tell([{"fact": "next_cut", "by": "W"}])
    view = sitting.table_view()
    assert view.phase == "closed"
    assert view.result is not None
    assert sum(n for _, n in view.result.tricks) == 13
    assert view.rulings == ()
    (summary,) = sitting.table.closed_hands()
    assert summary["rulings"] == []
    assert summary["sources"] == {"shoe": "shoe", "window": "camera", "plays": "camera"}
    assert summary["shoe"] == {"cards": 52, "refused": None}
    sitting.table.stop()
    good(sitting.folder)


def test_the_same_revoke_claimed_is_applied(sitting: Sitting) -> None:
    hand = Hand(5, revoke_from=3)
    sitting.tell(hand.start() + hand.rest())
    assert hand.revoked is not None
    seat, trick, _ = hand.revoked
    assert sitting.table_view().rulings == ()
    other = adversary(seat)
    claim = act(sitting.seat(other), fact="claimed", against=seat)
    sitting.press({**claim, "trick": trick}, other)
    (ruling,) = sitting.table_view().rulings
    assert (ruling.irregularity, ruling.by, ruling.trick, ruling.status) == ("renounce", seat, trick, "established")
    assert ruling.choices[0].to == tuple(s for s in "NESW" if s in (other, left(other, 2)))
    demand = act(sitting.seat(other), fact="demanded", remedy="two_tricks")
    sitting.press(demand, other)
    assert sitting.table_view().rulings[0].status == "applied"
    assert not any(a.ruling for a in sitting.seat(other).acts)
    sitting.tell([{"fact": "next_cut", "by": "W"}])
    (summary,) = sitting.table.closed_hands()
    assert isinstance(summary["rulings"], list)
    assert summary["rulings"][0]["status"] == "applied"
    assert summary["rulings"][0]["remedy"] == "two_tricks"
    sitting.table.stop()
    good(sitting.folder)


def test_the_same_revoke_that_nobody_claims_lapses_at_the_next_cut(sitting: Sitting) -> None:
    hand = Hand(5, revoke_from=3)
    sitting.tell(hand.start() + hand.rest())
    assert sitting.table_view().rulings == ()
    sitting.tell([{"fact": "next_cut", "by": "W"}])
    (ruling,) = sitting.table_view().rulings
    assert (ruling.status, ruling.by) == ("lapsed", (hand.revoked or ("", 0, ""))[0])


def test_a_claim_during_play_is_answered_when_the_accused_hand_is_revealed(sitting: Sitting) -> None:
    hand = Hand(5, revoke_from=3)
    tricks = list(hand.tricks())
    assert hand.revoked is not None
    seat, trick, _ = hand.revoked
    sitting.tell(hand.start() + [f for t in tricks[:trick] for f in t])
    sitting.press({"fact": "claimed", "what": "revoke", "against": seat, "trick": trick}, adversary(seat))
    (ruling,) = sitting.table_view().rulings
    assert (ruling.status, ruling.claimed) == ("director", True)
    sitting.tell([f for t in tricks[trick:] for f in t])
    ruling = sitting.table_view().rulings[0]
    assert ruling.status == "established"
    kinds = [view.kind for view in sitting.director().facts]
    assert kinds.count("revealed") <= 1


def test_a_false_claim_opens_the_accused_hand_only_and_is_not_proved(sitting: Sitting) -> None:
    hand = Hand(4)
    sitting.tell(hand.start() + hand.rest())
    sitting.press({"fact": "claimed", "what": "revoke", "against": "E", "trick": 3}, "N")
    revealed = [view for view in sitting.director().facts if view.kind == "revealed"]
    assert [dict(view.fact)["seat"] for view in revealed] in ([], ["E"])
    sitting.tell([{"fact": "next_cut", "by": "W"}])
    revealed = [view for view in sitting.director().facts if view.kind == "revealed"]
    assert sorted(str(dict(view.fact)["seat"]) for view in revealed) == ["E", "N", "S", "W"]
    assert sitting.table_view().rulings[-1].irregularity == "revoke_unproved"


def test_a_lead_out_of_turn_gives_buttons_to_the_one_who_may_call(sitting: Sitting) -> None:
    hand = Hand(7)
    sitting.tell(hand.start() + next(hand.tricks()))
    leader = sitting.table_view().to_play
    assert leader is not None
    wrong = left(leader)
    card = hand.held[wrong][0]
    sitting.tell([{"fact": "played", "by": wrong, "cards": card}, {"fact": "withdrew", "by": wrong, "cards": card}])
    (ruling,) = sitting.table_view().rulings
    assert ruling.irregularity == "lead_out_of_turn"
    assert ruling.law[0].row.startswith("am-24")
    assert ruling.law[0].text


# --------------------------------------------------------------------------- acts of people
def test_a_seat_may_undo_its_own_act_for_five_seconds(sitting: Sitting) -> None:
    hand = Hand(4)
    sitting.tell(hand.start() + next(hand.tricks()))
    sitting.press({"fact": "claimed", "what": "revoke", "against": "E"}, "N")
    assert sitting.seat("N").undo is not None
    assert sitting.seat("E").undo is None
    sitting.machine.now(sitting.machine.t + 4.9)
    receipt = sitting.table.undo("N")
    assert receipt.line is None
    assert sitting.seat("N").undo is None
    assert all(not r.open for r in sitting.table_view().rulings)
    with pytest.raises(Refused):
        sitting.table.undo("N")


def test_after_five_seconds_it_stands(sitting: Sitting) -> None:
    hand = Hand(4)
    sitting.tell(hand.start() + next(hand.tricks()))
    sitting.press({"fact": "claimed", "what": "revoke", "against": "E"}, "N")
    gone = threading.Event()
    end = sitting.table.subscribe(
        "seat:N", lambda v: gone.set() if isinstance(v, SeatView) and v.undo is None else None
    )
    sitting.machine.now(sitting.machine.t + 5.1)
    assert gone.wait(WAIT_S)
    end()
    with pytest.raises(Refused, match="nothing that can still"):
        sitting.table.undo("N")


@pytest.mark.parametrize(
    ("fact", "role", "words"),
    [
        ({"fact": "played", "by": "N", "cards": "AS"}, "seat:N", "cannot enter"),
        ({"fact": "ruled", "by": "N", "ruling": 1, "outcome": "none"}, "seat:N", "cannot enter"),
        ({"fact": "retracted", "line": 2, "by": "N", "why": "x"}, "seat:N", "cannot enter"),
        ({"fact": "claimed", "by": "E", "what": "rest"}, "seat:N", "for itself"),
        ({"fact": "claimed", "by": "N", "what": "revoke", "against": "S"}, "seat:N", "against an adversary"),
        ({"fact": "claimed", "by": "N", "what": "revoke", "trick": 9}, "seat:N", "has not been played"),
        ({"fact": "said", "by": "N", "what": "names_turn_up"}, "seat:N", "not said by a button"),
        ({"fact": "demanded", "by": "N", "remedy": "two_tricks", "ruling": 7}, "seat:N", "no such ruling"),
        ({"fact": "answered", "by": "N", "question": 1}, "seat:N", "no such question"),
        ({"fact": "claimed", "by": "N", "what": "rest", "t": 1.0}, "seat:N", "without t"),
        ({"fact": "claimed", "by": "N", "what": "rest"}, "seat:Q", "no seat"),
        ({"fact": "claimed", "by": "N", "what": "rest"}, "table", "Nothing can be entered"),
        ({"fact": "claimed", "by": "N", "what": "rest"}, "guest", "Nothing can be entered"),
        ({"fact": "sang", "by": "N"}, "director", "no fact"),
        ({"fact": "played", "by": "N"}, "director", "lacks cards"),
        ({"fact": "ticked"}, "director", "by itself"),
        ({"fact": "retracted", "line": 999, "why": "x"}, "director", "holds no fact"),
        ({"fact": "ruled", "ruling": 4, "outcome": "none"}, "director", "no such ruling"),
    ],
)
def test_what_a_role_may_not_do_is_refused_in_one_sentence(
    sitting: Sitting, fact: dict[str, object], role: str, words: str
) -> None:
    hand = Hand(4)
    sitting.tell(hand.start() + next(hand.tricks()))
    before = len(sitting.director().facts)
    with pytest.raises(Refused, match=words) as refused:
        sitting.table.enter(fact, role)
    assert "\n" not in str(refused.value)
    assert len(sitting.director().facts) == before


def test_a_director_types_plays_where_there_is_no_camera(tmp_path: Path) -> None:
    hand = Hand(4)
    with table_of(tmp_path, machine=False, heading=HEADING) as table:
        facts = [{"fact": "dealt", "to": s, "count": 13} for s in "ESWN"]
        facts += [{"fact": "turned", "card": hand.turn_up, "at": "N"}, *next(hand.tricks())]
        lines = [table.enter(fact, "director", by="the host").line for fact in facts]
        assert lines == list(range(2, len(facts) + 2))
        view = table.view("table")
        assert isinstance(view, TableView)
        assert dict(view.won) != {"NS": 0, "EW": 0}


# --------------------------------------------------------------------------- void, look, names
def test_the_director_stops_a_deal(sitting: Sitting) -> None:
    hand = Hand(7)
    sitting.tell(hand.start()[:30])
    receipt = sitting.table.void("director", "a card fell on the floor")
    assert receipt.line is not None
    (ruling,) = sitting.table_view().rulings
    assert (ruling.status, ruling.irregularity) == ("applied", "machine_fault")
    with pytest.raises(Refused, match="no deal"):
        sitting.table.void("director", "again")
    sitting.tell([{"fact": "next_deal", "dealer": "N"}])
    result = sitting.table_view().result
    assert result is not None
    assert result.void
    assert result.next_dealer == "N"


def test_looking_is_recorded_and_shown_until_the_next_hand(sitting: Sitting) -> None:
    hand = Hand(7)
    sitting.tell(hand.start())
    before = sitting.director()
    assert before.hands is None
    assert not any(c in str(before) for c in hand.dealt_to["N"] if c != hand.turn_up)
    sitting.table.look("director")
    after = sitting.director()
    assert after.looked
    assert sitting.table_view().looked
    assert dict(after.hands or ())["N"]
    assert set(dict(after.hands or ())["N"]) == set(hand.dealt_to["N"])
    assert sitting.table_view() == replace(before.table, looked=True)
    with pytest.raises(Refused, match="already"):
        sitting.table.look("director")
    sitting.tell([*hand.rest(), {"fact": "next_cut", "by": "W"}, {"fact": "next_deal", "dealer": "E"}])
    assert not sitting.director().looked


def test_whoever_plays_never_looks(tmp_path: Path) -> None:
    with (
        table_of(tmp_path, machine=False, heading=HEADING, director_plays=True) as table,
        pytest.raises(Refused, match="Whoever plays"),
    ):
        table.look("director")


def test_names_stand_beside_the_record_and_can_be_erased(sitting: Sitting) -> None:
    sitting.table.name("N", "Ada")
    sitting.table.name("E", "Blaise")
    assert dict(sitting.table_view().names) == {"N": "Ada", "E": "Blaise"}
    sitting.table.name("N", None)
    assert dict(sitting.table_view().names) == {"E": "Blaise"}
    with pytest.raises(Refused):
        sitting.table.name("Q", "x")
    sitting.table.stop()
    assert b"Ada" not in (sitting.folder / "journal").read_bytes()


# --------------------------------------------------------------------------- the facade
def test_a_role_that_is_none_is_refused(sitting: Sitting) -> None:
    for role in ("guest", "seat:Q", "seat:", ""):
        with pytest.raises(Refused):
            sitting.table.view(role)


def test_a_watcher_is_told_of_changes_of_its_role_only(sitting: Sitting) -> None:
    seen: list[object] = []
    end = sitting.table.subscribe("table", seen.append)
    assert len(seen) == 1
    hand = Hand(7)
    sitting.tell(hand.start()[:6])
    assert len(seen) >= 2
    assert all(a != b for a, b in pairwise(seen))
    end()
    count = len(seen)
    sitting.tell(hand.start()[6:9])
    assert len(seen) == count


def test_before_a_heading_is_known_the_table_says_what_it_waits_for(tmp_path: Path) -> None:
    with table_of(tmp_path, machine=False) as table:
        assert not table.wait_until_begun(0.05)
        health = table.health()
        assert not health.ready
        assert health.waiting_for
        with pytest.raises(Unavailable):
            table.view("table")
        with pytest.raises(Unavailable):
            table.enter({"fact": "claimed", "by": "N", "what": "rest"}, "seat:N")


def test_a_table_that_was_stopped_answers_that_it_is_closed(tmp_path: Path) -> None:
    with table_of(tmp_path, machine=False, heading=HEADING) as table:
        assert table.wait_until_begun(WAIT_S)
    with pytest.raises(Unavailable, match="closed"):
        table.enter({"fact": "claimed", "by": "N", "what": "rest"}, "seat:N")


def test_a_game_that_is_not_judged_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heading = {**HEADING, "game": "boston"}
    monkeypatch.delitem(CODES, ("boston", "american-1893"))
    with table_of(tmp_path, machine=False, heading=heading) as table:
        assert not table.wait_until_begun(0.1)
        assert "not accepted" in (table.health().waiting_for or "")


def test_two_hands_follow_each_other_in_envelopes_of_their_own(sitting: Sitting) -> None:
    first, second = Hand(11), Hand(12, dealer="E")
    sitting.tell(first.start() + first.rest() + [{"fact": "next_cut", "by": "W"}])
    sitting.tell([{"fact": "next_deal", "dealer": "E"}, *second.start(), *second.rest()])
    sitting.tell([{"fact": "next_cut", "by": "N"}])
    assert [hand["hand"] for hand in sitting.table.closed_hands()] == [1, 2]
    assert sitting.table.wait_for_hands(2, 0.0)
    assert len(sitting.machine.keys) == 2
    sitting.table.stop()
    good(sitting.folder)
