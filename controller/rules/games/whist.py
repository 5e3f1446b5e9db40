"""Whist: thirteen cards each, one at a time, the last one trumps; tricks above six count to the game."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from controller.rules.cards import PACK
from controller.rules.court import Court
from controller.rules.game import Game
from controller.rules.ruling import Result, Score, Won
from controller.rules.seats import Side

BOOK = 6
"""Tricks that count nothing."""


def outcome(court: Court) -> tuple[Result, Score]:
    """How the hand stands, and the score after it."""
    hand, seating = court.hand, court.seating
    score = court.score
    before = dict(score.game)
    if hand.void is not None:
        return Result(hand.number, hand.next_dealer, void=True, game=score.game), score
    if hand.admitted is not None:
        tricks = dict.fromkeys(seating.sides, 0) | dict(hand.admitted)
        doubtful: tuple[int, ...] = ()
    else:
        done = [t for t in hand.tricks if t.complete or t.quitted]
        if len(done) < court.game.hand:
            return Result(hand.number, None, unfinished=True), score
        doubtful = tuple(t.number for t in done if t.winner is None)
        tricks = hand.taken(seating)
    revoked = _penalties(court, tricks)
    points: dict[Side, int] = {}
    for side in seating.sides:
        earned = max(0, tricks[side] - BOOK)
        cap = court.code.revoke_cap if side in revoked else court.code.game
        points[side] = max(0, min(earned, cap - before[side]))
    after = {side: before[side] + points[side] for side in seating.sides}
    won = tuple(_won(court, side, after) for side in seating.sides if after[side] >= court.code.game)
    if won:
        after = dict.fromkeys(seating.sides, 0)
    result = Result(
        hand.number,
        seating.left(hand.dealer),
        tuple(tricks.items()),
        tuple(points.items()),
        tuple(after.items()),
        won,
        doubtful=doubtful,
    )
    return result, replace(score, game=tuple(after.items()))


def _penalties(court: Court, tricks: dict[Side, int]) -> set[Side]:
    """Move the tricks of every penalty that was demanded; the sides that paid."""
    revoked: set[Side] = set()
    # In an order that both folds share: with too few tricks to take it matters who pays first.
    for case in sorted(court.cases.values(), key=lambda c: (c.trick or 0, c.by or "", c.irregularity)):
        if case.status != "applied" or case.remedy not in court.form("revoke").remedies or not case.offenders:
            continue
        payer = court.seating.side(case.offenders[0])
        taker = case.for_ if case.for_ is not None and case.for_ != payer else None
        revoked.add(payer)
        moved = min(court.code.revoke_tricks, tricks[payer])
        tricks[payer] -= moved
        if taker is not None:
            tricks[taker] += moved
    return revoked


def _won(court: Court, side: Side, after: dict[Side, int]) -> Won:
    losers = max(points for other, points in after.items() if other != side)
    return Won(side, court.code.game - losers, "tricks")


WHIST: Final = Game("whist", PACK, 13, (1,) * 13, outcome)
