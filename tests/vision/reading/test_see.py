"""Whole photographs, and the command that reads them."""

from __future__ import annotations

import io
import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from controller.cli.see import NoPicture, see_command
from tests.vision.reading.boards import laid
from vision.see import see


def test_scattered_cards_are_read_where_they_lie() -> None:
    cards = [("9H", 180, 230, 12.0), ("KS", 480, 250, -30), ("TD", 700, 620, 100), ("2C", 250, 650, 180)]
    table, corners = laid(cards)
    seen = see(table)
    assert sorted(str(card.card) for card in seen.cards) == sorted(name for name, *_ in cards)
    assert seen.backs == 0
    for (name, *_), place in zip(cards, corners, strict=True):
        box = next(card.box for card in seen.cards if card.card == name)
        assert np.hypot(*(box.mean(0) - place.mean(0))) < 12
        assert all(card.confidence >= 0.9 for card in seen.cards)


def test_a_fan_is_read_by_its_corners() -> None:
    names = ["2C", "9H", "KS", "TD", "QC", "4D", "AS"]
    fan = [(name, 350 + 45.0 * k, 470 + 3.0 * (k - 3) ** 2, 6.0 * (k - 3)) for k, name in enumerate(names)]
    table, _ = laid(fan)
    told = [str(card.card) for card in see(table).cards if card.card is not None]
    assert set(told) <= set(names)
    assert len(told) >= 6


def test_cards_face_down_are_counted_and_not_read() -> None:
    table, _ = laid([("back", 250, 300, 5), ("9H", 600, 300, 0), ("back", 600, 650, 90)])
    seen = see(table)
    assert [card.card for card in seen.cards] == ["9H"]
    assert seen.backs == 2


def test_a_bare_table_shows_nothing() -> None:
    table, _ = laid([])
    seen = see(table)
    assert seen.cards == ()
    assert seen.backs == 0


def test_the_command_prints_one_object_an_image(tmp_path: Path) -> None:
    table, _ = laid([("9H", 450, 450, 20)])
    cv2.imwrite(str(tmp_path / "one.png"), table[..., ::-1])
    out = io.StringIO()
    assert see_command([tmp_path / "one.png", tmp_path / "one.png"], True, out) == 0
    first, second = (json.loads(line) for line in out.getvalue().splitlines())
    assert first["file"] == str(tmp_path / "one.png")
    assert first["cards"][0]["card"] == "9H"
    assert set(first) == {"file", "cards", "backs", "ms"}
    assert set(first["cards"][0]) == {"card", "confidence", "box"}
    assert first["cards"] == second["cards"]
    words = io.StringIO()
    see_command([tmp_path / "one.png"], False, words)
    assert "9H" in words.getvalue()


@pytest.mark.parametrize("content", [None, b"", b"no picture"])
def test_what_is_no_picture_is_named(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "no.jpg"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(NoPicture, match=r"no\.jpg"):
        see_command([file], True, io.StringIO())
