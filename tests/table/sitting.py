"""A table with its machine, and what tests ask of its views."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller.journal.verify import verify
from controller.table.service import Table
from controller.table.views import ActView, DirectorView, SeatView, TableView
from tests.table.fakes import WAIT_S, FakeMachine
from tests.table.hands import Fact


@dataclass
class Sitting:
    """A table with its machine."""

    table: Table
    machine: FakeMachine
    folder: Path

    def tell(self, facts: list[Fact], confidence: float = 1.0) -> None:
        """Tell facts, a second each, and wait until they are acknowledged."""
        told: dict[str, int] = {}
        for fact in facts:
            source = "shoe" if fact["fact"] == "dealt" else "camera"
            told[source] = self.machine.tell(fact, source=source, confidence=confidence)
        self.machine.wait_acked(**told)

    def table_view(self) -> TableView:
        view = self.table.view("table")
        assert isinstance(view, TableView)
        return view

    def seat(self, seat: str) -> SeatView:
        view = self.table.view(f"seat:{seat}")
        assert isinstance(view, SeatView)
        return view

    def director(self) -> DirectorView:
        view = self.table.view("director")
        assert isinstance(view, DirectorView)
        return view

    def press(self, fact: dict[str, Any], seat: str) -> None:
        self.table.enter({"by": seat, **fact}, f"seat:{seat}")

    def wait(self, wanted: Callable[[TableView], bool]) -> TableView:
        """Wait for a view of the table."""
        there = threading.Event()
        kept: list[TableView] = []

        def watch(view: object) -> None:
            assert isinstance(view, TableView)
            if wanted(view):
                kept.append(view)
                there.set()

        end = self.table.subscribe("table", watch)
        assert there.wait(WAIT_S)
        end()
        return kept[-1]


def fact_of(act: ActView) -> dict[str, Any]:
    def plain(value: object) -> object:
        if isinstance(value, tuple) and value and all(isinstance(p, tuple) and len(p) == 2 for p in value):
            return {key: plain(inner) for key, inner in value}
        return value

    made = plain(act.fact)
    assert isinstance(made, dict)
    return made


def act(view: SeatView, **wanted: object) -> dict[str, Any]:
    """The one button whose fact has these fields."""
    facts = [fact_of(a) for a in view.acts]
    found = [fact for fact in facts if all(fact.get(k) == v for k, v in wanted.items())]
    assert len(found) == 1, (wanted, facts)
    return found[0]


def good(folder: Path) -> None:
    """The journal verifies, and its closed hands were judged again to the same rulings."""
    findings = list(verify(folder / "journal"))
    assert not [f for f in findings if f.weight == "wrong"], findings
    assert any("judged again give the same" in f.words for f in findings), findings
