"""Arms as a camera over the table sees them: a hand, a cuff and a sleeve that tapers, drawn once for a person.

A sprite's own axes are u, from the fingertips towards the elbow, and v, to the thumb's side of a right hand; both mm.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final, Literal

import cv2
import numpy as np
import numpy.typing as npt

from vision.render.scene import Person
from vision.render.shapes import Colour, Picture, Reals, disc, ellipse, fill_each, reals, ribbon, u8

Grip = Literal["pinch", "flat"]
"""Fingers that hold a card, or a hand laid over cards to gather them."""

LENGTH: Final = 900.0
"""How much of an arm is drawn, from the fingertips, mm."""
WIDTH: Final = 250.0
_DRAWN: Final = 2.4
"""px/mm at which a sprite is drawn before it is reduced."""


Bone = tuple[tuple[float, float, float], ...]
"""A finger from its knuckle to its tip, or a ball of the hand: (u, v, width) mm at its joints."""

GRIPS: Final[tuple[Grip, ...]] = ("pinch", "flat")
_FINGERS: Final[dict[Grip, tuple[Bone, ...]]] = {
    "pinch": (
        ((92, -35, 18), (63, -37, 16), (42, -33, 14.5), (27, -28, 12)),
        ((84, -18, 20), (47, -19, 18), (22, -16, 16), (5, -12, 13.5)),
        ((80, 2, 20.5), (41, 1, 18.5), (14, 2, 16.5), (-3, 3, 14)),
        ((84, 22, 20.5), (48, 20, 18.5), (21, 16, 16.5), (4, 12, 14)),
    ),
    "flat": (
        ((92, -35, 18), (60, -46, 16), (38, -52, 14.5), (22, -55, 12)),
        ((84, -18, 20), (45, -24, 18), (18, -28, 16), (1, -30, 13.5)),
        ((80, 2, 20.5), (38, 0, 18.5), (9, -1, 16.5), (-9, -2, 14)),
        ((84, 22, 20.5), (45, 27, 18.5), (18, 30, 16.5), (1, 32, 14)),
    ),
}
_THUMBS: Final[dict[Grip, Bone]] = {
    "pinch": ((148, 22, 36), (113, 42, 27), (84, 47, 22), (66, 43, 20), (52, 38, 16)),
    "flat": ((148, 22, 36), (116, 46, 27), (94, 62, 22), (80, 72, 20), (68, 79, 16)),
}
_BACK: Final[Bone] = (
    (85, 21, 22), (81, 2, 23), (85, -18, 22), (94, -33, 20), (150, -25, 28), (146, 20, 36), (190, -10, 36),
    (190, 10, 36),
)  # fmt: skip
"""The back of the hand: the hull of these discs."""
_WRIST: Final = 178.0
_WRIST_WIDE: Final = 57.0
_START: Final = -24.0
"""Where a sprite begins: fingers reach a little beyond u = 0."""
_HAND_END: Final = 230.0


@lru_cache(64)
def hand_outline(person: Person, grip: Grip) -> Reals:
    """The hull of the hand in (u, v), for shadows and for what it covers; n × 2 mm."""
    bones = (*_FINGERS[grip], _THUMBS[grip], _BACK)
    points = np.vstack([disc((u, v * person.girth), w * person.girth / 2, 8) for bone in bones for u, v, w in bone])
    return _handed(reals(cv2.convexHull(reals(points)).reshape(-1, 2)), person)


@lru_cache(64)
def arm_outline(person: Person) -> Reals:
    """The outline of wrist, forearm and sleeve in (u, v), n × 2 mm."""
    start = _WRIST + person.bare
    fixed = (240.0, 300.0, 370.0, 440.0, 530.0, 620.0, 760.0, LENGTH)
    us = np.array(
        [_WRIST - 30, *(u for u in fixed if u < start - 9), start - 9, start - 5, *(u for u in fixed if u > start)]
    )
    half, middle = _girth(np.where(us == start - 5, start, us), person), _middle(us)
    left = np.column_stack([us, middle - half])
    right = np.column_stack([us, middle + half])
    return _handed(reals(np.vstack([left, right[::-1]])), person)


def _handed(points: Reals, person: Person) -> Reals:
    return reals(points * (1, -1)) if person.left_handed else points


def _middle(u: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Where the middle of the arm runs: it bends a little at the elbow."""
    return -7.5e-5 * np.maximum(u - 300, 0) ** 2


def _girth(u: npt.NDArray[np.float64], person: Person) -> npt.NDArray[np.float64]:
    """Half the arm's width, mm: a bare wrist, then the sleeve."""
    bare = np.interp(u, [150, _WRIST, 300, 440, 620, LENGTH], [58, _WRIST_WIDE, 74, 92, 108, 140])
    cloth = np.interp(u, [_WRIST, 300, 440, 620, LENGTH], [82, 104, 126, 152, 190])
    return np.where(u >= _WRIST + person.bare, cloth, bare) * person.girth / 2


def quad() -> Reals:
    """The corners of a sprite in (u, v): 4 × 2 mm, in the order of its picture's corners."""
    half = WIDTH / 2
    return reals([(_START, -half), (LENGTH, -half), (LENGTH, half), (_START, half)])


@lru_cache(32)
def sprite(person: Person, grip: Grip, scale: float, seed: int) -> Picture:
    """Hand and arm (rows v, columns u) at ``scale`` px/mm: rows × columns × 4, colours premultiplied by the mask."""
    full = _sprite(person, grip, seed)
    size = (max(8, round((LENGTH - _START) * scale)), max(8, round(WIDTH * scale)))
    return u8(cv2.resize(full, size, interpolation=cv2.INTER_AREA))


@lru_cache(12)
def _sprite(person: Person, grip: Grip, seed: int) -> Picture:
    rng = np.random.default_rng((0xA4A5, seed))
    rows, columns = round(WIDTH * _DRAWN), round((LENGTH - _START) * _DRAWN)
    out = np.zeros((rows, columns, 4), np.float32)
    start = _WRIST + person.bare
    _lay_tube(out, person, _WRIST - 26, start + 12, person.skin, rng, bare=True)
    _over(out[:, : round((_HAND_END - _START) * _DRAWN)], _hand(person, grip, rng))
    _under_cuff(out, start)
    _lay_tube(out, person, start - 8, start + 14, person.cuff, rng, wide=0.95)
    _lay_tube(out, person, start, LENGTH + 10, person.sleeve, rng)
    picture = np.clip(np.round(out), 0, 255).astype(np.uint8)
    return np.ascontiguousarray(picture[::-1]) if person.left_handed else picture


def _over(below: Reals, above: Reals) -> None:
    """Lay premultiplied paint over other paint, in place."""
    below *= 1 - above[..., 3:] / 255
    below += above


# ---------------------------------------------------------------- the hand
def _pixels(bone: Bone, girth: float) -> tuple[Reals, Reals]:
    at = reals([(u - _START, v * girth + WIDTH / 2) for u, v, _ in bone]) * _DRAWN
    return reals(at), reals([w * girth * _DRAWN for _, _, w in bone])


def _dome(shape: tuple[int, int], pieces: list[Reals], radius: float, lift: Reals | float) -> tuple[Reals, Picture]:
    """The height of a rounded body over its outline: rising over ``radius`` pixels, then flat, on ``lift``."""
    ink = np.zeros(shape, np.uint8)
    fill_each(ink, pieces, 255)
    deep = np.minimum(reals(cv2.distanceTransform((ink > 127).astype(np.uint8), cv2.DIST_L2, 5)) / radius, 1)
    return reals((np.sqrt(np.maximum(1 - (1 - deep) ** 2, 0)) * radius + lift) * (deep > 0)), ink


def _hand(person: Person, grip: Grip, rng: np.random.Generator) -> Reals:
    """The hand by itself, premultiplied: one body of palm, fingers and thumb, lit from above and from one side."""
    shape = (round(WIDTH * _DRAWN), round((_HAND_END - _START) * _DRAWN))
    g, px = person.girth, _DRAWN
    along = reals(np.arange(shape[1]) / px + _START)[None, :]
    at, widths = _pixels(_BACK, g)
    hull = np.vstack([disc(p, float(w) / 2) for p, w in zip(at, widths, strict=True)])
    palm = [reals(cv2.convexHull(reals(hull)).reshape(-1, 2))]
    height, ink = _dome(shape, palm, 13 * px, 5.0 * px)
    blush = np.zeros(shape, np.float32)
    for bone in (_THUMBS[grip], *_FINGERS[grip]):
        at, widths = _pixels(bone, g)
        pieces = [*ribbon(at, widths), *(disc(p, float(w) / 2) for p, w in zip(at, widths, strict=True))]
        knuckle, tip = bone[0][0], bone[-1][0]
        # A finger leaves the back of the hand at its height and comes down to the card.
        lift = np.interp(along, [tip, knuckle - 8, knuckle + 14], [1.0, 8.5, 4.0]) * px
        finger, mask = _dome(shape, pieces, float(np.median(widths)) / 2, reals(lift))
        height, ink = np.maximum(height, finger), np.maximum(ink, mask)
        for p, w in ((at[1], widths[1]), (at[-2], widths[-2])):
            _blot(blush, p, 0.30 * float(w))
        _blot(blush, at[-1], 0.45 * float(widths[-1]))
    smooth = reals(cv2.GaussianBlur(height, (0, 0), 0.55 * px))
    hollow = np.clip((reals(cv2.GaussianBlur(height, (0, 0), 2.4 * px)) - smooth) / (5 * px), 0, 0.6)
    tone = _lambert(smooth) * (1 - 0.75 * hollow)
    mottle = cv2.resize(
        rng.standard_normal((shape[0] // 24, shape[1] // 24)).astype(np.float32),
        shape[::-1],
        interpolation=cv2.INTER_CUBIC,
    )
    fine = cv2.GaussianBlur(rng.standard_normal(shape).astype(np.float32), (0, 0), 0.9)
    tone = reals(tone * (1 + 0.018 * mottle + 0.03 * fine))
    skin = np.array(person.skin, np.float32)
    paint = reals(tone[..., None] * (skin + np.minimum(blush, 1)[..., None] * skin * (-0.16, -0.10, 0.01)))
    for bone in _FINGERS[grip] if grip == "flat" else _FINGERS[grip][1:]:
        _nail(paint, bone, person)
        _creases(paint, bone, person)
    fade = np.interp(along, [_WRIST - 6, _WRIST + 10], [1.0, 0.0])
    share = reals(cv2.GaussianBlur(ink, (0, 0), 0.8) / 255 * fade)[..., None]
    return reals(np.dstack([paint * share, share * 255]))


def _lambert(height: Reals) -> Reals:
    """How bright a body is: light from above, a little from one side, and some from everywhere."""
    dx, dy = (reals(cv2.Sobel(height, -1, i, 1 - i, scale=0.125)) for i in (1, 0))
    normal = 1 / np.sqrt(1 + dx * dx + dy * dy)
    return reals(0.4 + 0.63 * np.clip((0.18 * dx - 0.24 * dy + 0.95) * normal, 0, 1.08))


def _blot(field: Reals, at: Reals, radius: float) -> None:
    reach = int(radius * 3)
    x, y = round(float(at[0])), round(float(at[1]))
    part = field[max(0, y - reach) : y + reach, max(0, x - reach) : x + reach]
    if part.size:
        rows, columns = np.indices(part.shape)
        d2 = (rows - (y - max(0, y - reach))) ** 2 + (columns - (x - max(0, x - reach))) ** 2
        part += np.exp(-d2 / (2 * radius**2))


def _tint(paint: Reals, pieces: list[Reals], soft: float, factor: tuple[float, float, float], depth: float) -> None:
    """Multiply what lies under soft-edged pieces by a factor a channel, in place."""
    points = np.vstack(pieces)
    x0, y0 = np.maximum(np.floor(points.min(axis=0) - 3 * soft).astype(int), 0)
    x1, y1 = np.ceil(points.max(axis=0) + 3 * soft).astype(int) + 1
    part = paint[y0:y1, x0:x1]
    spot = np.zeros(part.shape[:2], np.uint8)
    fill_each(spot, [reals(piece - (x0, y0)) for piece in pieces], 255)
    share = cv2.GaussianBlur(spot.astype(np.float32) / 255, (0, 0), soft)[..., None] * depth
    part *= 1 + share * (np.array(factor, np.float32) - 1)


def _nail(paint: Reals, bone: Bone, person: Person) -> None:
    (u0, v0, _), (u1, v1, w) = bone[-2], bone[-1]
    lean = float(np.degrees(np.arctan2((v1 - v0) * person.girth, u1 - u0)))
    at = ((u1 + 1.0 - _START) * _DRAWN, (v1 * person.girth + WIDTH / 2) * _DRAWN)
    size = (5.0 * _DRAWN, w * person.girth * 0.33 * _DRAWN)
    _tint(paint, [ellipse(at, size[0] * 1.12, size[1] * 1.15, lean)], 1.4, (0.84, 0.84, 0.88), 0.8)
    _tint(paint, [ellipse(at, *size, lean)], 1.2, (1.30, 1.24, 1.18), 0.9)


def _creases(paint: Reals, bone: Bone, person: Person) -> None:
    """The skin over the joints of a finger."""
    for u, v, w in bone[1:3]:
        for off in (-2.2, 0.0, 2.2):
            at = ((u + off - _START) * _DRAWN, (v * person.girth + WIDTH / 2) * _DRAWN)
            _tint(paint, [ellipse(at, 0.5 * _DRAWN, w * 0.3 * _DRAWN)], 1.3, (0.8, 0.8, 0.84), 0.5)


# ---------------------------------------------------------------- the arm
def _lay_tube(
    out: Reals, person: Person, start: float, end: float, colour: Colour, rng: np.random.Generator, *,
    wide: float = 1.0, bare: bool = False,
) -> None:  # fmt: skip
    """Lay a length of arm or sleeve: round across, creased along, cut to a shallow arc at its start. In place."""
    px = _DRAWN
    first = max(0, int((start - 8 - _START) * px))
    last = min(out.shape[1], int(np.ceil((end - _START) * px)) + 1)
    part = out[:, first:last]
    rows, columns = part.shape[:2]
    u = (np.arange(columns, dtype=np.float64) + first) / px + _START
    v = (np.arange(rows, dtype=np.float64) / px - WIDTH / 2)[:, None]
    naked = replace(person, bare=LENGTH) if bare else person
    half = _girth(np.maximum(u, start), naked) * wide
    off = reals((v - _middle(u)) / half)
    inside = np.clip((1 - np.abs(off)) * reals(half * px) + 0.5, 0, 1)
    begin = reals(start - 5 * np.minimum(np.abs(off), 1) ** 2)
    inside *= np.clip((reals(u) - begin) * px + 0.5, 0, 1) * reals(np.clip((end - u) * px + 0.5, 0, 1))
    cloth = not bare and end - start > 60
    tone = _tube_tone(reals(off[::2, ::2]), reals(half[::2]), u[::2], start, rng, creased=cloth)
    tone = reals(cv2.resize(tone, (columns, rows), interpolation=cv2.INTER_LINEAR))
    weave = np.tile(_thread(bare=bare), (rows // 256 + 1, columns // 256 + 1))[:rows, :columns]
    tone *= weave
    if person.check and cloth:
        band = 9 * px
        tone *= (
            1
            - person.check
            * (
                np.arange(rows, dtype=np.float64)[:, None] // band % 2
                + np.arange(columns, dtype=np.float64) // band % 2
            )
            / 2
        )
    _over(part, reals(np.dstack([(tone * inside)[..., None] * np.array(colour, np.float32), inside * 255])))


def _tube_tone(
    off: Reals, half: Reals, u: npt.NDArray[np.float64], start: float, rng: np.random.Generator, *, creased: bool
) -> Reals:
    """How bright a tube is at half the sprite's resolution."""
    px = _DRAWN / 2
    height = np.sqrt(np.maximum(1 - off**2, 0)) * half * px * 0.8
    if creased:
        height += _folds(off.shape[0], off.shape[1], u, start, rng) * px
    return _lambert(reals(height))


@lru_cache(4)
def _thread(*, bare: bool) -> Reals:
    """A tile of skin's or cloth's own grain, about 1."""
    grain = np.random.default_rng(0x7EAD).standard_normal((256, 256), np.float32)
    if bare:
        return reals(1 + 0.03 * cv2.GaussianBlur(grain, (0, 0), 0.8))
    return reals(1 + 0.03 * cv2.blur(grain, (3, 1)) + 0.03 * cv2.blur(grain, (1, 3)))


def _folds(rows: int, columns: int, u: npt.NDArray[np.float64], start: float, rng: np.random.Generator) -> Reals:
    """How cloth is creased, mm: across the arm, most at the elbow and above the cuff."""
    less = 4
    shape = (rows // less + 2, columns // less + 2)
    across = cv2.GaussianBlur(rng.standard_normal(shape).astype(np.float32), (0, 0), sigmaX=2.2, sigmaY=7.0)
    slant = np.indices(shape)
    wave = np.sin((slant[1] + 0.5 * slant[0]) * 0.30 + 6 * across / np.abs(across).max())
    rough = across / across.std() * 0.6 + wave * 0.5
    full = cv2.resize(reals(rough), (columns, rows), interpolation=cv2.INTER_CUBIC)
    much = 1.6 + 2.6 * np.exp(-(((u - 430) / 70) ** 2)) + 2.0 * np.exp(-(((u - start - 28) / 26) ** 2))
    return reals(full * much)


def _under_cuff(out: Reals, start: float) -> None:
    """The shadow that a cuff throws on the wrist, in place."""
    u = np.arange(out.shape[1], dtype=np.float64) / _DRAWN + _START
    dark = 0.42 * np.exp(-np.maximum(start - 9 - u, 0) / 5.0) * (u > start - 40)
    out[..., :3] *= (1 - dark)[None, :, None]
