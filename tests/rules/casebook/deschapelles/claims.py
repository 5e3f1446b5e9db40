"""Articles 95, 96, 101 to 103, 108 and 117: the claim of a revoke, its proof, and its bar."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, Ruling, rule
from tests.rules.casebook.deschapelles.revokes import revoke
from tests.rules.casebook.deschapelles.table import PRICES, Table, de, prices
from tests.rules.casebook.hand import foes, need, partner, side


def hidden(t: Table) -> tuple[str, str, int]:
    """With unknown hands a seat throws another suit away: nothing proves a revoke. Returns who, the card, the trick."""
    seat = t.reach(6, 1)
    need(t.led != t.trump and not t.of(seat, t.led))
    number = t.number
    t.play()
    card = t.last_card()
    t.round()
    return seat, card, number


def idle() -> list[Ruling]:
    """Tolerated: words about a claim that comes to nothing."""
    return [rule("renounce|revoke_unproved", never=["established", "applied"])]


# ------------------------------------------------------------------ articles 95 and 96: the proof
@de(
    "95-unproved",
    "claim",
    "de-95",
    note="hands unknown, a revoke is claimed and not proved: nothing passes",
    known=False,
    dealer="S",
)
def unproved(t: Table) -> Expect:
    seat, _, number = hidden(t)
    c = t.fact("claimed", by=foes(seat)[1], what="revoke", against=seat, trick=number)
    t.close()
    return Expect(
        [
            rule(
                "renounce|revoke_unproved",
                None,
                line=c,
                path=["director"],
                never=["established", "applied"],
                not_remedies=PRICES,
            ),
            rule(None, "de-95", share=True),
        ],
        allow=idle(),
        result=t.scored(),
    )


@de("95-searched-in-vain", "claim", "de-95", "de-96", note="they search and find nothing", known=False, dealer="W")
def searched_in_vain(t: Table) -> Expect:
    seat, _, number = hidden(t)
    t.to_the_last()
    foe = foes(seat)[0]
    t.fact("claimed", by=foe, what="revoke", against=seat, trick=number)
    t.play_out()
    t.fact("searched", by=foe, result="not_found", trick=number)
    t.cut_next()
    return Expect(
        [rule(None, None, path=["director"], never=["established", "applied"], not_remedies=PRICES)],
        allow=idle(),
        result=t.scored(),
    )


@de(
    "96-trick-pointed-out",
    "claim",
    "de-96",
    "de-95",
    note="they point out the trick: proved, and charged",
    known=False,
    dealer="W",
    score={"game": {"NS": 1, "EW": 1}},
)
def pointed_out(t: Table) -> Expect:
    seat, card, number = hidden(t)
    t.to_the_last()
    foe = foes(seat)[0]
    c = t.fact("claimed", by=foe, what="revoke", against=seat, trick=number)
    t.play_out()
    s = t.fact("searched", by=foe, result="found", trick=number, card=card)
    d = t.fact("demanded", by=foe, remedy="add_three")
    t.cut_next()
    need(t.taken[side(seat)] <= 6)
    return Expect(
        [
            rule(
                "renounce",
                "de-96|de-95|de-93|de-94",
                seat,
                c,
                ["director", "established", "applied"],
                trick=number,
                at={"established": s, "applied": d},
                remedies=prices(seat),
            ),
            rule(None, "de-96", share=True),
        ],
        result=t.scored(add={side(foe): 3}, revoked=[side(seat)]),
    )


@de(
    "95-proved-by-a-later-card",
    "claim",
    "de-95",
    "de-97",
    note="claimed at once with unknown hands; a later card of the suit proves it",
    known=False,
    dealer="S",
    score={"game": {"NS": 1, "EW": 1}},
)
def proved_later(t: Table) -> Expect:
    seat = t.reach(3, 1)
    need(t.led != t.trump)
    t.renounce(seat)
    t.round()
    foe = foes(seat)[0]
    c = t.fact("claimed", by=foe, what="revoke", against=seat, trick=4)
    t.play_out()
    d = t.fact("demanded", by=foe, remedy="add_three")
    t.cut_next()
    need(t.taken[side(seat)] <= 6)
    return Expect(
        [
            rule(
                "renounce",
                "de-89|de-93|de-94|de-95",
                seat,
                c,
                ["director", "established", "applied"],
                trick=4,
                at={"applied": d},
            )
        ],
        result=t.scored(add={side(foe): 3}, revoked=[side(seat)]),
    )


# ------------------------------------------------------------------ articles 101 and 108: the bar
@de(
    "101-thrown-together",
    "claim",
    "de-101",
    "de-108",
    note="unclaimed, the hands played out, the tricks thrown together: a claim then has no effect",
    dealer="N",
)
def thrown_together(t: Table) -> Expect:
    seat, at = revoke(t)
    t.play_out()
    t.fact("mixed", by=partner(seat))
    foe = foes(seat)[0]
    c = t.fact("claimed", by=foe, what="revoke", against=seat, trick=4)
    t.fact("demanded", by=foe, remedy="add_three", ruling=1)
    t.cut_next()
    return Expect(
        [
            rule(
                "renounce",
                "de-89|de-90",
                seat,
                at,
                ["correctable", "established", "lapsed|cancelled"],
                never=["applied"],
            ),
            rule(None, "de-101|de-108", share=True),
        ],
        allow=[
            rule("wrong_demand", by=foe),
            rule("renounce|revoke_unproved", line=c, never=["established", "applied"]),
        ],
        result=t.scored(),
    )


@de(
    "101-after-the-last-card",
    "claim",
    "de-101",
    "de-102",
    "de-108",
    note="claimed when the last card has been played, the tricks still lying apart: by that card the right was lost",
    certainty="reading",
    dealer="N",
)
def after_the_last_card(t: Table) -> Expect:
    seat, at = revoke(t)
    t.play_out()
    foe = foes(seat)[0]
    c = t.fact("claimed", by=foe, what="revoke", against=seat, trick=4)
    t.fact("demanded", by=foe, remedy="add_three", ruling=1)
    t.cut_next()
    return Expect(
        [rule("renounce", "de-89|de-90", seat, at, ["established", "lapsed|cancelled"], never=["applied"])],
        allow=[
            rule("wrong_demand", by=foe),
            rule("renounce|revoke_unproved", line=c, never=["established", "applied"]),
        ],
        result=t.scored(),
    )


@de(
    "101-claimed-before",
    "claim",
    "de-101",
    note="claimed before they are thrown together: it is charged",
    dealer="N",
    score={"game": {"NS": 1, "EW": 1}},
)
def claimed_before(t: Table) -> Expect:
    seat, at = revoke(t)
    t.to_the_last()
    foe = foes(seat)[0]
    t.fact("claimed", by=foe, what="revoke", against=seat, trick=4)
    t.play_out()
    t.fact("mixed", by=partner(foe))
    d = t.fact("demanded", by=foe, remedy="add_three", ruling=1)
    t.cut_next()
    need(t.taken[side(seat)] <= 6)
    return Expect(
        [rule("renounce", "de-93|de-94", seat, at, ["established", "applied"], at={"applied": d})],
        result=t.scored(add={side(foe): 3}, revoked=[side(seat)]),
    )


@de("108-next-deal", "claim", "de-108", note="claimed when the next hand is dealt: too late", dealer="E")
def next_deal(t: Table) -> Expect:
    seat, at = revoke(t)
    t.close()
    first = t.scored()
    t.next_deal()
    t.begin()
    t.fact("claimed", by=foes(seat)[0], what="revoke", against=seat, trick=4)
    return Expect(
        [rule("renounce", "de-89|de-90", seat, at, ["established", "lapsed|cancelled"], never=["applied"])],
        allow=[rule("renounce|revoke_unproved|wrong_demand", never=["established", "applied"])],
        result=[first, {"unfinished": True}],
    )


@de(
    "108-cut",
    "claim",
    "de-108",
    "de-101",
    note="nobody claims it; with the cut for the next deal it is over",
    dealer="E",
)
def cut(t: Table) -> Expect:
    seat, at = revoke(t)
    t.play_out()
    t.cut_next()
    return Expect(
        [
            rule(
                "renounce",
                "de-89|de-90",
                seat,
                at,
                ["correctable", "established", "lapsed|cancelled"],
                never=["applied"],
            ),
            rule(None, "de-101|de-108", share=True),
        ],
        result=t.scored(),
    )


# ------------------------------------------------------------------ articles 102 and 103: the last trick
@de(
    "102-lays-down",
    "claim",
    "de-102",
    note="suspecting a revoke he lays down his last card and makes the others do so: none lies exposed",
    certainty="reading",
    dealer="W",
)
def lays_down(t: Table) -> Expect:
    t.begin()
    t.rounds(12)
    seat = t.to_play
    t.fact("said", by=seat, what="suspects_revoke")
    t.fact("said", by=seat, what="lay_down")
    for s in (seat, *(s for s in "NESW" if s != seat)):
        t.fact("laid_open", by=s, cards=t.hands[s][0], why="call")
    t.close()
    return Expect(result=t.scored())


@de(
    "102-and-finds",
    "claim",
    "de-102",
    "de-96",
    note="they search before the last card is played, and point out the trick",
    certainty="reading",
    dealer="W",
    score={"game": {"NS": 1, "EW": 1}},
)
def and_finds(t: Table) -> Expect:
    seat, at = revoke(t)
    t.rounds(8)
    foe = foes(seat)[0]
    t.fact("said", by=foe, what="suspects_revoke")
    t.fact("said", by=foe, what="lay_down")
    for s in (foe, *(s for s in "NESW" if s != foe)):
        t.fact("laid_open", by=s, cards=t.hands[s][0], why="call")
    t.fact("claimed", by=foe, what="revoke", against=seat, trick=4)
    t.fact("searched", by=foe, result="found", trick=4)
    t.fact("demanded", by=foe, remedy="add_three", ruling=1)
    t.close()
    need(t.taken[side(seat)] <= 6)
    return Expect(
        [rule("renounce", "de-93|de-94|de-96", seat, at, ["established", "applied"])],
        result=t.scored(add={side(foe): 3}, revoked=[side(seat)]),
    )


@de(
    "103-confused",
    "claim",
    "de-103",
    note="accused over the last trick he confuses its cards, and cannot draw his own: he is held to have revoked",
    certainty="reading",
    dealer="S",
    known=False,
)
def confused(t: Table) -> Expect:
    t.begin()
    t.rounds(12)
    seat = t.to_play
    t.play()
    t.follow()
    foe = foes(seat)[0]
    c = t.fact("claimed", by=foe, what="revoke", against=seat, trick=13)
    m = t.fact("mixed", by=seat)
    return Expect(
        [
            rule(
                "renounce",
                "de-103|de-117",
                seat,
                c,
                ["director", "established"],
                at={"established": m},
                remedies=prices(seat),
            )
        ],
        result=None,
    )


@de(
    "103-reported",
    "reported",
    "de-103",
    note="the confusion is reported by a person",
    certainty="contract",
    dealer="S",
    known=False,
)
def confusion_reported(t: Table) -> Expect:
    t.begin()
    t.play_out()
    at = t.fact("reported", by="E", irregularity="renounce", against="N", trick=13, law="de-103")
    t.cut_next()
    return Expect(
        [rule("renounce", "de-103", line=at, path=["director"], never=["established", "applied"])], result=None
    )


# ------------------------------------------------------------------ article 117: tricks in order
@de(
    "117-mixed-by-accused",
    "claim",
    "de-117",
    note="after the claim the accused mixes the tricks: condemned",
    known=False,
    dealer="N",
    score={"game": {"NS": 1, "EW": 1}},
)
def mixed_by_accused(t: Table) -> Expect:
    seat, _, number = hidden(t)
    t.to_the_last()
    foe = foes(seat)[0]
    c = t.fact("claimed", by=foe, what="revoke", against=seat, trick=number)
    t.play_out()
    m = t.fact("mixed", by=seat)
    d = t.fact("demanded", by=foe, remedy="add_three")
    t.cut_next()
    need(t.taken[side(seat)] <= 6)
    return Expect(
        [
            rule(
                "renounce",
                "de-117",
                seat,
                c,
                ["director", "established", "applied"],
                at={"established": m, "applied": d},
                remedies=prices(seat),
            )
        ],
        result=t.scored(add={side(foe): 3}, revoked=[side(seat)]),
    )


@de(
    "117-mixed-by-claimants",
    "claim",
    "de-117",
    "de-95",
    note="the claimants mix them: that proves nothing",
    known=False,
    dealer="N",
)
def mixed_by_claimants(t: Table) -> Expect:
    seat, _, number = hidden(t)
    t.to_the_last()
    t.fact("claimed", by=foes(seat)[0], what="revoke", against=seat, trick=number)
    t.play_out()
    t.fact("mixed", by=foes(seat)[1])
    t.cut_next()
    return Expect(
        [rule("renounce|revoke_unproved", None, never=["established", "applied"])], allow=idle(), result=t.scored()
    )


@de(
    "103-claimants-confuse",
    "claim",
    "de-103",
    "de-117",
    note="the claimants' side confuses the last trick: he is not held to have revoked",
    certainty="reading",
    dealer="S",
    known=False,
)
def claimants_confuse(t: Table) -> Expect:
    t.begin()
    t.rounds(12)
    seat = t.to_play
    t.play()
    t.follow()
    foe = foes(seat)[0]
    t.fact("claimed", by=foe, what="revoke", against=seat, trick=13)
    t.fact("mixed", by=partner(foe))
    return Expect(allow=idle(), result=None)


# ------------------------------------------------------------------ what the table is told
@de(
    "90-table-silent",
    "role",
    "de-90.1",
    "de-101",
    note="nobody claims: the table hears of it only when it has lapsed",
    certainty="contract",
    role="table",
    dealer="E",
)
def table_silent(t: Table) -> Expect:
    seat, _ = revoke(t)
    t.close()
    return Expect(
        [
            rule(
                "renounce",
                "de-101|de-108|de-90|de-89",
                seat,
                path=["lapsed"],
                never=["correctable", "established", "director"],
                trick=4,
            )
        ],
        result=t.scored(),
    )


@de(
    "97-table-claimed",
    "role",
    "de-97",
    "de-93",
    note="claimed at once; a later card of the suit proves it before all",
    certainty="contract",
    role="table",
    dealer="W",
    score={"game": {"NS": 1, "EW": 1}},
)
def table_claimed(t: Table) -> Expect:
    seat = t.reach(2, 1)
    t.renounce(seat)
    t.round()
    foe = foes(seat)[0]
    c = t.fact("claimed", by=foe, what="revoke", against=seat, trick=3)
    t.play_out()
    d = t.fact("demanded", by=foe, remedy="add_three", ruling=1)
    t.cut_next()
    need(t.taken[side(seat)] <= 6)
    return Expect(
        [
            rule(
                "renounce",
                "de-89|de-93|de-94",
                seat,
                c,
                ["director", "established", "applied"],
                trick=3,
                at={"director": c, "applied": d},
                remedies=prices(seat),
            )
        ],
        result=t.scored(add={side(foe): 3}, revoked=[side(seat)]),
    )
