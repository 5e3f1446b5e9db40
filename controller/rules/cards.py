"""Cards as two characters, rank then suit, and what the whist family asks of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal, NewType, cast, get_args

Card = NewType("Card", str)
"""``AS KD QH JC TS 9D … 2C``, or ``??`` for a card that nobody could read."""

Suit = Literal["S", "H", "D", "C"]

UNREAD: Final = Card("??")
SUITS: Final[tuple[Suit, ...]] = get_args(Suit)
RANKS: Final = "23456789TJQKA"
PACK: Final[tuple[Card, ...]] = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)
HEIGHT: Final[dict[Card, int]] = {card: RANKS.index(card[0]) for card in PACK}
SUIT: Final[dict[Card, Suit]] = {card: cast(Suit, card[1]) for card in PACK}
"""Suit of each card of the pack. An unread card has none, so that asking for it fails loudly."""


def suit_of(card: Card) -> Suit | None:
    """Suit of a card, ``None`` for an unread one."""
    return SUIT.get(card)


def in_suit(cards: Iterable[Card], suit: Suit) -> tuple[Card, ...]:
    """Those of ``cards`` that are of ``suit``, in the order given."""
    return tuple(card for card in cards if SUIT.get(card) == suit)


def beats(card: Card, best: Card, trump: Suit | None, height: Mapping[Card, int] = HEIGHT) -> bool:
    """Whether ``card``, played after ``best``, takes the trick from it; ``height`` ranks the cards of a suit."""
    suit, other = SUIT[card], SUIT[best]
    if suit == other:
        return height[card] > height[best]
    return suit == trump


def arranged(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards sorted by suit (S H D C) and from high to low; unread ones last."""
    return tuple(sorted(cards, key=lambda c: (SUITS.index(SUIT[c]), -HEIGHT[c]) if c in SUIT else (9, 0)))
