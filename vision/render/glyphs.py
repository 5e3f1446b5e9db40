"""Ranks and suits as outlines of our own: a skeleton for each, followed by a broad pen of a chosen cut.

A letter's skeleton lies in the unit square, y downwards. The same skeletons give a poster's grotesque, a Roman with
thick and thin strokes, or a round hand, as a :class:`Face` says.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, Literal

import cv2
import numpy as np

from controller.rules.cards import Suit
from vision.render.shapes import Colour, Picture, Reals, disc, fill, fill_each, flatten, placed, reals, ribbon, u8


@dataclass(frozen=True, slots=True)
class Face:
    """How the pen writes. Lengths are parts of the letter's height.

    ``weight`` is the widest stroke; ``contrast`` (0 to 1) is how much thinner strokes along the pen's edge are, which
    lies at ``nib`` degrees; ``serif`` is the length of the feet; ``width`` stretches letters; ``slant`` leans them
    (units of x a unit of y). ``built_in`` writes with OpenCV's own letters instead, ``weight`` then being 0.1 to 1.
    """

    weight: float = 0.17
    contrast: float = 0.0
    nib: float = 28.0
    serif: float = 0.0
    width: float = 1.0
    slant: float = 0.0
    flat_three: bool = False
    curved_seven: bool = False
    closed_four: bool = True
    barred_jack: bool = False
    built_in: bool = False


_O: Final = "M 0.5 0 C 0.87 0 1 0.2 1 0.5 C 1 0.8 0.87 1 0.5 1 C 0.13 1 0 0.8 0 0.5 C 0 0.2 0.13 0 0.5 0 Z"
_SIX: Final = (
    "M 0.93 0.15 C 0.78 -0.06 0.36 -0.05 0.16 0.25 C -0.06 0.6 -0.1 1 0.5 1 C 0.86 1 1 0.86 1 0.68 "
    "C 1 0.3 0.24 0.3 0.04 0.64"
)
_SKELETONS: Final[dict[str, str]] = {
    "2": "M 0.02 0.27 C 0.03 -0.08 0.97 -0.1 0.96 0.27 C 0.95 0.55 0.3 0.7 0 1 L 1 1",
    "3": "M 0.04 0.2 C 0.14 -0.07 0.93 -0.08 0.93 0.23 C 0.93 0.42 0.72 0.47 0.4 0.47 C 0.76 0.47 1 0.53 1 0.74 "
    "C 1 1.07 0.12 1.1 0 0.79",
    "3flat": "M 0.06 0 L 0.94 0 L 0.42 0.41 C 0.76 0.37 1 0.47 1 0.7 C 1 1.08 0.12 1.12 0 0.8",
    "4": "M 0.76 1 L 0.76 0 L 0 0.7 L 1 0.7",
    "4open": "M 0.28 0 L 0 0.66 L 1 0.66 M 0.72 0.3 L 0.72 1",
    "5": "M 0.92 0 L 0.16 0 L 0.08 0.46 C 0.3 0.3 1 0.28 1 0.66 C 1 1.08 0.14 1.1 0 0.8",
    "6": _SIX,
    "7": "M 0 0 L 1 0 L 0.36 1",
    "7curved": "M 0 0.02 L 1 0 C 0.7 0.33 0.42 0.6 0.38 1",
    "8": "M 0.5 0.465 C 0.22 0.465 0.09 0.35 0.09 0.22 C 0.09 -0.07 0.91 -0.07 0.91 0.22 C 0.91 0.35 0.78 0.465 0.5 "
    "0.465 C 0.2 0.465 0 0.58 0 0.74 C 0 1.09 1 1.09 1 0.74 C 1 0.58 0.8 0.465 0.5 0.465",
    "1": "M 0 0.2 L 0.6 0 L 0.6 1",
    "0": _O,
    "J": "M 0.86 0 L 0.86 0.72 C 0.86 1.09 0.1 1.1 0 0.76",
    "Jbarred": "M 0.4 0 L 1 0 M 0.72 0 L 0.72 0.72 C 0.72 1.09 0.06 1.1 0 0.76",
    "Q": _O + " M 0.58 0.72 L 0.98 1.04",
    "K": "M 0.06 0 L 0.06 1 M 0.94 0 L 0.06 0.62 M 0.36 0.42 L 1 1",
    "E": "M 1 0 L 0.05 0 L 0.05 1 L 1 1 M 0.05 0.48 L 0.85 0.48",
    "O": _O,
    "R": "M 0.05 1 L 0.05 0 L 0.5 0 C 1.08 0 1.08 0.53 0.5 0.53 L 0.05 0.53 M 0.5 0.53 L 1 1",
    "A": "M 0 1 L 0.5 0 L 1 1 M 0.19 0.66 L 0.81 0.66",
}
_WIDTHS: Final[dict[str, float]] = {
    "1": 0.3, "0": 0.62, "J": 0.52, "Q": 0.76, "K": 0.72, "A": 0.78, "4": 0.66, "7": 0.6,
}  # fmt: skip
_FEET: Final[dict[str, tuple[tuple[float, float], ...]]] = {
    "A": ((0, 1), (1, 1)), "K": ((0.06, 0), (0.06, 1), (0.94, 0), (1, 1)), "1": ((0.6, 1),), "4": ((0.76, 1),),
    "4open": ((0.72, 1),), "J": ((0.86, 0),),
}  # fmt: skip


def _variant(letter: str, face: Face) -> str:
    match letter:
        case "3" if face.flat_three:
            return "3flat"
        case "4" if not face.closed_four:
            return "4open"
        case "7" if face.curved_seven:
            return "7curved"
        case "J" if face.barred_jack:
            return "Jbarred"
        case _:
            return letter


def letters_of(rank: str) -> str:
    """How a rank (``2`` to ``9``, ``T J Q K A``) is written on a card."""
    return "10" if rank == "T" else rank


def _skeleton(letter: str, face: Face) -> tuple[Reals, ...]:
    if letter == "9":
        return tuple(reals(1 - line) for line in flatten(_SIX))
    return flatten(_SKELETONS[_variant(letter, face)])


def _written(letter: str, face: Face, height: float) -> tuple[list[Reals], float]:
    """The pieces of one letter with its left edge at 0 and its top at 0, and its width."""
    weight = face.weight * height
    width = _WIDTHS.get(letter, 0.58) * face.width * height + weight * 0.25
    nib = np.radians(face.nib)
    pieces: list[Reals] = []

    def at(points: Reals) -> Reals:
        laid = points * (width - weight, height - weight) + weight / 2
        return reals(laid + np.stack([(height / 2 - laid[:, 1]) * face.slant, np.zeros(len(laid))], axis=1))

    thin = weight * (1 - face.contrast)
    for skeleton in _skeleton(letter, face):
        line = at(skeleton)
        steps = np.diff(line, axis=0)
        lengths = np.maximum(np.hypot(steps[:, 0], steps[:, 1]), 1e-6)
        crossing = np.abs(steps[:, 0] * np.sin(nib) + steps[:, 1] * np.cos(nib)) / lengths
        widths = thin + (weight - thin) * crossing**1.5
        # A corner keeps both its strokes' widths; along a curve neighbouring steps differ little.
        for p, q, wide in zip(line[:-1], line[1:], widths, strict=True):
            pieces += ribbon(reals([p, q]), reals([wide, wide]), joints=False)
        joints = np.minimum(widths[:-1], widths[1:])
        pieces += [piece for p, w in zip(line[1:-1], joints, strict=True) for piece in _joint(p, float(w))]
    if face.serif:
        reach, flat = face.serif * height, max(thin, weight * 0.3)
        for foot in _FEET.get(_variant(letter, face), ()):
            (x, y), shift = at(reals([foot]))[0], (weight - flat) / 2
            y += shift if foot[1] > 0.5 else -shift
            pieces += ribbon(reals([(x - reach, y), (x + reach, y)]), reals([flat, flat]), joints=False)
    return pieces, width


def _joint(point: Reals, width: float) -> list[Reals]:
    turn = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    return [reals(np.stack([np.cos(turn), np.sin(turn)], axis=1) * width / 2 + point)]


@lru_cache(256)
def stencil(letters: str, face: Face, height: int) -> Picture:
    """The letters as a mask (0 to 255) of ``height`` rows, cropped to their own width with a pixel around."""
    if face.built_in:
        return _built_in(letters, face, height)
    over = 3
    tall = height * over
    gap = face.weight * tall * (0.45 if face.serif == 0 else 0.7)
    placed_pieces: list[Reals] = []
    x = face.serif * tall + abs(face.slant) * tall / 2 + over
    squeeze = 0.82 if len(letters) > 1 else 1.0
    narrow = Face(
        face.weight * (0.9 if len(letters) > 1 else 1), face.contrast, face.nib, face.serif * 0.8, face.width * squeeze,
        face.slant, face.flat_three, face.curved_seven, face.closed_four, face.barred_jack,
    )  # fmt: skip
    for letter in letters:
        pieces, width = _written(letter, narrow, tall)
        placed_pieces += [reals(np.add(piece, (x, over))) for piece in pieces]
        x += width + gap
    x += face.serif * tall + abs(face.slant) * tall / 2 - gap + over
    mask = np.zeros((tall + 2 * over, int(np.ceil(x / over)) * over), np.uint8)
    fill_each(mask, placed_pieces, 255)
    return u8(cv2.resize(mask, (mask.shape[1] // over, mask.shape[0] // over), interpolation=cv2.INTER_AREA))


def _built_in(letters: str, face: Face, height: int) -> Picture:
    tall = height * 4
    font = cv2.FontFace("sans")
    room = np.zeros((tall * 2, tall * 3), np.uint8)
    cv2.putText(
        room, letters, (tall // 2, tall * 3 // 2), (255,), font, tall, int(np.clip(face.weight * 1000, 100, 1000))
    )
    xs, ys = np.flatnonzero(room.max(axis=0)), np.flatnonzero(room.max(axis=1))
    ink = room[ys[0] : ys[-1] + 1, xs[0] : xs[-1] + 1]
    width = max(1, round(height * ink.shape[1] / ink.shape[0] * face.width))
    sized = cv2.resize(ink, (width, height), interpolation=cv2.INTER_AREA)
    return u8(cv2.copyMakeBorder(sized, 1, 1, 1, 1, cv2.BORDER_CONSTANT))


# ---------------------------------------------------------------- suits
PipCut = Literal["round", "sharp", "broad"]

_HEARTS: Final[dict[PipCut, str]] = {
    "round": "M 0.5 1 C 0.36 0.76 0 0.56 0 0.27 C 0 0.1 0.12 0 0.26 0 C 0.38 0 0.47 0.08 0.5 0.2 "
    "C 0.53 0.08 0.62 0 0.74 0 C 0.88 0 1 0.1 1 0.27 C 1 0.56 0.64 0.76 0.5 1 Z",
    "sharp": "M 0.5 1 C 0.42 0.85 0.02 0.48 0.02 0.24 C 0.02 0.08 0.13 0 0.25 0 C 0.38 0 0.47 0.1 0.5 0.26 "
    "C 0.53 0.1 0.62 0 0.75 0 C 0.87 0 0.98 0.08 0.98 0.24 C 0.98 0.48 0.58 0.85 0.5 1 Z",
    "broad": "M 0.5 1 C 0.3 0.84 0 0.62 0 0.3 C 0 0.12 0.1 0 0.27 0 C 0.4 0 0.48 0.06 0.5 0.14 "
    "C 0.52 0.06 0.6 0 0.73 0 C 0.9 0 1 0.12 1 0.3 C 1 0.62 0.7 0.84 0.5 1 Z",
}
_DIAMONDS: Final[dict[PipCut, str]] = {
    "round": "M 0.5 0 C 0.58 0.18 0.74 0.38 0.9 0.5 C 0.74 0.62 0.58 0.82 0.5 1 C 0.42 0.82 0.26 0.62 0.1 0.5 "
    "C 0.26 0.38 0.42 0.18 0.5 0 Z",
    "sharp": "M 0.5 0 L 0.92 0.5 L 0.5 1 L 0.08 0.5 Z",
    "broad": "M 0.5 0 C 0.62 0.2 0.8 0.38 1 0.5 C 0.8 0.62 0.62 0.8 0.5 1 C 0.38 0.8 0.2 0.62 0 0.5 "
    "C 0.2 0.38 0.38 0.2 0.5 0 Z",
}
_SPADES: Final[dict[PipCut, tuple[str, ...]]] = {
    "round": (
        (
            "M 0.5 0 C 0.6 0.22 1 0.4 1 0.62 C 1 0.77 0.9 0.84 0.78 0.84 C 0.66 0.84 0.56 0.78 0.52 0.68 L 0.48 0.68 "
            "C 0.44 0.78 0.34 0.84 0.22 0.84 C 0.1 0.84 0 0.77 0 0.62 C 0 0.4 0.4 0.22 0.5 0 Z"
        ),
        "M 0.47 0.6 C 0.47 0.82 0.42 0.93 0.28 1 L 0.72 1 C 0.58 0.93 0.53 0.82 0.53 0.6 Z",
    ),
    "sharp": (
        (
            "M 0.5 0 C 0.56 0.14 0.96 0.42 0.96 0.62 C 0.96 0.76 0.86 0.82 0.76 0.82 C 0.64 0.82 0.56 0.76 0.52 0.66 "
            "L 0.48 0.66 C 0.44 0.76 0.36 0.82 0.24 0.82 C 0.14 0.82 0.04 0.76 0.04 0.62 C 0.04 0.42 0.44 0.14 0.5 0 Z"
        ),
        "M 0.46 0.6 L 0.36 1 L 0.64 1 L 0.54 0.6 Z",
    ),
    "broad": (
        (
            "M 0.5 0 C 0.66 0.18 1 0.36 1 0.6 C 1 0.78 0.88 0.87 0.74 0.86 C 0.64 0.85 0.57 0.8 0.53 0.72 L 0.47 0.72 "
            "C 0.43 0.8 0.36 0.85 0.26 0.86 C 0.12 0.87 0 0.78 0 0.6 C 0 0.36 0.34 0.18 0.5 0 Z"
        ),
        "M 0.45 0.6 C 0.45 0.86 0.4 0.95 0.22 1 L 0.78 1 C 0.6 0.95 0.55 0.86 0.55 0.6 Z",
    ),
}


@cache
def suit_outlines(suit: Suit, cut: PipCut) -> tuple[Reals, ...]:
    """A suit's outlines in the unit square; they may overlap, each is filled by itself."""
    match suit:
        case "H":
            return flatten(_HEARTS[cut])
        case "D":
            return flatten(_DIAMONDS[cut])
        case "S":
            return tuple(line for path in _SPADES[cut] for line in flatten(path))
        case "C":
            return _club(cut)


def _club(cut: PipCut) -> tuple[Reals, ...]:
    radius, spread, low = {"round": (0.235, 0.265, 0.57), "sharp": (0.215, 0.265, 0.55), "broad": (0.25, 0.25, 0.59)}[
        cut
    ]
    leaves = (disc((0.5, radius), radius), disc((0.5 - spread, low), radius), disc((0.5 + spread, low), radius))
    heart = reals([(0.5, 0.3), (0.68, 0.6), (0.5, 0.68), (0.32, 0.6)])
    return (*leaves, heart, *flatten(_SPADES[cut][1]))


def draw_suit(
    picture: Picture,
    suit: Suit,
    cut: PipCut,
    colour: Colour,
    box: tuple[float, float, float, float],
    *,
    upside_down: bool = False,
) -> None:
    """Draw a suit's pip into ``box`` = centre x, centre y, width, height (pixels), in place."""
    for outline in placed(suit_outlines(suit, cut), *box, upside_down=upside_down):
        fill(picture, [outline], colour)
