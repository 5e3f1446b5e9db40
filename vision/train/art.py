"""Pictures of other people's packs to learn from, drawn from their SVG into a folder outside the repository.

None of this art is part of Pone. It comes from the Debian package ``kdegames-card-data-kf5`` and from the npm packages
``svg-cards`` and ``@heruka_urgyen/react-playing-cards``, unpacked by hand (``docs/model-card.md`` says how); the
pictures are written as ``FOLDER/PACK/AS.png`` … with ``back.png`` and ``joker.png`` where the pack has them.
"""

from __future__ import annotations

import gzip
import importlib
import shutil
from pathlib import Path
from typing import Any, Final

import numpy as np

from controller.rules.cards import PACK

HEIGHT: Final = 704
"""Pixels to a card's long side: 8 to the millimetre, more than any camera over a table gives."""

COARSE: Final = 4000
"""Side of the square on which a whole sheet is painted to find where a card lies."""
SOLID: Final = 160

LEFT_OUT: Final = ("svg-konqi-modern", "svg-xskat-german", "svg-future", "svg-penguins")
"""One that cannot be sized, one whose suits are not those of whist, one without corners, one without indices."""

_NAMES: Final = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
_RANKS: Final = {"A": "1", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
_OTHERS: Final = {"back": ("back",), "joker": ("joker", "red_joker", "joker_red", "joker_black")}


def draw_packs(sources: Path, folder: Path) -> list[str]:
    """Draw every pack that lies unpacked under ``sources``, and tell their names.

    ``sources`` holds ``kde`` (the Debian package's tree), ``svg-cards`` and ``heruka`` (the npm packages' trees). Needs
    librsvg and its Python bindings (Debian: ``python3-gi-cairo``, ``gir1.2-rsvg-2.0``) in the Python that runs it.
    """
    for packed in sorted(sources.glob("kde/usr/share/carddecks/*/*.svgz")):
        if packed.parent.name not in LEFT_OUT:
            _sheet(gzip.decompress(packed.read_bytes()), folder / packed.parent.name)
    for card in PACK:
        drawn = sources / "svg-cards/package/png/2x" / f"{_NAMES[card[1]]}_{_RANKS.get(card[0], card[0])}.png"
        target = folder / "svg-cards" / f"{card}.png"
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(drawn, target)
    for style in sorted(sources.glob("heruka/package/src/images/*color*")):
        target = folder / f"heruka-{style.name}"
        target.mkdir(parents=True, exist_ok=True)
        for file in sorted(style.glob("*.svg")):
            name = "joker" if file.stem.endswith("J") else file.stem
            _draw(_read(file.read_bytes()), None, target / f"{name}.png")
    return sorted(path.name for path in folder.iterdir())


def _sheet(svg: bytes, folder: Path) -> None:
    """Draw one SVG that holds the whole pack, each card an element with an id."""
    folder.mkdir(parents=True, exist_ok=True)
    sheet = _read(svg)
    for card in PACK:
        rank, suit = _RANKS.get(card[0], card[0]), _NAMES[card[1]]
        _draw(sheet, f"{rank}_{suit}", folder / f"{card}.png")
    for name, elements in _OTHERS.items():
        for element in elements:
            if sheet.has_sub(f"#{element}"):
                _draw(sheet, element, folder / f"{name}.png")
                break


def _read(svg: bytes) -> Any:
    gi = importlib.import_module("gi")
    gi.require_version("Rsvg", "2.0")
    rsvg = importlib.import_module("gi.repository.Rsvg")
    glib = importlib.import_module("gi.repository.Gio")
    stream = glib.MemoryInputStream.new_from_data(svg, None)
    return rsvg.Handle.new_from_stream_sync(stream, None, rsvg.HandleFlags.FLAG_UNLIMITED, None)


def _draw(drawing: Any, element: str | None, target: Path) -> None:
    """Draw one element, or all of a drawing, so that its ink fills the picture."""
    if target.exists():
        return
    cairo = importlib.import_module("cairo")
    rsvg = importlib.import_module("gi.repository.Rsvg")
    chosen = None if element is None else f"#{element}"
    page = rsvg.Rectangle()
    page.width, page.height = (1000.0 if element else 1000.0 * 2.5 / 3.5), 1000.0
    # What librsvg and cairo say of an element's extent is not to be relied on; what they paint is.
    coarse = cairo.ImageSurface(cairo.FORMAT_ARGB32, COARSE, COARSE)
    context = cairo.Context(coarse)
    context.scale(COARSE / 1000, COARSE / 1000)
    drawing.render_layer(context, chosen, page)
    inked = np.frombuffer(coarse.get_data(), np.uint8).reshape(COARSE, -1, 4)[..., 3] > SOLID
    rows, columns = np.flatnonzero(inked.any(1)), np.flatnonzero(inked.any(0))
    if rows.size == 0:
        return
    left, top = columns[0] * 1000 / COARSE, rows[0] * 1000 / COARSE
    width, height = np.ptp(columns) + 1, np.ptp(rows) + 1
    scale = HEIGHT * COARSE / (height * 1000)
    surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, round(HEIGHT * width / height), HEIGHT)
    context = cairo.Context(surface)
    context.scale(scale, scale)
    context.translate(-left, -top)
    drawing.render_layer(context, chosen, page)
    surface.write_to_png(str(target))
