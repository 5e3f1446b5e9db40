"""Articles 26 to 32 and 34: the deal, and what loses it."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, rule
from tests.rules.casebook.deschapelles.table import LOST, Table, again, anew_to, de, liable, no_deal_lost
from tests.rules.casebook.hand import foes


# ------------------------------------------------------------------ article 26
@de("26-looked", "turn_looked", "de-26", note="the dealer looks at the turn-up before it is turned", dealer="N")
def looked(t: Table) -> Expect:
    t.prepare()
    t.deal(0, 40)
    at = t.fact("looked", by="N", at="turn-up")
    return Expect(
        [rule("turn_up_looked_at", "de-26", "N", at, ["compulsory"], remedies=LOST, not_remedies=["new_deal"])],
        result=again("E"),
    )


@de("26-shown", "turn_looked", "de-26", note="he shows it before the cards are all dealt", dealer="E")
def shown_early(t: Table) -> Expect:
    t.prepare()
    t.deal(0, 47)
    at = t.fact("exposed", by="E", cards=t.turn_up, how="shown")
    return Expect(
        [
            rule(
                "turn_up_looked_at|card_shown_in_deal",
                "de-26",
                "E",
                at,
                ["compulsory"],
                remedies=LOST,
                not_remedies=["new_deal"],
            )
        ],
        result=again("S"),
    )


@de(
    "26-looked-after",
    "regular",
    "de-26",
    note="he looks at it when all the cards are dealt and it is turned",
    dealer="E",
)
def looked_after(t: Table) -> Expect:
    t.begin()
    t.fact("looked", by="E", at="turn-up")
    t.close()
    return Expect(result=t.scored())


# ------------------------------------------------------------------ article 27
@de("27-dropped", "deal_lost", "de-27", note="the dealer drops a card", dealer="S")
def dropped(t: Table) -> Expect:
    t.prepare()
    t.deal(0, 30)
    at = t.fact("exposed", by="S", cards=t.order[t.target(30)][30 // 4], how="dropped")
    return Expect(
        [rule(None, "de-27", "S", at, ["compulsory"], remedies=LOST, not_remedies=["new_deal"])], result=again("W")
    )


@de("27-floor", "deal_lost", "de-27", note="a card falls to the floor under the dealer's hands", dealer="W")
def dropped_to_floor(t: Table) -> Expect:
    t.prepare()
    t.deal(0, 11)
    at = t.fact("exposed", by="W", cards=t.order[t.target(11)][11 // 4], how="floor")
    return Expect([rule(None, "de-27", "W", at, ["compulsory"], remedies=LOST)], result=again("N"))


@de(
    "27-dropped-by-adversary",
    "shown_in_deal",
    "de-27",
    "de-32.a",
    note="an adversary drops one of his: the deal is not lost",
    dealer="S",
)
def dropped_by_adversary(t: Table) -> Expect:
    t.prepare()
    t.deal(0, 30)
    at = t.fact("exposed", by="E", cards=t.order["E"][2], how="dropped")
    return Expect(
        [
            rule(
                "card_shown_in_deal",
                "de-32.a",
                "E",
                at,
                ["option"],
                remedies=anew_to("NS"),
                not_remedies=["deal_lost"],
            )
        ]
    )


@de(
    "27-in-play",
    "exposed",
    "de-27",
    "de-73",
    note="dropped in the play, the dealer's card is an exposed card and no lost deal",
    dealer="S",
)
def dropped_in_play(t: Table) -> Expect:
    t.reach(3)
    at = t.fact("exposed", by="S", cards=t.hands["S"][0], how="dropped")
    return Expect(
        [rule("exposed_card", "de-73", "S", at, ["option"], remedies=liable("S"), not_remedies=["deal_lost"])]
    )


# ------------------------------------------------------------------ article 28: how the cards are dealt
def astray(t: Table, i: int, by: int = 1) -> int:
    """Card number ``i`` of the deal goes ``by`` seats too far."""
    return t.fact("dealt", to=t.target(i + by), cards=t.order[t.target(i)][i // 4])


@de(
    "28-one-astray",
    "misplaced",
    "de-28.1",
    "de-31.2",
    note="one card out of its turn, put right: the deal is not lost",
    dealer="N",
)
def one_astray(t: Table) -> Expect:
    t.prepare()
    t.deal(0, 17)
    at = astray(t, 17)
    t.fact("moved", from_=t.target(18), to=t.target(17), by="N", card=t.order[t.target(17)][4])
    t.deal(18)
    t.turn()
    t.close()
    return Expect(
        [
            rule(
                "misplaced_card",
                "de-28.1|de-31.2|de-29",
                "N",
                at,
                never=["compulsory", "applied"],
                not_remedies=["deal_lost"],
            )
        ],
        result=t.scored(),
    )


@de(
    "28-two-at-once",
    "misplaced",
    "de-28.3",
    note="two cards to one hand at once, one of them moved to where it belongs: not yet a lost deal",
    certainty="reading",
    dealer="E",
)
def two_at_once(t: Table) -> Expect:
    t.prepare()
    t.deal(0, 13)
    first, second = t.order[t.target(13)][3], t.order[t.target(14)][3]
    at = t.fact("dealt", to=t.target(13), cards=f"{first} {second}")
    t.fact("moved", from_=t.target(13), to=t.target(14), by="E", card=second)
    t.deal(15)
    t.turn()
    t.close()
    return Expect(
        [
            rule(
                "misplaced_card|deal_irregular",
                "de-28|de-31.2|de-29",
                "E",
                at,
                never=["compulsory", "applied"],
                not_remedies=["deal_lost"],
            )
        ],
        result=t.scored(),
    )


@de(
    "28-in-order",
    "regular",
    "de-28.1",
    "de-28.3",
    note="one at a time and to the left: all of the deal was seen",
    dealer="E",
    complete=["deal"],
)
def in_order(t: Table) -> Expect:
    t.begin()
    t.close()
    return Expect(result=t.scored())


# ------------------------------------------------------------------ articles 29 and 30
@de(
    "29-remarked",
    "deal_irregular",
    "de-30",
    "de-29",
    note="a player who has shown no card remarks on the deal: the bystanders judge",
    dealer="W",
    certainty="reading",
)
def remarked(t: Table) -> Expect:
    t.prepare()
    t.deal(0, 22)
    at = t.fact("said", by="N", what="doubts_deal", of="deal_irregular")
    t.fact("ruled", by="gallery", ruling=1, outcome="stands", why="regular enough")
    t.deal(22)
    t.turn()
    t.close()
    return Expect(
        [rule("deal_irregular", "de-29|de-30", line=at, path=["director"], never=["compulsory"])], result=t.scored()
    )


@de(
    "30-gallery-finds",
    "deal_irregular",
    "de-30",
    "de-29",
    certainty="reading",
    note="they find that it ought to be more regular: the deal is lost",
    dealer="W",
)
def gallery_finds(t: Table) -> Expect:
    t.prepare()
    t.deal(0, 22)
    at = t.fact("said", by="N", what="doubts_deal", of="deal_irregular")
    t.fact("ruled", by="gallery", ruling=1, outcome="deal_lost", why="two and three at a time")
    return Expect([rule("deal_irregular", "de-30", line=at, path=["director"], remedies=LOST)], result=again("N"))


@de(
    "29-after-showing",
    "deal_irregular",
    "de-29",
    note="he has shown a card: he may no longer remark on the deal",
    certainty="reading",
    dealer="W",
)
def after_showing(t: Table) -> Expect:
    t.reach(0, 1)
    t.fact("said", by="N", what="doubts_deal", of="deal_irregular")
    t.close()
    return Expect(
        allow=[rule("deal_irregular", "de-29|de-30", not_remedies=["deal_lost"], never=["compulsory", "applied"])],
        result=t.scored(),
    )


# ------------------------------------------------------------------ article 31
@de("31-two-shown", "shown_in_deal", "de-31.1", note="the dealer shows a second card: the deal is lost", dealer="N")
def two_shown(t: Table) -> Expect:
    t.prepare()
    t.deal(0, 20)
    t.deal(20, 21, face_up=True)
    t.deal(21, 33)
    at = t.deal(33, 34, face_up=True)
    return Expect(
        [rule("card_shown_in_deal", "de-31.1", "N", path=["compulsory"], at={"compulsory": at}, remedies=LOST)],
        allow=[rule("card_shown_in_deal", "de-32", "N", never=["applied"])],
        result=again("E"),
    )


@de("31-partner-shows", "shown_in_deal", "de-31.1", note="one shown by the dealer and one by his partner", dealer="E")
def partner_shows(t: Table) -> Expect:
    t.prepare()
    t.deal(0, 20)
    t.deal(20, 21, face_up=True)
    at = t.fact("exposed", by="W", cards=t.order["W"][1], how="shown")
    return Expect(
        [rule("card_shown_in_deal", "de-31.1", path=["compulsory"], at={"compulsory": at}, remedies=LOST)],
        allow=[rule("card_shown_in_deal", "de-32|de-31", never=["applied"])],
        result=again("S"),
    )


@de(
    "31-one-each-side",
    "shown_in_deal",
    "de-31.1",
    "de-32.a",
    note="one shown by the dealer, one by an adversary: not more than one of the side",
    dealer="E",
    certainty="reading",
)
def one_each_side(t: Table) -> Expect:
    t.prepare()
    t.deal(0, 20)
    t.deal(20, 21, face_up=True)
    t.fact("exposed", by="N", cards=t.order["N"][1], how="shown")
    return Expect(
        [rule("card_shown_in_deal", "de-32.a", "E", path=["option"], never=["compulsory"], not_remedies=["deal_lost"])],
        allow=[rule("card_shown_in_deal", "de-32.a|de-126", "N", not_remedies=["deal_lost"])],
    )


@de("31-three-astray", "misplaced", "de-31.2", note="three cards given wrong: the deal is lost", dealer="S")
def three_astray(t: Table) -> Expect:
    t.prepare()
    t.deal(0, 16)
    for i in (16, 17):
        astray(t, i)
    at = astray(t, 18)
    return Expect(
        [
            rule(
                "misplaced_card|deal_irregular",
                "de-31.2",
                "S",
                path=["compulsory"],
                at={"compulsory": at},
                remedies=LOST,
                not_remedies=["new_deal"],
            )
        ],
        allow=[rule("misplaced_card", by="S", never=["compulsory", "applied"])],
        result=again("W"),
    )


@de("31-two-astray", "misplaced", "de-31.2", note="two given wrong and put right: not more than two", dealer="S")
def two_astray(t: Table) -> Expect:
    t.prepare()
    t.deal(0, 16)
    for i in (16, 17):
        astray(t, i)
    for i in (16, 17):
        t.fact("moved", from_=t.target(i + 1), to=t.target(i), by="S", card=t.order[t.target(i)][4])
    t.deal(18)
    t.turn()
    t.close()
    return Expect(
        [rule("misplaced_card|deal_irregular", "de-28|de-31", "S", never=["compulsory"], not_remedies=["deal_lost"])],
        allow=[rule("misplaced_card", by="S", never=["compulsory", "applied"], not_remedies=["deal_lost"])],
        result=t.scored(),
    )


@de("31-counts-a-hand", "counted", "de-31.3", note="the dealer touches a hand to count it", dealer="W")
def counts_a_hand(t: Table) -> Expect:
    t.prepare()
    t.deal(0, 26)
    at = t.fact("counted", by="W", what="hands")
    return Expect(
        [rule("counted_by_dealer", "de-31.3", "W", at, ["compulsory"], remedies=LOST, not_remedies=["new_deal"])],
        result=again("N"),
    )


@de(
    "31-adversary-counts",
    "counted",
    "de-31.3",
    note="an adversary counts his hand: no fault of the dealer's",
    dealer="W",
    certainty="reading",
)
def adversary_counts(t: Table) -> Expect:
    t.prepare()
    t.deal(0, 26)
    t.fact("counted", by="S", what="hands")
    t.deal(26)
    t.turn()
    t.close()
    return Expect(allow=no_deal_lost("counted_by_dealer", "deal_irregular"), result=t.scored())


@de(
    "31-not-turned",
    "turn_hidden",
    "de-31.4",
    note="the dealer lays the trump card on his others without turning it",
    dealer="W",
)
def not_turned(t: Table) -> Expect:
    t.prepare()
    t.deal()
    at = t.fact("said", by="N", what="doubts_deal", of="turn_up_not_shown")
    return Expect(
        [rule("turn_up_not_shown", "de-31.4", "W", at, ["compulsory"], remedies=LOST, not_remedies=["new_deal"])],
        result=again("N"),
    )


@de(
    "31-turn-unseen",
    "regular",
    "de-31.4",
    "de-36",
    note="no trump card in the record proves nothing",
    certainty="contract",
    dealer="W",
)
def turn_unseen(t: Table) -> Expect:
    t.prepare()
    t.deal()
    t.play()
    return Expect(result=None)


# ------------------------------------------------------------------ article 32
@de(
    "32-new-deal",
    "shown_in_deal",
    "de-31.1",
    "de-32.a",
    "de-32.b",
    note="the dealer shows one card, his adversaries have a new deal: by the same dealer, the deal is not lost",
    dealer="N",
)
def new_deal(t: Table) -> Expect:
    t.prepare()
    t.deal(0, 21)
    at = t.deal(21, 22, face_up=True)
    d = t.fact("demanded", by="W", remedy="new_deal", ruling=1)
    return Expect(
        [
            rule(
                "card_shown_in_deal",
                "de-32.a",
                "N",
                at,
                ["option", "applied"],
                at={"applied": d},
                remedies=anew_to("EW") | {"stands": ["E", "W"]},
                not_remedies=["deal_lost"],
            )
        ],
        result=again("N"),
    )


@de("32-retained", "shown_in_deal", "de-32.a", note="they have the card retained", dealer="N")
def retained(t: Table) -> Expect:
    t.prepare()
    t.deal(0, 21)
    at = t.deal(21, 22, face_up=True)
    d = t.fact("demanded", by="E", remedy="stands", ruling=1)
    t.deal(22)
    t.turn()
    t.close()
    return Expect(
        [rule("card_shown_in_deal", "de-32.a", "N", at, ["option", "applied"], at={"applied": d})], result=t.scored()
    )


@de(
    "32-not-asked",
    "shown_in_deal",
    "de-32.a",
    note="nobody asks while the deal lasts: it stands",
    dealer="N",
    certainty="reading",
)
def not_asked(t: Table) -> Expect:
    t.prepare()
    t.deal(0, 21)
    at = t.deal(21, 22, face_up=True)
    t.deal(22)
    t.turn()
    t.close()
    return Expect(
        [rule("card_shown_in_deal", "de-32", "N", at, ["option", "lapsed"], never=["applied"])], result=t.scored()
    )


# ------------------------------------------------------------------ article 34
@de(
    "34-touched-hand",
    "shown_in_deal",
    "de-34",
    note="an adversary had touched his cards: his side has lost the choice",
    dealer="N",
)
def touched_hand(t: Table) -> Expect:
    t.prepare()
    t.deal(0, 12)
    t.fact("touched", by="W", what="hand")
    t.deal(12, 21)
    t.deal(21, 22, face_up=True)
    t.deal(22)
    t.turn()
    t.close()
    return Expect(
        allow=[rule("card_shown_in_deal", "de-34", "N", never=["option", "compulsory"], not_remedies=["new_deal"])],
        result=t.scored(),
    )


@de(
    "34-touched-pack",
    "shown_in_deal",
    "de-34",
    note="his partner had touched the next pack: the same for both",
    dealer="N",
)
def touched_pack(t: Table) -> Expect:
    t.prepare()
    t.deal(0, 12)
    t.fact("touched", by="E", what="pack")
    t.deal(12, 21)
    t.deal(21, 22, face_up=True)
    t.fact("demanded", by="W", remedy="new_deal")
    t.deal(22, 30)
    return Expect(
        allow=[
            rule("card_shown_in_deal", "de-34", "N", never=["option", "compulsory"], not_remedies=["new_deal"]),
            rule("wrong_demand", by="W"),
        ]
    )


@de(
    "34-remark-lost",
    "deal_irregular",
    "de-34",
    "de-29",
    note="having touched his cards he remarks on the deal: that right is gone too",
    dealer="N",
    certainty="reading",
)
def remark_lost(t: Table) -> Expect:
    t.prepare()
    t.deal(0, 12)
    t.fact("touched", by="W", what="hand")
    t.fact("said", by="W", what="doubts_deal", of="deal_irregular")
    t.deal(12)
    t.turn()
    t.close()
    return Expect(
        allow=[rule("deal_irregular", "de-34|de-29", never=["director", "compulsory"], not_remedies=["deal_lost"])],
        result=t.scored(),
    )


@de(
    "34-own-partner-touched",
    "shown_in_deal",
    "de-34",
    "de-32.a",
    note="the dealer's partner touched his cards: the adversaries keep their choice",
    dealer="N",
)
def own_partner_touched(t: Table) -> Expect:
    t.prepare()
    t.deal(0, 12)
    t.fact("touched", by="S", what="hand")
    t.deal(12, 21)
    at = t.deal(21, 22, face_up=True)
    return Expect([rule("card_shown_in_deal", "de-32.a", "N", at, ["option"], remedies=anew_to(foes("N")))])
