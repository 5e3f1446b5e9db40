"""Every row of the law makes a difference: without it one of its own cases comes out otherwise."""

from __future__ import annotations

import pytest

from controller.rules.laws import CODES
from tests.rules.rows import falls_without, law_cases, matters
from tests.rules.unmoved import UNMOVED

LAWS = {row: law for code in CODES.values() for row, law in code.rows.items()}
BOOKS = sorted({row.partition("-")[0] for row in LAWS})


@pytest.mark.full
@pytest.mark.parametrize("book", BOOKS)
def test_a_row_that_is_taken_away_is_missed(book: str) -> None:
    rows = [row for row, law in LAWS.items() if row.startswith(f"{book}-") and law.observe != "none"]
    idle = {row for row in rows if law_cases().get(row) and not matters(row)}
    known = {row for row in UNMOVED if row.startswith(f"{book}-")}
    assert sorted(idle - known) == [], "rows whose cases come out the same without them"
    assert sorted(known - idle) == [], "rows that are missed now: strike them from the list"


def test_a_code_without_a_row_rules_otherwise() -> None:
    assert matters("am-12")
    assert not falls_without(law_cases()["am-E4"][0], "am-12")


def test_a_code_knows_only_its_own_rows() -> None:
    with pytest.raises(KeyError):
        CODES["whist", "american-1893"].without("en-12")
