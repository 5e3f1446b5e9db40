"""The driver's thread: a port that comes, goes and comes again; orders from any thread; an end."""

from __future__ import annotations

import contextlib
import fcntl
import itertools
import json
import os
import pty
import queue
import select
import threading
import time
import tty
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from controller.rules.cards import PACK
from controller.shoe import events, orders
from controller.shoe.clock import WallClock
from controller.shoe.driver import SerialShoe
from controller.shoe.errors import Unplugged
from controller.shoe.plan import in_turn
from controller.shoe.port import SerialPort, beside
from controller.shoe.shuffle import SeededShuffler
from controller.shoe.window import Picture, Reading
from tests.shoe.fake import FakeShoe
from tests.shoe.fake_window import full, read

WAIT_S = 30.0
DEAL = "beef" * 8
SMALL = PACK[:6]
_T = TypeVar("_T")


class Terminal:
    """A fake shoe behind a pseudo-terminal, in a thread of its own; its time runs ``speed`` times as fast."""

    def __init__(self, shoe: FakeShoe, speed: float = 1.0) -> None:
        self.shoe = shoe
        self.lock = threading.Lock()
        self._speed = speed
        self._ended = threading.Event()
        self._master = -1
        self.name: str | None = None
        self.plug()

    def plug(self) -> None:
        """A pseudo-terminal as a device that is there."""
        self._master, slave = os.openpty()
        tty.setraw(slave)
        self.name = os.ttyname(slave)
        self._slave = slave
        os.set_blocking(self._master, False)
        self._ended.clear()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def unplug(self) -> None:
        """The device goes: whoever has it open reads an end, or an error."""
        self.name = None
        self._ended.set()
        self._thread.join()
        os.close(self._master)
        os.close(self._slave)

    def _run(self) -> None:
        began, at = time.monotonic(), self.shoe.now
        while not self._ended.is_set():
            select.select([self._master], [], [], 0.001)
            with self.lock:
                with contextlib.suppress(BlockingIOError):
                    self.shoe.hear(os.read(self._master, 4096))
                self.shoe.run(at + (time.monotonic() - began) * self._speed)
                said = self.shoe.say()
            if said:
                os.write(self._master, said)


class Host:
    """A driver and what it tells."""

    def __init__(self, terminal: Terminal) -> None:
        self._inbox: queue.SimpleQueue[events.Event] = queue.SimpleQueue()
        self.heard: list[events.Event] = []
        self.shoe = SerialShoe(
            lambda: terminal.name,
            window=terminal.shoe.window,
            reader=read,
            shuffler=SeededShuffler("a terminal"),
            clock=WallClock(),
        )
        self.shoe.start(self._inbox.put)

    def until(self, kind: type[_T]) -> _T:
        end = time.monotonic() + WAIT_S
        while True:
            try:
                event = self._inbox.get(timeout=max(end - time.monotonic(), 0.001))
            except queue.Empty:
                raise AssertionError(f"no {kind.__name__}: {self.heard[-5:]}") from None
            self.heard.append(event)
            if isinstance(event, kind):
                return event


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    terminal = Terminal(FakeShoe(full(SMALL)), speed=3.0)
    yield terminal
    if terminal.name is not None:
        terminal.unplug()


@pytest.fixture
def host(terminal: Terminal) -> Iterator[Host]:
    host = Host(terminal)
    yield host
    host.shoe.stop()


def test_a_pack_from_hopper_to_pockets(terminal: Terminal, host: Host) -> None:
    host.until(events.Linked)
    host.until(events.Doing)
    host.shoe.order(orders.Prepare(DEAL, "whist", SMALL))
    prepared = host.until(events.Prepared)
    deal = orders.deal_of(DEAL, prepared.order, 2, in_turn(("E", "W"), (1, 1, 1)))
    host.shoe.order(deal)
    assert host.until(events.DealDone) == events.DealDone(DEAL)
    dealt = [e for e in host.heard if isinstance(e, events.CardDealt)]
    assert [e.card for e in dealt] == list(deal.cards)
    with terminal.lock:
        assert all(e.card in terminal.shoe.pockets[e.dest] for e in dealt)


def test_an_unplugged_shoe_is_lost_and_found_again(terminal: Terminal, host: Host) -> None:
    for _ in range(2):
        host.until(events.Linked)
        terminal.unplug()
        while host.until(events.LinkLost).why != "no shoe is connected":
            pass
        terminal.plug()
    host.until(events.Linked)


def test_while_there_is_no_port_it_waits_and_says_so_once(terminal: Terminal) -> None:
    terminal.unplug()
    looks = list[float]()

    def find() -> None:
        looks.append(time.monotonic())

    heard: queue.SimpleQueue[events.Event] = queue.SimpleQueue()
    shoe = SerialShoe(
        find, window=terminal.shoe.window, reader=read, shuffler=SeededShuffler("none"), clock=WallClock()
    )
    shoe.start(heard.put)
    assert heard.get(timeout=WAIT_S) == events.LinkLost("no shoe is connected")
    assert heard.get(timeout=WAIT_S) == events.Doing("link lost", 0, 0, "no shoe is connected")
    shoe.order(orders.Eject())
    assert heard.get(timeout=WAIT_S) == events.Refused("Eject", "the shoe is not connected")
    until = time.monotonic() + WAIT_S
    while len(looks) < 5 and time.monotonic() < until:
        threading.Event().wait(0.02)
    shoe.stop()
    assert heard.empty()
    pauses = [b - a for a, b in itertools.pairwise(looks)]
    # Each pause is twice as long as the one before; an order cuts one short.
    assert sum(pauses) > 0.3
    assert len(looks) >= 5


def test_it_sleeps_while_nothing_happens(terminal: Terminal, host: Host) -> None:
    """A loop that is busy would step thousands of times a second; beats both ways come every 80 to 100 ms."""
    host.until(events.Linked)
    host.until(events.Doing)
    steps, plain = list[float](), host.shoe._conversation.step

    def counted(data: bytes, now: float) -> bytes:
        steps.append(now)
        return plain(data, now)

    host.shoe._conversation.step = counted  # type: ignore[method-assign]
    threading.Event().wait(1.0)
    assert 5 <= len(steps) < 300


def test_the_port_is_this_processs_alone(terminal: Terminal, host: Host) -> None:
    host.until(events.Linked)
    assert terminal.name is not None
    with pytest.raises(Unplugged, match="cannot be opened"):
        SerialPort(terminal.name)


def test_it_ends_at_once_whatever_it_waits_for(terminal: Terminal) -> None:
    host = Host(terminal)
    host.until(events.Linked)
    host.shoe.stop()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("pone-shoe")]
    assert terminal.name is not None
    SerialPort(terminal.name).close()


def test_a_reader_that_thinks_for_long_does_not_lose_the_link(terminal: Terminal, host: Host) -> None:
    host.until(events.Linked)
    plain, once = host.shoe._desk._reader, threading.Event()

    def slow(lower: Picture, upper: Picture) -> Reading:
        if not once.is_set():
            once.set()
            threading.Event().wait(1.5)
        return plain(lower, upper)

    host.shoe._desk._reader = slow
    host.shoe.order(orders.Prepare(DEAL, "whist", SMALL))
    assert set(host.until(events.Prepared).order) == set(SMALL)
    assert not [e for e in host.heard if isinstance(e, events.LinkLost)]


def test_a_reader_that_fails_is_told_of_and_not_hidden(terminal: Terminal) -> None:
    seen = list[type[BaseException] | None]()
    hook, threading.excepthook = threading.excepthook, lambda args: seen.append(args.exc_type)
    try:
        host = Host(terminal)
        host.until(events.Linked)

        def broken(*_: object) -> Reading:
            raise ZeroDivisionError

        host.shoe._desk._reader = broken
        host.shoe.order(orders.Prepare(DEAL, "whist", SMALL))
        while host.until(events.LinkLost).why != "the shoe's driver has failed":
            pass
        host.shoe.stop()
    finally:
        threading.excepthook = hook
    assert seen == [ZeroDivisionError]


@pytest.mark.parametrize("name", ["/dev/null", "/nowhere/tty"])
def test_what_is_no_port_is_no_shoe(name: str) -> None:
    with pytest.raises(Unplugged):
        SerialPort(name)


def test_the_simulated_machine_is_found_beside_its_journal(tmp_path: Path) -> None:
    find, told = beside(tmp_path / "journal"), tmp_path / "journal.shoe"
    assert find() is None
    with (tmp_path / "journal.clock").open("wb") as clock:
        fcntl.flock(clock, fcntl.LOCK_EX)
        assert find() is None
        for text in ("", "{", "[]", "null", "{}", '{"port":7}'):
            told.write_text(text)
            assert find() is None
        told.write_text(json.dumps({"pid": os.getpid(), "port": "/dev/pts/9"}))
        assert find() == "/dev/pts/9"
    assert find() is None


def test_a_dead_machines_terminal_may_be_a_strangers(terminal: Terminal, tmp_path: Path) -> None:
    """Its name is given again to whoever asks next: nothing is opened or written, before or after the machine died."""
    stranger, own = pty.openpty()
    tty.setraw(own)
    name, opened = os.ttyname(own), list[str]()
    told, clock = tmp_path / "journal.shoe", tmp_path / "journal.clock"
    told.write_text(json.dumps({"pid": os.getpid(), "port": name}))
    lock = clock.open("wb")
    fcntl.flock(lock, fcntl.LOCK_EX)

    def opening(port: str) -> SerialPort:
        """The machine dies between the look and the opening."""
        opened.append(port)
        lock.close()
        return SerialPort(port)

    heard: queue.SimpleQueue[events.Event] = queue.SimpleQueue()
    shoe = SerialShoe(
        beside(tmp_path / "journal"),
        window=terminal.shoe.window,
        reader=read,
        shuffler=SeededShuffler("none"),
        clock=WallClock(),
        open_port=opening,
    )
    shoe.start(heard.put)
    while heard.get(timeout=WAIT_S) != events.LinkLost("no shoe is connected"):
        pass
    shoe.stop()
    assert opened == [name]
    assert select.select([stranger], [], [], 0.1)[0] == []
    os.close(own)
    os.close(stranger)
