"""Articles 20 to 25: the shuffle and the cut."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, rule
from tests.rules.casebook.deschapelles.table import Table, again, anew_to, de, no_deal_lost
from tests.rules.casebook.hand import foes, left


@de(
    "20-not-shuffled",
    "regular",
    "de-20.a",
    note="the dealer may shuffle or not: he does not",
    dealer="S",
    complete=["cut"],
)
def not_shuffled(t: Table) -> Expect:
    t.fact("presented", by="S")
    t.fact("cut", by="E", packets=[20, 32])
    t.deal()
    t.turn()
    t.close()
    return Expect(result=t.scored())


@de(
    "20-shuffled-after-cut",
    "shuffled",
    "de-20.a",
    "de-24",
    note="shuffled by the dealer when the pack was cut: the cut is undone, his adversaries may ask for a new deal",
    certainty="reading",
    dealer="S",
)
def shuffled_after_cut(t: Table) -> Expect:
    t.prepare()
    t.fact("shuffled", by="S")
    t.deal(0, 9)
    return Expect(
        [
            rule(
                "shuffled_after_cut|cut_irregular|uncut_pack",
                "de-20|de-21|de-24",
                "S",
                path=["option"],
                remedies=anew_to("EW"),
                not_remedies=["deal_lost"],
            )
        ]
    )


@de(
    "20-cut-by-right",
    "regular",
    "de-20.b",
    note="cut by the adversary on the right",
    dealer="E",
    complete=["cut", "deal"],
)
def cut_by_right(t: Table) -> Expect:
    t.begin()
    t.close()
    return Expect(result=t.scored())


@de(
    "20-cut-by-partner",
    "cut",
    "de-20.b",
    "de-21",
    note="the dealer's partner cuts: an irregular cut, and the adversaries have a new deal",
    certainty="reading",
    dealer="N",
)
def cut_by_partner(t: Table) -> Expect:
    t.fact("shuffled", by="N")
    t.fact("presented", by="N")
    t.fact("cut", by="S", packets=[25, 27])
    t.deal(0, 12)
    t.fact("demanded", by="W", remedy="new_deal", ruling=1)
    return Expect(
        [
            rule(
                "cut_irregular",
                "de-20.b|de-21",
                path=["option", "applied"],
                remedies=anew_to("EW"),
                not_remedies=["deal_lost"],
            )
        ],
        result=again("N"),
    )


@de(
    "21-uncut",
    "uncut",
    "de-21",
    note="not cut, proved by an adversary after the trump card: a new deal, the deal is not lost",
    dealer="W",
)
def uncut(t: Table) -> Expect:
    t.fact("shuffled", by="W")
    t.deal()
    t.turn()
    at = t.fact("said", by="S", what="doubts_deal", of="uncut_pack")
    d = t.fact("demanded", by="N", remedy="new_deal", ruling=1)
    return Expect(
        [
            rule(
                "uncut_pack",
                "de-21",
                "W",
                at,
                ["option", "applied"],
                at={"applied": d},
                remedies=anew_to("NS"),
                not_remedies=["deal_lost"],
            )
        ],
        result=again("W"),
    )


@de("21-uncut-late", "uncut", "de-21", note="the first card is played: the right is lost", dealer="W")
def uncut_late(t: Table) -> Expect:
    t.fact("shuffled", by="W")
    t.deal()
    t.turn()
    at = t.fact("said", by="S", what="doubts_deal", of="uncut_pack")
    gone = t.play()
    t.close()
    return Expect(
        [rule("uncut_pack", "de-21", "W", at, ["option", "lapsed"], at={"lapsed": gone}, never=["applied"])],
        result=t.scored(),
    )


@de("21-uncut-found-in-play", "uncut", "de-21", note="nobody speaks of it before the first card", dealer="W")
def uncut_in_play(t: Table) -> Expect:
    t.fact("shuffled", by="W")
    t.deal()
    t.turn()
    t.play()
    t.fact("said", by="S", what="doubts_deal", of="uncut_pack")
    t.close()
    return Expect(allow=no_deal_lost("uncut_pack", "wrong_demand", "deal_irregular"), result=t.scored())


@de(
    "21-uncut-complete",
    "uncut",
    "de-21",
    note="every event of the cut was seen, and none is a cut",
    certainty="contract",
    dealer="E",
    complete=["cut"],
)
def uncut_complete(t: Table) -> Expect:
    t.fact("shuffled", by="E")
    t.deal(0, 4)
    d = t.fact("demanded", by="N", remedy="new_deal")
    return Expect(
        [rule("uncut_pack", "de-21", "E", path=["option", "applied"], at={"applied": d}, remedies=anew_to("NS"))],
        result=again("E"),
    )


@de(
    "22-recut",
    "cut",
    "de-22",
    note="the cut was not clean: the dealer asks at once for another, and has it",
    dealer="S",
)
def recut(t: Table) -> Expect:
    t.fact("shuffled", by="S")
    t.fact("presented", by="S")
    at = t.fact("cut", by="E", packets=[26, 26], confused=True)
    d = t.fact("demanded", by="S", remedy="recut", ruling=1)
    t.fact("cut", by="E", packets=[22, 30])
    t.deal()
    t.turn()
    t.close()
    return Expect(
        [
            rule(
                "cut_irregular",
                "de-22",
                line=at,
                path=["option", "applied"],
                at={"applied": d},
                remedies={"recut": ["S"], "new_deal": ["S"]},
                not_remedies=["deal_lost"],
            )
        ],
        allow=[rule("cut_irregular", "de-21")],
        result=t.scored(),
    )


@de("22-dealt-on", "cut", "de-22", note="the dealer asks nothing and deals: it had to be at once", dealer="S")
def dealt_on(t: Table) -> Expect:
    t.fact("shuffled", by="S")
    t.fact("presented", by="S")
    at = t.fact("cut", by="E", packets=[26, 26], confused=True)
    t.deal()
    t.turn()
    t.close()
    return Expect(
        [rule("cut_irregular", "de-22", line=at, path=["option", "lapsed"], never=["applied"])],
        allow=[rule("cut_irregular", "de-21", never=["applied"])],
        result=t.scored(),
    )


@de(
    "22-five-seconds",
    "cut",
    "de-22",
    note="at once is five seconds: they run out",
    certainty="contract",
    dealer="N",
)
def five_seconds(t: Table) -> Expect:
    t.fact("shuffled", by="N", t=1.0)
    t.fact("presented", by="N", t=8.0)
    at = t.fact("cut", by="W", packets=[26, 26], confused=True, t=10.0)
    gone = t.fact("ticked", t=15.5)
    return Expect(
        [rule("cut_irregular", "de-22", line=at, path=["option", "lapsed"], at={"lapsed": gone}, never=["applied"])],
        allow=[rule("cut_irregular", "de-21", never=["applied"])],
    )


@de(
    "23-three-lifted",
    "cut",
    "de-23",
    note="three cards lifted: the dealer may have the pack cut again or dealt anew",
    dealer="N",
)
def three_lifted(t: Table) -> Expect:
    t.fact("shuffled", by="N")
    t.fact("presented", by="N")
    at = t.fact("cut", by="W", packets=[3, 49])
    t.fact("demanded", by="N", remedy="recut", ruling=1)
    t.fact("cut", by="W", packets=[13, 39])
    t.deal(0, 8)
    return Expect(
        [
            rule(
                "cut_irregular",
                "de-23",
                line=at,
                path=["option", "applied"],
                remedies={"recut": ["N"], "new_deal": ["N"]},
                not_remedies=["deal_lost"],
            )
        ],
        allow=[rule("cut_irregular", "de-21")],
    )


@de("23-four-lifted", "regular", "de-23", note="four cards are enough", dealer="N")
def four_lifted(t: Table) -> Expect:
    t.fact("shuffled", by="N")
    t.fact("presented", by="N")
    t.fact("cut", by="W", packets=[4, 48])
    t.deal()
    t.turn()
    t.close()
    return Expect(result=t.scored())


@de(
    "23-not-asked-by-adversary",
    "cut",
    "de-23",
    note="the right is the dealer's: the cutter cannot have it",
    certainty="reading",
    dealer="N",
)
def not_the_cutter(t: Table) -> Expect:
    t.fact("shuffled", by="N")
    t.fact("presented", by="N")
    at = t.fact("cut", by="W", packets=[2, 50])
    t.fact("demanded", by="W", remedy="recut", ruling=1)
    t.deal(0, 8)
    return Expect(
        [rule("cut_irregular", "de-23", line=at, path=["option"], never=["applied"], remedies={"recut": ["N"]})],
        allow=[rule("wrong_demand", by="W"), rule("cut_irregular", "de-21")],
    )


@de("24-each-shuffles", "regular", "de-24", note="each of the four shuffles once before the cut", dealer="W")
def each_shuffles(t: Table) -> Expect:
    for seat in "NESW":
        t.fact("shuffled", by=seat)
    t.fact("presented", by="W")
    t.fact("cut", by="S", packets=[30, 22])
    t.deal()
    t.turn()
    t.close()
    return Expect(result=t.scored())


# ------------------------------------------------------------------ article 25: the turn-up is shown too early
@de(
    "25-shown-in-cut",
    "turn_up_shown",
    "de-25.1",
    note="the cutter shows the card that is then turned: the dealer's side may ask for a new deal",
    dealer="S",
)
def shown_in_cut(t: Table) -> Expect:
    t.fact("shuffled", by="S")
    t.fact("presented", by="S")
    t.fact("cut", by="E", packets=[20, 32], shown=t.turn_up)
    t.deal()
    t.turn()
    d = t.fact("demanded", by="N", remedy="new_deal", ruling=1)
    return Expect(
        [
            rule(
                "card_shown_in_cut",
                "de-25.1",
                "E",
                path=["option", "applied"],
                at={"applied": d},
                remedies=anew_to("NS"),
                not_remedies=["deal_lost"],
            )
        ],
        result=again("S"),
    )


@de(
    "25-shown-in-cut-not-asked",
    "turn_up_shown",
    "de-25.1",
    note="nobody asks: the hand is played",
    certainty="reading",
    dealer="S",
)
def shown_in_cut_not_asked(t: Table) -> Expect:
    t.fact("shuffled", by="S")
    t.fact("presented", by="S")
    t.fact("cut", by="E", packets=[20, 32], shown=t.turn_up)
    t.deal()
    t.turn()
    t.close()
    return Expect(
        [rule("card_shown_in_cut", "de-25.1", "E", path=["option", "lapsed"], never=["applied"])], result=t.scored()
    )


@de(
    "25-another-shown",
    "cut",
    "de-25.1",
    note="the card shown in the cut is not the one that is turned",
    certainty="reading",
    dealer="S",
)
def another_shown(t: Table) -> Expect:
    t.fact("shuffled", by="S")
    t.fact("presented", by="S")
    t.fact("cut", by="E", packets=[20, 32], shown=t.order[left("S")][3])
    t.deal()
    t.turn()
    t.close()
    return Expect(
        allow=[rule("card_shown_in_cut", never=["applied", "compulsory"], not_remedies=["deal_lost"])],
        result=t.scored(),
    )


@de(
    "25-shown-taking-up",
    "turn_up_shown",
    "de-25.2",
    note="taking up the pack after the cut the dealer shows its last card: his adversaries may ask for a new deal",
    certainty="reading",
    dealer="W",
)
def shown_taking_up(t: Table) -> Expect:
    t.prepare()
    t.fact("exposed", by="W", cards=t.turn_up, how="shown")
    t.deal()
    t.turn()
    d = t.fact("demanded", by=foes("W")[1], remedy="new_deal", ruling=1)
    return Expect(
        [
            rule(
                None,
                "de-25.2",
                "W",
                path=["option", "applied"],
                at={"applied": d},
                remedies=anew_to("NS"),
                not_remedies=["deal_lost"],
            )
        ],
        result=again("W"),
    )


@de("25-taken-up-unseen", "regular", "de-25.2", note="taken up so that nobody sees its last card", dealer="W")
def taken_up_unseen(t: Table) -> Expect:
    t.begin()
    t.close()
    return Expect(result=t.scored())
