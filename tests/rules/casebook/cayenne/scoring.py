"""Cayenne: the value of the suits, honours, slams, several games in a hand, and the rubber."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, rule
from tests.rules.casebook.cayenne.table import STRONG, Cayenne, cayenne, made, multiplier
from tests.rules.casebook.hand import need


def carried(ns: int, ew: int) -> dict[str, object]:
    return {"game": {"NS": ns, "EW": ew}}


# ------------------------------------------------------------------ the table of values
def valued(turned: str, trump: str) -> None:
    """One cell of the table: the suit turned, the suit played."""
    times = multiplier(turned, trump)

    @cayenne(
        f"times-{times}-{turned}-{trump}".lower(), "regular", "ca-P.mult", "ca-1.a",
        note=f"{turned} is turned, {trump} played: each trick counts {times}",
    )  # fmt: skip
    def script(t: Cayenne) -> Expect:
        t.still = "5" + turned
        t.declare(trump)
        t.play_out()
        need(any(7 <= n <= 8 for n in t.taken.values()) and abs(2 * t.honours("NS") - 5) == 1)
        side = t.claim_honours()
        t.cut_next()
        out = t.scored(side)
        need("won" not in out)
        return Expect(result=out)

    del script


for turned in "HDCS":
    for suit in "SHDC":
        valued(turned, suit)


def no_trump(name: str, trump: str, ns: int, *rows: str, note: str) -> None:
    @cayenne(name, "regular", "ca-P.mult", "ca-1.a", *rows, note=note)
    def script(t: Cayenne) -> Expect:
        t.declare(trump)
        made(t, "NS", ns)
        t.cut_next()
        return Expect(result=t.scored())

    del script


no_trump("grand-one", "grand", 7, note="one by cards at grand: eight; there are no honours")
no_trump("grand-two", "grand", 8, note="two by cards at grand: sixteen, a game and six over")
no_trump(
    "nullo-one", "nullo", 7, "ca-1.c", "ca-P.nullo.b", "ca-P.nullo.a", note="nullo: one over counts eight to the others"
)
no_trump("nullo-three", "nullo", 9, "ca-1.c", "ca-P.nullo.b", note="three over: 24 to the others, two games and four")
no_trump("nullo-five", "nullo", 5, "ca-1.c", "ca-P.nullo.b", note="eight to E and W count sixteen to N and S")


# ------------------------------------------------------------------ honours
def honoured(name: str, n: int, note: str, trump: str = "S") -> None:
    @cayenne(name, "regular", "ca-P.hon", "ca-1.a", note=note)
    def script(t: Cayenne) -> Expect:
        t.declare(trump)
        made(t, "NS", 7)
        need(t.honours("NS") == n)
        t.fact("said", by="S", what="honours", count=n)
        t.cut_next()
        out = t.scored("NS")
        need("won" not in out)
        return Expect(result=out)

    del script


honoured("honours-three", 3, "three of five: one more than the others and one: two")
honoured("honours-four", 4, "four: three more and one: four")
honoured("honours-five", 5, "five: six")


@cayenne("honours-minority", "regular", "ca-P.hon", note="two of five are no majority: nothing", certainty="reading")
def minority(t: Cayenne) -> Expect:
    t.declare("S")
    made(t, "NS", 7)
    need(t.honours("NS") == 2)
    t.fact("said", by="S", what="honours", count=2)
    t.fact("said", by="E", what="honours", count=3)
    t.cut_next()
    return Expect(result=t.scored("EW"), allow=[rule("score_error")])


@cayenne("honours-claimed", "regular", "ca-P.hon", note="claimed, in the form's other word", certainty="contract")
def honours_claimed(t: Cayenne) -> Expect:
    t.declare("D")
    made(t, "EW", 7)
    need(t.honours("EW") == 3)
    t.fact("claimed", by="E", what="honours", count=3)
    t.cut_next()
    out = t.scored("EW")
    need("won" not in out)
    return Expect(result=out)


# ------------------------------------------------------------------ going out
@cayenne(
    "honours-alone-stop",
    "regular",
    "ca-1.d",
    "ca-P.order",
    note="at eight, two by honours in the cayenne suit, but not the odd trick: they stop at nine",
    score=carried(8, 0),
)
def honours_alone(t: Cayenne) -> Expect:
    t.declare("H")
    made(t, "EW", 7)
    need(t.honours("NS") == 3)
    t.claim_honours()
    t.cut_next()
    return Expect(result=t.scored("NS"))


@cayenne(
    "honours-with-odd-trick",
    "regular",
    "ca-1.d",
    note="the same with the odd trick: four by cards and eight by honours, out with eight over",
    score=carried(6, 0),
)
def honours_odd(t: Cayenne) -> Expect:
    t.declare("H")
    made(t, "NS", 7)
    need(t.honours("NS") == 3)
    t.claim_honours()
    t.cut_next()
    return Expect(result=t.scored("NS"))


@cayenne(
    "out-by-cards-stops-honours",
    "regular",
    "ca-1.e",
    "ca-P.order",
    note="E and W go out by cards: the others' honours count nothing",
    score=carried(6, 8),
)
def out_by_cards(t: Cayenne) -> Expect:
    t.declare("H")
    made(t, "EW", 8)
    need(t.honours("NS") == 3)
    t.claim_honours()
    t.cut_next()
    out = t.scored("NS")
    need(out["game"] == {"NS": 0, "EW": 6})
    return Expect(result=out)


@cayenne(
    "not-out-honours-count",
    "regular",
    "ca-1.e",
    note="not out by cards: the others' honours count",
    score=carried(0, 2),
)
def not_out(t: Cayenne) -> Expect:
    t.declare("H")
    made(t, "EW", 7)
    need(t.honours("NS") == 3)
    t.claim_honours()
    t.cut_next()
    return Expect(result=t.scored("NS"))


def game(name: str, losers: int, value: int, certainty: str = "text") -> None:
    @cayenne(
        name, "regular", "ca-P.game", "ca-P.turn", score=carried(9, losers), certainty=certainty,
        note=f"the losers have {losers}: a game of {value}; their points are turned down, the winners keep the excess",
    )  # fmt: skip
    def script(t: Cayenne) -> Expect:
        t.declare("grand")
        made(t, "NS", 7)
        t.cut_next()
        out = t.scored()
        assert out["won"] == [{"side": "NS", "value": value}]
        return Expect(result=out)

    del script


game("game-quadruple", 0, 4)
game("game-triple-1", 1, 3)
game("game-triple-3", 3, 3)
game("game-double-4", 4, 2)
game("game-double-6", 6, 2)
game("game-seven", 7, 1, "reading")
game("game-single-8", 8, 1)
game("game-single-9", 9, 1)


@cayenne(
    "hand-played-out",
    "regular",
    "ca-1.b",
    note="out already, the hand is still played: no result yet",
    score=carried(9, 0),
)
def hand_played_out(t: Cayenne) -> Expect:
    t.declare("grand")
    while t.taken["NS"] < 8:
        need(t.number < 13)
        t.round()
    need(t.number < 13)
    return Expect()


@cayenne(
    "three-games-in-a-hand",
    "regular",
    "ca-1.b",
    "ca-P.turn",
    note="four by cards at grand, 32: three games and two over; the first against six is a double",
    hands=STRONG,
    score=carried(0, 6),
    dealer="N",
)
def three_games(t: Cayenne) -> Expect:
    t.declare("grand")
    made(t, "NS", 10)
    t.cut_next()
    out = t.scored()
    assert [w["value"] for w in t.won] == [2, 4, 4]
    return Expect(result=out)


# ------------------------------------------------------------------ slams
def slam(name: str, tricks: int, value: int, note: str) -> None:
    @cayenne(
        name, "regular", "ca-P.slam", "ca-1.a", note=note, certainty="reading", dealer="N",
        hands={"N": "AS KS QS JS TS 9S 8S AH KH AD KD AC KC"},
    )  # fmt: skip
    def script(t: Cayenne) -> Expect:
        t.declare("S")
        made(t, "NS", tricks)
        side = t.claim_honours()
        t.cut_next()
        out = t.scored(side)
        bonus = [{"side": "NS", "value": value}] if value else []
        return Expect(result=out | {"won": [*t.won, *bonus]})

    del script


slam("slam", 13, 6, "thirteen: six besides, on the sheet as in the printed example, and not multiplied")
slam("slam-little", 12, 4, "twelve: four besides")
slam("slam-none", 11, 0, "eleven are no slam")


# ------------------------------------------------------------------ the rubber
def published(t: Cayenne) -> list[object]:
    """The three printed hands, with A, Y, B and Z; Z deals, at six to eight."""
    t.declare("H")
    t.play_out()
    need(t.taken["YZ"] == 8 and t.honours("AB") == 3)
    t.claim_honours()
    t.cut_next()
    results: list[object] = [t.scored("AB") | {"rubber": {"AB": 0, "YZ": 1}}]
    t.fixed = {"A": "AS KS QS JS AH KH QH AD KD QD AC KC 2C"}
    t.next_deal()
    t.declare("grand")
    t.play_out()
    need(t.taken["AB"] == 10)
    t.cut_next()
    results.append(t.scored() | {"rubber": {"AB": 3, "YZ": 1}})
    t.fixed = {"Y": "AS KS QS 9S 8S AH KH AD KD QD AC KC QC", "Z": "JS 7S 6S 5S QH JH TH 9H JD TD 9D JC TC", "A": "TS"}
    t.still = "9C"
    t.next_deal()
    t.declare("S")
    t.play_out()
    need(t.taken["YZ"] == 12 and t.honours("YZ") == 4)
    t.claim_honours()
    t.cut_next()
    last = t.scored("YZ")
    assert [w["value"] for w in t.won] == [3, 4, 4]
    assert t.score == {"AB": 0, "YZ": 0}
    more = [{"side": "YZ", "value": 8}, {"side": "YZ", "value": 4}]
    return [*results, last | {"won": [*t.won, *more]}]


SIX_EIGHT: dict[str, object] = {"game": {"AB": 6, "YZ": 8}, "rubber": {"AB": 0, "YZ": 0}}


@cayenne(
    "published-rubber",
    "published",
    "ca-1.f",
    "ca-P.rubber",
    "ca-P.slam",
    "ca-P.game",
    "ca-P.turn",
    "ca-1.b",
    note="the printed rubber: a double to Y-Z, a double and two quadruples to A-B, then a triple, two quadruples, "
    "eight for the rubber and four for the little slam",
    seats=list("AYBZ"),
    dealer="Z",
    score=SIX_EIGHT,
)
def published_rubber(t: Cayenne) -> Expect:
    return Expect(result=published(t))


@cayenne(
    "published-settlement",
    "published",
    "ca-P.stake",
    "ca-1.f",
    note="the same: fifteen points, 25 less 10; each of the losers pays his right-hand adversary",
    certainty="reading",
    seats=list("AYBZ"),
    dealer="Z",
    score=SIX_EIGHT,
)
def published_settlement(t: Cayenne) -> Expect:
    results = published(t)
    last = results[-1]
    assert isinstance(last, dict)
    return Expect(result=[*results[:-1], last | {"settlement": {"A": -15, "Y": 15, "B": -15, "Z": 15}}])


@cayenne(
    "rubber-fourth-game",
    "regular",
    "ca-1.f",
    "ca-P.rubber",
    note="the fourth game of three all: one for the game, eight for the rubber",
    score={"game": {"NS": 9, "EW": 8}, "rubber": {"NS": 3, "EW": 3}},
)
def fourth_game(t: Cayenne) -> Expect:
    t.declare("S")
    made(t, "NS", 7)
    need(t.honours("NS") < 3)
    t.claim_honours()
    t.cut_next()
    out = t.scored("EW")
    out.pop("game")
    return Expect(result=out | {"won": [*t.won, {"side": "NS", "value": 8}]})


@cayenne(
    "rubber-third-game",
    "regular",
    "ca-1.f",
    "ca-P.rubber",
    note="the third game makes no rubber",
    score={"game": {"NS": 9, "EW": 8}, "rubber": {"NS": 2, "EW": 3}},
)
def third_game(t: Cayenne) -> Expect:
    t.declare("S")
    made(t, "NS", 7)
    need(t.honours("NS") < 3)
    t.claim_honours()
    t.cut_next()
    return Expect(result=t.scored("EW") | {"rubber": {"NS": 3, "EW": 3}})


@cayenne(
    "no-settlement-yet", "regular", "ca-P.stake", note="a game, but no rubber: nobody pays yet", score=carried(9, 8)
)
def no_settlement(t: Cayenne) -> Expect:
    t.declare("grand")
    made(t, "NS", 7)
    t.cut_next()
    return Expect(result=t.scored() | {"settlement": dict.fromkeys("NESW", 0)})
