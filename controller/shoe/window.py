"""The camera at the window: its pictures, and what a reader makes of them.

A stream of messages over a Unix stream socket, two for each flash: a header of 16 bytes, little-endian, and the pixels.

    u32 ``PICT``   u16 width   u16 height   u8 side (0 lower, 1 upper)   u8 channels (3)   u16 strobe   u32 length
"""

from __future__ import annotations

import contextlib
import queue
import socket
import struct
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, Protocol

from controller import unix_socket
from controller.rules.cards import Card

Side = Literal["lower", "upper"]

_HEAD: Final = struct.Struct("<4sHHBBHI")
_Head = tuple[bytes, int, int, int, int, int, int]
_MAGIC: Final = b"PICT"
_LARGEST: Final = 1 << 24
_READ_AT_ONCE: Final = 1 << 18
_SIDES: Final[tuple[Side, Side]] = ("lower", "upper")


@dataclass(frozen=True, slots=True)
class Picture:
    """One side of the card in the window: ``height`` × ``width`` pixels of red, green and blue, row by row.

    The lower side is the face of a card that lies as it should. ``strobe`` numbers the flashes, modulo 65 536.
    """

    side: Side
    strobe: int
    width: int
    height: int
    rgb: bytes = field(repr=False)


Pair = tuple[Picture, Picture]
"""Lower and upper side in one flash."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What both pictures of a card show.

    ``face``: what the lower side is, ``None`` where it could not be read; ``confidence``: 0 to 1 that this is right;
    ``back_known``: the upper side is the back of the house's packs.
    """

    face: Card | Literal["back", "joker"] | None = field(repr=False)
    confidence: float
    back_known: bool


Reader = Callable[[Picture, Picture], Reading]
"""Reads the lower and the upper side of one card. Called in a thread of its own; each millisecond that it takes is one
more that the pack takes."""


class Desk(Protocol):
    """Where pictures are read while the link is kept alive."""

    def begin(self, pair: Pair) -> None:
        """Read these; what was begun before and not fetched is forgotten."""
        ...

    def done(self) -> Reading | None:
        """What they show, once, when it is known. Raises what the reader raised."""
        ...


class DeskNow:
    """Reads at once, in the thread that asks."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._reading: Reading | None = None

    def begin(self, pair: Pair) -> None:
        """Read these."""
        self._reading = self._reader(*pair)

    def done(self) -> Reading | None:
        """What they show."""
        reading, self._reading = self._reading, None
        return reading


class DeskThread:
    """Reads in a thread of its own, and calls ``wake`` when it has."""

    def __init__(self, reader: Reader, wake: Callable[[], None]) -> None:
        self._reader = reader
        self._wake = wake
        self._given: queue.SimpleQueue[tuple[int, Pair] | None] = queue.SimpleQueue()
        self._read: queue.SimpleQueue[tuple[int, Reading | Exception]] = queue.SimpleQueue()
        self._number = 0
        self._thread = threading.Thread(target=self._run, name="pone-shoe-reader", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """Join the thread, when it has read what it reads."""
        self._given.put(None)
        if self._thread.is_alive():
            self._thread.join()

    def begin(self, pair: Pair) -> None:
        """Have these read."""
        self._number += 1
        self._given.put((self._number, pair))

    def done(self) -> Reading | None:
        """What the last ones show, when it is known."""
        while not self._read.empty():
            number, reading = self._read.get_nowait()
            if number != self._number:
                continue
            if isinstance(reading, Exception):
                raise reading
            return reading
        return None

    def _run(self) -> None:
        while (given := self._given.get()) is not None:
            number, pair = given
            try:
                reading: Reading | Exception = self._reader(*pair)
            except Exception as e:  # noqa: BLE001 - raised again in the driver's thread, which it ends
                reading = e
            self._read.put((number, reading))
            self._wake()


class Window(Protocol):
    """Pictures as they come. Nothing here waits."""

    def fileno(self) -> int | None:
        """What to wait on, ``None`` while no camera is connected."""
        ...

    def forget(self) -> None:
        """What was flashed until now is of no interest."""
        ...

    def pair(self) -> Pair | None:
        """The newest flash of which both sides have come, once."""
        ...

    def close(self) -> None:
        """Let go of the camera."""
        ...


class PictureStream:
    """Pure: bytes in, pictures out. Bytes that are no message raise :class:`ValueError`."""

    def __init__(self) -> None:
        self._rest = bytearray()

    def feed(self, data: bytes) -> list[Picture]:
        """The pictures that these bytes complete."""
        self._rest += data
        out: list[Picture] = []
        while len(self._rest) >= _HEAD.size:
            head: _Head = _HEAD.unpack_from(self._rest)
            magic, width, height, side, channels, strobe, length = head
            if magic != _MAGIC or side > 1 or channels != 3 or length != width * height * 3 or length > _LARGEST:
                raise ValueError("the camera at the window sent what is no picture")
            end = _HEAD.size + length
            if len(self._rest) < end:
                break
            out.append(Picture(_SIDES[side], strobe, width, height, bytes(self._rest[_HEAD.size : end])))
            del self._rest[:end]
        return out


class SocketWindow:
    """The camera behind the Unix socket ``path``; connected again by itself when it was lost."""

    def __init__(self, path: str | Path) -> None:
        self._path = str(path)
        self._socket: socket.socket | None = None
        self._stream = PictureStream()
        self._sides: dict[Side, Picture] = {}

    def fileno(self) -> int | None:
        """What to wait on."""
        return None if self._socket is None else self._socket.fileno()

    def forget(self) -> None:
        """Drop what has come."""
        self._drain()
        self._sides.clear()

    def pair(self) -> Pair | None:
        """The newest flash with both sides, once."""
        self._drain()
        lower, upper = self._sides.get("lower"), self._sides.get("upper")
        if lower is None or upper is None or lower.strobe != upper.strobe:
            return None
        self._sides.clear()
        return lower, upper

    def close(self) -> None:
        """Let go of the camera."""
        if self._socket is not None:
            self._socket.close()
        self._socket = None
        self._stream = PictureStream()

    def _drain(self) -> None:
        if self._socket is None:
            self._connect()
        while self._socket is not None:
            try:
                data = self._socket.recv(_READ_AT_ONCE)
                pictures = self._stream.feed(data)
            except BlockingIOError:
                return
            except (OSError, ValueError):
                self.close()
                return
            if not data:
                self.close()
                return
            self._sides.update({picture.side: picture for picture in pictures})

    def _connect(self) -> None:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        with contextlib.suppress(OSError):
            unix_socket.connect(connection, Path(self._path))
            connection.setblocking(False)
            self._socket = connection
            return
        connection.close()
