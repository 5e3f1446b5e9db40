"""Laws 71, 73 to 79: the revoke, when it stands, how it is saved, claimed, proved and barred."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, rule
from tests.rules.casebook.english.table import PENALTIES, claim, en, ended, offered, revoke, scored, three
from tests.rules.casebook.hand import Hand, foes, need, partner, side

SAVED = ["call_card", "call_highest", "call_lowest"]


def wrong(t: Hand, tricks: int = 3, plays: int = 1) -> tuple[str, int, str]:
    """A renounce by whose turn it is. Returns who, the line, and the card."""
    seat = t.reach(tricks, plays)
    at = t.renounce(seat)
    return seat, at, t.last_card()


# ------------------------------------------------------------------ laws 71 and 73
@en("en-73-quitted", "revoke", "en-71 en-73.a", "turned and quitted: it is established", dealer="W")
def quitted(t: Hand) -> Expect:
    seat, at, _ = wrong(t)
    late = t.round()
    t.rounds(1)
    return Expect(
        [
            rule(
                "renounce",
                "en-71",
                seat,
                at,
                ["correctable", "established"],
                trick=4,
                at={"correctable": at, "established": late},
                remedies=three(seat),
            ),
            rule(None, "en-73.a", seat, share=True),
        ]
    )


@en("en-71-void", "regular", "en-71", "he has none of the suit and throws away", dealer="W")
def void(t: Hand) -> Expect:
    seat = t.reach(6, 1)
    need(not t.of(seat, t.led))
    t.play()
    return Expect(result=ended(t))


@en("en-73-own-lead", "revoke", "en-73.b", "not quitted; the offender, who took the trick, leads on", dealer="E")
def own_lead(t: Hand) -> Expect:
    seat = t.reach(2, 3)
    at = t.renounce(seat, ruff=True)
    need(t.leader == seat)
    late = t.play()
    return Expect(
        [
            rule(
                "renounce",
                "en-73.b",
                seat,
                at,
                ["correctable", "established"],
                at={"established": late},
                remedies=three(seat),
            )
        ]
    )


@en(
    "en-73-partner-out-of-turn",
    "revoke",
    "en-73.b",
    "not quitted; his partner plays to the next trick, and out of turn",
    "text",
    dealer="S",
)
def partner_out_of_turn(t: Hand) -> Expect:
    seat, at, _ = wrong(t, 2, 3)
    need(t.leader in foes(seat))
    t.play()
    mate = partner(seat)
    need(t.to_play != mate)
    late = t.play(seat=mate)
    return Expect(
        [rule("renounce", "en-73.b", seat, at, ["correctable", "established"], at={"established": late})],
        allow=[rule("play_out_of_turn", by=mate)],
    )


@en(
    "en-73-adversary-leads",
    "revoke",
    "en-73.b en-76.a",
    "an adversary leads to the next trick while this one lies open: still to be put right",
    "reading",
    dealer="E",
)
def adversary_leads(t: Hand) -> Expect:
    seat, at, card = wrong(t, 3, 3)
    need(t.leader in foes(seat))
    t.play()
    t.fact("withdrew", by=seat, cards=card)
    return Expect(
        [
            rule(
                "renounce",
                "en-76|en-73",
                seat,
                at,
                ["correctable", "option"],
                never=["established"],
                not_remedies=PENALTIES,
            )
        ],
        allow=[rule("exposed_card", "en-76", seat)],
    )


# ------------------------------------------------------------------ law 74
def asked(t: Hand) -> tuple[str, int, str]:
    """A renounce; his partner asks whether he has none before the trick is quitted; it is quitted all the same."""
    seat, at, card = wrong(t)
    t.fact("said", by=partner(seat), what="asks_renounce", of=seat)
    return seat, at, card


@en(
    "en-74-kept-open",
    "revoke",
    "en-74 en-76.a",
    "his partner asked in time: quitting does not establish it, and he takes the card back",
    dealer="W",
)
def kept_open(t: Hand) -> Expect:
    seat, at, card = asked(t)
    t.follow()
    need(t.best() in foes(seat))
    t.quit()
    back = t.fact("withdrew", by=seat, cards=card)
    return Expect(
        [
            rule(
                "renounce",
                "en-71|en-74",
                seat,
                at,
                ["correctable", "option"],
                at={"option": back},
                never=["established"],
                not_remedies=PENALTIES,
            ),
            rule(None, "en-74", seat, share=True),
        ],
        allow=[rule("exposed_card", "en-76", seat)],
    )


@en(
    "en-74-answered-no",
    "revoke",
    "en-74 en-73.a",
    "he answers that he has none: then quitting establishes it",
    dealer="W",
)
def answered_no(t: Hand) -> Expect:
    seat, at, _ = asked(t)
    t.fact("said", by=seat, what="none_left")
    late = t.round()
    return Expect(
        [
            rule(
                "renounce",
                "en-73|en-74",
                seat,
                at,
                ["correctable", "established"],
                at={"established": late},
                remedies=three(seat),
            )
        ]
    )


@en(
    "en-74-played-on",
    "revoke",
    "en-74 en-73.b",
    "asked in time, quitted, and his side leads to the next trick: established by that",
    dealer="W",
)
def played_on(t: Hand) -> Expect:
    seat, at, _ = asked(t)
    t.follow()
    need(side(t.best()) == side(seat))
    t.quit()
    late = t.play()
    return Expect(
        [
            rule(
                "renounce",
                "en-73|en-74",
                seat,
                at,
                ["correctable", "established"],
                at={"established": late},
                remedies=three(seat),
            )
        ]
    )


@en("en-74-asked-too-late", "revoke", "en-74 en-73.a", "he asks when the trick has been quitted: too late", dealer="W")
def asked_too_late(t: Hand) -> Expect:
    seat, at, _ = wrong(t)
    late = t.round()
    t.fact("said", by=partner(seat), what="asks_renounce", of=seat)
    return Expect(
        [
            rule(
                "renounce",
                "en-73",
                seat,
                at,
                ["correctable", "established"],
                at={"established": late},
                remedies=three(seat),
            )
        ]
    )


@en(
    "en-74-adversary-asks",
    "revoke",
    "en-74 en-73.a",
    "an adversary asks: only a partner's question keeps it open",
    "reading",
    dealer="W",
)
def adversary_asks(t: Hand) -> Expect:
    seat, at, _ = wrong(t)
    t.fact("said", by=foes(seat)[0], what="asks_renounce", of=seat)
    late = t.round()
    return Expect([rule("renounce", "en-73", seat, at, ["correctable", "established"], at={"established": late})])


# ------------------------------------------------------------------ law 76
@en(
    "en-76-card-called",
    "revoke_saved",
    "en-76.a",
    "put right in time; the card played in error is called some tricks later",
    dealer="S",
)
def card_called(t: Hand) -> Expect:
    seat, at, card = wrong(t)
    back = t.withdraw(seat, card)
    t.play(t.of(seat, t.led)[0])
    t.round()
    while t.to_play != seat:
        t.play()
    need(card in t.legal(seat))
    t.fact("demanded", by=foes(seat)[0], remedy="call_card", card=card, ruling=1)
    done = t.play(card)
    return Expect(
        [
            rule(
                "renounce",
                "en-76.a",
                seat,
                at,
                ["correctable", "option", "applied"],
                at={"option": back, "applied": done},
                never=["established"],
                remedies=offered(SAVED, foes(seat)),
                not_remedies=PENALTIES,
            )
        ],
        allow=[rule("exposed_card", "en-76", seat, never=["applied"])],
        result=ended(t),
    )


@en(
    "en-76-highest", "revoke_saved", "en-76.a", "instead they require his highest to that trick, and get it", dealer="S"
)
def highest(t: Hand) -> Expect:
    seat, at, card = wrong(t)
    t.withdraw(seat, card)
    need(len(t.of(seat, t.led)) > 1)
    t.fact("demanded", by=foes(seat)[1], remedy="call_highest", ruling=1)
    done = t.play(t.of(seat, t.led)[-1])
    return Expect(
        [
            rule(
                "renounce",
                "en-76.a",
                seat,
                at,
                ["correctable", "option", "applied"],
                at={"applied": done},
                never=["established"],
                remedies=offered(SAVED, foes(seat)),
            )
        ],
        allow=[rule("exposed_card", "en-76", seat, never=["applied"])],
        result=ended(t),
    )


@en(
    "en-76-lowest-refused",
    "revoke_saved",
    "en-76.a en-61",
    "his lowest is required and he plays another: the penalty of a revoke",
    dealer="N",
)
def lowest_refused(t: Hand) -> Expect:
    seat, at, card = wrong(t)
    t.withdraw(seat, card)
    need(len(t.of(seat, t.led)) > 1)
    t.fact("demanded", by=foes(seat)[0], remedy="call_lowest", ruling=1)
    bad = t.play(t.of(seat, t.led)[-1])
    t.round()
    return Expect(
        [
            rule("renounce", "en-76.a", seat, at, ["correctable", "option"], never=["applied", "established"]),
            rule("refused_call", "en-61", seat, bad, remedies=three(seat)),
        ],
        allow=[rule("exposed_card", "en-76", seat)],
    )


@en(
    "en-76-later-players",
    "revoke_saved",
    "en-76.b",
    "he who played after him takes his card back too and plays another: it is not liable",
    dealer="N",
)
def later_players(t: Hand) -> Expect:
    seat, at, card = wrong(t)
    t.play()
    after, his = t.trick[-1]
    need(len(t.of(after, t.led)) > 0 and his[1] == t.led)
    t.withdraw(after, his)
    t.withdraw(seat, card)
    t.play(t.of(seat, t.led)[0])
    t.play(next(c for c in reversed(t.of(after, t.led)) if c != his))
    t.round()
    return Expect(
        [
            rule(
                "renounce",
                "en-76",
                seat,
                at,
                ["correctable", "option"],
                never=["established"],
                remedies=offered(SAVED, foes(seat)),
            ),
        ],
        allow=[rule("exposed_card", "en-76", seat)],
    )


# ------------------------------------------------------------------ laws 75 and 77
def hidden(t: Hand) -> tuple[str, str, int]:
    """With unknown hands a seat throws away: nothing can prove a revoke, though one may be claimed."""
    seat = t.reach(6, 1)
    need(t.led != t.trump and not t.of(seat, t.led))
    number = t.number
    t.play()
    card = t.last_card()
    t.round()
    t.play_out()
    return seat, card, number


@en(
    "en-75-searched",
    "claim",
    "en-75",
    "the claimants search the tricks at the end of the hand and find it",
    dealer="W",
    known=False,
)
def searched(t: Hand) -> Expect:
    seat, card, number = hidden(t)
    c = claim(t, seat, number)
    s = t.fact("searched", by=foes(seat)[0], result="found", trick=number, card=card)
    d = t.fact("demanded", by=foes(seat)[0], remedy="three_tricks")
    t.cut_next()
    need(t.taken[side(seat)] >= 3)
    return Expect(
        [
            rule(
                "renounce",
                "en-75|en-71|en-72",
                seat,
                c,
                ["director", "established", "applied"],
                trick=number,
                at={"established": s, "applied": d},
                remedies=three(seat),
            ),
        ],
        result=scored(t, charged=[(side(seat), "three_tricks")]),
    )


@en("en-75-found-nothing", "claim", "en-75", "they search and find nothing", dealer="W", known=False)
def found_nothing(t: Hand) -> Expect:
    seat, _, number = hidden(t)
    claim(t, seat, number)
    t.fact("searched", by=foes(seat)[0], result="not_found", trick=number)
    t.cut_next()
    return Expect(
        [rule("renounce|revoke_unproved", path=["director"], never=["established", "applied"], not_remedies=PENALTIES)],
        allow=[rule("renounce|revoke_unproved", never=["established", "applied"])],
        result=scored(t),
    )


@en(
    "en-77-accused-mixes",
    "claim",
    "en-77.a",
    "after the claim the accused's partner mixes the cards: established",
    dealer="N",
    known=False,
)
def accused_mixes(t: Hand) -> Expect:
    seat, _, number = hidden(t)
    c = claim(t, seat, number)
    m = t.fact("mixed", by=partner(seat))
    d = t.fact("demanded", by=foes(seat)[0], remedy="add_three")
    t.cut_next()
    return Expect(
        [
            rule(
                "renounce",
                "en-77.a",
                seat,
                c,
                ["director", "established", "applied"],
                at={"established": m, "applied": d},
                remedies=three(seat),
            )
        ],
        result=scored(t, charged=[(side(seat), "add_three")]),
    )


@en(
    "en-77-claimants-mix",
    "claim",
    "en-77.b",
    "the claimants mix the cards themselves: harder to prove, and not proved",
    dealer="N",
    known=False,
)
def claimants_mix(t: Hand) -> Expect:
    seat, _, number = hidden(t)
    claim(t, seat, number)
    t.fact("mixed", by=foes(seat)[0])
    t.cut_next()
    return Expect(
        [rule("renounce|revoke_unproved", path=["director"], never=["established", "applied"])],
        allow=[rule("renounce|revoke_unproved", never=["established", "applied"])],
        result=scored(t),
    )


@en(
    "en-77-mixed-before-claim",
    "claim",
    "en-77.b",
    "mixed before anybody claimed; claimed, and proved by the record",
    dealer="N",
)
def mixed_before(t: Hand) -> Expect:
    seat, at = revoke(t)
    t.play_out()
    t.fact("mixed", by=seat)
    d = claim(t, seat, 4, "add_three")
    t.cut_next()
    return Expect(
        [
            rule("renounce", "en-71|en-72", seat, at, ["established", "applied"], at={"applied": d}),
        ],
        result=scored(t, charged=[(side(seat), "add_three")]),
    )


# ------------------------------------------------------------------ laws 78 and 79
@en(
    "en-78-not-claimed",
    "claim",
    "en-78",
    "nobody claims it before the cut for the next deal: the tricks are as played",
    dealer="S",
)
def not_claimed(t: Hand) -> Expect:
    seat, at = revoke(t)
    t.play_out()
    bar = t.cut_next()
    t.fact("claimed", by=foes(seat)[0], what="revoke", against=seat, trick=4)
    return Expect(
        [
            rule("renounce", "en-71", seat, at, ["established", "lapsed"], at={"lapsed": bar}, never=["applied"]),
            rule(None, "en-78", share=True),
        ],
        allow=[rule("revoke_unproved|wrong_demand|renounce", never=["applied", "established"])],
        result=scored(t),
    )


@en(
    "en-78-at-the-last-moment",
    "claim",
    "en-78 en-72.I",
    "claimed after the last trick, just before the cut",
    dealer="S",
)
def last_moment(t: Hand) -> Expect:
    seat, at = revoke(t)
    t.play_out()
    d = claim(t, seat, 4, "add_three")
    t.cut_next()
    return Expect(
        [rule("renounce", "en-72", seat, at, ["established", "applied"], at={"applied": d}, never=["lapsed"])],
        result=scored(t, charged=[(side(seat), "add_three")]),
    )


@en(
    "en-79-played-out",
    "claim",
    "en-79",
    "claimed in mid-hand; the revoker requires the hand to be played out, which is his right",
    "reading",
    dealer="S",
)
def played_out(t: Hand) -> Expect:
    seat, at = revoke(t)
    t.fact("claimed", by=foes(seat)[0], what="revoke", against=seat, trick=4)
    t.fact("demanded", by=partner(seat), remedy="play_out", ruling=1)
    t.play_out()
    d = t.fact("demanded", by=foes(seat)[0], remedy="three_tricks", ruling=1)
    t.cut_next()
    need(t.taken[side(seat)] >= 3)
    return Expect(
        [
            rule(
                "renounce",
                "en-71|en-72",
                seat,
                at,
                ["established", "applied"],
                at={"applied": d},
                never=["cancelled", "waived"],
            ),
        ],
        result=scored(t, charged=[(side(seat), "three_tricks")]),
    )
