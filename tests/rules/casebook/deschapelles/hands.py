"""Articles 35 to 44: wrong hands, wrong dealers, wrong packs."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, rule
from tests.rules.casebook.deschapelles.table import ANEW, LOST, Table, again, anew_to, de, liable
from tests.rules.casebook.hand import Hand


def due(t: Hand, seat: str) -> int:
    """How many cards the seat should hold."""
    return len(t.hands[seat])


def counts(t: Hand, **more: int) -> int:
    """All four hands are counted, some of them wrong by so many; those last."""
    for seat in sorted("NESW", key=lambda s: (s in more, s)):
        t.fact("found", seat=seat, count=due(t, seat) + more.get(seat, 0))
    return t.line


# ------------------------------------------------------------------ article 35
@de(
    "35-dealer-miscounts",
    "hand_count",
    "de-35.a",
    note="fifteen and eleven before anything is turned: the dealer's fault, the deal is lost",
    dealer="S",
    known=False,
)
def dealer_miscounts(t: Table) -> Expect:
    t.prepare()
    t.fact("dealt", to="W", count=13)
    t.fact("dealt", to="N", count=15)
    t.fact("dealt", to="E", count=11)
    t.fact("dealt", to="S", count=13)
    t.fact("found", seat="N", count=15)
    t.fact("found", seat="E", count=11)
    return Expect(
        [rule("wrong_hand_count", "de-35.a", "S", path=["compulsory"], remedies=LOST, not_remedies=["new_deal"])],
        allow=[rule("misplaced_card", "de-28|de-31", "S")],
        result=again("W"),
    )


@de(
    "35-found-before-lead",
    "hand_count",
    "de-35.a",
    "de-40",
    note="found after the trump card and before the lead: lost, or put right as the gallery finds",
    certainty="reading",
    dealer="E",
    known=False,
)
def found_before_lead(t: Table) -> Expect:
    t.begin()
    counts(t, S=1, N=-1)
    return Expect(
        [
            rule(
                "wrong_hand_count",
                "de-35.a|de-40",
                "E",
                path=["compulsory|director"],
                not_remedies=["add_three", "three_tricks"],
            )
        ],
        result=None,
    )


@de(
    "35-counts-right",
    "regular",
    "de-41",
    "de-46",
    "de-35.a",
    note="counted and right, before and after the lead",
    dealer="E",
    known=False,
)
def counts_right(t: Table) -> Expect:
    t.begin()
    counts(t)
    t.round()
    counts(t)
    t.close()
    return Expect(result=t.scored())


@de(
    "35-machine",
    "machine_fault",
    "de-35.b",
    note="the shoe feeds two cards at once: another cause, a new deal by the same dealer",
    certainty="contract",
    dealer="W",
)
def machine(t: Table) -> Expect:
    t.prepare()
    t.deal(0, 17, source="shoe")
    at = t.fact("failed", why="double_feed", source="shoe")
    return Expect(
        [rule("machine_fault", "de-35", line=at, path=["compulsory"], remedies=ANEW, not_remedies=["deal_lost"])],
        result=again("W"),
    )


@de(
    "35-still-pack",
    "regular",
    "de-35.b",
    note="the shoe refuses the other pack while this one is played: this hand is good",
    certainty="contract",
    dealer="W",
)
def still_pack(t: Table) -> Expect:
    t.reach(3)
    t.fact("failed", why="unread", of="still", source="shoe")
    t.close()
    return Expect(allow=[rule("machine_fault", not_remedies=["new_deal", "deal_lost"])], result=t.scored())


# ------------------------------------------------------------------ articles 36 to 40
@de(
    "36-in-view",
    "regular",
    "de-36",
    "de-80",
    note="turned, and in view until the second trick has begun",
    dealer="S",
    complete=["deal", "play"],
)
def in_view(t: Table) -> Expect:
    t.begin()
    t.close()
    return Expect(result=t.scored())


@de("37-faced", "faced", "de-37", note="a card faced in the pack: a new deal", dealer="E")
def faced(t: Table) -> Expect:
    t.prepare()
    at = t.fact("pack", cards=" ".join(t.order[t.target(i)][i // 4] for i in range(52)), faced=[17])
    t.next_deal("E")
    t.begin()
    t.close()
    return Expect(
        [rule("faced_card", "de-37", line=at, path=["compulsory"], remedies=ANEW, not_remedies=["deal_lost"])],
        result=[again("E"), t.scored()],
    )


@de("37-last-faced", "faced", "de-37", note="even if it is the last", dealer="S")
def last_faced(t: Table) -> Expect:
    t.prepare()
    at = t.fact("pack", cards=" ".join(t.order[t.target(i)][i // 4] for i in range(52)), faced=[52])
    return Expect(
        [rule("faced_card", "de-37", line=at, path=["compulsory"], remedies=ANEW, not_remedies=["deal_lost"])],
        result=again("S"),
    )


@de("37-none-faced", "regular", "de-37", note="the pack lies as it should", dealer="S")
def none_faced(t: Table) -> Expect:
    t.prepare()
    t.fact("pack", cards=" ".join(t.order[t.target(i)][i // 4] for i in range(52)), faced=[])
    t.deal()
    t.turn()
    t.close()
    return Expect(result=t.scored())


@de(
    "38-stands",
    "deal_out_of_turn",
    "de-38",
    note="his left-hand neighbour deals, unnoticed until the trump card is turned: it holds good",
    dealer="N",
)
def stands(t: Table) -> Expect:
    t.set_dealer("E")
    t.prepare()
    cut = t.line
    t.deal(by="E")
    v = t.turn()
    t.close()
    return Expect(
        [
            rule(
                "deal_out_of_turn",
                "de-38",
                "E",
                path=["correctable", "lapsed"],
                at={"lapsed": v},
                never=["applied"],
                not_remedies=["deal_lost"],
            )
        ],
        allow=[rule("cut_irregular", line=cut)],
        result=t.scored(),
    )


@de(
    "38-stopped",
    "deal_out_of_turn",
    "de-38",
    note="noticed before the trump card: he whose turn it is deals",
    certainty="reading",
    dealer="W",
)
def stopped(t: Table) -> Expect:
    t.fact("shuffled", by="W")
    t.set_dealer("N")
    at = t.deal(0, 1, by="N")
    t.deal(1, 6, by="N")
    d = t.fact("demanded", by="E", remedy="correct_deal", ruling=1)
    return Expect(
        [
            rule(
                "deal_out_of_turn",
                "de-38",
                "N",
                at,
                ["correctable", "applied"],
                at={"applied": d},
                remedies={"correct_deal": None},
                not_remedies=["deal_lost"],
            )
        ],
        result=None,
    )


@de(
    "39-other-pack",
    "wrong_pack",
    "de-39",
    "de-9.b",
    note="dealt with the other pack and seen in time: the packs may not be changed",
    dealer="W",
    certainty="reading",
)
def other_pack(t: Table) -> Expect:
    t.prepare()
    at = t.deal(0, 1, pack="other")
    t.deal(1, 9, pack="other")
    return Expect(
        [
            rule(
                "wrong_pack",
                "de-39|de-9",
                line=at,
                path=["correctable"],
                never=["lapsed", "compulsory"],
                remedies={"correct_deal": None},
                not_remedies=["deal_lost"],
            )
        ]
    )


@de(
    "39-packs-exchanged",
    "wrong_pack",
    "de-39",
    "de-38",
    "de-9.b",
    note="unnoticed until the trump card is turned: the deal holds good",
    dealer="W",
    certainty="reading",
)
def packs_exchanged(t: Table) -> Expect:
    t.prepare()
    at = t.deal(0, 1, pack="other")
    t.deal(1, pack="other")
    v = t.turn()
    t.close()
    return Expect(
        [rule("wrong_pack", "de-39|de-38|de-9", line=at, path=["correctable", "lapsed"], at={"lapsed": v})],
        result=t.scored(),
    )


@de("39-own-pack", "regular", "de-9.b", "de-39", note="dealt with the dealer's own pack", dealer="W")
def own_pack(t: Table) -> Expect:
    t.prepare()
    t.deal(pack="own")
    t.turn()
    t.close()
    return Expect(result=t.scored())


@de(
    "40-gallery",
    "hand_count",
    "de-40",
    note="a hand is said to be irregular between the trump card and the lead: the gallery puts it right",
    certainty="reading",
    dealer="E",
    known=False,
)
def gallery(t: Table) -> Expect:
    t.begin()
    at = t.fact("said", by="S", what="doubts_deal", of="wrong_hand_count")
    t.fact("ruled", by="gallery", ruling=1, outcome="stands", why="thirteen each: the card lay under the table's edge")
    t.close()
    return Expect(
        [rule("wrong_hand_count", "de-40", line=at, path=["director"], never=["compulsory", "applied"])],
        result=t.scored(),
    )


# ------------------------------------------------------------------ articles 41 to 44: after the lead
@de(
    "41-adversary-holds-it",
    "surplus",
    "de-41",
    note="one card short, and an adversary has it: the deal is lost",
    dealer="N",
    known=False,
)
def adversary_holds_it(t: Table) -> Expect:
    t.reach(4)
    at = counts(t, E=-1, N=1)
    return Expect(
        [
            rule(
                "surplus_or_deficiency",
                "de-41",
                path=["compulsory"],
                at={"compulsory": at},
                remedies=LOST,
                not_remedies=["new_deal"],
            )
        ],
        result=again("E"),
    )


@de(
    "42-partner-holds-it",
    "surplus",
    "de-42.a",
    "de-127",
    note="his partner has it: the adversaries annul the deal",
    dealer="N",
    known=False,
)
def partner_holds_it(t: Table) -> Expect:
    t.reach(4)
    counts(t, E=-1, W=1)
    d = t.fact("demanded", by="S", remedy="new_deal", ruling=1)
    return Expect(
        [
            rule(
                "surplus_or_deficiency",
                "de-42.a",
                path=["option", "applied"],
                at={"applied": d},
                remedies=anew_to("NS"),
                not_remedies=["deal_lost"],
            ),
            rule(None, "de-127", share=True),
        ],
        result={"void": True},
    )


@de(
    "42-drawn",
    "surplus",
    "de-42.b",
    "de-42.a",
    note="they waive it: a card is drawn blind from the fuller hand and the hand goes on",
    dealer="N",
    known=False,
)
def drawn(t: Table) -> Expect:
    t.reach(4)
    counts(t, E=-1, W=1)
    w = t.fact("waived", by="S", ruling=1, for_="good")
    t.fact("moved", from_="W", to="E", by="E")
    counts(t)
    t.close()
    return Expect(
        [rule("surplus_or_deficiency", "de-42", path=["option", "waived"], at={"waived": w}, never=["applied"])],
        result=t.scored(),
    )


@de(
    "43-on-the-floor",
    "surplus",
    "de-43",
    note="one short, and the card lies on the floor: it is laid face up on the table",
    dealer="W",
    known=False,
)
def on_the_floor(t: Table) -> Expect:
    t.reach(4)
    counts(t, E=-1)
    at = t.fact("exposed", by="E", cards=t.hands["E"][0], how="floor")
    return Expect(
        [
            rule(
                "exposed_card|surplus_or_deficiency",
                "de-43",
                "E",
                path=["option"],
                at={"option": at},
                remedies=liable("E"),
            )
        ],
        allow=[
            rule("surplus_or_deficiency", "de-43|de-44", never=["compulsory", "applied"], not_remedies=["deal_lost"])
        ],
    )


@de(
    "44-searched-for",
    "surplus",
    "de-44",
    note="one short, and nobody has it: one who does not play must search",
    certainty="reading",
    dealer="W",
    known=False,
)
def searched_for(t: Table) -> Expect:
    t.reach(4)
    at = counts(t, E=-1)
    return Expect(
        [
            rule(
                "surplus_or_deficiency",
                "de-44",
                path=["director"],
                at={"director": at},
                never=["compulsory"],
                not_remedies=["deal_lost"],
            )
        ]
    )


@de(
    "44-found-and-laid-down",
    "surplus",
    "de-44",
    note="the search finds it, and it is laid on the table",
    certainty="reading",
    dealer="S",
    known=False,
)
def found_and_laid_down(t: Table) -> Expect:
    t.reach(2)
    counts(t, N=-1)
    t.fact("ruled", by="gallery", ruling=1, outcome="play_out", why="it lay on the next chair")
    at = t.fact("exposed", by="N", cards=t.hands["N"][0], how="floor")
    return Expect(
        [
            rule("surplus_or_deficiency", "de-43|de-44", path=["director"]),
            rule(None, "de-43|de-44", path=["option"], at={"option": at}, remedies=liable("N"), share=True),
        ],
        allow=[rule("exposed_card", "de-43|de-44", "N")],
    )
