"""The shoe on the pages: who has which button, what is said of it, and what the console can do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.table.views import TableView
from controller.web.painting import Painter
from controller.web.scene import Phones, compose
from tests.web import pictures
from tests.web.conftest import Service
from tests.web.test_pages import Skeleton

PAINTER = Painter("en", "assets")
SHOES = pictures.shoes()


def posts(region: str) -> list[str]:
    """The paths to which a region's buttons send."""
    return [value for name, value in Skeleton(region).values if name == "data-post"]


def kiosk(view: TableView) -> str:
    return PAINTER.kiosk(view, pictures.seats(view), Phones())


def of_shoe(paths: list[str]) -> list[str]:
    return [path for path in paths if path.rsplit("/", 1)[1] in ("deal", "cut")]


# --------------------------------------------------------------------------- who has which button
@pytest.mark.parametrize("state", SHOES)
def test_only_whoever_is_asked_has_a_button(state: str) -> None:
    view = SHOES[state]
    assert view.shoe is not None
    asked = {*view.shoe.deal, *([view.shoe.cut] if view.shoe.cut else [])}
    for seat in pictures.seats(view):
        assert len(of_shoe(posts(PAINTER.seat(seat)))) == (seat.seat in asked)
    assert len(of_shoe(posts(kiosk(view)))) == len(asked)
    assert of_shoe(posts(PAINTER.table(view))) == []
    assert "<input" not in PAINTER.table(view)


def test_the_cutter_is_between_the_least_and_the_most_and_its_own_while_it_is_set() -> None:
    values = Skeleton(kiosk(SHOES["shoe-cut"])).values
    assert ("id", "cutter-W-K7QM-2F9X") in values
    assert [value for name, value in values if name in ("min", "max") and value in ("4", "48")] == ["4", "48"]
    assert "data-keep" in kiosk(SHOES["shoe-cut"])


# --------------------------------------------------------------------------- what is said
@pytest.mark.parametrize("state", SHOES)
def test_the_words_are_on_every_page(state: str) -> None:
    view = SHOES[state]
    assert view.shoe is not None
    words = view.shoe.words.split("7♦")[0]
    if state == "shoe-next-jammed":
        words = "A card is jammed in the shoe."
    for region in (PAINTER.table(view), kiosk(view), PAINTER.director(pictures.director(view))):
        assert words in region
    if state != "shoe-next":
        assert all(words in PAINTER.seat(seat) for seat in pictures.seats(view))


def test_a_pack_that_is_read_and_a_deal_are_counted() -> None:
    assert "31 of 52" in PAINTER.table(SHOES["shoe-reading"])
    assert "17 of 52" in PAINTER.table(SHOES["shoe-dealing"])
    assert "31 of 52" in PAINTER.table(SHOES["shoe-next"])


def test_the_place_of_a_jam_is_marked_in_the_picture_and_said() -> None:
    page = PAINTER.table(SHOES["shoe-jammed"])
    assert page.count('class="part here"') == 1
    assert "Behind the carousel" in page
    assert "at the gates" not in page
    view = SHOES["shoe-jammed"]
    assert view.shoe is not None
    other = replace(view, shoe=replace(view.shoe, place="gates"))
    assert "At the gates" in PAINTER.table(other)


def test_what_a_refused_pack_lacks_is_drawn() -> None:
    page = PAINTER.table(SHOES["shoe-refused"])
    assert 'aria-label="seven of diamonds"' in page
    assert 'aria-label="eight of clubs"' in page


def test_a_hand_that_is_played_is_not_disturbed_by_the_next_pack() -> None:
    for state in ("shoe-next", "shoe-next-jammed"):
        machine = compose(SHOES[state]).machine
        assert machine is not None
        assert machine.where == "side"
        assert 'id="play-' in PAINTER.table(SHOES[state])
    over = compose(SHOES["shoe-over"]).machine
    assert over is not None
    assert over.where == "notice"
    assert 'class="result paper"' in PAINTER.table(SHOES["shoe-over"])


def test_a_table_without_a_shoe_shows_none() -> None:
    table, seats = pictures.states()["mid"]
    assert compose(table).machine is None
    for region in (PAINTER.table(table), *(PAINTER.seat(seat) for seat in seats)):
        assert "shoe" not in region


# --------------------------------------------------------------------------- the pile
@pytest.mark.parametrize(("done", "left"), [(0, 7), (1, 7), (26, 4), (51, 1), (52, 0)])
def test_the_pile_shrinks_with_the_deal(done: int, left: int) -> None:
    view = SHOES["shoe-dealing"]
    assert view.shoe is not None
    machine = compose(replace(view, shoe=replace(view.shoe, done=done))).machine
    assert machine is not None
    assert machine.pile == left


# --------------------------------------------------------------------------- acts
def test_presses_arrive_for_the_seat_that_pressed(service: Service) -> None:
    with service.kiosk() as kiosk_, service.seat("W") as phone:
        service.post(kiosk_, "/kiosk/deal", {"seat": "N"})
        service.post(kiosk_, "/kiosk/cut", {"seat": "W", "number": 30})
        service.post(phone, "/seat/deal", {})
        service.post(phone, "/seat/cut", {"number": 4})
    assert service.table.entered == [
        ("deal", "N"), ("cut", "W", 30, "panel"), ("deal", "W"), ("cut", "W", 4, "panel"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "body", [{"number": "4"}, {"number": 4.5}, {"number": -1}, {"number": 105}, {}, {"number": 4, "seat": "N"}]
)
def test_a_phone_sends_a_number_and_nothing_else(service: Service, body: dict[str, object]) -> None:
    with service.seat("W") as phone:
        assert service.post(phone, "/seat/cut", body).status_code == 422
    assert service.table.entered == []


def test_what_the_shoe_refuses_is_told_in_its_own_line(service: Service) -> None:
    service.table.refuse = "West cuts to North."
    with service.seat("E") as phone, service.director() as director:
        for client, path, body in (
            (phone, "/seat/deal", {}),
            (phone, "/seat/cut", {"number": 4}),
            (director, "/director/uncut", {}),
            (director, "/director/clear", {"fault": 3}),
        ):
            answer = service.post(client, path, body)
            assert (answer.status_code, answer.json()) == (409, {"error": "West cuts to North."})


def test_the_console_clears_pauses_and_asks(service: Service) -> None:
    with service.director() as director:
        for path, body in (
            ("/director/uncut", {}),
            ("/director/clear", {"fault": 41}),
            ("/director/pause", {}),
            ("/director/resume", {}),
            ("/director/report", {}),
        ):
            assert service.post(director, path, body).status_code == 200, path
    assert service.table.entered == [
        ("uncut", "director"), ("clear", "director", 41), ("pause", "director"), ("resume", "director"), ("report",),
    ]  # fmt: skip


def test_the_console_shows_only_what_can_be_done_now() -> None:
    view = SHOES["shoe-jammed"]
    whole = pictures.director(view)
    assert whole.machine is not None
    page = PAINTER.director(whole)
    assert {"/director/clear", "/director/pause", "/director/report"} <= set(posts(page))
    assert "/director/resume" not in posts(page)
    assert "0123456789abcdef" in page
    nothing = replace(whole, machine=replace(whole.machine, acts=()))
    assert not [path for path in posts(PAINTER.director(nothing)) if path in ("/director/clear", "/director/pause")]
    assert "0123456789abcdef" not in PAINTER.table(view)
