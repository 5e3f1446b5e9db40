"""What the hand is played for, said at the table: bids, the trump that is named, the turn-up turned down, discards."""

from __future__ import annotations

from controller.rules import facts as f
from controller.rules.bidding import Bidding, Contract
from controller.rules.cards import SUIT, SUITS, Suit
from controller.rules.court import Court

_SUIT: dict[str, Suit] = {suit: suit for suit in SUITS}


# --------------------------------------------------------------------------- bids
def bid(court: Court, fact: f.Bid) -> None:
    """Somebody calls. A call that the game does not allow is put to the director and does not stand."""
    hand, bidding = court.hand, court.game.bidding
    if bidding is None or court.is_void() or hand.phase in ("over", "closed"):
        return
    auction = hand.auction or bidding.begin(court.table_seating, hand.dealer)
    row = bidding.objection(auction, fact.by, fact.call)
    if row is None and fact.suit is not None and bidding.may_name is not None and fact.call not in ("pass", "accept"):
        shown = hand.still if court.game.turning == "still" else hand.turn_up
        said = bidding.heard(auction, fact.by, fact.call)
        row = bidding.may_name(said, fact.suit, SUIT.get(shown) if shown is not None else None)
    if hand.tricks:
        row = row or bidding.rows[0]
    if row is not None:
        court.open("bid_irregular", fact.by, law=(row,))
        if row != bidding.rows[0] or hand.tricks or (fact.call == "pass" and auction.standing(fact.by)):
            return
    hand.auction = bidding.heard(auction, fact.by, fact.call, _SUIT.get(fact.suit or ""))
    if bidding.over(hand.auction):
        _close(court, bidding)
    else:
        _reopen(court)


def _close(court: Court, bidding: Bidding) -> None:
    auction = court.hand.auction
    if auction is None:
        return
    contract = bidding.contract(auction)
    if contract is None and bidding.all_passed(auction):
        contract = court.game.all_passed
    if contract is not None:
        _undertaken(court, contract)


def _reopen(court: Court) -> None:
    """A call after the others had passed: the hand is not settled any more."""
    hand = court.hand
    if hand.contract is not None:
        hand.contract, hand.footing, hand.seating = None, "", None
        court.seating = court.table_seating


def _undertaken(court: Court, contract: Contract) -> None:
    if not court.code.holds(contract.call):
        return
    court.play_for(contract)
    auction = court.hand.auction
    best = auction.best if auction is not None else None
    if contract.trumps == "own" and best is not None and best.suit is not None:
        court.trumps_are(best.suit)


def turned_down(court: Court, fact: f.TurnedDown) -> None:
    """All have passed and the turn-up is turned down: no suit is trumps unless somebody names one."""
    hand, bidding = court.hand, court.game.bidding
    if bidding is None or court.is_void() or hand.phase != "deal":
        return
    if hand.auction is not None and hand.auction.best is not None and "turned_down_early" in court.code.forms:
        court.open("turned_down_early", fact.by)
        return
    hand.trump = None
    hand.turn_up_on_table = False
    if hand.auction is not None and bidding.all_passed(hand.auction):
        _each_for_himself(court)


def _each_for_himself(court: Court) -> None:
    contract = court.game.all_passed or court.game.if_played
    if contract is not None and court.code.holds(contract.call):
        court.play_for(contract)


def before_play(court: Court) -> None:
    """The first card is led: what was called last is what the hand is played for."""
    hand, bidding = court.hand, court.game.bidding
    if bidding is None or hand.auction is None or hand.contract is not None:
        return
    if bidding.all_passed(hand.auction):
        _each_for_himself(court)
        return
    contract = bidding.contract(hand.auction)
    if contract is not None:
        _undertaken(court, contract)


# --------------------------------------------------------------------------- trumps
def named(court: Court, fact: f.NamedTrump) -> None:
    """Somebody names the trump suit."""
    hand = court.hand
    if court.is_void() or hand.phase in ("over", "closed"):
        return
    if court.game.names_trump is not None:
        court.game.names_trump(court, fact)
        return
    contract, suit = hand.contract, _SUIT.get(fact.trump or "")
    early = contract is None and hand.auction is not None and court.game.bidding is not None
    if early:
        before_play(court)
        contract = hand.contract
    if contract is None or contract.trumps != "own" or fact.by != contract.by or hand.tricks:
        if court.game.bidding is not None:
            court.open("named_out_of_turn", fact.by)
        return
    if early:
        court.open("named_out_of_turn", fact.by, law=court.form("named_early").rows)
    if suit is None or hand.trump not in (None, suit):
        court.open("bid_irregular", fact.by)
        return
    row = _promised(court, suit)
    if row is not None:
        court.open("bid_irregular", fact.by, law=(row,))
    if not court.doubt:
        court.trumps_are(suit)


def _promised(court: Court, suit: Suit) -> str | None:
    """The row that naming this suit would break."""
    hand, bidding = court.hand, court.game.bidding
    if bidding is None or bidding.may_name is None or hand.auction is None:
        return None
    shown = hand.still if court.game.turning == "still" else hand.turn_up
    return bidding.may_name(hand.auction, suit, SUIT.get(shown) if shown is not None else None)


# --------------------------------------------------------------------------- discards
def discarded(court: Court, fact: f.Discarded) -> None:
    """A card is laid aside unseen: one of this hand's cards, nobody knows which, is out of play."""
    hand, contract = court.hand, court.hand.contract
    if contract is None or not contract.discards or not court.code.holds("discards"):
        return
    if court.is_void() or fact.by in hand.discarded:
        return
    if hand.phase not in ("deal", "play"):
        return
    hand.discarded |= {fact.by}
    hand.unread = {**hand.unread, fact.by: hand.unread.get(fact.by, 0) + 1}
    hand.unsure |= {fact.by}
    hand.given = {**hand.given, fact.by: max(0, hand.given.get(fact.by, 0) - 1)}
    if hand.tricks and contract.by is not None and not court.has("led_early"):
        leader = hand.tricks[0].leader
        if leader != contract.by:
            court.open("led_early", leader, trick=1, to=(contract.by,))
