"""Boston: the table, two packs that are not shuffled again, everybody's cut, and a deal that is never lost."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, Ruling, rule
from tests.rules.casebook.boston.table import Boston, boston, finish, made
from tests.rules.casebook.hand import PACK
from tests.rules.casebook.ring import only, void

ANEW: dict[str, object] = {"new_deal": None}
ANSWER = ["compulsory", "established", "applied"]
TEN: dict[str, object] = {"pool": {"red": 10}}
ELEVEN: dict[str, object] = {"pool": {"red": 11}}


def misdealt(irregularity: str, row: str, by: str = "Z", line: int | None = None) -> Ruling:
    """He deals again; the deal is not lost."""
    return rule(irregularity, row, by, line, ["compulsory"], remedies=ANEW, not_remedies=["deal_lost"])


def bid_and_play(t: Boston, *rulings: Ruling, allow: tuple[Ruling, ...] = ()) -> Expect:
    """The deal stands: A plays five, and is paid by the tables."""
    t.bid("5", "pass", "pass", "pass")
    out = finish(t, "A", "5")
    return Expect(list(rulings), out.result, list(allow))


# ------------------------------------------------------------------ the table
def put(name: str, row: str, note: str, *, against: str | None = None, irregularity: str = "deal_irregular") -> None:
    """A form is filled in before the deal; the director decides, and the hand is played."""

    @boston(f"form-{name}", "reported", row, note=note, certainty="contract")
    def script(t: Boston) -> Expect:
        at = t.fact("reported", by="A", irregularity=irregularity, against=against, law=row)
        t.fact("ruled", by="director", ruling=1, outcome="stands", why=note)
        t.begin()
        return bid_and_play(t, rule(irregularity, row, line=at, path=["director"], never=ANSWER))

    del script


put("five-at-table", "bo-2.a", "a fifth would belong to the table, which is complete with four")
put("highest-opposite", "bo-2.b", "the two who cut highest do not sit opposite each other")
put("new-table", "bo-5", "at the end of the game those already in claim to stay before fresh candidates")
put("seven-candidates", "bo-P.players", "seven would play, and the table has not been cut for")
put("seats-in-order", "bo-P.cut", "another than the lowest deals first", against="Z", irregularity="deal_out_of_turn")
put("seat-changed", "bo-P.seats", "two have changed seats and the others do not consent", against="Y")
put("not-sorted", "bo-P.deal.a", "a hand not played is gathered without being sorted into suits", against="B")
put("one-pack", "bo-8.a", "there is only one pack on the table")
put("no-banker", "bo-P.counters", "nobody sells and redeems the counters", irregularity="score_error")


@boston("table-of-five", "parse", "bo-2.a", "bo-P.players", note="four play; a fifth is no seat")
def table_of_five(t: Boston) -> Expect:
    t.prepare()
    t.heading["seats"] = list("AYBZX")
    return Expect(error=1)


@boston("table-of-three", "parse", "bo-2.a", "bo-P.players", note="three are no table")
def table_of_three(t: Boston) -> Expect:
    t.prepare()
    t.heading["seats"] = list("AYZ")
    return Expect(error=1)


@boston(
    "table-of-four",
    "regular",
    "bo-2.a",
    "bo-2.b",
    "bo-P.cut",
    "bo-P.seats",
    "bo-P.players",
    note="four sit, the lowest deals: two deals follow in rotation, the seats as they were",
)
def table_of_four(t: Boston) -> Expect:
    t.declare("A", "5")
    t.play_out()
    t.cut_next()
    first = t.outcome()
    t.next_deal()
    t.declare("B", "6")
    t.play_out()
    t.cut_next()
    return Expect(result=[first, t.outcome()])


# ------------------------------------------------------------------ two packs
@boston(
    "two-packs",
    "regular",
    "bo-8.a",
    "bo-13.a",
    "bo-13.b",
    note="one pack is dealt, the other cut and its top card turned; the next deal is from the other",
)
def two_packs(t: Boston) -> Expect:
    t.prepare()
    t.fact("pack", cards=" ".join(t.order[s][i] for i in range(13) for s in "AYBZ"))
    t.deal(pack="own")
    t.fact("pack", cards=" ".join(["2C", t.still, *(c for c in PACK if c not in ("2C", t.still))]), of="still")
    t.turn()
    return bid_and_play(t)


@boston(
    "pack-short",
    "imperfect",
    "bo-8.a",
    note="the pack that is dealt has fifty-one cards: it is no pack",
)
def pack_short(t: Boston) -> Expect:
    t.prepare()
    at = t.fact("pack", cards=" ".join(t.order[s][i] for i in range(13) for s in "AYBZ")[:-3])
    return Expect(
        [rule("imperfect_pack", "am-14.II|bo-8", line=at, path=["compulsory"], remedies=ANEW)], result=void("Z")
    )


def two_deals(t: Boston) -> dict[str, object]:
    """A first deal, played; A is to deal the second."""
    t.declare("A", "5")
    t.play_out()
    t.cut_next()
    first = t.outcome()
    t.next_deal()
    return first


@boston(
    "shuffled-first-deal",
    "regular",
    "bo-8.b",
    note="before the first deal both packs are shuffled thoroughly",
)
def shuffled_first(t: Boston) -> Expect:
    t.fact("shuffled", by="Z")
    t.fact("shuffled", by="B", of="still")
    t.begin()
    return bid_and_play(t)


@boston(
    "shuffled-second-deal",
    "shuffled",
    "bo-8.b",
    note="the dealer of the second hand shuffles: that is forbidden, and no penalty is stated",
    certainty="reading",
)
def shuffled_second(t: Boston) -> Expect:
    first = two_deals(t)
    at = t.fact("shuffled", by="A")
    t.begin()
    t.bid("5", "pass", "pass", "pass")
    t.undertake("Y", "5")
    t.play_out()
    t.cut_next()
    noted = rule(
        "deal_irregular|cut_irregular|shuffled_after_cut", "bo-8.b", "A", at, not_remedies=["deal_lost", "new_deal"]
    )
    return Expect([noted], [first, t.outcome()])


@boston(
    "still-shuffled-second-deal",
    "shuffled",
    "bo-8.b",
    note="nor may the still pack be shuffled any more",
    certainty="reading",
)
def still_shuffled(t: Boston) -> Expect:
    two_deals(t)
    t.prepare()
    at = t.fact("shuffled", by="B", of="still")
    return only(rule("deal_irregular|cut_irregular|shuffled_after_cut", "bo-8.b", "B", at, not_remedies=["deal_lost"]))


# ------------------------------------------------------------------ the cut
@boston(
    "cut-by-all",
    "regular",
    "bo-P.deal.b",
    "bo-P.deal.c",
    note="each may cut once; the dealer cuts last",
    complete=["cut"],
)
def cut_by_all(t: Boston) -> Expect:
    t.cut_by_all(*"AYBZ")
    t.deal()
    t.turn()
    return bid_and_play(t)


@boston(
    "dealer-not-cut",
    "misdeal",
    "bo-P.deal.c",
    note="everything was seen, and the dealer has not cut: a misdeal",
    complete=["cut"],
)
def dealer_not_cut(t: Boston) -> Expect:
    t.cut_by_all(*"AYB")
    t.deal()
    return Expect([misdealt("uncut_pack|cut_irregular|deal_irregular", "bo-P.deal.c")], result=void("Z"))


@boston("not-presented", "misdeal", "bo-P.deal.c", note="Y says that the pack was not presented to him")
def not_presented(t: Boston) -> Expect:
    t.cut_by_all(*"ABZ")
    t.deal(0, 6)
    at = t.fact("said", by="Y", what="doubts_deal", of="uncut_pack")
    want = rule(
        "uncut_pack|cut_irregular|deal_irregular", "bo-P.deal.c|am-17.I|bo-17", line=at, path=["compulsory|director"],
        not_remedies=["deal_lost"],
    )  # fmt: skip
    return Expect([want], None)


@boston(
    "dealer-cuts-first",
    "cut",
    "bo-P.deal.b",
    note="the dealer cuts, and Y after him: the dealer is to cut last",
    certainty="reading",
)
def dealer_cuts_first(t: Boston) -> Expect:
    t.cut_by_all("Z")
    at = t.fact("cut", by="Y", packets=[20, 32])
    return only(rule("cut_irregular", "bo-P.deal.b|bo-P.deal", line=at, not_remedies=["deal_lost"]))


@boston("cut-twice", "cut", "bo-P.deal.b", note="Y cuts a second time: each once", certainty="reading")
def cut_twice(t: Boston) -> Expect:
    t.cut_by_all("A", "Y")
    at = t.fact("cut", by="Y", packets=[20, 32])
    return only(rule("cut_irregular", "bo-P.deal.b|bo-P.deal", "Y", at, not_remedies=["deal_lost"]))


@boston("cut-shown", "cut", "bo-11", note="a card is seen in the cut: cut again, but not shuffled")
def cut_shown(t: Boston) -> Expect:
    t.fact("presented", by="Z")
    at = t.fact("cut", by="B", packets=[20, 32], shown="9C")
    want = rule(
        "card_shown_in_cut", "bo-11", None, at, ["compulsory"], remedies={"recut": None}, not_remedies=["reshuffle"]
    )
    return only(want)


@boston(
    "cut-confused", "cut", "bo-11", "bo-P.deal.b", note="the cards are confused in the cut: cut again; then it stands"
)
def cut_confused(t: Boston) -> Expect:
    t.fact("presented", by="Z")
    at = t.fact("cut", by="B", packets=[20, 32], confused=True)
    t.fact("cut", by="B", packets=[25, 27])
    t.deal()
    t.turn()
    want = rule("cut_irregular", "bo-11|am-11.b", None, at, ["compulsory"], remedies={"recut": None})
    return bid_and_play(t, want)


@boston(
    "shuffled-after-cut", "shuffled", "bo-12", "bo-13.end", note="shuffled after the cut: the same dealer deals again"
)
def shuffled_after_cut(t: Boston) -> Expect:
    t.fact("shuffled", by="Z")
    t.prepare()
    at = t.fact("shuffled", by="Z")
    return Expect([misdealt("shuffled_after_cut", "bo-12", line=at)], result=void("Z"))


@boston("shuffled-before-cut", "regular", "bo-12", note="before the cut of the first deal he may shuffle last")
def shuffled_before_cut(t: Boston) -> Expect:
    t.fact("shuffled", by="A")
    t.fact("shuffled", by="Z")
    t.begin()
    return bid_and_play(t)


# ------------------------------------------------------------------ four, four, five
@boston(
    "dealt-card-by-card", "regular", "bo-13.a", note="the same deal with every card its own fact", certainty="contract"
)
def card_by_card(t: Boston) -> Expect:
    t.prepare()
    for first, last in ((0, 4), (4, 8), (8, 13)):
        for s in "AYBZ":
            for card in t.order[s][first:last]:
                t.fact("dealt", to=s, cards=card)
    t.turn()
    return bid_and_play(t)


@boston("dealt-singly", "misplaced", "bo-13.a", "bo-17", note="one at a time, as at whist: not how this pack is dealt")
def dealt_singly(t: Boston) -> Expect:
    t.prepare()
    for s in "AYB":
        t.fact("dealt", to=s, cards=t.order[s][0])
    return Expect([misdealt("misplaced_card|deal_irregular", "bo-13|bo-17")], result=void("Z"))


@boston("dealt-in-threes", "misplaced", "bo-13.a", "bo-17", note="three at a time, as at Solo")
def dealt_in_threes(t: Boston) -> Expect:
    t.prepare()
    for s in "AYB":
        t.fact("dealt", to=s, cards=" ".join(t.order[s][:3]))
    return Expect([misdealt("misplaced_card|deal_irregular", "bo-13|bo-17")], result=void("Z"))


@boston("packet-misplaced", "misplaced", "bo-17", "bo-13.end", note="Y's packet falls to B, and another follows")
def packet_misplaced(t: Boston) -> Expect:
    t.prepare()
    t.deal(0, 1)
    t.fact("dealt", to="B", cards=" ".join(t.order["Y"][:4]))
    t.fact("dealt", to="Z", cards=" ".join(t.order["Z"][:4]))
    return Expect([misdealt("misplaced_card|deal_irregular", "bo-17|am-17.II")], result=void("Z"))


@boston(
    "packet-put-right",
    "misplaced",
    "bo-17",
    note="he moves the packet before another falls: no misdeal, no counter",
    score=TEN,
)
def packet_put_right(t: Boston) -> Expect:
    t.prepare()
    t.deal(0, 1)
    four = t.order["Y"][:4]
    t.fact("dealt", to="B", cards=" ".join(four))
    for card in four:
        t.fact("moved", from_="B", to="Y", card=card, by="Z")
    t.deal(2)
    t.turn()
    t.bid("6", "pass", "pass", "pass")
    t.undertake("A", "6")
    made(t, 4)
    t.cut_next()
    put_right = rule("misplaced_card|deal_irregular", by="Z", never=["compulsory"], not_remedies=["deal_lost"])
    return Expect(allow=[put_right], result=t.outcome(pool={"red": 20}))


@boston(
    "turned-from-dealt-pack",
    "trump",
    "bo-13.a",
    note="the dealer turns his own last card: none is turned",
    certainty="reading",
)
def turned_from_dealt(t: Boston) -> Expect:
    t.prepare()
    t.deal()
    at = t.fact("turned", card=t.order["Z"][-1], at="Z")
    return only(rule("card_shown_in_deal|deal_irregular|exposed_card", "bo-13", "Z", at, not_remedies=["deal_lost"]))


# ------------------------------------------------------------------ the still pack
@boston(
    "still-cut-by-left",
    "regular",
    "bo-13.b",
    note="the player opposite the dealer presents it, the dealer's left cuts",
    complete=["cut", "deal"],
)
def still_cut_by_left(t: Boston) -> Expect:
    t.cut_by_all(*"AYBZ")
    t.deal()
    t.turn()
    return bid_and_play(t)


@boston(
    "still-cut-by-opposite",
    "trump",
    "bo-13.b",
    "bo-P.trump",
    note="as the prose has it, but not Law 13: the player opposite cuts, at his right it is turned",
    certainty="reading",
)
def still_cut_by_opposite(t: Boston) -> Expect:
    t.prepare()
    t.deal()
    at = t.fact("cut", by="Y", packets=[20, 32], of="still")
    return only(rule("cut_irregular", "bo-13.b|bo-13|bo-P.trump", line=at, not_remedies=["deal_lost", "new_deal"]))


@boston(
    "still-cut-option",
    "regular",
    "bo-P.trump",
    note="where the table has chosen the prose: opposite cuts, the player at his right turns",
    certainty="reading",
    options={"still_cut": "opposite"},
)
def still_cut_option(t: Boston) -> Expect:
    t.prepare()
    t.deal()
    t.fact("cut", by="Y", packets=[20, 32], of="still")
    t.fact("turned", card="5H", at="A", of="still")
    return bid_and_play(t)


# ------------------------------------------------------------------ never lost, but a counter
@boston(
    "misdealer-deals-again",
    "counted",
    "bo-13.end",
    "bo-17",
    "bo-P.pool.a",
    note="the dealer counts the rest: he deals again, and one red goes to the pool of ten; five is then lost: doubled",
    certainty="reading",
    score=TEN,
)
def misdealer_deals_again(t: Boston) -> Expect:
    t.prepare()
    t.deal(0, 6)
    at = t.fact("counted", by="Z", what="pack")
    t.next_deal("Z")
    t.declare("B", "7")
    made(t, 5)
    t.cut_next()
    return Expect(
        [misdealt("counted_by_dealer", "bo-17", line=at)], result=[void("Z") | ELEVEN, t.outcome(pool={"red": 22})]
    )


@boston(
    "misdeal-other-deals",
    "counted",
    "bo-13.end",
    note="the deal has not passed: A deals out of turn",
    certainty="reading",
)
def misdeal_other_deals(t: Boston) -> Expect:
    t.prepare()
    t.deal(0, 6)
    t.fact("counted", by="Z", what="pack")
    t.next_deal("Z")
    t.dealer = "A"
    t.shuffle()
    t.prepare()
    t.deal(0, 6, by="A")
    return only(
        rule("counted_by_dealer", "bo-17", "Z", path=["compulsory"]),
        rule("deal_out_of_turn", by="A", path=["correctable"]),
        allow=[rule("cut_irregular")],
    )


@boston(
    "machine-fault-no-counter", "machine", "bo-17", note="the machine's fault is no misdeal: nobody pays", score=TEN
)
def machine_fault(t: Boston) -> Expect:
    t.prepare()
    t.deal(0, 6)
    at = t.fact("failed", why="double_feed")
    return Expect(
        [rule("machine_fault", line=at, path=["compulsory"], remedies=ANEW)], result=void("Z") | {"pool": {"red": 10}}
    )


# ------------------------------------------------------------------ the wrong dealer or pack
def stopped(name: str, row_word: str, note: str, late: bool, **fields: object) -> None:
    @boston(name, "deal_turn", "bo-16", note=note, certainty="text" if not late else "reading")
    def script(t: Boston) -> Expect:
        if "by" in fields:
            t.dealer = "A"
            t.shuffle()
        t.prepare()
        t.deal(0, 12 if late else 11, **fields)
        if not late:
            t.fact("said", by="Y", what="interrupts", of=row_word)
            want = rule(row_word, "bo-16", path=["correctable"], remedies={"correct_deal": None}, never=["lapsed"])
            return only(want, allow=[rule("cut_irregular")])
        want = rule(row_word, "bo-16", path=["correctable", "lapsed"], at={"lapsed": t.line}, never=["applied"])
        return only(want, allow=[rule("cut_irregular")])

    del script


stopped("wrong-pack-stopped", "wrong_pack", "stopped before the last card", False, pack="other")
stopped("wrong-pack-stands", "wrong_pack", "the last card is dealt: the deal stands", True, pack="other")
stopped("wrong-dealer-stopped", "deal_out_of_turn", "A deals for Z, and is stopped in time", False, by="A")
stopped("wrong-dealer-stands", "deal_out_of_turn", "the last card is dealt: A's deal stands", True, by="A")


# ------------------------------------------------------------------ cards shown in the deal
@boston("dealer-shows-own", "regular", "bo-P.deal.d", note="the dealer exposes a card of his own: the deal is not hurt")
def dealer_shows_own(t: Boston) -> Expect:
    t.prepare()
    t.deal(0, 3)
    t.deal(3, 4, face_up=True)
    t.deal(4)
    t.turn()
    free = rule("card_shown_in_deal", never=["option", "compulsory", "applied"], not_remedies=["new_deal", "deal_lost"])
    return bid_and_play(t, allow=(free,))


@boston("dealer-shows-other", "shown_in_deal", "bo-P.deal.d", note="he exposes a packet of Y's: as at whist")
def dealer_shows_other(t: Boston) -> Expect:
    t.prepare()
    t.deal(0, 1)
    at = t.deal(1, 2, face_up=True)
    want = rule("card_shown_in_deal", "am-15", "Z", at, ["option"], remedies=ANEW, not_remedies=["deal_lost"])
    return only(want)


# ------------------------------------------------------------------ the count before play
@boston(
    "count-before-play",
    "hand_count",
    "bo-P.count",
    "bo-17",
    note="fourteen and twelve, counted before a card is led: a misdeal, claimed at once",
    known=False,
)
def count_before_play(t: Boston) -> Expect:
    t.begin()
    t.fact("found", seat="A", count=14)
    t.fact("found", seat="Y", count=12)
    want = rule(
        "wrong_hand_count", "bo-P.count|bo-17|bo-19.d|am-17.IV", path=["compulsory"], remedies=ANEW,
        not_remedies=["deal_lost"],
    )  # fmt: skip
    return Expect([want], result=void("Z"))


@boston("count-right", "hand_count", "bo-P.count", note="he counts, and has thirteen", known=False)
def count_right(t: Boston) -> Expect:
    t.begin()
    t.fact("found", seat="A", count=13)
    return bid_and_play(t)
