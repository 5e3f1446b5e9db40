"""Boston: a wrong number of cards found in play."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, Ruling, rule
from tests.rules.casebook.boston.revokes import DROPPED, FOES, TEN
from tests.rules.casebook.boston.table import ALL, FAIR, Boston, boston, made, paid_for
from tests.rules.casebook.hand import need
from tests.rules.casebook.ring import only, void

STANDS = ["new_deal", "deal_lost"]
NOTED: list[Ruling] = [rule("omitted_play", never=["option", "applied"])]


def play_short(t: Boston, seat: str) -> None:
    """The rest of the hand; ``seat`` is a card short and has none for the last trick."""
    while len(t.tricks) < 12:
        t.round()
    need(t.leader != seat)
    for s in (t.after(t.leader, i) for i in range(4)):
        if s != seat:
            t.play(seat=s)
    best = t.best()
    t.taken[best] += 1
    t.fact("quitted", by=best)


# ------------------------------------------------------------------ a wrong number of cards
def found(t: Boston, seat: str, by: int) -> int:
    """The seat is found with so many too many, or negative too few, after quitted tricks."""
    return t.fact("found", seat=seat, count=13 - len(t.tricks) + by)


def short(by: str, at: int, row: str, to: object, *path: str) -> Ruling:
    return rule(
        "surplus_or_deficiency", row, by, at, list(path) or None, remedies={"pays": to}, not_remedies=STANDS
    )  # fmt: skip


@boston(
    "adversary-short",
    "deficiency",
    "bo-19.a",
    note="an adversary is one short: each pays the bid and all over-tricks; thirteen are admitted, 52 from each",
    known=False,
    hands=ALL,
)
def adversary_short(t: Boston) -> Expect:
    t.declare("A", "10")
    t.rounds(3)
    at = found(t, "Y", -1)
    t.fact("abandoned", admitted={"A": 13, "Y": 0, "B": 0, "Z": 0})
    t.cut_next()
    return only(short("Y", at, "bo-19.a", None), result=t.outcome(t.paid(52)), allow=DROPPED)


@boston(
    "adversary-short-fails",
    "deficiency",
    "bo-19.a",
    note="the bidder would have failed: they pay all the same, and nobody has a new deal",
    known=False,
)
def adversary_short_fails(t: Boston) -> Expect:
    t.declare("A", "6")
    t.rounds(10)
    need(t.taken["A"] < 2)
    at = found(t, "B", -1)
    t.fact("abandoned")
    t.cut_next()
    return only(short("B", at, "bo-19.a", None), allow=DROPPED)


@boston(
    "adversary-two-to-a-trick",
    "deficiency",
    "bo-19.a",
    note="two cards to one trick have made him short: the same",
    known=False,
)
def adversary_two(t: Boston) -> Expect:
    t.declare("A", "6")
    t.rounds(3)
    t.play()
    t.until("Y")
    first = t.legal("Y")[0]
    second = next(c for c in t.hands["Y"] if c != first)
    t.fact("played", by="Y", cards=f"{first} {second}")
    t.fact("indicated", by="Y", cards=first)
    for card in (first, second):
        t.hands["Y"].remove(card)
    t.trick.append(("Y", first))
    t.settle()
    t.round()
    at = found(t, "Y", -1)
    return only(
        rule("surplus_or_deficiency", "bo-19.a", "Y", at, not_remedies=STANDS),
        allow=[rule("cards_played_together", by="Y"), rule("exposed_card", by="Y")],
    )


@boston(
    "adversary-count-right",
    "regular",
    "bo-19.a",
    "bo-19.d",
    "bo-19.b",
    note="an adversary's hand is counted and is right",
    known=False,
)
def adversary_right(t: Boston) -> Expect:
    t.declare("A", "6")
    t.rounds(3)
    found(t, "Y", 0)
    made(t, 6)
    t.cut_next()
    return Expect(result=t.outcome())


@boston(
    "bidder-short",
    "deficiency",
    "bo-19.b",
    note="the bidder is one short: put in for one, though he might have won",
    known=False,
)
def bidder_short(t: Boston) -> Expect:
    t.declare("A", "6")
    t.rounds(5)
    at = found(t, "A", -1)
    t.fact("abandoned")
    t.cut_next()
    want = short("A", at, "bo-19.b", None) | {"remedies": {"pays": None, "play_out": FOES}}
    return only(want, allow=DROPPED, result=t.outcome(t.paid(paid_for(6, 5))))


def bidder_played_out(name: str, taken: int, white: int, note: str, hands: dict[str, str] | None = None) -> None:
    @boston(name, "deficiency", "bo-19.b", note=note, known=False, hands=hands)
    def script(t: Boston) -> Expect:
        t.declare("A", "8")
        t.rounds(3)
        at = found(t, "A", -1)
        t.fact("demanded", by="Y", remedy="play_out", ruling=1)
        play_short(t, "A")
        need(t.taken["A"] == taken)
        t.cut_next()
        want = rule(
            "surplus_or_deficiency", "bo-19.b", "A", at, remedies={"play_out": FOES}, not_remedies=STANDS
        )  # fmt: skip
        return only(want, result=t.outcome(t.paid(white)), allow=NOTED)

    del script


bidder_played_out("bidder-short-played-out", 5, -46, "they have it played out: five made, three short, 46 to each")
bidder_played_out("bidder-short-made", 8, -23, "the eight bid are made: still put in for one", FAIR)


@boston(
    "bidder-short-wrong-seat",
    "wrong_demand",
    "bo-19.b",
    note="to have it played out is for the adversaries, not for the bidder",
    known=False,
)
def bidder_short_wrong(t: Boston) -> Expect:
    t.declare("A", "6")
    t.rounds(3)
    at = found(t, "A", -1)
    bad = t.fact("demanded", by="A", remedy="play_out", ruling=1)
    return only(
        rule("surplus_or_deficiency", "bo-19.b", "A", at, not_remedies=STANDS), rule("wrong_demand", by="A", line=bad)
    )


@boston(
    "partout-short",
    "deficiency",
    "bo-19.c",
    note="misère partout: five red to each, and the hands are abandoned",
    known=False,
)
def partout_short(t: Boston) -> Expect:
    t.all_pass()
    t.rounds(4)
    at = found(t, "B", -1)
    t.fact("abandoned")
    t.cut_next()
    return only(short("B", at, "bo-19.c", None), allow=DROPPED, result=t.outcome(t.five_red("B")))


@boston("partout-count-right", "regular", "bo-19.c", note="counted, and right: played and paid as ever", known=False)
def partout_right(t: Boston) -> Expect:
    t.all_pass()
    t.rounds(4)
    found(t, "B", 0)
    t.play_out()
    t.cut_next()
    return Expect(result=t.outcome(t.partout_paid()))


def surplus(name: str, seat: str, bid: str | None, note: str) -> None:
    @boston(name, "surplus", "bo-19.d", "bo-17", note=note, known=False, score=TEN, certainty="reading")
    def script(t: Boston) -> Expect:
        if bid:
            t.declare("A", bid)
        else:
            t.all_pass()
        t.rounds(3)
        at = found(t, seat, 1)
        want = rule(
            "surplus_or_deficiency", "bo-19.d", line=at, path=["compulsory"], remedies={"new_deal": None},
            not_remedies=["deal_lost"],
        )  # fmt: skip
        return only(want, result=void("Z") | {"pool": {"red": 11}})

    del script


surplus("adversary-surplus", "Y", "6", "an adversary has one too many: a misdeal; one red, and dealt again")
surplus("bidder-surplus", "A", "6", "the bidder has one too many: the same")
surplus("partout-surplus", "B", None, "in a misère partout too")


@boston(
    "wrong-count-four-red",
    "deficiency",
    "bo-P.count",
    "bo-P.pool.a",
    note="he has played with a hand one short: he fails, doubles the pool of ten, and puts four red to it",
    certainty="reading",
    known=False,
    score=TEN,
)
def four_red(t: Boston) -> Expect:
    t.declare("A", "6")
    t.rounds(4)
    at = found(t, "A", -1)
    t.fact("abandoned")
    t.cut_next()
    return only(
        short("A", at, "bo-19.b|bo-P.count", None), allow=DROPPED, result=t.outcome(t.paid(-15), pool={"red": 24})
    )
