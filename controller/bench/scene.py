"""The table that is to be seen: what players do becomes movements of arms and cards, which a camera draws live.

The scene is the truth. Its camera is a process of its own (:mod:`controller.bench.camera`), and the bench's clock waits
for it: time does not run further past what the watcher has looked at than ``LEAD_S``. Where nobody watches, or he has
stopped, the table is patient for ``PATIENCE_S`` of the wall and then goes on.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import threading
from collections.abc import Collection, Iterable
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Final

from controller.bench.camera import FRAME_S, Covered, Moved, Now, Seen, Watched, film, time_of
from controller.bench.clock import Clock
from controller.bench.link import Link
from controller.bench.stage import Stage
from controller.rules import facts as f
from controller.rules.cards import Card
from controller.rules.facts import Entry, Fact
from controller.rules.heading import Heading
from vision.render.deck import STYLES, DrawnPack
from vision.render.scene import scene
from vision.render.timeline import CardTrack, Timeline

SMEAR_MM: Final = 2.0
LEAD_S: Final = 2 * FRAME_S + 0.005
PACK: Final = DrawnPack(replace(STYLES["roman"], back="lattice"))
"""The pack that lies on the table: one whose indices stand clear of each other, and whose back is soon drawn."""
PATIENCE_S: Final = 60.0
_LOOK_S: Final = 0.5
SHOWN: Final = (f.Played, f.Withdrew, f.Exposed, f.Quitted, f.TookUp, f.ThrewIn, f.LaidOpen, f.Looked)
"""What players do before the camera: it is seen, and not told."""


class Scene:
    """The live table beside a journal. ``path``: where its camera listens; ``seed`` draws table, people, movements."""

    def __init__(self, path: Path, heading: Heading, seed: int, clock: Clock, link: Link) -> None:
        self._clock = clock
        self._link = link
        made = replace(scene(seed % (1 << 31)), packs=(PACK,))
        self._stage = Stage(heading, made, seed % (1 << 31))
        self._sending = threading.Lock()
        self._ended = threading.Event()
        self._smeared: set[Card] = set()
        self._moved = monotonic()
        spawn = multiprocessing.get_context("spawn")
        self._pipe, theirs = spawn.Pipe()
        self._process = spawn.Process(
            target=film,
            args=(theirs, str(path), self._stage.scene, len(heading.seating.seats)),
            name="pone-camera",
            daemon=True,
        )
        self._process.start()
        theirs.close()
        clock.hold(clock.now() + LEAD_S)
        for run in (self._listen, self._pace, self._wait):
            threading.Thread(target=run, daemon=True).start()

    def act(self, fact: Fact, at: float) -> float | None:
        """Let it be done from ``at`` on: when the last arm has gone, ``None`` where there is nothing to be seen."""
        if isinstance(fact, f.NextDeal):
            self._smeared.clear()
        before = self._stage.end
        done = self._stage.act(Entry(0, fact), at)
        end = self._stage.end
        if not done and end == before:
            return None
        self._send(Moved(going_on(self._stage.timeline, self._clock.now(), self._smeared), end))
        return end

    def smear(self, cards: Iterable[Card]) -> None:
        """The print of these has run: whoever looks from above cannot read them."""
        self._smeared.update(cards)

    def cover(self, *, on: bool) -> None:
        """Somebody puts his hat over the camera, or takes it away."""
        self._send(Covered(self._clock.now() if on else None))

    def end(self) -> None:
        """End the camera."""
        self._ended.set()
        self._pipe.close()
        self._process.terminate()
        self._process.join()

    # ------------------------------------------------------------------ inside
    def _send(self, said: Moved | Now | Covered) -> None:
        with self._sending, contextlib.suppress(OSError):
            self._pipe.send(said)

    def _pace(self) -> None:
        """Tell the camera and the host each frame's time as the clock comes to it."""
        frame = int(self._clock.now() / FRAME_S) + 1
        while not self._ended.is_set():
            if self._clock.reached(time_of(frame), _LOOK_S):
                self._link.tick()
                self._send(Now(time_of(frame), self._link.passed))
                frame += 1

    def _listen(self) -> None:
        with contextlib.suppress(EOFError, OSError):
            while True:
                match self._pipe.recv():
                    case Seen(t):
                        self._moved = monotonic()
                        self._clock.hold(t + LEAD_S)
                    case Watched(so):
                        self._moved = monotonic()
                        if so:
                            self._clock.hold(self._clock.now() + LEAD_S)
                    case _:
                        pass
        self._clock.hold(None)

    def _wait(self) -> None:
        """Nobody waits for ever for one who does not look."""
        while not self._ended.wait(_LOOK_S):
            if not self._clock.held_up():
                self._moved = monotonic()
            elif monotonic() - self._moved > PATIENCE_S:
                self._clock.hold(None)


def going_on(timeline: Timeline, now: float, smeared: Collection[str] = ()) -> Timeline:
    """The timeline without what has gone before ``now``; what is left keeps its numbers."""
    cards = tuple(
        replace(card, keys=() if _gone(card, now) else card.keys, smear=SMEAR_MM if card.card in smeared else 0.0)
        for card in timeline.cards
    )
    return replace(timeline, cards=cards, arms=tuple(arm for arm in timeline.arms if arm.end > now - 1))


def _gone(card: CardTrack, now: float) -> bool:
    return bool(card.keys) and card.keys[-1].pose is None and card.keys[-1].t < now - 1
