"""What a headless demo prints of each hand: what was ruled, and how the record differs from what really happened.

The truth comes from the machine's own file, which the service never reads, and is compared when the hand is over.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any, Final, cast

from controller.bench.compare import compare
from controller.journal.export import export_record
from controller.journal.reader import JournalReader
from controller.journal.verify import HandOf, hands_of
from controller.rules.errors import PoneError
from controller.rules.judge import begin, finish, judge
from controller.rules.record import dumps, read_record

LOOK_S: Final = 0.1
CLOSE_S: Final = 5.0
"""How long the closing of a hand may take after its last fact is durable."""
_FIRMWARE: Final = {"shoe": "firmware", "window": "camera", "plays": "script"}
_SCRIPT: Final = {"shoe": "script", "window": "script", "plays": "script"}


@dataclass(frozen=True, slots=True)
class Told:
    """One hand of the truth: its number in the journal, its seed, what happened, and seconds of the wall it took.

    ``dealt``: each card that really fell from the shoe, as serial number, seat and card; ``None`` where no shoe dealt.
    ``faults`` came to pass in the machine. ``refused``: the pack was, and the hand has not begun.
    ``sources``: what each part was told from, where it is not what is usual with a shoe or without.
    """

    hand: int
    seed: int
    happened: Sequence[Mapping[str, Any]]
    seconds: float
    dealt: Sequence[Sequence[Any]] | None = None
    void: bool = False
    faults: Sequence[Mapping[str, Any]] = ()
    refused: bool = False
    sources: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def by_shoe(self) -> bool:
        """Whether the firmware had this hand."""
        return self.dealt is not None or self.refused


class NotPlayed(PoneError, RuntimeError):
    """The simulated machine came to no end; the words say why."""


def follow(truth: Path, ended: Event) -> Iterator[Told]:
    """The hands that a machine tells in its file, as they come, until it says that all is done.

    Raises :class:`NotPlayed` if it says that it could not go on, or says nothing more and ``ended`` is set.
    """
    after, began = 0, monotonic()
    sources: Mapping[str, str] = {}
    for said in _lines(truth, ended):
        seconds = round(monotonic() - began, 1)
        if "after" in said:
            after, sources = said["after"], said["sources"]
        elif "done" in said:
            if said.get("failed") is not None:
                raise NotPlayed(said["failed"])
            return
        elif "shoe" in said:
            shoe: Mapping[str, Any] = said["shoe"] or {"fell": None, "void": False}
            told = Told(said["hand"], said["seed"], said["happened"], seconds, shoe["fell"], shoe["void"])
            yield replace(told, faults=said["faults"], refused=said["refused"], sources=sources)
            began = monotonic()
        else:
            for happened in _by_hand(said["happened"]):
                after += 1
                yield Told(after, said["seed"], happened, seconds, sources=sources)
            began = monotonic()
    raise NotPlayed("the simulated machine has ended before its last hand was told")


def _lines(truth: Path, ended: Event) -> Iterator[dict[str, Any]]:
    with truth.open(encoding="utf-8") as lines:
        part = ""
        while True:
            last = ended.is_set()
            part += lines.readline()
            if part.endswith("\n"):
                yield json.loads(part)
                part = ""
            elif last:
                return
            else:
                ended.wait(LOOK_S)


def _by_hand(happened: Sequence[Mapping[str, Any]]) -> Iterator[list[Mapping[str, Any]]]:
    """A played record may hold several hands; each but the first begins with its deal."""
    hand: list[Mapping[str, Any]] = []
    for event in happened:
        if event["told"].get("fact") == "next_deal" and hand:
            yield hand
            hand = []
        hand.append(event)
    if hand:
        yield hand


def report(journal: Path, told: Told) -> tuple[str, bool]:
    """The line of a hand, and whether machine and table did the right thing with it."""
    kept = _closed(journal, told.hand, CLOSE_S if not told.refused else 0.0)
    facts = [r.fact for r in kept.entries if r.kind == "fact" and r.fact is not None] if kept else []
    seen = compare([h["really"] for h in told.happened], facts)
    shoe = shoe_of(told, facts)
    out: dict[str, Any] = {
        "hand": told.hand,
        "seed": told.seed,
        "sources": {**(_FIRMWARE if told.by_shoe else _SCRIPT), **told.sources},
        "shoe": shoe,
        "faults": faults_of(facts, told.faults),
        "vision": seen.to_json(),
        "rulings": _rulings(_told(kept)),
        "result": None if told.refused else _result(journal, kept),
        "seconds": told.seconds,
    }
    right = shoe["refused"] is not None if told.refused else kept is not None
    return dumps(out), right and seen.missed == 0 and seen.invented == 0 and shoe["wrong"] == 0


def _closed(journal: Path, number: int, within_s: float) -> HandOf | None:
    """The hand as the journal holds it, closed if it is closed in time."""
    until, pause = monotonic() + within_s, Event()
    while True:
        with JournalReader(journal) as reader:
            hand = next((h for h in hands_of(reader.readings()) if h.number == number), None)
        if (hand is not None and hand.closing is not None) or monotonic() > until:
            return hand
        pause.wait(LOOK_S)


def shoe_of(told: Told, facts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """How many cards the record has from the shoe, and how many of them were others in truth, or fell elsewhere."""
    dealt = [
        (fact["to"], card)
        for fact in facts
        if fact["fact"] == "dealt" and fact.get("source") == "shoe"
        for card in str(fact.get("cards", "")).split()
    ]
    really = [(str(seat), str(card)) for _, seat, card in told.dealt or ()]
    if not told.by_shoe:
        really = [
            (str(h["really"]["to"]), card)
            for h in told.happened
            if h["told"].get("fact") == "dealt" and h["source"] == "shoe"
            for card in str(h["really"].get("cards", "")).split()
        ]
    wrong = sum(a != b for a, b in zip(dealt, really, strict=False)) + max(0, len(dealt) - len(really))
    if not told.void:
        wrong += max(0, len(really) - len(dealt))
    return {"cards": len(dealt), "wrong": wrong, "refused": _refused(facts)}


def _refused(facts: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """What was wrong with a pack that the shoe refused; a pack is refused before it belongs to a hand."""
    failed = [fact for fact in facts if fact["fact"] == "failed" and fact.get("of") == "still"]
    if not failed:
        return None

    def cards(why: str) -> list[str]:
        return [card for fact in failed if fact["why"] == why for card in str(fact.get("cards", "")).split()]

    counts = {why: len(cards(why)) for why in ("foreign", "faced", "unread")}
    return {"missing": cards("missing"), "double": cards("double"), **counts}


def faults_of(facts: Sequence[Mapping[str, Any]], came: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """A fault that made the deal void or had a pack refused is in the record; what the machine got over is not."""
    faults = [
        {"fault": fact["why"], "place": fact.get("place"), "outcome": _outcome(fact)}
        for fact in facts
        if fact["fact"] == "failed"
    ]
    return faults or [{**fault, "outcome": "resumed"} for fault in came]


def _outcome(failed: Mapping[str, Any]) -> str:
    return "refused" if failed.get("of") == "still" else "void"


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
