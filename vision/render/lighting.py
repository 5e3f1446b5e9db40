"""How light falls on the table: shares of it at any point, shadows, and what shiny card mirrors."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from vision.render.scene import Lamp, Light
from vision.render.shapes import Reals, reals

_GAMMA = 1 / 2.2


def _fall(lamp: Lamp, points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """A lamp's share at points (n × 3: x, y, height), 1 straight under it on the felt."""
    x, y, height = lamp.place
    rise: npt.NDArray[np.float64] = np.maximum(height - points[:, 2], 50.0)
    d2 = (points[:, 0] - x) ** 2 + (points[:, 1] - y) ** 2 + rise**2
    return np.asarray(lamp.power * height**2 * rise / d2**1.5)


@lru_cache(32)
def _measure(light: Light) -> float:
    """The light in the middle of the table, to which everything is set."""
    middle = np.zeros((1, 3))
    return float(sum(_fall(lamp, middle)[0] for lamp in light.lamps))


def lit(light: Light, points: npt.ArrayLike) -> Reals:
    """Gains (n × 3) that the light gives to a colour at points (n × 3), about 1 in the middle of the table."""
    at = np.asarray(points, np.float64).reshape(-1, 3)
    total = np.full((len(at), 3), light.ambient)
    whole = _measure(light)
    for lamp in light.lamps:
        total += (1 - light.ambient) * _fall(lamp, at)[:, None] / whole * np.array(lamp.colour)
    return reals(total**_GAMMA * np.array(light.balance) * light.exposure)


@lru_cache(32)
def shares(light: Light) -> tuple[float, ...]:
    """What share of the light in the middle comes from each lamp: as dark is the core of its shadow."""
    middle, whole = np.zeros((1, 3)), _measure(light)
    return tuple(float((1 - light.ambient) * _fall(lamp, middle)[0] / whole) for lamp in light.lamps)


def cast(lamp: Lamp, points: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Where points (n × 3) throw their shadow on the felt (n × 2)."""
    at = np.asarray(points, np.float64).reshape(-1, 3)
    foot = np.array(lamp.place[:2])
    rise = np.minimum(at[:, 2:], lamp.place[2] * 0.8)
    return np.asarray(at[:, :2] + (at[:, :2] - foot) * rise / (lamp.place[2] - rise))


def penumbra(lamp: Lamp, height: float) -> float:
    """How far the edge of a shadow is smeared (mm) that something at ``height`` throws."""
    return 2 * lamp.radius * height / max(lamp.place[2] - height, 100.0)


def mirrored(lamp: Lamp, eye: tuple[float, float, float], tilt: tuple[float, float]) -> tuple[float, float, float]:
    """Where a flat mirror on the felt, leant by ``tilt`` (radians about y and x), shows a lamp to the eye: x, y and the
    radius of the spot in mm.
    """
    share = eye[2] / (eye[2] + lamp.place[2])
    lean = 2 * eye[2] * lamp.place[2] / (eye[2] + lamp.place[2])
    x = eye[0] + (lamp.place[0] - eye[0]) * share + tilt[0] * lean
    y = eye[1] + (lamp.place[1] - eye[1]) * share + tilt[1] * lean
    return x, y, lamp.radius * share
