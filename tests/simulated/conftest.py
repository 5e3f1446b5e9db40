"""Machines that are built once and end with their test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.simulated.bench import Machine, built


@pytest.fixture(scope="session")
def bench() -> None:
    """The bench and the program for its chip are there."""
    built("all", "trial")


@pytest.fixture(scope="session")
def sanitized() -> None:
    """The bench with its sanitizers is there."""
    built("sanitized")


@pytest.fixture
def start(bench: None, tmp_path: Path) -> Iterator[Callable[..., Machine]]:
    """Start machines beside this test's J."""
    begun: list[Machine] = []

    def one(*more: str, program: str = "pone-shoe", held: bool = True) -> Machine:
        begun.append(Machine(tmp_path, *more, program=program, held=held))
        return begun[-1]

    yield one
    for machine in begun:
        machine.close()


@pytest.fixture
def machine(start: Callable[..., Machine]) -> Machine:
    """One that is held, greeted, and has its lamps on."""
    made = start()
    assert made.restart() == b"B\x05"
    return made
