"""One fact before the judge: the copy of the state that is being changed, and the rulings that come out.

A :class:`Court` lives for one fact. It copies the hand once and a case when it is first touched, so that the state
which it was called with stays as it was.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from typing import Final

from controller.rules.bidding import Contract
from controller.rules.cards import Card, Suit
from controller.rules.facts import Entry
from controller.rules.forming.company import Company
from controller.rules.game import Game
from controller.rules.law import CARD, Code, Entitled, Event, Form
from controller.rules.ruling import Remedy, Result, Ruling, Status
from controller.rules.seats import Seat, Seating
from controller.rules.state import Case, Hand, Key, State

_SILENT: Final = Form("deal_irregular", ("",), "director", "other")
"""The form of what a code says nothing of: it rests on no row, and no ruling takes a status from it."""


class Court:
    """The state during one fact. ``doubt``: the fact itself is under the floor, so that nothing may rest on it."""

    __slots__ = (
        "_cases", "_own", "_rulings", "book", "code", "company", "doubt", "entry", "game", "hand", "line", "names",
        "out", "score", "seating", "state", "table", "table_seating", "used",
    )  # fmt: skip

    def __init__(self, state: State, entry: Entry, code: Code, game: Game) -> None:
        self.state = state
        self.book = code
        self.code = code.footings.get(state.hand.footing, code)
        self.game = game
        self.entry = entry
        self.line = entry.line
        self.hand: Hand = state.hand.copied()
        self.table_seating: Seating = state.heading.seating
        self.seating: Seating = self.hand.seating or self.table_seating
        self.score = state.score
        self.company: Company | None = state.company
        self.names = state.names
        self.used = state.used
        self.out: list[Ruling | Result] = []
        self.table = state.view == "table"
        self.doubt = entry.confidence < state.heading.options.floor
        self._cases: dict[int, Case] | None = None
        self._rulings: dict[int, Ruling] | None = None
        self._own: set[int] | None = None

    def play_for(self, contract: Contract) -> None:
        """From here the hand is played for this contract: its sides, its book, its first lead."""
        hand = self.hand
        hand.contract = contract
        hand.footing = contract.footing
        hand.seating = self.seating = contract.seating(self.table_seating)
        self.code = self.book.footings.get(hand.footing, self.book)
        hand.first = contract.by if contract.leads else None
        hand.size = self.game.hand - (contract.discards if self.code.holds("discards") else 0)
        if contract.trumps == "none":
            self.trumps_are(None)
        elif contract.trumps == "own":
            hand.trump = None

    def trumps_are(self, trump: Suit | None) -> None:
        """The trump suit is known; ``None``: the hand is played without one."""
        hand = self.hand
        hand.trump, hand.plain = trump, trump is None
        hand.height = self.game.height(trump if self.code.holds("jack_best") else None)

    def next_dealer(self) -> Seat | None:
        """Who deals after a hand that was played; ``None`` where no row says it."""
        return self.seating.left(self.hand.dealer) if self.code.holds("deal_passes") else None

    def is_void(self) -> bool:
        """Whether this hand must be dealt again."""
        return self.hand.void is not None

    # ------------------------------------------------------------------ cases
    @property
    def cases(self) -> dict[int, Case]:
        """The cases of this hand; to be read only."""
        return self.state.cases if self._cases is None else self._cases

    @property
    def rulings(self) -> dict[int, Ruling]:
        """The last printed status of each case of this hand; to be read only."""
        return self.state.rulings if self._rulings is None else self._rulings

    def live(self) -> list[Case]:
        """Cases in which something may still follow, and cards that may still be called."""
        cases = self.cases
        return [case for case in cases.values() if case.open or case.callable] if cases else []

    def has(self, form: str) -> bool:
        """Whether a case of this form was opened in this hand."""
        return any(case.form == form for case in self.cases.values())

    def mine(self, case: Case) -> Case:
        """The same case, to be changed: a copy that belongs to this court."""
        if self._own is None:
            self._own = set()
            self._cases = dict(self.state.cases) if self._cases is None else self._cases
        if case.number in self._own:
            return self.cases[case.number]
        case = copy(case)
        self._own.add(case.number)
        self._put(case)
        return case

    def _put(self, case: Case) -> None:
        if self._cases is None:
            self._cases = dict(self.state.cases)
        self._cases[case.number] = case

    def form(self, name: str) -> Form:
        """A form of the code; for a name that the code has not, one that says nothing."""
        return self.code.forms.get(name, _SILENT)

    def entitled(self, who: Entitled, offender: Seat | None) -> tuple[Seat, ...]:
        """The seats that may demand, for the forms in which that does not hang on the trick."""
        match who:
            case "adversaries" if offender is not None:
                return self.seating.adversaries(offender)
            case "dealer":
                return (self.hand.dealer,)
            case "against_dealer":
                return self.seating.adversaries(self.hand.dealer)
            case "everybody":
                return self.seating.seats
            case _:
                return ()

    def open(
        self,
        name: str,
        by: str | None,
        *,
        cards: tuple[Card, ...] = (),
        trick: int | None = None,
        offenders: tuple[Seat, ...] | None = None,
        to: tuple[Seat, ...] | None = None,
        bound: Seat | None = None,
        extra: tuple[str, ...] = (),
        remedies: tuple[str, ...] | None = None,
        doubtful: bool = False,
        silent: bool = False,
        claimed: bool = False,
        law: tuple[str, ...] = (),
        irregularity: str | None = None,
    ) -> Case | None:
        """Open a case in the form ``name`` of the code, and print it unless it is ``silent``.

        ``by`` is the offender (a seat, or a side); ``to`` who may demand, where the form does not say it. A case that
        rests on a doubtful fact is printed as ``director`` without remedies. ``None`` where the code has no such form,
        or says that this seat is free of it.
        """
        form = self.code.forms.get(name)
        seat = by if by is not None and len(by) == 1 else (by[0] if by else None)
        if form is None or (seat is not None and self.code.free(self, name, seat)):
            return None
        law = law or (*form.rows, *(row for row in extra if row))
        if not self.code.stands(law):
            return None
        whose = form.to
        if to is None:
            to = self.entitled(whose, seat)
        doubtful = doubtful or self.doubt
        status: Status = "director" if doubtful else form.status
        words = form.remedies if remedies is None else remedies
        case = Case(
            number=0,
            irregularity=irregularity or form.irregularity,
            form=name,
            by=by,
            trick=trick,
            status=status,
            law=law,
            line=self.line,
            offenders=((seat,) if seat is not None else ()) if offenders is None else offenders,
            cards=cards,
            remedies=() if doubtful else tuple(Remedy(word, to) for word in words),
            bound=bound,
            doubtful=doubtful,
            silent=silent or (self._quiet(form) if self.table else False),
            callable=not doubtful and any(word in CARD for word in words),
            claimed=claimed,
        )
        if form.seconds is not None and self.entry.t is not None and not doubtful:
            case.until = self.entry.t + form.seconds
        self.register(case)
        return case

    def _quiet(self, form: Form) -> bool:
        """Whether the table waits to be asked before it tells a fault that it could see."""
        return (
            self.state.heading.options.announce == "on_call"
            and form.status != "compulsory"
            and form.family not in ("revoke", "other")
        )

    def register(self, case: Case) -> None:
        """Give a case its number and print it; a silent one gets a place, and its number when it is told."""
        if case.silent:
            case.number = min([0, *self.cases]) - 1
        else:
            case.number = self._number(case)
        self._put(case)
        if self._own is None:
            self._own = set()
        self._own.add(case.number)
        self.print(case)

    def _number(self, case: Case) -> int:
        key: Key = (self.hand.number, case.irregularity, case.by, case.trick, case.cards)
        known = self.names.get(key)
        if known is not None and known not in self.cases:
            return known
        self.used += 1
        if known is None:
            self.names = {**self.names, key: self.used}
        return self.used

    def told(self, case: Case) -> Case:
        """A silent case with a number of its own from now on; it is not printed by this."""
        if not case.silent:
            return self.mine(case)
        self.drop(case)
        fresh = copy(case)
        fresh.silent = False
        fresh.number = self._number(fresh)
        self._put(fresh)
        if self._own is None:
            self._own = set()
        self._own.add(fresh.number)
        return fresh

    def drop(self, case: Case) -> None:
        """Forget a case that was never told."""
        if self._cases is None:
            self._cases = dict(self.state.cases)
        self._cases.pop(case.number, None)

    # ------------------------------------------------------------------ printing
    def print(self, case: Case) -> None:
        """Print the case as it stands, unless it is silent."""
        if case.silent:
            return
        ruling = Ruling(
            line=self.line,
            number=case.number,
            irregularity=case.irregularity,
            law=case.law,
            by=case.by,
            status=case.status,
            trick=case.trick,
            cards=case.cards,
            remedies=case.remedies if case.open else (),
            remedy=case.remedy,
            for_=case.for_,
            until=case.until,
            claimed=case.claimed,
        )
        if self._rulings is None:
            self._rulings = dict(self.state.rulings)
        self._rulings[case.number] = ruling
        self.out.append(ruling)

    def move(
        self, case: Case, status: Status, law: tuple[str, ...], *, remedy: str | None = None, for_: str | None = None
    ) -> Case:
        """Give a case a new status under ``law``; printed unless it is silent. A law that is not there gives none."""
        case = self.mine(case)
        if not self.code.stands(law[:1]):
            return case
        case.status = status
        case.law = law
        case.remedy = remedy
        case.for_ = for_
        case.call = None
        if not case.open:
            case.remedies = ()
            case.until = None
            case.callable = False
        self.print(case)
        return case

    def lapse(self, case: Case, row: str | None = None) -> Case:
        """The right has run out, under ``row`` or the bar of its form."""
        bar = self.form(case.form).bar if row is None else row
        return self.move(case, "lapsed", case.law if bar is None else (bar,))

    def cancel(self, case: Case, row: str | None = None) -> Case:
        """It can no longer apply."""
        row = self.form(case.form).gone if row is None else row
        return self.move(case, "cancelled", case.law if row is None else (row,))

    def end(self, event: Event, who: Seat | None = None) -> None:
        """What this event ends lapses; ``who``: only the rights of this seat's side."""
        for case in self.live():
            form = self.form(case.form)
            if event not in form.ends or case.status not in (form.status, "director"):
                continue
            if case.status == "director" and form.status != "option":
                continue
            if who is None or not case.offenders or who in self.seating.adversaries(case.offenders[0]):
                self.lapse(case)

    def offer(self, case: Case, remedies: tuple[Remedy, ...], law: tuple[str, ...] | None = None) -> None:
        """Change who may demand what, printed where it differs from what was offered."""
        if case.remedies == remedies:
            return
        case = self.mine(case)
        case.remedies = remedies
        if law is not None:
            case.law = law
        self.print(case)

    # ------------------------------------------------------------------ the end of the fact
    def state_after(self) -> State:
        """The state that this fact leaves."""
        old = self.state
        return State(
            old.heading,
            old.view,
            self.hand,
            self.score,
            self.cases,
            self.rulings,
            (*old.printed, *(r for r in self.out if isinstance(r, Ruling))) if self.out else old.printed,
            self.names,
            self.used,
            (*old.entries, self.entry),
            (*old.results, *(r for r in self.out if isinstance(r, Result))) if self.out else old.results,
            old.doubts,
            old.dead,
            self.company,
        )

    def renew(self, hand: Hand) -> None:
        """Begin another hand: its cases are its own."""
        self.hand = hand
        kept = {n: c for n, c in self.cases.items() if c.open and self.form(c.form).family == "score"}
        self._rulings = {n: r for n, r in self.rulings.items() if n in kept}
        self._cases = kept
        self._own = set()


def with_line(ruling: Ruling, line: int) -> Ruling:
    """The ruling as a correction on ``line`` prints it."""
    return replace(ruling, line=line, of_line=ruling.line if ruling.of_line is None else ruling.of_line)
