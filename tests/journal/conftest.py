"""Law cases in journals, made once for all tests that read them."""

from __future__ import annotations

import pytest

from tests.journal.records import Case, cases


@pytest.fixture(scope="session")
def law_cases(tmp_path_factory: pytest.TempPathFactory) -> tuple[Case, ...]:
    """One law case in twelve, each in a journal that is closed and in one that is not."""
    return cases(tmp_path_factory.mktemp("cases"))
