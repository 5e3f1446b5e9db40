"""The small picture in which motion is looked for: what part of a stream's frame it is, and where on the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, cast

import cv2
import numpy as np
import numpy.typing as npt

from vision.calibrate import PLAY_AREA, Calibration, Points

Picture = npt.NDArray[np.uint8]
"""Rows × columns × 3, blue-green-red; or rows × columns."""
Mask = npt.NDArray[np.bool_]
Box = tuple[int, int, int, int]
"""Left, top, right, bottom; right and bottom are outside."""

FINE: Final = 0.55
"""Pixels a millimetre that motion is looked for in, about."""
MARGIN_MM: Final = 55.0
"""How far beyond the play area is watched, where the stream shows it."""


def pixels(mask: Mask) -> int:
    """How many pixels of a mask are set: many times as fast as its sum."""
    return cv2.countNonZero(mask.view(np.uint8))


@dataclass(frozen=True, slots=True)
class Field:
    """How a stream's frame becomes the small picture: cut to ``crop``, every ``step``-th pixel of it."""

    calibration: Calibration
    crop: Box
    step: int

    @staticmethod
    def of(calibration: Calibration) -> Field:
        """The field that shows the play area and what is near it."""
        wide, high = calibration.size
        step = max(1, round(calibration.scale / FINE))
        half = np.array(PLAY_AREA) / 2 + MARGIN_MM
        edge = calibration.to_pixels([(x, y) for x in np.linspace(-half[0], half[0], 9) for y in (-half[1], half[1])])
        low, end = np.floor(edge.min(axis=0)).astype(int), np.ceil(edge.max(axis=0)).astype(int)
        x0, y0 = max(0, int(low[0])), max(0, int(low[1]))
        x1, y1 = min(wide, int(end[0])), min(high, int(end[1]))
        return Field(calibration, (x0, y0, x1 - (x1 - x0) % step, y1 - (y1 - y0) % step), step)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of the small picture."""
        x0, y0, x1, y1 = self.crop
        return (x1 - x0) // self.step, (y1 - y0) // self.step

    @property
    def scale(self) -> float:
        """Pixels of the small picture a millimetre."""
        return self.calibration.scale / self.step

    def small(self, frame: Picture) -> Picture:
        """The small picture of a frame of the stream."""
        x0, y0, x1, y1 = self.crop
        part = frame[y0:y1, x0:x1]
        if self.step == 1:
            return np.ascontiguousarray(part)
        return cast("Picture", cv2.resize(part, self.size, interpolation=cv2.INTER_LINEAR))

    def glance(self, frame: Picture) -> Picture:
        """Every other pixel of the small picture, as the sensor gave it: enough to tell whether anything goes on."""
        x0, y0, x1, y1 = self.crop
        size = ((x1 - x0) // (2 * self.step), (y1 - y0) // (2 * self.step))
        return cast("Picture", cv2.resize(frame[y0:y1, x0:x1], size, interpolation=cv2.INTER_NEAREST))

    def to_table(self, places: npt.ArrayLike) -> Points:
        """Millimetres (n × 2) of places in the small picture."""
        at = (np.asarray(places, np.float64).reshape(-1, 2) + 0.5) * self.step - 0.5 + self.crop[:2]
        return self.calibration.to_table(at)

    def to_small(self, table: npt.ArrayLike) -> Points:
        """Places in the small picture of millimetres (n × 2)."""
        return (self.calibration.to_pixels(table) - self.crop[:2] + 0.5) / self.step - 0.5
