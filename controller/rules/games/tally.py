"""What the outcomes of several games ask of a hand that has been played."""

from __future__ import annotations

from dataclasses import dataclass

from controller.rules.court import Court
from controller.rules.seats import Seat, Side
from controller.rules.state import Case


@dataclass(frozen=True, slots=True)
class Tally:
    """How far a hand has come. ``taken``: tricks by side of the hand, as they fell; ``doubtful``: numbers of tricks
    that nobody can tell who won.
    """

    taken: dict[Side, int]
    tricks: int
    finished: bool
    doubtful: tuple[int, ...]
    last: Seat | None


def tally(court: Court) -> Tally:
    """The tricks of the hand before the court, or what was admitted of them."""
    hand, seating = court.hand, court.seating
    done = [t for t in hand.tricks if t.complete or t.quitted]
    last = done[-1].winner if done else None
    if hand.admitted is not None:
        taken = dict.fromkeys(seating.sides, 0)
        for side, tricks in hand.admitted:
            taken[seating.side(side[0])] += tricks
        return Tally(taken, sum(taken.values()), True, (), last)
    taken = hand.taken(seating)
    if hand.terms.rest is not None:
        taken[hand.terms.rest] += hand.size - len(done)
    finished = (
        len(done) >= hand.size or (hand.decided(seating) and court.code.holds("sudden")) or hand.terms.rest is not None
    )
    return Tally(taken, len(done), finished, tuple(t.number for t in done if t.winner is None), last)


def revokes(court: Court) -> list[Case]:
    """Revokes, and calls that were not obeyed, whose penalty was demanded."""
    words = court.form("revoke").remedies
    return sorted(
        (c for c in court.cases.values() if c.status == "applied" and c.remedy in words and c.offenders
         and court.form(c.form).family == "revoke"),
        key=lambda c: (c.trick or 0, c.by or "", c.irregularity),
    )  # fmt: skip


def option(court: Court, name: str, default: object = None) -> object:
    """A choice that the heading makes for this game."""
    return dict(court.state.heading.options.other).get(name, default)
