"""Reading single values of a record: each reader takes what JSON gave and the seating, and returns a typed value.

Every reader raises :class:`ValueError` with a sentence that fits behind the field's name.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from typing import Final, cast

from controller.rules import facts as f
from controller.rules.cards import PACK, SUITS, UNREAD, Card
from controller.rules.ruling import IRREGULARITIES
from controller.rules.seats import Seat, Seating

Read = Callable[[object, Seating], object]


def wrong(value: object, wanted: str) -> ValueError:
    """The error of a value that is not what was wanted, in words."""
    shown = json.dumps(value, ensure_ascii=False)
    return ValueError(f"{shown if len(shown) <= 40 else shown[:37] + '...'} is not {wanted}")


def text(value: object, _: Seating) -> str:
    """A text that is not empty."""
    if not isinstance(value, str) or not value:
        raise wrong(value, "a text")
    return value


def seat(value: object, seating: Seating) -> Seat:
    """A seat of this table."""
    if not isinstance(value, str) or value not in seating.seats:
        raise wrong(value, f"a seat of this table ({' '.join(seating.seats)})")
    return value


def speaker(value: object, seating: Seating) -> str:
    """A seat, or a bystander."""
    return "bystander" if value == "bystander" else seat(value, seating)


def side(value: object, seating: Seating) -> str:
    """A side of this table."""
    if not isinstance(value, str) or value not in seating.sides:
        raise wrong(value, f"a side of this table ({' '.join(seating.sides)})")
    return value


def party(value: object, seating: Seating) -> str:
    """A seat or a side."""
    if isinstance(value, str) and (value in seating.sides or value in seating.seats):
        return value
    raise wrong(value, "a seat or a side of this table")


def offender(value: object, seating: Seating) -> str:
    """Whom a ruling is about: a seat, a side, or in the forming of a table a person."""
    return value if isinstance(value, str) and _PERSON.fullmatch(value) else party(value, seating)


def seats(value: object, seating: Seating) -> tuple[Seat, ...]:
    """A list of seats; one text with spaces will do."""
    if isinstance(value, str):
        return tuple(seat(s, seating) for s in value.split()) if " " in value else (seat(value, seating),)
    if isinstance(value, list):
        return tuple(seat(s, seating) for s in cast("list[object]", value))
    raise wrong(value, "a list of seats")


_PERSON: Final = re.compile(r"[a-z][a-z0-9]{0,7}")


def person(value: object, _: Seating) -> str:
    """A person's mark: a small letter, then small letters or digits. Names stand where they can be erased."""
    if not isinstance(value, str) or not _PERSON.fullmatch(value):
        raise wrong(value, "a person's mark (a small letter, then up to seven small letters or digits, as in p1)")
    return value


def nobody_or_persons(value: object, seating: Seating) -> tuple[str, ...]:
    """A list of different persons, which may be empty; one text with spaces will do."""
    if isinstance(value, str):
        marks: list[object] = [*value.split()]
    elif isinstance(value, list):
        marks = cast("list[object]", value)
    else:
        raise wrong(value, 'persons, as in ["p1","p2"]')
    out = tuple(person(mark, seating) for mark in marks)
    if len(set(out)) < len(out):
        raise ValueError("a person is named twice")
    return out


def persons(value: object, seating: Seating) -> tuple[str, ...]:
    """One person or more."""
    out = nobody_or_persons(value, seating)
    if not out:
        raise ValueError("one person or more is wanted")
    return out


_CARDS: Final[dict[str, Card]] = {c: c for c in (*PACK, UNREAD)}


def card(value: object, _: Seating) -> Card:
    """One card, or ``??``."""
    if isinstance(value, str) and value in _CARDS:
        return _CARDS[value]
    raise wrong(value, "a card (rank A K Q J T 9 … 2, then suit S H D C, as in TD)")


def cards(value: object, seating: Seating) -> tuple[Card, ...]:
    """One card or more, as a text with spaces or a list."""
    if isinstance(value, str):
        parts: list[object] = [*value.split()]
    elif isinstance(value, list):
        parts = cast("list[object]", value)
    else:
        raise wrong(value, 'cards, as in "QS 6S"')
    if not parts:
        raise ValueError("one card or more is wanted")
    return tuple(card(part, seating) for part in parts)


def any_cards(value: object, seating: Seating) -> tuple[Card, ...]:
    """Cards, or none."""
    return () if value in ("", []) else cards(value, seating)


def flag(value: object, _: Seating) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise wrong(value, "true or false")
    return value


def number(value: object, _: Seating) -> float:
    """A finite number."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise wrong(value, "a number")
    return value


def count(value: object, _: Seating) -> int:
    """A whole number, 0 or more."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise wrong(value, "a whole number, 0 or more")
    return value


def integer(value: object, _: Seating) -> int:
    """A whole number."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise wrong(value, "a whole number")
    return value


def counts(value: object, seating: Seating) -> tuple[int, ...]:
    """A list of whole numbers."""
    if not isinstance(value, list):
        raise wrong(value, "a list of whole numbers")
    return tuple(count(v, seating) for v in cast("list[object]", value))


def tricks(value: object, seating: Seating) -> f.Tricks:
    """A number for each side."""
    if not isinstance(value, dict):
        raise wrong(value, 'a number for each side, as in {"NS":9,"EW":4}')
    table = cast("dict[object, object]", value)
    return tuple((side(name, seating), count(n, seating)) for name, n in table.items())


def ruling(value: object, seating: Seating) -> int | f.Matter:
    """A ruling by its number, or by what it is about."""
    if isinstance(value, dict):
        table = cast("dict[str, object]", value)
        by, trick = table.get("by"), table.get("trick")
        return f.Matter(
            one_of(*IRREGULARITIES)(table.get("irregularity"), seating),
            None if by is None else offender(by, seating),
            None if trick is None else count(trick, seating),
        )
    return count(value, seating)


def one_of(*words: str) -> Callable[[object, Seating], str]:
    """A reader of one of these words."""

    def read(value: object, _: Seating) -> str:
        if isinstance(value, str) and value in words:
            return value
        raise wrong(value, f"one of {' '.join(words)}" if len(words) < 24 else "a known word")

    return read


def trump(value: object, seating: Seating) -> str:
    """A suit, ``grand`` or ``nullo``."""
    return one_of(*SUITS, "grand", "nullo")(value, seating)
