"""Going on from a journal: its entries folded into the books, and what the intake must know of before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import cast

from controller.journal.drafts import Reading
from controller.rules.docket import renamed
from controller.rules.facts import Entry, Matter
from controller.rules.heading import read_heading
from controller.rules.record import read_entry
from controller.table.acts import directors_name
from controller.table.books import Books, Judge, hear, open_books
from controller.table.intake import PAGES, WINDOW_S, Due, Name, Observation
from controller.table.sheet import Envelope


@dataclass(frozen=True, slots=True)
class Resumed:
    """A record as far as it can be read. ``lines`` gives the line of each message that was heard not long ago."""

    books: Books
    envelope: Envelope
    recent: tuple[Due, ...]
    lines: Mapping[Name, int]


def resume(readings: tuple[Reading, ...], judge: Judge) -> Resumed:
    """Fold the entries of a journal that has begun.

    Of an open hand whose key is lost only the public forms are known, and it goes on with unknown hands.
    """
    heading = read_heading(readings[0].fact)
    books = open_books(heading)
    envelope = Envelope()
    deals: tuple[str, ...] = ()
    heard: list[tuple[Entry, Reading]] = []
    for reading in readings[1:]:
        match reading.kind:
            case "opened":
                again = envelope.open and envelope.hand == reading.hand
                deals = (*deals, envelope.deal) if again else ()
                lost = again and (envelope.lost or any(deal not in reading.keys for deal in deals))
                envelope = _opened(reading, lost=lost)
            case "closed":
                envelope = replace(envelope, open=False, lost=False)
            case _:
                if reading.shut:
                    envelope = replace(envelope, lost=True)
                books, entry = _line(books, reading, judge)
                if entry is not None:
                    heard.append((entry, reading))
    since = (books.t or 0.0) - WINDOW_S
    near = [(e, r) for e, r in heard[-64:] if e.t is not None and e.t >= since]
    return Resumed(
        books,
        envelope,
        tuple(_due(entry, reading) for entry, reading in near),
        {_name(entry, reading): entry.line for entry, reading in near},
    )


def _opened(reading: Reading, *, lost: bool) -> Envelope:
    commitment = reading.envelope.said.get("commitment")
    return Envelope(
        reading.hand,
        True,
        lost,
        reading.envelope.header.deal or "",
        commitment if isinstance(commitment, str) else None,
    )


def _line(books: Books, reading: Reading, judge: Judge) -> tuple[Books, Entry | None]:
    line = reading.line or books.line + 1
    if reading.fact is None:
        return _passed(books, line), None
    entry = read_entry(reading.fact, line, books.seating)
    if reading.shut:
        entry = _directors(books, entry)
    books, said = hear(books, entry, judge, skip=reading.unjudged)
    return books, said.entry


def _passed(books: Books, line: int) -> Books:
    """A line of which nothing can be read any more."""
    return replace(books, line=line)


def _directors(books: Books, entry: Entry) -> Entry:
    """The public form names rulings by the table's numbers; the full fold wants its own."""

    def directors(named: int | Matter) -> int | Matter:
        return named if isinstance(named, Matter) else directors_name(books.docket, named) or 0

    return replace(entry, fact=renamed(entry.fact, directors))


def _name(entry: Entry, reading: Reading) -> Name:
    told = reading.envelope.header.heard
    return told[-1] if told else (PAGES, -entry.line)


def _due(entry: Entry, reading: Reading) -> Due:
    channel, seq = _name(entry, reading)
    t = cast("float", entry.t)
    own = t if entry.seen is None else entry.seen
    return Due(Observation(channel, seq, own, entry.fact, entry.source, entry.confidence), t)
