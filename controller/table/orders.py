"""What comes to the writer's thread through its queue, and the receipt that goes back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field

from controller.rules.seats import Seat
from controller.table.acts import Numbers
from controller.table.messages import Message
from controller.table.ports import Book


@dataclass(frozen=True, slots=True)
class Receipt:
    """An act that is durable. ``t``: its time; ``text``: what was recorded, in words that its own role may read.

    ``line`` is its line in the record, for the director only: ``None`` for a seat, because lines count hidden facts.
    """

    t: float
    text: str
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Press:
    """An act of a role."""

    fact: Mapping[str, object]
    role: str
    by: str | None
    numbers: Numbers | None
    future: Future[Receipt] = field(default_factory=Future[Receipt])


@dataclass(frozen=True, slots=True)
class Undo:
    """A seat takes back its last act."""

    seat: Seat
    future: Future[Receipt] = field(default_factory=Future[Receipt])


@dataclass(frozen=True, slots=True)
class Void:
    """The director stops a deal."""

    by: str
    why: str
    future: Future[Receipt] = field(default_factory=Future[Receipt])


@dataclass(frozen=True, slots=True)
class Call:
    """Something to be done with the journal's file that is no fact."""

    do: Callable[[Book], None]
    future: Future[None] = field(default_factory=Future[None])


@dataclass(frozen=True, slots=True)
class From:
    """What a machine tells, with the machine's name."""

    machine: str
    message: Message


@dataclass(frozen=True, slots=True)
class Stop:
    """The end."""


Order = From | Press | Undo | Void | Call | Stop
