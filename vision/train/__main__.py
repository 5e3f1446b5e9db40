"""How the networks under ``vision/models`` were made: ``python -m vision.train STEP``.

The steps, in this order; each reads what the one before it wrote into the work folder, which lies outside the
repository:

    art        draw the packs of card art (with the Python that has librsvg's bindings)
    glyphs     cut ranks and suits from typefaces
    shards     make scenes, the same for the same seed
    reader, sider, finder
               train one network, or go on training it
    export     write the ONNX files, after checking that OpenCV computes the same

All chance comes from the seeds below and from torch's generator, which is seeded too; one thread.
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Final

MODELS: Final = Path(__file__).parents[1] / "models"
SEED: Final = 12
SHARDS: Final = 16
EPOCHS: Final = {"reader": 3.0, "sider": 2.0, "finder": 4.0}


def main() -> None:
    """Do one step."""
    parser = argparse.ArgumentParser(
        prog="python -m vision.train", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("step", choices=("art", "glyphs", "shards", "reader", "sider", "finder", "export"))
    parser.add_argument("--work", type=Path, required=True, help="a folder outside the repository")
    parser.add_argument("--shards", type=int, default=SHARDS, help="how many thousand scenes")
    parser.add_argument("--epochs", type=float, help="how often each example is seen")
    parser.add_argument("--rate", type=float, default=3e-3, help="the highest learning rate")
    asked = parser.parse_args()
    match asked.step:
        case "art":
            drawn = _part("art").draw_packs(asked.work / "sources", asked.work / "art")
            sys.stdout.write(" ".join(drawn) + "\n")
        case "glyphs":
            ranks, suits = _part("glyphs").cut(asked.work / "fonts", asked.work / "glyphs.npz")
            sys.stdout.write(f"{ranks} faces with ranks, {suits} with suits\n")
        case "shards":
            shards = _part("shards")
            made = shards.make(asked.work / "art", asked.work / "glyphs.npz", SEED)
            for number, shard in enumerate(islice(made, asked.shards)):
                shards.keep(shard, asked.work / "shards", number)
        case "export":
            for name in EPOCHS:
                _part("export").export(name, asked.work / f"{name}.pt", MODELS / f"{name}.onnx")
        case network:
            learn = getattr(_part("learn"), f"learn_{network}")
            epochs = asked.epochs or EPOCHS[network]
            learn(asked.work / "shards", list(range(asked.shards)), epochs, asked.work / f"{network}.pt", asked.rate)


def _part(name: str) -> ModuleType:
    """One module of this package: each step needs other libraries, and no Python has them all."""
    return import_module(f"vision.train.{name}")


if __name__ == "__main__":
    main()
