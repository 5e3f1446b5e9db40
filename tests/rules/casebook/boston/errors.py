"""Boston: cards exposed, plays and leads out of turn, tricks counted and seen again; all for the bidder alone."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, Ruling, rule
from tests.rules.casebook.boston.table import Boston, boston
from tests.rules.casebook.hand import Hand, need
from tests.rules.casebook.ring import only

FOUR = ("call_highest", "call_lowest", "call_win", "call_not_win")
HARSH = ["call_card", "call_suit", "call_highest", "call_lowest", "treat_as_exposed", "stakes_claimed", "pays"]


def drop(t: Hand, seat: str, card: str) -> int:
    return t.fact("exposed", by=seat, cards=card, how="dropped")


def settled_after(t: Boston, *rulings: Ruling, allow: tuple[Ruling, ...] = ()) -> Expect:
    """The hand is played out and paid by the tables."""
    t.play_out()
    t.cut_next()
    return only(*rulings, result=t.outcome(), allow=allow)


def free(irregularity: str, by: str) -> Ruling:
    """It may be noted, but nothing follows from it."""
    return rule(irregularity, by=by, never=["option", "established", "applied"], not_remedies=HARSH)


# ------------------------------------------------------------------ the bidder is free
@boston("bidder-exposes", "exposed", "bo-20", "bo-P.error.a", note="the bidder's card is not liable")
def bidder_exposes(t: Boston) -> Expect:
    t.declare("A", "6")
    t.rounds(2)
    drop(t, "A", t.hands["A"][0])
    return settled_after(t, allow=(free("exposed_card", "A"),))


@boston(
    "bidder-plays-two", "exposed", "bo-20", "bo-P.error.a", note="two at once: he says which, the other is not liable"
)
def bidder_plays_two(t: Boston) -> Expect:
    t.declare("A", "6")
    t.rounds(2)
    need(t.leader == "A")
    first, second = t.hands["A"][:2]
    t.fact("played", by="A", cards=f"{first} {second}")
    t.fact("indicated", by="A", cards=first)
    t.fact("withdrew", by="A", cards=second)
    t.hands["A"].remove(first)
    t.trick.append(("A", first))
    return settled_after(t, allow=(free("cards_played_together", "A"), free("exposed_card", "A")))


@boston(
    "adversary-exposes", "exposed", "bo-20", "bo-P.error.a", note="an adversary's card is liable to the bidder's call"
)
def adversary_exposes(t: Boston) -> Expect:
    t.declare("A", "6")
    t.rounds(2)
    at = drop(t, "Y", t.hands["Y"][0])
    return only(rule("exposed_card", "bo-21|bo-P.error|am-20", "Y", at, ["option"]))


@boston(
    "bidder-plays-out-of-turn", "play_out_of_turn", "bo-P.error.a", note="the bidder plays before his turn: nothing"
)
def bidder_plays(t: Boston) -> Expect:
    t.declare("A", "6")
    t.rounds(1)
    need(t.leader == "Y")
    t.play()
    t.play(t.legal("A")[0], "A")
    return settled_after(t, allow=(free("play_out_of_turn", "A"),))


# ------------------------------------------------------------------ the exposed card
def void_with_trump(t: Boston, call: str = "6") -> str:
    """A's bid; a plain suit led by B or Z, A to play, Y void of it with a trump and something else."""
    t.declare("A", call)
    t.rounds(4)
    need(t.leader in "BZ")
    suits = [c for c in t.hands[t.leader] if c[1] != t.trump and not t.of("Y", c[1])]
    need(suits and t.of("Y", t.trump) and t.off("Y", t.trump))
    card = t.of("Y", t.trump)[0]
    t.play(suits[0])
    return card


def before_bidder(t: Boston) -> None:
    """It is the bidder's turn, before Y's."""
    t.until("A")


@boston("ruff-barred", "exposed", "bo-21.a", "bo-P.error.b", note="the exposed trump may not ruff, and does not")
def ruff_barred(t: Boston) -> Expect:
    card = void_with_trump(t)
    at = drop(t, "Y", card)
    before_bidder(t)
    t.fact("demanded", by="A", remedy="must_not_play", card=card, ruling=1)
    t.play()
    done = t.play(t.off("Y", t.trump)[0])
    want = rule(
        "exposed_card", "bo-21.a|bo-P.error.b", "Y", at, ["option", "applied"], at={"applied": done},
        remedies={"must_not_play": ["A"]},
    )  # fmt: skip
    return only(want)


@boston("ruff-barred-refused", "exposed", "bo-21.a", "bo-P.error.b", note="it ruffs all the same: the call is refused")
def ruff_refused(t: Boston) -> Expect:
    card = void_with_trump(t)
    at = drop(t, "Y", card)
    before_bidder(t)
    t.fact("demanded", by="A", remedy="must_not_play", card=card, ruling=1)
    t.play()
    bad = t.play(card)
    return only(rule("exposed_card", "bo-21", "Y", at, ["option"]), rule("refused_call", "am-38", "Y", bad))


@boston("ruff-not-barred", "exposed", "bo-21.a", "bo-21.d", note="the bidder says nothing: it may ruff")
def ruff_not_barred(t: Boston) -> Expect:
    card = void_with_trump(t)
    at = drop(t, "Y", card)
    before_bidder(t)
    t.play()
    t.play(card)
    return settled_after(t, rule("exposed_card", "bo-21", "Y", at, ["option"], never=["applied"]))


def three_of_suit(t: Boston) -> tuple[list[str], str]:
    """A's six; B or Z is to lead a suit of which Y has three or more. Y's cards of it, and the lead."""
    t.declare("A", "6")
    t.rounds(2)
    need(t.leader in "BZ")
    lead = t.hands[t.leader][0]
    mine = t.of("Y", lead[1])
    need(len(mine) > 2)
    return mine, lead


def called(name: str, remedy: str, note: str, *, obeys: bool = True) -> None:
    """The suit of Y's exposed card, the middle one, is led before the bidder; he demands before he plays."""

    @boston(name, "exposed", "bo-21.b", "bo-P.error.b", note=note)
    def script(t: Boston) -> Expect:
        mine, lead = three_of_suit(t)
        at = drop(t, "Y", mine[1])
        t.play(lead)
        before_bidder(t)
        card = mine[1] if remedy in ("call_card", "must_not_play") else None
        t.fact("demanded", by="A", remedy=remedy, card=card, ruling=1)
        t.play()
        right = {"call_card": mine[1], "must_not_play": mine[0], "call_highest": mine[-1], "call_lowest": mine[0]}
        wrong = {"call_card": mine[0], "must_not_play": mine[1], "call_highest": mine[0], "call_lowest": mine[1]}
        done = t.play((right if obeys else wrong)[remedy])
        offered: dict[str, object] = {
            "call_card|must_play": ["A"], "must_not_play": ["A"], "call_highest": ["A"], "call_lowest": ["A"],
        }  # fmt: skip
        if not obeys:
            return only(
                rule("exposed_card", "bo-21.b", "Y", at, ["option"], never=["applied"], remedies=offered),
                rule("refused_call", "am-38", "Y", done),
            )
        want = rule(
            "exposed_card", "bo-21.b|bo-P.error.b", "Y", at, ["option", "applied"], at={"applied": done},
            remedies=offered,
        )  # fmt: skip
        return only(want)

    del script


called("exposed-played", "call_card", "its suit is led, the bidder would have it played")
called("exposed-kept", "must_not_play", "its suit is led, the bidder would not have it played")
called("exposed-highest", "call_highest", "its suit is led, the bidder asks for the highest")
called("exposed-lowest", "call_lowest", "its suit is led, the bidder asks for the lowest")
called("exposed-played-refused", "call_card", "he plays another", obeys=False)
called("exposed-kept-refused", "must_not_play", "he plays the card that was barred", obeys=False)
called("exposed-highest-refused", "call_highest", "he plays his lowest", obeys=False)


@boston(
    "exposed-other-adversary", "wrong_demand", "bo-21.b", note="Z, an adversary like Y, demands: it is for the bidder"
)
def exposed_other(t: Boston) -> Expect:
    mine, lead = three_of_suit(t)
    need(t.leader == "B")
    at = drop(t, "Y", mine[1])
    t.play(lead)
    bad = t.fact("demanded", by="Z", remedy="call_highest", ruling=1)
    return only(
        rule("exposed_card", "bo-21", "Y", at, ["option"], never=["applied"]), rule("wrong_demand", by="Z", line=bad)
    )


@boston(
    "exposed-only-one",
    "exposed",
    "bo-21.c",
    note="the exposed card is his only one of the suit led: it is played, the penalty is paid; a later call is wrong",
    certainty="reading",
)
def exposed_only_one(t: Boston) -> Expect:
    t.declare("A", "6")
    t.rounds(3)
    need(t.leader in "BZ")
    lead = t.hands[t.leader][0]
    mine = t.of("Y", lead[1])
    need(len(mine) == 1)
    at = drop(t, "Y", mine[0])
    t.play(lead)
    before_bidder(t)
    t.play()
    t.play(mine[0])
    t.round()
    need(t.leader in "BZ")
    t.play()
    before_bidder(t)
    need(len(t.of("Y", t.led)) > 1)
    bad = t.fact("demanded", by="A", remedy="call_highest", ruling=1)
    t.round()
    return only(
        rule("exposed_card", "bo-21", "Y", at, ["option"], never=["established"]),
        rule("wrong_demand", by="A", line=bad),
    )


@boston("exposed-too-late", "exposed", "bo-21.d", note="the bidder plays, and calls afterwards: lost for this trick")
def exposed_too_late(t: Boston) -> Expect:
    mine, lead = three_of_suit(t)
    at = drop(t, "Y", mine[1])
    t.play(lead)
    before_bidder(t)
    t.play()
    bad = t.fact("demanded", by="A", remedy="call_card", card=mine[1], ruling=1)
    t.play(mine[0])
    return only(
        rule("exposed_card", "bo-21", "Y", at, ["option"], never=["applied"]),
        rule("wrong_demand", "bo-21.d|am-39", "A", bad),
    )


@boston("exposed-next-time", "exposed", "bo-21.d", note="silent at one trick, he calls it at the next of that suit")
def exposed_next_time(t: Boston) -> Expect:
    mine, lead = three_of_suit(t)
    at = drop(t, "Y", mine[1])
    t.play(lead)
    before_bidder(t)
    t.play()
    t.play(mine[0])
    t.round()
    need(t.leader in "BZ" and t.of(t.leader, lead[1]))
    t.play(t.of(t.leader, lead[1])[0])
    before_bidder(t)
    t.fact("demanded", by="A", remedy="call_card", card=mine[1], ruling=1)
    t.play()
    done = t.play(mine[1])
    return only(rule("exposed_card", "bo-21", "Y", at, ["option", "applied"], at={"applied": done}))


# ------------------------------------------------------------------ an adversary leads out of turn
EXPOSE = "treat_as_exposed|call_card"


def led_for_other(t: Boston) -> tuple[int, str]:
    """It is for Y to lead and B leads. The line and B's card."""
    t.declare("A", "6")
    t.rounds(2)
    need(t.leader == "Y")
    card = t.hands["B"][0]
    return t.play(card, "B", fact="led"), card


@boston(
    "adversary-leads-suit", "lead_out_of_turn", "bo-24.a", note="it was for Y: the bidder calls a suit from him, now"
)
def adversary_leads_suit(t: Boston) -> Expect:
    at, card = led_for_other(t)
    suit = next((s for s in "SHDC" if t.of("Y", s) and t.off("Y", s)), None)
    need(suit)
    t.fact("demanded", by="A", remedy="call_suit", suit=suit, seat="Y", ruling=1)
    t.withdraw("B", card)
    done = t.play(t.of("Y", suit)[0])
    want = rule(
        "lead_out_of_turn", "bo-24.a|bo-24", "B", at, ["option", "applied"], at={"applied": done}, trick=3,
        remedies={"call_suit": ["A"], EXPOSE: ["A"]},
    )  # fmt: skip
    return only(want)


@boston("adversary-leads-suit-refused", "lead_out_of_turn", "bo-24.a", note="Y has the suit and leads another")
def adversary_leads_refused(t: Boston) -> Expect:
    at, card = led_for_other(t)
    suit = next((s for s in "SHDC" if t.of("Y", s) and t.off("Y", s)), None)
    need(suit)
    t.fact("demanded", by="A", remedy="call_suit", suit=suit, seat="Y", ruling=1)
    t.withdraw("B", card)
    bad = t.play(t.off("Y", suit)[0])
    return only(
        rule("lead_out_of_turn", "bo-24", "B", at, ["option"], never=["applied"]),
        rule("refused_call", "am-38", "Y", bad),
    )


@boston(
    "adversary-leads-exposed",
    "lead_out_of_turn",
    "bo-24.a",
    note="or he claims the card as exposed, and it is called later",
)
def adversary_leads_exposed(t: Boston) -> Expect:
    at, card = led_for_other(t)
    done = t.fact("demanded", by="A", remedy="treat_as_exposed", ruling=1)
    t.withdraw("B", card)
    want = rule(
        "lead_out_of_turn", "bo-24.a|bo-24", "B", at, ["option", "applied"], trick=3, at={"applied": done},
        remedies={"treat_as_exposed": ["A"]},
    )  # fmt: skip
    return only(want, allow=[rule("exposed_card", by="B", never=["compulsory"])])


@boston(
    "adversary-leads-for-bidder",
    "lead_out_of_turn",
    "bo-24.a",
    note="it was the bidder's lead: a suit when next an adversary leads",
)
def adversary_leads_for_bidder(t: Boston) -> Expect:
    t.declare("A", "6")
    t.rounds(2)
    need(t.leader == "A")
    card = t.hands["B"][0]
    at = t.play(card, "B", fact="led")
    t.withdraw("B", card)
    t.round()
    need(t.leader != "A")
    leader = t.leader
    suit = next((s for s in "SHDC" if t.of(leader, s) and t.off(leader, s)), None)
    need(suit)
    t.fact("demanded", by="A", remedy="call_suit", suit=suit, seat=leader, ruling=1)
    done = t.play(t.of(leader, suit)[0])
    want = rule(
        "lead_out_of_turn", "bo-24.a|bo-24", "B", at, ["option", "applied"], at={"applied": done}, trick=3,
        remedies={"call_suit": ["A"]},
    )  # fmt: skip
    return only(want)


@boston("adversary-leads-other-asks", "wrong_demand", "bo-24.a", note="Z calls the suit: it is the bidder's right")
def adversary_leads_other_asks(t: Boston) -> Expect:
    at, _ = led_for_other(t)
    bad = t.fact("demanded", by="Z", remedy="call_suit", suit="H", seat="Y", ruling=1)
    return only(
        rule("lead_out_of_turn", "bo-24", "B", at, ["option"], never=["applied"]),
        rule("wrong_demand", by="Z", line=bad),
    )


@boston("adversary-leads-bidder-played", "lead_out_of_turn", "bo-24.b", note="the bidder has played to it: it stands")
def bidder_played(t: Boston) -> Expect:
    t.declare("A", "6")
    t.rounds(2)
    need(t.leader == "Y")
    at = t.play(t.hands["Z"][0], "Z", fact="led")
    t.play()
    want = rule("lead_out_of_turn", "bo-24", "Z", at, ["option", "lapsed|waived|cancelled"], never=["applied"], trick=3)
    return settled_after(t, want)


@boston(
    "adversary-leads-called-late",
    "wrong_demand",
    "bo-24.b",
    note="the bidder has played, and then calls a suit: too late",
)
def called_late(t: Boston) -> Expect:
    t.declare("A", "6")
    t.rounds(2)
    need(t.leader == "Y")
    at = t.play(t.hands["Z"][0], "Z", fact="led")
    t.play()
    bad = t.fact("demanded", by="A", remedy="call_suit", suit="H", seat="Y", ruling=1)
    return only(
        rule("lead_out_of_turn", "bo-24", "Z", at, ["option"], never=["applied"]),
        rule("wrong_demand", by="A", line=bad),
    )


@boston(
    "bidder-leads-followed",
    "lead_out_of_turn",
    "bo-24.c",
    "bo-P.error.a",
    note="the bidder leads for another, his left hand follows: it stands",
)
def bidder_leads_followed(t: Boston) -> Expect:
    t.declare("A", "6")
    t.rounds(2)
    need(t.leader != "A")
    t.play(t.hands["A"][0], "A", fact="led")
    t.play()
    noted = rule(
        "lead_out_of_turn", by="A", never=["option", "applied", "established"], not_remedies=HARSH
    )  # fmt: skip
    return settled_after(t, allow=(noted,))


# ------------------------------------------------------------------ an adversary plays out of turn
def fourth_before_second(t: Boston) -> tuple[int, list[str]]:
    """A leads, B plays before Y. The line, and what Y holds of the suit."""
    t.declare("A", "6")
    t.rounds(1)
    need(t.leader == "A")
    t.play()
    mine = t.of("Y", t.led)
    need(len(mine) > 1 and t.of("B", t.led))
    return t.play(t.of("B", t.led)[0], "B"), mine


def answered(name: str, remedy: str, *, obeys: bool = True) -> None:
    """The bidder's four choices, each obeyed, or not."""

    @boston(name, "play_out_of_turn", "bo-26.a", note=f"B plays before Y: the bidder demands {remedy}")
    def script(t: Boston) -> Expect:
        at, mine = fourth_before_second(t)
        least = max(t.strength(c) for _, c in t.trick)
        over = [c for c in mine if t.strength(c) > least]
        below = [c for c in mine if t.strength(c) < least]
        need(over and below)
        right = {"call_highest": mine[-1], "call_lowest": mine[0], "call_win": over[0], "call_not_win": below[0]}
        wrong = {"call_highest": mine[0], "call_lowest": mine[-1], "call_win": below[0], "call_not_win": over[0]}
        t.fact("demanded", by="A", remedy=remedy, seat="Y", ruling=1)
        done = t.play((right if obeys else wrong)[remedy], "Y")
        offered: dict[str, object] = {choice: ["A"] for choice in FOUR}
        if not obeys:
            return only(
                rule("play_out_of_turn", "bo-26.a", "B", at, ["option"], never=["applied"], remedies=offered),
                rule("refused_call", "am-38", "Y", done),
            )
        t.round()
        want = rule(
            "play_out_of_turn", "bo-26.a", "B", at, ["option", "applied"], at={"applied": done}, remedies=offered
        )
        return only(want)

    del script


for choice in FOUR:
    answered(f"out-of-turn-{choice.removeprefix('call_').replace('_', '-')}", choice)
    answered(f"out-of-turn-{choice.removeprefix('call_').replace('_', '-')}-refused", choice, obeys=False)


@boston("out-of-turn-too-late", "play_out_of_turn", "bo-26.a", note="Y plays before the bidder has said anything")
def out_of_turn_too_late(t: Boston) -> Expect:
    at, mine = fourth_before_second(t)
    t.play(mine[0], "Y")
    return settled_after(
        t, rule("play_out_of_turn", "bo-26.a", "B", at, ["option", "lapsed|waived"], never=["applied"])
    )


@boston("out-of-turn-other-asks", "wrong_demand", "bo-26.a", note="Z asks for Y's highest: it is the bidder's right")
def out_of_turn_other(t: Boston) -> Expect:
    at, _ = fourth_before_second(t)
    bad = t.fact("demanded", by="Z", remedy="call_highest", seat="Y", ruling=1)
    return only(
        rule("play_out_of_turn", "bo-26.a", "B", at, ["option"], never=["applied"]),
        rule("wrong_demand", by="Z", line=bad),
    )


# ------------------------------------------------------------------ counting, and seeing again
def hesitates(t: Boston) -> tuple[int, list[str]]:
    """The bidder leads, Y hesitates, Z counts the bidder's tricks. The line, and Y's cards of the suit."""
    t.declare("A", "8")
    t.rounds(5)
    need(t.leader == "A")
    t.play()
    mine = t.of("Y", t.led)
    need(len(mine) > 1)
    return t.fact("counted", by="Z", what="tricks"), mine


def counting(name: str, remedy: str, obeys: bool, note: str) -> None:
    @boston(name, "attention", "bo-P.play.b", note=note)
    def script(t: Boston) -> Expect:
        at, mine = hesitates(t)
        t.fact("demanded", by="A", remedy=remedy, seat="Y", ruling=1)
        card = mine[-1] if (remedy == "call_highest") == obeys else mine[0]
        done = t.play(card)
        row = "bo-P.play.b|am-35"
        offered: dict[str, object] = {
            "call_highest": ["A"], "call_lowest": ["A"], "call_trump": ["A"], "call_not_trump": ["A"],
        }  # fmt: skip
        if obeys:
            return only(
                rule(
                    "attention_called", row, "Z", at, ["option", "applied"], at={"applied": done}, remedies=offered
                )
            )  # fmt: skip
        return only(
            rule("attention_called", row, "Z", at, ["option"], never=["applied"]),
            rule("refused_call", "am-38", "Y", done),
        )

    del script


counting("counts-tricks-highest", "call_highest", True, "the bidder demands Y's highest")
counting("counts-tricks-lowest", "call_lowest", True, "the bidder demands Y's lowest")
counting("counts-tricks-refused", "call_highest", False, "he plays his lowest: refused")


@boston("counts-tricks-late", "attention", "bo-P.play.b", note="Y plays before the bidder demands anything")
def counts_late(t: Boston) -> Expect:
    at, mine = hesitates(t)
    t.play(mine[0])
    return settled_after(
        t, rule("attention_called", "bo-P.play.b|am-35", "Z", at, ["option", "lapsed|waived"], never=["applied"])
    )


@boston("bidder-counts", "attention", "bo-P.play.b", note="the bidder counts his own tricks: he has no partner")
def bidder_counts(t: Boston) -> Expect:
    t.declare("A", "8")
    t.rounds(5)
    t.fact("counted", by="A", what="tricks")
    return settled_after(t, allow=(free("attention_called", "A"),))


@boston("last-trick-seen", "regular", "bo-37.a", note="the last trick may be looked at")
def last_trick_seen(t: Boston) -> Expect:
    t.declare("A", "6")
    t.rounds(4)
    t.fact("looked", by="Y", at="trick", trick=4)
    return settled_after(t)


@boston("earlier-trick-seen", "inspected", "bo-37.a", note="not an earlier one: as a lead out of turn, for the bidder")
def earlier_trick_seen(t: Boston) -> Expect:
    t.declare("A", "6")
    t.rounds(4)
    at = t.fact("looked", by="Y", at="trick", trick=2)
    return only(rule("trick_inspected", "am-37|bo-37", "Y", at, ["option"], remedies={"call_suit": ["A"]}))
