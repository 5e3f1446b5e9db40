"""The process: its files, its clock, its ends, who owns what, and who may come and go."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import select
import signal
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path
from time import monotonic

import pytest

from tests.simulated.bench import TRIAL, Camera, Hands, Line, Machine, never, pack, wait_for

Start = Callable[..., Machine]


def test_the_descriptor_names_what_is_there(machine: Machine) -> None:
    told = machine.told
    assert told["firmware"] == hashlib.sha256(TRIAL.read_bytes()).hexdigest()
    assert set(told) == {"pid", "port", "window", "clock", "firmware"}
    assert Path(told["window"]).is_socket()
    assert Path(told["clock"]).stat().st_size == 24
    assert os.ttyname(machine.line.fd) == told["port"]


def test_the_clock_counts_simulated_time(machine: Machine) -> None:
    before, speed, updates = machine.clock()
    machine.run(25)
    after, _, more = machine.clock()
    assert 25_000_000 <= after - before < 26_100_000
    assert (speed, more > updates) == (0, True)
    machine.hands.do(speed=2.5)
    machine.run(1)
    assert machine.clock()[1] == 2500


def test_paced_time_never_runs_ahead_of_the_wall(start: Start) -> None:
    machine = start()
    machine.hands.do(speed=2)
    began, first = monotonic(), machine.clock()[0]
    machine.hands.do(hold=False)
    while monotonic() - began < 0.4 or machine.clock()[0] == first:
        # Two processors of a virtual machine may differ by a fraction of a millisecond in what time it is.
        assert (machine.clock()[0] - first) / 1e9 <= 2 * (monotonic() - began) + 0.002


@pytest.mark.parametrize("end", ["SIGTERM", "SIGINT", "command", "alone"])
def test_it_ends_and_leaves_nothing(start: Start, end: str) -> None:
    machine = start(*(("--alone", "0.3") if end == "alone" else ()))
    if end == "command":
        machine.hands.do(end=True)
    elif end == "alone":
        machine.line.close()
    else:
        machine.process.send_signal(signal.Signals[end])
    assert machine.ended() == 0
    assert [file.name for file in machine.beside.parent.iterdir()] == ["sheet.ppm"]


def test_it_stays_while_somebody_has_the_line(start: Start) -> None:
    machine = start("--alone", "0.2")
    never(lambda: machine.process.poll() is not None, 0.6)


def test_what_a_dead_one_left_is_replaced(start: Start) -> None:
    first = start()
    inode = first.file("clock").stat().st_ino
    first.process.kill()
    first.process.wait()
    assert first.file("bench").exists()
    second = start()
    assert second.told["pid"] != first.told["pid"]
    assert second.file("clock").stat().st_ino != inode
    second.hands.where()


def test_a_second_one_is_refused_while_the_first_lives(machine: Machine) -> None:
    refused = subprocess.run(machine.argv, capture_output=True, text=True, timeout=10, check=False)
    assert refused.returncode == 2
    assert refused.stderr == f"pone-shoe: {machine.beside}: another simulated machine is alive there\n"
    machine.hands.where()
    assert json.loads(machine.file("shoe").read_text())["pid"] == machine.process.pid


@pytest.mark.parametrize(
    ("option", "content", "words"),
    [
        ("--elf", b"no ELF", "not an ELF file"),
        ("--elf", b"\x7fELF\x01\x01\x01" + bytes(45), "not an ELF file for AVR"),
        ("--elf", None, "cannot be read"),
        ("--pack", b"P5\n1 1\n255\n0", "binary PPM"),
        ("--pack", b"P6\n3456 96\n255\n" + bytes(1000), "too short"),
        ("--pack", b"P6\n640 96\n255\n", "tiles of 64 by 96"),
        ("--eeprom", bytes(17), "4096 bytes"),
    ],
)
def test_a_bad_file_is_one_line(bench: None, tmp_path: Path, option: str, content: bytes | None, words: str) -> None:
    machine = Machine(tmp_path)
    machine.close()
    bad = tmp_path / "bad"
    if content is not None:
        bad.write_bytes(content)
    argv = list(machine.argv)
    if option in argv:
        argv[argv.index(option) + 1] = str(bad)
    else:
        argv += [option, str(bad)]
    refused = subprocess.run(argv, capture_output=True, text=True, timeout=10, check=False)
    assert refused.returncode == 2
    assert words in refused.stderr
    assert refused.stderr.count("\n") == 1
    assert not list(tmp_path.glob("J*"))


def test_a_cut_short_elf_is_refused(bench: None, tmp_path: Path) -> None:
    whole = TRIAL.read_bytes()
    machine = Machine(tmp_path)
    machine.close()
    argv = list(machine.argv)
    short = tmp_path / "short.elf"
    argv[argv.index("--elf") + 1] = str(short)
    for length in (20, 51, 60, 100, 600):
        short.write_bytes(whole[:length])
        assert subprocess.run(argv, capture_output=True, timeout=10, check=False).returncode == 2


def test_bad_use_is_told(bench: None, tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.close()
    for more in (["--speed", "fast"], ["--speed", "-1"], ["--what"], ["extra"], ["--seed", "x"]):
        refused = subprocess.run([*machine.argv, *more], capture_output=True, text=True, timeout=10, check=False)
        assert refused.returncode == 2
        assert "usage: pone-shoe" in refused.stderr


def test_hosts_come_and_go(machine: Machine) -> None:
    assert machine.say(b"ex") == b"x"
    machine.unplug()
    machine.plug()
    assert machine.say(b"ey") == b"y"
    assert machine.hands.do(counters=True)["hosts"] == 2


def test_what_nobody_heard_is_gone(machine: Machine) -> None:
    machine.line.write(b"b\x20")
    machine.run(5)
    machine.unplug()
    machine.plug()
    assert machine.say(b"ez") == b"z"


def test_a_host_that_does_not_read_stops_nothing(machine: Machine) -> None:
    for _ in range(120):
        machine.line.write(b"b\xff")
        machine.run(15)
    assert machine.hands.do(counters=True)["dropped"] > 0
    while select.select([machine.line.fd], [], [], 0.05)[0]:
        machine.line.read(65536, 0.01)
    assert machine.say(b"eq") == b"q"


def test_the_cable_is_pulled_and_put_in(machine: Machine) -> None:
    machine.hands.do(unplug=20)
    assert select.select([machine.line.fd], [], [], 5)[0]
    assert os.read(machine.line.fd, 1) == b""
    with pytest.raises(OSError, match=os.strerror(errno.EIO)):
        os.write(machine.line.fd, b"e")
    machine.line.close()
    machine.run(30)
    machine.told = json.loads(machine.file("shoe").read_text())
    machine.plug()
    assert machine.say(b"ey") == b"y"


def test_rubbish_on_the_bench_is_answered(machine: Machine) -> None:
    rubbish = [
        b"", b"{", b"null", b"[]", b"{}", b'{"load":3}', b'{"load":[{"serial":-1}]}', b"\xff\xfe\x00",
        b'{"nothing":1}', b'{"take":"X"}', b'{"power":1}', b'{"cut":{}}', b'{"cut":{"at_ns":1}}',
        b'{"cut":{"at":"noon"}}', b"[" * 5000, b'{"fault":{"kind":"fire"}}', b'{"fault":{"kind":"jam"}}',
        b'{"fault":7}', b'{"speed":-1}', b'{"speed":1e999}', b'{"noise":{"flip":2}}', b'{"wait_ms":"long"}',
        b'{"lid":1}', b'{"a":"\\ud800"}', b'{"a":"\\u00', b'{"where":true} x', b'{"where":true,"counters":true}',
        b'{"exchange":{"serial":5}}', b'{"remove":7}', b'{"load":[{"serial":1,"picture":99}]}',
    ]  # fmt: skip
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(10)
        client.connect(str(machine.file("bench")))
        client.sendall(b"\n".join(rubbish) + b"\n")
        lines = client.makefile("rb")
        for sent in rubbish:
            if sent:
                assert "error" in json.loads(lines.readline()), sent
        client.sendall(b'{"where":true,"id":7}\n')
        assert json.loads(lines.readline())["id"] == 7
        lines.close()


def test_a_line_without_end_is_refused_and_the_next_obeyed(machine: Machine) -> None:
    hands = Hands(machine.file("bench"))
    hands.socket.sendall(b"x" * (3 << 20) + b"\n")
    assert json.loads(hands.lines.readline()) == {"error": "the line is too long"}
    hands.where()
    hands.close()


def test_clients_that_break_off_stop_nothing(machine: Machine) -> None:
    for sent in (b"", b'{"whe', b'{"where":true}\n', os.urandom(5000)):
        for end in ("bench", "window"):
            with socket.socket(socket.AF_UNIX) as client:
                client.connect(str(machine.file(end)))
                client.sendall(sent)
    crowd = [socket.socket(socket.AF_UNIX) for _ in range(60)]
    for number, client in enumerate(crowd):
        client.connect(str(machine.file("bench" if number % 2 else "window")))
    for client in crowd:
        client.close()
    machine.run(5)
    machine.hands.where()
    assert machine.say(b"ex") == b"x"


def test_a_viewer_who_does_not_read_is_dropped(machine: Machine) -> None:
    idle, busy = Camera(machine.file("window")), Camera(machine.file("window"))
    machine.run(1)
    for strobe in range(1, 141):
        machine.out("A", 0x80)
        machine.out("A", 0)
        assert [busy.picture()[:2] for _ in range(2)] == [(0, strobe), (1, strobe)]
    assert machine.hands.do(counters=True)["viewers_dropped"] == 1
    idle.close()
    busy.close()


def test_everybody_hears_events(machine: Machine) -> None:
    other = Hands(machine.file("bench"))
    other.where()
    machine.hands.do(load=pack(3))
    assert [said["cards"] for said in other.heard("loaded")] == [3]
    assert [said["cards"] for said in machine.hands.heard("loaded")] == [3]
    other.close()


def test_a_fork_goes_on_by_itself(machine: Machine, tmp_path: Path) -> None:
    """The same cards and the same EEPROM, and from then on each for itself."""
    machine.hands.do(load=pack(3))
    machine.say(b"w\x07\x00\x42", ms=8)
    other = tmp_path / "K"
    machine.hands.do(fork={"beside": str(other), "after_ms": 2.5, "seed": 9})
    began = machine.clock()[0]
    machine.run(20)
    (forked,) = machine.hands.heard("forked")
    assert forked["good"] is True
    assert 0 <= forked["t"] - began - 2_500_000 < 1000
    hands = Hands(Path(f"{other}.bench"))
    told = json.loads(Path(f"{other}.shoe").read_text())
    try:
        assert told["pid"] == forked["pid"]
        assert told["port"] != machine.told["port"]
        assert hands.where()["t"] == forked["t"]
        assert hands.where()["hopper"] == [100, 101, 102]
        line = Line(told["port"])
        wait_for(lambda: hands.do(counters=True)["host"])
        line.write(b"w\x07\x00\x43")
        hands.do(wait_ms=8)
        assert line.read(1) == b"k"
        hands.do(take="hopper")
        line.close()
        assert machine.say(b"r\x07\x00") == b"\x42"
        assert machine.hands.where()["hopper"] == [100, 101, 102]
        hands.do(hold=False)
        wait_for(lambda: hands.where()["t"] > forked["t"] + 1_000_000_000)
    finally:
        hands.do(end=True)
        hands.close()
    wait_for(lambda: not list(tmp_path.glob("K*")))
    machine.hands.where()


def test_a_fork_that_cannot_be_is_told(machine: Machine) -> None:
    machine.hands.do(fork={"beside": str(machine.beside)})
    machine.run(1)
    assert [said["good"] for said in machine.hands.heard("forked")] == [False]
    assert machine.say(b"ex") == b"x"
