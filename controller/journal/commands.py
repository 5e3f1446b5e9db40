"""``pone verify`` and ``pone export``, as functions that write to the streams they are given."""

from __future__ import annotations

from pathlib import Path
from typing import Final, TextIO

from controller.journal.envelope import compact
from controller.journal.errors import BrokenChain, JournalDamaged, JournalError
from controller.journal.export import export_json, export_record
from controller.journal.reader import JournalReader
from controller.journal.verify import verify

FORMATS: Final = ("record", "json", "pbn", "pdf")
_MARKS: Final = {"good": "ok    ", "note": "note  ", "wrong": "WRONG "}


def verify_command(path: str | Path, rejudge: bool, json: bool, out: TextIO, err: TextIO) -> int:
    """Print what verifying found, one line each. 0: all is as it was written; 1: something is not; 2: no journal."""
    wrong = False
    try:
        for finding in verify(path, rejudge):
            wrong = wrong or finding.weight == "wrong"
            out.write(compact(finding.to_json()).decode() if json else _MARKS[finding.weight] + finding.words)
            out.write("\n")
    except JournalError as e:
        return _refused(path, e, err)
    return 1 if wrong else 0


def export_command(path: str | Path, form: str, out: TextIO, err: TextIO) -> int:
    """Print a journal in another form. 0: done; 1: the journal is broken; 2: no journal, or no such form."""
    if form not in FORMATS:
        err.write(f"pone export: there is no format {form!r}; choose one of {', '.join(FORMATS)}\n")
        return 2
    if form in ("pbn", "pdf"):
        err.write(f"pone export: {form} is not there yet; --format record and --format json are\n")
        return 2
    try:
        with JournalReader(path) as reader:
            lines = export_record(reader) if form == "record" else export_json(reader)
            out.writelines(line + "\n" for line in lines)
    except (BrokenChain, JournalDamaged) as e:
        err.write(f"{path}: {e}; pone verify tells more\n")
        return 1
    except JournalError as e:
        return _refused(path, e, err)
    return 0


def _refused(path: str | Path, error: JournalError, err: TextIO) -> int:
    words = str(error)
    err.write(f"{words}\n" if str(path) in words else f"{path}: {words}\n")
    return 2
