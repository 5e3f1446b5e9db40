"""Solo's table: three cards at a time, the bidding, the trump that follows from it, and what is paid.

The payments are those of the printed table, reckoned here and not by the judge.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Unpack

from tests.rules.casebook.book import Expect, Script, case
from tests.rules.casebook.hand import Hand, need
from tests.rules.casebook.ring import More, Ring

RED = {
    "propose": 1, "solo": 2, "misere": 3, "abundance": 4, "abundance-in-trumps": 4, "spread": 6, "slam": 8,
    "six-abundance": 4, "six-solo": 2,
}  # fmt: skip
"""What each undertaking wins or loses; those of six tricks as an abundance of any kind, and as a solo."""
AIM = {"propose": 8, "solo": 5, "abundance": 9, "abundance-in-trumps": 9, "six-abundance": 6, "six-solo": 6}
NO_TRUMP = ("misere", "spread")
LOW = {"A": "2S 3S 4S 5S 2H 3H 4H 2D 3D 4D 2C 3C 4C"}
"""With these A takes no trick, whatever the others hold."""
Counters = dict[str, dict[str, int]]
SoloScript = Callable[["Solo"], Expect]


class Solo(Ring):
    """A, Y, B and Z, who deals; A is the eldest hand."""

    game = "solo"
    call = ""
    caller = ""

    def packets(self) -> list[tuple[str, int]]:
        seats = [self.after(self.dealer, i + 1) for i in range(len(self.ring))]
        return [(s, 3) for _ in range(4) for s in seats] + [(s, 1) for s in seats]

    @property
    def eldest(self) -> str:
        return self.after(self.dealer)

    def bid(self, *calls: str, **fields: object) -> int:
        """Calls in turn from the eldest hand, ``-`` where a seat says nothing any more."""
        for i, call in enumerate(calls):
            if call != "-":
                self.fact("bid", by=self.after(self.dealer, i + 1), call=call, **fields)
        return self.line

    def declare(self, caller: str, call: str, suit: str | None = None) -> int:
        """Dealt; ``caller`` calls, the others pass; the trump is named, or taken up where there is none."""
        self.begin()
        i = self.ring.index(caller) - self.ring.index(self.eldest)
        self.bid(*["pass"] * (i % len(self.ring)), call, *["pass"] * (len(self.ring) - 1 - i % len(self.ring)))
        return self.undertake(caller, call, suit)

    def undertake(self, caller: str, call: str, suit: str | None = None) -> int:
        """What follows when ``call`` is the final one."""
        self.caller, self.call = caller, call
        if call in NO_TRUMP:
            self.trump = ""
        if suit:
            self.fact("named_trump", by=caller, trump=suit)
            self.trump = suit
        if call == "spread":
            self.take_up()
        if call == "slam":
            self.leader = caller
        return self.line

    def partners(self) -> int:
        """A proposes, B accepts, the others pass."""
        self.begin()
        self.caller, self.call = "AB", "propose"
        return self.bid("propose", "pass", "accept", "pass")

    def won_by(self, *seats: str) -> int:
        """Tricks taken by these seats together."""
        return sum(self.taken[s] for s in seats)

    def stop_when(self, over: Callable[[], bool]) -> int:
        """Regular tricks until ``over``, or the end."""
        while self.hands[self.to_play] and not over():
            self.round()
        return self.line

    def lay_open(self) -> int:
        """The spread caller's hand."""
        return self.fact("laid_open", by=self.caller, cards=" ".join(self.hands[self.caller]), why="call")

    # ------------------------------------------------------------------ payments
    def paid(self, red: int, white: int = 0) -> Counters:
        """Everybody settles with the caller: so many from each to him, or negative from him to each."""
        foes = self.others(*self.caller)
        each = len(foes) // len(self.caller)
        out = {s: {"red": -red, "white": -white} for s in foes}
        return out | {s: {"red": red * each, "white": white * each} for s in self.caller}

    def alone(self, payer: str, red: int, white: int = 0) -> Counters:
        """``payer`` settles for himself and his partners with the caller: so many for each of them."""
        foes = self.others(*self.caller)
        n, each = len(foes), len(foes) // len(self.caller)
        out = {s: {"red": 0, "white": 0} for s in foes}
        out |= {s: {"red": red * each, "white": white * each} for s in self.caller}
        return out | {payer: {"red": -red * n, "white": -white * n}}

    def table_paid(self, extra: int = 0) -> Counters:
        """By the table of payments, from the tricks taken (and ``extra`` by penalty)."""
        made, red = self.won_by(*self.caller) + extra, RED[self.call]
        if self.call in NO_TRUMP:
            return self.paid(red if made == 0 else -red)
        if self.call == "slam":
            return self.paid(red if self.won_by(self.caller) == 13 else -red)
        odd = made - AIM[self.call]
        return self.paid(red if odd >= 0 else -red, odd)

    def outcome(self, counters: Counters | None = None, **more: object) -> dict[str, object]:
        """The result of the hand; by default as the table has it."""
        paid = self.table_paid() if counters is None else counters
        return {"counters": paid, "next_dealer": self.eldest, **more}


def level(*seats: str) -> Counters:
    """Nobody of these pays or receives."""
    return {s: {"red": 0, "white": 0} for s in seats}


def spoke(script: SoloScript) -> Script:
    """The same for the register of cases, which knows hands in general."""

    def told(t: Hand) -> Expect:
        assert isinstance(t, Solo)
        return script(t)

    return told


def solo(
    name: str, kind: str, *rows: str, note: str, table: type[Solo] = Solo, **more: Unpack[More]
) -> Callable[[SoloScript], SoloScript]:
    """Register a case of Solo; see :func:`tests.rules.casebook.book.case`."""

    def register(script: SoloScript) -> SoloScript:
        case(name, kind, *rows, note=note, table=table, game=table.game, **more)(spoke(script))
        return script

    return register


def made(t: Solo, tricks: int) -> None:
    """Play the hand out; the caller's side has taken just so many, or another seed is asked for."""
    t.play_out()
    need(t.won_by(*t.caller) == tricks)
