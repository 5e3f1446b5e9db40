"""What is published: the books as they are on the disk, and each role's view of them, told when it changes."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from controller.table import projections
from controller.table.books import Books
from controller.table.errors import Unavailable
from controller.table.projections import Room
from controller.table.views import DirectorView, SeatView, TableView

View = TableView | SeatView | DirectorView
Watcher = Callable[[View], None]
_LOG: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One moment of the table, durable."""

    books: Books
    room: Room


class Desk:
    """Snapshots come in from the writer's thread; views go out to any."""

    def __init__(self) -> None:
        self.shot: Snapshot | None = None
        self.health: tuple[bool, str | None, tuple[tuple[str, str], ...], str | None] = (
            False, "The table is starting.", (), None,
        )  # fmt: skip
        self.begun = threading.Event()
        self._changed = threading.Condition(threading.RLock())
        self._views: dict[str, View] = {}
        self._of: Snapshot | None = None
        self._table: TableView | None = None
        self._watchers: dict[str, list[Watcher]] = {}
        self._last: dict[str, View] = {}

    def publish(self, shot: Snapshot) -> None:
        """A new moment: whoever watches a role whose view differs is told."""
        with self._changed:
            old = self.shot
            if old is not None and shot.books is old.books and shot.room == old.room:
                return
            self.shot = shot
            for role, watchers in self._watchers.items():
                view = self._view(role)
                if self._last.get(role) != view:
                    self._last[role] = view
                    for watcher in tuple(watchers):
                        self._tell(watcher, view)
            self.begun.set()
            self._changed.notify_all()

    def view(self, role: str) -> View:
        """The role's view of the present moment. Raises :class:`Unavailable` before there is one."""
        with self._changed:
            return self._view(role)

    def subscribe(self, role: str, watcher: Watcher) -> Callable[[], None]:
        """Tell ``watcher`` now, and whenever the view of ``role`` changes."""
        with self._changed:
            self._watchers.setdefault(role, []).append(watcher)
            if self.shot is not None:
                self._last[role] = self._view(role)
                self._tell(watcher, self._last[role])

        def end() -> None:
            with self._changed, contextlib.suppress(ValueError):
                self._watchers[role].remove(watcher)

        return end

    def wait(self, wanted: Callable[[Snapshot | None], bool], timeout_s: float) -> bool:
        """Wait until a moment is as it is wanted; ``False`` if it is not in time."""
        with self._changed:
            return self._changed.wait_for(lambda: wanted(self.shot), timeout_s)

    def _tell(self, watcher: Watcher, view: View) -> None:
        try:
            watcher(view)
        except Exception:  # noqa: BLE001 - one watcher's bug must not end the record
            _LOG.exception("a watcher failed; it is not told again of this view")

    def _view(self, role: str) -> View:
        shot = self.shot
        if shot is None:
            raise Unavailable(self.health[1] or "The table is not ready yet.")
        if self._of is not shot:
            self._of, self._views = shot, {}
            self._table = projections.table_view(shot.books, shot.room)
        if role not in self._views:
            self._views[role] = _made(role, shot, self._table or projections.table_view(shot.books, shot.room))
        return self._views[role]


def _made(role: str, shot: Snapshot, table: TableView) -> View:
    match role:
        case "table":
            return table
        case "director":
            return projections.director_view(shot.books, shot.room, table)
        case _:
            return projections.seat_view(shot.books, shot.room, table, role.removeprefix("seat:"))
