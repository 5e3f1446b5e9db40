"""One thing that the intake has found ready, as the line of the record that it makes; or none."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from controller.rules import facts as f
from controller.rules.cards import UNREAD
from controller.rules.facts import Entry, Fact, Source
from controller.rules.seats import Seat
from controller.table.acts import entry_at
from controller.table.books import Heard, limits
from controller.table.intake import PAGES, TIMER, Better, Clash, Due, Name, Observation, Ready, Same
from controller.table.sheet import Sheet

_LOG: Final = logging.getLogger(__name__)
TABLE: Final = "the table"
"""``by`` of a correction that two sources make without a person."""


@dataclass(frozen=True, slots=True)
class Posted:
    """What became of it. ``heard`` is its line with all that it gave; ``line`` that of the fact which it repeats."""

    ready: Ready
    t: float
    heard: Heard | None = None
    line: int | None = None


def post(sheet: Sheet, ready: Ready, lines: Mapping[Name, int]) -> Posted:
    """Write it on the sheet. ``lines`` gives the line of what was told not long ago."""
    observation = ready.observation
    match ready:
        case Due(t=t) if observation.channel == TIMER and not any(limit <= t for limit in limits(sheet.books)):
            return Posted(ready, t)
        case Due(t=t, seen=seen):
            if _nowhere(sheet, observation.fact):
                _LOG.error("message %d of %s speaks of a line that is not there", observation.seq, observation.channel)
                return Posted(ready, t)
            return Posted(ready, t, _add(sheet, observation, observation.fact, t, seen))
        case Same(of=of, t=t):
            return Posted(ready, t, line=lines.get(of))
        case Better(of=of, t=t) | Clash(of=of, t=t):
            line = lines.get(of)
            if line is None:
                return Posted(ready, t, _add(sheet, observation, observation.fact, t, None))
            if _settled(sheet, line):
                return Posted(ready, t, line=line)
            return Posted(ready, t, _add(sheet, observation, _said_of(sheet, ready, line), t, None), line)


def _said_of(sheet: Sheet, ready: Better | Clash, line: int) -> Fact:
    """The fact about ``line`` that a second source makes."""
    observation = ready.observation
    at = sheet.books.line + 1
    if isinstance(ready, Clash):
        by: Seat = observation.fact.by if isinstance(observation.fact, f.Played) else ""
        doubt = Entry(at, f.Played(by, (UNREAD,), ready.maybe))
        return f.Corrected(line, TABLE, "two sources tell it differently", doubt)
    if observation.source == "director":
        return f.Answered(line, "director", Entry(at, observation.fact))
    better = Entry(at, observation.fact, confidence=observation.confidence)
    return f.Corrected(line, TABLE, "another source saw it better", better)


def _add(sheet: Sheet, observation: Observation, fact: Fact, t: float, seen: float | None) -> Heard:
    local = observation.channel in (PAGES, TIMER)
    source: Source | None = observation.source
    confidence = observation.confidence if fact is observation.fact else 1.0
    return sheet.add(
        fact,
        t,
        seen=seen,
        source=source,
        confidence=confidence,
        evidence=observation.evidence,
        heard={} if local else {observation.channel: observation.seq},
        pledge=observation.pledge,
    )


def _settled(sheet: Sheet, line: int) -> bool:
    """Whether a person has spoken about that line already."""
    state = sheet.books.docket.full
    return line in state.dead or any(
        isinstance(e.fact, f.Corrected | f.Answered) and e.fact.line == line for e in state.entries[-200:]
    )


def _nowhere(sheet: Sheet, fact: Fact) -> bool:
    """Whether a fact about another line names one that is not in the record."""
    match fact:
        case f.Answered(line=line) | f.Retracted(line=line) | f.Corrected(line=line):
            entries = sheet.books.docket.full.entries
            return entry_at(entries, line) is None and line not in sheet.books.unjudged
        case _:
            return False
