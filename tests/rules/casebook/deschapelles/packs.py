"""Articles 45 to 49 and 129: hands that are as good as a revoke, faulty packs, and when the round commences."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, rule
from tests.rules.casebook.deschapelles.hands import counts
from tests.rules.casebook.deschapelles.table import ANEW, LOST, Table, again, de, prices


# ------------------------------------------------------------------ articles 45 to 47: as good as a revoke
@de(
    "45-among-the-tricks",
    "surplus",
    "de-45",
    note="one short, and the card is found among the tricks: a revoke",
    dealer="N",
    known=False,
)
def among_the_tricks(t: Table) -> Expect:
    t.reach(6)
    counts(t, E=-1)
    at = t.fact("searched", by="N", result="found", trick=3, card=t.hands["E"][0])
    return Expect(
        [
            rule(
                "mixed_card|surplus_or_deficiency|renounce",
                "de-45",
                path=["established"],
                at={"established": at},
                remedies=prices("E"),
                not_remedies=["deal_lost"],
            )
        ],
        allow=[rule("surplus_or_deficiency", "de-43|de-44|de-45", never=["compulsory"])],
    )


@de("46-too-many", "surplus", "de-46", note="a card too many, the others right: a revoke", dealer="N", known=False)
def too_many(t: Table) -> Expect:
    t.reach(5)
    at = counts(t, E=1)
    return Expect(
        [
            rule(
                "surplus_or_deficiency|renounce|omitted_play",
                "de-46",
                path=["established"],
                at={"established": at},
                remedies=prices("E"),
                not_remedies=["deal_lost", "new_deal"],
            )
        ]
    )


@de(
    "47-marked-when-claimed",
    "surplus",
    "de-46",
    "de-47",
    note="claimed, and three points taken at once: the rest of the deal is annulled",
    certainty="reading",
    dealer="N",
    known=False,
    score={"game": {"NS": 2, "EW": 4}},
)
def marked_when_claimed(t: Table) -> Expect:
    t.reach(5)
    counts(t, E=1)
    t.fact("claimed", by="S", what="revoke", against="E")
    d = t.fact("demanded", by="S", remedy="add_three", ruling=1)
    t.fact("next_deal", dealer="E")
    return Expect(
        [
            rule(
                "surplus_or_deficiency|renounce|omitted_play",
                "de-47|de-46",
                path=["established", "applied"],
                at={"applied": d},
                remedies=prices("E"),
            ),
            rule(None, "de-47", share=True),
        ],
        result=None,
    )


@de(
    "47-points",
    "surplus",
    "de-47",
    note="they take three points from the side's score: the next hand is scored from there",
    certainty="reading",
    dealer="N",
    known=False,
    score={"game": {"NS": 1, "EW": 4}},
)
def points(t: Table) -> Expect:
    t.reach(5)
    counts(t, E=1)
    t.fact("demanded", by="S", remedy="deduct_three", ruling=1)
    t.fact("next_deal", dealer="E")
    t.set_dealer("E")
    t.score["EW"] -= 3
    t.begin()
    t.close()
    return Expect(
        [rule("surplus_or_deficiency|renounce|omitted_play", "de-46|de-47", path=["established", "applied"])],
        result=[{}, t.scored()],
    )


# ------------------------------------------------------------------ articles 48 and 49
@de(
    "48-in-play",
    "imperfect",
    "de-48",
    "de-49.a",
    note="a card twice, found in the play: that deal is null, the score before it holds good",
    dealer="E",
    known=False,
    score={"game": {"NS": 4, "EW": 2}},
)
def imperfect_in_play(t: Table) -> Expect:
    t.reach(6)
    at = t.fact("pack_proved", faulty=True, missing="2C", double="2D")
    t.fact("next_deal", dealer="E")
    t.set_dealer("E")
    t.known = True
    t.begin()
    t.close()
    return Expect(
        [rule("imperfect_pack", "de-48", line=at, path=["compulsory"], remedies=ANEW, not_remedies=["deal_lost"])],
        result=[{"void": True}, t.scored()],
    )


@de(
    "48-earlier-deals",
    "imperfect",
    "de-48",
    "de-49.a",
    note="fifty-one cards, found in the second deal: the first stays scored",
    dealer="E",
)
def earlier_deals(t: Table) -> Expect:
    t.begin()
    t.close()
    first = t.scored()
    t.next_deal("S")
    t.prepare()
    t.deal(0, 30)
    at = t.fact("pack_proved", faulty=True, missing="AS")
    return Expect(
        [rule("imperfect_pack", "de-48|de-49", line=at, path=["compulsory"], remedies=ANEW)],
        result=[first, {"void": True}],
    )


@de("49-perfect", "regular", "de-49.a", "de-48", note="counted and found to be fifty-two, all different", dealer="S")
def perfect(t: Table) -> Expect:
    t.reach(2)
    t.fact("pack_proved", faulty=False)
    t.close()
    return Expect(result=t.scored())


# ------------------------------------------------------------------ article 129
@de(
    "129-commenced",
    "surplus",
    "de-129",
    note="one card is played: the round has commenced for his side, a wrong count is no longer one of the deal",
    certainty="reading",
    dealer="N",
    known=False,
)
def commenced(t: Table) -> Expect:
    t.reach(0, 1)
    counts(t, S=-1, E=1)
    return Expect(
        [rule("surplus_or_deficiency", "de-41|de-129", path=["compulsory"], remedies=LOST)], result=again("E")
    )


@de(
    "129-not-commenced",
    "hand_count",
    "de-129",
    "de-40",
    note="nobody has put down a card: the count is still one of the deal",
    certainty="reading",
    dealer="N",
    known=False,
)
def not_commenced(t: Table) -> Expect:
    t.begin()
    counts(t, S=-1, E=1)
    return Expect([rule("wrong_hand_count", "de-35|de-40|de-129", path=["compulsory|director"])], result=None)


# ------------------------------------------------------------------ the end of these rights
@de(
    "43-waived",
    "surplus",
    "de-43",
    note="the card from the floor is waived for good",
    certainty="reading",
    dealer="W",
    known=False,
)
def floor_waived(t: Table) -> Expect:
    t.reach(4)
    counts(t, E=-1)
    at = t.fact("exposed", by="E", cards=t.hands["E"][0], how="floor")
    t.fact("waived", by="S", ruling={"irregularity": "exposed_card", "by": "E"}, for_="good")
    t.close()
    return Expect(
        [rule("exposed_card", "de-43", "E", at, ["option", "waived"], never=["applied"])],
        allow=[rule("surplus_or_deficiency", "de-43|de-44", never=["compulsory", "applied"])],
        result=t.scored(),
    )


@de(
    "45-not-among-the-tricks",
    "surplus",
    "de-45",
    "de-44",
    note="one short, and it is not among the tricks: no revoke",
    certainty="reading",
    dealer="N",
    known=False,
)
def not_among_the_tricks(t: Table) -> Expect:
    t.reach(6)
    counts(t, E=-1)
    t.fact("searched", by="N", result="not_found")
    return Expect(
        [
            rule(
                "surplus_or_deficiency",
                "de-44",
                path=["director"],
                never=["established", "compulsory"],
                not_remedies=["add_three", "deduct_three", "three_tricks", "deal_lost"],
            )
        ]
    )


@de(
    "47-not-claimed",
    "surplus",
    "de-47",
    "de-46",
    note="nobody claims the revoke of the hand that had too many: it is not marked",
    certainty="reading",
    dealer="N",
    known=False,
    score={"game": {"NS": 1, "EW": 1}},
)
def not_claimed(t: Table) -> Expect:
    t.reach(5)
    counts(t, E=1)
    t.close()
    return Expect(
        [rule("surplus_or_deficiency|renounce|omitted_play", "de-46", path=["established"], never=["applied"])],
        result=t.scored(),
    )
