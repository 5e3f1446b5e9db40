"""A film in place of the drawn scene: its hand is dealt as a prepared board, and its plays are seen as they were."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

from controller.bench.compare import SEEN
from controller.bench.script import Script, script
from controller.journal.reader import JournalReader
from controller.rules import facts as f
from controller.rules.heading import read_heading
from controller.rules.record import write_entry
from tests.whole.running import PONE, pone
from vision.truth import truth_of

HEADING: Final = {"record": 1, "game": "whist", "laws": "american-1893", "seats": ["N", "E", "S", "W"], "dealer": "E"}
FROM_FILM: Final = {"shoe": "board", "window": "camera", "plays": "film"}
TURNED_ROUND: Final = str.maketrans("SHDC", "HDCS")


@dataclass(frozen=True)
class Shown:
    """What a headless demo printed, how it ended, and the facts of its journal."""

    told: dict[str, Any]
    status: int
    facts: list[dict[str, Any]]

    def seen(self) -> list[tuple[str, str, str]]:
        """Kind, seat and cards of what the camera saw."""
        return [_key(fact) for fact in self.facts if fact["fact"] in SEEN]


def _key(fact: dict[str, Any]) -> tuple[str, str, str]:
    return fact["fact"], fact["by"], fact.get("cards", "")


def written(seed: int) -> Script:
    return script(seed, dealer="E", seating=read_heading(HEADING).seating)


def filmed(folder: Path, out: str, *, tricks: int) -> Path:
    """The film of the first tricks of a hand."""
    record, film = folder / "record.jsonl", folder / out
    lines, quitted = [json.dumps(HEADING)], 0
    for entry in written(3).entries():
        lines.append(json.dumps(write_entry(entry)))
        quitted += isinstance(entry.fact, f.Quitted)
        if quitted == tricks:
            break
    record.write_text("\n".join(lines) + "\n")
    argv = [*PONE, "film", str(record), "-o", str(film)]
    done = subprocess.run(argv, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stderr
    return film


def shown(folder: Path, film: Path) -> Shown:
    journal = folder / "journal"
    argv = [*PONE, "demo", "--headless", "--port", "0", "--speed", "20", "--journal", str(journal), "--film", str(film)]
    done = subprocess.run(argv, capture_output=True, text=True, timeout=600, check=False)
    assert done.stdout, done.stderr
    (told,) = [json.loads(line) for line in done.stdout.splitlines()]
    with JournalReader(journal) as reader:
        facts = [dict(r.fact) for r in reader.readings() if r.kind == "fact" and r.fact is not None]
    return Shown(told, done.returncode, facts)


def as_it_was(film: Path, hand: Shown) -> None:
    """The hand of the film was dealt card by card, and every play of the film is in the record, of the camera."""
    truth = truth_of(film)
    assert truth is not None
    assert hand.status == 0
    assert hand.told["sources"] == FROM_FILM
    assert hand.told["shoe"] == {"cards": 52, "wrong": 0, "refused": None}
    plays = [_key(fact) for fact in truth.facts() if fact["fact"] in SEEN]
    assert hand.told["vision"] == {"facts": len(plays), "missed": 0, "invented": 0, "asked": 0}
    assert hand.seen() == plays
    assert all(fact["source"] == "camera" and fact["evidence"] for fact in hand.facts if fact["fact"] in SEEN)
    (turned,) = [fact for fact in hand.facts if fact["fact"] == "turned"]
    assert (turned["card"], turned["source"]) == (truth.hands[0]["E"].split()[-1], "shoe")


@pytest.mark.alone
def test_a_film_is_seen_as_it_was_and_its_hand_is_dealt(tmp_path: Path) -> None:
    film = filmed(tmp_path, "film.mp4", tricks=2)
    hand = shown(tmp_path, film)
    as_it_was(film, hand)
    assert hand.told["rulings"] == []
    assert hand.told["result"] == {"hand": 1, "unfinished": True}


@pytest.mark.full
@pytest.mark.alone
def test_a_film_in_a_folder_gives_its_stills(tmp_path: Path) -> None:
    film = filmed(tmp_path, "film", tricks=2)
    as_it_was(film, shown(tmp_path, film))


@pytest.mark.full
@pytest.mark.alone
@pytest.mark.timeout(1800)
def test_a_whole_film_gives_the_hands_result(tmp_path: Path) -> None:
    film = filmed(tmp_path, "film.mp4", tricks=13)
    hand = shown(tmp_path, film)
    as_it_was(film, hand)
    assert sum(hand.told["result"]["tricks"].values()) == 13


@pytest.mark.full
@pytest.mark.alone
def test_the_plays_are_the_films_whatever_lies_beside_it(tmp_path: Path) -> None:
    film = filmed(tmp_path, "film.mp4", tricks=2)
    told = truth_of(film)
    assert told is not None
    plays = [_key(fact) for fact in told.facts() if fact["fact"] in SEEN]
    other = tmp_path / "other.mp4"
    shutil.copyfile(film, other)
    truth = json.loads(film.with_suffix(".json").read_text())
    truth["hands"] = [{seat: cards.translate(TURNED_ROUND) for seat, cards in truth["hands"][0].items()}]
    for deed in truth["deeds"]:
        for card in deed["cards"]:
            card["card"] = card["card"].translate(TURNED_ROUND)
        for key in ("card", "cards"):
            if key in deed["fact"]:
                deed["fact"][key] = deed["fact"][key].translate(TURNED_ROUND)
    other.with_suffix(".json").write_text(json.dumps(truth))
    hand = shown(tmp_path, other)
    assert hand.seen() == plays
    assert hand.status == 1
    assert hand.told["vision"]["missed"] == hand.told["vision"]["invented"] == 8


def test_a_film_without_truth_is_refused_in_one_line(tmp_path: Path) -> None:
    alone = tmp_path / "alone.mp4"
    alone.write_bytes(b"")
    for film, why in ((alone, "no truth lies beside it"), (tmp_path / "none.mp4", "there is no film")):
        done = pone("demo", "--headless", "--port", "0", "--film", str(film))
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert str(film) in done.stderr
        assert why in done.stderr


@pytest.mark.parametrize("more", [("--hands", "2"), ("--mishap", "renounce"), ("--record", "a.jsonl")])
def test_a_film_shows_one_hand_as_it_was(more: tuple[str, ...]) -> None:
    done = pone("demo", "--headless", "--port", "0", "--film", "a.mp4", *more)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
