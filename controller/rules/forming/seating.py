"""Sitting down: where, beside whom, with which cards; and changing seats."""

from __future__ import annotations

from dataclasses import replace

from controller.rules import facts as f
from controller.rules.forming.company import Company, Finding, Mended, Told
from controller.rules.forming.due import due, law_of
from controller.rules.forming.lots import Mark
from controller.rules.forming.policies import Rows
from controller.rules.seats import Seat

Heard = tuple[Company, tuple[Told, ...]]


def sat(c: Company, fact: f.Sat) -> Heard:
    """Somebody takes a seat, for the first time or instead of his own."""
    mark, seat = fact.person, fact.seat
    own = c.seat_of(mark)
    if own == seat:
        return _chose(c, fact, (Mended("seat_irregular", mark), Mended("entry_irregular", mark)))
    refused = _no_player(c, mark, seat)
    if refused is not None:
        return c, refused
    if own is not None:
        return _moved(c, fact)
    held = c.at(seat)
    if held is not None and held != mark:
        return c, _wrong(c, mark, c.policy.cited.seat_kept or c.policy.cited.partners)
    row = misplaced(c, mark, seat)
    if row:
        return c, _wrong(c, mark, row)
    told: tuple[Told, ...] = (Mended("seat_irregular", mark), Mended("entry_irregular", mark))
    if before_turn(c, mark):
        told = (Finding("seat_irregular", c.policy.cited.partners, mark, "director"),)
    players = c.players if mark in c.players else (*c.players, mark)
    c = replace(c, players=players, seated=(*c.seated, (seat, mark)), line=tuple(m for m in c.line if m != mark))
    return _chose(_since(c, mark), fact, told)


def _since(c: Company, mark: Mark) -> Company:
    who = c.person(mark)
    return c.change(mark, since=c.clock) if who is not None and who.since is None and not who.gone else c


def _no_player(c: Company, mark: Mark, seat: Seat) -> tuple[Told, ...] | None:
    """Rulings on one who sits down and does not play; ``None`` for one who may."""
    cited = c.policy.cited
    if mark in c.players:
        step = due(c)
        if c.lot is not None and c.lot.again and c.lot.purpose == "partners":
            return _rule("cut_irregular", law_of(c, c.lot), mark, "recut")
        if c.stage == "over" and mark in step.out:
            return _rule("entry_irregular", cited.out, mark, "goes_out")
        return None
    if c.policy.seats == "vivant" and seat in c.dummy:
        return ()
    if c.stage == "broken":
        return ()
    who = c.person(mark)
    if who is not None and who.gone:
        return _rule("entry_irregular", cited.absent or cited.elsewhere, mark, "waits")
    full = len(c.players) >= c.policy.players
    if not full and c.stage != "over" and (mark not in c.line or not c.begun):
        return None
    if mark in c.line:
        waits = mark in c.waits
        rows = (waits and cited.waiting) or cited.complete
        if waits and c.units and _went_out(c, mark):
            rows = cited.out
        elif waits and c.units and c.stage == "over":
            rows = cited.admitted
        return _rule("entry_irregular", rows, mark, "waits")
    return _rule("entry_irregular", cited.complete, mark, "waits") if full else ()


def _went_out(c: Company, mark: Mark) -> bool:
    """Whether he was among those who made room for this game."""
    behind = c.line[-c.policy.most :]
    return mark in behind and c.stage in ("partners", "sitting")


def _rule(irregularity: str, rows: Rows, mark: Mark, remedy: str) -> tuple[Told, ...]:
    return (Finding(irregularity, rows, mark, "compulsory", (remedy,)),) if rows else ()


def _wrong(c: Company, mark: Mark, rows: Rows) -> tuple[Told, ...]:
    del c
    return _rule("seat_irregular", rows, mark, "takes_seat")


# --------------------------------------------------------------------------- changing
def _moved(c: Company, fact: f.Sat) -> Heard:
    """He leaves his seat for another: two who change with each other are told one after the other."""
    mark, cited = fact.person, c.policy.cited
    if c.stage == "playing" or cited.seat_kept:
        if cited.seat_kept:
            return c, _wrong(c, mark, cited.seat_kept)
        if cited.seat_agreed and fact.consent is None:
            return c, (Finding("seat_irregular", cited.seat_agreed, mark, "director"),)
        if cited.seat_agreed and not {m for m in c.players if m != mark} <= set(fact.consent or ()):
            return c, _wrong(c, mark, cited.seat_agreed)
    if cited.chosen_kept and c.ranked and c.players[:1] == (mark,):
        return c, _wrong(c, mark, cited.chosen_kept)
    own, held = c.seat_of(mark), c.at(fact.seat)
    rest = tuple((s, m) for s, m in c.seated if m not in (mark, held))
    swap = ((own, held),) if own is not None and held is not None else ()
    return replace(c, seated=(*rest, (fact.seat, mark), *swap)), (Mended("seat_irregular", mark),)


def _chose(c: Company, fact: f.Sat, told: tuple[Told, ...]) -> Heard:
    """Seat and cards; the lowest abides by what he has chosen."""
    if fact.pack is None:
        return c, told
    before = dict(c.packs).get(fact.person)
    if before is not None and before != fact.pack and c.policy.cited.chosen_kept:
        return c, _wrong(c, fact.person, c.policy.cited.chosen_kept)
    return replace(c, packs=(*((m, p) for m, p in c.packs if m != fact.person), (fact.person, fact.pack))), told


# --------------------------------------------------------------------------- where
def before_turn(c: Company, mark: Mark) -> bool:
    """Whether he chooses a seat before one who cut lower and is to choose first."""
    if not c.ranked or c.policy.seats != "in_order" or mark not in c.players:
        return False
    return any(c.seat_of(m) is None for m in c.players[: c.players.index(mark)])


def misplaced(c: Company, mark: Mark, seat: Seat) -> Rows:
    """The rows against his sitting there beside those who sit already; none where it is right."""
    if not c.ranked or mark not in c.players or c.stage != "sitting":
        return ()
    fits = True
    match c.policy.seats:
        case "sides":
            fits = _with_his_side(c, mark, seat)
        case "highest_opposite":
            fits = _opposite(c, mark, seat)
        case "to_the_left":
            fits = _to_the_left(c, mark, seat)
        case "vivant":
            fits = (mark == c.players[0]) == (seat in _across(c)) and seat not in c.dummy
        case "in_order" | "free":
            pass
    return () if fits else c.policy.cited.opposite


def _with_his_side(c: Company, mark: Mark, seat: Seat) -> bool:
    """Partners by the cut sit at seats of one side, adversaries do not."""
    group = next(g for g in c.groups if mark in g)
    side = c.seating.side(seat)
    if len(side) != len(group):
        return False
    return all((other in group) == (c.seating.side(s) == side) for s, other in c.seated)


def _opposite(c: Company, mark: Mark, seat: Seat) -> bool:
    """The two highest face each other; so do the two lowest, who have the seats that are left."""
    half = len(c.seating.seats) // 2
    across = c.seating.seats[(c.seating.seats.index(seat) + half) % len(c.seating.seats)]
    high = mark in c.players[-2:]
    return all((other in c.players[-2:]) == high or s != across for s, other in c.seated) and all(
        s == across for s, other in c.seated if (other in c.players[-2:]) == high
    )


def _to_the_left(c: Company, mark: Mark, seat: Seat) -> bool:
    """Each next lower sits at the left of the one before."""
    at = c.players.index(mark)
    n = len(c.seating.seats)
    here = c.seating.seats.index(seat)
    return all(
        (here - c.seating.seats.index(s)) % n == (at - c.players.index(other)) % n
        for s, other in c.seated
        if other in c.players
    )


def _across(c: Company) -> tuple[Seat, ...]:
    """The seat that faces Mort."""
    half = len(c.seating.seats) // 2
    seats = c.seating.seats
    return tuple(seats[(seats.index(s) + half) % len(seats)] for s in c.dummy)
