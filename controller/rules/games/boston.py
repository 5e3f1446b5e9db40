"""Boston: thirteen bids, one against three, what is paid for them, and the pools."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from controller.rules.bidding import Auction, Bidding, Contract
from controller.rules.cards import SUITS, Suit
from controller.rules.counters import Payments
from controller.rules.seats import Seat

ORDER: Final = (
    "5", "6", "7", "little-misere", "8", "9", "grand-misere", "10", "11", "little-spread", "12", "grand-spread", "slam",
)  # fmt: skip
"""The bids from the lowest to the highest."""
MISERES: Final[Mapping[str, int]] = {"little-misere": 20, "grand-misere": 40, "little-spread": 80, "grand-spread": 160}
"""White counters from, or to, each adversary."""
WON: Final[Mapping[int, tuple[int, ...]]] = {
    5: (12, 12, 13, 13, 14, 14, 14, 15, 15), 6: (15, 16, 16, 17, 18, 19, 20, 20), 7: (18, 20, 21, 22, 23, 24, 26),
    8: (23, 24, 26, 28, 29, 31), 9: (32, 34, 36, 39, 41), 10: (42, 45, 48, 52), 11: (63, 68, 72), 12: (106, 114),
    13: (166,),
}  # fmt: skip
"""White counters from each adversary by tricks bid and tricks over them."""
LOST: Final[Mapping[int, tuple[int, ...]]] = {
    5: (11, 21, 31, 41, 50), 6: (15, 24, 35, 45, 55, 66), 7: (19, 29, 40, 50, 60, 72, 82),
    8: (23, 34, 46, 56, 67, 78, 89, 110), 9: (33, 44, 57, 68, 82, 92, 103, 115, 127),
    10: (44, 56, 70, 82, 94, 107, 119, 132, 145, 157), 11: (67, 80, 95, 109, 123, 138, 151, 165, 180, 194, 208),
    12: (113, 130, 148, 165, 182, 200, 217, 234, 252, 270, 286, 304),
    13: (177, 198, 222, 241, 262, 284, 305, 326, 348, 369, 390, 412, 433),
}  # fmt: skip
"""White counters to each adversary by tricks bid and tricks under them."""
AMERICAN: Final[Mapping[int, int]] = {5: 10, 6: 15, 7: 20, 8: 25, 9: 35, 10: 45, 11: 65, 12: 105, 13: 170}
"""White counters from each adversary where tricks over the bid are not paid."""
AMERICAN_LOST: Final[Mapping[tuple[int, int], int]] = {
    (5, 1): 10, (5, 5): 50, (8, 8): 115, (13, 1): 180, (13, 13): 450,
}  # fmt: skip
"""White counters to each adversary in the American way, by tricks bid and under them: the places that are known.

The rest of that table is lost, and nothing is reckoned for it.
"""
DEALS: Final = 12
"""Deals of a game."""
POOL_CAP: Final = 25
REVOKE_FORFEIT: Final = 4
"""Red counters to the next pool."""
MISDEAL_FORFEIT: Final = 1
COUNT_FORFEIT: Final = 4
PARTOUT_FORFEIT: Final = 5
"""Red counters to each other player for a revoke, or a card too few, where all play for themselves."""
ERROR_FORFEIT: Final = 4
"""Red counters to the next pool for an error that ends a misère."""
MISDEALS: Final = frozenset({"uncut", "astray", "counted", "turn_up_looked_at", "wrong_count", "surplus_dealt"})
"""Forms of misdeals for which the dealer pays a red counter to the pool."""
OVER_REVOKE: Final = 3
"""Tricks over the bid that an adversary's revoke adds, where bid and these are not more than thirteen."""

_SAME_COLOUR: Final[Mapping[Suit, Suit]] = {"S": "C", "C": "S", "H": "D", "D": "H"}


def preferences(turned: Suit) -> tuple[tuple[Suit, ...], ...]:
    """The suits by rank: plain ones, the colour (second preference), and the suit turned (first preference)."""
    second = _SAME_COLOUR[turned]
    return tuple(s for s in SUITS if s not in (turned, second)), (second,), (turned,)


def tricks_of(call: str) -> int | None:
    """The tricks that a bid undertakes to win, ``None`` for a misère."""
    return 13 if call == "slam" else int(call) if call.isdigit() else None


def contract_of(call: str, by: Seat) -> Contract:
    """What a bid undertakes."""
    tricks = tricks_of(call)
    if tricks is not None:
        return Contract(call, by, tricks, "own", "alone", sudden=tricks == 13)
    return Contract(
        call, by, 0, "none", "misere", lose=True, sudden=True, opens="spread" in call,
        discards=1 if call.startswith("little") else 0,
    )  # fmt: skip


PARTOUT: Final = Contract("misere-partout", None, 0, "none", "each")
"""Nobody bids: no trumps, each for himself, and the fewest tricks are best."""


# --------------------------------------------------------------------------- bidding
def _level(auction: Auction, word: str) -> tuple[int, int] | None:
    best = auction.best
    if word in ("keep", "keep-over"):
        if best is None or ORDER[best.level[0]] in MISERES:
            return None
        return (best.level[0], 1 if word == "keep" else 2)
    if word not in ORDER:
        return None
    rank = ORDER.index(word)
    again = best is not None and best.level[0] == rank and word not in MISERES and best.level[1] < 2
    return (rank, best.level[1] + 1 if best is not None and again else 0)


def _contract(auction: Auction) -> Contract | None:
    best = auction.best
    return None if best is None else contract_of(ORDER[best.level[0]], best.seat)


def _a_misere(auction: Auction, seat: Seat, word: str) -> bool:
    del auction, seat
    return word in MISERES


def may_name(auction: Auction, trump: Suit, turned: Suit | None) -> str | None:
    """Who kept has promised a suit of the turned colour, who kept over the very suit that was turned."""
    best = auction.best
    if best is None or turned is None:
        return None
    return None if any(trump in suits for suits in preferences(turned)[best.level[1] :]) else "bo-P.bid.b"


BIDDING: Final = Bidding(
    _level, _contract, _a_misere, again=False,
    rows=("bo-P.bid.a", "bo-P.bid.c", "bo-P.bids", "bo-P.bids", "bo-P.bid.b", "bo-P.bid.b"),
    may_name=may_name, low={"keep": "bo-P.bid.b", "keep-over": "bo-P.bid.b"},
)  # fmt: skip


# --------------------------------------------------------------------------- payments
@dataclass(frozen=True, slots=True)
class Played:
    """How a hand came out. ``taken``: tricks by seat; ``finished``: whether all of them were played.

    ``adversary_revoked``, ``bidder_revoked``: a revoke whose penalty was demanded; ``conceded``: the bidder is paid
    whatever the tricks say; ``put_in``: he is short of one trick at least; ``barred``: he can win nothing;
    ``forfeits``: who pays five red to each other where all play for themselves; ``american``: the payments without
    tricks over the bid; ``strict``: an adversary's revoke adds tricks to bids up to nine only; ``lost``: tricks that
    the bidder has lost, where the hand ended before the last.
    """

    taken: Mapping[Seat, int]
    adversary_revoked: bool = False
    bidder_revoked: bool = False
    conceded: bool = False
    put_in: bool = False
    finished: bool = True
    barred: bool = False
    forfeits: tuple[Seat, ...] = ()
    american: bool = False
    strict: bool = False
    lost: int = 0


def settle(
    seats: tuple[Seat, ...], contract: Contract, played: Played, holds: Callable[[str], bool] = lambda _: True
) -> tuple[Payments | None, bool | None]:
    """What each seat is paid without the pool, and whether the bidder wins it (``None``: nobody plays for it).

    Payments are ``None`` for a failure of which the chosen table does not say what it costs. ``holds``: which
    of the tables of payments are followed.
    """
    payments = Payments(seats)
    if contract.by is None:
        if holds("paid_for_partout") or played.forfeits:
            _partout(payments, played)
        return payments, None
    won, white = _due(contract, played)
    table = "paid_for_misere" if contract.lose else "paid_american" if won and played.american else None
    if not won and played.american and not contract.lose:
        table = "paid_american_failure"
    if not holds(table or ("paid_for_tricks" if won else "paid_for_failure")):
        white = 0
    if white is None:
        return None, won
    if won and played.barred:
        return payments, None
    others = [seat for seat in seats if seat != contract.by]
    payments.each(others, contract.by, white=white if won else -white)
    return payments, won


def _due(contract: Contract, played: Played) -> tuple[bool, int | None]:
    """Whether the bidder is paid, and what each adversary gives or gets, where the table says it.

    A slam ends with the first trick that is lost: tricks that nobody played are not lost.
    """
    taken = played.taken.get(contract.by or "", 0)
    lost = played.bidder_revoked or played.put_in
    if contract.lose:
        won = not lost and (taken == 0 or played.adversary_revoked or played.conceded)
        return won, MISERES[contract.call]
    bid = contract.tricks
    under, over = (max(0, bid - taken), max(0, taken - bid)) if played.finished else (0, 0)
    if contract.sudden and under:
        under = played.lost or under
    if lost:
        return False, lost_by(bid, max(1, under), american=played.american)
    if played.adversary_revoked or played.conceded or not under:
        return True, won_by(bid, _over(bid, over, played), american=played.american)
    return False, lost_by(bid, under, american=played.american)


def _over(bid: int, over: int, played: Played) -> int:
    """Tricks over the bid that are paid for after an adversary's revoke; both are thirteen at most."""
    if not played.adversary_revoked:
        return min(over, 13 - bid)
    extra = OVER_REVOKE if bid <= (9 if played.strict else 13 - OVER_REVOKE) else 0
    return min(over + extra, 13 - bid)


def won_by(bid: int, over: int, *, american: bool = False) -> int:
    """White counters from each adversary for a bid that is made."""
    return AMERICAN[bid] if american else WON[bid][over]


def lost_by(bid: int, under: int, *, american: bool = False) -> int | None:
    """White counters to each adversary for a bid that fails; ``None`` where the chosen table is lost."""
    return AMERICAN_LOST.get((bid, under)) if american else LOST[bid][under - 1]


def _partout(payments: Payments, played: Played) -> None:
    """Who took most tricks pays each other the difference in red; who forfeits pays five to each instead."""
    if played.forfeits:
        for payer in played.forfeits:
            for other in payments.seats:
                if other != payer:
                    payments.pay(payer, other, PARTOUT_FORFEIT)
        return
    most = max((played.taken.get(seat, 0) for seat in payments.seats), default=0)
    worst = [seat for seat in payments.seats if played.taken.get(seat, 0) == most]
    for payer in worst:
        for other in payments.seats:
            if other not in worst:
                payments.pay(payer, other, most - played.taken.get(other, 0))
