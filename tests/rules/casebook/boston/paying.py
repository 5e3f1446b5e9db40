"""Boston: each bid won and lost by the printed tables, when a hand ends, the pool, and the game of twelve deals."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, Ruling, rule
from tests.rules.casebook.boston.table import (
    ALL,
    AMERICAN,
    FAIR,
    LOW,
    MISERE,
    Boston,
    boston,
    made,
    settle,
)
from tests.rules.casebook.hand import need

WEAK = {"A": "9S 8S 7S 6S 5S AH 7H 5H 4H 8D 6D 7C 3C"}
SEVEN = {"A": "AS KS QS JS TS 9S 8S 6H 4H 3H 3D 2D 2C"}
TEN = {"A": "AS KS QS JS TS 9S 8S 7S AH KH 3D 2D 2C"}
ELEVEN = {"A": "AS KS QS JS TS 9S 8S 7S 6S AH KH 2D 2C"}
TWELVE = {"A": "AS KS QS JS TS 9S 8S 7S 6S 5S AH KH 2C"}


# ------------------------------------------------------------------ the two tables
def settled(bid: int, taken: int, hands: dict[str, str] | None, *rows: str, note: str = "", caller: str = "A") -> None:
    """A regular hand in which the bidder takes just so many."""
    word = "slam" if bid == 13 else str(bid)
    row = "bo-P.pay.a" if taken >= bid else "bo-P.pay.c"

    @boston(f"pay-{word}-{taken}", "regular", row, *rows, note=note or f"{bid} bid, {taken} taken", hands=hands)
    def script(t: Boston) -> Expect:
        t.declare(caller, word)
        made(t, taken)
        t.cut_next()
        return Expect(result=t.outcome())

    del script


for n in (4, 5, 6, 7):
    settled(5, n, None)
for n in (8, 9, 10, 11):
    settled(5, n, FAIR)
settled(5, 12, TWELVE)
settled(5, 13, ALL)
for n in (1, 2, 3):
    settled(5, n, WEAK)
settled(5, 0, LOW)
settled(6, 0, LOW)
for n in (1, 2, 3, 4, 5):
    settled(6, n, WEAK)
for n in (6, 7):
    settled(6, n, None)
for n in (8, 9, 10):
    settled(6, n, FAIR)
settled(6, 11, ELEVEN)
settled(6, 12, TWELVE)
settled(6, 13, ALL)
settled(7, 0, LOW)
for n in (1, 2, 3, 4, 5):
    settled(7, n, WEAK)
settled(7, 6, None)
for n in (7, 8, 9, 10):
    settled(7, n, FAIR)
settled(7, 11, ELEVEN)
settled(7, 12, TWELVE)
settled(7, 13, ALL)
settled(8, 0, LOW, note="the printed 110, though the step before is eleven")
for n in (1, 2, 3, 4, 5):
    settled(8, n, WEAK)
settled(8, 6, FAIR)
settled(8, 7, SEVEN, note="the printed example: eight bid and seven taken, 23 to each")
for n in (8, 9, 10):
    settled(8, n, FAIR)
settled(8, 11, ELEVEN)
settled(8, 12, TWELVE)
settled(8, 13, ALL)
settled(9, 0, LOW)
for n in (1, 2, 3, 4, 5):
    settled(9, n, WEAK)
settled(9, 6, FAIR)
for n in (7, 8):
    settled(9, n, SEVEN)
for n in (9, 10):
    settled(9, n, FAIR)
settled(9, 11, ELEVEN)
settled(9, 12, TWELVE)
settled(9, 13, ALL)
settled(10, 0, LOW)
for n in (1, 2, 3, 4, 5):
    settled(10, n, WEAK)
settled(10, 6, FAIR)
for n in (7, 8):
    settled(10, n, SEVEN)
settled(10, 9, FAIR)
settled(10, 10, TEN, note="the printed comparison: ten bid and ten taken, 42 from each")
settled(10, 11, ELEVEN)
settled(10, 12, TWELVE)
settled(10, 13, ALL)
settled(11, 0, LOW)
for n in (1, 2, 3, 4, 5):
    settled(11, n, WEAK)
settled(11, 6, FAIR)
for n in (7, 8):
    settled(11, n, SEVEN)
for n in (9, 10):
    settled(11, n, FAIR)
settled(11, 11, ELEVEN)
settled(11, 12, TWELVE)
settled(11, 13, ALL)
settled(12, 0, LOW)
for n in (1, 2, 3, 4, 5):
    settled(12, n, WEAK)
settled(12, 6, FAIR)
for n in (7, 8):
    settled(12, n, SEVEN)
for n in (9, 10):
    settled(12, n, FAIR)
settled(12, 11, ELEVEN)
settled(12, 12, TWELVE)
settled(12, 13, ALL)
settled(13, 13, ALL, "bo-P.counters", "bo-P.bids", note="a slam won: 166 white from each, not changed into red or blue")


# ------------------------------------------------------------------ the American amounts
def american(bid: int, taken: int, hands: dict[str, str]) -> None:
    """Fixed amounts where the table has chosen them."""
    word = "slam" if bid == 13 else str(bid)

    @boston(
        f"american-{word}-{taken}", "regular", "bo-P.pay.b", hands=hands, certainty="reading",
        note="the American amounts: over-tricks are not paid", options={"payments": "american"},
    )  # fmt: skip
    def script(t: Boston) -> Expect:
        t.declare("A", word)
        made(t, taken)
        t.cut_next()
        return Expect(result=t.outcome(t.paid(AMERICAN[bid])))

    del script


american(5, 9, FAIR)
american(6, 9, FAIR)
american(7, 10, FAIR)
american(8, 10, FAIR)
american(9, 11, ELEVEN)
american(10, 11, ELEVEN)
american(11, 12, TWELVE)
american(12, 13, ALL)
american(13, 13, ALL)


def american_lost(name: str, word: str, taken: int, white: int, hands: dict[str, str]) -> None:
    """The rounded failures, of which the register gives a few places."""

    @boston(
        f"american-lost-{name}", "regular", "bo-P.pay.g", hands=hands, certainty="reading",
        note="the American rounded table of failures", options={"payments": "american"},
    )  # fmt: skip
    def script(t: Boston) -> Expect:
        t.declare("A", word)
        if word == "slam":
            t.stop_when(lambda: any(t.taken[s] for s in t.foes()))
            need(t.number <= taken)
        else:
            made(t, taken)
        t.cut_next()
        return Expect(result=t.outcome(t.paid(-white)))

    del script


american_lost("five-by-one", "5", 4, 10, WEAK)
american_lost("five-by-five", "5", 0, 50, LOW)
american_lost("eight-by-eight", "8", 0, 115, LOW)
american_lost("slam-by-one", "slam", 12, 180, TWELVE)


# ------------------------------------------------------------------ misères
def misere(call: str, won: bool) -> None:
    rows = ["bo-P.pay.e", "bo-P.play.d"] if call.startswith("little") else ["bo-P.pay.e"]
    rows += ["bo-P.play.e"] if call.endswith("spread") else []

    @boston(
        f"{call}-{'won' if won else 'lost'}", "regular", *rows, "bo-P.play.c", hands=LOW if won else None,
        note=f"{MISERE[call]} {'from' if won else 'to'} each, no over-tricks", certainty="text" if won else "reading",
    )  # fmt: skip
    def script(t: Boston) -> Expect:
        t.declare("A" if won else "Y", call)
        t.round()
        out = settle(t)
        need(won or 2 < t.number < 10)
        return out

    del script


for word in MISERE:
    misere(word, won=True)
    misere(word, won=False)


def partout(name: str, note: str, *, four: bool = False) -> None:
    @boston(name, "regular", "bo-P.pay.f", "bo-P.bid.e", note=note)
    def script(t: Boston) -> Expect:
        t.all_pass()
        t.play_out()
        most = sorted(t.taken.values())
        need(most[-1] >= 7 if four else most == [2, 2, 3, 6])
        t.cut_next()
        return Expect(result=t.outcome(t.partout_paid()))

    del script


partout("partout-six", "six, three, two and two: three, four and four red, eleven in all, thrice six less seven")
partout("partout-many", "the taker of most pays all three, whatever the others have among themselves", four=True)


# ------------------------------------------------------------------ when a hand ends
@boston(
    "number-not-ended", "regular", "bo-P.play.c", note="six made already, the rest is not played: no end", hands=FAIR
)
def number_not_ended(t: Boston) -> Expect:
    t.declare("A", "6")
    t.stop_when(lambda: t.taken["A"] == 6)
    need(t.number < 12)
    return Expect()


@boston("misere-not-ended", "regular", "bo-P.play.c", note="no trick yet, and nine played: no end", hands=LOW)
def misere_not_ended(t: Boston) -> Expect:
    t.declare("A", "grand-misere")
    t.rounds(9)
    return Expect()


@boston(
    "slam-lost",
    "regular",
    "bo-P.play.c",
    "bo-P.pay.c",
    note="the first trick lost ends a slam",
    hands=TWELVE,
    certainty="reading",
)
def slam_lost(t: Boston) -> Expect:
    t.declare("A", "slam")
    t.stop_when(lambda: any(t.taken[s] for s in t.foes()))
    need(t.number < 13 and t.taken["A"] != 12)
    t.cut_next()
    return Expect(result=t.outcome(t.paid(-177)))


# ------------------------------------------------------------------ spreads and the discard
@boston(
    "spread-directed",
    "wrong_demand",
    "bo-P.play.e",
    note="an adversary would choose a card of the open hand",
    hands=LOW,
)
def spread_directed(t: Boston) -> Expect:
    t.declare("A", "grand-spread")
    t.round()
    need(t.leader == "Y")
    t.play()
    at = t.fact("demanded", by="Z", remedy="call_card", card=t.hands["A"][0], seat="A")
    return Expect([rule("wrong_demand", None, "Z", at)], None)


@boston("spread-exposed-free", "regular", "bo-P.play.e", note="the open cards are played as he likes", hands=LOW)
def spread_free(t: Boston) -> Expect:
    t.declare("A", "little-spread")
    return settle(t)


@boston(
    "discarded-twelve",
    "regular",
    "bo-P.play.d",
    "bo-P.error.c",
    note="each lays one aside, in any order, and twelve are played",
    hands=LOW,
)
def discarded_twelve(t: Boston) -> Expect:
    t.begin()
    t.bid("little-misere", "pass", "pass", "pass")
    t.caller, t.call = "A", "little-misere"
    t.discard(*"BZAY")
    return settle(t)


@boston("discarded-not-all", "misere", "bo-P.play.d", "bo-P.error.c", note="A leads before Z lays his card aside")
def discarded_not_all(t: Boston) -> Expect:
    t.begin()
    t.bid("pass", "little-misere", "pass", "pass")
    t.caller, t.call = "Y", "little-misere"
    t.discard(*"AYB")
    t.play()
    at = t.discard("Z")
    want = rule(
        "lead_out_of_turn|played_before_decision|play_out_of_turn", "bo-P.error.c|bo-P.play.d", "A", at, ["option"],
        remedies={"stakes_claimed": ["Y"]},
    )  # fmt: skip
    return Expect([want], None)


# ------------------------------------------------------------------ the pool
def pool(name: str, call: str, tricks: int, before: int, after: int, *rows: str, note: str) -> None:
    """A hand that begins with so many red in the pool and leaves so many to be played for."""

    @boston(
        name, "regular", *rows, note=note, certainty="reading", hands=FAIR if call != "grand-misere" else LOW,
        score={"pool": {"red": before}},
    )  # fmt: skip
    def script(t: Boston) -> Expect:
        t.declare("A", call)
        made(t, tricks)
        t.cut_next()
        return Expect(result=t.outcome(pool={"red": after}))

    del script


pool("pool-doubled", "8", 7, 10, 20, "bo-P.pay.d", "bo-P.pool.a", note="he fails: he doubles the pool")
pool("pool-doubled-low", "7", 6, 4, 8, "bo-P.pay.d", note="four become eight")
pool("pool-capped", "8", 6, 20, 25, "bo-P.pool.b", note="forty: 25 are set aside, the rest begins another pool")
pool("pool-just-full", "8", 6, 12, 24, "bo-P.pool.b", note="24 are not too many")


@boston(
    "pool-won",
    "regular",
    "bo-P.pay.d",
    note="he succeeds, and takes the pool besides what each pays",
    certainty="reading",
    hands=FAIR,
    score={"pool": {"red": 10}},
)
def pool_won(t: Boston) -> Expect:
    t.declare("A", "7")
    made(t, 8)
    t.cut_next()
    return Expect(result=t.outcome(pool_paid={"A": {"red": 10}}))


def partout_pool(before: int) -> None:
    @boston(
        f"pool-partout-{before}", "regular", "bo-P.pay.d", "bo-P.pool.a", note="nobody has called: the pool stays",
        certainty="reading", score={"pool": {"red": before}},
    )  # fmt: skip
    def script(t: Boston) -> Expect:
        t.all_pass()
        t.play_out()
        t.cut_next()
        return Expect(result=t.outcome(t.partout_paid(), pool={"red": before}))

    del script


partout_pool(10)


@boston(
    "pool-first",
    "regular",
    "bo-P.pool.a",
    note="one red from each begins it; the first bidder fails: eight",
    certainty="reading",
)
def pool_first(t: Boston) -> Expect:
    t.declare("A", "7")
    made(t, 5)
    t.cut_next()
    return Expect(result=t.outcome(pool={"red": 8}))


@boston(
    "pool-refilled",
    "regular",
    "bo-P.pool.c",
    "bo-P.pool.a",
    note="the pool is won; each gives one red again, and the next bidder fails: eight",
    certainty="reading",
    hands=FAIR,
    score={"pool": {"red": 10}},
)
def pool_refilled(t: Boston) -> Expect:
    t.declare("A", "7")
    made(t, 8)
    t.cut_next()
    first = t.outcome()
    t.fixed = None
    t.next_deal()
    t.declare("Y", "7")
    made(t, 5)
    t.cut_next()
    return Expect(result=[first, t.outcome(pool={"red": 8})])


@boston(
    "pool-queue",
    "regular",
    "bo-P.pool.b",
    note="two pools, of 25 and of 15: the winner takes 25 at the most, and 15 are left to be played for",
    certainty="reading",
    score={"pool": {"red": 20}},
)
def pool_queue(t: Boston) -> Expect:
    t.declare("A", "7")
    made(t, 5)
    t.cut_next()
    first = t.outcome(pool={"red": 25})
    t.next_deal()
    t.declare("Y", "5")
    made(t, 6)
    t.cut_next()
    return Expect(result=[first, t.outcome(pool={"red": 15}, pool_paid={"Y": {"red": 25}})])


# ------------------------------------------------------------------ twelve deals
THROWN: list[Ruling] = [rule("abandoned_hand"), rule("exposed_card"), rule("rest_claimed")]


def deals(name: str, n: int, note: str, *rows: str) -> None:
    """So many deals in which nobody bids, all throw in, and the tricks are admitted."""

    @boston(name, "regular", *rows, note=note, certainty="reading", score={"pool": {"red": 6}})
    def script(t: Boston) -> Expect:
        results: list[object] = []
        for i in range(n):
            if i:
                t.next_deal()
            t.all_pass()
            for s in t.ring:
                t.fact("threw_in", by=s)
            t.taken = {"A": 5, "Y": 4, "B": 3, "Z": 1}
            t.fact("abandoned", admitted=dict(t.taken))
            t.cut_next()
            results.append({"counters": t.partout_paid(), "pool": {"red": 6}})
        if n == 12:
            results[-1] = {"counters": t.partout_paid(), "pool": {"red": 0}}
        return Expect(result=results, allow=THROWN)

    del script


deals(
    "game-of-twelve",
    12,
    "the twelfth deal ends the game: what is in the pool is divided",
    "bo-1",
    "bo-P.pool.c",
    "bo-P.cut",
)
deals("game-not-ended", 11, "after eleven deals there is another: the pool stays", "bo-1", "bo-P.pool.c")


@boston(
    "level-tie-of-most",
    "regular",
    "bo-P.pay.f",
    note="two have most: the print does not say who pays; somebody may be asked",
    certainty="reading",
)
def tie_of_most(t: Boston) -> Expect:
    t.all_pass()
    t.play_out()
    most = max(t.taken.values())
    need(list(t.taken.values()).count(most) == 2)
    t.cut_next()
    return Expect(result=None, allow=[rule("score_error", path=["director"])])
