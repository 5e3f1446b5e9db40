"""Time goes on, and never back."""

from __future__ import annotations

from controller.table.clock import MachineClock, MonotonicClock


def test_a_monotonic_clock_goes_on_from_the_record() -> None:
    reads = [100.0]
    clock = MonotonicClock(read=lambda: reads[0])
    assert clock.now() == 0.0
    reads[0] = 103.0
    assert clock.now() == 3.0
    clock.at_least(50.0)
    assert clock.now() == 50.0
    reads[0] = 104.0
    assert clock.now() == 51.0
    clock.at_least(20.0)
    assert clock.now() == 51.0


def test_it_is_the_operating_systems_by_default() -> None:
    clock = MonotonicClock(7.0)
    first = clock.now()
    assert first >= 7.0
    assert clock.now() >= first


def test_a_machines_clock_stands_while_the_machine_is_silent() -> None:
    clock = MachineClock()
    clock.at_least(4.0)
    assert clock.now() == 4.0
    clock.at_least(3.0)
    assert clock.now() == 4.0
