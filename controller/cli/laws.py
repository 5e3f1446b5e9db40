"""The register: every row of every code and game in our words, and what this release does of it.

A row is done when a form or a decision of the code rests on it, or a ruling of its own case cites it, and a law case
that names it comes out as it is written; advice is done when it has its note. Rows whose text is lost are counted
apart, each with the question that a report of it puts.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from controller.rules.laws import BOOKS, codes, lost, register

if TYPE_CHECKING:
    from tests.rules.rows import LawCase

State = Literal["stands", "lost"]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the register: ``effect``: what follows; ``limit``: until when, empty where there is no limit."""

    row: str
    book: str
    title: str
    text: str
    observe: str
    effect: str
    limit: str
    state: State

    def to_json(self) -> dict[str, object]:
        """As ``pone laws --json`` prints it."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    def in_words(self) -> str:
        """One line."""
        return f"{self.row:11} {self.title}: {self.text}" if self.title else f"{self.row:11} {self.text}"


def rows_of_books() -> list[Row]:
    """Every row, book by book, in the order of the codes."""
    worded, asked = register(), lost()
    out: list[Row] = []
    table = files("controller.rules.laws").joinpath("effects.csv").read_text(encoding="utf-8")
    for line in csv.DictReader(table.splitlines()):
        row = line["row"]
        book = BOOKS[row.partition("-")[0]]
        law = worded.get(row)
        if law is not None:
            out.append(Row(row, book, law.title, law.text, law.observe, line["effect"], line["limit"], "stands"))
        else:
            text = f"The text is lost; a report of it puts the question {asked[row]}."
            out.append(Row(row, book, "", text, "report", line["effect"], line["limit"], "lost"))
    return out


@dataclass(frozen=True, slots=True)
class Covered:
    """How a row stands: what it lacks, empty where it is done, and the cases that name it and pass."""

    row: Row
    lacks: str
    cases: tuple[str, ...]

    def to_json(self) -> dict[str, object]:
        """As ``pone laws --coverage --json`` prints it."""
        done = self.row.state == "stands" and not self.lacks
        return {
            "row": self.row.row, "state": self.row.state, "done": done, "lacks": self.lacks, "cases": list(self.cases)
        }  # fmt: skip

    def in_words(self) -> str:
        """One line."""
        how = self.row.text if self.row.state == "lost" else self.lacks or f"done, {_told(self)}"
        return f"{self.row.row:11} {'lost: ' if self.row.state == 'lost' else ''}{how}"


def _told(covered: Covered) -> str:
    if covered.row.observe == "none":
        return "a note"
    return "1 case" if len(covered.cases) == 1 else f"{len(covered.cases)} cases"


def coverage(cases: dict[str, tuple[LawCase, ...]], rows: list[Row]) -> Iterator[Covered]:
    """Judge the cases of each row. ``cases``: the law cases by the rows that they name."""
    printed: dict[str, list[dict[str, object]]] = {}
    passed: dict[str, bool] = {}
    for row in rows:
        mine = cases.get(row.row, ())
        cited = False
        for case in mine:
            if case.name not in passed:
                printed[case.name] = case.answer()
                passed[case.name] = not case.differences(printed=printed[case.name])
            cited = cited or any(row.row in _laws(told) for told in printed[case.name])
        good = tuple(case.name for case in mine if passed[case.name])
        yield Covered(row, _lacks(row, len(mine), len(good), cited), good)


def _laws(told: dict[str, object]) -> list[str]:
    return cast(list[str], told.get("law", []))


def _lacks(row: Row, cases: int, good: int, cited: bool) -> str:
    if row.observe == "none" or row.state == "lost":
        return ""
    if not cases:
        return "no law case names it"
    if not good:
        return "none of its law cases passes"
    if not cited and not any(code.rests_on(row.row) for code in codes()):
        return "nothing in the code rests on it"
    return ""


def checkout() -> Path | None:
    """The source's folder, if this command runs from one: the law cases lie there, and are not installed."""
    root = Path(__file__).resolve().parents[2]
    return root if (root / "tests" / "rules" / "cases").is_dir() else None


def cases_of(root: Path) -> dict[str, tuple[LawCase, ...]]:
    """The law cases of a checkout, by the rows that they name."""
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))
    from tests.rules.rows import law_cases

    return law_cases()


def summary(covered: list[Covered]) -> str:
    """The last line."""
    rows = [one for one in covered if one.row.state == "stands"]
    done = sum(not one.lacks for one in rows)
    return f"laws: {done}/{len(rows)} done, {len(covered) - len(rows)} lost"
