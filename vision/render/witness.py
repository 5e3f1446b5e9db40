"""The truth of a timeline: when each deed came to rest in a camera's picture, and where its cards lay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import cv2
import numpy as np

from vision.render.arms import arm_outline, hand_outline
from vision.render.camera import Camera
from vision.render.choreography import Deed
from vision.render.scene import Scene
from vision.render.shapes import Reals, reals
from vision.render.timeline import ArmTrack, Timeline, arm_points, card_corners, pose_at
from vision.truth import CardAt, TrueCamera, TrueDeed

STEP_S: Final = 0.02
"""Rest is found to within this."""


def witnessed(
    scene: Scene, timeline: Timeline, deeds: Sequence[Deed], camera: Camera, lines: Mapping[int, int] | None = None
) -> tuple[TrueDeed, ...]:
    """The truth of every deed as ``camera`` could see it, in the order in which they came to rest.

    ``lines`` gives the record's line of a deed by its number.
    """
    out: list[TrueDeed] = []
    for number, deed in enumerate(deeds):
        arm = _arm_of(timeline, deed)
        rest = round(_rest(scene, timeline, deed, arm, camera), 3)
        fact = fact_of(deed, rest)
        cards = tuple(_card_at(scene, timeline, n, deed, camera) for n in deed.tracks)
        line = lines.get(number) if lines else None
        contact, release, gone = (round(t, 3) for t in (deed.contact, deed.release, deed.gone))
        out.append(TrueDeed(deed.kind, deed.by, deed.arm, contact, release, rest, gone, cards, fact, line))
    return tuple(sorted(out, key=lambda d: (d.rest, d.contact)))


def fact_of(deed: Deed, t: float) -> dict[str, Any] | None:
    """The record's object of a deed, or None for a card laid face down."""
    cards = " ".join(deed.cards)
    match deed.kind:
        case "played" | "withdrew":
            return {"fact": deed.kind, "by": deed.by, "cards": cards, "t": t}
        case "indicated":
            return {"fact": "indicated", "by": deed.by, "cards": deed.note or "", "t": t}
        case "exposed":
            return {"fact": "exposed", "by": deed.by, "cards": cards, "how": deed.note or "dropped", "t": t}
        case "turned":
            return {"fact": "turned", "card": cards, "t": t}
        case "took_up":
            return {"fact": "took_up", "by": deed.by, "what": "turn-up", "t": t}
        case "laid_open":
            return {"fact": "laid_open", "by": deed.by, "cards": cards, "t": t}
        case "looked":
            return {"fact": "looked", "by": deed.by, "at": "trick", "trick": int(deed.note or 1), "t": t}
        case "quitted" | "threw_in":
            return {"fact": deed.kind, "by": deed.by, "t": t}
        case "placed":
            return None


def true_camera(camera: Camera) -> TrueCamera:
    """A camera as the truth tells it."""
    turn, shift = camera.pose()
    return TrueCamera(
        camera.size,
        tuple(tuple(float(v) for v in row) for row in camera.matrix()),
        tuple(float(v) for v in camera.mount.lens.coefficients()),
        tuple(tuple(float(v) for v in row) for row in turn),
        tuple(float(v) for v in shift),
    )


def _arm_of(timeline: Timeline, deed: Deed) -> ArmTrack:
    return next(arm for arm in timeline.arms if arm.number == deed.visit)


def arm_shapes(scene: Scene, arm: ArmTrack, t: float, camera: Camera) -> list[Reals]:
    """Convex outlines (pixels) that hold all of an arm in a camera's picture at ``t``; none when it is gone."""
    hand = pose_at(arm.keys, t) if arm.start <= t < arm.end else None
    if hand is None:
        return []
    person = scene.people[arm.person % len(scene.people)]
    parts = [hand_outline(person, arm.grip), arm_outline(person)]
    return [reals(cv2.convexHull(camera.project(arm_points(arm, hand, p)))).reshape(-1, 2) for p in parts]


def _meets(shapes: Sequence[Reals], quad: Reals) -> bool:
    return any(cv2.intersectConvexConvex(shape, quad)[0] > 0 for shape in shapes)


def _quads(scene: Scene, timeline: Timeline, deed: Deed, t: float, camera: Camera) -> list[Reals]:
    out: list[Reals] = []
    for n in deed.tracks:
        pose = pose_at(timeline.cards[n].keys, t)
        if pose is not None:
            corners = camera.project(card_corners(pose, scene.packs[timeline.cards[n].pack].size))
            out.append(reals(cv2.convexHull(corners)).reshape(-1, 2))
    return out


def _rest(scene: Scene, timeline: Timeline, deed: Deed, arm: ArmTrack, camera: Camera) -> float:
    wide, high = camera.size
    frame = reals([(0, 0), (wide, 0), (wide, high), (0, high)])
    if deed.kind == "looked":
        return deed.release
    steps = np.arange(deed.release, deed.gone + STEP_S, STEP_S)
    taken = deed.kind in ("withdrew", "took_up")
    for t in steps:
        shapes = arm_shapes(scene, arm, float(t), camera)
        if taken:
            quads = _quads(scene, timeline, deed, float(t), camera)
            if not _meets([*shapes, *quads], frame):
                return float(t)
        elif not any(_meets(shapes, quad) for quad in _quads(scene, timeline, deed, deed.release, camera)):
            return float(t)
    return deed.gone


def _card_at(scene: Scene, timeline: Timeline, number: int, deed: Deed, camera: Camera) -> CardAt:
    track = timeline.cards[number]
    pose = pose_at(track.keys, deed.release)
    if pose is None:
        raise ValueError(f"{track.card} is nowhere at {deed.release}")
    corners = card_corners(pose, scene.packs[track.pack].size)
    up = bool(np.cos(np.radians(pose.roll)) >= 0)
    if not up:
        corners = corners[[1, 0, 3, 2]]
    places = tuple((round(float(x), 2), round(float(y), 2)) for x, y in camera.project(corners))
    return CardAt(track.card, round(pose.x, 2), round(pose.y, 2), round(pose.angle % 360, 2), up, places)
