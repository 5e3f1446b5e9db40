"""What every table's service has, whoever deals and whoever watches: its doors, their addresses, and a clean end."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from controller.table.errors import Unavailable
from controller.table.service import Table
from controller.web.access import Access, new_code, new_key

if TYPE_CHECKING:
    from controller.cli.eyes import Eyes
    from vision.watch import Order


@dataclass(frozen=True, slots=True)
class Doors:
    """Who may come in: the key of the kiosk's one-time link, and the director's code where it is new."""

    access: Access
    kiosk_key: str = field(repr=False)
    code: str | None = field(repr=False)

    def kiosk(self, page: str) -> str:
        """The link that makes a browser the table's screen, once; ``page`` is the service's address."""
        return f"{page}/kiosk?key={self.kiosk_key}"


def open_doors(keys: Path) -> Doors:
    """The doors whose sessions are in this file. A director's code is made where there is none."""
    key = new_key()
    access = Access(keys, kiosk_key=key)
    if access.director_known:
        return Doors(access, key, None)
    code = new_code()
    return Doors(Access(keys, kiosk_key=key, director_code=code), key, code)


def welcome(page: str, doors: Doors) -> tuple[str, ...]:
    """Where everything is, a line each. This is the only time that key and code are told."""
    return (
        f"The table, to look at:   {page}",
        f"With its buttons, once:  {doors.kiosk(page)}",
        f"The director's console:  {page}/director",
        f"The director's code:     {doors.code or 'the one that was told when this journal was begun'}",
    )


@contextmanager
def ending_cleanly() -> Generator[None]:
    """Inside, SIGTERM and SIGINT end the process with status 0, after whatever stands in its way has been put down.

    Used in the main thread. uvicorn has these signals while it serves, and raises them anew when it has ended.
    """

    def end(number: int, _: FrameType | None) -> None:
        signal.signal(number, signal.SIG_IGN)
        raise SystemExit(0)

    before = {number: signal.signal(number, end) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def eyes_at(begin: Order, table: Callable[[], Table], *, passed: Callable[[float], None] | None = None) -> Eyes:
    """Eyes that are told what the record knows of the hand, before each life of the watcher and at each turn-up.

    ``begin``: what is watched; ``passed``: see :class:`controller.cli.eyes.Eyes`.
    """
    from controller.cli.eyes import Eyes

    def order() -> Order:
        if begin.pictures is not None:
            Path(begin.pictures).mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            felt = table().on_the_felt()
        except Unavailable:
            return begin
        hands = {seat: " ".join(cards) for seat, cards in felt.hands.items()}
        told = " ".join(sorted(felt.told))
        return replace(begin, hands=hands, turn_up=felt.turn_up, tricks=felt.tricks, told=told, trick=dict(felt.trick))

    def known(fact: Mapping[str, Any]) -> bool:
        return bool(fact["fact"] == "turned" and fact["card"] == table().on_the_felt().turned)

    return Eyes(order, known=known) if passed is None else Eyes(order, passed=passed, known=known)
