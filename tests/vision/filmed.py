"""Hands that were filmed for the tests: regular play by habit, with packs that no network was taught."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from controller.bench.script import script
from controller.bench.stage import act
from controller.cli.demo import heading_of
from controller.cli.watch import as_line
from controller.rules.record import Record, read_record
from vision.render.film import Reel, write_folder, write_video
from vision.render.scene import scene
from vision.watch import Order, watching
from vision.watcher import Saw


def hand(seed: int) -> Record:
    """A regular hand of whist."""
    begun = read_record([json.dumps(heading_of("whist", "american-1893"))])
    played = script(seed, dealer=begun.heading.dealer, seating=begun.heading.seating)
    return replace(begun, entries=played.entries())


def reel_of(seed: int, *, first: int = 1, last: int | None = None) -> Reel:
    """A hand, or some of its tricks, with a pack, a table, people and a light of its own."""
    return act(hand(seed), scene(seed, deck=f"seed-{seed}", light="any"), seed, first=first, last=last)


def filmed(reel: Reel, out: Path) -> Path:
    """The reel as a film: an ``.mp4``, or a folder."""
    if out.suffix:
        write_video(reel, out)
    else:
        write_folder(reel, out)
    return out


def told(film: Path | Order) -> list[dict[str, Any]]:
    """The lines that the watcher tells of a film."""
    out: list[dict[str, Any]] = []
    last = 0.0
    for message in watching(film if isinstance(film, Order) else Order(str(film))):
        if isinstance(message, Saw):
            out.append(as_line(message, last))
            last = max(last, message.t)
    return out
