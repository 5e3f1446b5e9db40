"""From a fact told by the machine to the card in a real browser: once with this disk, once with a slow one injected.

The clock starts when the observation is written to the machine's socket; it stops when the page that Chromium shows has
changed (a MutationObserver in it, on the browser's clock, which is set against ours before and after).
"""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Final

from playwright.sync_api import Page, sync_playwright

from controller.journal.store import SqliteJournal
from controller.rules.cards import PACK
from controller.table.clock import MachineClock
from controller.table.machine_link import SocketMachine
from controller.table.service import Table
from controller.web.app import Settings, create_app
from controller.web.server import listen, server_for
from tests.bench.figure import Figure
from tests.table.fakes import FakeMachine

SLOW_DISK_S: Final = 0.05
_QUIET_MS: Final = 80
"""So long nothing may have changed before a fact is told: what changes then is that fact's doing."""
_WATCH: Final = """async quiet => {
  await new Promise(resolve => {
    const done = () => { observer.disconnect(); resolve(); };
    let timer = setTimeout(done, quiet);
    const observer = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(done, quiet); });
    observer.observe(document.body, {subtree: true, childList: true, attributes: true, characterData: true});
  });
  window.landing = new Promise(resolve => {
    const observer = new MutationObserver(() => { observer.disconnect(); resolve(performance.now()); });
    observer.observe(document.body, {subtree: true, childList: true, attributes: true, characterData: true});
  });
}"""
FLAGS: Final = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


def measure() -> Iterator[Figure]:
    """Milliseconds from the machine's socket to the changed page, fact by fact of one hand."""
    yield _measured("latency", 0.0, "this disk")
    yield _measured("latency, slow disk", SLOW_DISK_S, "a sync of 50 ms injected after each commit")


def _measured(name: str, sync_delay_s: float, disk: str) -> Figure:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        path = Path(folder)
        machine = FakeMachine(path / "machine")
        table = Table(
            lambda: SqliteJournal(path / "journal", sync_delay_s=sync_delay_s),
            MachineClock(),
            machine=SocketMachine(path / "machine"),
        )
        table.start()
        table.wait_until_begun(20)
        bound = listen("127.0.0.1", 0)
        server = server_for(create_app(table, Settings()))
        serving = threading.Thread(target=server.run, kwargs={"sockets": [bound]}, daemon=True)
        serving.start()
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        try:
            page = browser.new_page()
            page.goto(f"http://127.0.0.1:{bound.getsockname()[1]}/")
            page.wait_for_selector("html[data-live=yes]", state="attached")
            samples = tuple(_hand(machine, page))
        finally:
            browser.close()
            server.should_exit = True
            serving.join()
            table.stop()
    return Figure(name, "ms", samples, f"machine's socket to Chromium's page, {disk}")


def _hand(machine: FakeMachine, page: Page) -> Iterator[float]:
    machine.tell({"fact": "cut", "by": "W", "packets": [20, 32]})
    order = "ESWN"
    for place in range(52):
        machine.tell({"fact": "dealt", "to": order[place % 4], "count": 1})
    _told(machine, page, {"fact": "turned", "card": "2C", "at": "N"})
    # Every seat follows suit with the next card of its own thirteenth of one suit: no card is out of place.
    for number in range(13):
        cards = PACK[4 * number : 4 * number + 4]
        for place, card in enumerate(cards):
            yield _told(machine, page, {"fact": "played", "by": order[place], "cards": card})
        yield _told(machine, page, {"fact": "quitted", "by": "E"})


def _told(machine: FakeMachine, page: Page, fact: dict[str, object]) -> float:
    """Milliseconds until the page has changed for this fact."""
    page.evaluate(_WATCH, _QUIET_MS)
    offset = ahead(page)
    start = perf_counter()
    machine.tell(fact)
    landed: float = page.evaluate("() => window.landing")
    return landed - offset - start * 1000


def ahead(page: Page) -> float:
    """By how many milliseconds the browser's clock is ahead of ours: of nine readings the one that took least."""
    readings: list[tuple[float, float]] = []
    for _ in range(9):
        before = perf_counter()
        there: float = page.evaluate("performance.now()")
        after = perf_counter()
        readings.append((after - before, there - (before + after) / 2 * 1000))
    return min(readings)[1]
