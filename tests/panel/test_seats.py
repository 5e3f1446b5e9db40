"""The panel joined to a table: who is asked is lit and heard, and pone's number is the one that he turned."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from typing import Any, cast

import pytest
from gpiozero.pins.mock import MockFactory

from controller.cli.seats import SeatPanel
from controller.panel.gpio import GpioPanel
from controller.panel.wiring import WIRED
from controller.rules.seats import Seat
from controller.table.errors import Refused
from controller.table.orders import Receipt
from controller.table.service import Table
from controller.table.views import ShoeView, TableView
from tests.web.pictures import table

READY = ShoeView("ready", "Ready: North may deal.", deal=("N",))
CUT = ShoeView("cut", "West cuts to North.", dealer="N", cut="W", least=4, most=48)


@dataclass
class FakeTable:
    """Shows what it is given, and notes what is pressed; ``refuse``: it takes nothing."""

    pressed: list[tuple[object, ...]] = field(default_factory=list[tuple[object, ...]])
    refuse: bool = False
    watcher: Callable[[TableView], None] | None = None

    def subscribe(self, role: str, watcher: Callable[[TableView], None]) -> Callable[[], None]:
        assert role == "table"
        self.watcher = watcher
        return lambda: setattr(self, "watcher", None)

    def show(self, shoe: ShoeView | None) -> None:
        assert self.watcher is not None
        self.watcher(replace(table(), shoe=shoe))

    def submit_deal(self, seat: Seat) -> Future[Receipt]:
        return self._taken("deal", seat)

    def submit_cut(self, seat: Seat, number: int, source: str) -> Future[Receipt]:
        return self._taken("cut", seat, number, source)

    def _taken(self, *what: object) -> Future[Receipt]:
        future: Future[Receipt] = Future()
        if self.refuse:
            future.set_exception(Refused("Not now."))
        else:
            self.pressed.append(what)
            future.set_result(Receipt(0.0, ""))
        return future


class Bank:
    """A panel on mock pins at a table that does what the test says."""

    def __init__(self) -> None:
        self.table = FakeTable()
        self.factory: Any = MockFactory()
        self.t = 0.0
        self.panel = SeatPanel(cast(Table, self.table), GpioPanel(lambda: self.t, factory=self.factory))
        self.panel.start()

    def press(self, seat: Seat) -> None:
        self.t += 1.0
        self.factory.pin(WIRED.buttons[seat]).drive_low()
        self.t += 0.1
        self.factory.pin(WIRED.buttons[seat]).drive_high()

    def turn(self, steps: int) -> None:
        first, second = WIRED.wheel if steps > 0 else WIRED.wheel[::-1]
        for _ in range(abs(steps)):
            for pin, high in ((first, False), (second, False), (first, True), (second, True)):
                (self.factory.pin(pin).drive_high if high else self.factory.pin(pin).drive_low)()

    def lit(self) -> str:
        return "".join(seat for seat in "NESW" if self.factory.pin(WIRED.lamps[seat]).state)


@pytest.fixture
def bank() -> Iterator[Bank]:
    made = Bank()
    yield made
    made.panel.stop()


def test_the_dealer_is_lit_and_his_button_deals(bank: Bank) -> None:
    bank.table.show(READY)
    assert bank.lit() == "N"
    bank.press("N")
    assert bank.table.pressed == [("deal", "N")]


def test_pone_turns_his_number_and_his_button_cuts(bank: Bank) -> None:
    bank.table.show(CUT)
    assert bank.lit() == "W"
    bank.turn(-9)
    bank.press("W")
    assert bank.table.pressed == [("cut", "W", 17, "panel")]


def test_every_cut_begins_in_the_middle_and_stops_at_the_ends(bank: Bank) -> None:
    bank.table.show(CUT)
    bank.turn(40)
    bank.press("W")
    bank.table.show(READY)
    bank.table.show(CUT)
    bank.press("W")
    bank.turn(-40)
    bank.press("W")
    assert [number for _, _, number, _ in bank.table.pressed] == [48, 26, 4]


def test_whoever_is_not_asked_to_cut_is_taken_for_a_dealer(bank: Bank) -> None:
    """What the table makes of that is the table's: the panel does not know whose deal it is."""
    bank.table.show(CUT)
    bank.press("S")
    assert bank.table.pressed == [("deal", "S")]


def test_a_press_in_vain_is_passed_over(bank: Bank) -> None:
    bank.table.refuse = True
    bank.press("E")
    bank.table.refuse = False
    bank.press("E")
    assert bank.table.pressed == [("deal", "E")]


@pytest.mark.parametrize("shoe", [None, ShoeView("dealing", "The shoe deals.", 3, 52)])
def test_nobody_is_lit_where_nobody_is_asked(bank: Bank, shoe: ShoeView | None) -> None:
    bank.table.show(CUT)
    bank.table.show(shoe)
    assert bank.lit() == ""
