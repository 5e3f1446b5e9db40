"""The bench's one clock: seconds of the table. It may outrun the wall by a factor, and waits for whoever is behind."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

CREEP_S: Final = 0.03
"""How far the table's time goes past an event that nobody has acknowledged yet."""


class Clock:
    """Time of the table. It never goes back, never outruns ``speed`` times the wall, and stops at its limit.

    ``start``: seconds that it shows first; ``wall``: a monotonic clock in seconds.
    """

    def __init__(self, start: float, speed: float, wall: Callable[[], float] = time.monotonic) -> None:
        if not speed > 0:
            raise ValueError("the speed of a clock is more than 0")
        self._speed = speed
        self._wall = wall
        self._lock = threading.Condition()
        self._shown = start
        self._at = wall()
        self._limit = start
        self._ended = False

    @property
    def speed(self) -> float:
        """By what factor it may at most outrun the wall."""
        return self._speed

    def now(self) -> float:
        """Seconds of the table."""
        with self._lock:
            return self._now()

    def wait_until(self, t: float) -> None:
        """Let time pass until ``t``; returns at once where it has passed, or when the clock has ended."""
        with self._lock:
            self._now()
            self._limit = max(self._limit, t)
            while not self._ended and (now := self._now()) < t:
                self._lock.wait((t - now) / self._speed + 0.0005)

    def linger(self) -> None:
        """Let time creep a little past now, and no further."""
        with self._lock:
            self._limit = max(self._limit, self._now() + CREEP_S)

    def end(self) -> None:
        """Nobody waits any longer."""
        with self._lock:
            self._ended = True
            self._lock.notify_all()

    def _now(self) -> float:
        wall = self._wall()
        self._shown = min(self._limit, self._shown + max(0.0, wall - self._at) * self._speed)
        self._at = wall
        return self._shown
