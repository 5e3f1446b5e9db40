"""What the table is told does not depend on cards that nobody at the table has seen.

Two worlds are judged side by side: the same public facts, other hands. Demands and waivers name rulings by the table's
numbers, as a player reads them, and each world's record gets its own director's number for it.
"""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from controller.rules import facts as f
from controller.rules.docket import Docket, close, director_number, hear, open_docket
from controller.rules.facts import Entry
from controller.rules.record import Record, dumps
from controller.rules.ruling import Result
from tests.rules.casebook.hand import ROUND, Hand, foes
from tests.rules.runner import judged
from tests.rules.test_properties import read
from tests.rules.wild import Wild, record
from tests.rules.wild import fact as wild_fact


def shown(entries: tuple[Entry, ...]) -> set[str]:
    """Cards whose place somebody at the table has seen."""
    out: set[str] = set()
    for entry in entries:
        for fact in (entry.fact, *_inner(entry.fact)):
            match fact:
                case f.Turned(card=card) | f.Moved(card=card) if card:
                    out.add(card)
                case (
                    f.Played(cards=cards) | f.Exposed(cards=cards) | f.Withdrew(cards=cards) | f.Indicated(cards=cards)
                ):
                    out |= set(cards)
                case f.LaidOpen(cards=cards) | f.Revealed(cards=cards):
                    out |= set(cards)
                case f.Dealt(cards=cards, face_up=True):
                    out |= set(cards)
                case f.Shuffled(shown=cards) | f.Cut(shown=cards) | f.Failed(cards=cards):
                    out |= set(cards)
                case _:
                    pass
    return out


def _inner(fact: f.Fact) -> tuple[f.Fact, ...]:
    match fact:
        case f.Corrected(to=to):
            return (to.fact,)
        case f.Answered(fact=to) if to is not None:
            return (to.fact,)
        case _:
            return ()


def other_world(r: Record, rng: random.Random) -> Record:
    """The same record with the unseen cards dealt otherwise."""
    seen = shown(r.entries)
    first = [e for e in r.entries if isinstance(e.fact, f.Dealt) and not e.fact.face_up]
    unseen = [c for e in first if isinstance(e.fact, f.Dealt) for c in e.fact.cards if c not in seen]
    if len(unseen) != len(set(unseen)):
        return r
    mixed = list(unseen)
    rng.shuffle(mixed)
    becomes = dict(zip(unseen, mixed, strict=True))

    def swap(entry: Entry) -> Entry:
        match entry.fact:
            case f.Dealt(cards=cards, face_up=False):
                return replace(entry, fact=replace(entry.fact, cards=tuple(becomes.get(c, c) for c in cards)))
            case f.Pack(cards=cards):
                return replace(entry, fact=replace(entry.fact, cards=tuple(becomes.get(c, c) for c in cards)))
            case _:
                return entry

    return Record(r.heading, tuple(map(swap, r.entries)))


class OneFoldOnly(Exception):
    """A player cannot press a ruling that the director's fold has not (a card played by one who was not dealt it)."""


def addressed(entry: Entry, docket: Docket) -> Entry:
    """The entry as this world's record holds it: the table's number of a ruling made the director's.

    Raises :class:`OneFoldOnly` for a ruling of the table that the director has not.
    """
    match entry.fact:
        case f.Demanded(ruling=int(number)) | f.Waived(ruling=int(number)) | f.Ruled(ruling=int(number)):
            there = director_number(docket, number)
            if there is None and number in docket.table.rulings:
                raise OneFoldOnly
            return replace(entry, fact=replace(entry.fact, ruling=there or 999))
        case f.Corrected(to=to):
            return replace(entry, fact=replace(entry.fact, to=addressed(to, docket)))
        case f.Answered(fact=to) if to is not None:
            return replace(entry, fact=replace(entry.fact, fact=addressed(to, docket)))
        case _:
            return entry


def table_told(r: Record) -> list[str]:
    """What the table reads, up to the first ``revealed``."""
    docket = open_docket(r.heading)
    out: list[str] = []
    for entry in r.entries:
        if isinstance(entry.fact, f.Revealed):
            return out
        docket, told = hear(docket, addressed(entry, docket))
        out += [dumps({"result": o.to_json()} if isinstance(o, Result) else o.to_json()) for o in told.table]
    return out + [dumps(o.to_json()) for o in close(docket).table]


def differing(seed: int) -> list[str]:
    """Where the table is told different things of two worlds that it cannot tell apart."""
    rng = random.Random(seed)
    hand = record(rng, wildness=(seed % 4) / 10, longest=30, options={})
    if not hand.known or any(isinstance(x, dict) and x["fact"] == "next_deal" for x in hand.lines):
        return []
    if rng.random() < 0.4:
        _claim_and_demand(hand, rng)
    if rng.random() < 0.2:
        hand.cut_next()
    r = read(hand)
    try:
        told, *others = [table_told(world) for world in (r, *(other_world(r, rng) for _ in range(3)))]
    except OneFoldOnly:
        return []
    for also in others:
        for mine, other in zip(told, also, strict=False):
            if mine != other:
                return [f"seed {seed}: {mine} | {other}"]
        if len(told) != len(also):
            return [f"seed {seed}: {(told[len(also) :] or also[len(told) :])[0]} in one world only"]
    return []


def _claim_and_demand(hand: Hand, rng: random.Random) -> None:
    """Claims true and idle, and demands of everything, between further tricks."""
    w = Wild(rng, hand)
    for _ in range(rng.randrange(1, 6)):
        hand.lines.append(wild_fact(w, ("claimed", "demanded", "searched", "mixed", "waived")[rng.randrange(5)]))
        if hand.hands[hand.to_play] and rng.random() < 0.5:
            hand.play()


@pytest.mark.parametrize("block", range(6))
def test_hidden_cards_change_nothing_at_the_table(block: int) -> None:
    assert [x for seed in range(block * 50, block * 50 + 50) for x in differing(seed)] == []


@pytest.mark.full
def test_hidden_cards_change_nothing_in_many_worlds() -> None:
    assert [x for seed in range(1000, 6000) for x in differing(seed)] == []


def test_the_worlds_do_differ() -> None:
    """Most records leave something to be dealt otherwise, and the director is told different things of some."""
    rng = random.Random(1)
    others = 0
    for seed in range(40):
        r = read(record(random.Random(seed), options={}))
        others += other_world(r, rng) != r
    assert others > 15
    assert json.dumps(sorted(shown(read(record(random.Random(3))).entries)))


# ------------------------------------------------------------------ one score
def contested(seed: int) -> Hand:
    """A hand played out with renounces, some of them claimed, and the claimed ones demanded."""
    rng = random.Random(seed)
    hand = Hand(seed, {"dealer": ROUND[seed % 4]}, rng.random() < 0.6)
    hand.begin()
    made: list[tuple[str, int]] = []
    claimed: set[tuple[str, int]] = set()
    while hand.hands[hand.to_play]:
        seat = hand.to_play
        if rng.random() < 0.06 and hand.led and hand.of(seat, hand.led) and hand.off(seat, hand.led):
            made.append((seat, hand.number))
            hand.renounce()
        else:
            hand.play()
        if len(hand.trick) == 4:
            hand.quit()
        if made and rng.random() < 0.1:
            who, trick = made[rng.randrange(len(made))]
            foe = foes(who)[rng.randrange(2)]
            if (who, trick) in claimed and rng.random() < 0.5:
                matter = {"irregularity": "renounce", "by": who, "trick": trick}
                hand.fact("demanded", by=foe, remedy="two_tricks", ruling=matter)
            else:
                claimed.add((who, trick))
                hand.fact("claimed", by=foe, what="revoke", against=who, trick=trick)
    for seat in ROUND:
        hand.fact("revealed", seat=seat, cards=" ".join(hand.order[seat]))
    hand.cut_next()
    return hand


@pytest.mark.parametrize("block", range(3))
def test_both_roles_are_told_the_same_result(block: int) -> None:
    for seed in range(block * 80, block * 80 + 80):
        r = read(contested(seed))
        director, table = judged(r.heading, r.entries)
        assert director[-1] == table[-1], f"seed {seed}"


def test_a_ruling_is_the_same_in_either_role_s_numbers() -> None:
    """A claim that a player sees is never taken for a wrong demand or another offence."""
    for seed in range(600):
        rng = random.Random(seed)
        hand = record(rng, wildness=0, longest=30, options={})
        _claim_and_demand(hand, rng)
        r = read(hand)
        docket = open_docket(r.heading)
        for entry in r.entries:
            try:
                docket, _ = hear(docket, addressed(entry, docket))
            except OneFoldOnly:
                break
            for number, ruling in docket.table.rulings.items():
                there = director_number(docket, number)
                if there is not None and (other := docket.full.rulings.get(there)) is not None:
                    assert (other.irregularity == "wrong_demand") == (ruling.irregularity == "wrong_demand"), seed
