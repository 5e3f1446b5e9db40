"""Reads the pictures of the drawn pack at the shoe's window, and says ``None`` rather than a wrong card.

A picture may lie turned by half a turn, shifted by some pixels, brighter or darker, and noisy. It is first compared
with every tile by normalised correlation. What is most like it must then differ from every other tile where those two
differ, in either half of the card: on the line from the other tile (-1) to this one (+1) the picture has to lie near
this one. A finger, a blur, a stranger's card or the half of another falls somewhere between and is not read.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from controller.bench.pack import BACK, HEIGHT, JOKER, STRANGE_BACK, WIDTH, tiles
from controller.rules.cards import PACK, Card
from controller.shoe.window import Picture, Reading

SHIFT: Final = 4
"""Pixels by which a card may lie off its place."""
ALIKE: Final = 0.75
"""Least correlation with the tile that is read, both half as fine."""
MARGIN: Final = 0.6
"""Least place on the line between any other tile (-1) and the tile that is read (+1)."""
SHARP: Final = 0.6
"""Least contrast of the finest lines, where the tile has 1."""

_RED_AND_GREEN: Final = 2
_HIGH: Final = HEIGHT - 2 * SHIFT
_WIDE: Final = WIDTH - 2 * SHIFT
_PLACES: Final = tuple((down, right) for down in range(2 * SHIFT + 1) for right in range(2 * SHIFT + 1))
"""Where in the picture the middle part of a shifted card may begin."""
_MIDDLE: Final = _HIGH // 2 * _WIDE * 3
_HALVES: Final = (slice(None, _MIDDLE), slice(_MIDDLE, None))
_Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Seen:
    """What one side of a card shows: the number of a tile, ``None`` if none of them surely; ``confidence`` 0 to 1."""

    tile: int | None = field(repr=False)
    confidence: float


NOTHING: Final = Seen(None, 0.0)


def read(lower: Picture, upper: Picture) -> Reading:
    """Both sides of the card in the window, as the shoe's driver wants them read."""
    face, back = look(lower), look(upper)
    return Reading(_named(face.tile), face.confidence, back.tile == BACK)


def look(picture: Picture) -> Seen:
    """What one picture shows."""
    if (picture.width, picture.height) != (WIDTH, HEIGHT) or len(picture.rgb) != WIDTH * HEIGHT * 3:
        return NOTHING
    points = np.frombuffer(picture.rgb, np.uint8).reshape(HEIGHT, WIDTH, 3).astype(np.float32)
    return _compared(points)


def _named(tile: int | None) -> Card | Literal["back", "joker"] | None:
    match tile:
        case None:
            return None
        case _ if tile == JOKER:
            return "joker"
        case _ if tile in (BACK, STRANGE_BACK):
            return "back"
        case _:
            return PACK[tile]


# ------------------------------------------------------------------ comparing
@dataclass(frozen=True, slots=True)
class _Known:
    """The tiles as they are compared: each upright, and behind them each turned; without a margin for the shift.

    ``coarse``: half as fine, red and green, each of length 1 and mean 0. ``fine``: all points, of mean 0; ``apart``:
    squared distances between any two of them, in the upper half and in the lower. ``keen``: what measures a tile's
    finest lines, 1 in the tile itself.
    """

    coarse: _Floats
    fine: _Floats
    apart: tuple[_Floats, _Floats]
    keen: _Floats


@cache
def _known() -> _Known:
    upright = tiles().astype(np.float32)
    both = np.concatenate((upright, upright[:, ::-1, ::-1]))
    core = both[:, SHIFT:-SHIFT, SHIFT:-SHIFT]
    coarse = _unit(_halved(core)[:, ::2, ::2].reshape(len(both), -1))
    fine = core.reshape(len(both), -1)
    fine = fine - fine.mean(axis=1, keepdims=True)
    upper, lower = (_distances(fine[:, half]) for half in _HALVES)
    keen = (core - _blurred(core)).reshape(len(both), -1)
    keen /= (keen * fine).sum(axis=1, keepdims=True)
    return _Known(coarse, fine, (upper, lower), keen)


def _distances(rows: _Floats) -> _Floats:
    """Squared distances between any two rows, at least a very small one."""
    gram = rows @ rows.T
    squares = np.diagonal(gram)
    out: _Floats = np.maximum(squares[:, None] + squares[None, :] - 2 * gram, np.float32(1.0))
    return out


def _halved(points: _Floats) -> _Floats:
    """Red and green, each point with its neighbours to the right and below."""
    two = points[..., :_RED_AND_GREEN]
    down = two[..., :-1, :, :] + two[..., 1:, :, :]
    return ((down[..., :-1, :] + down[..., 1:, :]) / 4).astype(np.float32)


def _blurred(points: _Floats) -> _Floats:
    """Each point as the mean of the nine around it."""
    wide = np.pad(points, ((0, 0), (1, 1), (1, 1), (0, 0)), mode="edge")
    down = wide[:, :-2] + wide[:, 1:-1] + wide[:, 2:]
    out: _Floats = ((down[:, :, :-2] + down[:, :, 1:-1] + down[:, :, 2:]) / 9).astype(np.float32)
    return out


def _unit(rows: _Floats) -> _Floats:
    """Each row with mean 0 and length 1."""
    centred = rows - rows.mean(axis=1, keepdims=True)
    length = np.sqrt(np.einsum("ij,ij->i", centred, centred))[:, None]
    out: _Floats = centred / np.maximum(length, np.float32(1e-3))
    return out


def _compared(points: _Floats) -> Seen:
    known = _known()
    halved = _halved(points)
    parts = np.stack([halved[y : y + _HIGH : 2, x : x + _WIDE : 2].ravel() for y, x in _PLACES])
    like = known.coarse @ _unit(parts).T
    best, where = divmod(int(like.argmax()), len(_PLACES))
    if like[best, where] < ALIKE:
        return NOTHING
    y, x = _PLACES[where]
    return _judged(known, best, points[y : y + _HIGH, x : x + _WIDE].reshape(-1))


def _judged(known: _Known, best: int, points: _Floats) -> Seen:
    """Whether ``points`` are really the tile ``best``: as sharp as it, and nowhere like another."""
    centred, tile = points - points.mean(), known.fine[best]
    gain = float(centred @ tile) / float(tile @ tile)
    if gain <= 0 or float(centred @ known.keen[best]) < SHARP * gain:
        return NOTHING
    rest = centred - gain * tile
    number, count = best % len(tiles()), len(tiles())
    others = np.arange(2 * count) % count != number
    place = 1.0
    for half, apart in zip(_HALVES, known.apart, strict=True):
        likes = known.fine[:, half] @ rest[half]
        along = (likes[best] - likes)[others]
        place = min(place, 1 + float((2 * along / (gain * apart[best][others])).min()))
    if place < MARGIN:
        return NOTHING
    return Seen(number, 1 - 0.5 * (1 - place) ** 2)
