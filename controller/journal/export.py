"""Journals as lines of text for other programs.

``record`` is the record as it was played: heading and facts, each on the line that its rulings cite, without rulings;
judged again it gives those of the journal. ``json`` loses nothing: every entry with all that its digest rests on, and
its sealed part opened where its hand is closed.

Nothing hidden leaves for an open hand: its facts go out as the table knows them. In place of a fact that the table may
not know stands a tick of the clock, so that the others keep their lines and what is later said of that line finds one.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import cast

from controller.journal.drafts import Reading
from controller.journal.envelope import Json, compact, unseal
from controller.journal.reader import JournalReader
from controller.journal.rehearing import Court, OpenCourt, Rehearing
from controller.rules.errors import BadRecord
from controller.rules.heading import read_heading
from controller.rules.record import read_entry


def export_record(reader: JournalReader, open_court: OpenCourt = Rehearing) -> Iterator[str]:
    """The lines of the record, without line ends. Raises :class:`BrokenChain` before the first."""
    readings = reader.readings()
    if not readings:
        return
    yield compact(readings[0].fact).decode()
    facts = [r for r in readings if r.kind == "fact"]
    if not any(r.shut for r in facts):
        yield from (compact(r.fact).decode() for r in facts)
        return
    yield from _renumbered(readings[0], facts, open_court)


def _renumbered(heading: Reading, facts: list[Reading], open_court: OpenCourt) -> Iterator[str]:
    """Facts of which some are known in their public form alone.

    These name rulings by the table's numbers. Whoever judges the export counts without what is withheld, so the numbers
    are those that he will come to.
    """
    whole = read_heading(heading.fact)
    court = open_court(whole)
    t: object = 0
    for entry in facts:
        fact = entry.fact
        if fact is None:
            fact = {"fact": "ticked", "t": t}
        elif entry.shut:
            fact = _translated(fact, court)
        t = fact.get("t", t)
        yield compact(fact).decode()
        try:
            court.hear(read_entry(fact, entry.line or 0, whole.seating))
        except BadRecord:
            # A fact of a later form: the line is handed on as it is, and whoever reads it will say so.
            continue


def _translated(fact: Json, court: Court) -> Json:
    out = dict(fact)
    number = out.get("ruling")
    if isinstance(number, int):
        out["ruling"] = court.director_number(number) or number
    to = out.get("to")
    if isinstance(to, dict):
        out["to"] = _translated(cast("Json", to), court)
    return out


def export_json(reader: JournalReader) -> Iterator[str]:
    """Every entry as a line of JSON, without line ends. Raises :class:`BrokenChain` before the first.

    ``header`` and ``open`` are objects whose compact form has the bytes that the digest was taken over; ``sealed`` is
    base64; ``opened`` what it held, ``null`` while nobody may know.
    """
    chain, envelopes = reader.envelopes()
    for envelope in envelopes:
        header, deal = envelope.header, envelope.header.deal
        key = None if envelope.sealed is None or deal is None else chain.keys.get(deal)
        entry: Json = {
            "header": {
                "at": header.at,
                "deal": deal,
                "hand": header.hand,
                "heard": dict(header.heard),
                "kind": header.kind,
                "line": header.line,
                "seq": header.seq,
                "v": 1,
            },
            "open": envelope.said,
            "sealed": None if envelope.sealed is None else base64.b64encode(envelope.sealed).decode(),
            "opened": None if key is None else unseal(envelope, key),
            "previous": envelope.previous.hex(),
            "digest": envelope.digest.hex(),
        }
        yield compact(entry).decode()
