"""A machine over a real socket, a clock that is set by hand, and a table on a real journal."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self

from controller.journal.store import SqliteJournal
from controller.table.clock import MachineClock
from controller.table.machine_link import SocketMachine
from controller.table.service import Table

HEADING: dict[str, object] = {
    "record": 1, "game": "whist", "laws": "american-1893", "seats": ["N", "E", "S", "W"], "dealer": "N"
}  # fmt: skip
WAIT_S = 20.0


class FakeMachine:
    """Listens on a Unix socket and tells what it is told to tell, again until it is acknowledged."""

    def __init__(self, path: Path, *, heading: Mapping[str, object] | None = HEADING, run: str = "r1") -> None:
        self.hello: dict[str, object] = {"machine": "simulated", "heading": heading, "run": run, "demo": True}
        self.keys: dict[str, str] = {}
        self.acked: dict[str, int] = {}
        self.t = 0.0
        self.received: list[dict[str, Any]] = []
        self._seqs: dict[str, int] = {}
        self._told: list[tuple[str, int, bytes]] = []
        self._changed = threading.Condition()
        self._peer: socket.socket | None = None
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.bind(str(path))
        self._listener.listen(4)
        self._ended = False
        self._hearing: threading.Thread | None = None
        threading.Thread(target=self._accept, daemon=True).start()

    def tell(
        self, fact: Mapping[str, object], *, t: float | None = None, source: str = "camera", **more: object
    ) -> int:
        """Tell a fact at ``t`` (a second after the last one), and that everything up to then has been seen."""
        with self._changed:
            self.t = self.t + 1.0 if t is None else t
            seq = self._seqs.get(source, 0) + 1
            self._seqs[source] = seq
            out = _line({"source": source, "seq": seq, "t": self.t, "fact": dict(fact), **more})
            self._told.append((source, seq, out))
            self._send(out)
            self.now(self.t)
            return seq

    def now(self, t: float) -> None:
        """The clock, and everything up to it seen by every source that has spoken."""
        with self._changed:
            self.t = t
            self._send(_line({"clock": t}))
            self._send(_line({"seen": dict.fromkeys(self._seqs, t)}))

    def say(self, message: Mapping[str, object]) -> None:
        """Send a message as it is."""
        with self._changed:
            self._send(_line(message))

    def wait_acked(self, **seqs: int) -> None:
        """Wait until these messages are acknowledged."""
        with self._changed:
            assert self._changed.wait_for(lambda: all(self.acked.get(s, 0) >= n for s, n in seqs.items()), WAIT_S)

    def wait_received(self, kind: str) -> dict[str, Any]:
        """Wait for a message of the host."""
        found: list[dict[str, Any]] = []

        def there() -> bool:
            found[:] = [m for m in self.received if kind in m]
            return bool(found)

        with self._changed:
            assert self._changed.wait_for(there, WAIT_S)
        return found[-1]

    def back_to(self, acked: Mapping[str, int]) -> None:
        """The host is gone; what it acknowledged after ``acked`` is forgotten, and told again to the next one."""
        if self._hearing is not None:
            # Its last acknowledgements may still be on the way.
            self._hearing.join(WAIT_S)
        with self._changed:
            self._peer = None
            self.acked = dict(acked)

    def hang_up(self) -> None:
        """End the connection; the host connects again."""
        with self._changed:
            if self._peer is not None:
                with suppress(OSError):
                    self._peer.shutdown(socket.SHUT_RDWR)
                self._peer = None

    def close(self) -> None:
        """End."""
        self._ended = True
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.hang_up()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ------------------------------------------------------------------ inside
    def _send(self, out: bytes) -> None:
        if self._peer is not None:
            try:
                self._peer.sendall(out)
            except OSError:
                self._peer = None

    def _accept(self) -> None:
        while not self._ended:
            try:
                peer, _ = self._listener.accept()
            except OSError:
                return
            with self._changed:
                self._peer = peer
                self._send(_line({"hello": self.hello}))
                for source, seq, out in self._told:
                    if seq > self.acked.get(source, 0):
                        self._send(out)
                self._send(_line({"clock": self.t}))
                self._send(_line({"seen": dict.fromkeys(self._seqs, self.t)}))
            self._hearing = threading.Thread(target=self._hear, args=(peer,), daemon=True)
            self._hearing.start()

    def _hear(self, peer: socket.socket) -> None:
        rest = b""
        with peer:
            self._read(peer, rest)

    def _read(self, peer: socket.socket, rest: bytes) -> None:
        while True:
            try:
                data = peer.recv(1 << 16)
            except OSError:
                return
            if not data:
                return
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                self._take(json.loads(line))

    def _take(self, message: dict[str, Any]) -> None:
        with self._changed:
            self.received.append(message)
            match message:
                case {"ack": dict() as seqs}:
                    self.acked |= seqs
                case {"keep": {"deal": str(deal), "key": str(key)}}:
                    self.keys[deal] = key
                case {"recall": {"deal": str(deal)}}:
                    self._send(_line({"kept": {"deal": deal, "key": self.keys.get(deal)}}))
                case _:
                    pass
            self._changed.notify_all()


def _line(message: Mapping[str, object]) -> bytes:
    return json.dumps(message).encode() + b"\n"


class HandClock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.t = 0.0

    def now(self) -> float:
        return self.t

    def at_least(self, t: float) -> None:
        self.t = max(self.t, t)


@contextmanager
def table_of(folder: Path, machine: bool = True, **more: Any) -> Iterator[Table]:
    """A table on the journal of ``folder``, joined to the machine's socket there."""
    clock = more.pop("clock", None) or MachineClock()
    link = SocketMachine(folder / "machine") if machine else None
    open_book: Callable[[], Any] = more.pop("open_book", None) or (lambda: SqliteJournal(folder / "journal"))
    table = Table(open_book, clock, machine=link, **more)
    table.start()
    try:
        yield table
    finally:
        table.stop()
