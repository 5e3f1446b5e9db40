"""Several machines on one table: each is heard, acknowledged and lost for itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from controller.journal.store import SqliteJournal
from controller.table.clock import MachineClock
from controller.table.machine_link import SocketMachine
from controller.table.service import Table
from controller.table.views import DirectorView
from tests.table.fakes import HEADING, WAIT_S, FakeMachine
from tests.table.hands import Hand
from tests.table.sitting import Sitting


@dataclass
class Crowd:
    """A table that two machines observe."""

    table: Table
    bench: FakeMachine
    camera: FakeMachine
    folder: Path

    def sitting(self) -> Sitting:
        return Sitting(self.table, self.bench, self.folder)

    def sources(self) -> dict[str, str]:
        view = self.table.view("director")
        assert isinstance(view, DirectorView)
        return dict(view.sources)


@pytest.fixture
def crowd(tmp_path: Path) -> Iterator[Crowd]:
    with (
        FakeMachine(tmp_path / "bench", run="b") as bench,
        FakeMachine(tmp_path / "camera", heading=None, run="c") as camera,
    ):
        table = Table(
            lambda: SqliteJournal(tmp_path / "journal"),
            MachineClock(),
            machine=SocketMachine(tmp_path / "bench"),
            machines={"eye": SocketMachine(tmp_path / "camera")},
        )
        table.start()
        assert table.wait_until_begun(WAIT_S)
        one = Crowd(table, bench, camera, tmp_path)
        one.sitting().wait(lambda view: view.waiting_for is None)
        yield one
        table.stop()


def test_each_is_told_what_is_durable_of_its_own(crowd: Crowd) -> None:
    hand = Hand(4)
    for fact in hand.start():
        crowd.bench.tell(fact, source="shoe")
    crowd.bench.wait_acked(shoe=56)
    for fact in next(hand.tricks()):
        crowd.camera.tell(fact, t=crowd.bench.t + crowd.camera.t + 0.5)
        crowd.bench.now(crowd.camera.t)
    crowd.camera.wait_acked(camera=6)
    assert crowd.bench.acked == {"shoe": 56}
    assert crowd.camera.acked == {"camera": 6}
    assert dict(crowd.sitting().table_view().counts) == dict.fromkeys("NESW", 12)


def test_the_first_keeps_the_keys_where_there_is_no_shoe(crowd: Crowd) -> None:
    crowd.sitting().tell(Hand(4).start()[:5])
    assert len(crowd.bench.keys) == 1
    assert crowd.camera.keys == {}


def test_one_that_hangs_up_is_missed_alone(crowd: Crowd) -> None:
    hand = Hand(4)
    sitting = crowd.sitting()
    sitting.tell(hand.start())
    crowd.camera.tell({"fact": "took_up", "by": "N"}, t=crowd.bench.t + 1)
    crowd.bench.now(crowd.camera.t)
    crowd.camera.wait_acked(camera=1)
    (crowd.folder / "camera").unlink()  # for good
    crowd.camera.hang_up()
    sitting.wait(lambda view: view.waiting_for is not None)
    sources = crowd.sources()
    assert (sources["machine"], sources["eye"]) == ("connected", "no machine is connected")
    assert sources["shoe"] == "live"
    # What the other one tells goes into the record as before.
    seq = crowd.bench.tell({"fact": "played", "by": "E", "cards": hand.held["E"][0]}, source="camera")
    crowd.bench.wait_acked(camera=seq)
    assert sitting.table_view().trick is not None


def test_one_that_is_set_up_for_another_table_is_not_listened_to_and_the_other_is(tmp_path: Path) -> None:
    other = {**HEADING, "laws": "english-cavendish"}
    with (
        FakeMachine(tmp_path / "bench", run="b") as bench,
        FakeMachine(tmp_path / "camera", heading=other, run="c") as camera,
    ):
        table = Table(
            lambda: SqliteJournal(tmp_path / "journal"),
            MachineClock(),
            heading=HEADING,
            machines={"bench": SocketMachine(tmp_path / "bench"), "eye": SocketMachine(tmp_path / "camera")},
        )
        table.start()
        assert table.wait_until_begun(WAIT_S)
        sitting = Sitting(table, bench, tmp_path)
        sitting.wait(lambda view: view.waiting_for is not None and "another table" in view.waiting_for)
        camera.tell({"fact": "dealt", "to": "E", "cards": "AS"}, source="shoe")
        sitting.tell(Hand(4).start())
        assert dict(sitting.table_view().counts) == dict.fromkeys("NESW", 13)
        assert camera.acked == {}
        table.stop()
