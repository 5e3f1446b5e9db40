"""Films written and read again, and the truth beside them."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.capture import RATE, BadFilm, NoFilm, open_film
from vision.render.film import NotWritten, Reel, generator, still_times, write_folder, write_video
from vision.render.live import DrawnCamera
from vision.render.painter import Painter
from vision.render.witness import arm_shapes, witnessed
from vision.truth import BadTruth, read_truth, truth_of


@pytest.fixture(scope="module")
def folder(reel: Reel, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("films") / "trick"
    write_folder(reel, out)
    return out


@pytest.fixture(scope="module")
def video(reel: Reel, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("films") / "trick.mp4"
    write_video(reel, out)
    return out


def test_a_folder_holds_what_the_camera_saw(folder: Path, reel: Reel) -> None:
    film = open_film(folder)
    painter = Painter(reel.scene, reel.timeline)
    assert film.size == (960, 540)
    assert film.rate == RATE
    frames = list(film.frames())
    assert len(frames) == int(reel.timeline.end * RATE) + 1
    for frame in frames[:: len(frames) // 6]:
        assert cv2.PSNR(frame.picture, painter.frame(frame.t, "motion")) > 30


def test_stills_are_named_by_their_time(folder: Path, reel: Reel) -> None:
    film = open_film(folder)
    assert tuple(t for t, _ in film.stills) == still_times(reel.timeline, RATE)
    painter = Painter(reel.scene, reel.timeline)
    t = film.stills[1][0]
    still, coming = film.still(t + 0.01), film.still_after(t - 0.01)
    assert still is not None
    assert coming is not None
    assert still.t == coming.t == t
    assert np.array_equal(still.picture, coming.picture)
    assert cv2.PSNR(still.picture, painter.frame(t, "still")) > 34
    assert film.still(-1.0) is None
    assert film.still_after(1e6) is None


def test_a_video_shows_the_play_area_and_has_no_stills(video: Path, reel: Reel) -> None:
    film = open_film(video)
    painter = Painter(reel.scene, reel.timeline)
    assert film.size == (1920, 1080)
    assert film.still(3.0) is None
    frame = next(iter(film.frames()))
    assert cv2.PSNR(frame.picture, painter.frame(0.0, "play")) > 32


def test_the_truth_is_read_as_it_was_written(folder: Path, video: Path, reel: Reel) -> None:
    for path, view in ((folder, "still"), (video, "play")):
        truth = truth_of(path)
        assert truth is not None
        camera = Painter(reel.scene, reel.timeline).camera("still" if view == "still" else "play")
        assert truth.deeds == witnessed(reel.scene, reel.timeline, reel.deeds, camera)
        assert truth.generator == generator()
        assert truth.hands == ({"N": "TD"},)
        assert truth.corners_in == view
        assert truth.cameras[view].size == camera.size


def test_the_facts_of_the_truth_are_those_that_were_acted(video: Path) -> None:
    truth = truth_of(video)
    assert truth is not None
    told = [(fact["fact"], fact["by"], fact.get("cards")) for fact in truth.facts()]
    assert told == [
        ("played", "N", "TD"), ("played", "E", "KH"), ("exposed", "S", "5C"), ("withdrew", "E", "KH"),
        ("played", "E", "KD"), ("played", "S", "3D"), ("played", "W", "JD"), ("quitted", "E", None),
    ]  # fmt: skip
    assert [fact["t"] for fact in truth.facts()] == sorted(fact["t"] for fact in truth.facts())


def test_at_rest_no_arm_covers_the_card_and_just_before_one_does(reel: Reel) -> None:
    painter = Painter(reel.scene, reel.timeline)
    camera = painter.camera("play")
    for deed in witnessed(reel.scene, reel.timeline, reel.deeds, camera):
        assert deed.contact <= deed.release <= deed.rest <= deed.gone
        if deed.kind not in ("played", "exposed"):
            continue
        arm = next(a for a in reel.timeline.arms if a.start < deed.contact < a.end)
        quad = np.array(deed.cards[0].corners, np.float32)

        def covered(t: float) -> bool:
            shapes = arm_shapes(reel.scene, arm, t, camera)  # noqa: B023
            return any(cv2.intersectConvexConvex(shape, quad)[0] > 0 for shape in shapes)  # noqa: B023

        assert not covered(deed.rest)
        assert covered(max(deed.release, deed.rest - 0.04))


def test_a_drawn_camera_gives_the_film_and_a_still_of_any_moment(reel: Reel) -> None:
    camera = DrawnCamera(Painter(reel.scene, reel.timeline))
    first = next(iter(camera.frames()))
    assert (first.t, first.picture.shape) == (0.0, (540, 960, 3))
    still = camera.still(1.25)
    assert still is not None
    assert still.picture.shape == (3040, 4056, 3)
    assert DrawnCamera(Painter(reel.scene, reel.timeline), "play").still(1.0) is None


def test_what_is_no_film_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoFilm):
        open_film(tmp_path / "none.mp4")
    with pytest.raises(NoFilm):
        open_film(tmp_path)
    (tmp_path / "words.mp4").write_text("no video")
    with pytest.raises(BadFilm):
        open_film(tmp_path / "words.mp4")


@pytest.mark.parametrize("text", ["[]", "{}", '{"film":2}', '{"film":1}', "words", '{"film":1,"deeds":3}'])
def test_what_is_no_truth_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "x.json"
    file.write_text(text)
    with pytest.raises(BadTruth):
        read_truth(file)


def test_a_motion_stream_may_be_numbered_pictures(folder: Path, tmp_path: Path) -> None:
    frames = tmp_path / "motion"
    frames.mkdir()
    for i, frame in enumerate(open_film(folder).frames()):
        if i < 12:
            cv2.imwrite(str(frames / f"{i:06d}.jpg"), frame.picture)
    film = open_film(tmp_path)
    assert [round(frame.t * 12.5) for frame in film.frames()] == list(range(12))


def test_stills_named_in_whole_numbers_are_milliseconds(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "motion.mp4").write_bytes((folder / "motion.mp4").read_bytes())
    cv2.imwrite(str(tmp_path / "still-001250.jpg"), np.zeros((30, 40, 3), np.uint8))
    assert [t for t, _ in open_film(tmp_path).stills] == [1.25]


def test_a_place_that_cannot_be_written_is_said(reel: Reel, tmp_path: Path) -> None:
    with pytest.raises(NotWritten):
        write_video(reel, tmp_path / "no-folder" / "film.mp4")


def test_a_truth_can_be_read_by_eye(video: Path) -> None:
    lines = video.with_suffix(".json").read_text().splitlines()
    deeds = [json.loads(line.rstrip(",")) for line in lines if line.startswith('  {"fact"')]
    assert len(deeds) == 8
