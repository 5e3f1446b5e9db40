"""Boston: who may bid what and when, what is above what, and who leads."""

from __future__ import annotations

from itertools import pairwise

from tests.rules.casebook.book import Expect, rule
from tests.rules.casebook.boston.table import ALL, LADDER, LOW, Boston, boston, finish, made, settle
from tests.rules.casebook.hand import need
from tests.rules.casebook.ring import only


def irregular(row: str, by: str, at: int) -> Expect:
    """The last bid may not be made."""
    return only(rule("bid_irregular", row, by, at))


# ------------------------------------------------------------------ rank
@boston(
    "bid-ladder",
    "regular",
    "bo-P.bids",
    note="each bid is above the one before, up to the slam",
    hands={"A": "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"},
)
def ladder(t: Boston) -> Expect:
    t.begin()
    t.bid(*LADDER, "pass", "pass", "pass")
    return finish(t, "A", "slam")


def pairs() -> None:
    """Every bid and the one below it, which is none over it; and each over the one below, which is."""
    for low, high in pairwise(LADDER):
        over(low, high)
        under(low, high)


def over(low: str, high: str) -> None:
    @boston(f"bid-{high}-over-{low}", "regular", "bo-P.bids", note=f"{high} is above {low}")
    def script(t: Boston) -> Expect:
        t.begin()
        t.bid(low, high, "pass", "pass", "pass")
        return finish(t, "Y", high)

    del script


def under(low: str, high: str) -> None:
    @boston(f"bid-{low}-under-{high}", "bid", "bo-P.bids", note=f"{low} is no bid over {high}")
    def script(t: Boston) -> Expect:
        t.begin()
        return only(rule("bid_irregular", "bo-P.bids|bo-P.bid", "Y", t.bid(high, low)))

    del script


pairs()


# ------------------------------------------------------------------ turn and form
@boston("bid-in-turn", "regular", "bo-P.bid.a", note="the eldest speaks first, and says a number only")
def in_turn(t: Boston) -> Expect:
    t.begin()
    t.bid("5", "pass", "6", "pass", "pass")
    return finish(t, "B", "6", "D")


@boston(
    "bid-suit-stated",
    "regular",
    "bo-P.bid.a",
    note="he says the suit with his bid: it is not necessary, and nothing follows",
    certainty="reading",
)
def suit_stated(t: Boston) -> Expect:
    t.begin()
    t.fact("bid", by="A", call="6", suit="S")
    t.bid("-", "pass", "pass", "pass")
    return finish(t, "A", "6", "S")


@boston("bid-before-eldest", "bid", "bo-P.bid.a", note="Y bids before the eldest hand has spoken")
def before_eldest(t: Boston) -> Expect:
    t.begin()
    return irregular("bo-P.bid.a", "Y", t.bid("-", "6"))


@boston("bid-out-of-turn", "bid", "bo-P.bid.a", note="A has passed; it is for Y, and B bids")
def out_of_turn(t: Boston) -> Expect:
    t.begin()
    return irregular("bo-P.bid.a", "B", t.bid("pass", "-", "7"))


# ------------------------------------------------------------------ colour and first preference
@boston(
    "keep-printed",
    "regular",
    "bo-P.bid.b",
    "bo-P.trump",
    note="the printed example: a heart is turned; six, I keep (diamonds), I keep over you (hearts), seven",
)
def keep_printed(t: Boston) -> Expect:
    t.begin()
    t.bid("6", "keep", "pass", "pass", "keep-over", "7", "-", "-", "pass")
    return finish(t, "Y", "7", "D")


@boston(
    "keep-in-colour",
    "regular",
    "bo-P.bid.b",
    "bo-P.trump",
    note="six kept in diamonds, the suit of the turned heart's colour: he has bid six",
)
def keep_in_colour(t: Boston) -> Expect:
    t.begin()
    t.bid("6", "keep", "pass", "pass", "pass")
    return finish(t, "Y", "6", "D")


@boston("keep-over-wins", "regular", "bo-P.bid.b", "bo-P.trump", note="and over it in hearts, first preference")
def keep_over_wins(t: Boston) -> Expect:
    t.begin()
    t.bid("6", "keep", "keep-over", "pass", "pass", "pass")
    return finish(t, "B", "6", "H")


@boston("keep-by-number", "regular", "bo-P.bid.b", note="the same number said again is a bid in colour: six here")
def keep_by_number(t: Boston) -> Expect:
    t.begin()
    t.bid("6", "6", "pass", "pass", "pass")
    return finish(t, "Y", "6", "D")


@boston("keep-over-keep-over", "bid", "bo-P.bid.b", note="six is held in first preference: it cannot be kept again")
def keep_over_twice(t: Boston) -> Expect:
    t.begin()
    return irregular("bo-P.bid.b", "Z", t.bid("6", "keep", "keep-over", "keep-over"))


@boston("keep-after-keep-over", "bid", "bo-P.bid.b", note="nor in colour")
def keep_after_keep_over(t: Boston) -> Expect:
    t.begin()
    return irregular("bo-P.bid.b", "Z", t.bid("6", "keep", "keep-over", "keep"))


@boston("keep-nothing", "bid", "bo-P.bid.b", note="nobody has bid a number: there is nothing to keep")
def keep_nothing(t: Boston) -> Expect:
    t.begin()
    return irregular("bo-P.bid", "Y", t.bid("pass", "keep"))


@boston("keep-misere", "bid", "bo-P.bid.b", note="a misère has no colour: it cannot be kept", certainty="reading")
def keep_misere(t: Boston) -> Expect:
    t.begin()
    return irregular("bo-P.bid", "Y", t.bid("little-misere", "keep"))


def wrong_suit(name: str, calls: tuple[str, ...], by: str, suit: str, note: str) -> None:
    @boston(name, "named_out_of_turn", "bo-P.bid.b", "bo-P.trump", note=note, certainty="reading")
    def script(t: Boston) -> Expect:
        t.begin()
        t.bid(*calls)
        at = t.fact("named_trump", by=by, trump=suit)
        return only(rule("bid_irregular|trump_named_out_of_turn", "bo-P.bid.b|bo-P.trump|bo-13", by, at))

    del script


wrong_suit(
    "keep-names-plain", ("6", "keep", "pass", "pass", "pass"), "Y", "S", "kept in colour, and a plain suit is named"
)
wrong_suit(
    "keep-over-names-colour", ("6", "keep", "keep-over", "pass", "pass", "pass"), "B", "D",
    "kept in first preference, and the second is named",
)  # fmt: skip


@boston(
    "trump-named-by-other", "named_out_of_turn", "bo-P.bid.a", note="the trump is for the bidder", certainty="contract"
)
def named_by_other(t: Boston) -> Expect:
    t.begin()
    t.bid("6", "pass", "pass", "pass")
    at = t.fact("named_trump", by="Y", trump="S")
    return only(rule("trump_named_out_of_turn", by="Y", line=at))


# ------------------------------------------------------------------ after passing
@boston("passed-and-bids", "bid", "bo-P.bid.c", note="Y has passed, and now bids seven over B's six")
def passed_and_bids(t: Boston) -> Expect:
    t.begin()
    return irregular("bo-P.bid.c", "Y", t.bid("pass", "pass", "6", "pass", "-", "7"))


@boston("passed-and-keeps", "bid", "bo-P.bid.c", note="nor may he keep")
def passed_and_keeps(t: Boston) -> Expect:
    t.begin()
    return irregular("bo-P.bid.c", "Y", t.bid("pass", "pass", "6", "pass", "-", "keep"))


@boston(
    "passed-and-misere",
    "regular",
    "bo-P.bid.c",
    note="he has passed, and calls a little misère over seven: that he may",
)
def passed_and_misere(t: Boston) -> Expect:
    t.begin()
    t.bid("pass", "pass", "7", "pass", "little-misere", "-", "pass")
    return finish(t, "A", "little-misere")


@boston("passed-and-low-misere", "bid", "bo-P.bid.c", note="but not over eight, which is above it")
def passed_and_low_misere(t: Boston) -> Expect:
    t.begin()
    return only(rule("bid_irregular", "bo-P.bid|bo-P.bids", "A", t.bid("pass", "pass", "8", "pass", "little-misere")))


# ------------------------------------------------------------------ nobody bids
@boston(
    "misere-partout",
    "regular",
    "bo-P.bid.e",
    "bo-P.pay.f",
    note="all pass: no trump, each for himself, and who takes most pays the others the difference in red",
)
def misere_partout(t: Boston) -> Expect:
    t.all_pass()
    t.play_out()
    need(any(p[1][1] == "H" != trick[0][1][1] for trick in t.tricks for p in trick))
    t.cut_next()
    return Expect(result=t.outcome(t.partout_paid()))


@boston(
    "misere-partout-trump-named",
    "named_out_of_turn",
    "bo-P.bid.e",
    note="all have passed and a trump is named: there is none",
    certainty="reading",
)
def partout_trump(t: Boston) -> Expect:
    t.all_pass()
    at = t.fact("named_trump", by="A", trump="S")
    return only(rule("trump_named_out_of_turn|bid_irregular", by="A", line=at))


@boston(
    "turned-down-too-soon", "bid", "bo-P.bid.e", note="somebody has bid: it is not turned down", certainty="reading"
)
def turned_down(t: Boston) -> Expect:
    t.begin()
    t.bid("6", "pass", "pass", "pass")
    at = t.fact("turned_down", by="Y")
    return only(rule("bid_irregular|trump_named_out_of_turn", by="Y", line=at))


# ------------------------------------------------------------------ the lead
@boston("eldest-leads", "regular", "bo-P.play.a", note="the dealer plays seven: A, the eldest hand, leads all the same")
def eldest_leads(t: Boston) -> Expect:
    t.declare("Z", "7", "S")
    made(t, 7)
    t.cut_next()
    return Expect(result=t.outcome())


@boston("eldest-leads-slam", "regular", "bo-P.play.a", note="even to a slam", hands={"Y": ALL["A"]})
def eldest_leads_slam(t: Boston) -> Expect:
    t.declare("Y", "slam", "S")
    return settle(t)


@boston(
    "other-leads",
    "lead_out_of_turn",
    "bo-P.play.a",
    note="Z plays seven and Y leads first: it is for A; Z has not played",
)
def other_leads(t: Boston) -> Expect:
    t.declare("Z", "7", "S")
    at = t.play(t.hands["Y"][0], "Y", fact="led")
    return only(rule("lead_out_of_turn", "bo-24|bo-P.play.a", "Y", at, ["option"], trick=1))


@boston(
    "bidder-leads-first",
    "lead_out_of_turn",
    "bo-P.play.a",
    "bo-24.c",
    note="the bidder leads, and takes it back before his left-hand player has followed: no penalty",
    certainty="reading",
)
def bidder_leads_first(t: Boston) -> Expect:
    t.declare("B", "7", "S")
    card = t.hands["B"][0]
    t.play(card, "B", fact="led")
    t.withdraw("B", card)
    made(t, 5)
    t.cut_next()
    noted = rule(
        "lead_out_of_turn", by="B", never=["option", "applied"], not_remedies=["call_suit", "call_card"], optional=True
    )
    return Expect([noted], t.outcome())


@boston("little-misere-by-bid", "regular", "bo-P.bids", note="no trick of twelve", hands=LOW)
def little_by_bid(t: Boston) -> Expect:
    t.declare("A", "little-misere")
    return settle(t)
