"""The table that is to be seen: what players do becomes movements of arms and cards, which a camera draws live.

The scene is the truth. Its camera is a process of its own (:mod:`controller.bench.camera`), and the bench's clock waits
for it (:mod:`controller.bench.lens`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Final

from controller.bench.camera import Covered
from controller.bench.clock import Clock
from controller.bench.lens import Lens
from controller.bench.link import Link
from controller.bench.pictures import Drawn, Moved
from controller.bench.stage import Stage
from controller.rules import facts as f
from controller.rules.cards import Card
from controller.rules.facts import Entry, Fact
from controller.rules.heading import Heading
from vision.render.deck import STYLES, DrawnPack
from vision.render.scene import scene
from vision.render.timeline import CardTrack, Timeline

SMEAR_MM: Final = 1.8
"""How far the print of a card has run that can hardly be read: most of them still show what they may be."""
PACK: Final = DrawnPack(replace(STYLES["roman"], back="lattice"))
"""The pack that lies on the table: one whose indices stand clear of each other, and whose back is soon drawn."""
SHOWN: Final = (f.Played, f.Indicated, f.Withdrew, f.Exposed, f.Quitted, f.TookUp, f.ThrewIn, f.LaidOpen, f.Looked)
"""What players do before the camera: it is seen, and not told."""


class Scene:
    """The live table beside a journal. ``path``: where its camera listens; ``seed`` draws table, people, movements."""

    def __init__(self, path: Path, heading: Heading, seed: int, clock: Clock, link: Link) -> None:
        self._clock = clock
        made = replace(scene(seed % (1 << 31)), packs=(PACK,))
        self._stage = Stage(heading, made, seed % (1 << 31))
        self._smeared: set[Card] = set()
        self._lens = Lens(path, Drawn(self._stage.scene, len(heading.seating.seats)), clock, link)

    def act(self, fact: Fact, at: float) -> float | None:
        """Let it be done from ``at`` on: when the last arm has gone, ``None`` where there is nothing to be seen."""
        if isinstance(fact, f.NextDeal):
            self._smeared.clear()
        before = self._stage.end
        done = self._stage.act(Entry(0, fact), at)
        end = self._stage.end
        if not done and end == before:
            return None
        self._lens.say(Moved(going_on(self._stage.timeline, self._clock.now(), self._smeared), end))
        return end

    def smear(self, cards: Iterable[Card]) -> None:
        """The print of these has run: whoever looks from above cannot read them."""
        self._smeared.update(cards)

    def cover(self, *, on: bool) -> None:
        """Somebody puts his hat over the camera, or takes it away."""
        self._lens.say(Covered(self._clock.now() if on else None))

    def end(self) -> None:
        """End the camera."""
        self._lens.end()


def going_on(timeline: Timeline, now: float, smeared: Collection[str] = ()) -> Timeline:
    """The timeline without what has gone before ``now``; what is left keeps its numbers."""
    cards = tuple(
        replace(card, keys=() if _gone(card, now) else card.keys, smear=SMEAR_MM if card.card in smeared else 0.0)
        for card in timeline.cards
    )
    return replace(timeline, cards=cards, arms=tuple(arm for arm in timeline.arms if arm.end > now - 1))


def _gone(card: CardTrack, now: float) -> bool:
    return bool(card.keys) and card.keys[-1].pose is None and card.keys[-1].t < now - 1
