"""Cards in photographs of other people's packs: how many are read right, beside the detector that most start from.

Every card that is reported and is there is right once; precision is of the reported, recall of those that are there.
Rates stand as k of n with Wilson's 95 % interval. Run by hand on a folder with ``labels.csv``:

    python -m tests.bench.vision_photos FOLDER [--json]
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from tests.bench.starting_point import StartingPoint
from vision.see import see

Picture = npt.NDArray[np.uint8]
BLACK_FACED: Final = "black-faced"


@dataclass(frozen=True, slots=True)
class Photo:
    """One labelled photograph."""

    file: Path
    cards: tuple[str, ...]
    backs: int
    view: str
    pack: str
    white: bool


@dataclass(slots=True)
class Tally:
    """Cards that were there, that were reported, and that were both."""

    there: int = 0
    told: int = 0
    right: int = 0
    wrong: list[str] = field(default_factory=list)

    def add(self, photo: Photo, told: list[str]) -> None:
        """Count one photograph."""
        there, said = Counter(photo.cards), Counter(told)
        both = (there & said).total()
        self.there, self.told, self.right = self.there + there.total(), self.told + said.total(), self.right + both
        self.wrong += [f"{photo.file.name}:{card}" for card in (said - there).elements()]

    def to_json(self) -> dict[str, object]:
        """Both rates, each with its interval."""
        return {"precision": rate(self.right, self.told), "recall": rate(self.right, self.there), "wrong": self.wrong}


def rate(hits: int, of: int) -> dict[str, object]:
    """``hits`` of ``of`` with Wilson's 95 % interval (E. B. Wilson, 1927)."""
    if of == 0:
        return {"k": 0, "n": 0}
    z, p = 1.959964, hits / of
    middle = (p + z * z / (2 * of)) / (1 + z * z / of)
    half = z * sqrt(p * (1 - p) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return {
        "k": hits,
        "n": of,
        "rate": round(p, 4),
        "from": round(max(0.0, middle - half), 4),
        "to": round(middle + half, 4),
    }


def photos(folder: Path) -> list[Photo]:
    """The labelled photographs of a folder."""
    rows = csv.DictReader((folder / "labels.csv").read_text(encoding="utf-8").splitlines())
    return [
        Photo(
            folder / row["file"],
            tuple(row["cards"].split()),
            int(row["n_back"]),
            "fan" if row["view"] == "fan" else "single" if row["view"] in ("single", "felt") else "several",
            row["file"].split("_")[0] + ("-black" if BLACK_FACED in row["notes"] else ""),
            BLACK_FACED not in row["notes"],
        )
        for row in rows
    ]


def tallies(shown: list[Photo], read: Callable[[Picture], list[str]]) -> tuple[dict[str, Tally], list[float]]:
    """What one reader makes of them all: by view and by pack, and the milliseconds that each took."""
    groups: dict[str, Tally] = {}
    times = []
    for photo in shown:
        picture = cv2.imread(str(photo.file))
        if picture is None:
            raise FileNotFoundError(photo.file)
        rgb = cv2.cvtColor(picture, cv2.COLOR_BGR2RGB)
        start = perf_counter()
        told = read(np.asarray(rgb, np.uint8))
        times.append((perf_counter() - start) * 1000)
        for group in (
            "all",
            photo.view,
            f"pack {photo.pack}",
            *(("white", f"white {photo.view}") if photo.white else ()),
        ):
            groups.setdefault(group, Tally()).add(photo, told)
    return groups, times


def report(folder: Path) -> Iterator[dict[str, object]]:
    """One object for each reader and group."""
    shown = photos(folder)
    start = StartingPoint()
    readers: dict[str, Callable[[Picture], list[str]]] = {
        "pone": lambda rgb: [str(seen.card) for seen in see(rgb).cards if seen.card is not None],
        "starting point": lambda rgb: list(start.cards(rgb)),
    }
    for name, read in readers.items():
        groups, times = tallies(shown, read)
        for group, tally in sorted(groups.items()):
            yield {"reader": name, "group": group, **tally.to_json()}
        yield {"reader": name, "photographs": len(shown), "median_ms": round(median(times), 1)}


def main() -> None:
    """Print the report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    for row in report(asked.folder):
        sys.stdout.write((json.dumps(row) if asked.json else in_words(row)) + "\n")


def in_words(row: dict[str, object]) -> str:
    """One line for people."""
    if "median_ms" in row:
        return f"{row['reader']}: {row['photographs']} photographs, median {row['median_ms']} ms"
    words = []
    for name in ("precision", "recall"):
        match row[name]:
            case {"k": k, "n": n, "rate": share, "from": low, "to": high}:
                words.append(f"{name} {k}/{n} = {share:.3f} ({low:.3f}–{high:.3f})")
            case _:
                words.append(f"{name} –")
    return f"{row['reader']}: {row['group']:16} {', '.join(words)}"


if __name__ == "__main__":
    main()
