"""Law 17, I to III: what loses the deal, and what saves it."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, Ruling, case, rule
from tests.rules.casebook.dealing import again
from tests.rules.casebook.hand import Hand

LOST: dict[str, object] = {"deal_lost": None}
ANEW: dict[str, object] = {"new_deal": None}


def no_misdeal(*words: str) -> list[Ruling]:
    """Whatever is said of these faults, the deal is not lost by them."""
    return [rule("|".join(words), never=["compulsory", "applied"], not_remedies=["deal_lost"])]


# ------------------------------------------------------------------ I: not cut
@case(
    "uncut-found",
    "uncut",
    "am-17.I",
    note="the adversaries find it before the trump card and before looking",
    dealer="W",
)
def uncut_found(t: Hand) -> Expect:
    t.fact("shuffled", by="W")
    t.deal(0, 30)
    at = t.fact("said", by="S", what="doubts_deal", of="uncut_pack")
    return Expect(
        [rule("uncut_pack", "am-17.I", "W", at, ["compulsory"], remedies=LOST, not_remedies=["new_deal"])],
        result=again("N"),
    )


@case("uncut-found-late", "uncut", "am-17.I", note="found after the trump card was turned: no misdeal", dealer="W")
def uncut_found_late(t: Hand) -> Expect:
    t.fact("shuffled", by="W")
    t.deal()
    t.turn()
    t.fact("said", by="S", what="doubts_deal", of="uncut_pack")
    t.close()
    return Expect(allow=no_misdeal("uncut_pack"), result=t.result())


@case("uncut-found-after-looking", "uncut", "am-17.I", note="an adversary had looked at his cards", dealer="W")
def uncut_found_after_looking(t: Hand) -> Expect:
    t.fact("shuffled", by="W")
    t.deal(0, 30)
    t.fact("looked", by="N", at="hand")
    t.fact("said", by="S", what="doubts_deal", of="uncut_pack")
    return Expect(allow=no_misdeal("uncut_pack"), result=None)


@case(
    "uncut-own-side",
    "uncut",
    "am-17.I",
    note="the dealer's partner remarks it: his adversaries did not discover it",
    certainty="reading",
    dealer="W",
)
def uncut_own_side(t: Hand) -> Expect:
    t.fact("shuffled", by="W")
    t.deal(0, 30)
    t.fact("said", by="E", what="doubts_deal", of="uncut_pack")
    return Expect(allow=no_misdeal("uncut_pack"), result=None)


@case("uncut-but-it-was", "uncut", "am-17.I", note="the record shows the cut: the doubt is idle", certainty="reading")
def uncut_but_it_was(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 30)
    t.fact("said", by="E", what="doubts_deal", of="uncut_pack")
    return Expect(allow=no_misdeal("uncut_pack", "deal_irregular", "wrong_demand"), result=None)


@case(
    "uncut-unsaid", "regular", "am-17.I", note="no cut in the record proves nothing", certainty="contract", dealer="E"
)
def uncut_unsaid(t: Hand) -> Expect:
    t.fact("shuffled", by="E")
    t.deal()
    t.turn()
    t.close()
    return Expect(result=t.result())


@case(
    "uncut-complete",
    "uncut",
    "am-17.I",
    "am-10.a",
    note="the heading promises that every event of the cut was seen",
    certainty="contract",
    dealer="E",
    complete=["cut"],
)
def uncut_complete(t: Hand) -> Expect:
    t.fact("shuffled", by="E")
    t.deal(0, 12)
    return Expect([rule("uncut_pack", "am-17.I|am-10", "E")], result=None)


# ------------------------------------------------------------------ II: misplaced
@case(
    "misplaced-two-to-one",
    "misplaced",
    "am-17.II",
    "am-13.a",
    note="two to the same hand, the next card falls: lost",
    dealer="S",
)
def misplaced_two(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 13)
    t.fact("dealt", to=t.target(12), cards=t.order[t.target(13)][3])
    at = t.fact("dealt", to=t.target(14), cards=t.order[t.target(14)][3])
    return Expect(
        [
            rule(
                "misplaced_card|deal_irregular",
                "am-17.II",
                "S",
                path=["compulsory"],
                at={"compulsory": at},
                remedies=LOST,
                not_remedies=["new_deal"],
            )
        ],
        result=again("W"),
    )


@case(
    "misplaced-first-card", "misplaced", "am-17.II", "am-13.a", note="the deal begins at the dealer's right", dealer="N"
)
def misplaced_first(t: Hand) -> Expect:
    t.prepare()
    t.fact("dealt", to="W", cards=t.order["W"][0])
    at = t.fact("dealt", to="S", cards=t.order["S"][0])
    return Expect(
        [
            rule(
                "misplaced_card|deal_irregular",
                "am-17.II",
                "N",
                path=["compulsory"],
                at={"compulsory": at},
                remedies=LOST,
            )
        ],
        result=again("E"),
    )


@case(
    "misplaced-put-right",
    "misplaced",
    "am-17.II",
    note="put right before another card is dealt: the deal goes on",
    dealer="E",
)
def misplaced_put_right(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 13)
    card = t.order[t.target(13)][3]
    t.fact("dealt", to=t.target(12), cards=card)
    t.fact("moved", from_=t.target(12), to=t.target(13), card=card, by="E")
    t.deal(14)
    t.turn()
    t.close()
    return Expect(
        [
            rule(
                "misplaced_card|deal_irregular",
                by="E",
                never=["compulsory", "established"],
                not_remedies=["deal_lost", "new_deal"],
                optional=True,
            )
        ],
        result=t.result(),
    )


@case(
    "misplaced-last-seen",
    "misplaced",
    "am-17.II",
    note="the record stops at the wrong card: it may still be put right",
    dealer="E",
)
def misplaced_last_seen(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 6)
    t.fact("dealt", to=t.target(7), cards=t.order[t.target(6)][1])
    return Expect([rule("misplaced_card|deal_irregular", by="E", never=["compulsory", "established"], optional=True)])


@case(
    "dealt-in-summary",
    "regular",
    "am-13.a",
    note="a whole hand in one fact says nothing of the order",
    certainty="contract",
    dealer="S",
)
def dealt_in_summary(t: Hand) -> Expect:
    t.prepare()
    for seat in ("S", "N", "W", "E"):
        t.fact("dealt", to=seat, cards=" ".join(t.order[seat]))
    t.turn()
    t.close()
    return Expect(result=t.result())


# ------------------------------------------------------------------ III: counted
@case("counted-hands", "counted", "am-17.III", note="the dealer counts the cards on the table", dealer="W")
def counted_hands(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 26)
    at = t.fact("counted", by="W", what="hands")
    return Expect(
        [rule("counted_by_dealer", "am-17.III", "W", at, ["compulsory"], remedies=LOST, not_remedies=["new_deal"])],
        result=again("N"),
    )


@case(
    "counted-by-adversary",
    "counted",
    "am-17.III",
    note="an adversary counts: the dealer has done nothing",
    certainty="reading",
    dealer="W",
)
def counted_by_adversary(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 26)
    t.fact("counted", by="S", what="hands")
    t.deal(26)
    t.turn()
    t.close()
    return Expect(allow=no_misdeal("counted_by_dealer", "deal_irregular"), result=t.result())


@case(
    "counted-in-play",
    "regular",
    "am-17.III",
    note="counting one's tricks or hands in the play is no misdeal",
    certainty="reading",
    dealer="W",
)
def counted_in_play(t: Hand) -> Expect:
    t.reach(3)
    t.fact("counted", by="W", what="tricks")
    t.fact("counted", by="W", what="hands")
    t.close()
    return Expect(result=t.result())


@case(
    "counted-interrupted",
    "counted",
    "am-17.III",
    "am-17.end",
    note="an adversary had touched a card during the deal: the dealer deals again",
    dealer="S",
)
def counted_interrupted(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 18)
    t.fact("touched", by="E", what="hand")
    t.deal(18, 26)
    at = t.fact("counted", by="S", what="pack")
    return Expect(
        [rule("counted_by_dealer", "am-17", "S", at, ["compulsory"], remedies=ANEW, not_remedies=["deal_lost"])],
        result=again("S"),
    )


@case(
    "counted-own-partner-touched",
    "counted",
    "am-17.III",
    "am-17.end",
    note="his own partner's touch saves nothing",
    dealer="S",
)
def counted_partner_touched(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 18)
    t.fact("touched", by="N", what="hand")
    t.deal(18, 26)
    at = t.fact("counted", by="S", what="pack")
    return Expect(
        [rule("counted_by_dealer", "am-17.III", "S", at, ["compulsory"], remedies=LOST, not_remedies=["new_deal"])],
        result=again("W"),
    )


@case(
    "misplaced-interrupted",
    "misplaced",
    "am-17.II",
    "am-17.end",
    note="an adversary interrupted the dealer by word",
    dealer="N",
)
def misplaced_interrupted(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 10)
    t.fact("said", by="W", what="interrupts")
    t.fact("dealt", to=t.target(11), cards=t.order[t.target(10)][2])
    t.fact("dealt", to=t.target(12), cards=t.order[t.target(12)][3])
    return Expect(
        [
            rule(
                "misplaced_card|deal_irregular",
                "am-17",
                "N",
                path=["compulsory"],
                remedies=ANEW,
                not_remedies=["deal_lost"],
            )
        ],
        result=again("N"),
    )


@case("looked-interrupted", "turn_looked", "am-17.V", "am-17.end", note="a touch of the pack counts too", dealer="N")
def looked_interrupted(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 10)
    t.fact("touched", by="E", what="pack")
    t.deal(10, 40)
    at = t.fact("looked", by="N", at="turn-up")
    return Expect(
        [rule("turn_up_looked_at", "am-17", "N", at, ["compulsory"], remedies=ANEW, not_remedies=["deal_lost"])],
        result=again("N"),
    )
