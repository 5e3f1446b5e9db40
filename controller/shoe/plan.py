"""Who gets which card: patterns of dealing as pockets. Pure.

A *pattern* says, for each card in the order in which it is dealt, which card of the pack it is (by its place in the
order after the cut, from 0) and where it goes. The shoe has every card in a slot of its own, so where two hands share a
pocket the first one is dealt whole, the pocket is emptied, and then the second: each still gets the cards that the
laws' order of dealing gives it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeVar, get_args

from controller.rules.cards import Card
from controller.shoe.errors import BadPlan

_T = TypeVar("_T")
Dest = Literal["N", "E", "S", "W", "turn-up", "reject"]
"""Where a card may go: a pocket by its seat, the turn-up tray, the reject tray."""

DESTS: Final[tuple[Dest, ...]] = get_args(Dest)
"""In the order of the protocol's codes."""
SLOTS: Final = 54
"""Slots of the carousel, numbered from 0; one card each."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """``places[n-1]``: which card of the order is dealt as the n-th; ``dests[n-1]``: where to.

    ``stops``: numbers of cards after which the pockets are emptied by the players before the deal goes on.
    """

    places: tuple[int, ...]
    dests: tuple[Dest, ...]
    stops: tuple[int, ...] = ()


def in_turn(hands: Sequence[Dest], packets: Sequence[int], *, turned: bool = False) -> Pattern:
    """Round by round a packet to each hand, eldest hand first: ``(1,)*13``, ``(4, 4, 5)``, ``(3, 3, 3, 3, 1)``.

    ``hands``: the pocket of each hand; one that stands twice serves both, one after the other. ``turned``: the last
    card goes face up to the turn-up tray.
    """
    order = [hand for packet in packets for hand in range(len(hands)) for _ in range(packet)]
    waves = [Counter(hands[:hand])[pocket] for hand, pocket in enumerate(hands)]
    places = sorted(range(len(order)), key=lambda place: waves[order[place]])
    dests: list[Dest] = [hands[order[place]] for place in places]
    if turned:
        dests[places.index(len(order) - 1)] = "turn-up"
    sizes = Counter(waves[hand] for hand in order)
    stops = tuple(sum(sizes[wave] for wave in range(upto)) for upto in range(1, len(sizes)))
    return Pattern(tuple(places), tuple(dests), stops)


def one_after_another(*patterns: Pattern) -> Pattern:
    """Separate hands, as Scotch whist deals them to two or three: the pockets are emptied between the patterns."""
    places: list[int] = []
    dests: list[Dest] = []
    stops: list[int] = []
    for pattern in patterns:
        before = len(places)
        stops += [before] if before else []
        stops += [before + stop for stop in pattern.stops]
        places += [before + place for place in pattern.places]
        dests += pattern.dests
    return Pattern(tuple(places), tuple(dests), tuple(stops))


def board(hands: Mapping[Dest, Collection[Card]], order: Sequence[Card]) -> Pattern:
    """A prepared board: each card of ``order`` goes to the hand that holds it.

    Raises :class:`~controller.shoe.errors.BadPlan` where a card has no hand or two.
    """
    dests: list[Dest] = []
    for card in order:
        holders: list[Dest] = [pocket for pocket, cards in hands.items() if card in cards]
        if len(holders) != 1:
            raise BadPlan("a card of the pack is in no hand of the board, or in two")
        dests += holders
    return Pattern(tuple(range(len(order))), tuple(dests))


def after_cut(order: Sequence[_T], number: int) -> tuple[_T, ...]:
    """The order when ``number`` cards were lifted from the top and put below."""
    return (*order[number:], *order[:number])


def tag_of(deal: str) -> int:
    """What the shoe knows a deal by: the first two bytes of its id; never 0."""
    return int(deal[:4], 16) or 0xFFFF


def check(cards: Sequence[Card], slots: Sequence[int], dests: Sequence[Dest], stops: Sequence[int]) -> None:
    """Raise :class:`~controller.shoe.errors.BadPlan` unless this can be dealt."""
    if not cards or not len(cards) == len(slots) == len(dests):
        raise BadPlan("a plan has a card, a slot and a destination for each number")
    if len(set(slots)) != len(slots) or not set(slots) <= set(range(SLOTS)):
        raise BadPlan("each card of a plan lies in a slot of its own")
    if len(set(cards)) != len(cards):
        raise BadPlan("a card stands twice in a plan")
    if not all(0 < stop < len(cards) for stop in stops):
        raise BadPlan("a deal stops between two of its cards")
