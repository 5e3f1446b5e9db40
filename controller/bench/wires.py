"""The wires of the simulated panel: levels of pins, as the contacts of buttons and wheel make them.

    bench → host   {"pin":{"number":n,"high":true}}

The host drives its mock pins with them. Contacts bounce here as they do in the world. Whoever connects is first told
every level as it stands.
"""

from __future__ import annotations

import contextlib
import json
import socket
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from controller import unix_socket

BOUNCES: Final = 3
"""How often a contact opens again before it stays closed."""


class Wires:
    """A listening Unix socket and the levels of the pins.

    ``buttons``: pins by seat; ``wheel``: its two pins; ``wait``: lets so many seconds of the simulated world pass.
    """

    def __init__(
        self, path: Path, buttons: Mapping[str, int], wheel: tuple[int, int], wait: Callable[[float], object]
    ) -> None:
        self._path = path
        self._buttons = dict(buttons)
        self._wheel = wheel
        self._wait = wait
        self._lock = threading.RLock()
        self._joined = threading.Condition(self._lock)
        self._levels = dict.fromkeys((*self._buttons.values(), *wheel), True)
        self._hosts: list[socket.socket] = []
        path.unlink(missing_ok=True)
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        unix_socket.bind(self._listener, path)
        path.chmod(0o600)
        self._listener.listen(2)
        threading.Thread(target=self._accept, name="pone-wires", daemon=True).start()

    def wait_for_host(self, timeout_s: float) -> bool:
        """Wait until somebody is at the other end."""
        with self._joined:
            return self._joined.wait_for(lambda: bool(self._hosts), timeout_s)

    def press(self, seat: str) -> None:
        """A finger presses the button of ``seat`` and lets it go."""
        pin = self._buttons[seat]
        for high in (False, True) * BOUNCES + (False,):
            self._set(pin, high)
        self._wait(0.12)
        for high in (True, False) * BOUNCES + (True,):
            self._set(pin, high)

    def turn(self, steps: int, pace_s: float = 0.06) -> None:
        """The wheel is turned by so many steps, to the right if more than 0."""
        leading, other = self._wheel if steps > 0 else self._wheel[::-1]
        for _ in range(abs(steps)):
            for pin, high in ((leading, False), (other, False), (leading, True), (other, True)):
                self._set(pin, high)
            self._wait(pace_s)

    def close(self) -> None:
        """No more wires."""
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        with self._lock:
            for host in self._hosts:
                host.close()
            self._hosts.clear()
        self._path.unlink(missing_ok=True)

    # ------------------------------------------------------------------ inside
    def _set(self, pin: int, high: bool) -> None:
        with self._lock:
            self._levels[pin] = high
            for host in list(self._hosts):
                self._send(host, pin, high)

    def _accept(self) -> None:
        while True:
            try:
                host, _ = self._listener.accept()
            except OSError:
                return
            host.settimeout(1.0)
            with self._lock:
                self._hosts.append(host)
                for pin, high in self._levels.items():
                    self._send(host, pin, high)
                self._joined.notify_all()

    def _send(self, host: socket.socket, pin: int, high: bool) -> None:
        try:
            host.sendall(json.dumps({"pin": {"number": pin, "high": high}}).encode() + b"\n")
        except OSError:
            self._hosts.remove(host)
            host.close()
