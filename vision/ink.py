"""Where exactly an index stands, told from its ink: the rank's blob with the suit's blob below it.

The network reads best what stands in the middle of its window. A place that a pack's common measures or the finder gave
is a little off; what is printed there says how much.

Pictures are ``uint8`` (height, width, 3), R G B; places are pixels, x then y.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, cast

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Reals = NDArray[np.float32]

_SIDE: Final = 112
"""Pixels of the patch that is looked at, each way."""
_TALL: Final = 48.0
"""Height of the index in the patch, where it was expected rightly."""
_DARKEST: Final = 36 * 36 * 3 // 100
_PALEST: Final = 36 * 36 * 80 // 100
_FAR: Final = 0.55
"""How far from what was expected an index may stand, in heights and in logarithms of its height."""


@dataclass(frozen=True, slots=True)
class _Blob:
    left: float
    top: float
    right: float
    bottom: float

    @property
    def wide(self) -> float:
        return self.right - self.left

    @property
    def high(self) -> float:
        return self.bottom - self.top

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2

    def with_(self, other: _Blob) -> _Blob:
        return _Blob(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


def whiteness(rgb: Picture) -> Picture:
    """The least of each pixel's three colours: ink of any colour is low, paper is high. Shape (height, width)."""
    red, green, blue = cv2.split(rgb)
    return cast("Picture", cv2.min(cv2.min(red, green), blue))


def fitted(rgb: Picture, centre: Reals, down: Reals) -> tuple[Reals, Reals] | None:
    """The centre of an index, and the vector from its top to its bottom, from where it was expected.

    ``None`` where no rank stands above a suit near that place.
    """
    tall = float(np.hypot(down[0], down[1]))
    if tall < 6:
        return None
    scale = tall / _TALL
    y = np.asarray(down / tall, np.float32) * np.float32(scale)
    x = np.array([y[1], -y[0]], np.float32)
    origin = centre - (x + y) * (_SIDE / 2)
    matrix = np.array([[x[0], y[0], origin[0]], [x[1], y[1], origin[1]]], np.float32)
    if scale > 1.5:
        rgb, matrix = _smaller(rgb, matrix, scale)
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    patch = cv2.warpAffine(rgb, matrix, (_SIDE, _SIDE), flags=how, borderMode=cv2.BORDER_REPLICATE)
    found = (index for blobs in _blobs(np.asarray(patch, np.uint8)) for index in _indices(blobs))
    best = min(found, key=_off, default=None)
    if best is None or _off(best) > _FAR:
        return None
    at = np.array([best.middle, (best.top + best.bottom) / 2], np.float32)
    return np.asarray(origin + x * at[0] + y * at[1], np.float32), np.asarray(y * best.high, np.float32)


def paired(rgb: Picture, centre: Reals, tall: float) -> Iterator[tuple[Reals, Reals]]:
    """Indices that may stand around a place of about that size, whichever way: any blob with another beside it.

    Each as its centre and the vector from its top to its bottom, the nearest first; both ways round.
    """
    scale = max(tall, 6.0) / _ROUGH
    matrix = np.array([[scale, 0, 0], [0, scale, 0]], np.float32)
    matrix[:, 2] = centre - scale * _SIDE / 2
    part, moved = _smaller(rgb, matrix, scale) if scale > 1.5 else (rgb, matrix)
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    patch = cv2.warpAffine(part, moved, (_SIDE, _SIDE), flags=how, borderMode=cv2.BORDER_REPLICATE)
    spots = _spots(np.asarray(patch, np.uint8))
    middle = np.array([_SIDE / 2, _SIDE / 2], np.float32)
    found = []
    for k, one in enumerate(spots):
        for other in spots[k + 1 :]:
            between = other.mean(0) - one.mean(0)
            apart = float(np.hypot(*between))
            sizes = [float(np.hypot(*(spot.max(0) - spot.min(0)))) for spot in (one, other)]
            if not 0.3 * max(sizes) < apart < 1.4 * max(sizes) or max(sizes) > 2.6 * min(sizes):
                continue
            along = np.asarray(between / apart, np.float32)
            reach = np.concatenate([one @ along, other @ along])
            side = np.concatenate([one, other]) @ np.array([along[1], -along[0]], np.float32)
            if np.ptp(side) > 0.95 * np.ptp(reach):
                continue
            across = np.array([along[1], -along[0]], np.float32) * (side.max() + side.min()) / 2
            at = along * (reach.max() + reach.min()) / 2 + across
            far = float(np.hypot(*(at - middle)))
            if far < 0.9 * _ROUGH:
                found.append((far, at, along * np.ptp(reach)))
    for _, at, down in sorted(found, key=lambda pair: pair[0])[:_PAIRS]:
        for way in (1, -1):
            yield (
                np.asarray(centre + (at - middle) * scale, np.float32),
                np.asarray(down * scale * way, np.float32),
            )


_ROUGH: Final = 34.0
"""Height of the index in the patch that is looked at for pairs."""
_PAIRS: Final = 5


def _spots(patch: Picture) -> list[Reals]:
    """The outlines of what is darker than its surroundings and neither a speck nor a picture."""
    pale = whiteness(patch)
    dark = cv2.adaptiveThreshold(pale, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, 31, 18)
    outlines, _ = cv2.findContours(dark, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    spots = [np.asarray(line, np.float32).reshape(-1, 2) for line in outlines]
    return [spot for spot in spots if len(spot) > 12 and 7 < float(np.ptp(spot, axis=0).max()) < 1.4 * _ROUGH]


def _smaller(rgb: Picture, matrix: Reals, scale: float) -> tuple[Picture, Reals]:
    """The part of a picture that a patch covers, made smaller first so that its lines are not lost."""
    ends = np.array([[0, 0], [_SIDE, 0], [_SIDE, _SIDE], [0, _SIDE]], np.float32) @ matrix[:, :2].T + matrix[:, 2]
    low = np.maximum(np.floor(ends.min(0)).astype(int) - 2, 0)
    high = np.ceil(ends.max(0)).astype(int) + 3
    part = rgb[low[1] : high[1], low[0] : high[0]]
    if part.size == 0:
        return rgb, matrix
    small = cv2.resize(part, None, fx=1 / scale, fy=1 / scale, interpolation=cv2.INTER_AREA)
    moved = matrix.copy()
    moved[:, 2] -= low
    return cast("Picture", small), np.asarray(moved / np.float32(scale), np.float32)


def _blobs(patch: Picture) -> Iterator[list[_Blob]]:
    """What is printed there, a blob each, as dark ink and as pale ink gives it."""
    pale = whiteness(patch)
    middle = np.partition(pale[20:92:2, 20:92:2].ravel(), (_DARKEST, _PALEST))
    paper, dark = float(middle[_PALEST]), float(middle[_DARKEST])
    if paper - dark < 25:
        return
    for level in (0.5, 0.75):
        yield list(_joined(_printed(np.asarray(pale < dark + level * (paper - dark), np.uint8))))


def _printed(mask: Picture) -> list[_Blob]:
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    found = []
    for left, top, wide, high, area in stats[1:count].tolist():
        inside = left > 0 and top > 0 and left + wide < _SIDE and top + high < _SIDE
        if inside and high >= 7 and wide >= 3 and area >= 20 and high < 80:
            found.append(_Blob(left, top, left + wide, top + high))
    return found


def _joined(found: list[_Blob]) -> Iterator[_Blob]:
    """All blobs, and those that stand side by side as one: a ten has two figures."""
    yield from found
    figures = [blob for blob in found if blob.high > 12]
    for one in found:
        for other in figures:
            level = abs(one.top - other.top) + abs(one.bottom - other.bottom) < 0.4 * one.high
            if level and 0 < other.left - one.right < 0.45 * one.high:
                yield one.with_(other)


def _indices(blobs: list[_Blob]) -> Iterator[_Blob]:
    """Every blob that may be a rank together with one below it that may be its suit."""
    for rank in blobs:
        for suit in blobs:
            gap = suit.top - rank.bottom
            if not -2 <= gap <= 0.55 * rank.high:
                continue
            if not 0.35 * rank.high < suit.high < 1.15 * rank.high or suit.wide < 0.5 * suit.high:
                continue
            both = rank.with_(suit)
            centred = abs(rank.middle - suit.middle) < 0.4 * max(rank.wide, suit.wide)
            if centred and both.wide < 1.05 * both.high and rank.wide < 1.5 * rank.high:
                yield both


def _off(index: _Blob) -> float:
    x, y = index.middle - _SIDE / 2, (index.top + index.bottom - _SIDE) / 2
    return float(np.hypot(x, y) / _TALL + abs(np.log(index.high / _TALL)))
