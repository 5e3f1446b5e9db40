"""Pictures from the window's socket."""

from __future__ import annotations

import socket
import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.shoe.window import Picture, PictureStream, SocketWindow


def sent(side: int, strobe: int, rgb: bytes = b"abcdef", *, magic: bytes = b"PICT", channels: int = 3) -> bytes:
    return struct.pack("<4sHHBBHI", magic, 2, 1, side, channels, strobe, len(rgb)) + rgb


LOWER = Picture("lower", 7, 2, 1, b"abcdef")
UPPER = Picture("upper", 7, 2, 1, b"ghijkl")
BOTH = sent(0, 7) + sent(1, 7, b"ghijkl")


@given(st.lists(st.integers(1, 25), min_size=1))
def test_pictures_however_the_bytes_come(sizes: list[int]) -> None:
    stream, data, out, n = PictureStream(), BOTH * 3, list[Picture](), 0
    while data:
        size = sizes[n % len(sizes)]
        out += stream.feed(data[:size])
        data, n = data[size:], n + 1
    assert out == [LOWER, UPPER] * 3


@pytest.mark.parametrize(
    "data",
    [sent(0, 1, magic=b"JPEG"), sent(2, 1), sent(0, 1, channels=4), sent(0, 1, b"ab"), sent(0, 1, b"a" * 60)],
)
def test_what_is_no_picture_is_an_error(data: bytes) -> None:
    with pytest.raises(ValueError, match="no picture"):
        PictureStream().feed(data)


class Camera:
    """The far end of a window's socket."""

    def __init__(self, path: Path) -> None:
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.listener.bind(str(path))
        self.listener.listen()
        self.listener.settimeout(5)

    def accept(self) -> socket.socket:
        return self.listener.accept()[0]


def test_a_pair_is_given_once_and_only_whole(tmp_path: Path) -> None:
    camera, window = Camera(tmp_path / "w"), SocketWindow(tmp_path / "w")
    assert window.pair() is None
    with camera.listener, camera.accept() as eye:
        eye.sendall(sent(0, 7))
        assert window.pair() is None
        eye.sendall(sent(1, 7, b"ghijkl"))
        assert window.pair() == (LOWER, UPPER)
        assert window.pair() is None
        eye.sendall(sent(0, 8) + sent(1, 7))
        assert window.pair() is None
        eye.sendall(sent(1, 8))
        pair = window.pair()
        assert pair is not None
        assert [picture.strobe for picture in pair] == [8, 8]
        window.close()


def test_what_was_forgotten_does_not_come_back(tmp_path: Path) -> None:
    camera, window = Camera(tmp_path / "w"), SocketWindow(tmp_path / "w")
    window.forget()
    with camera.listener, camera.accept() as eye:
        eye.sendall(BOTH)
        window.forget()
        assert window.pair() is None
        eye.sendall(sent(0, 9))
        window.forget()
        eye.sendall(sent(1, 9))
        assert window.pair() is None
        window.close()


@pytest.mark.parametrize("end", [b"", b"rubbish that is no picture at all"])
def test_a_camera_that_was_lost_is_found_again(tmp_path: Path, end: bytes) -> None:
    camera, window = Camera(tmp_path / "w"), SocketWindow(tmp_path / "w")
    assert window.fileno() is None
    assert window.pair() is None
    with camera.listener:
        with camera.accept() as eye:
            assert window.fileno() is not None
            eye.sendall(end or sent(0, 7))
        assert window.pair() is None
        assert window.fileno() is None
        assert window.pair() is None
        with camera.accept() as eye:
            eye.sendall(BOTH)
            assert window.pair() == (LOWER, UPPER)
        window.close()


def test_no_camera_is_no_error(tmp_path: Path) -> None:
    window = SocketWindow(tmp_path / "nothing")
    window.forget()
    assert window.pair() is None
    assert window.fileno() is None
