"""The simulated table, put together: the bench's process, the service over a journal, and its pages."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import webbrowser
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import IO, Any, Final, NoReturn, cast

from controller import unix_socket
from controller.bench.machine import Options
from controller.bench.mishaps import dealt_by_shoe
from controller.bench.screening import filmed
from controller.cli.eyes import SOURCE as CAMERA
from controller.cli.eyes import Eyes
from controller.cli.house import Doors, eyes_at, open_doors, welcome
from controller.cli.report import NotPlayed, follow, report
from controller.cli.seats import SeatPanel
from controller.cli.shoe import demo_dealing
from controller.cli.wires import MockPins
from controller.journal.reader import JournalReader
from controller.journal.release import release
from controller.journal.store import SqliteJournal
from controller.journal.verify import HandOf, hands_of
from controller.panel.gpio import GpioPanel
from controller.rules.errors import PoneError
from controller.rules.heading import read_heading
from controller.rules.laws import code_of
from controller.rules.record import read_json
from controller.table.clock import MachineClock
from controller.table.machine_link import SocketMachine
from controller.table.service import Table
from controller.web.app import Settings, create_app
from controller.web.server import PageServer, server_for
from vision.capture import open_film
from vision.watch import Order

BEGIN_S: Final = 20.0
"""How long a simulated machine may take to start, on a slow board."""

END_S: Final = 30.0
"""How long it may take to end."""


class NoMachine(PoneError, TimeoutError):
    """The simulated machine's process did not answer."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a demo plays, and into which journal. The machine's socket and its truth lie beside the journal.

    ``camera``: whether one is drawn that sees the plays; without it they are told, which a slow board can do too.
    """

    journal: Path
    heading: dict[str, object]
    hands: int
    seed: int
    speed: float
    mishaps: tuple[str, ...]
    record: Path | None
    film: Path | None = None
    camera: bool = True

    @property
    def by_shoe(self) -> bool:
        """Whether the shoe deals: not in a record, nor where people deal badly."""
        return self.record is None and dealt_by_shoe(self.mishaps)

    @property
    def seen(self) -> bool:
        """Whether what is played is seen by a camera: a record is told."""
        return self.record is None and self.camera

    @property
    def sources(self) -> dict[str, str]:
        """What feeds each part, as far as the firmware and a drawn camera do not."""
        if self.film is not None:
            return {"shoe": "board", "plays": "film"}
        return {"plays": "camera" if self.seen else "script"}

    def beside(self, end: str) -> Path:
        """A file beside the journal."""
        return self.journal.with_name(self.journal.name + end)


def heading_of(game: str, laws: str) -> dict[str, object]:
    """The heading of a record that begins here. Raises :class:`BadRecord` for a game or code that is not judged."""
    heading: dict[str, object] = {"record": 1, "game": game, "laws": laws, "seats": ["N", "E", "S", "W"], "dealer": "N"}
    code_of(read_heading(heading))
    return heading


def checked_heading(line: str) -> dict[str, object]:
    """The heading of a record from its first line. Raises :class:`BadRecord` if its game or code is not judged."""
    heading = cast("dict[str, object]", read_json(line, 1))
    code_of(read_heading(heading))
    return heading


def filmed_heading(film: Path, heading: dict[str, object]) -> dict[str, object]:
    """The heading of the hand that was filmed, or this one where its truth has none.

    Raises :class:`BadRecord` if it is not judged, ``NotScreened`` and ``BadTruth`` where no hand can be dealt of it,
    and what :func:`vision.capture.open_film` raises.
    """
    said = dict(filmed(film, heading).heading)
    code_of(read_heading(said))
    next(open_film(film).frames())
    return said


def play(plan: Plan, bound: socket.socket, *, headless: bool) -> int:
    """Play until the last hand (headless), or until somebody ends it. Gives the exit status of the demo."""
    # The server gives a signal back when it has ended: nobody shall be left who was started here.
    signal.signal(signal.SIGTERM, _terminated)
    clock = MachineClock()
    table: Table
    machine_link = SocketMachine(plan.beside(".machine"))
    eyes = _eyes(plan, machine_link, lambda: table) if plan.seen else None
    dealing = demo_dealing(plan.journal, plan.seed, clock, lambda: table) if plan.by_shoe else None
    table = Table(
        lambda: SqliteJournal(plan.journal),
        clock,
        machine=machine_link,
        machines={} if eyes is None else {CAMERA: eyes},
        dealing=dealing,
        release=release(),
    )
    going_on = _going_on(plan.journal)
    table.start()
    machine: SimulatedMachine | None = None
    panel: DemoPanel | None = None
    try:
        # Only who holds the journal may look for its machine: another demo's would be disturbed.
        if not _answers(plan.beside(".machine")):
            machine = SimulatedMachine(plan, going_on, watched=not headless)
        if not table.wait_until_begun(BEGIN_S):
            raise NoMachine("the simulated machine does not answer; start again")
        if plan.by_shoe:
            panel = DemoPanel(table, plan.beside(".panel"))
            panel.start()
        doors = open_doors(plan.beside(".keys"))
        server = server_for(create_app(table, Settings(), access=doors.access))
        port: int = bound.getsockname()[1]
        if machine is not None:
            machine.tell_pages(port, {seat: doors.access.seat_code(seat) for seat in table.seating.seats})
        if headless:
            return _reported(plan, server, bound, machine)
        _welcome(port, doors)
        server.run(sockets=[bound])
        return 0
    finally:
        if panel is not None:
            panel.stop()
        table.stop()
        if machine is not None:
            machine.end()


def _terminated(number: int, _: FrameType | None) -> NoReturn:
    raise SystemExit(128 + number)


def _eyes(plan: Plan, machine: SocketMachine, table: Callable[[], Table]) -> Eyes:
    """The eyes that watch the simulated camera."""
    camera = str(plan.beside(".camera"))
    begin = Order(camera, "vision.socket_camera:open_socket", pictures=str(plan.beside(".pictures")))
    return eyes_at(begin, table, passed=partial(machine.passed, CAMERA))


class DemoPanel:
    """The seats' panel on mock pins that the bench's hands move."""

    def __init__(self, table: Table, wires: Path) -> None:
        self._pins = MockPins(wires)
        self._panel = SeatPanel(table, GpioPanel(monotonic, factory=self._pins.factory))

    def start(self) -> None:
        """Join panel, table and wires."""
        self._panel.start()
        self._pins.start()

    def stop(self) -> None:
        """Part them."""
        self._pins.stop()
        self._panel.stop()


def _welcome(port: int, doors: Doors) -> None:
    page = f"http://localhost:{port}"
    print(*welcome(page, doors), "Ctrl-C ends the demo.", sep="\n", flush=True)
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        webbrowser.open(doors.kiosk(page))


def _reported(plan: Plan, server: PageServer, bound: socket.socket, machine: SimulatedMachine | None) -> int:
    """Serve until the machine has told its last hand; print one object a hand. 1 if a hand was not as it should be."""
    ended = threading.Event()
    good: list[bool] = []

    def print_hands() -> None:
        try:
            for told in follow(plan.beside(".truth"), ended):
                line, right = report(plan.journal, told)
                good.append(right)
                print(line, flush=True)
        except NotPlayed as why:
            good.append(False)
            print(f"pone: {why}", file=sys.stderr)
        finally:
            server.should_exit = True

    reporter = threading.Thread(target=print_hands, name="pone-report")
    reporter.start()
    if machine is not None:
        threading.Thread(target=machine.tell_end, args=(ended,), daemon=True).start()
    try:
        server.run(sockets=[bound])
    finally:
        ended.set()
        reporter.join()
    return 0 if good and all(good) else 1


# ----------------------------------------------------------------- the machine
@dataclass(frozen=True, slots=True)
class GoingOn:
    """Where a machine begins: hands closed in the journal, seconds of the table, and whether a hand has begun at all.

    ``dealer`` is ``None`` where the heading's dealer has not dealt yet; ``left``: the last hand was begun, not ended.
    """

    hands: int = 0
    t: float = 0.0
    dealer: str | None = None
    begun: bool = False
    left: bool = False


def _going_on(journal: Path) -> GoingOn:
    if not journal.exists():
        return GoingOn()
    with JournalReader(journal) as reader:
        readings = reader.readings()
    results = [cast("dict[str, Any]", told["result"]) for r in readings for told in r.table if "result" in told]
    facts = [r.fact for r in readings if r.kind == "fact" and r.fact is not None]
    times = [float(cast("float", fact["t"])) for fact in facts if "t" in fact]
    hands = tuple(hands_of(readings))
    dealer = cast("str | None", results[-1].get("next_dealer")) if results else None
    closed = sum(hand.closing is not None for hand in hands)
    return GoingOn(closed, max(times, default=0.0), dealer, bool(hands), bool(hands) and _left(hands[-1]))


def _left(hand: HandOf) -> bool:
    """Whether a hand was left in its course. One for which only a pack was refused has not begun."""
    facts = [entry.fact for entry in hand.entries if entry.kind == "fact" and entry.fact is not None]
    return hand.closing is None and any(fact["fact"] != "failed" or fact.get("of") != "still" for fact in facts)


def _answers(path: Path) -> bool:
    """Whether a machine listens there that outlived its service."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            unix_socket.connect(probe, path)
        except OSError:
            return False
        return True


class SimulatedMachine:
    """The bench's own process. It gets no signal of the terminal and outlives a service that is killed."""

    def __init__(self, plan: Plan, going_on: GoingOn, *, watched: bool) -> None:
        options = Options(
            socket=str(plan.beside(".machine")),
            heading=plan.heading,
            seed=plan.seed,
            hands=plan.hands,
            mishaps=plan.mishaps,
            speed=plan.speed,
            start=going_on.t,
            dealer=going_on.dealer,
            begun=going_on.begun,
            left=going_on.left,
            record=None if plan.record is None else str(plan.record.absolute()),
            players=plan.record is None,
            shoe=str(plan.journal) if plan.by_shoe else None,
            camera=str(plan.beside(".camera")) if plan.seen else None,
            film=None if plan.film is None else str(plan.film.absolute()),
            watched=watched,
        )
        with plan.beside(".truth").open("wb") as truth:
            truth.write(json.dumps({"after": going_on.hands, "sources": plan.sources}).encode() + b"\n")
            truth.flush()
            self._process = subprocess.Popen(
                [sys.executable, "-m", "controller.bench.machine", options.to_json()],
                stdin=subprocess.PIPE,
                stdout=truth,
                start_new_session=True,
            )
        self._say = cast("IO[bytes]", self._process.stdin)

    def tell_pages(self, port: int, codes: Mapping[str, str]) -> None:
        """Where the simulated players find their seats' pages, and the words with which they take them."""
        said = {"pages": {"host": "localhost", "port": port, "codes": dict(codes)}}
        self._say.write(json.dumps(said).encode() + b"\n")
        self._say.flush()

    def tell_end(self, ended: threading.Event) -> None:
        """Set ``ended`` when the process is gone: it tells nothing more."""
        self._process.wait()
        ended.set()

    def end(self) -> None:
        """End the process."""
        self._process.terminate()
        try:
            self._process.wait(END_S)
        except subprocess.TimeoutExpired:
            # Its shoe and its camera see that, and end by themselves.
            self._process.kill()
            self._process.wait()
