"""The command line refuses in one line, and starts with no more than it needs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
START = "from controller.cli import main; main()"
HEADING = '{"record":1,"game":"whist","laws":"american-1893","seats":["N","E","S","W"],"dealer":"N"}\n'


def pone(*arguments: str, given: str | bytes = "") -> subprocess.CompletedProcess[bytes]:
    data = given.encode() if isinstance(given, str) else given
    return subprocess.run(
        [sys.executable, "-c", START, *arguments], cwd=ROOT, input=data, capture_output=True, check=False
    )


@pytest.mark.parametrize(
    ("arguments", "given", "line"),
    [
        (("judge",), "", "pone: Missing argument 'RECORD...'; see pone --help"),
        (("nothing",), "", "pone: No such command 'nothing'; see pone --help"),
        (("judge", "absent.jsonl"), "", "absent.jsonl: No such file or directory"),
        (("judge", "-"), "", "-:1: the record is empty; its first line is the heading"),
        (("judge", "-"), HEADING.encode() + b"\xff\n", "-:2: not UTF-8, in which a record is written"),
        (
            ("laws", "--code", "none"),
            "",
            (
                "laws: none is no code of the register, only american-1893 english-cavendish deschapelles boston "
                "cayenne solo-whist solo-three kimberly-solo scotch-whist french-whist mort dummy double-dummy"
            ),
        ),
    ],
)
def test_what_is_wrong_is_said_in_one_line(arguments: tuple[str, ...], given: str | bytes, line: str) -> None:
    done = pone(*arguments, given=given)
    assert (done.returncode, done.stdout.decode(), done.stderr.decode()) == (2, "", line + "\n")


def test_several_records_are_judged_in_turn(tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    for file in (one, two):
        file.write_text(HEADING)
    done = pone("judge", str(one), str(two))
    assert done.returncode == 0
    assert [line for line in done.stdout.decode().splitlines() if '"file"' in line] == [
        f'{{"file":"{f}"}}' for f in (one, two)
    ]


@pytest.mark.parametrize("role", ["director", "table"])
def test_a_heading_alone_is_a_record(role: str) -> None:
    done = pone("judge", "--role", role, "-", given=HEADING)
    assert (done.returncode, done.stderr) == (0, b"")


def test_judging_loads_neither_pages_nor_journal_nor_bench() -> None:
    code = f"""
import sys
sys.argv = ["pone", "judge", "-"]
try:
    {START}
finally:
    heavy = {{"fastapi", "uvicorn", "cryptography", "sqlite3"}}
    heavy |= {{"controller.web", "controller.table", "controller.journal", "controller.bench"}}
    heavy &= sys.modules.keys()
    assert not heavy, heavy
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, input=HEADING.encode(), capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
