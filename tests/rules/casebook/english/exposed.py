"""Laws 56, 60, 64 and 65: exposed cards and the call; 57: winners run."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, rule
from tests.rules.casebook.english.table import en, ended, form, offered, three
from tests.rules.casebook.hand import Hand, foes, height, left, need, partner

CALL = ["call_card"]


def drop(t: Hand, seat: str, card: str, how: str = "dropped", **fields: object) -> int:
    return t.fact("exposed", by=seat, cards=card, how=how, **fields)


# ------------------------------------------------------------------ law 56
@en(
    "en-56-dropped",
    "exposed",
    "en-56.def en-56.II",
    "dropped face upwards on the table: called at his turn and played",
    dealer="W",
)
def dropped(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    card = t.rng.choice(t.legal(seat))
    at = drop(t, seat, card)
    t.fact("demanded", by=foes(seat)[1], remedy="call_card", card=card, ruling=1)
    done = t.play(card)
    return Expect(
        [
            rule(
                "exposed_card",
                "en-56",
                seat,
                at,
                ["option", "applied"],
                at={"applied": done},
                remedies=offered(CALL, foes(seat)),
            )
        ],
        result=ended(t),
    )


@en(
    "en-56-snatched-up",
    "exposed",
    "en-56.II",
    "shown above the table to an adversary alone and snatched up at once: exposed under this code",
    dealer="W",
)
def snatched_up(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    at = drop(t, seat, t.hands[seat][0], "shown", seen_by=[foes(seat)[0]])
    t.play(next(c for c in t.legal(seat)))
    return Expect([rule("exposed_card", "en-56.II", seat, at, ["option"], remedies=offered(CALL, foes(seat)))])


@en("en-56-floor", "exposed", "en-56.def", "dropped on the floor: no exposed card", dealer="W")
def floor(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    drop(t, seat, t.hands[seat][0], "floor")
    return Expect(result=ended(t))


@en(
    "en-fn21-face-down",
    "exposed",
    "en-fn21",
    "it fell face down, nobody saw it: only what lies face upwards is exposed",
    "reading",
    dealer="W",
)
def face_down(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    drop(t, seat, t.hands[seat][0], "dropped", seen_by=[])
    return Expect(result=ended(t))


@en(
    "en-fn21-face-up",
    "exposed",
    "en-fn21 en-56.def",
    "face upwards: it is left on the table and stays liable trick after trick",
    dealer="W",
)
def face_up(t: Hand) -> Expect:
    seat = t.reach(1, 1)
    need(t.of(seat, t.led) and len(t.off(seat, t.led)) > 3)
    card = t.off(seat, t.led)[0]
    at = drop(t, seat, card)
    t.round()
    while t.to_play != seat:
        t.play()
    need(card in t.legal(seat))
    t.fact("demanded", by=foes(seat)[0], remedy="call_card", card=card, ruling=1)
    done = t.play(card)
    return Expect(
        [rule("exposed_card", "en-56", seat, at, ["option", "applied"], at={"applied": done}, never=["lapsed"])]
    )


@en(
    "en-56-two-together",
    "two_cards",
    "en-56.I en-fn23",
    "two at once: the adversaries choose which is played and call the other later",
    dealer="S",
)
def two_together(t: Hand) -> Expect:
    seat = t.reach(4, 1)
    need(len(t.of(seat, t.led)) > 1)
    first, second = t.of(seat, t.led)[:2]
    at = t.fact("played", by=seat, cards=f"{first} {second}")
    t.fact("demanded", by=foes(seat)[0], remedy="choose_card", card=second, ruling=1)
    t.hands[seat].remove(second)
    t.trick.append((seat, second))
    t.fact("withdrew", by=seat, cards=first)
    t.round()
    while t.to_play != seat:
        t.play()
    need(first in t.legal(seat) and len(t.legal(seat)) > 1)
    t.fact("demanded", by=foes(seat)[1], remedy="call_card", card=first)
    done = t.play(first)
    return Expect(
        [
            rule(
                "cards_played_together", "en-56.I", seat, at, ["option"], remedies=offered(["choose_card"], foes(seat))
            ),
            rule(
                None,
                "en-56",
                seat,
                path=["option", "applied"],
                at={"applied": done},
                share=True,
                remedies=offered(CALL, foes(seat)),
            ),
        ],
        allow=[rule("exposed_card", "en-56", seat)],
    )


@en(
    "en-56-one-indicated",
    "two_cards",
    "en-56.I en-fn23",
    "he himself says which he meant: that takes the choice from nobody",
    "reading",
    dealer="S",
)
def one_indicated(t: Hand) -> Expect:
    seat = t.reach(4, 1)
    need(len(t.of(seat, t.led)) > 1)
    first, second = t.of(seat, t.led)[:2]
    at = t.fact("played", by=seat, cards=f"{first} {second}")
    t.fact("indicated", by=seat, cards=first)
    return Expect(
        [
            rule(
                "cards_played_together",
                "en-56.I",
                seat,
                at,
                ["option"],
                never=["cancelled", "lapsed"],
                remedies=offered(["choose_card"], foes(seat)),
            )
        ],
        allow=[rule("exposed_card", "en-56", seat)],
    )


# ------------------------------------------------------------------ law 57
def winners(t: Hand, tricks: int) -> tuple[str, list[str]]:
    """A leader with two cards of a suit that beat all his adversaries', whose partner holds some too."""
    seat = t.reach(tricks)
    for suit in "SHDC":
        theirs = [height(c) for foe in foes(seat) for c in t.of(foe, suit)]
        high = [c for c in t.of(seat, suit) if theirs and height(c) > max(theirs)]
        if len(high) > 1 and len(t.of(partner(seat), suit)) > 1:
            return seat, high
    need(False)
    return seat, []


@en(
    "en-57-winners-run",
    "winners_run",
    "en-57",
    "a winner, then another without waiting: his partner is called on to win the first, and does; the second is "
    "exposed",
    dealer="E",
)
def winners_run(t: Hand) -> Expect:
    seat, high = winners(t, 1)
    mate = partner(seat)
    need(height(t.of(mate, high[0][1])[-1]) > height(high[0]))
    t.play(high[0])
    at = t.fact("played", by=seat, cards=high[1])
    t.play(seat=left(seat))
    t.fact("demanded", by=foes(seat)[1], remedy="call_win", ruling=1)
    done = t.play(t.of(mate, high[0][1])[-1])
    return Expect(
        [
            rule(
                "winning_cards_run",
                "en-57",
                seat,
                at,
                ["option", "applied"],
                at={"applied": done},
                remedies=offered(["call_win"], foes(seat)),
            ),
            rule(None, "en-57|en-56", seat, share=True, remedies=offered(CALL, foes(seat))),
        ],
        allow=[rule("exposed_card", "en-56", seat), rule("lead_out_of_turn", by=seat)],
    )


@en(
    "en-57-best-then-leads",
    "winners_run",
    "en-57",
    "second in hand he plays the best card to the trick and leads again before his partner has played",
    "reading",
    dealer="E",
)
def best_then_leads(t: Hand) -> Expect:
    seat = t.reach(2, 1)
    suit = t.led
    need(suit)
    rest = [height(c) for s in "NESW" if s != seat for c in t.of(s, suit)]
    need(t.of(seat, suit) and height(t.of(seat, suit)[-1]) > max([*rest, height(t.trick[0][1])]) and suit != t.trump)
    need(t.of(partner(seat), suit) and all(t.of(s, suit) for s in foes(seat) if s != t.trick[0][0]))
    t.play(t.of(seat, suit)[-1])
    at = t.fact("led", by=seat, cards=t.off(seat, suit)[0])
    return Expect(
        [
            rule(
                "winning_cards_run",
                "en-57",
                seat,
                at,
                ["option"],
                remedies={**offered(["call_win"], foes(seat)), **offered(CALL, foes(seat))},
            )
        ],
        allow=[rule("exposed_card", "en-56|en-57", seat), rule("lead_out_of_turn", by=seat)],
    )


@en("en-57-waited", "regular", "en-57", "he leads the second when his partner has played to the first", dealer="E")
def waited(t: Hand) -> Expect:
    seat, high = winners(t, 1)
    t.play(high[0])
    t.follow()
    need(t.leader == seat)
    t.quit()
    t.play(high[1])
    return Expect(result=ended(t))


# ------------------------------------------------------------------ law 60
@en("en-60-detached", "detached", "en-60.a", "detached from the hand so as to be named: called, and played", dealer="N")
def detached(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    card = t.legal(seat)[0]
    at = drop(t, seat, card, "detached")
    t.fact("demanded", by=foes(seat)[0], remedy="call_card", card=card, ruling=1)
    done = t.play(card)
    return Expect(
        [
            rule(
                "exposed_card",
                "en-60.a",
                seat,
                at,
                ["option", "applied"],
                at={"applied": done},
                remedies=offered(CALL, foes(seat)),
            )
        ]
    )


def misnamed(t: Hand) -> tuple[str, str, int]:
    """An adversary names another card than the one detached. Returns who detached, who named, the line."""
    seat = t.reach(3, 1)
    card = t.legal(seat)[0]
    drop(t, seat, card, "detached")
    foe = foes(seat)[0]
    wrong = next(c for c in t.hands[seat] if c != card)
    at = t.fact("demanded", by=foe, remedy="call_card", card=wrong, ruling=1)
    return seat, foe, at


@en(
    "en-60-misnamed",
    "detached",
    "en-60.b en-fn26",
    "the adversary names a wrong card: a suit may be called when he or his partner first has the lead",
    dealer="N",
)
def misnamed_called(t: Hand) -> Expect:
    seat, foe, at = misnamed(t)
    t.round()
    while t.to_play not in foes(seat):
        t.round()
        need(t.number < 11)
    now = t.to_play
    suit = t.hands[now][0][1]
    t.fact(
        "demanded",
        by=seat,
        remedy="call_suit",
        suit=suit,
        ruling={"irregularity": "wrong_demand", "by": foe},
    )
    done = t.play(t.of(now, suit)[0])
    return Expect(
        [
            rule("exposed_card", "en-60", seat, never=["applied"]),
            rule(
                "wrong_demand",
                "en-60.b",
                foe,
                at,
                ["option", "applied"],
                at={"applied": done},
                remedies=offered(["call_suit"], foes(foe)),
            ),
        ]
    )


@en("en-60-misnamed-lapsed", "detached", "en-60.b en-fn26", "their first lead comes and no suit is called", dealer="N")
def misnamed_lapsed(t: Hand) -> Expect:
    seat, foe, at = misnamed(t)
    t.round()
    while t.to_play not in foes(seat):
        t.round()
        need(t.number < 11)
    gone = t.play()
    return Expect(
        [
            rule("exposed_card", "en-60", seat, never=["applied"]),
            rule(
                "wrong_demand",
                "en-60.b",
                foe,
                at,
                ["option", "lapsed"],
                at={"lapsed": gone},
                remedies=offered(["call_suit"], foes(foe)),
            ),
        ]
    )


# ------------------------------------------------------------------ laws 64, 65 and 61
@en(
    "en-64-would-revoke",
    "exposed",
    "en-64 en-65 en-fn29",
    "to play the card called would be a revoke: he follows suit; it is called again at the next trick",
    dealer="N",
)
def would_revoke(t: Hand) -> Expect:
    seat = t.reach(2, 1)
    need(t.of(seat, t.led) and t.off(seat, t.led))
    card = t.off(seat, t.led)[0]
    at = drop(t, seat, card)
    t.fact("demanded", by=foes(seat)[0], remedy="call_card", card=card, ruling=1)
    t.round()
    while t.to_play != seat:
        t.play()
    need(card in t.legal(seat))
    t.fact("demanded", by=foes(seat)[0], remedy="call_card", card=card, ruling=1)
    done = t.play(card)
    return Expect(
        [
            rule(
                "exposed_card",
                "en-56",
                seat,
                at,
                ["option", "applied"],
                at={"applied": done},
                remedies=offered(CALL, foes(seat)),
            )
        ]
    )


@en(
    "en-64-revokes-for-the-call",
    "exposed",
    "en-64 en-71",
    "he plays the card called though he has the suit led: no call obliges to that",
    dealer="N",
)
def revokes_for_the_call(t: Hand) -> Expect:
    seat = t.reach(2, 1)
    need(t.of(seat, t.led) and t.off(seat, t.led))
    card = t.off(seat, t.led)[0]
    at = drop(t, seat, card)
    t.fact("demanded", by=foes(seat)[0], remedy="call_card", card=card, ruling=1)
    bad = t.play(card)
    late = t.round()
    return Expect(
        [
            rule("exposed_card", "en-56", seat, at, ["option"]),
            rule(
                "renounce",
                "en-71",
                seat,
                bad,
                ["correctable", "established"],
                at={"established": late},
                remedies=three(seat),
            ),
        ]
    )


@en(
    "en-65-called-each-trick",
    "exposed",
    "en-65 en-fn29",
    "not called at one trick it may be called at another",
    dealer="S",
)
def called_each_trick(t: Hand) -> Expect:
    seat = t.reach(2, 1)
    need(len(t.legal(seat)) > 1)
    card = t.legal(seat)[0]
    at = drop(t, seat, card)
    t.fact("waived", by=foes(seat)[0], ruling=1, for_="trick")
    t.play(t.legal(seat)[-1])
    t.round()
    while t.to_play != seat:
        t.play()
    need(card in t.legal(seat))
    t.fact("demanded", by=foes(seat)[0], remedy="call_card", card=card, ruling=1)
    done = t.play(card)
    return Expect([rule("exposed_card", "en-56", seat, at, ["option", "applied"], at={"applied": done})])


@en(
    "en-65-played-uncalled",
    "exposed",
    "en-65 en-56.def",
    "he gets rid of it uncalled: nothing is left to call",
    dealer="S",
)
def played_uncalled(t: Hand) -> Expect:
    seat = t.reach(2, 1)
    card = t.legal(seat)[0]
    at = drop(t, seat, card)
    t.play(card)
    return Expect([rule("exposed_card", "en-56", seat, at, ["option"], never=["applied"])], result=ended(t))


form(
    "en-E2-second-card",
    "winning_cards_run",
    "en-E2",
    "he drew a second winner from his hand before his partner had played",
    "play",
    "etiquette",
    against="S",
)
