"""What the table keeps beside both folds: lines, questions, acts that may be undone, what was ruled in this hand. Pure.

Everything here is a fold over the record, so that it is the same after a restart.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from controller.rules import docket as dockets
from controller.rules import facts as f
from controller.rules.docket import Docket, Tidings, open_docket
from controller.rules.facts import Entry
from controller.rules.heading import Heading
from controller.rules.ruling import OPEN, Result, Ruling
from controller.rules.seats import Seat, Seating
from controller.rules.state import NONE, State
from controller.table import telling
from controller.table.acts import own_act
from controller.table.telling import LOOK

Judge = Callable[[Docket, Entry], tuple[Docket, Tidings]]
_LOG: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class OwnAct:
    """The last act of a seat: its line and time."""

    line: int
    t: float


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling in its last state, with every row that was cited on its way."""

    ruling: Ruling
    law: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HandKept:
    """A hand as it was when it was closed: its lines in the record, from and to, and what was ruled for each role."""

    number: int
    lines: tuple[int, int]
    began: float | None
    ended: float | None
    director: tuple[Ruled, ...]
    table: tuple[Ruled, ...]
    result: Result


@dataclass(frozen=True, slots=True)
class Books:
    """The table after so many lines.

    ``line`` and ``t`` are the last ones. ``asked`` and ``asked_full`` are the lines that ever were a question, for the
    table and with hidden facts; ``unjudged`` those that the rules failed on, with what is public of them in words.
    ``ruled`` and ``ruled_table`` are this hand's rulings by number, those that fell with them. ``first`` is the first
    line of this hand, ``before`` that of the hand before it.
    """

    docket: Docket
    line: int = 1
    t: float | None = None
    looked: bool = False
    asked: tuple[int, ...] = ()
    asked_full: tuple[int, ...] = ()
    unjudged: Mapping[int, str] = field(default_factory=dict[int, str])
    acts: Mapping[Seat, OwnAct] = field(default_factory=dict[Seat, OwnAct])
    ruled: Mapping[int, Ruled] = field(default_factory=dict[int, Ruled])
    ruled_table: Mapping[int, Ruled] = field(default_factory=dict[int, Ruled])
    first: int = 2
    before: int = 2
    began: float | None = None
    revealed: frozenset[Seat] = frozenset()
    hands: tuple[HandKept, ...] = ()

    @property
    def seating(self) -> Seating:
        """Who sits where."""
        return self.docket.full.seating


@dataclass(frozen=True, slots=True)
class Heard:
    """One line with all that it gave. ``public``: as the table knows it, with the table's number of a ruling."""

    entry: Entry
    public: Entry | None
    tidings: Tidings
    unjudged: bool = False


def open_books(heading: Heading) -> Books:
    """Before the first fact. Raises :class:`~controller.rules.errors.NotJudged`."""
    return Books(open_docket(heading))


def hear(books: Books, entry: Entry, judge: Judge, *, skip: bool = False) -> tuple[Books, Heard]:
    """The books after one more line; ``skip``: the rules failed on it when it happened, and it is not judged now.

    Where judging raises, which is a bug, the fact stands alone: nothing is ruled, and the director is asked.
    """
    public = _public(books.docket, entry)
    docket, tidings, failed = books.docket, Tidings((), ()), skip
    if not skip:
        try:
            docket, tidings = judge(books.docket, entry)
        except Exception as e:  # noqa: BLE001 - judging is total; if it is not, the table goes on and asks
            _LOG.critical("line %d could not be judged (%s)", entry.line, type(e).__name__)
            failed = True
    heard = Heard(entry, public, tidings, failed)
    return _kept(books, docket, heard), heard


def _public(docket: Docket, entry: Entry) -> Entry | None:
    """As the table knows it, with the table's numbers of rulings."""
    try:
        return dockets.as_the_table_hears(docket, entry)
    except Exception:  # noqa: BLE001 - what cannot be told apart is not shown
        _LOG.critical("line %d has no public form", entry.line)
        return None


def _kept(books: Books, docket: Docket, heard: Heard) -> Books:
    entry, fact = heard.entry, heard.entry.fact
    results = [o for o in heard.tidings.director if isinstance(o, Result)]
    ruled, ruled_table = _noted(books.ruled, heard.tidings.director), _noted(books.ruled_table, heard.tidings.table)
    unjudged = dict(books.unjudged)
    match fact:
        case f.Retracted(line=line) | f.Corrected(line=line) | f.Answered(line=line):
            unjudged.pop(line, None)
        case _:
            pass
    if heard.unjudged:
        unjudged[entry.line] = "" if heard.public is None else telling.entry(heard.public, books.seating)
    after = replace(
        books,
        docket=docket,
        line=entry.line,
        t=entry.t if entry.t is not None else books.t,
        looked=books.looked or _is_look(entry),
        asked=_asked(books.asked, docket.table.doubts, ()),
        asked_full=_asked(books.asked_full, docket.full.doubts, tuple(unjudged)),
        unjudged=unjudged,
        acts=_acts(books.acts, entry),
        ruled=ruled,
        ruled_table=ruled_table,
        began=books.began if books.began is not None else entry.t,
        revealed=books.revealed | {fact.seat} if isinstance(fact, f.Revealed) else books.revealed,
    )
    for result in results:
        after = replace(after, hands=(*after.hands, _hand(after, result)))
    if docket.full.hand.number > books.docket.full.hand.number:
        after = replace(
            after, looked=False, ruled={}, ruled_table={}, first=entry.line, before=books.first, began=entry.t,
            revealed=frozenset(), acts={},
        )  # fmt: skip
    return after


def _hand(books: Books, result: Result) -> HandKept:
    return HandKept(
        result.hand,
        (books.first, books.line),
        books.began,
        books.t,
        tuple(books.ruled.values()),
        tuple(books.ruled_table.values()),
        result,
    )


def _noted(ruled: Mapping[int, Ruled], told: tuple[Ruling | Result, ...]) -> Mapping[int, Ruled]:
    rulings = [o for o in told if isinstance(o, Ruling)]
    if not rulings:
        return ruled
    out = dict(ruled)
    for ruling in rulings:
        before = out.get(ruling.number)
        rows = () if before is None else before.law
        out[ruling.number] = Ruled(ruling, (*rows, *(row for row in ruling.law if row not in rows)))
    return out


def _asked(asked: tuple[int, ...], doubts: tuple[int, ...], more: tuple[int, ...]) -> tuple[int, ...]:
    return asked + tuple(line for line in (*doubts, *more) if line not in asked)


def _acts(acts: Mapping[Seat, OwnAct], entry: Entry) -> Mapping[Seat, OwnAct]:
    if isinstance(entry.fact, f.Retracted):
        line = entry.fact.line
        return {seat: act for seat, act in acts.items() if act.line != line}
    seat = own_act(entry.fact)
    if entry.source != "panel" or seat is None or entry.t is None:
        return acts
    return {**acts, seat: OwnAct(entry.line, entry.t)}


def _is_look(entry: Entry) -> bool:
    fact = entry.fact
    return (
        isinstance(fact, f.Said) and fact.by == "bystander" and fact.what == "remark" and fact.of == LOOK
        and entry.source == "director"
    )  # fmt: skip


# --------------------------------------------------------------------------- what the table adds by itself
def reveals(books: Books, upcoming: f.Fact | None) -> tuple[f.Revealed, ...]:
    """Hands that are opened now: all when the next pack is cut (``upcoming``), before that those of the accused.

    Only hands of which every card is known, and only when the hand was played out.
    """
    full, table = books.docket.full, books.docket.table
    if full.hand.phase != "over" or full.hand.void is not None:
        return ()
    all_ = isinstance(upcoming, f.NextCut | f.NextDeal)
    seats = books.seating.seats if all_ else _accused(table, books.seating)
    return tuple(
        f.Revealed(seat, tuple(sorted(full.hand.held.get(seat, NONE))))
        for seat in seats
        if seat not in books.revealed and full.hand.knows(seat) and full.hand.held.get(seat)
    )


def _accused(table: State, seating: Seating) -> tuple[Seat, ...]:
    accused = "".join(
        r.by for r in table.rulings.values()
        if r.irregularity == "renounce" and r.claimed and r.status == "director" and r.by is not None
    )  # fmt: skip
    return tuple(seat for seat in seating.seats if seat in accused)


def limits(books: Books) -> tuple[float, ...]:
    """The times at which a right ends that is open now."""
    rulings = (*books.docket.full.rulings.values(), *books.docket.table.rulings.values())
    return tuple(sorted({r.until for r in rulings if r.until is not None and r.status in OPEN}))
