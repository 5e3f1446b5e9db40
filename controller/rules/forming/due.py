"""What must be cut or decided next, from the company as it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from controller.rules.forming.company import Company, Person
from controller.rules.forming.lots import Lot, Mark, begin_lot
from controller.rules.forming.policies import Rows

Kind = Literal["wait", "cut", "sit", "deal", "play", "pause", "end"]


@dataclass(frozen=True, slots=True)
class Due:
    """The next step. ``persons``: who cuts, or sits down; ``wanting``: how many are too few.

    ``out`` and ``enter``: who goes out and who comes in before it; ``lot``: what the first cut begins.
    """

    kind: Kind
    persons: tuple[Mark, ...] = ()
    law: Rows = ()
    lot: Lot | None = None
    wanting: int = 0
    out: tuple[Mark, ...] = ()
    enter: tuple[Mark, ...] = ()


def due(c: Company) -> Due:
    """The next step of this company."""
    if c.stage == "broken":
        return Due("end")
    if c.broken_off:
        return Due("pause")
    if c.lot is not None:
        return Due("cut", c.lot.due, law_of(c, c.lot), c.lot, enter=c.lot.enter, out=c.lot.go)
    n = c.policy.players
    match c.stage:
        case "forming":
            if len(c.line) < n:
                return Due("wait", wanting=n - len(c.line))
            lot = contest(c)
            return _cut(c, lot) if lot is not None else _partners(c, ranked(c)[:n])
        case "over":
            return _after(c)
        case "partners":
            if len(c.players) < n:
                return Due("wait", wanting=n - len(c.players))
            return _partners(c, c.players)
        case "sitting" | "playing":
            here = [m for m in c.players if c.seat_of(m) is None]
            if len(c.players) < n:
                return Due("wait", wanting=n - len(c.players))
            if here:
                return Due("sit", tuple(here), c.policy.cited.partners)
            return Due("deal" if c.stage == "sitting" else "play", c.players[:1] if c.ranked else ())


def _cut(c: Company, lot: Lot) -> Due:
    return Due("cut", lot.due, law_of(c, lot), lot, enter=lot.enter, out=lot.go)


def _partners(c: Company, players: tuple[Mark, ...], out: tuple[Mark, ...] = (), enter: tuple[Mark, ...] = ()) -> Due:
    lot = begin_lot("partners", players, c.policy.points, enter, out)
    return Due("cut", lot.due, law_of(c, lot), lot, out=out, enter=enter)


def law_of(c: Company, lot: Lot) -> Rows:
    """The rows under which this is cut; for equal cuts those that say who cuts again."""
    cited = c.policy.cited
    if lot.again:
        return _equal(c, lot)
    match lot.purpose:
        case "preference":
            strangers = [p for p in map(c.person, lot.persons) if p is not None and p.from_ is not None]
            return (cited.breaker or cited.fresh) + cited.fresh if strangers and cited.fresh else cited.preference
        case "table":
            return cited.choice
        case "partners":
            return cited.partners
        case "out":
            return (*cited.turns, *cited.out) if c.units == 1 else cited.out


def _equal(c: Company, lot: Lot) -> Rows:
    cited = c.policy.cited
    if lot.purpose != "partners" or len(lot.persons) != 4:
        return cited.two_equal
    first, group = lot.equal()[0]
    match len(group), first:
        case 2, 0:
            return cited.two_lowest
        case 2, _:
            return cited.two_equal
        case 3, 0:
            return cited.three_low
        case 3, _:
            return cited.three_high
        case _:
            return cited.partners


# --------------------------------------------------------------------------- who plays first
def rank(c: Company, person: Person) -> tuple[int, int]:
    """Where somebody stands by law before any cut: from another table behind the others, then by arrival."""
    if not c.policy.cited.fresh or person.from_ is None:
        return 0, person.came
    return (2 if person.from_ == "broke_up" else 1), 0


def ranked(c: Company) -> tuple[Mark, ...]:
    """Those who wait, as they are preferred before the first game."""
    people = [p for p in map(c.person, c.line) if p is not None]
    return tuple(p.mark for p in sorted(people, key=lambda p: (*rank(c, p), p.placed)))


def contest(c: Company) -> Lot | None:
    """The cut that decides who plays first, or who belongs to the table; ``None`` where that is certain."""
    n, full = c.policy.players, c.policy.complete
    if len(c.line) <= n:
        return None
    ends = [end for end in dict.fromkeys((n, full, full + 1)) if end < len(c.line)]
    if c.policy.first == "lot":
        if c.policy.seats == "vivant" and len(c.line) == full:
            return begin_lot("table", c.line, c.policy.points)
        return begin_lot("table", c.line, ends)
    people = [p for p in map(c.person, ranked(c)) if p is not None]
    start = 0
    for _, equal in groupby(people, key=lambda p: (*rank(c, p), p.placed)):
        group = [p.mark for p in equal]
        inside = [end - start for end in ends if start < end < start + len(group)]
        if inside:
            return begin_lot("preference", group, inside)
        start += len(group)
    return None


# --------------------------------------------------------------------------- when a game is over
def staying(c: Company) -> tuple[Mark, ...]:
    """Those of the players who are still there and belong to the table."""
    return tuple(m for m in c.players if m not in c.substitutes and c.is_candidate(m))


def _after(c: Company) -> Due:
    n, stay = c.policy.players, staying(c)
    everybody = (*stay, *c.line)
    if len(everybody) < n:
        return Due("wait", wanting=n - len(everybody))
    if c.policy.after == "afresh" or (c.policy.after == "turns" and c.policy.unit == "tournee"):
        if len(everybody) == n:
            return Due("play") if not c.line else _partners(c, everybody, enter=c.line)
        points = c.policy.points if c.policy.seats == "vivant" and len(everybody) == c.policy.complete else (n,)
        return _cut(c, begin_lot("table", everybody, points))
    return _most(c, stay)


def _most(c: Company, stay: tuple[Mark, ...]) -> Due:
    """Who has played most running goes out, for as many as wait and may come in."""
    n, waits = c.policy.players, c.waits
    vacant = n - len(stay)
    enter = waits[: max(min(len(waits), c.policy.most), vacant)]
    go = len(enter) - vacant
    if not enter:
        return Due("play")
    if go <= 0:
        return _partners(c, (*stay, *enter), enter=enter)
    certain, equal = _goers(c, stay, go)
    if not equal:
        rest = tuple(m for m in stay if m not in certain)
        return _partners(c, (*rest, *enter), certain, enter)
    return _cut(c, begin_lot("out", equal, (len(equal) - (go - len(certain)),), enter, certain))


def _goers(c: Company, stay: Sequence[Mark], go: int) -> tuple[tuple[Mark, ...], tuple[Mark, ...]]:
    """Those who certainly go out, and those who are equal for what is left."""
    games = {m: p.games for m in stay if (p := c.person(m)) is not None}
    order = sorted(stay, key=lambda m: -games[m])
    limit = games[order[go - 1]]
    more = tuple(m for m in order if games[m] > limit)
    equal = tuple(m for m in order if games[m] == limit)
    return ((*more, *equal), ()) if len(more) + len(equal) == go else (more, equal)
