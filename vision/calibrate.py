"""Where on the table a pixel lies: four ArUco marks at the corners of the play area, or what a configuration says.

The marks (``DICT_4X4_50``, ids 0 to 3 clockwise from the picture's top left, 30 mm) give sixteen points whose places
are known. They fix a homography and, since a mark's own size tells how the lens stretches the picture where it lies,
one term of distortion too (the division model of Fitzgibbon, CVPR 2001): a place is right to a third of a millimetre
where the homography alone would be off by five.

CalibrationError (PoneError)
  NoMarks (ValueError)     not all four marks were found
  BadConfig (ValueError)   a configuration that says something else than it should
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, cast

import cv2
import numpy as np
import numpy.typing as npt

from controller.rules.errors import PoneError

Picture = npt.NDArray[np.uint8]
"""Rows × columns × 3, blue-green-red."""
Points = npt.NDArray[np.float64]
"""n × 2."""
Marks = Mapping[int, Points]
"""Corners (4 × 2 pixels, clockwise from each mark's own top left) of the marks that were found, by id."""

PLAY_AREA: Final = (800.0, 450.0)
"""What the marks' centres span, mm, east by south."""
MARK_MM: Final = 30.0
MOVED_MM: Final = 2.5
"""A mark that has wandered further than this means that the camera, or the table, was moved."""
LONGEST: Final = 2048
"""Marks are looked for in a picture no longer than this, and then measured in the whole one."""

_SIGNS: Final = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))
_BEND: Final = 0.35
"""The strongest distortion that is believed, at the end of the longer half of the picture."""


class CalibrationError(PoneError):
    """Root of what can be wrong with where the camera hangs."""


class NoMarks(CalibrationError, ValueError):
    """Not all four marks are in the picture."""


class BadConfig(CalibrationError, ValueError):
    """A configuration that does not describe a camera."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """From pixels of pictures of ``size`` (columns, rows) to millimetres on the table, and back.

    ``matrix`` (3 × 3) takes undistorted pixels to the table, ``bend`` is the lens's distortion about the picture's
    ``centre``, ``unit`` the length in pixels that it is told in. ``error`` is the root mean square, in mm, of what was
    measured against it.
    """

    size: tuple[int, int]
    matrix: npt.NDArray[np.float64]
    bend: float
    centre: tuple[float, float]
    unit: float
    error: float = 0.0
    scale: float = field(init=False)
    """Pixels a millimetre in the middle of the table."""
    _back: npt.NDArray[np.float64] = field(init=False, repr=False)
    """The inverse of ``matrix``: every look at the table asks for it many times."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "_back", np.array(np.linalg.inv(self.matrix), np.float64))
        ends = self.to_pixels([(-50, 0), (50, 0), (0, -50), (0, 50)])
        across, along = np.hypot(*(ends[1] - ends[0])), np.hypot(*(ends[3] - ends[2]))
        object.__setattr__(self, "scale", float(across + along) / 200)

    def to_table(self, pixels: npt.ArrayLike) -> Points:
        """Millimetres (n × 2) of pixels (n × 2)."""
        at = np.array(pixels, np.float64)
        return _through(self.matrix, _straight(at, self.centre, self.unit, self.bend))

    def to_pixels(self, table: npt.ArrayLike) -> Points:
        """Pixels (n × 2) of places in millimetres (n × 2)."""
        flat = _through(self._back, np.array(table, np.float64).reshape(-1, 2))
        return _bent(flat, self.centre, self.unit, self.bend)

    def seen_in(self, size: tuple[int, int]) -> Calibration:
        """The same camera as another of its streams shows it: same centre, same width, ``size`` columns and rows."""
        factor = size[0] / self.size[0]
        old, new = self.centre, ((size[0] - 1) / 2, (size[1] - 1) / 2)
        back = np.array(
            [[1 / factor, 0, old[0] - new[0] / factor], [0, 1 / factor, old[1] - new[1] / factor], [0, 0, 1]]
        )
        return replace(self, size=size, matrix=self.matrix @ back, centre=new, unit=self.unit * factor)


def find_marks(picture: Picture) -> dict[int, Points]:
    """The marks 0 to 3 of a picture, as far as they are found, to a fraction of a pixel."""
    grey = cast("Picture", cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    less = max(1, int(np.ceil(max(grey.shape) / LONGEST)))
    seen = cv2.resize(grey, None, fx=1 / less, fy=1 / less, interpolation=cv2.INTER_AREA) if less > 1 else grey
    settings = cv2.aruco.DetectorParameters()
    settings.minMarkerDistanceRate = 0.02
    settings.minMarkerPerimeterRate = 0.02
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_NONE
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), settings)
    corners, ids, _ = detector.detectMarkers(seen)
    found: dict[int, Points] = {}
    # No marks at all give no array of ids but None, which the stubs do not know.
    names = [] if len(corners) == 0 else [int(v) for v in np.asarray(ids).ravel()]
    for name, quad in zip(names, corners, strict=True):
        if name in range(4) and name not in found:
            rough = (np.asarray(quad, np.float64).reshape(4, 2) + 0.5) * less - 0.5
            found[name] = _refined(grey, rough)
    return found


def _refined(grey: Picture, quad: Points) -> Points:
    """Corners where the lines meet that fit a mark's four sides, each found at many places by the steepest change."""
    sides: list[tuple[Points, Points]] = []
    for k in range(4):
        a, b = quad[k], quad[(k + 1) % 4]
        along = (b - a) / np.hypot(*(b - a))
        out = np.array([along[1], -along[0]])
        reach = max(2.0, float(np.hypot(*(b - a))) / 10)
        at = a + np.linspace(0.12, 0.88, 24)[:, None] * (b - a)
        offsets = np.arange(-reach, reach + 0.01, 0.25)
        net = at[:, None] + offsets[None, :, None] * out
        values = cv2.remap(grey, net.astype(np.float32), None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload] # the stubs want two maps
        steep = np.gradient(cast("Picture", values).astype(np.float64), axis=1)
        steep = np.clip(steep - 0.35 * steep.max(axis=1, keepdims=True), 0, None)
        weight = steep.sum(axis=1)
        good = weight > 0
        if good.sum() < 6:
            return quad
        shift = (steep[good] * offsets).sum(axis=1) / weight[good]
        points = at[good] + shift[:, None] * out
        vx, vy, x, y = (
            float(v) for v in np.ravel(cv2.fitLine(points.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01))
        )
        sides.append((np.array([x, y]), np.array([vx, vy])))
    return np.array([_meeting(sides[k - 1], sides[k], quad[k]) for k in range(4)])


def _meeting(one: tuple[Points, Points], other: tuple[Points, Points], rough: Points) -> Points:
    (p, u), (q, v) = one, other
    cross = u[0] * v[1] - u[1] * v[0]
    if abs(cross) < 0.5:
        return rough
    step = ((q - p)[0] * v[1] - (q - p)[1] * v[0]) / cross
    return cast("Points", p + step * u)


def calibrate(seen: Iterable[Marks], size: tuple[int, int]) -> Calibration:
    """Where the camera hangs, from the marks of several pictures of ``size``: each corner's median over them.

    Raises :class:`NoMarks` unless each of the four was found at least once.
    """
    by_mark: dict[int, list[Points]] = {name: [] for name in range(4)}
    for marks in seen:
        for name, quad in marks.items():
            by_mark[name].append(quad)
    missing = [str(name) for name, quads in by_mark.items() if not quads]
    if missing:
        raise NoMarks(
            f"the marks {' '.join(missing)} at the corners of the play area are not in sight; uncover or light them"
        )
    pixels = np.vstack([np.median(by_mark[name], axis=0) for name in range(4)])
    return from_points(pixels, np.vstack([mark_corners(name) for name in range(4)]), size, bend=None)


def mark_corners(name: int) -> Points:
    """Where the corners of a mark lie, mm (4 × 2)."""
    x, y = (s * side / 2 for s, side in zip(_SIGNS[name], PLAY_AREA, strict=True))
    return np.array([(x + sx * MARK_MM / 2, y + sy * MARK_MM / 2) for sx, sy in _SIGNS])


def from_points(pixels: Points, table: Points, size: tuple[int, int], bend: float | None = 0.0) -> Calibration:
    """The calibration that takes ``pixels`` to ``table`` (n × 2 each, n ≥ 4). ``bend`` None: find it too (n > 4)."""
    centre, unit = ((size[0] - 1) / 2, (size[1] - 1) / 2), size[0] / 2
    if bend is None:
        low, high = -_BEND, _BEND
        ratio = (np.sqrt(5) - 1) / 2
        for _ in range(28):
            a, b = high - ratio * (high - low), low + ratio * (high - low)
            if _fit(pixels, table, centre, unit, a)[1] < _fit(pixels, table, centre, unit, b)[1]:
                high = b
            else:
                low = a
        bend = float(low + high) / 2
    matrix, error = _fit(pixels, table, centre, unit, bend)
    return Calibration(size, matrix, bend, centre, unit, error)


def _fit(
    pixels: Points, table: Points, centre: tuple[float, float], unit: float, bend: float
) -> tuple[npt.NDArray[np.float64], float]:
    flat = _straight(pixels, centre, unit, bend)
    matrix = cv2.findHomography(flat, table, 0)[0]
    if matrix is None:
        raise NoMarks("the corners of the play area lie on one line in the picture")
    plane = np.array(matrix, np.float64)
    off = _through(plane, flat) - table
    return plane, float(np.sqrt((off**2).sum(axis=1).mean()))


def wandered(calibration: Calibration, marks: Marks) -> float:
    """How far (mm) the mark that wandered furthest is from where it belongs; 0 when no mark is in sight."""
    return max(
        (
            float(np.hypot(*(calibration.to_table(quad).mean(axis=0) - mark_corners(name).mean(axis=0))))
            for name, quad in marks.items()
        ),
        default=0.0,
    )


def _straight(pixels: Points, centre: tuple[float, float], unit: float, bend: float) -> Points:
    off = (pixels.reshape(-1, 2) - centre) / unit
    return cast("Points", off / (1 + bend * (off**2).sum(axis=1, keepdims=True)) * unit + centre)


def _bent(flat: Points, centre: tuple[float, float], unit: float, bend: float) -> Points:
    off = (flat - centre) / unit
    if abs(bend) > 1e-9:
        r2 = (off**2).sum(axis=1, keepdims=True)
        root = np.sqrt(np.maximum(1 - 4 * bend * r2, 0))
        off = off * 2 / (1 + root)
    return off * unit + centre


def _through(matrix: npt.NDArray[np.float64], points: Points) -> Points:
    lifted = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(lifted[:, :2] / lifted[:, 2:], np.float64)
