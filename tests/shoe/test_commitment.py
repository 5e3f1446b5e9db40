"""The commitment: anyone can make it from its text."""

from __future__ import annotations

import hashlib

import pytest

from controller.rules.cards import PACK
from controller.shoe.commitment import commitment, committed_text, opens

NONCE = bytes(range(32))


def test_it_is_the_hash_of_the_documented_text() -> None:
    text = (
        "pone deal 1\n"
        "nonce 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n"
        "game whist\n"
        "order 2S 3S 4S\n"
    )
    assert committed_text(NONCE, "whist", PACK[:3]) == text
    assert commitment(NONCE, "whist", PACK[:3]) == hashlib.sha256(text.encode()).hexdigest()


def test_it_opens_with_what_was_committed_to_and_nothing_else() -> None:
    shown = commitment(NONCE, "whist", PACK)
    assert opens(shown, NONCE, "whist", PACK)
    assert opens(shown.upper(), NONCE, "whist", PACK)
    assert not opens(shown, bytes(32), "whist", PACK)
    assert not opens(shown, NONCE, "boston", PACK)
    assert not opens(shown, NONCE, "whist", (PACK[1], PACK[0], *PACK[2:]))


def test_a_name_cannot_smuggle_a_line_in() -> None:
    with pytest.raises(ValueError, match="one word"):
        committed_text(NONCE, "whist\norder AS", PACK)
