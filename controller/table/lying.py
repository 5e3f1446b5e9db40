"""What the record knows of the open hand, for eyes that look on: with the hands, which no page may show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from controller.rules import facts as f
from controller.rules.cards import UNREAD, Card
from controller.rules.seats import Seat
from controller.table.books import Books


@dataclass(frozen=True, slots=True)
class OnTheFelt:
    """``turn_up`` while it may lie there, with whose it is; ``tricks`` quitted; ``told``: cards told of in this hand.

    ``trick``: the cards of the trick that has not been quitted, with whose they are, but for those that were not read.
    ``turned`` is the turn-up of this hand, wherever it is by now; ``hands`` what each seat was dealt, where that is
    known: hidden, and only to break a tie between two readings.
    """

    turn_up: tuple[Seat, Card] | None
    tricks: int
    told: frozenset[Card]
    turned: Card | None
    trick: Mapping[Card, Seat] = field(default_factory=dict[Card, Seat])
    hands: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict[Seat, tuple[Card, ...]], repr=False)


def on_the_felt(books: Books) -> OnTheFelt:
    """From the facts of the open hand as they stand now."""
    turned: tuple[Seat, Card] | None = None
    tricks, taken_up = 0, False
    told: set[Card] = set()
    trick: dict[Card, Seat] = {}
    hands: dict[Seat, tuple[Card, ...]] = {}
    for entry in books.docket.full.entries:
        if entry.line < books.first:
            continue
        match entry.fact:
            case f.Turned(card=card, at=at, of=None):
                turned = (at or books.docket.table.hand.dealer, card)
                told.add(card)
            case f.Dealt(to=to, cards=cards) if UNREAD not in cards:
                hands[to] = (*hands.get(to, ()), *cards)
            case f.TookUp():
                taken_up = True
            case f.Quitted():
                tricks += 1
                trick = {}
            case f.Withdrew(cards=cards):
                told.difference_update(cards)
                trick = {card: seat for card, seat in trick.items() if card not in cards}
            case f.Played(by=by, cards=cards):
                told.update(card for card in cards if card != UNREAD)
                trick |= {card: by for card in cards if card != UNREAD}
            case f.Exposed(cards=cards) | f.LaidOpen(cards=cards):
                told.update(card for card in cards or () if card != UNREAD)
            case _:
                pass
    lies = None if taken_up else turned
    return OnTheFelt(lies, tricks, frozenset(told), None if turned is None else turned[1], trick, hands)
