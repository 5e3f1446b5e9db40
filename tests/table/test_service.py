"""The table as a whole: a real journal, a real socket, and what each role is told."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from controller.journal.reader import JournalReader
from controller.journal.verify import verify
from controller.table.errors import Refused, Unavailable
from controller.table.service import Table
from controller.table.views import ActView, DirectorView, SeatView, TableView
from tests.table.fakes import HEADING, WAIT_S, FakeMachine, table_of
from tests.table.hands import Fact, Hand, adversary, left


@dataclass
class Sitting:
    """A table with its machine."""

    table: Table
    machine: FakeMachine
    folder: Path

    def tell(self, facts: list[Fact], confidence: float = 1.0) -> None:
        """Tell facts, a second each, and wait until they are acknowledged."""
        told: dict[str, int] = {}
        for fact in facts:
            source = "shoe" if fact["fact"] == "dealt" else "camera"
            told[source] = self.machine.tell(fact, source=source, confidence=confidence)
        self.machine.wait_acked(**told)

    def table_view(self) -> TableView:
        view = self.table.view("table")
        assert isinstance(view, TableView)
        return view

    def seat(self, seat: str) -> SeatView:
        view = self.table.view(f"seat:{seat}")
        assert isinstance(view, SeatView)
        return view

    def director(self) -> DirectorView:
        view = self.table.view("director")
        assert isinstance(view, DirectorView)
        return view

    def press(self, fact: dict[str, Any], seat: str) -> None:
        self.table.enter({"by": seat, **fact}, f"seat:{seat}")

    def wait(self, wanted: Callable[[TableView], bool]) -> TableView:
        """Wait for a view of the table."""
        there = threading.Event()
        kept: list[TableView] = []

        def watch(view: object) -> None:
            assert isinstance(view, TableView)
            if wanted(view):
                kept.append(view)
                there.set()

        end = self.table.subscribe("table", watch)
        assert there.wait(WAIT_S)
        end()
        return kept[-1]


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    with FakeMachine(tmp_path / "machine") as machine, table_of(tmp_path) as table:
        assert table.wait_until_begun(WAIT_S)
        yield Sitting(table, machine, tmp_path)


def fact_of(act: ActView) -> dict[str, Any]:
    def plain(value: object) -> object:
        if isinstance(value, tuple) and value and all(isinstance(p, tuple) and len(p) == 2 for p in value):
            return {key: plain(inner) for key, inner in value}
        return value

    made = plain(act.fact)
    assert isinstance(made, dict)
    return made


def act(view: SeatView, **wanted: object) -> dict[str, Any]:
    """The one button whose fact has these fields."""
    facts = [fact_of(a) for a in view.acts]
    found = [fact for fact in facts if all(fact.get(k) == v for k, v in wanted.items())]
    assert len(found) == 1, (wanted, facts)
    return found[0]


def good(folder: Path) -> None:
    """The journal verifies, and its closed hands were judged again to the same rulings."""
    findings = list(verify(folder / "journal"))
    assert not [f for f in findings if f.weight == "wrong"], findings
    assert any("judged again give the same" in f.words for f in findings), findings


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


# --------------------------------------------------------------------------- corrections and questions
def test_a_correction_reaches_every_role_and_can_itself_be_taken_back(sitting: Sitting) -> None:
    hand = Hand(7)
    sitting.tell(hand.start())
    first = next(hand.tricks())
    seat, wrong = str(first[0]["by"]), hand.held["W"][0]
    seen: dict[str, list[object]] = {}
    for role in ("table", "seat:N", "director"):
        sitting.table.subscribe(role, seen.setdefault(role, []).append)
    sitting.tell([{"fact": "played", "by": seat, "cards": first[0]["cards"]}])
    line = sitting.director().facts[-1].line
    sitting.table.correct(line, {"fact": "played", "by": seat, "cards": wrong}, "director", "misread")
    trick = sitting.table_view().trick
    assert trick is not None
    assert trick.plays[0].card == wrong
    assert all(len(views) >= 3 for views in seen.values())
    fact = next(f for f in sitting.director().facts if f.line == line)
    assert fact.corrected
    correction = sitting.director().facts[-1]
    assert correction.correction
    sitting.table.retract(correction.line, "director", "it was right")
    trick = sitting.table_view().trick
    assert trick is not None
    assert trick.plays[0].card == first[0]["cards"]


def test_a_retracted_play_takes_its_ruling_with_it(sitting: Sitting) -> None:
    hand = Hand(7)
    sitting.tell(hand.start() + next(hand.tricks()))
    wrong = left(sitting.table_view().to_play or "")
    sitting.tell([{"fact": "played", "by": wrong, "cards": hand.held[wrong][0]}])
    assert [r.status for r in sitting.table_view().rulings if r.irregularity == "lead_out_of_turn"] == ["option"]
    sitting.table.retract(sitting.director().facts[-1].line, "director", "a sleeve")
    (fallen,) = sitting.table_view().rulings
    assert (fallen.status, fallen.open) == ("cancelled", False)
    assert fallen.outcome is not None
    assert "corrected" in fallen.outcome


def doubt(sitting: Sitting) -> tuple[Hand, str, str]:
    """A play that nobody could read: the hand, the seat and the card that it really was."""
    hand = Hand(7)
    sitting.tell(hand.start())
    seat, card = str(next(hand.tricks())[0]["by"]), str(hand.plays[0][1])
    other = next(str(c) for c in hand.held[seat])
    sitting.tell([{"fact": "played", "by": seat, "cards": "??", "maybe": [card, other]}])
    return hand, seat, card


def test_a_doubt_is_a_question_and_the_director_answers_it(sitting: Sitting) -> None:
    _, seat, card = doubt(sitting)
    (question,) = sitting.table_view().questions
    assert question.seat == seat
    assert card in question.candidates
    assert question.line is None
    assert "?" in question.text
    (asked,) = sitting.director().questions
    assert asked.line is not None
    sitting.table.answer(asked.line, "director", {"fact": "played", "by": seat, "cards": card})
    assert sitting.table_view().questions == ()
    trick = sitting.table_view().trick
    assert trick is not None
    assert trick.plays[0].card == card


def test_one_seat_of_each_side_answers_it_too(sitting: Sitting) -> None:
    _, _, card = doubt(sitting)
    for who in ("N", "E"):
        answer = next(f for a in sitting.seat(who).acts if (f := fact_of(a)).get("to", {}).get("cards") == card)
        assert sitting.table_view().questions
        sitting.press(answer, who)
    assert sitting.table_view().questions == ()


def test_answers_that_differ_leave_it_unread(sitting: Sitting) -> None:
    _, seat, _ = doubt(sitting)
    for who in ("N", "E"):
        question = sitting.table_view().questions[0]
        card = question.candidates["NE".index(who)]
        sitting.press({"fact": "answered", "question": 1, "to": {"fact": "played", "by": seat, "cards": card}}, who)
    (question,) = sitting.table_view().questions
    assert len(question.answers) == 2
    with pytest.raises(Refused, match="not an answer"):
        sitting.press({"fact": "answered", "question": 1, "to": {"fact": "quitted", "by": "N"}}, "S")


def test_a_low_confidence_is_confirmed_by_an_answer_without_a_card(sitting: Sitting) -> None:
    hand = Hand(7)
    sitting.tell(hand.start())
    first = next(hand.tricks())[0]
    sitting.tell([first], confidence=0.6)
    (asked,) = sitting.director().questions
    assert asked.line is not None
    sitting.table.answer(asked.line, "director")
    assert sitting.director().questions == ()


def test_the_camera_and_the_director_say_it_once(sitting: Sitting) -> None:
    hand = Hand(7)
    sitting.tell(hand.start())
    first = next(hand.tricks())[0]
    sitting.tell([first])
    before = len(sitting.director().facts)
    receipt = sitting.table.enter(first, "director")
    assert len(sitting.director().facts) == before
    assert receipt.line == sitting.director().facts[-1].line


def test_a_contradiction_of_camera_and_director_is_asked(sitting: Sitting) -> None:
    hand = Hand(7)
    sitting.tell(hand.start())
    first = next(hand.tricks())[0]
    sitting.tell([first])
    other = hand.held[str(first["by"])][0]
    sitting.table.enter({**first, "cards": other}, "director")
    (question,) = sitting.table_view().questions
    assert set(question.candidates) == {first["cards"], other}
    trick = sitting.table_view().trick
    assert trick is not None
    assert trick.plays[0].card == "??"


def test_an_unjudged_line_is_asked_of_the_director_and_the_table_goes_on(tmp_path: Path) -> None:
    from controller.rules import docket as dockets
    from controller.rules import facts as f

    def failing(docket: dockets.Docket, entry: f.Entry) -> tuple[dockets.Docket, dockets.Tidings]:
        if isinstance(entry.fact, f.TookUp):
            raise ZeroDivisionError("a bug")
        return dockets.hear(docket, entry)

    with FakeMachine(tmp_path / "machine") as machine, table_of(tmp_path, judge=failing) as table:
        assert table.wait_until_begun(WAIT_S)
        sitting = Sitting(table, machine, tmp_path)
        hand = Hand(3)
        sitting.tell(hand.start() + next(hand.tricks()))
        (question,) = sitting.director().questions
        assert "could not judge" in question.text
        assert question.line is not None
        assert sitting.table_view().questions == ()
        assert sitting.table_view().trick is not None
        with pytest.raises(Refused, match="retract it"):
            table.correct(question.line, {"fact": "took_up", "by": "N"}, "director", "x")
        before = sitting.director()
        table.stop()
        with table_of(tmp_path, judge=failing) as again:
            assert again.wait_until_begun(WAIT_S)
            there = again.view("director")
            assert isinstance(there, DirectorView)
            assert there.questions == before.questions
            assert question.line is not None
            again.retract(question.line, "director", "no matter")
            there = again.view("director")
            assert isinstance(there, DirectorView)
            assert there.questions == ()
    with JournalReader(tmp_path / "journal") as reader:
        assert reader.rows()


def test_the_director_who_types_what_the_camera_doubted_answers_it(sitting: Sitting) -> None:
    hand = Hand(7)
    sitting.tell(hand.start())
    first = next(hand.tricks())[0]
    sitting.tell([first], confidence=0.6)
    assert sitting.table_view().questions
    sitting.table.enter(first, "director")
    assert sitting.table_view().questions == ()
    assert sitting.director().facts[-1].kind == "answered"


def test_an_act_that_waits_for_the_plays_before_it_can_be_taken_back_unrecorded(sitting: Sitting) -> None:
    hand = Hand(7)
    sitting.tell(hand.start() + next(hand.tricks()))
    before = len(sitting.director().facts)
    sitting.machine.say({"clock": sitting.machine.t + 0.3})  # the camera has not seen so far yet
    clocks: list[float] = []
    while not clocks or clocks[-1] < sitting.machine.t + 0.3:
        clocks.append(sitting.table.now())
    waiting = sitting.table.submit({"fact": "claimed", "by": "N", "what": "rest"}, "seat:N")
    assert sitting.table.undo("N").text == "It was taken back."
    with pytest.raises(Refused, match="taken back"):
        waiting.result(WAIT_S)
    sitting.machine.now(sitting.machine.t + 1)
    sitting.tell([{"fact": "looked", "by": "E", "at": "turn-up"}])
    assert len(sitting.director().facts) == before + 1


def test_a_limit_is_noted_when_it_has_run_out_and_not_when_it_was_settled(tmp_path: Path) -> None:
    """No limit in seconds stands in the code that is judged: this judge gives one to each open ruling."""
    from controller.rules import docket as dockets
    from controller.rules import facts as f

    def limited(docket: dockets.Docket, entry: f.Entry) -> tuple[dockets.Docket, dockets.Tidings]:
        docket, tidings = dockets.hear(docket, entry)
        rulings = {n: replace(r, until=10.0 * r.line) for n, r in docket.full.rulings.items()}
        return dockets.Docket(replace(docket.full, rulings=rulings), docket.table), tidings

    with FakeMachine(tmp_path / "machine") as machine, table_of(tmp_path, judge=limited) as table:
        assert table.wait_until_begun(WAIT_S)
        sitting = Sitting(table, machine, tmp_path)
        hand = Hand(7)
        sitting.tell(hand.start() + next(hand.tricks()))
        wrong = left(sitting.table_view().to_play or "")
        sitting.tell([{"fact": "exposed", "by": wrong, "cards": hand.held[wrong][0], "how": "dropped"}])
        due = 10.0 * sitting.director().facts[-1].line
        machine.tell({"fact": "looked", "by": "E", "at": "turn-up"}, t=due - 1)
        machine.tell({"fact": "looked", "by": "N", "at": "turn-up"}, t=due + 1)
        machine.wait_acked(camera=machine.tell({"fact": "looked", "by": "S", "at": "turn-up"}, t=due + 2))
        last = sitting.director().facts[-4:]
        assert [(view.kind, view.t) for view in last] == [
            ("looked", due - 1), ("ticked", due), ("looked", due + 1), ("looked", due + 2)
        ]  # fmt: skip


def test_a_machine_of_another_table_is_not_listened_to(tmp_path: Path) -> None:
    heading = {**HEADING, "seats": ["A", "B", "C", "D"], "dealer": "A"}
    with FakeMachine(tmp_path / "machine", heading=heading) as machine, table_of(tmp_path, heading=HEADING) as table:
        assert table.wait_until_begun(WAIT_S)
        sitting = Sitting(table, machine, tmp_path)
        sitting.wait(lambda view: "another table" in (view.waiting_for or ""))
        machine.tell({"fact": "quitted", "by": "A"})
        table.enter({"fact": "shuffled", "by": "N"}, "director")
        assert [view.kind for view in sitting.director().facts] == ["shuffled"]


def test_a_message_that_is_no_fact_is_dropped_and_not_told_for_ever(sitting: Sitting) -> None:
    sitting.machine.tell({"fact": "sang", "by": "N"})
    sitting.machine.tell({"fact": "played", "by": "N", "cards": "ZZ"})
    sitting.machine.wait_acked(camera=2)
    sitting.tell([{"fact": "shuffled", "by": "N"}])
    assert [view.kind for view in sitting.director().facts] == ["shuffled"]


def test_a_machine_that_corrects_a_line_that_is_not_there_is_not_believed(sitting: Sitting) -> None:
    sitting.tell([{"fact": "retracted", "line": 77, "by": "x", "why": "y"}, {"fact": "shuffled", "by": "N"}])
    assert [view.kind for view in sitting.director().facts] == ["shuffled"]


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


def test_a_game_that_is_not_judged_yet_is_said(tmp_path: Path) -> None:
    heading = {**HEADING, "game": "boston"}
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
