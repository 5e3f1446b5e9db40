"""Every kind of fact as a plain sentence, for the console and for receipts. Says what stands in the fact, no more."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Final, assert_never

from controller.rules import facts as f
from controller.rules.cards import UNREAD, Card
from controller.rules.facts import Entry, Fact
from controller.rules.seats import Seat, Seating
from controller.table import words
from controller.table.tongue import translated as _

LOOK: Final = "look"
"""``of`` of the remark by which the director's looking at the hands stands in the record."""
UNCUT: Final = "deal_uncut"
"""``of`` of the remark by which it stands in the record that the director had a pack dealt uncut."""
VOID: Final = "machine_fault"
"""What the director reports when he stops a deal."""


@lru_cache(maxsize=4096)
def fact(value: Fact, seats: tuple[Seat, ...], sides: tuple[str, ...]) -> str:
    """The fact in one sentence. ``seats`` and ``sides`` are those of the table."""
    return _told(value, Seating(seats, sides))


def entry(value: Entry, seating: Seating) -> str:
    """The fact of an entry in one sentence."""
    return fact(value.fact, seating.seats, seating.sides)


def own(value: Fact, seating: Seating) -> str:
    """A seat's own act in words for that seat: lines are not counted to it, because they count hidden facts."""
    match value:
        case f.Retracted():
            return _("It was taken back.")
        case f.Answered(by=by, fact=None):
            return _("{who} confirmed it.").format(who=words.seat(by))
        case f.Answered(by=by, fact=to) if to is not None:
            return _("{who} answered: {fact}").format(who=words.seat(by), fact=_told(to.fact, seating))
        case _:
            return fact(value, seating.seats, seating.sides)


def _told(value: Fact, seating: Seating) -> str:
    for part in (_dealing, _playing, _speaking, _forming, _deciding):
        text = part(value, seating)
        if text is not None:
            return text
    raise AssertionError(f"a fact without words: {value!r}")


def _many(cards: tuple[Card, ...], alone: Callable[[int], str], count: int | None = None) -> str:
    return words.cards(cards) if cards else alone(count or 0)


def _some(n: int) -> str:
    return _("a card") if n <= 1 else _("{n} cards").format(n=n)


def _maybe(cards: tuple[Card, ...]) -> str:
    return "" if not cards else _(" (perhaps {cards})").format(cards=words.cards(cards))


def _dealing(value: Fact, seating: Seating) -> str | None:  # noqa: C901 - one arm for each kind of fact
    name = words.seat
    match value:
        case f.Pack():
            return _("The pack lies ready.")
        case f.Failed(why=why, cards=cards, place=place, of=of):
            where = f" ({place})" if place else ""
            known = [card for card in cards if card != UNREAD]
            which = f" ({words.cards(known)})" if known else ""
            text = _("The shoe refused a pack: {why}{which}{where}.") if of else _("The shoe stopped: {why}{where}.")
            return text.format(why=why.replace("_", " "), which=which, where=where)
        case f.Shuffled(by=by):
            return _("{who} shuffled.").format(who=name(by))
        case f.Presented(by=by):
            return _("{who} offered the pack to be cut.").format(who=name(by))
        case f.Cut(by=by, packets=packets):
            parts = f" ({', '.join(str(n) for n in packets)})" if packets else ""
            return _("{who} cut{parts}.").format(who=name(by), parts=parts)
        case f.Dealt(to=to, cards=cards, face_up=face_up):
            text = _("{what} face up to {who}.") if face_up else _("{what} to {who}.")
            what = _many(cards, _some, value.number)
            return text.format(what=what[:1].upper() + what[1:], who=name(to))
        case f.Moved(from_=from_, to=to):
            return _("A card was moved from {a} to {b}.").format(a=name(from_), b=name(to))
        case f.Turned(card=card):
            return _("{card} was turned up.").format(card=words.card(card))
        case f.TurnedDown():
            return _("The card turned up was turned down.")
        case f.Touched(by=by, what=what):
            text = _("{who} touched the pack.") if what == "pack" else _("{who} took up cards.")
            return text.format(who=name(by))
        case f.Looked(by=by, at="trick", trick=trick):
            return _("{who} looked at trick {n}.").format(who=name(by), n=trick)
        case f.Looked(by=by, at=at):
            text = _("{who} looked at the card turned up.") if at == "turn-up" else _("{who} looked at cards.")
            return text.format(who=name(by))
        case f.Counted(by=by, what=what):
            return _("{who} counted ({what}).").format(who=name(by), what=what)
        case f.Found(seat=seat, count=count):
            return _("{who} was found with {n} cards.").format(who=name(seat), n=count)
        case f.PackProved(faulty=faulty):
            return _("The pack proved imperfect.") if faulty else _("The pack proved good.")
        case f.Bid(by=by, call=call):
            return _("{who} bid {call}.").format(who=name(by), call=call)
        case f.NamedTrump(by=by, trump=trump):
            if trump is None:
                return _("{who} passed the choice of trumps on.").format(who=name(by))
            return _("{who} named {suit} as trumps.").format(who=name(by), suit=words.suit(trump))
        case _:
            return None


def _playing(value: Fact, seating: Seating) -> str | None:
    name = words.seat
    match value:
        case f.Played(by=by, cards=cards, maybe=maybe):
            return _("{who} played {cards}{maybe}.").format(who=name(by), cards=words.cards(cards), maybe=_maybe(maybe))
        case f.Indicated(by=by, cards=cards):
            return _("{who} meant {cards}.").format(who=name(by), cards=words.cards(cards))
        case f.Withdrew(by=by, cards=cards):
            return _("{who} took back {cards}.").format(who=name(by), cards=words.cards(cards))
        case f.Exposed(by=by, cards=cards, holder=holder, maybe=maybe):
            if holder is not None and holder != by:
                text = _("{who} exposed {cards}{maybe} of {holder}.")
                shown = words.cards(cards)
                return text.format(who=name(by), cards=shown, maybe=_maybe(maybe), holder=name(holder))
            shown = words.cards(cards)
            return _("{who} exposed {cards}{maybe}.").format(who=name(by), cards=shown, maybe=_maybe(maybe))
        case f.LaidOpen(by=by):
            return _("{who} laid a hand open.").format(who=name(by))
        case f.TookUp(by=by, what=what):
            text = _("{who} took up the trump card.") if what == "turn-up" else _("{who} took up a hand.")
            return text.format(who=name(by))
        case f.Quitted(by=by):
            return _("{who} gathered the trick.").format(who=name(by))
        case f.ThrewIn(by=by):
            return _("{who} threw in the hand.").format(who=name(by))
        case f.Discarded(by=by):
            return _("{who} discarded a card.").format(who=name(by))
        case f.Revealed(seat=seat, cards=cards):
            return _("{who} held {cards}.").format(who=name(seat), cards=words.sorted_cards(cards))
        case f.NextCut(by=by):
            return _("{who} cut for the next deal.").format(who=name(by))
        case f.NextDeal(dealer=dealer):
            return _("{who} deals the next hand.").format(who=name(dealer))
        case _:
            return None


def _speaking(value: Fact, seating: Seating) -> str | None:
    name = words.seat
    match value:
        case f.Said(by="bystander", what="remark", of=of) if of == LOOK:
            return _("The director looked at the hands.")
        case f.Said(by="bystander", what="remark", of=of) if of == UNCUT:
            return _("The director had the pack dealt uncut.")
        case f.Said(by=by, what=what):
            return _("{who}: {said}.").format(who=name(by), said=said().get(what, what.replace("_", " ")))
        case f.Claimed(by=by, what="revoke", against=against, trick=trick):
            who = _("the adversaries") if against is None else words.party(against, seating)
            if trick is None:
                return _("{by} claimed a revoke by {who}.").format(by=name(by), who=who)
            return _("{by} claimed a revoke by {who} in trick {n}.").format(by=name(by), who=who, n=trick)
        case f.Claimed(by=by, what=what):
            return _("{who} claimed {what}.").format(who=name(by), what=_what().get(what, what))
        case f.Reported(by=by, irregularity=irregularity, against=against):
            whom = "" if against is None else f" ({words.party(against, seating)})"
            what = words.names()[irregularity].lower()
            return _("{who} reported: {what}{whom}.").format(who=name(by), what=what, whom=whom)
        case f.Demanded(by=by, remedy=remedy, suit=suit, card=card):
            more = f" ({words.suit(suit)})" if suit else f" ({words.card(card)})" if card else ""
            label = words.remedies()[remedy].lower()
            return _("{who} demanded: {what}{more}.").format(who=name(by), what=label, more=more)
        case f.Waived(by=by):
            return _("{who} waived.").format(who=name(by))
        case f.Consulted(by=by):
            return _("{who} consulted.").format(who=words.party(by, seating))
        case f.Mixed(by=by):
            return _("{who} mixed the tricks.").format(who=name(by))
        case f.Searched(by=by, result=result):
            text = _("{who} searched the tricks and found it.") if result == "found" else (
                _("{who} searched the tricks and found nothing.")
            )  # fmt: skip
            return text.format(who=name(by))
        case _:
            return None


def _forming(value: Fact, seating: Seating) -> str | None:
    del seating
    match value:
        case f.Arrived(persons=persons):
            return _("Arrived: {who}.").format(who=", ".join(persons))
        case f.Declared(persons=persons):
            return _("Wanting to play: {who}.").format(who=", ".join(persons))
        case f.CutFor(person=person, cards=shown):
            return _("Person {who} cut {cards}.").format(who=person, cards=words.cards(shown))
        case f.Sat(person=person, seat=seat):
            return _("Person {who} sat down at {seat}.").format(who=person, seat=words.seat(seat))
        case f.Left(person=person):
            return _("Person {who} left the table.").format(who=person)
        case f.SteppedOut(person=person):
            return _("Person {who} went out for a while.").format(who=person)
        case f.Returned(person=person):
            return _("Person {who} came back.").format(who=person)
        case f.Joined(person=person):
            return _("Person {who} joined another table.").format(who=person)
        case f.BrokeUp(person=person):
            return _("Person {who} broke up the table.").format(who=person)
        case f.Finished(what=what):
            return _("Finished: {what}.").format(what=what)
        case f.BrokeOff():
            return _("Play was broken off.")
        case f.Resumed():
            return _("Play was resumed.")
        case _:
            return None


def _deciding(value: Fact, seating: Seating) -> str | None:
    match value:
        case f.Marked(by=by, points=points):
            return _("{who} marked {n}.").format(who=words.party(by, seating), n=points)
        case f.Abandoned():
            return _("The hand was given up.")
        case f.Ticked():
            return _("A limit ran out.")
        case f.Answered(line=line, by=by, fact=to):
            if to is None:
                return _("{who} confirmed line {n}.").format(who=words.seat(by), n=line)
            what = _told(to.fact, seating)
            return _("{who} answered for line {n}: {fact}").format(who=words.seat(by), n=line, fact=what)
        case f.Ruled(by=by, outcome=outcome, why=why):
            text = _("{who} ruled: {what}.") if why is None else _("{who} ruled: {what} ({why}).")
            return text.format(who=words.seat(by), what=ruled(outcome), why=why)
        case f.Retracted(line=line, by=by, why=why):
            return _("{who} retracted line {n} ({why}).").format(who=words.seat(by), n=line, why=why)
        case f.Corrected(line=line, by=by, why=why, to=to):
            text = _("{who} corrected line {n} ({why}): {fact}")
            return text.format(who=words.seat(by), n=line, why=why, fact=_told(to.fact, seating))
        case (
            f.Pack() | f.Failed() | f.Shuffled() | f.Presented() | f.Cut() | f.Dealt() | f.Moved() | f.Turned()
            | f.TurnedDown() | f.Touched() | f.Looked() | f.Counted() | f.Found() | f.PackProved() | f.Bid()
            | f.NamedTrump() | f.Played() | f.Indicated() | f.Withdrew() | f.Exposed() | f.LaidOpen() | f.TookUp()
            | f.Quitted() | f.ThrewIn() | f.Discarded() | f.Revealed() | f.NextCut() | f.NextDeal() | f.Said()
            | f.Claimed() | f.Reported() | f.Demanded() | f.Waived() | f.Consulted() | f.Mixed() | f.Searched()
            | f.Arrived() | f.Declared() | f.CutFor() | f.Sat() | f.Left() | f.SteppedOut() | f.Returned() | f.Joined()
            | f.BrokeUp() | f.Finished() | f.BrokeOff() | f.Resumed()
        ):  # fmt: skip
            return None
        case _:
            assert_never(value)


def ruled(outcome: str) -> str:
    """What a director decided: a remedy, a status, or his own words."""
    return words.remedies().get(outcome, outcome.replace("_", " ")).lower()


@cache
def said() -> dict[str, str]:
    """What players say, as it is reported."""
    return {
        "asks_renounce": _("“have you none?”"),
        "none_left": _("“I have none”"),
        "asks_trump_suit": _("“what are trumps?”"),
        "names_turn_up": _("named the trump card"),
        "names_card": _("named a card"),
        "calls_attention": _("drew attention to the trick"),
        "asks_draw": _("“draw your cards”"),
        "rest_are_ours": _("“the rest are ours”"),
        "we_have_game": _("“we have the game”"),
        "honours": _("called honours"),
        "cannot_recall_turn_up": _("cannot recall the trump card"),
        "doubts_deal": _("doubts the deal"),
        "accepts_deal": _("lets the deal stand"),
        "interrupts": _("interrupted the deal"),
        "suspects_revoke": _("suspects a revoke"),
        "ace_high": _("“ace high”"),
        "you_make_it": _("“you make it”"),
        "asks_who_dealt": _("“who dealt?”"),
        "lay_down": _("“lay down your hand”"),
        "remark": _("a remark"),
    }


@cache
def _what() -> dict[str, str]:
    return {"rest": _("the rest"), "game": _("the game"), "honours": _("honours")}
