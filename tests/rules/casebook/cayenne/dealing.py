"""Cayenne: the table, two packs, four, four and five, the still pack, and a deal that is never lost."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, Ruling, rule
from tests.rules.casebook.cayenne.table import Cayenne, cayenne
from tests.rules.casebook.hand import PACK
from tests.rules.casebook.ring import only, void

ANEW: dict[str, object] = {"new_deal": None}
ANSWER = ["compulsory", "established", "applied"]


def misdealt(irregularity: str, row: str, by: str = "W", line: int | None = None) -> Ruling:
    """He deals again; the deal is not lost."""
    return rule(irregularity, row, by, line, ["compulsory"], remedies=ANEW, not_remedies=["deal_lost"])


def name_and_play(t: Cayenne, *rulings: Ruling, allow: tuple[Ruling, ...] = ()) -> Expect:
    """The deal stands: a grand is played and counted."""
    t.name("grand")
    return Expect(list(rulings), t.finish(), list(allow))


# ------------------------------------------------------------------ the table
def put(name: str, row: str, note: str, *, against: str | None = None, irregularity: str = "deal_irregular") -> None:
    """A form is filled in before the deal; the director decides, and the hand is played."""

    @cayenne(f"form-{name}", "reported", row, note=note, certainty="contract")
    def script(t: Cayenne) -> Expect:
        at = t.fact("reported", by="N", irregularity=irregularity, against=against, law=row)
        t.fact("ruled", by="director", ruling=1, outcome="stands", why=note)
        t.begin()
        return name_and_play(t, rule(irregularity, row, line=at, path=["director"], never=ANSWER))

    del script


put("new-table", "ca-5", "at the end of the game those already in claim to stay before fresh candidates")
put("one-pack", "ca-8", "there is only one pack on the table")
put("no-second-pack", "ca-P.packs", "the second pack is not a full one", irregularity="imperfect_pack")
put("partners-drawn", "ca-P.cut", "the two lowest do not play against the two highest")
put("first-dealer", "ca-P.cut", "another than the lowest deals first", against="W", irregularity="deal_out_of_turn")


@cayenne("two-tables", "regular", "ca-5", "ca-P.cut", note="two hands, the deal to the left, the seats as they were")
def two_hands(t: Cayenne) -> Expect:
    t.declare("grand")
    first = t.finish()
    t.next_deal()
    t.declare("S")
    return Expect(result=[first, t.finish()])


# ------------------------------------------------------------------ the packs
@cayenne(
    "two-packs",
    "regular",
    "ca-8",
    "ca-P.packs",
    "ca-13.a",
    "ca-13.b",
    "ca-P.deal.a",
    note="one full pack is dealt, four, four and five; the other is cut and its top card turned",
)
def two_packs(t: Cayenne) -> Expect:
    t.prepare()
    t.fact("pack", cards=" ".join(t.order[s][i] for i in range(13) for s in "NESW"))
    t.deal(pack="own")
    t.turn()
    return name_and_play(t)


@cayenne("pack-short", "imperfect", "ca-P.packs", note="fifty-one cards are no full pack")
def pack_short(t: Cayenne) -> Expect:
    t.prepare()
    at = t.fact("pack", cards=" ".join(PACK[:-1]))
    want = rule("imperfect_pack", "am-14.II|ca-P.packs|ca-8", line=at, path=["compulsory"], remedies=ANEW)
    return Expect([want], result=void("W"))


@cayenne(
    "shuffled-after-cut", "shuffled", "ca-12", "ca-13.end", note="shuffled after the cut: the same dealer deals again"
)
def shuffled_after_cut(t: Cayenne) -> Expect:
    t.prepare()
    at = t.fact("shuffled", by="W")
    return Expect([misdealt("shuffled_after_cut", "ca-12", line=at)], result=void("W"))


@cayenne(
    "still-shuffled-after-cut",
    "regular",
    "ca-12",
    "ca-P.cayenne",
    note="the other pack is shuffled meanwhile by his partner",
)
def still_shuffled(t: Cayenne) -> Expect:
    t.begin()
    return name_and_play(t)


# ------------------------------------------------------------------ four, four, five
@cayenne(
    "dealt-card-by-card",
    "regular",
    "ca-13.a",
    "ca-P.deal.a",
    note="the same with every card its own fact",
    certainty="contract",
)
def card_by_card(t: Cayenne) -> Expect:
    t.prepare()
    for first, last in ((0, 4), (4, 8), (8, 13)):
        for s in "NESW":
            for card in t.order[s][first:last]:
                t.fact("dealt", to=s, cards=card)
    t.turn()
    return name_and_play(t)


@cayenne("dealt-singly", "misplaced", "ca-13.a", "ca-17", note="one at a time, as at whist: not how this pack is dealt")
def dealt_singly(t: Cayenne) -> Expect:
    t.prepare()
    for s in "NES":
        t.fact("dealt", to=s, cards=t.order[s][0])
    return Expect([misdealt("misplaced_card|deal_irregular", "ca-13|ca-17|ca-P.deal")], result=void("W"))


@cayenne(
    "dealt-six-seven",
    "regular",
    "ca-P.deal.a",
    note="where the table has chosen it: six and then seven",
    certainty="reading",
    options={"packets": "6-7"},
)
def six_seven(t: Cayenne) -> Expect:
    t.plan = [(s, n) for n in (6, 7) for s in "NESW"]
    t.begin()
    return name_and_play(t)


@cayenne(
    "dealt-six-not-chosen",
    "misplaced",
    "ca-P.deal.a",
    "ca-13.a",
    note="six at a time where it was not chosen",
    certainty="reading",
)
def six_not_chosen(t: Cayenne) -> Expect:
    t.prepare()
    for s in "NES":
        t.fact("dealt", to=s, cards=" ".join(t.order[s][:6]))
    return Expect([misdealt("misplaced_card|deal_irregular", "ca-13|ca-17|ca-P.deal")], result=void("W"))


@cayenne("packet-misplaced", "misplaced", "ca-17", "ca-P.deal.b", note="E's packet falls to S, and another follows")
def packet_misplaced(t: Cayenne) -> Expect:
    t.prepare()
    t.deal(0, 1)
    t.fact("dealt", to="S", cards=" ".join(t.order["E"][:4]))
    t.fact("dealt", to="W", cards=" ".join(t.order["S"][:4]))
    return Expect([misdealt("misplaced_card|deal_irregular", "ca-17|ca-P.deal.b|am-17.II")], result=void("W"))


@cayenne("packet-put-right", "misplaced", "ca-17", note="he moves the packet before another falls: no misdeal")
def packet_put_right(t: Cayenne) -> Expect:
    t.prepare()
    t.deal(0, 1)
    four = t.order["E"][:4]
    t.fact("dealt", to="S", cards=" ".join(four))
    for card in four:
        t.fact("moved", from_="S", to="E", card=card, by="W")
    t.deal(2)
    t.turn()
    put_right = rule("misplaced_card|deal_irregular", by="W", never=["compulsory"], not_remedies=["deal_lost"])
    return name_and_play(t, allow=(put_right,))


@cayenne(
    "turned-from-dealt-pack",
    "trump",
    "ca-13.a",
    note="the dealer turns his own last card: none is turned",
    certainty="reading",
)
def turned_from_dealt(t: Cayenne) -> Expect:
    t.prepare()
    t.deal()
    at = t.fact("turned", card=t.order["W"][-1], at="W")
    return only(rule("card_shown_in_deal|deal_irregular|exposed_card", "ca-13", "W", at, not_remedies=["deal_lost"]))


# ------------------------------------------------------------------ the still pack
@cayenne(
    "still-cut-by-left",
    "regular",
    "ca-13.b",
    "ca-P.cayenne",
    note="everything was seen: presented by the dealer's partner, cut by the dealer's left, its card turned",
    complete=["cut", "deal"],
)
def still_cut(t: Cayenne) -> Expect:
    t.begin()
    return name_and_play(t)


@cayenne(
    "still-cut-by-other", "trump", "ca-13.b", "ca-P.cayenne", note="the dealer cuts the still pack", certainty="reading"
)
def still_cut_other(t: Cayenne) -> Expect:
    t.prepare()
    t.deal()
    t.fact("presented", by="E", of="still")
    at = t.fact("cut", by="W", packets=[20, 32], of="still")
    return only(rule("cut_irregular", "ca-13|ca-P.cayenne", line=at, not_remedies=["deal_lost", "new_deal"]))


@cayenne(
    "still-presented-by-other",
    "trump",
    "ca-13.b",
    "ca-P.cayenne",
    note="the dealer's left presents it himself",
    certainty="reading",
)
def still_presented_other(t: Cayenne) -> Expect:
    t.prepare()
    t.deal()
    at = t.fact("presented", by="N", of="still")
    t.fact("cut", by="N", packets=[20, 32], of="still")
    want = rule("cut_irregular|deal_irregular", "ca-13|ca-P.cayenne", not_remedies=["deal_lost", "new_deal"])
    assert at
    return only(want)


# ------------------------------------------------------------------ never lost
@cayenne(
    "misdealer-deals-again",
    "counted",
    "ca-13.end",
    "ca-17",
    "ca-P.deal.b",
    note="the dealer counts the rest: he deals the next",
)
def misdealer_again(t: Cayenne) -> Expect:
    t.prepare()
    t.deal(0, 6)
    at = t.fact("counted", by="W", what="pack")
    t.next_deal("W")
    t.declare("grand")
    return Expect([misdealt("counted_by_dealer", "ca-17|ca-P.deal.b", line=at)], result=[void("W"), t.finish()])


@cayenne(
    "misdeal-other-deals",
    "counted",
    "ca-13.end",
    note="the deal has not passed: N deals out of turn",
    certainty="reading",
)
def misdeal_other(t: Cayenne) -> Expect:
    t.prepare()
    t.deal(0, 6)
    t.fact("counted", by="W", what="pack")
    t.next_deal("W")
    t.dealer = "N"
    t.shuffle()
    t.prepare()
    t.deal(0, 6, by="N")
    return only(
        rule("counted_by_dealer", "ca-17|ca-P.deal.b", "W", path=["compulsory"]),
        rule("deal_out_of_turn", by="N", path=["correctable"]),
        allow=[rule("cut_irregular")],
    )


@cayenne("shown-in-deal", "shown_in_deal", "ca-P.deal.b", note="a card of N's is exposed: as at whist, for N and S")
def shown_in_deal(t: Cayenne) -> Expect:
    t.prepare()
    at = t.deal(0, 1, face_up=True)
    want = rule(
        "card_shown_in_deal",
        "am-15",
        "W",
        at,
        ["option"],
        remedies={"new_deal": ["N", "S"]},
        not_remedies=["deal_lost"],
    )
    return only(want)


def stopped(name: str, word: str, note: str, late: bool, **fields: object) -> None:
    @cayenne(name, "deal_turn", "ca-16", note=note, certainty="reading" if late else "text")
    def script(t: Cayenne) -> Expect:
        if "by" in fields:
            t.dealer = "N"
            t.shuffle()
        t.prepare()
        t.deal(0, 12 if late else 11, **fields)
        if not late:
            t.fact("said", by="E", what="interrupts", of=word)
            want = rule(word, "ca-16", path=["correctable"], remedies={"correct_deal": None}, never=["lapsed"])
            return only(want, allow=[rule("cut_irregular")])
        want = rule(word, "ca-16", path=["correctable", "lapsed"], at={"lapsed": t.line}, never=["applied"])
        return only(want, allow=[rule("cut_irregular")])

    del script


stopped("wrong-pack-stopped", "wrong_pack", "stopped before the last card", False, pack="other")
stopped("wrong-pack-stands", "wrong_pack", "the last card is dealt: the deal stands", True, pack="other")
stopped("wrong-dealer-stopped", "deal_out_of_turn", "N deals for W, and is stopped in time", False, by="N")
stopped("wrong-dealer-stands", "deal_out_of_turn", "the last card is dealt: N's deal stands", True, by="N")
