"""Plane outlines: paths in SVG's own notation, flattened and filled with smooth edges."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, cast

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
"""Rows × columns × 3 (BGR), or rows × columns (grey, or a mask of 0 to 255)."""
Reals = npt.NDArray[np.float32]
"""Any shape; points are n × 2."""
Colour = tuple[int, int, int]
"""Blue, green, red, 0 to 255 each."""

_TOKEN: Final = re.compile(r"[MLCZ]|-?\d*\.?\d+")
_STEPS: Final = 14
_SHIFT: Final = 6


def u8(values: object) -> Picture:
    """What OpenCV gave back, as the bytes that it is."""
    return cast("Picture", values)


def reals(values: object) -> Reals:
    """The values as 32-bit floats."""
    return np.asarray(values, np.float32)


@cache
def flatten(path: str) -> tuple[Reals, ...]:
    """The lines of a path (``M L C Z``, absolute), one array of n × 2 points each, curves in short steps.

    A line that ``Z`` closes ends where it began. Raises :class:`ValueError` for anything else.
    """
    lines: list[Reals] = []
    points: list[tuple[float, float]] = []
    tokens = _TOKEN.findall(path)
    verb, i = "", 0
    while i < len(tokens):
        if tokens[i] in "MLCZ":
            verb, i = tokens[i], i + 1
        match verb:
            case "M":
                if len(points) > 1:
                    lines.append(reals(points))
                points, i, verb = [_pair(tokens, i)], i + 2, "L"
            case "L":
                points.append(_pair(tokens, i))
                i += 2
            case "C":
                points.extend(_curve(points[-1], _pair(tokens, i), _pair(tokens, i + 2), _pair(tokens, i + 4)))
                i += 6
            case "Z":
                points.append(points[0])
                verb = ""
            case _:
                raise ValueError(f"a path has no {tokens[i]} here: {path}")
    if len(points) > 1:
        lines.append(reals(points))
    return tuple(lines)


def _pair(tokens: Sequence[str], i: int) -> tuple[float, float]:
    return float(tokens[i]), float(tokens[i + 1])


def _curve(
    p: tuple[float, float], q: tuple[float, float], r: tuple[float, float], s: tuple[float, float]
) -> Iterable[tuple[float, float]]:
    for k in range(1, _STEPS + 1):
        u = k / _STEPS
        a, b, c, d = (1 - u) ** 3, 3 * u * (1 - u) ** 2, 3 * u * u * (1 - u), u**3
        yield a * p[0] + b * q[0] + c * r[0] + d * s[0], a * p[1] + b * q[1] + c * r[1] + d * s[1]


def fill(picture: Picture, outlines: Iterable[Reals], colour: Colour | int) -> None:
    """Fill closed outlines (n × 2 each) by the even-odd rule, in place and with smooth edges.

    Coordinates are pixels from the picture's corner, so that the middle of the first pixel is at (0.5, 0.5).
    """
    fixed = [np.round((line - 0.5) * (1 << _SHIFT)).astype(np.int32) for line in outlines]
    shade = (colour,) * 3 if isinstance(colour, int) else colour
    cv2.fillPoly(picture, fixed, shade, cv2.LINE_AA, _SHIFT)


def rule(picture: Picture, line: Reals, width: float, colour: Colour | int, *, closed: bool = False) -> None:
    """Draw a line of the given width (pixels) with round joints, in place."""
    ends = np.vstack([line, line[:1]]) if closed else line
    fill_each(picture, ribbon(ends, np.full(len(ends), width, np.float32)), colour)


def ribbon(line: Reals, widths: Reals, *, joints: bool = True) -> list[Reals]:
    """Convex pieces that cover a line whose width (at each point) varies: a quad a step, a disc a joint."""
    pieces: list[Reals] = []
    for p, q, wide, wider in zip(line[:-1], line[1:], widths[:-1], widths[1:], strict=True):
        along = q - p
        length = float(np.hypot(along[0], along[1]))
        if length == 0:
            continue
        across = reals([-along[1], along[0]]) / length / 2
        pieces.append(reals([p + across * wide, q + across * wider, q - across * wider, p - across * wide]))
    if joints:
        pieces.extend(disc(p, w / 2) for p, w in zip(line[1:-1], widths[1:-1], strict=True))
    return pieces


def disc(centre: Sequence[float] | Reals, radius: float, steps: int = 24) -> Reals:
    """The outline of a disc."""
    return ellipse(centre, radius, radius, 0.0, steps)


@cache
def _circle(steps: int) -> npt.NDArray[np.float64]:
    """Points of the unit circle, 2 × ``steps``."""
    turn = np.linspace(0, 2 * np.pi, steps, endpoint=False)
    return np.stack([np.cos(turn), np.sin(turn)])


def ellipse(centre: Sequence[float] | Reals, rx: float, ry: float, degrees: float = 0.0, steps: int = 32) -> Reals:
    """The outline of an ellipse whose first axis points ``degrees`` clockwise from x."""
    circle, tilt = _circle(steps), np.radians(degrees)
    x, y = rx * circle[0], ry * circle[1]
    return reals(
        np.stack(
            [centre[0] + x * np.cos(tilt) - y * np.sin(tilt), centre[1] + x * np.sin(tilt) + y * np.cos(tilt)], axis=1
        )
    )


def rounded(left: float, top: float, right: float, bottom: float, radius: float) -> Reals:
    """The outline of a rectangle with round corners."""
    if radius <= 0:
        return reals([(left, top), (right, top), (right, bottom), (left, bottom)])
    turn = np.linspace(0, np.pi / 2, 9)
    arc = np.stack([np.cos(turn), np.sin(turn)], axis=1) * radius
    corners = [(right - radius, bottom - radius), (left + radius, bottom - radius), (left + radius, top + radius)]
    corners.append((right - radius, top + radius))
    out: list[Reals] = []
    for corner in corners:
        out.append(reals(corner + arc))
        arc = np.stack([-arc[:, 1], arc[:, 0]], axis=1)
    return reals(np.vstack(out))


def fill_each(picture: Picture, pieces: Iterable[Reals], colour: Colour | int) -> None:
    """Fill pieces that may overlap each other, in place."""
    shade = (colour,) * 3 if isinstance(colour, int) else colour
    for piece in pieces:
        fixed = np.round((piece - 0.5) * (1 << _SHIFT)).astype(np.int32)
        cv2.fillConvexPoly(picture, fixed, shade, cv2.LINE_AA, _SHIFT)


def placed(
    outlines: Iterable[Reals], x: float, y: float, width: float, height: float, *, upside_down: bool = False
) -> list[Reals]:
    """Outlines of the unit square, laid into the box whose centre is at (x, y)."""
    turned = -1.0 if upside_down else 1.0
    return [reals((line - 0.5) * (width * turned, height * turned) + (x, y)) for line in outlines]
