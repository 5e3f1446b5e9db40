"""Packs taken in through the window: the networks read the machine's pictures, and every card is right, or refused."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from controller.bench.pack import JOKER, STRANGE_BACK
from controller.bench.shoe import Lying
from controller.rules.cards import PACK
from controller.shoe import events, orders
from tests.shoe.simulated import DEAL, Simulated, lying
from tests.whole.running import figures

SPOILT: Final = ("double", "joker", "stranger", "faced")
"""How a pack may be spoilt."""


def shuffled(kind: str, chance: random.Random) -> list[Lying]:
    """A pack in any order, in which one card is not as it should be."""
    pack = lying(PACK)
    chance.shuffle(pack)
    at, other = chance.sample(range(len(pack)), 2)
    card = pack[at]
    match kind:
        case "double":
            pack[at] = replace(card, picture=pack[other].picture)
        case "joker":
            pack[at] = replace(card, picture=JOKER)
        case "stranger":
            pack[at] = replace(card, back=STRANGE_BACK)
        case "faced":
            pack[at] = replace(card, faced=True)
        case _:
            pass
    return pack


def taken_in(sim: Simulated, pack: list[Lying], name: str) -> str:
    """``right``, ``refused``, or ``wrong``: called whole and not so, or a card lies elsewhere than is believed."""
    shows = {card.serial: PACK[card.picture] for card in pack if card.picture < len(PACK)}
    proper = {card.serial for card in pack if card.back != STRANGE_BACK and not card.faced}
    sim.load(pack)
    sim.heard.clear()
    sim.shoe.order(orders.Prepare(name, "whist", PACK))
    told = sim.until(events.PackRefused, events.Prepared)
    end = "refused"
    if isinstance(told, events.Prepared):
        lies = {int(slot): serial for slot, serial in sim.hands.where()["slots"].items()}
        believed = dict(enumerate(told.order))
        right = len(proper) == len(PACK) and {slot: shows.get(serial) for slot, serial in lies.items()} == believed
        end = "right" if right else "wrong"
        sim.shoe.order(orders.Void(name, "it is only read"))
        sim.until(events.DealVoid)
        sim.shoe.order(orders.Eject())
    sim.until_doing("no pack")
    assert len(sim.hands.take("all")) == len(PACK)
    return end


@pytest.mark.parametrize(
    ("sound", "spoilt"),
    [
        pytest.param(2, 4, id="6"),
        pytest.param(1000, 200, id="1200", marks=[pytest.mark.full, pytest.mark.timeout(7200)]),
    ],
)
def test_every_card_of_a_pack_is_right_or_refused(tmp_path: Path, sound: int, spoilt: int) -> None:
    chance, ends = random.Random(f"packs {sound}"), Counter[tuple[str, str]]()
    kinds = ["sound"] * sound + [SPOILT[number % 4] for number in range(spoilt)]
    chance.shuffle(kinds)
    with Simulated(tmp_path) as sim:
        for number, kind in enumerate(kinds):
            ends[kind, taken_in(sim, shuffled(kind, chance), f"{number + 1:04x}{DEAL[4:]}")] += 1
            if number % 100 == 99:
                figures(f"packs taken in: {number + 1}, {dict(ends)}")
    figures(f"packs read through the window: {dict(ends)}")
    assert not [end for end in ends if end[1] == "wrong"]
    assert all(end == ("right" if kind == "sound" else "refused") for kind, end in ends), ends
