"""Scotch: the pack for each number of players, their sides, the deal in sets, and what spoils it."""

from __future__ import annotations

from typing import Unpack

from tests.rules.casebook.book import Expect, rule
from tests.rules.casebook.hand import PACK, need
from tests.rules.casebook.ring import More, only, void
from tests.rules.casebook.scotch.table import Scotch, scotch

LOST: dict[str, object] = {"deal_lost": None}
ANEW: dict[str, object] = {"new_deal": None}
PAIRS, THREES = ["AD", "BE", "CF"], ["ACE", "BDF"]
FOURS, FOUR_PAIRS = ["ACEG", "BDFH"], ["AE", "BF", "CG", "DH"]


# ------------------------------------------------------------------ two to eight
def table(name: str, seats: str, *rows: str, note: str, **more: Unpack[More]) -> None:
    """A regular hand of so many players."""

    @scotch(name, "regular", *rows, note=note, seats=seats, **more)
    def script(t: Scotch) -> Expect:
        t.begin()
        t.play_out()
        t.cut_next()
        return Expect(result=t.outcome())


table(
    "sc-two-play",
    "AZ",
    "sc-2.a",
    "sc-6.c",
    "sc-11.a",
    "sc-13.c",
    note="two: three hands of six each, one after another",
)
table("sc-three-play", "ABC", "sc-2.a", "sc-6.d", "sc-11.a", "sc-13.c", note="three: two hands of six each")
table("sc-four-play", "AYBZ", "sc-2.a", "sc-1.a", "sc-6.b", "sc-13.c", note="four: partners opposite, nine cards each")
table(
    "sc-five-play",
    "ABCDE",
    "sc-2.a",
    "sc-2.b",
    "sc-13.c",
    note="five, each alone, without the six of spades: seven each",
)
table("sc-six-in-pairs", "ABCDEF", "sc-2.a", "sc-3.6a", "sc-4", note="six as three pairs", sides=PAIRS)
table(
    "sc-six-in-threes", "ABCDEF", "sc-2.a", "sc-3.6b", "sc-4", note="six, three on a side, seated in turn", sides=THREES
)
table("sc-seven-play", "ABCDEFG", "sc-2.a", "sc-2.b", note="seven, each alone: five cards each")
table(
    "sc-eight-in-fours",
    "ABCDEFGH",
    "sc-2.a",
    "sc-2.c",
    "sc-3.8",
    "sc-4",
    note="eight as two fours, no sixes",
    sides=FOURS,
)
table(
    "sc-eight-in-pairs",
    "ABCDEFGH",
    "sc-2.c",
    "sc-3.8",
    "sc-4",
    note="eight as four pairs: four cards each",
    sides=FOUR_PAIRS,
)


def refused(name: str, seats: str, *rows: str, note: str, **more: Unpack[More]) -> None:
    """A heading that does not fit the game."""

    @scotch(name, "parse", *rows, note=note, certainty=more.get("certainty", "text"))
    def script(t: Scotch) -> Expect:
        t.prepare()
        t.heading["seats"] = list(seats)
        t.heading["dealer"] = seats[-1]
        if "sides" in more:
            t.heading["sides"] = more["sides"]
        t.lines = [{"fact": "shuffled", "by": seats[-1]}]
        return Expect(error=1)


refused("sc-one-plays", "A", "sc-2.a", note="one is no game")
refused("sc-nine-play", "ABCDEFGHI", "sc-2.a", note="nine are too many")
refused("sc-six-without-sides", "ABCDEF", "sc-3.6a", "sc-3.6b", note="six must say how they sit", certainty="contract")
refused("sc-eight-without-sides", "ABCDEFGH", "sc-3.8", note="so must eight", certainty="contract")
refused(
    "sc-pairs-side-by-side", "ABCDEF", "sc-4", note="two adversaries sit between partners", certainty="reading",
    sides=["AB", "CD", "EF"],
)  # fmt: skip
refused(
    "sc-threes-not-in-turn", "ABCDEF", "sc-4", note="no two partners sit next each other", certainty="reading",
    sides=["ABC", "DEF"],
)  # fmt: skip


def first_deal(name: str, seats: str, row: str, note: str, **more: Unpack[More]) -> None:
    """How the seats were cut for is no fact of the record: what was wrong in it can only be reported."""
    more["certainty"] = "reading"

    @scotch(name, "reported", row, note=note, seats=seats, **more)
    def script(t: Scotch) -> Expect:
        at = t.fact("reported", by=seats[0], irregularity="deal_out_of_turn", against=seats[-1], law=row)
        return only(
            rule("deal_out_of_turn", line=at, path=["director"], never=["compulsory"], not_remedies=["deal_lost"])
        )  # fmt: skip


OTHER = "that another than the lowest cut deals first is reported: for the director"
first_deal("sc-first-deal-of-two", "AZ", "sc-3.2", OTHER)
first_deal("sc-first-deal-of-three", "ABC", "sc-3.3", OTHER)
first_deal("sc-first-deal-of-four", "AYBZ", "sc-3.4", OTHER)
first_deal("sc-first-deal-of-five", "ABCDE", "sc-3.5", OTHER)
first_deal("sc-first-deal-of-six-in-pairs", "ABCDEF", "sc-3.6a", OTHER, sides=PAIRS)
first_deal("sc-first-deal-of-six-in-threes", "ABCDEF", "sc-3.6b", OTHER, sides=THREES)
first_deal("sc-first-deal-of-eight", "ABCDEFGH", "sc-3.8", OTHER, sides=FOURS)
first_deal(
    "sc-seats-out-of-turn", "ABCDEF", "sc-4", "they do not sit in turn: reported, for the director", sides=THREES
)
first_deal("sc-first-deal-of-seven", "ABCDEFG", "sc-3.7", OTHER)
first_deal(
    "sc-first-deal-after-tie", "AYBZ", "sc-3.tie", "two cut alike and did not cut again: reported, for the director"
)


# ------------------------------------------------------------------ the pack
def pack(
    name: str, seats: str, row: str, ranks: str, *, good: bool, note: str, spade_six: bool = True, **more: Unpack[More]
) -> None:
    """The pack as it lies, of these ranks."""

    @scotch(name, "regular" if good else "imperfect", row, note=note, seats=seats, **more)
    def script(t: Scotch) -> Expect:
        cards = [c for c in PACK if c[0] in ranks and (spade_six or c != "6S")]
        t.prepare(len(cards))
        if good and set(cards) == set(t.cards()):
            cards = [t.order[seat][i // len(t.ring)] for i, (seat, _) in enumerate(t.plan)]
        at = t.fact("pack", cards=" ".join(cards))
        if good:
            t.deal()
            t.turn()
            t.take_set(1)
            t.play_out()
            t.cut_next()
            return Expect(result=t.outcome())
        return Expect(
            [rule("imperfect_pack", f"{row}|am-14.II", line=at, path=["compulsory"], remedies=ANEW)],
            result=void(t.dealer),
        )


SCOTCH, FULL = "6789TJQKA", "23456789TJQKA"
pack("sc-pack", "AYBZ", "sc-1.a", SCOTCH, good=True, note="thirty-six cards, six to ace")
pack("sc-pack-full", "AYBZ", "sc-1.a", FULL, good=False, note="fifty-two are another pack")
pack("sc-pack-of-five", "ABCDE", "sc-2.b", SCOTCH, good=True, note="without the six of spades", spade_six=False)
pack("sc-pack-of-five-with-six", "ABCDE", "sc-2.b", SCOTCH, good=False, note="the six of spades was not taken out")
pack("sc-pack-of-eight", "ABCDEFGH", "sc-2.c", "789TJQKA", good=True, note="no sixes", sides=FOURS)
pack("sc-pack-of-eight-with-sixes", "ABCDEFGH", "sc-2.c", SCOTCH, good=False, note="the sixes are in it", sides=FOURS)


@scotch(
    "sc-odd-card-aside",
    "regular",
    "sc-2.b",
    note="the other custom: the whole pack, the thirty-fifth card turned, the last shown and laid aside",
    seats="ABCDE",
    certainty="reading",
    options={"odd_card": "set_aside"},
)
def odd_card_aside(t: Scotch) -> Expect:
    t.prepare(36)
    dealt = [t.order[s][i] for i in range(7) for s in "ABCDE"]
    t.fact("pack", cards=" ".join([*dealt, "6S"]))
    t.deal()
    t.turn()
    t.play_out()
    t.cut_next()
    return Expect(result=t.outcome())


# ------------------------------------------------------------------ shuffle and cut
@scotch(
    "sc-any-may-shuffle", "regular", "sc-6.a", note="two others shuffle, the dealer last, his right-hand player cuts"
)
def any_may_shuffle(t: Scotch) -> Expect:
    t.fact("shuffled", by="Y")
    t.fact("shuffled", by="A")
    t.begin()
    t.play_out()
    t.cut_next()
    return Expect(result=t.outcome())


@scotch(
    "sc-cut-by-left",
    "cut",
    "sc-6.a",
    note="it is for the pone to cut, not for the player to the left",
    certainty="reading",
)
def cut_by_left(t: Scotch) -> Expect:
    t.fact("shuffled", by="Z")
    t.fact("presented", by="Z")
    at = t.fact("cut", by="A", packets=[20, 16])
    return only(rule("cut_irregular", "sc-6|am-10|am-11", line=at, not_remedies=["deal_lost"]))


@scotch(
    "sc-shuffled-after-cut", "shuffled", "sc-6.a", "sc-6.e", note="shuffled after the cut: as at whist the deal is lost"
)
def shuffled_after_cut(t: Scotch) -> Expect:
    t.prepare()
    at = t.fact("shuffled", by="Z")
    return Expect(
        [rule("shuffled_after_cut", "am-12|sc-6", "Z", at, ["compulsory"], remedies=LOST)], result=void("A")
    )  # fmt: skip


# ------------------------------------------------------------------ misdeals
@scotch(
    "sc-two-to-one-hand",
    "misplaced",
    "sc-6.b",
    "sc-6.e",
    note="two cards to one hand and another follows: the deal is lost",
)
def two_to_one(t: Scotch) -> Expect:
    t.prepare()
    t.deal(0, 5)
    t.fact("dealt", to="A", cards=t.order["Y"][1])
    at = t.fact("dealt", to="B", cards=t.order["B"][1])
    return Expect(
        [
            rule(
                "misplaced_card|deal_irregular", "am-17.II|sc-6", "Z", path=["compulsory"], at={"compulsory": at},
                remedies=LOST, not_remedies=["new_deal"],
            )
        ],
        result=void("A"),
    )  # fmt: skip


@scotch("sc-packet-of-three", "misplaced", "sc-6.b", note="three at a time is Solo's way, not this one's")
def packet_of_three(t: Scotch) -> Expect:
    t.prepare()
    for s in "AYB":
        t.fact("dealt", to=s, cards=" ".join(t.order[s][:3]))
    return Expect(
        [rule("misplaced_card|deal_irregular", "am-17.II|sc-6", "Z", path=["compulsory"], remedies=LOST)],
        result=void("A"),
    )


def wrong_set(name: str, seats: str, row: str, note: str) -> None:
    @scotch(name, "misplaced", row, note=note, seats=seats)
    def script(t: Scotch) -> Expect:
        t.prepare()
        first, second = t.target(0), t.target(1)
        t.fact("dealt", to=first, cards=t.order[first][0], set=1)
        t.fact("dealt", to=second, cards=t.order[second][0], set=2)
        t.fact("dealt", to=first, cards=t.order[first][1], set=3 if len(seats) == 2 else 2)
        return Expect(
            [
                rule(
                    "misplaced_card|deal_irregular",
                    f"{row}|am-17.II|sc-6",
                    seats[-1],
                    path=["compulsory"],
                    remedies=LOST,
                )
            ],
            result=void(seats[0]),
        )


wrong_set("sc-two-wrong-hand", "AZ", "sc-6.c", "the second card falls on another hand before the first have six")
wrong_set("sc-three-wrong-hand", "ABC", "sc-6.d", "the same with three players")


@scotch("sc-counted", "counted", "sc-6.e", "sc-6.f", note="the dealer counts the rest: lost, and A deals the next")
def counted(t: Scotch) -> Expect:
    t.prepare()
    t.deal(0, 9)
    at = t.fact("counted", by="Z", what="pack")
    t.next_deal("A")
    t.begin()
    t.play_out()
    t.cut_next()
    return Expect(
        [rule("counted_by_dealer", "am-17.III|sc-6", "Z", at, ["compulsory"], remedies=LOST)],
        result=[void("A"), t.outcome()],
    )


@scotch("sc-shown-in-deal", "shown", "sc-6.e", note="a card is exposed in the deal: the other side may have a new deal")
def shown_in_deal(t: Scotch) -> Expect:
    t.prepare()
    t.deal(0, 5)
    at = t.fact("dealt", to=t.target(5), cards=t.order[t.target(5)][1], face_up=True)
    return only(
        rule("card_shown_in_deal", "am-15|sc-6", "Z", at, ["option"], remedies={"new_deal": ["A", "B"]}),
    )


# ------------------------------------------------------------------ the deal goes round
@scotch(
    "sc-deal-passes",
    "regular",
    "sc-6.f",
    "sc-13.a",
    note="three hands, each dealt by the next to the left, scores carried",
)
def deal_passes(t: Scotch) -> Expect:
    results: list[dict[str, object]] = []
    for n in range(3):
        if n:
            t.next_deal()
        t.begin()
        t.play_out()
        t.cut_next()
        need(t.first_out() is None or n == 2)
        results.append(t.outcome())
    return Expect(result=results)


@scotch("sc-wrong-dealer", "out_of_turn", "sc-6.f", note="the next deal is A's, and Y deals: put right in time")
def wrong_dealer(t: Scotch) -> Expect:
    t.begin()
    t.play_out()
    t.cut_next()
    first = t.outcome()
    t.next_deal("A")
    t.dealer = "Y"
    t.shuffle()
    t.deal(0, 1, by="Y")
    at = t.line
    return only(
        rule("deal_out_of_turn", "am-16|sc-6", "Y", at, ["correctable"], remedies={"correct_deal": None}),
        result=[first, {"unfinished": True}],
    )
