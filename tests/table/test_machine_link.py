"""The link to the machine: what it says, what it does not, and a connection that ends."""

from __future__ import annotations

import contextlib
import queue
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.table.machine_link import SocketMachine, read_message
from controller.table.messages import ClockTold, Gone, Hello, Kept, Message, Observed, Seen
from tests.table.fakes import WAIT_S, FakeMachine


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b'{"clock":12.5}', ClockTold(12.5)),
        (b'{"seen":{"camera":3,"shoe":4.5}}', Seen({"camera": 3.0, "shoe": 4.5})),
        (
            b'{"source":"camera","seq":1,"t":2,"fact":{"fact":"quitted","by":"N"},"evidence":["f1"]}',
            Observed("camera", 1, 2.0, {"fact": "quitted", "by": "N"}, 1.0, ("f1",)),
        ),
        (b'{"hello":{"machine":"simulated","demo":true,"run":"a","speed":2}}', Hello("simulated", None, "a", True, 2)),
        (b'{"kept":{"deal":"ab","key":"00ff"}}', Kept("ab", b"\x00\xff")),
        (b'{"kept":{"deal":"ab","key":null}}', Kept("ab", None)),
    ],
)
def test_messages_are_read(line: bytes, message: Message) -> None:
    assert read_message(line) == message


@pytest.mark.parametrize(
    "line",
    [
        b"", b"{", b"[]", b"null", b'"clock"', b"{}", b'{"clock":"x"}', b'{"clock":true}', b'{"clock":NaN}',
        b'{"clock":1e999}', b'{"seen":[]}', b'{"seen":{"camera":null}}', b'{"source":"camera"}',
        b'{"source":"camera","seq":-1,"t":1,"fact":{}}', b'{"source":1,"seq":1,"t":1,"fact":{}}',
        b'{"source":"camera","seq":1,"t":1,"fact":[]}', b'{"kept":{"deal":"ab","key":"zz"}}', b'{"hello":{}}',
        b"\xff\xfe", b"[" * 100_000,
    ],
)  # fmt: skip
def test_what_is_no_message_is_none(line: bytes) -> None:
    assert read_message(line) is None


@given(st.binary(max_size=60))
def test_no_bytes_stop_the_link(line: bytes) -> None:
    read_message(line)


@pytest.fixture
def heard(tmp_path: Path) -> Iterator[tuple[queue.SimpleQueue[Message], FakeMachine, SocketMachine]]:
    inbox: queue.SimpleQueue[Message] = queue.SimpleQueue()
    link = SocketMachine(tmp_path / "machine", quiet_s=0.1)
    with FakeMachine(tmp_path / "machine") as machine:
        link.start(inbox.put)
        yield inbox, machine, link
        link.stop()


def until(inbox: queue.SimpleQueue[Message], kind: type[Message]) -> Message:
    while True:
        message = inbox.get(timeout=WAIT_S)
        if isinstance(message, kind):
            return message


def test_it_connects_again_by_itself(heard: tuple[queue.SimpleQueue[Message], FakeMachine, SocketMachine]) -> None:
    inbox, machine, _ = heard
    assert isinstance(until(inbox, Hello), Hello)
    machine.hang_up()
    assert until(inbox, Gone) == Gone("no machine is connected")
    until(inbox, Hello)


def test_a_machine_that_says_nothing_is_gone_until_it_speaks(
    heard: tuple[queue.SimpleQueue[Message], FakeMachine, SocketMachine],
) -> None:
    inbox, machine, _ = heard
    until(inbox, Hello)
    assert until(inbox, Gone) == Gone("the machine says nothing")
    machine.now(5.0)
    assert until(inbox, ClockTold) == ClockTold(5.0)


def test_lines_that_are_no_message_are_passed_over(
    heard: tuple[queue.SimpleQueue[Message], FakeMachine, SocketMachine],
) -> None:
    inbox, machine, _ = heard
    until(inbox, Hello)
    machine.say({"nonsense": 1})
    machine.say({"clock": 9.0})
    message = until(inbox, ClockTold)
    while message != ClockTold(9.0):
        message = until(inbox, ClockTold)


def test_keys_and_acknowledgements_go_out(
    heard: tuple[queue.SimpleQueue[Message], FakeMachine, SocketMachine],
) -> None:
    inbox, machine, link = heard
    until(inbox, Hello)
    link.keep("ab", b"\x01\x02")
    link.acknowledge({"camera": 4})
    link.recall("ab")
    assert until(inbox, Kept) == Kept("ab", b"\x01\x02")
    machine.wait_acked(camera=4)


def test_without_a_machine_nothing_is_sent_and_stopping_is_quick(tmp_path: Path) -> None:
    inbox: queue.SimpleQueue[Message] = queue.SimpleQueue()
    link = SocketMachine(tmp_path / "nobody")
    link.start(inbox.put)
    link.acknowledge({"camera": 1})
    assert until(inbox, Gone) == Gone("no machine is connected")
    link.stop()


def test_a_line_without_end_ends_the_connection(tmp_path: Path) -> None:
    inbox: queue.SimpleQueue[Message] = queue.SimpleQueue()
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
        listener.bind(str(tmp_path / "machine"))
        listener.listen(1)
        listener.settimeout(WAIT_S)
        link = SocketMachine(tmp_path / "machine")
        link.start(inbox.put)
        peer, _ = listener.accept()
        with peer:
            with contextlib.suppress(OSError):
                peer.sendall(b"x" * (3 << 20))
            assert until(inbox, Gone) == Gone("no machine is connected")
        link.stop()
