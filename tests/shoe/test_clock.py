"""The simulated machine's clock, read from its file."""

from __future__ import annotations

import struct
import time
from pathlib import Path

import pytest

from controller.shoe.clock import SimulatedClock, WallClock


def write(path: Path, seconds: float, speed: int = 1000) -> None:
    """A new machine's file, in place of what stands there."""
    new = path.with_suffix(".new")
    new.write_bytes(struct.pack("<QQQ", round(seconds * 1e9), speed, 1))
    new.replace(path)


def change(path: Path, seconds: float, speed: int = 1000) -> None:
    """The same machine goes on."""
    with path.open("r+b") as file:
        file.write(struct.pack("<QQQ", round(seconds * 1e9), speed, 2))


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every look is a look at the file's name too."""
    wall = [0.0]

    def later() -> float:
        wall[0] += 1
        return wall[0]

    monkeypatch.setattr(time, "monotonic", later)


def test_it_stands_still_until_there_is_a_machine(tmp_path: Path, looked: None) -> None:
    clock = SimulatedClock(tmp_path / "c")
    assert clock.now() == clock.now() == 0.0
    write(tmp_path / "c", 2.5)
    assert clock.now() == 2.5
    change(tmp_path / "c", 2.75)
    assert clock.now() == 2.75
    clock.close()


def test_it_never_goes_back_and_goes_on_with_the_next_machine(tmp_path: Path, looked: None) -> None:
    path = tmp_path / "c"
    write(path, 10.0)
    clock = SimulatedClock(path)
    assert clock.now() == 10.0
    change(path, 9.0)
    assert clock.now() == 10.0
    path.unlink()
    assert clock.now() == 10.0
    write(path, 0.0)
    assert clock.now() == 10.0
    change(path, 0.5)
    assert clock.now() == 10.5
    clock.close()


@pytest.mark.parametrize("content", [b"", b"short"])
def test_a_file_that_is_not_whole_yet_is_waited_for(tmp_path: Path, looked: None, content: bytes) -> None:
    (tmp_path / "c").write_bytes(content)
    clock = SimulatedClock(tmp_path / "c")
    assert clock.now() == 0.0
    write(tmp_path / "c", 1.0)
    assert clock.now() == 1.0
    clock.close()


@pytest.mark.parametrize(
    ("speed", "seconds", "wall"), [(1000, 0.02, 0.02), (2000, 0.02, 0.01), (0, 5.0, 0.001), (1000, 60.0, 0.05)]
)
def test_how_long_to_wait(tmp_path: Path, looked: None, speed: int, seconds: float, wall: float) -> None:
    write(tmp_path / "c", 1.0, speed)
    clock = SimulatedClock(tmp_path / "c")
    clock.now()
    assert clock.wall(seconds) == pytest.approx(wall)
    clock.close()


def test_on_real_hardware_it_is_the_systems() -> None:
    clock = WallClock()
    before = time.monotonic()
    assert before <= clock.now() <= time.monotonic()
    assert clock.wall(3.0) == 3.0
