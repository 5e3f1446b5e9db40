"""What times the link: the operating system's monotonic clock, or the simulated machine's where that is the shoe."""

from __future__ import annotations

import contextlib
import mmap
import os
import struct
import time
from pathlib import Path
from typing import Final, Protocol

_FORM: Final = struct.Struct("<QQQ")
_LOOK_S: Final = 0.001
"""How often to look at a clock that runs as fast as it can, seconds of the wall."""
_LONGEST_S: Final = 0.05
"""The same for any simulated clock: it may change its speed while we wait."""


class Clock(Protocol):
    """Seconds that never go back."""

    def now(self) -> float:
        """The present time."""
        ...

    def wall(self, seconds: float) -> float:
        """How long to wait, in seconds of the wall, when ``seconds`` of this clock shall pass. Waking early is fine."""
        ...


class WallClock:
    """Real hardware: the operating system's monotonic clock."""

    def now(self) -> float:
        """Seconds from anywhere."""
        return time.monotonic()

    def wall(self, seconds: float) -> float:
        """The same seconds."""
        return seconds


class SimulatedClock:
    """The clock of the simulated machine, which it writes into a file of 24 bytes.

    Three little-endian 64-bit numbers: nanoseconds, speed in thousandths (0: as fast as it can), count of updates. The
    file may come later than this object, and come anew with another machine, whose time begins at 0 again: from then
    on its time is added to what was shown before.
    """

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)
        self._file: tuple[int, int] | None = None
        self._map: mmap.mmap | None = None
        self._offset = 0.0
        self._shown = 0.0
        self._speed = 1.0
        self._looked = -1.0

    def now(self) -> float:
        """Seconds that the machine has simulated; they stand still while there is none."""
        self._follow()
        if self._map is not None:
            ns, speed, _ = _FORM.unpack_from(self._map)
            self._shown = max(self._shown, self._offset + ns / 1e9)
            self._speed = speed / 1000
        return self._shown

    def wall(self, seconds: float) -> float:
        """Seconds of the wall, short where the clock's speed is not known."""
        if self._speed <= 0:
            return _LOOK_S
        return min(max(seconds / self._speed, _LOOK_S), _LONGEST_S)

    def close(self) -> None:
        """Let go of the file."""
        if self._map is not None:
            self._map.close()
        self._map = None

    def _follow(self) -> None:
        """Look now and then whether another machine's clock stands there."""
        wall = time.monotonic()
        if self._map is not None and wall - self._looked < 0.25:
            return
        self._looked = wall
        with contextlib.suppress(OSError, ValueError):
            found = self._path.stat()
            if self._file != (found.st_dev, found.st_ino):
                self._open()

    def _open(self) -> None:
        handle = os.open(self._path, os.O_RDONLY | os.O_CLOEXEC)
        try:
            found = os.fstat(handle)
            mapped = mmap.mmap(handle, _FORM.size, prot=mmap.PROT_READ)
        finally:
            os.close(handle)
        self.close()
        self._map = mapped
        self._file = (found.st_dev, found.st_ino)
        self._offset = max(0.0, self._shown - _FORM.unpack_from(mapped)[0] / 1e9)
