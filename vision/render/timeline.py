"""What moves in a film and when: tracks of cards and of hands, as keys between which they glide."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.render.arms import Grip
from vision.render.shapes import Reals, reals


@dataclass(frozen=True, slots=True)
class Pose:
    """Where something is: x, y, ``height`` of its middle in mm, ``angle`` clockwise in degrees.

    A card's long side points along y at angle 0, its index at the top left; ``roll`` turns it about its long side: 0 is
    face up, 180 face down. A hand's fingers point along ``angle``: 0 is north.
    """

    x: float
    y: float
    angle: float = 0.0
    height: float = 0.0
    roll: float = 0.0


@dataclass(frozen=True, slots=True)
class Key:
    """At ``t`` seconds it is at ``pose``, or from there on nowhere to be seen (None).

    On the way to this key it rises by ``lift`` mm and swings aside by ``bow`` mm, both greatest half way.
    """

    t: float
    pose: Pose | None
    lift: float = 0.0
    bow: float = 0.0


Keys = tuple[Key, ...]


def eased(u: float) -> float:
    """Share of the way at share ``u`` of the time: the least jerky course from rest to rest."""
    return min(u * u * u * (10 + u * (6 * u - 15)), 1.0)


def pose_at(keys: Keys, t: float) -> Pose | None:
    """Where a track is at ``t``: nowhere before its first key, at its last pose after the last."""
    i = bisect_right(keys, t, key=_time)
    if i == 0:
        return None
    here = keys[i - 1]
    if here.pose is None or i == len(keys):
        return here.pose
    there = keys[i]
    if there.pose is None or there.pose == here.pose:
        return here.pose
    a, b = here.pose, there.pose
    u = eased((t - here.t) / (there.t - here.t))
    arc = float(np.sin(np.pi * u))
    dx, dy = b.x - a.x, b.y - a.y
    far = float(np.hypot(dx, dy)) or 1.0
    turn = (b.angle - a.angle + 180) % 360 - 180
    return Pose(
        a.x + dx * u - dy / far * there.bow * arc,
        a.y + dy * u + dx / far * there.bow * arc,
        a.angle + turn * u,
        a.height + (b.height - a.height) * u + there.lift * arc,
        a.roll + (b.roll - a.roll) * u,
    )


def _time(key: Key) -> float:
    return key.t


def still(keys: Keys, t: float) -> bool:
    """Whether a track is at rest, or nowhere, at ``t``: it is not on its way to another key."""
    i = bisect_right(keys, t, key=_time)
    return i == 0 or i == len(keys) or keys[i - 1].pose is None or keys[i].pose in (None, keys[i - 1].pose)


def since(keys: Keys, t: float) -> float:
    """Since when a track that is still at ``t`` has been so."""
    i = bisect_right(keys, t, key=_time)
    while i > 1 and keys[i - 2].pose == keys[i - 1].pose:
        i -= 1
    return keys[i - 1].t if i else float("-inf")


@dataclass(frozen=True, slots=True)
class CardTrack:
    """A card of a pack (an index into the scene's packs) and where it is. ``card`` is one of ``deck.SIDES``.

    ``smear`` (mm) is how far its suit signs have run: a card of which nobody can say from above what suit it is.
    """

    card: str
    keys: Keys
    pack: int = 0
    smear: float = 0.0


@dataclass(frozen=True, slots=True)
class ArmTrack:
    """One visit of an arm: whose (an index into the scene's people), from which ``shoulder`` (x, y mm), and its hand.

    The pose of the hand is that of its fingertips. ``number`` tells visits apart.
    """

    person: int
    shoulder: tuple[float, float]
    keys: Keys
    grip: Grip = "pinch"
    number: int = 0

    @property
    def start(self) -> float:
        """When it comes into sight at the earliest, s."""
        return self.keys[0].t

    @property
    def end(self) -> float:
        """When it has gone, s."""
        return self.keys[-1].t


@dataclass(frozen=True, slots=True)
class Timeline:
    """All that moves, from 0 to ``end`` seconds. ``arms`` are sorted by their start."""

    cards: tuple[CardTrack, ...]
    arms: tuple[ArmTrack, ...]
    end: float

    def at_rest(self, t: float) -> bool:
        """Whether nothing moves at ``t`` and no arm is over the table."""
        return all(arm.end <= t or arm.start > t for arm in self.arms) and all(still(c.keys, t) for c in self.cards)


CARD_MM: Final = 0.3
"""How much a card adds to the height of a heap."""


def card_corners(pose: Pose, size: tuple[float, float]) -> Reals:
    """The corners of a card in table coordinates (4 × 3), in the order of its face's picture: top left, clockwise."""
    w, h = size[0] / 2, size[1] / 2
    roll, turn = np.radians(pose.roll), np.radians(pose.angle)
    across = np.array([-w, w, w, -w])
    along = np.array([-h, -h, h, h])
    x, up = across * np.cos(roll), across * np.sin(roll)
    return reals(
        np.column_stack(
            [
                pose.x + x * np.cos(turn) - along * np.sin(turn),
                pose.y + x * np.sin(turn) + along * np.cos(turn),
                pose.height + up + abs(w * float(np.sin(roll))),
            ]
        )
    )


def arm_points(arm: ArmTrack, hand: Pose, local: Reals) -> Reals:
    """Points of an arm's own plane (u, v) in table coordinates (n × 3) while its hand is at ``hand``.

    The arm rises from the hand towards the elbow and lies over the table's edge.
    """
    away = np.array(arm.shoulder) - (hand.x, hand.y)
    away = away / max(float(np.hypot(*away)), 1.0)
    across = np.array([-away[1], away[0]])
    flat = np.array([hand.x, hand.y]) + local[:, :1] * away + local[:, 1:] * across
    height = hand.height + 14 + np.clip(local[:, 0], 0, 400) * 0.16
    return reals(np.column_stack([flat, height]))
