"""The law as data: rows of the register in our own words, and forms in which a code opens its rulings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from controller.rules.ruling import Status

Observe = Literal["shoe", "camera", "both", "report", "derived", "none"]
Entitled = Literal["nobody", "adversaries", "right_of_leader", "third_hand", "fourth_hand", "last_adversary"]
Family = Literal["cut", "deal", "stop", "card", "suit", "rank", "count", "revoke", "hand", "turn", "other"]


@dataclass(frozen=True, slots=True)
class Law:
    """A row of the register. ``row``: its citation key; ``title``: the law's subject; ``text``: our paraphrase."""

    row: str
    title: str
    text: str
    observe: Observe


@dataclass(frozen=True, slots=True)
class Form:
    """How a code opens a ruling.

    ``rows``: the first is the one that the status rests on. ``family`` says how the right is exercised and ends;
    ``to`` who may demand; ``bar``: the row under which the right lapses; ``gone``: under which it can no longer apply.
    """

    irregularity: str
    rows: tuple[str, ...]
    status: Status
    family: Family
    remedies: tuple[str, ...] = ()
    to: Entitled = "nobody"
    bar: str | None = None
    gone: str | None = None


@dataclass(frozen=True, slots=True)
class Code:
    """A code of laws: its rows, its forms by name, and its numbers."""

    name: str
    rows: Mapping[str, Law]
    forms: Mapping[str, Form]
    game: int
    """Points that win a game."""
    revoke_cap: int
    """The game score that a revoking side cannot pass in that hand."""
    revoke_tricks: int
    wrong_demand: str
    """The row under which a wrong demand forfeits."""
    misdeal_saved: str
    """The row under which an interrupted dealer deals again."""
    deal_kept: str | None = None
    """The row under which a deal is never lost: whoever misdeals deals again."""
    misdeal_forfeit: int = 0
    """Counters that a misdealer owes to the pool."""
    footings: Mapping[str, Code] = field(default_factory=dict[str, "Code"])
    """The same code as it stands for one footing of the players, where the bidding makes it another."""
