"""Laws 67, 68 and 84 to 91: plays out of turn, elections, attention, bystanders, the last trick."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, rule
from tests.rules.casebook.english.leads import partners_turn
from tests.rules.casebook.english.table import HARSH, en, ended, form, offered, scored, three
from tests.rules.casebook.hand import Hand, foes, height, left, need, partner, right, winner

WIN = ["call_win", "call_not_win"]
FOUR = ["call_highest", "call_lowest", *WIN]


# ------------------------------------------------------------------ laws 67 and 68
@en(
    "en-67-third-first",
    "play_out_of_turn",
    "en-67",
    "the third hand plays before the second, so the fourth may play before his partner",
    dealer="N",
)
def third_first(t: Hand) -> Expect:
    t.reach(3, 1)
    second = t.to_play
    t.play(seat=left(second))
    t.play(seat=partner(second))
    t.play(seat=second)
    return Expect(allow=[rule("play_out_of_turn", by=left(second), not_remedies=[*HARSH, *WIN])], result=ended(t))


def fourth_first(t: Hand, tricks: int = 3) -> tuple[str, int]:
    """The fourth hand plays before the second, the third not having played. Returns the second hand and the line."""
    t.reach(tricks, 1)
    second = t.to_play
    return second, t.play(seat=partner(second))


def wins(t: Hand, seat: str, card: str) -> bool:
    """Whether this card beats what lies in the trick."""
    return winner([*t.trick, (seat, card)], t.trump) == seat


@en(
    "en-68-to-win",
    "play_out_of_turn",
    "en-68",
    "the second hand has none of the suit: called on to win the trick he trumps",
    dealer="N",
)
def to_win(t: Hand) -> Expect:
    second, at = fourth_first(t, 5)
    need(t.led != t.trump and not t.of(second, t.led) and t.off(second, t.trump))
    good = [c for c in t.of(second, t.trump) if wins(t, second, c)]
    need(good)
    t.fact("demanded", by=right(second), remedy="call_win", ruling=1)
    done = t.play(good[0])
    return Expect(
        [
            rule(
                "play_out_of_turn",
                "en-68",
                partner(second),
                at,
                ["option", "applied"],
                at={"applied": done},
                remedies=offered(WIN, foes(second)),
            )
        ],
        result=ended(t),
    )


@en("en-68-not-to-win", "play_out_of_turn", "en-68", "called on not to win it he plays under what lies", dealer="E")
def not_to_win(t: Hand) -> Expect:
    second, at = fourth_first(t)
    low = [c for c in t.of(second, t.led) if not wins(t, second, c)]
    need(low and any(wins(t, second, c) for c in t.of(second, t.led)))
    t.fact("demanded", by=left(second), remedy="call_not_win", ruling=1)
    done = t.play(low[0])
    return Expect(
        [
            rule(
                "play_out_of_turn",
                "en-68",
                partner(second),
                at,
                ["option", "applied"],
                at={"applied": done},
                remedies=offered(WIN, foes(second)),
            )
        ]
    )


@en("en-68-not-asked", "play_out_of_turn", "en-68", "the second plays before anybody asks", dealer="E")
def not_asked(t: Hand) -> Expect:
    second, at = fourth_first(t)
    gone = t.play()
    return Expect(
        [rule("play_out_of_turn", "en-68", partner(second), at, ["option", "lapsed"], at={"lapsed": gone})],
        result=ended(t),
    )


@en(
    "en-68-third-had-played",
    "play_out_of_turn",
    "en-68 en-67",
    "the third had played: no call on the second",
    dealer="E",
)
def third_had_played(t: Hand) -> Expect:
    t.reach(3, 1)
    second = t.to_play
    t.play(seat=left(second))
    t.play(seat=partner(second))
    t.fact("demanded", by=left(second), remedy="call_win")
    t.play(seat=second)
    return Expect(
        allow=[rule("play_out_of_turn", not_remedies=WIN, never=["applied"]), rule("wrong_demand", by=left(second))],
        result=ended(t),
    )


# ------------------------------------------------------------------ law 84
@en(
    "en-84-consult",
    "consulted",
    "en-84.a en-fn35",
    "card or suit: they consult which to exact and lose their right to either",
    dealer="S",
)
def consult(t: Hand) -> Expect:
    leader, at, card = partners_turn(t)
    suit = t.rng.choice(sorted({c[1] for c in t.hands[leader]}))
    need(t.off(leader, suit))
    sides = "NS" if foes(leader) == ["N", "S"] else "EW"
    c = t.fact("consulted", by=sides)
    t.fact("demanded", by=foes(leader)[0], remedy="call_suit", suit=suit)
    t.fact("demanded", by=foes(leader)[0], remedy="call_card", card=card)
    t.play(t.off(leader, suit)[0])
    return Expect(
        [
            rule(
                "lead_out_of_turn",
                "en-62",
                partner(leader),
                at,
                ["option", "cancelled"],
                at={"cancelled": c},
                never=["applied"],
            ),
            rule(None, "en-84.a", share=True),
        ],
        allow=[rule("penalty_consulted|wrong_demand")],
        result=ended(t),
    )


@en(
    "en-84-demand-then-talk",
    "consulted",
    "en-84.b",
    "one has demanded already: that is final, whatever they say to each other afterwards",
    dealer="S",
)
def demand_then_talk(t: Hand) -> Expect:
    leader, at, _ = partners_turn(t)
    suit = t.rng.choice(sorted({c[1] for c in t.hands[leader]}))
    t.fact("demanded", by=foes(leader)[1], remedy="call_suit", suit=suit, ruling=1)
    t.fact("waived", by=foes(leader)[0], ruling=1)
    done = t.play(t.of(leader, suit)[0])
    return Expect(
        [
            rule(
                "lead_out_of_turn",
                "en-62",
                partner(leader),
                at,
                ["option", "applied"],
                at={"applied": done},
                never=["waived", "cancelled"],
            )
        ],
        allow=[rule("wrong_demand")],
        result=ended(t),
    )


@en("en-84-revoke", "consulted", "en-84.c", "for the penalties of a revoke partners may consult", dealer="W")
def consult_revoke(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    at = t.renounce(seat)
    t.round()
    t.play_out()
    foe = foes(seat)[0]
    t.fact("claimed", by=foe, what="revoke", against=seat, trick=4)
    t.fact("consulted", by="NS" if foe in "NS" else "EW")
    d = t.fact("demanded", by=foe, remedy="add_three", ruling=1)
    t.cut_next()
    loser = "NS" if seat in "NS" else "EW"
    return Expect(
        [
            rule(
                "renounce",
                "en-72",
                seat,
                at,
                ["established", "applied"],
                at={"applied": d},
                never=["cancelled"],
                remedies=three(seat),
            )
        ],
        result=scored(t, charged=[(loser, "add_three")]),
    )


# ------------------------------------------------------------------ laws 85 to 87
@en(
    "en-85-placed",
    "regular",
    "en-85",
    "the cards may be asked to be placed during the trick and until they are touched for gathering",
    dealer="E",
)
def placed(t: Hand) -> Expect:
    t.reach(2, 2)
    t.fact("said", by=left(t.trick[0][0]), what="asks_draw")
    t.follow()
    t.fact("said", by=t.trick[0][0], what="asks_draw")
    t.quit()
    return Expect(result=ended(t))


form(
    "en-85-too-late",
    "attention_called",
    "en-85",
    "he asked for the cards to be placed when they had been touched for gathering",
    "play",
    "attention",
    against="S",
    trick=4,
)


def attention(t: Hand, tricks: int = 3) -> tuple[str, int]:
    """The second hand calls attention before his partner, the last to play. Returns that partner and the line."""
    t.reach(tricks, 3)
    seat = t.to_play
    return seat, t.fact("said", by=partner(seat), what="calls_attention")


@en(
    "en-86-lowest",
    "attention",
    "en-86",
    "before his partner has played: the partner's lowest is called, by either adversary, and played",
    dealer="E",
)
def attention_lowest(t: Hand) -> Expect:
    seat, at = attention(t)
    mine = t.of(seat, t.led)
    need(len(mine) > 1)
    t.fact("demanded", by=left(seat), remedy="call_lowest", ruling=1)
    done = t.play(mine[0])
    return Expect(
        [
            rule(
                "attention_called",
                "en-86",
                partner(seat),
                at,
                ["option", "applied"],
                trick=4,
                at={"applied": done},
                remedies=offered(FOUR, foes(seat)),
            )
        ],
        result=ended(t),
    )


@en("en-86-lose", "attention", "en-86 en-fn36", "called on to lose the trick: he refrains from winning it", dealer="E")
def attention_lose(t: Hand) -> Expect:
    seat, at = attention(t)
    low = [c for c in t.of(seat, t.led) if not wins(t, seat, c)]
    need(low and any(wins(t, seat, c) for c in t.of(seat, t.led)))
    t.fact("demanded", by=right(seat), remedy="call_not_win", ruling=1)
    done = t.play(max(low, key=height))
    return Expect([rule("attention_called", "en-86", partner(seat), at, ["option", "applied"], at={"applied": done})])


@en("en-86-highest-refused", "attention", "en-86 en-61", "his highest was called; he plays a lower", dealer="W")
def attention_refused(t: Hand) -> Expect:
    seat, at = attention(t)
    mine = t.of(seat, t.led)
    need(len(mine) > 1)
    t.fact("demanded", by=right(seat), remedy="call_highest", ruling=1)
    bad = t.play(mine[0])
    t.quit()
    return Expect(
        [
            rule("attention_called", "en-86", partner(seat), at, ["option"], never=["applied"]),
            rule("refused_call", "en-61", seat, bad, remedies=three(seat)),
        ]
    )


@en("en-86-not-asked", "attention", "en-86", "the partner plays before anybody asks", dealer="S")
def attention_not_asked(t: Hand) -> Expect:
    seat, at = attention(t)
    gone = t.play()
    return Expect(
        [rule("attention_called", "en-86", partner(seat), at, ["option", "lapsed"], at={"lapsed": gone})],
        result=ended(t),
    )


@en("en-86-partner-had-played", "regular", "en-86", "his partner has played already", dealer="S")
def attention_after(t: Hand) -> Expect:
    t.reach(3, 3)
    t.fact("said", by=partner(t.trick[2][0]), what="calls_attention")
    return Expect(result=ended(t))


form(
    "en-87-no-time",
    "played_before_decision",
    "en-87",
    "the offender gave his adversaries no reasonable time to decide",
    "play",
    "decision",
    against="S",
)


@en(
    "en-87-decides-in-time",
    "decision",
    "en-87 en-62",
    "the adversaries take some seconds and decide: their right is whole",
    "contract",
    dealer="E",
)
def decides_in_time(t: Hand) -> Expect:
    leader, at, _ = partners_turn(t)
    t.row(at)["t"] = 100.0
    t.row(t.line)["t"] = 101.0
    suit = t.rng.choice(sorted({c[1] for c in t.hands[leader]}))
    t.fact("demanded", by=right(leader), remedy="call_suit", suit=suit, ruling=1, t=108.0)
    done = t.play(t.of(leader, suit)[0], t=110.0)
    return Expect(
        [
            rule(
                "lead_out_of_turn",
                "en-62",
                partner(leader),
                at,
                ["option", "applied"],
                at={"applied": done},
                never=["lapsed"],
            )
        ]
    )


# ------------------------------------------------------------------ laws 88, 89, 91
@en(
    "en-88-bystander",
    "bystander",
    "en-88",
    "a bystander's remark calls attention to an oversight in the score: the players may make him pay",
    "reading",
    dealer="E",
)
def bystander(t: Hand) -> Expect:
    t.begin()
    t.play_out()
    at = t.fact("said", by="bystander", what="calls_attention", of="score_error")
    return Expect([rule("bystander", "en-88", line=at, not_remedies=HARSH)], result=None)


@en("en-88-idle-remark", "bystander", "en-88", "a remark that touches no score: nothing to pay", "reading", dealer="E")
def idle_remark(t: Hand) -> Expect:
    t.reach(3)
    t.fact("said", by="bystander", what="remark")
    free = [*HARSH, "pays", "stakes_claimed"]
    return Expect(
        allow=[rule("bystander", never=["option", "compulsory", "established"], not_remedies=free)], result=ended(t)
    )


@en(
    "en-89-bystander-decides",
    "bystander",
    "en-89 en-E5 en-P3",
    "by agreement a bystander decides a question: that is no remark, and settles it",
    "reading",
    dealer="E",
)
def bystander_decides(t: Hand) -> Expect:
    t.reach(4, 1)
    at = t.fact("reported", by="N", irregularity="play_out_of_turn", against="E", trick=3)
    t.fact("ruled", by="bystander", ruling=1, outcome="none", why="by agreement of all players")
    return Expect(
        [rule("play_out_of_turn", line=at, path=["director"], never=["option", "compulsory", "established"])],
        result=ended(t),
    )


form("en-89-asked", "bystander", "en-89", "the players put a question to a bystander", "play", "bystander")
form(
    "en-E5-objects",
    "bystander",
    "en-E5",
    "he objects to an uninterested bystander's word on who played a card",
    "play",
    "etiquette",
    against="S",
)


@en(
    "en-91-last-trick",
    "regular",
    "en-91",
    "the last trick turned may be seen, with four cards on the table: eight in all",
    dealer="S",
)
def last_trick(t: Hand) -> Expect:
    t.reach(4, 3)
    t.fact("looked", by="N", at="trick", trick=4)
    t.play()
    t.quit()
    t.fact("looked", by="W", at="trick", trick=5)
    return Expect(result=ended(t))


@en(
    "en-91-earlier-trick",
    "trick_seen",
    "en-91",
    "the trick before the last: forbidden; the code gives no penalty",
    "reading",
    dealer="S",
)
def earlier_trick(t: Hand) -> Expect:
    t.reach(4, 1)
    at = t.fact("looked", by="N", at="trick", trick=3)
    return Expect([rule("trick_inspected", "en-91", "N", at, not_remedies=HARSH)], result=ended(t))


# ------------------------------------------------------------------ talk
@en(
    "en-fn37-who-dealt",
    "etiquette",
    "en-fn37",
    "he asks who dealt: irregular, nobody need answer, nothing follows; reported, it is a question",
    "reading",
    dealer="S",
)
def who_dealt(t: Hand) -> Expect:
    t.reach(3)
    t.fact("said", by="W", what="asks_who_dealt")
    at = t.fact("reported", by="N", irregularity="attention_called", against="W", law="en-fn37")
    t.play()
    return Expect(
        [rule("attention_called", "en-fn37", line=at, path=["director"], never=["option"])],
        allow=[rule(None, "en-fn37", "W", never=["option", "established", "compulsory"], not_remedies=[*HARSH, *WIN])],
    )


form(
    "en-fn38-trump-suit",
    "attention_called",
    "en-fn38",
    "he asked for the trump suit to draw his partner's attention to it",
    "play",
    "etiquette",
    against="S",
)
