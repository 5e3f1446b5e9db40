"""A shoe in pure Python that speaks the protocol, in a time that is a number: no port, no thread, no wall.

Its link half keeps sessions, numbers and resends as PROTOCOL.md says; its machine moves cards by the same lengths as
the simulated machine, in steps of a millisecond, so that the power can be cut anywhere.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from controller.shoe import messages
from controller.shoe.codes import (
    TABLE_HASH,
    VERSION,
    FaultCode,
    InputCode,
    LogKindCode,
    PlaceCode,
    ReasonCode,
    SensorCode,
    StateCode,
)
from controller.shoe.packets import DELIMITER, Packet, Unpacker, crc16, encode
from controller.shoe.plan import DESTS, Dest
from tests.shoe.fake_store import Store
from tests.shoe.fake_window import FakeWindow, Lying

TICK_S: Final = 0.001
PITCH_MS: Final = 80
EJECT_MS: Final = 40
COMMIT_MS: Final = 26
FALLEN_MS: Final = 105
LOOK_MS: Final = 700
FIRMWARE: Final = bytes(range(8))


@dataclass(slots=True)
class Moving:
    """A card between slot and pocket: milliseconds from the ejector's rest (negative) past the nip (0)."""

    number: int
    card: str
    slot: int
    dest: int
    lead: int = -EJECT_MS
    logged_in: int | None = None


class FakeShoe:
    """The far end. ``hear`` bytes, ``run`` to a time, ``say`` bytes. ``executed``: the commands that it followed."""

    def __init__(self, hopper: Iterable[Lying] = ()) -> None:
        self.now = 0.0
        self.window = FakeWindow()
        self.store = Store()
        self.hopper = list(hopper)
        self.slots: dict[int, str] = {}
        self.pockets: dict[Dest, list[str]] = {dest: [] for dest in DESTS}
        self.path: list[Moving] = []
        self.hands: set[Dest] = set()
        self.executed: list[messages.Command] = []
        self.told: list[messages.Event] = []
        self.table_hash = TABLE_HASH
        self.powered = True
        self._out = bytearray()
        self._ids = itertools.count()
        self._agenda: list[tuple[float, int, Callable[[], None]]] = []
        self._boot(cause=1)

    # ------------------------------------------------------------------ power
    def cut(self, seconds: float = 0.1) -> None:
        """The power goes: everything stands still; a log entry that is being written is torn."""
        self.powered = False
        self._agenda.clear()
        writing = [card for card in self.path if card.logged_in is not None]
        self.store.torn = bool(writing)
        for card in self.path[:]:
            card.logged_in = None
            if card.lead < 0:
                self.path.remove(card)
                self.slots[card.slot] = card.card
        heapq.heappush(self._agenda, (self.now + seconds, next(self._ids), lambda: self._boot(cause=4)))

    def _boot(self, cause: int) -> None:
        self.powered = True
        self.store.boots += 1
        self._cause = cause
        self._unpacker = Unpacker()
        self._session: int | None = None
        self._told_at = self.now - 1.0
        self._out += DELIMITER
        self._forget_session()
        self._faults = 0
        self.fault = messages.Fault(0, 0, 0, 0, 0)
        self.plan: dict[int, tuple[int, int]] = {}
        self.count = self.credit = self.card_no = 0
        self.finishing: int | None = None
        self.scanned = False
        self.mouths_before = 0
        self.at_window: Lying | None = None
        self.in_window = 0
        self.driving = False
        self.since_eject = PITCH_MS
        self._tale()
        self.state = StateCode.IDLE
        if self.tagged and not self.whole and not self.dead:
            self._kill(FaultCode.RESET)
        if self.tagged:
            self._enter(StateCode.VOID if self.dead else StateCode.PAUSED, FaultCode.RESET)

    def _tale(self) -> None:
        """What the log tells."""
        self.tag, self.committed, self.last_dest = 0, 0, 255
        self.tagged = self.whole = self.dead = False
        stored = 0
        for kind, a, b, tag in self.store.log:
            match kind:
                case LogKindCode.INTAKE_BEGUN:
                    self.tag, self.committed, self.tagged = tag, 0, True
                    self.whole = self.dead = False
                    stored = 0
                case LogKindCode.STORED:
                    stored += 1
                case LogKindCode.PACK_IN:
                    self.whole = True
                case LogKindCode.DEAL_BEGUN:
                    self.count = a
                case LogKindCode.DEALT:
                    self.committed, self.last_dest = a, b
                    self.tagged = a < stored
                case LogKindCode.TAG_DEAD:
                    self.dead = True
                case LogKindCode.EJECTED:
                    self.tagged = self.dead = False
                case _:
                    pass
        self.stored = stored

    # ------------------------------------------------------------------ link
    def _forget_session(self) -> None:
        self._last, self._reply = 0, b""
        self._events: list[tuple[messages.Event, int, float, float]] = []
        self._number = 0

    def hear(self, data: bytes) -> None:
        """Bytes of the host."""
        if not self.powered:
            return
        for packet in self._unpacker.feed(data):
            if not packet.from_shoe:
                self._heard_at = self.now
                self._packet(packet)

    def _packet(self, packet: Packet) -> None:
        message = messages.decode(packet.type, packet.payload)
        if isinstance(message, messages.Hello):
            self._greet(message)
            return
        if self._session is None:
            if packet.seq:
                self._send(messages.Nak(packet.seq, ReasonCode.NO_SESSION, 0), ack=packet.seq)
            return
        if self._events and self._events[0][1] == packet.ack and self._events[0][2] >= 0:
            del self._events[0]
        if packet.seq == 0:
            return
        if packet.seq == self._last:
            self._out += self._reply
        elif packet.seq == self._last % 255 + 1:
            self._last = packet.seq
            before = len(self._out)
            self._execute(message, packet.seq)
            self._reply = bytes(self._out[before:])

    def _greet(self, hello: messages.Hello) -> None:
        if hello.table_hash != self.table_hash:
            self._send(messages.Nak(0, ReasonCode.BAD_TABLE, 0))
            return
        if hello.session != self._session:
            if self.state is StateCode.DEALING:
                self.finishing = FaultCode.LINK_LOST
            self._session = hello.session
            self._forget_session()
        self._send(
            messages.HelloReply(
                hello.session, VERSION, self.table_hash, FIRMWARE, 7, self.store.boots & 0xFFFF, self._cause
            )
        )

    def _send(self, message: messages.Message, seq: int = 0, ack: int = 0) -> None:
        self._told_at = self.now
        self._out += encode(Packet(True, seq, ack, messages.code_of(message), messages.encode(message)))

    def _tell(self, event: messages.Event) -> None:
        self.told.append(event)
        self._number = self._number % 255 + 1
        self._events.append((event, self._number, -1.0, 0.05))

    def say(self) -> bytes:
        """Bytes for the host."""
        if self.powered:
            if self._session is not None and self._events:
                event, number, sent, wait = self._events[0]
                if sent < 0 or self.now - sent >= wait:
                    self._send(event, seq=number)
                    self._events[0] = (event, number, self.now, wait if sent < 0 else min(2 * wait, 0.2))
            if self._session is None and self.now - self._told_at >= 0.2:
                self._send(messages.Boot(self._us(), self._cause, self.store.boots & 0xFFFF))
            elif self._session is not None and self.now - self._told_at >= 0.1:
                self._send(messages.ShoeBeat(self._us(), self.state))
        said = bytes(self._out)
        self._out.clear()
        return said

    def _us(self) -> int:
        return round(self.now * 1e6) & 0xFFFFFFFF

    # ------------------------------------------------------------------ commands
    def _execute(self, command: messages.Message, seq: int) -> None:
        assert isinstance(command, messages.Command)
        answer = self._follow(command)
        if isinstance(answer, int):
            self._send(messages.Nak(seq, answer, 0), ack=seq)
            return
        self.executed.append(command)
        self._send(messages.Ack(seq) if answer is None else answer, ack=seq)

    def _follow(self, command: messages.Command) -> messages.Reply | int | None:  # noqa: C901 - one arm a command
        match command:
            case messages.Lock():
                return None
            case messages.BeginIntake(tag, _):
                if self.state is not StateCode.IDLE or self.slots:
                    return ReasonCode.BAD_STATE
                self._log(LogKindCode.INTAKE_BEGUN, 0, 0, tag)
                self._tale()
                self.card_no = 0
                self._enter(StateCode.LOADING)
                self._after(900, lambda: self._enter(StateCode.INTAKE))
            case messages.Pick(_, number, slot):
                if self.state is not StateCode.INTAKE or number != self.card_no + 1:
                    return ReasonCode.BAD_CARD
                if not self.hopper:
                    return ReasonCode.EMPTY
                self.card_no = number
                self._after(200, lambda: self._to_window(number, slot))
            case messages.Reread(_, number):
                if number != self.in_window:
                    return ReasonCode.BAD_CARD
                self._after(100, lambda: self._strobe(False))
            case messages.Store(_, number):
                return self._leave(number, reject=False)
            case messages.Reject(_, number):
                return self._leave(number, reject=True)
            case messages.EndIntake(tag):
                self._log(LogKindCode.PACK_IN, self.stored, 0, tag)
                self._tale()
                self._after(30, lambda: self._enter(StateCode.SHUFFLED))
            case messages.Audit():
                if self.state in (StateCode.DEALING, StateCode.LOADING, StateCode.INTAKE):
                    return ReasonCode.BAD_STATE
                self._scan()
            case messages.Plan(_, first, steps):
                for n in range(len(steps) // 2):
                    self.plan[first + n] = (steps[2 * n], steps[2 * n + 1])
            case messages.BeginDeal():
                return self._begin_deal(command)
            case messages.Credit(_, upto):
                self.credit = max(self.credit, upto)
            case messages.Pause():
                if self.state is not StateCode.DEALING:
                    return ReasonCode.BAD_STATE
                self.finishing = 0
            case messages.Abort():
                if not self.tagged:
                    return ReasonCode.BAD_TAG
                self.finishing = None
                self._kill(0)
                self._after(10, lambda: self._enter(StateCode.VOID))
            case messages.Drive(_, number, dest):
                return self._drive(number, dest)
            case messages.Settle():
                self._after(40, self._settled)
            case messages.EjectAll(dest):
                if self.state not in (StateCode.IDLE, StateCode.VOID):
                    return ReasonCode.BAD_STATE
                self._after(100, lambda: self._gathered(dest))
            case messages.ClearFault(fault):
                if fault != self.fault.fault:
                    return ReasonCode.BAD_VALUE
                self.fault = messages.Fault(0, 0, 0, 0, 0)
                after = StateCode.VOID if self.dead else StateCode.PAUSED
                self._enter(after if self.tagged else StateCode.IDLE)
            case messages.KeepKey(deal, key):
                self.store.key = (deal, key)
            case messages.GetKey(deal):
                if self.store.key is None or self.store.key[0] != deal:
                    return ReasonCode.NO_KEY
                return messages.Key(self.store.key[1])
            case messages.Look():
                return self._sensors()
            case messages.GetStatus():
                return self._status()
            case messages.GetClock():
                return messages.Clock(self._us(), 0)
            case messages.GetLog(after):
                return self._log_after(after)
            case messages.GetCounters():
                return messages.Counters(*range(12))
            case _:
                return ReasonCode.UNKNOWN
        return None

    def _status(self) -> messages.Status:
        fault = self.fault
        return messages.Status(
            self.state, self.tag, self.card_no, self.count, self.committed, self.credit, fault.fault, fault.fault_code,
            fault.place, int(self.dead), int(self.scanned),
        )  # fmt: skip

    def _log(self, kind: int, a: int, b: int, tag: int) -> None:
        self.store.log.append((kind, a, b, tag))

    def _log_after(self, after: int) -> messages.Log:
        first = 0 if after >= len(self.store.log) + 1 else after
        entries = b""
        for number, (kind, a, b, tag) in list(enumerate(self.store.log, 1))[first : first + 6]:
            entries += number.to_bytes(2, "little") + bytes((kind, a, b)) + tag.to_bytes(2, "little") + b"\0"
        return messages.Log(entries)

    # ------------------------------------------------------------------ states
    def _enter(self, state: StateCode, why: int = 0) -> None:
        self.state, self.scanned = state, False
        self._tell(messages.State(self._us(), state, why, self.card_no))

    def fail(self, code: FaultCode, state: StateCode, place: PlaceCode = PlaceCode.NOWHERE) -> None:
        """Something is wrong; with VOID the tag is dead."""
        self._agenda.clear()
        for card in self.path[:]:
            if card.lead < 0:
                self.path.remove(card)
                self.slots[card.slot] = card.card
        self.finishing = None
        self._faults += 1
        self.fault = messages.Fault(self._us(), self._faults, code, place, self.card_no)
        self._tell(self.fault)
        if state is StateCode.VOID or (code == FaultCode.LID and self.tagged):
            self._kill(code)
        self._enter(state, code)

    def _kill(self, why: int) -> None:
        if self.tagged and not self.dead:
            self.dead = True
            self._log(LogKindCode.TAG_DEAD, why, 0, self.tag)

    # ------------------------------------------------------------------ intake
    def _to_window(self, number: int, slot: int) -> None:
        self.at_window, self.in_window = self.hopper.pop(0), number
        self._slot = slot
        if not self.hopper:
            self._tell(messages.Hopper(self._us(), 0))
        self._strobe(self.at_window.stuck)

    def _strobe(self, double: bool) -> None:
        assert self.at_window is not None
        self.window.strobe(self.at_window)
        self._tell(messages.AtWindow(self._us(), self.tag, self.in_window, 630, int(double), 1))

    def _leave(self, number: int, *, reject: bool) -> int | None:
        card = self.at_window
        if card is None or number != self.in_window:
            return ReasonCode.BAD_CARD
        self.at_window, self.in_window, slot = None, 0, self._slot
        if reject:
            self.pockets["reject"].append(card.face)
            if card.stuck:
                self.pockets["reject"].append(self.hopper.pop(0).face)
            self._after(150, lambda: self._tell(messages.Rejected(self._us(), self.tag, number)))
        else:
            self._after(150, lambda: self._stored(number, slot, card.face))
        return None

    def _stored(self, number: int, slot: int, face: str) -> None:
        self.slots[slot] = face
        self.stored += 1
        self._log(LogKindCode.STORED, number, slot, self.tag)
        self._tell(messages.Stored(self._us(), self.tag, number, slot))

    # ------------------------------------------------------------------ deal
    def _begin_deal(self, command: messages.BeginDeal) -> int | None:
        pairs = b"".join(bytes(self.plan.get(n, (0, 0))) for n in range(1, command.count + 1))
        if self.state not in (StateCode.SHUFFLED, StateCode.PAUSED):
            return ReasonCode.BAD_STATE
        if self.dead:
            return ReasonCode.DEAD_TAG
        if command.tag != self.tag:
            return ReasonCode.BAD_TAG
        if command.crc != crc16(pairs):
            return ReasonCode.NO_PLAN
        if command.next_no != self.committed + 1:
            return ReasonCode.BAD_CARD
        if self.state is StateCode.PAUSED and not self.scanned:
            return ReasonCode.NOT_SCANNED
        self.count, self.credit, self.card_no = command.count, command.next_no - 1, command.next_no - 1
        self.finishing = None
        self._log(LogKindCode.DEAL_BEGUN, command.count, command.next_no, self.tag)
        self._enter(StateCode.DEALING)
        return None

    def _move(self) -> None:
        """One millisecond of a deal or a drive."""
        dealing = self.state is StateCode.DEALING
        if not dealing and not self.driving:
            return
        self.since_eject += 1
        nextup = self.card_no + 1
        if (
            dealing
            and self.finishing is None
            and nextup <= min(self.count, self.credit, self.committed + 2)
            and self.since_eject >= PITCH_MS
            and not (self._mouths() & ~sum(1 << c.dest for c in self.path))
        ):
            slot, dest = self.plan[nextup]
            if slot not in self.slots:
                self.fail(FaultCode.SLOT_LIGHT, StateCode.PAUSED, PlaceCode.CAROUSEL)
                return
            self.path.append(Moving(nextup, self.slots[slot], slot, dest))
            self.card_no, self.since_eject = nextup, 0
        for card in self.path[:]:
            self._advance(card)
        if dealing and not self.path:
            if self.committed >= self.count:
                self._enter(StateCode.DEALT)
                self.tagged = False
                self._enter(StateCode.IDLE)
            elif self.finishing is not None:
                why, self.finishing = self.finishing, None
                self._enter(StateCode.PAUSED, why)

    def _advance(self, card: Moving) -> None:
        card.lead += 1
        if card.lead == 2:
            self.slots.pop(card.slot, None)
        if card.lead == 70 or (self.driving and card.lead > 70 and card.logged_in is None):
            card.logged_in = COMMIT_MS
        if card.logged_in is not None:
            card.logged_in -= 1
            if card.logged_in <= 0 and card.number > self.committed:
                self._commit(card)
        if card.lead >= FALLEN_MS and card.number <= self.committed:
            self._fall(card)

    def _fall(self, card: Moving) -> None:
        pocket = self.pockets[DESTS[card.dest]]
        pocket.append(card.card)
        self.path.remove(card)
        if len(pocket) == 1:
            self._tell(messages.Pocket(self._us(), card.dest, 1))

    def _commit(self, card: Moving) -> None:
        self.committed, self.last_dest = card.number, card.dest
        self.store.torn = False
        self._log(LogKindCode.DEALT, card.number, card.dest, self.tag)
        self._tell(messages.Dealt(self._us(), self.tag, card.number, card.dest))

    # ------------------------------------------------------------------ what a cut left
    def _mouths(self) -> int:
        dark = {DESTS.index(hand) for hand in self.hands}
        dark |= {card.dest for card in self.path if 70 <= card.lead < FALLEN_MS}
        return sum(1 << dest for dest in dark)

    def _path(self) -> int:
        x1 = any(0 <= card.lead < 35 for card in self.path)
        x2 = any(35 <= card.lead < 70 for card in self.path)
        return x1 << SensorCode.X1 | x2 << SensorCode.X2

    def _holds(self) -> int:
        return sum(1 << n for n, dest in enumerate(DESTS) if self.pockets[dest])

    def _sensors(self) -> messages.Sensors:
        inputs = int(bool(self.hopper)) << InputCode.HOPPER
        return messages.Sensors(self._path(), self._mouths(), self._holds(), inputs, 0)

    def _scan(self) -> None:
        self.mouths_before = self._mouths()
        if self._path() >> SensorCode.X1 & 1:
            for card in self.path:
                card.lead += 10
                if card.lead - 10 < 2 <= card.lead:
                    self.slots.pop(card.slot, None)
        self._let_fall()
        self._after(LOOK_MS, self._audited)

    def _let_fall(self) -> None:
        """A card beyond its mouth lies in the pocket, logged or not: the log is made up for when it is driven."""
        for card in self.path[:]:
            if card.lead >= FALLEN_MS and card.number <= self.committed:
                self._fall(card)

    def _audited(self) -> None:
        bits = sum(1 << slot for slot in self.slots)
        self.scanned = True
        self._tell(
            messages.Audited(
                self._us(), bits.to_bytes(7, "little"), self._path(), self._mouths(), self._holds(), 0, self.tag,
                self.committed, int(self.store.torn),
            )
        )  # fmt: skip

    def _drive(self, number: int, dest: int) -> int | None:
        foremost = [card for card in self.path if card.number > self.committed]
        if number != self.committed + 1 or not foremost:
            return ReasonCode.BAD_CARD
        card = foremost[0]
        # A card before the gates goes where they lead; the gates are set for what the host believes it to be.
        card.number = number
        if card.lead < 45:
            card.dest = dest
        self._after(20, lambda: self._driven(card))
        return None

    def _driven(self, card: Moving) -> None:
        way = max(FALLEN_MS + 3 - card.lead, 0)
        for other in self.path:
            other.lead += way
            if other.lead - way < 2 <= other.lead:
                self.slots.pop(other.slot, None)
        self._commit(card)
        self._let_fall()
        if self.committed >= self.count:
            self._enter(StateCode.DEALT)
            self.tagged = False
            self._enter(StateCode.IDLE)

    def _settled(self) -> None:
        for card in self.path:
            card.lead = max(card.lead, FALLEN_MS)
        self._let_fall()
        self._tell(messages.State(self._us(), self.state, 0, self.card_no))

    def _gathered(self, dest: int) -> None:
        self.pockets[DESTS[dest]] += [*self.slots.values(), *(card.card for card in self.path)]
        if self.at_window is not None:
            self.pockets[DESTS[dest]].append(self.at_window.face)
            self.at_window = None
        self.slots.clear()
        self.path.clear()
        self._log(LogKindCode.EJECTED, 0, dest, self.tag)
        self.tagged = self.dead = False
        self._enter(StateCode.IDLE)

    # ------------------------------------------------------------------ time
    def _after(self, ms: int, then: Callable[[], None]) -> None:
        heapq.heappush(self._agenda, (self.now + ms / 1000, next(self._ids), then))

    def due(self) -> float:
        """When something happens here next."""
        if self.powered and (self.state is StateCode.DEALING or self.driving):
            return self.now + TICK_S
        times = [when for when, _, _ in self._agenda[:1]]
        if self.powered:
            times.append(self._told_at + (0.2 if self._session is None else 0.1))
        if self.powered and self._session is not None and self._events:
            _, _, sent, wait = self._events[0]
            times.append(self.now if sent < 0 else sent + wait)
        return min(times, default=self.now + 0.1)

    def run(self, now: float) -> None:
        """Let time pass until ``now``."""
        while self.now < now - 1e-9:
            self.now = min(max(self.now + TICK_S, self.due()), now)
            while self._agenda and self._agenda[0][0] <= self.now:
                heapq.heappop(self._agenda)[2]()
            if self.powered:
                self._move()
                if self._session is not None and self.now - self._heard_at >= 0.5 and self.state is StateCode.DEALING:
                    self.finishing = FaultCode.LINK_LOST

    _heard_at = 0.0

    # ------------------------------------------------------------------ hands
    def load(self, hopper: Iterable[Lying]) -> None:
        """Put cards into the hopper."""
        self.hopper += hopper
        self._tell(messages.Hopper(self._us(), 1))

    def take(self, dest: Dest) -> list[str]:
        """Take the cards out of a pocket."""
        taken, self.pockets[dest] = self.pockets[dest], []
        self._tell(messages.Pocket(self._us(), DESTS.index(dest), 0))
        return taken
