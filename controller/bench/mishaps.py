"""What can be planted in a hand, by name: an irregularity of the record's contract, with a variant after a colon."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from controller.bench.course import Mishap
from controller.bench.misdeals import MISDEALS
from controller.bench.misplays import MISPLAYS
from controller.rules.errors import PoneError

MISHAPS: Final[dict[str, Mishap]] = {m.kind: m for m in (*MISDEALS, *MISPLAYS)}
"""Every mishap by the word with which it is asked for."""
SHOWN: Final = ("lead_out_of_turn", "exposed_card", "renounce")
"""What goes wrong in a hand that is watched to see what the table does, where nothing else is asked for."""


class UnknownMishap(PoneError, ValueError):
    """A mishap that nobody knows how to plant."""


def mishaps(kinds: Sequence[str]) -> tuple[Mishap, ...]:
    """The mishaps of these kinds, in the order asked for. Raises :class:`UnknownMishap`."""
    for kind in kinds:
        if kind not in MISHAPS:
            raise UnknownMishap(f"nobody knows the mishap {kind!r}; --mishap list names them all")
    return tuple(MISHAPS[kind] for kind in kinds)


def listed() -> tuple[tuple[str, str], ...]:
    """What can be planted: kind and words."""
    return tuple((m.kind, m.words) for m in MISHAPS.values())
