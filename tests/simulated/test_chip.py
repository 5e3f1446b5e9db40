"""The chip where simavr's differs: line, EEPROM, resets, pull-ups; and power cuts at exact instants."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.simulated.bench import Machine, pack

Start = Callable[..., Machine]


def _count(machine: Machine) -> int:
    return int.from_bytes(machine.say(b"c", 3)[1:], "little")


def _sent_in(machine: Machine, ms: float) -> int:
    """How many of 120 bytes come within so much time."""
    machine.line.write(b"b\x78")
    machine.run(ms)
    got = len(machine.line.read(200, 0.05))
    machine.run(20)
    machine.line.read(200, 0.02)
    return got


def test_a_byte_takes_ten_bits(machine: Machine) -> None:
    """Two bytes of the command and 120 of the answer, 40 µs each."""
    assert _sent_in(machine, 2.08 + 0.1) in range(40, 53)
    assert _sent_in(machine, 0.08 + 120 * 0.040 + 0.4) == 120
    assert _sent_in(machine, 0.08 + 120 * 0.040 - 0.2) < 120


def test_the_tick_keeps_time(machine: Machine) -> None:
    _count(machine)
    before = machine.clock()[0]
    machine.run(1000)
    ticks, passed = _count(machine), machine.clock()[0] - before
    assert abs(ticks - passed / 1e6) < 12


def test_late_readers_lose_bytes(machine: Machine) -> None:
    """Twelve bytes while nobody looks: two are kept and the one in the shift register, and the chip says so."""
    assert machine.say(b"p\x0c" + b"z" * 12, 2) == bytes([3, 0x08])
    assert machine.hands.do(counters=True)["overruns"] == 9
    assert machine.say(b"ex") == b"x"


def test_pull_ups_do_not_win(machine: Machine) -> None:
    """The program has them on everywhere, and nothing is dark but the hopper when there is a card."""
    assert machine.inputs()[0] & 0x7F == 0
    assert machine.inputs()[1] & 0xBF == 0
    machine.hands.do(load=pack(1))
    assert machine.inputs()[1] & 0x80


@pytest.mark.parametrize("command", [b"w", b"W"])
def test_an_eeprom_byte_takes_its_time(machine: Machine, command: bytes) -> None:
    machine.line.write(command + b"\x23\x01\x5a")
    machine.run(3.2)
    assert machine.line.read(1, 0.02) == b""
    machine.run(1.2)
    assert machine.line.read(1) == b"k"
    assert machine.say(b"r\x23\x01") == b"\x5a"
    assert machine.hands.do(counters=True)["eeprom_writes"] == 1


def test_eeprom_outlives_power_and_process(start: Start, tmp_path: Path) -> None:
    file = tmp_path / "eeprom"
    first = start("--eeprom", str(file))
    assert first.restart() == b"B\x05"
    assert first.say(b"w\x07\x00\x42", ms=8) == b"k"
    assert first.restart() == b"B\x05"
    assert first.say(b"r\x07\x00") == b"\x42"
    first.process.kill()
    first.process.wait()
    assert file.read_bytes()[7] == 0x42
    assert file.stat().st_size == 4096
    second = start("--eeprom", str(file))
    assert second.restart() == b"B\x05"
    assert second.say(b"r\x07\x00") == b"\x42"


def test_cuts_fall_between_and_into_eeprom_bytes(machine: Machine) -> None:
    """Before the byte is begun it is the old one, after its time the new one, between them anything."""
    machine.say(b"w\x00\x00\x11", ms=8)
    seen: set[int] = set()
    for ms in (0.5, 1.0, 1.7, 2.2, 2.8, 3.2, 0.7, 1.1, 3.29, 2.5):
        machine.hands.do(cut={"at": "eeprom", "after_ms": ms, "for_ms": 5})
        machine.line.write(b"w\x00\x00\x5a")
        machine.run(12)
        assert machine.greeted() == b"B\x05"
        seen.add(machine.say(b"r\x00\x00")[0])
        machine.say(b"w\x00\x00\x11", ms=8)
    assert len(seen) > 2
    machine.hands.do(cut={"at": "eeprom", "after_ms": 3.301, "for_ms": 5})
    machine.line.write(b"w\x00\x00\x5a")
    machine.run(12)
    assert machine.greeted() == b"B\x05"
    assert machine.say(b"r\x00\x00") == b"\x5a"


def test_a_cut_is_exact_to_a_microsecond(machine: Machine) -> None:
    at = machine.clock()[0] + 7_654_321
    machine.hands.do(cut={"at_ns": at, "for_ms": 3, "warn_ms": 2})
    machine.run(6)
    assert machine.inputs()[3] & 2
    machine.run(10)
    off, on = machine.hands.heard("power")[-2:]
    assert (off["on"], on["on"]) == (False, True)
    assert 0 <= off["t"] - at < 1000
    assert 0 <= on["t"] - off["t"] - 3_000_000 < 1000
    assert machine.greeted() == b"B\x05"
    assert machine.inputs()[3] & 2 == 0


def test_a_cut_leaves_outputs_low_and_reset_finds_the_cause(machine: Machine) -> None:
    machine.out("A", 0x5F)
    machine.out("C", 0xFF)
    machine.hands.do(power="off")
    assert machine.hands.where()["outputs"] == {"A": 0, "C": 0, "L": 0, "J": 0}
    before = machine.clock()[0]
    machine.run(50)
    assert machine.clock()[0] - before >= 50_000_000
    machine.line.write(b"ex")
    machine.run(5)
    machine.hands.do(power="on")
    assert machine.greeted() == b"B\x05"
    assert machine.line.read(1, 0.02) == b""


def test_the_watchdog_resets_and_says_so(machine: Machine) -> None:
    machine.out("A", 0x04)
    machine.line.write(b"d")
    machine.run(30)
    assert machine.greeted() == b"B\x08"
    assert machine.hands.where()["outputs"]["A"] == 0
    assert machine.say(b"ex") == b"x"


def test_an_eeprom_byte_goes_on_through_a_watchdog_reset(machine: Machine) -> None:
    machine.say(b"w\x00\x00\x11", ms=8)
    machine.line.write(b"D\x00\x00\x5a")
    machine.run(16.4)
    assert machine.greeted() == b"B\x08"
    machine.run(5)
    assert machine.say(b"r\x00\x00") == b"\x5a"


def test_a_dead_program_is_told_and_the_power_wakes_it(machine: Machine) -> None:
    machine.line.write(b"h")
    machine.run(5)
    assert machine.hands.do(counters=True)["dead"] is True
    assert len(machine.hands.heard("dead")) == 1
    machine.run(100)
    assert machine.restart() == b"B\x05"
    assert machine.say(b"ex") == b"x"


def test_the_same_seed_and_bytes_give_the_same_run(start: Start, tmp_path: Path) -> None:
    def one(seed: str) -> list[object]:
        machine = start("--seed", seed, "--eeprom", str(tmp_path / f"eeprom{len(list(tmp_path.iterdir()))}"))
        machine.restart()
        machine.hands.do(cut={"at": "eeprom", "after_ms": 1, "for_ms": 5})
        machine.line.write(b"w\x00\x00\x5a")
        machine.run(20)
        machine.greeted()
        seen: list[object] = [machine.say(b"r\x00\x00"), machine.hands.where()["position"]]
        machine.close()
        return seen

    assert one("7") == one("7")
    assert len({repr(one(str(seed))) for seed in (7, 8, 9)}) == 3


def test_noise_turns_bits_both_ways(machine: Machine) -> None:
    machine.hands.do(noise={"flip": 0.25, "seed": 5})
    machine.line.write(b"b\x64")
    machine.run(10)
    machine.line.read(300, 0.05)
    assert 10 < machine.hands.do(counters=True)["flipped"] < 45
    machine.hands.do(noise=None)
    machine.run(20)
    machine.line.read(300, 0.05)
    before = machine.hands.do(counters=True)["flipped"]
    assert machine.restart() == b"B\x05"
    assert machine.hands.do(counters=True)["flipped"] == before
