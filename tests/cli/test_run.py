"""``pone run`` before it serves: what is wrong is told in one line, and what a real table gets is the real thing."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from controller.cli.run import _write, dealing_of
from controller.ops.configuration import ShoeAt
from controller.shoe import driver
from controller.shoe.clock import WallClock
from controller.shoe.shuffle import SystemShuffler
from controller.table.clock import MonotonicClock

PONE = (sys.executable, "-c", "from controller.cli import main; main()")


def refused(folder: Path, text: str) -> str:
    """The one line in which a table's file is refused."""
    file = folder / "pone.toml"
    file.write_text(text.replace("FOLDER", str(folder)))
    done = subprocess.run(
        [*PONE, "run", "--config", str(file)], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (2, ""), done
    assert done.stderr.count("\n") == 1, done.stderr
    assert done.stderr.startswith(f"pone: {file}: ")
    return done.stderr


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('journal.folder = "FOLDER/house"\npages.prot = 1\n', "pages.prot: there is no such key"),
        ('journal.folder = "FOLDER/pone.toml/house"\n', "journal.folder: "),
        ('journal.folder = "FOLDER/house"\n[pages]\nbind = "192.0.2.1"\n', "pages.port: 8080 at 192.0.2.1"),
        ('journal.folder = "FOLDER/house"\n[pages]\nport = 0\n[panel]\ngpio = true\n', "panel.gpio: no pins"),
    ],
)
def test_what_is_wrong_is_one_line(tmp_path: Path, text: str, said: str) -> None:
    assert said in refused(tmp_path, text)


def test_a_folder_that_holds_no_journal_is_told(tmp_path: Path) -> None:
    (tmp_path / "house").mkdir()
    (tmp_path / "house" / "journal").write_text("a shopping list")
    assert "journal.folder: " in refused(tmp_path, 'journal.folder = "FOLDER/house"\npages.port = 0\n')


def test_where_nothing_is_said_the_file_of_the_system_is_read() -> None:
    if Path("/etc/pone/pone.toml").exists():
        pytest.skip("this computer has a table")
    done = subprocess.run([*PONE, "run"], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("pone: /etc/pone/pone.toml: No such file or directory; give a table's file")


def test_secrets_are_for_their_owner_alone(tmp_path: Path) -> None:
    (tmp_path / "kiosk-link").write_text("an old one")
    (tmp_path / "kiosk-link").chmod(0o644)
    (file,) = _write(tmp_path, {"kiosk-link": "http://localhost/kiosk?key=K"})
    assert file.read_text() == "http://localhost/kiosk?key=K\n"
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_real_table_is_shuffled_by_chance_and_not_marked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: dict[str, Any] = {}

    class Shoe:
        def __init__(self, find: Callable[[], str], **parts: object) -> None:
            made.update(parts, port=find())

    monkeypatch.setattr(driver, "SerialShoe", Shoe)
    dealing = dealing_of(ShoeAt("/dev/absent", str(tmp_path / "window")), MonotonicClock())
    assert made["port"] == "/dev/absent"
    assert isinstance(made["shuffler"], SystemShuffler)
    assert isinstance(made["clock"], WallClock)
    assert dealing._demo is False
