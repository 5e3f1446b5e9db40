"""Two journals of the same public facts with other hidden cards cannot be told apart while the hand is open."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from controller.journal.drafts import Noted, Opened
from controller.journal.envelope import header_bytes, parse
from controller.journal.reader import JournalReader
from controller.journal.store import SqliteJournal
from controller.rules.facts import Revealed
from controller.rules.record import Record
from tests.journal.records import drafts_of
from tests.journal.sitting import DEAL, KEY, RELEASE, begun
from tests.rules.casebook.hand import Hand, foes
from tests.rules.test_hidden import addressed, other_world
from tests.rules.test_properties import read
from tests.rules.wild import record


def as_found(r: Record, path: Path) -> list[tuple[bytes, bytes, int]]:
    """What somebody finds who copies the journal of the first hand while it is played: all but the secret bytes."""
    drafts = list(drafts_of(r, close_last=False, address=addressed))
    ends = [i for i, draft in enumerate(drafts) if isinstance(draft, Opened)][1:]
    first = drafts[: ends[0] - 1] if ends else drafts
    with SqliteJournal(path, utc_ms=lambda: 0) as journal:
        journal.append([begun(), Opened(1, DEAL, KEY, RELEASE), *first[2:]])
    with JournalReader(path) as reader:
        envelopes = reader.envelopes()[1]
    return [(header_bytes(e.header), e.open, len(e.sealed or b"")) for e in envelopes]


@pytest.mark.parametrize("block", range(4))
def test_open_parts_and_sizes_do_not_depend_on_hidden_cards(block: int, tmp_path: Path) -> None:
    compared = 0
    for seed in range(block * 15, block * 15 + 15):
        chance = random.Random(seed)
        hand = record(chance, wildness=(seed % 4) / 10, longest=30, options={})
        one = read(hand)
        other = other_world(one, chance)
        if not hand.known or one == other or any(isinstance(e.fact, Revealed) for e in one.entries):
            continue
        mine, theirs = as_found(one, tmp_path / f"{seed}a"), as_found(other, tmp_path / f"{seed}b")
        for a, b in zip(mine, theirs, strict=True):
            assert a == b, (seed, parse(a[0]), a[1], b[1])
        compared += 1
    assert compared > 3


def test_a_demand_stands_open_under_the_number_that_the_table_reads() -> None:
    """East has renounced and nobody knows; the card that is dropped then is the director's second ruling."""
    hand = Hand(3, {}, known=True)
    hand.begin()
    hand.play()
    hand.renounce()
    dropper = hand.to_play
    card = hand.hands[dropper][0]
    hand.fact("exposed", by=dropper, cards=card, how="dropped")
    hand.fact("demanded", by=foes(dropper)[0], remedy="call_card", ruling=2, card=card)
    demand: dict[str, object] = dict(hand.row(hand.line))
    hand.fact("corrected", line=hand.line, by="director", why="misheard", to={**demand, "by": foes(dropper)[1]})
    notes = [draft for draft in drafts_of(read(hand)) if isinstance(draft, Noted)]
    assert [r["ruling"] for note in notes[-4:-2] for r in note.director] == [1, 2]
    assert [r["ruling"] for note in notes[-4:-2] for r in note.table] == [1]
    assert notes[-2].fact["ruling"] == 2
    assert notes[-2].public is not None
    assert notes[-2].public["ruling"] == 1
    assert notes[-1].public is not None
    assert notes[-1].public["to"] == {**demand, "by": foes(dropper)[1], "ruling": 1}
