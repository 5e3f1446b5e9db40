"""Lines that a director types: what they say, whatever is typed, and how they reach the table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.rules.record import fact_names, read_entry
from controller.rules.seats import Seating
from controller.table.views import FactView
from controller.web.forms import GROUPS
from controller.web.painting import Painter
from controller.web.typed import Awaited, Corrects, Enters, Retracts, Unclear, awaited, parse
from tests.web import pictures
from tests.web.conftest import Service

PLAY = pictures.table()
COMPLETE = pictures.table(trick=pictures.trick(7, "N", "KD 7D TD 2D", complete=True, winner="N"), to_play="N")
LAST = pictures.table(trick=pictures.trick(13, "N", "KD 7D TD 2D", complete=True, winner="N"), to_play="N")
OVER = pictures.table(phase="over", to_play=None, trick=None, next_dealer="S")
VOID = pictures.table(next_dealer="E")
CUT = pictures.table(phase="cut", to_play=None, trick=None, trump=None)
SEATING = Seating(("N", "E", "S", "W"), ("NS", "EW"))


def said(line: str, table: Any = PLAY, seat: str | None = "W") -> dict[str, object]:
    """The fact of a line that is one."""
    typed = parse(line, table, seat)
    assert isinstance(typed, Enters), typed
    read_entry(typed.fact, 2, SEATING)
    return typed.fact


@pytest.mark.parametrize(
    ("line", "fact"),
    [
        ("7H", {"fact": "played", "by": "W", "cards": "7H"}),
        ("  10h ", {"fact": "played", "by": "W", "cards": "TH"}),
        ("10♥", {"fact": "played", "by": "W", "cards": "TH"}),
        ("??", {"fact": "played", "by": "W", "cards": "??"}),
        ("E 7H", {"fact": "played", "by": "E", "cards": "7H"}),
        ("e 7h", {"fact": "played", "by": "E", "cards": "7H"}),
        ("East plays 7H", {"fact": "played", "by": "E", "cards": "7H"}),
        ("E 7H, 8H", {"fact": "played", "by": "E", "cards": "7H 8H"}),
        ("E 7D/7H", {"fact": "played", "by": "E", "cards": "??", "maybe": ["7D", "7H"]}),
        ("E withdrew 7H", {"fact": "withdrew", "by": "E", "cards": "7H"}),
        ("withdrew E 7H", {"fact": "withdrew", "by": "E", "cards": "7H"}),
        ("E took back 7H", {"fact": "withdrew", "by": "E", "cards": "7H"}),
        ("E exposed 7H", {"fact": "exposed", "by": "E", "cards": "7H", "how": "dropped"}),
        ("E exposed 7H 8H lowered", {"fact": "exposed", "by": "E", "cards": "7H 8H", "how": "lowered"}),
        ("E exposed 7H shown holder S", {"fact": "exposed", "by": "E", "cards": "7H", "how": "shown", "holder": "S"}),
        ("quitted N", {"fact": "quitted", "by": "N"}),
        ("N gathered", {"fact": "quitted", "by": "N"}),
        ("turned 4H", {"fact": "turned", "card": "4H"}),
        ("N turned 4H", {"fact": "turned", "card": "4H", "at": "N"}),
        ("took up", {"fact": "took_up", "by": "E", "what": "turn-up"}),
        ("N took up the-hand", None),
        ("E took up hand", {"fact": "took_up", "by": "E", "what": "hand"}),
        ("deal S 2C 3C", {"fact": "dealt", "to": "S", "cards": "2C 3C"}),
        ("deal S 13", {"fact": "dealt", "to": "S", "count": 13}),
        ("dealt to S 2C face up by E", None),
        ("dealt to S 2C face_up by E", {"fact": "dealt", "to": "S", "cards": "2C", "face_up": True, "by": "E"}),
        ("deal N", {"fact": "next_deal", "dealer": "N"}),
        ("next deal N", {"fact": "next_deal", "dealer": "N"}),
        (
            "W claimed revoke against E trick 3",
            {"fact": "claimed", "by": "W", "what": "revoke", "against": "E", "trick": 3},
        ),
        ("W claims revoke EW 3", {"fact": "claimed", "by": "W", "what": "revoke", "against": "EW", "trick": 3}),
        ("S demanded two tricks", {"fact": "demanded", "by": "S", "remedy": "two_tricks"}),
        (
            "S demands call suit 2 spades",
            {"fact": "demanded", "by": "S", "remedy": "call_suit", "ruling": 2, "suit": "S"},
        ),
        ("S waived", {"fact": "waived", "by": "S"}),
        ("bystander said calls attention", {"fact": "said", "by": "bystander", "what": "calls_attention"}),
        ("E said asks_renounce", {"fact": "said", "by": "E", "what": "asks_renounce"}),
        ("NS consulted", {"fact": "consulted", "by": "NS"}),
        ("cut W", {"fact": "cut", "by": "W"}),
        ("found S 12", {"fact": "found", "seat": "S", "count": 12}),
        ("marked NS tricks 2", {"fact": "marked", "by": "NS", "what": "tricks", "points": 2}),
        ("reported renounce E 4D 3", {
            "fact": "reported", "by": "director", "irregularity": "renounce", "against": "E", "cards": "4D", "trick": 3,
        }),
        ("abandoned claimed NS 9 EW 4", {"fact": "abandoned", "claimed": {"NS": 9, "EW": 4}}),
        ("pack proved missing 4D", {"fact": "pack_proved", "faulty": False, "missing": "4D"}),
        ("revealed S 2C 3C", {"fact": "revealed", "seat": "S", "cards": "2C 3C"}),
    ],
)  # fmt: skip
def test_a_line_is_a_fact(line: str, fact: dict[str, object] | None) -> None:
    if fact is None:
        assert isinstance(parse(line, PLAY, "W"), Unclear)
    else:
        assert said(line) == fact


def test_what_goes_without_saying_is_taken_from_the_table() -> None:
    assert said("q", COMPLETE) == {"fact": "quitted", "by": "N"}
    assert said("deal", OVER) == {"fact": "next_deal", "dealer": "S"}
    assert said("deal", VOID) == {"fact": "next_deal", "dealer": "E"}, "a void hand is dealt by the same dealer"
    assert said("deal", LAST) == {"fact": "next_deal", "dealer": "S"}, "the last trick need not be gathered first"


@pytest.mark.parametrize(
    ("line", "table", "seat", "words"),
    [
        ("", PLAY, "W", "Nothing was typed"),
        ("7H", PLAY, None, "Who played? Type the seat before the card, as in N 7H."),
        ("NS 7H", PLAY, "W", "NS is no seat: N E S W are."),
        ("E", PLAY, "W", "What did E do?"),
        ("E 7H 3Q", PLAY, "W", "“3Q” is no card"),
        ("E 7D/7H 8H", PLAY, "W", "“7D/7H” is one card of several"),
        ("E dances", PLAY, "W", "“dances” is no seat, card or fact"),
        ("1H", PLAY, "W", "“1H” is no seat, card or fact"),
        ("N withdrew 3Q", PLAY, "W", "Took back: “3Q” is not a card."),
        ("N withdrew", PLAY, "W", "Took back needs “cards”: a card."),
        ("withdrew 7H", PLAY, "W", "Took back needs “by”: a seat."),
        ("W claimed", PLAY, "W", "Claim needs “what”: revoke, honours, game or rest."),
        ("W claimed revoke trick X", PLAY, "W", "Claim: behind “trick” belongs a number."),
        ("N quitted N", PLAY, "W", "Gathered the trick: “N” is too much"),
        ("q", PLAY, "W", "No trick is complete"),
        ("deal", PLAY, "W", "Hand 3 is not played out."),
        ("deal", CUT, None, "Hand 3 is not played out."),
        ("retract", PLAY, "W", "Which line?"),
        ("retract -3", PLAY, "W", "Which line?"),
        ("correct 31", PLAY, "W", "What was line 31?"),
        ("correct 31 7D", PLAY, "W", "Who played?"),
        ("?", PLAY, "W", "Try 7H"),
    ],
)
def test_a_line_that_is_not_understood_is_one_sentence(line: str, table: Any, seat: str | None, words: str) -> None:
    typed = parse(line, table, seat)
    assert isinstance(typed, Unclear)
    assert typed.words.startswith(words)
    assert "\n" not in typed.words
    assert typed.words.endswith(".")


def test_a_line_may_take_back_or_correct_another() -> None:
    assert parse("undo", PLAY) == Retracts(None, "undo")
    assert parse("undo wrong seat", PLAY) == Retracts(None, "wrong seat")
    assert parse("retract 31 misread", PLAY) == Retracts(31, "misread")
    fact: dict[str, object] = {"fact": "played", "by": "E", "cards": "7D"}
    assert parse("correct 31 E 7D because it lay under the 8D", PLAY) == Corrects(31, fact, "it lay under the 8D")
    assert parse("correct 31 E 7D", PLAY) == Corrects(31, fact, "corrected by hand")


def test_every_form_of_the_console_can_be_typed() -> None:
    kinds = {form.kind for group in GROUPS for form in group.forms}
    assert kinds <= set(fact_names())
    for kind in kinds:
        typed = parse(f"{kind} nonsense", PLAY, "W")
        assert isinstance(typed, Enters | Unclear)
        assert not (isinstance(typed, Unclear) and "no seat, card or fact" in typed.words), kind


WORDS = st.sampled_from(
    [*"NESWq?", "NS", "EW", "7H", "10♥", "7D/7H", "??", "trick", "against", "13", "dropped", "deal", "undo", "because",
     "correct", "31", "took", "up", "claimed", "revoke", "abandoned", "said", "two", "tricks", "by", "to", "count",
     "face_up", "faulty", "bystander", "exposed", "quitted", "/", "²", "cut", "suit", "reported", "renounce"],
)  # fmt: skip


@given(st.one_of(st.text(max_size=60), st.lists(WORDS, max_size=7).map(" ".join)), st.sampled_from(["N", None]))
def test_whatever_is_typed_gives_an_answer(line: str, seat: str | None) -> None:
    for table in (PLAY, COMPLETE, OVER, CUT):
        match parse(line, table, seat):
            case Unclear(words=words):
                assert words
            case Enters(fact=fact) | Corrects(fact=fact):
                assert fact["fact"] in fact_names()
            case Retracts(why=why):
                assert why


def test_what_the_table_waits_for() -> None:
    assert awaited(PLAY) == Awaited("W", "plays", "7H", "W")
    assert awaited(COMPLETE) == Awaited("N", "leads", "7H", "N")
    assert awaited(OVER) == Awaited("S", "deals next", "deal")
    assert awaited(CUT) == Awaited("E", "turns up the trump", "turned 4H")


# --------------------------------------------------------------------------- over HTTP
def test_a_typed_line_arrives_as_the_directors_fact(service: Service) -> None:
    with service.director() as client:
        answer = service.post(client, "/director/typed", {"line": "7H", "seat": "W", "numbers": "table"})
    assert answer.json() == {"done": True, "text": "Recorded.", "line": 99, "seat": "W"}
    fact = {"fact": "played", "by": "W", "cards": "7H"}
    assert service.table.entered == [("enter", fact, "director", "director", "table")]


def test_corrections_are_typed(service: Service) -> None:
    view = pictures.director(PLAY)
    mine = [FactView(n, "N played 2C.", "played", "director", 1.0, 60.0, None, retracted=n == 16) for n in (15, 16)]
    service.table.show(PLAY, pictures.seats(PLAY), replace(view, facts=(*view.facts, *mine)))
    with service.director() as client:
        for line in ("undo", "retract 7 nobody saw it", "correct 8 N 9D because misread"):
            assert service.post(client, "/director/typed", {"line": line}).status_code == 200
    assert service.table.entered == [
        ("retract", 15, "director", "undo"),
        ("retract", 7, "director", "nobody saw it"),
        ("correct", 8, {"fact": "played", "by": "N", "cards": "9D"}, "director", "misread"),
    ]


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        ({"line": "3Q", "seat": "W"}, 409, "“3Q” is no seat, card or fact"),
        ({"line": "7H", "seat": "X"}, 409, "Who played?"),
        ({"line": "undo"}, 409, "Nothing that was entered by hand stands"),
        ({"line": "7" * 401}, 422, "line: "),
        ({"line": "7H\u0000"}, 422, "line: "),
    ],
)
def test_a_bad_line_is_told_and_nothing_is_entered(
    service: Service, body: dict[str, str], status: int, words: str
) -> None:
    with service.director() as client:
        answer = service.post(client, "/director/typed", body)
    assert answer.status_code == status
    assert answer.json()["error"].startswith(words)
    assert service.table.entered == []


def test_the_console_says_whose_turn_it_is() -> None:
    region = Painter("en", "0").director(pictures.director(PLAY))
    assert 'data-seat="W" data-who="West" data-does="plays" data-example="7H"' in region
    region = Painter("en", "0").director(pictures.director(OVER))
    assert 'data-seat="" data-who="South" data-does="deals next" data-example="deal"' in region
