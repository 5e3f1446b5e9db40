"""Solo: a revoke costs three tricks and the red counters, and who has to pay them."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, rule
from tests.rules.casebook.hand import need
from tests.rules.casebook.ring import only
from tests.rules.casebook.solo.paying import ALL, FAIR, PAIR
from tests.rules.casebook.solo.table import LOW, Counters, Solo, solo

BEST = {"A": "AS KS QS JS TS 9S AH KH QH AD KD AC 2C"}


def revoke(t: Solo, seat: str, after: int = 3) -> tuple[int, int, int]:
    """The seat renounces in error in the trick after so many, and it is quitted. Line, line of the quitting, trick."""
    t.rounds(after)
    need(t.leader != seat)
    t.play()
    t.until(seat)
    trick = t.number
    at = t.renounce(seat)
    return at, t.round(), trick


def charged(
    t: Solo, seat: str, to: list[str], told: tuple[int, int, int], paid: Counters, *, remedy: str = "three_tricks"
) -> Expect:
    """Claimed at the end of the hand, the penalty demanded, and the hand paid."""
    at, quitted, trick = told
    t.fact("claimed", by=to[0], what="revoke", against=seat, trick=trick)
    done = t.fact("demanded", by=to[0], remedy=remedy, ruling=1)
    t.cut_next()
    return only(
        rule(
            "renounce", "so-30|so-31", seat, at, ["correctable", "established", "applied"], trick=trick,
            at={"established": quitted, "applied": done}, remedies={remedy: to}, not_remedies=["two_tricks"],
        ),
        result=t.outcome(paid),
    )  # fmt: skip


# ------------------------------------------------------------------ the caller's side
@solo(
    "so-revoke-pair-eleven",
    "revoke",
    "so-30.a",
    "so-31.a",
    "so-31.b",
    "so-P.revoke",
    note="the printed example: eleven made, three taken, eight left: a red lost by each, and no white",
    hands=PAIR,
)
def pair_eleven(t: Solo) -> Expect:
    t.partners()
    told = revoke(t, "A")
    t.play_out()
    need(t.won_by("A", "B") == 11)
    return charged(t, "A", ["Y", "Z"], told, t.paid(-1))


@solo(
    "so-revoke-pair-eight",
    "revoke",
    "so-30.a",
    "so-31.b",
    note="the printed example: eight made, five left: each partner pays a red and three white",
)
def pair_eight(t: Solo) -> Expect:
    t.partners()
    told = revoke(t, "B")
    t.play_out()
    need(t.won_by("A", "B") == 8)
    return charged(t, "B", ["Y", "Z"], told, t.paid(-1, -3))


@solo(
    "so-revoke-three-choices", "revoke", "so-30.a", note="three tricks, or their value taken off, or put on", hands=PAIR
)
def three_choices(t: Solo) -> Expect:
    t.partners()
    at, quitted, trick = revoke(t, "A")
    both = ["Y", "Z"]
    return only(
        rule(
            "renounce", "so-30|so-31", "A", at, ["correctable", "established"], trick=trick,
            at={"established": quitted}, not_remedies=["two_tricks"],
            remedies={"three_tricks": both, "deduct_three|value_of_three": both, "add_three|value_of_three": both},
        )
    )  # fmt: skip


@solo(
    "so-revoke-solo-six",
    "revoke",
    "so-31.a",
    "so-31.d",
    "so-P.revoke",
    note="the printed example: the solo player revokes and makes six: two red, and two white for the three left",
    hands=FAIR,
)
def solo_six(t: Solo) -> Expect:
    t.declare("A", "solo")
    told = revoke(t, "A", 2)
    t.play_out()
    need(t.won_by("A") == 6)
    return charged(t, "A", ["Y", "B", "Z"], told, t.paid(-2, -2))


@solo(
    "so-revoke-solo-eight",
    "revoke",
    "so-31.a",
    "so-31.d",
    note="he makes eight, five are left: the reds are lost in any case, the whites are saved",
    hands=FAIR,
)
def solo_eight(t: Solo) -> Expect:
    t.declare("A", "solo")
    told = revoke(t, "A", 2)
    t.play_out()
    need(t.won_by("A") == 8)
    return charged(t, "A", ["Y", "B", "Z"], told, t.paid(-2))


@solo(
    "so-revoke-abundance",
    "revoke",
    "so-31.d",
    note="an abundance, ten made, seven left: four red and two white to each",
    hands=BEST,
)
def abundance(t: Solo) -> Expect:
    t.declare("A", "abundance", "S")
    told = revoke(t, "A", 6)
    t.play_out()
    need(t.won_by("A") == 10)
    return charged(t, "A", ["Y", "B", "Z"], told, t.paid(-4, -2))


@solo(
    "so-revoke-misere-caller",
    "revoke",
    "so-31.e",
    note="the misere player revokes: the hand ends, he pays the stakes",
    hands=LOW,
)
def misere_caller(t: Solo) -> Expect:
    t.declare("A", "misere")
    told = revoke(t, "A", 2)
    need(t.won_by("A") == 0)
    return charged(t, "A", ["Y", "B", "Z"], told, t.paid(-3), remedy="pays")


# ------------------------------------------------------------------ an adversary
@solo(
    "so-revoke-adversary-alone",
    "revoke",
    "so-31.c",
    "so-31.a",
    note="the caller made four and takes three: Y pays all the loss, two red and two white for each of the three",
)
def adversary_alone(t: Solo) -> Expect:
    t.declare("A", "solo")
    told = revoke(t, "Y")
    t.play_out()
    need(t.won_by("A") == 4)
    return charged(t, "Y", ["A"], told, t.alone("Y", 2, 2))


@solo(
    "so-revoke-adversary-of-pair",
    "revoke",
    "so-31.c",
    note="seven made by the two, ten with the penalty: Y pays for himself and for Z",
)
def adversary_of_pair(t: Solo) -> Expect:
    t.partners()
    told = revoke(t, "Y")
    t.play_out()
    need(t.won_by("A", "B") == 7)
    return charged(t, "Y", ["A", "B"], told, t.alone("Y", 1, 2))


@solo(
    "so-revoke-adversary-in-spite",
    "revoke",
    "so-31.c",
    note="the printed example, with two red for a solo: six made, and it is shown that they were made in spite of the "
    "revoke; each pays two red and a white, Y nine white besides",
    certainty="reading",
    hands=FAIR,
)
def adversary_in_spite(t: Solo) -> Expect:
    t.declare("A", "solo")
    told = revoke(t, "Y")
    t.play_out()
    need(t.won_by("A") == 6)
    paid = t.paid(2, 1)
    paid["A"]["white"] += 9
    paid["Y"]["white"] -= 9
    at, quitted, trick = told
    t.fact("claimed", by="A", what="revoke", against="Y", trick=trick)
    t.fact("demanded", by="A", remedy="three_tricks", ruling=1)
    t.fact("ruled", by="director", ruling=1, outcome="shared", why="six tricks were his in any case")
    t.cut_next()
    return only(
        rule(
            "renounce", "so-30|so-31", "Y", at, ["correctable", "established", "applied"], trick=trick,
            at={"established": quitted}, remedies={"three_tricks": ["A"]},
        ),
        result=t.outcome(paid),
    )  # fmt: skip


@solo(
    "so-revoke-adversary-not-shown",
    "revoke",
    "so-31.c",
    note="the same hand, but nobody shows it: Y pays all of it, two red and four white for each of the three",
    hands=FAIR,
)
def adversary_not_shown(t: Solo) -> Expect:
    t.declare("A", "solo")
    told = revoke(t, "Y")
    t.play_out()
    need(t.won_by("A") == 6)
    return charged(t, "Y", ["A"], told, t.alone("Y", 2, 4))


@solo(
    "so-revoke-no-slam",
    "revoke",
    "so-30.b",
    "so-31.c",
    note="an abundance of ten and three by penalty are thirteen, and no slam: four red and four white for each",
    hands=BEST,
)
def no_slam(t: Solo) -> Expect:
    t.declare("A", "abundance", "S")
    told = revoke(t, "Y", 1)
    t.play_out()
    need(t.won_by("A") == 10)
    return charged(t, "Y", ["A"], told, t.alone("Y", 4, 4))


@solo(
    "so-revoke-misere-adversary",
    "revoke",
    "so-31.f",
    note="an adversary of the misere revokes: he alone pays the whole stakes, nine red",
)
def misere_adversary(t: Solo) -> Expect:
    t.declare("A", "misere")
    told = revoke(t, "Y", 2)
    need(t.won_by("A") == 0)
    return charged(t, "Y", ["A"], told, t.alone("Y", 3), remedy="pays")


@solo(
    "so-revoke-slam-adversary",
    "revoke",
    "so-31.f",
    note="an adversary of the slam revokes: he alone pays twenty-four red",
    hands={"B": "AS KS QS JS TS 9S 8S 7S 6S 5S AH AD AC"},
)
def slam_adversary(t: Solo) -> Expect:
    t.declare("B", "slam", "S")
    told = revoke(t, "Y", 0)
    return charged(t, "Y", ["B"], told, t.alone("Y", 8), remedy="pays")


# ------------------------------------------------------------------ not charged
def unclaimed(name: str, seat: str, row: str, note: str) -> None:
    """A revoke in a misere that cannot lose, and nobody claims it: it goes as it was played."""

    @solo(name, "revoke", row, note=note, hands=LOW)
    def script(t: Solo) -> Expect:
        t.declare("A", "misere")
        at, quitted, trick = revoke(t, seat, 2)
        t.play_out()
        need(t.won_by("A") == 0)
        bar = t.cut_next()
        return only(
            rule(
                "renounce", "so-31|so-30|am-28", seat, at, ["correctable", "established", "lapsed"], trick=trick,
                at={"established": quitted, "lapsed": bar}, never=["applied"],
            ),
            result=t.outcome(t.paid(3)),
        )  # fmt: skip


unclaimed(
    "so-revoke-misere-caller-unclaimed", "A", "so-31.e", "the misere player revoked and nobody claims it: he wins"
)
unclaimed("so-revoke-misere-adversary-unclaimed", "Y", "so-31.f", "an adversary revoked, the caller never claims it")


@solo(
    "so-revoke-not-claimed",
    "revoke",
    "so-30.a",
    "so-P.revoke",
    note="nobody claims it before the next pack is cut: it goes as it was played",
)
def not_claimed(t: Solo) -> Expect:
    t.declare("A", "solo")
    at, quitted, trick = revoke(t, "A")
    t.play_out()
    need(t.won_by("A") == 6)
    bar = t.cut_next()
    return only(
        rule(
            "renounce", "so-30|so-31|am-28", "A", at, ["correctable", "established", "lapsed"], trick=trick,
            at={"established": quitted, "lapsed": bar}, never=["applied"],
        ),
        result=t.outcome(),
    )  # fmt: skip


@solo("so-void-discards", "regular", "so-P.revoke", note="he has none of the suit led: no revoke", hands=ALL)
def void_discards(t: Solo) -> Expect:
    t.declare("A", "solo")
    need(t.trump != "S")
    t.play_out()
    t.cut_next()
    return Expect(result=t.outcome())


@solo(
    "so-revoke-waived",
    "revoke",
    "so-30.a",
    note="one of the claimants waives, and nobody demands",
    certainty="contract",
)
def waived(t: Solo) -> Expect:
    t.declare("A", "solo")
    at, _, trick = revoke(t, "Y")
    t.play_out()
    need(t.won_by("A") == 5)
    t.fact("claimed", by="A", what="revoke", against="Y", trick=trick)
    done = t.fact("waived", by="A", ruling=1)
    t.cut_next()
    return only(
        rule(
            "renounce", "so-30|so-31|am-28", "Y", at, ["correctable", "established", "waived"], trick=trick,
            at={"waived": done}, never=["applied"],
        ),
        result=t.outcome(),
    )  # fmt: skip
