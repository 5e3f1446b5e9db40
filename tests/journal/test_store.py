"""The file: append-only, one owner, sealed while a hand is open, usable after the disk has refused."""

from __future__ import annotations

import re
import sqlite3
import stat
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from controller.journal.drafts import Begun, Closed, Draft, Noted, Opened
from controller.journal.errors import (
    BadDraft,
    JournalLocked,
    JournalUnavailable,
    SealShut,
    WrongKey,
    WrongThread,
)
from controller.journal.keys import new_deal, new_key
from controller.journal.reader import JournalReader
from controller.journal.store import SqliteJournal
from controller.rules.cards import PACK
from tests.journal.sitting import (
    DEAL,
    HEADING,
    KEY,
    OTHER_DEAL,
    OTHER_KEY,
    QUIT,
    RELEASE,
    begun,
    facts_of_a_hand,
    one_hand,
    opened,
    quitted,
    two_hands,
    write,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.journal"


# --------------------------------------------------------------------------- what is written is there
def test_what_was_appended_is_read_again(path: Path) -> None:
    with SqliteJournal(path) as journal:
        for draft in two_hands():
            journal.append([draft])
        live = journal.readings()
    with SqliteJournal(path) as journal:
        assert journal.readings() == live
    facts = [r for r in live if r.kind == "fact"]
    assert [r.line for r in facts] == list(range(2, 24))
    assert [(r.fact, r.public) for r in facts] == facts_of_a_hand() * 2
    assert [r.kind for r in live if r.kind != "fact"] == ["heading", "opened", "closed", "opened", "closed"]
    assert not any(r.shut for r in live)


def test_several_entries_stand_or_fall_together(path: Path) -> None:
    with SqliteJournal(path) as journal:
        journal.append([begun(), opened(), quitted(2)])
        with pytest.raises(BadDraft):
            journal.append([quitted(3), quitted(3)])
        assert journal.chain.line == 2
        journal.append([quitted(3), Closed(), opened(2, OTHER_DEAL, OTHER_KEY), quitted(4)])
        assert [r.kind for r in journal.readings(after=3)] == ["fact", "closed", "opened", "fact"]


def test_the_batch_gives_the_bytes_that_single_appends_give(tmp_path: Path) -> None:
    singly = write(tmp_path / "a", two_hands())
    with SqliteJournal(tmp_path / "b", utc_ms=lambda: 1_700_000_000_000) as journal:
        journal.append(two_hands())
        together = [(r.envelope.header, r.envelope.open) for r in journal.readings()]
    with SqliteJournal(singly) as journal:
        assert [(r.envelope.header, r.envelope.open) for r in journal.readings()] == together


def test_after_a_restart_it_knows_what_it_heard_and_which_hand_is_open(path: Path) -> None:
    write(path, [begun(), opened(), quitted(2, {"camera": 17, "shoe": 3}), quitted(3, {"camera": 19})])
    with SqliteJournal(path) as journal:
        assert dict(journal.chain.heard) == {"camera": 19, "shoe": 3}
        assert journal.chain.open is not None
        assert (journal.chain.open.number, journal.chain.open.deal, journal.chain.line) == (1, DEAL, 3)


def test_the_file_is_for_its_owner_alone(path: Path) -> None:
    with SqliteJournal(path) as journal:
        journal.append([begun()])
        for file in path.parent.iterdir():
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file


def test_it_is_synced_as_it_says(path: Path) -> None:
    with SqliteJournal(path) as journal:
        pragmas = {
            name: journal._connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "locking_mode", "secure_delete", "user_version")
        }
    assert pragmas == {
        "journal_mode": "wal",
        "synchronous": 2,
        "locking_mode": "exclusive",
        "secure_delete": 1,
        "user_version": 1,
    }


# --------------------------------------------------------------------------- keys
def test_without_its_key_an_open_hand_shows_only_what_the_table_may_know(path: Path) -> None:
    write(path, one_hand(close=False))
    with SqliteJournal(path) as journal:
        assert journal.shut
        facts = [r for r in journal.readings() if r.kind == "fact"]
        assert [r.fact for r in facts] == [public for _, public in facts_of_a_hand()]
        assert all(r.shut and r.director == () for r in facts)
        with pytest.raises(SealShut):
            journal.append([quitted(13)])
        with pytest.raises(SealShut):
            journal.append([Closed()])
        with pytest.raises(WrongKey):
            journal.unlock(OTHER_KEY)
        journal.unlock(KEY)
        assert [r.fact for r in journal.readings() if r.kind == "fact"] == [whole for whole, _ in facts_of_a_hand()]
        journal.append([quitted(13)])


def test_closing_after_a_restart_gives_the_digests_of_an_unbroken_run(tmp_path: Path) -> None:
    drafts = one_hand()
    write(tmp_path / "a", drafts)
    write(tmp_path / "b", drafts[:9])
    for draft in drafts[9:]:
        with SqliteJournal(tmp_path / "b", utc_ms=lambda: 1_700_000_000_000) as journal:
            journal.unlock(KEY)
            journal.append([draft])
    with JournalReader(tmp_path / "a") as a, JournalReader(tmp_path / "b") as b:
        assert a.readings()[-1].envelope.open == b.readings()[-1].envelope.open


def test_a_hand_whose_key_is_lost_goes_on_under_another(path: Path) -> None:
    write(path, one_hand(close=False))
    with SqliteJournal(path) as journal:
        journal.append([opened(1, OTHER_DEAL, OTHER_KEY), quitted(13)])
        assert not journal.shut
        with pytest.raises(SealShut):
            journal.append([Closed()])
        journal.append([Closed(lost=True)])
        assert dict(journal.chain.keys) == {DEAL: None, OTHER_DEAL: OTHER_KEY}
        journal.append([opened(2, new_deal(), new_key())])


def test_two_runs_seal_under_different_nonces(tmp_path: Path) -> None:
    sealed = set[bytes]()
    for name in ("a", "b"):
        with SqliteJournal(write(tmp_path / name, one_hand()), utc_ms=lambda: 0) as journal:
            sealed |= {r.envelope.sealed[:12] for r in journal.readings() if r.envelope.sealed is not None}
    assert len(sealed) == 2 * 12


# --------------------------------------------------------------------------- what does not follow
@pytest.mark.parametrize(
    ("before", "draft"),
    [
        ([], opened()),
        ([], quitted(2)),
        ([], Closed()),
        ([], Begun(HEADING, "x")),
        ([begun()], begun()),
        ([begun()], Closed()),
        ([begun()], opened(2)),
        ([begun()], Opened(1, "x", KEY, RELEASE)),
        ([begun()], Opened(1, DEAL, KEY[1:], RELEASE)),
        ([begun()], Opened(1, DEAL, KEY, "not a digest")),
        ([begun()], quitted(1)),
        ([begun()], quitted(3)),
        ([begun()], Noted(2, QUIT, None)),
        ([begun(), opened()], opened(2, OTHER_DEAL)),
        ([begun(), opened()], opened(1, DEAL)),
        ([begun(), opened(), quitted(2, {"camera": 5})], quitted(3, {"camera": 4})),
        ([begun(), opened()], Noted(2, {"fact": float("nan")}, None)),
        ([begun(), opened()], Noted(2, {"fact": "\ud800"}, None)),
        ([begun(), opened()], Noted(2, {"fact": QUIT, "x": b"bytes"}, None)),
    ],
)
def test_what_does_not_follow_is_refused_and_nothing_is_written(path: Path, before: list[Draft], draft: Draft) -> None:
    with SqliteJournal(path) as journal:
        journal.append(before)
        chain = journal.chain
        with pytest.raises(BadDraft):
            journal.append([draft])
        assert journal.chain == chain
    with SqliteJournal(path) as journal:
        assert journal.chain == chain


# --------------------------------------------------------------------------- append-only
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entry SET open = x'7b7d' WHERE seq = 3",
        "UPDATE entry SET seq = 99 WHERE seq = 3",
        "DELETE FROM entry WHERE seq = 3",
        "DELETE FROM entry",
        "INSERT OR REPLACE INTO entry SELECT seq, header, x'7b7d', sealed, digest FROM entry WHERE seq = 3",
        "INSERT INTO entry SELECT 99, header, open, sealed, digest FROM entry WHERE seq = 3",
        "UPDATE head SET seq = 3",
        "DELETE FROM head",
    ],
)
def test_nothing_is_updated_or_deleted(path: Path, statement: str) -> None:
    write(path, one_hand())
    with (
        closing(sqlite3.connect(path)) as intruder,
        pytest.raises(sqlite3.IntegrityError, match="append-only"),
        intruder,
    ):
        intruder.execute(statement)


# --------------------------------------------------------------------------- one owner
def test_a_second_opener_is_refused_in_one_line(path: Path) -> None:
    with SqliteJournal(path), pytest.raises(JournalLocked, match=f"^{re.escape(str(path))} is open elsewhere[^\n]*$"):
        SqliteJournal(path)
    with SqliteJournal(path):
        pass


def test_a_second_process_is_refused_by_any_name_of_the_file(path: Path) -> None:
    code = "import sys; from controller.journal.store import SqliteJournal; SqliteJournal(sys.argv[1])"
    link = path.with_name("link")
    link.symlink_to(path)
    with SqliteJournal(path):
        ran = subprocess.run([sys.executable, "-c", code, str(link)], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "JournalLocked" in ran.stderr.splitlines()[-1]


def test_sqlite_itself_turns_away_a_second_connection(path: Path) -> None:
    code = "import sqlite3, sys; sqlite3.connect(sys.argv[1], timeout=0).execute('SELECT * FROM entry')"
    with SqliteJournal(path) as journal:
        journal.append([begun()])
        ran = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=False)
    assert "database is locked" in ran.stderr


def test_another_thread_is_refused(path: Path) -> None:
    raised: list[BaseException] = []

    def use() -> None:
        uses = (
            lambda: journal.append([begun()]), journal.readings, journal.names, journal.erase_names, journal.close,
            lambda: journal.name({"N": "x"}), lambda: journal.unlock(KEY),
        )  # fmt: skip
        for each in uses:
            try:
                each()
            except WrongThread as e:
                raised.append(e)

    with SqliteJournal(path) as journal:
        thread = threading.Thread(target=use)
        thread.start()
        thread.join()
        assert len(raised) == 7
        journal.append([begun()])


def test_a_closed_journal_says_so(path: Path) -> None:
    journal = SqliteJournal(path)
    journal.close()
    journal.close()
    with pytest.raises(JournalUnavailable, match="closed"):
        journal.readings()


# --------------------------------------------------------------------------- sealed
def test_no_byte_beside_an_open_hand_names_a_hidden_card(path: Path, tmp_path: Path) -> None:
    """File, log, lock and the copy of a reader are searched for cards, rulings and the key."""
    seen: list[bytes] = []
    with SqliteJournal(path) as journal:
        for draft in one_hand(close=False):
            journal.append([draft])
            seen += [file.read_bytes() for file in path.parent.iterdir() if file.is_file()]
        with JournalReader(path) as reader:
            folder = Path(reader._folder.name)
            assert stat.S_IMODE(folder.stat().st_mode) == 0o700
            seen += [file.read_bytes() for file in folder.iterdir()]
            assert len(reader.readings()) == 13
        assert not folder.exists()
    secrets = [" ".join(PACK[i : i + 3]).encode() for i in range(50)]
    secrets += [KEY, KEY.hex().encode(), b'"ruling":5', b'"fact":"pack"', b'"cards":"2S 3S']
    for data in seen:
        for secret in secrets:
            assert secret not in data
    with SqliteJournal(path) as journal:
        journal.unlock(KEY)
        journal.append([Closed()])
    assert KEY.hex().encode() in path.read_bytes()


def test_entries_are_as_long_whether_they_hide_something_or_not(tmp_path: Path) -> None:
    sizes = []
    for cards in (None, "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"):
        whole: dict[str, object] = {"fact": "dealt", "to": "N", "count": 13}
        note = Noted(2, whole if cards is None else {**whole, "cards": cards}, whole)
        with SqliteJournal(write(tmp_path / str(cards), [begun(), opened(), note])) as journal:
            sizes.append([(len(e.open), len(e.sealed or b"")) for e in (r.envelope for r in journal.readings())])
    assert sizes[0] == sizes[1]


# --------------------------------------------------------------------------- names
def test_names_are_kept_beside_the_chain_and_leave_no_byte_when_erased(path: Path) -> None:
    def everything() -> bytes:
        return b"".join(file.read_bytes() for file in path.parent.iterdir())

    with SqliteJournal(path) as journal:
        journal.append([begun()])
        digest = journal.chain.digest
        journal.name({"N": "Philidor", "E": "Deschapelles"})
        journal.name({"N": "Labourdonnais"})
        assert journal.names() == {"E": "Deschapelles", "N": "Labourdonnais"}
        assert b"Deschapelles" in everything()
        journal.erase_names()
        assert journal.names() == {}
        assert journal.chain.digest == digest
        for name in (b"Deschapelles", b"Labourdonnais", b"Philidor"):
            assert name not in everything()
    for name in (b"Deschapelles", b"Labourdonnais", b"Philidor"):
        assert name not in everything()
