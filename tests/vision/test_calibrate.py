"""Where on the table a pixel lies: from the marks of drawn pictures, beside what the drawn camera knows."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision.calibrate import BadConfig, NoMarks, calibrate, find_marks
from vision.render.camera import View, camera_of
from vision.render.painter import Painter
from vision.render.scene import scene
from vision.render.timeline import Timeline
from vision.setting import read_setting

EMPTY = Timeline((), (), 1.0)
PLACES = [(x, y) for x in (-390, -120, 0, 200, 390) for y in (-215, -70, 0, 150, 215)]


@pytest.mark.parametrize(("seed", "view"), [(3, "play"), (8, "play")])
def test_the_marks_tell_where_every_place_is(seed: int, view: View) -> None:
    made = scene(seed, light="any")
    picture = Painter(made, EMPTY).frame(0.0, view)
    marks = find_marks(picture)
    assert sorted(marks) == [0, 1, 2, 3]
    found = calibrate([marks], (picture.shape[1], picture.shape[0]))
    camera = camera_of(made.mount if view == "still" else made.webcam, view)
    pixels = camera.project([(x, y, 0.0) for x, y in PLACES])
    off = np.hypot(*(found.to_table(pixels) - PLACES).T)
    assert off.max() < 1.5
    assert np.hypot(*(found.to_pixels(PLACES) - pixels).T).max() < 4.5


def test_the_same_camera_s_smaller_stream_shows_the_same_places() -> None:
    made = scene(5)
    painter = Painter(made, EMPTY)
    still = painter.frame(0.0, "still")
    small = calibrate([find_marks(still)], (still.shape[1], still.shape[0])).seen_in((960, 540))
    pixels = painter.camera("motion").project([(x, y, 0.0) for x, y in PLACES])
    assert np.hypot(*(small.to_table(pixels) - PLACES).T).max() < 2.5


def test_a_mark_that_is_not_in_sight_is_named() -> None:
    picture = Painter(scene(3), EMPTY).frame(0.0, "play")
    marks = find_marks(picture)
    del marks[2]
    with pytest.raises(NoMarks, match="2"):
        calibrate([marks], (1920, 1080))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("seats = 3", "seats"),
        ("card = [1.0, 2.0]", "no playing card"),
        ("[camera]\nsize = [1920, 1080]", "corners"),
        ("lamp = 1", "lamp"),
        ("seats = {", "end of document"),
    ],
)
def test_a_configuration_that_says_something_else_is_refused_in_one_line(text: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(text)
    with pytest.raises(BadConfig, match=words) as refused:
        read_setting(file)
    assert str(file) in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_configuration_tells_where_the_camera_looks(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(
        "seats = { A = 0, B = 120, C = 240 }\n[camera]\nsize = [1920, 1080]\n"
        "corners = [[160.0, 90.0], [1760.0, 90.0], [1760.0, 990.0], [160.0, 990.0]]\n"
    )
    setting = read_setting(file)
    assert list(setting.seats) == ["A", "B", "C"]
    assert setting.camera is not None
    assert setting.camera.to_table([(960.0, 540.0)])[0] == pytest.approx((0, 0), abs=0.01)
    assert setting.camera.scale == pytest.approx(2.0)
