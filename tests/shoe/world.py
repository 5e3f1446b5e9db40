"""A world in which time is a number: the fake shoe, a ``Conversation``, and a line that may lose or spoil bytes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from controller.shoe import events, orders
from controller.shoe.conversation import Conversation
from controller.shoe.link import Link
from controller.shoe.operator import Operator
from controller.shoe.shuffle import SeededShuffler, Shuffler
from controller.shoe.window import DeskNow, Picture, Reader, Reading
from tests.shoe.fake import TICK_S, FakeShoe
from tests.shoe.fake_window import read

_T = TypeVar("_T")


class World:
    """Host and shoe on one line, and time that passes only here.

    ``outward`` and ``inward`` may change the bytes of a write of the host and of the shoe.
    """

    def __init__(
        self,
        shoe: FakeShoe,
        *,
        shuffler: Shuffler | None = None,
        outward: Callable[[bytes], bytes] = lambda data: data,
        inward: Callable[[bytes], bytes] = lambda data: data,
    ) -> None:
        self.shoe = shoe
        self.outward, self.inward = outward, inward
        self.heard: list[events.Event] = []
        self.plugged = False
        self._hosts = 0
        self.restart(shuffler)

    def restart(self, shuffler: Shuffler | None = None) -> None:
        """A new host, which knows nothing. What the old one heard is forgotten."""
        self.heard.clear()
        self._hosts += 1
        self.link = Link(1000 * self._hosts)
        self.operator = Operator(
            self.heard.append,
            shuffler=shuffler or SeededShuffler("a world"),
            forget=self.shoe.window.forget,
            counters=lambda: self.link.counters,
            floor=0.9,
        )
        self.reader: Reader = read
        self.host = Conversation(self.link, self.operator, self.shoe.window, DeskNow(self._read))
        self.plug()

    def _read(self, lower: Picture, upper: Picture) -> Reading:
        return self.reader(lower, upper)

    def plug(self) -> None:
        """The port is there."""
        self.plugged = True
        self.host.begin(self.shoe.now)

    def unplug(self) -> None:
        """The port has gone."""
        self.plugged = False
        self.host.end("unplugged")

    def order(self, order: orders.Order) -> None:
        self.host.order(order)

    def run(self, seconds: float, until: Callable[[], bool] = lambda: False) -> bool:
        """Let time pass, until something holds; whether it does."""
        end = self.shoe.now + seconds
        while self.shoe.now < end:
            if until():
                return True
            self._step()
        return until()

    def _step(self) -> None:
        shoe = self.shoe
        data = self.inward(shoe.say())
        if not self.plugged:
            shoe.run(shoe.now + TICK_S)
            return
        said = True
        while data or said:
            said, data = self._exchange(data)
        due = min(self.host.due(), shoe.due())
        shoe.run(max(shoe.now + TICK_S, due))

    def _exchange(self, data: bytes) -> tuple[bool, bytes]:
        """What the host says to these bytes, whether that was something, and what the shoe answers at once."""
        said = self.host.step(data, self.shoe.now)
        self.shoe.hear(self.outward(said))
        return bool(said), self.inward(self.shoe.say()) if said else b""

    def until(self, kind: type[_T], seconds: float = 60.0) -> _T:
        """Run until such an event; the newest."""
        before = len(self.heard)
        found = self.run(seconds, lambda: any(isinstance(e, kind) for e in self.heard[before:]))
        assert found, f"no {kind.__name__}: {self.heard[-5:]}"
        return next(e for e in reversed(self.heard) if isinstance(e, kind))
