"""Boston: an adversary's fault gives a misère player the stakes; where all have passed there is no penalty."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, Ruling, rule
from tests.rules.casebook.boston.errors import HARSH, drop, free
from tests.rules.casebook.boston.table import MISERE, Boston, boston
from tests.rules.casebook.hand import need
from tests.rules.casebook.ring import only

TEN: dict[str, object] = {"pool": {"red": 10}}


def misere(t: Boston, call: str = "grand-misere", after: int = 2) -> None:
    """Some tricks of A's misère, none of them his."""
    t.declare("A", call)
    t.rounds(after)
    need(t.taken["A"] == 0)


def stakes(t: Boston, kind: str, row: str, by: str, at: int, **more: object) -> Expect:
    """The bidder claims the stakes at once: each adversary pays as if he had won."""
    done = t.fact("demanded", by="A", remedy="stakes_claimed", ruling=1)
    t.cut_next()
    want = rule(kind, row, by, at, ["option", "applied"], at={"applied": done}, remedies={"stakes_claimed": ["A"]})
    return only(want, result=t.outcome(t.paid(MISERE[t.call]), **more))


@boston(
    "misere-led-out-of-turn",
    "misere",
    "bo-24.d",
    "bo-26.b",
    "bo-P.error.d",
    note="an adversary leads out of turn: the stakes",
)
def misere_led(t: Boston) -> Expect:
    misere(t)
    need(t.leader != "Y")
    at = t.play(t.hands["Y"][0], "Y", fact="led")
    return stakes(t, "lead_out_of_turn", "bo-24.d|bo-26.b|bo-P.error.d", "Y", at)


@boston(
    "little-misere-led-out-of-turn",
    "misere",
    "bo-24.d",
    "bo-26.b",
    note="the same in a little misère: twenty from each",
)
def little_led(t: Boston) -> Expect:
    misere(t, "little-misere")
    need(t.leader != "B")
    at = t.play(t.hands["B"][0], "B", fact="led")
    return stakes(t, "lead_out_of_turn", "bo-24.d|bo-26.b|bo-P.error.d", "B", at)


@boston("spread-led-out-of-turn", "misere", "bo-24.d", "bo-26.b", note="and in a grand spread: 160 from each")
def spread_led(t: Boston) -> Expect:
    misere(t, "grand-spread", 1)
    need(t.leader != "B")
    at = t.play(t.hands["B"][0], "B", fact="led")
    return stakes(t, "lead_out_of_turn", "bo-24.d|bo-26.b|bo-P.error.d", "B", at)


@boston(
    "misere-played-out-of-turn",
    "misere",
    "bo-26.b",
    "bo-P.error.d",
    note="an adversary plays before his turn: the stakes",
)
def misere_played(t: Boston) -> Expect:
    misere(t)
    need(t.leader == "Y")
    t.play()
    at = t.play(t.legal("Z")[0], "Z")
    return stakes(t, "play_out_of_turn", "bo-26.b|bo-P.error.d", "Z", at)


@boston("misere-exposed", "misere", "bo-P.error.d", note="an adversary exposes a card: the stakes")
def misere_exposed(t: Boston) -> Expect:
    misere(t)
    at = drop(t, "Z", t.hands["Z"][0])
    return stakes(t, "exposed_card", "bo-P.error.d|bo-26.b", "Z", at)


@boston(
    "misere-exposed-pool",
    "misere",
    "bo-P.error.d",
    note="the bidder takes the pool of ten too; the offender's four red begin the next",
    certainty="reading",
    score=TEN,
)
def misere_exposed_pool(t: Boston) -> Expect:
    misere(t)
    at = drop(t, "Z", t.hands["Z"][0])
    return stakes(t, "exposed_card", "bo-P.error.d|bo-26.b", "Z", at, pool_paid={"A": {"red": 10}})


@boston("misere-looked-back", "misere", "bo-37.b", "bo-37.a", note="in a misère not even the last trick may be seen")
def misere_looked(t: Boston) -> Expect:
    misere(t)
    at = t.fact("looked", by="Z", at="trick", trick=2)
    return stakes(t, "trick_inspected", "bo-37.b|bo-37", "Z", at)


@boston(
    "misere-bidder-looks",
    "misere",
    "bo-37.b",
    note="the bidder himself looks back: he has no partner",
    certainty="reading",
)
def misere_bidder_looks(t: Boston) -> Expect:
    misere(t)
    t.fact("looked", by="A", at="trick", trick=2)
    t.round()
    return only(allow=[rule("trick_inspected", by="A", not_remedies=["stakes_claimed"])])


@boston(
    "misere-bidder-exposes", "misere", "bo-20", "bo-P.error.d", note="the misère player's own card: nothing follows"
)
def misere_bidder_exposes(t: Boston) -> Expect:
    misere(t)
    drop(t, "A", t.hands["A"][0])
    t.round()
    return only(allow=[free("exposed_card", "A")])


@boston(
    "misere-wrong-claimant", "wrong_demand", "bo-26.b", note="an adversary asks for the stakes: they are the bidder's"
)
def misere_wrong_claimant(t: Boston) -> Expect:
    misere(t)
    need(t.leader != "Y")
    at = t.play(t.hands["Y"][0], "Y", fact="led")
    bad = t.fact("demanded", by="B", remedy="stakes_claimed", ruling=1)
    return only(
        rule("lead_out_of_turn", "bo-24.d|bo-26.b|bo-P.error.d", "Y", at, ["option"], never=["applied"]),
        rule("wrong_demand", by="B", line=bad),
    )


@boston(
    "misere-not-claimed",
    "misere",
    "bo-26.b",
    "bo-24.d",
    "bo-P.error.d",
    note="the bidder plays on without a word: it goes as it is played, and he loses",
    certainty="reading",
)
def misere_not_claimed(t: Boston) -> Expect:
    misere(t)
    need(t.leader == "Y")
    t.play()
    at = t.play(t.legal("Z")[0], "Z")
    t.round()
    t.stop_when(lambda: t.taken["A"] > 0)
    need(t.taken["A"] and t.number > 5)
    t.cut_next()
    want = rule("play_out_of_turn", "bo-26.b|bo-P.error.d", "Z", at, ["option", "waived|lapsed"], never=["applied"])
    return only(want, result=t.outcome())


# ------------------------------------------------------------------ little misère: the discard
@boston(
    "little-led-before-discards",
    "misere",
    "bo-P.error.c",
    note="A leads before B and Z have discarded: pool and stakes for Y",
)
def led_before_discards(t: Boston) -> Expect:
    t.begin()
    t.bid("pass", "little-misere", "pass", "pass")
    t.caller, t.call = "Y", "little-misere"
    t.discard("A", "Y")
    t.play()
    at = t.discard("B")
    done = t.fact("demanded", by="Y", remedy="stakes_claimed", ruling=1)
    t.cut_next()
    want = rule(
        "lead_out_of_turn|played_before_decision|play_out_of_turn", "bo-P.error.c", "A", at, ["option", "applied"],
        at={"applied": done}, remedies={"stakes_claimed": ["Y"]},
    )  # fmt: skip
    return only(want, result=t.outcome(t.paid(20)))


@boston(
    "little-led-by-bidder",
    "misere",
    "bo-P.error.c",
    note="the bidder leads before the others have discarded: no stakes",
    certainty="reading",
)
def led_by_bidder(t: Boston) -> Expect:
    t.begin()
    t.bid("little-misere", "pass", "pass", "pass")
    t.caller, t.call = "A", "little-misere"
    t.discard("A")
    t.play()
    t.discard("Y", "B", "Z")
    t.round()
    return only(allow=[rule(by="A", not_remedies=["stakes_claimed", "pays"], never=["applied"])])


# ------------------------------------------------------------------ all have passed
def partout(t: Boston, *allow: Ruling) -> Expect:
    t.play_out()
    t.cut_next()
    return only(result=t.outcome(t.partout_paid()), allow=allow)


def no_penalty(kind: str, by: str) -> Ruling:
    """Noted at the most."""
    return rule(kind, by=by, never=["option", "established", "applied"], not_remedies=HARSH)


@boston(
    "partout-led-out-of-turn",
    "lead_out_of_turn",
    "bo-24.e",
    "bo-P.error.e",
    note="misère partout: a lead out of turn has no penalty",
)
def partout_led(t: Boston) -> Expect:
    t.all_pass()
    t.rounds(2)
    need(t.leader != "Y")
    leader, card = t.leader, t.hands["Y"][0]
    t.play(card, "Y", fact="led")
    t.withdraw("Y", card)
    t.leader = leader
    return partout(t, no_penalty("lead_out_of_turn", "Y"))


@boston("partout-exposed", "exposed", "bo-P.error.e", note="nor a card played in error or exposed")
def partout_exposed(t: Boston) -> Expect:
    t.all_pass()
    t.rounds(2)
    drop(t, "B", t.hands["B"][0])
    return partout(t, no_penalty("exposed_card", "B"))


@boston(
    "partout-played-out-of-turn", "play_out_of_turn", "bo-P.error.e", "bo-24.e", note="nor a play before one's turn"
)
def partout_played(t: Boston) -> Expect:
    t.all_pass()
    t.rounds(2)
    need(t.leader == "A")
    t.play()
    t.play(t.legal("Z")[0], "Z")
    return partout(t, no_penalty("play_out_of_turn", "Z"))


@boston(
    "partout-asks-stakes",
    "wrong_demand",
    "bo-24.e",
    "bo-P.error.e",
    note="and who asks for stakes has no right to them",
)
def partout_asks(t: Boston) -> Expect:
    t.all_pass()
    t.rounds(2)
    need(t.leader != "Y")
    t.play(t.hands["Y"][0], "Y", fact="led")
    bad = t.fact("demanded", by="A", remedy="stakes_claimed")
    return only(rule("wrong_demand", by="A", line=bad), allow=[no_penalty("lead_out_of_turn", "Y")])
