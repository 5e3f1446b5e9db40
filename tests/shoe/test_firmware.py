"""The real firmware, flashed into the simulated machine, with the real driver on its line.

What the driver tells is compared with where the simulated machine says that each card, by its serial number, really is.
The machine runs in lock-step as fast as it can: a figure of time taken here means nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from controller.bench.pack import BACK, JOKER, STRANGE_BACK
from controller.bench.shoe import Lying
from controller.rules.cards import PACK, Card
from controller.shoe import events, orders
from controller.shoe.commitment import opens
from controller.shoe.plan import in_turn
from tests.shoe.simulated import DEAL, SMALL, Simulated, lying

KEY: Final = bytes(range(32))
STRANGE: Final = STRANGE_BACK


def test_a_whole_pack_from_the_hopper_to_the_pockets(tmp_path: Path) -> None:
    with Simulated(tmp_path) as sim:
        prepared = sim.prepared(PACK)
        assert set(prepared.order) == set(PACK)
        assert opens(prepared.commitment, prepared.nonce, "whist", prepared.order)
        lies = {int(slot): serial for slot, serial in sim.hands.where()["slots"].items()}
        assert lies == {slot: PACK.index(card) + 1 for slot, card in enumerate(prepared.order)}
        sim.shoe.order(orders.Keep(DEAL, KEY))
        sim.until(events.Kept)
        deal = orders.deal_of(DEAL, prepared.order, 20, in_turn(("E", "S", "W", "N"), (1,) * 13, turned=True))
        sim.shoe.order(deal)
        assert sim.until(events.DealDone, events.DealVoid) == events.DealDone(DEAL)
        dealt = sim.all(events.CardDealt)
        assert [(e.number, e.card) for e in dealt] == list(enumerate(deal.cards, 1))
        assert sim.wrong() == []
        where = sim.hands.where()
        assert where["pockets"]["T"] == [PACK.index(deal.cards[-1]) + 1]
        for pocket in "NESW":
            order = [PACK.index(e.card) + 1 for e in dealt if e.dest == pocket]
            assert where["pockets"][pocket] == order
        assert (where["torn"], where["rough"], where["lost_steps"], where["floor"]) == (0, 0, 0, [])
        sim.shoe.order(orders.Recall(DEAL))
        assert sim.until(events.Returned) == events.Returned(DEAL, KEY)
        sim.shoe.order(orders.Report())
        report = sim.until(events.Reported)
        assert report.shoe["isr_max_tenth_us"] < 1000
        assert report.shoe["stack_free"] > 1024
        assert report.shoe["overruns"] == report.shoe["events_dropped"] == report.shoe["crc_errors"] == 0


@pytest.mark.parametrize("after_ms", [3, 105, 222, 350, 431, 590, 700])
def test_power_cut_in_mid_deal(tmp_path: Path, after_ms: int) -> None:
    with Simulated(tmp_path, seed=after_ms) as sim:
        deal = sim.deal(sim.prepared())
        sim.shoe.order(orders.Keep(DEAL, KEY))
        sim.until(events.Kept)
        sim.hands.ask({"cut": {"at": "dealing", "after_ms": after_ms, "for_ms": 100 + after_ms}})
        sim.shoe.order(deal)
        end = sim.until(events.DealDone, events.DealVoid)
        assert sim.all(events.LinkLost), "the power was not cut"
        assert sim.wrong() == []
        assert end == events.DealDone(DEAL), end
        assert [e.number for e in sim.all(events.CardDealt)] == list(range(1, len(SMALL) + 1))
        sim.shoe.order(orders.Recall(DEAL))
        assert sim.until(events.Returned) == events.Returned(DEAL, KEY)


@pytest.mark.parametrize("dealt", [0, 1, 4, 8])
def test_the_host_starts_anew_in_mid_deal(tmp_path: Path, dealt: int) -> None:
    """It knows what the journal knows: the plan, and that some cards fell."""
    with Simulated(tmp_path, seed=dealt) as sim:
        deal = sim.deal(sim.prepared())
        sim.shoe.order(deal)
        for _ in range(dealt):
            sim.until(events.CardDealt)
        sim.shoe.stop()
        told = max(dealt - 1, 0)
        sim.begin()
        sim.until(events.Linked)
        sim.shoe.order(orders.Resume(deal, told))
        assert sim.until(events.DealDone, events.DealVoid) == events.DealDone(DEAL)
        assert [e.number for e in sim.all(events.CardDealt)] == list(range(told + 1, len(SMALL) + 1))
        assert sim.wrong() == []


def test_a_whole_deal_over_a_noisy_line(tmp_path: Path) -> None:
    with Simulated(tmp_path) as sim:
        sim.hands.ask({"noise": {"flip": 0.01, "seed": 3}})
        deal = sim.deal(sim.prepared())
        sim.shoe.order(deal)
        assert sim.until(events.DealDone, events.DealVoid) == events.DealDone(DEAL)
        assert sim.wrong() == []
        assert sim.hands.ask({"counters": True})["flipped"] > 10


def test_the_cable_is_pulled_out_and_put_in_again(tmp_path: Path) -> None:
    with Simulated(tmp_path) as sim:
        deal = sim.deal(sim.prepared())
        sim.shoe.order(deal)
        sim.until(events.CardDealt)
        sim.hands.ask({"unplug": True})
        sim.until(events.LinkLost)
        sim.hands.ask({"unplug": False})
        assert sim.until(events.DealDone, events.DealVoid) == events.DealDone(DEAL)
        assert sim.wrong() == []


# --------------------------------------------------------------------------- packs that are not the game's
def refused(sim: Simulated, hopper: list[Lying], pack: tuple[Card, ...] = SMALL) -> events.PackRefused:
    sim.load(hopper)
    sim.shoe.order(orders.Prepare(DEAL, "whist", pack))
    told = sim.until(events.PackRefused)
    sim.until_doing("no pack")
    where = sim.hands.where()
    assert where["slots"] == {}
    assert sorted(where["pockets"]["R"]) == sorted(card.serial for card in hopper)
    assert where["torn"] == 0
    return told


def test_packs_that_are_refused(tmp_path: Path) -> None:
    """One after the other in one machine: each is gathered and the next one loaded."""
    sound = lying(SMALL)
    index = PACK.index
    with Simulated(tmp_path) as sim:
        told = refused(sim, sound[:4] + sound[5:])
        assert (told.missing, told.double, told.extra) == ((SMALL[4],), (), 0)
        sim.hands.take("all")

        double = Lying(sound[5].serial, index(SMALL[2]), BACK)
        told = refused(sim, [*sound[:5], double, *sound[6:]])
        assert (told.missing, told.double) == ((SMALL[5],), (SMALL[2],))
        sim.hands.take("all")

        told = refused(sim, [*sound, Lying(50, index(PACK[50]), BACK)])
        assert (told.extra, told.missing) == (1, ())
        sim.hands.take("all")

        told = refused(sim, [*sound[:8], Lying(sound[8].serial, index(SMALL[8]), BACK, faced=True)])
        assert (told.faced, told.missing) == (1, (SMALL[8],))
        sim.hands.take("all")

        for stranger in (Lying(60, JOKER, BACK), Lying(60, index(SMALL[1]), STRANGE)):
            told = refused(sim, [sound[0], stranger, *sound[2:]])
            assert (told.foreign, told.missing) == (1, (SMALL[1],))
            sim.hands.take("all")

        sim.hands.ask({"fault": {"kind": "unreadable", "card": sound[3].serial, "times": 0}})
        told = refused(sim, sound)
        assert (told.unread, told.missing) == (1, (SMALL[3],))
        sim.hands.ask({"fault": {"kind": "none"}})
        sim.hands.take("all")

        assert sim.prepared().order


def test_two_cards_that_stick_together_are_parted_or_refused(tmp_path: Path) -> None:
    with Simulated(tmp_path) as sim:
        sim.hands.ask({"fault": {"kind": "double_feed", "card": PACK.index(SMALL[3]) + 1}})
        sim.load(lying(SMALL))
        sim.shoe.order(orders.Prepare(DEAL, "whist", SMALL))
        told: object = sim.until(events.Prepared, events.PackRefused)
        if isinstance(told, events.PackRefused):
            assert told.missing == (SMALL[3], SMALL[4])
        elif isinstance(told, events.Prepared):
            lies = {int(slot): serial for slot, serial in sim.hands.where()["slots"].items()}
            assert lies == {slot: PACK.index(card) + 1 for slot, card in enumerate(told.order)}


def test_a_power_cut_while_reading_refuses_the_pack(tmp_path: Path) -> None:
    """Wherever the card is then: under the pick roller, in the window, in the gate, at its end, at the carousel."""
    with Simulated(tmp_path) as sim:
        for n, after_ms in enumerate((0, 70, 150, 260, 270, 280, 325)):
            sim.load(lying(SMALL))
            sim.hands.ask({"cut": {"at": "pick", "count": 3, "after_ms": after_ms, "for_ms": 100}})
            sim.shoe.order(orders.Prepare(DEAL, "whist", SMALL))
            told = sim.until(events.PackRefused, events.Prepared)
            assert isinstance(told, events.PackRefused), n
            sim.until_doing("no pack")
            where = sim.hands.where()
            assert where["slots"] == {}
            assert where["torn"] == 0
            # One that the roller had hardly touched, seen by no sensor, is as good as in the hopper.
            assert all(card["lead"] < 20 for card in where["leads"])
            sim.hands.take("all")
            sim.hands.take("hopper")
            sim.hands.take("path")
            while sim.until(events.Hopper).loaded:
                pass
        assert sim.prepared().order


# --------------------------------------------------------------------------- faults of a deal
@pytest.mark.parametrize("later_ms", [0, 20, 40, 60])
def test_the_lid_opened_in_mid_deal_makes_it_void(tmp_path: Path, later_ms: int) -> None:
    """Wherever the cards stand then, in a gate too: none is torn, and all are gathered."""
    with Simulated(tmp_path) as sim:
        deal = sim.deal(sim.prepared())
        sim.shoe.order(deal)
        for _ in range(3):
            sim.until(events.CardDealt)
        sim.hands.ask({"wait_ms": later_ms})
        sim.hands.ask({"lid": True})
        void = sim.until(events.DealVoid, events.DealDone)
        assert isinstance(void, events.DealVoid)
        assert "lid" in void.why
        assert sim.wrong() == []
        sim.hands.ask({"lid": False})
        sim.hands.ask({"wait_ms": 50})
        fault = sim.all(events.Faulted)[-1].fault
        sim.shoe.order(orders.Clear(fault))
        sim.until_doing("void")
        sim.shoe.order(orders.Eject())
        sim.until_doing("no pack")
        where = sim.hands.where()
        assert (where["slots"], where["path"], where["torn"]) == ({}, [], 0)


def test_a_hand_in_a_pocket_is_waited_for(tmp_path: Path) -> None:
    with Simulated(tmp_path) as sim:
        deal = sim.deal(sim.prepared())
        sim.hands.ask({"fault": {"kind": "hand_in_pocket", "place": "S"}})
        sim.shoe.order(deal)
        faulted = sim.until(events.Faulted)
        assert "pocket" in faulted.words
        sim.hands.ask({"wait_ms": 20_000})
        assert not sim.all(events.DealVoid)
        sim.hands.ask({"fault": {"kind": "none"}})
        assert sim.until(events.DealDone, events.DealVoid) == events.DealDone(DEAL)
        assert sim.wrong() == []


@pytest.mark.parametrize(
    "fault",
    [
        {"kind": "no_eject", "times": 2},
        {"kind": "jam", "place": "nip"},
        {"kind": "jam", "place": "exit"},
        {"kind": "wrong_pocket", "place": "W"},
        {"kind": "lost_card"},
    ],
    ids=lambda fault: "-".join(str(value) for value in fault.values()),
)
def test_a_fault_never_makes_a_wrong_belief(tmp_path: Path, fault: dict[str, object]) -> None:
    """A steward clears what stops; the deal is then done or void, and what was told is so."""
    with Simulated(tmp_path) as sim:
        prepared = sim.prepared()
        deal = sim.deal(prepared)
        card = deal.cards[4]
        sim.hands.ask({"fault": {**fault, "card": PACK.index(card) + 1}})
        sim.shoe.order(deal)
        faulted = sim.until(events.Faulted)
        sim.hands.ask({"wait_ms": 1000})
        sim.hands.ask({"fault": {"kind": "none"}})
        sim.shoe.order(orders.Clear(faulted.fault))
        told = sim.until(events.DealDone, events.DealVoid)
        assert sim.wrong() == []
        assert isinstance(told, events.DealVoid) or fault["kind"] in ("no_eject", "jam")


def test_a_card_that_sticks_in_its_mouth_is_taken_out_by_its_player(tmp_path: Path) -> None:
    with Simulated(tmp_path) as sim:
        deal = sim.deal(sim.prepared())
        serial = PACK.index(deal.cards[4]) + 1
        sim.hands.ask({"fault": {"kind": "jam", "place": "pocket", "card": serial}})
        sim.shoe.order(deal)
        assert "pocket" in sim.until(events.Faulted).words
        sim.hands.ask({"wait_ms": 20_000})
        sim.hands.ask({"remove": serial})
        assert sim.until(events.DealDone, events.DealVoid) == events.DealDone(DEAL)
        assert [e.card for e in sim.wrong()] == [deal.cards[4]]
        sim.shoe.order(orders.Report())
        assert sim.until(events.Reported).fault == 0


def test_a_pause_and_a_person_who_lets_it_go_on(tmp_path: Path) -> None:
    with Simulated(tmp_path) as sim:
        deal = sim.deal(sim.prepared())
        sim.shoe.order(deal)
        sim.until(events.CardDealt)
        sim.shoe.order(orders.Pause())
        paused = sim.until_doing("paused")
        assert paused.done < len(SMALL)
        sim.hands.ask({"wait_ms": 3000})
        assert len(sim.all(events.CardDealt)) == paused.done
        sim.shoe.order(orders.Resume(deal, paused.done))
        assert sim.until(events.DealDone, events.DealVoid) == events.DealDone(DEAL)
        assert sim.wrong() == []


def test_a_deal_nobody_wants_is_void_and_gathered(tmp_path: Path) -> None:
    with Simulated(tmp_path) as sim:
        deal = sim.deal(sim.prepared())
        sim.shoe.order(deal)
        sim.until(events.CardDealt)
        sim.shoe.order(orders.Void(DEAL, "a misdeal"))
        void = sim.until(events.DealVoid)
        assert (void.why, void.place) == ("a misdeal", "host")
        sim.until_doing("void")
        assert sim.wrong() == []
        sim.shoe.order(orders.Eject())
        sim.until_doing("no pack")
        where = sim.hands.where()
        assert (where["slots"], where["path"]) == ({}, [])
        sim.hands.take("all")
        assert sim.prepared().order


def test_two_hands_share_a_pocket_one_after_the_other(tmp_path: Path) -> None:
    pack = SMALL[:8]
    with Simulated(tmp_path) as sim:
        prepared = sim.prepared(pack)
        deal = orders.deal_of(DEAL, prepared.order, 3, in_turn(("E", "W", "E", "W"), (1, 1)))
        sim.shoe.order(deal)
        for _ in range(4):
            sim.until(events.CardDealt)
        sim.until_doing("dealing")
        sim.hands.ask({"wait_ms": 100})  # the last one lies
        first = {pocket: sim.hands.take(pocket) for pocket in ("E", "W")}
        assert sim.until(events.DealDone, events.DealVoid) == events.DealDone(DEAL)
        serials = [PACK.index(card) + 1 for card in deal.cards]
        assert first == {"E": tuple(serials[0:4:2]), "W": tuple(serials[1:4:2])}
        assert sim.hands.where()["pockets"]["E"] == serials[4::2]
