"""The shoe moved by its pins, one by one, through the program in the chip."""

from __future__ import annotations

from typing import Final

from tests.simulated.bench import Machine

PICK, PICK_REVERSE, FEED, FAST, EJECT, EXIT, STEPS, STROBE = (1 << bit for bit in range(8))
G1, G2, G3, G4, G5, LOCK, LED, BEEP = (1 << bit for bit in range(8))
DIR, FEED_REVERSE = 2, 4
D1, D2, C1, C2, X1, X2, S1, S2 = (1 << bit for bit in range(8))
S3, HOPPER = 0x40, 0x80
GATE_END, LID = 0x40, 0x80
MOUTH: Final = {pocket: 1 << number for number, pocket in enumerate("NESWTR")}
GATES: Final = {"N": G1, "E": G2, "S": G3, "W": 0, "T": G4, "R": G1 | G2 | G3 | G4}
A_TURN: Final = 54 * 24


def seek(machine: Machine, slot: int) -> None:
    """Turn to a slot with the ramp that the motor follows."""
    away = (slot * 24 - machine.hands.where()["position"]) % A_TURN
    up = away <= A_TURN // 2
    step(machine, away if up else A_TURN - away, up=up)
    assert machine.hands.where()["at_slot"] == slot


def step(machine: Machine, count: int, *, up: bool = True, slope: int = 74, start: int = 660, top: int = 2000) -> None:
    """Steps; ``slope`` in 1000 steps/s², ``start`` and ``top`` in steps/s."""
    machine.out("A", STEPS)
    if count:
        machine.say(bytes([ord("s"), up]) + count.to_bytes(2, "little") + bytes([slope, start // 10, top // 10]), ms=2)
    machine.run(3)


def lead(machine: Machine, serial: int) -> float:
    """How far a card in the path has come."""
    return next(float(card["lead"]) for card in machine.hands.where()["leads"] if card["serial"] == serial)


def intake(machine: Machine, slot: int) -> None:
    """The next card of the hopper into a slot."""
    seek(machine, slot)
    machine.out("A", PICK | FEED)
    machine.run(70)
    machine.out("A", FEED)
    machine.run(75)
    machine.out("A", FEED | FAST)
    machine.run(70)
    machine.out("A", 0)


def eject(machine: Machine, belt_ms: float = 0) -> None:
    """The card before the ejector to the nip, and so much of the belt."""
    machine.out("A", EJECT)
    machine.run(41)
    machine.out("A", 0)
    if belt_ms:
        drive(machine, belt_ms)


def drive(machine: Machine, ms: float) -> None:
    """The belt, for so long; up to half a millisecond more."""
    machine.out("A", EXIT)
    machine.run(max(ms - 0.7, 0))
    machine.out("A", 0)


def gates(machine: Machine, coils: int) -> None:
    """Set the gates and wait until they are there."""
    machine.out("C", coils)
    machine.run(16)
