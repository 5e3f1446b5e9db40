"""One player against all the others: what he is free of, and what he may do when they err.

Solo and Boston share these; each book says by its forms what they cost.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from controller.rules.court import Court
from controller.rules.facts import Demanded
from controller.rules.law import Form
from controller.rules.seats import Seat
from controller.rules.state import Case, Play, Trick

FREE: Final = frozenset(
    """faced_in_play seen_by_partner hand_lowered named thrown_together before_decision winners_run lead third_first
    fourth_first fourth_before_third adversary_early turn_up_left turn_up_named renounce_saved trick_seen attention
    rest_claimed thrown_in""".split()
)
"""Forms that do not touch a single player: he has no partner who could profit."""


def is_single(court: Court, seat: Seat) -> bool:
    """Whether this seat plays alone against all the others."""
    contract = court.hand.contract
    return contract is not None and contract.by == seat and contract.partner is None


def free(court: Court, name: str, seat: Seat) -> bool:
    """The single player is not penalised for cards played in error, shown, or led out of turn."""
    return name in FREE and is_single(court, seat)


def early(court: Court, trick: Trick, play: Play) -> bool:
    """A reply out of turn: by an adversary it gives the single player a call on one who has not played."""
    contract = court.hand.contract
    if contract is None or contract.by is None:
        return False
    order = court.seating.round(trick.leader)
    waiting = [seat for seat in order if trick.of(seat) is None and seat != play.seat]
    turn = next((seat for seat in order if trick.of(seat) is None), None)
    if turn == play.seat or play.seat == contract.by:
        return True
    bound = next((seat for seat in waiting if seat != contract.by), None)
    cards = (play.card,)
    if bound is not None or contract.lose:
        court.open("adversary_early", play.seat, cards=cards, trick=trick.number, to=(contract.by,), bound=bound)
    return True


def plays_on(court: Court, before: list[Case], play: Play, number: int) -> None:
    """The single player plays without a word: what he might have claimed of the play before is lost."""
    contract = court.hand.contract
    if contract is None or play.seat != contract.by:
        return
    lies = court.hand.tricks[-1] if court.hand.tricks else None
    stands = lies is not None and lies.number == number and lies.false
    for case in before:
        claims = any(r.remedy == "stakes_claimed" for r in case.remedies)
        led = case.form == "lead" and case.trick == number and "lead_played_to" in court.code.forms
        false_lead = led and (stands or claims)
        if case.status != "option" or not (claims or false_lead):
            continue
        if false_lead and not claims:
            court.cancel(case, court.form("lead_played_to").rows[0])
        else:
            court.move(case, "lapsed", (court.form("silent").rows[0],))


def stakes(court: Court, case: Case, fact: Demanded) -> None:
    """The single player claims the stakes for an adversary's error: the hand is over."""
    court.move(case, "applied", case.law, remedy=fact.remedy, for_=court.seating.side(fact.by))
    terms = court.hand.terms
    court.hand.terms = replace(terms, conceded=True, offender=case.by)
    court.hand.phase = "over"


def claimable(irregularity: str, *rows: str) -> Form:
    """A fault of an adversary for which the stakes may be claimed at once."""
    return Form(irregularity, rows, "option", "hand", ("stakes_claimed",), "adversaries", rows[0], rows[0])
