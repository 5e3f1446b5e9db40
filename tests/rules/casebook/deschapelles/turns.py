"""Articles 83 to 85, 87 and 88: cards played out of turn, the call that follows, and its refusal."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, rule
from tests.rules.casebook.deschapelles.table import CALLS, PRICES, Table, de, prices
from tests.rules.casebook.hand import foes, left, need, partner, side


def third_first(t: Table, tricks: int = 3) -> tuple[str, int, str]:
    """The leader's partner plays before the second hand. Returns who, the line, the card."""
    t.reach(tricks, 1)
    seat = left(t.to_play)
    return seat, t.play(seat=seat), t.last_card()


def fourth_first(t: Table, tricks: int = 3) -> tuple[str, int]:
    """The fourth hand plays before the second, his partner. Returns the second hand and the line."""
    t.reach(tricks, 1)
    second = t.to_play
    return second, t.play(seat=partner(second))


# ------------------------------------------------------------------ article 83: his partner has played
@de(
    "83-taken",
    "play_out_of_turn",
    "de-83",
    note="his partner has played already: the adversaries consult and take the card",
    dealer="N",
)
def taken(t: Table) -> Expect:
    seat, at, _ = third_first(t)
    t.fact("consulted", by="EW" if side(seat) == "NS" else "NS")
    d = t.fact("demanded", by=foes(seat)[0], remedy="stands", ruling=1)
    t.close()
    return Expect(
        [
            rule(
                "play_out_of_turn",
                "de-83",
                seat,
                at,
                ["option", "applied"],
                trick=4,
                at={"applied": d},
                remedies={"stands|accept_lead": foes(seat), "treat_as_exposed|restore_card|withdraw_free": foes(seat)},
                not_remedies=[*CALLS, *PRICES],
            )
        ],
        result=t.scored(),
    )


@de(
    "83-left",
    "play_out_of_turn",
    "de-83",
    note="they leave it: it goes back, and lies exposed",
    certainty="reading",
    dealer="E",
)
def left_it(t: Table) -> Expect:
    seat, at, card = third_first(t)
    t.fact("demanded", by=foes(seat)[1], remedy="treat_as_exposed", ruling=1)
    t.withdraw(seat, card)
    t.play()
    return Expect(
        [rule("play_out_of_turn", "de-83", seat, at, ["option", "applied"])],
        allow=[rule("exposed_card", "de-83|de-85|de-119|de-73|de-75", seat)],
    )


@de("83-consulted", "play_out_of_turn", "de-83", note="to consult about it costs them nothing", dealer="S")
def consulted(t: Table) -> Expect:
    seat, at, _ = third_first(t)
    t.fact("consulted", by="EW" if side(seat) == "NS" else "NS")
    return Expect([rule("play_out_of_turn", "de-83", seat, at, ["option"], never=["cancelled", "lapsed", "waived"])])


@de(
    "83-played-on",
    "play_out_of_turn",
    "de-83",
    note="an adversary plays on: that trick is waived",
    certainty="contract",
    dealer="S",
)
def played_on(t: Table) -> Expect:
    seat, at, _ = third_first(t)
    t.play()
    need(t.trick[-1][0] in foes(seat))
    t.close()
    return Expect(
        [rule("play_out_of_turn", "de-83", seat, at, ["option", "waived|lapsed|cancelled"], never=["applied"])],
        result=t.scored(),
    )


# ------------------------------------------------------------------ article 84: his partner has not played
@de(
    "84-calls",
    "play_out_of_turn",
    "de-84",
    note="his partner's highest or lowest, or trump or not, whatever he holds",
    certainty="contract",
    dealer="E",
)
def calls(t: Table) -> Expect:
    second, at = fourth_first(t)
    return Expect(
        [
            rule(
                "play_out_of_turn",
                "de-84",
                partner(second),
                at,
                ["option"],
                trick=4,
                remedies={c: foes(second) for c in CALLS},
                not_remedies=["call_suit", *PRICES],
            )
        ]
    )


@de("84-highest", "play_out_of_turn", "de-84", note="the leader demands the highest, and has it", dealer="E")
def highest(t: Table) -> Expect:
    second, at = fourth_first(t)
    need(len(t.of(second, t.led)) > 1)
    t.fact("demanded", by=t.trick[0][0], remedy="call_highest", ruling=1)
    done = t.play(t.of(second, t.led)[-1])
    t.close()
    return Expect(
        [rule("play_out_of_turn", "de-84", partner(second), at, ["option", "applied"], at={"applied": done})],
        result=t.scored(),
    )


@de("84-lowest", "play_out_of_turn", "de-84", note="the third hand demands the lowest", dealer="S")
def lowest(t: Table) -> Expect:
    second, at = fourth_first(t)
    need(len(t.of(second, t.led)) > 1)
    t.fact("demanded", by=left(second), remedy="call_lowest", ruling=1)
    done = t.play(t.of(second, t.led)[0])
    t.close()
    return Expect(
        [rule("play_out_of_turn", "de-84", partner(second), at, ["option", "applied"], at={"applied": done})],
        result=t.scored(),
    )


def void_second(t: Table) -> tuple[str, int]:
    """The second hand has none of the suit led, but trumps and others."""
    second, at = fourth_first(t, 5)
    need(t.led != t.trump and not t.of(second, t.led) and t.of(second, t.trump) and t.off(second, t.trump))
    return second, at


@de(
    "84-trump",
    "play_out_of_turn",
    "de-84",
    "de-88.1",
    note="in default of the suit he is called to trump, and trumps",
    dealer="S",
)
def trump(t: Table) -> Expect:
    second, at = void_second(t)
    t.fact("demanded", by=left(second), remedy="call_trump", ruling=1)
    done = t.play(t.of(second, t.trump)[0])
    t.close()
    return Expect(
        [rule("play_out_of_turn", "de-84", partner(second), at, ["option", "applied"], at={"applied": done})],
        result=t.scored(),
    )


@de(
    "84-not-trump",
    "refused_call",
    "de-84",
    "de-88.1",
    "de-107",
    note="called not to trump he trumps though he need not: a revoke by assimilation",
    dealer="S",
)
def not_trump(t: Table) -> Expect:
    second, at = void_second(t)
    t.fact("demanded", by=left(second), remedy="call_not_trump", ruling=1)
    bad = t.play(t.of(second, t.trump)[0])
    t.round()
    return Expect(
        [
            rule("play_out_of_turn", "de-84", partner(second), at, ["option"], never=["applied"]),
            rule("refused_call", "de-88.1", second, bad, trick=6, remedies=prices(second)),
        ]
    )


@de("84-follower-in-turn", "regular", "de-84", note="all four in their turn", dealer="W")
def follower_in_turn(t: Table) -> Expect:
    t.begin()
    t.close()
    return Expect(result=t.scored())


@de(
    "85-before-the-call",
    "play_out_of_turn",
    "de-85",
    "de-84",
    note="the partner plays before a call can come: his card is exposed too",
    certainty="reading",
    dealer="W",
)
def before_the_call(t: Table) -> Expect:
    second, at = fourth_first(t)
    soon = t.play(seat=second)
    return Expect(
        [
            rule("play_out_of_turn", "de-84", partner(second), at, ["option"], never=["applied"]),
            rule(
                "played_before_decision|exposed_card",
                "de-85",
                second,
                soon,
                remedies={"call_card|must_play|treat_as_exposed|choose_card": foes(second)},
            ),
        ]
    )


@de(
    "85-after-the-call",
    "play_out_of_turn",
    "de-85",
    "de-84",
    note="he waits for the call: his card is not exposed",
    dealer="W",
)
def after_the_call(t: Table) -> Expect:
    second, at = fourth_first(t)
    need(len(t.of(second, t.led)) > 1)
    t.fact("demanded", by=left(second), remedy="call_lowest", ruling=1)
    done = t.play(t.of(second, t.led)[0])
    t.round()
    return Expect([rule("play_out_of_turn", "de-84", partner(second), at, ["option", "applied"], at={"applied": done})])


# ------------------------------------------------------------------ articles 87, 88 and 107: obedience
@de(
    "88-highest-refused",
    "refused_call",
    "de-88.1",
    "de-107",
    note="his highest is demanded and he plays another: as good as a revoke, and paid as one",
    dealer="N",
    score={"game": {"NS": 1, "EW": 1}},
)
def highest_refused(t: Table) -> Expect:
    second, at = fourth_first(t)
    need(len(t.of(second, t.led)) > 1)
    t.fact("demanded", by=left(second), remedy="call_highest", ruling=1)
    bad = t.play(t.of(second, t.led)[0])
    t.to_the_last()
    t.fact("demanded", by=left(second), remedy="add_three", ruling={"irregularity": "refused_call", "by": second})
    t.close()
    return Expect(
        [
            rule("play_out_of_turn", "de-84", partner(second), at, ["option"], never=["applied"]),
            rule("refused_call", "de-88.1", second, bad, ["applied"], remedies=prices(second)),
            rule(None, "de-107|de-93|de-94", second, share=True),
        ],
        result=t.scored(add={side(left(second)): 3}, revoked=[side(second)]),
    )


@de(
    "88-not-held",
    "play_out_of_turn",
    "de-88.1",
    "de-87",
    note="called to trump he has none: he plays what he likes and nothing is refused",
    dealer="N",
)
def not_held(t: Table) -> Expect:
    second, at = fourth_first(t, 7)
    need(not t.of(second, t.led) and not t.of(second, t.trump))
    t.fact("demanded", by=left(second), remedy="call_trump", ruling=1)
    t.play()
    t.round()
    return Expect(
        [rule("play_out_of_turn", "de-84|de-87", partner(second), at, ["option", "cancelled"], never=["applied"])]
    )
