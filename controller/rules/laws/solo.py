"""Solo whist under the American code of 1893, with the exceptions that its book makes."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from controller.rules.law import Form
from controller.rules.laws.american import AMERICAN

_BIDS: Final = {
    "bid_irregular": Form("bid_irregular", ("so-P.call.d",), "director", "other"),
    "named_out_of_turn": Form("trump_named_out_of_turn", ("so-P.obj.4",), "director", "other"),
}
SOLO: Final = replace(AMERICAN, forms={**AMERICAN.forms, **_BIDS})
SOLO_THREE: Final = SOLO
KIMBERLY: Final = SOLO
