"""A line that the director types: a record's fact in the field's short form. Pure and total: any text gives something.

7H                       whose turn it is plays the seven of hearts
E 7H 8H                  East's cards fell together
E 7D/7H                  one of them; nobody could see which
E withdrew 7H            any fact of the console's forms: who, what, and its fields in their order or by their names
W claimed revoke against E trick 3
quitted                  whoever took the trick has gathered it (``q`` for short), or ``quitted N``
turned 4H · deal S 2C 3C … · deal S 13
deal                     the next hand, by whose deal it is; ``deal E`` by another
undo                     what was last entered here did not happen
retract 31 misread       line 31 did not happen
correct 31 E 7D          line 31 was this
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from controller.rules.seats import Seat
from controller.table.views import TableView
from controller.web.forms import GROUPS, Field, Form
from controller.web.language import _

Fact = dict[str, object]

_FORMS: Final[Mapping[str, Form]] = {form.kind: form for group in GROUPS for form in group.forms}
_OTHERWISE: Final[Mapping[str, str]] = {
    "q": "quitted", "gathered": "quitted", "quits": "quitted", "play": "played", "plays": "played", "led": "played",
    "leads": "played", "withdraws": "withdrew", "took back": "withdrew", "takes back": "withdrew",
    "exposes": "exposed", "shows": "exposed", "claims": "claimed", "demands": "demanded", "waives": "waived",
    "says": "said", "turns": "turned", "turn": "turned", "turn up": "turned", "deal": "dealt", "deals": "dealt",
    "took up": "took_up", "takes up": "took_up", "cuts": "cut", "shuffles": "shuffled", "looks": "looked",
}  # fmt: skip
"""What people type for a fact's own name."""
_COMPASS: Final = {"NORTH": "N", "EAST": "E", "SOUTH": "S", "WEST": "W"}
_SUITS: Final = {"SPADES": "S", "HEARTS": "H", "DIAMONDS": "D", "CLUBS": "C", "S": "S", "H": "H", "D": "D", "C": "C"}
_SIGNS: Final = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", ",": " ", "\u00a0": " "})
_CARD: Final = re.compile(r"(?:10|[2-9TJQKA])[SHDC]|\?\?")
_PACK: Final = 52
_TRY: Final = "try 7H, E 7H, E withdrew 7H, quitted, turned 4H, deal or undo"


@dataclass(frozen=True, slots=True)
class Enters:
    """A fact, as an object of the record."""

    fact: Fact


@dataclass(frozen=True, slots=True)
class Corrects:
    """That line was this fact."""

    line: int
    fact: Fact
    why: str


@dataclass(frozen=True, slots=True)
class Retracts:
    """That line did not happen; without a line the one that was last entered by hand."""

    line: int | None
    why: str


@dataclass(frozen=True, slots=True)
class Unclear:
    """It is not understood; ``words`` are one sentence."""

    words: str


Typed = Enters | Corrects | Retracts | Unclear


@dataclass(frozen=True, slots=True)
class Awaited:
    """What the table waits for. ``who`` does it, in ``words``; ``example`` is a line that could come next.

    ``seat``: who plays where a line names nobody, ``None`` while nobody's turn is known.
    """

    who: Seat
    words: str
    example: str
    seat: Seat | None = None


class _NotUnderstood(Exception):
    """Ends a parse; its text is the sentence."""


def awaited(table: TableView) -> Awaited:
    """What would be typed next at a table where everything is."""
    if table.next_dealer is not None or _played_out(table):
        return Awaited(next_dealer(table), _("deals next"), "deal")
    if table.to_play is None:
        return Awaited(table.dealer, _("turns up the trump"), "turned 4H")
    trick = table.trick
    if trick is None or trick.complete or trick.quitted or not trick.plays:
        return Awaited(table.to_play, _("leads"), "7H", table.to_play)
    return Awaited(table.to_play, _("plays"), "7H", table.to_play)


def next_dealer(table: TableView) -> Seat:
    """Whose deal it is when this hand is over."""
    return table.next_dealer or table.seats[(table.seats.index(table.dealer) + 1) % len(table.seats)]


def parse(text: str, table: TableView, seat: Seat | None = None) -> Typed:
    """What a line means at this table; ``seat``: who plays where it names nobody."""
    try:
        return _line(text.translate(_SIGNS).split(), table, seat)
    except _NotUnderstood as unclear:
        return Unclear(str(unclear))


# --------------------------------------------------------------------------- lines
def _line(tokens: list[str], table: TableView, seat: Seat | None) -> Typed:
    if not tokens:
        raise _NotUnderstood(f"Nothing was typed: {_TRY}.")
    match tokens[0].lower():
        case "?" | "help":
            raise _NotUnderstood(f"{_TRY[:1].upper()}{_TRY[1:]}; any fact of the menus, by its name.")
        case "undo":
            return Retracts(None, " ".join(tokens[1:]) or "undo")
        case "retract" | "retracted":
            return Retracts(_number(tokens, "retract 31 misread"), " ".join(tokens[2:]) or "retracted by hand")
        case "correct" | "corrected":
            line = _number(tokens, "correct 31 E 7D")
            words, why = _because(tokens[2:])
            if not words:
                raise _NotUnderstood(f"What was line {line}? Type it behind, as in correct {line} E 7D.")
            return Corrects(line, _fact(words, table, None), why)
        case _:
            return Enters(_fact(tokens, table, seat))


def _number(tokens: list[str], example: str) -> int:
    if len(tokens) < 2 or not _is_number(tokens[1]):
        raise _NotUnderstood(f"Which line? Type its number, as in {example}.")
    return int(tokens[1])


def _because(words: list[str]) -> tuple[list[str], str]:
    at = next((i for i, word in enumerate(words) if word.lower() == "because"), len(words))
    return words[:at], " ".join(words[at + 1 :]) or "corrected by hand"


def _fact(tokens: list[str], table: TableView, seat: Seat | None) -> Fact:
    who = _party(tokens[0], table) if not _is_kind(tokens) else None
    rest = tokens[1:] if who is not None else tokens
    if who is not None and not rest:
        raise _NotUnderstood(f"What did {tokens[0]} do? As in {who} 7H, or {who} withdrew 7H.")
    if _cards(rest[0]) is not None:
        return _play(who or seat, rest, table)
    kind, used = _kind(rest)
    behind = rest[used:]
    if kind == "dealt" and who is None and not any(_cards(t) or _is_number(t) for t in behind):
        kind, behind = "next_deal", _next_deal(behind, table)
    form = _FORMS[kind]
    return _complete(form, _Reader(form, table).read(who, behind), table, seat)


def _play(who: str | None, tokens: list[str], table: TableView) -> Fact:
    if who is None:
        raise _NotUnderstood(f"Who played? Type the seat before the card, as in {table.seats[0]} {tokens[0].upper()}.")
    if who not in table.seats:
        raise _NotUnderstood(f"{who} is no seat: {' '.join(table.seats)} are.")
    cards: list[str] = []
    for token in tokens:
        read = _cards(token)
        if read is None:
            raise _NotUnderstood(f"“{token}” is no card: rank, then suit, as in 7H, TD or 10♦.")
        if len(read) > 1:
            if len(tokens) > 1:
                raise _NotUnderstood(f"“{token}” is one card of several: type it alone, as in {who} {token}.")
            return {"fact": "played", "by": who, "cards": "??", "maybe": list(read)}
        cards += read
    return {"fact": "played", "by": who, "cards": " ".join(cards)}


def _next_deal(behind: list[str], table: TableView) -> list[str]:
    if behind:
        return behind
    if table.next_dealer is None and not _played_out(table):
        raise _NotUnderstood(
            f"Hand {table.hand} is not played out. Name the dealer to begin another all the same, as in deal "
            f"{next_dealer(table)}; cards that are dealt in this one stand behind their seat, as in deal S 2C 3C."
        )
    return [next_dealer(table)]


def _played_out(table: TableView) -> bool:
    trick = table.trick
    return trick is not None and trick.complete and trick.number * len(table.seats) >= _PACK


# --------------------------------------------------------------------------- words
def _is_number(token: str) -> bool:
    return token.isascii() and token.isdigit() and len(token) <= 7


def _said(words: str) -> str:
    return words.lower().replace("_", " ").replace("-", " ")


def _is_kind(tokens: list[str]) -> bool:
    """Whether a line begins with a fact: ``cut`` is one, and ``q``, unless a seat has that letter."""
    return len(tokens[0]) > 1 and _found_kind(tokens) is not None


def _kind(tokens: list[str]) -> tuple[str, int]:
    found = _found_kind(tokens)
    if found is None:
        raise _NotUnderstood(f"“{tokens[0]}” is no seat, card or fact: {_TRY}.")
    return found


def _found_kind(tokens: list[str]) -> tuple[str, int] | None:
    for used in (2, 1):
        words = _said(" ".join(tokens[:used]))
        kind = _OTHERWISE.get(words, words.replace(" ", "_"))
        if len(tokens) >= used and kind in _FORMS:
            return kind, used
    return None


def _cards(token: str) -> tuple[str, ...] | None:
    """The card of a token, or its candidates; ``None`` for what is no card."""
    parts = token.upper().split("/")
    if not all(_CARD.fullmatch(part) for part in parts) or (len(parts) > 1 and "??" in parts):
        return None
    return tuple(part.replace("10", "T") for part in parts)


def _party(token: str, table: TableView) -> str | None:
    """A seat, a side or the bystander, by whatever it is called."""
    word = token.upper()
    seat = word if word in table.seats else _COMPASS.get(word)
    if seat in table.seats:
        return seat
    if word in table.sides:
        return word
    return "bystander" if word == "BYSTANDER" else None


# --------------------------------------------------------------------------- fields
class _Reader:
    """Reads the fields of one form, in their order or by their names."""

    def __init__(self, form: Form, table: TableView) -> None:
        self._form = form
        self._table = table
        self._fact: Fact = {"fact": form.kind}

    def read(self, who: str | None, tokens: list[str]) -> Fact:
        """The fact, as far as it was typed."""
        if who is not None:
            self._put_who(who)
        while tokens:
            tokens = tokens[self._one(tokens) :]
        return self._fact

    def _put_who(self, who: str) -> None:
        for x in self._form.fields:
            if x.kind in ("seat", "speaker", "side", "party") and self._read(x, [who]):
                return
            if x.name == "by" and x.kind == "text":
                self._fact["by"] = who
                return
        raise self._unfit(who)

    def _one(self, tokens: list[str]) -> int:
        """Read one field; how many tokens it took."""
        named = next((x for x in self._open() if _said(x.name) == _said(tokens[0])), None)
        if named is not None:
            if named.kind == "flag":
                self._fact[named.name] = True
                return 1
            used = self._read(named, tokens[1:])
            if not used:
                raise _NotUnderstood(f"{self._form.title}: behind “{tokens[0]}” belongs {_wanted(named)}.")
            return used + 1
        for x in self._open():
            if x.kind not in ("tricks", "text", "flag") and (used := self._read(x, tokens)):
                return used
        raise self._unfit(tokens[0])

    def _open(self) -> Iterator[Field]:
        return (x for x in self._form.fields if x.name not in self._fact)

    def _unfit(self, token: str) -> _NotUnderstood:
        title = self._form.title
        left = [x for x in self._open() if x.name != "by"]
        if not left:
            return _NotUnderstood(f"{title}: “{token}” is too much, all has been said before it.")
        if len(left) == 1 or left[0].required:
            return _NotUnderstood(f"{title}: “{token}” is not {_wanted(left[0])}.")
        return _NotUnderstood(f"{title}: “{token}” fits nothing that is left: {', '.join(x.name for x in left)}.")

    def _read(self, x: Field, tokens: list[str]) -> int:
        """Put what the field takes of these into the fact; how many tokens, 0 where they are not of its kind."""
        value, used = self._value(x, tokens) if tokens else (None, 0)
        if used:
            self._fact[x.name] = value
        return used

    def _value(self, x: Field, tokens: list[str]) -> tuple[object, int]:
        token = tokens[0]
        match x.kind:
            case "number" if _is_number(token):
                return int(token), 1
            case "suit" if token.upper() in _SUITS:
                return _SUITS[token.upper()], 1
            case "word":
                return self._word(x, tokens)
            case "card" | "cards":
                return self._some_cards(x, tokens)
            case "seat" | "speaker" | "side" | "party":
                who = _party(token, self._table)
                return who, int(who is not None and self._may(x.kind, who))
            case "text":
                return " ".join(tokens), len(tokens)
            case "tricks":
                return self._tricks(tokens)
            case _:
                return None, 0

    def _may(self, kind: str, who: str) -> bool:
        seat, side = who in self._table.seats, who in self._table.sides
        return {"seat": seat, "speaker": seat or not side, "side": side, "party": seat or side}[kind]

    def _word(self, x: Field, tokens: list[str]) -> tuple[object, int]:
        for used in range(min(5, len(tokens)), 0, -1):
            said = _said(" ".join(tokens[:used]))
            for word in x.words:
                if _said(word) == said:
                    return word, used
        return None, 0

    def _some_cards(self, x: Field, tokens: list[str]) -> tuple[object, int]:
        cards: list[str] = []
        for token in tokens if x.kind == "cards" else tokens[:1]:
            read = _cards(token)
            if read is None or len(read) > 1:
                break
            cards += read
        return " ".join(cards), len(cards)

    def _tricks(self, tokens: list[str]) -> tuple[object, int]:
        """``NS 9 EW 4``."""
        counts: dict[str, int] = {}
        for side, number in zip(tokens[::2], tokens[1::2], strict=False):
            who = _party(side, self._table)
            if who not in self._table.sides or not _is_number(number):
                break
            counts[who] = int(number)
        return counts, 2 * len(counts)


_WANTED: Final[Mapping[str, str]] = {
    "seat": "a seat", "speaker": "a seat or bystander", "side": "a side", "party": "a seat or a side",
    "suit": "a suit", "word": "one of its words", "card": "a card", "cards": "a card", "number": "a number",
    "flag": "nothing", "text": "words", "tricks": "tricks by side",
}  # fmt: skip


def _complete(form: Form, fact: Fact, table: TableView, seat: Seat | None) -> Fact:
    """With what goes without saying. What is missing then is asked for."""
    match form.kind:
        case "played" if seat is not None:
            fact.setdefault("by", seat)
        case "quitted" if "by" not in fact:
            winner = None if table.trick is None or not table.trick.complete else table.trick.winner
            if winner is None:
                raise _NotUnderstood("No trick is complete; name who gathered it all the same, as in quitted N.")
            fact["by"] = winner
        case "exposed":
            fact.setdefault("how", "dropped")
        case "took_up":
            fact.setdefault("what", "turn-up")
            fact.setdefault("by", table.dealer)
        case "next_deal":
            fact.setdefault("dealer", next_dealer(table))
        case "reported":
            fact.setdefault("by", "director")
        case "pack_proved":
            fact.setdefault("faulty", False)
        case _:
            pass
    for x in form.fields:
        if x.required and x.name not in fact:
            raise _NotUnderstood(f"{form.title} needs “{x.name}”: {_wanted(x)}.")
    return fact


def _wanted(x: Field) -> str:
    """What belongs into a field, as a person would say it."""
    if x.kind == "word" and 1 < len(x.words) <= 6:
        return f"{', '.join(x.words[:-1])} or {x.words[-1]}"
    return _WANTED[x.kind]
