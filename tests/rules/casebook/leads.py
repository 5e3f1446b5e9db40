"""Law 24: leads out of turn."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, case, rule
from tests.rules.casebook.hand import Hand, foes, left, need, partner, right, side


def false_lead(t: Hand, seat: str) -> tuple[int, str]:
    """``seat`` leads though it is not his turn."""
    need(t.hands[seat])
    card = t.rng.choice(sorted(t.hands[seat]))
    return t.play(card, seat, fact="led"), card


def partners_turn(t: Hand, tricks: int = 3) -> tuple[str, int, str]:
    """The partner of him whose turn it is leads, and takes it back. Returns the right leader, the line, the card."""
    leader = t.reach(tricks)
    at, card = false_lead(t, partner(leader))
    t.withdraw(partner(leader), card)
    t.leader = leader
    return leader, at, card


# ------------------------------------------------------------------ law 24
@case(
    "lead-suit-called",
    "lead_out_of_turn",
    "am-24.a",
    "am-24.b",
    note="his partner's turn: the adversary on the partner's right names a suit, and gets it",
    dealer="E",
)
def suit_called(t: Hand) -> Expect:
    leader, at, _ = partners_turn(t)
    suit = t.rng.choice(sorted({c[1] for c in t.hands[leader]}))
    t.fact("demanded", by=right(leader), remedy="call_suit", suit=suit, ruling=1)
    done = t.play(t.of(leader, suit)[0])
    t.close()
    return Expect(
        [
            rule(
                "lead_out_of_turn",
                "am-24.a",
                partner(leader),
                at,
                ["option", "applied"],
                trick=4,
                at={"applied": done},
                remedies={"call_suit": [right(leader)]},
            )
        ],
        result=t.result(),
    )


@case(
    "lead-first-of-all",
    "lead_out_of_turn",
    "am-24.a",
    note="the very first lead is made by the wrong player",
    dealer="W",
)
def first_of_all(t: Hand) -> Expect:
    t.begin()
    at, card = false_lead(t, "E")
    t.withdraw("E", card)
    t.leader = "N"
    t.play()
    t.round()
    return Expect(
        [
            rule(
                "lead_out_of_turn",
                "am-24.a",
                "E",
                at,
                ["option"],
                trick=1,
                remedies={"call_suit": None},
                not_remedies=["call_card", "treat_as_exposed"],
            )
        ]
    )


@case(
    "lead-adversarys-turn",
    "lead_out_of_turn",
    "am-24.a",
    "am-24.b",
    note="it was an adversary's turn: the suit is called "
    "when the offending side first has the lead, from him who has it",
    dealer="E",
)
def adversarys_turn(t: Hand) -> Expect:
    leader = t.reach(2)
    seat = left(leader)
    at, card = false_lead(t, seat)
    t.withdraw(seat, card)
    t.leader = leader
    while side(t.leader) == side(leader) or t.trick:
        t.round()
        need(t.number < 11)
    now = t.leader
    suit = t.rng.choice(sorted({c[1] for c in t.hands[now]}))
    t.fact("demanded", by=right(now), remedy="call_suit", suit=suit, ruling=1)
    done = t.play(t.of(now, suit)[0])
    t.close()
    return Expect(
        [
            rule(
                "lead_out_of_turn",
                "am-24.a",
                seat,
                at,
                ["option", "applied"],
                at={"applied": done},
                remedies={"call_suit": None},
            )
        ],
        result=t.result(),
    )


@case(
    "lead-not-demanded", "lead_out_of_turn", "am-24.a", note="nobody asks: with the lead the right is gone", dealer="S"
)
def not_demanded(t: Hand) -> Expect:
    leader, at, _ = partners_turn(t)
    gone = t.play()
    t.close()
    return Expect(
        [
            rule(
                "lead_out_of_turn",
                "am-24",
                partner(leader),
                at,
                ["option", "lapsed"],
                at={"lapsed": gone},
                never=["applied"],
            )
        ],
        result=t.result(),
    )


@case(
    "lead-adversarys-turn-not-demanded",
    "lead_out_of_turn",
    "am-24.a",
    note="the first lead of the side comes and goes without a demand",
    dealer="S",
)
def adversarys_turn_not_demanded(t: Hand) -> Expect:
    leader = t.reach(2)
    at, card = false_lead(t, right(leader))
    t.withdraw(right(leader), card)
    t.leader = leader
    while side(t.leader) == side(leader) or t.trick:
        t.round()
        need(t.number < 11)
    gone = t.play()
    t.close()
    return Expect(
        [rule("lead_out_of_turn", "am-24", right(leader), at, ["option", "lapsed"], at={"lapsed": gone})],
        result=t.result(),
    )


@case(
    "lead-wrong-adversary",
    "lead_out_of_turn",
    "am-24.b",
    "am-39.c",
    note="the adversary on the left asks: none can be enforced",
    dealer="N",
)
def wrong_adversary(t: Hand) -> Expect:
    leader, at, _ = partners_turn(t)
    suit = t.rng.choice(sorted({c[1] for c in t.hands[leader]}))
    d = t.fact("demanded", by=left(leader), remedy="call_suit", suit=suit, ruling=1)
    others = t.off(leader, suit)
    need(others)
    t.play(others[0])
    t.close()
    return Expect(
        [
            rule(
                "lead_out_of_turn",
                "am-24",
                partner(leader),
                at,
                ["option", "cancelled"],
                never=["applied"],
                at={"cancelled": d},
            ),
            rule(None, "am-39.c", share=True),
        ],
        allow=[rule("wrong_demand", by=left(leader))],
        result=t.result(),
    )


@case(
    "lead-wrong-penalty",
    "lead_out_of_turn",
    "am-24.d",
    "am-39.c",
    note="the card led out of turn is not callable: to call it is a wrong penalty and loses the right one",
    dealer="N",
)
def wrong_penalty(t: Hand) -> Expect:
    leader, at, card = partners_turn(t)
    t.fact("demanded", by=right(leader), remedy="call_card", card=card, ruling=1)
    t.play()
    t.round()
    return Expect(
        [
            rule(
                "lead_out_of_turn",
                "am-24",
                partner(leader),
                at,
                ["option", "cancelled"],
                never=["applied"],
                not_remedies=["call_card"],
            ),
            rule(None, "am-39.c", share=True),
        ],
        allow=[rule("wrong_demand")],
    )


@case("lead-void-of-suit", "lead_out_of_turn", "am-24.c", note="he has none of the suit called: no penalty", dealer="W")
def void_of_suit(t: Hand) -> Expect:
    leader, at, _ = partners_turn(t, 5)
    none = [s for s in "SHDC" if not t.of(leader, s)]
    need(none)
    t.fact("demanded", by=right(leader), remedy="call_suit", suit=none[0], ruling=1)
    t.play()
    t.close()
    return Expect(
        [rule("lead_out_of_turn", "am-24", partner(leader), at, ["option", "cancelled"], never=["applied"])],
        result=t.result(),
    )


@case(
    "lead-refused",
    "lead_out_of_turn",
    "am-24.a",
    "am-38",
    note="he leads another suit though he has that one",
    dealer="W",
)
def lead_refused(t: Hand) -> Expect:
    leader, at, _ = partners_turn(t, 2)
    suit = t.hands[leader][0][1]
    need(t.off(leader, suit))
    t.fact("demanded", by=right(leader), remedy="call_suit", suit=suit, ruling=1)
    bad = t.play(t.off(leader, suit)[0])
    t.round()
    return Expect(
        [
            rule("lead_out_of_turn", "am-24", partner(leader), at, ["option"], never=["applied"]),
            rule("refused_call", "am-38", leader, bad, remedies={"two_tricks": foes(leader)}, trick=3),
        ]
    )


@case(
    "lead-refused-paid",
    "refused_call",
    "am-38",
    note="the refusal costs what a revoke does: two tricks, demanded",
    dealer="W",
)
def lead_refused_paid(t: Hand) -> Expect:
    leader, _, _ = partners_turn(t, 2)
    suit = t.hands[leader][0][1]
    need(t.off(leader, suit))
    t.fact("demanded", by=right(leader), remedy="call_suit", suit=suit, ruling=1)
    bad = t.play(t.off(leader, suit)[0])
    t.play_out()
    d = t.fact("demanded", by=right(leader), remedy="two_tricks", ruling={"irregularity": "refused_call", "by": leader})
    t.cut_next()
    need(t.taken[side(leader)] >= 2)
    return Expect(
        [
            rule("lead_out_of_turn", "am-24", partner(leader)),
            rule("refused_call", "am-38", leader, bad, at={"applied": d}),
        ],
        result=t.result([side(leader)], [side(leader)]),
    )


@case(
    "lead-all-played",
    "lead_out_of_turn",
    "am-24.c",
    note="all play to the false lead: no penalty, the trick is good",
    dealer="S",
)
def all_played(t: Hand) -> Expect:
    leader = t.reach(3)
    seat = left(leader)
    at, _ = false_lead(t, seat)
    t.round()
    gone = t.line - 1
    t.close()
    return Expect(
        [
            rule(
                "lead_out_of_turn",
                "am-24",
                seat,
                at,
                ["option", "cancelled"],
                never=["applied"],
                at={"cancelled": gone},
            )
        ],
        result=t.result(),
    )


@case(
    "lead-replies-taken-back",
    "lead_out_of_turn",
    "am-24.d",
    "am-24.a",
    note="two have followed the false lead: all three cards go back and none of them is callable",
    dealer="S",
)
def replies_taken_back(t: Hand) -> Expect:
    leader = t.reach(3)
    seat = partner(leader)
    at, card = false_lead(t, seat)
    played = [(seat, card)]
    for _ in range(2):
        who = t.to_play
        need(who != leader or len(played) > 1)
        t.play()
        played.append((who, t.last_card()))
    for who, c in reversed(played):
        t.withdraw(who, c)
    t.leader = leader
    suit = t.rng.choice(sorted({c[1] for c in t.hands[leader]}))
    t.fact("demanded", by=right(leader), remedy="call_suit", suit=suit, ruling=1)
    done = t.play(t.of(leader, suit)[-1])
    t.close()
    return Expect(
        [
            rule(
                "lead_out_of_turn",
                "am-24.a",
                seat,
                at,
                ["option", "applied"],
                at={"applied": done},
                remedies={"call_suit": [right(leader)]},
                not_remedies=["call_card"],
            )
        ],
        result=t.result(),
    )


@case(
    "lead-own-turn-later",
    "lead_out_of_turn",
    "am-24.b",
    note="the offender himself has the first lead of his side: the claimant sits at his own right",
    dealer="E",
)
def own_turn_later(t: Hand) -> Expect:
    leader = t.reach(2)
    seat = right(leader)
    at, card = false_lead(t, seat)
    t.withdraw(seat, card)
    t.leader = leader
    while side(t.leader) == side(leader) or t.trick:
        t.round()
        need(t.number < 11)
    need(t.leader == seat)
    suit = t.hands[seat][0][1]
    t.fact("demanded", by=right(seat), remedy="call_suit", suit=suit, ruling=1)
    done = t.play(t.of(seat, suit)[0])
    t.round()
    return Expect([rule("lead_out_of_turn", "am-24.a", seat, at, ["option", "applied"], at={"applied": done})])


@case("lead-waived", "lead_out_of_turn", "am-24.a", note="the right adversary waives", dealer="E", certainty="contract")
def lead_waived(t: Hand) -> Expect:
    leader, at, _ = partners_turn(t)
    w = t.fact("waived", by=right(leader), ruling=1)
    t.close()
    return Expect(
        [
            rule(
                "lead_out_of_turn",
                "am-24",
                partner(leader),
                at,
                ["option", "waived"],
                at={"waived": w},
                never=["lapsed", "applied"],
            )
        ],
        result=t.result(),
    )
