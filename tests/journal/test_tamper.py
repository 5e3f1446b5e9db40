"""Whatever is touched in a journal's file is found, and the entry is named."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from controller.journal.chain import written
from controller.journal.drafts import Closed
from controller.journal.envelope import Json, compact, digest_of, header_bytes, parse
from controller.journal.errors import BrokenChain, JournalDamaged, JournalError
from controller.journal.reader import JournalReader
from controller.journal.store import SqliteJournal
from controller.journal.verify import Finding, verify
from tests.journal.sitting import KEY, RELEASE, Echo, begun, one_hand, opened, two_hands, unguarded, write

PUT = {
    1: "UPDATE entry SET header = ? WHERE seq = ?",
    2: "UPDATE entry SET open = ? WHERE seq = ?",
    3: "UPDATE entry SET sealed = ? WHERE seq = ?",
    4: "UPDATE entry SET digest = ? WHERE seq = ?",
}


def check(path: Path) -> list[Finding]:
    return list(verify(path, open_court=Echo, by=RELEASE))


def wrong(path: Path) -> list[Finding]:
    return [f for f in check(path) if f.weight == "wrong"]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("whole") / "j", two_hands())


@pytest.fixture
def copy(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copyfile(whole, tmp_path / "j"))


def test_an_untouched_journal_is_good(copy: Path) -> None:
    assert [f.weight for f in check(copy)] == ["good"] * 3


@pytest.mark.parametrize("column", [1, 2, 3, 4])
def test_a_flipped_byte_in_any_column_of_any_entry_is_found_and_named(copy: Path, column: int) -> None:
    put = PUT[column]
    with JournalReader(copy) as reader:
        cells = [(row[0], cell) for row in reader.rows() if isinstance(cell := row[column], bytes)]
    assert len(cells) >= 24
    for seq, cell in cells:
        at = seq * 37 % len(cell)
        with unguarded(copy) as db:
            db.execute(put, (cell[:at] + bytes([cell[at] ^ 1 << seq % 8]) + cell[at + 1 :], seq))
        found = wrong(copy)
        assert [f.entry for f in found] == [seq]
        assert f"entry {seq} of 27" in found[0].words
        with pytest.raises(BrokenChain, match=f"entry {seq}:"):
            SqliteJournal(copy)
        with unguarded(copy) as db:
            db.execute(put, (cell, seq))
    assert wrong(copy) == []


@pytest.mark.parametrize(
    ("statements", "entry"),
    [
        (["DELETE FROM entry WHERE seq = 27"], 27),
        (["DELETE FROM entry WHERE seq > 14"], 15),
        (["DELETE FROM entry WHERE seq = 1"], 1),
        (["DELETE FROM entry WHERE seq < 5"], 1),
        (["DELETE FROM entry WHERE seq = 9"], 9),
        (["DELETE FROM entry WHERE seq = 9", "UPDATE entry SET seq = seq - 1 WHERE seq > 9"], 9),
        (["UPDATE entry SET seq = -1 WHERE seq = 8", "UPDATE entry SET seq = 8 WHERE seq = 9",
          "UPDATE entry SET seq = 9 WHERE seq = -1"], 8),
        (["INSERT INTO entry SELECT 28, header, open, sealed, digest FROM entry WHERE seq = 27"], 28),
        (["UPDATE entry SET sealed = NULL WHERE seq = 5"], 5),
        (["UPDATE entry SET sealed = x'' WHERE seq = 1"], 1),
        (["UPDATE entry SET sealed = (SELECT sealed FROM entry WHERE seq = 6) WHERE seq = 5"], 5),
        (["DELETE FROM entry"], 1),
        (["UPDATE head SET seq = 5"], 27),
        (["UPDATE head SET seq = 99"], 28),
        (["DELETE FROM head"], 28),
    ],
)  # fmt: skip
def test_what_is_cut_moved_swapped_or_added_is_named(copy: Path, statements: list[str], entry: int) -> None:
    with unguarded(copy) as db:
        for statement in statements:
            db.execute(statement)
    assert [f.entry for f in wrong(copy)] == [entry]
    with pytest.raises(BrokenChain):
        SqliteJournal(copy)


def test_an_entry_of_another_journal_is_found(copy: Path, tmp_path: Path) -> None:
    with SqliteJournal(write(tmp_path / "other", two_hands())) as other:
        foreign = written(other.readings()[4].envelope)
    with unguarded(copy) as db:
        db.execute("UPDATE entry SET header = ?2, open = ?3, sealed = ?4, digest = ?5 WHERE seq = ?1", foreign)
    assert [f.entry for f in wrong(copy)] == [5]


@pytest.mark.parametrize(
    "statement",
    [
        "DROP TRIGGER entry_not_deleted",
        "CREATE TRIGGER more AFTER INSERT ON entry BEGIN DELETE FROM name; END",
        "CREATE TABLE more (a)",
        "DROP TABLE name",
    ],
)
def test_guards_that_were_taken_away_are_missed(copy: Path, statement: str) -> None:
    with closing(sqlite3.connect(copy)) as db:
        db.execute(statement)
    with pytest.raises(JournalDamaged):
        SqliteJournal(copy)
    assert [f.weight for f in check(copy)] == ["wrong"]


def forged(path: Path, seq: int, change: dict[str, object]) -> Path:
    """One open part changed by somebody who then made all digests anew."""
    with closing(sqlite3.connect(path)) as db:
        rows = db.execute("SELECT seq, header, open, sealed FROM entry ORDER BY seq").fetchall()
    previous = bytes(32)
    with unguarded(path) as db:
        for number, header, open_, sealed in rows:
            said: Json = parse(open_)
            body = compact({**said, **change}) if number == seq else open_
            previous = digest_of(previous, header, body, sealed)
            db.execute("UPDATE entry SET open = ?, digest = ? WHERE seq = ?", (body, previous, number))
        db.execute("UPDATE head SET digest = ?", (previous,))
    return path


def test_a_chain_forged_anew_is_betrayed_by_its_sealed_parts(copy: Path) -> None:
    """Every sealed part behind the change is bound to the digest before it."""
    assert [f.entry for f in wrong(forged(copy, 9, {"more": 1}))] == [9]


def test_a_key_that_is_not_the_hands_own_is_found(tmp_path: Path) -> None:
    path = write(tmp_path / "j", one_hand())
    with SqliteJournal(path) as journal:
        keys = journal.readings()[-1].envelope.said["keys"]
    assert isinstance(keys, dict)
    found = wrong(forged(path, 14, {"keys": dict.fromkeys(keys, "00" * 32)}))
    assert [f.entry for f in found] == [14]
    assert "key" in found[0].words


@pytest.mark.parametrize("name", ["facts", "rulings", "table"])
def test_a_digest_in_the_closing_entry_that_is_not_its_hands_own_is_found(tmp_path: Path, name: str) -> None:
    path = write(tmp_path / "j", one_hand())
    found = wrong(forged(path, 14, {name: "00" * 32}))
    assert [(f.entry, f.hand) for f in found] == [(14, 1)]
    assert name in found[0].words


def test_any_spoilt_byte_of_the_file_is_found_or_holds_nothing(tmp_path: Path) -> None:
    """The raw file, byte by byte: either it is found, or every entry still reads as it was written."""
    path = write(tmp_path / "j", [begun(), opened(), *one_hand()[2:6]])
    with SqliteJournal(path) as journal:
        journal.unlock(KEY)
        journal.append([Closed()])
        before = [r.envelope for r in journal.readings()]
    data = path.read_bytes()
    other = tmp_path / "spoilt"
    found = 0
    for at in range(0, len(data), 61):
        other.write_bytes(data[:at] + bytes([data[at] ^ 0x40]) + data[at + 1 :])
        try:
            with JournalReader(other) as reader:
                assert list(reader.envelopes()[1]) == before
        except JournalError:
            found += 1
    assert found > len(data) // 61 // 5


def test_headers_are_read_as_they_were_written(whole: Path) -> None:
    with JournalReader(whole) as reader:
        for envelope in reader.envelopes()[1]:
            assert header_bytes(envelope.header) == written(envelope)[1]
