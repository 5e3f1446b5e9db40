"""Cayenne under the American code of 1893, with the exceptions that its book makes."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from controller.rules.law import Form
from controller.rules.laws.american import AMERICAN

_OWN: Final = {
    "named_again": Form("trump_named_out_of_turn", ("ca-18.d",), "director", "other"),
    "named_out_of_turn": Form(
        "trump_named_out_of_turn",
        ("ca-P.outturn", "ca-18.b"),
        "option",
        "deal",
        ("new_deal", "stands"),
        "adversaries",
        "ca-P.outturn",
    ),
}
CAYENNE: Final = replace(AMERICAN, forms={**AMERICAN.forms, **_OWN})
