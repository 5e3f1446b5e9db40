"""A contact bounces, and one press is one press; the wheel's number stays where the laws want it."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from controller.panel.contacts import FEWEST, MOST, QUIET_S, Contact, Wheel, edge, turned


def presses(edges: Iterable[tuple[bool, float]]) -> list[float]:
    """When a press was told, of edges with their times."""
    contact, told = Contact(), list[float]()
    for level, t in edges:
        contact, pressed = edge(contact, level, t)
        told += [t] if pressed else []
    return told


def test_a_press_is_told_at_its_first_edge() -> None:
    assert presses([(True, 1.0)]) == [1.0]


def test_what_bounces_is_one_press() -> None:
    down = [(n % 2 == 0, 1.0 + n * 0.002) for n in range(9)]
    up = [(n % 2 == 1, 2.0 + n * 0.002) for n in range(8)]
    assert presses([*down, *up]) == [1.0]


def test_a_release_that_bounces_is_no_press() -> None:
    assert presses([(True, 1.0), (False, 1.5), (True, 1.502), (False, 1.504)]) == [1.0]


def test_two_presses_are_two() -> None:
    assert presses([(True, 1.0), (False, 1.1), (True, 1.2), (False, 1.3)]) == [1.0, 1.2]


def test_a_tap_that_is_shorter_than_the_bouncing_hides_no_press_after_it() -> None:
    assert presses([(True, 1.0), (False, 1.005), (True, 1.1)]) == [1.0, 1.1]


@given(
    st.lists(
        st.tuples(
            st.floats(QUIET_S * 2, 1.0),
            st.lists(st.floats(0.0001, QUIET_S / 10), max_size=8),
            st.floats(QUIET_S * 2, 1.0),
        ),
        max_size=8,
    )
)
def test_so_many_presses_are_told_as_there_were(fingers: list[tuple[float, list[float], float]]) -> None:
    """Each finger waits, presses with a bouncing contact, holds, and lets go with the same bouncing."""
    t, edges = 0.0, list[tuple[bool, float]]()
    for wait, bounces, hold in fingers:
        for pause, first in ((wait, True), (hold, False)):
            t += pause
            edges.append((first, t))
            for gap in bounces:
                edges += [(not first, t + gap / 2), (first, t + gap)]
                t += gap
    assert len(presses(edges)) == len(fingers)


def test_the_wheel_stops_at_the_least_and_the_greatest_cut() -> None:
    assert turned(Wheel(), 3).number == 29
    assert turned(Wheel(), -100).number == FEWEST == 4
    assert turned(turned(Wheel(), 100), -1).number == MOST - 1 == 47
