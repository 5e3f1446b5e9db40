"""Scotch and French whist: the exceptions that they make from a code of whist."""

from __future__ import annotations

from controller.rules.law import Code


def scotch(code: Code) -> Code:
    """The code as it stands at these games."""
    return code
