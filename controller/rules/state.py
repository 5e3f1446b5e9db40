"""What the judge knows between two facts.

:class:`State` is a value: judging a fact makes a new one and never changes the old. Inside it, :class:`Hand` and
:class:`Case` are plain slotted classes for speed (a copy is a microsecond or two); only the court writes to a copy,
before anybody else sees it, and every container in them is replaced, never changed in place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, Final, Literal

from controller.rules.bidding import Auction, Contract, Footing
from controller.rules.cards import HEIGHT, SUIT, Card, Suit, beats
from controller.rules.facts import Demanded, Entry
from controller.rules.forming.company import Company
from controller.rules.heading import Heading
from controller.rules.ruling import OPEN, Remedy, Result, Ruling, Score, Status
from controller.rules.seats import Seat, Seating, Side

Phase = Literal["cut", "deal", "play", "over", "closed"]
View = Literal["director", "table"]
Key = tuple[int, str, "str | None", "int | None", tuple[Card, ...]]
"""What an irregularity is, for as long as it keeps its number: hand, irregularity, offender, trick, cards."""

NONE: Final[frozenset[Card]] = frozenset()


@dataclass(frozen=True, slots=True)
class Play:
    """One card of a trick. ``doubtful``: read under the floor, or which of several cards was meant is not said."""

    seat: Seat
    card: Card
    line: int
    doubtful: bool = False
    maybe: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick, ``plays`` in the order in which the cards fell.

    ``due`` is the seat whose lead it was, where known; ``holes`` are seats that took their card back, with the place
    it had; ``free`` are seats that may change their card without penalty.
    """

    number: int
    leader: Seat
    plays: tuple[Play, ...]
    due: Seat | None = None
    quitted: bool = False
    complete: bool = False
    winner: Seat | None = None
    holes: tuple[tuple[Seat, int], ...] = ()
    free: tuple[Seat, ...] = ()

    @property
    def led(self) -> Suit | None:
        """The suit led, ``None`` where the card was not read or has been taken back."""
        return SUIT.get(self.plays[0].card) if self.plays and self.plays[0].seat == self.leader else None

    @property
    def false(self) -> bool:
        """Whether it was led out of turn."""
        return self.due is not None and self.leader != self.due

    @property
    def doubtful(self) -> bool:
        """Whether its winner rests on a card that is in doubt."""
        return any(p.doubtful or p.card not in SUIT for p in self.plays)

    def of(self, seat: Seat) -> Play | None:
        """What ``seat`` has played to it."""
        for play in self.plays:
            if play.seat == seat:
                return play
        return None

    def best(self, trump: Suit | None, height: Mapping[Card, int] = HEIGHT) -> Play | None:
        """The play that is winning, ``None`` where a card is unread."""
        best: Play | None = None
        for play in self.plays:
            if play.card not in SUIT:
                return None
            if best is None or beats(play.card, best.card, trump, height):
                best = play
        return best


@dataclass(frozen=True, slots=True)
class Suspicion:
    """A seat discarded while its hand was not known: a card of ``suit`` that it held then proves a renounce."""

    seat: Seat
    trick: int
    suit: Suit
    card: Card
    line: int
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class Pledge:
    """A seat answered a call while its hand was not known; a better card that it held then proves a refusal.

    ``refuted_by`` are the cards any of which would.
    """

    seat: Seat
    trick: int
    card: Card
    refuted_by: frozenset[Card]


@dataclass(frozen=True, slots=True)
class Call:
    """A demand that binds ``seat`` (``None``: whoever of the side leads first) at its next play."""

    remedy: str
    by: Seat
    seat: Seat | None
    suit: Suit | None = None
    card: Card | None = None


@dataclass(slots=True)
class Case:
    """One irregularity with what the printed ruling does not say.

    ``form`` names the code's form that opened it; ``offenders`` are the seats that pay; ``bound`` the seat that a call
    would bind; ``cards`` those that may be called; ``silent``: known, and not told to this role yet; ``doubtful``:
    rests on a fact that is in doubt; ``demand`` waits for the proof of a claim.
    """

    number: int
    irregularity: str
    form: str
    by: str | None
    trick: int | None
    status: Status
    law: tuple[str, ...]
    line: int
    offenders: tuple[Seat, ...] = ()
    cards: tuple[Card, ...] = ()
    remedies: tuple[Remedy, ...] = ()
    bound: Seat | None = None
    call: Call | None = None
    remedy: str | None = None
    for_: Side | None = None
    until: float | None = None
    claimed: bool = False
    proved: bool = False
    silent: bool = False
    doubtful: bool = False
    callable: bool = False
    """Cards of this case lie open and may be called at each trick."""
    demand: Demanded | None = None

    @property
    def open(self) -> bool:
        """Whether something may still follow."""
        return self.status in OPEN


@dataclass(frozen=True, slots=True)
class Terms:
    """What the laws have decided about the payment of a hand, whatever the tricks say.

    ``conceded``: the bidder is paid, ``failed``: he is not; ``offender`` pays for his partners; ``shared``: they pay
    their share in spite of his revoke; ``barred``: this side can win nothing; ``abandoner``: who threw his hand in;
    ``rest``: the side that is given the tricks not played; ``forfeits``: counters that a seat owes to the pool.
    """

    conceded: bool = False
    failed: bool = False
    offender: Seat | None = None
    shared: bool = False
    barred: Side | None = None
    abandoner: Seat | None = None
    rest: Side | None = None
    forfeits: tuple[tuple[Seat, int], ...] = ()


@dataclass(slots=True)
class Hand:
    """One hand, from the cut to the closing.

    ``given`` counts cards dealt by seat; ``held`` are cards that a seat certainly holds; ``unsure`` the seats of whose
    cards one or more were not seen; ``touched`` those who took up or looked at cards; ``spoken`` for each offender's
    seat the trick for which its adversaries have decided about its open cards.
    """

    number: int
    dealer: Seat
    size: int
    """Cards of a full hand."""
    pack: int
    """Cards that are dealt to the players."""
    phase: Phase = "cut"
    # the cut and the deal
    cut: bool = False
    cutters: tuple[Seat, ...] = ()
    """Who has cut this pack, in this order."""
    recut: bool = False
    """A new cut has been ordered and not been made."""
    faced: frozenset[int] = frozenset()
    total: int = 0
    given: dict[Seat, int] = field(default_factory=dict[Seat, int])
    singly: bool = True
    """Every card fell in a fact of its own, so that their order is known."""
    last: tuple[Seat, Card | None] | None = None
    astray: tuple[Seat, int, Seat | None] | None = None
    """A card dealt to the wrong seat and not yet put right: seat, line, the seat that it was due to."""
    shuffled: frozenset[Seat] = frozenset()
    """Who has shuffled this pack."""
    acting: Seat | None = None
    """Who deals though it is not his deal."""
    strayed: int = 0
    """Cards that were dealt to the wrong seat and left there."""
    meddled: tuple[tuple[Seat, str], ...] = ()
    """Who ``touched`` a card, ``interrupts`` or ``doubted`` while it was dealt, in this order."""
    glimpsed: tuple[tuple[Seat, tuple[Card, ...], str], ...] = ()
    """Cards seen before the deal that matter only if one is turned up: by whom shown, cards, form."""
    bottom: Card | None = None
    """The last card of the pack, where the record knows it."""
    touched: frozenset[Seat] = frozenset()
    # cards
    held: dict[Seat, frozenset[Card]] = field(default_factory=dict[Seat, "frozenset[Card]"])
    unsure: frozenset[Seat] = frozenset()
    gone: dict[Card, Seat] = field(default_factory=dict[Card, Seat])
    """Cards played, with the seat from whose hand they came."""
    unread: dict[Seat, int] = field(default_factory=dict[Seat, int])
    """Cards that a seat has played and nobody could read."""
    trump: Suit | None = None
    turn_up: Card | None = None
    turn_up_on_table: bool = False
    dealt_out: bool = False
    """The deal is over: the trump card lies, or in a game without one the last card has fallen."""
    still: Card | None = None
    """The card turned up from the still pack."""
    plain: bool = False
    """The hand is played without trumps."""
    height: Mapping[Card, int] = field(default_factory=lambda: HEIGHT)
    """How the cards of a suit rank in this hand."""
    later: dict[Seat, tuple[frozenset[Card], ...]] = field(default_factory=dict[Seat, "tuple[frozenset[Card], ...]"])
    """Further hands of a seat, which it takes up one after the other."""
    # what it is played for
    auction: Auction | None = None
    contract: Contract | None = None
    footing: Footing = ""
    seating: Seating | None = None
    """The sides of this hand, where the bidding made them."""
    first: Seat | None = None
    """Who leads first, where that is not the eldest hand."""
    left_to: Seat | None = None
    """Whom the dealer leaves the making of the trump to."""
    discarded: frozenset[Seat] = frozenset()
    terms: Terms = field(default_factory=Terms)
    # play
    tricks: tuple[Trick, ...] = ()
    spoken: dict[Seat, int] = field(default_factory=dict[Seat, int])
    suspicions: tuple[Suspicion, ...] = ()
    pledges: tuple[Pledge, ...] = ()
    omitted: tuple[tuple[Seat, int], ...] = ()
    back: frozenset[Card] = frozenset()
    """Cards played to a false lead that was taken back; they may be withdrawn freely."""
    taken_up: tuple[tuple[Seat, Card, int], ...] = ()
    """Cards taken back by seats that played after one who may have renounced: seat, card, trick. If he mends it
    they are free."""
    asked: tuple[tuple[Seat, int], ...] = ()
    """Seats whose partner asked in time whether they could not follow, with the trick; not those that said no."""
    unsettled: tuple[tuple[Seat, Card, int, int], ...] = ()
    """Discards taken back by seats whose hands are not known: seat, card, trick, line."""
    counted: dict[Seat, int] = field(default_factory=dict[Seat, int])
    """The same, found before the first trick was done."""
    uncounted: frozenset[Side] = frozenset()
    """Sides whose honours do not count, because they were shown when they may not."""
    displayed: tuple[tuple[Side, Card], ...] = ()
    """Honours shown by right before a card was played."""
    annulled: bool = False
    """What was as good as a revoke has been paid, and the rest of the hand does not count."""
    won_by_honours: Side | None = None
    no_slam: frozenset[Side] = frozenset()
    marks: tuple[tuple[Side, str, int], ...] = ()
    """What each side has marked in this hand: for what, and how many."""
    totals: tuple[tuple[Side, int], ...] = ()
    draw_asked: frozenset[Seat] = frozenset()
    """Whose partner has asked him to draw his card, in the trick on the table."""
    game_claimed: frozenset[Side] = frozenset()
    earlier: tuple[Side, ...] = ()
    """Sides that have called the honours of the hand before this one."""
    honours: tuple[tuple[Side, int, bool], ...] = ()
    """Honours called: side, number, and whether that was before a card was played."""
    found: dict[Seat, int] = field(default_factory=dict[Seat, int])
    """Cards too many (or too few, negative) that a count has found, by seat."""
    threw_in: tuple[Seat, ...] = ()
    admitted: tuple[tuple[Side, int], ...] | None = None
    # the end
    void: Literal["new_deal", "deal_lost"] | None = None
    next_dealer: Seat | None = None
    printed: bool = False
    """Its result has been printed."""

    def copied(self) -> Hand:
        """A shallow copy, to be changed by the court before anybody sees it."""
        return Hand(*_values_of(self))

    def lay_by(self, seat: Seat, cards: frozenset[Card], nth: int) -> None:
        """Cards of a hand that is taken up when the one before it has been played."""
        later = list(self.later.get(seat, ()))
        later += [NONE] * (nth - 1 - len(later))
        later[nth - 2] |= cards
        self.later = {**self.later, seat: tuple(later)}

    # ------------------------------------------------------------------ what may be asked
    @property
    def trick(self) -> Trick | None:
        """The trick on the table: the last one, until it is quitted."""
        return self.tricks[-1] if self.tricks and not self.tricks[-1].quitted else None

    def knows(self, seat: Seat) -> bool:
        """Whether every card of this seat is known."""
        return self.total >= self.pack and seat not in self.unsure

    def counts(self, seating: Seating) -> dict[Seat, int]:
        """Cards still in each hand; a full hand less what was played where the deal was not recorded."""
        if self.phase in ("cut", "deal"):
            return {seat: self.given.get(seat, 0) for seat in seating.seats}
        full = self.total >= self.pack
        out = {seat: self.given.get(seat, 0) if full else self.size for seat in seating.seats}
        for trick in self.tricks:
            for play in trick.plays:
                out[play.seat] -= 1
        return out

    def taken(self, seating: Seating) -> dict[Side, int]:
        """Tricks won so far by each side, without penalties."""
        out = dict.fromkeys(seating.sides, 0)
        for trick in self.tricks:
            if trick.winner is not None and (trick.complete or trick.quitted):
                out[seating.side(trick.winner)] += 1
        return out

    def decided(self, seating: Seating) -> bool:
        """Whether a trick that has fallen ends a hand in which one must win, or lose, them all."""
        contract = self.contract
        if contract is None or not contract.sudden or contract.by is None:
            return False
        taken = self.taken(seating)
        mine = taken[seating.side(contract.by)]
        return mine > 0 if contract.lose else sum(taken.values()) > mine

    def eldest(self, seating: Seating) -> Seat:
        """Who leads to the first trick."""
        return self.first or seating.left(self.dealer)

    def leads(self, seating: Seating) -> Seat | None:
        """The seat that must lead next, where no trick is open and that is known."""
        if not self.tricks:
            return self.eldest(seating) if self.phase in ("deal", "play") else None
        last = self.tricks[-1]
        return last.winner if (last.complete or last.quitted) and not last.holes else None

    def to_play(self, seating: Seating) -> Seat | None:
        """Whose turn it is, where that is known."""
        if self.phase not in ("deal", "play") or (self.phase == "deal" and not self.dealt_out):
            return None
        if self.auction is not None and self.contract is None:
            return None
        if not self.tricks:
            return self.eldest(seating)
        last = self.tricks[-1]
        if last.holes:
            return last.holes[0][0]
        if last.complete or last.quitted:
            return last.winner
        played = {play.seat for play in last.plays}
        return next((seat for seat in seating.round(last.leader) if seat not in played), None)


_values_of: Final[Callable[[Hand], tuple[Any, ...]]] = attrgetter(*(f.name for f in fields(Hand)))


@dataclass(frozen=True, slots=True)
class State:
    """Everything between two facts. ``rulings`` holds the last printed status of each number, of this hand only.

    ``printed`` is every ruling as judging the effective facts gives it; ``names`` the number of each irregularity that
    ever had one; ``entries`` the record so far, as it was written; ``results`` those printed.
    """

    heading: Heading
    view: View
    hand: Hand
    score: Score
    cases: dict[int, Case]
    rulings: dict[int, Ruling]
    printed: tuple[Ruling, ...] = ()
    names: dict[Key, int] = field(default_factory=dict[Key, int])
    used: int = 0
    entries: tuple[Entry, ...] = ()
    results: tuple[Result, ...] = ()
    doubts: tuple[int, ...] = ()
    """Lines whose fact is doubtful and has not been answered."""
    dead: frozenset[int] = frozenset()
    """Lines that were retracted."""
    company: Company | None = None
    """Who belongs to the table, plays and waits; ``None`` where the record tells of nobody."""

    @property
    def seating(self) -> Seating:
        """Who sits where, and with whom in this hand."""
        return self.hand.seating or self.heading.seating

    @property
    def result(self) -> Result | None:
        """The last result that was printed."""
        return self.results[-1] if self.results else None

    @property
    def liable(self) -> tuple[tuple[Seat, Card], ...]:
        """Cards that lie open and may be called, with the seat that must play them."""
        return tuple(
            (case.offenders[0], card)
            for case in self.cases.values()
            if case.callable and not case.silent and case.offenders
            for card in case.cards
        )
