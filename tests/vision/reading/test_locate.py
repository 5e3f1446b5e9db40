"""Finding cards and their corners."""

from __future__ import annotations

import numpy as np

from tests.vision.reading.boards import laid
from vision.locate import find_quads, find_spots, warp_quad


def test_outlines_of_whole_cards_are_found_to_a_pixel() -> None:
    table, corners = laid([("9H", 200, 250, 10), ("KS", 500, 300, -35), ("2C", 650, 650, 90)])
    quads = find_quads(table)
    for place in corners:
        nearest = min(quads, key=lambda quad: float(np.hypot(*(quad.centre - place.mean(0)))))
        apart = np.hypot(*(nearest.corners[:, None] - place[None]).transpose(2, 0, 1)).min(1)
        assert apart.max() < 4
        assert nearest.area > 0


def test_a_bare_table_has_no_card() -> None:
    table, _ = laid([])
    assert find_quads(table) == []
    assert find_spots(table, floor=0.3) == []


def test_a_warp_is_upright_and_whole() -> None:
    table, _ = laid([("9H", 450, 450, 27)])
    warp = warp_quad(table, find_quads(table)[0])
    assert warp.shape == (352, 252, 3)
    assert warp[20:-20, 10:14].mean() > 200


def test_indices_are_found_with_the_way_they_stand() -> None:
    table, corners = laid([("9H", 450, 450, 40)])
    spots = find_spots(table)[:2]
    assert len(spots) == 2
    middle = corners[0].mean(0)
    for spot in spots:
        inward = middle - spot.centre
        assert spot.down @ inward > 0
        assert 30 < spot.tall < 55
    first, second = (spot.down / spot.tall for spot in spots)
    assert first @ second < -0.95
