"""Who sits where and how the camera hangs, as a configuration says it; all of it may be left out.

A TOML file::

    seats = { N = 0, E = 90, S = 180, W = 270 }  # bearing of each seat, degrees clockwise from the picture's top
    card = [63.0, 88.0]                          # the pack's cards, mm; found out by looking if it is not told

    [camera]                                     # without it, four marks on the table tell
    size = [1920, 1080]                          # columns and rows of the picture (of the stills, if it gives any)
    corners = [[88.0, 60.0], [1830.0, 62.0], [1828.0, 1016.0], [90.0, 1014.0]]
    bend = 0.0                                   # distortion in the division model, optional

``corners`` are where the corners of the play area of 800 × 450 mm are seen, clockwise from its north-west one.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, cast

import numpy as np

from vision.calibrate import PLAY_AREA, BadConfig, Calibration, from_points

COMPASS: Final[dict[str, float]] = {"N": 0.0, "E": 90.0, "S": 180.0, "W": 270.0}


@dataclass(frozen=True, slots=True)
class Setting:
    """``seats``: their bearings in degrees. ``camera`` None: the marks tell. ``card`` None: the first card tells."""

    seats: Mapping[str, float] = field(default_factory=lambda: dict(COMPASS))
    camera: Calibration | None = None
    card: tuple[float, float] | None = None


def read_setting(file: Path) -> Setting:
    """The setting that a file describes. Raises :class:`BadConfig`."""
    try:
        given = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadConfig(f"{file}: {error.strerror or error}; give the file of a configuration") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadConfig(f"{file}: {error}") from error
    unknown = set(given) - {"seats", "card", "camera"}
    if unknown:
        raise BadConfig(f"{file}: there is no {' '.join(sorted(unknown))}, only seats, card and camera")
    try:
        return Setting(_seats(given.get("seats")), _camera(given.get("camera")), _card(given.get("card")))
    except (KeyError, TypeError, ValueError) as error:
        raise BadConfig(f"{file}: {error}") from error


def _seats(given: object) -> dict[str, float]:
    if given is None:
        return dict(COMPASS)
    table = _table(given, "seats")
    seats = {name: float(bearing) % 360 for name, bearing in table.items()}
    if len(seats) < 2 or any(len(name) != 1 or not name.isupper() for name in seats):
        raise ValueError("seats: give each seat, one upper-case letter, its bearing in degrees")
    return seats


def _card(given: object) -> tuple[float, float] | None:
    if given is None:
        return None
    if not isinstance(given, list) or len(cast("list[object]", given)) != 2:
        raise ValueError("card: give its width and height in mm")
    wide, high = sorted(float(v) for v in cast("list[float]", given))
    if not (40 <= wide <= 80 and 60 <= high <= 130):
        raise ValueError(f"card: {wide:g} × {high:g} mm is no playing card")
    return wide, high


def _camera(given: object) -> Calibration | None:
    if given is None:
        return None
    table = _table(given, "camera")
    missing = {"size", "corners"} - set(table)
    if missing:
        raise ValueError(f"camera: lacks {' and '.join(sorted(missing))}")
    size = cast("list[int]", table["size"])
    corners = np.array(table["corners"], np.float64)
    if corners.shape != (4, 2) or len(size) != 2:
        raise ValueError("camera: size is columns and rows, corners four points of a picture")
    half = np.array(PLAY_AREA) / 2
    table_corners = np.array([(-half[0], -half[1]), (half[0], -half[1]), half, (-half[0], half[1])])
    return from_points(corners, table_corners, (int(size[0]), int(size[1])), float(table.get("bend", 0.0)))


def _table(given: object, name: str) -> dict[str, Any]:
    if not isinstance(given, dict):
        raise ValueError(f"{name}: give a table of names and values")  # it becomes a BadConfig
    return cast("dict[str, Any]", given)
