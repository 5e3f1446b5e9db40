"""The codes of the protocol as words for people."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from controller.shoe.codes import FaultCode

FAULTS: Final[dict[int, str]] = {
    FaultCode.NONE: "the machine stopped",
    FaultCode.JAM: "a card is jammed",
    FaultCode.NO_PICK: "no card could be drawn from the hopper",
    FaultCode.DOUBLE_FEED: "two cards came at once",
    FaultCode.LOST_STEPS: "the carousel is not where it should be",
    FaultCode.GATE: "a gate does not reach its place",
    FaultCode.WRONG_POCKET: "a card fell into another pocket than it should",
    FaultCode.NO_POCKET_EDGE: "a card did not reach its pocket",
    FaultCode.POCKET_FULL: "a pocket is not free: take the cards or the hand out of it",
    FaultCode.LID: "the lid was opened",
    FaultCode.TAMPER: "the case was opened while the power was off",
    FaultCode.LINK_LOST: "the shoe lost its host",
    FaultCode.RESET: "the shoe was reset",
    FaultCode.POWER: "the power failed",
    FaultCode.LOG_CRC: "the shoe's log is damaged",
    FaultCode.CONFIG_CRC: "the shoe's configuration is damaged",
    FaultCode.SENSOR: "a sensor is dirty, stuck or in sunlight: clean it",
    FaultCode.SLOT_LIGHT: "a slot that should hold a card is empty",
    FaultCode.SLOT_DARK: "a slot that should be empty holds a card",
    FaultCode.EXTRA_CARD: "there is a card too many",
}


def fault(code: int) -> str:
    """A sentence for a fault."""
    return FAULTS.get(code, f"the machine reports fault {code}")


def name(codes: type[IntEnum], value: int) -> str:
    """A word for a value of one of the protocol's tables."""
    try:
        return codes(value).name.lower().replace("_", " ")
    except ValueError:
        return str(value)
