"""Cayenne as a game of the judge: the deal, the still pack, the trump that is made, and how a hand is counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Final

from controller.rules import facts as f
from controller.rules.bidding import Contract
from controller.rules.cards import HEIGHT, PACK, SUIT, SUITS, Suit
from controller.rules.court import Court
from controller.rules.game import Game
from controller.rules.games import cayenne
from controller.rules.games.tally import Tally, revokes, tally
from controller.rules.ruling import Result, Score, Won
from controller.rules.seats import Seat, Side

_SUIT: Final[dict[str, Suit]] = {suit: suit for suit in SUITS}


# --------------------------------------------------------------------------- making the trump
def names_trump(court: Court, fact: f.NamedTrump) -> None:
    """Dealer or partner makes the trump, or the dealer leaves it to his partner."""
    hand = court.hand
    partners = court.seating.partners(hand.dealer)
    if fact.passes and fact.by == hand.dealer and hand.contract is None:
        hand.left_to = partners[0] if partners and court.code.holds("transfer") else None
        return
    entitled = hand.left_to or hand.dealer
    if hand.contract is not None or fact.trump is None:
        court.open("named_again", fact.by)
        return
    if hand.tricks:
        court.open("named_late", hand.tricks[0].leader, trick=1)
    if fact.by != entitled:
        court.open("named_out_of_turn", fact.by)
    if not court.doubt:
        make(court, fact.by, fact.trump)


def make(court: Court, by: Seat, trump: str) -> None:
    """The trump is made: a suit, or none, to win tricks or to lose them."""
    hand = court.hand
    suit = _SUIT.get(trump)
    hand.contract = Contract(trump, by, cayenne.BOOK + 1, "none" if suit is None else "own", "", lose=trump == "nullo")
    court.trumps_are(suit)
    if trump == "nullo" and court.code.holds("aces_low"):
        hand.height = cayenne.aces_low()


def unmade(court: Court) -> None:
    """Nobody entitled has made the trump yet."""
    hand = court.hand
    hand.contract, hand.trump, hand.plain = None, None, False
    hand.height = court.game.height(None)


def ace_high(court: Court, fact: f.Said) -> None:
    """Who plays an ace where tricks are to be lost may declare it high, before the player on his left has played."""
    hand, card, trick = court.hand, fact.card, court.hand.tricks[-1] if court.hand.tricks else None
    if hand.contract is None or hand.contract.call != "nullo" or trick is None:
        return
    play = trick.of(fact.by)
    card = play.card if card is None and play is not None else card
    if play is None or card is None or card != play.card or card[0] != "A" or trick.plays[-1] != play:
        return
    hand.height = {**hand.height, card: HEIGHT[card]}


# --------------------------------------------------------------------------- counting
def outcome(court: Court) -> tuple[Result, Score]:
    """How the hand stands, with the games and the rubber that it wins."""
    hand, score = court.hand, court.score
    if hand.void is not None:
        return Result(hand.number, hand.next_dealer, void=True, game=score.game), score
    tricks = tally(court)
    multiply = _multiplier(court)
    if not tricks.finished or multiply is None:
        return Result(hand.number, None, unfinished=True), score
    sheet = cayenne.Sheet(dict(score.game), _games(score.rubber, court.seating.sides), dict(score.sheet))
    counted = cayenne.count(_hand(court, tricks, multiply), sheet, court.code.holds)
    won = tuple(Won(side, value, cayenne.WORDS.get(value, "game")) for side, value in counted.won)
    settlement: tuple[tuple[Seat, int], ...] | None = None
    if counted.rubber is not None:
        winner, value = counted.rubber
        won = (*won, Won(winner, cayenne.RUBBER, "rubber"))
        units = {s: value if s in winner else -value for s in court.seating.seats}
        settlement = tuple(units.items()) if court.code.holds("settled") else None
    won = (*won, *(Won(side, n, cayenne.SLAMS[n]) for side, n in counted.slam.items() if n))
    result = Result(
        hand.number, court.next_dealer(), tuple(counted.tricks.items()), tuple(counted.points.items()),
        tuple(sheet.game.items()), won, doubtful=tricks.doubtful, call=hand.contract.call if hand.contract else None,
        settlement=settlement, honours=tuple(counted.honours.items()), slam=tuple(counted.slam.items()),
        rubber=tuple(sheet.games.items()), sheet=tuple(sheet.sheet.items()),
    )  # fmt: skip
    if counted.rubber is not None:
        nothing = tuple(dict.fromkeys(court.seating.sides, 0).items())
        return result, replace(score, game=nothing, rubber=(), sheet=nothing)
    return result, replace(
        score, game=tuple(sheet.game.items()), rubber=(*score.rubber, *counted.won), sheet=tuple(sheet.sheet.items())
    )


def _games(rubber: tuple[tuple[Side, int], ...], sides: tuple[Side, ...]) -> dict[Side, int]:
    return {side: sum(1 for winner, _ in rubber if winner == side) for side in sides}


def _multiplier(court: Court) -> int | None:
    hand = court.hand
    if not court.code.holds("multiplied"):
        return 1
    if hand.plain:
        return cayenne.ALL_TRICKS
    turned = SUIT.get(hand.still) if hand.still is not None else None
    return None if turned is None or hand.trump is None else cayenne.multiplier(turned, hand.trump)


def _hand(court: Court, tricks: Tally, multiply: int) -> cayenne.Hand:
    hand, seating = court.hand, court.seating
    ways: dict[str, Counter[Side]] = {word: Counter() for word in ("three_tricks", "deduct_three", "add_three")}
    revoked: set[Side] = set()
    for case in revokes(court):
        payer = seating.side(case.offenders[0])
        revoked.add(payer)
        taker = next(side for side in seating.sides if side != payer)
        ways[case.remedy or "three_tricks"][taker if case.remedy == "add_three" else payer] += 1
    lose = hand.contract is not None and hand.contract.lose and court.code.holds("nullo")
    return cayenne.Hand(
        tricks.taken, multiply, lose, _honours(court),
        ways["three_tricks"], ways["deduct_three"], ways["add_three"], frozenset(revoked),
    )  # fmt: skip


def _honours(court: Court) -> dict[Side, int]:
    """How many of the five honours each side was dealt."""
    hand = court.hand
    if hand.trump is None:
        return {}
    dealt = {card: seat for seat, held in hand.held.items() for card in held} | hand.gone
    sides = [court.seating.side(dealt[card]) for card in cayenne.honours_of(hand.trump) if card in dealt]
    return dict(Counter(sides)) if len(sides) == len(cayenne.HONOUR_RANKS) else {}


CAYENNE: Final = Game(
    "cayenne", PACK, 13, (4, 4, 5), outcome, turning="still", names_trump=names_trump, declares_high=ace_high
)  # fmt: skip
CAYENNE_SIX: Final = replace(CAYENNE, packets=(6, 7))
"""The cards dealt six and seven at a time."""
