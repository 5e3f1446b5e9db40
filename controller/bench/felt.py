"""The felt as it really is: who holds what and what lies on the table, whatever anybody saw of it.

A :class:`Felt` is the truth of one hand, changed in place by the hand in course. It knows how cards move and what a
player may do without revoking; it knows no penalties.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from controller.rules.cards import SUIT, Card, Suit, beats, in_suit
from controller.rules.seats import Seat, Seating, Side


@dataclass(slots=True)
class Laid:
    """A trick as it lies: the seat that led and the cards in the order in which they fell."""

    leader: Seat
    plays: list[tuple[Seat, Card]] = field(default_factory=list[tuple[Seat, Card]])

    def best(self, trump: Suit | None) -> tuple[Seat, Card] | None:
        """The play that is winning so far."""
        best: tuple[Seat, Card] | None = None
        for seat, card in self.plays:
            if best is None or beats(card, best[1], trump):
                best = (seat, card)
        return best

    def of(self, seat: Seat) -> Card | None:
        """What ``seat`` has played to it."""
        return next((card for s, card in self.plays if s == seat), None)

    @property
    def led(self) -> Suit | None:
        """The suit led."""
        return SUIT[self.plays[0][1]] if self.plays else None


@dataclass(slots=True)
class Felt:
    """One hand. ``hands`` are the cards still held, ``lying`` those that a seat keeps face up before it."""

    seating: Seating
    dealer: Seat
    hands: dict[Seat, list[Card]] = field(default_factory=dict[Seat, list[Card]])
    trump: Suit | None = None
    turn_up: Card | None = None
    tricks: list[Laid] = field(default_factory=list[Laid])
    lying: dict[Seat, list[Card]] = field(default_factory=dict[Seat, list[Card]])

    @property
    def number(self) -> int:
        """The trick on the table, counted from 1."""
        return len(self.tricks)

    @property
    def trick(self) -> Laid:
        """The trick on the table, or the last that was."""
        return self.tricks[-1]

    def gone(self) -> frozenset[Card]:
        """Every card that has been played and was not taken back."""
        return frozenset(card for trick in self.tricks for _, card in trick.plays)

    def legal(self, seat: Seat) -> list[Card]:
        """What ``seat`` may play to the trick on the table without revoking."""
        hand = self.hands[seat]
        led = self.trick.led
        following = list(in_suit(hand, led)) if led is not None and self.trick.plays[0][0] != seat else []
        return following or list(hand)

    def open_trick(self, leader: Seat) -> None:
        """A new trick begins."""
        self.tricks.append(Laid(leader))

    def play(self, seat: Seat, card: Card) -> None:
        """A card goes from a hand to the trick."""
        self.hands[seat].remove(card)
        if card in self.lying.get(seat, ()):
            self.lying[seat].remove(card)
        self.trick.plays.append((seat, card))

    def take_back(self, seat: Seat, card: Card) -> None:
        """A card goes from the trick back to the hand."""
        self.trick.plays.remove((seat, card))
        self.hands[seat].append(card)

    def lay(self, seat: Seat, card: Card) -> None:
        """A card of the hand lies face up from now on."""
        self.lying.setdefault(seat, []).append(card)

    def winner(self) -> Seat:
        """Who has won the trick on the table."""
        best = self.trick.best(self.trump)
        if best is None:
            raise ValueError("nobody has played to this trick")
        return best[0]

    def taken(self) -> dict[Side, int]:
        """Complete tricks by side, as they were played."""
        out = dict.fromkeys(self.seating.sides, 0)
        for trick in self.tricks:
            best = trick.best(self.trump)
            if best is not None and len(trick.plays) == len(self.seating.seats):
                out[self.seating.side(best[0])] += 1
        return out

    def master(self, card: Card) -> bool:
        """Whether no card of its suit that is still in a hand beats it."""
        return all(not beats(other, card, None) for hand in self.hands.values() for other in in_suit(hand, SUIT[card]))
