"""What is watched: a film on disk, or a camera of this machine.

A film is read without its truth. A camera is locked before it is believed: an exposure or a focus that wanders changes
the whole picture, and exposures that are no multiple of the lamps' half period flicker.
"""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path
from typing import Final, cast

import cv2

from vision.calibrate import Picture
from vision.capture import CaptureError, Film, Frame, open_film

SILENT_S: Final = 1.0
"""A camera that gives no frame for so long is silent."""
STILLS_KEPT: Final = 2
_WIDE, _HIGH, _RATE = 1920, 1080, 25.0


class NoCamera(CaptureError, FileNotFoundError):
    """There is no film and no camera of this name."""


class CameraSilent(CaptureError, TimeoutError):
    """The camera has stopped giving frames."""


class FilmCamera:
    """A film on disk as a camera. Satisfies :class:`vision.capture.Camera`."""

    def __init__(self, film: Film) -> None:
        self._film = film
        self._times = [t for t, _ in film.stills]
        self._kept: dict[float, Frame] = {}

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of the stream."""
        return self._film.size

    def frames(self) -> Iterator[Frame]:
        """Its frames, as fast as they are asked for. Raises BadFilm for one that cannot be decoded."""
        return self._film.frames()

    def still(self, t: float) -> Frame | None:
        """The last still taken at or before ``t``; None where there is none. Decoded once."""
        i = bisect_right(self._times, t + 1e-6)
        if i == 0:
            return None
        taken = self._times[i - 1]
        if taken not in self._kept:
            still = self._film.still(t)
            if still is None:
                return None
            while len(self._kept) >= STILLS_KEPT:
                del self._kept[next(iter(self._kept))]
            self._kept[taken] = still
        return self._kept[taken]


class DeviceCamera:
    """A camera of this machine, through Video4Linux: 1080p, with exposure, gain, white balance and focus locked.

    ``number`` of the device; ``exposure_ms`` a multiple of 10 under lamps of 50 Hz, of 8.33 under lamps of 60 Hz.
    Raises :class:`NoCamera` if it cannot be opened.
    """

    def __init__(self, device: str | int, *, exposure_ms: float = 10.0) -> None:
        self._name = str(device)
        self._video = cv2.VideoCapture(device, cv2.CAP_V4L2)
        if not self._video.isOpened():
            raise NoCamera(f"{device}: no camera answers there; `v4l2-ctl --list-devices` names those of this machine")
        for what, value in (
            (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")),
            (cv2.CAP_PROP_FRAME_WIDTH, _WIDE),
            (cv2.CAP_PROP_FRAME_HEIGHT, _HIGH),
            (cv2.CAP_PROP_FPS, _RATE),
            (cv2.CAP_PROP_BUFFERSIZE, 2),
            (cv2.CAP_PROP_AUTO_EXPOSURE, 1),  # in V4L2 1 is manual
            (cv2.CAP_PROP_EXPOSURE, exposure_ms * 10),  # in units of 0.1 ms
            (cv2.CAP_PROP_AUTO_WB, 0),
            (cv2.CAP_PROP_AUTOFOCUS, 0),
        ):
            self._video.set(what, value)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of what it gives."""
        return int(self._video.get(cv2.CAP_PROP_FRAME_WIDTH)), int(self._video.get(cv2.CAP_PROP_FRAME_HEIGHT))

    def frames(self) -> Iterator[Frame]:
        """Its newest frames, those that came while nobody asked left out. Raises :class:`CameraSilent`."""
        newest: queue.Queue[Frame] = queue.Queue(1)
        ended = threading.Event()
        threading.Thread(target=self._read, args=(newest, ended), daemon=True).start()
        try:
            while True:
                try:
                    yield newest.get(timeout=SILENT_S)
                except queue.Empty:
                    raise CameraSilent(
                        f"{self._name}: no frame for {SILENT_S:g} s; is the camera plugged in?"
                    ) from None
        finally:
            ended.set()

    def _read(self, newest: queue.Queue[Frame], ended: threading.Event) -> None:
        begun = time.monotonic()
        while not ended.is_set():
            there, picture = self._video.read()
            if not there:
                return
            frame = Frame(time.monotonic() - begun, cast("Picture", picture))
            if newest.full():
                with contextlib.suppress(queue.Empty):
                    newest.get_nowait()
            newest.put(frame)

    def still(self, t: float) -> Frame | None:
        """None: its stream is the best that it can give."""
        del t
        return None


def open_camera(name: str) -> FilmCamera | DeviceCamera:
    """The film or the camera of this name: a folder, a video's file, ``/dev/video0``, or a device's number.

    Raises :class:`NoCamera`, and what :func:`vision.capture.open_film` raises.
    """
    if name.isdecimal():
        return DeviceCamera(int(name))
    path = Path(name)
    if path.is_char_device():
        return DeviceCamera(name)
    if not path.exists():
        raise NoCamera(
            f"{name}: there is no film and no camera; give a film's folder or .mp4, or a device like /dev/video0"
        )
    return FilmCamera(open_film(path))
