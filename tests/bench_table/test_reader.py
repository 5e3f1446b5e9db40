"""The reader of the drawn pack: thousands of bad pictures, and never a wrong card."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from controller.bench.pack import BACK, HEIGHT, JOKER, PICTURE, STRANGE_BACK, TILES, WIDTH, tiles, write_sheet
from controller.bench.reader import look, read
from controller.rules.cards import PACK
from controller.shoe.window import Picture

Points = NDArray[np.float64]
Spoil = Callable[[Points, np.random.Generator], Points]


def photographed(
    tile: int, chance: np.random.Generator, *, noise: float = 12.0, shift: int = 2, spoil: Spoil | None = None
) -> Picture:
    """A tile as a bad camera sees it: turned or not, off its place, too bright or too dark, with noise."""
    points = tiles()[tile].astype(float)
    if chance.random() < 0.5:
        points = points[::-1, ::-1]
    down, right = (int(n) for n in chance.integers(-shift, shift + 1, 2))
    moved = np.full_like(points, 70.0)
    moved[max(0, down) : HEIGHT + min(0, down), max(0, right) : WIDTH + min(0, right)] = points[
        max(0, -down) : HEIGHT - max(0, down), max(0, -right) : WIDTH - max(0, right)
    ]
    if spoil is not None:
        moved = spoil(moved, chance)
    seen = moved * chance.uniform(0.7, 1.25) + chance.uniform(-20, 20) + chance.normal(0, noise, moved.shape)
    return picture(np.clip(seen, 0, 255))


def picture(points: Points) -> Picture:
    return Picture("lower", 1, points.shape[1], points.shape[0], points.astype(np.uint8).tobytes())


def blurred(points: Points, width: float) -> Points:
    """As a lens that is not in focus shows it."""
    out = points
    for axis, length in ((0, HEIGHT), (1, WIDTH)):
        away = np.arange(length)[:, None] - np.arange(length)[None, :]
        weight = np.exp(-(away**2) / (2 * width**2))
        out = np.moveaxis(np.tensordot(weight / weight.sum(axis=1, keepdims=True), out, (1, axis)), 0, axis)
    return out


def covered(points: Points, chance: np.random.Generator) -> Points:
    """Something of one colour lies on the card."""
    high, wide = (int(n) for n in chance.integers(10, 64, 2))
    y, x = int(chance.integers(0, HEIGHT - high + 1)), int(chance.integers(0, WIDTH - wide + 1))
    points[y : y + high, x : x + wide] = chance.uniform(0, 255, 3)
    return points


def smeared(points: Points, chance: np.random.Generator) -> Points:
    return blurred(points, float(chance.uniform(1.0, 5.0)))


def counted(
    n: int, seed: int, of: int = TILES, *, noise: float = 12.0, shift: int = 2, spoil: Spoil | None = None
) -> Counter[str]:
    """How ``n`` pictures of tiles in turn were read."""
    chance, out = np.random.default_rng(seed), Counter[str]()
    for i in range(n):
        seen = look(photographed(i % of, chance, noise=noise, shift=shift, spoil=spoil))
        out["none" if seen.tile is None else "right" if seen.tile == i % of else "wrong"] += 1
    kind = "whole" if spoil is None else spoil.__name__
    sys.stdout.write(f"\n{n} pictures, {kind}, noise {noise:g}, shift {shift}: {dict(out)}\n")
    return out


def test_every_tile_is_read_as_itself_either_way_round() -> None:
    for number, tile in enumerate(tiles()):
        for turned in (tile, tile[::-1, ::-1]):
            assert look(picture(turned.astype(float))).tile == number


def test_ordinary_pictures_are_all_read() -> None:
    assert counted(1100, 1) == {"right": 1100}


def test_noise_costs_readings_and_never_gives_a_wrong_card() -> None:
    found = counted(1100, 2, noise=40.0, shift=4)
    assert found["wrong"] == 0
    assert found["right"] > 1000
    drowned = counted(1100, 3, noise=110.0, shift=4)
    assert drowned["wrong"] == 0
    assert drowned["none"] > 300


@pytest.mark.parametrize("spoil", [covered, smeared])
def test_a_spoilt_picture_is_not_read_wrongly(spoil: Spoil) -> None:
    found = counted(880, 4, of=len(PACK), spoil=spoil)
    assert found["wrong"] == 0
    assert found["none"] > 400


def test_of_two_cards_in_one_picture_neither_is_read() -> None:
    chance = np.random.default_rng(5)
    for _ in range(400):
        one, other = (int(c) for c in chance.choice(len(PACK), 2, replace=False))
        points = tiles()[one].astype(float)
        line = int(chance.integers(HEIGHT // 3, 2 * HEIGHT // 3))
        points[line:] = tiles()[other].astype(float)[line:]
        assert look(picture(points)).tile is None, (PACK[one], PACK[other], line)


def test_nothing_is_read_where_no_card_is() -> None:
    chance = np.random.default_rng(6)
    for points in (
        np.zeros((HEIGHT, WIDTH, 3)),
        np.full((HEIGHT, WIDTH, 3), 250.0),
        chance.uniform(0, 255, (96, 64, 3)),
    ):
        assert look(picture(points)).tile is None
    assert look(picture(np.zeros((64, 96, 3)))).tile is None
    assert look(Picture("lower", 1, WIDTH, HEIGHT, b"\0" * 9)).tile is None


def test_both_sides_together_say_what_the_shoe_needs() -> None:
    plain = [picture(tile.astype(float)) for tile in tiles()]
    ace = PICTURE[PACK[12]]
    fair = read(plain[ace], plain[BACK])
    assert (fair.face, fair.back_known) == (PACK[12], True)
    assert fair.confidence > 0.99
    assert read(plain[ace], plain[STRANGE_BACK]).back_known is False
    assert (read(plain[BACK], plain[ace]).face, read(plain[BACK], plain[ace]).back_known) == ("back", False)
    assert read(plain[JOKER], plain[BACK]).face == "joker"
    assert "AS" not in repr(fair)


def test_the_sheet_is_a_row_of_tiles(tmp_path: Path) -> None:
    file = tmp_path / "sheet"
    write_sheet(file)
    head, size, depth, points = file.read_bytes().split(b"\n", 3)
    assert (head, size, depth) == (b"P6", f"{WIDTH * TILES} {HEIGHT}".encode(), b"255")
    sheet = np.frombuffer(points, np.uint8).reshape(HEIGHT, TILES, WIDTH, 3)
    assert (sheet[:, PICTURE[PACK[30]]] == tiles()[30]).all()
