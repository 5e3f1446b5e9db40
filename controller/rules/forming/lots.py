"""Cutting and drawing lots: cards from one pack, compared as often as equal ones stand where it matters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, Literal

from controller.rules.cards import Card

Purpose = Literal["preference", "table", "partners", "out"]
Mark = str
"""What stands for a person: a small letter, then small letters or digits. Never a name."""

_LOW: Final = "A23456789TJQK"
_HIGH: Final = "23456789TJQKA"


def height(card: Card, ace_low: bool) -> int:
    """Where a card stands in cutting, from 0; -1 for one that nobody could read."""
    return (_LOW if ace_low else _HIGH).find(card[0])


@dataclass(frozen=True, slots=True)
class Lot:
    """One cut of several persons, until nothing that matters is equal.

    ``points``: after how many of the lowest the order must be certain. ``turn``: who has to cut now. ``cuts``: the
    heights that each has cut, a later one for each time that he was equal with others.
    """

    purpose: Purpose
    persons: tuple[Mark, ...]
    points: tuple[int, ...]
    turn: tuple[Mark, ...]
    cuts: tuple[tuple[Mark, tuple[int, ...]], ...] = ()
    pending: tuple[tuple[Mark, int], ...] = ()
    """Those of ``turn`` who have cut already, with the height."""
    enter: tuple[Mark, ...] = ()
    """Who comes in for those that go out."""
    go: tuple[Mark, ...] = ()
    """Who goes out without a cut."""

    @property
    def due(self) -> tuple[Mark, ...]:
        """Who has not cut yet."""
        return tuple(m for m in self.turn if m not in dict(self.pending))

    @property
    def again(self) -> bool:
        """Whether it is cut again because of equal cards."""
        return bool(self.cuts)

    @property
    def begun(self) -> bool:
        """Whether anybody has cut."""
        return bool(self.cuts or self.pending)

    @property
    def order(self) -> tuple[Mark, ...]:
        """Everybody, the lowest first."""
        cuts = dict(self.cuts)
        return tuple(sorted(self.persons, key=lambda m: cuts.get(m, ())))

    def equal(self) -> tuple[tuple[int, tuple[Mark, ...]], ...]:
        """Groups of equal cuts that stand across a point, with the place of the first of each, from 0."""
        cuts, order = dict(self.cuts), self.order
        out: list[tuple[int, tuple[Mark, ...]]] = []
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and cuts.get(order[end]) == cuts.get(order[start]):
                end += 1
            if any(start < point < end for point in self.points):
                out.append((start, order[start:end]))
            start = end
        return tuple(out)

    @property
    def settled(self) -> bool:
        """Whether the order is certain wherever it matters."""
        return not self.turn

    def with_cut(self, mark: Mark, at: int) -> Lot:
        """The lot after one more card; with the last of a round, those who are equal are to cut again."""
        pending = (*self.pending, (mark, at))
        if len(pending) < len(self.turn):
            return replace(self, pending=pending)
        cuts = dict(self.cuts)
        for who, what in pending:
            cuts[who] = (*cuts.get(who, ()), what)
        after = replace(self, cuts=tuple(cuts.items()), pending=())
        groups = after.equal()
        # Whoever comes first is settled first: a new cut of the others may not be needed.
        return replace(after, turn=tuple(m for _, group in groups for m in group))

    def without(self, mark: Mark) -> Lot:
        """The lot if this person had never belonged to it."""
        return begin_lot(
            self.purpose, (m for m in self.persons if m != mark), self.points, enter=self.enter, go=self.go
        )


def begin_lot(
    purpose: Purpose,
    persons: Iterable[Mark],
    points: Iterable[int],
    enter: tuple[Mark, ...] = (),
    go: tuple[Mark, ...] = (),
) -> Lot:
    """A lot in which nobody has cut yet."""
    who = tuple(persons)
    return Lot(purpose, who, tuple(points), who, enter=enter, go=go)
