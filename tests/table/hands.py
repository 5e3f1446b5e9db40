"""Hands of whist as objects of a record, played legally from a seed, with a revoke where one is wanted."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from controller.rules.cards import PACK, SUIT, Card, Suit, beats, in_suit

SEATS = "NESW"
Fact = dict[str, object]


def left(seat: str, n: int = 1) -> str:
    return SEATS[(SEATS.index(seat) + n) % 4]


@dataclass
class Hand:
    """One hand. ``revoke``: the first seat that can, in trick ``revoke_from`` or later, does not follow suit."""

    seed: int = 1
    dealer: str = "N"
    revoke_from: int | None = None
    revoked: tuple[str, int, Card] | None = None
    held: dict[str, list[Card]] = field(default_factory=dict)
    trump: Suit = "S"
    turn_up: Card = PACK[0]
    plays: list[tuple[str, Card]] = field(default_factory=list)

    def __post_init__(self) -> None:
        cards = list(PACK)
        random.Random(self.seed).shuffle(cards)
        self.order = [(left(self.dealer, i + 1), card) for i, card in enumerate(cards)]
        self.held = {seat: [c for s, c in self.order if s == seat] for seat in SEATS}
        self.turn_up = cards[-1]
        self.trump = SUIT[self.turn_up]
        self.dealt_to = {seat: tuple(cards) for seat, cards in self.held.items()}

    def start(self) -> list[Fact]:
        """From the shuffle to the trump card."""
        return [
            {"fact": "shuffled", "by": self.dealer},
            {"fact": "presented", "by": self.dealer},
            {"fact": "cut", "by": left(self.dealer, 3), "packets": [20, 32]},
            *[Fact(fact="dealt", to=seat, cards=card) for seat, card in self.order],
            {"fact": "turned", "card": self.turn_up, "at": self.dealer},
        ]

    def tricks(self) -> Iterator[list[Fact]]:
        """The facts of one trick after the other."""
        leader = left(self.dealer)
        for number in range(1, 14):
            facts: list[Fact] = []
            best: tuple[str, Card] | None = None
            led: Suit | None = None
            for i in range(4):
                seat = left(leader, i)
                card = self._card(seat, led, number)
                led = led or SUIT[card]
                if number == 1 and seat == self.dealer:
                    facts.append({"fact": "took_up", "by": seat})
                self.held[seat].remove(card)
                self.plays.append((seat, card))
                facts.append({"fact": "played", "by": seat, "cards": card})
                if best is None or beats(card, best[1], self.trump):
                    best = (seat, card)
            assert best is not None
            leader = best[0]
            facts.append({"fact": "quitted", "by": leader})
            yield facts

    def _card(self, seat: str, led: Suit | None, number: int) -> Card:
        held = self.held[seat]
        follow = in_suit(held, led) if led is not None else ()
        other = [c for c in held if SUIT[c] != led]
        if self.revoke_from is not None and number >= self.revoke_from and not self.revoked and follow and other:
            self.revoked = (seat, number, other[0])
            return other[0]
        return follow[0] if follow else held[0]

    def rest(self) -> list[Fact]:
        """All thirteen tricks."""
        return [fact for trick in self.tricks() for fact in trick]


def adversary(seat: str) -> str:
    return left(seat)
