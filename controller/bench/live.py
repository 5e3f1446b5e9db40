"""A hand played live: what happens is told as the clock comes to it, and what people choose on their pages binds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from controller.bench.clock import Clock
from controller.bench.course import THINK_S, Await, Call, Course, Event, Orders, Void
from controller.bench.link import Link
from controller.bench.pages import PageAway
from controller.bench.players import Player
from controller.bench.policy import Matter
from controller.bench.script import bound
from controller.rules import facts as f
from controller.rules.cards import Card
from controller.rules.facts import Entry, Fact
from controller.rules.record import write_entry
from controller.rules.seats import Seat

DEALT_AHEAD: Final = 12
"""Cards of a deal that may be on their way at once; everything else waits until it is acknowledged."""
_PATIENCE: Final = 32
_AWAY_S: Final = 0.1


class Ended(Exception):
    """The machine ends while a hand is in course."""


@dataclass(frozen=True, slots=True)
class Happened:
    """One thing that happened, for the channel of truth: its number, time, what was told and what was so."""

    serial: int
    t: float
    source: str
    told: dict[str, object]
    really: dict[str, object]


@dataclass(slots=True)
class Live:
    """The one who tells: everything goes through :meth:`event` in order. ``players`` are empty for a record."""

    link: Link
    clock: Clock
    players: dict[Seat, Player] = field(default_factory=dict[Seat, Player])
    happened: list[Happened] = field(default_factory=list[Happened])
    _t: float = 0.0
    _serial: int = 0

    def play(self, course: Course) -> None:
        """A hand, to its end. Raises :class:`Ended`."""
        heard: set[tuple[int, str]] = set()
        steps = course.run()
        orders = Orders()
        try:
            step = next(steps)
            while True:
                match step:
                    case Event():
                        self.event(step)
                        orders = Orders()
                    case Await():
                        orders = self._await(step, course, heard)
                step = steps.send(orders)
        except StopIteration:
            return

    def replay(self, events: Iterable[Event]) -> None:
        """Events that nobody can change any more. Raises :class:`Ended`."""
        for event in events:
            self.event(event)

    def event(self, event: Event) -> None:
        """Wait until it is its time, tell it, and wait until it is acknowledged. Raises :class:`Ended`."""
        t = round(max(self._t + event.after, self.clock.now() if event.after > 0 else 0.0), 3)
        self.link.expect(t)
        self.clock.wait_until(t)
        fact = fact_json(event.fact)
        self.link.tell(event.source, t, fact, event.confidence)
        self.link.settle(t)
        self.clock.linger()
        self._t = t
        self._serial += 1
        really = fact if event.truth is None else fact_json(event.truth)
        self.happened.append(Happened(self._serial, t, event.source, fact, really))
        if not self.link.wait_told(DEALT_AHEAD if isinstance(event.fact, f.Dealt) else 0):
            raise Ended

    # ------------------------------------------------------------------ people
    def _await(self, step: Await, course: Course, heard: set[tuple[int, str]]) -> Orders:
        """Let everybody look and press until nobody wishes to."""
        self.link.wait_told()
        calls: list[Call] = []
        demanded: set[str] = set()
        first = [*step.to, *(seat for seat in self.players if seat not in step.to)]
        thought = False
        for _ in range(_PATIENCE):
            fact, player, view = self._wish(first, course)
            if fact is None or player is None:
                break
            if not thought:
                now = self.clock.now()
                self.link.expect(now + THINK_S)
                self.clock.wait_until(now + THINK_S)
                self.link.settle(now + THINK_S)
                self.clock.linger()
                thought = True
                continue
            if self._press(player, fact) and fact["fact"] == "demanded":
                demanded.add(str(fact["remedy"]))
                calls += self._called(fact, view, course, heard)
        void = self._void(demanded, first, course)
        return Orders(tuple(calls), void, frozenset(demanded))

    def _wish(
        self, order: list[Seat], course: Course
    ) -> tuple[dict[str, Any] | None, Player | None, Mapping[str, Any]]:
        view: Mapping[str, Any] = {}
        for seat in order:
            player = self.players.get(seat)
            if player is None:
                continue
            view = self._look(player)
            fact = player.wants(view, tuple(course.felt.hands[seat]), _eyes(course))
            if fact is not None:
                return fact, player, view
        return None, None, view

    def _look(self, player: Player) -> Mapping[str, Any]:
        while True:
            try:
                return player.page.look()
            except PageAway:
                if self.link.wait_end(_AWAY_S):
                    raise Ended from None

    def _press(self, player: Player, fact: dict[str, Any]) -> bool:
        try:
            return player.press(fact)
        except PageAway:
            return False

    def _called(
        self, fact: dict[str, Any], view: Mapping[str, Any], course: Course, heard: set[tuple[int, str]]
    ) -> list[Call]:
        ruling = next((r for r in view["table"]["rulings"] if r["number"] == fact.get("ruling")), None)
        if ruling is None:
            return []
        card = Card(fact["card"]) if fact.get("card") else None
        lying = next((seat for seat, cards in course.felt.lying.items() if card in cards), None)
        matter = Matter(ruling["irregularity"], lying or ruling["by"], ruling["trick"], ())
        seat = bound(course.seating, matter, fact["remedy"])
        suit = course.felt.trump if matter.irregularity == "turn_up_named" else fact.get("suit")
        heard.add((ruling["number"], fact["remedy"]))
        return [] if seat is None else [Call(fact["remedy"], seat, suit, card)]

    def _void(self, demanded: set[str], order: list[Seat], course: Course) -> Void | None:
        if "new_deal" in demanded:
            return "same"
        if not self.players:
            return None
        table = self._look(self.players[order[0]])["table"]
        stopped = table["phase"] in ("over", "closed") and any(course.felt.hands.values())
        return "same" if stopped else None


def fact_json(fact: Fact) -> dict[str, object]:
    """A fact as the record writes it, without time and source."""
    return write_entry(Entry(0, fact))


def _eyes(course: Course) -> Any:
    def eyes(seat: Seat, trick: int) -> Card | None:
        tricks = course.felt.tricks
        return tricks[trick - 1].of(seat) if 0 < trick <= len(tricks) else None

    return eyes
