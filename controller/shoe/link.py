"""The link: stop-and-wait in both directions, as a pure state machine over bytes and a time that is handed in.

One command is on the way at a time; it is sent again until its reply comes, and its reply is given out once. Each of
the shoe's events is given out once, in order, and acknowledged as often as it comes. ``HELLO`` opens a session;
``BOOT``, ``NAK`` no_session and silence end it, and the next ``HELLO`` begins by itself.

    link.open(now); loop: write(link.poll(now)); link.receive(read(), now) -> heard; wait until link.due()
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Final, Literal

from controller.shoe import messages
from controller.shoe.codes import (
    HEARTBEAT_MS,
    HOST_LOST_MS,
    REPLY,
    RESEND_MAX_MS,
    RESEND_MS,
    TABLE_HASH,
    VERSION,
    BadPayload,
    MessageCode,
    ReasonCode,
)
from controller.shoe.packets import DELIMITER, Packet, Unpacker, encode

_BEAT_S: Final = 0.8 * HEARTBEAT_MS / 1000
"""Sooner than must be, so that it is heard in time: a simulated machine in lock-step lets no time pass beyond it."""
_THINKING_S: Final = 0.6 * HOST_LOST_MS / 1000
_SILENT_S: Final = HOST_LOST_MS / 1000
_FIRST_WAIT_S: Final = RESEND_MS / 1000
_LONGEST_WAIT_S: Final = RESEND_MAX_MS / 1000


@dataclass(frozen=True, slots=True)
class Opened:
    """A session stands."""

    hello: messages.HelloReply


@dataclass(frozen=True, slots=True)
class Answered:
    """The reply to the oldest command that was not answered yet."""

    reply: messages.Reply = field(repr=False)


@dataclass(frozen=True, slots=True)
class Told:
    """An event, for the first time."""

    event: messages.Event


@dataclass(frozen=True, slots=True)
class Ended:
    """The session is over; what was not answered will not be. ``why`` is a sentence for people."""

    why: str


@dataclass(frozen=True, slots=True)
class Mismatched:
    """The shoe speaks another protocol: there can be no session."""

    why: str


Heard = Opened | Answered | Told | Ended | Mismatched


@dataclass(slots=True)
class _Sent:
    """A packet on the way. ``again``: when it is sent again; ``wait``: how long after that."""

    code: MessageCode
    seq: int
    payload: bytes
    again: float
    wait: float = _FIRST_WAIT_S
    times: int = 0


class Link:
    """One end of the line. ``session``: the first session's number; each later one counts on."""

    def __init__(self, session: int) -> None:
        self._session = session
        self._unpacker = Unpacker()
        self._state: Literal["shut", "calling", "open"] = "shut"
        self._queue: deque[messages.Command] = deque()
        self._sent: _Sent | None = None
        self._seq = 0
        self._heard_seq = 0
        self._owes = False
        self._heard_at = 0.0
        self._wrote_at = 0.0
        self._beat = _BEAT_S
        self._resends = 0
        self._repeats = 0

    @property
    def opened(self) -> bool:
        """Whether a session stands."""
        return self._state == "open"

    @property
    def counters(self) -> dict[str, int]:
        """Since the beginning: packets sent again, events that came again, and bytes that were no packet."""
        return {"resends": self._resends, "repeats": self._repeats, "bad_packets": self._unpacker.bad}

    def open(self, now: float) -> None:
        """Call the shoe, with a new session. What was on the way is forgotten."""
        self._session = (self._session + 1) & 0xFFFFFFFF
        hello = messages.Hello(self._session, VERSION, TABLE_HASH)
        self._queue.clear()
        self._seq = self._heard_seq = 0
        self._owes = False
        self._state = "calling"
        self._sent = _Sent(MessageCode.HELLO, 0, messages.encode(hello), now)
        self._heard_at = now

    def send(self, command: messages.Command) -> None:
        """Send it when those before it are answered. Only in a session."""
        if not self.opened:
            raise RuntimeError("there is no session")
        self._queue.append(command)

    def receive(self, data: bytes, now: float) -> list[Heard]:
        """What these bytes bring, and whether the shoe has fallen silent. ``now``: not later than they were read."""
        out: list[Heard] = []
        for packet in self._unpacker.feed(data):
            if packet.from_shoe:
                out += self._packet(packet, now)
        if self.opened and now - self._heard_at >= _SILENT_S:
            out.append(self._end("nothing was heard from the shoe for half a second", now))
        return out

    def poll(self, now: float, *, thinking: bool = False) -> bytes:
        """What is to be written now.

        ``thinking``: the host is about what it owes the shoe, and beats only to be kept from being given up: so a
        simulated machine in lock-step lets no time pass meanwhile.
        """
        self._beat = _THINKING_S if thinking else _BEAT_S
        out = b""
        if self.opened and self._sent is None and self._queue:
            self._sent = self._numbered(self._queue.popleft(), now)
        if self._sent is not None and now >= self._sent.again:
            out += self._write(self._sent, now)
        elif self.opened and (self._owes or now - self._wrote_at >= self._beat):
            out += self._bytes(0, MessageCode.BEAT, b"")
        if out:
            self._owes = False
            self._wrote_at = now
        return out

    def due(self) -> float:
        """When to poll next, if nothing comes before."""
        times = [self._sent.again] if self._sent is not None else []
        if self.opened:
            times += [self._wrote_at + self._beat, self._heard_at + _SILENT_S]
        return min(times, default=self._heard_at + _SILENT_S)

    # ----------------------------------------------------------------- outwards
    def _numbered(self, command: messages.Command, now: float) -> _Sent:
        self._seq = self._seq % 255 + 1
        return _Sent(messages.code_of(command), self._seq, messages.encode(command), now)

    def _write(self, sent: _Sent, now: float) -> bytes:
        """The packet; before one that is not sent for the first time a delimiter, to end what may have been mangled."""
        again = sent.times > 0 or sent.code is MessageCode.HELLO
        self._resends += sent.times > 0
        sent.times += 1
        sent.again = now + sent.wait
        sent.wait = min(2 * sent.wait, _BEAT_S if sent.code is MessageCode.HELLO else _LONGEST_WAIT_S)
        return (DELIMITER if again else b"") + self._bytes(sent.seq, sent.code, sent.payload)

    def _bytes(self, seq: int, code: MessageCode, payload: bytes) -> bytes:
        return encode(Packet(False, seq, self._heard_seq, code, payload))

    # ----------------------------------------------------------------- inwards
    def _packet(self, packet: Packet, now: float) -> list[Heard]:
        try:
            message = messages.decode(packet.type, packet.payload)
        except BadPayload:
            return []
        self._heard_at = now
        if isinstance(message, messages.Boot):
            return self._booted(now)
        if self._state == "calling":
            return self._answer_to_hello(message, now)
        if not self.opened:
            return []
        if isinstance(message, messages.Reply):
            return self._reply(packet, message, now)
        if isinstance(message, messages.Event):
            return self._event(packet, message)
        return []

    def _booted(self, now: float) -> list[Heard]:
        """The shoe was reset. While it is called, call at once: the last call may have gone into the reset."""
        if self.opened:
            return [self._end("the shoe was reset", now)]
        if self._sent is not None and self._sent.code is MessageCode.HELLO:
            self._sent.again = min(self._sent.again, now)
            self._sent.wait = _FIRST_WAIT_S
        return []

    def _answer_to_hello(self, message: messages.Message, now: float) -> list[Heard]:
        match message:
            case messages.HelloReply(session=session) if session == self._session:
                if (message.version, message.table_hash) != (VERSION, TABLE_HASH):
                    return [self._mismatch(message.version, now)]
                self._state = "open"
                self._sent = None
                return [Opened(message)]
            case messages.Nak(command=0, reason=ReasonCode.BAD_VERSION | ReasonCode.BAD_TABLE):
                return [self._mismatch(None, now)]
            case _:
                return []

    def _mismatch(self, version: int | None, now: float) -> Mismatched:
        self._state = "shut"
        self._sent = None
        self._heard_at = now
        theirs = "" if version is None else f" (version {version}, here {VERSION})"
        return Mismatched(f"the shoe's firmware speaks another protocol{theirs}: flash the one of this release")

    def _reply(self, packet: Packet, reply: messages.Reply, now: float) -> list[Heard]:
        if isinstance(reply, messages.Nak) and reply.reason == ReasonCode.NO_SESSION:
            return [self._end("the shoe was reset", now)]
        sent = self._sent
        if sent is None or packet.ack != sent.seq:
            return []
        wanted = REPLY[sent.code]
        if not isinstance(reply, messages.Nak) and messages.code_of(reply) is not wanted:
            return []
        if isinstance(reply, (messages.Ack, messages.Nak)) and reply.command != sent.seq:
            return []
        self._sent = None
        return [Answered(reply)]

    def _event(self, packet: Packet, event: messages.Event) -> list[Heard]:
        if isinstance(event, messages.ShoeBeat):
            return []
        if packet.seq == self._heard_seq % 255 + 1:
            self._heard_seq = packet.seq
            self._owes = True
            return [Told(event)]
        if packet.seq == self._heard_seq:
            self._repeats += 1
            self._owes = True
        return []

    def _end(self, why: str, now: float) -> Ended:
        self.open(now)
        return Ended(why)
