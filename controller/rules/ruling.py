"""What comes out of judging: rulings through their statuses, and the result of a hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

from controller.rules.cards import Card
from controller.rules.seats import Seat

Status = Literal[
    "correctable", "option", "compulsory", "established", "applied", "waived", "lapsed", "cancelled", "director"
]
STATUSES: Final[tuple[Status, ...]] = get_args(Status)
OPEN: Final[frozenset[Status]] = frozenset({"correctable", "option", "compulsory", "established", "director"})
"""Statuses in which something may still follow."""

IRREGULARITIES: Final[tuple[str, ...]] = tuple(
    """cut_irregular shuffled_after_cut card_shown_in_cut card_shown_in_deal faced_card imperfect_pack uncut_pack
    misplaced_card counted_by_dealer wrong_hand_count turn_up_looked_at turn_up_not_shown deal_out_of_turn wrong_pack
    deal_irregular turn_up_left turn_up_named turn_up_wrong_card surplus_or_deficiency exposed_card
    cards_played_together winning_cards_run played_before_decision lead_out_of_turn simultaneous_leads
    play_out_of_turn omitted_play mixed_card renounce refused_call attention_called rest_claimed trick_inspected
    wrong_demand penalty_consulted abandoned_hand bid_irregular trump_named_out_of_turn revoke_unproved score_error
    bystander machine_fault honours_not_called entry_irregular seat_irregular""".split()
)
REMEDIES: Final[tuple[str, ...]] = tuple(
    """new_deal deal_lost recut reshuffle correct_deal stands call_card call_suit call_highest call_lowest call_win
    call_not_win call_trump call_not_trump must_play must_not_play lead_back accept_lead treat_as_exposed choose_card
    restore_card withdraw_free two_tricks three_tricks add_three deduct_three three_points value_of_three
    hand_callable game_lost pays stakes_claimed play_out ignore_cards inspect none waits goes_out
    takes_seat""".split()
)


@dataclass(frozen=True, slots=True)
class Remedy:
    """One way to settle a ruling. ``to``: the seats that may demand it; empty where nobody chooses, or not yet."""

    remedy: str
    to: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Ruling:
    """One status of one irregularity, as it is printed on one line.

    ``number`` counts the record's irregularities in the order of first printing. ``law``: rows of the register, the
    first is the row that the status rests on. ``of_line`` stands on what a correction changed, and is its own line.
    ``remedy`` and ``for_`` say what was applied and for which side or seat; ``until`` is the time at which the right
    ends; ``claimed`` marks a revoke that an adversary has claimed.
    """

    line: int
    number: int
    irregularity: str
    law: tuple[str, ...]
    by: str | None
    status: Status
    trick: int | None = None
    cards: tuple[Card, ...] = ()
    remedies: tuple[Remedy, ...] = ()
    remedy: str | None = None
    for_: str | None = None
    until: float | None = None
    claimed: bool = False
    of_line: int | None = None

    def to_json(self) -> dict[str, object]:
        """The object that ``pone judge`` prints, keys in the contract's order."""
        out: dict[str, object] = {
            "line": self.line, "ruling": self.number, "irregularity": self.irregularity, "law": list(self.law)
        }  # fmt: skip
        if self.by is not None:
            out["by"] = self.by
        if self.cards:
            out["cards"] = " ".join(self.cards)
        if self.trick is not None:
            out["trick"] = self.trick
        out["status"] = self.status
        if self.claimed:
            out["claimed"] = True
        if self.remedy is not None:
            out["remedy"] = self.remedy
        elif self.status in OPEN:
            out["remedies"] = [{"remedy": r.remedy, "to": list(r.to)} for r in self.remedies]
        if self.for_ is not None:
            out["for"] = self.for_
        if self.until is not None:
            out["until"] = self.until
        if self.of_line is not None:
            out["of_line"] = self.of_line
        return out


@dataclass(frozen=True, slots=True)
class Won:
    """A game won: by which side, of what value, and why."""

    side: str
    value: int
    why: str

    def to_json(self) -> dict[str, object]:
        """The object that stands in a result's ``won``."""
        return {"side": self.side, "value": self.value, "why": self.why}


@dataclass(frozen=True, slots=True)
class Score:
    """What one hand hands on to the next, by side, and the pools in red counters.

    ``game``: points of the game; ``rubber``: games won of the rubber, by which side and of what value (0 where that is
    not told); ``sheet``: points on the sheet of a rubber.
    """

    game: tuple[tuple[str, int], ...] = ()
    rubber: tuple[tuple[str, int], ...] = ()
    sheet: tuple[tuple[str, int], ...] = ()
    pool: tuple[int, ...] = ()
    deals: int = 0
    """Deals of the game that were played, where a game is over after so many."""


Purse = tuple[tuple[str, int], ...]
"""Counters of each colour, e.g. ``(("red", -2), ("white", 0))``."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a hand ended. ``tricks`` after penalties, ``points`` added to the game, ``game`` the score after it.

    ``call`` is what was played for; ``counters`` the net of the hand by seat without the pool; ``pool`` the red
    counters in the pools after it, ``pool_paid`` what each seat took out of them (negative: put in); ``settlement``
    units by seat; ``honours`` points for honours, ``slam`` the side that made one, or points for it by side; ``sheet``
    points on the sheet of the rubber.
    """

    hand: int
    next_dealer: Seat | None
    tricks: tuple[tuple[str, int], ...] | None = None
    points: tuple[tuple[str, int], ...] | None = None
    game: tuple[tuple[str, int], ...] | None = None
    won: tuple[Won, ...] = ()
    void: bool = False
    unfinished: bool = False
    doubtful: tuple[int, ...] = ()
    """Numbers of tricks whose winner nobody could tell."""
    rubber: tuple[tuple[str, int], ...] | None = None
    """Games of the rubber won by each side; none once it is over."""
    honours: tuple[tuple[str, int], ...] | None = None
    slam: str | tuple[tuple[str, int], ...] | None = None
    call: str | None = None
    counters: tuple[tuple[str, Purse], ...] | None = None
    pool: tuple[int, ...] | None = None
    pool_paid: tuple[tuple[str, int], ...] | None = None
    settlement: tuple[tuple[str, int], ...] | None = None
    sheet: tuple[tuple[str, int], ...] | None = None

    def to_json(self) -> dict[str, object]:
        """The object that ``pone judge`` prints under ``result``."""
        out: dict[str, object] = {"hand": self.hand}
        if self.void:
            out["void"] = True
        if self.unfinished:
            out["unfinished"] = True
        for key, value in (("tricks", self.tricks), ("points", self.points), ("game", self.game)):
            if value is not None:
                out[key] = dict(value)
        for key, value in (("rubber", self.rubber), ("honours", self.honours)):
            if value is not None and any(n for _, n in value):
                out[key] = dict(value)
        if self.slam is not None:
            out["slam"] = self.slam if isinstance(self.slam, str) else dict(self.slam)
        out |= self._settled()
        if self.won:
            out["won"] = [w.to_json() for w in self.won]
        if self.doubtful:
            out["doubtful"] = list(self.doubtful)
        if self.next_dealer is not None:
            out["next_dealer"] = self.next_dealer
        return out

    def _settled(self) -> dict[str, object]:
        """What is paid in counters and units."""
        out: dict[str, object] = {}
        if self.call is not None:
            out["call"] = self.call
        if self.counters is not None:
            out["counters"] = {seat: dict(purse) for seat, purse in self.counters}
        if self.pool is not None:
            first = self.pool[0] if self.pool else 0
            out["pool"] = {"red": first}
            if len(self.pool) > 1:
                out["pools"] = [{"red": reds} for reds in self.pool]
        if self.pool_paid is not None:
            out["pool_paid"] = {seat: {"red": reds} for seat, reds in self.pool_paid}
        for key, value in (("settlement", self.settlement), ("sheet", self.sheet)):
            if value is not None:
                out[key] = dict(value)
        return out
