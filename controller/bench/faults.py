"""What can go wrong with the machine: in the pack that a hand loads, or in the works while it reads or deals.

Each changes only what the simulated machine is or does. Its name is nowhere in what the service hears.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from controller.bench.pack import JOKER, STRANGE_BACK
from controller.bench.shoe import Lying

Command = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that goes wrong with the shoe in the first hand.

    ``told`` is what a report calls it. ``spoil`` makes another pack of the one that is loaded; ``reading`` is told to
    the simulated machine before the pack is read, ``dealing`` when it is cut; both are given the cards as the machine
    comes to them. ``place``: where it happens; ``sign``: what the simulated machine tells when it does.
    """

    kind: str
    words: str
    told: str
    place: str | None = None
    spoil: Callable[[tuple[Lying, ...], Random], tuple[Lying, ...]] | None = None
    reading: Callable[[Sequence[int], Random], Command] | None = None
    dealing: Callable[[Sequence[int], Random], Command] | None = None
    sign: str | None = None


# ------------------------------------------------------------------ in the pack
def _exchanged(pack: tuple[Lying, ...], chance: Random) -> tuple[Lying, ...]:
    """One card is missing, and another there twice."""
    lost, doubled = chance.sample(range(len(pack)), 2)
    return _instead(pack, lost, replace(pack[lost], picture=pack[doubled].picture))


def _short(pack: tuple[Lying, ...], chance: Random) -> tuple[Lying, ...]:
    lost = chance.randrange(len(pack))
    return pack[:lost] + pack[lost + 1 :]


def _with_joker(pack: tuple[Lying, ...], chance: Random) -> tuple[Lying, ...]:
    lost = chance.randrange(len(pack))
    return _instead(pack, lost, replace(pack[lost], picture=JOKER))


def _with_stranger(pack: tuple[Lying, ...], chance: Random) -> tuple[Lying, ...]:
    lost = chance.randrange(len(pack))
    return _instead(pack, lost, replace(pack[lost], back=STRANGE_BACK))


def _with_faced(pack: tuple[Lying, ...], chance: Random) -> tuple[Lying, ...]:
    turned = chance.randrange(len(pack))
    return _instead(pack, turned, replace(pack[turned], faced=True))


def _instead(pack: tuple[Lying, ...], place: int, card: Lying) -> tuple[Lying, ...]:
    return (*pack[:place], card, *pack[place + 1 :])


# ------------------------------------------------------------------ in the works
def _double(cards: Sequence[int], chance: Random) -> Command:
    return {"fault": {"kind": "double_feed", "card": chance.choice(cards[:-1])}}


def _unreadable(cards: Sequence[int], chance: Random) -> Command:
    """Its picture is spoilt once; a second look reads it."""
    return {"fault": {"kind": "unreadable", "card": chance.choice(cards)}}


def _jam(cards: Sequence[int], chance: Random) -> Command:
    return {"fault": {"kind": "jam", "place": "exit", "card": cards[chance.randrange(8, 44)]}}


def _no_eject(cards: Sequence[int], chance: Random) -> Command:
    return {"fault": {"kind": "no_eject", "card": cards[chance.randrange(8, 44)]}}


def _cut(_: Sequence[int], chance: Random) -> Command:
    """At any instant of any card's way."""
    return {
        "cut": {"at": "dealing", "count": chance.randrange(4, 48), "after_ms": chance.randrange(110), "for_ms": 400}
    }


def _wrong_pocket(cards: Sequence[int], chance: Random) -> Command:
    return {"fault": {"kind": "wrong_pocket", "place": "R", "card": cards[chance.randrange(8, 44)]}}


FAULTS: Final[dict[str, Fault]] = {
    fault.kind: fault
    for fault in (
        Fault("imperfect_pack", "one card of the pack is missing and another in it twice", "double", spoil=_exchanged),
        Fault("missing_card", "the pack is a card short", "missing", spoil=_short),
        Fault("joker", "a joker in place of a card", "foreign", spoil=_with_joker),
        Fault("strange_back", "a card of another pack, with another back", "foreign", spoil=_with_stranger),
        Fault("card_turned", "a card lies the wrong way in the hopper", "faced", spoil=_with_faced),
        Fault("double_feed", "two cards are drawn from the hopper at once", "double_feed", "hopper", reading=_double),
        Fault("unreadable", "a card cannot be read at first", "unread", "window", reading=_unreadable),
        Fault("power_cut", "the shoe's power fails in the deal", "power", "exit", dealing=_cut, sign="power"),
        Fault("jam", "a card sticks on its way to a pocket", "jam", "exit", dealing=_jam, sign="stuck"),
        Fault("no_eject", "a card does not leave its slot", "misfeed", "ejector", dealing=_no_eject),
        Fault("machine_fault", "a card falls where it was not sent, and the deal is void", "misfeed", "pocket",
              dealing=_wrong_pocket),
    )
}  # fmt: skip
"""Every fault of the machine by the word with which it is asked for."""
