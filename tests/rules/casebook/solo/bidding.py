"""Solo: who may call what and when, and what is above what."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, rule
from tests.rules.casebook.hand import need
from tests.rules.casebook.ring import only
from tests.rules.casebook.solo.table import Counters, Solo, solo


def finish(t: Solo, caller: str, call: str, suit: str | None = None) -> Expect:
    """The hand is played under the final call and settled; nothing was irregular."""
    t.undertake(caller, call, suit)
    if call in ("misere", "spread"):
        t.stop_when(lambda: t.won_by(caller) > 0)
    elif call == "slam":
        t.stop_when(lambda: t.won_by(*t.others(caller)) > 0)
    else:
        t.play_out()
    t.cut_next()
    return Expect(result=t.outcome())


def irregular(row: str, by: str, at: int) -> Expect:
    """The last call may not be made."""
    return only(rule("bid_irregular", row, by, at))


# ------------------------------------------------------------------ turn and form
@solo("so-call-in-turn", "regular", "so-P.call.a", "so-P.call.b", note="eldest first, each in his turn, in these words")
def call_in_turn(t: Solo) -> Expect:
    t.begin()
    t.bid("propose", "pass", "accept", "pass")
    return finish(t, "AB", "propose")


@solo("so-call-before-eldest", "bid", "so-P.call.a", note="Y calls before the eldest hand has spoken")
def call_before_eldest(t: Solo) -> Expect:
    t.begin()
    return irregular("so-P.call.a", "Y", t.bid("-", "solo"))


@solo("so-call-out-of-turn", "bid", "so-P.call.a", note="A has passed; it is for Y, and B calls")
def call_out_of_turn(t: Solo) -> Expect:
    t.begin()
    return irregular("so-P.call.a", "B", t.bid("pass", "-", "misere"))


@solo("so-accept-nothing", "bid", "so-P.call.b", note="nobody has proposed: there is nothing to accept")
def accept_nothing(t: Solo) -> Expect:
    t.begin()
    return irregular("so-P.call", "Y", t.bid("pass", "accept"))


@solo("so-accept-twice", "bid", "so-P.call.b", note="the proposal has its acceptance already", certainty="reading")
def accept_twice(t: Solo) -> Expect:
    t.begin()
    return irregular("so-P.call", "B", t.bid("propose", "accept", "accept"))


# ------------------------------------------------------------------ after passing
@solo("so-passed-and-calls", "bid", "so-P.call.c", note="Y has passed, and now calls a misere over B's solo")
def passed_and_calls(t: Solo) -> Expect:
    t.begin()
    return irregular("so-P.call.c", "Y", t.bid("pass", "pass", "solo", "pass", "-", "misere"))


@solo("so-passed-and-accepts", "bid", "so-P.call.c", note="Y has passed, and now accepts B's proposal")
def passed_and_accepts(t: Solo) -> Expect:
    t.begin()
    return irregular("so-P.call.c", "Y", t.bid("pass", "pass", "propose", "pass", "pass", "accept"))


@solo("so-eldest-accepts", "regular", "so-P.call.c", note="the eldest hand, having passed once, may accept")
def eldest_accepts(t: Solo) -> Expect:
    t.begin()
    t.bid("pass", "propose", "pass", "pass", "accept")
    return finish(t, "AY", "propose")


@solo("so-eldest-proposes", "bid", "so-P.call.c", note="having passed he may accept, but not propose")
def eldest_proposes(t: Solo) -> Expect:
    t.begin()
    return irregular("so-P.call", "A", t.bid("pass", "propose", "pass", "pass", "propose"))


@solo("so-eldest-goes-alone", "bid", "so-P.call.c", note="nor call anything alone")
def eldest_goes_alone(t: Solo) -> Expect:
    t.begin()
    return irregular("so-P.call.c", "A", t.bid("pass", "propose", "pass", "pass", "solo"))


# ------------------------------------------------------------------ rank
@solo(
    "so-ladder",
    "regular",
    "so-P.call.d",
    "so-P.call.e",
    note="each call is above the one before, and who is over-called amends",
    hands={"B": "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"},
)
def ladder(t: Solo) -> Expect:
    t.begin()
    t.bid("propose", "solo", "misere", "abundance", "abundance-in-trumps", "spread", "slam", "pass", "pass", "pass")
    return finish(t, "B", "slam", "S")


def under(name: str, high: str, low: str) -> None:
    """``low`` is no call over ``high``."""

    @solo(name, "bid", "so-P.call.d", note=f"{low} is not above {high}")
    def script(t: Solo) -> Expect:
        t.begin()
        return irregular("so-P.call.d", "Y", t.bid(high, low))


under("so-propose-over-solo", "solo", "propose")
under("so-solo-over-solo", "solo", "solo")
under("so-solo-over-misere", "misere", "solo")
under("so-misere-over-abundance", "abundance", "misere")
under("so-abundance-over-trumps", "abundance-in-trumps", "abundance")
under("so-trumps-over-spread", "spread", "abundance-in-trumps")
under("so-spread-over-slam", "slam", "spread")


@solo("so-accepted-over-called", "regular", "so-P.call.d", note="a solo shuts out a proposal though it was accepted")
def accepted_over_called(t: Solo) -> Expect:
    t.begin()
    t.bid("propose", "accept", "solo", "pass", "pass", "pass")
    return finish(t, "B", "solo")


@solo("so-accept-after-over-call", "bid", "so-P.call.d", note="the proposal was over-called: it cannot be accepted now")
def accept_after_over_call(t: Solo) -> Expect:
    t.begin()
    return irregular("so-P.call", "B", t.bid("propose", "solo", "accept"))


# ------------------------------------------------------------------ amending
@solo("so-amended-over-called", "regular", "so-P.call.e", note="solo, over-called by a misere, becomes an abundance")
def amended_over_called(t: Solo) -> Expect:
    t.begin()
    t.bid("solo", "misere", "pass", "pass", "abundance", "pass")
    return finish(t, "A", "abundance", "H")


@solo("so-amended-needlessly", "bid", "so-P.call.e", note="nobody over-called his solo: he may not better it")
def amended_needlessly(t: Solo) -> Expect:
    t.begin()
    return irregular("so-P.call", "A", t.bid("solo", "pass", "pass", "pass", "abundance"))


@solo("so-unaccepted-goes-solo", "regular", "so-P.call.e", note="nobody accepts: the proposer goes solo")
def unaccepted_goes_solo(t: Solo) -> Expect:
    t.begin()
    t.bid("propose", "pass", "pass", "pass", "solo")
    return finish(t, "A", "solo")


@solo("so-accepted-goes-solo", "bid", "so-P.call.e", note="he was accepted and not over-called: he may not go solo")
def accepted_goes_solo(t: Solo) -> Expect:
    t.begin()
    return irregular("so-P.call", "A", t.bid("propose", "accept", "pass", "pass", "solo"))


# ------------------------------------------------------------------ final
@solo("so-last-over-calls", "regular", "so-P.call.f", note="two have passed; the third may still over-call")
def last_over_calls(t: Solo) -> Expect:
    t.begin()
    t.bid("solo", "pass", "pass", "misere", "pass")
    return finish(t, "Z", "misere")


@solo(
    "so-trump-named-early",
    "named_out_of_turn",
    "so-P.call.f",
    note="an abundance is called and its trump named before the others have passed: the call is not final",
    certainty="contract",
)
def trump_named_early(t: Solo) -> Expect:
    t.begin()
    t.bid("abundance")
    at = t.fact("named_trump", by="A", trump="H")
    return only(rule("trump_named_out_of_turn", "so-P.call.f|so-P.call|so-P.obj.4", "A", at))


@solo("so-trump-named-by-other", "named_out_of_turn", "so-P.obj.4", note="the trump is for the caller to name")
def trump_named_by_other(t: Solo) -> Expect:
    t.begin()
    t.bid("abundance", "pass", "pass", "pass")
    at = t.fact("named_trump", by="Y", trump="H")
    return only(rule("trump_named_out_of_turn", "so-P.obj.4|so-P.obj", "Y", at))


@solo(
    "so-trump-named-in-trumps",
    "named_out_of_turn",
    "so-P.obj.5",
    note="an abundance in trumps has the suit turned up: no other can be named",
    certainty="reading",
)
def trump_named_in_trumps(t: Solo) -> Expect:
    t.begin()
    need(t.trump != "H")
    t.bid("abundance-in-trumps", "pass", "pass", "pass")
    at = t.fact("named_trump", by="A", trump="H")
    return only(rule("trump_named_out_of_turn|bid_irregular", line=at))


# ------------------------------------------------------------------ nobody calls
def last_trick_pays(t: Solo) -> Counters:
    """The winner of the last trick loses the value of a solo to each of the others."""
    loser = t.leader
    return {s: {"red": -6 if s == loser else 2, "white": 0} for s in t.ring}


@solo(
    "so-grand",
    "regular",
    "so-P.call.g",
    note="all pass, where the custom is to play a grand: no trumps, and the last trick is paid for",
    certainty="reading",
    options={"all_pass": "grand"},
)
def grand(t: Solo) -> Expect:
    t.begin()
    t.bid("pass", "pass", "pass", "pass")
    t.fact("turned_down", by="Z")
    t.up, suit, t.trump = False, t.trump, ""
    t.play_out()
    need(any(p[1] == suit and p[1] != trick[0][1][1] for trick in t.tricks[-1:] for _, p in trick))
    t.cut_next()
    return Expect(result={"counters": last_trick_pays(t), "next_dealer": "A"})


@solo(
    "so-grand-renounce",
    "regular",
    "so-P.call.g",
    note="in a grand too a suit must be followed",
    certainty="reading",
    options={"all_pass": "grand"},
)
def grand_renounce(t: Solo) -> Expect:
    t.begin()
    t.bid("pass", "pass", "pass", "pass")
    t.fact("turned_down", by="Z")
    t.up, t.trump = False, ""
    t.rounds(2)
    t.play()
    seat = t.to_play
    at = t.renounce()
    return only(rule("renounce", "am-28.a", seat, at, ["correctable"], trick=3))
