"""What can go wrong with a shoe.

PoneError                            (controller.rules.errors)
  ShoeError
    BadPacket (ValueError)           bytes that are no link packet, or a payload that its type does not have
    Unplugged (ConnectionError)      the port is gone, or cannot be opened
    RandomUnwell (OSError)           the operating system's random source does not look healthy
    BadPlan (ValueError)             a plan of a deal that does not fit the pack or the machine
    Declined (RuntimeError)          the shoe answered NAK to a command
    Halted (RuntimeError)            the machine stopped in the middle of something
    Stalled (TimeoutError)           the machine accepted something and then did nothing
"""

from __future__ import annotations

from controller.rules.errors import PoneError


class ShoeError(PoneError):
    """Root of what this package raises."""


class BadPacket(ShoeError, ValueError):
    """Not a link packet of this protocol."""


class Unplugged(ShoeError, ConnectionError):
    """No port, or one that has gone: it reads as ready and gives nothing."""


class RandomUnwell(ShoeError, OSError):
    """No shuffle may rest on this source."""


class BadPlan(ShoeError, ValueError):
    """Slots, destinations and cards do not fit each other."""


class Declined(ShoeError, RuntimeError):
    """``reason`` is the protocol's code, ``words`` its name; the command was not executed."""

    def __init__(self, command: str, reason: int, words: str, detail: int) -> None:
        super().__init__(f"the shoe declined {command}: {words} ({detail})")
        self.command = command
        self.reason = reason
        self.words = words
        self.detail = detail


class Halted(ShoeError, RuntimeError):
    """``place``: where in the machine, a word. ``fatal``: whatever is being dealt must not go on."""

    def __init__(self, why: str, place: str, *, fatal: bool = False) -> None:
        super().__init__(why)
        self.place = place
        self.fatal = fatal


class Stalled(ShoeError, TimeoutError):
    """Longer than any time limit of the machine's own."""
