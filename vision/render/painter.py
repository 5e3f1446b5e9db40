"""The painter: any frame of any view at any time, as the camera would have taken it.

The empty table is drawn once for a view, cards at rest are laid on it as they come, and a frame then costs only the
arms and cards that move, their shadows, and the sensor's noise.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from vision.render.arms import GRIPS, Grip, arm_outline, hand_outline, quad, sprite
from vision.render.camera import Camera, Cut, View, camera_of
from vision.render.deck import BACK, SIDES, Pack
from vision.render.ground import ground
from vision.render.lighting import cast, lit, mirrored, penumbra, shares
from vision.render.scene import Scene
from vision.render.shapes import Picture, Reals, fill, reals, rounded, u8
from vision.render.timeline import (
    ArmTrack,
    CardTrack,
    Keys,
    Pose,
    Timeline,
    arm_points,
    card_corners,
    pose_at,
    since,
    still,
)

_Moving = list[tuple[int, Pose]]
"""Numbers of cards on their way, and where they are."""
_PAD: Final = 2
_KEPT: Final = 5
"""Tables with their cards that are kept; one of a whole still takes 37 MB."""
_LOW: Final = 10.0
"""Height in mm under which a card that is still lies on the table."""
_MARGIN: Final = 48
"""Pixels drawn round a cut so that blurs at its edge come out right."""


@dataclass(frozen=True, slots=True)
class _Laid:
    """A card at rest: its track's number and its pose."""

    number: int
    pose: Pose


class Painter:
    """Draws the frames of one scene and timeline. Frames may be asked for in any order; in order is quickest.

    The same scene, timeline, view and time give the same bytes, whatever was drawn before. ``timeline`` may be
    replaced by one that goes on from it.
    """

    def __init__(self, scene: Scene, timeline: Timeline) -> None:
        self.scene = scene
        self.timeline = timeline
        self._tables: OrderedDict[tuple[View, Cut, tuple[_Laid, ...]], Picture] = OrderedDict()
        self._latest: dict[tuple[View, Cut], tuple[tuple[_Laid, ...], Picture]] = {}
        self._sheets: dict[View, Picture] = {}
        self._tracks: tuple[Timeline | None, list[_Track]] = (None, [])

    def camera(self, view: View) -> Camera:
        """The camera of a view."""
        return camera_of(self.scene.webcam if view == "play" else self.scene.mount, view)

    def frame(self, t: float, view: View, cut: Cut | None = None, out: Picture | None = None) -> Picture:
        """The picture of ``view`` at ``t`` seconds: rows × columns × 3, as the camera gives it before compression.

        With ``cut`` only that part of it, at its cost; where no arm is near it is the same to the last bit. ``out``, of
        the picture's shape, is where it is put; otherwise it is a new one.
        """
        camera = self.camera(view)
        resting, moving = self._cards(t)
        left, top, right, bottom = cut or (0, 0, *camera.size)
        x0, y0 = max(0, left - _MARGIN), max(0, top - _MARGIN)
        x1, y1 = min(right + _MARGIN, camera.size[0]), min(bottom + _MARGIN, camera.size[1])
        table = self._table(view, camera, (x0, y0, x1, y1), resting)
        arms = [(arm, hand) for arm in self.timeline.arms if (hand := _hand(arm, t)) is not None]
        if not moving and not arms:
            return self._taken(table[top:bottom, left:right], t, view, left, top, out)
        picture = self._sheet(view, table[y0:y1, x0:x1])
        camera = camera.cut(x0, y0, picture.shape[1], picture.shape[0])
        self._move(picture, camera, t, moving, arms)
        return self._taken(picture[top - y0 : bottom - y0, left - x0 : right - x0], t, view, left, top, out)

    def _sheet(self, view: View, table: Picture) -> Picture:
        """A copy of the table to paint on, in memory that is kept: new memory costs more than the copy."""
        sheet = self._sheets.get(view)
        if sheet is None or sheet.shape != table.shape:
            sheet = self._sheets[view] = np.empty_like(table)
        np.copyto(sheet, table)
        return sheet

    def _move(
        self, picture: Picture, camera: Camera, t: float, moving: _Moving, arms: list[tuple[ArmTrack, Pose]]
    ) -> None:
        """Paint what moves, and its shadows."""
        shade = _Shade(picture)
        for number, pose in moving:
            size = self._pack(self.timeline.cards[number]).size
            self._shadow(shade, camera, [card_corners(pose, size)], max(pose.height, 2.0))
        shade.fall()
        for number, pose in moving:
            before = pose_at(self.timeline.cards[number].keys, t - self.scene.optics.shutter) or pose
            self._card(picture, camera, number, pose, before)
        for arm, hand in arms:
            person = self.scene.people[arm.person % len(self.scene.people)]
            outlines = [arm_points(arm, hand, part) for part in (hand_outline(person, arm.grip), arm_outline(person))]
            self._shadow(shade, camera, outlines, 50.0 + hand.height)
        shade.fall()
        for arm, hand in arms:
            self._arm(picture, camera, arm, hand, _hand(arm, t - self.scene.optics.shutter) or hand)

    def prepared(self, views: Sequence[View], players: int) -> Iterator[None]:
        """Draw what is drawn only once, piece by piece: arms of so many players, and the sides of the first pack."""
        cameras = [self.camera(view) for view in views]
        for person in range(players):
            for grip in GRIPS:
                for camera in cameras:
                    self._sprite(person, grip, camera)
                    yield
        for name in SIDES:
            for camera in cameras:
                _cut(self.scene.packs[0], name, _fineness(camera))
                yield

    # ------------------------------------------------------------ cards
    def _cards(self, t: float) -> tuple[tuple[_Laid, ...], _Moving]:
        """Cards at rest in the order in which they were laid, and cards on their way."""
        resting: list[tuple[float, _Laid]] = []
        moving: _Moving = []
        if self._tracks[0] is not self.timeline:
            self._tracks = (self.timeline, _tracks(self.timeline))
        for number, track in enumerate(self._tracks[1]):
            if track.laid is not None and t >= track.end:
                resting.append(track.laid)
                continue
            pose = pose_at(track.keys, t)
            if pose is None:
                continue
            if still(track.keys, t) and pose.height < _LOW:
                resting.append((since(track.keys, t), _Laid(number, pose)))
            else:
                moving.append((number, pose))
        resting.sort(key=lambda pair: pair[0])
        moving.sort(key=lambda pair: pair[1].height)
        return tuple(laid for _, laid in resting), moving

    def _table(self, view: View, camera: Camera, part: Cut, resting: tuple[_Laid, ...]) -> Picture:
        """The table with its cards at rest: of the camera's size, and drawn within ``part``. Do not write to it."""
        latest = self._latest.get((view, part))
        if latest is not None and latest[0] == resting:
            return latest[1]
        key = (view, part, resting)
        found = self._tables.get(key)
        if found is None:
            begun = next((n for n in range(len(resting), 0, -1) if (view, part, resting[:n]) in self._tables), 0)
            before = self._tables[view, part, resting[:begun]] if begun else ground(self.scene, camera, part)
            found = self._room(before)
            here = slice(part[1], part[3]), slice(part[0], part[2])
            np.copyto(found[here], before[here])
            shade = _Shade(found)
            for laid in resting[begun:]:
                self._contact(shade, camera, laid)
                shade.fall()
                self._card(found, camera, laid.number, laid.pose, laid.pose)
            self._tables[key] = found
        self._tables.move_to_end(key)
        self._latest[view, part] = (resting, found)
        return found

    def _room(self, like: Picture) -> Picture:
        """Where a table may be drawn: new memory costs more than a copy, so the oldest of that size goes for it."""
        if len(self._tables) < _KEPT:
            return np.empty_like(like)
        _, oldest = self._tables.popitem(last=False)
        self._latest = {at: (laid, table) for at, (laid, table) in self._latest.items() if table is not oldest}
        return oldest if oldest.shape == like.shape and oldest is not like else np.empty_like(like)

    def _contact(self, shade: _Shade, camera: Camera, laid: _Laid) -> None:
        """The shadow at the edges of a card that lies a little curled."""
        corners = card_corners(laid.pose, self._pack(self.timeline.cards[laid.number]).size)
        corners[:, 2] = self.scene.curl * 1.6
        self._throw(shade, camera, [corners], 0.8, [0.9] * len(self.scene.light.lamps))
        corners[:, 2] = 0
        shade.add([camera.project(corners)], 0.32, 0.7 * camera.scale)

    def _pack(self, track: CardTrack) -> Pack:
        return self.scene.packs[track.pack]

    def _card(self, picture: Picture, camera: Camera, number: int, pose: Pose, before: Pose) -> None:
        track = self.timeline.cards[number]
        pack = self._pack(track)
        corners = card_corners(pose, pack.size)
        face_up = np.cos(np.radians(pose.roll)) >= 0
        art = _cut(pack, track.card if face_up else BACK, _fineness(camera))
        if not face_up:
            corners = corners[[1, 0, 3, 2]]
        elif track.smear:
            art = _run(art, track.smear, _fineness(camera))
        art = self._lit(art, pack, corners, number, camera)
        place = camera.project(corners)
        _lay(picture, art, place, self.scene.optics.blur * camera.scale, _drift(camera, before, pose), _PAD)

    def _lit(self, art: Picture, pack: Pack, corners: Reals, number: int, camera: Camera) -> Picture:
        """A card's art in the light that falls on it, with what its varnish mirrors; premultiplied, with its mask."""
        rows = columns = 6
        down = np.linspace(0, 1, rows)[:, None, None]
        right = np.linspace(0, 1, columns)[None, :, None]
        net = (corners[0] * (1 - right) + corners[1] * right) * (1 - down) + (
            corners[3] * (1 - right) + corners[2] * right
        ) * down
        flat = net.reshape(-1, 3)
        gain = lit(self.scene.light, flat)
        tilt = _tilt(self.scene.seed, number)
        sheen = np.zeros((len(flat), 1), np.float32)
        for lamp in self.scene.light.lamps:
            x, y, radius = mirrored(lamp, camera.eye, tilt)
            d2 = (flat[:, 0] - x) ** 2 + (flat[:, 1] - y) ** 2
            # Linen spreads a lamp's image widely and weakly, with a brighter core.
            spread = 0.4 * np.exp(-d2 / (2 * (radius + 45) ** 2)) + 0.6 * np.exp(-d2 / (2 * (radius * 0.6 + 12) ** 2))
            sheen[:, 0] += lamp.power * lamp.sheen * spread
        size = art.shape[1::-1]
        smooth = np.hstack([gain, np.ones_like(sheen)]).reshape(rows, columns, 4)
        bright = cv2.multiply(art, cv2.resize(smooth, size, interpolation=cv2.INTER_LINEAR), dtype=cv2.CV_32F)
        spot = cv2.resize(sheen.reshape(rows, columns), size, interpolation=cv2.INTER_LINEAR)
        glint = cv2.multiply(cv2.extractChannel(art, 3), spot, scale=235 * self.scene.gloss / 255, dtype=cv2.CV_32F)
        return u8(cv2.add(bright, cv2.merge([glint, glint, glint, np.zeros_like(glint)]), dtype=cv2.CV_8U))

    # ------------------------------------------------------------ arms and shadows
    def _arm(self, picture: Picture, camera: Camera, arm: ArmTrack, hand: Pose, before: Pose) -> None:
        art = self._sprite(arm.person, arm.grip, camera)
        place = camera.project(arm_points(arm, hand, quad()))
        drift = _drift(camera, before, hand)
        gain = lit(self.scene.light, [(hand.x, hand.y, hand.height + 40)])[0]
        _lay(picture, art, place, self.scene.optics.blur * camera.scale * 1.3, drift, 0, gain)

    def _sprite(self, person: int, grip: Grip, camera: Camera) -> Picture:
        who = self.scene.people[person % len(self.scene.people)]
        return sprite(who, grip, round(min(3.0, camera.scale * 1.05), 3), self.scene.seed * 16 + person)

    def _shadow(self, shade: _Shade, camera: Camera, outlines: list[Reals], height: float) -> None:
        """What outlines (n × 3 mm) at about ``height`` keep off the felt, of each lamp's light and of the room's."""
        self._throw(shade, camera, outlines, 1.0, [penumbra(lamp, height) / 2.4 for lamp in self.scene.light.lamps])
        flat = camera.project(np.vstack(outlines) * (1, 1, 0))
        shade.add(_split(flat, outlines), 0.3 * self.scene.light.ambient, 26 * camera.scale)

    def _throw(self, shade: _Shade, camera: Camera, outlines: list[Reals], share: float, soft: list[float]) -> None:
        """The shadow that outlines (n × 3 mm) throw in each lamp's light; ``soft`` mm of its edge."""
        lamps = self.scene.light.lamps
        if not lamps:
            return
        points = np.vstack(outlines)
        fallen = np.zeros((len(lamps) * len(points), 3))
        fallen[:, :2] = np.vstack([cast(lamp, points) for lamp in lamps])
        places = camera.project(fallen).reshape(len(lamps), len(points), 2)
        for place, edge, of_lamp in zip(places, soft, shares(self.scene.light), strict=True):
            depth = 1 - (1 - min(share * of_lamp, 0.95)) ** (1 / 2.2)
            shade.add(_split(place, outlines), depth, edge * camera.scale)

    # ------------------------------------------------------------ the sensor
    def _taken(self, light: Picture, t: float, view: View, x0: int, y0: int, out: Picture | None) -> Picture:
        """What the sensor makes of light: exposure and noise. The picture's corner is at (x0, y0) of the whole."""
        room, optics = self.scene.light, self.scene.optics
        out = np.empty(light.shape, np.uint8) if out is None else out
        gain = 1.0
        if room.flicker:
            gain += room.flicker * float(np.sin(2 * np.pi * room.flicker_hz * t))
        if room.drift:
            gain += room.drift * float(np.sin(2 * np.pi * t / 47 + self.scene.seed))
        if gain != 1.0:
            light = u8(cv2.convertScaleAbs(light, alpha=gain))
        if optics.noise <= 0:
            np.copyto(out, light)
            return out
        start = np.random.default_rng((0x2015E, self.scene.seed, round(t * 1000), len(view))).integers(0, 256, 2)
        rows, columns = light.shape[:2]
        more, less = _grain(optics.noise * (0.6 if view == "motion" else 1.0))
        for y in range(y0 // 1024 * 1024, y0 + rows, 1024):
            for x in range(x0 // 2048 * 2048, x0 + columns, 2048):
                a, b = max(x, x0), max(y, y0)
                here = slice(b - y0, y + 1024 - y0), slice(a - x0, x + 2048 - x0)
                part, shift = out[here], y // 1024 * 7 + x // 2048
                down, along = (int(start[0]) + 97 * shift) % 256 + b - y, (int(start[1]) + 61 * shift) % 256 + a - x
                there = slice(down, down + part.shape[0]), slice(along, along + part.shape[1])
                cv2.add(light[here], more[there], part)
                cv2.subtract(part, less[there], part)
        return out


@lru_cache(256)
def _tilt(seed: int, number: int) -> tuple[float, float]:
    """How a card is bent, radians."""
    rng = np.random.default_rng((seed, number, 0x611A))
    return float(rng.normal(0, 0.02)), float(rng.normal(0, 0.02))


@dataclass(frozen=True, slots=True)
class _Track:
    """A card's keys; where it lies from ``end`` on, and since when, if it lies at rest then."""

    keys: Keys
    end: float = math.inf
    laid: tuple[float, _Laid] | None = None


def _tracks(timeline: Timeline) -> list[_Track]:
    out: list[_Track] = []
    for number, track in enumerate(timeline.cards):
        keys = track.keys
        last = keys[-1] if keys else None
        if last is None or last.pose is None or last.pose.height >= _LOW:
            out.append(_Track(keys))
        else:
            out.append(_Track(keys, last.t, (since(keys, last.t), _Laid(number, last.pose))))
    return out


def _split(points: Reals, outlines: list[Reals]) -> list[Reals]:
    """Points of all the outlines, an array for each again."""
    out: list[Reals] = []
    begin = 0
    for line in outlines:
        out.append(points[begin : begin + len(line)])
        begin += len(line)
    return out


def _fineness(camera: Camera) -> float:
    """Pixels a millimetre in which a card's side is drawn for a camera."""
    return round(camera.scale * 1.15, 3)


def _hand(arm: ArmTrack, t: float) -> Pose | None:
    return pose_at(arm.keys, t) if arm.start <= t < arm.end else None


def _drift(camera: Camera, before: Pose, now: Pose) -> Reals:
    """How far something moved in the picture, pixels."""
    there, here = camera.project([(pose.x, pose.y, pose.height) for pose in (before, now)])
    return reals(here - there)


@lru_cache(8)
def _grain(strength: float) -> tuple[Picture, Picture]:
    """A sheet of a sensor's noise: what it adds to a pixel, and what it takes away. Of each pixel one is 0."""
    sheet = _sheet_of_noise()
    more, less = (u8(cv2.addWeighted(sheet, sign * strength, sheet, 0, 0, dtype=cv2.CV_8U)) for sign in (1, -1))
    return np.minimum(more, 100), np.minimum(less, 100)


@lru_cache(1)
def _sheet_of_noise() -> Reals:
    """A little of it is common to neighbours, as after a sensor's own denoising."""
    sheet = np.random.default_rng(0x6EA1).standard_normal((1280, 2304, 3), np.float32)
    return reals(cv2.addWeighted(sheet, 0.6, cv2.GaussianBlur(sheet, (0, 0), 0.7), 1.3, 0))


@lru_cache(320)
def _cut(pack: Pack, name: str, scale: float) -> Picture:
    """A card's side with its corners cut and a clear margin round it: rows × columns × 4, premultiplied."""
    side = pack.side(name, scale)
    mask = np.zeros((side.shape[0] * 2, side.shape[1] * 2), np.uint8)
    radius = pack.corner * scale * 2
    fill(mask, [rounded(0, 0, mask.shape[1], mask.shape[0], radius)], 255)
    share = cv2.resize(mask, side.shape[1::-1], interpolation=cv2.INTER_AREA)
    art = np.dstack([np.round(side * (share[..., None].astype(np.float32) / 255)), share]).astype(np.uint8)
    return u8(cv2.copyMakeBorder(art, _PAD, _PAD, _PAD, _PAD, cv2.BORDER_CONSTANT))


def _run(art: Picture, smear: float, scale: float) -> Picture:
    """A face whose suit signs have run by ``smear`` mm; the ranks in its first corners still stand."""
    out = u8(cv2.GaussianBlur(art, (0, 0), smear * scale))
    wide, high = (round(side * scale) + _PAD for side in _RANK_MM)
    out[:high, :wide] = art[:high, :wide]
    out[-high:, -wide:] = art[-high:, -wide:]
    return out


_RANK_MM: Final = (12.0, 13.3)
"""How far the rank of a common pack reaches from the corner, mm."""


def _box(picture: Picture, points: Reals, margin: float) -> tuple[int, int, int, int] | None:
    left, top = points.min(axis=0).tolist()
    right, bottom = points.max(axis=0).tolist()
    x0, y0 = max(0, math.floor(left - margin)), max(0, math.floor(top - margin))
    x1, y1 = min(picture.shape[1], math.ceil(right + margin) + 1), min(picture.shape[0], math.ceil(bottom + margin) + 1)
    return (x0, y0, x1, y1) if x1 > x0 and y1 > y0 else None


def _lay(
    picture: Picture, art: Picture, place: Reals, blur: float, drift: Reals, pad: int, gain: Reals | None = None
) -> None:
    """Lay premultiplied art (with a clear margin of ``pad``) into a quadrilateral of the picture, in place."""
    speed = float(np.hypot(*drift))
    box = _box(picture, place, 3 + 3 * blur + speed)
    if box is None:
        return
    x0, y0, x1, y1 = box
    fine = 0.5 if speed > 7 else 1.0
    rows, columns = art.shape[:2]
    low, right, bottom = pad - 0.5, columns - pad - 0.5, rows - pad - 0.5
    corners = reals([(low, low), (right, low), (right, bottom), (low, bottom)])
    warp = cv2.getPerspectiveTransform(corners, reals(((place - (x0, y0)) + 0.5) * fine - 0.5))
    size = (max(1, int(np.ceil((x1 - x0) * fine))), max(1, int(np.ceil((y1 - y0) * fine))))
    laid = cv2.warpPerspective(art, warp, size, flags=cv2.INTER_LINEAR)
    if speed > 1.2:
        laid = cv2.filter2D(laid, -1, _streak(reals(drift * fine)))
    elif blur > 0.2:
        laid = cv2.GaussianBlur(laid, (0, 0), blur)
    if fine < 1:
        laid = cv2.resize(laid, None, fx=1 / fine, fy=1 / fine, interpolation=cv2.INTER_LINEAR)[: y1 - y0, : x1 - x0]
    if gain is not None:
        laid = cv2.multiply(laid, np.array([*gain, 1.0]), dtype=cv2.CV_8U)
    part = picture[y0:y1, x0:x1]
    clear = cv2.cvtColor(cv2.bitwise_not(cv2.extractChannel(laid, 3)), cv2.COLOR_GRAY2BGR)
    cv2.add(cv2.multiply(part, clear, scale=1 / 255), cv2.cvtColor(laid, cv2.COLOR_BGRA2BGR), part)


def _streak(drift: Reals) -> Reals:
    """The kernel that smears along a movement of so many pixels."""
    reach = float(np.hypot(*drift)) / 2
    half = int(np.ceil(reach))
    kernel = np.zeros((2 * half + 1, 2 * half + 1), np.float32)
    steps = max(2, round(reach * 6))
    for u in np.linspace(-0.5, 0.5, steps):
        x, y = half + u * drift[0], half + u * drift[1]
        i, j = int(np.floor(x)), int(np.floor(y))
        fx, fy = x - i, y - j
        for dj, wy in ((0, 1 - fy), (1, fy)):
            for di, wx in ((0, 1 - fx), (1, fx)):
                if 0 <= j + dj < kernel.shape[0] and 0 <= i + di < kernel.shape[1]:
                    kernel[j + dj, i + di] += wx * wy
    return reals(kernel / kernel.sum())


@dataclass(slots=True)
class _Shade:
    """Shadows on a picture: they are gathered as shares of the light and fall on it in one go."""

    picture: Picture
    lights: list[tuple[Cut, Picture]] = field(default_factory=list[tuple[Cut, Picture]])

    def add(self, places: list[Reals], depth: float, soft: float) -> None:
        """Darken polygons (pixels) by ``depth`` with edges of ``soft`` pixels."""
        box = _box(self.picture, np.vstack(places), 2.5 * soft + 2)
        if box is None or depth <= 0:
            return
        x0, y0, x1, y1 = box
        less = max(1.0, soft / 2)
        size = (max(1, int(np.ceil((x1 - x0) / less))), max(1, int(np.ceil((y1 - y0) / less))))
        mask = np.zeros((size[1], size[0]), np.uint8)
        for place in places:
            fill(mask, [reals((place - (x0, y0) + 0.5) / less)], 255)
        blurred = cv2.GaussianBlur(mask, (0, 0), max(soft / less, 0.3), borderType=cv2.BORDER_REPLICATE)
        light = cv2.LUT(blurred, _ramp(round(depth, 3)))
        if less > 1:
            light = cv2.resize(light, (x1 - x0, y1 - y0), interpolation=cv2.INTER_LINEAR)
        self.lights.append((box, u8(light)))

    def fall(self) -> None:
        """Darken the picture by all that was gathered."""
        if not self.lights:
            return
        boxes = np.array([box for box, _ in self.lights])
        (left, top), (right, bottom) = boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)
        whole = np.full((bottom - top, right - left), 255, np.uint8)
        for (x0, y0, x1, y1), light in self.lights:
            part = whole[y0 - top : y1 - top, x0 - left : x1 - left]
            cv2.multiply(part, light, part, 1 / 255)
        self.lights.clear()
        part = self.picture[top:bottom, left:right]
        cv2.multiply(part, cv2.cvtColor(whole, cv2.COLOR_GRAY2BGR), part, 1 / 255)


@lru_cache(256)
def _ramp(depth: float) -> Picture:
    return u8(np.round(255 * (1 - depth * np.arange(256) / 255)).astype(np.uint8))
