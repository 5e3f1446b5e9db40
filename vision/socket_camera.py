"""A camera of another process: frames and stills come through memory that both share, and are asked for over a socket.

    watcher → camera   {"next":true}   {"still":t}
    camera → watcher   {"size":[columns,rows],"still":[columns,rows],"frames":n,"stills":n}, with the memory
                       {"t":t,"slot":k}   {"still":t,"slot":k}   {"still":null}   {"ended":true}

Lines are JSON. Each answer follows its question; the next frame is asked for when all of the one before it has been
told, so that a camera that is drawn knows how far its watcher has come. The memory holds ``frames`` pictures of the
stream and then ``stills`` of the other kind, each rows × columns × 3; a slot is used again when all the others have
been. A camera whose stream is the best that it has keeps 0 ``stills``; ``null`` where none was taken by then, and the
``t`` of the answer is when it was.
"""

from __future__ import annotations

import json
import mmap
import os
import socket
from collections.abc import Iterator, Mapping
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any, Final

import numpy as np

from controller.rules.errors import PoneError
from vision.calibrate import Picture
from vision.capture import Frame
from vision.source import CameraSilent, NoCamera

THERE_S: Final = 20.0
"""How long a camera is waited for that is only being set up."""
SILENT_S: Final = 30.0
"""A camera that owes an answer for so long is silent."""
_AGAIN_S: Final = 0.05
_LINE: Final = 1 << 12


class NotOurs(PoneError, ValueError):
    """What listens at the socket is no camera."""


class Shared:
    """Pictures in memory that two processes share. ``frames`` and ``stills``: how many slots of each size there are."""

    def __init__(self, memory: mmap.mmap, frame: tuple[int, int], still: tuple[int, int], frames: int, stills: int):
        of_frame, of_still = _bytes(frame), _bytes(still)
        whole = np.frombuffer(memory, np.uint8)
        self.frames = [_picture(whole, i * of_frame, frame) for i in range(frames)]
        self.stills = [_picture(whole, frames * of_frame + i * of_still, still) for i in range(stills)]

    @staticmethod
    def room(frame: tuple[int, int], still: tuple[int, int], frames: int, stills: int) -> int:
        """How many bytes so many pictures need."""
        return frames * _bytes(frame) + stills * _bytes(still)


def _bytes(size: tuple[int, int]) -> int:
    return size[0] * size[1] * 3


def _picture(whole: Picture, start: int, size: tuple[int, int]) -> Picture:
    return whole[start : start + _bytes(size)].reshape(size[1], size[0], 3)


class SocketCamera:
    """The camera behind a socket. Satisfies :class:`vision.capture.Camera`.

    A frame's picture is good until two more have been asked for, a still's until one more.
    Raises :class:`~vision.source.NoCamera` where nothing answers in time.
    """

    def __init__(self, path: Path, *, there_s: float = THERE_S) -> None:
        self._path = path
        self._socket = _connected(path, there_s)
        self._socket.settimeout(SILENT_S)
        self._rest = b""
        try:
            given, descriptors, _, _ = socket.recv_fds(self._socket, _LINE, 1)
        except OSError as error:
            raise CameraSilent(f"{path}: the camera does not say what it shows") from error
        try:
            said: Mapping[str, Any] = json.loads(given)
            self._size = (int(said["size"][0]), int(said["size"][1]))
            still = (int(said["still"][0]), int(said["still"][1]))
            room = Shared.room(self._size, still, said["frames"], said["stills"])
            memory = mmap.mmap(descriptors[0], room, mmap.MAP_SHARED, mmap.PROT_READ)
            self._pictures = Shared(memory, self._size, still, said["frames"], said["stills"])
        except (ValueError, KeyError, IndexError, TypeError) as error:
            raise NotOurs(f"{path}: what listens there is no camera") from error
        finally:
            for descriptor in descriptors:
                os.close(descriptor)
        self._takes_stills = bool(self._pictures.stills)
        self._asked: float | None = None
        self._still: Frame | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of the stream."""
        return self._size

    def frames(self) -> Iterator[Frame]:
        """The stream from the present on, until the camera ends it. Raises :class:`~vision.source.CameraSilent`."""
        while "ended" not in (said := self._ask({"next": True})):
            yield Frame(float(said["t"]), self._pictures.frames[said["slot"]])

    def still(self, t: float) -> Frame | None:
        """The full picture of ``t``, taken once, if there is one. Raises :class:`~vision.source.CameraSilent`."""
        if self._takes_stills and self._asked != t:
            said = self._ask({"still": t})
            taken = said["still"]
            self._still = None if taken is None else Frame(float(taken), self._pictures.stills[said["slot"]])
            self._asked = t
        return self._still

    def close(self) -> None:
        """Look no more; pictures that were given stay good."""
        self._socket.close()

    def _ask(self, what: Mapping[str, object]) -> Mapping[str, Any]:
        try:
            self._socket.sendall(json.dumps(what, separators=(",", ":")).encode() + b"\n")
            while b"\n" not in self._rest:
                data = self._socket.recv(_LINE)
                if not data:
                    raise CameraSilent(f"{self._path}: the camera is gone")
                self._rest += data
        except OSError as error:
            if isinstance(error, CameraSilent):
                raise
            raise CameraSilent(f"{self._path}: the camera does not answer; is its process alive?") from error
        line, _, self._rest = self._rest.partition(b"\n")
        answer: Mapping[str, Any] = json.loads(line)
        return answer


def open_socket(name: str) -> SocketCamera:
    """The camera behind the socket of this path, as an opener of :class:`vision.watch.Order`."""
    return SocketCamera(Path(name))


def _connected(path: Path, there_s: float) -> socket.socket:
    last, pause = monotonic() + there_s, Event()
    while True:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            # The kernel takes 107 bytes of a path, and journals lie deeper: an open folder is a short name for its own.
            folder = os.open(path.parent, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
            try:
                connection.connect(f"/proc/self/fd/{folder}/{path.name}")
            finally:
                os.close(folder)
        except OSError as error:
            connection.close()
            if monotonic() > last:
                raise NoCamera(f"{path}: no camera answers there") from error
            pause.wait(_AGAIN_S)
            continue
        return connection
