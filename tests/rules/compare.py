"""Compares what the judge printed with what a case expects; see ``cases.md`` for how an expectation is read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from controller.rules.ruling import IRREGULARITIES, STATUSES

Object = dict[str, Any]
FAR = 7
"""So much difference means that this is another ruling altogether."""


@dataclass
class Course:
    """One ruling through all that was printed under its number."""

    number: int
    line: object = None
    irregularities: list[str] = field(default_factory=list[str])
    by: object = None
    trick: object = None
    laws: list[str] = field(default_factory=list[str])
    steps: list[tuple[str, object]] = field(default_factory=list[tuple[str, object]])
    remedies: dict[str, set[str]] = field(default_factory=dict[str, set[str]])

    @property
    def path(self) -> list[str]:
        """Its statuses, each once where it repeats itself."""
        return [s for i, (s, _) in enumerate(self.steps) if i == 0 or self.steps[i - 1][0] != s]

    def add(self, obj: Object) -> None:
        """One more line about it."""
        self.irregularities.append(str(obj.get("irregularity")))
        self.laws += obj.get("law", [])
        status = str(obj.get("status"))
        self.steps.append((status, obj.get("line")))
        if self.by is None and status not in ("applied", "waived"):
            self.by = obj.get("by")
        if self.trick is None:
            self.trick = obj.get("trick")
        for remedy in obj.get("remedies") or []:
            self.remedies.setdefault(remedy["remedy"], set()).update(remedy.get("to") or [])
        if obj.get("remedy"):
            self.remedies.setdefault(obj["remedy"], set())

    def __str__(self) -> str:
        return f"{self.number} {self.irregularities[0]} by {self.by} on line {self.line} ({' > '.join(self.path)})"


def courses(objects: Sequence[Object]) -> list[Course]:
    """The rulings in the order of their first printing."""
    out: dict[int, Course] = {}
    for obj in objects:
        if "ruling" in obj:
            course = out.setdefault(obj["ruling"], Course(obj["ruling"], obj.get("line")))
            course.add(obj)
    return list(out.values())


def _one_of(pattern: object, value: object) -> bool:
    return str(value) in str(pattern).split("|")


def _in_law(pattern: str, laws: Sequence[str]) -> bool:
    return any(law == row or law.startswith(f"{row}.") for row in pattern.split("|") for law in laws)


def _passes(path: Sequence[str], wanted: Sequence[str]) -> bool:
    rest = iter(path)
    return all(any(_one_of(want, status) for status in rest) for want in wanted)


def differences(want: Object, got: Course) -> list[tuple[int, str]]:
    """What parts a ruling from the one that is expected: weight and words."""
    out: list[tuple[int, str]] = []
    if "irregularity" in want and not any(_one_of(want["irregularity"], i) for i in got.irregularities):
        out.append((4, f"{got.irregularities[0]} instead of {want['irregularity']}"))
    if "law" in want and not _in_law(want["law"], got.laws):
        out.append((3, f"no {want['law']} in {got.laws}"))
    if "by" in want and not _one_of(want["by"], got.by):
        out.append((3, f"by {got.by} instead of {want['by']}"))
    if "trick" in want and got.trick != want["trick"]:
        out.append((2, f"trick {got.trick} instead of {want['trick']}"))
    if "line" in want and got.line != want["line"]:
        out.append((2, f"first on line {got.line} instead of {want['line']}"))
    if not _passes(got.path, want.get("status_path", [])):
        out.append((2, f"{' > '.join(got.path)} instead of {' > '.join(want['status_path'])}"))
    out += [(2, f"was {status}") for status in want.get("status_never", []) if status in got.path]
    out += [
        (2, f"not {status} on line {line}: {got.steps}")
        for status, line in want.get("status_line", {}).items()
        if (status, line) not in got.steps
    ]
    for names, seats in want.get("remedies", {}).items():
        offered = [n for n in names.split("|") if n in got.remedies]
        if not offered:
            out.append((2, f"{names} not offered, but {sorted(got.remedies)}"))
        elif seats and not any(got.remedies[n] == set(seats) for n in offered):
            out.append((1, f"{offered[0]} to {sorted(got.remedies[offered[0]])} instead of {seats}"))
    out += [(2, f"{name} offered") for name in want.get("remedies_never", []) if name in got.remedies]
    return out


def holds(got: object, want: object) -> bool:
    """Whether ``got`` has all that ``want`` asks; a number left out is 0."""
    if isinstance(want, dict):
        return isinstance(got, dict) and all(
            holds(got[k], v) if k in got else v == 0 or (isinstance(v, dict) and not any(v.values()))
            for k, v in want.items()
        )
    if isinstance(want, list):
        return isinstance(got, list) and len(got) == len(want) and all(map(holds, got, want))
    return got == want and isinstance(got, bool) == isinstance(want, bool)


def shape(objects: Sequence[Object], hands: int, rejudged: bool) -> list[str]:
    """What the contract asks of every answer, whatever the record."""
    out: list[str] = []
    seen: list[int] = []
    last = 0
    for obj in objects:
        if "result" in obj:
            continue
        number, line = obj.get("ruling"), obj.get("line")
        if not isinstance(number, int) or not isinstance(line, int):
            out.append(f"neither a ruling nor a result: {obj}")
            continue
        if number not in seen:
            if number != len(seen) + 1:
                out.append(f"ruling {number} is printed where {len(seen) + 1} comes next")
            seen.append(number)
        if line < last and not rejudged:
            out.append(f"line {line} after line {last}")
        last = line
        if obj.get("status") not in STATUSES or obj.get("irregularity") not in IRREGULARITIES:
            out.append(f"ruling {number}: {obj.get('irregularity')} {obj.get('status')}")
        if not obj.get("law"):
            out.append(f"ruling {number} names no law")
    results = sum("result" in obj for obj in objects)
    if results != hands:
        out.append(f"{results} results for {hands} hands")
    return out


def compare(want: Object, objects: Sequence[Object], hands: int, rejudged: bool) -> list[str]:
    """Every difference in words."""
    out = shape(objects, hands, rejudged)
    found = courses(objects)
    taken: set[int] = set()
    for entry in want.get("rulings", []):
        pool = [c for c in found if c.number not in taken or entry.get("share")]
        ranked = sorted(pool, key=lambda c: (sum(w for w, _ in differences(entry, c)), c.number))
        near = differences(entry, ranked[0]) if ranked else []
        if not ranked or sum(w for w, _ in near) >= FAR:
            if not entry.get("optional"):
                out.append(f"missing {entry.get('irregularity')} {entry.get('law')} by {entry.get('by')}")
            continue
        taken.add(ranked[0].number)
        out += [f"ruling {ranked[0]}: {words}" for _, words in near]
    for course in found:
        if course.number not in taken and not any(not differences(a, course) for a in want.get("allow", [])):
            out.append(f"false ruling {course} {course.laws}")
    return out + _results(want.get("result"), [o["result"] for o in objects if "result" in o])


def _results(want: Object | list[Object] | None, got: Sequence[Object]) -> list[str]:
    if want is None:
        return []
    wanted = want if isinstance(want, list) else [want]
    out = [f"{len(got)} results instead of {len(wanted)}"] if len(got) < len(wanted) else []
    for n, (w, g) in enumerate(zip(wanted, got, strict=False), 1):
        out += [f"result {n}: {key} is {g.get(key)}, not {v}" for key, v in w.items() if not holds(g, {key: v})]
        if {"tricks", "points", "game"} & w.keys():
            out += [f"result {n}: {key}" for key in ("void", "unfinished") if g.get(key) and key not in w]
        if "game" in w and "won" not in w and g.get("won"):
            out.append(f"result {n}: won {g['won']}")
    return out


def compare_error(line: int, record: str, status: int, out: str, err: str) -> list[str]:
    """How a faulty record must be refused: status 2, one line ``RECORD:LINE: words`` on standard error, no output."""
    said = [f"status {status} instead of 2"] if status != 2 else []
    if out.strip():
        said.append(f"on standard output: {out[:60]!r}")
    lines = err.splitlines()
    match = re.fullmatch(r"(.*):(\d+): *\S.*", lines[0]) if len(lines) == 1 else None
    if match is None:
        said.append(f"not one line RECORD:LINE: words: {err!r}")
    elif (match[1], int(match[2])) != (record, line):
        said.append(f"placed at {match[1]}:{match[2]}, it is at {record}:{line}")
    return said
