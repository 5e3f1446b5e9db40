"""The drawn pack's sheet, as the simulated machine reads it."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from controller.bench.pack import HEIGHT, PICTURE, TILES, WIDTH, tiles, write_sheet
from controller.rules.cards import PACK


def test_the_sheet_is_a_row_of_tiles(tmp_path: Path) -> None:
    file = tmp_path / "sheet"
    write_sheet(file)
    head, size, depth, points = file.read_bytes().split(b"\n", 3)
    assert (head, size, depth) == (b"P6", f"{WIDTH * TILES} {HEIGHT}".encode(), b"255")
    sheet = np.frombuffer(points, np.uint8).reshape(HEIGHT, TILES, WIDTH, 3)
    assert (sheet[:, PICTURE[PACK[30]]] == tiles()[30]).all()
