"""``pone watch``: what a camera over the table sees, as lines of a record."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from controller.rules.errors import PoneError
from controller.rules.record import dumps
from vision.watch import Order, watching
from vision.watcher import Aimed, Saw, Told, Upto


class NowhereToKeep(PoneError, OSError):
    """The folder for pictures cannot be made."""


def watch_command(camera: str, config: Path | None = None, pictures: Path | None = None) -> int:
    """Watch a film to its end, or a camera until it is interrupted, and print each fact as a line of a record.

    What is wrong with the camera goes to standard error, one line each. 0 if the camera saw to the end, 1 if it was
    blind when the film ended. Raises PoneErrors for a camera, a film or a configuration that is none.
    """
    order = Order(
        camera, config=None if config is None else str(config), pictures=None if pictures is None else str(pictures)
    )
    if pictures is not None:
        try:
            pictures.mkdir(parents=True, exist_ok=True)
        except OSError as failed:
            raise NowhereToKeep(f"{pictures}: {failed.strerror or failed}; no pictures can be kept there") from failed
    blind = False
    last = 0.0
    for message in watching(order):
        match message:
            case Saw():
                line = as_line(message, last)
                last = max(last, message.t)
                print(dumps(line), flush=True)
            case Told(_, t, why):
                blind = why is not None
                print(f"{t:.2f} s: the camera {_ailing(why)}", file=sys.stderr, flush=True)
            case Aimed(_, t, _, scale, error):
                print(f"{t:.2f} s: {scale:.2f} pixels a millimetre, {error:.2f} mm off at the marks", file=sys.stderr)
            case Upto():
                pass
    return 1 if blind else 0


def as_line(saw: Saw, last: float) -> dict[str, Any]:
    """A fact as a line of a record. One told late has the time of the ``last`` one, and its own in ``seen``."""
    line: dict[str, Any] = {**saw.fact, "t": max(saw.t, last)}
    if saw.t < last:
        line["seen"] = saw.t
    line |= {"source": "camera", "confidence": saw.confidence}
    if saw.evidence:
        line["evidence"] = list(saw.evidence)
    return line


def lines(camera: str) -> Iterator[dict[str, Any]]:
    """The lines that :func:`watch_command` prints of a film."""
    last = 0.0
    for message in watching(Order(camera)):
        if isinstance(message, Saw):
            yield as_line(message, last)
            last = max(last, message.t)


_AILINGS = {
    "black": "is blind: the picture is black",
    "dazzled": "is blind: the picture is all light",
    "covered": "is blind: something covers the lens",
    "frozen": "is blind: the picture stands still",
    "looped": "is blind: the film runs in a loop",
    "moved": "was moved; its place is found anew",
    "silent": "gives no pictures",
    "no-marks": "does not see the four marks at the corners of the play area; uncover them, or give --config",
}


def _ailing(why: str | None) -> str:
    return "sees" if why is None else _AILINGS[why]
