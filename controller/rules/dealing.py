"""The cut, the deal and the turn-up: procedure, misdeals and new deals."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from controller.rules import facts as f
from controller.rules.cards import SUIT, UNREAD, Card
from controller.rules.court import Court
from controller.rules.seats import Seat
from controller.rules.state import Hand

_LEAST = 4
"""Cards that each packet of a cut must keep."""
_SUMMARY = 5
"""More cards than this in one fact are a hand told as a whole, not a packet that was dealt."""


def void(court: Court, how: Literal["new_deal", "deal_lost"], row: str, *, dealer: Seat | None = None) -> None:
    """The hand must be dealt again; whatever else was open in it can no longer apply."""
    hand = court.hand
    hand.void = how
    hand.next_dealer = dealer or (hand.dealer if how == "new_deal" else court.seating.left(hand.dealer))
    for case in court.live():
        if case.status in ("option", "established", "correctable"):
            court.cancel(case, row)


def misdeal(court: Court, form: str, *, cards: tuple[Card, ...] = ()) -> None:
    """A misdeal by the dealer: the deal is lost, unless an adversary interrupted it."""
    hand = court.hand
    if court.doubt:
        court.open(form, hand.dealer, cards=cards)
        return
    saved = hand.saved
    kept = court.code.deal_kept
    how: Literal["new_deal", "deal_lost"] = "new_deal" if saved or kept else "deal_lost"
    extra = (kept,) if kept else (court.code.misdeal_saved,) if saved else ()
    case = court.open(form, hand.dealer, cards=cards, extra=extra, remedies=(how,))
    if court.code.misdeal_forfeit:
        hand.terms = replace(hand.terms, forfeits=((hand.dealer, court.code.misdeal_forfeit),))
    void(court, how, case.law[0])


def again(court: Court, form: str, by: str | None = None, *, cards: tuple[Card, ...] = ()) -> None:
    """A compulsory new deal by the same dealer. What a misdeal had decided gives way to it."""
    for case in court.live():
        if case.status == "compulsory" and case.irregularity != court.form(form).irregularity:
            court.cancel(case, court.form(form).rows[0])
    case = court.open(form, by, cards=cards)
    if not case.doubtful:
        void(court, "new_deal", case.law[0])


# --------------------------------------------------------------------------- before the deal
def shuffled(court: Court, fact: f.Shuffled) -> None:
    """A pack was shuffled; after a proper cut that is the dealer's fault."""
    hand = court.hand
    if fact.of == "still" or hand.phase not in ("cut", "deal") or court.is_void():
        return
    if fact.shown:
        court.open("shown_in_cut", fact.by, cards=fact.shown)
        hand.recut, hand.cut = True, False
        return
    if hand.cut and not hand.recut:
        if court.entry.source == "shoe":
            again(court, "machine")
        elif fact.by == hand.dealer:
            misdeal(court, "shuffled_after_cut")
        else:
            court.open("confused_cut", fact.by)
            hand.recut, hand.cut = True, False


def cut(court: Court, fact: f.Cut) -> None:
    """A cut, and what may be wrong with it."""
    hand = court.hand
    if fact.of == "still" or hand.phase != "cut" or court.is_void():
        return
    ordered = [case for case in court.live() if court.form(case.form).family == "cut"]
    form = None
    if fact.shown:
        form = "shown_in_cut"
    elif fact.confused:
        form = "confused_cut"
    elif fact.packets and min(fact.packets) < _LEAST:
        form = "few_cut"
    elif fact.by != court.seating.right(hand.dealer):
        form = "wrong_cutter"
    if not court.doubt:
        for case in ordered:
            court.move(case, "applied", case.law, remedy="recut")
    hand.cut = form is None
    hand.recut = form is not None
    if form is not None:
        court.open(form, fact.by, cards=fact.shown)


def pack(court: Court, fact: f.Pack) -> None:
    """The pack as it lies: perfect, and which cards are faced."""
    hand = court.hand
    if fact.of == "still" or hand.phase not in ("cut", "deal") or court.is_void():
        return
    hand.faced = frozenset(fact.faced)
    known = [card for card in fact.cards if card != UNREAD]
    double = tuple(dict.fromkeys(card for card in known if known.count(card) > 1))
    if double or len(fact.cards) != len(court.game.pack):
        again(court, "imperfect", cards=double)
    elif any(place != len(court.game.pack) for place in fact.faced):
        cards = tuple(fact.cards[p - 1] for p in fact.faced if p != len(court.game.pack) and 1 <= p <= len(fact.cards))
        again(court, "faced", cards=tuple(card for card in cards if card != UNREAD))


def failed(court: Court, fact: f.Failed) -> None:
    """The shoe refuses a pack or gives up a deal: never a player's fault."""
    if fact.of == "still" or court.is_void() or court.hand.phase in ("over", "closed"):
        return
    again(court, "machine_faced" if fact.why == "faced" else "machine", cards=fact.cards)


# --------------------------------------------------------------------------- the deal
def dealt(court: Court, fact: f.Dealt) -> None:
    """Cards fell to a seat."""
    hand = court.hand
    if court.is_void() or hand.phase not in ("cut", "deal"):
        return
    shoe = court.entry.source == "shoe"
    if hand.phase == "cut":
        hand.phase = "deal"
        if not hand.cut and "cut" in court.state.heading.complete:
            misdeal(court, "uncut")
            if court.is_void():
                return
    if hand.astray is not None and not shoe:
        hand.astray = None
        misdeal(court, "astray")
        if court.is_void():
            return
    _who_and_which(court, fact)
    _place(court, fact)
    if court.is_void():
        return
    _receive(court, fact)
    if fact.face_up:
        _face_up(court, fact)
    if court.game.turning in ("still", "none") and hand.total >= hand.pack and not court.is_void():
        _dealt_out(court)


def _who_and_which(court: Court, fact: f.Dealt) -> None:
    """Whether the right player deals the right pack."""
    hand = court.hand
    if fact.by is not None and fact.by != hand.dealer and not court.has("wrong_dealer"):
        court.open("wrong_dealer", fact.by, to=court.seating.adversaries(fact.by))
    if fact.pack == "other" and not court.has("wrong_pack"):
        court.open("wrong_pack", fact.by or hand.dealer)


def _place(court: Court, fact: f.Dealt) -> None:
    """Whether the card went where it was due. A fault is one only when the next card is dealt."""
    hand = court.hand
    n = fact.number
    if n > _SUMMARY or not hand.singly:
        hand.singly = False
        return
    if n == 0:
        return
    order = court.seating.round(court.seating.left(fact.by or hand.dealer))
    places = court.game.places[hand.total : hand.total + n]
    due = order[places[0]] if places else None
    if len(places) == n and all(order[place] == fact.to for place in places):
        return
    if court.entry.source == "shoe":
        again(court, "machine")
    else:
        hand.astray = (fact.to, court.line, due)


def _receive(court: Court, fact: f.Dealt) -> None:
    """Enter the cards into the hand."""
    hand = court.hand
    seat = fact.to
    cards = fact.cards
    hand.total += fact.number
    hand.given = {**hand.given, seat: hand.given.get(seat, 0) + fact.number}
    known = frozenset(card for card in cards if card != UNREAD)
    hand.last = (seat, cards[-1] if cards else None)
    nth = (fact.set or 1 + (hand.total - 1) * court.game.sets // hand.pack) if court.game.sets > 1 else 1
    if nth > 1:
        _lies_by(hand, seat, known, nth)
        return
    if known:
        twice = {card for card in known if any(card in held for held in hand.held.values())}
        if len(known) + cards.count(UNREAD) != len(cards):
            twice |= {card for card in known if cards.count(card) > 1}
        hand.held = {**hand.held, seat: hand.held.get(seat, frozenset()) | known}
        if twice:
            for card in sorted(twice):
                court.open("card_twice", hand.dealer, cards=(card,))
            hand.unsure |= {s for s, held in hand.held.items() if held & twice}
    if len(known) != fact.number or court.doubt:
        hand.unsure |= {seat}


def _lies_by(hand: Hand, seat: Seat, cards: frozenset[Card], nth: int) -> None:
    """Cards of a hand that is taken up when the one before it has been played."""
    later = list(hand.later.get(seat, ()))
    while len(later) < nth - 1:
        later.append(frozenset())
    later[nth - 2] |= cards
    hand.later = {**hand.later, seat: tuple(later)}


def _face_up(court: Court, fact: f.Dealt) -> None:
    """A card fell face up: it lay so in the pack, or it is the dealer's doing; the last one is the turn-up."""
    hand = court.hand
    if court.game.turning == "last" and hand.total >= hand.pack and fact.to == hand.dealer and fact.number == 1:
        return
    cards = tuple(card for card in fact.cards if card != UNREAD)
    if hand.total in hand.faced or any(
        place in hand.faced for place in range(hand.total - fact.number + 1, hand.total + 1)
    ):
        again(court, "faced", cards=cards)
    elif court.entry.source == "shoe":
        again(court, "machine_faced", cards=cards)
    else:
        _shown_by(court, fact.by or hand.dealer, cards)


def _shown_by(court: Court, seat: Seat, cards: tuple[Card, ...]) -> None:
    """A card was shown in the deal: no right arises once one of the innocent side has touched a card."""
    late = bool(court.hand.touched & frozenset(court.seating.adversaries(seat))) and not court.doubt
    case = court.open("shown_in_deal", seat, cards=cards, silent=late)
    if late:
        court.lapse(court.told(case))


def moved(court: Court, fact: f.Moved) -> None:
    """A dealt card was put right."""
    hand = court.hand
    if court.is_void() or hand.phase not in ("cut", "deal"):
        return
    given = dict(hand.given)
    given[fact.from_] = max(0, given.get(fact.from_, 0) - 1)
    given[fact.to] = given.get(fact.to, 0) + 1
    hand.given = given
    if fact.card is not None and fact.card != UNREAD and fact.card in hand.held.get(fact.from_, frozenset()):
        held = dict(hand.held)
        held[fact.from_] = held[fact.from_] - {fact.card}
        held[fact.to] = held.get(fact.to, frozenset()) | {fact.card}
        hand.held = held
    elif hand.held:
        hand.unsure |= {fact.from_, fact.to}
    if hand.astray is not None and (
        hand.astray[2] is None or fact.to == hand.astray[2] or fact.from_ == hand.astray[0]
    ):
        hand.astray = None


def turned(court: Court, fact: f.Turned) -> None:
    """The trump card is turned up, and the deal is done."""
    hand = court.hand
    if fact.of == "still" and court.game.turning == "still" and not court.is_void() and not court.doubt:
        hand.still = fact.card
    if fact.of == "still" or court.is_void() or hand.phase not in ("cut", "deal"):
        return
    if hand.phase == "cut" and "cut" in court.state.heading.complete and not hand.cut:
        misdeal(court, "uncut")
        if court.is_void():
            return
    hand.phase = "deal"
    _dealt_out(court)
    if court.is_void():
        return
    hand.turn_up = fact.card
    suit = None if court.doubt else SUIT.get(fact.card)
    if suit is not None and hand.contract is None:
        court.trumps_are(suit)
    if court.game.turning == "apart":
        return
    hand.turn_up_on_table = True
    _right_turn_up(court, fact)
    _sizes(court)
    if fact.card == UNREAD:
        return
    if court.game.sets == 1 and fact.card not in hand.held.get(hand.dealer, frozenset()):
        hand.held = {**hand.held, hand.dealer: hand.held.get(hand.dealer, frozenset()) | {fact.card}}


def _dealt_out(court: Court) -> None:
    """The deal is over: who dealt out of turn is the dealer, and a card that went astray is a misdeal."""
    hand = court.hand
    if hand.dealt_out:
        return
    hand.dealt_out = True
    for case in court.live():
        if case.status == "correctable" and court.form(case.form).family == "stop":
            court.lapse(case)
            hand.dealer = case.offenders[0] if case.form == "wrong_dealer" else hand.dealer
    if hand.astray is not None:
        hand.astray = None
        misdeal(court, "astray")


def _right_turn_up(court: Court, fact: f.Turned) -> None:
    hand = court.hand
    wrong = fact.at is not None and fact.at != hand.dealer
    if fact.card != UNREAD and not wrong and hand.total >= hand.pack:
        if hand.singly and hand.last is not None and hand.last[1] not in (None, UNREAD):
            wrong = hand.last != (hand.dealer, fact.card)
        elif hand.knows(hand.dealer) and court.game.sets == 1:
            wrong = fact.card not in hand.held[hand.dealer]
    if wrong:
        court.open("wrong_turn_up", fact.at or hand.dealer, cards=(fact.card,) if fact.card != UNREAD else ())
        hand.unsure |= frozenset(court.seating.seats)


def _sizes(court: Court) -> None:
    """Hands told as a whole show their own sizes."""
    hand = court.hand
    if (
        hand.total == hand.pack
        and not hand.singly
        and any(hand.given.get(s, 0) != court.game.hand for s in court.seating.seats)
    ):
        misdeal(court, "wrong_count")


# --------------------------------------------------------------------------- what players do meanwhile
def touched(court: Court, seat: Seat) -> None:
    """A player took up or looked at cards, or put a hand on them."""
    hand = court.hand
    if court.is_void():
        return
    hand.touched |= {seat}
    if hand.phase == "deal" and not hand.dealt_out:
        interrupted(court, seat)
    lapse_shown(court, seat)


def interrupted(court: Court, seat: Seat) -> None:
    """An adversary of the dealer who interrupts the deal keeps a misdeal from losing it."""
    hand = court.hand
    if hand.phase == "deal" and not hand.dealt_out and seat in court.seating.adversaries(hand.dealer):
        hand.saved = True


def lapse_shown(court: Court, seat: Seat) -> None:
    """The innocent side has touched a card: a card shown in the deal is no reason for a new one any more."""
    for case in court.live():
        if (
            case.form == "shown_in_deal"
            and case.status in ("option", "director")
            and _innocent(court, case.offenders, seat)
        ):
            court.lapse(case)


def _innocent(court: Court, offenders: tuple[Seat, ...], seat: Seat) -> bool:
    return not offenders or seat in court.seating.adversaries(offenders[0])


def looked(court: Court, fact: f.Looked) -> None:
    """Somebody looked where he should not, or at his own cards."""
    hand = court.hand
    if fact.at == "turn-up" and fact.by == hand.dealer and hand.phase in ("cut", "deal") and not hand.dealt_out:
        if not court.is_void():
            misdeal(court, "turn_up_looked_at")
        return
    touched(court, fact.by)


def counted(court: Court, fact: f.Counted) -> None:
    """The dealer counted during the deal."""
    hand = court.hand
    during = hand.phase == "deal" and not hand.dealt_out
    if during and not court.is_void() and fact.by == hand.dealer and fact.what in ("pack", "hands"):
        misdeal(court, "counted")


def shown(court: Court, fact: f.Exposed) -> None:
    """A card was exposed during the deal."""
    cards = tuple(card for card in fact.cards if card != UNREAD)
    if court.is_void() or not fact.cards:
        return
    _shown_by(court, fact.by, cards)


def doubted(court: Court, fact: f.Said) -> None:
    """Somebody says that the deal was wrong, and in what."""
    hand = court.hand
    if court.is_void() or fact.by not in court.seating.seats:
        return
    adversaries = court.seating.adversaries(hand.dealer)
    done = hand.dealt_out or hand.phase not in ("cut", "deal")
    match fact.of:
        case "uncut_pack" if hand.cut:
            court.open("uncut", hand.dealer, doubtful=True)
        case "uncut_pack" if fact.by in adversaries:
            if done or hand.touched & frozenset(adversaries):
                _late(court, "uncut")
            else:
                misdeal(court, "uncut")
        case "turn_up_not_shown" if (
            court.game.turning == "last" and not hand.dealt_out and hand.phase in ("cut", "deal")
        ):
            misdeal(court, "turn_up_hidden")
        case _:
            form = next((n for n, form in court.code.forms.items() if form.irregularity == fact.of), None)
            if form is not None:
                court.open(form, hand.dealer, doubtful=True)
    interrupted(court, fact.by)


def _late(court: Court, form: str) -> None:
    """A misdeal that was noticed too late: the deal stands."""
    case = court.open(form, court.hand.dealer, remedies=(), silent=True)
    told = court.told(case)
    court.lapse(told)


def _never_turned(court: Court) -> bool:
    hand = court.hand
    return court.game.turning == "last" and not hand.dealt_out and hand.total >= hand.pack


def first_play(court: Court) -> None:
    """The first card is played: rights that end with the deal end here."""
    hand = court.hand
    if hand.phase not in ("cut", "deal"):
        return
    if hand.astray is not None:
        hand.astray = None
        misdeal(court, "astray")
    elif _never_turned(court) and "deal" in court.state.heading.complete:
        misdeal(court, "turn_up_hidden")
    elif not hand.dealt_out:
        _sizes(court)
    if court.is_void():
        return
    hand.phase = "play"
    for case in court.live():
        if (case.form == "shown_in_deal" and case.status in ("option", "director")) or (
            case.status == "correctable" and court.form(case.form).family == "stop"
        ):
            court.lapse(case)
