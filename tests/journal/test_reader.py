"""Reading beside a writer: each copy is the journal at one moment, and neither disturbs the other."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path

import pytest

from controller.journal.drafts import Closed
from controller.journal.errors import (
    JournalForeign,
)
from controller.journal.keys import new_deal, new_key
from controller.journal.reader import JournalReader
from controller.journal.store import SqliteJournal
from tests.journal.sitting import (
    begun,
    opened,
    quitted,
    write,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.journal"


def test_a_reader_sees_a_live_journal_as_it_was_at_one_moment(path: Path) -> None:
    with SqliteJournal(path) as journal:
        journal.append([begun(), opened()])
        with JournalReader(path) as before:
            journal.append([quitted(2)])
            with JournalReader(path) as after:
                assert len(after.readings()) == 3
            assert len(before.readings()) == 2
        journal.append([Closed()])
        with JournalReader(path) as reader:
            assert len(reader.readings()) == 4


@pytest.mark.parametrize("moment", ["journal", "journal-wal"])
def test_a_copy_during_which_the_log_begins_anew_is_taken_again(
    path: Path, moment: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the two files, and behind them, a hand is closed: the log is folded in and written over."""
    real, left = shutil.copyfile, 2

    def copyfile(source: Path, target: Path) -> None:
        nonlocal left
        real(source, target)
        if target.name == moment and left:
            left -= 1
            journal.append([quitted(journal.chain.line + 1), Closed()])
            journal.append([opened(journal.chain.hand + 1, new_deal()), quitted(journal.chain.line + 1)])

    with SqliteJournal(path) as journal:
        journal.append([begun(), opened()])
        monkeypatch.setattr(shutil, "copyfile", copyfile)
        with JournalReader(path) as reader:
            assert reader.envelopes()[0].seq == journal.chain.seq == 10
        assert left == 0


def test_readers_and_a_busy_writer_do_not_disturb_each_other(path: Path) -> None:
    """Each copy is a whole chain, though the log is folded into the file and begun anew all the time."""
    done = threading.Event()
    lengths: list[int] = []
    errors: list[BaseException] = []

    def read() -> None:
        while not done.is_set():
            try:
                with JournalReader(path) as reader:
                    lengths.append(len(reader.readings()))
            except JournalForeign:
                continue
            except BaseException as e:  # noqa: BLE001  # whatever a reader meets is what this test is about
                errors.append(e)
                return

    write(path, [begun()])
    thread = threading.Thread(target=read)
    with SqliteJournal(path) as journal:
        thread.start()
        try:
            for number in range(1, 60):
                drafts = [quitted(4 * number - 2 + i) for i in range(4)]
                journal.append([opened(number, new_deal(), new_key())])
                for draft in drafts:
                    journal.append([draft])
                journal.append([Closed()])
        finally:
            done.set()
            thread.join()
    assert not errors
    assert lengths == sorted(lengths)
    assert len(set(lengths)) > 3
