"""``pone run`` as a process: a table from a file, served on a port, killed and started again."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.whole.running import PONE, Visitor, free_port, pone


@dataclass
class Served:
    """The service of one table. ``more``: what its file says besides where it lies and its port."""

    folder: Path
    more: str = ""
    memory: bool = True
    port: int = field(default_factory=free_port)
    code: str = ""
    link: str = ""
    process: subprocess.Popen[str] | None = None

    @property
    def file(self) -> Path:
        return self.folder / "pone.toml"

    @property
    def journal(self) -> Path:
        return self.folder / "house" / "journal"

    @property
    def complaints(self) -> str:
        """What it wrote to standard error."""
        return (self.folder / "complaints").read_text()

    def write(self) -> None:
        """Its file."""
        self.file.write_text(
            f'name = "Table 3"\n[journal]\nfolder = "{self.journal.parent}"\n[pages]\nport = {self.port}\n{self.more}'
        )

    def start(self) -> str:
        """Start it; what it said of its doors."""
        self.write()
        env = {key: value for key, value in os.environ.items() if key != "RUNTIME_DIRECTORY"}
        memory = self.folder / "memory"
        if self.memory:
            memory.mkdir(exist_ok=True)
            env["RUNTIME_DIRECTORY"] = str(memory)
        with (self.folder / "complaints").open("ab") as complaints:
            self.process = subprocess.Popen(
                [*PONE, "run", "--config", str(self.file)],
                stdout=subprocess.PIPE,
                stderr=complaints,
                text=True,
                env=env,
            )
        assert self.process.stdout is not None
        said = ""
        for line in self.process.stdout:
            said += line
            if re.search(r"kiosk-link|director's code:", line):
                break
        else:
            raise AssertionError(self.complaints)
        if self.memory:
            self.link = (memory / "kiosk-link").read_text().strip()
            self.code = (memory / "director-code").read_text().strip()
        else:
            self.link = re.findall(r"http://\S+/kiosk\?key=\S+", said)[0]
            self.code = re.findall(r"code:\s+(.*)", said)[0]
        return said

    def kill(self) -> None:
        """``kill -9``."""
        assert self.process is not None
        self.process.kill()
        self.process.communicate()

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        """End it as systemd does; its exit status."""
        assert self.process is not None
        self.process.send_signal(number)
        self.process.communicate(timeout=30)
        return self.process.returncode

    def director(self) -> Visitor:
        """Somebody who has signed in."""
        visitor = Visitor(self.port)
        visitor.post("/director/login", {"code": self.code})
        return visitor

    def kiosk(self) -> Visitor:
        """The table's own screen."""
        visitor = Visitor(self.port)
        visitor.post("/kiosk/claim", {"key": self.link.partition("key=")[2]})
        return visitor

    def exported(self) -> list[dict[str, Any]]:
        """The facts of the journal."""
        done = pone("export", str(self.journal), "--format", "record")
        assert done.returncode == 0, done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()[1:]]


@dataclass
class Typist:
    """Who types at a console: the seat that is proposed goes with every line."""

    console: Visitor
    seat: str = ""

    def types(self, *lines: str) -> None:
        """Each line, one after the other; a refusal fails."""
        for line in lines:
            answer = self.console.post("/director/typed", {"line": line, "seat": self.seat})
            self.seat = answer["seat"]
