"""A game as data: its pack, its hands, and how a hand is counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from controller.rules import facts as f
from controller.rules.bidding import Bidding, Contract
from controller.rules.cards import HEIGHT, Card, Suit
from controller.rules.ruling import Result, Score
from controller.rules.seats import Seat
from controller.rules.state import Hand

if TYPE_CHECKING:
    from controller.rules.court import Court

Outcome = Callable[["Court"], tuple[Result, Score]]
"""How the hand before a court stands, and what it hands on to the next."""
Turning = Literal["last", "still", "apart", "none"]
"""What is turned up when the cards are dealt: the dealer's last card, a card of the still pack, a card of the pack that
nobody gets, or none."""
Naming = Callable[["Court", f.NamedTrump], None]
"""What a game makes of a trump that somebody names."""

Saying = Callable[["Court", f.Said], None]
"""What a game makes of a word that changes the rank of a card."""


def usual_height(trump: Suit | None) -> Mapping[Card, int]:
    """Ace high in every suit, whatever is trumps."""
    del trump
    return HEIGHT


@dataclass(frozen=True, slots=True)
class Game:
    """``pack`` is dealt in packets of ``packets`` cards, round by round; ``hand`` cards to each of ``players``.

    ``turning``: what is turned up; ``bidding``: who undertakes what, where the game asks; ``all_passed``: what is
    played where nobody calls (``None``: the cards are dealt again), ``if_played``: what it is where they play all the
    same; ``height`` ranks the cards of a suit by the trump
    suit; ``sets``: hands that each player plays one after the other.
    """

    name: str
    pack: tuple[Card, ...]
    hand: int
    packets: tuple[int, ...]
    outcome: Outcome
    players: int = 4
    turning: Turning = "last"
    bidding: Bidding | None = None
    all_passed: Contract | None = None
    if_played: Contract | None = None
    names_trump: Naming | None = None
    declares_high: Saying | None = None
    height: Callable[[Suit | None], Mapping[Card, int]] = usual_height
    sets: int = 1
    cards: frozenset[Card] = field(init=False, repr=False, compare=False)
    places: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """To which seat from the dealer's left each card is due, as a number from 0."""

    def __post_init__(self) -> None:
        rounds = [seat for packet in self.packets for seat in range(self.players) for _ in range(packet)]
        object.__setattr__(self, "places", tuple(rounds))
        object.__setattr__(self, "cards", frozenset(self.pack))

    @property
    def dealt(self) -> int:
        """Cards that are dealt to the players."""
        return self.hand * self.players

    def fresh(self, number: int, dealer: Seat) -> Hand:
        """A hand that has not begun."""
        return Hand(number, dealer, self.hand, self.dealt)
