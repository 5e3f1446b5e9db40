"""What a shoe may be told to do. Each order is answered by events (:mod:`controller.shoe.events`), never by a return.

A *deal* is named by its 128-bit id, 32 hexadecimal digits; its *tag* is what the shoe knows it by
(:func:`controller.shoe.plan.tag_of`). Cards, nonces and keys are kept out of every ``repr``.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from controller.rules.cards import Card
from controller.shoe.plan import Dest, Pattern, after_cut, check


@dataclass(frozen=True, slots=True)
class Prepare:
    """Take in what lies in the hopper, prove that it is ``pack``, and shuffle it. Under the id of the deal to come.

    Answered by ``Prepared`` or ``PackRefused``. The carousel must be empty: what a deal left is ejected first.
    """

    deal: str
    game: str
    pack: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal ``cards``: the n-th lies in slot ``slots[n-1]`` and goes to ``dests[n-1]``.

    ``stops``: after these numbers the players empty the pockets before the deal goes on. Raises
    :class:`~controller.shoe.errors.BadPlan` where these do not fit each other. :func:`deal_of` makes one.
    Give it only when the order is durable in the journal. Answered by a ``CardDealt`` for each card, then ``DealDone``,
    or by ``DealVoid``.
    """

    deal: str
    cards: tuple[Card, ...] = field(repr=False)
    slots: tuple[int, ...]
    dests: tuple[Dest, ...]
    stops: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        check(self.cards, self.slots, self.dests, self.stops)


def deal_of(deal: str, order: tuple[Card, ...], cut: int, pattern: Pattern) -> Deal:
    """The deal of ``order`` (by slot, as ``Prepared`` gives it) after ``cut`` cards were lifted, by this pattern."""
    slots = after_cut(range(len(order)), cut)
    return Deal(
        deal,
        tuple(order[slots[place]] for place in pattern.places),
        tuple(slots[place] for place in pattern.places),
        pattern.dests,
        pattern.stops,
    )


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on with this deal: after a pause, a cleared jam, or a restart of this host.

    ``told``: how many cards of it the journal has. What the shoe has dealt besides is told first, then the deal goes on
    where plan, shoe log and sensors agree that it can; otherwise it is void.
    """

    deal: Deal
    told: int


@dataclass(frozen=True, slots=True)
class Pause:
    """Finish the card in the path and stop. Only ``Resume`` goes on."""


@dataclass(frozen=True, slots=True)
class Void:
    """Deal this no more, nor the pack taken in for it. ``why`` comes back in ``DealVoid``."""

    deal: str
    why: str


@dataclass(frozen=True, slots=True)
class Eject:
    """Gather what is in the carousel into the reject tray. Ends a void deal."""


@dataclass(frozen=True, slots=True)
class Clear:
    """A steward has removed the cause of the fault of this number."""

    fault: int


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep this deal's key until another deal's comes. Answered by ``Kept``."""

    deal: str
    key: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Recall:
    """Give back the key of this deal. Answered by ``Returned``."""

    deal: str


@dataclass(frozen=True, slots=True)
class Report:
    """Tell how shoe and link are: answered by ``Reported``. Allowed at any time."""


Order = Prepare | Deal | Resume | Pause | Void | Eject | Clear | Keep | Recall | Report
