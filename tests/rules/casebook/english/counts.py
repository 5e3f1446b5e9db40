"""Laws 46, 69 and 70: hands that are short, tricks with a card too few or too many."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, rule
from tests.rules.casebook.counts import due, omit
from tests.rules.casebook.english.table import HARSH, PENALTIES, again, en, form, offered, three
from tests.rules.casebook.hand import Hand, foes, need

SHORT = "surplus_or_deficiency|wrong_hand_count"


# ------------------------------------------------------------------ law 46
def short(t: Hand, seat: str, tricks: int = 3) -> int:
    """After some tricks one hand is found a card short and the others right. Returns the first line."""
    t.reach(tricks)
    at = t.fact("found", seat=seat, count=due(t, seat) - 1)
    for s in "NESW":
        if s != seat:
            t.fact("found", seat=s, count=due(t, s))
    return at


@en(
    "en-46-stands",
    "surplus",
    "en-46.a",
    "three hands right, one a card short, and he has played: the deal stands",
    dealer="E",
    known=False,
)
def stands(t: Hand) -> Expect:
    at = short(t, "W")
    t.rounds(2)
    return Expect(
        [rule(SHORT, "en-46.a", line=at, never=["applied"], not_remedies=["new_deal", "deal_lost", *PENALTIES])]
    )


@en(
    "en-46-first-trick",
    "surplus",
    "en-fn16 en-46.a",
    "he has played one card, to the first trick: that is enough",
    dealer="E",
    known=False,
)
def first_trick(t: Hand) -> Expect:
    t.begin()
    t.play()
    t.follow()
    at = t.fact("found", seat="W", count=11)
    for s in "NES":
        t.fact("found", seat=s, count=12)
    t.round()
    return Expect(
        [
            rule(SHORT, "en-fn16|en-46.a", line=at, not_remedies=["new_deal", "deal_lost"]),
        ]
    )


@en(
    "en-46-answers-for-revoke",
    "surplus",
    "en-46.b en-71",
    "his only heart, say, lay on the floor; the suit is led and he throws away: a revoke as if it had been in "
    "his hand (case I)",
    "reading",
    dealer="E",
)
def answers(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    need(t.led != t.trump and len(t.of(seat, t.led)) == 1 and t.off(seat, t.led))
    card = t.of(seat, t.led)[0]
    at = t.renounce(seat)
    late = t.round()
    for s in "NESW":
        t.fact("found", seat=s, count=due(t, s) - (s == seat))
    t.fact("exposed", by=seat, cards=card, how="floor")
    return Expect(
        [
            rule(
                "renounce",
                "en-71",
                seat,
                at,
                ["correctable", "established"],
                at={"established": late},
                remedies=three(seat),
            ),
            rule(SHORT, "en-46.b", not_remedies=["new_deal", "deal_lost"]),
        ]
    )


@en(
    "en-46-searches",
    "surplus",
    "en-46.c",
    "he searches the other pack for the missing card, as he may",
    dealer="E",
    known=False,
)
def searches(t: Hand) -> Expect:
    at = short(t, "W")
    t.fact("searched", by="W", result="found", card=t.hands["W"][0])
    t.rounds(2)
    return Expect([rule(SHORT, "en-46", line=at, not_remedies=["new_deal", "deal_lost"])])


form(
    "en-46-card-not-found",
    "surplus_or_deficiency",
    "en-46.c",
    "at the last trick the leader has no card and it is found nowhere: the tricks may be searched (case VI, c)",
    "end",
    "surplus",
    against="S",
)


@en("en-46-right", "regular", "en-46.a en-44.IV", "counted and right", dealer="E", known=False)
def right_counts(t: Hand) -> Expect:
    t.reach(3)
    for s in "NESW":
        t.fact("found", seat=s, count=10)
    t.close()
    return Expect(result={"tricks": dict(t.taken)})


# ------------------------------------------------------------------ law 69
OMITTED = "omitted_play|surplus_or_deficiency"


def omitted(t: Hand) -> tuple[str, int]:
    """One plays no card to a trick and has played to the next. Returns him and the line of that play."""
    silent = omit(t)
    t.play()
    while t.to_play != silent:
        t.play()
    return silent, t.play()


@en(
    "en-69-new-deal",
    "omitted",
    "en-69",
    "he has played to the next trick: the adversaries claim a new deal",
    dealer="W",
    complete=["cut", "deal", "play"],
)
def new_deal(t: Hand) -> Expect:
    silent, at = omitted(t)
    d = t.fact("demanded", by=foes(silent)[0], remedy="new_deal")
    return Expect(
        [
            rule(
                OMITTED,
                "en-69",
                silent,
                path=["option", "applied"],
                at={"option": at, "applied": d},
                remedies={"new_deal": foes(silent)},
                not_remedies=["deal_lost"],
            )
        ],
        result=again("W"),
    )


@en(
    "en-69-stands",
    "omitted",
    "en-69",
    "they let the deal stand: the card left over is no revoke in that trick",
    dealer="W",
    complete=["cut", "deal", "play"],
)
def deal_stands(t: Hand) -> Expect:
    silent, at = omitted(t)
    w = t.fact("demanded", by=foes(silent)[0], remedy="stands")
    while len(t.trick) < 4:
        t.play()
    t.quit()
    t.round()
    return Expect(
        [
            rule(
                OMITTED,
                "en-69",
                silent,
                path=["option", "applied|waived"],
                at={"option": at},
                remedies=offered(["new_deal", "stands"], foes(silent)),
            )
        ],
        allow=[rule("surplus_or_deficiency", by=silent, line=w, not_remedies=["new_deal", *PENALTIES])],
    )


@en(
    "en-69-in-time",
    "omitted",
    "en-69",
    "he has not yet played to the next trick: no new deal",
    dealer="W",
    complete=["cut", "deal", "play"],
)
def in_time(t: Hand) -> Expect:
    silent = omit(t)
    t.play()
    need(t.to_play != silent)
    return Expect([rule(OMITTED, "en-69", silent, never=["option", "applied"], not_remedies=HARSH, optional=True)])


# ------------------------------------------------------------------ law 70
form(
    "en-70-after-the-hand",
    "mixed_card",
    "en-70.a",
    "a card too many lies in his tricks, found when the hand is over: he answers for the revokes that came of it",
    "end",
    "mixed",
    against="S",
    cards="7D",
    trick=3,
)


@en(
    "en-70-in-the-play",
    "mixed",
    "en-70.b",
    "found in the play: the tricks are counted face down, one has five cards; a person says whose card goes back",
    "reading",
    dealer="S",
)
def in_the_play(t: Hand) -> Expect:
    t.reach(6, 1)
    t.fact("counted", by="N", what="tricks")
    at = t.fact("reported", by="N", irregularity="mixed_card", against="E", trick=4)
    t.fact("searched", by="N", result="found", trick=4)
    return Expect(
        [rule("mixed_card", "en-70.b", line=at, path=["director"], never=["compulsory", "applied"])], result=None
    )


@en("en-70-counted-right", "regular", "en-70.b", "the tricks are counted and right", "reading", dealer="S")
def counted_right(t: Hand) -> Expect:
    t.reach(6)
    t.fact("counted", by="N", what="tricks")
    t.close()
    return Expect(result={"tricks": dict(t.taken)})


@en(
    "en-70-interim-revoke",
    "mixed",
    "en-70.b en-71",
    "the card goes back to him; a revoke made while it lay in the trick is charged",
    "reading",
    dealer="S",
)
def interim_revoke(t: Hand) -> Expect:
    seat = t.reach(4, 1)
    at = t.renounce(seat)
    late = t.round()
    r = t.fact("reported", by=foes(seat)[0], irregularity="mixed_card", against=seat, trick=3)
    return Expect(
        [
            rule(
                "renounce",
                "en-71",
                seat,
                at,
                ["correctable", "established"],
                at={"established": late},
                remedies=three(seat),
            ),
            rule("mixed_card", "en-70.b", line=r, path=["director"]),
        ]
    )
