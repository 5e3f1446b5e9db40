"""A hand that was filmed once, at this table: its cards are dealt as a prepared board, and the camera shows the film.

The film's truth says what was dealt and what happened. The service never reads it.

NotScreened (PoneError, ValueError)   a film of which no hand can be dealt here
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final

from controller.bench.attendant import Attendant, Outcome, next_hand
from controller.bench.camera import FRAME_S, time_of
from controller.bench.course import Event
from controller.bench.lens import Lens
from controller.bench.live import UNSEEN_S, Ended, Happened, Live
from controller.bench.pages import PageAway
from controller.bench.pictures import Begun
from controller.bench.sitting import NEXT_CUT_S, fallen
from controller.panel.contacts import MIDDLE
from controller.rules import facts as f
from controller.rules.cards import PACK, Card
from controller.rules.errors import PoneError
from controller.rules.heading import read_heading
from controller.rules.seats import Seat, Seating
from vision.truth import Truth, truth_of

LOOK_S: Final = 0.1
"""Time of the wall between two looks at a page for what it asks."""


class NotScreened(PoneError, ValueError):
    """A film that has no truth beside it, or one of which no hand can be dealt."""


@dataclass(frozen=True, slots=True)
class FilmedHand:
    """What the truth of a film tells: its record's heading, each seat's cards as they were dealt, what happened."""

    heading: Mapping[str, Any]
    dealt: Mapping[Seat, tuple[Card, ...]]
    facts: tuple[dict[str, Any], ...]
    seconds: float

    @property
    def over(self) -> bool:
        """Whether it was filmed to its end."""
        return sum(len(cards) for cards in self._played().values()) == len(PACK)

    def pack(self, seating: Seating, dealer: Seat) -> tuple[Card, ...]:
        """The pack in the order in which it is dealt."""
        round_ = seating.round(seating.left(dealer))
        return tuple(self.dealt[seat][i] for i in range(len(PACK) // len(round_)) for seat in round_)

    def eyes(self, seat: Seat, trick: int) -> Card | None:
        """The card that a seat really played to a trick."""
        played = self._played().get(seat, [])
        return played[trick - 1] if 0 < trick <= len(played) else None

    def _played(self) -> dict[Seat, list[Card]]:
        out: dict[Seat, list[Card]] = {}
        for fact in self.facts:
            cards = [Card(card) for card in str(fact.get("cards", "")).split()]
            if fact["fact"] == "played":
                out.setdefault(fact["by"], []).extend(cards)
            elif fact["fact"] == "withdrew":
                mine = out.get(fact["by"], [])
                out[fact["by"]] = [card for card in mine if card not in cards]
        return out


def filmed(film: Path, heading: Mapping[str, Any]) -> FilmedHand:
    """The hand of a film; ``heading`` is for a truth that has none.

    Raises :class:`NotScreened`, ``BadRecord`` for a heading that is none, and what ``truth_of`` raises.
    """
    if not film.exists():
        raise NotScreened(f"{film}: there is no film; give an .mp4 or a folder that `pone film` made")
    truth = truth_of(film)
    if truth is None:
        raise NotScreened(f"{film}: no truth lies beside it, by which its hand could be dealt; `pone film` writes one")
    if len(truth.hands) > 1:
        raise NotScreened(f"{film}: a film of {len(truth.hands)} hands; give one of a single hand")
    said = truth.heading or heading
    read = read_heading(said)
    if not (*truth.seats,) == read.seating.seats == (*"NESW",):
        raise NotScreened(f"{film}: {len(truth.seats)} sit there, and the shoe deals to N, E, S and W")
    return FilmedHand(said, _dealt(film, truth, read.dealer), truth.facts(), truth.seconds)


def _dealt(film: Path, truth: Truth, dealer: Seat) -> dict[Seat, tuple[Card, ...]]:
    """Each seat's cards: those that are known where they were, the others as they come; the turn-up last."""
    hands: dict[Seat, list[Card]] = {seat: [] for seat in truth.seats}
    each = len(PACK) // len(hands)
    told: dict[str, str] = dict(truth.hands[0]) if truth.hands else {}
    turned = [Card(card.card) for deed in truth.deeds if deed.kind == "turned" for card in deed.cards]
    for seat in hands:
        hands[seat] += [Card(card) for card in told.get(seat, "").split()]
    known = {card for hand in hands.values() for card in hand}
    shown = [(deed.by, Card(card.card)) for deed in truth.deeds if deed.kind in _FROM_HAND for card in deed.cards]
    for seat, card in [*shown, *((dealer, card) for card in turned[:1])]:
        if card not in known:
            known.add(card)
            hands[seat].append(card)
    left = iter([card for card in PACK if card not in known])
    for hand in hands.values():
        hand += islice(left, max(0, each - len(hand)))
    whole = sorted(card for hand in hands.values() for card in hand) == sorted(PACK)
    if not whole or any(len(hand) != each for hand in hands.values()):
        raise NotScreened(f"{film}: what its truth tells of the hands is no deal of {len(PACK)} cards")
    if turned:
        if turned[0] not in hands[dealer]:
            raise NotScreened(f"{film}: its turn-up {turned[0]} is no card of the dealer {dealer}")
        hands[dealer].sort(key=lambda card: card == turned[0])
    return {seat: tuple(hand) for seat, hand in hands.items()}


_FROM_HAND: Final = frozenset({"played", "exposed", "laid_open", "threw_in"})


@dataclass(slots=True)
class Screening:
    """One filmed hand at one table: people sit there, and do nothing but answer what their pages ask."""

    hands: Attendant
    live: Live
    lens: Lens
    seating: Seating
    hand: FilmedHand

    def play(self, dealer: Seat) -> Iterator[dict[str, Any]]:
        """Deal, and show the film; gives the truth. Raises ``Ended``."""
        number = next_hand(self.hands.look(dealer)["table"])
        pack = self.hand.pack(self.seating, dealer)
        self.hands.load(number, (*pack[-MIDDLE:], *pack[:-MIDDLE]))
        if self.hands.ready(dealer) is None:
            raise Ended
        outcome = self.hands.deal(number, dealer, MIDDLE)
        self.live.go_on_from(self.live.clock.now())
        if not outcome.void:
            self._show()
        # What was filmed in part only is left as it lies: the same dealer deals anew.
        over = outcome.void or self.hand.over
        end = f.NextCut(self.seating.right(dealer)) if over else f.NextDeal(dealer)
        self.live.event(Event(NEXT_CUT_S, end, "panel"))
        yield self._truth(number, dealer, outcome)

    def _show(self) -> None:
        clock, link = self.live.clock, self.live.link
        begun = time_of(int(clock.now() / FRAME_S) + 2)
        self.lens.say(Begun(begun))
        end = begun + self.hand.seconds
        link.run_on()
        while clock.now() < end or (link.passed < end and clock.now() < end + UNSEEN_S):
            if link.wait_end(LOOK_S):
                raise Ended
            self._answer()
        link.stand()
        while self._answer():
            link.wait_told()
        self.live.go_on_from(clock.now())
        for serial, fact in enumerate(self.hand.facts, 1):
            really = {**fact, "t": round(begun + fact["t"], 3)}
            self.live.happened.append(Happened(serial, really["t"], "camera", {}, really))

    def _answer(self) -> bool:
        """Whoever is asked about a card that lay before everybody says which it was."""
        for player in self.live.players.values():
            try:
                wish = player.answers(player.page.look(), self.hand.eyes)
                if wish is not None and self.live.press(player, wish):
                    return True
            except PageAway:
                continue
        return False

    def _truth(self, number: int, dealer: Seat, outcome: Outcome) -> dict[str, Any]:
        return {
            "hand": number,
            "seed": self.hands.seed,
            "mishaps": [],
            "happened": [asdict(h) for h in self.live.happened],
            "shoe": fallen(dealer, outcome),
            "faults": [],
            "refused": False,
        }
