"""A second, minimal host, written from PROTOCOL.md and nothing else: it takes a pack in and deals it.

It shares no line with the product's driver. Where the two read the page differently, the page is at fault.
"""

from __future__ import annotations

import os
import select
import struct
import termios
import time
import tty
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self

TABLE_HASH: Final = 0x7A62ABE9

HELLO, BEAT, BEGIN_INTAKE, PICK, STORE, END_INTAKE, PLAN, BEGIN_DEAL, CREDIT, LOOK = 1, 2, 7, 8, 10, 12, 15, 16, 17, 21
GET_COUNTERS = 30
ACK, NAK, HELLO_REPLY, COUNTERS = 0x40, 0x41, 0x42, 0x48
BOOT, STATE, AT_WINDOW, STORED, DEALT, HOPPER = 0x60, 0x62, 0x63, 0x64, 0x66, 0x6B
INTAKE, SHUFFLED, DEALT_STATE = 3, 4, 6
_REPLIES: Final = range(0x40, 0x60)
_PATIENCE_S: Final = 60.0


def crc16(data: bytes) -> int:
    """CRC-16/CCITT-FALSE, bit by bit."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc


def stuffed(packet: bytes) -> bytes:
    """Runs between zero bytes, each behind its length plus one."""
    return b"".join(bytes([len(run) + 1]) + run for run in packet.split(b"\0"))


def unstuffed(line: bytes) -> bytes | None:
    """The packet, ``None`` where it is none."""
    out, at = [], 0
    while at < len(line):
        size = line[at]
        if size == 0 or at + size > len(line):
            return None
        out.append(line[at + 1 : at + size])
        at += size
    return b"\0".join(out)


def _of(card: int) -> Callable[[bytes], bool]:
    """Whether an event speaks of this card."""
    return lambda told: told[6] == card


class Refused(Exception):
    """NAK: command, reason, detail."""


class SecondHost:
    """One session on a port. Events that nobody waits for are kept in ``events`` as (type, payload)."""

    def __init__(self, port: str | Path) -> None:
        self._fd = os.open(port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        tty.setraw(self._fd, termios.TCSANOW)
        self.events: list[tuple[int, bytes]] = []
        self._rest = b""
        self._number = 0
        self._taken = 0
        self._session = int.from_bytes(os.urandom(4), "little")
        self._reply: tuple[int, int, bytes] | None = None
        self._beaten = 0.0

    def __enter__(self) -> Self:
        self.hello()
        return self

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, at: TracebackType | None) -> None:
        os.close(self._fd)

    # ------------------------------------------------------------------ the line
    def _send(self, number: int, kind: int, payload: bytes = b"") -> None:
        body = bytes([1, number, self._taken, kind]) + payload
        self._write(stuffed(body + struct.pack("<H", crc16(body))) + b"\0")
        self._beaten = time.monotonic()

    def _write(self, line: bytes) -> None:
        while line:
            select.select([], [self._fd], [])
            line = line[os.write(self._fd, line) :]

    def _listen(self, wait_s: float) -> None:
        """Take in whatever comes within this time, at least once, and beat."""
        if time.monotonic() - self._beaten > 0.05:
            self._send(0, BEAT)
        if select.select([self._fd], [], [], wait_s)[0]:
            *lines, self._rest = (self._rest + os.read(self._fd, 4096)).split(b"\0")
            for line in lines:
                self._take(line)

    def _take(self, line: bytes) -> None:
        packet = unstuffed(line)
        if packet is None or not 6 <= len(packet) <= 54 or packet[0] != 0x81:
            return
        if crc16(packet[:-2]) != int.from_bytes(packet[-2:], "little"):
            return
        number, acknowledged, kind, payload = packet[1], packet[2], packet[3], packet[4:-2]
        if number == 0:
            if kind in _REPLIES:
                self._reply = (acknowledged, kind, payload)
        elif number == self._taken % 255 + 1:
            self._taken = number
            self.events.append((kind, payload))
            self._send(0, BEAT)
        elif number == self._taken:
            self._send(0, BEAT)

    # ------------------------------------------------------------------ talking
    def hello(self) -> bytes:
        """Open the session; gives the reply's payload."""
        said = struct.pack("<IBI", self._session, 1, TABLE_HASH)
        return self._asked(0, HELLO, said)

    def command(self, kind: int, payload: bytes = b"") -> bytes:
        """One command; the payload of its reply. Raises :class:`Refused`."""
        self._number = self._number % 255 + 1
        return self._asked(self._number, kind, payload)

    def _asked(self, number: int, kind: int, payload: bytes) -> bytes:
        end, pause = time.monotonic() + _PATIENCE_S, 0.05
        while time.monotonic() < end:
            self._reply = None
            self._send(number, kind, payload)
            again = time.monotonic() + pause
            while time.monotonic() < again:
                self._listen(0.02)
                reply: tuple[int, int, bytes] | None = self._reply
                if reply is not None and reply[0] == number:
                    if reply[1] == NAK:
                        raise Refused(*struct.unpack("<BBH", reply[2]))
                    return reply[2]
            pause = min(2 * pause, 0.2)
        raise TimeoutError(f"command {kind} was not answered")

    def until(self, kind: int, right: Callable[[bytes], bool] = lambda _: True) -> bytes:
        """The next event of this kind for which ``right`` holds."""
        end = time.monotonic() + _PATIENCE_S
        while time.monotonic() < end:
            while self.events:
                told, payload = self.events.pop(0)
                if told == kind and right(payload):
                    return payload
            self._listen(0.05)
        raise TimeoutError(f"event {kind} did not come")

    # ------------------------------------------------------------------ a hand
    def take_in(self, tag: int, slots: Sequence[int]) -> None:
        """The n-th card of the hopper goes to ``slots[n-1]``, whatever it is."""
        if not self.command(LOOK)[4] & 1:
            self.until(HOPPER, lambda told: told[4] == 1)
        self.command(BEGIN_INTAKE, struct.pack("<HB", tag, len(slots)))
        self.until(STATE, lambda told: told[4] == INTAKE)
        self.command(PICK, struct.pack("<HBB", tag, 1, slots[0]))
        for card, _ in enumerate(slots, 1):
            self.until(AT_WINDOW, _of(card))
            self.command(STORE, struct.pack("<HB", tag, card))
            if card < len(slots):
                self.command(PICK, struct.pack("<HBB", tag, card + 1, slots[card]))
            self.until(STORED, _of(card))
        self.command(END_INTAKE, struct.pack("<H", tag))
        self.until(STATE, lambda told: told[4] == SHUFFLED)

    def deal(self, tag: int, steps: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """Slot and destination of each card in order; what fell, as number and destination."""
        pairs = bytes(one for step in steps for one in step)
        for first in range(0, len(steps), 20):
            part = pairs[2 * first : 2 * (first + 20)]
            self.command(PLAN, struct.pack("<HB", tag, first + 1) + part)
        self.command(BEGIN_DEAL, struct.pack("<HBBH", tag, len(steps), 1, crc16(pairs)))
        self.command(CREDIT, struct.pack("<HB", tag, len(steps)))
        fell = []
        for _ in steps:
            told = self.until(DEALT)
            fell.append((told[6], told[7]))
        self.until(STATE, lambda told: told[4] == DEALT_STATE)
        return fell
