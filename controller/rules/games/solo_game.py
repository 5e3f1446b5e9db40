"""Solo, solo for three and Kimberly as games of the judge: the deal, the bidding and how a hand is counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Final

from controller.rules.cards import PACK, RANKS, Suit
from controller.rules.counters import Pools
from controller.rules.court import Court
from controller.rules.game import Game
from controller.rules.games import solo
from controller.rules.games.tally import Tally, option, revokes, tally
from controller.rules.ruling import Result, Score
from controller.rules.seats import Seat

_THREE: Final = tuple(card for card in PACK if card[0] in RANKS[3:])
"""Forty cards, without twos, threes and fours."""


def outcome(court: Court) -> tuple[Result, Score]:
    """How the hand stands: counters for the call, and the pool where one is played for."""
    hand, score = court.hand, court.score
    if hand.void is not None:
        return Result(hand.number, hand.next_dealer, void=True, pool=_shown(court, score)), score
    left = court.next_dealer()
    if hand.contract is None:
        bidding = court.game.bidding
        if hand.auction is not None and bidding is not None and bidding.all_passed(hand.auction):
            return Result(hand.number, left, void=True, pool=_shown(court, score)), score
        return Result(hand.number, None, unfinished=True), score
    tricks = tally(court)
    if not tricks.finished and not _settled(court):
        return Result(hand.number, None, unfinished=True), score
    played = _played(court, tricks)
    payments = solo.settle(court.table_seating.seats, hand.contract, played, court.code.holds)
    pools, paid = _pool(court, played)
    result = Result(
        hand.number, left, tuple(_after(court, tricks, played).items()), doubtful=tricks.doubtful,
        call=hand.contract.call, counters=payments.net(), pool=pools, pool_paid=paid,
    )  # fmt: skip
    return result, score if pools is None else replace(score, pool=pools)


def _settled(court: Court) -> bool:
    """Whether a ruling has ended the hand before its last trick."""
    terms = court.hand.terms
    ended = terms.conceded or terms.failed or terms.offender is not None
    return ended or any(case.remedy == "pays" for case in revokes(court))


def _played(court: Court, tricks: Tally) -> solo.Played:
    hand, terms, contract = court.hand, court.hand.terms, court.hand.contract
    by = contract.by if contract is not None else None
    mine = court.seating.side(by) if by is not None else ""
    revoked = Counter(case.offenders[0] for case in revokes(court))
    won = tricks.taken.get(mine, 0)
    beaten = contract is not None and terms.abandoner is not None and won < contract.tricks
    return solo.Played(
        max(won, contract.tricks) if contract is not None and not tricks.finished else won,
        {} if hand.footing == "each" else revoked,
        shared=terms.shared,
        conceded=terms.conceded or beaten,
        failed=terms.failed,
        offender=terms.offender,
        barred=terms.barred == mine and bool(mine),
        abandoner=terms.abandoner if beaten else None,
        last=tricks.last,
    )


def _after(court: Court, tricks: Tally, played: solo.Played) -> dict[str, int]:
    """Tricks by side when the penalties have been taken."""
    after = dict(tricks.taken)
    sides = court.seating.sides
    for seat, times in sorted(played.revokes.items()):
        payer = court.seating.side(seat)
        moved = min(after[payer], solo.PENALTY * times)
        after[payer] -= moved
        for taker in sides:
            if taker != payer:
                after[taker] += moved
    return after


def _shown(court: Court, score: Score) -> tuple[int, ...] | None:
    return score.pool if _plays_for_pool(court) else None


def _plays_for_pool(court: Court) -> bool:
    if not court.code.holds("pool"):
        return False
    return bool(court.score.pool) or option(court, "pool") in (True, "dealer_adds")


def _pool(court: Court, played: solo.Played) -> tuple[tuple[int, ...] | None, tuple[tuple[Seat, int], ...] | None]:
    """The pool after the hand, and what each seat took out of it."""
    contract = court.hand.contract
    if contract is None or not _plays_for_pool(court):
        return None, None
    pools = Pools(court.score.pool)
    if not pools.reds and court.hand.number == 1:
        pools = pools.filled(len(court.seating.seats))
    paid: dict[Seat, int] = {}
    if option(court, "pool") == "dealer_adds" and court.code.holds("dealer_adds"):
        pools = pools.added(1)
        paid[court.hand.dealer] = -1
    if contract.by is not None and (contract.partner is None or not court.code.holds("no_pool_for_two")):
        success, _ = solo.succeeded(contract, played)
        if success and not played.barred:
            paid[contract.by] = paid.get(contract.by, 0) + pools.first
            pools = pools.won()
        elif not success:
            paid[contract.by] = paid.get(contract.by, 0) - pools.first
            pools = pools.added(pools.first)
    return pools.reds, tuple(paid.items())


SOLO: Final = Game(
    "solo", PACK, 13, (3, 3, 3, 3, 1), outcome, bidding=solo.BIDDING, if_played=solo.GRAND
)  # fmt: skip
SOLO_GRAND: Final = replace(SOLO, all_passed=solo.GRAND)
SOLO_THREE: Final = Game(
    "solo-three", _THREE, 13, (3, 3, 3, 3, 1), outcome, players=3, turning="apart", bidding=solo.BIDDING_THREE,
)  # fmt: skip
SOLO_THREE_RAISED: Final = replace(SOLO_THREE, bidding=solo.BIDDING_RAISED)


def without(game: Game, suit: Suit) -> Game:
    """Solo for three with a whole suit left out of the pack: thirty-nine cards, the last turned is the dealer's."""
    return replace(game, pack=tuple(card for card in PACK if card[1] != suit), turning="last")


KIMBERLY: Final = Game(
    "kimberly-solo", PACK, 13, (3, 3, 3, 3, 1), outcome, bidding=solo.BIDDING_KIMBERLY,
)  # fmt: skip
