"""A machine whose time begins anew with each of its lives, set to the table's clock."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace

from controller.table.messages import Hello, Message, Observed, Seen
from controller.table.ports import Clock, Machine


class FromZero:
    """``machine`` tells seconds from the beginning of each life; the table hears them in seconds of ``clock``.

    What a life tells first is taken to be of this moment. It never goes back behind what was told before, and where the
    machine runs ahead of the clock, as a film does that is read faster than it was taken, it stays as far ahead.
    """

    def __init__(self, machine: Machine, clock: Clock) -> None:
        self._machine = machine
        self._clock = clock
        self._lock = threading.Lock()
        self._zero: float | None = None
        self._last = 0.0

    def start(self, hear: Callable[[Message], None]) -> None:
        """Begin; ``hear`` is called from the machine's own thread."""
        self._machine.start(lambda message: hear(self._set(message)))

    def acknowledge(self, seqs: Mapping[str, int]) -> None:
        """Handed on."""
        self._machine.acknowledge(seqs)

    def keep(self, deal: str, key: bytes) -> None:
        """Handed on."""
        self._machine.keep(deal, key)

    def recall(self, deal: str) -> None:
        """Handed on."""
        self._machine.recall(deal)

    def stop(self) -> None:
        """Handed on."""
        self._machine.stop()

    # ------------------------------------------------------------------ inside
    def _set(self, message: Message) -> Message:
        match message:
            case Hello():
                with self._lock:
                    self._zero = None
                return message
            case Observed(t=t):
                return replace(message, t=self._at(t))
            case Seen(upto=upto):
                return Seen({source: self._at(t) for source, t in upto.items()})
            case _:
                return message

    def _at(self, t: float) -> float:
        with self._lock:
            if self._zero is None:
                self._zero = max(self._clock.now(), self._last) - t
            at = round(t + self._zero, 3)
            self._last = max(self._last, at)
            return at
