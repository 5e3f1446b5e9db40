"""The bench's one clock: seconds of the table. It may outrun the wall by a factor, and waits for whoever is behind."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from typing import Final

from controller.rules.errors import PoneError

STILL_S: Final = 120.0
"""Time of the wall after which nobody believes any more that what is waited for will come."""
CREEP_S: Final = 0.03
"""How far the table's time goes past an event that nobody has acknowledged yet."""
LEAST_S: Final = 0.0005
"""Shortest time of the real wall between two looks at the clock."""
LONGEST_S: Final = 0.1
"""Longest one: what the clock follows may stand still, or run faster than it promised."""


class StoodStill(PoneError, TimeoutError):
    """Something was waited for that did not come; the words say what."""

    def __init__(self, what: str) -> None:
        super().__init__(f"the table stood still for {STILL_S:g} s: {what}")


class Clock:
    """Time of the table. It never goes back, never outruns ``speed`` times the wall, and stops at its limit.

    ``start``: seconds that it shows first; ``wall``: a clock in seconds that never goes back, of which ``pace`` may at
    most pass in a second of the real one.
    """

    def __init__(
        self, start: float, speed: float, wall: Callable[[], float] = time.monotonic, *, pace: float = 1.0
    ) -> None:
        if not speed > 0:
            raise ValueError("the speed of a clock is more than 0")
        self._speed = speed
        self._pace = pace
        self._wall = wall
        self._lock = threading.Condition()
        self._shown = start
        self._at = wall()
        self._limit = start
        self._held = math.inf
        self._ended = False

    @property
    def speed(self) -> float:
        """By what factor it may at most outrun the real wall."""
        return self._speed * self._pace

    def now(self) -> float:
        """Seconds of the table."""
        with self._lock:
            return self._now()

    def wait_until(self, t: float) -> None:
        """Let time pass until ``t``; returns at once where it has passed, or when the clock has ended.

        Raises :class:`StoodStill` where it does not pass.
        """
        with self._lock:
            last, moved = self._now(), time.monotonic()
            self._raise(t)
            while not self._ended and (now := self._now()) < t:
                if now > last:
                    last, moved = now, time.monotonic()
                elif time.monotonic() - moved > STILL_S:
                    raise StoodStill(f"{self._why(now)}, and {t:.2f} s was waited for")
                self._lock.wait(min((t - now) / self.speed + LEAST_S, LONGEST_S))

    def _why(self, now: float) -> str:
        holds = "whoever watches the camera has come no further" if now >= self._held else "what it follows stands"
        return f"the table's clock stands at {now:.2f} s, because {holds}"

    def linger(self) -> float:
        """Let time creep a little past now, and no further: how far it may."""
        with self._lock:
            self._raise(self._now() + CREEP_S)
            return self._limit

    def run_on(self) -> None:
        """Let time pass, whatever happens, until :meth:`stand`."""
        with self._lock:
            self._now()
            self._raise(math.inf)

    def stand(self) -> float:
        """No further than now, which is given."""
        with self._lock:
            self._limit = self._now()
            return self._limit

    def hold(self, t: float | None) -> None:
        """No further than ``t`` until that is said anew, whatever is waited for; None: nobody holds it."""
        with self._lock:
            self._held = math.inf if t is None else max(t, self._now())
            self._lock.notify_all()

    def held_up(self) -> bool:
        """Whether time would go on, and :meth:`hold` does not let it."""
        with self._lock:
            return self._now() >= self._held and self._limit > self._held

    def reached(self, t: float, within_s: float) -> bool:
        """Wait until it shows ``t``, without letting time pass for that; False if it does not within that time."""
        last = time.monotonic() + within_s
        with self._lock:
            while (now := self._now()) < t:
                left = last - time.monotonic()
                if left <= 0 or self._ended:
                    return False
                ahead = min(self._limit, self._held) >= t
                self._lock.wait(min(left, (t - now) / self.speed + LEAST_S if ahead else left))
            return True

    def end(self) -> None:
        """Nobody waits any longer."""
        with self._lock:
            self._ended = True
            self._lock.notify_all()

    def _raise(self, t: float) -> None:
        if t > self._limit:
            self._limit = t
            self._lock.notify_all()

    def _now(self) -> float:
        wall = self._wall()
        self._shown = min(
            self._limit, max(self._held, self._shown), self._shown + max(0.0, wall - self._at) * self._speed
        )
        self._at = wall
        return self._shown
