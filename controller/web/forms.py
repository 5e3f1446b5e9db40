"""The console's forms: one for each kind of fact that a person at the table can see, say or mark.

Field kinds: ``seat speaker side party suit word card cards number flag text tricks``; they say how the page reads a
field into the record's JSON, and nothing here judges it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from controller.rules.ruling import IRREGULARITIES, REMEDIES
from controller.rules.seats import Seat, Side
from controller.web.language import Language, _

Option = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Field:
    """One input. ``words`` are the values of a ``word`` in the record's terms."""

    name: str
    label: str
    kind: str
    required: bool = False
    words: tuple[str, ...] = ()
    options: tuple[Option, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Form:
    """A kind of fact."""

    kind: str
    title: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Forms under one heading."""

    title: str
    forms: tuple[Form, ...]


def _by(label: str = _("Who"), kind: str = "seat") -> Field:
    return Field("by", label, kind, required=True)


def _word(name: str, label: str, words: str, *, required: bool = True) -> Field:
    return Field(name, label, "word", required, tuple(words.split()))


_CARDS: Final = Field("cards", _("Cards"), "cards", required=True)
_RULING: Final = Field("ruling", _("Number of the ruling"), "number")
_SAID: Final = (
    "asks_renounce none_left asks_trump_suit names_turn_up names_card calls_attention asks_draw rest_are_ours "
    "we_have_game honours cannot_recall_turn_up doubts_deal accepts_deal interrupts suspects_revoke lay_down remark"
)
_PERSON: Final = Field("person", _("Person"), "text", required=True)
_PERSONS: Final = Field("persons", _("Persons"), "text", required=True)
_SUBSTITUTE: Final = Field("substitute", _("Substitute"), "text")
_CONSENT: Final = Field("consent", _("With the consent of"), "text")
_OF: Final = _word("of", _("Which pack"), "still", required=False)

GROUPS: Final[tuple[Group, ...]] = (
    Group(
        _("Claims and calls"),
        (
            Form("claimed", _("Claim"), (
                _by(), _word("what", _("What"), "revoke honours game rest"), Field("against", _("Against"), "party"),
                Field("trick", _("Trick"), "number"), Field("count", _("How many"), "number"),
            )),
            Form("demanded", _("Demand"), (
                _by(), _word("remedy", _("Remedy"), " ".join(REMEDIES)), _RULING, Field("suit", _("Suit"), "suit"),
                Field("card", _("Card"), "card"), Field("seat", _("Of whom"), "seat"),
            )),
            Form("waived", _("Waive"), (_by(), _RULING, _word("for", _("For"), "trick good", required=False))),
            Form("searched", _("Tricks searched"), (
                _by(), _word("result", _("Result"), "found not_found"), Field("trick", _("Trick"), "number"),
                Field("card", _("Card"), "card"),
            )),
            Form("mixed", _("Tricks mixed"), (_by(),)),
            Form("reported", _("Report an irregularity"), (
                Field("by", _("Told by"), "text", required=True),
                _word("irregularity", _("What"), " ".join(IRREGULARITIES)), Field("against", _("Against"), "party"),
                Field("cards", _("Cards"), "cards"), Field("trick", _("Trick"), "number"),
            )),
        ),
    ),
    Group(
        _("Spoken"),
        (
            Form("said", _("Said"), (
                _by(_("Who"), "speaker"), _word("what", _("What"), _SAID), Field("suit", _("Suit"), "suit"),
                Field("card", _("Card"), "card"), Field("count", _("How many"), "number"),
                _word("of", _("Doubted"), " ".join(IRREGULARITIES), required=False),
            )),
            Form("consulted", _("Partners consulted"), (_by(_("Side"), "side"),)),
        ),
    ),
    Group(
        _("Play"),
        (
            Form("played", _("Played"), (_by(), _CARDS)),
            Form("indicated", _("Said which card"), (_by(), _CARDS)),
            Form("withdrew", _("Took back"), (_by(), _CARDS)),
            Form("exposed", _("Exposed"), (
                _by(), _CARDS, _word("how", _("How"), "dropped shown detached lowered thrown floor"),
                Field("holder", _("Whose card"), "seat"),
            )),
            Form("laid_open", _("Laid the hand open"), (
                _by(), Field("cards", _("Cards"), "cards"), _word("why", _("Why"), "call ruling", required=False),
            )),
            Form("quitted", _("Gathered the trick"), (_by(),)),
            Form("looked", _("Looked at"), (
                _by(), _word("at", _("At"), "trick turn-up hand"), Field("trick", _("Trick"), "number"),
            )),
            Form("took_up", _("Took up"), (_by(), _word("what", _("What"), "turn-up hand"))),
            Form("threw_in", _("Threw the hand in"), (_by(),)),
        ),
    ),
    Group(
        _("Who plays"),
        (
            Form("arrived", _("Arrived"), (
                _PERSONS, _word("as", _("As"), "candidate looker_on habitual", required=False),
                _word("from", _("From a table"), "other broken broke_up", required=False),
            )),
            Form("declared", _("Wants to play"), (_PERSONS,)),
            Form("cut_for", _("Cut for a place"), (
                _PERSON, _CARDS, _word("for", _("For"), "preference table partners out", required=False),
                _word("pack", _("Pack"), "own other", required=False), Field("drawn", _("Drawn"), "flag"),
            )),
            Form("sat", _("Sat down"), (
                _PERSON, Field("seat", _("At"), "seat", required=True), Field("pack", _("Cards chosen"), "text"),
                _CONSENT,
            )),
            Form("left", _("Left the table"), (_PERSON, _SUBSTITUTE, _CONSENT)),
            Form("stepped_out", _("Went out for a while"), (_PERSON, _SUBSTITUTE, _CONSENT)),
            Form("returned", _("Came back"), (_PERSON,)),
            Form("joined", _("Joined another table"), (
                _PERSON, _word("how", _("How"), "plays inscribed", required=False),
            )),
            Form("broke_up", _("Broke up the table"), (_PERSON,)),
            Form("finished", _("Finished"), (_word("what", _("What"), "hand game rubber tournee"),)),
            Form("broke_off", _("Play broken off"), ()),
            Form("resumed", _("Play resumed"), ()),
        ),
    ),
    Group(
        _("Cut and deal"),
        (
            Form("shuffled", _("Shuffled"), (_by(), Field("shown", _("Cards seen"), "cards"), _OF)),
            Form("presented", _("Presented to be cut"), (_by(), _OF)),
            Form("cut", _("Cut"), (
                _by(), Field("shown", _("Cards seen"), "cards"), Field("confused", _("Packets confused"), "flag"), _OF,
            )),
            Form("dealt", _("Dealt"), (
                Field("to", _("To"), "seat", required=True), Field("cards", _("Cards"), "cards"),
                Field("count", _("How many"), "number"), Field("face_up", _("Face up"), "flag"),
                Field("by", _("By"), "seat"),
            )),
            Form("moved", _("Put right"), (
                Field("from", _("From"), "seat", required=True), Field("to", _("To"), "seat", required=True),
                Field("card", _("Card"), "card"),
            )),
            Form("turned", _("Turned up"), (
                Field("card", _("Card"), "card", required=True), Field("at", _("At"), "seat"),
            )),
            Form("touched", _("Touched"), (_by(), _word("what", _("What"), "hand pack"))),
            Form("counted", _("Counted"), (_by(), _word("what", _("What"), "pack hands tricks"))),
            Form("found", _("A hand was counted"), (
                Field("seat", _("Whose"), "seat", required=True), Field("count", _("Cards"), "number", required=True),
            )),
            Form("pack_proved", _("The pack was proved"), (
                Field("faulty", _("It is faulty"), "flag"), Field("missing", _("Missing"), "cards"),
                Field("double", _("Double"), "cards"),
            )),
        ),
    ),
    Group(
        _("Score and hand"),
        (
            Form("marked", _("Marked on the score"), (
                _by(_("Side"), "side"), _word("what", _("What"), "tricks honours game"),
                Field("points", _("Points"), "number", required=True), Field("total", _("Total"), "number"),
            )),
            Form("abandoned", _("The hand was stopped"), (
                Field("claimed", _("Tricks claimed"), "tricks"), Field("admitted", _("Tricks admitted"), "tricks"),
            )),
            Form("revealed", _("A hand was shown"), (
                Field("seat", _("Whose"), "seat", required=True), _CARDS,
            )),
            Form("next_cut", _("Cut for the next deal"), (_by(),)),
            Form("next_deal", _("Next deal"), (Field("dealer", _("Dealer"), "seat", required=True),)),
        ),
    ),
)  # fmt: skip


def forms_for(seats: tuple[Seat, ...], sides: tuple[Side, ...], say: Language) -> tuple[Group, ...]:
    """The forms with this table's seats and sides, in the page's language."""
    by_seat = tuple((seat, say.seat(seat)) for seat in seats)
    by_side = tuple((side, say.side(side)) for side in sides)
    suits: tuple[Option, ...] = tuple((s, say.suit(s).capitalize()) for s in ("S", "H", "D", "C"))
    options = {
        "seat": by_seat,
        "speaker": (*by_seat, ("bystander", say.party("bystander"))),
        "side": by_side,
        "tricks": by_side,
        "party": (*by_seat, *by_side),
        "suit": suits,
    }

    def filled(x: Field) -> Field:
        words = tuple((w, w.replace("_", " ").capitalize()) for w in x.words)
        given = words if x.kind == "word" else options.get(x.kind, ())
        return Field(x.name, say.word(x.label), x.kind, x.required, x.words, given)

    return tuple(
        Group(
            say.word(group.title),
            tuple(Form(f.kind, say.word(f.title), tuple(filled(x) for x in f.fields)) for f in group.forms),
        )
        for group in GROUPS
    )
