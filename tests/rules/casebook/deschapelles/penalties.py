"""Articles 93, 94 and 97 to 106: what a revoke costs, how it is taken, and what it bars."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, rule
from tests.rules.casebook.deschapelles.revokes import revoke
from tests.rules.casebook.deschapelles.table import Table, de, prices
from tests.rules.casebook.hand import foes, need, partner, side

ASKED = ["correctable", "established", "applied"]


def claim(t: Table, seat: str, trick: int = 4) -> str:
    """An adversary claims the revoke. Returns who."""
    foe = foes(seat)[0]
    t.fact("claimed", by=foe, what="revoke", against=seat, trick=trick)
    return foe


def charged(t: Table, remedy: str) -> tuple[str, int, int]:
    """A revoke, claimed before the last trick and charged after it. Returns who, its line and the demand's."""
    seat, at = revoke(t)
    t.to_the_last()
    foe = claim(t, seat)
    t.play_out()
    d = t.fact("demanded", by=foe, remedy=remedy, ruling=1)
    t.cut_next()
    return seat, at, d


# ------------------------------------------------------------------ articles 93 and 94
@de(
    "94-added",
    "revoke_claimed",
    "de-93",
    "de-94.1",
    note="three points added to their own score",
    dealer="S",
    score={"game": {"NS": 1, "EW": 2}},
)
def added(t: Table) -> Expect:
    seat, at, d = charged(t, "add_three")
    us, them = side(seat), side(foes(seat)[0])
    need(t.taken[us] <= 6)
    return Expect(
        [rule("renounce", "de-93|de-94", seat, at, ASKED, trick=4, at={"applied": d}, remedies=prices(seat))],
        result=t.scored(add={them: 3}, revoked=[us]),
    )


@de(
    "94-deducted",
    "revoke_claimed",
    "de-94.2",
    note="three points taken from the revokers' score",
    dealer="S",
    score={"game": {"NS": 5, "EW": 4}},
)
def deducted(t: Table) -> Expect:
    seat, at, d = charged(t, "deduct_three")
    need(t.taken[side(seat)] == 6)
    return Expect(
        [rule("renounce", "de-94", seat, at, ASKED, at={"applied": d}, remedies=prices(seat))],
        result=t.scored(deduct={side(seat): 3}, revoked=[side(seat)]),
    )


@de(
    "94-all-they-have",
    "revoke_claimed",
    "de-94.2",
    note="they have two: those are taken",
    dealer="W",
    score={"game": {"NS": 2, "EW": 2}},
)
def all_they_have(t: Table) -> Expect:
    seat, at, d = charged(t, "deduct_three")
    need(t.taken[side(seat)] == 6)
    return Expect(
        [rule("renounce", "de-94", seat, at, ASKED, at={"applied": d})],
        result=t.scored(deduct={side(seat): 3}, revoked=[side(seat)]),
    )


@de(
    "94-tricks",
    "revoke_claimed",
    "de-94.3",
    note="three of their tricks",
    dealer="W",
    score={"game": {"NS": 1, "EW": 1}},
)
def tricks(t: Table) -> Expect:
    seat, at, d = charged(t, "three_tricks")
    us, them = side(seat), side(foes(seat)[0])
    need(t.taken[us] >= 5)
    had = {us: t.taken[us] - 3, them: t.taken[them] + 3}
    return Expect(
        [rule("renounce", "de-94", seat, at, ASKED, at={"applied": d}, remedies=prices(seat))],
        result=t.scored(tricks=had, revoked=[us]),
    )


@de(
    "94-not-demanded",
    "revoke_claimed",
    "de-93",
    "de-94.1",
    note="claimed and never demanded: a right does not exercise itself",
    certainty="contract",
    dealer="W",
)
def not_demanded(t: Table) -> Expect:
    seat, at = revoke(t)
    t.to_the_last()
    claim(t, seat)
    t.play_out()
    t.cut_next()
    return Expect(
        [rule("renounce", "de-89|de-90", seat, at, ["established", "lapsed"], never=["applied"])],
        result=t.scored(),
    )


@de(
    "94-not-divided",
    "revoke_claimed",
    "de-94.NB",
    note="having taken one of the three ways they ask for another besides: not to be divided",
    certainty="reading",
    dealer="N",
    score={"game": {"NS": 3, "EW": 3}},
)
def not_divided(t: Table) -> Expect:
    seat, at = revoke(t)
    t.to_the_last()
    foe = claim(t, seat)
    t.play_out()
    d = t.fact("demanded", by=foe, remedy="add_three", ruling=1)
    t.fact("demanded", by=partner(foe), remedy="deduct_three", ruling=1)
    t.cut_next()
    need(t.taken[side(seat)] == 6)
    return Expect(
        [rule("renounce", "de-94", seat, at, ASKED, at={"applied": d})],
        allow=[rule("wrong_demand", by=partner(foe))],
        result=t.scored(add={side(foe): 3}, revoked=[side(seat)]),
    )


@de(
    "94-one-way",
    "revoke_claimed",
    "de-94.NB",
    note="one way of the three, and all of it",
    dealer="E",
    score={"game": {"NS": 3, "EW": 3}},
)
def one_way(t: Table) -> Expect:
    seat, at, d = charged(t, "add_three")
    need(t.taken[side(seat)] <= 6)
    return Expect(
        [rule("renounce", "de-94", seat, at, ASKED, at={"applied": d}, remedies=prices(seat))],
        result=t.scored(add={side(foes(seat)[0]): 3}, revoked=[side(seat)]),
    )


@de("94-own-side", "wrong_demand", "de-94.1", note="the revokers' own side cannot ask", certainty="reading", dealer="E")
def own_side(t: Table) -> Expect:
    seat, at = revoke(t)
    t.to_the_last()
    claim(t, seat)
    t.play_out()
    t.fact("demanded", by=partner(seat), remedy="three_tricks", ruling=1)
    t.cut_next()
    return Expect(
        [rule("renounce", "de-89|de-90", seat, at, ["established"], never=["applied"])],
        allow=[rule("wrong_demand", by=partner(seat))],
        result=t.scored(),
    )


# ------------------------------------------------------------------ articles 97 and 104: when
@de(
    "97-claimed-at-once",
    "revoke_claimed",
    "de-97",
    "de-104",
    note="claimed as soon as it is seen, marked when the hand is over",
    dealer="N",
    score={"game": {"NS": 1, "EW": 2}},
)
def claimed_at_once(t: Table) -> Expect:
    seat, at = revoke(t)
    foe = claim(t, seat)
    t.play_out()
    d = t.fact("demanded", by=foe, remedy="add_three", ruling=1)
    t.cut_next()
    need(t.taken[side(seat)] <= 6)
    return Expect(
        [rule("renounce", "de-89|de-93|de-94", seat, at, ASKED, at={"applied": d}, remedies=prices(seat))],
        result=t.scored(add={side(foe): 3}, revoked=[side(seat)]),
    )


@de(
    "104-too-early",
    "revoke_claimed",
    "de-104",
    "de-97",
    note="asked for in the middle of the hand: it cannot be inflicted yet",
    certainty="reading",
    dealer="N",
    score={"game": {"NS": 1, "EW": 2}},
)
def too_early(t: Table) -> Expect:
    seat, at = revoke(t)
    foe = claim(t, seat)
    t.fact("demanded", by=foe, remedy="add_three", ruling=1)
    t.rounds(1)
    return Expect(
        [rule("renounce", "de-89|de-90|de-104|de-97", seat, at, ["established"], never=["applied"])],
        allow=[rule("wrong_demand", by=foe)],
    )


@de(
    "104-within-one-trick",
    "revoke_claimed",
    "de-104",
    note="one trick is still to be played: near enough",
    dealer="N",
    score={"game": {"NS": 1, "EW": 2}},
)
def within_one_trick(t: Table) -> Expect:
    seat, at = revoke(t)
    foe = claim(t, seat)
    t.rounds(8)
    need(t.number == 13)
    t.fact("demanded", by=foe, remedy="add_three", ruling=1)
    t.close()
    need(t.taken[side(seat)] <= 6)
    return Expect(
        [rule("renounce", "de-93|de-94|de-104", seat, at, ASKED, remedies=prices(seat))],
        result=t.scored(add={side(foe): 3}, revoked=[side(seat)]),
    )


# ------------------------------------------------------------------ articles 98 to 100: how it is spent
@de(
    "98-saves-a-treble",
    "revoke_claimed",
    "de-98",
    note="the revokers play on and make two points: they lose a double and no treble",
    dealer="W",
    score={"game": {"NS": 8, "EW": 0}},
)
def saves_a_treble(t: Table) -> Expect:
    seat, at, d = charged(t, "add_three")
    need(side(seat) == "EW" and t.taken["EW"] == 8)
    return Expect(
        [rule("renounce", "de-93|de-94", seat, at, ASKED, at={"applied": d})],
        result=t.scored(add={"NS": 3}, revoked=["EW"]) | {"won": [{"side": "NS", "value": 2}]},
    )


@de(
    "99-puts-them-back",
    "revoke_claimed",
    "de-99",
    note="they are out by their tricks, and spend the revoke on putting the others back to nothing: a treble",
    dealer="W",
    score={"game": {"NS": 8, "EW": 3}},
)
def puts_them_back(t: Table) -> Expect:
    seat, at, d = charged(t, "deduct_three")
    need(side(seat) == "EW" and t.taken["NS"] == 8)
    return Expect(
        [rule("renounce", "de-93|de-94", seat, at, ASKED, at={"applied": d})],
        result=t.scored(deduct={"EW": 3}, revoked=["EW"]) | {"won": [{"side": "NS", "value": 3}]},
    )


@de(
    "100-two-ways",
    "revoke_claimed",
    "de-100",
    "de-93",
    note="two revokes: three points added for one, three taken for the other",
    dealer="S",
    score={"game": {"NS": 4, "EW": 4}},
)
def two_ways(t: Table) -> Expect:
    seat, at = revoke(t, 2)
    t.rounds(2)
    while t.to_play != seat:
        t.play()
    need(t.trick)
    second = t.number
    again = t.renounce(seat)
    t.to_the_last()
    foe = foes(seat)[0]
    claim(t, seat, 3)
    claim(t, seat, second)
    t.play_out()
    one = t.fact("demanded", by=foe, remedy="add_three", ruling={"irregularity": "renounce", "by": seat, "trick": 3})
    two = t.fact(
        "demanded", by=foe, remedy="deduct_three", ruling={"irregularity": "renounce", "by": seat, "trick": second}
    )
    t.cut_next()
    need(t.taken[side(seat)] == 6)
    return Expect(
        [
            rule("renounce", "de-93|de-94", seat, at, ASKED, trick=3, at={"applied": one}),
            rule("renounce", "de-93|de-94", seat, again, ASKED, trick=second, at={"applied": two}),
        ],
        result=t.scored(add={side(foe): 3}, deduct={side(seat): 3}, revoked=[side(seat)]),
    )


# ------------------------------------------------------------------ articles 105 and 106
@de(
    "105-stops-at-nine",
    "revoke_claimed",
    "de-105",
    note="eleven by their tricks: nine, in the well",
    dealer="S",
    score={"game": {"NS": 8, "EW": 1}},
)
def stops_at_nine(t: Table) -> Expect:
    seat, at, d = charged(t, "add_three")
    need(side(seat) == "NS" and t.taken["NS"] == 9)
    result = t.scored(add={"EW": 3}, revoked=["NS"])
    assert result["game"] == {"NS": 9, "EW": 4}
    return Expect([rule("renounce", "de-93|de-94|de-105", seat, at, ASKED, at={"applied": d})], result=result)


@de(
    "105-unclaimed",
    "revoke",
    "de-105",
    "de-101",
    note="nobody claims it: they win the game",
    certainty="reading",
    dealer="S",
    score={"game": {"NS": 8, "EW": 1}},
)
def unclaimed(t: Table) -> Expect:
    seat, at = revoke(t)
    t.close()
    need(side(seat) == "NS" and t.taken["NS"] == 9)
    return Expect(
        [rule("renounce", "de-89|de-90", seat, at, ["established", "lapsed|cancelled"], never=["applied"])],
        result=t.scored(),
    )


STRONG = {"N": "AS KS QS JS TS 9S 8S 7S 6S 5S AH KH 4S", "S": "QH JH TH 9H 8H 7H 6H AD KD QD JD TD 9D"}


@de(
    "105-no-slam",
    "revoke_claimed",
    "de-105",
    "de-53.a",
    note="thirteen tricks by a side that revoked are no slam, and win no game",
    dealer="N",
    hands=STRONG,
    score={"game": {"NS": 1, "EW": 0}},
)
def no_slam(t: Table) -> Expect:
    t.begin()
    t.play()
    need(t.led == "D")
    at = t.renounce("S")
    card = t.last_card()
    t.play()
    t.play("4S", "N")
    t.quit()
    for spade in ("AS", "KS", "QS"):
        t.play(spade)
        t.round()
    foe = claim(t, "S", 1)
    while t.hands["N"]:
        t.play(max(t.hands["N"], key=lambda c: (c[1] == "S", "23456789TJQKA".index(c[0]))))
        t.round()
    need(t.taken["NS"] == 13 and card[1] == "H")
    d = t.fact("demanded", by=foe, remedy="add_three", ruling=1)
    t.cut_next()
    return Expect(
        [rule("renounce", "de-93|de-94|de-105", "S", at, ASKED, trick=1, at={"applied": d})],
        result=t.scored(add={"EW": 3}, revoked=["NS"], slam=False),
    )


@de("106-both-sides", "revoke_claimed", "de-106", note="both sides have revoked: a new deal", dealer="E")
def both_sides(t: Table) -> Expect:
    seat, at = revoke(t, 2)
    t.rounds(1)
    t.play()
    while side(t.to_play) == side(seat):
        t.play()
    need(len(t.trick) < 4)
    other = t.to_play
    second = t.number
    again = t.renounce(other)
    t.to_the_last()
    claim(t, seat, 3)
    claim(t, other, second)
    t.play_out()
    return Expect(
        [
            rule("renounce", None, seat, at, ["established"], trick=3, never=["applied"]),
            rule("renounce", None, other, again, ["established"], trick=second, never=["applied"]),
            rule(
                None, "de-106", path=["compulsory"], remedies={"new_deal": None}, not_remedies=["deal_lost"], share=True
            ),
        ],
        allow=[rule("renounce", "de-106")],
        result={"void": True},
    )


@de(
    "106-one-side-twice",
    "revoke_claimed",
    "de-106",
    "de-93",
    note="two by one side: each is paid, and no new deal",
    dealer="S",
    score={"game": {"NS": 1, "EW": 1}},
)
def one_side_twice(t: Table) -> Expect:
    seat, at = revoke(t, 2)
    t.rounds(1)
    t.play()
    while side(t.to_play) != side(seat):
        t.play()
    need(len(t.trick) < 4)
    other, second = t.to_play, t.number
    again = t.renounce(other)
    t.to_the_last()
    foe = claim(t, seat, 3)
    claim(t, other, second)
    t.play_out()
    one = t.fact("demanded", by=foe, remedy="add_three", ruling={"irregularity": "renounce", "by": seat, "trick": 3})
    two = t.fact(
        "demanded", by=foe, remedy="add_three", ruling={"irregularity": "renounce", "by": other, "trick": second}
    )
    t.cut_next()
    need(t.taken[side(seat)] == 5)
    return Expect(
        [
            rule("renounce", "de-93|de-94", seat, at, ASKED, trick=3, at={"applied": one}, not_remedies=["new_deal"]),
            rule("renounce", "de-93|de-94", other, again, ASKED, trick=second, at={"applied": two}),
        ],
        result=t.scored(add={side(foe): 6}, revoked=[side(seat)]),
    )


# ------------------------------------------------------------------ the same revokes spent otherwise
@de(
    "94-two-tricks-only",
    "revoke_claimed",
    "de-94.3",
    note="the revokers have two tricks: those are taken",
    certainty="reading",
    dealer="W",
    score={"game": {"NS": 1, "EW": 1}},
)
def two_tricks_only(t: Table) -> Expect:
    seat, at, d = charged(t, "three_tricks")
    us, them = side(seat), side(foes(seat)[0])
    need(t.taken[us] == 2)
    return Expect([rule("renounce", "de-94", seat, at, ASKED, at={"applied": d})], result={"tricks": {us: 0, them: 13}})


@de(
    "98-no-points-of-their-own",
    "revoke_claimed",
    "de-98",
    "de-51.a",
    note="the revokers make no point: they lose a treble",
    dealer="W",
    score={"game": {"NS": 8, "EW": 0}},
)
def no_points_of_their_own(t: Table) -> Expect:
    seat, at, d = charged(t, "add_three")
    need(side(seat) == "EW" and t.taken["EW"] == 6)
    return Expect(
        [rule("renounce", "de-93|de-94", seat, at, ASKED, at={"applied": d})],
        result=t.scored(add={"NS": 3}, revoked=["EW"]) | {"won": [{"side": "NS", "value": 3}]},
    )


@de(
    "99-spent-on-themselves",
    "revoke_claimed",
    "de-99",
    "de-51.b",
    note="they spend it on their own score instead: a double",
    dealer="W",
    score={"game": {"NS": 8, "EW": 3}},
)
def spent_on_themselves(t: Table) -> Expect:
    seat, at, d = charged(t, "add_three")
    need(side(seat) == "EW" and t.taken["NS"] == 8)
    return Expect(
        [rule("renounce", "de-93|de-94", seat, at, ASKED, at={"applied": d})],
        result=t.scored(add={"NS": 3}, revoked=["EW"]) | {"won": [{"side": "NS", "value": 2}]},
    )


@de(
    "107-not-demanded",
    "refused_call",
    "de-107",
    "de-88.1",
    note="a revoke by assimilation that nobody charges costs nothing",
    certainty="contract",
    dealer="N",
)
def assimilated_not_demanded(t: Table) -> Expect:
    t.reach(3, 1)
    second = t.to_play
    need(len(t.of(second, t.led)) > 1)
    at = t.play(seat=partner(second))
    t.fact("demanded", by=foes(second)[0], remedy="call_highest", ruling=1)
    bad = t.play(t.of(second, t.led)[0])
    t.close()
    return Expect(
        [
            rule("play_out_of_turn", "de-84", partner(second), at, ["option"], never=["applied"]),
            rule("refused_call", "de-88.1", second, bad, never=["applied"]),
        ],
        result=t.scored(),
    )
