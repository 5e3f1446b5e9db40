"""Bidding as a small pure state machine: who may say what, what stands, and what the hand is then played for.

A game says in a :class:`Bidding` which calls it knows, how they rank and what its own rules forbid; the auction itself
is only the calls that were made, in order. Nothing here knows cards, facts or rulings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from controller.rules.cards import Suit
from controller.rules.seats import Seat, Seating

Trumps = Literal["turned", "own", "none"]
"""Which suit is trumps: the one turned up, one that the bidder names, or none."""
Footing = Literal["", "partners", "alone", "slam", "misere", "each"]
"""How the players stand to each other: as the table sits, bidder and acceptor against two, one against all to win some
tricks, all of them, or none, or each for himself."""


@dataclass(frozen=True, slots=True)
class Contract:
    """What a hand is played for. ``by`` is the bidder, ``partner`` he who accepted; both ``None`` where all passed.

    ``tricks`` are to be won, or with ``lose`` may at most be won; ``sudden``: the hand ends with the first trick that
    decides it; ``opens``: the bidder's cards are laid open; ``leads``: the bidder has the first lead; ``discards``:
    cards that each player lays aside before the first lead.
    """

    call: str
    by: Seat | None
    tricks: int
    trumps: Trumps
    footing: Footing
    partner: Seat | None = None
    lose: bool = False
    sudden: bool = False
    opens: bool = False
    leads: bool = False
    discards: int = 0

    @property
    def bidders(self) -> tuple[Seat, ...]:
        """The seats of the bidder's side; none where each plays for himself."""
        return tuple(seat for seat in (self.by, self.partner) if seat is not None)

    def seating(self, table: Seating) -> Seating:
        """The table with this hand's sides."""
        if self.by is None:
            return Seating(table.seats, table.seats)
        mine = "".join(s for s in table.seats if s in self.bidders)
        others = "".join(s for s in table.seats if s not in self.bidders)
        return Seating(table.seats, tuple(sorted((mine, others), key=lambda side: table.seats.index(side[0]))))


@dataclass(frozen=True, slots=True)
class Call:
    """One call: ``level`` orders the calls of this auction, a pass has none."""

    seat: Seat
    word: str
    suit: Suit | None = None
    level: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Auction:
    """The calls so far. ``order``: the seats from the eldest hand; ``again``: the round after all have passed."""

    order: tuple[Seat, ...]
    calls: tuple[Call, ...] = ()
    again: bool = False

    @property
    def best(self) -> Call | None:
        """The call that stands: the last one that was no pass and no acceptance."""
        for i in range(len(self.calls) - 1, -1, -1):
            call = self.calls[i]
            if call.word in ("pass", "accept"):
                continue
            withdrawn = call.word == "propose" and any(c.seat == call.seat for c in self.calls[i + 1 :])
            return None if withdrawn else call
        return None

    @property
    def accepted(self) -> Seat | None:
        """Who has accepted the proposal that stands."""
        for call in reversed(self.calls):
            if call.word == "accept":
                return call.seat
            if call.word != "pass":
                return None
        return None

    @property
    def proposal(self) -> Call | None:
        """The proposal that stands and waits for a partner."""
        best = self.best
        return best if best is not None and best.word == "propose" and self.accepted is None else None

    def passed(self, seat: Seat) -> bool:
        """Whether this seat has passed and not called since."""
        last = next((c for c in reversed(self.calls) if c.seat == seat), None)
        return last is not None and last.word == "pass"

    def standing(self, seat: Seat) -> bool:
        """Whether the call that stands is this seat's, or accepted by it."""
        best = self.best
        return best is not None and seat in (best.seat, self.accepted)

    def spoken(self, seat: Seat) -> bool:
        """Whether it has said anything."""
        return any(c.seat == seat for c in self.calls)


Level = Callable[[Auction, str], "tuple[int, int] | None"]
"""The level of a call as it would stand now; ``None`` for a word that this game or moment does not know."""


@dataclass(frozen=True, slots=True)
class Bidding:
    """The bidding of one game.

    ``level`` ranks its calls, ``contract`` says what a closed auction is played for (``None``: nothing); ``second``
    tells whether a seat that has passed may still make a call of a word; ``again``: all passed, a further round
    follows; ``rows`` are the rows for: order, who has passed, rank, amending, acceptance, unknown calls.
    """

    level: Level
    contract: Callable[[Auction], Contract | None]
    second: Callable[[Auction, Seat, str], bool]
    again: bool
    rows: tuple[str, str, str, str, str, str]
    early: Mapping[str, str] = field(default_factory=dict[str, str])
    """The row for a call that is made in the wrong round, by its word."""
    low: Mapping[str, str] = field(default_factory=dict[str, str])
    """The row for a call that is no higher than the one before, by its word."""
    may_name: Callable[[Auction, Suit, Suit | None], str | None] | None = None
    """The row that naming a suit as trumps would break, by the suit turned up."""

    def begin(self, seating: Seating, dealer: Seat) -> Auction:
        """The auction before the eldest hand has spoken."""
        return Auction(seating.round(seating.left(dealer)))

    def speakers(self, auction: Auction) -> tuple[Seat, ...]:
        """Who may speak now in turn; the last of them must. Nobody: the auction is over."""
        start = auction.order.index(auction.calls[-1].seat) + 1 if auction.calls else 0
        size = len(auction.order)
        optional: list[Seat] = []
        for i in range(size):
            seat = auction.order[(start + i) % size]
            if auction.standing(seat):
                continue
            if not auction.passed(seat):
                return (*optional, seat)
            if self._another_word(auction, seat):
                optional.append(seat)
        proposal = auction.proposal
        if proposal is not None:
            return (*optional, proposal.seat)
        return tuple(optional) if auction.best is None else ()

    def _another_word(self, auction: Auction, seat: Seat) -> bool:
        """Whether a seat that has passed may still find a call that stands above the others."""
        return auction.proposal is not None and self.second(auction, seat, "accept") and self._unasked(auction, seat)

    def _unasked(self, auction: Auction, seat: Seat) -> bool:
        """Whether it has said nothing since the proposal."""
        for call in reversed(auction.calls):
            if call.seat == seat:
                return False
            if call.word == "propose":
                return True
        return False

    def over(self, auction: Auction) -> bool:
        """Whether nobody need speak any more."""
        return bool(auction.calls) and not self.speakers(auction)

    def objection(self, auction: Auction, seat: Seat, word: str) -> str | None:
        """The row that a call would break, ``None`` for a regular one."""
        order, out, rank, amend, accept, unknown = self.rows
        if word != "pass":
            broken = self._forbidden(auction, seat, word)
            if broken is not None:
                return {
                    "out": out,
                    "rank": self.low.get(word, rank),
                    "amend": amend,
                    "accept": accept,
                    "unknown": self.early.get(word, unknown),
                }[broken]
        again = auction.passed(seat) and word != "accept"
        return None if again or seat in self.speakers(auction) else order

    def _forbidden(self, auction: Auction, seat: Seat, word: str) -> str | None:
        proposal = auction.proposal
        level = self.level(auction, word)
        if level is None:
            return "unknown"
        if auction.passed(seat) and not self.second(auction, seat, word):
            return "out"
        if word == "accept":
            return None if proposal is not None and proposal.seat != seat else "accept"
        best = auction.best
        if best is not None and auction.standing(seat) and (proposal is None or proposal.seat != seat):
            return "amend"
        if best is not None and level <= best.level:
            return "rank"
        return None

    def heard(self, auction: Auction, seat: Seat, word: str, suit: Suit | None = None) -> Auction:
        """The auction after one more call."""
        level = self.level(auction, word) or (0, 0)
        calls = (*auction.calls, Call(seat, word, suit, level))
        after = replace(auction, calls=calls)
        if self.again and not auction.again and after.best is None and self._all_passed(after):
            return Auction(auction.order, again=True)
        return after

    def _all_passed(self, auction: Auction) -> bool:
        return all(auction.passed(seat) for seat in auction.order)

    def all_passed(self, auction: Auction) -> bool:
        """Whether everybody has passed and no further round is left."""
        return auction.best is None and self._all_passed(auction) and (auction.again or not self.again)
