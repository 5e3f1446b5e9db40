"""Link packets: the bytes themselves, and what noise makes of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.shoe.codes import PAYLOAD_MAX, VERSION
from controller.shoe.errors import BadPacket
from controller.shoe.packets import Packet, Unpacker, crc16, decode, encode

BYTE = st.integers(0, 255)
PACKETS = st.builds(Packet, st.booleans(), BYTE, BYTE, BYTE, st.binary(max_size=PAYLOAD_MAX))


def test_the_checksum_is_the_one_of_the_catalogue() -> None:
    assert crc16(b"123456789") == 0x29B1


def test_the_bytes_of_a_packet() -> None:
    # Stuffed by hand: version 1, seq 2, ack 0, type 0x15, no payload, checksum low byte first.
    crc = crc16(b"\x01\x02\x00\x15").to_bytes(2, "little")
    assert encode(Packet(False, 2, 0, 0x15, b"")) == b"\x03\x01\x02\x04\x15" + crc + b"\x00"


@given(PACKETS)
def test_what_is_packed_is_unpacked(packet: Packet) -> None:
    data = encode(packet)
    assert data.count(b"\0") == 1
    assert data.endswith(b"\0")
    assert decode(data[:-1]) == packet


@given(PACKETS, st.data())
def test_one_spoilt_byte_is_noticed(packet: Packet, data: st.DataObject) -> None:
    sound = encode(packet)
    at = data.draw(st.integers(0, len(sound) - 2))
    spoilt = bytearray(sound)
    spoilt[at] ^= data.draw(st.integers(1, 255))
    assert packet not in Unpacker().feed(bytes(spoilt))


@given(st.lists(PACKETS, max_size=5), st.lists(st.integers(1, 30), min_size=1))
def test_a_stream_is_cut_at_its_delimiters_however_it_comes(packets: list[Packet], sizes: list[int]) -> None:
    stream = b"".join(encode(packet) for packet in packets)
    unpacker, out, n = Unpacker(), list[Packet](), 0
    while stream:
        size = sizes[n % len(sizes)]
        out += unpacker.feed(stream[:size])
        stream, n = stream[size:], n + 1
    assert out == packets
    assert unpacker.bad == 0


def test_a_packet_cut_off_by_a_reset_does_not_spoil_the_next_one() -> None:
    packet = Packet(True, 1, 0, 0x62, b"12345678")
    sound = encode(packet)
    unpacker = Unpacker()
    assert unpacker.feed(sound[:6] + b"\0" + sound) == [packet]
    assert unpacker.bad == 1
    glued = Unpacker()
    assert glued.feed(sound[:6] + sound) == []


@given(st.binary(max_size=300))
def test_no_bytes_stop_it(data: bytes) -> None:
    unpacker = Unpacker()
    unpacker.feed(data)
    sound = Packet(True, 1, 2, 3, b"4")
    assert unpacker.feed(b"\0" + encode(sound))[-1] == sound


def test_noise_without_end_takes_no_room() -> None:
    unpacker = Unpacker()
    for _ in range(100):
        unpacker.feed(b"x" * 1000)
    assert len(unpacker._rest) < 1000
    assert unpacker.feed(b"\0") == []
    assert unpacker.bad == 1


@pytest.mark.parametrize("version", [0, VERSION + 1, 0x7F])
def test_another_version_of_the_link_is_no_packet(version: int) -> None:
    from cobs import cobs  # type: ignore[import-untyped]

    bare = bytes((version, 1, 1, 1))
    with pytest.raises(BadPacket, match="version"):
        decode(cobs.encode(bare + crc16(bare).to_bytes(2, "little")))
