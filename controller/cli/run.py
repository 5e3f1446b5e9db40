"""``pone run``: the service at a real table, with a shoe or without, with a camera or without.

Where systemd gives it a folder in the memory (``RUNTIME_DIRECTORY``), the kiosk's link and the director's code go into
files there that only their owner may read, and not into the system's log; the key of the open hand is kept there too
where no shoe keeps it.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from ipaddress import ip_address
from pathlib import Path
from time import monotonic
from typing import Final

from controller.cli.house import Doors, ending_cleanly, eyes_at, open_doors, welcome
from controller.journal.errors import JournalError, JournalLocked
from controller.journal.reader import JournalReader
from controller.journal.store import SqliteJournal
from controller.ops.configuration import BadConfiguration, Configuration, ShoeAt, read_configuration
from controller.ops.keeping import MemoryKeeper
from controller.table.clock import MonotonicClock
from controller.table.dealing import Dealing
from controller.table.ports import Clock, Machine
from controller.table.service import Table
from controller.table.zero import FromZero
from controller.web.app import Settings, create_app
from controller.web.server import listen, server_for

BEGIN_S: Final = 60.0
"""How long a long journal may take to be read on a slow board."""


def run_command(file: Path) -> int:
    """Serve the table of this file until a signal ends it. Raises what is wrong with it, before anything is started."""
    configuration = read_configuration(file)
    _prepare(configuration)
    with ending_cleanly():
        _serve(configuration)
    return 0


def _prepare(configuration: Configuration) -> None:
    """The folder is there, and a journal in it is of this table. Raises :class:`BadConfiguration`."""
    folder = configuration.folder
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise configuration.wrong(
            "journal.folder", f"{folder}: {error.strerror or error}", "give a folder that may be written"
        ) from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise configuration.wrong("journal.folder", f"{folder} may not be written", f"give it to {_who()}")
    if configuration.journal.exists():
        try:
            with JournalReader(configuration.journal) as reader:
                readings = reader.readings()
        except JournalError as error:
            raise _unread(configuration, error) from error
        if readings and readings[0].fact is not None:
            configuration.agree(readings[0].fact)


def _unread(configuration: Configuration, error: JournalError) -> BadConfiguration:
    mend = "give this table another folder, or put its back-up there"
    return configuration.wrong("journal.folder", str(error), mend)


def _who() -> str:
    return os.environ.get("USER") or f"user {os.getuid()}"


def _serve(configuration: Configuration) -> None:
    pages = configuration.pages
    clock = MonotonicClock()
    dealing = None if configuration.shoe is None else dealing_of(configuration.shoe, clock)
    table: Table
    table = Table(
        lambda: SqliteJournal(configuration.journal),
        clock,
        machines=_machines(configuration, clock, lambda: table),
        dealing=dealing,
        heading=configuration.heading,
        director_plays=configuration.director_plays,
    )
    try:
        bound = listen(pages.bind, pages.port)
    except OSError as error:
        raise configuration.wrong(
            "pages.port",
            f"{pages.port} at {pages.bind}: {error.strerror or error}",
            "choose another, or end who has it",
        ) from error
    with bound, _begun(configuration, table):
        doors = open_doors(configuration.beside(".keys"))
        settings = Settings(
            hosts=pages.names, spectators=pages.spectators, spectator_delay_s=pages.spectator_delay_s,
            name=configuration.name,
        )  # fmt: skip
        server = server_for(create_app(table, settings, access=doors.access))
        with _buttons(configuration, table):
            _tell(configuration, bound.getsockname()[1], doors)
            server.run(sockets=[bound])


@contextmanager
def _begun(configuration: Configuration, table: Table) -> Generator[None]:
    """The table with its journal open and read."""
    try:
        table.start()
    except JournalLocked as error:
        raise configuration.wrong(
            "journal.folder", str(error), "end the other service first, or give this table a folder of its own"
        ) from error
    except JournalError as error:
        raise _unread(configuration, error) from error
    try:
        if not table.wait_until_begun(BEGIN_S):
            raise configuration.wrong("journal.folder", table.health().waiting_for or "it is not read", "see the log")
        yield
    finally:
        table.stop()


def _machines(configuration: Configuration, clock: Clock, table: Callable[[], Table]) -> dict[str, Machine]:
    """Who observes this table besides the shoe, and who keeps its hands' keys where there is none."""
    machines: dict[str, Machine] = {}
    memory = os.environ.get("RUNTIME_DIRECTORY")
    if configuration.shoe is None and memory:
        machines["keys"] = MemoryKeeper(Path(memory))
    eyes = eyes_of(configuration, clock, table)
    if eyes is not None:
        machines["camera"] = eyes
    return machines


def dealing_of(shoe: ShoeAt, clock: Clock) -> Dealing:
    """The shoe on this port: the operating system's chance, the wall's time, and no mark of a demo."""
    from controller.cli.window import read
    from controller.shoe.clock import WallClock
    from controller.shoe.driver import SerialShoe
    from controller.shoe.shuffle import SystemShuffler
    from controller.shoe.window import SocketWindow

    driver = SerialShoe(
        lambda: shoe.port,
        window=SocketWindow(shoe.window),
        reader=read,
        shuffler=SystemShuffler(),
        clock=WallClock(),
    )
    return Dealing(driver, clock)


def eyes_of(configuration: Configuration, clock: Clock, table: Callable[[], Table]) -> Machine | None:
    """What watches the play, ``None`` where plays are typed."""
    camera = configuration.camera
    if camera is None:
        return None
    from vision.watch import Order

    begin = Order(
        camera.source,
        config=None if camera.setting is None else str(camera.setting),
        pictures=None if camera.pictures is None else str(camera.pictures),
    )
    return FromZero(eyes_at(begin, table), clock)


@contextmanager
def _buttons(configuration: Configuration, table: Table) -> Generator[None]:
    """The seats' panel, where one is wired."""
    if not configuration.panel:
        yield
        return
    from gpiozero.exc import GPIOZeroError  # pyright: ignore[reportMissingTypeStubs]

    from controller.cli.seats import SeatPanel
    from controller.panel.gpio import GpioPanel

    panel = SeatPanel(table, GpioPanel(monotonic))
    try:
        # The error says it all; what the library tried before is not wanted as well.
        with warnings.catch_warnings(action="ignore"):
            panel.start()
    except (GPIOZeroError, OSError, ImportError) as error:
        raise configuration.wrong(
            "panel.gpio", f"no pins: {error}", "set it to false, or start it on the board"
        ) from error
    try:
        yield
    finally:
        panel.stop()


# ------------------------------------------------------------------ telling
def _tell(configuration: Configuration, port: int, doors: Doors) -> None:
    pages = configuration.pages
    address = ip_address(pages.bind)
    local = address.is_unspecified or address.is_loopback
    page = f"http://{'localhost' if local else f'[{pages.bind}]' if ':' in pages.bind else pages.bind}:{port}"
    memory = os.environ.get("RUNTIME_DIRECTORY")
    if memory is None:
        print(f"{configuration.name}: the service runs.", *welcome(page, doors), sep="\n", flush=True)
        return
    secrets = {"kiosk-link": doors.kiosk(page)} | ({} if doors.code is None else {"director-code": doors.code})
    written = _write(Path(memory), secrets)
    print(f"{configuration.name}: the service runs at {page}", *(f"  sudo cat {file}" for file in written), sep="\n")
    sys.stdout.flush()


def _write(folder: Path, secrets: Mapping[str, str]) -> list[Path]:
    files: list[Path] = []
    for name, words in secrets.items():
        file = folder / name
        file.unlink(missing_ok=True)
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as out:
            out.write(words + "\n")
        files.append(file)
    return files
