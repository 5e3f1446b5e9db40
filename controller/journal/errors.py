"""What can go wrong with a journal.

PoneError                            (controller.rules.errors)
  JournalError
    JournalLocked (BlockingIOError)  another process, or this one, has it open for writing
    JournalUnavailable (OSError)     it cannot be written or read now: disk full, read-only, input/output error
    JournalForeign (ValueError)      the file is no journal of Pone, or one of a later form
    JournalDamaged (ValueError)      the file beneath the entries is broken, or its guards were taken away
    WrongThread (RuntimeError)       used in another thread than the one that opened it
    BadDraft (ValueError)            what was to be appended does not follow from what stands there
    BrokenChain (ValueError)         an entry is not what was written, with its number
    SealShut (LookupError)           a sealed part whose key is not known
    WrongKey (ValueError)            a key that does not fit the lock of the hand
"""

from __future__ import annotations

from controller.rules.errors import PoneError


class JournalError(PoneError):
    """Root of what this package raises."""


class JournalLocked(JournalError, BlockingIOError):
    """Another opener holds the lock file."""


class JournalUnavailable(JournalError, OSError):
    """The disk refuses. Nothing of the append that raised this counts; it may be tried again."""


class JournalForeign(JournalError, ValueError):
    """Not a journal, or of a form that this release does not know."""


class JournalDamaged(JournalError, ValueError):
    """SQLite cannot read its own file, or the triggers that keep it append-only are gone."""


class WrongThread(JournalError, RuntimeError):
    """One thread owns the journal and its only connection."""


class BadDraft(JournalError, ValueError):
    """An entry that would not fit behind the last one; nothing was written."""


class BrokenChain(JournalError, ValueError):
    """``seq`` is the number of the first entry that is not what was written; ``words`` says what is wrong with it."""

    def __init__(self, seq: int, words: str) -> None:
        super().__init__(f"entry {seq}: {words}")
        self.seq = seq
        self.words = words


class SealShut(JournalError, LookupError):
    """The key of an open hand is not known here."""


class WrongKey(JournalError, ValueError):
    """The key is not the one whose digest stands in the hand's opening entry."""
