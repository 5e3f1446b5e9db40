"""What the rules refuse to read.

PoneError
  BadRecord (ValueError)   a record that breaks its contract, with the line
  NotJudged (ValueError)   a game or code of laws that this release does not judge
"""

from __future__ import annotations


class PoneError(Exception):
    """Root of every error that Pone raises on purpose."""


class BadRecord(PoneError, ValueError):
    """A line of a record that does not fit the contract.

    ``line`` counts physical lines from 1; ``words`` says what is wrong and how to mend it.
    """

    def __init__(self, line: int, words: str) -> None:
        super().__init__(f"{line}: {words}")
        self.line = line
        self.words = words


class NotJudged(BadRecord):
    """A heading that is well formed, but names a game or a code that is not judged yet."""
