"""Packs of cards: drawn by our own hand in as many styles as wanted, or read from a folder of pictures."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, Literal, Protocol

import cv2
import numpy as np

from controller.rules.cards import PACK, Suit
from controller.rules.errors import PoneError
from vision.render.backs import BackCut, draw_back
from vision.render.courts import BRIGHT, MUTED, PRINTED, CourtCut, Dyes, draw_court
from vision.render.glyphs import Face, PipCut, draw_suit, letters_of, stencil
from vision.render.shapes import Colour, Picture, disc, fill, reals, rounded, u8

JOKER: Final = "joker"
BACK: Final = "back"
SIDES: Final[tuple[str, ...]] = (*PACK, JOKER, BACK)
"""Everything that a pack can show: its 52 faces, the joker and the back."""


class NoArt(PoneError, FileNotFoundError):
    """A folder does not hold a picture of every card."""


class UnknownName(PoneError, ValueError):
    """No pack, or no light, is called so."""


class Pack(Protocol):
    """A pack as it is printed."""

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of a card, mm."""
        ...

    @property
    def corner(self) -> float:
        """Radius of its corners, mm."""
        ...

    def side(self, name: str, scale: float) -> Picture:
        """The picture of one of :data:`SIDES` at ``scale`` px/mm, corners not cut. Do not write to it."""
        ...

    def __hash__(self) -> int: ...


Layout = Literal["pips", "single"]
"""The middle of a pip card: its pips as usual, or one large pip."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a pack is drawn. Lengths in mm, colours blue-green-red.

    ``index`` is the height of the corner's rank, ``inset`` where the rank's middle and its top stand from the left and
    the top edge, ``index_pip`` the height of the pip under it (0: beside, for large indices), ``corners`` how many
    corners have an index (2 or 4), ``pip`` the height of the pips in the middle and ``columns`` how far the outer
    columns stand from the middle line.
    """

    name: str
    size: tuple[float, float] = (63.0, 88.0)
    corner: float = 3.2
    face: Face = field(default_factory=Face)
    index: float = 8.6
    inset: tuple[float, float] = (6.0, 4.4)
    index_pip: float = 6.6
    corners: int = 2
    pip: float = 12.6
    columns: float = 13.4
    pips: PipCut = "round"
    layout: Layout = "pips"
    court: CourtCut = "figure"
    frame: tuple[float, float] = (11.4, 10.6)
    dyes: Dyes = PRINTED
    black: Colour = (34, 30, 30)
    red: Colour = (44, 38, 196)
    green: Colour = (70, 122, 22)
    blue: Colour = (176, 82, 26)
    four_colours: bool = False
    paper: Colour = (250, 252, 252)
    back: BackCut = "lattice"
    back_colour: Colour = (120, 52, 28)
    border: float = 4.0

    def ink(self, suit: Suit) -> Colour:
        """The colour of a suit."""
        if self.four_colours:
            return {"S": self.black, "H": self.red, "D": self.blue, "C": self.green}[suit]
        return self.red if suit in "HD" else self.black


_POSTER: Final = Face(0.17, 0.1, width=0.95)
_ROMAN: Final = Face(0.17, 0.68, serif=0.1, width=1.05, barred_jack=True)
_SLAB: Final = Face(0.16, 0.25, serif=0.11, width=0.98, flat_three=True)
_HAIR: Final = Face(0.095, 0.0, width=0.98, curved_seven=True)
_SET: Final = Face(0.6, built_in=True)

STYLES: Final[dict[str, Style]] = {
    style.name: style
    for style in (
        Style("club", face=_SLAB),
        Style("roman", face=_ROMAN, pips="sharp", back="rings", back_colour=(44, 36, 150), dyes=MUTED),
        Style("poster", face=_POSTER, pips="broad", back="waves", back_colour=(58, 92, 30), index=9.6,
              inset=(6.4, 4.2)),
        Style("bridge", (57.0, 88.9), face=_SLAB, columns=11.8, pip=11.8, frame=(10.4, 10.4), inset=(5.4, 4.2),
              index=8.0, index_pip=5.8, back="plaid", back_colour=(110, 40, 96)),
        Style("jumbo", face=Face(0.19, 0.08, width=1.0), index=15.5, inset=(8.6, 4.6), index_pip=11.0, columns=11.0,
              pip=10.4, frame=(15.6, 11.0), pips="broad", back="dots", back_colour=(40, 40, 168)),
        Style("four-colour", face=_SET, four_colours=True, back="lattice", back_colour=(36, 32, 34), dyes=BRIGHT),
        Style("plain", face=_HAIR, court="letter", back="solid", back_colour=(150, 96, 40), index=8.0, border=5.0),
        Style("crest", face=Face(0.15, 0.5, serif=0.08, slant=0.12), court="crest", pips="broad", back="waves",
              back_colour=(90, 30, 20), corners=4),
        Style("single", face=_POSTER, layout="single", court="letter", index=11.0, inset=(7.4, 4.6), index_pip=8.6,
              back="rings", back_colour=(120, 90, 20)),
    )
}  # fmt: skip
"""Packs with a name; the first is the club's own."""


def styled(seed: int) -> Style:
    """A pack of its own for every seed: some named style with its letters, sizes and colours drawn anew."""
    rng = np.random.default_rng((0x9AC6, seed))
    base = list(STYLES.values())[int(rng.integers(len(STYLES)))]
    face = Face(
        weight=float(rng.uniform(0.09, 0.21)),
        contrast=float(rng.choice([0.0, 0.1, 0.3, 0.55, 0.7])),
        nib=float(rng.uniform(10, 35)),
        serif=float(rng.choice([0.0, 0.0, 0.08, 0.1, 0.12])),
        width=float(rng.uniform(0.8, 1.15)),
        slant=float(rng.choice([0.0, 0.0, 0.0, 0.1])),
        flat_three=bool(rng.random() < 0.25),
        curved_seven=bool(rng.random() < 0.4),
        closed_four=bool(rng.random() < 0.85),
        barred_jack=bool(rng.random() < 0.4),
    )
    if rng.random() < 0.15:
        face = Face(float(rng.uniform(0.3, 0.9)), width=float(rng.uniform(0.8, 1.0)), built_in=True)
    index = base.index * float(rng.uniform(0.85, 1.15))
    cuts: tuple[PipCut, ...] = ("round", "sharp", "broad")
    backs: tuple[BackCut, ...] = ("lattice", "rings", "waves", "dots", "plaid", "solid")
    dyes = (PRINTED, MUTED, BRIGHT)
    jitter = rng.integers(-14, 15, 3)
    return replace(
        base,
        name=f"seed-{seed}",
        face=face,
        index=index,
        index_pip=index * float(rng.uniform(0.64, 0.86)),
        pip=base.pip * float(rng.uniform(0.85, 1.1)),
        pips=cuts[int(rng.integers(3))],
        court=base.court if base.court != "figure" or rng.random() < 0.8 else ("crest", "letter")[int(rng.integers(2))],
        dyes=dyes[int(rng.integers(3))],
        red=(int(44 + jitter[0]), int(38 + jitter[1]), int(200 + 2 * jitter[2])),
        four_colours=bool(rng.random() < 0.2),
        paper=(int(rng.integers(236, 254)), int(rng.integers(244, 255)), int(rng.integers(246, 255))),
        back=backs[int(rng.integers(6))],
        back_colour=tuple(int(v) for v in rng.integers(20, 170, 3)),  # type: ignore[arg-type]
        border=float(rng.uniform(2.5, 6)),
    )


# ---------------------------------------------------------------- drawing
_MIDDLE: Final[dict[str, tuple[tuple[int, float], ...]]] = {
    "A": ((0, 0.0),),
    "2": ((0, -1.0), (0, 1.0)),
    "3": ((0, -1.0), (0, 0.0), (0, 1.0)),
    "4": ((-1, -1.0), (1, -1.0), (-1, 1.0), (1, 1.0)),
    "5": ((-1, -1.0), (1, -1.0), (0, 0.0), (-1, 1.0), (1, 1.0)),
    "6": ((-1, -1.0), (1, -1.0), (-1, 0.0), (1, 0.0), (-1, 1.0), (1, 1.0)),
    "7": ((-1, -1.0), (1, -1.0), (0, -0.5), (-1, 0.0), (1, 0.0), (-1, 1.0), (1, 1.0)),
    "8": ((-1, -1.0), (1, -1.0), (0, -0.5), (-1, 0.0), (1, 0.0), (0, 0.5), (-1, 1.0), (1, 1.0)),
    "9": ((-1, -1.0), (1, -1.0), (-1, -0.333), (1, -0.333), (0, 0.0), (-1, 0.333), (1, 0.333), (-1, 1.0), (1, 1.0)),
    "T": ((-1, -1.0), (1, -1.0), (0, -0.667), (-1, -0.333), (1, -0.333), (-1, 0.333), (1, 0.333), (0, 0.667),
          (-1, 1.0), (1, 1.0)),
}  # fmt: skip
"""Column (-1, 0, 1) and height (-1 at the top) of the pips of each rank."""


_FINE: Final = 6.4
"""px/mm at which thin lines keep their lightness."""


def draw_side(style: Style, name: str, scale: float) -> Picture:
    """One of :data:`SIDES` in a style at ``scale`` px/mm, its corners not cut. Raises ValueError for other names."""
    wide, high = (max(1, round(v * scale)) for v in style.size)
    if scale <= _FINE / 2:
        return u8(cv2.resize(_fine(style, name), (wide, high), interpolation=cv2.INTER_AREA))
    over = 1 if scale >= 14 else 2
    big = np.empty((high * over, wide * over, 3), np.uint8)
    big[:] = style.paper
    _print(big, style, name, big.shape[1] / style.size[0])
    return u8(cv2.resize(big, (wide, high), interpolation=cv2.INTER_AREA)) if over > 1 else big


@lru_cache(4)
def _fine(style: Style, name: str) -> Picture:
    """A side from which each small one is reduced, so that it is drawn once and is as light as a large one."""
    big = np.empty((round(style.size[1] * _FINE), round(style.size[0] * _FINE), 3), np.uint8)
    big[:] = style.paper
    _print(big, style, name, _FINE)
    return big


def _print(picture: Picture, style: Style, name: str, scale: float) -> None:
    if name == BACK:
        draw_back(picture, scale, style.back, style.back_colour, style.border)
        return
    if name == JOKER:
        _joker(picture, style, scale)
        return
    if name not in PACK:
        raise ValueError(f"a pack has no {name}")
    rank, suit = name[0], _suit(name)
    if rank in "JQK":
        (dx, dy), (wide, high) = style.frame, style.size
        box = reals([dx, dy, wide - dx, high - dy]) * scale
        draw_court(picture, rank, suit, reals(box), style.court, style.dyes, style.pips, style.ink(suit))
    else:
        _middle(picture, style, rank, suit, scale)
    _indices(picture, style, letters_of(rank), suit, scale)


def _suit(name: str) -> Suit:
    match name[1]:
        case "S" | "H" | "D" | "C" as suit:
            return suit
        case _:
            raise ValueError(f"no suit in {name}")


_PIP_WIDTH: Final[dict[Suit, float]] = {"S": 0.86, "H": 0.9, "D": 0.78, "C": 0.92}


def _middle(picture: Picture, style: Style, rank: str, suit: Suit, scale: float) -> None:
    wide, high = style.size
    ink = style.ink(suit)
    if style.layout == "single" or rank == "A":
        tall = (34.0 if style.layout == "single" else 22.0 if suit == "S" else 17.0) * scale
        box = (wide / 2 * scale, high / 2 * scale, tall * _PIP_WIDTH[suit], tall)
        draw_suit(picture, suit, style.pips, ink, box)
        return
    reach = high / 2 - 8.6 - style.pip / 2
    for column, row in _MIDDLE[rank]:
        x, y = wide / 2 + column * style.columns, high / 2 + row * reach
        box = (x * scale, y * scale, style.pip * _PIP_WIDTH[suit] * scale, style.pip * scale)
        draw_suit(picture, suit, style.pips, ink, box, upside_down=row > 0)


def _indices(picture: Picture, style: Style, letters: str, suit: Suit, scale: float) -> None:
    mask = stencil(letters, style.face, max(4, round(style.index * scale)))
    ink = style.ink(suit)
    room = (style.inset[0] * 2 - 1.4) * scale
    if mask.shape[1] > room:
        mask = u8(cv2.resize(mask, (max(1, round(room)), mask.shape[0]), interpolation=cv2.INTER_AREA))
    x, y = style.inset[0] * scale, style.inset[1] * scale
    pip_y = (style.inset[1] + style.index + 1.1 + style.index_pip / 2) * scale
    pip = (style.index_pip * _PIP_WIDTH[suit] * scale, style.index_pip * scale)
    wide = picture.shape[1]
    for centre in (x, wide - x) if style.corners == 4 else (x,):
        _stamp(picture, mask, centre - mask.shape[1] / 2, y, ink)
        draw_suit(picture, suit, style.pips, ink, (centre, pip_y, *pip))
        turned = picture[::-1, ::-1]
        _stamp(turned, mask, centre - mask.shape[1] / 2, y, ink)
        draw_suit(
            picture, suit, style.pips, ink, (wide - centre, picture.shape[0] - pip_y, *pip), upside_down=True
        )  # fmt: skip


def _stamp(picture: Picture, mask: Picture, left: float, top: float, ink: Colour) -> None:
    x, y = max(0, round(left)), max(0, round(top))
    part = picture[y : y + mask.shape[0], x : x + mask.shape[1]]
    share = mask[: part.shape[0], : part.shape[1], None].astype(np.float32) / 255
    part[:] = np.round(part * (1 - share) + np.array(ink, np.float32) * share).astype(np.uint8)


def _joker(picture: Picture, style: Style, scale: float) -> None:
    """A cap with three bells, and the word down both sides."""
    wide, high = style.size
    middle, ink = wide / 2, style.black
    for k, colour in zip((-1, 0, 1), (style.red, style.dyes.yellow, style.dyes.blue), strict=True):
        tip = (middle + k * 15, high / 2 - 16 + abs(k) * 6)
        cone = reals([(middle + k * 9 - 7, high / 2 + 6), tip, (middle + k * 9 + 7, high / 2 + 6)])
        fill(picture, [reals(cone * scale)], colour)
        fill(picture, [disc((tip[0] * scale, tip[1] * scale), 2 * scale)], ink)
    brim = rounded(
        (middle - 17) * scale, (high / 2 + 6) * scale, (middle + 17) * scale, (high / 2 + 11) * scale, 2 * scale
    )
    fill(picture, [brim], ink)
    face = Face(0.16, width=0.9)
    for letter, y in zip("JOKER", (4.6, 10.6, 16.6, 22.6, 28.6), strict=True):
        mask = stencil(letter, face, max(4, round(5.0 * scale)))
        for side in (picture, picture[::-1, ::-1]):
            _stamp(side, mask, style.inset[0] * scale - mask.shape[1] / 2, y * scale, ink)


@dataclass(frozen=True, slots=True)
class DrawnPack:
    """A pack drawn in a style. Sides are drawn once for each scale."""

    style: Style

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of a card, mm."""
        return self.style.size

    @property
    def corner(self) -> float:
        """Radius of its corners, mm."""
        return self.style.corner

    def side(self, name: str, scale: float) -> Picture:
        """The picture of one of :data:`SIDES` at ``scale`` px/mm, corners not cut. Do not write to it."""
        return _drawn(self.style, name, scale)


@lru_cache(160)
def _drawn(style: Style, name: str, scale: float) -> Picture:
    return draw_side(style, name, scale)


def pack_named(name: str) -> DrawnPack:
    """The pack of a named style, or ``seed-N`` for the style of a seed. Raises :class:`UnknownName`."""
    if name in STYLES:
        return DrawnPack(STYLES[name])
    if match := re.fullmatch(r"seed-(\d+)", name):
        return DrawnPack(styled(int(match[1])))
    raise UnknownName(f"no pack is called {name}; there are {', '.join(STYLES)}, and seed-N for any number N")
