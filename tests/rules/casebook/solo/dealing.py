"""Solo: the table, the pack, three cards at a time, and a deal that is never lost."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, rule
from tests.rules.casebook.ring import only, void
from tests.rules.casebook.solo.table import Solo, made, solo

ANEW: dict[str, object] = {"new_deal": None}


# ------------------------------------------------------------------ the table
@solo("so-table-of-five", "parse", "so-2.a", "so-P.players", note="four play; a fifth sits out, and is no seat")
def table_of_five(t: Solo) -> Expect:
    t.prepare()
    t.heading["seats"] = list("AYBZX")
    return Expect(error=1)


@solo("so-table-of-three", "parse", "so-2.a", "so-P.players", note="three are no table of Solo (they have a game)")
def table_of_three(t: Solo) -> Expect:
    t.prepare()
    t.heading["seats"] = list("AYZ")
    del t.lines[2:]
    return Expect(error=1)


@solo(
    "so-table-complete",
    "regular",
    "so-2.a",
    "so-P.players",
    note="four seats, each for himself until somebody calls",
)
def table_complete(t: Solo) -> Expect:
    t.declare("Y", "solo")
    t.play_out()
    t.cut_next()
    return Expect(result=t.outcome())


@solo(
    "so-first-dealer-reported",
    "reported",
    "so-2.b",
    "so-P.cut",
    note="the cut for seats is no fact of the record: that another than the lowest deals first is reported",
    certainty="reading",
)
def first_dealer_reported(t: Solo) -> Expect:
    at = t.fact("reported", by="A", irregularity="deal_out_of_turn", against="Z", law="so-2.b so-P.cut")
    return only(rule("deal_out_of_turn", line=at, path=["director"], never=["compulsory"], not_remedies=["deal_lost"]))


# ------------------------------------------------------------------ the pack
@solo("so-pack-full", "regular", "so-P.packs", note="fifty-two cards, the still pack shuffled meanwhile by B")
def pack_full(t: Solo) -> Expect:
    t.prepare()
    t.fact("pack", cards=" ".join(t.order[s][i] for i in range(13) for s in "AYBZ"))
    t.deal(0, 8, pack="own")
    t.fact("shuffled", by="B", of="still")
    t.deal(8, pack="own")
    t.turn()
    t.bid("pass", "pass", "solo", "pass")
    t.undertake("B", "solo")
    t.play_out()
    t.cut_next()
    return Expect(result=t.outcome())


@solo("so-pack-short", "imperfect", "so-P.packs", note="the pack as it lies has fifty-one cards: no full pack")
def pack_short(t: Solo) -> Expect:
    t.prepare()
    at = t.fact("pack", cards=" ".join([t.order[s][i] for i in range(13) for s in "AYBZ"][:-1]))
    return Expect(
        [rule("imperfect_pack", "am-14.II|so-P.packs", line=at, path=["compulsory"], remedies=ANEW)], result=void("Z")
    )


@solo(
    "so-still-pack",
    "regular",
    "so-P.shuffle",
    note="the player opposite the dealer shuffles the still pack after the cut",
)
def still_pack(t: Solo) -> Expect:
    t.prepare()
    t.fact("shuffled", by="B", of="still")
    t.deal()
    t.turn()
    t.bid("solo", "pass", "pass", "pass")
    t.undertake("A", "solo")
    t.play_out()
    t.cut_next()
    return Expect(result=t.outcome())


@solo(
    "so-shuffled-after-cut",
    "shuffled",
    "so-12",
    "so-P.shuffle",
    note="the same, but this deal's own pack: the dealer deals again",
)
def shuffled_after_cut(t: Solo) -> Expect:
    t.prepare()
    at = t.fact("shuffled", by="Z")
    return Expect(
        [
            rule(
                "shuffled_after_cut", "so-12", "Z", at, ["compulsory"], remedies=ANEW, not_remedies=["deal_lost"]
            )
        ],
        result=void("Z"),
    )  # fmt: skip


@solo("so-dealer-shuffles-last", "regular", "so-12", note="before the cut the dealer may shuffle last")
def dealer_shuffles_last(t: Solo) -> Expect:
    t.fact("shuffled", by="B")
    t.prepare()
    t.deal()
    t.turn()
    t.bid("pass", "pass", "pass", "solo")
    t.undertake("Z", "solo")
    t.play_out()
    t.cut_next()
    return Expect(result=t.outcome())


# ------------------------------------------------------------------ three at a time
@solo("so-dealt-in-threes", "regular", "so-13.a", note="threes to the last four cards, these singly, the last turned")
def dealt_in_threes(t: Solo) -> Expect:
    t.declare("A", "solo")
    t.play_out()
    t.cut_next()
    return Expect(result=t.outcome())


@solo(
    "so-dealt-card-by-card",
    "regular",
    "so-13.a",
    note="three running to each: the same deal with every card as a fact of its own",
    certainty="contract",
)
def dealt_card_by_card(t: Solo) -> Expect:
    t.prepare()
    for turn in range(4):
        for s in "AYBZ":
            for card in t.order[s][3 * turn : 3 * turn + 3]:
                t.fact("dealt", to=s, cards=card)
    for s in "AYBZ":
        t.fact("dealt", to=s, cards=t.order[s][12])
    t.turn()
    t.bid("pass", "solo", "pass", "pass")
    t.undertake("Y", "solo")
    t.play_out()
    t.cut_next()
    return Expect(result=t.outcome())


@solo("so-dealt-singly", "misplaced", "so-13.a", "so-17", note="one at a time, as at whist: not how this pack is dealt")
def dealt_singly(t: Solo) -> Expect:
    t.prepare()
    for s in "AYB":
        t.fact("dealt", to=s, cards=t.order[s][0])
    return Expect(
        [
            rule(
                "misplaced_card|deal_irregular", "so-13|so-17", "Z", path=["compulsory"],
                remedies=ANEW, not_remedies=["deal_lost"],
            )
        ],
        result=void("Z"),
    )  # fmt: skip


@solo("so-packet-misplaced", "misplaced", "so-17", note="Y's packet falls to B, and another follows: he deals again")
def packet_misplaced(t: Solo) -> Expect:
    t.prepare()
    t.deal(0, 1)
    t.fact("dealt", to="B", cards=" ".join(t.order["Y"][:3]))
    at = t.fact("dealt", to="Z", cards=" ".join(t.order["Z"][:3]))
    return Expect(
        [
            rule(
                "misplaced_card|deal_irregular", "so-17|am-17.II", "Z", path=["compulsory"], at={"compulsory": at},
                remedies=ANEW, not_remedies=["deal_lost"],
            )
        ],
        result=void("Z"),
    )  # fmt: skip


@solo("so-packet-put-right", "misplaced", "so-17", note="he moves the three cards before another falls: no misdeal")
def packet_put_right(t: Solo) -> Expect:
    t.prepare()
    t.deal(0, 1)
    three = t.order["Y"][:3]
    t.fact("dealt", to="B", cards=" ".join(three))
    for card in three:
        t.fact("moved", from_="B", to="Y", card=card, by="Z")
    t.deal(2)
    t.turn()
    t.bid("solo", "pass", "pass", "pass")
    t.undertake("A", "solo")
    t.play_out()
    t.cut_next()
    put_right = rule("misplaced_card|deal_irregular", by="Z", never=["compulsory"], not_remedies=["deal_lost"])
    return Expect(allow=[put_right], result=t.outcome())


# ------------------------------------------------------------------ never lost
@solo(
    "so-misdealer-deals-again",
    "counted",
    "so-13.end",
    "so-17",
    note="the dealer counts the rest: a misdeal, and he deals the next",
)
def misdealer_deals_again(t: Solo) -> Expect:
    t.prepare()
    t.deal(0, 7)
    at = t.fact("counted", by="Z", what="pack")
    t.next_deal("Z")
    t.declare("B", "solo")
    t.play_out()
    t.cut_next()
    return Expect(
        [
            rule(
                "counted_by_dealer", "so-17", "Z", at, ["compulsory"], remedies=ANEW, not_remedies=["deal_lost"]
            )
        ],
        result=[void("Z"), t.outcome()],
    )  # fmt: skip


@solo(
    "so-misdeal-other-deals",
    "counted",
    "so-13.end",
    note="after a misdeal the deal has not passed: A, to the left, deals out of turn",
    certainty="reading",
)
def misdeal_other_deals(t: Solo) -> Expect:
    t.prepare()
    t.deal(0, 7)
    t.fact("counted", by="Z", what="pack")
    t.next_deal("Z")
    t.dealer = "A"
    t.shuffle()
    t.prepare()
    t.deal(0, 6, by="A")
    return only(
        rule("counted_by_dealer", "so-17", "Z", path=["compulsory"]),
        rule("deal_out_of_turn", by="A", path=["correctable"]),
        allow=[rule("cut_irregular")],
    )


@solo("so-turn-up-looked-at", "misdeal", "so-17", note="the dealer looks at the trump card before the deal is complete")
def turn_up_looked_at(t: Solo) -> Expect:
    t.prepare()
    t.deal(0, 9)
    at = t.fact("looked", by="Z", at="turn-up")
    return Expect(
        [
            rule(
                "turn_up_looked_at", "so-17|am-17.V", "Z", at, ["compulsory"], remedies=ANEW,
                not_remedies=["deal_lost"],
            )
        ],
        result=void("Z"),
    )  # fmt: skip


@solo("so-uncut", "misdeal", "so-17", note="the pack was not cut, an adversary finds it before the trump is turned")
def uncut(t: Solo) -> Expect:
    t.fact("shuffled", by="Z")
    t.deal(0, 9)
    at = t.fact("said", by="Y", what="doubts_deal", of="uncut_pack")
    return Expect(
        [
            rule(
                "uncut_pack", "so-17|am-17.I", "Z", at, ["compulsory"], remedies=ANEW, not_remedies=["deal_lost"]
            )
        ],
        result=void("Z"),
    )  # fmt: skip


@solo("so-uncut-found-late", "misdeal", "so-17", note="found when the trump is turned: the deal stands")
def uncut_found_late(t: Solo) -> Expect:
    t.fact("shuffled", by="Z")
    t.deal()
    t.turn()
    t.fact("said", by="Y", what="doubts_deal", of="uncut_pack")
    t.bid("solo", "pass", "pass", "pass")
    t.undertake("A", "solo")
    t.play_out()
    t.cut_next()
    return Expect(allow=[rule("uncut_pack", never=["compulsory"], not_remedies=["new_deal"])], result=t.outcome())


@solo(
    "so-count-before-play",
    "hand_count",
    "so-P.count",
    "so-17",
    note="counting their hands, fourteen and twelve, before a card is led: a misdeal, claimed at once",
    known=False,
)
def count_before_play(t: Solo) -> Expect:
    t.begin()
    t.fact("found", seat="A", count=14)
    t.fact("found", seat="Y", count=12)
    return Expect(
        [
            rule(
                "wrong_hand_count", "so-P.count|so-17|am-17.IV", path=["compulsory"], remedies=ANEW,
                not_remedies=["deal_lost"],
            )
        ],
        result=void("Z"),
    )  # fmt: skip


@solo("so-count-right", "hand_count", "so-P.count", note="he counts, and has thirteen", known=False)
def count_right(t: Solo) -> Expect:
    t.begin()
    t.fact("found", seat="A", count=13)
    t.bid("solo", "pass", "pass", "pass")
    t.undertake("A", "solo")
    made(t, 5)
    t.cut_next()
    return Expect(result=t.outcome())
