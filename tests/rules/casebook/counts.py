"""Law 19: a wrong number of cards found after the first trick, and the trick not played to."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, case, rule
from tests.rules.casebook.dealing import again
from tests.rules.casebook.hand import Hand, foes, need


def due(t: Hand, seat: str) -> int:
    """How many cards the seat should hold."""
    played = sum(1 for trick in t.tricks for s, _ in trick if s == seat)
    return 13 - played - sum(1 for s, _ in t.trick if s == seat and len(t.trick) < 4)


@case(
    "count-partners",
    "surplus",
    "am-19.a",
    "am-19.I",
    note="one over in a hand, one under in his partner's, the "
    "adversaries right: they consult, as they may, and have a new deal",
    known=False,
    dealer="N",
)
def count_partners(t: Hand) -> Expect:
    t.reach(4)
    for seat, more in (("E", 1), ("W", -1), ("N", 0), ("S", 0)):
        t.fact("found", seat=seat, count=due(t, seat) + more)
    t.fact("consulted", by="NS")
    d = t.fact("demanded", by="S", remedy="new_deal", ruling=1)
    return Expect(
        [
            rule(
                "surplus_or_deficiency",
                "am-19",
                path=["option", "applied"],
                at={"applied": d},
                remedies={"new_deal": ["N", "S"], "play_out|ignore_cards|stands": ["N", "S"]},
                not_remedies=["deal_lost"],
            )
        ],
        result=again("N"),
    )


@case(
    "count-played-out",
    "surplus",
    "am-19.a",
    "am-19.II",
    note="they would have the hand played out",
    known=False,
    dealer="W",
)
def count_played_out(t: Hand) -> Expect:
    t.reach(3)
    for seat, more in (("N", 1), ("S", -1), ("W", 0), ("E", 0)):
        t.fact("found", seat=seat, count=due(t, seat) + more)
    d = t.fact("demanded", by="E", remedy="play_out", ruling=1)
    t.close()
    return Expect(
        [
            rule(
                "surplus_or_deficiency",
                "am-19",
                path=["option", "applied"],
                at={"applied": d},
                not_remedies=["deal_lost"],
            )
        ],
        result=t.result(),
    )


@case(
    "count-both-sides", "surplus", "am-19.b", note="one of each side: there must be a new deal", known=False, dealer="S"
)
def count_both_sides(t: Hand) -> Expect:
    t.reach(5)
    t.fact("found", seat="N", count=due(t, "N") + 1)
    at = t.fact("found", seat="W", count=due(t, "W") - 1)
    return Expect(
        [
            rule(
                "surplus_or_deficiency",
                "am-19.b",
                path=["compulsory"],
                at={"compulsory": at},
                remedies={"new_deal": None},
                not_remedies=["deal_lost"],
            )
        ],
        result=again("S"),
    )


@case(
    "count-just-after-trick-one",
    "surplus",
    "am-19.a",
    "am-17.IV",
    note="all have played to the first trick: no misdeal any more",
    known=False,
    dealer="E",
)
def count_just_after(t: Hand) -> Expect:
    t.begin()
    t.play()
    t.follow()
    for seat, more in (("S", -1), ("N", 1), ("E", 0), ("W", 0)):
        t.fact("found", seat=seat, count=due(t, seat) + more)
    return Expect(
        [
            rule(
                "surplus_or_deficiency",
                "am-19",
                path=["option"],
                remedies={"new_deal": ["E", "W"]},
                not_remedies=["deal_lost"],
            )
        ]
    )


@case(
    "count-guilty-demands",
    "surplus",
    "am-19.a",
    "am-39.c",
    note="the side with the wrong hands has no choice",
    known=False,
    dealer="E",
    certainty="reading",
)
def count_guilty_demands(t: Hand) -> Expect:
    t.reach(2)
    for seat, more in (("S", -1), ("N", 1), ("E", 0), ("W", 0)):
        t.fact("found", seat=seat, count=due(t, seat) + more)
    t.fact("demanded", by="S", remedy="new_deal", ruling=1)
    return Expect(
        [rule("surplus_or_deficiency", "am-19", path=["option"], never=["applied"]), rule(None, "am-39", share=True)],
        allow=[rule("wrong_demand")],
        result=None,
    )


# ------------------------------------------------------------------ a trick not played to
def omit(t: Hand, tricks: int = 3) -> str:
    """A seat plays no card to the trick; the best of the other three leads on. Returns the seat."""
    t.reach(tricks, 3)
    best, silent = t.best(), t.to_play
    t.trick, t.leader = [], best
    t.number += 1
    return silent


@case(
    "omitted-play",
    "omitted",
    "am-19.c",
    note="he has played to the next trick: now the adversaries may choose",
    complete=["cut", "deal", "play"],
    dealer="W",
)
def omitted_play(t: Hand) -> Expect:
    silent = omit(t)
    t.play()
    while t.to_play != silent:
        t.play()
    at = t.play()
    return Expect(
        [
            rule(
                "omitted_play|surplus_or_deficiency",
                "am-19",
                silent,
                path=["option"],
                at={"option": at},
                remedies={"new_deal": foes(silent)},
            )
        ],
        allow=[rule("omitted_play", by=silent, not_remedies=["deal_lost"])],
    )


@case(
    "omitted-play-too-early",
    "omitted",
    "am-19.c",
    note="he has not yet played to the next trick: nothing can be asked",
    complete=["cut", "deal", "play"],
    dealer="W",
)
def omitted_too_early(t: Hand) -> Expect:
    silent = omit(t)
    t.play()
    need(t.to_play != silent)
    early = rule("omitted_play|surplus_or_deficiency", "am-19", silent, never=["option", "applied"], optional=True)
    return Expect([early])


@case(
    "omitted-play-found",
    "omitted",
    "am-19.c",
    note="the count shows it, when he has played to the next trick",
    dealer="S",
    certainty="reading",
)
def omitted_found(t: Hand) -> Expect:
    silent = omit(t)
    t.round()
    t.fact("found", seat=silent, count=13 - 4)
    for seat in "NESW":
        if seat != silent:
            t.fact("found", seat=seat, count=13 - 5)
    return Expect(
        [rule("omitted_play|surplus_or_deficiency", "am-19", path=["option"], remedies={"new_deal": foes(silent)})],
        allow=[rule("omitted_play|surplus_or_deficiency", not_remedies=["deal_lost", "two_tricks", "call_highest"])],
    )


@case(
    "card-unseen",
    "regular",
    "am-19.c",
    note="a card of the trick is not in the record: that proves no omission",
    dealer="S",
    certainty="contract",
    known=False,
)
def card_unseen(t: Hand) -> Expect:
    t.reach(2, 3)
    best = t.best()
    unseen = next(s for s in "NESW" if s not in {seat for seat, _ in t.trick})
    need(best != unseen)
    t.trick, t.leader = [], best
    t.rounds(2)
    return Expect(result=None)
