"""After an interruption: where is each card, and may the deal go on? Pure; the shoe only reports and obeys.

The plan says what lay in each slot and where it goes; the shoe log says how many cards fell (``committed``, each logged
at its pocket's edge); the scan says which slots hold a card still. What is neither logged nor in a slot is in the exit
path, and the sensors must show it there. Card k+1 may leave its slot before card k has fallen, card k+2 not, and cards
follow one another by more than the path from X1 to a pocket's mouth; from that comes what can be seen at all:

| missing | seen                                                            | conclusion                        |
|---------|-----------------------------------------------------------------|-----------------------------------|
| none    | nothing, or a dark mouth where k fell                           | bring k in, go on at k+1          |
| none    | another dark mouth                                              | a hand stands in it: wait         |
| k+1     | X1 or X2 dark                                                   | drive k+1                         |
| k+1     | its mouth dark; k fell elsewhere, or the log's last entry is torn | drive k+1                       |
| k+1 k+2 | X1 dark, X2 not, and the mouth of k+1 dark                      | drive k+1, then k+2               |
| else    |                                                                 | void: nothing is ever guessed     |
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from controller.shoe.plan import Dest


@dataclass(frozen=True, slots=True)
class Path:
    """The exit path: ``x1`` behind the ejector, ``x2`` before the gates, and the pockets' mouths that are dark."""

    x1: bool
    x2: bool
    mouths: frozenset[Dest]


@dataclass(frozen=True, slots=True)
class Scene:
    """What was found. ``before`` stood still; the scan then moves a card at X1 on by 10 ms, which ``after`` shows.

    ``slots``: those that hold a card; ``torn``: the log's newest place holds a damaged entry.
    """

    committed: int
    slots: frozenset[int]
    before: Path
    after: Path
    torn: bool


@dataclass(frozen=True, slots=True)
class GoOn:
    """The deal goes on at card ``at`` when ``settle``, a card logged already, and then the cards ``drive`` are in."""

    at: int
    drive: tuple[int, ...] = ()
    settle: Dest | None = None


@dataclass(frozen=True, slots=True)
class Blocked:
    """Every card is accounted for, but a mouth is dark: a hand stands in these pockets."""

    pockets: tuple[Dest, ...]


@dataclass(frozen=True, slots=True)
class Hopeless:
    """The deal is void. ``place``: a word for where the doubt is."""

    why: str
    place: str


Conclusion = GoOn | Blocked | Hopeless


def conclude(slots: Sequence[int], dests: Sequence[Dest], scene: Scene) -> Conclusion:
    """What follows for a plan: the n-th card lay in ``slots[n-1]`` and goes to ``dests[n-1]``."""
    k, left = scene.committed, len(slots) - len(scene.slots)
    if not 0 <= k <= len(slots):
        return Hopeless("the shoe log counts more cards than the plan has", "log")
    if scene.slots != frozenset(slots[max(left, 0) :]):
        return Hopeless("the carousel holds other cards than the plan says", "carousel")
    if left < k:
        return Hopeless("a card that the log says was dealt lies in its slot", "carousel")
    if not follows(scene.before, scene.after):
        return Hopeless("a card of the exit path came or went during the scan", "exit")
    match left - k:
        case 0:
            return _none_missing(dests, scene)
        case 1:
            return _one_missing(dests, scene)
        case 2:
            return _two_missing(dests, scene)
        case n:
            return Hopeless(f"{n} cards are neither in the carousel nor dealt", "exit")


def follows(before: Path, after: Path) -> bool:
    """Whether the path after the scan can come of the one before it."""
    if before.x1:
        return after.x1 or after.x2
    return (after.x1, after.x2) == (before.x1, before.x2)


def _none_missing(dests: Sequence[Dest], scene: Scene) -> Conclusion:
    k, path = scene.committed, scene.before
    if path.x1 or path.x2:
        return Hopeless("a card stands in the exit path, and none is missing", "exit")
    fell = frozenset(dests[k - 1 : k]) if k else frozenset[Dest]()
    if path.mouths - fell:
        return Blocked(tuple(sorted(path.mouths - fell)))
    return GoOn(k + 1, settle=next(iter(path.mouths), None))


def _one_missing(dests: Sequence[Dest], scene: Scene) -> Conclusion:
    k, path = scene.committed, scene.before
    mine, before = dests[k], dests[k - 1] if k else None
    if path.x1 or path.x2:
        explained = {mine, before} if path.x2 else {before}
        if all(mouth in explained for mouth in path.mouths):
            return GoOn(k + 2, (k + 1,))
        return Hopeless(f"card {k + 1} is in the exit path, and another mouth is dark", "pocket")
    if path.mouths == frozenset((mine,)) and (mine != before or scene.torn):
        return GoOn(k + 2, (k + 1,))
    return Hopeless(f"nothing shows where card {k + 1} is", "exit")


def _two_missing(dests: Sequence[Dest], scene: Scene) -> Conclusion:
    k, path = scene.committed, scene.before
    if path.x1 and not path.x2 and path.mouths == frozenset((dests[k],)):
        return GoOn(k + 3, (k + 1, k + 2))
    return Hopeless(f"nothing shows where cards {k + 1} and {k + 2} are", "exit")
