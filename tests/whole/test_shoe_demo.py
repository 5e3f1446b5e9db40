"""What `make demo` runs, without a browser: the flashed firmware deals, and the truth says that it dealt as is told."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest

from controller.rules.cards import PACK
from tests.whole.running import figures, pone
from tests.whole.shoes import SOURCES, Falls, Headless, dealt_facts

pytestmark = pytest.mark.alone

FULL: Final = (pytest.mark.full, pytest.mark.timeout(3600))
SEEDS: Final = [pytest.param((1, 2), id="2"), pytest.param(tuple(range(1, 21)), id="20", marks=FULL)]
FEWER: Final = [pytest.param((5,), id="1"), pytest.param(tuple(range(1, 11)), id="10", marks=FULL)]


def played(room: Path, seed: int, *more: str) -> tuple[list[dict[str, Any]], Falls, Headless]:
    """What a demo prints, which cards really fell in it, and the demo, which is over."""
    room.mkdir()
    falls = Falls()
    demo = Headless(room, ("--speed", "20", "--seed", str(seed), *more))
    demo.start()
    try:
        hands = demo.hands()
        hands.listen(falls.hear)
        status, lines = demo.ended()
        hands.close()
    finally:
        demo.end()
    assert status == 0, demo.complaints.read_text()
    assert all(told["sources"] == SOURCES for told in lines)
    assert all(told["shoe"]["wrong"] == 0 for told in lines)
    checked = pone("verify", str(demo.journal))
    assert checked.returncode == 0, checked.stdout + checked.stderr
    return lines, falls, demo


@pytest.mark.parametrize("seeds", SEEDS)
def test_the_firmware_deals_whole_packs_without_a_fault(tmp_path: Path, seeds: tuple[int, ...]) -> None:
    for seed in seeds:
        (told,), falls, demo = played(tmp_path / str(seed), seed)
        assert told["shoe"] == {"cards": 52, "wrong": 0, "refused": None}
        assert (told["faults"], told["rulings"]) == ([], [])
        assert sum(told["result"]["tricks"].values()) == 13
        dealt = dealt_facts(demo.facts())
        assert dealt == falls.fell
        assert {card for _, card in dealt} == set(PACK)
        assert set(Counter(seat for seat, _ in dealt).values()) == {13}
    figures(
        f"demos without a fault, seeds {seeds[0]}-{seeds[-1]}: {len(seeds)} of {len(seeds)}, 52 cards each, 0 wrong"
    )


@pytest.mark.parametrize("seeds", FEWER)
def test_an_imperfect_pack_is_refused_by_name(tmp_path: Path, seeds: tuple[int, ...]) -> None:
    named = list[str]()
    for seed in seeds:
        (told,), falls, demo = played(tmp_path / str(seed), seed, "--mishap", "imperfect_pack")
        refused = told["shoe"]["refused"]
        (missing,), (double,) = refused.pop("missing"), refused.pop("double")
        assert missing != double
        assert refused == {"foreign": 0, "faced": 0, "unread": 0}
        assert (told["shoe"]["cards"], told["result"]) == (0, None)
        assert {fault["outcome"] for fault in told["faults"]} == {"refused"}
        assert (falls.fell, dealt_facts(demo.facts())) == ([], [])
        named.append(f"{missing} missing, {double} twice")
    figures(f"imperfect packs refused: {len(named)} of {len(seeds)}: {'; '.join(named)}")


@pytest.mark.parametrize("seeds", FEWER)
def test_after_a_power_cut_the_record_says_which_card_is_where(tmp_path: Path, seeds: tuple[int, ...]) -> None:
    ends = Counter[str]()
    for seed in seeds:
        (told,), falls, demo = played(tmp_path / str(seed), seed, "--mishap", "power_cut")
        (fault,) = told["faults"]
        assert fault["outcome"] in ("resumed", "void")
        dealt = dealt_facts(demo.facts())
        assert len(dealt) == told["shoe"]["cards"]
        assert dealt == falls.fell[: len(dealt)]
        assert (len(dealt) == len(falls.fell) == 52) if fault["outcome"] == "resumed" else told["result"]["void"]
        ends[fault["outcome"]] += 1
    figures(f"demos with a power cut, seeds {seeds[0]}-{seeds[-1]}: {dict(ends)}, 0 wrong of {ends.total()}")
