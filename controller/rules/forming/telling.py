"""The company as ``pone judge`` prints it whenever it has changed."""

from __future__ import annotations

from dataclasses import dataclass

from controller.rules.forming.company import Company
from controller.rules.forming.due import Due, due


@dataclass(frozen=True, slots=True)
class TableNow:
    """The company after the fact on ``line``."""

    line: int
    company: Company

    def to_json(self) -> dict[str, object]:
        """What stands under ``table``."""
        return {"line": self.line, **table(self.company)}


def changed(before: Company | None, after: Company | None, line: int) -> tuple[TableNow, ...]:
    """What is to be told where a fact changed the company; nothing else."""
    if after is None or (before is not None and table(before) == table(after)):
        return ()
    return (TableNow(line, after),)


def table(company: Company) -> dict[str, object]:
    """What stands under ``table``: only what is so, without empty parts.

    ``seats`` who sits where; ``plays`` the players, in the order of their cuts once they have cut; ``sides`` who plays
    together; ``dealer`` who deals first; ``waits`` who belongs and waits, ``outside`` who waits for a vacancy, both in
    the order of their turn; ``games`` played running; ``next`` what must be done.
    """
    step = due(company)
    out: dict[str, object] = {}
    seated = {s: m for s in company.seating.seats if (m := company.at(s)) is not None}
    if seated:
        out["seats"] = seated
    if company.players:
        out["plays"] = list(company.players)
    if company.ranked:
        sides = [list(group) for group in company.groups]
        out |= {"sides": sides, "dealer": company.players[0]} if company.players else {}
    for name, marks in (("waits", company.waits), ("outside", company.outside)):
        if marks:
            out[name] = list(marks)
    stood = dict(company.stood)
    if stood:
        out["substitutes"] = stood
    games = {p.mark: p.games for p in company.people if p.games}
    if games:
        out["games"] = games
    chooses = [p.mark for p in company.people if p.asked]
    if chooses:
        out["chooses"] = chooses
        out["chooses_law"] = list(company.policy.cited.several)
    out["next"] = _next(company, step)
    return out


def _next(company: Company, step: Due) -> dict[str, object]:
    out: dict[str, object] = {"do": step.kind}
    if step.kind == "cut" and step.lot is not None:
        out["for"] = step.lot.purpose
        if step.lot.again:
            out["again"] = True
    if step.persons:
        out["by"] = list(step.persons)
    if step.wanting:
        out["wanting"] = step.wanting
    if step.out:
        out["out"] = list(step.out)
    if step.enter:
        out["in"] = list(step.enter)
    if step.kind == "deal" and company.ranked:
        seat = company.seat_of(company.players[0])
        out |= {"seat": seat} if seat is not None else {}
    if step.law:
        out["law"] = list(step.law)
    return out
