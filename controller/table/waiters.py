"""Who waits for an act of this host to be durable. Lives in the writer's thread."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Future
from dataclasses import dataclass, field

from controller.rules.seats import Seat, Seating
from controller.table import telling
from controller.table.intake import Name
from controller.table.orders import Receipt
from controller.table.posting import Posted


@dataclass(frozen=True, slots=True)
class _Waiter:
    future: Future[Receipt]
    seat: Seat | None


@dataclass(slots=True)
class Waiters:
    """Futures by the name of what was told. ``seat`` is whose act it is, ``None`` for the director's."""

    _by_name: dict[Name, _Waiter] = field(default_factory=dict[Name, _Waiter])

    def __bool__(self) -> bool:
        return bool(self._by_name)

    def add(self, name: Name, future: Future[Receipt], seat: Seat | None) -> None:
        """From now on ``future`` waits for ``name``."""
        self._by_name[name] = _Waiter(future, seat)

    def of_seat(self, seat: Seat) -> frozenset[Name]:
        """The acts of a seat that are not durable yet."""
        return frozenset(name for name, waiter in self._by_name.items() if waiter.seat == seat)

    def refuse(self, name: Name, error: Exception) -> None:
        """It will not be recorded."""
        waiter = self._by_name.pop(name, None)
        if waiter is not None:
            waiter.future.set_exception(error)

    def refuse_all(self, error: Exception) -> None:
        """Nothing will be recorded any more."""
        for name in tuple(self._by_name):
            self.refuse(name, error)

    def reply(self, done: Iterable[Posted], seating: Seating) -> None:
        """These are durable. Lines of the record are told to the director alone."""
        for posted in done:
            waiter = self._by_name.pop(posted.ready.observation.name, None)
            if waiter is None:
                continue
            heard = posted.heard
            fact = posted.ready.observation.fact if heard is None else heard.entry.fact
            if waiter.seat is not None:
                waiter.future.set_result(Receipt(posted.t, telling.own(fact, seating)))
                continue
            line = posted.line if heard is None else heard.entry.line
            waiter.future.set_result(Receipt(posted.t, telling.fact(fact, seating.seats, seating.sides), line))
