"""The games of the whist family, one module a game."""

from __future__ import annotations

from typing import Final

from controller.rules.errors import NotJudged
from controller.rules.game import Game
from controller.rules.games.whist import WHIST
from controller.rules.heading import Heading

_GAMES: Final[dict[str, Game]] = {game.name: game for game in (WHIST,)}


def game_of(heading: Heading) -> Game:
    """The game that a heading names. Raises :class:`NotJudged` for one of a later release."""
    found = _GAMES.get(heading.game)
    if found is None:
        raise NotJudged(1, f"{heading.game} is not judged by this release, only {', '.join(_GAMES)}")
    return found
