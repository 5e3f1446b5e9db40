"""What players do and say while the cards are dealt: touching, looking, counting, showing, doubting."""

from __future__ import annotations

from controller.rules import dealing
from controller.rules import facts as f
from controller.rules.cards import UNREAD, Card
from controller.rules.court import Court
from controller.rules.seats import Seat


def touched(court: Court, seat: Seat) -> None:
    """A player took up or looked at cards, or put a hand on them."""
    hand = court.hand
    if court.is_void():
        return
    hand.touched |= {seat}
    if hand.phase == "deal" and not hand.dealt_out:
        hand.meddled = (*hand.meddled, (seat, "touched"))
    lapse_shown(court, seat)


def interrupted(court: Court, seat: Seat, how: str) -> None:
    """A player interrupts the deal; it is the code that says what that does to a misdeal."""
    hand = court.hand
    if hand.phase == "deal" and not hand.dealt_out:
        hand.meddled = (*hand.meddled, (seat, how))


def lapse_shown(court: Court, seat: Seat) -> None:
    """The innocent side has touched a card: a card shown in the deal is no reason for a new one any more."""
    for case in court.live():
        form = court.form(case.form)
        if "touched" not in form.ends or case.status not in ("option", "director"):
            continue
        innocent = court.seating.adversaries(case.offenders[0]) if case.offenders else court.seating.seats
        if case.form == "shown_by_adversary":
            innocent = court.seating.partners(court.hand.dealer)
        if seat in innocent and dealing.touched_first(court, innocent):
            court.lapse(case, court.code.touched)


def looked(court: Court, fact: f.Looked) -> None:
    """Somebody looked where he should not, or at his own cards."""
    hand = court.hand
    if (
        fact.at == "turn-up"
        and fact.by == dealing.acting(court)
        and hand.phase in ("cut", "deal")
        and not hand.dealt_out
    ):
        if not court.is_void():
            dealing.fault(court, "turn_up_looked_at")
        return
    touched(court, fact.by)


def counted(court: Court, fact: f.Counted) -> None:
    """The dealer counted during the deal."""
    hand = court.hand
    during = hand.phase == "deal" and not hand.dealt_out
    form = court.code.known(f"counted_{fact.what}", "counted")
    if form is None or fact.what not in ("pack", "hands"):
        return
    if during and not court.is_void() and fact.by == dealing.acting(court):
        dealing.fault(court, form)


def shown(court: Court, fact: f.Exposed) -> None:
    """A card was exposed during the deal."""
    cards = tuple(card for card in fact.cards if card != UNREAD)
    hand = court.hand
    if court.is_void() or not fact.cards or (hand.total == 0 and not court.code.holds("reunited")):
        return
    known = court.code.known
    by_dealer = fact.by == hand.dealer and fact.holder in (None, hand.dealer)
    if hand.total == 0 and by_dealer and known("shown_taking_up") is not None:
        hand.glimpsed = (*hand.glimpsed, (fact.by, cards, "shown_taking_up"))
    elif fact.by == hand.dealer and fact.how in ("dropped", "floor") and known("dropped_in_deal") is not None:
        dealing.fault(court, "dropped_in_deal", cards=cards)
    elif by_dealer and "turn_up_shown" in court.code.forms and _last_of_pack(court, cards):
        dealing.fault(court, "turn_up_shown", cards=cards)
    else:
        dealing.shown_by(court, fact.by, cards, fact.holder or fact.by)


def _last_of_pack(court: Court, cards: tuple[Card, ...]) -> bool:
    """Whether one of these is the card that will be turned, so far as the record knows the pack."""
    hand = court.hand
    if hand.bottom is not None:
        return hand.bottom in cards
    known = sum(len(held) for held in hand.held.values()) == hand.total
    return known and hand.total > 0 and not any(card in held for held in hand.held.values() for card in cards)


def doubted(court: Court, fact: f.Said) -> None:
    """Somebody says that the deal was wrong, and in what."""
    hand = court.hand
    if court.is_void() or fact.by not in court.seating.seats:
        return
    adversaries = court.seating.adversaries(hand.dealer)
    done = hand.dealt_out or hand.phase not in ("cut", "deal")
    mine = court.seating.side(fact.by)
    if court.code.touched is not None and any(how == "touched" and s in mine for s, how in hand.meddled):
        # Who has touched his cards has lost the right to remark on the deal, for his side.
        return
    match fact.of:
        case "uncut_pack" if hand.cut:
            court.open("uncut", hand.dealer, doubtful=True)
        case "uncut_pack" if fact.by in adversaries:
            form = court.form("uncut")
            late = done or hand.touched & frozenset(adversaries) if form.status == "compulsory" else hand.tricks
            if late:
                _late(court, "uncut")
            else:
                dealing.fault(court, "uncut")
        case "turn_up_not_shown" if (
            court.game.turning == "last" and not hand.dealt_out and hand.phase in ("cut", "deal")
        ):
            dealing.fault(court, "turn_up_hidden")
        case _:
            name = next((n for n, form in court.code.forms.items() if form.irregularity == fact.of), None)
            if name is not None:
                court.open(name, hand.dealer, doubtful=True)
    interrupted(court, fact.by, "doubted")


def _late(court: Court, form: str) -> None:
    """A misdeal that was noticed too late: the deal stands."""
    case = court.open(form, court.hand.dealer, remedies=(), silent=True)
    if case is not None:
        court.lapse(court.told(case))
