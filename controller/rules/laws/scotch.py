"""Scotch and French whist: the exceptions that they make from a code of whist."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from controller.rules.law import Code, Form
from controller.rules.laws.scotch_rows import ROWS

_REVOKE: Final = ("revoke", "mixed", "refused_call", "revoke_abandoned", "revoke_played_on")


def scotch(code: Code) -> Code:
    """The code as it stands at these games: a revoke that is claimed and shown loses the game."""
    forms = dict(code.forms)
    for name in _REVOKE:
        if name in forms:
            own = ("am-38",) if name == "refused_call" and code.name.startswith("american") else ()
            rows = (*own, "sc-8.b", "sc-8.c", *forms[name].rows)
            forms[name] = replace(forms[name], rows=rows, remedies=("game_lost",), bar="sc-13.f")
    forms["renounce"] = replace(forms["renounce"], rows=(*forms["renounce"].rows, "sc-8.a"), bar="sc-13.f")
    forms["revoke_claimed"] = replace(forms["revoke_claimed"], bar="sc-13.f")
    if "turn_up_left" in forms:
        left = forms["turn_up_left"]
        forms["turn_up_left"] = replace(left, rows=(*left.rows, "sc-9", "sc-11.b"))
    for name, form in forms.items():
        if form.family in ("card", "suit"):
            forms[name] = form.resting("sc-12")
        elif form.family == "deal":
            forms[name] = form.resting("sc-6.e")
    for name, row in (("imperfect", "sc-1.a"), ("astray", "sc-6.b"), ("wrong_cutter", "sc-6.a")):
        forms[name] = forms[name].resting(row)
    forms["score_error"] = Form("score_error", ("sc-13.e",), "correctable", "other")
    forms.pop("value_error", None)
    return replace(code, rows={**code.rows, **ROWS}, forms=forms, marks_total=True, grounds={
        **code.grounds, "deal_passes": ("sc-6.f",), "game_of_41": ("sc-13.a",), "honours": ("sc-13.b",),
        "cards": ("sc-13.c",), "counting_out": ("sc-13.d",), "losers_pay": ("sc-7.b",), "player_pays": ("sc-7.c",),
        "pack_for_5": ("sc-2.b",), "pack_for_7": ("sc-2.b",), "pack_for_8": ("sc-2.c",),
        "stakes": ("sc-7.a",), "sets_for_2": ("sc-6.c",), "sets_for_3": ("sc-6.d",), "set_leads": ("sc-11.a",),
        "eldest_leads": ("sc-5",), "best_wins": ("sc-8.d",), "ten_of_diamonds": ("fr-1",), "jack_best": ("sc-1.b",),
    })  # fmt: skip
