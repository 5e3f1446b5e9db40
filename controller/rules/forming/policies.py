"""How each code and game forms its table, as data.

Where a code leaves the print of its own game for the law (``options.table`` is ``prose``), the custom that the game's
description tells is used instead of the law.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from controller.rules.heading import Heading

Rows = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cited:
    """The rows that each matter rests on; an empty one: the code says nothing of it, and nothing is ruled."""

    preference: Rows = ()
    choice: Rows = ()
    complete: Rows = ()
    waiting: Rows = ()
    """One who belongs plays in his turn; where it is empty, ``complete`` says so."""
    partners: Rows = ()
    two_equal: Rows = ()
    two_lowest: Rows = ()
    three_low: Rows = ()
    three_high: Rows = ()
    one_pack: Rows = ()
    one_card: Rows = ()
    out: Rows = ()
    admitted: Rows = ()
    late: Rows = ()
    opposite: Rows = ()
    seat_kept: Rows = ()
    seat_agreed: Rows = ()
    chosen_kept: Rows = ()
    substitute: Rows = ()
    elsewhere: Rows = ()
    breaker: Rows = ()
    fresh: Rows = ()
    """Who came from another table stands behind those who did not."""
    absent: Rows = ()
    away: Rows = ()
    several: Rows = ()
    habitual: Rows = ()
    turns: Rows = ()


@dataclass(frozen=True, slots=True)
class Policy:
    """``complete``: how many belong to a full table. ``first``: who plays when more come than can play.

    ``after``: who plays when a ``unit`` is over: those who have played most running go out, or all begin afresh, or one
    sits out in turn. ``points``: for so many players, after how many of the lowest cuts the order must be certain.
    ``groups``: sizes of the sides, the lowest first. ``seats``: how they sit down.
    """

    name: str
    players: int
    complete: int
    cited: Cited
    first: Literal["arrival", "lot"] = "arrival"
    after: Literal["most", "afresh", "turns"] = "most"
    unit: Literal["game", "rubber", "tournee", "hand"] = "game"
    hands: int = 0
    """Hands that make a game, where that is counted."""
    points: tuple[int, ...] = (1, 2)
    groups: tuple[int, ...] = (2, 2)
    seats: Literal["sides", "highest_opposite", "to_the_left", "in_order", "free", "vivant"] = "sides"
    ace_low: bool = True
    most: int = 2
    """The most who come in at once."""
    lists: bool = False
    """Names are put down: who comes later, and who was away, stands at the end of the list."""


_AM: Final = Cited(
    preference=("am-2.a",), choice=("am-2.b", "am-2.a"), complete=("am-2.b",), partners=("am-2.c",),
    two_equal=("am-3",), two_lowest=("am-2.c",), three_low=("am-4.a",), three_high=("am-4.b",), one_pack=("am-7.b",),
    one_card=("am-7.c",), out=("am-5",), admitted=("am-5",), late=("am-6",), opposite=("am-2.c",),
)  # fmt: skip
_EN: Final = Cited(
    preference=("en-16.a",), choice=("en-16.a", "en-17"), complete=("en-17",), partners=("en-16.b",),
    two_equal=("en-18.a", "en-fn3", "en-fn4"), two_lowest=("en-18.b",), three_low=("en-19.a",),
    three_high=("en-19.b", "en-fn5"), one_pack=("en-14",), one_card=("en-15",), out=("en-20",), admitted=("en-20",),
    late=("en-21",), opposite=("en-16.b",), chosen_kept=("en-16.b",), substitute=("en-23",), elsewhere=("en-24",),
    breaker=("en-25",), fresh=("en-22",),
)  # fmt: skip
_DE: Final = Cited(
    preference=("de-7", "de-6"), choice=("de-1.b", "de-3", "de-6"), complete=("de-1.a", "de-3"),
    partners=("de-7", "de-6"),
    two_equal=("de-7", "de-6"), two_lowest=("de-8", "de-6"), three_low=("de-7", "de-6"), three_high=("de-7", "de-6"),
    one_pack=("de-6",), one_card=("de-6",), out=("de-4.a", "de-19.a"), admitted=("de-5",), waiting=("de-2", "de-1.b"),
    opposite=("de-10",), seat_kept=("de-9.a",), chosen_kept=("de-8", "de-9.a"), elsewhere=("de-17",),
    absent=("de-12", "de-11"), away=("de-16.b", "de-12"), several=("de-18",), habitual=("de-13",), turns=("de-4.b",),
)  # fmt: skip


def _as_american(**rows: Rows) -> Cited:
    """What a game says for itself, the American code for the rest; its sixth law does not hold."""
    return replace(_AM, late=(), **rows)


_BO: Final = _as_american(
    complete=("bo-2.a",), choice=("bo-5", "bo-2.a"), out=("bo-5",), admitted=("bo-5",), partners=("bo-2.b",),
    opposite=("bo-2.b",), two_lowest=("bo-2.b",), seat_agreed=("bo-P.seats",),
)  # fmt: skip
_CA: Final = _as_american(
    choice=("ca-5",), out=("ca-5",), admitted=("ca-5",), partners=("ca-P.cut",), opposite=("ca-P.cut",)
)
_SO: Final = _as_american(
    complete=("so-2.a",), choice=("so-5", "so-2.a"), out=("so-5",), admitted=("so-5",), partners=("so-2.b",),
    opposite=("so-2.b",), two_lowest=("so-2.b",), seat_agreed=("so-P.seats",),
)  # fmt: skip
_MO: Final = replace(
    _EN, choice=("mo-11",), out=("mo-11",), admitted=("mo-11",), turns=("mo-1.b",), partners=("mo-2", "mo-1.b"),
    opposite=("mo-2",), late=(), complete=("mo-11",), waiting=("mo-1.b",),
)  # fmt: skip

_SCOTCH_ROWS: Final = {2: "sc-3.2", 3: "sc-3.3", 4: "sc-3.4", 5: "sc-3.5", 7: "sc-3.7", 8: "sc-3.8"}


def policy_of(heading: Heading) -> Policy:
    """How the table of this heading is formed."""
    prose = dict(heading.options.other).get("table") == "prose"
    seats = len(heading.seating.seats)
    match heading.game:
        case "boston":
            return _boston(prose)
        case "solo" | "solo-three" | "kimberly-solo":
            return _solo(prose, seats)
        case "cayenne":
            return Policy("cayenne", 4, 6, _CA, after="afresh")
        case "scotch" | "french":
            return _scotch(heading, seats)
        case "mort":
            return Policy(
                "mort", 3, 4, _MO, first="lot", after="turns", unit="tournee", points=(1, 3), groups=(1, 1, 1),
                seats="vivant",
            )  # fmt: skip
        case "dummy" | "double-dummy":
            n = seats - len(heading.dummy)
            return Policy(heading.game, n, n, _EN, unit="rubber", points=(1,), groups=(1,) * n, seats="free")
        case _:
            pass
    match heading.laws:
        case "english-cavendish":
            return Policy("english-cavendish", 4, 6, _EN, unit="rubber")
        case "deschapelles":
            return Policy("deschapelles", 4, 6, _DE, first="lot", unit="rubber", lists=True)
        case _:
            return Policy("american-1893", 4, 6, _AM)


def _boston(prose: bool) -> Policy:
    if not prose:
        return Policy(
            "boston", 4, 4, _BO, first="lot", after="afresh", hands=12, groups=(1, 1, 2), seats="highest_opposite"
        )
    cited = replace(
        _BO, complete=("bo-P.players",), choice=("bo-P.players",), partners=("bo-P.cut",), opposite=("bo-P.cut",),
        two_lowest=("bo-P.cut",), two_equal=("bo-P.cut", "am-3"), out=("bo-P.cut",), admitted=("bo-P.cut",),
    )  # fmt: skip
    return Policy(
        "boston", 4, 6, cited, first="lot", hands=12, points=(1, 2, 3), groups=(1, 1, 1, 1), seats="to_the_left"
    )


def _solo(prose: bool, seats: int) -> Policy:
    if not prose:
        return Policy(
            "solo", seats, seats, _SO, first="lot", after="afresh", unit="hand", hands=1,
            points=(1, 2) if seats == 4 else (1,), groups=(1, 1, 2) if seats == 4 else (1,) * seats,
            seats="highest_opposite" if seats == 4 else "free",
        )  # fmt: skip
    cited = replace(
        _SO, complete=("so-P.players",), turns=("so-P.players",), partners=("so-P.cut",), opposite=("so-P.cut",),
        out=("so-P.players",), two_lowest=("so-P.cut",),
    )  # fmt: skip
    return Policy(
        "solo", seats, 5, cited, after="turns", unit="hand", hands=1, points=(1,), groups=(1,) * seats, seats="free"
    )


def _scotch(heading: Heading, seats: int) -> Policy:
    sides = tuple(len(side) for side in heading.seating.sides)
    row = ("sc-3.6a" if max(sides) == 2 else "sc-3.6b") if seats == 6 else _SCOTCH_ROWS.get(seats, "sc-2.a")
    alone = max(sides) == 1
    ends = [sum(sides[: i + 1]) for i in range(len(sides) - 1)]
    cited = replace(
        _AM, complete=("sc-2.a",), choice=("sc-2.a",), partners=(row,), opposite=(row,) if alone else (row, "sc-4"),
        two_equal=("sc-3.tie", "am-3"), two_lowest=("sc-3.tie", row), three_low=("sc-3.tie", "am-4.a"),
        three_high=("sc-3.tie", "am-4.b"),
    )  # fmt: skip
    points = tuple(sorted({1, *ends})) if seats > 2 else (1,)
    return Policy(
        heading.game, seats, 8, cited, points=points, groups=sides, ace_low=False,
        seats="in_order" if alone and seats > 2 else ("sides" if not alone else "free"),
    )  # fmt: skip
