"""The bench's end of the camera over the table: its process, and the clock that waits for whoever watches.

Time does not run further past what the watcher has looked at than ``LEAD_S``. Where nobody watches, or he has stopped,
the table is patient for ``PATIENCE_S`` of the wall and then goes on.
"""

from __future__ import annotations

import contextlib
import math
import multiprocessing
import threading
from pathlib import Path
from time import monotonic
from typing import Final

from controller.bench.camera import FRAME_S, Covered, Now, Seen, film, time_of
from controller.bench.clock import Clock
from controller.bench.link import Link
from controller.bench.pictures import Begun, Drawn, Moved, Screened

LEAD_S: Final = 2 * FRAME_S + 0.005
PATIENCE_S: Final = 60.0
_LOOK_S: Final = 0.5


class Lens:
    """A camera that listens at ``path`` and shows ``shows`` as the clock comes to it."""

    def __init__(self, path: Path, shows: Drawn | Screened, clock: Clock, link: Link) -> None:
        self._clock = clock
        self._link = link
        self._sending = threading.Lock()
        self._ended = threading.Event()
        self._moved = monotonic()
        self._furthest = -math.inf
        spawn = multiprocessing.get_context("spawn")
        self._pipe, theirs = spawn.Pipe()
        self._process = spawn.Process(target=film, args=(theirs, str(path), shows), name="pone-camera", daemon=True)
        self._process.start()
        theirs.close()
        clock.hold(clock.now() + LEAD_S)
        for run in (self._listen, self._pace, self._wait):
            threading.Thread(target=run, daemon=True).start()

    def say(self, said: Moved | Begun | Now | Covered) -> None:
        """Tell the camera."""
        with self._sending, contextlib.suppress(OSError):
            self._pipe.send(said)

    def end(self) -> None:
        """End the camera."""
        self._ended.set()
        self._pipe.close()
        self._process.terminate()
        self._process.join()

    # ------------------------------------------------------------------ inside
    def _pace(self) -> None:
        """Tell the camera and the host each frame's time as the clock comes to it."""
        frame = int(self._clock.now() / FRAME_S) + 1
        while not self._ended.is_set():
            if self._clock.reached(time_of(frame), _LOOK_S):
                self._link.tick()
                self.say(Now(time_of(frame), self._link.passed))
                frame += 1

    def _listen(self) -> None:
        with contextlib.suppress(EOFError, OSError):
            while True:
                match self._pipe.recv():
                    case Seen(t):
                        if t > self._furthest:
                            # One watcher after the other that begins and sees nothing new is no reason to wait.
                            self._furthest, self._moved = t, monotonic()
                        self._clock.hold(t + LEAD_S)
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
