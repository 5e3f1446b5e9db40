"""Arms over the table: which seat each comes from, what it covers, and how long its visit lasts.

What has changed, hangs together and reaches the picture's border is an arm, and the side of the border tells whose. A
piece of it that comes apart (a hand whose dark sleeve cannot be seen, a card that is dragged along) is followed.

Times are seconds, places pixels of the small picture unless said otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

import cv2
import numpy as np
import numpy.typing as npt

from vision.calibrate import PLAY_AREA, Points
from vision.field import Box, Field, Mask, Picture

ARM_MM2: Final = 1200.0
"""What reaches the border and is at least so large is an arm."""
GONE_S: Final = 0.17
"""An arm that was in no frame for so long has left."""
LEFT_LYING_S: Final = 2.0
"""What reaches the border and has been quite still for so long is no arm that is about to do something."""

_FAINT: Final = 5
"""Grey levels, averaged over neighbours: what is fainter cannot be told from noise."""
_HAND_MM2: Final = 7000.0
_NEAR_MM: Final = 130.0
"""A hand, larger than a card, no further from the border than this comes from there, even if no sleeve is seen."""
_APART_MM: Final = 60.0
"""What moves so near to an arm is no arm of its own."""
_LATELY_S: Final = 0.25
_REMEMBERED_S: Final = 30.0


@dataclass(slots=True)
class Visit:
    """One stay of an arm over the table, from ``begun``; it was last ``seen``, and ``ended`` is None while it lasts."""

    seat: str
    number: int
    begun: float
    seen: float
    ended: float | None = None


@dataclass(frozen=True, slots=True)
class Cover:
    """An arm's part in a change: which visit, what share of the place it covered, and when it did so last."""

    visit: int
    seat: str
    share: float
    last: float


@dataclass(frozen=True, slots=True)
class Blob:
    """What has changed and hangs together: a mask in its box, less its shadows in ``bodily``; ``quiet`` since when."""

    box: Box
    mask: Mask
    bodily: Mask
    quiet: float
    at_border: bool

    @property
    def part(self) -> tuple[slice, slice]:
        """Its box as rows and columns."""
        x0, y0, x1, y1 = self.box
        return slice(y0, y1), slice(x0, x1)


class Arms:
    """Follows the arms of all seats from frame to frame."""

    def __init__(self, place: Field, seats: Mapping[str, float]) -> None:
        wide, high = place.size
        self._shape = (high, wide)
        self._scale = place.scale
        self._big = ARM_MM2 * place.scale**2
        self._near = _NEAR_MM * place.scale
        self._apart = 2 * round(_APART_MM * place.scale) + 1
        self._edges = _edges(place, seats)
        self._covered = {seat: np.full((high, wide), -np.inf, np.float32) for seat in seats}
        """For each seat, when its arm last covered each pixel."""
        self._visits: dict[str, Visit] = {}
        self._past: list[Visit] = []
        self._number = 0

    def follow(self, t: float, blobs: Sequence[Blob], differs: Picture) -> list[bool]:
        """Which blobs of a frame are arms. ``differs``: by how much it differs from the table at rest."""
        arms = [b.at_border and t - b.quiet < LEFT_LYING_S and bool(b.bodily.sum() >= self._big) for b in blobs]
        for blob, arm in zip(blobs, arms, strict=True):
            if arm:
                self._seen(t, blob.box, blob.bodily, blob.mask)
        rest = [k for k, b in enumerate(blobs) if not arms[k] and not b.at_border and b.quiet >= t - 1e-6]
        alone = [k for k in rest if not self._followed(t, blobs[k])]
        large = [k for k in alone if blobs[k].bodily.sum() >= self._big / 2]
        if large:
            taken = self._round(t)
            faint = _Faint(differs)
            for k in large:
                if not (taken[blobs[k].part] & blobs[k].bodily).any():
                    arms[k] = self._reaching(t, blobs[k], faint)
        return arms

    def present(self, t: float) -> frozenset[str]:
        """Seats whose arm is over the table in the frame of ``t``."""
        return frozenset(seat for seat, visit in self._visits.items() if visit.seen >= t - 1e-6)

    def ended(self, t: float) -> tuple[Visit, ...]:
        """Visits that are over since the last frame."""
        out: list[Visit] = []
        for seat, visit in list(self._visits.items()):
            if t - visit.seen > GONE_S:
                visit.ended = visit.seen
                out.append(self._visits.pop(seat))
        if out:
            self._past = [v for v in (*self._past, *out) if t - v.seen < _REMEMBERED_S]
        return tuple(out)

    def covers(self, box: Box, mask: Mask, since: npt.NDArray[np.float32]) -> tuple[Cover, ...]:
        """Whose arms were over a place since it last lay still (a time for each of its pixels), the likeliest first."""
        x0, y0, x1, y1 = box
        covers: list[Cover] = []
        for seat, when in self._covered.items():
            there = when[y0:y1, x0:x1][mask]
            over = there[there >= since]
            share = len(over) / max(1, len(there))
            visit = self._visit_at(seat, float(np.median(over))) if share >= 0.1 else None
            if visit is not None:
                covers.append(Cover(visit.number, seat, share, float(np.median(over))))
        if not covers and len(since):
            # Nobody was seen over it; who was at the table meanwhile is the next best guess.
            begun = float(np.median(since))
            visits = [v for v in (*self._past, *self._visits.values()) if v.seen >= begun]
            covers = [Cover(v.number, v.seat, 0.0, v.seen) for v in visits]
        return tuple(sorted(covers, key=lambda c: (c.share >= 0.5, c.last), reverse=True))

    def _visit_at(self, seat: str, t: float) -> Visit | None:
        """The visit of a seat in which ``t`` lies."""
        visits = [v for v in (*self._past, *self._visits.values()) if v.seat == seat]
        there = [v for v in visits if v.begun - 1e-6 <= t <= v.seen + 2 * GONE_S]
        return there[-1] if there else None

    # ------------------------------------------------------------ one frame
    def _seen(self, t: float, box: Box, bodily: Mask, whole: Mask) -> None:
        """Note an arm. ``whole`` is it with what joins it to the border; several seats' sides share it out."""
        # A shadow reaches the border where its arm does not; a sleeve that looks like one leaves nothing else.
        touching = self._edges.touching(box, bodily) or self._edges.touching(box, whole)
        parts = dict.fromkeys(touching, bodily) if len(touching) < 2 else self._shared(box, bodily, touching)
        for seat, part in parts.items():
            self._cover(t, seat, box, part)
            visit = self._visits.get(seat)
            if visit is None:
                self._number += 1
                self._visits[seat] = Visit(seat, self._number, t, t)
            else:
                visit.seen = t

    def _cover(self, t: float, seat: str, box: Box, part: Mask) -> None:
        x0, y0, x1, y1 = box
        self._covered[seat][y0:y1, x0:x1][part] = t

    def _shared(self, box: Box, bodily: Mask, touching: Mapping[str, Mask]) -> dict[str, Mask]:
        """Each pixel belongs to the arm whose it was, else to the one that is nearest."""
        x0, y0, x1, y1 = box
        was = {
            seat: (self._covered[seat][y0:y1, x0:x1] >= visit.seen - 1e-6) & bodily
            for seat, visit in self._visits.items()
            if seat in touching
        }
        near: list[npt.NDArray[np.float32]] = []
        for seat, border in touching.items():
            seed = border | was.get(seat, np.zeros_like(bodily))
            for other, theirs in was.items():
                if other != seat:
                    seed &= ~theirs | border
            near.append(np.asarray(cv2.distanceTransform((~seed).astype(np.uint8), cv2.DIST_L2, 3), np.float32))
        first = np.argmin(np.stack(near), axis=0)
        return {seat: bodily & (first == i) for i, seat in enumerate(touching)}

    def _followed(self, t: float, blob: Blob) -> bool:
        """Whether a blob that moves is a piece of an arm that was there a moment ago; if so it still is."""
        best, most = None, 0.2 * float(blob.bodily.sum())
        for seat, visit in self._visits.items():
            theirs = self._covered[seat][blob.part] >= visit.seen - _LATELY_S
            overlap = float((theirs & blob.bodily).sum())
            if overlap > most:
                best, most = seat, overlap
        if best is None:
            return False
        self._cover(t, best, blob.box, blob.bodily)
        self._visits[best].seen = t
        return True

    def _round(self, t: float) -> Mask:
        """All that arms cover in this frame, and what is next to it."""
        out = np.zeros(self._shape, np.uint8)
        for seat in self.present(t):
            out[self._covered[seat] >= t - 1e-6] = 1
        return cast("Picture", cv2.dilate(out, np.ones((self._apart, self._apart), np.uint8))) > 0

    def _reaching(self, t: float, blob: Blob, faint: _Faint) -> bool:
        """Whether a hand inside the picture is joined to its border, however faintly, or is near it: then it is noted.

        A sleeve of the table's own colour is hardly to be seen.
        """
        body = np.zeros(self._shape, np.bool_)
        body[blob.part] = blob.bodily
        joined = faint.around(blob)
        away = np.asarray(cv2.distanceTransform((~body).astype(np.uint8), cv2.DIST_L2, 3), np.float32)
        border = self._edges.owner >= 0
        reached = border & joined if joined is not None else np.zeros_like(border)
        if not reached.any() and blob.bodily.sum() > _HAND_MM2 * self._scale**2:
            reached = border & (away <= self._near)
        if not reached.any():
            return False
        seats = {seat: float(away[there].min()) for seat, there in self._edges.split(reached).items()}
        nearest = min(seats, key=lambda seat: seats[seat])
        self._seen(t, (0, 0, self._shape[1], self._shape[0]), body, body | (reached & self._edges.of(nearest)))
        return True


class _Faint:
    """Places that differ hardly more than noise does."""

    def __init__(self, differs: Picture) -> None:
        b, g, r = cv2.split(cv2.blur(differs, (5, 5)))
        faint = cv2.threshold(cv2.max(cv2.max(b, g), r), _FAINT, 1, cv2.THRESH_BINARY)[1]
        self._labels = np.asarray(cv2.connectedComponents(faint, connectivity=8)[1], np.int32)

    def around(self, blob: Blob) -> Mask | None:
        """All that hangs together with a blob: a mask of the whole picture, None if nothing does."""
        names = self._labels[blob.part][blob.mask]
        names = names[names > 0]
        return None if len(names) == 0 else cast("Mask", self._labels == np.bincount(names).argmax())


@dataclass(frozen=True, slots=True)
class _Edges:
    """For each pixel of the border band, whose side of the table it is; −1 inside."""

    seats: tuple[str, ...]
    owner: npt.NDArray[np.int8]

    def of(self, seat: str) -> Mask:
        """The side of a seat."""
        return cast("Mask", self.owner == self.seats.index(seat))

    def split(self, there: Mask) -> dict[str, Mask]:
        """Pixels of the band by seat."""
        parts = {seat: there & (self.owner == k) for k, seat in enumerate(self.seats)}
        return {seat: part for seat, part in parts.items() if part.any()}

    def touching(self, box: Box, mask: Mask) -> dict[str, Mask]:
        """Seats on whose side of the border a mask lies, each with the pixels there."""
        x0, y0, x1, y1 = box
        owner = np.where(mask, self.owner[y0:y1, x0:x1], -1)
        total = int((owner >= 0).sum())
        out: dict[str, Mask] = {}
        for k, seat in enumerate(self.seats):
            there = owner == k
            # A sleeve that crosses near a corner reaches round it: a few pixels of the next side are no second arm.
            if there.sum() > max(0, 0.3 * total):
                out[seat] = there
        return out


def _edges(place: Field, seats: Mapping[str, float]) -> _Edges:
    wide, high = place.size
    owner = np.full((high, wide), -1, np.int8)
    band = [(x, y) for x in range(wide) for y in (0, 1, high - 2, high - 1)]
    band += [(x, y) for y in range(high) for x in (0, 1, wide - 2, wide - 1)]
    for (x, y), seat in zip(band, nearest_seats(place.to_table(band), seats), strict=True):
        owner[y, x] = seat
    return _Edges(tuple(seats), owner)


def nearest_seats(table: Points, seats: Mapping[str, float]) -> list[int]:
    """For places on the table (n × 2 mm) the number of the seat before which each lies.

    The play area is stretched to a square first, so that the sides of four seats meet at its corners.
    """
    square = np.asarray(table) / (np.array(PLAY_AREA) / 2)
    turn = np.degrees(np.arctan2(square[:, 0], -square[:, 1]))
    off = np.abs((turn[:, None] - np.array([*seats.values()])[None, :] + 180) % 360 - 180)
    return [int(k) for k in np.argmin(off, axis=1)]
