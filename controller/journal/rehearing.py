"""Judging a record again, so that what is said now can be compared with what was ruled then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from controller.journal.drafts import Objects, told
from controller.rules import docket as dockets
from controller.rules.facts import Entry
from controller.rules.heading import Heading


class Court(Protocol):
    """Who judges a record's entries in order, for the director and for the table."""

    def hear(self, entry: Entry) -> tuple[Objects, Objects]:
        """What this entry makes it say to the director and to the table."""
        ...

    def finish(self) -> tuple[Objects, Objects]:
        """What it says to each if the record ends here."""
        ...

    def director_number(self, number: int) -> int | None:
        """The director's number of the table's ruling ``number``."""
        ...


OpenCourt = Callable[[Heading], Court]


class Rehearing:
    """The rules of this release, cold from the heading on."""

    def __init__(self, heading: Heading) -> None:
        self._docket = dockets.open_docket(heading)

    def hear(self, entry: Entry) -> tuple[Objects, Objects]:
        """What this entry makes the judge say to the director and to the table."""
        self._docket, said = dockets.hear(self._docket, entry)
        return told(said.director), told(said.table)

    def finish(self) -> tuple[Objects, Objects]:
        """The result of the hand that the record leaves open, for each."""
        said = dockets.close(self._docket)
        return told(said.director), told(said.table)

    def director_number(self, number: int) -> int | None:
        """The director's number of the table's ruling ``number``."""
        return dockets.director_number(self._docket, number)
