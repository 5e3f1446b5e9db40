"""What holds for every record, whatever happened at the table."""

from __future__ import annotations

import dataclasses
import json
import random
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.rules import facts
from controller.rules.docket import hear, open_docket
from controller.rules.facts import Entry
from controller.rules.record import Record, dumps, fact_names, read_entry, read_record, write_entry
from tests.rules.casebook.hand import Hand, left
from tests.rules.compare import shape
from tests.rules.runner import Printed, judged
from tests.rules.wild import KINDS, Wild, fact, record

MANY = settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.large_base_example, HealthCheck.data_too_large],
)
RANDOM = st.randoms(use_true_random=False)


def read(hand: Hand) -> Record:
    """The record as the judge reads it."""
    return read_record([json.dumps(hand.heading), *(x if isinstance(x, str) else json.dumps(x) for x in hand.lines)])


# ------------------------------------------------------------------ regular play
TO_WIN = {"american-1893": 7, "english-cavendish": 5, "deschapelles": 10}
OPEN: dict[str, list[str]] = {"dummy": ["S"], "mort": ["S"], "double-dummy": ["S", "W"]}
PLAYED = [("whist", laws) for laws in TO_WIN] + [
    (game, laws) for game in OPEN for laws in ("english-cavendish", "american-1893")
]


def regular(seed: int, game: str = "whist", laws: str = "american-1893") -> list[str]:
    """What is wrong with the judgement of one regular hand: nothing."""
    rng = random.Random(seed)
    heading: dict[str, object] = {"dealer": "NESW"[seed % 4], "game": game, "laws": laws}
    if game in OPEN:
        heading["dummy"] = OPEN[game]
    if seed % 3 == 0:
        heading["complete"] = ["cut", "deal", "play"]
    top = 5 if game == "mort" else TO_WIN[laws]
    heading["score"] = {"game": {"NS": rng.randrange(top), "EW": rng.randrange(top)}}
    hand = Hand(seed, heading, seed % 2 == 0)
    hand.begin()
    if seed % 5 == 0 and "complete" not in heading:
        hand.lines = [x for x in hand.lines if isinstance(x, dict) and x["fact"] == "turned"]
    for seat in OPEN.get(game, []):
        hand.fact("laid_open", by=seat, cards=" ".join(hand.order[seat]), why="dummy")
    hand.close()
    score = after(hand, top, slam=laws == "deschapelles")
    out: list[str] = []
    r = read(hand)
    for told in judged(r.heading, r.entries):
        rulings = [o for o in told if "ruling" in o]
        out += [f"seed {seed}: {o}" for o in rulings]
        result = told[-1].get("result")
        assert isinstance(result, dict)
        if (result.get("tricks"), result.get("next_dealer")) != (hand.taken, left(hand.dealer)):
            out.append(f"seed {seed}: {result}")
        if result.get("game") != score and not (game == "mort" and 13 in hand.taken.values()):
            out.append(f"seed {seed}: {result}, not {score}")
    return out


def after(hand: Hand, top: int, *, slam: bool) -> dict[str, int]:
    """The game score after a hand in which nothing but tricks counted."""
    if slam and 13 in hand.taken.values():
        return dict(hand.score)
    score = {s: hand.score[s] + max(0, n - 6) for s, n in hand.taken.items()}
    return dict.fromkeys(score, 0) if max(score.values()) >= top else score


@pytest.mark.parametrize("block", range(4))
def test_regular_play_is_never_accused(block: int) -> None:
    assert [x for seed in range(block * 100, block * 100 + 100) for x in regular(seed)] == []


@pytest.mark.parametrize(("game", "laws"), PLAYED)
def test_regular_play_is_never_accused_under_any_code(game: str, laws: str) -> None:
    assert [x for seed in range(1000, 1060) for x in regular(seed, game, laws)] == []


@pytest.mark.full
@pytest.mark.parametrize(("game", "laws"), PLAYED)
def test_regular_play_is_never_accused_in_thousands_of_hands(game: str, laws: str) -> None:
    assert [x for seed in range(3_000) for x in regular(seed, game, laws)] == []


@pytest.mark.full
def test_regular_play_is_never_accused_in_twenty_thousand_hands() -> None:
    assert [x for seed in range(20_000) for x in regular(seed)] == []


# ------------------------------------------------------------------ totality
def judge_all(hand: Hand) -> tuple[list[Printed], list[Printed]]:
    """Judge for both roles, and hold the answers to what every answer must be."""
    r = read(hand)
    director, table = judged(r.heading, r.entries)
    again = any(isinstance(e.fact, facts.Retracted | facts.Corrected | facts.Answered) for e in r.entries)
    for told in (director, table):
        rulings = [o for o in told if "ruling" in o]
        assert shape(rulings, 0, again) == []
        forward = [int(str(o["line"])) for o in rulings]
        assert forward == sorted(forward)
        json.dumps(told)
    return director, table


@MANY
@given(RANDOM)
def test_judging_is_total(rng: random.Random) -> None:
    judge_all(record(rng))


@MANY
@given(RANDOM)
def test_judging_is_total_for_mere_nonsense(rng: random.Random) -> None:
    hand = Hand(rng.randrange(1000), {}, True)
    w = Wild(rng, hand)
    hand.lines.append({"fact": "shuffled", "by": "N"})
    for _ in range(rng.randrange(1, 40)):
        hand.lines.append(fact(w))
    late: float = 0
    for row in hand.lines:
        assert isinstance(row, dict)
        if row["fact"] == "ticked":
            late = row["t"] = late + 1
    judge_all(hand)


@pytest.mark.full
def test_judging_is_total_at_length() -> None:
    for seed in range(6_000):
        hand = record(random.Random(seed), wildness=(seed % 7) / 10, longest=40)
        try:
            judge_all(hand)
        except Exception as e:
            raise AssertionError(f"seed {seed}") from e


# ------------------------------------------------------------------ determinism
@MANY
@given(RANDOM)
def test_judging_again_gives_the_same(rng: random.Random) -> None:
    r = read(record(rng))
    assert judged(r.heading, r.entries) == judged(r.heading, r.entries)


@MANY
@given(RANDOM)
def test_what_was_told_stays_told(rng: random.Random) -> None:
    """What is printed of a record does not depend on what comes after it."""
    r = read(record(rng))
    whole: tuple[list[Printed], list[Printed]] = ([], [])
    docket = open_docket(r.heading)
    cut = rng.randrange(len(r.entries) + 1)
    for entry in r.entries[:cut]:
        docket, told = hear(docket, entry)
        whole[0].extend(o.to_json() for o in told.director)
        whole[1].extend(o.to_json() for o in told.table)
    branch = docket
    for entry in r.entries[cut:]:
        branch, _ = hear(branch, entry)
    again = open_docket(r.heading)
    for entry in r.entries[:cut]:
        again, _ = hear(again, entry)
    assert again == docket


# ------------------------------------------------------------------ corrections
def standing(r: Record, entries: tuple[Entry, ...]) -> Counter[str]:
    """The rulings as they stand in the end, but for those that fell."""
    docket = open_docket(r.heading)
    for entry in entries:
        docket, _ = hear(docket, entry)
    out: Counter[str] = Counter()
    for ruling in docket.full.rulings.values():
        if ruling.status != "cancelled":
            obj = ruling.to_json()
            for key in ("line", "ruling", "of_line"):
                obj.pop(key, None)
            out[dumps(obj)] += 1
    return out


def retraction(seed: int) -> list[str]:
    """Retract one fact of a record; what stands must be as if it had never been there."""
    rng = random.Random(seed)
    hand = record(rng, wildness=0.1, longest=10, options={})
    for row in hand.lines:
        assert isinstance(row, dict)
        if isinstance(row.get("ruling"), int):
            del row["ruling"]
    keep = [x for x in hand.lines if isinstance(x, dict) and x["fact"] not in UNTOUCHED]
    hand.lines = list(keep)
    line = rng.randrange(2, hand.line + 1)
    before = read(hand)
    without = tuple(e for e in before.entries if e.line != line)
    hand.fact("retracted", line=line, by="director", why="undone")
    after = read(hand)
    want, got = standing(before, without), standing(before, after.entries)
    if want == got:
        return []
    return [f"seed {seed}, line {line}: only without it {want - got}, only after the retraction {got - want}"]


UNTOUCHED = {"answered", "corrected", "retracted", "ruled", "ticked", "next_cut", "next_deal"}


@pytest.mark.parametrize("block", range(4))
def test_a_retracted_fact_leaves_nothing_behind(block: int) -> None:
    assert [x for seed in range(block * 60, block * 60 + 60) for x in retraction(seed)] == []


# ------------------------------------------------------------------ reading and writing
def test_every_kind_of_fact_is_drawn_with_every_field() -> None:
    assert set(KINDS) == set(fact_names())
    kinds = {k.__name__.lower(): k for k in facts.Fact.__args__}
    for kind, (required, optional) in KINDS.items():
        made = kinds[kind.replace("_", "")]
        fields = {field.name.rstrip("_") for field in dataclasses.fields(made)} - {"set"}
        drawn = ({*required, *optional} - {"set"}) | ({"count"} if kind == "dealt" else set())
        drawn = {"fact" if (kind, key) == ("answered", "to") else key for key in drawn}
        assert drawn - {"t"} == fields, kind


@MANY
@given(RANDOM, st.sampled_from(sorted(KINDS)))
def test_facts_are_written_as_they_are_read(rng: random.Random, kind: str) -> None:
    hand = Hand(rng.randrange(100), {}, True)
    hand.begin()
    seating = read(hand).heading.seating
    obj = fact(Wild(rng, hand), kind) | {"t": 7.25, "seen": 8, "evidence": ["a1", "b2"]}
    entry = read_entry(obj, 60, seating)
    again = read_entry(json.loads(dumps(write_entry(entry))), 60, seating)
    assert again == entry
    assert write_entry(again) == write_entry(entry)
