"""A table on which one trick and its mishaps are acted, shared by the film maker's tests."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vision.render.choreography import Choreography
from vision.render.film import Reel
from vision.render.scene import Optics, Scene, scene


def acted(made: Scene) -> Choreography:
    """North and East play, South exposes a card, East takes his back and plays another, South and West follow."""
    work = Choreography("NESW", made.people, 3)
    work.packet("N", ["2S", "3S", "4S", "5S"])
    t = 0.2
    work.play("N", ["TD"], t)
    work.play("E", ["KH"], t + 1.2)
    work.expose("S", ["5C"], t + 2.4)
    work.withdraw("E", ["KH"], t + 3.6)
    work.play("E", ["KD"], t + 4.9)
    work.play("S", ["3D"], t + 6.1)
    work.play("W", ["JD"], t + 7.3)
    work.gather("E", t + 8.6)
    return work


@pytest.fixture(scope="session")
def clean() -> Scene:
    """A scene whose camera adds no noise."""
    return replace(scene(4), optics=Optics(noise=0.0, quality=92))


@pytest.fixture(scope="session")
def reel(clean: Scene) -> Reel:
    work = acted(clean)
    return Reel(clean, work.timeline(), tuple(work.deeds), work.places, {"deck": "club"}, None, ({"N": "TD"},))
