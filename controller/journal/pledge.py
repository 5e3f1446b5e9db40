"""What a closed hand shows of its pledge: everything that is needed to check that its deal was the one committed to.

Before the cut the shoe's order was pledged by a hash that everybody saw; the nonce was sealed with the hand. Here both
come back, with the order as it lay before the cut: the pack as it was dealt, turned back by what the pone lifted. How a
commitment is made is the shoe's business; the command line puts the two together. Pure.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

from controller.journal.envelope import Json
from controller.journal.verify import HandOf


@dataclass(frozen=True, slots=True)
class Pledged:
    """The pledge of one deal. ``order``: cards by slot, before the cut; ``lifted``: what the pone cut, 0 for uncut.

    ``demo``: the order was not left to chance.
    """

    deal: str
    commitment: str
    nonce: bytes = field(repr=False)
    order: tuple[str, ...] = field(repr=False)
    lifted: int
    demo: bool = False


def pledged(hand: HandOf) -> Pledged | None:
    """The pledge that this hand was dealt from.

    ``None`` where nothing was pledged, no pack was cut, or what was sealed cannot be read (yet).
    """
    opening = next((e for e in reversed(hand.entries) if _text(e.envelope.said, "commitment") and not e.shut), None)
    if opening is None or opening.nonce is None:
        return None
    pack, lifted = list[str](), 0
    for entry in hand.entries:
        fact = entry.fact if not entry.shut else None
        if fact is None or fact.get("of") is not None:
            continue
        if fact.get("fact") == "cut":
            packets = fact.get("packets")
            lifted = cast("list[int]", packets)[0] if isinstance(packets, list) and packets else 0
        elif fact.get("fact") == "pack":
            pack = str(fact["cards"]).split()
    if not pack or "??" in pack:
        return None
    top = len(pack) - lifted
    deal = opening.envelope.header.deal or ""
    said = opening.envelope.said
    order = (*pack[top:], *pack[:top])
    return Pledged(deal, _text(said, "commitment"), opening.nonce, order, lifted, said.get("demo") is True)


def _text(said: Json, name: str) -> str:
    value = said.get(name)
    return value if isinstance(value, str) else ""
