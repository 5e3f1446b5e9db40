"""What the camera over the table shows: a scene that is drawn, or a film that was made of a table once.

A camera takes :class:`Drawn` or :class:`Screened` along into its process, and opens it there.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final, Protocol

import cv2
import numpy as np

from vision.capture import Film, Frame, open_film
from vision.render.camera import PLAY_AREA, SIZES, Cut, View
from vision.render.painter import Painter
from vision.render.scene import Scene
from vision.render.shapes import Picture, u8
from vision.render.timeline import Timeline

BESIDE_MM: Final = 60.0
"""How much of the table beside the play area a still shows."""
STILLS_KEPT: Final = 2
_VIEWS: Final[tuple[View, ...]] = ("motion", "still")
_SHIFTS: Final = 64


@dataclass(frozen=True, slots=True)
class Moved:
    """What moves, from now on; nothing else will begin before ``until``: so far frames may be drawn ahead."""

    timeline: Timeline
    until: float


@dataclass(frozen=True, slots=True)
class Begun:
    """The film begins at ``at``, seconds of the table."""

    at: float


@dataclass(frozen=True, slots=True)
class Taken:
    """A still: when it was taken, and its picture, whose left top corner is at ``corner`` of the whole sensor's."""

    t: float
    picture: Picture
    corner: tuple[int, int] = (0, 0)


class Pictures(Protocol):
    """What a camera takes."""

    @property
    def sizes(self) -> tuple[tuple[int, int], tuple[int, int] | None]:
        """Columns and rows of its frames, and of its stills if it takes any."""
        ...

    def prepared(self) -> Iterator[None]:
        """Make ready, piece by piece, what takes long when it is first shown: the first piece before anybody looks."""
        ...

    def hear(self, said: Moved | Begun) -> float:
        """What the bench tells: up to when frames are settled by that."""
        ...

    def frame(self, t: float, out: Picture) -> None:
        """The stream's picture at ``t``, seconds of the table, into ``out``."""
        ...

    def still(self, t: float, room: Picture) -> Taken | None:
        """The best picture of what the stream shows at ``t``, put into its place in ``room``, which has the whole
        sensor's size; ``None`` where there is none.
        """
        ...


# ---------------------------------------------------------------- drawn
@dataclass(frozen=True, slots=True)
class Drawn:
    """A scene with so many ``players``."""

    scene: Scene
    players: int

    def open(self) -> Pictures:
        """As the camera takes it."""
        return _DrawnPictures(Painter(self.scene, Timeline((), (), 0.0)), self.players)


class _DrawnPictures:
    def __init__(self, painter: Painter, players: int) -> None:
        self._painter = painter
        self._players = players
        self._window = window(painter)

    @property
    def sizes(self) -> tuple[tuple[int, int], tuple[int, int] | None]:
        return SIZES["motion"], SIZES["still"]

    def prepared(self) -> Iterator[None]:
        self._painter.frame(0.0, "motion")
        self._painter.frame(0.0, "still", self._window)
        yield
        yield from self._painter.prepared(_VIEWS, self._players)

    def hear(self, said: Moved | Begun) -> float:
        match said:
            case Moved(timeline, until):
                self._painter.timeline = timeline
                return until
            case Begun():
                return -math.inf

    def frame(self, t: float, out: Picture) -> None:
        self._painter.frame(t, "motion", out=out)

    def still(self, t: float, room: Picture) -> Taken | None:
        left, top, right, bottom = self._window
        out = room[top:bottom, left:right]
        return Taken(t, self._painter.frame(t, "still", self._window, out), (left, top))


def window(painter: Painter) -> Cut:
    """The part of the sensor that a still reads out: the play area with its marks and all that lies at its edges."""
    x, y = PLAY_AREA[0] / 2 + BESIDE_MM, PLAY_AREA[1] / 2 + BESIDE_MM
    places = painter.camera("still").project([(sx * x, sy * y, 0.0) for sx in (-1, 1) for sy in (-1, 1)])
    wide, high = SIZES["still"]
    (left, top), (right, bottom) = places.min(axis=0), places.max(axis=0)
    return max(0, int(left)), max(0, int(top)), min(wide, int(right) + 1), min(high, int(bottom) + 1)


# ---------------------------------------------------------------- screened
@dataclass(frozen=True, slots=True)
class Screened:
    """The film of this path. Before it begins its first picture stands, and its last when it has ended."""

    path: str

    def open(self) -> Pictures:
        """As the camera takes it. Raises what :func:`vision.capture.open_film` raises."""
        return _FilmPictures(open_film(Path(self.path)))


class _FilmPictures:
    def __init__(self, film: Film) -> None:
        self._film = film
        self._began = math.inf
        self._frames = film.frames()
        self._shown = next(self._frames)
        self._next: Frame | None = None
        self._decoded = lru_cache(STILLS_KEPT)(film.still)
        high, wide = self._shown.picture.shape[:2]
        chance = np.random.default_rng(0)
        self._noise = chance.integers(0, 3, (high + _SHIFTS, wide + _SHIFTS, 3), np.uint8)

    @property
    def sizes(self) -> tuple[tuple[int, int], tuple[int, int] | None]:
        still = self._film.still(math.inf)
        return self._film.size, None if still is None else (still.picture.shape[1], still.picture.shape[0])

    def prepared(self) -> Iterator[None]:
        return iter(())

    def hear(self, said: Moved | Begun) -> float:
        match said:
            case Begun(at):
                self._began = at
                return math.inf
            case Moved():
                return -math.inf

    def frame(self, t: float, out: Picture) -> None:
        at = max(0.0, t - self._began)
        standing = t < self._began or not self._go_to(at)
        np.copyto(out, self._noisy(t) if standing else self._shown.picture)

    def still(self, t: float, room: Picture) -> Taken | None:
        at = max(0.0, t - self._began)
        times = [taken for taken, _ in self._film.stills if taken <= at + 1e-6]
        still = self._decoded(times[-1]) if times else None
        if still is None:
            return None
        np.copyto(room, still.picture)
        return Taken(t if t < self._began else round(self._began + still.t, 3), room)

    def _go_to(self, at: float) -> bool:
        """Go to the film's picture at ``at``, seconds of its own; ``False`` when it has ended before that."""
        if at < self._shown.t - 1e-6:
            # A watcher that was started anew begins where the record ends.
            self._frames, self._next = self._film.frames(), None
            self._shown = next(self._frames)
        while True:
            if self._next is None:
                self._next = next(self._frames, None)
            if self._next is None:
                return at < self._shown.t + 1 / self._film.rate - 1e-6
            if self._next.t > at + 1e-6:
                return True
            self._shown, self._next = self._next, None

    def _noisy(self, t: float) -> Picture:
        """A picture that stands: no sensor gives the same one twice."""
        high, wide = self._shown.picture.shape[:2]
        x, y = np.random.default_rng(round(t * 1000)).integers(0, _SHIFTS, 2)
        return u8(cv2.add(self._shown.picture, self._noise[y : y + high, x : x + wide]))
