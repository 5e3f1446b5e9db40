"""Whole demos: machine, service, pages and players together, as the command runs them."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from controller.simulated import living

PONE = (sys.executable, "-c", "from controller.cli import main; main()")
SPEED = "60"
SOURCES = {
    "firmware": {"shoe": "firmware", "window": "camera", "plays": "script"},
    "script": {"shoe": "script", "window": "script", "plays": "script"},
}


def demo(*more: str, status: int = 0) -> list[dict[str, Any]]:
    """The objects that a headless demo prints. Its plays are told: what is seen is tried in ``tests/whole``."""
    argv = [*PONE, "demo", "--headless", "--no-camera", "--port", "0", "--speed", SPEED, *more]
    done = subprocess.run(argv, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == status, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def _whole(told: dict[str, Any], shoe: str = "firmware") -> None:
    assert told["sources"] == SOURCES[shoe]
    if shoe == "firmware":
        assert told["shoe"]["cards"] == 52
    assert (told["vision"]["missed"], told["vision"]["invented"]) == (0, 0)
    assert told["shoe"]["wrong"] == 0


def test_a_regular_hand_has_no_ruling() -> None:
    (told,) = demo("--seed", "7")
    _whole(told)
    assert told["hand"] == 1
    assert told["seed"] == 7
    assert told["rulings"] == []
    assert told["shoe"] == {"cards": 52, "wrong": 0, "refused": None}
    assert sum(told["result"]["tricks"].values()) == 13


@pytest.mark.parametrize(
    ("kind", "ends"),
    [
        ("renounce", {"applied"}),
        ("renounce:unclaimed", {"lapsed"}),
        ("renounce:corrected", {"option", "applied", "waived", "cancelled"}),
    ],
)
@pytest.mark.parametrize("seed", [1])
def test_a_renounce_ends_as_its_players_end_it(kind: str, ends: set[str], seed: int) -> None:
    (told,) = demo("--mishap", kind, "--seed", str(seed))
    _whole(told)
    (ruling,) = told["rulings"]
    assert ruling["irregularity"] == "renounce"
    assert ruling["status"] in ends
    assert told["seed"] % 100_003 == seed


def test_what_was_claimed_costs_two_tricks() -> None:
    (played,) = demo("--mishap", "renounce:unclaimed", "--seed", "3")
    (claimed,) = demo("--mishap", "renounce", "--seed", "3")
    side = next(side for side in ("NS", "EW") if claimed["rulings"][0]["by"] in side)
    assert claimed["result"]["tricks"][side] == played["result"]["tricks"][side] - 2


@pytest.mark.parametrize(
    "kind",
    ["lead_out_of_turn", "exposed_card", "refused_call", "attention_called", "unread", "doubtful", "rest_claimed"],
)
def test_players_act_on_their_pages(kind: str) -> None:
    (told,) = demo("--mishap", kind, "--seed", "4")
    _whole(told)
    found = {r["irregularity"] for r in told["rulings"]}
    assert found - {"lead_out_of_turn"} == ({kind} - {"lead_out_of_turn", "unread", "doubtful"})
    assert told["vision"]["asked"] == (kind in ("unread", "doubtful"))
    assert not told["result"].get("unfinished")


@pytest.mark.parametrize("kind", ["misplaced_card", "surplus_or_deficiency"])
def test_a_hand_that_people_dealt_badly_is_dealt_again(kind: str) -> None:
    void, after = demo("--mishap", kind, "--seed", "5", "--hands", "2")
    assert void["sources"] == after["sources"] == SOURCES["script"]
    assert void["result"]["void"] is True
    assert after["hand"] == 2
    assert void["faults"] == []


def test_a_sitting_that_was_broken_off_in_mid_deal_goes_on_with_a_new_hand(tmp_path: Path) -> None:
    """Service, machine and shoe are gone at once: what was dealt stands, the deal is over, the same dealer deals."""
    journal = tmp_path / "journal"
    argv = [
        *PONE,
        "demo",
        "--headless",
        "--no-camera",
        "--port",
        "0",
        "--speed",
        "2",
        "--seed",
        "6",
        "--journal",
        str(journal),
    ]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, start_new_session=True) as service:
        _reached(journal, 6, service)
        told = living(journal)
        assert told is not None
        for pid in (service.pid, *_children(service.pid), int(told["pid"])):
            os.kill(pid, signal.SIGKILL)
    (after,) = demo("--seed", "6", "--journal", str(journal))
    _whole(after)
    assert after["hand"] == 2
    checked = subprocess.run([*PONE, "verify", str(journal)], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout
    assert checked.stdout.count("judged again give the same rulings") == 2


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


# --------------------------------------------------------------------------- what goes wrong with the machine
def test_two_packs_take_turns() -> None:
    """While the first hand is played the second pack is read; each is dealt by the next dealer."""
    hands = demo("--seed", "9", "--hands", "2")
    assert [told["hand"] for told in hands] == [1, 2]
    for told in hands:
        _whole(told)
        assert told["rulings"] == []
    assert [told["result"]["next_dealer"] for told in hands] == ["E", "S"]


def test_a_deal_that_the_machine_spoils_is_void_and_the_same_dealer_deals_again() -> None:
    void, after = demo("--mishap", "machine_fault", "--seed", "5", "--hands", "2")
    assert void["shoe"]["wrong"] == 0
    assert 0 < void["shoe"]["cards"] < 52
    assert [fault["outcome"] for fault in void["faults"]] == ["void"]
    assert [ruling["irregularity"] for ruling in void["rulings"]] == ["machine_fault"]
    assert void["result"] == {"hand": 1, "void": True, "game": void["result"]["game"], "next_dealer": "N"}
    _whole(after)
    assert after["result"]["next_dealer"] == "E"


@pytest.mark.parametrize(("kind", "fault"), [("power_cut", "power"), ("jam", "jam")])
def test_what_the_shoe_gets_over_costs_no_card(kind: str, fault: str) -> None:
    (told,) = demo("--mishap", kind, "--seed", "7")
    _whole(told)
    assert [(f["fault"], f["outcome"]) for f in told["faults"]] == [(fault, "resumed")]
    assert told["rulings"] == []


def test_an_imperfect_pack_is_refused_mended_and_dealt() -> None:
    refused, dealt = demo("--mishap", "imperfect_pack", "--seed", "7", "--hands", "2")
    assert refused["result"] is None
    assert refused["shoe"]["cards"] == 0
    what = refused["shoe"]["refused"]
    assert (len(what["missing"]), len(what["double"])) == (1, 1)
    assert set(what["missing"]).isdisjoint(what["double"])
    assert {fault["outcome"] for fault in refused["faults"]} == {"refused"}
    assert refused["rulings"] == []
    _whole(dealt)
    assert dealt["hand"] == 1
    assert sum(dealt["result"]["tricks"].values()) == 13


def test_a_fault_is_named_nowhere_in_the_journal(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    demo("--mishap", "power_cut", "--seed", "8", "--journal", str(journal))
    exported = subprocess.run([*PONE, "export", str(journal), "--format", "json"], capture_output=True, check=True)
    held = journal.read_bytes() + exported.stdout
    assert not any(word in held for word in (b"power_cut", b"mishap", b"planted", b"serial"))


def test_people_who_deal_badly_and_a_machine_that_fails_do_not_meet() -> None:
    argv = [*PONE, "demo", "--headless", "--mishap", "uncut_pack", "--mishap", "jam"]
    done = subprocess.run(argv, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "leave out jam" in done.stderr


def test_a_sitting_goes_on_from_its_journal(tmp_path: Path) -> None:
    journal = str(tmp_path / "journal")
    (first,) = demo("--journal", journal, "--seed", "1")
    (second,) = demo("--journal", journal, "--seed", "2")
    assert (first["hand"], second["hand"]) == (1, 2)
    assert sum(second["result"]["game"].values()) >= sum(second["result"]["points"].values())


@pytest.mark.parametrize("left_open", [False, True])
def test_a_record_is_played_live(tmp_path: Path, left_open: bool) -> None:
    heading = {"record": 1, "game": "whist", "laws": "american-1893", "seats": ["N", "E", "S", "W"], "dealer": "N"}
    facts = [
        {"fact": "shuffled", "by": "N"},
        {"fact": "presented", "by": "N"},
        {"fact": "cut", "by": "W", "packets": [20, 32]},
        {"fact": "shuffled", "by": "N"},
        {"fact": "next_cut", "by": "N"},
    ]
    record = tmp_path / "record.jsonl"
    played = facts[:-1] if left_open else facts
    record.write_text("".join(json.dumps(line) + "\n" for line in (heading, *played)))
    (told,) = demo("--record", str(record))
    assert told["sources"] == SOURCES["script"]
    assert [r["irregularity"] for r in told["rulings"]] == ["shuffled_after_cut"]
    assert told["result"]["void"] is True
    assert told["result"]["next_dealer"] == "E"


def test_a_killed_service_loses_nothing_and_the_hand_goes_on(tmp_path: Path) -> None:
    """The machine outlives the service; the one that comes after it takes the same journal and the same machine."""
    journal = tmp_path / "journal"
    port = str(_free_port())
    argv = [*PONE, "demo", "--headless", "--no-camera", "--port", port, "--speed", "20", "--seed", "6"]
    argv += ["--mishap", "renounce", "--journal", str(journal)]
    lines = 0
    for wanted in (3, 20, 70, 110):
        with subprocess.Popen(argv, stdout=subprocess.PIPE, start_new_session=True) as service:
            reached = _reached(journal, wanted, service)
            service.kill()
        assert reached >= lines
        lines = reached
    done = subprocess.run(argv, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    (told,) = [json.loads(line) for line in done.stdout.splitlines()]
    _whole(told)
    assert [r["status"] for r in told["rulings"]] == ["applied"]
    exported = subprocess.run([*PONE, "export", str(journal)], capture_output=True, text=True, check=True).stdout
    played = [fact for fact in map(json.loads, exported.splitlines()[1:]) if fact["fact"] == "played"]
    assert len(played) == 52


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _reached(journal: Path, wanted: int, service: subprocess.Popen[bytes]) -> int:
    """How many facts the journal holds, as soon as there are so many."""
    while service.poll() is None:
        done = subprocess.run([*PONE, "export", str(journal)], capture_output=True, text=True, check=False)
        facts = len(done.stdout.splitlines()) - 1
        if facts >= wanted:
            return facts
    raise AssertionError("the service ended by itself")
