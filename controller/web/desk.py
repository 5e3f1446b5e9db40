"""What waits on the director's desk: open rulings with their choices, questions with their candidates. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from controller.rules.cards import SUITS, Card, Suit
from controller.rules.seats import Seat
from controller.table.views import ChoiceView, DirectorView, QuestionView, RulingView
from controller.web.language import Language, _
from controller.web.scene import fact_json

OUTCOMES: Final = ("established", "cancelled", "stands", "none")
"""Words that the director may rule with besides a choice's remedy."""


@dataclass(frozen=True, slots=True)
class DeskButton:
    """A press: ``body`` is the JSON that goes to the path ``post``."""

    label: str
    post: str
    body: str
    suit: Suit | None = None
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class DeskChoice:
    """What may be chosen, by whom, and the presses that choose it."""

    title: str
    buttons: tuple[DeskButton, ...]


@dataclass(frozen=True, slots=True)
class OpenRuling:
    """A ruling that waits."""

    ruling: RulingView
    choices: tuple[DeskChoice, ...]
    outcomes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A doubt that waits. ``correct`` is the doubtful fact in JSON, where the console may name it."""

    question: QuestionView
    buttons: tuple[DeskButton, ...]
    kind: str | None
    correct: str | None


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything that waits, and what was decided in this hand, newest first."""

    rulings: tuple[OpenRuling, ...]
    questions: tuple[OpenQuestion, ...]
    closed: tuple[RulingView, ...]


def lay_out(view: DirectorView, say: Language) -> Desk:
    """The desk of a console's view."""
    return Desk(
        tuple(
            OpenRuling(r, tuple(_choices(r, say)), (*dict.fromkeys((*(c.remedy for c in r.choices), *OUTCOMES)),))
            for r in reversed(view.rulings)
            if r.open
        ),
        tuple(_question(q, dict(q.fact), say) for q in view.questions),
        tuple(r for r in reversed(view.rulings) if not r.open),
    )


def _choices(ruling: RulingView, say: Language) -> Iterator[DeskChoice]:
    entitled: dict[Seat, None] = {}
    for choice in ruling.choices:
        for seat in choice.to:
            entitled.setdefault(seat)
            title = say.word(_("{seat} may {choice}")).format(seat=say.seat(seat), choice=_lower(choice.label))
            yield DeskChoice(title, tuple(_demands(ruling.number, choice, seat, say)))
    if entitled:
        yield DeskChoice(
            say.word(_("Or give the right up")),
            tuple(
                _enter(
                    say.word(_("{seat} waives")).format(seat=say.seat(seat)),
                    {"fact": "waived", "by": seat, "ruling": ruling.number},
                )
                for seat in entitled
            ),
        )


def _lower(label: str) -> str:
    return label[:1].lower() + label[1:]


def _demands(number: int, choice: ChoiceView, seat: Seat, say: Language) -> Iterator[DeskButton]:
    demand: dict[str, object] = {"fact": "demanded", "by": seat, "remedy": choice.remedy, "ruling": number}
    match choice.names:
        case "suit":
            for suit in SUITS:
                yield _enter(say.suit(suit).capitalize(), {**demand, "suit": suit}, suit=suit)
        case "card":
            for card in choice.cards:
                yield _enter(say.card(card).capitalize(), {**demand, "card": card}, card=card)
        case _:
            yield _enter(say.word(_("{seat} demands it")).format(seat=say.seat(seat)), demand)


def _enter(label: str, fact: dict[str, object], suit: Suit | None = None, card: Card | None = None) -> DeskButton:
    return DeskButton(label, "/director/fact", json.dumps({"fact": fact}), suit, card)


def _question(question: QuestionView, fact: dict[str, object], say: Language) -> OpenQuestion:
    whole = {key: value for key, value in fact.items() if key != "maybe"}
    buttons = tuple(
        DeskButton(
            say.card(card),
            "/director/answer",
            json.dumps({"line": question.line, "fact": {**whole, "cards": card}}),
            card=card,
        )
        for card in (question.candidates if fact else ())
    )
    kind = fact.get("fact")
    return OpenQuestion(
        question, buttons, kind if isinstance(kind, str) else None, fact_json(tuple(whole.items())) if fact else None
    )
