r"""The form of one entry of a journal, version 1. Pure, and fixed: every release must read it.

An entry is three byte strings and a digest over them::

    header   canonical JSON object, keys sorted, no spaces, UTF-8:
             v 1 · seq · hand · deal · kind · line · heard · at
    open     compact JSON object, keys in the order of the record's contract: what the table may know
    sealed   absent, or  nonce (12) · ChaCha20-Poly1305 ciphertext and tag (16) of the padded plaintext
    digest   SHA-256 of  "pone journal 1\n" · digest before · header · open · sealed
             each of the three with its length in front, 8 bytes, big-endian; an absent part has the length 2^64-1

``hand`` counts hands from 1 (0: none yet), ``deal`` is the hand's 128-bit id (``null`` while no hand is open), ``line``
the line of the record (the heading is 1, each fact the next; ``null`` for the two entries that are no line). ``heard``
names for each source that told this fact the number of its message, so that a message that comes again after a restart
is known. ``at`` is a label only: milliseconds of UTC by the clock of the host.

Plaintext: length of the body (4 bytes, big-endian) · body, a zlib stream of a compact JSON object · zeros up to a
multiple of 1 KiB. Keys in it are left out where the open part says the same; ``{}`` is the common case. The additional
data of the cipher are what the digest is taken over before the sealed part, so a sealed part fits in one place only.

Why the nonce is drawn and not the number of the entry: after a failed write or a crash the same number is sealed again
with other content, while the first ciphertext may still stand in a dead part of the write-ahead log; two texts under
one nonce would open both.

Why the body is squeezed before it is padded, and why :func:`room` looks at the open part alone: the number of steps
must not tell whether something hidden was ruled. What hidden rulings add is far below the room that is left.
"""

from __future__ import annotations

import hashlib
import json
import re
import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, cast, get_args

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from controller.journal.errors import WrongKey

VERSION: Final = 1
STEP: Final = 1024
"""Bytes by which a sealed plaintext grows."""
GENESIS: Final = bytes(32)
"""The digest before the first entry."""

Kind = Literal["heading", "opened", "fact", "closed"]
Json = dict[str, object]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

_DOMAIN: Final = b"pone journal 1\n"
_LOCK: Final = b"pone lock 1\n"
_ABSENT: Final = 2**64 - 1
_NONCE: Final = 12
_TAG: Final = 16
_BODY_LIMIT: Final = 1 << 26
_SPARE: Final = 512
_WIDE: Final = frozenset({"corrected", "retracted", "answered", "ruled", "abandoned", "threw_in", "revealed"})
_HEX_128: Final = re.compile(r"[0-9a-f]{32}")
_MOST: Final = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Header:
    """What every entry says of itself, see the module. ``heard`` is sorted by source."""

    seq: int
    kind: Kind
    hand: int = 0
    deal: str | None = None
    line: int | None = None
    heard: tuple[tuple[str, int], ...] = ()
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Envelope:
    """One entry as it lies in the file. ``previous`` is the digest of the entry before it, 32 bytes as ``digest``."""

    header: Header
    open: bytes = field(repr=False)
    sealed: bytes | None = field(repr=False)
    previous: bytes = field(repr=False)
    digest: bytes = field(repr=False)

    @property
    def said(self) -> Json:
        """The open part as an object, new at each call."""
        return parse(self.open)


# --------------------------------------------------------------------------- bytes
def compact(value: object) -> bytes:
    """JSON without spaces, keys in their order, UTF-8. Raises :class:`ValueError` for what JSON cannot hold."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode("utf-8")


def parse(data: bytes) -> Json:
    """An object from its compact form. Raises :class:`ValueError` for anything that :func:`compact` did not write."""
    try:
        value: object = json.loads(data.decode("utf-8"))
        same = compact(value) == data
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not same or not isinstance(value, dict):
        raise ValueError("not the compact form of a JSON object")
    return cast("Json", value)


def header_bytes(header: Header) -> bytes:
    """The canonical bytes of a header."""
    return compact(
        {
            "at": header.at,
            "deal": header.deal,
            "hand": header.hand,
            "heard": dict(header.heard),
            "kind": header.kind,
            "line": header.line,
            "seq": header.seq,
            "v": VERSION,
        }
    )


def read_header(data: bytes) -> Header:
    """A header from its bytes. Raises :class:`ValueError` unless they are exactly what :func:`header_bytes` writes."""
    given = parse(data)
    if given.get("v") != VERSION:
        raise ValueError(f"form {given.get('v')!r} of an entry is not known to this release (it reads {VERSION})")
    heard = given.get("heard")
    if not isinstance(heard, dict):
        raise ValueError("a header without its sources")
    counts = cast("dict[str, object]", heard)
    header = Header(
        seq=_whole(given.get("seq"), "seq"),
        kind=_kind(given.get("kind")),
        hand=_whole(given.get("hand"), "hand"),
        deal=None if given.get("deal") is None else read_deal(given.get("deal")),
        line=None if given.get("line") is None else _whole(given.get("line"), "line"),
        heard=tuple((source, _whole(counts[source], "heard")) for source in sorted(counts)),
        at=None if given.get("at") is None else _whole(given.get("at"), "at"),
    )
    if header_bytes(header) != data:
        raise ValueError("a header that is not in its canonical form")
    return header


def read_deal(value: object) -> str:
    """A deal's id. Raises :class:`ValueError` unless it is 32 lower-case hexadecimal digits."""
    if not isinstance(value, str) or _HEX_128.fullmatch(value) is None:
        raise ValueError("the id of a deal is 32 hexadecimal digits")
    return value


def _whole(value: object, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _MOST:
        raise ValueError(f"{what} is not a whole number")
    return value


def _kind(value: object) -> Kind:
    if value not in KINDS:
        raise ValueError("an unknown kind of entry")
    return value


# --------------------------------------------------------------------------- chain
def _framed(part: bytes | None) -> bytes:
    return struct.pack(">Q", _ABSENT) if part is None else struct.pack(">Q", len(part)) + part


def bound(previous: bytes, header: bytes, open_: bytes) -> bytes:
    """Everything of an entry that its sealed part is bound to, and its place in the chain."""
    return _DOMAIN + previous + _framed(header) + _framed(open_)


def digest_of(previous: bytes, header: bytes, open_: bytes, sealed: bytes | None) -> bytes:
    """The digest of an entry from its bytes, 32 bytes."""
    return hashlib.sha256(bound(previous, header, open_) + _framed(sealed)).digest()


def make(
    header: Header,
    open_: Mapping[str, object],
    previous: bytes,
    *,
    hidden: Mapping[str, object] | None = None,
    key: bytes = b"",
    nonce: bytes = b"",
) -> Envelope:
    """An entry from what it says. ``hidden`` makes a sealed part under ``key`` (32 bytes) and ``nonce`` (12 bytes).

    Raises :class:`ValueError` for what JSON cannot hold.
    """
    head, body = header_bytes(header), compact(open_)
    sealed = None
    if hidden is not None:
        if len(nonce) != _NONCE:
            raise ValueError("a nonce has 12 bytes")
        plain = _padded(compact(hidden), room(open_, len(body)))
        sealed = nonce + ChaCha20Poly1305(key).encrypt(nonce, plain, bound(previous, head, body))
    return Envelope(header, body, sealed, previous, digest_of(previous, head, body, sealed))


# --------------------------------------------------------------------------- sealing
def room(open_: Mapping[str, object], size: int) -> int:
    """Bytes that the plaintext of an entry takes at least, told by its open part (of ``size`` bytes) alone.

    A fact that may turn over many earlier rulings at once has four steps from the outset.
    """
    steps = -(-(size // 2 + _SPARE) // STEP)
    fact = open_.get("fact")
    wide = isinstance(fact, dict) and cast("Json", fact).get("fact") in _WIDE
    return STEP * (max(steps, 4) if wide else steps)


def _padded(text: bytes, at_least: int) -> bytes:
    body = zlib.compress(text, 9)
    plain = struct.pack(">I", len(body)) + body
    whole = max(at_least, -(-len(plain) // STEP) * STEP)
    return plain.ljust(whole, b"\0")


def lock_of(deal: str, key: bytes) -> str:
    """What the opening entry tells of a key, 64 hexadecimal digits: enough to know it again, useless to find it.

    It also binds the hand to one key before a card is dealt.
    """
    return hashlib.sha256(_LOCK + bytes.fromhex(deal) + key).hexdigest()


def unseal(envelope: Envelope, key: bytes) -> Json:
    """What a sealed part holds. Raises :class:`WrongKey` where the key or a byte is wrong."""
    sealed = envelope.sealed
    if sealed is None:
        return {}
    aad = bound(envelope.previous, header_bytes(envelope.header), envelope.open)
    try:
        plain = ChaCha20Poly1305(key).decrypt(sealed[:_NONCE], sealed[_NONCE:], aad)
        size = int.from_bytes(plain[:4], "big")
        squeezed = zlib.decompressobj()
        text = squeezed.decompress(plain[4 : 4 + size], _BODY_LIMIT)
        if not squeezed.eof or any(plain[4 + size :]):
            raise ValueError("bytes are left over")
        return parse(text)
    except (InvalidTag, ValueError, zlib.error):
        raise WrongKey(f"the sealed part of entry {envelope.header.seq} does not open with its key") from None


def well_padded(sealed: bytes) -> bool:
    """Whether a sealed part has one of the sizes that it may have."""
    size = len(sealed) - _NONCE - _TAG
    return size > 0 and size % STEP == 0
