"""The company before the judge: its findings become rulings, and the results of hands become games that are over."""

from __future__ import annotations

from dataclasses import replace

from controller.rules import facts as f
from controller.rules.court import Court
from controller.rules.forming.company import Company, Finding, Told, company_of
from controller.rules.forming.hearing import dealing, finished, hand_over, hear, trump_turned
from controller.rules.ruling import Remedy, Result, Score
from controller.rules.state import Case

FACTS = (
    f.Arrived, f.Declared, f.CutFor, f.Sat, f.Left, f.SteppedOut, f.Returned, f.Joined, f.BrokeUp, f.Finished,
    f.BrokeOff, f.Resumed,
)  # fmt: skip
_DEALING = (f.Shuffled, f.Presented, f.Cut, f.Pack, f.Dealt, f.Turned, f.Played)


def heard(court: Court, fact: f.Fact) -> None:
    """What this fact makes of the company; nothing at a table of which no record tells who came."""
    company = court.company
    if isinstance(fact, FACTS):
        company = company_of(court.state.heading) if company is None else company
        company, told = hear(_before(court, company), fact)
        _rule(court, told)
    elif company is not None and isinstance(fact, f.NextCut | f.NextDeal):
        company = _closed(court, company)
    elif company is not None and isinstance(fact, _DEALING) and getattr(fact, "of", None) is None:
        company, told = dealing(company, court.hand.dealer, court.hand.number)
        _rule(court, told)
        if isinstance(fact, f.Turned):
            company, told = trump_turned(company)
            _rule(court, told)
    court.company = company


def _before(court: Court, company: Company) -> Company:
    """A game is over with the hand that won it, before the pack is cut for the next; who goes out is settled then."""
    hand = court.hand
    if hand.phase != "over" or hand.printed or company.stage != "playing" or company.ended == hand.number:
        return company
    return _ended(company, *court.game.outcome(court))


def _closed(court: Court, company: Company) -> Company:
    result = next((out for out in reversed(court.out) if isinstance(out, Result)), None)
    return company if result is None or company.ended == result.hand else _ended(company, result, court.score)


def _ended(company: Company, result: Result, score: Score) -> Company:
    """What this result makes of the unit that the code counts by."""
    if result.void or result.unfinished or company.stage != "playing":
        return company
    if company.policy.hands:
        return replace(hand_over(company, result.next_dealer), ended=result.hand)
    if not result.won:
        return company
    if company.policy.unit == "rubber":
        # The game that ends a rubber leaves no games of it behind.
        return company if score.rubber else finished(company)
    return finished(company, whole=company.policy.unit == "game")


def _rule(court: Court, told: tuple[Told, ...]) -> None:
    for each in told:
        live = [c for c in court.live() if (c.irregularity, c.by, c.form) == (each.irregularity, each.by, "forming")]
        if not isinstance(each, Finding):
            for case in live:
                remedy = case.remedies[0].remedy if case.remedies else "none"
                if case.status == "compulsory":
                    court.move(case, "applied", case.law, remedy=remedy)
                else:
                    court.cancel(case, case.law[0])
            continue
        if any(case.law == each.law for case in live):
            continue
        doubtful = court.doubt or each.status == "director"
        court.register(
            Case(
                0,
                each.irregularity,
                "forming",
                each.by,
                None,
                "director" if doubtful else each.status,
                each.law,
                court.line,
                remedies=() if doubtful else tuple(Remedy(word) for word in each.remedies),
                doubtful=doubtful,
            )
        )
