"""Deals that fail, are stopped or interrupted, and a service that begins again in the midst of one."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.shoe import events, orders
from controller.table.errors import Refused, Unavailable
from tests.table.evening import Slow, evening, sound
from tests.table.fakes import WAIT_S, FakeMachine
from tests.table.hands import Hand
from tests.table.shoes import FakeShoe
from tests.table.sitting import Sitting


# --------------------------------------------------------------------------- deals that fail
def test_a_deal_that_the_shoe_gives_up_is_a_machine_fault_and_the_same_dealer_deals_again(tmp_path: Path) -> None:
    shoe = FakeShoe(upto=9)
    with evening(tmp_path, shoe) as at:
        at.ready()
        at.table.deal("N")
        at.table.cut("W", 21)
        at.wait(lambda _, s: s.done == 9)
        deal = shoe.wait_for(orders.Deal)
        assert isinstance(deal, orders.Deal)
        shoe.tell(events.DealVoid(deal.deal, "a card is jammed", "exit", 9))
        shoe.doing("void")
        view = at.wait(lambda view, s: bool(view.rulings) and s.state == "no pack")
        assert [(r.irregularity, r.status) for r in view.rulings] == [("machine_fault", "compulsory")]
        (failed,) = [f for f in at.director.facts if f.kind == "failed"]
        assert (dict(failed.fact)["why"], dict(failed.fact)["place"]) == ("jam", "exit")
        assert shoe.count(orders.Eject) == 1
        shoe.upto = 52
        at.dealt("N", 11)
        assert (at.view.hand, at.view.dealer) == (2, "N")
        (closed,) = at.table.closed_hands()
        assert isinstance(closed["result"], dict)
        assert (closed["result"]["void"], closed["result"]["next_dealer"]) == (True, "N")
        assert closed["faults"] == [{"fault": "jam", "place": "exit", "outcome": "void"}]
    sound(tmp_path)


def test_a_deal_that_the_director_voids_stops_and_is_no_fault_of_the_machine(tmp_path: Path) -> None:
    shoe = FakeShoe(upto=9)
    with evening(tmp_path, shoe) as at:
        at.ready()
        at.table.deal("N")
        at.table.cut("W", 21)
        at.wait(lambda _, s: s.done == 9)
        at.table.void("director", "the lamp fell on the table")
        shoe.wait_for(orders.Void)
        at.wait(lambda view, s: s.state == "no pack")
        assert "failed" not in at.kinds()
        assert shoe.count(orders.Eject) == 1
        at.shoe.load()
        assert at.wait(lambda _, s: s.deal == ("N",)).hand == 1


def test_a_pack_that_is_lost_before_its_cut_is_no_deal_of_anybody(tmp_path: Path) -> None:
    with evening(tmp_path) as at:
        at.ready()
        at.table.deal("N")
        prepare = at.shoe.wait_for(orders.Prepare)
        assert isinstance(prepare, orders.Prepare)
        at.shoe.doing("lid open")
        at.shoe.tell(events.DealVoid(prepare.deal, "the lid was opened", "nowhere", 0))
        at.shoe.doing("void")
        view = at.wait(lambda _, s: s.state == "no pack")
        assert (view.rulings, view.phase) == ((), "cut")
        (failed,) = [f for f in at.director.facts if f.kind == "failed"]
        assert (dict(failed.fact)["why"], dict(failed.fact)["of"]) == ("lid", "still")
        with pytest.raises(Refused):
            at.table.cut("W", 21)


def test_a_shoe_that_is_lost_in_mid_deal_is_said_and_nothing_is_claimed(tmp_path: Path) -> None:
    shoe = FakeShoe(upto=9)
    with evening(tmp_path, shoe) as at:
        at.ready()
        at.table.deal("N")
        at.table.cut("W", 21)
        before = at.wait(lambda _, s: s.done == 9)
        shoe.tell(events.LinkLost("the cable is out"), events.Doing("link lost", 0, 0, "the cable is out"))
        view = at.until("link lost")
        assert view.shoe is not None
        assert (view.shoe.alarm, view.shoe.detail) == (True, "The cable is out.")
        assert view.counts == before.counts
        assert at.table.health().shoe == view.shoe.words
        assert "failed" not in at.kinds()
        shoe.upto = 52
        shoe.link()
        shoe.doing("checking", 9, 52)
        shoe.deal_upto(52)
        at.until("dealt")
        assert dict(at.view.counts) == dict.fromkeys("NESW", 13)
    sound(tmp_path)


def test_a_jam_is_shown_with_its_place_and_cleared_by_its_number(tmp_path: Path) -> None:
    shoe = FakeShoe(upto=9)
    with evening(tmp_path, shoe) as at:
        at.ready()
        at.table.deal("N")
        at.table.cut("W", 21)
        at.wait(lambda _, s: s.done == 9)
        shoe.tell(events.Faulted(41, "exit", "a card is jammed"))
        shoe.doing("jammed", 9, 52)
        view = at.until("jammed")
        assert view.shoe is not None
        # What the machine says more is said too, and nothing twice.
        assert (view.shoe.place, view.shoe.detail, view.shoe.done) == ("exit", None, 9)
        shoe.tell(events.Faulted(41, "exit", "a gate does not reach its place"))
        at.wait(lambda _, s: s.detail == "A gate does not reach its place.")
        assert at.director.machine is not None
        assert at.director.machine.fault == 41
        with pytest.raises(Refused, match="does not stand"):
            at.table.clear_fault("director", 40)
        at.table.clear_fault("director", 41)
        assert shoe.wait_for(orders.Clear) == orders.Clear(41)
        shoe.doing("checking", 9, 52)
        shoe.deal_upto(52)
        at.until("dealt")


def test_a_person_may_pause_the_shoe_and_let_it_go_on(tmp_path: Path) -> None:
    shoe = FakeShoe(upto=9)
    with evening(tmp_path, shoe) as at:
        with pytest.raises(Refused, match="not dealing"):
            at.table.pause_shoe("director")
        at.ready()
        at.table.deal("N")
        at.table.cut("W", 21)
        at.wait(lambda _, s: s.done == 9)
        at.table.pause_shoe("director")
        shoe.wait_for(orders.Pause)
        shoe.doing("paused", 9, 52)
        view = at.until("paused")
        assert view.shoe is not None
        assert not view.shoe.alarm
        shoe.upto = 52
        at.table.resume_shoe("director")
        at.until("dealt")


# --------------------------------------------------------------------------- begun again
@pytest.mark.parametrize("fell", [0, 1, 17, 51])
def test_a_service_that_ends_in_mid_deal_goes_on_with_the_same_deal(tmp_path: Path, fell: int) -> None:
    shoe = FakeShoe(upto=fell)
    with evening(tmp_path, shoe) as at:
        at.ready()
        at.table.deal("N")
        at.table.cut("W", 21)
        first = shoe.wait_for(orders.Deal)
        assert isinstance(first, orders.Deal)
        at.wait(lambda view, _: sum(n for _, n in view.counts) == fell)
        before = at.view
    assert shoe.deck is not None
    shoe.deck.dealt = min(52, fell + 2)  # two more fell while nobody was listening
    shoe.upto = 52
    shoe.doing("paused", fell, 52)
    with evening(tmp_path, shoe) as at:
        resume = shoe.wait_for(orders.Resume)
        assert isinstance(resume, orders.Resume)
        assert (resume.deal, resume.told) == (first, fell)
        view = at.wait(lambda view, s: view.turn_up is not None and s.state == "dealt")
        assert dict(view.counts) == dict.fromkeys("NESW", 13)
        assert (view.turn_up, view.commitment) == (first.cards[-1], before.commitment)
        assert at.kinds().count("dealt") == 52
        assert at.kinds().count("pack") == 1
        at.table.look("director")
        hands = at.director.hands
        assert hands is not None
        dealt: dict[str, set[str]] = {seat: set() for seat in "NESW"}
        for card, dest in zip(first.cards, first.dests, strict=True):
            dealt["N" if dest == "turn-up" else dest].add(card)
        assert {seat: set(cards) for seat, cards in hands} == dealt
        assert shoe.count(orders.Deal) == 1
        at.table.enter({"fact": "next_cut", "by": "W"}, "director")
    sound(tmp_path)


def test_a_deal_whose_key_is_lost_is_void_and_gathered(tmp_path: Path) -> None:
    shoe = FakeShoe(upto=9)
    with evening(tmp_path, shoe) as at:
        at.ready()
        at.table.deal("N")
        at.table.cut("W", 21)
        at.wait(lambda _, s: s.done == 9)
    shoe.key = None
    shoe.doing("paused", 9, 52)
    with evening(tmp_path, shoe) as at:
        view = at.wait(lambda view, s: bool(view.rulings) and s.state == "no pack")
        assert [r.irregularity for r in view.rulings] == ["machine_fault"]
        assert shoe.count(orders.Resume) == 0
        assert shoe.count(orders.Eject) == 1
        shoe.upto = 52
        at.dealt("N")
        assert at.view.hand == 2
    sound(tmp_path)


def test_a_hand_that_was_dealt_keeps_its_cards_over_a_restart(tmp_path: Path) -> None:
    shoe = FakeShoe()
    with evening(tmp_path, shoe) as at:
        at.dealt("N")
        deal = shoe.wait_for(orders.Deal)
        before = at.view
    with evening(tmp_path, shoe) as at:
        view = at.wait(lambda _, s: s.state == "dealt")
        assert isinstance(deal, orders.Deal)
        assert (view.counts, view.turn_up, view.commitment) == (before.counts, before.turn_up, before.commitment)
        assert shoe.count(orders.Resume) == 0
        assert view.waiting_for is None
        assert ("hands", "unknown: the key of this hand was lost") not in at.director.sources


def test_a_pack_that_nobody_remembers_is_gathered(tmp_path: Path) -> None:
    shoe = FakeShoe()
    with evening(tmp_path, shoe) as at:
        at.ready()
    shoe.doing("paused")
    with evening(tmp_path, shoe) as at:
        at.until("no pack")
        assert shoe.count(orders.Eject) == 1
        at.dealt("N")


def test_whoever_waits_for_a_cut_when_the_table_closes_is_told(tmp_path: Path) -> None:
    shoe = FakeShoe()
    shoe.answers -= {"Keep"}
    books: list[Slow] = []

    def open_book() -> Slow:
        books.append(Slow(tmp_path / "journal"))
        return books[0]

    with evening(tmp_path, shoe, open_book=open_book) as at:
        at.ready()
        at.table.deal("N")
        books[0].shut = True
        cut = at.table.submit_cut("W", 21)
        at.until("sealing")
    with pytest.raises(Unavailable):
        cut.result(WAIT_S)
    with pytest.raises(Unavailable):
        at.table.deal("N")


# --------------------------------------------------------------------------- with another machine
def test_a_machine_that_goes_silent_loses_its_own_channels_only(tmp_path: Path) -> None:
    with FakeMachine(tmp_path / "machine", run="bench") as machine, evening(tmp_path, machine=True) as at:
        at.wait(lambda view, _: view.waiting_for is None)
        at.dealt("N")
        machine.tell({"fact": "took_up", "by": "N"}, t=at.clock.t + 1)
        machine.wait_acked(camera=1)
        assert set(machine.acked) == {"camera"}  # what the shoe told is none of its business
        assert machine.keys == {}  # and the shoe keeps the key
        machine.hang_up()
        at.wait(lambda view, _: view.waiting_for is not None and "No machine" in view.waiting_for)
        assert dict(at.director.sources)["shoe"] == "dealt"
        at.wait(lambda view, _: view.waiting_for is None)
        machine.tell({"fact": "played", "by": "E", "cards": "2S"})
        machine.wait_acked(camera=2)


def test_a_machine_that_deals_by_itself_goes_on_beside_a_shoe(tmp_path: Path) -> None:
    hand = Hand(4)
    with FakeMachine(tmp_path / "machine", run="bench") as machine, evening(tmp_path, machine=True) as at:
        at.wait(lambda view, _: view.waiting_for is None)
        at.ready()
        Sitting(at.table, machine, tmp_path).tell(hand.start())
        assert dict(at.view.counts) == dict.fromkeys("NESW", 13)
        with pytest.raises(Refused, match="is being dealt or played"):
            at.table.deal("N")
        Sitting(at.table, machine, tmp_path).tell(hand.rest())
        at.wait(lambda _, s: s.deal == ("E",))
        at.table.deal("E")
        at.table.cut("N", 33)
        view = at.wait(lambda view, s: view.hand == 2 and s.state == "dealt" and view.turn_up is not None)
        assert dict(view.counts) == dict.fromkeys("NESW", 13)
    sound(tmp_path)
