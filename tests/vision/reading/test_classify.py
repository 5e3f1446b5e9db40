"""Reading one card, from whole pictures and from corners."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from controller.rules.cards import PACK, Card
from tests.vision.reading.boards import face
from vision.classify import (
    CROP,
    FLOOR,
    Reading,
    count_pips,
    cut,
    ink_of,
    is_back,
    is_joker,
    read_card,
    read_face,
    side_of,
    vote,
    window,
)

PACKS = ("club", "bridge", "roman", "four-colour", "seed-11", "seed-23", "seed-58", "seed-719")


@pytest.mark.parametrize("pack", PACKS)
def test_whole_packs_are_read_and_never_misread(pack: str) -> None:
    readings = {card: read_card(face(card, pack)) for card in PACK}
    wrong = {card: reading.card for card, reading in readings.items() if reading.card not in (card, None)}
    assert not wrong
    assert sum(reading.card is not None for reading in readings.values()) >= 50


@pytest.mark.parametrize("scale", [1.5, 2.0, 2.7, 5.0])
def test_no_size_is_misread(scale: float) -> None:
    told = [(card, read_card(face(card, "club", scale)).card) for card in PACK[::3]]
    assert all(read in (card, None) for card, read in told)
    assert sum(read is not None for _, read in told) >= len(told) - 1


def test_either_end_may_be_up() -> None:
    for card in PACK[::5]:
        assert read_card(np.ascontiguousarray(np.rot90(face(card), 2))).card == card


def test_a_corner_that_is_covered_has_no_vote() -> None:
    warp = face("9H").copy()
    high, wide = warp.shape[:2]
    other = face("KS")
    warp[: high // 2] = other[: high // 2]
    shown = np.ones((high, wide), np.bool_)
    shown[: high // 2] = False
    assert read_card(warp, shown).card == "9H"


def test_two_corners_that_differ_are_unread() -> None:
    warp = face("9H").copy()
    warp[: warp.shape[0] // 2] = face("KS")[: warp.shape[0] // 2]
    reading = read_card(warp)
    assert reading.card is None
    assert reading.kind == "unread"
    assert reading.confidence < FLOOR


def test_a_hidden_card_is_unread() -> None:
    warp = face("9H").copy()
    warp[:] = 90
    assert read_card(warp).card is None
    assert read_card(face("9H"), np.zeros(warp.shape[:2], np.bool_)).card is None


@pytest.mark.parametrize("pack", PACKS)
def test_a_back_is_a_back_and_a_joker_no_card(pack: str) -> None:
    back, joker = face("back", pack), face("joker", pack)
    assert read_card(back).card is None
    assert is_back(back)
    assert not is_joker(back)
    assert read_card(joker).card is None
    assert not is_back(joker)
    assert not is_back(face("QD", pack))
    assert not is_joker(face("QD", pack))


def test_a_card_in_the_dark_of_the_shoe_is_found_and_read() -> None:
    small = face("TD", scale=2.0)
    picture = np.full((small.shape[0] + 40, small.shape[1] + 50, 3), 12, np.uint8)
    picture[22 : 22 + small.shape[0], 20 : 20 + small.shape[1]] = small
    middle = (picture.shape[1] / 2, picture.shape[0] / 2)
    turned = cv2.warpAffine(picture, cv2.getRotationMatrix2D(middle, 3, 1), picture.shape[1::-1])
    card, sure = read_face(np.asarray(turned, np.uint8))
    assert card == "TD"
    assert sure >= FLOOR


def test_the_window_of_the_shoe_is_small() -> None:
    tile = [cv2.resize(face(card, scale=4.0), (64, 96), interpolation=cv2.INTER_AREA) for card in PACK]
    told = [read_face(np.asarray(picture, np.uint8))[0] for picture in tile]
    assert all(read in (card, None) for card, read in zip(PACK, told, strict=True))


def test_scores_stand_in_the_order_of_the_pack() -> None:
    reading = read_card(face("4C"))
    assert reading.scores.shape == (52,)
    assert PACK[int(reading.scores.argmax())] == "4C"


def test_a_vote_over_frames_asks_for_agreement() -> None:
    seven, again, king = read_card(face("7D")), read_card(face("7D", scale=2.0)), read_card(face("KD"))
    assert vote([seven, again]).card == "7D"
    assert vote([seven, again]).confidence >= seven.confidence
    assert vote([seven, king]).card is None
    unread = Reading(None, 0.3, "unread", np.full(52, -4.0, np.float32))
    assert vote([unread, seven]).card == "7D"
    assert vote([unread]) is unread


@pytest.mark.parametrize(("card", "pips"), [("2S", 2), ("7C", 7), ("TH", 10), ("KD", None), ("back", None)])
def test_pips_are_counted(card: str, pips: int | None) -> None:
    assert count_pips(face(card)) == pips


@pytest.mark.parametrize(("card", "ink"), [("9H", "red"), ("9S", "black"), ("KD", "red"), ("KC", "black")])
def test_ink_is_told_without_the_network(card: str, ink: str) -> None:
    warp = face(card)
    centre, down = np.array([15, 31], np.float32), np.array([0, 41], np.float32)
    crop = cut(warp, window(centre, down))
    assert crop.shape == (CROP, CROP, 3)
    assert ink_of(crop) == ink
    warm = np.clip(crop * np.array([1.0, 0.85, 0.7]), 0, 255).astype(np.uint8)
    assert ink_of(warm) == ink


def test_sides_are_told_apart() -> None:
    assert side_of(face("5H"))[0] == "face"
    assert side_of(face("back"))[0] == "back"


def test_reading_does_not_depend_on_what_was_read_before() -> None:
    first = read_card(face("8S"))
    read_card(face("back"))
    second = read_card(face("8S"))
    assert first.card == second.card == Card("8S")
    assert np.array_equal(first.scores, second.scores)
