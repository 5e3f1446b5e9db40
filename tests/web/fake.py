"""A table without rules or journal: it shows the views that it is given and remembers what it was asked."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Any

from controller.rules.facts import Source
from controller.rules.seats import Seat, Seating
from controller.table.errors import Refused, Unavailable
from controller.table.service import Health, Numbers, Receipt, Table, View, Watcher
from controller.table.views import DirectorView, SeatView, TableView
from tests.web import pictures


class FakeTable(Table):
    """Shows ``state`` of :func:`pictures.states` until told otherwise."""

    def __init__(self, state: str = "mid", *, begun: bool = True) -> None:
        self.begun = begun
        self.entered: list[tuple[Any, ...]] = []
        self.refuse: str | None = None
        self.ready = True
        self.shoe: str | None = None
        self._watchers: dict[str, list[Watcher]] = {}
        self._lock = threading.Lock()
        self.views: dict[str, View] = {}
        self._put(*pictures.states()[state])

    def _put(self, table: TableView, seats: tuple[SeatView, ...], director: DirectorView | None = None) -> None:
        self.views = {"table": table, "director": director or pictures.director(table)}
        self.views |= {f"seat:{view.seat}": view for view in seats}

    def show(self, table: TableView, seats: tuple[SeatView, ...], director: DirectorView | None = None) -> None:
        """Publish other views, from whichever thread calls, only to those whose view changed."""
        before = self.views
        self._put(table, seats, director)
        for role, view in self.views.items():
            if before.get(role) != view:
                for watcher in list(self._watchers.get(role, ())):
                    watcher(view)

    def show_state(self, name: str) -> None:
        """Publish a state by its name."""
        self.show(*pictures.states()[name])

    # ------------------------------------------------------------------ the facade
    @property
    def seating(self) -> Seating:
        if not self.begun:
            raise Unavailable("The table waits for its machine.")
        return Seating(("N", "E", "S", "W"), ("NS", "EW"))

    def now(self) -> float:
        return 100.0

    def health(self) -> Health:
        return Health(self.ready, None if self.ready else "the disk is full", (("camera", "live"),), self.shoe)

    def view(self, role: str) -> View:
        return self.views[role]

    def subscribe(self, role: str, watcher: Watcher) -> Callable[[], None]:
        with self._lock:
            self._watchers.setdefault(role, []).append(watcher)
        watcher(self.views[role])
        return lambda: self._watchers[role].remove(watcher)

    def submit(
        self, fact: Mapping[str, object], role: str, *, by: str | None = None, numbers: Numbers | None = None
    ) -> Future[Receipt]:
        future: Future[Receipt] = Future()
        if self.refuse is not None:
            future.set_exception(Refused(self.refuse))
        else:
            future.set_result(self._note("enter", dict(fact), role, by, numbers, line=role == "director"))
        return future

    def undo(self, seat: Seat) -> Receipt:
        return self._note("undo", seat)

    def retract(self, line: int, by: str, why: str) -> Receipt:
        return self._note("retract", line, by, why, line=True)

    def correct(self, line: int, fact: Mapping[str, object], by: str, why: str) -> Receipt:
        return self._note("correct", line, dict(fact), by, why, line=True)

    def answer(self, line: int, by: str, fact: Mapping[str, object] | None = None) -> Receipt:
        return self._note("answer", line, by, None if fact is None else dict(fact), line=True)

    def void(self, by: str, why: str) -> Receipt:
        return self._note("void", by, why, line=True)

    def submit_deal(self, seat: Seat) -> Future[Receipt]:
        return self._future("deal", seat)

    def submit_cut(self, seat: Seat, number: int, source: Source = "panel") -> Future[Receipt]:
        return self._future("cut", seat, number, source)

    def deal_uncut(self, by: str) -> Receipt:
        return self._note("uncut", by)

    def clear_fault(self, by: str, fault: int) -> Receipt:
        return self._note("clear", by, fault)

    def pause_shoe(self, by: str) -> Receipt:
        return self._note("pause", by)

    def resume_shoe(self, by: str) -> Receipt:
        return self._note("resume", by)

    def report_shoe(self) -> Receipt:
        return self._note("report")

    def look(self, by: str) -> Receipt:
        return self._note("look", by, line=True)

    def name(self, seat: Seat, name: str | None) -> None:
        self._note("name", seat, name)

    def _future(self, *what: Any) -> Future[Receipt]:
        future: Future[Receipt] = Future()
        try:
            future.set_result(self._note(*what))
        except Refused as e:
            future.set_exception(e)
        return future

    def _note(self, *what: Any, line: bool = False) -> Receipt:
        if self.refuse is not None:
            raise Refused(self.refuse)
        self.entered.append(what)
        return Receipt(100.0, "Recorded.", 99 if line else None)
