"""From the books to what each role is shown. Pure.

The table's and the seats' views are made from the fold over public facts, so that they cannot hold what is hidden. The
director's is made from the same until he has looked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import cast

from controller.rules import facts as f
from controller.rules.cards import PACK, UNREAD, Card, arranged
from controller.rules.corrections import stands
from controller.rules.facts import Entry
from controller.rules.law import Code
from controller.rules.laws import code_of
from controller.rules.record import name_of, write_entry
from controller.rules.ruling import OPEN, Result, Ruling
from controller.rules.seats import Seat, Side
from controller.rules.state import NONE, Hand, State, Trick
from controller.table import buttons, telling, words
from controller.table.acts import UNDO_S, entry_at
from controller.table.books import Books, Ruled
from controller.table.standing import next_dealer
from controller.table.tongue import translated as _
from controller.table.views import (
    ChoiceView,
    DirectorView,
    FactView,
    LawView,
    Numbers,
    PlayView,
    QuestionView,
    ResultView,
    RulingView,
    SeatView,
    ShoeDeskView,
    ShoeView,
    TableView,
    TrickView,
)

Pairs = tuple[tuple[str, object], ...]


@dataclass(frozen=True, slots=True)
class Room:
    """What the table shows besides the record. ``undo``: seats that may take back their last act now.

    ``commitment``: of the pack that this hand is dealt from, as a short code.
    """

    names: tuple[tuple[Seat, str], ...] = ()
    waiting_for: str | None = None
    sources: tuple[tuple[str, str], ...] = ()
    undo: frozenset[Seat] = frozenset()
    commitment: str | None = None
    demo: bool = False
    seats_answer: bool = True
    shoe: ShoeView | None = None
    machine: ShoeDeskView | None = None


def undoable(books: Books, now: float) -> frozenset[Seat]:
    """Seats whose last act is not older than the time in which it may be taken back."""
    return frozenset(seat for seat, act in books.acts.items() if 0 <= now - act.t <= UNDO_S)


# --------------------------------------------------------------------------- the table
def table_view(books: Books, room: Room) -> TableView:
    """What the screen at the table shows."""
    state = books.docket.table
    hand, seating, heading = state.hand, state.seating, state.heading
    return TableView(
        game=heading.game,
        laws=heading.laws,
        seats=seating.seats,
        sides=seating.sides,
        names=room.names,
        hand=hand.number,
        phase=hand.phase,
        dealer=hand.dealer,
        pone=seating.right(hand.dealer),
        to_play=hand.to_play(seating),
        trump=hand.trump,
        turn_up=hand.turn_up if hand.turn_up_on_table else None,
        turn_up_on_table=hand.turn_up_on_table,
        trick=_trick(hand.tricks[-1]) if hand.tricks and hand.phase in ("play", "over") else None,
        counts=tuple(hand.counts(seating).items()),
        open_cards=_open_cards(state),
        won=_won(state),
        score=state.score.game,
        rulings=_rulings(state, books.ruled_table),
        questions=_questions(state, books.asked),
        result=_result(state.result, seating.sides),
        last_trick=None,
        commitment=room.commitment,
        disclosure=heading.options.disclosure,
        looked=books.looked,
        waiting_for=room.waiting_for,
        demo=room.demo,
        shoe=room.shoe,
        next_dealer=next_dealer(state),
    )


def _won(state: State) -> tuple[tuple[Side, int], ...]:
    """Tricks as they were taken; after the closing as they count, with what a revoke has cost."""
    result = state.result
    if state.hand.printed and result is not None and result.hand == state.hand.number and result.tricks is not None:
        return result.tricks
    return tuple(state.hand.taken(state.seating).items())


def _trick(trick: Trick) -> TrickView:
    """A trick that was quitted is turned: its cards are not seen again."""
    plays = () if trick.quitted else tuple(PlayView(p.seat, p.card, p.doubtful) for p in trick.plays)
    return TrickView(trick.number, plays, trick.leader, trick.winner, trick.complete, trick.quitted)


def _open_cards(state: State) -> tuple[tuple[Seat, tuple[Card, ...]], ...]:
    """Cards that lie face up and may be called, and the turn-up while it lies there."""
    by_seat: dict[Seat, list[Card]] = {}
    for seat, card in state.liable:
        if card not in state.hand.gone and card not in by_seat.setdefault(seat, []):
            by_seat[seat].append(card)
    return tuple((seat, arranged(by_seat[seat])) for seat in state.seating.seats if by_seat.get(seat))


def _result(result: Result | None, sides: tuple[Side, ...]) -> ResultView | None:
    if result is None:
        return None

    def counts(given: Numbers | None) -> Numbers:
        known = dict(given or ())
        return tuple((side, known.get(side, 0)) for side in sides)

    return ResultView(
        result.hand,
        result.void,
        result.unfinished,
        counts(result.tricks),
        counts(result.points),
        counts(result.game),
        tuple((won.side, won.value) for won in result.won),
        result.next_dealer,
    )


# --------------------------------------------------------------------------- rulings
def _rulings(state: State, ruled: Mapping[int, Ruled], *, director: bool = False) -> tuple[RulingView, ...]:
    """The hand's rulings in their last state; what fell by a correction stays, as fallen."""
    code = code_of(state.heading)
    return tuple(_ruling(state, code, kept, director=director) for kept in ruled.values())


def _ruling(state: State, code: Code, kept: Ruled, *, director: bool) -> RulingView:
    ruling = kept.ruling
    rows = (*ruling.law, *(row for row in kept.law if row not in ruling.law))
    return RulingView(
        number=ruling.number,
        irregularity=ruling.irregularity,
        sentence=words.sentence(ruling, state.seating),
        law=tuple(_law(code, row) for row in rows),
        by=ruling.by,
        trick=ruling.trick,
        cards=ruling.cards,
        status=ruling.status,
        open=ruling.status in OPEN,
        choices=_offers(state, ruling),
        outcome=words.outcome(ruling, state.seating),
        until=ruling.until,
        claimed=ruling.claimed,
        line=ruling.line if director else None,
        title=words.names()[ruling.irregularity],
        standing=words.standing(ruling, state.seating),
        called=_called(state, ruling),
    )


def _called(state: State, ruling: Ruling) -> Pairs:
    case = state.cases.get(ruling.number)
    call = case.call if case is not None and (ruling.status in OPEN or case.callable) else None
    if call is None:
        return ()
    named = (("remedy", call.remedy), ("suit", call.suit), ("card", call.card), ("seat", call.seat))
    return tuple((key, value) for key, value in named if value is not None)


def _offers(state: State, ruling: Ruling) -> tuple[ChoiceView, ...]:
    if state.hand.phase == "closed" or state.rulings.get(ruling.number) is None:
        return ()
    return buttons.choices(state, ruling)


def _law(code: Code, row: str) -> LawView:
    law = code.rows.get(row)
    return LawView(row, "", "") if law is None else LawView(row, law.title, law.text)


# --------------------------------------------------------------------------- questions
def _questions(state: State, asked: tuple[int, ...], *, director: bool = False) -> tuple[QuestionView, ...]:
    """Doubts that wait for an answer, numbered as they arose."""
    if not state.doubts:
        return ()
    effective, dead = stands(state.entries, state)
    by_line = {entry.line: entry for entry in effective}
    out: list[QuestionView] = []
    for line in state.doubts:
        entry = by_line.get(line)
        if entry is not None and line in asked and not isinstance(entry.fact, f.Ticked):
            view = _question(state, entry, asked.index(line) + 1, dead)
            out.append(replace(view, line=line) if director else view)
    return tuple(out)


def _question(state: State, entry: Entry, number: int, dead: frozenset[int]) -> QuestionView:
    fact = entry.fact
    answers = tuple(_given(state, entry.line, dead))
    seat, how, read, maybe = _read(fact)
    if how is None:
        text = words.doubted(telling.entry(entry, state.seating))
        return QuestionView(number, text, seat, (), answers, fact=_bare(entry))
    candidates = candidates_of(state.hand, entry, read, maybe)
    text = words.question(seat or "", candidates, how, read)
    return QuestionView(number, text, seat, candidates, answers, fact=_bare(entry))


def _read(fact: f.Fact) -> tuple[Seat | None, str | None, Card | None, tuple[Card, ...]]:
    """Of whom a doubt is, how he showed the card, the reading that there is, and what else it may be."""
    match fact:
        case f.Played(by=by, cards=(one,), maybe=maybe):
            return by, "played", one, maybe
        case f.Exposed(by=by, cards=(one,), maybe=maybe):
            return by, "exposed", one, maybe
        case f.Turned(card=one, at=at) if at is not None:
            return at, "turned", one, ()
        case f.Played(by=by) | f.Exposed(by=by) | f.Withdrew(by=by) | f.Claimed(by=by) | f.Quitted(by=by):
            return by, None, None, ()
        case _:
            return None, None, None, ()


def candidates_of(hand: Hand, entry: Entry, read: Card | None, maybe: tuple[Card, ...]) -> tuple[Card, ...]:
    """What the card may be, by what everybody has seen: not a card that another play has shown.

    ``hand`` is the public fold's. Empty where any card is possible.
    """
    shown = {p.card for trick in hand.tricks for p in trick.plays if p.line != entry.line}
    named = tuple(c for c in dict.fromkeys((read or UNREAD, *maybe)) if c in PACK)
    return tuple(c for c in named if c not in shown) or named


def _given(state: State, line: int, dead: frozenset[int]) -> Iterable[tuple[Seat, Card]]:
    for entry in state.entries:
        match entry.fact:
            case f.Answered(line=about, by=by, fact=to) if about == line and entry.line not in dead and to is not None:
                card = _read(to.fact)[2]
                if by in state.seating.seats and card is not None:
                    yield by, card
            case _:
                pass


def _bare(entry: Entry) -> Pairs:
    """The fact alone as a record's object, to be answered with."""
    obj = write_entry(Entry(entry.line, entry.fact))
    obj.pop("maybe", None)
    return tuple(obj.items())


# --------------------------------------------------------------------------- seats
def seat_view(books: Books, room: Room, table: TableView, seat: Seat) -> SeatView:
    """One seat's strip. ``table`` is :func:`table_view` of the same moment."""
    state = books.docket.table
    offers = tuple((ruling.number, ruling.choices) for ruling in table.rulings if ruling.choices)
    acts = buttons.acts(state, seat, offers, table.questions if room.seats_answer else ())
    undo = None
    if seat in room.undo and seat in books.acts:
        own = entry_at(state.entries, books.acts[seat].line)
        undo = telling.own(own.fact, state.seating) if own is not None else None
    return SeatView(seat, table, acts, undo)


# --------------------------------------------------------------------------- the director
def director_view(books: Books, room: Room, table: TableView) -> DirectorView:
    """The console: the table's knowledge, and after *look* everything."""
    docket = books.docket
    state = docket.full if books.looked else docket.table
    ruled = books.ruled if books.looked else books.ruled_table
    asked = books.asked_full if books.looked else books.asked
    return DirectorView(
        table=table,
        facts=_facts(books, state),
        rulings=_rulings(state, ruled, director=True),
        questions=(*_questions(state, asked, director=True), *_unjudged(books)),
        hands=_hands(docket.full) if books.looked else None,
        looked=books.looked,
        sources=room.sources,
        machine=room.machine,
    )


def _hands(full: State) -> tuple[tuple[Seat, tuple[Card, ...]], ...]:
    """Cards still held, as far as they are known."""
    hand = full.hand
    return tuple(
        (seat, arranged(c for c in hand.held.get(seat, NONE) if c not in hand.gone)) for seat in full.seating.seats
    )


def _unjudged(books: Books) -> tuple[QuestionView, ...]:
    """Lines that the rules failed on. What is hidden in them is not told."""
    number = len(books.asked_full)
    return tuple(
        QuestionView(number + i, words.unjudged(line, text), None, (), (), line)
        for i, (line, text) in enumerate(books.unjudged.items(), 1)
    )


def _facts(books: Books, state: State) -> tuple[FactView, ...]:
    """The lines of this hand and of the one before; until he looks, as the table heard them.

    The full fold's number for a ruling would tell which rulings it holds that rest on hidden cards.
    """
    entries = _since(state.entries, books.before)
    corrected = {e.fact.line for e in entries if isinstance(e.fact, f.Corrected) and e.line not in state.dead}
    hidden = frozenset[int]() if books.looked else _hidden(books)
    heard = {} if books.looked else {e.line: e for e in _since(books.docket.table.entries, books.before)}
    out: list[FactView] = []
    for entry in entries:
        shown = entry if entry.line in hidden else heard.get(entry.line, entry)
        view = _fact(shown, state.seating.seats, state.seating.sides)
        if entry.line in hidden:
            view = replace(view, text=_("Known to the machine alone."), kind="hidden", fact=())
        if entry.line in state.dead or entry.line in corrected:
            view = replace(view, retracted=entry.line in state.dead, corrected=entry.line in corrected)
        out.append(view)
    return tuple(out)


def _since(entries: tuple[Entry, ...], line: int) -> tuple[Entry, ...]:
    """The entries from ``line`` on; lines rise."""
    at = len(entries)
    while at and entries[at - 1].line >= line:
        at -= 1
    return entries[at:]


def _hidden(books: Books) -> frozenset[int]:
    """Lines of which the table knows that they are there, and nothing else."""
    full, table = (_since(fold.entries, books.before) for fold in (books.docket.full, books.docket.table))
    ticked = {e.line for e in full if isinstance(e.fact, f.Ticked)}
    return frozenset(e.line for e in table if isinstance(e.fact, f.Ticked) and e.line not in ticked)


@lru_cache(maxsize=4096)
def _fact(entry: Entry, seats: tuple[Seat, ...], sides: tuple[Side, ...]) -> FactView:
    fact = entry.fact
    by = getattr(fact, "by", None)
    return FactView(
        line=entry.line,
        text=telling.fact(fact, seats, sides),
        kind=name_of(fact),
        source=entry.source,
        confidence=entry.confidence,
        t=entry.t,
        by=by if isinstance(by, str) else None,
        correction=isinstance(fact, f.Retracted | f.Corrected | f.Answered),
        fact=() if isinstance(fact, f.Pack) else _pairs(write_entry(Entry(entry.line, fact))),
    )


def _pairs(obj: Mapping[str, object]) -> Pairs:
    return tuple((key, _frozen(value)) for key, value in obj.items())


def _frozen(value: object) -> object:
    if isinstance(value, dict):
        return _pairs(cast("dict[str, object]", value))
    return tuple(_frozen(v) for v in cast("list[object]", value)) if isinstance(value, list) else value
