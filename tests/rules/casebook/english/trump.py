"""Laws 52 to 55: the trump card, on the table and in the hand."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, Ruling, rule
from tests.rules.casebook.english.table import HARSH, en, ended, form, offered, three
from tests.rules.casebook.hand import Hand, foes, need

SEEN = ["cut", "deal", "play"]
HIGH_LOW = ["call_highest", "call_lowest"]


# ------------------------------------------------------------------ law 52
@en(
    "en-52-left",
    "turn_up_left",
    "en-52.a",
    "left on the table when the first trick is quitted: called at the second, and played",
    dealer="N",
    complete=SEEN,
)
def left_on_table(t: Hand) -> Expect:
    t.leave_turn_up = True
    t.begin()
    at = t.round()
    need(t.turn_up in t.hands["N"])
    while t.to_play != "N":
        t.play()
    need(t.turn_up in t.legal("N"))
    t.fact("demanded", by="E", remedy="call_card", card=t.turn_up, ruling=1)
    done = t.play(t.turn_up)
    return Expect(
        [
            rule(
                "turn_up_left",
                "en-52.a",
                "N",
                at,
                ["option", "applied"],
                at={"applied": done},
                remedies={"call_card": ["E", "W"]},
            )
        ]
    )


@en(
    "en-52-taken-late",
    "regular",
    "en-52.a",
    "taken when the first trick lies complete but is not quitted",
    dealer="N",
    complete=SEEN,
)
def taken_late(t: Hand) -> Expect:
    t.leave_turn_up = True
    t.begin()
    t.play()
    t.follow()
    need(t.turn_up in t.hands["N"])
    t.take_up()
    t.leave_turn_up = False
    t.quit()
    return Expect(result=ended(t))


@en(
    "en-52-reminded",
    "regular",
    "en-52.b",
    "the dealer's partner reminds him to take up the trump card",
    dealer="N",
    complete=SEEN,
)
def reminded(t: Hand) -> Expect:
    t.leave_turn_up = True
    t.begin()
    t.play()
    t.fact("said", by="S", what="remark", card=t.turn_up)
    t.leave_turn_up = False
    return Expect(result=ended(t))


@en(
    "en-52-not-seen",
    "regular",
    "en-52.a",
    "that it was taken up is not in the record: that proves nothing",
    "contract",
    dealer="N",
)
def not_seen(t: Hand) -> Expect:
    t.leave_turn_up = True
    t.begin()
    return Expect(result=ended(t))


# ------------------------------------------------------------------ law 53
form(
    "en-53-asked-for",
    "turn_up_named",
    "en-53.a",
    "after it was taken up a player asks for the trump card itself",
    "play",
    "turn_up_named",
    against="S",
)


@en("en-53-suit-asked", "regular", "en-53.a en-fn19", "what suit is trumps anybody may ask at any time", dealer="S")
def suit_asked(t: Hand) -> Expect:
    t.begin()
    t.rounds(4)
    for seat in "NESW":
        t.fact("said", by=seat, what="asks_trump_suit")
    return Expect(result=ended(t))


def named(t: Hand, by: str = "E", tricks: int = 2) -> int:
    """``by`` names the trump card after it was taken up, when he is to lead and holds trumps."""
    t.reach(tricks)
    need(not t.up and t.turn_up in t.hands[t.dealer])
    need(t.to_play == by and len(t.of(by, t.trump)) > 1 and t.off(by, t.trump))
    return t.fact("said", by=by, what="names_turn_up", card=t.turn_up)


@en("en-53-named", "turn_up_named", "en-53.b en-fn20", "he names it: his highest trump is called, and led", dealer="W")
def named_highest(t: Hand) -> Expect:
    at = named(t)
    t.fact("demanded", by="N", remedy="call_highest", ruling=1)
    done = t.play(t.of("E", t.trump)[-1])
    t.round()
    return Expect(
        [
            rule(
                "turn_up_named",
                "en-53.b",
                "E",
                at,
                ["option", "applied"],
                at={"applied": done},
                remedies=offered(HIGH_LOW, ["N", "S"]),
            )
        ]
    )


@en(
    "en-53-named-follows-suit",
    "turn_up_named",
    "en-53.b en-fn20 en-64",
    "a plain suit is led: he follows, which is no refusal; the call holds at the next trick",
    dealer="W",
)
def named_follows(t: Hand) -> Expect:
    t.reach(2)
    need(t.turn_up in t.hands["W"] and not t.up and t.to_play == "N" and t.of("E", t.trump))
    at = t.fact("said", by="E", what="names_turn_up", card=t.turn_up)
    t.fact("demanded", by="S", remedy="call_lowest", ruling=1)
    t.play()
    need(t.led != t.trump and len(t.of("E", t.led)) == 1)
    t.round()
    t.play()
    need(t.trick[0][0] != "E" and t.led != t.trump and not t.of("E", t.led) and len(t.of("E", t.trump)) > 1)
    while t.to_play != "E":
        t.play()
    done = t.play(t.of("E", t.trump)[0])
    return Expect([rule("turn_up_named", "en-53.b", "E", at, ["option", "applied"], at={"applied": done})])


@en(
    "en-53-refused",
    "turn_up_named",
    "en-53.b en-61",
    "called for his lowest trump he leads a higher one: the penalty of a revoke",
    dealer="W",
)
def named_refused(t: Hand) -> Expect:
    at = named(t)
    t.fact("demanded", by="S", remedy="call_lowest", ruling=1)
    bad = t.play(t.of("E", t.trump)[-1])
    t.round()
    return Expect(
        [
            rule("turn_up_named", "en-53.b", "E", at, ["option"], never=["waived", "lapsed"]),
            rule("refused_call", "en-61", "E", bad, remedies=three("E")),
        ]
    )


@en("en-53-named-on-table", "turn_up_named", "en-53.b", "it lies on the table still: it may be named", dealer="N")
def named_on_table(t: Hand) -> Expect:
    t.begin()
    t.fact("said", by="E", what="names_turn_up", card=t.turn_up)
    t.play()
    return Expect()


# ------------------------------------------------------------------ law 54
def early(t: Hand) -> int:
    """The dealer takes the trump card before his turn to the first trick."""
    t.begin()
    t.play()
    return t.take_up()


EARLY = "turn_up_wrong_card|turn_up_left|exposed_card|deal_irregular|turn_up_not_shown|turn_up_looked_at"


def lifted(by: str, at: int) -> Ruling:
    return rule(EARLY, "en-54.a", by, at, never=["established"], not_remedies=[r for r in HARSH if r != "call_card"])


@en(
    "en-54-laid-down",
    "turn_up_early",
    "en-54.a",
    "taken too soon, he is desired to lay it down and does: nothing can be called",
    "reading",
    dealer="N",
)
def laid_down(t: Hand) -> Expect:
    at = early(t)
    t.fact("said", by="E", what="lay_down")
    t.fact("exposed", by="N", cards=t.turn_up, how="shown")
    t.up = True
    return Expect([rule(EARLY, "en-54.a", "N", at, never=["established"], not_remedies=HARSH)], result=ended(t))


@en(
    "en-54-wrong-cards",
    "turn_up_early",
    "en-54.b en-54.a",
    "desired to lay it down he shows a wrong card and another, then the right one: both may be called",
    "reading",
    dealer="N",
)
def wrong_cards(t: Hand) -> Expect:
    at = early(t)
    first, second = [c for c in t.hands["N"] if c != t.turn_up][:2]
    t.fact("said", by="W", what="lay_down")
    one = t.fact("exposed", by="N", cards=first, how="shown")
    two = t.fact("exposed", by="N", cards=second, how="shown")
    t.fact("exposed", by="N", cards=t.turn_up, how="shown")
    called = offered(["call_card"], ["E", "W"])
    return Expect(
        [
            lifted("N", at),
            rule("turn_up_wrong_card", "en-54.b", "N", one, ["option"], remedies=called),
            rule("turn_up_wrong_card", "en-54.b", "N", two, ["option"], remedies=called),
        ]
    )


@en("en-54-at-his-turn", "regular", "en-54.a", "taken when it is his turn", dealer="N", complete=SEEN)
def at_his_turn(t: Hand) -> Expect:
    t.begin()
    while t.to_play != "N":
        t.play()
    return Expect(result=ended(t))


# ------------------------------------------------------------------ law 55
CANNOT = "turn_up_named|turn_up_wrong_card|turn_up_left|exposed_card|deal_irregular"


def forgot(t: Hand) -> int:
    """The dealer, to lead and with trumps of two heights, cannot recollect the trump card."""
    t.reach(2)
    need(t.to_play == "N" and not t.up and t.turn_up in t.hands["N"])
    need(len(t.of("N", t.trump)) > 2 and t.off("N", t.trump))
    return t.fact("said", by="N", what="cannot_recall_turn_up")


@en(
    "en-55-forgotten",
    "turn_up_forgotten",
    "en-55",
    "the dealer cannot recollect it: his highest trump is called and must be played",
    dealer="N",
)
def forgotten(t: Hand) -> Expect:
    at = forgot(t)
    t.fact("demanded", by="W", remedy="call_highest", ruling=1)
    done = t.play(t.of("N", t.trump)[-1])
    t.round()
    return Expect(
        [
            rule(
                CANNOT,
                "en-55",
                "N",
                at,
                ["option", "applied"],
                at={"applied": done},
                remedies=offered(HIGH_LOW, ["E", "W"]),
            )
        ]
    )


@en(
    "en-55-not-changed",
    "turn_up_forgotten",
    "en-55",
    "the call may be repeated, not changed from highest to lowest",
    dealer="N",
)
def not_changed(t: Hand) -> Expect:
    at = forgot(t)
    t.fact("demanded", by="W", remedy="call_highest", ruling=1)
    t.fact("demanded", by="W", remedy="call_lowest", ruling=1)
    done = t.play(t.of("N", t.trump)[-1])
    t.round()
    return Expect(
        [rule(CANNOT, "en-55", "N", at, ["option", "applied"], at={"applied": done})],
        allow=[rule("wrong_demand", by="W")],
    )


@en(
    "en-55-repeated",
    "turn_up_forgotten",
    "en-55 en-64 en-65",
    "he must follow suit first; the call is repeated at the next trick and obeyed",
    dealer="N",
)
def repeated(t: Hand) -> Expect:
    t.reach(2, 1)
    need(t.to_play == "N" and not t.up and t.led != t.trump and t.turn_up in t.hands["N"])
    need(len(t.of("N", t.led)) == 1)
    at = t.fact("said", by="N", what="cannot_recall_turn_up")
    t.fact("demanded", by="E", remedy="call_lowest", ruling=1)
    t.round()
    t.play()
    while t.to_play != "N":
        t.play()
    need(t.led != t.trump and not t.of("N", t.led) and len(t.of("N", t.trump)) > 1 and t.off("N", t.trump))
    t.fact("demanded", by="E", remedy="call_lowest", ruling=1)
    done = t.play(t.of("N", t.trump)[0])
    return Expect(
        [
            rule(
                CANNOT,
                "en-55",
                "N",
                at,
                ["option", "applied"],
                at={"applied": done},
                remedies=offered(HIGH_LOW, ["E", "W"]),
            )
        ]
    )


@en(
    "en-55-not-the-dealer",
    "turn_up_forgotten",
    "en-55 en-fn19",
    "another than the dealer cannot recollect it: it was not his to know",
    "reading",
    dealer="N",
)
def not_the_dealer(t: Hand) -> Expect:
    t.reach(2)
    t.fact("said", by=foes("N")[0], what="cannot_recall_turn_up")
    return Expect(result=ended(t))
