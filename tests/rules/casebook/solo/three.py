"""Solo for three, and Kimberly: no proposals, and what may be called when all have passed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Unpack

from tests.rules.casebook.book import Expect, rule
from tests.rules.casebook.hand import PACK, need
from tests.rules.casebook.ring import More, only, void
from tests.rules.casebook.solo.paying import FAIR
from tests.rules.casebook.solo.table import Solo, SoloScript, solo

HIGH = {"A": "AS KS QS JS TS 9S AH KH QH 5D 6D 5C 6C"}
LOWEST = {"A": "5S 6S 7S 8S 5H 6H 7H 5D 6D 7D 5C 6C 7C"}
"""Of forty cards, the lowest of each suit."""


class Three(Solo):
    """A, B and C, who deals; the fortieth card is turned and belongs to nobody."""

    game = "solo-three"
    around = "ABC"

    def cards(self) -> list[str]:
        return [c for c in PACK if c[0] not in "234"]

    def turn(self) -> int:
        return self.fact("turned", card=self.turn_up)


class Kimberly(Solo):
    """Four, without proposals."""

    game = "kimberly-solo"


def three(
    name: str, *rows: str, note: str, kind: str = "regular", **more: Unpack[More]
) -> Callable[[SoloScript], SoloScript]:
    return solo(name, kind, *rows, note=note, table=Three, **more)


def kimberly(
    name: str, *rows: str, note: str, kind: str = "regular", **more: Unpack[More]
) -> Callable[[SoloScript], SoloScript]:
    return solo(name, kind, *rows, note=note, table=Kimberly, **more)


# ------------------------------------------------------------------ the pack of forty
def paid_hand(
    name: str, call: str, tricks: int, *rows: str, note: str, suit: str | None = None, **more: Unpack[More]
) -> None:
    """A regular hand of three in which A takes just so many."""

    @three(name, *rows, note=note, **more)
    def script(t: Solo) -> Expect:
        t.declare("A", call, suit)
        t.play_out()
        need(t.won_by("A") == tricks)
        t.cut_next()
        return Expect(result=t.outcome())


paid_hand("s3-solo-won-7", "solo", 7, "s3-1", "s3-2", "s3-3", note="seven of thirteen: two red and two white from two")
paid_hand("s3-solo-lost-4", "solo", 4, "s3-1", "s3-3", note="one short: two red and a white to each of two")
paid_hand("s3-abundance-won", "abundance", 9, "s3-1", note="nine, his own trump", suit="S", hands=HIGH)
paid_hand("s3-misere-won", "misere", 0, "s3-1", note="none: three red from each of two", hands=LOWEST)


@three(
    "s3-pack-of-forty",
    "s3-1",
    note="forty cards without twos, threes and fours, as they lie",
)
def pack_of_forty(t: Solo) -> Expect:
    t.prepare()
    t.fact("pack", cards=" ".join([t.order[s][i] for i in range(13) for s in t.ring] + t.rest))
    t.deal()
    t.turn()
    t.bid("solo", "pass", "pass")
    t.undertake("A", "solo")
    t.play_out()
    t.cut_next()
    return Expect(result=t.outcome())


@three("s3-pack-of-fifty-two", "s3-1", kind="imperfect", note="the full pack is no pack for three")
def pack_of_fifty_two(t: Solo) -> Expect:
    t.prepare(52)
    full = list(PACK)
    t.rng.shuffle(full)
    at = t.fact("pack", cards=" ".join(full))
    return Expect(
        [rule("imperfect_pack", "s3-1|am-14.II", line=at, path=["compulsory"], remedies={"new_deal": None})],
        result=void("C"),
    )


@three("s3-two-dealt", "s3-1", kind="imperfect", note="a two is dealt: it is not of this pack")
def two_dealt(t: Solo) -> Expect:
    t.prepare()
    t.deal(0, 2)
    at = t.fact("dealt", to="C", cards=" ".join([*t.order["C"][:2], "2S"]))
    return only(rule("imperfect_pack", "s3-1|am-14.II", line=at, remedies={"new_deal": None}))


@three(
    "s3-one-suit-out",
    "s3-1",
    note="the other way: thirty-nine cards, a whole suit left out, the last turned and the dealer's",
    certainty="reading",
    options={"pack": "one_suit_out"},
)
def one_suit_out(t: Solo) -> Expect:
    t.prepare(39)
    pack = [c for c in PACK if c[1] != "D"]
    t.rng.shuffle(pack)
    t.fact("pack", cards=" ".join(pack))
    return Expect(result=None)


@three(
    "s3-turn-up-played",
    "s3-2",
    kind="turn_up",
    note="the fortieth card is turned for trump and is nobody's: the dealer plays it",
    certainty="reading",
)
def turn_up_played(t: Solo) -> Expect:
    t.declare("A", "solo")
    t.play()
    t.play()
    at = t.fact("played", by="C", cards=t.turn_up)
    return only(rule(line=at, path=["director"]), allow=[rule(line=at)])


@three("s3-turn-up-lies", "s3-2", note="it stays on the table for the whole hand: nobody's, and never liable")
def turn_up_lies(t: Solo) -> Expect:
    t.declare("C", "solo")
    t.rounds(8)
    return Expect()


@three("s3-table-of-four", "s3-1", kind="parse", note="three play")
def table_of_four(t: Solo) -> Expect:
    t.prepare()
    t.heading["seats"] = list("ABCD")
    return Expect(error=1)


# ------------------------------------------------------------------ calls of three
@three("s3-propose", "s3-3", kind="bid", note="there are no proposals")
def propose(t: Solo) -> Expect:
    t.begin()
    at = t.bid("propose")
    return only(rule("bid_irregular", "s3-3", "A", at))


@three("s3-accept", "s3-3", kind="bid", note="nor acceptances")
def accept(t: Solo) -> Expect:
    t.begin()
    at = t.bid("solo", "accept")
    return only(rule("bid_irregular", "s3-3|so-P.call", "B", at))


def all_passed(t: Solo) -> None:
    """Nobody calls; the trump card is turned down."""
    t.begin()
    t.bid(*["pass"] * len(t.ring))
    t.fact("turned_down", by=t.dealer)
    t.up = False


def six(t: Solo, call: str, *calls: str, suit: str) -> int:
    """After all have passed: these calls in turn, the one that is ``call`` with a suit."""
    for i, word in enumerate(calls):
        t.fact("bid", by=t.after(t.dealer, i + 1), call=word, suit=suit if word == call else None)
    return t.line


def six_abundance(name: str, tricks: int, note: str) -> None:
    @three(name, "s3-4.a", note=note, hands=HIGH, certainty="reading")
    def script(t: Solo) -> Expect:
        all_passed(t)
        six(t, "six-abundance", "six-abundance", "pass", "pass", suit="S")
        t.undertake("A", "six-abundance")
        need(t.trump != "S")
        t.trump = "S"
        t.play_out()
        need(t.won_by("A") == tricks)
        t.cut_next()
        return Expect(result=t.outcome())


six_abundance(
    "s3-six-abundance-won", 7, "all passed: an abundance of six in his own suit, one over; paid as an abundance"
)
six_abundance("s3-six-abundance-just-won", 6, "just six are enough")


@three("s3-six-abundance-lost", "s3-4.a", note="five are one short", certainty="reading")
def six_abundance_lost(t: Solo) -> Expect:
    all_passed(t)
    six(t, "six-abundance", "pass", "six-abundance", "pass", suit="H")
    t.undertake("B", "six-abundance")
    need(t.trump != "H")
    t.trump = "H"
    t.play_out()
    need(t.won_by("B") == 5)
    t.cut_next()
    return Expect(result=t.outcome())


@three("s3-six-abundance-early", "s3-4.a", kind="bid", note="only when all have passed")
def six_abundance_early(t: Solo) -> Expect:
    t.begin()
    at = t.fact("bid", by="A", call="six-abundance", suit="S")
    return only(rule("bid_irregular", "s3-4", "A", at))


@three("s3-misere-over-six", "s3-5", note="a misere goes over it", certainty="reading", hands={"B": LOWEST["A"]})
def misere_over_six(t: Solo) -> Expect:
    all_passed(t)
    six(t, "six-abundance", "six-abundance", "misere", "pass", suit="S")
    t.bid("pass")
    t.undertake("B", "misere")
    t.play_out()
    need(t.won_by("B") == 0)
    t.cut_next()
    return Expect(result=t.outcome())


@three("s3-six-over-misere", "s3-5", kind="bid", note="and not the other way", certainty="reading")
def six_over_misere(t: Solo) -> Expect:
    all_passed(t)
    at = six(t, "six-abundance", "misere", "six-abundance", suit="S")
    return only(rule("bid_irregular", "s3-5|s3-4|so-P.call.d", "B", at))


# ------------------------------------------------------------------ Kimberly
@kimberly("ki-solo-won", "ki-1", note="four play, solo is the lowest call: seven, two red and two white from three")
def kimberly_won(t: Solo) -> Expect:
    t.declare("B", "solo")
    t.play_out()
    need(t.won_by("B") == 7)
    t.cut_next()
    return Expect(result=t.outcome())


@kimberly("ki-propose", "ki-1", kind="bid", note="there are no proposals")
def kimberly_propose(t: Solo) -> Expect:
    t.begin()
    at = t.bid("pass", "propose")
    return only(rule("bid_irregular", "ki-1", "Y", at))


@kimberly("ki-table-of-three", "ki-1", kind="parse", note="four play")
def kimberly_three(t: Solo) -> Expect:
    t.prepare()
    t.heading["seats"] = list("AYZ")
    del t.lines[2:]
    return Expect(error=1)


def six_solo(name: str, tricks: int, note: str) -> None:
    @kimberly(name, "ki-2", note=note, certainty="reading", hands=FAIR)
    def script(t: Solo) -> Expect:
        all_passed(t)
        six(t, "six-solo", "six-solo", "pass", "pass", "pass", suit="S")
        t.undertake("A", "six-solo")
        need(t.trump != "S")
        t.trump = "S"
        t.play_out()
        need(t.won_by("A") == tricks)
        t.cut_next()
        return Expect(result=t.outcome())


six_solo("ki-six-solo-won", 7, "all passed: a solo of six in another trump, one over; paid as a solo")
six_solo("ki-six-solo-lost", 5, "five would be a solo, but not this one: one short")


@kimberly("ki-six-solo-same-trump", "ki-2", kind="bid", note="the trump must be another than was turned up")
def six_solo_same(t: Solo) -> Expect:
    all_passed(t)
    at = t.fact("bid", by="A", call="six-solo", suit=t.trump)
    return only(rule("bid_irregular", "ki-2", "A", at))


@kimberly("ki-six-solo-early", "ki-2", kind="bid", note="only when all have passed")
def six_solo_early(t: Solo) -> Expect:
    t.begin()
    need(t.trump != "S")
    at = t.fact("bid", by="A", call="six-solo", suit="S")
    return only(rule("bid_irregular", "ki-2", "A", at))
