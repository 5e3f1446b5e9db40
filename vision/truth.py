"""The truth beside a film: what was done at the table, when, and where the cards lay. One JSON object.

``film``         1, the version of this form
``view``         ``play`` (one video over the play area) or ``folder`` (motion stream and stills)
``generator``    what drew it, ``seed`` and ``look`` with what (deck, light)
``rate``         frames a second of the video or the motion stream; ``seconds`` is how long it lasts
``seats``        bearing of each seat, degrees clockwise from north
``heading``      the heading of the record that was filmed, or null
``hands``        for each hand in turn, the cards dealt to each seat (``{"N":"AS KD …"}``), as far as they are known
``cameras``      for each view that was drawn: ``size``, ``matrix`` (3 × 3), ``distortion`` (k1 k2 p1 p2 k3), ``turn``
                 and ``shift`` (a point at x, y mm and depth d = −height is ``turn @ (x, y, d) + shift`` to the camera)
``deeds``        in the order of their ``rest``, one object each

A deed has ``fact`` (the record's own object with ``t`` = ``rest``, or null for what is none, such as a card laid face
down), ``kind``, ``by``, ``arm`` (the seat whose arm did it), and in seconds of the film ``contact`` (the first card
touches the table, or is taken hold of), ``release`` (the hand lets go of the last), ``rest`` (as ``fact`` rests: the
cards lie still, are released, and the arm covers none of them in the picture; of a card taken back: card and arm are
out of the picture; of a trick looked at: the faces are up) and ``gone`` (the arm is in no picture). ``cards`` are where
they lie from ``release`` on (taken back: where they lay): ``card``, ``x`` and ``y`` mm, ``angle`` degrees
clockwise, ``face_up``, and ``corners``, 4 × 2 pixels in the view that ``corners_in`` of the film names, from the
picture's top left corner clockwise. ``line`` is the record's line, if there is one.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, cast

from controller.rules.errors import PoneError

VERSION: Final = 1


class BadTruth(PoneError, ValueError):
    """A file that is not the truth of a film, or of another version."""


@dataclass(frozen=True, slots=True)
class CardAt:
    """A card where a deed left it: mm and degrees on the table, corners in pixels."""

    card: str
    x: float
    y: float
    angle: float
    face_up: bool
    corners: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class TrueDeed:
    """One deed of the truth; times in seconds of the film."""

    kind: str
    by: str
    arm: str
    contact: float
    release: float
    rest: float
    gone: float
    cards: tuple[CardAt, ...]
    fact: dict[str, Any] | None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class TrueCamera:
    """How a view was taken: see the module."""

    size: tuple[int, int]
    matrix: tuple[tuple[float, ...], ...]
    distortion: tuple[float, ...]
    turn: tuple[tuple[float, ...], ...]
    shift: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Truth:
    """A film's truth as its module describes it."""

    view: str
    rate: float
    seconds: float
    seats: dict[str, float]
    deeds: tuple[TrueDeed, ...]
    corners_in: str = "play"
    generator: str = ""
    seed: int = 0
    look: dict[str, str] = field(default_factory=dict[str, str])
    heading: dict[str, Any] | None = None
    hands: tuple[dict[str, str], ...] = ()
    cameras: dict[str, TrueCamera] = field(default_factory=dict[str, TrueCamera])

    def facts(self) -> tuple[dict[str, Any], ...]:
        """What a camera ought to report, as a record's objects, in order."""
        return tuple(deed.fact for deed in self.deeds if deed.fact is not None)


def write_truth(truth: Truth, file: Path) -> None:
    """Write the truth as JSON, one deed a line so that it can be read by eye."""
    head = _plain(truth)
    deeds = head.pop("deeds")
    lines = ",\n  ".join(json.dumps(deed, separators=(",", ":")) for deed in cast("list[object]", deeds))
    body = json.dumps({"film": VERSION, **head}, indent=1)
    file.write_text(f'{body[:-2]},\n "deeds": [\n  {lines}\n ]\n}}\n', encoding="utf-8")


def _plain(truth: Truth) -> dict[str, Any]:
    return {
        "view": truth.view, "generator": truth.generator, "seed": truth.seed, "look": truth.look, "rate": truth.rate,
        "seconds": round(truth.seconds, 3), "seats": truth.seats, "heading": truth.heading, "hands": list(truth.hands),
        "corners_in": truth.corners_in,
        "cameras": {
            name: {"size": c.size, "matrix": c.matrix, "distortion": c.distortion, "turn": c.turn, "shift": c.shift}
            for name, c in truth.cameras.items()
        },
        "deeds": [
            {
                "fact": d.fact, "kind": d.kind, "by": d.by, "arm": d.arm, "contact": d.contact, "release": d.release,
                "rest": d.rest, "gone": d.gone, "line": d.line,
                "cards": [
                    {"card": c.card, "x": c.x, "y": c.y, "angle": c.angle, "face_up": c.face_up, "corners": c.corners}
                    for c in d.cards
                ],
            }
            for d in truth.deeds
        ],
    }  # fmt: skip


def truth_of(film: Path) -> Truth | None:
    """The truth beside a film, or in its folder; ``None`` where there is none. Raises :class:`BadTruth`."""
    if not film.is_dir():
        beside = film.with_suffix(".json")
        return read_truth(beside) if beside.is_file() else None
    told = sorted(film.glob("*.json"))
    named = film / f"{film.resolve().name}.json"
    beside = named if named in told or len(told) != 1 else told[0]
    return read_truth(beside) if beside.is_file() else None


def read_truth(file: Path) -> Truth:
    """Read it back. Raises :class:`BadTruth`, or :class:`OSError` for a file that cannot be read."""
    try:
        obj = json.loads(file.read_text(encoding="utf-8"))
        if not isinstance(obj, dict):
            raise BadTruth(f"{file}: not the truth of a film, which is a JSON object")
        given = cast("dict[str, Any]", obj)
        if given.get("film") != VERSION:
            raise BadTruth(f"{file}: not the truth of a film of version {VERSION}")
        return _read(given)
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, BadTruth):
            raise
        raise BadTruth(f"{file}: not the truth of a film: {error!r}") from error


def _read(obj: dict[str, Any]) -> Truth:
    return Truth(
        obj["view"], float(obj["rate"]), float(obj["seconds"]), {k: float(v) for k, v in obj["seats"].items()},
        tuple(
            TrueDeed(
                d["kind"], d["by"], d["arm"], float(d["contact"]), float(d["release"]), float(d["rest"]),
                float(d["gone"]),
                tuple(
                    CardAt(c["card"], c["x"], c["y"], c["angle"], c["face_up"], tuple((x, y) for x, y in c["corners"]))
                    for c in d["cards"]
                ),
                d["fact"], d["line"],
            )
            for d in obj["deeds"]
        ),
        obj["corners_in"], obj["generator"], int(obj["seed"]), dict(obj["look"]), obj["heading"], tuple(obj["hands"]),
        {
            name: TrueCamera(
                (int(c["size"][0]), int(c["size"][1])), tuple(tuple(row) for row in c["matrix"]),
                tuple(c["distortion"]), tuple(tuple(row) for row in c["turn"]), tuple(c["shift"]),
            )
            for name, c in obj["cameras"].items()
        },
    )  # fmt: skip
