"""What a player who may choose chooses, from what he may know: his own hand and what the table shows.

Rightful only: nobody demands what he was not offered. A penalty worth having is demanded; one that would gain nothing
is waived, so that play may go on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from controller.rules.cards import HEIGHT, RANKS, SUIT, SUITS, Card, Suit, beats, in_suit
from controller.rules.seats import Seat

Name = Literal["suit", "card"]
_COURT = RANKS.index("J")


@dataclass(frozen=True, slots=True)
class Offer:
    """A remedy that a seat may demand of ``by``; ``cards`` are those that could be called."""

    remedy: str
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Matter:
    """An open ruling as the table shows it, with what it offers to the seat that decides."""

    irregularity: str
    by: str | None
    trick: int | None
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """How the play stands when somebody decides: his own hand, the trick on the table, and whose turn it is."""

    seat: Seat
    hand: tuple[Card, ...]
    trump: Suit | None
    plays: tuple[tuple[Seat, Card], ...] = ()
    to_play: Seat | None = None
    partner: Seat | None = None


@dataclass(frozen=True, slots=True)
class Wish:
    """What he does: demand ``remedy``, or waive where it is ``None``; ``good`` waives once and for all."""

    remedy: str | None
    suit: Suit | None = None
    card: Card | None = None
    good: bool = False


def decide(matter: Matter, standing: Standing) -> Wish | None:
    """What the seat does about an open ruling, ``None`` while it is too early to say."""
    offers = {offer.remedy: offer for offer in matter.offers}
    for remedy in ("two_tricks", "call_win", "hand_callable"):
        if remedy in offers:
            return Wish(remedy)
    if "new_deal" in offers:
        return Wish("new_deal") if matter.irregularity == "surplus_or_deficiency" else _new_deal(standing)
    if "call_suit" in offers:
        return Wish("call_suit", suit=_dear(standing))
    if "call_highest" in offers or "call_lowest" in offers:
        winning = _winning(standing)
        return Wish("call_highest" if not winning and "call_highest" in offers else "call_lowest")
    if "call_card" in offers:
        return _call_card(matter, offers["call_card"], standing)
    if "call_not_trump" in offers:
        return Wish("call_not_trump")
    return Wish(None, good=True) if offers else None


def _new_deal(standing: Standing) -> Wish:
    """A poor hand is worth another; during the deal the cards that he has are backs, and he hopes."""
    poor = sum(HEIGHT[c] >= _COURT for c in standing.hand) < 3
    return Wish("new_deal") if poor else Wish(None, good=True)


def _dear(standing: Standing) -> Suit:
    """The suit that he would like to see led: the plain one in which he is strongest."""
    plain: list[Suit] = [suit for suit in SUITS if suit != standing.trump]
    strength: dict[Suit, int] = {suit: sum(HEIGHT[c] for c in in_suit(standing.hand, suit)) for suit in plain}
    return max(plain, key=strength.__getitem__)


def _winning(standing: Standing) -> bool:
    """Whether his own side is winning the trick on the table."""
    best: tuple[Seat, Card] | None = None
    for seat, card in standing.plays:
        if card in SUIT and (best is None or beats(card, best[1], standing.trump)):
            best = (seat, card)
    return best is not None and best[0] in (standing.seat, standing.partner)


def _call_card(matter: Matter, offer: Offer, standing: Standing) -> Wish | None:
    if standing.to_play is None or standing.to_play != matter.by:
        return None
    useful = [c for c in offer.cards if c in SUIT and _useful(c, standing.plays, standing.trump)]
    return Wish("call_card", card=useful[0]) if useful else Wish(None)


def _useful(card: Card, plays: Sequence[tuple[Seat, Card]], trump: Suit | None) -> bool:
    """Whether to call it now would cost the other side something: it follows suit and does not win."""
    known = [c for _, c in plays if c in SUIT]
    if not known:
        return HEIGHT[card] < _COURT and SUIT[card] != trump
    best = known[0]
    for other in known[1:]:
        if beats(other, best, trump):
            best = other
    return SUIT[card] == SUIT[known[0]] and not beats(card, best, trump)
