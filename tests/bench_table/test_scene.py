"""The live scene: its camera shows every frame in its time, and the clock waits for whoever watches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from controller.bench.camera import FRAME_S
from controller.bench.clock import Clock
from controller.bench.lens import LEAD_S
from controller.bench.link import Link
from controller.bench.scene import Scene, going_on
from controller.rules import facts as f
from controller.rules.cards import Card
from controller.rules.heading import read_heading
from vision.render.timeline import ArmTrack, CardTrack, Key, Pose, Timeline
from vision.socket_camera import SocketCamera

HEADING = {"record": 1, "game": "whist", "laws": "american-1893", "seats": ["N", "E", "S", "W"], "dealer": "N"}


@dataclass(frozen=True, slots=True)
class Table:
    """A scene with its clock, and where its camera listens."""

    scene: Scene
    clock: Clock
    camera: Path


@pytest.fixture
def looks() -> Iterator[Callable[[Table], SocketCamera]]:
    """Somebody who looks through the table's camera."""
    opened: list[SocketCamera] = []

    def look(table: Table) -> SocketCamera:
        opened.append(SocketCamera(table.camera))
        return opened[-1]

    yield look
    for camera in opened:
        camera.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    clock = Clock(0.0, 1000.0)
    link = Link(tmp_path / "machine", {"machine": "simulated"}, clock)
    scene = Scene(tmp_path / "camera", read_heading(HEADING), 1, clock, link)
    yield Table(scene, clock, tmp_path / "camera")
    scene.end()
    link.end()


def test_a_held_clock_goes_no_further_whatever_is_waited_for() -> None:
    wall = [0.0]
    clock = Clock(0.0, 10.0, lambda: wall[0])
    clock.run_on()
    clock.hold(0.5)
    wall[0] = 1.0
    assert clock.now() == 0.5
    assert not clock.reached(0.6, 0.0)
    clock.hold(0.7)
    wall[0] = 2.0
    assert clock.now() == 0.7
    clock.hold(None)
    wall[0] = 3.0
    assert clock.now() == pytest.approx(10.7)


def test_what_has_gone_is_left_out_and_the_rest_keeps_its_number() -> None:
    here, away = Key(1.0, Pose(0, 0)), Key(2.0, None)
    cards = CardTrack("AS", (here, away)), CardTrack("KS", (here,))
    timeline = Timeline(cards, (ArmTrack(0, (0, 0), (here, away)),), 9.0)
    left = going_on(timeline, 5.0, ["KS"])
    assert [card.keys for card in left.cards] == [(), (here,)]
    assert [card.smear > 0 for card in left.cards] == [False, True]
    assert left.arms == ()


@pytest.mark.alone
def test_every_frame_is_shown_and_time_waits_for_who_looks(
    table: Table, looks: Callable[[Table], SocketCamera]
) -> None:
    watcher = looks(table)
    table.clock.run_on()
    shown: list[float] = []
    for frame in islice(watcher.frames(), 30):
        shown.append(frame.t)
        assert frame.t <= table.clock.now() + 1e-6
        assert table.clock.now() <= frame.t + LEAD_S + 1e-6
    assert np.diff(shown) == pytest.approx(FRAME_S)


@pytest.mark.alone
def test_a_card_that_was_played_lies_in_the_still(table: Table, looks: Callable[[Table], SocketCamera]) -> None:
    watcher = looks(table)
    before = watcher.still(0.0)
    assert before is not None
    empty = before.picture.copy()
    end = table.scene.act(f.Played("N", (Card("AS"),)), 0.5)
    assert end is not None
    table.clock.run_on()
    last = next(frame.t for frame in watcher.frames() if frame.t >= end)
    after = watcher.still(last)
    assert after is not None
    changed = np.abs(after.picture.astype(np.int16) - empty).max(axis=2) > 60
    assert changed.sum() > 20_000


@pytest.mark.alone
def test_who_comes_after_another_is_the_watcher(table: Table, looks: Callable[[Table], SocketCamera]) -> None:
    first = looks(table)
    table.clock.run_on()
    seen = [frame.t for frame in islice(first.frames(), 3)]
    second = looks(table)
    assert next(second.frames()).t >= seen[0]
