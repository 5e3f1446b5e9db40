"""Laws 30 and 31: the penalty for a revoke."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, case, rule
from tests.rules.casebook.hand import Hand, foes, need, side

PENALTIES = ["two_tricks"]


def revoke(t: Hand, tricks: int = 3, plays: int = 1) -> tuple[str, int]:
    """A revoke that stands: the trick is quitted. Returns who and the line of the card."""
    seat = t.reach(tricks, plays)
    at = t.renounce(seat)
    t.round()
    return seat, at


def another(t: Hand, side_: str | None = None, tricks: int = 2) -> tuple[str, int, int]:
    """A further revoke a few tricks later. Returns who, the line, the trick."""
    t.rounds(tricks)
    t.play()
    for _ in range(3):
        seat = t.to_play
        if (side_ is None or side(seat) == side_) and t.of(seat, t.led) and t.off(seat, t.led):
            number = t.number
            at = t.renounce(seat)
            t.round()
            return seat, at, number
        need(len(t.trick) < 3)
        t.play()
    need(False)
    return "", 0, 0


# ------------------------------------------------------------------ law 30
@case(
    "revoke-charged",
    "revoke_claimed",
    "am-30.a",
    note="claimed, demanded: two tricks pass",
    dealer="S",
    score={"game": {"NS": 1, "EW": 2}},
)
def charged(t: Hand) -> Expect:
    seat, at = revoke(t)
    t.play_out()
    foe = foes(seat)[1]
    t.fact("claimed", by=foe, what="revoke", against=seat, trick=4)
    d = t.fact("demanded", by=foe, remedy="two_tricks", ruling=1)
    t.cut_next()
    need(t.taken[side(seat)] >= 2)
    return Expect(
        [
            rule(
                "renounce",
                "am-30.a",
                seat,
                at,
                ["correctable", "established", "applied"],
                trick=4,
                at={"applied": d},
                remedies={"two_tricks": foes(seat)},
            )
        ],
        result=t.result([side(seat)], [side(seat)]),
    )


@case(
    "revoke-demanded-without-claim",
    "revoke_claimed",
    "am-30.a",
    note="demanded outright by an adversary, without a claim before it",
    dealer="S",
    certainty="reading",
)
def without_claim(t: Hand) -> Expect:
    seat, at = revoke(t)
    d = t.fact("demanded", by=foes(seat)[0], remedy="two_tricks", ruling=1)
    t.close()
    need(t.taken[side(seat)] >= 2)
    return Expect(
        [rule("renounce", "am-30.a", seat, at, ["correctable", "established", "applied"], at={"applied": d})],
        result=t.result([side(seat)], [side(seat)]),
    )


@case(
    "revoke-not-demanded",
    "revoke_claimed",
    "am-30.a",
    "am-33",
    note="claimed and proved but never demanded: a right does not exercise itself, the tricks are as played",
    dealer="S",
    certainty="contract",
)
def not_demanded(t: Hand) -> Expect:
    seat, at = revoke(t)
    t.play_out()
    t.fact("claimed", by=foes(seat)[0], what="revoke", against=seat, trick=4)
    bar = t.cut_next()
    return Expect(
        [
            rule(
                "renounce",
                "am-28",
                seat,
                at,
                ["correctable", "established", "lapsed"],
                never=["applied"],
                at={"lapsed": bar},
            )
        ],
        result=t.result(),
    )


@case("revoke-each-charged", "revoke_claimed", "am-30.b", note="two revokes of one side: four tricks", dealer="W")
def each_charged(t: Hand) -> Expect:
    seat, at = revoke(t, 2)
    again, second, number = another(t, side(seat))
    t.play_out()
    foe = foes(seat)[0]
    for who, trick in ((seat, 3), (again, number)):
        t.fact("claimed", by=foe, what="revoke", against=who, trick=trick)
        t.fact("demanded", by=foe, remedy="two_tricks", ruling={"irregularity": "renounce", "by": who, "trick": trick})
    t.cut_next()
    need(t.taken[side(seat)] >= 4)
    return Expect(
        [
            rule("renounce", "am-30", seat, at, ["established", "applied"], trick=3),
            rule("renounce", "am-30", again, second, ["established", "applied"], trick=number),
        ],
        result=t.result([side(seat)] * 2, [side(seat)]),
    )


@case(
    "revoke-cannot-win",
    "revoke_claimed",
    "am-30.c",
    "am-31",
    note="five up and with tricks enough to win the game, even without the two: they stop at six",
    dealer="N",
    score={"game": {"NS": 5, "EW": 3}},
)
def cannot_win(t: Hand) -> Expect:
    seat, at = revoke(t)
    need(side(seat) == "NS")
    t.play_out()
    need(t.taken["NS"] >= 10)
    t.fact("claimed", by="E", what="revoke", against=seat, trick=4)
    d = t.fact("demanded", by="E", remedy="two_tricks", ruling=1)
    t.cut_next()
    return Expect(
        [rule("renounce", "am-30", seat, at, ["established", "applied"], at={"applied": d})],
        result=t.result(["NS"], ["NS"]),
    )


@case(
    "revoke-at-six",
    "revoke_claimed",
    "am-31",
    "am-30.c",
    note="six already: the odd trick adds nothing",
    dealer="N",
    score={"game": {"NS": 6, "EW": 3}},
)
def at_six(t: Hand) -> Expect:
    seat, at = revoke(t)
    need(side(seat) == "NS")
    t.play_out()
    need(t.taken["NS"] >= 9)
    t.fact("claimed", by="W", what="revoke", against=seat, trick=4)
    t.fact("demanded", by="W", remedy="two_tricks", ruling=1)
    t.cut_next()
    return Expect([rule("renounce", "am-30", seat, at, ["established", "applied"])], result=t.result(["NS"], ["NS"]))


@case(
    "revoke-others-win",
    "revoke_claimed",
    "am-30.a",
    "am-1",
    note="with the two tricks the other side wins the game",
    dealer="E",
    score={"game": {"NS": 2, "EW": 5}},
)
def others_win(t: Hand) -> Expect:
    seat, at = revoke(t)
    need(side(seat) == "NS")
    t.play_out()
    need(6 <= t.taken["EW"] < 8)
    t.fact("claimed", by="W", what="revoke", against=seat, trick=4)
    t.fact("demanded", by="W", remedy="two_tricks", ruling=1)
    t.cut_next()
    return Expect([rule("renounce", "am-30", seat, at, ["established", "applied"])], result=t.result(["NS"], ["NS"]))


@case(
    "revoke-both-sides",
    "revoke_claimed",
    "am-30.d",
    "am-30.b",
    note="both sides revoke and both are charged: neither can win the game",
    dealer="E",
    score={"game": {"NS": 5, "EW": 5}},
)
def both_sides(t: Hand) -> Expect:
    seat, at = revoke(t)
    foe_side = "EW" if side(seat) == "NS" else "NS"
    again, second, number = another(t, foe_side)
    t.play_out()
    need(max(t.taken.values()) >= 9 and min(t.taken.values()) >= 2)
    for who, trick in ((seat, 4), (again, number)):
        t.fact("claimed", by=foes(who)[0], what="revoke", against=who, trick=trick)
        t.fact(
            "demanded",
            by=foes(who)[0],
            remedy="two_tricks",
            ruling={"irregularity": "renounce", "by": who, "trick": trick},
        )
    t.cut_next()
    return Expect(
        [
            rule("renounce", "am-30", seat, at, ["established", "applied"], trick=4),
            rule("renounce", "am-30", again, second, ["established", "applied"], trick=number),
        ],
        result=t.result(revoked=["NS", "EW"]),
    )


@case(
    "revoke-nothing-to-take",
    "revoke_claimed",
    "am-30.a",
    note="the revoking side has taken but one trick: that one passes",
    dealer="E",
    certainty="reading",
    hands={"E": "AS KS QS JS TS 9S 8S 7S AH KH AD AC 6S", "N": "2H 3H 4H 2D 3D 4D 2C 3C 4C 5C 6C 7C 5S"},
)
def nothing_to_take(t: Hand) -> Expect:
    seat = t.reach(2, 1)
    need(side(seat) == "NS")
    at = t.renounce(seat)
    t.round()
    t.play_out()
    need(t.taken["NS"] == 1)
    t.fact("claimed", by="E", what="revoke", against=seat, trick=3)
    t.fact("demanded", by="E", remedy="two_tricks", ruling=1)
    t.cut_next()
    return Expect([rule("renounce", "am-30", seat, at, ["established", "applied"])], result=t.result(["NS"], ["NS"]))
