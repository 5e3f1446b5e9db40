"""Judging: one fact after the other, from a state to the next and the rulings that follow.

``judge`` is pure and total: an illegal play is data, never an exception. What a person takes back, corrects or answers
is judged as if it had been so from the start, and only what differs is told.
"""

from __future__ import annotations

from typing import assert_never

from controller.rules import (
    calls,
    claims,
    corrections,
    dealing,
    declaring,
    honours,
    liable,
    meanwhile,
    playing,
    revokes,
    scores,
)
from controller.rules import facts as f
from controller.rules.cards import UNREAD
from controller.rules.court import Court
from controller.rules.facts import Entry
from controller.rules.forming import judging
from controller.rules.games import game_of
from controller.rules.heading import Heading, carried
from controller.rules.laws import code_of
from controller.rules.ruling import Result, Ruling
from controller.rules.state import State, View

Told = tuple[Ruling | Result, ...]


def begin(heading: Heading, view: View = "director") -> State:
    """The state before the first fact. Raises :class:`~controller.rules.errors.NotJudged`."""
    code_of(heading)
    game = game_of(heading)
    return State(heading, view, game.fresh(1, heading.dealer), carried(heading), {}, {})


def judge(state: State, entry: Entry) -> tuple[State, Told]:
    """The state after one more fact, and what is ruled on it."""
    match entry.fact:
        case f.Retracted() | f.Corrected() | f.Answered():
            return corrections.amend(state, entry, begin, step)
        case _:
            return step(state, entry)


def step(state: State, entry: Entry) -> tuple[State, Told]:
    """One fact that changes nothing before it."""
    court = Court(state, entry, code_of(state.heading), game_of(state.heading))
    if entry.t is not None and state.cases:
        _run_out(court, entry.t)
    _hear(court, entry.fact)
    judging.heard(court, entry.fact)
    if state.cases or court.out:
        playing.rightful_leader(court)
    after = court.state_after()
    if court.doubt or _unread(entry):
        after = corrections.with_doubt(after, entry.line)
    return after, tuple(court.out)


def _run_out(court: Court, t: float) -> None:
    """Rights whose time has run out before this fact."""
    for case in court.live():
        if case.until is not None and t > case.until:
            court.lapse(case)


def finish(state: State) -> tuple[Result, ...]:
    """The result of the hand that the record leaves open; none where it has been printed."""
    if state.hand.printed:
        return ()
    court = Court(state, Entry(0, f.Ticked()), code_of(state.heading), game_of(state.heading))
    return (court.game.outcome(court)[0],)


def _unread(entry: Entry) -> bool:
    fact = entry.fact
    return isinstance(fact, f.Played | f.Exposed) and UNREAD in fact.cards


def _hear(court: Court, fact: f.Fact) -> None:  # noqa: C901 - one arm for each kind of fact
    match fact:
        case f.Dealt():
            dealing.dealt(court, fact)
        case f.Played():
            playing.played(court, fact)
        case f.Quitted():
            playing.quitted(court, fact)
        case f.Withdrew():
            playing.withdrew(court, fact)
        case f.Indicated():
            playing.indicated(court, fact)
        case f.Pack():
            dealing.pack(court, fact)
        case f.Failed():
            dealing.failed(court, fact)
        case f.Presented():
            dealing.presented(court, fact)
        case f.Shuffled():
            dealing.shuffled(court, fact)
        case f.Cut():
            dealing.cut(court, fact)
        case f.Moved():
            dealing.moved(court, fact)
        case f.Turned():
            dealing.turned(court, fact)
        case f.Touched():
            meanwhile.touched(court, fact.by)
        case f.Counted():
            claims.counted(court, fact)
        case f.Looked():
            claims.looked(court, fact)
        case f.Bid():
            declaring.bid(court, fact)
        case f.NamedTrump():
            declaring.named(court, fact)
        case f.TurnedDown():
            declaring.turned_down(court, fact)
        case f.Discarded():
            declaring.discarded(court, fact)
        case f.Found():
            claims.found(court, fact)
        case f.PackProved():
            claims.pack_proved(court, fact)
        case f.Exposed():
            if court.hand.phase in ("cut", "deal") and not court.hand.dealt_out:
                meanwhile.shown(court, fact)
            elif court.hand.phase in ("deal", "play"):
                liable.exposed(court, fact)
        case f.LaidOpen():
            liable.laid_open(court, fact)
        case f.ThrewIn():
            liable.threw_in(court, fact)
        case f.TookUp():
            _took_up(court, fact)
        case f.Said():
            claims.said(court, fact)
        case f.Claimed():
            claims.claimed(court, fact)
        case f.Reported():
            calls.reported(court, fact)
        case f.Demanded():
            calls.demanded(court, fact)
        case f.Waived():
            calls.waived(court, fact)
        case f.Ruled():
            calls.ruled(court, fact)
        case f.Mixed():
            revokes.mixed(court, fact)
        case f.Searched():
            revokes.searched(court, fact)
        case f.Revealed():
            revokes.revealed(court, fact)
        case f.Consulted():
            claims.consulted(court, fact)
        case f.Marked():
            honours.marked(court, fact)
        case f.Abandoned():
            claims.abandoned(court, fact)
        case f.NextCut():
            if not court.hand.printed:
                claims.ending(court)
                scores.close(court)
        case f.NextDeal():
            if not court.hand.printed:
                claims.ending(court)
                scores.close(court)
            court.renew(court.game.fresh(court.hand.number + 1, fact.dealer))
        case (
            f.Ticked() | f.Answered() | f.Retracted() | f.Corrected() | f.Arrived() | f.Declared()
            | f.CutFor() | f.Sat() | f.Left() | f.SteppedOut() | f.Returned() | f.Joined() | f.BrokeUp() | f.Finished()
            | f.BrokeOff() | f.Resumed()
        ):  # fmt: skip
            pass
        case _:
            assert_never(fact)


def _took_up(court: Court, fact: f.TookUp) -> None:
    """The turn-up goes into the dealer's hand; a hand that is taken up is touched."""
    if fact.what == "hand":
        meanwhile.touched(court, fact.by)
    else:
        liable.took_up(court, fact)
