"""The course of taking a pack in: every card read, stored where the shuffle wants it, and the pack proved.

Slots are decided before the first card is drawn. A card that is not surely one of the pack's goes to the reject tray,
and the reading goes on, so that what is missing can be named; the pack is then gathered again and refused. A pack is
proved by the identities that lie in its slots being those of the game's pack, and by a scan of the carousel; a number
of cards proves nothing.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Final, Literal, cast

from controller.rules.cards import Card
from controller.shoe import events, messages, orders
from controller.shoe.codes import DestCode, ReasonCode, StateCode
from controller.shoe.commitment import commitment
from controller.shoe.errors import Declined, Halted, RandomUnwell, Stalled
from controller.shoe.operator import Doings, Given, Operator, Pack, Wish
from controller.shoe.plan import SLOTS, tag_of
from controller.shoe.window import Reading

READINGS: Final = 3
"""How often a card is looked at that cannot be read, or seems to have been there before."""
PICTURES_S: Final = 0.5
"""How long the camera may take."""
NO_SLOT: Final = 255

Flaw = Literal["foreign", "faced", "unread", "double feed", "duplicate", "extra"]


@dataclass(slots=True)
class Tally:
    """What came of the cards drawn so far, by their numbers from 1.

    ``slots[n-1]``: where number n shall go; ``going``: sent there, or to the reject tray, and not seen to arrive yet.
    """

    pack: tuple[Card, ...]
    slots: tuple[int, ...] = field(repr=False)
    going: dict[int, Card | None] = field(default_factory=dict[int, Card | None], repr=False)
    stored: dict[int, Card] = field(default_factory=dict[int, Card], repr=False)
    flaws: list[Flaw] = field(default_factory=list[Flaw])
    doubles: list[Card] = field(default_factory=list[Card], repr=False)

    def slot(self, number: int) -> int:
        """Where this card shall go."""
        return self.slots[number - 1] if number <= len(self.slots) else NO_SLOT

    def seen(self) -> set[Card]:
        """Every identity that was accepted."""
        return {*self.stored.values(), *(card for card in self.going.values() if card is not None)}

    def verdict(self, number: int, reading: Reading | None, floor: float) -> Card | Flaw:
        """What a card is: one that is wanted, or what is wrong with it. ``None`` is a reading that came to nothing."""
        if number > len(self.slots):
            return "extra"
        if reading is None or reading.face is None or reading.confidence < floor:
            return "unread"
        if reading.face == "back":
            return "faced"
        if reading.face == "joker" or not reading.back_known or reading.face not in self.pack:
            return "foreign"
        return "duplicate" if reading.face in self.seen() else reading.face

    def arrived(self, event: messages.Stored | messages.Rejected) -> None:
        """A card is where it was sent. Raises :class:`~controller.shoe.errors.Halted` for any other place."""
        sent = self.going.pop(event.card_no, "nowhere")
        if isinstance(event, messages.Rejected):
            right = sent is None
        else:
            right = sent not in (None, "nowhere") and event.slot == self.slot(event.card_no)
            self.stored[event.slot] = cast("Card", sent)
        if not right:
            raise Halted("a card went where it was not sent", "infeed")

    def perfect(self) -> bool:
        """Whether the stored identities are the pack's, each once, and nothing else was drawn."""
        return not self.flaws and len(self.stored) == len(self.pack) and set(self.stored.values()) == set(self.pack)


def take_in(op: Operator, order: orders.Prepare) -> Doings:
    """Follow ``Prepare``: ends with ``Prepared``, or with ``PackRefused`` and a pack to be gathered."""
    if (why := _not_now(op, order)) is not None:
        op.refuse(order, why)
        return
    try:
        slots, nonce = op.shuffler.permutation(len(order.pack)), op.shuffler.nonce()
    except RandomUnwell as e:
        op.refuse(order, str(e))
        return
    op.reading, op.dealt = order, 0
    tally = Tally(order.pack, slots)
    op.doing("reading", "the pack is being read", 0, len(order.pack))
    try:
        yield from _read(op, tally, tag_of(order.deal))
        if not tally.perfect():
            refuse(op, tally)
            return
        op.doing("checking", "the pack is being proved", len(order.pack), len(order.pack))
        yield from _prove(op, tally, tag_of(order.deal))
    except (Halted, Stalled, Declined) as e:
        refuse(op, None, str(e))
        return
    cards = tuple(tally.stored[slot] for slot in range(len(order.pack)))
    op.pack, op.reading = Pack(order.deal, cards), None
    op.tell(events.Prepared(order.deal, cards, nonce, commitment(nonce, order.game, cards)))


def refuse(op: Operator, tally: Tally | None, why: str = "") -> None:
    """Tell that the pack is refused. What is in the carousel is condemned: it will be gathered.

    Without a tally the machine is at fault, and ``why`` says how.
    """
    if op.reading is not None:
        op.condemn(tag_of(op.reading.deal))
        op.gathering = True
    if tally is None:
        words = f"the pack could not be read to its end, because {why}: put it together and load it again"
        op.tell(events.PackRefused((), (), 0, 0, 0, 0, words))
        return
    seen = set(tally.stored.values())
    missing = tuple(card for card in tally.pack if card not in seen)
    count = tally.flaws.count
    unread = count("unread") + 2 * count("double feed")
    told = events.PackRefused(
        missing, tuple(tally.doubles), count("foreign"), count("faced"), unread, count("extra"), ""
    )
    op.tell(events.PackRefused(*_but_words(told), refusal(told)))


def refusal(told: events.PackRefused) -> str:
    """A sentence that names everything that is wrong with a pack."""
    parts = [f"missing: {' '.join(told.missing)}"] if told.missing else []
    parts += [f"double: {' '.join(told.double)}"] if told.double else []
    for number, what in (
        (told.foreign, "not of this pack"),
        (told.faced, "lay face up"),
        (told.unread, "could not be read"),
        (told.extra, "too many"),
    ):
        parts += [f"{number} {'card' if number == 1 else 'cards'} {what}"] if number else []
    return "the pack is refused; " + "; ".join(parts)


# --------------------------------------------------------------------------- inside
def _but_words(told: events.PackRefused) -> tuple[tuple[Card, ...], tuple[Card, ...], int, int, int, int]:
    return told.missing, told.double, told.foreign, told.faced, told.unread, told.extra


def _not_now(op: Operator, order: orders.Prepare) -> str | None:
    if op.running is not None or op.pack is not None or op.condemned is not None:
        return "there is a pack in the carousel"
    if op.state not in (StateCode.IDLE, StateCode.DEALT):
        return "the shoe is not ready to take a pack in"
    if not op.loaded:
        return "there is no card in the hopper"
    if not 0 < len(order.pack) <= SLOTS or len(set(order.pack)) != len(order.pack):
        return "that is no pack that fits the carousel"
    return None


def _read(op: Operator, tally: Tally, tag: int) -> Doings:
    """Draw every card of the hopper, one more than the pack has at most, and send each where it belongs."""
    yield from op.command(messages.Lock(1))
    yield from op.command(messages.BeginIntake(tag, len(tally.pack)))
    yield from op.until(StateCode.INTAKE)
    of = len(tally.pack)
    for number in range(1, of + 2):
        op.forget()
        if not (yield from _drawn(op, messages.Pick(tag, number, tally.slot(number)))):
            break
        yield from _one_card(op, tally, tag, number)
        op.doing("reading", "the pack is being read", min(number, of), of)
    yield from _arrivals(op, tally)


def _drawn(op: Operator, pick: messages.Pick) -> Generator[Wish, Given, bool]:
    """Whether there was another card in the hopper."""
    try:
        yield from op.command(pick)
    except Declined as e:
        if e.reason != ReasonCode.EMPTY:
            raise
        return False
    return True


def _one_card(op: Operator, tally: Tally, tag: int, number: int) -> Doings:
    """From the window on: read it, again where it could not be read, and send it on."""
    verdict: Card | Flaw = "unread"
    reading: Reading | None = None
    for again in range(READINGS):
        if again:
            op.forget()
            yield from op.command(messages.Reread(tag, number))
        seen = yield from _at_window(op, tally, number)
        if seen.double:
            verdict = "double feed"
            break
        reading = yield from op.read(PICTURES_S)
        verdict = tally.verdict(number, reading, op.floor)
        if verdict not in ("unread", "duplicate"):
            break
    if verdict == "duplicate" and reading is not None:
        tally.doubles.append(cast("Card", reading.face))
    if verdict in tally.pack:
        tally.going[number] = Card(verdict)
        yield from op.command(messages.Store(tag, number))
        return
    tally.flaws.append(cast("Flaw", verdict))
    tally.going[number] = None
    yield from op.command(messages.Reject(tag, number))


def _at_window(op: Operator, tally: Tally, number: int) -> Generator[Wish, Given, messages.AtWindow]:
    while True:
        event = yield from _of_intake(op)
        if not isinstance(event, messages.AtWindow):
            tally.arrived(event)
        elif event.card_no == number:
            return event


def _arrivals(op: Operator, tally: Tally) -> Doings:
    """Wait until every card that was sent on is where it was sent."""
    while tally.going:
        event = yield from _of_intake(op)
        if not isinstance(event, messages.AtWindow):
            tally.arrived(event)


def _of_intake(
    op: Operator,
) -> Generator[Wish, Given, messages.AtWindow | messages.Stored | messages.Rejected]:
    while True:
        item = yield from op.listen()
        if isinstance(item, (messages.AtWindow, messages.Stored, messages.Rejected)):
            return item
        op.mind(item)


def _prove(op: Operator, tally: Tally, tag: int) -> Doings:
    """Close the intake and look whether just these slots hold a card."""
    yield from op.command(messages.EndIntake(tag))
    yield from op.until(StateCode.SHUFFLED)
    _, audited = yield from op.audit()
    if occupied(audited) != frozenset(tally.stored):
        raise Halted("the carousel does not hold the cards that were stored", "carousel")


def occupied(audited: messages.Audited) -> frozenset[int]:
    """The slots that hold a card by a scan."""
    bits = int.from_bytes(audited.slots, "little")
    return frozenset(slot for slot in range(SLOTS) if bits >> slot & 1)


def gather(op: Operator) -> Doings:
    """Eject what is in the carousel into the reject tray. What is condemned stays so until that is done."""
    op.doing("gathering", "the cards go to the reject tray")
    status = yield from op.status()
    yield from op.kill(status.tag)
    yield from op.command(messages.EjectAll(DestCode.REJECT))
    yield from op.until(StateCode.IDLE)
    op.condemned, op.gathering = None, False
    yield from op.command(messages.Lock(0))
