"""Cards cut out of the camera's best picture, upright and without what lies on them, and what reads them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol, cast

import cv2
import numpy as np

from vision.calibrate import Calibration, Picture
from vision.classify import Mask, Reading, read_cards, vote
from vision.felt import Reals
from vision.lie import Lie

FINE: Final = 2.7
"""Pixels of a crop a millimetre: what the still camera gives."""


@dataclass(frozen=True, slots=True)
class Crop:
    """One card: ``warp`` (rows × columns × 3, red-green-blue) holds it edge to edge, long side upright, either end up.

    ``shown`` is false where something covers it or the picture ends, None where all of it shows. ``lie`` tells where on
    the table it lies, ``t`` when the picture was taken.
    """

    warp: Picture
    shown: Mask | None
    lie: Lie
    t: float


class Reader(Protocol):
    """What reads cards."""

    def read(self, crops: Sequence[Crop]) -> list[Reading]:
        """A reading of each."""
        ...

    def vote(self, readings: Sequence[Reading]) -> Reading:
        """One reading out of several of the same card."""
        ...


class IndexReader:
    """Reads the indices in a card's corners."""

    def read(self, crops: Sequence[Crop]) -> list[Reading]:
        """A reading of each."""
        return read_cards([crop.warp for crop in crops], [crop.shown for crop in crops])

    def vote(self, readings: Sequence[Reading]) -> Reading:
        """One reading out of several of the same card."""
        return vote(list(readings))


def crop(picture: Picture, calibration: Calibration, lie: Lie, above: Sequence[Lie], t: float) -> Crop:
    """A card that lies so, cut out of a picture of the whole table (blue-green-red); ``above`` lies on it."""
    wide, high = (round(side * FINE) for side in lie.size)
    target = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32) - 0.5
    pixels = calibration.to_pixels(lie.corners).astype(np.float32)
    x0, y0 = (max(0, int(v)) for v in np.floor(pixels.min(axis=0)) - 4)
    x1, y1 = (int(v) for v in np.ceil(pixels.max(axis=0)) + 5)
    part = picture[y0:y1, x0:x1]
    if part.size == 0:
        return Crop(np.zeros((high, wide, 3), np.uint8), np.zeros((high, wide), np.bool_), lie, t)
    matrix = cv2.getPerspectiveTransform(pixels - np.array((x0, y0), np.float32), target)
    warp = cv2.warpPerspective(part, matrix, (wide, high), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    shown = _shown(picture, pixels, lie, above, (wide, high))
    return Crop(cast("Picture", cv2.cvtColor(warp, cv2.COLOR_BGR2RGB)), shown, lie, t)


def _shown(picture: Picture, pixels: Reals, lie: Lie, above: Sequence[Lie], size: tuple[int, int]) -> Mask | None:
    rows, columns = picture.shape[:2]
    clipped = bool((pixels < 0).any() or (pixels[:, 0] > columns - 1).any() or (pixels[:, 1] > rows - 1).any())
    over = [other for other in above if lie.shared(other) > 0]
    if not clipped and not over:
        return None
    mask = np.ones(size[::-1], np.uint8)
    origin, across, along = lie.corners[0], lie.corners[1] - lie.corners[0], lie.corners[3] - lie.corners[0]
    for other in over:
        off = other.corners - origin
        at = np.column_stack([off @ across / (across @ across) * size[0], off @ along / (along @ along) * size[1]])
        cv2.fillConvexPoly(mask, np.round(at * 16).astype(np.int32), 0, cv2.LINE_8, 4)
        cv2.polylines(mask, [np.round(at).astype(np.int32)], True, 0, 5)
    if clipped:
        square = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32)
        matrix = cv2.getPerspectiveTransform(square, np.asarray(pixels, np.float32))
        net = (
            np.stack(np.meshgrid(np.arange(size[0]), np.arange(size[1])), axis=-1).reshape(1, -1, 2).astype(np.float32)
        )
        at = np.asarray(cv2.perspectiveTransform(net, matrix)).reshape(size[1], size[0], 2)
        mask[(at < 0).any(axis=2) | (at[..., 0] > columns - 1) | (at[..., 1] > rows - 1)] = 0
    return mask > 0
