"""A hand written down before it is played: what would happen if everybody at the table kept to his habits.

Pure: the same seed, mishaps, dealer and seating give the same :class:`Script`. The machine plays the same course live,
where a call that somebody makes changes what follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from controller.bench.course import THINK_S, Await, Call, Course, Cover, Event, Mishap, Orders, Void
from controller.bench.mishaps import mishaps
from controller.bench.policy import Matter, Standing, Wish, decide
from controller.rules import facts as f
from controller.rules.cards import Card
from controller.rules.errors import PoneError
from controller.rules.facts import Entry, Fact
from controller.rules.seats import Seat, Seating

SEARCHED: Final = 400
"""Seeds that are tried until every mishap asked for has arisen."""
_STRIDE: Final = 100_003


class NoPlace(PoneError, ValueError):
    """No hand was found in which everything asked for can happen."""


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that happened: its time in seconds from the script's start, and how it was observed."""

    t: float
    event: Event


@dataclass(frozen=True, slots=True)
class Script:
    """A hand: the seed that gave it, what happened, who deals next, and whether every mishap asked for arose.

    ``pack`` is the order before the cut. ``void`` says why it counts for nothing, if so.
    """

    seed: int
    dealer: Seat
    pack: tuple[Card, ...]
    lines: tuple[Line, ...]
    void: Void | None
    next_dealer: Seat
    arose: bool

    def entries(self, first: int = 2) -> tuple[Entry, ...]:
        """The facts as they were observed, as the entries of a record."""
        return tuple(
            Entry(first + i, line.event.fact, line.t, None, line.event.source, line.event.confidence)
            for i, line in enumerate(self.lines)
        )

    @property
    def lifted(self) -> int:
        """How many cards the pone cuts."""
        return next(fact.packets[0] for fact in self.truth() if isinstance(fact, f.Cut) and fact.packets)

    def truth(self) -> tuple[Fact, ...]:
        """What really happened."""
        return tuple(line.event.truth or line.event.fact for line in self.lines)


def script(
    seed: int,
    kinds: Sequence[str] = (),
    *,
    dealer: Seat,
    seating: Seating,
    t: float = 0.0,
    pack: tuple[Card, ...] | None = None,
) -> Script:
    """The hand of this seed, or of the next one in which every mishap of ``kinds`` arises. Raises :class:`NoPlace`.

    ``pack`` is its order before the cut, where that is settled already.
    """
    planted = mishaps(kinds)
    for offset in range(SEARCHED):
        written = _write(seed + offset * _STRIDE, planted, dealer, seating, t, pack)
        if written.arose:
            return written
    raise NoPlace(f"no hand near seed {seed} has a place for {', '.join(kinds)}")


def next_dealer(seating: Seating, dealer: Seat, void: Void | None) -> Seat:
    """Who deals after this hand."""
    return dealer if void == "same" else seating.left(dealer)


def bound(seating: Seating, matter: Matter, remedy: str) -> Seat | None:
    """The seat whose play a call binds (for a suit: it or its partner)."""
    if matter.by is None:
        return None
    if matter.irregularity in ("attention_called", "play_out_of_turn") or remedy == "call_win":
        return seating.partners(matter.by)[0]
    return matter.by


def _write(
    seed: int,
    planted: tuple[Mishap, ...],
    dealer: Seat,
    seating: Seating,
    t: float,
    pack: tuple[Card, ...] | None,
) -> Script:
    course = Course(seating, dealer, seed, list(planted), pack)
    shuffled = tuple(course.pack)
    lines: list[Line] = []
    now = t
    steps = course.run()
    orders = Orders()
    try:
        step = next(steps)
        while True:
            match step:
                case Event():
                    now = round(now + step.after, 3)
                    lines.append(Line(now, step))
                    orders = Orders()
                case Cover():
                    orders = Orders()
                case Await():
                    facts, orders = _settle(step, course)
                    for fact in facts:
                        now = round(now + THINK_S, 3)
                        lines.append(Line(now, Event(THINK_S, fact, "panel")))
            step = steps.send(orders)
    except StopIteration:
        pass
    arose = not course.pending and (bool(course.defied) or all(m.kind != "refused_call" for m in planted))
    after = next_dealer(seating, dealer, course.voided)
    return Script(seed, dealer, shuffled, tuple(lines), course.voided, after, arose)


def _settle(step: Await, course: Course) -> tuple[list[Fact], Orders]:
    """What those who may choose do, and what it orders."""
    if step.matter is None:
        return [], Orders()
    for seat in step.to:
        wish = decide(step.matter, _standing(course, seat))
        if wish is not None:
            return _acted(step.matter, seat, wish, course)
    return [], Orders()


def _standing(course: Course, seat: Seat) -> Standing:
    felt = course.felt
    plays = tuple(felt.trick.plays) if felt.tricks else ()
    if len(plays) == len(course.seating.seats):
        plays = ()
    to_play = (
        next((s for s in course.seating.round(felt.trick.leader) if felt.trick.of(s) is None), None)
        if felt.tricks
        else None
    )
    return Standing(seat, tuple(felt.hands[seat]), felt.trump, plays, to_play, course.seating.partners(seat)[0])


def _acted(matter: Matter, seat: Seat, wish: Wish, course: Course) -> tuple[list[Fact], Orders]:
    about = f.Matter(matter.irregularity, matter.by, matter.trick)
    if wish.remedy is None:
        return [f.Waived(seat, about, "good" if wish.good else None)], Orders()
    facts: list[Fact] = []
    if matter.irregularity == "renounce" and wish.remedy == "two_tricks":
        facts.append(f.Claimed(seat, "revoke", matter.by, matter.trick))
    facts.append(f.Demanded(seat, wish.remedy, about, wish.suit, wish.card))
    asked = bound(course.seating, matter, wish.remedy)
    suit = course.felt.trump if matter.irregularity == "turn_up_named" else wish.suit
    calls = (Call(wish.remedy, asked, suit, wish.card),) if asked is not None else ()
    return facts, Orders(calls, "same" if wish.remedy == "new_deal" else None, frozenset({wish.remedy}))
