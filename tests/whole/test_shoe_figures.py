"""The shoe is as quick as it says, under the whole table and at the wall's pace."""

from __future__ import annotations

from statistics import median

import pytest

from tests.bench.shoe import measure
from tests.whole.running import figures


@pytest.mark.full
@pytest.mark.alone
@pytest.mark.timeout(3600)
def test_the_shoe_keeps_its_times() -> None:
    found = {figure.name: figure for figure in measure()}
    for figure in found.values():
        figures(figure.in_words())
    assert max(found["shoe, first stroke to last card"].samples) <= 4.5
    assert max(found["shoe, whole cycle without people"].samples) <= 22
    for figure in found.values():
        if figure.peer is not None:
            assert median(figure.samples) <= 1.02 * median(figure.peer_samples), figure.name
    assert max(found["shoe, longest interrupt"].samples) < 100
    assert min(found["shoe, free stack"].samples) > 1024
