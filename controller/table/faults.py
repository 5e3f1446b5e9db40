"""What a shoe says is wrong, in the record's word for it."""

from __future__ import annotations

from typing import Final

from controller.shoe.codes import FaultCode
from controller.shoe.words import FAULTS

_WHY: Final[dict[int, str]] = {
    FaultCode.JAM: "jam",
    FaultCode.NO_PICK: "misfeed",
    FaultCode.DOUBLE_FEED: "double_feed",
    FaultCode.LOST_STEPS: "sensor",
    FaultCode.GATE: "jam",
    FaultCode.WRONG_POCKET: "misfeed",
    FaultCode.NO_POCKET_EDGE: "misfeed",
    FaultCode.POCKET_FULL: "misfeed",
    FaultCode.LID: "lid",
    FaultCode.TAMPER: "lid",
    FaultCode.LINK_LOST: "link",
    FaultCode.RESET: "power",
    FaultCode.POWER: "power",
    FaultCode.LOG_CRC: "power",
    FaultCode.CONFIG_CRC: "power",
    FaultCode.SENSOR: "sensor",
    FaultCode.SLOT_LIGHT: "misfeed",
    FaultCode.SLOT_DARK: "misfeed",
    FaultCode.EXTRA_CARD: "double_feed",
}
_SAID: Final = tuple((text, _WHY[code]) for code, text in FAULTS.items() if code in _WHY)
_HINTS: Final = (
    ("jam", "jam"), ("lid", "lid"), ("power", "power"), ("reset", "power"), ("interrupted", "power"), ("link", "link"),
    ("host", "link"),
)  # fmt: skip
OTHERWISE: Final = "misfeed"


def why_of(words: str) -> str:
    """The record's word for a sentence of the shoe; where it fits none, that a card did not go as it should."""
    for text, why in _SAID:
        if text in words:
            return why
    return next((why for hint, why in _HINTS if hint in words), OTHERWISE)
