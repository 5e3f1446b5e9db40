"""What a table is: where its journal lies, what is played at it, who deals and who watches. Read from one TOML file.

``deploy/pone.toml`` is the example, with every key explained. Whatever is wrong is told by file and key, with what
would mend it, before anything is started.

BadConfiguration (PoneError, ValueError)   a file that describes no table
"""

from __future__ import annotations

import ipaddress
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from controller.rules.errors import BadRecord, PoneError
from controller.rules.heading import GAMES, read_heading
from controller.rules.laws import code_of

DEFAULT: Final = Path("/etc/pone/pone.toml")
_T = TypeVar("_T")
_PLAY: Final = ("game", "laws", "seats", "dealer", "complete", "sides", "dummy", "options")
_AGREED: Final = tuple(key for key in _PLAY if key != "dealer")
"""What a journal keeps for as long as it lasts; the dealer only begins it."""


class BadConfiguration(PoneError, ValueError):
    """``key`` is where in the file; ``what`` is wrong; ``mend`` is what to do."""

    def __init__(self, file: Path, key: str, what: str, mend: str) -> None:
        super().__init__(f"{file}: {key}: {what}; {mend}" if key else f"{file}: {what}; {mend}")
        self.key = key


@dataclass(frozen=True, slots=True)
class Pages:
    """Where the pages are: the address that is listened at, and the names by which browsers may call besides."""

    bind: str = "127.0.0.1"
    port: int = 8080
    names: tuple[str, ...] = ()
    spectators: bool = True
    spectator_delay_s: float = 0.0


@dataclass(frozen=True, slots=True)
class ShoeAt:
    """The shoe's serial port, and the socket of the camera at its window."""

    port: str
    window: str


@dataclass(frozen=True, slots=True)
class CameraAt:
    """The camera over the table: a device or a film; ``setting`` says how it hangs, ``pictures`` where they go."""

    source: str
    setting: Path | None = None
    pictures: Path | None = None


@dataclass(frozen=True, slots=True)
class Configuration:
    """A table. ``heading`` begins its record; ``panel``: whether buttons are wired to this computer's pins."""

    file: Path
    name: str
    folder: Path
    heading: Mapping[str, object]
    pages: Pages = field(default_factory=Pages)
    shoe: ShoeAt | None = None
    camera: CameraAt | None = None
    panel: bool = False
    director_plays: bool = False

    @property
    def journal(self) -> Path:
        """The journal's file."""
        return self.folder / "journal"

    def beside(self, end: str) -> Path:
        """A file beside the journal."""
        return self.folder / f"journal{end}"

    def wrong(self, key: str, what: str, mend: str) -> BadConfiguration:
        """The error of a key that turns out to be wrong only when it is used."""
        return BadConfiguration(self.file, key, what, mend)

    def agree(self, begun: Mapping[str, object]) -> None:
        """A journal goes on with the heading that it has begun with. Raises :class:`BadConfiguration` for another."""
        for key in _AGREED:
            ours, theirs = self.heading.get(key), begun.get(key)
            if (ours or None) != (theirs or None):
                raise self.wrong(
                    f"play.{key}",
                    f"the journal in {self.folder} was begun with {_shown(theirs)}, not {_shown(ours)}",
                    "set it so, or give another journal.folder",
                )


def read_configuration(file: Path) -> Configuration:
    """The table that a file describes. Raises :class:`BadConfiguration`."""
    try:
        given = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadConfiguration(
            file, "", str(error.strerror or error), "give a table's file with --config; deploy/pone.toml is an example"
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadConfiguration(file, "", f"not TOML: {error}", "mend that line") from error
    whole = _Keys(file, "", given)
    whole.only("name", "journal", "play", "pages", "shoe", "camera", "panel", "director")
    journal = whole.table("journal", "folder")
    director = whole.table("director", "plays")
    panel = whole.table("panel", "gpio")
    return Configuration(
        file,
        whole.text("name", "Pone", longest=40),
        Path(journal.needed("folder", 'say where the journal lies, as in folder = "/var/lib/pone"')),
        _heading(whole),
        _pages(whole),
        _shoe(whole),
        _camera(whole),
        panel.flag("gpio", False),
        director.flag("plays", False),
    )


def _heading(whole: _Keys) -> Mapping[str, object]:
    play = whole.table("play", *_PLAY)
    game = play.text("game", "whist")
    if game not in GAMES:
        raise play.wrong("game", f"{game} is no game", f"choose one of {' '.join(GAMES)}")
    laws = play.text("laws", GAMES[game][0])
    if laws not in GAMES[game]:
        raise play.wrong("laws", f"{game} is not played under {laws}", f"choose one of {' '.join(GAMES[game])}")
    seats = play.texts("seats", ("N", "E", "S", "W"))
    heading: dict[str, object] = {"record": 1, "game": game, "laws": laws, "seats": list(seats)}
    heading["dealer"] = play.text("dealer", seats[0] if seats else "")
    for key in ("complete", "sides", "dummy", "options"):
        if key in play.given:
            heading[key] = play.given[key]
    try:
        read = read_heading(heading)
    except BadRecord as error:
        key = _wrong_in(heading, error.words)
        raise play.wrong(key, error.words, "deploy/pone.toml says what may stand there") from error
    try:
        code_of(read)
    except BadRecord as error:
        raise play.wrong("game", error.words, 'set game = "whist" and laws = "american-1893"') from error
    if read.game != "whist":
        # The judge knows the others; the pages show no bids, counters and changing sides yet.
        raise play.wrong("game", f"{read.game} is judged from records only", 'at a table set game = "whist"')
    return heading


def _wrong_in(heading: Mapping[str, object], words: str) -> str:
    """The key without which a heading is not wrong in this way."""
    seats = cast("list[str]", heading["seats"])
    for key in ("dealer", "sides", "dummy", "complete", "options"):
        less = {k: v for k, v in heading.items() if k != key}
        if key == "dealer" and seats:
            less["dealer"] = seats[0]
        try:
            read_heading(less)
        except BadRecord as error:
            if error.words == words or key == "dealer":
                continue
        return key
    return next((key for key in ("sides", "dummy") if key in words), "seats")


def _pages(whole: _Keys) -> Pages:
    pages = whole.table("pages", "bind", "port", "names", "spectators", "spectator_delay_s")
    bind = pages.text("bind", "127.0.0.1")
    try:
        ipaddress.ip_address(bind)
    except ValueError as error:
        raise pages.wrong(
            "bind",
            f"{bind} is no address",
            'give "127.0.0.1" for this computer alone, "0.0.0.0" for the club\'s network',
        ) from error
    return Pages(
        bind,
        pages.whole("port", 8080, 0, 65535),
        pages.texts("names", ()),
        pages.flag("spectators", True),
        float(pages.whole("spectator_delay_s", 0, 0, 3600)),
    )


def _shoe(whole: _Keys) -> ShoeAt | None:
    if "shoe" not in whole.given:
        return None
    shoe = whole.table("shoe", "port", "window")
    return ShoeAt(
        shoe.needed("port", 'give the serial port, as in port = "/dev/ttyACM0", or delete [shoe] to deal by hand'),
        shoe.needed("window", "a pack is proved by its pictures: give the socket of the camera at the shoe's window"),
    )


def _camera(whole: _Keys) -> CameraAt | None:
    if "camera" not in whole.given:
        return None
    camera = whole.table("camera", "device", "film", "setting", "pictures")
    device, film = camera.text("device", ""), camera.text("film", "")
    if bool(device) == bool(film):
        what = "device and film are both given" if device else "neither device nor film is given"
        raise camera.wrong("device", what, "give one of them, or delete [camera] to type the plays")
    if film and not Path(film).exists():
        raise camera.wrong("film", f"{film} is not there", "give a film's file or folder")
    setting = camera.text("setting", "")
    if setting and not Path(setting).is_file():
        raise camera.wrong("setting", f"{setting} is not there", "give the file of a setting, or leave it to the marks")
    pictures = camera.text("pictures", "")
    return CameraAt(device or film, Path(setting) if setting else None, Path(pictures) if pictures else None)


@dataclass(frozen=True, slots=True)
class _Keys:
    """One table of the file. Every reader raises :class:`BadConfiguration` with the key and what belongs there."""

    file: Path
    name: str
    given: Mapping[str, Any]

    def only(self, *known: str) -> None:
        """No key but these."""
        for key in self.given:
            if key not in known:
                raise self.wrong(key, "there is no such key", f"delete it, or write one of {' '.join(known)}")

    def wrong(self, key: str, what: str, mend: str) -> BadConfiguration:
        return BadConfiguration(self.file, f"{self.name}.{key}" if self.name else key, what, mend)

    def table(self, key: str, *known: str) -> _Keys:
        nothing: dict[str, Any] = {}
        inner = _Keys(self.file, key, self._read(key, nothing, dict, f"write it as a table, [{key}]"))
        inner.only(*known)
        return inner

    def needed(self, key: str, mend: str) -> str:
        if key not in self.given or self.given[key] == "":
            raise self.wrong(key, "is missing", mend)
        return self.text(key, "")

    def text(self, key: str, default: str, *, longest: int = 400) -> str:
        text = self._read(key, default, str, f'write a text in quotes, as in {key} = "{default or "…"}"')
        if len(text) > longest or not (text.isprintable() or not text):
            raise self.wrong(key, "is too long or not printable", f"write at most {longest} plain characters")
        return text

    def whole(self, key: str, default: int, least: int, most: int) -> int:
        mend = f"write a whole number from {least} to {most}"
        number = self._read(key, default, int, mend)
        if isinstance(self.given.get(key), bool) or not least <= number <= most:
            raise self.wrong(key, f"{_shown(self.given[key])} does not fit", mend)
        return number

    def flag(self, key: str, default: bool) -> bool:
        return self._read(key, default, bool, "write true or false, without quotes")

    def texts(self, key: str, default: tuple[str, ...]) -> tuple[str, ...]:
        mend = f'write a list of texts, as in {key} = ["N", "E"]'
        several = cast("list[object]", self._read(key, list(default), list, mend))
        if not all(isinstance(text, str) for text in several):
            raise self.wrong(key, f"{_shown(several)} does not fit", mend)
        return tuple(cast("list[str]", several))

    def _read(self, key: str, default: _T, kind: Callable[..., Any], mend: str) -> _T:
        value: object = self.given.get(key, default)
        if not isinstance(value, cast("type", kind)):
            raise self.wrong(key, f"{_shown(value)} does not fit", mend)
        return cast("_T", value)


def _shown(value: object) -> str:
    """A value as a person would write it."""
    shown = "nothing" if value is None else str(value)
    return shown if len(shown) <= 60 else shown[:57] + "…"
