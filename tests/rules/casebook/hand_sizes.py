"""Law 17, IV to VI: hands of the wrong size, the trump card hidden; and who deals after a misdeal."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, case, rule
from tests.rules.casebook.dealing import again
from tests.rules.casebook.hand import Hand
from tests.rules.casebook.misdeals import LOST


# ------------------------------------------------------------------ IV: hands of the wrong size
@case(
    "wrong-count-before-lead",
    "hand_count",
    "am-17.IV",
    note="found before anybody has played; both counts are one ruling",
    dealer="W",
    known=False,
)
def wrong_count(t: Hand) -> Expect:
    t.begin()
    at = t.fact("found", seat="N", count=14)
    t.fact("found", seat="E", count=12)
    return Expect(
        [
            rule(
                "wrong_hand_count",
                "am-17.IV",
                "W",
                at,
                ["compulsory"],
                remedies=LOST,
                not_remedies=["new_deal", "play_out"],
            )
        ],
        result=again("N"),
    )


@case(
    "wrong-count-in-first-trick",
    "hand_count",
    "am-17.IV",
    note="three have played to the first trick: still a misdeal; a seat that has played is due twelve",
    dealer="E",
    known=False,
)
def wrong_count_first_trick(t: Hand) -> Expect:
    t.reach(0, 3)
    t.fact("found", seat="S", count=12)
    at = t.fact("found", seat="N", count=13)
    return Expect([rule("wrong_hand_count", "am-17.IV", "E", at, ["compulsory"], remedies=LOST)], result=again("S"))


@case(
    "right-counts",
    "regular",
    "am-17.IV",
    "am-19.a",
    note="counted and right, before and after the first trick",
    dealer="E",
    known=False,
)
def right_counts(t: Hand) -> Expect:
    t.begin()
    for seat in "NESW":
        t.fact("found", seat=seat, count=13)
    t.round()
    t.play()
    leader = t.trick[0][0]
    for seat in "NESW":
        t.fact("found", seat=seat, count=11 if seat == leader else 12)
    t.close()
    return Expect(result=t.result())


@case(
    "wrong-count-touched-after",
    "hand_count",
    "am-17.IV",
    "am-17.end",
    note="the hands are taken up after the deal: that does not interrupt it",
    dealer="S",
    known=False,
)
def wrong_count_touched_after(t: Hand) -> Expect:
    t.begin()
    for seat in "NESW":
        t.fact("touched", by=seat, what="hand")
    at = t.fact("found", seat="E", count=12)
    return Expect(
        [rule("wrong_hand_count", "am-17.IV", "S", at, ["compulsory"], remedies=LOST, not_remedies=["new_deal"])],
        result=again("W"),
    )


# ------------------------------------------------------------------ V and VI: the trump card
@case(
    "trump-looked-at-after",
    "regular",
    "am-17.V",
    note="after the deal anybody may look at it: it lies there",
    dealer="S",
    certainty="reading",
)
def trump_looked_at_after(t: Hand) -> Expect:
    t.begin()
    t.fact("looked", by="S", at="turn-up")
    t.close()
    return Expect(result=t.result())


@case(
    "trump-looked-at-by-adversary",
    "turn_looked",
    "am-17.V",
    note="an adversary looks at it: the dealer does not lose his deal by that",
    dealer="S",
    certainty="reading",
)
def trump_looked_at_by_adversary(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 22)
    t.fact("looked", by="E", at="turn-up")
    return Expect(
        allow=[rule("turn_up_looked_at|card_shown_in_deal|deal_irregular", not_remedies=["deal_lost"])], result=None
    )


@case(
    "trump-never-shown",
    "turn_hidden",
    "am-17.VI",
    "am-13.b",
    note="an adversary says that the trump card was put face down on the cards",
    dealer="W",
)
def trump_never_shown(t: Hand) -> Expect:
    t.prepare()
    t.deal()
    at = t.fact("said", by="N", what="doubts_deal", of="turn_up_not_shown")
    return Expect([rule("turn_up_not_shown", "am-17.VI", "W", at, ["compulsory"], remedies=LOST)], result=again("N"))


@case(
    "trump-never-shown-complete",
    "turn_hidden",
    "am-17.VI",
    "am-13.b",
    note="every event of the deal was seen, and none shows the trump card before the first lead",
    certainty="contract",
    dealer="W",
    complete=["deal"],
)
def trump_never_shown_complete(t: Hand) -> Expect:
    t.prepare()
    t.deal()
    t.play()
    return Expect([rule("turn_up_not_shown", "am-17.VI|am-13.b", "W")], result=None)


@case(
    "trump-unseen",
    "regular",
    "am-13.b",
    "am-17.VI",
    note="no trump card in the record proves nothing",
    certainty="contract",
    dealer="W",
    score={"game": {"NS": 0, "EW": 0}},
)
def trump_unseen(t: Hand) -> Expect:
    t.prepare()
    t.deal()
    t.play()
    return Expect(result=None)


# ------------------------------------------------------------------ afterwards
@case(
    "misdeal-then-left",
    "counted",
    "am-13.c",
    "am-17.III",
    note="the left-hand neighbour deals the next hand",
    dealer="W",
)
def misdeal_then_left(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 10)
    at = t.fact("counted", by="W", what="pack")
    t.next_deal("N")
    t.begin()
    t.close()
    return Expect(
        [rule("counted_by_dealer", "am-17.III", "W", at, ["compulsory"], remedies=LOST)],
        result=[again("N"), t.result()],
    )
