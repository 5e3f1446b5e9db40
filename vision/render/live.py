"""A simulated camera: the film drawn as it goes, and a still of any moment when asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from vision.capture import RATE, Frame
from vision.render.camera import SIZES
from vision.render.film import frames
from vision.render.painter import Painter


class DrawnCamera:
    """Satisfies :class:`vision.capture.Camera`: the motion stream with stills, or the plain video."""

    def __init__(self, painter: Painter, stream: Literal["motion", "play"] = "motion", rate: float = RATE) -> None:
        self._painter = painter
        self._stream: Literal["motion", "play"] = stream
        self._rate = rate

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of the stream."""
        return SIZES[self._stream]

    def frames(self) -> Iterator[Frame]:
        """The stream, until the timeline ends."""
        for t, picture in frames(self._painter, self._stream, self._rate):
            yield Frame(t, picture)

    def still(self, t: float) -> Frame | None:
        """The full-resolution picture at ``t``; None for the plain video, whose frames are all there is."""
        return Frame(t, self._painter.frame(t, "still")) if self._stream == "motion" else None
