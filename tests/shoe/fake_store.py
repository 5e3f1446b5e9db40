"""What the fake shoe remembers without power."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Store:
    """What a power cut leaves: EEPROM."""

    log: list[tuple[int, int, int, int]] = field(default_factory=list[tuple[int, int, int, int]])
    key: tuple[bytes, bytes] | None = None
    boots: int = 0
    torn: bool = False
