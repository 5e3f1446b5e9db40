"""What a headless demo prints of each hand: what was ruled, and how the record differs from what really happened.

The truth comes from the machine's own file, which the service never reads, and is compared when the hand is over.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any, Final, cast

from controller.bench.compare import compare
from controller.journal.export import export_record
from controller.journal.reader import JournalReader
from controller.journal.verify import HandOf, hands_of
from controller.rules.judge import begin, finish, judge
from controller.rules.record import dumps, read_record

LOOK_S: Final = 0.1
CLOSE_S: Final = 5.0
"""How long the closing of a hand may take after its last fact is durable."""


@dataclass(frozen=True, slots=True)
class Told:
    """One hand of the truth: its number in the journal, its seed, what happened, and seconds of the wall it took."""

    hand: int
    seed: int
    happened: Sequence[Mapping[str, Any]]
    seconds: float


def follow(truth: Path, ended: Event) -> Iterator[Told]:
    """The hands that a machine tells in its file, as they come, until it says that all is done or ``ended`` is set."""
    after, began = 0, monotonic()
    for said in _lines(truth, ended):
        if "after" in said:
            after = said["after"]
        elif "done" in said:
            return
        else:
            for happened in _by_hand(said["happened"]):
                after += 1
                yield Told(after, said["seed"], happened, round(monotonic() - began, 1))
            began = monotonic()


def _lines(truth: Path, ended: Event) -> Iterator[dict[str, Any]]:
    with truth.open(encoding="utf-8") as lines:
        part = ""
        while True:
            part += lines.readline()
            if part.endswith("\n"):
                yield json.loads(part)
                part = ""
            elif ended.wait(LOOK_S):
                return


def _by_hand(happened: Sequence[Mapping[str, Any]]) -> Iterator[list[Mapping[str, Any]]]:
    """A played record may hold several hands; each but the first begins with its deal."""
    hand: list[Mapping[str, Any]] = []
    for event in happened:
        if event["told"]["fact"] == "next_deal" and hand:
            yield hand
            hand = []
        hand.append(event)
    if hand:
        yield hand


def report(journal: Path, told: Told) -> tuple[str, bool]:
    """The line of a hand, and whether machine and table did the right thing with it."""
    kept = _closed(journal, told.hand)
    facts = [r.fact for r in kept.entries if r.kind == "fact" and r.fact is not None] if kept else []
    seen = compare([h["really"] for h in told.happened], facts)
    out: dict[str, Any] = {
        "hand": told.hand,
        "seed": told.seed,
        "sources": {"shoe": "script", "window": "script", "plays": "script"},
        "shoe": _shoe(told.happened),
        "faults": _faults(facts),
        "vision": seen.to_json(),
        "rulings": _rulings(_told(kept)),
        "result": _result(journal, kept),
        "seconds": told.seconds,
    }
    return dumps(out), kept is not None and seen.missed == 0 and seen.invented == 0


def _closed(journal: Path, number: int) -> HandOf | None:
    """The hand as the journal holds it, closed if it is closed in time."""
    until, pause = monotonic() + CLOSE_S, Event()
    while True:
        with JournalReader(journal) as reader:
            hand = next((h for h in hands_of(reader.readings()) if h.number == number), None)
        if (hand is not None and hand.closing is not None) or monotonic() > until:
            return hand
        pause.wait(LOOK_S)


def _shoe(happened: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    dealt = [h for h in happened if h["told"]["fact"] == "dealt" and h["source"] == "shoe"]
    cards = sum(h["told"].get("count") or len(str(h["told"].get("cards", "")).split()) for h in dealt)
    return {"cards": cards, "wrong": sum(h["told"] != h["really"] for h in dealt), "refused": None}


def _faults(facts: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """A fault before the first card refuses the pack, one after it makes the deal void."""
    begun, faults = False, list[dict[str, Any]]()
    for fact in facts:
        begun = begun or fact["fact"] == "dealt"
        if fact["fact"] == "failed":
            outcome = "void" if begun else "refused"
            faults.append({"fault": fact["why"], "place": fact.get("place"), "outcome": outcome})
    return faults


def _told(hand: HandOf | None) -> list[Mapping[str, Any]]:
    """What was ruled: with everything known once the hand is closed, before that as the table was told."""
    if hand is None:
        return []
    closed = hand.closing is not None
    return [said for entry in hand.entries for said in (entry.director if closed else entry.table)]


def _rulings(told: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Each number once, in its last state; its laws are those that this state rests on, then all cited on the way."""
    last: dict[Any, Mapping[str, Any]] = {}
    laws: dict[Any, list[str]] = {}
    for said in (said for said in told if "ruling" in said):
        number, cited = said["ruling"], list(cast("Sequence[str]", said["law"]))
        last[number] = said
        laws[number] = [*cited, *(row for row in laws.get(number, []) if row not in cited)]
    keys = ("ruling", "irregularity", "law", "by", "trick", "status")
    return [
        {key: laws[number] if key == "law" else said[key] for key in keys if key in said}
        for number, said in last.items()
    ]


def _result(journal: Path, hand: HandOf | None) -> object:
    """How the hand ended; a record may stop in the midst of one."""
    results = [said["result"] for said in _told(hand) if "result" in said]
    if results or hand is None or not any(entry.kind == "fact" for entry in hand.entries):
        return results[-1] if results else None
    with JournalReader(journal) as reader:
        record = read_record(export_record(reader))
    state = begin(record.heading, "table")
    for entry in record.entries:
        state, _ = judge(state, entry)
    return next((result.to_json() for result in finish(state)), None)
