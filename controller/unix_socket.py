"""Unix stream sockets at paths of any length: the kernel takes 107 bytes, and journals lie deeper than that."""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Generator
from pathlib import Path
from typing import Final

_LONGEST: Final = 107
"""Bytes of a path, unix(7)."""


def connect(connection: socket.socket, path: Path) -> None:
    """Connect to ``path``. Raises ``OSError``."""
    with _reached(path) as name:
        connection.connect(name)


def bind(listener: socket.socket, path: Path) -> None:
    """Bind to ``path``, which must not exist. Raises ``OSError``."""
    with _reached(path) as name:
        listener.bind(name)


@contextlib.contextmanager
def _reached(path: Path) -> Generator[str]:
    """A name by which ``path`` is reached: its own, or one beneath its open folder (Linux) where that is too long."""
    if len(os.fsencode(path)) <= _LONGEST:
        yield str(path)
        return
    folder = os.open(path.parent, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)
