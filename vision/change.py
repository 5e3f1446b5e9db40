"""What changed between two flat pictures of the table, and what bare felt looks like.

Pure: pictures of the canvas, :data:`FINE` pixels a millimetre.
"""

from __future__ import annotations

from typing import Final, cast

import cv2
import numpy as np

from vision.calibrate import PLAY_AREA
from vision.field import Mask, Picture

FINE: Final = 2.0
"""Pixels of the canvas a millimetre."""
HALF: Final = (PLAY_AREA[0] / 2 + 60, PLAY_AREA[1] / 2 + 60)
"""How far the canvas reaches from the middle."""
_DIFFERS: Final = 26
_PIP_MM2: Final = 1800.0
"""No pip is larger."""


def clear_marks(change: Mask) -> None:
    """Take out what lies on the marks and their white, in place."""
    reach = round(24 * FINE)
    for sx in (-1, 1):
        for sy in (-1, 1):
            x, y = (
                round((s * side / 2 + half) * FINE) for s, side, half in zip((sx, sy), PLAY_AREA, HALF, strict=True)
            )
            change[max(0, y - reach) : y + reach, max(0, x - reach) : x + reach] = False


def differing(now: Picture, before: Picture) -> Mask:
    """Pixels that differ in some colour, specks left out and small gaps closed."""
    b, g, r = cv2.split(cast("Picture", cv2.absdiff(now, before)))
    strong = cast("Picture", cv2.threshold(cv2.max(cv2.max(b, g), r), _DIFFERS, 1, cv2.THRESH_BINARY)[1])
    strong = cast("Picture", cv2.morphologyEx(strong, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)))
    return cast("Picture", cv2.morphologyEx(strong, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))) > 0


def patched(other: Mask) -> Mask:
    """What differs from the felt, and holes in it that are no larger than a pip: one may have the felt's own colour."""
    filled = other.astype(np.uint8)
    outlines, nested = cv2.findContours(filled, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    holes = [
        outline
        for outline, (_, _, _, around) in zip(outlines, nested[0] if outlines else [], strict=True)
        if around >= 0 and cv2.contourArea(outline) < _PIP_MM2 * FINE**2
    ]
    return cast("Picture", cv2.drawContours(filled, holes, -1, 1, cv2.FILLED)) > 0


def cleared(left: Mask) -> Mask:
    """Without slivers that an edge leaves behind."""
    return cast("Picture", cv2.morphologyEx(left.astype(np.uint8), cv2.MORPH_OPEN, np.ones((9, 9), np.uint8))) > 0


def plain(canvas: Picture) -> Picture:
    """The felt as it would be without anything on it: a smooth surface through the colours of most of it."""
    small = cv2.resize(canvas, None, fx=1 / 20, fy=1 / 20, interpolation=cv2.INTER_AREA)
    rows, columns = small.shape[:2]
    y, x = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j]
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y, x**4, y**4, x * x * y * y], axis=-1).reshape(-1, 9)
    colours = np.asarray(small, np.float64).reshape(-1, 3)
    keep = np.ones(len(colours), np.bool_)
    keep &= colours.sum(axis=1) > 6  # beyond the picture's edge the canvas is black
    fit = np.zeros((9, 3))
    for reach in (60.0, 30.0, 18.0, 14.0):
        middle = np.median(colours[keep], axis=0) if reach == 60.0 else None
        off = np.abs(colours - (terms @ fit if middle is None else middle)).max(axis=1)
        good = keep & (off < reach)
        if good.sum() < 40:
            break
        fit = np.linalg.lstsq(terms[good], colours[good], rcond=None)[0]
    smooth = np.clip(terms @ fit, 0, 255).reshape(rows, columns, 3).astype(np.float32)
    high, wide = canvas.shape[:2]
    return np.clip(cv2.resize(smooth, (wide, high), interpolation=cv2.INTER_LINEAR), 0, 255).astype(np.uint8)
