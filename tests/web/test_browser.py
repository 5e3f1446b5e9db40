"""A real Chromium: live, veiled in time, equal to the server afterwards, deaf to foreign pages, its console quiet."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import IO

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect, sync_playwright

from tests.web.serve import CODE, KIOSK_KEY

pytestmark = pytest.mark.browser

CHROMIUM = os.environ.get("PONE_CHROMIUM", "/usr/bin/chromium")
ARGUMENTS = """--no-sandbox --disable-gpu --disable-background-networking --no-first-run --disable-component-update
    --disable-sync""".split()
VEILED = 3000
"""Milliseconds within which the veil must fall."""


@dataclass
class Served:
    """A service in a process of its own."""

    keys: Path
    port: int = 0
    process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it, on the port that it had."""
        command = [sys.executable, "-W", "error", "-m", "tests.web.serve", str(self.port), str(self.keys)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.port = int(self._out.readline())

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def _out(self) -> IO[str]:
        assert self.process is not None
        assert self.process.stdout is not None
        return self.process.stdout

    def tell(self, line: str) -> None:
        """A line to its standard input."""
        assert self.process is not None
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def codes(self) -> list[str]:
        """The seats' codes."""
        self.tell("codes")
        return self._out.readline().split()

    def entered(self) -> int:
        """How many acts its table was asked for."""
        self.tell("entered")
        return int(self._out.readline())

    def signal(self, number: signal.Signals) -> None:
        """Stop, continue or kill it."""
        assert self.process is not None
        self.process.send_signal(number)

    def end(self) -> None:
        """Kill it, if it is still there."""
        assert self.process is not None
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    one = Served(tmp_path / "keys")
    one.start()
    yield one
    one.end()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if not Path(CHROMIUM).exists():
        pytest.skip("there is no Chromium here")
    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield chromium
        chromium.close()


@dataclass
class Watched:
    """A context whose pages may say nothing on their console and ask nothing of strangers."""

    context: BrowserContext
    base: str
    said: list[str] = field(default_factory=list)

    def page(self) -> Page:
        """A page that is listened to."""
        page = self.context.new_page()
        page.on("console", lambda m: self.said.append(m.text) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.said.append(str(error)))
        page.on("request", lambda r: None if r.url.startswith(self.base) else self.said.append(f"asked {r.url}"))
        return page


@pytest.fixture
def watched(browser: Browser, served: Served) -> Iterator[Watched]:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    one = Watched(context, served.base)
    yield one
    context.close()


def live(page: Page) -> None:
    """Wait until the page is live."""
    page.wait_for_selector("html[data-live=yes]", state="attached")


def kiosk(watched: Watched) -> Page:
    """The table's screen, by its one-time link."""
    page = watched.page()
    page.goto(f"{watched.base}/kiosk?key={KIOSK_KEY}")
    page.wait_for_url(f"{watched.base}/")
    live(page)
    return page


def same_as_server(page: Page) -> bool:
    """Whether the live region is what a new stream's first message says."""
    return bool(
        page.evaluate(
            """() => new Promise((done) => {
              const source = new EventSource(document.body.dataset.stream);
              source.addEventListener("view", (event) => {
                source.close();
                const fresh = new DOMParser().parseFromString(event.data, "text/html").querySelector("main");
                done(fresh.isEqualNode(document.getElementById("live")));
              });
            })"""
        )
    )


def test_the_table_is_live_and_equal_to_the_server(served: Served, watched: Watched) -> None:
    table, page = kiosk(watched), watched.page()
    page.goto(served.base)
    live(page)
    for state, words in (
        ("lead", "West led the seven of clubs"),
        ("question", "Did East play"),
        ("result", "win the game"),
    ):
        served.tell(f"show {state}")
        for one in (table, page):
            expect(one.locator("#live")).to_contain_text(words)
            assert same_as_server(one)
    assert watched.said == []


def test_the_veil_falls_when_the_server_is_frozen_and_lifts_on_its_newest_picture(
    served: Served, watched: Watched
) -> None:
    page = kiosk(watched)
    expect(page.locator(".veil")).to_be_hidden()
    served.signal(signal.SIGSTOP)
    page.wait_for_selector(".veil", state="visible", timeout=VEILED)
    served.tell("show lead")
    assert "West led" not in page.inner_text("#live")
    served.signal(signal.SIGCONT)
    expect(page.locator("#live")).to_contain_text("West led")
    live(page)
    expect(page.locator(".veil")).to_be_hidden()
    assert same_as_server(page)
    assert watched.said == []


def test_the_veil_falls_when_the_server_is_killed_and_a_new_one_knows_the_screen(
    served: Served, watched: Watched
) -> None:
    page = kiosk(watched)
    served.end()
    page.wait_for_selector(".veil", state="visible", timeout=VEILED)
    served.start()
    served.tell("show claimed")
    expect(page.locator("#live")).to_contain_text("South claims that East revoked")
    live(page)
    assert page.locator("main.kiosk").count() == 1
    assert same_as_server(page)
    assert [line for line in watched.said if "ERR_" not in line] == []


def test_without_script_the_veil_falls_by_itself(served: Served, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(served.base)
    page.wait_for_selector(".veil", state="visible", timeout=VEILED + 1500)
    context.close()


def test_a_press_a_claim_and_an_undo_by_keyboard(served: Served, watched: Watched) -> None:
    page = kiosk(watched)
    served.tell("show lead")
    expect(page.locator("#ruling-2")).to_be_visible()
    sent: list[str | None] = []
    page.on("request", lambda request: sent.append(request.post_data) if request.method == "POST" else None)
    choice = page.locator("#ruling-2 button", has_text="Call hearts")
    choice.focus()
    with page.expect_response("**/kiosk/act") as answer:
        page.keyboard.press("Enter")
    assert answer.value.ok
    assert '"suit":"H"' in (sent[0] or "").replace(" ", "")

    page.locator("#claims-S summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    with page.expect_response("**/kiosk/act") as answer:
        page.keyboard.press("Enter")
    assert answer.value.ok
    assert '"what":"revoke"' in (sent[1] or "").replace(" ", "")
    served.tell("show mid")
    undo = page.locator("#undo-S")
    expect(undo).to_be_visible()
    with page.expect_response("**/kiosk/undo") as answer:
        undo.click()
    assert answer.value.ok
    assert watched.said == []


def test_an_open_menu_and_the_focus_outlive_a_falling_card(served: Served, watched: Watched) -> None:
    page = kiosk(watched)
    page.locator("#claims-N summary").click()
    page.locator("#claims-N button", has_text="The rest are ours").focus()
    served.tell("show won")
    expect(page.locator("#live")).to_contain_text("takes the trick")
    expect(page.locator("#claims-N .menu-list")).to_be_visible()
    assert page.evaluate("document.activeElement.textContent.trim()") == "The rest are ours"
    page.keyboard.press("Escape")
    expect(page.locator("#claims-N .menu-list")).to_be_hidden()


def test_every_control_is_reached_by_tab_and_is_large_enough(served: Served, watched: Watched) -> None:
    page = kiosk(watched)
    served.tell("show lead")
    expect(page.locator("#ruling-2")).to_be_visible()
    small = page.evaluate(
        """() => [...document.querySelectorAll("#live button, #live summary")].filter((b) => b.checkVisibility())
          .map((b) => [b.textContent.trim(), b.getBoundingClientRect()])
          .filter(([, r]) => r.width < 48 || r.height < 48).map(([t, r]) => `${t} ${r.width}x${r.height}`)"""
    )
    assert small == []
    wanted = page.locator("#live button:visible, #live summary:visible").count()
    reached: set[int] = set()
    for _ in range(wanted + 8):
        page.keyboard.press("Tab")
        reached.add(page.evaluate(_WHICH_CONTROL))
    assert len(reached - {-1}) == wanted


_WHICH_CONTROL = """[...document.querySelectorAll("#live button, #live summary")].indexOf(document.activeElement)"""


_CUT_OFF = """() => [...document.querySelectorAll(
    "#live .strip *, #live .ruling *, #live .play, #live .result, #live .shoe *, #live .shoe-ribbon")]
  .filter((e) => e.checkVisibility() && !e.closest(".sr, .text, .menu-list"))
  .map((e) => [e.className, e.getBoundingClientRect()])
  .filter(([, r]) => r.width && !(r.left > -1 && r.top > -1 && r.right < innerWidth + 1 && r.bottom < innerHeight + 1))
  .map(([c, r]) => `${c} ${r.left} ${r.top} ${r.right} ${r.bottom}`)"""


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1280, 800)])
def test_nothing_is_cut_off_on_the_kiosk(served: Served, watched: Watched, width: int, height: int) -> None:
    page = kiosk(watched)
    page.set_viewport_size({"width": width, "height": height})
    states = ("turned", "mid", "lead", "open", "proved", "question", "result", "many")
    shoes = ("cut", "asked", "cut-south", "ready", "dealing", "jammed", "refused", "next", "over")
    for state in (*states, *(f"shoe-{name}" for name in shoes)):
        served.tell(f"show {state}")
        page.wait_for_timeout(150)
        beyond = page.evaluate(_CUT_OFF)
        assert beyond == [], state
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_pone_sets_his_number_and_keeps_it_while_the_picture_changes(served: Served, watched: Watched) -> None:
    page = kiosk(watched)
    served.tell("show shoe-ready")
    with page.expect_response("**/kiosk/deal") as answer:
        page.locator("#deal-N").click()
    assert answer.value.request.post_data_json == {"seat": "N"}
    assert page.locator("#deal-W").count() == 0
    served.tell("show shoe-cut")
    cutter = page.locator(".cutter")
    slider = cutter.get_by_role("slider")
    slider.focus()
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    cutter.get_by_role("button", name="five fewer").click()
    number = cutter.locator("[data-lifted]")
    expect(number).to_have_text("18")
    served.tell("show shoe-asked")
    expect(page.locator("#shoe h2")).to_have_text("West, the pack waits for your cut.")
    expect(number).to_have_text("18")
    assert cutter.locator(".lifted").count() == 18
    with page.expect_response("**/kiosk/cut") as answer:
        cutter.get_by_role("button", name="Cut", exact=True).click()
    assert answer.value.request.post_data_json == {"seat": "W", "number": 18}
    page.keyboard.press("Home")
    slider.focus()
    page.keyboard.press("Home")
    expect(number).to_have_text("4")
    cutter.get_by_role("button", name="one fewer").click()
    expect(number).to_have_text("4")  # fewer the laws do not allow
    assert watched.said == []


def test_cards_fly_to_the_hands_as_they_are_dealt(served: Served, watched: Watched) -> None:
    page = kiosk(watched)
    served.tell("show shoe-sealing")
    expect(page.locator("#shoe h2")).to_have_text("The cut is being recorded.")
    assert page.locator(".backs i").count() == 0
    served.tell("show shoe-dealing")
    expect(page.locator("#shoe .progress")).to_have_text("17 of 52")
    assert [page.locator(f"#hand-{seat} .backs i").count() for seat in "NESW"] == [4, 5, 4, 4]
    assert page.evaluate("getComputedStyle(document.querySelector('.backs i')).animationName") == "fly"
    assert watched.said == []


def test_the_phone_takes_its_seat_and_loses_it_to_another(served: Served, watched: Watched, browser: Browser) -> None:
    code = served.codes()[1]
    page = watched.page()
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{served.base}/join")
    page.fill("#code", code.replace("-", " ").upper())
    page.keyboard.press("Enter")
    page.wait_for_selector("main.seat")
    live(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert watched.said == []
    other = browser.new_context()
    second = other.new_page()
    second.goto(f"{served.base}/join")
    second.fill("#code", code)
    second.keyboard.press("Enter")
    second.wait_for_selector("main.seat")
    expect(page.locator("h1")).to_have_text("Take your seat", timeout=10_000)
    other.close()


def test_the_director_corrects_a_line(served: Served, watched: Watched) -> None:
    page = watched.page()
    page.goto(f"{served.base}/director/login")
    page.fill("#code", "wrong")
    page.keyboard.press("Enter")
    expect(page.locator(".error")).to_have_text("That is not the director's code.")
    watched.said.clear()
    page.fill("#code", CODE)
    page.keyboard.press("Enter")
    page.wait_for_selector("main.director")
    live(page)
    page.locator("#line-8").get_by_role("button", name="Correct line 8").click()
    dialog = page.locator("#dialog")
    assert dialog.locator("[name=cards]").input_value() == "AD"
    dialog.locator("[name=cards]").fill("9d")
    dialog.locator("[name=why]").fill("It was the nine.")
    served.tell("show question")
    expect(page.locator("#d-question-1")).to_be_visible()
    assert dialog.locator("[name=cards]").input_value() == "9d", "what is being typed is not lost"
    with page.expect_request("**/director/correct") as request:
        dialog.get_by_role("button", name="Record it").click()
    assert request.value.post_data_json == {
        "line": 8,
        "fact": {"fact": "played", "by": "W", "cards": "9D"},
        "why": "It was the nine.",
    }
    expect(dialog).to_be_hidden()
    page.locator("summary", has_text="Claims and calls").click()
    page.get_by_role("button", name="Demand", exact=True).click()
    dialog.locator("[name=by]").select_option("N")
    dialog.locator("[name=remedy]").select_option("call_suit")
    dialog.locator("[name=suit]").select_option("H")
    with page.expect_request("**/director/fact") as request:
        dialog.get_by_role("button", name="Record it").click()
    sent = request.value.post_data_json or {}
    assert sent["fact"] == {"fact": "demanded", "by": "N", "remedy": "call_suit", "suit": "H"}
    assert sent["numbers"] == "table"
    assert watched.said == []


def console(served: Served, watched: Watched) -> Page:
    """The director's console, signed in."""
    page = watched.page()
    page.goto(f"{served.base}/director/login")
    page.fill("#code", CODE)
    page.keyboard.press("Enter")
    page.wait_for_selector("main.director")
    live(page)
    return page


_WIDER = """() => [...document.querySelectorAll("main.director > section")].flatMap((column) =>
  [...column.querySelectorAll("*")].filter((e) => e.checkVisibility() && !e.closest(".sr"))
    .filter((e) => e.getBoundingClientRect().right > column.getBoundingClientRect().right + 1)
    .map((e) => `${column.className}: ${e.tagName} ${e.className}`))"""


@pytest.mark.parametrize("width", [1920, 1280, 800, 390])
def test_nothing_on_the_console_is_wider_than_its_column(served: Served, watched: Watched, width: int) -> None:
    page = console(served, watched)
    page.set_viewport_size({"width": width, "height": 800})
    for state in ("turned", "mid", "question", "result", "many", "shoe-dealing", "shoe-jammed", "shoe-over"):
        served.tell(f"show {state}")
        page.wait_for_timeout(150)
        assert page.evaluate(_WIDER) == [], state


def test_the_director_types_what_happens(served: Served, watched: Watched) -> None:
    page = console(served, watched)
    field, told = page.locator("#typed"), page.locator("#typed-told")
    expect(page.locator("#typing label")).to_have_text("West plays")
    expect(field).to_be_focused()
    page.locator("#d-now").click()
    with page.expect_request("**/director/typed") as request:
        page.keyboard.type("7H\n")
    assert request.value.post_data_json == {"line": "7H", "seat": "W", "numbers": "table"}
    expect(told).to_have_text("99 Recorded.")
    expect(field).to_have_value("")
    page.keyboard.type("8H\nquitted N\nE exposed 9")
    expect(field).to_have_value("E exposed 9")
    served.tell("show question")
    expect(page.locator("#d-question-1")).to_be_visible()
    expect(field).to_have_value("E exposed 9")
    page.keyboard.type("H\n")
    expect(field).to_have_value("")
    expect(told).to_have_text("99 Recorded.")
    expect(page.locator("#typing:not(.busy)")).to_be_visible()
    assert served.entered() == 4
    assert watched.said == []


def test_a_typed_line_that_is_refused_comes_back(served: Served, watched: Watched) -> None:
    page = console(served, watched)
    field, told = page.locator("#typed"), page.locator("#typed-told")
    page.keyboard.type("3Q\n")
    expect(told).to_contain_text("“3Q” is no seat, card or fact")
    expect(field).to_have_value("3Q")
    assert served.entered() == 0
    page.keyboard.type("8H\n")  # what came back is selected: typing replaces it
    expect(told).to_have_text("99 Recorded.")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(field).to_have_value("3Q")
    assert served.entered() == 1
    assert all("409" in line for line in watched.said), watched.said


def test_nothing_behind_a_refused_line_is_lost(served: Served, watched: Watched) -> None:
    page = console(served, watched)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/director/typed", hold)
    with page.expect_request("**/director/typed"):
        page.keyboard.type("3Q\n")
    page.keyboard.type("8H\nq\n")
    held[0].continue_()
    expect(page.locator("#typed-told")).to_contain_text("Not sent: 8H · q")
    expect(page.locator("#typed")).to_have_value("3Q")
    assert len(held) == 1
    assert served.entered() == 0
    assert all("409" in line for line in watched.said), watched.said


# --------------------------------------------------------------------------- a foreign page
@pytest.fixture
def foreign() -> Iterator[str]:
    """Another site on this machine."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>elsewhere</title>")

        def log_request(self, code: int | str = "-", size: int | str = "-") -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_foreign_page_reads_nothing_and_changes_nothing(served: Served, watched: Watched, foreign: str) -> None:
    kiosk(watched)
    page = watched.context.new_page()
    for elsewhere in (foreign, foreign.replace("127.0.0.1", "localhost")):
        page.goto(elsewhere)
        answer = page.evaluate(
            """async (base) => {
              const out = {};
              out.stream = await new Promise((done) => {
                const source = new EventSource(`${base}/stream/kiosk`, { withCredentials: true });
                source.addEventListener("view", () => done("read"));
                source.addEventListener("error", () => { source.close(); done("refused"); });
              });
              const body = JSON.stringify({ fact: { fact: "claimed", by: "N", what: "rest" } });
              for (const [name, options] of Object.entries({
                simple: { method: "POST", mode: "no-cors", headers: { "Content-Type": "text/plain" }, body },
                json: { method: "POST", headers: { "Content-Type": "application/json" }, body },
                read: {},
              })) {
                const url = name === "read" ? base : `${base}/kiosk/act`;
                const asked = fetch(url, { credentials: "include", ...options });
                out[name] = await asked.then((r) => r.type, () => "refused");
              }
              return out;
            }""",
            served.base,
        )
        assert answer == dict.fromkeys(("stream", "simple", "json", "read"), "refused")
        seen = page.evaluate(
            """(base) => new Promise((done) => {
              const frame = document.createElement("iframe");
              frame.onload = () => setTimeout(() => done(frame.contentDocument === null ? "foreign" : "blank"), 0);
              frame.src = base;
              document.body.append(frame);
            })""",
            served.base,
        )
        assert seen == "foreign"
        assert not any(
            re.search("Whist", frame.content()) for frame in page.frames[1:] if frame.url.startswith(served.base)
        )
    assert served.entered() == 0
