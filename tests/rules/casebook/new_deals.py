"""Laws 15 and 16: cards shown in the deal, and the wrong dealer or pack."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, case, rule
from tests.rules.casebook.dealing import again
from tests.rules.casebook.hand import Hand, foes, need


# ------------------------------------------------------------------ law 15
def shown_by_dealer(t: Hand, stop: int = 21) -> int:
    """The dealer faces a card as he deals it."""
    t.prepare()
    t.deal(0, stop)
    return t.deal(stop, stop + 1, face_up=True)


@case(
    "shown-demanded",
    "shown_in_deal",
    "am-15.a",
    note="faced by the dealer; an adversary asks for a new deal: the same dealer",
    dealer="N",
)
def shown_demanded(t: Hand) -> Expect:
    at = shown_by_dealer(t)
    d = t.fact("demanded", by="W", remedy="new_deal", ruling=1)
    return Expect(
        [
            rule(
                "card_shown_in_deal",
                "am-15.a",
                "N",
                at,
                ["option", "applied"],
                at={"applied": d},
                remedies={"new_deal": ["E", "W"]},
            )
        ],
        result=again("N"),
    )


@case(
    "shown-by-adversary",
    "shown_in_deal",
    "am-15.a",
    note="an adversary of the dealer shows his card: the dealer's side is not in fault and may choose",
    dealer="N",
)
def shown_by_adversary(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 16)
    at = t.fact("exposed", by="E", cards=t.order["E"][1], how="shown")
    return Expect(
        [
            rule(
                "card_shown_in_deal",
                "am-15.a",
                "E",
                at,
                ["option"],
                remedies={"new_deal": ["N", "S"]},
                not_remedies=["deal_lost", "call_card"],
            )
        ]
    )


@case(
    "shown-after-touching",
    "shown_in_deal",
    "am-15.a",
    note="one of the innocent side had touched a card: no new deal",
    dealer="N",
)
def shown_after_touching(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 12)
    t.fact("touched", by="W", what="hand")
    t.deal(12, 21)
    t.deal(21, 22, face_up=True)
    return Expect(
        allow=[rule("card_shown_in_deal", never=["option", "compulsory"], not_remedies=["new_deal"])], result=None
    )


@case(
    "shown-after-looking",
    "shown_in_deal",
    "am-15.a",
    note="looking at a hand is touching it",
    dealer="E",
    certainty="contract",
)
def shown_after_looking(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 12)
    t.fact("looked", by="N", at="hand")
    t.deal(12, 21)
    t.deal(21, 22, face_up=True)
    return Expect(
        allow=[rule("card_shown_in_deal", never=["option", "compulsory"], not_remedies=["new_deal"])], result=None
    )


@case("shown-after-taking-up", "shown_in_deal", "am-15.a", note="so is taking it up", dealer="E", certainty="contract")
def shown_after_taking_up(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 12)
    t.fact("took_up", by="S", what="hand")
    t.deal(12, 21)
    t.deal(21, 22, face_up=True)
    return Expect(
        allow=[rule("card_shown_in_deal", never=["option", "compulsory"], not_remedies=["new_deal"])], result=None
    )


@case(
    "shown-guilty-touched",
    "shown_in_deal",
    "am-15.a",
    note="the side in fault had touched a card: the right is open all the same",
    dealer="S",
)
def shown_guilty_touched(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 12)
    t.fact("touched", by="N", what="hand")
    t.deal(12, 21)
    at = t.deal(21, 22, face_up=True)
    return Expect([rule("card_shown_in_deal", "am-15.a", "S", at, ["option"], remedies={"new_deal": ["E", "W"]})])


@case(
    "shown-then-touched",
    "shown_in_deal",
    "am-15.a",
    note="an innocent takes up his cards before any demand: the right is gone",
    dealer="W",
)
def shown_then_touched(t: Hand) -> Expect:
    at = shown_by_dealer(t)
    t.fact("touched", by="N", what="hand")
    return Expect(
        [
            rule(
                "card_shown_in_deal",
                "am-15",
                "W",
                at,
                ["option", "lapsed|cancelled|waived"],
                never=["applied"],
                remedies={"new_deal": ["N", "S"]},
            )
        ],
        result=None,
    )


@case(
    "shown-wrong-side",
    "shown_in_deal",
    "am-15.a",
    "am-39.c",
    note="the side in fault cannot ask for the new deal",
    dealer="W",
    certainty="reading",
)
def shown_wrong_side(t: Hand) -> Expect:
    at = shown_by_dealer(t)
    t.fact("demanded", by="E", remedy="new_deal", ruling=1)
    return Expect(
        [
            rule("card_shown_in_deal", "am-15.a", "W", at, ["option"], never=["applied"]),
            rule(None, "am-39", share=True),
        ],
        allow=[rule("wrong_demand")],
        result=None,
    )


@case(
    "shown-and-stands",
    "shown_in_deal",
    "am-15.b",
    note="no new deal is asked: play goes on, the card cannot be called and its owner waits for nobody",
    dealer="E",
)
def shown_and_stands(t: Hand) -> Expect:
    at = shown_by_dealer(t, 25)
    t.deal(26)
    t.turn()
    t.close()
    return Expect(
        [
            rule(
                "card_shown_in_deal",
                "am-15",
                "E",
                at,
                ["option", "lapsed|waived|cancelled"],
                never=["applied"],
                not_remedies=["call_card"],
            )
        ],
        result=t.result(),
    )


@case("shown-and-waived", "shown_in_deal", "am-15.b", note="the right is given up in words", dealer="E")
def shown_and_waived(t: Hand) -> Expect:
    at = shown_by_dealer(t, 25)
    w = t.fact("waived", by="S", ruling=1)
    t.deal(26)
    t.turn()
    t.rounds(3)
    return Expect(
        [
            rule(
                "card_shown_in_deal",
                "am-15",
                "E",
                at,
                ["option", "waived"],
                at={"waived": w},
                never=["applied"],
                not_remedies=["call_card"],
            )
        ]
    )


@case(
    "shown-called-later",
    "wrong_demand",
    "am-15.b",
    note="a card shown in the deal is called in the play: none can be enforced",
    dealer="N",
    certainty="reading",
)
def shown_called_later(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 22)
    t.deal(22, 23, face_up=True)
    holder, card = t.target(22), t.order[t.target(22)][5]
    t.deal(23)
    t.turn()
    t.play()
    need(card in t.hands[holder])
    t.fact("demanded", by=foes(holder)[0], remedy="call_card", card=card)
    return Expect(
        [rule("card_shown_in_deal", "am-15", "N", not_remedies=["call_card"]), rule("wrong_demand", optional=True)]
    )


@case(
    "exposed-after-deal",
    "exposed",
    "am-20.I",
    "am-15.a",
    note="the deal is over when the trump card is turned: a card faced then, before the first lead, may be called",
    dealer="S",
)
def exposed_after_deal(t: Hand) -> Expect:
    t.begin()
    at = t.fact("exposed", by="E", cards=t.hands["E"][0], how="dropped")
    return Expect(
        [
            rule(
                "exposed_card",
                "am-20.I",
                "E",
                at,
                ["option"],
                remedies={"call_card": ["N", "S"]},
                not_remedies=["new_deal"],
            )
        ]
    )


# ------------------------------------------------------------------ law 16
@case(
    "wrong-dealer",
    "out_of_turn",
    "am-16.a",
    "am-16.b",
    note="his left-hand neighbour deals, nobody stops him before the trump card: the deal is good, and is his",
    certainty="text",
    dealer="N",
)
def wrong_dealer(t: Hand) -> Expect:
    t.set_dealer("E")
    t.prepare()
    at = t.line + 1
    t.deal(by="E")
    v = t.turn()
    t.close()
    return Expect(
        [
            rule(
                "deal_out_of_turn",
                "am-16.a",
                "E",
                path=["correctable", "lapsed"],
                at={"lapsed": v},
                remedies={"correct_deal": None},
                not_remedies=["deal_lost"],
            )
        ],
        allow=[rule("cut_irregular", line=at - 1)],
        result=t.result(),
    )


@case(
    "wrong-dealer-stopped",
    "out_of_turn",
    "am-16.a",
    note="stopped before the trump card is turned",
    dealer="W",
    certainty="reading",
)
def wrong_dealer_stopped(t: Hand) -> Expect:
    t.fact("shuffled", by="W")
    t.set_dealer("N")
    at = t.deal(0, 1, by="N")
    t.deal(1, 6, by="N")
    d = t.fact("demanded", by="E", remedy="correct_deal", ruling=1)
    return Expect(
        [
            rule(
                "deal_out_of_turn",
                "am-16.a",
                "N",
                at,
                ["correctable", "applied"],
                at={"applied": d},
                remedies={"correct_deal": None},
            )
        ],
        result=None,
    )


@case(
    "wrong-pack",
    "wrong_pack",
    "am-16.a",
    "am-16.b",
    note="dealt with the adversaries' pack; after the trump card the packs stay changed",
    dealer="W",
)
def wrong_pack(t: Hand) -> Expect:
    t.prepare()
    at = t.deal(0, 1, pack="other")
    t.deal(1, pack="other")
    v = t.turn()
    t.close()
    return Expect(
        [
            rule(
                "wrong_pack",
                "am-16.a",
                line=at,
                path=["correctable", "lapsed"],
                at={"lapsed": v},
                not_remedies=["deal_lost"],
            )
        ],
        result=t.result(),
    )


@case("wrong-pack-stopped", "wrong_pack", "am-16.a", note="seen in time: still to be put right", dealer="W")
def wrong_pack_stopped(t: Hand) -> Expect:
    t.prepare()
    at = t.deal(0, 1, pack="other")
    t.deal(1, 9, pack="other")
    return Expect(
        [
            rule(
                "wrong_pack",
                "am-16.a",
                line=at,
                path=["correctable"],
                never=["lapsed", "compulsory"],
                remedies={"correct_deal": None},
            )
        ]
    )
