"""How a view lies on a screen: who sits on which side of it, and what stands large. Pure; adds no knowledge."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final, Literal, cast

from controller.rules.cards import Card, arranged
from controller.rules.seats import Seat
from controller.table.views import (
    ActView,
    LawView,
    PlayView,
    QuestionView,
    RulingView,
    SeatView,
    ShoeView,
    TableView,
)

_PLACES: Final[dict[int, tuple[str, ...]]] = {
    1: ("bottom",),
    2: ("bottom", "top"),
    3: ("bottom", "left", "right"),
    4: ("bottom", "left", "top", "right"),
}
"""Sides of the screen by number of seats, clockwise from the one who looks at it."""
LARGE: Final = 2
"""Rulings that stand large at the same time."""


@dataclass(frozen=True, slots=True)
class Button:
    """An act as the page carries it: ``post`` is the fact in JSON."""

    label: str
    post: str
    kind: str
    suit: str | None
    card: Card | None
    ruling: int | None
    question: int | None
    quiet: bool
    tricks: tuple[tuple[int, str], ...] = ()
    """Numbers of tricks that may be named with it, each with the fact that names it."""


@dataclass(frozen=True, slots=True)
class Place:
    """One seat on its side of the screen."""

    seat: Seat
    side: str
    """``top``, ``right``, ``bottom`` or ``left``."""
    name: str | None
    turn: bool
    dealer: bool
    pone: bool
    held: int | None
    open_cards: tuple[Card, ...]
    play: PlayView | None
    order: int
    """Which card of the trick it played, from 1; 0 for none."""
    takes: bool
    """Its card has won the trick."""
    buttons: tuple[Button, ...] = ()
    undo: str | None = None
    may_choose: bool = False
    may_deal: bool = False
    """Its button *deal* is asked for."""
    may_cut: bool = False
    deals: bool = False
    """Its button *deal* was pressed; it deals when the pack is cut."""
    code: str | None = None
    phone: bool = False
    phone_again: bool = False


@dataclass(frozen=True, slots=True)
class Large:
    """A ruling across the screen, with the buttons of each seat that may choose."""

    ruling: RulingView
    law: LawView | None
    buttons: tuple[tuple[Seat, tuple[Button, ...]], ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question across the screen."""

    question: QuestionView
    buttons: tuple[tuple[Seat, tuple[Button, ...]], ...]


Where = Literal["felt", "notice", "side"]


@dataclass(frozen=True, slots=True)
class Machine:
    """The shoe: ``where`` it stands large, on the felt or below a result; while a hand is played only beside the felt.

    ``pile``: cards that lie in it, as so many backs of at most seven.
    """

    view: ShoeView
    where: Where
    pile: int


@dataclass(frozen=True, slots=True)
class Scene:
    """A table's picture."""

    table: TableView
    places: tuple[Place, ...]
    machine: Machine | None
    large: tuple[Large, ...]
    ribbons: tuple[RulingView, ...]
    asked: tuple[Asked, ...]
    history: tuple[RulingView, ...]
    """Newest first."""
    pips: int
    """Points of a game."""
    book: int
    """Tricks before the first that scores."""


@dataclass(frozen=True, slots=True)
class Phones:
    """What the table's own screen says about the seats' phones."""

    codes: tuple[tuple[Seat, str], ...] = ()
    taken: frozenset[Seat] = frozenset()
    again: frozenset[Seat] = frozenset()


def compose(
    table: TableView, seats: tuple[SeatView, ...] = (), *, bottom: Seat | None = None, phones: Phones | None = None
) -> Scene:
    """The picture of a table; ``seats`` are those whose buttons this screen has, ``bottom`` who sits before it."""
    acts = {view.seat: tuple(_button(act) for act in view.acts) for view in seats}
    undo = {view.seat: view.undo for view in seats}
    first = bottom or ("S" if "S" in table.seats else table.seats[0])
    at = table.seats.index(first)
    ring = table.seats[at:] + table.seats[:at]
    sides = _PLACES.get(len(ring), _PLACES[4])
    large = tuple(_large(r, acts) for r in _large_ones(table))
    shown = {item.ruling.number for item in large}
    return Scene(
        table,
        tuple(
            _place(table, seat, sides[i % len(sides)], acts.get(seat, ()), undo.get(seat), phones)
            for i, seat in enumerate(ring)
        ),
        None if table.shoe is None else _machine(table, table.shoe),
        large,
        tuple(r for r in _ribbons(table) if r.number not in shown),
        tuple(Asked(q, _grouped(acts, question=q.number)) for q in table.questions),
        tuple(reversed(table.rulings)),
        pips=7,
        book=6,
    )


_ON_FELT: Final = frozenset(("cut", "sealing", "dealing"))
_PILE: Final = 7


def _machine(table: TableView, shoe: ShoeView) -> Machine:
    """Where the shoe stands: a hand that is played is not disturbed, a deal is what everybody looks at."""
    wanted = shoe.state in _ON_FELT or bool(shoe.deal)
    playing = table.phase == "play" or (table.phase == "deal" and table.turn_up is not None)
    where: Where = "felt"
    if playing and not wanted:
        where = "side"
    elif shoe.state not in _ON_FELT and (playing or table.phase in ("over", "closed")):
        where = "notice"
    inside = shoe.done if shoe.state == "reading" else shoe.of - shoe.done
    return Machine(shoe, where, _PILE if not shoe.of else -(-_PILE * inside // shoe.of))


def own_buttons(view: SeatView) -> tuple[Button, ...]:
    """The buttons of one seat."""
    return tuple(_button(act) for act in view.acts)


def fact_json(fact: tuple[tuple[str, object], ...]) -> str:
    """A fact of a view as JSON; nested pairs become objects."""
    return json.dumps(_plain(fact), ensure_ascii=False)


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        items = cast("tuple[object, ...]", value)
        pairs = [cast("tuple[str, object]", p) for p in items if _is_pair(p)]
        if items and len(pairs) == len(items):
            return {key: _plain(inner) for key, inner in pairs}
        return [_plain(item) for item in items]
    return value


def _is_pair(value: object) -> bool:
    if not isinstance(value, tuple):
        return False
    items = cast("tuple[object, ...]", value)
    return len(items) == 2 and isinstance(items[0], str)


def _button(act: ActView) -> Button:
    fact = dict(act.fact)
    kind = str(fact.get("fact", ""))
    whole = cast("dict[str, object]", _plain(act.fact))
    to = whole.get("to")
    cards = cast("dict[str, object]", to).get("cards") if isinstance(to, dict) else fact.get("cards")
    suit, card = fact.get("suit"), fact.get("card")
    if card is None and isinstance(cards, str) and " " not in cards:
        card = cards
    return Button(
        act.label,
        fact_json(act.fact),
        kind,
        suit if isinstance(suit, str) else None,
        Card(card) if isinstance(card, str) else None,
        act.ruling,
        act.question,
        quiet=act.ruling is None and act.question is None,
        tricks=tuple((n, fact_json((*act.fact, ("trick", n)))) for n in act.tricks),
    )


def _place(
    table: TableView, seat: Seat, side: str, buttons: tuple[Button, ...], undo: str | None, phones: Phones | None
) -> Place:
    plays = table.trick.plays if table.trick is not None and not table.trick.quitted else ()
    order = next((i for i, play in enumerate(plays, 1) if play.seat == seat), 0)
    trick, shoe = table.trick, table.shoe
    return Place(
        seat,
        side,
        dict(table.names).get(seat),
        turn=table.to_play == seat,
        dealer=table.dealer == seat,
        pone=table.pone == seat,
        held=dict(table.counts).get(seat),
        open_cards=arranged(dict(table.open_cards).get(seat, ())),
        play=plays[order - 1] if order else None,
        order=order,
        takes=trick is not None and trick.complete and trick.winner == seat,
        buttons=buttons,
        undo=undo,
        may_choose=any(not button.quiet for button in buttons),
        may_deal=shoe is not None and seat in shoe.deal,
        may_cut=shoe is not None and seat == shoe.cut,
        deals=shoe is not None and seat == shoe.dealer,
        code=None if phones is None else dict(phones.codes).get(seat),
        phone=phones is not None and seat in phones.taken,
        phone_again=phones is not None and seat in phones.again,
    )


def _large_ones(table: TableView) -> tuple[RulingView, ...]:
    """Rulings that wait for a choice and are of this trick or the one before; the newest stand large."""
    now = table.trick.number if table.trick is not None else 0
    fresh = [
        r
        for r in table.rulings
        if r.open and r.choices and (r.trick is None or table.trick is None or r.trick >= now - 1)
    ]
    return tuple(fresh[-LARGE:])


def _ribbons(table: TableView) -> tuple[RulingView, ...]:
    """What still stands open, and the newest ruling's outcome until its next trick is over; the newest three."""
    now = table.trick.number if table.trick is not None else 0
    newest = table.rulings[-1].number if table.rulings else None
    kept = [
        r
        for r in table.rulings
        if r.open or r.choices or (r.number == newest and (r.trick is None or r.trick >= now - 1))
    ]
    return tuple(kept[-3:])


def _large(ruling: RulingView, acts: dict[Seat, tuple[Button, ...]]) -> Large:
    return Large(ruling, ruling.law[0] if ruling.law else None, _grouped(acts, ruling=ruling.number))


def _grouped(
    acts: dict[Seat, tuple[Button, ...]], *, ruling: int | None = None, question: int | None = None
) -> tuple[tuple[Seat, tuple[Button, ...]], ...]:
    groups = (
        (seat, tuple(b for b in all_ if (b.ruling, b.question) == (ruling, question))) for seat, all_ in acts.items()
    )
    return tuple((seat, buttons) for seat, buttons in groups if buttons)
