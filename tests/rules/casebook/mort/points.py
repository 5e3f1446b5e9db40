"""Mort: the score. North is Vivant, South is Mort; he wins or loses double."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, rule
from tests.rules.casebook.english.table import HARSH
from tests.rules.casebook.hand import Hand, need
from tests.rules.casebook.mort.mort import charge, mort, revoked
from tests.rules.casebook.mort.table import begin, mort_end, mort_scored


# ------------------------------------------------------------------ 8 to 10: the score
@mort(
    "mort-points-over-five",
    "regular",
    "mo-8.a mo-8.b mo-10.a mo-10.b mo-10.c",
    "four to three, eleven tricks: a game of nine points; Vivant wins double what each adversary loses",
    dealer="W",
    score={"game": {"NS": 4, "EW": 3}},
)
def points_over_five(t: Hand) -> Expect:
    begin(t)
    result = mort_end(t)
    need(t.taken["NS"] == 11)
    assert result["won"] == [{"side": "NS", "value": 9 + 1 + 4 - 3}]
    return Expect(result=result)


@mort(
    "mort-double-eight-two",
    "regular",
    "mo-10.a mo-10.b mo-10.c mo-8.b",
    "eight to two, a double: 8 + 2 + 4 - 2 = 12; Vivant wins 24",
    dealer="W",
    score={"game": {"NS": 4, "EW": 2}},
)
def eight_two(t: Hand) -> Expect:
    begin(t)
    result = mort_end(t)
    need(t.taken["NS"] == 10)
    assert result["won"] == [{"side": "NS", "value": 12}]
    assert result["settlement"] == {"N": 24, "S": 0, "E": -12, "W": -12}
    return Expect(result=result)


@mort(
    "mort-vivant-loses-double",
    "regular",
    "mo-8.b mo-10.a",
    "the adversaries win a triple: Vivant loses double",
    dealer="W",
    score={"game": {"NS": 0, "EW": 4}},
)
def vivant_loses(t: Hand) -> Expect:
    begin(t)
    result = mort_end(t)
    need(t.taken["EW"] == 7)
    assert result["settlement"] == {"N": -24, "S": 0, "E": 12, "W": 12}
    return Expect(result=result)


@mort(
    "mort-no-game-yet",
    "regular",
    "mo-8.a",
    "four is no game; the side with fewer than seven tricks counts nothing",
    dealer="W",
    score={"game": {"NS": 3, "EW": 4}},
)
def no_game(t: Hand) -> Expect:
    begin(t)
    result = mort_end(t)
    need(t.taken["NS"] == 7)
    return Expect(result=result)


@mort(
    "mort-no-honours",
    "regular",
    "mo-9.a",
    "honours are called at three and count nothing",
    dealer="W",
    score={"game": {"NS": 3, "EW": 0}},
)
def no_honours(t: Hand) -> Expect:
    need(sum(c[1] == t.trump and c[0] in "AKQJ" for s in "NS" for c in t.order[s]) == 4)
    begin(t)
    t.play_out()
    t.fact("said", by="N", what="honours", count=4)
    t.cut_next()
    need(t.taken["NS"] < 8)
    return Expect(allow=[rule("score_error|honours_not_called", by="N", not_remedies=HARSH)], result=mort_scored(t))


TRUMPS = {"N": "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"}


@mort(
    "mort-slam",
    "slam",
    "mo-9.b",
    "four all and all thirteen tricks: the score stays four all; then the adversaries win, 5 + 1 + 4 - 4 - 20: "
    "they lose fourteen though they won",
    dealer="N",
    hands=TRUMPS,
    score={"game": {"NS": 4, "EW": 4}},
)
def slam(t: Hand) -> Expect:
    begin(t)
    first = mort_end(t)
    assert first["game"] == {"NS": 4, "EW": 4}
    t.fixed = None
    t.next_deal()
    begin(t)
    t.play_out()
    t.cut_next()
    second = mort_scored(t, slams={"NS": 1, "EW": 0})
    need(t.taken["EW"] == 7)
    assert second["settlement"] == {"N": 28, "S": 0, "E": -14, "W": -14}
    return Expect(result=[first, second])


@mort("mort-twelve-is-no-slam", "regular", "mo-9.b", "twelve tricks: no slam, six points for the game", dealer="E")
def twelve(t: Hand) -> Expect:
    begin(t)
    result = mort_end(t)
    need(max(t.taken.values()) == 12)
    return Expect(result=result)


@mort(
    "mort-slam-with-revoke",
    "slam",
    "mo-9.c",
    "Vivant makes all thirteen tricks but revoked on the way: no slam; three added to the adversaries",
    "reading",
    dealer="N",
    hands={"N": "AH KS QS JS TS 9S 8S 7S 6S 5S 4S 3S AS"},
)
def slam_with_revoke(t: Hand) -> Expect:
    begin(t)
    trick = 1
    need(t.to_play == "E" and t.of("E", "H") and not t.of("E", "S") and not t.of("W", "S") and t.of("S", "S"))
    t.play(t.of("E", "H")[0])
    t.play()
    t.play()
    at = t.play("KS")
    need(t.leader == "N")
    t.quit()
    for card in sorted(t.hands["N"], key="AH".__eq__):
        t.play(card)
        t.follow()
        need(t.leader == "N")
        t.quit()
    t.fact("claimed", by="E", what="revoke", against="N", trick=trick)
    d = t.fact("demanded", by="E", remedy="three_tricks", ruling=1)
    t.cut_next()
    assert t.taken["NS"] == 13
    return Expect(
        [rule("renounce", "mo-4.b", "N", at, ["established", "applied"], at={"applied": d})],
        result={"tricks": {"NS": 10, "EW": 3}, "game": {"NS": 4, "EW": 0}, "next_dealer": "E"},
    )


@mort(
    "mort-revoke-points",
    "revoke_claimed",
    "mo-10.d mo-10.a",
    "a triple of eight to nothing, the adversaries having revoked: 8 + 3 + 4 + 3 = 18",
    dealer="W",
    score={"game": {"NS": 4, "EW": 0}},
)
def revoke_points(t: Hand) -> Expect:
    begin(t)
    seat, at = revoked(t, "EW")
    t.play_out()
    d = charge(t, seat, 3, "add_three")
    t.cut_next()
    need(t.taken["NS"] == 10)
    result = mort_scored(t, [("EW", "add_three")])
    assert result["won"] == [{"side": "NS", "value": 18}]
    return Expect([rule("renounce", "mo-4.b", seat, at, ["established", "applied"], at={"applied": d})], result=result)
