"""A table's file: the example describes a table, and what is wrong in one is told by its key."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from controller.ops.configuration import BadConfiguration, CameraAt, Configuration, Pages, ShoeAt, read_configuration

EXAMPLE = Path("deploy/pone.toml")
BAD: list[dict[str, str]] = tomllib.loads(Path(__file__).with_name("bad.toml").read_text())["bad"]
PLAIN: dict[str, object] = {
    "record": 1, "game": "whist", "laws": "american-1893", "seats": ["N", "E", "S", "W"], "dealer": "N",
}  # fmt: skip


def written(folder: Path, text: str) -> Path:
    file = folder / "pone.toml"
    file.write_text(text)
    return file


def test_the_example_says_what_holds_where_it_is_left_out(tmp_path: Path) -> None:
    example = read_configuration(EXAMPLE)
    least = read_configuration(written(tmp_path, '[journal]\nfolder = "/var/lib/pone"\n'))
    assert example == Configuration(EXAMPLE, "Pone", Path("/var/lib/pone"), PLAIN)
    assert (least.name, least.folder, least.heading, least.pages) == ("Pone", example.folder, PLAIN, Pages())


def test_what_the_example_only_mentions_can_be_written(tmp_path: Path) -> None:
    setting, pictures = tmp_path / "camera.toml", tmp_path / "pictures"
    setting.touch()
    whole = re.sub(r"(?m)^# (\[\w+(?:\.\w+)?\]|\w+ = )", r"\1", EXAMPLE.read_text())
    whole = whole.replace("/etc/pone/camera.toml", str(setting)).replace("/var/lib/pone/pictures", str(pictures))
    read = read_configuration(written(tmp_path, whole))
    assert read.shoe == ShoeAt("/dev/ttyACM0", "/run/pone-window/window")
    assert read.camera == CameraAt("/dev/video0", setting, pictures)
    assert read.heading == {**PLAIN, "complete": ["play"], "options": {"disclosure": "on_claim"}}


def test_no_key_is_left_out_of_the_example() -> None:
    told = set(re.findall(r"(?m)^(?:# )?(\w+) = ", EXAMPLE.read_text()))
    keys = "name folder game laws seats dealer complete bind port names spectators spectator_delay_s window device"
    assert {*keys.split(), "setting", "pictures", "gpio", "plays"} <= told


@pytest.mark.parametrize("bad", BAD, ids=[f"{n} {bad['key'] or 'TOML'}" for n, bad in enumerate(BAD)])
def test_what_is_wrong_is_told_by_its_key(tmp_path: Path, bad: dict[str, str]) -> None:
    file = written(tmp_path, bad["file"])
    with pytest.raises(BadConfiguration) as told:
        read_configuration(file)
    words = str(told.value)
    assert told.value.key == bad["key"]
    assert words.startswith(f"{file}: {bad['key']}: " if bad["key"] else f"{file}: ")
    assert bad["said"] in words
    assert "; " in words, "what would mend it"
    assert "\n" not in words


@pytest.mark.parametrize("content", [None, b"\xff\xfe"])
def test_a_file_that_cannot_be_read_is_told(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "pone.toml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(BadConfiguration, match=re.escape(str(file))):
        read_configuration(file)


@pytest.mark.parametrize(
    ("key", "value"), [("seats", ["A", "B", "C", "D"]), ("complete", ["play"]), ("laws", "deschapelles")]
)
def test_a_journal_of_another_table_is_told(tmp_path: Path, key: str, value: Any) -> None:
    read = read_configuration(EXAMPLE)
    read.agree({**PLAIN, "dealer": "S", "score": None})
    read.agree({**PLAIN, "complete": []})
    with pytest.raises(BadConfiguration) as told:
        read.agree({**PLAIN, key: value})
    assert told.value.key == f"play.{key}"
