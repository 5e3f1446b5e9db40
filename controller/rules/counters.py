"""Counters won and lost on one hand, and the pool: pure sums, without cards, facts or rulings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from controller.rules.seats import Seat

RED, WHITE = "red", "white"


@dataclass(slots=True)
class Payments:
    """What each seat wins (or, negative, pays) on a hand, in counters of each colour."""

    seats: tuple[Seat, ...]
    red: dict[Seat, int] = field(default_factory=dict[Seat, int])
    white: dict[Seat, int] = field(default_factory=dict[Seat, int])

    def pay(self, payer: Seat, to: Seat, red: int = 0, white: int = 0) -> None:
        """``payer`` gives ``to`` some counters; a negative number goes the other way."""
        for purse, n in ((self.red, red), (self.white, white)):
            purse[payer] = purse.get(payer, 0) - n
            purse[to] = purse.get(to, 0) + n

    def each(self, payers: Iterable[Seat], to: Seat, red: int = 0, white: int = 0) -> None:
        """Each of the payers gives ``to`` the same."""
        for payer in payers:
            self.pay(payer, to, red, white)

    def net(self) -> tuple[tuple[Seat, tuple[tuple[str, int], ...]], ...]:
        """By seat, in the table's order: the counters of each colour."""
        return tuple((seat, ((RED, self.red.get(seat, 0)), (WHITE, self.white.get(seat, 0)))) for seat in self.seats)


@dataclass(frozen=True, slots=True)
class Pools:
    """Pools of red counters that wait to be played for, the first one now.

    ``cap``: the most that one pool holds; what is more begins another. ``None``: no limit.
    """

    reds: tuple[int, ...] = ()
    cap: int | None = None

    @property
    def first(self) -> int:
        """Red counters that are played for now."""
        return self.reds[0] if self.reds else 0

    @property
    def total(self) -> int:
        """Red counters in all pools."""
        return sum(self.reds)

    def added(self, reds: int) -> Pools:
        """More counters: the last pool is filled to its cap, then another is begun."""
        if reds <= 0:
            return self
        if self.cap is None:
            return Pools((self.total + reds,))
        out = list(self.reds)
        while reds:
            if not out or out[-1] >= self.cap:
                out.append(0)
            fits = min(reds, self.cap - out[-1])
            out[-1] += fits
            reds -= fits
        return Pools(tuple(out), self.cap)

    def won(self) -> Pools:
        """The first pool is taken."""
        return Pools(self.reds[1:], self.cap)

    def filled(self, seats: int) -> Pools:
        """An empty pool is made up again by one red counter from each player."""
        return self if self.total else self.added(seats)
