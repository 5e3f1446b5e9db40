"""The mechanics: what each sensor sees when, where cards end, and how they are torn."""

from __future__ import annotations

import pytest

from tests.simulated import pins as p
from tests.simulated.bench import Machine, pack


@pytest.fixture
def loaded(machine: Machine) -> Machine:
    """Four cards in the hopper: 100 to 103."""
    machine.hands.do(load=pack(4))
    return machine


@pytest.fixture
def filled(loaded: Machine) -> Machine:
    """The same in the slots 0 to 3."""
    for slot in range(4):
        p.intake(loaded, slot)
    assert loaded.hands.where()["slots"] == {"0": 100, "1": 101, "2": 102, "3": 103}
    return loaded


def _watch(machine: Machine, port: int, mask: int, ms: float) -> float:
    """Simulated ms from now until the sensor changes, looked at about every half millisecond."""
    began = machine.clock()[0]
    first = machine.inputs()[port] & mask
    while machine.inputs()[port] & mask == first:
        assert machine.clock()[0] - began < ms * 1e6, "the sensor does not change"
    return (machine.clock()[0] - began) / 1e6


# ------------------------------------------------------------------ p.intake
def test_a_card_passes_the_intake_in_its_time(loaded: Machine) -> None:
    loaded.out("A", p.PICK | p.FEED)
    passed = 0.0
    for mask, mm in ((p.D1, 20), (p.C1, 36)):
        passed += _watch(loaded, 0, mask, 100)
        assert passed == pytest.approx(mm / 0.6, abs=2)
    loaded.out("A", p.FEED)
    passed += _watch(loaded, 0, p.D1, 200)
    assert passed == pytest.approx(83 / 0.6, abs=3)
    passed += _watch(loaded, 0, p.C2, 100)
    assert passed == pytest.approx(90 / 0.6, abs=3)
    assert loaded.inputs()[0] & (p.D1 | p.D2 | p.C1 | p.C2) == p.C1 | p.C2


def test_the_hopper_shows_its_last_card_until_it_leaves(machine: Machine) -> None:
    machine.hands.do(load=pack(1))
    assert machine.inputs()[1] & p.HOPPER
    machine.out("A", p.PICK)
    machine.run(40)
    assert machine.inputs()[1] & p.HOPPER == 0
    assert machine.hands.where()["path"] == [100]


def test_the_roller_takes_the_next_card_only_behind_the_first(loaded: Machine) -> None:
    loaded.out("A", p.PICK | p.FEED)
    loaded.run(100)
    assert loaded.hands.where()["path"] == [100]
    loaded.run(10)
    assert loaded.hands.where()["path"] == [100, 101]


def test_a_stopped_feed_roller_holds_the_card(loaded: Machine) -> None:
    loaded.out("A", p.PICK)
    loaded.run(150)
    assert p.lead(loaded, 100) == pytest.approx(36, abs=0.1)


def test_a_card_goes_back_into_the_hopper(loaded: Machine) -> None:
    loaded.out("A", p.PICK | p.FEED)
    loaded.run(80)
    loaded.out("L", p.FEED_REVERSE)
    loaded.out("A", p.PICK | p.PICK_REVERSE | p.FEED)
    loaded.run(90)
    truth = loaded.hands.where()
    assert (truth["path"], truth["hopper"]) == ([], [100, 101, 102, 103])


def test_stored_it_is_seen_and_the_carousel_may_turn(loaded: Machine) -> None:
    p.intake(loaded, 7)
    assert loaded.inputs()[0] & (p.S1 | p.S2) == p.S1 | p.S2
    p.seek(loaded, 8)
    assert loaded.inputs()[0] & (p.S1 | p.S2) == p.S2
    truth = loaded.hands.where()
    assert (truth["slots"], truth["torn"], truth["lost_steps"]) == ({"7": 100}, 0, 0)


def test_the_carousel_tears_a_card_that_is_half_in(loaded: Machine) -> None:
    p.seek(loaded, 0)
    loaded.out("A", p.PICK | p.FEED)
    loaded.run(70)
    loaded.out("A", p.FEED | p.FAST)
    loaded.run(65)
    assert 117 < p.lead(loaded, 100) < 178
    p.step(loaded, 3)
    assert loaded.hands.where()["torn"] == 1
    assert [said["by"] for said in loaded.hands.heard("torn")] == ["carousel"]


def test_before_a_full_slot_the_card_stops(filled: Machine) -> None:
    filled.hands.do(load=[{"serial": 7, "picture": 7}])
    p.intake(filled, 2)
    filled.out("A", p.FEED | p.FAST)
    filled.run(100)
    assert p.lead(filled, 7) == pytest.approx(117)
    assert filled.hands.where()["torn"] == 0


def test_the_reject_gate_leads_to_the_tray(loaded: Machine) -> None:
    p.gates(loaded, p.G5)
    p.intake(loaded, 0)
    loaded.out("A", p.FEED | p.FAST)
    loaded.run(40)
    truth = loaded.hands.where()
    assert (truth["pockets"]["R"], truth["slots"], truth["torn"]) == ([100], {}, 0)
    assert loaded.inputs()[2] & p.MOUTH["R"]
    assert [said["pocket"] for said in loaded.hands.heard("fell")] == ["R"]


# ------------------------------------------------------------------ exit
def test_a_card_passes_the_exit_in_its_time(filled: Machine) -> None:
    p.seek(filled, 1)
    filled.out("A", p.EJECT)
    assert _watch(filled, 0, p.X1, 60) == pytest.approx(40, abs=1)
    assert filled.inputs()[0] & (p.S1 | p.X1) == p.S1 | p.X1
    filled.out("A", p.EXIT)
    passed = 0.0
    for port, mask, ms in ((0, p.S1, 2), (0, p.X2, 35), (1, p.MOUTH["W"], 70), (2, p.MOUTH["W"], 105)):
        passed += _watch(filled, port, mask, 60)
        assert passed == pytest.approx(ms, abs=1.5)
    assert filled.hands.where()["pockets"]["W"] == [101]
    assert filled.inputs()[1] & p.MOUTH["W"] == 0


@pytest.mark.parametrize("pocket", "NESWTR")
def test_each_gate_leads_to_its_pocket(filled: Machine, pocket: str) -> None:
    p.gates(filled, p.GATES[pocket])
    p.seek(filled, 3)
    p.eject(filled, 107)
    truth = filled.hands.where()
    assert {name: cards for name, cards in truth["pockets"].items() if cards} == {pocket: [103]}
    assert filled.hands.do(take=pocket)["cards"] == [103]
    assert filled.hands.where()["pockets"][pocket] == []


def test_the_spring_draws_a_card_back(filled: Machine) -> None:
    p.seek(filled, 2)
    filled.out("A", p.EJECT)
    filled.run(35)
    filled.out("A", 0)
    filled.run(10)
    truth = filled.hands.where()
    assert (truth["slots"]["2"], truth["path"], truth["torn"]) == (102, [], 0)
    p.step(filled, 24)
    assert filled.hands.where()["torn"] == 0


@pytest.mark.parametrize(("belt_ms", "torn"), [(0, 1), (4, 0)])
def test_the_carousel_tears_a_card_that_is_half_out(filled: Machine, belt_ms: float, torn: int) -> None:
    p.seek(filled, 2)
    p.eject(filled, belt_ms)
    p.step(filled, 24)
    assert filled.hands.where()["torn"] == torn


def test_the_carousel_tears_a_card_on_the_ejector(filled: Machine) -> None:
    p.seek(filled, 2)
    filled.out("A", p.EJECT)
    filled.run(20)
    filled.out("A", p.EJECT | p.STEPS)
    filled.say(b"s\x01\x02\x00\x01\x42\x42")
    assert filled.hands.where()["crashes"] == {"carousel": 1, "overlap": 0, "gate": 0}


def test_two_cards_meet_in_the_exit(filled: Machine) -> None:
    p.seek(filled, 0)
    p.eject(filled, 20)
    p.seek(filled, 1)
    p.eject(filled)
    assert filled.hands.where()["crashes"] == {"carousel": 0, "overlap": 1, "gate": 0}
    p.drive(filled, 200)
    assert filled.hands.where()["pockets"]["W"] == []


def test_two_cards_with_a_gap_do_not(filled: Machine) -> None:
    p.seek(filled, 0)
    p.eject(filled, 40)
    p.seek(filled, 1)
    p.eject(filled)
    p.drive(filled, 110)
    assert filled.hands.where()["pockets"]["W"] == [100, 101]
    assert filled.hands.where()["torn"] == 0


def test_a_gate_that_moves_into_a_moving_card_tears_it(filled: Machine) -> None:
    p.seek(filled, 0)
    p.eject(filled, 60)
    filled.out("C", p.G1)
    p.drive(filled, 5)
    assert filled.hands.where()["crashes"] == {"carousel": 0, "overlap": 0, "gate": 1}


def test_a_card_that_comes_to_a_moving_gate_is_torn(filled: Machine) -> None:
    p.seek(filled, 0)
    p.eject(filled, 40)
    filled.out("C", p.G2)
    p.drive(filled, 10)
    assert filled.hands.where()["crashes"]["gate"] == 1


def test_a_gate_with_a_resting_card_in_it_waits(filled: Machine) -> None:
    """As after a power cut: the gate stays, says so, and once its coil agrees the card may go on."""
    p.gates(filled, p.G1)
    p.seek(filled, 0)
    p.eject(filled, 60)
    filled.out("C", 0)
    filled.run(50)
    assert filled.inputs()[2] & p.GATE_END == 0
    assert filled.hands.where()["gates"] == [1, 0, 0, 0, 0]
    filled.out("C", p.G1)
    assert filled.inputs()[2] & p.GATE_END
    p.drive(filled, 50)
    assert filled.hands.where()["pockets"]["N"] == [100]


def test_gates_take_fifteen_milliseconds(machine: Machine) -> None:
    assert machine.inputs()[2] & p.GATE_END
    machine.out("C", p.G2 | p.G5)
    assert machine.inputs()[2] & p.GATE_END == 0
    assert _watch(machine, 2, p.GATE_END, 30) == pytest.approx(14.5, abs=1)


def test_a_power_cut_leaves_everything_where_it_is(filled: Machine) -> None:
    p.gates(filled, p.G1)
    p.seek(filled, 0)
    p.eject(filled, 55)
    filled.out("A", p.EXIT)
    filled.run(2)
    filled.hands.do(power="off")
    before = filled.hands.where()
    filled.run(500)
    after = filled.hands.where()
    assert {**before, "t": 0} == {**after, "t": 0}
    assert after["gates"] == [1, 0, 0, 0, 0]
    filled.hands.do(power="on")
    assert filled.greeted()
    filled.run(50)
    assert filled.hands.where()["gates"] == [1, 0, 0, 0, 0]
    filled.out("C", p.G1)
    p.drive(filled, 60)
    truth = filled.hands.where()
    assert (truth["pockets"]["N"], truth["torn"]) == ([100], 0)


def test_a_power_cut_on_the_stroke_lets_the_spring_work(filled: Machine) -> None:
    p.seek(filled, 0)
    filled.out("A", p.EJECT)
    filled.hands.do(cut={"after_ms": 20, "for_ms": 50})
    filled.run(90)
    truth = filled.hands.where()
    assert (truth["slots"]["0"], truth["path"]) == (100, [])


# ------------------------------------------------------------------ carousel
def test_the_motor_follows_its_ramp_both_ways(machine: Machine) -> None:
    p.seek(machine, 0)
    p.step(machine, 27 * 24 + 5)
    p.step(machine, 27 * 24 + 5, up=False)
    truth = machine.hands.where()
    assert (truth["position"], truth["lost_steps"]) == (0, 0)
    assert truth["steps"] > 1300


@pytest.mark.parametrize(
    ("begin", "slope", "top"), [(1000, 74, 2000), (660, 130, 2000), (660, 74, 2500), (2000, 1, 2000)]
)
def test_what_the_motor_cannot_follow_loses_steps(machine: Machine, begin: int, slope: int, top: int) -> None:
    p.seek(machine, 0)
    p.step(machine, 300, start=begin, slope=slope, top=top)
    truth = machine.hands.where()
    assert truth["lost_steps"] > 0
    assert truth["position"] != 300


@pytest.mark.parametrize(("begin", "slope", "top"), [(700, 74, 2000), (660, 79, 2000), (660, 74, 2150)])
def test_a_tenth_more_is_allowed(machine: Machine, begin: int, slope: int, top: int) -> None:
    p.seek(machine, 0)
    p.step(machine, 300, start=begin, slope=slope, top=top)
    assert machine.hands.where()["position"] == 300


def test_the_marks_are_five_steps_wide(machine: Machine) -> None:
    p.seek(machine, 53)
    p.step(machine, 12)
    dark = {p.S2: 0, p.S3: 0}
    for _ in range(24):
        p.step(machine, 1)
        k, b, _, _ = machine.inputs()
        dark[p.S2] += bool(k & p.S2)
        dark[p.S3] += bool(b & p.S3)
    assert dark == {p.S2: 5, p.S3: 5}


def test_direction_and_enable(machine: Machine) -> None:
    p.seek(machine, 5)
    machine.out("L", p.DIR)
    machine.out("A", 0)
    machine.say(b"s\x01\x05\x00\x01\x42\x42")
    truth = machine.hands.where()
    assert (truth["at_slot"], truth["lost_steps"]) == (5, 5)
    p.step(machine, 24, up=False)
    assert machine.hands.where()["at_slot"] == 4


# ------------------------------------------------------------------ lamps, lid, latch, button
def test_without_lamps_no_barrier_is_dark(filled: Machine) -> None:
    p.seek(filled, 0)
    assert filled.inputs()[0] & p.S1
    filled.out("J", 0)
    filled.hands.do(lid=True)
    assert filled.inputs() == bytes([0, 0, p.GATE_END | p.LID, 0])
    filled.hands.do(fault={"kind": "stuck_sensor", "place": "X1"})
    assert filled.inputs()[0] == p.X1


def test_an_open_lid_cuts_every_motor(filled: Machine) -> None:
    p.seek(filled, 0)
    filled.hands.do(load=pack(2, 10))
    filled.hands.do(lid=True)
    filled.out("A", p.PICK | p.FEED | p.EJECT | p.EXIT | p.STEPS)
    filled.say(b"s\x01\x05\x00\x01\x42\x42")
    filled.run(200)
    truth = filled.hands.where()
    assert (truth["path"], truth["at_slot"], len(truth["hopper"])) == ([], 0, 2)


def test_the_latch_notices_a_lid_without_power(machine: Machine) -> None:
    machine.hands.do(lid=True)
    machine.hands.do(lid=False)
    assert machine.inputs()[3] == 0
    machine.hands.do(power="off")
    machine.hands.do(lid=True)
    machine.hands.do(lid=False)
    machine.hands.do(power="on")
    assert machine.greeted()
    assert machine.inputs()[3] == 1
    machine.hands.do(tamper=False)
    assert machine.inputs()[3] == 0


def test_button_lamp_and_low_supply(machine: Machine) -> None:
    machine.hands.do(button=20)
    machine.hands.do(sag=40)
    assert machine.inputs()[3] == 6
    machine.run(20)
    assert machine.inputs()[3] == 2
    machine.run(20)
    assert machine.inputs()[3] == 0
    machine.out("C", p.LED)
    assert machine.hands.where()["led"] is True


# ------------------------------------------------------------------ hands
def test_hands_take_put_and_remove(filled: Machine) -> None:
    assert filled.hands.ask(load=pack(1)) == {"error": "a card of this serial number is in the machine"}
    assert filled.hands.ask(load=[*pack(1, 30), *pack(1, 30)]) == {"error": "a serial number stands twice"}
    assert filled.hands.where()["hopper"] == []
    filled.hands.do(remove=102)
    assert filled.hands.where()["slots"] == {"0": 100, "1": 101, "3": 103}
    for slot in (0, 1):
        p.seek(filled, slot)
        p.eject(filled, 107)
    taken = filled.hands.do(take="all")
    assert (taken["cards"], taken["pockets"]["W"]) == ([100, 101], [100, 101])
    assert filled.hands.do(take="slots")["cards"] == [103]
    filled.hands.do(load=pack(2))
    filled.hands.do(load=pack(1, 40))
    assert filled.hands.do(take="hopper")["cards"] == [100, 101, 140]


def test_more_cards_than_fit_are_refused_whole(machine: Machine) -> None:
    assert machine.hands.ask(load=pack(513)) == {"error": "too many cards"}
    machine.hands.do(load=pack(512))
    assert machine.hands.ask(load=[{"serial": 1, "picture": 1}]) == {"error": "too many cards"}
    assert len(machine.hands.do(take="hopper")["cards"]) == 512


def test_a_gate_without_power_stays_and_then_takes_its_time(machine: Machine) -> None:
    p.gates(machine, p.G1)
    machine.hands.do(power="off")
    machine.run(100)
    machine.hands.do(power="on")
    machine.run(12)
    assert machine.hands.where()["gates"] == [1, 0, 0, 0, 0]
    machine.run(6)
    assert machine.hands.where()["gates"] == [0, 0, 0, 0, 0]
