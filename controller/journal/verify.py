"""Whether a journal is what was written, and whether its rulings are those of the laws.

First the chain, to the end. Then every closed hand that the rules of this release judged is judged again, cold from the
heading on, and both roles' rulings are compared byte for byte. A hand of another release is named and not compared
(``rejudge`` lists how it would differ); of an open hand, or one whose key was lost, only the chain is known.

Whoever can write the file can also write a whole new chain. The digest of its end, printed here, is what a club keeps
elsewhere if it wants to know that too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Literal, cast

from controller.journal.chain import Chain, OpenHand
from controller.journal.drafts import Objects, Reading
from controller.journal.envelope import Json, compact
from controller.journal.errors import BrokenChain, JournalDamaged
from controller.journal.reader import JournalReader, checked, opened
from controller.journal.rehearing import Court, OpenCourt, Rehearing
from controller.journal.release import release
from controller.journal.tally import Tally
from controller.rules.errors import BadRecord
from controller.rules.heading import read_heading
from controller.rules.record import read_entry

Weight = Literal["good", "note", "wrong"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that verifying found, in one line. ``wrong`` fails the check; ``note`` says what was not compared."""

    weight: Weight
    words: str
    hand: int | None = None
    entry: int | None = None
    line: int | None = None

    def to_json(self) -> Json:
        """The object that ``pone verify --json`` prints."""
        out: Json = {"finding": self.weight}
        for key, value in (("hand", self.hand), ("entry", self.entry), ("line", self.line)):
            if value is not None:
                out[key] = value
        out["words"] = self.words
        return out


@dataclass(frozen=True, slots=True)
class HandOf:
    """One hand of a journal: its opening entries, its facts, its closing entry if there is one."""

    number: int
    entries: tuple[Reading, ...]

    @property
    def closing(self) -> Reading | None:
        """The entry that closed it."""
        last = self.entries[-1]
        return last if last.kind == "closed" else None

    @property
    def releases(self) -> tuple[str, ...]:
        """The rules that judged it: one, or more where it was opened again."""
        return tuple(str(e.envelope.said["release"]) for e in self.entries if e.kind == "opened")

    @property
    def shut(self) -> bool:
        """Whether a part of it cannot be read."""
        return any(e.shut for e in self.entries)

    @property
    def facts(self) -> int:
        """How many facts it has."""
        return sum(e.kind == "fact" for e in self.entries)


def verify(
    path: str | Path, rejudge: bool = False, *, open_court: OpenCourt = Rehearing, by: str | None = None
) -> Iterator[Finding]:
    """Check a journal and say what was found, in order. ``by``: the release that judges, this one by default.

    Raises :class:`JournalForeign` and :class:`JournalUnavailable` for a file that is no journal or cannot be read.
    """
    try:
        with JournalReader(path) as reader:
            rows, end = reader.rows(), reader.end()
    except JournalDamaged as e:
        yield Finding("wrong", str(e))
        return
    try:
        chain, envelopes = checked(rows, end)
        readings = opened(chain, envelopes)
    except BrokenChain as e:
        yield Finding("wrong", f"entry {e.seq} of {len(rows)} {e.words}; from there on nothing is proved", entry=e.seq)
        return
    if not readings:
        yield Finding("note", "the journal is empty")
        return
    yield Finding("good", f"chain: {chain.seq} entries hold together; the last has digest {chain.digest.hex()}")
    yield from _hands(chain, readings, rejudge, open_court, release() if by is None else by)


def _hands(
    chain: Chain, readings: tuple[Reading, ...], rejudge: bool, open_court: OpenCourt, by: str
) -> Iterator[Finding]:
    try:
        court = open_court(read_heading(readings[0].fact))
    except BadRecord as e:
        yield Finding(
            "note", f"the heading is none that this release reads ({e.words}); nothing was judged again", entry=1
        )
        return
    bench = _Bench(court, readings[0], by, rejudge)
    for hand in hands_of(readings[1:]):
        if not hand.number:
            yield from bench.listen(hand)
        elif hand.closing is None:
            yield from _still_open(chain.open, hand)
        else:
            yield from bench.hand(hand)


def hands_of(readings: tuple[Reading, ...]) -> Iterator[HandOf]:
    """Entries by the hand that they belong to, in order. Facts after a hand was closed make a part of their own, 0."""
    run: list[Reading] = []
    for entry in readings:
        if run and (run[-1].kind == "closed" or (entry.kind == "opened" and entry.hand != run[-1].hand)):
            yield _part(run)
            run = []
        run.append(entry)
    if run:
        yield _part(run)


def _part(run: list[Reading]) -> HandOf:
    return HandOf(run[0].hand if run[0].kind == "opened" else 0, tuple(run))


def _still_open(now: OpenHand | None, hand: HandOf) -> Iterator[Finding]:
    deal = "" if now is None else f" {now.deal}"
    words = f"hand {hand.number}: open, {hand.facts} facts; the key of deal{deal} is not here: chain only"
    yield Finding("note", words, hand=hand.number)


@dataclass(slots=True)
class _Bench:
    """Hears a journal's facts in order and compares."""

    court: Court
    heading: Reading
    by: str
    rejudge: bool
    _lost: int | None = field(default=None, init=False)
    """The first hand whose cards are lost: what follows it was judged without them."""

    def hand(self, hand: HandOf) -> Iterator[Finding]:
        """A closed hand."""
        if hand.shut and self._lost is None:
            self._lost = hand.number
        same = all(r == self.by for r in hand.releases)
        found = list(self._differences(hand))
        if self._lost is not None:
            yield self._note(hand, f"a key of hand {self._lost} was lost, so it was not judged again")
            return
        yield from self._closing(hand)
        if not same:
            other = next(r for r in hand.releases if r != self.by)
            yield self._note(hand, f"judged by other rules ({other[:12]}, these are {self.by[:12]}); not compared")
            if self.rejudge:
                yield from (Finding("note", f"would differ: {f.words}", f.hand, f.entry, f.line) for f in found)
                if not found:
                    yield self._note(hand, "these rules would give the same rulings")
            return
        yield from found
        if not any(f.weight == "wrong" for f in found):
            words = f"hand {hand.number}: {hand.facts} facts judged again give the same rulings"
            yield Finding("good", words, hand=hand.number)

    def listen(self, part: HandOf) -> Iterator[Finding]:
        """Facts that belong to no hand: nothing is hidden in them, and they are compared too."""
        for finding in self._differences(part):
            if self._lost is None:
                yield finding

    def _note(self, hand: HandOf, words: str) -> Finding:
        return Finding("note", f"hand {hand.number}: {words}", hand=hand.number)

    def _differences(self, hand: HandOf) -> Iterator[Finding]:
        seating = read_heading(self.heading.fact).seating
        for entry in hand.entries:
            if entry.unjudged:
                # What the rules failed on changed nothing when it happened, and is not put to them again.
                yield _at(entry, "note", f"line {entry.line} was not judged when it happened: the judge failed there")
            elif entry.kind == "fact" and entry.fact is not None and entry.line is not None:
                try:
                    now = self.court.hear(read_entry(entry.fact, entry.line, seating))
                except BadRecord as e:
                    yield _at(entry, "wrong", f"line {e.line} is no fact that this release reads ({e.words})")
                    continue
                yield from _compare(entry, now)
            elif entry.kind == "closed" and (entry.director or entry.table):
                yield from _compare(entry, self.court.finish())

    def _closing(self, hand: HandOf) -> Iterator[Finding]:
        closing = hand.closing
        if closing is None:
            return
        tally = Tally()
        for entry in hand.entries:
            tally = tally.add(entry)
        for name, digest in tally.digests().items():
            if closing.envelope.said[name] != digest:
                yield _at(closing, "wrong", f"the digest of the hand's {name} is not that of its entries")


def _compare(entry: Reading, now: tuple[Objects, Objects]) -> Iterator[Finding]:
    for role, then, again in (("director", entry.director, now[0]), ("table", entry.table, now[1])):
        for was, is_ in zip_longest(then, again):
            if was is None or is_ is None or compact(was) != compact(is_):
                shown = [("nothing" if o is None else compact(o).decode()) for o in (was, cast("Json | None", is_))]
                where = "the closing" if entry.line is None else f"line {entry.line}"
                yield _at(entry, "wrong", f"{where}, to the {role}: ruled {shown[0]}, judged again {shown[1]}")
                break


def _at(entry: Reading, weight: Weight, words: str) -> Finding:
    seq = entry.envelope.header.seq
    return Finding(weight, f"hand {entry.hand}, entry {seq}: {words}", entry.hand, seq, entry.line)
