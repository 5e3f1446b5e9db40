"""What a machine tells the table: small values of the link, before anything of them is believed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Hello:
    """A connection is made. ``run`` tells one life of the machine from the next: its numbers begin again with it."""

    machine: str
    heading: Mapping[str, object] | None = None
    run: str = ""
    demo: bool = False
    speed: float = 1.0


@dataclass(frozen=True, slots=True)
class Observed:
    """A fact as one source tells it. ``fact`` is an object of the record; ``t`` seconds; told again until known."""

    source: str
    seq: int
    t: float
    fact: Mapping[str, object]
    confidence: float = 1.0
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Seen:
    """Up to these times each source has told everything that it saw."""

    upto: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class ClockTold:
    """The machine's clock, seconds of the record."""

    t: float


@dataclass(frozen=True, slots=True)
class Kept:
    """The key of a deal, ``None`` if the machine does not have it."""

    deal: str
    key: bytes | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class Gone:
    """Nothing more comes for now; ``why`` in words. The next message ends it."""

    why: str


Message = Hello | Observed | Seen | ClockTold | Kept | Gone
