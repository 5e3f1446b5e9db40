"""The panel on the pins of a Raspberry Pi, through gpiozero: any of its factories, or its mock pins.

A button pulls its pin to ground; a lamp is lit by a high pin; the wheel's two contacts pull theirs to ground in
quadrature. gpiozero's own debouncing drops edges and is left off.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, cast

import gpiozero  # pyright: ignore[reportMissingTypeStubs]

from controller.panel.contacts import Contact, edge
from controller.panel.observations import Observation, Pressed, Turned
from controller.panel.wiring import WIRED, Wiring
from controller.rules.seats import Seat

Hear = Callable[[Observation], None]


class GpioPanel:
    """The panel of a table. ``now``: the clock that stamps what it tells; ``factory``: gpiozero's, its default if none.

    ``hear`` is called from the thread in which gpiozero sees the edge.
    """

    def __init__(self, now: Callable[[], float], *, wiring: Wiring = WIRED, factory: object = None) -> None:
        self._now = now
        self._wiring = wiring
        self._factory = factory
        self._lock = threading.Lock()
        self._contacts = dict.fromkeys(wiring.buttons, Contact())
        self._hear: Hear | None = None
        self._devices: list[Any] = []
        self._lamps: dict[Seat, Any] = {}
        self._steps = 0

    def start(self, hear: Hear) -> None:
        """Take the pins. Raises what gpiozero raises where they are not to be had."""
        self._hear = hear
        library = cast("Any", gpiozero)
        for seat, pin in self._wiring.buttons.items():
            button = library.Button(pin, pull_up=True, bounce_time=None, pin_factory=self._factory)
            button.when_pressed = partial(self._edge, seat, True)
            button.when_released = partial(self._edge, seat, False)
            self._devices.append(button)
        for seat, pin in self._wiring.lamps.items():
            self._lamps[seat] = library.LED(pin, pin_factory=self._factory)
        wheel = library.RotaryEncoder(*self._wiring.wheel, max_steps=0, pin_factory=self._factory)
        wheel.when_rotated = partial(self._rotated, wheel)
        self._devices.append(wheel)

    def light(self, seats: Iterable[Seat]) -> None:
        """Light the lamps of these seats and no others."""
        lit = frozenset(seats)
        for seat, lamp in self._lamps.items():
            lamp.value = seat in lit

    def stop(self) -> None:
        """Let go of the pins; the lamps go out."""
        self._hear = None
        for device in (*self._devices, *self._lamps.values()):
            device.close()
        self._devices.clear()
        self._lamps.clear()

    # ------------------------------------------------------------------ inside
    def _edge(self, seat: Seat, level: bool) -> None:
        t = self._now()
        with self._lock:
            self._contacts[seat], pressed = edge(self._contacts[seat], level, t)
        if pressed:
            self._tell(Pressed(seat, t))

    def _rotated(self, wheel: Any) -> None:
        with self._lock:
            steps: int = wheel.steps - self._steps
            self._steps += steps
        if steps:
            self._tell(Turned(steps, self._now()))

    def _tell(self, observation: Observation) -> None:
        if self._hear is not None:
            self._hear(observation)
