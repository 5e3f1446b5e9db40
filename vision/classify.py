"""Which card it is, from an upright picture of one card or of one of its corners.

A small network reads the *index*, the rank with its suit below it, from a crop of 64×64 pixels: two heads, one for the
rank and one for the suit, each of which may also say that there is none. Every corner that shows votes; the ink's own
colour and, on the pip cards, the number of pips are looked at without the network. What they do not agree on, or what
falls under the floor, is *unread*: a card that is not read is asked about, a card that is misread accuses a player.

Pictures are ``uint8`` arrays of shape (height, width, 3) in the order R, G, B. Lengths are millimetres on the card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, Literal, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.rules.cards import PACK, Card
from vision.ink import fitted, whiteness
from vision.locate import find_quads, warp_quad

Picture = NDArray[np.uint8]
"""Pixels (height, width, 3), R G B."""
Mask = NDArray[np.bool_]
"""Which pixels (height, width) show the card itself, not what lies upon it."""
Reals = NDArray[np.float32]

Kind = Literal["face", "back", "joker", "unread"]
Ink = Literal["red", "black", "unsure"]

FLOOR: Final = 0.9
"""Below this confidence a card is unread."""

_TEMPERATURE: Final = 0.9
"""The network was taught to be modest; this fits its confidence best to what came true on packs held out whole."""

CROP: Final = 64
WIDE: Final = 1.1
HIGH: Final = 1.55
"""A crop's width and height, in heights of the index."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where an index stands on a card: the middle of rank and suit together, and how tall they are."""

    x: float
    y: float
    tall: float


PLACES: Final = (Place(5.4, 11.8, 16.5), Place(6.8, 15.2, 22.0), Place(8.6, 19.5, 30.0))
"""Of a common pack, of one with larger indices, and of one for weak eyes."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a picture of one card says.

    ``card`` is ``None`` unless ``kind`` is ``face``. ``confidence`` is the probability that ``card`` (or, for a back or
    a joker, ``kind``) is right; for an unread card it is that of the best guess, below :data:`FLOOR`. ``scores`` holds
    the log-probability of each card in the order of ``controller.rules.cards.PACK``, for a vote over several frames or
    a prior over the cards that a seat may hold. ``corners`` is how many corners showed an index and agreed.
    """

    card: Card | None
    confidence: float
    kind: Kind
    scores: Reals
    corners: int = 0


# ---------------------------------------------------------------------------------------------- one index
@dataclass(frozen=True, slots=True)
class Index:
    """What one crop says: log-probabilities of 13 ranks and none, of 4 suits and none, and the colour of the ink."""

    rank: Reals
    suit: Reals
    ink: Ink

    @property
    def scores(self) -> Reals:
        """Log-probability of each card of the pack; together less than one, by what *none* has."""
        return np.asarray((self.suit[:4, None] + self.rank[None, :13]).ravel(), np.float32)

    @property
    def sure(self) -> float:
        """Probability of the likeliest card, 0 when the ink contradicts its suit."""
        red = self.card[1] in "HD"
        return 0.0 if self.ink != "unsure" and red != (self.ink == "red") else self.chance

    @property
    def chance(self) -> float:
        """Probability of the likeliest card, whatever its ink."""
        return float(np.exp(self.scores.max()))

    @property
    def card(self) -> Card:
        """The likeliest card."""
        return PACK[int(self.scores.argmax())]


@cache
def _net() -> cv2.dnn.Net:
    model = (files("vision") / "models" / "reader.onnx").read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(model, np.uint8), cv2.dnn.ENGINE_CLASSIC)


def read_indices(crops: Sequence[Picture]) -> list[Index]:
    """Read crops of 64×64 pixels, each cut by :func:`window` around one index as it stands."""
    read = []
    net = _net()
    for crop in crops:
        net.setInput(np.ascontiguousarray(crop.transpose(2, 0, 1)[None], np.float32))
        rank, suit = net.forward(["rank", "suit"])
        read.append(Index(_log_softmax(rank[0]), _log_softmax(suit[0]), ink_of(crop)))
    return read


def pooled(looks: Sequence[Index]) -> Index:
    """Several looks at one index, a little shifted, as one: their mean, and the ink that most of them saw."""
    inks = [look.ink for look in looks]
    ink: Ink = max(("unsure", "red", "black"), key=inks.count)
    rank, suit = (np.mean([getattr(look, head) for look in looks], 0) for head in ("rank", "suit"))
    return Index(_log_softmax(rank), _log_softmax(suit), ink)


def _log_softmax(logits: Reals) -> Reals:
    moved = (logits - logits.max()) / np.float32(_TEMPERATURE)
    return np.asarray(moved - np.log(np.exp(moved).sum()), np.float32)


def window(centre: Reals, down: Reals) -> Reals:
    """Corners (4, 2) of the crop around an index whose middle is ``centre`` and which stands along ``down``."""
    a = np.array([down[1], -down[0]], np.float32) * np.float32(WIDE / 2)
    b = down * np.float32(HIGH / 2)
    return np.asarray([centre - a - b, centre + a - b, centre + a + b, centre - a + b], np.float32)


def cut(rgb: Picture, corners: Reals) -> Picture:
    """The crop of 64×64 pixels whose corners lie there, smoothed first where it is made much smaller."""
    side = float(np.hypot(*(corners[3] - corners[0])))
    if side > 2.2 * CROP:
        low = np.maximum(np.floor(corners.min(0)).astype(int) - 4, 0)
        high = np.ceil(corners.max(0)).astype(int) + 4
        part = rgb[low[1] : high[1], low[0] : high[0]]
        if part.size:
            shrink = 1.4 * CROP / side
            rgb = _u8(cv2.resize(part, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA))
            corners = np.asarray((corners - low) * shrink, np.float32)
    matrix = cv2.getPerspectiveTransform(np.asarray(corners, np.float32), _SQUARE)
    return _u8(cv2.warpPerspective(rgb, matrix, (CROP, CROP), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


_SQUARE: Final = np.array([[0, 0], [CROP, 0], [CROP, CROP], [0, CROP]], np.float32)


def ink_of(crop: Picture) -> Ink:
    """Whether the ink in the middle of a crop is red or black, told from the paper around it and not from its shape."""
    middle = crop[8:56:2, 14:50].reshape(-1, 3).astype(np.float32)
    light = middle.min(1)
    paper = middle[light >= np.partition(light, _PALEST)[_PALEST]].mean(0)
    if paper.min() < 40:
        return "unsure"
    balanced = middle / paper
    darkness = 1 - balanced.min(1)
    inked = balanced[darkness > max(0.35, 0.6 * float(np.partition(darkness, _DARKEST)[_DARKEST]))]
    if len(inked) < 12:
        return "unsure"
    red, green, blue = (float(v) for v in np.median(inked, 0))
    if red - max(green, blue) > 0.28:
        return "red"
    # A pack of four colours has blue diamonds: what is neither red nor black speaks neither for a suit nor against it.
    coloured = max(green, blue) - red > _COLOURED
    return "black" if red - min(green, blue) < 0.1 and not coloured else "unsure"


_COLOURED: Final = 0.22
_PALEST: Final = 24 * 36 * 70 // 100
_DARKEST: Final = 24 * 36 * 97 // 100


# ------------------------------------------------------------------------------------------------ one card
def read_card(warp: Picture, shown: Mask | None = None) -> Reading:
    """Read one card from its rectified crop.

    ``warp`` holds exactly one card, edge to edge, long side upright, either end up (all four corners are tried, both
    ways up), any size from about 60×84 pixels; 150×210 or more is best. ``shown``, of the same height and width, is
    false where another card, a hand or the picture's edge covers the card: a corner that is covered has no vote.
    Without it the network finds out by itself which corners are covered.
    """
    found: dict[_Corner, Index] = {}
    for corners in (_FIRST, _SECOND):
        for corner in corners:
            index = next(
                (index for fit in _fits(warp, shown, corner) if (index := look(warp, *fit)).chance > _HINT), None
            )
            if index is not None:
                found[corner] = index
        reading = _checked(_agreed(list(found.values())), warp, shown)
        if _enough(reading):
            return reading
        if not found and (sided := _sided(reading, warp, shown)).confidence > _PLAINLY:
            return sided
    return _by_measure(warp, shown, found)


def _by_measure(warp: Picture, shown: Mask | None, found: dict[_Corner, Index]) -> Reading:
    """Look where common packs have their indices into the corners whose ink did not tell."""
    fast = frozenset(found)
    reading = _agreed(list(found.values()))
    for place in PLACES:
        for corners in (_FIRST, _SECOND):
            for corner in corners:
                spot = window(*_expected(warp, place, corner))
                if corner in fast or not _in_sight(spot, shown):
                    continue
                (index,) = read_indices([cut(warp, spot)])
                if corner not in found or index.chance > found[corner].chance:
                    found[corner] = index
            reading = _checked(_agreed(list(found.values())), warp, shown)
            if _enough(reading):
                return reading
        if not any(index.chance > _HINT for index in found.values()):
            # No corner has anything like an index: a back is not looked at for larger ones.
            sided = _sided(reading, warp, shown)
            if sided.kind != "unread":
                return sided
    return _sided(reading, warp, shown)


def _enough(reading: Reading) -> bool:
    return reading.card is not None and (reading.corners > 1 or reading.confidence > _CERTAIN)


_HINT: Final = 0.3
_PLAINLY: Final = 0.98
"""A side as plain as this, of a card without an index in its two first corners, is looked at no further."""
_CERTAIN: Final = 0.985
"""A single corner that is as sure as this needs no second."""


def read_cards(warps: Sequence[Picture], shown: Sequence[Mask | None] | None = None) -> list[Reading]:
    """:func:`read_card` for several cards."""
    masks = shown if shown is not None else [None] * len(warps)
    return [read_card(warp, mask) for warp, mask in zip(warps, masks, strict=True)]


_Corner = tuple[bool, bool]
"""Left or right, top or bottom."""
_FIRST: Final[tuple[_Corner, ...]] = ((True, True), (False, False))
"""The corners that every pack has: upper left, and lower right upside down."""
_SECOND: Final[tuple[_Corner, ...]] = ((False, True), (True, False))
"""The corners that only some packs have, and a glare over one of the first may leave alone."""


def _fits(warp: Picture, shown: Mask | None, corner: _Corner) -> Iterator[tuple[Reals, Reals]]:
    """Where in one corner the ink of an index may stand, in sight: its centre, and from its top to its bottom."""
    for place in PLACES:
        fit = fitted(warp, *_expected(warp, place, corner))
        if fit is not None and _in_sight(window(*fit), shown):
            yield fit


def glance(warp: Picture) -> list[Card]:
    """What a first look makes of the two corners that every pack has, if it makes anything; not yet a reading."""
    fits = (next(_fits(warp, None, corner), None) for corner in _FIRST)
    looks = read_indices([cut(warp, window(*fit)) for fit in fits if fit is not None])
    return [index.card for index in looks if index.sure > _VOTES]


def look(rgb: Picture, centre: Reals, down: Reals) -> Index:
    """Read an index that stands there: once, and where that is not sure twice more, a little differently."""
    (first,) = read_indices([cut(rgb, window(centre, down))])
    if first.chance < _HOPELESS or first.sure > FLOOR:
        return first
    crops = [cut(rgb, window(centre, _leant(down, lean, size))) for lean, size in _LOOKS]
    return pooled([first, *read_indices(crops)])


_HOPELESS: Final = 0.05
_LOOKS: Final = ((0.1, 0.92), (-0.1, 1.08))


def _leant(down: Reals, lean: float, size: float) -> Reals:
    c, s = np.cos(lean), np.sin(lean)
    return np.asarray(np.array([[c, -s], [s, c]]) @ down * size, np.float32)


def _expected(warp: Picture, place: Place, corner: _Corner) -> tuple[Reals, Reals]:
    left, top = corner
    high, wide = warp.shape[:2]
    scale = high / 88.0
    x, y = place.x * scale, place.y * scale
    centre = np.array([x if left else wide - x, y if top else high - y], np.float32)
    return centre, np.array([0, place.tall * scale if top else -place.tall * scale], np.float32)


def _in_sight(spot: Reals, shown: Mask | None) -> bool:
    """Whether the middle of a window, where rank and suit stand, is free."""
    if shown is None:
        return True
    middle = spot.mean(0) + 0.6 * (spot - spot.mean(0))
    low, high = np.floor(middle.min(0)).astype(int), np.ceil(middle.max(0)).astype(int)
    part = shown[max(low[1], 0) : high[1], max(low[0], 0) : high[0]]
    return part.size > 0 and float(part.mean()) > 0.9


def _agreed(found: Sequence[Index]) -> Reading:
    """The vote of all corners that show an index."""
    voting = [index for index in found if index.sure > _VOTES]
    if not voting:
        best = max(found, key=lambda index: index.sure, default=None)
        scores = best.scores if best is not None else np.full(len(PACK), np.log(1 / 60), np.float32)
        sure = best.sure if best is not None else 0.0
        return Reading(None, min(sure, FLOOR - 0.01), "unread", np.asarray(scores, np.float32))
    total = np.asarray(np.sum([np.logaddexp(index.scores, _FLAT) for index in voting], 0), np.float32)
    best_card = int(total.argmax())
    agreeing = [index for index in voting if int(index.scores.argmax()) == best_card]
    # The corners of one card are printed alike and lit alike: they err together, so that two count less than twice.
    sure = 1 - float(np.prod([1 - index.sure for index in agreeing])) ** _ALIKE
    # Where two corners disagree, a third card may have the most of both, which is none that a corner names.
    sure = max((sure, *(index.sure for index in agreeing)))
    against = max((index.sure for index in voting if int(index.scores.argmax()) != best_card), default=0.0)
    sure *= 1 - against
    if sure < FLOOR:
        return Reading(None, min(sure, FLOOR - 0.01), "unread", total, len(agreeing))
    return Reading(PACK[best_card], min(sure, 0.9999), "face", total, len(agreeing))


_ALIKE: Final = 0.6
_VOTES: Final = 0.5
"""A corner less sure than this has no vote."""
_FLAT: Final = float(np.log(1e-4))
"""No corner, however sure, excludes another card by more than this."""


def vote(readings: Sequence[Reading]) -> Reading:
    """One reading out of several of the *same* card, from several settled frames."""
    faces = [reading for reading in readings if reading.kind == "face"]
    if not faces:
        return max(readings, key=lambda reading: reading.confidence)
    total = np.asarray(np.sum([reading.scores for reading in faces], 0), np.float32)
    best = PACK[int(total.argmax())]
    agreeing = [reading for reading in faces if reading.card == best]
    against = max((reading.confidence for reading in faces if reading.card != best), default=0.0)
    sure = (1 - float(np.prod([1 - reading.confidence for reading in agreeing]))) * (1 - against)
    if sure < FLOOR:
        return Reading(None, min(sure, FLOOR - 0.01), "unread", total)
    return Reading(best, min(sure, 0.9999), "face", total, max(reading.corners for reading in agreeing))


# ------------------------------------------------------------------------------------------- the other checks
def _checked(reading: Reading, warp: Picture, shown: Mask | None) -> Reading:
    """Let the pips confirm the rank, or put it in doubt."""
    pips = count_pips(warp) if shown is None or shown.mean() > _OPEN else None
    if pips is None or pips == 1:
        return reading
    chances = np.exp(reading.scores - reading.scores.max())
    chances /= chances.sum()
    best = int(reading.scores.argmax())
    if _PIPS.get(PACK[best][0]) != pips:
        return Reading(None, min(reading.confidence, FLOOR - 0.01), "unread", reading.scores, reading.corners)
    same_rank = [k for k, card in enumerate(PACK) if card[0] == PACK[best][0]]
    suit = float(chances[best] / chances[same_rank].sum())
    sure = max(reading.confidence, min(suit, _BY_PIPS)) if reading.corners else reading.confidence
    if sure < FLOOR:
        return reading
    return Reading(PACK[best], sure, "face", reading.scores, reading.corners)


_BY_PIPS: Final = 0.99
"""So sure is a card whose pips were counted and whose suit no other comes near to."""
_OPEN: Final = 0.97
"""So much of a card must be in sight for its pips to count."""
_PIPS: Final = {rank: number for number, rank in enumerate("23456789T", start=2)}


def count_pips(warp: Picture) -> int | None:
    """How many pips a card shows between its indices, or ``None`` where they are not blobs of one size."""
    high, wide = warp.shape[:2]
    scale = high / 88.0
    middle = warp[round(4 * scale) : high - round(4 * scale), round(0.19 * wide) : wide - round(0.19 * wide)]
    pale = whiteness(middle)
    light = float(np.searchsorted(np.cumsum(np.bincount(pale.ravel())), pale.size * 9 // 10, side="right"))
    if light < 60:
        return None
    inked = np.asarray(pale < 0.62 * light, np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(inked, connectivity=4)
    areas = stats[1:count, cv2.CC_STAT_AREA] / scale**2
    boxes = stats[1:count, cv2.CC_STAT_WIDTH : cv2.CC_STAT_HEIGHT + 1] / scale
    large = areas > 18
    if not large.any() or (areas[~large] > 4).sum() > 3:
        return None
    areas, boxes = areas[large], boxes[large]
    alike = areas.max() < 1.7 * areas.min() and boxes.max() < 18 and boxes.min() > 4
    return len(areas) if alike and len(areas) <= 10 else None


@cache
def _sider() -> cv2.dnn.Net:
    model = (files("vision") / "models" / "sider.onnx").read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(model, np.uint8), cv2.dnn.ENGINE_CLASSIC)


Side = Literal["face", "back", "joker", "none"]
SIDES: Final[tuple[Side, ...]] = ("face", "back", "joker", "none")


def side_of(warp: Picture) -> tuple[Side, float]:
    """Which side of a card a rectified crop shows, whatever its rank, and the probability of that.

    ``none`` is no card at all, or one of which too little can be seen.
    """
    small = cut(warp, np.array([[0, 0], [warp.shape[1], 0], warp.shape[1::-1], [0, warp.shape[0]]], np.float32))
    net = _sider()
    net.setInput(np.ascontiguousarray(small.transpose(2, 0, 1)[None], np.float32))
    chances = np.exp(_log_softmax(_reals(net.forward()[0])))
    best = int(chances.argmax())
    return SIDES[best], float(chances[best])


def _sided(reading: Reading, warp: Picture, shown: Mask | None) -> Reading:
    if shown is not None and shown.mean() < 0.5:
        return reading
    side, sure = side_of(warp)
    if side in ("back", "joker") and sure > FLOOR and reading.confidence < _VOTES:
        return Reading(None, sure, side, reading.scores)
    return reading


# --------------------------------------------------------------------------------------------- whole pictures
def read_face(rgb: Picture) -> tuple[Card | None, float]:
    """Read a picture of one whole card, as the camera in the shoe's window takes it, and how sure that is.

    The card may be turned by a few degrees, shifted, and surrounded by the dark of the shoe; where its edges are in
    sight they are used, else the whole picture is taken for the card. ``None`` for a back, a joker or an unread card.
    """
    reading = read_card(whole_card(rgb))
    return reading.card, reading.confidence


def whole_card(rgb: Picture) -> Picture:
    """The one card of a picture, upright and edge to edge."""
    if rgb.shape[1] > rgb.shape[0]:
        rgb = _u8(np.ascontiguousarray(np.rot90(rgb)))
    edge = np.concatenate(
        [rgb[:2].reshape(-1, 3), rgb[-2:].reshape(-1, 3), rgb[:, :2].reshape(-1, 3), rgb[:, -2:].reshape(-1, 3)]
    )
    if float(np.median(edge)) > _DARK:
        return rgb
    quads = [quad for quad in find_quads(rgb, least=0.3) if quad.area > 0.3 * rgb.shape[0] * rgb.shape[1]]
    return warp_quad(rgb, max(quads, key=lambda quad: quad.area)) if quads else rgb


_DARK: Final = 60
"""A picture whose rim is lighter than this holds the card edge to edge."""


def is_back(rgb: Picture) -> bool:
    """Whether a picture of one whole card shows its back: no index in any corner, and nothing like a face."""
    return read_card(whole_card(rgb)).kind == "back"


def is_joker(rgb: Picture) -> bool:
    """Whether a picture of one whole card shows a face that is no card of the pack (a joker, an advertisement)."""
    return read_card(whole_card(rgb)).kind == "joker"


def _u8(values: object) -> Picture:
    return cast("Picture", values)


def _reals(values: object) -> Reals:
    return np.asarray(values, np.float32)
