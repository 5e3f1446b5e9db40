"""Pages: every state for every role, texts that attack, acts that arrive, and nothing that GET changes."""

from __future__ import annotations

import json
import re
from dataclasses import fields, is_dataclass, replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from controller.rules.cards import PACK
from controller.rules.record import fact_names, read_entry
from controller.rules.seats import Seating
from controller.table.views import SeatView, TableView
from controller.web.forms import GROUPS
from controller.web.painting import Painter
from controller.web.scene import Phones, compose
from tests.web import pictures
from tests.web.conftest import CODE, Service

PAINTER = Painter("en", "assets")
STATES = pictures.states()
STATIC = Path("controller/web/static")


class Skeleton(HTMLParser):
    """A page as its tags and the names of their attributes; texts and values apart."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, tuple[str, ...]]] = []
        self.values: list[tuple[str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, tuple(name for name, _ in attrs)))
        self.values += [(name, value or "") for name, value in attrs]


def paint_all(table: TableView, seats: tuple[SeatView, ...]) -> list[str]:
    """Every region of every role."""
    return [
        PAINTER.table(table),
        PAINTER.kiosk(table, seats, Phones((("N", "a-b-c"),), frozenset("E"), frozenset("W"))),
        *(PAINTER.seat(seat) for seat in seats),
        PAINTER.director(pictures.director(table)),
        PAINTER.director(pictures.director(table, looked=True)),
    ]


@pytest.mark.parametrize("state", STATES)
def test_every_state_is_painted_for_every_role(state: str) -> None:
    for region in paint_all(*STATES[state]):
        skeleton = Skeleton(region)
        ids = [value for name, value in skeleton.values if name == "id"]
        assert len(ids) == len(set(ids))
        assert region.startswith("<main")
        for tag, names in skeleton.tags:
            assert tag not in ("script", "style", "iframe", "img", "form")
            assert not [name for name in names if name.startswith("on") or name == "style"]


def test_spectators_have_no_buttons() -> None:
    for table, _ in STATES.values():
        assert not [tag for tag, _ in Skeleton(PAINTER.table(table)).tags if tag in ("button", "input", "a")]


def test_a_hand_is_on_the_console_after_look_and_nowhere_else() -> None:
    table, seats = STATES["mid"]
    shut = paint_all(table, seats)[:-1]
    assert all('class="hands"' not in region for region in shut)
    assert 'class="hands"' in PAINTER.director(pictures.director(table, looked=True))


# --------------------------------------------------------------------------- texts that attack
PAYLOADS = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "</title><svg onload=alert(1)>",
    "javascript:alert(1)",
    "{{ 7 * 7 }}",
    "{% include 'base.html' %}",
    "</main><main id=live>",
    "&lt;script&gt;",
    "\u2028\u2029",
    "]]><!--",
    '\\"}</button>',
    "--></template><script>1</script>",
    "%s %(seat)s %d",
    "{suit}",
    "id: 9\nevent: view\ndata: x",
]
CODED = {"kind", "phase", "status", "irregularity", "remedy", "names", "row", "disclosure", "trump"}


def attack(value: Any, payload: str, name: str = "") -> Any:
    """The same views with every free text replaced."""
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{f.name: attack(getattr(value, f.name), payload, f.name) for f in fields(value)})
    if isinstance(value, tuple):
        items: tuple[Any, ...] = value
        if name == "names" and items and isinstance(items[0], tuple):
            return tuple((seat, payload) for seat, _ in items)
        return tuple(attack(item, payload, name) for item in items)
    texts = (
        "sentence",
        "standing",
        "title",
        "outcome",
        "text",
        "label",
        "waiting_for",
        "commitment",
        "undo",
        "game",
        "laws",
        "source",
        "by",
        "sources",
        "facts",
    )
    if isinstance(value, str) and name in texts and value not in PACK and len(value) > 1:
        return payload
    return value


@pytest.mark.parametrize("payload", PAYLOADS)
@pytest.mark.parametrize("state", ["mid", "many", "question", "result", "proved"])
def test_no_text_becomes_markup(state: str, payload: str) -> None:
    table, seats = STATES[state]
    calm = paint_all(attack(table, "calm"), attack(seats, "calm"))
    wild = paint_all(attack(table, payload), attack(seats, payload))
    calm.append(PAINTER.director(attack(pictures.director(table), "calm")))
    wild.append(PAINTER.director(attack(pictures.director(table), payload)))
    calm.append(PAINTER.director_page("", attack(table, "calm"), "t"))
    wild.append(PAINTER.director_page("", attack(table, payload), "t"))
    calm.append(PAINTER.error(404, "calm"))
    wild.append(PAINTER.error(404, payload))
    for before, after in zip(calm, wild, strict=True):
        assert Skeleton(after).tags == Skeleton(before).tags


def test_suit_signs_are_drawn_and_what_stands_around_them_is_text() -> None:
    table, _ = STATES["claimed"]
    ruling = replace(table.rulings[-1], sentence="East played <i>10♦</i> & held A♣.", choices=(), open=True)
    page = PAINTER.table(replace(table, rulings=(ruling,)))
    assert "♦" not in page
    assert page.count('aria-label="diamonds"><use href="#suit-D"/>') == 2
    assert '&lt;i&gt;<span class="whole">10<svg' in page  # a card is not broken at the end of a line
    assert '&amp; held <span class="whole">A<svg' in page


def test_names_with_markup_reach_the_page_as_text(service: Service) -> None:
    table, seats = STATES["mid"]
    evil = replace(table, names=(("N", "<b onclick=x>Ada</b>"),))
    service.table.show(evil, tuple(replace(seat, table=evil) for seat in seats))
    with service.client() as client:
        page = client.get("/").text
    assert "&lt;b onclick=x&gt;Ada&lt;/b&gt;" in page
    assert "<b onclick" not in page


# --------------------------------------------------------------------------- what pages say and send
def test_every_button_carries_a_fact_that_a_record_can_read() -> None:
    seating = Seating(("N", "E", "S", "W"), ("NS", "EW"))
    seen = 0
    for table, seats in STATES.values():
        for region in paint_all(table, seats):
            for name, value in Skeleton(region).values:
                if name == "data-fact":
                    fact = json.loads(value)
                    if fact["fact"] == "answered":
                        fact = {**fact, "line": 1, "fact": "answered"}
                    read_entry(fact, 9, seating)
                    seen += 1
    assert seen > 100


def test_the_console_has_a_form_for_every_fact_a_person_can_tell() -> None:
    forms = {form.kind for group in GROUPS for form in group.forms}
    elsewhere = {"answered", "corrected", "retracted", "ruled"}
    not_whist = {"bid", "named_trump", "turned_down", "discarded"}
    by_machine = {"pack", "failed", "ticked"}
    assert forms == set(fact_names()) - elsewhere - not_whist - by_machine


def test_a_seat_sees_itself_before_it_and_its_left_hand_neighbour_on_the_left() -> None:
    table, _ = STATES["mid"]
    for seat, left in (("N", "E"), ("E", "S"), ("S", "W"), ("W", "N")):
        places = {place.side: place.seat for place in compose(table, bottom=seat).places}
        assert places["bottom"] == seat
        assert places["left"] == left
    places = {place.side: place.seat for place in compose(table).places}
    assert places == {"top": "N", "right": "E", "bottom": "S", "left": "W"}


def test_old_open_rights_do_not_cover_the_table() -> None:
    table, _ = STATES["open"]
    scene = compose(table)
    assert scene.large == ()
    assert [ribbon.number for ribbon in scene.ribbons] == [1], "the newest ruling is two tricks old"


def test_acts_arrive_as_they_were_pressed(service: Service) -> None:
    fact = {"fact": "demanded", "by": "S", "remedy": "two_tricks", "ruling": 3}
    with service.kiosk() as kiosk:
        service.post(kiosk, "/kiosk/act", {"fact": fact})
        service.post(kiosk, "/kiosk/undo", {"seat": "S"})
    assert service.table.entered == [("enter", fact, "seat:S", None, None), ("undo", "S")]


def test_the_directors_acts_arrive(service: Service) -> None:
    played = {"fact": "played", "by": "N", "cards": "9D"}
    with service.director() as client:
        for path, body in (
            ("/director/fact", {"fact": {"fact": "mixed", "by": "N", "t": 3, "source": "camera"}, "numbers": "table"}),
            ("/director/correct", {"line": 7, "fact": played, "why": "misread"}),
            ("/director/retract", {"line": 8, "why": "nobody said it"}),
            ("/director/answer", {"line": 13, "fact": played}),
            ("/director/answer", {"line": 13}),
            ("/director/names", {"names": {"N": " Ada ", "E": ""}}),
            ("/director/void", {"code": CODE, "why": "torn"}),
        ):
            answer = service.post(client, path, body)
            assert answer.status_code == 200, answer.text
    assert service.table.entered == [
        ("enter", {"fact": "mixed", "by": "N"}, "director", "director", "table"),
        ("correct", 7, played, "director", "misread"),
        ("retract", 8, "director", "nobody said it"),
        ("answer", 13, "director", played),
        ("answer", 13, "director", None),
        ("name", "N", "Ada"),
        ("name", "E", None),
        ("void", "director", "torn"),
    ]


def test_what_the_table_refuses_is_told_in_its_own_line(service: Service) -> None:
    service.table.refuse = "That right has lapsed."
    with service.seat("N") as phone:
        for path, body in (("/seat/act", {"fact": {"fact": "claimed", "what": "rest"}}), ("/seat/undo", {})):
            answer = service.post(phone, path, body)
            assert (answer.status_code, answer.json()) == (409, {"error": "That right has lapsed."})


def test_get_changes_nothing(service: Service, tmp_path: Path) -> None:
    with service.kiosk() as kiosk, service.director() as director, service.seat("N") as phone:
        kept = (tmp_path / "keys").read_bytes()
        for client in (kiosk, director, phone):
            for route in service.app.routes:
                path = getattr(route, "path", "/").replace("{name:path}", "icon.svg")
                with client.stream("GET", f"{path}?key=kiosk-key-of-the-test&code={CODE}") as answer:
                    assert answer.status_code in (200, 303, 401, 405, 404)
        assert service.table.entered == []
        assert (tmp_path / "keys").read_bytes() == kept


def test_the_kiosk_says_which_phone_took_a_seat(service: Service) -> None:
    with service.kiosk() as kiosk:
        code = service.access.seat_code("W")
        assert code in kiosk.get("/").text
        with service.seat("W"), service.seat("W"):
            service.app.state.pone.house.channels["kiosk"].changed()
            page = kiosk.get("/").text
            assert "Another phone took this seat." in page
            assert service.post(kiosk, "/kiosk/phone", {"seat": "W", "keep": False}).status_code == 200
        assert service.access.phones == frozenset()
        assert service.access.seat_code("W") != code


def test_doors_and_errors_are_pages(service: Service) -> None:
    html = {"Accept": "text/html"}
    with service.client() as client:
        for path, words in (
            ("/director", "Sign in"),
            ("/seat", "Take the seat"),
            ("/kiosk", "screen"),
            ("/nowhere", "no such page"),
        ):
            answer = client.get(path, headers=html)
            assert words in answer.text
            assert "<!doctype html>" in answer.text
        assert client.get("/nowhere").json() == {"error": "There is no such page."}
        assert client.get("/kiosk/claim", headers=html).status_code == 405


def test_pages_ask_nothing_of_other_sites(service: Service) -> None:
    texts = [path.read_text() for path in STATIC.glob("*.*")]
    with service.client() as client, service.director() as director:
        texts += [client.get("/").text, client.get("/join").text, director.get("/director").text]
    for text in texts:
        assert not re.findall(r"""(?:src|href|url)\s*[=(]\s*["']?(?:https?:)?//""", text)
        assert "@import" not in text
    vendored = (STATIC / "vendor" / "idiomorph.esm.js").read_text()
    assert "eval(" not in vendored
    assert "new Function" not in vendored


# --------------------------------------------------------------------------- contrast
def _luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize(
    ("text", "ground"),
    [
        ("paper", "night"),
        ("paper", "pine"),
        ("paper", "felt"),
        ("soft", "night"),
        ("soft", "pine"),
        ("gold", "night"),
        ("gold", "felt-edge"),
        ("ink", "gold"),
        ("paper-ink", "paper"),
        ("paper-soft", "paper"),
        ("#7a0f1a", "paper"),
        ("#a3121f", "#fffcf3"),
        ("#0d4583", "#fffcf3"),
        ("#11502f", "#fffcf3"),
        ("#16181a", "#fffcf3"),
        ("#3f3626", "#f5ecd5"),
        ("#8b0f1b", "paper"),
        ("#7c0d18", "paper"),
        ("#6b4a06", "#fffcf3"),
        ("paper", "#2a2008"),
        ("soft", "#2a2008"),
        ("gold", "#2a2008"),
    ],
)
def test_contrast_is_seven_to_one_or_more(text: str, ground: str) -> None:
    sheets = "".join((STATIC / f"{name}.css").read_text() for name in ("base", "card", "table"))
    colours = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", sheets))
    pair = [colours.get(name, name) for name in (text, ground)]
    for name in (text, ground):
        assert name in colours or name in sheets or "#" in name
    light, dark = sorted((_luminance(colour) for colour in pair), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 7
