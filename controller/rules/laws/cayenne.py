"""Cayenne under the American code of 1893, with the exceptions that its book makes."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from controller.rules.court import Court
from controller.rules.law import Form
from controller.rules.laws.american import AMERICAN
from controller.rules.laws.cayenne_rows import ROWS

_CHOICE: Final = ("three_tricks", "deduct_three", "add_three")


def _misdeal(name: str, *rows: str) -> Form:
    form = AMERICAN.forms[name]
    return replace(form, rows=(*(rows or ("ca-17",)), *form.rows))


def _revoke(*rows: str, irregularity: str = "renounce") -> Form:
    return Form(irregularity, rows, "established", "revoke", _CHOICE, "adversaries", "am-33", "am-28.b")


_OWN: Final[dict[str, Form]] = {
    "shuffled_after_cut": _misdeal("shuffled_after_cut", "ca-12"),
    **{name: _misdeal(name) for name in ("uncut", "counted", "turn_up_looked_at", "wrong_count")},
    "astray": _misdeal("astray", "ca-17", "ca-13.a", "ca-P.deal.a", "ca-P.deal.b"),
    "wrong_dealer": replace(AMERICAN.forms["wrong_dealer"], rows=("ca-16", "am-16.a"), bar="ca-16"),
    "wrong_pack": replace(AMERICAN.forms["wrong_pack"], rows=("ca-16", "am-16.a"), bar="ca-16"),
    "still_presented": Form("cut_irregular", ("ca-13.b", "ca-P.cayenne"), "director", "other"),
    "still_cut": Form("cut_irregular", ("ca-13.b", "ca-P.cayenne"), "director", "other"),
    "turned_of_pack": Form("deal_irregular", ("ca-13.a",), "director", "other"),
    "named_late": Form("played_before_decision", ("ca-18.b",), "director", "other"),
    "named_again": Form("trump_named_out_of_turn", ("ca-18.d", "ca-18.c"), "director", "other"),
    "named_out_of_turn": Form(
        "trump_named_out_of_turn", ("ca-P.outturn", "ca-18.b"), "option", "deal", ("new_deal", "stands"), "adversaries",
        "ca-P.outturn", ends=("first_play",),
    ),
    "revoke": _revoke("ca-30.a", "am-28.b", "am-28.a", "ca-30.b", "ca-P.revoke", "ca-31"),
    "mixed": _revoke("am-32.c", "ca-30.a"),
    "refused_call": _revoke("am-38", "ca-30.a", irregularity="refused_call"),
}  # fmt: skip


def _saved(court: Court) -> tuple[str, ...]:
    """The deal is never lost."""
    del court
    return ("ca-13.end",)


CAYENNE: Final = replace(
    AMERICAN,
    rows={**AMERICAN.rows, **ROWS},
    forms={**AMERICAN.forms, **_OWN},
    saved=_saved,
    tricks_seen=1,
    grounds={
        **AMERICAN.grounds,
        "tricks_seen": ("ca-37", "ca-P.error"),
        "eldest_leads": ("ca-P.lead",),
        "book": ("ca-1.a",),
        "excess_kept": ("ca-1.b",),
        "nullo": ("ca-1.c", "ca-P.nullo.b"),
        "not_by_honours_alone": ("ca-1.d",),
        "out_by_tricks_first": ("ca-1.e", "ca-P.order"),
        "rubber": ("ca-1.f", "ca-P.rubber"),
        "honours": ("ca-P.hon",),
        "multiplied": ("ca-P.mult",),
        "slam": ("ca-P.slam",),
        "graded": ("ca-P.game",),
        "turned_down": ("ca-P.turn",),
        "aces_low": ("ca-P.nullo.a",),
        "transfer": ("ca-P.transfer",),
        "settled": ("ca-P.stake",),
    },
)
