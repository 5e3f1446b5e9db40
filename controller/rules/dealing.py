"""The cut, the deal and the turn-up: procedure, misdeals and new deals."""

from __future__ import annotations

from typing import Literal

from controller.rules import facts as f
from controller.rules import honours
from controller.rules.cards import SUIT, UNREAD, Card
from controller.rules.court import Court
from controller.rules.seats import Seat
from controller.rules.state import Case

_LEAST = 4
"""Cards that each packet of a cut must keep."""
_FEW = 2
"""Cards given wrong that a code may overlook."""
_SUMMARY = 5
"""More cards than this in one fact, and more than half a hand, are a hand told as a whole, not a packet."""


def void(court: Court, how: Literal["new_deal", "deal_lost"], row: str, *, dealer: Seat | None = None) -> None:
    """The hand must be dealt again; whatever else was open in it can no longer apply."""
    hand = court.hand
    if not court.code.stands((row,)):
        return
    hand.void = how
    hand.next_dealer = dealer or (hand.dealer if how == "new_deal" else court.seating.left(hand.dealer))
    for case in court.live():
        if case.status in ("option", "established", "correctable") and court.form(case.form).family != "score":
            court.cancel(case, row)


def fault(court: Court, name: str, by: str | None = None, *, cards: tuple[Card, ...] = ()) -> Case | None:
    """What the code makes of a fault in the cut or the deal: the deal lost, dealt anew, or a right to either."""
    form = court.form(name)
    by = by if by is not None else acting(court)
    if form.status == "compulsory" and "deal_lost" in form.remedies:
        return _misdeal(court, name, by, cards)
    if form.status == "compulsory" and "new_deal" in form.remedies:
        return again(court, name, by, cards=cards)
    return court.open(name, by, cards=cards)


def _misdeal(court: Court, form: str, by: str, cards: tuple[Card, ...]) -> Case | None:
    """A misdeal: the deal is lost, unless what the adversaries did in it saves it."""
    saved = court.code.saved(court)
    saved = saved if court.code.stands(saved) else ()
    how: Literal["new_deal", "deal_lost"] = "new_deal" if saved else "deal_lost"
    mine = any(
        c.form == "wrong_dealer" and c.offenders[0] in court.seating.partners(court.hand.dealer) for c in court.live()
    )
    if mine and "partner_misdealt" in court.code.missing:
        return None
    extra = (*saved, *(court.form("partner_misdealt").rows if mine else ()))
    case = court.open(form, by, cards=cards, extra=extra, remedies=(how,))
    if case is not None and not case.doubtful:
        void(court, how, case.law[0])
    return case


def again(court: Court, form: str, by: str | None = None, *, cards: tuple[Card, ...] = ()) -> Case | None:
    """A compulsory new deal by the same dealer. What a misdeal had decided gives way to it."""
    if form not in court.code.forms:
        return None
    for case in court.live():
        if case.status == "compulsory" and case.irregularity != court.form(form).irregularity:
            court.cancel(case, court.form(form).rows[0])
    opened = court.open(form, by, cards=cards)
    if opened is not None and not opened.doubtful:
        void(court, "new_deal", opened.law[0])
    return opened


# --------------------------------------------------------------------------- before the deal
def shuffled(court: Court, fact: f.Shuffled) -> None:
    """A pack was shuffled; after a proper cut that is the dealer's fault."""
    hand = court.hand
    if hand.number > 1 and court.entry.source != "shoe":
        court.open("shuffled_again", fact.by)
    shoe = court.entry.source == "shoe"
    if fact.of == "still":
        if hand.phase == "play" and not shoe:
            court.open("shuffled_in_play", fact.by)
        return
    if hand.phase not in ("cut", "deal") or court.is_void():
        return
    if fact.by in hand.shuffled and not _last_shuffle(court, fact.by) and not shoe and not hand.recut:
        court.open("shuffled_twice", fact.by)
    hand.shuffled |= {fact.by}
    if fact.shown:
        _cut_fault(court, court.code.known("shown_in_shuffle", "shown_in_cut"), fact.by, fact.shown)
        return
    if hand.cut and not hand.recut:
        if shoe:
            again(court, "machine")
        elif fact.by == hand.dealer:
            fault(court, "shuffled_after_cut")
        elif fact.by == court.seating.right(hand.dealer) and "cutter_shuffled" in court.code.forms:
            _cut_fault(court, "cutter_shuffled", fact.by)
        else:
            _cut_fault(court, court.code.known("shuffled_by_another", "confused_cut"), fact.by)


def _last_shuffle(court: Court, by: Seat) -> bool:
    """Whether he may shuffle again, being the dealer."""
    return by == court.hand.dealer and court.code.holds("dealer_last")


def _cut_fault(court: Court, form: str | None, by: Seat, cards: tuple[Card, ...] = ()) -> None:
    """A fault in the cut. Where the code orders another cut this one does not count."""
    hand = court.hand
    if form is None:
        return
    if (
        court.form(form).status == "option"
        and court.form(form).irregularity == "card_shown_in_cut"
        and not _asks(court, form)
    ):
        hand.glimpsed = (*hand.glimpsed, (by, cards, form))
        return
    court.open(form, by, cards=cards)
    if court.form(form).status == "compulsory":
        hand.recut, hand.cut = True, False


def _asks(court: Court, form: str) -> bool:
    """Whether this is ruled at once, and not only if the card turns out to be the trump card."""
    return "new_deal" not in court.form(form).remedies


def cut(court: Court, fact: f.Cut) -> None:
    """A cut, and what may be wrong with it."""
    hand = court.hand
    if fact.of == "still":
        _still(court, "still_cut", fact.by)
        return
    if hand.phase != "cut" or court.is_void():
        return
    ordered = [
        c for c in court.live()
        if court.form(c.form).family == "cut" and (c.status == "compulsory" or c.remedy == "recut")
    ]  # fmt: skip
    form = None
    if hand.cut and not hand.recut and not ordered and "cut_again" in court.code.forms:
        court.open("cut_again", fact.by)
        return
    before = () if hand.recut or ordered else hand.cutters
    hand.cutters = (*before, fact.by)
    if (fact.by in before or hand.dealer in before) and "cut_after" in court.code.forms:
        court.open("cut_after", fact.by)
        return
    if fact.shown:
        form = court.code.known("shown_in_cut")
    elif fact.confused:
        form = "confused_cut"
    elif fact.packets and min(fact.packets) < _LEAST:
        form = "few_cut"
    elif fact.by != court.seating.right(hand.dealer):
        form = "wrong_cutter"
    if not court.doubt:
        for case in ordered:
            court.move(case, "applied", case.law, remedy="recut")
    hand.cut, hand.recut = True, False
    _cut_fault(court, form, fact.by, fact.shown)


def presented(court: Court, fact: f.Presented) -> None:
    """A pack was offered to be cut."""
    if fact.of == "still" and court.entry.source != "shoe":
        _still(court, "still_presented", fact.by)


def _still(court: Court, form: str, by: Seat) -> None:
    """The still pack is presented or cut by somebody; whether it was for him to do so."""
    hand, seating = court.hand, court.seating
    if court.game.turning != "still" or court.is_void() or hand.phase not in ("cut", "deal"):
        return
    left = seating.left(acting(court))
    opposite = seating.left(left)
    chosen = dict(court.state.heading.options.other).get("still_cut") == "opposite" and court.code.holds("still_cut")
    if chosen and form == "still_presented":
        return
    if by != (left if form == "still_cut" and not chosen else opposite):
        court.open(form, by)


def pack(court: Court, fact: f.Pack) -> None:
    """The pack as it lies: perfect, and which cards are faced."""
    hand = court.hand
    if fact.of == "still" or hand.phase not in ("cut", "deal") or court.is_void():
        return
    hand.faced = frozenset(fact.faced)
    hand.bottom = fact.cards[-1] if fact.cards[-1] != UNREAD else None
    known = [card for card in fact.cards if card != UNREAD]
    double = tuple(dict.fromkeys(card for card in known if known.count(card) > 1))
    last = 0 if "faced_last" in court.code.forms else len(court.game.pack)
    counts = court.code.holds(f"pack_for_{court.game.players}")
    if double or (len(fact.cards) != len(court.game.pack) and counts):
        again(court, "imperfect", cards=double)
    elif any(place != last for place in fact.faced):
        cards = tuple(fact.cards[p - 1] for p in fact.faced if p != last and 1 <= p <= len(fact.cards))
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
        court.end("dealing")
        undone = not hand.cut or (court.code.all_cut is not None and hand.dealer not in hand.cutters)
        if undone and "cut" in court.state.heading.complete:
            fault(court, "uncut")
            if court.is_void():
                return
    if hand.astray is not None and not shoe and _stays_astray(court):
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


def _stays_astray(court: Court) -> bool:
    """A card was not put right before the next one; whether that made the deal void."""
    hand = court.hand
    hand.astray = None
    if "astray" in court.code.forms:
        fault(court, "astray")
    return court.is_void()


def _who_and_which(court: Court, fact: f.Dealt) -> None:
    """Whether the right player deals the right pack."""
    hand = court.hand
    if fact.by is not None and fact.by != hand.dealer and not court.has("wrong_dealer"):
        hand.acting = fact.by
        court.open("wrong_dealer", fact.by, to=court.seating.adversaries(fact.by))
    if fact.pack == "other" and not court.has("wrong_pack"):
        court.open("wrong_pack", fact.by or hand.dealer)


def _place(court: Court, fact: f.Dealt) -> None:
    """Whether the card went where it was due. A fault is one only when the next card is dealt."""
    hand = court.hand
    n = fact.number
    if n > max(_SUMMARY, court.game.hand // 2) or not hand.singly:
        hand.singly = False
        return
    order = court.seating.round(court.seating.left(fact.by or hand.dealer))
    places = court.game.places[hand.total : hand.total + n]
    due = order[places[0]] if places else None
    if len(places) == n and all(order[place] == fact.to for place in places) and _right_set(court, fact):
        return
    if court.entry.source == "shoe":
        again(court, "machine")
        return
    hand.astray = (fact.to, court.line, due)
    if "astray_often" in court.code.forms:
        hand.strayed += max(1, n - 1)
        fault(court, "astray_often" if hand.strayed > _FEW else "astray_now")


def _right_set(court: Court, fact: f.Dealt) -> bool:
    """Whether a card lies by the hand that is being dealt, where each player has several."""
    hand = court.hand
    if not court.code.holds(f"sets_for_{court.game.players}"):
        return True
    return fact.set is None or court.game.sets == 1 or fact.set == 1 + hand.total * court.game.sets // hand.pack


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
        hand.lay_by(seat, known, nth)
        return
    alien = tuple(card for card in cards if card != UNREAD and card not in court.game.cards)
    if alien:
        again(court, "imperfect", cards=alien)
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


def _face_up(court: Court, fact: f.Dealt) -> None:
    """A card fell face up: it lay so in the pack, or it is the dealer's doing; the last one is the turn-up."""
    hand = court.hand
    if court.game.turning == "last" and hand.total >= hand.pack and fact.to == hand.dealer and fact.number == 1:
        return
    cards = tuple(card for card in fact.cards if card != UNREAD)
    if court.is_void():
        return
    if hand.total in hand.faced or any(
        place in hand.faced for place in range(hand.total - fact.number + 1, hand.total + 1)
    ):
        again(court, "faced", cards=cards)
    elif court.entry.source == "shoe":
        again(court, "machine_faced", cards=cards)
    else:
        shown_by(court, fact.by or hand.dealer, cards, fact.to)


def shown_by(court: Court, seat: Seat, cards: tuple[Card, ...], holder: Seat | None = None) -> None:
    """A card was shown in the deal: no right arises once one of the innocent side has touched a card."""
    hand = court.hand
    if seat == holder == acting(court) and court.code.own_shown is not None:
        return
    dealers = seat in court.seating.side(hand.dealer)
    name = court.code.known("shown_in_deal" if dealers else "shown_by_adversary", "shown_in_deal")
    if name is None:
        return
    if dealers and "shown_again" in court.code.forms and not court.doubt:
        before = [
            c for c in court.cases.values() if c.form == "shown_in_deal" and c.offenders[0] in court.seating.side(seat)
        ]
        if len({card for c in before for card in c.cards} | set(cards)) > 1 or len(before) > 0:
            fault(court, "shown_again", seat, cards=cards)
            return
    form = court.form(name)
    innocent = court.entitled(form.to, seat) if form.to == "dealer" else court.seating.adversaries(seat)
    if name == "shown_by_adversary":
        innocent = court.seating.partners(hand.dealer)
    late = "touched" in form.ends and touched_first(court, innocent) and not court.doubt
    case = court.open(name, seat, cards=cards, silent=late)
    if late and case is not None:
        court.lapse(court.told(case), court.code.touched)


def touched_first(court: Court, innocent: tuple[Seat, ...]) -> bool:
    """Whether one of these touched a card, and not only after the other side had done so, where that excuses him."""
    hand = court.hand
    if not hand.touched & frozenset(innocent):
        return False
    if not court.code.touch_follows or hand.dealt_out:
        return True
    first = next(seat for seat, _ in hand.meddled)
    return first in innocent


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
        for case in court.live():
            if case.form == "astray_now":
                court.cancel(case)


def turned(court: Court, fact: f.Turned) -> None:
    """The trump card is turned up, and the deal is done."""
    hand = court.hand
    if fact.of == "still" and court.game.turning == "still" and not court.is_void() and not court.doubt:
        hand.still = fact.card
    if fact.of == "still" or court.is_void() or hand.phase not in ("cut", "deal"):
        return
    if court.game.turning == "still" and "turned_of_pack" in court.code.forms:
        court.open("turned_of_pack", fact.at or acting(court), cards=() if fact.card == UNREAD else (fact.card,))
        return
    if hand.phase == "cut" and "cut" in court.state.heading.complete and not hand.cut:
        fault(court, "uncut")
        if court.is_void():
            return
    hand.phase = "deal"
    _dealt_out(court)
    if court.is_void():
        return
    _time_runs(court)
    hand.turn_up = fact.card
    suit = None if court.doubt else SUIT.get(fact.card)
    if suit is not None and hand.contract is None:
        court.trumps_are(suit)
    if court.game.turning == "apart":
        return
    hand.turn_up_on_table = True
    _shown_before(court, fact.card)
    _right_turn_up(court, fact)
    if court.is_void():
        return
    _sizes(court)
    if fact.card == UNREAD:
        return
    if court.game.sets == 1 and fact.card not in hand.held.get(hand.dealer, frozenset()):
        hand.held = {**hand.held, hand.dealer: hand.held.get(hand.dealer, frozenset()) | {fact.card}}


def _dealt_out(court: Court) -> None:
    """The deal is over: who dealt out of turn is the dealer, and a card that went astray stays there."""
    hand = court.hand
    if hand.dealt_out:
        return
    hand.dealt_out = True
    wrong = next((c for c in court.live() if c.form == "wrong_dealer" and c.status == "correctable"), None)
    court.end("turned")
    _time_runs(court)
    if wrong is not None:
        hand.dealer = wrong.offenders[0]
    if hand.astray is not None:
        _stays_astray(court)


def _time_runs(court: Court) -> None:
    """The trump card is turned: from here what may be asked within a reasonable time has its end."""
    if court.state.results and court.state.results[-1].won:
        court.end("game_over")
    for case in court.live():
        form = court.form(case.form)
        if case.status == "option" and case.until is None and form.later is not None and court.entry.t is not None:
            case = court.mine(case)
            case.until, case.law = court.entry.t + court.code.reasonable, (*case.law, form.later)
            court.print(case)


def _right_turn_up(court: Court, fact: f.Turned) -> None:
    hand = court.hand
    wrong = fact.at is not None and fact.at != hand.dealer
    if fact.card != UNREAD and not wrong and hand.total >= hand.pack:
        if hand.singly and hand.last is not None and hand.last[1] not in (None, UNREAD):
            wrong = hand.last != (hand.dealer, fact.card)
        elif hand.knows(hand.dealer) and court.game.sets == 1:
            wrong = fact.card not in hand.held[hand.dealer]
    if wrong:
        asked = court.form("wrong_turn_up").status == "director"
        cards = (fact.card,) if fact.card != UNREAD else ()
        fault(court, "wrong_turn_up", (fact.at or hand.dealer) if asked else hand.dealer, cards=cards)
        hand.unsure |= frozenset(court.seating.seats)


def _shown_before(court: Court, card: Card) -> None:
    """A card that was seen in the cut turns out to be the trump card, where the code cares for that card alone."""
    if card == UNREAD:
        return
    for seat, cards, form in court.hand.glimpsed:
        if card in cards:
            court.open(form, seat, cards=(card,))
    court.hand.glimpsed = ()


def _sizes(court: Court) -> None:
    """Hands told as a whole show their own sizes."""
    hand = court.hand
    if (
        hand.total == hand.pack
        and not hand.singly
        and any(hand.given.get(s, 0) != court.game.hand for s in court.seating.seats)
    ):
        fault(court, "wrong_count")


def first_play(court: Court) -> None:
    """The first card is played: rights that end with the deal end here."""
    hand = court.hand
    if hand.phase not in ("cut", "deal"):
        return
    if hand.astray is not None:
        _stays_astray(court)
    elif never_turned(court) and "deal" in court.state.heading.complete:
        fault(court, "turn_up_hidden")
    elif not hand.dealt_out:
        _sizes(court)
    if court.is_void():
        return
    hand.phase = "play"
    court.end("first_play")
    honours.first_play(court)


def acting(court: Court) -> Seat:
    """Who deals, be it his deal or not."""
    return court.hand.acting or court.hand.dealer


def never_turned(court: Court) -> bool:
    """Whether all cards are dealt and the last of them was not turned, as it should have been."""
    hand = court.hand
    return court.game.turning == "last" and not hand.dealt_out and hand.total >= hand.pack
