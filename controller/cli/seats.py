"""The panel at the table: the dealer's press, the pone's number and his cut, and the lamps of those who are asked."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Final

from controller.panel.contacts import Wheel, turned
from controller.panel.gpio import GpioPanel
from controller.panel.observations import Observation, Pressed, Turned
from controller.rules.seats import Seat
from controller.table.orders import Receipt
from controller.table.service import Table
from controller.table.views import TableView

_LOG: Final = logging.getLogger(__name__)


class SeatPanel:
    """A panel of buttons, lamps and a wheel, joined to a table."""

    def __init__(self, table: Table, panel: GpioPanel) -> None:
        self._table = table
        self._panel = panel
        self._lock = threading.Lock()
        self._wheel = Wheel()
        self._cutter: Seat | None = None
        self._dealers: tuple[Seat, ...] = ()
        self._end: Callable[[], None] | None = None

    def start(self) -> None:
        """Take the pins, and follow what the table shows. Raises what gpiozero raises where there are no pins."""
        self._panel.start(self._hear)
        self._end = self._table.subscribe("table", self._look)

    def stop(self) -> None:
        """Let go of both."""
        if self._end is not None:
            self._end()
        self._panel.stop()

    # ------------------------------------------------------------------ inside
    def _look(self, view: object) -> None:
        """Light the lamps of whoever is asked; for a new cut the wheel begins in the middle."""
        if not isinstance(view, TableView):
            return
        shoe = view.shoe
        cutter = None if shoe is None else shoe.cut
        dealers = () if shoe is None else shoe.deal
        with self._lock:
            if cutter is not None and cutter != self._cutter:
                self._wheel = Wheel()
            if (cutter, dealers) == (self._cutter, self._dealers):
                return
            self._cutter, self._dealers = cutter, dealers
        self._panel.light((*dealers, *(() if cutter is None else (cutter,))))

    def _hear(self, observation: Observation) -> None:
        match observation:
            case Turned(steps=steps):
                with self._lock:
                    self._wheel = turned(self._wheel, steps)
            case Pressed(seat=seat):
                self._press(seat)

    def _press(self, seat: Seat) -> None:
        with self._lock:
            number = self._wheel.number if seat == self._cutter else None
        pressed = self._table.submit_deal(seat) if number is None else self._table.submit_cut(seat, number, "panel")
        pressed.add_done_callback(_told)


def _told(pressed: Future[Receipt]) -> None:
    """A press that the table does not take lights nothing; only the log knows of it."""
    if (error := pressed.exception()) is not None:
        _LOG.info("a button was pressed in vain: %s", error)
