"""Scenes to learn from: cards thrown, laid out or fanned on some ground, under some light, through some camera.

A scene is small (:data:`SIDE` pixels square) and knows, for each index that can be seen in it, where rank and suit lie.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.train.faces import SCALE, Face, Index, Side

Colours = npt.NDArray[np.uint8]
Reals = npt.NDArray[np.float32]

SIDE: Final = 256
_GRID: Final = np.stack(np.meshgrid(np.linspace(0.08, 0.92, 5), np.linspace(0.08, 0.92, 5)), -1).reshape(-1, 2)


@dataclass(frozen=True, slots=True)
class Seen:
    """One index in a scene: which card, how its rank and suit lie in pixels, how much of each is in sight."""

    card: str
    frame: Reals
    """Pixels of (top left, top right, bottom right, bottom left) of rank and suit together, upright as it reads."""
    rank_shown: float
    suit_shown: float

    @property
    def centre(self) -> Reals:
        """The middle of the index."""
        return np.asarray(self.frame.mean(0))

    @property
    def down(self) -> Reals:
        """From the middle of its top edge to the middle of its bottom edge."""
        return np.asarray((self.frame[2] + self.frame[3] - self.frame[0] - self.frame[1]) / 2)


@dataclass(frozen=True, slots=True)
class Laid:
    """One card in a scene: which side, where its corners are in pixels, how much of it is in sight."""

    kind: Side
    corners: Reals
    shown: float


class Stage:
    """Makes scenes out of faces and backs."""

    def __init__(self, faces: list[Face], backs: list[Colours], rng: np.random.Generator) -> None:
        self.faces = faces
        self._backs = backs
        self._rng = rng

    def scene(self) -> tuple[Colours, list[Seen], list[Laid]]:
        """One picture, the indices in it, and the cards."""
        rng = self._rng
        scale = float(np.exp(rng.uniform(np.log(0.75), np.log(3.4))))
        picture = self._ground().astype(np.float32)
        owner = np.zeros((SIDE, SIDE), np.int16)
        camera = self._camera(scale)
        placed: list[tuple[int, Face, Reals]] = []
        dim = rng.uniform(0.0, 0.6)
        for number, pose in enumerate(self._poses(scale), start=1):
            if rng.random() < 0.9:
                face = self.faces[rng.integers(len(self.faces))]
            else:
                face = Face(self._backs[rng.integers(len(self._backs))], None, (), "back")
            matrix = (camera @ pose).astype(np.float32)
            self._lay(picture, owner, number, face.pixels, matrix, scale, dim)
            placed.append((number, face, matrix))
        self._cover(picture, owner, scale)
        seen = [index for number, face, matrix in placed for index in _seen(owner, number, face, matrix)]
        laid = [_laid(owner, number, face, matrix) for number, face, matrix in placed]
        return self._photograph(picture, scale), seen, laid

    def _camera(self, scale: float) -> Reals:
        """Millimetres on the table to pixels: turned, tilted, stretched."""
        rng = self._rng
        angle = rng.uniform(0, 2 * np.pi)
        turn = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
        stretch = np.diag([1.0, np.exp(-abs(rng.normal(0, 0.18))), 1.0])
        if rng.random() < 0.5:
            stretch = np.eye(3)
        second = rng.uniform(0, 2 * np.pi)
        back = np.array([[np.cos(second), -np.sin(second), 0], [np.sin(second), np.cos(second), 0], [0, 0, 1]])
        tilt = np.eye(3)
        tilt[2, :2] = rng.normal(0, 0.0009, 2) if rng.random() < 0.7 else 0
        shift = np.array([[scale, 0, SIDE / 2], [0, scale, SIDE / 2], [0, 0, 1]])
        return np.asarray(shift @ tilt @ back @ stretch @ turn, np.float32)

    def _poses(self, scale: float) -> list[Reals]:
        """Where cards lie: scattered, in a fan, in an overlapped row, or in a heap. A face's pixels to millimetres."""
        rng = self._rng
        half = SIDE / scale / 2
        kind = rng.choice(["scattered", "fan", "row", "heap"], p=[0.35, 0.3, 0.2, 0.15])
        poses: list[tuple[float, float, float]] = []
        if kind == "scattered":
            for _ in range(int(np.clip(rng.poisson((half / 45) ** 2 * 2) + 1, 1, 10))):
                x, y = rng.uniform(-half, half, 2)
                poses.append((x, y, rng.uniform(0, 2 * np.pi)))
        elif kind == "fan":
            count, radius = int(rng.integers(3, 14)), rng.uniform(60, 220)
            step, start = rng.uniform(10, 24) / (radius + 44), rng.uniform(0, 2 * np.pi)
            ox, oy = rng.uniform(-0.5 * half, 0.5 * half, 2)
            for k in range(count):
                a = (k - count / 2) * step * rng.uniform(0.85, 1.15)
                poses.append((ox + radius * np.sin(a), oy + radius - radius * np.cos(a), a))
            poses = _turned(poses, start)
            if rng.random() < 0.3:
                poses.reverse()
        elif kind == "row":
            count, step = int(rng.integers(2, 9)), rng.uniform(8, 45)
            for x0 in np.arange(-1, 2) * 95.0 if rng.random() < 0.5 else (0.0,):
                slope = rng.uniform(-0.2, 0.2)
                poses += [
                    ((k - count / 2) * step, x0 + (k - count / 2) * step * slope, rng.normal(0, 0.06))
                    for k in range(count)
                ]
            poses = _turned(poses, rng.uniform(0, 2 * np.pi))
        else:
            poses = [(*rng.normal(0, 22, 2), rng.uniform(0, 2 * np.pi)) for _ in range(int(rng.integers(2, 8)))]
        return [self._pose(*pose) for pose in poses]

    def _pose(self, x: float, y: float, angle: float) -> Reals:
        flat = np.array([[1 / SCALE, 0, -31], [0, 1 / SCALE, -44], [0, 0, 1]])
        c, s = np.cos(angle), np.sin(angle)
        return np.asarray(np.array([[c, -s, x], [s, c, y], [0, 0, 1]]) @ flat, np.float32)

    def _lay(
        self,
        picture: Reals,
        owner: npt.NDArray[np.int16],
        number: int,
        pixels: Colours,
        matrix: Reals,
        scale: float,
        dim: float,
    ) -> None:
        """Lay a card upon what is there already."""
        rng = self._rng
        high, wide = pixels.shape[:2]
        corners = cv2.perspectiveTransform(
            np.array([[[0, 0], [wide, 0], [wide, high], [0, high]]], np.float32), matrix
        )[0]
        x0, y0 = np.floor(corners.min(0)).astype(int) - 4
        x1, y1 = np.ceil(corners.max(0)).astype(int) + 5
        x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, SIDE), min(y1, SIDE)
        if x1 - x0 < 3 or y1 - y0 < 3:
            return
        if scale < 1.6:
            pixels = cv2.resize(pixels, (wide // 2, high // 2), interpolation=cv2.INTER_AREA)
            matrix = (matrix @ np.diag([wide / (wide // 2), high / (high // 2), 1])).astype(np.float32)
        moved = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]], np.float32) @ matrix
        warped = cv2.warpPerspective(
            pixels, moved, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR, borderValue=(0, 0, 0, 0)
        )
        opacity = warped[..., 3:].astype(np.float32) / 255
        spot = picture[y0:y1, x0:x1]
        if dim > 0.1:
            far = scale * rng.uniform(0.3, 1.5)
            shade = cv2.GaussianBlur(opacity[..., 0], (0, 0), max(far, 0.6))
            spot *= 1 - dim * shade[..., None]
        spot += opacity * (warped[..., :3] * rng.uniform(0.88, 1.0) - spot)
        owner[y0:y1, x0:x1][opacity[..., 0] > 0.5] = number

    # ------------------------------------------------------------------ what lies below and above the cards
    def _ground(self) -> Colours:
        """Felt, wood, cloth, stone, print, or nothing in particular."""
        rng = self._rng
        base = (
            rng.uniform(0, 255, 3) if rng.random() < 0.5 else np.full(3, rng.uniform(0, 250)) + rng.uniform(-25, 25, 3)
        )
        page = np.empty((SIDE, SIDE, 3), np.float32)
        page[:] = base
        for _ in range(int(rng.integers(1, 5))):
            cells = rng.integers(2, 90, 2)
            if rng.random() < 0.4:
                cells[0] = max(2, cells[0] // 12)
            rough = rng.normal(0, rng.uniform(2, 28), (*cells, 1)).astype(np.float32)
            if rng.random() < 0.4:
                rough = rough * rng.uniform(0.2, 1.2, 3).astype(np.float32)
            way = cv2.INTER_CUBIC if rng.random() < 0.8 else cv2.INTER_NEAREST
            page += cv2.resize(rough, (SIDE, SIDE), interpolation=way).reshape(SIDE, SIDE, -1)
        if rng.random() < 0.35:
            page += rng.normal(0, rng.uniform(2, 20), (SIDE, SIDE, 1)).astype(np.float32)
        for _ in range(int(rng.integers(0, 5)) if rng.random() < 0.5 else 0):
            self._shape(page)
        if rng.random() < 0.25:
            self._letters(page)
        return np.asarray(np.clip(page, 0, 255), np.uint8)

    def _shape(self, page: Reals) -> None:
        rng = self._rng
        colour = tuple(
            float(v) for v in (rng.uniform(0, 255, 3) if rng.random() < 0.6 else np.full(3, rng.uniform(0, 255)))
        )
        spots = rng.uniform(-40, SIDE + 40, (int(rng.integers(3, 6)), 2)).astype(np.int32)
        match int(rng.integers(4)):
            case 0:
                cv2.fillConvexPoly(page, np.asarray(cv2.convexHull(spots)), colour)
            case 1:
                cv2.line(page, tuple(spots[0]), tuple(spots[1]), colour, int(rng.integers(1, 14)))
            case 2:
                cv2.circle(page, tuple(spots[0]), int(rng.integers(2, 70)), colour, -1 if rng.random() < 0.5 else 2)
            case _:
                centre = (float(spots[0][0]), float(spots[0][1]))
                box = cv2.boxPoints((centre, tuple(rng.uniform(20, 160, 2)), float(rng.uniform(0, 180))))
                cv2.fillConvexPoly(page, box.astype(np.int32), colour)

    def _letters(self, page: Reals) -> None:
        """Print that is no index: lines of letters, keys of a keyboard."""
        rng = self._rng
        signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789?&%"
        size, bold = rng.uniform(0.3, 1.4), int(rng.integers(1, 4))
        colour = tuple(float(v) for v in np.full(3, rng.choice([20.0, 60.0, 220.0])))
        paper = tuple(float(v) for v in np.full(3, 250.0 - colour[0]))
        turn = cv2.getRotationMatrix2D((SIDE / 2, SIDE / 2), float(rng.uniform(0, 360)), 1.0)
        print_ = np.clip(page, 0, 255).astype(np.uint8)
        keys = rng.random() < 0.4
        step = 26 * size * (1.4 if keys else 1.0)
        for y in np.arange(10, SIDE, step * rng.uniform(1.0, 1.8)):
            if not keys:
                line = "".join(rng.choice(list(signs), 30))
                cv2.putText(print_, line, (0, int(y)), int(rng.integers(0, 6)), size, colour, bold, cv2.LINE_AA)
                continue
            for x in np.arange(5, SIDE, step):
                cv2.rectangle(print_, (int(x), int(y)), (int(x + step * 0.9), int(y + step * 0.9)), paper, -1)
                sign = str(rng.choice(list(signs)))
                cv2.putText(print_, sign, (int(x + 4), int(y + step * 0.7)), 0, size, colour, bold, cv2.LINE_AA)
        page[:] = cv2.warpAffine(print_, turn, (SIDE, SIDE), borderMode=cv2.BORDER_REFLECT)

    def _cover(self, picture: Reals, owner: npt.NDArray[np.int16], scale: float) -> None:
        """Fingers, or some object, upon the cards."""
        rng = self._rng
        if rng.random() > 0.25:
            return
        mask = np.zeros((SIDE, SIDE), np.uint8)
        if rng.random() < 0.6:
            skin = np.array([rng.uniform(120, 240), rng.uniform(80, 190), rng.uniform(60, 160)], np.float32)
            start = rng.uniform(0, SIDE, 2)
            for _ in range(int(rng.integers(1, 5))):
                end = start + rng.normal(0, 45 * scale, 2)
                thick = max(2, round(rng.uniform(13, 19) * scale))
                ends = [tuple(int(v) for v in point) for point in (start + rng.normal(0, 12 * scale, 2), end)]
                cv2.line(mask, ends[0], ends[1], 255, thick, cv2.LINE_AA)
        else:
            skin = rng.uniform(0, 255, 3).astype(np.float32)
            box = cv2.boxPoints(
                (tuple(rng.uniform(0, SIDE, 2)), tuple(rng.uniform(15, 70, 2) * scale), float(rng.uniform(0, 180)))
            )
            cv2.fillConvexPoly(mask, box.astype(np.int32), 255, cv2.LINE_AA)
        shade = cv2.GaussianBlur(mask, (0, 0), 2 + 2 * scale).astype(np.float32)[..., None] / 255
        picture *= 1 - 0.4 * shade
        opacity = mask.astype(np.float32)[..., None] / 255
        tone = np.linspace(0.75, 1.1, SIDE, dtype=np.float32)[:, None, None]
        picture += opacity * (skin * tone - picture)
        owner[mask > 100] = -1

    # --------------------------------------------------------------------------------- light and camera
    def _photograph(self, picture: Reals, scale: float) -> Colours:
        rng = self._rng
        if rng.random() < 0.5:
            self._light(picture)
        if rng.random() < 0.2:
            self._glare(picture)
        cast = np.exp(rng.normal(0, 0.09, 3)) * np.exp(rng.normal(-0.12, 0.3))
        picture = picture * cast.astype(np.float32)
        if rng.random() < 0.3:
            middle = picture.mean()
            picture = middle + (picture - middle) * rng.uniform(0.5, 1.5)
        if rng.random() < 0.2:
            picture = picture + rng.uniform(-30, 40)
        if rng.random() < 0.15:
            grey = picture.mean(2, keepdims=True)
            picture = grey + (picture - grey) * rng.uniform(0.3, 1.5)
        picture = self._soften(picture, scale)
        picture = picture + rng.normal(0, 1, picture.shape).astype(np.float32) * abs(rng.normal(0, 6))
        shot = np.clip(picture, 0, 255).astype(np.uint8)
        if rng.random() < 0.1:
            spots = rng.random(shot.shape[:2])
            rate = rng.uniform(0.001, 0.02)
            shot[spots < rate] = 0
            shot[spots > 1 - rate] = 255
        if rng.random() < 0.7:
            _, coded = cv2.imencode(".jpg", shot, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 96))])
            shot = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
        return shot

    def _soften(self, picture: Reals, scale: float) -> Reals:
        rng = self._rng
        chance = rng.random()
        if chance < 0.4:
            picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 0.45 + 0.35 * scale)).reshape(SIDE, SIDE, 3)
        elif chance < 0.55:
            length = int(rng.integers(2, 3 + round(2 * scale)))
            kernel = np.zeros((length, length), np.float32)
            ends = (int(rng.integers(length)), 0), (int(rng.integers(length)), length - 1)
            cv2.line(kernel, ends[0], ends[1], 1.0)
            picture = np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()))
        elif chance < 0.75 and scale > 1.2:
            small = int(SIDE * rng.uniform(max(0.4, 1.0 / scale), 1.0))
            shrunk = cv2.resize(picture, (small, small), interpolation=cv2.INTER_AREA)
            picture = np.asarray(cv2.resize(shrunk, (SIDE, SIDE), interpolation=cv2.INTER_LINEAR))
        elif chance < 0.82:
            blurred = cv2.GaussianBlur(picture, (0, 0), 1.2)
            picture = picture + (picture - blurred) * rng.uniform(0.3, 1.5)
        return np.asarray(picture, np.float32)

    def _light(self, picture: Reals) -> None:
        """A gradient, and perhaps the edge of a shadow."""
        rng = self._rng
        angle = rng.uniform(0, 2 * np.pi)
        y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32) / SIDE - 0.5
        along = x * np.cos(angle) + y * np.sin(angle)
        light = 1 + along * rng.uniform(-0.7, 0.7)
        if rng.random() < 0.4:
            light *= 1 - rng.uniform(0.2, 0.7) / (1 + np.exp(-(along - rng.uniform(-0.4, 0.4)) * rng.uniform(10, 120)))
        picture *= light[..., None].astype(np.float32)

    def _glare(self, picture: Reals) -> None:
        rng = self._rng
        spot = np.zeros((SIDE, SIDE), np.float32)
        size = (int(rng.integers(8, 70)), int(rng.integers(8, 70)))
        cv2.ellipse(
            spot, tuple(int(v) for v in rng.integers(0, SIDE, 2)), size, float(rng.uniform(0, 180)), 0, 360, 1.0, -1
        )
        spot = cv2.GaussianBlur(spot, (0, 0), rng.uniform(6, 25)).reshape(SIDE, SIDE)
        picture += (255 - picture) * spot[..., None] * rng.uniform(0.2, 0.75)


def _turned(poses: list[tuple[float, float, float]], angle: float) -> list[tuple[float, float, float]]:
    c, s = np.cos(angle), np.sin(angle)
    return [(c * x - s * y, s * x + c * y, a + angle) for x, y, a in poses]


def _seen(owner: npt.NDArray[np.int16], number: int, face: Face, matrix: Reals) -> list[Seen]:
    """The indices of one card that lie in the picture, and how much of them is not covered."""
    found = []
    for index in face.indices:
        frame = _mapped(_whole(index), matrix)
        centre = frame.mean(0)
        if (centre < 4).any() or (centre > SIDE - 4).any():
            continue
        rank, suit = (_shown(owner, number, box, matrix) for box in (index.rank, index.suit))
        found.append(Seen(str(face.card), frame, rank, suit))
    return found


def _laid(owner: npt.NDArray[np.int16], number: int, face: Face, matrix: Reals) -> Laid:
    wide, high = face.size
    corners = _mapped(np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32), matrix)
    return Laid(face.kind, corners, _shown(owner, number, (0, 0, wide, high), matrix))


def _whole(index: Index) -> Reals:
    left, right = min(index.rank[0], index.suit[0]), max(index.rank[2], index.suit[2])
    top, bottom = min(index.rank[1], index.suit[1]), max(index.rank[3], index.suit[3])
    corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)
    return np.roll(corners, 2, 0) if index.flipped else corners


def _mapped(points: Reals, matrix: Reals) -> Reals:
    return np.asarray(cv2.perspectiveTransform((points * SCALE)[None].astype(np.float32), matrix)[0])


def _shown(owner: npt.NDArray[np.int16], number: int, box: tuple[float, float, float, float], matrix: Reals) -> float:
    x0, y0, x1, y1 = box
    spots = _mapped(np.asarray(_GRID * [x1 - x0, y1 - y0] + [x0, y0], np.float32), matrix)
    cells = np.floor(spots).astype(int)
    inside = ((cells >= 0) & (cells < SIDE)).all(1)
    cells = np.clip(cells, 0, SIDE - 1)
    return float((inside & (owner[cells[:, 1], cells[:, 0]] == number)).mean())
