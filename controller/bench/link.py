"""The machine's end of its socket: JSON lines, every fact told again until it is acknowledged.

    machine → host   hello · {"source","seq","t","fact","confidence"} · seen · clock · kept
    host → machine   ack · keep · recall · passed (up to when what the camera saw is durable)

One host at a time: whoever connects last is it. A host that was killed comes back and is told from the first fact that
it has not acknowledged.
"""

from __future__ import annotations

import json
import math
import socket
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any, Final, cast

from controller import unix_socket
from controller.bench.clock import CREEP_S, STILL_S, Clock, StoodStill

PULSE_S: Final = 0.05
"""Wall time between two tellings of the clock."""
RUNNING_S: Final = 0.02
"""The same while time passes by itself."""
RESEND_S: Final = 1.0
"""Wall time after which an unacknowledged fact is told again on the same connection."""
LEFT_ALONE_S: Final = 60.0
SOURCES: Final = ("camera", "shoe", "panel", "director")
_SEND_S: Final = 5.0


@dataclass(slots=True)
class Told:
    """A fact that waits for its acknowledgement."""

    source: str
    seq: int
    line: bytes
    at: float


@dataclass(slots=True)
class _Host:
    """The present host's connection."""

    socket: socket.socket
    lock: threading.Lock = field(default_factory=threading.Lock)

    def send(self, line: bytes) -> None:
        with self.lock:
            self.socket.sendall(line)


def line(obj: Mapping[str, object]) -> bytes:
    """One JSON line of the link."""
    return json.dumps(obj, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


class Link:
    """A listening Unix socket and the facts that are on their way.

    ``hello`` is sent first to every host; ``alone_s``: seconds of the wall without a host after which the machine ends;
    ``sources``: for whom it speaks, when it says up to when everything has been told.
    """

    def __init__(
        self,
        path: Path,
        hello: Mapping[str, object],
        clock: Clock,
        alone_s: float = LEFT_ALONE_S,
        sources: Sequence[str] = SOURCES,
    ) -> None:
        self._hello = line({"hello": dict(hello)})
        self._sources = tuple(sources)
        self._clock = clock
        self._alone_s = alone_s
        self._seqs: dict[str, int] = {}
        self._path = path
        self._changed = threading.Condition()
        self._waiting: list[Told] = []
        self._host: _Host | None = None
        self._ended = threading.Event()
        self._order = threading.RLock()
        self._horizon = clock.now()
        self._keys: dict[str, str] = {}
        self.passed = -math.inf
        """Up to when what the camera saw is durable."""
        self._alone_since = monotonic()
        path.unlink(missing_ok=True)
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        unix_socket.bind(self._listener, path)
        path.chmod(0o600)
        self._listener.listen(2)
        self._listener.settimeout(0.2)
        self._threads = [threading.Thread(target=run, daemon=True) for run in (self._accept, self._pulse)]
        for thread in self._threads:
            thread.start()

    # ------------------------------------------------------------------ telling
    def expect(self, t: float) -> None:
        """Nothing that is still to be told happened before ``t``: every source has seen so far."""
        with self._order:
            self._horizon = max(self._horizon, t - 0.001)

    def run_on(self) -> None:
        """Time passes whatever happens, and nothing is seen meanwhile, until :meth:`stand`."""
        with self._order:
            self._horizon = math.inf
            self._clock.run_on()

    def stand(self) -> float:
        """From now on time waits again for what is told. Gives the time."""
        with self._order:
            self._horizon = self._clock.stand()
            return self._horizon

    def tell(self, source: str, t: float, fact: Mapping[str, object], confidence: float) -> int:
        """Tell a fact; it is kept and told again until it is acknowledged. Gives its number."""
        with self._order:
            with self._changed:
                seq = self._seqs.get(source, 0) + 1
                self._seqs[source] = seq
                out = line({"source": source, "seq": seq, "t": t, "fact": dict(fact), "confidence": confidence})
                self._waiting.append(Told(source, seq, out, monotonic()))
            self._send(out)
        return seq

    def settle(self, t: float) -> None:
        """Nothing else happened until a little after ``t``, and so far time creeps on."""
        with self._order:
            self._horizon = max(self._horizon, t + CREEP_S)
            self._clock.linger(t)
            self.tick()

    def tick(self) -> None:
        """Tell the time, and how far has been seen."""
        with self._order:
            self._send(line({"clock": _floored(self._clock.now())}))
            self._send(self._seen())

    def wait_passed(self, t: float, until: float) -> bool:
        """Wait until what the camera saw up to ``t`` is durable, but not past ``until``; ``False`` when it ends.

        Raises :class:`~controller.bench.clock.StoodStill` where time does not pass either.
        """
        last, moved = -math.inf, monotonic()
        with self._changed:
            while self.passed < t and (now := self._clock.now()) < until:
                if self._ended.is_set():
                    return False
                if now > last:
                    last, moved = now, monotonic()
                elif monotonic() - moved > STILL_S:
                    raise StoodStill(
                        f"of what was done until {t:.2f} s all up to {self.passed:.2f} s is in the journal, "
                        f"and the clock stands at {now:.2f} s"
                    )
                self._changed.wait(PULSE_S)
        return True

    def wait_told(self, left: int = 0) -> bool:
        """Wait until no more than ``left`` facts are unacknowledged; ``False`` when the machine ends meanwhile.

        Raises :class:`~controller.bench.clock.StoodStill` where none is acknowledged.
        """
        first: Told | None = None
        moved = monotonic()
        with self._changed:
            while len(self._waiting) > left:
                if self._ended.is_set():
                    return False
                oldest = self._waiting[0]
                if oldest is not first:
                    first, moved = oldest, monotonic()
                elif monotonic() - moved > STILL_S:
                    raise StoodStill(f"nobody acknowledges message {oldest.seq} of the {oldest.source}")
                self._changed.wait(0.5)
        return True

    @property
    def ended(self) -> bool:
        """Whether the machine has ended, by order or because nobody has been its host for a minute."""
        return self._ended.is_set()

    def wait_end(self, timeout_s: float | None = None) -> bool:
        """Wait until the machine ends."""
        return self._ended.wait(timeout_s)

    def end(self) -> None:
        """Close the socket; a host sees the end of the stream."""
        self._clock.end()
        self._listener.close()
        self._leave(self._host)
        self._path.unlink(missing_ok=True)
        self._ended.set()
        with self._changed:
            self._changed.notify_all()

    # ------------------------------------------------------------------ inside
    def _seen(self) -> bytes:
        creep = CREEP_S if self._horizon < math.inf else 0.0
        t = _floored(min(self._clock.now() + creep, self._horizon))
        return line({"seen": dict.fromkeys(self._sources, t)})

    def _accept(self) -> None:
        while not self._ended.is_set():
            try:
                peer, _ = self._listener.accept()
            except TimeoutError:
                if self._host is None and monotonic() - self._alone_since > self._alone_s:
                    self.end()
                continue
            except OSError:
                return
            peer.settimeout(_SEND_S)
            self._leave(self._host)
            host = _Host(peer)
            with self._order:
                with self._changed:
                    self._host = host
                    waiting = [told.line for told in self._waiting]
                for out in (self._hello, *waiting):
                    self._send(out)
            threading.Thread(target=self._hear, args=(host,), daemon=True).start()

    def _pulse(self) -> None:
        while not self._ended.wait(PULSE_S if self._horizon < math.inf else RUNNING_S):
            self.tick()
            now = monotonic()
            with self._changed:
                late = [told for told in self._waiting if now - told.at > RESEND_S]
                for told in late:
                    told.at = now
            for told in late:
                self._send(told.line)

    def _hear(self, host: _Host) -> None:
        buffer = b""
        while not self._ended.is_set():
            try:
                read = host.socket.recv(65536)
            except TimeoutError:
                continue
            except OSError:
                read = b""
            if not read:
                self._leave(host)
                return
            *lines, buffer = (buffer + read).split(b"\n")
            for given in lines:
                self._take(given)

    def _take(self, given: bytes) -> None:
        try:
            said: object = json.loads(given)
        except ValueError:
            return
        match said:
            case {"ack": dict()}:
                self._acknowledged(cast("dict[str, Any]", said)["ack"])
            case {"passed": {"camera": float() | int() as t}}:
                with self._changed:
                    self.passed = max(self.passed, float(t))
                    self._changed.notify_all()
            case {"keep": {"deal": str(deal), "key": str(key)}}:
                self._keys[deal] = key
                self._send(line({"kept": {"deal": deal, "key": key}}))
            case {"recall": {"deal": str(deal)}}:
                self._send(line({"kept": {"deal": deal, "key": self._keys.get(deal)}}))
            case _:
                return

    def _acknowledged(self, acks: dict[str, int]) -> None:
        with self._changed:
            self._waiting = [told for told in self._waiting if told.seq > acks.get(told.source, 0)]
            self._changed.notify_all()

    def _send(self, out: bytes) -> None:
        host = self._host
        if host is None:
            return
        try:
            host.send(out)
        except OSError:
            self._leave(host)

    def _leave(self, host: _Host | None) -> None:
        if host is None:
            return
        with self._changed:
            if self._host is host:
                self._host = None
                self._alone_since = monotonic()
        host.socket.close()


def _floored(t: float) -> float:
    """A time as the link tells it, in whole steps of 0.1 ms that have passed.

    Time and watermark are told alike: who presses a button now must find that everybody has seen until now. A step is
    not lost to how 57.871 is written in binary.
    """
    return math.floor(t * 1e4 + 1e-4) / 1e4
