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
from controller.table.messages import Pledge


@dataclass(frozen=True, slots=True)
class Envelope:
    """The hand whose sealed parts are being written. ``lost``: a key of it is not known any more.

    ``deal`` and ``commitment``: of the pack that it is dealt from; they stay until the next hand is opened.
    """

    hand: int = 0
    open: bool = False
    lost: bool = False
    deal: str = ""
    commitment: str | None = None


@dataclass(frozen=True, slots=True)
class Seal:
    """The id of a deal and its key, 32 bytes."""

    deal: str
    key: bytes


@dataclass(slots=True)
class Sheet:
    """The books being carried on.

    ``seal`` gives the id and key of the first, second … hand that is opened here; a pledge brings its own id.
    """

    books: Books
    envelope: Envelope
    judge: Judge
    release: str
    keeper: str
    seal: Callable[[int, str | None], Seal]
    drafts: list[Draft]
    demo: bool = False
    """What is pledged is not left to chance."""
    used: int = 0
    """How many seals it has taken."""

    def reopen(self) -> None:
        """Go on with the open hand under a new key, because the old one is lost."""
        self._open(self.envelope.hand, None, lost=True)

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
        pledge: Pledge | None = None,
    ) -> Heard:
        """One fact, with what the table itself has to append before and after it."""
        for opened in reveals(self.books, fact) if isinstance(fact, f.NextCut | f.NextDeal) else ():
            self._line(Entry(0, opened, t), {})
        said = self._line(Entry(0, fact, t, seen, source, confidence, evidence), heard or {}, pledge)
        for opened in reveals(self.books, None):
            self._line(Entry(0, opened, t), {})
        return said

    def _open(self, hand: int, pledge: Pledge | None, *, lost: bool) -> None:
        self.used += 1
        seal = self.seal(self.used - 1, None if pledge is None else pledge.deal)
        commitment = None if pledge is None else pledge.commitment
        nonce = None if pledge is None else pledge.nonce
        more = {"demo": True} if self.demo and pledge is not None else {}
        self.drafts.append(Opened(hand, seal.deal, seal.key, self.release, self.keeper, commitment, nonce, more))
        self.envelope = Envelope(hand, True, lost, seal.deal, commitment)

    def _line(self, entry: Entry, heard: Mapping[str, int], pledge: Pledge | None = None) -> Heard:
        if not self.envelope.open:
            self._open(self.envelope.hand + 1, pledge, lost=False)
        elif (
            pledge is not None
            and pledge.deal != self.envelope.deal
            and not isinstance(entry.fact, f.NextCut | f.NextDeal)
        ):
            self._open(self.envelope.hand, pledge, lost=self.envelope.lost)
        entry = replace(entry, line=self.books.line + 1)
        self.books, said = hear(self.books, entry, self.judge)
        draft = noted(entry, said.public, said.tidings.director, said.tidings.table, heard)
        if said.unjudged:
            draft = Noted(draft.line, draft.fact, draft.public, heard=draft.heard, unjudged=True)
        self.drafts.append(draft)
        if any(isinstance(o, Result) and o.hand == self.envelope.hand for o in said.tidings.director):
            self.drafts.append(Closed(lost=self.envelope.lost))
            self.envelope = replace(self.envelope, open=False, lost=False)
        return said
