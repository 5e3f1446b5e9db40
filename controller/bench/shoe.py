"""The simulated machine of the shoe: a process that runs the flashed firmware, and the hands that reach into it.

    JOURNAL.shoe     which process it is and where its line, camera and clock are; the service finds it by this
    JOURNAL.bench    what only hands can do: load a pack, take up cards, cut the power; and where every card really is
    JOURNAL.clock    its time, seconds of the simulated world
    JOURNAL.pack     the drawn cards that it shows to its camera
    JOURNAL.eeprom   what its chip remembers when the power is off

The service never opens ``JOURNAL.bench``.

ShoeError (PoneError, RuntimeError)
  NotBuilt (FileNotFoundError)   firmware or simulator are not there
  ShoeGone (ConnectionError)     the simulated machine does not answer any more
  BadHands (ValueError)          it was asked for something that no hand can do
"""

from __future__ import annotations

import contextlib
import json
import mmap
import os
import signal
import socket
import struct
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any, Final

from controller import unix_socket
from controller.bench.pack import write_sheet
from controller.rules.errors import PoneError
from controller.simulated import living

ROOT: Final = Path(__file__).resolve().parents[2]
ELF: Final = ROOT / "firmware" / "build" / "pone-shoe.elf"
SIMULATOR: Final = ROOT / "firmware" / "sim" / "build" / "pone-shoe"
BEGIN_S: Final = 20.0
"""How long the simulated machine may take to start, on a slow board."""
ANSWER_S: Final = 20.0
"""How long an answer of it may take."""
ALONE_S: Final = 60
"""Seconds of the wall after which it ends when nobody is at its line."""
_CLOCK: Final = struct.Struct("<QQQ")

Said = Mapping[str, Any]


class ShoeError(PoneError, RuntimeError):
    """Something is wrong with the simulated machine."""


class NotBuilt(ShoeError, FileNotFoundError):
    """The firmware or its simulator has not been built."""


class ShoeGone(ShoeError, ConnectionError):
    """The simulated machine does not answer."""


class BadHands(ShoeError, ValueError):
    """What was asked cannot be done."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A card in a hopper: its serial number, the tiles of its face and back, and whether it lies the wrong way."""

    serial: int
    picture: int
    back: int
    faced: bool = False

    def to_json(self) -> dict[str, object]:
        """As the simulated machine takes it."""
        return {"serial": self.serial, "picture": self.picture, "faced": self.faced, "back": self.back}


def built() -> None:
    """Whether firmware and simulator are there. Raises :class:`NotBuilt` with what to do."""
    for file in (ELF, SIMULATOR):
        if not file.is_file():
            raise NotBuilt(f"{file.relative_to(ROOT)} is not there: `make firmware` builds firmware and simulator")


def beside(journal: Path, end: str) -> Path:
    """A file beside a journal."""
    return journal.with_name(journal.name + end)


@dataclass(slots=True)
class SimulatedTime:
    """Seconds of the simulated world, from the file in which the machine writes its clock."""

    path: Path
    _map: mmap.mmap | None = field(default=None, repr=False)

    def __call__(self) -> float:
        """The present time."""
        if self._map is None:
            with self.path.open("rb") as file:
                self._map = mmap.mmap(file.fileno(), _CLOCK.size, prot=mmap.PROT_READ)
        while True:
            ns, _, updates = _CLOCK.unpack_from(self._map)
            if _CLOCK.unpack_from(self._map)[2] == updates:
                return float(ns / 1e9)


@dataclass(slots=True)
class TableTime:
    """The simulated world's time as long as its machine lives: cards can be played without one.

    Where it is ``gone`` the wall's goes on from there, ``pace`` seconds in each.
    """

    simulated: SimulatedTime
    gone: Callable[[], bool]
    pace: float
    _since: tuple[float, float] | None = field(default=None, repr=False)
    """The wall's time and the last simulated one, when it was first found gone."""

    def __call__(self) -> float:
        """The present time, for a clock that does not mind when two threads find it gone at once."""
        if self._since is None:
            if not self.gone():
                return self.simulated()
            self._since = monotonic(), self.simulated()
        wall, stood = self._since
        return stood + (monotonic() - wall) * self.pace


class SimulatedShoe:
    """The simulated machine beside a journal, asked over its bench's socket. Raises :class:`ShoeGone`."""

    def __init__(self, journal: Path) -> None:
        self._path = beside(journal, ".bench")
        self._hear: Callable[[Said], None] | None = None
        self._asking = threading.Lock()
        self._answered = threading.Condition()
        self._answers: list[Said] = []
        self._gone = False
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            unix_socket.connect(self._socket, self._path)
        except OSError as error:
            self._socket.close()
            raise ShoeGone(f"the simulated machine does not answer at {self._path.name}: {error.strerror}") from error
        self._thread = threading.Thread(target=self._listen, name="pone-shoe-bench", daemon=True)
        self._thread.start()

    def listen(self, hear: Callable[[Said], None]) -> None:
        """Call ``hear`` with everything that it tells unasked, from a thread of its own."""
        self._hear = hear

    # ------------------------------------------------------------------ hands
    def load(self, pack: Sequence[Lying]) -> None:
        """Put a pack into the hopper, the first of it to be picked first."""
        self.ask({"load": [card.to_json() for card in pack]})

    def take(self, pocket: str) -> tuple[int, ...]:
        """Take up what lies in a pocket (``N E S W T R``, or ``all``): serial numbers in the order of falling."""
        return tuple(self.ask({"take": pocket})["cards"])

    def where(self) -> Said:
        """Where every card really is."""
        return self.ask({"where": True})

    def ask(self, command: Mapping[str, object]) -> Said:
        """Any command of the bench's socket. Raises :class:`BadHands`, :class:`ShoeGone`."""
        line = json.dumps(command, separators=(",", ":")).encode() + b"\n"
        with self._asking:
            try:
                self._socket.sendall(line)
            except OSError as error:
                raise ShoeGone("the simulated machine is gone") from error
            answer = self._answer()
        if "error" in answer:
            raise BadHands(f"the simulated machine refuses {next(iter(command))}: {answer['error']}")
        return answer

    @property
    def gone(self) -> bool:
        """Whether it has ended."""
        return self._gone

    def close(self) -> None:
        """Let go of it; it lives on as long as somebody is at its line."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._socket.close()

    def end(self) -> None:
        """End it; its files are gone then."""
        with contextlib.suppress(ShoeError):
            self.ask({"end": True})
            with self._answered:
                self._answered.wait_for(lambda: self._gone, ANSWER_S)
        self.close()

    # ------------------------------------------------------------------ inside
    def _answer(self) -> Said:
        until = monotonic() + ANSWER_S
        with self._answered:
            while not self._answers:
                left = until - monotonic()
                if self._gone or left <= 0:
                    raise ShoeGone("the simulated machine does not answer")
                self._answered.wait(left)
            return self._answers.pop(0)

    def _listen(self) -> None:
        with self._socket.makefile("rb") as lines:
            for line in _whole(lines):
                said: Said = json.loads(line)
                if "event" not in said:
                    with self._answered:
                        self._answers.append(said)
                        self._answered.notify_all()
                elif self._hear is not None:
                    self._hear(said)
        with self._answered:
            self._gone = True
            self._answered.notify_all()


def start(journal: Path, *, seed: int, speed: float, lockstep: bool = True) -> subprocess.Popen[bytes]:
    """Start a simulated machine beside the journal; it survives whoever starts it.

    One that was left there is ended first. Returns when it can be found. Raises :class:`NotBuilt`, :class:`ShoeGone`.
    """
    built()
    _end_left(journal)
    sheet = beside(journal, ".pack")
    write_sheet(sheet)
    argv = [str(SIMULATOR), "--elf", str(ELF), "--beside", str(journal), "--pack", str(sheet)]
    argv += ["--eeprom", str(beside(journal, ".eeprom")), "--speed", f"{speed:g}", "--seed", str(seed)]
    argv += ["--alone", str(ALONE_S), *(["--lockstep"] if lockstep else [])]
    # Its complaints are ours; its output nobody's: a pipe would die with whoever reads it.
    process = subprocess.Popen(  # noqa: S603 - the project's own program
        argv, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True
    )
    pause, until = threading.Event(), monotonic() + BEGIN_S
    while (told := living(journal)) is None or told["pid"] != process.pid:
        if process.poll() is not None:
            raise ShoeGone(f"the simulated machine ended at once, with status {process.returncode}")
        if monotonic() > until:
            process.kill()
            raise ShoeGone("the simulated machine does not begin")
        pause.wait(0.01)
    return process


def _end_left(journal: Path) -> None:
    """End a machine whose bench is gone, and wait until it is."""
    left = living(journal)
    if left is None:
        return
    pid = int(left["pid"])
    with contextlib.suppress(ShoeError):
        SimulatedShoe(journal).end()
    pause, until = threading.Event(), monotonic() + ANSWER_S
    while living(journal) is not None:
        if monotonic() > until:
            os.kill(pid, signal.SIGKILL)
            beside(journal, ".shoe").unlink(missing_ok=True)
            return
        pause.wait(0.01)


def _whole(lines: Any) -> Any:
    """Lines of a socket until it ends, however it ends."""
    with contextlib.suppress(OSError, ValueError):
        yield from lines
