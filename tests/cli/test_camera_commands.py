"""``pone film`` and ``pone watch``: what is wrong with their input is said in one line, with exit status 2."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from controller.cli import main
from controller.cli.film import NotFilmed, film

HEADING = {"record": 1, "game": "whist", "laws": "american-1893", "seats": list("NESW"), "dealer": "N"}


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "play.jsonl"
    file.write_text(json.dumps(HEADING) + '\n{"fact":"played","by":"E","cards":"2S"}\n')
    return file


def _refused(words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    monkeypatch.setattr(sys, "argv", ["pone", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    out, err = capsys.readouterr()
    assert ended.value.code == 2
    assert out == ""
    assert err.count("\n") == 1
    return err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["film", "{}/nothing.jsonl", "-o", "{}/a.mp4"], "nothing.jsonl"),
        (["film", "{}/play.jsonl"], "--out"),
        (["film", "{}/play.jsonl", "-o", "{}/a.mp4", "--deck", "tarot"], "tarot"),
        (["film", "{}/play.jsonl", "-o", "{}/a.mp4", "--light", "moon"], "moon"),
        (["film", "{}/play.jsonl", "-o", "{}/a.mp4", "--seed", "-1"], "seed"),
        (["film", "{}/play.jsonl", "-o", "{}"], "which is of no film"),
        (["film", "{}/play.jsonl", "-o", "{}/play.jsonl/a.mp4"], "play.jsonl"),
        (["film", "{}/wrong.jsonl", "-o", "{}/a.mp4"], "wrong.jsonl:2: "),
        (["film", "{}/latin.jsonl", "-o", "{}/a.mp4"], "latin.jsonl:2: not UTF-8"),
        (["film", "{}/silent.jsonl", "-o", "{}/a.mp4"], "nothing in this record"),
        (["watch", "{}/nothing.mp4"], "nothing.mp4"),
        (["watch", "{}/play.jsonl"], "play.jsonl"),
        (["watch", "{}"], "holds no video"),
        (["watch", "{}/play.jsonl", "--config", "{}/none.toml"], "none.toml"),
        (["watch", "{}/play.jsonl", "--pictures", "{}/play.jsonl/x"], "play.jsonl/x"),
    ],
)
def test_bad_input_is_one_line(
    words: list[str],
    said: str,
    record: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = record.parent
    (folder / "wrong.jsonl").write_text(json.dumps(HEADING) + '\n{"fact":"played","by":"X","cards":"2S"}\n')
    (folder / "latin.jsonl").write_bytes(json.dumps(HEADING).encode() + b'\n{"fact":"\xe9"}\n')
    (folder / "silent.jsonl").write_text(json.dumps(HEADING) + '\n{"fact":"shuffled","by":"N"}\n')
    assert said in _refused([word.format(folder) for word in words], monkeypatch, capsys)


def test_a_folder_with_something_else_in_it_is_left_alone(record: Path, tmp_path: Path) -> None:
    out = tmp_path / "holiday"
    (out / "stills").mkdir(parents=True)
    (out / "beach.jpg").write_bytes(b"sun")
    with pytest.raises(NotFilmed, match=r"beach\.jpg"):
        film(record, out, "club", 1, "club")
    assert (out / "beach.jpg").read_bytes() == b"sun"
