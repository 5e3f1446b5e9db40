"""The camera at the window: pictures of both sides, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.simulated import pins as p
from tests.simulated.bench import HEIGHT, WIDTH, Camera, Machine, colour

BACK = 53


@pytest.fixture
def camera(machine: Machine) -> Iterator[Camera]:
    made = Camera(machine.file("window"))
    machine.run(1)
    yield made
    made.close()


def _to_window(machine: Machine, *cards: dict[str, Any]) -> None:
    """The first card comes to C2."""
    machine.hands.do(load=list(cards))
    machine.out("A", p.PICK | p.FEED)
    machine.run(70)
    machine.out("A", p.FEED)
    while not machine.inputs()[0] & 8:
        pass
    machine.out("A", 0)


def _flash(machine: Machine, camera: Camera) -> tuple[bytes, bytes]:
    machine.out("A", p.STROBE)
    machine.out("A", 0)
    (lower, one, first), (upper, two, second) = camera.picture(), camera.picture()
    assert (lower, upper, one) == (0, 1, two)
    return first, second


def _mean(picture: bytes, top: bool) -> tuple[float, ...]:
    """The mean colour of the middle of a half."""
    rows = range(8, 40) if top else range(56, 88)
    points = [picture[(y * WIDTH + x) * 3 : (y * WIDTH + x) * 3 + 3] for y in rows for x in range(8, 56)]
    return tuple(sum(point[i] for point in points) / len(points) for i in range(3))


def _shows(picture: bytes, wanted: tuple[int, ...]) -> bool:
    """Whether a half of the picture has a colour, up to light."""
    for top in (True, False):
        mean = _mean(picture, top)
        if all(0.86 * value - 3 <= seen <= 1.1 * value + 3 for value, seen in zip(wanted, mean, strict=True)):
            return True
    return False


@pytest.mark.parametrize("faced", [False, True])
def test_a_face_and_a_back(machine: Machine, camera: Camera, faced: bool) -> None:
    _to_window(machine, {"serial": 1, "picture": 17, "faced": faced})
    lower, upper = _flash(machine, camera)
    face, back = (upper, lower) if faced else (lower, upper)
    assert _shows(face, colour(17))
    assert not _shows(face, colour(BACK))
    assert _shows(back, colour(BACK))


def test_pictures_differ_and_cards_lie_either_way(machine: Machine, camera: Camera) -> None:
    ways: set[bool] = set()
    first = b""
    for serial in range(12):
        _to_window(machine, {"serial": serial, "picture": 3})
        lower, _ = _flash(machine, camera)
        assert lower != first
        first = lower
        top = _mean(lower, top=True)
        ways.add(all(abs(seen - value) < 30 for seen, value in zip(top, colour(3), strict=True)))
        machine.hands.do(take="path")
    assert ways == {False, True}


def test_a_strangers_back(machine: Machine, camera: Camera) -> None:
    _to_window(machine, {"serial": 1, "picture": 17, "back": 54})
    assert _shows(_flash(machine, camera)[1], colour(54))
    machine.hands.do(exchange={"serial": 1, "back": 60})
    red, green, blue = colour(BACK)
    assert not _shows(_flash(machine, camera)[1], (red, green, blue))


def test_an_exchanged_picture(machine: Machine, camera: Camera) -> None:
    _to_window(machine, {"serial": 1, "picture": 17})
    machine.hands.do(exchange={"serial": 1, "picture": 30})
    lower, _ = _flash(machine, camera)
    assert _shows(lower, colour(30))
    assert not _shows(lower, colour(17))


def test_an_unreadable_card_for_a_while(machine: Machine, camera: Camera) -> None:
    _to_window(machine, {"serial": 1, "picture": 17})
    machine.hands.do(fault={"kind": "unreadable", "card": 1, "times": 2})
    for shown in (False, False, True):
        assert _shows(_flash(machine, camera)[0], colour(17)) is shown


def test_dirt_covers_its_share(machine: Machine, camera: Camera) -> None:
    _to_window(machine, {"serial": 1, "picture": 17, "smudge": 1.0})
    lower, upper = _flash(machine, camera)
    assert _shows(lower, (150, 150, 150))
    assert _shows(upper, colour(BACK))


def test_of_two_that_stick_one_side_of_each(machine: Machine, camera: Camera) -> None:
    machine.hands.do(fault={"kind": "double_feed"})
    _to_window(machine, {"serial": 1, "picture": 17}, {"serial": 2, "picture": 30, "faced": True})
    lower, upper = _flash(machine, camera)
    assert _shows(lower, colour(17))
    assert _shows(upper, colour(30))


def test_nothing_lies_there(machine: Machine, camera: Camera) -> None:
    for picture in _flash(machine, camera):
        assert len(picture) == WIDTH * HEIGHT * 3
        assert max(_mean(picture, top=True)) < 40


def test_a_card_that_lies_too_far_is_shifted(machine: Machine, camera: Camera) -> None:
    _to_window(machine, {"serial": 1, "picture": 17})
    machine.out("A", p.FEED | p.FAST)
    machine.run(13)
    machine.out("A", 0)
    lower, _ = _flash(machine, camera)
    left = [lower[(20 * WIDTH + x) * 3] for x in range(6)]
    assert max(left) < 50
    machine.out("L", p.FEED_REVERSE)
    machine.out("A", p.FEED)
    machine.run(33)
    machine.out("A", 0)
    assert _shows(_flash(machine, camera)[0], colour(17))


def test_the_socket_says_nothing_but_pictures(machine: Machine, camera: Camera) -> None:
    _to_window(machine, {"serial": 987654321, "picture": 17})
    camera.socket.sendall(b'{"where":true}\n' * 100)
    machine.run(50)
    camera.socket.setblocking(False)
    with pytest.raises(BlockingIOError):
        camera.socket.recv(1)
    camera.socket.setblocking(True)
    said = b"".join(_flash(machine, camera))
    assert b"987654321" not in said
    assert (987654321).to_bytes(4, "little") not in said
