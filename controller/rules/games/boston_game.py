"""Boston as a game of the judge: the deal, the still pack, the bidding, and how a hand is counted."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from controller.rules.cards import PACK
from controller.rules.counters import Pools
from controller.rules.court import Court
from controller.rules.game import Game
from controller.rules.games import boston
from controller.rules.games.tally import Tally, option, revokes, tally
from controller.rules.ruling import Result, Score
from controller.rules.seats import Seat


def outcome(court: Court) -> tuple[Result, Score]:
    """How the hand stands: counters for the bid, and the pools."""
    hand, contract = court.hand, court.hand.contract
    if hand.void is not None:
        pools, paid = _forfeits(court, _before(court), {})
        result = Result(
            hand.number,
            hand.next_dealer,
            void=True,
            pool=pools.reds,
            pool_paid=tuple(paid.items()),
        )
        return result, replace(court.score, pool=pools.reds)
    if contract is None:
        return Result(hand.number, None, unfinished=True), court.score
    tricks = tally(court)
    terms = hand.terms
    revoked = revokes(court)
    ended = terms.conceded or terms.failed or bool(revoked) or terms.offender is not None
    if not tricks.finished and not ended:
        return Result(hand.number, None, unfinished=True), court.score
    played = _played(court, tricks)
    payments, won = boston.settle(court.table_seating.seats, contract, played, court.code.holds)
    pools, paid = _pools(court, won)
    deals = court.score.deals + 1
    if deals == boston.DEALS and court.code.holds("twelve_deals"):
        pools, deals = _divided(court, pools, paid), 0
    result = Result(
        hand.number, court.next_dealer(), tuple(tricks.taken.items()), doubtful=tricks.doubtful,
        call=contract.call, counters=None if payments is None else payments.net(), pool=pools.reds,
        pool_paid=tuple(paid.items()),
    )  # fmt: skip
    return result, replace(court.score, pool=pools.reds, deals=deals)


def _played(court: Court, tricks: Tally) -> boston.Played:
    contract, terms = court.hand.contract, court.hand.terms
    by = contract.by if contract is not None else None
    taken = {s: tricks.taken.get(court.seating.side(s), 0) for s in court.table_seating.seats}
    offenders = [case.offenders[0] for case in revokes(court)]
    each = tuple(dict.fromkeys(offenders)) if by is None else ()
    short = (terms.offender,) if by is None and terms.offender is not None else ()
    return boston.Played(
        taken,
        adversary_revoked=by is not None and any(s != by for s in offenders),
        bidder_revoked=by is not None and by in offenders,
        conceded=terms.conceded or terms.offender is not None,
        put_in=terms.failed,
        finished=tricks.finished,
        barred=by is not None and terms.barred == by,
        forfeits=(*each, *short),
        american=option(court, "payments") == "american",
        strict=option(court, "revoke_over_tricks") == "nine",
        lost=sum(n for side, n in tricks.taken.items() if by is not None and by not in side),
    )


def _before(court: Court) -> Pools:
    pools = Pools(court.score.pool, boston.POOL_CAP if court.code.holds("pool_cap") else None)
    return pools.filled(len(court.seating.seats)) if court.code.holds("pool_refilled") else pools


def _pools(court: Court, won: bool | None) -> tuple[Pools, dict[Seat, int]]:
    """The pools after the hand: taken by him who wins, doubled by him who loses, then the forfeits for the next one."""
    pools, contract = _before(court), court.hand.contract
    paid: dict[Seat, int] = {}
    if contract is not None and contract.by is not None and won is not None and court.code.holds("pool_won"):
        paid[contract.by] = pools.first if won else -pools.first
        pools = pools.won() if won else pools.added(pools.first)
    for case in revokes(court):
        _owe(paid, case.offenders[0], boston.REVOKE_FORFEIT)
        pools = pools.added(boston.REVOKE_FORFEIT)
    return _forfeits(court, pools, paid)


def _forfeits(court: Court, pools: Pools, paid: dict[Seat, int]) -> tuple[Pools, dict[Seat, int]]:
    hand = court.hand
    misdealt = any(c.form in boston.MISDEALS and c.status == "compulsory" for c in court.cases.values())
    dealers = ((hand.dealer, boston.MISDEAL_FORFEIT),) if hand.void is not None and misdealt else ()
    for seat, reds in (*hand.terms.forfeits, *dealers) if court.code.holds("forfeits") else ():
        _owe(paid, seat, reds)
        pools = pools.added(reds)
    return pools, paid


def _divided(court: Court, pools: Pools, paid: dict[Seat, int]) -> Pools:
    """The game is over: what is in the pools is divided in equal parts."""
    if not court.code.holds("pool_divided"):
        return pools
    seats = court.table_seating.seats
    for seat in seats:
        _owe(paid, seat, -(pools.total // len(seats)))
    return Pools((), pools.cap)


def _owe(paid: dict[Seat, int], seat: Seat, reds: int) -> None:
    paid[seat] = paid.get(seat, 0) - reds


BOSTON: Final = Game(
    "boston", PACK, 13, (4, 4, 5), outcome, turning="still", bidding=boston.BIDDING, all_passed=boston.PARTOUT
)  # fmt: skip
