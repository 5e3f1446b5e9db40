"""Closed hands, as the command line prints them."""

from __future__ import annotations

from controller.table import summary
from tests.table.hands import Hand
from tests.table.test_projections import World


def played(hand: Hand, **options: object) -> World:
    world = World(**options)
    for fact in hand.start():
        world.fact(fact, source="shoe" if fact["fact"] == "dealt" else "camera")
    for fact in hand.rest():
        world.fact(fact)
    return world


def test_an_open_hand_is_no_closed_one() -> None:
    assert played(Hand(3)).books.hands == ()


def test_a_ruling_stands_once_in_its_last_state_with_every_row_of_its_way() -> None:
    hand = Hand(5, revoke_from=3)
    world = played(hand)
    assert hand.revoked is not None
    seat, trick, _ = hand.revoked
    other = "NESW"["NESW".index(seat) - 1]
    claim = {"fact": "claimed", "by": other, "what": "revoke", "against": seat, "trick": trick}
    assert world.press(f"seat:{other}", claim) is None
    demand = {"fact": "demanded", "by": other, "remedy": "two_tricks", "ruling": 1}
    assert world.press(f"seat:{other}", demand) is None
    world.fact({"fact": "next_cut", "by": "W"})
    (kept,) = world.books.hands
    told = summary.of_hand(world.books, kept)
    assert isinstance(told["rulings"], list)
    (ruling,) = told["rulings"]
    assert ruling["irregularity"] == "renounce"
    assert (ruling["status"], ruling["by"], ruling["trick"]) == ("applied", seat, trick)
    assert {"am-28.a", "am-28.b", "am-30.a"} <= set(ruling["law"])
    assert told["hand"] == 1
    assert isinstance(told["seconds"], float)
    assert told["faults"] == []


def test_the_facts_that_a_camera_sees_are_given_for_comparison() -> None:
    world = played(Hand(3))
    world.fact({"fact": "next_cut", "by": "W"})
    (kept,) = world.books.hands
    kinds = {str(fact["fact"]) for fact in summary.seen(world.books, kept)}
    assert kinds == {"played", "quitted", "took_up"}
    assert sum(fact["fact"] == "played" for fact in summary.seen(world.books, kept)) == 52


def test_a_pack_that_the_shoe_refused_is_told_as_refused_and_a_jam_as_a_fault() -> None:
    for why, refused, faults in (("foreign", True, 0), ("jam", False, 1)):
        world = World()
        world.fact({"fact": "dealt", "to": "E", "cards": "AS"}, source="shoe")
        world.fact({"fact": "failed", "why": why, "place": "exit"}, source="shoe")
        world.fact({"fact": "next_deal", "dealer": "N"})
        (kept,) = world.books.hands
        told = summary.of_hand(world.books, kept)
        assert isinstance(told["shoe"], dict)
        assert (told["shoe"]["refused"] is not None) == refused
        assert isinstance(told["faults"], list)
        assert len(told["faults"]) == faults
        assert isinstance(told["result"], dict)
        assert told["result"]["void"] is True
