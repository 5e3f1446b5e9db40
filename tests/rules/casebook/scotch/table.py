"""Scotch's table: two to eight seats, hands in sets, the trump Jack above the Ace, and what the cards count.

Points, the counting out and the stakes are reckoned here from the print, not by the judge.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Unpack

from tests.rules.casebook.book import Expect, Script, case
from tests.rules.casebook.hand import PACK, Hand
from tests.rules.casebook.ring import More, Ring

PLAIN = "6789TJQKA"
TRUMPS = "6789TQKAJ"
COUNTS = {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 11}
OUT = 41
SETS = {2: 3, 3: 2}
"""So many separate hands to each player; one where more play."""
Points = dict[str, int]
ScotchScript = Callable[["Scotch"], Expect]


class Scotch(Ring):
    """Partners opposite when four play, by the heading's sides when six or eight; else each alone."""

    game = "scotch"
    set_now = 1

    def cards(self) -> list[str]:
        pack = [c for c in PACK if c[0] in PLAIN]
        if len(self.ring) in (5, 7):
            pack.remove("6S")
        return [c for c in pack if c[0] != "6"] if len(self.ring) == 8 else pack

    def sides(self) -> list[str]:
        named = self.heading.get("sides")
        if isinstance(named, list):
            return [str(s) for s in named]
        return [self.ring[0] + self.ring[2], self.ring[1] + self.ring[3]] if len(self.ring) == 4 else list(self.ring)

    @property
    def sets(self) -> int:
        return SETS.get(len(self.ring), 1)

    def shuffle(self) -> None:
        super().shuffle()
        named = self.heading.get("score")
        game = named.get("game", {}) if isinstance(named, dict) else {}
        if not self.lines:
            self.score = {s: int(game.get(s, 0)) for s in self.sides()}
        self.set_now = 1
        self.hands = {s: self.held(s, 1) for s in self.ring}
        self.leave_turn_up = self.sets > 1

    def held(self, seat: str, number: int) -> list[str]:
        """A set as it was dealt."""
        size = len(self.order[seat]) // self.sets
        return self.order[seat][size * (number - 1) : size * number]

    def packet_fields(self, i: int) -> dict[str, object]:
        return {"set": 1 + i // (6 * len(self.ring))} if self.sets > 1 else {}

    def begin(self) -> None:
        super().begin()
        self.take_set(1)

    def take_set(self, number: int) -> None:
        """Everybody takes up this set; with the last the dealer takes the turn-up."""
        self.set_now = number
        self.hands = {s: self.held(s, number) for s in self.ring}
        if self.sets == 1:
            return
        for s in self.ring:
            self.fact("took_up", by=s, what="hand", set=number)
        if number == self.sets:
            self.leave_turn_up = False
            self.take_up()

    def next_set(self) -> None:
        self.take_set(self.set_now + 1)

    def strength(self, card: str) -> int:
        return (TRUMPS if card[1] == self.trump else PLAIN).index(card[0])

    def play_out(self) -> int:
        super().play_out()
        while self.set_now < self.sets:
            self.next_set()
            super().play_out()
        return self.line

    # ------------------------------------------------------------------ what it counts
    def worth(self, card: str) -> int:
        """What the card counts to the side that takes it."""
        return COUNTS.get(card[0], 0) if card[1] == self.trump else 0

    def piles(self) -> dict[str, list[str]]:
        """The cards that each side has taken."""
        out: dict[str, list[str]] = {s: [] for s in self.sides()}
        full = self.trick
        for trick in self.tricks:
            self.trick = trick
            out[self.side_of(self.best())] += [c for _, c in trick]
        self.trick = full
        return out

    def counted(self) -> list[tuple[str, int]]:
        """Side and points, in the order in which they count out: the Ten, cards, Ace, King, Queen, Jack."""
        piles = self.piles()
        dealt = len(self.cards()) // len(self.ring)
        at = {c: s for s, pile in piles.items() for c in pile}
        cards = [(s, max(0, len(pile) - dealt * len(s))) for s, pile in piles.items()]
        honours = {r: (at[r + self.trump], self.worth(r + self.trump)) for r in "TAKQJ" if r + self.trump in at}
        first = [honours[r] for r in "T" if r in honours]
        return first + cards + [honours[r] for r in "AKQJ" if r in honours]

    def points(self) -> Points:
        out = dict.fromkeys(self.sides(), 0)
        for s, n in self.counted():
            out[s] += n
        return out

    def first_out(self) -> str | None:
        """The side that counts out first, if one does."""
        total = dict(self.score)
        for s, n in self.counted():
            total[s] += n
            if total[s] >= OUT:
                return s
        return None

    def stakes(self, side: str) -> dict[str, int]:
        """One unit from each loser; to the winners in even parts."""
        losers = self.others(*side)
        return {s: len(losers) // len(side) if s in side else -1 for s in self.ring}

    def outcome(self, **more: object) -> dict[str, object]:
        """The result of a hand played to its end."""
        winner = self.first_out()
        out: dict[str, object] = {"next_dealer": self.after(self.dealer)}
        if winner:
            out |= {
                "won": [{"side": winner}],
                "game": dict.fromkeys(self.sides(), 0),
                "settlement": self.stakes(winner),
            }
            self.score = dict.fromkeys(self.sides(), 0)
        else:
            points = self.points()
            self.score = {s: self.score[s] + points[s] for s in points}
            out |= {"points": points, "game": dict(self.score)}
        return out | more


class French(Scotch):
    """The ten of diamonds counts ten, a trump or not."""

    game = "french"

    def counted(self) -> list[tuple[str, int]]:
        out = super().counted()
        if self.trump == "D":
            return out
        return [(next(s for s, pile in self.piles().items() if "TD" in pile), 10), *out]


def spoke(script: ScotchScript) -> Script:
    """The same for the register of cases, which knows hands in general."""

    def told(t: Hand) -> Expect:
        assert isinstance(t, Scotch)
        return script(t)

    return told


def scotch(
    name: str,
    kind: str,
    *rows: str,
    note: str,
    seats: str = "AYBZ",
    table: type[Scotch] = Scotch,
    **more: Unpack[More],
) -> Callable[[ScotchScript], ScotchScript]:
    """Register a case of Scotch; see :func:`tests.rules.casebook.book.case`."""

    def register(script: ScotchScript) -> ScotchScript:
        told = spoke(script)
        case(name, kind, *rows, note=note, table=table, game=table.game, seats=list(seats), **more)(told)
        return script

    return register
