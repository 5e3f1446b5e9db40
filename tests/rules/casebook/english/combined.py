"""Whole regular hands, and faults that meet each other."""

from __future__ import annotations

from tests.rules.casebook.book import CASES, Expect, rule
from tests.rules.casebook.english.exposed import CALL, drop
from tests.rules.casebook.english.leads import BOTH, partners_turn
from tests.rules.casebook.english.table import claim, en, ended, offered, revoke, scored, three
from tests.rules.casebook.hand import Hand, foes, need, partner, side


def whole(name: str, dealer: str, ns: int, ew: int, known: bool, skip: int) -> None:
    """A regular hand from this score; honours are called by whoever holds them."""

    @en(name, "regular", "en-2", "a regular hand", known=known, dealer=dealer, score={"game": {"NS": ns, "EW": ew}})
    def script(t: Hand) -> Expect:
        need(t.seed > skip)
        t.begin()
        return Expect(result=ended(t))

    assert CASES[name].script is script


for number, (who, north, east, seen) in enumerate(
    [("N", 0, 0, True), ("E", 2, 3, True), ("S", 4, 4, True), ("W", 1, 0, True), ("N", 3, 2, False), ("S", 0, 4, False)]
):
    whole(f"en-regular-{number + 1}", who, north, east, seen, 10 * number)


@en(
    "en-lead-called-must-follow",
    "lead_out_of_turn",
    "en-62 en-64",
    "the card led out of turn is called while another suit is led of which he holds some: he follows suit, "
    "and plays it at the trick after",
    dealer="W",
)
def lead_called_must_follow(t: Hand) -> Expect:
    leader, at, card = partners_turn(t)
    mate = partner(leader)
    t.play()
    need(t.led != card[1] and t.of(mate, t.led))
    while t.to_play != mate:
        t.play()
    t.fact("demanded", by=foes(leader)[0], remedy="call_card", card=card, ruling=1)
    t.play()
    t.round()
    while t.to_play != mate:
        t.play()
    need(card in t.legal(mate))
    t.fact("demanded", by=foes(leader)[0], remedy="call_card", card=card, ruling=1)
    done = t.play(card)
    return Expect(
        [
            rule(
                "lead_out_of_turn",
                "en-62",
                mate,
                at,
                ["option", "applied"],
                at={"applied": done},
                remedies=offered(BOTH, foes(leader)),
            )
        ]
    )


@en(
    "en-two-dropped",
    "exposed",
    "en-56.def en-65",
    "he drops two cards one after the other: each is liable, and each is called by one of the adversaries",
    dealer="E",
)
def two_dropped(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    need(len(t.of(seat, t.led)) > 1)
    first, second = t.of(seat, t.led)[:2]
    one = drop(t, seat, first)
    two = drop(t, seat, second)
    t.fact("demanded", by=foes(seat)[0], remedy="call_card", card=second, ruling=2)
    done = t.play(second)
    t.round()
    while t.to_play != seat:
        t.play()
    need(first in t.legal(seat) and len(t.legal(seat)) > 1)
    t.fact("demanded", by=foes(seat)[1], remedy="call_card", card=first, ruling=1)
    also = t.play(first)
    called = offered(CALL, foes(seat))
    return Expect(
        [
            rule("exposed_card", "en-56", seat, one, ["option", "applied"], at={"applied": also}, remedies=called),
            rule("exposed_card", "en-56", seat, two, ["option", "applied"], at={"applied": done}, remedies=called),
        ]
    )


@en(
    "en-saved-into-another",
    "revoke",
    "en-71 en-76.a",
    "he takes back a renounce and puts down another card that is not of the suit: still a renounce",
    "reading",
    dealer="E",
)
def saved_into_another(t: Hand) -> Expect:
    seat = t.reach(2, 1)
    at = t.renounce(seat)
    card = t.last_card()
    t.withdraw(seat, card)
    others = [c for c in t.off(seat, t.led) if c != card]
    need(others)
    also = t.play(others[0], seat)
    late = t.round()
    return Expect(
        [
            rule("renounce", "en-71|en-76", seat, at, ["correctable", "option"], never=["established"]),
            rule("renounce", "en-71", seat, also, ["correctable", "established"], at={"established": late}),
        ],
        allow=[rule("exposed_card", "en-76", seat)],
    )


@en(
    "en-demanded-outright",
    "revoke_claimed",
    "en-72.I en-75",
    "an adversary demands three tricks without a claim before it",
    "reading",
    dealer="N",
)
def demanded_outright(t: Hand) -> Expect:
    seat, at = revoke(t)
    t.play_out()
    d = t.fact("demanded", by=foes(seat)[1], remedy="three_tricks", ruling=1)
    t.cut_next()
    need(t.taken[side(seat)] >= 3)
    told = rule(
        "renounce", "en-72", seat, at, ["established", "applied"], at={"applied": d}, remedies=three(seat), trick=4
    )
    return Expect([told], result=scored(t, charged=[(side(seat), "three_tricks")]))


@en(
    "en-claimed-never-demanded",
    "revoke_claimed",
    "en-72.I en-78",
    "claimed and proved, but no penalty is named before the cut: a right does not exercise itself",
    "contract",
    dealer="N",
)
def never_demanded(t: Hand) -> Expect:
    seat, at = revoke(t)
    t.play_out()
    claim(t, seat, 4)
    bar = t.cut_next()
    return Expect(
        [rule("renounce", "en-71", seat, at, ["established", "lapsed"], at={"lapsed": bar}, never=["applied"])],
        result=scored(t),
    )
