"""The table without cards: floor, rim, felt and marks as a camera sees them, drawn once for a scene and a view."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from vision.render.camera import PLAY_AREA, Camera, Cut
from vision.render.lighting import lit
from vision.render.scene import Felt, Marks, Scene
from vision.render.shapes import Picture, Reals, ellipse, reals, u8

GRID: Final = 16
"""One point of light is worked out every so many pixels, what lies between is smooth."""
_TILE_MM: Final = 320.0
_BAND: Final = 256


@lru_cache(4)
def ground(scene: Scene, camera: Camera, part: Cut | None = None) -> Picture:
    """The empty table in a camera's picture, lit, without noise. Do not write to it.

    The picture has always the camera's size; with ``part`` only that much of it is drawn, and the same to the last bit.
    """
    wide, high = camera.size
    out = np.empty((high, wide, 3), np.uint8)
    left, top, right, bottom = part or (0, 0, wide, high)
    # Whole steps of the net and whole bands, and enough round the part for the blur.
    columns = slice(max(0, left - GRID) // GRID * GRID, min(wide, (right + 2 * GRID) // GRID * GRID))
    rows = slice(max(0, top - GRID) // _BAND * _BAND, min(high, bottom + GRID))
    scale = min(camera.scale, 3.0)
    tile = _nap(scene.seed, max(64, round(_TILE_MM * scale)), scene.felt.nap, camera.scale)
    wear = _wear(scene.seed, scene.felt)
    for begin in range(rows.start, rows.stop, _BAND):
        end = min(begin + _BAND, high)
        out[begin:end, columns] = _band(scene, camera, (begin, end), columns, tile, wear)
    if scene.marks.shown:
        _lay_marks(out, scene, camera)
    blur = scene.optics.blur * camera.scale
    if blur > 0.2:
        out[rows, columns] = cv2.GaussianBlur(out[rows, columns], (0, 0), blur)
    return out


def _spread(camera: Camera, top: int, bottom: int, columns: slice) -> tuple[Reals, Reals]:
    """Table coordinates x and y (rows × columns, mm on the felt) of the pixels of some rows."""
    wide = camera.size[0]
    xs = np.linspace(0, wide - 1, max(2, wide // GRID))
    ys = np.linspace(top, bottom - 1, max(2, (bottom - top) // GRID + 1))
    net = np.stack(np.meshgrid(xs, ys), axis=-1)
    at = camera.ground(net.reshape(-1, 2)).reshape(*net.shape)
    x, y = (_stretch(reals(at[..., k]), wide, bottom - top, columns) for k in (0, 1))
    return x, y


def _stretch(net: Reals, wide: int, high: int, columns: slice) -> Reals:
    """Some columns of a net of values stretched so that its outer points fall on the outer pixels."""
    x = np.linspace(0, net.shape[1] - 1, wide, dtype=np.float32)[columns]
    y = np.linspace(0, net.shape[0] - 1, high, dtype=np.float32)
    return reals(cv2.remap(net, np.tile(x, (high, 1)), np.tile(y[:, None], (1, len(x))), cv2.INTER_LINEAR))


def _band(scene: Scene, camera: Camera, rows: tuple[int, int], columns: slice, tile: Reals, wear: Reals) -> Picture:
    x, y = _spread(camera, *rows, columns)
    felt = scene.felt
    step = _TILE_MM / tile.shape[0]
    weave = reals(
        cv2.remap(
            tile,
            reals(x % _TILE_MM / step),
            reals(y % _TILE_MM / step),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_WRAP,
        )
    )
    half_w, half_h = felt.size[0] / 2, felt.size[1] / 2
    tone = reals(
        cv2.remap(
            wear,
            reals((x / (2 * half_w) + 0.5) * (wear.shape[1] - 1)),
            reals((y / (2 * half_h) + 0.5) * (wear.shape[0] - 1)),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
    )
    inside = np.maximum(np.abs(x[::8, ::8]) - half_w, np.abs(y[::8, ::8]) - half_h)
    picture = np.empty((*x.shape, 3), np.float32)
    cover = (tone * weave)[..., None]
    np.multiply(cover, np.array(felt.colour, np.float32), out=picture)
    if float(inside.max()) > -8:
        _edge(picture, x, y, felt)
    light = _gains(scene, camera, *rows, columns)
    return u8(cv2.convertScaleAbs(cv2.multiply(picture, light)))


def _gains(scene: Scene, camera: Camera, top: int, bottom: int, columns: slice) -> Reals:
    net_y = np.linspace(top, bottom - 1, max(2, (bottom - top) // GRID + 1))
    net_x = np.linspace(0, camera.size[0] - 1, camera.size[0] // GRID)
    net = np.stack(np.meshgrid(net_x, net_y), axis=-1)
    at = camera.ground(net.reshape(-1, 2))
    light = lit(scene.light, np.column_stack([at, np.zeros(len(at))]))
    off = (net.reshape(-1, 2) - camera.centre) / np.hypot(*camera.centre)
    light = light * (1 - scene.optics.vignette * (off**2).sum(axis=1, keepdims=True))
    flat = reals(light.reshape(*net.shape[:2], 3))
    return np.stack([_stretch(reals(flat[..., k]), camera.size[0], bottom - top, columns) for k in range(3)], axis=-1)


def _edge(picture: Reals, x: Reals, y: Reals, felt: Felt) -> None:
    """The wooden rim and the floor beyond it, in place; drawn at half the resolution, they are out of focus."""
    small, size = (slice(None, None, 2), slice(None, None, 2)), (picture.shape[1], picture.shape[0])
    x, y = x[small], y[small]
    inside = np.maximum(np.abs(x) - felt.size[0] / 2, np.abs(y) - felt.size[1] / 2)  # mm outside the felt
    # The grain of each side runs along it, and meets the next one's in a mitre.
    along = np.where(
        np.abs(y) - felt.size[1] / 2 > np.abs(x) - felt.size[0] / 2, x + np.sign(y) * 311, y + np.sign(x) * 97
    )
    veins = inside * 0.55 + 2.4 * np.sin(along * 0.0071) + 0.9 * np.sin(along * 0.023 + 1)
    grain = (
        1 + 0.09 * np.sin(veins) + 0.05 * np.sin(2.7 * veins + 1.3 * np.sin(along * 0.017)) + 0.03 * np.sin(along * 0.9)
    )
    bevel = np.sin(np.clip(inside / felt.rim, 0, 1) * np.pi) * 0.5 + 0.62
    knots = 0.05 * np.sin(x * 0.021 + 1.3 * np.sin(y * 0.05)) + 0.04 * np.sin(x * 0.008 + y * 0.9)
    boards = 0.75 + knots + 0.05 * np.sin(np.floor(y / 130.0) * 2.4) - 0.3 * (np.abs((y % 130.0) - 65) < 1.6)
    shade = np.clip((inside - felt.rim) / 160.0, 0, 1) * 0.35 + 0.3
    off_rim = np.clip((inside - felt.rim) / 2 + 0.5, 0, 1)
    wood = (grain * bevel * (1 - off_rim))[..., None] * np.array(felt.rim_colour, np.float32)
    beyond = wood + (boards * shade * off_rim)[..., None] * np.array(felt.floor, np.float32)
    share = np.clip(inside / 2 + 0.5, 0, 1)
    gutter = np.clip((inside + 7) / 7, 0, 1) * (1 - share) * 0.5
    # Premultiplied, so that only the felt's share of a pixel is left of it.
    over = reals(np.dstack([beyond * share[..., None], (1 - share) * (1 - gutter)]))
    over = reals(cv2.resize(over, size, interpolation=cv2.INTER_LINEAR))
    picture *= over[..., 3:]
    picture += over[..., :3]


@lru_cache(8)
def _nap(seed: int, size: int, depth: float, scale: float) -> Reals:
    """A tile of baize that fits itself on all sides: short fibres that lie every way, about 1."""
    rng = np.random.default_rng((0xFE17, seed))
    total = np.zeros((size, size), np.float32)
    for angle in (20, 75, 130, 165):
        grain = rng.standard_normal((size, size), np.float32)
        kernel = np.zeros((15, 15), np.float32)
        reach = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))]) * min(6.5, 2.6 * scale)
        cv2.line(
            kernel,
            tuple(np.round(7 - reach).astype(int)),
            tuple(np.round(7 + reach).astype(int)),
            (1.0,),
            1,
            cv2.LINE_AA,
        )
        total += cv2.filter2D(_wrapped(grain, 8), -1, kernel / np.sqrt((kernel**2).sum()))[8:-8, 8:-8]
    spots = rng.standard_normal((size // 16 + 1, size // 16 + 1), np.float32)
    blotch = cv2.resize(_wrapped(spots, 2), (size + 64, size + 64), interpolation=cv2.INTER_CUBIC)[32:-32, 32:-32]
    total = total / total.std() + 0.4 * reals(blotch)
    return reals(1 + depth * 0.085 * total)


def _wrapped(grain: Reals, by: int) -> Reals:
    return reals(cv2.copyMakeBorder(grain, by, by, by, by, cv2.BORDER_WRAP))


@lru_cache(8)
def _wear(seed: int, felt: Felt) -> Reals:
    """How bright the cover is over the whole table (96 × 96): rubbed before the seats, stained here and there."""
    rng = np.random.default_rng((0x3EA4, seed))
    high = wide = 96
    out = cv2.GaussianBlur(rng.standard_normal((high, wide)).astype(np.float32), (0, 0), 9)
    out = out / np.abs(out).max() * 0.08
    for x, y in ((0.5, 0.18), (0.82, 0.5), (0.5, 0.82), (0.18, 0.5)):
        spot = np.zeros((high, wide), np.uint8)
        place = ((x + float(rng.normal(0, 0.03))) * wide, (y + float(rng.normal(0, 0.03))) * high)
        cv2.fillPoly(spot, [np.round(ellipse(place, 15, 11)).astype(np.int32)], (255,))
        out += cv2.GaussianBlur(spot.astype(np.float32), (0, 0), 7) / 255 * 0.1
    for _ in range(3):
        spot = np.zeros((high, wide), np.uint8)
        place = (float(rng.uniform(8, 88)), float(rng.uniform(8, 88)))
        cv2.fillPoly(
            spot,
            [np.round(ellipse(place, float(rng.uniform(1, 4)), float(rng.uniform(1, 4)))).astype(np.int32)],
            (255,),
        )
        out -= cv2.GaussianBlur(spot.astype(np.float32), (0, 0), 1.2) / 255 * 0.1
    return reals(1 + felt.wear * out)


# ---------------------------------------------------------------- marks
MARK_PLACES: Final[tuple[tuple[float, float], ...]] = tuple(
    (sx * PLAY_AREA[0] / 2, sy * PLAY_AREA[1] / 2) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
)
"""Where the marks 0 to 3 have their centres: clockwise from the north-west."""


def _mark(number: int, marks: Marks, scale: float) -> Picture:
    cells = 6
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    small = u8(cv2.aruco.generateImageMarker(dictionary, number, cells, borderBits=1))
    side = max(cells, round(marks.side * scale))
    picture = np.where(cv2.resize(small, (side, side), interpolation=cv2.INTER_NEAREST) > 127, marks.paper, 26)
    pad = round(marks.white * scale)
    return u8(np.pad(picture, pad, constant_values=marks.paper).astype(np.uint8))


def _lay_marks(picture: Picture, scene: Scene, camera: Camera) -> None:
    marks = scene.marks
    reach = marks.side / 2 + marks.white
    for number, (x, y) in enumerate(MARK_PLACES):
        art = cv2.cvtColor(_mark(number, marks, 6.0), cv2.COLOR_GRAY2BGR)
        quad = np.array(
            [
                (x - reach, y - reach, 0.2),
                (x + reach, y - reach, 0.2),
                (x + reach, y + reach, 0.2),
                (x - reach, y + reach, 0.2),
            ]
        )
        gain = reals(lit(scene.light, quad).mean(axis=0))
        place = camera.project(quad)
        paste(
            picture,
            u8(cv2.convertScaleAbs(reals(art * gain))),
            np.full((art.shape[0], art.shape[1]), 255, np.uint8),
            place,
        )


def paste(picture: Picture, art: Picture, mask: Picture, quad: Reals) -> None:
    """Lay ``art`` (with a mask of its size) into a quadrilateral of the picture, in place, with smooth edges."""
    low = np.floor(quad.min(axis=0)).astype(int) - 2
    high = np.ceil(quad.max(axis=0)).astype(int) + 3
    x0, y0 = max(0, int(low[0])), max(0, int(low[1]))
    x1, y1 = min(picture.shape[1], int(high[0])), min(picture.shape[0], int(high[1]))
    if x1 <= x0 or y1 <= y0:
        return
    over = 3
    rows, columns = art.shape[:2]
    corners = reals([(-0.5, -0.5), (columns - 0.5, -0.5), (columns - 0.5, rows - 0.5), (-0.5, rows - 0.5)])
    target = reals((quad - (x0, y0)) * over + (over - 1) / 2)
    warp = cv2.getPerspectiveTransform(corners, target)
    size = ((x1 - x0) * over, (y1 - y0) * over)
    big = cv2.warpPerspective(art, warp, size, flags=cv2.INTER_AREA)
    share = cv2.warpPerspective(mask, warp, size, flags=cv2.INTER_LINEAR)
    big = cv2.resize(big, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
    share = cv2.resize(share, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)[..., None].astype(np.float32) / 255
    part = picture[y0:y1, x0:x1]
    full = share > 0.996
    part[:] = np.where(full, big, np.round(part * (1 - share) + big * share)).astype(np.uint8)
