"""The serial port: opened for this process alone, and gone when it is unplugged.

Modem lines are never touched: a pseudo-terminal has none. Opening a real port may reset the board, which then says so.
"""

from __future__ import annotations

import contextlib
import os
import select
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

import serial

from controller.shoe.codes import BAUD
from controller.shoe.errors import Unplugged
from controller.simulated import living

PortFinder = Callable[[], str | None]
"""Where the port is now, ``None`` while there is none. Called again whenever the link was lost."""

_READ_AT_ONCE: Final = 4096


class Port(Protocol):
    """Bytes to and from the shoe. Neither reading nor writing waits."""

    def fileno(self) -> int:
        """What to wait on."""
        ...

    def read(self) -> bytes:
        """What has come, nothing included. Raises :class:`~controller.shoe.errors.Unplugged`."""
        ...

    def write(self, data: bytes) -> int:
        """How many of these bytes were taken. Raises :class:`~controller.shoe.errors.Unplugged`."""
        ...

    def close(self) -> None:
        """Let go of it."""
        ...


class SerialPort:
    """A port of the operating system. Raises :class:`~controller.shoe.errors.Unplugged` where it cannot be opened."""

    def __init__(self, name: str) -> None:
        try:
            self._serial = serial.Serial(name, BAUD, timeout=0, write_timeout=0, exclusive=True)
        except (OSError, ValueError) as e:  # a SerialException is an OSError
            raise Unplugged(f"the port {name} cannot be opened: {e}") from e
        self._fd = self._serial.fileno()

    def fileno(self) -> int:
        """What to wait on."""
        return self._fd

    def read(self) -> bytes:
        """What has come. An unplugged device is ready to be read, and then gives nothing."""
        if not select.select([self._fd], [], [], 0)[0]:
            return b""
        try:
            data = os.read(self._fd, _READ_AT_ONCE)
        except BlockingIOError:
            return b""
        except OSError as e:
            raise Unplugged(f"the port is gone: {e.strerror}") from e
        if not data:
            raise Unplugged("the port is gone: it is ready to be read and gives nothing")
        return data

    def write(self, data: bytes) -> int:
        """How many of these bytes the port took."""
        try:
            return os.write(self._fd, data)
        except BlockingIOError:
            return 0
        except OSError as e:
            raise Unplugged(f"the port is gone: {e.strerror}") from e

    def close(self) -> None:
        """Let go of it; an error of a port that has gone is none."""
        with contextlib.suppress(OSError):
            self._serial.close()


def beside(journal: str | Path) -> PortFinder:
    """The port of the simulated machine beside this journal, while that machine lives."""

    def find() -> str | None:
        told = living(journal)
        port = None if told is None else told.get("port")
        return port if isinstance(port, str) else None

    return find
