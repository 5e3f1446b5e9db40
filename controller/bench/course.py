"""One hand of whist in course: from the shuffle to the last trick, played as it goes.

A :class:`Course` is an agent: its :meth:`Course.run` gives one :data:`Step` after another and is told, after each, what
was called meanwhile. The same seed, mishaps and calls give the same hand.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, Literal

from controller.bench.felt import Felt
from controller.bench.policy import Matter, Offer
from controller.bench.skill import Sight, choose, high, low
from controller.rules import facts as f
from controller.rules.cards import PACK, SUIT, Card, Suit, beats, in_suit
from controller.rules.facts import Fact, Source
from controller.rules.seats import Seat, Seating

Void = Literal["same", "left"]
"""Who deals after a hand that counts for nothing: the same dealer, or the one to his left."""
Hook = Literal["cut", "pack", "deal", "dealt", "lead", "play", "trick", "quitted"]

THINK_S: Final = 2.5
"""Table time for which people look at a ruling before they choose."""


@dataclass(frozen=True, slots=True)
class Event:
    """What happens next, ``after`` seconds from what happened before, and how it is observed.

    ``truth`` is what really happened, where the observation says something else or less.
    """

    after: float
    fact: Fact
    source: Source
    confidence: float = 1.0
    truth: Fact | None = None


@dataclass(frozen=True, slots=True)
class Await:
    """The table waits for those who may choose; ``to`` are the seats that ``matter`` is offered to."""

    matter: Matter | None = None
    to: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Cover:
    """Something lies over the camera from now on, or no longer."""

    on: bool


@dataclass(frozen=True, slots=True)
class Call:
    """A demand that binds a play to come: of ``seat``, or of whoever of its side leads first for a suit."""

    remedy: str
    seat: Seat
    suit: Suit | None = None
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Orders:
    """What has been called and not been played, and whether the hand has become void."""

    calls: tuple[Call, ...] = ()
    void: Void | None = None
    demanded: frozenset[str] = frozenset()
    """Remedies that were demanded."""


Step = Event | Await | Cover
Steps = Generator[Step, Orders, None]


class HandVoid(Exception):
    """The hand counts for nothing from here on."""

    def __init__(self, void: Void) -> None:
        super().__init__(void)
        self.void: Void = void


class HandOver(Exception):
    """All that will be played has been played."""


@dataclass(frozen=True, slots=True)
class Mishap:
    """Something that goes wrong, planted in a hand.

    ``kind`` is how it is asked for; ``irregularity`` what the laws call it, ``None`` where it is the machine that sees
    badly; ``at`` the moment at which it may happen; ``fits`` whether it can happen now, to this seat; ``happen``
    lets it and says whether the regular act has been done with it. ``by_hand``: the deal is not the shoe's.
    ``attentive``: the adversaries notice.
    """

    kind: str
    irregularity: str | None
    words: str
    at: Hook
    fits: Callable[[Course, Seat], bool]
    happen: Callable[[Course, Seat], Generator[Step, Orders, bool]]
    by_hand: bool = False
    attentive: bool = True
    deal_told: bool = True


@dataclass(slots=True)
class Owing:
    """A suit may be called from the first of ``seats`` that leads; told once ``asked``."""

    matter: Matter
    seats: tuple[Seat, ...]


@dataclass(slots=True)
class Course:
    """A hand in course. At the press of the pone everything up to the cut is told at once.

    ``pending`` are the mishaps still to come; ``voided`` how it ended if it counts for nothing.
    """

    seating: Seating
    dealer: Seat
    seed: int
    pending: list[Mishap] = field(default_factory=list[Mishap])
    given: tuple[Card, ...] | None = None
    """The pack before the cut, where chance has put it in order elsewhere."""
    fallen: tuple[tuple[Seat, Card], ...] = ()
    """Cards as they fell, where the shoe has dealt: the last one is the turn-up."""
    rng: Random = field(init=False)
    tempo: Random = field(init=False)
    felt: Felt = field(init=False)
    pack: list[Card] = field(init=False)
    by_hand: bool = field(init=False)
    deal_told: bool = field(init=False)
    calls: list[Call] = field(default_factory=list[Call])
    owing: list[Owing] = field(default_factory=list[Owing])
    liable: dict[Seat, Matter] = field(default_factory=dict[Seat, Matter])
    defiant: set[Seat] = field(default_factory=set[Seat])
    defied: list[tuple[Seat, int]] = field(default_factory=list[tuple[Seat, int]])
    """Seats that refused a call, with the trick."""
    provable: list[Matter] = field(default_factory=list[Matter])
    """Revokes that an attentive adversary can prove when the hand has been played."""
    demanded: frozenset[str] = frozenset()
    leaves_turn_up: bool = False
    when: int = field(init=False)
    """The trick from which a planted mishap may happen."""
    voided: Void | None = None
    firsts: dict[Seat, Suit] = field(default_factory=dict[Seat, Suit])

    def __post_init__(self) -> None:
        self.rng = Random(f"hand {self.seed}")
        self.tempo = Random(f"tempo {self.seed}")
        self.felt = Felt(self.seating, self.dealer, {seat: [] for seat in self.seating.seats})
        self.pack = list(PACK)
        self.rng.shuffle(self.pack)
        self.pack = list(self.given or self.pack)
        self.by_hand = any(m.by_hand for m in self.pending)
        self.deal_told = all(m.deal_told for m in self.pending)
        self.when = self.rng.randint(2, 5)

    # ------------------------------------------------------------------ the hand
    def run(self) -> Steps:
        """Every step of the hand, from the shuffle until all is played and settled."""
        try:
            if self.fallen:
                self._take_up()
            else:
                yield from self._cut()
                yield from self._deal()
            yield from self._play()
            yield from self._claims()
        except HandVoid as end:
            self.voided = end.void
        except HandOver:
            yield from self.wait()

    def _claims(self) -> Steps:
        for matter in self.provable:
            yield from self.wait(matter, self.seating.adversaries(matter.by or self.dealer))
        yield from self.wait()

    def _take_up(self) -> None:
        """Everybody takes up what lies in his pocket of the shoe."""
        self._lifted()
        for seat, card in self.fallen:
            self.felt.hands[seat].append(card)
        self._turn_up(self.fallen[-1][1])

    def _lifted(self) -> int:
        """What the pone lifts, drawn though he has cut to the shoe: chance goes on as the script foresaw."""
        return self.rng.randint(8, 44)

    def _turn_up(self, card: Card) -> None:
        self.felt.turn_up = card
        self.felt.trump = SUIT[card]

    def _cut(self) -> Steps:
        pone = self.seating.right(self.dealer)
        source: Source = "camera" if self.by_hand else "shoe"
        yield from self.tell(f.Shuffled(self.dealer), 2.0 if self.by_hand else 0.0, source)
        yield from self.tell(f.Presented(self.dealer), 1.0 if self.by_hand else 0.0, source)
        if (yield from self._hook("cut", pone)):
            return
        yield from self.cut_fairly(1.0 if self.by_hand else 0.0)

    def cut_fairly(self, after: float) -> Steps:
        """The pone cuts as he should."""
        source: Source = "camera" if self.by_hand else "panel"
        lifted = self._lifted()
        yield from self.tell(f.Cut(self.seating.right(self.dealer), (lifted, len(self.pack) - lifted)), after, source)
        self.pack = self.pack[lifted:] + self.pack[:lifted]

    def _deal(self) -> Steps:
        yield from self._hook("pack", self.dealer)
        if not self.by_hand:
            yield from self.tell(f.Pack(tuple(self.pack)), 0.3, "shoe")
        order = self.seating.round(self.seating.left(self.dealer))
        for i, card in enumerate(self.pack):
            seat = order[i % len(order)]
            if not (yield from self._hook("deal", seat)):
                yield from self.give(seat, card)
        self._turn_up(self.pack[-1])
        yield from self.tell(f.Turned(self.pack[-1], self.dealer), 0.6, "camera" if self.by_hand else "shoe")
        yield from self._hook("dealt", self.dealer)

    def give(self, seat: Seat, card: Card, *, face_up: bool = False) -> Steps:
        """One card is dealt; the shoe tells which, a camera only that it fell (unless its face is up)."""
        self.felt.hands[seat].append(card)
        if self.by_hand:
            seen = f.Dealt(seat, (card,), face_up=True) if face_up else f.Dealt(seat, count=1)
            if self.deal_told:
                yield from self.tell(
                    seen, self.tempo.uniform(0.2, 0.3), "camera", truth=f.Dealt(seat, (card,), face_up=face_up)
                )
        else:
            yield from self.tell(f.Dealt(seat, (card,)), self.tempo.uniform(0.035, 0.045), "shoe")

    @property
    def dealt(self) -> int:
        """Cards dealt so far."""
        return sum(len(hand) for hand in self.felt.hands.values())

    def _play(self) -> Steps:
        leader = self.seating.left(self.dealer)
        while self.felt.hands[leader]:
            yield from self._owed(leader)
            if not (yield from self._hook("lead", leader)):
                self.felt.open_trick(leader)
            for seat in self.seating.round(leader):
                if self.felt.trick.of(seat) is None:
                    yield from self.turn(seat)
            yield from self._hook("trick", leader)
            yield from self.wait()
            leader = self.felt.winner()
            gatherer = self.seating.side(leader)[self.seed % 2]
            yield from self.tell(f.Quitted(gatherer), self.rng.uniform(0.8, 1.2))
            yield from self._hook("quitted", leader)

    def turn(self, seat: Seat) -> Steps:
        """``seat`` plays to the trick on the table, in his turn."""
        if seat == self.dealer and self.felt.number == 1 and not self.leaves_turn_up:
            yield from self.tell(f.TookUp(seat), self.rng.uniform(0.5, 0.9))
        yield from self.decision(seat)
        if (yield from self._hook("play", seat)):
            return
        refused = len(self.defied)
        yield from self.put(seat, self.choose(seat))
        for by, trick in self.defied[refused:]:
            matter = Matter("refused_call", by, trick, (Offer("two_tricks"),))
            yield from self.wait(matter, self.seating.adversaries(by))

    def decision(self, seat: Seat) -> Steps:
        """Those who may call a card that lies before ``seat`` are heard before he plays."""
        matter = self.liable.get(seat)
        lying = tuple(self.felt.lying.get(seat, ()))
        if matter is not None and lying:
            yield from self.wait(
                Matter(matter.irregularity, matter.by, matter.trick, (Offer("call_card", lying),)),
                self.seating.adversaries(seat),
            )

    def put(self, seat: Seat, card: Card, after: float | None = None) -> Steps:
        """A card goes to the trick, and the camera sees it."""
        first = not self.felt.trick.plays
        if first:
            self.firsts.setdefault(seat, SUIT[card])
        self.felt.play(seat, card)
        yield from self.tell(f.Played(seat, (card,)), self.pace() if after is None else after)

    def choose(self, seat: Seat) -> Card:
        """What ``seat`` plays, bound by what was called from him."""
        return choose(self.sight(seat, self.bound(seat)), self.rng)

    def sight(self, seat: Seat, legal: Sequence[Card]) -> Sight:
        """What ``seat`` sees when he chooses among ``legal``."""
        felt = self.felt
        partner = self.seating.partners(seat)[0]
        plays = tuple(felt.trick.plays) if felt.tricks else ()
        return Sight(
            seat,
            partner,
            tuple(felt.hands[seat]),
            tuple(legal),
            felt.trump,
            plays,
            felt.gone(),
            self.firsts.get(partner),
        )

    def bound(self, seat: Seat) -> list[Card]:
        """The cards among which ``seat`` may choose; calls that bind this play are used up."""
        cards = self.felt.legal(seat)
        if self.leaves_turn_up and seat == self.dealer and self.felt.number <= 2 and len(cards) > 1:
            cards = [c for c in cards if c != self.felt.turn_up]
        for call in [
            c for c in self.calls if c.seat == seat or (c.remedy == "call_suit" and self._same_side(c.seat, seat))
        ]:
            if call.remedy == "call_suit" and self.felt.trick.plays:
                continue
            asked = _asked(call, cards, self.felt)
            if asked or call.suit != self.felt.trump or call.remedy == "call_suit":
                self.calls.remove(call)
            if not asked or len(asked) == len(cards):
                continue
            if seat in self.defiant:
                self.defiant.discard(seat)
                self.defied.append((seat, self.felt.number))
                cards = [c for c in cards if c not in asked]
            else:
                cards = asked
        return cards

    # ------------------------------------------------------------------ steps
    def tell(
        self,
        fact: Fact,
        after: float,
        source: Source = "camera",
        *,
        truth: Fact | None = None,
        confidence: float | None = None,
    ) -> Steps:
        """Something happens and is observed."""
        sure = round(self.rng.uniform(0.993, 1.0), 4) if source == "camera" else 1.0
        orders = yield Event(round(after, 3), fact, source, sure if confidence is None else confidence, truth)
        self._hear(orders)

    def wait(self, matter: Matter | None = None, to: tuple[Seat, ...] = ()) -> Steps:
        """The table waits for those who may choose."""
        orders = yield Await(matter, to)
        self._hear(orders)

    def pace(self) -> float:
        """Seconds from one play to the next."""
        return self.rng.uniform(1.2, 1.8)

    def lies(self, seat: Seat, card: Card, matter: Matter) -> None:
        """A card lies before ``seat`` and may be called."""
        self.felt.lay(seat, card)
        self.liable[seat] = matter

    def void(self, void: Void) -> None:
        """The hand counts for nothing. Raises :class:`HandVoid`."""
        raise HandVoid(void)

    def _hear(self, orders: Orders) -> None:
        self.calls.extend(call for call in orders.calls if call not in self.calls)
        self.demanded = orders.demanded
        if orders.void is not None:
            raise HandVoid(orders.void)

    def _same_side(self, a: Seat, b: Seat) -> bool:
        return self.seating.side(a) == self.seating.side(b)

    def _owed(self, leader: Seat) -> Steps:
        for owing in [o for o in self.owing if leader in o.seats]:
            self.owing.remove(owing)
            if not any(c.remedy == "call_suit" for c in self.calls):
                yield from self.wait(owing.matter, (self.seating.right(leader),))

    def _hook(self, at: Hook, seat: Seat) -> Generator[Step, Orders, bool]:
        for mishap in [m for m in self.pending if m.at == at]:
            if mishap.fits(self, seat):
                self.pending.remove(mishap)
                done = yield from mishap.happen(self, seat)
                self.when = self.felt.number + 2
                return done
        return False


def _asked(call: Call, cards: list[Card], felt: Felt) -> list[Card]:
    """Those of ``cards`` that obey a call."""
    led = felt.trick.led
    suit = call.suit if call.suit is not None else led
    of_suit = list(in_suit(cards, suit)) if suit is not None else []
    best = felt.trick.best(felt.trump)
    trumps = list(in_suit(cards, felt.trump)) if felt.trump is not None else []
    match call.remedy:
        case "call_card" | "must_play":
            return [c for c in cards if c == call.card]
        case "call_suit":
            return of_suit
        case "call_highest":
            return [high(of_suit)] if of_suit else []
        case "call_lowest":
            return [low(of_suit)] if of_suit else []
        case "call_win":
            return [c for c in cards if best is not None and beats(c, best[1], felt.trump)]
        case "call_not_win":
            return [c for c in cards if best is not None and not beats(c, best[1], felt.trump)]
        case "call_trump":
            return trumps
        case "call_not_trump":
            return [c for c in cards if c not in trumps]
        case _:
            return []
