"""The deal cannot be made up: what is believed comes from pictures and pockets, and what is so from serial numbers."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import signal
import subprocess
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from time import monotonic
from typing import Any, Final

import pytest

from controller.bench.pack import PICTURE
from controller.bench.shoe import ROOT, Said, SimulatedShoe
from controller.journal.verify import hands_of
from controller.rules.cards import PACK, Card
from controller.shoe import events, orders
from controller.shoe.plan import Dest, Pattern, in_turn
from controller.simulated import living
from tests.shoe.simulated import DEAL, Simulated, lying
from tests.whole.running import Demo, Visitor, figures, until
from tests.whole.shoes import Headless, Stream, UnixSockets, dealt_facts, opened_by, run

pytestmark = pytest.mark.alone

SPEED: Final = ("--speed", "20")
FULL: Final = (pytest.mark.full, pytest.mark.timeout(3600))
TOLD_WITHIN_S: Final = 2.0
GIVEN_UP_S: Final = 20.0


# --------------------------------------------------------------------------- another firmware
_GATES: Final = re.compile(r"\[DEST_E\] = 0x02, \[DEST_S\] = 0x04, \[DEST_W\] = 0x00")
_ROTATED: Final = "[DEST_E] = 0x04, [DEST_S] = 0x00, [DEST_W] = 0x02"
_TRUE: Final = re.compile(r"(uint32_t board_inputs\(void\) \{.*?return )bits;", re.DOTALL)
_LIE: Final = r"""\1(bits & ~0x000e0e00UL) | (bits >> 1 & 0x00060600UL) | (bits << 2 & 0x00080800UL);"""
"""Mouths and contents of these three pockets, each told as its neighbour's."""


def tree_with_another_firmware(room: Path, *, lies: bool) -> Path:
    """The sources, with a firmware that gives East's cards to South, South's to West and West's to East.

    ``lies``: its sensors say otherwise.
    """
    tree = room / "tree"
    quiet = shutil.ignore_patterns("build", "__pycache__", "sim", "test")
    shutil.copytree(ROOT / "controller", tree / "controller", ignore=quiet)
    shutil.copytree(ROOT / "firmware", tree / "firmware", ignore=quiet)
    (tree / "firmware" / "sim").symlink_to(ROOT / "firmware" / "sim")
    _replaced(tree / "firmware" / "src" / "gates.c", _GATES, _ROTATED, 1)
    if lies:
        _replaced(tree / "firmware" / "src" / "board_avr.c", _TRUE, _LIE, 1)
    made = subprocess.run(["make", "-s", "-C", str(tree / "firmware")], capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    return tree


def _replaced(source: Path, what: re.Pattern[str], by: str, times: int) -> None:
    text, done = what.subn(by, source.read_text())
    assert done == times, f"{source.name} is not as this test knows it"
    source.write_text(text)


@pytest.mark.parametrize("seed", [3, *(pytest.param(seed, marks=FULL) for seed in (4, 5))])
def test_gates_that_lead_elsewhere_make_the_deal_void(tmp_path: Path, seed: int) -> None:
    """The pockets' sensors find it out at the first card."""
    tree = tree_with_another_firmware(tmp_path, lies=False)
    (tmp_path / "room").mkdir()
    status, (told, *more), _ = run(tree, tmp_path / "room", *SPEED, "--seed", str(seed))
    assert (told["result"]["void"], more) == (True, [])
    assert told["shoe"]["wrong"] == 0
    assert told["shoe"]["cards"] == 0, "a card that fell into another pocket is in the record"
    assert [(fault["place"], fault["outcome"]) for fault in told["faults"]] == [("pocket", "void")]
    assert [ruling["irregularity"] for ruling in told["rulings"]] == ["machine_fault"]
    figures(f"gates one pocket on: void at the first card, {told['faults']}, exit status {status}")


@pytest.mark.parametrize("seed", [3, *(pytest.param(seed, marks=FULL) for seed in (4, 5))])
def test_a_firmware_that_lies_about_its_pockets_is_found_by_the_serial_numbers(tmp_path: Path, seed: int) -> None:
    """Nothing inside can know it. The truth does, and the demo says so and fails."""
    tree = tree_with_another_firmware(tmp_path, lies=True)
    (tmp_path / "room").mkdir()
    status, (told,), _ = run(tree, tmp_path / "room", *SPEED, "--seed", str(seed))
    assert status == 1
    # North's thirteen are his.
    assert (told["shoe"]["cards"], told["shoe"]["wrong"]) == (52, 39)
    figures(f"a firmware that lies: {told['shoe']['wrong']} of 52 cards wrong, exit status {status}")


# --------------------------------------------------------------------------- another picture
def exchanges(count: int, seed: int) -> Iterator[tuple[Card, Card]]:
    """Two different cards, again and again."""
    chance = random.Random(seed)
    for _ in range(count):
        first, second = chance.sample(PACK, 2)
        yield first, second


@pytest.mark.parametrize("count", [2, pytest.param(52, marks=FULL)])
def test_an_exchanged_picture_is_refused_as_missing_and_double(tmp_path: Path, count: int) -> None:
    """The pack in the hopper was sound; then one card shows another's face. Nothing but pixels has changed."""
    with Simulated(tmp_path) as sim:
        for lost, doubled in exchanges(count, seed=2):
            sim.load(lying(PACK))
            sim.hands.ask({"exchange": {"serial": PICTURE[lost] + 1, "picture": PICTURE[doubled]}})
            sim.shoe.order(orders.Prepare(DEAL, "whist", PACK))
            refused = sim.until(events.PackRefused, events.Prepared)
            assert isinstance(refused, events.PackRefused)
            assert (refused.missing, refused.double) == ((lost,), (doubled,))
            assert (refused.foreign, refused.faced, refused.unread, refused.extra) == (0, 0, 0, 0)
            sim.until_doing("no pack")
            assert len(sim.hands.take("all")) == 52
    figures(f"one picture exchanged: refused, missing and double named, {count} of {count}")


@pytest.mark.parametrize("count", [1, pytest.param(20, marks=FULL)])
def test_two_faces_exchanged_for_each_other_deceive_the_pictures_and_not_the_truth(tmp_path: Path, count: int) -> None:
    """Every card is there once, so the pack is dealt; where serial numbers lie, exactly these two are wrong."""
    with Simulated(tmp_path) as sim:
        for number, (one, other) in enumerate(exchanges(count, seed=3)):
            sim.load(lying(PACK))
            for serial, picture in ((one, other), (other, one)):
                sim.hands.ask({"exchange": {"serial": PICTURE[serial] + 1, "picture": PICTURE[picture]}})
            name = f"{number + 1:04x}{DEAL[4:]}"
            sim.heard.clear()
            sim.shoe.order(orders.Prepare(name, "whist", PACK))
            prepared = sim.until(events.Prepared)
            # Each into a pocket of its own: of two in one pocket nobody could say which is which.
            sim.shoe.order(orders.deal_of(name, prepared.order, 20, _apart(prepared.order, one, other)))
            assert sim.until(events.DealDone, events.DealVoid) == events.DealDone(name)
            assert {event.card for event in sim.wrong()} == {one, other}
            assert len(sim.hands.take("all")) == 52
    figures(f"two pictures exchanged for each other: these two wrong by serial number, {count} of {count}")


def _apart(order: tuple[Card, ...], one: Card, other: Card) -> Pattern:
    """One at a time to four hands after a cut of 20, these two cards not to the same one."""
    dests: list[Dest] = [*in_turn(("E", "S", "W", "N"), (1,) * 13).dests]
    first, second = ((order.index(card) - 20) % 52 for card in (one, other))
    if dests[first] == dests[second]:
        beside = next(place for place in range(52) if dests[place] != dests[first])
        dests[second], dests[beside] = dests[beside], dests[second]
    return Pattern(tuple(range(52)), tuple(dests))


# --------------------------------------------------------------------------- a machine that dies
@pytest.mark.parametrize("count", [1, pytest.param(20, marks=FULL)])
def test_a_shoe_that_dies_in_mid_deal_is_told_at_the_table(tmp_path: Path, count: int) -> None:
    """``kill -9`` of the simulated machine; on the table's own screen it stands within two seconds."""
    took = [_told_after(tmp_path / f"room{seed}", seed) for seed in range(1, count + 1)]
    in_time = [seconds for seconds in took if seconds is not None and seconds <= TOLD_WITHIN_S]
    shown = ", ".join("never" if seconds is None else f"{seconds * 1000:.0f}" for seconds in took)
    figures(f"told at the table within {TOLD_WITHIN_S:g} s: {len(in_time)} of {count}; ms: {shown}")
    assert len(in_time) == count, shown


_LOST: Final = re.compile(r'class="shoe shoe-link-lost alarm".*?<h2[^>]*>([^<]+)</h2>', re.DOTALL)


def _told_after(room: Path, seed: int) -> float | None:
    """Seconds of the wall from the kill to the picture."""
    room.mkdir()
    demo = Demo(room, ("--speed", "4", "--seed", str(seed), "--mishap", "unreadable"))
    fell, wanted = threading.Semaphore(0), random.Random(seed).randrange(1, 50)
    try:
        demo.start()
        kiosk = Visitor(demo.port)
        kiosk.post("/kiosk/claim", {"key": demo.link.partition("key=")[2]})
        stream = Stream(demo.port, "/stream/kiosk", kiosk.cookie)
        shoe = living(demo.journal)
        assert shoe is not None
        hands = SimulatedShoe(demo.journal)
        hands.listen(lambda said: _one_more(said, fell))
        for _ in range(wanted):
            assert fell.acquire(timeout=90), "no card falls"
        killed = monotonic()
        os.kill(int(shoe["pid"]), signal.SIGKILL)
        hands.close()
        pause, at = threading.Event(), None
        while at is None and monotonic() < killed + GIVEN_UP_S:
            pause.wait(0.02)
            at = stream.first(_LOST, killed)
        stream.close()
        if at is None:
            return None
        assert "cannot be reached" in next(p for when, p in stream.pictures if when == at)
        return at - killed
    finally:
        demo.end()


def _one_more(said: Said, fell: threading.Semaphore) -> None:
    if said["event"] == "fell":
        fell.release()


# --------------------------------------------------------------------------- what the service may know
@pytest.mark.parametrize("seed", [7, *(pytest.param(seed, marks=FULL) for seed in (8, 9))])
def test_the_service_never_reaches_for_the_truth(tmp_path: Path, seed: int) -> None:
    """All through a demo: nothing of it is connected with the hands' socket, while the hands are."""
    demo = Headless(tmp_path, (*SPEED, "--seed", str(seed)))
    bench = str(demo.journal.with_name("journal.bench"))
    reached, opened, by_machine, looks = set[str](), set[str](), set[str](), 0
    pause = threading.Event()
    demo.start()
    try:
        assert demo.process is not None
        demo.hands().close()
        while demo.process.poll() is None:
            sockets = UnixSockets.now()
            try:
                reached |= sockets.reached_by(demo.process.pid)
                opened |= opened_by(demo.process.pid)
                by_machine |= sockets.reached_by(demo.machine)
            except OSError:
                break  # it has ended meanwhile
            looks += 1
            pause.wait(0.02)
        status, (told,) = demo.ended()
    finally:
        demo.end()
    assert (status, told["shoe"]["wrong"]) == (0, 0)
    assert bench not in reached | opened
    # The look sees what is there: who has hands, and how the service comes by pictures and presses.
    assert bench in by_machine
    assert {str(demo.journal.with_name("journal" + end)) for end in (".window", ".machine", ".panel")} <= reached
    assert str(demo.journal.with_name("journal.clock")) in opened
    figures(f"looks: {looks}; the service's sockets: {sorted(Path(name).name for name in reached)}")


@pytest.mark.parametrize("seed", [7, *(pytest.param(seed, marks=FULL) for seed in (8, 9))])
def test_a_table_without_the_truth_keeps_the_same_journal(tmp_path: Path, seed: int) -> None:
    """The files of truth and hands are taken away as soon as the machine stands: not one fact differs."""
    with_truth, without = (_kept(tmp_path / name, seed, truth=name == "with") for name in ("with", "without"))
    assert without == with_truth
    dealt = [fact for fact in without if fact["fact"] == "dealt" and fact["source"] == "shoe"]
    assert len(dealt) == 52
    assert len({card for _, card in dealt_facts(without)}) == 52
    figures(f"facts the same without the truth: {len(without)} of {len(with_truth)}")


def _kept(room: Path, seed: int, *, truth: bool) -> list[dict[str, Any]]:
    """The facts of a demo's journal when its hand is over."""
    room.mkdir()
    demo = Demo(room, (*SPEED, "--seed", str(seed), "--mishap", "unreadable"))
    demo.start()
    try:
        if not truth:
            for end in (".bench", ".truth"):
                demo.journal.with_name("journal" + end).unlink()
        until(lambda: any(hand.closing for hand in hands_of(demo.readings())) or None, "the hand is closed", 240)
        return [_timeless(reading.fact) for reading in demo.readings() if reading.kind == "fact" and reading.fact]
    finally:
        demo.end()


def _timeless(fact: Mapping[str, Any]) -> dict[str, Any]:
    """A fact without its time, which depends on how quick everything was."""
    told: dict[str, Any] = json.loads(json.dumps(dict(fact)))
    return {key: value for key, value in told.items() if key != "t"}
