"""Taking back, correcting and answering: everything is judged again, and what differs is told."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from controller.rules import facts as f
from controller.rules.court import with_line
from controller.rules.facts import Entry
from controller.rules.heading import Heading
from controller.rules.ruling import Result, Ruling
from controller.rules.state import State, View

Begin = Callable[[Heading, View], State]
Step = Callable[[State, Entry], tuple[State, tuple[Ruling | Result, ...]]]


def with_doubt(state: State, line: int) -> State:
    """A fact in doubt is a question until somebody answers it."""
    return replace(state, doubts=(*state.doubts, line))


def amend(state: State, entry: Entry, begin: Begin, step: Step) -> tuple[State, tuple[Ruling, ...]]:
    """Judge the record again as it now stands; what fell, what is new and what changed, in this order."""
    entries = (*state.entries, entry)
    effective, dead = stands(entries, state)
    fresh = begin(state.heading, state.view)
    fresh = replace(fresh, names=state.names, used=state.used)
    for fact in effective:
        fresh, _ = step(fresh, fact)
    told = _differences(state.printed, fresh.printed, entry.line)
    results = state.results + fresh.results[len(state.results) :]
    return replace(fresh, entries=entries, dead=dead, results=results), told


def stands(entries: tuple[Entry, ...], state: State) -> tuple[list[Entry], frozenset[int]]:
    """The facts as they are to be judged: without those taken back, with corrections and answers in their place.

    Also the lines that were taken back.
    """
    dead: set[int] = set()
    for entry in reversed(entries):
        if isinstance(entry.fact, f.Retracted) and entry.line not in dead:
            dead.add(entry.fact.line)
    place = {entry.line: entry for entry in entries}
    answers: dict[int, list[f.Answered]] = {}
    for entry in entries:
        match entry.fact:
            case f.Corrected(line=line, to=to) if entry.line not in dead:
                place[line] = replace(to, line=line, t=place[line].t if to.t is None else to.t)
            case f.Answered() as answer if entry.line not in dead:
                answers.setdefault(answer.line, []).append(answer)
            case _:
                pass
    for line, given in answers.items():
        said = _binding(given, place[line], state)
        if said is not None:
            place[line] = said
    kept = [place[e.line] for e in entries if e.line not in dead]
    return [e for e in kept if not isinstance(e.fact, f.Retracted | f.Corrected | f.Answered)], frozenset(dead)


def _binding(answers: Iterable[f.Answered], asked: Entry, state: State) -> Entry | None:
    """What the answers make of a doubtful fact: the director's binds, the seats' when each side has said the same."""
    seating = state.seating
    by_side: dict[str, f.Fact] = {}
    director: f.Fact | None = None
    for answer in answers:
        fact = answer.fact.fact if answer.fact is not None else asked.fact
        if answer.by in seating.seats:
            by_side[seating.side(answer.by)] = fact
        else:
            director = fact
    if director is not None:
        return replace(asked, fact=director, confidence=1.0)
    said = list(by_side.values())
    if len(said) == len(seating.sides) and all(fact == said[0] for fact in said):
        return replace(asked, fact=said[0], confidence=1.0)
    return None


def _differences(old: tuple[Ruling, ...], new: tuple[Ruling, ...], line: int) -> tuple[Ruling, ...]:
    before, after = _by_number(old), _by_number(new)
    out: list[Ruling] = []
    for number, rulings in before.items():
        if number not in after and rulings[-1].status != "cancelled":
            fallen = rulings[-1]
            out.append(
                replace(fallen, line=line, status="cancelled", remedies=(), remedy=None, for_=None, of_line=fallen.line)
            )
    changed = {
        number: _news(before.get(number, []), rulings)
        for number, rulings in after.items()
        if rulings != before.get(number)
    }
    told = [(r, number) for number, rulings in changed.items() for r in rulings]
    order = {id(r): i for i, r in enumerate(new)}
    told.sort(key=lambda pair: order.get(id(pair[0]), 0))
    return (*out, *(with_line(ruling, line) for ruling, _ in told))


def _news(old: list[Ruling], new: list[Ruling]) -> list[Ruling]:
    """What was not printed before; where that is nothing, how the ruling stands now, if it stood otherwise."""
    fresh = [ruling for ruling in new if ruling not in old]
    return fresh or ([new[-1]] if new[-1] != old[-1] else [])


def _by_number(rulings: Iterable[Ruling]) -> dict[int, list[Ruling]]:
    out: dict[int, list[Ruling]] = {}
    for ruling in rulings:
        out.setdefault(ruling.number, []).append(ruling)
    return out
