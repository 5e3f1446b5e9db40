"""The bench's own chance in place of the operating system's: the same packs again for the same seed.

Only a demo and tests have it. Which pack it is for depends on the hand alone, so that a pack that is read again, or by
a service that was started anew, comes out as before.
"""

from __future__ import annotations

from collections.abc import Callable

from controller.rules.cards import Card
from controller.shoe.shuffle import SeededShuffler


class HandShuffler:
    """The shoe's shuffler of a demo. ``hand`` tells the number of the hand that the next pack is for."""

    def __init__(self, seed: int, hand: Callable[[], int]) -> None:
        self._seed = seed
        self._hand = hand

    def permutation(self, n: int) -> tuple[int, ...]:
        """The slot of each card in the order in which they are drawn."""
        return slots_of(self._seed, self._hand(), n)

    def nonce(self) -> bytes:
        """What hides the order of that hand's pack."""
        return SeededShuffler(f"nonce {self._seed} {self._hand()}").nonce()


def slots_of(seed: int, hand: int, n: int) -> tuple[int, ...]:
    """The slots that a demo's shuffler gives the cards of a hand's pack."""
    return SeededShuffler(f"pack {seed} {hand}").permutation(n)


def hopper_for(order: tuple[Card, ...], slots: tuple[int, ...]) -> tuple[Card, ...]:
    """How a pack has to lie in the hopper, first card first, to lie in the carousel in ``order`` by slot."""
    return tuple(order[slot] for slot in slots)
