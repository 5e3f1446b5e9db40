"""Law 1: the score of hands and games; with it what ends a hand."""

from __future__ import annotations

from tests.rules.casebook.book import UNFINISHED, Expect, case
from tests.rules.casebook.hand import Hand, need


@case(
    "score-odd-tricks",
    "regular",
    "am-1",
    note="each trick above six counts one",
    dealer="W",
    score={"game": {"NS": 1, "EW": 3}},
)
def odd_tricks(t: Hand) -> Expect:
    t.begin()
    t.close()
    need(t.taken["NS"] == 8)
    return Expect(result=t.result())


@case(
    "score-unknown-hands", "regular", "am-1", note="scored alike where nobody knows the hands", dealer="W", known=False
)
def unknown(t: Hand) -> Expect:
    t.begin()
    t.close()
    return Expect(result=t.result())


@case(
    "score-game-won",
    "regular",
    "am-1",
    note="seven wins; its value is seven less the losers' score",
    dealer="E",
    score={"game": {"NS": 5, "EW": 4}},
)
def game_won(t: Hand) -> Expect:
    t.begin()
    t.close()
    need(t.taken["NS"] == 8)
    return Expect(result=t.result())


@case(
    "score-game-won-over",
    "regular",
    "am-1",
    note="more than enough wins the same game",
    dealer="E",
    score={"game": {"NS": 5, "EW": 0}},
)
def game_won_over(t: Hand) -> Expect:
    t.begin()
    t.close()
    need(t.taken["NS"] >= 10)
    return Expect(result=t.result())


@case(
    "score-six-is-not-seven", "regular", "am-1", note="six is no game", dealer="S", score={"game": {"NS": 4, "EW": 6}}
)
def six(t: Hand) -> Expect:
    t.begin()
    t.close()
    need(t.taken["NS"] == 8)
    return Expect(result=t.result())


@case(
    "score-carried",
    "regular",
    "am-1",
    "am-13.c",
    note="the game goes on over three hands and begins anew once it is won",
    dealer="N",
    score={"game": {"NS": 3, "EW": 3}},
)
def carried(t: Hand) -> Expect:
    results: list[object] = []
    for i in range(4):
        if i:
            t.next_deal()
        t.begin()
        t.close()
        results.append(t.result())
    won = ["won" in r for r in results if isinstance(r, dict)]
    need(won[1] and not won[0])
    return Expect(result=results)


@case(
    "score-next-deal-closes",
    "regular",
    "am-1",
    note="no cut for the next deal in the record: the next deal itself closes the hand",
    dealer="N",
    certainty="contract",
)
def next_deal_closes(t: Hand) -> Expect:
    t.begin()
    t.play_out()
    first = t.result()
    t.next_deal()
    t.prepare()
    return Expect(result=[first, dict(UNFINISHED)])


@case(
    "score-end-closes",
    "regular",
    "am-1",
    note="the record ends with the last trick: the hand is played and scored",
    dealer="N",
    certainty="contract",
)
def end_closes(t: Hand) -> Expect:
    t.begin()
    t.play_out()
    return Expect(result=t.result())


@case(
    "score-nothing-happened",
    "regular",
    "am-1",
    note="a heading alone: a hand that has not begun",
    dealer="N",
    certainty="contract",
)
def nothing(t: Hand) -> Expect:
    return Expect(result=dict(UNFINISHED))


@case(
    "score-without-the-deal",
    "regular",
    "am-1",
    note="neither deal nor trump card nor gathering in the record, only the "
    "cards played: regular, and whose the tricks were needs the trump suit",
    dealer="N",
    known=False,
    certainty="contract",
)
def without_the_deal(t: Hand) -> Expect:
    t.up = False
    for _ in range(13):
        t.play()
        t.follow()
        need(all(c[1] != t.trump or c[1] == t.trick[0][1][1] for _, c in t.trick))
        if t.number > 3:
            break
    return Expect()
