"""The shoe's time, in its own machine's seconds: the flashed firmware, paced as the wall, under the whole table.

Five times the same pack, cut and plan: the pack is taken in from the hopper, proved and shuffled, the order sealed and
recorded, and dealt, while Chromium shows the table. What software costs is told by the same five-second deal with
everything else slowed down to a quarter: to the machine that host answers four times as soon. The machine's times are
engineering estimates; what a person takes to press and to cut is left out.
"""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Final

from playwright.sync_api import sync_playwright

from controller.bench.pack import BACK, PICTURE
from controller.bench.shoe import Lying, Said, SimulatedShoe, SimulatedTime, beside, start
from controller.cli.demo import heading_of
from controller.cli.window import read
from controller.journal.store import SqliteJournal
from controller.rules.cards import PACK
from controller.shoe import events, orders
from controller.shoe.clock import SimulatedClock
from controller.shoe.driver import SerialShoe
from controller.shoe.port import beside as port_beside
from controller.shoe.shuffle import SeededShuffler
from controller.shoe.window import SocketWindow
from controller.table.clock import MachineClock
from controller.table.dealing import Dealing
from controller.table.errors import Refused
from controller.table.service import Table
from controller.web.app import Settings, create_app
from controller.web.server import listen, server_for
from tests.bench.figure import Figure

DEALS: Final = 5
PEERS: Final = 2
SLOWLY: Final = 0.25
LIFTED: Final = 21
STROKE_S: Final = 0.145
"""From the ejector's stroke until its card lies, by the machine's physics."""
PATIENCE_S: Final = 240.0
_FLAGS: Final = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]


class NotMeasured(RuntimeError):
    """A pack was not dealt: the machine was too busy to keep a real shoe's pace, or something is broken."""


@dataclass
class Run:
    """One pack, from the hopper to the pockets. Seconds of the machine."""

    time: Callable[[], float]
    ordered: dict[type[orders.Order], float] = field(default_factory=dict[type[orders.Order], float])
    proved: float = 0.0
    fell: list[float] = field(default_factory=list[float])
    report: events.Reported | None = None
    failed: events.DealVoid | events.PackRefused | None = None
    changed: threading.Condition = field(default_factory=threading.Condition)

    @property
    def deal(self) -> float:
        """From the first stroke of the ejector until the last card lies."""
        return self.fell[-1] - self.fell[0] + STROKE_S

    @property
    def order_to_last(self) -> float:
        """From the order to deal, which is given when cut and order are recorded, until the last card lies."""
        return self.fell[-1] - self.ordered[orders.Deal]

    @property
    def cycle(self) -> float:
        """Reading, proof and shuffle, and the deal: all but the people."""
        return self.proved - self.ordered[orders.Prepare] + self.order_to_last

    def order(self, order: orders.Order) -> None:
        self.ordered.setdefault(type(order), self.time())

    def hear(self, event: events.Event) -> None:
        with self.changed:
            if isinstance(event, events.Prepared):
                self.proved = self.time()
            elif isinstance(event, events.Reported) and len(self.fell) == len(PACK):
                self.report = event
            elif isinstance(event, events.DealVoid | events.PackRefused):
                self.failed = event
            self.changed.notify_all()

    def listen(self, said: Said) -> None:
        if said["event"] == "fell":
            with self.changed:
                self.fell.append(said["t"] / 1e9)
                self.changed.notify_all()

    def wait(self, until: Callable[[], object]) -> None:
        """Wait until this is so. Raises :class:`NotMeasured`."""
        with self.changed:
            self.changed.wait_for(lambda: self.failed is not None or until(), PATIENCE_S)
            if not until():
                raise NotMeasured(f"the shoe does not come to an end of it: {self.failed}")


@dataclass
class Timed:
    """A shoe that notes when it is ordered something, and when it tells something."""

    shoe: SerialShoe
    run: Run

    def start(self, hear: Callable[[events.Event], None]) -> None:
        """Begin."""

        def both(event: events.Event) -> None:
            self.run.hear(event)
            hear(event)

        self.shoe.start(both)

    def order(self, order: orders.Order) -> None:
        """Give an order."""
        self.run.order(order)
        self.shoe.order(order)

    def stop(self) -> None:
        """End."""
        self.shoe.stop()


def measure() -> Iterator[Figure]:
    """Deal and cycle in seconds of the machine, what the host adds, the longest interrupt and the free stack."""
    with tempfile.TemporaryDirectory(prefix="pone-bench-") as folder:
        room = Path(folder)
        runs = [dealt(room / f"paced{n}", 1.0) for n in range(DEALS)]
        peers = [dealt(room / f"slow{n}", SLOWLY) for n in range(PEERS)]
    note = "seconds of a simulated machine whose mechanics are estimated; 52 cards one at a time, wall's pace"
    slower = f"the same with the machine at {SLOWLY:g} of the wall's pace"
    for name, limit, of in (
        ("shoe, first stroke to last card", "4.5", lambda run: run.deal),
        ("shoe, order to last card", "no limit", lambda run: run.order_to_last),
        ("shoe, whole cycle without people", "22", lambda run: run.cycle),
    ):
        yield Figure(name, "s", _of(runs, of), f"{note}; at most {limit}", slower, _of(peers, of))
    yield Figure("shoe, longest interrupt", "µs", _of(runs, _longest_us), "as the firmware measures it; at most 100")
    yield Figure("shoe, free stack", "bytes", _of(runs, _stack), "as the firmware measures it; at least 1024")


def _of(runs: list[Run], of: Callable[[Run], float]) -> tuple[float, ...]:
    return tuple(of(run) for run in runs)


def _longest_us(run: Run) -> float:
    return _counter(run, "isr_max_tenth_us") / 10


def _stack(run: Run) -> float:
    return _counter(run, "stack_free")


def _counter(run: Run, name: str) -> float:
    assert run.report is not None
    return float(run.report.shoe[name])


def dealt(room: Path, speed: float) -> Run:
    """One pack at this pace, in a machine and at a table of its own."""
    room.mkdir()
    journal = room / "journal"
    process = start(journal, seed=1, speed=speed, lockstep=False)
    hands = SimulatedShoe(journal)
    time = SimulatedTime(beside(journal, ".clock"))
    run = Run(time)
    hands.listen(run.listen)
    shoe = SerialShoe(
        port_beside(journal),
        window=SocketWindow(beside(journal, ".window")),
        reader=read,
        shuffler=SeededShuffler("measured"),
        clock=SimulatedClock(beside(journal, ".clock")),
    )
    clock = MachineClock()
    table = Table(
        lambda: SqliteJournal(journal),
        clock,
        dealing=Dealing(Timed(shoe, run), clock, demo=True),
        heading=heading_of("whist", "american-1893"),
    )
    table.start()
    try:
        table.wait_until_begun(20)
        with _watched(table):
            hands.load([Lying(PICTURE[card] + 1, PICTURE[card], BACK) for card in PACK])
            run.wait(lambda: run.proved)
            _pressed(lambda: table.deal("N"))
            _pressed(lambda: table.cut("W", LIFTED))
            run.wait(lambda: run.report is not None)
    finally:
        table.stop()
        hands.end()
        process.wait(20)
    return run


def _pressed(press: Callable[[], object]) -> None:
    """Press until the table takes it."""
    pause, last = threading.Event(), monotonic() + PATIENCE_S
    while True:
        try:
            press()
        except Refused:
            if monotonic() > last:
                raise
            pause.wait(0.02)
        else:
            return


@contextmanager
def _watched(table: Table) -> Generator[None]:
    """Pages are served, and Chromium shows the table's."""
    bound = listen("127.0.0.1", 0)
    server = server_for(create_app(table, Settings()))
    serving = threading.Thread(target=server.run, kwargs={"sockets": [bound]}, daemon=True)
    serving.start()
    try:
        with sync_playwright() as play:
            browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=_FLAGS)
            try:
                page = browser.new_page()
                page.goto(f"http://127.0.0.1:{bound.getsockname()[1]}/")
                page.wait_for_selector("html[data-live=yes]", state="attached")
                yield
            finally:
                browser.close()
    finally:
        server.should_exit = True
        serving.join()
