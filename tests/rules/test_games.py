"""A random player who breaks no law, at every game with bidding and at Scotch and French whist.

Nothing is ever ruled on him, and what the judge counts is what a second, naive count of the same cards gives.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest

from controller.rules.ruling import REMEDIES
from tests.rules.runner import judged_text

Printed = dict[str, Any]
RANKS = "23456789TJQKA"
SUITS = "SHDC"
COLOUR = {"S": "black", "C": "black", "H": "red", "D": "red"}
Fact = dict[str, object]


@dataclass
class Table:
    """One hand that is dealt, bid and played at random."""

    game: str
    seats: str
    rng: random.Random
    sides: list[str] | None = None
    lines: list[Fact] = field(default_factory=list[Fact])
    hands: dict[str, list[str]] = field(default_factory=dict[str, "list[str]"])
    won: Counter[str] = field(default_factory=Counter[str])
    piles: dict[str, list[str]] = field(default_factory=dict[str, "list[str]"])
    trump: str | None = None
    last: str = ""
    low: set[str] = field(default_factory=set[str])
    """Aces that were played high in nullo."""
    nullo: bool = False
    shaken: bool = False
    """The record is to be judged with nonsense in it, instead of as it was played."""

    def say(self, fact: str, **fields: object) -> None:
        """Write a line of the record."""
        self.lines.append({"fact": fact, **fields})

    @property
    def dealer(self) -> str:
        return self.seats[-1]

    def deal(self, pack: list[str], packets: list[int]) -> list[str]:
        """Deal in packets from the dealer's left; the cards that are left over."""
        self.rng.shuffle(pack)
        self.say("shuffled", by=self.dealer)
        self.say("presented", by=self.dealer)
        self.say("cut", by=self.seats[-2], packets=[len(pack) // 2, len(pack) - len(pack) // 2])
        self.hands = {s: [] for s in self.seats}
        for packet in packets:
            for s in self.seats:
                cards = [pack.pop() for _ in range(packet)]
                self.hands[s] += cards
                self.say("dealt", to=s, cards=" ".join(cards))
        return pack

    def strength(self, card: str) -> int:
        """How high a card is in its suit."""
        if self.game in ("scotch", "french") and card == f"J{self.trump}":
            return 99
        if self.nullo and card[0] == "A" and card not in self.low:
            return -1
        return RANKS.index(card[0])

    def taker(self, trick: list[tuple[str, str]]) -> str:
        """Who takes it."""
        suit = self.trump if any(c[1] == self.trump for _, c in trick) else trick[0][1][1]
        return max((p for p in trick if p[1][1] == suit), key=lambda p: self.strength(p[1]))[0]

    def play(self, leader: str, stop: str | None = None) -> None:
        """Random tricks, all of them, or until ``stop`` wins or loses one as told."""
        while self.hands[leader]:
            trick: list[tuple[str, str]] = []
            start = self.seats.index(leader)
            for s in self.seats[start:] + self.seats[:start]:
                follow = [c for c in self.hands[s] if trick and c[1] == trick[0][1][1]]
                card = self.rng.choice(follow or self.hands[s])
                self.hands[s].remove(card)
                trick.append((s, card))
                self.say("played", by=s, cards=card)
                if self.nullo and card[0] == "A" and self.rng.random() < 0.3:
                    self.low.add(card)
                    self.say("said", by=s, what="ace_high", card=card)
            leader = self.last = self.taker(trick)
            self.won[leader] += 1
            self.piles.setdefault(leader, []).extend(c for _, c in trick)
            self.say("quitted", by=leader)
            if (stop is not None and stop[0] == "-" and leader == stop[1]) or (
                stop is not None and stop[0] == "+" and leader != stop[1]
            ):
                return

    def judged(self, **heading: object) -> Printed:
        """The result, when nothing was ruled; for both roles the same."""
        self.say("next_cut", by=self.seats[-2])
        if self.shaken:
            self.shake(heading)
            raise Shaken
        first: Fact = {
            "record": 1, "game": self.game, "laws": "american-1893", "seats": list(self.seats), "dealer": self.dealer,
        }  # fmt: skip
        if self.sides is not None:
            first["sides"] = self.sides
        text = "\n".join(json.dumps(x) for x in (first | heading, *self.lines))
        told: list[list[Printed]] = [judged_text(text, role) for role in ("director", "table")]
        assert [o for out in told for o in out if "result" not in o] == []
        assert [out[0]["result"] for out in told] == [told[0][0]["result"]] * 2
        result: Printed = told[0][0]["result"]
        assert result["next_dealer"] == self.seats[0]
        return result

    def shake(self, heading: Fact) -> None:
        """Judge the record with lines told twice, left out and moved, and with demands that nobody may make."""
        lines = list(self.lines)
        for _ in range(self.rng.randrange(1, 12)):
            place = self.rng.randrange(len(lines))
            match self.rng.randrange(5):
                case 0:
                    lines.insert(place, self.rng.choice(self.lines))
                case 1:
                    del lines[place]
                case 2:
                    lines[place] = dict(lines[place]) | (
                        {"by": self.rng.choice(self.seats)} if "by" in lines[place] else {}
                    )
                case 3:
                    card = self.rng.choice(RANKS) + self.rng.choice(SUITS)
                    lines.insert(
                        place, {"fact": "exposed", "by": self.rng.choice(self.seats), "cards": card, "how": "dropped"}
                    )
                case _:
                    asked: Fact = {
                        "fact": "demanded",
                        "by": self.rng.choice(self.seats),
                        "remedy": self.rng.choice(REMEDIES),
                    }
                    lines.insert(place, asked)
        first: Fact = {
            "record": 1, "game": self.game, "laws": "american-1893", "seats": list(self.seats), "dealer": self.dealer,
        }  # fmt: skip
        text = "\n".join(json.dumps(x) for x in (first | heading, *lines))
        for role in ("director", "table"):
            assert [o for o in judged_text(text, role) if "result" in o]


class Shaken(Exception):
    """The record was judged with nonsense in it; there is nothing to compare."""


def full() -> list[str]:
    return [r + s for r in RANKS for s in SUITS]


def auction(t: Table, call: str, caller: str, partner: str | None = None) -> None:
    """Everybody passes but those who call."""
    for s in t.seats:
        t.say("bid", by=s, call=call if s == caller else "accept" if s == partner else "pass")


# ------------------------------------------------------------------ solo
PRICE = {"propose": 1, "solo": 2, "misere": 3, "abundance": 4, "abundance-in-trumps": 4, "spread": 6, "slam": 8}
AIM = {"propose": 8, "solo": 5, "abundance": 9, "abundance-in-trumps": 9}


def solo_hand(seed: int, game: str, seats: str, *, shaken: bool = False) -> None:
    rng = random.Random(seed)
    t = Table(game, seats, rng, shaken=shaken)
    pack = full() if len(seats) == 4 else [c for c in full() if c[0] not in "234"]
    rest = t.deal(pack, [3, 3, 3, 3, 1])
    turned = rest[0] if rest else t.hands[t.dealer][-1]
    t.say("turned", card=turned, **({} if rest else {"at": t.dealer}))
    t.trump = turned[1]
    calls = [c for c in PRICE if game == "solo" or c != "propose"]
    call = rng.choice(calls)
    caller = rng.choice(seats[:-1])
    partner = rng.choice(seats[seats.index(caller) + 1 :]) if call == "propose" else None
    auction(t, call, caller, partner)
    if call in ("abundance", "slam"):
        t.trump = rng.choice(SUITS)
        t.say("named_trump", by=caller, trump=t.trump)
    stop = None
    if call in ("misere", "spread"):
        t.trump, stop = None, "-" + caller
    if call == "slam":
        stop = "+" + caller
    t.play(caller if call == "slam" else seats[0], stop)
    mine = {caller, partner} - {None}
    tricks = sum(t.won[str(s)] for s in mine)
    odd = tricks - AIM[call] if call in AIM else 0
    good = odd >= 0 if call in AIM else tricks == 0 if call != "slam" else tricks == 13
    others = [s for s in seats if s not in mine]
    want = {s: {"red": 0, "white": 0} for s in seats}
    payers = list(zip(sorted(str(m) for m in mine), others, strict=False)) if partner else [(caller, o) for o in others]
    for one, other in payers:
        for colour, n in (("red", PRICE[call] if good else -PRICE[call]), ("white", odd)):
            want[one][colour] += n
            want[other][colour] -= n
    assert t.judged()["counters"] == want


@pytest.mark.parametrize(("game", "seats"), [("solo", "AYBZ"), ("solo-three", "ABC"), ("kimberly-solo", "NESW")])
def test_solo_is_paid_by_the_table(game: str, seats: str) -> None:
    for seed in range(40):
        solo_hand(seed, game, seats)


# ------------------------------------------------------------------ boston
def boston_hand(seed: int, *, shaken: bool = False) -> None:
    rng = random.Random(seed)
    t = Table("boston", "AYBZ", rng, shaken=shaken)
    t.deal(full(), [4, 4, 5])
    t.say("presented", by="Y", of="still")
    t.say("cut", by="A", of="still", packets=[20, 32])
    t.say("turned", card="5H", at="A", of="still")
    bids = ["5", "6", "8", "10", "12", "slam", "little-misere", "grand-misere", "little-spread", "grand-spread", None]
    bid = rng.choice(bids)
    caller = rng.choice(t.seats)
    auction(t, bid or "pass", caller)
    stop = None
    if bid is not None and "misere" not in bid and "spread" not in bid:
        t.trump = rng.choice(SUITS)
        t.say("named_trump", by=caller, trump=t.trump)
        stop = "+" + caller if bid == "slam" else None
    elif bid is not None:
        stop = "-" + caller
        if bid.startswith("little"):
            for s in t.seats:
                t.say("discarded", by=s)
                t.hands[s].pop(rng.randrange(13))
    t.play("A", stop)
    result = t.judged(score={"pool": 10})
    counters = result["counters"]
    assert isinstance(counters, dict)
    assert sum(purse["white"] for purse in counters.values()) == 0
    assert sum(purse["red"] for purse in counters.values()) == 0
    if bid is None:
        most = max(t.won[s] for s in t.seats)
        worst = [s for s in t.seats if t.won[s] == most]
        for s in t.seats:
            got = sum(most - t.won[o] for o in t.seats if o not in worst) if s in worst else 0
            assert counters[s]["red"] == (-got if s in worst else len(worst) * (most - t.won[s]))
        assert result["pool"] == {"red": 10}
        return
    taken = t.won[caller]
    if stop is not None and stop[0] == "-":
        each = {"little-misere": 20, "grand-misere": 40, "little-spread": 80, "grand-spread": 160}[bid]
        good = taken == 0
    else:
        need = 13 if bid == "slam" else int(bid)
        good = taken >= need
        each = printed(need, 12 if bid == "slam" and not good else taken)
    assert counters[caller]["white"] == 3 * (each if good else -each)
    assert result["pool"] == {"red": 0 if good else 20}


PRINTED = """5 12 12 13 13 14 14 14 15 15 / 11 21 31 41 50
6 15 16 16 17 18 19 20 20 / 15 24 35 45 55 66
8 23 24 26 28 29 31 / 23 34 46 56 67 78 89 110
10 42 45 48 52 / 44 56 70 82 94 107 119 132 145 157
12 106 114 / 113 130 148 165 182 200 217 234 252 270 286 304
13 166 / 177 198 222 241 262 284 305 326 348 369 390 412 433"""


def printed(need: int, taken: int) -> int:
    """From the table as it is printed: tricks bid, paid by tricks over; after the stroke, by tricks under."""
    row = next(line for line in PRINTED.splitlines() if line.startswith(f"{need} "))
    over, under = row.split(" / ")
    return int(over.split()[1 + taken - need]) if taken >= need else int(under.split()[need - taken - 1])


def test_boston_is_paid_by_the_table() -> None:
    for seed in range(60):
        boston_hand(seed)


# ------------------------------------------------------------------ cayenne
def cayenne_hand(seed: int, *, shaken: bool = False) -> None:
    rng = random.Random(seed)
    t = Table("cayenne", "ESWN", rng, shaken=shaken)
    t.deal(full(), [4, 4, 5])
    dealt = {c: s for s, cards in t.hands.items() for c in cards}
    turned = rng.choice(SUITS)
    t.say("presented", by="S", of="still")
    t.say("cut", by="E", of="still", packets=[20, 32])
    t.say("turned", card="5" + turned, at="E", of="still")
    by = "N"
    if rng.random() < 0.3:
        by = "S"
        t.say("said", by="N", what="you_make_it")
    made = rng.choice([*SUITS, "grand", "nullo"])
    t.say("named_trump", by=by, trump=made)
    t.trump, t.nullo = (made if made in SUITS else None), made == "nullo"
    t.play("E")
    sides = {"EW": t.won["E"] + t.won["W"], "SN": t.won["S"] + t.won["N"]}
    before = {"EW": rng.randrange(10), "SN": rng.randrange(10)}
    result = t.judged(score={"game": before})
    if made not in SUITS:
        times = 8
    elif made == turned:
        times = 4
    elif COLOUR[made] == COLOUR[turned]:
        times = 3
    else:
        other = [s for s in ("C", "H", "D", "S") if COLOUR[s] != COLOUR[turned]]
        times = 2 if made == min(other, key="CHDS".index) else 1
    score = dict(before)
    odd = max(sides, key=lambda s: sides[s])
    scorer = odd if made != "nullo" else next(s for s in sides if s != odd)
    score[scorer] += (sides[odd] - 6) * times
    out = score[scorer] >= 10
    if made in SUITS:
        held = Counter(next(x for x in sides if dealt[r + made] in x) for r in "AKQJT")
        side, n = held.most_common(1)[0]
        gain = {3: 2, 4: 4, 5: 6}[n] * times
        if side == scorer:
            score[side] += gain
        elif not out:
            score[side] = max(score[side], min(9, score[side] + gain))
    assert result["points"] == {s: score[s] - before[s] for s in sides}
    loser = next(s for s in sides if s != scorer)
    if score[scorer] >= 10:
        games = result["rubber"]
        assert isinstance(games, dict)
        assert games[scorer] == min(4, score[scorer] // 10)
        values = [w["value"] for w in result["won"] if w["why"] != "rubber"]
        first = min(score[loser], 9)
        assert values[0] == (4 if first == 0 else 3 if first < 4 else 2 if first < 7 else 1)
        assert values[1:] == [4] * (len(values) - 1)
    else:
        assert result["game"] == score


def test_cayenne_is_counted_as_printed() -> None:
    for seed in range(60):
        cayenne_hand(seed)


# ------------------------------------------------------------------ scotch and french
@pytest.mark.parametrize("game", ["scotch", "french"])
@pytest.mark.parametrize("seats", ["AYBZ", "ABCDE", "ABCDEF", "ABCDEFG", "ABCDEFGH"])
def test_scotch_is_counted_card_by_card(game: str, seats: str) -> None:
    for seed in range(6):
        t = Table(game, seats, random.Random(seed))
        pack = [c for c in full() if c[0] not in "2345"]
        if len(seats) in (5, 7):
            pack.remove("6S")
        if len(seats) == 8:
            pack = [c for c in pack if c[0] != "6"]
        size = len(pack) // len(seats)
        half = len(seats) // 2
        t.sides = [seats[::2], seats[1::2]] if len(seats) == 8 else [seats[i] + seats[i + half] for i in range(half)]
        if len(seats) % 2:
            t.sides = list(seats)
        t.deal(pack, [1] * size)
        turned = t.hands[t.dealer][-1]
        t.say("turned", card=turned, at=t.dealer)
        t.trump = turned[1]
        t.play(seats[0])
        result = t.judged()
        for side in t.sides:
            pile = [c for s in side for c in t.piles.get(s, [])]
            points = max(0, len(pile) - size * len(side))
            points += sum({"J": 11, "A": 4, "K": 3, "Q": 2, "T": 10}.get(c[0], 0) for c in pile if c[1] == t.trump)
            points += 10 if game == "french" and t.trump != "D" and "TD" in pile else 0
            got = result["points"]
            assert isinstance(got, dict)
            assert got[side] == points


# ------------------------------------------------------------------ totality
def test_judging_is_total_at_every_game() -> None:
    for seed in range(40):
        with pytest.raises(Shaken):
            solo_hand(seed, "solo", "AYBZ", shaken=True)
        with pytest.raises(Shaken):
            solo_hand(seed, "solo-three", "ABC", shaken=True)
        with pytest.raises(Shaken):
            boston_hand(seed, shaken=True)
        with pytest.raises(Shaken):
            cayenne_hand(seed, shaken=True)
