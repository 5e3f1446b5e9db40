"""The simulated machine beside a journal: what it tells of itself, as long as it lives.

A machine that was killed leaves its files behind. Its pseudo-terminal and its process number go to whoever asks next,
a shell or another machine: neither may be opened, written to or killed on the word of a file alone. What a process
cannot leave behind is a lock, and the machine holds one on its clock's file from before it describes itself.
"""

from __future__ import annotations

import fcntl
import json
from pathlib import Path
from typing import Any, cast


def living(journal: str | Path) -> dict[str, Any] | None:
    """What ``JOURNAL.shoe`` tells (``pid port window clock firmware``), ``None`` where no machine lives there."""
    if not _held(Path(f"{journal}.clock")):
        return None
    try:
        told: object = json.loads(Path(f"{journal}.shoe").read_text())
    except (OSError, ValueError):
        return None
    return cast("dict[str, Any]", told) if isinstance(told, dict) else None


def _held(clock: Path) -> bool:
    """Whether somebody holds this file locked."""
    try:
        with clock.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False
