"""Scotch and French: what is counted and in which order, the stakes, and the revoke that loses the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Unpack

from tests.rules.casebook.book import Expect, rule
from tests.rules.casebook.hand import need
from tests.rules.casebook.ring import More, only
from tests.rules.casebook.scotch.dealing import FOUR_PAIRS, FOURS, PAIRS, THREES
from tests.rules.casebook.scotch.table import COUNTS, French, Scotch, scotch


# ------------------------------------------------------------------ what counts
def counted(
    name: str,
    *rows: str,
    note: str,
    when: Callable[[Scotch], bool],
    seats: str = "AYBZ",
    table: type[Scotch] = Scotch,
    **more: Unpack[More],
) -> None:
    """A regular hand that ends as asked."""

    @scotch(name, "regular", *rows, note=note, seats=seats, table=table, **more)
    def script(t: Scotch) -> Expect:
        t.begin()
        t.play_out()
        need(when(t))
        t.cut_next()
        return Expect(result=t.outcome())


def taker(t: Scotch, rank: str) -> str:
    """The side that took this trump."""
    return next(s for s, pile in t.piles().items() if rank + t.trump in pile)


def alone(rank: str) -> Callable[[Scotch], bool]:
    """YZ take this of the trumps that count, and no other."""
    return lambda t: [r for r in COUNTS if taker(t, r) == "YZ"] == [rank]


for rank, points in COUNTS.items():
    counted(
        f"sc-trump-{rank.lower()}-alone", "sc-13.b", note=f"the only trump that YZ take of those that count: {points}",
        when=alone(rank),
    )  # fmt: skip


counted(
    "sc-eight-tricks", "sc-13.c", note="the printed example: thirty-two cards taken, eighteen were dealt: fourteen",
    when=lambda t: len(t.piles()["AB"]) == 32,
)  # fmt: skip
counted(
    "sc-even-cards", "sc-13.c", note="sixteen taken of eighteen dealt: nothing is lost by it",
    when=lambda t: len(t.piles()["AB"]) == 16,
)  # fmt: skip
counted(
    "sc-five-fifteen-and-ten", "sc-13.c", note="the printed example: fifteen and ten of seven dealt: eight and three",
    seats="ABCDE", when=lambda t: {15, 10} <= {len(p) for p in t.piles().values()},
)  # fmt: skip


# ------------------------------------------------------------------ forty-one
def worth_of(t: Scotch, side: str) -> int:
    return t.points()[side]


counted(
    "sc-forty-not-out", "sc-13.a", note="forty are not forty-one", score={"game": {"AB": 15, "YZ": 0}},
    when=lambda t: worth_of(t, "AB") == 25 and t.first_out() is None,
)  # fmt: skip
counted(
    "sc-forty-one-out", "sc-13.a", "sc-7.a", "sc-7.b",
    note="just forty-one: the game; each loser pays the adversary on his right", score={"game": {"AB": 16, "YZ": 0}},
    when=lambda t: worth_of(t, "AB") == 25,
)  # fmt: skip


def tie(name: str, first: str, note: str, when: Callable[[Scotch], bool], **game: int) -> None:
    """Both sides could be out; the order of counting decides for the side that ``first`` names."""
    counted(
        name, "sc-13.d", "sc-13.a", note=note, score={"game": game},
        when=lambda t: all(t.score[s] + n >= 41 for s, n in t.points().items()) and t.first_out() == first and when(t),
    )  # fmt: skip


def cards(t: Scotch, side: str) -> int:
    return max(0, len(t.piles()[side]) - 18)


tie(
    "sc-ten-before-cards", "AB", "AB need ten and have the Ten; YZ need two and have them by cards: the Ten is first",
    lambda t: taker(t, "T") == "AB" and cards(t, "YZ") >= 2, AB=31, YZ=39,
)  # fmt: skip
tie(
    "sc-cards-before-ace", "YZ", "AB need four and have the Ace; YZ need two and have them by cards, which count first",
    lambda t: taker(t, "A") == "AB" and taker(t, "T") == "YZ" and cards(t, "YZ") >= 2, AB=37, YZ=29,
)  # fmt: skip
tie(
    "sc-ace-before-king", "AB", "the Ace takes AB out before the King takes YZ out",
    lambda t: taker(t, "A") == "AB" and taker(t, "K") == "YZ" and taker(t, "T") == "AB" and cards(t, "YZ") == 2,
    AB=27, YZ=36,
)  # fmt: skip
tie(
    "sc-king-before-queen", "AB", "the King takes AB out before the Queen takes YZ out",
    lambda t: taker(t, "K") == "AB" and taker(t, "Q") == "YZ" and not cards(t, "YZ")
    and taker(t, "T") == "YZ" and taker(t, "A") == "YZ" and cards(t, "AB") == 2, AB=36, YZ=25,
)  # fmt: skip
tie(
    "sc-queen-before-jack", "YZ", "YZ need two and have the Queen; AB have the Jack, which counts last",
    lambda t: taker(t, "Q") == "YZ" and taker(t, "J") == "AB" and not cards(t, "YZ")
    and taker(t, "K") == taker(t, "A") == taker(t, "T") == "AB", AB=13, YZ=39,
)  # fmt: skip


# ------------------------------------------------------------------ one keeps the score
@scotch(
    "sc-score-announced",
    "regular",
    "sc-13.e",
    note="the scorer marks what each side claims, and it is so",
    certainty="contract",
)
def score_announced(t: Scotch) -> Expect:
    t.begin()
    t.play_out()
    points = t.points()
    for s, n in points.items():
        t.fact("marked", by=s, what="game", points=n, total=n)
    t.cut_next()
    return Expect(result=t.outcome())


@scotch("sc-score-wrong", "score", "sc-13.e", note="he marks ten too many", certainty="contract")
def score_wrong(t: Scotch) -> Expect:
    t.begin()
    t.play_out()
    n = t.points()["AB"] + 10
    at = t.fact("marked", by="AB", what="game", points=n, total=n)
    t.cut_next()
    return only(rule("score_error", by="AB", line=at), result=t.outcome())


# ------------------------------------------------------------------ stakes
def staked(name: str, seats: str, *rows: str, note: str, sides: list[str] | None = None) -> None:
    """Some side counts out, and the stakes are paid."""
    more: More = {"score": {"game": dict.fromkeys(sides or seats, 30)}}
    if sides:
        more["sides"] = sides
    counted(name, *rows, note=note, seats=seats, when=lambda t: t.first_out() is not None, **more)


staked("sc-stakes-of-two", "AZ", "sc-7.a", note="two: the loser pays the winner")
staked("sc-stakes-of-five", "ABCDE", "sc-7.a", note="each alone: the winner takes a stake from each of four")
staked("sc-stakes-of-pairs", "ABCDEF", "sc-7.b", note="three pairs: each loser pays the winner next him", sides=PAIRS)
staked("sc-stakes-of-threes", "ABCDEF", "sc-7.b", note="three against three: each pays one", sides=THREES)
staked("sc-stakes-of-fours", "ABCDEFGH", "sc-7.b", note="four against four: each pays one", sides=FOURS)
staked("sc-stakes-of-four-pairs", "ABCDEFGH", "sc-7.b", note="four pairs: three pay each winner", sides=FOUR_PAIRS)


@scotch(
    "sc-no-rubber",
    "regular",
    "sc-7.a",
    note="a game is won, and the next begins from nothing: no rubber",
    score={"game": {"AB": 35, "YZ": 5}},
)
def no_rubber(t: Scotch) -> Expect:
    results: list[dict[str, object]] = []
    for n in range(2):
        if n:
            t.next_deal()
        t.begin()
        t.play_out()
        t.cut_next()
        need((t.first_out() is None) == (n == 1))
        results.append(t.outcome())
    return Expect(result=results)


# ------------------------------------------------------------------ the revoke
def revoke(t: Scotch, seat: str) -> tuple[int, int, int]:
    """The seat revokes in the second trick. Line, line of the quitting, trick."""
    t.begin()
    t.rounds(1)
    need(t.leader != seat)
    t.play()
    t.until(seat)
    trick = t.number
    at = t.renounce(seat)
    return at, t.round(), trick


def lost(
    name: str, seats: str, seat: str, settlement: dict[str, int], *rows: str, note: str, **more: Unpack[More]
) -> None:
    """A revoke claimed and charged: the game is lost, and paid to each as if each had won it."""

    @scotch(name, "revoke", *rows, note=note, seats=seats, **more)
    def script(t: Scotch) -> Expect:
        at, quitted, trick = revoke(t, seat)
        foes = t.others(*t.side_of(seat))
        t.fact("claimed", by=foes[0], what="revoke", against=seat, trick=trick)
        done = t.fact("demanded", by=foes[0], remedy="game_lost", ruling=1)
        t.cut_next()
        return only(
            rule(
                "renounce", "sc-8.b|sc-8.c|sc-13.f", seat, at, ["correctable", "established", "applied"], trick=trick,
                at={"established": quitted, "applied": done}, remedies={"game_lost": foes}, not_remedies=["two_tricks"],
            ),
            result={"game": dict.fromkeys(t.sides(), 0), "settlement": settlement}
            | ({"won": [{"side": next(s for s in t.sides() if seat not in s)}]} if len(t.sides()) == 2 else {}),
        )  # fmt: skip


lost(
    "sc-revoke-loses-game", "AYBZ", "Y", {"A": 1, "Y": -1, "B": 1, "Z": -1}, "sc-8.b", "sc-13.f",
    note="claimed and proved: YZ lose the game at once, though they led", score={"game": {"AB": 3, "YZ": 38}},
)  # fmt: skip
lost(
    "sc-revoke-player-pays", "AYBZ", "Y", {"A": 1, "Y": -2, "B": 1, "Z": 0}, "sc-7.c",
    note="where it was agreed that the player pays, not his side", certainty="reading",
    options={"revoke_pays": "player"},
)  # fmt: skip
lost(
    "sc-revoke-side-pays", "AYBZ", "Z", {"A": 1, "Y": -1, "B": 1, "Z": -1}, "sc-7.c",
    note="where nothing was agreed the side pays", certainty="reading",
)  # fmt: skip
lost(
    "sc-revoke-of-seven", "ABCDEFG", "C", {"C": -6} | dict.fromkeys("ABDEFG", 1), "sc-8.c", "sc-8.b",
    note="seven play: his loss is equal to six games",
)  # fmt: skip
lost(
    "sc-revoke-of-pairs", "ABCDEF", "B", {"A": 1, "B": -2, "C": 1, "D": 1, "E": -2, "F": 1}, "sc-8.c",
    note="three pairs: the revoking pair pays each of the two others as if it had won", sides=PAIRS,
)  # fmt: skip


@scotch(
    "sc-revoke-too-late",
    "revoke",
    "sc-13.f",
    "sc-8.b",
    note="claimed after the cut for the next deal: the hand counts as played",
)
def too_late(t: Scotch) -> Expect:
    at, quitted, trick = revoke(t, "Y")
    t.play_out()
    bar = t.cut_next()
    t.fact("claimed", by="A", what="revoke", against="Y", trick=trick)
    return only(
        rule(
            "renounce", "sc-13.f|sc-8", "Y", at, ["correctable", "established", "lapsed"], trick=trick,
            at={"established": quitted, "lapsed": bar}, never=["applied"],
        ),
        result=t.outcome(),
        allow=[rule("revoke_unproved"), rule("wrong_demand")],
    )  # fmt: skip


@scotch("sc-revoke-last-moment", "revoke", "sc-13.f", note="claimed after the last trick, before that cut: in time")
def last_moment(t: Scotch) -> Expect:
    at, quitted, trick = revoke(t, "Y")
    t.play_out()
    t.fact("claimed", by="B", what="revoke", against="Y", trick=trick)
    done = t.fact("demanded", by="B", remedy="game_lost", ruling=1)
    t.cut_next()
    return only(
        rule(
            "renounce", "sc-13.f|sc-8", "Y", at, ["correctable", "established", "applied"], trick=trick,
            at={"established": quitted, "applied": done},
        ),
        result={"won": [{"side": "AB"}], "game": {"AB": 0, "YZ": 0}, "settlement": {"A": 1, "Y": -1, "B": 1, "Z": -1}},
    )  # fmt: skip


@scotch(
    "sc-revoke-mended",
    "revoke_corrected",
    "sc-8.b",
    note="put right while the trick lies: the card is liable, no game is lost",
)
def mended(t: Scotch) -> Expect:
    t.begin()
    t.rounds(1)
    need(t.leader != "Y")
    t.play()
    t.until("Y")
    need(len(t.trick) < 3)
    at = t.renounce("Y")
    t.withdraw("Y", t.last_card())
    t.play(t.of("Y", t.led)[0])
    t.play_out()
    t.cut_next()
    return only(
        rule("renounce", "am-29|am-28|sc-8", "Y", at, ["correctable", "option"], never=["established"]),
        result=t.outcome(),
        allow=[rule("played_before_decision", "am-23", "Y")],
    )


@scotch("sc-revoke-false-claim", "revoke", "sc-8.b", note="claimed, searched for and not found: no game is lost")
def false_claim(t: Scotch) -> Expect:
    t.begin()
    t.play_out()
    at = t.fact("claimed", by="A", what="revoke", against="Y", trick=3)
    t.fact("searched", by="A", result="not_found", trick=3)
    t.cut_next()
    return only(
        rule("renounce|revoke_unproved", line=at, never=["established", "applied"]),
        result=t.outcome(),
        allow=[rule("revoke_unproved")],
    )


# ------------------------------------------------------------------ French
counted(
    "fr-ten-of-diamonds", "fr-1", note="spades are trumps; the ten of diamonds is ten to YZ who take it", table=French,
    when=lambda t: t.trump == "S" and "TD" in t.piles()["YZ"],
)  # fmt: skip
counted(
    "fr-both-tens", "fr-1", note="the ten of trumps and the ten of diamonds: ten each", table=French,
    when=lambda t: t.trump == "C" and {"TC", "TD"} <= set(t.piles()["AB"]) and worth_of(t, "AB") < 41,
)  # fmt: skip
counted(
    "fr-diamonds-are-trumps", "fr-1", note="diamonds are trumps: the ten is ten, and not twice", table=French,
    when=lambda t: t.trump == "D" and "TD" in t.piles()["YZ"],
)  # fmt: skip
counted(
    "fr-as-scotch", "fr-1", "sc-1.b", note="five play French whist: as Scotch in all the rest", table=French,
    certainty="reading", seats="ABCDE", when=lambda t: t.trump == "H",
)  # fmt: skip
counted(
    "sc-ten-of-diamonds-plain", "fr-1", "sc-13.b", note="in Scotch the ten of diamonds is nothing unless a trump",
    when=lambda t: t.trump == "S" and "TD" in t.piles()["YZ"] and taker(t, "T") == "AB",
)  # fmt: skip
