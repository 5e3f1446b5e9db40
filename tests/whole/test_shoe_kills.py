"""``kill -9`` of the host at any instant of a deal: the next one goes on from the journal, and no card is mistaken.

The shoe outlives the host. What the journal says of each card when the hand is closed is compared with which serial
number really fell into which pocket; a deal that cannot go on is void.
"""

from __future__ import annotations

import random
import re
import threading
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Final

import pytest

from controller.simulated import living
from tests.whole.running import figures, pone, until
from tests.whole.shoes import SOURCES, Falls, Headless, Stream, dealt_facts

pytestmark = pytest.mark.alone

SPEED: Final = 60.0
CARDS: Final = 52
BETWEEN: Final = 6
"""At most so many cards fall between a host that has taken up the deal and the next kill."""
_BEGUN: Final = re.compile(r"shoe-(sealing|dealing)")


@dataclass
class Deal:
    """One deal, and the kills of its host: how many cards had fallen at each."""

    room: Path
    seed: int
    kills: list[int] = field(default_factory=list[int])
    pause: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self.room.mkdir()
        self.chance = random.Random(f"kills {self.seed}")
        self.demo = Headless(self.room, ("--speed", f"{SPEED:g}", "--seed", str(self.seed)))
        self.falls = Falls()

    def played(self, most: int) -> str:
        """Kill the host again and again, at most so often; then ``resumed`` or ``void``. A mistaken card fails."""
        self.demo.start()
        try:
            hands = self.demo.hands()
            hands.listen(self.falls.hear)
            shoe = living(self.demo.journal)
            self._first()
            while len(self.falls.fell) < CARDS and len(self.kills) < most:
                self.kills.append(len(self.falls.fell))
                self.demo.kill()
                self.demo.start()
                self._next(len(self.falls.fell))
            status, lines = self.demo.ended()
            assert living(self.demo.journal) in (None, shoe), "another machine"
            hands.close()
        finally:
            self.demo.end()
        assert status == 0, self.demo.complaints.read_text()
        (told,) = lines
        assert told["sources"] == SOURCES
        return self._compared(void=bool(told["result"].get("void")), wrong=told["shoe"]["wrong"])

    def _first(self) -> None:
        """Where the kills begin: in the deal's first second, or anywhere in it."""
        stream = until(self._stream, "the pages are there")
        until(lambda: True if any(_BEGUN.search(p) for _, p in stream.pictures) else None, "the deal begins")
        stream.close()
        if self.chance.random() < 1 / 2:
            self.falls.wait_for(self.chance.randrange(CARDS - BETWEEN))
        self.pause.wait(self.chance.uniform(0.0, 1.0) / SPEED)

    def _stream(self) -> Stream | None:
        try:
            return Stream(self.demo.port, "/stream/table", "")
        except OSError:
            return None

    def _next(self, fallen: int) -> None:
        """A later instant: a few cards on, or with one in three at any moment before another card falls."""
        if self.chance.random() < 1 / 3:
            until_s = monotonic() + self.chance.uniform(0.0, 4.0)
            while monotonic() < until_s and len(self.falls.fell) == fallen:
                self.pause.wait(0.005)
        else:
            self.falls.wait_for(min(fallen + self.chance.randint(1, BETWEEN), CARDS))
        self.pause.wait(self.chance.uniform(0.0, 0.08) / SPEED)

    def _compared(self, *, void: bool, wrong: int) -> str:
        told, fell = dealt_facts(self.demo.facts()), self.falls.fell
        assert wrong == 0
        assert told == fell[: len(told)], f"seed {self.seed}: after kills at {self.kills} a card is mistaken"
        assert void or len(told) == len(fell) == CARDS
        checked = pone("verify", str(self.demo.journal))
        assert checked.returncode == 0, checked.stdout + checked.stderr
        return "void" if void else "resumed"


@pytest.mark.parametrize(
    ("count", "most", "seed"),
    [
        pytest.param(3, 3, 1, id="3"),
        pytest.param(200, 8, 100, id="200", marks=[pytest.mark.full, pytest.mark.timeout(7200)]),
    ],
)
def test_the_host_is_killed_at_any_instant_of_a_deal(tmp_path: Path, count: int, most: int, seed: int) -> None:
    """``count`` kills in as many deals as they take; ``seed`` is the first of them."""
    ends, kills, deals = Counter[str](), list[int](), 0
    while len(kills) < count:
        deal = Deal(tmp_path / f"deal{deals}", seed + deals)
        end = deal.played(min(most, count - len(kills)))
        ends[end] += 1
        kills += deal.kills
        figures(f"seed {deal.seed}: killed when {deal.kills} cards had fallen, {end}, 0 wrong")
        deals += 1
        assert deal.kills or deals < 2 * count, "no kill comes in time"
    spread = Counter(fallen // 13 for fallen in kills)
    figures(
        f"kills of the host, seeds {seed}-{seed + deals - 1}: {len(kills)} in {deals} deals, by quarters of the deal "
        f"{[spread[quarter] for quarter in range(4)]}; deals resumed {ends['resumed']}, void {ends['void']}; "
        f"0 wrong of {ends.total()}"
    )
    assert ends["resumed"] > ends.total() / 2
