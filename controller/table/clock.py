"""The table's time in seconds of the record: it goes on over restarts and never goes back."""

from __future__ import annotations

import time
from collections.abc import Callable


class MonotonicClock:
    """Time of a real table, by the operating system's monotonic clock, so that a step of the wall clock is nothing.

    ``start`` is the time at which it begins; ``read`` gives seconds from anywhere, never going back.
    """

    def __init__(self, start: float = 0.0, read: Callable[[], float] = time.monotonic) -> None:
        self._read = read
        self._offset = start - read()

    def now(self) -> float:
        """Seconds of the record."""
        return self._read() + self._offset

    def at_least(self, t: float) -> None:
        """Go on from ``t`` if it lies ahead."""
        self._offset = max(self._offset, t - self._read())


class MachineClock:
    """Time as a machine tells it: it stands still while the machine is silent."""

    def __init__(self, start: float = 0.0) -> None:
        self._t = start

    def now(self) -> float:
        """The last time that was told."""
        return self._t

    def at_least(self, t: float) -> None:
        """The machine told ``t``; an earlier one than before changes nothing."""
        self._t = max(self._t, t)
