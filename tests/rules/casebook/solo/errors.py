"""Solo: cards exposed, plays and leads out of turn, and tricks seen again; against one player and in a misere."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, Ruling, rule
from tests.rules.casebook.hand import Hand, need
from tests.rules.casebook.ring import only
from tests.rules.casebook.solo.table import Solo, solo

FOUR = ("call_highest", "call_lowest", "call_win", "call_not_win")


def drop(t: Hand, seat: str, card: str) -> int:
    return t.fact("exposed", by=seat, cards=card, how="dropped")


def settled_after(t: Solo, *rulings: Ruling, allow: tuple[Ruling, ...] = ()) -> Expect:
    """The hand is played out and paid by the table."""
    t.play_out()
    t.cut_next()
    return only(*rulings, result=t.outcome(), allow=allow)


def free(irregularity: str, by: str) -> Ruling:
    """It may be noted, but nothing follows from it."""
    return rule(
        irregularity, by=by, never=["option", "established", "applied"],
        not_remedies=["call_card", "call_suit", "call_highest", "call_lowest", "treat_as_exposed"],
    )  # fmt: skip


# ------------------------------------------------------------------ the single player is free
@solo("so-caller-exposes", "exposed", "so-20", "so-P.error.a", note="the single player's card is not liable")
def caller_exposes(t: Solo) -> Expect:
    t.declare("A", "solo")
    t.rounds(2)
    drop(t, "A", t.hands["A"][0])
    return settled_after(t, allow=(free("exposed_card", "A"),))


@solo("so-caller-leads-out-of-turn", "lead_out_of_turn", "so-P.error.a", note="nor for leading out of turn")
def caller_leads(t: Solo) -> Expect:
    t.declare("A", "solo")
    t.rounds(3)
    need(t.leader != "A")
    leader = t.leader
    t.play(t.hands["A"][0], "A", fact="led")
    t.withdraw("A", t.last_card())
    t.leader = leader
    return settled_after(t, allow=(free("lead_out_of_turn", "A"),))


@solo(
    "so-caller-corrects",
    "revoke_corrected",
    "so-20",
    "so-P.error.a",
    note="he mends a renounce: his card is not liable",
)
def caller_corrects(t: Solo) -> Expect:
    t.declare("A", "solo")
    t.rounds(2)
    need(t.leader != "A")
    t.play()
    t.until("A")
    at = t.renounce("A")
    t.withdraw("A", t.last_card())
    t.play(t.of("A", t.led)[0])
    saved = rule("renounce", "am-28|am-29|so-20|so-P.error", "A", at, ["correctable"], not_remedies=["call_card"])
    return settled_after(t, saved | {"status_never": ["established", "option"]}, allow=(free("exposed_card", "A"),))


@solo(
    "so-adversary-corrects",
    "revoke_corrected",
    "so-P.error.a",
    note="an adversary mends a renounce: the card is liable, and it is the caller's to call",
)
def adversary_corrects(t: Solo) -> Expect:
    t.declare("A", "solo")
    t.rounds(2)
    need(t.leader != "Y")
    t.play()
    t.until("Y")
    at = t.renounce("Y")
    t.withdraw("Y", t.last_card())
    t.play(t.of("Y", t.led)[0])
    return only(rule("renounce", "am-29|so-21|so-P.error", "Y", at, ["correctable", "option"]))


@solo(
    "so-adversary-exposes",
    "exposed",
    "so-20",
    "so-P.error.a",
    note="an adversary's card is liable to the caller's call",
)
def adversary_exposes(t: Solo) -> Expect:
    t.declare("A", "solo")
    t.rounds(2)
    at = drop(t, "Y", t.hands["Y"][0])
    return only(rule("exposed_card", "so-21|so-P.error|am-20", "Y", at, ["option"]))


@solo(
    "so-partner-exposes",
    "exposed",
    "so-P.error.a",
    note="with proposer and acceptor it is as at whist: B's card is liable to both adversaries",
)
def partner_exposes(t: Solo) -> Expect:
    t.partners()
    t.rounds(2)
    at = drop(t, "B", t.hands["B"][0])
    return only(rule("exposed_card", "am-20|so-P.error|so-21", "B", at, ["option"], remedies={"call_card": ["Y", "Z"]}))


@solo(
    "so-partner-leads-out-of-turn",
    "lead_out_of_turn",
    "so-P.error.a",
    note="so are leads: B leads when it is for A, and the adversary to A's right calls a suit from A",
)
def partner_leads(t: Solo) -> Expect:
    t.partners()
    t.rounds(3)
    need(t.leader == "A")
    at = t.play(t.hands["B"][0], "B", fact="led")
    t.withdraw("B", t.last_card())
    t.leader = "A"
    suit = t.hands["A"][0][1]
    t.fact("demanded", by="Z", remedy="call_suit", suit=suit, ruling=1)
    done = t.play(t.of("A", suit)[0])
    want = rule(
        "lead_out_of_turn", "am-24|so-P.error", "B", at, ["option", "applied"], trick=4, at={"applied": done},
        remedies={"call_suit": ["Z"]},
    )  # fmt: skip
    return settled_after(t, want)


# ------------------------------------------------------------------ the exposed card
def void_with_trump(t: Solo) -> str:
    """A's solo, a plain suit led, Y to play without one, with a trump and something else. Returns the trump."""
    t.declare("A", "solo")
    t.rounds(4)
    t.play()
    need(t.trick[0][0] != "Y")
    t.until("Y")
    need(t.led != t.trump and not t.of("Y", t.led) and t.of("Y", t.trump) and t.off("Y", t.trump))
    return t.of("Y", t.trump)[0]


@solo("so-ruff-barred", "exposed", "so-21.a", "so-P.error.b", note="the exposed trump may not ruff, and does not")
def ruff_barred(t: Solo) -> Expect:
    card = void_with_trump(t)
    at = drop(t, "Y", card)
    t.fact("demanded", by="A", remedy="must_not_play", card=card, ruling=1)
    done = t.play(t.off("Y", t.trump)[0])
    t.round()
    return only(
        rule(
            "exposed_card", "so-21.a|so-P.error.b", "Y", at, ["option", "applied"], at={"applied": done},
            remedies={"must_not_play": ["A"]},
        )
    )  # fmt: skip


@solo("so-ruff-barred-refused", "exposed", "so-21.a", note="it ruffs all the same: the call is refused")
def ruff_refused(t: Solo) -> Expect:
    card = void_with_trump(t)
    at = drop(t, "Y", card)
    t.fact("demanded", by="A", remedy="must_not_play", card=card, ruling=1)
    bad = t.play(card)
    return only(
        rule("exposed_card", "so-21", "Y", at, ["option"]), rule("refused_call", "am-38", "Y", bad)
    )  # fmt: skip


@solo("so-ruff-not-barred", "exposed", "so-21.a", note="the caller says nothing: it may ruff")
def ruff_not_barred(t: Solo) -> Expect:
    card = void_with_trump(t)
    at = drop(t, "Y", card)
    t.play(card)
    return settled_after(t, rule("exposed_card", "so-21", "Y", at, ["option"], never=["applied"]))


def called(name: str, remedy: str, row: str, note: str, *, obeys: bool = True) -> None:
    """A's solo; the suit of Y's exposed card, the middle one of three, is led; A demands."""

    @solo(name, "exposed", row, "so-P.error.b", note=note)
    def script(t: Solo) -> Expect:
        t.declare("A", "solo")
        t.rounds(2)
        t.play()
        need(t.trick[0][0] != "Y")
        t.until("Y")
        mine = t.of("Y", t.led)
        need(len(mine) > 2)
        at = drop(t, "Y", mine[1])
        card = mine[1] if remedy in ("call_card", "must_not_play") else None
        t.fact("demanded", by="A", remedy=remedy, card=card, ruling=1)
        right = {"call_card": mine[1], "must_not_play": mine[0], "call_highest": mine[-1], "call_lowest": mine[0]}
        wrong = {"call_card": mine[0], "must_not_play": mine[1], "call_highest": mine[0], "call_lowest": mine[1]}
        done = t.play((right if obeys else wrong)[remedy])
        offered: dict[str, object] = {
            "call_card|must_play": ["A"], "must_not_play": ["A"], "call_highest": ["A"], "call_lowest": ["A"],
        }  # fmt: skip
        if not obeys:
            return only(
                rule("exposed_card", "so-21.b", "Y", at, ["option"], never=["applied"], remedies=offered),
                rule("refused_call", "am-38", "Y", done),
            )
        t.round()
        return only(
            rule(
                "exposed_card", "so-21.b|so-P.error.b", "Y", at, ["option", "applied"], at={"applied": done},
                remedies=offered,
            )
        )  # fmt: skip


called("so-exposed-played", "call_card", "so-21.b", "its suit is led, the caller would have it played")
called("so-exposed-kept", "must_not_play", "so-21.b", "its suit is led, the caller would not have it played")
called("so-exposed-highest", "call_highest", "so-21.b", "its suit is led, the caller asks for the highest")
called("so-exposed-lowest", "call_lowest", "so-21.b", "its suit is led, the caller asks for the lowest")
called("so-exposed-kept-refused", "must_not_play", "so-21.b", "he plays the card that was barred", obeys=False)
called("so-exposed-highest-refused", "call_highest", "so-21.b", "he plays his lowest", obeys=False)


@solo(
    "so-exposed-only-one",
    "exposed",
    "so-21.c",
    note="the exposed card is his only one of the suit led: it is played, the penalty is paid; a later call is wrong",
    certainty="reading",
)
def exposed_only_one(t: Solo) -> Expect:
    t.declare("A", "solo")
    t.rounds(3)
    t.play()
    need(t.trick[0][0] != "Y")
    t.until("Y")
    need(len(t.of("Y", t.led)) == 1)
    card = t.of("Y", t.led)[0]
    at = drop(t, "Y", card)
    t.play(card)
    t.round()
    t.play()
    need(t.trick[0][0] != "Y")
    t.until("Y")
    need(len(t.of("Y", t.led)) > 1)
    bad = t.fact("demanded", by="A", remedy="call_highest", ruling=1)
    t.play(t.of("Y", t.led)[0])
    t.round()
    return only(
        rule("exposed_card", "so-21", "Y", at, ["option"], never=["established"]),
        rule("wrong_demand", by="A", line=bad),
    )


# ------------------------------------------------------------------ in turn, or lost
def acceptor_exposed(t: Solo) -> tuple[int, list[str]]:
    """The printed example: A, the proposer, leads; B, the acceptor, has an exposed card of the suit."""
    t.partners()
    t.rounds(2)
    need(t.leader == "A")
    suit = t.hands["A"][0][1]
    mine = t.of("B", suit)
    need(len(mine) > 2)
    at = drop(t, "B", mine[1])
    t.play(t.of("A", suit)[0])
    return at, mine


@solo(
    "so-second-adversary-speaks",
    "exposed",
    "so-21.d",
    note="Y played and said nothing; Z, who is asked next, calls the card before B plays",
)
def second_adversary_speaks(t: Solo) -> Expect:
    at, mine = acceptor_exposed(t)
    t.play()
    t.fact("demanded", by="Z", remedy="call_card", card=mine[1], ruling=1)
    done = t.play(mine[1])
    return only(
        rule("exposed_card", "so-21|am-20|am-21", "B", at, ["option", "applied"], at={"applied": done})
    )  # fmt: skip


@solo("so-first-adversary-speaks", "exposed", "so-21.d", note="Y calls as he should, before he plays")
def first_adversary_speaks(t: Solo) -> Expect:
    at, mine = acceptor_exposed(t)
    t.fact("demanded", by="Y", remedy="call_card", card=mine[1], ruling=1)
    t.play()
    done = t.play(mine[1])
    return only(
        rule("exposed_card", "so-21|am-20|am-21", "B", at, ["option", "applied"], at={"applied": done})
    )  # fmt: skip


@solo(
    "so-first-adversary-too-late",
    "exposed",
    "so-21.d",
    note="Y has played, and calls afterwards: his right is lost for this trick; B plays another",
)
def first_adversary_too_late(t: Solo) -> Expect:
    at, mine = acceptor_exposed(t)
    t.play()
    bad = t.fact("demanded", by="Y", remedy="call_card", card=mine[1], ruling=1)
    t.play(mine[0])
    return only(
        rule("exposed_card", "so-21|am-20|am-21", "B", at, ["option"], never=["applied"]),
        rule("wrong_demand", "so-21.d|am-39", "Y", bad),
    )


@solo(
    "so-both-adversaries-silent",
    "exposed",
    "so-21.d",
    note="neither says anything, B plays another card: waived for this trick; Y calls it at a later one",
)
def both_silent(t: Solo) -> Expect:
    at, mine = acceptor_exposed(t)
    t.play()
    t.play(mine[0])
    t.round()
    need(t.leader == "A" and t.of("A", mine[1][1]))
    t.play(t.of("A", mine[1][1])[0])
    t.fact("demanded", by="Y", remedy="call_card", card=mine[1], ruling=1)
    t.play()
    done = t.play(mine[1])
    return only(
        rule("exposed_card", "so-21|am-20|am-21", "B", at, ["option", "applied"], at={"applied": done})
    )  # fmt: skip


# ------------------------------------------------------------------ an adversary plays out of turn
def fourth_before_second(t: Solo) -> tuple[int, list[str]]:
    """A's solo, A leads, Y follows, Z plays before B. Returns the line and what B holds of the suit."""
    t.declare("A", "solo")
    t.rounds(1)
    need(t.leader == "A")
    t.play()
    need(t.of("Y", t.led) and t.of("Z", t.led))
    t.play()
    mine = t.of("B", t.led)
    need(len(mine) > 1)
    at = t.play(t.of("Z", t.led)[0], "Z")
    return at, mine


def answered(name: str, remedy: str, *, obeys: bool = True) -> None:
    """The caller's four choices, each obeyed, or not."""

    @solo(name, "play_out_of_turn", "so-26.a", note=f"Z plays before B: the caller demands {remedy}")
    def script(t: Solo) -> Expect:
        at, mine = fourth_before_second(t)
        least = max(t.strength(c) for _, c in t.trick)
        over = [c for c in mine if t.strength(c) > least]
        below = [c for c in mine if t.strength(c) < least]
        need(over and below)
        right = {"call_highest": mine[-1], "call_lowest": mine[0], "call_win": over[0], "call_not_win": below[0]}
        wrong = {"call_highest": mine[0], "call_lowest": mine[-1], "call_win": below[0], "call_not_win": over[0]}
        t.fact("demanded", by="A", remedy=remedy, seat="B", ruling=1)
        done = t.play((right if obeys else wrong)[remedy], "B")
        offered: dict[str, object] = {name: ["A"] for name in FOUR}
        if not obeys:
            return only(
                rule("play_out_of_turn", "so-26.a", "Z", at, ["option"], never=["applied"], remedies=offered),
                rule("refused_call", "am-38", "B", done),
            )
        t.round()
        return only(
            rule(
                "play_out_of_turn", "so-26.a", "Z", at, ["option", "applied"], at={"applied": done}, remedies=offered
            )
        )  # fmt: skip


answered("so-out-of-turn-highest", "call_highest")
answered("so-out-of-turn-lowest", "call_lowest")
answered("so-out-of-turn-win", "call_win")
answered("so-out-of-turn-not-win", "call_not_win")
answered("so-out-of-turn-win-refused", "call_win", obeys=False)


@solo("so-out-of-turn-too-late", "play_out_of_turn", "so-26.a", note="B plays before the caller has said anything")
def out_of_turn_too_late(t: Solo) -> Expect:
    at, mine = fourth_before_second(t)
    t.play(mine[0], "B")
    t.round()
    return only(rule("play_out_of_turn", "so-26.a", "Z", at, ["option", "lapsed|waived"], never=["applied"]))


@solo(
    "so-caller-plays-out-of-turn",
    "play_out_of_turn",
    "so-26.a",
    "so-P.error.a",
    note="the caller himself: nothing follows",
)
def caller_plays(t: Solo) -> Expect:
    t.declare("A", "solo")
    t.rounds(1)
    need(t.leader == "Y")
    t.play()
    t.play(t.legal("A")[0], "A")
    return settled_after(t, allow=(free("play_out_of_turn", "A"),))


# ------------------------------------------------------------------ misere
def misere(t: Solo, caller: str = "A") -> None:
    """Two tricks of a misere, neither his."""
    t.declare(caller, "misere")
    t.rounds(2)
    need(t.won_by(caller) == 0)


def stakes(t: Solo, kind: str, row: str, by: str, at: int) -> Expect:
    """The caller claims the stakes at once; the offender pays for himself and his partners."""
    done = t.fact("demanded", by="A", remedy="stakes_claimed", ruling=1)
    t.cut_next()
    want = rule(
        kind, row, by, at, ["option", "applied"], at={"applied": done}, remedies={"stakes_claimed": ["A"]}
    )  # fmt: skip
    return only(want, result=t.outcome(t.alone(by, 3)))


@solo(
    "so-misere-led-out-of-turn", "misere", "so-26.b", "so-P.error.c", note="an adversary leads out of turn: the stakes"
)
def misere_led(t: Solo) -> Expect:
    misere(t)
    need(t.leader != "Y")
    at = t.play(t.hands["Y"][0], "Y", fact="led")
    return stakes(t, "lead_out_of_turn", "so-26.b|so-P.error.c", "Y", at)


@solo("so-misere-played-out-of-turn", "misere", "so-26.b", "so-P.error.c", note="an adversary plays before his turn")
def misere_played(t: Solo) -> Expect:
    misere(t)
    need(t.leader == "Y")
    t.play()
    at = t.play(t.legal("Z")[0], "Z")
    return stakes(t, "play_out_of_turn", "so-26.b|so-P.error.c", "Z", at)


@solo("so-misere-exposed", "misere", "so-P.error.c", note="an adversary exposes a card: the stakes")
def misere_exposed(t: Solo) -> Expect:
    misere(t)
    at = drop(t, "Z", t.hands["Z"][0])
    return stakes(t, "exposed_card", "so-P.error.c|so-26.b", "Z", at)


@solo(
    "so-misere-not-claimed",
    "misere",
    "so-26.b",
    note="the caller plays on without a word: it goes as it is played, and he loses",
    certainty="reading",
)
def misere_not_claimed(t: Solo) -> Expect:
    misere(t)
    need(t.leader == "Y")
    t.play()
    at = t.play(t.legal("Z")[0], "Z")
    t.round()
    t.stop_when(lambda: t.won_by("A") > 0)
    need(t.won_by("A") and t.number > 5)
    t.cut_next()
    return only(
        rule("play_out_of_turn", "so-26.b|so-P.error.c", "Z", at, ["option", "waived|lapsed"], never=["applied"]),
        result=t.outcome(t.paid(-3)),
    )


@solo("so-misere-caller-exposes", "misere", "so-20", "so-26.b", note="the misere player's own card: nothing follows")
def misere_caller_exposes(t: Solo) -> Expect:
    misere(t)
    drop(t, "A", t.hands["A"][0])
    t.round()
    return only(allow=[free("exposed_card", "A")])


# ------------------------------------------------------------------ a trick seen again
@solo("so-last-trick-seen", "regular", "so-37.a", note="the last trick may be looked at")
def last_trick_seen(t: Solo) -> Expect:
    t.declare("A", "solo")
    t.rounds(4)
    t.fact("looked", by="Y", at="trick", trick=4)
    return settled_after(t)


@solo("so-earlier-trick-seen", "inspected", "so-37.a", note="not an earlier one: as a lead out of turn")
def earlier_trick_seen(t: Solo) -> Expect:
    t.declare("A", "solo")
    t.rounds(4)
    at = t.fact("looked", by="Y", at="trick", trick=2)
    return only(
        rule("trick_inspected", "am-37|so-37", "Y", at, ["option"], remedies={"call_suit": ["A"]})
    )  # fmt: skip


@solo("so-misere-last-trick-seen", "misere", "so-37.a", "so-37.b", note="in a misere not even the last: the stakes")
def misere_last_trick_seen(t: Solo) -> Expect:
    misere(t)
    at = t.fact("looked", by="Z", at="trick", trick=2)
    return stakes(t, "trick_inspected", "so-37.b", "Z", at)
