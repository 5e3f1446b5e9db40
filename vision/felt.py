"""Where cards lie: rectangles of a known size, found in what changed on the table since it last lay still.

The table is kept as a flat picture of its own, the *canvas*, two pixels a millimetre. What differs in a settled place
is a card that came, one that went, or both. A card that came is a rectangle whose size is known beforehand, so that one
piece of one straight side, told long or short, fixes it; those whose sides show in the picture and which lie on no bare
felt are kept, the one with the clearest sides first. So a card is found where it overlaps others, too.

Pure but for the canvas that it keeps. Millimetres on the table unless said otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, cast

import cv2
import numpy as np
import numpy.typing as npt

from vision.arms import ARM_MM2
from vision.calibrate import Calibration, Points
from vision.change import FINE, HALF, clear_marks, cleared, differing, patched, plain
from vision.field import Box, Field, Mask, Picture, pixels
from vision.lie import SIZES, Lie, inside, meets, share, sides, union
from vision.settle import levelled

Reals = npt.NDArray[np.float32]


_EDGE: Final = 14
"""Grey levels across a card's side: felt against a white border gives a hundred, white against white its shadow."""
_LEAST_MM2: Final = 260.0
"""What is smaller is no card and no part of one that could be told."""
_SUPPORT: Final = 0.72
"""The share of its visible sides that must show."""
_FACE_MM2: Final = 120.0
"""So much must have changed on a card's face before another card is looked for upon it."""
_HELD: Final = 0.93
_OVER: Final = 0.6
"""Paper on paper shows less of its sides."""
_ASTRAY: Final = 0.07
"""The share of a card that may lie on felt that did not change."""
_SAME: Final = 0.86
"""Two rectangles that have so much in common are one card, or a packet's cards."""
_MOST: Final = 14
_RING: Final = 0.8
"""What reaches along the border for so much of both its sides is the table's own edge."""


_ROUND: Final = np.ones((25, 25), np.uint8)
"""About what an arm's shadow adds to it."""


@dataclass(frozen=True, slots=True)
class Found:
    """A card that came. ``support``: the share of its visible sides that show. ``above``: what lies on it.

    ``over``: it was found by what changed on the face of another card that it all but covers. ``hidden``: an arm was
    there when all began, and since then nobody saw what lay below it.
    """

    lie: Lie
    support: float
    above: tuple[Lie, ...] = ()
    over: bool = False
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """What a settled place shows: cards that came, and numbers of cards that went; ``area`` of the change in mm²."""

    came: tuple[Found, ...]
    went: tuple[int, ...]
    area: float
    unexplained: float = 0.0
    """What changed and is neither, mm²: a heap, a thing."""


@dataclass
class Felt:
    """The canvas of one table. ``size`` of the pack's cards, None until it is known."""

    calibration: Calibration
    size: tuple[float, float] | None = None
    canvas: Picture = field(init=False)
    bare: Picture = field(init=False)
    """The table with nothing on it, as far as it was seen so."""
    reaching: Mask = field(init=False)
    """Where arms were when it began: nobody knows what lies there."""

    def __post_init__(self) -> None:
        wide, high = (round(2 * h * FINE) for h in HALF)
        xs = (np.arange(wide) + 0.5) / FINE - HALF[0]
        ys = (np.arange(high) + 0.5) / FINE - HALF[1]
        net = np.stack(np.meshgrid(xs, ys), axis=-1)
        at = self.calibration.to_pixels(net.reshape(-1, 2)).reshape(*net.shape).astype(np.float32)
        columns, rows = self.calibration.size
        inside = (at >= 0).all(axis=2) & (at[..., 0] < columns - 1) & (at[..., 1] < rows - 1)
        self._unseen: Mask = cv2.erode(inside.astype(np.uint8), np.ones((5, 5), np.uint8)) == 0
        self._maps = cv2.convertMaps(at[..., 0], at[..., 1], cv2.CV_16SC2)
        self.canvas = np.zeros((high, wide, 3), np.uint8)
        self.bare = self.canvas
        self.reaching = np.zeros((high, wide), np.bool_)

    # ------------------------------------------------------------ pictures
    def flat(self, picture: Picture, box: Box | None = None) -> Picture:
        """The table (or a box of the canvas) as a picture of the camera shows it."""
        x0, y0, x1, y1 = box or (0, 0, self.canvas.shape[1], self.canvas.shape[0])
        first, second = (m[y0:y1, x0:x1] for m in cast("tuple[Reals, Reals]", self._maps))
        return cast("Picture", cv2.remap(picture, first, second, cv2.INTER_LINEAR))

    def box(self, table: Points, margin: float) -> Box:
        """The box of the canvas round places on the table."""
        at = (np.asarray(table) + HALF) * FINE
        x0, y0 = np.floor(at.min(axis=0) - margin * FINE).astype(int)
        x1, y1 = np.ceil(at.max(axis=0) + margin * FINE).astype(int)
        high, wide = self.canvas.shape[:2]
        return max(0, int(x0)), max(0, int(y0)), min(wide, int(x1)), min(high, int(y1))

    # ------------------------------------------------------------ looking
    def begin(self, picture: Picture) -> Look:
        """The table as it is at first: all that is no felt, no mark and has a card's size came.

        An arm that reaches over it is no card: the canvas has felt there.
        """
        self.canvas = self.flat(picture)
        bare = plain(self.canvas)
        change = differing(self.canvas, bare) & ~self._unseen
        clear_marks(change)
        self.bare = np.where(
            cv2.dilate(change.astype(np.uint8), np.ones((9, 9), np.uint8))[..., None] > 0, bare, self.canvas
        )
        came: list[Found] = []
        unexplained = 0.0
        count, labels, stats, _ = cv2.connectedComponentsWithStats(change.astype(np.uint8), connectivity=8)
        arms = [k for k in range(1, count) if self._reaches(labels == k, stats[k])]
        self.reaching = cv2.dilate(np.isin(labels, arms).astype(np.uint8), _ROUND) > 0
        self.canvas = cv2.copyTo(bare, self.reaching.astype(np.uint8), self.canvas.copy())
        for k in range(1, count):
            x, y, w, h, area = (int(v) for v in stats[k])
            if k in arms or area < _LEAST_MM2 * FINE**2 or area > 0.4 * change.size:
                continue
            pad = round(6 * FINE)
            box = (
                max(0, x - pad),
                max(0, y - pad),
                min(change.shape[1], x + w + pad),
                min(change.shape[0], y + h + pad),
            )
            part = (slice(box[1], box[3]), slice(box[0], box[2]))
            piece = labels[part] == k
            found, rest = self._cards(_Place(self.canvas[part], box, piece, ~piece), ())
            came += found
            unexplained += rest
        return Look(tuple(came), (), pixels(change) / FINE**2, unexplained)

    def reached(self, place: Field) -> Mask:
        """Where arms were when it began, in the small picture."""
        wide, high = place.size
        if not self.reaching.any():
            return np.zeros((high, wide), np.bool_)
        net = np.stack(np.meshgrid(np.arange(wide), np.arange(high)), axis=-1).reshape(-1, 2)
        at = np.round((place.to_table(net) + HALF) * FINE - 0.5).astype(int)
        rows, columns = self.reaching.shape
        return self.reaching[at[:, 1].clip(0, rows - 1), at[:, 0].clip(0, columns - 1)].reshape(high, wide)

    def _reaches(self, piece: Mask, stats: npt.NDArray[np.int32]) -> bool:
        """Whether what is no felt comes in over the border, as an arm does."""
        x, y, w, h, area = (int(v) for v in stats)
        high, wide = piece.shape
        if area < ARM_MM2 * FINE**2 or (w > _RING * wide and h > _RING * high):
            return False
        if x <= 1 or y <= 1 or x + w >= wide - 1 or y + h >= high - 1:
            return True
        beyond = cv2.dilate(self._unseen[y : y + h, x : x + w].astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
        return bool((beyond & piece[y : y + h, x : x + w]).any())

    def look(
        self,
        picture: Picture,
        table: Points,
        lying: Mapping[int, Lie],
        hidden: Mapping[int, Sequence[Lie]],
        lifted: Sequence[int] = (),
    ) -> Look:
        """What a settled place shows in ``picture``, and from now on the canvas too.

        ``table``: places (n × 2 mm) that changed. ``lying``: the cards that lay there by their numbers, ``hidden`` what
        lies on each; ``lifted``: those that are known to have gone, whatever lies there now.
        """
        for number in lifted:
            self._bare(lying[number])
        lying = {n: lie for n, lie in lying.items() if n not in lifted}
        box = self.box(table, 10.0)
        x0, y0, x1, y1 = box
        if x1 - x0 < 12 or y1 - y0 < 12:
            return Look((), tuple(lifted), 0.0)
        before, bare = self.canvas[y0:y1, x0:x1], self.bare[y0:y1, x0:x1]
        now = levelled(self.flat(picture, box), before)
        change = differing(now, before) & self._near(table, box) & ~self._unseen[y0:y1, x0:x1]
        empty = ~patched(differing(now, bare))
        near = {n: lie for n, lie in lying.items() if meets(lie, box)}
        gone = self._gone(change, box, near, hidden)
        stay = [lie for n, lie in near.items() if n not in gone]
        came, rest = self._cards(_Place(now, box, change & ~empty, empty & ~union(stay, box, change.shape)), stay)
        if not came and not gone:
            came = self._laid_over(picture, change, box, stay)
        came = [replace(f, hidden=share(self.reaching[y0:y1, x0:x1], f.lie, box, 2.0, else_=0.0) > 0.3) for f in came]
        # What a new card lies on has changed as much as what was taken away, but is still there.
        covered = [f.lie for f in came]
        went = (*lifted, *(n for n in gone if not self._under(near[n], covered, change, box)))
        grown = cv2.dilate(change.astype(np.uint8), np.ones((7, 7), np.uint8))
        self.canvas[y0:y1, x0:x1] = cv2.copyTo(now, grown, before)
        self.reaching[y0:y1, x0:x1] &= grown == 0
        return Look(tuple(came), went, pixels(change) / FINE**2, rest)

    def measure(self, found: Found) -> None:
        """The first face that was read surely tells the size of all; the frame of a back looks like a smaller card."""
        if self.size is None and not found.above and found.support > 0.93:
            self.size = found.lie.size

    def unchanged(self, picture: Picture, lie: Lie) -> bool:
        """Whether a card and what is next to it look as they did when they last lay still."""
        box = self.box(lie.corners, 4.0)
        x0, y0, x1, y1 = box
        before = self.canvas[y0:y1, x0:x1]
        now = levelled(self.flat(picture, box), before)
        return float(differing(now, before).mean()) < 0.02

    def _bare(self, lie: Lie) -> None:
        """Let the canvas show the felt where a card lay."""
        box = self.box(lie.corners, 3.0)
        x0, y0, x1, y1 = box
        there = inside(lie, box, (y1 - y0, x1 - x0), -2.0)
        self.canvas[y0:y1, x0:x1][there] = self.bare[y0:y1, x0:x1][there]

    def _near(self, table: Points, box: Box) -> Mask:
        """The pixels of a box that lie within a few millimetres of places on the table."""
        x0, y0, x1, y1 = box
        coarse = np.zeros(((y1 - y0) // 8 + 1, (x1 - x0) // 8 + 1), np.uint8)
        at = (((np.asarray(table) + HALF) * FINE - (x0, y0)) // 8).astype(int)
        inside = (at >= 0).all(axis=1) & (at[:, 0] < coarse.shape[1]) & (at[:, 1] < coarse.shape[0])
        coarse[at[inside, 1], at[inside, 0]] = 1
        grown = cv2.dilate(coarse, np.ones((5, 5), np.uint8))
        return (
            cast("Picture", cv2.resize(grown, None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST))[: y1 - y0, : x1 - x0]
            > 0
        )

    # ------------------------------------------------------------ cards that went
    def _gone(
        self, change: Mask, box: Box, near: Mapping[int, Lie], hidden: Mapping[int, Sequence[Lie]]
    ) -> tuple[int, ...]:
        """Cards whose visible part does not look as it did."""
        out: list[int] = []
        for number, lie in near.items():
            visible = inside(lie, box, change.shape, -1.5)
            for other in hidden.get(number, ()):
                visible &= ~inside(other, box, change.shape, 1.0)
            whole = pixels(visible)
            clipped = whole < 0.08 * lie.size[0] * lie.size[1] * FINE**2
            if whole > 0 and not clipped and pixels(change & visible) > 0.45 * whole:
                out.append(number)
        return tuple(out)

    def _under(self, lie: Lie, covers: Iterable[Lie], change: Mask, box: Box) -> bool:
        """Whether a card that looks different is only covered: what of it peeps out has not changed."""
        left = inside(lie, box, change.shape, -1.5)
        for cover in covers:
            left &= ~inside(cover, box, change.shape, 1.5)
        if pixels(left) < 60 * FINE**2:
            return any(lie.shared(cover) > 0.5 for cover in covers)
        return pixels(change & left) < 0.3 * pixels(left)

    # ------------------------------------------------------------ cards that came
    def _cards(self, place: _Place, stay: Sequence[Lie]) -> tuple[list[Found], float]:
        left = cleared(place.new)
        if pixels(left) <= _LEAST_MM2 * FINE**2:
            return [], 0.0
        search = _Search(cast("Picture", cv2.GaussianBlur(place.now, (0, 0), 0.8)), place.box, place.empty)
        came: list[Found] = []
        while len(came) < _MOST and pixels(left) > _LEAST_MM2 * FINE**2:
            best = search.best(left, self._sizes(), [f.lie for f in came], stay)
            if best is None:
                break
            came.append(best)
            left = cleared(left & ~inside(best.lie, place.box, left.shape, -2.5))
        return search.stacked(came), pixels(left) / FINE**2

    def _laid_over(self, picture: Picture, change: Mask, box: Box, stay: Sequence[Lie]) -> list[Found]:
        """A card that lies on another one: paper on paper, of which only print and shadows tell.

        It holds all that has changed, and is the one near the card below whose sides show best.
        """
        rows, columns = np.nonzero(change)
        if len(rows) < _FACE_MM2 * FINE**2:
            return []
        pick = slice(None, None, max(1, len(rows) // 300))
        changed = np.column_stack([columns[pick] + box[0], rows[pick] + box[1]]) / FINE - HALF
        for below in stay:
            if below.holds(changed).mean() < 0.5:
                continue
            place = self.box(below.corners, 34.0)
            now = cast("Picture", cv2.GaussianBlur(self.flat(picture, place), (0, 0), 0.8))
            search = _Search(now, place, np.zeros(now.shape[:2], np.bool_))
            near = [
                Lie(below.x + dx, below.y + dy, (below.angle + turn) % 180, below.size)
                for turn in range(-30, 31, 5)
                for dx in range(-18, 19, 6)
                for dy in range(-18, 19, 6)
            ]
            near = [lie for lie in near if lie.holds(changed, -2.0).mean() > _HELD]
            scored = sorted(((search.support(lie, 3.0), k) for k, lie in enumerate(near)), reverse=True)[:5]
            fitted = [search.fitted(near[k]) for _, k in scored]
            fits = [
                (search.support(lie, 1.2), k) for k, lie in enumerate(fitted) if lie.holds(changed, -2.0).mean() > _HELD
            ]
            if fits and max(fits)[0] >= _OVER:
                support, k = max(fits)
                return [Found(fitted[k], support, (), True)]
        return []

    def _sizes(self) -> tuple[tuple[float, float], ...]:
        return SIZES if self.size is None else (self.size,)


@dataclass(frozen=True)
class _Place:
    """A box of the canvas: its picture, where something is that was not there, and where there is nothing but felt."""

    now: Picture
    box: Box
    new: Mask
    empty: Mask


@dataclass
class _Search:
    """Looks for rectangles in one box of the canvas."""

    picture: Picture
    box: Box
    empty: Mask

    def best(
        self, left: Mask, sizes: Sequence[tuple[float, float]], found: Sequence[Lie], stay: Sequence[Lie]
    ) -> Found | None:
        """The rectangle with the clearest sides among those that what is left of the change suggests."""
        outlines = self._outlines(left)
        for lie in self._alone(outlines, sizes):
            one = self._tried(lie, left, found)
            if one is not None and one.support > 0.9:
                return one
        lies = [
            lie for lie in self._guesses(outlines, left, sizes) if all(lie.shared(other) < _SAME for other in found)
        ]
        lies = [lie for lie in lies if self._astray(lie) < 3 * _ASTRAY]
        scored = sorted(((self._support(lie, found, 2.0), k) for k, lie in enumerate(lies)), reverse=True)
        best: Found | None = None
        for _, k in scored[:6]:
            one = self._tried(lies[k], left, found)
            if one is not None and (best is None or one.support > best.support + 0.02):
                best = one
        return best

    def support(self, lie: Lie, slack: float) -> float:
        """The share of all its sides that show."""
        return self._support(lie, (), slack)

    def fitted(self, lie: Lie) -> Lie:
        """The rectangle moved and turned so that its sides lie on the steepest steps near them."""
        return self._fitted(lie, ())

    def _tried(self, lie: Lie, left: Mask, found: Sequence[Lie]) -> Found | None:
        """A guess fitted to its sides, if it holds."""
        fitted = self._fitted(lie, found)
        if any(fitted.shared(other) >= _SAME for other in found):
            return None
        if self._astray(fitted) > _ASTRAY or self._new(fitted, left) < 0.05:
            return None
        support = self._support(fitted, found, 1.2)
        return Found(fitted, support) if support >= _SUPPORT else None

    def stacked(self, found: Sequence[Found]) -> list[Found]:
        """Each card with those that lie on it: of two that overlap the upper one shows its sides in the other."""
        out: list[Found] = []
        for one in found:
            above = tuple(
                other.lie
                for other in found
                if other is not one and one.lie.shared(other.lie) > 0.02 and self._upper(other.lie, one.lie)
            )
            out.append(Found(one.lie, one.support, above))
        return out

    def _upper(self, one: Lie, other: Lie) -> bool:
        return self._within(one, other) > self._within(other, one)

    def _within(self, one: Lie, other: Lie) -> float:
        """How clearly the sides of one card show inside another."""
        points, normals = sides(one)
        inside = other.holds(points, 3.0)
        if not inside.any():
            return 0.0
        return float(np.mean(self._steps(points[inside], normals[inside], 1.0) > _EDGE))

    # ------------------------------------------------------------ guesses
    def _outlines(self, left: Mask) -> list[npt.NDArray[np.int32]]:
        """Outlines of what is left, the largest first."""
        outlines, _ = cv2.findContours(left.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        least = _LEAST_MM2 * FINE**2 * 0.6
        large = [np.asarray(line, np.int32) for line in outlines if cv2.contourArea(line) > least]
        return sorted(large, key=cv2.contourArea, reverse=True)[:6]

    def _alone(self, outlines: Sequence[npt.NDArray[np.int32]], sizes: Sequence[tuple[float, float]]) -> list[Lie]:
        """Cards that lie alone: their outline is their own."""
        out: list[Lie] = []
        for outline in outlines:
            (x, y), (w, h), turn = cv2.minAreaRect(outline)
            fits = [(abs(min(w, h) / FINE - size[0]) + abs(max(w, h) / FINE - size[1]), size) for size in sizes]
            miss, size = min(fits)
            if miss < 7:
                out.append(self._lie(np.array([x, y]), turn if w < h else turn + 90, size))
        return out

    def _guesses(
        self, outlines: Sequence[npt.NDArray[np.int32]], left: Mask, sizes: Sequence[tuple[float, float]]
    ) -> list[Lie]:
        """Cards of which a straight piece of an outline is a side, or a part of one that ends at a corner."""
        out: list[Lie] = []
        for outline in outlines:
            shape = cv2.approxPolyDP(outline, 2.2, True).reshape(-1, 2).astype(np.float64)
            for a, b in zip(shape, np.roll(shape, -1, axis=0), strict=True):
                length = float(np.hypot(*(b - a)))
                if length < 11 * FINE:
                    continue
                along = (b - a) / length
                inward = np.array([-along[1], along[0]])
                if not self._is_in(left, (a + b) / 2 + inward * 2.5):
                    inward = -inward
                for size in sizes:
                    out += self._from_side(a, b, along, inward, length, size)
        return out

    @staticmethod
    def _is_in(left: Mask, at: Points) -> bool:
        x, y = round(float(at[0])), round(float(at[1]))
        return 0 <= y < left.shape[0] and 0 <= x < left.shape[1] and bool(left[y, x])

    def _from_side(
        self, a: Points, b: Points, along: Points, inward: Points, length: float, size: tuple[float, float]
    ) -> list[Lie]:
        """Cards of which a piece of an outline, from a to b, is a side or a part of one that ends at a corner."""
        out: list[Lie] = []
        turn = float(np.degrees(np.arctan2(along[1], along[0])))
        for side, other, quarter in ((size[0], size[1], 0.0), (size[1], size[0], 90.0)):
            reach = side * FINE
            if length > reach + 4 * FINE:
                continue
            starts = [a, b - along * reach]
            if abs(length - reach) < 3 * FINE:
                starts = [(a + b) / 2 - along * reach / 2]
            out += [self._lie(s + along * reach / 2 + inward * other * FINE / 2, turn + quarter, size) for s in starts]
        return out

    def _lie(self, at: Points, turn: float, size: tuple[float, float]) -> Lie:
        # Contours run through the middle of pixels: (0, 0) is half a pixel inside the box.
        x, y = ((v + 0.5 + o) / FINE - h for v, o, h in zip(at, self.box[:2], HALF, strict=True))
        return Lie(float(x), float(y), turn % 180, size)

    # ------------------------------------------------------------ what speaks for a guess
    def _astray(self, lie: Lie) -> float:
        """The share of it that lies on felt that did not change."""
        return share(self.empty, lie, self.box, 2.0, else_=1.0)

    def _new(self, lie: Lie, left: Mask) -> float:
        """The share of it in which the change has not been explained yet."""
        return share(left, lie, self.box, 0.0, else_=0.0)

    def _support(self, lie: Lie, found: Sequence[Lie], slack: float) -> float:
        """The share of the sides that show, of those that nothing covers; little where hardly any could."""
        points, normals = sides(lie)
        visible = np.ones(len(points), np.bool_)
        for other in found:
            visible &= ~other.holds(points, 0.5)
        if visible.mean() < 0.22:
            return 0.0
        return float(np.mean(self._steps(points[visible], normals[visible], slack) > _EDGE))

    def _steps(self, points: Points, normals: Points, slack: float) -> Reals:
        """The greatest step of any colour across each point of a side, up to ``slack`` mm off it."""
        offsets = np.arange(-slack, slack + 0.1, 0.5)
        across = np.concatenate([offsets + 0.8, offsets - 0.8])
        at = (points + HALF) * FINE - 0.5 - self.box[:2]
        net = (at[:, None] + normals[:, None] * (across * FINE)[None, :, None]).astype(np.float32)
        values = cv2.remap(self.picture, net[..., 0], net[..., 1], cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE)
        steps = cast("Picture", cv2.absdiff(values[:, : len(offsets)], values[:, len(offsets) :]))
        return np.asarray(steps.reshape(len(points), -1).max(axis=1), np.float32)

    def _fitted(self, lie: Lie, found: Sequence[Lie]) -> Lie:
        """The rectangle moved and turned so that its sides lie on the steepest steps near them."""
        for reach, step in ((3.0, 0.5), (1.5, 0.25)):
            points, normals = sides(lie)
            keep = np.ones(len(points), np.bool_)
            for other in found:
                keep &= ~other.holds(points, -1.0)
            if keep.sum() < 12:
                return lie
            points, normals = points[keep], normals[keep]
            offsets, apart = np.arange(-reach, reach + 0.1, step), round(1 / step)
            net = points[:, None] + offsets[None, :, None] * normals[:, None]
            at = ((net + HALF) * FINE - 0.5 - self.box[:2]).astype(np.float32)
            values = cv2.remap(self.picture, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            blue, green, red = cv2.split(cast("Picture", cv2.absdiff(values[:, apart:], values[:, :-apart])))
            steep = cast("Picture", cv2.max(cv2.max(blue, green), red))
            middle = offsets[apart // 2 : -apart // 2]
            peak = steep.argmax(axis=1)
            height = steep.max(axis=1)
            good = height > _EDGE
            if good.sum() < 10:
                return lie
            lie = _moved(lie, points[good], normals[good], middle[peak[good]])
        return lie


_STIFF: Final = np.diag([0.05, 0.05, 5.0])


def _moved(lie: Lie, points: Points, normals: Points, off: Points) -> Lie:
    """The rigid motion that brings the sides' points to the steps found ``off`` mm outwards, robustly."""
    arm = points - (lie.x, lie.y)
    lever = arm[:, 0] * normals[:, 1] - arm[:, 1] * normals[:, 0]
    system = np.column_stack([normals, lever])
    weight: Points = np.ones(len(off))
    shift: Points = np.zeros(3)
    for _ in range(6):
        a = system * weight[:, None]
        # A touch of stiffness keeps a side of which nothing shows from drifting.
        shift = cast("Points", cv2.solve(a.T @ system + _STIFF, (a.T @ off)[:, None])[1])[:, 0]
        miss = np.abs(system @ shift - off)
        weight = 1 / (1 + (miss / 0.4) ** 2)
    return Lie(
        lie.x + float(shift[0]), lie.y + float(shift[1]), (lie.angle + float(np.degrees(shift[2]))) % 180, lie.size
    )
