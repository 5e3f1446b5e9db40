"""What a hand is pledged to: shown at once, sealed while it is played, checked when it is closed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from controller.journal.drafts import Closed, Draft, Noted, Opened
from controller.journal.errors import SealShut, WrongKey
from controller.journal.pledge import pledged
from controller.journal.reader import JournalReader
from controller.journal.store import SqliteJournal
from controller.journal.verify import HandOf, hands_of, verify
from controller.rules.cards import PACK
from tests.journal.sitting import DEAL, KEY, OTHER_DEAL, OTHER_KEY, RELEASE, Echo, begun, opened, quitted

NONCE = bytes(range(100, 132))
COMMITMENT = "c0" * 32
PLEDGED = Opened(1, DEAL, KEY, RELEASE, "shoe 7", COMMITMENT, NONCE)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.journal"


def pack(line: int, lifted: int) -> list[Draft]:
    """The cut and the pack after it: what lay in the machine was the pack in its own order."""
    cut: dict[str, object] = {"fact": "cut", "by": "W", "packets": [lifted, 52 - lifted]}
    cards = " ".join((*PACK[lifted:], *PACK[:lifted]))
    return [Noted(line, cut, cut), Noted(line + 1, {"fact": "pack", "cards": cards}, None)]


def hands(path: Path) -> list[HandOf]:
    with JournalReader(path) as reader:
        return list(hands_of(reader.readings()[1:]))


# --------------------------------------------------------------------------- shown and sealed
def test_the_commitment_stands_open_and_what_opens_it_is_sealed_until_the_hand_is_closed(path: Path) -> None:
    with SqliteJournal(path) as journal:
        journal.append([begun(), PLEDGED, *pack(2, 20)])
        (hand,) = hands(path)
        assert hand.entries[0].envelope.said["commitment"] == COMMITMENT
        assert hand.entries[0].nonce is None
        assert pledged(hand) is None
        whole = b"".join(p.read_bytes() for p in path.parent.glob("evening.journal*"))
        assert NONCE not in whole
        assert NONCE.hex().encode() not in whole
        journal.append([Closed()])
    (hand,) = hands(path)
    shows = pledged(hand)
    assert shows is not None
    assert (shows.deal, shows.commitment, shows.nonce, shows.lifted) == (DEAL, COMMITMENT, NONCE, 20)
    assert shows.order == PACK


@pytest.mark.parametrize("lifted", [4, 26, 48])
def test_the_cut_is_taken_back(path: Path, lifted: int) -> None:
    with SqliteJournal(path) as journal:
        journal.append([begun(), PLEDGED, *pack(2, lifted), Closed()])
    shows = pledged(hands(path)[0])
    assert shows is not None
    assert shows.order == PACK


def test_a_pack_that_was_not_cut_lay_as_it_was_dealt(path: Path) -> None:
    with SqliteJournal(path) as journal:
        journal.append([begun(), PLEDGED, replace_line(pack(2, 0)[1], 2), Closed()])
    shows = pledged(hands(path)[0])
    assert shows is not None
    assert (shows.lifted, shows.order) == (0, PACK)


def replace_line(draft: Draft, line: int) -> Draft:
    assert isinstance(draft, Noted)
    return replace(draft, line=line)


def test_a_hand_without_a_pledge_or_a_pack_shows_none(path: Path) -> None:
    with SqliteJournal(path) as journal:
        journal.append([begun(), opened(), *pack(2, 20), Closed()])
        journal.append([Opened(2, OTHER_DEAL, OTHER_KEY, RELEASE, "shoe 7", COMMITMENT, NONCE), quitted(4), Closed()])
    assert [pledged(hand) for hand in hands(path)] == [None, None]


def test_no_secret_of_an_opening_is_printed() -> None:
    assert KEY.hex() not in repr(PLEDGED)
    assert repr(NONCE) not in repr(PLEDGED)
    assert repr(KEY) not in repr(PLEDGED)


# --------------------------------------------------------------------------- a hand that had begun before its pack
def test_a_hand_goes_on_under_its_packs_deal_and_loses_nothing(path: Path) -> None:
    before = Noted(2, {"fact": "failed", "why": "missing", "cards": "7D", "of": "still"}, None)
    with SqliteJournal(path) as journal:
        journal.append([begun(), opened(1, OTHER_DEAL, OTHER_KEY), before])
        journal.append([PLEDGED, *pack(3, 20)])
        assert not any(r.shut for r in journal.readings())
    with SqliteJournal(path) as journal:  # after a restart the key of the last deal is enough
        assert journal.shut
        with pytest.raises(SealShut):
            journal.append([quitted(5)])
        with pytest.raises(WrongKey):
            journal.unlock(OTHER_KEY)
        journal.unlock(KEY)
        assert not any(r.shut for r in journal.readings())
        assert journal.readings()[2].fact == dict(before.fact)
        journal.append([quitted(5), Closed()])
    (hand,) = hands(path)
    assert not hand.shut
    assert hand.closing is not None
    assert hand.closing.envelope.said["keys"] == {OTHER_DEAL: OTHER_KEY.hex(), DEAL: KEY.hex()}
    shows = pledged(hand)
    assert shows is not None
    assert shows.order == PACK
    assert not [f for f in verify(path, open_court=Echo, by=RELEASE) if f.weight == "wrong"]


def test_a_key_that_was_lost_is_not_carried(path: Path) -> None:
    with SqliteJournal(path) as journal:
        journal.append([begun(), opened(1, OTHER_DEAL, OTHER_KEY), *pack(2, 20)])
    with SqliteJournal(path) as journal:
        journal.append([PLEDGED, quitted(4)])
        assert [r.shut for r in journal.readings() if r.line in (3, 4)] == [True, False]
    with SqliteJournal(path) as journal:
        journal.unlock(KEY)
        assert journal.readings()[4].keys == {}
        with pytest.raises(SealShut):
            journal.append([Closed()])
        journal.append([Closed(lost=True)])
    assert pledged(hands(path)[0]) is None


def test_every_opening_has_a_sealed_part_of_the_same_size(path: Path) -> None:
    with SqliteJournal(path) as journal:
        journal.append([begun(), PLEDGED, *pack(2, 20), Closed(), opened(2, OTHER_DEAL, OTHER_KEY)])
    with JournalReader(path) as reader:
        sizes = {len(r.envelope.sealed or b"") for r in reader.readings() if r.kind == "opened"}
    assert len(sizes) == 1
