"""A table with a shoe that a test works, and what the table's screen shows."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller.journal.drafts import Draft
from controller.journal.errors import JournalUnavailable
from controller.journal.store import SqliteJournal
from controller.journal.verify import verify
from controller.rules.cards import SUIT
from controller.shoe import orders
from controller.table.dealing import Dealing
from controller.table.machine_link import SocketMachine
from controller.table.service import Table
from controller.table.views import DirectorView, ShoeView, TableView
from tests.table.fakes import HEADING, WAIT_S, HandClock
from tests.table.hands import Hand, left
from tests.table.shoes import FakeShoe


@dataclass
class Evening:
    """A table, its shoe, and what the table's screen shows."""

    table: Table
    shoe: FakeShoe
    clock: HandClock
    folder: Path

    def wait(self, wanted: Callable[[TableView, ShoeView], bool]) -> TableView:
        """Wait for a view of the table."""
        there, kept = threading.Event(), list[TableView]()

        def watch(view: object) -> None:
            assert isinstance(view, TableView)
            if view.shoe is not None and wanted(view, view.shoe):
                kept.append(view)
                there.set()

        end = self.table.subscribe("table", watch)
        assert there.wait(WAIT_S), (self.view.shoe, self.shoe.ordered)
        end()
        return kept[-1]

    def until(self, state: str) -> TableView:
        """Wait until the shoe is said to be so."""
        return self.wait(lambda _, shoe: shoe.state == state)

    @property
    def view(self) -> TableView:
        view = self.table.view("table")
        assert isinstance(view, TableView)
        return view

    @property
    def director(self) -> DirectorView:
        view = self.table.view("director")
        assert isinstance(view, DirectorView)
        return view

    def kinds(self) -> list[str]:
        return [fact.kind for fact in self.director.facts]

    def play(self) -> None:
        """The hand that was dealt last is played out; the director notes it."""
        deal = [o for o in self.shoe.ordered if isinstance(o, orders.Deal)][-1]
        hand = Hand(dealer=self.view.dealer)
        hand.held = {seat: [] for seat in "NESW"}
        for card, dest in zip(deal.cards, deal.dests, strict=True):
            hand.held[hand.dealer if dest == "turn-up" else dest].append(card)
        hand.trump = SUIT[deal.cards[-1]]
        for fact in hand.rest():
            self.table.enter(fact, "director")

    def ready(self) -> None:
        """A pack is taken in."""
        self.shoe.load()
        self.until("ready")

    def dealt(self, dealer: str, number: int = 21) -> None:
        """A pack is taken in, cut and dealt."""
        self.ready()
        self.table.deal(dealer)
        self.table.cut(left(dealer, 3), number)
        self.wait(lambda view, shoe: shoe.state == "dealt" and view.turn_up is not None)


@contextmanager
def evening(folder: Path, shoe: FakeShoe | None = None, **more: Any) -> Iterator[Evening]:
    shoe = shoe or FakeShoe()
    clock = more.pop("clock", None) or HandClock()
    machine = SocketMachine(folder / "machine") if more.pop("machine", False) else None
    heading = more.pop("heading", HEADING)
    dealing = Dealing(shoe, clock, **{k: more.pop(k) for k in ("cut_wait_s", "demo") if k in more})
    open_book = more.pop("open_book", None) or (lambda: SqliteJournal(folder / "journal"))
    table = Table(open_book, clock, machine=machine, dealing=dealing, heading=heading, **more)
    table.start()
    try:
        yield Evening(table, shoe, clock, folder)
    finally:
        table.stop()


def sound(folder: Path) -> None:
    assert not [f for f in verify(folder / "journal") if f.weight == "wrong"]


class Slow:
    """A journal that writes nothing while ``shut``."""

    def __init__(self, path: Path) -> None:
        self.book = SqliteJournal(path)
        self.shut = False

    def __getattr__(self, name: str) -> object:
        return getattr(self.book, name)

    def append(self, drafts: Sequence[Draft]) -> object:
        if self.shut:
            raise JournalUnavailable("the disk is full")
        return self.book.append(drafts)
