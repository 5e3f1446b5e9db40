"""Laws 34 to 37: drawing cards, calling attention, claiming the rest, seeing a quitted trick."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, case, rule
from tests.rules.casebook.hand import Hand, foes, left, need, partner, right, side


# ------------------------------------------------------------------ law 34
@case(
    "cards-drawn", "regular", "am-34", note="anybody may ask that the cards be drawn while the trick lies", dealer="E"
)
def cards_drawn(t: Hand) -> Expect:
    t.reach(2, 2)
    t.fact("said", by=left(t.trick[0][0]), what="asks_draw")
    t.follow()
    t.fact("said", by=t.trick[0][0], what="asks_draw")
    t.quit()
    t.close()
    return Expect(result=t.result())


@case(
    "none-asked",
    "regular",
    "am-34",
    note="asking a partner whether he has none, and his answer, cost nothing here",
    dealer="S",
    certainty="reading",
)
def none_asked(t: Hand) -> Expect:
    seat = t.reach(5, 2)
    need(not t.of(seat, t.led))
    t.play()
    t.fact("said", by=partner(seat), what="asks_renounce", of=seat)
    t.fact("said", by=seat, what="none_left")
    t.close()
    return Expect(result=t.result())


# ------------------------------------------------------------------ law 35
def attention(t: Hand, plays: int, tricks: int = 3) -> tuple[str, int]:
    """The player before the last one but one calls attention before his partner plays. Returns partner and line."""
    t.reach(tricks, plays)
    speaker = partner(t.to_play)
    return t.to_play, t.fact("said", by=speaker, what="calls_attention")


@case(
    "attention-lowest",
    "attention",
    "am-35",
    note="before his partner, the last hand, has played: the adversary who played last calls the lowest, and gets it",
    dealer="E",
)
def attention_lowest(t: Hand) -> Expect:
    seat, at = attention(t, 3)
    mine = t.of(seat, t.led)
    need(len(mine) > 1)
    t.fact("demanded", by=right(seat), remedy="call_lowest", ruling=1)
    done = t.play(mine[0])
    t.close()
    return Expect(
        [
            rule(
                "attention_called",
                "am-35",
                partner(seat),
                at,
                ["option", "applied"],
                trick=4,
                at={"applied": done},
                remedies={
                    "call_highest": [right(seat)],
                    "call_lowest": [right(seat)],
                    "call_trump": [right(seat)],
                    "call_not_trump": [right(seat)],
                },
            )
        ],
        result=t.result(),
    )


@case(
    "attention-highest-refused",
    "attention",
    "am-35",
    "am-38",
    note="his highest was called; he plays a lower",
    dealer="W",
)
def attention_refused(t: Hand) -> Expect:
    seat, at = attention(t, 3)
    mine = t.of(seat, t.led)
    need(len(mine) > 1)
    t.fact("demanded", by=right(seat), remedy="call_highest", ruling=1)
    bad = t.play(mine[0])
    t.quit()
    t.round()
    return Expect(
        [
            rule("attention_called", "am-35", partner(seat), at, ["option"], never=["applied"]),
            rule("refused_call", "am-38", seat, bad, remedies={"two_tricks": foes(seat)}),
        ]
    )


@case("attention-trump", "attention", "am-35", note="the partner has none of the suit: called not to trump", dealer="W")
def attention_trump(t: Hand) -> Expect:
    seat, at = attention(t, 3, 5)
    need(t.led != t.trump and not t.of(seat, t.led) and t.of(seat, t.trump) and t.off(seat, t.trump))
    t.fact("demanded", by=right(seat), remedy="call_not_trump", ruling=1)
    done = t.play(t.off(seat, t.trump)[0])
    t.round()
    return Expect([rule("attention_called", "am-35", partner(seat), at, ["option", "applied"], at={"applied": done})])


@case("attention-not-demanded", "attention", "am-35", note="the partner plays before anybody asks", dealer="S")
def attention_not_demanded(t: Hand) -> Expect:
    seat, at = attention(t, 3)
    gone = t.play()
    t.close()
    return Expect(
        [rule("attention_called", "am-35", partner(seat), at, ["option", "lapsed"], at={"lapsed": gone})],
        result=t.result(),
    )


@case("attention-after-partner", "regular", "am-35", note="his partner has played: he may speak", dealer="S")
def attention_after(t: Hand) -> Expect:
    t.reach(3, 3)
    t.fact("said", by=partner(t.trick[2][0]), what="calls_attention")
    t.close()
    return Expect(result=t.result())


@case(
    "attention-by-leader",
    "attention",
    "am-35",
    note="the leader calls attention before anybody has followed: the "
    "adversary who will be last to play may call (resolution A-9)",
    dealer="S",
    certainty="reading",
)
def attention_by_leader(t: Hand) -> Expect:
    t.reach(3, 1)
    leader = t.trick[0][0]
    at = t.fact("said", by=leader, what="calls_attention")
    return Expect(
        [rule("attention_called", "am-35", leader, at, ["option"], remedies={"call_highest": [right(leader)]})]
    )


@case(
    "attention-wrong-adversary",
    "attention",
    "am-35",
    "am-39.c",
    note="the adversary who led asks, not he who played last",
    dealer="S",
)
def attention_wrong(t: Hand) -> Expect:
    seat, at = attention(t, 3)
    d = t.fact("demanded", by=left(seat), remedy="call_lowest", ruling=1)
    t.play()
    t.quit()
    t.close()
    return Expect(
        [
            rule(
                "attention_called",
                "am-35",
                partner(seat),
                at,
                ["option", "cancelled"],
                at={"cancelled": d},
                never=["applied"],
            ),
            rule(None, "am-39.c", share=True),
        ],
        allow=[rule("wrong_demand", by=left(seat))],
        result=t.result(),
    )


# ------------------------------------------------------------------ law 36
@case(
    "rest-ours-demanded",
    "rest_claimed",
    "am-36",
    note="we have the game: his partner's hand is laid open and callable",
    dealer="W",
)
def rest_ours_demanded(t: Hand) -> Expect:
    seat = t.reach(6)
    mate = partner(seat)
    at = t.fact("said", by=seat, what="we_have_game")
    t.fact("demanded", by=foes(seat)[0], remedy="hand_callable", ruling=1)
    t.fact("laid_open", by=mate, cards=" ".join(t.hands[mate]), why="ruling")
    return Expect(
        [
            rule(
                "rest_claimed",
                "am-36",
                seat,
                at,
                ["option|compulsory"],
                remedies={"hand_callable": foes(seat)},
                not_remedies=["two_tricks"],
            )
        ],
        allow=[rule("exposed_card", "am-36|am-20|am-21", mate)],
    )


@case(
    "rest-ours-by-claim",
    "rest_claimed",
    "am-36",
    note="the same by a press of the button",
    dealer="N",
    certainty="contract",
)
def rest_by_claim(t: Hand) -> Expect:
    seat = t.reach(8)
    at = t.fact("claimed", by=seat, what="rest")
    return Expect(
        [rule("rest_claimed", "am-36", seat, at, ["option|compulsory"], remedies={"hand_callable": foes(seat)})]
    )


@case(
    "rest-ours-called",
    "rest_claimed",
    "am-36",
    "am-21.b",
    note="a card of the hand laid open is called, and played",
    dealer="N",
    certainty="reading",
)
def rest_called(t: Hand) -> Expect:
    seat = t.reach(8, 1)
    talker, mate = partner(seat), seat
    at = t.fact("said", by=talker, what="rest_are_ours")
    t.fact("demanded", by=foes(seat)[1], remedy="hand_callable", ruling=1)
    t.fact("laid_open", by=mate, cards=" ".join(t.hands[mate]), why="ruling")
    card = t.legal(mate)[0]
    t.fact("demanded", by=foes(seat)[1], remedy="call_card", card=card)
    t.play(card)
    return Expect(
        [rule("rest_claimed", "am-36", talker, at, ["option|compulsory"])],
        allow=[rule("exposed_card", "am-36|am-20|am-21", mate), rule("wrong_demand")],
    )


@case(
    "rest-ours-after-play",
    "regular",
    "am-36",
    note="said when the last trick has been played: nobody gains by it",
    dealer="N",
    certainty="reading",
)
def rest_after_play(t: Hand) -> Expect:
    t.begin()
    t.play_out()
    t.fact("said", by=t.leader, what="we_have_game")
    t.cut_next()
    return Expect(allow=[rule("rest_claimed", not_remedies=["two_tricks"])], result=t.result())


# ------------------------------------------------------------------ law 37
@case(
    "trick-seen-suit-called",
    "inspected",
    "am-37",
    "am-24.b",
    note="an adversary of the leader looks at a quitted trick: "
    "when his side first leads, the right-hand adversary of the leader names a suit",
    dealer="E",
)
def trick_seen(t: Hand) -> Expect:
    leader = t.reach(3)
    seat = left(leader)
    at = t.fact("looked", by=seat, at="trick", trick=1)
    while side(t.leader) == side(leader) or t.trick:
        t.round()
        need(t.number < 11)
    now = t.leader
    suit = t.hands[now][0][1]
    t.fact("demanded", by=right(now), remedy="call_suit", suit=suit, ruling=1)
    done = t.play(t.of(now, suit)[0])
    t.close()
    return Expect(
        [
            rule(
                "trick_inspected",
                "am-37",
                seat,
                at,
                ["option", "applied"],
                at={"applied": done},
                remedies={"call_suit": None},
            )
        ],
        result=t.result(),
    )


@case(
    "trick-seen-own-lead",
    "inspected",
    "am-37",
    "am-24.a",
    note="the leader himself looks back before he leads, and leads before anybody asks",
    dealer="E",
)
def trick_seen_own_lead(t: Hand) -> Expect:
    seat = t.reach(3)
    at = t.fact("looked", by=seat, at="trick", trick=3)
    gone = t.play()
    t.round()
    return Expect(
        [
            rule(
                "trick_inspected",
                "am-37",
                seat,
                at,
                ["option", "lapsed"],
                at={"lapsed": gone},
                remedies={"call_suit": [right(seat)]},
            )
        ]
    )


@case(
    "trick-not-quitted-seen",
    "regular",
    "am-37",
    note="it lies complete but is not yet quitted: it may be seen",
    dealer="W",
    certainty="text",
)
def not_quitted_seen(t: Hand) -> Expect:
    t.reach(3)
    t.play()
    t.follow()
    t.fact("looked", by="N", at="trick", trick=4)
    t.quit()
    t.close()
    return Expect(result=t.result())


@case("trick-seen-after-play", "regular", "am-37", note="after the hand has been played everybody may look", dealer="W")
def seen_after_play(t: Hand) -> Expect:
    t.begin()
    t.play_out()
    t.fact("looked", by="S", at="trick", trick=5)
    t.cut_next()
    return Expect(result=t.result())
