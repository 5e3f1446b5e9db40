"""The register of cases: each is a function that plays on a :class:`Hand` and says what must be ruled."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tests.rules.casebook.hand import Hand, Unfit

Ruling = dict[str, object]
UNFINISHED: dict[str, object] = {"unfinished": True}


@dataclass
class Expect:
    """What must come out. ``result``: None where nothing is asked of it."""

    rulings: list[Ruling] = field(default_factory=list[Ruling])
    result: object = field(default_factory=lambda: dict(UNFINISHED))
    allow: list[Ruling] = field(default_factory=list[Ruling])
    error: int | None = None
    """The line on which the record is faulty."""


Script = Callable[[Hand], Expect]


@dataclass(frozen=True)
class Case:
    name: str
    kind: str
    rows: tuple[str, ...]
    note: str
    certainty: str
    script: Script
    heading: dict[str, object]
    known: bool
    role: str | None
    hands: dict[str, str] | None
    table: type[Hand] = Hand


CASES: dict[str, Case] = {}


def case(
    name: str,
    kind: str,
    *rows: str,
    note: str,
    certainty: str = "text",
    known: bool = True,
    role: str | None = None,
    hands: dict[str, str] | None = None,
    table: type[Hand] = Hand,
    **heading: object,
) -> Callable[[Script], Script]:
    """Register a case. ``certainty``: ``text`` (the law says so in words), ``contract`` (the record's contract says
    so), ``reading`` (our reading of either; the expectation is then as loose as the words).
    """

    def register(script: Script) -> Script:
        assert name not in CASES, f"two cases named {name}"
        CASES[name] = Case(name, kind, rows, note, certainty, script, heading, known, role, hands, table)
        return script

    return register


def rule(
    irregularity: str | None = None,
    law: str | None = None,
    by: str | None = None,
    line: int | None = None,
    path: list[str] | None = None,
    never: list[str] | None = None,
    at: dict[str, int] | None = None,
    remedies: dict[str, object] | None = None,
    not_remedies: list[str] | None = None,
    trick: int | None = None,
    share: bool = False,
    optional: bool = False,
) -> Ruling:
    """One expected ruling; only what is given is compared."""
    given = {
        "irregularity": irregularity, "law": law, "by": by, "trick": trick, "line": line, "status_path": path,
        "status_never": never, "status_line": at, "remedies": remedies, "remedies_never": not_remedies,
        "share": share or None, "optional": optional or None,
    }  # fmt: skip
    return {key: value for key, value in given.items() if value is not None}


def write(c: Case) -> tuple[str, str]:
    """The record and its expectation, as the texts of two files, from the first seed that fits."""
    for seed in range(1, 5_000):
        hand = c.table(seed, dict(c.heading), c.known, c.hands)
        try:
            expect = c.script(hand)
        except Unfit:
            continue
        return _record(hand), _expectation(c, expect)
    raise AssertionError(f"no seed fits {c.name}")


def _record(hand: Hand) -> str:
    if hand.first == "":
        return ""
    lines = [hand.heading if hand.first is None else hand.first, *hand.lines]
    return "".join(f"{x if isinstance(x, str) else json.dumps(x, separators=(',', ':'))}\n" for x in lines)


def _expectation(c: Case, expect: Expect) -> str:
    out: dict[str, object] = {}
    if expect.error is not None:
        out["error"] = {"line": expect.error}
    out["rulings"] = expect.rulings
    out["none_else"] = True
    if expect.allow:
        out["allow"] = expect.allow
    if expect.error is None and expect.result is not None:
        out["result"] = expect.result
    if c.role:
        out["role"] = c.role
    out |= {"kind": c.kind, "certainty": c.certainty, "rows": list(c.rows), "note": c.note}
    out |= {"game": c.heading.get("game", "whist"), "laws": c.heading.get("laws", "american-1893")}
    return json.dumps(out, indent=1) + "\n"


def write_all(folder: Path) -> int:
    """Write every case; files of cases that are no more are removed. Returns how many cases there are."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = {f"{name}{ending}" for name in CASES for ending in (".jsonl", ".expect.json")}
    for path in folder.iterdir():
        if path.name not in wanted:
            path.unlink()
    for c in CASES.values():
        record, expectation = write(c)
        (folder / f"{c.name}.jsonl").write_text(record, encoding="utf-8")
        (folder / f"{c.name}.expect.json").write_text(expectation, encoding="utf-8")
    return len(CASES)
