"""What people say, count and look at: attention, the rest claimed, wrong counts, tricks seen again, hands given up."""

from __future__ import annotations

from controller.rules import calls, dealing, honours, liable, meanwhile, revokes, tricks
from controller.rules import facts as f
from controller.rules.cards import UNREAD
from controller.rules.court import Court
from controller.rules.ruling import IRREGULARITIES
from controller.rules.seats import Seat
from controller.rules.state import Case


def said(court: Court, fact: f.Said) -> None:  # noqa: C901 - one arm for each kind of words
    """Something was said that the laws may care about. Questions that they allow are no fault."""
    hand = court.hand
    if fact.by == "bystander":
        # What the service itself remarks is about no irregularity.
        if fact.what == "calls_attention" or fact.of in IRREGULARITIES:
            court.open("bystander", None)
        return
    if court.is_void() or hand.phase == "closed" or fact.by not in court.seating.seats:
        return
    match fact.what:
        case "calls_attention":
            _attention(court, fact.by)
        case "rest_are_ours" | "we_have_game":
            rest(court, fact.by)
        case "names_turn_up":
            _names_turn_up(court, fact)
        case "cannot_recall_turn_up":
            if fact.by == hand.dealer and hand.phase == "play":
                court.open("turn_up_forgotten", fact.by, bound=fact.by)
        case "ace_high" if court.game.declares_high is not None:
            court.game.declares_high(court, fact)
            tricks.ranked_again(court)
        case "you_make_it" if court.game.names_trump is not None:
            court.game.names_trump(court, f.NamedTrump(fact.by, passes=True))
        case "names_card":
            liable.named(court, fact.by, fact.card)
        case "doubts_deal":
            meanwhile.doubted(court, fact)
        case "interrupts":
            meanwhile.interrupted(court, fact.by, "interrupts")
        case "asks_renounce":
            if fact.of in court.seating.adversaries(fact.by):
                court.open("question_to_adversary", fact.by)
            else:
                revokes.asked(court, fact.by)
        case "none_left":
            revokes.denied(court, fact.by)
        case "honours":
            honours.said(court, fact.by, fact.count)
        case "lay_down":
            liable.lay_down(court, fact.by)
        case "accepts_deal":
            for case in court.live():
                if case.form in _SHOWN and any(fact.by in r.to for r in case.remedies):
                    court.move(case, "waived", case.law, remedy="stands")
        case "asks_draw" | "asks_trump_suit" if _out_of_turn(court, fact):
            court.open("question_out_of_turn", fact.by)
        case "asks_draw" | "asks_trump_suit" if not court.code.holds(f"may_{fact.what.replace('asks', 'ask')}"):
            _attention(court, fact.by)
        case "asks_draw":
            hand.draw_asked |= frozenset(court.seating.partners(fact.by))
        case "suspects_revoke" | "asks_trump_suit":
            pass
        case _:
            if hand.phase == "play":
                court.open(f"said_{fact.what}", fact.by)


def _out_of_turn(court: Court, fact: f.Said) -> bool:
    """Whether a question is asked by one whose turn it is not, under a code that minds."""
    turn = court.hand.to_play(court.seating)
    return "question_out_of_turn" in court.code.forms and turn is not None and turn != fact.by


_SHOWN = frozenset({"shown_in_deal", "shown_by_adversary"})


def _attention(court: Court, seat: Seat) -> None:
    """Attention drawn to the trick before the partner has played to it."""
    trick = court.hand.trick
    partners = court.seating.partners(seat)
    if trick is None or trick.complete or court.hand.phase != "play":
        return
    partner = next((s for s in court.seating.round(trick.leader) if s in partners and trick.of(s) is None), None)
    if partner is None:
        return
    adversaries = court.seating.adversaries(seat)
    spoken = [p.seat for p in trick.plays if p.seat in adversaries]
    order = [s for s in court.seating.round(trick.leader) if s in adversaries]
    last = spoken[-1] if spoken else order[-1]
    if any(c.form == "attention" and c.trick == trick.number and c.by == seat for c in court.cases.values()):
        return
    to = (last,) if court.form("attention").to == "last_adversary" else adversaries
    court.open("attention", seat, trick=trick.number, to=to, bound=partner)


def rest(court: Court, seat: Seat) -> None:
    """He says that the rest, or the game, is theirs: a hand lies open for it, his partner's or his own."""
    partners = court.seating.partners(seat)
    if court.hand.phase != "play" or court.is_void():
        return
    if any(c.form == "rest_claimed" and c.by == seat and (c.open or c.callable) for c in court.cases.values()):
        return
    bound = seat if court.code.claimed_hand == "own" else partners[0] if partners else None
    if bound is not None:
        court.open("rest_claimed", seat, bound=bound, trick=_number(court))


def _number(court: Court) -> int:
    return calls.next_trick(court, None)


def _names_turn_up(court: Court, fact: f.Said) -> None:
    """The turn-up is named when it has been taken into the hand."""
    hand = court.hand
    if hand.turn_up is None or hand.phase != "play":
        return
    if sum(1 for trick in hand.tricks if trick.quitted) < court.code.turn_up_secret:
        return
    if hand.turn_up_on_table:
        # Nobody said that it was taken up; once the dealer has played to the first trick it should have been.
        if hand.tricks and hand.tricks[0].of(hand.dealer) is not None and not _lies_open(court):
            court.open("turn_up_named", fact.by, bound=fact.by, doubtful=True)
        return
    court.open("turn_up_named", fact.by, bound=fact.by)


def _lies_open(court: Court) -> bool:
    return any(c.form == "turn_up_left" for c in court.cases.values()) or "play" in court.state.heading.complete


# --------------------------------------------------------------------------- counts and packs
def counted(court: Court, fact: f.Counted) -> None:
    """Somebody counted: tricks, which may draw his partner's attention to the score, or cards."""
    if fact.what != "tricks":
        meanwhile.counted(court, fact)
    elif court.code.counting is not None and not court.is_void():
        _attention(court, fact.by)


def found(court: Court, fact: f.Found) -> None:
    """A hand was counted."""
    hand = court.hand
    untold = hand.phase == "cut" and hand.total == 0 and hand.still is not None
    if court.is_void() or not (untold or hand.phase in ("deal", "play")):
        # A deal that nobody recorded is over when the still pack has been turned.
        return
    seat = fact.seat
    first_done = len(hand.tricks) > 1 or any(trick.complete or trick.quitted for trick in hand.tricks)
    current = hand.trick
    left = 1 if current is not None and not current.complete and current.of(seat) is None else 0
    played = len(hand.tricks) - left
    off = fact.count - (hand.size - played)
    if hand.phase == "deal" and not hand.dealt_out and hand.total < hand.pack:
        return
    if off == 0:
        if seat in hand.found:
            hand.found = {s: n for s, n in hand.found.items() if s != seat}
        return
    if not first_done:
        hand.counted = {**hand.counted, seat: off}
        court.code.found(court, seat, off, False)
        return
    hand.found = {**hand.found, seat: off}
    if any(c.form == "omitted" and c.by == seat for c in court.cases.values()):
        return
    left_out = next((trick for who, trick in hand.omitted if who == seat), None)
    if left_out is None or off < 0:
        court.code.found(court, seat, off, True)
    elif any(trick.of(seat) for trick in hand.tricks[left_out:]):
        hand.omitted = tuple(o for o in hand.omitted if o != (seat, left_out))
        court.open("omitted", seat, trick=left_out)


def pack_proved(court: Court, fact: f.PackProved) -> None:
    """The pack was examined."""
    hand = court.hand
    if not fact.faulty or hand.phase == "closed":
        return
    if hand.phase == "over" and not hand.void:
        case = court.open("imperfect", None, silent=True)
        if case is not None:
            court.cancel(court.told(case))
        return
    cards = tuple(c for c in (*fact.missing, *fact.double) if c != UNREAD)
    if court.is_void() and any(c.irregularity in ("imperfect_pack", "machine_fault") for c in court.cases.values()):
        return
    dealing.again(court, "imperfect", cards=cards)


# --------------------------------------------------------------------------- tricks and hands
def looked(court: Court, fact: f.Looked) -> None:
    """Somebody looked at the turn-up, a hand, or a trick that was quitted."""
    if fact.at != "trick":
        meanwhile.looked(court, fact)
        return
    hand = court.hand
    if court.is_void() or hand.phase != "play" or fact.trick is None or not 1 <= fact.trick <= len(hand.tricks):
        return
    quitted = [trick.number for trick in hand.tricks if trick.quitted]
    if fact.trick not in quitted or fact.trick in quitted[len(quitted) - court.code.tricks_seen :]:
        return
    leader = hand.leads(court.seating)
    side = court.seating.side(fact.by)
    to: tuple[Seat, ...] | None = (court.seating.claimant(leader),) if leader is not None and leader in side else ()
    if court.form("trick_seen").to != "right_of_leader":
        to = None
    court.open("trick_seen", fact.by, trick=fact.trick, to=to, offenders=tuple(side))


def abandoned(court: Court, fact: f.Abandoned) -> None:
    """The hand is given up as claimed or admitted; where the two differ a person must say."""
    hand = court.hand
    given_up = hand.phase in ("play", "over") or len(hand.threw_in) == len(court.seating.seats)
    if court.is_void() or not given_up or (fact.claimed is None and fact.admitted is None):
        return
    case = next((c for c in court.cases.values() if c.form == "abandoned"), None)
    if case is None:
        for other in court.live():
            if other.callable or other.status == "option":
                court.cancel(other, court.form("abandoned").rows[0])
        case = court.open("abandoned", None)
    hand.phase = "over"
    if case is None:
        hand.admitted = fact.admitted or fact.claimed
        return
    numbers = fact.admitted if fact.admitted is not None else fact.claimed
    differ = fact.claimed is not None and fact.admitted is not None and dict(fact.claimed) != dict(fact.admitted)
    if differ or numbers is None or sum(n for _, n in numbers) != hand.size or court.doubt:
        court.move(case, "director", case.law)
        return
    hand.admitted = numbers
    revokes.abandoned(court)
    if not case.doubtful:
        court.move(case, "applied", case.law, remedy="none")


def claimed(court: Court, fact: f.Claimed) -> None:
    """A claim, of a revoke or of the rest."""
    match fact.what:
        case "revoke":
            if not court.doubt:
                revokes.claimed(court, fact)
        case "rest":
            rest(court, fact.by)
        case "game":
            rest(court, fact.by)
            honours.game_claimed(court, fact.by)
        case "honours":
            honours.said(court, fact.by, fact.count, claimed=True)


def consulted(court: Court, fact: f.Consulted) -> None:
    """Partners consult which penalty to exact: under some codes they lose the choice by it."""
    row = court.code.consulting
    if row is None or court.is_void() or court.doubt or not court.code.holds("right_lost"):
        return
    for case in court.live():
        choice = case.status == "option" and court.form(case.form).family != "revoke"
        revoke = case.status == "established" and not court.code.holds("may_consult")
        if not (choice or revoke) or len(case.remedies) < 2:
            continue
        if case.call is None and any(seat in fact.by for r in case.remedies for seat in r.to):
            court.cancel(case, row)


def ending(court: Court) -> None:
    """The next pack is cut: rights in this hand end."""
    revokes.closing(court)
    for case in court.live():
        if case.status == "option" and not case.silent:
            _expire(court, case)
        elif case.callable:
            court.mine(case).callable = False


def _expire(court: Court, case: Case) -> None:
    if court.form(case.form).bar is not None:
        court.lapse(case)
    else:
        court.cancel(case)
