"""What the operating system's random source gives a journal. Everything else here is told what it needs."""

from __future__ import annotations

import secrets


def new_key() -> bytes:
    """A hand's key: 256 bits. It is kept by the shoe and in memory, and reaches the disk when the hand is closed."""
    return secrets.token_bytes(32)


def new_deal() -> str:
    """The id of a deal: 128 bits, as 32 hexadecimal digits."""
    return secrets.token_hex(16)


def new_nonce() -> bytes:
    """96 bits for one sealed part."""
    return secrets.token_bytes(12)
