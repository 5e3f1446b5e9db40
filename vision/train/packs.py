"""Which packs of card art teach, which are held out to test, and where each has its indices."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from controller.rules.cards import PACK, Card
from vision.render.deck import BACK, JOKER, STYLES, Style, draw_side, styled
from vision.train.faces import SCALE, Corner, Face, Index, art_pack, drawn_back, load_back, rounded

TAUGHT: Final[dict[str, Corner]] = {
    "heruka-2color": Corner(2.0, 2.4, 9.2, 12.3, 19.6),
    "heruka-2color-bf": Corner(2.0, 2.4, 15.5, 22.2, 37.0),
    "heruka-4color": Corner(2.0, 2.4, 9.2, 12.3, 19.6),
    "svg-ancient-egyptians": Corner(0.8, 1.2, 15.2, 15.4, 28.4),
    "svg-dondorf": Corner(2.2, 1.8, 8.9, 12.4, 21.8, four=True),
    "svg-jolly-royal": Corner(1.0, 2.0, 12.4, 16.0, 28.0),
    "svg-nicu-ornamental": Corner(0.8, 4.5, 16.6, 21.8, 36.5),
    "svg-nicu-white": Corner(0.8, 4.5, 16.6, 21.8, 36.5),
    "svg-standard": Corner(1.0, 3.0, 10.7, 16.8, 26.6),
}
HELD_OUT: Final[dict[str, Corner]] = {
    "svg-gm-paris": Corner(1.9, 2.0, 9.2, 13.6, 21.6),
    "svg-cards": Corner(0.8, 1.5, 8.35, 14.2, 21.2),
}
"""No face of these is ever learnt from."""


def packs(art: Path, chosen: dict[str, Corner]) -> dict[str, list[Face]]:
    """The packs of ``chosen`` that lie drawn under ``art``."""
    return {name: art_pack(art / name, corner) for name, corner in chosen.items() if (art / name / "AS.png").exists()}


OWN_SEEDS: Final = range(900_000, 900_100)
"""Packs of our own drawing that teach, besides those with a name; films are tested with others."""


def own_faces(rng: np.random.Generator) -> list[Face]:
    """Cards of Pone's own packs, a third of each pack, and their jokers."""
    faces = []
    for style in (*STYLES.values(), *(styled(seed) for seed in OWN_SEEDS)):
        faces.extend(_own(style, Card(str(name))) for name in rng.permutation(PACK)[:18])
        pixels = _cut_out(draw_side(style, JOKER, SCALE), style)
        faces.append(Face(pixels, None, (), "joker"))
    return faces


def faces_of(style: Style) -> list[Face]:
    """All cards of one of our packs."""
    return [_own(style, card) for card in PACK]


def own_backs() -> list[npt.NDArray[np.uint8]]:
    """The backs of the same packs."""
    styles = (*STYLES.values(), *(styled(seed) for seed in OWN_SEEDS))
    return [_cut_out(draw_side(style, BACK, SCALE), style) for style in styles]


def _own(style: Style, card: Card) -> Face:
    pixels = _cut_out(draw_side(style, card, SCALE), style)
    x, y = style.inset
    wide = style.size[0]
    broad = style.index * (0.95 if card[0] == "T" else 0.7)
    pip = style.index + 1.1
    left = Index(
        (x - broad / 2, y, x + broad / 2, y + style.index),
        (x - style.index_pip * 0.45, y + pip, x + style.index_pip * 0.45, y + pip + style.index_pip),
    )
    places = [left]
    if style.corners == 4:
        rank, suit = ((wide - box[2], box[1], wide - box[0], box[3]) for box in (left.rank, left.suit))
        places.append(Index(rank, suit))
    return Face(pixels, card, (*places, *(place.turned(*style.size) for place in places)))


def _cut_out(picture: npt.NDArray[np.uint8], style: Style) -> npt.NDArray[np.uint8]:
    high, wide = picture.shape[:2]
    return np.dstack([picture[..., ::-1], rounded(wide, high, style.corner)])


def backs(art: Path, rng: np.random.Generator, count: int = 60) -> list[npt.NDArray[np.uint8]]:
    """Backs: those of the packs, their colours changed about, and patterns of our own."""
    real = [load_back(file) for file in sorted(art.glob("*/back.png")) if file.parent.name not in HELD_OUT]
    made = [drawn_back(rng) for _ in range(count)]
    return [*real, *own_backs(), *(back[..., [*rng.permutation(3), 3]] for back in real), *made]
