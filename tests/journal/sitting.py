"""A small sitting whose facts and rulings are known, and a judge that says them again."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from controller.journal import schema
from controller.journal.drafts import Begun, Closed, Draft, Noted, Objects, Opened
from controller.journal.store import SqliteJournal
from controller.rules.cards import PACK
from controller.rules.facts import Dealt, Entry, Played
from controller.rules.heading import Heading, read_heading
from controller.rules.record import read_entry, write_entry

HEADING: dict[str, object] = {
    "record": 1,
    "game": "whist",
    "laws": "american-1893",
    "seats": ["N", "E", "S", "W"],
    "dealer": "N",
}
KEY = bytes(range(32))
OTHER_KEY = bytes(range(1, 33))
DEAL = "0123456789abcdef0123456789abcdef"
OTHER_DEAL = "fedcba9876543210fedcba9876543210"
RELEASE = "5e" * 32
SEATS = "NESW"
HIDDEN = " ".join(PACK)
"""The pack as it lies in the sealed fact of the first hand."""


QUIT: dict[str, object] = {"fact": "quitted", "by": "N"}


def quitted(line: int, heard: dict[str, int] | None = None) -> Noted:
    """A fact that hides nothing."""
    return Noted(line, QUIT, QUIT, heard=heard or {})


class Echo:
    """A judge that rules on every card of clubs played, and to the director alone on every ace dealt."""

    def __init__(self, heading: Heading) -> None:
        self.full = 0
        self.table = 0
        del heading

    def hear(self, entry: Entry) -> tuple[Objects, Objects]:
        match entry.fact:
            case Played(cards=cards) if cards[0].endswith("C"):
                self.full += 1
                self.table += 1
                return (_ruling(entry.line, self.full),), (_ruling(entry.line, self.table),)
            case Dealt(cards=cards) if any(c.startswith("A") for c in cards):
                self.full += 1
                return (_ruling(entry.line, self.full),), ()
            case _:
                return (), ()

    def finish(self) -> tuple[Objects, Objects]:
        result: Objects = ({"result": {"hand": 1, "unfinished": True}},)
        return result, result

    def director_number(self, number: int) -> int | None:
        return number + self.full - self.table


def _ruling(line: int, number: int) -> dict[str, object]:
    return {"line": line, "ruling": number, "irregularity": "renounce", "law": ["am-28.a"], "status": "correctable"}


SEATING = read_heading(HEADING).seating


def fact(obj: dict[str, object], line: int) -> Entry:
    return read_entry(obj, line, SEATING)


def facts_of_a_hand() -> list[tuple[dict[str, object], dict[str, object] | None]]:
    """Whole and public facts: the pack, four hands, a trick and a half."""
    out: list[tuple[dict[str, object], dict[str, object] | None]] = [({"fact": "pack", "cards": HIDDEN}, None)]
    for i, seat in enumerate(SEATS):
        cards = " ".join(PACK[13 * i : 13 * i + 13])
        out.append(({"fact": "dealt", "to": seat, "cards": cards}, {"fact": "dealt", "to": seat, "count": 13}))
    plays = ("N", "2S"), ("E", "2H"), ("S", "2D"), ("W", "2C"), ("N", "3S"), ("W", "3C")
    for seat, card in plays:
        played: dict[str, object] = {"fact": "played", "by": seat, "cards": card}
        out.append((played, played))
    return out


def hand(first_line: int, judge: Echo) -> Iterator[Noted]:
    for line, (whole, public) in enumerate(facts_of_a_hand(), first_line):
        entry = fact(whole, line)
        director, table = judge.hear(entry)
        yield Noted(line, write_entry(entry), public, director, table, {"camera": line})


def opened(number: int = 1, deal: str = DEAL, key: bytes = KEY, release: str = RELEASE) -> Opened:
    return Opened(number, deal, key, release)


def begun() -> Begun:
    return Begun(HEADING, "ab" * 16)


def one_hand(*, close: bool = True) -> list[Draft]:
    """The drafts of a journal with one hand."""
    judge = Echo(read_heading(HEADING))
    drafts: list[Draft] = [begun(), opened(), *hand(2, judge)]
    if close:
        drafts.append(Closed(*judge.finish()))
    return drafts


def two_hands(*, close_second: bool = True) -> list[Draft]:
    """The drafts of a journal with two hands."""
    judge = Echo(read_heading(HEADING))
    drafts: list[Draft] = [begun(), opened(), *hand(2, judge), Closed(), opened(2, OTHER_DEAL, OTHER_KEY)]
    drafts += hand(13, judge)
    return [*drafts, Closed()] if close_second else drafts


def write(path: Path, drafts: list[Draft]) -> Path:
    """A journal that holds these drafts, one transaction each."""
    with SqliteJournal(path, utc_ms=lambda: 1_700_000_000_000) as journal:
        for draft in drafts:
            journal.append([draft])
    return path


@contextmanager
def unguarded(path: Path) -> Iterator[sqlite3.Connection]:
    """The file opened as an intruder would, who takes the guards away and puts them back."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        yield db
        for statement in schema.STATEMENTS:
            if statement.startswith("CREATE TRIGGER"):
                db.execute(statement)
