"""The trick on the table: what follows from its cards when one of them changes."""

from __future__ import annotations

from dataclasses import replace

from controller.rules import liable, revokes
from controller.rules.cards import SUIT, Card
from controller.rules.court import Court
from controller.rules.seats import Seat
from controller.rules.state import Trick


def keep(court: Court, index: int, trick: Trick) -> Trick:
    """Enter a changed trick, with what follows from its cards."""
    hand = court.hand
    full = len(trick.plays) >= len(court.seating.seats)
    best = trick.best(hand.trump, hand.height)
    sure = best is not None and (hand.trump is not None or hand.plain or len({SUIT[p.card] for p in trick.plays}) == 1)
    winner = best.seat if best is not None and sure and court.code.holds("best_wins") else None
    trick = Trick(
        trick.number, trick.leader, trick.plays, trick.due, trick.quitted, full, winner, trick.holes, trick.free
    )
    tricks = list(hand.tricks)
    tricks[index] = trick
    hand.tricks = tuple(tricks)
    return trick


def ranked_again(court: Court) -> None:
    """The rank of a card of the trick on the table has changed."""
    if court.hand.tricks:
        keep(court, len(court.hand.tricks) - 1, court.hand.tricks[-1])


def choose(court: Court, seat: Seat, meant: Card) -> bool:
    """Of several cards that ``seat`` put down ``meant`` is the one that is played; whether it is one of them."""
    hand = court.hand
    index = len(hand.tricks) - 1
    trick = hand.tricks[index]
    play = trick.of(seat)
    case = next(
        (
            c
            for c in court.live()
            if c.form in ("thrown_together", "together_open") and c.by == seat and c.trick == trick.number
        ),
        None,
    )
    if play is None or case is None or trick.quitted or meant not in (play.card, *case.cards):
        return False
    others = tuple(c for c in (play.card, *case.cards) if c != meant)
    said = replace(play, card=meant, doubtful=court.doubt)
    kept = keep(court, index, replace(trick, plays=tuple(said if p == play else p for p in trick.plays)))
    hand.gone = {**{c: s for c, s in hand.gone.items() if c != play.card}, meant: seat}
    liable.others_callable(court, case, others)
    if play.seat != trick.leader and not any(
        c.irregularity == "renounce" and c.by == seat and c.trick == trick.number for c in court.cases.values()
    ):
        revokes.reply(court, kept, said)
    return True
