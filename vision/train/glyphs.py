"""Ranks and suits as masks cut from many typefaces, so that the network learns letters and not one printer's letters.

The typefaces are those of Debian's ``fonts-*`` packages, unpacked outside the repository. Their glyphs are cut once
into one file and read from there; nothing of them ends in the repository but what the network made of them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from fontTools.ttLib import TTFont
from PIL import Image, ImageDraw, ImageFont

Mask = npt.NDArray[np.uint8]
"""Ink, 255 where it is full, cut to its own edges."""

LETTERS: Final = "A234567890KQJ1"
"""What ranks are written with; a ten is ``1`` and ``0`` set close."""
SUITS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_HEIGHT: Final = 96
_TINY: Final = 200
_SHY: Final = ("italic", "oblique", "script", "emoji", "color", "barcode", "braille", "unifont", "mono-space")


def cut(fonts: Path, target: Path, limit: int = 400) -> tuple[int, int]:
    """Cut the glyphs of up to ``limit`` typefaces under ``fonts`` into ``target``; how many wrote ranks, and suits."""
    files = sorted(path for kind in ("ttf", "otf", "ttc") for path in fonts.rglob(f"*.{kind}"))
    files = [file for file in files if not any(word in file.name.lower() for word in _SHY)]
    np.random.default_rng(7).shuffle(files)  # type: ignore[arg-type]
    ranks: list[list[Mask]] = []
    suits: list[list[Mask]] = []
    for file in files:
        try:
            letters, marks = _cut_one(file)
        except (OSError, ValueError, KeyError, AssertionError):
            continue
        if len(ranks) < limit and letters is not None:
            ranks.append(letters)
        if marks is not None:
            suits.append(marks)
    names = [f"r{i:03d}{letter}" for i in range(len(ranks)) for letter in LETTERS]
    names += [f"s{i:03d}{suit}" for i in range(len(suits)) for suit in SUITS]
    flat = [glyph for face in (*ranks, *suits) for glyph in face]
    np.savez_compressed(target, **dict(zip(names, flat, strict=True)))  # type: ignore[arg-type]
    return len(ranks), len(suits)


def _cut_one(file: Path) -> tuple[list[Mask] | None, list[Mask] | None]:
    """What one typeface gives: its letters if it writes figures, its suits if it has them."""
    known = TTFont(file, fontNumber=0, lazy=True).getBestCmap() or {}
    face = ImageFont.truetype(str(file), _HEIGHT)
    letters = marks = None
    if all(ord(letter) in known for letter in LETTERS):
        letters = [_glyph(face, letter) for letter in LETTERS]
        if not (all(glyph.size > _TINY for glyph in letters) and _plain(letters)):
            letters = None
    if all(ord(suit) in known for suit in SUITS.values()):
        marks = [_glyph(face, suit) for suit in SUITS.values()]
        if not all(glyph.size > _TINY and (glyph > 128).mean() > 0.36 for glyph in marks):
            marks = None
    return letters, marks


def _glyph(face: ImageFont.FreeTypeFont, letter: str) -> Mask:
    page = Image.new("L", (4 * _HEIGHT, 3 * _HEIGHT))
    ImageDraw.Draw(page).text((_HEIGHT, _HEIGHT // 2), letter, font=face, fill=255)
    box = page.getbbox()
    return np.asarray(page.crop(box) if box else page.crop((0, 0, 1, 1)))


def _plain(glyphs: list[Mask]) -> bool:
    """Whether these look like figures of one height and not like ornaments or old-style numerals."""
    heights = np.array([glyph.shape[0] for glyph in glyphs])
    inks = np.array([(glyph > 128).mean() for glyph in glyphs])
    return bool(heights.min() > 0.7 * heights.max() and inks.min() > 0.12 and inks.max() < 0.85)


def load(source: Path) -> tuple[list[dict[str, Mask]], list[dict[str, Mask]]]:
    """The faces that :func:`cut` wrote: ranks' letters, then suits, a dictionary to each typeface."""
    ranks: dict[str, dict[str, Mask]] = {}
    suits: dict[str, dict[str, Mask]] = {}
    with np.load(source) as kept:
        for name in kept.files:
            (ranks if name[0] == "r" else suits).setdefault(name[1:4], {})[name[4]] = kept[name]
    return list(ranks.values()), list(suits.values())
