"""A real hand in a real Chromium, from kiosk and director: ruled, corrected, frozen, and as the journal says."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from controller.rules.cards import SUIT, Card
from tests.web.test_browser import ARGUMENTS, CHROMIUM, VEILED, live, same_as_server
from tests.whole.running import Demo, figures, pone, until

pytestmark = pytest.mark.browser

SLACK = 500
"""Milliseconds by which a wait for the veil may see it late."""
CORRECTED = 1000
HAND_MS = 120_000

_REMEMBER = """() => {
  window.seen = { plays: [], rulings: [] };
  const keep = (list, entry) => { if (!list.includes(entry)) list.push(entry); };
  const words = (of, name) => of.querySelector(name)?.textContent.replace(/\\s+/g, "") ?? "";
  const look = () => {
    for (const play of document.querySelectorAll("#live .play")) keep(window.seen.plays, play.id);
    for (const past of document.querySelectorAll("#live .history li"))
      keep(window.seen.rulings, [past.id, words(past, ".numeral"), words(past, ".state")].join(" "));
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
  look();
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if not Path(CHROMIUM).exists():
        pytest.skip("there is no Chromium here")
    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[Demo]:
    one = Demo(tmp_path, ())
    yield one
    one.end()


class Screens:
    """The table's screen and the director's, each in a browser of its own, listened to."""

    def __init__(self, browser: Browser, demo: Demo) -> None:
        self.said: list[str] = []
        self._demo = demo
        self._contexts: list[BrowserContext] = [browser.new_context(viewport={"width": 1280, "height": 800})]
        self.kiosk = self._page(self._contexts[0])
        self.kiosk.goto(demo.link)
        self.kiosk.wait_for_url(f"{demo.base}/")
        live(self.kiosk)
        self.kiosk.evaluate(_REMEMBER)
        self._contexts.append(browser.new_context(viewport={"width": 1280, "height": 800}))
        self.director = self._page(self._contexts[1])
        self.director.goto(f"{demo.base}/director/login")
        self.director.fill("#code", demo.code)
        self.director.keyboard.press("Enter")
        self.director.wait_for_selector("main.director")
        live(self.director)

    @property
    def both(self) -> tuple[Page, Page]:
        return self.kiosk, self.director

    def seen(self) -> dict[str, list[str]]:
        """Cards and rulings that the table's screen has shown so far."""
        seen: dict[str, list[str]] = self.kiosk.evaluate("window.seen")
        return seen

    def to_the_result(self) -> None:
        """Wait until the table's screen shows how the hand ended."""
        self.kiosk.wait_for_selector("#result-1", state="visible", timeout=HAND_MS)

    def close(self) -> None:
        for context in self._contexts:
            context.close()

    def _page(self, context: BrowserContext) -> Page:
        page = context.new_page()
        page.on("console", lambda m: self.said.append(m.text) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.said.append(str(error)))
        base = self._demo.base
        page.on("request", lambda r: None if r.url.startswith(base) else self.said.append(f"asked {r.url}"))
        return page


def _opened(demo: Demo, browser: Browser) -> Screens:
    """Both screens over a demo that was started just now; nothing happens until they are there."""
    demo.start()
    os.kill(demo.machine, signal.SIGSTOP)
    screens = Screens(browser, demo)
    os.kill(demo.machine, signal.SIGCONT)
    return screens


def _as_the_server(page: Page) -> None:
    """Wait until the page is what a new stream's first message says."""
    until(lambda: same_as_server(page) or None, "the page is as the server's picture")


def _numeral(row: str) -> str:
    """A law as the page cites it: ``24a`` of ``am-24.a``."""
    return row.partition("-")[2].replace(".", "")


def _hands(demo: Demo, tmp_path: Path) -> dict[str, set[str]]:
    """Who is dealt what: the same hand, played once before out of sight."""
    journal = tmp_path / "before"
    done = pone("demo", "--headless", "--port", "0", *demo.arguments[:-2], "--speed", "60", "--journal", str(journal))
    assert done.returncode == 0, done.stderr
    hands: dict[str, set[str]] = {}
    for line in pone("export", str(journal)).stdout.splitlines()[1:]:
        fact = json.loads(line)
        if fact["fact"] == "dealt":
            hands.setdefault(fact["to"], set()).update(fact["cards"].split())
    return hands


def _other_card(page: Page, hands: dict[str, set[str]]) -> tuple[str, dict[str, Any], str] | None:
    """Of the newest card on the console: its line, its fact, and another of its suit which that seat still holds."""
    tools = page.locator("#live .lines [data-dialog=correct]")
    facts = [json.loads(str(tool.get_attribute("data-fact"))) for tool in tools.all()]
    newest = facts[0]
    if newest["fact"] != "played" or page.locator("#live .trick .play").count() not in (1, 2, 3):
        return None
    gone = {fact["cards"] for fact in facts if fact["fact"] == "played"}
    held = hands[newest["by"]] - gone
    others = sorted(c for c in held if SUIT[Card(c)] == SUIT[Card(newest["cards"])])
    line = str(tools.first.get_attribute("data-line"))
    return (line, newest, others[0]) if others else None


def _correct(screens: Screens, line: str, seat: str, card: str) -> list[float]:
    """Correct a line by the console's form; milliseconds until the table's screen and the console show it."""
    page = screens.director
    page.locator(f"#line-{line}").get_by_role("button", name=f"Correct line {line}").click()
    dialog = page.locator("#dialog")
    dialog.locator("[name=cards]").fill(card)
    dialog.locator("[name=why]").fill("It was seen wrongly.")
    began = monotonic()
    dialog.get_by_role("button", name="Record it").click(no_wait_after=True)
    took: list[float] = []
    for one in screens.both:
        one.wait_for_selector(f"#live .play[id$='-{seat}-{card}']", timeout=CORRECTED)
        took.append(round(1000 * (monotonic() - began), 1))
    expect(dialog).to_be_hidden()
    return took


def test_a_whole_hand_from_kiosk_and_director(demo: Demo, browser: Browser, tmp_path: Path) -> None:
    demo.arguments = ("--seed", "4", "--mishap", "lead_out_of_turn", "--speed", "8")
    hands = _hands(demo, tmp_path)
    screens = _opened(demo, browser)
    kiosk, director = screens.both
    kiosk.wait_for_selector("#live .play .card", timeout=HAND_MS)
    kiosk.wait_for_selector("#live .history .numeral", timeout=HAND_MS)

    # A correction reaches both pages. The machine is stopped meanwhile, so that no other card covers it.
    def at_a_card() -> tuple[str, dict[str, Any], str] | None:
        os.kill(demo.machine, signal.SIGSTOP)
        for page in screens.both:
            _as_the_server(page)
        found = _other_card(director, hands)
        if found is None:
            os.kill(demo.machine, signal.SIGCONT)
            director.wait_for_timeout(150)
        return found

    line, fact, other = until(at_a_card, "a card that could have been another")
    took = _correct(screens, line, fact["by"], other)
    back = _correct(screens, line, fact["by"], fact["cards"])

    # Frozen: a veil over both; afterwards what the server shows.
    demo.signal(signal.SIGSTOP)
    began = monotonic()
    for page in screens.both:
        page.wait_for_selector(".veil", state="visible", timeout=VEILED + SLACK)
    veiled = round(monotonic() - began, 2)
    demo.signal(signal.SIGCONT)
    for page in screens.both:
        live(page)
        expect(page.locator(".veil")).to_be_hidden()
        _as_the_server(page)
    os.kill(demo.machine, signal.SIGCONT)

    screens.to_the_result()
    expect(director.locator("#live h2 small").first).to_have_text("closed", timeout=HAND_MS)
    seen = screens.seen()
    tricks = {play.split("-")[2] for play in seen["plays"]}
    assert tricks == {str(n) for n in range(1, 14)}
    ruled = demo.rulings()
    assert {said["irregularity"] for said in ruled} == {"lead_out_of_turn"}
    shown = {ruling.split()[1] for ruling in seen["rulings"]}
    assert shown <= {_numeral(row) for said in ruled for row in said["law"]}
    assert shown
    (result,) = demo.results()
    cells = kiosk.locator("#result-1 tbody tr").first.locator("td").all_inner_texts()
    assert [int(cell) for cell in cells] == list(result["tricks"].values())
    assert screens.said == []
    screens.close()
    figures(
        f"correction on kiosk and console after {took} ms, and back after {back} ms; veil after {veiled} s; "
        f"{len(seen['plays'])} pictures of cards in {len(tricks)} tricks; laws shown: {sorted(shown)}"
    )


@pytest.mark.parametrize(
    ("mishap", "status", "words"),
    [
        ("renounce", "applied", "applied"),
        ("renounce:unclaimed", "lapsed", "lapsed"),
        ("renounce:corrected", "option", "arightisopen"),
    ],
)
def test_a_renounce_ends_on_the_page_as_in_the_journal(
    demo: Demo, browser: Browser, mishap: str, status: str, words: str
) -> None:
    demo.arguments = ("--seed", "1", "--mishap", mishap, "--speed", "12")
    screens = _opened(demo, browser)
    screens.to_the_result()
    kept = [said for said in demo.rulings() if said["irregularity"] == "renounce"]
    assert kept
    in_journal = [said["status"] for said in kept]
    on_page = [ruling.split() for ruling in screens.seen()["rulings"]]
    # An option is a state on the way: what its holders do with it comes after.
    assert status in in_journal if status == "option" else in_journal[-1] == status
    states = [state for _, _, state in on_page]
    assert words in states if status == "option" else states[-1] == words
    laws = {_numeral(row) for said in kept for row in said["law"]}
    assert {law for _, law, _ in on_page} <= laws
    assert screens.said == []
    screens.close()
    figures(f"{mishap}: journal {in_journal}, page {[' '.join(said) for said in on_page]}")
