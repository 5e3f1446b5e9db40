"""Articles 73 to 80: cards that are seen, and the call for them."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, rule
from tests.rules.casebook.deschapelles.table import PRICES, Table, de, liable
from tests.rules.casebook.hand import foes, left, need, partner, right

SEEN = ["deal", "play"]


def drop(t: Table, seat: str, card: str, how: str = "dropped", **fields: object) -> int:
    return t.fact("exposed", by=seat, cards=card, how=how, **fields)


def second_hand(t: Table, tricks: int = 3) -> str:
    """Whose turn it is when one card lies on the table, and who may follow in more than one way."""
    seat = t.reach(tricks, 1)
    need(len(t.of(seat, t.led)) > 1)
    return seat


def call(t: Table, seat: str, remedy: str, card: str, **fields: object) -> int:
    """In the next trick an adversary calls in time, before the player on ``seat``'s right plays; it is obeyed."""
    while t.to_play not in (right(seat), seat):
        t.play()
    t.fact("demanded", by=foes(seat)[0], remedy=remedy, card=card, **fields)
    while t.to_play != seat:
        t.play()
    need(card in t.legal(seat))
    return t.play(card)


# ------------------------------------------------------------------ articles 73 and 74: what is exposed
@de("73-seen-by-partner", "exposed", "de-73", note="his partner sees a card that he does not play", dealer="N")
def seen_by_partner(t: Table) -> Expect:
    seat = second_hand(t)
    card = next(c for c in t.hands[seat] if c not in t.of(seat, t.led)[:1])
    at = drop(t, seat, card, "shown", seen_by=[partner(seat)])
    return Expect([rule("exposed_card", "de-73", seat, at, ["option"], remedies=liable(seat))])


@de("73-seen-by-adversary", "regular", "de-73", note="only an adversary sees it: it is not exposed", dealer="N")
def seen_by_adversary(t: Table) -> Expect:
    seat = second_hand(t)
    drop(t, seat, t.hands[seat][0], "shown", seen_by=[foes(seat)[0]])
    t.round()
    return Expect()


@de(
    "73-played-at-once",
    "regular",
    "de-73",
    note="seen by his partner and played at once",
    certainty="reading",
    dealer="N",
)
def played_at_once(t: Table) -> Expect:
    seat = second_hand(t)
    card = t.of(seat, t.led)[0]
    drop(t, seat, card, "shown", seen_by=[partner(seat)])
    t.play(card)
    t.close()
    return Expect(allow=[rule("exposed_card", "de-73", seat, never=["applied"])], result=t.scored())


@de(
    "74-drawn-out",
    "exposed",
    "de-74",
    note="drawn on purpose more than half out of the hand",
    dealer="W",
    certainty="reading",
)
def drawn_out(t: Table) -> Expect:
    seat = second_hand(t)
    at = drop(t, seat, t.hands[seat][0], "detached")
    return Expect([rule("exposed_card", "de-74", seat, at, ["option|director"], not_remedies=PRICES)])


@de(
    "74-drawn-unseen",
    "regular",
    "de-74",
    note="drawn so that only an adversary sees its face",
    certainty="reading",
    dealer="W",
)
def drawn_unseen(t: Table) -> Expect:
    seat = second_hand(t)
    card = t.of(seat, t.led)[0]
    drop(t, seat, card, "detached", seen_by=[foes(seat)[0]])
    t.play(card)
    t.round()
    return Expect(allow=[rule("exposed_card", "de-74", seat, never=["applied"])])


# ------------------------------------------------------------------ article 75: the four ways
@de("75-called", "exposed", "de-75.1", note="the adversaries demand the card, and it is played", dealer="W")
def called(t: Table) -> Expect:
    seat = second_hand(t)
    card = t.of(seat, t.led)[0]
    at = drop(t, seat, card)
    t.fact("demanded", by=foes(seat)[0], remedy="call_card", card=card, ruling=1)
    done = t.play(card)
    t.close()
    return Expect(
        [
            rule(
                "exposed_card",
                "de-75.1|de-73",
                seat,
                at,
                ["option", "applied"],
                at={"applied": done},
                remedies=liable(seat),
            )
        ],
        result=t.scored(),
    )


@de(
    "75-forbidden",
    "exposed",
    "de-75.1",
    note="they will not have it played: he plays another, and no call is refused",
    dealer="W",
)
def forbidden(t: Table) -> Expect:
    seat = second_hand(t)
    cards = t.of(seat, t.led)
    at = drop(t, seat, cards[0])
    t.fact("demanded", by=foes(seat)[1], remedy="must_not_play", card=cards[0], ruling=1)
    t.play(cards[1])
    t.round()
    return Expect(
        [rule("exposed_card", "de-75.1|de-73", seat, at, ["option"], remedies=liable(seat), not_remedies=PRICES)]
    )


@de(
    "75-forbidden-and-played",
    "refused_call",
    "de-75.1",
    "de-88.1",
    note="he plays the card that he was forbidden though he could follow with another",
    certainty="reading",
    dealer="W",
)
def forbidden_and_played(t: Table) -> Expect:
    seat = second_hand(t)
    cards = t.of(seat, t.led)
    at = drop(t, seat, cards[0])
    t.fact("demanded", by=foes(seat)[1], remedy="must_not_play", card=cards[0], ruling=1)
    bad = t.play(cards[0])
    t.round()
    return Expect(
        [
            rule("exposed_card", "de-75|de-73", seat, at, ["option"]),
            rule("refused_call", "de-88|de-75", seat, bad, trick=4),
        ]
    )


@de("75-highest", "exposed", "de-75.2", note="they demand the highest of that suit, and have it", dealer="S")
def highest(t: Table) -> Expect:
    seat = second_hand(t)
    cards = t.of(seat, t.led)
    at = drop(t, seat, cards[0])
    t.fact("demanded", by=foes(seat)[0], remedy="call_highest", suit=t.led, ruling=1)
    done = t.play(cards[-1])
    t.close()
    return Expect(
        [
            rule(
                "exposed_card",
                "de-75.2|de-73",
                seat,
                at,
                ["option", "applied"],
                at={"applied": done},
                remedies=liable(seat),
            )
        ],
        result=t.scored(),
    )


@de(
    "75-lowest",
    "exposed",
    "de-75.2",
    note="they demand the lowest of that suit, another than the one that lies open",
    dealer="S",
)
def lowest(t: Table) -> Expect:
    seat = second_hand(t)
    cards = t.of(seat, t.led)
    at = drop(t, seat, cards[-1])
    t.fact("demanded", by=foes(seat)[1], remedy="call_lowest", suit=t.led, ruling=1)
    done = t.play(cards[0])
    t.close()
    return Expect(
        [rule("exposed_card", "de-75.2|de-73", seat, at, ["option", "applied"], at={"applied": done})],
        result=t.scored(),
    )


@de(
    "75-own-side",
    "wrong_demand",
    "de-75.1",
    note="the offender's partner has no choice in it",
    certainty="reading",
    dealer="S",
)
def own_side(t: Table) -> Expect:
    seat = second_hand(t)
    card = t.of(seat, t.led)[0]
    at = drop(t, seat, card)
    t.fact("demanded", by=partner(seat), remedy="call_card", card=card, ruling=1)
    t.play(t.of(seat, t.led)[1])
    t.round()
    return Expect(
        [rule("exposed_card", "de-75|de-73", seat, at, ["option"], never=["applied"])],
        allow=[rule("wrong_demand", by=partner(seat))],
    )


# ------------------------------------------------------------------ article 76: until it is free
@de(
    "76-called-again",
    "exposed",
    "de-76",
    note="called where he must follow another suit, and called again where it can be played",
    dealer="E",
)
def called_again(t: Table) -> Expect:
    seat = second_hand(t, 2)
    card = next((c for c in t.off(seat, t.led)), "")
    need(card)
    at = drop(t, seat, card)
    t.fact("demanded", by=foes(seat)[0], remedy="call_card", card=card, ruling=1)
    t.play(t.of(seat, t.led)[0])
    t.round()
    done = call(t, seat, "call_card", card, ruling=1)
    t.close()
    return Expect(
        [rule("exposed_card", "de-76|de-75|de-73", seat, at, ["option", "applied"], at={"applied": done})],
        result=t.scored(),
    )


@de("76-free", "exposed", "de-76", note="once it has been played as called nothing can be asked any more", dealer="E")
def free(t: Table) -> Expect:
    seat = second_hand(t, 2)
    card = t.of(seat, t.led)[0]
    at = drop(t, seat, card)
    t.fact("demanded", by=foes(seat)[0], remedy="call_card", card=card, ruling=1)
    done = t.play(card)
    t.round()
    w = t.fact("demanded", by=foes(seat)[0], remedy="call_lowest", ruling=1)
    t.close()
    return Expect(
        [rule("exposed_card", "de-76|de-75|de-73", seat, at, ["option", "applied"], at={"applied": done})],
        allow=[rule("wrong_demand", by=foes(seat)[0], line=w)],
        result=t.scored(),
    )


# ------------------------------------------------------------------ articles 77, 78 and 85: who waits for whom
@de(
    "77-awaits-the-call",
    "exposed",
    "de-77",
    note="it is his lead: the trick before is in its place, he waits for the call and obeys it",
    dealer="S",
)
def awaits_the_call(t: Table) -> Expect:
    seat = t.reach(3)
    card = t.hands[seat][0]
    at = drop(t, seat, card)
    t.fact("demanded", by=left(seat), remedy="call_card", card=card, ruling=1)
    done = t.play(card)
    t.round()
    return Expect([rule("exposed_card", "de-73|de-75|de-77", seat, at, ["option", "applied"], at={"applied": done})])


@de(
    "77-leads-at-once",
    "exposed",
    "de-77",
    "de-85",
    note="he neither asks nor waits: the card that he leads so soon is exposed too",
    dealer="S",
)
def leads_at_once(t: Table) -> Expect:
    seat = t.reach(3)
    first, second = t.hands[seat][:2]
    at = drop(t, seat, first)
    soon = t.play(second)
    return Expect(
        [
            rule("exposed_card", "de-73|de-75", seat, at, ["option"]),
            rule(
                "played_before_decision",
                "de-85",
                seat,
                soon,
                ["option"],
                remedies={"call_card|must_play|treat_as_exposed": foes(seat)},
            ),
        ]
    )


@de(
    "78-right-hand-plays",
    "exposed",
    "de-78",
    note="the adversary on his right plays without a call: he plays what he likes, in this trick",
    dealer="W",
)
def right_hand_plays(t: Table) -> Expect:
    leader = t.reach(3)
    seat = left(left(leader))
    need(t.hands[seat])
    card = t.hands[seat][0]
    at = drop(t, seat, card)
    t.play()
    t.play()
    need(t.trick[-1][0] == right(seat) and any(c != card for c in t.legal(seat)))
    t.play(next(c for c in t.legal(seat) if c != card))
    t.round()
    return Expect(
        [
            rule(
                "exposed_card",
                "de-73|de-75|de-78",
                seat,
                at,
                ["option"],
                never=["applied", "cancelled"],
                not_remedies=PRICES,
            )
        ]
    )


@de(
    "78-called-later",
    "exposed",
    "de-78",
    "de-76",
    note="the call is lost for that trick only: it comes in the next",
    dealer="W",
)
def called_later(t: Table) -> Expect:
    leader = t.reach(3)
    seat = left(left(leader))
    card = t.hands[seat][0]
    at = drop(t, seat, card)
    t.play()
    t.play()
    need(any(c != card for c in t.legal(seat)))
    t.play(next(c for c in t.legal(seat) if c != card))
    t.round()
    done = call(t, seat, "call_card", card, ruling=1)
    t.close()
    return Expect(
        [rule("exposed_card", "de-73|de-75|de-76", seat, at, ["option", "applied"], at={"applied": done})],
        result=t.scored(),
    )


@de(
    "78-right-hand-calls",
    "refused_call",
    "de-78",
    "de-88.1",
    note="he calls before he plays, and is not obeyed: that is as good as a revoke",
    certainty="reading",
    dealer="W",
)
def right_hand_calls(t: Table) -> Expect:
    leader = t.reach(3)
    seat = left(left(leader))
    t.play()
    card = t.of(seat, t.led)[0] if t.of(seat, t.led) else ""
    need(card and len(t.of(seat, t.led)) > 1)
    at = drop(t, seat, card)
    t.fact("demanded", by=right(seat), remedy="call_card", card=card, ruling=1)
    t.play()
    bad = t.play(t.of(seat, t.led)[1])
    t.round()
    return Expect(
        [
            rule("exposed_card", "de-73|de-75", seat, at, ["option"], never=["applied"]),
            rule("refused_call", "de-88|de-75", seat, bad),
        ]
    )


# ------------------------------------------------------------------ article 79: several at once
@de(
    "79-several",
    "together",
    "de-79",
    note="two cards to a trick: the adversaries choose which stays; the other lies exposed",
    dealer="N",
)
def several(t: Table) -> Expect:
    seat = second_hand(t)
    one, two = t.of(seat, t.led)[:2]
    at = t.play(one)
    t.row(at)["cards"] = f"{one} {two}"
    d = t.fact("demanded", by=foes(seat)[0], remedy="choose_card", card=one, ruling=1)
    t.round()
    call(t, seat, "call_card", two)
    t.close()
    return Expect(
        [
            rule(
                "cards_played_together",
                "de-79",
                seat,
                at,
                ["option", "applied"],
                at={"applied": d},
                remedies={"choose_card": foes(seat)},
            ),
        ],
        allow=[rule("exposed_card", "de-79|de-73|de-75", seat)],
        result=t.scored(),
    )


@de(
    "79-exposed", "together", "de-79", note="the card that does not stay may be called", certainty="reading", dealer="N"
)
def rest_exposed(t: Table) -> Expect:
    seat = second_hand(t)
    one, two = t.of(seat, t.led)[:2]
    at = t.play(one)
    t.row(at)["cards"] = f"{one} {two}"
    t.fact("demanded", by=foes(seat)[1], remedy="choose_card", card=one, ruling=1)
    return Expect(
        [
            rule("cards_played_together", "de-79", seat, at, ["option", "applied"]),
            rule(
                "cards_played_together|exposed_card",
                "de-79|de-73|de-75",
                seat,
                path=["option"],
                remedies={"call_card|must_play": foes(seat)},
                share=True,
            ),
        ],
        allow=[rule("exposed_card", "de-79|de-73|de-75", seat)],
    )


@de("79-one-card", "regular", "de-79", note="one card to each trick", dealer="N", complete=SEEN)
def one_card(t: Table) -> Expect:
    t.reach(4)
    return Expect()


# ------------------------------------------------------------------ article 80: the turn-up
@de(
    "80-left",
    "turn_up_left",
    "de-80",
    note="not taken up before the second trick is finished: an exposed card, called and played",
    dealer="N",
    complete=SEEN,
)
def left_lying(t: Table) -> Expect:
    t.leave_turn_up = True
    t.begin()
    t.rounds(2)
    need(t.up)
    done = call(t, "N", "call_card", t.turn_up)
    t.close()
    return Expect(
        [rule("turn_up_left", "de-80", "N", path=["option", "applied"], at={"applied": done}, remedies=liable("N"))],
        result=t.scored(),
    )


@de(
    "80-in-time",
    "regular",
    "de-80",
    note="taken up when the first card of the second trick lies",
    dealer="N",
    complete=SEEN,
)
def in_time(t: Table) -> Expect:
    t.begin()
    t.round()
    t.play()
    t.close()
    return Expect(result=t.scored())


@de(
    "80-last-moment",
    "regular",
    "de-80",
    note="taken up while the last card of the second trick is awaited",
    dealer="E",
    complete=SEEN,
)
def last_moment(t: Table) -> Expect:
    t.leave_turn_up = True
    t.begin()
    t.round()
    for _ in range(3):
        t.play()
    need(t.up)
    t.take_up()
    t.leave_turn_up = False
    t.play()
    t.quit()
    t.close()
    return Expect(result=t.scored())


@de(
    "80-unseen",
    "regular",
    "de-80",
    note="its taking up is not in the record: that proves nothing",
    certainty="contract",
    dealer="E",
)
def unseen(t: Table) -> Expect:
    t.leave_turn_up = True
    t.begin()
    t.close()
    return Expect(result=t.scored())
