"""Every record of the law cases is well formed, whether this release judges its code or not."""

from __future__ import annotations

import json

import pytest

from tests.rules.form import faults
from tests.rules.make_cases import FOLDER

RECORDS = sorted(FOLDER.glob("*.jsonl"))


def is_faulty(name: str) -> bool:
    return "error" in json.loads((FOLDER / f"{name}.expect.json").read_text(encoding="utf-8"))


def test_records_are_well_formed() -> None:
    sound = [r for r in RECORDS if not is_faulty(r.stem)]
    assert len(sound) > 300
    assert {r.name: f for r in sound if (f := faults(r.read_text(encoding="utf-8")))} == {}


@pytest.mark.parametrize(
    "name", ["fact", "seat", "side", "card", "no-cards", "no-how", "remedy", "said", "count", "dealt", "corrected-card"]
)
def test_a_faulty_line_is_found(name: str) -> None:
    record = FOLDER / f"bad-{name}.jsonl"
    wanted = json.loads((FOLDER / f"bad-{name}.expect.json").read_text(encoding="utf-8"))["error"]["line"]
    assert [f.split(":")[0] for f in faults(record.read_text(encoding="utf-8"))] == [str(wanted)]
