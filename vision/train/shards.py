"""Scenes and crops made once, kept as plain arrays outside the repository, read again by both trainings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.train import crops
from vision.train.faces import Face, Press
from vision.train.packs import TAUGHT, backs, own_faces, packs
from vision.train.scene import SIDE, Stage

SCENES: Final = 1000
MOST: Final = 40
"""Indices kept of one scene."""
_POOL: Final = 1500
_PARTS: Final = ("scenes", "indices", "crops", "labels", "sides", "kinds")


@dataclass(frozen=True, slots=True)
class Shard:
    """A thousand scenes with their indices, and the crops cut from them.

    ``indices`` is (scene, index, 8): centre x, y; down x, y (from the index's top to its bottom); shown rank, shown
    suit; rank, suit as numbers. Rows of zeros are none.
    """

    scenes: npt.NDArray[np.uint8]
    indices: npt.NDArray[np.float32]
    crops: npt.NDArray[np.uint8]
    labels: npt.NDArray[np.int16]
    sides: npt.NDArray[np.uint8]
    kinds: npt.NDArray[np.int16]


def make(art: Path, glyphs: Path, seed: int) -> Iterator[Shard]:
    """Shards without end, each of other scenes, the same for the same seed."""
    rng = np.random.default_rng(seed)
    taught = [face for faces in packs(art, TAUGHT).values() for face in faces]
    press = Press(glyphs, taught, rng)
    taught += own_faces(rng)
    pool: list[Face] = [press.face() for _ in range(_POOL)]
    whole_backs = backs(art, rng)
    while True:
        # Half of what is laid comes from whole packs, half from the press; the press's cards are renewed as it goes.
        for _ in range(_POOL // 4):
            pool[rng.integers(_POOL)] = press.face() if rng.random() < 0.97 else press.joker()
        yield _shard(Stage(pool + taught, whole_backs, rng), rng)


def _shard(stage: Stage, rng: np.random.Generator) -> Shard:
    scenes = np.zeros((SCENES, SIDE, SIDE, 3), np.uint8)
    indices = np.zeros((SCENES, MOST, 8), np.float32)
    pixels: list[npt.NDArray[np.uint8]] = []
    labels: list[tuple[int, int]] = []
    sides: list[npt.NDArray[np.uint8]] = []
    kinds: list[int] = []
    for k in range(SCENES):
        scenes[k], seen, laid = stage.scene()
        for n, index in enumerate(seen[:MOST]):
            rank, suit = crops.RANKS.index(index.card[0]), crops.SUITS.index(index.card[1])
            indices[k, n] = (*index.centre, *index.down, index.rank_shown, index.suit_shown, rank, suit)
        for example in crops.examples(scenes[k], seen, rng):
            pixels.append(example.pixels)
            labels.append((example.rank, example.suit))
        for side, kind in crops.sides(scenes[k], laid, rng):
            sides.append(side)
            kinds.append(kind)
    return Shard(
        scenes, indices, np.stack(pixels), np.array(labels, np.int16), np.stack(sides), np.array(kinds, np.int16)
    )


def keep(shard: Shard, folder: Path, number: int) -> None:
    """Write one shard."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in _PARTS:
        np.save(folder / f"{number:03d}-{name}.npy", getattr(shard, name))
