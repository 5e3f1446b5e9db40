"""``--role table``: what the players are told under this code, and when."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, rule
from tests.rules.casebook.english.exposed import CALL, drop
from tests.rules.casebook.english.table import claim, en, ended, offered, revoke, scored, three
from tests.rules.casebook.hand import Hand, foes, partner, side


@en(
    "en-table-renounce-silent",
    "role",
    "en-78",
    "nobody claims: the table hears of it only when the cut for the next deal has barred the claim",
    "contract",
    role="table",
    dealer="E",
)
def silent(t: Hand) -> Expect:
    seat, _ = revoke(t)
    t.play_out()
    bar = t.cut_next()
    told = rule(
        "renounce",
        "en-78|en-71",
        seat,
        bar,
        ["lapsed"],
        ["correctable", "established", "director"],
        {"lapsed": bar},
        trick=4,
    )
    return Expect([told], result=scored(t))


@en(
    "en-table-renounce-claimed",
    "role",
    "en-72.I en-71",
    "claimed after the last trick, when the cards played prove it: told there, and three points are added",
    "contract",
    role="table",
    dealer="E",
)
def claimed(t: Hand) -> Expect:
    seat, _ = revoke(t)
    t.play_out()
    d = claim(t, seat, 4, "add_three", {"irregularity": "renounce", "by": seat, "trick": 4})
    t.cut_next()
    told = rule(
        "renounce",
        "en-71|en-72|en-73",
        seat,
        d - 1,
        ["established", "applied"],
        ["correctable"],
        {"applied": d},
        three(seat),
        trick=4,
    )
    return Expect([told], result=scored(t, charged=[(side(seat), "add_three")]))


@en(
    "en-table-question-tells-nothing",
    "role",
    "en-74",
    "his partner asks whether he has none, and he had: the table is not told what only the hidden cards show",
    "contract",
    role="table",
    dealer="W",
)
def question(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    t.renounce(seat)
    t.fact("said", by=partner(seat), what="asks_renounce", of=seat)
    t.follow()
    return Expect()


@en(
    "en-table-exposed",
    "role",
    "en-56.def",
    "a card dropped face up all have seen: told at once, with its remedy",
    "contract",
    role="table",
    dealer="W",
)
def exposed(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    at = drop(t, seat, t.legal(seat)[0])
    return Expect(
        [rule("exposed_card", "en-56", seat, at, ["option"], remedies=offered(CALL, foes(seat)))], result=ended(t)
    )
