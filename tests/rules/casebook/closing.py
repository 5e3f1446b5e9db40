"""Laws 27 and 39: abandoned hands, and how demands bind."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, case, rule
from tests.rules.casebook.hand import Hand, foes, left, need, partner, right, side


def throw_in(t: Hand) -> int:
    for seat in "NESW":
        t.fact("threw_in", by=seat)
    return t.line


THROWN = [rule("abandoned_hand"), rule("exposed_card"), rule("rest_claimed")]


def split(t: Hand, rest: int) -> dict[str, int]:
    """Of the tricks not played ``rest`` go to NS."""
    return {"NS": t.taken["NS"] + rest, "EW": 13 - t.taken["NS"] - rest}


# ------------------------------------------------------------------ law 27
@case("all-throw-in-claimed", "abandoned", "am-27", note="the result as claimed stands", dealer="E")
def all_claimed(t: Hand) -> Expect:
    t.reach(8)
    throw_in(t)
    tricks = split(t, 3)
    t.fact("abandoned", claimed=tricks)
    t.cut_next()
    return Expect([rule("abandoned_hand", "am-27")], allow=THROWN, result=t.result(tricks=tricks))


@case("all-throw-in-agreed", "abandoned", "am-27", note="claimed and admitted alike", dealer="E")
def all_agreed(t: Hand) -> Expect:
    t.reach(10)
    throw_in(t)
    tricks = split(t, 1)
    t.fact("abandoned", claimed=tricks, admitted=tricks)
    t.cut_next()
    return Expect([rule("abandoned_hand", "am-27", never=["director"])], allow=THROWN, result=t.result(tricks=tricks))


@case(
    "all-throw-in-disputed",
    "abandoned",
    "am-27",
    note="claimed and admitted differ: a person must decide",
    certainty="contract",
    dealer="E",
)
def all_disputed(t: Hand) -> Expect:
    t.reach(10)
    throw_in(t)
    t.fact("abandoned", claimed=split(t, 3), admitted=split(t, 1))
    return Expect([rule("abandoned_hand", "am-27", path=["director"])], allow=THROWN, result=None)


@case(
    "all-throw-in-revoke",
    "abandoned",
    "am-27",
    "am-30.a",
    note="a revoke found afterwards is charged: two tricks",
    dealer="W",
)
def all_revoke(t: Hand) -> Expect:
    seat = t.reach(4, 1)
    at = t.renounce()
    t.round()
    t.rounds(3)
    throw_in(t)
    tricks = split(t, 2)
    need(tricks[side(seat)] >= 2)
    t.fact("abandoned", admitted=tricks)
    foe = foes(seat)[0]
    t.fact("claimed", by=foe, what="revoke", against=seat, trick=5)
    d = t.fact("demanded", by=foe, remedy="two_tricks", ruling=1)
    t.cut_next()
    return Expect(
        [
            rule("renounce", "am-28", seat, at, ["correctable", "established", "applied"], trick=5, at={"applied": d}),
            rule("abandoned_hand", "am-27"),
        ],
        allow=THROWN,
        result=t.result([side(seat)], [side(seat)], tricks),
    )


@case(
    "three-throw-in",
    "abandoned",
    "am-27",
    "am-20.I",
    note="one alone throws his hand in: the hand is not over, his cards lie faced and may be called",
    dealer="W",
    certainty="reading",
)
def one_throws_in(t: Hand) -> Expect:
    seat = t.reach(6)
    at = t.fact("threw_in", by=seat)
    return Expect(
        [rule("exposed_card", "am-20", seat, at, ["option"], remedies={"call_card": foes(seat)})],
        allow=[rule("exposed_card", "am-20", seat, at)],
    )


# ------------------------------------------------------------------ law 39
@case(
    "demand-one-binds",
    "demand",
    "am-39.b",
    note="one adversary waives the lead out of turn after his partner, who has the right, asked: the demand is final",
    dealer="N",
)
def one_binds(t: Hand) -> Expect:
    leader = t.reach(3)
    seat = partner(leader)
    card = min(t.hands[seat])
    at = t.play(card, seat, fact="led")
    t.withdraw(seat, card)
    t.leader = leader
    suit = t.hands[leader][0][1]
    t.fact("demanded", by=right(leader), remedy="call_suit", suit=suit, ruling=1)
    t.fact("waived", by=left(leader), ruling=1)
    done = t.play(t.of(leader, suit)[0])
    t.round()
    return Expect(
        [rule("lead_out_of_turn", "am-24", seat, at, ["option", "applied"], at={"applied": done}, never=["waived"])],
        allow=[rule("wrong_demand")],
    )


@case(
    "demand-by-object",
    "demand",
    "am-39.b",
    note="the ruling is named by what it is about",
    certainty="contract",
    dealer="N",
)
def by_object(t: Hand) -> Expect:
    second_caller(t)
    third = left(t.to_play)
    at = t.line
    d = {"irregularity": "play_out_of_turn", "by": partner(t.to_play), "trick": 4}
    offender = partner(t.to_play)
    t.fact("demanded", by=third, remedy="call_lowest", ruling=d)
    done = t.play(t.of(t.to_play, t.led)[0])
    t.round()
    return Expect([rule("play_out_of_turn", "am-26", offender, at, ["option", "applied"], at={"applied": done})])


@case(
    "demand-without-reference",
    "demand",
    "am-39.b",
    note="only one open ruling has that remedy: no need to name it",
    certainty="contract",
    dealer="N",
)
def without_reference(t: Hand) -> Expect:
    second_caller(t)
    third, at, offender = left(t.to_play), t.line, partner(t.to_play)
    t.fact("demanded", by=third, remedy="call_lowest")
    done = t.play(t.of(t.to_play, t.led)[0])
    t.round()
    return Expect([rule("play_out_of_turn", "am-26", offender, at, ["option", "applied"], at={"applied": done})])


def second_caller(t: Hand) -> None:
    """The fourth hand plays before the second, who has more than one of the suit."""
    t.reach(3, 1)
    second = t.to_play
    need(len(t.of(second, t.led)) > 1)
    t.play(seat=left(left(second)))


@case("demand-unknown-number", "wrong_demand", "am-39.c", note="no such ruling", certainty="contract", dealer="N")
def unknown_number(t: Hand) -> Expect:
    t.reach(3, 1)
    at = t.fact("demanded", by="E", remedy="two_tricks", ruling=7)
    t.close()
    return Expect([rule("wrong_demand", "am-39", "E", at)], result=t.result())


@case(
    "demand-unknown-object",
    "wrong_demand",
    "am-39.c",
    note="nothing of the kind has happened",
    certainty="contract",
    dealer="N",
)
def unknown_object(t: Hand) -> Expect:
    t.reach(3, 1)
    at = t.fact("demanded", by="S", remedy="two_tricks", ruling={"irregularity": "renounce", "by": "E", "trick": 2})
    t.close()
    return Expect([rule("wrong_demand", "am-39", "S", at)], result=t.result())


@case(
    "demand-out-of-nothing",
    "wrong_demand",
    "am-39.c",
    note="no open ruling has that remedy",
    certainty="contract",
    dealer="N",
)
def out_of_nothing(t: Hand) -> Expect:
    t.reach(3, 1)
    at = t.fact("demanded", by="W", remedy="call_suit", suit="H")
    t.close()
    return Expect([rule("wrong_demand", "am-39", "W", at)], result=t.result())


@case(
    "demand-by-own-side",
    "wrong_demand",
    "am-39.c",
    note="the offender's partner names the penalty: the wrong side",
    dealer="S",
    certainty="reading",
)
def by_own_side(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    card = t.legal(seat)[0]
    at = t.fact("exposed", by=seat, cards=card, how="dropped")
    t.fact("demanded", by=partner(seat), remedy="call_card", card=card, ruling=1)
    t.play(card)
    t.round()
    return Expect(
        [
            rule("exposed_card", "am-20.I", seat, at, ["option"], remedies={"call_card": foes(seat)}),
            rule(None, "am-39", share=True),
        ],
        allow=[rule("wrong_demand", by=partner(seat))],
    )


@case(
    "demand-no-three-tricks",
    "wrong_demand",
    "am-39.c",
    "am-30.a",
    note="three tricks are the English penalty: a wrong one, and none can be enforced",
    dealer="S",
)
def no_three_tricks(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    at = t.renounce()
    t.round()
    t.fact("claimed", by=foes(seat)[0], what="revoke", against=seat, trick=4)
    t.fact("demanded", by=foes(seat)[0], remedy="three_tricks", ruling=1)
    t.close()
    return Expect(
        [
            rule(
                "renounce",
                "am-28",
                seat,
                at,
                ["correctable", "established"],
                never=["applied"],
                not_remedies=["three_tricks"],
            ),
            rule(None, "am-39.c", share=True),
        ],
        allow=[rule("wrong_demand", by=foes(seat)[0])],
        result=t.result(),
    )


@case(
    "offender-awaits",
    "demand",
    "am-39.a",
    "am-23",
    note="the offender does not await the choice of his adversaries: "
    "under this code only the card played too soon is callable as well",
    dealer="S",
)
def offender_awaits(t: Hand) -> Expect:
    seat = t.reach(2)
    first, second = t.hands[seat][:2]
    at = t.fact("exposed", by=seat, cards=first, how="dropped")
    soon = t.play(second)
    t.round()
    return Expect(
        [
            rule("exposed_card", "am-20", seat, at, ["option"]),
            rule("played_before_decision", "am-23", seat, soon, remedies={"call_card": foes(seat)}),
        ]
    )
