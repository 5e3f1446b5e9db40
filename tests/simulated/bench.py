"""A process of the simulated machine and both ends of it: the hands' socket and the raw line. Standard library only."""

from __future__ import annotations

import contextlib
import fcntl
import json
import mmap
import os
import select
import socket
import struct
import subprocess
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any, Final, Self

ROOT: Final = Path(__file__).resolve().parents[2]
SIM: Final = ROOT / "firmware" / "sim"
TRIAL: Final = SIM / "build" / "trial.elf"
PATIENCE_S: Final = 10.0
WIDTH: Final = 64
HEIGHT: Final = 96
TILES: Final = 55
HEAD: Final = struct.Struct("<4sHHBBHI")
PICTURE: Final = WIDTH * HEIGHT * 3


def built(*targets: str) -> None:
    """Build targets of the bench, one process at a time."""
    with (SIM / ".making").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made = subprocess.run(
            ["make", "-s", "-j2", "-C", str(SIM), *targets], capture_output=True, text=True, check=False
        )
    assert made.returncode == 0, f"the bench does not build (deploy/setup dev installs its compilers):\n{made.stderr}"


def colour(tile: int) -> tuple[int, int, int]:
    """The colour of a tile's upper half; the lower half is its complement."""
    return 40 + tile % 6 * 30, 40 + tile // 6 % 6 * 30, 40 + tile // 36 * 60


def write_sheet(path: Path) -> None:
    """A sheet whose tiles are two fields of one colour each."""
    rows = bytearray()
    for y in range(HEIGHT):
        for tile in range(TILES):
            shade = colour(tile) if y < HEIGHT // 2 else tuple(255 - value for value in colour(tile))
            rows += bytes(shade) * WIDTH
    path.write_bytes(b"P6\n# drawn for a test\n%d %d\n255\n" % (TILES * WIDTH, HEIGHT) + rows)


@dataclass
class Hands:
    """One connection to the hands' socket."""

    path: Path
    events: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])

    def __post_init__(self) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(PATIENCE_S)
        self.socket.connect(str(self.path))
        self.lines = self.socket.makefile("rb")

    def ask(self, **command: object) -> dict[str, Any]:
        """The answer, whatever it says."""
        self.socket.sendall(json.dumps(command).encode() + b"\n")
        while True:
            line = self.lines.readline()
            if not line:
                raise EOFError
            said: dict[str, Any] = json.loads(line)
            if "event" not in said:
                return said
            self.events.append(said)

    def do(self, **command: object) -> dict[str, Any]:
        """The answer of what must be granted."""
        answer = self.ask(**command)
        assert answer.get("ok") is True, f"{command}: {answer}"
        return answer

    def where(self) -> dict[str, Any]:
        """The truth."""
        return self.do(where=True)

    def heard(self, event: str) -> list[dict[str, Any]]:
        """What came unasked, of one kind; everything told before this question is in it."""
        self.ask(counters=True)
        return [said for said in self.events if said["event"] == event]

    def close(self) -> None:
        """Let go."""
        self.lines.close()
        self.socket.close()


@dataclass
class Line:
    """The raw pseudo-terminal."""

    port: str

    def __post_init__(self) -> None:
        self.fd = os.open(self.port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)

    def write(self, data: bytes) -> None:
        """All of it."""
        while data:
            select.select([], [self.fd], [], PATIENCE_S)
            data = data[os.write(self.fd, data) :]

    def read(self, count: int, patience_s: float = PATIENCE_S) -> bytes:
        """So many bytes, or fewer when the patience is over."""
        got = b""
        until = monotonic() + patience_s
        while len(got) < count and (left := until - monotonic()) > 0:
            if select.select([self.fd], [], [], left)[0]:
                got += os.read(self.fd, count - len(got))
        return got

    def close(self) -> None:
        """Hang up."""
        os.close(self.fd)


@dataclass
class Camera:
    """A viewer at the window."""

    path: Path

    def __post_init__(self) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(PATIENCE_S)
        self.socket.connect(str(self.path))

    def picture(self) -> tuple[int, int, bytes]:
        """Side, strobe and pixels of the next one."""
        magic, width, height, side, channels, strobe, length = HEAD.unpack(self._exactly(HEAD.size))
        assert (magic, width, height, channels, length) == (b"PICT", WIDTH, HEIGHT, 3, PICTURE)
        return int(side), int(strobe), self._exactly(PICTURE)

    def close(self) -> None:
        """Look away."""
        self.socket.close()

    def _exactly(self, count: int) -> bytes:
        got = b""
        while len(got) < count:
            more = self.socket.recv(count - len(got))
            if not more:
                raise EOFError
            got += more
        return got


class Machine:
    """A process beside ``folder``/J, held so that only :meth:`run` lets its time pass, with a host at its line."""

    def __init__(self, folder: Path, *more: str, program: str = "pone-shoe", held: bool = True) -> None:
        self.beside = folder / "J"
        sheet = folder / "sheet.ppm"
        if not sheet.exists():
            write_sheet(sheet)
        self.argv = [str(SIM / "build" / program), "--elf", str(TRIAL), "--beside", str(self.beside)]
        self.argv += ["--pack", str(sheet), "--speed", "0", *more]
        self.process = subprocess.Popen(self.argv, stderr=subprocess.PIPE, text=True)
        self.told = self._ready()
        self.hands = Hands(self.file("bench"))
        if held:
            self.hands.do(hold=True)
        self._clock: mmap.mmap | None = None
        self.plug()

    def plug(self) -> None:
        """Open the line and wait until the machine has noticed."""
        self.line = Line(self.told["port"])
        wait_for(lambda: self.hands.do(counters=True)["host"])

    def unplug(self) -> None:
        """Hang up and wait until the machine has noticed."""
        self.line.close()
        wait_for(lambda: not self.hands.do(counters=True)["host"])

    def restart(self) -> bytes:
        """Take the power away and give it again; what the program says then, without what the cut left of a byte."""
        self.hands.do(power="off")
        self.line.read(1000, 0.02)
        self.hands.do(power="on")
        return self.greeted()

    def file(self, end: str) -> Path:
        """A file beside."""
        return Path(f"{self.beside}.{end}")

    def clock(self) -> tuple[int, int, int]:
        """ns, speed, updates."""
        if self._clock is None:
            with self.file("clock").open("rb") as file:
                self._clock = mmap.mmap(file.fileno(), 24, prot=mmap.PROT_READ)
        ns, speed, updates = struct.unpack_from("<QQQ", self._clock)
        return int(ns), int(speed), int(updates)

    def run(self, ms: float) -> None:
        """Let so much simulated time pass."""
        self.hands.do(wait_ms=ms)

    def say(self, data: bytes, answer: int = 1, ms: float = 5.0) -> bytes:
        """Bytes for the program in the chip, and so many of its answer."""
        self.line.write(data)
        got = b""
        for _ in range(400):
            self.run(ms if not got else 1.0)
            got += self.line.read(answer - len(got), 0.002)
            if len(got) >= answer:
                return got
        raise AssertionError(f"the program in the chip does not answer {data!r}: {got!r}")

    def out(self, port: str, value: int) -> None:
        """Set a port of the chip. About 0.3 ms pass."""
        assert self.say(b"o" + port.encode() + bytes([value]), ms=0.25) == b"k"

    def inputs(self) -> bytes:
        """The ports K, B, F and G as the program reads them."""
        return self.say(b"i", 4, ms=0.25)

    def greeted(self) -> bytes:
        """What the program says after a reset."""
        for _ in range(100):
            if got := self.line.read(2, 0.002):
                return got + self.line.read(2 - len(got), 0.05)
            self.run(1)
        return b""

    def ended(self) -> int:
        """How it ended, within the patience."""
        return self.process.wait(PATIENCE_S)

    def close(self) -> None:
        """End it, however."""
        if self._clock is not None:
            self._clock.close()
            self._clock = None
        with contextlib.suppress(OSError):
            self.hands.close()
            self.line.close()
        if self.process.poll() is None:
            self.process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(PATIENCE_S)
        self.process.kill()
        self.process.wait()
        if self.process.stderr is not None:
            self.process.stderr.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ready(self) -> dict[str, Any]:
        until, pause = monotonic() + PATIENCE_S, threading.Event()
        while monotonic() < until:
            assert self.process.poll() is None, self.process.communicate()[1]
            with contextlib.suppress(OSError, ValueError):
                told: dict[str, Any] = json.loads(self.file("shoe").read_text())
                if told["pid"] == self.process.pid:
                    return told
            pause.wait(0.005)
        raise AssertionError("the machine does not begin")


def pack(count: int, first: int = 0) -> list[dict[str, Any]]:
    """Cards whose serial number is 100 more than their picture."""
    return [{"serial": 100 + number, "picture": number % 52} for number in range(first, first + count)]


def wait_for(reached: Callable[[], object], patience_s: float = PATIENCE_S) -> None:
    """Return when ``reached()``; fail when the patience is over."""
    until, pause = monotonic() + patience_s, threading.Event()
    while not reached():
        assert monotonic() < until, "it does not come"
        pause.wait(0.01)


def never(reached: Callable[[], object], for_s: float) -> None:
    """Fail where ``reached()`` within so many seconds of the wall."""
    until, pause = monotonic() + for_s, threading.Event()
    while monotonic() < until:
        assert not reached()
        pause.wait(0.01)
