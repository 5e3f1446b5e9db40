"""The machines of a table: who tells what, who is told what is durable, and who keeps the key of a hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from controller.table.messages import Message
from controller.table.orders import From
from controller.table.ports import Machine, Onlooker

SHOE: Final = "shoe"
"""The name of the shoe among the machines."""


@dataclass(frozen=True, slots=True)
class Crew:
    """Machines by name. ``keeper`` is the one that keeps keys: the shoe if there is one, else the first."""

    machines: Mapping[str, Machine] = field(default_factory=dict[str, Machine])
    onlooker: Onlooker | None = None

    @property
    def keeper(self) -> str | None:
        """The name of the machine that keeps the key of a hand."""
        return SHOE if SHOE in self.machines else next(iter(self.machines), None)

    def start(self, hear: Callable[[From], None]) -> None:
        """Start them all; each is heard under its name."""
        for name, machine in self.machines.items():
            machine.start(partial(_heard, hear, name))

    def stop(self) -> None:
        """End them all."""
        for machine in self.machines.values():
            machine.stop()

    def acknowledge(self, name: str, seqs: Mapping[str, int]) -> None:
        """Up to these numbers everything of this machine is durable."""
        self.machines[name].acknowledge(seqs)

    def keep(self, deal: str, key: bytes) -> None:
        """Give the key of this deal to whoever keeps it."""
        if self.keeper is not None:
            self.machines[self.keeper].keep(deal, key)

    def recall(self, deal: str) -> None:
        """Ask for the key of this deal."""
        if self.keeper is not None:
            self.machines[self.keeper].recall(deal)


def _heard(hear: Callable[[From], None], name: str, message: Message) -> None:
    hear(From(name, message))
