"""Plain sentences for what is ruled, in English, every one translatable.

Sentences say what happened and who, never more than the ruling itself says. Cards are written rank and shape (``10♦``).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from controller.rules.cards import UNREAD, Card, Suit, arranged, suit_of
from controller.rules.ruling import Result, Ruling, Status
from controller.rules.seats import Seat, Seating
from controller.table.tongue import translated as _

SHAPES: Final[dict[Suit, str]] = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_READABLE: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Digits to the base of 32 that nobody mistakes for another (Crockford's)."""


def code_of_commitment(digest: str) -> str:
    """A commitment as people compare it: the first 40 of its 256 bits, ``K7QM-2F9X``."""
    bits = int(digest[:10], 16)
    code = "".join(_READABLE[bits >> shift & 31] for shift in range(35, -1, -5))
    return f"{code[:4]}-{code[4:]}"


# --------------------------------------------------------------------------- cards, seats, sides
def card(value: Card) -> str:
    """A card: ``10♦``; an unread one in words."""
    suit = suit_of(value)
    if suit is None:
        return _("a card that could not be read")
    rank = {"T": "10", "J": _("J"), "Q": _("Q"), "K": _("K"), "A": _("A")}.get(value[0], value[0])
    return rank + SHAPES[suit]


def cards(values: Iterable[Card]) -> str:
    """Several cards: ``10♦, 2♣``."""
    return ", ".join(card(c) for c in values)


def suit(value: str) -> str:
    """A suit with its shape: ``♦ diamonds``."""
    return {
        "S": _("♠ spades"), "H": _("♥ hearts"), "D": _("♦ diamonds"), "C": _("♣ clubs"),
        "grand": _("grand"), "nullo": _("nullo"),
    }.get(value, value)  # fmt: skip


def seat(label: str) -> str:
    """A seat by its letter: ``North``; another letter stays as it is."""
    return _seats().get(label, label)


@cache
def _seats() -> dict[str, str]:
    return {
        "N": _("North"), "E": _("East"), "S": _("South"), "W": _("West"),
        "bystander": _("A bystander"), "director": _("The director"),
    }  # fmt: skip


def party(label: str, seating: Seating) -> str:
    """A seat, or a side by its seats: ``North and South``."""
    if label in seating.sides and len(label) > 1:
        return both(label)
    return seat(label)


def both(seats: Iterable[Seat], word: str | None = None) -> str:
    """Several seats: ``North and South``, or with another ``word`` between the last two."""
    names = [seat(s) for s in seats]
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {word or _('and')} {names[-1]}"


def either(seats: Iterable[Seat]) -> str:
    """Several seats of whom one acts: ``North or South``."""
    return both(seats, _("or"))


# --------------------------------------------------------------------------- irregularities
@cache
def names() -> dict[str, str]:
    """Every irregularity as a heading would name it."""
    return {
        "cut_irregular": _("Irregular cut"),
        "shuffled_after_cut": _("Shuffled after the cut"),
        "card_shown_in_cut": _("Card seen in the cut"),
        "card_shown_in_deal": _("Card seen in the deal"),
        "faced_card": _("Faced card in the pack"),
        "imperfect_pack": _("Imperfect pack"),
        "uncut_pack": _("Pack not cut"),
        "misplaced_card": _("Card dealt to the wrong hand"),
        "counted_by_dealer": _("Dealer counted the cards"),
        "wrong_hand_count": _("Wrong number of cards"),
        "turn_up_looked_at": _("Dealer looked at the trump card"),
        "turn_up_not_shown": _("Trump card not turned up"),
        "deal_out_of_turn": _("Deal out of turn"),
        "wrong_pack": _("Wrong pack"),
        "deal_irregular": _("Irregular deal"),
        "turn_up_left": _("Trump card left on the table"),
        "turn_up_named": _("Trump card named"),
        "turn_up_wrong_card": _("Wrong trump card turned up"),
        "surplus_or_deficiency": _("Too many or too few cards"),
        "exposed_card": _("Exposed card"),
        "cards_played_together": _("Cards played together"),
        "winning_cards_run": _("Led again without waiting"),
        "played_before_decision": _("Played before the decision"),
        "lead_out_of_turn": _("Lead out of turn"),
        "simultaneous_leads": _("Leads at the same time"),
        "play_out_of_turn": _("Play out of turn"),
        "omitted_play": _("No card played to a trick"),
        "mixed_card": _("Card mixed into another trick"),
        "renounce": _("Revoke"),
        "refused_call": _("Call not obeyed"),
        "attention_called": _("Attention drawn"),
        "rest_claimed": _("The rest claimed"),
        "trick_inspected": _("Trick looked at"),
        "wrong_demand": _("Wrong demand"),
        "penalty_consulted": _("Penalty consulted about"),
        "abandoned_hand": _("Hand given up"),
        "bid_irregular": _("Irregular bid"),
        "trump_named_out_of_turn": _("Trump named out of turn"),
        "revoke_unproved": _("Revoke not proved"),
        "score_error": _("Error in the score"),
        "bystander": _("A bystander spoke"),
        "machine_fault": _("The machine failed"),
        "honours_not_called": _("Honours not called in time"),
        "entry_irregular": _("Irregular entry"),
        "seat_irregular": _("Wrong seat"),
    }


@cache
def _happened() -> dict[str, str]:
    return {
        "cut_irregular": _("The pack was not cut as it should be."),
        "shuffled_after_cut": _("{who} shuffled after the cut."),
        "card_shown_in_cut": _("A card was seen in the cut."),
        "card_shown_in_deal": _("{who} showed a card in the deal{shown}."),
        "faced_card": _("A card lay face up in the pack."),
        "imperfect_pack": _("The pack is not perfect."),
        "uncut_pack": _("The pack was not cut."),
        "misplaced_card": _("{who} dealt a card to the wrong hand."),
        "counted_by_dealer": _("{who} counted the cards while dealing."),
        "wrong_hand_count": _("Somebody has not his number of cards."),
        "turn_up_looked_at": _("{who} looked at the trump card before the deal was done."),
        "turn_up_not_shown": _("{who} did not turn up the trump card."),
        "deal_out_of_turn": _("{who} dealt out of turn."),
        "wrong_pack": _("{who} dealt with the wrong pack."),
        "deal_irregular": _("The deal was irregular."),
        "turn_up_left": _("{who} left the trump card on the table{shown}."),
        "turn_up_named": _("{who} named the trump card after it was taken up."),
        "turn_up_wrong_card": _("The card turned up is not the last one that was dealt."),
        "surplus_or_deficiency": _("{who} has not the right number of cards."),
        "exposed_card": _("{who} exposed {cards}."),
        "cards_played_together": _("{who} played more than one card at once: {cards}."),
        "winning_cards_run": _("{who} led again before his partner had played."),
        "played_before_decision": _("{who} played before the adversaries had decided."),
        "lead_out_of_turn": _("{who} led out of turn{shown}."),
        "simultaneous_leads": _("Two led at the same time."),
        "play_out_of_turn": _("{who} played out of turn{shown}."),
        "omitted_play": _("{who} did not play to trick {trick}."),
        "mixed_card": _("{who} mixed a card into another trick."),
        "renounce": _("{who} did not follow suit in trick {trick}{shown}."),
        "refused_call": _("{who} did not obey a call in trick {trick}{shown}."),
        "attention_called": _("{who} drew attention to the trick before his partner had played."),
        "rest_claimed": _("{who} said that the rest are theirs."),
        "trick_inspected": _("{who} looked at trick {trick} after it was turned."),
        "wrong_demand": _("{who} demanded what was not his to demand."),
        "penalty_consulted": _("{who} consulted about the penalty."),
        "abandoned_hand": _("The hand was given up."),
        "bid_irregular": _("{who} bid irregularly."),
        "trump_named_out_of_turn": _("{who} named trumps out of turn."),
        "revoke_unproved": _("The revoke that {who} was charged with is not proved."),
        "score_error": _("There is an error in the score."),
        "bystander": _("A bystander spoke."),
        "machine_fault": _("The machine failed in this deal."),
        "honours_not_called": _("{who} did not call honours in time."),
        "entry_irregular": _("{who} may not play now."),
        "seat_irregular": _("{who} took a seat that is not his."),
    }


def sentence(ruling: Ruling, seating: Seating) -> str:
    """What happened, in one plain sentence; a claim that nothing has proved is told as a claim."""
    who = party(ruling.by, seating) if ruling.by is not None else _("Somebody")
    if ruling.irregularity == "renounce" and ruling.status == "director" and ruling.claimed:
        if ruling.trick is None:
            return _("A revoke by {who} is claimed.").format(who=who)
        return _("A revoke by {who} in trick {trick} is claimed.").format(who=who, trick=ruling.trick)
    template = _happened()[ruling.irregularity]
    if ruling.irregularity == "renounce" and ruling.status == "option":
        template = _("{who} did not follow suit in trick {trick} and mended it{shown}.")
    elif ruling.irregularity == "renounce" and ruling.status in ("established", "applied", "waived", "lapsed"):
        template = _renounced(ruling)
    if ruling.trick is None:
        template = template.replace(_(" in trick {trick}"), "").replace(_("to trick {trick}"), _("to a trick"))
        template = template.replace(_("trick {trick}"), _("a trick"))
    shown = f" ({cards(ruling.cards)})" if ruling.cards else ""
    listed = cards(ruling.cards) if ruling.cards else _("a card")
    return template.format(who=who, shown=shown, cards=listed, trick=ruling.trick)


def _renounced(ruling: Ruling) -> str:
    """A renounce that has come to its end: a revoke, or one that was mended in time."""
    if ruling.status != "established" and ruling.remedy not in ("two_tricks", "three_tricks", "add_three", None):
        return _("{who} did not follow suit in trick {trick} and mended it{shown}.")
    return _("{who} revoked in trick {trick}{shown}.")


# --------------------------------------------------------------------------- remedies
@cache
def remedies() -> dict[str, str]:
    """Every remedy as the button of whoever may demand it."""
    return {
        "new_deal": _("New deal"),
        "deal_lost": _("The deal is lost"),
        "recut": _("Cut again"),
        "reshuffle": _("Shuffle again"),
        "correct_deal": _("Put the deal right"),
        "stands": _("It stands"),
        "call_card": _("Call the card"),
        "call_suit": _("Call a suit"),
        "call_highest": _("Call the highest"),
        "call_lowest": _("Call the lowest"),
        "call_win": _("Call upon the partner to win"),
        "call_not_win": _("Call upon him not to win"),
        "call_trump": _("Call upon him to trump"),
        "call_not_trump": _("Call upon him not to trump"),
        "must_play": _("Must be played"),
        "must_not_play": _("Must not be played"),
        "lead_back": _("The lead is taken back"),
        "accept_lead": _("Accept the lead"),
        "treat_as_exposed": _("Treat it as exposed"),
        "choose_card": _("Choose the card"),
        "restore_card": _("Give the card back"),
        "withdraw_free": _("Taken back without penalty"),
        "two_tricks": _("Take two tricks"),
        "three_tricks": _("Take three tricks"),
        "add_three": _("Add three points"),
        "deduct_three": _("Take three points off"),
        "three_points": _("Three points"),
        "value_of_three": _("The value of three tricks"),
        "hand_callable": _("The partner lays down his hand"),
        "game_lost": _("The game is lost"),
        "pays": _("The offender pays"),
        "stakes_claimed": _("Claim the stakes"),
        "play_out": _("Play the hand out"),
        "ignore_cards": _("These cards do not count"),
        "inspect": _("Look at the tricks"),
        "none": _("No penalty"),
        "waits": _("Waits for his turn"),
        "goes_out": _("Goes out"),
        "takes_seat": _("Takes the right seat"),
    }


@cache
def _applied() -> dict[str, str]:
    return {
        "new_deal": _("The same dealer deals again."),
        "deal_lost": _("The deal passes to the left."),
        "recut": _("The pack is cut again."),
        "reshuffle": _("The pack is shuffled and cut again."),
        "correct_deal": _("The deal is put right."),
        "stands": _("The deal stands."),
        "call_card": _("{whom} called the card."),
        "call_suit": _("{whom} called a suit."),
        "call_highest": _("{whom} called the highest card."),
        "call_lowest": _("{whom} called the lowest card."),
        "call_win": _("{whom} called upon the partner to win the trick."),
        "call_not_win": _("{whom} called upon him not to win the trick."),
        "call_trump": _("{whom} called upon him to trump."),
        "call_not_trump": _("{whom} called upon him not to trump."),
        "must_play": _("The card must be played."),
        "must_not_play": _("The card must not be played."),
        "lead_back": _("The lead was taken back."),
        "accept_lead": _("The lead was accepted."),
        "treat_as_exposed": _("The card is treated as exposed."),
        "choose_card": _("{whom} chose the card."),
        "restore_card": _("The card was given back."),
        "withdraw_free": _("The card was taken back without penalty."),
        "two_tricks": _("Two tricks pass to {whom}."),
        "three_tricks": _("Three tricks pass to {whom}."),
        "add_three": _("Three points are added for {whom}."),
        "deduct_three": _("Three points are taken off for {whom}."),
        "three_points": _("Three points for {whom}."),
        "value_of_three": _("The value of three tricks for {whom}."),
        "hand_callable": _("The partner’s hand lies open, and its cards may be called."),
        "game_lost": _("The game is lost."),
        "pays": _("The offender pays."),
        "stakes_claimed": _("{whom} claimed the stakes."),
        "play_out": _("The hand is played out."),
        "ignore_cards": _("These cards do not count."),
        "inspect": _("The tricks were looked at."),
        "none": _("There is no penalty."),
        "waits": _("He waits for his turn."),
        "goes_out": _("He goes out."),
        "takes_seat": _("He takes the right seat."),
    }


@cache
def _does() -> dict[str, str]:
    """What nobody needs to demand, as an order."""
    return {
        "new_deal": _("The same dealer deals again."),
        "deal_lost": _("The deal passes to the left."),
        "recut": _("Please cut again."),
        "reshuffle": _("Please shuffle again."),
        "none": _("There is nothing to choose."),
    }


def applied(remedy: str, for_: str | None, seating: Seating) -> str:
    """What was applied, and for whom."""
    whom = party(for_, seating) if for_ is not None else _("the adversaries")
    text = _applied()[remedy].format(whom=whom)
    return text[:1].upper() + text[1:]


# --------------------------------------------------------------------------- how a ruling stands
def standing(ruling: Ruling, seating: Seating) -> str:
    """How it stands and who may do what, in one sentence, whatever the status."""
    to = tuple(s for s in seating.seats if any(s in r.to for r in ruling.remedies))
    match ruling.status:
        case "correctable":
            return _("It may still be put right.")
        case "option":
            if ruling.remedy is not None:
                return applied(ruling.remedy, ruling.for_, seating)
            if to:
                return _("{who} may choose.").format(who=either(to))
            return _("A choice is open.")
        case "compulsory":
            said = [_does().get(r.remedy) or applied(r.remedy, None, seating) for r in ruling.remedies]
            return " ".join(said) or _("There is nothing to choose.")
        case "established":
            if ruling.remedy is not None:
                return applied(ruling.remedy, ruling.for_, seating)
            if to:
                return _("It is proved. {who} may demand the penalty.").format(who=either(to))
            return _("It is proved.")
        case "applied" | "waived" | "lapsed" | "cancelled":
            return outcome(ruling, seating) or ""
        case "director":
            if ruling.irregularity == "renounce" and ruling.claimed:
                return _("It will be examined when the hand has been played.")
            return _("The director decides.")


def outcome(ruling: Ruling, seating: Seating) -> str | None:
    """What became of it, ``None`` while it is open."""
    match ruling.status:
        case "applied":
            return applied(ruling.remedy, ruling.for_, seating) if ruling.remedy is not None else _("It was settled.")
        case "waived":
            if ruling.remedy == "stands":
                return applied("stands", None, seating)
            return _("The right was waived.")
        case "lapsed":
            return _("Nobody asked in time. What was played stands.")
        case "cancelled" if ruling.irregularity == "revoke_unproved":
            return _("Tricks stand as they were won.")
        case "cancelled" if ruling.irregularity == "wrong_demand":
            return _("Nothing follows from it.")
        case "cancelled" if ruling.of_line is not None:
            return _("The record was corrected, and this ruling fell.")
        case "cancelled":
            return _("It no longer applies.")
        case _:
            return None


def status(word: Status) -> str:
    """A status as one word for a list."""
    return {
        "correctable": _("may be put right"), "option": _("open"), "compulsory": _("ordered"),
        "established": _("proved"), "applied": _("applied"), "waived": _("waived"), "lapsed": _("lapsed"),
        "cancelled": _("fell"), "director": _("to be decided"),
    }[word]  # fmt: skip


# --------------------------------------------------------------------------- questions and results
def question(who: Seat, candidates: tuple[Card, ...], how: str, read: Card | None) -> str:
    """A doubt as a question. ``how``: ``played``, ``exposed`` … ; ``read``: the one reading that is unsure."""
    name = seat(who)
    if len(candidates) >= 2:
        named = [card(c) for c in candidates]
        listed = f"{', '.join(named[:-1])} {_('or')} {named[-1]}"
        ask = _("Did {who} play {cards}?") if how == "played" else _("Did {who} show {cards}?")
        return ask.format(who=name, cards=listed)
    one = candidates[0] if candidates else read
    if one is None or one == UNREAD:
        ask = _("Which card did {who} play?") if how == "played" else _("Which card did {who} show?")
        return ask.format(who=name)
    ask = _("Did {who} play {cards}?") if how == "played" else _("Did {who} show {cards}?")
    return ask.format(who=name, cards=card(one))


def doubted(text: str) -> str:
    """A doubt about a fact that names no single card."""
    return _("Is this right? {fact}").format(fact=text)


def unjudged(line: int, text: str) -> str:
    """The rules failed on a fact: a person must decide what it means."""
    if not text:
        return _("The rules could not judge line {line}. Please rule on it, or retract it.").format(line=line)
    return _("The rules could not judge line {line}: {fact} Please rule on it, or retract it.").format(
        line=line, fact=text
    )


def result(value: Result, seating: Seating) -> str:
    """The result of a hand in one sentence."""
    if value.void:
        return _("Hand {n} does not count.").format(n=value.hand)
    if value.unfinished or value.tricks is None:
        return _("Hand {n} was not finished.").format(n=value.hand)
    counts = "; ".join(f"{party(side, seating)} {n}" for side, n in value.tricks)
    return _("Hand {n}: {tricks}.").format(n=value.hand, tricks=counts)


def sorted_cards(values: Iterable[Card]) -> str:
    """A hand by suits."""
    return cards(arranged(values))
