"""Whose arms a settled change is laid to: flat pictures of felt, sleeves and cards, a frame at a time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
import pytest

from vision.calibrate import Calibration
from vision.capture import RATE
from vision.field import Field, Picture
from vision.settle import Region, Settler

SCALE: Final = 0.64
SEATS: Final = {"N": 0.0, "E": 90.0, "S": 180.0, "W": 270.0}
FELT: Final = (60, 110, 40)
CARD: Final = (235, 235, 235)
SLEEVE: Final = (90, 40, 30)
LIES: Final = (-32, -105, 32, -17)
"""Where N lays his card, mm: left, top, right, bottom."""

Thing = tuple[tuple[int, int, int, int], tuple[int, int, int]]


def field() -> Field:
    wide, high = 960, 540
    matrix = np.array([[1 / SCALE, 0, -wide / 2 / SCALE], [0, 1 / SCALE, -high / 2 / SCALE], [0, 0, 1]])
    return Field.of(Calibration((wide, high), matrix, 0.0, (wide / 2, high / 2), float(wide)))


def frame(*things: Thing) -> Picture:
    picture = np.empty((540, 960, 3), np.uint8)
    picture[:] = FELT
    for (left, top, right, bottom), colour in things:
        x0, y0, x1, y1 = (round(v * SCALE + o) for v, o in zip((left, top, right, bottom), (480, 270) * 2, strict=True))
        picture[max(y0, 0) : y1, max(x0, 0) : x1] = colour
    return picture


def arm(seat: str, reach: int) -> Thing:
    """N's from above, whose fingers come down to y = ``reach``; W's from the left, as far as x = ``reach``."""
    return ((-35, -500, 35, reach), SLEEVE) if seat == "N" else ((-800, -100, reach, -30), SLEEVE)


def watched(films: Iterable[tuple[Thing, ...]]) -> list[Region]:
    settler = Settler(field(), SEATS)
    out: list[Region] = []
    for n, things in enumerate(films):
        picture = settler.field.small(frame(*things))
        if n == 0:
            settler.begin(0.0, picture)
        else:
            out += settler.step(n / RATE, picture).settled
    return out


@pytest.mark.parametrize("rest", range(2, 14))
def test_who_laid_a_card_has_no_part_in_its_being_taken_away(rest: int) -> None:
    """W reaches for it ``rest`` frames after N's arm has gone from it: as soon as it has settled, and later."""
    lies: Thing = (LIES, CARD)
    brought = [(arm("N", -300),), (arm("N", -150),), *[(lies, arm("N", -25))] * 2, (lies, arm("N", -115))]
    gone = [(lies,)] * rest
    taken = [(lies, arm("W", -100)), (lies, arm("W", 30)), (arm("W", 30),), (arm("W", -150),)]
    regions = watched([(), (), *brought, *gone, *taken, *[()] * 8])
    first, *others = [{cover.seat for cover in region.covers if cover.share >= 0.5} for region in regions]
    assert first == {"N"}
    assert others == [{"W"}]
