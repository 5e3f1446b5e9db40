"""Renounces: from the card of another suit to the penalty, the claim and the bar.

Where a hand is known a renounce is judged as it is played; where it is not, a discard stays a suspicion until a card
proves that the suit was held. At the table nothing of this is told before an adversary claims it.
"""

from __future__ import annotations

from controller.rules import dealing
from controller.rules import facts as f
from controller.rules.cards import SUIT, UNREAD, Card
from controller.rules.court import Court
from controller.rules.law import CARD
from controller.rules.ruling import Remedy
from controller.rules.seats import Seat
from controller.rules.state import NONE, Case, Play, Suspicion, Trick

REFUSAL = "refused_call"
ANNULS = frozenset({"too_many", "among_the_tricks"})
"""Forms of what is as good as a revoke, is paid at once, and ends the hand."""


# --------------------------------------------------------------------------- found out
def reply(court: Court, trick: Trick, play: Play) -> bool:
    """Judge a reply; whether it is certainly a renounce. Without knowledge of the hand it may become a suspicion."""
    led, suit, seat = trick.led, SUIT.get(play.card), play.seat
    if led is None or suit is None or suit == led:
        return False
    hand = court.hand
    holding = [c for c in hand.held.get(seat, NONE) if SUIT[c] == led and c not in hand.gone]
    doubtful = play.doubtful or trick.plays[0].doubtful
    if len(holding) > hand.unread.get(seat, 0):
        case = court.open(
            "renounce_of_dummy" if _is_free(court, seat) else "renounce",
            seat,
            cards=(play.card,),
            trick=trick.number,
            doubtful=doubtful,
            silent=court.table,
        )
        if case is not None:
            case.proved = not doubtful
        return case is not None
    if not hand.knows(seat) or hand.unread.get(seat):
        suspicion = Suspicion(seat, trick.number, led, play.card, court.line, doubtful)
        hand.suspicions = (*hand.suspicions, suspicion)
    return False


def learn(court: Court, seat: Seat, card: Card, *, playing: bool = False) -> None:
    """A card was in the hand of ``seat`` all the time: it may prove a renounce or a refusal."""
    hand = court.hand
    suit = SUIT[card]
    proof = [s for s in hand.suspicions if s.seat == seat and s.suit == suit and s.card != card]
    if proof:
        hand.suspicions = tuple(s for s in hand.suspicions if s not in proof)
        for suspicion in proof:
            _prove(court, suspicion, playing=playing)
    refuted = [p for p in hand.pledges if p.seat == seat and card in p.refuted_by]
    if refuted:
        hand.pledges = tuple(p for p in hand.pledges if p not in refuted)
        for pledge in refuted:
            refused(court, seat, pledge.trick, pledge.card)


def _mendable(court: Court, seat: Seat, number: int) -> bool:
    """Whether a renounce in this trick may still be corrected."""
    tricks = court.hand.tricks
    if court.hand.phase != "play" or number > len(tricks):
        return False
    if tricks[number - 1].quitted and (seat, number) not in court.hand.asked:
        return False
    if court.code.played_on == "leader":
        return not any(trick.leader == seat for trick in tricks[number:])
    side = court.seating.side(seat)
    return not any(p.seat in side for trick in tricks[number:] for p in trick.plays)


def _prove(court: Court, suspicion: Suspicion, *, playing: bool) -> None:
    seat, number = suspicion.seat, suspicion.trick
    claim = _claim_on(court, seat, number)
    hole = number <= len(court.hand.tricks) and any(s == seat for s, _ in court.hand.tricks[number - 1].holes)
    mendable = _mendable(court, seat, number) and (hole or not playing)
    if claim is not None and not suspicion.doubtful:
        claim = court.mine(claim)
        claim.by, claim.trick, claim.cards, claim.offenders = seat, number, (suspicion.card,), (seat,)
        claim.proved = True
        if mendable:
            claim.form = "renounce"
            court.move(claim, "correctable", court.form("renounce").rows)
        else:
            establish(court, claim)
        return
    late = _late(court)
    if _is_free(court, seat):
        return
    case = court.open(
        "renounce" if mendable else _of_bidder(court, seat, "revoke"),
        seat,
        cards=(suspicion.card,),
        trick=number,
        doubtful=suspicion.doubtful,
        silent=court.table or late,
    )
    if case is None:
        return
    case.proved = not suspicion.doubtful
    if late and not case.doubtful:
        court.lapse(court.told(case))


def refused(
    court: Court, seat: Seat, number: int, card: Card, *, doubtful: bool = False, call: str | None = None
) -> None:
    """A lawful call was not obeyed although it could have been."""
    if call is not None and call not in court.code.refusals:
        return
    known = [c for c in court.cases.values() if c.irregularity == REFUSAL and c.by == seat and c.trick == number]
    if known:
        return
    late = _late(court)
    name = court.code.known("refused_suit", REFUSAL) if call == "call_suit" else REFUSAL
    case = court.open(name or REFUSAL, seat, cards=(card,), trick=number, doubtful=doubtful, silent=late)
    if late and case is not None:
        court.lapse(court.told(case))


# --------------------------------------------------------------------------- in time, or too late
def _open_renounces(court: Court) -> list[Case]:
    return [c for c in court.live() if c.irregularity == "renounce" and c.status == "correctable"]


def establish(court: Court, case: Case, form: str = "revoke") -> None:
    """Too late to correct: the penalty may be demanded, and is taken where it has been."""
    case = court.mine(case)
    if _is_free(court, case.offenders[0]):
        court.cancel(case)
        return
    if court.hand.admitted is not None or len(court.hand.threw_in) == len(court.seating.seats):
        form = court.code.known("revoke_abandoned") or form
    case.form = form = _of_bidder(court, case.offenders[0], form)
    case.proved = True
    adversaries = court.seating.adversaries(case.offenders[0])
    case.remedies = tuple(Remedy(word, adversaries) for word in court.form(form).remedies)
    case.callable = False
    court.move(case, "established", court.form(form).rows)
    case = court.cases[case.number]
    _both(court)
    if case.demand is not None:
        demand, case.demand = case.demand, None
        apply(court, case, demand)


def _is_free(court: Court, seat: Seat) -> bool:
    """Whether this is an open hand, whose revoke costs nothing."""
    return seat in court.state.heading.dummy and "renounce_of_dummy" in court.code.forms


def _saved_by(court: Court, seat: Seat) -> str:
    """A renounce that is mended; the bidder's, where the code has a form of its own for that."""
    contract = court.hand.contract
    own = contract is not None and seat in contract.bidders
    return (court.code.known("renounce_saved_of_bidder") or "renounce_saved") if own else "renounce_saved"


def _of_bidder(court: Court, seat: Seat, form: str) -> str:
    """A revoke of the bidder's side, where the code has a form of its own for that."""
    contract = court.hand.contract
    own = form == "revoke" and contract is not None and seat in contract.bidders
    return (court.code.known("revoke_of_bidder") or form) if own else form


def apply(court: Court, case: Case, demand: f.Demanded) -> None:
    """The tricks pass to the side that demands them."""
    rows = court.form(case.form).rows
    price = court.code.prices.get(demand.remedy)
    law = (*rows[-1:], *rows[:-1]) if price is None else (price, *rows)
    court.move(case, "applied", law, remedy=demand.remedy, for_=court.seating.side(demand.by))
    if (case.form in ANNULS or demand.remedy in ("pays", "game_lost")) and court.hand.phase == "play":
        court.hand.annulled = case.form in ANNULS
        court.hand.phase = "over"


def waits(court: Court, case: Case) -> bool:
    """Whether the penalty cannot be taken yet."""
    hand = court.hand
    if not court.code.penalty_waits or hand.phase != "play" or case.form in ANNULS:
        return False
    return sum(1 for trick in hand.tricks if trick.complete or trick.quitted) < hand.size - 1


def abandoned(court: Court) -> None:
    """All hands are given up: what a revoke costs may be less then."""
    if "revoke_abandoned" not in court.code.forms:
        return
    form = court.form("revoke_abandoned")
    for case in court.live():
        if case.irregularity != "renounce":
            continue
        if court.form(case.form).family == "revoke" and case.status == "established":
            case = court.mine(case)
            case.form = "revoke_abandoned"
            to = court.seating.adversaries(case.offenders[0])
            court.offer(case, tuple(Remedy(word, to) for word in form.remedies), form.rows)
        elif case.status == "correctable":
            establish(court, case)


def trick_quitted(court: Court, trick: Trick) -> None:
    """A trick is turned and quitted: what was not corrected in it stands, unless the partner had asked in time."""
    for case in _open_renounces(court):
        if case.trick == trick.number and (case.by, trick.number) not in court.hand.asked:
            establish(court, case)


def played_on(court: Court, seat: Seat, number: int, *, leading: bool) -> None:
    """``seat`` plays to trick ``number``: a renounce of its side in an earlier trick cannot be corrected any more."""
    alone = court.code.played_on == "leader"
    if alone and not leading:
        return
    for case in _open_renounces(court):
        who = case.offenders[:1] if alone else court.seating.side(case.offenders[0])
        if case.trick is not None and case.trick < number and seat in who:
            establish(court, case, court.code.known("revoke_played_on") or "revoke")


def asked(court: Court, seat: Seat) -> None:
    """A partner asks him who has renounced whether he cannot follow, before the trick is quitted."""
    hand = court.hand
    trick = hand.trick
    if trick is None or (court.code.question is None and court.code.question_annuls is None):
        return
    for partner in court.seating.partners(seat):
        play = trick.of(partner)
        if play is not None and trick.led is not None and SUIT.get(play.card) != trick.led:
            hand.asked = (*hand.asked, (partner, trick.number))


def denied(court: Court, seat: Seat) -> None:
    """He says that he has none of the suit."""
    hand = court.hand
    mine = [number for who, number in hand.asked if who == seat]
    if not mine:
        return
    hand.asked = tuple(a for a in hand.asked if a[0] != seat)
    for case in _open_renounces(court):
        if case.by == seat and case.trick in mine and hand.tricks[case.trick - 1].quitted:
            establish(court, case)


def forget(court: Court, seat: Seat, number: int) -> None:
    """The card goes back because the lead was false: there was nothing to follow."""
    for case in court.live():
        if case.irregularity == "renounce" and case.by == seat and case.trick == number:
            court.drop(case) if case.silent else court.cancel(case)
    court.hand.suspicions = tuple(s for s in court.hand.suspicions if not (s.seat == seat and s.trick == number))


def correct(court: Court, play: Play, trick: Trick) -> bool:
    """A renounce is corrected in time: the card may be called. Whether there was one to correct."""
    for case in court.live():
        if (
            case.irregularity == "renounce" and case.by == play.seat and case.trick == trick.number
            and case.status in ("correctable", "director") and play.card in case.cards
        ):  # fmt: skip
            _saved(court, court.told(case), play.card)
            return True
    return False


def _saved(court: Court, case: Case, card: Card) -> None:
    if _is_free(court, case.offenders[0]):
        court.cancel(case)
        return
    annulled = court.code.question_annuls
    if annulled is not None and (case.by, case.trick) in court.hand.asked and not case.claimed:
        court.cancel(case, annulled)
        return
    if "renounce_free" in court.code.forms and court.code.free(court, "renounce_saved", case.offenders[0]):
        court.cancel(case, court.form("renounce_free").rows[0])
        return
    case.form = _saved_by(court, case.offenders[0])
    case.cards = (card,)
    doubtful = case.doubtful or court.doubt
    form = court.form(case.form)
    case.callable = not doubtful and any(word in CARD for word in form.remedies)
    case.bound = case.offenders[0]
    to = court.seating.adversaries(case.offenders[0])
    case.remedies = () if doubtful else tuple(Remedy(word, to) for word in form.remedies)
    row = court.code.question
    asked_ = row is not None and (case.by, case.trick) in court.hand.asked
    court.move(case, "director" if doubtful else "option", (*form.rows, row) if asked_ and row else form.rows)


def settle(court: Court, trick: Trick, play: Play) -> bool:
    """A discard had been taken back by a hand that is not known: the card that replaces it says why.

    Returns whether it was a renounce that is now corrected.
    """
    hand = court.hand
    mine = [u for u in hand.unsettled if u[0] == play.seat and u[2] == trick.number]
    if not mine or play.card == UNREAD:
        return False
    hand.unsettled = tuple(u for u in hand.unsettled if u not in mine)
    corrected = SUIT[play.card] == trick.led
    annulled = court.code.question_annuls is not None
    for seat, card, number, _ in mine:
        if _is_free(court, seat) or (corrected and annulled and (seat, number) in hand.asked):
            continue
        if corrected:
            name = _saved_by(court, seat)
            court.open(name, seat, cards=(card,), trick=number, doubtful=play.doubtful, bound=seat)
        else:
            court.open("faced_in_play", seat, cards=(card,), trick=number, doubtful=play.doubtful)
    return corrected


# --------------------------------------------------------------------------- claims
def _claim_on(court: Court, seat: Seat, number: int | None) -> Case | None:
    for case in court.cases.values():
        if (
            case.form == "revoke_claimed" and case.status == "director" and seat in case.offenders
            and (case.trick is None or number is None or case.trick == number)
        ):  # fmt: skip
            return case
    return None


def claimed(court: Court, fact: f.Claimed) -> Case | None:
    """An adversary claims a revoke. What is proved is told; what is not waits for the end of the hand."""
    seating = court.seating
    adversaries = seating.adversaries(fact.by)
    accused = tuple(s for s in adversaries if (fact.against is None or s in fact.against) and not _is_free(court, s))
    if not accused or court.is_void() or not court.hand.tricks:
        return None
    found: Case | None = None
    for case in list(court.cases.values()):
        if (
            case.irregularity == "renounce" and case.status in ("correctable", "established") and case.by in accused
            and fact.trick in (None, case.trick) and case.form != "renounce_saved"
        ):  # fmt: skip
            found = court.told(case)
            found.claimed = True
            court.print(found)
        elif case.form in ANNULS and case.status == "established" and case.by in accused:
            found = court.mine(case)
            found.claimed = True
    if found is not None:
        return found
    settled = [
        c for c in court.cases.values()
        if c.irregularity in ("renounce", "revoke_unproved") and c.by in accused and c.trick == fact.trick
        and fact.trick is not None and not c.silent
    ]  # fmt: skip
    if any(c.status != "director" for c in settled) or any(c.claimed for c in settled):
        return settled[-1]
    by = accused[0] if len(accused) == 1 else seating.side(accused[0])
    late = _late(court)
    opened = court.open("revoke_claimed", by, trick=fact.trick, offenders=accused, silent=late, claimed=True)
    if late and opened is not None:
        court.lapse(court.told(opened))
        return None
    return opened


def narrowed(court: Court, accused: tuple[Seat, ...], number: int | None) -> Case | None:
    """The open claim that did not say which trick it meant, now that a demand does."""
    for case in court.cases.values():
        if (
            case.form == "revoke_claimed" and case.status == "director" and case.demand is None
            and case.trick in (None, number) and set(accused) & set(case.offenders)
        ):  # fmt: skip
            case = court.mine(case)
            case.trick = number
            case.offenders = tuple(seat for seat in case.offenders if seat in accused)
            return case
    return None


def searched(court: Court, fact: f.Searched) -> None:
    """The tricks were searched, for a claimed revoke or for a card."""
    if not court.doubt and court.code.searched(court, fact):
        return
    for case in list(court.live()):
        if (
            case.form != "revoke_claimed" or fact.by not in court.seating.adversaries(case.offenders[0])
            or (fact.trick is not None and case.trick not in (None, fact.trick))
        ):  # fmt: skip
            continue
        if fact.result == "not_found":
            unproved(court, case)
        elif not any(court.hand.knows(s) for s in case.offenders) and len(case.offenders) == 1:
            case = court.mine(case)
            case.trick = case.trick if case.trick is not None else fact.trick
            establish(court, case, court.code.known("revoke_proved") or "revoke")


def unproved(court: Court, case: Case) -> None:
    """A claim that nothing has proved."""
    case = court.mine(case)
    case.irregularity = court.form("unproved").irregularity
    case.form = "unproved"
    case.demand = None
    court.move(case, "cancelled", court.form("unproved").rows)


def mixed(court: Court, fact: f.Mixed) -> None:
    """Tricks are mixed before they were examined: by the accused side, that settles the claim against it."""
    for case in list(court.live()):
        if (
            case.form == "revoke_claimed" and fact.by in court.seating.side(case.offenders[0])
            and "mixed" in court.code.forms
        ):  # fmt: skip
            if len(case.offenders) > 1:
                case = court.mine(case)
            establish(court, case, "mixed")


def revealed(court: Court, fact: f.Revealed) -> None:
    """Cards of a hand are open to all: what they prove is proved."""
    hand = court.hand
    seat = fact.seat
    held = hand.held.get(seat, NONE)
    fresh = [c for c in fact.cards if c != UNREAD and c not in held]
    if court.doubt:
        return
    hand.held = {**hand.held, seat: held | frozenset(fresh)}
    for card in fact.cards:
        if card != UNREAD and card not in hand.gone:
            learn(court, seat, card)


def played_out(court: Court) -> None:
    """The last card is played: under some codes what nobody has claimed by now is forgotten."""
    if court.code.claims_end != "played_out":
        return
    for case in list(court.cases.values()):
        open_ = case.irregularity == "renounce" and case.status in ("established", "correctable")
        if open_ and not case.claimed:
            court.lapse(court.told(case))

    _both(court)


def _both(court: Court) -> None:
    """Both sides have revoked, and both were claimed: under some codes there is a new deal."""
    if court.code.scoring.both_void is None or court.is_void() or court.hand.phase != "over":
        return
    sides = {
        court.seating.side(c.offenders[0])
        for c in court.cases.values()
        if court.form(c.form).family == "revoke" and c.status in ("established", "applied") and c.claimed
    }
    if len(sides) > 1:
        dealing.again(court, "both_revoked")


def _late(court: Court) -> bool:
    """Whether the bar for claims has fallen."""
    phase = court.hand.phase
    return phase == "closed" or (phase == "over" and court.code.claims_end == "played_out")


def closing(court: Court) -> None:
    """The bar for claims: the next pack is cut."""
    for case in list(court.cases.values()):
        family = court.form(case.form).family
        if family != "revoke" and case.irregularity != "renounce":
            continue
        if case.form == "revoke_claimed" and case.status == "director":
            unproved(court, case)
        elif case.status in ("established", "correctable"):
            court.lapse(court.told(case))


def disclosed(court: Court, known: Case) -> None:
    """The club's choice tells the table of a case that nobody there has claimed; ``known`` as the full fold has it."""
    for case in list(court.cases.values()):
        if case.silent and (case.irregularity, case.by, case.trick) == (known.irregularity, known.by, known.trick):
            court.print(court.told(case))
            return
    hand = court.hand
    hand.suspicions = tuple(s for s in hand.suspicions if (s.seat, s.trick) != (known.by, known.trick))
    opened = court.open(known.form, known.by, cards=known.cards, trick=known.trick)
    if opened is not None:
        opened.proved = True
