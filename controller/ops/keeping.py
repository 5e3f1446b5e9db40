"""The key of the open hand at a table without a shoe: in a folder of the memory, so that a service that is killed finds
it again, while a switched-off computer and a copied disk do not.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, cast

from controller.table.messages import Hello, Kept, Message

_LOG: Final = logging.getLogger(__name__)
_MOST: Final = 4
"""One hand may need several keys, if one of them was lost on the way."""


class MemoryKeeper:
    """A machine of the table that tells nothing and keeps keys, in ``folder`` (of a tmpfs, mode 0700)."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "hand.key"
        self._hear: Callable[[Message], None] = _nobody

    def start(self, hear: Callable[[Message], None]) -> None:
        """Say that it is there."""
        self._hear = hear
        hear(Hello("memory of the host"))

    def acknowledge(self, seqs: Mapping[str, int]) -> None:
        """It told nothing."""

    def keep(self, deal: str, key: bytes) -> None:
        """Keep the key of this deal. A folder that refuses loses the key with the service, and no more than that."""
        kept = {name: old.hex() for name, old in self._read().items() if name != deal} | {deal: key.hex()}
        fresh = self._file.with_suffix(".new")
        try:
            fresh.unlink(missing_ok=True)
            with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
                json.dump(dict(list(kept.items())[-_MOST:]), file)
            fresh.replace(self._file)
        except OSError as error:
            _LOG.warning("the key of this hand is kept by the service alone: %s", error)

    def recall(self, deal: str) -> None:
        """Give it back."""
        self._hear(Kept(deal, self._read().get(deal)))

    def stop(self) -> None:
        """Nothing runs."""

    def _read(self) -> dict[str, bytes]:
        """What is there. A file that is none of these holds nothing."""
        try:
            kept: object = json.loads(self._file.read_text(encoding="utf-8"))
            return {deal: bytes.fromhex(key) for deal, key in cast("dict[str, str]", kept).items()}
        except (OSError, ValueError, TypeError, AttributeError):
            return {}


def _nobody(_: Message) -> None:
    """Before it is started nobody hears."""
