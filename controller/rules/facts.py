"""What happened at the table, one frozen value a fact, in the past tense.

A fact says what was seen or said, never what it was under the laws. Fields that a record may leave out are
``None`` (or empty) here. How a fact is written in a record is the business of :mod:`controller.rules.record`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from controller.rules.cards import Card, Suit
from controller.rules.seats import Seat, Side

Source = Literal["shoe", "camera", "panel", "director"]
Which = Literal["still"]
Tricks = tuple[tuple[Side, int], ...]
"""A number for each side, e.g. ``(("NS", 9), ("EW", 4))``."""


@dataclass(frozen=True, slots=True)
class Matter:
    """A ruling named by what it is about instead of by its number."""

    irregularity: str
    by: str | None = None
    trick: int | None = None


@dataclass(frozen=True, slots=True)
class Pack:
    cards: tuple[Card, ...]
    faced: tuple[int, ...] = ()
    of: Which | None = None


@dataclass(frozen=True, slots=True)
class Failed:
    why: str
    cards: tuple[Card, ...] = ()
    place: str | None = None
    of: Which | None = None


@dataclass(frozen=True, slots=True)
class Shuffled:
    by: Seat
    shown: tuple[Card, ...] = ()
    of: Which | None = None


@dataclass(frozen=True, slots=True)
class Presented:
    by: Seat
    of: Which | None = None


@dataclass(frozen=True, slots=True)
class Cut:
    by: Seat
    packets: tuple[int, ...] = ()
    shown: tuple[Card, ...] = ()
    confused: bool = False
    of: Which | None = None


@dataclass(frozen=True, slots=True)
class Dealt:
    to: Seat
    cards: tuple[Card, ...] = ()
    count: int | None = None
    face_up: bool = False
    by: Seat | None = None
    pack: Literal["own", "other"] = "own"
    set: int | None = None

    @property
    def number(self) -> int:
        """How many cards fell."""
        return len(self.cards) if self.count is None else self.count


@dataclass(frozen=True, slots=True)
class Moved:
    from_: Seat
    to: Seat
    card: Card | None = None
    by: Seat | None = None


@dataclass(frozen=True, slots=True)
class Turned:
    card: Card
    at: Seat | None = None
    of: Which | None = None


@dataclass(frozen=True, slots=True)
class TurnedDown:
    by: Seat | None = None


@dataclass(frozen=True, slots=True)
class Touched:
    by: Seat
    what: Literal["hand", "pack"] = "hand"


@dataclass(frozen=True, slots=True)
class Looked:
    by: Seat
    at: Literal["turn-up", "hand", "trick"]
    trick: int | None = None


@dataclass(frozen=True, slots=True)
class Counted:
    by: Seat
    what: Literal["pack", "hands", "tricks"]


@dataclass(frozen=True, slots=True)
class Found:
    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class PackProved:
    faulty: bool
    missing: tuple[Card, ...] = ()
    double: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Bid:
    by: Seat
    call: str
    suit: Suit | None = None


@dataclass(frozen=True, slots=True)
class NamedTrump:
    by: Seat
    trump: str | None = None
    passes: bool = False


@dataclass(frozen=True, slots=True)
class Played:
    by: Seat
    cards: tuple[Card, ...]
    maybe: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Indicated:
    by: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Withdrew:
    by: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Exposed:
    by: Seat
    cards: tuple[Card, ...]
    how: Literal["dropped", "shown", "detached", "lowered", "thrown", "floor"]
    holder: Seat | None = None
    seen_by: tuple[Seat, ...] | None = None
    maybe: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class LaidOpen:
    by: Seat
    cards: tuple[Card, ...] = ()
    why: Literal["call", "ruling", "dummy"] | None = None


@dataclass(frozen=True, slots=True)
class TookUp:
    by: Seat
    what: Literal["turn-up", "hand"] = "turn-up"
    set: int | None = None


@dataclass(frozen=True, slots=True)
class Quitted:
    by: Seat


@dataclass(frozen=True, slots=True)
class ThrewIn:
    by: Seat


@dataclass(frozen=True, slots=True)
class Discarded:
    by: Seat


@dataclass(frozen=True, slots=True)
class Said:
    by: Seat
    what: str
    of: str | None = None
    card: Card | None = None
    suit: Suit | None = None
    count: int | None = None
    held: bool | None = None


@dataclass(frozen=True, slots=True)
class Claimed:
    by: Seat
    what: Literal["revoke", "honours", "game", "rest"]
    against: str | None = None
    trick: int | None = None
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Reported:
    by: str
    irregularity: str
    against: str | None = None
    cards: tuple[Card, ...] = ()
    trick: int | None = None
    law: str | None = None
    """The row of the register that he means."""


@dataclass(frozen=True, slots=True)
class Demanded:
    by: Seat
    remedy: str
    ruling: int | Matter | None = None
    suit: Suit | None = None
    card: Card | None = None
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Waived:
    by: Seat
    ruling: int | Matter | None = None
    for_: Literal["trick", "good"] | None = None


@dataclass(frozen=True, slots=True)
class Consulted:
    by: Side


@dataclass(frozen=True, slots=True)
class Mixed:
    by: Seat


@dataclass(frozen=True, slots=True)
class Searched:
    by: Seat
    result: Literal["found", "not_found"]
    trick: int | None = None
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Marked:
    by: Side
    what: Literal["tricks", "honours", "game"]
    points: int
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Abandoned:
    claimed: Tricks | None = None
    admitted: Tricks | None = None


@dataclass(frozen=True, slots=True)
class Ticked:
    """Time has passed and nothing else; the time is the entry's ``t``."""


@dataclass(frozen=True, slots=True)
class Revealed:
    seat: Seat
    cards: tuple[Card, ...]
    by: str | None = None


@dataclass(frozen=True, slots=True)
class NextCut:
    by: Seat


@dataclass(frozen=True, slots=True)
class NextDeal:
    dealer: Seat


@dataclass(frozen=True, slots=True)
class Answered:
    line: int
    by: str
    fact: Entry | None = None


@dataclass(frozen=True, slots=True)
class Ruled:
    by: str
    ruling: int | Matter
    outcome: str
    why: str | None = None


@dataclass(frozen=True, slots=True)
class Retracted:
    line: int
    by: str
    why: str


@dataclass(frozen=True, slots=True)
class Corrected:
    line: int
    by: str
    why: str
    to: Entry


Fact = (
    Pack | Failed | Shuffled | Presented | Cut | Dealt | Moved | Turned | TurnedDown | Touched | Looked | Counted
    | Found | PackProved | Bid | NamedTrump | Played | Indicated | Withdrew | Exposed | LaidOpen | TookUp | Quitted
    | ThrewIn | Discarded | Said | Claimed | Reported | Demanded | Waived | Consulted | Mixed | Searched | Marked
    | Abandoned | Ticked | Revealed | NextCut | NextDeal | Answered | Ruled | Retracted | Corrected
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Entry:
    """A fact as it stands in the record: where, when, by whom seen and how surely.

    ``line`` counts the record's physical lines, the heading is 1. ``t`` and ``seen`` are seconds from the record's
    start; ``confidence`` is 0 to 1; ``evidence`` names pictures by digest.
    """

    line: int
    fact: Fact
    t: float | None = None
    seen: float | None = None
    source: Source | None = None
    confidence: float = 1.0
    evidence: tuple[str, ...] = ()
