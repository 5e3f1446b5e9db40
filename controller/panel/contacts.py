"""A contact that bounces, and the number on the wheel. Pure.

A press counts at its first edge, so that nobody waits; what the contact does within ``QUIET_S`` of its last edge is
bouncing. No edge is lost: where it stood still longer than that, its level there is what it settled on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

QUIET_S: Final = 0.02
"""Seconds of an unchanged level after which a contact has settled; makers of such buttons name 10 ms at most."""
FEWEST: Final = 4
MOST: Final = 48
"""Cards that pone may lift: the laws want at least four in each packet of 52."""
MIDDLE: Final = 26


@dataclass(frozen=True, slots=True)
class Contact:
    """A button: whether it counts as down, its level at the last edge, and when that was."""

    down: bool = False
    level: bool = False
    t: float = float("-inf")


def edge(contact: Contact, level: bool, t: float) -> tuple[Contact, bool]:
    """The contact after an edge to ``level`` (``True`` is closed), and whether that is a press."""
    settled = contact.level if t - contact.t >= QUIET_S else contact.down
    pressed = level and not settled
    return Contact(settled or pressed, level, t), pressed


@dataclass(frozen=True, slots=True)
class Wheel:
    """The number that pone has turned to."""

    number: int = MIDDLE


def turned(wheel: Wheel, steps: int) -> Wheel:
    """After so many steps; it goes no further than the least and the greatest number."""
    return replace(wheel, number=min(MOST, max(FEWEST, wheel.number + steps)))
