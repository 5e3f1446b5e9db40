"""What is appended to a journal, and what is read back from it. Pure.

A record's life is ``Begun``, then for each hand ``Opened``, ``Noted`` for every fact, ``Closed``. Facts and rulings are
objects as a record and ``pone judge`` write them, keys in the contract's order: ``record.write_entry(entry)``,
``ruling.to_json()``, ``{"result": result.to_json()}``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from controller.journal.envelope import Envelope, Json, unseal
from controller.rules.facts import Entry
from controller.rules.record import write_entry
from controller.rules.ruling import Result, Ruling

Objects = tuple[Mapping[str, object], ...]


@dataclass(frozen=True, slots=True)
class Begun:
    """The record's heading, line 1. ``heading`` is the object of its first line; ``journal`` a 128-bit id."""

    heading: Mapping[str, object]
    journal: str


@dataclass(frozen=True, slots=True)
class Opened:
    """A hand begins, and with it its sealed parts. The key stays in memory until ``Closed`` prints it.

    ``release``: digest of the rules that judge it; ``shoe``: who keeps the key (``simulated`` …); ``commitment``: hash
    of ``nonce`` and pack, which is sealed with the hand. ``hand`` is the next number, or that of the hand that is open:
    it goes on under a new deal and key. What of its earlier keys is known is sealed under the new one; where one was
    lost, the cards that it sealed are unknown from here.
    """

    hand: int
    deal: str
    key: bytes = field(repr=False)
    release: str
    shoe: str = "simulated"
    commitment: str | None = None
    nonce: bytes | None = field(default=None, repr=False)
    more: Mapping[str, object] = field(default_factory=dict[str, object])


@dataclass(frozen=True, slots=True)
class Noted:
    """A fact with all that it made the judge say, one line of the record.

    ``public``: the fact as the table may know it, ``None`` if it may not at all; the ``ruling`` in it is the table's
    number. ``heard``: for each source that told this fact, the number of its message. ``unjudged``: the judge failed
    here (a bug), nothing was ruled.
    """

    line: int
    fact: Mapping[str, object]
    public: Mapping[str, object] | None
    director: Objects = ()
    table: Objects = ()
    heard: Mapping[str, int] = field(default_factory=dict[str, int])
    unjudged: bool = False


@dataclass(frozen=True, slots=True)
class Closed:
    """The open hand is over; its key becomes known to whoever has the file. Digests are made by the journal.

    ``director`` and ``table``: what closing made the judge say where the record ends (``judge.finish``), else empty.
    ``lost`` allows it to be closed though a key of it is not known any more: what it sealed is then lost for good.
    """

    director: Objects = ()
    table: Objects = ()
    lost: bool = False


Draft = Begun | Opened | Noted | Closed


@dataclass(frozen=True, slots=True)
class Reading:
    """An entry as far as it can be read now.

    ``fact`` is the whole fact; while ``shut`` (sealed, and the key is not known) it is the public form. ``director`` is
    empty while ``shut``. Of a hand that was opened: ``nonce`` of its commitment, ``keys`` of its deals before this one.
    """

    envelope: Envelope
    shut: bool = False
    fact: Json | None = None
    public: Json | None = None
    director: tuple[Json, ...] = ()
    table: tuple[Json, ...] = ()
    unjudged: bool = False
    nonce: bytes | None = field(default=None, repr=False)
    keys: Mapping[str, bytes] = field(default_factory=dict[str, bytes], repr=False)

    @property
    def kind(self) -> str:
        """``heading``, ``opened``, ``fact`` or ``closed``."""
        return self.envelope.header.kind

    @property
    def hand(self) -> int:
        """The number of the hand that it belongs to, 0 before the first."""
        return self.envelope.header.hand

    @property
    def line(self) -> int | None:
        """Its line in the record."""
        return self.envelope.header.line


def told(out: Sequence[Ruling | Result]) -> Objects:
    """What the judge said as the objects that ``pone judge`` prints, one a line."""
    return tuple({"result": o.to_json()} if isinstance(o, Result) else o.to_json() for o in out)


def noted(
    entry: Entry,
    public: Entry | None,
    director: Sequence[Ruling | Result],
    table: Sequence[Ruling | Result],
    heard: Mapping[str, int] | None = None,
) -> Noted:
    """A fact and its rulings from the rules' own values.

    ``public`` is what :func:`controller.rules.docket.as_the_table_hears` makes of ``entry``.
    """
    seen = None if public is None else write_entry(public)
    return Noted(entry.line, write_entry(entry), seen, told(director), told(table), heard or {})


# --------------------------------------------------------------------------- to and from the parts of an entry
def open_of(note: Noted) -> Json:
    """What of a fact stands open."""
    out: Json = {"fact": note.public, "rulings": list(note.table)}
    if note.unjudged:
        out["unjudged"] = True
    return out


def hidden_of(note: Noted) -> Json:
    """What of a fact stands sealed: only what differs from the open part."""
    out: Json = {}
    if note.public is None or dict(note.public) != dict(note.fact):
        out["fact"] = note.fact
    if note.director != note.table:
        out["rulings"] = list(note.director)
    return out


def hidden_of_opening(draft: Opened, keys: Mapping[str, bytes]) -> Json:
    """What of a hand's opening stands sealed. ``keys``: of its deals before this one, as far as they are known."""
    out: Json = {}
    if draft.nonce is not None:
        out["nonce"] = draft.nonce.hex()
    if keys:
        out["keys"] = {deal: key.hex() for deal, key in keys.items()}
    return out


def reading(envelope: Envelope, key: bytes | None) -> Reading:
    """An entry, opened with its hand's key where that is known.

    Raises :class:`~controller.journal.errors.WrongKey` for a sealed part that does not open, :class:`ValueError` for a
    part that does not hold what its kind holds.
    """
    said = envelope.said
    match envelope.header.kind:
        case "fact":
            public = _object_or_none(said["fact"])
            table = _objects(said["rulings"])
            unjudged = said.get("unjudged") is True
            if envelope.sealed is not None and key is None:
                return Reading(envelope, True, public, public, (), table, unjudged)
            hidden = {} if key is None else unseal(envelope, key)
            fact = _object_or_none(hidden.get("fact", public))
            director = _objects(hidden["rulings"]) if "rulings" in hidden else table
            return Reading(envelope, False, fact, public, director, table, unjudged)
        case "closed":
            words = said.get("told")
            if not isinstance(words, dict):
                return Reading(envelope)
            both = cast("Json", words)
            return Reading(envelope, False, None, None, _objects(both["director"]), _objects(both["table"]))
        case "opened":
            if key is None:
                return Reading(envelope, envelope.sealed is not None)
            return _opened(envelope, unseal(envelope, key))
        case "heading":
            return Reading(envelope, False, _object_or_none(said["heading"]), _object_or_none(said["heading"]))


def _opened(envelope: Envelope, hidden: Json) -> Reading:
    nonce, keys = hidden.get("nonce"), hidden.get("keys", {})
    if not isinstance(keys, dict):
        raise ValueError("its keys are no object")
    known = {deal: bytes.fromhex(str(key)) for deal, key in cast("Json", keys).items()}
    return Reading(envelope, nonce=None if nonce is None else bytes.fromhex(str(nonce)), keys=known)


def _object_or_none(value: object) -> Json | None:
    if value is None:
        return None
    if not isinstance(value, dict):
        raise ValueError("not an object")
    return cast("Json", value)


def _objects(value: object) -> tuple[Json, ...]:
    if not isinstance(value, list) or not all(isinstance(v, dict) for v in cast("list[object]", value)):
        raise ValueError("not a list of objects")
    return tuple(cast("list[Json]", value))
