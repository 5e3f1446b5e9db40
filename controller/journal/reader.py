"""Reading a journal that a service may be writing: always from a private copy.

A second connection on the live file would meet the locks of the first, could reset its log at the wrong moment, and
would leave the writer with a defect of older SQLite. A copy costs milliseconds. File and log are copied one after the
other; that gives one moment of the journal as long as the log was not begun anew meanwhile, which its salted header
tells. Then the copy is taken again.

The copy lies in a folder that only its owner may enter, and is deleted on closing. It holds no more than the journal
does: sealed parts stay sealed.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from controller.journal import schema
from controller.journal.chain import Chain, Row, read_envelope
from controller.journal.drafts import Reading, reading
from controller.journal.envelope import Envelope
from controller.journal.errors import BrokenChain, JournalForeign, JournalUnavailable
from controller.rules.seats import Seat

_HEADER: Final = 32
_TRIES: Final = 50


class JournalReader:
    """A journal as it was at one moment. Close it, or use it as a context.

    Raises :class:`JournalUnavailable` for a file that cannot be read, :class:`JournalForeign` for one that is no
    journal, :class:`JournalDamaged` for one that SQLite cannot read or that lost its guards.
    """

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)
        self._folder = tempfile.TemporaryDirectory(prefix="pone-read-")
        try:
            copy = Path(self._folder.name) / "journal"
            _copy(self._path, copy)
            self._connection = sqlite3.connect(copy, isolation_level=None)
            try:
                if schema.is_new(self._connection):
                    raise JournalForeign("it is empty, nothing was written yet")
                schema.check(self._connection)
            except BaseException:
                self._connection.close()
                raise
        except sqlite3.Error as e:
            self._folder.cleanup()
            raise schema.told(e, str(path)) from e
        except BaseException:
            self._folder.cleanup()
            raise

    def rows(self) -> tuple[Row, ...]:
        """Every entry as the file holds it, by number, unchecked."""
        try:
            rows: list[Row] = self._connection.execute(
                "SELECT seq, header, open, sealed, digest FROM entry ORDER BY seq"
            ).fetchall()
        except sqlite3.Error as e:
            raise schema.told(e, str(self._path)) from e
        return tuple(rows)

    def end(self) -> tuple[int, bytes] | None:
        """The number and digest of the last entry as they were noted beside the entries."""
        found: tuple[int, bytes] | None = self._connection.execute("SELECT seq, digest FROM head").fetchone()
        return found

    def names(self) -> dict[Seat, str]:
        """Who sits where, as far as it was told."""
        return dict(self._connection.execute("SELECT seat, name FROM name ORDER BY seat").fetchall())

    def envelopes(self) -> tuple[Chain, tuple[Envelope, ...]]:
        """All entries, checked. Raises :class:`BrokenChain` at the first that is not what was written."""
        return checked(self.rows(), self.end())

    def readings(self) -> tuple[Reading, ...]:
        """All entries, checked; those of closed hands opened. Raises :class:`BrokenChain`."""
        chain, envelopes = self.envelopes()
        return opened(chain, envelopes)

    def close(self) -> None:
        """Delete the copy."""
        self._connection.close()
        self._folder.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def checked(rows: tuple[Row, ...], end: tuple[int, bytes] | None) -> tuple[Chain, tuple[Envelope, ...]]:
    """Rows as a chain. Raises :class:`BrokenChain` naming the first entry that is not what was written."""
    chain, envelopes = Chain(), list[Envelope]()
    for row in rows:
        envelope = read_envelope(row, chain)
        chain = chain.step(envelope)
        envelopes.append(envelope)
    if end != (chain.seq, chain.digest):
        if end is None or end[0] > chain.seq:
            raise BrokenChain(chain.seq + 1, "is missing: the journal was longer once")
        raise BrokenChain(chain.seq, "is not the end that was noted beside the entries")
    return chain, tuple(envelopes)


def opened(chain: Chain, envelopes: tuple[Envelope, ...]) -> tuple[Reading, ...]:
    """Entries opened with the keys of closed hands. Raises :class:`BrokenChain` for a sealed part that is broken."""
    out: list[Reading] = []
    for envelope in envelopes:
        deal = envelope.header.deal
        key = None if deal is None or envelope.sealed is None else chain.keys.get(deal)
        try:
            out.append(reading(envelope, key))
        except (ValueError, KeyError) as e:
            raise BrokenChain(envelope.header.seq, str(e)) from None
    return tuple(out)


def _copy(path: Path, copy: Path) -> None:
    log, log_copy = path.with_name(path.name + "-wal"), copy.with_name(copy.name + "-wal")
    for _ in range(_TRIES):
        try:
            before = _head(log)
            shutil.copyfile(path, copy)
            log_copy.unlink(missing_ok=True)
            if before:
                shutil.copyfile(log, log_copy)
            if before == _head(log_copy) == _head(log):
                return
        except FileNotFoundError as e:
            if e.filename == str(log):
                continue
            raise JournalUnavailable(f"{path} cannot be read: there is no such file") from e
        except OSError as e:
            raise JournalUnavailable(f"{path} cannot be read: {e.strerror}") from e
    raise JournalUnavailable(f"{path} is written too fast to be copied; try again")


def _head(log: Path) -> bytes:
    try:
        with log.open("rb") as file:
            return file.read(_HEADER)
    except FileNotFoundError:
        return b""
