"""Cayenne: the dealer makes the trump, a card of the still pack ranks the suits, honours and slams count."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from controller.rules.cards import HEIGHT, Card, Suit, in_suit
from controller.rules.seats import Side

GAME: Final = 10
BOOK: Final = 6
GAMES: Final = 4
"""Games that win the rubber."""
RUBBER: Final = 8
"""Points that the winners of the rubber add on the sheet."""
REVOKE_TRICKS: Final = 3
ALL_TRICKS: Final = 8
"""The multiplier of a hand without trumps."""
SLAM: Final[Mapping[int, int]] = {13: 6, 12: 4}
"""Points on the sheet by tricks taken without penalties."""
SLAMS: Final[Mapping[int, str]] = {6: "slam", 4: "little slam"}
HONOURS: Final[Mapping[int, int]] = {3: 2, 4: 4, 5: 6}
"""What a side counts by the number of honours that it held of the five."""
HONOUR_RANKS: Final = "AKQJT"

_RANKED: Final[Mapping[Suit, tuple[Suit, ...]]] = {
    "H": ("H", "D", "C", "S"), "D": ("D", "H", "C", "S"), "C": ("C", "S", "H", "D"), "S": ("S", "C", "H", "D"),
}  # fmt: skip


def multiplier(cayenne: Suit, trump: Suit) -> int:
    """By what points are multiplied: four for cayenne, three for its colour, then two and one."""
    return 4 - _RANKED[cayenne].index(trump)


def aces_low(high: frozenset[Card] = frozenset()) -> Mapping[Card, int]:
    """How cards rank where tricks are to be lost: aces under the deuces, but for those that were declared high."""
    return {card: -1 if card[0] == "A" and card not in high else height for card, height in HEIGHT.items()}


def honours_of(trump: Suit) -> tuple[Card, ...]:
    """The five honours of a suit."""
    return tuple(card for card in in_suit(HEIGHT, trump) if card[0] in HONOUR_RANKS)


def game_value(losers: int) -> int:
    """Points on the sheet for a game, by what the losers have: seven of theirs make it a single one."""
    return 4 if losers == 0 else 3 if losers < 4 else 2 if losers < 7 else 1


WORDS: Final[Mapping[int, str]] = {4: "quadruple", 3: "triple", 2: "double", 1: "single"}


@dataclass(frozen=True, slots=True)
class Hand:
    """What a hand brought. ``taken``: tricks by side as they fell; ``multiply``: by what points are multiplied;
    ``lose``: tricks over the book count for the others; ``honours``: how many each side held; ``tricks_from``,
    ``deducted`` and ``added``: how often a side loses three tricks, has their value deducted, or gets it added;
    ``revoked``: sides that cannot win this game.
    """

    taken: Mapping[Side, int]
    multiply: int
    lose: bool = False
    honours: Mapping[Side, int] = field(default_factory=dict[Side, int])
    tricks_from: Mapping[Side, int] = field(default_factory=dict[Side, int])
    deducted: Mapping[Side, int] = field(default_factory=dict[Side, int])
    added: Mapping[Side, int] = field(default_factory=dict[Side, int])
    revoked: frozenset[Side] = frozenset()


@dataclass(slots=True)
class Sheet:
    """The rubber so far: ``game`` points on the markers, ``games`` won, ``sheet`` points put down, by side."""

    game: dict[Side, int]
    games: dict[Side, int]
    sheet: dict[Side, int]


@dataclass(frozen=True, slots=True)
class Counted:
    """How a hand is entered. ``won``: each game with its value; ``rubber``: who wins it and by how much."""

    tricks: dict[Side, int]
    points: dict[Side, int]
    honours: dict[Side, int]
    slam: dict[Side, int]
    won: tuple[tuple[Side, int], ...]
    rubber: tuple[Side, int] | None


def count(hand: Hand, sheet: Sheet, holds: Callable[[str], bool] = lambda _: True) -> Counted:
    """Enter a hand on the sheet: the penalty of a revoke first, then tricks, then honours. Changes ``sheet``.

    A game is won as soon as its ten points are marked: what counts afterwards goes to the next one.

    ``holds``: which of the principles of counting are followed.
    """
    sides = tuple(sheet.game)
    other = {sides[0]: sides[1], sides[1]: sides[0]}
    value = REVOKE_TRICKS * hand.multiply
    points_of = dict.fromkeys(sides, 0)
    won: list[tuple[Side, int]] = []

    def mark(side: Side, points: int, most: int | None = None) -> int:
        """Points on the marker, and the games that they win; what was marked."""
        before = sheet.game[side]
        after = max(0, before + points)
        after = after if most is None else max(min(before, after), min(after, most))
        sheet.game[side] = after
        points_of[side] += after - before
        won.extend(_games(sheet, other, holds))
        return after - before

    def most(side: Side) -> int | None:
        """A side that has revoked stops one short of the game."""
        return GAME - 1 if side in hand.revoked else None

    for side in sides:
        mark(side, -value * hand.deducted.get(side, 0))
    for side in sides:
        mark(side, value * hand.added.get(side, 0), most(side))
    tricks = _moved(hand, other)
    odd = next((side for side in sides if tricks[side] > BOOK), None)
    scorer = None if odd is None else other[odd] if hand.lose else odd
    if odd is not None and scorer is not None and holds("book"):
        mark(scorer, (tricks[odd] - BOOK) * hand.multiply, most(scorer))
    out = {side for side, _ in won} if holds("out_by_tricks_first") else set[Side]()
    honours = dict.fromkeys(sides, 0)
    for side in sides:
        held = HONOURS.get(hand.honours.get(side, 0), 0) * hand.multiply if holds("honours") else 0
        if not held or other[side] in out:
            continue
        free = side == scorer or not holds("not_by_honours_alone")
        honours[side] = mark(side, held, most(side) if free else GAME - 1)
    slam = {side: 0 if side in hand.revoked or hand.lose else SLAM.get(hand.taken[side], 0) for side in sides}
    slam = slam if holds("slam") else dict.fromkeys(sides, 0)
    for side in sides:
        sheet.sheet[side] += slam[side]
    rubber = _rubber(sheet, other, holds)
    return Counted(tricks, points_of, honours, slam, tuple(won), rubber)


def _moved(hand: Hand, other: Mapping[Side, Side]) -> dict[Side, int]:
    tricks = dict(hand.taken)
    for side, times in hand.tricks_from.items():
        moved = min(tricks[side], REVOKE_TRICKS * times)
        tricks[side] -= moved
        tricks[other[side]] += moved
    return tricks


def _games(sheet: Sheet, other: Mapping[Side, Side], holds: Callable[[str], bool]) -> tuple[tuple[Side, int], ...]:
    """Games won with these points: each turns the losers' points down and leaves the winners what is over."""
    won: list[tuple[Side, int]] = []
    for side in sheet.game:
        while sheet.game[side] >= GAME and sheet.games[side] < GAMES:
            value = game_value(min(sheet.game[other[side]], GAME - 1)) if holds("graded") else 0
            won.append((side, value))
            sheet.game[side] -= GAME if holds("excess_kept") else sheet.game[side]
            sheet.game[other[side]] = 0 if holds("turned_down") else sheet.game[other[side]]
            sheet.games[side] += 1
            sheet.sheet[side] += value
    return tuple(won)


def _rubber(sheet: Sheet, other: Mapping[Side, Side], holds: Callable[[str], bool]) -> tuple[Side, int] | None:
    winner = next((side for side, games in sheet.games.items() if games >= GAMES), None)
    if winner is None or not holds("rubber"):
        return None
    sheet.sheet[winner] += RUBBER
    return winner, sheet.sheet[winner] - sheet.sheet[other[winner]]
