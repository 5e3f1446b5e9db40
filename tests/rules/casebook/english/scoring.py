"""Laws 1 to 12 and 33: tricks, honours, games and rubbers, and mistakes in the score."""

from __future__ import annotations

from tests.rules.casebook.book import CASES, Expect, rule
from tests.rules.casebook.english.table import HARSH, call_honours, en, ended, honours, scored
from tests.rules.casebook.hand import SIDES, Hand, need, other


def played(t: Hand) -> dict[str, object]:
    """A whole regular hand in which honours are called."""
    t.begin()
    return ended(t)


# ------------------------------------------------------------------ laws 2 and 3
@en(
    "en-2-odd-tricks",
    "regular",
    "en-2",
    "each trick above six counts one; nobody has three honours",
    dealer="W",
    score={"game": {"NS": 1, "EW": 2}},
)
def odd_tricks(t: Hand) -> Expect:
    result = played(t)
    need(t.taken["NS"] == 8 and honours(t, "NS") == 2)
    return Expect(result=result)


@en(
    "en-2-five-wins",
    "regular",
    "en-2 en-8.III",
    "five wins the game; four does not",
    dealer="W",
    score={"game": {"NS": 3, "EW": 4}},
)
def five_wins(t: Hand) -> Expect:
    result = played(t)
    need(t.taken["NS"] == 7 and honours(t, "NS") == 2)
    t.next_deal()
    more = played(t)
    need("won" in more and honours(t, "NS") == 2)
    return Expect(result=[result, more])


@en(
    "en-3-four-honours",
    "regular",
    "en-3.I",
    "all four, three with one partner and one with the other: four points",
    dealer="N",
)
def four_honours(t: Hand) -> Expect:
    need(honours(t, "NS") == 4 and 0 < honours(t, "N") < 4)
    result = played(t)
    need("won" not in result)
    return Expect(result=result)


@en("en-3-three-honours", "regular", "en-3.II", "any three: two points", dealer="N")
def three_honours(t: Hand) -> Expect:
    need(honours(t, "EW") == 3)
    result = played(t)
    need("won" not in result)
    return Expect(result=result)


@en("en-3-two-honours", "regular", "en-3.III", "two each, called by one of them: nothing", dealer="N")
def two_honours(t: Hand) -> Expect:
    need(honours(t, "EW") == 2)
    t.begin()
    t.play_out()
    t.fact("said", by="E", what="honours", count=2)
    t.cut_next()
    return Expect(result=scored(t))


@en(
    "en-4-at-four",
    "regular",
    "en-4",
    "at four when the deal begins they cannot score honours",
    dealer="S",
    score={"game": {"NS": 4, "EW": 1}},
)
def at_four(t: Hand) -> Expect:
    need(honours(t, "NS") >= 3)
    result = played(t)
    need(t.taken["EW"] >= 7 and "won" not in result)
    return Expect(allow=[rule("score_error|honours_not_called", by="N|NS", not_remedies=HARSH)], result=result)


@en(
    "en-4-at-three",
    "regular",
    "en-4 en-3.II",
    "at three they score them, and win",
    dealer="S",
    score={"game": {"NS": 3, "EW": 1}},
)
def at_three(t: Hand) -> Expect:
    need(honours(t, "NS") == 3)
    result = played(t)
    need(t.taken["NS"] == 6)
    return Expect(result=result)


@en(
    "en-5-tricks-first",
    "regular",
    "en-5 en-8.II",
    "both would come to five: tricks are scored first and win, and the others' honours are not counted to save "
    "the double",
    dealer="E",
    score={"game": {"NS": 3, "EW": 2}},
)
def tricks_first(t: Hand) -> Expect:
    need(honours(t, "EW") == 4)
    result = played(t)
    need(t.taken["NS"] >= 8)
    return Expect(result=result)


# ------------------------------------------------------------------ laws 6 and 7
@en(
    "en-7-not-called",
    "regular",
    "en-7",
    "they hold three and do not call them at the end of the hand: not scored",
    dealer="E",
)
def not_called(t: Hand) -> Expect:
    need(honours(t, "NS") == 3)
    t.begin()
    t.play_out()
    t.cut_next()
    return Expect(result=scored(t))


@en("en-7-marked-later", "regular", "en-7", "called in time, they may be marked later in the game", "text", dealer="E")
def marked_later(t: Hand) -> Expect:
    need(honours(t, "NS") == 3)
    result = played(t)
    need("won" not in result)
    t.next_deal()
    t.begin()
    t.fact("marked", by="NS", what="honours", points=2)
    return Expect(result=[result, ended(t)])


@en(
    "en-6-after-next-trump",
    "honours",
    "en-6",
    "called when the trump card of the following deal has been turned: too late",
    dealer="E",
)
def after_next_trump(t: Hand) -> Expect:
    need(honours(t, "NS") == 3)
    t.begin()
    t.play_out()
    t.cut_next()
    first = scored(t)
    need("won" not in first)
    t.next_deal()
    t.begin()
    at = t.fact("said", by="N", what="honours", count=3)
    t.play()
    return Expect(
        [rule("honours_not_called", "en-6", line=at, never=["option", "established", "applied"], not_remedies=HARSH)],
        result=[first, {"unfinished": True}],
    )


@en(
    "en-6-by-claiming-game",
    "honours",
    "en-6 en-7 en-P5",
    "they claim 'the game', which they have by honours, and score it: a claim of honours within the law (case II)",
    "reading",
    dealer="E",
    score={"game": {"NS": 3, "EW": 1}},
)
def by_claiming_game(t: Hand) -> Expect:
    need(honours(t, "NS") == 3)
    t.begin()
    t.play_out()
    need(t.taken["NS"] == 6 or t.taken["NS"] == 7)
    t.fact("claimed", by="N", what="game")
    t.fact("marked", by="NS", what="honours", points=2)
    t.cut_next()
    return Expect(result=scored(t, {"NS": 3}))


@en(
    "en-6-withdrawn",
    "honours",
    "en-6 en-7 en-P2",
    "he claims the game, is contradicted, marks his tricks alone, and remembers his honours when the next trump "
    "card is turned: not to be scored, though the other was in fault too (case III)",
    "reading",
    dealer="E",
    score={"game": {"NS": 3, "EW": 1}},
)
def withdrawn(t: Hand) -> Expect:
    need(honours(t, "NS") == 3)
    t.begin()
    t.play_out()
    need(t.taken["NS"] == 7)
    t.fact("claimed", by="N", what="game")
    t.fact("said", by="E", what="remark")
    t.fact("marked", by="NS", what="tricks", points=1, total=4)
    t.cut_next()
    first = scored(t)
    t.next_deal()
    t.begin()
    at = t.fact("said", by="N", what="honours", count=3)
    t.play()
    return Expect(
        [rule("honours_not_called", "en-6|en-7", line=at, never=["option", "established", "applied"])],
        result=[first, {"unfinished": True}],
    )


@en(
    "en-3-honour-on-the-floor",
    "honours",
    "en-3.I en-59.a",
    "one of four honours is found on the floor after all have thrown in: they held four (case I)",
    "reading",
    dealer="E",
)
def on_the_floor(t: Hand) -> Expect:
    need(honours(t, "NS") == 4)
    t.reach(10)
    card = next((c for s in "NS" for c in t.hands[s] if c[1] == t.trump and c[0] in "AKQJ"), None)
    need(card)
    holder = "N" if card in t.hands["N"] else "S"
    for seat in "NESW":
        t.fact("threw_in", by=seat)
    tricks = {"NS": t.taken["NS"] + 1, "EW": 12 - t.taken["NS"]}
    t.fact("abandoned", claimed=tricks, admitted=tricks)
    t.fact("exposed", by=holder, cards=card, how="floor")
    t.fact("said", by="N", what="honours", count=4)
    t.cut_next()
    return Expect(
        [rule("abandoned_hand", "en-59.a")],
        allow=[rule("exposed_card"), rule("rest_claimed")],
        result=scored(t, {"NS": 4}, tricks),
    )


# ------------------------------------------------------------------ laws 8 to 10 and 1
def game_of(name: str, rows: str, note: str, loser: int, worth: int) -> None:
    """The winners come to five and the losers stand at ``loser``."""

    @en(name, "regular", rows, note, dealer="W", score={"game": {"NS": 4, "EW": loser}})
    def script(t: Hand) -> Expect:
        result = played(t)
        need(result.get("won") == [{"side": "NS", "value": worth}])
        return Expect(result=result)

    assert CASES[name].script is script


game_of("en-8-treble", "en-8.I", "the losers have nothing: a treble, three points", 0, 3)
game_of("en-8-double-two", "en-8.II", "the losers have two: a double", 2, 2)
game_of("en-8-double-one", "en-8.II", "the losers have one: a double", 1, 2)
game_of("en-8-single-three", "en-8.III", "the losers have three: a single", 3, 1)
game_of("en-8-single-four", "en-8.III", "the losers have four: a single", 4, 1)


def rubber(t: Hand) -> tuple[list[object], list[tuple[str, int]]]:
    """Hands until one side has won two games. Returns the results and the games, side and value.

    The rubber itself adds two points to the winners' games, less the loser's game.
    """
    results: list[object] = []
    games: list[tuple[str, int]] = []
    while True:
        result = played(t)
        results.append(result)
        won = result.get("won")
        if isinstance(won, list):
            games.append((won[0]["side"], won[0]["value"]))
            side = games[-1][0]
            if [s for s, _ in games].count(side) == 2:
                worth = 2 - sum(v for s, v in games if s == other(side))
                won.append({"side": side, "value": worth})
                return results, games
        need(len(results) < 6)
        t.next_deal()


def with_rubbers(results: list[object]) -> list[object]:
    """The same results, with what a rubber adds where a side has won its second game."""
    games: list[tuple[str, int]] = []
    for result in results:
        won = result.get("won") if isinstance(result, dict) else None
        if isinstance(won, list) and len(won) == 1:
            games.append((won[0]["side"], won[0]["value"]))
            side = games[-1][0]
            if [s for s, _ in games].count(side) == 2:
                won.append({"side": side, "value": 2 - sum(v for s, v in games if s == other(side))})
                games = []
    return results


@en(
    "en-1-two-straight",
    "rubber",
    "en-1 en-9",
    "two games running: the rubber is over; two points more than the games",
    "reading",
    dealer="N",
    score={"game": {"NS": 3, "EW": 1}},
)
def two_straight(t: Hand) -> Expect:
    results, games = rubber(t)
    need(len(games) == 2 and len(results) < 5)
    return Expect(result=results)


@en(
    "en-10-three-games",
    "rubber",
    "en-1 en-9 en-10",
    "a game all and a third: the losers' game is deducted",
    "reading",
    dealer="N",
    score={"game": {"NS": 3, "EW": 3}},
)
def three_games(t: Hand) -> Expect:
    results, games = rubber(t)
    need(len(games) == 3 and len({v for _, v in games}) > 1)
    return Expect(result=results)


@en(
    "en-1-next-rubber",
    "rubber",
    "en-1",
    "after the rubber a new one begins: its first game ends no rubber",
    "reading",
    dealer="S",
    score={"game": {"NS": 4, "EW": 2}},
)
def next_rubber(t: Hand) -> Expect:
    results, games = rubber(t)
    need(len(games) == 2 and len(results) < 4)
    t.next_deal()
    t.score = dict.fromkeys(SIDES, 0)
    more = played(t)
    need("won" in more)
    return Expect(result=[*results, more])


@en("en-33-to-the-left", "regular", "en-33", "the deal goes to the left, hand after hand", dealer="E")
def to_the_left(t: Hand) -> Expect:
    results: list[object] = [played(t)]
    for _ in range(3):
        t.next_deal()
        results.append(played(t))
    return Expect(result=with_rubbers(results))


@en(
    "en-33-out-of-rotation",
    "out_of_turn",
    "en-33 en-48",
    "the next hand is dealt by another than the player on the left",
    "reading",
    dealer="E",
)
def out_of_rotation(t: Hand) -> Expect:
    first = played(t)
    t.next_deal()
    t.set_dealer("W")
    t.prepare()
    cut = t.line
    at = t.deal(0, 1, by="W")
    t.deal(1, 8, by="W")
    return Expect(
        [
            rule(
                "deal_out_of_turn",
                "en-48|en-33",
                "W",
                at,
                ["correctable"],
                remedies={"correct_deal": None},
                not_remedies=["deal_lost"],
            )
        ],
        allow=[rule("cut_irregular", line=cut)],
        result=[first, {"unfinished": True}],
    )


# ------------------------------------------------------------------ laws 11 and 12
def wrong_mark(t: Hand) -> int:
    """NS mark one more than they made, when the hand is over."""
    t.begin()
    t.play_out()
    need(t.taken["NS"] > 6)
    return t.fact("marked", by="NS", what="tricks", points=t.taken["NS"] - 5)


@en("en-11-put-right", "score_error", "en-11", "one too many marked: it may be put right, and is", dealer="N")
def put_right(t: Hand) -> Expect:
    at = wrong_mark(t)
    t.fact("marked", by="NS", what="tricks", points=t.taken["NS"] - 6)
    called = call_honours(t)
    t.cut_next()
    return Expect(
        [
            rule(
                "score_error",
                "en-11",
                line=at,
                path=["correctable"],
                never=["lapsed", "established"],
                not_remedies=HARSH,
            )
        ],
        result=scored(t, called),
    )


@en(
    "en-11-game-goes-on",
    "score_error",
    "en-11",
    "the game is not over: the mistake can be put right in a later hand still",
    dealer="N",
)
def goes_on(t: Hand) -> Expect:
    at = wrong_mark(t)
    t.cut_next()
    first = scored(t)
    need("won" not in first)
    t.next_deal()
    t.begin()
    t.play()
    return Expect(
        [rule("score_error", "en-11", line=at, path=["correctable"], never=["lapsed"])],
        result=[first, {"unfinished": True}],
    )


@en(
    "en-11-game-concluded",
    "score_error",
    "en-11",
    "the game is won; with the trump card of the following deal it is concluded, and with it the correction",
    dealer="N",
    score={"game": {"NS": 4, "EW": 2}},
)
def concluded(t: Hand) -> Expect:
    at = wrong_mark(t)
    t.cut_next()
    first = scored(t)
    t.next_deal()
    t.prepare()
    t.deal()
    late = t.turn()
    t.play()
    return Expect(
        [rule("score_error", "en-11", line=at, path=["correctable", "lapsed"], at={"lapsed": late})],
        result=[first, {"unfinished": True}],
    )


@en(
    "en-12-wrong-game-value",
    "score_error",
    "en-12 en-fn2",
    "a double is marked as a single: that touches the rubber, and may be put right when the next trump card is turned",
    "reading",
    dealer="N",
    score={"game": {"NS": 4, "EW": 2}},
)
def wrong_value(t: Hand) -> Expect:
    t.begin()
    t.play_out()
    need(t.taken["NS"] > 6 and honours(t, "EW") < 3)
    at = t.fact("marked", by="NS", what="game", points=1)
    t.cut_next()
    first = scored(t)
    t.next_deal()
    t.begin()
    t.play()
    return Expect(
        [rule("score_error", "en-12", line=at, path=["correctable"], never=["lapsed"])],
        result=[first, {"unfinished": True}],
    )


@en(
    "en-11-marked-right",
    "regular",
    "en-11 en-12",
    "tricks and game are marked as they are",
    dealer="N",
    score={"game": {"NS": 4, "EW": 2}},
)
def marked_right(t: Hand) -> Expect:
    t.begin()
    t.play_out()
    need(t.taken["NS"] > 6 and honours(t, "EW") < 3)
    t.fact("marked", by="NS", what="tricks", points=t.taken["NS"] - 6)
    t.fact("marked", by="NS", what="game", points=2)
    t.cut_next()
    return Expect(result=scored(t))


# ------------------------------------------------------------------ the guidelines for an arbiter
@en(
    "en-P3-facts-settled",
    "facts",
    "en-P3",
    "which card it was is in doubt; one of each side say the same: the fact is settled, and then the law applies",
    "contract",
    dealer="S",
)
def facts_settled(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    card = t.legal(seat)[0]
    at = t.fact("exposed", by=seat, cards=card, how="dropped", source="camera", confidence=0.7)
    t.fact("answered", line=at, by="N")
    a = t.fact("answered", line=at, by="E")
    return Expect([rule("exposed_card", "en-56", seat, at, ["director", "option"], at={"director": at, "option": a})])


@en(
    "en-P4-facts-disputed",
    "facts",
    "en-P4",
    "they are of two minds about a card: nobody is punished on it",
    "contract",
    dealer="S",
)
def facts_disputed(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    at = t.renounce(seat)
    row = t.row(at)
    card = row["cards"]
    row["cards"] = "??"
    t.round()
    good = t.of(seat, t.tricks[-1][0][1][1])[0]
    foe = "N" if seat in "EW" else "E"
    t.fact("answered", line=at, by=foe, to={"fact": "played", "by": seat, "cards": card})
    t.fact("answered", line=at, by=seat, to={"fact": "played", "by": seat, "cards": good})
    return Expect()
