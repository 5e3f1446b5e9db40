"""What a panel tells: who pressed, and how far the wheel was turned. ``t`` in seconds of the panel's clock."""

from __future__ import annotations

from dataclasses import dataclass

from controller.rules.seats import Seat


@dataclass(frozen=True, slots=True)
class Pressed:
    """A seat's button went down."""

    seat: Seat
    t: float


@dataclass(frozen=True, slots=True)
class Turned:
    """The wheel was turned by so many steps, to the right if more than 0."""

    steps: int
    t: float


Observation = Pressed | Turned
