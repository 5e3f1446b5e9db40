"""When the table has come to rest, and where: from a stream of small pictures to settled changes and whose they are.

Every frame is compared with the one before (motion) and with the table as it last lay still (change). What has changed
and is no arm is *settled* when it has not moved for a quarter of a second. Everything is decided place by place, so
that a quick play need not wait until all the table is quiet. Shadows, which darken all colours alike, are no arms.

Pure: pictures and times come in as data. Times are seconds, places pixels of the small picture unless said otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, cast

import cv2
import numpy as np
import numpy.typing as npt

from vision.arms import LEFT_LYING_S, Arms, Blob, Cover, Visit
from vision.change import plain
from vision.field import Box, Field, Mask, Picture, pixels

SETTLE_S: Final = 0.25
"""How long a changed place must lie still."""

_CHANGED: Final = 16
"""Grey levels by which a pixel must differ: seven deviations of a noisy sensor's small picture."""
_STIRS: Final = 20
"""The same of a single pixel, whose noise nothing has evened out."""
_STIRRED: Final = 8
_FEW: Final = 24
"""Fewer pixels than this are noise; about 80 mm²."""
_DRIFT_S: Final = 1.0
"""How often the picture of the table at rest follows the light."""
BRIEF_S: Final = 0.07
"""What an arm reaches for must have lain still for so long before that: two frames."""
_JUST: Final = 1e-3
"""A moment before."""
_BRIEF_MM2: Final = 900.0
_BARED: Final = 0.7
"""Of a place at the border, so much must look otherwise than it did with the arm that has gone."""
_SHADOWY: Final = 0.15
"""What has less body than this share is a shadow, and waits until the arm that throws it has gone."""


@dataclass(frozen=True, slots=True)
class Region:
    """A place that changed and lies still. ``t``: when it came to rest; ``since``: when it last lay as it did before.

    ``mask`` holds the changed pixels of ``box``; ``covers`` the arms that were over it meanwhile, the likeliest first.
    ``brief``: it lay still for a moment only, since an arm is over it again: the frame before shows it.
    """

    t: float
    since: float
    box: Box
    mask: Mask
    covers: tuple[Cover, ...]
    brief: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """What one frame told.

    ``arms``: seats whose arm is over the table; ``ended``: visits that are over. ``upto``: nothing that came to rest
    by then is unsettled, and ``unsettled`` are the visits to what does not lie still yet. ``share``: how much of the
    picture differs from the table at rest.
    """

    t: float
    settled: tuple[Region, ...] = ()
    arms: frozenset[str] = frozenset()
    ended: tuple[Visit, ...] = ()
    upto: float = 0.0
    share: float = 0.0
    unsettled: frozenset[int] = frozenset()


class Settler:
    """Fed with one small picture after the other. ``seats``: bearing of each seat, degrees clockwise from north."""

    def __init__(self, place: Field, seats: Mapping[str, float], *, settle_s: float = SETTLE_S) -> None:
        self.field = place
        self._settle_s = settle_s
        wide, high = place.size
        self._arms = Arms(place, seats)
        self._rest: Picture | None = None
        self._prev: Picture = np.zeros((high, wide, 3), np.uint8)
        self._moved = np.full((high, wide), -np.inf, np.float32)
        """When each pixel last moved."""
        self._since = np.full((high, wide), -np.inf, np.float32)
        """When each pixel was last seen as the table at rest has it, while something is going on."""
        self._calm = self._drifted = self._last = 0.0
        self._restless = False
        self._lain: list[tuple[Blob, Region]] = []
        """What lay still in the frame before, but not for long enough yet."""
        self._busy: Mask = np.zeros((high, wide), np.bool_)
        self._glance: Picture | None = None
        self._first: Picture | None = None
        """How it looked when the watching began, arms and all; until the table is at rest once."""

    def busy(self, region: Region) -> bool:
        """Whether something is over a place, or has changed it, since it settled."""
        x0, y0, x1, y1 = region.box
        return pixels(self._busy[y0:y1, x0:x1] & region.mask) > 0.15 * pixels(region.mask)

    def begin(self, t: float, picture: Picture, arms: Mask | None = None) -> None:
        """The table lies so, whatever lay there before. ``arms``: where it is not seen for arms, and taken for bare."""
        self._rest, self._prev = picture.copy(), picture
        self._first = picture.copy()
        if arms is not None and arms.any():
            self._rest[arms] = plain(picture)[arms]
        self._moved[:] = -np.inf
        self._calm = self._drifted = t
        self._restless = False
        self._lain = []
        self._busy[:] = False
        self._glance = None

    def calm(self, t: float, glance: Picture) -> Step | None:
        """What a frame tells at a glance, if nothing goes on; None if it must be looked at with :meth:`step`."""
        before, self._glance = self._glance, glance
        if before is None or self._restless or t - self._drifted > _DRIFT_S:
            return None
        strong = cv2.threshold(cast("Picture", cv2.absdiff(glance, before)), _STIRS, 255, cv2.THRESH_BINARY)[1]
        if cv2.countNonZero(cast("Picture", strong).reshape(len(glance), -1)) > _STIRRED:
            return None
        # What comes slowly is seen against the last frame that was looked at in full.
        self._glance, self._first = before, None
        self._calm = self._last = t
        return Step(t, ended=self._arms.ended(t), upto=t)

    def step(self, t: float, picture: Picture) -> Step:
        """One frame. Raises :class:`ValueError` before :meth:`begin`."""
        if self._rest is None:
            raise ValueError("nothing is known of the table at rest")
        picture = levelled(picture, self._rest)
        moving = cast("Picture", cv2.absdiff(picture, self._prev))
        differs = cast("Picture", cv2.absdiff(picture, self._rest))
        before, self._prev = self._prev, picture
        if self._restless or not (_few(differs) and _few(moving)):
            return self._stirred(t, picture, before, moving, differs)
        self._first = None
        self._calm = self._last = t
        if t - self._drifted > _DRIFT_S:
            # The light changes slowly: the table at rest looks a little more like now.
            cv2.addWeighted(picture, 0.5, self._rest, 0.5, 0, self._rest)
            self._drifted = t
        return Step(t, ended=self._arms.ended(t), upto=t)

    # ------------------------------------------------------------ a table in motion
    def _stirred(self, t: float, picture: Picture, before: Picture, moving: Picture, differs: Picture) -> Step:
        if not self._restless:
            self._since[:] = self._calm
        lively = cv2.dilate(cv2.erode(_strong(moving), _SPECK), _KERNEL)
        self._moved[cast("Picture", lively) > 0] = t
        blobs = self._unveiled(t, picture, self._blobs(picture, differs))
        arms = self._arms.follow(t, blobs, differs)
        settled = self._reached_for(before, [b for b, arm in zip(blobs, arms, strict=True) if arm])
        laid: list[Region] = []
        unsettled: set[int] = set()
        upto = t
        here = self._arms.present(t)
        everywhere = np.zeros(picture.shape[:2], np.bool_)
        for blob, arm in zip(blobs, arms, strict=True):
            everywhere[blob.part] |= blob.mask
            if arm:
                upto = min(upto, float(self._moved[blob.part][blob.mask].min()) - _JUST)
            elif self._is_settled(t, blob, alone=not here):
                laid.append(self._region(blob))
            else:
                unsettled |= {c.visit for c in self._covers(blob) if c.share >= 0.3}
                upto = min(upto, blob.quiet - _JUST)
        self._last = t
        self._lain = [
            (blob, replace(self._region(blob), brief=True))
            for blob, arm in zip(blobs, arms, strict=True)
            if not arm and self._lies_briefly(t, blob)
        ]
        self._since[~everywhere] = t
        self._busy = everywhere.copy()
        for region in laid:
            self._lay(picture, region)
            x0, y0, x1, y1 = region.box
            self._busy[y0:y1, x0:x1][region.mask] = False
            # What takes it away may come with the very next frame: arms that were there before have no part in that.
            self._since[y0:y1, x0:x1][region.mask] = t
        self._restless = bool(everywhere.any())
        self._first = self._first if self._restless else None
        self._drifted = t
        ended = self._arms.ended(t)
        return Step(t, (*settled, *laid), here, ended, max(upto, 0.0), float(everywhere.mean()), frozenset(unsettled))

    def _blobs(self, picture: Picture, differs: Picture) -> list[Blob]:
        """What has changed, piece by piece."""
        joined = cv2.morphologyEx(_strong(differs), cv2.MORPH_CLOSE, _WIDE)
        joined = cast("Picture", cv2.morphologyEx(joined, cv2.MORPH_OPEN, _KERNEL))
        left, top, wide, high = cv2.boundingRect(joined)
        out: list[Blob] = []
        if wide == 0:
            return out
        part = np.ascontiguousarray(joined[top : top + high, left : left + wide])
        count, labels, stats, _ = cv2.connectedComponentsWithStats(part, connectivity=8)
        rows, columns = joined.shape
        for k in range(1, count):
            x, y, w, h, area = (int(v) for v in stats[k])
            if area < _FEW:
                continue
            mask = np.asarray(labels[y : y + h, x : x + w] == k)
            x, y = x + left, y + top
            here = (slice(y, y + h), slice(x, x + w))
            bodily = mask & ~_shadows(picture[here], cast("Picture", self._rest)[here])
            # What still looked as before a frame ago has moved since, however little of it was seen to.
            # The stream's times are kept as 32-bit numbers: to the millisecond they are what they were.
            quiet = round(max(float(self._moved[here][mask].max()), float(np.median(self._since[here][mask]))), 3)
            at_border = x <= 1 or y <= 1 or x + w >= columns - 1 or y + h >= rows - 1
            out.append(Blob((x, y, x + w, y + h), mask, bodily, quiet, at_border))
        return out

    def _unveiled(self, t: float, picture: Picture, blobs: list[Blob]) -> list[Blob]:
        """The same without ground at the border from which an arm has gone that was there when the watching began."""
        if self._first is None:
            return blobs
        kept: list[Blob] = []
        for blob in blobs:
            first = self._first[blob.part]
            new = cast("Picture", cv2.absdiff(np.ascontiguousarray(picture[blob.part]), np.ascontiguousarray(first)))
            lies = t - blob.quiet + 1e-6 >= self._settle_s
            if blob.at_border and lies and pixels(blob.mask & (_strong(new) > 0)) > _BARED * pixels(blob.mask):
                self._lay(picture, Region(blob.quiet, blob.quiet, blob.box, blob.mask, ()))
                # Were it an arm that rests, what it leaves would be told by the same mark.
                first[blob.mask] = picture[blob.part][blob.mask]
            else:
                kept.append(blob)
        return kept

    def _is_settled(self, t: float, blob: Blob, *, alone: bool) -> bool:
        if t - blob.quiet + 1e-6 < (LEFT_LYING_S if blob.at_border else self._settle_s):
            return False
        return alone or _bodily(blob)

    def _reached_for(self, before: Picture, arms: list[Blob]) -> list[Region]:
        """What lay still in the frame before, and has an arm over it now that may take it away: it lies as it lay."""
        out: list[Region] = []
        for blob, region in self._lain:
            over = sum(_overlap(blob, arm) for arm in arms)
            if over > 0.3 * float(blob.mask.sum()):
                self._lay(before, region)
                self._since[blob.part][blob.mask] = self._last
                out.append(region)
        return out

    def _lies_briefly(self, t: float, blob: Blob) -> bool:
        """Whether a blob is large enough for a card and has lain still for a moment."""
        large = blob.mask.sum() > _BRIEF_MM2 * self.field.scale**2
        still = BRIEF_S - 1e-6 < t - blob.quiet < self._settle_s - 1e-6
        return bool(large and still and not blob.at_border and _bodily(blob))

    def _lay(self, picture: Picture, region: Region) -> None:
        """From now on the table at rest looks like this there."""
        x0, y0, x1, y1 = region.box
        grown = cv2.dilate(np.pad(region.mask, 4).astype(np.uint8), _WIDE)
        high, wide = self._moved.shape
        left, top, right, bottom = max(0, x0 - 4), max(0, y0 - 4), min(wide, x1 + 4), min(high, y1 + 4)
        part = cast("Picture", grown)[top - y0 + 4 : bottom - y0 + 4, left - x0 + 4 : right - x0 + 4] > 0
        cast("Picture", self._rest)[top:bottom, left:right][part] = picture[top:bottom, left:right][part]

    def _region(self, blob: Blob) -> Region:
        since = float(np.median(self._since[blob.part][blob.mask]))
        return Region(blob.quiet, round(since, 3), blob.box, blob.mask, self._covers(blob))

    def _covers(self, blob: Blob) -> tuple[Cover, ...]:
        return self._arms.covers(blob.box, blob.mask, self._since[blob.part][blob.mask])


def _bodily(blob: Blob) -> bool:
    return bool(blob.bodily.sum() > _SHADOWY * blob.mask.sum())


def _overlap(one: Blob, other: Blob) -> float:
    """How many pixels of one lie in the other."""
    (a0, b0, a1, b1), (c0, d0, c1, d1) = one.box, other.box
    x0, y0, x1, y1 = max(a0, c0), max(b0, d0), min(a1, c1), min(b1, d1)
    if x0 >= x1 or y0 >= y1:
        return 0.0
    both = one.mask[y0 - b0 : y1 - b0, x0 - a0 : x1 - a0] & other.mask[y0 - d0 : y1 - d0, x0 - c0 : x1 - c0]
    return float(both.sum())


_SPECK: Final = np.ones((3, 3), np.uint8)
"""Less is no motion: a compressed stream's key frames sharpen fine print anew."""
_KERNEL: Final = np.ones((3, 3), np.uint8)
_WIDE: Final = np.ones((5, 5), np.uint8)


def _few(differs: Picture) -> bool:
    """Whether hardly a pixel differs."""
    strong = cast("Picture", cv2.threshold(differs, _CHANGED, 255, cv2.THRESH_BINARY)[1])
    return cv2.countNonZero(strong.reshape(len(strong), -1)) < _FEW


def _strong(differs: Picture) -> Picture:
    """1 for pixels that differ in some colour, else 0."""
    b, g, r = cv2.split(differs)
    return cast("Picture", cv2.threshold(cv2.max(cv2.max(b, g), r), _CHANGED, 1, cv2.THRESH_BINARY)[1])


def levelled(picture: Picture, rest: Picture) -> Picture:
    """The picture in the light of the table at rest: flickering lamps and clouds change all of it by one factor."""
    now, then = np.ascontiguousarray(picture[4::12, 4::12]), np.ascontiguousarray(rest[4::12, 4::12])
    same = cast("Picture", cv2.inRange(cv2.absdiff(now, then), _NOTHING, _SOME))
    if cv2.countNonZero(same) < 0.2 * same.size:
        return picture
    gain = sum(cv2.mean(then, same)) / max(1.0, sum(cv2.mean(now, same)))
    if abs(gain - 1) < 0.006:
        return picture
    return cast("Picture", cv2.convertScaleAbs(picture, alpha=gain))


_NOTHING: Final = np.zeros(3)
_SOME: Final = np.full(3, 24.0)
_LIFT: Final = np.full(4, 4.0)


def _shadows(picture: Picture, rest: Picture) -> npt.NDArray[np.bool_]:
    """Pixels that are darker than they were by the same factor in every colour."""
    ratio = cv2.divide(cv2.add(picture, _LIFT), cv2.add(rest, _LIFT), scale=200)
    b, g, r = cv2.split(cast("Picture", ratio))
    high, low = cast("Picture", cv2.max(cv2.max(b, g), r)), cast("Picture", cv2.min(cv2.min(b, g), r))
    return (high < 194) & (low > 72) & (cast("Picture", cv2.subtract(high, low)) < 32)
