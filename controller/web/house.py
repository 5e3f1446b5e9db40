"""The table as its pages see it: the newest view of each role and the channels that carry it.

Views arrive in the writer's thread and cross into the web's loop without anybody waiting for anybody.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import cast

from controller.rules.seats import Seat
from controller.table.errors import Unavailable
from controller.table.service import Table, View
from controller.table.views import DirectorView, SeatView, TableView
from controller.web.access import Access
from controller.web.painting import Painter
from controller.web.scene import Phones
from controller.web.streams import Channel

GATHER_S = 0.004
"""The kiosk's five views change together; its picture waits so long that they come as one."""


@dataclass(slots=True)
class House:
    """Channels by role: ``spectator kiosk director`` and ``seat:N``. Lives in the web's loop."""

    table: Table
    access: Access
    painter: Painter
    spectator_delay_s: float = 0.0
    channels: dict[str, Channel] = field(default_factory=dict[str, Channel])
    views: dict[str, View] = field(default_factory=dict[str, View])
    _ends: list[Callable[[], None]] = field(default_factory=list[Callable[[], None]])
    _kiosk_due: bool = False

    def begin(self) -> None:
        """Subscribe to every role, once. Raises :class:`Unavailable` before the table knows who sits at it."""
        if self.channels:
            return
        seats = self.table.seating.seats
        self.access.seat_at(seats)
        self.access.on_change(self._kiosk_changed)
        for role in ("table", "director", *(f"seat:{seat}" for seat in seats)):
            self._ends.append(self.table.subscribe(role, self._watcher(role)))
        if "table" not in self.views:
            self.end()
            raise Unavailable("The table is not ready yet.")
        self.views["spectator"] = self.views["table"]
        paint = self.painter
        self.channels["spectator"] = Channel(lambda: paint.table(self._table("spectator")))
        self.channels["director"] = Channel(lambda: paint.director(self._director()))
        self.channels["kiosk"] = Channel(
            lambda: paint.kiosk(self._table("table"), tuple(self._seat(s) for s in seats), self._phones(seats))
        )
        for seat in seats:
            self.channels[f"seat:{seat}"] = Channel(partial(self._paint_seat, seat))

    def end(self) -> None:
        """End the subscriptions."""
        for end in self._ends:
            end()
        self._ends.clear()
        for channel in self.channels.values():
            channel.finish()

    def seat_view(self, seat: Seat) -> SeatView:
        """The newest view of a seat."""
        return self._seat(seat)

    def table_view(self) -> TableView:
        """The newest view of the table."""
        return self._table("table")

    def director_view(self) -> DirectorView:
        """The newest view of the console."""
        return self._director()

    # ------------------------------------------------------------------ inside
    def _watcher(self, role: str) -> Callable[[View], None]:
        loop, thread = asyncio.get_running_loop(), threading.get_ident()

        def watch(view: View) -> None:
            if threading.get_ident() == thread:
                self._arrived(role, view)
            elif not loop.is_closed():
                loop.call_soon_threadsafe(self._arrived, role, view)

        return watch

    def _arrived(self, role: str, view: View) -> None:
        self.views[role] = view
        if not self.channels:
            return
        if role == "table":
            if self.spectator_delay_s > 0:
                asyncio.get_running_loop().call_later(self.spectator_delay_s, self._spectators, view)
            else:
                self._spectators(view)
        else:
            self.channels[role].changed()
        if role != "director":
            self._kiosk_changed()

    def _spectators(self, view: View) -> None:
        self.views["spectator"] = view
        self.channels["spectator"].changed()

    def _kiosk_changed(self) -> None:
        if not self._kiosk_due:
            self._kiosk_due = True
            asyncio.get_running_loop().call_later(GATHER_S, self._kiosk_now)

    def _kiosk_now(self) -> None:
        self._kiosk_due = False
        self.channels["kiosk"].changed()

    def _paint_seat(self, seat: Seat) -> str:
        return self.painter.seat(self._seat(seat))

    def _phones(self, seats: tuple[Seat, ...]) -> Phones:
        codes = tuple((seat, self.access.seat_code(seat)) for seat in seats)
        return Phones(codes, self.access.phones, self.access.paired_again)

    def _table(self, role: str) -> TableView:
        return cast("TableView", self.views[role])

    def _seat(self, seat: Seat) -> SeatView:
        return cast("SeatView", self.views[f"seat:{seat}"])

    def _director(self) -> DirectorView:
        return cast("DirectorView", self.views["director"])
