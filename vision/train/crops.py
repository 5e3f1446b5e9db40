"""What the reader learns from: crops of 64×64 pixels, with a rank, a suit, either hidden, or none at all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from controller.rules.cards import RANKS, SUITS
from vision.train.scene import SIDE, Laid, Seen

Colours = npt.NDArray[np.uint8]
Reals = npt.NDArray[np.float32]

CROP: Final = 64
WIDE: Final = 1.1
HIGH: Final = 1.55
"""A crop's width and height, in heights of the index."""
NO_RANK: Final = len(RANKS)
NO_SUIT: Final = len(SUITS)
UNSURE: Final = -100
"""Neither in sight nor hidden: nothing is learnt from it."""
_CLEAR: Final = 0.86
_HIDDEN: Final = 0.35


@dataclass(frozen=True, slots=True)
class Example:
    """One crop and what should be read in it."""

    pixels: Colours
    rank: int
    suit: int


def window(centre: Reals, down: Reals) -> Reals:
    """The crop around an index: pixels of the picture for the corners (0,0), (64,0), (64,64), (0,64) of the crop."""
    right = np.array([down[1], -down[0]], np.float32)
    a, b = right * (WIDE / 2), down * (HIGH / 2)
    return np.asarray([centre - a - b, centre + a - b, centre + a + b, centre - a + b], np.float32)


def cut(picture: Colours, corners: Reals) -> Colours:
    """The crop whose corners lie there."""
    square = np.array([[0, 0], [CROP, 0], [CROP, CROP], [0, CROP]], np.float32)
    matrix = cv2.getPerspectiveTransform(np.asarray(corners, np.float32), square)
    return np.asarray(
        cv2.warpPerspective(picture, matrix, (CROP, CROP), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    )


def examples(picture: Colours, seen: list[Seen], rng: np.random.Generator) -> Iterator[Example]:
    """All indices of a scene, a little off, and as many places that show none."""
    for index in seen:
        rank, suit = (
            _label(index.rank_shown, RANKS.index(index.card[0])),
            _label(index.suit_shown, SUITS.index(index.card[1])),
        )
        if rank == suit == UNSURE:
            continue
        if rank is None and suit is None:
            if rng.random() < 0.3:
                yield Example(cut(picture, _near(index, rng)), NO_RANK, NO_SUIT)
            continue
        yield Example(
            cut(picture, _near(index, rng)),
            NO_RANK if rank is None else rank,
            NO_SUIT if suit is None else suit,
        )
        if rng.random() < 0.5:
            yield Example(cut(picture, _astray(index, rng)), NO_RANK, NO_SUIT)
    for _ in range(3):
        yield from _elsewhere(picture, seen, rng)


def _label(shown: float, label: int) -> int | None:
    if shown >= _CLEAR:
        return label
    return None if shown <= _HIDDEN else UNSURE


def _near(index: Seen, rng: np.random.Generator) -> Reals:
    """The window as a finder would give it, or as a rectified card would, a little off either way."""
    tall = float(np.hypot(*index.down))
    if rng.random() < 0.6:
        angle, size = rng.normal(0, 0.1), np.exp(np.clip(rng.normal(0, 0.12), -0.3, 0.3))
        c, s = np.cos(angle), np.sin(angle)
        down = np.array([[c, -s], [s, c]]) @ index.down * size
        return window(index.centre + rng.normal(0, 0.05, 2) * tall, down.astype(np.float32))
    top_left, top_right, bottom_right, bottom_left = index.frame
    across = (top_right + bottom_right - top_left - bottom_left) / 2
    narrow = float(np.hypot(*across)) or 1.0
    size, squeeze = np.exp(rng.normal(0, 0.16)), np.exp(rng.normal(0, 0.1))
    right = across / narrow * tall * (WIDE / 2) * size * squeeze
    down = index.down * (HIGH / 2) * size / squeeze
    centre = index.centre + rng.normal(0, 0.07, 2) * tall
    return np.asarray(
        [centre - right - down, centre + right - down, centre + right + down, centre - right + down], np.float32
    )


def _astray(index: Seen, rng: np.random.Generator) -> Reals:
    """A window on an index that is turned, far too large or small, or beside it: nothing can be read in it."""
    down, centre = index.down, index.centre
    match int(rng.integers(4)):
        case 0 | 1:
            down = -down
            angle = rng.normal(0, 0.15)
        case 2:
            angle = rng.choice([-1, 1]) * rng.uniform(1.0, 2.1)
        case _:
            angle = rng.normal(0, 0.1)
            if rng.random() < 0.5:
                down = down * np.exp(rng.choice([-1, 1]) * rng.uniform(0.85, 1.4))
            else:
                way = rng.uniform(0, 2 * np.pi)
                centre = centre + np.hypot(*down) * rng.uniform(0.62, 1.2) * np.array([np.cos(way), np.sin(way)])
    c, s = np.cos(angle), np.sin(angle)
    return window(np.asarray(centre, np.float32), (np.array([[c, -s], [s, c]]) @ down).astype(np.float32))


def _elsewhere(picture: Colours, seen: list[Seen], rng: np.random.Generator) -> Iterator[Example]:
    """A window anywhere that holds no index in its middle."""
    centre = rng.uniform(12, SIDE - 12, 2).astype(np.float32)
    if any(np.hypot(*(index.centre - centre)) < 0.9 * np.hypot(*index.down) for index in seen):
        return
    way, tall = rng.uniform(0, 2 * np.pi), np.exp(rng.uniform(np.log(9), np.log(60)))
    down = np.array([np.cos(way), np.sin(way)], np.float32) * np.float32(tall)
    yield Example(cut(picture, window(centre, down)), NO_RANK, NO_SUIT)


KINDS: Final = ("face", "back", "joker", "none")


def sides(picture: Colours, laid: list[Laid], rng: np.random.Generator) -> Iterator[tuple[Colours, int]]:
    """Whole cards made upright, 64×64 whatever their shape, and places where no card lies; what each shows."""
    for card in laid:
        inside = ((card.corners > -10) & (card.corners < SIDE + 10)).all()
        if not inside or 0.2 < card.shown < 0.55:
            continue
        size = float(np.sqrt(cv2.contourArea(card.corners)))
        if size < 30:
            continue
        corners = card.corners + rng.normal(0, 0.02, (4, 2)) * size
        kind = card.kind if card.shown > 0.2 else "none"
        yield cut(picture, np.roll(corners, 2 * int(rng.integers(2)), 0)), KINDS.index(kind)
    if rng.random() < 0.4:
        centre, way = rng.uniform(30, SIDE - 30, 2), rng.uniform(0, 2 * np.pi)
        tall = rng.uniform(30, 150)
        a = np.array([np.cos(way), np.sin(way)]) * tall / 2
        b = np.array([-a[1], a[0]]) * rng.uniform(0.5, 0.85)
        corners = np.array([centre - a - b, centre + a - b, centre + a + b, centre - a + b], np.float32)
        if all(_apart(corners, card) for card in laid):
            yield cut(picture, np.roll(corners, 1, 0)), KINDS.index("none")


def _apart(corners: Reals, card: Laid) -> bool:
    area, _ = cv2.intersectConvexConvex(np.asarray(corners, np.float32), card.corners)
    return area < 0.3 * min(cv2.contourArea(corners), cv2.contourArea(card.corners))
