"""Cayenne's table: partners, four, four and five cards, the suit that ranks the suits, and the score.

What a hand scores is reckoned here from the print, not by the judge.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.rules.casebook.book import Expect, Script, case
from tests.rules.casebook.hand import RANKS, Hand, need
from tests.rules.casebook.ring import Ring

RANKED = {"H": "HDCS", "D": "DHCS", "C": "CSHD", "S": "SCHD"}
"""By the suit turned: the suits that multiply by four, three, two and one."""
HONOURS = "AKQJT"
CayenneScript = Callable[["Cayenne"], Expect]
STRONG = {"N": "AS KS QS AH KH QH AD KD AC KC 4C 3D 2H"}
"""Ten tricks or so without trumps."""


def multiplier(cayenne: str, trump: str) -> int:
    return 8 if trump in ("grand", "nullo") else 4 - RANKED[cayenne].index(trump)


def game_value(losers: int) -> int:
    """Quadruple, triple, double or single; seven is a single."""
    return 4 if losers == 0 else 3 if losers < 4 else 2 if losers < 7 else 1


class Cayenne(Ring):
    """N, E, S and W, who deals unless the heading says who; partners sit opposite."""

    game = "cayenne"
    around = "NESW"
    still = "5H"
    called = ""

    def __init__(self, seed: int, heading: dict[str, object], known: bool, hands: dict[str, str] | None = None) -> None:
        super().__init__(seed, heading, known, hands)
        score = self.heading.get("score")
        carried = score if isinstance(score, dict) else {}
        self.score = {s: int(carried.get("game", {}).get(s, 0)) for s in self.sides()}
        self.rubber = {s: int(carried.get("rubber", {}).get(s, 0)) for s in self.sides()}

    def packets(self) -> list[tuple[str, int]]:
        seats = [self.after(self.dealer, i + 1) for i in range(4)]
        return [(s, n) for n in (4, 4, 5) for s in seats]

    def sides(self) -> list[str]:
        return [self.ring[0] + self.ring[2], self.ring[1] + self.ring[3]]

    def against(self, side: str) -> str:
        return next(s for s in self.sides() if s != side)

    @property
    def mate(self) -> str:
        """The dealer's partner."""
        return self.after(self.dealer, 2)

    @property
    def eldest(self) -> str:
        return self.after(self.dealer)

    def shuffle(self) -> None:
        super().shuffle()
        self.called = ""

    def turn(self) -> int:
        """The still pack, shuffled and presented by the dealer's partner, cut by the dealer's left."""
        self.fact("shuffled", by=self.mate, of="still")
        self.fact("presented", by=self.mate, of="still")
        lifted = self.rng.randint(8, 44)
        self.fact("cut", by=self.eldest, packets=[lifted, 52 - lifted], of="still")
        self.turn_up, self.trump = "", ""
        return self.fact("turned", card=self.still, at=self.eldest, of="still")

    def name(self, trump: str, by: str | None = None) -> int:
        """The dealer, or who has to, says what is played."""
        self.called = trump
        self.trump = trump if len(trump) == 1 else ""
        return self.fact("named_trump", by=by or self.dealer, trump=trump)

    def declare(self, trump: str) -> int:
        """A regular deal, and what the dealer plays."""
        self.begin()
        return self.name(trump)

    def strength(self, card: str) -> int:
        """In nullo the ace is below the deuce."""
        return -1 if self.called == "nullo" and card[0] == "A" else RANKS.index(card[0])

    # ------------------------------------------------------------------ the score
    def honours(self, side: str) -> int:
        """How many of the five a side was dealt."""
        return (
            sum(r + self.called in self.order[seat] for r in HONOURS for seat in side) if len(self.called) == 1 else 0
        )

    def claim_honours(self) -> str | None:
        """The side with more of them claims, if there are trumps. Returns the side."""
        if len(self.called) != 1:
            return None
        side = max(self.sides(), key=self.honours)
        self.fact("said", by=side[0], what="honours", count=self.honours(side))
        return side

    def scored(
        self,
        claimed: str | None = None,
        tricks: dict[str, int] | None = None,
        added: dict[str, int] | None = None,
        revoked: Sequence[str] = (),
    ) -> dict[str, object]:
        """The result of the hand: penalties in points (``added``), then tricks, then honours of ``claimed``.

        ``tricks``: after a penalty in tricks; ``revoked``: sides that stop at nine.
        """
        had = dict(tricks or self.taken)
        times = multiplier(self.still[1], self.called)
        self.won: list[dict[str, object]] = []
        before = dict(self.score)
        for s, n in (added or {}).items():
            self.add(s, n, capped=s in revoked)
        best = max(had, key=lambda s: had[s])
        self.add(
            self.against(best) if self.called == "nullo" else best, (had[best] - 6) * times, capped=best in revoked
        )
        if claimed and not any(w["side"] != claimed for w in self.won):
            excess = 2 * self.honours(claimed) - 5
            self.add(claimed, (excess + 1) * times, capped=claimed in revoked or best != claimed)
        out: dict[str, object] = {"tricks": had, "game": dict(self.score), "next_dealer": self.eldest}
        if self.won:
            return out | {"won": list(self.won)}
        return out | {"points": {s: self.score[s] - before[s] for s in self.sides()}}

    def add(self, side: str, points: int, *, capped: bool) -> None:
        """Points on a side's marker, and the games they win."""
        self.score[side] = max(0, self.score[side] + points)
        if capped:
            self.score[side] = min(9, self.score[side])
        other = self.against(side)
        while self.score[side] >= 10:
            self.won.append({"side": side, "value": game_value(self.score[other])})
            self.score[side] -= 10
            self.score[other] = 0
            self.rubber[side] += 1

    def finish(self, claim: bool = True) -> dict[str, object]:
        """The rest of the hand, its honours, the next pack cut. Returns the result."""
        self.play_out()
        side = self.claim_honours() if claim else None
        self.cut_next()
        return self.scored(side)


def spoke(script: CayenneScript) -> Script:
    """The same for the register of cases, which knows hands in general."""

    def told(t: Hand) -> Expect:
        assert isinstance(t, Cayenne)
        return script(t)

    return told


def cayenne(
    name: str,
    kind: str,
    *rows: str,
    note: str,
    certainty: str = "text",
    known: bool = True,
    role: str | None = None,
    hands: dict[str, str] | None = None,
    **heading: object,
) -> Callable[[CayenneScript], CayenneScript]:
    """Register a case of Cayenne; see :func:`tests.rules.casebook.book.case`."""

    def register(script: CayenneScript) -> CayenneScript:
        put = case(
            f"ca-{name}", kind, *rows, note=note, certainty=certainty, known=known, role=role, hands=hands,
            table=Cayenne,
            **{"game": "cayenne", **heading},
        )  # fmt: skip
        put(spoke(script))
        return script

    return register


def made(t: Cayenne, side: str, tricks: int) -> None:
    """Play the hand out; the side has taken just so many, or another seed is asked for."""
    t.play_out()
    need(t.taken[side] == tricks)
