"""Articles 81, 82, 86 and 119: leads out of turn, and two that lead at once."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, rule
from tests.rules.casebook.deschapelles.table import CALLS, PRICES, Table, de, liable
from tests.rules.casebook.hand import foes, left, need, partner, right, side

CHOICE: dict[str, object] = {"accept_lead": None, "treat_as_exposed|call_card": None, "call_suit": None}
PUT_ASIDE = "treat_as_exposed"


def false_lead(t: Table, tricks: int = 3) -> tuple[str, str, int, str]:
    """The player on the right of him whose turn it is leads. Returns the rightful leader, the offender, line, card."""
    leader = t.reach(tricks)
    seat = right(leader)
    card = t.rng.choice(sorted(t.hands[seat]))
    return leader, seat, t.play(card, seat, fact="led"), card


def take_back(t: Table, leader: str) -> None:
    """All that lies on the table goes back, the last first."""
    for seat, card in reversed(list(t.trick)):
        t.withdraw(seat, card)
    t.leader = leader


# ------------------------------------------------------------------ article 82: the three choices
@de(
    "82-choices",
    "lead_turn",
    "de-82.1",
    "de-82.2",
    "de-82.3",
    note="he whose turn it was may approve, have it exposed, or call a suit",
    dealer="N",
    certainty="reading",
)
def choices(t: Table) -> Expect:
    leader, seat, at, _ = false_lead(t)
    return Expect(
        [
            rule(
                "lead_out_of_turn",
                "de-82",
                seat,
                at,
                ["option"],
                trick=4,
                remedies={"accept_lead": [leader], "treat_as_exposed|call_card": [leader], "call_suit": [leader]},
                not_remedies=[*CALLS, *PRICES],
            )
        ]
    )


@de("82-approved", "lead_turn", "de-82.1", note="he approves of it: the trick goes on from there", dealer="E")
def approved(t: Table) -> Expect:
    leader, seat, at, _ = false_lead(t)
    d = t.fact("demanded", by=leader, remedy="accept_lead", ruling=1)
    t.close()
    return Expect(
        [rule("lead_out_of_turn", "de-82.1", seat, at, ["option", "applied"], at={"applied": d}, remedies=CHOICE)],
        result=t.scored(),
    )


@de(
    "82-exposed",
    "lead_turn",
    "de-82.2",
    note="he has it considered as exposed: it is taken up, lies open, and may be called",
    dealer="S",
)
def as_exposed(t: Table) -> Expect:
    leader, seat, at, card = false_lead(t)
    t.fact("demanded", by=leader, remedy=PUT_ASIDE, ruling=1)
    take_back(t, leader)
    t.play()
    while t.to_play != right(seat):
        t.play()
        need(t.to_play != seat)
    t.fact("demanded", by=right(seat), remedy="call_card", card=card)
    t.play()
    need(t.to_play == seat and card in t.legal(seat))
    t.play(card)
    t.close()
    return Expect(
        [
            rule("lead_out_of_turn", "de-82.2", seat, at, ["option", "applied"], remedies=CHOICE),
            rule(None, "de-82|de-75|de-73", seat, path=["applied"], share=True),
        ],
        allow=[rule("exposed_card", "de-82|de-75|de-73|de-119", seat)],
        result=t.scored(),
    )


@de(
    "82-suit",
    "lead_turn",
    "de-88.2",
    "de-82.3",
    note="he calls a suit for the following trick, and it is led",
    dealer="W",
    certainty="reading",
)
def suit_called(t: Table) -> Expect:
    leader, seat, at, _ = false_lead(t)
    t.withdraw(seat, t.last_card())
    t.leader = leader
    suit = t.rng.choice(sorted({c[1] for c in t.hands[seat]}))
    t.fact("demanded", by=leader, remedy="call_suit", suit=suit, ruling=1)
    t.round()
    need(t.leader == seat)
    done = t.answered(suit=suit)
    t.close()
    return Expect(
        [
            rule(
                "lead_out_of_turn",
                "de-82.3|de-82",
                seat,
                at,
                ["option", "applied"],
                at={"applied": done},
                remedies=CHOICE,
            )
        ],
        result=t.scored(),
    )


@de(
    "82-suit-refused",
    "refused_call",
    "de-82.3",
    "de-88.2",
    note="another suit is led though he holds the one called: as good as a revoke",
    dealer="W",
    certainty="reading",
)
def suit_refused(t: Table) -> Expect:
    leader, seat, at, _ = false_lead(t)
    t.withdraw(seat, t.last_card())
    t.leader = leader
    suit = t.rng.choice(sorted({c[1] for c in t.hands[seat]}))
    t.fact("demanded", by=leader, remedy="call_suit", suit=suit, ruling=1)
    t.round()
    need(t.leader == seat and t.of(seat, suit) and t.off(seat, suit))
    bad = t.play(t.off(seat, suit)[0])
    t.round()
    return Expect(
        [
            rule("lead_out_of_turn", "de-82", seat, at, ["option"], never=["applied"]),
            rule("refused_call", "de-88.2", seat, bad, trick=5, remedies={p: foes(seat) for p in PRICES}),
        ]
    )


@de(
    "87-suit-not-held",
    "lead_turn",
    "de-87",
    "de-82.3",
    note="he has none of the suit called: he leads what he likes and the fault is atoned for",
    dealer="W",
    certainty="reading",
)
def suit_not_held(t: Table) -> Expect:
    leader, seat, at, _ = false_lead(t, 4)
    t.withdraw(seat, t.last_card())
    t.leader = leader
    none = [s for s in "SHDC" if not t.of(seat, s)]
    need(none)
    t.fact("demanded", by=leader, remedy="call_suit", suit=none[0], ruling=1)
    t.round()
    need(t.leader == seat)
    gone = t.play()
    t.close()
    return Expect(
        [
            rule(
                "lead_out_of_turn",
                "de-87|de-82",
                seat,
                at,
                ["option", "cancelled"],
                at={"cancelled": gone},
                never=["applied"],
            ),
            rule(None, "de-87", share=True),
        ],
        result=t.scored(),
    )


@de(
    "82-partners-turn",
    "lead_turn",
    "de-82.3",
    note="it was his partner's turn: a suit may be called from him",
    dealer="N",
    certainty="reading",
)
def partners_turn(t: Table) -> Expect:
    leader = t.reach(3)
    seat = partner(leader)
    card = t.rng.choice(sorted(t.hands[seat]))
    at = t.play(card, seat, fact="led")
    return Expect([rule("lead_out_of_turn", "de-82", seat, at, ["option"], remedies={"call_suit": None}, trick=4)])


@de(
    "82-wrong-price",
    "wrong_demand",
    "de-82.1",
    note="three tricks are no choice of his",
    dealer="N",
    certainty="reading",
)
def wrong_price(t: Table) -> Expect:
    leader, seat, at, _ = false_lead(t)
    t.fact("demanded", by=leader, remedy="three_tricks", ruling=1)
    return Expect(
        [rule("lead_out_of_turn", "de-82", seat, at, ["option"], never=["applied"], not_remedies=PRICES)],
        allow=[rule("wrong_demand", by=leader)],
    )


# ------------------------------------------------------------------ article 81: until when
@de(
    "81-stands",
    "lead_turn",
    "de-81",
    note="all have played to it, and he whose turn it was has led the following trick: it holds good",
    dealer="S",
    certainty="reading",
)
def stands(t: Table) -> Expect:
    leader, seat, at, _ = false_lead(t)
    t.follow()
    need(t.leader == leader)
    t.quit()
    t.play()
    late = t.fact("demanded", by=leader, remedy="accept_lead", ruling=1)
    t.close()
    return Expect(
        [rule("lead_out_of_turn", "de-81", seat, at, ["option", "lapsed|waived|cancelled"], never=["applied"])],
        allow=[rule("wrong_demand", by=leader, line=late)],
        result=t.scored(),
    )


@de(
    "81-played-to-the-next",
    "lead_turn",
    "de-81",
    note="another led the following trick, and he has played to it",
    dealer="S",
    certainty="reading",
)
def played_to_the_next(t: Table) -> Expect:
    leader, seat, at, _ = false_lead(t)
    t.follow()
    need(t.leader == seat)
    t.quit()
    t.play()
    while t.to_play != leader:
        t.play()
    t.play()
    t.close()
    return Expect(
        [rule("lead_out_of_turn", "de-81", seat, at, ["option", "lapsed|waived|cancelled"], never=["applied"])],
        result=t.scored(),
    )


@de("81-in-turn", "regular", "de-81", note="he leads whose turn it is", dealer="S")
def in_turn(t: Table) -> Expect:
    leader = t.reach(3)
    t.play(None, leader, fact="led")
    t.close()
    return Expect(result=t.scored())


# ------------------------------------------------------------------ article 86: at the same time
@de(
    "86-one-wrong",
    "simultaneous",
    "de-86.b",
    "de-86.a",
    note="two lead at once: he whose turn it is not is in fault",
    dealer="E",
    certainty="reading",
)
def one_wrong(t: Table) -> Expect:
    leader = t.reach(3)
    seat = left(leader)
    card = min(t.hands[seat])
    own = min(t.hands[leader])
    at = t.fact("led", by=seat, cards=card, t=100.0)
    t.fact("led", by=leader, cards=own, t=100.02)
    return Expect(
        [
            rule(
                "simultaneous_leads",
                "de-86.a",
                seat,
                path=["option"],
                remedies={"treat_as_exposed|call_card": None, "call_suit": None},
                not_remedies=PRICES,
            )
        ],
        allow=[rule("lead_out_of_turn", "de-82|de-86", seat, at)],
    )


@de(
    "86-not-at-once",
    "lead_turn",
    "de-86.a",
    "de-82.2",
    note="taken back before the other leads: a lead out of turn and no more",
    dealer="E",
    certainty="reading",
)
def not_at_once(t: Table) -> Expect:
    leader = t.reach(3)
    seat = left(leader)
    card = min(t.hands[seat])
    at = t.fact("led", by=seat, cards=card, t=100.0)
    t.fact("withdrew", by=seat, cards=card, t=100.8)
    t.fact("led", by=leader, cards=min(t.hands[leader]), t=102.0)
    return Expect([rule("lead_out_of_turn", "de-82|de-81", seat, at, ["option"])])


@de(
    "86-both-wrong",
    "simultaneous",
    "de-86.b",
    note="both out of turn: one fault cancels the other",
    dealer="E",
    certainty="reading",
)
def both_wrong(t: Table) -> Expect:
    leader = t.reach(3)
    one, two = left(leader), partner(leader)
    cards = {s: min(t.hands[s]) for s in (one, two)}
    t.fact("led", by=one, cards=cards[one], t=100.0)
    t.fact("led", by=two, cards=cards[two], t=100.02)
    t.fact("withdrew", by=two, cards=cards[two])
    t.fact("withdrew", by=one, cards=cards[one])
    t.close()
    return Expect(
        [rule("simultaneous_leads", "de-86.b", path=["cancelled"], never=["applied", "established"])],
        allow=[rule("lead_out_of_turn|simultaneous_leads", "de-86|de-82", never=["applied"])],
        result=t.scored(),
    )


# ------------------------------------------------------------------ article 119: cards that the trick does not use
@de(
    "119-replies",
    "lead_turn",
    "de-119.a",
    "de-119.b",
    note="his partner has followed the false lead: that card is exposed too, the adversary's is his own again",
    dealer="N",
    certainty="reading",
)
def replies(t: Table) -> Expect:
    leader = t.reach(3)
    seat = left(leader)
    card = t.rng.choice(sorted(t.hands[seat]))
    at = t.play(card, seat, fact="led")
    t.play()
    t.play()
    mate = t.trick[-1][0]
    need(mate == partner(seat) and side(t.trick[1][0]) == side(leader))
    t.fact("demanded", by=leader, remedy=PUT_ASIDE, ruling=1)
    take_back(t, leader)
    t.play()
    return Expect(
        [
            rule("lead_out_of_turn", "de-82|de-119", seat, at, ["option", "applied"]),
            rule("exposed_card", "de-119.a", mate, path=["option"], remedies=liable(mate)),
        ],
        allow=[rule("exposed_card", "de-82|de-119|de-73|de-75", seat)],
    )


@de(
    "119-innocent",
    "lead_turn",
    "de-119.b",
    note="only the adversary has followed: his card is at his disposal and is not called",
    dealer="N",
    certainty="reading",
)
def innocent(t: Table) -> Expect:
    leader = t.reach(3)
    seat = left(leader)
    card = t.rng.choice(sorted(t.hands[seat]))
    at = t.play(card, seat, fact="led")
    t.play()
    need(t.trick[-1][0] == partner(leader))
    t.fact("demanded", by=leader, remedy=PUT_ASIDE, ruling=1)
    take_back(t, leader)
    t.round()
    return Expect(
        [rule("lead_out_of_turn", "de-82|de-119", seat, at, ["option", "applied"])],
        allow=[rule("exposed_card", "de-82|de-119|de-73|de-75", seat)],
    )
