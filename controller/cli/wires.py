"""The simulated panel's wires at this end: what the bench tells of its contacts moves gpiozero's mock pins."""

from __future__ import annotations

import json
import logging
import socket
import threading
from pathlib import Path
from typing import Any, Final, cast

from gpiozero.pins.mock import MockFactory  # pyright: ignore[reportMissingTypeStubs]

from controller import unix_socket

_LOG: Final = logging.getLogger(__name__)
_AGAIN_S: Final = 0.2


class MockPins:
    """Mock pins driven over the Unix socket ``path``; connected again by itself until :meth:`stop`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._stopped = threading.Event()
        self._socket: socket.socket | None = None
        self.factory: Any = MockFactory()
        self._thread = threading.Thread(target=self._run, name="pone-wires", daemon=True)

    def start(self) -> None:
        """Begin, when the panel has taken its pins."""
        self._thread.start()

    def stop(self) -> None:
        """End, and join the thread."""
        self._stopped.set()
        end = self._socket
        if end is not None:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError as error:
                _LOG.debug("the wires were gone before: %s", error)
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._stopped.is_set():
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as end:
                try:
                    unix_socket.connect(end, self._path)
                    self._socket = end
                    self._follow(end)
                except OSError as error:
                    _LOG.debug("no wires at %s: %s", self._path, error)
                finally:
                    self._socket = None
            self._stopped.wait(_AGAIN_S)

    def _follow(self, end: socket.socket) -> None:
        with end.makefile("rb") as lines:
            for line in lines:
                if self._stopped.is_set():
                    return
                match _said(line):
                    case {"pin": {"number": int(number), "high": bool(high)}}:
                        pin = self.factory.pin(number)
                        (pin.drive_high if high else pin.drive_low)()
                    case _:
                        _LOG.warning("the wires carried what is no level of a pin")


def _said(line: bytes) -> dict[str, Any]:
    try:
        said: object = json.loads(line)
    except ValueError:
        return {}
    return cast("dict[str, Any]", said) if isinstance(said, dict) else {}
