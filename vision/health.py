"""Whether the camera still sees: black, dazzled, covered or frozen pictures, a film that runs in a loop.

Every frame's small picture is judged as it comes, and an ailment is told when it has lasted for as long as its kind may
pass by itself: all within two seconds. While the camera is blind nothing that it shows is believed.

Pure: pictures and times come in as data.
"""

from __future__ import annotations

import hashlib
from collections import deque
from dataclasses import dataclass
from typing import Final, Literal, cast

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
"""Rows × columns × 3, blue-green-red."""

Ailment = Literal["black", "dazzled", "covered", "frozen", "looped", "moved", "silent", "no-marks"]
"""``moved``, ``silent`` (no frame comes) and ``no-marks`` (it is not known where it looks) are told by the watcher."""

BLACK: Final = 14.0
"""A picture whose brightest hundredth is darker is black."""
DAZZLED: Final = 243.0
"""One whose darkest tenth is brighter is dazzled."""
LASTS_S: Final[dict[Ailment, float]] = {"black": 0.6, "dazzled": 1.0, "covered": 1.2, "frozen": 1.2, "looped": 0.9}
"""How long each must last before it is told."""
HEALS_S: Final = 0.4
"""How long the camera must see well before it is believed again."""
MEMORY_S: Final = 900.0
"""How far back a loop is noticed."""

_DETAIL: Final = 0.3
"""A covered lens shows less than this share of the detail that was there."""
_SHARE: Final = 0.8
"""And more than this share of the picture has changed."""


@dataclass(frozen=True, slots=True)
class Sight:
    """Whether the camera sees, from ``t`` on. ``why`` it does not, None if it does."""

    t: float
    why: Ailment | None = None

    @property
    def blind(self) -> bool:
        """Whether nothing that it shows is believed."""
        return self.why is not None


class Health:
    """Fed with one picture after the other, a hundred columns or so; tells when the sight changes."""

    def __init__(self) -> None:
        self._since: dict[Ailment, float] = {}
        self._well: float | None = None
        self._why: Ailment | None = None
        self._detail: float | None = None
        self._first: Picture | None = None
        self._last: bytes = b""
        self._seen: dict[bytes, float] = {}
        self._order: deque[tuple[float, bytes]] = deque()
        self._shift: float | None = None

    @property
    def why(self) -> Ailment | None:
        """What ails the camera now, if it was told."""
        return self._why

    def take_as_well(self, picture: Picture) -> None:
        """Remember how the table looks when all is well."""
        self._first = _tiny(picture)
        self._detail = _detail(picture)

    def look(self, t: float, picture: Picture) -> Sight | None:
        """One frame. What changed, if something did."""
        ails = self._ails(t, picture)
        for kind in list(self._since):
            if kind not in ails:
                del self._since[kind]
        for kind in ails:
            self._since.setdefault(kind, t)
        told = next((k for k, since in self._since.items() if t - since >= LASTS_S[k] - 1e-6), None)
        return self._judged(t, told, ails)

    def _judged(self, t: float, told: Ailment | None, ails: set[Ailment]) -> Sight | None:
        if ails:
            self._well = None
        elif self._well is None:
            self._well = t
        if told is not None and told != self._why:
            self._why = told
            return Sight(t, told)
        if self._why is not None and self._well is not None and t - self._well >= HEALS_S:
            self._why = None
            return Sight(t)
        return None

    def _ails(self, t: float, picture: Picture) -> set[Ailment]:
        tiny = _tiny(picture)
        grey = tiny.max(axis=2)
        if float((grey >= BLACK).mean()) < 0.01:
            return {"black"}
        if float((tiny <= DAZZLED).mean()) < 0.1:
            return {"dazzled"}
        again = self._again(t, picture)
        if again is not None:
            return {again}
        if self._first is not None and self._detail is not None:
            changed = (np.abs(tiny.astype(np.int16) - self._first).max(axis=2) > 30).mean()
            if changed > _SHARE and _detail(picture) < _DETAIL * self._detail:
                return {"covered"}
        return set()

    def _again(self, t: float, picture: Picture) -> Ailment | None:
        """A sensor never gives the same picture twice: its noise differs. The same bytes are the same picture."""
        # Every other row is enough to tell, and keeps this cheap.
        name = hashlib.blake2b(np.ascontiguousarray(picture[::2]).tobytes(), digest_size=12).digest()
        if name == self._last:
            return "frozen"
        self._last = name
        before = self._seen.get(name)
        self._seen[name] = t
        self._order.append((t, name))
        while self._order and t - self._order[0][0] > MEMORY_S:
            old, gone = self._order.popleft()
            if self._seen.get(gone) == old:
                del self._seen[gone]
        if before is None:
            self._shift = None
            return None
        # Frames that come again at one and the same distance are a film that runs in a loop.
        shift, self._shift = self._shift, t - before
        return "looped" if shift is None or abs(shift - self._shift) < 0.3 else None


def _tiny(picture: Picture) -> Picture:
    return np.ascontiguousarray(picture[2::6, 2::6])


def _detail(picture: Picture) -> float:
    """How much a picture changes from place to place, noise apart."""
    green = cv2.resize(picture[..., 1], None, fx=1 / 3, fy=1 / 3, interpolation=cv2.INTER_AREA)
    return float(np.std(cast("Picture", cv2.Laplacian(green, cv2.CV_16S))))
