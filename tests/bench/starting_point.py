"""The card detector that most people start from, done again in our own words, as the peer of a benchmark.

It knows one camera and one pack: a threshold that follows from the ground's brightness, outlines with four corners of
a card's size, a warp, the upper left corner enlarged and made black and white, its two largest blobs compared pixel by
pixel with a picture of each rank and each suit. Here its pictures are cut from the pack that Pone draws, which is as
far from the photographs' packs as its author's own pack would be from a user's; and since the photographs come from
many cameras, a card may fill any part of the picture (the original wants one of a fixed number of pixels).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from controller.rules.cards import PACK, RANKS, SUITS
from vision.render.deck import pack_named

Picture = npt.NDArray[np.uint8]

_WIDE: Final = 200
_HIGH: Final = 300
_CORNER: Final = (32, 84)
_ENLARGED: Final = 4
_SPLIT: Final = 185
_RANK: Final = (70, 125)
_SUIT: Final = (70, 100)
_RANK_LIMIT: Final = 2000
_SUIT_LIMIT: Final = 700


class StartingPoint:
    """Ready to read, its pictures of ranks and suits made."""

    def __init__(self) -> None:
        pack = pack_named("club")
        self._ranks: dict[str, Picture] = {}
        self._suits: dict[str, Picture] = {}
        for card in PACK:
            face = np.asarray(cv2.cvtColor(pack.side(card, 6.0), cv2.COLOR_BGR2GRAY), np.uint8)
            blobs = _blobs(np.asarray(cv2.resize(face, (_WIDE, _HIGH), interpolation=cv2.INTER_AREA), np.uint8))
            if blobs is not None:
                self._ranks.setdefault(card[0], blobs[0])
                self._suits.setdefault(card[1], blobs[1])

    def cards(self, rgb: Picture) -> Iterator[str]:
        """The cards that it reads, without those that it cannot name."""
        grey = np.asarray(cv2.GaussianBlur(cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY), (5, 5), 0), np.uint8)
        ground = int(grey[grey.shape[0] // 100, grey.shape[1] // 2])
        _, light = cv2.threshold(grey, min(ground + 60, 254), 255, cv2.THRESH_BINARY)
        outlines, nesting = cv2.findContours(light, cv2.RETR_TREE, cv2.CHAIN_APPROX_SIMPLE)
        for k, outline in enumerate(outlines):
            size = cv2.contourArea(outline)
            shape = cv2.approxPolyDP(outline, 0.01 * cv2.arcLength(outline, True), True)
            whole = 0.004 * grey.size < size < 0.9 * grey.size
            if whole and len(shape) == 4 and nesting[0][k][3] == -1:
                named = self._named(_warped(grey, shape.reshape(4, 2).astype(np.float32)))
                if named is not None:
                    yield named

    def _named(self, warp: Picture) -> str | None:
        blobs = _blobs(warp)
        if blobs is None:
            return None
        rank, far = _closest(blobs[0], self._ranks, RANKS)
        suit, off = _closest(blobs[1], self._suits, "".join(SUITS))
        return rank + suit if far < _RANK_LIMIT and off < _SUIT_LIMIT else None


def _warped(grey: Picture, corners: npt.NDArray[np.float32]) -> Picture:
    """The card upright: its corners ordered by their sums and differences, turned when it lies on its side."""
    sums, differences = corners.sum(1), np.diff(corners, axis=1).ravel()
    first, third = corners[sums.argmin()], corners[sums.argmax()]
    second, fourth = corners[differences.argmin()], corners[differences.argmax()]
    ordered = np.array([first, second, third, fourth], np.float32)
    if np.hypot(*(second - first)) > np.hypot(*(fourth - first)):
        ordered = np.roll(ordered, 1, 0)
    square = np.array([[0, 0], [_WIDE - 1, 0], [_WIDE - 1, _HIGH - 1], [0, _HIGH - 1]], np.float32)
    return np.asarray(cv2.warpPerspective(grey, cv2.getPerspectiveTransform(ordered, square), (_WIDE, _HIGH)), np.uint8)


def _blobs(warp: Picture) -> tuple[Picture, Picture] | None:
    """The largest blob of the corner's upper part, and of its lower part."""
    corner = warp[: _CORNER[1], : _CORNER[0]]
    corner = np.asarray(cv2.resize(corner, None, fx=_ENLARGED, fy=_ENLARGED), np.uint8)
    white = int(corner[15, corner.shape[1] // 2])
    _, dark = cv2.threshold(corner, max(white - 30, 1), 255, cv2.THRESH_BINARY_INV)
    ink = np.asarray(dark, np.uint8)
    upper, lower = _largest(ink[20:_SPLIT], _RANK), _largest(ink[_SPLIT + 1 :], _SUIT)
    return None if upper is None or lower is None else (upper, lower)


def _largest(dark: Picture, size: tuple[int, int]) -> Picture | None:
    outlines, _ = cv2.findContours(dark, cv2.RETR_TREE, cv2.CHAIN_APPROX_SIMPLE)
    if not outlines:
        return None
    x, y, wide, high = cv2.boundingRect(max(outlines, key=cv2.contourArea))
    return np.asarray(cv2.resize(dark[y : y + high, x : x + wide], size), np.uint8)


def _closest(blob: Picture, known: dict[str, Picture], names: str) -> tuple[str, float]:
    distances = {name: float(cv2.absdiff(blob, known[name]).sum()) / 255 for name in names if name in known}
    best = min(distances, key=lambda name: distances[name])
    return best, distances[best]
