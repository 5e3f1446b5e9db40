"""From a card that has come to rest before the camera to a real browser: once with this disk, once with a slow one.

Three tricks are filmed beforehand and shown to the watcher's process at their own pace, its pictures in memory as a
camera gives them. A play is *settled* with the frame after which the watcher tells it; that frame's time, and the time
at which the card came to rest, are set against the moment at which the page in Chromium changes. The table is that of
``pone run``: its clock, its eyes, its journal.
"""

from __future__ import annotations

import json
import tempfile
import threading
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter
from typing import Any, Final, cast

import numpy as np
from playwright.sync_api import Page, sync_playwright

from controller.bench.script import script
from controller.bench.stage import act
from controller.cli.demo import heading_of
from controller.cli.house import eyes_at
from controller.journal.store import SqliteJournal
from controller.rules.record import read_record
from controller.table.clock import MonotonicClock
from controller.table.messages import Message, Observed
from controller.table.ports import Machine
from controller.table.service import Table
from controller.table.zero import FromZero
from controller.web.app import Settings, create_app
from controller.web.server import listen, server_for
from tests.bench.figure import Figure
from tests.bench.latency import FLAGS, SLOW_DISK_S, ahead
from vision.capture import RATE, Frame
from vision.render.film import Reel, frames, still_times
from vision.render.painter import Painter
from vision.render.scene import scene
from vision.render.witness import witnessed
from vision.watch import Order

SEED: Final = 43
TRICKS: Final = (1, 3)
_AIMED_S: Final = 2.0
"""The first picture stands so long before the film begins: the watcher finds its marks."""
_CHANGES: Final = """() => {
  window.changes = [];
  new MutationObserver(() => window.changes.push(performance.now()))
    .observe(document.body, {subtree: true, childList: true, attributes: true, characterData: true});
}"""


def measure() -> Iterator[Figure]:
    """Milliseconds until the page has changed, from settled and from rest, with either disk."""
    with tempfile.TemporaryDirectory() as folder:
        rests = _filmed(Path(folder))
        for name, delay_s, disk in (
            ("seen", 0.0, "this disk"),
            ("seen, slow disk", SLOW_DISK_S, "a sync of 50 ms injected after each commit"),
        ):
            settled, rested = _measured(Path(folder), delay_s, rests)
            yield Figure(f"latency: {name}, from settled", "ms", settled, f"watcher's frame to Chromium's page, {disk}")
            yield Figure(f"latency: {name}, from rest", "ms", rested, f"card at rest to Chromium's page, {disk}")


# ------------------------------------------------------------------ the film
def _reel() -> Reel:
    begun = read_record([json.dumps(heading_of("whist", "american-1893"))])
    played = script(SEED, dealer=begun.heading.dealer, seating=begun.heading.seating)
    record = replace(begun, entries=played.entries())
    return act(record, scene(SEED), SEED, first=TRICKS[0], last=TRICKS[1])


def _filmed(folder: Path) -> Mapping[tuple[str, str], float]:
    """Draw the film's pictures into files; gives when each play comes to rest, s of the film, by seat and card."""
    reel = _reel()
    painter = Painter(reel.scene, reel.timeline)
    for name, shown in (
        ("motion", [(t, picture) for t, picture in frames(painter, "motion")]),
        ("still", [(t, painter.frame(t, "still")) for t in still_times(reel.timeline, RATE)]),
    ):
        np.save(folder / f"{name}-times.npy", np.array([t for t, _ in shown]))
        np.save(folder / f"{name}.npy", np.stack([picture for _, picture in shown]))
    seen = [deed.fact for deed in witnessed(reel.scene, reel.timeline, reel.deeds, painter.camera("still"))]
    return {(fact["by"], fact["cards"]): fact["t"] for fact in seen if fact and fact["fact"] == "played"}


class Shown:
    """The drawn film as a camera that gives its frames when it is their time, and notes when it gave each."""

    def __init__(self, folder: Path) -> None:
        self._times = np.load(folder / "motion-times.npy")
        self._frames = np.load(folder / "motion.npy", mmap_mode="r")
        self._still_times = np.load(folder / "still-times.npy")
        self._stills = np.load(folder / "still.npy")
        self._given = folder / "given"

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of the stream."""
        return cast("tuple[int, int]", self._frames.shape[2:0:-1])

    def frames(self) -> Iterator[Frame]:
        """The first picture until the watcher has found its marks, then the film."""
        pictures = [np.ascontiguousarray(frame) for frame in self._frames]
        pause, begun = threading.Event(), perf_counter()
        with self._given.open("w") as given:
            for k in range(-round(_AIMED_S * RATE), len(self._times)):
                t = k / RATE if k < 0 else float(self._times[k])
                pause.wait(max(0.0, begun + _AIMED_S + t - perf_counter()))
                given.write(f"{t + _AIMED_S:.3f} {perf_counter():.6f}\n")
                given.flush()
                yield Frame(t + _AIMED_S, pictures[max(k, 0)])

    def still(self, t: float) -> Frame | None:
        """The last still at or before ``t``; the first one before the film begins."""
        i = max(0, bisect_right(self._still_times, t - _AIMED_S + 1e-6) - 1)
        at = t if t < _AIMED_S else float(self._still_times[i]) + _AIMED_S
        return Frame(at, self._stills[i])


def open_shown(folder: str) -> Shown:
    """An opener of :class:`vision.watch.Order`."""
    return Shown(Path(folder))


# ------------------------------------------------------------------ the table
@dataclass
class _Overheard:
    """A machine, and when each of its facts was heard: the wall's time, the camera's, and the fact."""

    machine: Machine
    facts: list[tuple[float, Mapping[str, Any]]] = field(default_factory=list[tuple[float, Mapping[str, Any]]])

    def start(self, hear: Callable[[Message], None]) -> None:
        def heard(message: Message) -> None:
            if isinstance(message, Observed):
                self.facts.append((perf_counter(), message.fact))
            hear(message)

        self.machine.start(heard)

    def acknowledge(self, seqs: Mapping[str, int]) -> None:
        self.machine.acknowledge(seqs)

    def keep(self, deal: str, key: bytes) -> None:
        self.machine.keep(deal, key)

    def recall(self, deal: str) -> None:
        self.machine.recall(deal)

    def stop(self) -> None:
        self.machine.stop()


def _measured(
    folder: Path, sync_delay_s: float, rests: Mapping[tuple[str, str], float]
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Milliseconds from settled, and from rest, of each play until the page shows it."""
    clock = MonotonicClock()
    order = Order(str(folder), opener="tests.bench.seen:open_shown", pictures=str(folder / "pictures"))
    table: Table
    eyes = _Overheard(FromZero(eyes_at(order, lambda: table), clock))
    heading = {**heading_of("whist", "american-1893"), "complete": ["play"]}
    journal = Path(tempfile.mkdtemp(dir=folder)) / "journal"
    table = Table(
        lambda: SqliteJournal(journal, sync_delay_s=sync_delay_s), clock, machines={"camera": eyes}, heading=heading
    )
    bound = listen("127.0.0.1", 0)
    server = server_for(create_app(table, Settings()))
    serving = threading.Thread(target=server.run, kwargs={"sockets": [bound]}, daemon=True)
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        page = browser.new_page()
        table.start()
        try:
            table.wait_until_begun(20)
            serving.start()
            page.goto(f"http://127.0.0.1:{bound.getsockname()[1]}/")
            page.wait_for_selector("html[data-live=yes]", state="attached")
            page.evaluate(_CHANGES)
            changes = _looked_on(page, eyes, len(rests))
        finally:
            browser.close()
            server.should_exit = True
            serving.join()
            table.stop()
    return _since(folder / "given", eyes.facts, changes, rests)


def _looked_on(page: Page, eyes: _Overheard, plays: int) -> list[float]:
    """Wait until every play was heard and shown; gives when the page changed, s of our clock."""
    until = perf_counter() + 120
    while sum(fact["fact"] == "played" for _, fact in eyes.facts) < plays:
        if perf_counter() > until:
            raise RuntimeError(f"of {plays} filmed plays only {len(eyes.facts)} facts were heard")
        page.wait_for_timeout(100)
    page.wait_for_timeout(1000)
    offset = ahead(page)
    changes: list[float] = page.evaluate("() => window.changes")
    return [(at - offset) / 1000 for at in changes]


def _since(
    given: Path,
    facts: list[tuple[float, Mapping[str, Any]]],
    changes: list[float],
    rests: Mapping[tuple[str, str], float],
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    rows = [tuple(float(part) for part in line.split()) for line in given.read_text().splitlines()]
    walls = [wall for _, wall in rows]
    begun = rows[0][1]
    settled: list[float] = []
    rested: list[float] = []
    for heard, fact in facts:
        if fact["fact"] != "played":
            continue
        landed = changes[bisect_left(changes, heard)]
        frame = walls[bisect_right(walls, heard) - 1]
        settled.append((landed - frame) * 1000)
        rested.append((landed - begun - _AIMED_S - rests[fact["by"], fact["cards"]]) * 1000)
    return tuple(settled), tuple(rested)
