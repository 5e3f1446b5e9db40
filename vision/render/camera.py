"""Cameras over the table: where a point of the table falls in the picture.

Table coordinates are millimetres, the origin in the middle of the play area, x to the east, y to the south, and height
upwards from the felt. A camera without tilt looks straight down, with north at the top of its picture.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, Literal

import cv2
import numpy as np
import numpy.typing as npt

from vision.render.shapes import Reals, reals

Cut = tuple[int, int, int, int]
"""Part of a picture: left, top, right, bottom in pixels."""
View = Literal["motion", "still", "play"]
"""The low-resolution stream and the full-resolution picture of the camera over the table, and the plain video."""

SIZES: Final[dict[View, tuple[int, int]]] = {"motion": (960, 540), "still": (4056, 3040), "play": (1920, 1080)}
"""Columns and rows of each view."""
FIELDS: Final[dict[View, tuple[float, float]]] = {
    "motion": (1500.0, 843.75),
    "still": (1500.0, 1124.3),
    "play": (896.0, 504.0),
}
"""What each view shows of the table, mm. The stream is the middle of the still's sensor."""
PLAY_AREA: Final = (800.0, 450.0)


@dataclass(frozen=True, slots=True)
class Lens:
    """Radial (k1 k2 k3) and tangential (p1 p2) distortion in OpenCV's model."""

    k1: float = 0.0
    k2: float = 0.0
    p1: float = 0.0
    p2: float = 0.0
    k3: float = 0.0

    def coefficients(self) -> npt.NDArray[np.float64]:
        """As OpenCV orders them."""
        return np.array([self.k1, self.k2, self.p1, self.p2, self.k3])


@dataclass(frozen=True, slots=True)
class Mount:
    """How a camera hangs: ``height`` mm over the felt, its foot at ``shift`` mm from the middle of the play area.

    It is turned by ``roll`` degrees about its axis, which meets the table ``aim`` mm from the middle.
    """

    height: float = 1180.0
    shift: tuple[float, float] = (0.0, 0.0)
    aim: tuple[float, float] = (0.0, 0.0)
    roll: float = 0.0
    lens: Lens = Lens(-0.055, 0.012)
    zoom: float = 1.0


@dataclass(frozen=True, slots=True)
class Camera:
    """A view as a pin-hole with a lens: size in pixels, focal length and principal point in pixels, pose."""

    size: tuple[int, int]
    focal: float
    centre: tuple[float, float]
    mount: Mount
    _turned: tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_turned", _pose(self.mount))

    def pose(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """The turn (3 × 3) and shift (3) that take a point (x, y, depth in mm) to the camera's own axes."""
        return self._turned

    def project(self, points: npt.ArrayLike) -> Reals:
        """Pixels (n × 2) of points in table coordinates (n × 3: x, y, height)."""
        turn, shift = self._turned
        seen = np.asarray(points, np.float64).reshape(-1, 3) @ (turn * (1, 1, -1)).T + shift
        return reals(_distorted(seen[:, :2] / seen[:, 2:], self.mount.lens) * self.focal + self.centre)

    def ground(self, pixels: npt.ArrayLike, height: float = 0.0) -> Reals:
        """Where rays through pixels (n × 2) meet the plane at ``height``: table coordinates x, y (n × 2)."""
        turn, shift = self._turned
        matrix = self.matrix()
        bent = np.asarray(pixels, np.float64).reshape(-1, 1, 2)
        criteria = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 30, 1e-9)
        flat = cv2.undistortPoints(bent, matrix, self.mount.lens.coefficients(), criteria=criteria).reshape(-1, 2)
        rays = np.column_stack([flat, np.ones(len(flat))]) @ turn
        eye = -shift @ turn
        reach = (-height - eye[2]) / rays[:, 2]
        return reals(eye[:2] + rays[:, :2] * reach[:, None])

    def matrix(self) -> npt.NDArray[np.float64]:
        """Intrinsics, 3 × 3."""
        return np.array([[self.focal, 0, self.centre[0]], [0, self.focal, self.centre[1]], [0, 0, 1]])

    def cut(self, left: int, top: int, wide: int, high: int) -> Camera:
        """The camera whose picture is that part of this one's."""
        return Camera((wide, high), self.focal, (self.centre[0] - left, self.centre[1] - top), self.mount)

    @property
    def scale(self) -> float:
        """Pixels a millimetre in the middle of the table."""
        return self.focal / self.mount.height

    @property
    def eye(self) -> tuple[float, float, float]:
        """Where it hangs: x, y, height in mm."""
        return (*self.mount.shift, self.mount.height)


def _distorted(flat: npt.NDArray[np.float64], lens: Lens) -> npt.NDArray[np.float64]:
    r2 = (flat * flat).sum(axis=1, keepdims=True)
    bent = flat * (1 + r2 * (lens.k1 + r2 * (lens.k2 + r2 * lens.k3)))
    if lens.p1 or lens.p2:
        across = 2 * flat[:, :1] * flat[:, 1:]
        bent += np.array([lens.p1, lens.p2]) * across + np.array([lens.p2, lens.p1]) * (r2 + 2 * flat * flat)
    return np.asarray(bent, np.float64)


@lru_cache(64)
def _pose(mount: Mount) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    eye = np.array([*mount.shift, -mount.height])
    forward = np.array([*mount.aim, 0.0]) - eye
    forward /= np.linalg.norm(forward)
    roll = np.radians(mount.roll)
    right = np.array([np.cos(roll), np.sin(roll), 0.0])
    right -= forward * (right @ forward)
    right /= np.linalg.norm(right)
    turn = np.vstack([right, np.cross(forward, right), forward])
    return turn, -turn @ eye


def camera_of(mount: Mount, view: View) -> Camera:
    """The camera that hangs so, as it shows a view."""
    wide, high = SIZES[view]
    focal = wide / FIELDS[view][0] * mount.height * mount.zoom
    return Camera((wide, high), focal, ((wide - 1) / 2, (high - 1) / 2), mount)
