"""The tables of a journal's file, and how SQLite's complaints are told.

``entry`` holds the chain and nothing but the chain; ``head`` the last number and digest, so that entries that are
missing at the end are missed; ``name`` who sits where, which is no part of the chain and can be erased.
"""

from __future__ import annotations

import sqlite3
from typing import Final

from controller.journal.errors import (
    JournalDamaged,
    JournalError,
    JournalForeign,
    JournalLocked,
    JournalUnavailable,
)

APPLICATION: Final = 0x506F6E65
"""``Pone`` in ASCII, where ``file`` and SQLite look for it."""
USER_VERSION: Final = 1


def _guard(name: str, when: str, words: str) -> str:
    return f"CREATE TRIGGER {name} BEFORE {when} BEGIN SELECT RAISE(ABORT, 'a journal is append-only: {words}'); END"


_ENTRY: Final = "seq INTEGER PRIMARY KEY, header BLOB NOT NULL, open BLOB NOT NULL, sealed BLOB, digest BLOB NOT NULL"
_HEAD: Final = "one INTEGER PRIMARY KEY CHECK (one = 1), seq INTEGER NOT NULL, digest BLOB NOT NULL"
# INSERT OR REPLACE deletes without asking a trigger on DELETE.
_NEXT: Final = "INSERT ON entry WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM entry)"

STATEMENTS: Final[tuple[str, ...]] = (
    f"CREATE TABLE entry ({_ENTRY}) STRICT",
    f"CREATE TABLE head ({_HEAD}) STRICT",
    "CREATE TABLE name (seat TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT",
    _guard("entry_not_updated", "UPDATE ON entry", "nothing is updated"),
    _guard("entry_not_deleted", "DELETE ON entry", "nothing is deleted"),
    _guard("entry_next", _NEXT, "an entry has the next number"),
    _guard("head_not_deleted", "DELETE ON head", "its end is not taken away"),
    _guard("head_forward", "UPDATE ON head WHEN NEW.seq <= OLD.seq", "its end moves forward"),
)

_PRIMARY: Final = 0xFF


def build(connection: sqlite3.Connection, genesis: bytes) -> None:
    """Make the tables of a new file, all or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    for statement in STATEMENTS:
        connection.execute(statement)
    connection.execute("INSERT INTO head VALUES (1, 0, ?)", (genesis,))
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {USER_VERSION}")
    connection.execute("COMMIT")


def is_new(connection: sqlite3.Connection) -> bool:
    """Whether nothing was ever written to the file."""
    return not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] and not _pragma(
        connection, "application_id"
    )


def check(connection: sqlite3.Connection) -> None:
    """See that this is a journal of a form that is known, with all its guards.

    Raises :class:`JournalForeign` or :class:`JournalDamaged`.
    """
    if _pragma(connection, "application_id") != APPLICATION:
        raise JournalForeign("it is an SQLite file, but no journal of Pone")
    version = _pragma(connection, "user_version")
    if version != USER_VERSION:
        raise JournalForeign(f"it has form {version}; this release reads form {USER_VERSION}: use a newer release")
    found = {row[0] for row in connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")}
    if found != set(STATEMENTS):
        raise JournalDamaged("its tables and guards are not those of a journal: something was added or taken away")
    answer = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if answer != "ok":
        raise JournalDamaged(f"SQLite finds it broken: {'; '.join(answer.splitlines())}")


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    value: int = connection.execute(f"PRAGMA {name}").fetchone()[0]
    return value


def told(error: sqlite3.Error, path: str) -> JournalError:
    """SQLite's complaint as an error of ours, to be raised from it."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & _PRIMARY
    name = getattr(error, "sqlite_errorname", "SQLITE_ERROR")
    if code == sqlite3.SQLITE_NOTADB:
        return JournalForeign(f"{path} is no journal of Pone")
    if code == sqlite3.SQLITE_CORRUPT:
        return JournalDamaged(f"{path} is broken beneath its entries ({error})")
    if code == sqlite3.SQLITE_BUSY:
        return JournalLocked(f"{path} is held by another program")
    why = {
        sqlite3.SQLITE_FULL: "the disk is full",
        sqlite3.SQLITE_READONLY: "it is read-only",
        sqlite3.SQLITE_IOERR: "the disk reports an error",
        sqlite3.SQLITE_CANTOPEN: "it cannot be opened",
        sqlite3.SQLITE_PERM: "it may not be opened",
        sqlite3.SQLITE_NOMEM: "there is no memory left",
    }.get(code, "SQLite refuses")
    return JournalUnavailable(f"{path} cannot be used: {why} ({name}: {error})")
