"""``kill -9`` at random moments of a hand that is seen: of the service, of the watcher, of the machine that deals.

A moment is a number of facts in the record and a little more, from the first one to the last trick, the deal included.
The bench goes on with its scene; what really happened there is compared with the record when the hand is closed.
"""

from __future__ import annotations

import os
import random
import re
import signal
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest

from controller.bench.compare import SEEN
from controller.cli.report import follow, report
from controller.simulated import living
from tests.whole.running import WATCHER, Demo, child, extends, figures, pone, until
from tests.whole.shoes import Headless, Stream
from tests.whole.test_seen import SEEN_LIVE

pytestmark = [pytest.mark.alone, pytest.mark.timeout(900)]

SPEED: Final = ("--speed", "60")
DEALT: Final = 57
"""Facts of a deal, from the pack to the turn-up, about."""
MOST: Final = 120
"""A hand has a few more."""
HAND_S: Final = 420.0
LOST: Final = "The shoe cannot be reached"
_PLAY: Final = re.compile(r'id="play-1-\d+-([NESW])-([2-9TJQKA][SHDC])"')

Facts = list[dict[str, Any]]


def moments(chance: random.Random, count: int) -> list[int]:
    """Numbers of facts, in order."""
    return sorted(chance.sample(range(1, MOST), count))


@dataclass
class Page:
    """What anybody could see, as long as the service lived."""

    streams: list[Stream] = field(default_factory=list[Stream])

    def look(self, port: int) -> None:
        """At this service."""
        self.streams.append(until(lambda: self._opened(port), "the pages are there"))

    @staticmethod
    def _opened(port: int) -> Stream | None:
        try:
            return Stream(port, "/stream/table", "")
        except OSError:
            return None

    def close(self) -> None:
        """Look away."""
        for stream in self.streams:
            stream.close()

    def shown(self) -> set[tuple[str, str]]:
        """Who played what: everything that ever stood on it."""
        pictures = [picture for stream in self.streams for _, picture in stream.pictures]
        return {(seat, card) for picture in pictures for seat, card in _PLAY.findall(picture)}

    def says(self, words: str) -> bool:
        """Whether it says so now."""
        pictures = self.streams[-1].pictures
        return bool(pictures) and words in pictures[-1][1]


def kept(folder: Path, shown: set[tuple[str, str]], before: Facts, after: Facts) -> None:
    """Nothing that was durable or shown is missing; chain and rulings are in order; pictures are there."""
    assert extends(before, after), "a fact of before is missing"
    played = {(fact["by"], card) for fact in after if fact["fact"] == "played" for card in fact["cards"].split()}
    assert shown <= played, f"shown, and not in the record: {shown - played}"
    pictures = {file.stem for file in (folder / "journal.pictures").iterdir()}
    for fact in after:
        if fact["fact"] in SEEN:
            assert fact["source"] == "camera"
            assert fact.get("evidence"), fact
            assert pictures.issuperset(fact["evidence"])
    checked = pone("verify", str(folder / "journal"))
    assert checked.returncode == 0, checked.stdout + checked.stderr


# --------------------------------------------------------------------------- the service, and the watcher
@dataclass
class Sat:
    """One hand, and whom the test kills in it."""

    room: Path
    seed: int
    count: int
    page: Page = field(default_factory=Page)
    kills: list[int] = field(default_factory=list[int])
    before: Facts = field(default_factory=list[dict[str, Any]])

    def __post_init__(self) -> None:
        self.room.mkdir()
        self.chance = random.Random(f"seen kills {self.seed}")
        self.demo = Headless(self.room, (*SPEED, "--seed", str(self.seed)), camera=True)

    def played(self, kill: Callable[[Sat], None]) -> dict[str, Any]:
        """To its end, with ``count`` kills; what is printed of it. What is not right fails."""
        pause = threading.Event()
        self.demo.start()
        try:
            self.demo.hands().close()
            self.page.look(self.demo.port)
            for moment in moments(self.chance, self.count):
                if not self._come_to(moment):
                    break
                pause.wait(self.chance.uniform(0.0, 0.3))
                self.before = self._extended()
                self.kills.append(len(self.before))
                kill(self)
                self.before = self._extended()
            status, lines = self.demo.ended(HAND_S)
        finally:
            self.demo.end()
            self.page.close()
        assert lines, self.demo.complaints.read_text()
        (told,) = lines
        assert told["sources"] == SEEN_LIVE
        assert told["shoe"]["wrong"] == 0
        assert told["vision"]["missed"] == told["vision"]["invented"] == 0, told
        assert status == 0, self.demo.complaints.read_text()
        kept(self.room, self.page.shown(), self.before, self.demo.facts())
        result = told["result"]
        assert result.get("void") or (told["rulings"] == [] and sum(result["tricks"].values()) == 13), told
        return told

    def _come_to(self, moment: int) -> bool:
        """Wait for so many facts; ``False`` when the hand ended before."""

        def look() -> bool | None:
            assert self.demo.process is not None
            if self.demo.process.poll() is not None:
                return False
            return True if len(self._facts()) >= moment else None

        return until(look, f"{moment} facts", HAND_S)

    def _extended(self) -> Facts:
        after = self._facts()
        assert extends(self.before, after), "a fact of before is missing"
        return after

    def _facts(self) -> Facts:
        return self.demo.facts() if self.demo.journal.exists() else []


def service(sat: Sat) -> None:
    """Kill it, and start another over the same journal."""
    sat.demo.kill()
    sat._extended()
    sat.demo.start()
    sat.page.look(sat.demo.port)


def watcher(sat: Sat) -> None:
    """Kill it; the service starts another."""
    process = sat.demo.process
    assert process is not None
    pid = until(lambda: child(process.pid, WATCHER), "there is a watcher")
    os.kill(pid, signal.SIGKILL)


FULL: Final = (pytest.mark.full, pytest.mark.timeout(7200))


@pytest.mark.parametrize("kill", [service, watcher])
@pytest.mark.parametrize(
    ("hands", "each", "seed"),
    [pytest.param(1, 3, 11, id="3"), pytest.param(6, 5, 100, id="30", marks=FULL)],
)
def test_whoever_is_killed_no_fact_is_lost_or_doubled(
    tmp_path: Path, kill: Callable[[Sat], None], hands: int, each: int, seed: int
) -> None:
    ends, wrong, kills = Counter[str](), list[str](), 0
    for number in range(hands):
        sat = Sat(tmp_path / f"hand{number}", seed + number, each)
        try:
            told = sat.played(kill)
        except AssertionError as error:
            wrong.append(f"seed {sat.seed}, killed at {sat.kills} facts: {error}")
            end = "not right"
        else:
            end = "void" if told["result"].get("void") else "right"
            end += f", {told['vision']['asked']} asked" if told["vision"]["asked"] else ""
        ends[end] += 1
        kills += len(sat.kills)
        figures(f"seed {sat.seed}: {kill.__name__} killed at {sat.kills} facts: {end}")
    figures(f"kills of the {kill.__name__}: {kills} in {hands} hands; {dict(ends)}")
    assert not wrong, "\n".join(wrong)
    assert kills > hands * each / 2, "most kills came too late"


# --------------------------------------------------------------------------- the machine that deals
@pytest.mark.parametrize(
    ("count", "seed"),
    [pytest.param(3, 21, id="3", marks=FULL), pytest.param(30, 200, id="30", marks=FULL)],
)
def test_a_table_that_loses_its_shoe_says_so_and_plays_on_what_was_dealt(tmp_path: Path, count: int, seed: int) -> None:
    """One moment before the deal or in it, and two of three in the play."""
    ends, wrong = Counter[str](), list[str]()
    for number in range(count):
        chance = random.Random(f"shoe {seed + number}")
        moment = chance.randrange(1, DEALT) if number % 3 else chance.randrange(DEALT, MOST)
        try:
            end = _shoe_lost(tmp_path / f"room{number}", seed + number, moment, chance.uniform(0.0, 0.3))
        except AssertionError as error:
            wrong.append(f"seed {seed + number}, at {moment} facts: {error}")
            end = "not right"
        ends[end] += 1
        figures(f"seed {seed + number}: the shoe killed at {moment} facts: {end}")
    figures(f"kills of the shoe's machine: {count}; {dict(ends)}")
    assert not wrong, "\n".join(wrong)


def _shoe_lost(room: Path, seed: int, moment: int, more_s: float) -> str:
    room.mkdir()
    demo, page = Demo(room, (*SPEED, "--seed", str(seed), "--hands", "1"), camera=True), Page()
    demo.start()
    try:
        page.look(demo.port)
        until(lambda: len(facts(demo)) >= moment or None, f"{moment} facts", HAND_S)
        threading.Event().wait(more_s)
        before = facts(demo)
        shoe = living(demo.journal)
        assert shoe is not None
        os.kill(int(shoe["pid"]), signal.SIGKILL)
        until(lambda: page.says(LOST) or None, "the page says that the shoe is lost")
        if not any(fact["fact"] == "turned" for fact in before):
            until(lambda: page.says(LOST) or None, "it still says so")
            kept(room, page.shown(), before, facts(demo))
            return "told"
        until(lambda: demo.results() or None, "the hand goes on to its result", HAND_S)
        # The machine says besides that it had to end: without its shoe no other hand is dealt.
        told = next(follow(demo.journal.with_name("journal.truth"), threading.Event()))
        _, right = report(demo.journal, told)
        assert right
        kept(room, page.shown(), before, facts(demo))
        (result,) = demo.results()
        assert sum(result["tricks"].values()) == 13
        return "played on"
    finally:
        demo.end()
        page.close()


def facts(demo: Demo) -> Facts:
    """Every fact of the journal, as far as its hands are closed with what was hidden."""
    return [dict(r.fact) for r in demo.readings() if r.kind == "fact" and r.fact is not None]
