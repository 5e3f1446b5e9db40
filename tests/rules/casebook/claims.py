"""Laws 30 to 33: the penalty for a revoke, its claim, proof and time bar."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, case, rule
from tests.rules.casebook.hand import Hand, foes, need, partner, side

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


# ------------------------------------------------------------------ law 32
@case(
    "searched-found",
    "claim",
    "am-32.a",
    note="hands unknown: the claimants search the tricks and find it",
    known=False,
    dealer="W",
)
def found(t: Hand) -> Expect:
    seat, suit, number = hidden(t)
    t.play_out()
    foe = foes(seat)[0]
    c = t.fact("claimed", by=foe, what="revoke", against=seat, trick=number)
    s = t.fact("searched", by=foe, result="found", trick=number, card=suit)
    d = t.fact("demanded", by=foe, remedy="two_tricks")
    t.cut_next()
    need(t.taken[side(seat)] >= 2)
    return Expect(
        [
            rule(
                "renounce",
                "am-28|am-30|am-32",
                seat,
                c,
                ["director", "established", "applied"],
                trick=number,
                at={"established": s, "applied": d},
                remedies={"two_tricks": foes(seat)},
            )
        ],
        result=t.result([side(seat)], [side(seat)]),
    )


def hidden(t: Hand) -> tuple[str, str, int]:
    """With unknown hands a seat is void and throws away: nothing can prove a revoke, though one may be claimed."""
    seat = t.reach(6, 1)
    need(t.led != t.trump and not t.of(seat, t.led))
    number = t.number
    t.play()
    card = t.last_card()
    t.round()
    return seat, card, number


@case(
    "searched-not-found",
    "claim",
    "am-32.a",
    note="they search and find nothing: the claim is unproved, nothing passes",
    known=False,
    dealer="W",
)
def not_found(t: Hand) -> Expect:
    seat, _, number = hidden(t)
    t.play_out()
    foe = foes(seat)[0]
    t.fact("claimed", by=foe, what="revoke", against=seat, trick=number)
    t.fact("searched", by=foe, result="not_found", trick=number)
    t.cut_next()
    return Expect(
        [rule(None, None, path=["director"], never=["established", "applied"], not_remedies=PENALTIES)],
        allow=[rule("renounce|revoke_unproved", never=["established", "applied"])],
        result=t.result(),
    )


@case(
    "claim-unproved-at-end",
    "claim",
    "am-32.a",
    "am-28.a",
    note="nobody searches: at the end of the hand the claim is unproved",
    known=False,
    dealer="S",
    certainty="contract",
)
def unproved(t: Hand) -> Expect:
    seat, _, number = hidden(t)
    c = t.fact("claimed", by=foes(seat)[1], what="revoke", against=seat, trick=number)
    t.close()
    return Expect(
        [rule("renounce|revoke_unproved", None, line=c, path=["director"], never=["established", "applied"])],
        allow=[rule("renounce|revoke_unproved", never=["established", "applied"])],
        result=t.result(),
    )


@case(
    "claim-then-proved",
    "claim",
    "am-28.a",
    "am-30.a",
    note="claimed at once, with unknown hands; a later card of the suit proves it",
    known=False,
    dealer="S",
)
def claim_then_proved(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    suit = t.led
    need(suit != t.trump)
    t.renounce(seat)
    t.round()
    c = t.fact("claimed", by=foes(seat)[0], what="revoke", against=seat, trick=4)
    t.play_out()
    d = t.fact("demanded", by=foes(seat)[0], remedy="two_tricks")
    t.cut_next()
    need(t.taken[side(seat)] >= 2)
    return Expect(
        [rule("renounce", "am-28|am-30", seat, c, ["director", "established", "applied"], trick=4, at={"applied": d})],
        result=t.result([side(seat)], [side(seat)]),
    )


@case(
    "mixed-before-claim",
    "claim",
    "am-32.b",
    note="the cards were mixed first; the claim may still be urged and proved, here by the record",
    dealer="N",
)
def mixed_before(t: Hand) -> Expect:
    seat, at = revoke(t)
    t.play_out()
    t.fact("mixed", by=seat)
    foe = foes(seat)[0]
    t.fact("claimed", by=foe, what="revoke", against=seat, trick=4)
    d = t.fact("demanded", by=foe, remedy="two_tricks", ruling=1)
    t.cut_next()
    need(t.taken[side(seat)] >= 2)
    return Expect(
        [rule("renounce", "am-30", seat, at, ["established", "applied"], at={"applied": d})],
        result=t.result([side(seat)], [side(seat)]),
    )


@case(
    "mixed-before-claim-unknown",
    "claim",
    "am-32.b",
    note="hands unknown, the cards mixed before any claim: it may be urged but is not thereby proved",
    known=False,
    dealer="N",
)
def mixed_before_unknown(t: Hand) -> Expect:
    seat, _, number = hidden(t)
    t.play_out()
    t.fact("mixed", by=seat)
    t.fact("claimed", by=foes(seat)[0], what="revoke", against=seat, trick=number)
    t.cut_next()
    return Expect(
        [rule("renounce|revoke_unproved", None, never=["established", "applied"])],
        allow=[rule("renounce|revoke_unproved", never=["established", "applied"])],
        result=t.result(),
    )


@case(
    "mixed-by-accused",
    "claim",
    "am-32.c",
    note="after the claim the accused mixes the cards before they are examined: established without proof",
    known=False,
    dealer="N",
)
def mixed_by_accused(t: Hand) -> Expect:
    seat, _, number = hidden(t)
    t.play_out()
    foe = foes(seat)[0]
    c = t.fact("claimed", by=foe, what="revoke", against=seat, trick=number)
    m = t.fact("mixed", by=seat)
    d = t.fact("demanded", by=foe, remedy="two_tricks")
    t.cut_next()
    need(t.taken[side(seat)] >= 2)
    return Expect(
        [
            rule(
                "renounce",
                "am-32.c",
                seat,
                c,
                ["director", "established", "applied"],
                at={"established": m, "applied": d},
                remedies={"two_tricks": foes(seat)},
            )
        ],
        result=t.result([side(seat)], [side(seat)]),
    )


@case("mixed-by-partner", "claim", "am-32.c", note="his partner mixes them: the same", known=False, dealer="N")
def mixed_by_partner(t: Hand) -> Expect:
    seat, _, number = hidden(t)
    t.play_out()
    c = t.fact("claimed", by=foes(seat)[0], what="revoke", against=seat, trick=number)
    m = t.fact("mixed", by=partner(seat))
    return Expect(
        [
            rule(
                "renounce",
                "am-32.c",
                seat,
                c,
                ["director", "established"],
                at={"established": m},
                remedies={"two_tricks": foes(seat)},
            )
        ],
        result=None,
    )


@case(
    "mixed-by-claimants",
    "claim",
    "am-32.c",
    note="the claimants' own side mixes them: that proves nothing",
    known=False,
    dealer="N",
)
def mixed_by_claimants(t: Hand) -> Expect:
    seat, _, number = hidden(t)
    t.play_out()
    t.fact("claimed", by=foes(seat)[0], what="revoke", against=seat, trick=number)
    t.fact("mixed", by=foes(seat)[1])
    t.cut_next()
    return Expect(
        [rule("renounce|revoke_unproved", None, never=["established", "applied"])],
        allow=[rule("renounce|revoke_unproved", never=["established", "applied"])],
        result=t.result(),
    )


@case(
    "mixed-after-search",
    "claim",
    "am-32.c",
    note="examined first, to no effect, and then mixed by the accused: not established",
    known=False,
    dealer="E",
)
def mixed_after_search(t: Hand) -> Expect:
    seat, _, number = hidden(t)
    t.play_out()
    foe = foes(seat)[0]
    t.fact("claimed", by=foe, what="revoke", against=seat, trick=number)
    t.fact("searched", by=foe, result="not_found", trick=number)
    t.fact("mixed", by=seat)
    t.cut_next()
    return Expect(
        [rule("renounce|revoke_unproved", None, never=["established", "applied"])],
        allow=[rule("renounce|revoke_unproved", never=["established", "applied"])],
        result=t.result(),
    )


# ------------------------------------------------------------------ law 33
@case(
    "revoke-unclaimed",
    "claim",
    "am-33",
    note="nobody claims: with the cut for the next deal it lapses, tricks as played",
    dealer="E",
)
def unclaimed(t: Hand) -> Expect:
    seat, at = revoke(t)
    bar = t.close()
    return Expect(
        [
            rule(
                "renounce",
                "am-33",
                seat,
                at,
                ["correctable", "established", "lapsed"],
                at={"lapsed": bar},
                never=["applied"],
            )
        ],
        result=t.result(),
    )


@case("revoke-claimed-too-late", "claim", "am-33", note="claimed and demanded after the cut: too late", dealer="E")
def claimed_too_late(t: Hand) -> Expect:
    seat, at = revoke(t)
    bar = t.close()
    t.fact("claimed", by=foes(seat)[0], what="revoke", against=seat, trick=4)
    t.fact("demanded", by=foes(seat)[0], remedy="two_tricks", ruling=1)
    return Expect(
        [
            rule(
                "renounce",
                "am-33",
                seat,
                at,
                ["correctable", "established", "lapsed"],
                at={"lapsed": bar},
                never=["applied"],
            )
        ],
        allow=[rule("wrong_demand"), rule("revoke_unproved|renounce", never=["established", "applied"])],
        result=t.result(),
    )


@case(
    "revoke-claimed-before-cut",
    "claim",
    "am-33",
    note="the next pack is on the table and the score is talked over: until the cut it may be claimed",
    dealer="W",
)
def claimed_before_cut(t: Hand) -> Expect:
    seat, at = revoke(t)
    t.play_out()
    t.fact("said", by=partner(seat), what="remark")
    t.fact("claimed", by=foes(seat)[0], what="revoke", against=seat, trick=4)
    d = t.fact("demanded", by=foes(seat)[1], remedy="two_tricks", ruling=1)
    t.cut_next()
    need(t.taken[side(seat)] >= 2)
    return Expect(
        [rule("renounce", "am-30", seat, at, ["established", "applied"], at={"applied": d})],
        result=t.result([side(seat)], [side(seat)]),
    )


@case(
    "claim-of-nothing",
    "claim",
    "am-28.a",
    note="a revoke is claimed of a trick to which the accused followed suit",
    dealer="W",
    certainty="contract",
)
def of_nothing(t: Hand) -> Expect:
    seat = t.reach(2, 1)
    need(t.of(seat, t.led))
    t.play()
    t.round()
    t.fact("claimed", by=foes(seat)[0], what="revoke", against=seat, trick=3)
    t.close()
    return Expect(
        [rule("renounce|revoke_unproved", None, never=["established", "applied"])],
        allow=[rule("renounce|revoke_unproved", never=["established", "applied"])],
        result=t.result(),
    )


@case(
    "claim-without-trick",
    "claim",
    "am-30.a",
    "am-32.a",
    note="the claim names the player only; the record knows which trick",
    dealer="S",
    certainty="reading",
)
def without_trick(t: Hand) -> Expect:
    seat, at = revoke(t)
    t.play_out()
    t.fact("claimed", by=foes(seat)[0], what="revoke", against=seat)
    t.fact("demanded", by=foes(seat)[0], remedy="two_tricks", ruling=1)
    t.cut_next()
    need(t.taken[side(seat)] >= 2)
    return Expect(
        [rule("renounce", "am-30", seat, at, ["established", "applied"])],
        allow=[rule("revoke_unproved")],
        result=t.result([side(seat)], [side(seat)]),
    )
