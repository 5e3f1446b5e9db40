"""The eyes as a machine of the table: what the watcher says becomes messages, and what is durable is passed on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import pytest

from controller.cli import eyes as room
from controller.cli.eyes import Eyes
from controller.table.ears import Ears, Voice
from controller.table.messages import Gone, Hello, Message, Observed, Seen
from vision.watch import Order

ORDER: Final = Order("/dev/video9")
Said = Mapping[str, Any]


@dataclass
class FakeWatch:
    """In place of the watcher's process: the test says what it would."""

    order: Order | Callable[[], Order]
    hear: Callable[[Said], None]
    quiet_s: float | None = None
    pid: int | None = None
    running: bool = False
    knows: list[Order] = field(default_factory=list[Order])

    def start(self) -> None:
        self.running = True

    def stop(self) -> None:
        self.running = False

    def know(self, order: Order) -> None:
        self.knows.append(order)


@dataclass
class Looking:
    """Eyes over a fake watcher, and what came of them."""

    eyes: Eyes
    watch: FakeWatch
    heard: list[Message] = field(default_factory=list[Message])
    passed: list[float] = field(default_factory=list[float])

    def says(self, **said: Any) -> list[Message]:
        """What the table hears of one message of the watcher."""
        before = len(self.heard)
        self.watch.hear(said)
        return self.heard[before:]

    def lives(self, run: str) -> list[Message]:
        """The first message of another life."""
        return self.says(n=1, run=run, t=0.1, aimed={"size": [960, 540], "scale": 2.7, "error": 0.1})

    def sees(self, t: float, fact: str = "played") -> list[Message]:
        """The watcher tells of a fact."""
        return self.says(n=2, t=t, fact={"fact": fact, "by": "E", "cards": "7S"}, confidence=0.99, evidence=["ab"])


@pytest.fixture
def look(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Looking]:
    monkeypatch.setattr(room, "WatchProcess", FakeWatch)

    def begin(order: Order | Callable[[], Order] = ORDER, **more: Any) -> Looking:
        passed: list[float] = []
        made = Eyes(order, passed=passed.append, **more)
        watch = made._watch
        assert isinstance(watch, FakeWatch)
        looking = Looking(made, watch, passed=passed)
        made.start(looking.heard.append)
        return looking

    return begin


def test_before_the_watcher_speaks_the_camera_is_not_there(look: Callable[..., Looking]) -> None:
    looking = look()
    assert looking.watch.running
    assert [type(message) for message in looking.heard] == [Gone]
    looking.eyes.stop()
    assert not looking.watch.running


def test_what_is_seen_is_told_with_its_confidence_and_its_pictures(look: Callable[..., Looking]) -> None:
    looking = look()
    assert looking.lives("one") == [Hello("camera", None, "one")]
    fact = {"fact": "played", "by": "E", "cards": "7S"}
    assert looking.sees(1.5) == [Observed("camera", 1, 1.5, fact, 0.99, ("ab",))]
    assert looking.says(n=3, seen=1.6) == [Seen({"camera": 1.6})]


def test_numbers_begin_again_with_each_life_under_another_name(look: Callable[..., Looking]) -> None:
    looking = look()
    looking.lives("one")
    numbers = [message.seq for t in (1.0, 2.0) for message in looking.sees(t) if isinstance(message, Observed)]
    (lost,) = looking.says(n=0, lost="the watcher died")
    assert isinstance(lost, Gone)
    assert looking.lives("two") == [Hello("camera", None, "two")]
    numbers += [message.seq for t in (2.0, 3.0) for message in looking.sees(t) if isinstance(message, Observed)]
    assert numbers == [1, 2, 1, 2]


def test_it_has_come_no_further_than_what_is_durable(look: Callable[..., Looking]) -> None:
    looking = look()
    looking.lives("one")
    looking.says(n=2, seen=1.0)
    looking.sees(1.5)
    looking.sees(2.5)
    looking.says(n=5, seen=3.0)
    assert looking.passed == [1.0, 1.499]
    looking.eyes.acknowledge({"shoe": 9, "camera": 1})
    assert looking.passed == [1.0, 1.499, 2.499]
    looking.eyes.acknowledge({"camera": 1})
    looking.eyes.acknowledge({"camera": 2})
    assert looking.passed == [1.0, 1.499, 2.499, 3.0]


def test_what_another_life_told_is_waited_for_no_longer(look: Callable[..., Looking]) -> None:
    looking = look()
    looking.lives("one")
    looking.sees(1.5)
    looking.says(n=3, seen=2.0)
    looking.lives("two")
    looking.says(n=2, seen=2.5)
    assert looking.passed == [1.499, 2.5]


@pytest.mark.parametrize("why", list(room._BLIND))
def test_a_blind_camera_is_told_of_in_words_until_it_sees(look: Callable[..., Looking], why: str) -> None:
    looking = look()
    looking.lives("one")
    (gone,) = looking.says(n=2, t=2.0, sight=why)
    assert isinstance(gone, Gone)
    assert room._BLIND[why] in gone.why
    ears = Ears(voices={"camera": Voice()})
    ears.greeted("camera", Hello("camera", None, "one"))
    ears.lost("camera", gone)
    assert ears.voices["camera"].gone == gone.why
    assert looking.says(n=3, t=3.0, sight=None) == []
    (seen,) = looking.says(n=4, seen=3.0)
    assert isinstance(seen, Seen)
    ears.seen("camera", seen, 3.0)
    assert ears.voices["camera"].gone is None


def test_the_end_is_told_with_its_reason(look: Callable[..., Looking]) -> None:
    looking = look()
    looking.lives("one")
    (gone,) = looking.says(n=2, ended="the film has ended")
    assert isinstance(gone, Gone)
    assert "the film has ended" in gone.why


def test_a_camera_that_is_not_there_is_told_and_looked_for(look: Callable[..., Looking]) -> None:
    looking = look()
    (gone,) = looking.says(n=1, away="/dev/video9: no camera answers there")
    assert isinstance(gone, Gone)
    assert "looked for again" in gone.why
    assert looking.lives("one") == [Hello("camera", None, "one")]


def test_what_the_table_knows_better_is_not_told_and_holds_nothing_up(look: Callable[..., Looking]) -> None:
    looking = look(known=lambda fact: fact["fact"] == "turned")
    looking.lives("one")
    assert looking.sees(1.5, "turned") == []
    looking.says(n=3, seen=2.0)
    assert looking.passed == [2.0]
    (seen,) = looking.sees(2.5)
    assert isinstance(seen, Observed)
    assert seen.seq == 1


def test_at_a_turn_up_the_watcher_is_told_what_is_known_of_the_hand(look: Callable[..., Looking]) -> None:
    orders = iter([Order("/dev/video9", tricks=4)])
    looking = look(lambda: next(orders))
    looking.lives("one")
    looking.sees(1.0)
    assert looking.watch.knows == []
    looking.sees(1.5, "turned")
    assert [order.tricks for order in looking.watch.knows] == [4]
