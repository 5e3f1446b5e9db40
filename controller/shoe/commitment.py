"""Commit and reveal: what the machine shows before the cut, and anyone can check after the hand.

The commitment is the SHA-256, in hexadecimal, of this text in UTF-8, each line ended by a line feed::

    pone deal 1
    nonce <64 hexadecimal digits>
    game <the game's name>
    order <cards by slot, before the cut, with a space between: AS KD …>

The nonce (256 bits of the operating system's) hides the order; game and order are all that it binds. Pone's number is
called when it has been shown, so neither machine nor player can choose the deal.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence

from controller.rules.cards import Card


def committed_text(nonce: bytes, game: str, order: Sequence[Card]) -> str:
    """The text that is hashed. Raises :class:`ValueError` for a game's name that is not one word."""
    if game.split() != [game]:
        raise ValueError("the name of a game is one word")
    return f"pone deal 1\nnonce {nonce.hex()}\ngame {game}\norder {' '.join(order)}\n"


def commitment(nonce: bytes, game: str, order: Sequence[Card]) -> str:
    """What is shown: 64 hexadecimal digits."""
    return hashlib.sha256(committed_text(nonce, game, order).encode()).hexdigest()


def opens(shown: str, nonce: bytes, game: str, order: Sequence[Card]) -> bool:
    """Whether nonce, game and order are what was committed to."""
    return hmac.compare_digest(shown.lower(), commitment(nonce, game, order))
