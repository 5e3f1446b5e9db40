"""Who may enter which facts, and in what words he is refused. Pure; denies by default."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Mapping
from typing import Final, Literal

from controller.rules import docket as dockets
from controller.rules import facts as f
from controller.rules.docket import Docket, renamed
from controller.rules.errors import BadRecord
from controller.rules.facts import Entry, Fact
from controller.rules.record import fact_names, read_entry
from controller.rules.ruling import OPEN
from controller.rules.seats import Seat, Seating
from controller.table.errors import Refused

Numbers = Literal["table", "director"]

SEAT_FACTS: Final = frozenset(("claimed", "demanded", "waived", "said", "answered"))
SEAT_SAYS: Final = frozenset(
    (
        "asks_renounce", "none_left", "asks_trump_suit", "asks_draw", "rest_are_ours", "we_have_game", "honours",
        "cannot_recall_turn_up", "doubts_deal", "accepts_deal", "interrupts", "suspects_revoke",
    )
)  # fmt: skip
"""What players say by a button. What only gives themselves away they say aloud, and the director notes it."""
MADE_BY_SERVICE: Final = frozenset(("ticked",))
UNDO_S: Final = 5.0
"""Seconds within which a seat may take back its own last act."""
_NOT_TYPED: Final = ("t", "seen", "source", "confidence", "evidence")


def seat_of(role: str, seating: Seating) -> Seat | None:
    """The seat of a role ``seat:N``; ``None`` for another role. Raises :class:`Refused` for a seat that is not here."""
    kind, _, label = role.partition(":")
    if kind != "seat":
        return None
    if label not in seating.seats:
        raise Refused(f"There is no seat {label} at this table.")
    return label


def read(
    docket: Docket,
    role: str,
    fact: Mapping[str, object],
    *,
    by: str | None,
    numbers: Numbers,
    questions: tuple[int, ...],
    line: int,
    unjudged: Collection[int] = (),
) -> Fact:
    """The fact that ``role`` may enter now, with the director's numbers of rulings.

    ``questions``: the line of each question of the role, the first is number 1; ``line``: the line it will have;
    ``unjudged``: lines that the rules failed on. Raises :class:`Refused` with one sentence.
    """
    kind = fact.get("fact")
    if not isinstance(kind, str) or kind not in (*fact_names(), "led"):
        raise Refused("That is no fact of a record.")
    for key in _NOT_TYPED:
        if key in fact:
            raise Refused(f"A fact is entered without {key}: the table adds it.")
    seating = docket.full.seating
    seat = seat_of(role, seating)
    if seat is not None:
        return _seats_fact(docket, seat, fact, kind, questions, line)
    if role != "director":
        raise Refused("Nothing can be entered from here.")
    if kind in MADE_BY_SERVICE:
        raise Refused(f"{kind} is what the table notes by itself.")
    read_ = _directors_fact(docket, fact, kind, by, questions, line)
    _check_line(docket, read_, unjudged)
    return _numbered(docket, read_, numbers)


# --------------------------------------------------------------------------- seats
def _seats_fact(
    docket: Docket, seat: Seat, fact: Mapping[str, object], kind: str, questions: tuple[int, ...], line: int
) -> Fact:
    if kind not in SEAT_FACTS:
        raise Refused("A seat cannot enter that; please tell the director.")
    if fact.get("by", seat) != seat:
        raise Refused("A seat acts for itself only.")
    given = {**fact, "by": seat}
    if kind == "answered":
        given = _with_line(given, questions)
    read = _read(given, line, docket.full.seating).fact
    match read:
        case f.Said(what=what) if what not in SEAT_SAYS:
            raise Refused("That is not said by a button.")
        case f.Claimed():
            _claim(docket, read)
        case f.Demanded():
            _demand(docket, read)
        case f.Waived():
            _waive(docket, read)
        case f.Answered():
            _answer(docket, read)
        case _:
            pass
    return _numbered(docket, read, "table")


def _claim(docket: Docket, claim: f.Claimed) -> None:
    seating = docket.table.seating
    hand = docket.table.hand
    if claim.against is not None and any(s not in seating.adversaries(claim.by) for s in claim.against):
        raise Refused("A claim is made against an adversary.")
    if claim.trick is not None and not 1 <= claim.trick <= len(hand.tricks):
        raise Refused(f"Trick {claim.trick} has not been played.")
    if claim.what == "revoke" and not hand.tricks:
        raise Refused("No trick has been played yet.")
    if hand.phase == "closed":
        raise Refused("This hand is closed.")


def _demand(docket: Docket, demand: f.Demanded) -> None:
    if docket.table.heading.options.choices == "all":
        return
    if not isinstance(demand.ruling, int):
        return
    ruling = docket.table.rulings.get(demand.ruling)
    case = docket.table.cases.get(demand.ruling)
    if ruling is None or case is None:
        raise Refused("There is no such ruling on the table.")
    if case.callable and demand.remedy == "call_card":
        if case.offenders and demand.by not in docket.table.seating.adversaries(case.offenders[0]):
            raise Refused("Only an adversary may call that card.")
        return
    if ruling.status not in OPEN:
        raise Refused("That is settled.")
    if not any(r.remedy == demand.remedy and demand.by in r.to for r in ruling.remedies):
        raise Refused("That is not yours to demand.")


def _waive(docket: Docket, waiver: f.Waived) -> None:
    if not isinstance(waiver.ruling, int):
        return
    ruling = docket.table.rulings.get(waiver.ruling)
    if ruling is None:
        raise Refused("There is no such ruling on the table.")
    if ruling.by is not None and waiver.by in ruling.by:
        raise Refused("Only an adversary may waive that.")


def _answer(docket: Docket, answer: f.Answered) -> None:
    if answer.line not in docket.table.doubts:
        raise Refused("That question has been answered.")
    if answer.fact is None:
        return
    asked = entry_at(docket.table.entries, answer.line)
    told = answer.fact.fact
    if asked is None or type(told) is not type(asked.fact) or _who(told) != _who(asked.fact):
        raise Refused("That is not an answer to this question.")


def _who(fact: Fact) -> object:
    match fact:
        case f.Played(by=by) | f.Exposed(by=by):
            return by
        case f.Turned(at=at):
            return at
        case _:
            return None


# --------------------------------------------------------------------------- the director
def _directors_fact(
    docket: Docket,
    fact: Mapping[str, object],
    kind: str,
    by: str | None,
    questions: tuple[int, ...],
    line: int,
) -> Fact:
    given = dict(fact)
    if kind in ("ruled", "retracted", "corrected", "answered", "reported"):
        given.setdefault("by", by or "director")
    if kind == "answered" and "line" not in given:
        given = _with_line(given, questions)
    return _read(given, line, docket.full.seating).fact


def _check_line(docket: Docket, fact: Fact, unjudged: Collection[int]) -> None:
    """A fact about another line names one that is there."""
    match fact:
        case f.Answered(line=about) | f.Corrected(line=about) if about in unjudged:
            raise Refused("The rules failed on that line: retract it, and enter what happened anew.")
        case f.Answered(line=about) | f.Retracted(line=about) | f.Corrected(line=about):
            if about not in unjudged and entry_at(docket.full.entries, about) is None:
                raise Refused(f"Line {about} of the record holds no fact.")
        case _:
            pass


# --------------------------------------------------------------------------- inside
def _with_line(given: Mapping[str, object], questions: tuple[int, ...]) -> dict[str, object]:
    """The answer with the line of its question in place of the question's number."""
    number = given.get("question")
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= len(questions):
        raise Refused("There is no such question.")
    return {**{k: v for k, v in given.items() if k not in ("question", "line")}, "line": questions[number - 1]}


def _read(given: Mapping[str, object], line: int, seating: Seating) -> Entry:
    try:
        return read_entry({"t": 0, **given} if given.get("fact") == "ticked" else dict(given), line, seating)
    except BadRecord as e:
        raise Refused(_sentence(e.words)) from None


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:] + ("" if words.endswith(".") else ".")


def _numbered(docket: Docket, fact: Fact, numbers: Numbers) -> Fact:
    """The fact with the director's numbers of the rulings that it names."""

    def directors(number: int | f.Matter) -> int | f.Matter:
        if isinstance(number, f.Matter):
            return number
        if numbers == "director":
            if number not in docket.full.cases:
                raise Refused(f"There is no ruling {number} in this hand.")
            return number
        named = directors_name(docket, number)
        if named is None:
            raise Refused("There is no such ruling on the table.")
        return named

    return renamed(fact, directors)


def directors_name(docket: Docket, number: int) -> int | f.Matter | None:
    """What the full fold calls the table's ruling ``number``: its number there, else what it is about."""
    case = docket.table.cases.get(number)
    if case is None:
        return None
    full = dockets.director_number(docket, number)
    return f.Matter(case.irregularity, case.by, case.trick) if full is None else full


def entry_at(entries: tuple[Entry, ...], line: int) -> Entry | None:
    """The entry of that line; lines rise, and some may be missing."""
    at = bisect_left(entries, line, key=lambda entry: entry.line)
    return entries[at] if at < len(entries) and entries[at].line == line else None


def own_act(fact: Fact) -> Seat | None:
    """The seat whose act this fact is, for facts that a seat may enter."""
    match fact:
        case f.Claimed(by=by) | f.Demanded(by=by) | f.Waived(by=by) | f.Said(by=by) | f.Answered(by=by):
            return by
        case _:
            return None
