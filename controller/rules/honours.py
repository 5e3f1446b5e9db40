"""Honours called, and what a side puts on the score."""

from __future__ import annotations

from controller.rules import facts as f
from controller.rules.court import Court
from controller.rules.seats import Seat


def said(court: Court, seat: Seat, count: int | None) -> None:
    """A side calls its honours, of the hand that is over or, before the next trump card is turned, of the last one."""
    hand, rules = court.hand, court.code.scoring.honours
    side = court.seating.side(seat)
    if rules is None or court.is_void() or count is None or court.doubt:
        return
    done = any(trick.complete or trick.quitted for trick in hand.tricks)
    if hand.number > 1 and not done and not rules.early:
        if hand.turn_up is not None:
            court.open("honours_late", seat)
        elif side not in hand.earlier:
            hand.earlier = (*hand.earlier, side)
            _late_score(court, side, count)
        return
    hand.honours = (*(h for h in hand.honours if h[0] != side), (side, count, not done))


def _late_score(court: Court, side: str, count: int) -> None:
    """Honours of the last hand, in time though its result has been told: they go on the score."""
    rules = court.code.scoring.honours
    results = court.state.results
    if rules is None or not results or results[-1].void or results[-1].unfinished:
        return
    last = results[-1]
    if any(s == side and n for s, n in last.honours or ()) or last.won:
        return
    before = {s: n - dict(last.points or ()).get(s, 0) for s, n in court.score}
    if before.get(side, 0) < rules.until:
        points = rules.points.get(count, 0)
        top = court.code.scoring.game - 1
        court.score = tuple((s, min(n + points, top) if s == side else n) for s, n in court.score)


def marked(court: Court, fact: f.Marked) -> None:
    """A side marks points: what it is not entitled to is an error, until it is put right or stands."""
    scoring, hand = court.code.scoring, court.hand
    name = "value_error" if fact.what == "game" else "score_error"
    if fact.what == "honours":
        held = (
            next((n for n, points in scoring.honours.points.items() if points == fact.points), None)
            if (scoring.honours is not None)
            else None
        )
        if (
            held is not None
            and scoring.honours is not None
            and (scoring.honours.marking or fact.by in hand.game_claimed)
        ):
            said(court, fact.by[0], held)
        return
    if hand.phase not in ("over", "closed") or court.doubt or name not in court.code.forms:
        return
    right = _due(court, court.seating.side(fact.by[0]), fact.what)
    wrong = next((c for c in court.live() if c.form == name and c.by == fact.by), None)
    if right is None:
        return
    if fact.points == right:
        if wrong is not None:
            court.cancel(wrong)
    elif wrong is None:
        court.open(name, fact.by)


def _due(court: Court, side: str, what: str) -> int | None:
    """What a side may mark for its tricks, or for the game that it has won."""
    rubber = court.rubber
    result, _ = court.game.outcome(court)
    court.rubber = rubber
    if result.tricks is None:
        return None
    if what == "game":
        return next((won.value for won in result.won if won.side == side and won.why != "rubber"), None)
    return max(0, dict(result.tricks)[side] - 6)


def game_claimed(court: Court, seat: Seat) -> None:
    """He claims the game; if his side then marks honours for it, they were called."""
    hand = court.hand
    hand.game_claimed |= {court.seating.side(seat)}
