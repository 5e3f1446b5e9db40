"""What is recorded is what was shown: a card exchanged in the scene, a lens that is covered, the bench kept apart."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from controller.bench.compare import SEEN
from controller.bench.script import script
from controller.bench.shoe import ROOT, SimulatedTime
from controller.cli.demo import heading_of
from controller.rules import facts as f
from controller.rules.cards import SUIT, Card
from controller.rules.heading import read_heading
from tests.whole.running import Demo, Visitor, figures, until
from tests.whole.shoes import Headless, Stream
from tests.whole.test_seen import SEEN_LIVE, rested, unnamed

SEED: Final = 7
BLIND: Final = re.compile("[Tt]he camera sees nothing: (the picture is black|something covers the lens)")


def tree_with_another_scene(room: Path, *patches: tuple[str, str]) -> Path:
    """The sources, with another ``controller/bench/scene.py``."""
    tree = room / "tree"
    shutil.copytree(ROOT / "controller", tree / "controller", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("firmware", "vision"):
        (tree / name).symlink_to(ROOT / name)
    source = tree / "controller" / "bench" / "scene.py"
    text = source.read_text()
    for what, by in patches:
        assert text.count(what) == 1, f"{source.name} is not as this test knows it"
        text = text.replace(what, by)
    source.write_text(text)
    return tree


# --------------------------------------------------------------------------- another card
def two_of_one_suit(seed: int) -> tuple[Card, Card]:
    """Two cards of East's, of one suit, so that nothing that follows depends on which of them he plays first."""
    written = script(seed, dealer="N", seating=read_heading(heading_of("whist", "american-1893")).seating)
    dealt = [entry.fact for entry in written.entries() if isinstance(entry.fact, f.Dealt) and entry.fact.to == "E"]
    held = [card for fact in dealt for card in fact.cards]
    return next((a, b) for a in held for b in held if a != b and SUIT[a] == SUIT[b])


@pytest.mark.alone
def test_a_card_exchanged_in_the_scene_is_recorded_as_it_was_shown(tmp_path: Path) -> None:
    one, other = two_of_one_suit(SEED)
    swap = f"""
def _shown(fact: Fact) -> Fact:
    other = {{"{one}": "{other}", "{other}": "{one}"}}
    cards = getattr(fact, "cards", None)
    return fact if cards is None else replace(fact, cards=tuple(Card(other.get(c, c)) for c in cards))


def going_on("""
    tree = tree_with_another_scene(
        tmp_path,
        ("self._stage.act(Entry(0, fact), at)", "self._stage.act(Entry(0, _shown(fact)), at)"),
        ("\ndef going_on(", swap),
    )
    (tmp_path / "room").mkdir()
    demo = Headless(tmp_path / "room", ("--speed", "60", "--seed", str(SEED)), tree, camera=True)
    demo.start()
    try:
        status, (told,) = demo.ended(280)
    finally:
        demo.end()
    assert told["sources"] == SEEN_LIVE
    facts = demo.facts()
    rested(demo.folder, [told], facts)
    assert all(fact["source"] == "camera" and fact["evidence"] for fact in facts if fact["fact"] in SEEN)
    played = [card for fact in facts if fact["fact"] == "played" for card in fact["cards"].split()]
    foreseen = [str(h["cards"]) for h in _happened(demo) if h["fact"] == "played"]
    assert {one, other} <= set(foreseen)
    there = {one: other, other: one}
    assert played == [there.get(Card(card), card) for card in foreseen], "as it was shown, never as it was written"
    # The bench holds to its script, and says that the record differs from it.
    assert (status, told["vision"]["missed"], told["vision"]["invented"]) == (1, 2, 2)
    unnamed(demo.folder, "exchanged")
    figures(f"{one} and {other} exchanged in the scene: {len(played)} of 52 recorded as shown")


def _happened(demo: Headless) -> list[dict[str, object]]:
    lines = demo.journal.with_name("journal.truth").read_text().splitlines()
    return [h["really"] for line in lines for h in json.loads(line).get("happened", [])]


# --------------------------------------------------------------------------- no sight
@pytest.mark.alone
def test_a_covered_lens_is_told_on_every_page_and_no_play_made_up(tmp_path: Path) -> None:
    """Nobody but the bench knows when it was covered: here it writes that down.

    How soon a watcher finds it out, in its own time, is of ``tests/vision``; here pages and a busy machine are in it.
    """
    covered = tmp_path / "covered"
    tree = tree_with_another_scene(
        tmp_path,
        (
            "        self._lens.say(Covered(",
            f'        on and Path("{covered}").write_text(str(self._clock._wall()))\n        self._lens.say(Covered(',
        ),
    )
    (tmp_path / "room").mkdir()
    demo = Demo(tmp_path / "room", ("--speed", "4", "--seed", "4", "--mishap", "camera_blind"), camera=True, tree=tree)
    demo.start()
    streams: list[Stream] = []
    try:
        director, kiosk = Visitor(demo.port), Visitor(demo.port)
        director.post("/director/login", {"code": demo.code})
        kiosk.post("/kiosk/claim", {"key": demo.link.partition("key=")[2]})
        time = SimulatedTime(demo.journal.with_name("journal.clock"))
        streams = [
            Stream(demo.port, "/stream/kiosk", kiosk.cookie),
            Stream(demo.port, "/stream/director", director.cookie),
        ]
        until(lambda: (covered.exists() and covered.read_text()) or None, "the lens is covered", 280)
        seen = [fact for fact in _facts(demo) if fact["fact"] == "played"]
        until(lambda: True if all(s.first(BLIND, 0.0) for s in streams) else None, "it is told")
        noticed = time() - float(covered.read_text())
        assert [fact for fact in _facts(demo) if fact["fact"] == "played"] == seen, "no play is made up"
        figures(f"covered lens: told on table and console after {noticed:.2f} s of the table")
    finally:
        for stream in streams:
            stream.close()
        demo.end()


def _facts(demo: Demo) -> list[dict[str, object]]:
    return [dict(r.fact) for r in demo.readings() if r.kind == "fact" and r.fact is not None]


# --------------------------------------------------------------------------- who imports the bench
@pytest.mark.parametrize(
    ("room", "line", "contract"),
    [
        ("controller/table/intake.py", "from controller.bench import script", "the bench is nobody's part"),
        ("vision/watcher.py", "from controller.bench import script", "the bench is nobody's part"),
        ("vision/watcher.py", "from vision import truth", "what watches never looks at what draws the film"),
    ],
)
def test_who_reaches_for_the_script_breaks_a_contract(tmp_path: Path, room: str, line: str, contract: str) -> None:
    for name in ("controller", "vision"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    source = tmp_path / room
    head, future, rest = source.read_text().partition("from __future__ import annotations\n")
    source.write_text(f"{head}{future}{line}\n{rest}")
    lint = Path(sys.executable).with_name("lint-imports")
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [str(lint), "--no-cache"], cwd=tmp_path, env=env, capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode != 0
    broken = [said for said in done.stdout.splitlines() if said.rstrip().endswith("BROKEN")]
    assert any(said.startswith(contract) for said in broken), done.stdout
