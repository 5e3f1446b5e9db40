"""Cards as words: in the hopper of the fake shoe, before its camera, and read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from controller.rules.cards import PACK, Card
from controller.shoe.window import Pair, Picture, Reading


@dataclass(frozen=True, slots=True)
class Lying:
    """A card in the hopper: what its face shows to the reader (``joker``, or nothing, too), and how it lies."""

    face: str
    faced: bool = False
    back: str = "ours"
    stuck: bool = False
    """With the next one: both come at once."""


def full(cards: Iterable[Card] = PACK) -> list[Lying]:
    """A pack as it should lie in the hopper."""
    return [Lying(card) for card in cards]


class FakeWindow:
    """The camera at the window. ``blind``: how many strobes to come give no pictures."""

    def __init__(self) -> None:
        self.blind = 0
        self.smudged: set[str] = set()
        self.seen: list[Pair] = []
        self._strobe = 0

    def fileno(self) -> int | None:
        return None

    def forget(self) -> None:
        self.seen.clear()

    def pair(self) -> Pair | None:
        return self.seen.pop() if self.seen else None

    def close(self) -> None:
        self.seen.clear()

    def strobe(self, card: Lying) -> None:
        self._strobe += 1
        if self.blind:
            self.blind -= 1
            return
        face, back = card.face.encode(), b"back " + card.back.encode()
        lower, upper = (back, face) if card.faced else (face, back)
        self.seen.append((Picture("lower", self._strobe, 1, 1, lower), Picture("upper", self._strobe, 1, 1, upper)))


def read(lower: Picture, upper: Picture) -> Reading:
    """What the drawn words say."""
    face, back = lower.rgb.decode(), upper.rgb.decode()
    ours = back == "back ours"
    if face.startswith("back"):
        return Reading("back", 1.0, ours)
    if face == "joker":
        return Reading("joker", 1.0, ours)
    if face not in PACK:
        return Reading(None, 0.1, ours)
    return Reading(Card(face), 0.98, ours)
