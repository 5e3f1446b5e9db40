"""What a camera shows of a film, and which hand is dealt for it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import pytest

from controller.bench.pictures import Begun, Pictures, Screened
from controller.bench.screening import NotScreened, filmed
from controller.rules.cards import PACK, Card
from controller.rules.heading import read_heading
from vision.capture import RATE
from vision.render.shapes import Picture
from vision.truth import CardAt, TrueDeed, Truth, write_truth

HEADING: Final = {"record": 1, "game": "whist", "laws": "american-1893", "seats": ["N", "E", "S", "W"], "dealer": "N"}
SEATS: Final = {"N": 0.0, "E": 90.0, "S": 180.0, "W": 270.0}
SEATING: Final = read_heading(HEADING).seating
GREYS: Final = (40, 90, 140, 190)
HANDS: Final = {seat: " ".join(PACK[i::4]) for i, seat in enumerate("ESWN")}


@pytest.fixture
def pictures(tmp_path: Path) -> Pictures:
    """Of a film of four even pictures."""
    writer = cv2.VideoWriter(str(tmp_path / "a.mp4"), cv2.VideoWriter.fourcc(*"mp4v"), RATE, (320, 240))
    for grey in GREYS:
        writer.write(np.full((240, 320, 3), grey, np.uint8))
    writer.release()
    return Screened(str(tmp_path / "a.mp4")).open()


def frame(pictures: Pictures, t: float) -> Picture:
    """The stream's picture."""
    (wide, high), _ = pictures.sizes
    out = np.zeros((high, wide, 3), np.uint8)
    pictures.frame(t, out)
    return out


def grey(pictures: Pictures, t: float) -> int:
    """Which of the film's pictures is shown."""
    shown = float(frame(pictures, t).mean())
    return min(range(len(GREYS)), key=lambda i: abs(GREYS[i] - shown))


def test_a_film_begins_when_it_is_told_and_runs_by_the_tables_seconds(pictures: Pictures) -> None:
    assert [grey(pictures, t) for t in (0.0, 5.0)] == [0, 0]
    assert pictures.hear(Begun(8.0)) == np.inf
    assert [grey(pictures, round(7.92 + i / RATE, 3)) for i in range(7)] == [0, 0, 1, 2, 3, 3, 3]


def test_who_comes_anew_sees_what_was_shown_then(pictures: Pictures) -> None:
    pictures.hear(Begun(8.0))
    assert [grey(pictures, t) for t in (8.24, 8.08, 8.0, 8.16)] == [3, 1, 0, 2]


def test_a_picture_that_stands_is_never_the_same_twice(pictures: Pictures) -> None:
    one, other = frame(pictures, 1.0), frame(pictures, 1.08)
    assert (one != other).any()
    assert np.abs(one.astype(int) - other).max() <= 2


def test_a_plain_video_takes_no_stills(pictures: Pictures) -> None:
    assert pictures.sizes == ((320, 240), None)
    assert pictures.still(9.0, frame(pictures, 9.0)) is None


def played(by: str, card: str, kind: str = "played") -> TrueDeed:
    fact: dict[str, Any] = {"fact": kind, "by": by, "cards": card, "t": 1.0}
    return TrueDeed(kind, by, by, 1, 1, 1, 1, (CardAt(card, 0, 0, 0, True, ()),), fact)


def truth(*deeds: TrueDeed, **more: Any) -> Truth:
    return replace(Truth("play", RATE, 9.0, SEATS, deeds, heading=HEADING, hands=(HANDS,)), **more)


def written(folder: Path, told: Truth) -> Path:
    film = folder / "a.mp4"
    film.touch()
    write_truth(told, film.with_suffix(".json"))
    return film


def test_the_pack_is_dealt_as_the_truth_tells(tmp_path: Path) -> None:
    hand = filmed(written(tmp_path, truth()), HEADING)
    assert hand.pack(SEATING, "N") == PACK
    turned = HANDS["N"].split()[2]
    hand = filmed(written(tmp_path, truth(played("N", turned, "turned"))), HEADING)
    assert hand.pack(SEATING, "N")[-1] == turned
    assert sorted(hand.dealt["N"]) == sorted(HANDS["N"].split())


def test_a_hand_that_is_not_told_holds_what_was_played_from_it(tmp_path: Path) -> None:
    told = truth(played("N", "2C", "turned"), played("E", "KD"), played("S", "3H"), hands=())
    hand = filmed(written(tmp_path, told), HEADING)
    assert hand.pack(SEATING, "N")[-1] == "2C"
    assert "KD" in hand.dealt["E"]
    assert "3H" in hand.dealt["S"]
    assert sorted(hand.pack(SEATING, "N")) == sorted(PACK)


def test_what_was_played_to_a_trick_is_known_without_what_was_taken_back(tmp_path: Path) -> None:
    deeds = (played("E", "KD"), played("E", "KD", "withdrew"), played("E", "2D"), played("E", "3D"))
    hand = filmed(written(tmp_path, truth(*deeds)), HEADING)
    assert [hand.eyes("E", trick) for trick in (0, 1, 2, 3)] == [None, Card("2D"), Card("3D"), None]
    assert not hand.over


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"hands": (HANDS, HANDS)}, "2 hands"),
        ({"hands": ({**HANDS, "N": HANDS["E"]},)}, "no deal"),
        ({"hands": ({**HANDS, "N": HANDS["N"][3:]},), "deeds": (played("E", HANDS["N"][:2]),)}, "no deal"),
        ({"deeds": (played("N", HANDS["E"][:2], "turned"),)}, "turn-up"),
        ({"seats": {"N": 0.0, "E": 120.0, "S": 240.0}}, "3 sit there"),
    ],
)
def test_what_cannot_be_dealt_is_refused(tmp_path: Path, more: dict[str, Any], why: str) -> None:
    with pytest.raises(NotScreened, match=why):
        filmed(written(tmp_path, truth(**more)), HEADING)


def test_a_truth_of_another_form_is_told_apart(tmp_path: Path) -> None:
    film = written(tmp_path, truth())
    film.with_suffix(".json").write_text(json.dumps({"film": 0}))
    with pytest.raises(ValueError, match="not the truth"):
        filmed(film, HEADING)
