"""What hands do at the shoe: load a pack, press *deal*, cut, take up the cards, and put right what has gone wrong.

The hands look at the seats' pages like everybody else. What they know besides is what they put into the hopper, and
what the simulated machine says when a card has really fallen: the truth that a record is compared with.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from random import Random
from time import monotonic
from typing import Any, Final

from controller.bench.clock import Clock
from controller.bench.faults import Fault
from controller.bench.link import Link
from controller.bench.live import Ended
from controller.bench.pack import BACK, PICTURE
from controller.bench.shoe import Lying, Said, ShoeGone, SimulatedShoe
from controller.bench.shuffler import hopper_for, slots_of
from controller.bench.wires import Wires
from controller.panel.contacts import FEWEST, MIDDLE, MOST
from controller.rules.cards import PACK, Card
from controller.rules.seats import Seat, Seating

View = Mapping[str, Any]
Look = Callable[[Seat], View]

STOPPED: Final = ("jammed", "lid open")
LOOK_S: Final = 0.02
"""Time of the wall between two looks at a page."""
AGAIN_S: Final = 4.0
"""Time of the wall after which a press that had no effect is made again."""
PATIENCE_S: Final = 90.0
DRAWN_AT_MOST: Final = 10.0
"""Seconds of the table that are drawn and looked at in one of the wall at most. A shoe that idles faster than that
costs a core a quarter of its time, and its driver as much.
"""
HAND_S: Final = 3.0
"""Table time that people take before they press."""
STEWARD_S: Final = 3.0
"""Table time after which a jam is put right."""


@dataclass(frozen=True, slots=True)
class Fell:
    """A card that really fell into a pocket (``N E S W``, ``T`` the turn-up's), while its pack was dealt."""

    serial: int
    pocket: str
    card: Card


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether a deal is void, and every card that fell, in order."""

    void: bool
    fell: tuple[Fell, ...]

    def to_seats(self, dealer: Seat) -> tuple[tuple[Seat, Card], ...]:
        """What each seat was dealt; the turn-up is the dealer's."""
        return tuple((dealer if fell.pocket == "T" else fell.pocket, fell.card) for fell in self.fell)


@dataclass(slots=True)
class Attendant:
    """The hands at one shoe, with two packs. ``look`` gives a seat's page; ``faults`` go wrong in the first hand.

    ``patience_s``: time of the wall after which a shoe that shows nothing new is given up.
    """

    shoe: SimulatedShoe
    link: Link
    clock: Clock
    wires: Wires
    seating: Seating
    seed: int
    look: Look
    faults: tuple[Fault, ...] = ()
    patience_s: float = PATIENCE_S
    _chance: Random = field(init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _fell: list[Fell] = field(default_factory=list[Fell])
    _cards: dict[int, Card] = field(default_factory=dict[int, Card])
    """The face of every card that was ever loaded, by its serial number."""
    _pack: int = 0
    _loaded: tuple[int, tuple[Card, ...]] = (0, ())
    _spoilt: bool = False
    _signs: set[str] = field(default_factory=set[str])
    """Kinds of what the simulated machine told since the pack was loaded."""

    def __post_init__(self) -> None:
        self._chance = Random(f"hands {self.seed}")

    def hear(self, said: Said) -> None:
        """What the simulated machine tells unasked."""
        self._signs.add(said["event"])
        if said["event"] == "fell" and said["pocket"] != "R":
            with self._lock:
                serial = said["serial"]
                self._fell.append(Fell(serial, said["pocket"], self._cards[serial]))

    # ------------------------------------------------------------------ before the deal
    def load(self, hand: int, order: tuple[Card, ...]) -> None:
        """Put the other pack into the hopper, so that the demo's shuffle for this hand brings it into ``order``."""
        self._pack = 1 - self._pack
        self._loaded = (hand, order)
        self._signs.clear()
        pack = tuple(self._lying(card) for card in hopper_for(order, slots_of(self.seed, hand, len(order))))
        for fault in self.faults:
            if fault.spoil is not None:
                pack = fault.spoil(pack, self._chance)
            if fault.reading is not None:
                self.shoe.ask(fault.reading([card.serial for card in pack], self._chance))
        self._spoilt = any(fault.spoil or fault.reading for fault in self.faults)
        self._cards |= {lying.serial: PACK[lying.picture] for lying in pack if lying.picture < len(PACK)}
        self.shoe.load(pack)

    def ready(self, dealer: Seat) -> tuple[Card, ...] | None:
        """Wait until this dealer is asked to deal: the order of the pack in the shoe.

        ``None`` if the pack was refused because there was something wrong with it.
        """
        with self._watching(dealer) as watch:
            while True:
                shoe = watch.look()["shoe"]
                if shoe["state"] == "refused" and self._spoilt:
                    return None
                if dealer in shoe["deal"]:
                    return tuple(self._cards[serial] for serial in self._order())
                self._tend(shoe)

    # ------------------------------------------------------------------ the deal
    def deal(self, hand: int, dealer: Seat, lifted: int) -> Outcome:
        """The dealer presses, his pone cuts, the shoe deals, and everybody takes up what fell to him."""
        with self._lock:
            self._fell.clear()
        void = self._dealt(hand, dealer, lifted)
        with self._lock:
            fell = tuple(self._fell)
        if void:
            self.gather(dealer)
        else:
            self._take_up(fell)
        return Outcome(void, fell)

    def happened(self, faults: Sequence[Fault]) -> tuple[Fault, ...]:
        """Those of these faults that have come to pass with the pack that was loaded last."""
        return tuple(fault for fault in faults if fault.sign is None or fault.sign in self._signs)

    def gather(self, dealer: Seat) -> None:
        """When the shoe has ejected what was left in it, take up every card wherever it lies; all is in order then."""
        self.faults = ()
        self.shoe.ask({"fault": {"kind": "none"}})
        with self._watching(dealer) as watch:
            while not self._empty(where := self.shoe.where()):
                if watch.look()["shoe"]["state"] != "gathering" and not where["slots"]:
                    self.shoe.take("path")
        self._pick_up()

    @contextmanager
    def aside(self) -> Generator[None]:
        """A hand is played before the camera, and nobody waits for the shoe: its time runs no faster than is drawn."""
        speed = self.clock.speed
        if speed <= DRAWN_AT_MOST:
            yield
            return
        self.shoe.ask({"speed": DRAWN_AT_MOST})
        try:
            yield
        finally:
            with suppress(ShoeGone):
                self.shoe.ask({"speed": speed})

    def rest(self, seconds: float) -> None:
        """So much table time passes in which nothing happens."""
        self.link.run_on()
        self._pass(seconds)
        self.link.stand()

    # ------------------------------------------------------------------ inside
    def _lying(self, card: Card) -> Lying:
        return Lying(1 + len(PACK) * self._pack + PICTURE[card], PICTURE[card], BACK)

    def _tend(self, shoe: View) -> None:
        """A pack that the shoe gave back, because it was interrupted while it had it, is put in once more."""
        if shoe["state"] not in ("no pack", "refused"):
            return
        where = self.shoe.where()
        if self._empty(where) and (shoe["state"] == "refused" or not where["hopper"]):
            self._pick_up()
            self.load(*self._loaded)

    @staticmethod
    def _empty(where: Said) -> bool:
        return not where["slots"] and not where["path"]

    def _pick_up(self) -> None:
        for place in ("all", "hopper", "floor"):
            self.shoe.take(place)

    def _order(self) -> tuple[int, ...]:
        """Serial numbers in the carousel, by slot."""
        slots = self.shoe.where()["slots"]
        return tuple(slots[slot] for slot in sorted(slots, key=int))

    def _dealt(self, hand: int, dealer: Seat, lifted: int) -> bool:
        """Until all is dealt, or the deal is void."""
        pone = self.seating.right(dealer)
        pressed = cut = put_right = -math.inf
        with self._watching(dealer) as watch:
            while True:
                table, now = watch.look(), monotonic()
                shoe = table["shoe"]
                # The last card is in the record from its pocket's edge on, a moment before it lies there.
                if table["hand"] == hand and table["turn_up"] is not None and self._empty(self.shoe.where()):
                    return False
                if table["hand"] == hand and _void(table):
                    return True
                if shoe["cut"] == pone and now - cut > AGAIN_S:
                    self._cut(pone, lifted, again=cut > 0)
                    cut = monotonic()
                elif dealer in shoe["deal"] and shoe["dealer"] != dealer and now - pressed > AGAIN_S:
                    self._pass(HAND_S)
                    self.wires.press(dealer)
                    pressed = monotonic()
                elif shoe["state"] in STOPPED and now - put_right > AGAIN_S:
                    self._put_right()
                    put_right = monotonic()
                else:
                    self._tend(shoe)

    def _cut(self, pone: Seat, lifted: int, *, again: bool) -> None:
        """Turn the wheel to the number and press; the second time from its stop, wherever it stands now."""
        self._pass(HAND_S)
        if again:
            self.wires.turn(FEWEST - MOST)
            self.wires.turn(lifted - FEWEST)
        else:
            self._go_wrong(lifted)
            self.wires.turn(lifted - MIDDLE)
        self.wires.press(pone)

    def _go_wrong(self, lifted: int) -> None:
        order = self._order()
        for fault in self.faults:
            if fault.dealing is not None:
                self.shoe.ask(fault.dealing((*order[lifted:], *order[:lifted]), self._chance))
        self.faults = ()

    def _put_right(self) -> None:
        """A steward takes the cause away and presses the shoe's own button."""
        self._pass(STEWARD_S)
        self.shoe.ask({"fault": {"kind": "none"}})
        self.shoe.ask({"lid": False})
        self.shoe.ask({"button": True})

    def _take_up(self, fell: Sequence[Fell]) -> None:
        if sorted(self.shoe.take("all")) != sorted(card.serial for card in fell):
            raise ShoeGone("what lies in the pockets is not what fell into them")

    def _pass(self, seconds: float) -> None:
        self.clock.wait_until(self.clock.now() + seconds)

    @contextmanager
    def _watching(self, seat: Seat) -> Generator[_Watch]:
        """Time passes while this seat's page is watched."""
        self.link.run_on()
        try:
            yield _Watch(self, seat)
        finally:
            self.link.stand()


@dataclass(slots=True)
class _Watch:
    """A page that is looked at again and again."""

    attendant: Attendant
    seat: Seat
    shown: View | None = None
    since: float = field(default_factory=monotonic)

    def look(self) -> View:
        """What the table shows a moment later. Raises :class:`Ended`, :class:`ShoeGone`."""
        if self.attendant.link.wait_end(LOOK_S):
            raise Ended
        table: View = self.attendant.look(self.seat)["table"]
        shoe: View | None = table["shoe"]
        if self.attendant.shoe.gone or shoe is None:
            raise ShoeGone("the simulated machine is gone")
        if shoe != self.shown:
            self.shown, self.since = shoe, monotonic()
        if monotonic() - self.since > self.attendant.patience_s:
            raise ShoeGone(f"the shoe shows nothing new: {shoe['words']}")
        return table


def next_hand(table: View) -> int:
    """Which hand the next pack is for: the one that waits for its cut, or the one after it."""
    waits = table["phase"] == "cut" and not _void(table)
    return int(table["hand"]) + (0 if waits else 1)


def _void(table: View) -> bool:
    return any(ruling["irregularity"] == "machine_fault" for ruling in table["rulings"])
