"""The same bench with the sanitizers of addresses and undefined behaviour: a busy life, and rubbish from every side."""

from __future__ import annotations

import json
import random
import socket
from collections.abc import Callable
from typing import Any

from tests.simulated import pins as p
from tests.simulated.bench import Camera, Machine, pack

Start = Callable[..., Machine]
_WORDS = (
    "load take remove exchange where counters power cut sag lid tamper button fault noise unplug speed lockstep hold "
    "wait_ms id serial picture faced back smudge at_ns after_ms at dealing eeprom for_ms warn_ms kind jam place gates "
    "card times frees flip seed N all slots path none"
).split()


def _anything(chance: random.Random, depth: int = 0) -> object:
    """A JSON value made of the bench's own words."""
    kind = chance.randrange(8 if depth < 4 else 5)
    if kind == 0:
        return chance.choice((True, False, None))
    if kind == 1:
        return chance.choice((0, 1, -1, 3, 0.5, 53, 54, 1e9, -1e300, 2**53, chance.random() * 100))
    if kind < 5:
        return chance.choice(_WORDS)
    if kind == 5:
        return [_anything(chance, depth + 1) for _ in range(chance.randrange(4))]
    return {chance.choice(_WORDS): _anything(chance, depth + 1) for _ in range(chance.randrange(4))}


def _talk(machine: Machine, lines: list[bytes]) -> list[dict[str, Any]]:
    """Answers to these lines, on a connection of its own."""
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(20)
        client.connect(str(machine.file("bench")))
        answers: list[dict[str, Any]] = []
        heard = client.makefile("rb")
        for line in lines:
            client.sendall(line + b"\n")
            while "event" in (said := json.loads(heard.readline())):
                pass
            answers.append(said)
        heard.close()
        return answers


def test_a_busy_life(start: Start, sanitized: None) -> None:
    machine = start(program="pone-shoe-sanitized")
    assert machine.restart() == b"B\x05"
    camera = Camera(machine.file("window"))
    machine.hands.do(load=pack(6))
    machine.hands.do(fault={"kind": "double_feed", "card": 102})
    for slot in range(4):
        p.intake(machine, slot)
        machine.out("A", p.STROBE)
        machine.out("A", 0)
        camera.picture()
    p.gates(machine, 2)
    for slot in range(3):
        p.seek(machine, slot)
        p.eject(machine, 60)
        machine.hands.do(cut={"at": "eeprom", "after_ms": 1.5, "for_ms": 20, "warn_ms": 1})
        machine.line.write(b"w\x01\x00\x42")
        machine.run(60)
        machine.greeted()
        p.drive(machine, 110)
    p.step(machine, 5)
    machine.line.write(bytes(range(256)))
    machine.run(300)
    machine.hands.do(take="all")
    machine.hands.do(end=True)
    assert machine.ended() == 0
    camera.close()


def test_rubbish_from_every_side(start: Start, sanitized: None) -> None:
    machine = start(program="pone-shoe-sanitized")
    chance = random.Random(20)
    machine.hands.do(load=pack(40))
    machine.out("A", p.PICK | p.FEED)
    lines: list[bytes] = []
    for _ in range(1500):
        text = json.dumps({chance.choice(_WORDS): _anything(chance)}).encode()
        if b'"wait_ms"' in text or b'"unplug"' in text:
            continue
        if chance.random() < 0.2:
            cut = chance.randrange(1, len(text))
            text = text[:cut] + bytes([chance.randrange(32, 256)]) + text[cut + chance.randrange(2) :]
        lines.append(text)
    answers = _talk(machine, lines)
    assert len(answers) == len(lines)
    assert sum("ok" in answer for answer in answers) > 50
    for end in ("window", "bench"):
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(str(machine.file(end)))
            client.sendall(chance.randbytes(20000))
    machine.line.write(chance.randbytes(3000))
    machine.hands.do(hold=True)
    machine.hands.do(power="on")
    machine.run(100)
    machine.hands.do(end=True)
    assert machine.ended() == 0
