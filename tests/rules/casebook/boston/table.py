"""Boston's table: four, four and five cards, the still pack, the bids, one against three, and what is paid.

The payments are those of the printed tables, reckoned here and not by the judge.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.rules.casebook.book import Expect, Script, case
from tests.rules.casebook.hand import Hand, need
from tests.rules.casebook.ring import Ring

MADE = {
    5: "12 12 13 13 14 14 14 15 15", 6: "15 16 16 17 18 19 20 20", 7: "18 20 21 22 23 24 26", 8: "23 24 26 28 29 31",
    9: "32 34 36 39 41", 10: "42 45 48 52", 11: "63 68 72", 12: "106 114", 13: "166",
}  # fmt: skip
"""White from each adversary, by the tricks bid, for so many taken and each more."""
SHORT = {
    5: "11 21 31 41 50", 6: "15 24 35 45 55 66", 7: "19 29 40 50 60 72 82", 8: "23 34 46 56 67 78 89 110",
    9: "33 44 57 68 82 92 103 115 127", 10: "44 56 70 82 94 107 119 132 145 157",
    11: "67 80 95 109 123 138 151 165 180 194 208", 12: "113 130 148 165 182 200 217 234 252 270 286 304",
    13: "177 198 222 241 262 284 305 326 348 369 390 412 433",
}  # fmt: skip
"""White to each adversary, by the tricks bid, for one short and each more."""
AMERICAN = dict(zip(range(5, 14), (10, 15, 20, 25, 35, 45, 65, 105, 170), strict=True))
"""White from each adversary where over-tricks are not paid."""
MISERE = {"little-misere": 20, "grand-misere": 40, "little-spread": 80, "grand-spread": 160}
LADDER = """5 6 7 little-misere 8 9 grand-misere 10 11 little-spread 12 grand-spread slam""".split()
COLOUR = {"S": "C", "C": "S", "H": "D", "D": "H"}
LOW = {"A": "2S 3S 4S 5S 2H 3H 4H 2D 3D 4D 2C 3C 4C"}
"""With these A takes no trick, whatever the others hold."""
ALL = {"A": "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"}
STRONG = {"A": "AS KS QS JS TS 9S 8S AH KH QH AD KD 2C"}
FAIR = {"A": "AS KS QS JS AH KH 9H 5H AD KD 3D AC 2C"}
Counters = dict[str, dict[str, int]]
BostonScript = Callable[["Boston"], Expect]


def paid_for(bid: int, taken: int) -> int:
    """White from each adversary, or negative to each."""
    if taken >= bid:
        return int(MADE[bid].split()[taken - bid])
    return -int(SHORT[bid].split()[bid - taken - 1])


class Boston(Ring):
    """A, Y, B and Z, who deals; A is the eldest hand, Y sits opposite."""

    game = "boston"
    call = ""
    caller = ""
    still = "5H"
    """What the still pack turns: hearts are first preference, diamonds second, unless the case says otherwise."""

    def packets(self) -> list[tuple[str, int]]:
        seats = [self.after(self.dealer, i + 1) for i in range(4)]
        return [(s, n) for n in (4, 4, 5) for s in seats]

    @property
    def eldest(self) -> str:
        return self.after(self.dealer)

    @property
    def opposite(self) -> str:
        """The player opposite the dealer, who presents the still pack."""
        return self.after(self.dealer, 2)

    def prepare(self, size: int = 0) -> None:
        """Presented and cut; there is no shuffling once the game has begun."""
        size = size or 52
        self.fact("presented", by=self.dealer)
        lifted = self.rng.randint(8, size - 8)
        self.fact("cut", by=self.after(self.dealer, -1), packets=[lifted, size - lifted])

    def cut_by_all(self, *seats: str) -> int:
        """Each of these cuts once."""
        self.fact("presented", by=self.dealer)
        for s in seats:
            lifted = self.rng.randint(8, 44)
            self.fact("cut", by=s, packets=[lifted, 52 - lifted])
        return self.line

    def turn(self) -> int:
        """The still pack is presented, cut, and its top card turned."""
        self.fact("presented", by=self.opposite, of="still")
        lifted = self.rng.randint(8, 44)
        self.fact("cut", by=self.eldest, packets=[lifted, 52 - lifted], of="still")
        self.turn_up, self.trump = "", ""
        return self.fact("turned", card=self.still, at=self.eldest, of="still")

    # ------------------------------------------------------------------ the bids
    def bid(self, *calls: str, **fields: object) -> int:
        """Bids in turn from the eldest hand, ``-`` where a seat says nothing any more."""
        for i, call in enumerate(calls):
            if call != "-":
                self.fact("bid", by=self.after(self.dealer, i + 1), call=call, **fields)
        return self.line

    def declare(self, caller: str, call: str, suit: str = "S") -> int:
        """Dealt; ``caller`` bids, the others pass; the trump is named, or what a misère asks for is done."""
        self.begin()
        i = (self.ring.index(caller) - self.ring.index(self.eldest)) % 4
        self.bid(*["pass"] * i, call, *["pass"] * (3 - i))
        return self.undertake(caller, call, suit)

    def undertake(self, caller: str, call: str, suit: str = "S") -> int:
        """What follows when ``call`` is the final bid."""
        self.caller, self.call = caller, call
        if call not in MISERE:
            self.trump = suit
            return self.fact("named_trump", by=caller, trump=suit)
        if call.startswith("little"):
            self.discard(*self.ring)
        if call.endswith("spread"):
            self.lay_open()
        return self.line

    def discard(self, *seats: str) -> int:
        """Each lays one card aside, unseen: the caller his highest, the others their lowest."""
        for s in seats:
            mine = sorted(self.hands[s], key=self.strength)
            self.hands[s].remove(mine[-1] if s == self.caller else mine[0])
            self.fact("discarded", by=s)
        return self.line

    def lay_open(self) -> int:
        """The spread caller's hand."""
        return self.fact("laid_open", by=self.caller, cards=" ".join(self.hands[self.caller]), why="call")

    def all_pass(self) -> int:
        """Nobody bids: the turned card is turned down, and each plays for himself."""
        self.begin()
        self.bid("pass", "pass", "pass", "pass")
        self.call = "partout"
        return self.fact("turned_down", by=self.opposite)

    # ------------------------------------------------------------------ play
    def foes(self) -> list[str]:
        return self.others(self.caller)

    def stop_when(self, over: Callable[[], bool]) -> int:
        """Regular tricks until ``over``, or the end."""
        while self.hands[self.to_play] and not over():
            self.round()
        return self.line

    @property
    def aim(self) -> int:
        return 13 if self.call == "slam" else int(self.call)

    # ------------------------------------------------------------------ payments
    def paid(self, white: int, red: int = 0) -> Counters:
        """Each adversary pays the caller so much, or negative is paid by him."""
        out = {s: {"white": -white, "red": -red} for s in self.foes()}
        return out | {self.caller: {"white": 3 * white, "red": 3 * red}}

    def table_paid(self, taken: int | None = None) -> Counters:
        """By the printed tables; ``taken`` where it is not as played."""
        made = self.taken[self.caller] if taken is None else taken
        if self.call in MISERE:
            return self.paid(MISERE[self.call] if made == 0 else -MISERE[self.call])
        if self.call == "slam" and taken is None and made < 13:
            return self.paid(paid_for(13, 12))
        return self.paid(paid_for(self.aim, made))

    def partout_paid(self) -> Counters:
        """Who has most tricks pays each other the difference, in red."""
        most = max(self.ring, key=lambda s: self.taken[s])
        need(sum(self.taken[s] == self.taken[most] for s in self.ring) == 1)
        out = {s: {"red": self.taken[most] - self.taken[s], "white": 0} for s in self.ring}
        return out | {most: {"red": -sum(v["red"] for v in out.values()), "white": 0}}

    def five_red(self, payer: str) -> Counters:
        """Five red to each of the others."""
        return {s: {"red": -15 if s == payer else 5, "white": 0} for s in self.ring}

    def outcome(self, counters: Counters | None = None, **more: object) -> dict[str, object]:
        """The result of the hand; by default as the tables have it."""
        return {"counters": self.table_paid() if counters is None else counters, "next_dealer": self.eldest, **more}


def spoke(script: BostonScript) -> Script:
    """The same for the register of cases, which knows hands in general."""

    def told(t: Hand) -> Expect:
        assert isinstance(t, Boston)
        return script(t)

    return told


def boston(
    name: str,
    kind: str,
    *rows: str,
    note: str,
    certainty: str = "text",
    known: bool = True,
    role: str | None = None,
    hands: dict[str, str] | None = None,
    **heading: object,
) -> Callable[[BostonScript], BostonScript]:
    """Register a case of Boston; see :func:`tests.rules.casebook.book.case`."""

    def register(script: BostonScript) -> BostonScript:
        put = case(
            f"bo-{name}", kind, *rows, note=note, certainty=certainty, known=known, role=role, hands=hands,
            table=Boston,
            **{"game": "boston", **heading},
        )  # fmt: skip
        put(spoke(script))
        return script

    return register


def made(t: Boston, tricks: int) -> None:
    """Play the hand out; the caller has taken just so many, or another seed is asked for."""
    t.play_out()
    need(t.taken[t.caller] == tricks)


def finish(t: Boston, caller: str, call: str, suit: str = "S") -> Expect:
    """The hand is played under the final bid and settled; nothing was irregular."""
    t.undertake(caller, call, suit)
    return settle(t)


def settle(t: Boston) -> Expect:
    """Played to its end and paid by the tables; nothing was irregular."""
    if t.call in MISERE:
        t.stop_when(lambda: t.taken[t.caller] > 0)
    elif t.call == "slam":
        t.stop_when(lambda: any(t.taken[s] for s in t.foes()))
    else:
        t.play_out()
    t.cut_next()
    return Expect(result=t.outcome())


def no_counters(*seats: str) -> Counters:
    """Nobody of these pays or receives."""
    return {s: {"white": 0, "red": 0} for s in seats}
