"""The cards in a still photograph: no calibration, no known pack, any ground.

Indices are found wherever they stand, read, and joined to the cards that they belong to; outlines with four corners
give the cards whose indices hide from the finder, those whose face cannot be read, and the backs. A card that two
corners read differently is not read. ``see`` keeps nothing from one picture to the next.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from controller.rules.cards import Card
from vision.classify import FLOOR, Index, Picture, Reading, look, read_card, side_of
from vision.ink import fitted, paired
from vision.locate import CARD_HIGH, CARD_WIDE, Quad, Spot, find_quads, find_spots, warp_quad

Reals = npt.NDArray[np.float32]

_X: Final = 5.4
_Y: Final = 11.8
_TALL: Final = 16.8
"""Where a common pack has its index, in millimetres from the corner, and how tall it is."""
_AGAIN: Final = 7.5
"""The same card read twice within so many heights of its index is one card."""


@dataclass(frozen=True, slots=True)
class SeenCard:
    """One card that lies face up. ``box`` (4, 2): where, in pixels, clockwise. ``card``: ``None`` when it is unread."""

    card: Card | None
    confidence: float
    box: Reals

    def to_json(self) -> dict[str, object]:
        """The card as ``pone see --json`` prints it."""
        corners = [[round(float(x), 1), round(float(y), 1)] for x, y in self.box]
        return {"card": self.card, "confidence": round(self.confidence, 4), "box": corners}


@dataclass(frozen=True, slots=True)
class Seen:
    """What a photograph shows: cards face up, how many face down, and the time it took in milliseconds."""

    cards: tuple[SeenCard, ...]
    backs: int
    ms: float

    def to_json(self) -> dict[str, object]:
        """One line of ``pone see --json``, without the file's name."""
        return {"cards": [card.to_json() for card in self.cards], "backs": self.backs, "ms": round(self.ms, 1)}


@dataclass(frozen=True, slots=True)
class _Sight:
    """One index that was read somewhere, and how far it is believed."""

    spot: Spot
    index: Index
    trust: float = 1.0

    @property
    def card(self) -> Card:
        return self.index.card

    @property
    def sure(self) -> float:
        return self.index.sure * self.trust


def see(rgb: Picture) -> Seen:
    """Find and read the cards in a photograph (height, width, 3; ``uint8``; R G B)."""
    began = time.perf_counter()
    sights = _of_one_size(list(_sights(rgb)))
    quads = find_quads(rgb)
    cards = list(_joined(sights, quads))
    free = [quad for quad in quads if not any(_overlap(quad.corners, seen.box) > 0.2 for seen in cards)]
    backs = 0
    for quad in free:
        if not _likely(quad, cards, rgb):
            continue
        warp = warp_quad(rgb, quad)
        reading = read_card(warp)
        if reading.card is not None and _new(reading, quad, cards):
            cards.append(SeenCard(reading.card, reading.confidence, quad.corners))
        elif reading.kind == "back":
            backs += 1
        elif reading.kind == "unread" and side_of(warp)[0] == "face":
            cards.append(SeenCard(None, reading.confidence, quad.corners))
    cards.sort(key=lambda seen: -seen.confidence)
    return Seen(tuple(cards), backs, (time.perf_counter() - began) * 1000)


def _sights(rgb: Picture) -> Iterator[_Sight]:
    """Every place that looks like an index and has one, read where its ink stands."""
    for spot in find_spots(rgb)[:_MOST]:
        fit = fitted(rgb, spot.centre, spot.down)
        index = look(rgb, *fit) if fit is not None else None
        if fit is not None and index is not None and index.sure > _WEAK:
            yield _Sight(Spot(*fit, spot.score), index)
            continue
        index = look(rgb, spot.centre, spot.down)
        if index.sure > _WEAK:
            yield _Sight(spot, index)
        elif spot.score > _LIKELY and (sight := _searched(rgb, spot)) is not None:
            yield sight


def _of_one_size(sights: list[_Sight]) -> list[_Sight]:
    """Without what was searched for and is far smaller or larger than what was found: other print than a card's."""
    found = [sight.spot.tall for sight in sights if sight.trust == 1.0 and sight.sure >= FLOOR]
    if not found:
        return [sight for sight in sights if sight.trust == 1.0 or sight.spot.tall > _SMALL]
    middle = float(np.median(found))
    return [sight for sight in sights if sight.trust == 1.0 or 0.5 < sight.spot.tall / middle < 2.0]


_SMALL: Final = 14.0
"""Pixels below which a lone index is not believed that had to be searched for."""


def _searched(rgb: Picture, spot: Spot) -> _Sight | None:
    """The best index about a spot of whose size and direction the finder was wrong."""
    best: _Sight | None = None
    for size in _SIZES:
        for centre, down in paired(rgb, spot.centre, spot.tall * size):
            fit = fitted(rgb, centre, down)
            index = look(rgb, *(fit or (centre, down)))
            if index.sure > (_WEAK if best is None else best.index.sure):
                best = _Sight(Spot(*(fit or (centre, down)), spot.score), index, _SEARCHED)
            if best is not None and best.sure > FLOOR:
                return best
    return best


_SEARCHED: Final = 0.95
"""What is found by trying many places is believed a little less."""
_LIKELY: Final = 0.3
_SIZES: Final = (1.0, 1.8)
_MOST: Final = 400
"""So many places are looked at in one picture: a table holds no more indices."""
_WEAK: Final = 0.4


# --------------------------------------------------------------------------------- indices joined to cards
def _joined(sights: list[_Sight], quads: list[Quad]) -> Iterator[SeenCard]:
    """Indices of the same card put together, the surest first."""
    left = sorted(sights, key=lambda sight: -sight.sure)
    while left:
        first = left.pop(0)
        same = [sight for sight in left if _one_card(first, sight)]
        left = [sight for sight in left if all(sight is not other for other in same)]
        opposite = next((sight for sight in same if _across(first, sight)), None)
        sure = first.sure
        if opposite is not None:
            sure = 1 - (1 - sure) * (1 - opposite.sure)
        quad = _quad_of(first, quads)
        if quad is not None and any(
            sight.sure > FLOOR / 2 and sight.card != first.card and _quad_of(sight, [quad]) is quad for sight in sights
        ):
            sure = min(sure, FLOOR - 0.01)
        sure *= 1 - max((sight.sure for sight in sights if _other_end(first, sight)), default=0.0)
        if sure < FLOOR:
            continue
        box = quad.corners if quad is not None else _box(first, opposite)
        yield SeenCard(first.card, min(sure, 0.9999), box)


def _one_card(first: _Sight, other: _Sight) -> bool:
    """Whether two indices of the same name are so near each other that they are one card's."""
    apart = float(np.hypot(*(first.spot.centre - other.spot.centre)))
    return first.card == other.card and apart < _AGAIN * max(first.spot.tall, other.spot.tall)


def _across(first: _Sight, other: _Sight) -> bool:
    """Whether the second stands where the first one's card has its other index, and upside down to it."""
    a, b = first.spot.down / first.spot.tall, other.spot.down / other.spot.tall
    return bool(a @ b < -0.8)


def _other_end(first: _Sight, sight: _Sight) -> bool:
    """Whether a sight of another name stands where the first one's card has its other index."""
    if sight.card == first.card or not _across(first, sight):
        return False
    middles = [_box(one, None).mean(0) for one in (first, sight)]
    size = (first.spot.tall + sight.spot.tall) / 2
    alike = abs(float(np.log(first.spot.tall / sight.spot.tall))) < 0.25
    return alike and float(np.hypot(*(middles[0] - middles[1]))) < 0.6 * size


def _quad_of(sight: _Sight, quads: list[Quad]) -> Quad | None:
    """The outline at whose corner an index stands, upright to its short side."""
    for quad in quads:
        square = np.array([[0, 0], [CARD_WIDE, 0], [CARD_WIDE, CARD_HIGH], [0, CARD_HIGH]], np.float32)
        matrix = cv2.getPerspectiveTransform(quad.corners, square)
        ends = np.stack([sight.spot.centre - sight.spot.down / 2, sight.spot.centre + sight.spot.down / 2])
        top, bottom = cv2.perspectiveTransform(ends[None].astype(np.float32), matrix)[0]
        middle, along = (top + bottom) / 2, bottom - top
        if along[1] < 0:
            middle = np.array([CARD_WIDE, CARD_HIGH]) - middle
            along = -along
        beside = min(middle[0], CARD_WIDE - middle[0])
        if 0 < beside < 14 and 4 < middle[1] < 26 and abs(along[0]) < 0.45 * along[1] and 8 < along[1] < 36:
            return quad
    return None


def _box(first: _Sight, opposite: _Sight | None) -> Reals:
    """Where a card lies, from one index or from both."""
    centre, down = first.spot.centre, first.spot.down
    if opposite is None:
        y = down / np.float32(_TALL)
        x = np.array([y[1], -y[0]], np.float32)
        origin = centre - x * _X - y * _Y
    else:
        across = opposite.spot.centre - centre
        reach = np.array([CARD_WIDE - 2 * _X, CARD_HIGH - 2 * _Y])
        scale = float(np.hypot(*across) / np.hypot(*reach))
        turn = np.arctan2(across[1], across[0]) - np.arctan2(reach[1], reach[0])
        x = np.array([np.cos(turn), np.sin(turn)], np.float32) * scale
        y = np.array([-x[1], x[0]], np.float32)
        origin = centre + across / 2 - x * CARD_WIDE / 2 - y * CARD_HIGH / 2
    corners = [origin, origin + x * CARD_WIDE, origin + x * CARD_WIDE + y * CARD_HIGH, origin + y * CARD_HIGH]
    return np.asarray(corners, np.float32)


# ------------------------------------------------------------------------------------------------ outlines
def _likely(quad: Quad, cards: list[SeenCard], rgb: Picture) -> bool:
    """Whether an outline without an index may be a card: as large as the others are, or large enough to be one."""
    if cards:
        size = float(np.median([cv2.contourArea(seen.box) for seen in cards]))
        return 0.5 * size < quad.area < 2.0 * size
    return bool(quad.area > 0.01 * rgb.shape[0] * rgb.shape[1])


def _new(reading: Reading, quad: Quad, cards: list[SeenCard]) -> bool:
    """Whether a card that an outline gave is not one that was read already."""
    reach = 1.6 * float(np.sqrt(quad.area))
    same = (seen for seen in cards if seen.card == reading.card)
    return all(float(np.hypot(*(seen.box.mean(0) - quad.centre))) >= reach for seen in same)


def _overlap(one: Reals, other: Reals) -> float:
    area, _ = cv2.intersectConvexConvex(np.asarray(one, np.float32), np.asarray(other, np.float32))
    return float(area) / max(min(cv2.contourArea(one), cv2.contourArea(other)), 1.0)
