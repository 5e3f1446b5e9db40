"""A record of an evening under construction: persons come, cut, sit down and go; cards are dealt where a case asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.rules.casebook.book import Expect, Ruling, Script, case, rule
from tests.rules.casebook.hand import Hand

EveningScript = Callable[["Evening"], Expect]
FOUR = "a 2H b 5C c 9D d KS"
"""Cut for partners by four: a and b against c and d, a deals."""
LAWS = {"am": "american-1893", "en": "english-cavendish", "de": "deschapelles"}
GAMES = {"bo": "boston", "ca": "cayenne", "so": "solo", "sc": "scotch", "mo": "mort"}


class Evening(Hand):
    """Whoever may be there. Emitting methods return the line that they wrote last."""

    def shuffle(self) -> None:
        """No card is dealt."""
        self.tables: dict[int, Ruling] = {}

    def came(self, *groups: str, **fields: object) -> int:
        """One arrival for each group, whose persons stand with spaces between them."""
        for group in groups:
            self.fact("arrived", persons=group.split(), **fields)
        return self.line

    def asks(self, persons: str) -> int:
        return self.fact("declared", persons=persons.split())

    def cuts(self, cuts: str, **fields: object) -> int:
        """``a 2H b 5C``: each with his card."""
        words = cuts.split()
        for person, card in zip(words[::2], words[1::2], strict=True):
            self.fact("cut_for", person=person, cards=card, **fields)
        return self.line

    def sits(self, seats: str, **fields: object) -> int:
        """``a N b S``: each at his seat."""
        words = seats.split()
        for person, seat in zip(words[::2], words[1::2], strict=True):
            self.fact("sat", person=person, seat=seat, **fields)
        return self.line

    def plays(self) -> int:
        """The first hand is begun; where the pack that is dealt has no turn-up, with its being presented."""
        if self.heading["game"] in ("boston", "cayenne"):
            return self.fact("presented", by=self.heading["dealer"])
        return self.fact("turned", card="2H")

    def ends(self, what: str) -> int:
        return self.fact("finished", what=what)

    def starts(self, *groups: str, cuts: str = FOUR, seats: str = "a N b S c E d W") -> int:
        """A table of four is formed and plays."""
        self.came(*groups)
        self.cuts(cuts)
        self.sits(seats)
        return self.plays()

    def stands(self, line: int, **wanted: object) -> None:
        """What the table's object must hold after a line; a part that is ``None`` must not be there."""
        self.tables[line] = {k.rstrip("_"): v for k, v in wanted.items()}


def table(code: str, name: str, rows: str, note: str, **heading: object) -> Callable[[EveningScript], EveningScript]:
    """Register a case. ``code``: a prefix of the register; ``rows``: numbers under it, or whole row ids."""
    given: dict[str, Any] = {"laws": LAWS[code]} if code in LAWS else {"game": GAMES[code], "laws": LAWS["am"]}
    if code == "mo":
        given |= {"laws": LAWS["en"], "dummy": ["S"]}
    given |= heading
    ids = [row if "-" in row else f"{code}-{row}" for row in rows.split()]

    def register(script: EveningScript) -> EveningScript:
        def told(t: Hand) -> Expect:
            assert isinstance(t, Evening)
            expect = script(t)
            expect.tables = t.tables
            return expect

        as_script: Script = told
        case(f"evening-{code}-{name}", "forming", *ids, note=note, table=Evening, **given)(as_script)
        return script

    return register


def nothing() -> Expect:
    """Nothing is to be ruled."""
    return Expect(result=None)


def entry(row: str, by: str, line: int, status: str = "compulsory", remedy: str | None = "waits") -> Ruling:
    """Somebody enters, or stays, who may not."""
    return _one("entry_irregular", row, by, line, status, remedy)


def seat(row: str, by: str, line: int, status: str = "compulsory", remedy: str | None = "takes_seat") -> Ruling:
    """Somebody sits where he may not."""
    return _one("seat_irregular", row, by, line, status, remedy)


def cut(row: str, by: str, line: int, status: str = "compulsory", remedy: str | None = "recut") -> Ruling:
    """A cut that does not count."""
    return _one("cut_irregular", row, by, line, status, remedy)


def _one(irregularity: str, row: str, by: str, line: int, status: str, remedy: str | None) -> Ruling:
    remedies: dict[str, object] | None = {remedy: None} if remedy and status != "director" else None
    return rule(irregularity, row, by, line, [status], remedies=remedies)


def ruled(*rulings: Ruling) -> Expect:
    """These, and no more."""
    return Expect(list(rulings), result=None)
