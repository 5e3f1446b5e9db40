"""A watcher that hangs, or is stopped, is killed and started again; one that waits for its camera is left alone."""

from __future__ import annotations

import os
import queue
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from vision.capture import Frame
from vision.watch import Order, WatchProcess

STUCK_S = 1.5
PICTURE = np.full((540, 960, 3), 90, np.uint8)


class Stubborn:
    """A camera without marks: its second still never comes, or its second frame waits; ``marker`` is made then."""

    size = (960, 540)

    def __init__(self, marker: Path, what: str) -> None:
        self._marker = marker
        self._what = what

    def frames(self) -> Iterator[Frame]:
        for n in range(50):
            if n == 2 and self._what == "waits":
                self._marker.touch()
                threading.Event().wait(3 * STUCK_S)
            yield Frame(n * 0.08, PICTURE)

    def still(self, t: float) -> Frame | None:
        if t > 0 and self._what == "hangs":
            self._marker.touch()
            threading.Event().wait()
        return Frame(t, PICTURE)


def open_stubborn(name: str) -> Stubborn:
    what, _, marker = name.partition(" ")
    return Stubborn(Path(marker), what)


@contextmanager
def watched(what: str, marker: Path) -> Iterator[tuple[WatchProcess, Callable[[str], Mapping[str, Any]]]]:
    """A watcher of such a camera, and how to wait for a message that has a word."""
    heard: queue.SimpleQueue[Mapping[str, Any]] = queue.SimpleQueue()
    order = Order(f"{what} {marker}", opener="tests.vision.test_pulse:open_stubborn")
    watch = WatchProcess(order, heard.put, stuck_s=STUCK_S)

    def until(word: str) -> Mapping[str, Any]:
        while word not in (said := heard.get(timeout=60)):
            pass
        return said

    watch.start()
    try:
        yield watch, until
    finally:
        watch.stop()


def test_a_watcher_that_hangs_at_a_frame_is_started_again(tmp_path: Path) -> None:
    with watched("hangs", tmp_path / "hung") as (watch, until):
        until("lost")
        first = watch.pid
        until("lost")
        assert (tmp_path / "hung").exists()
        assert watch.pid != first or watch.pid is None


def test_a_watcher_that_is_stopped_is_started_again(tmp_path: Path) -> None:
    marker = tmp_path / "waits"
    with watched("waits", marker) as (watch, until):
        while not marker.exists():
            threading.Event().wait(0.05)
        assert watch.pid is not None
        os.kill(watch.pid, signal.SIGSTOP)
        assert until("lost") == {"n": 0, "lost": "the watcher died"}


def test_a_watcher_that_waits_for_its_camera_is_left_alone(tmp_path: Path) -> None:
    with watched("waits", tmp_path / "waits") as (_, until):
        assert until("ended")["ended"] == "the film has ended"
        assert (tmp_path / "waits").exists()
