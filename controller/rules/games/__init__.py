"""The games of the whist family, one module a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from controller.rules.cards import SUITS
from controller.rules.errors import NotJudged
from controller.rules.game import Game
from controller.rules.games.boston_game import BOSTON
from controller.rules.games.cayenne_game import CAYENNE, CAYENNE_SIX
from controller.rules.games.open_hands import DOUBLE_DUMMY, DUMMY, MORT
from controller.rules.games.scotch_game import scotch_game
from controller.rules.games.solo_game import KIMBERLY, SOLO, SOLO_GRAND, SOLO_THREE, SOLO_THREE_RAISED, without
from controller.rules.games.whist import WHIST
from controller.rules.heading import Heading


def _solo(heading: Heading) -> Game:
    return SOLO_GRAND if _chosen(heading, "all_pass") == "grand" else SOLO


_ONE_OUT: Final[dict[str, Game]] = {suit: without(SOLO_THREE, suit) for suit in SUITS}


def _three(heading: Heading) -> Game:
    if _chosen(heading, "pack") == "one_suit_out":
        return _ONE_OUT.get(str(_chosen(heading, "suit_out")), _ONE_OUT["D"])
    return SOLO_THREE_RAISED if _chosen(heading, "after_all_pass") == "raise" else SOLO_THREE


def _cayenne(heading: Heading) -> Game:
    return CAYENNE_SIX if _chosen(heading, "packets") == "6-7" else CAYENNE


def _chosen(heading: Heading, name: str) -> object:
    return next((value for key, value in heading.options.other if key == name), None)


_GAMES: Final[dict[str, Game | Callable[[Heading], Game]]] = {
    "whist": WHIST, "boston": BOSTON, "solo": _solo, "solo-three": _three, "kimberly-solo": KIMBERLY,
    "dummy": DUMMY, "double-dummy": DOUBLE_DUMMY, "mort": MORT,
    "cayenne": _cayenne, "scotch": scotch_game, "french": scotch_game,
}  # fmt: skip
"""A game, or how the heading chooses one of its forms."""


def game_of(heading: Heading) -> Game:
    """The game that a heading names. Raises :class:`NotJudged` for one of a later release."""
    found = _GAMES.get(heading.game)
    if found is None:
        raise NotJudged(1, f"{heading.game} is not judged by this release, only {', '.join(_GAMES)}")
    return found if isinstance(found, Game) else found(heading)
