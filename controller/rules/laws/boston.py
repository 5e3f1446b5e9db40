"""Boston under the American code of 1893, with the exceptions that its book makes."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from controller.rules.law import Form
from controller.rules.laws.american import AMERICAN

_BIDS: Final = {
    "bid_irregular": Form("bid_irregular", ("bo-P.bids",), "director", "other"),
    "named_out_of_turn": Form("trump_named_out_of_turn", ("bo-P.bid.a",), "director", "other"),
    "led_early": Form("lead_out_of_turn", ("bo-P.error.c",), "option", "hand", ("stakes_claimed",), "adversaries"),
}
BOSTON: Final = replace(AMERICAN, forms={**AMERICAN.forms, **_BIDS})
