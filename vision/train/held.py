"""What the shipped reader makes of packs that it never learnt from, in scenes drawn as those of the training are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np

from controller.rules.cards import RANKS, SUITS
from vision.classify import FLOOR, read_indices
from vision.render.deck import styled
from vision.train.crops import NO_RANK, NO_SUIT, Example, examples
from vision.train.faces import Face
from vision.train.packs import HELD_OUT, backs, faces_of, packs
from vision.train.scene import Stage

OWN_HELD: Final = range(910_000, 910_006)
"""Seeds of packs of our own drawing that never teach."""
_SCENES: Final = 100
_SEED: Final = 77


def report(art: Path) -> Iterator[str]:
    """One line a source: how many corners were told, how many of those rightly."""
    own = [face for seed in OWN_HELD for face in faces_of(styled(seed))]
    for name, faces in {**packs(art, HELD_OUT), "own": own}.items():
        yield f"{name}: {_told(list(_examples(art, faces)))}"


def _examples(art: Path, faces: list[Face]) -> Iterator[Example]:
    rng = np.random.default_rng(_SEED)
    stage = Stage(faces, backs(art, rng, 20), rng)
    for _ in range(_SCENES):
        picture, seen, _ = stage.scene()
        yield from examples(picture, seen, rng)


def _told(shown: list[Example]) -> str:
    whole = told = right = empty = invented = 0
    for example, index in zip(shown, read_indices([example.pixels for example in shown]), strict=True):
        said = index.sure >= FLOOR
        if 0 <= example.rank < NO_RANK and 0 <= example.suit < NO_SUIT:
            whole += 1
            told += said
            right += said and index.card == RANKS[example.rank] + SUITS[example.suit]
        elif example.rank == NO_RANK and example.suit == NO_SUIT:
            empty += 1
            invented += said
    return f"{told} of {whole} indices told, {right} of {told} right; {invented} of {empty} empty places told"
