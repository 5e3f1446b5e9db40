"""How cards lie: rectangles of a known size on the table, and what of a picture of the canvas lies in them.

Pure. Millimetres on the table; masks are of boxes of the canvas, :data:`FINE` pixels a millimetre.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final, cast

import cv2
import numpy as np

from vision.calibrate import Points
from vision.change import FINE, HALF
from vision.field import Box, Mask

POKER: Final = (63.0, 88.0)
BRIDGE: Final = (57.0, 88.9)
SIZES: Final = (POKER, BRIDGE)
_CORNERS: Final = ((-1, -1), (1, -1), (1, 1), (-1, 1))
_STEP: Final = 3.0
"""One point of a side is looked at every so many millimetres."""


@dataclass(frozen=True)
class Lie:
    """How a card lies: its middle, its angle in degrees clockwise (0 and 180: long side along y), and its size."""

    x: float
    y: float
    angle: float
    size: tuple[float, float] = POKER

    @cached_property
    def corners(self) -> Points:
        """Its corners, 4 × 2 mm, clockwise, the first two at the ends of a short side."""
        turn = np.radians(self.angle)
        w, h = self.size[0] / 2, self.size[1] / 2
        across, along = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
        middle = np.array([self.x, self.y])
        return np.array([middle + sx * w * across + sy * h * along for sx, sy in _CORNERS])

    def holds(self, points: Points, margin: float = 0.0) -> Mask:
        """Which points (n × 2) lie inside, by at least ``margin``."""
        turn = np.radians(self.angle)
        off = np.asarray(points) - (self.x, self.y)
        across = off @ (np.cos(turn), np.sin(turn))
        along = off @ (-np.sin(turn), np.cos(turn))
        return cast(
            "Mask", (np.abs(across) <= self.size[0] / 2 - margin) & (np.abs(along) <= self.size[1] / 2 - margin)
        )

    def shared(self, other: Lie) -> float:
        """What part of a card lies in both."""
        if np.hypot(self.x - other.x, self.y - other.y) > 110:
            return 0.0
        area, _ = cv2.intersectConvexConvex(self.corners.astype(np.float32), other.corners.astype(np.float32))
        return float(area) / (self.size[0] * self.size[1])


def sides(lie: Lie) -> tuple[Points, Points]:
    """Points along the four sides, clear of the round corners, and the outward normal at each."""
    points, normals = _sides_of(lie.size)
    turn = _turn(lie.angle)
    return points @ turn + (lie.x, lie.y), normals @ turn


@cache
def _sides_of(size: tuple[float, float]) -> tuple[Points, Points]:
    """The same of a card that lies straight in the middle."""
    points: list[Points] = []
    normals: list[Points] = []
    corners = np.array(_CORNERS) * size / 2
    for k in range(4):
        a, b = corners[k], corners[(k + 1) % 4]
        length = float(np.hypot(*(b - a)))
        along = (b - a) / length
        steps = np.arange(6.0, length - 5.9, _STEP)
        points.append(a + steps[:, None] * along)
        normals.append(np.tile([along[1], -along[0]], (len(steps), 1)))
    return np.vstack(points), np.vstack(normals)


def share(mask: Mask, lie: Lie, box: Box, margin: float, *, else_: float) -> float:
    """The share of a card's points, by ``margin`` mm off its sides, that are set in the mask of a box.

    ``else_`` where none of it lies in the box.
    """
    points = _grid(lie.size, margin) @ _turn(lie.angle) + (lie.x, lie.y)
    at = ((points + HALF) * FINE - box[:2]).astype(np.int32)
    at = at[(at >= 0).all(axis=1) & (at < mask.shape[1::-1]).all(axis=1)]
    return float(np.mean(mask[at[:, 1], at[:, 0]])) if len(at) else else_


@cache
def _grid(size: tuple[float, float], margin: float) -> Points:
    """Points all over a card that lies straight in the middle."""
    xs, ys = (np.arange(-side / 2 + margin + _STEP / 2, side / 2 - margin, _STEP) for side in size)
    return np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)


def _turn(angle: float) -> Points:
    """What turns rows of points by so many degrees, clockwise."""
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    return np.array([[c, s], [-s, c]])


def inside(lie: Lie, box: Box, shape: tuple[int, ...], margin: float) -> Mask:
    """The pixels of a box that a card covers, less ``margin`` mm at its sides."""
    small = Lie(lie.x, lie.y, lie.angle, (lie.size[0] - 2 * margin, lie.size[1] - 2 * margin))
    at = (small.corners + HALF) * FINE - 0.5 - box[:2]
    mask = np.zeros(shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(at * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    return mask > 0


def union(lies: Iterable[Lie], box: Box, shape: tuple[int, ...]) -> Mask:
    """The pixels that any of these cards covers."""
    out = np.zeros(shape[:2], np.bool_)
    for lie in lies:
        out |= inside(lie, box, shape, -2.0)
    return out


def meets(lie: Lie, box: Box) -> bool:
    """Whether the upright box round a card and another have anything in common."""
    at = (lie.corners + HALF) * FINE - box[:2]
    low, high = at.min(axis=0), at.max(axis=0)
    return bool(low[0] < box[2] - box[0] and high[0] > 0 and low[1] < box[3] - box[1] and high[1] > 0)
