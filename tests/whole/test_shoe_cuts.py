"""The shoe's power goes at any instant of a deal: every card is where the controller says it is, or the deal is void.

The pack is taken in once; for each cut the simulated machine forks off another that deals it. The truth is where the
serial numbers lie.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from controller.rules.cards import PACK
from controller.shoe import events, orders
from tests.shoe.simulated import DEAL, Simulated
from tests.whole.forked import LAYOUTS, Forked, taken_in
from tests.whole.running import figures

PITCH_MS: Final = 80
"""From ejection to ejection."""
LAST_MS: Final = 145
"""From the last ejection to the end of the last card's fall."""


@dataclass(frozen=True)
class Cut:
    """The power goes ``after_ms`` from the first ejection for ``for_ms``, and ``again_ms`` later once more."""

    after_ms: float
    for_ms: float
    again_ms: float | None


def cuts(count: int, cards: int, seed: int) -> Iterator[Cut]:
    """Instants of a deal of so many cards; after a third of them the power goes once more while all is looked at."""
    chance = random.Random(f"cuts {seed}")
    for _ in range(count):
        after = chance.uniform(0, PITCH_MS * (cards - 1) + LAST_MS)
        again = chance.uniform(50, 4000) if chance.random() < 1 / 3 else None
        yield Cut(after, chance.choice((20, 100, 400, 2000)), again)


def dealt_with(base: Simulated, name: str, deal: orders.Deal, cut: Cut, seed: int) -> str:
    """``resumed``, ``void`` or ``whole`` (the power went when all had fallen), and never a card that lies elsewhere."""
    with Forked(base, name, seed) as sim:
        for after in (cut.after_ms, cut.again_ms and cut.after_ms + cut.for_ms + cut.again_ms):
            if after is not None:
                sim.hands.ask({"cut": {"at": "dealing", "after_ms": after, "for_ms": cut.for_ms}})
        sim.shoe.order(orders.Resume(deal, 0))
        end = sim.until(events.DealDone, events.DealVoid)
        interrupted = bool(sim.powers)
        told = sim.all(events.CardDealt)
        assert sim.wrong() == [], cut
        assert [(e.number, e.card, e.dest) for e in told] == [
            (number, deal.cards[number - 1], deal.dests[number - 1]) for number in range(1, len(told) + 1)
        ]
        where = sim.hands.where()
        assert (where["torn"], where["floor"]) == (0, []), cut
        if isinstance(end, events.DealVoid):
            assert end.dealt == len(told)
            _gathered(sim, deal)
            return "void"
        assert len(told) == len(deal.cards)
        assert sim.lies_as_planned(deal), cut
        return "resumed" if interrupted else "whole"


def _gathered(sim: Simulated, deal: orders.Deal) -> None:
    """What a void deal left in the machine comes out, and no card is lost."""
    by_hand: tuple[int, ...] = ()
    sim.shoe.order(orders.Eject())
    while (doing := sim.until(events.Doing)).state != "no pack":
        if doing.state == "jammed":
            # A card in the gates, which cannot move while it is there: a steward takes it out.
            by_hand += sim.hands.take("path")
            sim.shoe.order(orders.Clear(sim.all(events.Faulted)[-1].fault))
    where = sim.hands.where()
    assert (where["slots"], where["path"]) == ({}, [])
    lying = [*by_hand, *(serial for cards in where["pockets"].values() for serial in cards)]
    assert sorted(lying) == sorted(PACK.index(card) + 1 for card in deal.cards)


@pytest.mark.parametrize(
    ("count", "seed"),
    [
        pytest.param(2, 1, id="8"),
        pytest.param(50, 2, id="200", marks=[pytest.mark.full, pytest.mark.alone, pytest.mark.timeout(3600)]),
    ],
)
def test_the_power_goes_at_any_instant_of_a_deal(tmp_path: Path, count: int, seed: int) -> None:
    """``count`` times in each pattern."""
    ends = Counter[str]()
    for layout, (cards, pattern) in LAYOUTS.items():
        with taken_in(tmp_path / layout.replace(" ", "-"), cards, seed) as (base, prepared):
            lifted = random.Random(f"{layout} {seed}").randrange(4, len(cards) - 3)
            deal = orders.deal_of(DEAL, prepared.order, lifted, pattern)
            here = Counter(
                dealt_with(base, f"cut{number}", deal, cut, seed=1 + number)
                for number, cut in enumerate(cuts(count, len(cards), seed))
            )
        figures(f"{layout}, seed {seed}: {_in_words(here)}")
        ends += here
    figures(f"power cuts of the shoe, seed {seed}: {_in_words(ends)}; 0 wrong of {ends.total()}")
    assert ends.total() == count * len(LAYOUTS)
    # A proof of nothing but void deals, or of cuts that came when all was over, would be none.
    assert ends["resumed"] > ends.total() / 2


def _in_words(ends: Counter[str]) -> str:
    return ", ".join(f"{ends[end]} {end}" for end in ("resumed", "void", "whole"))
