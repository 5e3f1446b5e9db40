"""What is hidden stays out of every word that could be written down."""

from __future__ import annotations

import logging

import pytest

from controller.rules.cards import PACK
from controller.shoe import events, orders
from controller.shoe.operator import Pack, Running
from controller.shoe.plan import in_turn
from controller.shoe.taking_in import Tally
from controller.shoe.window import Picture, Reading
from tests.shoe.fake import FakeShoe
from tests.shoe.fake_window import full
from tests.shoe.world import World

DEAL = "0123" * 8
KEY = b"\x5a" * 32
PLAN = orders.deal_of(DEAL, PACK, 20, in_turn(("E", "S", "W", "N"), (1,) * 13))


@pytest.mark.parametrize(
    "hidden",
    [
        PLAN, orders.Resume(PLAN, 3), orders.Keep(DEAL, KEY), events.Prepared(DEAL, PACK, KEY, "00"),
        events.CardDealt(DEAL, 1, "E", PACK[0], 1), events.Returned(DEAL, KEY), Pack(DEAL, PACK), Running(PLAN),
        Tally(PACK, (0,), {1: PACK[0]}, {0: PACK[0]}), Reading(PACK[0], 1.0, True),
        Picture("lower", 1, 1, 1, b"AS"),
    ],
    ids=lambda hidden: type(hidden).__name__,
)  # fmt: skip
def test_no_card_no_nonce_and_no_key_in_a_repr(hidden: object) -> None:
    text = repr(hidden)
    if not isinstance(hidden, Tally):  # its pack is the game's, which everybody knows
        assert not [card for card in PACK if f"'{card}'" in text]
    assert repr(KEY) not in text
    assert KEY.hex() not in text


def test_a_tally_shows_neither_slot_nor_card() -> None:
    text = repr(Tally((), (7, 3), {1: PACK[0]}, {5: PACK[1]}))
    assert "7" not in text
    assert PACK[0] not in text
    assert PACK[1] not in text


def test_a_whole_deal_writes_nothing_to_the_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    world = World(FakeShoe(full(PACK[:8])))
    world.until(events.Linked)
    world.order(orders.Prepare(DEAL, "whist", PACK[:8]))
    told = world.until(events.Prepared)
    world.order(orders.deal_of(DEAL, told.order, 4, in_turn(("E", "W"), (4,))))
    world.until(events.DealDone)
    assert caplog.records == []
    doing = " ".join(e.words for e in world.heard if isinstance(e, events.Doing))
    assert not [card for card in PACK if card in doing]
