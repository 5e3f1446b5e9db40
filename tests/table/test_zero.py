"""A machine whose seconds begin anew with each life, heard in the table's."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from controller.table.clock import MonotonicClock
from controller.table.messages import Gone, Hello, Message, Observed, Seen
from controller.table.zero import FromZero

PLAYED = {"fact": "played", "by": "E", "cards": "7H"}


class Told:
    """A machine that tells what a test says, and remembers what it is told."""

    def __init__(self) -> None:
        self.hear: Callable[[Message], None] = print
        self.asked: list[object] = []

    def start(self, hear: Callable[[Message], None]) -> None:
        self.hear = hear

    def acknowledge(self, seqs: Mapping[str, int]) -> None:
        self.asked.append(dict(seqs))

    def keep(self, deal: str, key: bytes) -> None:
        self.asked.append((deal, key))

    def recall(self, deal: str) -> None:
        self.asked.append(deal)

    def stop(self) -> None:
        self.asked.append("stop")


def test_each_life_begins_at_the_tables_time() -> None:
    now = [100.0]
    machine, heard = Told(), list[Message]()
    set_ = FromZero(machine, MonotonicClock(0.0, lambda: now[0]))
    set_.start(heard.append)
    now[0] = 150.0
    machine.hear(Hello("camera", None, "one"))
    machine.hear(Seen({"camera": 0.2}))
    now[0] = 153.0
    machine.hear(Observed("camera", 1, 2.7, PLAYED, 0.99))
    machine.hear(Gone("it died"))
    machine.hear(Hello("camera", None, "two"))
    now[0] = 160.0
    machine.hear(Observed("camera", 1, 0.5, PLAYED))
    assert [m.t for m in heard if isinstance(m, Observed)] == [52.5, 60.0]
    assert heard[1] == Seen({"camera": 50.0})
    assert heard[2] == Observed("camera", 1, 52.5, PLAYED, 0.99)


def test_what_ran_ahead_of_the_clock_is_not_overtaken() -> None:
    machine, heard = Told(), list[Message]()
    set_ = FromZero(machine, MonotonicClock(0.0, lambda: 7.0))
    set_.start(heard.append)
    machine.hear(Hello("camera", None, "one"))
    machine.hear(Seen({"camera": 0.0}))
    machine.hear(Observed("camera", 1, 30.0, PLAYED))
    machine.hear(Hello("camera", None, "two"))
    machine.hear(Observed("camera", 1, 1.0, PLAYED))
    assert [m.t for m in heard if isinstance(m, Observed)] == [30.0, 30.0]


def test_what_the_table_says_goes_on_to_the_machine() -> None:
    machine = Told()
    set_ = FromZero(machine, MonotonicClock())
    set_.acknowledge({"camera": 3})
    set_.keep("deal", b"key")
    set_.recall("deal")
    set_.stop()
    assert machine.asked == [{"camera": 3}, ("deal", b"key"), "deal", "stop"]
