"""The table service: the one writer of a record, and what everybody else may ask of it.

Roles are words: ``table`` (the screen that all may look at), ``seat:N`` (that seat's strip or phone) and ``director``.
Every method may be called from any thread; none blocks on the journal's disk except those that say *returns when
durable*. Those have a twin that returns a :class:`concurrent.futures.Future` (``submit``), for event loops.

    table = Table(lambda: SqliteJournal(path), MachineClock(), machine=SocketMachine(path))

or with a shoe, which deals and keeps the keys of the hands:

    dealing = Dealing(SerialShoe(…), clock)
    table = Table(lambda: SqliteJournal(path), clock, machine=SocketMachine(path), dealing=dealing, heading=heading)

    table.start()
    table.wait_until_begun(10.0)
    end = table.subscribe("table", print)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TypeVar

from controller.journal.release import release as rules_release
from controller.rules import docket as dockets
from controller.rules.facts import Source
from controller.rules.heading import Heading
from controller.rules.seats import Seat, Seating
from controller.table import summary
from controller.table.acts import Numbers, seat_of
from controller.table.books import Judge
from controller.table.crew import SHOE, Crew
from controller.table.dealing import Dealing
from controller.table.desk import Desk, Snapshot, View, Watcher
from controller.table.errors import Refused, Unavailable
from controller.table.lying import OnTheFelt, on_the_felt
from controller.table.orders import Call, Press, Receipt, Undo, Void
from controller.table.ports import Book, Clock, Machine
from controller.table.writer import Setup, Writer

__all__ = ["Health", "Numbers", "Receipt", "Table", "View", "Watcher"]

_T = TypeVar("_T")
_PATIENCE_S = 15.0
"""Wall time after which an act that is not durable is given up by who waits for it."""


@dataclass(frozen=True, slots=True)
class Health:
    """Whether facts can be recorded, and what is missing, in words. Counts nothing of an open hand.

    ``shoe``: how the shoe is, ``None`` where there is none.
    """

    ready: bool
    waiting_for: str | None
    sources: tuple[tuple[str, str], ...]
    shoe: str | None = None


class Table:
    """The facade. ``start`` once, ``stop`` once; see the module's docstring for roles and threads.

    ``machine`` observes the table (the bench's process, cameras), ``machines`` are more of them by name, ``dealing`` is
    the shoe with what it needs to deal. Each is heard for itself: one that goes silent loses only its own channels. The
    keys of hands are kept by the shoe, or where there is none by the first machine.

    ``open_book`` opens the journal and is called in the writer's thread. ``heading`` begins a new record (an object of
    a record's first line); without it a machine's own is taken, and a journal that has begun goes on with its own.
    ``director_plays``: the director holds a seat, and so may never look. ``seats_answer``: doubts are put to the seats
    too. ``release`` is the digest of the rules that is written into every hand (default: that of those which judge).
    ``key_wait_s`` is how long a restarted service waits for the machine to give back the key of the open hand before it
    goes on without it.
    """

    def __init__(
        self,
        open_book: Callable[[], Book],
        clock: Clock,
        *,
        machine: Machine | None = None,
        machines: Mapping[str, Machine] | None = None,
        dealing: Dealing | None = None,
        heading: Mapping[str, object] | None = None,
        release: str | None = None,
        director_plays: bool = False,
        seats_answer: bool = True,
        key_wait_s: float = 30.0,
        judge: Judge = dockets.hear,
    ) -> None:
        self._clock = clock
        self._desk = Desk()
        self._director_plays = director_plays
        self._dealing = dealing
        by = rules_release() if release is None else release
        every: dict[str, Machine] = {} if machine is None else {"machine": machine}
        every |= machines or {}
        if dealing is not None:
            every[SHOE] = dealing
        setup = Setup(open_book, clock, Crew(every, dealing), heading, by, seats_answer, key_wait_s, judge)
        self._writer = Writer(setup, self._desk)

    def start(self) -> None:
        """Open the journal in the writer's thread and go on from it.

        Returns when it is open. Raises what the journal raised, e.g. that another process holds it.
        """
        self._writer.start()

    def stop(self) -> None:
        """End the writer's thread, and close the journal. What was not durable is not lost: it is told again."""
        self._writer.stop()

    def wait_until_begun(self, timeout_s: float) -> bool:
        """Wait until a heading is known (from the journal, or told by the machine); ``False`` if it is not in time."""
        return self._desk.begun.wait(timeout_s)

    @property
    def seating(self) -> Seating:
        """Who sits where. Raises :class:`Unavailable` before a heading is known."""
        return self._snapshot().books.seating

    @property
    def heading(self) -> Heading:
        """What is played. Raises :class:`Unavailable` before a heading is known."""
        return self._snapshot().books.docket.full.heading

    def now(self) -> float:
        """The table's clock in seconds of the record (``until`` of a ruling is a time of this clock)."""
        return self._clock.now()

    def health(self) -> Health:
        """For everybody: whether facts can be recorded."""
        return Health(*self._desk.health)

    # ------------------------------------------------------------------ looking
    def view(self, role: str) -> View:
        """What ``role`` may see now: TableView, SeatView or DirectorView.

        Everything in it is durable. Raises :class:`Refused` for an unknown role and :class:`Unavailable` before a
        heading is known.
        """
        self._known(role)
        return self._desk.view(role)

    def subscribe(self, role: str, watcher: Watcher) -> Callable[[], None]:
        """Call ``watcher(view)`` from the writer's thread whenever that role's view has changed; it must not block.

        The first call comes with the present view (at once, in the caller's thread, when there is one). Returns the
        function that ends the subscription.
        """
        if self._desk.begun.is_set():
            self._known(role)
        return self._desk.subscribe(role, watcher)

    def on_the_felt(self) -> OnTheFelt:
        """What is on the record of what lies on the table. Raises :class:`Unavailable` before a heading is known."""
        return on_the_felt(self._snapshot().books)

    # ------------------------------------------------------------------ acting
    def submit(
        self, fact: Mapping[str, object], role: str, *, by: str | None = None, numbers: Numbers | None = None
    ) -> Future[Receipt]:
        """Enter a fact, as an object of the record without ``t``; the future is done when it is durable.

        A seat may enter ``claimed demanded waived said answered`` for itself; ruling numbers are the table's, and an
        ``answered`` names ``question`` (a number of its view) in place of ``line``. The director may enter every fact;
        ``by`` is who he is, ``numbers`` which ruling numbers he used (default: his own if he has looked, else the
        table's). The future raises :class:`Refused` or :class:`Unavailable`.
        """
        press = Press(fact, role, by, numbers)
        self._writer.tell(press)
        return press.future

    def enter(
        self, fact: Mapping[str, object], role: str, *, by: str | None = None, numbers: Numbers | None = None
    ) -> Receipt:
        """As :meth:`submit`; returns when durable."""
        return _waited(self.submit(fact, role, by=by, numbers=numbers))

    def undo(self, seat: Seat) -> Receipt:
        """Take back the seat's own last act if it is not older than five seconds. Returns when durable."""
        undo = Undo(seat)
        self._writer.tell(undo)
        return _waited(undo.future)

    def retract(self, line: int, by: str, why: str) -> Receipt:
        """The director: that fact did not happen. Returns when durable."""
        return self.enter({"fact": "retracted", "line": line, "by": by, "why": why}, "director", by=by)

    def correct(self, line: int, fact: Mapping[str, object], by: str, why: str) -> Receipt:
        """The director: that fact was this one. Returns when durable."""
        corrected = {"fact": "corrected", "line": line, "by": by, "why": why, "to": dict(fact)}
        return self.enter(corrected, "director", by=by)

    def answer(self, line: int, by: str, fact: Mapping[str, object] | None = None) -> Receipt:
        """The director confirms the doubtful fact of that line, or says what it was. Returns when durable."""
        to = {} if fact is None else {"to": dict(fact)}
        return self.enter({"fact": "answered", "line": line, "by": by, **to}, "director", by=by)

    def void(self, by: str, why: str) -> Receipt:
        """The director: this deal does not count, and the same dealer deals again. Returns when durable."""
        void = Void(by, why)
        self._writer.tell(void)
        return _waited(void.future)

    # ------------------------------------------------------------------ the shoe
    def submit_deal(self, seat: Seat) -> Future[Receipt]:
        """The button *deal* of this seat: whoever pressed last when the pack is cut deals, and is the dealer of record.

        Nothing is recorded before the cut. The future raises :class:`Refused` with one sentence where the shoe cannot
        deal now, or there is none.
        """
        self._known(f"seat:{seat}")
        return self._shoe().press(seat)

    def deal(self, seat: Seat) -> Receipt:
        """As :meth:`submit_deal`; returns when the shoe waits for the cut."""
        return _waited(self.submit_deal(seat))

    def submit_cut(self, seat: Seat, number: int, source: Source = "panel") -> Future[Receipt]:
        """The pone lifts so many cards, 4 to 48 of 52; ``source``: where he said it.

        The future is done when the cut and the order that it gives are durable; then the shoe deals. It raises
        :class:`Refused` for everybody but the pone, for another number, and before somebody has pressed *deal*.
        """
        self._known(f"seat:{seat}")
        return self._shoe().cut(seat, number, source)

    def cut(self, seat: Seat, number: int, source: Source = "panel") -> Receipt:
        """As :meth:`submit_cut`; returns when durable."""
        return _waited(self.submit_cut(seat, number, source))

    def deal_uncut(self, by: str) -> Receipt:
        """The director has the pack dealt though it was not cut; that is the fault that the law makes of it.

        Returns when durable.
        """
        return _waited(self._shoe().deal_uncut(by))

    def clear_fault(self, by: str, fault: int) -> Receipt:
        """Somebody has removed the cause of the shoe's fault of this number; an interrupted deal goes on if it can."""
        return _waited(self._shoe().clear(by, fault))

    def pause_shoe(self, by: str) -> Receipt:
        """The shoe finishes the card in its path and stops until :meth:`resume_shoe`."""
        return _waited(self._shoe().pause(by))

    def resume_shoe(self, by: str) -> Receipt:
        """The shoe goes on."""
        return _waited(self._shoe().resume(by))

    def report_shoe(self) -> Receipt:
        """Ask the shoe for its counters; they come into the director's view."""
        return _waited(self._shoe().report())

    def _shoe(self) -> Dealing:
        if self._dealing is None:
            raise Refused("This table has no shoe.")
        return self._dealing

    # ------------------------------------------------------------------ the director looks
    def look(self, by: str) -> Receipt:
        """The director looks at the hands: recorded, shown on the table, until the next hand begins.

        Raises :class:`Refused` where the director holds a seat. Returns when durable.
        """
        if self._director_plays:
            raise Refused("Whoever plays cannot look at the hands.")
        if self._snapshot().books.looked:
            raise Refused("The hands have been looked at already.")
        return self.enter({"fact": "said", "by": "bystander", "what": "remark", "of": summary.LOOK}, "director", by=by)

    def name(self, seat: Seat, name: str | None) -> None:
        """Set or erase the name of who sits there (kept apart from the record). Returns when durable."""
        if seat not in self.seating.seats:
            raise Refused(f"There is no seat {seat} at this table.")

        def change(book: Book) -> None:
            names = {s: n for s, n in book.names().items() if s != seat}
            if name:
                book.name({seat: name})
            else:
                book.erase_names()
                book.name(names)

        call = Call(change)
        self._writer.tell(call)
        _waited(call.future)

    # ------------------------------------------------------------------ closed hands
    def closed_hands(self) -> tuple[summary.Json, ...]:
        """For each hand that was closed, the object that a headless demo prints (see :mod:`controller.table.summary`).

        Holds nothing of an open hand.
        """
        books = self._snapshot().books
        return tuple(summary.of_hand(books, hand) for hand in books.hands)

    def wait_for_hands(self, number: int, timeout_s: float) -> bool:
        """Wait until so many hands are closed; ``False`` if they are not in time."""
        return self._desk.wait(lambda shot: shot is not None and len(shot.books.hands) >= number, timeout_s)

    # ------------------------------------------------------------------ inside
    def _snapshot(self) -> Snapshot:
        shot = self._desk.shot
        if shot is None:
            raise Unavailable(self._desk.health[1] or "The table is not ready yet.")
        return shot

    def _known(self, role: str) -> None:
        if role not in ("table", "director") and seat_of(role, self.seating) is None:
            raise Refused(f"There is no role {role}.")


def _waited(future: Future[_T]) -> _T:
    try:
        return future.result(_PATIENCE_S)
    except TimeoutError:
        raise Unavailable("The table did not answer in time; look whether it was recorded.") from None
