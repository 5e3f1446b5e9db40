"""The link by itself: numbers, resends, silence, resets."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field

import pytest

from controller.shoe import messages
from controller.shoe.codes import TABLE_HASH, VERSION, MessageCode, ReasonCode
from controller.shoe.link import Answered, Ended, Heard, Link, Mismatched, Opened, Told
from controller.shoe.packets import Packet, Unpacker, encode


def said(message: messages.Message, seq: int = 0, ack: int = 0) -> bytes:
    """What a shoe sends."""
    return encode(Packet(True, seq, ack, messages.code_of(message), messages.encode(message)))


def greeting(session: int, *, table_hash: int = TABLE_HASH) -> messages.HelloReply:
    return messages.HelloReply(session, VERSION, table_hash, bytes(8), 1, 1, 1)


STATE = messages.State(0, 1, 0, 0)
LOOK = messages.Look()
SENSORS = messages.Sensors(0, 0, 0, 0, 0)


@dataclass
class Line:
    """A link whose packets are read, and whose time is set."""

    link: Link = field(default_factory=lambda: Link(6))
    now: float = 10.0
    unpacker: Unpacker = field(default_factory=Unpacker)

    def sent(self) -> list[Packet]:
        return self.unpacker.feed(self.link.poll(self.now))

    def hear(self, data: bytes = b"") -> list[Heard]:
        return self.link.receive(data, self.now)


@pytest.fixture
def line() -> Line:
    """A link in its session 7."""
    line = Line()
    line.link.open(line.now)
    (hello,) = line.sent()
    assert (hello.type, hello.seq) == (MessageCode.HELLO, 0)
    assert messages.decode(hello.type, hello.payload) == messages.Hello(7, VERSION, TABLE_HASH)
    assert line.hear(said(greeting(7))) == [Opened(greeting(7))]
    return line


def test_hello_is_repeated_until_it_is_answered() -> None:
    line = Line()
    line.link.open(line.now)
    times = list[int]()
    for ms in range(1000):
        line.now = 10 + ms / 1000
        times += [ms] * len(line.sent())
    assert times[:3] == [0, 50, 130]
    assert all(later - sooner < 100 for sooner, later in itertools.pairwise((*times, 1000)))


def test_the_answer_to_an_older_session_opens_none() -> None:
    line = Line()
    line.link.open(line.now)
    assert line.hear(said(greeting(6))) == []
    assert not line.link.opened


def test_a_boot_is_greeted_at_once() -> None:
    line = Line()
    line.link.open(line.now)
    line.sent()
    line.now += 0.01
    assert line.sent() == []
    line.hear(said(messages.Boot(0, 1, 1)))
    assert [packet.type for packet in line.sent()] == [MessageCode.HELLO]


@pytest.mark.parametrize(
    "answer",
    [greeting(7, table_hash=1), messages.Nak(0, ReasonCode.BAD_TABLE, 0), messages.Nak(0, ReasonCode.BAD_VERSION, 0)],
)
def test_another_protocol_is_refused_in_words(answer: messages.Message) -> None:
    line = Line()
    line.link.open(line.now)
    (heard,) = line.hear(said(answer))
    assert isinstance(heard, Mismatched)
    assert "protocol" in heard.why
    line.now += 5
    assert line.sent() == []


def test_a_command_is_sent_again_until_its_reply_and_answered_once(line: Line) -> None:
    line.link.send(LOOK)
    times = list[int]()
    start = line.now
    for ms in range(400):
        line.now = start + ms / 1000
        line.hear(said(messages.ShoeBeat(0, 1)))
        times += [ms for packet in line.sent() if packet.type == MessageCode.LOOK]
    assert times == [0, 50, 150, 350]
    assert line.link.counters["resends"] == 3
    reply = said(SENSORS, ack=1)
    assert line.hear(reply) == [Answered(SENSORS)]
    assert line.hear(reply) == []


def test_one_command_is_on_the_way_at_a_time(line: Line) -> None:
    for _ in range(3):
        line.link.send(LOOK)
    assert [packet.seq for packet in line.sent()] == [1]
    assert line.sent() == []
    line.hear(said(SENSORS, ack=1))
    assert [packet.seq for packet in line.sent()] == [2]


def test_only_the_reply_to_this_command_answers_it(line: Line) -> None:
    line.link.send(LOOK)
    line.sent()
    assert line.hear(said(SENSORS, ack=2)) == []
    assert line.hear(said(messages.Ack(1), ack=1)) == []
    assert line.hear(said(messages.Nak(2, ReasonCode.BUSY, 0), ack=1)) == []
    nak = messages.Nak(1, ReasonCode.BUSY, 0)
    assert line.hear(said(nak, ack=1)) == [Answered(nak)]


def test_numbers_pass_zero_over(line: Line) -> None:
    for n in range(300):
        line.link.send(LOOK)
        (packet,) = (p for p in line.sent() if p.seq)
        assert packet.seq == n % 255 + 1
        line.hear(said(SENSORS, ack=packet.seq))


def test_an_event_is_told_once_and_acknowledged_each_time(line: Line) -> None:
    for times in range(3):
        heard = line.hear(said(STATE, seq=1))
        assert heard == ([Told(STATE)] if times == 0 else [])
        assert [(packet.type, packet.seq, packet.ack) for packet in line.sent()] == [(MessageCode.BEAT, 0, 1)]
    assert line.link.counters["repeats"] == 2


def test_an_event_out_of_turn_is_neither_told_nor_acknowledged(line: Line) -> None:
    assert line.hear(said(STATE, seq=2)) == []
    assert line.sent() == []


def test_events_go_round_behind_255(line: Line) -> None:
    for n in range(600):
        assert line.hear(said(STATE, seq=n % 255 + 1)) == [Told(STATE)]
        line.sent()


def test_a_command_carries_the_acknowledgement(line: Line) -> None:
    line.hear(said(STATE, seq=1))
    line.link.send(LOOK)
    assert [(packet.type, packet.ack) for packet in line.sent()] == [(MessageCode.LOOK, 1)]
    assert line.sent() == []


def test_the_host_is_never_silent_for_a_hundred_milliseconds(line: Line) -> None:
    times = list[int]()
    start = line.now
    for ms in range(1, 450):
        line.now = start + ms / 1000
        line.hear(said(messages.ShoeBeat(0, 1)))
        times += [ms] * len(line.sent())
    assert len(times) >= 4
    assert all(later - sooner < 100 for sooner, later in itertools.pairwise((0, *times)))
    assert line.link.due() <= line.now + 0.1


def test_while_it_thinks_it_beats_only_to_be_kept(line: Line) -> None:
    times = list[int]()
    start = line.now
    for ms in range(1, 1000):
        line.now = start + ms / 1000
        line.hear(said(messages.ShoeBeat(0, 1)))
        times += [ms] * len(line.unpacker.feed(line.link.poll(line.now, thinking=True)))
    assert all(200 < later - sooner < 500 for sooner, later in itertools.pairwise((0, *times)))
    line.hear(said(STATE, seq=1))
    assert line.unpacker.feed(line.link.poll(line.now, thinking=True))[0].ack == 1


def test_half_a_second_of_silence_ends_the_session_and_a_new_one_is_called(line: Line) -> None:
    line.now += 0.49
    assert line.hear() == []
    line.now += 0.011
    (ended,) = line.hear()
    assert isinstance(ended, Ended)
    (hello,) = line.sent()
    assert messages.decode(hello.type, hello.payload) == messages.Hello(8, VERSION, TABLE_HASH)


def test_what_has_come_counts_before_silence(line: Line) -> None:
    line.now += 3
    assert line.hear(said(messages.ShoeBeat(0, 1))) == []
    line.now += 0.49
    assert line.hear() == []
    assert line.link.opened


@pytest.mark.parametrize("word", [messages.Boot(0, 2, 2), messages.Nak(1, ReasonCode.NO_SESSION, 0)])
def test_a_reset_ends_the_session_and_forgets_what_was_on_the_way(line: Line, word: messages.Message) -> None:
    line.link.send(LOOK)
    line.link.send(LOOK)
    line.sent()
    (ended,) = line.hear(said(word, ack=1))
    assert ended == Ended("the shoe was reset")
    line.sent()
    line.hear(said(greeting(8)))
    line.now += 0.02
    assert line.sent() == []
    line.link.send(LOOK)
    assert [packet.seq for packet in line.sent()] == [1]


def test_what_comes_before_the_greeting_is_of_another_session() -> None:
    line = Line()
    line.link.open(line.now)
    assert line.hear(said(STATE, seq=1) + said(SENSORS, ack=1)) == []
    line.hear(said(greeting(7)))
    assert line.hear(said(STATE, seq=1)) == [Told(STATE)]


def test_its_own_words_come_back_unheard(line: Line) -> None:
    line.link.send(LOOK)
    echo = line.link.poll(line.now)
    assert line.hear(echo) == []


def test_no_command_without_a_session() -> None:
    link = Link(0)
    with pytest.raises(RuntimeError):
        link.send(LOOK)
