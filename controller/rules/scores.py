"""The end of a hand: its result is printed once."""

from __future__ import annotations

from controller.rules.court import Court


def close(court: Court) -> None:
    """Print the result of the hand, unless that has been done."""
    hand = court.hand
    if hand.printed:
        return
    hand.printed = True
    hand.phase = "closed"
    result, court.score = court.game.outcome(court)
    court.out.append(result)
