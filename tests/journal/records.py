"""Records put into a journal as a service does, by the real rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from controller.journal.drafts import Begun, Closed, Draft, Opened, noted, told
from controller.journal.keys import new_deal, new_key
from controller.journal.release import release
from controller.journal.store import SqliteJournal
from controller.rules.docket import Docket, as_the_table_hears, close, hear, open_docket
from controller.rules.errors import BadRecord
from controller.rules.facts import Entry
from controller.rules.record import Record, read_record
from controller.rules.ruling import Result

CASES = Path(__file__).parent.parent / "rules" / "cases"


Address = Callable[[Entry, Docket], Entry]


def _as_it_is(entry: Entry, docket: Docket) -> Entry:
    del docket
    return entry


def drafts_of(record: Record, *, close_last: bool = True, address: Address = _as_it_is) -> Iterator[Draft]:
    """Every entry of a journal of this record; a hand is closed by the fact that prints its result.

    ``address`` may give each fact the numbers of rulings that it has in this record.
    """
    docket, number = open_docket(record.heading), 1
    yield Begun(dict(record.heading.source), new_deal())
    yield Opened(1, new_deal(), new_key(), release())
    over = False
    for told_entry in record.entries:
        entry = address(told_entry, docket)
        if over:
            number += 1
            yield Closed()
            yield Opened(number, new_deal(), new_key(), release())
        public = as_the_table_hears(docket, entry)
        docket, said = hear(docket, entry)
        over = any(isinstance(one, Result) for one in said.director)
        yield noted(entry, public, said.director, said.table)
    if close_last:
        said = close(docket)
        yield Closed(told(said.director), told(said.table))


def journal_of(record: Record, path: Path, *, close_last: bool = True) -> Path:
    """A journal that holds this record."""
    with SqliteJournal(path) as journal:
        journal.append(list(drafts_of(record, close_last=close_last)))
    return path


@dataclass(frozen=True, slots=True)
class Case:
    """A law case in a journal: what went in, and where it lies, closed and still open."""

    name: str
    record: Record
    closed: Path
    open: Path


def cases(folder: Path, every: int = 12) -> tuple[Case, ...]:
    """Law cases that can lie in a journal, those of one round of ``every``: judged here, no line left empty."""
    out: list[Case] = []
    for file in sorted(CASES.glob("*.jsonl"))[::every]:
        try:
            record = read_record(file.read_text().splitlines())
            if [e.line for e in record.entries] != list(range(2, len(record.entries) + 2)):
                continue
            closed = journal_of(record, folder / f"{file.stem}.closed")
        except BadRecord:
            continue
        out.append(Case(file.stem, record, closed, journal_of(record, folder / f"{file.stem}.open", close_last=False)))
    return tuple(out)
