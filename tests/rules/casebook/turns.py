"""Laws 25 and 26: plays out of turn."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, case, rule
from tests.rules.casebook.hand import Hand, foes, left, need, partner, right


# ------------------------------------------------------------------ laws 25 and 26
@case(
    "third-before-second",
    "play_out_of_turn",
    "am-25",
    note="the third hand plays before the second: the fourth may too, and no call follows",
    dealer="N",
    certainty="reading",
)
def third_before_second(t: Hand) -> Expect:
    t.reach(3, 1)
    second = t.to_play
    third, fourth = left(second), left(left(second))
    t.play(seat=third)
    t.play(seat=fourth)
    t.play(seat=second)
    t.close()
    return Expect(
        allow=[
            rule(
                "play_out_of_turn",
                "am-25",
                third,
                not_remedies=["call_highest", "call_lowest", "call_trump", "two_tricks", "call_card"],
            )
        ],
        result=t.result(),
    )


def fourth_first(t: Hand, tricks: int = 3) -> tuple[str, int]:
    """The fourth hand plays before the second, the third not having played. Returns the second hand and the line."""
    t.reach(tricks, 1)
    second = t.to_play
    return second, t.play(seat=left(left(second)))


@case(
    "fourth-highest",
    "play_out_of_turn",
    "am-26",
    note="the third hand calls the second's highest, and gets it",
    dealer="N",
)
def fourth_highest(t: Hand) -> Expect:
    second, at = fourth_first(t)
    need(len(t.of(second, t.led)) > 1)
    third = left(second)
    t.fact("demanded", by=third, remedy="call_highest", ruling=1)
    done = t.play(t.of(second, t.led)[-1])
    t.close()
    return Expect(
        [
            rule(
                "play_out_of_turn",
                "am-26",
                partner(second),
                at,
                ["option", "applied"],
                at={"applied": done},
                remedies={"call_highest": [third], "call_lowest": [third]},
            )
        ],
        result=t.result(),
    )


@case(
    "fourth-calls-whole",
    "play_out_of_turn",
    "am-26",
    note="calls are offered whole, whatever he holds",
    certainty="contract",
    dealer="E",
)
def fourth_whole(t: Hand) -> Expect:
    second, at = fourth_first(t, 2)
    third = left(second)
    return Expect(
        [
            rule(
                "play_out_of_turn",
                "am-26",
                partner(second),
                at,
                ["option"],
                remedies={
                    "call_highest": [third],
                    "call_lowest": [third],
                    "call_trump": [third],
                    "call_not_trump": [third],
                },
            )
        ]
    )


@case(
    "fourth-trump", "play_out_of_turn", "am-26", note="he has none of the suit: called to trump, he trumps", dealer="N"
)
def fourth_trump(t: Hand) -> Expect:
    second, at = fourth_first(t, 5)
    need(t.led != t.trump and not t.of(second, t.led) and t.of(second, t.trump) and t.off(second, t.trump))
    t.fact("demanded", by=left(second), remedy="call_trump", ruling=1)
    done = t.play(t.of(second, t.trump)[0])
    t.close()
    return Expect(
        [rule("play_out_of_turn", "am-26", partner(second), at, ["option", "applied"], at={"applied": done})],
        result=t.result(),
    )


@case(
    "fourth-trump-refused",
    "play_out_of_turn",
    "am-26",
    "am-38",
    note="called to trump, he has a trump and throws away",
    dealer="S",
)
def fourth_trump_refused(t: Hand) -> Expect:
    second, at = fourth_first(t, 5)
    need(t.led != t.trump and not t.of(second, t.led) and t.of(second, t.trump) and t.off(second, t.trump))
    t.fact("demanded", by=left(second), remedy="call_trump", ruling=1)
    bad = t.play(t.off(second, t.trump)[0])
    t.round()
    return Expect(
        [
            rule("play_out_of_turn", "am-26", partner(second), at, ["option"], never=["applied"]),
            rule("refused_call", "am-38", second, bad, remedies={"two_tricks": foes(second)}),
        ]
    )


@case(
    "fourth-trump-without",
    "play_out_of_turn",
    "am-26",
    "am-38",
    note="called to trump without a trump: he does not refuse needlessly",
    dealer="S",
)
def fourth_trump_without(t: Hand) -> Expect:
    second, at = fourth_first(t, 6)
    need(t.led != t.trump and not t.of(second, t.led) and not t.of(second, t.trump))
    t.fact("demanded", by=left(second), remedy="call_trump", ruling=1)
    t.play()
    t.round()
    return Expect([rule("play_out_of_turn", "am-26", partner(second), at, ["option"], never=["applied"])])


@case("fourth-not-trump", "play_out_of_turn", "am-26", note="called not to trump, he throws away", dealer="W")
def fourth_not_trump(t: Hand) -> Expect:
    second, at = fourth_first(t, 5)
    need(t.led != t.trump and not t.of(second, t.led) and t.of(second, t.trump) and t.off(second, t.trump))
    t.fact("demanded", by=left(second), remedy="call_not_trump", ruling=1)
    done = t.play(t.off(second, t.trump)[0])
    t.round()
    return Expect([rule("play_out_of_turn", "am-26", partner(second), at, ["option", "applied"], at={"applied": done})])


@case(
    "fourth-not-trump-refused", "play_out_of_turn", "am-26", "am-38", note="called not to trump, he trumps", dealer="W"
)
def fourth_not_trump_refused(t: Hand) -> Expect:
    second, at = fourth_first(t, 5)
    need(t.led != t.trump and not t.of(second, t.led) and t.of(second, t.trump) and t.off(second, t.trump))
    t.fact("demanded", by=left(second), remedy="call_not_trump", ruling=1)
    bad = t.play(t.of(second, t.trump)[0])
    t.round()
    return Expect(
        [
            rule("play_out_of_turn", "am-26", partner(second), at, ["option"], never=["applied"]),
            rule("refused_call", "am-38", second, bad, remedies={"two_tricks": foes(second)}),
        ]
    )


@case(
    "fourth-highest-void",
    "play_out_of_turn",
    "am-26",
    note="his highest is called and he has none of the suit: it no longer applies",
    dealer="E",
)
def fourth_highest_void(t: Hand) -> Expect:
    second, at = fourth_first(t, 5)
    need(t.led != t.trump and not t.of(second, t.led))
    t.fact("demanded", by=left(second), remedy="call_highest", ruling=1)
    t.play()
    t.round()
    return Expect([rule("play_out_of_turn", "am-26", partner(second), at, ["option", "cancelled"], never=["applied"])])


@case(
    "fourth-lowest-refused", "play_out_of_turn", "am-26", "am-38", note="he plays another than his lowest", dealer="E"
)
def fourth_lowest_refused(t: Hand) -> Expect:
    second, at = fourth_first(t)
    need(len(t.of(second, t.led)) > 2)
    t.fact("demanded", by=left(second), remedy="call_lowest", ruling=1)
    bad = t.play(t.of(second, t.led)[1])
    t.round()
    return Expect(
        [
            rule("play_out_of_turn", "am-26", partner(second), at, ["option"], never=["applied"]),
            rule("refused_call", "am-38", second, bad, remedies={"two_tricks": foes(second)}, trick=4),
        ]
    )


@case("fourth-not-demanded", "play_out_of_turn", "am-26", note="the second plays before anybody asks", dealer="E")
def fourth_not_demanded(t: Hand) -> Expect:
    second, at = fourth_first(t)
    gone = t.play()
    t.close()
    return Expect(
        [rule("play_out_of_turn", "am-26", partner(second), at, ["option", "lapsed"], at={"lapsed": gone})],
        result=t.result(),
    )


@case(
    "fourth-leader-demands",
    "play_out_of_turn",
    "am-26",
    "am-39.c",
    note="only the third hand may call; the leader does",
    dealer="W",
)
def fourth_leader_demands(t: Hand) -> Expect:
    second, at = fourth_first(t)
    d = t.fact("demanded", by=right(second), remedy="call_lowest", ruling=1)
    t.play()
    t.close()
    return Expect(
        [
            rule(
                "play_out_of_turn",
                "am-26",
                partner(second),
                at,
                ["option", "cancelled"],
                at={"cancelled": d},
                never=["applied"],
            ),
            rule(None, "am-39.c", share=True),
        ],
        allow=[rule("wrong_demand", by=right(second))],
        result=t.result(),
    )
