"""Where people sit round the table and where their cards come to lie; everything in table coordinates (mm)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from vision.render.camera import PLAY_AREA
from vision.render.timeline import Pose

_COMPASS: Final = {"N": 0.0, "E": 90.0, "S": 180.0, "W": 270.0}
NEAR_EDGE: Final = 75.0
"""A face-up card whose middle is no further from an edge of the play area is exposed, not played."""


@dataclass(frozen=True, slots=True)
class Place:
    """A seat's place: the edge it sits at (0 north, 90 east, 180, 270) and how far to the right of its middle, mm."""

    seat: str
    edge: float
    along: float = 0.0

    @property
    def bearing(self) -> float:
        """Where the seat is from the middle of the table, degrees clockwise from north."""
        x, y = self.point(self.depth)
        return math.degrees(math.atan2(x, -y)) % 360

    @property
    def out(self) -> tuple[float, float]:
        """The unit vector from the middle to the seat's edge."""
        turn = math.radians(self.edge)
        return round(math.sin(turn), 12), round(-math.cos(turn), 12)

    @property
    def right(self) -> tuple[float, float]:
        """The unit vector to the right of one who sits there and faces the table."""
        x, y = self.out
        return y, -x

    @property
    def depth(self) -> float:
        """How far its edge of the play area is from the middle."""
        return PLAY_AREA[1] / 2 if self._broad else PLAY_AREA[0] / 2

    @property
    def _broad(self) -> bool:
        """Whether it is one of the long edges."""
        return abs(self.out[1]) > abs(self.out[0])

    @property
    def gone(self) -> float:
        """How far out fingertips are in no picture any more."""
        return 650.0 if self._broad else 830.0

    @property
    def towards(self) -> float:
        """The angle of a card that lies upright for who sits there."""
        return (self.edge + 180) % 360

    def point(self, out: float, right: float = 0.0) -> tuple[float, float]:
        """The point ``out`` mm from the middle towards its edge and ``right`` mm to the right of who sits there."""
        (ox, oy), (rx, ry) = self.out, self.right
        right += self.along
        return ox * out + rx * right, oy * out + ry * right

    def shoulder(self, *, left_handed: bool) -> tuple[float, float]:
        """Where the arm comes from."""
        return self.point(self.gone + 160, -150 if left_handed else 150)

    # ------------------------------------------------------------ where cards lie
    def play(self) -> Pose:
        """A card played: before its player, towards the middle."""
        # Those who share an edge play a little towards the middle of it.
        x, y = self.point(74.0 if self._broad else 112.0, -0.45 * self.along)
        return Pose(x, y, self.towards)

    def packet(self, number: int) -> Pose:
        """The packet of the ``number``-th trick (from 0) gathered here, turned face down: at the edge, to the right."""
        first, step = (96.0, 18.0) if self._broad else (46.0, 8.5)
        if self.along:
            first, step = 40.0, 4.0
        x, y = self.point(self.depth - 37, first + step * number)
        return Pose(x, y, self.towards + 90 + (6 if number % 2 else -4), 0.0, 180.0)

    def turn_up(self) -> Pose:
        """The turn-up: before its owner, to the left of what he plays."""
        x, y = (
            self.point(self.depth - 88, 135.0 if self.along < -100 else -135.0)
            if self._broad
            else self.point(self.depth - 120, -105.0)
        )
        return Pose(x, y, self.towards)

    def exposed(self, off: float, right: float) -> Pose:
        """A card let fall by the edge: ``off`` (0 to 1) of the strip in which it counts as exposed."""
        x, y = self.point(self.depth - 26 - 40 * off, right)
        return Pose(x, y, self.towards)

    def open_hand(self, number: int, of: int) -> Pose:
        """The ``number``-th of ``of`` cards of a hand laid open in one row before its owner."""
        step = min(26.0 if self._broad else 24.0, 300.0 / max(1, of - 1))
        x, y = self.point(self.depth - 56, -step * ((of - 1) / 2 - number))
        return Pose(x, y, self.towards)


_ROUND: Final[dict[int, tuple[tuple[float, float], ...]]] = {
    2: ((0, 0), (180, 0)),
    3: ((0, 0), (90, 0), (270, 0)),
    4: ((0, 0), (90, 0), (180, 0), (270, 0)),
    5: ((0, 0), (90, 0), (180, 170), (180, -170), (270, 0)),
    6: ((0, 170), (0, -170), (90, 0), (180, 170), (180, -170), (270, 0)),
    7: ((0, 170), (0, -170), (90, 0), (180, 230), (180, 0), (180, -230), (270, 0)),
    8: ((0, 230), (0, 0), (0, -230), (90, 0), (180, 230), (180, 0), (180, -230), (270, 0)),
}
"""Edges and distances along them of so many seats, clockwise from the north."""


def places(seats: Sequence[str]) -> dict[str, Place]:
    """The places of seats listed clockwise: by their letters if these are points of the compass, else from north on.

    Raises :class:`KeyError` for fewer than two or more than eight.
    """
    if all(seat in _COMPASS for seat in seats):
        return {seat: Place(seat, _COMPASS[seat]) for seat in seats}
    return {seat: Place(seat, *place) for seat, place in zip(seats, _ROUND[len(seats)], strict=True)}
