"""Where points of the table fall in a picture, and back."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.render.camera import PLAY_AREA, Lens, Mount, View, camera_of
from vision.render.ground import MARK_PLACES, ground
from vision.render.scene import scene

VIEWS: tuple[View, ...] = ("motion", "still", "play")
mounts = st.builds(
    Mount,
    st.floats(800, 1500),
    st.tuples(st.floats(-80, 80), st.floats(-80, 80)),
    st.tuples(st.floats(-10, 10), st.floats(-10, 10)),
    st.floats(-4, 4),
    st.builds(Lens, st.floats(-0.1, 0.02), st.floats(-0.01, 0.02), st.floats(-1e-3, 1e-3), st.floats(-1e-3, 1e-3)),
)


@pytest.mark.parametrize("view", VIEWS)
def test_a_level_camera_has_north_at_the_top_and_east_at_the_right(view: View) -> None:
    camera = camera_of(Mount(lens=Lens()), view)
    middle, north, east = camera.project([(0, 0, 0), (0, -100, 0), (100, 0, 0)])
    assert np.allclose(middle, camera.centre)
    assert north[1] < middle[1]
    assert east[0] > middle[0]
    assert np.isclose(east[0] - middle[0], 100 * camera.scale, atol=1e-3)


@given(mounts, st.floats(-400, 400), st.floats(-225, 225), st.floats(0, 60))
def test_the_ground_under_a_pixel_is_the_point_that_fell_there(mount: Mount, x: float, y: float, height: float) -> None:
    camera = camera_of(mount, "still")
    back = camera.ground(camera.project([(x, y, height)]), height)
    assert np.allclose(back, [(x, y)], atol=0.02)


@given(mounts, st.floats(-400, 400), st.floats(-225, 225))
def test_projection_is_opencvs(mount: Mount, x: float, y: float) -> None:
    camera = camera_of(mount, "play")
    turn, shift = camera.pose()
    there, _ = cv2.projectPoints(
        np.array([[x, y, 0.0]]), cv2.Rodrigues(turn)[0], shift, camera.matrix(), mount.lens.coefficients()
    )
    assert np.allclose(camera.project([(x, y, 0)]), there.reshape(-1, 2), atol=1e-2)


def test_what_stands_higher_falls_further_out() -> None:
    camera = camera_of(Mount(), "still")
    low, high = camera.project([(300, 100, 0), (300, 100, 50)])
    assert np.hypot(*(high - camera.centre)) > np.hypot(*(low - camera.centre))


@pytest.mark.parametrize("seed", range(12))
def test_marks_and_their_white_are_in_the_picture(seed: int) -> None:
    camera = camera_of(scene(seed).webcam, "play")
    x, y = PLAY_AREA[0] / 2 + 20, PLAY_AREA[1] / 2 + 20
    places = camera.project([(sx * x, sy * y, 0) for sx in (-1, 1) for sy in (-1, 1)])
    assert (places >= 0).all()
    assert (places <= np.array(camera.size) - 1).all()
    assert 1.9 < camera.focal / camera.mount.height < 2.4


@pytest.mark.parametrize("view", ["play", "motion"])
def test_the_marks_are_found_where_they_were_laid(view: View) -> None:
    made = scene(2)
    camera = camera_of(made.webcam if view == "play" else made.mount, view)
    picture = ground(made, camera)
    options = cv2.aruco.DetectorParameters()
    options.minMarkerDistanceRate = 0.02
    options.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    finder = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), options)
    corners, ids, _ = finder.detectMarkers(picture)
    found = {int(i): np.asarray(c).reshape(4, 2) for i, c in zip(np.ravel(ids), corners, strict=True)}
    # OpenCV's detector passes one over now and then; it must never be another mark, nor elsewhere.
    assert len(found) >= 3
    for number, (x, y) in enumerate(MARK_PLACES):
        if number not in found:
            continue
        square = [(x - 15, y - 15, 0), (x + 15, y - 15, 0), (x + 15, y + 15, 0), (x - 15, y + 15, 0)]
        assert np.abs(found[number] - camera.project(square)).max() < 1.5
