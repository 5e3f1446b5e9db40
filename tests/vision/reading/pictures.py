"""Pictures of the drawn pack as the camera at the shoe's window takes them, and worse ones."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from controller.bench.pack import HEIGHT, WIDTH, tiles
from controller.rules.cards import PACK
from vision.window import Enrolled, Name

Picture = NDArray[np.uint8]
Points = NDArray[np.float64]
Spoil = Callable[[Points, np.random.Generator], Points]

NAMES: tuple[Name, ...] = (*PACK, "joker", "back")
"""What the drawn sheet's tiles show, in their order; a stranger's back follows."""


def taken(tile: int, chance: np.random.Generator) -> Picture:
    """A tile as the simulated machine's camera takes it: either way round, a pixel off, with its light and grain."""
    return _camera(_moved(tile, chance, 1, 24.0), chance, chance.uniform(0.88, 1.08), 0.0, chance.uniform(3, 8))


def badly_taken(
    tile: int, chance: np.random.Generator, *, noise: float = 12.0, shift: int = 2, spoil: Spoil | None = None
) -> Picture:
    """A tile as a bad camera takes it: off its place, too bright or too dark, with more noise, and spoilt."""
    points = _moved(tile, chance, shift, 70.0)
    if spoil is not None:
        points = spoil(points, chance)
    return _camera(points, chance, chance.uniform(0.7, 1.25), chance.uniform(-20, 20), noise)


def _moved(tile: int, chance: np.random.Generator, shift: int, around: float) -> Points:
    points: Points = tiles()[tile].astype(float)
    if chance.random() < 0.5:
        points = points[::-1, ::-1]
    down, right = (int(n) for n in chance.integers(-shift, shift + 1, 2))
    moved = np.full_like(points, around)
    moved[max(0, down) : HEIGHT + min(0, down), max(0, right) : WIDTH + min(0, right)] = points[
        max(0, -down) : HEIGHT - max(0, down), max(0, -right) : WIDTH - max(0, right)
    ]
    return moved


def _camera(points: Points, chance: np.random.Generator, light: float, more: float, noise: float) -> Picture:
    rough = chance.standard_normal(points.shape, np.float32) * np.float32(noise)
    return np.asarray(np.clip(points * light + more + rough, 0, 255), np.uint8)


def blurred(points: Points, width: float) -> Points:
    """As a lens that is not in focus shows it."""
    out = points
    for axis, length in ((0, HEIGHT), (1, WIDTH)):
        away = np.arange(length)[:, None] - np.arange(length)[None, :]
        weight = np.exp(-(away**2) / (2 * width**2))
        out = np.moveaxis(np.tensordot(weight / weight.sum(axis=1, keepdims=True), out, (1, axis)), 0, axis)
    return out


def smeared(points: Points, chance: np.random.Generator) -> Points:
    """More or less out of focus."""
    return blurred(points, float(chance.uniform(1.0, 5.0)))


def covered(points: Points, chance: np.random.Generator) -> Points:
    """Something of one colour lies on the card."""
    high, wide = (int(n) for n in chance.integers(10, 64, 2))
    y, x = int(chance.integers(0, HEIGHT - high + 1)), int(chance.integers(0, WIDTH - wide + 1))
    points[y : y + high, x : x + wide] = chance.uniform(0, 255, 3)
    return points


def smudged(points: Points, chance: np.random.Generator) -> Points:
    """A band of dirt across a part of the card, as the simulated machine has it."""
    top, dirt = int(chance.integers(HEIGHT)), int(chance.uniform(0.1, 1.0) * HEIGHT)
    points[(np.arange(dirt) + top) % HEIGHT] = 150
    return points


def half(points: Points, chance: np.random.Generator) -> Points:
    """Two cards, one over half of the other; or the same card, where chance will have it."""
    line = int(chance.integers(HEIGHT // 3, 2 * HEIGHT // 3))
    points[line:] = tiles()[int(chance.integers(len(PACK)))][line:]
    return points


def enrolled(times: int = 3, seed: int = 9) -> Enrolled:
    """The drawn pack after it passed the window so often."""
    chance = np.random.default_rng(seed)
    return Enrolled({name: [taken(tile, chance) for _ in range(times)] for tile, name in enumerate(NAMES)})
