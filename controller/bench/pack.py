"""The drawn pack: 52 faces, a joker and a back as small pictures, by arithmetic alone.

Every tile is 64 wide and 96 high, with rank and suit in two corners, so that it reads the same after a half turn. The
sheet holds them in one row: the pack in the order of :data:`~controller.rules.cards.PACK`, the joker, the back, and a
stranger's back behind it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from math import cos, pi, sin
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from controller.rules.cards import PACK, SUIT, Card, Suit

Mask = NDArray[np.float32]
"""How much of each point is covered, 0 to 1, at the resolution in which it is drawn."""
Tile = NDArray[np.uint8]
"""Height, width, and red, green, blue."""

WIDTH: Final = 64
HEIGHT: Final = 96
JOKER: Final = len(PACK)
BACK: Final = JOKER + 1
STRANGE_BACK: Final = BACK + 1
TILES: Final = STRANGE_BACK + 1
PICTURE: Final[dict[Card, int]] = {card: number for number, card in enumerate(PACK)}
"""Which tile of the sheet shows a card."""

_FINE: Final = 3
"""Points drawn for a pixel, each way."""
_PAPER: Final = (250, 248, 240)
_INK: Final[dict[Suit, tuple[int, int, int]]] = {
    "S": (24, 24, 28),
    "H": (196, 20, 34),
    "D": (196, 20, 34),
    "C": (24, 24, 28),
}
_EDGE: Final = (150, 148, 140)

_Line = Sequence[tuple[float, float]]


# ------------------------------------------------------------------ lines and letters
def _arc(x: float, y: float, rx: float, ry: float, start: float, end: float, points: int = 24) -> _Line:
    """Part of an ellipse; angles in turns, 0 to the right, clockwise on the paper."""
    turns = [2 * pi * (start + (end - start) * i / (points - 1)) for i in range(points)]
    return [(x + rx * cos(a), y + ry * sin(a)) for a in turns]


_LETTERS: Final[dict[str, tuple[_Line, ...]]] = {
    "A": ([(0.0, 1.0), (0.5, 0.0), (1.0, 1.0)], [(0.2, 0.66), (0.8, 0.66)]),
    "K": ([(0.08, 0.0), (0.08, 1.0)], [(0.95, 0.0), (0.08, 0.62)], [(0.38, 0.42), (1.0, 1.0)]),
    "Q": (_arc(0.5, 0.46, 0.46, 0.46, 0.0, 1.0, 40), [(0.52, 0.64), (0.98, 1.02)]),
    "J": ([(0.4, 0.0), (0.95, 0.0)], [(0.72, 0.0), (0.72, 0.7)], _arc(0.38, 0.68, 0.34, 0.32, 0.0, 0.5)),
    "T": ([(0.0, 0.22), (0.16, 0.0), (0.16, 1.0)], _arc(0.68, 0.5, 0.3, 0.5, 0.0, 1.0, 40)),
    "9": (_arc(0.5, 0.32, 0.42, 0.32, 0.0, 1.0, 40), [(0.92, 0.32), (0.9, 0.5), (0.62, 1.0)]),
    "8": (_arc(0.5, 0.25, 0.36, 0.25, 0.0, 1.0, 40), _arc(0.5, 0.75, 0.45, 0.25, 0.0, 1.0, 40)),
    "7": ([(0.04, 0.2), (0.04, 0.0), (0.96, 0.0), (0.36, 1.0)],),
    "6": (_arc(0.5, 0.68, 0.42, 0.32, 0.0, 1.0, 40), [(0.08, 0.68), (0.1, 0.5), (0.6, 0.0)]),
    "5": (
        [(0.9, 0.0), (0.16, 0.0), (0.12, 0.46)],
        [(0.12, 0.46), (0.3, 0.37), (0.48, 0.36)],
        _arc(0.48, 0.68, 0.44, 0.32, -0.25, 0.4, 32),
    ),
    "4": ([(0.72, 1.0), (0.72, 0.0), (0.0, 0.7), (1.0, 0.7)],),
    "3": (_arc(0.45, 0.26, 0.42, 0.26, -0.45, 0.25, 32), _arc(0.45, 0.74, 0.47, 0.26, -0.25, 0.42, 32)),
    "2": (_arc(0.48, 0.28, 0.42, 0.28, -0.5, 0.1, 32), [(0.82, 0.45), (0.05, 1.0), (0.98, 1.0)]),
}  # fmt: skip
"""Strokes of each rank in a box of one by one; ten is written with two figures."""


def _strokes(lines: Sequence[_Line], width: float, height: float, pen: float) -> Mask:
    """Lines of a box of one by one, drawn ``width`` by ``height`` pixels large with a round pen."""
    edge = pen / 2 + 0.5
    down, right = np.mgrid[0 : round((height + 2 * edge) * _FINE), 0 : round((width + 2 * edge) * _FINE)]
    x, y = (right + 0.5) / _FINE - edge, (down + 0.5) / _FINE - edge
    near = np.full(x.shape, np.inf)
    for line in lines:
        for (x0, y0), (x1, y1) in pairwise(line):
            ax, ay, bx, by = x0 * width, y0 * height, x1 * width, y1 * height
            dx, dy = bx - ax, by - ay
            along = np.clip(((x - ax) * dx + (y - ay) * dy) / max(dx * dx + dy * dy, 1e-9), 0.0, 1.0)
            near = np.minimum(near, np.hypot(x - ax - along * dx, y - ay - along * dy))
    return (near <= pen / 2).astype(np.float32)


@cache
def _letter(rank: str, width: float, height: float, pen: float) -> Mask:
    return _strokes(_LETTERS[rank], width, height, pen)


# ------------------------------------------------------------------ pips
def _heart(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.bool_]:
    u, v = x * 1.22, -y * 1.18 + 0.12
    return (u * u + v * v - 1) ** 3 - u * u * v**3 < 0


def _stem(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.bool_]:
    return (y > 0.1) & (y < 0.98) & (np.abs(x) < 0.09 + 0.34 * np.clip(y - 0.45, 0, 1) ** 2 * 3)


@cache
def _pip(suit: Suit, size: float) -> Mask:
    """A suit's sign, ``size`` pixels each way."""
    points = round(size * _FINE)
    down, right = np.mgrid[0:points, 0:points]
    x, y = (right + 0.5) / points * 2 - 1, (down + 0.5) / points * 2 - 1
    return _SIGNS[suit](x, y).astype(np.float32)


def _diamond(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.bool_]:
    out: NDArray[np.bool_] = np.abs(x) * 1.32 + np.abs(y) < 1 - 0.25 * np.abs(x) * np.abs(y)
    return out


def _spade(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.bool_]:
    return _heart(x, -(y * 1.12 + 0.12)) | _stem(x, y)


def _club(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.bool_]:
    inside = _stem(x, y) | (np.hypot(x, y + 0.05) < 0.2)
    for cx, cy in ((0.0, -0.52), (-0.5, 0.18), (0.5, 0.18)):
        inside |= np.hypot(x - cx, y - cy) < 0.43
    return inside


_SIGNS: Final = {"S": _spade, "H": _heart, "D": _diamond, "C": _club}


_LEFT, _MIDDLE, _RIGHT = 24.0, 32.0, 40.0
_PIPS: Final[dict[str, tuple[tuple[float, float], ...]]] = {
    "2": ((_MIDDLE, 20), (_MIDDLE, 76)),
    "3": ((_MIDDLE, 20), (_MIDDLE, 48), (_MIDDLE, 76)),
    "4": ((_LEFT, 20), (_RIGHT, 20), (_LEFT, 76), (_RIGHT, 76)),
    "5": ((_LEFT, 20), (_RIGHT, 20), (_MIDDLE, 48), (_LEFT, 76), (_RIGHT, 76)),
    "6": ((_LEFT, 20), (_RIGHT, 20), (_LEFT, 48), (_RIGHT, 48), (_LEFT, 76), (_RIGHT, 76)),
    "7": ((_LEFT, 20), (_RIGHT, 20), (_MIDDLE, 34), (_LEFT, 48), (_RIGHT, 48), (_LEFT, 76), (_RIGHT, 76)),
    "8": (
        (_LEFT, 20), (_RIGHT, 20), (_MIDDLE, 34), (_LEFT, 48), (_RIGHT, 48), (_MIDDLE, 62), (_LEFT, 76), (_RIGHT, 76),
    ),
    "9": (
        (_LEFT, 17), (_RIGHT, 17), (_LEFT, 37.5), (_RIGHT, 37.5), (_MIDDLE, 48), (_LEFT, 58.5), (_RIGHT, 58.5),
        (_LEFT, 79), (_RIGHT, 79),
    ),
    "T": (
        (_LEFT, 17), (_RIGHT, 17), (_MIDDLE, 27), (_LEFT, 37.5), (_RIGHT, 37.5), (_LEFT, 58.5), (_RIGHT, 58.5),
        (_MIDDLE, 69), (_LEFT, 79), (_RIGHT, 79),
    ),
}  # fmt: skip
"""Where the pips of a plain card stand, in pixels; those of the lower half are turned."""


# ------------------------------------------------------------------ tiles
class _Sheet:
    """One tile while it is drawn, in fine points."""

    def __init__(self, ground: tuple[int, int, int]) -> None:
        self.points = np.empty((HEIGHT * _FINE, WIDTH * _FINE, 3), np.float32)
        self.points[:] = ground

    def put(self, mask: Mask, x: float, y: float, ink: tuple[int, int, int]) -> None:
        """Lay ``ink`` on, the mask's middle at ``x``, ``y`` pixels."""
        high, wide = mask.shape
        top, left = round(y * _FINE - high / 2), round(x * _FINE - wide / 2)
        part = self.points[top : top + high, left : left + wide]
        part += mask[..., None] * (np.asarray(ink, np.float32) - part)

    def twice(self, mask: Mask, x: float, y: float, ink: tuple[int, int, int]) -> None:
        """Lay it on twice, the second time turned by half a turn."""
        self.put(mask, x, y, ink)
        self.put(mask[::-1, ::-1], WIDTH - x, HEIGHT - y, ink)

    def frame(self, edge: float, pen: float, ink: tuple[int, int, int]) -> None:
        """A rectangle, ``edge`` pixels inside the tile."""
        a, b = round(edge * _FINE), round((edge + pen) * _FINE)
        for part in (
            self.points[a:b, a : -a or None],
            self.points[-b : -a or None, a : -a or None],
            self.points[a : -a or None, a:b],
            self.points[a : -a or None, -b : -a or None],
        ):
            part[:] = ink

    def tile(self) -> Tile:
        """What an eye sees of it."""
        fine = self.points.reshape(HEIGHT, _FINE, WIDTH, _FINE, 3).mean(axis=(1, 3))
        out: Tile = np.rint(fine).astype(np.uint8)
        return out


def _face(card: Card) -> Tile:
    rank, suit = card[0], SUIT[card]
    ink = _INK[suit]
    sheet = _Sheet(_PAPER)
    sheet.frame(0, 0.75, _EDGE)
    sheet.twice(_letter(rank, 8.0, 11.5, 2.3), 9.0, 11.0, ink)
    sheet.twice(_pip(suit, 10.0), 9.0, 25.0, ink)
    match rank:
        case "A":
            sheet.put(_pip(suit, 27.0), 32, 48, ink)
        case "J" | "Q" | "K":
            sheet.frame(16, 1.0, ink)
            sheet.twice(_letter(rank, 15.0, 19.0, 4.0), 35, 34, ink)
            sheet.twice(_pip(suit, 9.0), 22.5, 22.5, ink)
        case _:
            for x, y in _PIPS[rank]:
                pip = _pip(suit, 11.5)
                sheet.put(pip if y <= HEIGHT / 2 else pip[::-1, ::-1], x, y, ink)
    return sheet.tile()


def _joker() -> Tile:
    ink = (92, 44, 140)
    star = [
        (0.5 + 0.5 * r * sin(pi * i / 5), 0.5 - 0.5 * r * cos(pi * i / 5))
        for i in range(11)
        for r in [1 - 0.6 * (i % 2)]
    ]
    sheet = _Sheet(_PAPER)
    sheet.frame(0, 0.75, _EDGE)
    sheet.twice(_strokes([star], 10.0, 10.0, 2.4), 9.5, 11.0, ink)
    sheet.twice(_letter("J", 7.0, 9.0, 2.0), 9.0, 25.0, ink)
    sheet.put(_strokes([star], 34.0, 34.0, 5.0), 32, 36, ink)
    sheet.put(_strokes([star], 34.0, 34.0, 5.0)[::-1, ::-1], 32, 60, ink)
    return sheet.tile()


def _back(ink: tuple[int, int, int], across: float, along: float) -> Tile:
    """A lattice with the given distances, in pixels, in a white frame."""
    sheet = _Sheet(_PAPER)
    down, right = np.mgrid[0 : HEIGHT * _FINE, 0 : WIDTH * _FINE]
    x, y = (right + 0.5) / _FINE - WIDTH / 2, (down + 0.5) / _FINE - HEIGHT / 2
    first, second = np.abs((x / across + y / along) % 1 - 0.5), np.abs((x / across - y / along) % 1 - 0.5)
    printed = (np.abs(x) < WIDTH / 2 - 4) & (np.abs(y) < HEIGHT / 2 - 4)
    inked = printed & ((first < 0.36) & (second < 0.36) | (np.maximum(first, second) < 0.16))
    sheet.points[inked] = ink
    sheet.frame(4, 1.0, ink)
    sheet.frame(0, 0.75, _EDGE)
    return sheet.tile()


@cache
def tiles() -> NDArray[np.uint8]:
    """Every tile: number, height, width, and red, green, blue. Not to be written to."""
    blue, green = (36, 62, 138), (24, 104, 62)
    drawn = [*(_face(card) for card in PACK), _joker(), _back(blue, 8.0, 8.0), _back(green, 16.0, 5.0)]
    out = np.stack(drawn)
    out.setflags(write=False)
    return out


def write_sheet(path: Path) -> None:
    """The sheet as a binary portable pixmap, the tiles in one row."""
    row = np.concatenate(tuple(tiles()), axis=1)
    path.write_bytes(f"P6\n{row.shape[1]} {row.shape[0]}\n255\n".encode() + row.tobytes())
