"""What a demo's journal exports is judged again by ``pone judge``, and gives the journal's rulings byte for byte."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from controller.journal.envelope import compact
from controller.journal.reader import JournalReader
from tests.whole.running import PONE, figures, pone

pytestmark = pytest.mark.alone


@pytest.mark.parametrize("mishap", ["renounce", "lead_out_of_turn"])
def test_an_exported_demo_judged_again_gives_its_rulings(tmp_path: Path, mishap: str) -> None:
    journal = tmp_path / "journal"
    argv = ("--headless", "--no-camera", "--port", "0", "--speed", "60", "--seed", "1", "--journal", str(journal))
    played = pone("demo", *argv, "--mishap", mishap)
    assert played.returncode == 0, played.stderr
    exported = subprocess.run([*PONE, "export", str(journal), "--format", "record"], capture_output=True, check=True)
    record = tmp_path / "record.jsonl"
    record.write_bytes(exported.stdout)
    with JournalReader(journal) as reader:
        readings = tuple(reader.readings())
    for role in ("director", "table"):
        judged = subprocess.run([*PONE, "judge", str(record), "--role", role], capture_output=True, check=True)
        told = [compact(said) for r in readings for said in (r.director if role == "director" else r.table)]
        assert judged.stdout.splitlines() == told
        assert any(b'"ruling"' in said for said in told)
        figures(f"{mishap}, {role}: {len(told)} lines equal byte for byte")
