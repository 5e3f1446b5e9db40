"""A table that plays under Deschapelles: when the turn-up is lifted, and what a hand scores.

The reckoning is done here from the printed articles (50 to 63, 94, 105), without help of the judge.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tests.rules.casebook.book import Expect, Ruling, Script, case
from tests.rules.casebook.hand import SIDES, Hand, foes, left, need, other, side

TableScript = Callable[["Table"], Expect]
TO_WIN = 10
WELL = 9
FISH_RUBBER = 4
FISH_SLAM = 10


class Table(Hand):
    """One record under construction, under the laws of Deschapelles."""

    def __init__(self, seed: int, heading: dict[str, object], known: bool, hands: dict[str, str] | None = None) -> None:
        super().__init__(seed, heading, known, hands)
        score = self.heading.get("score")
        rubber = score.get("rubber", {}) if isinstance(score, dict) else {}
        self.rubber: dict[str, int] = {s: int(rubber.get(s, 0)) for s in SIDES}

    def play(self, card: str | None = None, seat: str | None = None, fact: str = "played", **fields: object) -> int:
        """As elsewhere, but the turn-up lies in view until the first card of the second trick is played."""
        leave, self.leave_turn_up = self.leave_turn_up, True
        line = super().play(card, seat, fact, **fields)
        self.leave_turn_up = leave
        if self.up and not leave and self.number > 1 and len(self.trick) < 4:
            self.take_up()
        return line

    def to_the_last(self) -> None:
        """Regular play up to the last trick, which is still to come: until then a revoke may be claimed."""
        while self.number < 13:
            self.round()

    def answered(self, *, suit: str | None = None) -> int:
        """A card of ``suit`` by whose turn it is."""
        cards = self.of(self.to_play, suit)
        need(cards)
        return self.play(cards[0])

    # ------------------------------------------------------------------ what it scores
    def scored(
        self,
        *,
        tricks: Mapping[str, int] | None = None,
        honours: Mapping[str, int] | None = None,
        add: Mapping[str, int] | None = None,
        deduct: Mapping[str, int] | None = None,
        revoked: Sequence[str] = (),
        slam: bool = True,
    ) -> dict[str, object]:
        """The result of a hand played to its end. ``honours``, ``add``, ``deduct``: points to or from a side;
        ``revoked``: sides that may not pass nine; ``slam``: whether thirteen tricks are one.
        """
        had = dict(tricks or self.taken)
        out: dict[str, object] = {"tricks": had, "next_dealer": left(self.dealer)}
        if slam and 13 in had.values():
            out["won"] = [{"side": s, "value": FISH_SLAM} for s in SIDES if had[s] == 13]
            return out | {"points": dict.fromkeys(SIDES, 0), "game": dict(self.score)}
        after: dict[str, int] = {}
        for s in SIDES:
            before = max(0, self.score[s] - (deduct or {}).get(s, 0))
            after[s] = before + max(0, had[s] - 6) + (add or {}).get(s, 0) + (honours or {}).get(s, 0)
            if s in revoked:
                after[s] = min(WELL, after[s])
        winners = [s for s in SIDES if after[s] >= TO_WIN]
        need(len(winners) < 2)
        if winners:
            out["won"] = self.win(winners[0], after[other(winners[0])])
        else:
            out["points"] = {s: after[s] - self.score[s] for s in SIDES}
            self.score = after
        return out | {"game": dict(self.score)}

    def win(self, winner: str, losers: int) -> list[dict[str, object]]:
        """A game is won: what it is worth, and the rubber with it if it was the second."""
        value = 3 if not losers else 2 if losers <= 4 else 1
        won: list[dict[str, object]] = [{"side": winner, "value": value}]
        self.score = dict.fromkeys(SIDES, 0)
        self.rubber[winner] += 1
        if self.rubber[winner] == 2:
            won.append({"side": winner, "value": FISH_RUBBER})
            self.rubber = dict.fromkeys(SIDES, 0)
        return won


def de(
    name: str,
    kind: str,
    *rows: str,
    note: str,
    certainty: str = "text",
    known: bool = True,
    role: str | None = None,
    hands: dict[str, str] | None = None,
    **heading: object,
) -> Callable[[TableScript], TableScript]:
    """Register a case of this code; its file's name begins with ``de-``."""

    def register(script: TableScript) -> TableScript:
        case(
            f"de-{name}", f"{kind}@whist/de", *rows, note=note, certainty=certainty, known=known, role=role,
            hands=hands, table=Table, laws="deschapelles", **heading,
        )(_on_a_table(script))  # fmt: skip
        return script

    return register


def _on_a_table(script: TableScript) -> Script:
    def run(t: Hand) -> Expect:
        assert isinstance(t, Table)
        return script(t)

    return run


# ------------------------------------------------------------------ what recurs in expectations
LOST: dict[str, object] = {"deal_lost": None}
ANEW: dict[str, object] = {"new_deal": None}
CALLS = ["call_highest", "call_lowest", "call_trump", "call_not_trump"]
PRICES = ["add_three", "deduct_three", "three_tricks"]


def again(dealer: str) -> dict[str, object]:
    """A hand that is not played out; ``dealer`` deals next."""
    return {"void": True, "next_dealer": dealer}


def anew_to(seats: Sequence[str]) -> dict[str, object]:
    """A new deal, for these seats to ask."""
    return {"new_deal": list(seats)}


def liable(seat: str) -> dict[str, object]:
    """What the adversaries may do with a card of ``seat`` that lies exposed."""
    return {
        "call_card|must_play": foes(seat), "must_not_play": foes(seat),
        "call_highest": foes(seat), "call_lowest": foes(seat),
    }  # fmt: skip


def prices(seat: str) -> dict[str, object]:
    """The three ways of profiting by a revoke of ``seat``."""
    return {price: foes(seat) for price in PRICES}


def no_deal_lost(*irregularities: str) -> list[Ruling]:
    """Tolerated: words about a fault that costs nothing."""
    return [
        {"irregularity": i, "status_never": ["compulsory", "applied"], "remedies_never": ["deal_lost", "new_deal"]}
        for i in irregularities
    ]


__all__ = [
    "ANEW", "CALLS", "LOST", "PRICES", "Table", "again", "anew_to", "de", "liable", "no_deal_lost", "prices", "side",
]  # fmt: skip
