"""Law 18: the trump card on the table and out of it."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, case, rule
from tests.rules.casebook.hand import Hand, need

SEEN = ["deal", "play"]


# ------------------------------------------------------------------ lifted, or left
@case(
    "turn-up-lifted-early",
    "regular",
    "am-18.a",
    note="lifted before the dealer's turn: no penalty is named",
    dealer="W",
)
def lifted_early(t: Hand) -> Expect:
    t.begin()
    t.take_up()
    t.close()
    return Expect(result=t.result())


@case(
    "turn-up-played-from-table",
    "regular",
    "am-18.b",
    note="played from the table without being lifted: it is not left there",
    dealer="W",
    complete=SEEN,
)
def played_from_table(t: Hand) -> Expect:
    t.begin()
    t.leave_turn_up = True
    while len(t.trick) < 3:
        t.play()
    need(t.turn_up in t.legal("W"))
    t.play(t.turn_up)
    t.quit()
    t.close()
    return Expect(result=t.result())


@case(
    "turn-up-lifted-in-time",
    "regular",
    "am-18.b",
    note="lifted when the second trick lies complete, not yet quitted",
    dealer="E",
    complete=SEEN,
)
def lifted_in_time(t: Hand) -> Expect:
    t.leave_turn_up = True
    t.begin()
    t.round()
    t.play()
    t.follow()
    need(t.turn_up in t.hands["E"])
    t.take_up()
    t.leave_turn_up = False
    t.quit()
    t.close()
    return Expect(result=t.result())


@case(
    "turn-up-left",
    "turn_up_left",
    "am-18.b",
    "am-21.b",
    note="left after the second trick was quitted; called at the third and played",
    dealer="N",
    complete=SEEN,
)
def turn_up_left(t: Hand) -> Expect:
    t.leave_turn_up = True
    t.begin()
    t.rounds(2)
    at = t.line
    need(t.turn_up in t.hands["N"])
    while t.to_play != "N":
        t.play()
    need(t.turn_up in t.legal("N"))
    t.fact("demanded", by="E", remedy="call_card", card=t.turn_up, ruling=1)
    done = t.play(t.turn_up)
    t.round()
    return Expect(
        [
            rule(
                "turn_up_left",
                "am-18.b",
                "N",
                at,
                ["option", "applied"],
                at={"applied": done},
                remedies={"call_card": ["E", "W"]},
            )
        ]
    )


@case(
    "turn-up-left-lead-decides",
    "turn_up_left",
    "am-18.b",
    note="no gathering in the record, but every event was seen: "
    "the lead to the third trick shows that the second was quitted",
    dealer="S",
    complete=SEEN,
    certainty="contract",
)
def turn_up_left_lead(t: Hand) -> Expect:
    t.leave_turn_up = True
    t.begin()
    t.play()
    t.follow()
    t.play()
    t.follow()
    need(t.turn_up in t.hands["S"] and t.to_play != "S")
    at = t.play()
    return Expect([rule("turn_up_left", "am-18.b", "S", at, ["option"], remedies={"call_card": ["E", "W"]})])


@case(
    "turn-up-lifting-unseen",
    "regular",
    "am-18.b",
    note="no lifting in the record proves nothing",
    dealer="S",
    certainty="contract",
)
def lifting_unseen(t: Hand) -> Expect:
    t.leave_turn_up = True
    t.begin()
    t.close()
    return Expect(result=t.result())


# ------------------------------------------------------------------ named
def named(t: Hand, tricks: int = 2) -> int:
    """A player names the turn-up after it was lifted, while it is still in the dealer's hand."""
    t.reach(tricks)
    need(t.turn_up in t.hands[t.dealer] and not t.up)
    return t.line


@case(
    "turn-up-named-by-partner",
    "turn_up_named",
    "am-18.c",
    note="any player who names it, here the dealer's partner, who leads his highest trump when it is called",
    dealer="W",
)
def named_by_partner(t: Hand) -> Expect:
    named(t)
    need(t.to_play == "E" and len(t.of("E", t.trump)) > 1)
    at = t.fact("said", by="E", what="names_turn_up", card=t.turn_up)
    t.fact("demanded", by="N", remedy="call_highest", ruling=1)
    done = t.play(t.of("E", t.trump)[-1])
    t.round()
    return Expect(
        [
            rule(
                "turn_up_named",
                "am-18.c",
                "E",
                at,
                ["option", "applied"],
                at={"applied": done},
                remedies={"call_highest": ["N", "S"], "call_lowest": ["N", "S"]},
            )
        ]
    )


@case(
    "turn-up-named-lowest-refused",
    "turn_up_named",
    "am-18.c",
    "am-38",
    note="called for his lowest trump he leads a higher one",
    dealer="W",
)
def named_lowest_refused(t: Hand) -> Expect:
    named(t)
    need(t.to_play == "E" and len(t.of("E", t.trump)) > 1)
    at = t.fact("said", by="E", what="names_turn_up", card=t.turn_up)
    t.fact("demanded", by="S", remedy="call_lowest", ruling=1)
    bad = t.play(t.of("E", t.trump)[-1])
    t.round()
    return Expect(
        [
            rule("turn_up_named", "am-18.c", "E", at, ["option"], never=["waived", "lapsed"]),
            rule("refused_call", "am-38", "E", bad, remedies={"two_tricks": ["N", "S"]}),
        ]
    )


@case(
    "turn-up-named-by-adversary",
    "turn_up_named",
    "am-18.c",
    note="an adversary of the dealer names it: his own trumps are called",
    dealer="S",
)
def named_by_adversary(t: Hand) -> Expect:
    named(t)
    at = t.fact("said", by="W", what="names_turn_up", card=t.turn_up)
    return Expect(
        [
            rule(
                "turn_up_named",
                "am-18.c",
                "W",
                at,
                ["option"],
                remedies={"call_highest": ["N", "S"], "call_lowest": ["N", "S"]},
            )
        ]
    )


@case(
    "turn-up-named-both-demand",
    "turn_up_named",
    "am-18.c",
    "am-39.b",
    note="one adversary calls the highest; his partner would rather have the lowest: the first demand is final",
    dealer="W",
)
def named_both_demand(t: Hand) -> Expect:
    named(t)
    need(t.to_play == "E" and len(t.of("E", t.trump)) > 1)
    at = t.fact("said", by="E", what="names_turn_up", card=t.turn_up)
    t.fact("demanded", by="N", remedy="call_highest", ruling=1)
    t.fact("demanded", by="S", remedy="call_lowest", ruling=1)
    done = t.play(t.of("E", t.trump)[-1])
    t.round()
    return Expect(
        [rule("turn_up_named", "am-18.c", "E", at, ["option", "applied"], at={"applied": done})],
        allow=[rule("wrong_demand", by="S")],
    )


@case(
    "turn-up-named-on-table", "turn_up_named", "am-18.c", note="while it lies on the table it may be named", dealer="N"
)
def named_on_table(t: Hand) -> Expect:
    t.begin()
    t.fact("said", by="E", what="names_turn_up", card=t.turn_up)
    t.play()
    return Expect()


@case("trump-suit-asked", "regular", "am-18.d", note="what suit is trump anybody may ask at any time", dealer="E")
def trump_suit_asked(t: Hand) -> Expect:
    t.begin()
    t.fact("said", by="S", what="asks_trump_suit")
    t.rounds(5)
    for seat in "NESW":
        t.fact("said", by=seat, what="asks_trump_suit")
    t.close()
    return Expect(result=t.result())


@case(
    "turn-up-named-no-trump-left",
    "turn_up_named",
    "am-18.c",
    "am-38",
    note="the namer has no trump: nothing that he leads is a refusal",
    dealer="S",
    certainty="reading",
)
def named_no_trump(t: Hand) -> Expect:
    named(t, 3)
    need(t.to_play == "E" and not t.of("E", t.trump))
    at = t.fact("said", by="E", what="names_turn_up", card=t.turn_up)
    t.fact("demanded", by="N", remedy="call_highest", ruling=1)
    t.rounds(3)
    return Expect([rule("turn_up_named", "am-18.c", "E", at, ["option"], never=["applied"])])


@case(
    "turn-up-named-must-follow",
    "turn_up_named",
    "am-18.c",
    "am-38",
    note="his highest trump is called, but a plain suit is led of which he has a card: to follow is no refusal",
    dealer="W",
    certainty="text",
)
def named_must_follow(t: Hand) -> Expect:
    named(t)
    need(t.to_play == "N" and t.of("E", t.trump))
    at = t.fact("said", by="E", what="names_turn_up", card=t.turn_up)
    t.fact("demanded", by="S", remedy="call_highest", ruling=1)
    t.play()
    need(t.led != t.trump and t.of("E", t.led))
    t.round()
    return Expect([rule("turn_up_named", "am-18.c", "E", at, ["option"])])


# ------------------------------------------------------------------ with its partner's hand open it stays his card
@case(
    "turn-up-card-named-as-held",
    "turn_up_named",
    "am-18.c",
    "am-20.V",
    note="the dealer himself names it: his trump may be called (or the card, by either law)",
    dealer="E",
    certainty="reading",
)
def named_by_holder(t: Hand) -> Expect:
    named(t)
    at = t.fact("said", by="E", what="names_turn_up", card=t.turn_up)
    return Expect([rule("turn_up_named", "am-18.c", "E", at, ["option"], remedies={"call_highest": ["N", "S"]})])
