"""The link to a machine of another process: JSON lines over a Unix stream socket.

    machine → host   {"hello":{…}}  {"source","seq","t","fact","confidence","evidence"}  {"seen":{…}}  {"clock":t}
                     {"kept":{"deal","key"}}
    host → machine   {"ack":{source:seq}}  {"keep":{"deal","key"}}  {"recall":{"deal"}}  {"passed":{source:t}}

The machine tells a fact again until it is acknowledged, so a lost connection loses nothing. Lines that are no message
are passed over: the machine is another program, and nothing that it sends may stop the table.
"""

from __future__ import annotations

import contextlib
import json
import logging
import math
import socket
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, cast

from controller import unix_socket
from controller.table.messages import ClockTold, Gone, Hello, Kept, Message, Observed, Seen

_LOG: Final = logging.getLogger(__name__)
_FIRST_PAUSE_S: Final = 0.05
_LONGEST_PAUSE_S: Final = 1.0
_LONGEST_LINE: Final = 1 << 20
_POLL_S: Final = 0.25


class SocketMachine:
    """A machine behind ``path``. It connects by itself, again and again, with longer pauses up to a second.

    ``quiet_s``: seconds of silence on an open connection after which the machine counts as gone.
    """

    def __init__(self, path: str | Path, *, quiet_s: float = 3.0) -> None:
        self._path = str(path)
        self._quiet_s = quiet_s
        self._stopped = threading.Event()
        self._sending = threading.Lock()
        self._socket: socket.socket | None = None
        self._thread: threading.Thread | None = None

    def start(self, hear: Callable[[Message], None]) -> None:
        """Begin to listen; ``hear`` is called from the link's own thread."""
        self._thread = threading.Thread(target=self._run, args=(hear,), name="pone-machine", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Close the connection and join the thread."""
        self._stopped.set()
        self._drop()
        if self._thread is not None:
            self._thread.join()

    def acknowledge(self, seqs: Mapping[str, int]) -> None:
        """What is durable need not be told again."""
        self._send({"ack": dict(seqs)})

    def passed(self, source: str, t: float) -> None:
        """What another source saw up to ``t`` is durable: people who can tell by looking go on."""
        self._send({"passed": {source: t}})

    def keep(self, deal: str, key: bytes) -> None:
        """Give the key of this deal into the machine's keeping."""
        self._send({"keep": {"deal": deal, "key": key.hex()}})

    def recall(self, deal: str) -> None:
        """Ask for the key of this deal."""
        self._send({"recall": {"deal": deal}})

    # ----------------------------------------------------------------- inside
    def _send(self, message: Mapping[str, object]) -> None:
        """Send if there is a connection. A message that is lost is one that a new connection makes needless."""
        line = json.dumps(message, separators=(",", ":")).encode() + b"\n"
        with self._sending:
            if self._socket is None:
                return
            try:
                self._socket.sendall(line)
            except OSError:
                self._shut()

    def _drop(self) -> None:
        with self._sending:
            self._shut()

    def _shut(self) -> None:
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)

    def _run(self, hear: Callable[[Message], None]) -> None:
        pause = _FIRST_PAUSE_S
        while not self._stopped.is_set():
            connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            connection.settimeout(_POLL_S)
            try:
                with connection:
                    unix_socket.connect(connection, Path(self._path))
                    with self._sending:
                        self._socket = connection
                    pause = _FIRST_PAUSE_S
                    self._listen(connection, hear)
            except OSError as e:
                _LOG.debug("no machine at %s: %s", self._path, e)
            finally:
                with self._sending:
                    self._socket = None
            hear(Gone("no machine is connected"))
            self._stopped.wait(pause)
            pause = min(2 * pause, _LONGEST_PAUSE_S)

    def _listen(self, connection: socket.socket, hear: Callable[[Message], None]) -> None:
        """Until the connection ends."""
        rest, heard, quiet = b"", time.monotonic(), False
        while not self._stopped.is_set():
            try:
                data = connection.recv(1 << 16)
            except TimeoutError:
                if not quiet and time.monotonic() - heard >= self._quiet_s:
                    quiet = True
                    hear(Gone("the machine says nothing"))
                continue
            if not data:
                return
            heard, quiet = time.monotonic(), False
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                message = read_message(line)
                if message is not None:
                    hear(message)
                elif line.strip():
                    _LOG.warning("the machine sent a line that is no message (%d bytes)", len(line))
            if len(rest) > _LONGEST_LINE:
                _LOG.warning("the machine sent a line without end; the connection is made anew")
                return


def read_message(line: bytes) -> Message | None:
    """One line of the machine, ``None`` for one that is no message."""
    try:
        value: object = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict):
        return None
    given = cast("dict[str, object]", value)
    try:
        return _message(given)
    except (KeyError, TypeError, ValueError):
        return None


def _message(given: dict[str, object]) -> Message | None:
    if "clock" in given:
        return ClockTold(_number(given["clock"]))
    if "source" in given:
        return Observed(
            _text(given["source"]),
            _whole(given["seq"]),
            _number(given["t"]),
            _table(given["fact"]),
            _number(given.get("confidence", 1.0)),
            tuple(_text(name) for name in _list(given.get("evidence", []))),
        )
    if "seen" in given:
        return Seen({_text(source): _number(t) for source, t in _table(given["seen"]).items()})
    if "hello" in given:
        hello = _table(given["hello"])
        heading = hello.get("heading")
        return Hello(
            _text(hello["machine"]),
            None if heading is None else _table(heading),
            str(hello.get("run", "")),
            hello.get("demo") is True,
            _number(hello.get("speed", 1.0)),
        )
    if "kept" in given:
        kept = _table(given["kept"])
        key = kept.get("key")
        return Kept(_text(kept["deal"]), None if key is None else bytes.fromhex(_text(key)))
    return None


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _whole(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise TypeError
    return value


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise TypeError
    return float(value)


def _table(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise TypeError
    return cast("dict[str, object]", value)


def _list(value: object) -> list[object]:
    if isinstance(value, str):
        return [value]
    if not isinstance(value, list):
        raise TypeError
    return cast("list[object]", value)
