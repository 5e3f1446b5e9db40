"""The simulated camera over the table, a process of its own: it shows the scene as the bench's clock comes to it.

It listens at a Unix socket (see :mod:`vision.socket_camera`); whoever connects last is its watcher. It outlives every
watcher, and the service. From the bench it hears what moves and what time it is::

    Moved(timeline, until)   nothing else will begin before ``until``: so far frames may be drawn ahead
    Begun(at)                the film, where one is shown, begins
    Now(t, durable)          frames up to ``t`` may be shown; what was to be seen up to ``durable`` is in the journal,
                             and a new watcher begins there: the table has waited for him

    Covered(since)           the lens is covered from ``since`` on; ``None``: it is not

and tells it ``Seen(t)``, how far its watcher has come, which is said of a new one at once. No frame is left out, and
none is shown before its time.
"""

from __future__ import annotations

import contextlib
import json
import math
import mmap
import os
import selectors
import signal
import socket
from collections.abc import Mapping
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

import cv2

from controller import unix_socket
from controller.bench.pictures import Begun, Drawn, Moved, Pictures, Screened
from vision.capture import RATE
from vision.render.shapes import Picture
from vision.socket_camera import Shared

FRAMES: Final = 6
STILLS: Final = 3
"""Slots of the shared memory: a watcher looks back one picture of each kind."""
FRAME_S: Final = 1 / RATE
_DARK: Final = 0.04
"""The share of the light that comes through a cover."""
_END: Final = object()
_LINE: Final = 1 << 12


@dataclass(frozen=True, slots=True)
class Now:
    """What time it is, in seconds of the table, and up to when what was to be seen is in the journal."""

    t: float
    durable: float


@dataclass(frozen=True, slots=True)
class Covered:
    """Since when the lens is covered, s; None when it no longer is."""

    since: float | None


@dataclass(frozen=True, slots=True)
class Seen:
    """Everything up to ``t`` was looked at, and told of."""

    t: float


def time_of(frame: int) -> float:
    """When a frame is taken, s."""
    return round(frame * FRAME_S, 3)


def film(pipe: Connection, path: str, shows: Drawn | Screened) -> None:
    """The process's whole life, which ends with the bench's."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    cv2.setNumThreads(1)
    camera = _Camera(pipe, Path(path), shows.open())
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        camera.run()
    Path(path).unlink(missing_ok=True)


@dataclass(slots=True)
class _Watcher:
    """Who is connected: ``frame`` is the next one's number, ``asked`` whether it is asked for, ``slot`` where it is."""

    socket: socket.socket
    shared: Shared
    frame: int
    asked: bool = False
    drawn: int | None = None
    shown: float | None = None
    frames: int = 0
    stills: int = 0
    rest: bytes = b""


@dataclass(slots=True)
class _Camera:
    pipe: Connection
    path: Path
    pictures: Pictures
    now: float = -math.inf
    until: float = -math.inf
    durable: float = -math.inf
    covered: float = math.inf
    watcher: _Watcher | None = None
    listener: socket.socket = field(init=False)
    ready: selectors.DefaultSelector = field(default_factory=selectors.DefaultSelector)

    def __post_init__(self) -> None:
        self.path.unlink(missing_ok=True)
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        unix_socket.bind(self.listener, self.path)
        self.path.chmod(0o600)
        self.listener.listen(2)

    def run(self) -> None:
        """Raises ``EOFError`` when the bench is gone."""
        prepared = self.pictures.prepared()
        to_prepare = next(prepared, _END) is None
        self.ready.register(self.pipe, selectors.EVENT_READ, self._hear)
        self.ready.register(self.listener, selectors.EVENT_READ, self._welcome)
        while True:
            ready = self.ready.select(0 if to_prepare or self._may_draw() else None)
            for key, _ in ready:
                key.data()
            if self.watcher is not None:
                self._show(self.watcher)
            if to_prepare and not ready:
                to_prepare = next(prepared, _END) is None

    # ------------------------------------------------------------------ the bench
    def _hear(self) -> None:
        while self.pipe.poll():
            match self.pipe.recv():
                case Moved() | Begun() as said:
                    self.until = self.pictures.hear(said)
                case Now(t, durable):
                    self.now, self.durable = max(self.now, t), max(self.durable, durable)
                case Covered(since):
                    self.covered = math.inf if since is None else since
                case _:
                    pass

    def _darken(self, t: float, picture: Picture) -> None:
        """Leave of the picture of ``t`` what little light comes through a cover, if there is one."""
        if t >= self.covered:
            cv2.convertScaleAbs(picture, picture, alpha=_DARK)

    # ------------------------------------------------------------------ the watcher
    def _welcome(self) -> None:
        peer, _ = self.listener.accept()
        self._leave()
        frame, taken = self.pictures.sizes
        still, stills = ((0, 0), 0) if taken is None else (taken, STILLS)
        room = Shared.room(frame, still, FRAMES, stills)
        descriptor = os.memfd_create("pone-camera")
        try:
            os.ftruncate(descriptor, room)
            memory = mmap.mmap(descriptor, room)
            said = {"size": list(frame), "still": list(still), "frames": FRAMES, "stills": stills}
            socket.send_fds(peer, [_line(said)], [descriptor])
        except OSError:
            peer.close()
            return
        finally:
            os.close(descriptor)
        begin = self.durable if self.durable > -math.inf else max(self.now, 0.0)
        self.watcher = _Watcher(peer, Shared(memory, frame, still, FRAMES, stills), math.floor(begin / FRAME_S) + 1)
        self.ready.register(peer, selectors.EVENT_READ, self._asked)
        self.pipe.send(Seen(begin))

    def _leave(self) -> None:
        if self.watcher is not None:
            self.ready.unregister(self.watcher.socket)
            self.watcher.socket.close()
            self.watcher = None

    def _asked(self) -> None:
        watcher = self.watcher
        if watcher is None:
            return
        try:
            data = watcher.socket.recv(_LINE)
        except OSError:
            data = b""
        if not data:
            self._leave()
            return
        *lines, watcher.rest = (watcher.rest + data).split(b"\n")
        for line in lines:
            self._answer(watcher, line)

    def _answer(self, watcher: _Watcher, line: bytes) -> None:
        try:
            said: Any = json.loads(line)
        except ValueError:
            return
        match said:
            case {"next": True}:
                if watcher.shown is not None:
                    self.pipe.send(Seen(watcher.shown))
                watcher.asked = True
            case {"still": float() | int() as t}:
                self._still(watcher, float(t))
            case _:
                pass

    def _still(self, watcher: _Watcher, t: float) -> None:
        slot = watcher.stills % STILLS
        taken = self.pictures.still(t, watcher.shared.stills[slot]) if watcher.shared.stills else None
        if taken is None:
            self._send(watcher, {"still": None})
            return
        watcher.stills += 1
        self._darken(taken.t, taken.picture)
        self._send(watcher, {"still": taken.t, "slot": slot})

    def _may_draw(self) -> bool:
        watcher = self.watcher
        if watcher is None:
            return False
        t = time_of(watcher.frame)
        return (watcher.drawn is None and t <= max(self.now, self.until)) or (watcher.asked and t <= self.now)

    def _show(self, watcher: _Watcher) -> None:
        """Draw the next frame as soon as nothing can change it any more, and show it when it is its time."""
        t = time_of(watcher.frame)
        if watcher.drawn is None and t <= max(self.now, self.until):
            slot = watcher.frames % FRAMES
            watcher.frames += 1
            self.pictures.frame(t, watcher.shared.frames[slot])
            self._darken(t, watcher.shared.frames[slot])
            watcher.drawn = slot
        if watcher.asked and watcher.drawn is not None and t <= self.now:
            slot, watcher.drawn, watcher.asked = watcher.drawn, None, False
            watcher.frame += 1
            watcher.shown = t
            self._send(watcher, {"t": t, "slot": slot})

    def _send(self, watcher: _Watcher, said: dict[str, object]) -> None:
        try:
            watcher.socket.sendall(_line(said))
        except OSError:
            self._leave()


def _line(said: Mapping[str, object]) -> bytes:
    return json.dumps(said, separators=(",", ":")).encode() + b"\n"
