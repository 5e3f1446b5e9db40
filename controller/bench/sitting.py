"""Hands that the shoe deals, one after the other: while a hand is played the other pack is read and shuffled.

A script foresees each hand, so that what was planted finds its place. What is played is what really fell: where a pack
lies otherwise than foreseen, because it had to be read again or the same dealer deals once more, the script is written
anew for that pack.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from controller.bench.attendant import HAND_S, Attendant, Outcome, next_hand
from controller.bench.course import Course, Event
from controller.bench.faults import Fault
from controller.bench.live import Live
from controller.bench.mishaps import mishaps
from controller.bench.script import NoPlace, Script, next_dealer, script
from controller.rules import facts as f
from controller.rules.cards import Card
from controller.rules.seats import Seat, Seating

NEXT_CUT_S: Final = 6.0
"""Table time from the last trick to the cut for the next deal."""
GATHER_S: Final = 1.0
"""From the last trick to when the cards of the hand are gathered."""
MEND_S: Final = 8.0
"""Table time for which a refused pack is looked at."""

Truth = dict[str, Any]


@dataclass(slots=True)
class Sitting:
    """``count`` hands at one table. A pack that is refused counts as one, unless somebody watches what comes of it."""

    hands: Attendant
    live: Live
    seating: Seating
    seed: int
    kinds: tuple[str, ...]
    count: int
    watched: bool = False
    number: int = field(init=False, default=0)
    """Of the hand to be dealt, in the journal."""
    _closing: Truth | None = field(init=False, default=None)
    """The hand before, which is closed by the cut for this one."""

    def play(self, dealer: Seat) -> Iterator[Truth]:
        """Play; gives the truth of each hand when it is closed, or when its pack was refused. Raises ``Ended``."""
        self.number = next_hand(self.hands.look(dealer)["table"])
        foreseen = self._foreseen(1, dealer)
        self.hands.load(self.number, foreseen.pack)
        turn = 1
        while turn <= self.count:
            faults = self.hands.faults
            order = self.hands.ready(dealer)
            if order is None:
                yield from self._close(dealer)
                yield self._truth(0, None, faults, refused=True)
                turn += not self.watched
                self._mend(dealer, foreseen.pack if turn <= self.count else None)
                continue
            if order != foreseen.pack or dealer != foreseen.dealer:
                foreseen = self._foreseen(turn, dealer, order)
            outcome = self.hands.deal(self.number, dealer, foreseen.lifted)
            if self._closing is not None:
                yield self._closing
            foreseen, dealer = self._played(turn, foreseen, dealer, outcome, self.hands.happened(faults))
            turn += 1
        yield from self._close(dealer)

    # ------------------------------------------------------------------ inside
    def _mend(self, dealer: Seat, pack: tuple[Card, ...] | None) -> None:
        """People read why the pack was refused, and put one in that is in order, if a hand is to be dealt of it."""
        self.hands.rest(MEND_S)
        self.hands.gather(dealer)
        if pack is not None:
            self.hands.load(self.number, pack)

    def _played(
        self, turn: int, written: Script, dealer: Seat, outcome: Outcome, faults: tuple[Fault, ...]
    ) -> tuple[Script, Seat]:
        """Play what was dealt, and give what is foreseen of the next hand, whose pack is read meanwhile."""
        coming = dealer if outcome.void else next_dealer(self.seating, dealer, written.void)
        foreseen = self._foreseen(turn + 1, coming)
        if turn < self.count:
            self.hands.load(self.number + 1, foreseen.pack)
        self.live.go_on_from(self.live.clock.now())
        if not outcome.void:
            self._lay_out(dealer, outcome.to_seats(dealer))
            course = Course(
                self.seating, dealer, written.seed, list(mishaps(self.kinds)), written.pack, outcome.to_seats(dealer)
            )
            with self.hands.aside() if self.live.scene is not None else nullcontext():
                self.live.play(course)
            coming = next_dealer(self.seating, dealer, course.voided)
        self._closing = self._truth(written.seed, (dealer, outcome), faults)
        self.number += 1
        if turn < self.count:
            self.live.do(f.NextDeal(coming), GATHER_S)
            self.hands.rest(NEXT_CUT_S)
        return foreseen, coming

    def _lay_out(self, dealer: Seat, fallen: Sequence[tuple[Seat, Card]]) -> None:
        """The dealer lays the turn-up before him."""
        for seat, card in fallen:
            self.live.do(f.Dealt(seat, (card,)))
        self.live.do(f.Turned(fallen[-1][1], dealer), HAND_S)

    def _foreseen(self, turn: int, dealer: Seat, pack: tuple[Card, ...] | None = None) -> Script:
        seed = self.seed + turn - 1
        try:
            return script(seed, self.kinds, dealer=dealer, seating=self.seating, pack=pack)
        except NoPlace:
            return script(seed, dealer=dealer, seating=self.seating, pack=pack)

    def _close(self, dealer: Seat) -> Iterator[Truth]:
        """Nothing is dealt after the last hand, and pone says that it is over."""
        if self._closing is not None:
            self.live.event(Event(NEXT_CUT_S, f.NextCut(self.seating.right(dealer)), "panel"))
            closed, self._closing = self._closing, None
            yield closed

    def _truth(
        self, seed: int, dealt: tuple[Seat, Outcome] | None, faults: tuple[Fault, ...], *, refused: bool = False
    ) -> Truth:
        happened = [asdict(h) for h in self.live.happened]
        self.live.happened.clear()
        return {
            "hand": self.number,
            "seed": seed or self.seed,
            "mishaps": list(self.kinds),
            "happened": happened,
            "shoe": None if dealt is None else fallen(*dealt),
            "faults": [{"fault": fault.told, "place": fault.place} for fault in faults],
            "refused": refused,
        }


def fallen(dealer: Seat, outcome: Outcome) -> Mapping[str, Any]:
    """What the machine really did: each card that fell, its serial number, where to, and what it is."""
    seats = outcome.to_seats(dealer)
    fell = [[card.serial, seat, face] for card, (seat, face) in zip(outcome.fell, seats, strict=True)]
    return {"void": outcome.void, "fell": fell}
