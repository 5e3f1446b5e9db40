"""Stopped, killed or with its disk full: what was acknowledged is there, and every role sees what it saw."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from controller.journal.drafts import Draft, Noted
from controller.journal.errors import JournalLocked, JournalUnavailable
from controller.journal.store import SqliteJournal
from controller.journal.verify import verify
from controller.table.clock import MachineClock
from controller.table.errors import Unavailable
from controller.table.service import Table, View
from controller.table.views import DirectorView, SeatView, TableView
from tests.table.fakes import HEADING, WAIT_S, FakeMachine, HandClock, table_of
from tests.table.hands import Fact, Hand, adversary
from tests.table.sitting import Sitting

ROLES = ("table", "seat:N", "seat:E", "seat:S", "seat:W", "director")


def settled(view: View) -> View:
    """A view without how the machine's parts are just now."""
    match view:
        case TableView():
            return replace(view, waiting_for=None, demo=False)
        case SeatView():
            return replace(view, table=replace(view.table, waiting_for=None, demo=False))
        case DirectorView():
            table = replace(view.table, waiting_for=None, demo=False)
            return replace(view, table=table, sources=())


def views(table: Table) -> list[View]:
    return [settled(table.view(role)) for role in ROLES]


@pytest.mark.parametrize("after", [1, 3, 30, 55, 57, 60, 70, 100, 124])
def test_a_table_that_was_stopped_goes_on_as_it_was(tmp_path: Path, after: int) -> None:
    hand = Hand(5, revoke_from=3)
    facts: list[Fact] = [*hand.start(), *hand.rest(), {"fact": "next_cut", "by": "W"}]
    with FakeMachine(tmp_path / "machine") as machine:
        with table_of(tmp_path) as table:
            assert table.wait_until_begun(WAIT_S)
            Sitting(table, machine, tmp_path).tell(facts[:after])
            before = views(table)
        with table_of(tmp_path) as table:
            assert table.wait_until_begun(WAIT_S)
            assert views(table) == before
            Sitting(table, machine, tmp_path).tell(facts[after:])
            assert len(table.closed_hands()) == 1
    findings = list(verify(tmp_path / "journal"))
    assert not [f for f in findings if f.weight == "wrong"]
    assert any("judged again give the same" in f.words for f in findings)


def test_what_a_killed_service_had_not_acknowledged_is_told_again(tmp_path: Path) -> None:
    hand = Hand(5, revoke_from=3)
    facts = [*hand.start(), *hand.rest()]
    killed = tmp_path / "killed"
    killed.mkdir()
    with FakeMachine(tmp_path / "machine") as machine:
        with table_of(tmp_path) as table:
            assert table.wait_until_begun(WAIT_S)
            sitting = Sitting(table, machine, tmp_path)
            sitting.tell(facts[:80])
            for name in ("journal", "journal-wal"):  # as a kill would leave them
                shutil.copy(tmp_path / name, killed / name)
            before = views(table)
            acked = dict(machine.acked)
            sitting.tell(facts[80:90])
        machine.back_to(acked)
        with table_of(tmp_path, open_book=lambda: SqliteJournal(killed / "journal")) as table:
            assert table.wait_until_begun(WAIT_S)
            machine.wait_acked(camera=acked["camera"] + 10)
            Sitting(table, machine, tmp_path).tell(facts[90:])
            director = table.view("director")
            assert isinstance(director, DirectorView)
            played = [f.text for f in director.facts if f.kind == "played"]
            assert len(played) == 52
            assert len(set(played)) == 52
            assert len(before) == len(ROLES)


def test_a_seats_last_act_may_still_be_undone_after_a_restart(tmp_path: Path) -> None:
    hand = Hand(4)
    with FakeMachine(tmp_path / "machine") as machine:
        with table_of(tmp_path) as table:
            assert table.wait_until_begun(WAIT_S)
            sitting = Sitting(table, machine, tmp_path)
            sitting.tell(hand.start() + next(hand.tricks()))
            sitting.press({"fact": "claimed", "what": "revoke", "against": "E"}, "N")
        with table_of(tmp_path) as table:
            assert table.wait_until_begun(WAIT_S)
            assert table.undo("N").text == "It was taken back."


def test_a_machine_that_hangs_up_is_said_and_found_again(tmp_path: Path) -> None:
    hand = Hand(4)
    with FakeMachine(tmp_path / "machine") as machine, table_of(tmp_path) as table:
        assert table.wait_until_begun(WAIT_S)
        sitting = Sitting(table, machine, tmp_path)
        facts = hand.start()
        sitting.tell(facts[:10])
        machine.hang_up()
        sitting.wait(lambda view: view.waiting_for is not None and "No machine" in view.waiting_for)
        # Seats can act meanwhile: nobody waits for a machine that is gone.
        table.enter({"fact": "said", "by": "W", "what": "interrupts"}, "seat:W")
        sitting.wait(lambda view: view.waiting_for is None)
        sitting.tell(facts[10:])
        assert dict(sitting.table_view().counts) == dict.fromkeys("NESW", 13)


def test_another_life_of_the_machine_counts_from_one_again(tmp_path: Path) -> None:
    hand = Hand(4)
    facts = hand.start()
    with FakeMachine(tmp_path / "machine") as machine, table_of(tmp_path) as table:
        assert table.wait_until_begun(WAIT_S)
        Sitting(table, machine, tmp_path).tell(facts[:10])
    (tmp_path / "machine").unlink()
    with FakeMachine(tmp_path / "machine", run="r2") as machine, table_of(tmp_path) as table:
        assert table.wait_until_begun(WAIT_S)
        machine.t = 20.0
        Sitting(table, machine, tmp_path).tell(facts[10:])
        view = table.view("table")
        assert isinstance(view, TableView)
        assert dict(view.counts) == dict.fromkeys("NESW", 13)


# --------------------------------------------------------------------------- the key of a hand
@pytest.mark.parametrize("known", ["other", "none"])
def test_a_hand_whose_key_is_lost_goes_on_with_unknown_hands(tmp_path: Path, known: str) -> None:
    hand = Hand(5, revoke_from=2)
    start = hand.start()
    tricks = list(hand.tricks())
    with FakeMachine(tmp_path / "machine") as machine:
        with table_of(tmp_path) as table:
            assert table.wait_until_begun(WAIT_S)
            Sitting(table, machine, tmp_path).tell(start + tricks[0])
        machine.keys = dict.fromkeys(machine.keys, "00" * 32) if known == "other" else {}
        with table_of(tmp_path) as table:
            assert table.wait_until_begun(WAIT_S)
            sitting = Sitting(table, machine, tmp_path)
            assert "not known" in (sitting.table_view().waiting_for or "")
            assert ("hands", "unknown: the key of this hand was lost") in sitting.director().sources
            assert dict(sitting.table_view().counts) == dict.fromkeys("NESW", 12)
            sitting.tell([f for t in tricks[1:7] for f in t])
        with table_of(tmp_path) as table:  # the second key is known, the first stays lost
            assert table.wait_until_begun(WAIT_S)
            sitting = Sitting(table, machine, tmp_path)
            sitting.tell([f for t in tricks[7:] for f in t])
            assert hand.revoked is not None
            seat, trick, _ = hand.revoked
            sitting.press({"fact": "claimed", "what": "revoke", "against": seat, "trick": trick}, adversary(seat))
            assert sitting.table_view().rulings[-1].status in ("established", "director")
            sitting.tell([{"fact": "next_cut", "by": "W"}])
            assert not [f for f in sitting.director().facts if f.kind == "revealed"]
            sitting.tell([{"fact": "next_deal", "dealer": "E"}])
            assert sitting.table_view().waiting_for is None
    findings = list(verify(tmp_path / "journal"))
    assert not [f for f in findings if f.weight == "wrong"]
    assert any("lost" in f.words for f in findings)


def test_without_a_machine_the_key_of_an_open_hand_is_lost_at_once(tmp_path: Path) -> None:
    with table_of(tmp_path, machine=False, heading=HEADING) as table:
        table.enter({"fact": "dealt", "to": "E", "cards": "AS"}, "director")
    with table_of(tmp_path, machine=False) as table:
        assert table.wait_until_begun(WAIT_S)
        table.enter({"fact": "dealt", "to": "S", "cards": "KS"}, "director")
        table.look("director")
        view = table.view("director")
        assert isinstance(view, DirectorView)
        assert dict(view.hands or ()) == {"N": (), "E": (), "S": ("KS",), "W": ()}


def test_a_machine_that_does_not_give_the_key_in_time_is_not_waited_for(tmp_path: Path) -> None:
    with FakeMachine(tmp_path / "machine") as machine, table_of(tmp_path) as table:
        assert table.wait_until_begun(WAIT_S)
        Sitting(table, machine, tmp_path).tell(Hand(4).start()[:10])
    with table_of(tmp_path, key_wait_s=0.1) as table:
        assert table.wait_until_begun(WAIT_S)
        view = table.view("table")
        assert isinstance(view, TableView)
        assert sum(n for _, n in view.counts) == 7


def test_the_key_is_with_the_machine_before_the_first_card_is_on_the_disk(tmp_path: Path) -> None:
    with FakeMachine(tmp_path / "machine") as machine, table_of(tmp_path) as table:
        assert table.wait_until_begun(WAIT_S)
        Sitting(table, machine, tmp_path).tell(Hand(4).start()[:5])
        kinds = [next(iter(m)) for m in machine.received]
        assert kinds.index("keep") < kinds.index("ack")
        assert all(key.encode() not in (tmp_path / "journal-wal").read_bytes() for key in machine.keys.values())


# --------------------------------------------------------------------------- a disk that refuses
class Full:
    """A journal whose disk is full while ``full`` holds."""

    def __init__(self, path: Path) -> None:
        self.book = SqliteJournal(path)
        self.full = False
        self.refused = 0

    def __getattr__(self, name: str) -> object:
        return getattr(self.book, name)

    def append(self, drafts: Sequence[Draft]) -> object:
        if self.full:
            self.refused += 1
            raise JournalUnavailable("the disk is full")
        return self.book.append(drafts)


def test_while_the_disk_refuses_nothing_is_acknowledged_and_then_nothing_is_missing(tmp_path: Path) -> None:
    kept: list[Full] = []

    def open_book() -> Full:
        kept.append(Full(tmp_path / "journal"))
        return kept[0]

    hand = Hand(4)
    facts = hand.start()
    with FakeMachine(tmp_path / "machine") as machine, table_of(tmp_path, open_book=open_book) as table:
        assert table.wait_until_begun(WAIT_S)
        sitting = Sitting(table, machine, tmp_path)
        sitting.tell(facts[:10])
        before, acked = sitting.table_view(), dict(machine.acked)
        kept[0].full = True
        for fact in facts[10:20]:
            machine.tell(fact, source="shoe")
        refused = sitting.wait(lambda view: view.waiting_for is not None)
        assert refused == replace(before, waiting_for=refused.waiting_for)
        assert "cannot be written" in (refused.waiting_for or "")
        assert not table.health().ready
        assert machine.acked == acked
        with pytest.raises(Unavailable):
            table.enter({"fact": "said", "by": "W", "what": "interrupts"}, "seat:W")
        kept[0].full = False
        machine.wait_acked(shoe=17)
        sitting.wait(lambda view: view.waiting_for is None)
        sitting.tell(facts[20:])
        assert dict(sitting.table_view().counts) == dict.fromkeys("NESW", 13)
        assert table.health().ready
        assert kept[0].refused


def test_a_press_that_meets_a_full_disk_is_not_recorded_later(tmp_path: Path) -> None:
    kept: list[Full] = []

    def open_book() -> Full:
        kept.append(Full(tmp_path / "journal"))
        return kept[0]

    with table_of(tmp_path, machine=False, heading=HEADING, open_book=open_book, clock=HandClock()) as table:
        assert table.wait_until_begun(WAIT_S)
        kept[0].full = True
        with pytest.raises(Unavailable, match="nothing was recorded"):
            table.enter({"fact": "shuffled", "by": "N"}, "director")
        kept[0].full = False
        table.enter({"fact": "presented", "by": "N"}, "director")
        view = table.view("director")
        assert isinstance(view, DirectorView)
        assert [f.kind for f in view.facts] == ["presented"]


def test_nothing_is_shown_before_it_is_on_the_disk(tmp_path: Path) -> None:
    seen: list[TableView] = []
    early: list[str] = []
    tables: list[Table] = []

    class Watching(Full):
        def append(self, drafts: Sequence[Draft]) -> object:
            turned = any(isinstance(d, Noted) and d.fact["fact"] == "turned" for d in drafts)
            if turned and any(v.turn_up for v in seen):
                early.append("shown before it was written")
            return super().append(drafts)

    with table_of(tmp_path, machine=False, heading=HEADING, open_book=lambda: Watching(tmp_path / "journal")) as table:
        tables.append(table)
        assert table.wait_until_begun(WAIT_S)
        table.subscribe("table", lambda view: seen.append(view) if isinstance(view, TableView) else None)
        for seat in "ESWN":
            table.enter({"fact": "dealt", "to": seat, "count": 13}, "director")
        table.enter({"fact": "turned", "card": "AS", "at": "N"}, "director")
        assert seen[-1].turn_up == "AS"
    assert early == []


def test_a_journal_that_is_held_elsewhere_is_told_to_whoever_starts(tmp_path: Path) -> None:
    with SqliteJournal(tmp_path / "journal"):
        table = Table(lambda: SqliteJournal(tmp_path / "journal"), MachineClock())
        with pytest.raises(JournalLocked):
            table.start()
        table.stop()
