"""What each role may be shown: allow-list types, computed on the server from that role's own fold.

A view holds nothing that its role may not see. The table's and the seats' views come from the fold over public facts
alone, so that two hands that differ only in hidden cards give equal views. Numbers of rulings and questions here are
those of the role's own stream, never journal numbers; only the director's view names lines of the record.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from controller.rules.cards import Card, Suit
from controller.rules.seats import Seat, Side

Numbers = tuple[tuple[Side, int], ...]


@dataclass(frozen=True, slots=True)
class PlayView:
    """One card of a trick. ``card`` may be ``??``; ``out_of_turn`` marks a card that a ruling is about."""

    seat: Seat
    card: Card
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class TrickView:
    """The trick on the table, in the order in which its cards were played."""

    number: int
    plays: tuple[PlayView, ...]
    leader: Seat | None
    winner: Seat | None = None
    complete: bool = False
    quitted: bool = False


@dataclass(frozen=True, slots=True)
class LawView:
    """A row of the register: its id, the law's title and our paraphrase."""

    row: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """A remedy that may be demanded: by whom, and what must be named with it (``suit``, ``card`` or nothing)."""

    remedy: str
    label: str
    to: tuple[Seat, ...]
    names: str | None = None
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class RulingView:
    """A ruling in its present state.

    ``sentence`` is what happened, plainly; ``standing`` how it stands now and who may do what; ``outcome`` what was
    chosen or became of it, ``None`` while it is open.
    """

    number: int
    irregularity: str
    sentence: str
    law: tuple[LawView, ...]
    by: str | None
    trick: int | None
    cards: tuple[Card, ...]
    status: str
    open: bool
    choices: tuple[ChoiceView, ...] = ()
    outcome: str | None = None
    until: float | None = None
    claimed: bool = False
    line: int | None = None
    """Only in the director's view: the line that it was last ruled on."""
    title: str = ""
    standing: str = ""
    called: tuple[tuple[str, object], ...] = ()
    """What was called and has not been played yet: ``remedy``, and ``suit``, ``card`` or ``seat`` where it is named."""


@dataclass(frozen=True, slots=True)
class QuestionView:
    """A doubt put to people. ``candidates`` are computed without the hidden hands; empty when any card is possible."""

    number: int
    text: str
    seat: Seat | None
    candidates: tuple[Card, ...]
    answers: tuple[tuple[Seat, Card], ...] = ()
    line: int | None = None
    """Only in the director's view."""
    fact: tuple[tuple[str, object], ...] = ()
    """The doubtful fact as a record's object: an answer is the same with one of the candidates in it."""


@dataclass(frozen=True, slots=True)
class ResultView:
    """The last hand that was closed."""

    hand: int
    void: bool
    unfinished: bool
    tricks: Numbers
    points: Numbers
    game: Numbers
    won: tuple[tuple[Side, int], ...]
    next_dealer: Seat | None


@dataclass(frozen=True, slots=True)
class ShoeView:
    """What the dealing shoe does, the same for every role and whatever its cards are.

    ``state`` is a word: ``link lost``, ``no pack``, ``reading``, ``checking``, ``refused`` (the pack), ``occupied``
    (cards lie in the pockets), ``ready``, ``cut`` (the pone is asked), ``sealing`` (the cut is being recorded),
    ``dealing``, ``dealt``, ``paused``, ``jammed``, ``lid open``, ``faulted``, ``void`` or ``gathering``. ``words`` say
    it in a sentence; ``done`` of ``of`` cards have been read or dealt, those dealt being in the record.
    """

    state: str
    words: str
    done: int = 0
    of: int = 0
    deal: tuple[Seat, ...] = ()
    """Who is asked to deal."""
    dealer: Seat | None = None
    """Whose button was pressed: he deals when the pack has been cut."""
    cut: Seat | None = None
    """Who is asked to cut, from ``least`` to ``most`` cards."""
    least: int = 0
    most: int = 0
    commitment: str | None = None
    """Of the pack that is to be cut, as a short code."""
    place: str | None = None
    """Where in the machine it has stopped: ``hopper window infeed carousel ejector exit gates pocket``, or another."""
    missing: tuple[Card, ...] = ()
    """Of a pack that was refused; ``double`` too."""
    double: tuple[Card, ...] = ()
    detail: str | None = None
    """What the machine says of it, a sentence."""
    alarm: bool = False
    """It needs a person."""


@dataclass(frozen=True, slots=True)
class ShoeDeskView:
    """What the director sees of the shoe besides. ``acts``: ``deal_uncut clear pause resume report``, those possible.

    ``fault`` numbers what ``clear`` clears; ``counters`` of shoe and host as they were last reported.
    """

    acts: tuple[str, ...] = ()
    fault: int | None = None
    firmware: str | None = None
    number: int | None = None
    boots: int | None = None
    counters: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class TableView:
    """What the screen at the table shows."""

    game: str
    laws: str
    seats: tuple[Seat, ...]
    sides: tuple[Side, ...]
    names: tuple[tuple[Seat, str], ...]
    hand: int
    phase: str
    """``cut``, ``deal``, ``play``, ``over`` (played out) or ``closed``."""
    dealer: Seat
    pone: Seat
    to_play: Seat | None
    trump: Suit | None
    turn_up: Card | None
    turn_up_on_table: bool
    trick: TrickView | None
    counts: tuple[tuple[Seat, int], ...]
    """Cards still in each hand."""
    open_cards: tuple[tuple[Seat, tuple[Card, ...]], ...]
    """Cards that lie face up on the table and may be called."""
    won: Numbers
    score: Numbers
    rulings: tuple[RulingView, ...]
    """Of this hand, newest last."""
    questions: tuple[QuestionView, ...]
    result: ResultView | None
    last_trick: TrickView | None
    """Only where the code allows it to be looked at."""
    commitment: str | None
    disclosure: str
    looked: bool
    """Whether the director has looked at the hands; the table is told."""
    waiting_for: str | None
    """A part of the machine that is missing or silent, in words."""
    demo: bool = False
    shoe: ShoeView | None = None
    """``None`` at a table without one."""
    next_dealer: Seat | None = None
    """Whose deal it is next, once this hand is played out or void."""


@dataclass(frozen=True, slots=True)
class ActView:
    """A button: its label and the fact that pressing it records, as a record's object without ``t``.

    Pairs inside pairs are objects. ``tricks``: numbers that may be added to the fact as ``trick``, or none of them.
    """

    label: str
    fact: tuple[tuple[str, object], ...]
    ruling: int | None = None
    question: int | None = None
    tricks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat's strip: the same table, and what this seat may do now. Ruling numbers are the table's."""

    seat: Seat
    table: TableView
    acts: tuple[ActView, ...]
    undo: str | None = None
    """What this seat did within the last five seconds and may take back, in words."""

    @property
    def shoe(self) -> ShoeView | None:
        """The shoe, as the table sees it."""
        return self.table.shoe


@dataclass(frozen=True, slots=True)
class FactView:
    """A line of the record in words, for the console. Cards that are not public are not named without *look*."""

    line: int
    text: str
    kind: str
    source: str | None
    confidence: float
    t: float | None
    by: str | None
    retracted: bool = False
    corrected: bool = False
    correction: bool = False
    """This line is itself a retraction or a correction."""
    fact: tuple[tuple[str, object], ...] = ()
    """The fact as a record's object, to be corrected from; empty where hidden cards stand in it."""


@dataclass(frozen=True, slots=True)
class DirectorView:
    """The console. Without *look* it knows no more of the hands than the table does."""

    table: TableView
    facts: tuple[FactView, ...]
    rulings: tuple[RulingView, ...]
    """Director's numbers when looked, else the table's."""
    questions: tuple[QuestionView, ...]
    hands: tuple[tuple[Seat, tuple[Card, ...]], ...] | None
    looked: bool
    sources: tuple[tuple[str, str], ...] = field(default=())
    """Each source of facts and how it is, in words."""
    machine: ShoeDeskView | None = None
    """What of the shoe is the director's."""

    @property
    def shoe(self) -> ShoeView | None:
        """The shoe, as the table sees it."""
        return self.table.shoe
