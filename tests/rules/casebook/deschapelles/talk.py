"""Articles 109 to 116, 118, 121 and 122: what may be said and seen, and hands thrown down."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, rule
from tests.rules.casebook.deschapelles.table import PRICES, Table, anew_to, de
from tests.rules.casebook.hand import foes, height, left, need, partner, side


# ------------------------------------------------------------------ articles 109 and 110: questions
@de(
    "109-partner-asks",
    "regular",
    "de-109",
    "de-110",
    note="at his turn a player asks his partner whether he cannot follow suit: he could not",
    dealer="N",
)
def partner_asks(t: Table) -> Expect:
    seat = t.reach(5, 1)
    need(not t.of(seat, t.led))
    t.play()
    t.play()
    t.fact("said", by=partner(seat), what="asks_renounce", of=seat)
    t.fact("said", by=seat, what="none_left")
    t.close()
    return Expect(result=t.scored())


@de(
    "109-adversary-asks",
    "talk",
    "de-109",
    note="an adversary asks it: the right is the partner's alone",
    certainty="reading",
    dealer="N",
)
def adversary_asks(t: Table) -> Expect:
    seat = t.reach(5, 1)
    need(not t.of(seat, t.led))
    t.play()
    asker = t.to_play
    need(side(asker) != side(seat))
    at = t.fact("said", by=asker, what="asks_renounce", of=seat)
    return Expect([rule(None, "de-109|de-110|de-111", asker, at, ["option|director"], not_remedies=PRICES)])


@de(
    "110-four-questions",
    "regular",
    "de-110",
    note="trumps? your card? no suit? a revoke, I think: each by him whose turn it is",
    dealer="E",
)
def four_questions(t: Table) -> Expect:
    t.reach(3, 2)
    t.fact("said", by=t.to_play, what="asks_trump_suit")
    t.play()
    t.fact("said", by=t.to_play, what="asks_draw")
    t.round()
    t.play()
    t.play()
    t.fact("said", by=t.to_play, what="asks_renounce", of=partner(t.to_play))
    t.play()
    t.fact("said", by=t.to_play, what="suspects_revoke")
    t.close()
    return Expect(result=t.scored())


@de(
    "110-not-his-turn",
    "talk",
    "de-110",
    "de-111",
    note="the partner of him whose turn it is asks him to have the cards drawn",
    certainty="reading",
    dealer="E",
)
def not_his_turn(t: Table) -> Expect:
    seat = t.reach(3, 2)
    at = t.fact("said", by=partner(seat), what="asks_draw")
    return Expect(
        [
            rule(
                None,
                "de-110|de-111|de-116",
                partner(seat),
                at,
                ["option"],
                remedies=anew_to(foes(seat)),
                not_remedies=["deal_lost"],
            )
        ]
    )


# ------------------------------------------------------------------ articles 111, 113 and 116
@de(
    "111-draws-attention",
    "talk",
    "de-111",
    "de-116",
    note="he draws his partner's attention to the trick: the adversaries have a new deal",
    certainty="reading",
    dealer="S",
)
def draws_attention(t: Table) -> Expect:
    seat = t.reach(4, 1)
    at = t.fact("said", by=partner(seat), what="calls_attention")
    d = t.fact("demanded", by=foes(seat)[0], remedy="new_deal", ruling=1)
    return Expect(
        [
            rule(
                "attention_called",
                "de-111|de-116",
                partner(seat),
                at,
                ["option", "applied"],
                at={"applied": d},
                remedies=anew_to(foes(seat)),
                not_remedies=["deal_lost", "call_highest"],
            ),
            rule(None, "de-111", share=True),
        ],
        result={"void": True},
    )


@de("116-waived", "talk", "de-116", "de-111", note="they let it pass for good", dealer="S", certainty="contract")
def waived(t: Table) -> Expect:
    seat = t.reach(4, 1)
    at = t.fact("said", by=partner(seat), what="calls_attention")
    w = t.fact("waived", by=foes(seat)[1], ruling=1, for_="good")
    t.close()
    return Expect(
        [
            rule(
                "attention_called",
                "de-111|de-116",
                partner(seat),
                at,
                ["option", "waived"],
                at={"waived": w},
                never=["applied"],
            )
        ],
        result=t.scored(),
    )


@de(
    "116-hand-over",
    "talk",
    "de-116",
    note="nobody asks while the deal lasts: the right ends with it",
    dealer="S",
    certainty="reading",
)
def hand_over(t: Table) -> Expect:
    seat = t.reach(4, 1)
    at = t.fact("said", by=partner(seat), what="calls_attention")
    t.close()
    return Expect(
        [
            rule(
                "attention_called",
                "de-111|de-116",
                partner(seat),
                at,
                ["option", "lapsed|waived"],
                never=["applied"],
            )
        ],
        result=t.scored(),
    )


@de(
    "116-guilty-side",
    "wrong_demand",
    "de-116",
    note="the guilty side would have the new deal",
    dealer="W",
    certainty="reading",
)
def guilty_side(t: Table) -> Expect:
    seat = t.reach(4, 1)
    at = t.fact("said", by=partner(seat), what="calls_attention")
    t.fact("demanded", by=seat, remedy="new_deal", ruling=1)
    return Expect(
        [rule("attention_called", "de-111|de-116", partner(seat), at, ["option"], never=["applied"])],
        allow=[rule("wrong_demand", by=seat)],
    )


@de(
    "113-drawn-on-request",
    "regular",
    "de-113",
    "de-110",
    note="asked by his partner, whose turn it is, he points out his card",
    dealer="N",
)
def drawn_on_request(t: Table) -> Expect:
    t.reach(3, 2)
    seat, mate = t.trick[0][0], t.to_play
    need(mate == partner(seat))
    t.fact("said", by=mate, what="asks_draw")
    t.fact("indicated", by=seat, cards=t.trick[0][1])
    t.close()
    return Expect(result=t.scored())


@de(
    "113-drawn-unasked",
    "talk",
    "de-113",
    "de-116",
    note="he draws his card for his partner, who has not asked",
    certainty="reading",
    dealer="N",
)
def drawn_unasked(t: Table) -> Expect:
    t.reach(3, 2)
    seat, mate = t.trick[0][0], t.to_play
    need(mate == partner(seat))
    at = t.fact("indicated", by=seat, cards=t.trick[0][1])
    return Expect(
        [rule(None, "de-113|de-116", seat, at, ["option"], remedies=anew_to(foes(seat)), not_remedies=["deal_lost"])]
    )


# ------------------------------------------------------------------ articles 114 and 115
@de(
    "114-earlier-trick",
    "inspected",
    "de-114",
    "de-116",
    note="he looks at a trick before the last: the adversaries have a new deal",
    dealer="W",
)
def earlier_trick(t: Table) -> Expect:
    t.reach(4)
    at = t.fact("looked", by="E", at="trick", trick=3)
    d = t.fact("demanded", by="N", remedy="new_deal", ruling=1)
    return Expect(
        [
            rule(
                "trick_inspected",
                "de-114|de-116",
                "E",
                at,
                ["option", "applied"],
                at={"applied": d},
                remedies=anew_to(["N", "S"]),
                not_remedies=["deal_lost", "call_suit"],
            ),
            rule(None, "de-114", share=True),
        ],
        result={"void": True},
    )


@de("114-last-trick", "regular", "de-114", note="he looks at the last trick, as he may", dealer="W")
def last_trick(t: Table) -> Expect:
    t.reach(4)
    t.fact("looked", by="E", at="trick", trick=4)
    t.close()
    return Expect(result=t.scored())


@de(
    "115-named",
    "turn_up_named",
    "de-115",
    "de-116",
    note="the second trick is turned, the turn-up lifted, and he names it",
    dealer="E",
)
def named(t: Table) -> Expect:
    t.reach(3)
    need(t.turn_up in t.hands["E"])
    at = t.fact("said", by="W", what="names_turn_up", card=t.turn_up)
    d = t.fact("demanded", by="N", remedy="new_deal", ruling=1)
    return Expect(
        [
            rule(
                "turn_up_named",
                "de-115|de-116",
                "W",
                at,
                ["option", "applied"],
                at={"applied": d},
                remedies=anew_to(["N", "S"]),
                not_remedies=["call_highest", "call_lowest", "deal_lost"],
            ),
            rule(None, "de-115", share=True),
        ],
        result={"void": True},
    )


@de("115-named-early", "regular", "de-115", note="named while the second trick is not yet turned", dealer="E")
def named_early(t: Table) -> Expect:
    t.reach(1, 2)
    t.fact("said", by="W", what="names_turn_up", card=t.turn_up)
    t.close()
    return Expect(result=t.scored())


@de("115-shown", "turn_up_named", "de-115", note="the dealer shows it again", dealer="E")
def shown_again(t: Table) -> Expect:
    t.reach(3)
    need(t.turn_up in t.hands["E"])
    at = t.fact("exposed", by="E", cards=t.turn_up, how="shown")
    return Expect(
        [
            rule(
                "turn_up_named|exposed_card",
                "de-115|de-116",
                "E",
                at,
                ["option"],
                remedies=anew_to(["N", "S"]),
                not_remedies=["deal_lost"],
            )
        ],
        allow=[rule("exposed_card", "de-73", "E", at)],
    )


@de(
    "115-suit-asked",
    "regular",
    "de-110",
    "de-115",
    note="which suit is trumps may always be asked at one's turn",
    dealer="E",
)
def suit_asked(t: Table) -> Expect:
    t.reach(5)
    t.fact("said", by=t.to_play, what="asks_trump_suit")
    t.close()
    return Expect(result=t.scored())


# ------------------------------------------------------------------ articles 118, 121 and 122
@de(
    "118-thrown-down",
    "thrown",
    "de-118",
    note="he throws down his hand on purpose in the middle of the play: held to have played",
    certainty="reading",
    dealer="W",
)
def thrown_down(t: Table) -> Expect:
    seat = t.reach(6)
    at = t.fact("threw_in", by=seat)
    return Expect(
        [
            rule(
                None,
                "de-118",
                seat,
                at,
                ["option|director|compulsory|established"],
                not_remedies=["deal_lost", *PRICES],
            )
        ],
        allow=[rule(None, "de-118|de-124|de-73", seat, at)],
        result=None,
    )


@de(
    "118-detached",
    "thrown",
    "de-118",
    note="a card wholly detached to be played is played: he may not put it back for another",
    certainty="reading",
    dealer="W",
)
def detached(t: Table) -> Expect:
    seat = t.reach(3, 1)
    need(len(t.of(seat, t.led)) > 1)
    one, two = t.of(seat, t.led)[:2]
    at = t.fact("exposed", by=seat, cards=one, how="detached")
    t.play(two)
    return Expect(
        [
            rule(
                "exposed_card|cards_played_together|played_before_decision",
                "de-118|de-74",
                seat,
                at,
                ["option|director"],
            )
        ],
        allow=[rule("cards_played_together|played_before_decision", "de-79|de-85|de-118", seat)],
    )


def all_the_rest(t: Table, tricks: int = 10) -> str:
    """A regular hand up to a player who has the lead and nothing but the highest trumps left."""
    seat = t.reach(tricks)
    mine = t.hands[seat]
    need(all(c[1] == t.trump for c in mine))
    others = [c for s in "NESW" if s != seat for c in t.hands[s] if c[1] == t.trump]
    need(not others or min(map(height, mine)) > max(map(height, others)))
    return seat


@de(
    "121-has-the-rest",
    "thrown",
    "de-121",
    note="with all the rest in his hand he throws it down, as he may",
    certainty="reading",
    dealer="W",
)
def has_the_rest(t: Table) -> Expect:
    seat = all_the_rest(t)
    t.fact("threw_in", by=seat)
    rest = 13 - sum(t.taken.values())
    us = side(seat)
    had = {s: t.taken[s] + (rest if s == us else 0) for s in t.taken}
    t.fact("abandoned", claimed=had)
    t.cut_next()
    return Expect(
        allow=[rule("rest_claimed|abandoned_hand", "de-118|de-121|de-124", never=["established"], not_remedies=PRICES)],
        result=t.scored(tricks=had),
    )


@de(
    "121-has-not",
    "thrown",
    "de-121",
    "de-118",
    note="he throws it down and the rest is not his",
    certainty="reading",
    dealer="W",
)
def has_not(t: Table) -> Expect:
    seat = t.reach(8)
    over = left(seat)
    need(all(any(height(d) > height(c) for d in t.of(over, c[1])) for c in t.hands[seat]))
    at = t.fact("threw_in", by=seat)
    return Expect(
        [rule(None, "de-118|de-121", seat, at, ["option|director|compulsory|established"], not_remedies=["deal_lost"])],
        allow=[rule(None, "de-118|de-121|de-124|de-73", seat, at)],
        result=None,
    )


@de(
    "122-i-win-the-rest",
    "rest",
    "de-122",
    note="he says that he wins the rest: his own hand is thrown down, not his partner's",
    dealer="S",
    certainty="reading",
)
def wins_the_rest(t: Table) -> Expect:
    seat = t.reach(7)
    at = t.fact("said", by=seat, what="rest_are_ours")
    return Expect(
        [
            rule(
                "rest_claimed",
                "de-122",
                seat,
                at,
                ["option|director|compulsory|established"],
                not_remedies=["deal_lost", *PRICES],
            )
        ],
        allow=[rule("exposed_card", "de-122|de-73|de-124", seat)],
        result=None,
    )


@de("122-i-have-the-game", "rest", "de-122", note="he says that he has won the game", dealer="N", certainty="reading")
def have_the_game(t: Table) -> Expect:
    seat = t.reach(7)
    at = t.fact("said", by=seat, what="we_have_game")
    return Expect(
        [rule("rest_claimed", "de-122", seat, at, ["option|director|compulsory|established"], not_remedies=PRICES)],
        allow=[rule("exposed_card", "de-122|de-73|de-124", seat)],
        result=None,
    )


@de(
    "122-nothing-said",
    "regular",
    "de-122",
    "de-121",
    note="he has all the rest, says nothing, and plays it",
    dealer="N",
)
def nothing_said(t: Table) -> Expect:
    all_the_rest(t)
    t.close()
    return Expect(result=t.scored())


@de(
    "111-in-the-rules",
    "regular",
    "de-111",
    "de-29",
    note="who dealt may be asked before the play",
    certainty="reading",
    dealer="N",
)
def who_dealt(t: Table) -> Expect:
    t.prepare()
    t.fact("said", by="E", what="asks_who_dealt")
    t.deal()
    t.turn()
    t.close()
    return Expect(result=t.scored())
