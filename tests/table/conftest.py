"""A table over a real journal and a real socket, one for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.table.fakes import WAIT_S, FakeMachine, table_of
from tests.table.sitting import Sitting


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    with FakeMachine(tmp_path / "machine") as machine, table_of(tmp_path) as table:
        assert table.wait_until_begun(WAIT_S)
        yield Sitting(table, machine, tmp_path)
