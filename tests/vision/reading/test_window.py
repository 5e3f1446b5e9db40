"""The reader at the shoe's window: whole packs, thousands of bad pictures, and never a wrong card."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

from controller.bench.pack import BACK, HEIGHT, JOKER, STRANGE_BACK, WIDTH, tiles
from controller.cli.window import read
from controller.rules.cards import PACK
from controller.shoe.window import Picture as Photograph
from tests.vision.reading.pictures import (
    NAMES,
    Picture,
    Spoil,
    badly_taken,
    covered,
    enrolled,
    half,
    smeared,
    smudged,
    taken,
)
from vision.window import Enrolled, WindowReader

AGAIN = 3
"""How often the shoe has a card read before it rejects it."""


@pytest.fixture(scope="module")
def reader() -> WindowReader:
    return WindowReader(enrolled())


def counted(reader: WindowReader, tiles_: list[int], take: Callable[[int], Picture]) -> Counter[str]:
    """How the pictures of these tiles were read."""
    out = Counter[str]()
    for tile in tiles_:
        name = reader.face(take(tile)).name
        out["refused" if name is None else "right" if tile < len(NAMES) and name == NAMES[tile] else "wrong"] += 1
    return out


def packs(reader: WindowReader, number: int, seed: int) -> Counter[str]:
    """Whole packs through the window: each card read up to three times, as the shoe does."""
    chance, out = np.random.default_rng(seed), Counter[str]()
    for _ in range(number):
        for card in chance.permutation(len(PACK)):
            looked, times = reader.read(taken(int(card), chance), taken(BACK, chance)), 1
            while (looked.face is None or not looked.back_known) and times < AGAIN:
                looked, times = reader.read(taken(int(card), chance), taken(BACK, chance)), times + 1
                out["again"] += 1
            out["refused" if looked.face is None else "right" if looked.face == PACK[card] else "wrong"] += 1
            out["strange"] += not looked.back_known
        out["packs"] += 1
    return out


def test_every_side_is_read_as_itself_either_way_round(reader: WindowReader) -> None:
    for tile, name in enumerate(NAMES):
        for turned in (tiles()[tile], tiles()[tile][::-1, ::-1]):
            assert reader.face(np.ascontiguousarray(turned)).name == name


def test_a_pack_is_read_whole(reader: WindowReader) -> None:
    found = packs(reader, 2, 1)
    assert found["right"] == 2 * len(PACK)
    assert found["strange"] == 0


@pytest.mark.full
def test_of_a_thousand_packs_every_card_is_right_or_refused(reader: WindowReader) -> None:
    found = packs(reader, 1000, 2)
    sys.stdout.write(f"\n{dict(found)}\n")
    assert found["wrong"] == 0
    assert found["right"] >= 51_974, "floor: 99.95 %"
    assert found["strange"] <= 26


def test_without_an_enrolled_pack_corners_are_enough() -> None:
    chance = np.random.default_rng(3)
    found = counted(WindowReader(), list(range(len(PACK))), lambda tile: taken(tile, chance))
    assert found["wrong"] == 0
    assert found["right"] >= 50
    assert not WindowReader().read(taken(0, chance), taken(BACK, chance)).back_known


@pytest.mark.parametrize("spoil", [covered, smeared, smudged, half])
def test_a_spoilt_picture_is_not_read_wrongly(reader: WindowReader, spoil: Spoil) -> None:
    chance = np.random.default_rng(4)
    found = counted(reader, [*range(0, len(PACK), 2)] * 2, lambda tile: badly_taken(tile, chance, spoil=spoil))
    assert found["wrong"] == 0
    assert found["refused"] > 10


@pytest.mark.full
@pytest.mark.parametrize("spoil", [None, covered, smeared, smudged, half])
def test_of_thousands_of_spoilt_pictures_hardly_one_is_read_wrongly(reader: WindowReader, spoil: Spoil | None) -> None:
    """Noise far beyond that camera's, dirt over most of a card, half of another card: one in a thousand may deceive.

    What is read wrongly here is double in its pack, which is refused for it.
    """
    chance = np.random.default_rng(5)
    noises = (12.0, 40.0, 110.0) if spoil is None else (12.0,)
    for noise in noises:
        found = counted(
            reader,
            [int(tile) for tile in chance.integers(len(PACK), size=2000)],
            lambda tile, noise=noise: badly_taken(tile, chance, noise=noise, shift=4, spoil=spoil),  # type: ignore[misc]
        )
        sys.stdout.write(f"\n{'whole' if spoil is None else spoil.__name__}, noise {noise:g}: {dict(found)}\n")
        assert found["wrong"] <= 2


def test_of_two_cards_in_one_picture_neither_is_read(reader: WindowReader) -> None:
    chance = np.random.default_rng(6)
    for _ in range(40):
        one, other = (int(c) for c in chance.choice(len(PACK), 2, replace=False))
        points = tiles()[one].copy()
        line = int(chance.integers(HEIGHT // 3, 2 * HEIGHT // 3))
        points[line:] = tiles()[other][line:]
        assert reader.face(points).name is None, (PACK[one], PACK[other], line)


def test_nothing_is_read_where_no_card_is(reader: WindowReader) -> None:
    chance = np.random.default_rng(7)
    rough = chance.integers(0, 256, (HEIGHT, WIDTH, 3), np.uint8)
    for points in (
        np.zeros_like(rough),
        np.full_like(rough, 250),
        rough,
        rough[:5, :5],
        np.zeros((64, 96, 3), np.uint8),
    ):
        assert reader.face(points).name is None
        assert WindowReader().face(points).name is None
        assert not reader.is_own_back(points)


def test_a_stranger_is_not_of_the_house(reader: WindowReader) -> None:
    chance = np.random.default_rng(8)
    for _ in range(8):
        assert reader.is_own_back(taken(BACK, chance))
        assert not reader.is_own_back(taken(STRANGE_BACK, chance))
        assert not reader.is_own_back(np.ascontiguousarray(np.roll(taken(BACK, chance), 1, 2)))
        assert not reader.is_own_back(taken(JOKER, chance))
        assert reader.face(taken(STRANGE_BACK, chance)).name in (None, "back")


def test_a_card_of_another_pack_than_the_enrolled_is_not_read() -> None:
    half_a_pack = Enrolled({name: [tiles()[tile]] for tile, name in enumerate(NAMES) if tile % 2 or tile >= len(PACK)})
    reader = WindowReader(half_a_pack)
    for tile in range(len(PACK)):
        assert reader.face(tiles()[tile]).name == (NAMES[tile] if tile % 2 else None)


def test_both_sides_together_say_what_the_shoe_needs() -> None:
    plain = [Photograph("lower", 1, WIDTH, HEIGHT, tile.tobytes()) for tile in tiles()]
    ace = NAMES.index("AS")
    fair = read(plain[ace], plain[BACK])
    assert (fair.face, fair.back_known) == ("AS", True)
    assert fair.confidence > 0.99
    assert read(plain[ace], plain[STRANGE_BACK]).back_known is False
    assert (read(plain[BACK], plain[ace]).face, read(plain[BACK], plain[ace]).back_known) == ("back", False)
    assert read(plain[JOKER], plain[BACK]).face == "joker"
    assert read(Photograph("lower", 1, WIDTH, HEIGHT, b"\0" * 9), plain[BACK]).face is None
    assert "AS" not in repr(fair)
