"""Whist: thirteen cards each, one at a time, the last one trumps; tricks above six count to the game."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from controller.rules.cards import PACK, SUIT, Card
from controller.rules.court import Court
from controller.rules.game import Game
from controller.rules.ruling import Result, Score, Won
from controller.rules.seats import Side
from controller.rules.state import NONE, Case

BOOK = 6
"""Tricks that count nothing."""
_TRICKS: Final = {"two_tricks": 2, "three_tricks": 3}
_HONOURS: Final = "AKQJ"


def outcome(court: Court) -> tuple[Result, Score]:  # noqa: C901 - one step of the count after the other
    """How the hand stands, and the score after it."""
    hand, seating, scoring = court.hand, court.seating, court.code.scoring
    score = court.score
    before = dict(score.game)
    if hand.void is not None:
        return Result(hand.number, hand.next_dealer, void=True, game=score.game), score
    if hand.won_by_honours is not None:
        return _on_honours(court, before, hand.won_by_honours)
    tricks = tricks_of(court)
    if tricks is None:
        return Result(hand.number, None, unfinished=True), score
    doubtful = doubtful_of(court)
    played = dict(tricks)
    paid = charged(court)
    revoked = {seating.side(case.offenders[0]) for case in paid}
    move_tricks(court, paid, tricks)
    after = dict(before)
    won: list[Won] = []

    def add(side: Side, points: int, why: str) -> None:
        if won and not (scoring.together and why == "tricks"):
            return
        capped = side in revoked and (len(revoked) < 2 or court.code.holds("both_revoked"))
        top = scoring.cap if capped else scoring.game
        if points > 0 and (why != "revoke" or court.code.holds("this_game_only")):
            points = max(0, min(points, top - after[side]))
        after[side] = max(0, after[side] + points)
        if after[side] >= scoring.game and not won:
            won.append(_won(court, side, after, why))
        elif won:
            won[0] = _won(court, won[0].side, after, won[0].why)

    def penalties() -> None:
        for case in paid:
            payer = seating.side(case.offenders[0])
            if case.remedy == "add_three" and case.for_ is not None:
                add(case.for_, 3, "revoke")
            elif case.remedy in ("deduct_three", "three_points"):
                add(payer, -3, "revoke")

    penalty_first = court.code.holds("penalty_first")
    if penalty_first:
        penalties()
    slam = scoring.slam is not None and any(
        played[s] == court.game.hand and s not in revoked and s not in hand.no_slam for s in seating.sides
    )
    honours = {} if slam else honours_of(court)
    counted = [(side, max(0, tricks[side] - BOOK), "tricks") for side in seating.sides]
    if (slam and court.code.holds("slam_alone")) or not court.code.holds("book"):
        counted = []
    called = [(side, n, "honours") for side, n in honours.items()]
    for item in (*counted, *called) if court.code.holds("tricks_first") else (*called, *counted):
        add(*item)
    if not penalty_first:
        penalties()
    points = {side: after[side] - before[side] for side in seating.sides}
    if slam and scoring.slam is not None:
        won = [Won(s, scoring.slam, "slam") for s in seating.sides if played[s] == court.game.hand]
    rubber = _rubber(court, won) if won and not slam else score.rubber
    if won and not slam:
        over = 0 if court.code.holds("this_game_only") else scoring.game
        after = {side: max(0, after[side] - over) if over else 0 for side in seating.sides}
    result = Result(
        hand.number,
        court.next_dealer(),
        tuple(tricks.items()),
        tuple(points.items()),
        tuple(after.items()),
        tuple(won),
        doubtful=doubtful,
        rubber=tuple((s, sum(1 for side, _ in rubber if side == s)) for s in seating.sides) if scoring.rubber else None,
        honours=tuple((s, honours.get(s, 0)) for s in seating.sides) if scoring.honours is not None else None,
        slam=next((s for s in seating.sides if slam and played[s] == court.game.hand), None),
    )
    return result, replace(score, game=tuple(after.items()), rubber=rubber)


def tricks_of(court: Court) -> dict[Side, int] | None:
    """The tricks of each side as they were won or admitted; ``None`` where the hand was not finished."""
    hand, seating = court.hand, court.seating
    if hand.annulled:
        return dict.fromkeys(seating.sides, 0)
    if hand.admitted is not None:
        return dict.fromkeys(seating.sides, 0) | dict(hand.admitted)
    done = [t for t in hand.tricks if t.complete or t.quitted]
    return hand.taken(seating) if len(done) >= court.game.hand else None


def doubtful_of(court: Court) -> tuple[int, ...]:
    """Numbers of the tricks whose winner nobody could tell, where it is the tricks that count."""
    hand = court.hand
    if hand.annulled or hand.admitted is not None:
        return ()
    return tuple(t.number for t in hand.tricks if (t.complete or t.quitted) and t.winner is None)


def _on_honours(court: Court, before: dict[Side, int], side: Side) -> tuple[Result, Score]:
    """The game was won before a card was played, on honours that were shown."""
    won = [_won(court, side, before, "honours")]
    rubber = _rubber(court, won)
    after = tuple(dict.fromkeys(before, 0).items())
    result = Result(court.hand.number, court.next_dealer(), game=after, won=tuple(won))
    return result, replace(court.score, game=after, rubber=rubber)


# --------------------------------------------------------------------------- revokes
def charged(court: Court) -> list[Case]:
    """Every penalty that was demanded, in an order that both folds share."""
    words = court.form("revoke").remedies
    paid = sorted(
        (c for c in court.cases.values() if c.status == "applied" and c.remedy in words and c.offenders),
        key=lambda c: (c.trick or 0, c.by or "", c.irregularity),
    )
    sides = {court.seating.side(c.offenders[0]) for c in paid}
    if len(sides) > 1 and not court.code.holds("each_punished"):
        return []
    if court.code.holds("each_revoke"):
        return paid
    side = court.seating.side
    return [c for i, c in enumerate(paid) if all(side(c.offenders[0]) != side(d.offenders[0]) for d in paid[:i])]


def move_tricks(court: Court, paid: list[Case], tricks: dict[Side, int]) -> None:
    """The tricks that are taken in penalty; with too few to take it matters who pays first."""
    for case in paid:
        payer = court.seating.side(case.offenders[0])
        taker = case.for_ if case.for_ is not None and case.for_ != payer else None
        moved = max(0, min(_TRICKS.get(case.remedy or "", 0), tricks[payer] - court.code.scoring.least))
        tricks[payer] -= moved
        if taker is not None and court.code.holds("to_claimants"):
            tricks[taker] += moved


# --------------------------------------------------------------------------- honours
def honours_of(court: Court) -> dict[Side, int]:
    """The points of those honours that were called, as far as the hands bear them out."""
    rules, hand = court.code.scoring.honours, court.hand
    if rules is None:
        return {}
    before = dict(court.score.game)
    out: dict[Side, int] = {}
    for side, count, late in hand.honours:
        if side in hand.uncounted:
            continue
        held = held_by(court, side)
        number = count if held is None else min(count, held)
        in_time = before.get(side, 0) < rules.until or not court.code.holds("honours_until")
        if in_time and rules.points.get(number, 0) and court.code.holds(f"honours_{number}"):
            four = number == 4 and late and rules.late_four is not None
            out[side] = rules.late_four if four and rules.late_four is not None else rules.points[number]
    return out


def held_by(court: Court, side: Side) -> int | None:
    """Honours that a side was dealt, where its hands are known."""
    hand = court.hand
    if hand.trump is None or not all(hand.knows(seat) for seat in side):
        return None
    four = [Card(rank + hand.trump) for rank in _HONOURS]
    return sum(1 for card in four for seat in side if card in hand.held.get(seat, NONE) and SUIT[card] == hand.trump)


# --------------------------------------------------------------------------- games and rubbers
def _won(court: Court, side: Side, after: dict[Side, int], why: str) -> Won:
    losers = max(points for other, points in after.items() if other != side)
    worth = court.code.scoring.value(losers)
    return Won(side, worth if court.code.holds(f"game_of_{worth}") else 0, why)


def _rubber(court: Court, won: list[Won]) -> tuple[tuple[Side, int], ...]:
    """The games of the rubber after one more; with the second of a side it is over, and its worth is told."""
    scoring = court.code.scoring
    if not scoring.rubber:
        return ()
    game = won[0]
    games = (*court.score.rubber, (game.side, game.value))
    if sum(1 for side, _ in games if side == game.side) < 2:
        return games
    less = sum(value for side, value in games if side != game.side) if scoring.less else 0
    won.append(Won(game.side, scoring.rubber - less, "rubber"))
    return ()


WHIST: Final = Game("whist", PACK, 13, (1,) * 13, outcome)
