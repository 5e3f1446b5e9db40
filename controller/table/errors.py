"""What the table answers when it cannot do as it was asked.

PoneError
  Refused (ValueError)         an act that this role may not do, or that makes no sense now: one clear sentence
  Unavailable (RuntimeError)   nothing was recorded, because the journal or the machine is not there: try again
"""

from __future__ import annotations

from controller.rules.errors import PoneError


class Refused(PoneError, ValueError):
    """An act that is not recorded. The text is one sentence that may be shown to whoever pressed."""


class Unavailable(PoneError, RuntimeError):
    """The table is not ready, and nothing was recorded. The text says what it waits for."""
