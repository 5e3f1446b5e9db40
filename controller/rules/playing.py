"""Cards put on the table as plays: leads, plays out of turn, tricks, and cards taken back."""

from __future__ import annotations

from dataclasses import replace

from controller.rules import calls, dealing, declaring, honours, liable, revokes
from controller.rules import facts as f
from controller.rules.cards import SUIT, UNREAD, Card
from controller.rules.court import Court
from controller.rules.ruling import Remedy
from controller.rules.seats import Seat, Seating
from controller.rules.state import NONE, Case, Play, Trick
from controller.rules.tricks import choose, keep


def played(court: Court, fact: f.Played) -> None:
    """One card or several fell as a play. What it was (a lead, a reply, too early, too many) is found here."""
    hand = court.hand
    if hand.phase != "play":
        dealing.first_play(court)
        declaring.before_play(court)
    if hand.phase != "play" or court.is_void():
        return
    card, rest, doubtful = _meant(court, fact)
    _evidence(court, fact, card)
    if court.is_void():
        return
    _put_down(court, fact.by, card, doubtful, fact.maybe)
    if rest:
        liable.thrown_together(court, fact.by, card, rest)


def _meant(court: Court, fact: f.Played) -> tuple[Card, tuple[Card, ...], bool]:
    """Which of several cards is taken as played until he says so: one that follows suit, else the first."""
    cards = fact.cards
    if len(cards) == 1:
        return cards[0], (), False
    trick = court.hand.trick
    led = trick.led if trick is not None and not trick.complete and trick.of(fact.by) is None else None
    card = next((c for c in cards if led is not None and SUIT.get(c) == led), cards[0])
    rest = list(cards)
    rest.remove(card)
    return card, tuple(rest), True


def _evidence(court: Court, fact: f.Played, meant: Card) -> None:
    """Cards that cannot be where they were seen put the record in doubt; others prove what was not known before."""
    hand = court.hand
    seat = fact.by
    known = hand.knows(seat)
    for card in fact.cards:
        if card == UNREAD:
            hand.unread = {**hand.unread, seat: hand.unread.get(seat, 0) + 1}
            continue
        before = hand.gone.get(card)
        if before is not None and not _returning(court, seat, card):
            _twice(court, seat, card)
        elif card not in hand.held.get(seat, NONE):
            owner = next((s for s, held in hand.held.items() if card in held and s != seat), None)
            if (owner is not None or known) and not any(card in later for later in hand.later.get(seat, ())):
                _twice(court, seat, card)
                if owner is not None:
                    hand.unsure |= {owner}
                hand.unsure |= {seat}
            hand.held = {**hand.held, seat: hand.held.get(seat, NONE) | {card}}
        if not court.doubt and (hand.suspicions or hand.pledges):
            revokes.learn(court, seat, card, playing=True)
    if meant != UNREAD:
        hand.gone = {**hand.gone, meant: seat}


def _twice(court: Court, seat: Seat, card: Card) -> None:
    """A card that was played before, or was dealt to another: a question, never an accusation."""
    if not any(case.form == "card_twice" and case.cards == (card,) for case in court.cases.values()):
        court.open("card_twice", seat, cards=(card,))


def _returning(court: Court, seat: Seat, card: Card) -> bool:
    """Whether this card was taken back into the hand that plays it again."""
    hand = court.hand
    return card in hand.held.get(seat, NONE) and not any(
        play.card == card for trick in hand.tricks for play in trick.plays
    )


# --------------------------------------------------------------------------- which trick it belongs to
def _put_down(court: Court, seat: Seat, card: Card, doubtful: bool, maybe: tuple[Card, ...]) -> None:
    hand = court.hand
    play = Play(seat, card, court.line, doubtful or court.doubt, maybe)
    index = _hole(court, seat)
    if index is not None:
        _fill(court, index, play)
        return
    if "led_together" in court.code.forms and _led_together(court, play):
        return
    trick = hand.tricks[-1] if hand.tricks else None
    if trick is None or trick.complete or trick.quitted:
        _lead(court, play)
    elif trick.of(seat) is None:
        if trick.false and seat == trick.due and seat != _next(court, trick):
            _dissolve(court)
            _lead(court, play)
        else:
            _follow(court, trick, play)
    elif _omission(court, trick, seat):
        _lead(court, play)
    else:
        liable.played_again(court, trick, play)


def _led_together(court: Court, play: Play) -> bool:
    """Two led at the same time: the wrong one is at fault, and if both are wrong neither is."""
    hand = court.hand
    trick = hand.trick
    before = court.state.entries[-1] if court.state.entries else None
    now = court.entry.t
    if trick is None or len(trick.plays) != 1 or before is None or now is None or before.t is None:
        return False
    together = isinstance(before.fact, f.Played) and before.fact.by == trick.leader
    if not together or now - before.t > court.state.heading.options.simultaneous_s:
        return False
    cards = (play.card,) if play.card != UNREAD else ()
    form = court.form("led_together")
    if not trick.false:
        if play.seat == _next(court, trick):
            return False
        court.open("led_together", play.seat, cards=cards, trick=trick.number)
        _return(court, play.seat, play.card)
        return True
    case = next((c for c in court.live() if c.trick == trick.number and c.form == "lead"), None)
    if case is None:
        return False
    case = court.mine(case)
    case.form, case.irregularity = "led_together", form.irregularity
    if play.seat != trick.due:
        court.cancel(case)
        _return(court, play.seat, play.card)
        return True
    case.remedies = tuple(r for r in case.remedies if r.remedy in form.remedies)
    court.move(case, case.status, form.rows)
    _dissolve(court)
    _lead(court, play)
    return True


def _next(court: Court, trick: Trick) -> Seat | None:
    return next((s for s in court.seating.round(trick.leader) if trick.of(s) is None), None)


def _omission(court: Court, trick: Trick, seat: Seat) -> bool:
    """Whether a second card of this seat is the lead to the next trick, while somebody has not played to this one."""
    missing = [s for s in court.seating.seats if trick.of(s) is None]
    if len(missing) != 1:
        return False
    best = trick.best(court.hand.trump, court.hand.height)
    if best is not None and best.seat != seat:
        return False
    return not (seat == trick.leader and missing[0] in court.seating.partners(seat))


def _hole(court: Court, seat: Seat) -> int | None:
    """The trick in which this seat has taken its card back and not played another."""
    tricks = court.hand.tricks
    for i in range(len(tricks) - 1, max(-1, len(tricks) - 3), -1):
        if any(s == seat for s, _ in tricks[i].holes):
            return i
    return None


# --------------------------------------------------------------------------- leads
def _lead(court: Court, play: Play) -> None:
    hand = court.hand
    seating = court.seating
    previous = hand.tricks[-1] if hand.tricks else None
    if previous is not None and not previous.quitted and "play" in court.state.heading.complete:
        _quit(court)
        previous = hand.tricks[-1]
    if previous is not None and hand.decided(court.seating) and court.code.holds("sudden"):
        hand.phase = "over"
        return
    if previous is not None and not previous.complete:
        _omit(court, previous)
    revokes.played_on(court, play.seat, len(hand.tricks) + 1, leading=True)
    if hand.later and hand.tricks and len(hand.tricks) % (hand.size // court.game.sets) == 0:
        _next_hands(court)
    due = hand.leads(seating) if _said_who_leads(court) else None
    if previous is not None and due is None and not previous.complete:
        due = previous.winner
    number = len(hand.tricks) + 1
    doubtful = previous is not None and previous.doubtful
    if previous is not None and previous.winner is None and (previous.complete or previous.quitted):
        # Nobody could read who won: whoever leads is taken to have won it.
        hand.tricks = (*hand.tricks[:-1], replace(previous, winner=play.seat))
        due = None
    trick = Trick(number, play.seat, (play,), due)
    hand.draw_asked = frozenset()
    false = trick.false
    before = court.live()
    if not false:
        calls.leading(court, before, play, number)
    _stands(court, before, play, number)
    liable.playing(court, before, play, None, number)
    hand.tricks = (*hand.tricks, trick)
    keep(court, number - 1, trick)
    _leave(court, play)
    if false:
        _out_of_turn(court, trick, play, doubtful)
    _settle_omitted(court, play.seat, number)


def _said_who_leads(court: Court) -> bool:
    """Whether the code says who leads: the eldest hand at first, the winner of the last trick to another set."""
    tricks, sets = len(court.hand.tricks), court.game.sets
    if not tricks:
        return court.code.holds("eldest_leads")
    return sets == 1 or tricks % (court.hand.size // sets) != 0 or court.code.holds("set_leads")


def _next_hands(court: Court) -> None:
    """Each player takes up the next of his hands."""
    hand = court.hand
    hand.held = {**hand.held, **{seat: later[0] for seat, later in hand.later.items() if later}}
    hand.later = {seat: later[1:] for seat, later in hand.later.items() if len(later) > 1}


def _out_of_turn(court: Court, trick: Trick, play: Play, doubtful: bool) -> None:
    due = trick.due
    seating = court.seating
    to: tuple[Seat, ...] = ()
    name = "lead"
    ours = due is not None and seating.side(due) == seating.side(play.seat)
    match court.code.lead:
        case "suit" if due is not None and ours:
            to = (seating.claimant(due),)
        case "choice" if due is not None and not ours:
            to = (due,)
        case "card" | "choice":
            to = seating.adversaries(play.seat)
        case _:
            pass
    dummy = court.state.heading.dummy
    offenders = tuple(seating.side(play.seat)) if court.code.lead == "suit" else _first(play.seat, seating)
    if dummy and any(s in dummy for s in seating.side(play.seat)):
        name = court.code.known("lead_of_dummy" if ours else "lead_of_neither", "lead") or name
        if name == "lead_of_dummy" and due is not None:
            to, offenders = seating.adversaries(play.seat), (due,)
    court.open(
        name,
        play.seat,
        cards=(play.card,) if play.card != UNREAD else (),
        trick=trick.number,
        to=to,
        offenders=offenders,
        doubtful=doubtful or play.doubtful,
    )


def _first(seat: Seat, seating: Seating) -> tuple[Seat, ...]:
    """The offender, then his partners: a card is called from him, a suit from any of them."""
    return (seat, *seating.partners(seat))


def _stands(court: Court, before: list[Case], play: Play, number: int) -> None:
    """Under a code that lets a false lead be chosen, the next trick or a reply of him who may choose accepts it."""
    if court.code.plays_on is not None:
        court.code.plays_on(court, before, play, number)
    if not court.code.waives:
        return
    for case in before:
        family = court.form(case.form).family
        if family not in ("suit", "turn") or case.status != "option" or case.trick is None or case.call:
            continue
        entitled = any(play.seat in r.to for r in case.remedies)
        if case.trick == number and entitled:
            bar = court.form(case.form).bar
            court.move(case, "waived", (bar, *case.law) if bar is not None and bar not in case.law else case.law)
        elif family == "turn":
            continue
        elif case.trick < number and play.seat in court.seating.adversaries(case.offenders[0]):
            court.lapse(case)


def _omit(court: Court, trick: Trick) -> None:
    """The next trick is led while a card is missing from this one."""
    missing = tuple((s, trick.number) for s in court.seating.seats if trick.of(s) is None)
    court.hand.omitted = (*court.hand.omitted, *(m for m in missing if m not in court.hand.omitted))


def _settle_omitted(court: Court, seat: Seat, number: int) -> None:
    """A seat that left a trick out has played to the next one: now its adversaries may choose."""
    hand = court.hand
    for who, trick in hand.omitted:
        if who == seat and number > trick and (_seen_whole(court) or hand.found.get(seat, 0) > 0):
            hand.omitted = tuple(o for o in hand.omitted if o != (who, trick))
            court.open("omitted", seat, trick=trick)


def _seen_whole(court: Court) -> bool:
    """Whether a card that is not in the record was not played: only the record's promise says so."""
    return "play" in court.state.heading.complete


# --------------------------------------------------------------------------- replies
def _follow(court: Court, trick: Trick, play: Play) -> None:
    seat = play.seat
    before = court.live()
    index = trick.number - 1
    following = Trick(trick.number, trick.leader, (*trick.plays, play), trick.due, holes=trick.holes, free=trick.free)
    liable.playing(court, before, play, trick, trick.number)
    kept = keep(court, index, following)
    renounced = revokes.reply(court, kept, play)
    calls.replying(court, before, trick, play, renounced)
    _stands(court, before, play, trick.number)
    _turn(court, trick, play)
    _leave(court, play)
    revokes.played_on(court, seat, trick.number, leading=False)
    _settle_omitted(court, seat, trick.number)
    if kept.complete:
        _completed(court, kept)


def _completed(court: Court, trick: Trick) -> None:
    if trick.false:
        for case in court.live():
            family = court.form(case.form).family
            if (
                family == "suit" and case.irregularity == "lead_out_of_turn" and case.trick == trick.number
                and case.status in ("option", "director") and not court.code.waives
            ):  # fmt: skip
                name = court.code.known(f"{case.form}_complete", "lead_complete")
                court.cancel(case, court.form(name).rows[0] if name is not None else None)
    if trick.number >= court.hand.size:
        court.hand.phase = "over" if trick.quitted else court.hand.phase


def _turn(court: Court, trick: Trick, play: Play) -> None:
    """A reply before its turn."""
    if court.code.turns is not None and court.code.turns(court, trick, play):
        return
    order = court.seating.round(trick.leader)
    if len(order) != 4 or play.seat not in order:
        return
    _, second, third, fourth = order
    here = {p.seat for p in trick.plays}
    number = trick.number
    cards = (play.card,) if play.card != UNREAD else ()
    seating = court.seating
    if play.seat == second:
        for case in court.live():
            if case.trick == number and case.form == "third_first" and case.status == "option":
                court.lapse(case)
        return
    if second in here:
        if play.seat == fourth and third not in here:
            court.open("fourth_before_third", fourth, cards=cards, trick=number, to=seating.adversaries(fourth))
        return
    if play.seat == third and fourth not in here:
        to = (fourth,) if court.form("third_first").to == "fourth_hand" else seating.adversaries(third)
        court.open("third_first", third, cards=cards, trick=number, to=to)
    elif play.seat == fourth and (third not in here or not court.code.holds("fourth_too")):
        to = (third,) if court.form("fourth_first").to == "third_hand" else seating.adversaries(fourth)
        court.open("fourth_first", fourth, cards=cards, trick=number, to=to, bound=second)
    elif play.seat == fourth:
        for case in court.live():
            if case.trick == number and case.form == "third_first" and case.status == "option":
                court.move(case, "applied", case.law, remedy="none", for_=fourth)


def _leave(court: Court, play: Play) -> None:
    """The card leaves the hand; the turn-up with it leaves the table."""
    hand = court.hand
    if play.card == hand.turn_up:
        hand.turn_up_on_table = False


# --------------------------------------------------------------------------- taken back
def withdrew(court: Court, fact: f.Withdrew) -> None:
    """Cards went back into the hand."""
    if court.is_void() or court.hand.phase not in ("play", "over"):
        return
    for card in fact.cards:
        _take_back(court, fact.by, card)


def _take_back(court: Court, seat: Seat, card: Card) -> None:
    hand = court.hand
    if card in hand.back and hand.gone.get(card) == seat:
        hand.back -= {card}
        _return(court, seat, card)
        return
    for i in range(len(hand.tricks) - 1, max(-1, len(hand.tricks) - 3), -1):
        trick = hand.tricks[i]
        play = trick.of(seat)
        if play is None or play.card != card or (trick.quitted and (seat, trick.number) not in hand.asked):
            continue
        _return(court, seat, card)
        _hollow(court, i, play)
        return


def _return(court: Court, seat: Seat, card: Card) -> None:
    hand = court.hand
    if card == UNREAD:
        hand.unread = {**hand.unread, seat: max(0, hand.unread.get(seat, 0) - 1)}
        return
    hand.gone = {c: s for c, s in hand.gone.items() if c != card}
    hand.suspicions = tuple(s for s in hand.suspicions if not (s.seat == seat and s.card == card))


def _hollow(court: Court, index: int, play: Play) -> None:
    """Take a play out of a trick, and say what that was."""
    hand = court.hand
    trick = hand.tricks[index]
    place = trick.plays.index(play)
    seat = play.seat
    plays = tuple(p for p in trick.plays if p != play)
    if trick.false and index == len(hand.tricks) - 1:
        revokes.forget(court, seat, trick.number)
        _reply_back(court, trick, play)
        if seat == trick.leader:
            hand.back |= {p.card for p in plays}
            hand.tricks = hand.tricks[:-1]
        else:
            keep(court, index, replace(trick, plays=plays))
        return
    hollow = replace(trick, plays=plays, holes=(*trick.holes, (seat, place)))
    if seat in trick.free and court.code.holds("free_to_change"):
        keep(court, index, hollow)
        return
    if revokes.correct(court, play, trick):
        hand.asked = tuple(a for a in hand.asked if a != (seat, trick.number))
        gone = [(s, at) for s, at in trick.holes if at >= place]
        hollow = replace(hollow, free=(*(p.seat for p in trick.plays[place + 1 :]), *(s for s, _ in gone)))
        hand.taken_up = tuple(u for u in hand.taken_up if u[0] not in hollow.free)
    elif SUIT.get(play.card) is not None and trick.led not in (None, SUIT[play.card]) and not hand.knows(seat):
        hand.unsettled = (*hand.unsettled, (seat, play.card, trick.number, court.line))
    elif not _excused(court, play, trick) and play.card != UNREAD:
        if any(SUIT.get(p.card) not in (None, trick.led) for p in trick.plays[:place]):
            hand.taken_up = (*hand.taken_up, (seat, play.card, trick.number))
        else:
            court.open("faced_in_play", seat, cards=(play.card,), trick=trick.number)
    keep(court, index, hollow)


def _reply_back(court: Court, trick: Trick, play: Play) -> None:
    """A reply to a false lead goes back: under some codes the offender's partner has exposed his card by it."""
    if play.seat != trick.leader and play.seat in court.seating.side(trick.leader) and play.card != UNREAD:
        court.open("reply_exposed", play.seat, cards=(play.card,), trick=trick.number)


_RULED = frozenset(
    {"fourth_first", "third_first", "fourth_before_third", "before_decision", "refused_call", "thrown_together"}
)
"""Forms whose card is not ruled on a second time when it is taken back."""


def _excused(court: Court, play: Play, trick: Trick) -> bool:
    """A card that already has a ruling of its own, or that a decision of the adversaries sends back."""
    return any(
        case.form in _RULED and case.by == play.seat and case.trick == trick.number
        and (play.card in case.cards or not case.open)
        for case in court.cases.values()
    )  # fmt: skip


def _fill(court: Court, index: int, play: Play) -> None:
    """Another card for one that was taken back."""
    hand = court.hand
    trick = hand.tricks[index]
    place = next(at for s, at in trick.holes if s == play.seat)
    plays = (*trick.plays[:place], play, *trick.plays[place:])
    holes = tuple((s, at) for s, at in trick.holes if s != play.seat)
    before = court.live()
    kept = keep(court, index, replace(trick, plays=plays, holes=holes))
    for seat, card, number in hand.taken_up:
        if seat == play.seat and number == trick.number and card != play.card:
            court.open("faced_in_play", seat, cards=(card,), trick=number)
    hand.taken_up = tuple(u for u in hand.taken_up if u[0] != play.seat)
    renounced = revokes.reply(court, kept, play) if play.seat != trick.leader else False
    if revokes.settle(court, kept, play):
        kept = keep(court, index, replace(kept, free=tuple(p.seat for p in kept.plays[place + 1 :])))
    calls.replying(court, before, trick, play, renounced)
    _leave(court, play)
    if kept.complete:
        _completed(court, kept)


def _dissolve(court: Court) -> None:
    """A false lead is taken back without a word: the right leader has led."""
    hand = court.hand
    trick = hand.tricks[-1]
    hand.tricks = hand.tricks[:-1]
    hand.back |= {p.card for p in trick.plays}
    for play in trick.plays:
        _reply_back(court, trick, play)
        revokes.forget(court, play.seat, trick.number)


# --------------------------------------------------------------------------- the end of a trick
def quitted(court: Court, fact: f.Quitted) -> None:
    """The trick is gathered, turned and let go."""
    del fact
    hand = court.hand
    if hand.phase != "play" or court.is_void() or not hand.tricks or hand.tricks[-1].quitted:
        return
    last = hand.tricks[-1]
    if not last.complete and len(hand.tricks) > 1 and hand.tricks[-2].complete and not hand.tricks[-2].quitted:
        # The next trick was led before this one was turned.
        hand.tricks = hand.tricks[:-1]
        _quit(court)
        hand.tricks = (*hand.tricks, last)
        return
    _quit(court)


def _quit(court: Court) -> None:
    hand = court.hand
    trick = hand.tricks[-1]
    hand.tricks = (*hand.tricks[:-1], replace(trick, quitted=True, holes=()))
    if not trick.complete:
        _omit(court, trick)
    revokes.trick_quitted(court, trick)
    if len(hand.tricks) > 1 and not hand.tricks[-2].quitted:
        hand.tricks = (*hand.tricks[:-2], replace(hand.tricks[-2], quitted=True), hand.tricks[-1])
        revokes.trick_quitted(court, hand.tricks[-2])
    for case in court.live():
        if case.trick == trick.number and case.form == "before_decision":
            court.cancel(case)
    last_hand = hand.size - hand.size // court.game.sets
    if trick.number == last_hand + court.code.turn_up_trick:
        liable.turn_up_left(court)
    if trick.number == 2:
        honours.second_trick(court)
    if trick.number >= hand.size or hand.decided(court.seating):
        hand.phase = "over"
        revokes.played_out(court)


def rightful_leader(court: Court) -> None:
    """Who may call a suit changes with who has the lead; told when it is known."""
    hand = court.hand
    live = [
        c for c in court.live()
        if court.form(c.form).to == "right_of_leader" and c.status == "option" and c.call is None
    ]  # fmt: skip
    if not live:
        return
    leader = hand.leads(court.seating)
    trick = hand.trick
    if trick is not None and trick.false and len(trick.plays) < len(court.seating.seats):
        leader = trick.due
    if leader is None:
        return
    for case in live:
        if leader in case.offenders:
            court.offer(
                case, tuple(Remedy(r, (court.seating.claimant(leader),)) for r in court.form(case.form).remedies)
            )


def indicated(court: Court, fact: f.Indicated) -> None:
    """He says which of several cards he meant."""
    hand = court.hand
    if court.is_void() or not hand.tricks or len(fact.cards) != 1:
        return
    if court.code.chosen_by == "player":
        choose(court, fact.by, fact.cards[0])
        return
    trick = hand.trick
    play = trick.of(fact.by) if trick is not None else None
    partners = court.seating.partners(fact.by)
    mine = play is not None and play.card == fact.cards[0] and not any(c.by == fact.by for c in court.live())
    if mine and trick is not None and not any(trick.of(p) for p in partners) and fact.by not in hand.draw_asked:
        court.open("drawn_unasked", fact.by, trick=trick.number)
