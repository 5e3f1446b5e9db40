"""What is known of a pack between hopper and table, and what may be said about it. Values alone."""

from __future__ import annotations

import math
from dataclasses import dataclass

from controller.rules.facts import Source
from controller.rules.seats import Seat
from controller.shoe import events, orders
from controller.shoe.plan import Dest
from controller.table.messages import Kept, Observed
from controller.table.standing import Standing


# --------------------------------------------------------------------------- what may be said
@dataclass(frozen=True, slots=True)
class Stood:
    """The table stands so, durably."""

    standing: Standing


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """Everything told up to this number is durable."""

    seq: int


@dataclass(frozen=True, slots=True)
class Deals:
    """The button *deal* of a seat."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Cuts:
    """A seat lifts so many cards."""

    seat: Seat
    number: int
    source: Source = "panel"


@dataclass(frozen=True, slots=True)
class DealsUncut:
    """The director has the pack dealt as it is."""

    by: str


@dataclass(frozen=True, slots=True)
class Clears:
    """A person has removed the cause of a fault."""

    fault: int


@dataclass(frozen=True, slots=True)
class Pauses:
    """A person stops the shoe."""


@dataclass(frozen=True, slots=True)
class GoesOn:
    """A person lets the shoe go on."""


@dataclass(frozen=True, slots=True)
class Asks:
    """A person asks for the counters."""


@dataclass(frozen=True, slots=True)
class Ticked:
    """Time has passed."""


Person = Deals | Cuts | DealsUncut | Clears | Pauses | GoesOn | Asks
Said = events.Event | Stood | Acknowledged | orders.Keep | orders.Recall | Person | Ticked


# --------------------------------------------------------------------------- what is known
@dataclass(frozen=True, slots=True)
class Course:
    """A deal between its cut and its last card.

    ``sealed``: number of the message that tells its order; ``told``: cards told as dealt. ``stage``: ``sealing`` until
    the shoe is ordered to deal, ``again`` where it must be ordered to resume, ``dealing``, ``stopping`` when the hand
    counts no more, ``done``. ``begun``: the journal was seen to hold its pack.
    """

    plan: orders.Deal
    by: Seat
    sealed: int
    told: int = 0
    turned: bool = False
    stage: str = "sealing"
    begun: bool = False

    @property
    def deal(self) -> str:
        """Its id."""
        return self.plan.deal

    @property
    def going(self) -> bool:
        """Whether cards of it may still fall."""
        return self.stage in ("sealing", "again", "dealing")


@dataclass(frozen=True, slots=True)
class State:
    """Everything between two things said. ``cut_wait_s``: the club's time for the cut.

    ``hopper``: whether a pack lies there that was not refused. ``intake``: the deal for which a pack is being read.
    ``pressed`` at ``since``: whose button *deal* it was; ``asked``: that the pone's time has run out. ``seq`` and
    ``acked`` count messages told and durable. ``gather``: the message after which what is left is gathered.
    ``refusal``: the pack that was refused, told with message ``refused``. ``stuck``: an order was refused, and why; it
    is given again at ``again``, or when the shoe does something else.
    """

    cut_wait_s: float = 60.0
    linked: events.Linked | None = None
    lost: str = ""
    doing: events.Doing | None = None
    hopper: bool = False
    pockets: frozenset[Dest] = frozenset()
    fault: events.Faulted | None = None
    report: events.Reported | None = None
    standing: Standing | None = None
    intake: str | None = None
    pack: events.Prepared | None = None
    pressed: Seat | None = None
    since: float = -math.inf
    asked: bool = False
    course: Course | None = None
    past: str = ""
    seq: int = 0
    acked: int = 0
    key: orders.Keep | None = None
    kept: str = ""
    keeping: bool = False
    recall: str | None = None
    recalling: bool = False
    gather: int | None = None
    gathering: bool = False
    held: bool = False
    refusal: events.PackRefused | None = None
    refused: int = 0
    stuck: str | None = None
    again: float = -math.inf

    @property
    def now(self) -> str:
        """What the shoe does, a word."""
        return "" if self.doing is None else self.doing.state

    @property
    def pone(self) -> Seat | None:
        """Who is asked to cut."""
        if self.pressed is None or self.standing is None:
            return None
        return self.standing.seating.right(self.pressed)


@dataclass(frozen=True, slots=True)
class Step:
    """What follows: the state, what is told to the table in this order, and what the shoe is ordered to do.

    ``text`` answers a person; it holds when message ``after`` is durable.
    """

    state: State
    told: tuple[Observed | Kept, ...] = ()
    orders: tuple[orders.Order, ...] = ()
    text: str = ""
    after: int = 0
