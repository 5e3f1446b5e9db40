"""Solo: a wrong number of cards found in play, and a hand thrown up."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, Ruling, rule
from tests.rules.casebook.hand import need
from tests.rules.casebook.ring import only, void
from tests.rules.casebook.solo.table import Solo, level, solo


def due(t: Solo, seat: str) -> int:
    """How many cards the seat should hold after quitted tricks."""
    return 13 - len(t.tricks)


def over(t: Solo, seat: str) -> int:
    """The seat is found with a card too many."""
    return t.fact("found", seat=seat, count=due(t, seat) + 1)


STANDS = ["new_deal", "deal_lost"]


# ------------------------------------------------------------------ found in play
@solo(
    "so-caller-one-over-wins",
    "surplus",
    "so-19.a",
    "so-19.b",
    "so-P.count",
    note="the caller has a card too many: the deal stands, he plays it out, makes six, and receives nothing",
    known=False,
)
def caller_over_wins(t: Solo) -> Expect:
    t.declare("A", "solo")
    t.rounds(3)
    at = over(t, "A")
    t.play_out()
    need(t.won_by("A") == 6)
    t.cut_next()
    return only(
        rule("surplus_or_deficiency", "so-19", "A", at, not_remedies=STANDS),
        result={"counters": level(*t.ring), "next_dealer": "A"},
    )


@solo(
    "so-caller-one-over-loses",
    "surplus",
    "so-19.b",
    "so-P.count",
    note="the same, but he fails: he pays as ever",
    known=False,
)
def caller_over_loses(t: Solo) -> Expect:
    t.declare("A", "solo")
    t.rounds(3)
    at = over(t, "A")
    t.play_out()
    need(t.won_by("A") == 3)
    t.cut_next()
    return only(rule("surplus_or_deficiency", "so-19", "A", at, not_remedies=STANDS), result=t.outcome())


@solo(
    "so-acceptor-one-over-wins",
    "surplus",
    "so-19.b",
    note="the acceptor's hand is wrong, the two make nine: neither receives anything",
    known=False,
)
def acceptor_over(t: Solo) -> Expect:
    t.partners()
    t.rounds(3)
    at = over(t, "B")
    t.play_out()
    need(t.won_by("A", "B") == 9)
    t.cut_next()
    return only(
        rule("surplus_or_deficiency", "so-19", "B", at, not_remedies=STANDS),
        result={"counters": level(*t.ring), "next_dealer": "A"},
    )


@solo(
    "so-adversary-one-over",
    "surplus",
    "so-19.a",
    "so-19.c",
    note="an adversary's hand is wrong: he and his partners pay the stakes, and the hand may be dropped",
    known=False,
)
def adversary_over(t: Solo) -> Expect:
    t.declare("A", "solo")
    t.rounds(3)
    at = over(t, "Y")
    t.fact("abandoned")
    t.cut_next()
    return only(
        rule("surplus_or_deficiency", "so-19.c", "Y", at, remedies={"pays": None}, not_remedies=STANDS),
        allow=[rule("abandoned_hand")],
        result=t.outcome(t.paid(2)),
    )


@solo(
    "so-adversary-count-right",
    "regular",
    "so-19.c",
    note="an adversary's hand is counted and is right",
    known=False,
)
def adversary_right(t: Solo) -> Expect:
    t.declare("A", "solo")
    t.rounds(3)
    t.fact("found", seat="Y", count=due(t, "Y"))
    t.play_out()
    need(t.won_by("A") == 4)
    t.cut_next()
    return Expect(result=t.outcome())


@solo(
    "so-two-wrong",
    "surplus",
    "so-19.d",
    note="the caller has one too many and an adversary one too few: a new deal, by the same dealer",
    known=False,
)
def two_wrong(t: Solo) -> Expect:
    t.declare("A", "solo")
    t.rounds(3)
    t.fact("found", seat="A", count=due(t, "A") + 1)
    at = t.fact("found", seat="B", count=due(t, "B") - 1)
    return only(
        rule(
            "surplus_or_deficiency", "so-19.d", path=["compulsory"], at={"compulsory": at},
            remedies={"new_deal": None}, not_remedies=["deal_lost"],
        ),
        allow=[rule("surplus_or_deficiency", "so-19")],
        result=void("Z"),
    )  # fmt: skip


@solo(
    "so-two-adversaries-wrong",
    "surplus",
    "so-19.c",
    "so-19.d",
    note="two are wrong, but the caller is not of them: no new deal, they pay",
    known=False,
)
def two_adversaries_wrong(t: Solo) -> Expect:
    t.declare("A", "solo")
    t.rounds(3)
    t.fact("found", seat="Y", count=due(t, "Y") + 1)
    t.fact("found", seat="B", count=due(t, "B") - 1)
    t.fact("abandoned")
    t.cut_next()
    return only(
        rule("surplus_or_deficiency", "so-19.c", remedies={"pays": None}, not_remedies=STANDS),
        allow=[rule("abandoned_hand"), rule("surplus_or_deficiency", "so-19", not_remedies=STANDS)],
        result=t.outcome(t.paid(2)),
    )


# ------------------------------------------------------------------ thrown up
THROWN: list[Ruling] = [rule("exposed_card"), rule("rest_claimed")]


@solo(
    "so-caller-throws-up",
    "abandoned",
    "so-27.a",
    note="the caller has three tricks and throws up: he pays two red, and two white as if he took no more",
)
def caller_throws_up(t: Solo) -> Expect:
    t.declare("A", "solo")
    t.rounds(6)
    need(t.won_by("A") == 3)
    at = t.fact("threw_in", by="A")
    t.cut_next()
    return only(
        rule("abandoned_hand", "so-27.a", "A", at, ["compulsory"], remedies={"pays": None}),
        result=t.outcome(t.paid(-2, -2)),
    )


@solo(
    "so-proposer-throws-up",
    "abandoned",
    "so-27.a",
    note="the proposer throws up: he and the acceptor pay, as if all the rest were lost",
)
def proposer_throws_up(t: Solo) -> Expect:
    t.partners()
    t.rounds(7)
    need(t.won_by("A", "B") == 4)
    at = t.fact("threw_in", by="A")
    t.cut_next()
    return only(
        rule("abandoned_hand", "so-27.a", "A", at, ["compulsory"], remedies={"pays": None}),
        result=t.outcome(t.paid(-1, -4)),
    )


def adversary_throws_up(t: Solo) -> int:
    """A's solo, four tricks played, Y throws up, B demands that the hand be played out."""
    t.declare("A", "solo")
    t.rounds(4)
    need(t.leader == "A")
    at = t.fact("threw_in", by="Y")
    t.fact("demanded", by="B", remedy="play_out", ruling=1)
    return at


@solo(
    "so-adversary-throws-up-beaten",
    "abandoned",
    "so-27.b",
    "so-27.c",
    note="they play on and beat the call: his partners win nothing",
)
def thrown_up_beaten(t: Solo) -> Expect:
    at = adversary_throws_up(t)
    t.play_out()
    need(t.won_by("A") == 3)
    t.cut_next()
    return only(
        rule(
            "abandoned_hand", "so-27.b|so-27.c", "Y", at, ["option", "applied"], remedies={"play_out": ["B", "Z"]}
        ),
        allow=THROWN,
        result={"counters": level("B", "Z"), "next_dealer": "A"},
    )  # fmt: skip


@solo(
    "so-adversary-throws-up-lost",
    "abandoned",
    "so-27.b",
    "so-27.c",
    note="they play on and the call is made, with one over: each pays his share",
)
def thrown_up_lost(t: Solo) -> Expect:
    at = adversary_throws_up(t)
    t.play_out()
    need(t.won_by("A") == 6)
    t.cut_next()
    return only(
        rule("abandoned_hand", "so-27.b|so-27.c", "Y", at, ["option", "applied"]),
        allow=THROWN,
        result=t.outcome(t.paid(2, 1)),
    )


@solo(
    "so-thrown-up-hand-called",
    "abandoned",
    "so-27.b",
    note="played out: the caller calls a card of the abandoned hand, and another is played: refused",
    certainty="reading",
)
def thrown_up_called(t: Solo) -> Expect:
    at = adversary_throws_up(t)
    t.play()
    mine = t.of("Y", t.led)
    need(len(mine) > 1)
    t.fact("demanded", by="A", remedy="call_card", card=mine[0], seat="Y")
    bad = t.play(mine[1])
    return only(
        rule("abandoned_hand", "so-27.b", "Y", at, ["option"]),
        rule("refused_call", "am-38", "Y", bad),
        allow=THROWN,
    )


@solo(
    "so-thrown-up-wrong-seat",
    "abandoned",
    "so-27.b",
    note="to have it played out is for the partners of him who threw up, not for the caller",
)
def thrown_up_wrong_seat(t: Solo) -> Expect:
    t.declare("A", "solo")
    t.rounds(4)
    at = t.fact("threw_in", by="Y")
    bad = t.fact("demanded", by="A", remedy="play_out", ruling=1)
    return only(
        rule("abandoned_hand", "so-27.b", "Y", at, ["option"], remedies={"play_out": ["B", "Z"]}, never=["applied"]),
        rule("wrong_demand", by="A", line=bad),
        allow=THROWN,
    )
