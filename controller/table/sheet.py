"""One transaction of the journal while it is being written: facts in, the books after them and the drafts out.

A :class:`Sheet` lives for one append. If that fails the sheet is thrown away, and the books are as they were.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from controller.journal.drafts import Closed, Draft, Noted, Opened, noted
from controller.rules import facts as f
from controller.rules.facts import Entry, Fact, Source
from controller.rules.ruling import Result
from controller.table.books import Books, Heard, Judge, hear, reveals


@dataclass(frozen=True, slots=True)
class Envelope:
    """The hand whose sealed parts are being written. ``lost``: a key of it is not known any more."""

    hand: int = 0
    open: bool = False
    lost: bool = False


@dataclass(frozen=True, slots=True)
class Seal:
    """The id of a deal and its key, 32 bytes."""

    deal: str
    key: bytes


@dataclass(slots=True)
class Sheet:
    """The books being carried on. ``seal`` gives the id and key of the first, second … hand that is opened here."""

    books: Books
    envelope: Envelope
    judge: Judge
    release: str
    keeper: str
    seal: Callable[[int], Seal]
    drafts: list[Draft]
    commitment: str | None = None
    used: int = 0
    """How many seals it has taken."""

    def reopen(self) -> None:
        """Go on with the open hand under a new key, because the old one is lost."""
        seal = self._next_seal()
        self.drafts.append(Opened(self.envelope.hand, seal.deal, seal.key, self.release, self.keeper))
        self.envelope = replace(self.envelope, lost=True)

    def add(
        self,
        fact: Fact,
        t: float | None,
        *,
        seen: float | None = None,
        source: Source | None = None,
        confidence: float = 1.0,
        evidence: tuple[str, ...] = (),
        heard: Mapping[str, int] | None = None,
    ) -> Heard:
        """One fact, with what the table itself has to append before and after it."""
        for opened in reveals(self.books, fact) if isinstance(fact, f.NextCut | f.NextDeal) else ():
            self._line(Entry(0, opened, t), {})
        said = self._line(Entry(0, fact, t, seen, source, confidence, evidence), heard or {})
        for opened in reveals(self.books, None):
            self._line(Entry(0, opened, t), {})
        return said

    def _next_seal(self) -> Seal:
        self.used += 1
        return self.seal(self.used - 1)

    def _line(self, entry: Entry, heard: Mapping[str, int]) -> Heard:
        if not self.envelope.open:
            seal = self._next_seal()
            self.envelope = Envelope(self.envelope.hand + 1, open=True)
            self.drafts.append(
                Opened(self.envelope.hand, seal.deal, seal.key, self.release, self.keeper, self.commitment)
            )
        entry = replace(entry, line=self.books.line + 1)
        self.books, said = hear(self.books, entry, self.judge)
        draft = noted(entry, said.public, said.tidings.director, said.tidings.table, heard)
        if said.unjudged:
            draft = Noted(draft.line, draft.fact, draft.public, heard=draft.heard, unjudged=True)
        self.drafts.append(draft)
        if any(isinstance(o, Result) and o.hand == self.envelope.hand for o in said.tidings.director):
            self.drafts.append(Closed(lost=self.envelope.lost))
            self.envelope = Envelope(self.envelope.hand)
        return said
