"""What the painter draws: the same again whatever came before, and everything where the truth says."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.render.camera import View
from vision.render.deck import BACK
from vision.render.film import Reel
from vision.render.painter import Painter
from vision.render.scene import LIGHTS, Scene, scene
from vision.render.shapes import Picture
from vision.render.timeline import CardTrack, Key, Pose, Timeline, card_corners
from vision.render.witness import arm_shapes, witnessed
from vision.truth import CardAt

MOMENTS = (0.0, 0.5, 1.13, 2.0, 3.3, 5.0, 9.4, 9.9, 11.0)


def test_the_same_moment_is_the_same_picture_whatever_was_drawn_before(reel: Reel) -> None:
    forwards, backwards = Painter(reel.scene, reel.timeline), Painter(reel.scene, reel.timeline)
    later = {t: backwards.frame(t, "motion") for t in reversed(MOMENTS)}
    for t in MOMENTS:
        assert np.array_equal(forwards.frame(t, "motion"), later[t]), t


def test_another_seed_is_another_table() -> None:
    empty = Timeline((), (), 1.0)
    first, again, other = (Painter(scene(seed), empty).frame(0.5, "motion") for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


@pytest.mark.parametrize("view", ["motion", "play", "still"])
def test_a_view_has_its_size(reel: Reel, view: View) -> None:
    picture = Painter(reel.scene, reel.timeline).frame(0.0, view)
    wide, high = {"motion": (960, 540), "play": (1920, 1080), "still": (4056, 3040)}[view]
    assert picture.shape == (high, wide, 3)
    assert picture.dtype == np.uint8


def _upright(picture: Picture, card: CardAt, size: tuple[int, int]) -> Picture:
    wide, high = size
    flat = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    warp = cv2.getPerspectiveTransform(np.array(card.corners, np.float32), flat)
    return np.asarray(cv2.warpPerspective(picture, warp, size), np.uint8)


def test_every_card_is_drawn_where_the_truth_says(reel: Reel) -> None:
    painter = Painter(reel.scene, reel.timeline)
    pack = reel.scene.packs[0]
    for deed in witnessed(reel.scene, reel.timeline, reel.deeds, painter.camera("play")):
        if deed.kind not in ("played", "exposed", "quitted"):
            continue
        picture = painter.frame(deed.rest, "play")
        card = deed.cards[0]  # of a packet that was turned, the first lies uppermost
        drawn = pack.side(card.card if card.face_up else BACK, 3.0)
        seen = _upright(picture, card, (drawn.shape[1], drawn.shape[0]))
        likeness = cv2.matchTemplate(seen[12:-12, 12:-12], drawn[12:-12, 12:-12], cv2.TM_CCOEFF_NORMED)
        assert float(likeness[0, 0]) > 0.75, deed


def test_nothing_but_the_card_and_its_shadow_changes_when_it_has_been_played(reel: Reel) -> None:
    painter = Painter(reel.scene, reel.timeline)
    camera = painter.camera("play")
    deed = witnessed(reel.scene, reel.timeline, reel.deeds, camera)[0]
    before, after = painter.frame(0.0, "play"), painter.frame(deed.gone + 0.01, "play")
    changed = np.abs(before.astype(int) - after.astype(int)).max(axis=2) > 6
    near = np.zeros(changed.shape, np.uint8)
    cv2.fillConvexPoly(near, np.round(np.array(deed.cards[0].corners)).astype(np.int32), (1,))
    near = np.asarray(cv2.dilate(near, np.ones((33, 33), np.uint8)), np.uint8)
    assert changed[near == 1].mean() > 0.5
    assert not changed[near == 0].any()


def test_an_arm_stays_inside_the_outline_that_tells_what_it_covers(reel: Reel) -> None:
    sharp = replace(reel.scene, optics=replace(reel.scene.optics, shutter=0.0, blur=0.0))
    bare = replace(sharp, light=replace(sharp.light, lamps=(), ambient=1.0))
    painter, camera = Painter(bare, reel.timeline), Painter(bare, reel.timeline).camera("play")
    arm = reel.timeline.arms[1]
    t = 1.9
    empty = Painter(bare, replace(reel.timeline, arms=())).frame(t, "play")
    drawn = painter.frame(t, "play").astype(int)
    changed = (np.abs(drawn - empty).max(axis=2) > 60).astype(np.uint8)
    inside = np.zeros(changed.shape, np.uint8)
    for shape in arm_shapes(bare, arm, t, camera):
        cv2.fillConvexPoly(inside, np.round(shape).astype(np.int32), (1,))
    grown = cv2.dilate(inside, np.ones((7, 7), np.uint8))
    assert changed.sum() > 5000
    assert not changed[np.asarray(grown) == 0].any()


@pytest.mark.parametrize("light", LIGHTS)
def test_in_every_light_the_pips_stand_out_from_the_paper(light: str) -> None:
    made = scene(3, light=light)
    track = CardTrack("TS", (Key(0.0, Pose(40, 30, 12)),))
    painter = Painter(made, Timeline((track,), (), 1.0))
    picture = painter.frame(0.5, "play")
    corners = painter.camera("play").project(card_corners(Pose(40, 30, 12), made.packs[0].size))
    grey = cv2.cvtColor(
        _upright(picture, CardAt("TS", 0, 0, 0, True, tuple(map(tuple, corners))), (126, 176)), cv2.COLOR_BGR2GRAY
    )
    assert np.percentile(grey, 90) - np.percentile(grey, 2) > 60


def test_a_longer_shutter_smears_what_moves_and_nothing_else(reel: Reel) -> None:
    slow = replace(reel.scene, optics=replace(reel.scene.optics, shutter=0.03))
    quick = replace(reel.scene, optics=replace(reel.scene.optics, shutter=0.002))
    t = reel.deeds[0].contact - 0.15
    sharp, smeared = (Painter(s, reel.timeline).frame(t, "play") for s in (quick, slow))
    assert _detail(smeared) < _detail(sharp)
    first, second = (Painter(s, reel.timeline).frame(0.0, "play") for s in (quick, slow))
    assert np.array_equal(first, second)


def _detail(picture: Picture) -> float:
    return float(np.abs(cv2.Laplacian(picture, cv2.CV_32F)).mean())


def test_noise_differs_from_frame_to_frame_and_is_as_strong_as_told() -> None:
    noisy = replace(scene(1), optics=replace(scene(1).optics, noise=3.0))
    painter = Painter(noisy, Timeline((), (), 1.0))
    difference = painter.frame(0.0, "play").astype(int) - painter.frame(0.08, "play")
    assert 2.0 < difference.std() < 6.0
    assert abs(difference.mean()) < 0.2


def test_flicker_changes_the_light_of_whole_frames() -> None:
    made = scene(1, light="tubes")
    still_air = replace(made, optics=replace(made.optics, noise=0.0))
    painter = Painter(still_air, Timeline((), (), 2.0))
    means = [float(painter.frame(t, "motion").mean()) for t in (0.0, 0.08, 0.16, 0.24)]
    assert max(means) - min(means) > 0.5


def test_a_cut_of_a_picture_at_rest_is_that_part_of_it(clean: Scene) -> None:
    noisy = replace(clean, optics=replace(clean.optics, noise=2.0))
    track = CardTrack("QH", (Key(0.0, Pose(40, 30, 12)),))
    painter = Painter(noisy, Timeline((track,), (), 1.0))
    whole = painter.frame(0.4, "still")
    part = painter.frame(0.4, "still", (2000, 1400, 2400, 1900))
    assert np.array_equal(part, whole[1400:1900, 2000:2400])
