"""Honours called, and what a side puts on the score."""

from __future__ import annotations

from controller.rules import facts as f
from controller.rules.court import Court
from controller.rules.seats import Seat


def said(court: Court, seat: Seat, count: int | None) -> None:
    """A side calls its honours."""
    hand = court.hand
    side = court.seating.side(seat)
    if court.code.scoring.honours is None or court.is_void() or count is None or court.doubt:
        return
    early = not hand.tricks
    hand.honours = (*(h for h in hand.honours if h[0] != side), (side, count, early))


def game_claimed(court: Court, seat: Seat) -> None:
    """He claims the game; in what way he does not say."""
    del court, seat


def marked(court: Court, fact: f.Marked) -> None:
    """A side marks points."""
    if fact.what == "honours" and court.code.scoring.honours is not None:
        side = fact.by
        held = next((n for n, points in court.code.scoring.honours.points.items() if points == fact.points), None)
        if held is not None:
            said(court, side[0], held)


def closing(court: Court) -> None:
    """The hand is over: what was not called in time cannot be counted."""
    del court
