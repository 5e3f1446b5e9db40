"""Laws 61 to 63 and 66: leads out of turn, and calls that are not obeyed."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, rule
from tests.rules.casebook.english.table import en, ended, offered, scored, three
from tests.rules.casebook.hand import Hand, foes, left, need, partner, right, side

BOTH = ["call_card", "call_suit"]


def false_lead(t: Hand, seat: str, card: str | None = None) -> tuple[int, str]:
    """``seat`` leads though it is not his turn."""
    card = card or t.rng.choice(sorted(t.hands[seat]))
    return t.play(card, seat, fact="led"), card


def partners_turn(t: Hand, tricks: int = 3) -> tuple[str, int, str]:
    """The partner of him whose turn it is leads, and takes it back. Returns the right leader, the line, the card."""
    leader = t.reach(tricks)
    at, card = false_lead(t, partner(leader))
    t.withdraw(partner(leader), card)
    t.leader = leader
    return leader, at, card


def next_lead(t: Hand, leader: str) -> str:
    """Play until the side that is not the leader's has the lead. Returns who has it."""
    while side(t.leader) == side(leader) or t.trick:
        t.round()
        need(t.number < 10)
    return t.leader


# ------------------------------------------------------------------ law 62
@en("en-62-card", "lead_out_of_turn", "en-62", "the card led out of turn is called when it can be played", dealer="E")
def card_called(t: Hand) -> Expect:
    leader, at, card = partners_turn(t)
    t.play()
    while t.to_play != partner(leader):
        t.play()
    need(card in t.legal(partner(leader)) and len(t.legal(partner(leader))) > 1)
    t.fact("demanded", by=foes(leader)[0], remedy="call_card", card=card, ruling=1)
    done = t.play(card)
    return Expect(
        [
            rule(
                "lead_out_of_turn",
                "en-62",
                partner(leader),
                at,
                ["option", "applied"],
                trick=4,
                at={"applied": done},
                remedies=offered(BOTH, foes(leader)),
            )
        ],
        result=ended(t),
    )


@en(
    "en-62-suit",
    "lead_out_of_turn",
    "en-62",
    "either adversary names a suit to him whose turn it was, here the one on his left, and gets it",
    dealer="E",
)
def suit_called(t: Hand) -> Expect:
    leader, at, _ = partners_turn(t)
    suit = t.rng.choice(sorted({c[1] for c in t.hands[leader]}))
    t.fact("demanded", by=left(leader), remedy="call_suit", suit=suit, ruling=1)
    done = t.play(t.of(leader, suit)[0])
    return Expect(
        [
            rule(
                "lead_out_of_turn",
                "en-62",
                partner(leader),
                at,
                ["option", "applied"],
                trick=4,
                at={"applied": done},
                remedies=offered(BOTH, foes(leader)),
            )
        ],
        result=ended(t),
    )


@en(
    "en-62-suit-later",
    "lead_out_of_turn",
    "en-62 en-fn26",
    "an adversary's turn: the suit is called when the offending side first has the lead",
    dealer="N",
)
def suit_later(t: Hand) -> Expect:
    leader = t.reach(2)
    seat = right(leader)
    at, card = false_lead(t, seat)
    t.withdraw(seat, card)
    t.leader = leader
    now = next_lead(t, leader)
    need(card in t.hands[seat])
    suit = t.rng.choice(sorted({c[1] for c in t.hands[now]}))
    t.fact("demanded", by=leader, remedy="call_suit", suit=suit, ruling=1)
    done = t.play(t.of(now, suit)[0])
    return Expect(
        [
            rule(
                "lead_out_of_turn",
                "en-62",
                seat,
                at,
                ["option", "applied"],
                at={"applied": done},
                remedies=offered(BOTH, foes(seat)),
            )
        ]
    )


@en(
    "en-62-first-lead-passed",
    "lead_out_of_turn",
    "en-62 en-fn26",
    "their first lead has passed: no suit can be called any more",
    "reading",
    dealer="N",
)
def first_lead_passed(t: Hand) -> Expect:
    leader, at, _ = partners_turn(t)
    t.play()
    t.round()
    while t.to_play not in (leader, partner(leader)):
        t.round()
        need(t.number < 10)
    suit = t.hands[t.to_play][0][1]
    need(t.off(t.to_play, suit))
    t.fact("demanded", by=foes(leader)[0], remedy="call_suit", suit=suit)
    t.play(t.off(t.to_play, suit)[0])
    return Expect(
        [
            rule(
                "lead_out_of_turn",
                "en-62",
                partner(leader),
                at,
                ["option"],
                never=["applied"],
                remedies=offered(BOTH, foes(leader)),
            )
        ],
        allow=[rule("wrong_demand")],
    )


@en(
    "en-62-one-only",
    "lead_out_of_turn",
    "en-62 en-84.b",
    "one asks for a suit, his partner for the card: the first demand is final",
    dealer="W",
)
def one_only(t: Hand) -> Expect:
    leader, at, card = partners_turn(t)
    suit = t.rng.choice(sorted({c[1] for c in t.hands[leader]}))
    t.fact("demanded", by=left(leader), remedy="call_suit", suit=suit, ruling=1)
    t.fact("demanded", by=right(leader), remedy="call_card", card=card, ruling=1)
    done = t.play(t.of(leader, suit)[0])
    return Expect(
        [
            rule("lead_out_of_turn", "en-62", partner(leader), at, ["option", "applied"], at={"applied": done}),
        ],
        allow=[rule("wrong_demand", by=right(leader))],
        result=ended(t),
    )


@en("en-62-waived", "lead_out_of_turn", "en-62", "they waive it", "contract", dealer="W")
def waived(t: Hand) -> Expect:
    leader, at, _ = partners_turn(t)
    w = t.fact("waived", by=left(leader), ruling=1)
    return Expect(
        [
            rule(
                "lead_out_of_turn",
                "en-62",
                partner(leader),
                at,
                ["option", "waived"],
                at={"waived": w},
                never=["applied"],
            )
        ],
        result=ended(t),
    )


# ------------------------------------------------------------------ law 63
@en(
    "en-63-all-followed",
    "lead_out_of_turn",
    "en-63.a",
    "all three followed: the trick is complete and cannot be put right",
    dealer="S",
)
def all_followed(t: Hand) -> Expect:
    leader = t.reach(3)
    seat = left(leader)
    at, _ = false_lead(t, seat)
    t.follow()
    gone = t.line
    t.quit()
    return Expect(
        [
            rule(
                "lead_out_of_turn",
                "en-62|en-63",
                seat,
                at,
                ["option", "cancelled"],
                at={"cancelled": gone},
                never=["applied"],
            ),
            rule(None, "en-63.a", share=True),
        ],
        result=ended(t),
    )


def followed(t: Hand, n: int) -> tuple[str, int, str, str]:
    """``n`` follow the false lead of the leader's partner; all take back. Gives leader, line, card, last card back."""
    leader = t.reach(3)
    seat = partner(leader)
    at, card = false_lead(t, seat)
    played = [(seat, card)]
    for _ in range(n):
        t.play()
        played.append((t.trick[-1][0], t.last_card()))
    for who, c in reversed(played):
        t.withdraw(who, c)
    t.leader = leader
    return leader, at, card, played[-1][1]


@en(
    "en-63-second-followed",
    "lead_out_of_turn",
    "en-63.b",
    "only the second had followed: his card goes back and is not liable; a suit is called",
    dealer="S",
)
def second_followed(t: Hand) -> Expect:
    leader, at, _, _ = followed(t, 1)
    suit = t.rng.choice(sorted({c[1] for c in t.hands[leader]}))
    t.fact("demanded", by=right(leader), remedy="call_suit", suit=suit, ruling=1)
    done = t.play(t.of(leader, suit)[0])
    return Expect(
        [
            rule(
                "lead_out_of_turn",
                "en-62|en-63.b",
                partner(leader),
                at,
                ["option", "applied"],
                at={"applied": done},
                remedies=offered(BOTH, foes(leader)),
            ),
        ],
        result=ended(t),
    )


@en(
    "en-63-third-followed",
    "lead_out_of_turn",
    "en-63.b",
    "the third followed too, he who should have led: no penalty against him; the false lead is called",
    dealer="W",
)
def third_followed(t: Hand) -> Expect:
    leader, at, card, _ = followed(t, 2)
    t.play()
    while t.to_play != partner(leader):
        t.play()
    need(card in t.legal(partner(leader)))
    t.fact("demanded", by=right(leader), remedy="call_card", card=card, ruling=1)
    done = t.play(card)
    return Expect(
        [
            rule("lead_out_of_turn", "en-62|en-63.b", partner(leader), at, ["option", "applied"], at={"applied": done}),
        ],
        result=ended(t),
    )


# ------------------------------------------------------------------ laws 66 and 61
@en("en-66-none-of-it", "lead_out_of_turn", "en-66", "he has none of the suit called: the penalty is paid", dealer="W")
def none_of_it(t: Hand) -> Expect:
    leader, at, card = partners_turn(t, 5)
    none = [s for s in "SHDC" if not t.of(leader, s)]
    need(none)
    t.fact("demanded", by=right(leader), remedy="call_suit", suit=none[0], ruling=1)
    t.play()
    result = ended(t)
    assert card
    return Expect(
        [
            rule(
                "lead_out_of_turn",
                "en-62",
                partner(leader),
                at,
                ["option", "cancelled|applied"],
                never=["lapsed", "waived"],
            ),
            rule(None, "en-66", share=True),
        ],
        result=result,
    )


@en(
    "en-61-another-suit",
    "refused_call",
    "en-61",
    "called on to lead a suit that he has, he leads another: as for a revoke, three tricks",
    dealer="W",
)
def another_suit(t: Hand) -> Expect:
    leader, at, _ = partners_turn(t, 2)
    suit = t.hands[leader][0][1]
    need(t.off(leader, suit))
    t.fact("demanded", by=right(leader), remedy="call_suit", suit=suit, ruling=1)
    bad = t.play(t.off(leader, suit)[0])
    t.play_out()
    d = t.fact(
        "demanded", by=right(leader), remedy="three_tricks", ruling={"irregularity": "refused_call", "by": leader}
    )
    t.cut_next()
    need(t.taken[side(leader)] >= 3)
    return Expect(
        [
            rule("lead_out_of_turn", "en-62", partner(leader), at, never=["applied"]),
            rule("refused_call", "en-61", leader, bad, trick=3, at={"applied": d}, remedies=three(leader)),
        ],
        result=scored(t, charged=[(side(leader), "three_tricks")]),
    )


@en(
    "en-61-no-penalty-asked",
    "refused_call",
    "en-61 en-78",
    "nobody claims it before the next cut: lapsed like the claim of a revoke",
    "reading",
    dealer="W",
)
def no_penalty_asked(t: Hand) -> Expect:
    leader, at, _ = partners_turn(t, 2)
    suit = t.hands[leader][0][1]
    need(t.off(leader, suit))
    t.fact("demanded", by=left(leader), remedy="call_suit", suit=suit, ruling=1)
    bad = t.play(t.off(leader, suit)[0])
    t.play_out()
    bar = t.cut_next()
    return Expect(
        [
            rule("lead_out_of_turn", "en-62", partner(leader), at, never=["applied"]),
            rule("refused_call", "en-61", leader, bad, path=["lapsed"], at={"lapsed": bar}, never=["applied"]),
        ],
        result=scored(t),
    )
