"""What stands still in a film: table, light, cameras, packs and people. All of it is data.

Colours are blue, green, red. The light is what a camera's bytes show, so that a product of two shares is a product of
pixel values (the gamma of the picture is a power, and powers keep products).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from vision.render.camera import PLAY_AREA, Lens, Mount, View, camera_of
from vision.render.deck import DrawnPack, Pack, UnknownName, pack_named
from vision.render.shapes import Colour

Gains = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Lamp:
    """A lamp at ``place`` (x, y, height mm) with a shade of ``radius`` mm; ``power`` is its share of the light."""

    place: tuple[float, float, float]
    power: float = 1.0
    radius: float = 90.0
    colour: Gains = (1.0, 1.0, 1.0)
    sheen: float = 1.0


@dataclass(frozen=True, slots=True)
class Light:
    """The light in the room and how the camera takes it.

    ``ambient`` is what comes from everywhere; ``exposure`` multiplies the picture, ``balance`` its channels;
    ``flicker`` is the depth of the mains' ripple that an exposure of the wrong length leaves, at ``flicker_hz`` beats
    a second. ``drift`` is the depth of a slow change (a cloud, somebody at the window).
    """

    lamps: tuple[Lamp, ...] = (Lamp((0.0, 0.0, 1300.0)),)
    ambient: float = 0.35
    exposure: float = 1.0
    balance: Gains = (1.0, 1.0, 1.0)
    flicker: float = 0.0
    flicker_hz: float = 3.1
    drift: float = 0.0


@dataclass(frozen=True, slots=True)
class Felt:
    """The table's cover: ``size`` mm, colour, depth of its ``nap`` and of its ``wear`` (0 to 1), width of the rim."""

    size: tuple[float, float] = (1020.0, 900.0)
    colour: Colour = (66, 108, 38)
    nap: float = 0.5
    wear: float = 0.4
    rim: float = 44.0
    rim_colour: Colour = (36, 62, 104)
    floor: Colour = (52, 66, 84)


@dataclass(frozen=True, slots=True)
class Marks:
    """The four ArUco marks at the corners of the play area: their side and the white round them, mm."""

    side: float = 30.0
    white: float = 6.0
    paper: int = 238
    shown: bool = True


@dataclass(frozen=True, slots=True)
class Optics:
    """What lens and sensor add. Blurs in mm on the table (0.1 mm is a quarter of a pixel in a still).

    ``shutter`` is the exposure in seconds (motion blur), ``noise`` the deviation of a pixel's value, ``vignette`` the
    light lost in the corners, ``quality`` of JPEG (None: not compressed), ``sharpen`` what the camera's own firmware
    adds.
    """

    blur: float = 0.16
    shutter: float = 0.01
    noise: float = 2.2
    vignette: float = 0.12
    quality: int | None = 92
    sharpen: float = 0.0


@dataclass(frozen=True, slots=True)
class Person:
    """How a player looks from above: skin, sleeve and its cuff, and how broad the arm is (1 is usual).

    ``bare`` is how much of the forearm shows before the sleeve begins, mm; ``left_handed`` reaches with the left.
    """

    skin: Colour = (142, 172, 216)
    sleeve: Colour = (92, 62, 44)
    cuff: Colour = (226, 226, 224)
    girth: float = 1.0
    bare: float = 0.0
    left_handed: bool = False
    check: float = 0.0


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything but the time. ``mount`` is the camera over the table, ``webcam`` that of the plain video.

    ``packs`` are told apart by the index that a card's track names; ``gloss`` is how much light the cards mirror;
    ``curl`` (mm) how high their edges stand.
    """

    seed: int = 0
    packs: tuple[Pack, ...] = (DrawnPack(pack_named("club").style),)
    mount: Mount = field(default_factory=Mount)
    webcam: Mount = field(default_factory=lambda: Mount(height=900.0, lens=Lens(-0.09, 0.03)))
    light: Light = field(default_factory=Light)
    felt: Felt = field(default_factory=Felt)
    marks: Marks = field(default_factory=Marks)
    optics: Optics = field(default_factory=Optics)
    people: tuple[Person, ...] = (Person(),) * 4
    gloss: float = 0.15
    curl: float = 0.8


LIGHTS: Final[dict[str, Light]] = {
    "club": Light((Lamp((60.0, -140.0, 1150.0), 1.0, 120.0, (0.9, 0.98, 1.0)),
                   Lamp((-900.0, 700.0, 2100.0), 0.35, 200.0)), 0.34),
    "evening": Light((Lamp((-80.0, 60.0, 950.0), 1.0, 110.0, (0.72, 0.92, 1.0)),), 0.22, 0.92),
    "window": Light((Lamp((-2300.0, -500.0, 1500.0), 1.0, 420.0, (1.06, 1.0, 0.95)),), 0.5, drift=0.05),
    "tubes": Light((Lamp((-500.0, 0.0, 1900.0), 0.6, 380.0), Lamp((500.0, 0.0, 1900.0), 0.6, 380.0)), 0.4,
                   balance=(1.0, 1.02, 0.97), flicker=0.025),
    "dim": Light((Lamp((300.0, 250.0, 1000.0), 1.0, 80.0, (0.78, 0.94, 1.0)),), 0.2, 0.62),
    "bright": Light((Lamp((100.0, -60.0, 1400.0), 1.0, 160.0),), 0.45, 1.16),
}  # fmt: skip
"""Lights with a name; the first is a club's: a lamp over the table, another in the room."""

_FELTS: Final[tuple[Colour, ...]] = (
    (66, 108, 38), (60, 92, 24), (98, 66, 30), (52, 48, 112), (74, 104, 70), (44, 74, 40), (92, 92, 88), (40, 70, 96),
)  # fmt: skip
_SLEEVES: Final[tuple[Colour, ...]] = (
    (92, 62, 44), (60, 58, 60), (200, 196, 190), (52, 40, 120), (128, 120, 84), (70, 96, 72), (180, 150, 120),
    (40, 36, 34),
)  # fmt: skip
_SKINS: Final[tuple[Colour, ...]] = ((142, 172, 216), (160, 188, 228), (110, 146, 196), (74, 104, 152), (52, 74, 112))


def scene(seed: int, *, deck: str = "club", light: str = "club") -> Scene:
    """A table of its own for every seed.

    ``deck`` and ``light`` are named as in STYLES and LIGHTS; ``seed-N`` and ``any`` draw them. Raises
    :class:`UnknownName` for other names.
    """
    rng = np.random.default_rng((0x5CE7E, seed))
    names = list(LIGHTS)
    if light == "any":
        light = names[int(rng.integers(len(names)))]
    if light not in LIGHTS:
        raise UnknownName(f"no light is called {light}; there are {', '.join(LIGHTS)}, and any")
    return Scene(
        seed,
        (pack_named(f"seed-{seed}" if deck == "any" else deck),),
        _mount(rng, 1180.0, Lens(-0.055, 0.012)),
        fitted(_mount(rng, 900.0, Lens(-0.09, 0.03)), "play"),
        _jittered(LIGHTS[light], rng),
        Felt(
            colour=_near(_FELTS[0 if rng.random() < 0.5 else int(rng.integers(len(_FELTS)))], rng, 8),
            nap=float(rng.uniform(0.3, 0.8)),
            wear=float(rng.uniform(0.1, 0.7)),
        ),
        optics=Optics(
            blur=float(rng.uniform(0.1, 0.24)),
            noise=float(rng.uniform(1.2, 3.4)),
            vignette=float(rng.uniform(0.04, 0.2)),
            shutter=0.01 if rng.random() < 0.7 else 0.02,
            quality=int(rng.integers(86, 96)),
        ),
        people=tuple(_person(rng) for _ in range(8)),
        gloss=float(0.03 + 0.5 * rng.beta(1.3, 4.0)),
        curl=float(rng.uniform(0.3, 1.6)),
    )


def _mount(rng: np.random.Generator, height: float, lens: Lens) -> Mount:
    return Mount(
        height * float(rng.uniform(0.94, 1.08)),
        (float(rng.normal(0, 14)), float(rng.normal(0, 14))),
        (float(rng.normal(0, 3)), float(rng.normal(0, 3))),
        float(rng.normal(0, 0.5)),
        replace(lens, k1=lens.k1 * float(rng.uniform(0.4, 1.3)), p1=float(rng.normal(0, 4e-4))),
    )


def fitted(mount: Mount, view: View, margin: float = 9.0) -> Mount:
    """The mount, its camera drawn back until the marks and ``margin`` mm round them are in the picture of a view."""
    x, y = PLAY_AREA[0] / 2 + 15 + margin, PLAY_AREA[1] / 2 + 15 + margin
    corners = [(sx * x, sy * y, 0.0) for sx in (-1, 1) for sy in (-1, 1)]
    for _ in range(60):
        camera = camera_of(mount, view)
        places = camera.project(corners)
        if (places > 0).all() and (places < np.array(camera.size) - 1).all():
            break
        mount = replace(mount, zoom=mount.zoom * 0.995)
    return mount


def _jittered(light: Light, rng: np.random.Generator) -> Light:
    lamps = tuple(
        replace(
            lamp,
            place=(
                lamp.place[0] + float(rng.normal(0, 90)),
                lamp.place[1] + float(rng.normal(0, 90)),
                lamp.place[2] * float(rng.uniform(0.92, 1.1)),
            ),
        )
        for lamp in light.lamps
    )
    balance = tuple(float(b * g) for b, g in zip(light.balance, rng.normal(1, 0.02, 3), strict=True))
    return replace(
        light,
        lamps=lamps,
        exposure=light.exposure * float(rng.uniform(0.92, 1.06)),
        balance=(balance[0], balance[1], balance[2]),
    )


def _near(colour: Colour, rng: np.random.Generator, by: int) -> Colour:
    shade = [int(np.clip(c + d, 0, 255)) for c, d in zip(colour, rng.integers(-by, by + 1, 3), strict=True)]
    return shade[0], shade[1], shade[2]


def _person(rng: np.random.Generator) -> Person:
    sleeve = _near(_SLEEVES[int(rng.integers(len(_SLEEVES)))], rng, 10)
    return Person(
        _near(_SKINS[int(rng.choice(5, p=[0.35, 0.3, 0.15, 0.12, 0.08]))], rng, 6),
        sleeve,
        (226, 226, 224) if rng.random() < 0.5 else sleeve,
        float(rng.uniform(0.86, 1.14)),
        float(rng.choice([0.0, 0.0, 0.0, 60.0, 240.0])),
        bool(rng.random() < 0.1),
        float(rng.choice([0.0, 0.0, 0.0, 0.3])),
    )
