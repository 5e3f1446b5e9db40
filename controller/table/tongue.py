"""The language of the table's sentences: one catalogue, opened once, for to look for it is a search of the disk."""

from __future__ import annotations

import gettext
from pathlib import Path
from typing import Final

_CATALOGUE: Final = gettext.translation("pone", Path(__file__).parent / "locale", fallback=True)


def translated(text: str) -> str:
    """The text in the table's language; as it stands where it has not been translated."""
    return _CATALOGUE.gettext(text)
