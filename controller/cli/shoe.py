"""A shoe for the table, put together: the real firmware in its simulator, or a board on a port."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from controller.bench.attendant import next_hand
from controller.bench.shoe import beside
from controller.bench.shuffler import HandShuffler
from controller.cli.window import read
from controller.shoe.clock import SimulatedClock
from controller.shoe.driver import SerialShoe
from controller.shoe.port import beside as port_beside
from controller.shoe.shuffle import Shuffler
from controller.shoe.window import SocketWindow
from controller.table.clock import MachineClock
from controller.table.dealing import Dealing
from controller.table.service import Table


def simulated_shoe(journal: Path, shuffler: Shuffler) -> SerialShoe:
    """The driver of the simulated machine beside this journal, as soon as one stands there, and of the next one."""
    return SerialShoe(
        port_beside(journal),
        window=SocketWindow(beside(journal, ".window")),
        reader=read,
        shuffler=shuffler,
        clock=SimulatedClock(beside(journal, ".clock")),
    )


def demo_dealing(journal: Path, seed: int, clock: MachineClock, table: Callable[[], Table]) -> Dealing:
    """The shoe of a demo's table, which shuffles as the seed wants it for the hand that is next at ``table``."""

    def hand() -> int:
        return next_hand(asdict(table().view("table")))

    return Dealing(simulated_shoe(journal, HandShuffler(seed, hand)), clock, demo=True)
