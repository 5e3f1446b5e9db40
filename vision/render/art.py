"""Packs of others, read from a folder of pictures: for tests and training only, never part of this repository."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import lru_cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from controller.rules.cards import PACK
from vision.render.backs import draw_back
from vision.render.deck import BACK, JOKER, NoArt
from vision.render.shapes import Picture, u8

_RANKS: Final = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "ten": "T", "10": "T", "1": "A"} | {
    r: r.upper() for r in "a k q j t".split()
}
_SUITS: Final = {"spade": "S", "heart": "H", "diamond": "D", "club": "C"} | {s: s.upper() for s in "shdc"}
_NAME: Final = re.compile(
    r"(?:(?P<rank>ace|king|queen|jack|ten|10|[1-9akqjt])[ _-]?(?:of)?[ _-]?(?P<suit>spade|heart|diamond|club|[shdc])s?"
    r"|(?P<suit2>spade|heart|diamond|club|[shdc])s?[ _-]?(?P<rank2>ace|king|queen|jack|ten|10|[1-9akqjt]))\d?"
)
_SUFFIXES: Final = frozenset({".png", ".jpg", ".jpeg", ".svg", ".webp"})
_SVG_PX_MM: Final = 12.0


def card_of(stem: str) -> str | None:
    """The card that a file's name means: ``AS``, ``10_of_spades``, ``queen-hearts``, ``club_7``; None for others."""
    match = _NAME.fullmatch(stem.lower())
    if match is None:
        return None
    rank, suit = match["rank"] or match["rank2"], match["suit"] or match["suit2"]
    card = _RANKS.get(rank, rank) + _SUITS[suit]
    return card if card in PACK else None


class ArtPack:
    """A pack whose sides are pictures in a folder, one a card; SVG is read where ``rsvg-convert`` is installed.

    Raises :class:`NoArt` if a card has no picture. A back (``back``) is drawn in place of one that is missing, and so
    is a joker. Pictures are cut to the card and stretched to ``size``.
    """

    def __init__(self, folder: Path, size: tuple[float, float] = (63.0, 88.0), corner: float = 3.2) -> None:
        self.size = size
        self.corner = corner
        self._files = _found(folder)
        missing = [card for card in PACK if card not in self._files]
        if missing:
            raise NoArt(f"{folder}: no picture of {len(missing)} cards, of {missing[0]} for one")

    def __hash__(self) -> int:
        return hash((self.size, tuple(sorted(self._files.items()))))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ArtPack) and self.size == other.size and self._files == other._files

    def side(self, name: str, scale: float) -> Picture:
        """One of ``deck.SIDES`` at ``scale`` px/mm. Do not write to it. Raises :class:`NoArt` if it cannot be read."""
        wide, high = round(self.size[0] * scale), round(self.size[1] * scale)
        if name not in self._files:
            blank = np.full((high, wide, 3), 250, np.uint8)
            if name != JOKER:
                draw_back(blank, scale, "lattice", (120, 52, 28), 4.0)
            return blank
        full = _read(self._files[name])
        return u8(cv2.resize(full, (wide, high), interpolation=cv2.INTER_AREA))


def _found(folder: Path) -> dict[str, Path]:
    files: dict[str, Path] = {}
    for file in sorted(folder.iterdir()):
        if file.suffix.lower() not in _SUFFIXES:
            continue
        stem = file.stem.lower()
        name = card_of(stem) or (BACK if "back" in stem else JOKER if "joker" in stem else None)
        if name is not None:
            # Packs with two pictures of a court number the better one 2.
            files[name] = file
    return files


@lru_cache(128)
def _read(file: Path) -> Picture:
    """A picture on white, cut to what is not clear."""
    if file.suffix.lower() == ".svg":
        data = np.frombuffer(_rendered(file), np.uint8)
    else:
        data = np.frombuffer(file.read_bytes(), np.uint8)
    picture = cv2.imdecode(data, cv2.IMREAD_UNCHANGED)
    if picture is None:
        raise NoArt(f"{file}: not a picture that can be read")
    if picture.ndim == 2:
        return u8(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR))
    if picture.shape[2] == 3:
        return u8(picture)
    rows, columns = np.flatnonzero(picture[..., 3].max(axis=1)), np.flatnonzero(picture[..., 3].max(axis=0))
    cut = picture[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    share = cut[..., 3:].astype(np.float32) / 255
    return np.round(cut[..., :3] * share + 255 * (1 - share)).astype(np.uint8)


def _rendered(file: Path) -> bytes:
    tool = shutil.which("rsvg-convert")
    if tool is None:
        raise NoArt(f"{file}: SVG needs rsvg-convert (Debian: librsvg2-bin)")
    high = str(round(88 * _SVG_PX_MM))
    done = subprocess.run([tool, "--keep-aspect-ratio", "--height", high, str(file)], capture_output=True, check=False)  # noqa: S603
    if done.returncode:
        raise NoArt(f"{file}: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout
