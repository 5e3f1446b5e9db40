"""Which rules judged: a digest over their sources and the laws' data."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from controller.rules import record


@cache
def release() -> str:
    """SHA-256 over every file of the rules in the order of their names, 64 hexadecimal digits.

    A hand's opening entry holds it: only the same rules are bound to give the same rulings again.
    """
    return digest_of_folder(Path(record.__file__).parent)


def digest_of_folder(folder: Path) -> str:
    """SHA-256 over names and contents of all files below ``folder``, without what Python compiles beside them."""
    total = hashlib.sha256()
    named = {file.relative_to(folder).as_posix(): file for file in folder.rglob("*") if file.is_file()}
    for name in sorted(named):
        if "__pycache__" in name or name.endswith(".pyc"):
            continue
        content = named[name].read_bytes()
        total.update(f"{name}\n{len(content)}\n".encode())
        total.update(content)
    return total.hexdigest()
