"""The register of the laws, and how far it is done: computed from forms, notes and the law cases.

A row is done when a law case proves it; advice, which nobody can observe, when it has its note. Rows whose text is lost
are counted apart: each has a form that puts the question.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from controller.rules.errors import BadRecord, NotJudged
from controller.rules.heading import read_heading
from controller.rules.law import Law
from controller.rules.laws import BOOKS, code_of, codes, lost, register
from controller.rules.record import dumps


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a row is. ``forms`` rest rulings on it; ``cases`` are the law cases that prove it."""

    row: str
    law: Law | None
    forms: tuple[str, ...]
    cases: int

    @property
    def done(self) -> bool:
        """Whether nothing is wanting."""
        if self.law is None:
            return False
        return self.cases > 0 or (self.law.observe == "none" and bool(self.law.text))

    @property
    def wanting(self) -> str:
        """What is, in words."""
        return "its text is lost" if self.law is None else "no law case" if self.forms else "no form and no law case"

    def to_json(self) -> dict[str, object]:
        """The object that is printed."""
        observe = None if self.law is None else self.law.observe
        return {
            "row": self.row, "observe": observe, "forms": list(self.forms), "cases": self.cases, "done": self.done,
            "lost": self.law is None,
        }  # fmt: skip


def of_book(row: str, book: str | None) -> bool:
    """Whether a row belongs to the code of the register with this name; ``None``: to any."""
    return book is None or BOOKS[row.split("-", maxsplit=1)[0]] == book


def standings(cases: Path) -> Iterator[Standing]:
    """Every row with what there is of it. ``cases``: the folder of law cases."""
    proved = _proved(cases)
    forms: dict[str, dict[str, None]] = {}
    for code in codes():
        for name, form in code.forms.items():
            for row in form.rows:
                forms.setdefault(row, {})[name] = None
    for row, law in register().items():
        yield Standing(row, law, tuple(forms.get(row, ())), proved[row])
    for row in lost():
        yield Standing(row, None, (), proved[row])


def _proved(cases: Path) -> Counter[str]:
    """How many law cases prove each row, but for those of a game or code that is not judged."""
    out: Counter[str] = Counter()
    for path in sorted(cases.glob("*.expect.json")):
        want: Mapping[str, list[str]] = json.loads(path.read_text(encoding="utf-8"))
        rows = want.get("rows", [])
        if rows and ("error" in want or _judged(path.with_name(path.name.replace(".expect.json", ".jsonl")))):
            out.update(set(rows))
    return out


def _judged(record: Path) -> bool:
    with record.open(encoding="utf-8") as lines:
        try:
            code_of(read_heading(json.loads(next(lines))))
        except NotJudged:
            return False
        except (BadRecord, ValueError, StopIteration):
            return True
    return True


def told(as_json: bool, book: str | None) -> Iterator[str]:
    """The register, a line a row."""
    for row, law in register().items():
        if of_book(row, book):
            shown = {"row": row, "title": law.title, "text": law.text, "observe": law.observe}
            yield dumps(shown) if as_json else f"{row:10} {law.title}: {law.text}"


def covered(cases: Path, as_json: bool, book: str | None) -> Iterator[str]:
    """What is not done, and the sum: ``laws: D/702 done, 13 lost``."""
    rows = [s for s in standings(cases) if of_book(s.row, book)]
    for s in rows:
        if as_json:
            yield dumps(s.to_json())
        elif not s.done:
            asks = f" (asked by {s.cases} cases)" if s.law is None and s.cases else ""
            yield f"{s.row:10} {s.wanting}{asks}"
    kept = [s for s in rows if s.law is not None]
    done, gone = sum(s.done for s in kept), len(rows) - len(kept)
    if as_json:
        yield dumps({"done": done, "rows": len(kept), "lost": gone})
    else:
        yield f"laws: {done}/{len(kept)} done, {gone} lost"
