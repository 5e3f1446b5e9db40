"""A demo in processes of its own, seen from outside: its pages by HTTP, its journal by ``pone``, its machine's wire."""

from __future__ import annotations

import hmac
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from time import monotonic
from typing import IO, Any, TypeVar

from controller.journal.drafts import Reading
from controller.journal.reader import JournalReader
from controller.web.words import WORDS

PONE = (sys.executable, "-c", "from controller.cli import main; main()")
_LOOK_S = 0.02
LONGEST_S = 90.0
MACHINE = b"controller.bench.machine"
"""What the process of a simulated machine runs."""
WATCHER = b"multiprocessing.spawn"
"""What the process of a watcher runs, below the service."""
T = TypeVar("T")


def until(look: Callable[[], T | None], what: str, within_s: float = LONGEST_S) -> T:
    """What ``look`` gives as soon as it gives anything; a failure in words after a time."""
    pause, last = threading.Event(), monotonic() + within_s
    while (seen := look()) is None:
        assert monotonic() < last, f"not within {within_s:g} s: {what}"
        pause.wait(_LOOK_S)
    return seen


def figures(line: str) -> None:
    """What a test measured, for whoever runs it with ``-s``."""
    sys.stdout.write(f"\n{line}\n")


def extends(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> bool:
    """Whether nothing of before is missing or changed; a card that was hidden while the hand was open may be told."""
    return len(before) <= len(after) and all(_same(was, now) for was, now in zip(before, after, strict=False))


def _same(was: dict[str, Any], now: dict[str, Any]) -> bool:
    if was == now:
        return True
    hidden = ["??"] * was["count"] if "count" in was else str(was.get("cards")).split()
    told = str(now.get("cards")).split()
    fits = len(hidden) == len(told) and all(c in ("??", t) for c, t in zip(hidden, told, strict=True))
    return fits and _open(was) == _open(now)


def _open(fact: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in fact.items() if key not in ("cards", "count")}


def pone(*argv: str) -> subprocess.CompletedProcess[str]:
    """The command, run to its end."""
    return subprocess.run([*PONE, *argv], capture_output=True, text=True, timeout=120, check=False)


@dataclass
class Demo:
    """``pone demo`` over a journal: started, killed and started again; its machine outlives it.

    ``camera``: whether its plays are seen, and not told.
    """

    folder: Path
    arguments: tuple[str, ...]
    camera: bool = False
    port: int = 0
    code: str = ""
    link: str = ""
    machine: int = 0
    process: subprocess.Popen[str] | None = None

    @property
    def journal(self) -> Path:
        return self.folder / "journal"

    @property
    def complaints(self) -> Path:
        """What service and machine wrote to standard error."""
        return self.folder / "complaints"

    @property
    def base(self) -> str:
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        """Start the service on its port and read what it says of its doors."""
        self.port = self.port or free_port()
        argv = [*PONE, "demo", "--port", str(self.port), "--journal", str(self.journal), *self.arguments]
        argv += [] if self.camera else ["--no-camera"]
        quiet = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
        # Not a pipe for what is complained of: the machine inherits it and outlives the service.
        with self.complaints.open("ab") as complaints:
            self.process = subprocess.Popen(
                argv, stdout=subprocess.PIPE, stderr=complaints, text=True, env=quiet, start_new_session=True
            )
        said = ""
        for line in _out(self.process):
            said += line
            if line.startswith("Ctrl-C"):
                break
        else:
            raise AssertionError(self.complaints.read_text())
        self.link = re.findall(r"http://\S+/kiosk\?key=\S+", said)[0]
        code = re.findall(r"code:\s+(\w+-\w+-\w+-\w+)\s", said)
        self.code = code[0] if code else self.code
        self.machine = self.machine or child(self.process.pid, MACHINE) or 0
        assert self.machine

    def signal(self, number: signal.Signals) -> None:
        """Stop, continue or kill the service, and nothing else."""
        assert self.process is not None
        self.process.send_signal(number)

    def kill(self) -> None:
        """``kill -9`` of the service."""
        assert self.process is not None
        self.process.kill()
        self.process.communicate()

    def end(self) -> None:
        """Kill the service and then the machines, which would outlive it."""
        if self.process is not None:
            self.kill()
        for pid in (self.machine, self._shoe()):
            if pid and str(self.journal).encode() in _cmdline(pid):
                os.kill(pid, signal.SIGKILL)

    def _shoe(self) -> int:
        """The simulated shoe's process, 0 where there is none."""
        told = self.journal.with_name("journal.shoe")
        return int(json.loads(told.read_text())["pid"]) if told.exists() else 0

    def facts(self) -> list[dict[str, Any]]:
        """What ``pone export`` gives."""
        done = pone("export", str(self.journal), "--format", "record")
        assert done.returncode == 0, done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()[1:]]

    def readings(self) -> tuple[Reading, ...]:
        """The journal's entries, read beside the service."""
        with JournalReader(self.journal) as reader:
            return tuple(reader.readings())

    def results(self) -> list[dict[str, Any]]:
        """The results of the hands so far."""
        told: list[Any] = [said["result"] for r in self.readings() for said in r.director if "result" in said]
        return told

    def rulings(self) -> list[dict[str, Any]]:
        """Every telling of a ruling so far, in order, to the director."""
        return [dict(said) for r in self.readings() for said in r.director if "ruling" in said]

    def seat_words(self, seat: str) -> str:
        """The words on the table's screen with which a phone takes a seat, from the file of the doors."""
        kept = json.loads(self.journal.with_name("journal.keys").read_text())
        named = f"seat {seat} {kept['pairing'].get(seat, 0)}".encode()
        mac = hmac.digest(bytes.fromhex(kept["key"]), named, "sha256")
        return "-".join(WORDS[byte] for byte in mac[:3])


def _out(process: subprocess.Popen[str]) -> IO[str]:
    assert process.stdout is not None
    return process.stdout


def child(pid: int, runs: bytes) -> int | None:
    """The process that runs this for ``pid``, whichever of its threads has started it; ``None`` where none does."""
    for started in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found = next((int(c) for c in started.read_text().split() if runs in _cmdline(int(c))), None)
        except OSError:
            continue  # this thread has ended meanwhile
        if found is not None:
            return found
    return None


def _cmdline(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def free_port() -> int:
    """A port that nobody has just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass
class Visitor:
    """A browser without a screen: one role's cookie, and what its page says."""

    port: int
    cookie: str = ""
    csrf: str = ""

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Ask for a change; a refusal fails. A door's cookie is kept."""
        status, headers, text = self._ask("POST", path, json.dumps(body))
        assert status == 200, text
        for name, value in headers:
            if name.lower() == "set-cookie":
                self.cookie = value.partition(";")[0]
        answer: dict[str, Any] = json.loads(text)
        self.csrf = answer.get("csrf", self.csrf)
        return answer

    def get(self, path: str) -> str:
        """The text of a page. A refusal fails."""
        status, _, text = self._ask("GET", path, None)
        assert status == 200, text
        return text

    def live(self, path: str) -> str:
        """The live part of a page."""
        found = re.search(r'<main id="live".*</main>', self.get(path), re.DOTALL)
        assert found is not None
        return found.group()

    def _ask(self, method: str, path: str, body: str | None) -> tuple[int, list[tuple[str, str]], str]:
        kind = "application/json" if body or path == "/seat/view" else "text/html"
        headers = {"Accept": kind, "Origin": f"http://localhost:{self.port}", "X-CSRF": self.csrf}
        headers |= {"Cookie": self.cookie} if self.cookie else {}
        headers |= {"Content-Type": "application/json"} if body else {}
        connection = HTTPConnection("localhost", self.port, timeout=10)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.getheaders(), answer.read().decode()
        except HTTPException as error:
            raise AssertionError(path) from error
        finally:
            connection.close()


@dataclass
class Wire:
    """Stands between service and machine and can hold back what happened; whatever else is said passes.

    What is held is dropped, as on a bad line: the machine tells it again to whoever connects next. ``acknowledged``:
    source and time of every fact whose acknowledgement went by.
    """

    path: Path
    held: threading.Event = field(default_factory=threading.Event)
    acknowledged: set[tuple[str, float, str]] = field(default_factory=set[tuple[str, float, str]])
    _closed: bool = False
    _told: dict[tuple[str, int], tuple[str, float, str]] = field(
        default_factory=dict[tuple[str, int], tuple[str, float, str]]
    )
    _ends: list[socket.socket] = field(default_factory=list[socket.socket])
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _listener: socket.socket = field(default_factory=lambda: socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))

    def lay(self) -> None:
        """Take the machine's address; it goes on listening where nobody else finds it."""
        self._real.unlink(missing_ok=True)
        self.path.rename(self._real)
        self._listener.bind(str(self.path))
        self._listener.listen(4)
        threading.Thread(target=self._accept, daemon=True).start()

    def hold(self) -> None:
        """From now on nothing that happens is told."""
        self.held.clear()
        self._closed = True

    def let(self) -> None:
        """Tell everything again, over a new connection."""
        self._closed = False
        self._hang_up()

    def cut(self) -> None:
        """End it."""
        with self._lock:
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._hang_up()

    @property
    def _real(self) -> Path:
        return self.path.with_name("real")

    def _hang_up(self) -> None:
        with self._lock:
            ends, self._ends = self._ends, []
        for end in ends:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue

    def _accept(self) -> None:
        while True:
            try:
                service, _ = self._listener.accept()
            except OSError:
                return
            machine = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                machine.connect(str(self._real))
            except OSError:
                service.close()
                machine.close()
                continue
            with self._lock:
                self._ends += [service, machine]
            for pair in ((service, machine, self._from_service), (machine, service, self._from_machine)):
                threading.Thread(target=_carry, args=pair, daemon=True).start()

    def _from_machine(self, said: dict[str, Any]) -> bool:
        if "source" in said:
            self._told[said["source"], said["seq"]] = (said["source"], said["t"], said["fact"]["fact"])
            if self._closed:
                self.held.set()
        return not (self._closed and ("source" in said or "seen" in said))

    def _from_service(self, said: dict[str, Any]) -> bool:
        for source, seq in said.get("ack", {}).items():
            self.acknowledged |= {fact for (s, n), fact in list(self._told.items()) if s == source and n <= seq}
        return True


def _carry(of: socket.socket, to: socket.socket, passes: Callable[[dict[str, Any]], bool]) -> None:
    """Lines from one end to the other until either is gone."""
    with of, of.makefile("rb") as lines:
        try:
            for line in lines:
                if line.endswith(b"\n") and passes(json.loads(line)):
                    to.sendall(line)
        except OSError:
            pass
        try:
            to.shutdown(socket.SHUT_RDWR)
        except OSError:
            return
