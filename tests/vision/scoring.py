"""What a watcher told of a film beside the truth: which facts were right, missed, invented, asked about, or wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Self

SEEN: Final = frozenset(
    {"played", "withdrew", "exposed", "quitted", "took_up", "threw_in", "looked", "turned", "laid_open"}
)
FLOOR: Final = 0.99
"""A fact that is less sure is put to the table as a question."""

Fact = Mapping[str, Any]


def key(fact: Fact) -> tuple[str, str, tuple[str, ...]]:
    """What a fact says: its kind, whose it is, and its cards in any order."""
    cards = "" if fact["fact"] == "laid_open" else str(fact.get("cards", fact.get("card", "")))
    seat = "" if fact["fact"] == "turned" else str(fact.get("by", ""))
    return str(fact["fact"]), seat, tuple(sorted(cards.split()))


def doubted(fact: Fact) -> bool:
    """Whether it is no more than a question."""
    return "??" in str(fact.get("cards", fact.get("card", ""))) or float(fact.get("confidence", 1.0)) < FLOOR


@dataclass
class Tally:
    """Counts over one film or several; ``notes`` says what was not as it should be.

    ``right``: undoubted, its seat, cards and order those of the truth. ``asked``: there, but in doubt. ``missed``: not
    told at all. ``invented``: told and not true, doubted or not. ``wrong``: the undoubted among these. ``late``: the
    greatest difference from the truth's time.
    """

    n: int = 0
    right: int = 0
    asked: int = 0
    missed: int = 0
    invented: int = 0
    wrong: int = 0
    late: float = 0.0
    notes: list[str] = field(default_factory=list[str])

    def __add__(self, other: Tally) -> Tally:
        """Both together."""
        return Tally(
            self.n + other.n, self.right + other.right, self.asked + other.asked, self.missed + other.missed,
            self.invented + other.invented, self.wrong + other.wrong, max(self.late, other.late),
            [*self.notes, *other.notes],
        )  # fmt: skip

    def in_words(self, what: str) -> str:
        """One line, with the intervals of 95 %."""
        parts = (
            f"{name} {wilson(k, self.n)}"
            for name, k in (
                ("right", self.right), ("asked", self.asked), ("missed", self.missed), ("invented", self.invented),
                ("wrong and not doubted", self.wrong),
            )
        )  # fmt: skip
        return f"{what}: {'; '.join(parts)}"

    @classmethod
    def of(cls, truth: Iterable[Fact], told: Iterable[Fact], kinds: frozenset[str] = SEEN) -> Self:
        """Compare what was told with the truth, each in its order."""
        really = [fact for fact in truth if fact["fact"] in kinds]
        said = [fact for fact in told if fact["fact"] in kinds]
        pairs = _aligned(really, said)
        out = cls(n=len(really))
        there = {i for i, _ in pairs}
        matched = {j for _, j in pairs}
        for i, j in pairs:
            if doubted(said[j]):
                out.asked += 1
                out.notes.append(f"asked {_words(really[i])}: {_words(said[j])}")
            else:
                out.right += 1
            out.late = max(out.late, abs(float(said[j].get("seen", said[j]["t"])) - float(really[i]["t"])))
        for i, fact in enumerate(really):
            if i not in there:
                out.missed += 1
                out.notes.append(f"missed {_words(fact)}")
        for j, fact in enumerate(said):
            if j not in matched:
                out.invented += 1
                out.wrong += not doubted(fact)
                out.notes.append(f"invented{'' if doubted(fact) else ' undoubted'} {_words(fact)}")
        return out


def wilson(k: int, n: int) -> str:
    """So many of how many, and the interval of 95 % after Wilson."""
    if n == 0:
        return "0 of 0"
    z, p = 1.959964, k / n
    middle, half = p + z * z / (2 * n), z * (p * (1 - p) / n + z * z / (4 * n * n)) ** 0.5
    low, high = ((middle + s * half) / (1 + z * z / n) for s in (-1, 1))
    return f"{k} of {n} ({100 * max(low, 0):.2f}–{100 * min(high, 1):.2f} %)"


def _words(fact: Fact) -> str:
    rest = " ".join(str(fact[k]) for k in ("by", "cards", "card", "maybe", "trick") if k in fact)
    sure = f" {fact['confidence']}" if "confidence" in fact else ""
    return f"{fact['fact']} {rest} at {float(fact['t']):.2f}{sure}"


def _aligned(really: Sequence[Fact], said: Sequence[Fact]) -> list[tuple[int, int]]:
    """The longest matching in order: pairs of what says the same, or of a question and what it asks about."""
    best = [[(0, 0)] * (len(said) + 1) for _ in range(len(really) + 1)]
    for i in range(len(really) - 1, -1, -1):
        for j in range(len(said) - 1, -1, -1):
            here = max(best[i + 1][j], best[i][j + 1])
            if value := _fits(really[i], said[j]):
                pairs, worth = best[i + 1][j + 1]
                here = max(here, (pairs + 1, worth + value))
            best[i][j] = here
    out: list[tuple[int, int]] = []
    i = j = 0
    while i < len(really) and j < len(said):
        value = _fits(really[i], said[j])
        if value and best[i][j] == (best[i + 1][j + 1][0] + 1, best[i + 1][j + 1][1] + value):
            out.append((i, j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return out


def _fits(really: Fact, told: Fact) -> int:
    """0: not the same; 1: a question about it; 2: the same."""
    if key(really) == key(told):
        return 2
    return int(doubted(told) and key(really)[:2] == key(told)[:2])
