"""Who sits where: seats clockwise, sides, partners and adversaries."""

from __future__ import annotations

from dataclasses import dataclass, field

Seat = str
"""One upper-case letter."""
Side = str
"""Its seats in the order in which the heading lists them, e.g. ``NS``; a lone player is a side."""


@dataclass(frozen=True, slots=True)
class Seating:
    """The table as the heading lists it; deal and play go to the left, which is clockwise.

    ``seats`` clockwise; ``sides`` in the order of their first seats.
    """

    seats: tuple[Seat, ...]
    sides: tuple[Side, ...]
    _left: dict[Seat, Seat] = field(init=False, repr=False, compare=False)
    _right: dict[Seat, Seat] = field(init=False, repr=False, compare=False)
    _side: dict[Seat, Side] = field(init=False, repr=False, compare=False)
    _adversaries: dict[Seat, tuple[Seat, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        n = len(self.seats)
        ring = {s: self.seats[(i + 1) % n] for i, s in enumerate(self.seats)}
        side = {s: d for d in self.sides for s in d}
        against = {s: tuple(o for o in self.seats if side[o] != side[s]) for s in self.seats}
        object.__setattr__(self, "_left", ring)
        object.__setattr__(self, "_right", {b: a for a, b in ring.items()})
        object.__setattr__(self, "_side", side)
        object.__setattr__(self, "_adversaries", against)

    def left(self, seat: Seat) -> Seat:
        """The next seat in the order of deal and play."""
        return self._left[seat]

    def right(self, seat: Seat) -> Seat:
        """The seat before it; the dealer's right is the pone."""
        return self._right[seat]

    def side(self, seat: Seat) -> Side:
        """The side that ``seat`` plays for."""
        return self._side[seat]

    def partners(self, seat: Seat) -> tuple[Seat, ...]:
        """The other seats of its side."""
        return tuple(s for s in self._side[seat] if s != seat)

    def adversaries(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats of every other side, in the heading's order."""
        return self._adversaries[seat]

    def claimant(self, seat: Seat) -> Seat:
        """The adversary nearest on the right of ``seat``, who calls what it must lead."""
        right = self._right[seat]
        while self._side[right] == self._side[seat] and right != seat:
            right = self._right[right]
        return right

    def against(self, side: Side) -> tuple[Seat, ...]:
        """The seats that do not belong to ``side``."""
        return self._adversaries[side[0]]

    def round(self, first: Seat) -> tuple[Seat, ...]:
        """All seats in order of play, beginning with ``first``."""
        i = self.seats.index(first)
        return self.seats[i:] + self.seats[:i]
