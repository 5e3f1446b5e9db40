"""What the watcher makes of filmed hands, beside the truth: packs, tables, people and lights that it never saw."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.vision.filmed import filmed, reel_of, told
from tests.vision.scoring import SEEN, Tally
from vision.truth import read_truth
from vision.watch import Order

PLAYED = frozenset({"played"})
HANDS = 20


def _judged(film: Path, *, known: bool = False) -> tuple[Tally, Tally]:
    truth = read_truth(film.with_suffix(".json") if film.suffix else film / f"{film.name}.json")
    said = told(Order(str(film), hands=truth.hands[0] if known else None))
    return Tally.of(truth.facts(), said, PLAYED), Tally.of(truth.facts(), said, SEEN - PLAYED)


def _say(capsys: pytest.CaptureFixture[str], *lines: str) -> None:
    with capsys.disabled():
        sys.stdout.write("\n" + "\n  ".join(lines) + "\n")


@pytest.mark.parametrize(("seed", "trick", "form"), [(611, 4, "folder"), (612, 9, "folder"), (613, 2, "film.mp4")])
def test_a_filmed_trick_is_told_and_nothing_else(seed: int, trick: int, form: str, tmp_path: Path) -> None:
    film = filmed(reel_of(seed, first=trick, last=trick), tmp_path / form)
    plays, others = _judged(film)
    assert (plays.n, others.n) == (4, 1)
    assert not plays.missed + plays.invented + plays.wrong, plays.notes
    assert (others.right, others.invented) == (1, 0), others.notes
    assert max(plays.late, others.late) < 0.5


@pytest.mark.full
@pytest.mark.parametrize("known", [False, True], ids=["by-sight", "hands-known"])
def test_twenty_filmed_hands(tmp_path: Path, capsys: pytest.CaptureFixture[str], known: bool) -> None:
    """Ten by the camera over the table with its stills, ten by a plain video. ``known``: the shoe told the hands."""
    plays, others = Tally(), Tally()
    for i in range(HANDS):
        film = filmed(reel_of(700 + i), tmp_path / (f"{i}" if i % 2 else f"{i}.mp4"))
        one, other = _judged(film, known=known)
        plays, others = plays + one, others + other
        _say(capsys, f"{film.name}: {one.in_words('plays')}", *one.notes, *other.notes)
    _say(capsys, plays.in_words("plays"), others.in_words("all other facts"))
    _say(capsys, f"times differ by at most {max(plays.late, others.late):.2f} s")
    assert plays.n == 52 * HANDS
    assert plays.wrong + others.wrong == 0
    assert plays.missed + plays.invented <= 0.005 * plays.n
    assert others.missed + others.invented <= 0.005 * others.n
    assert plays.right > 0.9 * plays.n
