"""Records: JSON lines to values and back.

A record's first line is its heading, every other line a fact; blank lines are skipped but counted. Whatever breaks the
contract raises :class:`~controller.rules.errors.BadRecord` with the line and one sentence; whatever is merely absurd at
the card table is left to the judge.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, cast, get_args

from controller.rules import facts as f
from controller.rules.cards import PACK, SUITS, UNREAD, Card
from controller.rules.errors import BadRecord
from controller.rules.facts import Entry, Fact
from controller.rules.heading import Announce, Choices, Disclosure, Heading, Options, Phase
from controller.rules.ruling import IRREGULARITIES, REMEDIES
from controller.rules.seats import Seat, Seating

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
    "solo-three": range(3, 4), "kimberly-solo": range(3, 4), "mort": range(4, 5), "scotch": range(2, 9),
}  # fmt: skip
_DUMMIES: Final[dict[str, int]] = {"dummy": 1, "mort": 1, "double-dummy": 2}
_PARTNERS: Final = frozenset({"whist", "dummy", "double-dummy", "mort", "cayenne", "scotch", "french"})
_WHY: Final = "double_feed jam misfeed faced foreign unread missing double link power lid sensor".split()
_SAID: Final = (
    "asks_renounce none_left asks_trump_suit names_turn_up names_card calls_attention asks_draw rest_are_ours "
    "we_have_game honours cannot_recall_turn_up doubts_deal accepts_deal interrupts suspects_revoke ace_high "
    "you_make_it asks_who_dealt lay_down remark"
).split()
_BIDS: Final = (
    "pass propose accept solo misere abundance abundance-in-trumps spread slam six-abundance six-solo 5 6 7 8 9 10 11 "
    "12 little-misere grand-misere little-spread grand-spread keep keep-over"
).split()


@dataclass(frozen=True, slots=True)
class Record:
    """A heading and what happened after it."""

    heading: Heading
    entries: tuple[Entry, ...]


# --------------------------------------------------------------------------- values
_Read = Callable[[object, Seating], object]


def _wrong(value: object, wanted: str) -> ValueError:
    shown = json.dumps(value, ensure_ascii=False)
    return ValueError(f"{shown if len(shown) <= 40 else shown[:37] + '...'} is not {wanted}")


def _text(value: object, _: Seating) -> str:
    if not isinstance(value, str) or not value:
        raise _wrong(value, "a text")
    return value


def _seat(value: object, seating: Seating) -> Seat:
    if not isinstance(value, str) or value not in seating.seats:
        raise _wrong(value, f"a seat of this table ({' '.join(seating.seats)})")
    return value


def _speaker(value: object, seating: Seating) -> str:
    return "bystander" if value == "bystander" else _seat(value, seating)


def _side(value: object, seating: Seating) -> str:
    if not isinstance(value, str) or value not in seating.sides:
        raise _wrong(value, f"a side of this table ({' '.join(seating.sides)})")
    return value


def _party(value: object, seating: Seating) -> str:
    if isinstance(value, str) and (value in seating.sides or value in seating.seats):
        return value
    raise _wrong(value, "a seat or a side of this table")


def _seats(value: object, seating: Seating) -> tuple[Seat, ...]:
    if isinstance(value, str):
        return tuple(_seat(s, seating) for s in value.split()) if " " in value else (_seat(value, seating),)
    if isinstance(value, list):
        return tuple(_seat(s, seating) for s in cast("list[object]", value))
    raise _wrong(value, "a list of seats")


_CARDS: Final[dict[str, Card]] = {c: c for c in (*PACK, UNREAD)}


def _card(value: object, _: Seating) -> Card:
    if isinstance(value, str) and value in _CARDS:
        return _CARDS[value]
    raise _wrong(value, "a card (rank A K Q J T 9 … 2, then suit S H D C, as in TD)")


def _cards(value: object, seating: Seating) -> tuple[Card, ...]:
    if isinstance(value, str):
        parts: list[object] = [*value.split()]
    elif isinstance(value, list):
        parts = cast("list[object]", value)
    else:
        raise _wrong(value, "cards, as in \"QS 6S\"")
    if not parts:
        raise _wrong(value, "one card or more")
    return tuple(_card(part, seating) for part in parts)


def _any_cards(value: object, seating: Seating) -> tuple[Card, ...]:
    return () if value in ("", []) else _cards(value, seating)


def _flag(value: object, _: Seating) -> bool:
    if not isinstance(value, bool):
        raise _wrong(value, "true or false")
    return value


def _number(value: object, _: Seating) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise _wrong(value, "a number")
    return value


def _count(value: object, _: Seating) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise _wrong(value, "a whole number, 0 or more")
    return value


def _integer(value: object, _: Seating) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise _wrong(value, "a whole number")
    return value


def _counts(value: object, seating: Seating) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise _wrong(value, "a list of whole numbers")
    return tuple(_count(v, seating) for v in cast("list[object]", value))


def _tricks(value: object, seating: Seating) -> f.Tricks:
    if not isinstance(value, dict):
        raise _wrong(value, "a number for each side, as in {\"NS\":9,\"EW\":4}")
    table = cast("dict[object, object]", value)
    return tuple((_side(side, seating), _count(n, seating)) for side, n in table.items())


def _ruling(value: object, seating: Seating) -> int | f.Matter:
    if isinstance(value, dict):
        table = cast("dict[str, object]", value)
        by, trick = table.get("by"), table.get("trick")
        return f.Matter(
            _one_of(*IRREGULARITIES)(table.get("irregularity"), seating),
            None if by is None else _party(by, seating),
            None if trick is None else _count(trick, seating),
        )
    return _count(value, seating)


def _one_of(*words: str) -> Callable[[object, Seating], str]:
    def read(value: object, _: Seating) -> str:
        if isinstance(value, str) and value in words:
            return value
        raise _wrong(value, f"one of {' '.join(words)}" if len(words) < 24 else "a known word")

    return read


def _trump(value: object, seating: Seating) -> str:
    return _one_of(*SUITS, "grand", "nullo")(value, seating)


# --------------------------------------------------------------------------- facts
_which = _one_of("still")
_suit = _one_of(*SUITS)
_Fields = dict[str, tuple[str, _Read, bool]]


def _spec(**given: _Read | tuple[_Read]) -> _Fields:
    """Field name in the record → attribute, reader, required. A reader in a tuple is a required field."""
    out: _Fields = {}
    for name, read in given.items():
        required = isinstance(read, tuple)
        out[name.rstrip("_")] = (name, read[0] if isinstance(read, tuple) else read, required)
    return out


_SPECS: Final[dict[str, tuple[type, _Fields]]] = {
    "pack": (f.Pack, _spec(cards=(_cards,), faced=_counts, of=_which)),
    "failed": (f.Failed, _spec(why=(_one_of(*_WHY),), cards=_any_cards, place=_text, of=_which)),
    "shuffled": (f.Shuffled, _spec(by=(_seat,), shown=_any_cards, of=_which)),
    "presented": (f.Presented, _spec(by=(_seat,), of=_which)),
    "cut": (f.Cut, _spec(by=(_seat,), packets=_counts, shown=_any_cards, confused=_flag, of=_which)),
    "dealt": (
        f.Dealt,
        _spec(to=(_seat,), cards=_any_cards, count=_count, face_up=_flag, by=_seat, pack=_one_of("own", "other"), set=_count),
    ),
    "moved": (f.Moved, _spec(from_=(_seat,), to=(_seat,), card=_card, by=_seat)),
    "turned": (f.Turned, _spec(card=(_card,), at=_seat, of=_which)),
    "turned_down": (f.TurnedDown, _spec(by=_seat)),
    "touched": (f.Touched, _spec(by=(_seat,), what=_one_of("hand", "pack"))),
    "looked": (f.Looked, _spec(by=(_seat,), at=(_one_of("turn-up", "hand", "trick"),), trick=_count)),
    "counted": (f.Counted, _spec(by=(_seat,), what=(_one_of("pack", "hands", "tricks"),))),
    "found": (f.Found, _spec(seat=(_seat,), count=(_count,))),
    "pack_proved": (f.PackProved, _spec(faulty=(_flag,), missing=_any_cards, double=_any_cards)),
    "bid": (f.Bid, _spec(by=(_seat,), call=(_one_of(*_BIDS),), suit=_suit)),
    "named_trump": (f.NamedTrump, _spec(by=(_seat,), trump=_trump, passes=_flag)),
    "played": (f.Played, _spec(by=(_seat,), cards=(_cards,), maybe=_cards)),
    "indicated": (f.Indicated, _spec(by=(_seat,), cards=(_cards,))),
    "withdrew": (f.Withdrew, _spec(by=(_seat,), cards=(_cards,))),
    "exposed": (
        f.Exposed,
        _spec(
            by=(_seat,), cards=(_cards,), holder=_seat, seen_by=_seats, maybe=_cards,
            how=(_one_of("dropped", "shown", "detached", "lowered", "thrown", "floor"),),
        ),
    ),
    "laid_open": (f.LaidOpen, _spec(by=(_seat,), cards=_any_cards, why=_one_of("call", "ruling", "dummy"))),
    "took_up": (f.TookUp, _spec(by=(_seat,), what=_one_of("turn-up", "hand"), set=_count)),
    "quitted": (f.Quitted, _spec(by=(_seat,))),
    "threw_in": (f.ThrewIn, _spec(by=(_seat,))),
    "discarded": (f.Discarded, _spec(by=(_seat,))),
    "said": (
        f.Said,
        _spec(by=(_speaker,), what=(_one_of(*_SAID),), of=_text, card=_card, suit=_suit, count=_count, held=_flag),
    ),
    "claimed": (
        f.Claimed,
        _spec(by=(_seat,), what=(_one_of("revoke", "honours", "game", "rest"),), against=_party, trick=_count, count=_count),
    ),
    "reported": (
        f.Reported,
        _spec(by=(_text,), irregularity=(_one_of(*IRREGULARITIES),), against=_party, cards=_any_cards, trick=_count),
    ),
    "demanded": (
        f.Demanded,
        _spec(by=(_seat,), remedy=(_one_of(*REMEDIES),), ruling=_ruling, suit=_suit, card=_card, seat=_seat),
    ),
    "waived": (f.Waived, _spec(by=(_seat,), ruling=_ruling, for_=_one_of("trick", "good"))),
    "consulted": (f.Consulted, _spec(by=(_party,))),
    "mixed": (f.Mixed, _spec(by=(_seat,))),
    "searched": (f.Searched, _spec(by=(_seat,), result=(_one_of("found", "not_found"),), trick=_count, card=_card)),
    "marked": (
        f.Marked,
        _spec(by=(_party,), what=(_one_of("tricks", "honours", "game"),), points=(_integer,), total=_integer),
    ),
    "abandoned": (f.Abandoned, _spec(claimed=_tricks, admitted=_tricks)),
    "ticked": (f.Ticked, {}),
    "revealed": (f.Revealed, _spec(seat=(_seat,), cards=(_cards,), by=_text)),
    "next_cut": (f.NextCut, _spec(by=(_seat,))),
    "next_deal": (f.NextDeal, _spec(dealer=(_seat,))),
    "answered": (f.Answered, _spec(line=(_count,), by=(_text,))),
    "ruled": (f.Ruled, _spec(by=(_text,), ruling=(_ruling,), outcome=(_text,), why=_text)),
    "retracted": (f.Retracted, _spec(line=(_count,), by=(_text,), why=(_text,))),
    "corrected": (f.Corrected, _spec(line=(_count,), by=(_text,), why=(_text,))),
}
_NAMES: Final[dict[type, str]] = {made: name for name, (made, _) in _SPECS.items()}
_source = _one_of("shoe", "camera", "panel", "director")


def name_of(fact: Fact) -> str:
    """The word by which a record names this kind of fact, e.g. ``played``."""
    return _NAMES[type(fact)]


def fact_names() -> tuple[str, ...]:
    """Every kind of fact that a record may hold."""
    return tuple(_SPECS)


def read_entry(obj: object, line: int, seating: Seating) -> Entry:
    """One line of a record, already parsed from JSON, as an :class:`Entry`.

    Raises :class:`BadRecord` for an unknown fact, value, seat or card and for a required field that is missing.
    """
    if not isinstance(obj, dict):
        raise BadRecord(line, "a line of a record is a JSON object, as in {\"fact\":\"quitted\",\"by\":\"N\"}")
    given = cast("dict[str, object]", obj)
    name = given.get("fact")
    if name == "led":
        name = "played"
    if not isinstance(name, str) or name not in _SPECS:
        raise BadRecord(line, f"unknown fact {json.dumps(given.get('fact'), ensure_ascii=False)}")
    made, spec = _SPECS[name]
    values: dict[str, Any] = {}
    t = seen = source = None
    confidence, evidence = 1.0, ()
    for key, value in given.items():
        if value is None:
            continue
        field = spec.get(key)
        try:
            if field is not None:
                values[field[0]] = field[1](value, seating)
            elif key == "t":
                t = _number(value, seating)
            elif key == "seen":
                seen = _number(value, seating)
            elif key == "source":
                source = cast("f.Source", _source(value, seating))
            elif key == "confidence":
                confidence = _number(value, seating)
                if not 0 <= confidence <= 1:
                    raise _wrong(value, "a number from 0 to 1")
            elif key == "evidence":
                evidence = _evidence(value, seating)
        except ValueError as e:
            raise BadRecord(line, f"{name}.{key}: {e}") from None
    for key, (attribute, _, required) in spec.items():
        if required and attribute not in values:
            raise BadRecord(line, f"{name} lacks {key}")
    _complete(name, given, values, line, seating)
    return Entry(line, cast("Fact", made(**values)), t, seen, source, confidence, evidence)


def _evidence(value: object, seating: Seating) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    if not isinstance(value, list):
        raise _wrong(value, "a list of names of pictures")
    return tuple(_text(v, seating) for v in cast("list[object]", value))


def _complete(name: str, given: Mapping[str, object], values: dict[str, Any], line: int, seating: Seating) -> None:
    """What one field asks of another."""
    match name:
        case "dealt" if "cards" not in values and "count" not in values:
            raise BadRecord(line, "dealt lacks cards or count")
        case "dealt" if "cards" in values and values.get("count", len(values["cards"])) != len(values["cards"]):
            raise BadRecord(line, "dealt: cards and count differ")
        case "looked" if values["at"] == "trick" and "trick" not in values:
            raise BadRecord(line, "looked at a trick lacks trick")
        case "ticked" if given.get("t") is None:
            raise BadRecord(line, "ticked lacks t")
        case "corrected":
            if given.get("to") is None:
                raise BadRecord(line, "corrected lacks to, the whole fact as it should be")
            values["to"] = read_entry(given["to"], line, seating)
        case "answered" if given.get("to") is not None:
            values["fact"] = read_entry(given["to"], line, seating)
        case _:
            pass


# --------------------------------------------------------------------------- the heading
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
        raise _wrong(given["record"], "a version of the record that this release reads (1)")
    game, laws = given["game"], given["laws"]
    if not isinstance(game, str) or game not in GAMES:
        raise _wrong(game, f"a game ({' '.join(GAMES)})")
    if not isinstance(laws, str) or laws not in GAMES[game]:
        raise _wrong(laws, f"a code of laws for {game} ({' '.join(GAMES[game])})")
    seating = _seating(game, given["seats"], given.get("sides"))
    return Heading(
        game,
        laws,
        seating,
        _seat(given["dealer"], seating),
        _dummy(game, given.get("dummy"), seating),
        _score(given.get("score"), seating),
        _phases(given.get("complete")),
        _options(given.get("options"), seating),
        tuple(given.items()),
    )


def _seating(game: str, seats: object, sides: object) -> Seating:
    if not isinstance(seats, list) or not seats:
        raise _wrong(seats, "a list of seats, clockwise")
    labels = cast("list[object]", seats)
    names: list[Seat] = []
    for label in labels:
        if not isinstance(label, str) or len(label) != 1 or not "A" <= label <= "Z":
            raise _wrong(label, "a seat: one upper-case letter")
        if label in names:
            raise ValueError(f"seat {label} is listed twice")
        names.append(label)
    players = _PLAYERS.get(game, range(4, 5))
    if len(names) not in players:
        raise ValueError(f"{game} is played by {players.start} to {players.stop - 1}, not by {len(names)}"
                         if len(players) > 1 else f"{game} is played by {players.start}, not by {len(names)}")
    if sides is None:
        if len(names) > 4 and len(names) % 2 == 0:
            raise ValueError(f"{len(names)} players need sides")
        together = len(names) == 4 and game in _PARTNERS
        given: list[str] = [names[0] + names[2], names[1] + names[3]] if together else names
    else:
        given = _sides(sides, names)
    ordered = ["".join(s for s in names if s in side) for side in given]
    return Seating(tuple(names), tuple(sorted(ordered, key=lambda side: names.index(side[0]))))


def _sides(sides: object, names: list[Seat]) -> list[str]:
    if not isinstance(sides, list) or not sides:
        raise _wrong(sides, "a list of sides, as in [\"NS\",\"EW\"]")
    words = cast("list[object]", sides)
    taken = [seat for side in words if isinstance(side, str) for seat in side]
    if not all(isinstance(side, str) and side for side in words) or sorted(taken) != sorted(names):
        raise _wrong(sides, "each seat once, side by side")
    return cast("list[str]", words)


def _dummy(game: str, dummy: object, seating: Seating) -> tuple[Seat, ...]:
    wanted = _DUMMIES.get(game, 0)
    seats = () if dummy is None else _seats(dummy, seating)
    if len(seats) != wanted or len(set(seats)) != wanted:
        raise ValueError(f"{game} has {wanted or 'no'} seat{'s' if wanted > 1 else ''} whose hand lies open (dummy)")
    return seats


def _score(score: object, seating: Seating) -> tuple[tuple[str, int], ...]:
    if score is None:
        return ()
    if not isinstance(score, dict):
        raise _wrong(score, "a score, as in {\"game\":{\"NS\":4,\"EW\":2}}")
    game = cast("dict[str, object]", score).get("game", {})
    if not isinstance(game, dict):
        raise _wrong(game, "a game score by side")
    return tuple((_side(s, seating), _integer(n, seating)) for s, n in cast("dict[str, object]", game).items())


def _phases(complete: object) -> frozenset[Phase]:
    if complete is None:
        return frozenset()
    if not isinstance(complete, list):
        raise _wrong(complete, "a list of cut, deal, play")
    words = cast("list[object]", complete)
    for word in words:
        if word not in get_args(Phase):
            raise _wrong(word, "one of cut, deal, play")
    return frozenset(cast("list[Phase]", words))


def _options(options: object, seating: Seating) -> Options:
    if options is None:
        return Options()
    if not isinstance(options, dict):
        raise _wrong(options, "an object of named options")
    known: dict[str, Any] = {}
    other: list[tuple[str, object]] = []
    words = {"disclosure": get_args(Disclosure), "announce": get_args(Announce), "choices": get_args(Choices)}
    for key, value in cast("dict[str, object]", options).items():
        if key in words:
            if value not in words[key]:
                raise ValueError(f"options.{key}: {_wrong(value, 'one of ' + ' '.join(words[key]))}")
            known[key] = value
        elif key in ("floor", "simultaneous_s"):
            known[key] = float(_number(value, seating))
        else:
            other.append((key, value))
    return Options(**known, other=tuple(other))


# --------------------------------------------------------------------------- files
def _pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object whose second ``fact`` (an answer's whole fact) stands under ``to``."""
    out: dict[str, object] = {}
    for key, value in pairs:
        if key == "fact" and isinstance(out.get("fact"), str) and isinstance(value, dict):
            key = "to"
        out[key] = value
    return out


def read_json(text: str, line: int) -> object:
    """One line of JSON. Raises :class:`BadRecord` where it is none."""
    try:
        return json.loads(text, object_pairs_hook=_pairs)
    except (ValueError, RecursionError) as e:
        raise BadRecord(line, f"not a line of JSON ({e})") from None


def read_record(lines: Iterable[str]) -> Record:
    """A whole record from its lines. Raises :class:`BadRecord` at the first line that breaks the contract."""
    heading: Heading | None = None
    entries: list[Entry] = []
    last: float | None = None
    seen: set[int] = set()
    for number, text in enumerate(lines, 1):
        if not text.strip():
            continue
        obj = read_json(text, number)
        if heading is None:
            if number != 1:
                raise BadRecord(1, "the first line of a record is its heading, not an empty line")
            heading = read_heading(obj)
            continue
        entry = read_entry(obj, number, heading.seating)
        if entry.t is not None:
            if last is not None and entry.t < last:
                raise BadRecord(number, f"t decreases from {last:g} to {entry.t:g}")
            last = entry.t
        refer(entry, seen)
        seen.add(number)
        entries.append(entry)
    if heading is None:
        raise BadRecord(1, "the record is empty; its first line is the heading")
    return Record(heading, tuple(entries))


def refer(entry: Entry, lines: set[int]) -> None:
    """Check that a fact about another line names one that stands before it. Raises :class:`BadRecord`."""
    match entry.fact:
        case f.Answered(line=line) | f.Retracted(line=line) | f.Corrected(line=line) if line not in lines:
            raise BadRecord(entry.line, f"line {line} holds no fact before this one")
        case _:
            pass


def write_entry(entry: Entry) -> dict[str, object]:
    """The object of one fact, without fields that hold their default."""
    fact = entry.fact
    name = _NAMES[type(fact)]
    spec = _SPECS[name][1]
    out: dict[str, object] = {"fact": name}
    defaults = {field.name: field.default for field in fields(fact)}
    for key, (attribute, _, required) in spec.items():
        value = getattr(fact, attribute)
        if required or value != defaults[attribute]:
            out[key] = _written(key, value)
    match fact:
        case f.Corrected(to=to) | f.Answered(fact=to) if to is not None:
            out["to"] = write_entry(to)
        case _:
            pass
    for key, value in (("t", entry.t), ("seen", entry.seen), ("source", entry.source)):
        if value is not None:
            out[key] = value
    if entry.confidence != 1.0:
        out["confidence"] = entry.confidence
    if entry.evidence:
        out["evidence"] = list(entry.evidence)
    return out


_CARD_LISTS: Final = frozenset({"cards", "shown", "missing", "double"})
_TABLES: Final = frozenset({"claimed", "admitted"})


def _written(key: str, value: object) -> object:
    if isinstance(value, f.Matter):
        return {k: v for k, v in (("irregularity", value.irregularity), ("by", value.by), ("trick", value.trick)) if v is not None}
    if isinstance(value, tuple):
        items = cast("tuple[Any, ...]", value)
        if key in _TABLES:
            return dict(items)
        return " ".join(items) if key in _CARD_LISTS else list(items)
    return value


def dumps(obj: object) -> str:
    """Compact JSON, as every line of a record and of the judge's answer is written."""
    return json.dumps(obj, ensure_ascii=False, separators=(",", ":"))
