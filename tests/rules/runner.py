"""Judges a record in this process and gives what ``pone judge`` would print."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from controller.rules.docket import close, hear, open_docket
from controller.rules.errors import BadRecord, NotJudged
from controller.rules.facts import Entry
from controller.rules.heading import Heading
from controller.rules.record import read_record
from controller.rules.ruling import Result, Ruling

Printed = dict[str, object]


def printed(out: Ruling | Result) -> Printed:
    """The object of one ruling or result, as it would be read back from the command's output."""
    obj = {"result": out.to_json()} if isinstance(out, Result) else out.to_json()
    read: Printed = json.loads(json.dumps(obj))
    return read


def judged(heading: Heading, entries: Iterable[Entry]) -> tuple[list[Printed], list[Printed]]:
    """Everything that is told to the director and to the table."""
    docket = open_docket(heading)
    director: list[Printed] = []
    table: list[Printed] = []
    for entry in entries:
        docket, told = hear(docket, entry)
        director += map(printed, told.director)
        table += map(printed, told.table)
    rest = close(docket)
    return director + [printed(o) for o in rest.director], table + [printed(o) for o in rest.table]


def judged_text(text: str, role: str = "director") -> list[Printed]:
    """A record in one string. Raises :class:`~controller.rules.errors.BadRecord`."""
    record = read_record(text.split("\n"))
    return judged(record.heading, record.entries)[1 if role == "table" else 0]


def left_out(text: str) -> str | None:
    """Why this release does not judge the record's game or code, in the judge's own words; None where it does."""
    try:
        open_docket(read_record(text.split("\n")).heading)
    except NotJudged as refused:
        return str(refused)
    except BadRecord:
        return None
    return None


def judged_file(path: Path, role: str = "director") -> list[Printed]:
    """The same for a file."""
    return judged_text(path.read_text(encoding="utf-8"), role)
