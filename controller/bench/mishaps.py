"""What can be planted in a hand, by name: an irregularity of the record's contract, with a variant after a colon, or a
fault of the machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from controller.bench.course import Mishap
from controller.bench.faults import FAULTS, Fault
from controller.bench.misdeals import MISDEALS
from controller.bench.misplays import MISPLAYS
from controller.rules.errors import PoneError

MISHAPS: Final[dict[str, Mishap]] = {m.kind: m for m in (*MISDEALS, *MISPLAYS)}
"""Every mishap of people, and of those who see them, by the word with which it is asked for."""
SHOWN: Final = ("lead_out_of_turn", "exposed_card", "renounce")
"""What goes wrong in a hand that is watched to see what the table does, where nothing else is asked for."""
SIGHT: Final = ("blurred_card", "camera_blind")
"""What happens to the camera, and so only where there is one."""
_BEFORE_PLAY: Final = frozenset(m.kind for m in MISDEALS)


class UnknownMishap(PoneError, ValueError):
    """A mishap that nobody knows how to plant."""


class NotTogether(PoneError, ValueError):
    """Mishaps that cannot happen in one hand."""


def mishaps(kinds: Sequence[str]) -> tuple[Mishap, ...]:
    """Those of these kinds that happen at the table, in the order asked for. Raises :class:`UnknownMishap`."""
    for kind in kinds:
        if kind not in MISHAPS and kind not in FAULTS:
            raise UnknownMishap(f"nobody knows the mishap {kind!r}; --mishap list names them all")
    return tuple(MISHAPS[kind] for kind in kinds if kind in MISHAPS)


def faults(kinds: Sequence[str]) -> tuple[Fault, ...]:
    """Those of these kinds that happen in the machine."""
    return tuple(FAULTS[kind] for kind in kinds if kind in FAULTS)


def dealt_by_shoe(kinds: Sequence[str]) -> bool:
    """Whether the shoe deals hands in which these happen: what goes wrong before the first lead is a deal by hand.

    Raises :class:`UnknownMishap`, and :class:`NotTogether` where a machine would have to fail that does not deal.
    """
    by_hand = [mishap.kind for mishap in mishaps(kinds) if mishap.kind in _BEFORE_PLAY]
    if by_hand and (failing := faults(kinds)):
        raise NotTogether(f"{by_hand[0]} is a deal by hand, in which the shoe has no part: leave out {failing[0].kind}")
    return not by_hand


def listed() -> tuple[tuple[str, str], ...]:
    """What can be planted: kind and words."""
    at_the_table = tuple((mishap.kind, mishap.words) for mishap in MISHAPS.values())
    return at_the_table + tuple((fault.kind, fault.words) for fault in FAULTS.values())
