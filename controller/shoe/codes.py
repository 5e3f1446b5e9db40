"""Codes of the shoe's protocol: link, messages, layouts and values.

BadPayload (PoneError, ValueError)   a payload that is not its message's, or a field that does not fit in

Written by ``firmware/generate.py`` from ``firmware/protocol.toml``; a change belongs there.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from enum import IntEnum
from typing import Any, Final, NamedTuple

from controller.rules.errors import PoneError

TABLE_HASH: Final = 0x7A62ABE9
"""First four bytes, little-endian, of the SHA-256 of the message table: both ends must hold the same."""

VERSION: Final = 1
FROM_SHOE: Final = 128
BAUD: Final = 250000
PAYLOAD_MAX: Final = 48
RESEND_MS: Final = 50
RESEND_MAX_MS: Final = 200
HEARTBEAT_MS: Final = 100
HOST_LOST_MS: Final = 500
BOOT_EVERY_MS: Final = 200


class MessageCode(IntEnum):
    """The type byte of a packet."""

    HELLO = 0x01
    BEAT = 0x02
    CONFIG = 0x03
    GET_CONFIG = 0x04
    SELF_TEST = 0x05
    HOME = 0x06
    BEGIN_INTAKE = 0x07
    PICK = 0x08
    REREAD = 0x09
    STORE = 0x0A
    REJECT = 0x0B
    END_INTAKE = 0x0C
    KEEP_KEY = 0x0D
    GET_KEY = 0x0E
    PLAN = 0x0F
    BEGIN_DEAL = 0x10
    CREDIT = 0x11
    PAUSE = 0x12
    RESUME = 0x13
    ABORT = 0x14
    LOOK = 0x15
    AUDIT = 0x16
    DRIVE = 0x17
    SETTLE = 0x18
    EJECT_ALL = 0x19
    EJECT_SLOT = 0x1A
    CLEAR_FAULT = 0x1B
    GET_STATUS = 0x1C
    GET_LOG = 0x1D
    GET_COUNTERS = 0x1E
    GET_CLOCK = 0x1F
    SET_LED = 0x20
    BEEP = 0x21
    LOCK = 0x22
    ACK = 0x40
    NAK = 0x41
    HELLO_REPLY = 0x42
    CONFIG_VALUE = 0x43
    KEY = 0x44
    SENSORS = 0x45
    STATUS = 0x46
    LOG = 0x47
    COUNTERS = 0x48
    CLOCK = 0x49
    BOOT = 0x60
    SHOE_BEAT = 0x61
    STATE = 0x62
    AT_WINDOW = 0x63
    STORED = 0x64
    REJECTED = 0x65
    DEALT = 0x66
    FAULT = 0x67
    LID = 0x68
    TAMPER = 0x69
    POWER_FAIL = 0x6A
    HOPPER = 0x6B
    POCKET = 0x6C
    BUTTON = 0x6D
    AUDITED = 0x6E


class StateCode(IntEnum):
    """Values of ``state``."""

    BOOT = 0
    IDLE = 1
    LOADING = 2
    INTAKE = 3
    SHUFFLED = 4
    DEALING = 5
    DEALT = 6
    PAUSED = 7
    JAMMED = 8
    LID_OPEN = 9
    FAULTED = 10
    VOID = 11


class DestCode(IntEnum):
    """Values of ``dest``."""

    N = 0
    E = 1
    S = 2
    W = 3
    TURN_UP = 4
    REJECT = 5


class FaultCode(IntEnum):
    """Values of ``fault``."""

    NONE = 0
    JAM = 1
    NO_PICK = 2
    DOUBLE_FEED = 3
    LOST_STEPS = 4
    GATE = 5
    WRONG_POCKET = 6
    NO_POCKET_EDGE = 7
    POCKET_FULL = 8
    LID = 9
    TAMPER = 10
    LINK_LOST = 11
    RESET = 12
    POWER = 13
    LOG_CRC = 14
    CONFIG_CRC = 15
    SENSOR = 16
    SLOT_LIGHT = 17
    SLOT_DARK = 18
    EXTRA_CARD = 19


class PlaceCode(IntEnum):
    """Values of ``place``."""

    NOWHERE = 0
    HOPPER = 1
    WINDOW = 2
    INFEED = 3
    CAROUSEL = 4
    EJECTOR = 5
    EXIT = 6
    GATES = 7
    POCKET = 8


class ReasonCode(IntEnum):
    """Values of ``reason``."""

    BAD_VERSION = 1
    BAD_TABLE = 2
    BAD_STATE = 3
    BAD_TAG = 4
    BAD_CARD = 5
    BAD_VALUE = 6
    BUSY = 7
    DEAD_TAG = 8
    NO_PLAN = 9
    NOT_SCANNED = 10
    NO_KEY = 11
    UNKNOWN = 12
    NOT_FREE = 13
    NO_SESSION = 14
    EMPTY = 15


class SensorCode(IntEnum):
    """Bits of `path`."""

    D1 = 0
    D2 = 1
    C1 = 2
    C2 = 3
    S1 = 4
    S2 = 5
    S3 = 6
    X1 = 7
    X2 = 8


class InputCode(IntEnum):
    """Bits of `inputs`."""

    HOPPER = 0
    LID_OPEN = 1
    TAMPER = 2
    POWER_LOW = 3
    GATE_WRONG = 4


class LogKindCode(IntEnum):
    """Values of ``log_kind``."""

    BOOTED = 1
    INTAKE_BEGUN = 2
    STORED = 3
    PACK_IN = 4
    DEAL_BEGUN = 5
    DEALT = 6
    TAG_DEAD = 7
    FAULT = 8
    LID = 9
    POWER_FAIL = 10
    KEY_KEPT = 11
    EJECTED = 12


class ConfigKeyCode(IntEnum):
    """Values of ``config_key``."""

    SHOE_ID = 0
    PITCH_MS = 1
    RUN_HZ = 2
    GUARD_MS = 3


class ResetCauseCode(IntEnum):
    """Bits, as MCUSR has them."""

    POWER_ON = 0
    EXTERNAL = 1
    BROWN_OUT = 2
    WATCHDOG = 3


class Layout(NamedTuple):
    """How a payload is laid out: format of ``struct``, without byte order; whether bytes may follow it."""

    format: str
    open: bool


LAYOUT: Final[dict[MessageCode, Layout]] = {
    MessageCode.HELLO: Layout("IBI", False),
    MessageCode.BEAT: Layout("", False),
    MessageCode.CONFIG: Layout("BI", False),
    MessageCode.GET_CONFIG: Layout("B", False),
    MessageCode.SELF_TEST: Layout("", False),
    MessageCode.HOME: Layout("", False),
    MessageCode.BEGIN_INTAKE: Layout("HB", False),
    MessageCode.PICK: Layout("HBB", False),
    MessageCode.REREAD: Layout("HB", False),
    MessageCode.STORE: Layout("HB", False),
    MessageCode.REJECT: Layout("HB", False),
    MessageCode.END_INTAKE: Layout("H", False),
    MessageCode.KEEP_KEY: Layout("16s32s", False),
    MessageCode.GET_KEY: Layout("16s", False),
    MessageCode.PLAN: Layout("HB", True),
    MessageCode.BEGIN_DEAL: Layout("HBBH", False),
    MessageCode.CREDIT: Layout("HB", False),
    MessageCode.PAUSE: Layout("", False),
    MessageCode.RESUME: Layout("HB", False),
    MessageCode.ABORT: Layout("H", False),
    MessageCode.LOOK: Layout("", False),
    MessageCode.AUDIT: Layout("", False),
    MessageCode.DRIVE: Layout("HBB", False),
    MessageCode.SETTLE: Layout("HB", False),
    MessageCode.EJECT_ALL: Layout("B", False),
    MessageCode.EJECT_SLOT: Layout("BB", False),
    MessageCode.CLEAR_FAULT: Layout("H", False),
    MessageCode.GET_STATUS: Layout("", False),
    MessageCode.GET_LOG: Layout("H", False),
    MessageCode.GET_COUNTERS: Layout("", False),
    MessageCode.GET_CLOCK: Layout("", False),
    MessageCode.SET_LED: Layout("BB", False),
    MessageCode.BEEP: Layout("H", False),
    MessageCode.LOCK: Layout("B", False),
    MessageCode.ACK: Layout("B", False),
    MessageCode.NAK: Layout("BBH", False),
    MessageCode.HELLO_REPLY: Layout("IBI8sIHB", False),
    MessageCode.CONFIG_VALUE: Layout("BI", False),
    MessageCode.KEY: Layout("32s", False),
    MessageCode.SENSORS: Layout("HBBBB", False),
    MessageCode.STATUS: Layout("BHBBBBHBBBB", False),
    MessageCode.LOG: Layout("", True),
    MessageCode.COUNTERS: Layout("HHHHHHHHHIIH", False),
    MessageCode.CLOCK: Layout("IH", False),
    MessageCode.BOOT: Layout("IBH", False),
    MessageCode.SHOE_BEAT: Layout("IB", False),
    MessageCode.STATE: Layout("IBBB", False),
    MessageCode.AT_WINDOW: Layout("IHBHBH", False),
    MessageCode.STORED: Layout("IHBB", False),
    MessageCode.REJECTED: Layout("IHB", False),
    MessageCode.DEALT: Layout("IHBB", False),
    MessageCode.FAULT: Layout("IHBBB", False),
    MessageCode.LID: Layout("IB", False),
    MessageCode.TAMPER: Layout("I", False),
    MessageCode.POWER_FAIL: Layout("I", False),
    MessageCode.HOPPER: Layout("IB", False),
    MessageCode.POCKET: Layout("IBB", False),
    MessageCode.BUTTON: Layout("IBB", False),
    MessageCode.AUDITED: Layout("I7sHBBBHBB", False),
}
"""Little-endian and packed."""

REPLY: Final[dict[MessageCode, MessageCode | None]] = {
    MessageCode.HELLO: MessageCode.HELLO_REPLY,
    MessageCode.BEAT: None,
    MessageCode.CONFIG: MessageCode.ACK,
    MessageCode.GET_CONFIG: MessageCode.CONFIG_VALUE,
    MessageCode.SELF_TEST: MessageCode.ACK,
    MessageCode.HOME: MessageCode.ACK,
    MessageCode.BEGIN_INTAKE: MessageCode.ACK,
    MessageCode.PICK: MessageCode.ACK,
    MessageCode.REREAD: MessageCode.ACK,
    MessageCode.STORE: MessageCode.ACK,
    MessageCode.REJECT: MessageCode.ACK,
    MessageCode.END_INTAKE: MessageCode.ACK,
    MessageCode.KEEP_KEY: MessageCode.ACK,
    MessageCode.GET_KEY: MessageCode.KEY,
    MessageCode.PLAN: MessageCode.ACK,
    MessageCode.BEGIN_DEAL: MessageCode.ACK,
    MessageCode.CREDIT: MessageCode.ACK,
    MessageCode.PAUSE: MessageCode.ACK,
    MessageCode.RESUME: MessageCode.ACK,
    MessageCode.ABORT: MessageCode.ACK,
    MessageCode.LOOK: MessageCode.SENSORS,
    MessageCode.AUDIT: MessageCode.ACK,
    MessageCode.DRIVE: MessageCode.ACK,
    MessageCode.SETTLE: MessageCode.ACK,
    MessageCode.EJECT_ALL: MessageCode.ACK,
    MessageCode.EJECT_SLOT: MessageCode.ACK,
    MessageCode.CLEAR_FAULT: MessageCode.ACK,
    MessageCode.GET_STATUS: MessageCode.STATUS,
    MessageCode.GET_LOG: MessageCode.LOG,
    MessageCode.GET_COUNTERS: MessageCode.COUNTERS,
    MessageCode.GET_CLOCK: MessageCode.CLOCK,
    MessageCode.SET_LED: MessageCode.ACK,
    MessageCode.BEEP: MessageCode.ACK,
    MessageCode.LOCK: MessageCode.ACK,
}
"""The reply to each command where it is not NAK; ``None``: it is never answered."""


class BadPayload(PoneError, ValueError):
    """Bytes or fields that do not fit a message; the words name it."""


def pack(code: MessageCode, values: Sequence[int | bytes]) -> bytes:
    """The payload of a message's fields in order; ``BadPayload`` where one does not fit."""
    layout = LAYOUT[code]
    wanted = struct.unpack("<" + layout.format, bytes(struct.calcsize("<" + layout.format)))
    fixed = values[: len(wanted)]
    for value, like in zip(fixed, wanted, strict=True):
        if isinstance(value, bytes) and isinstance(like, bytes) and len(value) != len(like):
            raise BadPayload(f"{code.name}: {len(value)} bytes where {len(like)} belong")
    try:
        payload = struct.pack("<" + layout.format, *fixed) + b"".join(bytes(value) for value in values[len(wanted) :])
    except struct.error as wrong:
        raise BadPayload(f"{code.name}: {wrong}") from wrong
    if len(payload) > PAYLOAD_MAX:
        raise BadPayload(f"{code.name}: {len(payload)} bytes, and a payload holds {PAYLOAD_MAX}")
    return payload


def unpack(code: int, payload: bytes) -> tuple[MessageCode, tuple[Any, ...]]:
    """The message's code and its fields in order; ``BadPayload`` where there is none such, or the length is wrong."""
    try:
        known = MessageCode(code)
    except ValueError as wrong:
        raise BadPayload(f"there is no message 0x{code:02X}") from wrong
    layout = LAYOUT[known]
    size = struct.calcsize("<" + layout.format)
    if len(payload) < size or (len(payload) > size and not layout.open) or len(payload) > PAYLOAD_MAX:
        raise BadPayload(f"{known.name}: {len(payload)} bytes where {size} belong")
    values = struct.unpack("<" + layout.format, payload[:size])
    return known, (*values, payload[size:]) if layout.open else values
