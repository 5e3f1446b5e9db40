"""The pages' language: gettext, and the words for cards, seats and suits that pages say aloud."""

from __future__ import annotations

import gettext
from pathlib import Path
from typing import Final

from controller.rules.cards import Card, Suit, suit_of
from controller.rules.seats import Seat, Side


def _(text: str) -> str:
    """Mark a text for the catalogue; it is translated where it is shown."""
    return text


_SEATS: Final = {"N": _("North"), "E": _("East"), "S": _("South"), "W": _("West")}
_SUITS: Final[dict[Suit, str]] = {"S": _("spades"), "H": _("hearts"), "D": _("diamonds"), "C": _("clubs")}
_RANKS: Final = {
    "A": _("ace"), "K": _("king"), "Q": _("queen"), "J": _("knave"), "T": _("ten"), "9": _("nine"), "8": _("eight"),
    "7": _("seven"), "6": _("six"), "5": _("five"), "4": _("four"), "3": _("three"), "2": _("two"),
}  # fmt: skip
_CODES: Final = {
    "american-1893": _("American laws, 1893"),
    "english-cavendish": _("English laws, Cavendish"),
    "deschapelles": _("Deschapelles's laws"),
}
_STATUSES: Final = {
    "correctable": _("may be put right"),
    "option": _("a right is open"),
    "compulsory": _("nothing to choose"),
    "established": _("established"),
    "applied": _("applied"),
    "waived": _("waived"),
    "lapsed": _("lapsed"),
    "cancelled": _("falls"),
    "director": _("for the director"),
}
_PLACES: Final = {
    "hopper": _("in the hopper"),
    "window": _("at the window"),
    "infeed": _("before the carousel"),
    "carousel": _("in the carousel"),
    "ejector": _("at the ejector"),
    "exit": _("behind the carousel"),
    "gates": _("at the gates"),
    "pocket": _("at a pocket"),
    "reject": _("at the reject tray"),
}
_DISCLOSURE: Final = {
    "on_claim": _("A revoke is told when it is claimed"),
    "end_of_hand": _("Revokes are told after the last trick"),
    "established": _("Revokes are told when established"),
    "at_once": _("Revokes are told as they are played"),
}


class Language:
    """One catalogue, English where a text is missing from it."""

    def __init__(self, code: str) -> None:
        self.code = code
        folder = Path(__file__).parent / "locale"
        self.catalogue = gettext.translation("pone", folder, [code], fallback=True)

    def word(self, text: str) -> str:
        """A text in this language."""
        return self.catalogue.gettext(text) if text else ""

    def seat(self, seat: Seat) -> str:
        """A seat's name, e.g. ``North``; its letter where seats are not compass points."""
        return self.word(_SEATS.get(seat, "")) or seat

    def side(self, side: Side) -> str:
        """A side's name, e.g. ``North–South``."""
        return "–".join(self.seat(seat) for seat in side)

    def suit(self, suit: Suit) -> str:
        """A suit's name in the plural."""
        return self.word(_SUITS[suit])

    def card(self, card: Card) -> str:
        """A card's whole name."""
        suit = suit_of(card)
        if suit is None:
            return self.word(_("a card that could not be read"))
        return self.word(_("{rank} of {suit}")).format(rank=self.word(_RANKS[card[0]]), suit=self.suit(suit))

    def party(self, who: str | None) -> str:
        """A seat, a side or a bystander."""
        if not who:
            return ""
        return self.word(_("a bystander")) if who == "bystander" else self.side(who)

    def code_of_laws(self, laws: str) -> str:
        """A code's name."""
        return self.word(_CODES.get(laws, "")) or laws

    def status(self, status: str) -> str:
        """What a ruling's status means."""
        return self.word(_STATUSES.get(status, "")) or status

    def place(self, place: str) -> str:
        """Where in the machine something is."""
        return self.word(_PLACES.get(place, "")) or place

    def disclosure(self, mode: str) -> str:
        """When a revoke is told."""
        return self.word(_DISCLOSURE.get(mode, "")) or mode
