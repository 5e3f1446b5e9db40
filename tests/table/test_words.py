"""Every word that can be ruled or recorded has its sentence."""

from __future__ import annotations

import json

import pytest

from controller.rules.cards import Card
from controller.rules.heading import read_heading
from controller.rules.record import fact_names, read_entry
from controller.rules.ruling import IRREGULARITIES, OPEN, REMEDIES, STATUSES, Remedy, Result, Ruling, Status
from controller.table import telling, words
from tests.table.fakes import HEADING

SEATING = read_heading(dict(HEADING)).seating
FACTS: dict[str, dict[str, object]] = {
    "pack": {"cards": "AS KS"}, "failed": {"why": "double_feed", "place": "exit"}, "shuffled": {"by": "N"},
    "presented": {"by": "N"}, "cut": {"by": "W", "packets": [20, 32]}, "dealt": {"to": "E", "cards": "AS"},
    "moved": {"from": "E", "to": "S"}, "turned": {"card": "AS"}, "turned_down": {}, "touched": {"by": "E"},
    "looked": {"by": "E", "at": "trick", "trick": 2}, "counted": {"by": "E", "what": "tricks"},
    "found": {"seat": "E", "count": 12}, "pack_proved": {"faulty": True}, "bid": {"by": "E", "call": "pass"},
    "named_trump": {"by": "E", "trump": "S"}, "played": {"by": "E", "cards": "TD"},
    "indicated": {"by": "E", "cards": "TD"},
    "withdrew": {"by": "E", "cards": "TD"}, "exposed": {"by": "E", "cards": "TD", "how": "dropped", "holder": "S"},
    "laid_open": {"by": "E"}, "took_up": {"by": "N"}, "quitted": {"by": "E"}, "threw_in": {"by": "E"},
    "discarded": {"by": "E"}, "said": {"by": "E", "what": "asks_renounce"},
    "claimed": {"by": "E", "what": "revoke", "against": "N", "trick": 3},
    "reported": {"by": "director", "irregularity": "exposed_card", "against": "E"},
    "demanded": {"by": "E", "remedy": "call_suit", "suit": "H"}, "waived": {"by": "E"}, "consulted": {"by": "EW"},
    "mixed": {"by": "E"}, "searched": {"by": "E", "result": "found"},
    "marked": {"by": "EW", "what": "tricks", "points": 2},
    "abandoned": {}, "ticked": {"t": 1.0}, "revealed": {"seat": "E", "cards": "2C AS"}, "next_cut": {"by": "W"},
    "next_deal": {"dealer": "E"}, "answered": {"line": 4, "by": "N", "to": {"fact": "quitted", "by": "E"}},
    "arrived": {"persons": ["p1", "p2"]}, "declared": {"persons": ["p1"]}, "cut_for": {"person": "p1", "cards": "TD"},
    "sat": {"person": "p1", "seat": "E"}, "left": {"person": "p1"}, "stepped_out": {"person": "p1"},
    "returned": {"person": "p1"}, "joined": {"person": "p1"}, "broke_up": {"person": "p1"},
    "finished": {"what": "game"}, "broke_off": {}, "resumed": {},
    "ruled": {"by": "director", "ruling": 1, "outcome": "new_deal", "why": "so"},
    "retracted": {"line": 4, "by": "director", "why": "so"},
    "corrected": {"line": 4, "by": "director", "why": "so", "to": {"fact": "quitted", "by": "E"}},
}  # fmt: skip


def ruling(irregularity: str, status: Status = "option", **more: object) -> Ruling:
    made = Ruling(4, 1, irregularity, ("am-1",), "E", status, 3, (Card("TD"),))
    for key, value in more.items():
        object.__setattr__(made, key, value)
    return made


def plain(text: str) -> None:
    assert text
    assert text == text.strip()
    assert "{" not in text
    assert "}" not in text
    assert "_" not in text
    assert "None" not in text
    assert text[0] == text[0].upper()


@pytest.mark.parametrize("irregularity", IRREGULARITIES)
def test_every_irregularity_in_every_status_has_its_sentences(irregularity: str) -> None:
    plain(words.names()[irregularity])
    for status in STATUSES:
        remedies = (Remedy("call_suit", ("N", "S")),) if status in OPEN else ()
        for by in ("E", "EW", None):
            for trick in (3, None):
                for cards in ((Card("TD"),), ()):
                    for claimed in (True, False):
                        case = ruling(
                            irregularity, status, by=by, trick=trick, cards=cards, remedies=remedies, claimed=claimed
                        )
                        said = words.sentence(case, SEATING)
                        plain(said)
                        assert said.endswith(".")
                        plain(words.standing(case, SEATING))
                        outcome = words.outcome(case, SEATING)
                        assert (outcome is None) == (status in OPEN)
                        if outcome is not None:
                            plain(outcome)


@pytest.mark.parametrize("remedy", REMEDIES)
def test_every_remedy_has_its_button_and_its_outcome(remedy: str) -> None:
    plain(words.remedies()[remedy])
    for for_ in ("NS", "N", None):
        plain(words.applied(remedy, for_, SEATING))
        assert words.applied(remedy, for_, SEATING).endswith(".")
    plain(words.standing(ruling("faced_card", "compulsory", remedies=(Remedy(remedy),)), SEATING))


def test_words_name_nothing_that_is_no_word_of_the_contract() -> None:
    assert set(words.names()) == set(IRREGULARITIES)
    assert set(words.remedies()) == set(REMEDIES)
    assert {words.status(status) for status in STATUSES}


def test_every_kind_of_fact_has_a_sentence_of_its_own() -> None:
    assert set(FACTS) == set(fact_names())
    told: set[str] = set()
    for name, fields in FACTS.items():
        entry = read_entry({"fact": name, **fields}, 9, SEATING)
        text = telling.entry(entry, SEATING)
        plain(text)
        assert text.endswith((".", "…", "?"))
        told.add(text)
    assert len(told) == len(FACTS)


def test_a_fact_is_told_without_what_it_does_not_say() -> None:
    variants: list[dict[str, object]] = [
        {"fact": "dealt", "to": "E", "count": 13},
        {"fact": "dealt", "to": "E", "cards": "AS", "face_up": True},
        {"fact": "claimed", "by": "E", "what": "revoke"},
        {"fact": "claimed", "by": "E", "what": "rest"},
        {"fact": "looked", "by": "N", "at": "turn-up"},
        {"fact": "touched", "by": "E", "what": "pack"},
        {"fact": "pack_proved", "faulty": False},
        {"fact": "named_trump", "by": "E", "passes": True},
        {"fact": "took_up", "by": "E", "what": "hand"},
        {"fact": "demanded", "by": "E", "remedy": "call_card", "card": "TD"},
        {"fact": "played", "by": "E", "cards": "??", "maybe": "7D 7H"},
        {"fact": "searched", "by": "E", "result": "not_found"},
        {"fact": "answered", "line": 4, "by": "N"},
        {"fact": "ruled", "by": "Ada", "ruling": 1, "outcome": "as played"},
        {"fact": "said", "by": "bystander", "what": "remark", "of": "look"},
        {"fact": "exposed", "by": "E", "cards": "TD", "how": "shown"},
    ]
    for fact in variants:
        plain(telling.entry(read_entry(fact, 9, SEATING), SEATING))


@pytest.mark.parametrize(
    ("card", "text"), [("TD", "10♦"), ("AS", "A♠"), ("QH", "Q♥"), ("2C", "2♣"), ("??", "a card that could not be read")]
)
def test_cards_are_rank_and_shape(card: str, text: str) -> None:
    assert words.card(Card(card)) == text


def test_questions_ask_what_the_design_says() -> None:
    seven = (Card("7D"), Card("7H"))
    assert words.question("E", seven, "played", None) == "Did East play 7♦ or 7♥?"
    assert words.question("E", (Card("7D"),), "played", Card("7D")) == "Did East play 7♦?"
    assert words.question("E", (), "played", None) == "Which card did East play?"
    assert words.question("E", (*seven, Card("7S")), "exposed", None) == "Did East show 7♦, 7♥ or 7♠?"
    assert "line 4" in words.unjudged(4, "")
    assert "East played 7♦." in words.unjudged(4, "East played 7♦.")


def test_seats_and_sides_have_names() -> None:
    assert words.party("NS", SEATING) == "North and South"
    assert words.party("E", SEATING) == "East"
    assert words.seat("B") == "B"
    assert words.both("ACE") == "A, C and East"
    assert words.either("NS") == "North or South"


def test_results_in_a_sentence() -> None:
    counts = (("NS", 7), ("EW", 6))
    assert words.result(Result(1, "E", counts, (("NS", 1), ("EW", 0)), counts), SEATING) == (
        "Hand 1: North and South 7; East and West 6."
    )
    assert words.result(Result(2, "E", void=True), SEATING) == "Hand 2 does not count."
    assert words.result(Result(2, None, unfinished=True), SEATING) == "Hand 2 was not finished."


def test_a_revoke_is_called_so_only_when_it_is_one() -> None:
    assert words.sentence(ruling("renounce", "correctable"), SEATING) == "East did not follow suit in trick 3 (10♦)."
    assert words.sentence(ruling("renounce", "established"), SEATING) == "East revoked in trick 3 (10♦)."
    assert words.sentence(ruling("renounce", "director", claimed=True, cards=()), SEATING) == (
        "A revoke by East in trick 3 is claimed."
    )
    assert "mended" in words.sentence(ruling("renounce", "option"), SEATING)


def test_sentences_are_json_safe() -> None:
    assert json.loads(json.dumps(list(words.names().values()))) == list(words.names().values())
