"""The shuffle: a random permutation decides, before the first card is seen, which slot each card gets.

A seed of 256 bits of the operating system's for each pack (52! has 225.58), stretched by SHA-256 in counter mode, cut
to numbers by rejection sampling, and Fisher and Yates's exchange (Durstenfeld, CACM 7, 1964: algorithm 235). The order
in the hopper has no part in it.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from typing import Final, Protocol

from controller.shoe.errors import RandomUnwell

SEED_BYTES: Final = 32


class Shuffler(Protocol):
    """Where chance comes from."""

    def permutation(self, n: int) -> tuple[int, ...]:
        """The numbers 0 to n-1, each order equally likely."""
        ...

    def nonce(self) -> bytes:
        """32 bytes that hide what a commitment commits to."""
        ...


class Stream:
    """A stream of bytes from a seed: SHA-256 of the seed and a counter of eight bytes, big-endian."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._counter = 0
        self._rest = b""

    def take(self, n: int) -> bytes:
        """The next ``n`` bytes."""
        while len(self._rest) < n:
            self._rest += hashlib.sha256(self._seed + self._counter.to_bytes(8, "big")).digest()
            self._counter += 1
        taken, self._rest = self._rest[:n], self._rest[n:]
        return taken

    def below(self, n: int) -> int:
        """A number from 0 to n-1 (n at most 256), each equally likely: a byte that would favour low ones is dropped."""
        fair = 256 - 256 % n
        while True:
            byte = self.take(1)[0]
            if byte < fair:
                return byte % n


def permuted(n: int, below: Callable[[int], int]) -> tuple[int, ...]:
    """Fisher and Yates: from the last place down, exchange with one not yet fixed, itself included."""
    places = list(range(n))
    for last in range(n - 1, 0, -1):
        chosen = below(last + 1)
        places[last], places[chosen] = places[chosen], places[last]
    return tuple(places)


class SystemShuffler:
    """Chance of the operating system. ``source`` gives so many random bytes; another one is only for tests of this."""

    def __init__(self, source: Callable[[int], bytes] = secrets.token_bytes) -> None:
        self._source = source
        self._last = b""

    def permutation(self, n: int) -> tuple[int, ...]:
        """A fresh seed, used for this pack alone.

        Raises :class:`~controller.shoe.errors.RandomUnwell` where the source repeats itself or stands still.
        """
        return permuted(n, Stream(self._seed()).below)

    def nonce(self) -> bytes:
        """Drawn apart from the permutation, so that showing it tells nothing of another pack."""
        return self._seed()

    def _seed(self) -> bytes:
        try:
            seed = self._source(SEED_BYTES)
        except OSError as e:
            raise RandomUnwell(f"the system's random source does not answer: {e}") from e
        if len(seed) != SEED_BYTES or seed == self._last or len(set(seed)) < SEED_BYTES // 4:
            raise RandomUnwell("the system's random source stands still: nothing is shuffled")
        self._last = seed
        return seed


class SeededShuffler:
    """The same packs again for the same seed. Only the bench and tests may make one."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._drawn = 0

    def permutation(self, n: int) -> tuple[int, ...]:
        """The next pack's."""
        return permuted(n, self._stream().below)

    def nonce(self) -> bytes:
        """The next one."""
        return self._stream().take(SEED_BYTES)

    def _stream(self) -> Stream:
        self._drawn += 1
        return Stream(hashlib.sha256(f"{self._seed}\n{self._drawn}".encode()).digest())
