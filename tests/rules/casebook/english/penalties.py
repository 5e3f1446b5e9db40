"""Laws 72 and 80 to 82: the penalty of a revoke, and what it does to the score."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, rule
from tests.rules.casebook.english.scoring import with_rubbers
from tests.rules.casebook.english.table import call_honours, claim, en, ended, revoke, scored, three
from tests.rules.casebook.hand import Hand, foes, need, other, side


def charged(t: Hand, penalty: str, seat: str, at: int, called: bool = False) -> Expect:
    """Played out, claimed, demanded; the score by hand."""
    t.play_out()
    honours = call_honours(t) if called else {}
    d = claim(t, seat, 4, penalty)
    t.cut_next()
    return Expect(
        [
            rule(
                "renounce",
                "en-72.I|en-72",
                seat,
                at,
                ["correctable", "established", "applied"],
                trick=4,
                at={"applied": d},
                remedies=three(seat),
            )
        ],
        result=scored(t, honours, charged=[(side(seat), penalty)]),
    )


# ------------------------------------------------------------------ law 72
@en(
    "en-72-three-tricks",
    "revoke_claimed",
    "en-72.I en-fn32 en-80",
    "three tricks pass to the claimants' own; bets on the odd trick follow that score",
    dealer="S",
)
def three_tricks(t: Hand) -> Expect:
    seat, at = revoke(t)
    told = charged(t, "three_tricks", seat, at)
    need(t.taken[side(seat)] in (7, 8))
    return told


@en(
    "en-72-add-three",
    "revoke_claimed",
    "en-72.I en-80",
    "three points are added to the claimants' score",
    dealer="S",
    score={"game": {"NS": 1, "EW": 1}},
)
def add_three(t: Hand) -> Expect:
    seat, at = revoke(t)
    need(side(seat) == "NS")
    told = charged(t, "add_three", seat, at)
    need(t.taken["NS"] > 6)
    return told


@en(
    "en-72-deduct-three",
    "revoke_claimed",
    "en-72.I",
    "three points are taken from the revoker's score",
    dealer="S",
    score={"game": {"NS": 4, "EW": 0}},
)
def deduct_three(t: Hand) -> Expect:
    seat, at = revoke(t)
    need(side(seat) == "NS")
    told = charged(t, "deduct_three", seat, at)
    need(t.taken["EW"] > 6)
    return told


@en(
    "en-72-each",
    "revoke_claimed",
    "en-72.II",
    "two revokes of one side, a penalty for each, and not the same",
    dealer="W",
    score={"game": {"NS": 3, "EW": 0}},
)
def each(t: Hand) -> Expect:
    seat, at = revoke(t, 2)
    need(side(seat) == "NS")
    t.rounds(1)
    t.play()
    while side(t.to_play) != "NS" or not (t.of(t.to_play, t.led) and t.off(t.to_play, t.led)):
        need(len(t.trick) < 3)
        t.play()
    again_, number = t.to_play, t.number
    also = t.renounce(again_)
    t.round()
    t.play_out()
    first = claim(t, seat, 3, "deduct_three", {"irregularity": "renounce", "by": seat, "trick": 3})
    second = claim(t, again_, number, "three_tricks", {"irregularity": "renounce", "by": again_, "trick": number})
    t.cut_next()
    need(3 <= t.taken["NS"] <= 9)
    return Expect(
        [
            rule("renounce", "en-72", seat, at, ["established", "applied"], trick=3, at={"applied": first}),
            rule("renounce", "en-72", again_, also, ["established", "applied"], trick=number, at={"applied": second}),
        ],
        result=scored(t, charged=[("NS", "deduct_three"), ("NS", "three_tricks")]),
    )


@en(
    "en-72-this-game-only",
    "revoke_claimed",
    "en-72.III",
    "three added at four wins the game; what is over does not go into the next",
    dealer="N",
    score={"game": {"NS": 2, "EW": 4}},
)
def this_game_only(t: Hand) -> Expect:
    seat, at = revoke(t)
    need(side(seat) == "NS")
    told = charged(t, "add_three", seat, at)
    assert isinstance(told.result, dict)
    need(told.result["won"] == [{"side": "EW", "value": 2}] and t.taken["EW"] < 7)
    t.next_deal()
    t.begin()
    return Expect(told.rulings, result=with_rubbers([told.result, ended(t)]))


@en(
    "en-72-indivisible",
    "revoke_claimed",
    "en-72.IV en-84.b",
    "one revoke, two penalties demanded: only the first",
    dealer="N",
    score={"game": {"NS": 3, "EW": 3}},
)
def indivisible(t: Hand) -> Expect:
    seat, at = revoke(t)
    need(side(seat) == "NS")
    t.play_out()
    d = claim(t, seat, 4, "deduct_three")
    t.fact("demanded", by="W", remedy="add_three", ruling=1)
    t.cut_next()
    need(t.taken["EW"] == 7)
    return Expect(
        [
            rule("renounce", "en-72", seat, at, ["established", "applied"], at={"applied": d}),
        ],
        allow=[rule("wrong_demand", by="W")],
        result=scored(t, charged=[("NS", "deduct_three")]),
    )


@en(
    "en-72-before-every-score",
    "revoke_claimed",
    "en-72.V en-5",
    "the claimants at two to nothing add three and win a treble, whatever the others made",
    dealer="E",
    score={"game": {"NS": 2, "EW": 0}},
)
def before_every_score(t: Hand) -> Expect:
    seat, at = revoke(t)
    need(side(seat) == "EW")
    told = charged(t, "add_three", seat, at, called=True)
    assert isinstance(told.result, dict)
    need(t.taken["EW"] > 8 and told.result["won"] == [{"side": "NS", "value": 3}])
    return told


@en(
    "en-72-own-side-demands",
    "wrong_demand",
    "en-72.I en-84.b",
    "the revoker's own side cannot name the penalty",
    "reading",
    dealer="E",
)
def own_side(t: Hand) -> Expect:
    seat, at = revoke(t)
    t.play_out()
    claim(t, seat, 4)
    t.fact("demanded", by=seat, remedy="deduct_three", ruling=1)
    bar = t.cut_next()
    return Expect(
        [
            rule(
                "renounce",
                "en-71",
                seat,
                at,
                ["established", "lapsed"],
                at={"lapsed": bar},
                never=["applied"],
                remedies=three(seat),
            )
        ],
        allow=[rule("wrong_demand", by=seat)],
        result=scored(t),
    )


@en(
    "en-72-two-tricks", "wrong_demand", "en-72.I", "two tricks are the American penalty: not to be had here", dealer="E"
)
def two_tricks(t: Hand) -> Expect:
    seat, at = revoke(t)
    t.play_out()
    claim(t, seat, 4)
    t.fact("demanded", by=foes(seat)[0], remedy="two_tricks", ruling=1)
    t.cut_next()
    return Expect(
        [
            rule(
                "renounce",
                "en-71",
                seat,
                at,
                ["established"],
                never=["applied"],
                remedies=three(seat),
                not_remedies=["two_tricks"],
            )
        ],
        allow=[rule("wrong_demand", by=foes(seat)[0])],
        result=scored(t),
    )


# ------------------------------------------------------------------ laws 81 and 82
@en(
    "en-81-both-sides",
    "revoke_claimed",
    "en-81 en-fn34",
    "both sides have revoked: each is punished, and neither can win the game",
    dealer="W",
    score={"game": {"NS": 4, "EW": 4}},
)
def both_sides(t: Hand) -> Expect:
    seat, at = revoke(t, 2)
    t.rounds(1)
    t.play()
    while side(t.to_play) == side(seat) or not (t.of(t.to_play, t.led) and t.off(t.to_play, t.led)):
        need(len(t.trick) < 3)
        t.play()
    foe, number = t.to_play, t.number
    also = t.renounce(foe)
    t.round()
    t.play_out()
    first = claim(t, seat, 3, "three_tricks", {"irregularity": "renounce", "by": seat, "trick": 3})
    second = claim(t, foe, number, "three_tricks", {"irregularity": "renounce", "by": foe, "trick": number})
    t.cut_next()
    need(min(t.taken.values()) >= 3 and max(t.taken.values()) <= 10)
    return Expect(
        [
            rule("renounce", "en-72", seat, at, ["established", "applied"], at={"applied": first}),
            rule("renounce", "en-72", foe, also, ["established", "applied"], at={"applied": second}),
        ],
        result=scored(t, charged=[(side(seat), "three_tricks"), (other(side(seat)), "three_tricks")]),
    )


@en(
    "en-82-no-more-than-four",
    "revoke_claimed",
    "en-82",
    "the revoking side makes enough for the game in spite of the penalty: it stops at four",
    dealer="W",
    score={"game": {"NS": 3, "EW": 0}},
)
def no_more_than_four(t: Hand) -> Expect:
    seat, at = revoke(t)
    need(side(seat) == "NS")
    told = charged(t, "add_three", seat, at)
    need(t.taken["NS"] >= 8)
    return told


@en(
    "en-82-honours-too",
    "revoke_claimed",
    "en-82 en-3.II",
    "honours cannot win him that game either",
    dealer="W",
    score={"game": {"NS": 3, "EW": 0}},
)
def honours_too(t: Hand) -> Expect:
    seat, at = revoke(t)
    need(side(seat) == "NS")
    told = charged(t, "three_tricks", seat, at, called=True)
    assert isinstance(told.result, dict)
    need(
        any(
            f.get("count", 0) == 3 and f.get("by") == "N"
            for f in t.lines
            if isinstance(f, dict) and f["fact"] == "said"
        )
    )
    need("won" not in told.result)
    return told


@en(
    "en-82-the-others-win",
    "revoke_claimed",
    "en-82",
    "the cap binds the revoker's side alone: the claimants win the game",
    dealer="W",
    score={"game": {"NS": 0, "EW": 3}},
)
def others_win(t: Hand) -> Expect:
    seat, at = revoke(t)
    need(side(seat) == "NS")
    told = charged(t, "three_tricks", seat, at)
    assert isinstance(told.result, dict)
    need(told.result.get("won") == [{"side": "EW", "value": 3}])
    return told


@en(
    "en-E6-second-revoke",
    "revoke_claimed",
    "en-E6 en-72.II",
    "having revoked he keeps back the suit at its next lead too, which is unfair: both are charged, and nothing more",
    dealer="E",
)
def second_revoke(t: Hand) -> Expect:
    seat = t.reach(1, 1)
    suit = t.led
    need(len(t.of(seat, suit)) > 1 and suit != t.trump)
    at = t.renounce(seat, ruff=False)
    t.round()
    need(t.to_play != seat and t.of(t.to_play, suit))
    t.play(t.of(t.to_play, suit)[0])
    while t.to_play != seat:
        t.play()
    also = t.renounce(seat, ruff=False)
    t.follow()
    t.quit()
    t.play_out()
    first = claim(t, seat, 2, "add_three", {"irregularity": "renounce", "by": seat, "trick": 2})
    second = claim(t, seat, 3, "three_tricks", {"irregularity": "renounce", "by": seat, "trick": 3})
    t.cut_next()
    need(t.taken[side(seat)] >= 3)
    loser = side(seat)
    return Expect(
        [
            rule("renounce", "en-72", seat, at, ["established", "applied"], trick=2, at={"applied": first}),
            rule("renounce", "en-72", seat, also, ["established", "applied"], trick=3, at={"applied": second}),
        ],
        result=scored(t, charged=[(loser, "add_three"), (loser, "three_tricks")]),
    )
