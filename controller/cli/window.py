"""The reader at the shoe's window, put together: the networks, and the house's pack as it was enrolled.

The house's pack is the one that the bench draws; pictures of any other size are not read.
"""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from controller.bench.pack import BACK, HEIGHT, JOKER, WIDTH, tiles
from controller.rules.cards import PACK
from controller.shoe.window import Picture, Reading
from vision.window import Enrolled, Name, WindowReader
from vision.window import Picture as Drawn

_NOTHING = Reading(None, 0.0, False)


def read(lower: Picture, upper: Picture) -> Reading:
    """Both sides of the card in the window, as the shoe's driver wants them read."""
    pictures = [_points(side) for side in (lower, upper)]
    if pictures[0] is None or pictures[1] is None:
        return _NOTHING
    looked = _reader().read(pictures[0], pictures[1])
    return Reading(looked.face, looked.confidence, looked.back_known)


def _points(picture: Picture) -> Drawn | None:
    if (picture.width, picture.height) != (WIDTH, HEIGHT) or len(picture.rgb) != WIDTH * HEIGHT * 3:
        return None
    return np.frombuffer(picture.rgb, np.uint8).reshape(HEIGHT, WIDTH, 3)


@cache
def _reader() -> WindowReader:
    cv2.setNumThreads(1)
    drawn = tiles()
    sides: dict[Name, list[Drawn]] = {card: [drawn[number]] for number, card in enumerate(PACK)}
    sides |= {"joker": [drawn[JOKER]], "back": [drawn[BACK]]}
    return WindowReader(Enrolled(sides))
