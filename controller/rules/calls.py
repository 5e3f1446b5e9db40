"""Demands and waivers, and whether the play that a call binds obeys it."""

from __future__ import annotations

from dataclasses import replace

from controller.rules import facts as f
from controller.rules import revokes, tricks
from controller.rules.cards import PACK, SUIT, UNREAD, Card, Suit, beats, in_suit
from controller.rules.court import Court
from controller.rules.dealing import void
from controller.rules.law import CARD, RANK
from controller.rules.ruling import REMEDIES, STATUSES, Remedy
from controller.rules.seats import Seat
from controller.rules.state import NONE, Call, Case, Play, Pledge, Trick


# --------------------------------------------------------------------------- which ruling is meant
def find(court: Court, ruling: int | f.Matter | None, by: Seat | None, remedy: str | None) -> Case | None:
    """The case that a demand, a waiver or a decision speaks of."""
    cases = court.cases
    if isinstance(ruling, int):
        return cases.get(ruling) if ruling > 0 else None
    if isinstance(ruling, f.Matter):
        meant = [
            c for c in cases.values()
            if c.irregularity == ruling.irregularity
            and (ruling.by is None or (c.by is not None and (ruling.by in c.by or c.by in ruling.by)))
            and (ruling.trick is None or ruling.trick == c.trick)
        ]  # fmt: skip
    else:
        meant = [
            c for c in cases.values()
            if (c.open or c.callable) and (by is None or _against(court, c, by))
            and (remedy is None or _offers(court, c, remedy))
        ]  # fmt: skip
    # Without a reference a player means what was claimed aloud, not a revoke that only hidden cards show.
    revoke = remedy in court.form("revoke").remedies
    meant.sort(
        key=lambda c: (
            not (c.open or c.callable), revoke and not c.claimed, c.silent, not _to(c, by, remedy), c.line
        )
    )  # fmt: skip
    return meant[0] if meant else None


def _against(court: Court, case: Case, by: Seat) -> bool:
    entitled = any(by in r.to for r in case.remedies)
    return not case.offenders or entitled or by in court.seating.adversaries(case.offenders[0])


def _offers(court: Court, case: Case, remedy: str) -> bool:
    if any(r.remedy == remedy for r in case.remedies) or (case.callable and remedy in CARD):
        return True
    return remedy in court.form("revoke").remedies and case.form == "revoke_claimed"


def _to(case: Case, by: Seat | None, remedy: str | None) -> bool:
    return any(by in r.to and remedy in (None, r.remedy) for r in case.remedies)


# --------------------------------------------------------------------------- demands
def demanded(court: Court, fact: f.Demanded) -> None:
    """A player exercises a right, or one that he has not."""
    case = find(court, fact.ruling, fact.by, fact.remedy)
    if case is None:
        if isinstance(fact.ruling, int) and fact.ruling in court.names.values():
            return
        case = _implied_claim(court, fact)
        if case is None:
            court.open("wrong_demand", fact.by)
            return
    if court.doubt:
        return
    if not _against(court, case, fact.by):
        # The revoking side may insist that the hand is played out.
        insists = fact.remedy == "play_out" and court.form(case.form).family == "revoke"
        if not insists or not court.code.holds("may_play_out"):
            court.open("wrong_demand", fact.by)
        return
    if case.status in ("director", "correctable") and case.irregularity == "renounce":
        untold = case.silent
        case = court.told(case)
        case.claimed = True
        case.demand = fact
        if untold:
            court.print(case)
        return
    if not (case.open or case.callable) and case.status != "applied" and court.code.silence:
        court.open("wrong_demand", fact.by)
        return
    family = court.form(case.form).family
    if case.status == "applied" and family == "revoke" and not court.code.holds("undivided"):
        revokes.apply(court, case, fact)
        return
    if not (case.open or case.callable) or case.status in ("director", "compulsory"):
        return
    if case.silent:
        case = court.told(case)
        court.print(case)
    _exercise(court, case, fact)


def _implied_claim(court: Court, fact: f.Demanded) -> Case | None:
    """Who demands the penalty of an untold revoke claims it, unless the hands show that there is none."""
    if fact.remedy not in court.form("revoke").remedies or isinstance(fact.ruling, int):
        return None
    if fact.ruling is not None and fact.ruling.irregularity != "renounce":
        return None
    against = fact.ruling.by if fact.ruling is not None else None
    number = fact.ruling.trick if fact.ruling is not None else None
    accused = [s for s in court.seating.adversaries(fact.by) if against is None or s in against]
    if all(court.hand.knows(seat) for seat in accused):
        return None
    return revokes.narrowed(court, tuple(accused), number) or revokes.claimed(
        court, f.Claimed(fact.by, "revoke", against, number)
    )


def _exercise(court: Court, case: Case, fact: f.Demanded) -> None:  # noqa: C901 - one arm for each kind of remedy
    offered = next((r for r in case.remedies if r.remedy == fact.remedy), None)
    adversaries = court.seating.adversaries(case.offenders[0]) if case.offenders else ()
    if offered is None and case.callable and fact.remedy in CARD:
        # A card that may be called may also be required, whatever the word.
        offered = Remedy(fact.remedy, adversaries)
    form = court.form(case.form)
    family = form.family
    if offered is not None and form.to == "right_of_leader" and not offered.to:
        court.open("wrong_demand", fact.by)
        return
    wrong_card = fact.remedy in CARD and fact.card is not None and case.cards and fact.card not in case.cards
    if wrong_card and "wrong_call" in court.code.forms:
        court.cancel(case, court.form("wrong_call").rows[0])
        court.open("wrong_call", fact.by, offenders=(fact.by, *court.seating.partners(fact.by)))
        return
    if _too_late(court, case, fact) or (
        family == "hand" and not case.callable and not any(fact.by in r.to for r in case.remedies)
    ):
        court.open("wrong_demand", fact.by)
        return
    if offered is None or fact.by not in offered.to or wrong_card:
        if case.call is None and court.code.forfeits:
            court.cancel(case, court.code.wrong_demand)
        elif not court.code.forfeits:
            court.open("wrong_demand", fact.by)
        return
    if case.call is not None and case.call.remedy not in CARD and court.code.holds("final"):
        return
    side = court.seating.side(fact.by)
    match fact.remedy:
        case "new_deal":
            case = court.move(case, "applied", case.law, remedy="new_deal", for_=side)
            void(court, "new_deal", case.law[0])
        case "correct_deal":
            case = court.move(case, "applied", case.law, remedy="correct_deal", for_=side)
            void(court, "new_deal", case.law[0], dealer=court.hand.dealer)
        case "call_suit" | "must_not_play":
            _bind(court, case, fact)
        case word if word in CARD or word in RANK:
            _bind(court, case, fact)
        case "choose_card":
            if fact.card is not None:
                tricks.choose(court, case.offenders[0], fact.card)
        case "treat_as_exposed":
            cards = case.cards
            case = court.move(case, "applied", case.law, remedy=fact.remedy, for_=side)
            case.callable, case.cards = True, cards
        case "accept_lead":
            _accept(court, case, side)
        case "recut":
            case = court.mine(case)
            case.remedy = "recut"
            court.hand.recut, court.hand.cut = True, False
            court.move(case, "applied", case.law, remedy="recut", for_=side)
        case "hand_callable":
            _lay_down(court, case, fact)
        case _ if family == "revoke" and revokes.waits(court, case):
            court.open("wrong_demand", fact.by)
        case _ if family == "revoke":
            revokes.apply(court, case, fact)
        case word if word in court.code.exercised:
            court.code.exercised[word](court, case, fact)
        case _:
            court.move(case, "applied", case.law, remedy=fact.remedy, for_=side)


def _too_late(court: Court, case: Case, fact: f.Demanded) -> bool:
    """Whether he has played to this trick, and so has said that he does not call the open card in it."""
    trick = court.hand.trick
    if not court.code.silence or not case.callable or trick is None or trick.complete or not case.offenders:
        return False
    spoke = trick.of(fact.by)
    return (
        spoke is not None and spoke.line > case.line and fact.by != trick.leader
        and trick.of(case.offenders[0]) is None
    )  # fmt: skip


def _accept(court: Court, case: Case, side: str) -> None:
    """The false lead stands: the trick is as if its leader had had the lead."""
    hand = court.hand
    court.move(case, "applied", case.law, remedy="accept_lead", for_=side)
    hand.tricks = tuple(
        replace(t, due=None) if t.number == case.trick and not t.quitted else t for t in hand.tricks
    )  # fmt: skip


def _bind(court: Court, case: Case, fact: f.Demanded) -> None:
    """The next play of the seat that is called will be judged."""
    if fact.remedy == "call_suit" and fact.suit is None:
        return
    hand = court.hand
    case = court.mine(case)
    seat = case.bound
    match fact.remedy:
        case "call_suit" if court.form(case.form).to == "right_of_leader":
            seat = next((s for s in case.offenders if court.seating.claimant(s) == fact.by), None)
        case "call_suit":
            seat = None
        case "call_card" | "must_play" | "must_not_play":
            seat = case.offenders[0] if case.irregularity != "rest_claimed" else case.bound
            number = next_trick(court, seat)
            hand.spoken = {**hand.spoken, seat: number} if seat is not None else hand.spoken
        case _ if case.callable and case.offenders:
            seat = case.offenders[0]
        case _:
            pass
    card = None if fact.card == UNREAD else fact.card
    if fact.remedy in (*CARD, "must_not_play") and card is None and len(case.cards) == 1:
        card = case.cards[0]
    case.call = Call(fact.remedy, fact.by, seat, fact.suit, card)
    case.remedy, case.for_ = fact.remedy, court.seating.side(fact.by)
    court.print(case)
    case.remedy = case.for_ = None


def next_trick(court: Court, seat: Seat | None) -> int:
    """The trick to which ``seat`` plays next."""
    tricks = court.hand.tricks
    if not tricks:
        return 1
    last = tricks[-1]
    done = last.complete or last.quitted or (seat is not None and last.of(seat) is not None)
    return last.number + (1 if done else 0)


def _lay_down(court: Court, case: Case, fact: f.Demanded) -> None:
    """The partner's hand is laid on the table; its cards may be called."""
    hand = court.hand
    seat = case.bound
    case = court.move(case, "applied", case.law, remedy="hand_callable", for_=court.seating.side(fact.by))
    if seat is None:
        return
    case.callable = True
    case.offenders = (seat,)
    if hand.knows(seat):
        case.cards = tuple(c for c in PACK if c in hand.held.get(seat, NONE) and c not in hand.gone)


def waived(court: Court, fact: f.Waived) -> None:
    """Those who have a right let it go, for this trick or for good."""
    case = find(court, fact.ruling, fact.by, None)
    if case is None or court.doubt or not (case.open or case.callable) or not _against(court, case, fact.by):
        return
    if case.callable and fact.for_ != "good" and (fact.for_ == "trick" or court.form(case.form).family != "suit"):
        seat = case.offenders[0]
        court.hand.spoken = {**court.hand.spoken, seat: next_trick(court, seat)}
        return
    if case.status in ("compulsory", "correctable") or case.call is not None:
        return
    if case.remedies and not any(fact.by in r.to for r in case.remedies):
        return
    court.move(court.told(case), "waived", case.law)


def ruled(court: Court, fact: f.Ruled) -> None:
    """The director decides."""
    case = find(court, fact.ruling, None, None)
    if case is None:
        return
    case = court.told(case)
    case.demand = None
    case.doubtful = False
    outcome = fact.outcome
    if outcome in ("stands", "none") and case.status == "director":
        court.cancel(case, case.law[0])
        return
    side = court.seating.against(case.offenders[0])[0] if case.offenders else None
    if outcome in court.code.decided:
        court.code.decided[outcome](court, case)
    elif outcome in REMEDIES:
        court.move(case, "applied", case.law, remedy=outcome, for_=court.seating.side(side) if side else None)
        if outcome in ("new_deal", "deal_lost") and not court.is_void():
            void(court, "new_deal" if outcome == "new_deal" else "deal_lost", case.law[0])
    elif outcome == "established" and case.irregularity == "renounce" and case.offenders:
        revokes.establish(court, case)
    elif outcome in STATUSES:
        form = court.form(case.form)
        to = court.seating.adversaries(case.offenders[0]) if case.offenders else ()
        case.remedies = tuple(Remedy(word, to) for word in form.remedies)
        case.callable = outcome == "option" and "call_card" in form.remedies
        court.move(case, next(s for s in STATUSES if s == outcome), case.law)
    else:
        court.cancel(case, case.law[0])


def reported(court: Court, fact: f.Reported) -> None:
    """A person says what no sensor saw. He may name the row that he means; a lost row puts the question like others."""
    code = court.code
    cited = (fact.law or "").split()
    rows = tuple(row for row in cited if row in code.rows or row in code.lost)
    if not code.absent.isdisjoint(cited):
        return
    name = next((n for n, form in code.forms.items() if form.irregularity == fact.irregularity), None)
    if rows:
        named = next((n for n, form in code.forms.items() if rows[0] in form.rows), None)
        name = named or name or next(iter(code.forms))
    if name is None:
        return
    for case in court.cases.values():
        if case.silent and case.irregularity == fact.irregularity and fact.against in (None, case.by):
            court.print(court.told(case))
            return
    against = fact.against
    offenders = tuple(against) if against is not None else ()
    court.open(
        name,
        against,
        cards=fact.cards,
        trick=fact.trick,
        offenders=offenders,
        doubtful=True,
        law=rows,
        irregularity=fact.irregularity,
    )


# --------------------------------------------------------------------------- leading after a call
def leading(court: Court, before: list[Case], play: Play, number: int) -> None:
    """A lead, made by the seat whose turn it was."""
    for case in before:
        suit = any(r.remedy == "call_suit" for r in case.remedies)
        if suit and case.status == "option" and play.seat in case.offenders:
            _suit(court, case, play, number)
        elif case.call is not None and case.call.seat == play.seat and case.call.remedy in RANK:
            of = _call_of(court, case)
            if of is not None:
                _of_suit(court, case, play, None, number, of)


def _call_of(court: Court, case: Case) -> Suit | None:
    """The suit whose highest or lowest is called, whatever is led; ``None`` for the suit of a trick."""
    if case.form in ("turn_up_named", "turn_up_forgotten"):
        return court.hand.trump
    form = court.form(case.form)
    if form.family == "card" and "call_highest" in form.remedies and case.form != "renounce_saved" and case.cards:
        return SUIT.get(case.cards[0])
    return None


def _without(court: Court, case: Case, words: frozenset[str]) -> None:
    """These remedies can be asked no more; where nothing is left, the right has run out."""
    left = tuple(r for r in case.remedies if r.remedy not in words)
    if left and len(left) < len(case.remedies):
        court.offer(case, left)
    elif not left:
        court.lapse(case)


def _suit(court: Court, case: Case, play: Play, number: int) -> None:
    call = case.call
    if call is None or call.suit is None:
        if call is None:
            _without(court, case, frozenset({"call_suit"}))
        return
    if play.card == UNREAD or play.doubtful:
        court.move(case, "director", case.law)
        return
    if SUIT[play.card] == call.suit:
        court.move(case, "applied", case.law, remedy="call_suit", for_=court.seating.side(call.by))
        return
    holding = _holding(court, play.seat, call.suit)
    court.cancel(case, None)
    if holding:
        revokes.refused(court, play.seat, number, play.card, call="call_suit")
    else:
        _pledge(court, play, number, frozenset(in_suit(PACK, call.suit)))


def _holding(court: Court, seat: Seat, suit: Suit) -> list[Card]:
    hand = court.hand
    held = [c for c in hand.held.get(seat, NONE) if SUIT[c] == suit and c not in hand.gone]
    return held if len(held) > hand.unread.get(seat, 0) else []


def _pledge(court: Court, play: Play, number: int, refuted_by: frozenset[Card]) -> None:
    """Where the hand is not known, a card that shows up later may still prove a refusal."""
    hand = court.hand
    refuted_by -= hand.gone.keys()
    if not hand.knows(play.seat) and refuted_by:
        hand.pledges = (*hand.pledges, Pledge(play.seat, number, play.card, refuted_by))


# --------------------------------------------------------------------------- replying to a call
def replying(court: Court, before: list[Case], trick: Trick, play: Play, renounced: bool) -> None:
    """A reply; ``trick`` as it lay before it. A renounce leaves the call standing, for it may be corrected."""
    for case in before:
        called = case.call is not None and case.call.seat == play.seat
        if case.status not in ("option", "applied") or (case.bound != play.seat and not called):
            continue
        of = _call_of(court, case)
        if of is not None:
            if case.call is not None and case.call.remedy in RANK and not renounced:
                _of_suit(court, case, play, trick, trick.number, of)
        elif case.trick == trick.number and not renounced and any(r.remedy in RANK for r in case.remedies):
            _rank(court, case, play, trick)


def _rank(court: Court, case: Case, play: Play, trick: Trick) -> None:
    """Highest or lowest of the suit led; or, for him who has none, to trump or not to trump; to win or not to win."""
    call = case.call
    if call is None or call.remedy not in RANK:
        _without(court, case, RANK)
        if call is None and court.form(case.form).family == "rank":
            court.open("hasty", play.seat, cards=(play.card,), trick=trick.number, doubtful=play.doubtful)
        return
    led, suit = trick.led, SUIT.get(play.card)
    if led is None or suit is None or play.doubtful or trick.plays[0].doubtful:
        if court.form(case.form).both:
            _without(court, case, RANK)
        else:
            court.move(case, "director", case.law)
        return
    if call.remedy in ("call_win", "call_not_win"):
        _win(court, case, play, trick, call)
        return
    if call.remedy in ("call_highest", "call_lowest"):
        if suit != led:
            court.cancel(case)
            return
        better = _better(court, call.remedy, play.card, led)
        if any(c in better for c in _holding(court, play.seat, led)):
            court.cancel(case)
            revokes.refused(court, play.seat, trick.number, play.card, call=call.remedy)
            return
        _obeyed(court, case, call)
        _pledge(court, play, trick.number, better)
        return
    if suit == led:
        court.cancel(case)
        return
    trump = court.hand.trump
    if (suit == trump) == (call.remedy == "call_trump"):
        _obeyed(court, case, call)
        return
    court.cancel(case)
    could = [c for c in PACK if (SUIT[c] == trump) == (call.remedy == "call_trump") and SUIT[c] != led]
    _refusal(court, play, trick.number, could, call.remedy)


def _obeyed(court: Court, case: Case, call: Call) -> None:
    """What was called has been done; where the remedies go together, the others stay."""
    left = tuple(r for r in case.remedies if r.remedy not in RANK)
    case = court.move(case, "applied", case.law, remedy=call.remedy, for_=court.seating.side(call.by))
    if left and court.form(case.form).both and case.cards:
        case.callable, case.remedies = True, left


def _better(court: Court, remedy: str, card: Card, suit: Suit) -> frozenset[Card]:
    """The cards of the suit that would have obeyed better."""
    high, height = remedy == "call_highest", court.hand.height
    return frozenset(c for c in in_suit(court.game.pack, suit) if c != card and (height[c] > height[card]) == high)


def _refusal(court: Court, play: Play, number: int, could: list[Card], call: str) -> None:
    """He did otherwise: a refusal if he holds one of the cards that would have obeyed."""
    hand = court.hand
    held = [c for c in could if c in hand.held.get(play.seat, NONE) and c not in hand.gone]
    if call not in court.code.refusals:
        return
    if len(held) > hand.unread.get(play.seat, 0):
        revokes.refused(court, play.seat, number, play.card)
    else:
        _pledge(court, play, number, frozenset(could))


def _of_suit(court: Court, case: Case, play: Play, trick: Trick | None, number: int, of: Suit) -> None:
    """Highest or lowest of one suit, at the first play that may be of it."""
    call, suit = case.call, SUIT.get(play.card)
    if call is None or suit is None:
        return
    led = trick.led if trick is not None else None
    if led is not None and led != of and suit == led and court.code.holds("never_forced"):
        return
    if suit == of:
        better = _better(court, call.remedy, play.card, of)
        if any(c in better for c in _holding(court, play.seat, of)):
            court.cancel(case)
            revokes.refused(court, play.seat, number, play.card, call=call.remedy)
        else:
            court.move(case, "applied", case.law, remedy=call.remedy, for_=court.seating.side(call.by))
            _pledge(court, play, number, better)
        return
    court.cancel(case)
    _refusal(court, play, number, list(in_suit(PACK, of)), call.remedy)


def _win(court: Court, case: Case, play: Play, trick: Trick, call: Call) -> None:
    """He must take this trick if he can, or must not, if he can help it."""
    trump = court.hand.trump
    height = court.hand.height
    best = trick.best(trump, height)
    led = trick.led
    left = tuple(r for r in case.remedies if r.remedy not in RANK)
    both = court.form(case.form).both
    if best is None or led is None:
        _without(court, case, RANK)
        return
    wins = beats(play.card, best.card, trump, height)
    if wins == (call.remedy == "call_win"):
        _obeyed(court, case, call)
        return
    follows = SUIT[play.card] == led
    could = [
        c for c in PACK
        if beats(c, best.card, trump, height) == (call.remedy == "call_win") and c != play.card
        and (SUIT[c] == led if follows else SUIT[c] != led)
    ]  # fmt: skip
    if both:
        case = court.mine(case)
        case.call = None
        court.offer(case, left)
    else:
        court.cancel(case)
    _refusal(court, play, trick.number, could, call.remedy)
