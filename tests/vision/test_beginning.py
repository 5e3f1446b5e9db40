"""A watcher that takes over with an arm over the table: nothing is made up, nothing is told twice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import pytest

from controller.rules.cards import Card
from tests.vision.filmed import reel_of
from vision.capture import RATE, Frame
from vision.layout import Context
from vision.reading import IndexReader
from vision.render.film import Reel
from vision.render.live import DrawnCamera
from vision.render.painter import Painter
from vision.watcher import Saw, Watcher

LONG_S: Final = 3.0
AT_REST_S: Final = 0.1
"""How long after a hand has let go what it did is told of."""


@dataclass
class _From:
    """A camera that is looked at from ``since`` on, for a while."""

    camera: DrawnCamera
    painter: Painter
    since: float

    @property
    def size(self) -> tuple[int, int]:
        return self.camera.size

    def frames(self) -> Iterator[Frame]:
        for number in range(int(self.since * RATE) + 1, int((self.since + LONG_S) * RATE)):
            t = round(number / RATE, 3)
            yield Frame(t, self.painter.frame(t, "motion"))

    def still(self, t: float) -> Frame | None:
        return self.camera.still(t)


@pytest.fixture(scope="module")
def reel() -> Reel:
    """Two tricks of a hand."""
    return reel_of(3, first=4, last=5)


def known(reel: Reel, t: float) -> Context:
    """What the record has at this time."""
    trick: dict[Card, str] = {}
    told: set[Card] = set()
    tricks = 3
    for deed in reel.deeds:
        if deed.release + AT_REST_S > t:
            break
        if deed.kind == "played":
            trick |= {Card(card): deed.by for card in deed.cards}
            told |= {Card(card) for card in deed.cards}
        elif deed.kind == "quitted":
            trick, tricks = {}, tricks + 1
    return Context(tricks=tricks, told=frozenset(told), trick=trick)


@pytest.mark.parametrize("before_s", [0.4])
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_who_begins_under_an_arm_accuses_nobody(reel: Reel, number: int, before_s: float) -> None:
    deeds = [deed for deed in reel.deeds if deed.kind in ("played", "quitted")]
    since = deeds[number].release - before_s
    painter = Painter(reel.scene, reel.timeline)
    watcher = Watcher(_From(DrawnCamera(painter), painter, since), IndexReader(), context=known(reel, since))
    frames = list(watcher.camera.frames())
    saw = [m for frame in frames for m in watcher.frame(frame) if isinstance(m, Saw)]
    ought = [
        (deed.kind, deed.by, " ".join(deed.cards) if deed.kind == "played" else "")
        for deed in deeds
        if since < deed.release and deed.gone + 0.6 < frames[-1].t
    ]
    told = [(str(m.fact["fact"]), str(m.fact["by"]), str(m.fact.get("cards", ""))) for m in saw]
    assert told[: len(ought)] == ought
    assert {kind for kind, _, _ in told} <= {"played", "quitted"}
    assert not any("??" in cards for _, _, cards in told)
