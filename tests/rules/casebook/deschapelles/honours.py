"""Articles 54, 60 to 63 and 128: honours that are told, and in time."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, rule
from tests.rules.casebook.deschapelles.table import Table, de
from tests.rules.casebook.hand import SIDES, need

THREE = {"N": "AS KS QS"}
FOUR = {"N": "AS KS QS JS"}


def spades(t: Table) -> None:
    """The honours are those of spades; a whole regular deal."""
    need(t.trump == "S")
    t.begin()


def honours(t: Table, count: int, by: str = "N") -> int:
    return t.fact("said", by=by, what="honours", count=count)


def no_game(t: Table, side_: str = "NS", points: int = 0) -> None:
    """Tricks and honours together win no game."""
    for s in SIDES:
        need(t.score[s] + max(0, t.taken[s] - 6) + (points if s == side_ else 0) < 10)


# ------------------------------------------------------------------ article 54
@de(
    "54-three",
    "regular",
    "de-54.b",
    "de-60",
    note="three honours, announced aloud: two points",
    dealer="W",
    hands=THREE,
    score={"game": {"NS": 3, "EW": 3}},
)
def three(t: Table) -> Expect:
    spades(t)
    honours(t, 3)
    t.close()
    no_game(t, points=2)
    return Expect(result=t.scored(honours={"NS": 2}))


@de(
    "54-four",
    "regular",
    "de-54.a",
    "de-60",
    "de-61",
    note="four honours, announced in time: four points",
    dealer="W",
    hands=FOUR,
)
def four(t: Table) -> Expect:
    spades(t)
    honours(t, 4)
    t.close()
    no_game(t, points=4)
    return Expect(result=t.scored(honours={"NS": 4}))


@de(
    "54-between-partners",
    "regular",
    "de-54.b",
    note="three between the partners count alike",
    certainty="reading",
    dealer="W",
    hands={"N": "AS", "S": "KS JS", "E": "QS"},
)
def between_partners(t: Table) -> Expect:
    spades(t)
    honours(t, 3)
    t.close()
    no_game(t, points=2)
    return Expect(result=t.scored(honours={"NS": 2}))


@de("54-two", "regular", "de-54.b", note="two honours count nothing", dealer="E", hands={"N": "AS KS", "E": "QS JS"})
def two(t: Table) -> Expect:
    spades(t)
    t.close()
    no_game(t)
    return Expect(result=t.scored())


# ------------------------------------------------------------------ articles 60 to 62: in time
@de(
    "60-marked-unannounced",
    "score_error",
    "de-60",
    note="honours marked that were not announced, not put right before the second trick is turned: they come off",
    certainty="reading",
    dealer="W",
    hands=THREE,
    complete=["play"],
)
def marked_unannounced(t: Table) -> Expect:
    spades(t)
    t.fact("marked", by="NS", what="honours", points=2)
    t.rounds(2)
    t.close()
    no_game(t)
    return Expect(
        [rule("score_error", "de-60", "NS", path=["established|compulsory|applied"])],
        result=t.scored(),
    )


@de(
    "60-marked-and-announced",
    "regular",
    "de-60",
    note="marked, and announced before the second trick is turned",
    certainty="reading",
    dealer="W",
    hands=THREE,
)
def marked_and_announced(t: Table) -> Expect:
    spades(t)
    t.fact("marked", by="NS", what="honours", points=2)
    t.rounds(1)
    honours(t, 3)
    t.close()
    no_game(t, points=2)
    return Expect(
        allow=[rule("score_error", "de-60", "NS", never=["established", "compulsory", "applied"])],
        result=t.scored(honours={"NS": 2}),
    )


@de(
    "60-false",
    "score_error",
    "de-60",
    note="three marked where there are two: they come off the score",
    certainty="reading",
    dealer="W",
    hands={"N": "AS KS", "E": "QS JS"},
)
def false_marking(t: Table) -> Expect:
    spades(t)
    honours(t, 3)
    t.fact("marked", by="NS", what="honours", points=2)
    t.rounds(2)
    t.close()
    no_game(t)
    return Expect(
        [rule("score_error", "de-60", "NS", never=["waived"])],
        allow=[rule("score_error", "de-60|de-59")],
        result=t.scored(),
    )


@de(
    "61-late",
    "honours",
    "de-61",
    note="four honours told after the second trick is turned: two of the four points are lost",
    dealer="S",
    hands=FOUR,
)
def four_late(t: Table) -> Expect:
    spades(t)
    t.rounds(2)
    at = honours(t, 4)
    t.close()
    no_game(t, points=2)
    return Expect([rule("honours_not_called|score_error", "de-61", line=at)], result=t.scored(honours={"NS": 2}))


@de(
    "61-rectified",
    "regular",
    "de-61",
    note="three told at first, four before the second trick is turned",
    dealer="S",
    hands=FOUR,
)
def rectified(t: Table) -> Expect:
    spades(t)
    honours(t, 3)
    t.rounds(1)
    honours(t, 4)
    t.close()
    no_game(t, points=4)
    return Expect(result=t.scored(honours={"NS": 4}))


@de(
    "61-not-rectified",
    "honours",
    "de-61",
    note="three told and four held: two points of the four",
    dealer="S",
    hands=FOUR,
)
def not_rectified(t: Table) -> Expect:
    spades(t)
    honours(t, 3)
    t.close()
    no_game(t, points=2)
    return Expect(allow=[rule("honours_not_called|score_error", "de-61")], result=t.scored(honours={"NS": 2}))


@de(
    "62-never-told",
    "regular",
    "de-62",
    note="four honours that nobody announced or marked count nothing",
    dealer="S",
    hands=FOUR,
)
def never_told(t: Table) -> Expect:
    spades(t)
    t.close()
    no_game(t)
    return Expect(result=t.scored())


@de(
    "62-told-last",
    "regular",
    "de-62",
    note="three told when the hand has been played, before the next trump card: in time",
    dealer="S",
    hands=THREE,
)
def told_last(t: Table) -> Expect:
    spades(t)
    t.play_out()
    honours(t, 3)
    t.cut_next()
    no_game(t, points=2)
    return Expect(result=t.scored(honours={"NS": 2}))


def of_the_last_hand(t: Table) -> tuple[dict[str, object], int]:
    """The next trump card is turned, and only then are the honours of the hand before claimed."""
    spades(t)
    t.close()
    no_game(t)
    first = t.scored()
    t.fixed = {"W": "AH KH QH JH"}
    t.next_deal()
    need(t.trump == "H")
    t.begin()
    return first, t.fact("claimed", by="N", what="honours", count=3)


@de(
    "62-too-late",
    "honours",
    "de-62",
    note="claimed when the next trump card has been turned: nothing",
    certainty="reading",
    dealer="S",
    hands=THREE,
)
def too_late(t: Table) -> Expect:
    first, at = of_the_last_hand(t)
    t.close()
    no_game(t)
    return Expect([rule("honours_not_called|score_error", "de-62|de-128", line=at)], result=[first, t.scored()])


@de(
    "128-deal-annulled",
    "honours",
    "de-128",
    note="honours undeclared at the turn-up, and that deal is annulled",
    certainty="reading",
    dealer="S",
    hands=THREE,
)
def deal_annulled(t: Table) -> Expect:
    first, _ = of_the_last_hand(t)
    t.fact("pack_proved", faulty=True, missing="2C")
    return Expect(
        [rule("imperfect_pack", "de-48"), rule(None, "de-128")],
        allow=[rule("honours_not_called|score_error")],
        result=[first, {"void": True}],
    )


# ------------------------------------------------------------------ article 63: in the well
@de(
    "63-in-the-well",
    "regular",
    "de-63",
    note="at nine three honours do not count",
    dealer="W",
    hands=THREE,
    score={"game": {"NS": 9, "EW": 4}},
)
def in_the_well(t: Table) -> Expect:
    spades(t)
    honours(t, 3)
    t.close()
    need(t.taken["NS"] <= 6 and t.taken["EW"] < 12)
    return Expect(result=t.scored())


@de(
    "63-below-nine",
    "regular",
    "de-63",
    "de-54.b",
    dealer="W",
    hands=THREE,
    score={"game": {"NS": 7, "EW": 4}},
    note="at seven they count",
)
def below_nine(t: Table) -> Expect:
    spades(t)
    honours(t, 3)
    t.close()
    need(t.taken["NS"] <= 6 and t.taken["EW"] < 12)
    return Expect(result=t.scored(honours={"NS": 2}))


@de(
    "55-honours-after",
    "regular",
    "de-55",
    "de-54.a",
    certainty="reading",
    dealer="S",
    hands={"E": "AS KS QS JS"},
    score={"game": {"NS": 5, "EW": 7}},
    note="the tricks win no game, the four honours of the others do",
)
def honours_after(t: Table) -> Expect:
    spades(t)
    honours(t, 4, "E")
    t.close()
    need(t.taken["NS"] == 8)
    return Expect(result=t.scored(honours={"EW": 4}))
