"""What holds for every code of laws; and that a code which nobody has heard of needs nothing of the judge."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from controller.cli.laws import rows_of_books
from controller.rules import laws
from controller.rules.court import Court
from controller.rules.law import Code, Form, Law, Scoring
from controller.rules.record import Record, read_record
from controller.rules.seats import Seat
from tests.rules.casebook.hand import Hand
from tests.rules.rows import law_cases
from tests.rules.runner import judged

PROVED = ("am", "en", "de", "du", "dd", "mo")
"""Beginnings of the rows that have a law case each, but for mere advice."""


def test_every_form_rests_on_rows_of_its_code() -> None:
    unknown = {
        (code.name, name, row)
        for code in laws.codes()
        for name, form in code.forms.items()
        for row in (*form.rows, *(r for r in (form.bar, form.gone, form.later) if r is not None))
        if row not in code.rows
    }
    assert unknown == set()


def test_nothing_is_ruled_by_a_lost_row() -> None:
    for code in laws.codes():
        assert not {row for form in code.forms.values() for row in form.rows} & code.lost.keys()
        assert not code.rows.keys() & code.lost.keys()


def test_every_row_has_its_own_words_and_a_case() -> None:
    rows, cases = rows_of_books(), law_cases()
    assert [r.row for r in rows if not r.text.strip()] == []
    assert [r.row for r in rows if r.observe != "none" and r.row.split("-")[0] in PROVED and r.row not in cases] == []
    assert (len(rows), sum(r.state == "lost" for r in rows)) == (715, 13)


# ------------------------------------------------------------------ a code that nobody has heard of
def _found(court: Court, seat: Seat, off: int, first_done: bool) -> None:
    """A wrong count costs nothing here."""
    del court, seat, off, first_done


WORDS = {
    "toy-1": "Who has not followed suit, and could, may put it right until the trick is turned.",
    "toy-2": "If he does not, three tricks are taken from him.",
    "toy-3": "That is claimed before the next cut.",
    "toy-4": "A card that was dropped may be called by everybody.",
    "toy-5": "Two points are a game.",
    "toy-6": "A game is worth nine, less what the losers have.",
    "toy-7": "Who has revoked stops at one.",
    "toy-8": "Each trick above six counts.",
    "toy-9": "The deal goes to the left.",
    "toy-10": "Who demands what he may not demand gets nothing.",
}
TOY = Code(
    name="toy",
    rows={row: Law(row, "A toy", text, "camera") for row, text in WORDS.items()},
    forms={
        "renounce": Form("renounce", ("toy-1",), "correctable", "revoke", bar="toy-3"),
        "revoke": Form(
            "renounce", ("toy-1", "toy-2"), "established", "revoke", ("three_tricks",), "adversaries", "toy-3"
        ),
        "faced_in_play": Form("exposed_card", ("toy-4",), "option", "card", ("call_card",), "everybody"),
    },
    scoring=Scoring(game=2, cap=1, value=lambda losers: 9 - losers),
    wrong_demand="toy-10",
    found=_found,
    grounds={
        "scoring.game": ("toy-5",), "scoring.value": ("toy-6",), "scoring.cap": ("toy-7",), "book": ("toy-8",),
        "deal_passes": ("toy-9",),
    },
    exposures={"dropped": "faced_in_play"},
)  # fmt: skip


def under(code: str, hand: Hand) -> Record:
    """The record of a hand, under another code than its heading can name."""
    r = read_record([json.dumps(hand.heading), *(x if isinstance(x, str) else json.dumps(x) for x in hand.lines)])
    return replace(r, heading=replace(r.heading, laws=code))


def test_a_new_code_needs_nothing_of_the_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(laws.CODES, ("whist", "toy"), TOY)
    hand = Hand(5, {"dealer": "N"}, True)
    seat = hand.reach(2, 1)
    at = hand.renounce(seat)
    hand.round()
    dropped = hand.fact("exposed", by=hand.to_play, cards=hand.hands[hand.to_play][0], how="dropped")
    hand.fact("said", by="N", what="rest_are_ours")
    hand.fact("said", by="E", what="calls_attention")
    hand.fact("found", seat="S", count=9)
    matter = {"irregularity": "renounce", "by": seat, "trick": 3}
    foe = "E" if seat in "NS" else "N"
    hand.fact("claimed", by=foe, what="revoke", against=seat, trick=3)
    hand.fact("demanded", by=foe, remedy="three_tricks", ruling=matter)
    hand.close()
    r = under("toy", hand)
    told, _ = judged(r.heading, r.entries)
    rulings = [o for o in told if "ruling" in o]
    assert {str(o["irregularity"]) for o in rulings} == {"renounce", "exposed_card"}
    assert [o["status"] for o in rulings if o["irregularity"] == "renounce"][-1] == "applied"
    assert [o["line"] for o in rulings][:1] == [at]
    exposed = next(o for o in rulings if o["irregularity"] == "exposed_card")
    assert (exposed["line"], exposed["remedies"]) == (dropped, [{"remedy": "call_card", "to": list("NESW")}])
    assert all(str(row).startswith("toy-") for o in rulings for row in list(str(o["law"]).split("'"))[1::2])


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("toy-1", {"exposed_card"}), ("toy-2", {"exposed_card", "renounce"}), ("toy-4", {"renounce"}),
        ("toy-9", {"exposed_card", "renounce"}),
    ],
)  # fmt: skip
def test_a_new_code_can_do_without_one_of_its_rows(row: str, said: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(laws.CODES, ("whist", "toy"), TOY.without(row))
    hand = Hand(5, {"dealer": "N"}, True)
    seat = hand.reach(2, 1)
    hand.renounce(seat)
    hand.round()
    hand.fact("exposed", by=hand.to_play, cards=hand.hands[hand.to_play][0], how="dropped")
    hand.close()
    r = under("toy", hand)
    told, _ = judged(r.heading, r.entries)
    assert {str(o["irregularity"]) for o in told if "ruling" in o} == said
    result = told[-1]["result"]
    assert isinstance(result, dict)
    assert ("next_dealer" in result) == (row != "toy-9")
