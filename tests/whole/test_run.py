"""``pone run``: a table whose plays are typed, from the turn-up to its result, killed in the midst of it."""

from __future__ import annotations

import json
import re
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.bench.pack import BACK, PICTURE
from controller.bench.shoe import Lying, SimulatedShoe, beside, start
from controller.rules.cards import PACK
from controller.shoe.port import beside as port_beside
from tests.table.hands import Hand
from tests.vision.filmed import filmed, reel_of
from tests.whole.running import Visitor, pone, until
from tests.whole.tables import Served, Typist

pytestmark = pytest.mark.alone


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    one = Served(tmp_path)
    yield one
    if one.process is not None and one.process.poll() is None:
        one.kill()


def played(hand: Hand) -> list[list[str]]:
    """The cards of each trick, as one types them."""
    return [[str(fact["cards"]) for fact in trick if fact["fact"] == "played"] for trick in hand.tricks()]


def hands_shown(console: Visitor) -> str:
    """What the console shows of the hands."""
    found = re.search(r'<div class="hands">.*?<p class="hint">', console.live("/director"), re.DOTALL)
    assert found is not None
    return found.group()


def test_a_whole_hand_is_typed_and_outlives_a_kill(served: Served) -> None:
    said = served.start()
    assert served.code not in said, "the system's log is read by others than the director"
    assert served.link not in said
    hand = Hand(3)
    tricks = played(hand)
    south = hand.dealt_to["S"]
    typist = Typist(served.director())
    typist.types(f"deal S {' '.join(south)}", f"turned {hand.turn_up}", *tricks[0], "q", *tricks[1][:2])
    typist.console.post("/director/look", {"code": served.code})
    before = hands_shown(typist.console)
    assert before.count("card mini") >= 11, "South's hand was typed"

    served.kill()
    served.start()
    typist = Typist(served.director(), typist.seat)
    assert hands_shown(typist.console) == before, "the key of the open hand was kept"
    assert "not known to the table" not in typist.console.live("/director")
    typist.types(*tricks[1][2:])
    for trick in tricks[2:]:
        typist.types(*trick)
    typist.types("deal")

    (result,) = results(served)
    assert {side: result["tricks"][side] for side in ("NS", "EW")} == {"NS": 6, "EW": 7}
    assert result["next_dealer"] == "E"
    sources = {fact.get("source") for fact in served.exported() if fact["fact"] == "played"}
    assert sources == {"director"}
    assert served.end() == 0
    verified = pone("verify", str(served.journal))
    assert verified.returncode == 0, verified.stdout + verified.stderr
    assert served.complaints == ""


def results(served: Served) -> list[dict[str, Any]]:
    """What the journal's hands came to, by the record that it exports."""
    exported = pone("export", str(served.journal), "--format", "record")
    file = served.folder / "record.jsonl"
    file.write_text(exported.stdout)
    judged = pone("judge", str(file))
    told = [json.loads(line) for line in judged.stdout.splitlines()]
    assert not [one for one in told if "ruling" in one], "regular play gives no ruling"
    return [one["result"] for one in told if "tricks" in one.get("result", {})]


def test_a_line_that_is_refused_leaves_the_table_as_it_was(served: Served) -> None:
    served.start()
    typist = Typist(served.director())
    typist.types("turned 4H", "7H", "8H")
    assert typist.seat == "W"
    before = served.exported()
    with pytest.raises(AssertionError, match="is no seat, card or fact"):
        typist.types("3Q")
    with pytest.raises(AssertionError, match="Line 99 of the record holds no fact"):
        typist.types("retract 99")
    assert served.exported() == before
    typist.types("undo")
    assert typist.seat == "S", "South has not played"
    assert served.end() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_with_its_streams_open(served: Served, number: signal.Signals) -> None:
    served.memory = False
    said = served.start()
    assert re.fullmatch(r"\w+-\w+-\w+-\w+", served.code), "by hand it is told where it was started"
    assert "Table 3" in said
    with socket.create_connection(("localhost", served.port)) as stream:
        stream.sendall(f"GET /stream/table HTTP/1.1\r\nHost: localhost:{served.port}\r\n\r\n".encode())
        assert stream.recv(4096).startswith(b"HTTP/1.1 200")
        assert served.end(number) == 0
    assert served.start(), "and it goes on"
    assert served.code == "the one that was told when this journal was begun"


def test_a_second_service_is_refused_in_one_line(served: Served) -> None:
    served.start()
    other = Served(served.folder)
    other.file.unlink()
    other.write()
    second = pone("run", "--config", str(other.file))
    assert (second.returncode, second.stdout) == (2, "")
    assert second.stderr.count("\n") == 1
    assert "journal.folder" in second.stderr
    assert "open elsewhere" in second.stderr
    other.port = served.port
    other.write()
    third = pone("run", "--config", str(other.file))
    assert (third.returncode, third.stdout, third.stderr.count("\n")) == (2, "", 1)
    assert "pages.port" in third.stderr
    assert served.end() == 0


def test_a_journal_goes_on_with_what_it_was_begun_with(served: Served) -> None:
    served.start()
    assert served.end() == 0
    served.more = '[play]\nseats = ["A", "B", "C", "D"]\n'
    served.write()
    refused = pone("run", "--config", str(served.file))
    assert (refused.returncode, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
    assert "play.seats" in refused.stderr


# --------------------------------------------------------------------------- a shoe on a port
@pytest.fixture
def shoe(tmp_path: Path) -> Iterator[tuple[SimulatedShoe, str]]:
    """A simulated machine that runs by itself; its hands, and what a table's file says of its port and window."""
    own = tmp_path / "shoe"
    process = start(own, seed=5, speed=1.0)
    hands = SimulatedShoe(own)
    yield hands, f'[shoe]\nport = "{port_beside(own)()}"\nwindow = "{beside(own, ".window")}"\n'
    hands.end()
    process.wait(10)


def test_a_shoe_on_a_port_deals_and_its_death_stops_nobody(served: Served, shoe: tuple[SimulatedShoe, str]) -> None:
    hands, served.more = shoe
    served.start()
    typist = Typist(served.director())
    table = served.kiosk()
    hands.load([Lying(PICTURE[card] + 1, PICTURE[card], BACK) for card in PACK])
    until(lambda: True if "/kiosk/deal" in table.live("/") else None, "the pack is proved", 400)
    assert "demo" not in table.live("/").lower()
    table.post("/kiosk/deal", {"seat": "N"})
    table.post("/kiosk/cut", {"seat": "W", "number": 21})
    until(lambda: True if "turned up" in typist.console.live("/director") else None, "the deal", 400)
    dealt = [fact for fact in served.exported() if fact["fact"] == "dealt"]
    assert len(dealt) == 52

    hands.end()
    gone = "The shoe cannot be reached."
    until(lambda: True if gone in typist.console.live("/director") else None, "the shoe's end is told", 60)
    typist.types("E 7H")
    assert served.exported()[-1]["fact"] == "played"
    assert served.end() == 0


def test_a_shoe_that_is_not_there_at_first_is_told_and_taken_when_it_comes(served: Served, tmp_path: Path) -> None:
    own = tmp_path / "late"
    line, window = tmp_path / "line", beside(own, ".window")
    served.more = f'[shoe]\nport = "{line}"\nwindow = "{window}"\n'
    served.start()
    console = served.director()
    gone = "The shoe cannot be reached."
    until(lambda: True if gone in console.live("/director") else None, "it is told")
    process = start(own, seed=5, speed=1.0)
    try:
        port = port_beside(own)()
        assert port is not None
        line.symlink_to(port)
        until(lambda: None if gone in console.live("/director") else True, "it is found")
        assert served.end() == 0
    finally:
        SimulatedShoe(own).end()
        process.wait(10)


# --------------------------------------------------------------------------- a camera
def test_a_camera_that_is_not_there_at_first_is_told_and_taken_when_it_comes(served: Served, tmp_path: Path) -> None:
    """A film stands for a device that is plugged in later."""
    film, away = tmp_path / "film.mp4", "No camera is there; it is looked for again and again"
    served.more = f'[camera]\ndevice = "{film}"\n'
    served.start()
    table, console = served.kiosk(), served.director()
    until(lambda: True if away in table.live("/") else None, "the table is told")
    assert away in console.live("/director")
    drawn = filmed(reel_of(3, first=1, last=1), tmp_path / "drawn.mp4")
    assert away in table.live("/"), "it is still looked for"
    drawn.rename(film)
    facts = until(lambda: served.exported() or None, "it is seen", 120)
    assert facts[0]["source"] == "camera"
    assert away not in table.live("/")
    assert served.end() == 0


@pytest.mark.full
@pytest.mark.timeout(900)
def test_what_a_camera_sees_is_recorded_until_it_ends_and_then_typed(served: Served) -> None:
    record, film = served.folder / "record.jsonl", served.folder / "film.mp4"
    record.write_text("".join(json.dumps(line) + "\n" for line in (HEADING, *FILMED)))
    drawn = pone("film", str(record), "-o", str(film))
    assert drawn.returncode == 0, drawn.stderr
    served.more = f'[camera]\nfilm = "{film}"\n'
    served.start()
    typist = Typist(served.director(), "E")
    ended = "the camera is not watched any more"
    until(lambda: True if ended in typist.console.live("/director") else None, "the film ends", 300)
    seen = [{k: v for k, v in fact.items() if k in ("fact", "by", "cards", "card", "at")} for fact in served.exported()]
    assert seen == [{k: v for k, v in fact.items() if k != "t"} for fact in FILMED]
    typist.types("3S")
    assert [fact["source"] for fact in served.exported()] == [*["camera"] * len(FILMED), "director"]
    assert served.end() == 0


HEADING = {"record": 1, "game": "whist", "laws": "american-1893", "seats": ["N", "E", "S", "W"], "dealer": "N"}
FILMED: list[dict[str, object]] = [
    {"fact": "turned", "card": "4H", "at": "N", "t": 1},
    {"fact": "played", "by": "E", "cards": "7S", "t": 4},
    {"fact": "played", "by": "S", "cards": "8S", "t": 6},
    {"fact": "took_up", "by": "N", "t": 7.5},
    {"fact": "played", "by": "W", "cards": "9S", "t": 9},
    {"fact": "played", "by": "N", "cards": "AS", "t": 11},
    {"fact": "quitted", "by": "N", "t": 13},
    {"fact": "played", "by": "N", "cards": "2S", "t": 16},
]
