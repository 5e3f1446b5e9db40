"""Which pin is which."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from controller.rules.seats import Seat


@dataclass(frozen=True, slots=True)
class Wiring:
    """Pins by the numbers of the Broadcom chip. ``wheel``: its two contacts; the first leads when it turns right."""

    buttons: Mapping[Seat, int] = field(default_factory=lambda: dict(zip("NESW", (5, 6, 13, 19), strict=True)))
    lamps: Mapping[Seat, int] = field(default_factory=lambda: dict(zip("NESW", (12, 16, 20, 21), strict=True)))
    wheel: tuple[int, int] = (17, 27)


WIRED: Final = Wiring()
"""As the panel of four seats is built."""
