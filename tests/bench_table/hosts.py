"""A host that stands at the other end of the machine's socket, as far as tests need one."""

from __future__ import annotations

import json
import socket
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass
class FakeHost:
    """Reads the machine's lines; acknowledges when told to."""

    path: Path
    timeout_s: float = 20.0
    facts: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    seen: dict[str, float] = field(default_factory=dict[str, float])
    hello: dict[str, Any] = field(default_factory=dict[str, Any])
    kept: dict[str, Any] = field(default_factory=dict[str, Any])
    clock: float = 0.0
    _buffer: bytes = b""

    def __post_init__(self) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(self.timeout_s)
        try:
            self.socket.connect(str(self.path))
        except OSError:
            self.socket.close()
            raise

    def read(self) -> dict[str, Any]:
        """The next message."""
        while b"\n" not in self._buffer:
            got = self.socket.recv(65536)
            if not got:
                raise EOFError
            self._buffer += got
        text, self._buffer = self._buffer.split(b"\n", 1)
        said: dict[str, Any] = json.loads(text)
        self.hello = said.get("hello", self.hello)
        self.seen |= said.get("seen", {})
        self.clock = said.get("clock", self.clock)
        self.kept = said.get("kept", self.kept)
        return said

    def fact(self) -> dict[str, Any]:
        """The next fact, told for the first time or again."""
        while True:
            said = self.read()
            if "source" in said:
                self.facts.append(said)
                return said

    def say(self, **message: object) -> None:
        """Send one line."""
        self.socket.sendall(json.dumps(message).encode() + b"\n")

    def acknowledge(self, fact: dict[str, Any]) -> None:
        """Say that this fact is durable."""
        self.say(ack={fact["source"]: fact["seq"]})

    def close(self) -> None:
        """Go away without a word."""
        self.socket.close()
