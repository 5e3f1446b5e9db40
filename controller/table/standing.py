"""Where the table stands, for whoever deals: how far this hand has come, and whose deal is next. Pure.

Made from the books, so that all of it is durable. What of it may show is taken from the fold over public facts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from controller.rules import facts as f
from controller.rules.cards import UNREAD, Card
from controller.rules.facts import Entry
from controller.rules.games import game_of
from controller.rules.seats import Seat, Seating
from controller.rules.state import State
from controller.table.books import Books
from controller.table.sheet import Envelope

Stage = Literal["open", "busy", "done", "closed"]
"""``open``: this hand waits for its pack. ``busy``: it is being dealt or played. ``done``: it was played out, or is
void. ``closed``: its result is told, and the next hand has not begun."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """The shoe's pack that this hand is dealt from.

    ``cards``: as they lay after the cut, empty where they are lost; ``lifted``: how many were cut, 0 for uncut;
    ``by``: who deals; ``told``: how many cards the record has as dealt.
    """

    cards: tuple[Card, ...] = field(repr=False)
    lifted: int
    by: Seat
    told: int
    turned: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """One moment of the table. ``dealer``: whose deal it is, or is next where the hand is over.

    ``deal``: the id under which this hand was opened; ``packets``: cards of each round of dealing.
    """

    game: str
    pack: tuple[Card, ...] = field(repr=False)
    packets: tuple[int, ...]
    seating: Seating
    hand: int
    stage: Stage
    dealer: Seat
    void: bool
    deal: str
    sealed: Sealed | None = None


def standing_of(books: Books, envelope: Envelope) -> Standing:
    """Where the table stands after these books; ``envelope`` is that of the hand."""
    state = books.docket.table
    hand, heading = state.hand, state.heading
    game = game_of(heading)
    lines = _since(books.docket.full.entries, books.first)
    sealed = None if envelope.commitment is None or envelope.hand != hand.number else _sealed(lines, hand.dealer)
    stage: Stage = "busy"
    next_ = next_dealer(state)
    if next_ is not None:
        stage = "closed" if hand.phase == "closed" else "done"
    elif hand.phase == "cut" and not (hand.cut or hand.total or any(_is_pack(e) for e in lines)):
        stage = "open"
    return Standing(
        heading.game,
        game.pack,
        game.packets,
        state.seating,
        hand.number,
        stage,
        next_ or hand.dealer,
        hand.void is not None,
        envelope.deal,
        sealed,
    )


def next_dealer(state: State) -> Seat | None:
    """Whose deal it is next; ``None`` while this hand is neither played out nor void."""
    hand = state.hand
    if hand.phase == "closed":
        return (state.result.next_dealer if state.result is not None else None) or hand.dealer
    if hand.void is not None:
        return hand.next_dealer or hand.dealer
    return state.seating.left(hand.dealer) if hand.phase == "over" else None


def _since(entries: tuple[Entry, ...], line: int) -> tuple[Entry, ...]:
    at = len(entries)
    while at and entries[at - 1].line >= line:
        at -= 1
    return entries[at:]


def _is_pack(entry: Entry) -> bool:
    return isinstance(entry.fact, f.Pack) and entry.fact.of is None


def _sealed(lines: tuple[Entry, ...], dealer: Seat) -> Sealed | None:
    """The pack of this hand, if the shoe has told it, and how far it was dealt."""
    cards: tuple[Card, ...] | None = None
    lifted, by, told, turned = 0, dealer, 0, False
    for entry in lines:
        match entry.fact:
            case f.Shuffled(by=who, of=None) if entry.source == "shoe":
                by = who
            case f.Cut(packets=packets, of=None) if packets:
                lifted = packets[0]
            case f.Pack(cards=pack, of=None) if entry.source == "shoe":
                cards, told = (() if UNREAD in pack else pack), 0
            case f.Dealt() if entry.source == "shoe":
                told += entry.fact.number
            case f.Turned(of=None):
                turned = True
            case _:
                pass
    return None if cards is None else Sealed(cards, lifted, by, told, turned)
