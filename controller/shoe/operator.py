"""The operator: what the driver knows of the machine over all sessions, and how its courses of action speak with it.

A *course* (``taking_in``, ``dealing``, ``reconciling``, ``session``) is a generator: it yields what it wants (a command
answered, the next thing that happens, the window's pictures) and is given it. It is dropped when the session ends, so
all that must outlive it stands here, written before the command that makes it true.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Final, TypeVar

from controller.rules.cards import Card
from controller.shoe import events, messages, orders
from controller.shoe import words as say
from controller.shoe.codes import FaultCode, InputCode, PlaceCode, ReasonCode, StateCode
from controller.shoe.errors import Declined, Halted, Stalled
from controller.shoe.plan import DESTS, Dest, tag_of
from controller.shoe.shuffle import Shuffler
from controller.shoe.window import Pair, Reading

STALL_S: Final = 15.0
"""How long a machine that accepted a command may be about it: longer than any of its own time limits."""
_BUSY_S: Final = 0.02
_BUSY_TIMES: Final = 50
STOPS: Final = frozenset(
    (StateCode.PAUSED, StateCode.JAMMED, StateCode.LID_OPEN, StateCode.FAULTED, StateCode.VOID, StateCode.BOOT)
)
"""States in which nothing goes on by itself."""
ABORTABLE: Final = frozenset((StateCode.INTAKE, StateCode.SHUFFLED, StateCode.DEALING, StateCode.PAUSED))
"""States from which ``ABORT`` leads to ``VOID``; in others the tag dies where the shoe is."""

_T = TypeVar("_T", bound="messages.Reply | messages.Event")


@dataclass(frozen=True, slots=True)
class Ask:
    """Send this command; its reply is given."""

    command: messages.Command


@dataclass(frozen=True, slots=True)
class Listen:
    """The next event or order is given, or :data:`OVERDUE` after ``limit`` seconds."""

    limit: float | None


@dataclass(frozen=True, slots=True)
class Watch:
    """The newest strobe's pictures are given, or :data:`OVERDUE` after ``limit`` seconds."""

    limit: float


@dataclass(frozen=True, slots=True)
class Read:
    """What these pictures show is given."""

    pair: Pair = field(repr=False)


@dataclass(frozen=True, slots=True)
class Rest:
    """Let so many seconds pass; what happens meanwhile is heard afterwards."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Overdue:
    """It did not come in time."""


OVERDUE: Final = Overdue()
Wish = Ask | Listen | Watch | Read | Rest
Item = messages.Event | orders.Order
Given = messages.Reply | Item | Pair | Reading | Overdue | None
Course = Generator[Wish, Given, _T]
Doings = Generator[Wish, Given, None]


@dataclass(frozen=True, slots=True)
class Pack:
    """The proved pack in the carousel, card by slot."""

    deal: str
    order: tuple[Card, ...] = field(repr=False)


@dataclass(slots=True)
class Running:
    """A deal that is not over.

    ``told``: cards told of; ``held``: a person paused it; ``tries``: how often it was taken up since a card fell.
    """

    deal: orders.Deal
    told: int = 0
    held: bool = False
    tries: int = 0

    @property
    def tag(self) -> int:
        """What the shoe knows it by."""
        return tag_of(self.deal.deal)

    @property
    def count(self) -> int:
        """Cards of the whole deal."""
        return len(self.deal.cards)


class Operator:
    """``forget``: drop pictures that were taken until now. ``floor``: least confidence of a reading that counts.

    While a course goes on that nobody ordered (``defers``) orders wait in ``deferred``; else they are refused.
    """

    def __init__(
        self,
        tell: Callable[[events.Event], None],
        *,
        shuffler: Shuffler,
        forget: Callable[[], None],
        counters: Callable[[], dict[str, int]],
        floor: float,
    ) -> None:
        self.tell = tell
        self.shuffler = shuffler
        self.forget = forget
        self.floor = floor
        self.state = StateCode.BOOT
        self.pockets: dict[Dest, bool] = {}
        self.loaded: bool | None = None
        self.reading: orders.Prepare | None = None
        self.pack: Pack | None = None
        self.running: Running | None = None
        self.condemned: int | None = None
        self.gathering = False
        self.dealt = 0
        self.interruption = ""
        self.defers = False
        self.deferred: deque[orders.Order] = deque()
        self.unwanted: orders.Void | None = None
        self._counters = counters
        self._fault: messages.Fault | None = None
        self._why = int(FaultCode.NONE)
        self._owed: list[orders.Keep | orders.Recall] = []
        self._hello: messages.HelloReply | None = None
        self._lost: str | None = None
        self._doing: events.Doing | None = None

    # ----------------------------------------------------------------- what the link says
    def linked(self, hello: messages.HelloReply) -> None:
        """A session stands."""
        self._hello = hello
        self._lost = None
        self._fault, self._why = None, int(FaultCode.NONE)
        self.tell(events.Linked(hello.firmware.hex(), hello.shoe_id, hello.boot_count))

    def lost(self, why: str) -> None:
        """There is no session; the same reason is told once."""
        if self._lost != why:
            self._lost = self.interruption = why
            self.tell(events.LinkLost(why))
        self.doing("link lost", why)

    def doing(self, state: events.State, words: str, done: int = 0, of: int = 0) -> None:
        """Tell it if it is new."""
        doing = events.Doing(state, done, of, words)
        if doing != self._doing:
            self._doing = doing
            self.tell(doing)

    def refuse(self, order: orders.Order, why: str) -> None:
        """An order that cannot be followed now."""
        self.tell(events.Refused(type(order).__name__, why))

    # ----------------------------------------------------------------- how courses speak with the shoe
    def ask(self, command: messages.Command, kind: type[_T]) -> Course[_T]:
        """The reply to a command. Raises :class:`~controller.shoe.errors.Declined`."""
        reply = yield Ask(command)
        if isinstance(reply, messages.Nak):
            words = say.name(ReasonCode, reply.reason)
            raise Declined(type(command).__name__, reply.reason, words, reply.detail)
        if not isinstance(reply, kind):
            raise TypeError(f"{type(command).__name__} was answered by {type(reply).__name__}")
        return reply

    def command(self, command: messages.Command) -> Doings:
        """A command that is only acknowledged. Given again for a while where the shoe is busy."""
        for _ in range(_BUSY_TIMES):
            try:
                yield from self.ask(command, messages.Ack)
            except Declined as e:
                if e.reason != ReasonCode.BUSY:
                    raise
                yield Rest(_BUSY_S)
            else:
                return
        yield from self.ask(command, messages.Ack)

    def listen(self, limit: float | None = STALL_S) -> Generator[Wish, Given, Item]:
        """The next event or order that is for the course; what is for everybody is seen to on the way.

        Raises :class:`~controller.shoe.errors.Stalled` when nothing came for ``limit`` seconds.
        """
        while True:
            given = yield Listen(limit)
            match given:
                case Overdue():
                    raise Stalled(f"nothing happened in the machine for {limit:.0f} seconds")
                case orders.Keep() | orders.Recall():
                    self._owed.append(given)
                    if self.state is not StateCode.DEALING:
                        yield from self.pay()
                case orders.Report():
                    yield from self._report()
                case orders.Clear():
                    yield from self._clear(given)
                case _ if isinstance(given, messages.Event):
                    self._observe(given)
                    return given
                case _ if isinstance(given, orders.Order):
                    return given
                case _:
                    raise TypeError(f"{type(given).__name__} is neither event nor order")

    def event(self, kind: type[_T], limit: float = STALL_S) -> Course[_T]:
        """The next event of this kind, on the way to which no order is followed.

        Raises :class:`~controller.shoe.errors.Halted` where the machine stops before.
        """
        while True:
            item = yield from self.listen(limit)
            if isinstance(item, kind):
                return item
            self.mind(item)

    def until(self, *states: StateCode) -> Doings:
        """Wait for one of these states. Raises :class:`~controller.shoe.errors.Halted` for another stop."""
        while True:
            item = yield from self.listen()
            if isinstance(item, messages.State) and item.state in states:
                return
            self.mind(item)

    def mind(self, item: Item) -> None:
        """What a course does with an item that is not for it.

        Raises :class:`~controller.shoe.errors.Halted` where the machine stopped, or a person wants it to.
        """
        if isinstance(item, messages.State):
            if item.state in STOPS:
                raise Halted(self.fault_words(), self.fault_place())
        elif isinstance(item, (orders.Void, orders.Pause)):
            if self.note(item):
                raise Halted(item.why if isinstance(item, orders.Void) else "a person paused the deal", "host")
        elif isinstance(item, orders.Order) and self.defers:
            self.deferred.append(item)
        elif isinstance(item, orders.Order):
            self.refuse(item, "the shoe is busy")

    def note(self, order: orders.Void | orders.Pause) -> bool:
        """Write such a wish down, whether there is a session or not; whether it concerns what is going on."""
        running, void = self.running, isinstance(order, orders.Void)
        if isinstance(order, orders.Void):
            mine = order.deal in {given.deal for given in (self.reading, self.pack) if given is not None}
            mine = mine or (running is not None and running.deal.deal == order.deal)
            self.unwanted = order if mine else self.unwanted
        else:
            mine = running is not None
            if running is not None:
                running.held = True
        if not mine:
            self.refuse(order, "it is not the deal that is going on" if void else "no deal is going on")
        return mine

    def wait(self, seconds: float) -> Doings:
        """Let time pass, minding one item at most. Raises what :meth:`mind` raises."""
        with contextlib.suppress(Stalled):
            self.mind((yield from self.listen(seconds)))

    def kill(self, tag: int) -> Doings:
        """Let the shoe log that this tag is dead, if it can still be dealt."""
        status = yield from self.status()
        if status.state == StateCode.LOADING:
            yield from self.until(StateCode.INTAKE)
        elif status.dead or status.tag != tag or status.state in (StateCode.IDLE, StateCode.VOID, StateCode.DEALT):
            return
        yield from self.command(messages.Abort(tag))
        if self.state in ABORTABLE:
            yield from self.until(StateCode.VOID)

    def condemn(self, tag: int) -> None:
        """What the carousel holds is to be gathered, and not to be dealt any more."""
        self.condemned, self.reading, self.pack, self.running, self.unwanted = tag, None, None, None, None

    def read(self, limit: float) -> Generator[Wish, Given, Reading | None]:
        """What the card in the window is, ``None`` where the camera gave no pictures."""
        pair = yield Watch(limit)
        if not isinstance(pair, tuple):
            return None
        reading = yield Read(pair)
        if not isinstance(reading, Reading):
            raise TypeError(f"pictures were read as {type(reading).__name__}")
        return reading

    def look(self) -> Course[messages.Sensors]:
        """The sensors as they are now; hopper and pockets are told where they changed."""
        sensors = yield from self.ask(messages.Look(), messages.Sensors)
        self._hopper(bool(sensors.inputs & 1 << InputCode.HOPPER))
        for n, pocket in enumerate(DESTS):
            self._pocket(pocket, bool(sensors.holds & 1 << n))
        return sensors

    def status(self) -> Course[messages.Status]:
        """Where the shoe is; a fault that stands is told."""
        status = yield from self.ask(messages.GetStatus(), messages.Status)
        self.state = StateCode(status.state)
        if status.fault and self.state in STOPS and (self._fault is None or self._fault.fault != status.fault):
            self._faulted(messages.Fault(0, status.fault, status.fault_code, status.place, status.card_no))
        elif not status.fault:
            self._fault = None
        return status

    def audit(self) -> Generator[Wish, Given, tuple[messages.Sensors, messages.Audited]]:
        """The sensors when the shoe has come to rest, and then a scan of the whole carousel.

        A host before this one may have had it scan too, or drive a card: of that nothing is taken for an answer.
        """
        for _ in range(_BUSY_TIMES):
            clock = yield from self.ask(messages.GetClock(), messages.Clock)
            sensors = yield from self.look()
            try:
                yield from self.ask(messages.Audit(), messages.Ack)
            except Declined as e:
                if e.reason != ReasonCode.BUSY:
                    raise
                yield Rest(_BUSY_S)
                continue
            while True:
                audited = yield from self.event(messages.Audited)
                if audited.us - clock.us & 0xFFFFFFFF < 1 << 31:
                    return sensors, audited
        raise Stalled("the machine does not come to rest")

    def pay(self) -> Doings:
        """Follow the orders about keys that are not answered yet. While the shoe is busy dealing they stay owed."""
        while self._owed:
            order = self._owed[0]
            try:
                answer = yield from self._answer(order)
            except Declined as e:
                if e.reason == ReasonCode.BUSY:
                    return
                answer = events.Refused(type(order).__name__, str(e))
            del self._owed[0]
            self.tell(answer)

    # ----------------------------------------------------------------- faults, in words
    def fault_words(self) -> str:
        """What is wrong, as a sentence."""
        return say.fault(self._fault.fault_code if self._fault is not None else self._why)

    def fault_place(self) -> str:
        """Where."""
        return say.name(PlaceCode, self._fault.place) if self._fault is not None else "nowhere"

    @property
    def waits_for_a_hand(self) -> bool:
        """Whether the machine told that a pocket is not free, for which it waits as long as it takes."""
        return self._fault is not None and self._fault.fault_code == FaultCode.POCKET_FULL

    def hand_gone(self) -> Doings:
        """It goes on: what it had told of stands no more."""
        fault = self._fault
        if fault is not None and self.waits_for_a_hand:
            self._fault = None
            with contextlib.suppress(Declined):  # a steward was quicker
                yield from self.command(messages.ClearFault(fault.fault))

    # ----------------------------------------------------------------- inside
    def _answer(self, order: orders.Keep | orders.Recall) -> Generator[Wish, Given, events.Event]:
        deal = bytes.fromhex(order.deal)
        if isinstance(order, orders.Recall):
            return events.Returned(order.deal, (yield from self._key(deal)))
        yield from self.command(messages.KeepKey(deal, order.key))
        return events.Kept(order.deal)

    def _key(self, deal: bytes) -> Generator[Wish, Given, bytes | None]:
        try:
            reply = yield from self.ask(messages.GetKey(deal), messages.Key)
        except Declined as e:
            if e.reason != ReasonCode.NO_KEY:
                raise
            return None
        return reply.key

    def _clear(self, order: orders.Clear) -> Doings:
        try:
            yield from self.command(messages.ClearFault(order.fault))
        except Declined as e:
            self.refuse(order, str(e))
            return
        yield from self.status()

    def _report(self) -> Doings:
        status = yield from self.status()
        counted = yield from self.ask(messages.GetCounters(), messages.Counters)
        hello = self._hello
        self.tell(
            events.Reported(
                firmware=hello.firmware.hex() if hello is not None else "",
                boot_count=hello.boot_count if hello is not None else 0,
                state=say.name(StateCode, status.state),
                fault=status.fault,
                shoe={name: getattr(counted, name) for name in counted.__slots__},
                host=self._counters(),
            )
        )

    def _observe(self, event: messages.Event) -> None:
        match event:
            case messages.State():
                self.state = StateCode(event.state)
                self._why = event.why
                if self.state not in STOPS:
                    self._fault = None
            case messages.Fault():
                self._faulted(event)
            case messages.Hopper():
                self._hopper(bool(event.loaded))
            case messages.Pocket() if event.pocket < len(DESTS):
                self._pocket(DESTS[event.pocket], bool(event.holds))
            case messages.Button(down=1):
                self.tell(events.Pressed(event.button))
            case _:
                pass

    def _faulted(self, fault: messages.Fault) -> None:
        self._fault = fault
        self.tell(events.Faulted(fault.fault, self.fault_place(), self.fault_words()))

    def _hopper(self, loaded: bool) -> None:
        if loaded != self.loaded:
            self.loaded = loaded
            self.tell(events.Hopper(loaded))

    def _pocket(self, pocket: Dest, holds: bool) -> None:
        if self.pockets.get(pocket) != holds:
            self.pockets[pocket] = holds
            self.tell(events.Pocket(pocket, holds))
