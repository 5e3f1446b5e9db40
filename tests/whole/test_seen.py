"""Plays that nobody tells: players move cards before a drawn camera, and the record has them from the eyes alone."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest

from controller.bench.compare import SEEN
from controller.journal.reader import JournalReader
from tests.whole.running import PONE

SEEN_LIVE: Final = {"shoe": "firmware", "window": "camera", "plays": "camera"}
PLANTED: Final = ("mishap", "planted", "blurred_card", "camera_blind", "corrected")
"""Words that only who plants something has for it."""
MISHAPS: Final = {
    "renounce": ("am-30.a", {"applied"}),
    "renounce:unclaimed": ("am-33", {"lapsed"}),
    "renounce:corrected": ("am-29.a", {"applied", "cancelled"}),
    "lead_out_of_turn": ("am-24.a", {"applied", "cancelled"}),
    "exposed_card": ("am-20", {"applied", "cancelled"}),
    "play_out_of_turn": ("am-26", {"applied", "cancelled"}),
    "cards_played_together": ("am-20.II", {"applied", "cancelled"}),
}
"""What is planted, with the law that it falls under and how that may end where its penalty is demanded."""


def sat(folder: Path, seed: int, *mishaps: str, hands: int = 1) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """What a headless demo prints of each hand, and the facts of its journal."""
    journal = folder / "journal"
    argv = [*PONE, "demo", "--headless", "--port", "0", "--speed", "60", "--seed", str(seed), "--hands", str(hands)]
    argv += ["--journal", str(journal), *(word for kind in mishaps for word in ("--mishap", kind))]
    done = subprocess.run(argv, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(told) == hands
    with JournalReader(journal) as reader:
        facts = [dict(r.fact) for r in reader.readings() if r.kind == "fact" and r.fact is not None]
    return told, facts


def seen(folder: Path, seed: int, *mishaps: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The same of one hand."""
    (told,), facts = sat(folder, seed, *mishaps)
    return told, facts


def whole(folder: Path, told: dict[str, Any], facts: list[dict[str, Any]]) -> None:
    """Everything that was done was seen, nothing else, none of it in doubt; each rests on a picture that is kept."""
    assert told["sources"] == SEEN_LIVE
    assert told["vision"]["facts"] > 60
    assert (told["vision"]["missed"], told["vision"]["invented"], told["vision"]["asked"]) == (0, 0, 0)
    rested(folder, [told], facts)


def rested(folder: Path, told: list[dict[str, Any]], facts: list[dict[str, Any]]) -> None:
    """What was seen came from the camera, and rests on pictures that are kept."""
    kept = {file.stem for file in (folder / "journal.pictures").iterdir()}
    plays = [fact for fact in facts if fact["fact"] in SEEN]
    assert len(plays) == sum(hand["vision"]["facts"] for hand in told)
    for fact in plays:
        assert fact["source"] == "camera"
        assert fact["evidence"], fact
        assert kept.issuperset(fact["evidence"])


def unnamed(folder: Path, kind: str) -> None:
    """Nothing that was told names what was planted; a ruling may, which knows an irregularity by the same word."""
    journal = folder / "journal"
    held = b"".join(file.read_bytes() for file in (journal, folder / "journal-wal") if file.exists())
    assert [word for word in PLANTED if word.encode() in held] == []
    with JournalReader(journal) as reader:
        told = [dict(r.fact) for r in reader.readings() if r.fact is not None]
    assert told
    # What is demanded is demanded of a ruling, and names it.
    words = json.dumps([{key: value for key, value in fact.items() if key != "ruling"} for fact in told])
    assert [word for word in (kind, *PLANTED) if word in words] == []


@pytest.mark.alone
def test_what_is_played_is_seen(tmp_path: Path) -> None:
    told, facts = sat(tmp_path, 7, hands=3)
    for hand, seed in zip(told, (7, 8, 9), strict=True):
        assert (hand["seed"], hand["sources"], hand["rulings"]) == (seed, SEEN_LIVE, [])
        assert hand["vision"]["facts"] > 60
        assert (hand["vision"]["missed"], hand["vision"]["invented"], hand["vision"]["asked"]) == (0, 0, 0)
    rested(tmp_path, told, facts)


@pytest.mark.alone
def test_what_goes_wrong_in_one_hand_is_seen_and_ruled(tmp_path: Path) -> None:
    kinds = ("lead_out_of_turn", "exposed_card", "renounce")
    told, facts = seen(tmp_path, 6, *kinds)
    whole(tmp_path, told, facts)
    ruled = [ruling["irregularity"] for ruling in told["rulings"]]
    assert sorted(ruled) == sorted(kinds)
    for kind in kinds:
        unnamed(tmp_path, kind)


@pytest.mark.alone
def test_a_card_that_cannot_be_read_is_asked_about(tmp_path: Path) -> None:
    told, facts = seen(tmp_path, 4, "blurred_card")
    assert (told["vision"]["missed"], told["vision"]["invented"], told["vision"]["asked"]) == (0, 0, 1)
    (doubt,) = [fact for fact in facts if fact["fact"] == "played" and "??" in fact["cards"]]
    assert doubt["source"] == "camera"
    answers = [fact["to"]["cards"] for fact in facts if fact["fact"] == "answered"]
    assert len(answers) == 2
    assert len(set(answers)) == 1
    assert told["rulings"] == []
    assert sum(told["result"]["tricks"].values()) == 13
    unnamed(tmp_path, "blurred_card")


@pytest.mark.alone
def test_what_is_done_before_a_covered_camera_is_asked_about(tmp_path: Path) -> None:
    told, facts = seen(tmp_path, 4, "camera_blind")
    assert (told["vision"]["missed"], told["vision"]["invented"], told["vision"]["asked"]) == (0, 0, 1)
    (doubt,) = [fact for fact in facts if fact["fact"] == "played" and fact.get("confidence", 1.0) < 0.99]
    assert [fact["line"] for fact in facts if fact["fact"] == "answered"]
    assert doubt["evidence"]
    unnamed(tmp_path, "camera_blind")


@pytest.mark.full
@pytest.mark.parametrize("seed", range(20, 40))
def test_many_hands_are_seen(tmp_path: Path, seed: int) -> None:
    whole(tmp_path, *seen(tmp_path, seed))


@pytest.mark.full
@pytest.mark.parametrize("kind", sorted(MISHAPS))
@pytest.mark.parametrize("seed", range(1, 11))
def test_what_goes_wrong_is_seen(tmp_path: Path, kind: str, seed: int) -> None:
    told, facts = seen(tmp_path, seed, kind)
    whole(tmp_path, told, facts)
    row, ends = MISHAPS[kind]
    (ruling,) = told["rulings"]
    assert ruling["irregularity"] == kind.partition(":")[0]
    assert ruling["status"] in ends
    assert any(law == row or law.startswith(f"{row}.") for law in ruling["law"])
    assert sum(told["result"]["tricks"].values()) == 13
    unnamed(tmp_path, kind.partition(":")[0])


@pytest.mark.full
@pytest.mark.parametrize("seed", range(1, 11))
def test_a_hand_is_seen_though_the_power_was_cut(tmp_path: Path, seed: int) -> None:
    told, facts = seen(tmp_path, seed, "power_cut")
    whole(tmp_path, told, facts)
    assert told["rulings"] == []


@pytest.mark.full
@pytest.mark.parametrize("seed", range(1, 11))
def test_of_a_refused_pack_nothing_is_seen(tmp_path: Path, seed: int) -> None:
    told, _ = seen(tmp_path, seed, "imperfect_pack")
    assert told["sources"] == SEEN_LIVE
    assert told["shoe"]["refused"]["missing"]
    assert told["result"] is None
    assert told["vision"]["facts"] == 0
