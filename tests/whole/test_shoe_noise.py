"""One byte in a hundred is spoiled on the line, both ways: the deal takes its time, and no card is mistaken."""

from __future__ import annotations

import random
from pathlib import Path
from statistics import median
from typing import Final

import pytest

from controller.shoe import events, orders
from tests.shoe.simulated import DEAL, Simulated
from tests.whole.forked import LAYOUTS, Forked, taken_in
from tests.whole.running import figures

FLIPPED: Final = 0.01
LONGEST: Final = 3.0
"""Times the clean deal."""


def dealt_in(base: Simulated, name: str, deal: orders.Deal, noise: int | None) -> tuple[float, int]:
    """Simulated seconds from the order to the end of a deal with this noise (its seed), and bytes that were spoiled."""
    with Forked(base, name, seed=1) as sim:
        if noise is not None:
            sim.hands.ask({"noise": {"flip": FLIPPED, "seed": noise}})
        began = sim.clock.now()
        sim.shoe.order(orders.Resume(deal, 0))
        assert sim.until(events.DealDone, events.DealVoid) == events.DealDone(DEAL), noise
        seconds = sim.clock.now() - began
        assert sim.lies_as_planned(deal), noise
        assert [event.card for event in sim.all(events.CardDealt)] == [*deal.cards]
        assert sim.wrong() == []
        return seconds, int(sim.hands.ask({"counters": True})["flipped"])


@pytest.mark.parametrize(
    ("count", "seed"),
    [
        pytest.param(2, 1, id="2"),
        pytest.param(50, 2, id="50", marks=[pytest.mark.full, pytest.mark.alone, pytest.mark.timeout(3600)]),
    ],
)
@pytest.mark.parametrize("layout", ["52 cards one at a time", "52 cards 4-4-5"])
def test_a_noisy_line_costs_time_and_no_card(tmp_path: Path, layout: str, count: int, seed: int) -> None:
    cards, pattern = LAYOUTS[layout]
    with taken_in(tmp_path / "room", cards, seed) as (base, prepared):
        lifted = random.Random(f"noise {seed}").randrange(4, len(cards) - 3)
        deal = orders.deal_of(DEAL, prepared.order, lifted, pattern)
        clean = [dealt_in(base, f"clean{number}", deal, None)[0] for number in range(3)]
        noisy = [dealt_in(base, f"noisy{number}", deal, 1000 * seed + number) for number in range(count)]
    times = [seconds for seconds, _ in noisy]
    spoiled = [flipped for _, flipped in noisy]
    figures(
        f"{layout}, {FLIPPED:.0%} of the bytes spoiled both ways, seed {seed}, n = {count}: median {median(times):.2f} "
        f"s, longest {max(times):.2f} s, clean {median(clean):.2f} s (simulated); {min(spoiled)} to {max(spoiled)} "
        f"bytes spoiled; 0 cards wrong of {count * len(cards)}"
    )
    assert min(spoiled) > 5
    assert max(times) <= LONGEST * median(clean)
