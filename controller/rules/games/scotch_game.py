"""Scotch and French whist as games of the judge, for two to eight players."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

from controller.rules.cards import Card, Suit
from controller.rules.court import Court
from controller.rules.game import Game
from controller.rules.games import scotch
from controller.rules.games.tally import option, revokes, tally
from controller.rules.heading import Heading
from controller.rules.ruling import Result, Score, Won
from controller.rules.seats import Side

_NAMES: Final = ("scotch", "french")


def outcome(court: Court) -> tuple[Result, Score]:
    """How the hand stands; a revoke that is claimed and shown ends the game."""
    hand, score, seating = court.hand, court.score, court.seating
    if hand.void is not None:
        return Result(hand.number, hand.next_dealer, void=True, game=score.game), score
    nothing = tuple(dict.fromkeys(seating.sides, 0).items())
    left, holds = court.next_dealer(), court.code.holds
    revoked = revokes(court)
    if revoked:
        lost, owed = _lost(court, revoked[0].offenders[0])
        result = Result(
            hand.number, left, game=nothing, won=lost, settlement=tuple(owed.items()), points=nothing
        )  # fmt: skip
        return result, replace(score, game=nothing)
    tricks = tally(court)
    if not tricks.finished or hand.trump is None or hand.admitted is not None:
        return Result(hand.number, None, unfinished=True), score
    counts = _counts(court, hand.trump)
    points = {side: count.points for side, count in counts.items()}
    before = dict(score.game)
    after = {side: before[side] + points[side] for side in seating.sides}
    winner = scotch.first_out(before, counts, in_order=holds("counting_out")) if holds("game_of_41") else None
    won = () if winner is None else (Won(winner, 1, "points"),)
    units = None if winner is None or not (holds("losers_pay") and holds("stakes")) else scotch.settle(seating, winner)
    game = tuple(after.items()) if winner is None else nothing
    result = Result(
        hand.number, left, tuple(tricks.taken.items()), tuple(points.items()), game, won, doubtful=tricks.doubtful,
        settlement=None if units is None else tuple(units.items()),
        honours=tuple((side, sum(n for _, n in count.honours)) for side, count in counts.items()),
    )  # fmt: skip
    return result, replace(score, game=game)


def _counts(court: Court, trump: Suit) -> dict[Side, scotch.Count]:
    hand, seating = court.hand, court.seating
    taken: dict[Side, list[Card]] = {side: [] for side in seating.sides}
    for trick in hand.tricks:
        if trick.winner is not None:
            taken[seating.side(trick.winner)] += [play.card for play in trick.plays]
    holds = court.code.holds
    french = court.game.name == "french" and holds("ten_of_diamonds")
    counts = {
        side: scotch.count(cards, court.game.hand * len(side), trump, french=french) for side, cards in taken.items()
    }
    return {
        side: scotch.Count(count.honours if holds("honours") else (), count.cards if holds("cards") else 0)
        for side, count in counts.items()
    }


def _lost(court: Court, revoker: str) -> tuple[tuple[Won, ...], dict[str, int]]:
    """The game is lost to every other side, as if each had won it: the side pays, or he alone."""
    seating = court.seating
    loser = seating.side(revoker)
    winners = tuple(side for side in seating.sides if side != loser)
    units = dict.fromkeys(seating.seats, 0)
    payers = (
        (revoker,) if option(court, "revoke_pays") == "player" and court.code.holds("player_pays") else tuple(loser)
    )
    for winner in winners:
        for i, seat in enumerate(winner):
            payer = payers[i % len(payers)]
            units[payer] -= 1
            units[seat] += 1
    won = tuple(Won(side, 1, "revoke") for side in winners) if len(winners) == 1 else ()
    return won, units


def _played_singly(cards: int) -> tuple[int, ...]:
    return (1,) * cards


@cache
def _game(name: str, players: int, aside: bool) -> Game:
    cards, sets = scotch.hands(players)
    return Game(
        name, scotch.pack(players, aside=aside), cards, _played_singly(cards), outcome, players=players,
        height=scotch.height, sets=sets,
    )  # fmt: skip


def scotch_game(heading: Heading) -> Game:
    """The game for as many players as sit at the table."""
    aside = next((value for key, value in heading.options.other if key == "odd_card"), None) == "set_aside"
    return _game(heading.game, len(heading.seating.seats), aside)
