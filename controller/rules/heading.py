"""The first line of a record: what is played, under which laws, by whom, and from which score."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, cast, get_args

from controller.rules import values
from controller.rules.errors import BadRecord
from controller.rules.ruling import Score
from controller.rules.seats import Seat, Seating, Side

GAMES: Final[dict[str, tuple[str, ...]]] = {
    "whist": ("american-1893", "english-cavendish", "deschapelles"),
    "dummy": ("english-cavendish", "american-1893"),
    "double-dummy": ("english-cavendish", "american-1893"),
    "mort": ("english-cavendish", "american-1893"),
    "scotch": ("american-1893", "english-cavendish"),
    "french": ("american-1893", "english-cavendish"),
    "boston": ("american-1893",),
    "cayenne": ("american-1893",),
    "solo": ("american-1893",),
    "solo-three": ("american-1893",),
    "kimberly-solo": ("american-1893",),
}
"""Every game of a record with the codes of laws that it may be played under."""

_PLAYERS: Final[dict[str, range]] = {
    "solo-three": range(3, 4), "mort": range(4, 5), "scotch": range(2, 9), "french": range(2, 9),
}  # fmt: skip
_DUMMIES: Final[dict[str, int]] = {"dummy": 1, "mort": 1, "double-dummy": 2}
_PARTNERS: Final = frozenset({"whist", "dummy", "double-dummy", "mort", "cayenne", "scotch", "french"})

Disclosure = Literal["on_claim", "end_of_hand", "established", "at_once"]
Announce = Literal["at_once", "on_call"]
Choices = Literal["rightful", "all"]
Phase = Literal["cut", "deal", "play"]


@dataclass(frozen=True, slots=True)
class Options:
    """Choices that the heading may make; the defaults are those of the record's contract.

    ``disclosure`` when a renounce that only hidden cards prove is told at the table; ``announce`` whether other faults
    are told as they happen; ``choices`` who gets a button; ``floor`` the confidence under which a fact is a doubt;
    ``simultaneous_s`` seconds within which two plays are at the same time; ``other`` whatever a code or game names.
    """

    disclosure: Disclosure = "on_claim"
    announce: Announce = "at_once"
    choices: Choices = "rightful"
    floor: float = 0.99
    simultaneous_s: float = 0.05
    other: tuple[tuple[str, object], ...] = ()


@dataclass(frozen=True, slots=True)
class Heading:
    """What a record begins with. ``score`` is what is carried in from the hands before."""

    game: str
    laws: str
    seating: Seating
    dealer: Seat
    dummy: tuple[Seat, ...] = ()
    score: Score = field(default_factory=Score)
    complete: frozenset[Phase] = frozenset()
    options: Options = field(default_factory=Options)
    source: tuple[tuple[str, object], ...] = ()
    """Every key of the heading as it was written, so that it can be written again."""


def read_heading(obj: object) -> Heading:
    """The first line of a record. Raises :class:`BadRecord` for line 1."""
    try:
        return _heading(obj)
    except ValueError as e:
        if isinstance(e, BadRecord):
            raise
        raise BadRecord(1, str(e)) from None


def _heading(obj: object) -> Heading:
    if not isinstance(obj, dict):
        raise ValueError("the first line of a record is its heading, a JSON object")
    given = cast("dict[str, object]", obj)
    for key in ("record", "game", "laws", "seats", "dealer"):
        if key not in given:
            raise ValueError(f"the heading lacks {key}")
    if given["record"] != 1 or isinstance(given["record"], bool):
        raise values.wrong(given["record"], "a version of the record that this release reads (1)")
    game, laws = given["game"], given["laws"]
    if not isinstance(game, str) or game not in GAMES:
        raise values.wrong(game, f"a game ({' '.join(GAMES)})")
    if not isinstance(laws, str) or laws not in GAMES[game]:
        raise values.wrong(laws, f"a code of laws for {game} ({' '.join(GAMES[game])})")
    seating = _seating(game, given["seats"], given.get("sides"))
    return Heading(
        game,
        laws,
        seating,
        values.seat(given["dealer"], seating),
        _dummy(game, given.get("dummy"), seating),
        _score(given.get("score"), seating),
        _phases(given.get("complete")),
        _options(given.get("options"), seating),
        tuple(given.items()),
    )


def _seating(game: str, seats: object, sides: object) -> Seating:
    if not isinstance(seats, list) or not seats:
        raise ValueError("seats are a list, clockwise")
    labels = cast("list[object]", seats)
    names: list[Seat] = []
    for label in labels:
        if not isinstance(label, str) or len(label) != 1 or not "A" <= label <= "Z":
            raise values.wrong(label, "a seat: one upper-case letter")
        if label in names:
            raise ValueError(f"seat {label} is listed twice")
        names.append(label)
    players = _PLAYERS.get(game, range(4, 5))
    if len(names) not in players:
        raise ValueError(
            f"{game} is played by {players.start} to {players.stop - 1}, not by {len(names)}"
            if len(players) > 1
            else f"{game} is played by {players.start}, not by {len(names)}"
        )
    if sides is None:
        if len(names) > 4 and len(names) % 2 == 0:
            raise ValueError(f"{len(names)} players need sides")
        together = len(names) == 4 and game in _PARTNERS
        given: list[str] = [names[0] + names[2], names[1] + names[3]] if together else names
    else:
        given = _sides(sides, names)
    ordered = ["".join(s for s in names if s in side) for side in given]
    if game in ("scotch", "french"):
        _alternate(ordered, names)
    return Seating(tuple(names), tuple(sorted(ordered, key=lambda side: names.index(side[0]))))


def _alternate(sides: list[str], names: list[Seat]) -> None:
    """Partners sit as far from each other as they can."""
    for side in sides:
        places = [names.index(seat) for seat in side]
        apart = {(b - a) % len(names) for a, b in zip(places, places[1:] + places[:1], strict=True)}
        if len(side) > 1 and len(apart) > 1:
            raise ValueError(f"the partners {side} do not sit alternately with their adversaries")


def _sides(sides: object, names: list[Seat]) -> list[str]:
    if not isinstance(sides, list) or not sides:
        raise ValueError('sides are a list, as in ["NS","EW"]')
    words = cast("list[object]", sides)
    taken = [seat for side in words if isinstance(side, str) for seat in side]
    if not all(isinstance(side, str) and side for side in words) or sorted(taken) != sorted(names):
        raise ValueError("sides name each seat once")
    return cast("list[str]", words)


def _dummy(game: str, dummy: object, seating: Seating) -> tuple[Seat, ...]:
    wanted = _DUMMIES.get(game, 0)
    seats = () if dummy is None else values.seats(dummy, seating)
    if len(seats) != wanted or len(set(seats)) != wanted:
        raise ValueError(f"{game} has {wanted or 'no'} seat{'s' if wanted > 1 else ''} whose hand lies open (dummy)")
    return seats


def _score(score: object, seating: Seating) -> Score:
    if score is None:
        return Score()
    if not isinstance(score, dict):
        raise values.wrong(score, 'a score, as in {"game":{"NS":4,"EW":2}}')
    given = cast("dict[str, object]", score)
    pool = given.get("pool", [])
    pools: list[object] = cast("list[object]", pool) if isinstance(pool, list) else [pool]
    reds = [cast("dict[str, object]", one).get("red", 0) if isinstance(one, dict) else one for one in pools]
    return Score(
        _by_side(given.get("game", {}), seating, "a game score by side"),
        _rubber(given.get("rubber", {}), seating),
        _by_side(given.get("sheet", {}), seating, "points on the sheet by side"),
        tuple(values.count(n, seating) for n in reds),
        values.count(given.get("deals", 0), seating),
    )


def _by_side(given: object, seating: Seating, what: str) -> tuple[tuple[str, int], ...]:
    if not isinstance(given, dict):
        raise values.wrong(given, what)
    return tuple(
        (values.side(s, seating), values.integer(n, seating)) for s, n in cast("dict[str, object]", given).items()
    )


def _rubber(rubber: object, seating: Seating) -> tuple[tuple[Side, int], ...]:
    if not isinstance(rubber, dict):
        raise values.wrong(rubber, "the games of the rubber won by each side")
    out: list[tuple[Side, int]] = []
    for name, games in cast("dict[str, object]", rubber).items():
        side = values.side(name, seating)
        if isinstance(games, list):
            out += [(side, values.count(value, seating)) for value in cast("list[object]", games)]
        else:
            out += [(side, 0)] * values.count(games, seating)
    return tuple(out)


def carried(heading: Heading) -> Score:
    """The score before the first hand, with every side named."""
    none, score = dict.fromkeys(heading.seating.sides, 0), heading.score
    game, sheet = ((none | dict(points)) for points in (score.game, score.sheet))
    return replace(score, game=tuple(game.items()), sheet=tuple(sheet.items()))


def _phases(complete: object) -> frozenset[Phase]:
    if complete is None:
        return frozenset()
    if not isinstance(complete, list):
        raise values.wrong(complete, "a list of cut, deal, play")
    words = cast("list[object]", complete)
    for word in words:
        if word not in get_args(Phase):
            raise values.wrong(word, "one of cut, deal, play")
    return frozenset(cast("list[Phase]", words))


def _options(options: object, seating: Seating) -> Options:
    if options is None:
        return Options()
    if not isinstance(options, dict):
        raise values.wrong(options, "an object of named options")
    known: dict[str, Any] = {}
    other: list[tuple[str, object]] = []
    words = {"disclosure": get_args(Disclosure), "announce": get_args(Announce), "choices": get_args(Choices)}
    for key, value in cast("dict[str, object]", options).items():
        if key in words:
            if value not in words[key]:
                raise ValueError(f"options.{key}: {values.wrong(value, 'one of ' + ' '.join(words[key]))}")
            known[key] = value
        elif key in ("floor", "simultaneous_s"):
            known[key] = float(values.number(value, seating))
        else:
            other.append((key, value))
    return Options(**known, other=tuple(other))
