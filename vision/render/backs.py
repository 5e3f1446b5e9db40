"""The backs of packs: a printed field within a white border, alike whichever way up."""

from __future__ import annotations

from typing import Literal

import numpy as np

from vision.render.shapes import Colour, Picture, disc, fill, flatten, placed, reals, rounded, rule

BackCut = Literal["lattice", "rings", "waves", "dots", "plaid", "solid"]


def draw_back(picture: Picture, scale: float, cut: BackCut, colour: Colour, border: float) -> None:
    """Print a back over the whole card, in place. ``scale`` px/mm, ``border`` mm of white round the field."""
    high, wide = picture.shape[0] / scale, picture.shape[1] / scale
    inset = max(border, 0.0)
    blue, green, red = (int(255 - (255 - c) * 0.25) for c in colour)
    light: Colour = (blue, green, red)
    field = np.empty_like(picture)
    field[:] = colour
    match cut:
        case "lattice":
            _lattice(field, scale, wide, high, light)
        case "rings":
            _rings(field, scale, wide, high, light)
        case "waves":
            _waves(field, scale, wide, high, light)
        case "dots":
            _dots(field, scale, wide, high, light)
        case "plaid":
            _plaid(field, scale, wide, high, light)
        case "solid":
            pass
    mask = np.zeros(picture.shape[:2], np.uint8)
    fill(mask, [rounded(inset * scale, inset * scale, (wide - inset) * scale, (high - inset) * scale, 2 * scale)], 255)
    share = mask[..., None].astype(np.float32) / 255
    picture[:] = np.round(picture * (1 - share) + field * share).astype(np.uint8)
    if border > 0 and cut != "solid":
        edge = inset + 1.2
        rule(picture, rounded(edge * scale, edge * scale, (wide - edge) * scale, (high - edge) * scale, 1.2 * scale),
             0.5 * scale, light, closed=True)  # fmt: skip


def _lattice(field: Picture, scale: float, wide: float, high: float, light: Colour) -> None:
    step, reach = 5.0, wide + high
    for k in np.arange(-int(reach / step), int(reach / step) + 1) * step:
        for sign in (1, -1):
            line = reals([(wide / 2 + k - sign * high / 2, 0), (wide / 2 + k + sign * high / 2, high)]) * scale
            rule(field, reals(line), 0.55 * scale, light)
    diamond = flatten("M 0.5 0 L 1 0.5 L 0.5 1 L 0 0.5 Z")
    for i in range(-14, 15):
        for j in range(-19, 18):
            if (i + j) % 2 == 0:
                spot = placed(diamond, (wide / 2 + i * step / 2) * scale, (high / 2 + (j + 1) * step / 2) * scale,
                              1.5 * scale, 1.5 * scale)  # fmt: skip
                fill(field, spot, light)


def _rings(field: Picture, scale: float, wide: float, high: float, light: Colour) -> None:
    for i in range(-5, 6):
        for j in range(-7, 8):
            centre = ((wide / 2 + i * 8) * scale, (high / 2 + j * 8) * scale)
            for radius in (5.4, 3.6, 1.8):
                rule(field, disc(centre, radius * scale, 40), 0.5 * scale, light, closed=True)


def _waves(field: Picture, scale: float, wide: float, high: float, light: Colour) -> None:
    x = np.linspace(-2, wide + 2, 120)
    for k in np.arange(-20, 21):
        y = high / 2 + k * 3 + 1.5 * np.sin((x - wide / 2) * 2 * np.pi / 14) * (1 if k % 2 else -1)
        rule(field, reals(np.stack([x, y], axis=1) * scale), 0.6 * scale, light)


def _dots(field: Picture, scale: float, wide: float, high: float, light: Colour) -> None:
    for i in range(-11, 12):
        for j in range(-15, 16):
            if (i + j) % 2 == 0:
                spot = disc(((wide / 2 + i * 3) * scale, (high / 2 + j * 3) * scale), 0.8 * scale)
                fill(field, [spot], light)


def _plaid(field: Picture, scale: float, wide: float, high: float, light: Colour) -> None:
    for k in range(-9, 10):
        broad = (1.6 if k % 2 else 0.5) * scale
        x, y = (wide / 2 + k * 4.5) * scale, (high / 2 + k * 5.5) * scale
        rule(field, reals([(x, 0), (x, high * scale)]), broad, light)
        rule(field, reals([(0, y), (wide * scale, y)]), broad, light)
