"""What leaves a journal: judged again it gives the same, nothing is lost, nothing hidden gets out."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from controller.journal import schema
from controller.journal.chain import written
from controller.journal.commands import export_command
from controller.journal.drafts import Noted, told
from controller.journal.envelope import GENESIS, compact
from controller.journal.export import export_record
from controller.journal.reader import JournalReader
from controller.journal.store import SqliteJournal
from controller.journal.verify import verify
from controller.rules.cards import PACK
from controller.rules.docket import close, hear, open_docket
from controller.rules.facts import Demanded
from controller.rules.record import read_record, write_entry
from tests.journal.records import Case
from tests.journal.sitting import Echo, one_hand, two_hands, unguarded, write


def export(path: Path, form: str = "record") -> tuple[int, list[str], str]:
    out, err = io.StringIO(), io.StringIO()
    code = export_command(path, form, out, err)
    return code, out.getvalue().splitlines(), err.getvalue()


def judged(lines: list[str]) -> tuple[list[bytes], list[bytes]]:
    """What ``pone judge`` prints for this record, for the director and for the table."""
    record = read_record(lines)
    docket = open_docket(record.heading)
    said: tuple[list[bytes], list[bytes]] = ([], [])
    for entry in record.entries:
        docket, tidings = hear(docket, entry)
        said[0].extend(map(compact, told(tidings.director)))
        said[1].extend(map(compact, told(tidings.table)))
    last = close(docket)
    said[0].extend(map(compact, told(last.director)))
    said[1].extend(map(compact, told(last.table)))
    return said


def test_a_record_exported_and_judged_again_gives_the_rulings_of_the_journal(law_cases: tuple[Case, ...]) -> None:
    digests = 0
    for case in law_cases:
        code, lines, err = export(case.closed)
        assert (code, err) == (0, "")
        assert json.loads(lines[0]) == dict(case.record.heading.source), case.name
        assert [json.loads(line) for line in lines[1:]] == [write_entry(e) for e in case.record.entries], case.name
        with JournalReader(case.closed) as reader:
            readings = reader.readings()
        director, table = judged(lines)
        assert director == [compact(o) for r in readings for o in r.director], case.name
        assert table == [compact(o) for r in readings for o in r.table], case.name
        closings = [r.envelope.said for r in readings if r.kind == "closed"]
        if len(closings) == 1:
            sums = [_sum([line.encode() for line in lines[1:]]), _sum(director), _sum(table)]
            assert [closings[0][key] for key in ("facts", "rulings", "table")] == sums, case.name
            digests += 1
    assert len(law_cases) > 50
    assert digests > 20


def _sum(lines: list[bytes]) -> str:
    return hashlib.sha256(b"".join(line + b"\n" for line in lines)).hexdigest()


# --------------------------------------------------------------------------- an open hand
def test_of_an_open_hand_only_the_public_form_leaves(tmp_path: Path) -> None:
    path = write(tmp_path / "j", two_hands(close_second=False))
    code, lines, _ = export(path)
    assert code == 0
    assert len(lines) == 23
    first, second = lines[1:12], lines[12:]
    assert " ".join(PACK) in first[0]
    assert json.loads(second[0]) == {"fact": "ticked", "t": 0}
    assert json.loads(second[1]) == {"fact": "dealt", "to": "N", "count": 13}
    assert [e.line for e in read_record(lines).entries][-1] == 23
    hidden = set(PACK) - set("2S 2H 2D 2C 3S 3C".split())
    assert not hidden & set(re.findall(r"\b[2-9TJQKA][SHDC]\b", "\n".join(second)))


def test_an_open_hand_that_is_exported_is_judged_by_the_table_as_it_was(law_cases: tuple[Case, ...]) -> None:
    """What the table was told is told again, though the hands are not known and rulings are counted anew."""
    tried = demands = 0
    for case in law_cases:
        if case.record.heading.options.disclosure != "on_claim":
            continue
        with JournalReader(case.open) as reader:
            readings = reader.readings()
        if any(r.kind == "closed" for r in readings) or not any(r.kind == "fact" and r.shut for r in readings):
            continue
        again, table = judged(export(case.open)[1])[1], [compact(o) for r in readings for o in r.table]
        assert again[: len(table)] == table, case.name
        tried += 1
        demands += any(isinstance(e.fact, Demanded) for e in case.record.entries)
    assert tried > 20
    assert demands > 5


def test_neither_form_of_an_open_hand_holds_a_card_that_the_table_does_not_know(law_cases: tuple[Case, ...]) -> None:
    hidden = 0
    for case in law_cases:
        with JournalReader(case.open) as reader:
            readings = reader.readings()
        known = cards_in([[r.public, r.table] for r in readings])
        closed = {r.line for r in readings if not r.shut}
        whole = cards_in([write_entry(e) for e in case.record.entries if e.line not in closed])
        known |= cards_in([write_entry(e) for e in case.record.entries if e.line in closed])
        hidden += bool(whole - known)
        for form in ("record", "json"):
            lines = export(case.open, form)[1]
            if form == "json":
                lines = [json.dumps({k: v for k, v in json.loads(line).items() if k != "sealed"}) for line in lines]
            assert cards_in(lines) <= known, (case.name, form)
    assert hidden > 20


def cards_in(value: object) -> set[str]:
    return set(re.findall(r"\b[2-9TJQKA][SHDC]\b", json.dumps(value)))


def test_numbers_of_rulings_are_those_that_whoever_judges_the_export_comes_to(tmp_path: Path) -> None:
    """Four rulings of the first hand were never told at the table; its third is the seventh of the export."""
    seventh: dict[str, object] = {"fact": "demanded", "by": "N", "remedy": "two_tricks", "ruling": 11}
    demand = Noted(24, seventh, {**seventh, "ruling": 3})
    with JournalReader(write(tmp_path / "j", [*two_hands(close_second=False), demand])) as reader:
        lines = list(export_record(reader, Echo))
    assert json.loads(lines[-1]) == {**seventh, "ruling": 7}


# --------------------------------------------------------------------------- json
def test_json_loses_nothing(tmp_path: Path) -> None:
    """A journal made from the lines alone is the same to the last digest."""
    path = write(tmp_path / "j", two_hands(close_second=False))
    code, lines, _ = export(path, "json")
    assert code == 0
    with closing(sqlite3.connect(tmp_path / "again", isolation_level=None)) as db:
        schema.build(db, GENESIS)
        for number, line in enumerate(lines, 1):
            entry = json.loads(line)
            sealed = None if entry["sealed"] is None else base64.b64decode(entry["sealed"])
            row = (number, compact(entry["header"]), compact(entry["open"]), sealed, bytes.fromhex(entry["digest"]))
            db.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?)", row)
            db.execute("UPDATE head SET seq = ?, digest = ?", (number, row[4]))
    with JournalReader(path) as a, JournalReader(tmp_path / "again") as b:
        assert a.rows() == b.rows()
    opened = [json.loads(line)["opened"] for line in lines]
    assert opened[2]["fact"]["fact"] == "pack"
    assert opened[15:] == [None] * 11
    assert next(verify(tmp_path / "again")).weight == "good"


def test_json_opens_what_a_closed_hand_sealed(tmp_path: Path) -> None:
    path = write(tmp_path / "j", one_hand())
    with SqliteJournal(path) as journal:
        bytes_of = [written(r.envelope) for r in journal.readings()]
    _, lines, _ = export(path, "json")
    assert [bytes.fromhex(json.loads(line)["digest"]) for line in lines] == [row[4] for row in bytes_of]


# --------------------------------------------------------------------------- what is refused
@pytest.mark.parametrize(
    ("form", "words"), [("pbn", "not there yet"), ("pdf", "not there yet"), ("xml", "choose one of")]
)
def test_forms_that_are_not_there_are_refused_in_one_line(tmp_path: Path, form: str, words: str) -> None:
    code, lines, err = export(write(tmp_path / "j", one_hand()), form)
    assert (code, lines) == (2, [])
    assert words in err
    assert err.count("\n") == 1


def test_nothing_of_a_broken_journal_is_exported(tmp_path: Path) -> None:
    path = write(tmp_path / "j", two_hands())
    with unguarded(path) as db:
        db.execute("UPDATE entry SET open = x'7b7d' WHERE seq = 20")
    for form in ("record", "json"):
        code, lines, err = export(path, form)
        assert (code, lines) == (1, [])
        assert "entry 20" in err
    code, lines, err = export(tmp_path / "nothing")
    assert (code, lines) == (2, [])
