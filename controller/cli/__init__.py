"""The command ``pone``: the only place where the parts are put together.

Every sub-command imports what it needs when it is called, so that ``pone judge`` starts without the pages and the
pages without the bench. Exit status: 0 for success, 1 for a failed check, 2 for bad input, with one line on standard
error that says what is wrong, where, and how to mend it.
"""

from __future__ import annotations

import os
import secrets
import sys
import tempfile
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from controller.rules.errors import BadRecord, PoneError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from controller.cli.laws import Covered
    from controller.rules.forming.telling import TableNow
    from controller.rules.record import Record
    from controller.rules.ruling import Result, Ruling

TABLE, CAMERA, LAW, JOURNAL, MEASURE = "At the table", "The camera", "The laws", "The journal", "How fast"

app = typer.Typer(
    help="A whist table that rules by law: it watches the play, judges it, and says which law it judged by.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)

JournalFile = Annotated[Path, typer.Argument(metavar="JOURNAL", help="A journal's file; it may be in use.")]
Json = Annotated[bool, typer.Option("--json", help="JSON lines instead of words.")]


class Eyes(StrEnum):
    """Whose view of a record is judged: the omniscient one, or what the table can know."""

    DIRECTOR = "director"
    TABLE = "table"


def refuse(line: str, status: int = 2) -> NoReturn:
    """End with one line on standard error: ``status`` 2 for bad input, 1 for a failed check."""
    typer.echo(line, err=True)
    raise typer.Exit(status)


# ---------------------------------------------------------------- at the table
@app.command(rich_help_panel=TABLE)
def demo(
    hands: Annotated[int, typer.Option(min=1, help="How many hands are played.")] = 1,
    game: Annotated[str, typer.Option(help="The game.")] = "whist",
    laws: Annotated[str, typer.Option(help="The code of laws.")] = "american-1893",
    seed: Annotated[int | None, typer.Option(help="The same seed plays the same hands.")] = None,
    speed: Annotated[float, typer.Option(min=0.1, help="By how much the table's clock may outrun the wall's.")] = 1.0,
    mishap: Annotated[
        list[str] | None, typer.Option(metavar="KIND", help="Plant an irregularity; 'list' names them.")
    ] = None,
    journal: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on from this journal, or begin it.")] = None,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="Play this record, at its own times.")] = None,
    film: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Deal the hand of this film, and let the camera show it.")
    ] = None,
    camera: Annotated[
        bool, typer.Option("--camera/--no-camera", help="Whether plays are seen, or told: drawing a table is work.")
    ] = True,
    headless: Annotated[bool, typer.Option("--headless", help="No browser: one JSON object a hand.")] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Where the pages are.")] = 8080,
) -> None:
    """A simulated table: hands are played, faults are made, and the page shows them ruled."""
    from controller.bench.mishaps import SHOWN, SIGHT, dealt_by_shoe, listed
    from controller.bench.shoe import built
    from controller.cli.demo import Plan, heading_of, play
    from controller.web.server import listen

    if mishap == ["list"]:
        typer.echo("\n".join(f"{kind:28} {words}" for kind, words in listed()))
        return
    if film is not None and (record is not None or mishap or hands > 1):
        refuse("demo: a film shows one hand as it was: leave out --record, --mishap and --hands")
    if not camera and (film is not None or any(kind in SIGHT for kind in mishap or ())):
        refuse(f"demo: --film and the mishaps {' and '.join(SIGHT)} are of the camera: leave out --no-camera")
    if dealt_by_shoe(mishap or ()) and record is None:
        built()
    # Who opens a page wants to see the laws at work; who reads the lines asks for what he wants.
    planted = tuple(mishap) if mishap else () if headless or record is not None or film is not None else SHOWN
    heading = heading_of(game, laws) if record is None else _read_played(record)
    if film is not None:
        heading = _read_filmed(film, heading)
    try:
        bound = listen("127.0.0.1", port)
    except OSError as error:
        refuse(f"demo: port {port}: {error.strerror}; choose another with --port, or 0 for any that is free")
    with tempfile.TemporaryDirectory(prefix="pone-demo-") as folder, bound:
        file = (journal or Path(folder) / "journal").absolute()
        chosen = secrets.randbelow(1_000_000) if seed is None else seed
        plan = Plan(file, heading, hands, chosen, speed, planted, record, film, camera)
        raise typer.Exit(play(plan, bound, headless=headless))


@app.command(rich_help_panel=TABLE)
def run(
    config: Annotated[
        Path, typer.Option(metavar="FILE", help="What the table is; deploy/pone.toml is an example.")
    ] = Path("/etc/pone/pone.toml"),
) -> None:
    """The service at a real table: the shoe deals or people do, a camera watches or the director types."""
    from controller.cli.run import run_command

    raise typer.Exit(run_command(config))


def _read_filmed(film: Path, heading: dict[str, object]) -> dict[str, object]:
    """The heading of the hand that was filmed."""
    from controller.cli.demo import filmed_heading

    try:
        return filmed_heading(film, heading)
    except BadRecord as error:
        refuse(f"{film}: the heading of its truth: {error}")
    except OSError as error:
        if isinstance(error, PoneError):
            raise
        refuse(f"{film}: {error.strerror or error}")


def _read_played(record: Path) -> dict[str, object]:
    """The heading of a record that is to be played, which is read to its end first. Whatever is wrong ends here."""
    from controller.cli.demo import checked_heading

    try:
        _read(str(record))
        return checked_heading(record.read_text(encoding="utf-8").partition("\n")[0])
    except BadRecord as error:
        refuse(f"{record}:{error}")


Port = Annotated[str | None, typer.Option("--shoe", metavar="PORT", help="The serial port of a shoe.")]
Window = Annotated[str | None, typer.Option(metavar="SOCKET", help="The camera at that shoe's window.")]
Beside = Annotated[
    Path | None, typer.Option("--journal", metavar="FILE", help="The simulated shoe beside this journal.")
]


@app.command(rich_help_panel=TABLE)
def deal(
    game: Annotated[str, typer.Option(help="The game.")] = "whist",
    count: Annotated[int, typer.Option(min=1, help="How many packs are dealt.")] = 1,
    cut: Annotated[int | None, typer.Option(min=4, max=48, help="How many cards the pone lifts.")] = None,
    shoe_port: Port = None,
    window: Window = None,
    simulated: Annotated[bool, typer.Option("--simulated", help="A shoe of its own in the simulator.")] = False,
    speed: Annotated[float, typer.Option(min=0.1, help="By how much a simulated shoe outruns the wall's clock.")] = 1.0,
    as_json: Json = False,
) -> None:
    """The shoe by itself: a pack is proved, shuffled, cut and dealt. No card is named."""
    from controller.cli.operate import deal_command, dealt_game, found

    played = dealt_game(game)
    if simulated == (shoe_port is not None):
        refuse("deal: say which shoe, --shoe PORT --window SOCKET or --simulated")
    if shoe_port is not None and window is None:
        refuse("deal: a pack is proved by its pictures; say with --window where the camera at the shoe's window is")

    def lifted(cards: int) -> int:
        if cut is not None:
            return cut
        if sys.stdin.isatty():
            while not 4 <= (asked := typer.prompt(f"The pone lifts how many of {cards}", type=int)) <= cards - 4:
                typer.echo(f"at least 4, at most {cards - 4}", err=True)
            return int(asked)
        return 4 + secrets.randbelow(cards - 7)

    if cut is None and not simulated and not sys.stdin.isatty():
        refuse("deal: who cuts? Give the pone's number with --cut")
    with found(shoe_port, window, None, speed if simulated else None) as (place, hands):
        raise typer.Exit(deal_command(place, hands, game=played, count=count, cut=lifted, as_json=as_json))


shoe = typer.Typer(help="The dealing shoe: how it is.", no_args_is_help=True)
app.add_typer(shoe, name="shoe", rich_help_panel=TABLE)


@shoe.command()
def status(shoe_port: Port = None, journal: Beside = None, as_json: Json = False) -> None:
    """The shoe's firmware, state and counters."""
    from controller.cli.operate import found, status_command

    if (shoe_port is None) == (journal is None):
        refuse("shoe status: say which shoe, --shoe PORT or --journal FILE")
    with found(shoe_port, None, journal, None) as (place, _):
        raise typer.Exit(status_command(place, as_json=as_json))


# ------------------------------------------------------------------- the camera
@app.command(rich_help_panel=CAMERA)
def film(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="A record of what happened.")],
    out: Annotated[Path, typer.Option("-o", "--out", metavar="FOLDER|FILE.mp4", help="Where the film goes.")],
    deck: Annotated[str, typer.Option(help="The pack: a named one, seed-N, or any.")] = "club",
    seed: Annotated[int, typer.Option(min=0, help="The same seed draws the same table, people and movements.")] = 1,
    light: Annotated[str, typer.Option(help="The light in the room: a named one, or any.")] = "club",
) -> None:
    """Draw the film that the camera over the table would have taken of a record, with the truth beside it."""
    from controller.cli.film import film as film_command

    try:
        film_command(record, out, deck, seed, light)
    except BadRecord as error:
        refuse(f"{record}:{error}")


@app.command(rich_help_panel=CAMERA)
def watch(
    camera: Annotated[str, typer.Argument(metavar="FILM|DEVICE", help="A film's folder or .mp4, or /dev/video0.")],
    config: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Who sits where and how the camera hangs; the marks tell else.")
    ] = None,
    pictures: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Keep the pictures that the facts rest on.")
    ] = None,
) -> None:
    """Watch a film or a camera, and print the facts that it shows as lines of a record."""
    from controller.cli.watch import watch_command

    raise typer.Exit(watch_command(camera, config, pictures))


@app.command(rich_help_panel=CAMERA)
def see(
    image: Annotated[list[Path], typer.Argument(metavar="IMAGE…", help="Photographs of cards, JPEG or PNG.")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object an image instead of words.")] = False,
) -> None:
    """Recognise the cards in still photographs: any pack, any ground, nothing to set up."""
    from controller.cli.see import NoPicture, see_command

    try:
        raise typer.Exit(see_command(image, as_json))
    except NoPicture as error:
        refuse(f"see: {error}")


# -------------------------------------------------------------------- the laws
@app.command(rich_help_panel=LAW)
def judge(
    records: Annotated[list[str], typer.Argument(metavar="RECORD...", help="Records; - is standard input.")],
    role: Annotated[Eyes, typer.Option(help="With everything known, or only what the table may know.")] = Eyes.DIRECTOR,
) -> None:
    """Judge what a record says happened, and print the rulings as they arise."""
    from controller.rules.record import dumps

    answers: list[str] = []
    for name in records:
        if len(records) > 1:
            answers.append(dumps({"file": name}))
        try:
            answers.extend(dumps(_printed(out)) for out in _judged(_read(name), role))
        except BadRecord as error:
            refuse(f"{name}:{error}")
    sys.stdout.write("".join(answer + "\n" for answer in answers))


def _read(name: str) -> Record:
    """The record in a file, or on standard input. Raises :class:`BadRecord`; a file that is not there ends here."""
    from controller.rules.record import read_record

    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        refuse(f"{name}: {error.strerror or error}")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadRecord(line, "not UTF-8, in which a record is written") from error
    return read_record(text.split("\n"))


def _judged(record: Record, role: Eyes) -> Iterator[Ruling | Result | TableNow]:
    match role:
        case Eyes.DIRECTOR:
            return _by_everything(record)
        case Eyes.TABLE:
            return _by_the_table(record)


def _by_everything(record: Record) -> Iterator[Ruling | Result | TableNow]:
    from controller.rules.forming.telling import changed
    from controller.rules.judge import begin, finish
    from controller.rules.judge import judge as step

    state = begin(record.heading)
    for entry in record.entries:
        before, (state, out) = state.company, step(state, entry)
        yield from out
        yield from changed(before, state.company, entry.line)
    yield from finish(state)


def _by_the_table(record: Record) -> Iterator[Ruling | Result | TableNow]:
    from controller.rules.docket import hear, open_docket
    from controller.rules.forming.telling import changed
    from controller.rules.judge import finish

    docket = open_docket(record.heading)
    for entry in record.entries:
        before = docket.table.company
        docket, told = hear(docket, entry)
        yield from told.table
        yield from changed(before, docket.table.company, entry.line)
    yield from finish(docket.table)


def _printed(out: Ruling | Result | TableNow) -> dict[str, object]:
    from controller.rules.forming.telling import TableNow
    from controller.rules.ruling import Result

    if isinstance(out, TableNow):
        return {"table": out.to_json()}
    return {"result": out.to_json()} if isinstance(out, Result) else out.to_json()


@app.command(rich_help_panel=LAW)
def laws(
    code: Annotated[str | None, typer.Option(help="One code or game; all by default.")] = None,
    covered: Annotated[bool, typer.Option("--coverage", help="What of it is done, by the law cases.")] = False,
    as_json: Json = False,
) -> None:
    """The register: every law by its number, in our words; or what this release does of it."""
    from controller.cli.laws import cases_of, checkout, coverage, rows_of_books, summary
    from controller.rules.laws import BOOKS
    from controller.rules.record import dumps

    if code is not None and code not in BOOKS.values():
        refuse(f"laws: {code} is no code of the register, only {' '.join(BOOKS.values())}")
    rows = [row for row in rows_of_books() if code in (None, row.book)]
    if not covered:
        for row in rows:
            typer.echo(dumps(row.to_json()) if as_json else row.in_words())
        return
    root = checkout()
    if root is None:
        refuse("laws: the law cases lie in the source's tests/rules/cases; run --coverage from a checkout")
    told = list(_with_bar(coverage(cases_of(root), rows), len(rows)))
    for one in told:
        if as_json or one.lacks or one.row.state == "lost":
            typer.echo(dumps(one.to_json()) if as_json else one.in_words())
    last = summary(told)
    typer.echo(dumps({"summary": last}) if as_json else last)


def _with_bar(work: Iterator[Covered], length: int) -> Iterator[Covered]:
    """The same, with a progress bar on a terminal."""
    if not sys.stderr.isatty():
        yield from work
        return
    with typer.progressbar(work, length=length, label="judging", file=sys.stderr) as bar:
        yield from bar


# ----------------------------------------------------------------- the journal
@app.command(rich_help_panel=JOURNAL)
def verify(
    journal: JournalFile,
    rejudge: Annotated[bool, typer.Option("--rejudge", help="List how hands of other releases would differ.")] = False,
    as_json: Json = False,
) -> None:
    """Check the chain of a journal, then judge every hand of this release again and compare."""
    from controller.journal.commands import verify_command

    raise typer.Exit(verify_command(journal, rejudge, as_json, sys.stdout, sys.stderr))


@app.command(rich_help_panel=JOURNAL)
def export(
    journal: JournalFile,
    form: Annotated[str, typer.Option("--format", help="record: facts to judge again; json: everything.")] = "record",
) -> None:
    """Print what a journal holds. Nothing hidden of an open hand leaves it."""
    from controller.journal.commands import export_command

    raise typer.Exit(export_command(journal, form, sys.stdout, sys.stderr))


# -------------------------------------------------------------------- how fast
@app.command(rich_help_panel=MEASURE)
def bench(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME...]", help="Which; all of them by default.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure: judging, the way to the page, the shoe and the eyes, each beside a peer where there is one."""
    root = Path(__file__).resolve().parents[2]
    if not (root / "tests" / "bench").is_dir():
        refuse("bench: the benchmarks lie in the source's tests/bench; run it from a checkout")
    sys.path.insert(0, str(root))
    try:
        from tests.bench import BENCHMARKS
    except ModuleNotFoundError as missing:
        refuse(f"bench: {missing.name} is not installed; `make setup-dev` brings it and the browser")
    from controller.rules.record import dumps

    chosen = names or list(BENCHMARKS)
    for name in chosen:
        if name not in BENCHMARKS:
            refuse(f"bench: there is no {name}, only {' '.join(BENCHMARKS)}")
    for name in chosen:
        for figure in BENCHMARKS[name]():
            typer.echo(dumps(figure.to_json()) if as_json else figure.in_words())


def main() -> None:
    """Run the command line, and turn what is wrong with its input into one line and exit status 2."""
    try:
        sys.exit(app(standalone_mode=False, prog_name="pone"))
    except typer.TyperException as error:
        if message := error.format_message():
            print(f"pone: {message.rstrip('.')}; see pone --help", file=sys.stderr)
        sys.exit(error.exit_code)
    except PoneError as error:
        print(f"pone: {error}", file=sys.stderr)
        sys.exit(2)
    except (KeyboardInterrupt, typer.Abort):
        sys.exit(130)
    except BrokenPipeError:
        # The reader went away; without this Python would complain once more while it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
