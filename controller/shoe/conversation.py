"""The conversation: link and courses together, as a state machine over bytes and time. No thread, no port.

begin(now); loop: step(data, now) -> bytes to write; wait until due()
"""

from __future__ import annotations

from collections import deque
from typing import Final

from controller.shoe import messages, orders
from controller.shoe.link import Answered, Ended, Heard, Link, Mismatched, Opened, Told
from controller.shoe.operator import OVERDUE, Ask, Doings, Given, Item, Listen, Operator, Read, Rest, Watch, Wish
from controller.shoe.session import session
from controller.shoe.window import Desk, Window

_LOOK_S: Final = 0.02
"""How often to ask a window that cannot be waited on."""
_WAITS_FOR_A_SESSION: Final = (orders.Deal, orders.Resume, orders.Keep, orders.Recall)
"""Orders that are kept while there is none. Others are refused: what moves shall not move long after it was wished."""


class Conversation:
    """``operator`` outlives its sessions, and ``link`` counts them."""

    def __init__(self, link: Link, operator: Operator, window: Window, desk: Desk) -> None:
        self._link = link
        self._operator = operator
        self._window = window
        self._desk = desk
        self._course: Doings | None = None
        self._wish: Wish | None = None
        self._deadline: float | None = None
        self._inbox: deque[Item] = deque()
        self._orders: deque[orders.Order] = deque()
        self._now = 0.0
        self.mismatched = False
        """The shoe speaks another protocol. Only ``begin`` tries again."""

    @property
    def watching(self) -> bool:
        """Whether pictures are waited for."""
        return isinstance(self._wish, Watch)

    def begin(self, now: float) -> None:
        """A port is open: call."""
        self._now = now
        self.mismatched = False
        self._link.open(now)

    def end(self, why: str) -> None:
        """The port is gone, or there is none."""
        self._drop(why)

    def order(self, order: orders.Order) -> None:
        """An order of the table."""
        if self._course is not None or isinstance(order, _WAITS_FOR_A_SESSION):
            self._orders.append(order)
        elif isinstance(order, (orders.Void, orders.Pause)):
            self._operator.note(order)
        else:
            self._operator.refuse(order, "the shoe is not connected")

    def step(self, data: bytes, now: float) -> bytes:
        """What was read, nothing included, and when at the latest it was; what is to be written."""
        self._now = now
        self._watch()
        for heard in self._link.receive(data, now):
            self._hear(heard)
        self._listen()
        return self._link.poll(now, thinking=isinstance(self._wish, Read))

    def due(self) -> float:
        """When to step next, if nothing comes before."""
        times = [self._link.due()]
        if self._deadline is not None:
            times.append(self._deadline)
        if self.watching and self._window.fileno() is None:
            times.append(self._now + _LOOK_S)
        return min(times)

    # ----------------------------------------------------------------- inside
    def _hear(self, heard: Heard) -> None:
        match heard:
            case Opened(hello):
                self._begin_course(hello)
            case Answered(reply):
                if isinstance(self._wish, Ask):
                    self._give(reply)
            case Told(event):
                self._inbox.append(event)
                self._listen()
            case Ended(why):
                self._drop(why)
            case Mismatched(why):
                self.mismatched = True
                self._drop(why)

    def _begin_course(self, hello: messages.HelloReply) -> None:
        self._inbox.clear()
        self._course = session(self._operator, hello)
        self._give(None)

    def _drop(self, why: str) -> None:
        if self._course is not None:
            self._course.close()
        self._course = self._wish = self._deadline = None
        self._inbox.clear()
        waiting, self._orders = (*self._operator.deferred, *self._orders), deque()
        self._operator.deferred.clear()
        for order in waiting:
            self.order(order)
        self._operator.lost(why)

    def _watch(self) -> None:
        """The pictures, or what they show, if that is waited for; and the end of a rest."""
        if self.watching:
            pair = self._window.pair()
            if pair is not None:
                self._give(pair)
            elif self._late():
                self._give(OVERDUE)
        elif isinstance(self._wish, Rest) and self._late():
            self._give(OVERDUE)
        if isinstance(self._wish, Read) and (reading := self._desk.done()) is not None:
            self._give(reading)

    def _listen(self) -> None:
        while isinstance(self._wish, Listen):
            if self._inbox:
                self._give(self._inbox.popleft())
            elif self._orders:
                self._give(self._orders.popleft())
            elif self._late():
                self._give(OVERDUE)
            else:
                return

    def _late(self) -> bool:
        return self._deadline is not None and self._now >= self._deadline

    def _give(self, given: Given) -> None:
        """Let the course go on until it wants something again."""
        if self._course is None:
            return
        self._wish = self._course.send(given)
        match self._wish:
            case Ask(command):
                self._deadline = None
                self._link.send(command)
            case Listen(limit):
                self._deadline = None if limit is None else self._now + limit
            case Read(pair):
                self._deadline = None
                self._desk.begin(pair)
            case Watch(seconds) | Rest(seconds):
                self._deadline = self._now + seconds
