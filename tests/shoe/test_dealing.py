"""A deal: credit, veto, pauses, faults; and after every interruption no belief that is not true."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import pytest

from controller.rules.cards import PACK, Card
from controller.shoe import events, messages, orders
from controller.shoe.codes import FaultCode, PlaceCode, StateCode
from controller.shoe.dealing import AHEAD
from controller.shoe.plan import DESTS, Dest, Pattern, in_turn
from tests.shoe.fake import FakeShoe
from tests.shoe.fake_window import Lying, full
from tests.shoe.world import World

DEAL: Final = "beef" * 8
SMALL: Final = PACK[:12]
THRICE_ROUND: Final = in_turn(("E", "S", "W", "N"), (1,) * 3, turned=True)
ALIKE: Final = Pattern(tuple(range(12)), ("E",) * 12)
OVER: Final = (events.DealDone, events.DealVoid)
KEY: Final = bytes(range(32))


def ready(pattern: Pattern = THRICE_ROUND, cut: int = 3) -> tuple[World, orders.Deal]:
    """A pack that was prepared, and the deal of it."""
    world = World(FakeShoe(full(SMALL)))
    world.until(events.Linked)
    world.run(0.2)
    world.order(orders.Prepare(DEAL, "whist", SMALL))
    prepared = world.until(events.Prepared)
    world.run(0.2)
    return world, orders.deal_of(DEAL, prepared.order, cut, pattern)


def dealt(world: World) -> list[events.CardDealt]:
    return [e for e in world.heard if isinstance(e, events.CardDealt)]


def over(world: World, seconds: float = 30.0) -> events.Event:
    """How the deal ended."""
    assert world.run(seconds, lambda: any(isinstance(e, OVER) for e in world.heard)), world.heard[-4:]
    ends = [e for e in world.heard if isinstance(e, OVER)]
    assert len(ends) == 1
    return ends[0]


def assert_true(world: World, deal: orders.Deal, told: int = 0) -> None:
    """Everything that was told is so: number, card and pocket, each once and in order."""
    cards = dealt(world)
    assert [e.number for e in cards] == list(range(told + 1, told + 1 + len(cards)))
    for event in cards:
        assert event.card == deal.cards[event.number - 1]
        assert event.dest == deal.dests[event.number - 1]
        in_mouth = {c.card for c in world.shoe.path if c.lead >= 70 and DESTS[c.dest] == event.dest}
        assert event.card in {*world.shoe.pockets[event.dest], *in_mouth}, (event, world.shoe.pockets)


def test_every_card_falls_where_the_plan_says() -> None:
    world, deal = ready()
    world.order(deal)
    assert over(world) == events.DealDone(DEAL)
    assert_true(world, deal)
    assert len(dealt(world)) == 12
    assert world.shoe.pockets["turn-up"] == [deal.cards[-1]]
    assert all(e.t_us is not None for e in dealt(world))
    assert world.run(1, lambda: world.heard[-1] == events.Doing("dealt", 12, 12, "the cards are dealt"))


def test_the_plan_on_the_line_holds_no_identity() -> None:
    world, deal = ready()
    world.order(deal)
    over(world)
    plan = b"".join(c.steps for c in world.shoe.executed if isinstance(c, messages.Plan))
    assert plan == bytes(b for pair in zip(deal.slots, (*(1, 2, 3, 0) * 2, 1, 2, 3, 4), strict=True) for b in pair)


def test_credit_runs_ahead_of_what_was_heard_and_no_further() -> None:
    world, deal = ready()
    world.order(deal)
    while not any(isinstance(e, OVER) for e in world.heard):
        world.run(0.001)
        assert world.shoe.credit <= min(len(dealt(world)) + AHEAD, 12)
    assert world.shoe.credit == 12


def test_a_silent_host_stops_the_deal_and_coming_back_it_goes_on() -> None:
    world, deal = ready()
    world.order(deal)
    world.run(1, lambda: len(dealt(world)) == 2)
    world.unplug()
    world.run(3)
    assert world.shoe.state is StateCode.PAUSED
    assert 2 < world.shoe.committed < 12
    assert world.heard[-2:] == [events.LinkLost("unplugged"), events.Doing("link lost", 0, 0, "unplugged")]
    world.plug()
    assert over(world) == events.DealDone(DEAL)
    assert_true(world, deal)
    assert [e.t_us is None for e in dealt(world)].count(True) >= 1


def test_a_pause_finishes_the_card_in_the_path_and_waits_for_a_person() -> None:
    world, deal = ready()
    world.order(deal)
    world.run(1, lambda: len(dealt(world)) == 2)
    world.order(orders.Pause())
    world.run(5)
    assert world.shoe.state is StateCode.PAUSED
    assert not world.shoe.path
    told = len(dealt(world))
    assert told == world.shoe.committed < 12
    assert world.heard[-1] == events.Doing("paused", told, 12, "the deal is paused")
    world.order(orders.Resume(deal, told))
    assert over(world) == events.DealDone(DEAL)
    assert events.Resumed(DEAL, told + 1) in world.heard
    assert_true(world, deal)


def test_a_pause_outlives_the_link() -> None:
    world, deal = ready()
    world.order(deal)
    world.run(1, lambda: len(dealt(world)) == 2)
    world.order(orders.Pause())
    world.run(0.3)
    world.shoe.cut()
    world.run(10)
    assert world.heard[-1] == events.Doing("paused", len(dealt(world)), 12, "the deal is paused")
    world.order(orders.Resume(deal, 0))
    assert over(world) == events.DealDone(DEAL)
    assert_true(world, deal)


def test_a_pause_while_the_link_is_lost_is_kept() -> None:
    world, deal = ready()
    world.order(deal)
    world.run(1, lambda: len(dealt(world)) == 2)
    world.unplug()
    world.order(orders.Pause())
    world.run(3)
    world.plug()
    world.run(5)
    assert len(dealt(world)) == 2
    assert world.heard[-1] == events.Doing("paused", 2, 12, "the deal is paused")


@pytest.mark.parametrize("lost", [False, True], ids=["linked", "link lost"])
def test_a_deal_nobody_wants_any_more_is_void_and_gathered_on_order(lost: bool) -> None:
    world, deal = ready()
    world.order(deal)
    world.run(1, lambda: len(dealt(world)) == 3)
    if lost:
        world.unplug()
    world.order(orders.Void(DEAL, "a misdeal"))
    world.run(2)
    if lost:
        world.plug()
    void = over(world)
    assert isinstance(void, events.DealVoid)
    assert (void.why, void.place) == ("a misdeal", "host")
    assert void.dealt == len(dealt(world))
    assert_true(world, deal)
    assert world.run(5, lambda: world.shoe.dead)
    world.run(3)
    assert world.heard[-1] == events.Doing("void", 0, 0, "the deal is void: eject the cards")
    left = set(world.shoe.slots.values())
    assert left
    world.order(orders.Eject())
    assert world.run(5, lambda: world.operator.state is StateCode.IDLE)
    assert left <= set(world.shoe.pockets["reject"])


def test_a_card_in_another_pocket_than_planned_makes_the_deal_void() -> None:
    world, deal = ready()
    world.order(deal)
    world.run(1, lambda: len(dealt(world)) == 2)
    world.shoe.path[-1].dest = 5
    void = over(world)
    assert isinstance(void, events.DealVoid)
    assert void.place == "pocket"
    assert world.run(5, lambda: world.shoe.dead)
    assert_true(world, deal)


@pytest.mark.parametrize(
    ("code", "state"),
    [
        (FaultCode.LID, StateCode.LID_OPEN),
        (FaultCode.NO_POCKET_EDGE, StateCode.VOID),
        (FaultCode.WRONG_POCKET, StateCode.VOID),
    ],
)
def test_what_the_machine_cannot_answer_for_is_void(code: FaultCode, state: StateCode) -> None:
    world, deal = ready()
    world.order(deal)
    world.run(1, lambda: len(dealt(world)) == 2)
    world.shoe.fail(code, state, PlaceCode.POCKET)
    void = over(world)
    assert isinstance(void, events.DealVoid)
    assert void.place == "pocket"
    assert_true(world, deal)


def test_a_jam_waits_for_the_steward_and_the_deal_goes_on() -> None:
    world, deal = ready()
    world.order(deal)
    world.run(1, lambda: len(dealt(world)) == 2)
    world.shoe.fail(FaultCode.JAM, StateCode.JAMMED, PlaceCode.EJECTOR)
    world.run(5)
    assert world.heard[-1] == events.Doing("jammed", len(dealt(world)), 12, "a card is jammed")
    world.order(orders.Clear(99))
    world.run(1)
    assert any(isinstance(e, events.Refused) and e.order == "Clear" for e in world.heard)
    world.order(orders.Clear(1))
    assert over(world) == events.DealDone(DEAL)
    assert_true(world, deal)


def test_an_empty_slot_that_should_hold_a_card_is_no_card_to_be_guessed() -> None:
    world, deal = ready()
    world.order(deal)
    world.run(1, lambda: len(dealt(world)) == 2)
    world.shoe.slots.pop(deal.slots[6])
    void = over(world)
    assert isinstance(void, events.DealVoid)
    assert_true(world, deal)


def test_a_card_left_in_the_carousel_is_no_deal_done() -> None:
    world, deal = ready()
    world.order(deal)
    world.run(1, lambda: len(dealt(world)) == 11)
    world.shoe.slots[40] = "a stranger"
    void = over(world)
    assert isinstance(void, events.DealVoid)
    assert void.dealt == 12


def test_a_pocket_that_was_not_emptied_is_waited_for_before_the_deal() -> None:
    world, deal = ready()
    world.shoe.pockets["S"].append("an old card")
    world.operator._pocket("S", True)
    world.order(deal)
    world.run(5)
    assert not dealt(world)
    assert world.heard[-1] == events.Doing("dealing", 0, 12, "take the cards out of the pockets, and the deal begins")
    assert world.shoe.take("S") == ["an old card"]
    assert over(world) == events.DealDone(DEAL)
    assert_true(world, deal)


def test_hands_that_share_a_pocket_are_dealt_when_it_was_emptied() -> None:
    pattern = in_turn(("E", "W", "E", "W"), (1, 1, 1))
    world, deal = ready(pattern)
    world.order(deal)
    world.run(5)
    assert len(dealt(world)) == 6
    first = {pocket: world.shoe.take(pocket) for pocket in ("E", "W")}
    assert over(world) == events.DealDone(DEAL)
    order = [world.operator.dealt, [e.card for e in dealt(world)]]
    assert order == [12, list(deal.cards)]
    cut = dict(zip(deal.slots, deal.cards, strict=True))
    from_top = [cut[(3 + n) % 12] for n in range(12)]
    hands: dict[Dest, list[list[Card]]] = {
        "E": [from_top[0::4], from_top[2::4]], "W": [from_top[1::4], from_top[3::4]],
    }  # fmt: skip
    for pocket, (one, two) in hands.items():
        assert first[pocket] == one
        assert world.shoe.pockets[pocket] == two


@pytest.mark.parametrize(
    "change",
    [
        lambda deal: replace(deal, deal="cafe" * 8),
        lambda deal: replace(deal, cards=deal.cards[::-1]),
        lambda deal: replace(deal, cards=deal.cards[:4], slots=deal.slots[:4], dests=deal.dests[:4]),
        lambda deal: replace(deal, slots=(*deal.slots[:11], 30)),
    ],
    ids=["another deal", "another order", "a part", "another slot"],
)
def test_only_what_was_proved_is_dealt(change: Callable[[orders.Deal], orders.Deal]) -> None:
    world, deal = ready()
    world.order(change(deal))
    told = world.until(events.Refused)
    assert told.order == "Deal"
    assert not [c for c in world.shoe.executed if isinstance(c, messages.BeginDeal)]
    world.order(deal)
    assert over(world) == events.DealDone(DEAL)


def test_a_lid_opened_over_a_pack_that_is_ready_makes_it_void() -> None:
    world, _ = ready()
    world.shoe.fail(FaultCode.LID, StateCode.LID_OPEN)
    void = over(world)
    assert isinstance(void, events.DealVoid)
    assert "lid" in void.why
    world.order(orders.Clear(1))
    world.run(1)
    world.order(orders.Eject())
    assert world.run(5, lambda: not world.shoe.slots)


@pytest.mark.parametrize("change", [lambda s: None, lambda s: s.pop(2)], ids=["as it was", "a card is gone"])
def test_a_pack_that_is_ready_outlives_a_reset_if_it_is_all_there(change: Callable[[dict[int, str]], object]) -> None:
    world, deal = ready()
    world.shoe.cut()
    whole = len(world.shoe.slots)
    change(world.shoe.slots)
    world.run(5)
    if len(world.shoe.slots) == whole:
        assert world.heard[-1] == events.Doing("ready", 12, 12, "the pack is ready to be cut")
        world.order(deal)
        assert over(world) == events.DealDone(DEAL)
        assert_true(world, deal)
    else:
        assert isinstance(over(world), events.DealVoid)


# --------------------------------------------------------------------------- cuts
@pytest.mark.parametrize("pattern", [THRICE_ROUND, ALIKE], ids=["round", "alike"])
@pytest.mark.parametrize("offset", range(4))
def test_power_cut_at_any_instant(pattern: Pattern, offset: int) -> None:
    """Then what was told is so, or the deal is void; and a machine that stood still is always explained."""
    for ms in range(offset * 11, 1300, 44):
        world, deal = ready(pattern)
        world.order(deal)
        world.run(ms / 1000)
        world.shoe.cut(0.05 + ms % 7 / 10)
        end = over(world)
        assert end == events.DealDone(DEAL), (ms, end)
        assert len(dealt(world)) == 12
        world.run(0.5)
        assert_true(world, deal)


def test_two_power_cuts_in_one_deal() -> None:
    for first in range(150, 700, 110):
        for second in range(200, 3000, 370):
            world, deal = ready()
            world.order(deal)
            world.run(first / 1000)
            world.shoe.cut()
            world.run(second / 1000)
            world.shoe.cut()
            over(world)
            world.run(0.5)
            assert_true(world, deal)


def test_a_host_that_knows_nothing_takes_the_deal_over_from_the_journal() -> None:
    for ms in range(0, 1000, 45):
        world, deal = ready()
        world.order(deal)
        world.run(ms / 1000)
        told = max(0, len(dealt(world)) - 1)
        before = len(dealt(world))
        world.restart()
        world.until(events.Linked)
        world.order(orders.Resume(deal, told))
        end = over(world)
        assert end == events.DealDone(DEAL), (ms, end)
        assert len(dealt(world)) == 12 - told >= 12 - before
        assert_true(world, deal, told)


def test_a_new_host_says_that_it_does_not_know_the_cards() -> None:
    world, deal = ready()
    world.order(deal)
    world.run(0.5)
    world.restart()
    world.run(3)
    doing = world.heard[-1]
    assert isinstance(doing, events.Doing)
    assert doing.state == "paused"
    assert "not known here" in doing.words
    world.order(orders.Eject())
    assert world.run(5, lambda: not world.shoe.slots)


@pytest.mark.parametrize(
    "change",
    [
        lambda deal: replace(deal, deal="cafe" * 8),
        lambda deal: replace(deal, slots=deal.slots[::-1]),
        lambda deal: replace(deal, dests=("W",) * 12),
    ],
    ids=["another deal", "other slots", "other pockets"],
)
def test_a_plan_that_is_not_the_shoes_is_void(change: Callable[[orders.Deal], orders.Deal]) -> None:
    world, deal = ready()
    world.order(deal)
    world.run(1, lambda: len(dealt(world)) == 3)
    world.restart()
    world.until(events.Linked)
    world.order(orders.Resume(change(deal), 0))
    assert isinstance(over(world), events.DealVoid)
    assert dealt(world) == []


def test_a_journal_ahead_of_the_shoe_is_void() -> None:
    world, deal = ready()
    world.order(deal)
    world.run(1, lambda: len(dealt(world)) == 3)
    world.restart()
    world.until(events.Linked)
    world.order(orders.Resume(deal, 12))
    void = over(world)
    assert isinstance(void, events.DealVoid)
    assert void.place == "log"


def test_a_hand_in_a_pocket_is_waited_for_when_a_deal_is_taken_up() -> None:
    world, deal = ready()
    world.order(deal)
    world.run(1, lambda: len(dealt(world)) == 3)
    world.order(orders.Pause())
    world.run(2)
    world.shoe.hands.add("W")
    world.order(orders.Resume(deal, 0))
    world.run(5)
    assert "take the hand out of pocket W" in [e.words for e in world.heard if isinstance(e, events.Doing)]
    assert not [e for e in world.heard if isinstance(e, OVER)]
    world.shoe.hands.clear()
    assert over(world) == events.DealDone(DEAL)
    assert_true(world, deal)


# --------------------------------------------------------------------------- keys and words
def test_the_key_of_a_hand_comes_back_after_every_restart_to_who_names_its_deal() -> None:
    world, _ = ready()
    world.order(orders.Keep(DEAL, KEY))
    assert world.until(events.Kept) == events.Kept(DEAL)
    world.shoe.cut()
    world.run(1)
    world.restart()
    world.order(orders.Recall("cafe" * 8))
    told = world.until(events.Returned)
    assert told == events.Returned("cafe" * 8, None)
    world.order(orders.Recall(DEAL))
    told = world.until(events.Returned)
    assert told == events.Returned(DEAL, KEY)


def test_an_order_about_keys_is_not_lost_with_the_link() -> None:
    world, _ = ready()
    world.unplug()
    world.order(orders.Keep(DEAL, KEY))
    world.run(1)
    world.plug()
    world.until(events.Kept)
    world.outward = lambda data: b""
    world.order(orders.Recall(DEAL))
    world.run(0.2)
    world.shoe.cut()
    world.outward = lambda data: data
    assert world.until(events.Returned) == events.Returned(DEAL, KEY)


def test_the_key_is_kept_in_the_midst_of_a_deal() -> None:
    world, deal = ready()
    world.order(deal)
    world.run(0.3)
    world.order(orders.Recall(DEAL))
    world.order(orders.Keep(DEAL, KEY))
    assert over(world) == events.DealDone(DEAL)
    world.run(1)
    assert events.Kept(DEAL) in world.heard


def test_a_report_tells_of_shoe_and_host() -> None:
    world, deal = ready()
    world.order(deal)
    world.run(0.3)
    world.order(orders.Report())
    told = world.until(events.Reported)
    assert (told.firmware, told.boot_count, told.state) == (bytes(range(8)).hex(), 1, "dealing")
    assert told.shoe["isr_max_tenth_us"] == 5
    assert set(told.host) == {"resends", "repeats", "bad_packets"}
    assert over(world) == events.DealDone(DEAL)


def test_what_moves_is_not_ordered_of_a_shoe_that_is_not_there() -> None:
    world = World(FakeShoe([Lying("AS")]))
    world.unplug()
    for order in (orders.Prepare(DEAL, "whist", SMALL), orders.Eject(), orders.Clear(1), orders.Report()):
        world.order(order)
        assert world.heard[-1] == events.Refused(type(order).__name__, "the shoe is not connected")
    world.plug()
    world.run(3)
    assert not [c for c in world.shoe.executed if isinstance(c, (messages.BeginIntake, messages.EjectAll))]


def test_another_protocol_is_no_shoe() -> None:
    world = World(FakeShoe(full(SMALL)))
    world.shoe.table_hash ^= 1
    world.run(2)
    assert world.host.mismatched
    lost, doing = world.heard
    assert isinstance(lost, events.LinkLost)
    assert "another protocol" in lost.why
    assert doing == events.Doing("link lost", 0, 0, lost.why)
    world.host.begin(world.shoe.now)
    world.run(2)
    assert len(world.heard) == 2


def test_an_order_that_comes_while_the_shoe_looks_at_itself_waits() -> None:
    world, deal = ready()
    world.unplug()
    world.order(deal)
    world.run(1)
    world.plug()
    assert over(world) == events.DealDone(DEAL)
    assert_true(world, deal)
    assert not [e for e in world.heard if isinstance(e, events.Refused)]


def test_an_order_that_waited_outlives_the_link_unless_it_would_move_something_else() -> None:
    world, deal = ready()
    world.unplug()
    world.run(0.7)
    world.plug()
    world.run(
        2, lambda: world.heard[-1] == events.Doing("checking", 0, 0, "the shoe looks whether the pack is as it was")
    )
    world.order(deal)
    world.order(orders.Eject())
    world.run(0.1)
    world.unplug()
    assert events.Refused("Eject", "the shoe is not connected") in world.heard
    world.run(1)
    assert not dealt(world)
    world.plug()
    assert over(world) == events.DealDone(DEAL)
    assert_true(world, deal)


def test_a_machine_that_accepts_and_does_nothing_is_not_waited_for_without_end() -> None:
    world, deal = ready()
    world.order(deal)
    world.run(1, lambda: len(dealt(world)) == 2)
    world.shoe._move = lambda: None  # type: ignore[method-assign]
    void = over(world, 60)
    assert isinstance(void, events.DealVoid)
    assert "nothing happened" in void.why
    assert_true(world, deal)
