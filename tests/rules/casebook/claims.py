"""Laws 32 and 33: the claim of a revoke, its proof and its time bar."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, case, rule
from tests.rules.casebook.hand import Hand, foes, need, partner, side
from tests.rules.casebook.penalties import PENALTIES, revoke


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
