"""An evening at the table: the cases of every code, and what holds for any order of coming and going."""

from __future__ import annotations

import json
import random
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from typer.testing import CliRunner

from controller.cli import app
from controller.rules.facts import Entry, NextCut, NextDeal
from controller.rules.forming.company import Company, company_of
from controller.rules.forming.due import due
from controller.rules.forming.hearing import dealing, hand_over, hear, trump_turned
from controller.rules.forming.judging import FACTS
from controller.rules.forming.policies import policy_of
from controller.rules.forming.telling import table
from controller.rules.heading import read_heading
from controller.rules.judge import begin, judge
from controller.rules.laws import register
from controller.rules.record import read_entry, read_record
from controller.rules.ruling import Ruling
from controller.rules.state import State
from tests.rules.casebook.forming.evening import Evening
from tests.rules.casebook.hand import PACK, Hand
from tests.rules.compare import holds
from tests.rules.evening import fold
from tests.rules.make_cases import FOLDER
from tests.rules.test_properties import MANY, RANDOM
from tests.rules.wild import Wild, fact

EVENINGS = sorted(FOLDER.glob("evening-*.jsonl"))
"""Law cases in which a table is formed."""


def expectation(record: Path) -> dict[str, Any]:
    want: dict[str, Any] = json.loads(record.with_name(f"{record.stem}.expect.json").read_text(encoding="utf-8"))
    return want


def parts(got: dict[str, Any], want: dict[str, Any]) -> list[str]:
    """What differs in a table's object; a part that is ``None`` must not be there."""
    return [
        f"{key} is {got.get(key)}, not {value}"
        for key, value in want.items()
        if (value is None and key in got) or (value is not None and not holds(got, {key: value}))
    ]


@pytest.mark.parametrize("record", EVENINGS, ids=lambda p: p.stem)
def test_the_table_is_as_the_case_says(record: Path) -> None:
    want, got = expectation(record), fold(record.read_text(encoding="utf-8"))
    assert {line: parts(got.tables[int(line)], w) for line, w in want.get("tables", {}).items()} == {
        line: [] for line in want.get("tables", {})
    }
    found = [(line, o.irregularity, o.by, o.status) for line, o in got.found]
    wanted = [(r["line"], r["irregularity"], r["by"], r["status_path"][0]) for r in want["rulings"]]
    assert found == wanted
    for (_, finding), ruling in zip(got.found, want["rulings"], strict=True):
        assert set(ruling["law"].split("|")) & set(finding.law)
        assert set(ruling.get("remedies", {})) <= set(finding.remedies)


# --------------------------------------------------------------------------- before the judge
def printed(record: Path, role: str) -> list[dict[str, Any]]:
    """What ``pone judge`` prints."""
    done = CliRunner().invoke(app, ["judge", str(record), "--role", role])
    assert done.exit_code == 0, done.output
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("role", ["director", "table"])
def test_the_command_prints_the_table_when_it_has_changed(role: str) -> None:
    record = FOLDER / "evening-am-announced-late.jsonl"
    told = printed(record, role)
    tables = {o["table"].pop("line"): o["table"] for o in told if "table" in o}
    folded = fold(record.read_text(encoding="utf-8")).tables
    assert tables == {n: t for n, t in folded.items() if t != folded.get(n - 1)}
    assert [(o["law"], o["by"]) for o in told if "ruling" in o] == [(["am-6"], "f")]


def test_a_record_without_persons_prints_no_table() -> None:
    assert not [o for o in printed(FOLDER / "renounce-quitted.jsonl", "director") if "table" in o]


def game_won(*, waits: str, score: int = 6, **heading: object) -> State:
    """Six all: whoever makes the odd trick wins the game, and then a cuts."""
    hand = Evening(1, {"score": {"game": {"NS": score, "EW": score}}, **heading}, True)
    hand.starts("a b c d", *waits.split())
    del hand.lines[-1]
    Hand.shuffle(hand)
    hand.begin()
    hand.play_out()
    hand.cuts("a 2S")
    record = read_record([json.dumps(hand.heading), *map(json.dumps, hand.lines)])
    state = begin(record.heading)
    for entry in record.entries:
        state, _ = judge(state, entry)
    return state


def test_a_game_is_over_with_the_hand_that_wins_it_and_counts_once() -> None:
    state = game_won(waits="e")
    assert state.company is not None
    assert state.company.lot is not None
    assert (state.company.lot.purpose, state.company.lot.due) == ("out", ("b", "c", "d"))
    state, _ = judge(state, Entry(900, NextCut("W")))
    state, _ = judge(state, Entry(901, NextDeal("E")))
    assert state.company is not None
    assert state.company.units == 1


def test_a_hand_that_wins_no_game_sends_nobody_out() -> None:
    state = game_won(waits="e", score=0)
    assert state.company is not None
    assert (state.company.units, state.company.lot) == (0, None)


def test_a_correction_undoes_what_followed_from_it() -> None:
    state = begin(read_heading(HEADING))
    facts: list[dict[str, object]] = [
        {"fact": "arrived", "persons": ["a", "b", "c", "d"]},
        {"fact": "cut_for", "person": "a", "cards": "2H 3H"},
        {"fact": "corrected", "line": 3, "by": "director", "why": "one", "to": CUT},
    ]
    told: list[str] = []
    for line, obj in enumerate(facts, 2):
        state, out = judge(state, read_entry(obj, line, state.seating))
        told += [o.status for o in out if isinstance(o, Ruling)]
    assert told == ["compulsory", "cancelled"]
    assert state.company is not None
    assert state.company.lot is not None
    assert state.company.lot.due == ("b", "c", "d")


# --------------------------------------------------------------------------- whatever happens
TABLES: list[dict[str, object]] = [
    {"game": "whist", "laws": "american-1893"}, {"game": "whist", "laws": "english-cavendish"},
    {"game": "whist", "laws": "deschapelles"}, {"game": "boston"}, {"game": "boston", "options": {"table": "prose"}},
    {"game": "cayenne"}, {"game": "solo"}, {"game": "solo", "options": {"table": "prose"}}, {"game": "scotch"},
    {"game": "mort", "laws": "english-cavendish", "dummy": ["S"]},
    {"game": "dummy", "laws": "english-cavendish", "dummy": ["S"]},
]  # fmt: skip
HEADING: dict[str, object] = {
    "record": 1, "game": "whist", "laws": "american-1893", "seats": list("NESW"), "dealer": "N"
}  # fmt: skip
CUT: dict[str, object] = {"fact": "cut_for", "person": "a", "cards": "2H"}
KINDS_OF_EVENING = (
    "arrived declared cut_for cut_for cut_for sat sat left stepped_out returned joined broke_up finished broke_off "
    "resumed"
).split()


def wild_evening(rng: random.Random) -> list[Company]:
    """Every company of an evening on which anything is told in any order; half of it does what is due."""
    heading = read_heading({**HEADING, **TABLES[rng.randrange(len(TABLES))]})
    wild = Wild(rng, Hand(1, {}, True))
    company, out = company_of(heading), list[Company]()
    for number in range(2, 2 + rng.randrange(1, 60)):
        step = due(company)
        if step.kind == "cut" and step.persons and rng.random() < 0.7:
            obj: dict[str, object] = {"fact": "cut_for", "person": step.persons[0], "cards": wild.card()}
        elif step.kind == "sit" and rng.random() < 0.7:
            obj = {"fact": "sat", "person": step.persons[0], "seat": "NESW"[rng.randrange(4)]}
        else:
            obj = dict(fact(wild, KINDS_OF_EVENING[rng.randrange(len(KINDS_OF_EVENING))]))
        entry = read_entry(obj, number, heading.seating)
        assert isinstance(entry.fact, FACTS)
        company, _ = hear(company, entry.fact)
        if rng.random() < 0.2:
            company, _ = dealing(company, "NESW"[rng.randrange(4)], number)
            company, _ = trump_turned(company)
        if rng.random() < 0.1:
            company = hand_over(company, "NESW"[rng.randrange(4)])
        json.dumps(table(company))
        out.append(company)
    return out


@MANY
@given(RANDOM)
def test_nobody_plays_at_two_seats_or_waits_while_he_plays(rng: random.Random) -> None:
    for c in wild_evening(rng):
        sitting = [m for _, m in c.seated]
        assert len(set(sitting)) == len(sitting)
        assert len({s for s, _ in c.seated}) == len(c.seated)
        assert len(set(c.players)) == len(c.players)
        assert len(set(c.line)) == len(c.line)
        assert not set(c.players) & set(c.line)
        assert set(sitting) <= set(c.players)


@MANY
@given(RANDOM)
def test_who_waits_longest_plays_first(rng: random.Random) -> None:
    """At a table whose code keeps a line, with whoever comes between games and any cards."""
    heading = read_heading(
        {**HEADING, "laws": ("american-1893", "english-cavendish", "deschapelles")[rng.randrange(3)]}
    )
    company = company_of(heading)
    waiting: list[str] = []

    def tell(obj: dict[str, object]) -> None:
        nonlocal company
        entry = read_entry(obj, 2, heading.seating)
        assert isinstance(entry.fact, FACTS)
        company, _ = hear(company, entry.fact)

    def cut() -> None:
        while (step := due(company)).kind == "cut":
            tell({"fact": "cut_for", "person": step.persons[0], "cards": PACK[rng.randrange(52)]})

    tell({"fact": "arrived", "persons": list("abcd")})
    coming = iter("efghij")
    for number in range(2, 12):
        cut()
        for seat, who in zip("NSEW", company.players, strict=True):
            tell({"fact": "sat", "person": who, "seat": seat})
        company, _ = dealing(company, "N", number)
        assert [m for m in waiting if m in company.line] == [m for m in company.line if m in waiting]
        if rng.random() < 0.5 and (mark := next(coming, None)):
            tell({"fact": "arrived", "persons": [mark]})
        waiting = list(company.waits)
        tell({"fact": "finished", "what": company.policy.unit})
        step = due(company)
        assert list(step.enter) == waiting[: len(step.enter)]
        assert len(step.enter) == min(2, len(waiting))


# --------------------------------------------------------------------------- rows
def test_every_row_of_the_matter_has_a_case_that_rules_it_or_lets_it_be() -> None:
    asked = {row for heading in TABLES for row in rows_of(heading)}
    assert asked <= register().keys()
    covered = {row for p in EVENINGS for row in expectation(p)["rows"]}
    assert asked - covered == set()
    assert len(asked) > 60


def rows_of(heading: dict[str, object]) -> set[str]:
    """Every row that a policy cites."""
    cited = policy_of(read_heading({**HEADING, **heading})).cited
    return {row for field in fields(cited) for row in getattr(cited, field.name)}
