"""Live: snapshot first, ids of the stream's own, heartbeats, nothing that depends on anything but the picture."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import httpx
import pytest
from starlette.types import Message

from controller.rules.cards import Card
from controller.table.views import DirectorView, SeatView, TableView
from controller.web.app import Settings
from controller.web.streams import BEHIND, Channel, EventStream, message
from tests.web import pictures
from tests.web.conftest import Service, running
from tests.web.fake import FakeTable


@dataclass
class Event:
    """One server-sent event."""

    name: str = "message"
    data: list[str] = field(default_factory=list)
    id: str | None = None


@contextmanager
def listening(client: httpx.Client, path: str, **headers: str) -> Iterator[Iterator[Event]]:
    """The events of a stream."""
    with client.stream("GET", path, headers=headers) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")

        def events() -> Iterator[Event]:
            event = Event()
            for line in answer.iter_lines():
                key, _, value = line.partition(": ")
                match key:
                    case "" if event.data:
                        yield event
                        event = Event()
                    case "":
                        event = Event()
                    case "event":
                        event.name = value
                    case "data":
                        event.data.append(value)
                    case "id":
                        event.id = value
                    case _:
                        assert key == "retry"

        yield events()


def views(events: Iterator[Event]) -> Iterator[Event]:
    """Without heartbeats."""
    return (event for event in events if event.name == "view")


@pytest.mark.parametrize("role", ["table", "kiosk", "seat", "director"])
def test_snapshot_first_then_one_message_a_change_with_its_own_ids(service: Service, role: str) -> None:
    opened = {"table": service.client, "kiosk": service.kiosk, "seat": service.seat, "director": service.director}[role]
    with opened() as client, listening(client, f"/stream/{role}") as events:
        shown = views(events)
        first = next(shown)
        page = client.get("/" if role in ("table", "kiosk") else f"/{role}").text
        assert first.id == "1"
        assert "\n".join(first.data) in page
        event = first
        for number, state in enumerate(["lead", "claimed", "question", "result"], 2):
            service.table.show_state(state)
            event = next(shown)
            assert event.id == str(number)
            assert "\n".join(event.data) != "\n".join(first.data)
        page = client.get("/" if role in ("table", "kiosk") else f"/{role}").text
        assert "\n".join(event.data) in page


def test_a_heartbeat_says_nothing(service: Service) -> None:
    with service.client() as client, listening(client, "/stream/table") as events:
        beats = []
        for event in events:
            if event.name == "beat":
                beats.append(event)
                service.table.show_state("lead" if len(beats) % 2 else "mid")
            if len(beats) == 5:
                break
    assert all(beat.id is None and beat.data == ["live"] for beat in beats)


def test_a_reader_who_comes_back_gets_the_newest_whatever_he_saw_last(service: Service) -> None:
    with service.client() as client:
        with listening(client, "/stream/table") as events:
            next(views(events))
        service.table.show_state("question")
        with listening(client, "/stream/table", **{"Last-Event-ID": "17"}) as events:
            again = next(views(events))
    assert again.id == "1"
    assert "Did East play" in "\n".join(again.data)


State = tuple[TableView, tuple[SeatView, ...], DirectorView | None]


def collect(states: list[State]) -> bytes:
    """The bytes of a table stream, heartbeats apart, while these views are shown."""
    table = FakeTable("deal")
    with (
        running(table, settings=Settings(heartbeat_s=60)) as service,
        service.client() as client,
        client.stream("GET", "/stream/table") as answer,
    ):
        parts = answer.iter_raw()
        whole = b""
        for number, state in enumerate(states, 1):
            table.show(*state)
            while whole.count(b"id: ") < number + 1 or not whole.endswith(b"\n\n"):
                whole += next(parts)
    return whole.replace(b"event: beat\ndata: live\n\n", b"")


def test_equal_views_give_equal_bytes_whatever_else_differs() -> None:
    """Two hands whose public facts are the same: the seats' and the director's views differ, the table's do not."""
    names = ("mid", "lead", "claimed", "question", "result")
    plain: list[State] = [(*pictures.states()[name], None) for name in names]
    other: list[State] = [
        (
            table,
            tuple(replace(seat, undo="Something") for seat in seats),
            replace(pictures.director(table, looked=True), facts=()),
        )
        for table, seats, _ in plain
    ]
    one, two = collect(plain), collect(other)
    assert one == two
    assert one.count(b"id: ") == len(names) + 1


def test_a_view_that_paints_the_same_picture_is_no_message(service: Service) -> None:
    table, seats = pictures.states()["mid"]
    with service.client() as client, listening(client, "/stream/table") as events:
        shown = views(events)
        next(shown)
        service.table.show(replace(table, pone="S"), seats)
        service.table.show(replace(table, to_play="N"), seats)
        assert next(shown).id == "2"


def test_a_stream_ends_when_its_session_does(service: Service) -> None:
    with service.seat("N") as phone, listening(phone, "/stream/seat") as events:
        next(events)
        with service.seat("N"):
            assert [event for event in events if event.name == "view"] == []


def test_streams_are_counted_and_closed_ones_are_forgotten() -> None:
    with running(settings=Settings(max_streams=2, heartbeat_s=0.05)) as service, service.client() as client:
        with listening(client, "/stream/table") as one, listening(client, "/stream/table") as two:
            assert next(one).id == next(two).id == "1"
            assert client.get("/stream/table").status_code == 503
        channel = service.app.state.pone.house.channels["spectator"]
        with service.client() as other:
            while channel.readers:
                assert other.get("/health/live").status_code == 200
            with listening(other, "/stream/table") as three:
                next(three)


def test_spectators_may_be_switched_off() -> None:
    with running(settings=Settings(spectators=False)) as service, service.client() as client:
        assert client.get("/").status_code == client.get("/stream/table").status_code == 403
        assert client.get("/join").status_code == 200
        with service.kiosk() as kiosk:
            assert kiosk.get("/").status_code == 200


def test_spectators_may_see_it_late() -> None:
    with (
        running(settings=Settings(spectator_delay_s=0.3, heartbeat_s=0.05)) as service,
        service.kiosk() as kiosk,
        service.client() as client,
        listening(client, "/stream/table") as late,
        listening(kiosk, "/stream/kiosk") as prompt,
    ):
        assert next(views(late)).id == next(views(prompt)).id
        service.table.show_state("question")
        assert "Did East play" in "\n".join(next(views(prompt)).data)
        assert "Did East play" not in client.get("/").text
        assert "Did East play" in "\n".join(next(views(late)).data)


def test_a_text_with_line_breaks_stays_one_event() -> None:
    assert message("a\r\nb\rc\n\nevent: x") == b"event: view\ndata: a\ndata: b\ndata: c\ndata: \ndata: event: x\n\n"


# --------------------------------------------------------------------------- slow readers
def test_a_slow_reader_is_given_the_newest_and_holds_up_nobody() -> None:
    async def scene() -> None:
        n = 0
        channel = Channel(lambda: f"picture {n}")
        slow, quick = channel.open(), channel.open()
        assert quick.take() == message("picture 0")
        for n in range(1, 10 * BEHIND):
            channel.changed()
            assert quick.take() == message(f"picture {n}")
        waiting = []
        while (picture := slow.take()) is not None:
            waiting.append(picture)
        assert len(waiting) <= BEHIND
        assert waiting[-1] == message(f"picture {n}")

    asyncio.run(scene())


def test_a_reader_who_takes_nothing_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.web.streams.SEND_SECONDS", 0.05)

    async def scene() -> None:
        channel = Channel(lambda: "picture")
        sent: list[Message] = []

        async def send(what: Message) -> None:
            sent.append(what)
            if what["type"] == "http.response.body":
                await asyncio.Event().wait()

        async def receive() -> Message:
            await asyncio.Event().wait()
            raise AssertionError

        await EventStream(channel, 1.0)({"type": "http"}, receive, send)
        assert channel.readers == 0

    asyncio.run(scene())


def test_who_reads_nothing_from_his_socket_does_not_stop_the_others(service: Service) -> None:
    with socket.create_connection((service.host, service.port)) as stuck:
        stuck.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        stuck.sendall(b"GET /stream/table HTTP/1.1\r\nHost: localhost\r\n\r\n")
        with service.client() as client, listening(client, "/stream/table") as events:
            shown = views(events)
            next(shown)
            for i in range(60):
                service.table.show_state(("lead", "many")[i % 2])
                next(shown)


def test_a_table_that_has_not_begun_says_so_and_begins_later() -> None:
    table = FakeTable(begun=False)
    with running(table) as service, service.client() as client:
        answer = client.get("/", headers={"Accept": "text/html"})
        assert answer.status_code == 503
        assert "waits for its machine" in answer.text
        assert client.get("/stream/table").status_code == 503
        assert client.get("/health/live").status_code == 200
        table.begun = True
        assert client.get("/").status_code == 200


def test_ready_says_what_is_missing(service: Service) -> None:
    with service.client() as client:
        assert client.get("/health/ready").json() == {"ready": True, "waiting_for": None}
        service.table.ready = False
        answer = client.get("/health/ready")
        assert (answer.status_code, answer.json()["waiting_for"]) == (503, "the disk is full")
        service.table.shoe = "A card is jammed in the shoe."
        assert client.get("/health/ready").json()["shoe"] == "A card is jammed in the shoe."


def test_an_unread_card_is_a_card_without_a_name(service: Service) -> None:
    table, seats = pictures.states()["question"]
    assert table.trick is not None
    assert Card("??") in [play.card for play in table.trick.plays]
    service.table.show(table, seats)
    with service.client() as client:
        assert "could not be read" in client.get("/").text
