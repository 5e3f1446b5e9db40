"""The eyes at the table: the watcher's process as a machine of the table, whose source is the camera.

What the watcher tells goes on as facts of the channel ``camera``, each with its confidence and the pictures that it
rests on. The watcher's numbers begin again with each of its lives, and so does the channel.

    eyes = Eyes(Order("/dev/video0", pictures="journal.pictures"))
    table = Table(open_book, clock, machines={"camera": eyes}, heading=heading)
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from controller.table.messages import Gone, Hello, Message, Observed, Seen
from vision.watch import Order, WatchProcess

SOURCE: Final = "camera"
"""The channel, and the name among the table's machines."""
QUIET_S: Final = 3.0
"""Seconds of the wall without a word from the watcher after which the camera counts as silent."""
_BLIND: Final = {
    "black": "the picture is black",
    "dazzled": "the light dazzles it",
    "covered": "something covers the lens",
    "frozen": "the picture stands still",
    "looped": "the picture repeats itself",
    "moved": "it was moved",
    "silent": "no picture comes",
    "no-marks": "the marks on the table are not to be seen",
}
BLINDED: Final = "the camera sees nothing: {why}"
"""What everybody is told while nothing is seen."""

AWAY: Final = "no camera is there; it is looked for again and again"
"""What everybody is told while there is no camera."""


def _nobody(_: Message) -> None:
    """Before it is started nobody hears."""


def _no_matter(_: float) -> None:
    """Nobody asks how far it has come."""


class Eyes:
    """A watcher in a process of its own, as a machine of the table.

    ``order``: what is watched, or a function that is asked before each life of the watcher, and when a turn-up was seen
    what is known of the hand that begins. ``passed`` is called with
    the time up to which everything that was seen is durable. ``known(fact)``: whether the table has this from a better
    source, so that it is not told again. ``quiet_s``: see :class:`vision.watch.WatchProcess`.
    """

    def __init__(
        self,
        order: Order | Callable[[], Order],
        *,
        passed: Callable[[float], None] = _no_matter,
        known: Callable[[Mapping[str, Any]], bool] = lambda _: False,
        quiet_s: float | None = QUIET_S,
    ) -> None:
        self._order = order
        self._watch = WatchProcess(order, self._told, quiet_s=quiet_s)
        self._passed = passed
        self._known = known
        self._hear: Callable[[Message], None] = _nobody
        self._lock = threading.Lock()
        self._seq = 0
        self._seen = self._durable = float("-inf")
        self._waiting: list[tuple[int, float]] = []
        """Numbers and times of facts that are not durable yet."""

    @property
    def pid(self) -> int | None:
        """The watcher's process, while there is one."""
        return self._watch.pid

    # ------------------------------------------------------------------ as a machine of the table
    def start(self, hear: Callable[[Message], None]) -> None:
        """Begin to look; ``hear`` is called from the watcher's own thread."""
        self._hear = hear
        hear(Gone("the camera is not looking yet"))
        self._watch.start()

    def acknowledge(self, seqs: Mapping[str, int]) -> None:
        """Up to this number everything seen is durable."""
        with self._lock:
            self._waiting = [(seq, t) for seq, t in self._waiting if seq > seqs.get(SOURCE, 0)]
        self._pass()

    def keep(self, deal: str, key: bytes) -> None:
        """A camera keeps no keys."""

    def recall(self, deal: str) -> None:
        """A camera keeps no keys."""

    def stop(self) -> None:
        """End the watcher."""
        self._watch.stop()

    # ------------------------------------------------------------------ what the watcher tells
    def _told(self, said: Mapping[str, Any]) -> None:
        if "run" in said:
            self._begin(str(said["run"]))
        match said:
            case {"fact": dict(), "t": float() | int() as t}:
                fact = cast("dict[str, Any]", said["fact"])
                self._saw(float(t), fact, float(said["confidence"]), tuple(said["evidence"]))
            case {"seen": float() | int() as t}:
                with self._lock:
                    self._seen = float(t)
                self._hear(Seen({SOURCE: float(t)}))
                self._pass()
            case {"sight": str() as why}:
                self._hear(Gone(BLINDED.format(why=_BLIND.get(why, why))))
            case {"away": str()}:
                self._hear(Gone(AWAY))
            case {"lost": str()}:
                self._hear(Gone("the camera's watcher has died and is started again"))
            case {"ended": str() as why}:
                self._hear(Gone(f"the camera is not watched any more: {why}"))
            case _:
                pass

    def _begin(self, run: str) -> None:
        """Another life: its numbers begin again, under another name."""
        with self._lock:
            self._seq = 0
            self._waiting.clear()
        self._hear(Hello(SOURCE, None, run))

    def _saw(self, t: float, fact: Mapping[str, Any], confidence: float, evidence: tuple[str, ...]) -> None:
        if fact["fact"] == "turned" and not isinstance(self._order, Order):
            self._watch.know(self._order())
        if self._known(fact):
            return
        with self._lock:
            self._seq += 1
            seq = self._seq
            self._waiting.append((seq, t))
        self._hear(Observed(SOURCE, seq, t, fact, confidence, evidence))

    def _pass(self) -> None:
        """Tell up to when everything is durable, if that is news."""
        with self._lock:
            upto = min([self._seen, *(t - 0.001 for _, t in self._waiting)])
            news = upto > self._durable
            if news:
                self._durable = upto
        if news:
            self._passed(upto)
