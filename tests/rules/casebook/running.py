"""Laws 22 and 23: winners run, and waiting for the decision."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, case, rule
from tests.rules.casebook.exposed import drop
from tests.rules.casebook.hand import Hand, foes, height, left, need, partner


# ------------------------------------------------------------------ law 22: winners run singly or together
def winners(t: Hand, tricks: int) -> tuple[str, list[str]]:
    """A leader who holds two cards of a suit that beat all his adversaries' and whose partner holds some too."""
    seat = t.reach(tricks)
    for suit in "SHDC":
        mine = t.of(seat, suit)
        theirs = [height(c) for foe in foes(seat) for c in t.of(foe, suit)]
        high = [c for c in mine if theirs and height(c) > max(theirs)]
        if len(high) > 1 and len(t.of(partner(seat), suit)) > 1:
            return seat, high
    need(False)
    return seat, []


@case(
    "winners-run",
    "winners_run",
    "am-22",
    note="a winner, then another before his partner has played; he is called upon to take the first trick and does",
    dealer="E",
)
def winners_run(t: Hand) -> Expect:
    seat, high = winners(t, 1)
    mate = partner(seat)
    suit = high[0][1]
    need(max(map(height, t.of(mate, suit))) > height(high[0]))
    t.play(high[0])
    at = t.fact("played", by=seat, cards=high[1])
    t.play(seat=left(seat))
    t.fact("demanded", by=foes(seat)[0], remedy="call_win", ruling=1)
    done = t.play(t.of(mate, suit)[-1])
    t.round()
    return Expect(
        [
            rule(
                "winning_cards_run",
                "am-22",
                seat,
                at,
                ["option", "applied"],
                at={"applied": done},
                remedies={"call_win": foes(seat)},
            ),
            rule(None, "am-22|am-20", seat, share=True, remedies={"call_card": foes(seat)}),
        ],
        allow=[rule("exposed_card", "am-20", seat)],
    )


@case(
    "winners-run-together",
    "winners_run",
    "am-22",
    "am-20.II",
    note="two winners thrown together",
    dealer="E",
    certainty="reading",
)
def winners_together(t: Hand) -> Expect:
    seat, high = winners(t, 1)
    at = t.fact("played", by=seat, cards=" ".join(high[:2]))
    return Expect(
        [
            rule("winning_cards_run|cards_played_together", "am-22|am-20.II", seat, at, ["option"]),
            rule(None, "am-22|am-20", seat, share=True, remedies={"call_card": foes(seat)}),
        ],
        allow=[rule("exposed_card|cards_played_together|winning_cards_run", by=seat, line=at)],
    )


@case(
    "losers-run",
    "winners_run",
    "am-22",
    note="the card led does not beat what his adversaries hold: his partner cannot be called upon to win",
    dealer="E",
    certainty="reading",
)
def losers_run(t: Hand) -> Expect:
    seat = t.reach(1)
    need(len(t.hands[seat]) > 2)
    low, more = t.of(seat, "H")[:2] if len(t.of(seat, "H")) > 1 else ("", "")
    need(low and any(height(c) > height(low) for foe in foes(seat) for c in t.of(foe, "H")))
    t.play(low)
    at = t.fact("played", by=seat, cards=more)
    return Expect(
        [rule(None, None, seat, at, not_remedies=["call_win"])],
        allow=[rule(None, None, seat, at, not_remedies=["call_win"])],
    )


@case(
    "winners-run-partner-played",
    "winners_run",
    "am-22",
    note="the partner has played to the first: he cannot be called upon",
    dealer="E",
    certainty="reading",
)
def winners_partner_played(t: Hand) -> Expect:
    seat, high = winners(t, 1)
    t.play(high[0])
    t.play()
    t.play()
    t.play()
    need(t.leader == seat)
    t.play(high[1])
    t.round()
    return Expect()


# ------------------------------------------------------------------ law 23: waiting
@case(
    "before-decision-own-lead",
    "before_decision",
    "am-23",
    note="on his own lead too he must wait: the card led too soon is callable as well",
    dealer="N",
)
def before_decision_lead(t: Hand) -> Expect:
    seat = t.reach(3)
    need(len(t.hands[seat]) > 4)
    at = drop(t, seat, t.hands[seat][0])
    soon = t.play(t.hands[seat][1])
    return Expect(
        [
            rule("exposed_card", "am-20", seat, at, ["option"], remedies={"call_card": foes(seat)}),
            rule("played_before_decision", "am-23", seat, soon, remedies={"call_card": foes(seat)}),
        ]
    )


@case(
    "decision-waived",
    "before_decision",
    "am-23",
    note="waived for this trick: he may play what he likes; at the next he must wait again",
    dealer="N",
    certainty="contract",
)
def decision_waived(t: Hand) -> Expect:
    seat = t.reach(2, 1)
    need(t.of(seat, t.led) and len(t.off(seat, t.led)) > 4)
    card = t.off(seat, t.led)[0]
    at = drop(t, seat, card)
    t.fact("waived", by=foes(seat)[0], ruling=1)
    t.play()
    t.round()
    while t.to_play != seat:
        t.play()
    others = [c for c in t.legal(seat) if c != card]
    need(others)
    soon = t.play(others[0])
    return Expect(
        [rule("exposed_card", "am-20", seat, at, ["option"]), rule("played_before_decision", "am-23", seat, soon)]
    )


@case(
    "decision-waived-for-good",
    "before_decision",
    "am-23",
    note="waived for good: it is no more to be called, and he waits no more",
    dealer="N",
    certainty="contract",
)
def decision_waived_for_good(t: Hand) -> Expect:
    seat = t.reach(2, 1)
    at = drop(t, seat, t.hands[seat][0])
    w = t.fact("waived", by=foes(seat)[0], ruling=1, for_="good")
    t.close()
    return Expect(
        [rule("exposed_card", "am-20", seat, at, ["option", "waived"], at={"waived": w}, never=["applied"])],
        result=t.result(),
    )


@case(
    "decision-then-obeyed",
    "before_decision",
    "am-23",
    "am-39.a",
    note="they have called it: nothing is played too soon",
    dealer="W",
)
def decision_obeyed(t: Hand) -> Expect:
    seat = t.reach(6)
    card = t.hands[seat][0]
    at = drop(t, seat, card)
    t.fact("demanded", by=foes(seat)[1], remedy="call_card", card=card)
    done = t.play(card)
    t.round()
    return Expect([rule("exposed_card", "am-20", seat, at, ["option", "applied"], at={"applied": done})])
