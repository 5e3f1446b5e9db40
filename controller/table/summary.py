"""Closed hands in one object each, as the command line prints them. Pure.

    {"hand":1,"sources":{…},"shoe":{…},"faults":[…],"rulings":[…],"result":{…},"seconds":41.2}

What only the machine's own truth can tell (cards dealt wrongly, what the camera missed or invented) is left to whoever
compares the two; :func:`seen` gives the facts of a hand for that.
"""

from __future__ import annotations

from typing import Final

from controller.rules import facts as f
from controller.rules.cards import UNREAD
from controller.rules.facts import Entry
from controller.rules.record import write_entry
from controller.table import telling
from controller.table.books import Books, HandKept, Ruled

Json = dict[str, object]
LOOK: Final = telling.LOOK
SEEN: Final = (f.Played, f.Withdrew, f.Exposed, f.Quitted, f.TookUp, f.ThrewIn)
"""Kinds of facts that a camera sees."""
_REFUSED: Final = frozenset(("foreign", "faced", "unread", "missing", "double"))


def of_hand(books: Books, hand: HandKept) -> Json:
    """The object of one closed hand. ``sources`` names for each part who told it."""
    entries = _lines(books, hand)
    return {
        "hand": hand.number,
        "sources": _sources(entries),
        "shoe": {"cards": _dealt(entries), "refused": _refused(entries)},
        "faults": [
            {"fault": e.fact.why, "place": e.fact.place, "outcome": "refused" if e.fact.of else "void"}
            for e in entries
            if isinstance(e.fact, f.Failed) and e.fact.why not in _REFUSED
        ],
        "rulings": [_ruling(kept) for kept in hand.director],
        "result": hand.result.to_json(),
        "seconds": round(hand.ended - hand.began, 3) if hand.began is not None and hand.ended is not None else None,
    }


def seen(books: Books, hand: HandKept) -> tuple[Json, ...]:
    """The facts of a closed hand that a camera sees, as objects of the record, in order."""
    return tuple(write_entry(e) for e in _lines(books, hand) if isinstance(e.fact, SEEN))


def _lines(books: Books, hand: HandKept) -> tuple[Entry, ...]:
    first, last = hand.lines
    return tuple(e for e in books.docket.full.entries if first <= e.line <= last)


def _ruling(kept: Ruled) -> Json:
    ruling = kept.ruling
    out: Json = {"ruling": ruling.number, "irregularity": ruling.irregularity, "law": list(kept.law)}
    for key, value in (("by", ruling.by), ("cards", " ".join(ruling.cards) or None), ("trick", ruling.trick)):
        if value is not None:
            out[key] = value
    out["status"] = ruling.status
    if ruling.remedy is not None:
        out["remedy"] = ruling.remedy
    if ruling.for_ is not None:
        out["for"] = ruling.for_
    return out


def _sources(entries: tuple[Entry, ...]) -> dict[str, str | None]:
    def who(kinds: tuple[type, ...]) -> str | None:
        return next((e.source or "director" for e in entries if isinstance(e.fact, kinds)), None)

    return {
        "shoe": who((f.Dealt,)),
        "window": who((f.Shuffled, f.Presented, f.Cut)),
        "plays": who((f.Played,)),
    }


def _dealt(entries: tuple[Entry, ...]) -> int:
    return sum(e.fact.number for e in entries if isinstance(e.fact, f.Dealt))


def _refused(entries: tuple[Entry, ...]) -> Json | None:
    """Everything that was wrong with packs which the shoe refused during this hand."""
    refused = [e.fact for e in entries if isinstance(e.fact, f.Failed) and e.fact.why in _REFUSED]
    if not refused:
        return None

    def named(why: str) -> list[str]:
        return [card for fact in refused if fact.why == why for card in fact.cards if card != UNREAD]

    def counted(why: str) -> int:
        return sum(max(1, len(fact.cards)) for fact in refused if fact.why == why)

    return {
        "missing": named("missing"),
        "double": named("double"),
        "foreign": counted("foreign"),
        "faced": counted("faced"),
        "unread": counted("unread"),
    }
