"""Which card a reading names, in the light of what lies on the table and of what hands are known to hold."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from controller.rules.cards import PACK, UNREAD, Card
from vision.classify import Reading
from vision.layout import DOUBTED, SURE, Context, Layout, Sighting
from vision.lie import Lie

SEATS = {"N": 0.0, "E": 90.0, "S": 180.0, "W": 270.0}


def _reading(chances: Mapping[str, float], *, named: str | None = None, confidence: float = 0.0) -> Reading:
    scores = np.full(len(PACK), np.log(1e-6), np.float32)
    for card, chance in chances.items():
        scores[PACK.index(Card(card))] = np.log(chance)
    if named is None:
        return Reading(None, confidence, "unread", scores, 1)
    return Reading(Card(named), confidence, "face", scores, 1)


def _sighting(number: int, reading: Reading, x: float = 110.0) -> Sighting:
    return Sighting(number, Lie(x, 0.0, 90.0), reading)


SEVEN = _reading({"7C": 0.95, "7S": 0.049}, named="7C", confidence=0.95)


def test_a_card_that_was_surely_played_before_takes_no_share_of_the_doubt() -> None:
    table = Layout(SEATS, Context())
    assert table.lay(_sighting(1, SEVEN), "E", "trick", ()).confidence == pytest.approx(0.95, abs=0.005)
    table.forget([1])
    sure = _reading({"7S": 0.999}, named="7S", confidence=0.999)
    table.gather([table.lay(_sighting(2, sure), "N", "trick", ())])
    again = table.lay(_sighting(3, SEVEN), "E", "trick", ())
    assert (again.card, again.confidence >= SURE) == ("7C", True)


def test_a_doubted_card_excludes_nothing() -> None:
    table = Layout(SEATS, Context())
    table.gather([table.lay(_sighting(1, _reading({"7S": 0.9}, named="7S", confidence=0.9)), "N", "trick", ())])
    assert table.lay(_sighting(2, SEVEN), "E", "trick", ()).confidence == pytest.approx(0.95, abs=0.005)


def test_a_known_hand_breaks_a_tie_and_changes_no_reading() -> None:
    table = Layout(SEATS, Context({"E": frozenset({Card("7S"), Card("2D")})}))
    tie = table.lay(_sighting(1, _reading({"7C": 0.503, "7S": 0.496})), "E", "trick", ())
    assert (tie.card, tie.confidence >= SURE) == ("7S", True)
    read = table.lay(_sighting(2, SEVEN), "E", "trick", ())
    assert read.card == "7C"
    assert read.confidence == pytest.approx(0.95, abs=0.005)


def test_a_hand_that_does_not_fit_the_picture_leaves_the_card_unread() -> None:
    table = Layout(SEATS, Context({"E": frozenset({Card("KH")})}))
    lain = table.lay(_sighting(1, _reading({"7C": 0.503, "7S": 0.496})), "E", "trick", ())
    assert lain.card == UNREAD
    assert set(lain.maybe[:2]) == {"7C", "7S"}


def test_a_card_that_lies_there_already_is_a_doubt_when_it_comes_again() -> None:
    table = Layout(SEATS, Context())
    sure = _reading({"7S": 0.999}, named="7S", confidence=0.999)
    table.lay(_sighting(1, sure), "N", "trick", ())
    assert table.sure_of(table.lay(_sighting(2, sure, -110.0), "W", "trick", ())) <= DOUBTED
