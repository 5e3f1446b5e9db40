"""Rows of a game's book, from a short table."""

from __future__ import annotations

from typing import get_args

from controller.rules.law import Law, Observe

_OBSERVE: dict[str, Observe] = {word: word for word in get_args(Observe)}


def read_rows(prefix: str, table: str) -> dict[str, Law]:
    """Rows from lines ``number | who can see it | text`` under headings ``# title``; an indented line goes on.

    Raises :class:`ValueError` for a line that is neither.
    """
    out: dict[str, Law] = {}
    title = ""
    for line in table.strip().replace("\n    ", " ").splitlines():
        if line.startswith("# "):
            title = line[2:]
            continue
        number, observe, text = (part.strip() for part in line.split("|"))
        out[prefix + number] = Law(prefix + number, title, text, _OBSERVE[observe])
    return out
