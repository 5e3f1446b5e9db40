"""The packs that we draw: every face its own, the same whichever way up, and ours at any size."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from controller.rules.cards import PACK, SUITS
from vision.render.art import ArtPack
from vision.render.deck import BACK, JOKER, SIDES, STYLES, NoArt, UnknownName, draw_side, pack_named, styled
from vision.render.glyphs import Face, stencil
from vision.render.shapes import Picture


def _corner(picture: Picture) -> Picture:
    """The upper left eighth, where the index is."""
    return picture[: picture.shape[0] * 3 // 10, : picture.shape[1] // 4]


def _apart(a: Picture, b: Picture) -> float:
    return float(np.abs(a.astype(int) - b.astype(int)).mean())


@pytest.mark.parametrize("name", STYLES)
def test_no_two_faces_are_alike(name: str) -> None:
    pack = pack_named(name)
    faces = {card: pack.side(card, 2.0) for card in (*PACK, JOKER, BACK)}
    cards = list(faces)
    for i, card in enumerate(cards):
        for other in cards[i + 1 :]:
            assert _apart(faces[card], faces[other]) > 0.4, f"{card} and {other}"


@pytest.mark.parametrize("name", STYLES)
def test_the_index_alone_tells_a_card(name: str) -> None:
    pack = pack_named(name)
    corners = {card: _corner(pack.side(card, 3.0)) for card in PACK}
    for i, card in enumerate(PACK):
        for other in PACK[i + 1 :]:
            assert _apart(corners[card], corners[other]) > 0.5, f"{card} and {other}"


@pytest.mark.parametrize("name", STYLES)
def test_the_index_and_the_back_are_the_same_upside_down(name: str) -> None:
    pack = pack_named(name)
    for card, close in (("AS", 2.5), ("TD", 2.5), ("QC", 8.0), (BACK, 8.0)):
        side = pack.side(card, 4.0)
        turned = side[::-1, ::-1]
        assert _apart(_corner(side), _corner(turned)) < close


def test_red_and_black_are_told_by_ink() -> None:
    style = STYLES["club"]
    for card in PACK:
        corner = _corner(draw_side(style, card, 4.0)).astype(int)
        red = (corner[..., 2] - corner[..., 1] > 60).mean()
        assert (red > 0.01) == (card[1] in "HD"), card


def test_a_four_colour_pack_has_four_inks() -> None:
    style = STYLES["four-colour"]
    assert len({style.ink(suit) for suit in SUITS}) == 4


@pytest.mark.parametrize("scale", [0.7, 2.0, 3.3, 12.0])
def test_a_card_is_drawn_at_any_scale(scale: float) -> None:
    style = STYLES["bridge"]
    side = draw_side(style, "QH", scale)
    assert side.shape == (round(style.size[1] * scale), round(style.size[0] * scale), 3)
    large = cv2.resize(draw_side(style, "QH", 12.0), side.shape[1::-1], interpolation=cv2.INTER_AREA)
    assert np.abs(side.astype(int) - large.astype(int)).mean() < 14


def test_a_seed_draws_the_same_pack_again_and_another_seed_another() -> None:
    assert styled(5) == styled(5)
    assert styled(5) != styled(6)
    assert np.array_equal(draw_side(styled(5), "9C", 2.0), draw_side(styled(5), "9C", 2.0))


def test_every_letter_can_be_written_in_every_hand() -> None:
    for face in (Face(), Face(serif=0.1, contrast=0.6), Face(0.5, built_in=True), Face(slant=0.2, closed_four=False)):
        masks = [stencil(letters, face, 40) for letters in ("10", *"23456789JQKA")]
        assert all((mask > 200).any() for mask in masks)
        assert all(mask.shape[0] == 42 for mask in masks)


def test_a_name_that_is_no_packs_is_refused() -> None:
    with pytest.raises(UnknownName, match="no pack is called tarot"):
        pack_named("tarot")
    with pytest.raises(ValueError, match="no ZZ"):
        draw_side(STYLES["club"], "ZZ", 1.0)


def test_art_from_a_folder_takes_the_place_of_ours(tmp_path: Path) -> None:
    for name in SIDES:
        if name != JOKER:
            cv2.imwrite(str(tmp_path / f"{name}.png"), draw_side(STYLES["poster"], name, 3.0))
    pack = ArtPack(tmp_path)
    assert _apart(pack.side("7H", 3.0), draw_side(STYLES["poster"], "7H", 3.0)) < 1
    assert pack.side("7H", 2.0).shape == (176, 126, 3)


def test_art_under_other_names_is_found(tmp_path: Path) -> None:
    names = {"AS": "ace_of_spades", "TD": "10_of_diamonds", "QH": "queen_of_hearts2", "2C": "2_of_clubs"}
    others = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
    ranks = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
    for card in PACK:
        name = names.get(card, f"{ranks.get(card[0], card[0])}_of_{others[card[1]]}")
        cv2.imwrite(str(tmp_path / f"{name}.png"), draw_side(STYLES["plain"], card, 1.0))
    pack = ArtPack(tmp_path)
    for name in names:
        assert _apart(pack.side(name, 1.0), draw_side(STYLES["plain"], name, 1.0)) < 1


def test_a_folder_without_all_the_cards_is_refused(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "AS.png"), draw_side(STYLES["club"], "AS", 1.0))
    with pytest.raises(NoArt, match="51 cards"):
        ArtPack(tmp_path)
