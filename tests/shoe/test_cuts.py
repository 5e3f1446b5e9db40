"""Thousands of interruptions: what the driver believes of each card is true, or the deal is void. `make test-full`."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from controller.rules.cards import PACK
from controller.shoe import events, orders
from controller.shoe.plan import Pattern
from tests.shoe.simulated import DEAL, SMALL, Simulated
from tests.shoe.test_dealing import ALIKE, THRICE_ROUND, assert_true, dealt, over, ready

pytestmark = pytest.mark.full


@pytest.mark.parametrize("pattern", [THRICE_ROUND, ALIKE], ids=["round", "alike"])
@pytest.mark.parametrize("again_ms", [None, 320, 870, 1430])
def test_the_power_cut_in_every_millisecond(pattern: Pattern, again_ms: int | None) -> None:
    """Over ten thousand deals with the shoe in Python, half of them to one pocket alone; some are cut a second time."""
    for ms in range(1300):
        world, deal = ready(pattern)
        world.order(deal)
        world.run(ms / 1000)
        world.shoe.cut(0.05 + ms % 7 / 10)
        if again_ms is not None:
            world.run((again_ms + ms % 97) / 1000)
            world.shoe.cut()
        end = over(world)
        world.run(0.5)
        assert_true(world, deal)
        if again_ms is None:
            assert end == events.DealDone(deal.deal), (ms, end)
            assert len(dealt(world)) == len(deal.cards)


KINDS = (
    "one cut",
    "two cuts",
    "a cut on a noisy line",
    "a cut with a warning",
    "a new host",
    "a cut and a new host",
    "the cable",
)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(60))
def test_the_real_firmware_interrupted_at_random(tmp_path: Path, kind: str, seed: int) -> None:
    random = Random(f"{kind} {seed}")
    with Simulated(tmp_path, seed=seed) as sim:
        deal = sim.deal(sim.prepared())
        first = random.uniform(0, 900)
        cut = {"at": "dealing", "after_ms": first, "for_ms": random.choice([5, 100, 700])}
        told = 0
        if kind == "a cut on a noisy line":
            sim.hands.ask({"noise": {"flip": 0.01, "seed": seed}})
        if kind == "a cut with a warning":
            cut |= {"warn_ms": 10}
        if "cut" in kind:
            sim.hands.ask({"cut": cut})
        if kind == "two cuts":
            sim.hands.ask({"cut": {**cut, "after_ms": random.uniform(first + 50, first + 3500)}})
        sim.shoe.order(deal)
        for _ in range(heard := 0 if kind.endswith(("cut", "cuts", "line", "warning")) else random.randrange(9)):
            sim.until(events.CardDealt)
        if kind.endswith("host"):
            told = max(0, heard - random.randrange(3))
            sim.shoe.stop()
            sim.begin()
            sim.shoe.order(orders.Resume(deal, told))
        if kind == "the cable":
            sim.hands.ask({"unplug": random.choice([50, 300, 1000])})
        end: object = sim.until(events.DealDone, events.DealVoid)
        assert sim.wrong() == []
        cards = sim.all(events.CardDealt)
        assert [(e.number, e.card) for e in cards] == list(enumerate(deal.cards, 1))[told : told + len(cards)]
        assert sim.hands.where()["torn"] == 0
        assert end == events.DealDone(DEAL), end
        assert {PACK.index(e.card) for e in cards} | {PACK.index(c) for c in deal.cards[:told]} == {
            PACK.index(card) for card in SMALL
        }
