"""Writes the law cases beside this file: ``python -m tests.rules.make_cases [--check]``.

``--check`` writes nothing and says which files differ from what the scripts give.
"""

from __future__ import annotations

import sys
import tempfile
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

from tests.rules import casebook
from tests.rules.casebook.book import CASES, write_all

FOLDER = Path(__file__).parent / "cases"
CHAPTERS = tuple("""dealing new_deals misdeals hand_sizes trump_card counts exposed running leads turns calls closing
    revoke penalties claims combined scoring evidence table_role broken""".split())  # fmt: skip


def packaged() -> list[str]:
    """The chapters of the other codes and games, each in a package of its own."""
    book = Path(__file__).parent / "casebook"
    return [f"{p.parent.name}.{p.stem}" for p in sorted(book.glob("*/*.py")) if p.stem != "__init__"]


def load() -> None:
    """Read every chapter of the case book."""
    for chapter in (*CHAPTERS, *packaged()):
        import_module(f"tests.rules.casebook.{chapter}")
    for chapter in chapters_of_other_codes():
        import_module(chapter)


def chapters_of_other_codes() -> list[str]:
    """The modules of the case book's packages, one package a code or a game."""
    found = walk_packages(casebook.__path__, f"{casebook.__name__}.")
    return sorted(m.name for m in found if m.name.count(".") > casebook.__name__.count(".") + 1)


def stale() -> list[str]:
    """Names of the files that are not as the scripts write them."""
    load()
    with tempfile.TemporaryDirectory() as scratch:
        write_all(Path(scratch))
        fresh = {p.name: p.read_text(encoding="utf-8") for p in Path(scratch).iterdir()}
    lying = {p.name: p.read_text(encoding="utf-8") for p in FOLDER.iterdir()}
    return sorted(n for n in fresh.keys() | lying.keys() if fresh.get(n) != lying.get(n))


def main(args: list[str]) -> int:
    if args == ["--check"]:
        differ = stale()
        sys.stdout.write("".join(f"{name}\n" for name in differ))
        return 1 if differ else 0
    load()
    sys.stdout.write(f"{write_all(FOLDER)} cases in {len({c.kind for c in CASES.values()})} kinds\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
