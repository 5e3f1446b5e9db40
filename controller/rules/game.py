"""A game as data: its pack, its hands, and how a hand is counted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.rules.cards import Card
from controller.rules.ruling import Result
from controller.rules.seats import Side

if TYPE_CHECKING:
    from controller.rules.court import Court

Outcome = Callable[["Court"], tuple[Result, tuple[tuple[Side, int], ...]]]
"""How the hand before a court stands, and the game score after it."""


@dataclass(frozen=True, slots=True)
class Game:
    """``pack`` is dealt in packets of ``packets`` cards, round by round; ``hand`` cards to each seat."""

    name: str
    pack: tuple[Card, ...]
    hand: int
    packets: tuple[int, ...]
    outcome: Outcome
