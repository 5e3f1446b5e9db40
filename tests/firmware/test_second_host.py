"""PROTOCOL.md is enough: a host that was written from it alone deals a pack, and every card lies where it should."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

from controller.bench.pack import BACK
from controller.bench.shoe import Lying, SimulatedShoe, start
from controller.shoe.port import beside
from tests.firmware import second_host
from tests.firmware.second_host import SecondHost, crc16, stuffed, unstuffed

TAG = 4660
POCKETS = "NESWT"
PAGE = Path(second_host.__file__).parents[2] / "firmware" / "PROTOCOL.md"


def test_a_host_written_from_the_page_alone_deals_a_pack(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    process = start(journal, seed=1, speed=0.0, lockstep=True)
    hands = SimulatedShoe(journal)
    try:
        hands.load([Lying(n + 1, n, BACK) for n in range(52)])
        slots = Random(7).sample(range(54), 52)
        steps = [(slot, n % 4) for n, slot in enumerate(sorted(slots))]
        steps[-1] = (steps[-1][0], 4)
        port = beside(journal)()
        assert port is not None
        with SecondHost(port) as host:
            host.take_in(TAG, slots)
            assert host.deal(TAG, steps) == [(n, dest) for n, (_, dest) in enumerate(steps, 1)]
        lies = hands.where()["pockets"]
        serial = {slot: n for n, slot in enumerate(slots, 1)}
        wanted = {pocket: [serial[slot] for slot, dest in steps if dest == n] for n, pocket in enumerate(POCKETS)}
        assert {pocket: lies[pocket] for pocket in POCKETS} == wanted
    finally:
        hands.end()
        process.wait(30)


def test_the_examples_of_the_page_are_what_this_host_would_say() -> None:
    rows = re.findall(
        r"^\| (\w+) \| `([0-9a-f ]+)` \| `([0-9a-f ]+)` \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE
    )
    assert len(rows) >= 5
    for _, plain, line in rows:
        packet = bytes.fromhex(plain)
        assert crc16(packet[:-2]) == int.from_bytes(packet[-2:], "little")
        assert stuffed(packet) + b"\0" == bytes.fromhex(line)
        assert unstuffed(bytes.fromhex(line)[:-1]) == packet
    assert crc16(b"123456789") == 0x29B1
