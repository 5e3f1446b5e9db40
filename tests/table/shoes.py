"""A shoe without a machine: it answers as one does, as far as a test lets it."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from controller.rules.cards import Card
from controller.shoe import events, orders
from controller.shoe.commitment import commitment
from tests.table.fakes import WAIT_S

NONCE = bytes(range(32))
FIRMWARE = "0123456789abcdef"


@dataclass
class Deck:
    """What lies in the carousel: the pack of a deal, and what is being dealt of it."""

    deal: str
    order: tuple[Card, ...]
    plan: orders.Deal | None = None
    dealt: int = 0


@dataclass
class FakeShoe:
    """Keeps its deck and its key over restarts of whoever drives it. Deals up to card ``upto`` by itself.

    ``answers``: names of orders that it answers; the others it only remembers.
    """

    seed: int = 1
    upto: int = 52
    number: int = 7
    answers: set[str] = field(default_factory=lambda: {"Prepare", "Deal", "Resume", "Keep", "Recall", "Void", "Eject"})
    ordered: list[orders.Order] = field(default_factory=list[orders.Order])
    deck: Deck | None = None
    key: tuple[str, bytes] | None = None
    loaded: bool = False
    state: events.State = "no pack"
    _hear: Callable[[events.Event], None] | None = None
    _changed: threading.Condition = field(default_factory=threading.Condition)
    _packs: int = 0

    # ------------------------------------------------------------------ the port
    def start(self, hear: Callable[[events.Event], None]) -> None:
        self._hear = hear
        self.link()

    def order(self, order: orders.Order) -> None:
        with self._changed:
            self.ordered.append(order)
            self._changed.notify_all()
        if type(order).__name__ in self.answers:
            self._follow(order)

    def stop(self) -> None:
        self._hear = None

    # ------------------------------------------------------------------ what a test does with it
    def tell(self, *told: events.Event) -> None:
        """Tell events, if somebody hears."""
        for event in told:
            if self._hear is not None:
                self._hear(event)

    def link(self) -> None:
        """A session begins."""
        self.tell(events.Linked(FIRMWARE, self.number, 3), events.Hopper(self.loaded))
        self.doing(self.state)

    def doing(self, state: events.State, done: int = 0, of: int = 0, words: str = "something") -> None:
        """The shoe is in this state."""
        self.state = state
        self.tell(events.Doing(state, done, of, words))

    def load(self) -> None:
        """Put a pack into the hopper."""
        self.loaded = True
        self.tell(events.Hopper(True))

    def deal_upto(self, number: int) -> None:
        """Let the deal go on up to this card."""
        self.upto = number
        self._deal()

    def wait_for(self, kind: type[orders.Order], count: int = 1) -> orders.Order:
        """Wait until so many orders of this kind came; gives the last."""

        def come() -> list[orders.Order]:
            return [o for o in self.ordered if isinstance(o, kind)]

        with self._changed:
            assert self._changed.wait_for(lambda: len(come()) >= count, WAIT_S), [type(o) for o in self.ordered]
        return come()[count - 1]

    def count(self, kind: type[orders.Order]) -> int:
        """How many orders of this kind came."""
        with self._changed:
            return sum(isinstance(o, kind) for o in self.ordered)

    # ------------------------------------------------------------------ inside
    def _follow(self, order: orders.Order) -> None:
        match order:
            case orders.Prepare(deal=deal, game=game, pack=pack):
                self._packs += 1
                cards = list(pack)
                random.Random(f"{self.seed} {self._packs}").shuffle(cards)
                self.deck = Deck(deal, tuple(cards))
                self.loaded = False
                self.doing("reading", 0, 52)
                self.tell(events.Hopper(False))
                self.doing("reading", 52, 52)
                shown = commitment(NONCE, game, cards)
                self.tell(events.Prepared(deal, self.deck.order, NONCE, shown))
                self.doing("ready", 52, 52)
            case orders.Deal():
                assert self.deck is not None
                assert self.deck.deal == order.deal
                self.deck.plan = order
                self._deal()
            case orders.Resume(deal=plan, told=told):
                if self.deck is None or self.deck.deal != plan.deal:
                    self.tell(events.Refused("Resume", "another pack is in the carousel"))
                    return
                self.deck.plan = plan
                self.doing("checking", told, 52)
                for number in range(told + 1, self.deck.dealt + 1):
                    self._fell(plan, number)
                self.tell(events.Resumed(plan.deal, self.deck.dealt + 1))
                self._deal()
            case orders.Keep(deal=deal, key=key):
                self.key = (deal, key)
                self.tell(events.Kept(deal))
            case orders.Recall(deal=deal):
                mine = self.key is not None and self.key[0] == deal
                self.tell(events.Returned(deal, self.key[1] if mine and self.key is not None else None))
            case orders.Void(deal=deal, why=why):
                if self.deck is None or self.deck.deal != deal:
                    self.tell(events.Refused("Void", "it is not the deal that is going on"))
                    return
                self.tell(events.DealVoid(deal, why, "host", self.deck.dealt))
                self.doing("void")
            case orders.Eject():
                self.doing("gathering")
                self.deck = None
                self.doing("no pack")
            case _:
                pass

    def _deal(self) -> None:
        deck = self.deck
        if deck is None or deck.plan is None:
            return
        plan = deck.plan
        while deck.dealt < min(self.upto, 52):
            deck.dealt += 1
            self._fell(plan, deck.dealt)
            self.doing("dealing", deck.dealt, 52)
        if deck.dealt == 52:
            deck.plan = None
            self.tell(events.DealDone(plan.deal))
            self.doing("dealt")

    def _fell(self, plan: orders.Deal, number: int) -> None:
        self.tell(events.CardDealt(plan.deal, number, plan.dests[number - 1], plan.cards[number - 1], number * 80_000))
