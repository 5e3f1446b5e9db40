"""Scripts of hands: whist as the laws want it, unless something was planted, and then that."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from controller.bench.compare import compare
from controller.bench.live import fact_json
from controller.bench.mishaps import MISHAPS, SHOWN, UnknownMishap, mishaps
from controller.bench.script import Script, script
from controller.rules import facts as f
from controller.rules.cards import PACK, SUIT, Card, beats, in_suit
from controller.rules.facts import Entry
from controller.rules.heading import read_heading
from controller.rules.judge import begin, finish, judge
from controller.rules.record import read_entry, write_entry
from controller.rules.ruling import IRREGULARITIES, Result, Ruling
from controller.rules.seats import Seat

SEEDS = range(300)
FEW = range(12)
SEATS = ("N", "E", "S", "W")


def heading(kind: str = "", dealer: Seat = "N") -> dict[str, object]:
    """A table that sees everything, but for a deal that nobody told of."""
    told = not kind or MISHAPS[kind].deal_told
    complete = ["cut", "deal", "play"] if told else ["cut", "play"]
    return {
        "record": 1,
        "game": "whist",
        "laws": "american-1893",
        "seats": list(SEATS),
        "dealer": dealer,
        "complete": complete,
    }


SEATING = read_heading(heading()).seating


def written(seed: int, *kinds: str) -> Script:
    return script(seed, kinds, dealer=SEATS[seed % 4], seating=SEATING)


def judged(hand: Script, kind: str = "") -> tuple[list[Ruling], list[Result]]:
    """What the laws say of a hand, up to the cut for the next."""
    state = begin(read_heading(heading(kind, hand.dealer)))
    rulings: list[Ruling] = []
    results: list[Result] = []
    entries = hand.entries()
    last = entries[-1]
    cut = Entry(last.line + 1, f.NextCut(SEATING.right(hand.next_dealer)), (last.t or 0) + 6, None, "panel")
    for entry in (*entries, cut):
        state, out = judge(state, entry)
        rulings += [o for o in out if isinstance(o, Ruling)]
        results += [o for o in out if isinstance(o, Result)]
    results += finish(state)
    return rulings, results


# --------------------------------------------------------------------------- regular hands
@pytest.mark.parametrize("seed", SEEDS[::10])
def test_a_hand_is_thirteen_tricks_of_whist(seed: int) -> None:
    hand = written(seed)
    facts = [line.event.fact for line in hand.lines]
    order = SEATING.round(SEATING.left(hand.dealer))
    dealt = [fact for fact in facts if isinstance(fact, f.Dealt)]
    assert [d.to for d in dealt] == list(order) * 13
    pack = next(fact for fact in facts if isinstance(fact, f.Pack))
    assert tuple(d.cards[0] for d in dealt) == pack.cards
    assert sorted(pack.cards) == sorted(PACK)
    turned = next(fact for fact in facts if isinstance(fact, f.Turned))
    assert turned == f.Turned(dealt[-1].cards[0], hand.dealer)
    _is_whist(hand, {seat: {d.cards[0] for d in dealt if d.to == seat} for seat in SEATS}, turned.card)


def _is_whist(hand: Script, hands: dict[Seat, set[Card]], turned: Card) -> None:
    facts = [line.event.fact for line in hand.lines]
    leader = SEATING.left(hand.dealer)
    trick: list[tuple[Seat, Card]] = []
    tricks = 0
    for fact in facts:
        match fact:
            case f.Played(by=by, cards=(card,)):
                assert by == SEATING.round(leader)[len(trick)]
                led = SUIT[trick[0][1]] if trick else None
                assert led is None or SUIT[card] == led or not in_suit(hands[by], led)
                hands[by].remove(card)
                trick.append((by, card))
            case f.Quitted(by=by):
                best = trick[0]
                for play in trick[1:]:
                    best = play if beats(play[1], best[1], SUIT[turned]) else best
                assert len(trick) == 4
                assert SEATING.side(by) == SEATING.side(best[0])
                leader, trick, tricks = best[0], [], tricks + 1
            case f.TookUp(by=by):
                assert (by, tricks, len(trick)) == (hand.dealer, 0, 3)
            case _:
                pass
    assert tricks == 13
    assert not any(hands.values())


def test_time_goes_on_as_at_a_table() -> None:
    for seed in FEW:
        lines = written(seed).lines
        times = [line.t for line in lines]
        assert times == sorted(times)
        deal = [line.event.after for line in lines if isinstance(line.event.fact, f.Dealt)]
        assert all(0.035 <= after <= 0.045 for after in deal)
        plays = [line.event.after for line in lines if isinstance(line.event.fact, f.Played)]
        assert all(1.2 <= after <= 1.8 for after in plays)
        assert len(set(plays)) > 40


def test_regular_hands_are_never_accused() -> None:
    for seed in SEEDS:
        rulings, results = judged(written(seed))
        assert rulings == []
        assert [(r.hand, r.void, r.unfinished, r.next_dealer) for r in results] == [
            (1, False, False, results[0].next_dealer)
        ]
        assert sum(n for _, n in results[0].tricks or ()) == 13


def test_the_same_seed_writes_the_same_script() -> None:
    for kind in ("", *MISHAPS):
        kinds = [kind] if kind else []
        assert written(5, *kinds) == written(5, *kinds)
    assert written(5).lines != written(6).lines


def test_simulated_players_play_like_players() -> None:
    """Whist and not noise: high cards win tricks, and low ones seldom do."""
    won: Counter[str] = Counter()
    for seed in FEW:
        plays: list[tuple[Seat, Card]] = []
        trump = None
        for line in written(seed).lines:
            match line.event.fact:
                case f.Turned(card=card):
                    trump = SUIT[card]
                case f.Played(by=by, cards=(card,)):
                    plays.append((by, card))
                case f.Quitted():
                    best = plays[0]
                    for play in plays[1:]:
                        best = play if beats(play[1], best[1], trump) else best
                    won[best[1][0]] += 1
                    plays = []
                case _:
                    pass
    assert won["A"] > won["T"] > won["3"]


def test_a_script_is_a_record() -> None:
    for kind in MISHAPS:
        for entry in written(2, kind).entries():
            assert read_entry(json.loads(json.dumps(write_entry(entry))), entry.line, SEATING) == entry


# --------------------------------------------------------------------------- what is planted
def _last(rulings: list[Ruling]) -> dict[int, list[Ruling]]:
    out: dict[int, list[Ruling]] = {}
    for ruling in rulings:
        out.setdefault(ruling.number, []).append(ruling)
    return out


ALLOWED = {
    "played_before_decision": {"exposed_card"},
    "refused_call": {"lead_out_of_turn"},
    "abandoned_hand": {"exposed_card"},
}


@pytest.mark.parametrize("kind", MISHAPS)
def test_a_mishap_is_what_the_laws_call_it_and_nothing_else(kind: str) -> None:
    mishap = MISHAPS[kind]
    for seed in FEW:
        hand = written(seed, kind)
        assert hand.arose
        rulings, results = judged(hand, kind)
        found = {r.irregularity for r in rulings}
        assert found - ALLOWED.get(kind, set()) == ({mishap.irregularity} if mishap.irregularity else set())
        assert len(results) == 1
        assert results[0].void == (hand.void is not None)
        assert results[0].next_dealer == hand.next_dealer


@pytest.mark.parametrize(
    ("kind", "status"),
    [("renounce", {"applied"}), ("renounce:unclaimed", {"lapsed"}), ("renounce:corrected", {"applied", "cancelled"})],
)
def test_a_renounce_ends_as_its_players_end_it(kind: str, status: set[str]) -> None:
    for seed in FEW:
        rulings, _ = judged(written(seed, kind), kind)
        path = [r.status for r in rulings]
        assert path[0] == "correctable"
        assert path[-1] in status
        assert ("option" in path) == (kind == "renounce:corrected")


def test_a_mishap_changes_only_what_happens() -> None:
    """Its name is nowhere: neither in a fact nor in who tells it."""
    for kind in MISHAPS:
        seen = [write_entry(e) for e in written(4, kind).entries() if e.source in ("camera", "shoe")]
        text = json.dumps(seen)
        assert not any(word in text for word in ("mishap", "planted", "renounce", "demand"))


def test_several_mishaps_go_into_one_hand() -> None:
    for seed in FEW:
        rulings, _ = judged(written(seed, *SHOWN))
        assert set(SHOWN) <= {r.irregularity for r in rulings}


def test_every_kind_is_a_word_of_the_record() -> None:
    kinds = {kind.split(":")[0] for kind in MISHAPS}
    assert kinds - {"unread", "doubtful", "blurred_card", "camera_blind"} <= set(IRREGULARITIES)
    for mishap in mishaps(list(MISHAPS)):
        assert mishap.irregularity is None or mishap.irregularity in IRREGULARITIES
    with pytest.raises(UnknownMishap, match="list"):
        mishaps(["quarrel"])


# --------------------------------------------------------------------------- truth against record
def test_what_was_seen_is_counted_against_what_was_so() -> None:
    for kind, asked in (("", 0), ("unread", 1), ("doubtful", 1), ("lead_out_of_turn", 0)):
        hand = written(3, *([kind] if kind else []))
        told = [write_entry(e) for e in hand.entries()]
        really = [fact_json(fact) for fact in hand.truth()]
        counts = compare(really, told)
        assert (counts.missed, counts.invented, counts.asked) == (0, 0, asked)
        assert counts.facts >= 52 + 13 + 1


def test_what_was_lost_wrong_or_asked_is_told_apart() -> None:
    hand = written(3)
    told = [write_entry(e) for e in hand.entries()]
    really = [fact_json(fact) for fact in hand.truth()]
    tenth = [i for i, fact in enumerate(told) if fact["fact"] == "played"][9]

    def counts(*instead: dict[str, object]) -> tuple[int, int, int]:
        seen = compare(really, [*told[:tenth], *instead, *told[tenth + 1 :]])
        return seen.missed, seen.invented, seen.asked

    assert counts() == (1, 0, 0)
    assert counts({**told[tenth], "cards": "??"}) == (0, 0, 1)
    assert counts({**told[tenth], "cards": told[tenth + 1].get("cards", "2C")}) == (1, 1, 0)
    assert counts(told[tenth], told[tenth]) == (0, 1, 0)
