"""From settled changes to facts: what was played, taken back, exposed, gathered, turned or opened, and by whom.

An :class:`Observer` knows what lies on the table. Changes come with the arms that were over them; those of one visit
are kept together until they have all settled and the arm has left, and are then judged as a whole.

Pure. Millimetres on the table, seconds of the camera.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.arms import Cover
from vision.classify import Reading
from vision.deeds import Arrival, Deeds, Leaving, Observation, decided, maybe
from vision.layout import DOUBTED, SURE, Context, Layout, Sighting
from vision.lie import Lie

_WHAT_MM2 = 300.0
"""A change of no card is worth a thought from this size on."""


@dataclass(frozen=True, slots=True)
class Change:
    """A settled change: ``t`` when it came to rest. ``extent``: mm² that changed and are no card that could be told."""

    t: float
    covers: tuple[Cover, ...]
    came: tuple[Sighting, ...]
    went: tuple[int, ...]
    evidence: tuple[str, ...] = ()
    extent: float = 0.0


class Observer:
    """Makes facts of changes. ``seats``: bearing of each, degrees clockwise from north."""

    def __init__(self, seats: Mapping[str, float], context: Context | None = None) -> None:
        self._table = Layout(seats, context or Context())
        self._deeds: list[Deeds] = []
        self._left: dict[int, float] = {}
        """Until when each arm that has left was over the table."""

    # ------------------------------------------------------------ what lies there
    @property
    def lies(self) -> Mapping[int, Lie]:
        """How every card lies, by its number."""
        return {n: card.lie for n, card in self._table.cards.items()}

    @property
    def hidden(self) -> Mapping[int, Sequence[Lie]]:
        """For each card, how the cards lie that are upon it."""
        cards = self._table.cards
        return {n: [cards[k].lie for k in card.above if k in cards] for n, card in cards.items()}

    @property
    def packets(self) -> tuple[int, ...]:
        """Numbers of the cards that lie on top of a packet: their backs are to be seen."""
        return tuple(c.number for c in self._table.of("packet"))

    @property
    def waiting(self) -> float | None:
        """The earliest time that a fact may have which is not told yet; None if there is none."""
        return min((deeds.t for deeds in self._deeds), default=None)

    def doubtful(self) -> list[Sighting]:
        """Cards that came, of which nothing was told yet, and that were not read well."""
        return [i.card for deeds in self._deeds for i in deeds.came if i.card.reading.confidence < SURE]

    def know(self, hand: Context) -> None:
        """A hand has begun, of which so much is known; what lies on the table stays."""
        self._table.know(hand)

    # ------------------------------------------------------------ what happens
    def begin(self, t: float, seen: Iterable[Sighting], evidence: tuple[str, ...] = ()) -> list[Observation]:
        """The table as it is at first, of which ``evidence`` is a picture.

        Only cards that another watcher should have told of are facts, and in doubt.
        """
        self._deeds.clear()
        self._table.begin(list(seen))
        told = self._table.context.told
        if told is None:
            return []
        return [
            Observation(
                t,
                {"fact": "played", "by": c.owner, "cards": c.card, **maybe([c])},
                min(c.confidence, DOUBTED),
                evidence,
            )
            for c in self._table.of("trick")
            if c.card not in told
        ]

    def saw(self, change: Change) -> None:
        """Something changed and lies still."""
        lies = self.lies
        went = [n for n in change.went if n in lies]
        where = [(s.lie.x, s.lie.y) for s in change.came] + [(lies[n].x, lies[n].y) for n in went]
        if not where and change.extent < _WHAT_MM2:
            return
        x, y = (float(v) for v in np.mean(where or [(0.0, 0.0)], axis=0))
        arm, visit, sure = whose(change.covers, self._table.seat_at(x, y))
        deeds = next((d for d in self._deeds if visit is not None and d.visit == visit), None)
        if deeds is None:
            deeds = Deeds(visit, arm, change.t)
            self._deeds.append(deeds)
        deeds.t = min(deeds.t, change.t)
        deeds.extent += change.extent
        deeds.came += [Arrival(change.t, s, arm, sure, change.evidence) for s in change.came]
        deeds.went |= {n: Leaving(change.t, sure, change.evidence) for n in went}

    def reread(self, number: int, reading: Reading) -> None:
        """A card that came, and of which nothing was told yet, was looked at again."""
        for deeds in self._deeds:
            for i, item in enumerate(deeds.came):
                if item.card.number == number:
                    deeds.came[i] = replace(item, card=replace(item.card, reading=reading))

    def ended(self, visit: int, t: float) -> None:
        """An arm has left; it was over the table until ``t``."""
        self._left[visit] = t
        for old in [v for v in self._left if v < visit - 50]:
            del self._left[old]

    def left_at(self, visit: int) -> float | None:
        """Until when an arm was over the table; None while it is."""
        return self._left.get(visit)

    def tell(
        self, unsettled: frozenset[int], *, patience: frozenset[int] = frozenset(), final: bool = False
    ) -> list[Observation]:
        """What can be told now.

        ``unsettled``: visits that have changed more than has settled yet. ``patience``: numbers of cards that shall be
        looked at again before they are told of. ``final``: nothing more will come.
        """
        out: list[Observation] = []
        for deeds in list(self._deeds):
            deeds.ended = None if deeds.visit is None else self._left.get(deeds.visit)
            over = deeds.visit is None or deeds.ended is not None
            waits = deeds.visit in unsettled or any(i.card.number in patience for i in deeds.came)
            if final or (over and not waits):
                self._deeds.remove(deeds)
                out += decided(self._table, deeds)
        return sorted(out, key=lambda o: o.t)


def whose(covers: Sequence[Cover], zone: str) -> tuple[str, int | None, float]:
    """Whose arm made a change before the seat ``zone``: seat, visit, and how sure that is."""
    strong = [c for c in covers if c.share >= 0.5] or list(covers[:1])
    if not strong:
        return zone, None, DOUBTED
    first = strong[0]
    if len(strong) > 1:
        own = next((c for c in strong if c.seat == zone), None)
        return (first.seat, first.visit, 0.97) if own is None else (own.seat, own.visit, 0.995)
    if first.share >= 0.5 or (len(covers) == 1 and (first.share >= 0.3 or first.seat == zone)):
        # Fingers that lift a card by its edge cover little of it: enough if nobody else's arm was there.
        return first.seat, first.visit, 1.0
    return first.seat, first.visit, 0.98 if first.share or len(covers) == 1 else DOUBTED
