"""How a fair player of the old school plays his cards.

A player reasons from what he can see: his own hand, the trick and the cards that are gone. The maxims are the common
ones: lead from length and from sequences, second hand low, cover an honour, third hand high, win as cheaply as it
can be done, throw away from the weakest suit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from controller.rules.cards import HEIGHT, PACK, RANKS, SUIT, SUITS, Card, Suit, beats, in_suit
from controller.rules.seats import Seat

_TEN = RANKS.index("T")
_LONG_TRUMPS = 5


@dataclass(frozen=True, slots=True)
class Sight:
    """What one player sees when it is his turn.

    ``legal`` are the cards among which he chooses; ``plays`` the trick so far in order; ``gone`` every card already
    played; ``returned`` the suit that his partner led first, if any.
    """

    seat: Seat
    partner: Seat
    hand: tuple[Card, ...]
    legal: tuple[Card, ...]
    trump: Suit | None
    plays: tuple[tuple[Seat, Card], ...] = ()
    gone: frozenset[Card] = frozenset()
    returned: Suit | None = None


def choose(sight: Sight, rng: Random) -> Card:
    """The card that this player puts down; one of ``sight.legal``."""
    if len(sight.legal) == 1:
        return sight.legal[0]
    if not sight.plays:
        return _lead(sight, rng)
    led = SUIT[sight.plays[0][1]]
    if SUIT[sight.legal[0]] == led and all(SUIT[c] == led for c in sight.legal):
        return _follow(sight, led)
    return _without(sight, led)


def low(cards: Sequence[Card]) -> Card:
    """The lowest of them."""
    return min(cards, key=HEIGHT.__getitem__)


def high(cards: Sequence[Card]) -> Card:
    """The highest of them."""
    return max(cards, key=HEIGHT.__getitem__)


def _descending(cards: Sequence[Card]) -> list[Card]:
    return sorted(cards, key=HEIGHT.__getitem__, reverse=True)


def _lead(sight: Sight, rng: Random) -> Card:
    trump = sight.trump
    suits = {suit: _descending(in_suit(sight.legal, suit)) for suit in SUITS}
    trumps = suits[trump] if trump is not None else []
    if len(trumps) >= _LONG_TRUMPS and len(trumps) < len(sight.legal):
        return _from_suit(trumps, sight)
    plain = {suit: cards for suit, cards in suits.items() if cards and suit != trump}
    if not plain:
        return _from_suit(trumps, sight)
    sure = [
        cards[0]
        for cards in plain.values()
        if _is_master(cards[0], sight) and len(in_suit(sight.gone, SUIT[cards[0]])) < len(RANKS) - 4
    ]
    if sure and rng.random() < 0.7:
        return sure[0]
    if sight.returned in plain and rng.random() < 0.6:
        cards = plain[sight.returned]
        return cards[0] if len(cards) <= 3 else cards[-1]
    longest = max(plain.values(), key=lambda cards: (len(cards), HEIGHT[cards[0]]))
    return _from_suit(longest, sight)


def _from_suit(cards: list[Card], sight: Sight) -> Card:
    """The card to lead from a suit, highest first."""
    heights = [HEIGHT[c] for c in cards]
    if len(cards) >= 2 and heights[0] - heights[1] == 1 and heights[0] > _TEN:
        return cards[0]
    if _is_master(cards[0], sight) and len(cards) >= 4:
        return cards[0]
    if len(cards) >= 4:
        return cards[3]
    return cards[0] if len(cards) == 2 and heights[0] <= _TEN else cards[-1]


def _is_master(card: Card, sight: Sight) -> bool:
    """Whether every higher card of the suit is gone or in his own hand."""
    return all(c in sight.gone or c in sight.hand for c in in_suit(PACK, SUIT[card]) if HEIGHT[c] > HEIGHT[card])


def _best(sight: Sight) -> tuple[Seat, Card]:
    best = sight.plays[0]
    for play in sight.plays[1:]:
        if beats(play[1], best[1], sight.trump):
            best = play
    return best


def _follow(sight: Sight, led: Suit) -> Card:
    seat, best = _best(sight)
    cards = _descending(sight.legal)
    winning = [c for c in cards if beats(c, best, sight.trump)]
    if not winning or (SUIT[best] != led):
        return cards[-1]
    match len(sight.plays):
        case 1:
            honour_led = HEIGHT[best] > _TEN
            if (honour_led and HEIGHT[winning[-1]] > _TEN) or (_is_master(winning[0], sight) and HEIGHT[best] >= _TEN):
                return winning[-1] if honour_led else winning[0]
            return cards[-1]
        case 2:
            if seat == sight.partner and (_is_master(best, sight) or HEIGHT[winning[0]] - HEIGHT[best] <= 1):
                return cards[-1]
            return _cheapest_equal(winning)
        case _:
            return cards[-1] if seat == sight.partner else winning[-1]


def _cheapest_equal(winning: list[Card]) -> Card:
    """The lowest card of the sequence that heads ``winning``: as good as its highest, and it tells less."""
    chosen = winning[0]
    for card in winning[1:]:
        if HEIGHT[chosen] - HEIGHT[card] != 1:
            break
        chosen = card
    return chosen


def _without(sight: Sight, led: Suit) -> Card:
    """A player who holds none of the suit led (or is freed of it) trumps or throws away."""
    seat, best = _best(sight)
    trumps = _descending(in_suit(sight.legal, sight.trump)) if sight.trump is not None and sight.trump != led else []
    winning = [c for c in trumps if beats(c, best, sight.trump)]
    plain = [c for c in sight.legal if SUIT[c] != sight.trump]
    partners = seat == sight.partner
    sure = partners and (len(sight.plays) == 3 or _is_master(best, sight) or SUIT[best] == sight.trump)
    if winning and not sure and not (len(sight.plays) == 1 and len(trumps) > _LONG_TRUMPS):
        return winning[-1]
    return _throw(plain or list(sight.legal))


def _throw(cards: list[Card]) -> Card:
    """The card that is missed least: the lowest of the suit whose best card is worst."""
    suits = [_descending(held) for suit in SUITS if (held := in_suit(cards, suit))]
    weakest = min(suits, key=lambda held: (HEIGHT[held[0]], len(held)))
    return weakest[-1]
