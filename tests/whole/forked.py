"""A machine that has taken in a pack, and others that fork off it and deal it, each with a host of its own."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Final

from controller.bench.shoe import Said, SimulatedShoe
from controller.rules.cards import PACK, Card
from controller.shoe import events, orders
from controller.shoe.clock import SimulatedClock
from controller.shoe.plan import Pattern, in_turn
from controller.simulated import living
from tests.shoe.simulated import POCKETS, Simulated, one_each
from tests.whole.running import until

_HANDS: Final = ("E", "S", "W", "N")
LAYOUTS: Final[dict[str, tuple[tuple[Card, ...], Pattern]]] = {
    "12 cards one at a time": (PACK[:48:4], one_each(12)),
    "12 cards by packets": (PACK[1:49:4], in_turn(_HANDS, (1, 2))),
    "52 cards one at a time": (PACK, in_turn(_HANDS, (1,) * 13, turned=True)),
    "52 cards 4-4-5": (PACK, in_turn(_HANDS, (4, 4, 5))),
}


@contextlib.contextmanager
def taken_in(room: Path, cards: tuple[Card, ...], seed: int) -> Iterator[tuple[Simulated, events.Prepared]]:
    """A machine whose carousel holds the pack. Its time stands."""
    room.mkdir()
    with Simulated(room, seed=seed) as base:
        prepared = base.prepared(cards)
        base.hands.ask({"hold": True})
        yield base, prepared
        base.hands.ask({"hold": False})


class Forked(Simulated):
    """A machine that goes on from where ``base`` stands, with a host that knows nothing yet.

    ``powers``: how its power went and came; ``fell``: simulated seconds at which each card fell.
    """

    def __init__(self, base: Simulated, name: str, seed: int) -> None:
        self.journal = base.journal.with_name(name)
        base.hands.ask({"fork": {"beside": str(self.journal), "seed": seed}})
        base.hands.ask({"wait_ms": 0.1})
        until(lambda: living(self.journal), "the machine has forked")
        self.hands = SimulatedShoe(self.journal)
        self.clock = SimulatedClock(f"{self.journal}.clock")
        self.powers: list[bool] = []
        self.fell: list[float] = []
        self.hands.listen(self._hear)
        self.hands.ask({"hold": False})
        self.begin()

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, at: TracebackType | None) -> None:
        self.shoe.stop()
        self.hands.end()
        until(lambda: living(self.journal) is None or None, "the forked machine has ended")

    def lies_as_planned(self, deal: orders.Deal) -> bool:
        """Whether every pocket holds the cards of a whole deal, in the order in which they fell."""
        wanted: dict[str, list[int]] = {pocket: [] for pocket in POCKETS.values()}
        for card, dest in zip(deal.cards, deal.dests, strict=True):
            wanted[POCKETS[dest]].append(PACK.index(card) + 1)
        return bool(self.hands.where()["pockets"] == wanted)

    def _hear(self, said: Said) -> None:
        match said:
            case {"event": "power", "on": bool(on)}:
                self.powers.append(on)
            case {"event": "fell", "t": int(t)}:
                self.fell.append(t / 1e9)
            case _:
                return
