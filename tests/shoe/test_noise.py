"""A line that loses, repeats and spoils bytes: nothing is done twice, and nothing that happened is missed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.rules.cards import PACK
from controller.shoe import events, messages, orders
from controller.shoe.plan import in_turn
from tests.shoe.fake import FakeShoe
from tests.shoe.fake_window import full
from tests.shoe.world import World

DEAL = "beef" * 8
SMALL = PACK[:8]


def noise(random: Random, share: float) -> Callable[[bytes], bytes]:
    """A line on which this share of the bytes is spoiled, lost or repeated, and of the writes sent twice."""

    def spoil(data: bytes) -> bytes:
        out = bytearray()
        for byte in data:
            luck = random.random()
            if luck < share / 3:
                continue
            if luck < 2 * share / 3:
                out.append(byte ^ 1 << random.randrange(8))
                continue
            out += bytes((byte, byte)) if luck < share else bytes((byte,))
        return bytes(out) * (2 if data and random.random() < share else 1)

    return spoil


def _fell_silent(
    world: World, wanted: type[events.Prepared | events.DealDone], refused: type[events.PackRefused | events.DealVoid]
) -> bool:
    """Run to the end. Once in hundreds of packs chance spoils all that is said in half a second: the link is lost.

    Only then may the end be a refusal, and every card that was told of lies where it was said to be.
    """
    assert world.run(120, lambda: any(isinstance(e, (wanted, refused)) for e in world.heard)), world.heard[-5:]
    lost = any(isinstance(e, events.LinkLost) for e in world.heard)
    assert lost or any(isinstance(e, wanted) for e in world.heard)
    assert all(e.card in world.shoe.pockets[e.dest] for e in world.heard if isinstance(e, events.CardDealt))
    return lost


@pytest.mark.parametrize("seed", range(6))
def test_noise_leaves_the_link_alone(seed: int) -> None:
    random = Random(seed)
    world = World(FakeShoe(full(SMALL)), outward=noise(random, 0.01), inward=noise(random, 0.01))
    world.until(events.Linked)
    world.order(orders.Prepare(DEAL, "whist", SMALL))
    assert not _fell_silent(world, events.Prepared, events.PackRefused)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 1 << 32), st.sampled_from([0.003, 0.01]))
def test_a_whole_pack_over_a_noisy_line(seed: int, share: float) -> None:
    random = Random(seed)
    shoe = FakeShoe(full(SMALL))
    world = World(shoe, outward=noise(random, share), inward=noise(random, share))
    world.until(events.Linked)
    world.order(orders.Prepare(DEAL, "whist", SMALL))
    if _fell_silent(world, events.Prepared, events.PackRefused):
        return
    told = next(e for e in reversed(world.heard) if isinstance(e, events.Prepared))
    deal = orders.deal_of(DEAL, told.order, 3, in_turn(("E", "S", "W", "N"), (1, 1), turned=True))
    world.order(deal)
    if _fell_silent(world, events.DealDone, events.DealVoid):
        return
    dealt = [e for e in world.heard if isinstance(e, events.CardDealt)]
    assert [(e.number, e.card) for e in dealt] == list(enumerate(deal.cards, 1))
    assert all(e.card in shoe.pockets[e.dest] for e in dealt)
    # One session: what the shoe followed is what was ordered, each command once.
    assert shoe.store.boots == 1
    moved = Counter(c for c in shoe.executed if isinstance(c, (messages.Pick, messages.Store, messages.BeginDeal)))
    assert set(moved.values()) == {1}
    assert [c.card_no for c in shoe.executed if isinstance(c, messages.Store)] == list(range(1, 9))


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 1 << 32))
def test_every_event_is_heard_once_and_in_order(seed: int) -> None:
    random = Random(seed)
    shoe = FakeShoe()
    world = World(shoe, outward=noise(random, 0.01), inward=noise(random, 0.01))
    world.until(events.Linked, 30)
    world.run(2)
    for n in range(40):
        shoe._tell(messages.Button(n, n, 1))
    world.run(60, lambda: len([e for e in world.heard if isinstance(e, events.Pressed)]) >= 40)
    assert [e.button for e in world.heard if isinstance(e, events.Pressed)] == list(range(40))
