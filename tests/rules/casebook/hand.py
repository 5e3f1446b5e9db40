"""A table that writes its own record: deals from a seed, plays by the rules, and lets a case break them.

Everything is reckoned here without help of the judge (who wins a trick, what a hand scores), so that a case that
passes says something about both.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

ROUND = "NESW"
RANKS = "23456789TJQKA"
SUITS = "SHDC"
PACK = [rank + suit for suit in SUITS for rank in RANKS]
SIDES: tuple[str, ...] = ("NS", "EW")


class Unfit(Exception):
    """The seed gives no hand on which the case can happen; the next one is tried."""


def need(fits: object) -> None:
    """Ask for another seed unless ``fits``."""
    if not fits:
        raise Unfit


def left(seat: str) -> str:
    return ROUND[(ROUND.index(seat) + 1) % 4]


def right(seat: str) -> str:
    return ROUND[(ROUND.index(seat) + 3) % 4]


def partner(seat: str) -> str:
    return ROUND[(ROUND.index(seat) + 2) % 4]


def side(seat: str) -> str:
    return "NS" if seat in "NS" else "EW"


def other(side_: str) -> str:
    return "EW" if side_ == "NS" else "NS"


def foes(seat: str) -> list[str]:
    """The adversaries in the heading's order."""
    return [s for s in ROUND if side(s) != side(seat)]


def height(card: str) -> int:
    return RANKS.index(card[0])


class Hand:
    """One record under construction. Emitting methods return the line that they wrote."""

    def __init__(self, seed: int, heading: dict[str, object], known: bool, hands: dict[str, str] | None = None) -> None:
        self.rng = random.Random(seed)
        self.seed = seed
        self.heading: dict[str, object] = {
            "record": 1, "game": "whist", "laws": "american-1893", "seats": list(ROUND), "dealer": "N", **heading,
        }  # fmt: skip
        self.known = known
        self.lines: list[dict[str, object] | str] = []
        self.first: str | None = None
        """What stands in the first line instead of the heading."""
        self.dealer = str(self.heading["dealer"])
        score = self.heading.get("score")
        game = score.get("game", {}) if isinstance(score, dict) else {}
        self.score: dict[str, int] = {s: int(game.get(s, 0)) for s in SIDES}
        self.fixed = hands
        self.shuffle()

    # ------------------------------------------------------------------ the pack
    def shuffle(self) -> None:
        """New hands for everybody: at random, but for the cards that the case fixed."""
        held = {s: (self.fixed or {}).get(s, "").split() for s in ROUND}
        rest = [c for c in PACK if not any(c in cards for cards in held.values())]
        self.rng.shuffle(rest)
        for s in ROUND:
            while len(held[s]) < 13:
                held[s].append(rest.pop())
        if not self.fixed:
            for s in ROUND:
                self.rng.shuffle(held[s])
        self.order = held
        self.hands = {s: list(held[s]) for s in ROUND}
        self.turn_up = held[self.dealer][12]
        self.trump = self.turn_up[1]
        self.trick: list[tuple[str, str]] = []
        self.leader = left(self.dealer)
        self.number = 1
        self.taken = dict.fromkeys(SIDES, 0)
        self.tricks: list[list[tuple[str, str]]] = []
        self.up = False
        """Whether the turn-up lies on the table."""
        self.leave_turn_up = False

    def set_dealer(self, dealer: str) -> None:
        self.dealer = dealer
        self.shuffle()

    # ------------------------------------------------------------------ writing
    @property
    def line(self) -> int:
        """The line written last; the heading is 1."""
        return len(self.lines) + 1

    def fact(self, name: str, /, **fields: object) -> int:
        self.lines.append({"fact": name, **{k.rstrip("_"): v for k, v in fields.items() if v is not None}})
        return self.line

    def row(self, line: int) -> dict[str, object]:
        """The fact on a line, to be changed after it was written."""
        row = self.lines[line - 2]
        assert isinstance(row, dict)
        return row

    def prepare(self) -> None:
        """Shuffled, presented and cut as it should be."""
        self.fact("shuffled", by=self.dealer)
        self.fact("presented", by=self.dealer)
        lifted = self.rng.randint(10, 40)
        self.fact("cut", by=right(self.dealer), packets=[lifted, 52 - lifted])

    def deal(self, first: int = 0, last: int = 52, **fields: object) -> int:
        """Cards number ``first`` to ``last`` of the deal, one at a time in rotation."""
        for i in range(first, last):
            seat = self.target(i)
            card = self.order[seat][i // 4]
            if self.known:
                self.fact("dealt", to=seat, cards=card, **fields)
            else:
                self.fact("dealt", to=seat, count=1, **fields)
        return self.line

    def target(self, i: int) -> str:
        """Who is due for card number ``i`` of the deal, from 0."""
        return ROUND[(ROUND.index(self.dealer) + 1 + i) % 4]

    def turn(self) -> int:
        self.up = True
        return self.fact("turned", card=self.turn_up, at=self.dealer)

    def begin(self) -> None:
        """A whole regular deal; with unknown hands only the turn-up is in the record."""
        self.prepare()
        if self.known:
            self.deal()
        self.turn()

    # ------------------------------------------------------------------ the state of play
    @property
    def to_play(self) -> str:
        if not self.trick or len(self.trick) == 4:
            return self.leader
        done = {seat for seat, _ in self.trick}
        first = ROUND.index(self.trick[0][0])
        return next(s for s in (ROUND[(first + i) % 4] for i in range(4)) if s not in done)

    @property
    def led(self) -> str | None:
        """The suit of the trick on the table, if one is open."""
        return self.trick[0][1][1] if self.trick and len(self.trick) < 4 else None

    def of(self, seat: str, suit: str | None) -> list[str]:
        """The cards of a suit that ``seat`` holds, from low to high."""
        return sorted((c for c in self.hands[seat] if c[1] == suit), key=height)

    def off(self, seat: str, suit: str | None) -> list[str]:
        """The cards of other suits that ``seat`` holds."""
        return [c for c in self.hands[seat] if c[1] != suit]

    def legal(self, seat: str) -> list[str]:
        return self.of(seat, self.led) or list(self.hands[seat])

    def best(self) -> str:
        """Who is winning the trick as it lies."""
        return winner(self.trick, self.trump)

    # ------------------------------------------------------------------ playing
    def play(self, card: str | None = None, seat: str | None = None, fact: str = "played", **fields: object) -> int:
        """A card of ``seat`` (default: whose turn it is) to the trick; by default a legal one at random."""
        seat = seat or self.to_play
        if len(self.trick) == 4:
            self.trick = []
        if card is None:
            choice = sorted(self.legal(seat))
            need(choice)
            card = self.rng.choice(choice)
        if seat == self.dealer and self.up and not self.leave_turn_up:
            self.take_up()
        if card == self.turn_up:
            self.up = False
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        line = self.fact(fact, by=seat, cards=card, **fields)
        self.settle()
        return line

    def settle(self) -> None:
        """Count the trick if it is complete."""
        if len(self.trick) == 4:
            self.leader = self.best()
            self.taken[side(self.leader)] += 1
            self.tricks.append(list(self.trick))
            self.number += 1

    def take_up(self) -> int:
        self.up = False
        return self.fact("took_up", by=self.dealer)

    def withdraw(self, seat: str, card: str) -> int:
        """A card of the trick on the table back into the hand."""
        if len(self.trick) == 4:
            self.number -= 1
            self.taken[side(self.leader)] -= 1
            self.tricks.pop()
            self.leader = self.trick[0][0]
        self.trick.remove((seat, card))
        self.hands[seat].append(card)
        return self.fact("withdrew", by=seat, cards=card)

    def quit(self) -> int:
        need(len(self.trick) == 4)
        self.trick = []
        return self.fact("quitted", by=self.leader)

    def follow(self) -> None:
        """The rest of the trick, legally, without gathering it."""
        while len(self.trick) < 4:
            self.play()

    def round(self) -> int:
        """The rest of this trick, or a whole one, and gathered."""
        if not self.trick:
            self.play()
        self.follow()
        return self.quit()

    def rounds(self, n: int) -> None:
        for _ in range(n):
            self.round()

    def close(self) -> int:
        """Everything that is left, legally, and the next pack cut."""
        self.play_out()
        return self.cut_next()

    def play_out(self) -> int:
        if 0 < len(self.trick) < 4:
            self.follow()
        if len(self.trick) == 4:
            self.quit()
        while self.hands[self.to_play]:
            self.round()
        return self.line

    def cut_next(self) -> int:
        return self.fact("next_cut", by=self.dealer)

    def next_deal(self, dealer: str | None = None) -> int:
        """Another hand begins; by default by the player to the left."""
        dealer = dealer or left(self.dealer)
        line = self.fact("next_deal", dealer=dealer)
        self.set_dealer(dealer)
        return line

    # ------------------------------------------------------------------ faults in play
    def reach(self, tricks: int, plays: int = 0) -> str:
        """A regular hand up to the given card; returns whose turn it is then."""
        self.begin()
        self.rounds(tricks)
        for _ in range(plays):
            self.play()
        return self.to_play

    def renounce(self, seat: str | None = None, ruff: bool | None = None, **fields: object) -> int:
        """``seat`` plays another suit though he holds the one led. ``ruff``: with a trump, or not, or either."""
        seat = seat or self.to_play
        wrong = [c for c in self.off(seat, self.led) if ruff is None or (c[1] == self.trump) == ruff]
        need(self.led and self.of(seat, self.led) and wrong)
        line = self.play(self.rng.choice(sorted(wrong)), seat)
        self.row(line).update(fields)
        return line

    def last_card(self) -> str:
        """The card put on the trick last."""
        return self.trick[-1][1]

    # ------------------------------------------------------------------ what it scores
    def result(
        self,
        shift: Iterable[str] = (),
        revoked: Sequence[str] = (),
        tricks: dict[str, int] | None = None,
        points: bool = True,
    ) -> dict[str, object]:
        """The result of the hand. ``shift``: the side that loses two tricks, once for each revoke charged;
        ``revoked``: sides that may not pass six.
        """
        had = dict(tricks or self.taken)
        for loser in shift:
            n = min(2, had[loser])
            had[loser] -= n
            had[other(loser)] += n
        gained = {s: max(0, had[s] - 6) for s in SIDES}
        for s in revoked:
            gained[s] = min(gained[s], max(0, 6 - self.score[s]))
        after = {s: self.score[s] + gained[s] for s in SIDES}
        out: dict[str, object] = {"tricks": had, "next_dealer": left(self.dealer)}
        winners = [s for s in SIDES if after[s] >= 7]
        if winners:
            w = winners[0]
            out["won"] = [{"side": w, "value": 7 - after[other(w)]}]
            self.score = dict.fromkeys(SIDES, 0)
        else:
            if points:
                out["points"] = gained
            self.score = after
        out["game"] = dict(self.score)
        return out


def winner(trick: Sequence[tuple[str, str]], trump: str) -> str:
    """Who takes these cards: the highest trump, else the highest of the suit led."""
    led = trick[0][1][1]
    ruffs = [p for p in trick if p[1][1] == trump]
    pool = ruffs or [p for p in trick if p[1][1] == led]
    return max(pool, key=lambda p: height(p[1]))[0]
