"""What dummy, double dummy and mort share: hands laid open, and the score of mort reckoned by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.rules.casebook.book import Script
from tests.rules.casebook.english.table import en, scored
from tests.rules.casebook.hand import SIDES, Hand, left, other

GAMES = {"dummy": ["S"], "double-dummy": ["S", "W"], "mort": ["S"]}
"""Whose hands lie open: North plays for South, and in double dummy East for West."""


def open_case(
    game: str,
    name: str,
    kind: str,
    rows: str,
    note: str,
    certainty: str = "text",
    hands: dict[str, str] | None = None,
    **heading: object,
) -> Callable[[Script], Script]:
    """A case of one of these games under the English code."""
    more = {"game": game, "dummy": GAMES[game], **heading}
    return en(name, kind, rows, note, certainty, True, None, hands, **more)


def lay_open(t: Hand) -> None:
    """The open hands, as they lie when the trump card is turned."""
    for seat in GAMES[str(t.heading["game"])]:
        t.fact("laid_open", by=seat, cards=" ".join(t.order[seat]), why="dummy")


def begin(t: Hand) -> None:
    """A whole regular deal, and the open hands laid down."""
    t.begin()
    lay_open(t)


def reach(t: Hand, tricks: int, plays: int = 0) -> str:
    """The same up to the given card. Returns whose turn it is."""
    begin(t)
    t.rounds(tricks)
    for _ in range(plays):
        t.play()
    return t.to_play


def quiet(t: Hand) -> dict[str, object]:
    """Played out without a call of honours."""
    t.play_out()
    t.cut_next()
    return scored(t)


def mort_game(winner: int, loser: int, slams: int = 0, revokes: int = 0) -> int:
    """The net value of a game of mort to its winners.

    Their points, three, two or one for a triple, double or simple game, four for consolation, and points for
    revokes, less the losers' points. ``slams``: the winners' less the losers'.
    """
    grade = 3 if loser == 0 else 2 if loser < 3 else 1
    return winner + grade + 4 + revokes - loser + 20 * slams


def mort_scored(
    t: Hand, charged: Sequence[tuple[str, str]] = (), slams: dict[str, int] | None = None
) -> dict[str, object]:
    """The result of a hand of mort: no honours, five points, Vivant (North) wins or loses double.

    ``charged``: side that revoked and the penalty; ``slams``: those made in this game before.
    """
    had, score = dict(t.taken), dict(t.score)
    made = dict(slams or dict.fromkeys(SIDES, 0))
    whole = next((s for s in SIDES if had[s] == 13 and s not in {loser for loser, _ in charged}), None)
    bonus = dict.fromkeys(SIDES, 0)
    for loser, penalty in charged:
        if penalty == "three_tricks":
            n = max(0, min(3, had[loser] - 1))
            had[loser] -= n
            had[other(loser)] += n
        elif penalty == "add_three":
            bonus[other(loser)] += 3
        else:
            score[loser] = max(0, score[loser] - 3)
    out: dict[str, object] = {"tricks": had, "next_dealer": left(t.dealer)}
    if whole:
        made[whole] += 1
    else:
        score = {s: score[s] + max(0, had[s] - 6) for s in SIDES}
    won = next((s for s in SIDES if score[s] >= 5), None)
    if won is None:
        score = {s: score[s] + bonus[s] for s in SIDES}
        won = next((s for s in SIDES if score[s] >= 5), None)
        bonus = dict.fromkeys(SIDES, 0)
    if won:
        lost = other(won)
        net = mort_game(score[won], score[lost], made[won] - made[lost], bonus[won])
        out["won"] = [{"side": won, "value": net}]
        vivant = 2 * net if won == "NS" else -2 * net
        out["settlement"] = {"N": vivant, "S": 0, "E": -vivant // 2, "W": -vivant // 2}
        score = dict.fromkeys(SIDES, 0)
    t.score = score
    out["game"] = dict(score)
    return out


def mort_end(t: Hand, charged: Sequence[tuple[str, str]] = ()) -> dict[str, object]:
    """Played out and scored."""
    t.play_out()
    t.cut_next()
    return mort_scored(t, charged)
