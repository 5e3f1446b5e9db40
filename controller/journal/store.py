"""The journal in one SQLite file.

    with SqliteJournal("evening.journal") as journal:            # makes the file if it is not there
        if journal.chain.seq == 0:
            journal.append([Begun(heading, new_deal())])
        journal.append([Opened(1, deal, key, release=digest(), shoe="simulated")])
        journal.append([noted(entry, public, told.director, told.table, {"camera": 17})])
        journal.append([noted(...), Closed(), Opened(2, ...), noted(...)])         # one transaction, one sync

After a restart ``journal.chain.open`` names the open hand and its deal, ``journal.chain.heard`` the last message of
each source. ``journal.unlock(key)`` gives back the sealed parts; if the key is lost, append ``Opened`` for the same
hand with a new deal and key (its hidden cards are unknown from there), or ``Closed(lost=True)``. The same ``Opened``
with the key still known loses nothing: a hand that had begun before its pack came goes on under that pack's deal.

WAL with ``synchronous=FULL``: an append that returned is on the disk. There is one connection in the whole system, kept
in exclusive mode so that SQLite itself turns a second one away; it is used in the thread that opened it, under an
``flock`` on ``<file>.lock``. Two connections could also meet the defect by which older SQLite loses what was written
while another connection resets the log. Others read a copy: :class:`controller.journal.reader.JournalReader`.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from controller.journal import schema
from controller.journal.chain import Chain, Row, written
from controller.journal.drafts import (
    Begun,
    Closed,
    Draft,
    Noted,
    Opened,
    Reading,
    hidden_of,
    hidden_of_opening,
    open_of,
    reading,
)
from controller.journal.envelope import GENESIS, Envelope, Header, Json, lock_of, make
from controller.journal.errors import (
    BadDraft,
    BrokenChain,
    JournalLocked,
    JournalUnavailable,
    SealShut,
    WrongKey,
    WrongThread,
)
from controller.journal.keys import new_nonce
from controller.journal.reader import checked
from controller.journal.tally import Tally
from controller.rules.seats import Seat

_CHECKPOINT_PAGES: Final = 2000
"""Pages of the log after which it is folded into the file though no hand was closed: about 8 MB."""

_PRAGMAS: Final = (
    "locking_mode = EXCLUSIVE",
    "journal_mode = WAL",
    "synchronous = FULL",
    "secure_delete = ON",
    "wal_autocheckpoint = 0",
    "temp_store = MEMORY",
    "trusted_schema = OFF",
    "cell_size_check = ON",
    "mmap_size = 0",
)


def _utc_ms() -> int:
    return time.time_ns() // 1_000_000


class SqliteJournal:
    """A journal that is open for writing. Use it in the thread that made it; close it, or use it as a context.

    ``utc_ms`` labels entries; ``sync_delay_s`` waits that long after each commit, so that tests and benchmarks see how
    the house bears a slow disk (it stands in for one, it is not one).

    Raises :class:`JournalLocked`, :class:`JournalUnavailable`, :class:`JournalForeign`, :class:`JournalDamaged`, and
    :class:`BrokenChain` where an entry is not what was written: the whole chain is checked before the first append.
    """

    def __init__(self, path: str | Path, *, utc_ms: Callable[[], int] = _utc_ms, sync_delay_s: float = 0.0) -> None:
        self._thread = threading.get_ident()
        self._utc_ms = utc_ms
        self._sync_delay_s = sync_delay_s
        self._path = os.path.realpath(path)
        self._keys: dict[str, bytes | None] = {}
        self._pending = 0
        self._closed = False
        self._lock = _locked(self._path)
        try:
            self._connection = _connect(self._path)
            try:
                self._chain, envelopes = self._envelopes()
                self._tally = self._tallied(envelopes)
            except BaseException:
                self._connection.close()
                raise
        except sqlite3.Error as e:
            os.close(self._lock)
            raise schema.told(e, self._path) from e
        except BaseException:
            os.close(self._lock)
            raise

    # ----------------------------------------------------------------- what stands there
    @property
    def path(self) -> Path:
        """The file, links resolved."""
        return Path(self._path)

    @property
    def chain(self) -> Chain:
        """How far the journal has come: ``seq line hand open keys heard``."""
        return self._chain

    @property
    def shut(self) -> bool:
        """Whether a hand is open whose present key is not known here, so that no fact can be appended."""
        now = self._chain.open
        return now is not None and now.deal not in self._keys

    def readings(self, after: int = 0) -> tuple[Reading, ...]:
        """Every entry from number ``after + 1`` on, opened as far as keys are known."""
        self._mine()
        with self._told():
            return tuple(reading(e, self._key_of(e)) for e in self._envelopes()[1] if e.header.seq > after)

    def unlock(self, key: bytes) -> None:
        """Give back the key of the open hand's present deal, after a restart, and with it those sealed under it.

        Raises :class:`WrongKey` if it is not that key, :class:`SealShut` if no hand is open.
        """
        self._mine()
        now = self._chain.open
        if now is None:
            raise SealShut("no hand is open")
        if lock_of(now.deal, key) != now.lock:
            raise WrongKey(f"this is not the key of deal {now.deal}")
        envelopes = self._envelopes()[1]
        opening = next(e for e in reversed(envelopes) if e.header.kind == "opened" and e.header.deal == now.deal)
        locks = dict(now.deals)
        sealed = reading(opening, key).keys
        self._keys |= {deal: k for deal, k in sealed.items() if deal in locks and lock_of(deal, k) == locks[deal]}
        self._keys[now.deal] = key
        self._tally = self._tallied(envelopes)

    # ----------------------------------------------------------------- writing
    def append(self, drafts: Sequence[Draft]) -> tuple[Envelope, ...]:
        """Append entries in one transaction; when this returns they are on the disk.

        Raises :class:`BadDraft` for what does not follow from what stands there, :class:`SealShut` for a fact of a hand
        whose key is not known, :class:`JournalUnavailable` if the disk refuses. After an error nothing was appended,
        and the journal can be used and the append tried again.
        """
        self._mine()
        chain, tally, keys = self._chain, self._tally, dict(self._keys)
        made: list[Envelope] = []
        for draft in drafts:
            hand = chain.hand
            envelope = self._make(draft, chain, tally, keys)
            try:
                chain = chain.step(envelope)
            except BrokenChain as e:
                raise BadDraft(str(e)) from None
            if chain.hand != hand:
                tally = Tally()
            tally = tally.add(reading(envelope, keys.get(chain.open.deal) if chain.open else None))
            made.append(envelope)
        if made:
            self._write(made)
        self._chain, self._tally, self._keys = chain, tally, keys
        if made:
            self._tidy(any(isinstance(d, Closed) for d in drafts))
        return tuple(made)

    def _make(self, draft: Draft, chain: Chain, tally: Tally, keys: dict[str, bytes | None]) -> Envelope:
        """One draft as the entry behind ``chain``. The key of a hand that it opens is added to ``keys``."""
        header, said, hidden = _parts(draft, chain, tally, keys, self._utc_ms())
        try:
            if hidden is None or header.deal is None:
                return make(header, said, chain.digest)
            if isinstance(draft, Opened):
                keys[header.deal] = draft.key
            key = keys[header.deal] or b""
            return make(header, said, chain.digest, hidden=hidden, key=key, nonce=new_nonce())
        except (ValueError, TypeError) as e:
            raise BadDraft(f"entry {header.seq} cannot be written: {e}") from None

    def _write(self, made: Sequence[Envelope]) -> None:
        with self._told():
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                seq, digest = self._connection.execute("SELECT seq, digest FROM head").fetchone()
                if (seq, digest) != (self._chain.seq, self._chain.digest):
                    raise JournalUnavailable(f"{self._path} is not as it was left: close it and open it again")
                self._connection.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?)", [written(e) for e in made])
                last = made[-1]
                self._connection.execute("UPDATE head SET seq = ?, digest = ?", (last.header.seq, last.digest))
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    with contextlib.suppress(sqlite3.Error):
                        self._connection.execute("ROLLBACK")
                raise
        if self._sync_delay_s > 0:
            threading.Event().wait(self._sync_delay_s)

    def _tidy(self, hand_closed: bool) -> None:
        """Fold the log into the file between hands, where nobody waits. What it holds is durable either way."""
        self._pending += 1
        if hand_closed or self._pending * 4 >= _CHECKPOINT_PAGES:
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
            self._pending = 0

    # ----------------------------------------------------------------- names
    def names(self) -> dict[Seat, str]:
        """Who sits where, as far as it was told."""
        self._mine()
        with self._told():
            return dict(self._connection.execute("SELECT seat, name FROM name ORDER BY seat").fetchall())

    def name(self, names: Mapping[Seat, str]) -> None:
        """Set the names of these seats."""
        self._mine()
        with self._told():
            self._connection.executemany(
                "INSERT INTO name VALUES (?, ?) ON CONFLICT (seat) DO UPDATE SET name = excluded.name",
                list(names.items()),
            )

    def erase_names(self) -> None:
        """Forget all names, so that no byte of them is left in the file or its log."""
        self._mine()
        with self._told():
            self._connection.execute("DELETE FROM name")
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    # ----------------------------------------------------------------- the end
    def close(self) -> None:
        """Fold the log into the file and let go of it. May be called twice."""
        if self._closed:
            return
        self._mine()
        self._closed = True
        with contextlib.suppress(sqlite3.Error):
            self._connection.close()
        os.close(self._lock)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # ----------------------------------------------------------------- inside
    def _mine(self) -> None:
        if threading.get_ident() != self._thread:
            raise WrongThread("a journal is used in the thread that opened it")
        if self._closed:
            raise JournalUnavailable(f"{self._path} was closed")

    @contextlib.contextmanager
    def _told(self) -> Generator[None]:
        try:
            yield
        except sqlite3.Error as e:
            raise schema.told(e, self._path) from e

    def _key_of(self, envelope: Envelope) -> bytes | None:
        deal = envelope.header.deal
        if envelope.sealed is None or deal is None:
            return None
        return self._keys.get(deal) or self._chain.keys.get(deal)

    def _envelopes(self) -> tuple[Chain, tuple[Envelope, ...]]:
        rows: list[Row] = self._connection.execute(
            "SELECT seq, header, open, sealed, digest FROM entry ORDER BY seq"
        ).fetchall()
        return checked(tuple(rows), self._connection.execute("SELECT seq, digest FROM head").fetchone())

    def _tallied(self, envelopes: Sequence[Envelope]) -> Tally:
        """What the last hand's closing entry will tell, as far as keys are known."""
        tally = Tally()
        for envelope in envelopes:
            if envelope.header.hand == self._chain.hand:
                tally = tally.add(reading(envelope, self._key_of(envelope)))
        return tally


def _parts(
    draft: Draft, chain: Chain, tally: Tally, keys: Mapping[str, bytes | None], at: int
) -> tuple[Header, Json, Json | None]:
    """Header, open part and what is to be sealed of the entry behind ``chain``."""
    seq, hand = chain.seq + 1, chain.hand
    deal = None if chain.open is None else chain.open.deal
    match draft:
        case Begun(heading=heading, journal=journal):
            return Header(seq, "heading", line=1, at=at), {"heading": heading, "journal": journal}, None
        case Opened():
            deals = [] if chain.open is None else [deal for deal, _ in chain.open.deals]
            known = {deal: key for deal in deals if (key := keys.get(deal)) is not None}
            header = Header(seq, "opened", draft.hand, draft.deal, at=at)
            return header, _opening(draft), hidden_of_opening(draft, known)
        case Closed():
            return Header(seq, "closed", hand, deal, at=at), _closing(draft, chain, tally, keys), None
        case Noted():
            header = Header(seq, "fact", hand, deal, draft.line, tuple(sorted(draft.heard.items())), at)
            hidden = hidden_of(draft)
            if deal is not None:
                if keys.get(deal) is None:
                    raise SealShut(f"the key of hand {hand} is not known: unlock it, or open the hand again as lost")
                return header, open_of(draft), hidden
            if hidden:
                raise BadDraft(f"line {draft.line} hides something, but no hand is open that could seal it")
            return header, open_of(draft), None


def _opening(draft: Opened) -> Json:
    if len(draft.key) != 32:
        raise BadDraft("a key has 32 bytes")
    try:
        lock = lock_of(draft.deal, draft.key)
    except ValueError:
        raise BadDraft("the id of a deal is 32 hexadecimal digits") from None
    said: Json = {"release": draft.release, "shoe": draft.shoe, "lock": lock, "commitment": draft.commitment}
    return {**draft.more, **said}


def _closing(draft: Closed, chain: Chain, tally: Tally, keys: Mapping[str, bytes | None]) -> Json:
    deals = [] if chain.open is None else [deal for deal, _ in chain.open.deals]
    if not draft.lost and any(keys.get(deal) is None for deal in deals):
        raise SealShut(f"a key of hand {chain.hand} is not known: unlock it, or close it as lost")
    printed = {deal: None if (key := keys.get(deal)) is None else key.hex() for deal in deals}
    told: Json = {"director": list(draft.director), "table": list(draft.table)}
    tally = tally.say(draft.director, draft.table)
    said: Json = {"keys": printed, **tally.digests()}
    return {**said, "told": told} if draft.director or draft.table else said


def _locked(path: str) -> int:
    """The lock file beside the journal, held. It stays where it is: to delete it would let two in."""
    try:
        lock = os.open(path + ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as e:
        raise JournalUnavailable(f"{path} cannot be opened: {e.strerror} ({path}.lock)") from e
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise JournalLocked(f"{path} is open elsewhere: one service writes a journal") from None
    return lock


def _connect(path: str) -> sqlite3.Connection:
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
    except OSError as e:
        raise JournalUnavailable(f"{path} cannot be opened: {e.strerror}") from e
    connection = sqlite3.connect(path, timeout=0.0, isolation_level=None)
    try:
        for pragma in _PRAGMAS:
            connection.execute(f"PRAGMA {pragma}").fetchall()
        if schema.is_new(connection):
            schema.build(connection, GENESIS)
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        schema.check(connection)
        _sync_folder(path)
    except BaseException:
        connection.close()
        raise
    return connection


def _sync_folder(path: str) -> None:
    """Put the names of the files on the disk, before anything is acknowledged.

    A new file is not there after a power cut unless its folder was synced; worse, SQLite turns to WAL through a
    rollback journal whose deletion it does not sync: if that came back, it would roll the whole file back.
    """
    folder = os.open(Path(path).parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
