"""A pack is taken in: every card read and stored where the shuffle wants it, or the pack refused in words that help."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from controller.rules.cards import PACK, Card
from controller.shoe import events, messages, orders
from controller.shoe.codes import FaultCode, PlaceCode, StateCode
from controller.shoe.commitment import opens
from controller.shoe.errors import RandomUnwell
from controller.shoe.shuffle import SeededShuffler
from controller.shoe.taking_in import Tally
from tests.shoe.fake import FakeShoe
from tests.shoe.fake_window import Lying, full, read
from tests.shoe.world import World

DEAL = "beef" * 8
SMALL = PACK[:8]
PREPARE = orders.Prepare(DEAL, "whist", SMALL)


def world(hopper: list[Lying]) -> World:
    world = World(FakeShoe(hopper))
    world.until(events.Linked)
    world.run(0.3)
    return world


def refused(hopper: list[Lying], change: Callable[[FakeShoe], None] = lambda _: None) -> events.PackRefused:
    """What is told of this pack; and what every refused pack must come to."""
    here = world(hopper)
    change(here.shoe)
    here.order(PREPARE)
    told = here.until(events.PackRefused)
    assert here.run(5, lambda: here.heard[-1] == events.Doing("no pack", 0, 0, here_words(here)))
    assert not here.shoe.slots
    assert not [e for e in here.heard if isinstance(e, events.Prepared)]
    # Every card that was in the hopper lies in the reject tray, or is left in the hopper.
    faces = [*here.shoe.pockets["reject"], *(card.face for card in here.shoe.hopper)]
    assert sorted(faces) == sorted(card.face for card in hopper)
    return told


def here_words(here: World) -> str:
    return "a pack is in the hopper" if here.shoe.hopper else "put a pack into the hopper"


def test_a_whole_pack_is_proved_and_lies_where_the_shuffle_wants_it() -> None:
    here = world(full())
    here.order(orders.Prepare(DEAL, "whist", PACK))
    told = here.until(events.Prepared)
    slots = SeededShuffler("a world").permutation(52)
    assert here.shoe.slots == {slot: PACK[n] for n, slot in enumerate(slots)}
    assert told.order == tuple(here.shoe.slots[slot] for slot in range(52))
    assert opens(told.commitment, told.nonce, "whist", told.order)
    assert not opens(told.commitment, told.nonce, "whist", told.order[::-1])
    reading = [e.done for e in here.heard if isinstance(e, events.Doing) and e.state == "reading"]
    assert reading == list(range(53))


def test_the_order_in_the_hopper_has_no_part_in_the_shuffle() -> None:
    slots = list[list[int]]()
    for hopper in (full(SMALL), full(SMALL[::-1])):
        here = world(hopper)
        here.order(PREPARE)
        here.until(events.Prepared)
        slots.append([c.slot for c in here.shoe.executed if isinstance(c, messages.Pick)])
    assert slots[0] == slots[1]


def test_one_pick_is_given_ahead() -> None:
    """The next card is drawn while the one before is on its way to its slot."""
    here = world(full(SMALL))
    here.order(PREPARE)
    here.until(events.Prepared)
    stored = [e.card_no for e in here.shoe.told if isinstance(e, messages.Stored)]
    assert stored == list(range(1, 9))
    order = [e for e in here.shoe.told if isinstance(e, (messages.Stored, messages.AtWindow))]
    gaps = [b.us - a.us for a, b in zip(order, order[2:], strict=False) if isinstance(a, messages.AtWindow)]
    # 200 ms to the window, 150 to the slot: one after the other would be 350.
    assert max(gaps) < 250_000


def without(pack: list[Lying], n: int) -> list[Lying]:
    return [card for at, card in enumerate(pack) if at != n]


def instead(n: int, **changes: object) -> list[Lying]:
    pack = full(SMALL)
    pack[n] = replace(pack[n], **changes)  # type: ignore[arg-type]
    return pack


@pytest.mark.parametrize("n", [0, 3, 7])
def test_a_missing_card_is_named(n: int) -> None:
    told = refused(without(full(SMALL), n))
    assert told.missing == (SMALL[n],)
    assert (told.double, told.foreign, told.faced, told.unread, told.extra) == ((), 0, 0, 0, 0)
    assert SMALL[n] in told.words


@pytest.mark.parametrize("n", [1, 7])
def test_a_double_card_in_place_of_another_is_named_with_what_is_missing(n: int) -> None:
    """The right number of cards, and not the pack: a count would have passed it."""
    told = refused(instead(n, face=SMALL[0]))
    assert (told.missing, told.double) == ((SMALL[n],), (SMALL[0],))


def test_a_seeming_double_is_looked_at_again() -> None:
    here = world(instead(5, face=SMALL[0]))
    here.order(PREPARE)
    here.until(events.PackRefused)
    assert [c.card_no for c in here.shoe.executed if isinstance(c, messages.Reread)] == [6, 6]


def test_an_extra_card_is_found_by_one_pick_too_many() -> None:
    told = refused([*full(SMALL), Lying("KD")])
    assert (told.extra, told.missing) == (1, ())
    assert "1 card too many" in told.words


def test_a_second_copy_of_the_last_card_is_an_extra_card() -> None:
    assert refused([*full(SMALL), Lying(SMALL[7])]).extra == 1


@pytest.mark.parametrize("changes", [{"face": "joker"}, {"back": "theirs"}, {"face": "KD"}])
def test_a_stranger_is_refused(changes: dict[str, object]) -> None:
    told = refused(instead(4, **changes))
    assert (told.foreign, told.missing) == (1, (SMALL[4],))


def test_a_faced_card_is_refused() -> None:
    told = refused(instead(2, faced=True))
    assert (told.faced, told.missing) == (1, (SMALL[2],))
    assert "face up" in told.words


def test_a_card_that_cannot_be_read_is_looked_at_three_times_and_refused() -> None:
    here = world(instead(2, face="smudge"))
    here.order(PREPARE)
    told = here.until(events.PackRefused)
    assert (told.unread, told.missing) == (1, (SMALL[2],))
    assert [c.card_no for c in here.shoe.executed if isinstance(c, messages.Reread)] == [3, 3]
    assert [c.card_no for c in here.shoe.executed if isinstance(c, messages.Reject)] == [3]


def test_two_cards_at_once_are_refused() -> None:
    told = refused(instead(2, stuck=True))
    assert told.unread == 2
    assert told.missing == (SMALL[2], SMALL[3])


@pytest.mark.parametrize("strobes", [1, 2])
def test_a_camera_that_misses_a_strobe_is_given_another(strobes: int) -> None:
    here = world(full(SMALL))
    here.shoe.window.blind = strobes
    here.order(PREPARE)
    here.until(events.Prepared)
    assert len([c for c in here.shoe.executed if isinstance(c, messages.Reread)]) == strobes


def test_a_picture_of_the_card_before_is_not_taken_for_this_one() -> None:
    """What the camera took before the card was drawn is dropped; where it took none then, there is none."""
    here = world(full(SMALL))
    here.shoe.window.strobe(Lying(SMALL[5]))
    here.shoe.window.blind = 1
    here.order(PREPARE)
    told = here.until(events.Prepared)
    assert dict(enumerate(told.order)) == here.shoe.slots


def test_the_right_number_of_cards_proves_nothing() -> None:
    cards = dict(enumerate(SMALL))
    assert Tally(SMALL, tuple(range(8)), stored=cards).perfect()
    assert not Tally(SMALL, tuple(range(8)), stored={**cards, 3: SMALL[4]}).perfect()
    assert not Tally(SMALL, tuple(range(8)), stored={**cards, 3: Card("KD")}).perfect()


def test_a_card_that_is_not_in_its_slot_when_all_are_looked_at_is_no_proof() -> None:
    here = world(full(SMALL))
    here.order(PREPARE)
    here.run(5, lambda: any(isinstance(c, messages.EndIntake) for c in here.shoe.executed))
    here.shoe.pockets["reject"].append(here.shoe.slots.pop(3))
    told = here.until(events.PackRefused)
    assert "does not hold the cards that were stored" in told.words


def test_a_card_that_arrives_where_it_was_not_sent_stops_the_reading() -> None:
    here = world(full(SMALL))
    here.order(PREPARE)
    stored = here.shoe._stored
    here.shoe._stored = lambda number, slot, face: stored(number, (slot + (number == 4)) % 9, face)  # type: ignore[method-assign]
    told = here.until(events.PackRefused)
    assert "where it was not sent" in told.words


def test_a_low_confidence_is_no_reading() -> None:
    here = world(full(SMALL))
    here.reader = lambda lower, upper: replace(read(lower, upper), confidence=0.89)
    here.order(PREPARE)
    told = here.until(events.PackRefused)
    assert told.unread == len(SMALL)


def test_a_jam_refuses_the_pack_and_what_is_inside_is_gathered_when_it_is_cleared() -> None:
    here = world(full(SMALL))
    here.order(PREPARE)
    here.run(2.0)
    here.shoe.fail(FaultCode.JAM, StateCode.JAMMED, PlaceCode.INFEED)
    told = here.until(events.PackRefused)
    assert "jammed" in told.words
    faulted = next(e for e in here.heard if isinstance(e, events.Faulted))
    assert faulted == events.Faulted(1, "infeed", "a card is jammed")
    here.run(1)
    assert here.heard[-1] == events.Doing("jammed", 0, 0, "a card is jammed")
    assert here.shoe.slots
    here.order(orders.Clear(faulted.fault))
    assert here.run(5, lambda: here.operator.state is StateCode.IDLE and not here.shoe.slots)


def test_a_power_cut_while_reading_refuses_the_pack() -> None:
    for ms in range(0, 3000, 230):
        here = world(full(SMALL))
        here.order(PREPARE)
        here.run(ms / 1000)
        here.shoe.cut()
        here.run(15)
        told = [e for e in here.heard if isinstance(e, (events.Prepared, events.PackRefused))]
        assert [type(e) for e in told] == [events.PackRefused]
        assert not here.shoe.slots
        assert here.operator.condemned is None


def test_a_pack_nobody_wants_any_more_is_gathered() -> None:
    here = world(full(SMALL))
    here.order(PREPARE)
    here.run(2.0)
    here.order(orders.Void(DEAL, "the table has changed its mind"))
    told = here.until(events.PackRefused)
    assert "changed its mind" in told.words
    assert here.run(5, lambda: not here.shoe.slots and here.operator.state is StateCode.IDLE)


class Unwell:
    def permutation(self, n: int) -> tuple[int, ...]:
        raise RandomUnwell("the system's random source stands still: nothing is shuffled")

    def nonce(self) -> bytes:
        raise AssertionError


def test_nothing_is_drawn_when_the_source_of_chance_is_unwell() -> None:
    here = World(FakeShoe(full(SMALL)), shuffler=Unwell())
    here.until(events.Linked)
    here.order(PREPARE)
    told = here.until(events.Refused)
    assert "random source" in told.why
    assert not [c for c in here.shoe.executed if isinstance(c, messages.BeginIntake)]


@pytest.mark.parametrize(
    ("hopper", "order", "why"),
    [
        ([], PREPARE, "no card in the hopper"),
        (full(SMALL), replace(PREPARE, pack=(Card("AS"), Card("AS"))), "no pack"),
        (full(SMALL), replace(PREPARE, pack=()), "no pack"),
    ],
)
def test_what_cannot_be_taken_in_is_refused_before_anything_moves(
    hopper: list[Lying], order: orders.Prepare, why: str
) -> None:
    here = world(hopper)
    here.order(order)
    told = here.until(events.Refused)
    assert told.order == "Prepare"
    assert why in told.why


def test_a_second_pack_waits_for_the_first_one() -> None:
    here = world(full(SMALL))
    here.order(PREPARE)
    here.until(events.Prepared)
    here.shoe.load(full(SMALL))
    here.order(orders.Prepare("cafe" * 8, "whist", SMALL))
    told = here.until(events.Refused)
    assert "pack in the carousel" in told.why
