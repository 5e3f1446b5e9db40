"""The watcher: frames of a camera go in, what was seen comes out, in order and with its confidence.

Each frame costs a shrink and two differences while nothing happens. Where something has settled, the best picture that
the camera can give is looked at in that place only. Messages are numbered from 1; every fact comes before the message
that says that all has been seen up to its time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, cast

import cv2
import numpy as np

from vision.calibrate import MOVED_MM, Calibration, NoMarks, Picture, Points, calibrate, find_marks, wandered
from vision.capture import Camera, Frame
from vision.classify import Reading
from vision.deeds import Observation
from vision.felt import Felt, Found, Reals
from vision.field import Field, Mask
from vision.health import Ailment, Health, Sight
from vision.layout import SURE, Context, Sighting
from vision.lie import Lie
from vision.observe import Change, Observer
from vision.reading import Crop, Reader, crop
from vision.setting import Setting
from vision.settle import SETTLE_S, Region, Settler, Step

CHECK_S: Final = 60.0
"""How often the marks are checked while the table is at rest."""
TRIES: Final = 3
"""So many pictures with all four marks are enough to begin."""
AGAIN_S: Final = 0.36
"""How long a card that was not read well is looked at again before it is told of."""
LATE_S: Final = 0.6
"""A fact waits no longer than this for one that may have happened before it."""
_PIECE_MM2: Final = 2600.0
"""Half a card."""
LEARNED: Final = 0.97
"""How sure it is that a card whose back looks like a packet's lies face down."""
MARKS_S: Final = 1.5
"""After so long without the marks the camera counts as blind."""


@dataclass(frozen=True, slots=True)
class Aimed:
    """It is known where the camera looks: pixels a millimetre of its best picture, and the error in mm."""

    n: int
    t: float
    size: tuple[int, int]
    scale: float
    error: float


@dataclass(frozen=True, slots=True)
class Saw:
    """A fact. ``fact`` is an object of the record without ``t``, ``confidence``, ``source`` and ``evidence``."""

    n: int
    t: float
    fact: Mapping[str, Any]
    confidence: float
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Upto:
    """All that came to rest up to ``t`` has been told."""

    n: int
    t: float


@dataclass(frozen=True, slots=True)
class Told:
    """Whether the camera sees, from ``t`` on; ``why`` it does not."""

    n: int
    t: float
    why: Ailment | None


Message = Aimed | Saw | Upto | Told


@dataclass
class _Waiting:
    """A settled place that has not been looked at yet; ``disturbed``: since when something is over it again."""

    region: Region
    table: Points
    disturbed: float | None = None


@dataclass
class _Again:
    """A card that was not read well: what was read, until when it is looked at again, and the last picture's time."""

    lie: Lie
    above: tuple[Lie, ...]
    readings: list[Reading]
    until: float
    last: float


def _voted(reader: Reader, readings: Sequence[Reading]) -> Reading:
    """What several looks at one card say together.

    It has not been moved between them: what deceives the reader once deceives it again, so that no number of looks
    makes a card surer than the best of them did.
    """
    reading = reader.vote(readings)
    best = max((r.confidence for r in readings if r.card == reading.card), default=reading.confidence)
    return replace(reading, confidence=min(reading.confidence, best))


def _meet(one: Region, other: Region) -> bool:
    """Whether two places have much of the smaller one in common."""
    (a0, b0, a1, b1), (c0, d0, c1, d1) = one.box, other.box
    x0, y0, x1, y1 = max(a0, c0), max(b0, d0), min(a1, c1), min(b1, d1)
    if x0 >= x1 or y0 >= y1:
        return False
    both = one.mask[y0 - b0 : y1 - b0, x0 - a0 : x1 - a0] & other.mask[y0 - d0 : y1 - d0, x0 - c0 : x1 - c0]
    return float(both.sum()) > 0.1 * min(float(one.mask.sum()), float(other.mask.sum()))


class _Backs:
    """What the back of this pack looks like, learned from the packets that were seen to be laid down."""

    def __init__(self) -> None:
        self._seen: dict[int, Reals] = {}
        self._learned: list[Reals] = []

    def known(self, number: int, cut: Crop, reading: Reading) -> Reading:
        """The reading, or that of a back where a card that could not be read looks like one that was learned."""
        if reading.card is not None:
            return reading
        size = (9, 12)
        small = np.asarray(cv2.resize(cut.warp, size, interpolation=cv2.INTER_AREA), np.float32)
        self._seen[number] = small
        for old in [n for n in self._seen if n < number - 60]:
            del self._seen[old]
        shown = np.ones(small.shape[:2], np.bool_)
        if cut.shown is not None:
            shown = np.asarray(cv2.resize(cut.shown.astype(np.uint8), size, interpolation=cv2.INTER_AREA)) > 0
        if reading.kind == "unread" and shown.mean() > 0.3 and any(_alike(small, b, shown) for b in self._learned):
            return replace(reading, kind="back", confidence=LEARNED)
        return reading

    def learn(self, packets: Sequence[int]) -> None:
        """These cards lie face down."""
        for number in packets:
            small = self._seen.pop(number, None)
            if small is not None and not any(
                _alike(small, b, np.ones(small.shape[:2], np.bool_)) for b in self._learned
            ):
                self._learned = [*self._learned[-5:], small]


def _alike(one: Reals, other: Reals, shown: Mask) -> bool:
    """Whether two small pictures show the same pattern in about the same light."""
    gain = (one[shown].mean() + 1) / (other[shown].mean() + 1)
    return 0.6 < gain < 1.6 and float(np.abs(one - other * gain)[shown].mean()) < 14


@dataclass
class Watcher:
    """Watches one camera. ``pictures``: a folder for what the facts rest on, each picture named by its digest."""

    camera: Camera
    reader: Reader
    setting: Setting = field(default_factory=Setting)
    context: Context = field(default_factory=Context)
    pictures: Path | None = None

    def __post_init__(self) -> None:
        self._health = Health()
        self._marks: list[Mapping[int, Points]] = []
        self._best: Calibration | None = None
        self._settler: Settler | None = None
        self._felt: Felt | None = None
        self._observer = Observer(self.setting.seats, self.context)
        self._waiting: list[_Waiting] = []
        self._again: dict[int, _Again] = {}
        self._backs = _Backs()
        self._queue: list[Observation] = []
        self._n = 0
        self._number = 0
        self._t = 0.0
        self._regained = -1.0
        self._upto = self._seen = -1.0
        self._checked = 0.0
        self._lost_since: float | None = None
        self._blind: Ailment | None = None
        self._still: Frame | None = None
        self._before: Frame | None = None
        self._disturbed: float | None = None

    # ------------------------------------------------------------ the stream
    def messages(self) -> Iterator[Message]:
        """Everything that is seen, until the camera's stream ends. Raises what the camera raises."""
        for frame in self.camera.frames():
            yield from self.frame(frame)
        yield from self.end()

    def know(self, hand: Context) -> None:
        """A hand has begun, of which so much is known."""
        self._observer.know(hand)

    def frame(self, frame: Frame) -> list[Message]:
        """One frame of the stream, and what it told."""
        self._t = frame.t
        if self._settler is None or self._felt is None:
            return self._aim(frame)
        glance = self._settler.field.glance(frame.picture)
        out: list[Message] = []
        sight = self._health.look(frame.t, glance)
        if sight is not None:
            out.append(self._told(sight))
            self._regained = frame.t
        if self._health.why is not None:
            return out
        calm = self._settler.calm(frame.t, glance)
        step = calm or self._settler.step(frame.t, self._settler.field.small(frame.picture))
        for visit in step.ended:
            self._observer.ended(visit.number, visit.seen)
        self._arrived(step)
        self._look(frame)
        self._before = frame
        self._look_again(frame)
        out += self._tell(step)
        return out + self._check(frame, step)

    # ------------------------------------------------------------ where the camera looks
    def _aim(self, frame: Frame) -> list[Message]:
        """Find out where the camera looks, and what lies on the table when that is known."""
        best = self._picture(frame)
        sight = self._health.look(frame.t, np.ascontiguousarray(frame.picture[::8, ::8]))
        if sight is not None:
            return [self._told(sight)]
        if self._health.why is not None:
            return []
        aimed = self.setting.camera or self._by_marks(best)
        if aimed is None:
            self._lost_since = frame.t if self._lost_since is None else self._lost_since
            if frame.t - self._lost_since >= MARKS_S and self._blind is None:
                return [self._told(Sight(frame.t, "no-marks"))]
            return []
        out: list[Message] = []
        if self._blind is not None:
            out.append(self._told(Sight(frame.t)))
        self._begin(frame, best, aimed)
        out += [self._aimed(frame.t, aimed)]
        return out

    def _by_marks(self, picture: Picture) -> Calibration | None:
        marks = find_marks(picture)
        if len(marks) == 4:
            self._marks.append(marks)
        stills = self._still is not None
        if len(self._marks) < (1 if stills else TRIES):
            return None
        try:
            return calibrate(self._marks, (picture.shape[1], picture.shape[0]))
        except NoMarks:
            return None

    def _begin(self, frame: Frame, best: Picture, aimed: Calibration) -> None:
        self._best = aimed
        stream = aimed.seen_in((frame.picture.shape[1], frame.picture.shape[0]))
        self._settler = Settler(Field.of(stream), self.setting.seats)
        self._felt = Felt(aimed, self.setting.card)
        seen = self._felt.begin(best)
        place = self._settler.field
        self._settler.begin(frame.t, place.small(frame.picture), self._felt.reached(place))
        self._health.take_as_well(place.glance(frame.picture))
        if not self._observer.lies:
            found = [self._sighting(f, best, frame.t)[0] for f in seen.came]
            shown = self._kept(best, np.vstack([f.lie.corners for f in found])) if found else ()
            self._queue += self._observer.begin(frame.t, found, shown)
        self._checked = frame.t

    def _check(self, frame: Frame, step: Step) -> list[Message]:
        """Whether the marks are where they were: now and then at rest, and at once when all the picture has changed."""
        if self.setting.camera is not None or self._best is None:
            return []
        if step.share < 0.5:
            self._disturbed = None
        elif self._disturbed is None:
            self._disturbed = frame.t
        all_new = self._disturbed is not None and 0.5 <= frame.t - self._disturbed < 0.5 + CHECK_S
        if not all_new and (step.share > 0 or frame.t - self._checked < CHECK_S):
            return []
        self._checked = frame.t
        best = self._picture(frame)
        marks = find_marks(best)
        if len(marks) < 4 or wandered(self._best, marks) < MOVED_MM:
            return []
        self._disturbed = None
        aimed = calibrate([marks], (best.shape[1], best.shape[0]))
        self._begin(frame, best, aimed)
        return [self._told(Sight(frame.t, "moved")), self._aimed(frame.t, aimed), self._told(Sight(frame.t))]

    # ------------------------------------------------------------ pictures
    def _picture(self, frame: Frame) -> Picture:
        """The best picture of what the stream shows now."""
        self._still = self.camera.still(frame.t)
        return frame.picture if self._still is None else self._still.picture

    def _picture_since(self, frame: Frame, t: float) -> tuple[float, Picture] | None:
        """The best picture, if it was taken at ``t`` or later."""
        best = self.camera.still(frame.t)
        if best is None:
            return frame.t, frame.picture
        return (best.t, best.picture) if best.t >= t - 1e-6 else None

    def _kept(self, picture: Picture, table: Points) -> tuple[str, ...]:
        """The digest of the part of a picture that shows places on the table, which is stored under that name."""
        at = cast("Calibration", self._best).to_pixels(table)
        x0, y0 = (max(0, int(v)) for v in at.min(axis=0) - 24)
        x1, y1 = (int(v) for v in at.max(axis=0) + 24)
        part = picture[y0:y1, x0:x1]
        if part.size == 0:
            return ()
        data = cv2.imencode(".jpg", part, (cv2.IMWRITE_JPEG_QUALITY, 92))[1].tobytes()
        name = hashlib.sha256(data).hexdigest()
        if self.pictures is not None:
            (self.pictures / f"{name}.jpg").write_bytes(data)
        return (name,)

    # ------------------------------------------------------------ settled places
    def _arrived(self, step: Step) -> None:
        settler = cast("Settler", self._settler)
        for region in step.settled:
            ys, xs = np.nonzero(region.mask)
            table = settler.field.to_table(np.column_stack([xs + region.box[0], ys + region.box[1]]))
            self._waiting.append(_Waiting(region, table))

    def _look(self, frame: Frame) -> None:
        """Look at what has settled, as soon as there is a picture that shows it."""
        settler = cast("Settler", self._settler)
        for waiting in self._waiting:
            if waiting.disturbed is None and (waiting.region.brief or settler.busy(waiting.region)):
                waiting.disturbed = frame.t
        for waiting in list(self._waiting):
            if waiting not in self._waiting:
                continue  # it was looked at together with an earlier one
            picture = self._picture_of(waiting, frame)
            if picture is None:
                continue
            t, best = picture
            group = self._together(waiting, t, frame.t)
            if group:
                self._waiting = [w for w in self._waiting if w not in group]
                for change in self._changes(group, best, t, frame.t):
                    self._observer.saw(change)

    def _picture_of(self, waiting: _Waiting, frame: Frame) -> tuple[float, Picture] | None:
        """A picture that shows a settled place: from before something was over it again, else the newest."""
        region, before = waiting.region, self._before
        if waiting.disturbed is not None and waiting.disturbed >= frame.t - 1e-6 and before is not None:
            earlier = self._picture_since(before, region.t)
            if earlier is not None:
                return earlier
        return self._picture_since(frame, region.t)

    def _together(self, waiting: _Waiting, t: float, now: float) -> list[_Waiting]:
        """The settled places that a picture taken at ``t`` shows in one: where one changed again before it was seen.

        None of them while that change has not settled.
        """
        if self._is_piece(waiting):
            return self._pieces(waiting, t, now)
        if waiting.disturbed is None or t < waiting.disturbed:
            return [waiting]
        if cast("Settler", self._settler).busy(waiting.region):
            return []
        group = [waiting]
        for other in self._waiting:
            if other is waiting or other.region.t <= waiting.region.t or not _meet(waiting.region, other.region):
                continue
            if other.region.t > t + 1e-6 or (other.disturbed is not None and other.disturbed <= t):
                return []  # the picture shows neither the one nor the other
            group.append(other)
        return group

    def _is_piece(self, waiting: _Waiting) -> bool:
        """Whether less than a card changed on the face of one that lies there: it may be a card laid upon it."""
        field = cast("Settler", self._settler).field
        if not waiting.region.covers or waiting.region.mask.sum() > _PIECE_MM2 * field.scale**2:
            return False
        return any(lie.holds(waiting.table, -8.0).mean() > 0.5 for lie in self._observer.lies.values())

    def _pieces(self, waiting: _Waiting, t: float, now: float) -> list[_Waiting]:
        """All such pieces of one visit, when it is over and the last has settled: they are looked at together."""
        visit = waiting.region.covers[0].visit
        pieces = [w for w in self._waiting if w is waiting or (self._is_piece(w) and w.region.covers[0].visit == visit)]
        settled = all(w.region.t <= t + 1e-6 for w in pieces)
        left = self._observer.left_at(visit)
        return pieces if settled and left is not None and now - left > SETTLE_S + 0.04 else []

    def _changes(self, group: Sequence[_Waiting], best: Picture, t: float, now: float) -> list[Change]:
        """What went is the first one's doing, what came the last one's."""
        felt = cast("Felt", self._felt)
        first, last = group[0].region, group[-1].region
        lies = self._observer.lies
        lifted = () if len(group) == 1 else tuple(n for n, lie in lies.items() if self._fills(first, lie))
        seen = felt.look(best, np.vstack([w.table for w in group]), lies, self._observer.hidden, lifted)
        came: list[Sighting] = []
        for found in seen.came:
            sighting, again = self._sighting(found, best, t)
            came.append(sighting)
            if again is not None:
                again.until = now + AGAIN_S
                self._again[sighting.number] = again
        places = [f.lie.corners for f in seen.came] + [lies[n].corners for n in seen.went]
        evidence = self._kept(best, np.vstack(places)) if places else ()
        if first.since < self._regained <= first.t:
            # It was done while the camera was blind: whose arm did it was not seen.
            first, last = replace(first, covers=()), replace(last, covers=())
        if len(group) == 1:
            return [Change(first.t, first.covers, tuple(came), seen.went, evidence, seen.unexplained)]
        return [
            Change(first.t, first.covers, (), seen.went, evidence),
            Change(last.t, last.covers, tuple(came), (), evidence, seen.unexplained),
        ]

    def _fills(self, region: Region, lie: Lie) -> bool:
        """Whether a change is as large as a card that lay there."""
        x0, y0, _, _ = region.box
        at = cast("Settler", self._settler).field.to_small(lie.corners) - (x0, y0)
        card = np.zeros(region.mask.shape, np.uint8)
        cv2.fillConvexPoly(card, np.round(at).astype(np.int32), 1)
        whole = lie.size[0] * lie.size[1] * cast("Settler", self._settler).field.scale ** 2
        return float((region.mask & (card > 0)).sum()) > 0.7 * whole

    def _sighting(self, found: Found, best: Picture, t: float) -> tuple[Sighting, _Again | None]:
        """A card that came, read; and what is needed to read it again if that is in doubt."""
        self._number += 1
        below = tuple(n for n, lie in self._observer.lies.items() if lie.shared(found.lie) > 0.02)
        cut = crop(best, cast("Calibration", self._best), found.lie, found.above, t)
        reading = self._backs.known(self._number, cut, self.reader.read([cut])[0])
        doubt = reading.confidence < SURE and reading.kind != "back"
        if not doubt and reading.card is not None:
            cast("Felt", self._felt).measure(found)
        again = _Again(found.lie, found.above, [reading], t, t) if doubt else None
        return Sighting(self._number, found.lie, reading, below, found.over, found.hidden), again

    def _look_again(self, frame: Frame) -> None:
        """Cards that were not read well are read from further pictures, as long as nothing moves there."""
        if not self._again:
            return
        for number, again in list(self._again.items()):
            if frame.t > again.until + 1e-6:
                del self._again[number]
        if not self._again:
            return
        picture = self._picture_since(frame, max(a.last for a in self._again.values()) + 1e-3)
        if picture is None:
            return
        t, best = picture
        felt = cast("Felt", self._felt)
        for number, again in list(self._again.items()):
            if t <= again.last + 1e-6 or not felt.unchanged(best, again.lie):
                continue
            again.last = t
            cut = crop(best, cast("Calibration", self._best), again.lie, again.above, t)
            again.readings.append(self.reader.read([cut])[0])
            reading = _voted(self.reader, again.readings)
            self._observer.reread(number, reading)
            if reading.confidence >= SURE:
                del self._again[number]

    # ------------------------------------------------------------ what is told
    def _tell(self, step: Step) -> list[Message]:
        unsettled = set(step.unsettled)
        for waiting in self._waiting:
            unsettled |= {c.visit for c in waiting.region.covers}
        self._queue += self._observer.tell(frozenset(unsettled), patience=frozenset(self._again))
        self._backs.learn(self._observer.packets)
        self._seen = step.t
        upto = min([step.upto, *(w.region.t - 1e-3 for w in self._waiting)])
        earliest = self._observer.waiting
        return self._released(step.t, upto if earliest is None else min(upto, earliest - 1e-3))

    def _released(self, now: float, upto: float) -> list[Message]:
        """Facts in order as far as nothing can come before them, and how far that is."""
        out: list[Message] = []
        self._queue.sort(key=lambda o: o.t)
        while self._queue and (self._queue[0].t <= upto + 1e-6 or now - self._queue[0].t > LATE_S):
            saw = self._queue.pop(0)
            out.append(Saw(self._next(), round(saw.t, 3), saw.fact, round(saw.confidence, 4), saw.evidence))
        if self._queue:
            upto = min(upto, self._queue[0].t - 1e-3)
        if upto > self._upto + 1e-6:
            self._upto = upto
            out.append(Upto(self._next(), round(upto, 3)))
        return out

    def end(self) -> list[Message]:
        """The stream has ended: what has not settled never will."""
        t = self._t
        if self._settler is None:
            return []
        for waiting in self._waiting:
            best = self.camera.still(t)
            if best is not None and best.t >= waiting.region.t:
                for change in self._changes([waiting], best.picture, best.t, t):
                    self._observer.saw(change)
        self._waiting.clear()
        self._queue += self._observer.tell(frozenset(), final=True)
        return self._released(t + LATE_S, self._seen)

    def _told(self, sight: Sight) -> Told:
        self._blind = sight.why
        return Told(self._next(), round(sight.t, 3), sight.why)

    def _aimed(self, t: float, aimed: Calibration) -> Aimed:
        return Aimed(self._next(), round(t, 3), aimed.size, round(aimed.scale, 3), round(aimed.error, 3))

    def _next(self) -> int:
        self._n += 1
        return self._n
