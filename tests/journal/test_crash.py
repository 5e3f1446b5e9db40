"""What was acknowledged is there: after kill -9 at any moment, and after a power cut at any write."""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
from pathlib import Path

import pytest

from controller.journal.drafts import Closed, Noted
from controller.journal.envelope import Json
from controller.journal.errors import JournalLocked
from controller.journal.keys import new_deal
from controller.journal.reader import JournalReader
from controller.journal.store import SqliteJournal
from tests.journal.disk import Disk, cuts, recording
from tests.journal.sitting import KEY, begun, opened

KILLS = 30


def played(line: int) -> Noted:
    """A fact that tells its line, so that it is known again."""
    whole: Json = {"fact": "dealt", "to": "N", "cards": "2S 3S", "t": line / 8}
    return Noted(line, whole, {"fact": "dealt", "to": "N", "count": 2, "t": line / 8}, heard={"camera": line})


def go_on(journal: SqliteJournal) -> None:
    """As a service does after a restart: the heading and a hand if there is none yet, else the hand's key."""
    if journal.chain.seq == 0:
        journal.append([begun()])
    if journal.chain.open is None:
        journal.append([opened(journal.chain.hand + 1, new_deal())])
    elif journal.shut:
        journal.unlock(KEY)


def write_on(path: str, acknowledged: multiprocessing.connection.Connection) -> None:
    """The child: appends, and says so, until it is killed. Every eighth append closes the hand and opens another."""
    with SqliteJournal(path) as journal:
        go_on(journal)
        acknowledged.send(journal.chain.line)
        while True:
            line = journal.chain.line + 1
            if line % 8:
                journal.append([played(line)])
            else:
                journal.append([played(line), Closed(), opened(journal.chain.hand + 1, new_deal())])
            acknowledged.send(line)


def see_that_it_holds(path: Path, acknowledged: int) -> int:
    """The last line of a journal that must hold at least ``acknowledged``, each as it was appended."""
    with SqliteJournal(path) as journal:
        if journal.chain.open is not None:
            journal.unlock(KEY)
        facts = [r for r in journal.readings() if r.kind == "fact"]
        assert [(r.line, r.fact, r.public) for r in facts] == [
            (n.line, n.fact, n.public) for n in map(played, range(2, len(facts) + 2))
        ]
        assert journal.chain.line >= acknowledged
        return journal.chain.line


def test_after_kill_9_every_acknowledged_fact_is_there(tmp_path: Path) -> None:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.journal.test_crash"])
    path, last = tmp_path / "j", 0
    for number in range(KILLS):
        heard, says = context.Pipe(duplex=False)
        child = context.Process(target=write_on, args=(str(path), says), daemon=True)
        child.start()
        says.close()
        for _ in range(1 + number % 7 * 3):
            last = heard.recv()
        with pytest.raises(JournalLocked):
            SqliteJournal(path)
        child.kill()
        try:
            while True:
                last = heard.recv()
        except EOFError:
            child.join()
        kept = see_that_it_holds(path, last)
        assert kept - last in range(2)
    assert last > KILLS


def a_sitting(path: Path, disk: Disk) -> None:
    """A short one that meets every kind of write: a new file, batches, a hand closed, names erased, a restart."""
    with SqliteJournal(path) as journal:
        go_on(journal)
        for line in range(2, 7):
            journal.append([played(line)])
            disk.acknowledge(line)
        journal.append([played(7), Closed(), opened(2, new_deal())])
        disk.acknowledge(7)
        journal.name({"N": "Philidor"})
        journal.erase_names()
        for line in range(8, 11):
            journal.append([played(line)])
            disk.acknowledge(line)
    with SqliteJournal(path) as journal:
        go_on(journal)
        journal.append([played(11)])
        disk.acknowledge(11)


def test_after_a_power_cut_at_any_write_every_acknowledged_fact_is_there(tmp_path: Path) -> None:
    """Each write of a sitting is recorded; the power is cut after each of them.

    What was synced stays; of what was not, nothing, everything, or any part in any order has reached the disk.
    """
    folder = tmp_path / "live"
    folder.mkdir()
    with recording(folder) as disk:
        a_sitting(folder / "j", disk)
    assert disk.syncs > 10
    tried = 0
    for number, cut in enumerate(cuts(disk)):
        place = tmp_path / f"cut{number}"
        cut.lay_out(place)
        see_that_it_holds(place / "j", cut.acknowledged)
        with JournalReader(place / "j") as reader:
            reader.readings()
        tried += 1
    assert tried > 200
