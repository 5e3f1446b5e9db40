"""What a headless demo says of the shoe: counted against what really fell, card by card."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from controller.cli.report import Told, faults_of, follow, shoe_of

FELL = [[11, "E", "AS"], [12, "S", "KD"], [13, "W", "7C"], [14, "N", "2H"]]


def dealt(*cards: tuple[str, str]) -> list[Mapping[str, Any]]:
    return [{"fact": "dealt", "to": seat, "cards": card, "source": "shoe"} for seat, card in cards]


def told(fell: Sequence[Sequence[Any]] | None = None, **more: Any) -> Told:
    return Told(1, 7, more.pop("happened", []), 1.0, FELL if fell is None else fell, **more)


AS_IT_FELL = [("E", "AS"), ("S", "KD"), ("W", "7C"), ("N", "2H")]


def test_a_record_that_is_true_has_nothing_wrong() -> None:
    assert shoe_of(told(), dealt(*AS_IT_FELL)) == {"cards": 4, "wrong": 0, "refused": None}


@pytest.mark.parametrize(
    ("cards", "wrong"),
    [
        ([("E", "AS"), ("S", "7C"), ("W", "KD"), ("N", "2H")], 2),
        ([("E", "AS"), ("W", "KD"), ("W", "7C"), ("N", "2H")], 1),
        ([("E", "AS"), ("S", "KD"), ("W", "7C")], 1),
        ([*AS_IT_FELL, ("E", "3H")], 1),
        ([], 4),
    ],
    ids=["exchanged", "elsewhere", "missing", "invented", "nothing"],
)
def test_each_card_that_is_otherwise_than_it_fell_is_counted(cards: list[tuple[str, str]], wrong: int) -> None:
    assert shoe_of(told(), dealt(*cards))["wrong"] == wrong


def test_of_a_void_deal_the_record_may_know_less_and_nothing_else() -> None:
    assert shoe_of(told(void=True), dealt(*AS_IT_FELL[:2]))["wrong"] == 0
    assert shoe_of(told(void=True), dealt(("E", "AS"), ("S", "QD")))["wrong"] == 1
    assert shoe_of(told(FELL[:1], void=True), dealt(*AS_IT_FELL[:2]))["wrong"] == 1


def test_a_hand_without_a_shoe_is_counted_against_its_script() -> None:
    facts = dealt(*AS_IT_FELL)
    happened = [{"told": fact, "really": fact, "source": "shoe"} for fact in facts]
    scripted = Told(1, 7, happened, 1.0)
    assert shoe_of(scripted, facts) == {"cards": 4, "wrong": 0, "refused": None}
    assert shoe_of(scripted, facts[1:])["wrong"] > 0


def failed(why: str, cards: str = "", of: str | None = None) -> Mapping[str, Any]:
    return {"fact": "failed", "why": why, **({"cards": cards} if cards else {}), **({"of": of} if of else {})}


def test_a_refused_pack_is_told_by_what_is_wrong_with_it() -> None:
    facts = [failed("missing", "7D", "still"), failed("double", "KS", "still"), failed("foreign", "?? ??", "still")]
    assert shoe_of(told([], refused=True), facts)["refused"] == {
        "missing": ["7D"],
        "double": ["KS"],
        "foreign": 2,
        "faced": 0,
        "unread": 0,
    }
    assert [fault["outcome"] for fault in faults_of(facts, ())] == ["refused"] * 3


def test_a_fault_is_void_where_the_record_says_so_and_else_was_got_over() -> None:
    came = [{"fault": "power", "place": "exit"}]
    assert faults_of([], came) == [{"fault": "power", "place": "exit", "outcome": "resumed"}]
    assert faults_of([failed("power")], came) == [{"fault": "power", "place": None, "outcome": "void"}]
    assert faults_of([], ()) == []


def test_the_truth_is_followed_to_its_end(tmp_path: Path) -> None:
    truth = tmp_path / "truth"
    by_shoe = {"seed": 7, "mishaps": [], "happened": [], "faults": [], "refused": False}
    lines = [
        {"after": 3, "sources": {"plays": "camera"}},
        {"hand": 4, **by_shoe, "shoe": None, "refused": True},
        {"hand": 4, **by_shoe, "shoe": {"void": False, "fell": FELL}},
        {"hand": 5, **by_shoe, "shoe": {"void": True, "fell": FELL[:2]}, "faults": [{"fault": "jam", "place": "exit"}]},
        {"done": True},
    ]
    truth.write_text("".join(json.dumps(line) + "\n" for line in lines))
    hands = list(follow(truth, Event()))
    assert [(hand.hand, hand.refused, hand.void, len(hand.dealt or ())) for hand in hands] == [
        (4, True, False, 0),
        (4, False, False, 4),
        (5, False, True, 2),
    ]
    assert all(hand.by_shoe for hand in hands)
    assert hands[2].faults == [{"fault": "jam", "place": "exit"}]
