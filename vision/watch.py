"""The watcher as a process of its own: numbered messages come over a pipe, and a watcher that dies is started again.

Messages are JSON objects, one a datagram of the pipe, numbered from 1 in each life::

    {"n":1,"run":"…","aimed":{"size":[1920,1080],"scale":2.14,"error":0.09},"t":0.16}     where the camera looks
    {"n":2,"t":1.76,"fact":{"fact":"played","by":"E","cards":"7S"},"confidence":0.999,"evidence":["…"]}
    {"n":3,"seen":1.92}                                                          all up to this time has been told
    {"n":4,"t":9.2,"sight":"black"}          the camera is blind, and why;  {"sight":null}: it sees again
    {"n":5,"ended":"…"}                                                          nothing more comes, and why

The other way go ``{"until":t}`` (a paced film is watched no further than this, seconds of its own time),
``{"hand":{…}}`` (what is known of the hand that begins, fields of an order) and ``{"stop":true}``. The child has OpenCV
set to one thread, so that the table's clocks are not disturbed.
"""

from __future__ import annotations

import importlib
import json
import logging
import multiprocessing
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final, Protocol, cast
from uuid import uuid4

import cv2

from controller.rules.cards import Card
from controller.rules.errors import PoneError
from vision.capture import Camera, Frame
from vision.layout import Context
from vision.reading import IndexReader
from vision.setting import Setting, read_setting
from vision.source import CameraSilent
from vision.watcher import Aimed, Message, Saw, Told, Upto, Watcher

_LOG: Final = logging.getLogger(__name__)
_FIRST_PAUSE_S: Final = 0.1
_LONGEST_PAUSE_S: Final = 2.0
_JOIN_S: Final = 3.0


class NotWatched(PoneError, RuntimeError):
    """A watcher that could not begin: its words are those of what stopped it."""


@dataclass(frozen=True, slots=True)
class Order:
    """What a watcher shall watch. Everything is a plain value: it is handed to another process.

    ``camera``: what :func:`vision.source.open_camera` takes, or an argument of ``opener``, which names a function as
    ``module:function`` that gives a :class:`vision.capture.Camera`. ``config``: a file of :mod:`vision.setting`.
    ``pictures``: a folder for what facts rest on. ``hands`` (cards by seat), ``turn_up`` (seat, card), ``tricks`` and
    ``told``: see :class:`vision.observe.Context`. ``paced``: no frame is looked at before its time was told.
    """

    camera: str
    opener: str = "vision.source:open_camera"
    config: str | None = None
    pictures: str | None = None
    hands: Mapping[str, str] | None = None
    turn_up: tuple[str, str] | None = None
    tricks: int | None = None
    told: str | None = None
    paced: bool = False

    def context(self) -> Context:
        """What is known beforehand."""
        hands = {seat: frozenset(Card(c) for c in cards.split()) for seat, cards in (self.hands or {}).items()}
        turn_up = None if self.turn_up is None else (self.turn_up[0], Card(self.turn_up[1]))
        told = None if self.told is None else frozenset(Card(c) for c in self.told.split())
        return Context(hands, turn_up, self.tricks, told)


def watching(
    order: Order, hold: Callable[[float], bool] | None = None, news: Callable[[], Context | None] = lambda: None
) -> Iterator[Message]:
    """Watch in this process. ``hold`` is asked before each frame whether to go on; it may wait.

    ``news`` is asked then what has become known of a hand that begins.

    Raises PoneErrors for a camera, a film or a configuration that is none.
    """
    cv2.setNumThreads(1)
    setting = Setting() if order.config is None else read_setting(Path(order.config))
    camera = cast("Camera", _named(order.opener)(order.camera))
    held = camera if hold is None else _Held(camera, hold)
    pictures = None if order.pictures is None else Path(order.pictures)
    watcher = Watcher(held, IndexReader(), setting, order.context(), pictures)
    for frame in held.frames():
        known = news()
        if known is not None:
            watcher.know(known)
        yield from watcher.frame(frame)
    yield from watcher.end()


def _named(opener: str) -> Callable[[str], object]:
    module, _, name = opener.partition(":")
    return cast("Callable[[str], object]", getattr(importlib.import_module(module), name))


@dataclass(frozen=True)
class _Held:
    """A camera whose frames wait until they may be looked at."""

    camera: Camera
    hold: Callable[[float], bool]

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of the stream."""
        return self.camera.size

    def frames(self) -> Iterator[Frame]:
        """The stream, until it ends or is stopped."""
        for frame in self.camera.frames():
            if not self.hold(frame.t):
                return
            yield frame

    def still(self, t: float) -> Frame | None:
        """The best picture."""
        return self.camera.still(t)


# ---------------------------------------------------------------- messages as JSON
def to_json(message: Message) -> dict[str, Any]:
    """A message as it goes over the pipe."""
    match message:
        case Aimed(n, t, size, scale, error):
            return {"n": n, "t": t, "aimed": {"size": list(size), "scale": scale, "error": error}}
        case Saw(n, t, fact, confidence, evidence):
            return {"n": n, "t": t, "fact": dict(fact), "confidence": confidence, "evidence": list(evidence)}
        case Upto(n, t):
            return {"n": n, "seen": t}
        case Told(n, t, why):
            return {"n": n, "t": t, "sight": why}


# ---------------------------------------------------------------- the child
def run(pipe: Connection, order: Order) -> None:
    """The child's whole life."""
    ticket = _Ticket(pipe, paced=order.paced)
    threading.Thread(target=ticket.listen, daemon=True).start()
    n = 0
    life = uuid4().hex
    try:
        for message in watching(order, ticket.may, ticket.news):
            said = to_json(message)
            n = message.n
            if n == 1:
                said["run"] = life
            pipe.send_bytes(_bytes(said))
        why = "stopped" if ticket.stopped else "the film has ended"
    except (BrokenPipeError, ConnectionResetError):
        return
    except PoneError as error:
        if isinstance(error, CameraSilent):
            n += 1
            pipe.send_bytes(_bytes({"n": n, "sight": "silent"}))
        pipe.send_bytes(_bytes({"n": n + 1, "ended": str(error), "failed": True}))
        return
    pipe.send_bytes(_bytes({"n": n + 1, "ended": why}))


def _bytes(said: Mapping[str, Any]) -> bytes:
    return json.dumps(said, separators=(",", ":"), ensure_ascii=False).encode()


class _Ticket:
    """Up to which time frames may be looked at; the parent tells."""

    def __init__(self, pipe: Connection, *, paced: bool) -> None:
        self._pipe = pipe
        self._until = 0.0 if paced else float("inf")
        self._changed = threading.Condition()
        self._known: Context | None = None
        self.stopped = False

    def listen(self) -> None:
        """Hear what the parent says, until it goes."""
        while True:
            try:
                said = json.loads(self._pipe.recv_bytes())
            except (EOFError, OSError, ValueError):
                said = {"stop": True}
            with self._changed:
                if "until" in said:
                    self._until = max(self._until, float(said["until"]))
                if "hand" in said:
                    self._known = Order("", **cast("dict[str, Any]", said["hand"])).context()
                if said.get("stop"):
                    self.stopped = True
                self._changed.notify_all()
            if self.stopped:
                return

    def may(self, t: float) -> bool:
        """Wait until a frame of ``t`` may be looked at; False when nothing more shall be."""
        with self._changed:
            self._changed.wait_for(lambda: self.stopped or t <= self._until + 1e-6)
            return not self.stopped

    def news(self) -> Context | None:
        """What has become known of a hand, once."""
        with self._changed:
            known, self._known = self._known, None
            return known


# ---------------------------------------------------------------- the parent
class _Child(Protocol):
    pid: int | None
    exitcode: int | None

    def start(self) -> None: ...
    def join(self, timeout: float | None = None) -> None: ...
    def is_alive(self) -> bool: ...
    def terminate(self) -> None: ...


class WatchProcess:
    """A watcher in a process of its own. ``hear`` is called from this object's thread with every message, in order.

    A child that dies is started again with longer pauses up to two seconds, and ``{"n":0,"lost":why}`` is heard; after
    that numbers begin at 1, under another ``run``. ``order`` may be a function that is asked before each start: what
    the table knows by then (which cards were told, the hands) goes with it. A film that ends, or that cannot be
    watched, is not started again. ``quiet_s``: after so long without a word ``{"n":0,"sight":"silent"}`` is heard.
    """

    def __init__(
        self,
        order: Order | Callable[[], Order],
        hear: Callable[[Mapping[str, Any]], None],
        *,
        quiet_s: float | None = None,
    ) -> None:
        self._order = order
        self._hear = hear
        self._quiet_s = quiet_s
        self._stopped = threading.Event()
        self._lock = threading.Lock()
        self._pipe: Connection | None = None
        self._child: _Child | None = None
        self._until = 0.0
        self._thread: threading.Thread | None = None

    @property
    def pid(self) -> int | None:
        """The child's process, while there is one."""
        return None if self._child is None else self._child.pid

    def start(self) -> None:
        """Begin."""
        self._thread = threading.Thread(target=self._live, name="pone-watch", daemon=True)
        self._thread.start()

    def until(self, t: float) -> None:
        """A paced film may be watched up to ``t``."""
        self._until = max(self._until, t)
        self._say({"until": t})

    def know(self, order: Order) -> None:
        """A hand has begun, of which so much is known: ``hands``, ``turn_up`` and ``tricks`` of an order."""
        hands = None if order.hands is None else dict(order.hands)
        self._say({"hand": {"hands": hands, "turn_up": order.turn_up, "tricks": order.tricks}})

    def stop(self) -> None:
        """End the child, and join the thread."""
        self._stopped.set()
        self._say({"stop": True})
        if self._thread is not None:
            self._thread.join(_JOIN_S)
        child = self._child
        if child is not None and child.is_alive():
            child.terminate()
            child.join(_JOIN_S)

    def join(self, timeout: float | None = None) -> None:
        """Wait until nothing more comes."""
        if self._thread is not None:
            self._thread.join(timeout)

    def _say(self, what: Mapping[str, Any]) -> None:
        with self._lock:
            if self._pipe is not None:
                try:
                    self._pipe.send_bytes(_bytes(what))
                except OSError:
                    _LOG.debug("the watcher no longer listens")

    def _live(self) -> None:
        pause = _FIRST_PAUSE_S
        while not self._stopped.is_set():
            heard = self._one_life()
            if heard is None or self._stopped.is_set():
                return
            pause = _FIRST_PAUSE_S if heard > 50 else min(2 * pause, _LONGEST_PAUSE_S)
            _LOG.warning("the watcher died and is started again in %.1f s", pause)
            self._hear({"n": 0, "lost": "the watcher died"})
            self._stopped.wait(pause)

    def _one_life(self) -> int | None:
        """One child from start to end: how much was heard of it, None if it has ended as it should."""
        spawn = multiprocessing.get_context("spawn")
        ours, theirs = spawn.Pipe()
        order = self._order if isinstance(self._order, Order) else self._order()
        child = cast("_Child", spawn.Process(target=run, args=(theirs, order), name="pone-watch", daemon=True))
        child.start()
        theirs.close()
        with self._lock:
            self._pipe, self._child = ours, child
        if self._until:
            self._say({"until": self._until})
        heard = 0
        try:
            while True:
                if not ours.poll(self._quiet_s):
                    self._hear({"n": 0, "sight": "silent"})
                    ours.poll(None)
                said = json.loads(ours.recv_bytes())
                heard += 1
                self._hear(said)
                if "ended" in said and not (said.get("failed") and heard > 1):
                    return None
        except (EOFError, OSError):
            return heard
        finally:
            with self._lock:
                self._pipe = None
            ours.close()
            child.join(_JOIN_S)


def plain(order: Order) -> dict[str, Any]:
    """An order as plain values, to be shown."""
    return {key: value for key, value in asdict(order).items() if value not in (None, False)}
