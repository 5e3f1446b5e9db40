"""The simulated machine, a process of its own: it deals, is dealt with, and tells what a shoe and a camera would see.

    python -m controller.bench.machine OPTIONS

``OPTIONS`` is one JSON object (:class:`Options`). Standard input takes one JSON line that says where the seats' pages
are: ``{"pages":{"host","port","codes":{seat: words}}}``; its end does not end the machine. Standard output is the
channel of truth, which the service cannot read: one JSON line a hand, and ``{"done":true,"failed":null}``, or why no
more will come.

With a shoe it starts the simulated one and keeps it; the shoe's clock is then its own.
"""

from __future__ import annotations

import contextlib
import json
import math
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any, Final, cast
from uuid import uuid4

from controller.bench.attendant import PATIENCE_S, Attendant
from controller.bench.clock import Clock, StoodStill
from controller.bench.course import Course, Event
from controller.bench.lens import Lens
from controller.bench.link import SOURCES, Link
from controller.bench.live import Ended, Live
from controller.bench.mishaps import faults, mishaps
from controller.bench.pages import SeatPage
from controller.bench.pictures import Screened
from controller.bench.players import Player
from controller.bench.scene import Scene
from controller.bench.screening import Screening, filmed
from controller.bench.script import next_dealer, script
from controller.bench.shoe import ShoeError, SimulatedShoe, SimulatedTime, TableTime, beside, start
from controller.bench.sitting import NEXT_CUT_S, Sitting
from controller.bench.wires import Wires
from controller.panel.wiring import WIRED
from controller.rules import facts as f
from controller.rules.heading import read_heading
from controller.rules.record import Record, read_record
from controller.rules.seats import Seat, Seating

FIRST_S: Final = 1.0


@dataclass(frozen=True, slots=True)
class Options:
    """What a machine plays. ``socket``: where it listens. ``heading``: of the record that it would begin.

    Where a record goes on, ``start`` is the table's time from which it does, ``dealer`` who deals, ``begun`` says that
    a hand went before, and ``left`` that it was left open. ``record``: a file that is played instead. ``players``:
    whether pages will be told on standard input. ``shoe``: the journal beside which the simulated shoe stands that
    deals. ``camera``: where the camera listens before which hands are played; without it their plays are told.
    ``film``: of a hand, which the shoe deals as its truth says, and which that camera shows.
    ``watched``: nobody waits for the end, and what goes wrong with a pack is always mended.
    """

    socket: str
    heading: dict[str, Any]
    seed: int = 1
    hands: int = 1
    mishaps: tuple[str, ...] = ()
    speed: float = 1.0
    start: float = 0.0
    dealer: Seat | None = None
    begun: bool = False
    left: bool = False
    record: str | None = None
    players: bool = True
    shoe: str | None = None
    camera: str | None = None
    film: str | None = None
    watched: bool = False

    def to_json(self) -> str:
        """As the command line takes them."""
        return json.dumps(asdict(self))

    @staticmethod
    def from_json(text: str) -> Options:
        """Read what :meth:`to_json` wrote."""
        given: Any = json.loads(text)
        given["mishaps"] = tuple(given.get("mishaps", ()))
        return Options(**given)


BESIDE_THE_SHOE: Final = tuple(source for source in SOURCES if source != "shoe")
"""For whom the machine speaks where a shoe speaks for itself."""
BESIDE_BOTH: Final = tuple(source for source in BESIDE_THE_SHOE if source != "camera")
"""And where a camera does, too."""


@dataclass(frozen=True, slots=True)
class Shoe:
    """The simulated shoe beside a journal, with the panel's wires."""

    process: subprocess.Popen[bytes]
    hands: SimulatedShoe
    wires: Wires
    time: TableTime

    @staticmethod
    def stand(journal: Path, seed: int, speed: float) -> Shoe:
        """Start it. Raises :class:`~controller.bench.shoe.ShoeError`."""
        process = start(journal, seed=seed, speed=speed)
        hands = SimulatedShoe(journal)
        time = TableTime(SimulatedTime(beside(journal, ".clock")), lambda: hands.gone, speed)
        fingers = Clock(0.0, 1.0, time, pace=speed)
        fingers.run_on()
        wires = Wires(
            beside(journal, ".panel"),
            WIRED.buttons,
            WIRED.wheel,
            lambda seconds: fingers.wait_until(fingers.now() + seconds),
        )
        return Shoe(process, hands, wires, time)

    def clock(self, first: float, speed: float) -> Clock:
        """A clock of the table that follows the shoe's and shows ``first`` now."""
        return Clock(first, 1.0, self.time, pace=speed)

    def end(self) -> None:
        """End it, and the wires."""
        self.wires.close()
        self.hands.end()
        self.process.wait()


@dataclass(frozen=True, slots=True)
class Pages:
    """Where the seats' pages are, and the words with which a phone takes each seat."""

    host: str
    port: int
    codes: Mapping[Seat, str]


@dataclass(slots=True)
class Machine:
    """Everything that one run of the machine holds. ``shoe`` is there where a shoe deals."""

    options: Options
    link: Link
    clock: Clock
    seating: Seating
    shoe: Shoe | None = None
    scene: Scene | None = None
    lens: Lens | None = None
    pages: Pages | None = None
    _told: threading.Event = field(default_factory=threading.Event)

    def attend(self, pages: Pages | None) -> None:
        """Where the pages are; ``None`` when nobody will say."""
        self.pages = pages
        self._told.set()

    def run(self) -> Iterator[dict[str, Any]]:
        """Play everything; gives the truth of each hand when it is closed. Raises ``Ended``."""
        if self.options.players:
            while not self._told.wait(1.0):
                if self.link.ended:
                    raise Ended
        if self.options.record is not None:
            yield from self._record(read_file(Path(self.options.record)))
            return
        live = Live(self.link, self.clock, self._players(), scene=self.scene, _t=self.options.start + FIRST_S)
        yield from self._by_hand(live) if self.shoe is None else self._by_shoe(live, self.shoe)

    def _by_hand(self, live: Live) -> Iterator[dict[str, Any]]:
        """Hands that are dealt as the script says, with everything told that a shoe would tell."""
        options = self.options
        dealer = self._first_dealer()
        if options.begun:
            live.event(Event(0.0, f.NextDeal(dealer), "panel"))
        for number in range(1, options.hands + 1):
            written = script(options.seed + number - 1, options.mishaps, dealer=dealer, seating=self.seating)
            course = Course(self.seating, dealer, written.seed, list(mishaps(options.mishaps)))
            live.play(course)
            dealer = next_dealer(self.seating, dealer, course.voided)
            live.event(Event(NEXT_CUT_S, f.NextCut(self.seating.right(dealer)), "panel"))
            yield _truth(number, written.seed, live, options.mishaps)
            if number < options.hands:
                live.event(Event(0.0, f.NextDeal(dealer), "panel"))

    def _by_shoe(self, live: Live, shoe: Shoe) -> Iterator[dict[str, Any]]:
        """Hands that the shoe deals: what fell from it is what is played."""
        options = self.options
        dealer = self._first_dealer()
        if options.left:
            live.event(Event(0.0, f.NextDeal(dealer), "panel"))
        hands = Attendant(
            shoe.hands,
            self.link,
            self.clock,
            shoe.wires,
            self.seating,
            options.seed,
            lambda seat: live.look(live.players[seat]),
            faults(options.mishaps),
            math.inf if options.watched else PATIENCE_S,
        )
        shoe.hands.listen(hands.hear)
        if self.lens is not None:
            hand = filmed(Path(str(options.film)), options.heading)
            yield from Screening(hands, live, self.lens, self.seating, hand).play(dealer)
            return
        sitting = Sitting(hands, live, self.seating, options.seed, options.mishaps, options.hands, options.watched)
        yield from sitting.play(dealer)

    def _first_dealer(self) -> Seat:
        return self.options.dealer or str(self.options.heading["dealer"])

    def _record(self, record: Record) -> Iterator[dict[str, Any]]:
        live = Live(self.link, self.clock, _t=self.options.start)
        live.replay(_replayed(record))
        yield _truth(1, 0, live, ())

    def _players(self) -> dict[Seat, Player]:
        pages = self.pages
        if pages is None:
            return {}
        attentive = all(mishap.attentive for mishap in mishaps(self.options.mishaps))
        return {
            seat: Player(seat, self.seating, SeatPage(pages.host, pages.port, pages.codes[seat]), attentive)
            for seat in self.seating.seats
        }


def read_file(path: Path) -> Record:
    """A record from its file. Raises ``BadRecord`` and ``OSError``."""
    with path.open(encoding="utf-8") as lines:
        return read_record(lines)


def _replayed(record: Record) -> Iterator[Event]:
    """A record's facts at their own times, or one a second where they have none."""
    last: float | None = None
    for entry in record.entries:
        after = 1.0
        if entry.t is not None:
            after = max(0.0, entry.t - last) if last is not None else min(entry.t, 1.0)
            last = entry.t
        yield Event(round(after, 3), entry.fact, entry.source or "director", entry.confidence)


def _truth(number: int, seed: int, live: Live, planted: tuple[str, ...]) -> dict[str, Any]:
    happened = [asdict(h) for h in live.happened]
    live.happened.clear()
    return {"hand": number, "seed": seed, "mishaps": list(planted), "happened": happened}


def _listen(machine: Machine) -> None:
    """Take what the parent says on standard input."""
    for text in sys.stdin:
        try:
            said: object = json.loads(text)
        except ValueError:
            continue
        if isinstance(said, dict) and "pages" in said:
            pages = cast("dict[str, Any]", said)["pages"]
            machine.attend(None if pages is None else Pages(pages["host"], pages["port"], pages["codes"]))


def main(argv: list[str] | None = None) -> int:
    """Run the machine until its last host has been gone for a minute. 0 when everything was played."""
    options = Options.from_json((argv or sys.argv[1:])[0])
    said = options.heading if options.record is not None else promised(options.heading, options.mishaps)
    heading = read_heading(said)
    try:
        shoe = None if options.shoe is None else Shoe.stand(Path(options.shoe), options.seed, options.speed)
    except ShoeError as error:
        print(f"pone: {error}", file=sys.stderr)
        return 1
    clock = Clock(options.start, options.speed) if shoe is None else shoe.clock(options.start, options.speed)
    hello = {
        "machine": "simulated",
        "run": uuid4().hex,
        "heading": said,
        "speed": options.speed,
        "demo": True,
    }
    link = Link(Path(options.socket), hello, clock, sources=spoken_for(options))
    scene = lens = None
    if options.camera is not None and options.film is not None:
        lens = Lens(Path(options.camera), Screened(options.film), clock, link)
    elif options.camera is not None:
        scene = Scene(Path(options.camera), heading, options.seed, clock, link)

    def stop(_: int, __: FrameType | None) -> None:
        link.end()
        machine.attend(None)

    machine = Machine(options, link, clock, heading.seating, shoe, scene, lens)
    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_listen, args=(machine,), daemon=True).start()
    status = _play(machine)
    for camera in (scene, lens):
        if camera is not None:
            camera.end()
    if shoe is not None:
        shoe.end()
    return status


def _play(machine: Machine) -> int:
    failed: str | None = "the simulated machine was ended"
    try:
        for truth in machine.run():
            print(json.dumps(truth), flush=True)
        failed = None
    except Ended:
        return 1
    except (ShoeError, StoodStill) as error:
        failed = str(error)
        return 1
    finally:
        print(json.dumps({"done": True, "failed": failed}), flush=True)
    with contextlib.suppress(StoodStill):
        clock_runs_on(machine.clock, machine.link)
    return 0


def promised(heading: Mapping[str, Any], kinds: Sequence[str]) -> dict[str, Any]:
    """The heading with what this machine promises to observe: everything, but for a deal that nobody tells of."""
    told = all(mishap.deal_told for mishap in mishaps(kinds))
    return {**heading, "complete": ["cut", "deal", "play"] if told else ["cut", "play"]}


def spoken_for(options: Options) -> tuple[str, ...]:
    """The sources for which the machine speaks: a shoe that deals and a camera that sees all speak for themselves."""
    if options.shoe is None:
        return SOURCES
    return BESIDE_THE_SHOE if options.camera is None else BESIDE_BOTH


def clock_runs_on(clock: Clock, link: Link) -> None:
    """Nothing more will happen, and time goes on, until the machine ends."""
    while not link.ended:
        now = clock.now() + 1.0
        link.expect(now)
        clock.wait_until(now)


if __name__ == "__main__":
    sys.exit(main())
