"""The machine's socket: order, acknowledgement, telling again, keys, watermarks, and a record played live."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.bench.clock import Clock
from controller.bench.link import Link
from controller.bench.machine import Options
from tests.bench_table.hosts import FakeHost

HEADING = {
    "record": 1,
    "game": "whist",
    "laws": "american-1893",
    "seats": ["N", "E", "S", "W"],
    "dealer": "N",
    "complete": ["cut", "deal", "play"],
}


@pytest.fixture
def link(tmp_path: Path) -> Iterator[Link]:
    made = Link(tmp_path / "machine", {"machine": "simulated"}, Clock(0.0, 1000.0))
    yield made
    made.end()


def _machine(path: Path, **more: Any) -> subprocess.Popen[str]:
    options = Options(str(path), HEADING, speed=2000.0, players=False, **more)
    return subprocess.Popen(
        [sys.executable, "-m", "controller.bench.machine", options.to_json()],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Any]:
    begun: list[subprocess.Popen[str]] = []
    hosts: list[FakeHost] = []

    def play(**more: Any) -> tuple[FakeHost, subprocess.Popen[str]]:
        process = _machine(tmp_path / "machine", **more)
        begun.append(process)
        hosts.append(_host(tmp_path / "machine", process))
        return hosts[-1], process

    yield play
    for host in hosts:
        host.close()
    for process in begun:
        process.kill()
        process.communicate()


def _host(path: Path, process: subprocess.Popen[str]) -> FakeHost:
    """Connect as soon as the machine listens."""
    while process.poll() is None:
        if path.is_socket():
            try:
                return FakeHost(path)
            except ConnectionRefusedError:
                pass
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(0.02)
    raise AssertionError("the machine ended")


def _all(host: FakeHost, process: subprocess.Popen[str]) -> dict[str, Any]:
    """Acknowledge everything until the truth of the hand comes."""
    while True:
        fact = host.fact()
        host.acknowledge(fact)
        if fact["fact"]["fact"] == "next_cut":
            assert process.stdout is not None
            truth: dict[str, Any] = json.loads(process.stdout.readline())
            return truth


def test_first_comes_the_heading(played: Any) -> None:
    host, _ = played(hands=1)
    host.fact()
    assert host.hello["heading"] == HEADING
    assert host.hello["demo"] is True
    assert host.hello["run"]


def test_a_hand_is_told_in_order_and_its_truth_afterwards(played: Any) -> None:
    host, process = played(hands=1, seed=7)
    truth = _all(host, process)
    told = [(f["source"], f["t"], f["fact"]) for f in host.facts]
    assert [(h["source"], h["t"], h["told"]) for h in truth["happened"]] == told
    assert [t for _, t, _ in told] == sorted(t for _, t, _ in told)
    assert sum(f["fact"] == "played" for _, _, f in told) == 52
    for source in {f["source"] for f in host.facts}:
        seqs = [f["seq"] for f in host.facts if f["source"] == source]
        assert seqs == list(range(1, len(seqs) + 1))


def test_the_same_seed_is_the_same_hand(played: Any, tmp_path: Path) -> None:
    host, process = played(hands=1, seed=11)
    first = [f["fact"] for f in (_all(host, process), host)[1].facts]
    host.close()
    process.kill()
    process.wait()
    (tmp_path / "machine").unlink(missing_ok=True)
    host, process = played(hands=1, seed=11)
    _all(host, process)
    assert [f["fact"] for f in host.facts] == first


def test_time_waits_for_the_acknowledgement(link: Link) -> None:
    host = FakeHost(link._path)
    link.expect(0.0)
    link.tell("camera", 0.0, {"fact": "quitted", "by": "N"}, 1.0)
    link.settle(0.0)
    link._clock.linger()
    fact = host.fact()
    for _ in range(6):
        host.read()
    assert host.clock < 0.1
    assert link.wait_told(1)
    host.acknowledge(fact)
    assert link.wait_told(0)
    host.close()


def test_what_was_not_acknowledged_is_told_again_to_the_next_host(link: Link) -> None:
    host = FakeHost(link._path)
    for n in range(3):
        link.tell("camera", float(n), {"fact": "quitted", "by": "N"}, 1.0)
    facts = [host.fact() for _ in range(3)]
    host.acknowledge(facts[0])
    assert link.wait_told(2)
    host.close()
    again = FakeHost(link._path)
    assert [again.fact()["seq"] for _ in range(2)] == [2, 3]
    again.close()


def test_it_is_told_again_on_the_same_connection_too(link: Link) -> None:
    host = FakeHost(link._path)
    link.tell("shoe", 0.0, {"fact": "quitted", "by": "N"}, 1.0)
    assert host.fact()["seq"] == 1
    assert host.fact()["seq"] == 1
    host.close()


def test_nothing_is_told_behind_a_watermark(played: Any) -> None:
    host, _ = played(hands=1, seed=3)
    passed = 0.0
    for _ in range(120):
        fact = host.fact()
        assert fact["t"] >= passed - 0.031
        passed = max(passed, fact["t"])
        assert host.seen.get(fact["source"], 0.0) <= fact["t"] + 0.031
        host.acknowledge(fact)


def test_it_keeps_a_hands_key_by_its_deal(link: Link) -> None:
    host = FakeHost(link._path)
    host.say(keep={"deal": "ab" * 16, "key": "cd" * 32})
    while not host.kept:
        host.read()
    host.close()
    again = FakeHost(link._path)
    again.say(recall={"deal": "ab" * 16})
    while not again.kept:
        again.read()
    assert again.kept == {"deal": "ab" * 16, "key": "cd" * 32}
    again.kept = {}
    again.say(recall={"deal": "00" * 16})
    while not again.kept:
        again.read()
    assert again.kept["key"] is None
    again.close()


def test_lines_that_say_nothing_are_passed_over(link: Link) -> None:
    host = FakeHost(link._path)
    host.socket.sendall(b'nonsense\n[]\n{"phase":"play","hand":1}\n{"ack":3}\n')
    host.say(keep={"deal": "ab" * 16, "key": "00"})
    while not host.kept:
        host.read()
    host.close()


def test_the_socket_is_the_owners_alone(link: Link) -> None:
    assert link._path.stat().st_mode & 0o777 == 0o600


def test_left_alone_it_ends(tmp_path: Path) -> None:
    link = Link(tmp_path / "machine", {"machine": "simulated"}, Clock(0.0, 1.0), alone_s=0.01)
    assert link.wait_end(20.0)
    assert not (tmp_path / "machine").exists()


def test_a_killed_host_comes_back_and_nothing_is_lost(played: Any, tmp_path: Path) -> None:
    host, process = played(hands=1, seed=5)
    facts: dict[tuple[str, int], Any] = {}
    for at in (3, 40, 61, 62, 90):
        while len(facts) < at:
            fact = host.fact()
            facts[fact["source"], fact["seq"]] = fact["fact"]
            host.acknowledge(fact)
        fact = host.fact()
        host.close()
        host = FakeHost(tmp_path / "machine")
        again = host.fact()
        assert (again["source"], again["seq"]) in facts or again == fact
        facts[again["source"], again["seq"]] = again["fact"]
        host.acknowledge(again)
    truth = _all(host, process)
    facts |= {(f["source"], f["seq"]): f["fact"] for f in host.facts}
    host.close()
    assert len(facts) == len(truth["happened"])


def test_a_record_is_played_one_fact_a_second_or_at_its_own_times(played: Any, tmp_path: Path) -> None:
    record = tmp_path / "record.jsonl"
    lines = [
        json.dumps(HEADING),
        '{"fact":"shuffled","by":"N"}',
        '{"fact":"played","by":"E","cards":"7D","t":10.0,"source":"camera","confidence":0.7}',
        '{"fact":"claimed","by":"N","what":"revoke","against":"E","t":12.5,"source":"panel"}',
        '{"fact":"next_cut","by":"W"}',
    ]
    record.write_text("\n".join(lines) + "\n")
    host, process = played(record=str(record))
    _all(host, process)
    assert [f["source"] for f in host.facts] == ["director", "camera", "panel", "director"]
    assert host.facts[1]["confidence"] == 0.7
    assert host.facts[1]["fact"] == {"fact": "played", "by": "E", "cards": "7D"}
    times = [f["t"] for f in host.facts]
    assert times[2] - times[1] == pytest.approx(2.5, abs=0.05)
    assert times[3] - times[2] == pytest.approx(1.0, abs=0.05)


def test_a_clock_never_goes_back_and_never_outruns_its_limit() -> None:
    wall = [0.0]
    clock = Clock(5.0, 10.0, lambda: wall[0])
    assert clock.now() == 5.0
    wall[0] = 1.0
    assert clock.now() == 5.0
    clock.linger()
    wall[0] = 2.0
    assert clock.now() == pytest.approx(5.03)
    wall[0] = 1.5
    assert clock.now() == pytest.approx(5.03)


def test_a_clock_that_runs_on_is_stopped_where_it_is() -> None:
    wall = [0.0]
    clock = Clock(5.0, 1.0, lambda: wall[0], pace=20.0)
    clock.run_on()
    wall[0] = 40.0
    assert clock.now() == 45.0
    assert clock.stand() == 45.0
    wall[0] = 90.0
    assert clock.now() == 45.0
    assert clock.speed == 20.0


def test_a_clock_that_waits_for_another_ends_with_it() -> None:
    """Its wall stands still: waiting is neither over too soon nor for ever."""
    clock = Clock(0.0, 1.0, lambda: 0.0, pace=20.0)
    waiting = threading.Thread(target=clock.wait_until, args=(0.5,))
    waiting.start()
    waiting.join(0.3)
    assert waiting.is_alive()
    clock.end()
    waiting.join(20.0)
    assert not waiting.is_alive()


def test_while_time_runs_on_every_source_has_seen_everything(tmp_path: Path) -> None:
    clock = Clock(0.0, 1000.0)
    link = Link(tmp_path / "machine", {"machine": "simulated"}, clock, sources=("camera", "panel"))
    host = FakeHost(link._path)
    link.run_on()
    while host.seen.get("camera", 0.0) < 50.0:
        host.read()
    assert host.seen.keys() == {"camera", "panel"}
    stood = link.stand()
    link.tell("camera", stood + 1.0, {"fact": "quitted", "by": "N"}, 1.0)
    while not host.facts:
        said = host.read()
        host.facts += [said] if "source" in said else []
    assert all(seen <= stood for seen in host.seen.values())
    link.end()
    host.close()
