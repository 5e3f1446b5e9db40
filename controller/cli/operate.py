"""``pone deal`` and ``pone shoe status``: the shoe by itself, without a table.

What is told of a pack are numbers, its commitment and how long it took. Only a pack that is refused, and so is never
dealt, is told by what is wrong with it.
"""

from __future__ import annotations

import queue
import secrets
import sys
import tempfile
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeVar

from controller.bench.pack import BACK, PICTURE
from controller.bench.shoe import Lying, SimulatedShoe, beside, start
from controller.cli.demo import heading_of
from controller.cli.window import read
from controller.journal.keys import new_deal
from controller.rules.errors import BadRecord, PoneError
from controller.rules.game import Game
from controller.rules.games import game_of
from controller.rules.games.whist import WHIST
from controller.rules.heading import read_heading
from controller.rules.record import dumps
from controller.shoe import events, orders
from controller.shoe.clock import Clock, SimulatedClock, WallClock
from controller.shoe.driver import SerialShoe
from controller.shoe.errors import Unplugged
from controller.shoe.plan import in_turn
from controller.shoe.port import SerialPort
from controller.shoe.port import beside as port_beside
from controller.shoe.shuffle import SystemShuffler
from controller.shoe.window import SocketWindow
from controller.simulated import living

LINK_S: Final = 10.0
"""Time of the wall within which a shoe answers that is there."""
_HANDS: Final = ("E", "S", "W", "N")
"""The pockets in the order of dealing, North the dealer."""
_WIDTH: Final = 40
_T = TypeVar("_T")


class NoShoe(PoneError, ConnectionError):
    """No shoe answers at this port, or it is somebody else's just now."""


class NotDealt(PoneError, RuntimeError):
    """The shoe refused the pack or the deal is void; the words say why."""


class UnknownGame(PoneError, ValueError):
    """No game of this name is dealt."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a shoe is: its port, the socket of the camera at its window, and what times it."""

    port: str
    window: str
    clock: Clock


@dataclass(slots=True)
class Bar:
    """A line on the terminal that says how far it is; nowhere else."""

    shown: bool = field(default_factory=sys.stderr.isatty)
    _open: bool = False

    def show(self, doing: events.Doing) -> None:
        """What the shoe does now."""
        if not self.shown:
            return
        share = doing.done / doing.of if doing.of else 0.0
        filled = round(share * _WIDTH)
        count = f" {doing.done}/{doing.of}" if doing.of else ""
        sys.stderr.write(f"\r\x1b[K{doing.state:9} [{'#' * filled}{'.' * (_WIDTH - filled)}]{count} {doing.words}")
        sys.stderr.flush()
        self._open = True

    def close(self) -> None:
        """What comes next begins on its own line."""
        if self._open:
            sys.stderr.write("\n")
            self._open = False


class Operator:
    """One shoe, driven from here; what it tells is taken in turn."""

    def __init__(self, place: Place, bar: Bar) -> None:
        self._heard: queue.SimpleQueue[events.Event] = queue.SimpleQueue()
        self._bar = bar
        self._deal: orders.Deal | None = None
        self._told = 0
        self._fault: events.Faulted | None = None
        self.place = place
        self.linked: events.Linked | None = None
        self.shoe = SerialShoe(
            lambda: place.port,
            window=SocketWindow(place.window),
            reader=read,
            shuffler=SystemShuffler(),
            clock=place.clock,
        )

    def begin(self) -> events.Linked:
        """Wait for a session. Raises :class:`NoShoe`."""
        self.shoe.start(self._heard.put)
        return self.wait(lambda e: e if isinstance(e, events.Linked) else None, LINK_S)

    def wait(self, want: Callable[[events.Event], _T | None], within_s: float | None = None) -> _T:
        """What ``want`` makes of the first event that it wants. Raises :class:`NoShoe`, :class:`NotDealt`."""
        while True:
            try:
                event = self._heard.get(timeout=within_s)
            except queue.Empty:
                raise NoShoe(f"no shoe answers at {self.place.port}") from None
            self._mind(event)
            if (wanted := want(event)) is not None:
                return wanted

    def prepare(self, game: Game) -> events.Prepared:
        """Take in the pack that lies in the hopper. Raises :class:`NotDealt` where it is refused."""
        self.shoe.order(orders.Prepare(new_deal(), game.name, game.pack))
        return self.wait(_prepared)

    def deal(self, deal: orders.Deal) -> None:
        """Deal it. Raises :class:`NotDealt` where it is void."""
        self._deal, self._told = deal, 0
        self.shoe.order(deal)
        self.wait(lambda e: True if isinstance(e, events.DealDone) else None)
        self._deal = None

    def _mind(self, event: events.Event) -> None:
        match event:
            case events.Doing():
                self._bar.show(event)
                if event.state == "paused" and self._deal is not None:
                    self.shoe.order(orders.Resume(self._deal, self._told))
            case events.CardDealt(number=number):
                self._told = number
            case events.Faulted():
                self._fault = event
                self._bar.close()
                print(f"{event.words}; then press the shoe's button", file=sys.stderr)
            case events.Pressed() if self._fault is not None:
                self.shoe.order(orders.Clear(self._fault.fault))
                self._fault = None
            case events.Linked():
                self.linked = event
            case events.DealVoid(why=why):
                raise NotDealt(f"the deal is void: {why}")
            case events.Refused(why=why):
                raise NotDealt(why)
            case _:
                pass


def _prepared(event: events.Event) -> events.Prepared | None:
    match event:
        case events.Prepared():
            return event
        case events.PackRefused(words=words):
            raise NotDealt(words)
        case _:
            return None


# ------------------------------------------------------------------ where it is
@contextmanager
def found(
    port: str | None, window: str | None, journal: Path | None, simulated_at: float | None
) -> Generator[tuple[Place, SimulatedShoe | None]]:
    """The shoe that is meant: on a port, beside a journal, or a simulated one that lives as long as this."""
    if port is not None:
        yield Place(port, window or "", WallClock()), None
    elif journal is not None:
        told = living(journal)
        if told is None:
            raise NoShoe(f"no simulated shoe stands beside {journal}")
        yield Place(str(told["port"]), str(told["window"]), SimulatedClock(str(told["clock"]))), None
    else:
        with tempfile.TemporaryDirectory(prefix="pone-shoe-") as folder:
            own = Path(folder) / "shoe"
            start(own, seed=secrets.randbits(31), speed=simulated_at or 1.0)
            hands = SimulatedShoe(own)
            try:
                yield (
                    Place(port_beside(own)() or "", str(beside(own, ".window")), SimulatedClock(beside(own, ".clock"))),
                    hands,
                )
            finally:
                hands.end()


def free(place: Place) -> None:
    """Whether nobody else has the port. Raises :class:`NoShoe` with what to do."""
    try:
        SerialPort(place.port).close()
    except Unplugged as error:
        if "exclusively lock" in str(error):
            raise NoShoe(f"{place.port} is a running service's: deal from its pages, or end it first") from error
        raise NoShoe(str(error)) from error


# ------------------------------------------------------------------ the commands
def dealt_game(name: str) -> Game:
    """The game of this name, if the shoe can be told how it is dealt. Raises :class:`UnknownGame`."""
    if name != WHIST.name:
        raise UnknownGame(f"{name} is no game that this release deals, only {WHIST.name}")
    try:
        return game_of(read_heading(heading_of(name, "american-1893")))
    except BadRecord:
        raise UnknownGame(f"{name} is no game that this release deals, only {WHIST.name}") from None


def deal_command(
    place: Place,
    hands: SimulatedShoe | None,
    *,
    game: Game,
    count: int,
    cut: Callable[[int], int],
    as_json: bool,
) -> int:
    """Load, prove, shuffle, cut, deal, ``count`` times; ``cut`` gives the pone's number of so many cards."""
    free(place)
    bar = Bar()
    operator = Operator(place, bar)
    try:
        operator.begin()
        for number in range(1, count + 1):
            if hands is not None:
                _load(hands, game)
            operator.wait(lambda e: True if isinstance(e, events.Hopper) and e.loaded else None)
            began = place.clock.now()
            prepared = operator.prepare(game)
            ready = place.clock.now()
            lifted = cut(len(game.pack))
            pressed = place.clock.now()
            pattern = in_turn(_HANDS, game.packets, turned=True)
            operator.deal(orders.deal_of(prepared.deal, prepared.order, lifted, pattern))
            bar.close()
            told = {
                "deal": number,
                "game": game.name,
                "cards": len(game.pack),
                "cut": lifted,
                "commitment": prepared.commitment,
                "read_s": round(ready - began, 2),
                "deal_s": round(place.clock.now() - pressed, 2),
            }
            print(dumps(told) if as_json else _in_words(told), flush=True)
            if hands is not None:
                hands.take("all")
    except NotDealt as error:
        bar.close()
        print(f"deal: {error}", file=sys.stderr)
        return 1
    finally:
        operator.shoe.stop()
    return 0


def _load(hands: SimulatedShoe, game: Game) -> None:
    """A pack in any order: what the shoe makes of it does not depend on that."""
    cards = list(game.pack)
    secrets.SystemRandom().shuffle(cards)
    hands.load([Lying(PICTURE[card] + 1, PICTURE[card], BACK) for card in cards])


def _in_words(told: Mapping[str, object]) -> str:
    return (
        f"deal {told['deal']}: {told['cards']} cards of {told['game']}, {told['cut']} lifted; proved and shuffled in "
        f"{told['read_s']} s, dealt in {told['deal_s']} s\ncommitment {told['commitment']}"
    )


def status_command(place: Place, *, as_json: bool) -> int:
    """How the shoe is: its firmware, its state, its counters and those of the link."""
    free(place)
    operator = Operator(place, Bar(shown=False))
    try:
        linked = operator.begin()
        operator.shoe.order(orders.Report())
        report = operator.wait(lambda e: e if isinstance(e, events.Reported) else None, LINK_S)
    finally:
        operator.shoe.stop()
    told = {
        "port": place.port,
        "shoe": linked.shoe,
        "firmware": report.firmware,
        "boots": report.boot_count,
        "state": report.state,
        "fault": report.fault or None,
        "counters": report.shoe,
        "host": report.host,
    }
    if as_json:
        print(dumps(told))
    else:
        print(
            f"shoe {linked.shoe} at {place.port}: {report.state}; firmware {report.firmware}, boots {report.boot_count}"
        )
        for name, value in sorted((*report.shoe.items(), *((f"host {k}", v) for k, v in report.host.items()))):
            print(f"  {name:24} {value}")
    return 0
