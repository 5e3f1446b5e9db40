"""The watcher as a process of its own: numbered messages come over a pipe, and a watcher that dies is started again.

Messages are JSON objects, one a datagram of the pipe, numbered from 1 in each life::

    {"n":1,"run":"…","aimed":{"size":[1920,1080],"scale":2.14,"error":0.09},"t":0.16}     where the camera looks
    {"n":2,"t":1.76,"fact":{"fact":"played","by":"E","cards":"7S"},"confidence":0.999,"evidence":["…"]}
    {"n":3,"seen":1.92}                                                          all up to this time has been told
    {"n":4,"t":9.2,"sight":"black"}          the camera is blind, and why;  {"sight":null}: it sees again
    {"n":5,"ended":"…"}                                                          nothing more comes, and why

    {"pulse":0.02}                           every second: so long it has been at one frame; not numbered, not handed on

The other way go ``{"until":t}`` (a paced film is watched no further than this, seconds of its own time),
``{"hand":{…}}`` (what is known of the hand that begins, fields of an order) and ``{"stop":true}``. The child has OpenCV
set to one thread, so that the table's clocks are not disturbed.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import logging
import multiprocessing
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from time import monotonic
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
PULSE_S: Final = 1.0
STUCK_S: Final = 10.0
"""A watcher that has been at one frame for so long, or without a pulse, will not come back: it is killed."""
_BEGIN_S: Final = 60.0
"""How long a process may take to begin on a slow board, before its first pulse."""
_LOOK_S: Final = 0.25


class NotWatched(PoneError, RuntimeError):
    """A watcher that could not begin: its words are those of what stopped it."""


@dataclass(frozen=True, slots=True)
class Order:
    """What a watcher shall watch. Everything is a plain value: it is handed to another process.

    ``camera``: what :func:`vision.source.open_camera` takes, or an argument of ``opener``, which names a function as
    ``module:function`` that gives a :class:`vision.capture.Camera`. ``config``: a file of :mod:`vision.setting`.
    ``pictures``: a folder for what facts rest on. ``hands`` (cards by seat), ``turn_up`` (seat, card), ``tricks``,
    ``told`` and ``trick``: see :class:`vision.observe.Context`. ``paced``: no frame is looked at before its time was told.
    """

    camera: str
    opener: str = "vision.source:open_camera"
    config: str | None = None
    pictures: str | None = None
    hands: Mapping[str, str] | None = None
    turn_up: tuple[str, str] | None = None
    tricks: int | None = None
    told: str | None = None
    trick: Mapping[str, str] | None = None
    paced: bool = False

    def context(self) -> Context:
        """What is known beforehand."""
        hands = {seat: frozenset(Card(c) for c in cards.split()) for seat, cards in (self.hands or {}).items()}
        turn_up = None if self.turn_up is None else (self.turn_up[0], Card(self.turn_up[1]))
        told = None if self.told is None else frozenset(Card(c) for c in self.told.split())
        trick = {Card(card): seat for card, seat in (self.trick or {}).items()}
        return Context(hands, turn_up, self.tricks, told, trick)


def watching(
    order: Order,
    hold: Callable[[float], bool] | None = None,
    news: Callable[[], Context | None] = lambda: None,
    at: Callable[[bool], None] = lambda _: None,
) -> Iterator[Message]:
    """Watch in this process. ``hold`` is asked before each frame whether to go on; it may wait.

    ``news`` is asked then what has become known of a hand that begins. ``at`` is told when a frame is begun, and when
    the next one is waited for.

    Raises PoneErrors for a camera, a film or a configuration that is none.
    """
    cv2.setNumThreads(1)
    setting = Setting() if order.config is None else read_setting(Path(order.config))
    camera = cast("Camera", _named(order.opener)(order.camera))
    held = camera if hold is None else _Held(camera, hold, at)
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
    at: Callable[[bool], None]

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of the stream."""
        return self.camera.size

    def frames(self) -> Iterator[Frame]:
        """The stream, until it ends or is stopped."""
        for frame in self.camera.frames():
            if not self.hold(frame.t):
                return
            self.at(True)
            yield frame
            self.at(False)

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
    ticket, pulse = _Ticket(pipe, paced=order.paced), _Pulse(pipe)
    for live in (ticket.listen, pulse.beat):
        threading.Thread(target=live, daemon=True).start()
    n = 0
    life = uuid4().hex
    try:
        for message in watching(order, ticket.may, ticket.news, pulse.at):
            said = to_json(message)
            n = message.n
            if n == 1:
                said["run"] = life
            pulse.say(said)
        why = "stopped" if ticket.stopped else "the film has ended"
    except (BrokenPipeError, ConnectionResetError):
        return
    except PoneError as error:
        if isinstance(error, CameraSilent):
            n += 1
            pulse.say({"n": n, "sight": "silent"})
        pulse.say({"n": n + 1, "ended": str(error), "failed": True})
        return
    pulse.say({"n": n + 1, "ended": why})


def _bytes(said: Mapping[str, Any]) -> bytes:
    return json.dumps(said, separators=(",", ":"), ensure_ascii=False).encode()


class _Pulse:
    """The child's voice, and its pulse: that the process lives, and for how long it has been at one frame."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._speaking = threading.Lock()
        self._since: float | None = None

    def say(self, said: Mapping[str, Any]) -> None:
        """One message. Raises BrokenPipeError when nobody listens any more."""
        with self._speaking:
            self._pipe.send_bytes(_bytes(said))

    def at(self, begun: bool) -> None:
        """A frame is begun, or the next one is waited for."""
        self._since = monotonic() if begun else None

    def beat(self) -> None:
        """Tell every second, as long as somebody listens."""
        pause = threading.Event()
        with contextlib.suppress(OSError):
            while True:
                since = self._since
                self.say({"pulse": 0.0 if since is None else round(monotonic() - since, 2)})
                pause.wait(PULSE_S)


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
    def kill(self) -> None: ...


class WatchProcess:
    """A watcher in a process of its own. ``hear`` is called from this object's thread with every message, in order.

    A child that dies is started again with longer pauses up to two seconds, and ``{"n":0,"lost":why}`` is heard; after
    that numbers begin at 1, under another ``run``. ``order`` may be a function that is asked before each start: what
    the table knows by then (which cards were told, the hands) goes with it. A film that ends, or that cannot be
    watched, is not started again. ``quiet_s``: after so long without a word ``{"n":0,"sight":"silent"}`` is heard.
    ``stuck_s``: a child that has been at one frame for so long, or without a pulse, is killed, and so started again.
    """

    def __init__(
        self,
        order: Order | Callable[[], Order],
        hear: Callable[[Mapping[str, Any]], None],
        *,
        quiet_s: float | None = None,
        stuck_s: float = STUCK_S,
    ) -> None:
        self._order = order
        self._hear = hear
        self._quiet_s = quiet_s
        self._stuck_s = stuck_s
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
            for said in self._words(ours, child):
                heard += said["n"] > 0
                self._hear(said)
                if "ended" in said and not (said.get("failed") and heard > 1):
                    return None
        except (EOFError, OSError):
            pass
        finally:
            with self._lock:
                self._pipe = None
            ours.close()
            child.join(_JOIN_S)
        return heard

    def _words(self, pipe: Connection, child: _Child) -> Iterator[Mapping[str, Any]]:
        """What a child says, but for its pulse, which is minded here. Raises EOFError when it is dead."""
        word = monotonic()
        last = word + _BEGIN_S
        silent = False
        while True:
            if pipe.poll(_LOOK_S):
                said = json.loads(pipe.recv_bytes())
                last = monotonic() + self._stuck_s
                if "pulse" not in said:
                    word, silent = monotonic(), False
                    yield said
                elif said["pulse"] > self._stuck_s:
                    _LOG.warning("the watcher has been at one frame for %.0f s and is killed", said["pulse"])
                    child.kill()
            now = monotonic()
            if self._quiet_s is not None and not silent and now - word > self._quiet_s:
                silent = True
                yield {"n": 0, "sight": "silent"}
            if now > last:
                _LOG.warning("the watcher gives no sign of life and is killed")
                child.kill()
                last = now + self._stuck_s


def plain(order: Order) -> dict[str, Any]:
    """An order as plain values, to be shown."""
    return {key: value for key, value in asdict(order).items() if value not in (None, False)}
