"""What a seat may do now, as buttons. Pure, from the fold over public facts alone."""

from __future__ import annotations

from controller.rules.cards import SUITS, UNREAD, Card
from controller.rules.ruling import OPEN, Ruling
from controller.rules.seats import Seat
from controller.rules.state import Case, State
from controller.table import words
from controller.table.tongue import translated as _
from controller.table.views import ActView, ChoiceView, QuestionView

_PUT_RIGHT = frozenset(("call_card",))


def choices(table: State, ruling: Ruling) -> tuple[ChoiceView, ...]:
    """The remedies of a ruling that may be demanded now, with the seats that have the button."""
    case = table.cases.get(ruling.number)
    if case is None or ruling.status not in OPEN | {"applied"}:
        return ()
    out: list[ChoiceView] = []
    if case.call is None and case.demand is None and ruling.remedy is None:
        for remedy in ruling.remedies:
            if remedy.to and remedy.remedy not in _PUT_RIGHT:
                names = "suit" if remedy.remedy == "call_suit" else None
                to = _entitled(table, case, remedy.to)
                out.append(ChoiceView(remedy.remedy, words.remedies()[remedy.remedy], to, names))
    if case.callable and _undecided(table, case):
        to = table.seating.adversaries(case.offenders[0])
        callable_ = tuple(c for c in case.cards if c not in table.hand.gone)
        if callable_:
            out.append(ChoiceView("call_card", words.remedies()["call_card"], to, "card", callable_))
    return tuple(out)


def _entitled(table: State, case: Case, to: tuple[Seat, ...]) -> tuple[Seat, ...]:
    if table.heading.options.choices == "all" and case.offenders:
        return table.seating.adversaries(case.offenders[0])
    return to


def _undecided(table: State, case: Case) -> bool:
    """Whether the adversaries have yet to decide about this seat's open cards for the next trick that it plays to."""
    if not case.offenders or table.hand.phase != "play" or case.call is not None:
        return False
    seat = case.offenders[0]
    tricks = table.hand.tricks
    number = 1
    if tricks:
        last = tricks[-1]
        number = last.number + (1 if last.complete or last.quitted or last.of(seat) is not None else 0)
    return table.hand.spoken.get(seat) != number


def acts(
    table: State,
    seat: Seat,
    offers: tuple[tuple[int, tuple[ChoiceView, ...]], ...],
    questions: tuple[QuestionView, ...],
) -> tuple[ActView, ...]:
    """Every button of a seat: choices first, then answers, then what may always be claimed."""
    out: list[ActView] = []
    for number, offered in offers:
        mine = [choice for choice in offered if seat in choice.to]
        for choice in mine:
            out += _demands(seat, number, choice)
        if mine:
            out.append(_waiver(seat, number))
    for asked in questions:
        out += _answers(table, seat, asked)
    return (*out, *_always(table, seat))


def _demands(seat: Seat, number: int, choice: ChoiceView) -> list[ActView]:
    fact: tuple[tuple[str, object], ...] = (
        ("fact", "demanded"), ("by", seat), ("remedy", choice.remedy), ("ruling", number)
    )  # fmt: skip
    match choice.names:
        case "suit":
            return [ActView(_call(words.suit(s)), (*fact, ("suit", s)), number) for s in SUITS]
        case "card":
            return [ActView(_call(words.card(c)), (*fact, ("card", c)), number) for c in choice.cards]
        case _:
            return [ActView(choice.label, fact, number)]


def _call(what: str) -> str:
    return _("Call {what}").format(what=what)


def _waiver(seat: Seat, number: int) -> ActView:
    return ActView(_("Let it be"), (("fact", "waived"), ("by", seat), ("ruling", number)), number)


def _answers(table: State, seat: Seat, asked: QuestionView) -> list[ActView]:
    if asked.fact == () or any(who == seat for who, _card in asked.answers):
        return []
    out: list[ActView] = []
    for card in asked.candidates:
        to = tuple((key, card if key in ("cards", "card") else value) for key, value in asked.fact)
        fact = (("fact", "answered"), ("by", seat), ("question", asked.number), ("to", to))
        out.append(ActView(words.card(Card(card)), fact, question=asked.number))
    if not asked.candidates and UNREAD not in str(dict(asked.fact).get("cards", "")):
        yes = (("fact", "answered"), ("by", seat), ("question", asked.number))
        out.append(ActView(_("It is right"), yes, question=asked.number))
    return out


def _always(table: State, seat: Seat) -> list[ActView]:
    hand = table.hand
    if hand.void is not None:
        return []
    match hand.phase:
        case "play" | "over":
            out = _claims(table, seat)
            if hand.phase == "play" and table.seating.partners(seat):
                rest = (("fact", "claimed"), ("by", seat), ("what", "rest"))
                out.append(ActView(_("The rest are ours"), rest))
            return out
        case "deal" if hand.turn_up is None and seat in table.seating.adversaries(hand.dealer):
            doubt = (("fact", "said"), ("by", seat), ("what", "doubts_deal"), ("of", "uncut_pack"))
            return [
                ActView(_("Stop the deal"), (("fact", "said"), ("by", seat), ("what", "interrupts"))),
                ActView(_("The pack was not cut"), doubt),
            ]
        case _:
            return []


def _claims(table: State, seat: Seat) -> list[ActView]:
    if not table.hand.tricks:
        return []
    tricks = tuple(t.number for t in table.hand.tricks)
    return [
        ActView(
            _("Claim: {who} revoked").format(who=words.seat(other)),
            (("fact", "claimed"), ("by", seat), ("what", "revoke"), ("against", other)),
            tricks=tricks,
        )
        for other in table.seating.adversaries(seat)
    ]
