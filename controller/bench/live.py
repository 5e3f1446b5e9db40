"""A hand played live: what happens is told as the clock comes to it, and what people choose on their pages binds."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Final

from controller.bench.clock import STILL_S, Clock, StoodStill
from controller.bench.compare import FLOOR
from controller.bench.course import THINK_S, Await, Call, Course, Cover, Event, Orders, Void
from controller.bench.link import Link
from controller.bench.pages import PageAway
from controller.bench.players import Player
from controller.bench.policy import Matter
from controller.bench.scene import SHOWN, Scene
from controller.bench.script import bound
from controller.rules import facts as f
from controller.rules.cards import Card
from controller.rules.facts import Entry, Fact
from controller.rules.record import write_entry
from controller.rules.seats import Seat

REST_S: Final = 0.8
"""From when an arm sets out to when what it did lies still, about."""
LEFT_S: Final = 0.3
"""From then to when it is gone, about."""
NOTICED_S: Final = 2.0
"""How soon it is told that a camera sees nothing."""
UNSEEN_S: Final = 2.5
"""Table time for which people look whether what was done is in the record, before they go on."""
DEALT_AHEAD: Final = 12
"""Cards of a deal that may be on their way at once; everything else waits until it is acknowledged."""
_AT_ONCE: Final = (f.Shuffled, f.Presented, f.Cut, f.Pack, f.Dealt, f.NextDeal)
"""What is told before the play, and together."""
_PATIENCE: Final = 32
_AWAY_S: Final = 0.1


class Ended(Exception):
    """The machine ends while a hand is in course."""


@dataclass(frozen=True, slots=True)
class Happened:
    """One thing that happened, for the channel of truth: its number, time, what was told and what was so.

    ``told`` is empty for what was to be seen.
    """

    serial: int
    t: float
    source: str
    told: dict[str, object]
    really: dict[str, object]


@dataclass(slots=True)
class Live:
    """The one who tells: everything goes through :meth:`event` in order. ``players`` are empty for a record.

    With a ``scene`` nobody tells what is done with cards in the play: it is done before the camera.
    """

    link: Link
    clock: Clock
    players: dict[Seat, Player] = field(default_factory=dict[Seat, Player])
    happened: list[Happened] = field(default_factory=list[Happened])
    scene: Scene | None = None
    _t: float = 0.0
    _serial: int = 0
    _away: float | None = None
    """Since when no page has answered, in seconds of the wall."""

    def play(self, course: Course) -> None:
        """A hand, to its end. Raises :class:`Ended`."""
        steps = course.run()
        orders = Orders()
        try:
            step = next(steps)
            while True:
                match step:
                    case Event():
                        self.event(step)
                        orders = Orders()
                    case Cover():
                        self._cover(step)
                        orders = Orders()
                    case Await():
                        orders = self._await(step, course)
                step = steps.send(orders)
        except StopIteration:
            return

    def replay(self, events: Iterable[Event]) -> None:
        """Events that nobody can change any more. Raises :class:`Ended`."""
        for event in events:
            self.event(event)

    def event(self, event: Event) -> None:
        """Wait until it is its time, tell it, and wait until it is acknowledged. Raises :class:`Ended`."""
        if event.source == "camera" and isinstance(event.fact, SHOWN) and self.scene is not None:
            self._show(event)
            return
        t = round(max(self._t + event.after, self.clock.now() if event.after > 0 else 0.0), 3)
        self.link.expect(t)
        self.clock.wait_until(t)
        fact = fact_json(event.fact)
        self.link.tell(event.source, t, fact, event.confidence)
        self.link.settle(t)
        self._t = t
        self._happened(event, fact, fact if event.truth is None else fact_json(event.truth))
        with self._time_passes(event.fact):
            told = self.link.wait_told(DEALT_AHEAD if isinstance(event.fact, f.Dealt) else 0)
        if not told:
            raise Ended
        if self.scene is not None and not isinstance(event.fact, _AT_ONCE):
            self._t = max(self._t, round(self.clock.now(), 3))
        if isinstance(event.fact, f.Dealt | f.Turned | f.NextDeal):
            self.do(event.fact)

    @contextmanager
    def _time_passes(self, told: Fact | None = None) -> Generator[None]:
        """Where a camera sees the play, what is pressed or told waits until it has seen as far: so time goes on.

        Not in a deal that is told card by card, where the next follows at once.
        """
        if self.scene is None or isinstance(told, _AT_ONCE):
            yield
            return
        self.link.run_on()
        try:
            yield
        finally:
            self.link.stand()

    def do(self, fact: Fact, after: float = 0.0) -> None:
        """Let it be done before the camera, if it is there, and wait until that is durable. Raises :class:`Ended`."""
        if self.scene is None:
            return
        end = self.scene.act(fact, max(self._t + after, self.clock.now()))
        if end is None:
            return
        self.link.run_on()
        done = self.link.wait_passed(end, end + UNSEEN_S)
        self.link.stand()
        self._t = max(self._t, end - LEFT_S)
        if not done:
            raise Ended

    def _show(self, event: Event) -> None:
        """What people do with cards is seen; they go on when the record has it."""
        really = event.fact if event.truth is None else event.truth
        if isinstance(really, f.Played) and event.confidence < FLOOR and self.scene is not None:
            self.scene.smear(really.cards)
        self.do(really, event.after - REST_S)
        self._happened(event, {}, fact_json(really))

    def _cover(self, step: Cover) -> None:
        """People go on when it has been noticed that the camera sees nothing, or that it sees again."""
        if self.scene is None:
            return
        self.scene.cover(on=step.on)
        self.link.run_on()
        self.clock.wait_until(self.clock.now() + NOTICED_S)
        self.link.stand()

    def _happened(self, event: Event, told: dict[str, object], really: dict[str, object]) -> None:
        self._serial += 1
        self.happened.append(Happened(self._serial, self._t, event.source, told, really))

    def go_on_from(self, t: float) -> None:
        """What happens next happens after ``t``."""
        self._t = max(self._t, t)

    # ------------------------------------------------------------------ people
    def _await(self, step: Await, course: Course) -> Orders:
        """Let everybody look and press until nobody wishes to; then play is bound by what their pages say."""
        self.link.wait_told()
        if not self.players:
            return Orders()
        demanded: set[str] = set()
        order = [*step.to, *(seat for seat in self.players if seat not in step.to)]
        thought = False
        for _ in range(_PATIENCE):
            wish = self._wish(order, course)
            if wish is None:
                break
            if not thought:
                self._think()
                thought = True
            elif self.press(*wish) and wish[1]["fact"] == "demanded":
                demanded.add(str(wish[1]["remedy"]))
        table = self.look(self.players[order[0]])["table"]
        stopped = table["phase"] in ("over", "closed") and any(course.felt.hands.values())
        void: Void | None = "same" if stopped or "new_deal" in demanded else None
        return Orders(tuple(called(table, course)), void, frozenset(demanded))

    def look(self, player: Player) -> Mapping[str, Any]:
        """The page of a player, as soon as it answers. Raises :class:`Ended`, ``StoodStill``."""
        while True:
            try:
                view = player.page.look()
            except PageAway:
                self._missed(f"the page of {player.seat} does not answer")
                if self.link.wait_end(_AWAY_S):
                    raise Ended from None
            else:
                self._away = None
                return view

    def _think(self) -> None:
        """Give people, and whoever watches, time to read."""
        until = self.clock.now() + THINK_S
        self.link.expect(until)
        self.clock.wait_until(until)
        self.link.settle(until)

    def _wish(self, order: list[Seat], course: Course) -> tuple[Player, dict[str, Any]] | None:
        for seat in order:
            player = self.players[seat]
            fact = player.wants(self.look(player), tuple(course.felt.hands[seat]), _eyes(course))
            if fact is not None:
                return player, fact
        return None

    def press(self, player: Player, fact: dict[str, Any]) -> bool:
        """A player presses a button of his page: whether the table took it. Raises ``StoodStill``."""
        try:
            with self._time_passes():
                taken = player.press(fact)
        except PageAway:
            self._missed(f"the page of {player.seat} does not take what he presses: {fact['fact']}")
            return False
        self._away = None
        return taken

    def _missed(self, what: str) -> None:
        """A page does not answer, which may last for a time. Raises ``StoodStill``."""
        now = monotonic()
        self._away = now if self._away is None else self._away
        if now - self._away > STILL_S:
            raise StoodStill(what)


def called(table: Mapping[str, Any], course: Course) -> Iterator[Call]:
    """What a page says has been called and has not been played yet."""
    for ruling in table["rulings"]:
        named = dict(ruling["called"])
        if not named:
            continue
        card = Card(named["card"]) if "card" in named else None
        lying = next((seat for seat, cards in course.felt.lying.items() if card in cards), None)
        matter = Matter(ruling["irregularity"], lying or ruling["by"], ruling["trick"], ())
        seat = named.get("seat") or bound(course.seating, matter, named["remedy"])
        suit = course.felt.trump if matter.irregularity == "turn_up_named" else named.get("suit")
        if seat is not None:
            yield Call(named["remedy"], seat, suit, card)


def fact_json(fact: Fact) -> dict[str, object]:
    """A fact as the record writes it, without time and source."""
    return write_entry(Entry(0, fact))


def _eyes(course: Course) -> Any:
    def eyes(seat: Seat, trick: int) -> Card | None:
        tricks = course.felt.tricks
        return tricks[trick - 1].of(seat) if 0 < trick <= len(tricks) else None

    return eyes
