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
    **{name: _misdeal(name) for name in ("uncut", "astray", "counted", "turn_up_looked_at", "wrong_count")},
    "wrong_dealer": replace(AMERICAN.forms["wrong_dealer"], rows=("ca-16", "am-16.a"), bar="ca-16"),
    "wrong_pack": replace(AMERICAN.forms["wrong_pack"], rows=("ca-16", "am-16.a"), bar="ca-16"),
    "named_again": Form("trump_named_out_of_turn", ("ca-18.d", "ca-18.c"), "director", "other"),
    "named_out_of_turn": Form(
        "trump_named_out_of_turn", ("ca-P.outturn", "ca-18.b"), "option", "deal", ("new_deal", "stands"), "adversaries",
        "ca-P.outturn", ends=("first_play",),
    ),
    "revoke": _revoke("ca-30.a", "am-28.b", "am-28.a", "ca-30.b", "ca-31"),
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
)
