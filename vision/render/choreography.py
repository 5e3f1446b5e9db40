"""Hands put to work: what players do with cards, written down as tracks, with the truth of what was done and when.

A :class:`Choreography` is told one visit after the other; each takes an arm from its seat's edge to the table and back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

import numpy as np

from vision.render.arms import Grip
from vision.render.scene import Person
from vision.render.seating import Place, places
from vision.render.timeline import CARD_MM, ArmTrack, CardTrack, Key, Pose, Timeline

Kind = Literal[
    "played",
    "indicated",
    "withdrew",
    "exposed",
    "quitted",
    "turned",
    "took_up",
    "laid_open",
    "looked",
    "threw_in",
    "placed",
]
"""What a visit did: the facts of a record, and ``placed`` for a card laid face down."""

_HOLD: Final = 20.0
"""How far the fingertips lie on the side of a card's middle that is next to its player, mm."""


@dataclass(frozen=True, slots=True)
class Tempo:
    """How quick hands are, in seconds: the way in, the rest on the card, the way out, a turn of the wrist."""

    reach: float = 0.5
    hold: float = 0.1
    leave: float = 0.45
    turn: float = 0.4

    @property
    def play(self) -> float:
        """How long a usual visit lasts."""
        return self.reach + self.hold + self.leave


@dataclass(frozen=True, slots=True)
class Deed:
    """What one visit did, and when.

    ``by`` is the seat whose deed it is, ``arm`` the seat whose arm did it. ``contact`` is when the first card touched
    the table (or was taken hold of), ``release`` when the hand let go of the last (or had all of them), ``gone`` when
    the arm was out of every picture. ``tracks`` number the cards in the timeline.
    """

    kind: Kind
    by: str
    arm: str
    cards: tuple[str, ...]
    contact: float
    release: float
    gone: float
    tracks: tuple[int, ...]
    visit: int
    note: str | None = None


@dataclass(slots=True)
class _Track:
    card: str
    pack: int
    keys: list[Key] = field(default_factory=list[Key])


class Choreography:
    """Writes a timeline visit by visit. Times are seconds; visits of different seats may overlap.

    ``neat`` (mm) is how exactly cards are laid; ``people`` are as in the scene, in the order of the seats.
    """

    def __init__(
        self,
        seats: Sequence[str],
        people: Sequence[Person],
        seed: int,
        *,
        tempo: Tempo | None = None,
        neat: float = 9.0,
    ) -> None:
        self.places = places(seats)
        self.deeds: list[Deed] = []
        self._order = {seat: i for i, seat in enumerate(seats)}
        self._people = tuple(people)
        self._rng = np.random.default_rng((0xC408, seed))
        self._tempo = tempo or Tempo()
        self._neat = neat
        self._tracks: list[_Track] = []
        self._arms: list[ArmTrack] = []
        self._lying: dict[str, int] = {}
        self._trick: list[int] = []
        self._packets: dict[str, list[tuple[int, ...]]] = {seat: [] for seat in seats}
        self._end = 0.0

    # ------------------------------------------------------------ what lies there from the start
    def packet(self, seat: str, cards: Sequence[str], t: float = 0.0) -> None:
        """A trick of former play lies turned and quitted before ``seat`` from ``t``."""
        numbers = [self._new(card) for card in cards]
        self._packet_poses(self.places[seat], len(self._packets[seat]), numbers, t - 0.01)
        self._packets[seat].append(tuple(numbers))

    def lies(self, card: str, pose: Pose, t: float = 0.0, *, pack: int = 0) -> None:
        """A card lies on the table from ``t``; nobody was seen to put it there."""
        number = self._new(card, pack)
        self._key(number, t - 0.01, pose)
        self._lying[card] = number

    # ------------------------------------------------------------ visits
    def play(
        self,
        seat: str,
        cards: Sequence[str],
        t: float,
        *,
        arm: str | None = None,
        face_up: bool = True,
        spot: Pose | None = None,
    ) -> Deed:
        """Cards are put on the table as a play, together; an arm sets out at ``t``."""
        place = self.places[seat]
        # Most cards are laid with some care, a few are tossed.
        care = 1.0 if self._rng.random() < 0.85 else 2.2
        base = spot or self._jittered(place.play(), self._neat * care, 7.0 * care)
        poses = [
            replace(
                base,
                x=base.x + place.right[0] * 19 * i + place.out[0] * 4 * i,
                y=base.y + place.right[1] * 19 * i + place.out[1] * 4 * i,
                angle=base.angle + (180 if self._rng.random() < 0.5 else 0) + 5 * i,
                roll=base.roll if face_up else 180.0,
            )
            for i in range(len(cards))
        ]
        deed = self._put("played" if face_up else "placed", seat, cards, poses, t, arm or seat)
        self._trick.extend(deed.tracks)
        return deed

    def expose(self, seat: str, cards: Sequence[str], t: float, *, how: str = "dropped") -> Deed:
        """Cards fall face up by the seat's edge."""
        place = self.places[seat]
        right = float(self._rng.uniform(-120, 30))
        poses = [
            self._jittered(place.exposed(float(self._rng.uniform(0.1, 0.9)), right + 40 * i), 5.0, 24.0)
            for i in range(len(cards))
        ]
        return replace_last(self.deeds, self._put("exposed", seat, cards, poses, t, seat), note=how)

    def draw_back(
        self, seat: str, cards: Sequence[str], t: float, *, meant: Sequence[str], arm: str | None = None
    ) -> Deed:
        """Of cards that fell together those that were not ``meant`` are drawn back, and lie before their player."""
        place = self.places[seat]
        spot = [place.exposed(float(self._rng.uniform(0.3, 0.8)), -70.0 - 40 * i) for i in range(len(cards))]
        deed = self._moved("indicated", seat, cards, [self._jittered(p, 5.0, 8.0) for p in spot], t, arm or seat)
        self._trick = [n for n in self._trick if n not in deed.tracks]
        return replace_last(self.deeds, deed, note=" ".join(meant))

    def turn_up(self, seat: str, card: str, t: float, *, pack: int = 0) -> Deed:
        """The turn-up is laid before the dealer; ``pack`` 1 is the still pack's."""
        spot = self._jittered(self.places[seat].turn_up(), 4.0, 4.0)
        return self._put("turned", seat, [card], [spot], t, seat, pack)

    def lay_open(self, seat: str, cards: Sequence[str], t: float) -> Deed:
        """A hand is laid open in a row before its owner, or thrown down where ``threw_in`` says so."""
        place = self.places[seat]
        poses = [self._jittered(place.open_hand(i, len(cards)), 1.0, 1.0) for i in range(len(cards))]
        return self._put("laid_open", seat, cards, poses, t, seat)

    def throw_in(self, seat: str, cards: Sequence[str], t: float) -> Deed:
        """The whole hand is thrown down face up, in a heap that slides apart."""
        place = self.places[seat]
        spot = place.point(place.depth * 0.55)
        spread = [(float(a), float(b)) for a, b in self._rng.normal(0, (34, 20), (len(cards), 2))]
        poses = [
            Pose(spot[0] + place.right[0] * a + place.out[0] * b, spot[1] + place.right[1] * a + place.out[1] * b,
                 place.towards + float(self._rng.normal(0, 30)))
            for a, b in spread
        ]  # fmt: skip
        return self._put("threw_in", seat, cards, poses, t, seat)

    def withdraw(self, seat: str, cards: Sequence[str], t: float, *, arm: str | None = None) -> Deed:
        """Cards that lie on the table are taken back into the hand."""
        return self._take("withdrew", seat, cards, t, arm or seat)

    def take_up(self, seat: str, card: str, t: float) -> Deed:
        """The turn-up is taken into the hand."""
        return self._take("took_up", seat, [card], t, seat)

    def turn(self, seat: str, cards: Sequence[str], t: float) -> Deed:
        """Cards that lie face down are turned up where they lie: only now they are played."""
        numbers = [self._lying[card] for card in cards]
        return self._turned_over(seat, numbers, t, 0.0, "played")

    def gather(self, seat: str, t: float, cards: Sequence[str] | None = None) -> Deed:
        """The trick on the table (``cards``, or all that was played and not gathered) is gathered by ``seat``, turned
        face down and laid at its edge. Raises :class:`ValueError` if there is none.
        """
        numbers = tuple(n for n in self._trick if cards is None or self._tracks[n].card in cards)
        if not numbers:
            raise ValueError("no card of a trick is on the table")
        self._trick = [n for n in self._trick if n not in numbers]
        place, tempo, c = self.places[seat], self._tempo, self._speed()
        middle = self._middle(numbers)
        start = [self._pose(n) for n in numbers]
        far = max(start, key=lambda p: -(p.x * place.out[0] + p.y * place.out[1]))
        near = place.point(place.depth * 0.45, 20)
        t1 = t + tempo.reach * c  # the hand is over the furthest card
        t2 = t1 + 0.42 * c  # it has swept the trick together
        t3 = t2 + tempo.turn * c  # the packet is lifted, turned, and laid at the edge
        t4 = t3 + tempo.hold * c
        heaped = middle[0] * 0.4 + near[0] * 0.6, middle[1] * 0.4 + near[1] * 0.6
        for i, (n, pose) in enumerate(zip(numbers, start, strict=True)):
            heap = Pose(heaped[0] + 3 * i, heaped[1] - 2 * i,
                        pose.angle + (place.towards - pose.angle + 90) % 180 - 90, CARD_MM * i)  # fmt: skip
            self._key(n, t1 + 0.03 * i, pose)
            self._key(n, t2, heap)
        self._packet_poses(place, len(self._packets[seat]), list(reversed(numbers)), t3, lift=46)
        self._packets[seat].append(numbers)
        laid = place.packet(len(self._packets[seat]) - 1)
        shift = (place.out[0] * _HOLD, place.out[1] * _HOLD)
        hand = [
            Key(t1, Pose(far.x + place.out[0] * 10, far.y + place.out[1] * 10, 0, 6), 30),
            Key(t2, Pose(heaped[0] + shift[0], heaped[1] + shift[1], 0, 8), bow=14),
            Key(t3, Pose(laid.x + shift[0], laid.y + shift[1], 0, 8), 46),
            Key(t4, Pose(laid.x + shift[0], laid.y + shift[1], 0, 8)),
        ]
        gone = self._visit(seat, t, hand, t4 + tempo.leave * c, "flat")
        for n in numbers:
            self._lying.pop(self._tracks[n].card, None)
        return self._deed("quitted", seat, seat, numbers, t1, t4, gone)

    def look(self, seat: str, t: float, *, of: str | None = None, trick: int = -1, number: int = 1) -> Deed:
        """A quitted trick, the ``trick``-th of ``of``'s packets, is turned up again, spread out and left so.

        ``put_back`` turns it down. ``number`` is the trick's in the hand, from 1, for the truth.
        """
        owner = of or seat
        numbers = self._packets[owner][trick]
        place, tempo, c = self.places[owner], self._tempo, self._speed()
        t1, t2 = t + tempo.reach * c, t + (tempo.reach + tempo.turn) * c
        for i, n in enumerate(reversed(numbers)):
            pose = self._pose(n)
            x, y = place.point(place.depth - 64, 60 + 34 * i)
            self._key(n, t1, pose)
            self._key(n, t2, Pose(x, y, place.towards + float(self._rng.normal(0, 3)), CARD_MM * i), lift=34)
        laid, shift = place.packet(0), (place.out[0] * _HOLD, place.out[1] * _HOLD)
        end = place.point(place.depth - 40, 110)
        hand = [
            Key(t1, Pose(laid.x + shift[0], laid.y + shift[1], 0, 8), 30),
            Key(t2, Pose(*end, 0, 8), 40),
            Key(t2 + tempo.hold * c, Pose(*end, 0, 8)),
        ]
        gone = self._visit(seat, t, hand, t2 + (tempo.hold + tempo.leave) * c, "flat")
        deed = self._deed("looked", seat, seat, numbers, t1, t2 + tempo.hold * c, gone)
        return replace_last(self.deeds, deed, note=str(number))

    def put_back(self, seat: str, t: float, *, of: str | None = None, trick: int = -1) -> None:
        """A trick that was looked at is turned face down again and laid where it was."""
        owner = of or seat
        numbers = self._packets[owner][trick]
        index = range(len(self._packets[owner]))[trick]
        place, tempo, c = self.places[owner], self._tempo, self._speed()
        t1, t2 = t + tempo.reach * c, t + (tempo.reach + tempo.turn) * c
        for n in numbers:
            self._key(n, t1, self._pose(n))
        self._packet_poses(place, index, list(reversed(numbers)), t2, lift=36)
        laid, shift, begin = (
            place.packet(index),
            (place.out[0] * _HOLD, place.out[1] * _HOLD),
            place.point(place.depth - 50, 110),
        )
        hand = [
            Key(t1, Pose(*begin, 0, 8), 30),
            Key(t2, Pose(laid.x + shift[0], laid.y + shift[1], 0, 8), 36),
            Key(t2 + tempo.hold * c, Pose(laid.x + shift[0], laid.y + shift[1], 0, 8)),
        ]
        self._visit(seat, t, hand, t2 + (tempo.hold + tempo.leave) * c, "flat")

    def clear(self, seat: str, t: float) -> float:
        """Everything on the table is swept together and carried away by ``seat``; gives when it has gone."""
        place, tempo, c = self.places[seat], self._tempo, self._speed()
        numbers = [n for n, track in enumerate(self._tracks) if track.keys and track.keys[-1].pose is not None]
        near, home = place.point(place.depth * 0.6), self._home(place)
        t1 = t + tempo.reach * c
        t2, t3 = t1 + 0.8 * c, t1 + 1.5 * c
        for i, n in enumerate(numbers):
            pose = self._pose(n)
            x, y = self._rng.normal(0, 9, 2)
            heap = replace(pose, x=near[0] + float(x), y=near[1] + float(y), height=CARD_MM * i)
            self._key(n, t1, pose)
            self._key(n, t2, heap)
            self._key(n, t3, replace(heap, x=home.x + float(x), y=home.y + float(y), height=24 + CARD_MM * i), 10)
            self._key(n, t3 + 1e-3, None)
        shift = place.point(_HOLD + 16)
        hand = [
            Key(t1, Pose(0, 0, 0, 8), 30),
            Key(t2, Pose(near[0] + shift[0], near[1] + shift[1], 0, 10), 4, 60),
        ]
        gone = self._visit(seat, t, hand, t3, "flat", 10, replace(home, x=home.x + shift[0], y=home.y + shift[1]))
        self._lying.clear()
        self._trick.clear()
        self._packets = {name: [] for name in self._packets}
        return gone

    def wave(self, seat: str, t: float, to: tuple[float, float], stay: float = 0.3) -> None:
        """An arm reaches over the table and goes again, and touches nothing."""
        tempo, c = self._tempo, self._speed()
        t1 = t + tempo.reach * c
        hand = [Key(t1, Pose(*to, 0, 40), 20), Key(t1 + stay, Pose(to[0] + 6, to[1] + 4, 0, 36))]
        self._visit(seat, t, hand, t1 + stay + tempo.leave * c, "pinch")

    # ------------------------------------------------------------ the end
    def timeline(self, tail: float = 1.0) -> Timeline:
        """All that was told, and ``tail`` seconds in which nothing happens."""
        cards = tuple(CardTrack(track.card, tuple(track.keys), track.pack) for track in self._tracks)
        return Timeline(cards, tuple(sorted(self._arms, key=lambda a: (a.start, a.person))), self._end + tail)

    @property
    def end(self) -> float:
        """When the last arm told so far has gone."""
        return self._end

    def lying(self) -> tuple[str, ...]:
        """Cards that lie on the table and are in no packet."""
        return tuple(self._lying)

    # ------------------------------------------------------------ how it is done
    def _put(
        self, kind: Kind, seat: str, cards: Sequence[str], poses: Sequence[Pose], t: float, arm: str, pack: int = 0
    ) -> Deed:
        place, tempo, c = self.places[arm], self._tempo, self._speed()
        t1 = t + tempo.reach * c
        t2 = t1 + tempo.hold * c * float(self._rng.uniform(0.5, 2.0))
        from_table = [card for card in cards if card in self._lying]
        if from_table:
            return self._moved(kind, seat, cards, poses, t, arm)
        grip = self._grip(place, poses)
        home = self._home(place)
        numbers: list[int] = []
        for i, (card, pose) in enumerate(zip(cards, poses, strict=True)):
            n = self._new(card, pack)
            numbers.append(n)
            level = CARD_MM * (i + self._under(pose))
            # On the way the card keeps its place between the fingers, its face turned from the others.
            begin = Pose(home.x + pose.x - grip.x, home.y + pose.y - grip.y, pose.angle - 12, 26 + level, pose.roll)
            self._key(n, t, begin)
            self._key(n, t1, replace(pose, height=level), lift=30)
        hand = [Key(t1, replace(grip, height=7), 30, 0), Key(t2, replace(grip, height=7))]
        gone = self._visit(arm, t, hand, t2 + tempo.leave * c, "pinch")
        for n in numbers:
            self._lying[self._tracks[n].card] = n
        return self._deed(kind, seat, arm, tuple(numbers), t1, t2, gone)

    def _moved(self, kind: Kind, seat: str, cards: Sequence[str], poses: Sequence[Pose], t: float, arm: str) -> Deed:
        """Cards that lie on the table already (a dummy's, an exposed one) are pushed to where they shall lie."""
        place, tempo, c = self.places[arm], self._tempo, self._speed()
        numbers = [self._lying[card] for card in cards]
        t1 = t + tempo.reach * c
        t2 = t1 + 0.35 * c
        t3 = t2 + tempo.hold * c
        old = [self._pose(n) for n in numbers]
        for n, was, pose in zip(numbers, old, poses, strict=True):
            turned = pose.angle if abs((pose.angle - was.angle + 180) % 360 - 180) < 90 else pose.angle + 180
            self._key(n, t1, was)
            self._key(n, t2, replace(pose, angle=turned, height=CARD_MM * self._under(pose)), lift=8)
        first, last = self._grip(place, old), self._grip(place, poses)
        hand = [
            Key(t1, replace(first, height=7), 30),
            Key(t2, replace(last, height=7), 8),
            Key(t3, replace(last, height=7)),
        ]
        gone = self._visit(arm, t, hand, t3 + tempo.leave * c, "pinch")
        return self._deed(kind, seat, arm, tuple(numbers), t2, t3, gone)

    def _take(self, kind: Kind, seat: str, cards: Sequence[str], t: float, arm: str) -> Deed:
        place, tempo, c = self.places[arm], self._tempo, self._speed()
        numbers = tuple(self._lying.pop(card) for card in cards)
        t1 = t + tempo.reach * c
        t2 = t1 + tempo.hold * c
        gone = t2 + tempo.leave * c
        old = [self._pose(n) for n in numbers]
        grip, home = self._grip(place, old), self._home(place)
        for n, was in zip(numbers, old, strict=True):
            self._key(n, t2, was)
            self._key(n, gone, Pose(home.x + was.x - grip.x, home.y + was.y - grip.y, was.angle + 8, 30), lift=26)
            self._key(n, gone + 1e-3, None)
        self._trick = [n for n in self._trick if n not in numbers]
        hand = [Key(t1, replace(grip, height=7), 30), Key(t2, replace(grip, height=7))]
        gone = self._visit(arm, t, hand, gone, "pinch", lift=26, home=home)
        return self._deed(kind, seat, arm, numbers, t1, t2, gone)

    def _turned_over(self, seat: str, numbers: Sequence[int], t: float, roll: float, kind: Kind) -> Deed:
        place, tempo, c = self.places[seat], self._tempo, self._speed()
        t1 = t + tempo.reach * c
        t2 = t1 + tempo.turn * c
        t3 = t2 + tempo.hold * c
        old = [self._pose(n) for n in numbers]
        for n, was in zip(numbers, old, strict=True):
            self._key(n, t1, was)
            self._key(n, t2, replace(was, roll=roll), lift=30)
        grip = self._grip(place, old)
        hand = [
            Key(t1, replace(grip, height=7), 30),
            Key(t2, replace(grip, height=7), 30),
            Key(t3, replace(grip, height=7)),
        ]
        gone = self._visit(seat, t, hand, t3 + tempo.leave * c, "pinch")
        return self._deed(kind, seat, seat, tuple(numbers), t2, t3, gone)

    def _visit(
        self, seat: str, t: float, hand: list[Key], end: float, grip: Grip, lift: float = 30, home: Pose | None = None
    ) -> float:
        place = self.places[seat]
        index = self._order[seat] % len(self._people)
        away = home or self._home(place)
        keys = (Key(t, away), *hand, Key(end, away, lift))
        shoulder = place.shoulder(left_handed=self._people[index].left_handed)
        self._arms.append(ArmTrack(index, shoulder, keys, grip, len(self._arms)))
        self._end = max(self._end, end)
        return end

    def _deed(
        self, kind: Kind, seat: str, arm: str, numbers: Sequence[int], contact: float, release: float, gone: float
    ) -> Deed:
        cards = tuple(self._tracks[n].card for n in numbers)
        deed = Deed(kind, seat, arm, cards, contact, release, gone, tuple(numbers), len(self._arms) - 1)
        self.deeds.append(deed)
        return deed

    def _home(self, place: Place) -> Pose:
        x, y = place.point(place.gone, float(self._rng.normal(60, 25)))
        return Pose(x, y, 0, 20)

    def _grip(self, place: Place, poses: Sequence[Pose]) -> Pose:
        x = float(np.mean([p.x for p in poses])) + place.out[0] * _HOLD + place.right[0] * 5
        y = float(np.mean([p.y for p in poses])) + place.out[1] * _HOLD + place.right[1] * 5
        return Pose(x, y)

    def _packet_poses(self, place: Place, number: int, cards: Sequence[int], t: float, lift: float = 0.0) -> None:
        base = place.packet(number)
        for i, n in enumerate(cards):
            pose = self._jittered(base, 0.9, 0.8)
            self._key(n, t + 1e-4 * i, replace(pose, height=CARD_MM * i), lift)

    def _under(self, pose: Pose) -> int:
        """How many cards lie about where one is laid."""
        return sum(1 for n in self._lying.values() if np.hypot(self._pose(n).x - pose.x, self._pose(n).y - pose.y) < 70)

    def _middle(self, numbers: Sequence[int]) -> tuple[float, float]:
        poses = [self._pose(n) for n in numbers]
        return float(np.mean([p.x for p in poses])), float(np.mean([p.y for p in poses]))

    def _pose(self, number: int) -> Pose:
        pose = self._tracks[number].keys[-1].pose
        if pose is None:
            raise ValueError(f"{self._tracks[number].card} is not on the table")
        return pose

    def _new(self, card: str, pack: int = 0) -> int:
        self._tracks.append(_Track(card, pack))
        return len(self._tracks) - 1

    def _key(self, number: int, t: float, pose: Pose | None, lift: float = 0.0) -> None:
        keys = self._tracks[number].keys
        if keys and keys[-1].t > t:
            raise ValueError(f"{self._tracks[number].card} is still on its way at {t:.2f} s (until {keys[-1].t:.2f} s)")
        keys.append(Key(t, pose, lift))

    def _jittered(self, pose: Pose, by: float, degrees: float) -> Pose:
        x, y, turn = self._rng.normal(0, (by, by, degrees))
        return replace(pose, x=pose.x + float(x), y=pose.y + float(y), angle=pose.angle + float(turn))

    def _speed(self) -> float:
        return float(self._rng.uniform(0.88, 1.12))


def replace_last(deeds: list[Deed], deed: Deed, *, note: str) -> Deed:
    """The last deed with a note."""
    deeds[-1] = replace(deed, note=note)
    return deeds[-1]
