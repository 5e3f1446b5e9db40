"""How the networks under ``vision/models`` were made: ``python -m vision.train STEP``.

The steps, in this order; each reads what the one before it wrote into the work folder, which lies outside the
repository:

    art        draw the packs of card art (with the Python that has librsvg's bindings)
    glyphs     cut ranks and suits from typefaces
    shards     make scenes, the same for the same seed
    reader, sider, finder
               train one network, or go on training it
    export     write the ONNX files, after checking that OpenCV computes the same
    held       count what the shipped reader makes of corners of packs that it never learnt from

All chance comes from ``--seed``; one thread. The reader's course writes where it stands every hundred steps and goes on
from there, with the same chance as if it had never been broken off.
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
STEPS: Final = 12_000
"""Of the reader, 128 crops each."""
EPOCHS: Final = {"sider": 2.0, "finder": 4.0}


_CHOICES: Final = ("art", "glyphs", "shards", "reader", "sider", "finder", "export", "held")


def main() -> None:
    """Do one step."""
    parser = argparse.ArgumentParser(
        prog="python -m vision.train", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("step", choices=_CHOICES)
    parser.add_argument("--work", type=Path, required=True, help="a folder outside the repository")
    parser.add_argument("--shards", type=int, default=SHARDS, help="how many thousand scenes")
    parser.add_argument("--steps", type=int, default=STEPS, help="of the reader, 128 crops each")
    parser.add_argument("--epochs", type=float, help="how often the sider and the finder see each example")
    parser.add_argument("--rate", type=float, default=2e-3, help="the highest learning rate")
    parser.add_argument("--seed", type=int, default=SEED, help="of all chance")
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
            made = shards.make(asked.work / "art", asked.work / "glyphs.npz", asked.seed)
            for number, shard in enumerate(islice(made, asked.shards)):
                shards.keep(shard, asked.work / "shards", number)
        case "reader":
            state, numbers = asked.work / "reader.pt", list(range(asked.shards))
            _part("learn").learn_reader(asked.work / "shards", numbers, asked.steps, state, asked.rate, asked.seed)
        case "export":
            for name in ("reader", *EPOCHS):
                if (asked.work / f"{name}.pt").exists():
                    _part("export").export(name, asked.work / f"{name}.pt", MODELS / f"{name}.onnx")
        case "held":
            for line in _part("held").report(asked.work / "art"):
                sys.stdout.write(line + "\n")
        case network:
            learn = getattr(_part("learn"), f"learn_{network}")
            epochs, state = asked.epochs or EPOCHS[network], asked.work / f"{network}.pt"
            learn(asked.work / "shards", list(range(asked.shards)), epochs, state, asked.rate, asked.seed)


def _part(name: str) -> ModuleType:
    """One module of this package: each step needs other libraries, and no Python has them all."""
    return import_module(f"vision.train.{name}")


if __name__ == "__main__":
    main()
