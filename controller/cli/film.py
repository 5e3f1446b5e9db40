"""A record made into a film: what :mod:`controller.bench.stage` acts, drawn and kept."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from dataclasses import replace
from pathlib import Path
from typing import Final

import typer

from controller.bench.stage import act
from controller.rules.errors import BadRecord, PoneError
from controller.rules.record import read_record
from vision.render.film import Reel, generator, write_folder, write_video
from vision.render.scene import scene

KEPT: Final = 24
"""Films kept in the cache, the newest."""


class NotFilmed(PoneError, OSError):
    """A record that cannot be read, or a place where no film can be written."""


def film(record: Path, out: Path, deck: str, seed: int, light: str) -> None:
    """Film a record into ``out``: an ``.mp4`` over the play area, or a folder; the truth comes with it.

    ``deck`` and ``light`` are names that :func:`vision.render.scene.scene` knows. A film that was drawn before, by the
    same generator with the same seed, comes from the cache. Raises :class:`BadRecord`, ValueErrors of the film maker
    for a name that it does not know, :class:`~controller.bench.stage.NothingToFilm`, and :class:`NotFilmed` for files
    that cannot be read or written.
    """
    try:
        data = record.read_bytes()
        text = data.decode()
    except OSError as error:
        raise NotFilmed(f"{record}: {error.strerror or error}; give the file of a record") from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise BadRecord(line, "not UTF-8, in which a record is written") from error
    video = out.suffix.lower() == ".mp4"
    _free(out, video=video)
    made = scene(seed, deck=deck, light=light)
    acted = act(read_record(text.split("\n")), made, seed)
    digest = hashlib.sha256(b"\0".join((data, f"{deck} {light} {seed} {video} {generator()}".encode()))).hexdigest()
    kept = _cache() / f"{digest[:24]}{'.mp4' if video else ''}"
    try:
        if not _whole(kept):
            _draw(replace(acted, look={"deck": deck, "light": light}), kept)
            _forget(kept.parent)
        _hand_out(kept, out)
    except OSError as error:
        raise NotFilmed(f"{error.filename or out}: {error.strerror or error}") from error


def _free(out: Path, *, video: bool) -> None:
    """Make sure, before anything is drawn, that a film may go there: nothing but a film of ours is ever replaced."""
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotFilmed(f"{out.parent}: {error.strerror or error}; no film can be written there") from error
    if not os.access(out.parent, os.W_OK):
        raise NotFilmed(f"{out.parent}: no film can be written there")
    if video:
        if out.is_dir():
            raise NotFilmed(f"{out}: is a folder; a film in a folder has a name without .mp4")
        return
    if out.is_dir():
        strange = {p.name for p in out.iterdir()} - {"motion.mp4", "stills", f"{out.resolve().name}.json"}
        if strange:
            raise NotFilmed(f"{out}: holds {min(strange)}, which is of no film; name another folder")
    elif out.exists():
        raise NotFilmed(f"{out}: is a file; name a folder, or a file that ends in .mp4")


def _draw(reel: Reel, kept: Path) -> None:
    """Draw into the cache, under another name until it is whole."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    begun = kept.with_name(f"begun-{os.getpid()}-{kept.name}")
    with typer.progressbar(length=1000, label="film", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:

        def told(done: int, of: int) -> None:
            bar.update(done * 1000 // of - bar.pos)

        try:
            if kept.suffix:
                write_video(reel, begun, told=told)
                begun.with_suffix(".json").replace(kept.with_suffix(".json"))
            else:
                write_folder(reel, begun, told=told)
            begun.replace(kept)
        finally:
            shutil.rmtree(begun, ignore_errors=True)
            begun.unlink(missing_ok=True)
            begun.with_suffix(".json").unlink(missing_ok=True)


def _whole(kept: Path) -> bool:
    return kept.is_dir() or (kept.is_file() and kept.with_suffix(".json").is_file())


def _hand_out(kept: Path, out: Path) -> None:
    """Copy a film from the cache to where it was asked for; a truth is named like its film."""
    if kept.is_dir():
        shutil.rmtree(out / "stills", ignore_errors=True)
        shutil.copytree(kept / "stills", out / "stills")
        shutil.copyfile(kept / "motion.mp4", out / "motion.mp4")
        shutil.copyfile(next(kept.glob("*.json")), out / f"{out.resolve().name}.json")
        os.utime(kept)
        return
    shutil.copyfile(kept, out)
    shutil.copyfile(kept.with_suffix(".json"), out.with_suffix(".json"))
    os.utime(kept)


def _cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pone" / "films"


def _forget(folder: Path) -> None:
    """Keep the newest films only."""
    films = [p for p in folder.iterdir() if p.suffix != ".json" and not p.name.startswith("begun-")]
    for old in sorted(films, key=lambda p: p.stat().st_mtime)[:-KEPT]:
        if old.is_dir():
            shutil.rmtree(old, ignore_errors=True)
        else:
            old.unlink(missing_ok=True)
            old.with_suffix(".json").unlink(missing_ok=True)
