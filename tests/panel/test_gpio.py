"""The panel on gpiozero's mock pins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from controller.panel.gpio import GpioPanel
from controller.panel.observations import Observation, Pressed, Turned
from controller.panel.wiring import WIRED


class Bank:
    """Mock pins, a clock set by hand, and what the panel told."""

    def __init__(self) -> None:
        self.factory: Any = MockFactory()
        self.t = 0.0
        self.told: list[Observation] = []
        self.panel = GpioPanel(lambda: self.t, factory=self.factory)
        self.panel.start(self.told.append)

    def drive(self, number: int, *levels: bool, every: float = 0.001) -> None:
        for high in levels:
            pin = self.factory.pin(number)
            if high:
                pin.drive_high()
            else:
                pin.drive_low()
            self.t += every


@pytest.fixture
def bank() -> Iterator[Bank]:
    made = Bank()
    yield made
    made.panel.stop()
    made.factory.reset()


def test_a_pressed_button_is_told_once_with_its_seat_and_time(bank: Bank) -> None:
    bank.t = 3.0
    bank.drive(WIRED.buttons["W"], False, True, False, True, False)
    bank.t = 4.0
    bank.drive(WIRED.buttons["W"], True, False, True)
    assert bank.told == [Pressed("W", 3.0)]


def test_every_seat_has_its_button(bank: Bank) -> None:
    for seat in "NESW":
        bank.drive(WIRED.buttons[seat], False)
    assert [o.seat for o in bank.told if isinstance(o, Pressed)] == list("NESW")


def test_the_wheel_tells_steps_either_way(bank: Bank) -> None:
    leading, other = WIRED.wheel
    for first, second in ((leading, other), (leading, other), (other, leading)):
        bank.drive(first, False)
        bank.drive(second, False)
        bank.drive(first, True)
        bank.drive(second, True)
    assert [o.steps for o in bank.told if isinstance(o, Turned)] == [1, 1, -1]


def test_a_wheel_that_shivers_between_two_steps_tells_nothing(bank: Bank) -> None:
    bank.drive(WIRED.wheel[0], False, True, False, True, False, True)
    assert bank.told == []


def test_lamps_are_lit_for_these_seats_and_no_others(bank: Bank) -> None:
    lit: list[list[bool]] = []
    for seats in ("N", "EW", ""):
        bank.panel.light(seats)
        lit.append([bool(bank.factory.pin(WIRED.lamps[seat]).state) for seat in "NESW"])
    assert lit == [[True, False, False, False], [False, True, False, True], [False] * 4]


def test_a_stopped_panel_says_nothing_and_lets_its_pins_go(bank: Bank) -> None:
    bank.panel.light("N")
    bank.panel.stop()
    bank.drive(WIRED.buttons["N"], False)
    assert bank.told == []
    again = GpioPanel(lambda: 0.0, factory=bank.factory)
    again.start(bank.told.append)
    again.stop()
