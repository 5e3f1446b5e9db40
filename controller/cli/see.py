"""``pone see``: the cards in still photographs, as words or as one JSON object an image."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

import cv2
import numpy as np

from controller.rules.errors import PoneError
from vision.see import Seen, see


class NoPicture(PoneError, ValueError):
    """A file that is not there or holds no picture."""


def see_command(images: Sequence[Path], as_json: bool, out: TextIO | None = None) -> int:
    """Read every image in turn and print what lies in it; the exit status.

    Raises :class:`NoPicture` at the first file that cannot be read as a picture: what came before it is printed.
    """
    cv2.setNumThreads(1)
    to = sys.stdout if out is None else out
    for image in images:
        seen = see(_picture(image))
        line = (
            json.dumps({"file": str(image), **seen.to_json()}, separators=(",", ":"))
            if as_json
            else _words(image, seen)
        )
        to.write(line + "\n")
        to.flush()
    return 0


def _picture(image: Path) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    try:
        data = np.frombuffer(image.read_bytes(), np.uint8)
    except OSError as error:
        raise NoPicture(f"{image}: {error.strerror}; name a photograph that can be read") from error
    decoded = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    if decoded is None:
        raise NoPicture(f"{image}: not a picture that OpenCV reads; give a JPEG or a PNG")
    return np.asarray(cv2.cvtColor(decoded, cv2.COLOR_BGR2RGB), np.uint8)


def _words(image: Path, seen: Seen) -> str:
    """One line for people: cards with their confidence, then what could not be read and what lies face down."""
    parts = [f"{card.card} {card.confidence:.0%}" for card in seen.cards if card.card is not None]
    unread = sum(card.card is None for card in seen.cards)
    if unread:
        parts.append(f"{unread} unread")
    if seen.backs:
        parts.append(f"{seen.backs} face down")
    return f"{image}: {', '.join(parts) or 'no card'} ({seen.ms:.0f} ms)"
