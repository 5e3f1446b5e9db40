"""A firmware whose main loop hangs: every motor stops by its time limit, and the watchdog begins anew."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import sys
import termios
import time
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.bench import shoe as bench
from controller.bench.pack import write_sheet
from controller.shoe import messages
from controller.shoe.codes import TABLE_HASH, VERSION, StateCode
from controller.shoe.packets import Packet, Unpacker, encode
from controller.simulated import living

FIRMWARE = Path(__file__).parents[2] / "firmware"
HANGS_AT = 1999
PICK_ROLLER = 0x01
LIMIT_MS = 60
WATCHDOG = 1 << 3
PATIENCE_S = 60


@pytest.fixture(scope="module")
def hanging(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The firmware as it is, but that a buzz of 1999 ms never returns to the main loop."""
    folder = tmp_path_factory.mktemp("hanging")
    for part in ("include", "src"):
        shutil.copytree(FIRMWARE / part, folder / part)
    for name in ("Makefile", "identity.py"):
        shutil.copy(FIRMWARE / name, folder / name)
    commands = folder / "src" / "commands.c"
    text = commands.read_text()
    spot = "    if (ms) board_on(OUT_BEEP, ms);"
    assert spot in text
    commands.write_text(
        text.replace(spot, f"    if (ms == {HANGS_AT}) {{\n        for (;;) {{\n        }}\n    }}\n{spot}")
    )
    words = ["make", "-C", str(folder), f"PYTHON={sys.executable}", "build/pone-shoe.elf"]
    environment = {name: value for name, value in os.environ.items() if name != "MAKEFLAGS"}
    subprocess.run(words, check=True, capture_output=True, timeout=200, env=environment)
    return folder / "build" / "pone-shoe.elf"


@pytest.fixture
def journal(hanging: Path, tmp_path: Path) -> Iterator[Path]:
    """A simulated machine that runs it, beside this journal."""
    path = tmp_path / "journal"
    sheet = bench.beside(path, ".pack")
    write_sheet(sheet)
    words = [bench.SIMULATOR, "--elf", hanging, "--beside", path, "--pack", sheet, "--speed", "0", "--lockstep"]
    with subprocess.Popen([str(word) for word in words]) as process:
        end = time.monotonic() + PATIENCE_S
        while living(path) is None and time.monotonic() < end:
            assert process.poll() is None
        yield path
        process.terminate()


class Line:
    """A host that says one thing after the other and never repeats itself: nothing is lost on this line."""

    def __init__(self, port: str) -> None:
        self._fd = os.open(port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        tty.setraw(self._fd, termios.TCSANOW)
        self._unpacker = Unpacker()
        self._taken = self._number = 0

    def say(self, message: messages.Message, *, numbered: bool = True) -> None:
        if numbered:
            self._number += 1
        number = self._number if numbered else 0
        packet = Packet(False, number, self._taken, messages.code_of(message), messages.encode(message))
        os.write(self._fd, encode(packet))

    def hear(self) -> Iterator[messages.Message]:
        """What came within a moment; the shoe hears a beat for it."""
        self.say(messages.Beat(), numbered=False)
        if select.select([self._fd], [], [], 0.01)[0]:
            for packet in self._unpacker.feed(os.read(self._fd, 4096)):
                self._taken = packet.seq or self._taken
                yield messages.decode(packet.type, packet.payload)

    def until(self, kind: type[messages.Message], state: int | None = None) -> messages.Message:
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            for message in self.hear():
                if isinstance(message, kind) and state in (None, getattr(message, "state", None)):
                    return message
        raise TimeoutError(kind.__name__)

    def close(self) -> None:
        os.close(self._fd)


def test_a_motor_stops_though_the_main_loop_hangs(journal: Path) -> None:
    hands = bench.SimulatedShoe(journal)
    told = living(journal)
    assert told is not None
    line = Line(told["port"])
    line.say(messages.Hello(1, VERSION, TABLE_HASH), numbered=False)
    line.until(messages.HelloReply)
    hands.load([bench.Lying(n, n, 53) for n in range(1, 6)])
    line.until(messages.Hopper)
    line.say(messages.BeginIntake(7, 5))
    line.until(messages.State, StateCode.INTAKE)
    hands.ask({"hold": True})
    hands.ask({"lockstep": False})
    line.say(messages.Pick(7, 1, 9))
    hands.ask({"wait_ms": 20})
    line.say(messages.Beep(HANGS_AT))
    hands.ask({"wait_ms": 100})
    # A card is at C1 after 60 ms: this roller turns only because nobody stops it.
    assert hands.where()["outputs"]["A"] & PICK_ROLLER
    hands.ask({"wait_ms": LIMIT_MS})
    assert not hands.where()["outputs"]["A"] & PICK_ROLLER
    hands.ask({"hold": False})
    # The tick goes on, the main loop does not: only the watchdog leads out.
    boot = line.until(messages.Boot)
    assert isinstance(boot, messages.Boot)
    assert boot.cause & WATCHDOG
    assert hands.where()["torn"] == 0
    line.close()
    hands.end()
