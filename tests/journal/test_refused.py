"""A disk that refuses, and files that are no journals: one clear line, and nothing is lost."""

from __future__ import annotations

import os
import re
import resource
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from controller.journal.errors import (
    JournalForeign,
    JournalUnavailable,
)
from controller.journal.reader import JournalReader
from controller.journal.store import SqliteJournal
from tests.journal.sitting import (
    begun,
    one_hand,
    opened,
    quitted,
    write,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.journal"


# --------------------------------------------------------------------------- the disk refuses
@contextmanager
def files_no_longer_than(size: int) -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def until_refused(journal: SqliteJournal) -> int:
    """Append until the disk refuses; the last line that was acknowledged."""
    for line in range(2, 1000):
        try:
            journal.append([quitted(line, {"camera": line})])
        except JournalUnavailable as e:
            assert re.search("the disk (is full|reports an error)", str(e))  # noqa: PT017  # it need not come at once
            return line - 1
    pytest.fail("the disk took everything")


def test_when_no_file_can_grow_it_says_so_and_goes_on_when_they_can(path: Path) -> None:
    with SqliteJournal(path) as journal:
        journal.append([begun(), opened()])
        with files_no_longer_than(64 * 1024):
            done = until_refused(journal)
        assert 2 < done < 100
        assert journal.chain.line == done
        assert journal.chain.heard["camera"] == done
        assert [r.line for r in journal.readings() if r.kind == "fact"] == list(range(2, done + 1))
        journal.append([quitted(done + 1)])
    with SqliteJournal(path) as journal:
        assert journal.chain.line == done + 1


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    folder.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)], capture_output=True, check=False
    )
    if made.returncode:
        pytest.skip("a small disk can be mounted only by root")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_journal_that_changed_beneath_it_is_not_written(path: Path) -> None:
    with SqliteJournal(path) as journal:
        journal.append([begun()])
        journal._connection.execute("UPDATE head SET seq = 5")
        with pytest.raises(JournalUnavailable, match="not as it was left"):
            journal.append([opened()])
        assert not journal._connection.in_transaction


def test_a_full_disk_loses_nothing_and_can_be_cleared(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "256k") as disk:
        filler = disk / "filler"
        with SqliteJournal(disk / "j") as journal:
            journal.append([begun(), opened()])
            filler.write_bytes(bytes(100 * 1024))
            done = until_refused(journal)
            with pytest.raises(JournalUnavailable, match="the disk is full"):
                journal.append([quitted(done + 1)])
            assert journal.chain.line == done
            filler.unlink()
            journal.append([quitted(done + 1)])
        with SqliteJournal(disk / "j") as journal:
            assert journal.chain.line == done + 1


def test_a_read_only_disk_is_told(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "1m") as disk:
        write(disk / "j", one_hand())
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        with pytest.raises(JournalUnavailable, match="Read-only file system"):
            SqliteJournal(disk / "j")
        with JournalReader(disk / "j") as reader:
            assert len(reader.readings()) == 14


@contextmanager
def nobody() -> Iterator[None]:
    """As a user who owns nothing, where the tests run as root."""
    if os.geteuid():
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_folder_that_may_not_be_written_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "shut"
    folder.mkdir(mode=0o500)
    for above in (tmp_path, tmp_path.parent, tmp_path.parent.parent):
        above.chmod(0o755)
    folder.chmod(0o555)
    with nobody(), pytest.raises(JournalUnavailable, match="Permission denied"):
        SqliteJournal(folder / "j")


def test_a_missing_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(JournalUnavailable, match="No such file or directory"):
        SqliteJournal(tmp_path / "nowhere" / "j")
    with pytest.raises(JournalUnavailable, match="no such file"):
        JournalReader(tmp_path / "j")


# --------------------------------------------------------------------------- other files
def test_a_file_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_bytes(b"a letter\n" * 500)
    other = tmp_path / "other"
    with closing(sqlite3.connect(other)) as db:
        db.execute("CREATE TABLE t (a)")
    for path, before in ((text, text.read_bytes()), (other, other.read_bytes())):
        with pytest.raises(JournalForeign, match="no journal of Pone"):
            SqliteJournal(path)
        with pytest.raises(JournalForeign, match="no journal of Pone"):
            JournalReader(path)
        with closing(sqlite3.connect(path)) as db:
            if path == other:
                assert db.execute("SELECT name FROM sqlite_master").fetchall() == [("t",)]
        if path == text:
            assert path.read_bytes() == before


def test_a_later_form_is_named(path: Path) -> None:
    write(path, one_hand())
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 2")
    with pytest.raises(JournalForeign, match="form 2; this release reads form 1"):
        SqliteJournal(path)


def test_an_empty_file_becomes_a_journal(path: Path) -> None:
    path.touch()
    with pytest.raises(JournalForeign, match="empty"):
        JournalReader(path)
    write(path, one_hand())


def test_a_name_that_would_be_an_address_is_a_name(tmp_path: Path) -> None:
    path = tmp_path / "file:x?mode=ro"
    write(path, one_hand())
    assert path.exists()
