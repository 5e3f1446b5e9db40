"""The shoe at the table: from what it tells to facts, from what is durable to its orders.

:class:`Dealing` is a machine of the table (source ``shoe``) over a :class:`~controller.table.ports.Shoe`. What follows
from what is decided in :mod:`controller.table.packs`, which is pure; here is its thread. Everything comes to it through
one queue: the shoe's events, presses, how the table stands, what is durable.

    dealing = Dealing(SerialShoe(…), clock)
    table = Table(open_book, clock, dealing=dealing, heading=heading)
    table.start()
    table.deal("N")              # North presses: he is the dealer of record if the pack is cut to him
    table.cut("W", 21)           # the pone; returns when the order is durable, and the shoe deals
"""

from __future__ import annotations

import logging
import math
import queue
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Final
from uuid import uuid4

from controller.journal.keys import new_deal
from controller.rules.facts import Source
from controller.rules.seats import Seat
from controller.shoe import events, orders
from controller.shoe.plan import tag_of
from controller.table import pack_state as say
from controller.table import packs
from controller.table.errors import Refused, Unavailable
from controller.table.messages import Hello, Message, Seen, Shown
from controller.table.orders import Receipt
from controller.table.pack_state import Person, Said, State, Step
from controller.table.pack_views import desk_view, shoe_view
from controller.table.packs import SOURCE
from controller.table.ports import Clock, Shoe
from controller.table.standing import Standing

_LOG: Final = logging.getLogger(__name__)
TICK_S: Final = 0.25
CUT_WAIT_S: Final = 60.0


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a person pressed, and who waits for the answer."""

    said: Person
    future: Future[Receipt] = field(default_factory=Future[Receipt])


@dataclass(frozen=True, slots=True)
class _Stop:
    """The end."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    """An answer that holds when message ``after`` is durable."""

    after: int
    receipt: Receipt
    future: Future[Receipt]


class Dealing:
    """The dealing shoe as a machine of the table. Every method may be called from any thread, none blocks.

    ``clock``: the table's; ``cut_wait_s``: the club's time for the cut, after which the pone is asked for it;
    ``demo``: what it deals is not left to chance. Presses give futures, which raise
    :class:`~controller.table.errors.Refused` with one sentence, or :class:`~controller.table.errors.Unavailable`.
    """

    def __init__(
        self,
        shoe: Shoe,
        clock: Clock,
        *,
        cut_wait_s: float = CUT_WAIT_S,
        demo: bool = False,
        ids: Callable[[], str] = new_deal,
    ) -> None:
        self._shoe = shoe
        self._clock = clock
        self._demo = demo
        self._ids = ids
        self._run = uuid4().hex
        self._inbox: queue.SimpleQueue[Said | _Asked | _Stop] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._serve, name="pone-dealing", daemon=True)
        self._ended = threading.Event()
        # All below belongs to the thread.
        self._hear: Callable[[Message], None] = _nobody
        self._state = State(cut_wait_s=cut_wait_s)
        self._shown: Shown | None = None
        self._waiting: list[_Waiting] = []
        self._before = ""

    # ------------------------------------------------------------------ as a machine of the table
    def start(self, hear: Callable[[Message], None]) -> None:
        """Begin: the shoe is looked for, and ``hear`` is told what happens, from a thread of its own."""
        self._hear = hear
        self._greet()
        # The shoe's facts have the time at which they are heard: nobody need wait for it to tell earlier ones.
        hear(Seen({SOURCE: math.inf}))
        self._show()
        self._thread.start()
        self._shoe.start(self._inbox.put)

    def acknowledge(self, seqs: Mapping[str, int]) -> None:
        """Up to this number everything told is durable."""
        if SOURCE in seqs:
            self._inbox.put(say.Acknowledged(seqs[SOURCE]))

    def keep(self, deal: str, key: bytes) -> None:
        """Let the shoe keep the key of this deal."""
        self._inbox.put(orders.Keep(deal, key))

    def recall(self, deal: str) -> None:
        """Ask the shoe for the key of this deal, as soon as it can be reached."""
        self._inbox.put(orders.Recall(deal))

    def stop(self) -> None:
        """Let go of the shoe, which finishes the card in its path and pauses; join the thread."""
        self._shoe.stop()
        self._inbox.put(_Stop())
        if self._thread.is_alive():
            self._thread.join()
        self._turn_away()

    def look(self, standing: Standing) -> None:
        """The table stands so, durably."""
        self._inbox.put(say.Stood(standing))

    # ------------------------------------------------------------------ people
    def press(self, seat: Seat) -> Future[Receipt]:
        """The button *deal* of this seat: whoever pressed last before the cut is the dealer of record."""
        return self._ask(say.Deals(seat))

    def cut(self, seat: Seat, number: int, source: Source = "panel") -> Future[Receipt]:
        """The pone lifts so many cards. Done when cut and order are durable."""
        return self._ask(say.Cuts(seat, number, source))

    def deal_uncut(self, by: str) -> Future[Receipt]:
        """The director has the pack dealt as it is. Done when that is durable."""
        return self._ask(say.DealsUncut(by))

    def clear(self, by: str, fault: int) -> Future[Receipt]:
        """The cause of the fault of this number is removed."""
        _LOG.info("fault %d of the shoe cleared by %s", fault, by)
        return self._ask(say.Clears(fault))

    def pause(self, by: str) -> Future[Receipt]:
        """The shoe stops after the card in its path."""
        _LOG.info("the shoe paused by %s", by)
        return self._ask(say.Pauses())

    def resume(self, by: str) -> Future[Receipt]:
        """The shoe goes on."""
        _LOG.info("the shoe resumed by %s", by)
        return self._ask(say.GoesOn())

    def report(self) -> Future[Receipt]:
        """Ask for the shoe's counters."""
        return self._ask(say.Asks())

    # ------------------------------------------------------------------ the thread
    def _ask(self, said: Person) -> Future[Receipt]:
        asked = _Asked(said)
        self._inbox.put(asked)
        if self._ended.is_set():
            self._turn_away()
        return asked.future

    def _serve(self) -> None:
        try:
            while True:
                try:
                    said = self._inbox.get(timeout=TICK_S)
                except queue.Empty:
                    said = say.Ticked()
                if isinstance(said, _Stop):
                    return
                self._guarded(said)
        finally:
            self._ended.set()

    def _guarded(self, said: Said | _Asked) -> None:
        """A bug in one answer must not end the evening."""
        try:
            if isinstance(said, _Asked):
                self._answer(said)
            else:
                self._follow(said)
                if isinstance(said, say.Acknowledged):
                    self._durable(said.seq)
        except Exception as e:  # noqa: BLE001 - see above
            # Not the traceback: its frames' words may hold cards.
            _LOG.critical("the dealing met what should not happen (%s), and goes on", type(e).__name__)

    def _answer(self, asked: _Asked) -> None:
        if not asked.future.set_running_or_notify_cancel():
            return
        try:
            step = self._follow(asked.said)
        except Refused as e:
            asked.future.set_exception(e)
            return
        except Exception:
            asked.future.set_exception(Unavailable("The shoe did not understand that; nothing was recorded."))
            raise
        waiting = _Waiting(step.after, Receipt(self._clock.now(), step.text), asked.future)
        self._waiting.append(waiting)
        self._durable(self._state.acked)

    def _durable(self, acked: int) -> None:
        done = [w for w in self._waiting if w.after <= acked]
        self._waiting = [w for w in self._waiting if w.after > acked]
        for waiting in done:
            waiting.future.set_result(waiting.receipt)

    def _follow(self, said: Said) -> Step:
        step = packs.step(self._state, said, self._clock.now(), self._fresh())
        linked = step.state.linked is not self._state.linked
        self._state = step.state
        if linked:
            self._greet()
        for message in step.told:
            self._hear(message)
        self._show()
        for order in step.orders:
            self._shoe.order(order)
        return step

    def _fresh(self) -> str:
        """An id whose tag is not that of the last deal: the shoe tells deals apart by their tags."""
        used = self._state.intake or (self._state.course.deal if self._state.course is not None else self._before)
        self._before = used or self._before
        while True:
            fresh = self._ids()
            if not self._before or tag_of(fresh) != tag_of(self._before):
                return fresh

    def _greet(self) -> None:
        linked: events.Linked | None = self._state.linked
        name = "shoe" if linked is None else f"shoe {linked.shoe}, firmware {linked.firmware}"
        self._hear(Hello(name, None, self._run, self._demo))

    def _show(self) -> None:
        shown = Shown(shoe_view(self._state), desk_view(self._state))
        if shown != self._shown:
            self._shown = shown
            self._hear(shown)

    def _turn_away(self) -> None:
        """Nobody waits for a table that is closed."""
        waiting, self._waiting = self._waiting, []
        futures = [w.future for w in waiting]
        while True:
            try:
                left = self._inbox.get_nowait()
            except queue.Empty:
                break
            if isinstance(left, _Asked) and left.future.set_running_or_notify_cancel():
                futures.append(left.future)
        for future in futures:
            future.set_exception(Unavailable("The table is closed."))


def _nobody(_: Message) -> None:
    """Before it is started nobody hears."""
