"""Lock-step: the simulated clock waits for the host, and for nothing that cannot come."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.simulated.bench import Machine, never, wait_for

Start = Callable[..., Machine]
BEAT, HELLO, ACK, STATE, BOOT = 0x02, 0x01, 0x40, 0x62, 0x60


def crc16(data: bytes) -> int:
    """CRC-16/CCITT-FALSE."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc


def packet(number: int, ack: int, kind: int, payload: bytes = b"", *, shoe: bool = False) -> bytes:
    """A link packet between its delimiters."""
    body = bytes([1 | (0x80 if shoe else 0), number, ack, kind]) + payload
    body += crc16(body).to_bytes(2, "little")
    stuffed = b"".join(bytes([len(part) + 1]) + part for part in body.split(b"\0"))
    return b"\0" + stuffed + b"\0"


@pytest.fixture
def locked(start: Start) -> Machine:
    """Runs as fast as it can, in lock-step, with the host who has just come."""
    machine = start("--lockstep")
    machine.restart()
    machine.hands.do(hold=False)
    return machine


def _stands(machine: Machine) -> int:
    """The instant at which it stands still; fails where it does not."""
    seen = [-1]

    def same() -> bool:
        seen.append(machine.clock()[0])
        return seen[-1] == seen[-2]

    wait_for(same)
    return seen[-1]


def _goes_on(machine: Machine, instant: int) -> None:
    """Until its clock is past this instant."""
    wait_for(lambda: machine.clock()[0] > instant)


def _send(machine: Machine, data: bytes) -> int:
    """The program in the chip sends these bytes, with a host that was just heard; the instant before."""
    before = _stands(machine)
    machine.line.write(b"x" + bytes([len(data)]) + data + packet(0, 0, BEAT))
    assert machine.line.read(len(data)) == data
    return before


def test_it_stands_a_tenth_of_a_second_after_the_host_was_heard(locked: Machine) -> None:
    after = first = _stands(locked)
    for _ in range(3):
        before = _stands(locked)
        locked.line.write(packet(0, 0, BEAT))
        _goes_on(locked, before)
        after = _stands(locked)
        assert 0.099 < (after - before) / 1e9 <= 0.102
    assert first < after


def test_a_host_that_calls_in_vain_calls_again(locked: Machine) -> None:
    """It does so every 200 ms, while a board without power answers nothing."""
    locked.hands.do(power="off")
    before = _stands(locked)
    locked.line.write(packet(0, 0, HELLO, b"abcd"))
    _goes_on(locked, before)
    assert 0.299 < (_stands(locked) - before) / 1e9 <= 0.302


def test_damaged_or_foreign_packets_are_not_heard(locked: Machine) -> None:
    before = _stands(locked)
    good = packet(0, 0, BEAT)
    changed, cut = good[:3] + bytes([good[3] ^ 4]) + good[4:], good[:-3] + b"\0"
    for bad in (changed, cut, packet(0, 0, BEAT, shoe=True), b"\0" * 9, b"\xff" * 300 + b"\0"):
        locked.line.write(bad)
    never(lambda: locked.clock()[0] != before, 0.2)


def test_it_waits_for_an_acknowledgement(locked: Machine) -> None:
    before = _send(locked, packet(5, 0, STATE, b"abc", shoe=True))
    asked = _stands(locked)
    assert 0.039 < (asked - before) / 1e9 < 0.045
    locked.line.write(packet(0, 4, BEAT))
    never(lambda: locked.clock()[0] != asked, 0.15)
    locked.line.write(packet(0, 5, BEAT))
    _goes_on(locked, asked)
    assert 0.095 < (_stands(locked) - asked) / 1e9 < 0.105


@pytest.mark.parametrize("kind", [STATE, BOOT, ACK])
def test_what_has_no_number_is_not_waited_for(locked: Machine, kind: int) -> None:
    before = _send(locked, packet(0, 3, kind, b"abc", shoe=True))
    assert 0.099 < (_stands(locked) - before) / 1e9 < 0.105


@pytest.mark.parametrize("frees", ["hello", "power", "hang-up"])
def test_what_frees_it(locked: Machine, frees: str) -> None:
    _send(locked, packet(5, 0, STATE, b"abc", shoe=True))
    before = _stands(locked)
    if frees == "hello":
        locked.line.write(packet(0, 0, HELLO, b"abcd"))
    elif frees == "power":
        locked.hands.do(power="off")
    else:
        locked.line.close()
    _goes_on(locked, before + 10_000_000)
    if frees == "hang-up":
        _goes_on(locked, before + 2_000_000_000)
        locked.plug()


@pytest.mark.parametrize("flip", [0.0, 1.0])
def test_a_packet_that_the_noise_ate_is_not_waited_for(locked: Machine, flip: float) -> None:
    """The shoe sends it again after 50 ms; a clock that stood at 40 would never get there."""
    locked.hands.do(hold=True)
    sent = packet(5, 0, STATE, b"abc", shoe=True)
    locked.line.write(b"x" + bytes([len(sent)]) + sent + packet(0, 0, BEAT))
    locked.run(2)
    locked.hands.do(noise={"flip": flip})
    locked.run(4)
    locked.hands.do(noise=None)
    assert (locked.line.read(len(sent)) == sent) is (flip == 0)
    before = locked.clock()[0]
    locked.hands.do(hold=False)
    assert ((_stands(locked) - before) / 1e9 > 0.06) is (flip == 1)


def test_a_packet_of_the_host_that_the_noise_ate_counts(locked: Machine) -> None:
    """The host has said it, and says it again only when the shoe has sent its own again."""
    _send(locked, packet(5, 0, STATE, b"abc", shoe=True))
    before = _stands(locked)
    locked.hands.do(noise={"flip": 1.0})
    locked.line.write(packet(0, 5, BEAT))
    _goes_on(locked, before + 90_000_000)


def test_it_can_be_switched(locked: Machine) -> None:
    before = _stands(locked)
    locked.hands.do(lockstep=False)
    _goes_on(locked, before + 1_000_000_000)
    locked.hands.do(lockstep=True)
    _stands(locked)
