"""Watching: the picture alone decides, and a camera that does not see is found out."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
import pytest

from controller.bench.stage import act
from controller.cli.watch import watch_command
from controller.rules.record import read_record
from tests.vision.filmed import filmed, told
from vision.calibrate import Picture
from vision.capture import Frame
from vision.reading import IndexReader
from vision.render.film import Reel
from vision.render.live import DrawnCamera
from vision.render.painter import Painter
from vision.render.scene import scene
from vision.watch import Order
from vision.watcher import Message, Saw, Told, Upto, Watcher

HEADING = {"record": 1, "game": "whist", "laws": "american-1893", "seats": list("NESW"), "dealer": "N"}
SCRIPT = "2S 3H 4D 5C 6S"
SEATS = "ESWNE"
TOLD = [*(("played", seat) for seat in "ESWN"), ("quitted", "E"), ("played", "E")]


def _reel(cards: str) -> Reel:
    """A trick, which East gathers, and the lead to the next; the club's own pack in its own light."""
    plays = [{"fact": "played", "by": s, "cards": c} for s, c in zip(SEATS, cards.split(), strict=True)]
    lines = [HEADING, *plays[:4], {"fact": "quitted", "by": "E"}, plays[4]]
    return act(read_record([json.dumps(line) for line in lines]), scene(5), 5)


@pytest.fixture(scope="module")
def reel() -> Reel:
    return _reel(SCRIPT)


@pytest.fixture(scope="module")
def film(reel: Reel, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return filmed(reel, tmp_path_factory.mktemp("films") / "five")


# ---------------------------------------------------------------- the picture alone decides
def test_a_film_gives_its_plays_in_order_with_or_without_its_truth_or_with_anothers(film: Path, tmp_path: Path) -> None:
    seen = told(film)
    assert [(fact["fact"], fact["by"]) for fact in seen] == TOLD
    (tmp_path / "bare").mkdir()
    shutil.copytree(film, tmp_path / "bare", dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.json"))
    assert told(tmp_path / "bare") == seen
    other = json.loads((film / "five.json").read_text())
    for deed in other["deeds"]:
        deed["by"], deed["fact"] = "N", {"fact": "played", "by": "N", "cards": "AH", "t": 0.5}
    (tmp_path / "bare" / "bare.json").write_text(json.dumps(other))
    assert told(tmp_path / "bare") == seen


def test_the_films_card_is_told_and_not_the_scripts(film: Path, tmp_path: Path) -> None:
    """The script says that East's second card is the six of spades, and knows no other hand of his."""
    really = filmed(_reel("2S 3H 4D 5C QH"), tmp_path / "other")
    shutil.copyfile(film / "five.json", really / "other.json")
    hands = {"E": "2S 6S", "S": "3H", "W": "4D", "N": "5C"}
    last = told(Order(str(really), hands=hands))[-1]
    assert (last["by"], last["cards"]) == ("E", "QH")


def test_both_forms_of_a_film_give_the_same_plays(reel: Reel, film: Path, tmp_path: Path) -> None:
    video = told(filmed(reel, tmp_path / "five.mp4"))
    assert [(fact["fact"], fact["by"]) for fact in video] == TOLD
    cards = [fact["cards"] for fact in video if fact["fact"] == "played" and fact["confidence"] >= 0.99]
    assert set(cards) <= {*SCRIPT.split(), "??"}
    assert [abs(one["t"] - other["t"]) < 0.3 for one, other in zip(video, told(film), strict=True)] == [True] * len(
        TOLD
    )


@pytest.mark.parametrize("stream", ["motion", "play"])
def test_a_card_laid_upon_ones_own_card_is_a_play(stream: Literal["motion", "play"]) -> None:
    plays = [{"fact": "played", "by": "E", "cards": card} for card in ("2S", "6S")]
    reel = act(read_record([json.dumps(line) for line in (HEADING, *plays)]), scene(5), 5)
    messages = Watcher(DrawnCamera(Painter(reel.scene, reel.timeline), stream), IndexReader()).messages()
    facts = [saw.fact for saw in messages if isinstance(saw, Saw)]
    assert [(fact["fact"], fact["by"]) for fact in facts] == [("played", "E")] * 2
    assert facts[1]["cards"] in ("6S", "??")


# ---------------------------------------------------------------- a camera that does not see
@dataclass
class _Spoiled:
    """A camera of which, from ``since`` on, each picture is another one."""

    camera: DrawnCamera
    since: float
    how: str

    @property
    def size(self) -> tuple[int, int]:
        return self.camera.size

    def frames(self) -> Iterator[Frame]:
        first: Picture | None = None
        for frame in self.camera.frames():
            if frame.t < self.since:
                yield frame
                continue
            first = frame.picture if first is None else first
            yield Frame(frame.t, self._spoiled(frame, first))

    def _spoiled(self, frame: Frame, first: Picture) -> Picture:
        noise = np.random.default_rng(round(frame.t * 1000)).integers(0, 6, frame.picture.shape, np.uint8)
        match self.how:
            case "black":
                return noise
            case "dazzled":
                return np.asarray(255 - noise, np.uint8)
            case "covered":
                palm = cv2.GaussianBlur(np.full(frame.picture.shape, (60, 70, 120), np.uint8), (0, 0), 9)
                return np.asarray(palm + noise, np.uint8)
            case _:
                return first

    def still(self, t: float) -> Frame | None:
        return self.camera.still(t) if t < self.since else None


def _watched(reel: Reel, how: str, since: float) -> list[Message]:
    camera = DrawnCamera(Painter(reel.scene, reel.timeline))
    return list(Watcher(_Spoiled(camera, since, how), IndexReader()).messages())


@pytest.mark.parametrize("how", ["black", "dazzled", "covered", "frozen"])
def test_a_camera_that_goes_blind_tells_so_within_two_seconds_and_no_play(reel: Reel, how: str) -> None:
    since = 2.4
    messages = _watched(reel, how, since)
    blind = [message for message in messages if isinstance(message, Told)]
    assert [told.why for told in blind] == [how]
    assert since <= blind[0].t <= since + 2.0
    assert all(saw.t <= since for saw in messages if isinstance(saw, Saw))
    assert all(upto.t < blind[0].t for upto in messages if isinstance(upto, Upto))


def test_a_black_film_holds_no_play_and_a_blind_camera(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "black.mp4"
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"mp4v"), 12.5, (1920, 1080))
    for _ in range(30):
        writer.write(np.zeros((1080, 1920, 3), np.uint8))
    writer.release()
    assert watch_command(str(file)) == 1
    out, err = capsys.readouterr()
    assert out == ""
    at, _, words = err.partition(" s: ")
    assert float(at) <= 2.0
    assert "blind: the picture is black" in words


def test_messages_are_numbered_and_no_fact_comes_after_all_was_told_up_to_its_time(reel: Reel) -> None:
    messages = _watched(reel, "no", 1e9)
    assert [message.n for message in messages] == list(range(1, len(messages) + 1))
    upto = -1.0
    for message in messages:
        if isinstance(message, Upto):
            assert message.t > upto
            upto = message.t
        elif isinstance(message, Saw):
            assert message.t > upto
    assert sum(isinstance(message, Saw) for message in messages) == len(TOLD)
