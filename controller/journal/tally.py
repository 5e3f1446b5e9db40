"""The digests of a hand's lines that its closing entry holds. Pure.

Each is SHA-256 over lines of compact JSON: ``facts`` as ``pone export --format record`` writes them, ``rulings`` and
``table`` as ``pone judge`` prints them for the director and for the table, so that ``sha256sum`` of the same lines says
the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from controller.journal.drafts import Reading
from controller.journal.envelope import Json, compact


@dataclass(frozen=True, slots=True)
class Tally:
    """The lines of one hand so far."""

    facts: tuple[bytes, ...] = field(default=(), repr=False)
    rulings: tuple[bytes, ...] = field(default=(), repr=False)
    table: tuple[bytes, ...] = field(default=(), repr=False)

    def add(self, entry: Reading) -> Tally:
        """With one more entry of the hand. What is shut counts as far as it is open."""
        facts = self.facts
        if entry.kind == "fact" and entry.fact is not None:
            facts = (*facts, compact(entry.fact))
        return Tally(facts, self.rulings, self.table).say(entry.director, entry.table)

    def say(self, director: Iterable[Mapping[str, object]], table: Iterable[Mapping[str, object]]) -> Tally:
        """With what the judge said beside."""
        return Tally(self.facts, (*self.rulings, *map(compact, director)), (*self.table, *map(compact, table)))

    def digests(self) -> Json:
        """``{"facts","rulings","table"}``, each 64 hexadecimal digits."""
        return {"facts": _digest(self.facts), "rulings": _digest(self.rulings), "table": _digest(self.table)}


def _digest(lines: Iterable[bytes]) -> str:
    return hashlib.sha256(b"".join(line + b"\n" for line in lines)).hexdigest()
