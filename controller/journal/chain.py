"""What a journal's entries must be, one after the other. Pure: a fold that ends where something was touched."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, cast

from controller.journal.drafts import reading
from controller.journal.envelope import (
    GENESIS,
    Envelope,
    Header,
    Json,
    digest_of,
    header_bytes,
    lock_of,
    parse,
    read_deal,
    read_header,
    well_padded,
)
from controller.journal.errors import BrokenChain

Row = tuple[int, bytes, bytes, "bytes | None", bytes]
"""seq, header, open, sealed, digest: an entry as the columns of its row."""

_HEX_256: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A hand that has no closing entry yet. ``lock`` tells its present key; ``deals`` every id it had with its lock."""

    number: int
    deal: str
    lock: str
    release: str
    deals: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Chain:
    """How far a journal has come. ``seq``, ``line``, ``hand`` are the last ones used, 0 before the first entry.

    ``keys`` holds the key of every deal of a closed hand, ``None`` where it was lost; ``heard`` the highest number of a
    message by source.
    """

    seq: int = 0
    digest: bytes = GENESIS
    line: int = 0
    hand: int = 0
    open: OpenHand | None = None
    keys: Mapping[str, bytes | None] = field(default_factory=dict[str, bytes | None])
    heard: Mapping[str, int] = field(default_factory=dict[str, int])

    def step(self, envelope: Envelope) -> Chain:
        """The chain with one entry more. Raises :class:`BrokenChain` if it does not follow."""
        head = envelope.header
        if head.seq != self.seq + 1:
            raise BrokenChain(self.seq + 1, f"is missing; entry {head.seq} stands in its place")
        if envelope.previous != self.digest:
            raise BrokenChain(head.seq, "does not follow the entry before it")
        try:
            return replace(
                self._kind(envelope),
                seq=head.seq,
                digest=envelope.digest,
                heard=_hear(self.heard, head) if head.heard else self.heard,
            )
        except BrokenChain:
            raise
        except (ValueError, KeyError) as e:
            raise BrokenChain(head.seq, str(e) if isinstance(e, ValueError) else f"lacks {e}") from None

    def _kind(self, envelope: Envelope) -> Chain:
        head, said = envelope.header, envelope.said
        if (head.kind == "heading") != (self.seq == 0):
            raise ValueError("a record has one heading, and it comes first")
        match head.kind:
            case "heading":
                _must(head, hand=0, deal=None, line=1)
                _unsealed(envelope)
                reading(envelope, None)
                read_deal(said["journal"])
                return replace(self, line=1)
            case "opened":
                return self._opened(envelope, said)
            case "fact":
                now = self.open
                _must(head, hand=self.hand, deal=None if now is None else now.deal, line=self.line + 1)
                if now is None:
                    _unsealed(envelope)
                else:
                    _sealed(envelope)
                reading(envelope, None)
                return replace(self, line=self.line + 1)
            case "closed":
                return self._closed(envelope, said)

    def _opened(self, envelope: Envelope, said: Json) -> Chain:
        head, now = envelope.header, self.open
        number = self.hand + 1 if now is None else self.hand
        deal = read_deal(head.deal)
        _must(head, hand=number, deal=deal, line=None)
        _sealed(envelope)
        before = () if now is None else now.deals
        if deal in self.keys or any(deal == other for other, _ in before):
            raise ValueError("opens a deal that was there before")
        lock = _digest(said, "lock")
        opened = OpenHand(number, deal, lock, _digest(said, "release"), (*before, (deal, lock)))
        return replace(self, hand=number, open=opened)

    def _closed(self, envelope: Envelope, said: Json) -> Chain:
        head, now = envelope.header, self.open
        if now is None:
            raise ValueError("closes a hand where none is open")
        _must(head, hand=now.number, deal=now.deal, line=None)
        _unsealed(envelope)
        reading(envelope, None)
        for name in ("facts", "rulings", "table"):
            _digest(said, name)
        given = said["keys"]
        if not isinstance(given, dict) or set(cast("Json", given)) != {deal for deal, _ in now.deals}:
            raise ValueError("does not hold the keys of its hand")
        keys: dict[str, bytes | None] = {}
        for deal, lock in now.deals:
            key = _key(cast("Json", given)[deal])
            if key is not None and lock_of(deal, key) != lock:
                raise ValueError("holds a key that is not the one its hand was opened with")
            keys[deal] = key
        return replace(self, open=None, keys={**self.keys, **keys})


def read_envelope(row: Row, before: Chain) -> Envelope:
    """An entry from what a file holds. Raises :class:`BrokenChain` naming it if that is not what was written."""
    seq, header, open_, sealed, digest = row
    if seq != before.seq + 1:
        raise BrokenChain(before.seq + 1, f"is missing; entry {seq} stands in its place")
    if digest_of(before.digest, header, open_, sealed) != digest:
        raise BrokenChain(seq, f"{_which(header, open_)} was changed or replaced: its digest does not fit")
    try:
        head = read_header(header)
        parse(open_)
    except ValueError as e:
        raise BrokenChain(seq, str(e)) from None
    if head.seq != seq:
        raise BrokenChain(seq, f"stands in the place of entry {head.seq}")
    return Envelope(head, open_, sealed, before.digest, digest)


def _which(header: bytes, open_: bytes) -> str:
    """The part that visibly was touched, or the entry as a whole."""
    try:
        read_header(header)
    except ValueError:
        return "its header"
    try:
        parse(open_)
    except ValueError:
        return "its open part"
    return "it"


def written(envelope: Envelope) -> Row:
    """An entry as the columns of its row."""
    return envelope.header.seq, header_bytes(envelope.header), envelope.open, envelope.sealed, envelope.digest


def _must(head: Header, *, hand: int, deal: str | None, line: int | None) -> None:
    for name, is_, should in (("hand", head.hand, hand), ("deal", head.deal, deal), ("line", head.line, line)):
        if is_ != should:
            shown = "none" if should is None else should
            raise ValueError(f"has {name} {'none' if is_ is None else is_}, where {shown} should follow")


def _sealed(envelope: Envelope) -> None:
    if envelope.sealed is None or not well_padded(envelope.sealed):
        raise ValueError("belongs to an open hand, but has no well-formed sealed part")


def _unsealed(envelope: Envelope) -> None:
    if envelope.sealed is not None:
        raise ValueError("has a sealed part, though it belongs to no open hand")


def _digest(said: Json, name: str) -> str:
    value = said[name]
    if not isinstance(value, str) or _HEX_256.fullmatch(value) is None:
        raise ValueError(f"{name} is not a digest of 64 hexadecimal digits")
    return value


def _key(value: object) -> bytes | None:
    if value is None:
        return None
    if not isinstance(value, str) or _HEX_256.fullmatch(value) is None:
        raise ValueError("holds a key that is not 64 hexadecimal digits")
    return bytes.fromhex(value)


def _hear(heard: Mapping[str, int], head: Header) -> Mapping[str, int]:
    for source, number in head.heard:
        if number < heard.get(source, 0):
            raise BrokenChain(head.seq, f"tells message {number} of {source} after a later one")
    return {**heard, **dict(head.heard)}
