"""How many facts the judge judges in a second on one core, beside reading the same lines as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Final

from controller.rules.judge import begin, judge
from controller.rules.record import Record, read_record
from tests.bench.figure import Figure

CASES: Final = Path(__file__).parent.parent / "rules" / "cases"
RUNS: Final = 5


def measure() -> Iterator[Figure]:
    """Facts a second over the law cases of whole hands: regular ones, and those with faults in them."""
    texts = [path.read_text().splitlines() for path in sorted(CASES.glob("*.jsonl"))]
    whole = [(text, _read(text)) for text in texts]
    hands = [(text, record) for text, record in whole if record is not None and len(record.entries) > 100]
    records = [record for _, record in hands]
    lines = [line for text, _ in hands for line in text if line.strip()]
    facts = sum(len(record.entries) for record in records)
    _judge_all(records)
    ours: list[float] = []
    theirs: list[float] = []
    for _ in range(RUNS):
        start = perf_counter()
        _judge_all(records)
        middle = perf_counter()
        for line in lines:
            json.loads(line)
        ours.append(facts / (middle - start))
        theirs.append(len(lines) / (perf_counter() - middle))
    note = f"{len(records)} hands of {facts} facts, one core, already read"
    yield Figure("rules", "facts/s", tuple(ours), note, "json.loads of the same lines", tuple(theirs))


def _read(text: list[str]) -> Record | None:
    try:
        return read_record(text)
    except ValueError:
        return None


def _judge_all(records: list[Record]) -> None:
    for record in records:
        state = begin(record.heading)
        for entry in record.entries:
            state, _ = judge(state, entry)
