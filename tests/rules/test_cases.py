"""The law cases: each record comes out as its expectation says, in this process and through the command."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from controller.rules.errors import BadRecord
from controller.rules.record import read_record
from tests.rules.compare import compare, compare_error
from tests.rules.make_cases import FOLDER, stale
from tests.rules.runner import judged_text, left_out

PONE = Path(sys.executable).with_name("pone")


def expectation(record: Path) -> dict[str, Any]:
    """What is written beside the record."""
    want: dict[str, Any] = json.loads(record.with_name(f"{record.stem}.expect.json").read_text(encoding="utf-8"))
    return want


def is_judged(record: Path) -> bool:
    """Whether the judge knows the record's game and code; by its own word. A faulty record is always asked."""
    return "error" in expectation(record) or left_out(record.read_text(encoding="utf-8")) is None


RECORDS = [record for record in sorted(FOLDER.glob("*.jsonl")) if is_judged(record)]


def judge_told(want: dict[str, Any], text: str, objects: list[dict[str, Any]]) -> list[str]:
    """The differences between an answer and its expectation."""
    again = any(f'"fact":"{word}"' in text for word in ("retracted", "corrected"))
    return compare(want, objects, 1 + text.count('"fact":"next_deal"'), again)


def pone_judge(*args: str, given: str | None = None) -> subprocess.CompletedProcess[str]:
    """The real command."""
    return subprocess.run([PONE, "judge", *args], input=given, capture_output=True, text=True, check=False, cwd=FOLDER)


@pytest.mark.parametrize("record", RECORDS, ids=lambda p: p.stem)
def test_case(record: Path) -> None:
    want, text = expectation(record), record.read_text(encoding="utf-8")
    if "error" in want:
        with pytest.raises(BadRecord) as refused:
            read_record(text.split("\n"))
        assert refused.value.line == want["error"]["line"]
        assert "\n" not in str(refused.value)
        return
    assert judge_told(want, text, judged_text(text, want.get("role", "director"))) == []


@pytest.mark.parametrize("role", ["director", "table"])
def test_command_takes_several_records(role: str) -> None:
    wanted = {p: expectation(p) for p in RECORDS}
    chosen = [p for p, w in wanted.items() if "error" not in w and w.get("role", "director") == role]
    done = pone_judge(*(p.name for p in chosen), "--role", role)
    assert (done.returncode, done.stderr) == (0, "")
    answers: dict[str, list[dict[str, Any]]] = {}
    current: list[dict[str, Any]] = []
    for line in done.stdout.splitlines():
        obj = json.loads(line)
        if set(obj) == {"file"}:
            current = answers[obj["file"]] = []
        elif set(obj) != {"table"}:
            current.append(obj)
    assert list(answers) == [p.name for p in chosen]
    for p in chosen:
        text = p.read_text(encoding="utf-8")
        assert answers[p.name] == judged_text(text, role), p.stem


def test_command_reads_standard_input() -> None:
    record = FOLDER / "renounce-quitted.jsonl"
    text = record.read_text(encoding="utf-8")
    done = pone_judge("-", given=text)
    assert (done.returncode, done.stderr) == (0, "")
    assert [json.loads(line) for line in done.stdout.splitlines()] == judged_text(text)


@pytest.mark.parametrize("name", ["bad-card", "bad-heading-game", "bad-json", "bad-time"])
def test_command_refuses_a_faulty_record(name: str) -> None:
    record = f"{name}.jsonl"
    line = expectation(FOLDER / record)["error"]["line"]
    done = pone_judge(record)
    assert compare_error(line, record, done.returncode, done.stdout, done.stderr) == []
    both = pone_judge("renounce-quitted.jsonl", record)
    assert compare_error(line, record, both.returncode, both.stdout, both.stderr) == []


def test_cases_are_as_their_scripts_write_them() -> None:
    assert stale() == []
