"""What watching costs on one core: a frame at rest, and a card that has come to rest until it is a fact.

Two tricks are filmed by the simulated camera beforehand, so that no drawing and no decoding is measured: the stream and
the stills lie in memory. A frame at rest is a 1080p frame of the plain video, from the frame to *nothing has moved, and
the camera sees*. A settled event begins when a place of the motion stream has settled and its 4056×3040 picture is
asked for, which lies in memory: the card is found, cut out, read, and told with its evidence under its digest.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Final

import cv2
import numpy as np

from controller.bench.script import script
from controller.bench.stage import act
from controller.cli.demo import heading_of
from controller.rules.record import read_record
from tests.bench.figure import Figure
from tests.bench.starting_point import StartingPoint
from vision.capture import RATE, Frame
from vision.classify import Reading
from vision.reading import Crop, IndexReader
from vision.render.film import Reel, frames, still_times
from vision.render.painter import Painter
from vision.render.scene import scene
from vision.watcher import Saw, Watcher

SEED: Final = 41
TRICKS: Final = (5, 6)
AT_REST: Final = 300
AGAIN: Final = 5


@dataclass
class Kept:
    """A camera whose stream and stills lie in memory. ``asked``: when a still was first asked for since it was 0."""

    stream: Sequence[Frame]
    stills: Sequence[Frame] = ()
    asked: float = 0.0

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of the stream."""
        rows, columns = self.stream[0].picture.shape[:2]
        return columns, rows

    def frames(self) -> Iterator[Frame]:
        """The stream."""
        return iter(self.stream)

    def still(self, t: float) -> Frame | None:
        """The last still at or before ``t``."""
        self.asked = self.asked or perf_counter()
        i = bisect_right(self.stills, t + 1e-6, key=lambda still: still.t)
        return self.stills[i - 1] if i else None


@dataclass
class Counted:
    """A reader that notes how often it was asked to read."""

    reader: IndexReader = field(default_factory=IndexReader)
    read_so_far: int = 0

    def read(self, crops: Sequence[Crop]) -> list[Reading]:
        """A reading of each."""
        self.read_so_far += len(crops)
        return self.reader.read(crops)

    def vote(self, readings: Sequence[Reading]) -> Reading:
        """One reading out of several of the same card."""
        return self.reader.vote(readings)


def measure() -> Iterator[Figure]:
    """Both figures, each beside a peer on the same pictures."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        reel = _reel()
        yield _at_rest(reel)
        yield _settled(reel)
    finally:
        cv2.setNumThreads(threads)


def _reel() -> Reel:
    begun = read_record([json.dumps(heading_of("whist", "american-1893"))])
    played = script(SEED, dealer=begun.heading.dealer, seating=begun.heading.seating)
    record = replace(begun, entries=played.entries())
    return act(record, scene(SEED, deck=f"seed-{SEED}"), SEED, first=TRICKS[0], last=TRICKS[1])


def _at_rest(reel: Reel) -> Figure:
    painter = Painter(reel.scene, reel.timeline)
    # The noise of a dozen frames will do; a camera's frames are never the same, so neither are these.
    drawn = [painter.frame(i / RATE, "play") for i in range(6)]
    watcher = Watcher(Kept([Frame(0.0, drawn[0])]), IndexReader())
    mixture = cv2.createBackgroundSubtractorMOG2(detectShadows=False)
    samples: list[float] = []
    peers: list[float] = []
    for i in range(AT_REST):
        picture = drawn[i % len(drawn)].copy()
        picture[::8, ::8] += i % 3
        begun = perf_counter()
        watcher.frame(Frame(i / RATE, picture))
        samples.append(_since(begun))
        begun = perf_counter()
        mixture.apply(cv2.resize(picture, (960, 540), interpolation=cv2.INTER_LINEAR))
        peers.append(_since(begun))
    return Figure(
        "vision: a frame at rest",
        "ms",
        tuple(samples[20:]),
        "a 1080p frame until it is known that nothing moved and that the camera sees, one core",
        "OpenCV's MOG2 on the frame made 960×540",
        tuple(peers[20:]),
    )


def _settled(reel: Reel) -> Figure:
    painter = Painter(reel.scene, reel.timeline)
    stream = [Frame(t, picture) for t, picture in frames(painter, "motion")]
    stills = [Frame(t, painter.frame(t, "still")) for t in still_times(reel.timeline, RATE)]
    samples: list[float] = []
    told = 0
    for _ in range(AGAIN):
        reader = Counted()
        camera = Kept(stream, stills)
        watcher = Watcher(camera, reader)
        watcher.frame(stream[0])
        for frame in stream[1:]:
            before, camera.asked = reader.read_so_far, 0.0
            messages = watcher.frame(frame)
            spent = _since(camera.asked)
            told += sum(isinstance(message, Saw) for message in messages)
            if reader.read_so_far > before:
                samples.append(spent)
    if not told:
        raise RuntimeError("nothing was told of the film: the figure would be that of a watcher that sees nothing")
    start = StartingPoint()
    peers: list[float] = []
    for still in stills:
        picture = np.asarray(cv2.cvtColor(still.picture, cv2.COLOR_BGR2RGB), np.uint8)
        begun = perf_counter()
        list(start.cards(picture))
        peers.append(_since(begun))
    return Figure(
        "vision: a settled card",
        "ms",
        tuple(samples),
        "from a decoded picture of 4056×3040 in memory to the fact, one core",
        "the detector that most start from, on the whole picture",
        tuple(peers),
    )


def _since(begun: float) -> float:
    return (perf_counter() - begun) * 1000
