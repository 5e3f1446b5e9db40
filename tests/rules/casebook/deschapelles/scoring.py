"""Articles 50 to 53, 55 and 56 to 59: games, rubbers, slams, and the marks of the players."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, rule
from tests.rules.casebook.deschapelles.table import Table, de
from tests.rules.casebook.hand import need

ALL_TRUMPS = {"N": "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"}


# ------------------------------------------------------------------ games and rubbers
@de(
    "52-odd-tricks",
    "regular",
    "de-52",
    note="each trick beyond six counts one",
    dealer="W",
    score={"game": {"NS": 1, "EW": 3}},
)
def odd_tricks(t: Table) -> Expect:
    t.begin()
    t.close()
    need(t.taken["NS"] == 8)
    return Expect(result=t.scored())


@de(
    "52-six",
    "regular",
    "de-52",
    note="six are the duty and score nothing",
    dealer="W",
    score={"game": {"NS": 1, "EW": 3}},
)
def six(t: Table) -> Expect:
    t.begin()
    t.close()
    need(t.taken["NS"] == 6)
    return Expect(result=t.scored())


@de(
    "51-treble",
    "regular",
    "de-51.a",
    note="ten points, and the losers have none: three fish",
    dealer="E",
    score={"game": {"NS": 7, "EW": 0}},
)
def treble(t: Table) -> Expect:
    t.begin()
    t.close()
    need(t.taken["NS"] == 9)
    return Expect(result=t.scored())


@de("51-nine-is-no-game", "regular", "de-51.a", note="nine is no game", dealer="E", score={"game": {"NS": 7, "EW": 0}})
def nine(t: Table) -> Expect:
    t.begin()
    t.close()
    need(t.taken["NS"] == 8)
    return Expect(result=t.scored())


@de(
    "51-double",
    "regular",
    "de-51.b",
    note="the losers have three: two fish",
    dealer="E",
    score={"game": {"NS": 3, "EW": 8}},
)
def double(t: Table) -> Expect:
    t.begin()
    t.close()
    need(t.taken["EW"] == 8)
    return Expect(result=t.scored())


@de(
    "51-double-at-one",
    "regular",
    "de-51.b",
    note="the losers have one: two fish",
    dealer="E",
    score={"game": {"NS": 1, "EW": 9}},
)
def double_at_one(t: Table) -> Expect:
    t.begin()
    t.close()
    need(t.taken["EW"] == 7)
    return Expect(result=t.scored())


@de(
    "51-four",
    "regular",
    "de-51.c",
    "de-51.b",
    note="the losers have four, of which the print is silent: under half, so double",
    certainty="reading",
    dealer="E",
    score={"game": {"NS": 4, "EW": 9}},
)
def four(t: Table) -> Expect:
    t.begin()
    t.close()
    need(t.taken["EW"] == 8)
    return Expect(result=t.scored())


@de(
    "51-single",
    "regular",
    "de-51.c",
    note="the losers have five: one fish",
    dealer="N",
    score={"game": {"NS": 8, "EW": 5}},
)
def single(t: Table) -> Expect:
    t.begin()
    t.close()
    need(t.taken["NS"] == 8)
    return Expect(result=t.scored())


@de(
    "50-rubber",
    "regular",
    "de-50",
    note="the second game of three: four fish for the rubber besides",
    certainty="contract",
    dealer="N",
    score={"game": {"NS": 8, "EW": 5}, "rubber": {"NS": 1, "EW": 1}},
)
def rubber(t: Table) -> Expect:
    t.begin()
    t.close()
    need(t.taken["NS"] == 8)
    return Expect(result=t.scored())


@de(
    "50-first-game",
    "regular",
    "de-50",
    note="the first game makes no rubber",
    certainty="contract",
    dealer="N",
    score={"game": {"NS": 8, "EW": 5}, "rubber": {"NS": 0, "EW": 1}},
)
def first_game(t: Table) -> Expect:
    t.begin()
    t.close()
    need(t.taken["NS"] == 8)
    return Expect(result=t.scored() | {"rubber": {"NS": 1, "EW": 1}})


@de(
    "50-two-games",
    "regular",
    "de-50",
    "de-51.a",
    note="two games running: no third is played, and the next hand begins a rubber",
    certainty="contract",
    dealer="N",
    score={"game": {"NS": 8, "EW": 0}, "rubber": {"NS": 1, "EW": 0}},
)
def two_games(t: Table) -> Expect:
    t.begin()
    t.close()
    need(t.taken["NS"] == 10)
    first = t.scored()
    t.next_deal()
    t.begin()
    t.close()
    return Expect(result=[first, t.scored()])


# ------------------------------------------------------------------ article 53
@de(
    "53-slam",
    "regular",
    "de-53.a",
    "de-53.b",
    note="all thirteen: ten fish, and nothing for the game",
    dealer="N",
    hands=ALL_TRUMPS,
    score={"game": {"NS": 5, "EW": 2}},
)
def slam(t: Table) -> Expect:
    t.begin()
    t.close()
    need(t.taken["NS"] == 13)
    return Expect(result=t.scored())


@de(
    "53-twelve",
    "regular",
    "de-53.b",
    "de-53.a",
    note="twelve are no slam: six points",
    dealer="N",
    hands={"N": "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 2C 3S"},
    score={"game": {"NS": 1, "EW": 2}},
)
def twelve(t: Table) -> Expect:
    t.begin()
    t.close()
    need(t.taken["NS"] == 12)
    return Expect(result=t.scored())


# ------------------------------------------------------------------ article 55: tricks before honours
@de(
    "55-tricks-first",
    "regular",
    "de-55",
    "de-54.a",
    note="both would be out, one by tricks, the other by four honours: the tricks count first",
    dealer="S",
    hands={"E": "AS KS QS JS"},
    score={"game": {"NS": 8, "EW": 7}},
)
def tricks_first(t: Table) -> Expect:
    need(t.trump == "S")
    t.begin()
    t.fact("said", by="E", what="honours", count=4)
    t.close()
    need(t.taken["NS"] == 8)
    return Expect(result=t.scored())


# ------------------------------------------------------------------ articles 56 to 59: marks
def two_hands(t: Table, made: int = 8) -> dict[str, object]:
    """A hand that NS win by some tricks, and the beginning of the next; returns the result of the first."""
    t.begin()
    t.close()
    need(t.taken["NS"] == made)
    first = t.scored()
    t.next_deal()
    t.begin()
    return first


@de(
    "56-marked-once",
    "regular",
    "de-56",
    "de-58",
    note="one of the partners marks, before the second trick is turned",
    dealer="W",
)
def marked_once(t: Table) -> Expect:
    first = two_hands(t)
    t.fact("marked", by="NS", what="tricks", points=2, total=2)
    t.close()
    return Expect(result=[first, t.scored()])


@de(
    "56-marked-twice",
    "score_error",
    "de-56",
    "de-59",
    note="both partners mark the same points: more than they are entitled to, to be put right",
    certainty="reading",
    dealer="W",
)
def marked_twice(t: Table) -> Expect:
    first = two_hands(t)
    t.fact("marked", by="NS", what="tricks", points=2, total=2)
    at = t.fact("marked", by="NS", what="tricks", points=2, total=4)
    t.close()
    return Expect(
        [rule("score_error", "de-56|de-57|de-59", "NS", at, never=["compulsory"])], result=[first, t.scored()]
    )


@de(
    "57-scores-disagree",
    "score_error",
    "de-57",
    note="after the second trick the partners' scores do not agree: the adversaries choose which stands",
    certainty="reading",
    dealer="W",
)
def scores_disagree(t: Table) -> Expect:
    first = two_hands(t)
    t.fact("marked", by="NS", what="tricks", points=2, total=2)
    t.rounds(2)
    t.fact("marked", by="NS", what="tricks", points=0, total=3)
    return Expect(
        [rule("score_error", "de-57", "NS", path=["option|director"], never=["compulsory"])],
        allow=[rule("score_error", "de-59|de-58|de-56", "NS")],
        result=[first, {"unfinished": True}],
    )


@de("57-in-time", "regular", "de-57", note="the totals agree", dealer="W")
def totals_agree(t: Table) -> Expect:
    first = two_hands(t)
    t.fact("marked", by="NS", what="tricks", points=2, total=2)
    t.rounds(2)
    t.fact("marked", by="EW", what="tricks", points=0, total=0)
    return Expect(result=[first, {"unfinished": True}])


@de(
    "58-marked-late",
    "score_error",
    "de-58",
    note="the points of the last hand are marked when the second trick is turned: they are lost",
    certainty="reading",
    dealer="W",
    complete=["play"],
)
def marked_late(t: Table) -> Expect:
    first = two_hands(t)
    t.rounds(2)
    at = t.fact("marked", by="NS", what="tricks", points=2, total=2)
    return Expect([rule("score_error", "de-58", "NS", at)], result=[first, {"unfinished": True}])


@de(
    "59-too-much",
    "score_error",
    "de-59",
    note="four marked for two: may be put right, and is",
    certainty="reading",
    dealer="W",
)
def too_much(t: Table) -> Expect:
    first = two_hands(t)
    at = t.fact("marked", by="NS", what="tricks", points=4, total=4)
    t.fact("marked", by="NS", what="tricks", points=2, total=2)
    t.close()
    return Expect(
        [rule("score_error", "de-59", "NS", at, ["correctable"], never=["compulsory"])],
        allow=[rule("score_error", "de-56|de-57|de-59", "NS")],
        result=[first, t.scored()],
    )


@de("59-as-made", "regular", "de-59", note="marked as made, in the same hand", dealer="W")
def as_made(t: Table) -> Expect:
    t.begin()
    t.play_out()
    need(t.taken["NS"] == 9)
    t.fact("marked", by="NS", what="tricks", points=3, total=3)
    t.cut_next()
    return Expect(result=t.scored())
