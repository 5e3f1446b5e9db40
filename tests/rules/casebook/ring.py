"""A table of any number of seats, with any pack and any packets, that writes its own record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from tests.rules.casebook.book import Expect, Ruling
from tests.rules.casebook.hand import PACK, RANKS, Hand, need


class More(TypedDict, total=False):
    """What a case may say besides its name, kind, rows and note; the last five go into its heading."""

    certainty: str
    known: bool
    hands: dict[str, str]
    dealer: str
    score: dict[str, dict[str, int]]
    sides: list[str]
    options: dict[str, str]
    complete: list[str]


class Ring(Hand):
    """Seats go clockwise as in the heading; the last of them deals unless the heading says who."""

    game = "whist"
    around = "AYBZ"

    def __init__(self, seed: int, heading: dict[str, object], known: bool, hands: dict[str, str] | None = None) -> None:
        seats = heading.get("seats")
        self.ring = "".join(seats) if isinstance(seats, list) else self.around
        first = {"game": self.game, "seats": list(self.ring), "dealer": self.ring[-1]}
        super().__init__(seed, first | heading, known, hands)

    # ------------------------------------------------------------------ the pack
    def cards(self) -> list[str]:
        """The pack."""
        return list(PACK)

    def packets(self) -> list[tuple[str, int]]:
        """Who is dealt how many cards, in the order of the deal; by default one at a time."""
        return [(self.after(self.dealer, 1 + i), 1) for i in range(len(self.cards()))]

    def shuffle(self) -> None:
        """New hands for everybody: at random, but for the cards that the case fixed."""
        self.plan = self.packets()
        size = {s: sum(n for to, n in self.plan if to == s) for s in self.ring}
        held = {s: (self.fixed or {}).get(s, "").split() for s in self.ring}
        rest = [c for c in self.cards() if not any(c in cards for cards in held.values())]
        self.rng.shuffle(rest)
        for s in self.ring:
            held[s] += [rest.pop() for _ in range(size[s] - len(held[s]))]
        self.order = held
        self.rest = rest
        """Cards that nobody is dealt."""
        self.hands = {s: list(held[s]) for s in self.ring}
        self.turn_up = rest[0] if rest else held[self.dealer][-1]
        self.trump = self.turn_up[1]
        self.trick = []
        self.leader = self.after(self.dealer)
        self.number = 1
        self.taken = dict.fromkeys(self.sides(), 0)
        self.tricks = []
        self.up = False
        self.leave_turn_up = False

    # ------------------------------------------------------------------ seats
    def after(self, seat: str, n: int = 1) -> str:
        """The seat ``n`` places to the left."""
        return self.ring[(self.ring.index(seat) + n) % len(self.ring)]

    def sides(self) -> list[str]:
        """Those who count tricks together; each alone by default."""
        return list(self.ring)

    def side_of(self, seat: str) -> str:
        return next(s for s in self.sides() if seat in s)

    def others(self, *seats: str) -> list[str]:
        """Everybody else, in the heading's order."""
        return [s for s in self.ring if s not in seats]

    # ------------------------------------------------------------------ dealing
    def prepare(self, size: int = 0) -> None:
        """Shuffled, presented and cut as it should be; ``size``: of another pack than the right one."""
        size = size or len(self.cards())
        self.fact("shuffled", by=self.dealer)
        self.fact("presented", by=self.dealer)
        lifted = self.rng.randint(8, size - 8)
        self.fact("cut", by=self.after(self.dealer, -1), packets=[lifted, size - lifted])

    def deal(self, first: int = 0, last: int | None = None, **fields: object) -> int:
        """Packets number ``first`` to ``last`` of the deal."""
        done = dict.fromkeys(self.ring, 0)
        for i, (seat, n) in enumerate(self.plan[:last]):
            fallen = self.order[seat][done[seat] : done[seat] + n]
            done[seat] += n
            if i >= first:
                given: dict[str, object] = {"cards": " ".join(fallen)} if self.known else {"count": n}
                self.fact("dealt", to=seat, **given, **self.packet_fields(i), **fields)
        return self.line

    def packet_fields(self, i: int) -> dict[str, object]:
        """What else is written of packet number ``i``."""
        return {}

    def target(self, i: int) -> str:
        return self.plan[i][0]

    # ------------------------------------------------------------------ playing
    def strength(self, card: str) -> int:
        """Rank within its suit."""
        return RANKS.index(card[0])

    def of(self, seat: str, suit: str | None) -> list[str]:
        return sorted((c for c in self.hands[seat] if c[1] == suit), key=self.strength)

    @property
    def full(self) -> bool:
        """Whether the trick on the table is complete."""
        return len(self.trick) == len(self.ring)

    @property
    def to_play(self) -> str:
        if not self.trick or self.full:
            return self.leader
        done = {seat for seat, _ in self.trick}
        return next(s for s in (self.after(self.trick[0][0], i) for i in range(len(self.ring))) if s not in done)

    @property
    def led(self) -> str | None:
        return self.trick[0][1][1] if self.trick and not self.full else None

    def best(self) -> str:
        ruffs = [p for p in self.trick if p[1][1] == self.trump]
        pool = ruffs or [p for p in self.trick if p[1][1] == self.trick[0][1][1]]
        return max(pool, key=lambda p: self.strength(p[1]))[0]

    def play(self, card: str | None = None, seat: str | None = None, fact: str = "played", **fields: object) -> int:
        seat = seat or self.to_play
        if self.full:
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
        if self.full:
            self.leader = self.best()
            self.taken[self.side_of(self.leader)] += 1
            self.tricks.append(list(self.trick))
            self.number += 1

    def withdraw(self, seat: str, card: str) -> int:
        assert not self.full
        self.trick.remove((seat, card))
        self.hands[seat].append(card)
        return self.fact("withdrew", by=seat, cards=card)

    def quit(self) -> int:
        need(self.full)
        self.trick = []
        return self.fact("quitted", by=self.leader)

    def follow(self) -> None:
        while not self.full:
            self.play()

    def play_out(self) -> int:
        if self.trick and not self.full:
            self.follow()
        if self.full:
            self.quit()
        while self.hands[self.to_play]:
            self.round()
        return self.line

    def until(self, seat: str) -> None:
        """Regular plays to the trick until it is the seat's turn."""
        while self.to_play != seat:
            self.play()

    def next_deal(self, dealer: str | None = None) -> int:
        return super().next_deal(dealer or self.after(self.dealer))


def void(dealer: str) -> dict[str, object]:
    """A hand that must be dealt again, by ``dealer``."""
    return {"void": True, "next_dealer": dealer}


def only(*rulings: Ruling, result: object = None, allow: Sequence[Ruling] = ()) -> Expect:
    """These rulings and none else; by default nothing is asked of the result."""
    return Expect(list(rulings), result, list(allow))
