"""Link packets as bytes. Pure: stuffing so that 0x00 stands only between them (COBS), and a checksum (CRC-16).

    [version | direction] [seq] [ack] [type] [payload, at most 48] [crc, low byte first]

The checksum is CRC-16/CCITT-FALSE (polynomial 0x1021, beginning with 0xFFFF) of all that stands before it.
"""

from __future__ import annotations

import binascii
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, cast

from cobs import cobs  # type: ignore[import-untyped]  # pyright: ignore[reportMissingTypeStubs]

from controller.shoe.codes import FROM_SHOE, PAYLOAD_MAX, VERSION
from controller.shoe.errors import BadPacket

_stuff = cast("Callable[[bytes], bytes]", cobs.encode)  # pyright: ignore[reportUnknownMemberType]
_unstuff = cast("Callable[[bytes], bytes]", cobs.decode)  # pyright: ignore[reportUnknownMemberType]
_NotStuffed: type[Exception] = cobs.DecodeError

DELIMITER: Final = b"\x00"
_HEAD: Final = 4
_CRC: Final = 2
_SHORTEST: Final = _HEAD + _CRC
_LONGEST: Final = _SHORTEST + PAYLOAD_MAX + 1


@dataclass(frozen=True, slots=True)
class Packet:
    """``seq``: its number, 0 for what is not numbered; ``ack``: the number of the other side's that it acknowledges."""

    from_shoe: bool
    seq: int
    ack: int
    type: int
    payload: bytes = field(repr=False)


def crc16(data: bytes) -> int:
    """CRC-16/CCITT-FALSE; 0x29B1 for ``123456789``."""
    return binascii.crc_hqx(data, 0xFFFF)


def encode(packet: Packet) -> bytes:
    """The bytes of a packet with the delimiter behind it."""
    first = VERSION | (FROM_SHOE if packet.from_shoe else 0)
    bare = bytes((first, packet.seq, packet.ack, packet.type)) + packet.payload
    return _stuff(bare + crc16(bare).to_bytes(_CRC, "little")) + DELIMITER


def decode(stuffed: bytes) -> Packet:
    """A packet from the bytes between two delimiters. Raises :class:`~controller.shoe.errors.BadPacket`."""
    try:
        whole = _unstuff(stuffed)
    except _NotStuffed as e:
        raise BadPacket(f"not stuffed as it should be: {e}") from e
    if not _SHORTEST <= len(whole) <= _SHORTEST + PAYLOAD_MAX:
        raise BadPacket(f"{len(whole)} bytes")
    bare, crc = whole[:-_CRC], int.from_bytes(whole[-_CRC:], "little")
    if crc16(bare) != crc:
        raise BadPacket("the checksum is wrong")
    if bare[0] & ~FROM_SHOE != VERSION:
        raise BadPacket(f"version {bare[0] & ~FROM_SHOE} of the link, and this is {VERSION}")
    return Packet(bool(bare[0] & FROM_SHOE), bare[1], bare[2], bare[3], bare[_HEAD:])


class Unpacker:
    """Cuts a stream of bytes at its delimiters. ``bad`` counts what was no packet."""

    def __init__(self) -> None:
        self.bad = 0
        self._rest = bytearray()
        self._overlong = False

    def feed(self, data: bytes) -> list[Packet]:
        """The packets that these bytes complete; what is no packet is counted and passed over."""
        out: list[Packet] = []
        *ended, rest = data.split(DELIMITER)
        for part in ended:
            self._keep(part)
            out += self._complete()
        self._keep(rest)
        return out

    def _keep(self, part: bytes) -> None:
        self._rest += part
        if len(self._rest) > _LONGEST:
            self._overlong = True
            self._rest.clear()

    def _complete(self) -> list[Packet]:
        stuffed, overlong = bytes(self._rest), self._overlong
        self._rest.clear()
        self._overlong = False
        if overlong:
            self.bad += 1
            return []
        if not stuffed:
            return []
        try:
            return [decode(stuffed)]
        except BadPacket:
            self.bad += 1
            return []
