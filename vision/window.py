"""Reads the card in the shoe's window: the face from below, the back from above; never a wrong card.

Two ways that know nothing of each other. The network reads the indices in the corners, whatever the pack. A pack that
was enrolled, which is to say photographed once in the same window, is also compared as a whole: on the line from any
other enrolled side (-1) to the one that is read (+1), the picture has to lie near the latter in either half of the
card. Where both speak they must agree; a finger, a blur, the half of another card or a stranger's card is not read.

Pictures are ``uint8`` (height, width, 3), R G B, the card upright or turned by half a turn and edge to edge, but for
some pixels by which it lies off its place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.rules.cards import Card
from vision.classify import FLOOR, glance, read_card, side_of

Picture = NDArray[np.uint8]
Reals = NDArray[np.float32]
Name = Card | Literal["back", "joker"]
"""What a side shows: a face, the back of the house's packs, a joker."""

SHIFT: Final = 4
"""Pixels by which a card may lie off its place."""
ALIKE: Final = 0.75
"""Least correlation with the side that is read, both half as fine."""
OWN: Final = 0.94
"""The same for the house's back: the same drawing in other colours has 0.9."""
MARGIN: Final = 0.6
"""Least place on the line between any other side (-1) and the one that is read (+1)."""
SHARP: Final = 0.6
"""Least contrast of the finest lines, where the enrolled picture has 1."""
_RIVALS: Final = 4
"""So many sides that are most like a picture are compared with it closely; if more than one passes, none does."""
_LEAST: Final = (72, 48)
"""Height and width below which no picture is looked at."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What both pictures of a card show.

    ``face``: what the lower side is, ``None`` where that is not sure; ``confidence``: 0 to 1 that this is right;
    ``back_known``: the upper side is the back of the house's packs.
    """

    face: Name | None = field(repr=False)
    confidence: float
    back_known: bool


@dataclass(frozen=True, slots=True)
class Side:
    """What one picture shows; ``name`` is ``None`` when that is not sure."""

    name: Name | None = field(repr=False)
    confidence: float


NOTHING: Final = Side(None, 0.0)


class WindowReader:
    """Reads for one house. ``pack`` is its enrolled pack; without one, every card needs both of its corners."""

    def __init__(self, pack: Enrolled | None = None) -> None:
        self._pack = pack

    def read(self, lower: Picture, upper: Picture) -> Looked:
        """Both sides of the card in the window."""
        face = self.face(lower)
        return Looked(face.name, face.confidence, self.is_own_back(upper))

    def is_own_back(self, picture: Picture) -> bool:
        """Whether a picture shows the back of the enrolled pack; never without one."""
        return self._pack is not None and self._pack.fits(picture) and self._pack.alike(picture, "back").name == "back"

    def face(self, picture: Picture) -> Side:
        """What the lower side is."""
        if picture.ndim != 3 or picture.shape[0] < _LEAST[0] or picture.shape[1] < _LEAST[1]:
            return NOTHING
        if self._pack is None:
            return _by_network(picture)
        if not self._pack.fits(picture):
            return NOTHING
        seen = glance(picture)
        if len(seen) == 2 and seen[0] == seen[1] and (alike := self._pack.alike(picture, seen[0])).name is not None:
            return alike
        compared = self._pack.compared(picture)
        if compared.name in (None, "back", "joker"):
            return compared
        if not seen and read_card(picture).card != compared.name:
            return NOTHING  # a pattern that is like the card's, without an index that can be read: two cards, dirt
        return compared if all(card == compared.name for card in seen) else NOTHING


def _by_network(picture: Picture) -> Side:
    reading = read_card(picture)
    match reading.kind:
        case "face" if reading.corners > 1:
            return Side(reading.card, reading.confidence)
        case "back" | "joker" as kind if side_of(picture)[1] > FLOOR:
            return Side(kind, reading.confidence)
        case _:
            return NOTHING


# ------------------------------------------------------------------------------------------------------- enrolled packs
class Enrolled:
    """A pack as the camera at the window saw it, each side once or several times."""

    def __init__(self, sides: Mapping[Name, Sequence[Picture]]) -> None:
        self._names = list(sides)
        first = next(iter(sides.values()))[0]
        self._size = first.shape
        self._high, self._wide = first.shape[0] - 2 * SHIFT, first.shape[1] - 2 * SHIFT
        self._places = [(down, right) for down in range(2 * SHIFT + 1) for right in range(2 * SHIFT + 1)]
        upright = np.stack([_mean(pictures) for pictures in sides.values()])
        both = np.concatenate((upright, upright[:, ::-1, ::-1]))
        core = both[:, SHIFT:-SHIFT, SHIFT:-SHIFT]
        self._core = np.ascontiguousarray(core)
        self._coarse = _unit(_halved(core)[:, ::2, ::2].reshape(len(both), -1))
        fine = core.reshape(len(both), -1)
        self._fine = fine - fine.mean(axis=1, keepdims=True)
        middle = self._high // 2 * self._wide * 3
        self._halves = (slice(None, middle), slice(middle, None))
        self._apart = [_distances(self._fine[:, half]) for half in self._halves]
        keen = (core - _blurred(core)).reshape(len(both), -1)
        self._keen = keen / (keen * self._fine).sum(axis=1, keepdims=True)

    def fits(self, picture: Picture) -> bool:
        """Whether a picture has the size of those that were enrolled."""
        return picture.shape == self._size

    def compared(self, picture: Picture) -> Side:
        """The side that a picture shows."""
        points = picture.astype(np.float32)
        halved = _halved(points)
        high, wide = self._high, self._wide
        parts = np.stack([halved[y : y + high : 2, x : x + wide : 2].ravel() for y, x in self._places])
        most = (self._coarse @ _unit(parts).T).max(axis=1).reshape(2, -1).max(axis=0)
        near = [self.alike(picture, self._names[k]) for k in np.argsort(-most)[:_RIVALS]]
        named = [side for side in near if side.name is not None]
        return named[0] if len(named) == 1 else NOTHING

    def alike(self, picture: Picture, name: Name) -> Side:
        """The side of that name, if a picture shows it."""
        if name not in self._names:
            return NOTHING
        number = self._names.index(name)
        points = picture.astype(np.float32)
        found = []
        for row in (number, number + len(self._names)):
            match = cv2.matchTemplate(points, self._core[row], cv2.TM_CCOEFF_NORMED)
            _, most, _, (x, y) = cv2.minMaxLoc(match)
            found.append((most, row, (y, x)))
        _, best, at = max(found)
        return self._judged(best, points, at)

    def _judged(self, best: int, points: Reals, at: tuple[int, int]) -> Side:
        """Whether what lies there is really that side."""
        y, x = at
        part = points[y : y + self._high, x : x + self._wide]
        name = self._names[best % len(self._names)]
        like = float(
            self._coarse[best] @ _unit(_halved(points)[y:, x:][: self._high : 2, : self._wide : 2].reshape(1, -1))[0]
        )
        if like < (OWN if name == "back" else ALIKE):
            return NOTHING
        place = self._place(best, part.reshape(-1))
        return NOTHING if place < MARGIN else Side(name, 1 - 0.5 * (1 - place) ** 2)

    def _place(self, best: int, points: Reals) -> float:
        """Where the picture lies between the worst other side (-1) and this one (+1)."""
        centred, side = points - points.mean(), self._fine[best]
        gain = float(centred @ side) / float(side @ side)
        if gain <= 0 or float(centred @ self._keen[best]) < SHARP * gain:
            return -1.0
        rest = centred - gain * side
        count = len(self._names)
        others = np.arange(2 * count) % count != best % count
        place = 1.0
        for half, apart in zip(self._halves, self._apart, strict=True):
            likes = self._fine[:, half] @ rest[half]
            along = (likes[best] - likes)[others]
            place = min(place, 1 + float((2 * along / (gain * apart[best][others])).min()))
        return place


def _mean(pictures: Sequence[Picture]) -> Reals:
    """The mean of several pictures of one side, each laid upon the first."""
    first = pictures[0].astype(np.float32)
    core = np.ascontiguousarray(first[SHIFT:-SHIFT, SHIFT:-SHIFT])
    laid = [first]
    for picture in pictures[1:]:
        found = []
        for turned in (picture, picture[::-1, ::-1]):
            points = np.ascontiguousarray(turned, np.float32)
            _, most, _, (x, y) = cv2.minMaxLoc(cv2.matchTemplate(points, core, cv2.TM_CCOEFF_NORMED))
            found.append((most, np.roll(points, (SHIFT - y, SHIFT - x), (0, 1))))
        laid.append(max(found, key=lambda pair: pair[0])[1])
    return np.asarray(np.mean(laid, axis=0), np.float32)


def _distances(rows: Reals) -> Reals:
    """Squared distances between any two rows, at least a very small one."""
    gram = rows @ rows.T
    squares = np.diagonal(gram)
    return np.asarray(np.maximum(squares[:, None] + squares[None, :] - 2 * gram, 1.0), np.float32)


def _halved(points: Reals) -> Reals:
    """Each point with its neighbours to the right and below."""
    down = points[..., :-1, :, :] + points[..., 1:, :, :]
    return np.asarray((down[..., :-1, :] + down[..., 1:, :]) / 4, np.float32)


def _blurred(points: Reals) -> Reals:
    """Each point as the mean of the nine around it."""
    wide = np.pad(points, ((0, 0), (1, 1), (1, 1), (0, 0)), mode="edge")
    down = wide[:, :-2] + wide[:, 1:-1] + wide[:, 2:]
    return np.asarray((down[:, :, :-2] + down[:, :, 1:-1] + down[:, :, 2:]) / 9, np.float32)


def _unit(rows: Reals) -> Reals:
    """Each row with mean 0 and length 1."""
    centred = rows - rows.mean(axis=1, keepdims=True)
    length = np.sqrt(np.einsum("ij,ij->i", centred, centred))[:, None]
    return np.asarray(centred / np.maximum(length, 1e-3), np.float32)
