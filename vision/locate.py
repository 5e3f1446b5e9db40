"""Where cards and their corners are, in a photograph or in a crop of one, with no calibration.

Two ways that do not depend on each other. *Quads*: outlines with four corners that a rectangle of a card's shape could
throw, found at many thresholds; they need the whole card in sight and a ground that differs from it. *Spots*: corners'
indices, found by a small network that tells their middle, which way they stand and how tall they are; they need
neither an edge nor a whole card, and so serve fans and heaps.

Pictures are ``uint8`` (height, width, 3), R G B. Places are pixels, x then y, the middle of the first pixel at 0, 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, cast

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
Reals = npt.NDArray[np.float32]

CARD_WIDE: Final = 63.0
CARD_HIGH: Final = 88.0
"""Millimetres of a poker card; a bridge card is 57 wide."""

_ASPECTS: Final = (1.12, 1.85)
"""Long by short side of a quad that may be a card, seen at a slant."""
_FLAT: Final = 0.93
"""How much of its outline's area a quad must have, and the reverse."""


@dataclass(frozen=True, slots=True)
class Quad:
    """Four corners (4, 2) of what may be a card: clockwise, the first two at the ends of a short side."""

    corners: Reals

    @property
    def area(self) -> float:
        """Square pixels."""
        return float(cv2.contourArea(self.corners))

    @property
    def centre(self) -> Reals:
        """Where the corners' mean lies."""
        return np.asarray(self.corners.mean(0), np.float32)


@dataclass(frozen=True, slots=True)
class Spot:
    """A place that looks like an index: rank with the suit below it.

    ``down`` points from the top of the rank to the bottom of the suit and is as long as they are tall, in pixels.
    """

    centre: Reals
    down: Reals
    score: float

    @property
    def tall(self) -> float:
        """Height of rank and suit together, in pixels."""
        return float(np.hypot(self.down[0], self.down[1]))


# ------------------------------------------------------------------------------------------------------------ quads
def find_quads(rgb: Picture, least: float = 0.001) -> list[Quad]:
    """Outlines that a whole card could have, none upon another, the surest first.

    ``least`` is the smallest part of the picture that a card may fill. The picture is made smaller for the search when
    its long side exceeds 900 pixels; corners are sharpened in the picture as it was given.
    """
    scale = min(1.0, 900.0 / max(rgb.shape[:2]))
    small = rgb if scale == 1.0 else _u8(cv2.resize(rgb, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))
    area = small.shape[0] * small.shape[1]
    found: list[tuple[float, Reals]] = []
    for mask in _masks(small):
        outlines, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for outline in (np.asarray(line, np.int32) for line in outlines):
            size = cv2.contourArea(outline)
            if not least * area < size < 0.95 * area:
                continue
            corners = _four(outline, size)
            if corners is not None:
                found.append((_straightness(corners, outline, size), corners))
    found.sort(key=lambda pair: -pair[0])
    chosen: list[tuple[float, Quad]] = []
    for straight, corners in found:
        quad = Quad(_asreals(corners / scale))
        rivals = [k for k, (_, other) in enumerate(chosen) if _same_place(quad, other)]
        if not rivals:
            chosen.append((straight, quad))
        elif len(rivals) == 1 and _frames(quad, chosen[rivals[0]][1]) and straight > chosen[rivals[0]][0] - 0.1:
            # The frame round a court card's picture is straighter than the card's own edge.
            chosen[rivals[0]] = (straight, quad)
    return [quad for _, quad in chosen]


def _frames(outer: Quad, inner: Quad) -> bool:
    """Whether one outline lies about another as a card's edge does about the frame of its picture."""
    if not 1.15 < outer.area / inner.area < 2.2:
        return False
    area, _ = cv2.intersectConvexConvex(outer.corners, inner.corners)
    return area > 0.98 * inner.area and float(np.hypot(*(outer.centre - inner.centre))) < 0.1 * outer.area**0.5


def _masks(small: Picture) -> list[Picture]:
    """Light and dark, grey and coloured, at many thresholds, and the edges."""
    soft = _u8(cv2.GaussianBlur(small, (0, 0), 1.0))
    grey = _u8(cv2.cvtColor(soft, cv2.COLOR_RGB2GRAY))
    palest = _asu8(soft.min(2))
    masks: list[Picture] = []
    for plane in (grey, palest):
        low, high = (float(v) for v in np.percentile(plane, (2, 99.5)))
        levels = np.linspace(low + 0.15 * (high - low), low + 0.9 * (high - low), 9)
        masks += [_u8(cv2.threshold(plane, level, 255, cv2.THRESH_BINARY)[1]) for level in levels]
        size = max(15, round(min(plane.shape) / 8) | 1)
        masks.append(_u8(cv2.adaptiveThreshold(plane, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, size, -6)))
    low, high = (float(v) for v in np.percentile(grey, (2, 99.5)))
    levels = np.linspace(low + 0.12 * (high - low), low + 0.4 * (high - low), 3)
    masks += [_u8(cv2.threshold(grey, level, 255, cv2.THRESH_BINARY_INV)[1]) for level in levels]
    for strong in (40, 90):
        edges = cv2.Canny(soft, strong / 2, strong)
        masks.append(_u8(cv2.dilate(edges, np.ones((3, 3), np.uint8))))
    return masks


def _four(outline: npt.NDArray[np.int32], size: float) -> Reals | None:
    """The four corners of an outline that is a card's, or ``None``."""
    hull = cv2.convexHull(outline)
    if size < 0.8 * cv2.contourArea(hull):
        return None
    around = cv2.arcLength(hull, True)
    shape = hull
    for part in (0.02, 0.035, 0.05):
        shape = cv2.approxPolyDP(hull, part * around, True)
        if len(shape) <= 4:
            break
    if len(shape) != 4 or not cv2.isContourConvex(shape):
        return None
    corners = _sides(hull.reshape(-1, 2).astype(np.float32), shape.reshape(4, 2).astype(np.float32))
    if not _FLAT < cv2.contourArea(corners) / max(cv2.contourArea(hull), 1.0) < 2 - _FLAT:
        return None
    return _upright(corners)


def _sides(hull: Reals, corners: Reals) -> Reals:
    """Corners as the crossings of lines through the middle of each side: a card's own corners are round."""
    lines = []
    for k in range(4):
        a, b = corners[k], corners[(k + 1) % 4]
        along = b - a
        length = float(np.hypot(along[0], along[1]))
        if length < 6:
            return corners
        part = ((hull - a) @ along) / length**2
        off = np.abs((hull - a) @ np.array([-along[1], along[0]], np.float32)) / length
        near = hull[(part > 0.08) & (part < 0.92) & (off < max(2.0, 0.03 * length))]
        points = np.vstack([near, a + 0.12 * along, b - 0.12 * along]) if len(near) < 2 else near
        vx, vy, x, y = (float(v) for v in np.ravel(cv2.fitLine(_asreals(points), cv2.DIST_L1, 0, 0.01, 0.01)))
        lines.append((vx, vy, x, y))
    crossings = [_crossing(lines[k - 1], lines[k]) for k in range(4)]
    if any(point is None for point in crossings):
        return corners
    sharp = np.array(crossings, np.float32)
    moved = np.hypot(*(sharp - corners).T).max()
    return sharp if moved < 0.12 * np.sqrt(cv2.contourArea(corners)) else corners


def _crossing(
    first: tuple[float, float, float, float], second: tuple[float, float, float, float]
) -> tuple[float, float] | None:
    vx, vy, x, y = first
    ux, uy, p, q = second
    cross = vx * uy - vy * ux
    if abs(cross) < 0.2:
        return None
    t = ((p - x) * uy - (q - y) * ux) / cross
    return x + t * vx, y + t * vy


def _upright(corners: Reals) -> Reals | None:
    """Clockwise from one end of a short side, if the sides are those of a card."""
    if cv2.contourArea(corners, True) < 0:
        corners = corners[::-1]
    sides = np.hypot(*(np.roll(corners, -1, 0) - corners).T)
    first, second = sides[0] + sides[2], sides[1] + sides[3]
    if first > second:
        corners, sides = np.roll(corners, -1, 0), np.roll(sides, -1)
        first, second = second, first
    if not _ASPECTS[0] < second / max(first, 1.0) < _ASPECTS[1]:
        return None
    for a, b in ((sides[0], sides[2]), (sides[1], sides[3])):
        if not 0.6 < a / max(b, 1.0) < 1.66:
            return None
    return _asreals(corners)


def _straightness(corners: Reals, outline: npt.NDArray[np.int32], size: float) -> float:
    """How well an outline is its own quadrilateral, less for an aspect that is not a card's."""
    sides = np.hypot(*(np.roll(corners, -1, 0) - corners).T)
    aspect = (sides[1] + sides[3]) / (sides[0] + sides[2])
    lack = abs(1 - size / max(cv2.contourArea(corners), 1.0))
    wobble = abs(cv2.arcLength(outline, True) / max(float(sides.sum()), 1.0) - 1)
    return -float(lack + 0.5 * wobble + 0.3 * abs(np.log(aspect / 1.42)))


def _same_place(one: Quad, other: Quad) -> bool:
    area, _ = cv2.intersectConvexConvex(one.corners, other.corners)
    return area > 0.35 * min(one.area, other.area)


def warp_quad(rgb: Picture, quad: Quad, wide: int = 252, high: int = 352) -> Picture:
    """The card in a quad, made upright and rectangular (either end up)."""
    square = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    side = max(float(np.hypot(*(quad.corners[2] - quad.corners[1]))), 1.0)
    corners = quad.corners
    if side > 2.2 * high:
        shrink = 1.5 * high / side
        rgb = _u8(cv2.resize(rgb, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA))
        corners = corners * np.float32(shrink)
    matrix = cv2.getPerspectiveTransform(_asreals(corners), square)
    return _u8(cv2.warpPerspective(rgb, matrix, (wide, high), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


# ------------------------------------------------------------------------------------------------------------ spots
@cache
def _finder() -> cv2.dnn.Net:
    model = (files("vision") / "models" / "finder.onnx").read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(model, np.uint8), cv2.dnn.ENGINE_NEW)


def find_spots(rgb: Picture, floor: float = 0.2, scales: tuple[float, ...] | None = None) -> list[Spot]:
    """Places that look like indices, in any position, the surest first.

    The finder sees indices of about 9 to 45 pixels; ``scales`` says by what the picture is made larger or smaller for
    each look, and follows from its size when it is not given. Costs about 0.12 s a megapixel on one core.
    """
    found: list[Spot] = []
    for scale in scales or _scales(rgb):
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        level = rgb if scale == 1.0 else _u8(cv2.resize(rgb, None, fx=scale, fy=scale, interpolation=way))
        found += [Spot(_asreals(s.centre / scale), _asreals(s.down / scale), s.score) for s in _look(level, floor)]
    found.sort(key=lambda spot: -spot.score)
    chosen: list[Spot] = []
    for spot in found:
        if not any(_one_place(spot, other) for other in chosen):
            chosen.append(spot)
    return chosen


def _scales(rgb: Picture) -> tuple[float, ...]:
    side = max(rgb.shape[:2])
    top = min(1.0, 1600 / side) if side > 700 else min(2.0, 1000 / side)
    scales = [top]
    while scales[-1] * side > 300:
        scales.append(scales[-1] / 2)
    return tuple(scales)


def _look(level: Picture, floor: float) -> list[Spot]:
    high, wide = level.shape[:2]
    padded = cv2.copyMakeBorder(level, 0, -high % 16, 0, -wide % 16, cv2.BORDER_REPLICATE)
    net = _finder()
    net.setInput(np.ascontiguousarray(padded.transpose(2, 0, 1)[None], np.float32))
    out = _asreals(net.forward()[0])
    score = _asreals(1 / (1 + np.exp(-out[0])))
    peaks = (score >= cv2.dilate(score, np.ones((3, 3), np.uint8))) & (score > floor)
    spots = []
    for v, u in np.argwhere(peaks):
        offset, down, tall = out[1:3, v, u], out[3:5, v, u], float(np.exp(np.clip(out[5, v, u], -1.5, 1.8))) * 16
        length = float(np.hypot(down[0], down[1]))
        if length < 0.3:
            continue
        centre = _asreals(np.array([u + 0.5 + offset[0], v + 0.5 + offset[1]]) * 4)
        spots.append(Spot(centre, _asreals(down / length * tall), float(score[v, u])))
    return spots


def _one_place(spot: Spot, other: Spot) -> bool:
    apart = float(np.hypot(*(spot.centre - other.centre)))
    return apart < 0.35 * max(spot.tall, other.tall)


def _u8(values: object) -> Picture:
    return cast("Picture", values)


def _asu8(values: object) -> Picture:
    return np.asarray(values, np.uint8)


def _asreals(values: object) -> Reals:
    return np.asarray(values, np.float32)
