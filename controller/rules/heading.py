"""The first line of a record: what is played, under which laws, by whom, and from which score."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from controller.rules.seats import Seat, Seating, Side

Disclosure = Literal["on_claim", "end_of_hand", "established", "at_once"]
Announce = Literal["at_once", "on_call"]
Choices = Literal["rightful", "all"]
Phase = Literal["cut", "deal", "play"]


@dataclass(frozen=True, slots=True)
class Options:
    """Choices that the heading may make; the defaults are those of the record's contract.

    ``disclosure`` when a renounce that only hidden cards prove is told at the table; ``announce`` whether other faults
    are told as they happen; ``choices`` who gets a button; ``floor`` the confidence under which a fact is a doubt;
    ``simultaneous_s`` seconds within which two plays are at the same time; ``other`` whatever a code or game names.
    """

    disclosure: Disclosure = "on_claim"
    announce: Announce = "at_once"
    choices: Choices = "rightful"
    floor: float = 0.99
    simultaneous_s: float = 0.05
    other: tuple[tuple[str, object], ...] = ()


@dataclass(frozen=True, slots=True)
class Heading:
    """What a record begins with. ``score`` is the game score carried in, one number a side."""

    game: str
    laws: str
    seating: Seating
    dealer: Seat
    dummy: tuple[Seat, ...] = ()
    score: tuple[tuple[Side, int], ...] = ()
    complete: frozenset[Phase] = frozenset()
    options: Options = field(default_factory=Options)
    source: tuple[tuple[str, object], ...] = ()
    """Every key of the heading as it was written, so that it can be written again."""
