"""A table with a shoe: from hopper to turn-up over a real journal, who may press, and packs that are refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from controller.journal.pledge import pledged
from controller.journal.reader import JournalReader
from controller.journal.store import SqliteJournal
from controller.journal.verify import hands_of
from controller.rules.cards import Card
from controller.shoe import events, orders
from controller.shoe.commitment import opens
from controller.table.errors import Refused
from controller.table.service import Table
from controller.table.views import TableView
from tests.table.evening import Slow, evening, sound
from tests.table.fakes import HEADING, WAIT_S, HandClock
from tests.table.shoes import FakeShoe


# --------------------------------------------------------------------------- a deal
def test_a_pack_goes_from_the_hopper_to_the_hands(tmp_path: Path) -> None:
    with evening(tmp_path) as at:
        at.until("no pack")
        at.shoe.load()
        view = at.until("ready")
        assert view.shoe is not None
        assert (view.shoe.words, view.shoe.deal, view.shoe.commitment) == ("Ready: North may deal.", ("N",), None)
        assert at.table.deal("N").text == "North deals; West cuts."
        shoe = at.until("cut").shoe
        assert shoe is not None
        assert (shoe.dealer, shoe.cut, shoe.least, shoe.most) == ("N", "W", 4, 48)
        assert re.fullmatch(r"[0-9A-Z]{4}-[0-9A-Z]{4}", shoe.commitment or "")
        assert at.kinds() == []  # nothing of a pack is a fact before its cut
        at.clock.t = 5.25
        at.table.cut("W", 21)
        view = at.wait(lambda view, shoe: view.turn_up is not None and shoe.state == "dealt")
        assert (view.phase, view.dealer, view.commitment) == ("deal", "N", shoe.commitment)
        assert dict(view.counts) == dict.fromkeys("NESW", 13)
        facts = at.director.facts
        assert [f.kind for f in facts] == ["shuffled", "presented", "cut", "pack", *["dealt"] * 52, "turned"]
        assert [f.source for f in facts[:5]] == ["shoe", "shoe", "panel", "shoe", "shoe"]
        assert {f.t for f in facts[:4]} == {5.25}
        assert dict(facts[2].fact)["packets"] == (21, 31)
        deal = at.shoe.wait_for(orders.Deal)
        assert isinstance(deal, orders.Deal)
        assert view.turn_up == deal.cards[-1]
        assert deal.dests[:5] == ("E", "S", "W", "N", "E")
        assert deal.dests[-1] == "turn-up"
    sound(tmp_path)


def test_the_next_pack_is_read_while_this_hand_is_played_and_opens_it_at_its_cut(tmp_path: Path) -> None:
    with evening(tmp_path) as at:
        at.dealt("N")
        first = at.view.commitment
        at.shoe.load()
        view = at.until("ready")
        assert view.shoe is not None
        assert (view.shoe.words, view.shoe.deal) == ("The next pack is ready.", ())
        with pytest.raises(Refused, match="is being dealt or played"):
            at.table.deal("E")
        at.play()
        at.wait(lambda view, shoe: shoe.deal == ("E",))
        at.table.deal("E")
        at.table.cut("N", 48)
        view = at.wait(lambda view, shoe: view.hand == 2 and view.turn_up is not None)
        assert view.dealer == "E"
        assert sum(n for _, n in view.score) > 0
        assert view.commitment != first
        kinds = at.kinds()
        at_cut = kinds.index("next_deal")
        assert kinds[at_cut + 1 : at_cut + 5] == ["shuffled", "presented", "cut", "pack"]
        assert "next_cut" in kinds[:at_cut]
        assert {f.kind for f in at.director.facts if f.source == "panel"} == {"cut", "next_cut", "next_deal"}
        assert len(at.table.closed_hands()) == 1
    sound(tmp_path)


def test_the_deal_that_was_pledged_can_be_checked_when_the_hand_is_closed(tmp_path: Path) -> None:
    with evening(tmp_path) as at:
        at.dealt("N", 30)
        shown = at.view.commitment
        deal = at.shoe.wait_for(orders.Deal)
        with JournalReader(tmp_path / "journal") as reader:
            (hand,) = hands_of(reader.readings()[1:])
        assert pledged(hand) is None  # sealed while it is played
        at.table.enter({"fact": "next_cut", "by": "W"}, "director")
    with JournalReader(tmp_path / "journal") as reader:
        (hand,) = hands_of(reader.readings()[1:])
    shows = pledged(hand)
    assert shows is not None
    assert isinstance(deal, orders.Deal)
    assert (shows.deal, shows.lifted) == (deal.deal, 30)
    assert opens(shows.commitment, shows.nonce, "whist", [Card(c) for c in shows.order])
    assert (*shows.order[30:], *shows.order[:30]) == deal.cards
    opening = hand.entries[0].envelope.said
    assert opening["commitment"] == shows.commitment
    assert opening["shoe"] == "shoe 7, firmware 0123456789abcdef"
    assert not shows.demo
    assert shown is not None


def test_what_is_not_left_to_chance_is_marked(tmp_path: Path) -> None:
    with evening(tmp_path, demo=True) as at:
        at.dealt("N")
        assert at.view.demo
        at.table.enter({"fact": "next_cut", "by": "W"}, "director")
    with JournalReader(tmp_path / "journal") as reader:
        shows = pledged(next(iter(hands_of(reader.readings()[1:]))))
    assert shows is not None
    assert shows.demo


# --------------------------------------------------------------------------- who may press
def test_only_the_pone_cuts_and_only_a_lawful_number(tmp_path: Path) -> None:
    with evening(tmp_path) as at:
        at.until("no pack")
        with pytest.raises(Refused, match="no pack ready"):
            at.table.deal("N")
        at.ready()
        with pytest.raises(Refused, match="The dealer presses first"):
            at.table.cut("W", 20)
        at.table.deal("N")
        for seat in "NES":
            with pytest.raises(Refused, match="West cuts to North"):
                at.table.cut(seat, 20)
        for number in (0, 3, 49, 52):
            with pytest.raises(Refused, match="A cut lifts 4 to 48 cards"):
                at.table.cut("W", number)
        assert at.kinds() == []
        assert at.shoe.count(orders.Deal) == 0
        at.table.cut("W", 4)
        with pytest.raises(Refused):
            at.table.cut("W", 5)
        assert at.shoe.count(orders.Deal) <= 1


def test_a_table_without_a_shoe_says_so(tmp_path: Path) -> None:
    table = Table(lambda: SqliteJournal(tmp_path / "journal"), HandClock(), heading=HEADING)
    table.start()
    assert table.wait_until_begun(WAIT_S)
    with pytest.raises(Refused, match="has no shoe"):
        table.deal("N")
    view = table.view("table")
    assert isinstance(view, TableView)
    assert view.shoe is None
    table.stop()


def test_whoever_presses_last_before_the_cut_is_the_dealer_of_record_even_out_of_turn(tmp_path: Path) -> None:
    with evening(tmp_path) as at:
        at.ready()
        at.table.deal("N")
        at.table.deal("E")
        assert at.until("cut").shoe is not None
        with pytest.raises(Refused, match="North cuts to East"):
            at.table.cut("W", 20)
        at.table.cut("N", 20)
        view = at.wait(lambda view, shoe: shoe.state == "dealt" and view.turn_up is not None)
        ruled = [r.irregularity for r in view.rulings]
        assert "deal_out_of_turn" in ruled
        assert [dict(f.fact).get("by") for f in at.director.facts if f.kind in ("shuffled", "presented")] == ["E", "E"]
        assert view.dealer == "E"  # nobody stopped it before the trump card: the deal is his


def test_a_pone_who_does_not_cut_is_asked_and_only_the_director_may_have_it_dealt_uncut(tmp_path: Path) -> None:
    with evening(tmp_path, cut_wait_s=60.0) as at:
        at.ready()
        assert "deal_uncut" not in (at.director.machine.acts if at.director.machine else ())
        with pytest.raises(Refused, match="The dealer presses first"):
            at.table.deal_uncut("director")
        at.table.deal("N")
        assert at.until("cut").shoe is not None
        at.clock.t = 59.0
        at.clock.t = 61.0
        view = at.wait(lambda _, shoe: "waits for your cut" in shoe.words)
        assert view.shoe is not None
        assert view.shoe.state == "cut"
        assert at.kinds() == []
        at.table.deal_uncut("director")
        at.wait(lambda view, shoe: shoe.state == "dealt" and view.turn_up is not None)
        assert "cut" not in at.kinds()
        assert "The director had the pack dealt uncut." in [f.text for f in at.director.facts]
        assert at.view.rulings == ()  # absence proves nothing where the cut is not watched


def test_an_uncut_pack_where_every_cut_is_watched_is_the_fault_that_the_law_makes_of_it(tmp_path: Path) -> None:
    shoe = FakeShoe(upto=1)
    with evening(tmp_path, shoe, heading={**HEADING, "complete": ["cut", "deal"]}) as at:
        at.ready()
        at.table.deal("N")
        at.table.deal_uncut("director")
        view = at.wait(lambda view, shoe: bool(view.rulings) and shoe.state == "no pack")
        assert [r.irregularity for r in view.rulings] == ["uncut_pack"]
        assert at.shoe.count(orders.Void) == 1
        assert "failed" not in at.kinds()  # the machine did nothing wrong
        at.shoe.load()
        assert at.wait(lambda _, shoe: shoe.deal == ("E",)).hand == 1


def test_cards_that_lie_in_the_pockets_are_taken_up_first(tmp_path: Path) -> None:
    with evening(tmp_path) as at:
        at.until("no pack")
        at.shoe.tell(events.Pocket("S", True), events.Pocket("turn-up", True))
        at.shoe.load()
        view = at.until("occupied")
        assert view.shoe is not None
        assert "South, the turn-up tray" in view.shoe.words
        with pytest.raises(Refused, match="Take up the cards"):
            at.table.deal("N")
        at.shoe.tell(events.Pocket("S", False), events.Pocket("turn-up", False))
        at.until("ready")
        at.table.deal("N")


# --------------------------------------------------------------------------- durable before it moves
def test_nothing_is_dealt_while_the_disk_refuses_the_pack(tmp_path: Path) -> None:
    books: list[Slow] = []

    def open_book() -> Slow:
        books.append(Slow(tmp_path / "journal"))
        return books[0]

    with evening(tmp_path, open_book=open_book) as at:
        at.ready()
        at.table.deal("N")
        books[0].shut = True
        cut = at.table.submit_cut("W", 21)
        at.until("sealing")
        at.wait(lambda view, _: view.waiting_for is not None)
        assert not cut.done()
        assert at.shoe.count(orders.Deal) == 0
        assert at.kinds() == []
        books[0].shut = False
        cut.result(WAIT_S)
        at.shoe.wait_for(orders.Deal)
        at.until("dealt")
    sound(tmp_path)


def test_nothing_is_dealt_before_the_shoe_keeps_the_key(tmp_path: Path) -> None:
    shoe = FakeShoe()
    shoe.answers -= {"Keep"}
    with evening(tmp_path, shoe) as at:
        at.ready()
        at.table.deal("N")
        at.table.cut("W", 21)
        keep = shoe.wait_for(orders.Keep)
        assert isinstance(keep, orders.Keep)
        assert at.until("sealing").counts == (("N", 0), ("E", 0), ("S", 0), ("W", 0))
        assert shoe.count(orders.Deal) == 0
        shoe.tell(events.Kept("00" * 16))
        shoe.tell(events.Kept(keep.deal))
        deal = shoe.wait_for(orders.Deal)
        assert isinstance(deal, orders.Deal)
        assert deal.deal == keep.deal


def test_progress_counts_what_is_in_the_record(tmp_path: Path) -> None:
    shoe = FakeShoe(upto=17)
    with evening(tmp_path, shoe) as at:
        at.ready()
        at.table.deal("N")
        at.table.cut("W", 21)
        view = at.wait(lambda _, s: s.state == "dealing" and s.done == 17)
        assert view.shoe is not None
        assert view.shoe.of == 52
        assert sum(n for _, n in view.counts) == 17
        assert at.director.machine is not None
        assert "pause" in at.director.machine.acts
        shoe.deal_upto(52)
        at.until("dealt")


# --------------------------------------------------------------------------- packs that are refused
def test_a_refused_pack_is_recorded_and_no_hand_is_the_worse(tmp_path: Path) -> None:
    shoe = FakeShoe()
    shoe.answers -= {"Prepare"}
    with evening(tmp_path, shoe) as at:
        shoe.load()
        shoe.wait_for(orders.Prepare)
        shoe.tell(events.Hopper(False), events.PackRefused((Card("7D"),), (Card("8C"),), 1, 0, 0, 1, "refused"))
        shoe.doing("gathering")
        shoe.doing("no pack")
        view = at.until("refused")
        assert view.shoe is not None
        assert view.shoe.words == (
            "The pack is refused: 7♦ missing, 8♣ twice, a card of another pack, a card too many. "
            "Mend it and load it again."
        )
        assert view.shoe.alarm
        assert [dict(f.fact) for f in at.director.facts if f.kind == "failed"]
        assert view.rulings == ()
        assert view.phase == "cut"
        assert shoe.count(orders.Prepare) == 1
        shoe.answers.add("Prepare")
        at.dealt("N")  # the same hand begins with the mended pack
        assert at.view.hand == 1
        at.table.enter({"fact": "next_cut", "by": "W"}, "director")
        (hand,) = at.table.closed_hands()
        assert hand["shoe"] == {
            "cards": 52,
            "refused": {"missing": ["7D"], "double": ["8C"], "foreign": 2, "faced": 0, "unread": 0},
        }
        assert hand["faults"] == []
    sound(tmp_path)
    with JournalReader(tmp_path / "journal") as reader:
        readings = reader.readings()
    # The hand had begun with the refusal, and went on under the deal of its pack without losing anything.
    opened = [r.envelope.said["commitment"] for r in readings if r.kind == "opened"]
    assert opened[0] is None
    assert opened[1] is not None
    assert not any(r.shut for r in readings)


def test_the_next_pack_may_be_refused_while_this_hand_is_played(tmp_path: Path) -> None:
    with evening(tmp_path) as at:
        at.dealt("N")
        at.shoe.answers -= {"Prepare"}
        at.shoe.load()
        at.shoe.wait_for(orders.Prepare, 2)
        at.shoe.tell(events.Hopper(False), events.PackRefused((), (), 0, 2, 0, 0, "refused"))
        at.shoe.doing("gathering")
        at.shoe.doing("no pack")
        view = at.until("refused")
        assert (view.phase, view.rulings) == ("deal", ())
        assert dict(view.counts) == dict.fromkeys("NESW", 13)
