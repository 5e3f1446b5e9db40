"""The table service: the one writer of a record, and what everybody else may ask of it.

Roles are words: ``table`` (the screen that all may look at), ``seat:N`` (that seat's strip or phone) and ``director``.
Every method may be called from any thread; none blocks on the journal's disk except those that say *returns when
durable*. Those have a twin that returns a :class:`concurrent.futures.Future` (``submit``), for event loops.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Literal

from controller.rules.seats import Seat, Seating
from controller.table.views import DirectorView, SeatView, TableView

View = TableView | SeatView | DirectorView
Watcher = Callable[[View], None]
Numbers = Literal["table", "director"]


@dataclass(frozen=True, slots=True)
class Receipt:
    """An act that is durable. ``t``: its time; ``text``: what was recorded, in words that its own role may read.

    ``line`` is its line in the record, for the director only: ``None`` for a seat, because lines count hidden facts.
    """

    t: float
    text: str
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Health:
    """Whether facts can be recorded, and what is missing, in words. Counts nothing of an open hand."""

    ready: bool
    waiting_for: str | None
    sources: tuple[tuple[str, str], ...]


class Table:
    """The facade. ``start`` once, ``stop`` once; see the module's docstring for roles and threads."""

    def start(self) -> None:
        """Open the journal in the writer's thread and go on from it.

        Returns when the record is read. Raises what the journal raised, e.g. that another process holds it.
        """
        raise NotImplementedError

    def stop(self) -> None:
        """End the writer's thread, and close the journal. What was not durable is not lost: it is told again."""
        raise NotImplementedError

    def wait_until_begun(self, timeout_s: float) -> bool:
        """Wait until a heading is known (from the journal, or told by the machine); ``False`` if it is not in time."""
        raise NotImplementedError

    @property
    def seating(self) -> Seating:
        """Who sits where. Raises :class:`Unavailable` before a heading is known."""
        raise NotImplementedError

    def now(self) -> float:
        """The table's clock in seconds of the record (``until`` of a ruling is a time of this clock)."""
        raise NotImplementedError

    def health(self) -> Health:
        """For everybody: whether facts can be recorded."""
        raise NotImplementedError

    # ------------------------------------------------------------------ looking
    def view(self, role: str) -> View:
        """What ``role`` may see now: TableView, SeatView or DirectorView.

        Everything in it is durable. Raises :class:`Refused` for an unknown role and :class:`Unavailable` before a
        heading is known.
        """
        raise NotImplementedError

    def subscribe(self, role: str, watcher: Watcher) -> Callable[[], None]:
        """Call ``watcher(view)`` from the writer's thread whenever that role's view has changed; it must not block.

        The first call comes with the present view (at once, in the caller's thread, when there is one). Returns the
        function that ends the subscription.
        """
        raise NotImplementedError

    # ------------------------------------------------------------------ acting
    def submit(self, fact: Mapping[str, object], role: str, *, by: str | None = None, numbers: Numbers | None = None) -> Future[Receipt]:
        """Enter a fact, as an object of the record without ``t``; the future is done when it is durable.

        A seat may enter ``claimed demanded waived said answered`` for itself; ruling numbers are the table's, and an
        ``answered`` names ``question`` (a number of its view) in place of ``line``. The director may enter every fact;
        ``by`` is who he is, ``numbers`` which ruling numbers he used (default: his own if he has looked, else the
        table's). The future raises :class:`Refused` or :class:`Unavailable`.
        """
        raise NotImplementedError

    def enter(self, fact: Mapping[str, object], role: str, *, by: str | None = None, numbers: Numbers | None = None) -> Receipt:
        """As :meth:`submit`; returns when durable."""
        raise NotImplementedError

    def undo(self, seat: Seat) -> Receipt:
        """Take back the seat's own last act if it is not older than five seconds. Returns when durable."""
        raise NotImplementedError

    def retract(self, line: int, by: str, why: str) -> Receipt:
        """The director: that fact did not happen. Returns when durable."""
        raise NotImplementedError

    def correct(self, line: int, fact: Mapping[str, object], by: str, why: str) -> Receipt:
        """The director: that fact was this one. Returns when durable."""
        raise NotImplementedError

    def answer(self, line: int, by: str, fact: Mapping[str, object] | None = None) -> Receipt:
        """The director confirms the doubtful fact of that line, or says what it was. Returns when durable."""
        raise NotImplementedError

    def void(self, by: str, why: str) -> Receipt:
        """The director: this deal does not count, and the same dealer deals again. Returns when durable."""
        raise NotImplementedError

    def look(self, by: str) -> Receipt:
        """The director looks at the hands: recorded, shown on the table, until the hand is closed.

        Raises :class:`Refused` where the director holds a seat. Returns when durable.
        """
        raise NotImplementedError

    def name(self, seat: Seat, name: str | None) -> None:
        """Set or erase the name of who sits there (kept apart from the record). Returns when durable."""
        raise NotImplementedError
