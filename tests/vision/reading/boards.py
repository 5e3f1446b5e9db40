"""Cards of Pone's own packs laid on a ground, for the tests of reading: R G B, with where each card lies."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.render.deck import pack_named

Picture = npt.NDArray[np.uint8]
Reals = npt.NDArray[np.float32]


def face(card: str, pack: str = "club", scale: float = 2.5) -> Picture:
    """One side of a card at ``scale`` px/mm."""
    return np.ascontiguousarray(pack_named(pack).side(card, scale)[..., ::-1])


def laid(
    cards: Sequence[tuple[str, float, float, float]],
    pack: str = "club",
    scale: float = 2.5,
    side: int = 900,
    seed: int = 1,
) -> tuple[Picture, list[Reals]]:
    """Cards (name, middle x and y in pixels, degrees) on green felt, later ones upon earlier; their corners."""
    rng = np.random.default_rng(seed)
    felt = np.array([28, 96, 60]) + rng.normal(0, 5, (side, side, 1))
    table = np.clip(felt, 0, 255).astype(np.float32)
    corners = []
    for card, x, y, degrees in cards:
        drawn = face(card, pack, scale * 2)
        high, wide = drawn.shape[:2]
        turn = cv2.getRotationMatrix2D((wide / 2, high / 2), -degrees, 0.5)
        turn[:, 2] += (x - wide / 2, y - high / 2)
        soft = cv2.GaussianBlur(drawn, (0, 0), 0.8)
        cover = (
            cv2.warpAffine(np.full((high, wide), 255, np.uint8), turn, (side, side)).astype(np.float32)[..., None] / 255
        )
        table += cover * (cv2.warpAffine(soft, turn, (side, side)).astype(np.float32) - table)
        square = np.array([[[0, 0], [wide, 0], [wide, high], [0, high]]], np.float32)
        corners.append(np.asarray(cv2.transform(square, turn)[0], np.float32))
    noisy = table + rng.normal(0, 3, table.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8), corners
