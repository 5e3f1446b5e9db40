"""The writer's thread: it alone owns the journal, the books and the intake.

Everything comes to it through one queue. What is ready goes to the disk in one transaction, then it is published, and
only then acknowledged. While the disk refuses, nothing is taken in that cannot be told again, and it is tried anew.
"""

from __future__ import annotations

import logging
import math
import queue
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import partial
from time import monotonic
from typing import Final

from controller.journal.drafts import Begun
from controller.journal.errors import JournalError, WrongKey
from controller.journal.keys import new_deal, new_key
from controller.rules import facts as f
from controller.rules.errors import BadRecord
from controller.rules.facts import Fact, Source
from controller.rules.heading import read_heading
from controller.rules.seats import Seat
from controller.table import acts, intake, telling
from controller.table.books import Books, Judge, limits, open_books
from controller.table.crew import SHOE, Crew
from controller.table.desk import Desk, Snapshot
from controller.table.ears import Ears, Voice
from controller.table.errors import Refused, Unavailable
from controller.table.intake import PAGES, TIMER, Name, Observation, Ready
from controller.table.messages import ClockTold, Gone, Hello, Kept, Message, Observed, Seen, Shown
from controller.table.orders import Call, From, Order, Press, Receipt, Stop, Undo, Void
from controller.table.ports import Book, Clock
from controller.table.posting import Posted, post
from controller.table.projections import Room, undoable
from controller.table.resuming import resume
from controller.table.sheet import Envelope, Seal, Sheet
from controller.table.standing import Standing, standing_of
from controller.table.waiters import Waiters
from controller.table.words import code_of_commitment

_LOG: Final = logging.getLogger(__name__)
_RETRY_S: Final = 0.5
_WAKE_S: Final = 0.05
_REST_S: Final = 1.0


@dataclass(frozen=True, slots=True)
class Setup:
    """What a table is made of, see :class:`controller.table.service.Table`."""

    open_book: Callable[[], Book]
    clock: Clock
    crew: Crew
    heading: Mapping[str, object] | None
    release: str
    seats_answer: bool
    key_wait_s: float
    judge: Judge


class Writer:
    """See the module. Only :meth:`start`, :meth:`stop` and :meth:`tell` may be called from another thread."""

    def __init__(self, setup: Setup, desk: Desk) -> None:
        self._setup = setup
        self._desk = desk
        self._inbox: queue.SimpleQueue[Order] = queue.SimpleQueue()
        self._opened: Future[None] = Future()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="pone-writer", daemon=True)
        # All below belongs to the thread.
        self._ears = Ears(voices={name: Voice() for name in setup.crew.machines})
        self._books: Books | None = None
        self._envelope = Envelope()
        self._heading: Mapping[str, object] | None = setup.heading
        self._kept: Seal | None = None
        self._pool: list[Seal] = []
        self._key_lost = False
        self._asked_key: tuple[str, float] | None = None
        self._stash: list[From] = []
        self._blocked: tuple[Ready, ...] = ()
        self._trouble: str | None = None
        self._retry_at = 0.0
        self._number = 0
        self._waiters = Waiters()
        self._lines: dict[Name, int] = {}
        self._timers: set[float] = set()
        self._names: tuple[tuple[Seat, str], ...] = ()
        self._shown: Shown | None = None
        self._stood: tuple[Books, Envelope, Standing] | None = None

    # ------------------------------------------------------------------ from other threads
    def start(self) -> None:
        """Begin. Raises what opening the journal raised."""
        self._thread.start()
        self._opened.result()

    def stop(self) -> None:
        """End, and join the thread."""
        self._inbox.put(Stop())
        if self._thread.is_alive():
            self._thread.join()

    def tell(self, order: Press | Undo | Void | Call) -> None:
        """Put an order into the queue; its future tells the end of it."""
        if self._ended.is_set():
            order.future.set_exception(Unavailable("The table is closed."))
            return
        self._inbox.put(order)

    # ------------------------------------------------------------------ the thread
    def _run(self) -> None:
        try:
            book = self._setup.open_book()
        except BaseException as e:  # noqa: BLE001 - whoever started the table is told, whatever it is
            self._ended.set()
            self._opened.set_exception(e)
            return
        self._opened.set_result(None)
        try:
            self._names = tuple(book.names().items())
            self._setup.crew.start(self._inbox.put)
            self._serve(book)
        finally:
            self._ended.set()
            self._setup.crew.stop()
            book.close()
            self._turn_away()

    def _serve(self, book: Book) -> None:
        self._guarded(partial(self._wake, book))
        self._publish()
        while True:
            for order in self._next():
                if isinstance(order, Stop):
                    return
                self._guarded(partial(self._obey, book, order))
            self._guarded(partial(self._step, book))

    def _guarded(self, do: Callable[[], None]) -> None:
        """A bug in one order must not end the record."""
        try:
            do()
        except Exception:  # noqa: BLE001 - see above
            _LOG.exception("the writer met what should not happen, and goes on")

    def _next(self) -> list[Order]:
        busy = self._ears.intake.waiting or self._waiters or self._timers or self._blocked or self._books is None
        undo = self._books is not None and self._books.acts
        try:
            first = self._inbox.get(timeout=_WAKE_S if busy or undo else _REST_S)
        except queue.Empty:
            return []
        out = [first]
        while len(out) < 500:
            try:
                out.append(self._inbox.get_nowait())
            except queue.Empty:
                break
        return out

    def _turn_away(self) -> None:
        """Nobody waits for a table that is closed."""
        closed = Unavailable("The table is closed.")
        self._waiters.refuse_all(closed)
        while True:
            try:
                order = self._inbox.get_nowait()
            except queue.Empty:
                return
            if isinstance(order, Press | Undo | Void | Call) and order.future.set_running_or_notify_cancel():
                order.future.set_exception(closed)

    # ------------------------------------------------------------------ beginning
    def _wake(self, book: Book) -> None:
        """Go on from the journal, or begin it, as far as what is needed is known."""
        if book.chain.seq == 0:
            self._begin(book)
        elif book.chain.open is None:
            self._go_on(book)
        elif self._setup.crew.keeper is None:
            self._key_lost = True
            self._go_on(book)
        else:
            self._asked_key = (book.chain.open.deal, monotonic() + self._setup.key_wait_s)

    def _begin(self, book: Book) -> None:
        heading = self._heading
        if heading is None:
            return
        try:
            books = open_books(read_heading(dict(heading)))
            book.append([Begun(heading, new_deal())])
        except BadRecord as e:
            self._trouble, self._heading = f"The heading is not accepted: {e.words}", None
        except JournalError as e:
            self._refused(e)
        else:
            self._trouble = None
            self._books = books
            self._open(books)

    def _go_on(self, book: Book) -> None:
        resumed = resume(book.readings(), self._setup.judge)
        self._books, self._envelope, self._lines = resumed.books, resumed.envelope, dict(resumed.lines)
        heard = book.chain.heard
        self._ears.durable = dict(heard)
        self._ears.intake = intake.resume(self._ears.intake, heard, resumed.books.t or 0.0, resumed.recent)
        self._open(resumed.books)

    def _open(self, books: Books) -> None:
        self._asked_key = None
        for voice in self._ears.voices.values():
            self._check_table(voice)
        self._ears.intake = replace(self._ears.intake, floor=books.docket.full.heading.options.floor)
        self._setup.clock.at_least(books.t or 0.0)
        stash, self._stash = self._stash, []
        for name, voice in self._ears.voices.items():
            if voice.hello is not None and not voice.deaf:
                self._ears.greeted(name, voice.hello)
        for order in stash:
            self._note(order.machine, order.message, books)

    # ------------------------------------------------------------------ orders
    def _obey(self, book: Book, order: Order) -> None:
        match order:
            case From(machine=name, message=message):
                self._heard(book, name, message)
            case Press() | Undo() | Void() if order.future.set_running_or_notify_cancel():
                self._act(order)
            case Call() if order.future.set_running_or_notify_cancel():
                self._call(book, order)
            case _:
                pass

    def _heard(self, book: Book, name: str, message: Message) -> None:
        match message:
            case ClockTold(t=t):
                self._setup.clock.at_least(t)
                self._ears.there(name)
            case Hello():
                self._greet(book, name, message)
            case Kept():
                self._unlock(book, message)
            case Gone():
                self._ears.lost(name, message)
            case Shown():
                self._shown = message
            case Observed() | Seen():
                if self._books is None:
                    self._stash.append(From(name, message))
                else:
                    self._note(name, message, self._books)

    def _note(self, name: str, message: Message, books: Books) -> None:
        now = self._setup.clock.now()
        if isinstance(message, Observed):
            self._ears.told(name, message, now, books.seating, books.line + 1)
        elif isinstance(message, Seen):
            self._ears.seen(name, message, now)

    def _greet(self, book: Book, name: str, hello: Hello) -> None:
        self._ears.greeted(name, hello)
        crew = self._setup.crew
        if name == crew.keeper:
            if self._asked_key is not None:
                crew.recall(self._asked_key[0])
            elif self._kept is not None:
                crew.keep(self._kept.deal, self._kept.key)
        if self._books is None and book.chain.seq == 0 and self._heading is None:
            self._heading = hello.heading
            self._begin(book)
        self._check_table(self._ears.voices[name])

    def _check_table(self, voice: Voice) -> None:
        """A machine that was set up for another game or other seats is not listened to."""
        hello = voice.hello
        if self._books is None or hello is None or hello.heading is None:
            return
        ours = dict(self._books.docket.full.heading.source)
        if any(hello.heading.get(key) != ours.get(key) for key in ("game", "laws", "seats")):
            name = next(n for n, v in self._ears.voices.items() if v is voice)
            self._ears.lost(name, Gone("the machine is set up for another table"))
            voice.deaf = True

    def _unlock(self, book: Book, kept: Kept) -> None:
        if self._asked_key is None or kept.deal != self._asked_key[0]:
            return
        if kept.key is None:
            self._key_lost = True
        else:
            try:
                book.unlock(kept.key)
                self._kept = Seal(kept.deal, kept.key)
            except WrongKey:
                self._key_lost = True
        self._go_on(book)

    def _call(self, book: Book, call: Call) -> None:
        try:
            call.do(book)
            self._names = tuple(book.names().items())
        except JournalError as e:
            call.future.set_exception(Unavailable("The journal cannot be written just now; nothing was changed."))
            _LOG.warning("names were not written: %s", e)
            return
        self._publish()
        call.future.set_result(None)

    # ------------------------------------------------------------------ acts of people
    def _act(self, order: Press | Undo | Void) -> None:
        try:
            books = self._ready()
            match order:
                case Press():
                    self._press(books, order)
                case Undo():
                    self._undo(books, order)
                case Void():
                    self._void(books, order)
        except (Refused, Unavailable) as e:
            order.future.set_exception(e)
        except Exception as e:  # noqa: BLE001 - a bug in an act must not end the record
            order.future.set_exception(Refused("That cannot be entered."))
            _LOG.exception("an act was not understood (%s)", type(e).__name__)

    def _ready(self) -> Books:
        if self._books is None or self._blocked:
            raise Unavailable(self._waiting_for() or "The table is not ready yet.")
        return self._books

    def _press(self, books: Books, press: Press) -> None:
        seat = acts.seat_of(press.role, books.seating)
        numbers = press.numbers or ("director" if books.looked and seat is None else "table")
        full = numbers == "director" and books.looked
        fact = acts.read(
            books.docket,
            press.role,
            press.fact,
            by=press.by,
            numbers="director" if full else "table",
            questions=books.asked_full if full else books.asked,
            line=books.line + 1,
            unjudged=books.unjudged,
        )
        self._local(fact, "director" if seat is None else "panel", press.future, seat)

    def _local(self, fact: Fact, source: Source | None, future: Future[Receipt] | None, seat: Seat | None) -> None:
        """Put an act of this host among what is told, with its own time."""
        now = self._setup.clock.now()
        self._number += 1
        observation = Observation(PAGES, self._number, math.floor(now * 1000) / 1000, fact, source)
        if future is not None:
            self._waiters.add(observation.name, future, seat)
        self._ears.intake = intake.tell(self._ears.intake, observation, now)

    def _undo(self, books: Books, undo: Undo) -> None:
        seat = undo.seat
        if seat not in books.seating.seats:
            raise Refused(f"There is no seat {seat} at this table.")
        mine = self._waiters.of_seat(seat)
        waiting = [o for o in intake.pending(self._ears.intake) if o.name in mine]
        if waiting:
            last = waiting[-1]
            if isinstance(last.fact, f.Retracted):
                raise Refused("It is being taken back already.")
            self._ears.intake = intake.drop(self._ears.intake, last.name)
            self._waiters.refuse(last.name, Refused("It was taken back before it was recorded."))
            undo.future.set_result(Receipt(last.t, telling.own(f.Retracted(0, seat, "undo"), books.seating)))
            return
        if seat not in undoable(books, self._setup.clock.now()):
            raise Refused("There is nothing that can still be taken back.")
        self._local(f.Retracted(books.acts[seat].line, seat, "undo"), "panel", undo.future, seat)

    def _void(self, books: Books, void: Void) -> None:
        hand = books.docket.full.hand
        if hand.void is not None or hand.phase == "closed":
            raise Refused("There is no deal that could be stopped.")
        matter = f.Matter(telling.VOID)
        self._local(f.Reported(void.by, telling.VOID), "director", None, None)
        self._local(f.Ruled(void.by, matter, "new_deal", void.why), "director", void.future, None)

    # ------------------------------------------------------------------ writing
    def _step(self, book: Book) -> None:
        if self._books is None:
            self._still_waiting(book)
        elif not self._blocked or monotonic() >= self._retry_at:
            self._write(book, self._books)
        self._ears.settle()
        self._publish()
        self._acknowledge()

    def _still_waiting(self, book: Book) -> None:
        if self._asked_key is not None:
            if monotonic() >= self._asked_key[1]:
                self._key_lost = True
                self._go_on(book)
        elif self._heading is not None and monotonic() >= self._retry_at:
            self._begin(book)

    def _write(self, book: Book, books: Books) -> None:
        """Everything that is ready, in one transaction."""
        readies = self._blocked
        if not readies:
            self._ears.intake, readies = intake.take(self._ears.intake, self._setup.clock.now())
        if not readies:
            return
        seals = self._seals()
        keeper, demo = self._keeper()
        sheet = Sheet(books, self._envelope, self._setup.judge, self._setup.release, keeper, seals, [], demo)
        if self._key_lost:
            sheet.reopen()
        lines = dict(self._lines)
        done: list[Posted] = []
        for ready in readies:
            posted = post(sheet, ready, lines)
            if posted.heard is not None and posted.line is None:
                lines[ready.observation.name] = posted.heard.entry.line
            done.append(posted)
        try:
            self._give_keys(sheet)
            if any(p.heard is not None for p in done):
                book.append(sheet.drafts)
                self._books, self._envelope = sheet.books, sheet.envelope
                self._kept = self._pool[sheet.used - 1] if sheet.used else self._kept
                del self._pool[: sheet.used]
                self._key_lost = False
        except Exception as e:  # noqa: BLE001 - whatever it was: nothing was written, and it is tried again
            self._refused(e)
            self._hold(readies)
            return
        self._blocked, self._trouble = (), None
        self._lines = dict(list(lines.items())[-256:])
        self._timers -= {p.ready.observation.t for p in done if p.ready.observation.channel == TIMER}
        self._ears.posted(p.ready for p in done)
        self._set_timers()
        self._publish()
        self._waiters.reply(done, books.seating)

    def _seals(self) -> Callable[[int, str | None], Seal]:
        """Keys of the hands that a sheet opens; the same ones when it has to be written again."""

        def seal(index: int, deal: str | None) -> Seal:
            while len(self._pool) <= index:
                self._pool.append(Seal(deal or new_deal(), new_key()))
            if deal is not None and self._pool[index].deal != deal:
                self._pool[index] = Seal(deal, new_key())
            return self._pool[index]

        return seal

    def _give_keys(self, sheet: Sheet) -> None:
        for seal in self._pool[: sheet.used]:
            self._setup.crew.keep(seal.deal, seal.key)

    def _keeper(self) -> tuple[str, bool]:
        """Who keeps the keys, and whether what he deals is not left to chance."""
        voice = self._ears.voices.get(self._setup.crew.keeper or "")
        return ("none", False) if voice is None or voice.hello is None else (voice.hello.machine, voice.hello.demo)

    def _refused(self, error: Exception) -> None:
        """The disk refused: nothing was written, and it is tried again."""
        self._trouble = "The record cannot be written just now."
        self._retry_at = monotonic() + _RETRY_S
        if isinstance(error, JournalError):
            _LOG.warning("the journal refused: %s", error)
        else:
            _LOG.error("the journal refused", exc_info=error)

    def _hold(self, readies: tuple[Ready, ...]) -> None:
        """Keep what cannot be told again in order; who pressed a button is told that nothing was recorded."""
        for ready in readies:
            nothing = Unavailable("The record cannot be written just now; nothing was recorded.")
            self._waiters.refuse(ready.observation.name, nothing)
        self._timers -= {r.observation.t for r in readies if r.observation.channel == TIMER}
        self._blocked = tuple(r for r in readies if r.observation.channel not in (PAGES, TIMER))

    def _set_timers(self) -> None:
        """A limit that a ruling has told is noted when it has run out."""
        if self._books is None:
            return
        now = self._setup.clock.now()
        for until in limits(self._books):
            if until not in self._timers:
                self._timers.add(until)
                self._number += 1
                ticked = Observation(TIMER, self._number, until, f.Ticked(), None)
                self._ears.intake = intake.tell(self._ears.intake, ticked, now)

    # ------------------------------------------------------------------ telling
    def _acknowledge(self) -> None:
        for name, acks in self._ears.owed():
            self._setup.crew.acknowledge(name, acks)

    def _waiting_for(self) -> str | None:
        if self._trouble is not None:
            return self._trouble
        if self._asked_key is not None:
            return "The machine is asked for the key of this hand."
        gone = next((v.gone for name, v in self._ears.voices.items() if name != SHOE and v.gone is not None), None)
        if gone is not None:
            return (
                f"{gone[:1].upper()}{gone[1:]}. Until that is mended, what happens is typed on the director's console."
            )
        if self._envelope.lost or self._key_lost:
            return "The cards of this hand are not known to the table any more; it goes on without them."
        return "No table has been set up yet." if self._books is None else None

    def _publish(self) -> None:
        now = self._setup.clock.now()
        waiting_for = self._waiting_for()
        journal = ("journal", "ready" if self._trouble is None else "cannot be written")
        states = self._ears.states(now)
        if self._shown is not None:
            states = tuple((name, self._shown.shoe.state if name == SHOE else how) for name, how in states)
        sources = (*states, journal)
        if self._envelope.lost or self._key_lost:
            sources = (*sources, ("hands", "unknown: the key of this hand was lost"))
        shoe = None if self._shown is None else self._shown.shoe
        ready = self._books is not None and self._trouble is None
        self._desk.health = (ready, waiting_for, sources, None if shoe is None else shoe.words)
        if self._books is None:
            return
        commitment = self._envelope.commitment
        room = Room(
            names=self._names,
            waiting_for=waiting_for,
            sources=sources,
            undo=undoable(self._books, now),
            commitment=None if commitment is None else code_of_commitment(commitment),
            demo=any(hello.demo for hello in self._ears.hellos()),
            seats_answer=self._setup.seats_answer,
            shoe=shoe,
            machine=None if self._shown is None else self._shown.desk,
        )
        self._desk.publish(Snapshot(self._books, room))
        self._look_on(self._books)

    def _look_on(self, books: Books) -> None:
        """Whoever deals must know where the table stands, before he is told what is durable."""
        onlooker, stood = self._setup.crew.onlooker, self._stood
        if onlooker is None or (stood is not None and stood[0] is books and stood[1] == self._envelope):
            return
        standing = standing_of(books, self._envelope)
        self._stood = (books, self._envelope, standing)
        if stood is None or stood[2] != standing:
            onlooker.look(standing)
