"""Court cards: a king, a queen and a jack in two halves, drawn from a few outlines of our own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import cv2
import numpy as np

from controller.rules.cards import Suit
from vision.render.glyphs import Face, PipCut, draw_suit, stencil
from vision.render.shapes import Colour, Picture, Reals, disc, ellipse, fill, flatten, reals, rounded, rule, u8

CourtCut = Literal["figure", "crest", "letter"]
"""Half figures; a shield with the suit under a crown; or the rank's letter, large."""


@dataclass(frozen=True, slots=True)
class Dyes:
    """The colours that a court is printed in."""

    ink: Colour
    red: Colour
    yellow: Colour
    blue: Colour
    skin: Colour


PRINTED: Final = Dyes((32, 28, 30), (48, 40, 196), (60, 196, 244), (150, 84, 40), (206, 226, 246))
MUTED: Final = Dyes((50, 46, 52), (70, 66, 160), (120, 190, 214), (122, 104, 82), (200, 216, 232))
BRIGHT: Final = Dyes((20, 20, 24), (36, 36, 224), (30, 216, 252), (208, 120, 24), (190, 214, 250))

_WIDE: Final = 41.0
_HIGH: Final = 33.0  # half of the frame, in the units of the outlines below
_ROBE: Final = (
    "M 0 34.5 L 0 33 L 1.5 27.5 C 6 24.5 12 23.5 15.5 21 L 25.5 21 C 29 23.5 35 24.5 39.5 27.5 L 41 33 L 41 34.5 Z"
)
_PANEL: Final = "M 15.8 21 L 25.2 21 L 28.5 33 L 28.5 34.5 L 12.5 34.5 L 12.5 33 Z"
_LEFT: Final = "M 0 33 L 1.5 27.5 C 4.5 25.7 7 25 9.5 24.2 L 7.5 34.5 L 0 34.5 Z"
_RIGHT: Final = "M 41 34.5 L 41 33 L 39.5 27.5 C 36.5 25.7 34 25 31.5 24.2 L 33.5 34.5 Z"
_COLLAR: Final = "M 14 21.6 C 16 19.6 25 19.6 27 21.6 L 28.6 25 C 24.5 27.4 16.5 27.4 12.4 25 Z"
_KING_HAIR: Final = (
    "M 14 9 C 11.5 12 12 17 10.6 20.2 C 13 21.4 15 20.8 16 19.4 L 25 19.4 "
    "C 26 20.8 28 21.4 30.4 20.2 C 29 17 29.5 12 27 9 Z"
)
_BEARD: Final = "M 15.8 14.4 C 16 20 18 23.6 20.5 23.8 C 23 23.6 25 20 25.2 14.4 C 23.6 17.2 17.4 17.2 15.8 14.4 Z"
_CROWN: Final = (
    "M 13.6 8.4 L 11.6 1.4 L 16.4 4.6 L 20.5 0.2 L 24.6 4.6 L 29.4 1.4 L 27.4 8.4 C 23 6.9 18 6.9 13.6 8.4 Z"
)
_QUEEN_HAIR: Final = (
    "M 13.8 8 C 11 12.5 12.2 17 9.4 22.4 C 12.6 24 15.4 23.4 16.2 21 L 24.8 21 C 25.6 23.4 28.4 24 31.6 22.4 "
    "C 28.8 17 30 12.5 27.2 8 Z"
)
_CORONET: Final = "M 14.4 8 L 14 4 L 17.6 6 L 20.5 3 L 23.4 6 L 27 4 L 26.6 8 C 23 6.6 18 6.6 14.4 8 Z"
_JACK_HAIR: Final = (
    "M 14.6 8.5 C 12.6 11 13.4 14.6 11.8 17.6 C 13.2 19.2 15.4 18.8 16.2 17.2 L 24.8 17.2 C 25.6 18.8 27.8 19.2 29.2 "
    "17.6 C 27.6 14.6 28.4 11 26.4 8.5 Z"
)
_CAP: Final = "M 12.4 8.8 C 12 4.4 15.6 1.6 21 1.8 C 26.6 1.8 30 4.6 28.8 8.8 C 24 7 17 7 12.4 8.8 Z"
_FEATHER: Final = "M 26.4 6.4 C 29.6 5 32 2.8 32.4 0 C 35.4 3 34 7.4 28.6 8.4 Z"
_SWORD: Final = "M 34.4 27 L 34.4 3 L 35.5 0.4 L 36.6 3 L 36.6 27 Z"
_HILT: Final = "M 31.8 25 L 39.2 25 L 39.2 26.6 L 31.8 26.6 Z"
_STAFF: Final = "M 34.9 34.5 L 34.9 4 L 36.1 4 L 36.1 34.5 Z"
_BLADE: Final = "M 35.5 0.4 C 37.4 2.4 38 4 39.4 5 C 38.6 7.8 38 9.4 38.6 11.4 C 37 10.4 35.8 10 35.5 9.4 Z"


def draw_court(
    picture: Picture, rank: str, suit: Suit, box: Reals, cut: CourtCut, dyes: Dyes, pips: PipCut, colour: Colour
) -> None:
    """Draw the court of ``rank`` (``J Q K``) into ``box`` = left, top, right, bottom (pixels), in place.

    ``colour`` is that of the suit.
    """
    left, top, right, bottom = (round(float(v)) for v in box)
    wide, high = right - left, bottom - top
    half = np.empty((high // 2 + 1, wide, 3), np.uint8)
    half[:] = picture[top : top + half.shape[0], left:right]
    match cut:
        case "figure":
            _figure(half, rank, suit, dyes, pips, colour)
        case "crest":
            _crest(half, rank, suit, dyes, pips, colour)
        case "letter":
            _letter(half, rank, suit, pips, colour)
    picture[top : top + half.shape[0], left:right] = half
    picture[bottom - half.shape[0] : bottom, left:right][::-1, ::-1][: high // 2] = half[: high // 2]
    line = max(1.0, 0.32 * wide / _WIDE)
    rule(picture, rounded(left, top, right, bottom, wide * 0.03), line, dyes.ink, closed=True)


@dataclass(frozen=True, slots=True)
class _Plate:
    """The half of a court that is drawn; the other is the same turned round. Units are those of the outlines."""

    half: Picture
    flipped: bool
    ink: Colour

    @property
    def scale(self) -> float:
        return float(self.half.shape[1]) / _WIDE

    @property
    def pen(self) -> float:
        return max(1.0, 0.34 * self.scale)

    def at(self, line: Reals) -> Reals:
        return reals((np.array([_WIDE, 0]) + line * (-1, 1) if self.flipped else line) * self.scale)

    def draw(self, path: str, inside: Colour) -> None:
        for line in flatten(path):
            fill(self.half, [self.at(line)], inside)
            rule(self.half, self.at(line), self.pen, self.ink, closed=True)

    def line(self, points: Sequence[tuple[float, float]], width: float, colour: Colour) -> None:
        rule(self.half, self.at(reals(points)), self.pen * width, colour)

    def dot(self, x: float, y: float, radius: float) -> None:
        fill(self.half, [self.at(disc((x, y), radius))], self.ink)

    def blob(self, x: float, y: float, rx: float, ry: float, inside: Colour) -> None:
        outline = self.at(ellipse((x, y), rx, ry))
        fill(self.half, [outline], inside)
        rule(self.half, outline, self.pen, self.ink, closed=True)


def _figure(half: Picture, rank: str, suit: Suit, dyes: Dyes, pips: PipCut, colour: Colour) -> None:
    plate = _Plate(half, suit in "HC", dyes.ink)
    cloth = {
        "S": (dyes.blue, dyes.yellow, dyes.red), "H": (dyes.red, dyes.yellow, dyes.blue),
        "D": (dyes.red, dyes.blue, dyes.yellow), "C": (dyes.blue, dyes.red, dyes.yellow),
    }[suit]  # fmt: skip
    _robe(plate, rank, cloth, dyes)
    match rank:
        case "K":
            plate.draw(_SWORD, (236, 232, 226))
            plate.draw(_HILT, dyes.yellow)
            plate.draw(_KING_HAIR, dyes.yellow)
        case "Q":
            _flower(plate, dyes)
            plate.draw(_QUEEN_HAIR, dyes.yellow)
        case _:
            plate.draw(_STAFF, dyes.yellow)
            plate.draw(_BLADE, (232, 228, 222))
            plate.draw(_JACK_HAIR, dyes.yellow)
    plate.draw(_COLLAR, (246, 248, 250))
    for x, y in ((15.0, 24.4), (17.75, 25.2), (20.5, 25.2), (23.25, 25.2), (26.0, 24.4)):
        plate.dot(x, y, 0.42)
    plate.blob(20.5, 13, 4.9, 6.6, dyes.skin)
    _features(plate, dyes, rank)
    _headgear(plate, rank, cloth, dyes)
    queen = rank == "Q"
    plate.blob(6.4 if queen else 35.2, 28.6, 2.2, 1.7, dyes.skin)
    x, y = plate.at(reals([(34.6 if queen else 6.2, 6.4)]))[0]
    draw_suit(half, suit, pips, colour, (float(x), float(y), 8.4 * plate.scale, 8.8 * plate.scale))


Cloth = tuple[Colour, Colour, Colour]


def _robe(plate: _Plate, rank: str, cloth: Cloth, dyes: Dyes) -> None:
    first, second, third = cloth
    plate.draw(_ROBE, first)
    plate.draw(_LEFT, second)
    plate.draw(_RIGHT, third)
    plate.draw(_PANEL, third if rank == "Q" else second)
    for k in range(4):
        y, shift = 26.5 + k * 2.0, k * 0.1
        plate.line([(9.6, y), (12.6 + shift, y + 1.4)], 1.8, second)
        plate.line([(31.4, y), (28.4 - shift, y + 1.4)], 1.8, second)
    for k in range(3):
        plate.blob(20.5, 27.4 + k * 2.4, 0.75, 0.75, dyes.red if second == dyes.yellow else dyes.yellow)


def _flower(plate: _Plate, dyes: Dyes) -> None:
    plate.line([(6, 34), (6.6, 17)], 1.6, (70, 120, 60))
    for turn in range(5):
        a = np.radians(turn * 72)
        plate.blob(6.6 + 2.1 * float(np.sin(a)), 14.6 - 2.1 * float(np.cos(a)), 1.5, 1.5, dyes.red)
    plate.blob(6.6, 14.6, 1.2, 1.2, dyes.yellow)


def _headgear(plate: _Plate, rank: str, cloth: Cloth, dyes: Dyes) -> None:
    first, second, third = cloth
    match rank:
        case "K":
            plate.draw(_BEARD, dyes.yellow)
            plate.draw(_CROWN, dyes.yellow)
            for x, y in ((11.6, 1.4), (20.5, 0.9), (29.4, 1.4)):
                plate.blob(x, y, 0.9, 0.9, dyes.red)
            plate.line([(14.4, 7.2), (20.5, 6.1), (26.6, 7.2)], 1.5, third)
        case "Q":
            plate.draw(_CORONET, dyes.yellow)
            for x, y in ((14, 4), (20.5, 3), (27, 4)):
                plate.blob(x, y, 0.8, 0.8, dyes.blue)
        case _:
            plate.draw(_FEATHER, third)
            plate.draw(_CAP, first)
            plate.line([(13, 8), (20.5, 6.6), (28.2, 8)], 2, second)


def _features(plate: _Plate, dyes: Dyes, rank: str) -> None:
    """Eyes that look aside, brows, a nose and a mouth."""
    for x in (18.4, 22.4):
        plate.line([(x - 1.1, 11.2), (x, 10.7), (x + 1.1, 11.2)], 1, dyes.ink)
        plate.dot(x + 0.2, 12.2, 0.55)
    plate.line([(20.3, 11.6), (21.3, 14.4), (20.1, 14.7)], 0.8, dyes.ink)
    plate.line([(19.2, 16.6), (20.5, 16.9), (21.8, 16.5)], 1.3, dyes.red)
    if rank == "J":
        plate.line([(18.6, 15.8), (20.4, 15.3), (22.4, 15.8)], 1, dyes.ink)


def _crest(half: Picture, rank: str, suit: Suit, dyes: Dyes, pips: PipCut, colour: Colour) -> None:
    scale = half.shape[1] / _WIDE
    shield = reals(flatten("M 6 13 L 35 13 L 35 22 C 35 28 28 31 20.5 33 C 13 31 6 28 6 22 Z")[0] * scale)
    fill(half, [shield], dyes.yellow if suit in "SC" else (236, 230, 214))
    rule(half, shield, 0.6 * scale, colour, closed=True)
    draw_suit(half, suit, pips, colour, (20.5 * scale, 22 * scale, 11 * scale, 12 * scale))
    path = {"K": _CROWN, "Q": _CORONET}.get(rank, _CAP)
    crown = reals((flatten(path)[0] + (0, 2)) * scale)
    fill(half, [crown], colour)
    rule(half, reals([(4 * scale, 11.4 * scale), (37 * scale, 11.4 * scale)]), 0.8 * scale, colour)


def _letter(half: Picture, rank: str, suit: Suit, pips: PipCut, colour: Colour) -> None:
    scale = half.shape[1] / _WIDE
    tall = round(20 * scale)
    mask = stencil(rank, Face(0.15, 0.55, serif=0.1), tall)
    x, y = round(20.5 * scale - mask.shape[1] / 2), round(3 * scale)
    part = half[y : y + mask.shape[0], x : x + mask.shape[1]]
    ink = mask[..., None].astype(np.float32) / 255
    part[:] = u8(cv2.convertScaleAbs(part * (1 - ink) + np.array(colour, np.float32) * ink))
    draw_suit(half, suit, pips, colour, (20.5 * scale, 28 * scale, 7 * scale, 7.4 * scale))
