"""``kill -9`` of the service at random moments; the simulated machine outlives it and the journal goes on."""

from __future__ import annotations

import json
import random
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.whole.running import Demo, Visitor, Wire, extends, figures, pone, until

pytestmark = pytest.mark.alone

MACHINES = tuple(
    re.compile(part, re.DOTALL)
    for part in (
        r'<dl class="sources">.*?</dl>',
        r'<section class="beside.*?</section>',
        r'<section class="machine-desk.*?</section>',
        r'<article class="[^"]*\bshoe\b.*?</article>',
    )
)
"""What a page tells of the machines."""
SEEN = ("kiosk", "/"), ("seat", "/seat"), ("seat", "/seat/view"), ("director", "/director")


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[Demo]:
    one = Demo(tmp_path, ())
    yield one
    one.end()


class Roles:
    """One visitor a role. Their sessions outlive the service."""

    def __init__(self, demo: Demo) -> None:
        self._demo = demo
        self._all = {role: Visitor(demo.port) for role in ("kiosk", "seat", "director")}
        self._all["kiosk"].post("/kiosk/claim", {"key": demo.link.partition("key=")[2]})
        self._all["director"].post("/director/login", {"code": demo.code})

    def take_seat(self) -> None:
        """Take South's phone from the simulated player, who is busy, and let the table's screen be content with it."""
        self._all["seat"].post("/join", {"code": self._demo.seat_words("S")})
        self._all["kiosk"].post("/kiosk/phone", {"seat": "S", "keep": True})

    def pages(self) -> dict[str, str]:
        """Every role's page."""
        out: dict[str, str] = {}
        for role, path in SEEN:
            visitor = self._all[role]
            page = visitor.get(path) if path == "/seat/view" else visitor.live(path)
            # What the machines do just now is no part of the record, and these were silenced by the wire.
            for part in MACHINES:
                page = part.sub("", page)
            view = json.loads(page) if path == "/seat/view" else {}
            out[path] = json.dumps(view | {"table": view["table"] | {"shoe": None}}) if view else page
        return out


def _settled(roles: Roles) -> dict[str, str] | None:
    """The pages, when they change no more and no part of the machine is missed."""
    pages = roles.pages()
    waits = any('class="waiting"' in page for page in pages.values())
    return None if waits or roles.pages() != pages else pages


@pytest.mark.parametrize(
    ("moments", "hands", "seed"),
    [
        pytest.param(6, 1, 1, id="6"),
        pytest.param(50, 9, 2, id="50", marks=[pytest.mark.full, pytest.mark.timeout(1800)]),
    ],
)
def test_a_service_killed_at_random_moments_loses_nothing(demo: Demo, moments: int, hands: int, seed: int) -> None:
    """At each moment twice: in the midst of what happens, and while nothing does, when its pages can be compared."""
    chance, pause = random.Random(seed), threading.Event()
    demo.arguments = ("--speed", "8", "--seed", str(seed), "--hands", str(hands), "--mishap", "renounce")
    demo.start()
    roles = Roles(demo)
    wire = Wire(demo.journal.with_name("journal.machine"))
    wire.lay()
    kept: list[dict[str, Any]] = []
    same = kills = 0
    for _ in range(moments):
        # In the midst of what happens.
        pause.wait(chance.uniform(0.0, 1.5))
        demo.kill()
        kills += 1
        after = demo.facts()
        assert extends(kept, after), "a fact of before is missing"
        in_journal = {(f.get("source", ""), f.get("t"), f["fact"]) for f in after}
        assert wire.acknowledged <= in_journal, "an acknowledged fact is missing"
        kept = after
        demo.start()
        # While nothing happens.
        pause.wait(chance.uniform(0.0, 0.5))
        wire.hold()
        until(lambda: wire.held.is_set() or None, f"the machine has something to tell, moment {same + 1}")
        roles.take_seat()
        before = until(lambda: _settled(roles), "the pages are at rest")
        kept = demo.facts()
        demo.kill()
        kills += 1
        demo.start()
        assert demo.facts() == kept
        until(lambda: _settled(roles), "the machine is there again")
        assert roles.pages() == before
        same += 1
        wire.let()
    closed = len(demo.results())
    until(lambda: len(demo.results()) > closed or None, "the hand goes on to its result", 240)
    wire.cut()
    assert extends(kept, demo.facts()), "a fact of before is missing"
    assert not any(result.get("unfinished") or result.get("void") for result in demo.results())
    checked = pone("verify", str(demo.journal))
    assert checked.returncode == 0, checked.stdout + checked.stderr
    # The hand after the last result may be open by now; of that nobody can say more than that its chain holds.
    told = [line for line in checked.stdout.splitlines() if ": open, " not in line]
    assert all(line.startswith("ok ") for line in told), checked.stdout
    assert sum(" hand " in line for line in told) > closed
    figures(
        f"kills: {kills} at {moments} moments; pages as they were: {same} of {moments}; "
        f"facts kept: {len(kept)}; hands closed: {closed + 1}"
    )
