"""Patterns of dealing."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.rules.cards import PACK, Card
from controller.shoe.errors import BadPlan
from controller.shoe.orders import Deal, deal_of
from controller.shoe.plan import Dest, after_cut, board, in_turn, one_after_another, tag_of

DEAL = "0123" * 8
LEFT_OF_NORTH: tuple[Dest, ...] = ("E", "S", "W", "N")


def test_whist_one_at_a_time_and_the_last_one_turned() -> None:
    pattern = in_turn(LEFT_OF_NORTH, (1,) * 13, turned=True)
    assert pattern.places == tuple(range(52))
    assert pattern.dests[:5] == ("E", "S", "W", "N", "E")
    assert pattern.dests[51] == "turn-up"
    assert [pattern.dests.count(hand) for hand in LEFT_OF_NORTH] == [13, 13, 13, 12]
    assert pattern.stops == ()


@pytest.mark.parametrize("packets", [(4, 4, 5), (3, 3, 3, 3, 1)])
def test_in_packets(packets: tuple[int, ...]) -> None:
    pattern = in_turn(LEFT_OF_NORTH, packets)
    groups = [(hand, len(list(group))) for hand, group in itertools.groupby(pattern.dests)]
    assert groups == [(hand, packet) for packet in packets for hand in LEFT_OF_NORTH]


def test_eight_hands_in_four_pockets_get_what_the_laws_give_them() -> None:
    pattern = in_turn((*LEFT_OF_NORTH, *LEFT_OF_NORTH), (1,) * 6)
    assert pattern.stops == (24,)
    hands = {n: [place for place in range(48) if place % 8 == n] for n in range(8)}
    first, second = pattern.places[:24], pattern.places[24:]
    for n, pocket in enumerate(LEFT_OF_NORTH):
        assert [p for p, d in zip(first, pattern.dests[:24], strict=True) if d == pocket] == hands[n]
        assert [p for p, d in zip(second, pattern.dests[24:], strict=True) if d == pocket] == hands[n + 4]


def test_separate_hands_of_six_for_two() -> None:
    one = in_turn(("S", "N"), (1,) * 6)
    pattern = one_after_another(one, one, one)
    assert pattern.places == tuple(range(36))
    assert pattern.stops == (12, 24)


@given(st.integers(1, 8), st.lists(st.integers(1, 6), min_size=1, max_size=6), st.booleans())
def test_a_pattern_deals_every_card_once_and_no_pocket_holds_two_hands(
    hands: int, packets: list[int], turned: bool
) -> None:
    pockets = (LEFT_OF_NORTH * 2)[:hands]
    pattern = in_turn(pockets, packets, turned=turned)
    assert sorted(pattern.places) == list(range(hands * sum(packets)))
    order = [hand for packet in packets for hand in range(hands) for _ in range(packet)]
    bounds = [0, *pattern.stops, len(pattern.places)]
    for begin, end in itertools.pairwise(bounds):
        held = {(pattern.dests[n], order[pattern.places[n]]) for n in range(begin, end)}
        seats = [pocket for pocket, _ in held if pocket != "turn-up"]
        assert len(seats) == len(set(seats))
    if turned:
        last = pattern.places.index(len(order) - 1)
        assert [n for n, dest in enumerate(pattern.dests) if dest == "turn-up"] == [last]


def test_a_board_is_dealt_as_it_was_prepared() -> None:
    order = PACK[::-1]
    hands: dict[Dest, tuple[Card, ...]] = {"N": PACK[:13], "E": PACK[13:26], "S": PACK[26:39], "W": PACK[39:]}
    pattern = board(hands, order)
    assert all(card in hands[dest] for card, dest in zip(order, pattern.dests, strict=True))
    with pytest.raises(BadPlan):
        board({"N": PACK[:26], "S": PACK[25:]}, order)


def test_a_deal_after_the_cut_names_card_slot_and_pocket() -> None:
    deal = deal_of(DEAL, PACK, 20, in_turn(LEFT_OF_NORTH, (1,) * 13, turned=True))
    assert deal.cards == after_cut(PACK, 20)
    assert deal.slots == (*range(20, 52), *range(20))
    assert all(PACK[slot] == card for card, slot in zip(deal.cards, deal.slots, strict=True))


def test_a_deal_in_two_waves_takes_each_card_from_its_slot() -> None:
    deal = deal_of(DEAL, PACK[:48], 7, in_turn((*LEFT_OF_NORTH, *LEFT_OF_NORTH), (1,) * 6))
    cut = after_cut(PACK[:48], 7)
    assert deal.cards[:2] == (cut[0], cut[1])
    assert deal.cards[4] == cut[8]
    assert deal.cards[24] == cut[4]
    assert all(PACK[slot] == card for card, slot in zip(deal.cards, deal.slots, strict=True))


@pytest.mark.parametrize(
    "broken",
    [
        {"slots": (0, 0)}, {"slots": (0, 54)}, {"slots": (0,)}, {"dests": ("N",)}, {"cards": (PACK[0], PACK[0])},
        {"cards": (), "slots": (), "dests": ()}, {"stops": (0,)}, {"stops": (2,)},
    ],
)  # fmt: skip
def test_what_cannot_be_dealt_is_no_deal(broken: dict[str, Any]) -> None:
    sound = Deal(DEAL, PACK[:2], (0, 1), ("N", "E"), ())
    with pytest.raises(BadPlan):
        replace(sound, **broken)


def test_a_tag_is_the_beginning_of_the_id_and_never_nothing() -> None:
    assert tag_of("12ab" + "0" * 28) == 0x12AB
    assert tag_of("0" * 32) == 0xFFFF
