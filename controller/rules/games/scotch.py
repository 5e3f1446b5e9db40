"""Scotch whist, or catch the ten, and French whist: trumps that count, and cards taken in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from controller.rules.cards import HEIGHT, PACK, RANKS, Card, Suit
from controller.rules.seats import Seating, Side

GAME: Final = 41
VALUES: Final[Mapping[str, int]] = {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 11}
"""Points of the trumps that count, in the order in which they count out; cards come after the ten."""
TEN_OF_DIAMONDS: Final = Card("TD")
FRENCH: Final = 10
"""Points of the ten of diamonds at French whist, where it is no trump."""


def pack(players: int, *, aside: bool = False) -> tuple[Card, ...]:
    """The cards that are used: from the six up; without the spade six for five or seven, without sixes for eight.

    ``aside``: five or seven players keep the spade six in the pack, and the last card is shown and laid aside.
    """
    cards = tuple(card for card in PACK if card[0] in RANKS[4:])
    if players == 8:
        return tuple(card for card in cards if card[0] != "6")
    if players in (5, 7) and not aside:
        return tuple(card for card in cards if card != "6S")
    return cards


def hands(players: int) -> tuple[int, int]:
    """Cards of each player, and hands that they are played in."""
    return {2: (18, 3), 3: (12, 2), 4: (9, 1), 5: (7, 1), 6: (6, 1), 7: (5, 1), 8: (4, 1)}[players]


def _ranked(trump: Suit | None) -> Mapping[Card, int]:
    return {card: len(RANKS) if card == f"J{trump}" else height for card, height in HEIGHT.items()}


_HEIGHTS: Final = {trump: _ranked(trump) for trump in (None, "S", "H", "D", "C")}


def height(trump: Suit | None) -> Mapping[Card, int]:
    """The jack of trumps is the best card; all others rank as at whist."""
    return _HEIGHTS[trump]


@dataclass(frozen=True, slots=True)
class Count:
    """What a side took in: ``honours`` by rank, ``cards`` points for cards over those dealt to it."""

    honours: tuple[tuple[str, int], ...]
    cards: int

    @property
    def points(self) -> int:
        """All points of the hand."""
        return self.cards + sum(n for _, n in self.honours)

    def in_order(self) -> list[int]:
        """The points in the order in which they count out: the ten, cards, then the others."""
        by = dict(self.honours)
        return [by.get("T", 0) + by.get("TD", 0), self.cards, *(by.get(rank, 0) for rank in "AKQJ")]


def count(taken: Iterable[Card], dealt: int, trump: Suit, *, french: bool = False) -> Count:
    """What a side counts for the cards in its tricks; ``dealt``: cards that its players were dealt."""
    cards = list(taken)
    honours = [(card[0], VALUES[card[0]]) for card in cards if card[1] == trump and card[0] in VALUES]
    if french and trump != "D" and TEN_OF_DIAMONDS in cards:
        honours.append(("TD", FRENCH))
    return Count(tuple(honours), max(0, len(cards) - dealt))


def first_out(before: Mapping[Side, int], counts: Mapping[Side, Count], *, in_order: bool = True) -> Side | None:
    """The side that reaches the game first, when everything is counted in its order, or all at once."""
    score = dict(before)
    out: list[Side] = [side for side, points in score.items() if points >= GAME]
    for item in range(6):
        if out and in_order:
            break
        for side in counts:
            score[side] += counts[side].in_order()[item]
        out = [side for side, points in score.items() if points >= GAME]
    return max(out, key=lambda side: score[side]) if out else None


def settle(seating: Seating, winner: Side, games: int = 1) -> dict[str, int]:
    """What each seat wins: every loser pays the winner who is nearest on his right."""
    units = dict.fromkeys(seating.seats, 0)
    for seat in seating.seats:
        if seat in winner:
            continue
        to = seating.right(seat)
        while to not in winner:
            to = seating.right(to)
        units[seat] -= games
        units[to] += games
    return units
