"""A journal deep in folders: its sockets are reached all the same."""

from __future__ import annotations

from pathlib import Path

from tests.shoe.simulated import SMALL, Simulated


def test_a_journal_deep_in_folders_has_its_machine_beside_it(tmp_path: Path) -> None:
    room = tmp_path.joinpath(*["a-folder-with-quite-a-name"] * 6)
    room.mkdir(parents=True)
    with Simulated(room) as sim:
        assert set(sim.prepared(SMALL).order) == set(SMALL)
