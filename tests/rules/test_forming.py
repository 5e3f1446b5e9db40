"""An evening at the table: the cases of every code, and what holds for any order of coming and going."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.rules.compare import holds
from tests.rules.evening import fold
from tests.rules.make_cases import FOLDER

EVENINGS = sorted(FOLDER.glob("evening-*.jsonl"))
"""Law cases in which a table is formed."""


def expectation(record: Path) -> dict[str, Any]:
    want: dict[str, Any] = json.loads(record.with_name(f"{record.stem}.expect.json").read_text(encoding="utf-8"))
    return want


def parts(got: dict[str, Any], want: dict[str, Any]) -> list[str]:
    """What differs in a table's object; a part that is ``None`` must not be there."""
    return [
        f"{key} is {got.get(key)}, not {value}"
        for key, value in want.items()
        if (value is None and key in got) or (value is not None and not holds(got, {key: value}))
    ]


@pytest.mark.parametrize("record", EVENINGS, ids=lambda p: p.stem)
def test_the_table_is_as_the_case_says(record: Path) -> None:
    want, got = expectation(record), fold(record.read_text(encoding="utf-8"))
    assert {line: parts(got.tables[int(line)], w) for line, w in want.get("tables", {}).items()} == {
        line: [] for line in want.get("tables", {})
    }
    found = [(line, o.irregularity, o.by, o.status) for line, o in got.found]
    wanted = [(r["line"], r["irregularity"], r["by"], r["status_path"][0]) for r in want["rulings"]]
    assert found == wanted
    for (_, finding), ruling in zip(got.found, want["rulings"], strict=True):
        assert set(ruling["law"].split("|")) & set(finding.law)
        assert set(ruling.get("remedies", {})) <= set(finding.remedies)
