"""The shoe by itself: ``pone deal`` and ``pone shoe status`` with the firmware in its simulator."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.bench.shoe import start
from controller.shoe.port import SerialPort
from controller.simulated import living

PONE = (sys.executable, "-c", "from controller.cli import main; main()")
CARD = re.compile(r"\b[2-9TJQKA][SHDC]\b")


def pone(*argv: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PONE, *argv], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=240, check=False
    )


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Path]:
    made = tmp_path / "journal"
    process = start(made, seed=1, speed=20.0)
    yield made
    process.kill()
    process.wait()


def test_packs_are_proved_shuffled_and_dealt_and_no_card_is_named() -> None:
    done = pone("deal", "--simulated", "--speed", "40", "--count", "2", "--json")
    assert done.returncode == 0, done.stderr
    deals = [json.loads(line) for line in done.stdout.splitlines()]
    assert [told["deal"] for told in deals] == [1, 2]
    for told in deals:
        assert told["game"] == "whist"
        assert told["cards"] == 52
        assert 4 <= told["cut"] <= 48
        assert 0 < told["deal_s"] < told["read_s"]
    commitments = {told["commitment"] for told in deals}
    assert len(commitments) == 2
    assert all(re.fullmatch("[0-9a-f]{64}", commitment) for commitment in commitments)
    assert CARD.search(done.stdout + done.stderr) is None


def test_the_number_of_the_pone_is_taken_and_told_in_words() -> None:
    done = pone("deal", "--simulated", "--speed", "40", "--cut", "9")
    assert done.returncode == 0, done.stderr
    assert re.match(r"deal 1: 52 cards of whist, 9 lifted; proved and shuffled in [\d.]+ s, dealt in", done.stdout)
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("deal",), "deal: say which shoe"),
        (("deal", "--simulated", "--shoe", "/dev/null"), "deal: say which shoe"),
        (("deal", "--shoe", "/dev/null"), "deal: a pack is proved by its pictures"),
        (("deal", "--shoe", "/dev/null", "--window", "none"), "deal: who cuts?"),
        (("deal", "--simulated", "--game", "solo"), "pone: solo is no game that this release deals"),
        (("shoe", "status"), "shoe status: say which shoe"),
        (("shoe", "status", "--shoe", "/dev/absent"), "pone: the port /dev/absent cannot be opened"),
        (("shoe", "status", "--journal", "absent"), "pone: no simulated shoe stands beside absent"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(argv: tuple[str, ...], words: str) -> None:
    done = pone(*argv)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith(words)


def test_the_shoe_says_how_it_is(journal: Path) -> None:
    done = pone("shoe", "status", "--journal", str(journal), "--json")
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    assert re.fullmatch("[0-9a-f]{16}", told["firmware"])
    assert (told["state"], told["fault"], told["boots"]) == ("idle", None, 1)
    assert told["counters"]["crc_errors"] == 0
    in_words = pone("shoe", "status", "--journal", str(journal))
    assert in_words.returncode == 0
    assert in_words.stdout.startswith(f"shoe {told['shoe']} at {told['port']}: idle; firmware {told['firmware']}")


def test_a_port_that_a_service_owns_is_left_to_it(journal: Path) -> None:
    told = living(journal)
    assert told is not None
    owner = SerialPort(str(told["port"]))
    for argv in (("shoe", "status", "--journal", str(journal)), ("shoe", "status", "--shoe", str(told["port"]))):
        done = pone(*argv)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"pone: {told['port']} is a running service's: deal from its pages, or end it first\n"
    owner.close()
    assert pone("shoe", "status", "--journal", str(journal)).returncode == 0
