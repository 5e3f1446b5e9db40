"""A demo whose shoe is held by a test: run without a browser, listened to, looked into, killed and started again."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import struct
import subprocess
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from time import monotonic
from typing import Any, Final

from controller.bench.shoe import ROOT, Said, ShoeGone, SimulatedShoe
from controller.journal.reader import JournalReader
from controller.rules.cards import PACK, Card
from controller.simulated import living
from tests.whole.running import MACHINE, PONE, child, free_port, until

SOURCES: Final = {"shoe": "firmware", "window": "camera", "plays": "script"}
"""What a headless demo says where cards come from, when the flashed firmware dealt them."""
POCKET: Final = {"N": "N", "E": "E", "S": "S", "W": "W", "T": "N"}
"""Whose a pocket's cards are, where North deals. The reject tray's are nobody's."""


def card_of(serial: int) -> Card:
    """The face of a card of the demo's packs, whose serial numbers go through one pack after the other."""
    return PACK[(serial - 1) % len(PACK)]


@dataclass
class Headless:
    """``pone demo --headless`` over a journal. ``tree``: the sources that it is run from.

    ``camera``: whether its plays are seen, and not told.
    """

    folder: Path
    arguments: tuple[str, ...]
    tree: Path = ROOT
    camera: bool = False
    port: int = field(default_factory=free_port)
    machine: int = 0
    process: subprocess.Popen[str] | None = None

    @property
    def journal(self) -> Path:
        return self.folder / "journal"

    @property
    def complaints(self) -> Path:
        """What service and machine wrote to standard error."""
        return self.folder / "complaints"

    def start(self) -> None:
        """Start the service; a machine that outlived the one before is taken over."""
        argv = [
            *PONE,
            "demo",
            "--headless",
            *([] if self.camera else ["--no-camera"]),
            "--port",
            str(self.port),
            "--journal",
            str(self.journal),
            *self.arguments,
        ]
        with self.complaints.open("ab") as complaints:
            self.process = subprocess.Popen(
                argv, stdout=subprocess.PIPE, stderr=complaints, text=True, cwd=self.tree, start_new_session=True
            )

    def hands(self) -> SimulatedShoe:
        """Hands in its simulated shoe, as soon as it stands there."""
        return until(self._hands, "the simulated shoe stands")

    def _hands(self) -> SimulatedShoe | None:
        assert self.process is not None
        assert self.process.poll() is None, self.complaints.read_text()
        if not self.machine:
            # What of its machine lives is known before it is killed.
            self.machine = child(self.process.pid, MACHINE) or 0
        try:
            return SimulatedShoe(self.journal) if living(self.journal) is not None and self.machine else None
        except ShoeGone:
            return None

    def kill(self) -> None:
        """``kill -9`` of the service, and of nothing else."""
        assert self.process is not None
        self.process.kill()
        self.process.communicate()

    def ended(self, within_s: float = 240.0) -> tuple[int, list[dict[str, Any]]]:
        """Its exit status and what it printed, when it has ended by itself."""
        assert self.process is not None
        out, _ = self.process.communicate(timeout=within_s)
        return self.process.returncode, [json.loads(line) for line in out.splitlines()]

    def end(self) -> None:
        """Kill what is left of it."""
        shoe = living(self.journal)
        if self.process is not None and self.process.poll() is None:
            self.kill()
        for pid in (self.machine, 0 if shoe is None else int(shoe["pid"])):
            kill_of(pid, self.journal)

    def facts(self) -> list[dict[str, Any]]:
        """Every fact of the journal, as far as its hands are closed with what was hidden."""
        with JournalReader(self.journal) as reader:
            return [dict(r.fact) for r in reader.readings() if r.kind == "fact" and r.fact is not None]


def kill_of(pid: int, journal: Path) -> None:
    """``kill -9`` of a process, if it is one of this journal's."""
    cmdline = Path(f"/proc/{pid}/cmdline")
    if pid and cmdline.exists() and str(journal).encode() in cmdline.read_bytes():
        os.kill(pid, signal.SIGKILL)


def run(tree: Path, folder: Path, *arguments: str) -> tuple[int, list[dict[str, Any]], Path]:
    """A headless demo to its end: exit status, lines, journal."""
    demo = Headless(folder, arguments, tree)
    demo.start()
    try:
        return *demo.ended(), demo.journal
    finally:
        demo.end()


def dealt_facts(facts: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Seat and card of each ``dealt`` of the shoe whose card is known."""
    return [
        (str(fact["to"]), card)
        for fact in facts
        if fact["fact"] == "dealt" and fact.get("source") == "shoe"
        for card in str(fact.get("cards", "")).split()
    ]


@dataclass
class Falls:
    """What really fell, while a deal goes on: seat and card, in order."""

    fell: list[tuple[str, Card]] = field(default_factory=list[tuple[str, Card]])
    changed: threading.Condition = field(default_factory=threading.Condition)

    def hear(self, said: Said) -> None:
        """What the simulated machine tells."""
        if said["event"] == "fell" and said["pocket"] in POCKET:
            with self.changed:
                self.fell.append((POCKET[said["pocket"]], card_of(said["serial"])))
                self.changed.notify_all()

    def wait_for(self, count: int, within_s: float = 120.0) -> None:
        """Until so many cards have fallen."""
        with self.changed:
            assert self.changed.wait_for(lambda: len(self.fell) >= count, within_s), f"{len(self.fell)} cards fell"


# --------------------------------------------------------------------------- a page's stream
class Stream:
    """The server-sent events of a page, with the time of the wall at which each came."""

    def __init__(self, port: int, path: str, cookie: str) -> None:
        self.pictures: list[tuple[float, str]] = []
        self._connection = HTTPConnection("localhost", port, timeout=30)
        headers = {"Accept": "text/event-stream", "Origin": f"http://localhost:{port}", "Cookie": cookie}
        self._connection.request("GET", path, headers=headers)
        self._answer = self._connection.getresponse()
        assert self._answer.status == 200, self._answer.read()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def first(self, wanted: re.Pattern[str], after: float) -> float | None:
        """When a picture with ``wanted`` first came behind the instant ``after``."""
        return next((at for at, picture in list(self.pictures) if at >= after and wanted.search(picture)), None)

    def close(self) -> None:
        """Look away."""
        sock = self._connection.sock
        if sock is not None:
            sock.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._connection.close()

    def _listen(self) -> None:
        name, data = "", list[str]()
        for line in self._lines():
            key, _, value = line.partition(": ")
            if key == "event":
                name = value
            elif key == "data":
                data.append(value)
            elif not key:
                if name == "view":
                    self.pictures.append((monotonic(), "\n".join(data)))
                name, data = "", []

    def _lines(self) -> Iterator[str]:
        try:
            while line := self._answer.readline():
                yield line.decode().rstrip("\n")
        except (OSError, ValueError):
            return


# --------------------------------------------------------------------------- who is connected with whom
_DIAG_BY_FAMILY: Final = 20
_DONE, _ERROR = 3, 2
_ROOT_MATCH_DUMP: Final = 0x0301
_SHOW_NAME_AND_PEER: Final = 0x1 | 0x4
_NAME, _PEER = 0, 2


@dataclass(frozen=True)
class UnixSockets:
    """Every Unix socket of the machine, from the kernel: ``names`` and ``peers`` by inode."""

    names: Mapping[int, str]
    peers: Mapping[int, int]

    @staticmethod
    def now() -> UnixSockets:
        """As they are now (``man 7 sock_diag``)."""
        names, peers = dict[int, str](), dict[int, int]()
        with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 4) as asked:
            wanted = struct.pack("=BBHIIIII", socket.AF_UNIX, 0, 0, 0xFFFFFFFF, 0, _SHOW_NAME_AND_PEER, 0, 0)
            asked.send(struct.pack("=IHHII", 16 + len(wanted), _DIAG_BY_FAMILY, _ROOT_MATCH_DUMP, 1, 0) + wanted)
            for message in _messages(asked):
                inode = struct.unpack_from("=I", message, 4)[0]
                for kind, value in _attributes(message[16:]):
                    if kind == _NAME:
                        names[inode] = value.rstrip(b"\0").decode(errors="replace")
                    elif kind == _PEER:
                        peers[inode] = struct.unpack("=I", value)[0]
        return UnixSockets(names, peers)

    def reached_by(self, pid: int) -> set[str]:
        """The addresses of the sockets to which a process is connected."""
        return {self.names.get(self.peers.get(inode, 0), "") for inode in inodes_of(pid)} - {""}


def inodes_of(pid: int) -> set[int]:
    """The sockets that a process has open."""
    found = set[int]()
    for entry in Path(f"/proc/{pid}/fd").iterdir():
        try:
            target = str(entry.readlink())
        except OSError:
            continue  # closed meanwhile
        if target.startswith("socket:["):
            found.add(int(target[len("socket:[") : -1]))
    return found


def opened_by(pid: int) -> set[str]:
    """The files that a process has open or mapped, by their names."""
    names = set[str]()
    for entry in Path(f"/proc/{pid}/fd").iterdir():
        try:
            names.add(str(entry.readlink()))
        except OSError:
            continue
    maps = Path(f"/proc/{pid}/maps").read_text().splitlines()
    return names | {line.split(maxsplit=5)[5] for line in maps if len(line.split(maxsplit=5)) == 6}


def _messages(asked: socket.socket) -> Iterator[bytes]:
    while True:
        data = asked.recv(1 << 20)
        while data:
            length, kind = struct.unpack_from("=IH", data)
            if kind == _DONE:
                return
            assert kind != _ERROR, "the kernel tells nothing of its sockets"
            yield data[16:length]
            data = data[(length + 3) & ~3 :]


def _attributes(data: bytes) -> Iterator[tuple[int, bytes]]:
    while len(data) >= 4:
        length, kind = struct.unpack_from("=HH", data)
        yield kind, data[4:length]
        data = data[(length + 3) & ~3 :]
