"""Cards that lie open and may be called: how they come to lie there, and how they go."""

from __future__ import annotations

from controller.rules import facts as f
from controller.rules import revokes
from controller.rules.cards import PACK, SUIT, UNREAD, Card, in_suit
from controller.rules.court import Court
from controller.rules.law import CARD
from controller.rules.seats import Seat
from controller.rules.state import NONE, Case, Play, Trick


def _still(court: Court, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Those that were read and are not under a call already."""
    lying = {card for case in court.cases.values() if case.callable for card in case.cards}
    return tuple(card for card in cards if card != UNREAD and card not in lying)


# --------------------------------------------------------------------------- how they come to lie open
def exposed(court: Court, fact: f.Exposed) -> None:
    """A card was seen otherwise than in play, while the hand is played."""
    hand = court.hand
    holder = fact.holder or fact.by
    partners = court.seating.partners(holder)
    cards = _still(court, fact.cards)
    if not court.is_void() and not court.doubt and court.code.shown(court, fact):
        return
    if (
        court.is_void()
        or fact.how == "floor"
        or not cards
        or fact.seen_by == ()
        or fact.by in court.seating.adversaries(holder)
    ):
        return
    seen = fact.seen_by is None or any(p in fact.seen_by for p in partners)
    if fact.how in court.code.to_partner and not seen:
        return
    if _laid_down(court, holder, cards, fact.how):
        return
    gone = [card for card in cards if hand.gone.get(card) is not None]
    if gone:
        for card in gone:
            court.open("card_twice", holder, cards=(card,))
        return
    form = court.code.exposures.get(fact.how, "faced_in_play")
    if form == "hand_lowered" and len(cards) == 1:
        form = "seen_by_partner"
    court.open(form, holder, cards=cards, trick=_number(court))
    seen_to_hold(court, holder, cards)


def took_up(court: Court, fact: f.TookUp) -> None:
    """The turn-up goes into the dealer's hand; before his turn to play he can be told to lay it down again."""
    hand = court.hand
    if not hand.turn_up_on_table or fact.by != hand.dealer:
        return
    hand.turn_up_on_table = False
    if court.is_void() or hand.phase not in ("deal", "play") or hand.tricks[1:]:
        return
    if not hand.tricks or (hand.tricks[0].of(fact.by) is None and hand.to_play(court.seating) != fact.by):
        court.open("turn_up_lifted", fact.by)


def lay_down(court: Court, seat: Seat) -> None:
    """An adversary tells the dealer to lay the trump card on the table again."""
    for case in court.live():
        if case.form == "turn_up_lifted" and any(seat in r.to for r in case.remedies):
            court.mine(case).bound = case.offenders[0]


def _laid_down(court: Court, holder: Seat, cards: tuple[Card, ...], how: str) -> bool:
    """Whether the dealer shows these because he was told to lay the trump card down: only a wrong one is a fault."""
    hand = court.hand
    case = next((c for c in court.live() if c.form == "turn_up_lifted" and c.bound == holder), None)
    if case is None or how != "shown" or len(cards) != 1:
        return False
    if cards[0] == hand.turn_up:
        hand.turn_up_on_table = True
        court.move(case, "applied", case.law, remedy="restore_card")
    else:
        court.open("turn_up_mistaken", holder, cards=cards, trick=_number(court))
    return True


def seen_to_hold(court: Court, holder: Seat, cards: tuple[Card, ...]) -> None:
    """These cards were seen in this hand: it holds them, whatever else it holds."""
    hand = court.hand
    held = hand.held.get(holder, NONE)
    fresh = [c for c in cards if c != UNREAD and c not in held and c not in hand.gone]
    if not fresh or court.doubt:
        return
    if hand.knows(holder):
        hand.unsure |= {holder}
        for card in fresh:
            court.open("card_twice", holder, cards=(card,))
    hand.held = {**hand.held, holder: held | frozenset(fresh)}
    for card in fresh:
        revokes.learn(court, holder, card)


def _number(court: Court) -> int:
    """The trick that is being played, or the next one."""
    tricks = court.hand.tricks
    if not tricks:
        return 1
    return tricks[-1].number + (1 if tricks[-1].complete or tricks[-1].quitted else 0)


def threw_in(court: Court, fact: f.ThrewIn) -> None:
    """One throws his hand face up: his cards are exposed, and when all have done so the hand is over."""
    hand = court.hand
    before_play = hand.phase == "deal" and hand.dealt_out and hand.contract is not None
    if court.is_void() or not (before_play or hand.phase in ("play", "over")) or fact.by in hand.threw_in:
        return
    hand.threw_in = (*hand.threw_in, fact.by)
    if court.code.gives_up is not None and court.code.gives_up(court, fact.by):
        return
    left = tuple(c for c in PACK if c in hand.held.get(fact.by, NONE) and c not in hand.gone)
    if len(hand.threw_in) == len(court.seating.seats):
        for case in court.live():
            if case.callable or case.status == "option":
                court.cancel(case, court.form("abandoned").rows[0])
        court.open("abandoned", None)
        hand.phase = "over"
        revokes.abandoned(court)
        return
    if hand.phase == "play":
        cards = _still(court, left) if hand.knows(fact.by) else ()
        form = court.code.known("thrown_in", "faced_in_play")
        if form is not None and not (form == "thrown_in" and _takes_all(court, fact.by)):
            court.open(form, fact.by, cards=cards, trick=_number(court))


def _takes_all(court: Court, seat: Seat) -> bool:
    """Whether this hand certainly takes every trick that is left, and so may be thrown down under a code that says so.

    The seat must be to lead, and each of its cards must be out of everybody's reach.
    """
    hand = court.hand
    if "takes_all" not in court.code.forms or not hand.knows(seat) or hand.to_play(court.seating) != seat:
        return False
    mine = [c for c in PACK if c in hand.held.get(seat, NONE) and c not in hand.gone]
    out = [c for c in PACK if c not in mine and c not in hand.gone]
    trumps = [c for c in out if SUIT[c] == hand.trump]
    return bool(mine) and all(
        not any(SUIT[o] == SUIT[c] and court.hand.height[o] > court.hand.height[c] for o in out) for c in mine
    ) and (not trumps or len([c for c in mine if SUIT[c] == hand.trump]) >= len(trumps))  # fmt: skip


def laid_open(court: Court, fact: f.LaidOpen) -> None:
    """A hand is laid on the table by right: after a call for it its cards may be called one by one."""
    if court.is_void():
        return
    seen_to_hold(court, fact.by, fact.cards)
    hand = court.hand
    if fact.why == "dummy" and len(hand.held.get(fact.by, NONE)) == hand.given.get(fact.by, 0) and not court.doubt:
        hand.unsure -= {fact.by}
    for case in court.live():
        if case.irregularity == "rest_claimed" and case.bound == fact.by:
            case = court.mine(case)
            case.callable = True
            case.cards = tuple(dict.fromkeys((*case.cards, *(c for c in fact.cards if c != UNREAD))))


def named(court: Court, seat: Seat, card: Card | None) -> None:
    """A player names a card: if he holds it, it may be called."""
    hand = court.hand
    if card is None or card == UNREAD or court.is_void() or hand.phase != "play" or card in hand.gone:
        return
    if card in hand.held.get(seat, NONE):
        cards = _still(court, (card,))
        if cards:
            court.open("named", seat, cards=cards, trick=_number(court))
    elif not hand.knows(seat):
        court.open("named", seat, cards=(card,), trick=_number(court), doubtful=True)


def thrown_together(court: Court, seat: Seat, card: Card, rest: tuple[Card, ...]) -> None:
    """Several cards fell at once; those that are not played may be called."""
    del card
    cards = tuple(c for c in rest if c != UNREAD)
    dummy = any(s in court.state.heading.dummy for s in court.seating.side(seat))
    form = court.code.known("together_open" if dummy else "thrown_together", "thrown_together")
    if cards and form is not None:
        court.open(form, seat, cards=cards, trick=court.hand.tricks[-1].number if court.hand.tricks else 1)


def others_callable(court: Court, case: Case, cards: tuple[Card, ...]) -> None:
    """It has been said which card is played: it is the others that may be called."""
    case = court.mine(case)
    chosen = any(r.remedy == "choose_card" for r in case.remedies)
    left = tuple(r for r in case.remedies if r.remedy != "choose_card")
    changed, case.cards = case.cards != cards, cards
    if chosen:
        to = case.remedies[0].to
        case = court.move(case, "applied", case.law, remedy="choose_card", for_=court.seating.side(to[0]))
        case.callable, case.remedies = bool(left), left
    elif changed:
        court.print(case)


def played_again(court: Court, trick: Trick, play: Play) -> None:
    """A second card of the same seat, on a trick that others have not played to."""
    hand = court.hand
    seat = play.seat
    partners = court.seating.partners(seat)
    cards = (play.card,) if play.card != UNREAD else ()
    hand.gone = {c: s for c, s in hand.gone.items() if c != play.card}
    if not cards:
        return
    best = trick.best(hand.trump, hand.height)
    first = seat == trick.leader or (court.code.best_on_table and best is not None and best.seat == seat)
    leader = first and not any(trick.of(p) for p in partners)
    run = next((c for c in court.live() if c.form == "winners_run" and c.trick == trick.number and c.by == seat), None)
    if run is not None:
        run = court.mine(run)
        run.cards = (*run.cards, *cards)
        court.print(run)
    elif leader and (seat != trick.leader or _winning(court, trick)):
        court.open("winners_run", seat, cards=cards, trick=trick.number, bound=partners[0] if partners else None)
    else:
        court.open("faced_in_play", seat, cards=cards, trick=trick.number)


def _winning(court: Court, trick: Trick) -> bool:
    """Whether the card led is better than any of its suit that the adversaries hold, so far as is known."""
    hand = court.hand
    led = trick.plays[0].card
    if led not in SUIT:
        return False
    better = [
        c for c in in_suit(court.game.pack, SUIT[led]) if hand.height[c] > hand.height[led] and c not in hand.gone
    ]
    for seat in court.seating.adversaries(trick.leader):
        held = hand.held.get(seat, NONE)
        played = trick.of(seat)
        if any(c in held for c in better) or (played is not None and played.card in better):
            return False
        if not hand.knows(seat) and any(not _elsewhere(court, c, seat) for c in better):
            return False
    return not any(
        p.card in SUIT and SUIT[p.card] == SUIT[led] and hand.height[p.card] > hand.height[led] for p in trick.plays
    )


def _elsewhere(court: Court, card: Card, seat: Seat) -> bool:
    """Whether another hand is known to hold this card."""
    return any(card in held for s, held in court.hand.held.items() if s != seat)


def turn_up_left(court: Court) -> None:
    """The trick is quitted until which it might lie there, and it still does, as the record promises to have seen."""
    hand = court.hand
    if hand.turn_up_on_table and hand.turn_up not in (None, UNREAD) and "play" in court.state.heading.complete:
        court.open("turn_up_left", hand.dealer, cards=(hand.turn_up,), trick=hand.tricks[-1].number)


# --------------------------------------------------------------------------- how they are played
def playing(court: Court, before: list[Case], play: Play, trick: Trick | None, number: int) -> None:
    """What a play means for the cards of its seat that lie open; ``trick`` before the play, ``None`` for a lead."""
    seat = play.seat
    mine = [c for c in before if c.callable and c.offenders and c.offenders[0] == seat and c.status != "cancelled"]
    if not mine or play.card == UNREAD:
        return
    for case in mine:
        if play.card in case.cards and not _another_called(case, play.card):
            _played_out(court, case, play.card)
            return
        if case.call is not None and case.call.remedy in CARD and case.call.card is None and not case.cards:
            _played_out(court, case, play.card)
            return
    for case in [c for c in mine if c.call is not None and c.call.remedy == "must_not_play"]:
        # Another card was played, as it was wanted: the open card is free.
        if case.call is not None:
            court.move(case, "applied", case.law, remedy="must_not_play", for_=court.seating.side(case.call.by))
            return
    called = [c for c in mine if c.call is not None and c.call.remedy in CARD]
    for case in called:
        _not_obeyed(court, case, play, trick)
    if called or court.hand.spoken.get(seat) == number or _called_otherwise(court, seat):
        return
    if court.code.silence and trick is not None and any(trick.of(s) for s in court.seating.adversaries(seat)):
        # An adversary has played without a call: he asks nothing for this trick.
        return
    if court.code.waives and trick is not None and trick.of(court.seating.right(seat)) is not None:
        # The adversary on his right has played without a call.
        return
    if court.code.holds("await") and any(case.form != "renounce_saved" or case.trick != number for case in mine):
        court.open("before_decision", seat, cards=(play.card,), trick=number, doubtful=play.doubtful)


def _another_called(case: Case, card: Card) -> bool:
    """Whether of several open cards it is another that was called."""
    call = case.call
    return call is not None and call.remedy in CARD and call.card is not None and call.card != card


def _called_otherwise(court: Court, seat: Seat) -> bool:
    """Whether the adversaries have decided on another penalty that this very play answers."""
    return any(c.call is not None and c.call.remedy not in CARD and c.call.seat in (seat, None) for c in court.live())


def _may_play(court: Court, card: Card, play: Play, trick: Trick | None) -> bool:
    """Whether the open card could have been played instead, by what the play itself tells of the hand."""
    led = trick.led if trick is not None else None
    if card == UNREAD or (led is None and trick is not None):
        return False
    if not court.code.holds("never_forced"):
        return True
    if led is None:
        return True
    if SUIT[card] == led:
        return True
    held = [c for c in court.hand.held.get(play.seat, NONE) if SUIT[c] == led and c not in court.hand.gone]
    return SUIT[play.card] != led and not held


def _played_out(court: Court, case: Case, card: Card) -> None:
    """An open card is played: obeying a call, against one, or got rid of."""
    left = tuple(c for c in case.cards if c != card)
    call = case.call
    if call is not None and call.remedy == "must_not_play" and call.card in (card, None):
        _forbidden(court, case, card)
        return
    if call is not None and call.remedy in CARD and call.card in (card, None):
        was = case.cards
        case = court.move(case, "applied", case.law, remedy=call.remedy, for_=court.seating.side(call.by))
        if left or (case.bound is not None and not was):
            case.callable, case.cards = True, left
        return
    case = court.mine(case)
    if left or (case.irregularity == "rest_claimed" and case.bound is not None):
        case.cards = left
        return
    others = tuple(r for r in case.remedies if r.remedy == "call_suit")
    if others and case.call is None:
        case.callable = False
        court.offer(case, others)
        return
    cards = case.cards
    if case.form == "renounce_saved" or case.open or case.status == "applied":
        if case.status == "applied":
            case.callable = False
            return
        court.cancel(case)
        case.cards = cards


def _forbidden(court: Court, case: Case, card: Card) -> None:
    """He plays the card that he was told not to: a refusal, if he could have played another."""
    hand = court.hand
    seat = case.offenders[0]
    trick = hand.trick
    led = trick.led if trick is not None and not trick.complete and trick.of(seat) is None else None
    held = [c for c in hand.held.get(seat, NONE) if c != card and c not in hand.gone]
    could = held if led is None or SUIT[card] != led else [c for c in held if SUIT[c] == led]
    number = _number(court)
    court.cancel(case)
    if could:
        revokes.refused(court, seat, number, card, call="must_not_play")


def _not_obeyed(court: Court, case: Case, play: Play, trick: Trick | None) -> None:
    """A called card was not played: a refusal if it could have been; else the call may be made again."""
    call = case.call
    case = court.mine(case)
    case.call = None
    case.cards = tuple(card for card in case.cards if card != play.card)
    cards = (call.card,) if call is not None and call.card is not None else case.cards
    if "call_card" in court.code.refusals and any(_may_play(court, card, play, trick) for card in cards):
        number = trick.number if trick is not None else len(court.hand.tricks) + 1
        revokes.refused(court, play.seat, number, play.card)
    elif court.code.holds("renewed"):
        court.print(case)
    else:
        court.move(case, "waived", case.law)
