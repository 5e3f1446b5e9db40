"""The truth against the record: what the eyes missed, what they invented, and what they asked about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

SEEN: Final = frozenset({"played", "withdrew", "exposed", "quitted", "took_up", "threw_in"})
"""Kinds of facts that are vision's."""
FLOOR: Final = 0.99

Key = tuple[str, str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Counts:
    """Facts of vision in the truth, and how the record differs from it."""

    facts: int
    missed: int
    invented: int
    asked: int

    def to_json(self) -> dict[str, int]:
        """The object that a headless demo prints."""
        return {"facts": self.facts, "missed": self.missed, "invented": self.invented, "asked": self.asked}


def compare(truth: Sequence[Mapping[str, Any]], record: Sequence[Mapping[str, Any]], floor: float = FLOOR) -> Counts:
    """Match both in order by kind, seat and cards. A fact that was put as a question is asked, not missed."""
    really = [_key(fact) for fact in truth if fact["fact"] in SEEN]
    told = [(_key(fact), _doubted(fact, floor)) for fact in record if fact["fact"] in SEEN]
    matched, asked = _aligned(really, told)
    return Counts(len(really), len(really) - matched, len(told) - matched, asked)


def _key(fact: Mapping[str, Any]) -> Key:
    return str(fact["fact"]), str(fact.get("by", "")), tuple(sorted(str(fact.get("cards", "")).split()))


def _doubted(fact: Mapping[str, Any], floor: float) -> bool:
    return "??" in str(fact.get("cards", "")) or float(fact.get("confidence", 1.0)) < floor


def _fits(really: Key, told: Key, doubted: bool) -> bool:
    return really == told or (doubted and really[:2] == told[:2])


def _aligned(really: list[Key], told: list[tuple[Key, bool]]) -> tuple[int, int]:
    """The longest matching in order: how many pairs, and how many of them were asked."""
    best = [[(0, 0)] * (len(told) + 1) for _ in range(len(really) + 1)]
    for i, key in enumerate(reversed(really), 1):
        for j, (other, doubted) in enumerate(reversed(told), 1):
            skipped = max(best[i - 1][j], best[i][j - 1])
            if _fits(key, other, doubted):
                pairs, asked = best[i - 1][j - 1]
                skipped = max(skipped, (pairs + 1, asked + doubted))
            best[i][j] = skipped
    return best[-1][-1]
