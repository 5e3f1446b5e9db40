"""The American code of 1893 (American Whist League, third congress) for whist, worded by ourselves.

Rows are those of the register. What a sensor sees is judged through the forms at the end; rows without a form of their
own define what the forms and the play rest on.
"""

from __future__ import annotations

from typing import Final

from controller.rules import dealing
from controller.rules.court import Court
from controller.rules.law import Code, Entitled, Form, Scoring
from controller.rules.laws.american_rows import ROWS
from controller.rules.laws.american_table import TABLE
from controller.rules.ruling import Remedy
from controller.rules.seats import Seat

_RANK: Final = ("call_highest", "call_lowest", "call_trump", "call_not_trump")
_CHOICE: Final = ("new_deal", "play_out")


def _recut(irregularity: str, *rows: str, remedies: tuple[str, ...] = ("recut",)) -> Form:
    return Form(irregularity, rows, "compulsory", "cut", remedies)


def _lost(irregularity: str, *rows: str, bar: str | None = None) -> Form:
    return Form(irregularity, rows, "compulsory", "deal", ("deal_lost",), bar=bar)


def _again(irregularity: str, *rows: str) -> Form:
    return Form(irregularity, rows, "compulsory", "deal", ("new_deal",))


def _stopped(irregularity: str, *rows: str) -> Form:
    return Form(
        irregularity, rows, "correctable", "stop", ("correct_deal",), "adversaries", "am-16.b",
        ends=("turned", "first_play"),
    )  # fmt: skip


def _card(irregularity: str, *rows: str) -> Form:
    return Form(irregularity, rows, "option", "card", ("call_card",), "adversaries", gone="am-21.d")


def _suit(irregularity: str, *rows: str) -> Form:
    return Form(irregularity, rows, "option", "suit", ("call_suit",), "right_of_leader", "am-24.a", "am-24.c")


def _rank(irregularity: str, row: str, to: Entitled, remedies: tuple[str, ...] = _RANK) -> Form:
    return Form(irregularity, (row,), "option", "rank", remedies, to, row, row)


def _count(irregularity: str, *rows: str) -> Form:
    return Form(irregularity, rows, "option", "count", _CHOICE, "adversaries", bar=rows[0])


def _revoke(irregularity: str, *rows: str, gone: str | None = None) -> Form:
    return Form(irregularity, rows, "established", "revoke", ("two_tricks",), "adversaries", "am-33", gone)


def _asked(irregularity: str, row: str) -> Form:
    return Form(irregularity, (row,), "director", "other")


_FORMS: Final[dict[str, Form]] = {
    # the cut
    "few_cut": _recut("cut_irregular", "am-10.c"),
    "wrong_cutter": _recut("cut_irregular", "am-10.a"),
    "confused_cut": _recut("cut_irregular", "am-11.b"),
    "shown_in_cut": _recut("card_shown_in_cut", "am-11.a", remedies=("reshuffle", "recut")),
    "shuffled_after_cut": _lost("shuffled_after_cut", "am-12"),
    # the deal
    "uncut": _lost("uncut_pack", "am-17.I", bar="am-17.I"),
    "astray": _lost("misplaced_card", "am-17.II", "am-13.a"),
    "counted": _lost("counted_by_dealer", "am-17.III"),
    "wrong_count": _lost("wrong_hand_count", "am-17.IV"),
    "turn_up_looked_at": _lost("turn_up_looked_at", "am-17.V"),
    "turn_up_hidden": _lost("turn_up_not_shown", "am-17.VI", "am-13.b"),
    "wrong_turn_up": _asked("turn_up_wrong_card", "am-13.b"),
    "faced": _again("faced_card", "am-14.I"),
    "imperfect": _again("imperfect_pack", "am-14.II"),
    "card_twice": _asked("imperfect_pack", "am-14.II"),
    "machine": _again("machine_fault", "am-14.II"),
    "machine_faced": _again("machine_fault", "am-14.I"),
    "shown_in_deal": Form(
        "card_shown_in_deal", ("am-15.a", "am-15.b"), "option", "deal", ("new_deal", "stands"), "adversaries",
        "am-15.a", ends=("touched", "first_play"),
    ),
    "wrong_dealer": _stopped("deal_out_of_turn", "am-16.a"),
    "wrong_pack": _stopped("wrong_pack", "am-16.a"),
    # the trump card and the hands
    "turn_up_left": _card("turn_up_left", "am-18.b", "am-21.b"),
    "turn_up_named": _rank("turn_up_named", "am-18.c", "adversaries", ("call_highest", "call_lowest")),
    "surplus": _count("surplus_or_deficiency", "am-19.a", "am-19.I", "am-19.II"),
    "surplus_both": _again("surplus_or_deficiency", "am-19.b"),
    "omitted": _count("omitted_play", "am-19.c", "am-19.a", "am-19.I", "am-19.II"),
    # cards that may be called
    "faced_in_play": _card("exposed_card", "am-20.I", "am-21.b"),
    "seen_by_partner": _card("exposed_card", "am-20.III", "am-21.b"),
    "hand_lowered": _card("exposed_card", "am-20.IV", "am-21.b"),
    "named": _card("exposed_card", "am-20.V", "am-21.b"),
    "thrown_together": _card("cards_played_together", "am-20.II", "am-21.b"),
    "before_decision": _card("played_before_decision", "am-23", "am-21.b"),
    "winners_run": Form(
        "winning_cards_run", ("am-22", "am-21.b"), "option", "card", ("call_win", "call_card"), "adversaries",
        "am-22", "am-21.d",
    ),
    # turns
    "lead": _suit("lead_out_of_turn", "am-24.a", "am-24.b"),
    "third_first": Form("play_out_of_turn", ("am-25",), "option", "turn", ("none",), "fourth_hand", "am-25"),
    "fourth_first": _rank("play_out_of_turn", "am-26", "third_hand"),
    "fourth_before_third": _asked("play_out_of_turn", "am-20.I"),
    # revokes
    "renounce": Form(
        "renounce", ("am-28.a", "am-28.b"), "correctable", "revoke", bar="am-33", gone="am-24.d"
    ),
    "renounce_saved": _card("renounce", "am-29.a", "am-28.b", "am-21.b"),
    "revoke": _revoke("renounce", "am-28.b", "am-28.a", "am-30.a"),
    "revoke_claimed": Form("renounce", ("am-33", "am-28.a", "am-32.a"), "director", "revoke", bar="am-33"),
    "mixed": _revoke("renounce", "am-32.c", "am-30.a"),
    "unproved": Form("revoke_unproved", ("am-32.a", "am-32.b"), "cancelled", "revoke"),
    "refused_call": _revoke("refused_call", "am-38", "am-30.a", gone="am-28.b"),
    # the rest
    "abandoned": Form("abandoned_hand", ("am-27",), "compulsory", "hand", ("none",)),
    "attention": _rank("attention_called", "am-35", "last_adversary"),
    "rest_claimed": Form(
        "rest_claimed", ("am-36", "am-21.b"), "option", "hand", ("hand_callable",), "adversaries", "am-36", "am-21.d"
    ),
    "trick_seen": _suit("trick_inspected", "am-37", "am-24.a", "am-24.b"),
    "table": _asked("deal_irregular", "am-2.a"),
    "score_error": _asked("score_error", "am-ES"),
    "bystander": _asked("bystander", "am-E8"),
    "wrong_demand": Form("wrong_demand", ("am-39.c",), "cancelled", "other"),
}  # fmt: skip


def _saved(court: Court) -> tuple[str, ...]:
    """An adversary touched a card or interrupted the dealer."""
    against = court.seating.adversaries(court.hand.dealer)
    return ("am-17.end",) if any(seat in against for seat, _ in court.hand.meddled) else ()


def _found(court: Court, seat: Seat, off: int, first_done: bool) -> None:
    """A wrong count: a misdeal before all have played once; then the innocent side chooses, unless neither is so."""
    del off
    if not first_done:
        if not court.has("wrong_count"):
            dealing.fault(court, "wrong_count")
        return
    side = court.seating.side(seat)
    same = [c for c in court.live() if c.form == "surplus"]
    if any(court.seating.side(s) != side for s in court.hand.found):
        form = court.form("surplus_both")
        for case in same:
            case = court.mine(case)
            case.form = "surplus_both"
            case.offenders = ()
            case.remedies = tuple(Remedy(word) for word in form.remedies)
            court.move(case, "compulsory", form.rows)
        if not same:
            court.open("surplus_both", seat)
        if not court.doubt:
            dealing.void(court, "new_deal", form.rows[0])
    elif not any(c.by is not None and c.by in side for c in same):
        court.open("surplus", seat)


AMERICAN: Final = Code(
    name="american-1893",
    rows={law.row: law for law in (*ROWS, *TABLE)},
    forms=_FORMS,
    scoring=Scoring(game=7, cap=6, value=lambda losers: 7 - losers),
    wrong_demand="am-39.c",
    forfeits=True,
    found=_found,
    saved=_saved,
    exposures={
        "dropped": "faced_in_play", "thrown": "faced_in_play", "shown": "seen_by_partner",
        "detached": "seen_by_partner", "lowered": "hand_lowered",
    },
    to_partner=frozenset({"shown", "detached", "lowered", "floor"}),
    grounds={
        "scoring.game": ("am-1",), "scoring.value": ("am-1",), "book": ("am-1",), "deal_passes": ("am-13.c",),
        "scoring.cap": ("am-30.c", "am-31"), "both_revoked": ("am-30.d",), "each_revoke": ("am-30.b",),
        "fourth_too": ("am-25",), "free_to_change": ("am-29.b",), "renewed": ("am-21.c",), "await": ("am-39.a",),
        "final": ("am-39.b",), "may_play_out": ("am-31",), "may_ask_draw": ("am-34",),
        "may_ask_trump_suit": ("am-18.d",),
    },
)  # fmt: skip
