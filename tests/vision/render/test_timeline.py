"""How things move between keys, and what the hands of a choreography do."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.render.choreography import Choreography, Deed
from vision.render.film import Reel, quiet, still_times
from vision.render.scene import Scene, scene
from vision.render.seating import NEAR_EDGE, places
from vision.render.timeline import Key, Pose, card_corners, eased, pose_at, still

poses = st.builds(Pose, st.floats(-400, 400), st.floats(-225, 225), st.floats(0, 360), st.floats(0, 50))


@given(poses, poses, st.floats(0, 1))
def test_a_track_is_at_its_keys_and_between_them_on_the_way(a: Pose, b: Pose, u: float) -> None:
    keys = (Key(1.0, a), Key(2.0, b, lift=20))
    assert pose_at(keys, 0.99) is None
    assert pose_at(keys, 1.0) == a
    assert pose_at(keys, 2.0) == b
    assert pose_at(keys, 9.0) == b
    between = pose_at(keys, 1 + u)
    assert between is not None
    assert min(a.x, b.x) - 1e-6 <= between.x <= max(a.x, b.x) + 1e-6
    assert between.height >= min(a.height, b.height) - 1e-6


@given(st.floats(0, 1))
def test_an_eased_way_goes_forward(u: float) -> None:
    assert 0 <= eased(u) <= 1
    assert eased(u) <= eased(min(1.0, u + 0.01)) + 1e-12


def test_a_card_keeps_its_size_when_it_is_turned_over() -> None:
    for roll in (0, 50, 90, 180):
        corners = card_corners(Pose(10, 20, 30, 5, roll), (63, 88))
        assert np.isclose(np.linalg.norm(corners[1] - corners[0]), 63, atol=1e-3)
        assert np.isclose(np.linalg.norm(corners[3] - corners[0]), 88, atol=1e-3)
        assert corners[:, 2].min() >= 5 - 1e-4


def test_a_card_that_lies_up_for_a_player_has_its_top_towards_the_middle() -> None:
    for place in places("NESW").values():
        pose = place.play()
        corners = card_corners(pose, (63, 88))
        top, bottom = corners[:2].mean(axis=0), corners[2:].mean(axis=0)
        assert np.hypot(*top[:2]) < np.hypot(*bottom[:2])


@pytest.mark.parametrize("seats", ["NESW", "ABCD", "ABC", "ABCDEF", "ABCDEFGH"])
def test_plays_lie_inside_packets_and_exposed_cards_at_the_edge(seats: str) -> None:
    for place in places(seats).values():
        played, exposed = place.play(), place.exposed(0.5, 0)
        assert not _near_edge(played)
        assert _near_edge(exposed)
        assert not _near_edge(place.turn_up())
        for number in range(12 if len(seats) < 5 else 7):
            packet = place.packet(number)
            assert abs(packet.x) < 400
            assert abs(packet.y) < 225


def _near_edge(pose: Pose) -> bool:
    return 400 - abs(pose.x) < NEAR_EDGE or 225 - abs(pose.y) < NEAR_EDGE


def test_deeds_happen_in_the_order_of_a_visit(reel: Reel) -> None:
    for deed in reel.deeds:
        arm = next(arm for arm in reel.timeline.arms if arm.number == deed.visit)
        assert arm.start < deed.contact <= deed.release < deed.gone == arm.end


def test_a_card_lies_still_once_it_is_released(reel: Reel) -> None:
    for deed in reel.deeds:
        if deed.kind in ("played", "exposed", "quitted"):
            assert all(still(reel.timeline.cards[n].keys, deed.release) for n in deed.tracks)


def test_a_gathered_trick_lies_face_down_before_its_gatherer(reel: Reel) -> None:
    deed = reel.deeds[-1]
    assert deed.kind == "quitted"
    assert set(deed.cards) == {"TD", "KD", "3D", "JD"}
    for n in deed.tracks:
        pose = pose_at(reel.timeline.cards[n].keys, deed.release)
        assert pose is not None
        assert pose.roll == 180
        assert pose.x > 300


def test_a_card_taken_back_is_gone_with_the_arm(reel: Reel) -> None:
    deed = next(deed for deed in reel.deeds if deed.kind == "withdrew")
    assert pose_at(reel.timeline.cards[deed.tracks[0]].keys, deed.gone + 0.01) is None


def test_stills_are_taken_whenever_nothing_moves(reel: Reel) -> None:
    taken = still_times(reel.timeline, 12.5)
    assert all(quiet(reel.timeline, t) for t in taken)
    for before, after in zip(reel.deeds, reel.deeds[1:], strict=False):
        rests = [t for t in taken if before.release <= t <= after.gone]
        assert rests, before


def test_several_cards_of_one_visit_are_one_deed(clean: Scene) -> None:
    work = Choreography("NESW", clean.people, 1)
    deed = work.play("N", ["2H", "3H"], 0.0)
    assert deed.cards == ("2H", "3H")
    assert len(work.timeline().arms) == 1


def test_a_card_played_face_down_is_played_when_it_is_turned(clean: Scene) -> None:
    work = Choreography("NESW", clean.people, 1)
    first = work.play("N", ["2H"], 0.0, face_up=False)
    second = work.turn("N", ["2H"], 1.5)
    assert (first.kind, second.kind) == ("placed", "played")
    keys = work.timeline().cards[0].keys
    assert [round(pose.roll) for t in (first.release, second.release) if (pose := pose_at(keys, t))] == [180, 0]


def test_a_trick_that_is_looked_at_lies_face_up_and_goes_back(clean: Scene) -> None:
    work = Choreography("NESW", clean.people, 1)
    for i, (seat, card) in enumerate(zip("NESW", ("2H", "3H", "4H", "5H"), strict=True)):
        work.play(seat, [card], i * 1.2)
    work.gather("W", 5.0)
    looked = work.look("E", 7.5, of="W", number=1)
    work.put_back("E", 9.5, of="W")
    timeline = work.timeline()
    for n in looked.tracks:
        keys = timeline.cards[n].keys
        up, down = pose_at(keys, looked.release), pose_at(keys, timeline.end)
        assert up is not None
        assert down is not None
        assert (up.roll, down.roll) == (0, 180)


def test_what_is_on_its_way_cannot_be_moved(clean: Scene) -> None:
    work = Choreography("NESW", clean.people, 1)
    work.play("N", ["2H"], 2.0)
    with pytest.raises(ValueError, match="still on its way"):
        work.gather("N", 1.0)


def test_the_table_is_cleared_for_the_next_deal(clean: Scene) -> None:
    work = Choreography("NESW", clean.people, 1)
    work.play("N", ["2H"], 0.0)
    work.packet("E", ["3H", "4H"], 0.0)
    gone = work.clear("S", 2.0)
    assert all(pose_at(card.keys, gone + 0.01) is None for card in work.timeline().cards)
    assert work.lying() == ()


def test_the_same_seed_moves_the_same_way() -> None:
    people = scene(1).people

    def once(seed: int) -> tuple[Deed, ...]:
        work = Choreography("NESW", people, seed)
        work.play("S", ["2H"], 0.0)
        work.expose("E", ["3H"], 1.0)
        return tuple(work.deeds)

    assert once(1) == once(1)
    assert once(1) != once(2)
