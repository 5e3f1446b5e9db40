"""What a simulated player answers when he is asked which card lay there."""

from __future__ import annotations

from typing import Any, Final

import pytest

from controller.bench.pages import SeatPage
from controller.bench.players import Player
from controller.rules.cards import Card
from controller.rules.heading import read_heading

SEATING: Final = read_heading(
    {"record": 1, "game": "whist", "laws": "american-1893", "seats": ["N", "E", "S", "W"], "dealer": "N"}
).seating
LAY: Final = {("E", 1): Card("9C"), ("E", 2): Card("4D"), ("S", 1): Card("KC")}


def asked(*proposed: str, answered: str = "") -> dict[str, Any]:
    """A page in the second trick, on which E's card of the first was not read."""
    question = {
        "number": 3,
        "seat": "E",
        "candidates": list(proposed),
        "answers": [[answered, "4C"]] if answered else [],
        "fact": [["fact", "played"], ["by", "E"], ["cards", "??"]],
    }
    plays = [{"seat": "E", "card": "4D"}]
    return {"acts": [], "table": {"hand": 1, "questions": [question], "trick": trick(2, plays), "rulings": []}}


def trick(number: int, plays: list[dict[str, Any]]) -> dict[str, Any]:
    return {"number": number, "leader": "E", "plays": plays, "complete": False}


@pytest.fixture
def player() -> Player:
    """N, who has seen the first trick, with E's card that could not be read."""
    out = Player("N", SEATING, SeatPage("localhost", 1, "words"))
    first = trick(1, [{"seat": "E", "card": "??"}, {"seat": "S", "card": "KC"}])
    out.look({"acts": [], "table": {"hand": 1, "questions": [], "trick": first, "rulings": []}})
    return out


@pytest.mark.parametrize("proposed", [("4C", "9C"), ("4C", "AC"), ()])
def test_he_names_the_card_that_lay_there_proposed_or_not(player: Player, proposed: tuple[str, ...]) -> None:
    wish = player.answers(asked(*proposed), lambda seat, number: LAY.get((seat, number)))
    to = {"fact": "played", "by": "E", "cards": "9C"}
    assert wish == {"fact": "answered", "by": "N", "question": 3, "to": to}


def test_he_answers_once(player: Player) -> None:
    assert player.answers(asked("4C", answered="N"), lambda seat, number: LAY.get((seat, number))) is None


def test_he_says_nothing_of_what_he_did_not_see(player: Player) -> None:
    assert player.answers(asked("4C"), lambda *_: None) is None
