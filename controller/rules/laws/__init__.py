"""The codes of laws that this release judges, one module a code."""

from __future__ import annotations

from typing import Final

from controller.rules.errors import NotJudged
from controller.rules.heading import Heading
from controller.rules.law import Code, Law
from controller.rules.laws.american import AMERICAN
from controller.rules.laws.boston import BOSTON
from controller.rules.laws.cayenne import CAYENNE
from controller.rules.laws.deschapelles import DESCHAPELLES
from controller.rules.laws.english import ENGLISH
from controller.rules.laws.open_hands import double_dummy, dummy, mort
from controller.rules.laws.scotch import scotch
from controller.rules.laws.solo import KIMBERLY, SOLO, SOLO_THREE

CODES: Final[dict[tuple[str, str], Code]] = {
    **{("whist", code.name): code for code in (AMERICAN, ENGLISH, DESCHAPELLES)},
    **{("dummy", code.name): dummy(code) for code in (AMERICAN, ENGLISH)},
    **{("double-dummy", code.name): double_dummy(code) for code in (AMERICAN, ENGLISH)},
    **{("mort", code.name): mort(code) for code in (AMERICAN, ENGLISH)},
    ("solo", AMERICAN.name): SOLO,
    ("solo-three", AMERICAN.name): SOLO_THREE,
    ("kimberly-solo", AMERICAN.name): KIMBERLY,
    ("boston", AMERICAN.name): BOSTON,
    ("cayenne", AMERICAN.name): CAYENNE,
    **{(game, code.name): scotch(code) for game in ("scotch", "french") for code in (AMERICAN, ENGLISH)},
}
"""The code of each game, by the names that a heading gives; a new code is one line here."""


BOOKS: Final[dict[str, str]] = {
    "am": "american-1893", "en": "english-cavendish", "de": "deschapelles", "bo": "boston", "ca": "cayenne",
    "so": "solo-whist", "s3": "solo-three", "ki": "kimberly-solo", "sc": "scotch-whist", "fr": "french-whist",
    "mo": "mort", "du": "dummy", "dd": "double-dummy",
}  # fmt: skip
"""The register's codes, by what their rows begin with."""


def codes() -> tuple[Code, ...]:
    """Every code as it stands for each game, with those that the bidding makes of it."""
    return tuple(each for code in CODES.values() for each in (code, *code.footings.values()))


def register() -> dict[str, Law]:
    """Every row that this release judges by, notes, or asks about, the codes in the order of :data:`BOOKS`."""
    rows = {row: law for known in codes() for row, law in known.rows.items()}
    books = list(BOOKS)
    return dict(sorted(rows.items(), key=lambda item: books.index(item[0].split("-")[0])))


def lost() -> dict[str, str]:
    """Rows whose text is lost, with the irregularity whose form puts the question."""
    return {row: word for known in codes() for row, word in known.lost.items()}


def code_of(heading: Heading) -> Code:
    """The code that a heading is judged under. Raises :class:`NotJudged` for a game or code of a later release."""
    found = CODES.get((heading.game, heading.laws))
    if found is None:
        judged = ", ".join(f"{game} under {laws}" for game, laws in CODES)
        raise NotJudged(1, f"{heading.game} under {heading.laws} is not judged by this release, only {judged}")
    return found


def code(name: str) -> Code:
    """A code by its name. Raises :class:`KeyError` for one that this release does not know."""
    return {known.name: known for known in reversed(CODES.values())}[name]
