"""What the table needs of others, as ports. Adapters satisfy them structurally."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from controller.journal.chain import Chain
from controller.journal.drafts import Draft, Reading
from controller.rules.seats import Seat
from controller.shoe.events import Event
from controller.shoe.orders import Order
from controller.table.messages import Message
from controller.table.standing import Standing


class Clock(Protocol):
    """The table's time: seconds of the record, never going back."""

    def now(self) -> float:
        """The present time."""
        ...

    def at_least(self, t: float) -> None:
        """From now on never tell less than ``t``: how a clock goes on from a record, or is driven by a machine."""
        ...


class Journal(Protocol):
    """The record on the disk. Used in the thread that opened it."""

    @property
    def chain(self) -> Chain:
        """How far it has come, and which hand is open."""
        ...

    def readings(self, after: int = 0) -> tuple[Reading, ...]:
        """Every entry behind number ``after``, opened as far as keys are known."""
        ...

    def append(self, drafts: Sequence[Draft], /) -> object:
        """Append in one transaction; durable when it returns. Raises and appends nothing otherwise."""
        ...

    def unlock(self, key: bytes, /) -> None:
        """Give back the key of the open hand."""
        ...

    def close(self) -> None:
        """Let go of it."""
        ...


class NameBook(Protocol):
    """Who sits where: beside the record, and erasable."""

    def names(self) -> dict[Seat, str]:
        """The names that were set."""
        ...

    def name(self, names: Mapping[Seat, str], /) -> None:
        """Set the names of these seats."""
        ...

    def erase_names(self) -> None:
        """Forget all of them."""
        ...


class Book(Journal, NameBook, Protocol):
    """A journal with its names, as one file holds them."""


class Machine(Protocol):
    """What observes the table, and may keep a hand's key: the bench's process, the shoe."""

    def start(self, hear: Callable[[Message], None]) -> None:
        """Begin to call ``hear`` with everything that is told, from a thread of its own."""
        ...

    def acknowledge(self, seqs: Mapping[str, int]) -> None:
        """Up to these numbers everything is durable, for each source."""
        ...

    def keep(self, deal: str, key: bytes) -> None:
        """Keep the key of this deal until the next one."""
        ...

    def recall(self, deal: str) -> None:
        """Ask for the key of this deal; the answer is a :class:`~controller.table.messages.Kept`."""
        ...

    def stop(self) -> None:
        """End, and join its thread."""
        ...


class Shoe(Protocol):
    """The dealing shoe: orders go in, events come out."""

    def start(self, hear: Callable[[Event], None]) -> None:
        """Begin to call ``hear`` with everything that it tells, from a thread of its own."""
        ...

    def order(self, order: Order, /) -> None:
        """Give an order, from any thread; it is answered by events."""
        ...

    def stop(self) -> None:
        """End, and join its thread."""
        ...


class Onlooker(Protocol):
    """Who must know where the table stands."""

    def look(self, standing: Standing) -> None:
        """The table stands so; all of it is durable. Called from the writer's thread; must not block."""
        ...
