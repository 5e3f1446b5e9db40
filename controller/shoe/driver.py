"""``SerialShoe``: the dealing shoe on a serial line, in a thread that alone owns the port."""

from __future__ import annotations

import contextlib
import os
import queue
import secrets
import select
import threading
from collections.abc import Callable
from typing import Final

from controller.shoe.clock import Clock
from controller.shoe.conversation import Conversation
from controller.shoe.errors import Unplugged
from controller.shoe.events import Event
from controller.shoe.link import Link
from controller.shoe.operator import Operator
from controller.shoe.orders import Order
from controller.shoe.port import Port, PortFinder, SerialPort
from controller.shoe.shuffle import Shuffler
from controller.shoe.window import DeskThread, Reader, Window

_FIRST_PAUSE_S: Final = 0.05
_LONGEST_PAUSE_S: Final = 1.0
_LEAST_WAIT_S: Final = 0.0005
_FIND_AGAIN_S: Final = 1.0
"""How long the shoe may be silent before it is asked whether the port has moved; of the driver's clock."""


class SerialShoe:
    """A dealing shoe behind the port that ``find`` names; found again by itself whenever the link was lost.

    ``window``: the camera's pictures; ``reader`` reads them; ``shuffler`` decides the slots; ``clock`` times the link
    (the simulated machine's where it is one); ``floor``: the confidence below which a card counts as not read.
    ``open_port`` opens a port by its name; it raises :class:`~controller.shoe.errors.Unplugged` where it cannot.
    """

    def __init__(
        self,
        find: PortFinder,
        *,
        window: Window,
        reader: Reader,
        shuffler: Shuffler,
        clock: Clock,
        floor: float = 0.9,
        open_port: Callable[[str], Port] = SerialPort,
    ) -> None:
        self._find = find
        self._window = window
        self._clock = clock
        self._open_port = open_port
        self._hear: Callable[[Event], None] | None = None
        link = Link(secrets.randbits(32))
        operator = Operator(
            self._tell,
            shuffler=shuffler,
            forget=window.forget,
            counters=lambda: link.counters,
            floor=floor,
        )
        self._link = link
        self._desk = DeskThread(reader, self._wake)
        self._conversation = Conversation(link, operator, window, self._desk)
        self._orders: queue.SimpleQueue[Order] = queue.SimpleQueue()
        self._wake_out, self._wake_in = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, hear: Callable[[Event], None]) -> None:
        """Begin; ``hear`` is called from the driver's own thread and must not block."""
        self._hear = hear
        self._thread = threading.Thread(target=self._run, name="pone-shoe", daemon=True)
        self._desk.start()
        self._thread.start()

    def order(self, order: Order) -> None:
        """Give an order, from any thread; it is answered by events."""
        self._orders.put(order)
        self._wake()

    def stop(self) -> None:
        """Let go of the port and join the thread. The shoe finishes the card in its path and pauses."""
        self._stopping.set()
        self._wake()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
            self._desk.stop()
        for end in (self._wake_out, self._wake_in):
            with contextlib.suppress(OSError):
                os.close(end)

    # ----------------------------------------------------------------- inside
    def _tell(self, event: Event) -> None:
        if self._hear is not None:
            self._hear(event)

    def _wake(self) -> None:
        with contextlib.suppress(BlockingIOError):
            os.write(self._wake_in, b"!")

    def _run(self) -> None:
        pause = _FIRST_PAUSE_S
        try:
            while not self._stopping.is_set():
                if self._once():
                    pause = _FIRST_PAUSE_S
                self._wait(None, pause, write=False)
                self._take_orders()
                pause = min(2 * pause, _LONGEST_PAUSE_S)
        finally:
            self._window.close()
            if not self._stopping.is_set():
                self._conversation.end("the shoe's driver has failed")

    def _once(self) -> bool:
        """Find the port and speak over it until it is gone; whether a session stood."""
        name = self._find()
        if name is None:
            self._conversation.end("no shoe is connected")
            return False
        try:
            port = self._open_port(name)
        except Unplugged as e:
            self._conversation.end(str(e))
            return False
        try:
            if self._find() != name:  # what was opened under this name since then is somebody else's
                raise Unplugged("the shoe is not where it was")
            return self._converse(port, name)
        except Unplugged as e:
            self._conversation.end(str(e))
            return False
        finally:
            port.close()

    def _converse(self, port: Port, name: str) -> bool:
        """Until the port has moved, or the shoe turned out to speak another protocol."""
        stood, pending = False, b""
        silent = self._clock.now()
        self._conversation.begin(silent)
        while not self._stopping.is_set() and not self._conversation.mismatched:
            now = self._clock.now()
            data = port.read()
            self._take_orders()
            pending += self._conversation.step(data, now)
            pending = pending[port.write(pending) :] if pending else pending
            if self._link.opened:
                stood, silent = True, now
            elif now - silent >= _FIND_AGAIN_S:
                silent = now
                if self._find() != name:
                    raise Unplugged("the shoe is not where it was")
            wall = self._clock.wall(max(self._conversation.due() - self._clock.now(), 0.0))
            self._wait(port, max(wall, _LEAST_WAIT_S), write=bool(pending))
        return stood

    def _take_orders(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while os.read(self._wake_out, 64):
                pass
        while not self._orders.empty():
            self._conversation.order(self._orders.get_nowait())

    def _wait(self, port: Port | None, seconds: float, *, write: bool) -> None:
        readers = [self._wake_out]
        window = self._window.fileno() if self._conversation.watching else None
        if port is not None:
            readers.append(port.fileno())
            readers += [] if window is None else [window]
        writers = [port.fileno()] if port is not None and write else []
        select.select(readers, writers, [], seconds)
