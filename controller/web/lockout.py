"""How often a secret may be guessed."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(slots=True)
class Lockout:
    """Counts wrong guesses by caller and in all, on an injected clock (seconds, monotonic).

    After ``few`` wrong guesses within ``window`` seconds a caller waits ``wait`` seconds, twice as long each time
    after that, an hour at most. After ``many`` by whomever within the window everybody waits, so that guessing from
    many addresses gains nothing. Callers are told apart by the socket's address alone.
    """

    clock: Callable[[], float]
    few: int = 5
    many: int = 60
    window: float = 600.0
    wait: float = 60.0
    _wrong: dict[str, deque[float]] = field(default_factory=dict[str, "deque[float]"])
    _until: dict[str, float] = field(default_factory=dict[str, float])
    _waits: dict[str, float] = field(default_factory=dict[str, float])
    _all: deque[float] = field(default_factory=deque[float])

    def remaining(self, caller: str) -> float:
        """Seconds that this caller must still wait, 0 when a guess is allowed."""
        now = self.clock()
        self._forget(now)
        crowd = self._all[0] + self.window - now if len(self._all) >= self.many else 0.0
        return max(0.0, crowd, self._until.get(caller, now) - now)

    def wrong(self, caller: str) -> None:
        """A guess failed."""
        now = self.clock()
        self._all.append(now)
        mine = self._wrong.setdefault(caller, deque())
        mine.append(now)
        if len(mine) >= self.few:
            wait = self._waits.get(caller, self.wait)
            self._until[caller] = now + wait
            self._waits[caller] = min(2 * wait, 3600.0)
            mine.clear()

    def right(self, caller: str) -> None:
        """A guess succeeded: the caller starts afresh."""
        for table in (self._wrong, self._until, self._waits):
            table.pop(caller, None)

    def _forget(self, now: float) -> None:
        while self._all and self._all[0] < now - self.window:
            self._all.popleft()
        for caller in [c for c, until in self._until.items() if until < now - 3600.0]:
            self.right(caller)
        for caller, times in list(self._wrong.items()):
            while times and times[0] < now - self.window:
                times.popleft()
            if not times:
                del self._wrong[caller]
