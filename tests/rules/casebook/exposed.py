"""Laws 20 and 21: cards liable to be called, and the call."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, case, rule
from tests.rules.casebook.hand import Hand, foes, need, partner


def drop(t: Hand, seat: str, card: str, how: str = "dropped", **fields: object) -> int:
    return t.fact("exposed", by=seat, cards=card, how=how, **fields)


# ------------------------------------------------------------------ law 20: what may be called
@case(
    "exposed-called",
    "exposed",
    "am-20.I",
    "am-21.b",
    note="dropped on the table, called at his turn and played",
    dealer="W",
)
def exposed_called(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    card = t.rng.choice(t.legal(seat))
    at = drop(t, seat, card)
    t.fact("demanded", by=foes(seat)[0], remedy="call_card", card=card, ruling=1)
    done = t.play(card)
    t.close()
    return Expect(
        [
            rule(
                "exposed_card",
                "am-20.I",
                seat,
                at,
                ["option", "applied"],
                at={"applied": done},
                remedies={"call_card": foes(seat)},
            )
        ],
        result=t.result(),
    )


@case(
    "exposed-on-floor",
    "exposed",
    "am-20.I",
    note="on the floor is not on the table: the code is silent",
    certainty="reading",
    dealer="W",
)
def exposed_on_floor(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    drop(t, seat, t.hands[seat][0], "floor")
    t.play()
    t.round()
    return Expect(allow=[rule("exposed_card", by=seat, never=["option"], not_remedies=["call_card"])])


@case(
    "exposed-to-adversary",
    "exposed",
    "am-20.III",
    note="held so that only an adversary sees it: not for that to be called",
    dealer="N",
    certainty="text",
)
def exposed_to_adversary(t: Hand) -> Expect:
    seat = t.reach(3, 2)
    drop(t, seat, t.hands[seat][0], "shown", seen_by=[foes(seat)[1]])
    t.play()
    t.round()
    return Expect()


@case("exposed-to-partner", "exposed", "am-20.III", note="held so that his partner sees it", dealer="N")
def exposed_to_partner(t: Hand) -> Expect:
    seat = t.reach(3, 2)
    at = drop(t, seat, t.hands[seat][0], "shown", seen_by=[partner(seat)])
    return Expect([rule("exposed_card", "am-20.III", seat, at, ["option"], remedies={"call_card": foes(seat)})])


@case(
    "detached-unseen", "exposed", "am-20.III", note="detached from the hand and seen by an adversary alone", dealer="E"
)
def detached_unseen(t: Hand) -> Expect:
    seat = t.reach(2, 2)
    drop(t, seat, t.hands[seat][0], "detached", seen_by=[foes(seat)[0]])
    t.play()
    return Expect()


@case(
    "hand-lowered",
    "exposed",
    "am-20.IV",
    note="the hand lowered so that his partner sees three cards of it: all three",
    dealer="S",
)
def hand_lowered(t: Hand) -> Expect:
    seat = t.reach(2, 1)
    three = " ".join(t.hands[seat][:3])
    at = drop(t, seat, three, "lowered", seen_by=[partner(seat)])
    return Expect(
        [rule("exposed_card", "am-20.IV|am-20.III", seat, at, ["option"], remedies={"call_card": foes(seat)})],
        allow=[rule("exposed_card", "am-20", seat, at)],
    )


@case("hand-lowered-to-adversary", "exposed", "am-20.IV", note="only an adversary sees them", dealer="S")
def hand_lowered_to_adversary(t: Hand) -> Expect:
    seat = t.reach(2, 1)
    drop(t, seat, " ".join(t.hands[seat][:3]), "lowered", seen_by=[foes(seat)[1]])
    t.play()
    t.round()
    return Expect()


@case("card-named", "exposed", "am-20.V", note="he names a card that he holds", dealer="E")
def card_named(t: Hand) -> Expect:
    seat = t.reach(4, 1)
    card = next((c for c in t.hands[seat] if c != t.turn_up), None)
    need(card)
    at = t.fact("said", by=seat, what="names_card", card=card)
    return Expect([rule("exposed_card", "am-20.V", seat, at, ["option"], remedies={"call_card": foes(seat)})])


@case(
    "card-named-not-held",
    "exposed",
    "am-20.V",
    note="he names a card that another holds: not for that to be called",
    dealer="E",
)
def card_named_not_held(t: Hand) -> Expect:
    seat = t.reach(4, 1)
    card = next(c for c in t.hands[partner(seat)] if c != t.turn_up)
    t.fact("said", by=seat, what="names_card", card=card)
    t.play()
    t.round()
    return Expect()


@case(
    "two-cards-indicated",
    "two_cards",
    "am-20.II",
    "am-21.d",
    note="two together, he says which one is played; at the next trick he gets rid of the other and nothing is left",
    dealer="W",
)
def two_cards_indicated(t: Hand) -> Expect:
    seat = t.reach(5, 2)
    need(len(t.of(seat, t.led)) > 1)
    first, second = t.of(seat, t.led)[:2]
    at = t.fact("played", by=seat, cards=f"{first} {second}")
    t.hands[seat].remove(first)
    t.trick.append((seat, first))
    t.fact("indicated", by=seat, cards=first)
    t.round()
    while t.to_play != seat:
        t.play()
    need(second in t.legal(seat))
    t.play(second)
    t.close()
    return Expect(
        [
            rule(
                "cards_played_together",
                "am-20.II",
                seat,
                at,
                ["option"],
                never=["lapsed"],
                remedies={"call_card": foes(seat)},
            )
        ],
        allow=[rule("exposed_card", "am-20", seat)],
        result=t.result(),
    )


@case(
    "two-cards-called",
    "two_cards",
    "am-20.II",
    "am-21.b",
    note="the other of the two is called at the next trick",
    dealer="W",
)
def two_cards_called(t: Hand) -> Expect:
    seat = t.reach(5, 2)
    need(len(t.of(seat, t.led)) > 1)
    first, second = t.of(seat, t.led)[:2]
    at = t.fact("played", by=seat, cards=f"{second} {first}")
    t.hands[seat].remove(first)
    t.trick.append((seat, first))
    t.fact("indicated", by=seat, cards=first)
    t.round()
    while t.to_play != seat:
        t.play()
    need(second in t.legal(seat))
    t.fact("demanded", by=foes(seat)[1], remedy="call_card", card=second)
    done = t.play(second)
    return Expect(
        [
            rule("cards_played_together", "am-20", seat, at, ["option"], remedies={"call_card": foes(seat)}),
            rule(None, "am-20", seat, path=["option", "applied"], at={"applied": done}, share=True),
        ],
        allow=[rule("exposed_card", "am-20", seat)],
    )


# ------------------------------------------------------------------ law 21: the call
@case(
    "exposed-refused",
    "refused_call",
    "am-21.b",
    "am-38",
    note="the suit led is that of the card called: he plays another of it",
    dealer="N",
    certainty="reading",
)
def exposed_refused(t: Hand) -> Expect:
    seat = t.reach(2, 1)
    mine = t.of(seat, t.led)
    need(len(mine) > 1)
    at = drop(t, seat, mine[-1])
    t.fact("demanded", by=foes(seat)[0], remedy="call_card", card=mine[-1], ruling=1)
    bad = t.play(mine[0])
    t.round()
    return Expect(
        [
            rule("exposed_card", "am-20.I", seat, at, ["option"], never=["applied"]),
            rule("refused_call", "am-38|am-21", seat, bad, remedies={"two_tricks": foes(seat)}),
        ]
    )


@case(
    "exposed-call-would-revoke",
    "exposed",
    "am-21.b",
    "am-21.c",
    note="to play the card called would be a revoke: he follows suit; the call is renewed at the next trick and obeyed",
    dealer="N",
)
def call_would_revoke(t: Hand) -> Expect:
    seat = t.reach(2, 1)
    need(t.of(seat, t.led) and t.off(seat, t.led))
    card = t.off(seat, t.led)[0]
    foe = foes(seat)[0]
    at = drop(t, seat, card)
    t.fact("demanded", by=foe, remedy="call_card", card=card, ruling=1)
    t.play()
    t.round()
    while t.to_play != seat:
        t.play()
    need(card in t.legal(seat))
    t.fact("demanded", by=foe, remedy="call_card", card=card, ruling=1)
    done = t.play(card)
    t.round()
    return Expect(
        [
            rule(
                "exposed_card",
                "am-20.I",
                seat,
                at,
                ["option", "applied"],
                at={"applied": done},
                remedies={"call_card": foes(seat)},
            )
        ]
    )


@case(
    "exposed-got-rid-of",
    "exposed",
    "am-21.d",
    note="uncalled he gets rid of it in the course of play; nothing is left, and he waits for nobody afterwards",
    dealer="S",
)
def got_rid_of(t: Hand) -> Expect:
    seat = t.reach(2, 1)
    card = t.legal(seat)[-1]
    at = drop(t, seat, card)
    t.play(card)
    t.close()
    return Expect(
        [rule("exposed_card", "am-20.I", seat, at, ["option"], remedies={"call_card": foes(seat)})], result=t.result()
    )


@case(
    "exposed-forbidden",
    "wrong_demand",
    "am-21.d",
    "am-39.c",
    note="they cannot forbid him to play it: a wrong penalty",
    dealer="S",
)
def forbidden(t: Hand) -> Expect:
    seat = t.reach(2, 1)
    card = t.legal(seat)[-1]
    at = drop(t, seat, card)
    t.fact("demanded", by=foes(seat)[0], remedy="must_not_play", card=card, ruling=1)
    t.play(card)
    t.round()
    return Expect(
        [
            rule("exposed_card", "am-20.I", seat, at, ["option"], never=["applied"], not_remedies=["must_not_play"]),
            rule(None, "am-39", share=True),
        ],
        allow=[rule("wrong_demand")],
    )


@case(
    "exposed-lies-face-up",
    "exposed",
    "am-21.a",
    "am-23",
    note="it stays on the table for tricks, waived each time, and can still be called",
    dealer="S",
)
def lies_face_up(t: Hand) -> Expect:
    seat = t.reach(1, 1)
    need(len(t.off(seat, t.led)) > 3 and t.of(seat, t.led))
    card = t.off(seat, t.led)[0]
    foe = foes(seat)[1]
    at = drop(t, seat, card)
    t.fact("waived", by=foe, ruling=1, for_="trick")
    t.play()
    t.round()
    while t.to_play != seat:
        t.play()
    need(card in t.legal(seat) and len(t.legal(seat)) > 1)
    t.fact("waived", by=foe, ruling=1, for_="trick")
    t.play(next(c for c in t.legal(seat) if c != card))
    t.round()
    while t.to_play != seat:
        t.play()
    need(card in t.legal(seat))
    t.fact("demanded", by=foe, remedy="call_card", card=card, ruling=1)
    done = t.play(card)
    return Expect([rule("exposed_card", "am-20.I", seat, at, ["option", "applied"], at={"applied": done})])
