"""Messages of the shoe's protocol. What does not fit, field or payload, is ``BadPayload``.

Integers are unsigned; times ``us`` are microseconds since the shoe's boot and wrap. Values: see ``codes``.
Written by ``firmware/generate.py`` from ``firmware/protocol.toml``; a change belongs there.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Final, get_args

from controller.shoe.codes import MessageCode, pack, unpack


@dataclass(frozen=True, slots=True)
class Hello:
    """Opens a session. A new `session` number sets both directions' numbering to begin at 1 again and drops what was
    not acknowledged; the same number is answered again. Refused with NAK bad_version or bad_table.
    """

    session: int
    version: int
    table_hash: int


@dataclass(frozen=True, slots=True)
class Beat:
    """Heartbeat of the host; its ack field acknowledges events. Never answered."""


@dataclass(frozen=True, slots=True)
class Config:
    """While idle: sets one value of the configuration; acknowledged when it is written to EEPROM."""

    key: int
    value: int


@dataclass(frozen=True, slots=True)
class GetConfig:
    """Asks for one value of the configuration."""

    key: int


@dataclass(frozen=True, slots=True)
class SelfTest:
    """While idle: every sensor with its lamp off and on, gates to their ends and home. Ends with event STATE idle, or
    FAULT sensor.
    """


@dataclass(frozen=True, slots=True)
class Home:
    """While idle, shuffled or dealt: turns the carousel to its home mark. Ends with event STATE."""


@dataclass(frozen=True, slots=True)
class BeginIntake:
    """From idle, all slots empty: a pack is taken in under this tag. State loading while lamps, path and slots are
    looked at, then state intake; or a FAULT and state faulted. Refused with NAK empty where the hopper holds no card.
    """

    tag: int
    count: int


@dataclass(frozen=True, slots=True)
class Pick:
    """Draws the next card (numbers from 1, each once) to the window while the carousel goes to `slot` (0..53). One PICK
    may be given ahead, as soon as the STORE or REJECT of the card before was accepted. slot 255: no slot is sought (a
    card beyond the pack's number). Refused with NAK empty where the hopper holds none.
    """

    tag: int
    card_no: int
    slot: int


@dataclass(frozen=True, slots=True)
class Reread:
    """The card in the window goes back a little and comes again, and is strobed again: a new AT_WINDOW."""

    tag: int
    card_no: int


@dataclass(frozen=True, slots=True)
class Store:
    """The card in the window goes into the slot of its PICK."""

    tag: int
    card_no: int


@dataclass(frozen=True, slots=True)
class Reject:
    """The card in the window goes to the reject tray."""

    tag: int
    card_no: int


@dataclass(frozen=True, slots=True)
class EndIntake:
    """All cards are stored: the log entry of the pack is written, then state shuffled."""

    tag: int


@dataclass(frozen=True, slots=True)
class KeepKey:
    """Keeps this deal's key in EEPROM, in place of the one before; acknowledged when it is written (170 ms). Refused
    with NAK busy while cards are dealt: their entries come first.
    """

    deal: bytes
    key: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class GetKey:
    """Asks for the key of this deal; refused with NAK no_key where another deal's or none is kept."""

    deal: bytes


@dataclass(frozen=True, slots=True)
class Plan:
    """Part of a plan while shuffled or paused: for card first_no, first_no+1, … one pair of bytes each, slot and
    destination.
    """

    tag: int
    first_no: int
    steps: bytes


@dataclass(frozen=True, slots=True)
class BeginDeal:
    """Starts or resumes the deal of the uploaded plan (`crc`: CRC-16 over all its pairs) at card next_no, which must be
    the one behind the last commit of this tag. Nothing moves before credit. Refused when the tag is dead, the plan
    incomplete, or (resuming) no scan has been made since the state was left.
    """

    tag: int
    count: int
    next_no: int
    crc: int


@dataclass(frozen=True, slots=True)
class Credit:
    """Cards up to this number may be dealt. It is only ever raised."""

    tag: int
    upto: int


@dataclass(frozen=True, slots=True)
class Pause:
    """Finishes the cards in the path, then stops: event STATE paused. Stops an EJECT_ALL, too, in the state that it
    had.
    """


@dataclass(frozen=True, slots=True)
class Resume:
    """Goes on from paused with the plan it still has; needs a scan made while paused that found the carousel as the
    plan expects. Credit has to be given anew. A pause of an intake is left the same way: next_no is the next card to be
    picked.
    """

    tag: int
    next_no: int


@dataclass(frozen=True, slots=True)
class Abort:
    """The tag is dead: cards in the exit path fall, it is logged, state void. Only EJECT_ALL leads out."""

    tag: int


@dataclass(frozen=True, slots=True)
class Look:
    """Asks for the sensors as they are now; nothing moves."""


@dataclass(frozen=True, slots=True)
class Audit:
    """Scan: a card at X1 is moved on by some 6 ms of belt, short of the gates, so that the carousel is free; then the
    carousel is homed and every slot looked at. Ends with event AUDITED.
    """


@dataclass(frozen=True, slots=True)
class Drive:
    """While paused and scanned: the foremost card in the exit path that is not committed, which must be the one behind
    the last commit, is brought to its pocket and committed. Event DEALT when it lies there and the machine is still.
    """

    tag: int
    card_no: int
    dest: int


@dataclass(frozen=True, slots=True)
class Settle:
    """A card already committed that stands in a pocket's mouth is brought in; nothing is committed. Ends with event
    STATE, at once where the mouth is light.
    """

    tag: int
    dest: int


@dataclass(frozen=True, slots=True)
class EjectAll:
    """Cards in the paths, then every card of the carousel go to this destination (cards before the carousel always to
    the reject tray). A live tag dies at once: event STATE void. Ends with event STATE idle: the tag is over then.
    """

    dest: int


@dataclass(frozen=True, slots=True)
class EjectSlot:
    """One slot is emptied, while idle or void. Ends with event STATE."""

    slot: int
    dest: int


@dataclass(frozen=True, slots=True)
class ClearFault:
    """The steward has cleared the fault of this number. From an open lid, a jam or a fault the state becomes paused;
    void where the tag is dead (as it is when the lid was open over an order); idle where nothing is inside.
    """

    fault: int


@dataclass(frozen=True, slots=True)
class GetStatus:
    """Asks where the shoe is."""


@dataclass(frozen=True, slots=True)
class GetLog:
    """Log entries behind this number, at most six; the oldest kept ones where that is too far back. Empty: no more."""

    after: int


@dataclass(frozen=True, slots=True)
class GetCounters:
    """Asks for counters of the link and measures of the firmware."""


@dataclass(frozen=True, slots=True)
class GetClock:
    """Asks for the shoe's clock."""


@dataclass(frozen=True, slots=True)
class SetLed:
    """Lamp 0 of the shoe: off at level 0."""

    led: int
    level: int


@dataclass(frozen=True, slots=True)
class Beep:
    """The buzzer, at most 2 s."""

    ms: int


@dataclass(frozen=True, slots=True)
class Lock:
    """The lid's lock."""

    on: int


@dataclass(frozen=True, slots=True)
class Ack:
    """Accepted; `command` is its number (0 for a bare acknowledgement of nothing). A repeated command gets its former
    reply again and is not executed again.
    """

    command: int


@dataclass(frozen=True, slots=True)
class Nak:
    """Not accepted, nothing was done."""

    command: int
    reason: int
    detail: int


@dataclass(frozen=True, slots=True)
class HelloReply:
    """`firmware`: first eight bytes of the SHA-256 of the flashed image with these eight bytes zero."""

    session: int
    version: int
    table_hash: int
    firmware: bytes
    shoe_id: int
    boot_count: int
    reset_cause: int


@dataclass(frozen=True, slots=True)
class ConfigValue:
    """One value of the configuration."""

    key: int
    value: int


@dataclass(frozen=True, slots=True)
class Key:
    """The key that was kept."""

    key: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Sensors:
    """Bits, 1 = dark or active. path: sensors of the table `sensor`; pockets: mouths by destination; holds: pockets
    that hold a card, by destination; inputs: table `input`; at_slot: slot before the ejector, 255 unknown.
    """

    path: int
    pockets: int
    holds: int
    inputs: int
    at_slot: int


@dataclass(frozen=True, slots=True)
class Status:
    """card_no: last card begun; committed: last card with a log entry of this tag (in intake: stored); dead: 1 when the
    tag is void.
    """

    state: int
    tag: int
    card_no: int
    count: int
    committed: int
    credit: int
    fault: int
    fault_code: int
    place: int
    dead: int
    scanned: int


@dataclass(frozen=True, slots=True)
class Log:
    """Eight bytes each: number u16, kind u8, a u8, b u8, tag u16, crc8."""

    entries: bytes


@dataclass(frozen=True, slots=True)
class Counters:
    """Since boot. isr_*: tenths of a microsecond that an interrupt routine keeps the others waiting; stack_free: bytes
    never touched.
    """

    crc_errors: int
    resends: int
    overruns: int
    bad_packets: int
    duplicates: int
    isr_max_tenth_us: int
    isr_mean_tenth_us: int
    stack_free: int
    events_dropped: int
    eeprom_writes: int
    steps: int
    loop_max_us: int


@dataclass(frozen=True, slots=True)
class Clock:
    """Microseconds since boot and how often they passed 2^32."""

    us: int
    wraps: int


@dataclass(frozen=True, slots=True)
class Boot:
    """After every reset, repeated until HELLO. Preceded by a delimiter."""

    us: int
    cause: int
    boot_count: int


@dataclass(frozen=True, slots=True)
class ShoeBeat:
    """Heartbeat of the shoe; its ack field is 0."""

    us: int
    state: int


@dataclass(frozen=True, slots=True)
class State:
    """The state was entered; `why` is a fault code or 0."""

    us: int
    state: int
    why: int
    card_no: int


@dataclass(frozen=True, slots=True)
class AtWindow:
    """A card lies in the window and was strobed; `double`: 1 when two lie on one another by transmission or length."""

    us: int
    tag: int
    card_no: int
    length_tenth_mm: int
    double: int
    strobes: int


@dataclass(frozen=True, slots=True)
class Stored:
    """The slot's sensor saw it come. Its log entry is written."""

    us: int
    tag: int
    card_no: int
    slot: int


@dataclass(frozen=True, slots=True)
class Rejected:
    """The reject tray's edge saw it."""

    us: int
    tag: int
    card_no: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """The pocket's edge saw it, and its log entry is written."""

    us: int
    tag: int
    card_no: int
    dest: int


@dataclass(frozen=True, slots=True)
class Fault:
    """Something is wrong; the state that follows is told too. `fault` numbers it for CLEAR_FAULT."""

    us: int
    fault: int
    fault_code: int
    place: int
    card_no: int


@dataclass(frozen=True, slots=True)
class Lid:
    """The lid."""

    us: int
    open: int


@dataclass(frozen=True, slots=True)
class Tamper:
    """The latch says that the case was open while the power was off."""

    us: int


@dataclass(frozen=True, slots=True)
class PowerFail:
    """The supply falls; motors are off."""

    us: int


@dataclass(frozen=True, slots=True)
class Hopper:
    """The hopper was filled or emptied."""

    us: int
    loaded: int


@dataclass(frozen=True, slots=True)
class Pocket:
    """A pocket got its first card, or was emptied."""

    us: int
    pocket: int
    holds: int


@dataclass(frozen=True, slots=True)
class Button:
    """A button of the shoe."""

    us: int
    button: int
    down: int


@dataclass(frozen=True, slots=True)
class Audited:
    """slots: bit n = slot n holds a card (54 bits, least significant first); path: as after the scan; pockets: mouths
    dark before or after it; torn: 1 when a commit's entry was cut off by the power.
    """

    us: int
    slots: bytes
    path: int
    pockets: int
    holds: int
    at_slot: int
    tag: int
    committed: int
    torn: int


# fmt: off
Command = (
    Hello | Beat | Config | GetConfig | SelfTest | Home | BeginIntake | Pick | Reread | Store | Reject | EndIntake
    | KeepKey | GetKey | Plan | BeginDeal | Credit | Pause | Resume | Abort | Look | Audit | Drive | Settle | EjectAll
    | EjectSlot | ClearFault | GetStatus | GetLog | GetCounters | GetClock | SetLed | Beep | Lock
)
"""Host to shoe."""
Reply = (
    Ack | Nak | HelloReply | ConfigValue | Key | Sensors | Status | Log | Counters | Clock
)
"""The shoe's answer."""
Event = (
    Boot | ShoeBeat | State | AtWindow | Stored | Rejected | Dealt | Fault | Lid | Tamper | PowerFail | Hopper
    | Pocket | Button | Audited
)
"""Told by the shoe unasked."""
# fmt: on

Message = Command | Reply | Event
"""Whatever goes over the line."""

_KINDS: Final = dict(zip(MessageCode, (*get_args(Command), *get_args(Reply), *get_args(Event)), strict=True))
_CODES: Final[dict[type[Message], MessageCode]] = {kind: code for code, kind in _KINDS.items()}


def code_of(message: Message) -> MessageCode:
    """The type byte of a message."""
    return _CODES[type(message)]


def encode(message: Message) -> bytes:
    """The payload of a message; ``BadPayload`` where a field does not fit."""
    return pack(code_of(message), [getattr(message, one.name) for one in fields(message)])


def decode(code: int, payload: bytes) -> Message:
    """The message of a type byte and its payload; ``BadPayload`` where there is none, or the length is wrong."""
    known, values = unpack(code, payload)
    message: Message = _KINDS[known](*values)
    return message
