"""Rows whose own cases all come out the same without them: what is left to be done."""

from __future__ import annotations

from typing import Final

UNMOVED: Final[frozenset[str]] = frozenset()
