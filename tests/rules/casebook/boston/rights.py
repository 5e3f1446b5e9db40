"""Boston: the end of the bidder's rights: waived, let pass, or impossible; and what the table is told."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, rule
from tests.rules.casebook.boston.errors import drop, led_for_other, settled_after, three_of_suit
from tests.rules.casebook.boston.revokes import adversary_renounces, revoke
from tests.rules.casebook.boston.table import Boston, boston, made
from tests.rules.casebook.hand import need
from tests.rules.casebook.ring import only


@boston(
    "adversary-leads-waived",
    "lead_out_of_turn",
    "bo-24.a",
    note="the bidder waives it; Y leads what he likes",
    certainty="contract",
)
def leads_waived(t: Boston) -> Expect:
    at, card = led_for_other(t)
    done = t.fact("waived", by="A", ruling=1)
    t.withdraw("B", card)
    want = rule(
        "lead_out_of_turn", "bo-24", "B", at, ["option", "waived"], at={"waived": done}, never=["applied"], trick=3
    )
    return settled_after(t, want)


@boston(
    "adversary-leads-suit-void",
    "lead_out_of_turn",
    "bo-24.a",
    note="a suit is called of which Y has none: as at whist, no penalty, he leads another",
    certainty="reading",
)
def leads_void(t: Boston) -> Expect:
    at, card = led_for_other(t)
    suit = next((s for s in "SHDC" if not t.of("Y", s)), None)
    need(suit)
    t.fact("demanded", by="A", remedy="call_suit", suit=suit, seat="Y", ruling=1)
    t.withdraw("B", card)
    t.play()
    want = rule("lead_out_of_turn", "bo-24", "B", at, ["option", "cancelled"], never=["applied"], trick=3)
    return settled_after(t, want)


@boston(
    "adversary-saved-silent",
    "revoke_corrected",
    "bo-29.b",
    "bo-P.revoke.a",
    note="Y mends it and plays; the bidder has said nothing",
)
def saved_silent(t: Boston) -> Expect:
    at, mine, _ = adversary_renounces(t)
    t.play(mine[0])
    want = rule(
        "renounce", "bo-29|bo-P.revoke.a|am-28|am-29", "Y", at, ["correctable"], never=["established", "applied"]
    )
    return settled_after(t, want, allow=(rule("exposed_card", by="Y"),))


@boston(
    "adversary-saved-waived",
    "revoke_corrected",
    "bo-29.b",
    "bo-P.revoke.a",
    note="the bidder waives it",
    certainty="contract",
)
def saved_waived(t: Boston) -> Expect:
    at, mine, _ = adversary_renounces(t)
    done = t.fact("waived", by="A", ruling=1, for_="good")
    t.play(mine[0])
    want = rule(
        "renounce", "bo-29|bo-P.revoke.a|am-28|am-29", "Y", at, ["correctable", "waived"], at={"waived": done},
        never=["established", "applied"],
    )  # fmt: skip
    return settled_after(t, want)


@boston(
    "exposed-kept-cannot",
    "exposed",
    "bo-P.error.b",
    "bo-21.b",
    "bo-21.c",
    note="the bidder would not have it played, but it is his only one of the suit: he need not revoke",
)
def kept_cannot(t: Boston) -> Expect:
    t.declare("A", "6")
    t.rounds(3)
    need(t.leader in "BZ")
    lead = t.hands[t.leader][0]
    mine = t.of("Y", lead[1])
    need(len(mine) == 1 and t.off("Y", lead[1]))
    at = drop(t, "Y", mine[0])
    t.play(lead)
    t.until("A")
    t.fact("demanded", by="A", remedy="must_not_play", card=mine[0], ruling=1)
    t.play()
    t.play(mine[0])
    want = rule(
        "exposed_card", "bo-21|bo-P.error.b", "Y", at, ["option", "cancelled"], never=["applied", "established"]
    )
    return settled_after(t, want)


@boston(
    "exposed-waived", "exposed", "bo-21.d", "bo-21.b", note="the bidder waives for this trick", certainty="contract"
)
def exposed_waived(t: Boston) -> Expect:
    mine, lead = three_of_suit(t)
    at = drop(t, "Y", mine[1])
    t.play(lead)
    t.until("A")
    t.fact("waived", by="A", ruling=1, for_="trick")
    t.play()
    t.play(mine[0])
    return only(rule("exposed_card", "bo-21", "Y", at, ["option"], never=["applied", "cancelled"]))


@boston(
    "revoke-silent-at-table",
    "table_role",
    "bo-30.b",
    note="nobody claims: the table hears of it after the bar only",
    certainty="contract",
    role="table",
)
def silent(t: Boston) -> Expect:
    t.declare("A", "6")
    _, _, trick = revoke(t, "Y")
    made(t, 6)
    bar = t.cut_next()
    want = rule(
        "renounce",
        "bo-30|bo-P.revoke|am-28|am-33",
        "Y",
        bar,
        ["lapsed"],
        never=["correctable", "established"],
        trick=trick,
    )
    return only(want, result=t.outcome())


@boston(
    "misere-exposed-at-table",
    "table_role",
    "bo-P.error.d",
    note="what everybody saw is told at once, at the table too",
    certainty="contract",
    role="table",
)
def seen_at_table(t: Boston) -> Expect:
    t.declare("A", "grand-misere")
    t.rounds(2)
    need(t.taken["A"] == 0)
    at = drop(t, "Z", t.hands["Z"][0])
    want = rule("exposed_card", "bo-P.error.d|bo-26.b", "Z", at, ["option"], remedies={"stakes_claimed": ["A"]})
    return only(want)
