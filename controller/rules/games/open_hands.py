"""Dummy and double dummy, where hands lie open; and mort, which Vivant plays for himself and the dead hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from controller.rules.cards import PACK
from controller.rules.court import Court
from controller.rules.game import Game
from controller.rules.games import whist
from controller.rules.ruling import Result, Score, Won
from controller.rules.seats import Side

_THREE: Final = 3
_BONUS: Final = 4
_SLAM: Final = 20


def with_dummy(court: Court) -> tuple[Result, Score]:
    """As whist; after a rubber dummy deals."""
    result, score = whist.outcome(court)
    dummy = court.state.heading.dummy
    if len(dummy) == 1 and court.code.holds("dummy_first") and any(won.why == "rubber" for won in result.won):
        result = replace(result, next_dealer=dummy[0])
    return result, score


def mort(court: Court) -> tuple[Result, Score]:
    """Five points are a game, but all of the last hand counts; its net value is paid, and Vivant's is double."""
    hand, seating = court.hand, court.seating
    before = dict(court.score.game)
    tricks = whist.tricks_of(court)
    if hand.void is not None:
        return Result(hand.number, hand.next_dealer, void=True, game=court.score.game), court.score
    if tricks is None:
        return Result(hand.number, None, unfinished=True), court.score
    played = dict(tricks)
    charged = whist.charged(court)
    revoked = {seating.side(case.offenders[0]) for case in charged}
    whist.move_tricks(court, charged, tricks)
    after, extra = dict(before), dict.fromkeys(seating.sides, 0)
    for case in charged:
        payer = seating.side(case.offenders[0])
        if case.remedy == "add_three" and case.for_ is not None:
            extra[case.for_] += _THREE
        elif case.remedy == "deduct_three":
            after[payer] = max(0, after[payer] - _THREE)
    holds = court.code.holds
    spoilt: set[Side] = revoked if holds("slam_without_revoke") else set()
    taken = played if holds("slam_without_revoke") else {side: max(played[side], tricks[side]) for side in tricks}
    slam = next((s for s in seating.sides if taken[s] == court.game.hand and s not in spoilt and holds("slam")), None)
    slams = dict.fromkeys(seating.sides, 0) | dict(court.score.sheet)
    if slam is not None:
        slams[slam] += 1
    else:
        after = {s: after[s] + max(0, tricks[s] - whist.BOOK) for s in seating.sides}
    winner = _winner(court, after)
    if winner is None:
        after = {s: after[s] + extra[s] for s in seating.sides}
        extra = dict.fromkeys(seating.sides, 0)
        winner = _winner(court, after)
    points = tuple((s, after[s] - before[s]) for s in seating.sides)
    won: tuple[Won, ...] = ()
    settlement = None
    if winner is not None:
        net = _net(court, winner, after, slams) + (extra[winner] if court.code.holds("revoke_beside") else 0)
        won = (Won(winner, net, "revoke" if extra[winner] else "tricks"),)
        settlement = _settled(court, winner, net)
        after, slams = dict.fromkeys(seating.sides, 0), dict.fromkeys(seating.sides, 0)
    result = Result(
        hand.number, court.next_dealer(), tuple(tricks.items()), points, tuple(after.items()), won,
        doubtful=whist.doubtful_of(court), settlement=settlement, slam=slam,
    )  # fmt: skip
    return result, replace(court.score, game=tuple(after.items()), sheet=tuple(slams.items()))


def _winner(court: Court, after: dict[Side, int]) -> Side | None:
    return next((side for side, n in after.items() if n >= court.code.scoring.game), None)


def _net(court: Court, winner: Side, after: dict[Side, int], slams: dict[Side, int]) -> int:
    """Points, three to one for the game, and the bonus; less all that the losers have, slams on either side too."""
    loser = next(side for side in court.seating.sides if side != winner)
    holds = court.code.holds
    grade = 3 if after[loser] <= 0 else 2 if after[loser] < _THREE else 1
    won = after[winner] + (grade if holds("grade") else 0) + (_BONUS if holds("bonus") else 0)
    against = after[loser] + _SLAM * slams[loser] if holds("less_the_losers") else 0
    return won + _SLAM * slams[winner] - against


def _settled(court: Court, winner: Side, net: int) -> tuple[tuple[str, int], ...]:
    """What each seat wins or loses: Vivant double, Mort nothing."""
    dummy = court.state.heading.dummy
    out: dict[str, int] = {}
    for seat in court.seating.seats:
        side = court.seating.side(seat)
        sign = 1 if side == winner else -1
        alone = any(s in dummy for s in side)
        out[seat] = 0 if seat in dummy else sign * net * (2 if alone and court.code.holds("double") else 1)
    return tuple(out.items())


def _game(name: str) -> Game:
    return Game(name, PACK, 13, (1,) * 13, with_dummy)


DUMMY: Final = _game("dummy")
DOUBLE_DUMMY: Final = _game("double-dummy")
MORT: Final = Game("mort", PACK, 13, (1,) * 13, mort)
