"""Where pictures come from: films on disk, and cameras that give a still when asked.

A film is a folder (a motion stream, stills named by their time, the truth) or one ``.mp4`` with its truth beside it.
A film of unknown making is read by what it holds: the one video in the folder, JPEGs with a number in their names.

CaptureError (PoneError)
  NoFilm (FileNotFoundError)   there is no film, or no video in the folder
  BadFilm (ValueError)         a video or picture that cannot be decoded
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final, Protocol, cast

import cv2
import numpy as np
import numpy.typing as npt

from controller.rules.errors import PoneError

Picture = npt.NDArray[np.uint8]
"""Rows × columns × 3, blue-green-red."""

_NUMBER: Final = re.compile(r"\d+(?:\.\d+)?")
_VIDEOS: Final = frozenset({".mp4", ".mkv", ".avi", ".mov"})
_PICTURES: Final = frozenset({".jpg", ".jpeg", ".png"})
RATE: Final = 12.5
"""Frames a second of a film that does not say."""


class CaptureError(PoneError):
    """Root of what can go wrong with a source of pictures."""


class NoFilm(CaptureError, FileNotFoundError):
    """There is no film there."""


class BadFilm(CaptureError, ValueError):
    """A video or a picture that cannot be decoded."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture and when it was taken, in seconds from the source's start."""

    t: float
    picture: Picture


@dataclass(frozen=True)
class Still:
    """A full-resolution picture, kept compressed until it is looked at. ``t`` in seconds of the film."""

    t: float
    data: bytes

    @cached_property
    def picture(self) -> Picture:
        """The whole picture, decoded. Raises :class:`BadFilm`."""
        return decoded(self.data, f"still at {self.t:g} s")


class Camera(Protocol):
    """A camera over the table: a stream to watch for motion, and its best picture on demand."""

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of the stream."""
        ...

    def frames(self) -> Iterator[Frame]:
        """The stream, until it ends."""
        ...

    def still(self, t: float) -> Frame | None:
        """The best picture that can be had for what the stream shows at ``t``; None where the stream itself is it."""
        ...


def decoded(data: bytes, name: str) -> Picture:
    """A compressed picture, decoded to blue-green-red. Raises :class:`BadFilm`."""
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise BadFilm(f"{name}: not a picture that can be decoded")
    return cast("Picture", picture)


@dataclass(frozen=True)
class Film:
    """A film on disk. ``stills`` are the times of its stills in order; a video over the play area has none."""

    path: Path
    video: Path | tuple[Path, ...]
    stills: tuple[tuple[float, Path], ...]
    rate: float
    size: tuple[int, int]

    def frames(self) -> Iterator[Frame]:
        """Its frames in order. Raises :class:`BadFilm` when one cannot be decoded."""
        if isinstance(self.video, tuple):
            for i, file in enumerate(self.video):
                yield Frame(i / self.rate, decoded(file.read_bytes(), str(file)))
            return
        video = cv2.VideoCapture(str(self.video))
        try:
            i = 0
            while True:
                there, picture = video.read()
                if not there:
                    break
                yield Frame(i / self.rate, cast("Picture", picture))
                i += 1
        finally:
            video.release()
        if i == 0:
            raise BadFilm(f"{self.video}: holds no frame that can be decoded")

    def still(self, t: float) -> Frame | None:
        """The last still taken at or before ``t``; None where there is none."""
        i = bisect_right(self.stills, t + 1e-6, key=_when)
        return self._still(i - 1) if i else None

    def still_after(self, t: float) -> Still | None:
        """The first still taken at or after ``t``, undecoded."""
        i = bisect_left(self.stills, t - 1e-6, key=_when)
        return Still(self.stills[i][0], self.stills[i][1].read_bytes()) if i < len(self.stills) else None

    def _still(self, i: int) -> Frame:
        t, file = self.stills[i]
        return Frame(t, decoded(file.read_bytes(), str(file)))


def _when(item: tuple[float, Path]) -> float:
    return item[0]


def open_film(path: Path) -> Film:
    """The film at ``path``. Raises :class:`NoFilm`, :class:`BadFilm`."""
    if path.is_dir():
        return _open_folder(path)
    if not path.is_file():
        raise NoFilm(f"{path}: there is no film; give a folder or an .mp4")
    rate, size = _measure(path)
    return Film(path, path, (), rate, size)


def _open_folder(folder: Path) -> Film:
    videos = [file for file in sorted(folder.iterdir()) if file.suffix.lower() in _VIDEOS]
    if videos:
        stream = next((v for v in videos if "motion" in v.stem), videos[0])
        video: Path | tuple[Path, ...] = stream
        rate, size = _measure(stream)
    else:
        numbered = tuple(sorted(_pictures(folder / "motion"), key=_number))
        if not numbered:
            raise NoFilm(f"{folder}: holds no video, and no folder 'motion' of numbered pictures")
        video, rate = numbered, RATE
        first = decoded(numbered[0].read_bytes(), str(numbered[0]))
        size = (first.shape[1], first.shape[0])
    stills = _pictures(folder / "stills") or _pictures(folder)
    return Film(folder, video, _timed(stills), rate, size)


def _pictures(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    return [f for f in folder.iterdir() if f.suffix.lower() in _PICTURES and _NUMBER.search(f.stem)]


def _number(file: Path) -> float:
    return float(_NUMBER.findall(file.stem)[-1])


def _timed(files: list[Path]) -> tuple[tuple[float, Path], ...]:
    """Stills by time. Names with a point are seconds, whole numbers milliseconds."""
    whole = all("." not in file.stem for file in files)
    return tuple(sorted((_number(file) / (1000 if whole else 1), file) for file in files))


def _measure(video: Path) -> tuple[float, tuple[int, int]]:
    capture = cv2.VideoCapture(str(video))
    try:
        if not capture.isOpened():
            raise BadFilm(f"{video}: not a video that can be decoded")
        size = (int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT)))
        return float(capture.get(cv2.CAP_PROP_FPS)) or RATE, size
    finally:
        capture.release()
