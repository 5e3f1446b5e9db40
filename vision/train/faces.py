"""Faces to learn from: cards out of other people's packs, and cards put together from glyphs, each with its indices.

A face is drawn at :data:`SCALE` pixels to the millimetre, with transparent corners. Lengths are millimetres from the
card's top left; every index is known by where its rank and its suit lie.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import cv2
import numpy as np
import numpy.typing as npt

from controller.rules.cards import PACK, Card
from vision.train.glyphs import Mask, load

Colours = npt.NDArray[np.uint8]
Reals = npt.NDArray[np.float32]

Side = Literal["face", "back", "joker"]

SCALE: Final = 4
LONG: Final = 88.0


@dataclass(frozen=True, slots=True)
class Index:
    """Rank and suit at one corner: boxes (left, top, right, bottom); ``flipped`` when they stand upside down."""

    rank: tuple[float, float, float, float]
    suit: tuple[float, float, float, float]
    flipped: bool = False

    def turned(self, wide: float, high: float) -> Index:
        """The same index at the opposite corner of a card of that size."""

        def turn(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
            return wide - box[2], high - box[3], wide - box[0], high - box[1]

        return Index(turn(self.rank), turn(self.suit), not self.flipped)


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a card: pixels R G B and opacity, and its indices (none for a back or a joker)."""

    pixels: Colours
    card: Card | None
    indices: tuple[Index, ...]
    kind: Side = "face"

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in millimetres."""
        return self.pixels.shape[1] / SCALE, self.pixels.shape[0] / SCALE


@dataclass(frozen=True, slots=True)
class Corner:
    """Where a pack of card art has its index: a window, and the height at which the suit begins, in millimetres."""

    left: float
    top: float
    right: float
    split: float
    bottom: float
    four: bool = False
    """Whether the upper right corner has one too."""


def art_pack(folder: Path, corner: Corner) -> list[Face]:
    """The faces of one pack of card art, its back and its joker."""
    faces = []
    for card in PACK:
        picture = _load(folder / f"{card}.png")
        found = _inked(picture, corner)
        if found is None:
            continue
        wide = picture.shape[1] / SCALE
        upright = [found]
        if corner.four:
            rank, suit = (_mirrored(box, wide) for box in (found.rank, found.suit))
            upright.append(Index(rank, suit))
        faces.append(Face(picture, card, (*upright, *(index.turned(wide, LONG) for index in upright))))
    if (folder / "joker.png").exists():
        faces.append(Face(_load(folder / "joker.png"), None, (), "joker"))
    return faces


def _mirrored(box: tuple[float, float, float, float], wide: float) -> tuple[float, float, float, float]:
    return wide - box[2], box[1], wide - box[0], box[3]


def _load(file: Path) -> Colours:
    picture = cv2.imread(str(file), cv2.IMREAD_UNCHANGED)
    if picture is None:
        raise FileNotFoundError(file)
    high = round(LONG * SCALE)
    wide = round(high * picture.shape[1] / picture.shape[0])
    picture = cv2.resize(picture, (wide, high), interpolation=cv2.INTER_AREA)
    if picture.shape[2] == 3:
        picture = np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)])
    # Cairo multiplies colours by their opacity: the corners are given the paper's white again.
    opacity = picture[..., 3:].astype(np.float32) / 255
    solid = np.clip(picture[..., :3] + 255 * (1 - opacity), 0, 255).astype(np.uint8)
    return np.dstack([solid[..., ::-1], rounded(wide, high)])


def load_back(file: Path) -> Colours:
    """A back out of card art."""
    return _load(file)


def drawn_back(rng: np.random.Generator) -> Colours:
    """A back of our own: an even colour or a lattice, with or without a white border."""
    high, wide = round(LONG * SCALE), round(float(rng.choice([63.0, 57.0])) * SCALE)
    first, second = (rng.uniform(0, 255, 3).astype(np.float32) for _ in range(2))
    if rng.random() < 0.5:
        second = np.full(3, rng.uniform(220, 255), np.float32)
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    a, b = rng.uniform(0.05, 0.9, 2)
    wave = np.sin(a * (x + y)) * np.sin(b * (x - y)) if rng.random() < 0.6 else np.sin(a * x) + np.sin(b * y)
    mix = np.clip(wave * rng.uniform(0.5, 4) + 0.5, 0, 1)[..., None] * rng.choice([0.0, 1.0], p=[0.2, 0.8])
    page = first + mix * (second - first)
    if rng.random() < 0.7:
        edge = round(rng.uniform(2, 6) * SCALE)
        inner = page[edge:-edge, edge:-edge].copy()
        page[:] = rng.uniform(225, 255)
        page[edge:-edge, edge:-edge] = inner
    return np.dstack([np.clip(page, 0, 255).astype(np.uint8), rounded(wide, high)])


def rounded(wide: int, high: int, radius: float = 3.0) -> Mask:
    """The opacity of a card with round corners."""
    mask = np.zeros((high * 2, wide * 2), np.uint8)
    r = round(radius * SCALE * 2)
    cv2.rectangle(mask, (r, 0), (wide * 2 - r, high * 2), 255, -1)
    cv2.rectangle(mask, (0, r), (wide * 2, high * 2 - r), 255, -1)
    for x in (r, wide * 2 - r):
        for y in (r, high * 2 - r):
            cv2.circle(mask, (x, y), r, 255, -1)
    return np.asarray(cv2.resize(mask, (wide, high), interpolation=cv2.INTER_AREA))


def _inked(picture: Colours, corner: Corner) -> Index | None:
    """Where the ink of rank and suit really is inside the pack's window."""
    boxes = []
    for top, bottom in ((corner.top, corner.split), (corner.split, corner.bottom)):
        window = picture[
            round(top * SCALE) : round(bottom * SCALE), round(corner.left * SCALE) : round(corner.right * SCALE), :3
        ]
        paper = np.median(window.reshape(-1, 3), 0)
        ink = np.abs(window.astype(np.int16) - paper.astype(np.int16)).max(2) > 70
        rows, columns = np.flatnonzero(ink.any(1)), np.flatnonzero(ink.any(0))
        if rows.size < 4 or columns.size < 4:
            return None
        boxes.append(
            (
                corner.left + columns[0] / SCALE,
                top + rows[0] / SCALE,
                corner.left + (columns[-1] + 1) / SCALE,
                top + (rows[-1] + 1) / SCALE,
            )
        )
    return Index(boxes[0], boxes[1])


_PAIR: Final = ((0.22, 0.14), (0.78, 0.14), (0.22, 0.86), (0.78, 0.86))
_SIX: Final = (*_PAIR, (0.22, 0.5), (0.78, 0.5))
_EIGHT: Final = (*_PAIR, (0.22, 0.38), (0.78, 0.38), (0.22, 0.62), (0.78, 0.62))
PIPS: Final[dict[str, tuple[tuple[float, float], ...]]] = {
    "A": ((0.5, 0.5),),
    "2": ((0.5, 0.14), (0.5, 0.86)),
    "3": ((0.5, 0.14), (0.5, 0.5), (0.5, 0.86)),
    "4": _PAIR,
    "5": (*_PAIR, (0.5, 0.5)),
    "6": _SIX,
    "7": (*_SIX, (0.5, 0.32)),
    "8": (*_SIX, (0.5, 0.32), (0.5, 0.68)),
    "9": (*_EIGHT, (0.5, 0.5)),
    "T": (*_EIGHT, (0.5, 0.26), (0.5, 0.74)),
}
"""Where the pips of each rank stand, as parts of the width and of the height between the indices."""


class Press:
    """Puts cards together from glyphs and, for the court, from parts of card art."""

    def __init__(self, glyphs: Path, art: list[Face], rng: np.random.Generator) -> None:
        self._ranks, self._suits = load(glyphs)
        self._suits = [suits for suits in self._suits if all((mask > 128).mean() < 0.8 for mask in suits.values())]
        self._courts = [face for face in art if face.card and face.card[0] in "JQK"]
        self._rng = rng

    def face(self) -> Face:
        """One more card, of any style."""
        rng = self._rng
        card = PACK[rng.integers(52)]
        wide = float(rng.choice([63.0, 57.0, 58.5, 63.5], p=[0.4, 0.25, 0.1, 0.25]))
        dark = rng.random() < 0.05
        paper, ink = self._colours(card, dark=dark)
        high = round(LONG * SCALE)
        page = np.empty((high, round(wide * SCALE), 3), np.float32)
        page[:] = paper
        if rng.random() < 0.3:
            page += np.linspace(-1, 1, high, dtype=np.float32)[:, None, None] * rng.uniform(-10, 10)
        suits = self._suits[rng.integers(len(self._suits))]
        index, drawn = self._index(card, wide, suits)
        bounds = max(box[2] for box in (index.rank, index.suit)) + rng.uniform(0.3, 1.5)
        self._body(page, card, suits[card[1]], ink, wide, bounds, dark=dark)
        four = rng.random() < 0.2
        layers = [(drawn, index)]
        if four:
            layers.append((drawn, Index(_mirrored(index.rank, wide), _mirrored(index.suit, wide))))
        for masks, place in layers:
            clear = (min(place.rank[0], place.suit[0]), place.rank[1], max(place.rank[2], place.suit[2]), place.suit[3])
            _wipe(page, clear, np.asarray(paper, np.float32))
            _print(page, masks[0], place.rank, ink)
            _print(page, masks[1], place.suit, ink)
        if card[0] not in PIPS:
            # A court reads the same either way up: its lower half is the upper one, turned.
            half = page.shape[0] // 2
            page[half:] = np.rot90(page, 2)[half:]
        for masks, place in layers:
            turned = place.turned(wide, LONG)
            clear = (
                min(turned.rank[0], turned.suit[0]),
                turned.suit[1],
                max(turned.rank[2], turned.suit[2]),
                turned.rank[3],
            )
            _wipe(page, clear, np.asarray(paper, np.float32))
            _print(page, np.rot90(masks[0], 2), turned.rank, ink)
            _print(page, np.rot90(masks[1], 2), turned.suit, ink)
        if rng.random() < 0.25:
            cv2.rectangle(
                page,
                (0, 0),
                (page.shape[1] - 1, page.shape[0] - 1),
                tuple(float(v) for v in page[2, 9] * rng.uniform(0.2, 0.9)),
                int(rng.integers(1, 3)),
            )
        pixels = np.dstack(
            [np.clip(page, 0, 255).astype(np.uint8), rounded(page.shape[1], high, rng.uniform(1.5, 4.5))]
        )
        places = [place for _, place in layers]
        return Face(pixels, card, (*places, *(place.turned(wide, LONG) for place in places)))

    def joker(self) -> Face:
        """A face of no rank and no suit: a figure or an advertisement, perhaps a word down the side."""
        rng = self._rng
        wide, high = 63.0, round(LONG * SCALE)
        page = np.empty((high, round(wide * SCALE), 3), np.float32)
        page[:] = rng.uniform(225, 255) + rng.uniform(-6, 3, 3)
        source = self._courts[rng.integers(len(self._courts))].pixels[40:-40, 46:-46, :3]
        part = source[int(rng.integers(0, 80)) :, int(rng.integers(0, 50)) :]
        tall, broad = rng.uniform(25, 70), rng.uniform(20, 42)
        x0, y0 = round((wide - broad) / 2 * SCALE), round((LONG - tall) / 2 * SCALE)
        x1, y1 = x0 + round(broad * SCALE), y0 + round(tall * SCALE)
        page[y0:y1, x0:x1] = cv2.resize(part[..., rng.permutation(3)], (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
        if rng.random() < 0.7:
            face = self._ranks[rng.integers(len(self._ranks))]
            ink = rng.uniform(0, 120, 3).astype(np.float32)
            size, x, y = rng.uniform(3.5, 6.5), rng.uniform(1.5, 4), rng.uniform(3, 7)
            for k, letter in enumerate("J0K3Q"[: int(rng.integers(3, 6))]):
                top = y + k * size * 1.15
                _print(page, face[letter], (x, top, x + size * 0.7, top + size), ink)
                _print(
                    page,
                    np.rot90(face[letter], 2),
                    (wide - x - size * 0.7, LONG - top - size, wide - x, LONG - top),
                    ink,
                )
        pixels = np.dstack([np.clip(page, 0, 255).astype(np.uint8), rounded(page.shape[1], high)])
        return Face(pixels, None, (), "joker")

    def _colours(self, card: Card, *, dark: bool) -> tuple[Reals, Reals]:
        """Paper and ink."""
        rng = self._rng
        if dark:
            paper = rng.uniform(5, 50) + rng.uniform(-5, 5, 3)
            ink = np.array([200, 160, 70]) if card[1] in "HD" and rng.random() < 0.7 else np.array([200, 200, 200])
            if card[1] in "HD" and rng.random() < 0.4:
                ink = np.array([220, 40, 40])
            return paper.astype(np.float32), (ink + rng.uniform(-30, 30, 3)).astype(np.float32)
        paper = (
            rng.uniform(225, 255) + rng.uniform(-6, 3, 3) - rng.choice([0.0, 1.0], p=[0.7, 0.3]) * np.array([0, 5, 25])
        )
        if card[1] in "HD":
            ink = np.array([rng.uniform(170, 250), rng.uniform(0, 60), rng.uniform(0, 70)])
        else:
            ink = rng.uniform(0, 60) + rng.uniform(-8, 8, 3)
        if rng.random() < 0.06:
            ink = {"C": np.array([10, 120, 40]), "D": np.array([20, 60, 190])}.get(card[1], ink)
        return paper.astype(np.float32), np.asarray(ink, np.float32)

    def _rank(self, card: Card) -> Mask:
        """The rank's letters, perhaps thinner, bolder or narrower than their face has them."""
        rng = self._rng
        face = self._ranks[rng.integers(len(self._ranks))]
        if card[0] != "T":
            mask = face[card[0]]
        else:
            one, nought = face["1"], face["0"]
            high = max(one.shape[0], nought.shape[0])
            one, nought = (cv2.resize(m, (m.shape[1], high), interpolation=cv2.INTER_AREA) for m in (one, nought))
            gap = np.zeros((high, round(high * rng.uniform(0.02, 0.14))), np.uint8)
            mask = np.hstack([one, gap, nought])
        size = int(rng.integers(2, 7))
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
        if rng.random() < 0.35:
            mask = cv2.dilate(np.pad(mask, size), kernel)
            mask = _trimmed(mask)
        elif rng.random() < 0.08:
            inner = cv2.erode(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (7, 7)))
            mask = np.asarray(mask - inner)
        return np.asarray(mask)

    def _index(self, card: Card, wide: float, suits: dict[str, Mask]) -> tuple[Index, tuple[Mask, Mask]]:
        """Where rank and suit stand, and their masks."""
        rng = self._rng
        rank = self._rank(card)
        tall = rng.uniform(5.5, 9.5) if rng.random() < 0.85 else rng.uniform(9.5, 15.0)
        broad = np.clip(tall * rank.shape[1] / rank.shape[0] * rng.uniform(0.62, 1.1), 1.2, 13.0)
        if card[0] == "T":
            broad = np.clip(broad, 0.6 * tall, tall)
        suit = suits[card[1]]
        below = tall * rng.uniform(0.5, 0.95)
        across = below * np.clip(suit.shape[1] / suit.shape[0], 0.7, 1.2) * rng.uniform(0.85, 1.15)
        side = max(broad, across)
        centre = rng.uniform(1.4, 3.5) + side / 2
        top = rng.uniform(1.8, 6.0)
        gap = rng.uniform(0.5, 2.6)
        shift = rng.uniform(-0.4, 0.4)
        first = (centre - broad / 2, top, centre + broad / 2, top + tall)
        second = (centre + shift - across / 2, top + tall + gap, centre + shift + across / 2, top + tall + gap + below)
        return Index(first, second), (rank, suit)

    def _body(self, page: Reals, card: Card, suit: Mask, ink: Reals, wide: float, bounds: float, *, dark: bool) -> None:
        """Pips, or a court figure out of some pack, or a frame with anything in it."""
        rng = self._rng
        left, right = max(bounds, 9.0), wide - max(bounds, 9.0)
        if card[0] in PIPS and rng.random() < 0.96:
            size = rng.uniform(9, 14) if card[0] != "A" else rng.uniform(10, 30)
            broad = size * suit.shape[1] / suit.shape[0]
            low, high = rng.uniform(2, 8), LONG - rng.uniform(2, 8)
            for x, y in PIPS[card[0]]:
                cx, cy = left + x * (right - left), low + y * (high - low)
                mask = suit if y <= 0.5 else np.rot90(suit, 2)
                _print(page, mask, (cx - broad / 2, cy - size / 2, cx + broad / 2, cy + size / 2), ink)
            return
        source = self._courts[rng.integers(len(self._courts))]
        picture = source.pixels[40:-40, 46:-46, :3]
        if rng.random() < 0.3:
            picture = picture[..., rng.permutation(3)]
        x0, x1 = (
            round(max(left - rng.uniform(0, 4), bounds) * SCALE),
            round((wide - max(left - rng.uniform(0, 4), bounds)) * SCALE),
        )
        y0, y1 = round(rng.uniform(3, 10) * SCALE), round((LONG - rng.uniform(3, 10)) * SCALE)
        patch = cv2.resize(picture, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
        page[y0:y1, x0:x1] = patch if not dark else patch.mean(2, keepdims=True) * ink / 255
        if rng.random() < 0.6:
            frame = tuple(float(v) for v in (ink if rng.random() < 0.5 else rng.uniform(0, 200, 3)))
            cv2.rectangle(page, (x0, y0), (x1, y1), frame, int(rng.integers(1, 3)))
        if rng.random() < 0.7:
            size = rng.uniform(7, 13)
            cx, cy = x0 / SCALE + rng.uniform(4, 9), y0 / SCALE + rng.uniform(4, 9)
            _print(page, suit, (cx - size / 2, cy - size / 2, cx + size / 2, cy + size / 2), ink)


def _trimmed(mask: Mask) -> Mask:
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    return mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def _wipe(page: Reals, box: tuple[float, float, float, float], paper: Reals) -> None:
    x0, y0, x1, y1 = (round(v * SCALE) for v in box)
    page[max(y0 - 2, 0) : y1 + 2, max(x0 - 2, 0) : x1 + 2] = paper


def _print(page: Reals, mask: Mask, box: tuple[float, float, float, float], ink: Reals) -> None:
    """Lay ink through a mask into a box, as far as it lies on the page."""
    x0, y0, x1, y1 = (v * SCALE for v in box)
    wide, high = max(round(x1 - x0), 1), max(round(y1 - y0), 1)
    x, y = round(x0), round(y0)
    shrink = wide < mask.shape[1] and high < mask.shape[0]
    inked = cv2.resize(
        np.ascontiguousarray(mask), (wide, high), interpolation=cv2.INTER_AREA if shrink else cv2.INTER_LINEAR
    )
    left, top = max(x, 0), max(y, 0)
    right, bottom = min(x + wide, page.shape[1]), min(y + high, page.shape[0])
    if right <= left or bottom <= top:
        return
    opacity = inked[top - y : bottom - y, left - x : right - x, None].astype(np.float32) / 255
    spot = page[top:bottom, left:right]
    spot += opacity * (ink - spot)
