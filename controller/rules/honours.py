"""Honours called, and what a side puts on the score."""

from __future__ import annotations

from dataclasses import replace

from controller.rules import facts as f
from controller.rules.court import Court
from controller.rules.games.whist import BOOK, held_by, honours_of
from controller.rules.seats import Seat


def said(court: Court, seat: Seat, count: int | None, *, claimed: bool = False) -> None:
    """A side calls its honours, of the hand that is over or, before the next trump card is turned, of the last one."""
    hand, rules = court.hand, court.code.scoring.honours
    side = court.seating.side(seat)
    if rules is None or court.is_void() or count is None or court.doubt:
        return
    done = any(trick.complete or trick.quitted for trick in hand.tricks)
    if hand.number > 1 and not done and (claimed or not rules.early):
        if hand.turn_up is not None:
            court.open("honours_late", seat)
        elif side not in hand.earlier:
            hand.earlier = (*hand.earlier, side)
            _late_score(court, side, count)
        return
    if court.code.called(court, seat, count):
        return
    late = sum(1 for trick in hand.tricks if trick.quitted) >= 2
    if late and count == 4 and rules.late_four is not None and not any(h[:2] == (side, 4) for h in hand.honours):
        court.open("four_told_late", seat)
    hand.honours = (*(h for h in hand.honours if h[0] != side), (side, count, late))


def _late_score(court: Court, side: str, count: int) -> None:
    """Honours of the last hand, in time though its result has been told: they go on the score."""
    rules = court.code.scoring.honours
    results = court.state.results
    if rules is None or not results or results[-1].void or results[-1].unfinished:
        return
    last = results[-1]
    if any(s == side and n for s, n in last.honours or ()) or last.won:
        return
    before = {s: n - dict(last.points or ()).get(s, 0) for s, n in court.score.game}
    if before.get(side, 0) < rules.until:
        points = rules.points.get(count, 0)
        top = court.code.scoring.game - 1
        game = tuple((s, min(n + points, top) if s == side else n) for s, n in court.score.game)
        court.score = replace(court.score, game=game)


def first_play(court: Court) -> None:
    """A card is played: a call that a partner could have answered, and did not, may cost a slam."""
    hand, rules = court.hand, court.code.scoring.honours
    if rules is None or not rules.early or court.code.scoring.slam is None or not court.code.holds("no_slam"):
        return
    for side, count, _ in hand.honours:
        at_call = dict(court.score.game).get(side, 0) == court.code.scoring.game - 2
        held = held_by(court, side)
        if at_call and count == 2 and held is not None and held > 2 and not any(s == side for s, _ in hand.displayed):
            hand.no_slam |= {side}


def second_trick(court: Court) -> None:
    """The second trick is quitted: honours marked beyond what was announced and held come off."""
    court.end("second_trick")
    if "honours_come_off" not in court.code.forms:
        return
    right = honours_of(court)
    for side, what, points in court.hand.marks:
        if what == "honours" and points > right.get(side, 0):
            court.open("honours_come_off", side)


def marked(court: Court, fact: f.Marked) -> None:
    """A side marks points: what it is not entitled to is an error, until it is put right or stands."""
    hand = court.hand
    side = court.seating.side(fact.by[0])
    if court.doubt:
        return
    if fact.what == "honours":
        _marked_honours(court, fact, side)
        hand.marks = (*hand.marks, (side, "honours", fact.points))
        return
    name = court.code.known("value_error", "score_error") if fact.what == "game" else "score_error"
    over = hand.phase in ("over", "closed")
    if name is None or name not in court.code.forms or (not over and "marked_late" not in court.code.forms):
        return
    mine = [m for m in hand.marks if m[:2] == (side, fact.what)]
    hand.marks = (*hand.marks, (side, fact.what, fact.points))
    totals = [t for s, t in hand.totals if s == side]
    if fact.total is not None:
        hand.totals = (*hand.totals, (side, fact.total))
    right = _due(court, side, fact.what) if over else _due_before(court, side)
    wrong = next((c for c in court.live() if c.form == name and c.by == fact.by), None)
    if right is None:
        return
    late = sum(1 for trick in hand.tricks if trick.quitted) >= 2 and not over
    if late and mine:
        if fact.total is not None and totals and fact.total != totals[-1]:
            court.open("marks_differ", fact.by)
    elif late and fact.points > 0:
        court.open("marked_late", fact.by)
    elif fact.points == right and (wrong is not None or not mine or not fact.points):
        if wrong is not None:
            court.cancel(wrong)
    elif wrong is None:
        court.open(name, fact.by)


def _marked_honours(court: Court, fact: f.Marked, side: str) -> None:
    rules = court.code.scoring.honours
    if rules is None or not (rules.marking or side in court.hand.game_claimed):
        return
    held = next((n for n, points in rules.points.items() if points == fact.points), None)
    if held is not None:
        said(court, side[0], held)


def _due(court: Court, side: str, what: str) -> int | None:
    """What a side may mark for its tricks, or for the game that it has won."""
    result, after = court.game.outcome(court)
    if court.code.marks_total:
        return None if result.points is None or result.won else dict(after.game)[side]
    if result.tricks is None:
        return None
    if what == "game":
        return next((won.value for won in result.won if won.side == side and won.why != "rubber"), None)
    return max(0, dict(result.tricks)[side] - BOOK)


def _due_before(court: Court, side: str) -> int | None:
    """The same for the hand before this one."""
    results = court.state.results
    if not results or results[-1].tricks is None:
        return None
    return max(0, dict(results[-1].tricks)[side] - BOOK)


def game_claimed(court: Court, seat: Seat) -> None:
    """He claims the game; if his side then marks honours for it, they were called."""
    hand = court.hand
    hand.game_claimed |= {court.seating.side(seat)}
