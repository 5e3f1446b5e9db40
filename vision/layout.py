"""What lies on the table and why: every card with how it lies, who put it there, and what it is there for.

Millimetres on the table, origin in the middle of the play area, x to the east, y to the south.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

import numpy as np
import numpy.typing as npt

from controller.rules.cards import PACK, UNREAD, Card
from vision.arms import nearest_seats
from vision.calibrate import PLAY_AREA
from vision.classify import Reading
from vision.lie import Lie

STRIP_MM: Final = 75.0
"""A face-up card whose middle is no further from an edge of the play area is exposed, not played."""
SURE: Final = 0.99
"""Under this confidence a fact is a doubt."""
DOUBTED: Final = 0.9
"""How sure a fact can be that goes against what was seen before, or whose arm was not seen."""
WHOLE_HAND: Final = 5
"""So many cards put down by one visit are a hand, not a play."""

_MAYBE: Final = 4
"""How many candidates an unread card has at most."""
_SUREST: Final = 0.9995
_TIE: Final = 0.25
"""The share that the pictures themselves must give to a card before what a hand holds may decide for it."""

Role = Literal["trick", "exposed", "turn-up", "open", "placed", "packet", "looked", "swept"]
"""Why a card lies there: ``placed`` face down in the middle, ``open`` in a hand laid open, ``looked`` in a trick that
is looked at again, ``swept`` in a hand thrown in."""
IN_HAND: Final[frozenset[Role]] = frozenset({"exposed", "turn-up", "open", "swept"})
"""Cards on the table that their owner may still play."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """A card that came, by a number of its own. ``below``: numbers of the cards that it covers in part.

    ``over``: it was found by what changed on the face of one of these. ``hidden``: where it lies nothing was seen
    since the watcher began, so that it may have lain there before.
    """

    number: int
    lie: Lie
    reading: Reading
    below: tuple[int, ...] = ()
    over: bool = False
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Context:
    """What is known beforehand; all of it may be left out.

    ``hands``: cards dealt to each seat, to break ties with. ``turn_up``: its seat and card. ``tricks``: quitted before.
    ``told``: cards on the table that were reported already, when a watcher takes over from one that ended; ``trick``:
    those of the trick that lay there then, with whose they are.
    """

    hands: Mapping[str, frozenset[Card]] = field(default_factory=dict[str, frozenset[Card]])
    turn_up: tuple[str, Card] | None = None
    tricks: int | None = None
    told: frozenset[Card] | None = None
    trick: Mapping[Card, str] = field(default_factory=dict[Card, str])


@dataclass(slots=True)
class Lying:
    """A card on the table. ``above``: numbers of the cards upon it; ``trick``: the number of the one it belongs to.

    ``fell_with``: numbers of those that were played together with it.
    """

    number: int
    lie: Lie
    up: bool
    card: Card
    confidence: float
    maybe: tuple[Card, ...]
    owner: str
    role: Role
    above: set[int] = field(default_factory=set[int])
    trick: int = 0
    evidence: tuple[str, ...] = ()
    fell_with: frozenset[int] = frozenset()


class Layout:
    """The cards on one table. ``seats``: bearing of each, degrees clockwise from north."""

    def __init__(self, seats: Mapping[str, float], context: Context) -> None:
        self.seats = dict(seats)
        self.context = context
        self.cards: dict[int, Lying] = {}
        self.quitted = 0
        """Tricks that have been gathered in this hand."""
        self.tricks: dict[int, frozenset[Card]] = {}
        """The cards of each trick that was seen to be gathered."""
        self.turn_up_seen = False
        self.awaited: dict[Card, str] = {}
        """Cards of the open trick, with whose they are, that were told of and not seen when the watcher began."""
        self._out: frozenset[Card] = frozenset()

    # ------------------------------------------------------------ places
    def seat_at(self, x: float, y: float) -> str:
        """The seat before which a place lies."""
        return list(self.seats)[nearest_seats(np.array([[x, y]]), self.seats)[0]]

    def before(self, lie: Lie) -> str:
        """The seat before which a card lies."""
        return self.seat_at(lie.x, lie.y)

    def aside(self, lie: Lie) -> bool:
        """Whether a card lies where a turn-up does: near its owner's edge and to one side of what he plays."""
        turn = np.radians(self.seats[self.before(lie)])
        out = lie.x * np.sin(turn) - lie.y * np.cos(turn)
        half = abs(np.sin(turn)) * PLAY_AREA[0] / 2 + abs(np.cos(turn)) * PLAY_AREA[1] / 2
        return bool(out / half > 0.5 and abs(self._rightwards(lie, float(turn))) > 60)

    def along(self, lie: Lie) -> tuple[int, float]:
        """The number of the seat before which a card lies, and how far to that seat's right."""
        seat = self.before(lie)
        return list(self.seats).index(seat), self._rightwards(lie, float(np.radians(self.seats[seat])))

    @staticmethod
    def _rightwards(lie: Lie, turn: float) -> float:
        return float(-lie.x * np.cos(turn) - lie.y * np.sin(turn))

    # ------------------------------------------------------------ cards
    def of(self, *roles: Role) -> list[Lying]:
        """The cards that lie there for one of these."""
        return [c for c in self.cards.values() if c.role in roles]

    def out(self) -> frozenset[Card]:
        """Cards that were surely played and gathered in this hand."""
        return self._out

    def lay(self, seen: Sighting, owner: str, role: Role, evidence: tuple[str, ...]) -> Lying:
        """From now on a card lies there."""
        card, confidence, maybe = self._named(seen.reading, owner, role)
        up = is_up(seen.reading)
        lain = Lying(seen.number, seen.lie, up, card, confidence, maybe, owner, role, evidence=evidence)
        self.cards[seen.number] = lain
        for number in seen.below:
            if number in self.cards:
                self.cards[number].above.add(seen.number)
        return lain

    def forget(self, numbers: Iterable[int]) -> None:
        """These lie there no more."""
        for number in list(numbers):
            self.cards.pop(number, None)

    def gather(self, trick: Iterable[Lying]) -> None:
        """These cards are a quitted trick, and lie there no more."""
        cards = list(trick)
        self.quitted += 1
        awaited = frozenset(self.awaited)
        self.awaited = {}
        self.tricks[self.quitted] = frozenset(c.card for c in cards if c.card != UNREAD) | awaited
        self._out |= {c.card for c in cards if c.card != UNREAD and c.confidence >= SURE}
        self.forget(c.number for c in cards)

    def clear(self) -> None:
        """The table is cleared for the next hand, of which nothing is known."""
        self.forget(c.number for c in self.of("packet", "looked"))
        self.quitted, self.tricks, self.turn_up_seen = 0, {}, False
        self._out = frozenset()
        self.context = Context()

    def know(self, hand: Context) -> None:
        """A hand has begun, of which so much is known; what lies there stays."""
        self.quitted, self.tricks, self.awaited = hand.tricks or 0, {}, {}
        self._out = frozenset()
        self.context = hand

    def sure_of(self, card: Lying) -> float:
        """How sure a card is. That it was seen before in this hand, or lies elsewhere too, is a doubt."""
        elsewhere = any(
            c.card == card.card and c.confidence >= SURE
            for c in self.cards.values()
            if c is not card and c.role != "looked"
        )
        twice = card.card != UNREAD and (elsewhere or card.card in self.out())
        return min(card.confidence, DOUBTED) if twice else card.confidence

    def _named(self, reading: Reading, owner: str, role: Role) -> tuple[Card, float, tuple[Card, ...]]:
        """The card that a reading names, and how sure that is in the light of what else lies and was seen.

        A pack holds every card once and a known hand its own cards: what is out already, or is in another hand, takes
        no share of what the reading leaves open. What it names is never changed by that; where it names none, the one
        card that can be it is taken, if the reading itself gives it a good share.
        """
        if not is_up(reading):
            return UNREAD, 1.0, ()
        shares = _shares(reading)
        left = np.where([self._may_be(card, owner, role) for card in PACK], shares, 0.0)
        total = float(left.sum() + 1 - shares.sum())
        if reading.card is not None:
            own = left[PACK.index(reading.card)]
            # What was read as a face of this hand is one of its cards: the chance that it is none speaks for no other.
            among = float(left.sum()) if self.context.hands.get(owner) else total
            sure = min(float(own) / among, _SUREST) if own > 0 else 0.0
            return reading.card, max(reading.confidence, sure), ()
        best = int(left.argmax())
        if left[best] >= max(_TIE, SURE * total):
            return PACK[best], min(float(left[best]) / total, _SUREST), ()
        # Who is asked must not be told by the choice what somebody holds.
        chances = np.where([self._may_lie(card) for card in PACK], shares, 0.0)
        chances = chances if chances.sum() > 0.02 else shares
        order = np.argsort(-chances)
        enough = int(np.searchsorted(np.cumsum(chances[order]), 0.98 * chances.sum())) + 1
        return UNREAD, 1.0, tuple(PACK[int(k)] for k in order[: min(enough, _MAYBE)])

    def _may_be(self, card: Card, owner: str, role: Role) -> bool:
        """Whether a card that comes out of a hand can be this one, if all is as it should be."""
        if role not in ("trick", "exposed", "turn-up"):
            return True
        held = self.context.hands.get(owner)
        return (not held or card in held) and self._may_lie(card)

    def _may_lie(self, card: Card) -> bool:
        """Whether it was not seen surely before in this hand."""
        return card not in self.out() and card not in self._lies_surely()

    def _lies_surely(self) -> frozenset[Card]:
        return frozenset(c.card for c in self.of("trick") if c.confidence >= SURE)

    # ------------------------------------------------------------ what lay there before
    def begin(self, seen: Sequence[Sighting]) -> None:
        """What lies there was put there before anybody watched."""
        self.cards.clear()
        faces: dict[str, int] = {}
        for s in seen:
            if edge_distance(s.lie) <= STRIP_MM and is_up(s.reading):
                faces[self.before(s.lie)] = faces.get(self.before(s.lie), 0) + 1
        packets = 0
        for s in sorted(seen, key=lambda s: self.along(s.lie)):
            role = self._first_role(s, faces.get(self.before(s.lie), 0))
            lain = self.lay(s, self._first_owner(s, role), role, ())
            if role == "packet":
                packets += 1
                lain.trick = packets
        self.awaited = dict(self.context.trick)
        self.quitted = packets if self.context.tricks is None else self.context.tricks
        self.turn_up_seen = self.quitted > 0 or bool(self.of("turn-up", "trick"))
        for card in self.of("trick"):
            self._known(card)

    def lay_again(self, seen: Sighting, evidence: tuple[str, ...]) -> bool:
        """A card that may have lain there at first, and was not seen: whether it was told of, and lies there now."""
        card = seen.reading.card
        role = self._first_role(seen, 0)
        owner = self._first_owner(seen, role)
        if card is None and (role != "trick" or owner not in self.awaited.values()):
            return False
        if card is not None and (card not in (self.context.told or ()) or any(c.card == card for c in self.of(role))):
            return False
        self._known(self.lay(seen, owner, role, evidence))
        return True

    def _known(self, lain: Lying) -> None:
        """A card of the open trick is awaited no more; one that cannot be read is the one that its owner has there."""
        if lain.card == UNREAD:
            named = next((card for card, seat in self.awaited.items() if seat == lain.owner), None)
            if named is None:
                return
            lain.card, lain.confidence, lain.maybe = named, DOUBTED, ()
        self.awaited.pop(lain.card, None)

    def _first_owner(self, s: Sighting, role: Role) -> str:
        """Whose a card is that lay there before: the record knows it of the open trick."""
        known = None if s.reading.card is None else self.context.trick.get(s.reading.card)
        return known if role == "trick" and known is not None else self.before(s.lie)

    def _first_role(self, s: Sighting, faces: int) -> Role:
        near = edge_distance(s.lie) <= STRIP_MM
        if not is_up(s.reading):
            return "packet" if near else "placed"
        if near and s.reading.card is None and self.context.tricks:
            # A back that nobody has learned yet; to take it for a card that is shown would accuse somebody.
            return "packet"
        known = self.context.turn_up
        if known is not None and known[1] == s.reading.card:
            return "turn-up"
        if near:
            return "open" if faces >= WHOLE_HAND - 1 else "exposed"
        return "turn-up" if self.aside(s.lie) else "trick"


def edge_distance(lie: Lie) -> float:
    """How far a card's middle is from the nearest edge of the play area; negative outside."""
    return float(min(PLAY_AREA[0] / 2 - abs(lie.x), PLAY_AREA[1] / 2 - abs(lie.y)))


def _shares(reading: Reading) -> npt.NDArray[np.float64]:
    """The chance of each card after a reading, together less than one by the chance that it is none of them.

    The corners of one card err together, so that they count as one.
    """
    if len(reading.scores) != len(PACK):
        return np.zeros(len(PACK))
    shares = np.exp(np.asarray(reading.scores, np.float64) / max(1, reading.corners))
    return np.asarray(shares / max(1.0, float(shares.sum())), np.float64)


def is_up(reading: Reading) -> bool:
    """Whether a card shows its face, read or not."""
    return reading.kind != "back"
