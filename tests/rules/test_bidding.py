"""Bidding and payments of the games of one against three, against the printed tables and examples."""

from __future__ import annotations

import random
from typing import Any

import pytest

from controller.rules.bidding import Auction, Bidding, Contract
from controller.rules.counters import Pools
from controller.rules.games import boston, solo
from controller.rules.seats import Seating

TABLE = Seating(tuple("AYBZ"), tuple("AYBZ"))
THREE = Seating(tuple("ABC"), tuple("ABC"))


def bid(bidding: Bidding, calls: str, seating: Seating = TABLE, dealer: str = "Z") -> Auction:
    """An auction from ``A:propose Y:pass``; every call must be regular."""
    auction = bidding.begin(seating, dealer)
    for one in calls.split():
        seat, word = one.split(":")
        assert bidding.objection(auction, seat, word) is None, one
        auction = bidding.heard(auction, seat, word)
    return auction


def objects(bidding: Bidding, calls: str, then: str, seating: Seating = TABLE) -> str | None:
    """The row that the next call breaks."""
    seat, word = then.split(":")
    return bidding.objection(bid(bidding, calls, seating), seat, word)


# --------------------------------------------------------------------------- solo: who may say what
def test_a_proposal_that_is_accepted_makes_partners() -> None:
    auction = bid(solo.BIDDING, "A:propose Y:pass B:accept Z:pass")
    assert solo.BIDDING.over(auction)
    contract = solo.BIDDING.contract(auction)
    assert contract is not None
    assert (contract.by, contract.partner, contract.tricks) == ("A", "B", 8)
    assert contract.seating(TABLE).sides == ("AB", "YZ")


def test_neighbours_may_be_partners() -> None:
    contract = solo.BIDDING.contract(bid(solo.BIDDING, "A:pass Y:propose B:accept Z:pass"))
    assert contract is not None
    assert contract.seating(TABLE).sides == ("AZ", "YB")


def test_one_alone_plays_against_three() -> None:
    contract = solo.BIDDING.contract(bid(solo.BIDDING, "A:pass Y:pass B:solo Z:pass"))
    assert contract is not None
    assert contract.seating(TABLE).sides == ("AYZ", "B")


def test_the_eldest_may_accept_after_passing_and_not_propose() -> None:
    assert objects(solo.BIDDING, "A:pass Y:propose B:pass Z:pass", "A:accept") is None
    assert objects(solo.BIDDING, "A:pass Y:propose B:pass Z:pass", "A:solo") == "so-P.call.c"
    assert objects(solo.BIDDING, "A:pass Y:pass B:propose", "Y:accept") == "so-P.call.c"


def test_a_better_call_shuts_out_an_accepted_proposal() -> None:
    auction = bid(solo.BIDDING, "A:propose Y:accept B:misere Z:pass")
    assert solo.BIDDING.speakers(auction) == ("A",)
    assert objects(solo.BIDDING, "A:propose Y:accept B:misere Z:pass", "A:solo") == "so-P.call.d"
    assert objects(solo.BIDDING, "A:propose Y:accept B:misere Z:pass", "A:abundance") is None


def test_only_who_is_over_called_may_amend() -> None:
    assert objects(solo.BIDDING, "A:solo Y:pass B:pass", "A:abundance") == "so-P.call.e"
    auction = bid(solo.BIDDING, "A:solo Y:misere B:pass Z:pass A:abundance Y:pass")
    assert solo.BIDDING.over(auction)


def test_a_proposer_without_partner_may_go_solo_or_pass() -> None:
    waits = "A:propose Y:pass B:pass Z:pass"
    assert solo.BIDDING.speakers(bid(solo.BIDDING, waits)) == ("A",)
    contract = solo.BIDDING.contract(bid(solo.BIDDING, waits + " A:solo"))
    assert contract is not None
    assert contract.call == "solo"
    auction = bid(solo.BIDDING, waits + " A:pass")
    assert solo.BIDDING.all_passed(auction)
    assert solo.BIDDING.contract(auction) is None


def test_calls_out_of_order_are_named() -> None:
    assert objects(solo.BIDDING, "A:pass", "B:solo") == "so-P.call.a"
    assert objects(solo.BIDDING, "A:solo Y:pass B:pass", "Y:misere") == "so-P.call.c"
    assert objects(solo.BIDDING, "A:solo", "Y:solo") == "so-P.call.d"
    assert objects(solo.BIDDING, "A:solo", "Y:accept") == "so-P.call.b"


def test_after_all_have_passed_a_smaller_abundance_or_solo() -> None:
    three = bid(solo.BIDDING_THREE, "A:pass B:pass C:pass A:pass B:six-abundance", THREE, "C")
    assert not solo.BIDDING_THREE.all_passed(three)
    assert solo.BIDDING_THREE.objection(bid(solo.BIDDING_THREE, "", THREE, "C"), "A", "propose") == "s3-3"
    kimberly = bid(solo.BIDDING_KIMBERLY, "A:pass Y:pass B:pass Z:pass A:six-solo Y:pass B:pass Z:pass")
    assert solo.BIDDING_KIMBERLY.over(kimberly)
    assert objects(solo.BIDDING_KIMBERLY, "A:pass", "Y:six-solo") == "ki-2"


@pytest.mark.parametrize("bidding", [solo.BIDDING, solo.BIDDING_KIMBERLY, boston.BIDDING])
def test_every_auction_ends(bidding: Bidding) -> None:
    rng = random.Random(5)
    for _ in range(300):
        auction = bidding.begin(TABLE, "Z")
        for _ in range(200):
            due = bidding.speakers(auction)
            if not due:
                break
            words = [*boston.ORDER, "keep", "keep-over", *solo.REDS, "accept", *["pass"] * 8]
            legal = [w for w in words if bidding.objection(auction, due[-1], w) is None]
            auction = bidding.heard(auction, due[-1], rng.choice(legal))
        assert bidding.over(auction)


# --------------------------------------------------------------------------- solo: payments
def paid(contract: Contract, **played: Any) -> dict[str, tuple[int, int]]:
    """Red and white of each seat."""
    given: dict[str, Any] = {"revokes": {}} | played
    net = solo.settle(tuple("AYBZ"), contract, solo.Played(**given)).net()
    return {seat: (dict(n)["red"], dict(n)["white"]) for seat, n in net}


@pytest.mark.parametrize(
    ("call", "red"),
    [("solo", 2), ("misere", 3), ("abundance", 4), ("abundance-in-trumps", 4), ("spread", 6), ("slam", 8)],
)
def test_each_call_is_paid_by_each_adversary(call: str, red: int) -> None:
    contract = solo.contract_of(call, "A")
    won = paid(contract, won=contract.tricks)
    assert won == {"A": (3 * red, 0), "Y": (-red, 0), "B": (-red, 0), "Z": (-red, 0)}


def test_tricks_over_and_under_are_paid_in_white() -> None:
    assert paid(solo.contract_of("solo", "B"), won=4)["B"] == (-6, -3)
    assert paid(solo.contract_of("solo", "B"), won=7)["B"] == (6, 6)
    assert paid(solo.contract_of("misere", "B"), won=1)["B"] == (-9, 0)
    assert paid(solo.contract_of("slam", "B"), won=12)["B"] == (-24, 0)


def test_partners_settle_with_one_adversary_each() -> None:
    contract = solo.contract_of("propose", "A", "Y")
    assert paid(contract, won=9) == {"A": (1, 1), "Y": (1, 1), "B": (-1, -1), "Z": (-1, -1)}
    assert paid(contract, won=6) == {"A": (-1, -2), "Y": (-1, -2), "B": (1, 2), "Z": (1, 2)}


def test_a_revoke_by_the_callers_loses_the_reds() -> None:
    contract = solo.contract_of("propose", "A", "B")
    assert paid(contract, won=11, revokes={"A": 1})["B"] == (-1, 0)
    assert paid(contract, won=8, revokes={"A": 1})["B"] == (-1, -3)
    assert paid(solo.contract_of("solo", "A"), won=6, revokes={"A": 1})["Y"] == (2, 2)


def test_a_revoking_adversary_pays_alone() -> None:
    contract = solo.contract_of("solo", "Z")
    assert paid(contract, won=6, revokes={"A": 1}) == {"A": (-6, -12), "Y": (0, 0), "B": (0, 0), "Z": (6, 12)}
    shared = paid(contract, won=6, revokes={"A": 1}, shared=True)
    assert shared == {"A": (-2, -10), "Y": (-2, -1), "B": (-2, -1), "Z": (6, 12)}
    assert paid(solo.contract_of("misere", "Z"), won=0, revokes={"B": 1})["B"] == (-9, 0)


def test_an_adversary_who_gives_up_pays_alone_where_his_partners_hold_out() -> None:
    contract = solo.contract_of("solo", "Z")
    assert paid(contract, won=4, conceded=True, abandoner="A")["A"] == (-6, 0)


# --------------------------------------------------------------------------- boston
def test_the_example_of_keeping() -> None:
    auction = bid(boston.BIDDING, "A:6 Y:pass B:keep Z:pass A:keep-over Y:pass B:7 Z:pass A:keep-over Y:pass B:pass")
    contract = boston.BIDDING.contract(auction)
    assert contract is not None
    assert (contract.by, contract.call) == ("A", "7")
    assert boston.may_name(auction, "H", "H") is None
    assert boston.may_name(auction, "D", "H") == "bo-P.bid.b"
    assert objects(boston.BIDDING, "A:6 Y:keep-over B:pass Z:pass", "A:keep") == "bo-P.bid.b"


def test_who_has_passed_may_only_call_a_misere() -> None:
    assert objects(boston.BIDDING, "A:pass Y:7 B:pass Z:pass", "A:little-misere") is None
    assert objects(boston.BIDDING, "A:pass Y:7 B:pass Z:pass", "A:8") == "bo-P.bid.c"
    assert objects(boston.BIDDING, "A:pass Y:8 B:pass Z:pass", "A:little-misere") == "bo-P.bids"


def test_the_first_four_who_pass_play_for_themselves() -> None:
    assert boston.BIDDING.all_passed(bid(boston.BIDDING, "A:pass Y:pass B:pass Z:pass"))


def white(contract: Contract, taken: int, **played: Any) -> int:
    """White counters that the bidder wins in all."""
    payments, _ = boston.settle(tuple("AYBZ"), contract, boston.Played({"A": taken}, **played))
    assert payments is not None
    return payments.white["A"]


def test_the_table_of_payments_is_the_printed_one() -> None:
    assert white(boston.contract_of("7", "A"), 10) == 3 * 22
    assert white(boston.contract_of("10", "A"), 10) == 3 * 42
    assert white(boston.contract_of("8", "A"), 7) == -3 * 23
    assert white(boston.contract_of("8", "A"), 0) == -3 * 110
    assert white(boston.contract_of("slam", "A"), 12) == -3 * 177
    assert white(boston.contract_of("slam", "A"), 4, lost=1) == -3 * 177
    assert white(boston.contract_of("10", "A"), 12, american=True) == 3 * 45
    assert white(boston.contract_of("8", "A"), 0, american=True) == -3 * 115
    lost = boston.Played({"A": 6}, american=True)
    assert boston.settle(tuple("AYBZ"), boston.contract_of("7", "A"), lost) == (None, False)
    for tricks, row in boston.WON.items():
        assert len(row) == 14 - tricks
        assert list(row) == sorted(row)
    for tricks, row in boston.LOST.items():
        assert len(row) == tricks
        assert list(row) == sorted(row)


def test_miseres_pay_the_same_either_way() -> None:
    assert [white(boston.contract_of(m, "A"), 0) for m in boston.MISERES] == [60, 120, 240, 480]
    assert white(boston.contract_of("little-spread", "A"), 1) == -240


def test_revokes_at_boston() -> None:
    eight = boston.contract_of("8", "A")
    assert white(eight, 10, bidder_revoked=True) == -3 * 23
    assert white(eight, 3, bidder_revoked=True, finished=False) == -3 * 23
    assert white(eight, 5, adversary_revoked=True) == 3 * 28
    assert white(boston.contract_of("10", "A"), 10, adversary_revoked=True) == 3 * 52
    assert white(boston.contract_of("10", "A"), 10, adversary_revoked=True, strict=True) == 3 * 42
    assert white(boston.contract_of("11", "A"), 11, adversary_revoked=True) == 3 * 63


def test_the_most_tricks_pay_the_difference() -> None:
    for taken in ({"A": 6, "Y": 4, "B": 2, "Z": 1}, {"A": 13}):
        payments, pool = boston.settle(tuple("AYBZ"), boston.PARTOUT, boston.Played(taken))
        assert pool is None
        assert payments is not None
        t = taken["A"]
        assert payments.red["A"] == -(3 * t - (13 - t))
    payments, _ = boston.settle(tuple("AYBZ"), boston.PARTOUT, boston.Played({}, forfeits=("B",)))
    assert payments is not None
    assert payments.red == {"A": 5, "Y": 5, "B": -15, "Z": 5}


# --------------------------------------------------------------------------- pools
def test_a_pool_over_its_cap_begins_another() -> None:
    pools = Pools((20,), 25).added(12)
    assert pools.reds == (25, 7)
    assert pools.won().reds == (7,)
    assert Pools((), 25).added(60).reds == (25, 25, 10)
    assert Pools((), 25).filled(4).reds == (4,)
    assert Pools((9,)).added(9).reds == (18,)
