"""Faults on command, and that the hands can put everything right."""

from __future__ import annotations

import pytest

from tests.simulated import pins as p
from tests.simulated.bench import Machine, pack


@pytest.fixture
def filled(machine: Machine) -> Machine:
    """Three cards in the slots 0 to 2, the first before the ejector."""
    machine.hands.do(load=pack(3))
    for slot in range(3):
        p.intake(machine, slot)
    p.seek(machine, 0)
    return machine


@pytest.mark.parametrize(
    ("place", "lead_mm", "dark"), [("nip", 0, p.X1), ("exit", 30, p.X1), ("gates", 100, p.X2), ("pocket", 150, 0)]
)
def test_a_jam_in_the_exit(filled: Machine, place: str, lead_mm: float, dark: int) -> None:
    filled.hands.do(fault={"kind": "jam", "place": place, "card": 100})
    p.eject(filled, 200)
    assert p.lead(filled, 100) == lead_mm
    assert filled.inputs()[0] & (p.X1 | p.X2) == dark
    assert bool(filled.inputs()[1] & p.MOUTH["W"]) == (place == "pocket")
    truth = filled.hands.where()
    assert (truth["jams"], truth["torn"]) == (1, 0)
    filled.hands.do(fault={"kind": "none"})
    p.drive(filled, 110)
    assert filled.hands.where()["pockets"]["W"] == [100]


def test_a_jam_waits_for_its_card(filled: Machine) -> None:
    filled.hands.do(fault={"kind": "jam", "place": "exit", "card": 101})
    p.eject(filled, 107)
    assert filled.hands.where()["pockets"]["W"] == [100]
    p.seek(filled, 1)
    p.eject(filled, 107)
    assert p.lead(filled, 101) == 30


@pytest.mark.parametrize("frees", [False, True])
def test_a_jam_in_the_intake_and_a_pull_back(machine: Machine, frees: bool) -> None:
    machine.hands.do(load=pack(1))
    machine.hands.do(fault={"kind": "jam", "place": "window", "frees": frees})
    machine.out("A", p.PICK | p.FEED)
    machine.run(200)
    assert p.lead(machine, 100) == 80
    machine.out("L", p.FEED_REVERSE)
    machine.out("A", p.FEED)
    machine.run(20)
    machine.out("L", 0)
    machine.run(60)
    assert p.lead(machine, 100) > 85 if frees else p.lead(machine, 100) == 80


def test_two_that_stick_together(machine: Machine) -> None:
    machine.hands.do(load=pack(3))
    machine.hands.do(fault={"kind": "double_feed"})
    machine.out("A", p.PICK | p.FEED)
    machine.run(80)
    assert machine.inputs()[0] & (p.D1 | p.D2) == p.D1 | p.D2
    assert machine.hands.where()["path"] == [100, 101]
    machine.out("A", p.FEED)
    seen = 0.0
    while machine.inputs()[0] & p.D1:
        seen = p.lead(machine, 100)
    assert seen - 20 == pytest.approx(74, abs=1)
    p.seek(machine, 0)
    machine.out("A", p.FEED | p.FAST)
    machine.run(80)
    assert machine.hands.where()["slots"] == {"0": [100, 101]}
    p.eject(machine, 110)
    assert machine.hands.where()["pockets"]["W"] == [100, 101]
    assert machine.hands.where()["hopper"] == [102]


def test_two_go_back_as_two(machine: Machine) -> None:
    machine.hands.do(load=pack(3))
    machine.hands.do(fault={"kind": "double_feed", "card": 100})
    machine.out("A", p.PICK)
    machine.run(45)
    machine.out("A", 2)
    machine.run(60)
    assert machine.hands.where()["hopper"] == [100, 101, 102]
    machine.out("A", p.PICK | p.FEED)
    machine.run(80)
    assert machine.hands.where()["path"] == [100]


def test_a_start_of_the_roller_slips(machine: Machine) -> None:
    machine.hands.do(load=pack(1))
    machine.hands.do(fault={"kind": "no_pick", "times": 2})
    for taken in ([], [], [100]):
        machine.out("A", p.PICK)
        machine.run(60)
        assert machine.hands.where()["path"] == taken
        machine.out("A", 0)


def test_a_stroke_that_takes_nothing(filled: Machine) -> None:
    filled.hands.do(fault={"kind": "no_eject"})
    p.eject(filled, 10)
    assert filled.hands.where()["path"] == []
    filled.run(10)
    p.eject(filled, 10)
    assert filled.hands.where()["path"] == [100]


def test_a_stroke_too_soon_after_a_step_takes_nothing(filled: Machine) -> None:
    filled.out("A", 64)
    filled.say(b"s\x01\x18\x00\x4a\x42\x42", ms=0.5)
    filled.out("A", p.EJECT)
    filled.run(45)
    truth = filled.hands.where()
    assert (truth["path"], truth["rough"], truth["torn"]) == ([], 1, 0)


def test_a_card_falls_into_the_wrong_pocket(filled: Machine) -> None:
    filled.hands.do(fault={"kind": "wrong_pocket", "place": "E"})
    p.eject(filled, 107)
    assert filled.hands.where()["pockets"]["E"] == [100]


def test_a_card_is_lost(filled: Machine) -> None:
    filled.hands.do(fault={"kind": "lost_card", "card": 100})
    p.eject(filled, 107)
    truth = filled.hands.where()
    assert (truth["floor"], truth["path"]) == ([100], [])
    assert filled.hands.do(take="floor")["cards"] == [100]


def test_steps_are_lost(machine: Machine) -> None:
    p.seek(machine, 0)
    machine.hands.do(fault={"kind": "lost_steps", "steps": 30})
    p.step(machine, 100)
    assert machine.hands.where()["position"] == 70


def test_a_gate_does_not_move(filled: Machine) -> None:
    filled.hands.do(fault={"kind": "gate", "place": "N"})
    p.gates(filled, p.G1)
    assert filled.inputs()[2] & p.GATE_END == 0
    filled.hands.do(fault=None)
    filled.run(20)
    assert filled.inputs()[2] & p.GATE_END


def test_a_hand_is_in_a_pocket(machine: Machine) -> None:
    machine.hands.do(fault={"kind": "hand_in_pocket", "place": "S"})
    assert machine.inputs()[1] & p.MOUTH["S"]
    machine.hands.do(fault=False)
    assert machine.inputs()[1] & p.MOUTH["S"] == 0


def test_sensors_stick_dark_or_light(filled: Machine) -> None:
    filled.hands.do(fault={"kind": "stuck_sensor", "place": "C2"})
    filled.hands.do(fault={"kind": "stuck_sensor", "place": "S1", "value": 0})
    k = filled.inputs()[0]
    assert (k & p.C2, k & 0x40) == (p.C2, 0)


def test_torn_stays_torn(filled: Machine) -> None:
    p.eject(filled)
    p.step(filled, 5)
    filled.hands.do(fault={"kind": "none"})
    filled.out("A", p.EXIT)
    filled.run(50)
    assert filled.hands.where()["path"] == [100]
    assert filled.hands.do(take="path")["cards"] == [100]
    assert filled.hands.where()["torn"] == 1
