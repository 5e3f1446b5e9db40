"""What of a fact stands open in the journal: its public form, with the table's numbers. Pure.

A number that counts the director's rulings would tell how many of them the table has not heard of.
"""

from __future__ import annotations

from dataclasses import replace

from controller.rules import facts as f
from controller.rules.docket import Docket, public, table_number
from controller.rules.facts import Entry


def as_the_table_knows(entry: Entry, before: Docket) -> Entry | None:
    """The entry as the table may know it, ``None`` if it may not at all. ``before``: the folds before it is heard.

    Who demands on a ruling that the table has not been told of names before all what it is about: that stands in place
    of its number.
    """
    seen = public(entry, before.full)
    return None if seen is None else _renumbered(seen, before)


def _renumbered(entry: Entry, before: Docket) -> Entry:
    match entry.fact:
        case f.Demanded(ruling=int(number)) | f.Waived(ruling=int(number)) | f.Ruled(ruling=int(number)):
            return replace(entry, fact=replace(entry.fact, ruling=_named(number, before)))
        case f.Corrected(to=to):
            return replace(entry, fact=replace(entry.fact, to=_renumbered(to, before)))
        case f.Answered(fact=to) if to is not None:
            return replace(entry, fact=replace(entry.fact, fact=_renumbered(to, before)))
        case _:
            return entry


def _named(number: int, before: Docket) -> int | f.Matter:
    here, case = table_number(before, number), before.full.cases.get(number)
    if here is not None:
        return here
    return 0 if case is None else f.Matter(case.irregularity, case.by, case.trick)
