"""Films written to disk: a folder of motion stream and stills, or one video over the play area; the truth beside it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final, Self

import cv2
import numpy as np

from controller.rules.errors import PoneError
from vision.capture import RATE
from vision.render.camera import PLAY_AREA, SIZES, View
from vision.render.choreography import Deed
from vision.render.painter import Painter
from vision.render.scene import Scene
from vision.render.seating import Place
from vision.render.shapes import Picture
from vision.render.timeline import Timeline, pose_at, still
from vision.render.witness import true_camera, witnessed
from vision.truth import Truth, write_truth

"""Frames a second of a motion stream, and of a video unless told otherwise."""
STILL_EVERY_S: Final = 2.0
"""While the table stays at rest, a still is taken again after this time."""

Told = Callable[[int, int], None]
"""Called with the number of frames drawn and of all frames."""


class NotWritten(PoneError, OSError):
    """A film's file could not be written."""


@dataclass(frozen=True, slots=True)
class Reel:
    """All that a film is drawn from.

    ``lines`` are the record's lines of deeds by their number; what follows ``places`` is for the truth.
    """

    scene: Scene
    timeline: Timeline
    deeds: tuple[Deed, ...]
    places: Mapping[str, Place]
    look: Mapping[str, str] = field(default_factory=dict[str, str])
    heading: dict[str, Any] | None = None
    hands: tuple[dict[str, str], ...] = ()
    lines: Mapping[int, int] = field(default_factory=dict[int, int])


@cache
def generator() -> str:
    """The version of the generator: a digest of its own source and of what it draws with."""
    digest = hashlib.sha256(f"{cv2.__version__} {np.__version__}".encode())
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def write_video(reel: Reel, file: Path, *, rate: float = RATE, told: Told | None = None) -> Truth:
    """Film the play area as one ``.mp4`` of 1080p, with its truth beside it. Raises :class:`NotWritten`."""
    painter = Painter(reel.scene, reel.timeline)
    times = _times(reel.timeline, rate)
    with _Writer(file, "play", rate) as writer:
        for i, t in enumerate(times):
            writer.write(painter.frame(t, "play"))
            if told:
                told(i + 1, len(times))
    return _told(reel, painter, "play", "play", rate, file.with_suffix(".json"))


def write_folder(reel: Reel, folder: Path, *, told: Told | None = None) -> Truth:
    """Film into a folder: ``motion.mp4``, ``stills/SECONDS.jpg`` and the truth, ``FOLDER.json``."""
    stills = folder / "stills"
    stills.mkdir(parents=True, exist_ok=True)
    painter = Painter(reel.scene, reel.timeline)
    times, taken = _times(reel.timeline, RATE), still_times(reel.timeline, RATE)
    with _Writer(folder / "motion.mp4", "motion", RATE) as writer:
        for i, t in enumerate(times):
            writer.write(painter.frame(t, "motion"))
            if told:
                told(i + 1, len(times) + len(taken))
    for i, t in enumerate(taken):
        (stills / f"{t:08.3f}.jpg").write_bytes(jpeg(painter.frame(t, "still"), reel.scene.optics.quality or 95))
        if told:
            told(len(times) + i + 1, len(times) + len(taken))
    return _told(reel, painter, "folder", "still", RATE, folder / f"{folder.resolve().name}.json")


def jpeg(picture: Picture, quality: int) -> bytes:
    """A picture as a camera stores it."""
    done, data = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, quality))
    if not done:
        raise NotWritten("a picture could not be compressed")
    return data.tobytes()


def still_times(timeline: Timeline, rate: float) -> tuple[float, ...]:
    """When stills are taken: at the first frame of every rest, and again while it lasts."""
    out: list[float] = []
    last: float | None = None
    for t in _times(timeline, rate):
        if not quiet(timeline, t):
            last = None
        elif last is None or t - last >= STILL_EVERY_S:
            out.append(t)
            last = t
    return tuple(out)


def quiet(timeline: Timeline, t: float) -> bool:
    """Whether every card lies still at ``t`` and no hand is over the play area."""
    for arm in timeline.arms:
        hand = pose_at(arm.keys, t) if arm.start <= t < arm.end else None
        if hand is not None and abs(hand.x) < PLAY_AREA[0] / 2 + 50 and abs(hand.y) < PLAY_AREA[1] / 2 + 50:
            return False
    return all(still(track.keys, t) for track in timeline.cards)


def _times(timeline: Timeline, rate: float) -> tuple[float, ...]:
    return tuple(round(i / rate, 3) for i in range(int(timeline.end * rate) + 1))


def _told(reel: Reel, painter: Painter, form: str, view: View, rate: float, file: Path) -> Truth:
    views: Sequence[View] = ("play",) if form == "play" else ("motion", "still")
    truth = Truth(
        form,
        rate,
        round(reel.timeline.end, 3),
        {seat: place.bearing for seat, place in reel.places.items()},
        witnessed(reel.scene, reel.timeline, reel.deeds, painter.camera(view), reel.lines),
        view,
        generator(),
        reel.scene.seed,
        dict(reel.look),
        reel.heading,
        reel.hands,
        {name: true_camera(painter.camera(name)) for name in views},
    )
    write_truth(truth, file)
    return truth


class _Writer:
    def __init__(self, file: Path, view: View, rate: float) -> None:
        self._file = file
        self._writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"mp4v"), rate, SIZES[view])

    def __enter__(self) -> Self:
        if not self._writer.isOpened():
            raise NotWritten(f"{self._file}: no film can be written there")
        return self

    def write(self, picture: Picture) -> None:
        self._writer.write(picture)

    def __exit__(self, *_: object) -> None:
        self._writer.release()


def frames(painter: Painter, view: View, rate: float = RATE) -> Iterator[tuple[float, Picture]]:
    """The frames of a film that is drawn as it goes: time in seconds and picture."""
    for t in _times(painter.timeline, rate):
        yield t, painter.frame(t, view)
