"""Folds the company of a record alone, so that a code which is not judged yet forms its table all the same."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from controller.rules import facts as f
from controller.rules.forming.company import Company, Finding, company_of
from controller.rules.forming.hearing import dealing, hear, trump_turned
from controller.rules.forming.judging import FACTS
from controller.rules.forming.telling import table
from controller.rules.record import read_record


@dataclass
class Folded:
    """The table after each line, and what was found on it."""

    tables: dict[int, dict[str, Any]] = field(default_factory=dict[int, dict[str, Any]])
    found: list[tuple[int, Finding]] = field(default_factory=list[tuple[int, Finding]])
    company: Company | None = None


def fold(text: str) -> Folded:
    """Facts of an evening, and of dealing only the trump card, or the pack that is presented."""
    record = read_record(text.split("\n"))
    out, company = Folded(), company_of(record.heading)
    dealer = record.heading.dealer
    for entry in record.entries:
        told: tuple[object, ...] = ()
        if isinstance(entry.fact, FACTS):
            company, told = hear(company, entry.fact)
        elif isinstance(entry.fact, f.Presented):
            company, told = dealing(company, dealer, 1 + company.units)
        elif isinstance(entry.fact, f.Turned):
            company, first = dealing(company, dealer, 1 + company.units)
            company, then = trump_turned(company)
            told = (*first, *then)
        elif isinstance(entry.fact, f.NextDeal):
            dealer = entry.fact.dealer
        out.tables[entry.line] = table(company)
        out.found += [(entry.line, t) for t in told if isinstance(t, Finding)]
    out.company = company
    return out
