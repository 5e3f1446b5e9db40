"""Keys, codes and sessions: who has proved what, kept hashed in one file that only its owner may read.

The file outlives the service, so that a screen, a phone or a director signed in before a crash still is afterwards.
Tokens and the director's code are never stored, only their digests. Seat codes are derived from the file's key.

    AccessDenied (PoneError, PermissionError)   a wrong or spent key or code; ``status`` is 403, or 429 while locked out
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import os
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, cast

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from controller.rules.errors import PoneError
from controller.rules.seats import Seat
from controller.web.lockout import Lockout
from controller.web.words import WORDS

_LIFE_S: Final[dict[str, float]] = {"director": 12 * 3600.0, "seat": 12 * 3600.0, "kiosk": 400 * 86400.0}


class AccessDenied(PoneError, PermissionError):
    """A key or code that opens nothing."""

    def __init__(self, line: str, status: int = 403) -> None:
        super().__init__(line)
        self.status = status


@dataclass(frozen=True, slots=True)
class Session:
    """Somebody who proved a role. ``digest`` names the session; its token is known to the browser alone."""

    digest: str
    role: str
    until: float
    seat: Seat | None = None


@dataclass(slots=True)
class _Kept:
    """What the file holds."""

    key: bytes
    director: str | None = None
    spent: set[str] = field(default_factory=set[str])
    pairing: dict[Seat, int] = field(default_factory=dict[Seat, int])
    sessions: dict[str, Session] = field(default_factory=dict[str, Session])


def new_code(words: int = 4) -> str:
    """A code of so many words, eight bits each, from the operating system's source."""
    return "-".join(secrets.choice(WORDS) for _ in range(words))


def new_key() -> str:
    """A key for a one-time link, 128 bits."""
    return secrets.token_urlsafe(16)


class Access:
    """The doors of one table. Used in the web's loop only; hashing runs in a thread, one at a time."""

    def __init__(
        self,
        path: Path | None = None,
        *,
        kiosk_key: str | None = None,
        director_code: str | None = None,
        clock: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
        hasher: PasswordHasher | None = None,
    ) -> None:
        self._seats: tuple[Seat, ...] = ()
        self._path = path
        self._clock = clock
        self._hasher = hasher or PasswordHasher(time_cost=3, memory_cost=19 * 1024, parallelism=1)
        self._kept = _read(path)
        self._kiosk_key = None if kiosk_key is None else _digest(kiosk_key)
        self._hashing = asyncio.Lock()
        self._director_guesses = Lockout(monotonic)
        self._seat_guesses = Lockout(monotonic)
        self._kiosk_guesses = Lockout(monotonic)
        self._paired_again: set[Seat] = set()
        self._told: list[Callable[[], None]] = []
        if director_code is not None and not self._is_directors(director_code):
            self._kept.director = self._hasher.hash(_plain(director_code))
            self._drop(lambda s: s.role == "director")
        self._save()

    @property
    def director_known(self) -> bool:
        """Whether anybody can sign in as the director at all."""
        return self._kept.director is not None

    @property
    def paired_again(self) -> frozenset[Seat]:
        """Seats whose phone was replaced by another, until the table's screen has answered."""
        return frozenset(self._paired_again)

    @property
    def phones(self) -> frozenset[Seat]:
        """Seats that have a phone."""
        return frozenset(s.seat for s in self._kept.sessions.values() if s.seat is not None and self._lives(s))

    def seat_code(self, seat: Seat) -> str:
        """The words with which a phone takes this seat."""
        turn = self._kept.pairing.get(seat, 0)
        mac = hmac.digest(self._kept.key, f"seat {seat} {turn}".encode(), "sha256")
        return "-".join(WORDS[byte] for byte in mac[:3])

    def seat_at(self, seats: tuple[Seat, ...]) -> None:
        """The seats that phones may take."""
        self._seats = seats

    def on_change(self, told: Callable[[], None]) -> None:
        """Call ``told`` whenever phones or seat codes change."""
        self._told.append(told)

    def session(self, role: str, token: str | None) -> Session | None:
        """The living session of this role that a cookie's token opens."""
        session = self._kept.sessions.get(_digest(token)) if token else None
        return session if session is not None and session.role == role and self._lives(session) else None

    def living(self, session: Session) -> bool:
        """Whether a session found earlier still holds."""
        return self._kept.sessions.get(session.digest) == session and self._lives(session)

    def csrf(self, session: Session) -> str:
        """The token that a session's own pages send with what they change."""
        return hmac.digest(self._kept.key, f"csrf {session.digest}".encode(), "sha256").hex()

    def claim_kiosk(self, key: str, caller: str) -> str:
        """Make the caller's browser the table's screen instead of the one before; its token. A key opens once."""
        self._may_guess(self._kiosk_guesses, caller)
        digest = _digest(key)
        if self._kiosk_key is None or not hmac.compare_digest(digest, self._kiosk_key):
            self._kiosk_guesses.wrong(caller)
            raise AccessDenied("This link does not open the table's screen. Start the table again for a new one.")
        if digest in self._kept.spent:
            raise AccessDenied("This link was used before. Start the table again for a new one.")
        self._kiosk_guesses.right(caller)
        self._kept.spent.add(digest)
        self._drop(lambda s: s.role == "kiosk")
        return self._open("kiosk")

    async def sign_in(self, code: str, caller: str) -> str:
        """The director's token. Raises :class:`AccessDenied`."""
        await self.prove_director(code, caller)
        return self._open("director")

    async def prove_director(self, code: str, caller: str) -> None:
        """Check the director's code, again for what asks for it again. Raises :class:`AccessDenied`."""
        async with self._hashing:
            self._may_guess(self._director_guesses, caller)
            if not self.director_known:
                raise AccessDenied("This table has no director's code yet.")
            if not await asyncio.to_thread(self._is_directors, code):
                self._director_guesses.wrong(caller)
                raise AccessDenied("That is not the director's code.")
            self._director_guesses.right(caller)

    def pair(self, code: str, caller: str) -> tuple[Seat, str]:
        """Seat and token for a phone; it takes the place of the seat's phone before. Raises :class:`AccessDenied`."""
        self._may_guess(self._seat_guesses, caller)
        given = _plain(code)
        found = [s for s in self._seats if hmac.compare_digest(_plain(self.seat_code(s)).encode(), given.encode())]
        if not found:
            self._seat_guesses.wrong(caller)
            raise AccessDenied("No seat of this table has these words.")
        self._seat_guesses.right(caller)
        seat = found[0]
        if seat in self.phones:
            self._paired_again.add(seat)
        self._drop(lambda s: s.seat == seat)
        token = self._open("seat", seat)
        self._tell()
        return seat, token

    def accept_phone(self, seat: Seat) -> None:
        """The table has seen that another phone took this seat, and is content."""
        self._paired_again.discard(seat)
        self._tell()

    def drop_phone(self, seat: Seat) -> None:
        """Take the seat from its phone and give it new words."""
        self._paired_again.discard(seat)
        self._kept.pairing[seat] = self._kept.pairing.get(seat, 0) + 1
        self._drop(lambda s: s.seat == seat)
        self._save()
        self._tell()

    def end_rubber(self) -> None:
        """Take every seat from its phone: seat codes end with the rubber."""
        for seat in self._seats:
            self.drop_phone(seat)

    def close(self, digest: str) -> None:
        """Sign a session out."""
        self._drop(lambda s: s.digest == digest)
        self._save()
        self._tell()

    # ------------------------------------------------------------------ inside
    def _open(self, role: str, seat: Seat | None = None) -> str:
        token = secrets.token_urlsafe(32)
        digest = _digest(token)
        self._drop(lambda s: not self._lives(s))
        self._kept.sessions[digest] = Session(digest, role, self._clock() + _LIFE_S[role], seat)
        self._save()
        return token

    def _drop(self, which: Callable[[Session], bool]) -> None:
        for digest in [d for d, s in self._kept.sessions.items() if which(s)]:
            del self._kept.sessions[digest]

    def _lives(self, session: Session) -> bool:
        return session.until > self._clock()

    def _may_guess(self, guesses: Lockout, caller: str) -> None:
        wait = guesses.remaining(caller)
        if wait > 0:
            raise AccessDenied(f"Too many wrong codes. Wait {int(wait) + 1} seconds.", 429)

    def _is_directors(self, code: str) -> bool:
        if self._kept.director is None:
            return False
        try:
            return self._hasher.verify(self._kept.director, _plain(code))
        except (VerificationError, InvalidHashError):
            return False

    def _tell(self) -> None:
        for told in self._told:
            told()

    def _save(self) -> None:
        if self._path is None:
            return
        kept = self._kept
        whole = {
            "version": 1,
            "key": kept.key.hex(),
            "director": kept.director,
            "spent": sorted(kept.spent),
            "pairing": kept.pairing,
            "sessions": {d: {"role": s.role, "until": s.until, "seat": s.seat} for d, s in kept.sessions.items()},
        }
        fresh = self._path.with_name(self._path.name + ".new")
        fresh.unlink(missing_ok=True)
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            json.dump(whole, file)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self._path)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def _plain(code: str) -> str:
    """A code as it is compared: case, hyphens and spaces are the typist's."""
    return " ".join(code.casefold().replace("-", " ").split())


def _read(path: Path | None) -> _Kept:
    if path is None or not path.exists():
        return _Kept(secrets.token_bytes(32))
    whole = cast("dict[str, Any]", json.loads(path.read_text(encoding="utf-8")))
    sessions = cast("Mapping[str, Mapping[str, Any]]", whole["sessions"])
    return _Kept(
        bytes.fromhex(whole["key"]),
        whole["director"],
        set(whole["spent"]),
        dict(whole["pairing"]),
        {d: Session(d, s["role"], s["until"], s["seat"]) for d, s in sessions.items()},
    )
