"""The shuffle: each order equally likely, from 256 bits of the operating system's, and none where it is unwell."""

from __future__ import annotations

import itertools
import math
import secrets
from collections import Counter
from collections.abc import Callable

import pytest

from controller.shoe.errors import RandomUnwell
from controller.shoe.shuffle import SEED_BYTES, SeededShuffler, Stream, SystemShuffler, permuted


def chi_square(counts: Counter[tuple[int, ...]], cells: int) -> float:
    expected = counts.total() / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in counts) + expected * (cells - len(counts))


def test_each_order_of_four_comes_as_often() -> None:
    shuffler = SeededShuffler("each order")
    counts = Counter(shuffler.permutation(4) for _ in range(12_000))
    # 23 degrees of freedom: 41.6 is passed by one seed in a hundred, and this one is kept.
    assert chi_square(counts, math.factorial(4)) < 41.6


def test_the_exchange_is_not_the_naive_one() -> None:
    """By exhaustion: every sequence of numbers that can be drawn gives another order."""
    drawn = itertools.product(*(range(n) for n in range(5, 1, -1)))
    orders = {permuted(5, lambda n: numbers[5 - n]) for numbers in drawn}  # noqa: B023 - it is called at once
    assert len(orders) == math.factorial(5)


@pytest.mark.parametrize("n", [1, 2, 3, 7, 52, 54, 100, 255, 256])
def test_numbers_below_are_fair(n: int) -> None:
    """A byte below 256 - 256 % n is taken, another dropped: then each number has as many bytes."""
    stream = Stream(b"")
    for byte in range(256):
        stream._rest = bytes((byte, 0))
        assert stream.below(n) == (byte % n if byte < 256 - 256 % n else 0)
    assert (256 - 256 % n) % n == 0


def test_a_stream_is_sha256_in_counter_mode() -> None:
    import hashlib

    seed = b"seed"
    wanted = b"".join(hashlib.sha256(seed + n.to_bytes(8, "big")).digest() for n in range(3))
    stream = Stream(seed)
    assert stream.take(5) + stream.take(80) == wanted[:85]


def test_every_pack_has_256_bits_of_its_own_from_the_system() -> None:
    asked = list[int]()

    def source(n: int) -> bytes:
        asked.append(n)
        return secrets.token_bytes(n)

    shuffler = SystemShuffler(source)
    for _ in range(3):
        assert sorted(shuffler.permutation(52)) == list(range(52))
    assert len(shuffler.nonce()) == 32
    assert asked == [SEED_BYTES] * 4
    assert math.log2(math.factorial(52)) <= SEED_BYTES * 8


def test_the_source_is_the_systems_where_none_is_given() -> None:
    assert SystemShuffler()._source is secrets.token_bytes


def no_source(_: int) -> bytes:
    raise OSError("no entropy")


@pytest.mark.parametrize(
    "source",
    [no_source, bytes, lambda n: b"\xa5\x5a" * (n // 2), lambda n: secrets.token_bytes(n - 1)],
)
def test_an_unwell_source_shuffles_nothing(source: Callable[[int], bytes]) -> None:
    with pytest.raises(RandomUnwell):
        SystemShuffler(source).permutation(52)


def test_a_source_that_repeats_itself_shuffles_once() -> None:
    same = secrets.token_bytes(SEED_BYTES)
    shuffler = SystemShuffler(lambda _: same)
    shuffler.permutation(52)
    with pytest.raises(RandomUnwell):
        shuffler.permutation(52)


def test_a_seeded_shuffler_repeats_itself_and_no_pack() -> None:
    one, two = SeededShuffler("7"), SeededShuffler("7")
    packs = [one.permutation(52) for _ in range(20)]
    assert packs == [two.permutation(52) for _ in range(20)]
    assert len(set(packs)) == 20
    assert one.nonce() == two.nonce()
    assert SeededShuffler("8").permutation(52) != packs[0]
