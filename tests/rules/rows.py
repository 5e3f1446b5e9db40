"""The law cases by the rows that they name, and whether a row makes any difference to its own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from controller.rules.errors import BadRecord
from controller.rules.law import Code
from controller.rules.laws import CODES
from tests.rules.compare import compare
from tests.rules.runner import Printed, judged_text

FOLDER = Path(__file__).parent / "cases"
Key = tuple[str, str]
"""A game and the code that it is played under."""


@dataclass(frozen=True, slots=True, eq=False)
class LawCase:
    """One record and what is written beside it."""

    name: str
    text: str
    want: dict[str, Any]

    @property
    def key(self) -> Key:
        """What it is judged under."""
        return str(self.want["game"]), str(self.want["laws"])

    def answer(self) -> list[Printed]:
        """What the judge says of it now; nothing where it refuses the record."""
        try:
            return judged_text(self.text, self.want.get("role", "director"))
        except BadRecord:
            return []

    def differences(self, *, law: bool = True, printed: list[Printed] | None = None) -> list[str]:
        """How the answer differs from the expectation; ``law``: also in the rows that are cited."""
        again = any(f'"fact":"{word}"' in self.text for word in ("retracted", "corrected"))
        want = self.want if law else _lawless(self.want)
        got = compare(want, self.answer() if printed is None else printed, self._hands, again)
        return got if law else [words for words in got if not words.endswith("names no law")]

    @property
    def _hands(self) -> int:
        return 1 + self.text.count('"fact":"next_deal"')


def _lawless(want: dict[str, Any]) -> dict[str, Any]:
    """The expectation without the rows that its rulings cite."""
    kept = {
        name: [{key: value for key, value in ruling.items() if key != "law"} for ruling in want[name]]
        for name in ("rulings", "allow") if name in want
    }  # fmt: skip
    return want | kept


@cache
def law_cases() -> dict[str, tuple[LawCase, ...]]:
    """The cases of each row, those that are judged; a faulty record names no row that is judged."""
    out: dict[str, tuple[LawCase, ...]] = {}
    for path in sorted(FOLDER.glob("*.expect.json")):
        want: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        name = path.name.removesuffix(".expect.json")
        if "error" in want or (want["game"], want["laws"]) not in CODES:
            continue
        case = LawCase(name, path.with_name(f"{name}.jsonl").read_text(encoding="utf-8"), want)
        for row in want["rows"]:
            out[row] = (*out.get(row, ()), case)
    return out


def codes_of(row: str) -> dict[Key, Code]:
    """The games and codes that this row stands in."""
    return {key: code for key, code in CODES.items() if row in code.rows}


@contextmanager
def standing(key: Key, code: Code) -> Iterator[None]:
    """Another code judges the game meanwhile."""
    before = CODES[key]
    CODES[key] = code
    try:
        yield
    finally:
        CODES[key] = before


@cache
def _without(key: Key, row: str) -> Code:
    return CODES[key].without(row)


@cache
def passes(case: LawCase) -> bool:
    """Whether the case comes out as it is written."""
    return not case.differences()


def falls_without(case: LawCase, row: str) -> bool:
    """Whether the case fails in more than the rows that are cited once its code is without ``row``."""
    key = case.key
    if row not in CODES[key].rows or not passes(case):
        return False
    with standing(key, _without(key, row)):
        return bool(case.differences(law=False))


def matters(row: str) -> bool:
    """Whether one of the row's own cases fails without it."""
    return any(falls_without(case, row) for case in law_cases().get(row, ()))
