"""Records: JSON lines to values and back.

A record's first line is its heading, every other line a fact; blank lines are skipped but counted. Whatever breaks the
contract raises :class:`~controller.rules.errors.BadRecord` with the line and one sentence; whatever is merely absurd at
the card table is left to the judge.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, cast

from controller.rules import facts as f
from controller.rules import values
from controller.rules.cards import SUITS
from controller.rules.errors import BadRecord
from controller.rules.facts import Entry, Fact
from controller.rules.heading import Heading, read_heading
from controller.rules.ruling import IRREGULARITIES, REMEDIES
from controller.rules.seats import Seating

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


# --------------------------------------------------------------------------- facts
_which = values.one_of("still")
_suit = values.one_of(*SUITS)
_Fields = dict[str, tuple[str, values.Read, bool]]


def _spec(**given: values.Read | tuple[values.Read]) -> _Fields:
    """Field name in the record → attribute, reader, required. A reader in a tuple is a required field."""
    out: _Fields = {}
    for name, read in given.items():
        required = isinstance(read, tuple)
        out[name.rstrip("_")] = (name, read[0] if isinstance(read, tuple) else read, required)
    return out


_SPECS: Final[dict[str, tuple[type, _Fields]]] = {
    "pack": (f.Pack, _spec(cards=(values.cards,), faced=values.counts, of=_which)),
    "failed": (f.Failed, _spec(why=(values.one_of(*_WHY),), cards=values.any_cards, place=values.text, of=_which)),
    "shuffled": (f.Shuffled, _spec(by=(values.seat,), shown=values.any_cards, of=_which)),
    "presented": (f.Presented, _spec(by=(values.seat,), of=_which)),
    "cut": (
        f.Cut,
        _spec(by=(values.seat,), packets=values.counts, shown=values.any_cards, confused=values.flag, of=_which),
    ),
    "dealt": (
        f.Dealt,
        _spec(
            to=(values.seat,),
            cards=values.any_cards,
            count=values.count,
            face_up=values.flag,
            by=values.seat,
            pack=values.one_of("own", "other"),
            set=values.count,
        ),
    ),
    "moved": (f.Moved, _spec(from_=(values.seat,), to=(values.seat,), card=values.card, by=values.seat)),
    "turned": (f.Turned, _spec(card=(values.card,), at=values.seat, of=_which)),
    "turned_down": (f.TurnedDown, _spec(by=values.seat)),
    "touched": (f.Touched, _spec(by=(values.seat,), what=values.one_of("hand", "pack"))),
    "looked": (f.Looked, _spec(by=(values.seat,), at=(values.one_of("turn-up", "hand", "trick"),), trick=values.count)),
    "counted": (f.Counted, _spec(by=(values.seat,), what=(values.one_of("pack", "hands", "tricks"),))),
    "found": (f.Found, _spec(seat=(values.seat,), count=(values.count,))),
    "pack_proved": (f.PackProved, _spec(faulty=(values.flag,), missing=values.any_cards, double=values.any_cards)),
    "bid": (f.Bid, _spec(by=(values.seat,), call=(values.one_of(*_BIDS),), suit=_suit)),
    "named_trump": (f.NamedTrump, _spec(by=(values.seat,), trump=values.trump, passes=values.flag)),
    "played": (f.Played, _spec(by=(values.seat,), cards=(values.cards,), maybe=values.cards)),
    "indicated": (f.Indicated, _spec(by=(values.seat,), cards=(values.cards,))),
    "withdrew": (f.Withdrew, _spec(by=(values.seat,), cards=(values.cards,))),
    "exposed": (
        f.Exposed,
        _spec(
            by=(values.seat,),
            cards=(values.cards,),
            holder=values.seat,
            seen_by=values.seats,
            maybe=values.cards,
            how=(values.one_of("dropped", "shown", "detached", "lowered", "thrown", "floor"),),
        ),
    ),
    "laid_open": (
        f.LaidOpen,
        _spec(by=(values.seat,), cards=values.any_cards, why=values.one_of("call", "ruling", "dummy")),
    ),
    "took_up": (f.TookUp, _spec(by=(values.seat,), what=values.one_of("turn-up", "hand"), set=values.count)),
    "quitted": (f.Quitted, _spec(by=(values.seat,))),
    "threw_in": (f.ThrewIn, _spec(by=(values.seat,))),
    "discarded": (f.Discarded, _spec(by=(values.seat,))),
    "said": (
        f.Said,
        _spec(
            by=(values.speaker,),
            what=(values.one_of(*_SAID),),
            of=values.text,
            card=values.card,
            suit=_suit,
            count=values.count,
            held=values.flag,
        ),
    ),
    "claimed": (
        f.Claimed,
        _spec(
            by=(values.seat,),
            what=(values.one_of("revoke", "honours", "game", "rest"),),
            against=values.party,
            trick=values.count,
            count=values.count,
        ),
    ),
    "reported": (
        f.Reported,
        _spec(
            by=(values.text,),
            irregularity=(values.one_of(*IRREGULARITIES),),
            against=values.party,
            cards=values.any_cards,
            trick=values.count,
            law=values.text,
        ),
    ),
    "demanded": (
        f.Demanded,
        _spec(
            by=(values.seat,),
            remedy=(values.one_of(*REMEDIES),),
            ruling=values.ruling,
            suit=_suit,
            card=values.card,
            seat=values.seat,
        ),
    ),
    "waived": (f.Waived, _spec(by=(values.seat,), ruling=values.ruling, for_=values.one_of("trick", "good"))),
    "consulted": (f.Consulted, _spec(by=(values.party,))),
    "mixed": (f.Mixed, _spec(by=(values.seat,))),
    "searched": (
        f.Searched,
        _spec(by=(values.seat,), result=(values.one_of("found", "not_found"),), trick=values.count, card=values.card),
    ),
    "marked": (
        f.Marked,
        _spec(
            by=(values.party,),
            what=(values.one_of("tricks", "honours", "game"),),
            points=(values.integer,),
            total=values.integer,
        ),
    ),
    "abandoned": (f.Abandoned, _spec(claimed=values.tricks, admitted=values.tricks)),
    "ticked": (f.Ticked, {}),
    "revealed": (f.Revealed, _spec(seat=(values.seat,), cards=(values.cards,), by=values.text)),
    "next_cut": (f.NextCut, _spec(by=(values.seat,))),
    "next_deal": (f.NextDeal, _spec(dealer=(values.seat,))),
    "answered": (f.Answered, _spec(line=(values.count,), by=(values.text,))),
    "ruled": (f.Ruled, _spec(by=(values.text,), ruling=(values.ruling,), outcome=(values.text,), why=values.text)),
    "retracted": (f.Retracted, _spec(line=(values.count,), by=(values.text,), why=(values.text,))),
    "corrected": (f.Corrected, _spec(line=(values.count,), by=(values.text,), why=(values.text,))),
}
_NAMES: Final[dict[type, str]] = {made: name for name, (made, _) in _SPECS.items()}


def name_of(fact: Fact) -> str:
    """The word by which a record names this kind of fact, e.g. ``played``."""
    return _NAMES[type(fact)]


def fact_names() -> tuple[str, ...]:
    """Every kind of fact that a record may hold."""
    return tuple(_SPECS)


def _answer(given: dict[str, object]) -> dict[str, object]:
    """An answer whose whole fact stands under ``fact``, in the place of its own name."""
    if isinstance(given.get("fact"), dict) and "line" in given and "by" in given:
        return {**given, "fact": "answered", "to": given["fact"]}
    return given


def read_entry(obj: object, line: int, seating: Seating) -> Entry:
    """One line of a record, already parsed from JSON, as an :class:`Entry`.

    Raises :class:`BadRecord` for an unknown fact, value, seat or card and for a required field that is missing.
    """
    if not isinstance(obj, dict):
        raise BadRecord(line, 'a line of a record is a JSON object, as in {"fact":"quitted","by":"N"}')
    given = _answer(cast("dict[str, object]", obj))
    name = given.get("fact")
    if name == "led":
        name = "played"
    if not isinstance(name, str) or name not in _SPECS:
        raise BadRecord(line, f"unknown fact {json.dumps(given.get('fact'), ensure_ascii=False)}")
    made, spec = _SPECS[name]
    content: dict[str, Any] = {}
    about: dict[str, Any] = {}
    for key, value in given.items():
        if value is None:
            continue
        reader = spec.get(key)
        try:
            if reader is not None:
                content[reader[0]] = reader[1](value, seating)
            elif key in _ABOUT:
                about[key] = _ABOUT[key](value, seating)
        except ValueError as e:
            raise BadRecord(line, f"{name}.{key}: {e}") from None
    for key, (attribute, _, required) in spec.items():
        if required and attribute not in content:
            raise BadRecord(line, f"{name} lacks {key}")
    _complete(name, given, content, line, seating)
    return Entry(line, cast("Fact", made(**content)), **about)


def _sureness(value: object, seating: Seating) -> float:
    number = values.number(value, seating)
    if not 0 <= number <= 1:
        raise values.wrong(value, "a number from 0 to 1")
    return number


def _evidence(value: object, seating: Seating) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    if not isinstance(value, list):
        raise values.wrong(value, "a list of names of pictures")
    return tuple(values.text(v, seating) for v in cast("list[object]", value))


_ABOUT: Final[dict[str, values.Read]] = {
    "t": values.number,
    "seen": values.number,
    "source": values.one_of("shoe", "camera", "panel", "director"),
    "confidence": _sureness,
    "evidence": _evidence,
}
"""What every fact may carry."""


def _complete(name: str, given: Mapping[str, object], content: dict[str, Any], line: int, seating: Seating) -> None:
    """What one field asks of another."""
    match name:
        case "dealt" if "cards" not in content and "count" not in content:
            raise BadRecord(line, "dealt lacks cards or count")
        case "dealt" if "cards" in content and content.get("count", len(content["cards"])) != len(content["cards"]):
            raise BadRecord(line, "dealt: cards and count differ")
        case "looked" if content["at"] == "trick" and "trick" not in content:
            raise BadRecord(line, "looked at a trick lacks trick")
        case "ticked" if given.get("t") is None:
            raise BadRecord(line, "ticked lacks t")
        case "corrected":
            if given.get("to") is None:
                raise BadRecord(line, "corrected lacks to, the whole fact as it should be")
            content["to"] = read_entry(given["to"], line, seating)
        case "answered" if given.get("to") is not None:
            content["fact"] = read_entry(given["to"], line, seating)
        case _:
            pass


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
    about = {"t": entry.t, "seen": entry.seen, "source": entry.source}
    out |= {key: value for key, value in about.items() if value is not None}
    if entry.confidence != 1.0:
        out["confidence"] = entry.confidence
    if entry.evidence:
        out["evidence"] = list(entry.evidence)
    return out


_CARD_LISTS: Final = frozenset({"cards", "shown", "missing", "double"})
_TABLES: Final = frozenset({"claimed", "admitted"})


def _written(key: str, value: object) -> object:
    if isinstance(value, f.Matter):
        return {
            k: v
            for k, v in (("irregularity", value.irregularity), ("by", value.by), ("trick", value.trick))
            if v is not None
        }
    if isinstance(value, tuple):
        items = list(cast("Iterable[Any]", value))
        if key in _TABLES:
            return dict(items)
        return " ".join(items) if key in _CARD_LISTS else items
    return value


def dumps(obj: object) -> str:
    """Compact JSON, as every line of a record and of the judge's answer is written."""
    return json.dumps(obj, ensure_ascii=False, separators=(",", ":"))
