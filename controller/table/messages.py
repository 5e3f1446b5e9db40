"""What a machine tells the table: small values of the link, before anything of them is believed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from controller.rules.facts import Source
from controller.table.views import ShoeDeskView, ShoeView


@dataclass(frozen=True, slots=True)
class Hello:
    """A connection is made. ``run`` tells one life of the machine from the next: its numbers begin again with it."""

    machine: str
    heading: Mapping[str, object] | None = None
    run: str = ""
    demo: bool = False
    speed: float = 1.0


@dataclass(frozen=True, slots=True)
class Pledge:
    """The pack that a hand is dealt from: the id of its deal, the hash that commits to its order, what opens that."""

    deal: str
    commitment: str
    nonce: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Observed:
    """A fact as one source tells it. ``fact`` is an object of the record; ``t`` seconds; told again until known.

    ``stands_as``: the source that the record names, where that is not the one that tells. ``pledge``: the hand that
    this fact belongs to is dealt from this pack; a hand that has begun without one goes on under it.
    """

    source: str
    seq: int
    t: float
    fact: Mapping[str, object]
    confidence: float = 1.0
    evidence: tuple[str, ...] = ()
    stands_as: Source | None = None
    pledge: Pledge | None = None


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


@dataclass(frozen=True, slots=True)
class Shown:
    """How the shoe is, for every page, and what of it is the director's. Holds no fact of the record."""

    shoe: ShoeView
    desk: ShoeDeskView


Message = Hello | Observed | Seen | ClockTold | Kept | Gone | Shown
