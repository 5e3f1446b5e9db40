"""The real firmware in the simulated machine, with this driver on its line, as one thing that a test can hold."""

from __future__ import annotations

import queue
import subprocess
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self, TypeVar

from controller.bench.pack import BACK
from controller.bench.shoe import Lying, SimulatedShoe, start
from controller.cli.window import read
from controller.rules.cards import PACK, Card
from controller.shoe import events, orders
from controller.shoe.clock import SimulatedClock
from controller.shoe.driver import SerialShoe
from controller.shoe.plan import Dest, Pattern, in_turn
from controller.shoe.port import beside
from controller.shoe.shuffle import SeededShuffler
from controller.shoe.window import SocketWindow

WAIT_S: Final = 60.0
"""Of the wall: only a test that has failed waits so long."""
DEAL: Final = "c0ffee11" * 4
SMALL: Final = PACK[::6]
"""Nine cards, with which a test is short."""
POCKETS: Final[dict[Dest, str]] = {"N": "N", "E": "E", "S": "S", "W": "W", "turn-up": "T", "reject": "R"}
MOUTH_MM: Final = 126
_T = TypeVar("_T")


def lying(cards: Iterable[Card]) -> list[Lying]:
    """Cards as they lie in a hopper; each has for serial number its place in the whole pack, from 1."""
    return [Lying(PACK.index(card) + 1, PACK.index(card), BACK) for card in cards]


def one_each(count: int, *, turned: bool = True) -> Pattern:
    """So many cards one at a time to the left of North, the last one turned up."""
    whole = in_turn(("E", "S", "W", "N"), (1,) * ((count + 3) // 4))
    dests: list[Dest] = [*whole.dests[:count]]
    if turned:
        dests[-1] = "turn-up"
    return Pattern(tuple(range(count)), tuple(dests))


class Simulated:
    """A simulated machine and a driver. ``heard``: every event of the driver that is there now."""

    def __init__(self, room: Path, *, seed: int = 1, speed: float = 0.0, lockstep: bool = True) -> None:
        self.journal = room / "journal"
        self.process: subprocess.Popen[bytes] = start(self.journal, seed=seed, speed=speed, lockstep=lockstep)
        self.hands = SimulatedShoe(self.journal)
        self.clock = SimulatedClock(f"{self.journal}.clock")
        self.heard: list[events.Event] = []
        self._inbox: queue.SimpleQueue[events.Event] = queue.SimpleQueue()
        self.begin()

    def begin(self) -> None:
        """A host that knows nothing comes to the line."""
        self._inbox = queue.SimpleQueue()
        self.heard = []
        self.shoe = SerialShoe(
            beside(self.journal),
            window=SocketWindow(f"{self.journal}.window"),
            reader=read,
            shuffler=SeededShuffler("simulated"),
            clock=self.clock,
        )
        self.shoe.start(self._inbox.put)

    def __enter__(self) -> Self:
        try:
            self.until(events.Linked)
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, at: TracebackType | None) -> None:
        self.shoe.stop()
        self.hands.end()
        self.process.wait(WAIT_S)

    # ------------------------------------------------------------------ listening
    def until(self, *kinds: type[_T]) -> _T:
        """The next event of one of these kinds that has not been returned yet."""
        end = time.monotonic() + WAIT_S
        while True:
            try:
                event = self._inbox.get(timeout=max(end - time.monotonic(), 0.001))
            except queue.Empty:
                raise AssertionError(f"none of {[k.__name__ for k in kinds]}: {self.heard[-6:]}") from None
            self.heard.append(event)
            if isinstance(event, kinds):
                return event

    def until_doing(self, state: events.State) -> events.Doing:
        """The next time that the shoe does this."""
        while (doing := self.until(events.Doing)).state != state:
            pass
        return doing

    def all(self, kind: type[_T]) -> list[_T]:
        """Every event of this kind."""
        return [event for event in self.heard if isinstance(event, kind)]

    # ------------------------------------------------------------------ doing
    def load(self, cards: Sequence[Lying]) -> None:
        """Put a pack into the hopper, and wait until the shoe has noticed."""
        self.hands.load(cards)
        while not self.until(events.Hopper).loaded:
            pass

    def prepared(self, cards: Sequence[Card] = SMALL) -> events.Prepared:
        """Load a pack and have it taken in."""
        self.load(lying(cards))
        self.shoe.order(orders.Prepare(DEAL, "whist", tuple(cards)))
        return self.until(events.Prepared)

    def deal(self, prepared: events.Prepared, cut: int = 4) -> orders.Deal:
        """The deal of that pack, one at a time."""
        return orders.deal_of(DEAL, prepared.order, cut, one_each(len(prepared.order)))

    # ------------------------------------------------------------------ truth
    def wrong(self) -> list[events.CardDealt]:
        """What the driver told of and is not so. One whose trail is still in its mouth has been dealt all the same."""
        where = self.hands.where()
        lies = {serial: pocket for pocket, cards in where["pockets"].items() for serial in cards}
        in_mouth = {card["serial"] for card in where["leads"] if card["way"] == "exit" and card["lead"] >= MOUTH_MM}
        serials = {PACK.index(e.card) + 1: e for e in self.all(events.CardDealt)}
        return [e for n, e in serials.items() if lies.get(n) != POCKETS[e.dest] and n not in in_mouth]
