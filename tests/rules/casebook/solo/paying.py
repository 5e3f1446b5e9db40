"""Solo: each undertaking won and lost, who leads, when the hand ends, and what is paid."""

from __future__ import annotations

from typing import Unpack

from tests.rules.casebook.book import Expect, rule
from tests.rules.casebook.hand import need
from tests.rules.casebook.ring import More, only
from tests.rules.casebook.solo.table import LOW, Solo, made, solo

STRONG = {"A": "AS KS QS JS TS 9S 8S AH KH QH AD KD 2C"}
FAIR = {"A": "AS KS QS JS AH KH 9H 5H AD KD 3D AC 2C"}
ALL = {"A": "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"}
PAIR = {"A": "AS KS QS JS AH KH 9H 5H AD 7D 3D 5C 2C", "B": "TS 9S 8S QH JH KD QD JD AC KC QC 6C 4C"}


def settled(
    name: str,
    call: str,
    tricks: int,
    *rows: str,
    note: str,
    caller: str = "A",
    suit: str | None = None,
    **more: Unpack[More],
) -> None:
    """A regular hand in which the caller's side takes just so many tricks of thirteen."""

    @solo(name, "regular", *rows, note=note, **more)
    def script(t: Solo) -> Expect:
        if call == "propose":
            t.partners()
        else:
            need(call != "abundance-in-trumps" or t.trump == "S")
            t.declare(caller, call, suit)
        made(t, tricks)
        t.cut_next()
        return Expect(result=t.outcome())


settled(
    "so-proposal-won-10", "propose", 10, "so-P.obj.1", "so-P.pay.a", "so-P.pay.b", "so-P.pay.c",
    note="eight together, and two over: a red and two white from each adversary to one partner", hands=PAIR,
)  # fmt: skip
settled("so-proposal-won-8", "propose", 8, "so-P.obj.1", "so-P.pay.c", note="just eight: a red, nothing over")
settled(
    "so-proposal-lost-7", "propose", 7, "so-P.obj.1", "so-P.pay.b", "so-P.pay.c",
    note="seven are one short: a red and a white",
)  # fmt: skip
settled(
    "so-solo-won-7", "solo", 7, "so-P.obj.2", "so-P.pay.a", "so-P.pay.b",
    note="the printed example: seven tricks, two red and two white from each", hands=FAIR,
)  # fmt: skip
settled("so-solo-won-5", "solo", 5, "so-P.obj.2", "so-P.pay.a", note="just five: two red from each")
settled(
    "so-solo-lost-4", "solo", 4, "so-P.obj.2", "so-P.pay.a", "so-P.pay.b",
    note="the printed example: only four, two red and a white to each",
)  # fmt: skip
settled(
    "so-solo-thirteen", "solo", 13, "so-P.counters", "so-P.pay.b",
    note="all thirteen: two red and eight white; whites are not changed into reds, and a solo is no slam", hands=ALL,
    dealer="A", caller="A",
)  # fmt: skip
settled(
    "so-abundance-won-9", "abundance", 9, "so-P.obj.4", "so-P.pay.a", note="nine, his own trump", suit="S",
    hands={"A": "AS KS QS JS TS 9S 8S 5H 4H 3H 3D 2D 2C"},
)  # fmt: skip
settled(
    "so-abundance-won-11", "abundance", 11, "so-P.obj.4", "so-P.pay.b", note="two over", suit="S", hands=STRONG
)  # fmt: skip
settled(
    "so-abundance-lost-8", "abundance", 8, "so-P.obj.4", "so-P.pay.a", "so-P.pay.b", note="one short", suit="S",
    hands={"A": "AS KS QS JS TS 9S 8S 5H 4H 3H 3D 2D 2C"},
)  # fmt: skip
settled(
    "so-abundance-in-trumps-won", "abundance-in-trumps", 10, "so-P.obj.5", "so-P.pay.a",
    note="ten with the suit turned up", hands=STRONG,
)  # fmt: skip
settled(
    "so-abundance-in-trumps-lost", "abundance-in-trumps", 7, "so-P.obj.5", "so-P.pay.a", note="two short", hands=FAIR,
)  # fmt: skip


def ruffs(t: Solo, seat: str, suit: str) -> bool:
    """Whether the seat put that suit on another's lead in a trick."""
    return any(p == (seat, p[1]) and p[1][1] == suit != trick[0][1][1] for trick in t.tricks for p in trick)


@solo(
    "so-misere-won",
    "regular",
    "so-P.obj.3",
    "so-P.pay.a",
    "so-P.pay.b",
    note="no trick: three red from each, nothing over; a card of the suit turned up is no trump",
    hands=LOW,
)
def misere_won(t: Solo) -> Expect:
    suit = t.trump
    t.declare("A", "misere")
    made(t, 0)
    need(ruffs(t, "A", suit))
    t.cut_next()
    return Expect(result=t.outcome())


@solo("so-misere-lost", "regular", "so-P.obj.3", "so-P.end", "so-P.pay.a", note="his first trick ends the hand")
def misere_lost(t: Solo) -> Expect:
    t.declare("Y", "misere")
    t.rounds(1)
    need(t.won_by("Y") == 0)
    t.stop_when(lambda: t.won_by("Y") > 0)
    need(t.number < 12)
    t.cut_next()
    return Expect(result=t.outcome(t.paid(-3)))


@solo("so-spread-won", "regular", "so-P.obj.6", "so-P.lead.b", "so-P.pay.a", note="twelve cards open", hands=LOW)
def spread_won(t: Solo) -> Expect:
    t.declare("A", "spread")
    t.rounds(1)
    t.lay_open()
    made(t, 0)
    t.cut_next()
    return Expect(result=t.outcome())


@solo("so-spread-lost", "regular", "so-P.obj.6", "so-P.end", "so-P.pay.a", note="open, and he takes one: six red each")
def spread_lost(t: Solo) -> Expect:
    t.declare("B", "spread")
    t.rounds(1)
    need(t.won_by("B") == 0)
    t.lay_open()
    t.stop_when(lambda: t.won_by("B") > 0)
    need(t.won_by("B"))
    t.cut_next()
    return Expect(result=t.outcome(t.paid(-6)))


@solo(
    "so-spread-directed",
    "wrong_demand",
    "so-P.obj.6",
    "so-P.lead.b",
    note="an adversary would choose a card of the open hand: they have no control of it",
    hands=LOW,
)
def spread_directed(t: Solo) -> Expect:
    t.declare("A", "spread")
    t.rounds(1)
    t.lay_open()
    need(t.leader == "Y")
    t.play()
    at = t.fact("demanded", by="Z", remedy="call_card", card=t.hands["A"][0], seat="A")
    t.round()
    return only(rule("wrong_demand", "so-P.lead.b|am-39", "Z", at))


@solo(
    "so-slam-won",
    "regular",
    "so-P.obj.7",
    "so-P.lead.a",
    "so-P.pay.a",
    note="thirteen in his own trump; he leads though he is not the eldest, and the deal goes on as ever",
    hands={"B": ALL["A"]},
)
def slam_won(t: Solo) -> Expect:
    t.declare("B", "slam", "S")
    made(t, 13)
    t.cut_next()
    return Expect(result=t.outcome(t.paid(8)))


@solo("so-slam-lost", "regular", "so-P.obj.7", "so-P.end", "so-P.pay.a", note="the first trick lost ends the hand")
def slam_lost(t: Solo) -> Expect:
    t.declare("Z", "slam", "D")
    t.stop_when(lambda: t.won_by("A", "Y", "B") > 0)
    need(1 < t.number < 12)
    t.cut_next()
    return Expect(result=t.outcome(t.paid(-8)))


# ------------------------------------------------------------------ the lead
@solo("so-eldest-leads", "regular", "so-P.lead.a", note="the dealer's solo: A, the eldest hand, leads all the same")
def eldest_leads(t: Solo) -> Expect:
    t.declare("Z", "solo")
    made(t, 6)
    t.cut_next()
    return Expect(result=t.outcome())


@solo(
    "so-other-leads",
    "lead_out_of_turn",
    "so-P.lead.a",
    note="a solo by Z, and Y leads: it is for A; the suit may be called, by Z alone",
)
def other_leads(t: Solo) -> Expect:
    t.declare("Z", "solo")
    at = t.play(t.hands["Y"][0], "Y", fact="led")
    t.withdraw("Y", t.last_card())
    return only(
        rule("lead_out_of_turn", "am-24|so-P.lead.a", "Y", at, ["option"], trick=1, remedies={"call_suit": ["Z"]})
    )


@solo("so-slam-eldest-leads", "lead_out_of_turn", "so-P.lead.a", "so-P.obj.7", note="a slam: the lead is the caller's")
def slam_eldest_leads(t: Solo) -> Expect:
    t.declare("B", "slam", "H")
    at = t.play(t.hands["A"][0], "A", fact="led")
    return only(rule("lead_out_of_turn", by="A", line=at, trick=1))


# ------------------------------------------------------------------ the end of a hand
@solo("so-solo-not-ended", "regular", "so-P.end", note="a solo that cannot be made any more is still played out")
def solo_not_ended(t: Solo) -> Expect:
    t.declare("B", "solo")
    t.rounds(10)
    need(t.won_by("B") < 2)
    return Expect()


@solo(
    "so-every-deal-a-game",
    "regular",
    "so-1",
    note="two deals, two games: each settled by the table for itself",
)
def every_deal_a_game(t: Solo) -> Expect:
    t.declare("A", "solo")
    t.play_out()
    t.cut_next()
    first = t.outcome()
    t.next_deal()
    t.declare("Z", "solo")
    t.play_out()
    t.cut_next()
    second = t.outcome()
    need(t.won_by("Z") >= 5)
    return Expect(result=[first, second])


@solo(
    "so-unfinished-not-settled",
    "regular",
    "so-1",
    note="six taken, the rest not played: nothing is settled before the end of the hand",
    hands=FAIR,
)
def unfinished_not_settled(t: Solo) -> Expect:
    t.declare("A", "solo")
    t.stop_when(lambda: t.won_by("A") == 6)
    need(t.number < 13)
    return Expect()


# ------------------------------------------------------------------ the pool
def pool(name: str, call: str, tricks: int, before: int, after: int, *rows: str, note: str, custom: str = "") -> None:
    """A hand that begins with so many red counters in the pool and leaves so many."""
    more: More = {"score": {"pool": {"red": before}}, "hands": FAIR, "certainty": "reading"}
    if custom:
        more["options"] = {"pool": custom}

    @solo(name, "regular", *rows, note=note, **more)
    def script(t: Solo) -> Expect:
        if call == "propose":
            t.partners()
        else:
            t.declare("A", call)
        made(t, tricks)
        t.cut_next()
        return Expect(result=t.outcome(pool={"red": after}))


pool("so-pool-won", "solo", 6, 4, 0, "so-P.pool.a", note="alone and successful: the pool is his")
pool("so-pool-doubled", "solo", 4, 4, 8, "so-P.pool.a", note="alone and failed: he doubles the pool")
pool("so-pool-proposal-won", "propose", 9, 4, 4, "so-P.pool.c", note="proposal and acceptance do not touch the pool")
pool("so-pool-proposal-lost", "propose", 7, 4, 4, "so-P.pool.c", note="nor when they fail")
pool(
    "so-pool-dealer-adds", "propose", 9, 4, 5, "so-P.pool.b", note="where the custom is that the dealer adds a red",
    custom="dealer_adds",
)  # fmt: skip
