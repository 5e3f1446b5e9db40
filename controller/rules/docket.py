"""Both folds of one record: what the director may know, and what the table may know.

The table's fold hears only public facts, so that it cannot tell what it does not know: two records that differ only in
hidden cards give the same table fold. What the club's choice of disclosure tells beyond that is handed over expressly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from controller.rules import facts as f
from controller.rules import revokes
from controller.rules.cards import UNREAD
from controller.rules.court import Court
from controller.rules.facts import Entry
from controller.rules.games import game_of
from controller.rules.heading import Heading
from controller.rules.judge import begin, finish, judge
from controller.rules.laws import code_of
from controller.rules.ruling import Result, Ruling
from controller.rules.state import Case, State

Told = tuple[Ruling | Result, ...]


@dataclass(frozen=True, slots=True)
class Docket:
    """``full`` is the omniscient fold, ``table`` the one over public facts."""

    full: State
    table: State


@dataclass(frozen=True, slots=True)
class Tidings:
    """What one fact gave, in each role's own numbers."""

    director: Told
    table: Told


def open_docket(heading: Heading) -> Docket:
    """Both folds before the first fact. Raises :class:`~controller.rules.errors.NotJudged`."""
    return Docket(begin(heading), begin(heading, "table"))


def hear(docket: Docket, entry: Entry) -> tuple[Docket, Tidings]:
    """Both folds after one more fact."""
    full, director = judge(docket.full, entry)
    # A fact of which the table knows nothing keeps its line there, since later facts may speak of it.
    heard = as_the_table_hears(docket, entry) or replace(entry, fact=f.Ticked())
    state, table = judge(docket.table, heard)
    state, more = _disclose(state, full, director, entry)
    return Docket(full, state), Tidings(director, table + more)


def close(docket: Docket) -> Tidings:
    """The results that the end of the record leaves to be told."""
    return Tidings(finish(docket.full), finish(docket.table))


# --------------------------------------------------------------------------- what is public
def public(entry: Entry, full: State) -> Entry | None:
    """The entry as everybody at the table knows it; ``None`` where nothing of it is."""
    fact = _public(entry.fact, full)
    if fact is None:
        return None
    return entry if fact is entry.fact else replace(entry, fact=fact)


def _public(fact: f.Fact, full: State) -> f.Fact | None:
    match fact:
        case f.Dealt(cards=cards, face_up=False) if cards:
            return replace(fact, cards=(), count=len(cards))
        case f.Pack(cards=cards):
            known = [c for c in cards if c != UNREAD]
            if len(known) != len(set(known)):
                return f.PackProved(faulty=True) if fact.of is None else None
            return f.Pack((UNREAD,) * len(cards), fact.faced, fact.of)
        case f.Failed(cards=cards, of=None) if cards:
            return replace(fact, cards=())
        case f.Moved(card=card) if card is not None:
            return replace(fact, card=None)
        case f.Exposed() if not _partner_saw(fact, full):
            return None
        case f.Corrected(to=to):
            told = public(to, full)
            return f.Retracted(fact.line, fact.by, fact.why) if told is None else replace(fact, to=told)
        case f.Answered(fact=to) if to is not None:
            return replace(fact, fact=public(to, full))
        case _:
            return fact


def _partner_saw(fact: f.Exposed, full: State) -> bool:
    """Whether this card is shown to the side that profits, and so must lie open for all."""
    if fact.seen_by == ():
        return False
    if fact.how not in code_of(full.heading).to_partner:
        return True
    partners = full.seating.partners(fact.holder or fact.by)
    return fact.seen_by is None or any(seat in fact.seen_by for seat in partners)


# --------------------------------------------------------------------------- numbers
def table_number(docket: Docket, number: int) -> int | None:
    """The table's number for the director's, where the table has been told."""
    case = docket.full.cases.get(number)
    return None if case is None else _same(docket.table, case)


def director_number(docket: Docket, number: int) -> int | None:
    """The director's number for the table's."""
    case = docket.table.cases.get(number)
    return None if case is None else _same(docket.full, case)


def _same(state: State, case: Case) -> int | None:
    """The number in another fold of the ruling that is about the same thing."""
    exact = [c for c in _told_of(state) if (c.irregularity, c.by, c.trick) == (case.irregularity, case.by, case.trick)]
    alike = [
        c for c in _told_of(state) if c.trick == case.trick and _shares(c, case) and set(c.cards) & set(case.cards)
    ]
    claims = [
        c for c in _told_of(state)
        if c.claimed and case.claimed and _shares(c, case) and (c.trick is None or case.trick in (None, c.trick))
    ]  # fmt: skip
    near = sorted(exact or alike or claims, key=lambda c: (c.cards != case.cards, abs(c.line - case.line)))
    return near[0].number if near else None


def _told_of(state: State) -> list[Case]:
    return [case for case in state.cases.values() if case.number > 0]


def _shares(one: Case, other: Case) -> bool:
    """Whether the two are about the same offender, or about one who belongs to the side that the other names."""
    return one.by is not None and other.by is not None and (one.by in other.by or other.by in one.by)


def tables_name(docket: Docket, number: int | f.Matter) -> int | f.Matter:
    """What the table's fold calls the director's ruling ``number``; 0 for one that is not there.

    A ruling that the table has not been told of is named by what it is about: its number would tell how many of them
    there are. One that the table has is numbered, though the full fold may know it only by what it is about: the
    difference would tell what rests on hidden cards.
    """
    if isinstance(number, f.Matter):
        told = [c for c in _told_of(docket.table) if f.Matter(c.irregularity, c.by, c.trick) == number]
        return told[0].number if len(told) == 1 else number
    here = table_number(docket, number)
    case = docket.full.cases.get(number)
    if here is not None or case is None:
        return here or 0
    return f.Matter(case.irregularity, case.by, case.trick)


def renamed(fact: f.Fact, name: Callable[[int | f.Matter], int | f.Matter]) -> f.Fact:
    """The same fact with another name for each ruling that it names."""
    match fact:
        case f.Demanded(ruling=named) | f.Waived(ruling=named) | f.Ruled(ruling=named) if named is not None:
            return replace(fact, ruling=name(named))
        case f.Corrected(to=to):
            return replace(fact, to=replace(to, fact=renamed(to.fact, name)))
        case f.Answered(fact=to) if to is not None:
            return replace(fact, fact=replace(to, fact=renamed(to.fact, name)))
        case _:
            return fact


def as_the_table_hears(docket: Docket, entry: Entry) -> Entry | None:
    """What of an entry the table may know, with the table's numbers of rulings; ``None`` where that is nothing.

    ``docket`` as it is before the entry is heard.
    """
    seen = public(entry, docket.full)
    return None if seen is None else replace(seen, fact=renamed(seen.fact, partial(tables_name, docket)))


# --------------------------------------------------------------------------- disclosure
def _disclose(table: State, full: State, director: Told, entry: Entry) -> tuple[State, Told]:
    """Renounces and refusals that the club's choice tells the table although nobody has claimed them."""
    mode = full.heading.options.disclosure
    if mode == "on_claim":
        return table, ()
    due: list[Case] = []
    if mode == "end_of_hand":
        if full.hand.phase == "over" and isinstance(entry.fact, f.Quitted | f.NextCut | f.Abandoned):
            due = [c for c in full.cases.values() if c.status == "established"]
    else:
        wanted = ("established",) if mode == "established" else ("correctable", "established")
        numbers = {r.number for r in director if isinstance(r, Ruling) and r.status in wanted}
        due = [c for c in full.cases.values() if c.number in numbers and c.status in wanted]
    due = [c for c in due if c.irregularity in ("renounce", revokes.REFUSAL) and not _told(table, c)]
    if not due:
        return table, ()
    court = Court(
        table, replace(entry, fact=f.Ticked(), confidence=1.0), code_of(table.heading), game_of(table.heading)
    )
    for case in due:
        revokes.disclosed(court, case)
    after = court.state_after()
    return replace(after, entries=table.entries), tuple(court.out)


def _told(table: State, case: Case) -> bool:
    return any(
        c.number > 0 and (c.irregularity, c.by, c.trick) == (case.irregularity, case.by, case.trick)
        for c in table.cases.values()
    )
