"""The company of a table as a value: persons in the room, who belongs, who plays, and the cut that is going on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from controller.rules.forming.lots import Lot, Mark
from controller.rules.forming.policies import Policy, policy_of
from controller.rules.heading import Heading
from controller.rules.ruling import Status
from controller.rules.seats import Seat, Seating

Stage = Literal["forming", "partners", "sitting", "playing", "over", "broken"]
From = Literal["other", "broken", "broke_up"]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in the room. ``came``: number of the arrival, equal for those who came together.

    ``since``: when he became a candidate; ``None`` for one who looks on. ``games``: units played running.
    ``placed``: his place among those with whom he came, once it has been cut for.
    """

    mark: Mark
    came: int
    since: int | None
    from_: From | None = None
    placed: int = 0
    games: int = 0
    away: bool = False
    elsewhere: bool = False
    """He is put down at another table too."""
    asked: bool = False
    """Somebody else wants to be admitted since, so that he has to choose."""
    gone: bool = False
    """He has cut into another table, or was away too long: he must ask for admission anew."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What breaks a law. ``by``: a person's mark, or a seat."""

    irregularity: str
    law: tuple[str, ...]
    by: str
    status: Status
    remedies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mended:
    """An irregularity of this person has been put right, or was given up."""

    irregularity: str
    by: str


Told = Finding | Mended


@dataclass(frozen=True, slots=True)
class Company:
    """Who is there, from the first arrival to the breaking up.

    ``line``: those who wait, in the order of their turn; the first of them belong to the table. ``players``: who plays,
    lowest cut first once partners have been cut for. ``seated``: who sits where. ``stood``: players whose place another
    holds, with that substitute. ``units``: games, rubbers or tournées that are over.
    """

    policy: Policy
    seating: Seating
    dummy: tuple[Seat, ...] = ()
    stage: Stage = "forming"
    people: tuple[Person, ...] = ()
    line: tuple[Mark, ...] = ()
    players: tuple[Mark, ...] = ()
    ranked: bool = False
    """Whether ``players`` stand in the order of their cuts."""
    seated: tuple[tuple[Seat, Mark], ...] = ()
    stood: tuple[tuple[Mark, Mark], ...] = ()
    lot: Lot | None = None
    begun: bool = False
    """Somebody has cut since the last unit was over."""
    clock: int = 0
    units: int = 0
    hands: int = 0
    """Hands that counted in this unit."""
    dealt: int = 0
    """The number of the hand whose dealing has begun last."""
    ended: int = 0
    """The number of the hand with which the last unit was over."""
    turned: bool = False
    """The first trump card of this unit has been turned."""
    broken_off: bool = False
    packs: tuple[tuple[Mark, str], ...] = ()
    """Cards that somebody chose."""
    round: tuple[Mark, ...] = ()
    """Mort: all who play the tournée, in the order of their cuts."""
    turn: int = 0
    """Games of the tournée that are over."""

    # ------------------------------------------------------------------ who is who
    def person(self, mark: Mark) -> Person | None:
        """Somebody in the room."""
        return next((p for p in self.people if p.mark == mark), None)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Seats that somebody plays at."""
        return tuple(s for s in self.seating.seats if self.policy.name != "mort" or s not in self.dummy)

    def seat_of(self, mark: Mark) -> Seat | None:
        """Where he sits."""
        return next((seat for seat, who in self.seated if who == mark), None)

    def at(self, seat: Seat) -> Mark | None:
        """Who sits there."""
        return dict(self.seated).get(seat)

    @property
    def members(self) -> tuple[Mark, ...]:
        """Who belongs to the table: those who play, and who waits as long as it is not complete."""
        own = [m for m in self.players if m not in self.substitutes]
        own += [m for m, _ in self.stood if m not in own and self.is_candidate(m)]
        room = max(0, self.policy.complete - len(own))
        return (*own, *self.line[:room])

    @property
    def substitutes(self) -> tuple[Mark, ...]:
        """Those who play for another."""
        return tuple(sub for _, sub in self.stood)

    @property
    def waits(self) -> tuple[Mark, ...]:
        """Those who belong and do not play, the first in turn first."""
        belong = self.members
        return tuple(m for m in self.line if m in belong)

    @property
    def outside(self) -> tuple[Mark, ...]:
        """Those who wait for a vacancy at the complete table."""
        belong = self.members
        return tuple(m for m in self.line if m not in belong)

    def is_candidate(self, mark: Mark) -> bool:
        """Whether he wants to play here."""
        who = self.person(mark)
        return who is not None and who.since is not None and not who.gone

    @property
    def groups(self) -> tuple[tuple[Mark, ...], ...]:
        """Who plays together, by the cut; nothing before it."""
        if not self.ranked:
            return ()
        out: list[tuple[Mark, ...]] = []
        start = 0
        for size in self.policy.groups:
            out.append(self.players[start : start + size])
            start += size
        return tuple(out)

    # ------------------------------------------------------------------ changes
    def put(self, person: Person) -> Company:
        """The same with this person as he is now."""
        if self.person(person.mark) is None:
            return replace(self, people=(*self.people, person))
        return replace(self, people=tuple(person if p.mark == person.mark else p for p in self.people))

    def change(self, mark: Mark, **fields: Any) -> Company:
        """The same with something else about this person."""
        who = self.person(mark)
        return self if who is None else self.put(replace(who, **fields))

    def out_of_line(self, mark: Mark) -> Company:
        """The same without him among those who wait."""
        return replace(self, line=tuple(m for m in self.line if m != mark))

    def unseated(self, mark: Mark) -> Company:
        """The same with his seat empty."""
        return replace(self, seated=tuple((s, m) for s, m in self.seated if m != mark))


def company_of(heading: Heading) -> Company:
    """A table with nobody at it."""
    return Company(policy_of(heading), heading.seating, heading.dummy)
