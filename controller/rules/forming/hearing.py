"""The fold: what each fact makes of the company, and what in it breaks a law. Pure and total.

Absence proves nothing: who sits down without a cut on record is taken to sit by right, until a cut that is on record
says otherwise.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from controller.rules import facts as f
from controller.rules.forming import seating
from controller.rules.forming.company import Company, Finding, From, Mended, Person, Told
from controller.rules.forming.due import due, law_of, ranked, staying
from controller.rules.forming.lots import Lot, Mark, height
from controller.rules.forming.policies import Rows

Heard = tuple[Company, tuple[Told, ...]]


def hear(c: Company, fact: f.Forming) -> Heard:
    """The company after this fact, and what is to be ruled on it."""
    c = replace(c, clock=c.clock + 1)
    match fact:
        case f.Arrived():
            return _arrived(c, fact)
        case f.Declared():
            return _declared(c, fact.persons)
        case f.CutFor():
            return _cut(c, fact)
        case f.Sat():
            return seating.sat(_begin_seats(_known(c, fact.person)), fact)
        case f.Left():
            return _left(c, fact)
        case f.SteppedOut():
            return _stepped_out(c, fact)
        case f.Returned():
            return c.change(fact.person, away=False), ()
        case f.Joined():
            return _joined(c, fact)
        case f.BrokeUp():
            return _broke_up(c, fact.person), ()
        case f.Finished():
            return finished(c, tournee=fact.what == "tournee", whole=fact.what == c.policy.unit), ()
        case f.BrokeOff():
            return replace(c, broken_off=True), ()
        case f.Resumed():
            return replace(c, broken_off=False), ()
        case _:
            assert_never(fact)


# --------------------------------------------------------------------------- coming
def _arrived(c: Company, fact: f.Arrived) -> Heard:
    """Those of one fact came together. Under a code with a list, a regular is on it as he comes."""
    fresh = [m for m in fact.persons if c.person(m) is None or not _inside(c, m)]
    for mark in fresh:
        c = c.out_of_line(mark).put(Person(mark, c.clock, None, fact.from_))
    wants = fact.as_ == "candidate" or (fact.as_ == "habitual" and bool(c.policy.cited.habitual))
    return _declared(c, tuple(fresh)) if wants else (c, ())


def _inside(c: Company, mark: Mark) -> bool:
    return mark in c.players or mark in c.line or mark in dict(c.stood)


def _known(c: Company, mark: Mark) -> Company:
    """Somebody whom no arrival told of is in the room all the same."""
    return c if c.person(mark) is not None else c.put(Person(mark, c.clock, None))


def _declared(c: Company, persons: tuple[Mark, ...]) -> Heard:
    out: list[Told] = []
    for mark in persons:
        c = _known(c, mark)
        who = c.person(mark)
        if who is None or _inside(c, mark):
            c = c.change(mark, elsewhere=False, asked=False)
            continue
        # At a table with a list, and after having given up a place, the order is that of asking.
        came = c.clock if c.policy.lists or who.gone else who.came
        others = [m for m in c.line if (p := c.person(m)) is not None and p.elsewhere]
        c = c.put(replace(who, came=came, since=c.clock, gone=False))
        for other in others:
            c = c.change(other, asked=True)
        if _late(c):
            if c.policy.cited.late:
                out.append(Finding("entry_irregular", c.policy.cited.late, mark, "compulsory", ("waits",)))
            elif c.lot is not None and c.lot.purpose == "table" and not (c.lot.again or c.policy.lists):
                lot = c.lot
                c = replace(c, lot=replace(lot, persons=(*lot.persons, mark), turn=(*lot.turn, mark)))
        c = replace(c, line=(*c.line, mark))
    return c, tuple(out)


def _late(c: Company) -> bool:
    """Whether somebody has cut, so that who says it now has no part in a choice that he might have had a part in."""
    if not c.begun or c.stage in ("playing", "broken"):
        return False
    return c.units > 0 or c.policy.first == "lot" or (c.lot is not None and c.lot.purpose != "partners")


# --------------------------------------------------------------------------- cutting
def _cut(c: Company, fact: f.CutFor) -> Heard:
    c = _known(c, fact.person)
    step, cited = due(c), c.policy.cited
    mark, lot = fact.person, step.lot
    if step.kind != "cut" and fact.for_ in ("partners", None) and c.stage in ("over", "sitting") and _all_play(c, mark):
        # Nothing asks for it, and nothing forbids those who stay together to cut again.
        lot = Lot("partners", staying(c), c.policy.points, staying(c))
    if lot is None and c.stage == "forming" and mark not in c.line and not c.begun:
        return _cut(_declared(c, (mark,))[0], fact)
    if lot is None or mark not in lot.due:
        return c, _not_his(c, mark, lot, step.out, fact)
    if fact.pack == "other" and cited.one_pack:
        return _begun(c, lot), (Finding("cut_irregular", cited.one_pack, mark, "compulsory", ("recut",)),)
    if len(fact.cards) > 1 and cited.one_card:
        return _begun(c, lot), (Finding("cut_irregular", cited.one_card, mark, "compulsory", ("recut",)),)
    at = height(fact.cards[0], c.policy.ace_low) if fact.cards else -1
    if at < 0:
        return _begun(c, lot), ()
    lot = lot.with_cut(mark, at)
    c = _begun(c, lot)
    return (_settled(c, lot) if lot.settled else c), (Mended("cut_irregular", mark),)


def _all_play(c: Company, mark: Mark) -> bool:
    return mark in c.players and len(staying(c)) == c.policy.players and not c.line


def _begun(c: Company, lot: Lot) -> Company:
    """Somebody has cut: who takes part is settled by this."""
    if c.stage == "forming" and lot.purpose == "partners":
        c = replace(c, players=lot.persons, line=tuple(m for m in ranked(c) if m not in lot.persons), stage="partners")
    elif c.stage == "over" and lot.purpose == "partners":
        c = _changed(c, lot.go, lot.enter)
    return replace(c, lot=lot, begun=True)


def _not_his(c: Company, mark: Mark, lot: Lot | None, out: tuple[Mark, ...], fact: f.CutFor) -> tuple[Told, ...]:
    """He cuts, and it is not for him to cut."""
    cited = c.policy.cited
    if lot is None:
        return ()
    if mark in out and mark not in lot.persons:
        return _entry(cited.out, mark, "goes_out")
    if mark in lot.persons:
        return (Finding("cut_irregular", law_of(c, lot), mark, "director"),) if law_of(c, lot) else ()
    if mark in c.waits and c.units and lot.purpose == "partners" and mark not in lot.enter:
        return _entry(cited.admitted, mark, "waits")
    if mark in c.line:
        return _entry((mark in c.waits and cited.waiting) or cited.complete, mark, "waits")
    who = c.person(mark)
    if who is not None and who.gone:
        return _entry(cited.elsewhere or cited.absent, mark, "waits")
    # Nothing on record says that he asked in time, and nothing says that he did not.
    return (Finding("entry_irregular", cited.late, mark, "director"),) if cited.late else ()


def _entry(rows: Rows, mark: Mark, remedy: str) -> tuple[Told, ...]:
    return (Finding("entry_irregular", rows, mark, "compulsory", (remedy,)),) if rows else ()


def _settled(c: Company, lot: Lot) -> Company:
    c = replace(c, lot=None)
    n, order = c.policy.players, lot.order
    match lot.purpose:
        case "preference":
            for i, mark in enumerate(order, 1):
                c = c.change(mark, placed=i)
            return c
        case "table":
            rest = tuple(m for m in (*staying(c), *c.line) if m not in order)
            first, behind = order[:n], (*order[n:], *rest)
            c = replace(c, players=first, line=behind, stage="partners", ranked=False, seated=(), stood=())
            if c.policy.seats == "vivant" and lot.points == c.policy.points:
                return _seats(replace(c, round=order, turn=0))
            return c
        case "out":
            point = lot.points[0]
            return _changed(c, (*order[point:], *lot.go), lot.enter)
        case "partners":
            return _seats(replace(c, players=order, round=order, turn=0))


def _seats(c: Company) -> Company:
    return replace(c, stage="sitting", ranked=True, seated=(), packs=(), dealt=c.dealt)


def _changed(c: Company, out: tuple[Mark, ...], enter: tuple[Mark, ...]) -> Company:
    """Some go out, to wait behind those who wait already; others come in."""
    stay = tuple(m for m in staying(c) if m not in out)
    behind = tuple(m for m in out if c.is_candidate(m))
    # Who makes room still belongs to a table that is complete; where names are put down, he is behind them all.
    inside = tuple(m for m in (c.line if c.policy.lists else c.waits) if m not in enter)
    line = (*inside, *behind, *(m for m in c.line if m not in enter and m not in inside))
    for mark in out:
        c = c.change(mark, games=0)
    return replace(c, players=(*stay, *enter), line=line, stage="partners", ranked=False, seated=(), stood=())


def _begin_seats(c: Company) -> Company:
    """Somebody sits down though no cut is on record: those who come to sit are those who play."""
    if c.lot is None and c.stage in ("forming", "partners") and not c.begun:
        return replace(c, stage="sitting", ranked=False)
    return c


# --------------------------------------------------------------------------- going
def _left(c: Company, fact: f.Left) -> Heard:
    mark = fact.person
    seat, in_play = c.seat_of(mark), c.stage == "playing"
    told: tuple[Told, ...] = ()
    if seat is not None and in_play and fact.substitute is not None and fact.substitute not in c.players:
        c, told = _substitute(c, mark, fact.substitute, fact.consent, c.policy.cited.substitute)
        if any(isinstance(t, Finding) and t.status == "compulsory" for t in told):
            c = c.unseated(mark)
            c = replace(c, players=tuple(m for m in c.players if m != mark))
    else:
        c = replace(c.unseated(mark), players=tuple(m for m in c.players if m != mark))
    c = c.out_of_line(mark).change(mark, since=None, games=0, gone=False, elsewhere=False, asked=False)
    if c.lot is not None and mark in c.lot.persons:
        c = replace(c, lot=None, begun=False) if c.lot.purpose != "partners" else replace(c, lot=None)
    if c.stage == "sitting" and len(c.players) < c.policy.players:
        c = replace(c, ranked=False)
    return _fill(c), told


def _fill(c: Company) -> Company:
    """Before play begins a vacancy is filled by the next in line."""
    missing = c.policy.players - len(c.players)
    if c.stage in ("partners", "sitting") and missing > 0 and c.waits and c.begun:
        enter = c.waits[:missing]
        c = replace(c, players=(*c.players, *enter), line=tuple(m for m in c.line if m not in enter))
        return replace(c, stage="partners", ranked=False, seated=(), lot=None)
    return c


def _substitute(c: Company, mark: Mark, sub: Mark, consent: tuple[Mark, ...] | None, rows: Rows) -> Heard:
    """Another takes his place: with the consent of the other players, where the code asks for it."""
    others = {m for m in c.players if m != mark}
    told: tuple[Told, ...] = ()
    if rows and consent is None:
        told = (Finding("entry_irregular", rows, sub, "director"),)
    elif rows and not others <= set(consent or ()):
        return c, (Finding("entry_irregular", rows, sub, "compulsory", ("goes_out",)),)
    c = _known(c, sub)
    return replace(
        c,
        players=tuple(sub if m == mark else m for m in c.players),
        seated=tuple((s, sub if m == mark else m) for s, m in c.seated),
        line=tuple(m for m in c.line if m != sub),
        stood=(*c.stood, (mark, sub)),
    ), told


def _stepped_out(c: Company, fact: f.SteppedOut) -> Heard:
    """He means to come back. Where no law speaks of it, it changes nothing."""
    c = _known(c, fact.person).change(fact.person, away=True)
    if fact.substitute is None or c.seat_of(fact.person) is None or fact.substitute in c.players:
        return c, ()
    others = {m for m in c.players if m != fact.person}
    if fact.consent is not None and others <= set(fact.consent):
        return _substitute(c, fact.person, fact.substitute, fact.consent, ())
    return _substitute(c, fact.person, fact.substitute, fact.consent, c.policy.cited.substitute)


def _joined(c: Company, fact: f.Joined) -> Heard:
    c = _known(c, fact.person)
    if fact.how == "inscribed":
        return c.change(fact.person, elsewhere=True), ()
    if not c.policy.cited.elsewhere:
        return c.change(fact.person, elsewhere=True), ()
    if fact.person in c.players:
        c = replace(c.unseated(fact.person), players=tuple(m for m in c.players if m != fact.person))
    c = c.out_of_line(fact.person).change(fact.person, since=None, games=0, gone=True)
    return _fill(c), ()


def _broke_up(c: Company, mark: Mark) -> Company:
    """The table is no more; where they enter next, the one who broke it up stands behind the others."""
    people = tuple(
        replace(p, from_="broke_up" if p.mark == mark else _broken(c, p), since=None, games=0) for p in c.people
    )
    return replace(
        c, stage="broken", people=people, line=(), players=(), seated=(), stood=(), lot=None, begun=False, ranked=False
    )


def _broken(c: Company, person: Person) -> From | None:
    return "broken" if person.mark in c.members else person.from_


# --------------------------------------------------------------------------- games
def finished(c: Company, *, whole: bool = True, tournee: bool = False) -> Company:
    """A game (a rubber, a tournée) is over. ``whole``: what the code counts by; a game within it else."""
    if c.stage not in ("playing", "sitting") or not c.players or (c.stage == "sitting" and c.ranked and not c.seated):
        return c
    if c.policy.unit == "tournee" and not tournee:
        if c.turn + 1 < len(c.round):
            return _next_of_tournee(c)
        whole = True
    if not whole:
        return c
    playing = {m for m in c.players if m not in c.substitutes} | {m for m, _ in c.stood}
    people = tuple(
        replace(p, games=p.games + 1 if p.mark in playing else 0, placed=0) if p.since is not None else p
        for p in c.people
    )
    back = tuple({sub: own for own, sub in c.stood}.get(m, m) for m in c.players)
    c = replace(
        c, people=people, players=tuple(m for m in back if c.is_candidate(m)), stage="over", units=c.units + 1, hands=0,
        begun=False, ranked=False, turned=False, stood=(), ended=c.dealt, round=(), turn=0,
    )  # fmt: skip
    c = replace(c, seated=tuple((s, m) for s, m in c.seated if m in c.players))
    if c.policy.cited.away:
        for mark in c.players:
            who = c.person(mark)
            if who is not None and who.away:
                c = _to_the_end(c, mark)
    return c


def _to_the_end(c: Company, mark: Mark) -> Company:
    """He was not there when he had to be, and stands at the end of the list."""
    c = replace(c.unseated(mark).out_of_line(mark), players=tuple(m for m in c.players if m != mark))
    c = c.change(mark, came=c.clock, games=0)
    return replace(c, line=(*c.line, mark))


def _next_of_tournee(c: Company) -> Company:
    """The next in the order of their cuts plays with Mort; of four, the next from the highest sits out."""
    turn, order = c.turn + 1, c.round
    out = order[-1 - turn] if len(order) > c.policy.players else None
    rest = [m for m in (*order[turn:], *order[:turn]) if m != out]
    return replace(
        c, players=tuple(rest), line=(out,) if out else (), turn=turn, stage="sitting", ranked=True, seated=(), hands=0,
        turned=False,
    )  # fmt: skip


def hand_over(c: Company, next_dealer: str | None) -> Company:
    """A hand that counts is over, where the code counts by hands."""
    if c.stage != "playing" or not c.policy.hands:
        return c
    c = replace(c, hands=c.hands + 1)
    if c.hands < c.policy.hands:
        return c
    if c.policy.after != "turns":
        return finished(c)
    return _sits_out(replace(c, hands=0, units=c.units + 1), next_dealer)


def _sits_out(c: Company, next_dealer: str | None) -> Company:
    """Solo's custom: of five, whoever would deal next sits out, and the one who did comes in at his seat."""
    out = None if next_dealer is None else c.at(next_dealer)
    if out is None or not c.line:
        return c
    enter = c.line[0]
    players = tuple(enter if m == out else m for m in c.players)
    return replace(c.unseated(out), players=players, line=(*c.line[1:], out), stage="sitting", ranked=False)


def dealing(c: Company, dealer: str, number: int) -> Heard:
    """The dealing of a hand begins."""
    if number == c.dealt or c.stage in ("forming", "over", "partners", "broken") or not c.seated:
        return replace(c, dealt=number), ()
    first = c.stage == "sitting" and c.ranked
    lowest = c.seat_of(c.players[0]) if c.players else None
    c = replace(c, stage="playing", dealt=number)
    if first and lowest is not None and lowest != dealer and c.policy.cited.partners and c.turn == 0:
        return c, (Finding("deal_out_of_turn", c.policy.cited.partners, dealer, "director"),)
    return c, ()


def trump_turned(c: Company) -> Heard:
    """The first trump card of a rubber: whoever was to play and is not there has lost his place."""
    if c.turned or c.stage not in ("partners", "sitting", "playing"):
        return c, ()
    c = replace(c, turned=True)
    if not c.policy.cited.absent:
        return c, ()
    late = [m for m in c.players if (p := c.person(m)) is not None and p.away and m not in c.substitutes]
    for mark in late:
        c = _to_the_end(c, mark).change(mark, gone=True)
    missing = c.policy.players - len(c.players)
    enter = [m for m in c.waits if m not in late][:missing]
    return replace(c, players=(*c.players, *enter), line=tuple(m for m in c.line if m not in enter)), ()
