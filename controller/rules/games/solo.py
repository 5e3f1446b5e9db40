"""Solo whist and its two smaller forms: calls, what they are played for, and what is paid for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from controller.rules.bidding import Auction, Bidding, Contract
from controller.rules.cards import Suit
from controller.rules.counters import Payments
from controller.rules.seats import Seat

REDS: Final[Mapping[str, int]] = {
    "propose": 1, "solo": 2, "misere": 3, "abundance": 4, "abundance-in-trumps": 4, "spread": 6, "slam": 8,
    "six-abundance": 4, "7": 4, "8": 4, "six-solo": 2, "grand": 2,
}  # fmt: skip
"""Red counters of each call, from each adversary; an abundance of any kind is worth four, a grand is paid as a solo."""
PENALTY: Final = 3
"""Tricks that a revoke costs."""

_RANK: Final = ("propose", "solo", "misere", "abundance", "abundance-in-trumps", "spread", "slam")
_UNCOUNTED: Final = frozenset({"misere", "spread", "slam"})
"""Calls that pay no odd tricks."""


def contract_of(call: str, by: Seat, partner: Seat | None = None) -> Contract:
    """What a call undertakes."""
    match call:
        case "propose":
            return Contract(call, by, 8, "turned", "partners", partner)
        case "solo":
            return Contract(call, by, 5, "turned", "alone")
        case "misere":
            return Contract(call, by, 0, "none", "misere", lose=True, sudden=True)
        case "abundance":
            return Contract(call, by, 9, "own", "alone")
        case "abundance-in-trumps":
            return Contract(call, by, 9, "turned", "alone")
        case "spread":
            return Contract(call, by, 0, "none", "misere", lose=True, sudden=True, opens=True)
        case "slam":
            return Contract(call, by, 13, "own", "slam", sudden=True, leads=True)
        case "six-abundance" | "six-solo":
            return Contract(call, by, 6, "own", "alone")
        case "7" | "8":
            return Contract(call, by, int(call), "own", "alone")
        case _:
            raise ValueError(f"{call} undertakes nothing")


GRAND: Final = Contract("grand", None, 0, "none", "each")
"""Nobody calls: no trumps, each for himself, and the last trick loses."""


# --------------------------------------------------------------------------- bidding
def _contract(auction: Auction) -> Contract | None:
    best = auction.best
    if best is None or auction.proposal is not None:
        return None
    return contract_of(best.word, best.seat, auction.accepted)


def _level(auction: Auction, word: str) -> tuple[int, int] | None:
    if word == "accept":
        return (0, 0)
    return (_RANK.index(word), 0) if word in _RANK else None


def _level_three(auction: Auction, word: str) -> tuple[int, int] | None:
    """After all have passed an abundance of six tricks, and a misère above it."""
    if not auction.again:
        return _level_alone(word)
    return {"six-abundance": (0, 0), "misere": (1, 0)}.get(word)


def _level_kimberly(auction: Auction, word: str) -> tuple[int, int] | None:
    if not auction.again:
        return _level_alone(word)
    return (0, 0) if word == "six-solo" else None


def _level_alone(word: str) -> tuple[int, int] | None:
    return (_RANK.index(word), 0) if word in _RANK[1:] else None


def _level_raised(auction: Auction, word: str) -> tuple[int, int] | None:
    """After all have passed, each may undertake more tricks than the last; a misère outranks eight of them."""
    if not auction.again:
        return _level_alone(word)
    raised = {"six-abundance": 6, "7": 7, "8": 8, "misere": 9, "abundance": 10}
    return (raised[word], 0) if word in raised else None


def _eldest_accepts(auction: Auction, seat: Seat, word: str) -> bool:
    return seat == auction.order[0] and word == "accept"


def _never(auction: Auction, seat: Seat, word: str) -> bool:
    del auction, seat, word
    return False


def _another(auction: Auction, trump: Suit, turned: Suit | None) -> str | None:
    """After all have passed the trump must be another than the one turned up."""
    return "ki-2" if auction.again and trump == turned else None


BIDDING: Final = Bidding(
    _level, _contract, _eldest_accepts, again=False,
    rows=("so-P.call.a", "so-P.call.c", "so-P.call.d", "so-P.call.e", "so-P.call.b", "so-P.call.d"),
)  # fmt: skip
BIDDING_THREE: Final = Bidding(
    _level_three, _contract, _never, again=True,
    rows=("so-P.call.a", "so-P.call.c", "s3-5", "so-P.call.e", "s3-3", "s3-3"), early={"six-abundance": "s3-4.a"},
)  # fmt: skip
BIDDING_RAISED: Final = Bidding(
    _level_raised, _contract, _never, again=True,
    rows=("so-P.call.a", "so-P.call.c", "s3-4.b", "so-P.call.e", "s3-3", "s3-3"),
)  # fmt: skip
BIDDING_KIMBERLY: Final = Bidding(
    _level_kimberly, _contract, _never, again=True,
    rows=("so-P.call.a", "so-P.call.c", "so-P.call.d", "so-P.call.e", "ki-1", "ki-1"), early={"six-solo": "ki-2"},
    may_name=_another,
)  # fmt: skip


# --------------------------------------------------------------------------- payments
@dataclass(frozen=True, slots=True)
class Played:
    """How a hand came out. ``won``: tricks of the bidder's side as they fell, penalties not counted.

    ``revokes``: by seat, those whose penalty was demanded; ``shared``: it was shown that the callers would have won in
    spite of the adversary's revoke; ``conceded``: the bidder is paid whatever the tricks say; ``offender``: he who pays
    that for his partners; ``barred``: the bidder's side can win nothing; ``abandoner``: the adversary who threw his
    hand in; ``last``: who won the last trick.
    """

    won: int
    revokes: Mapping[Seat, int]
    shared: bool = False
    conceded: bool = False
    failed: bool = False
    offender: Seat | None = None
    barred: bool = False
    abandoner: Seat | None = None
    last: Seat | None = None


def settle(
    seats: tuple[Seat, ...], contract: Contract, played: Played, holds: Callable[[str], bool] = lambda _: True
) -> Payments:
    """What each seat is paid for a hand of Solo, without the pool, under the principles that hold."""
    payments = Payments(seats)
    if contract.by is None:
        if played.last is not None:
            for other in seats:
                if other != played.last:
                    payments.pay(played.last, other, REDS["grand"])
        return payments
    theirs = sum(n for seat, n in played.revokes.items() if seat not in contract.bidders)
    success, odd = succeeded(contract, played)
    if success and played.barred:
        return payments
    reds = REDS[contract.call] if holds("stakes") else 0
    odd = odd if holds("odd_tricks") else 0
    if success:
        _won(payments, contract, played, reds, odd, theirs)
    else:
        single = () if holds("each_with_one") or contract.partner is None else (contract.partner,)
        for payer, to in _pairs(seats, contract):
            if payer in single:
                continue
            payments.pay(payer, to, reds, odd)
    return payments


def _pairs(seats: tuple[Seat, ...], contract: Contract) -> list[tuple[Seat, Seat]]:
    """Each bidder with the adversary that he settles with; a single bidder settles with all of them."""
    others = [seat for seat in seats if seat not in contract.bidders]
    if contract.partner is not None:
        return list(zip([s for s in seats if s in contract.bidders], others, strict=True))
    return [(contract.by, other) for other in others] if contract.by is not None else []


def succeeded(contract: Contract, played: Played) -> tuple[bool, int]:
    """Whether the call is paid to the bidder, and the tricks over or under it that are paid for."""
    theirs = sum(n for seat, n in played.revokes.items() if seat not in contract.bidders)
    mine = sum(n for seat, n in played.revokes.items() if seat in contract.bidders)
    tricks = max(0, played.won - PENALTY * mine) + PENALTY * theirs
    counted = contract.call not in _UNCOUNTED
    over, under = max(0, tricks - contract.tricks), max(0, contract.tricks - tricks)
    if mine or played.failed:
        return False, under if counted else 0
    if theirs or played.conceded or played.offender is not None:
        return True, over if counted else 0
    if contract.lose:
        return played.won == 0, 0
    success = tricks >= contract.tricks
    return success, (over if success else under) if counted else 0


def _won(payments: Payments, contract: Contract, played: Played, reds: int, odd: int, theirs: int) -> None:
    revoker = next((s for s, n in played.revokes.items() if n and s not in contract.bidders), None)
    sole = played.offender or played.abandoner or (None if played.shared else revoker)
    extra = PENALTY * theirs if played.shared and contract.call not in _UNCOUNTED else 0
    for bidder, other in _pairs(payments.seats, contract):
        if sole is not None:
            payments.pay(sole, bidder, reds, odd)
        else:
            payments.pay(other, bidder, reds, odd - extra)
            if revoker is not None and extra:
                payments.pay(revoker, bidder, 0, extra)
