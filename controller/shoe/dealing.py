"""The course of a deal: the plan uploaded, credit raised as cards fall, and every edge compared with the plan.

The shoe deals by itself as far as its credit goes; the host promises nothing in real time and keeps its veto. What the
table hears of is only what a pocket's edge saw.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from controller.shoe import events, messages, orders
from controller.shoe.codes import StateCode
from controller.shoe.errors import Halted
from controller.shoe.operator import STALL_S, Doings, Given, Operator, Pack, Running, Wish
from controller.shoe.packets import crc16
from controller.shoe.plan import DESTS
from controller.shoe.taking_in import occupied

FINISHED: Final = (StateCode.DEALT, StateCode.IDLE)
AHEAD: Final = 6
"""How many cards further than the last one heard of the shoe may deal."""
_PART: Final = 22
"""Cards of a plan in one packet."""


def deal(op: Operator, order: orders.Deal) -> Doings:
    """Follow ``Deal``: of the pack that was prepared, and of no other."""
    pack = op.pack
    if pack is None or pack.deal != order.deal or op.state not in (StateCode.SHUFFLED, StateCode.PAUSED):
        op.refuse(order, "that pack is not ready to be dealt")
    elif not lies_there(pack, order) or len(order.cards) != len(pack.order):
        op.refuse(order, "what is to be dealt is not what lies in the carousel")
    else:
        op.running = Running(order)
        yield from go_on(op, op.running, 1)


def go_on(op: Operator, running: Running, at: int) -> Doings:
    """From card ``at`` to the end. Raises :class:`~controller.shoe.errors.Halted` where the machine stops before."""
    if at == 1:
        yield from _until_empty(op, running, "take the cards out of the pockets, and the deal begins")
    pairs = _pairs(running.deal)
    for first in range(0, running.count, _PART):
        steps = pairs[2 * first : 2 * (first + _PART)]
        yield from op.command(messages.Plan(running.tag, first + 1, steps))
    yield from op.command(messages.BeginDeal(running.tag, running.count, at, crc16(pairs)))
    yield from _follow(op, running)
    yield from finish(op, running)


def fell(op: Operator, running: Running, number: int, dest: int, us: int | None) -> None:
    """A card fell, by its edge or by the shoe log. Raises ``Halted`` where it is not what the plan says."""
    wanted = running.told + 1
    if 0 < number < wanted and dest == DESTS.index(running.deal.dests[number - 1]):
        return  # the shoe log had told it before
    if number != wanted or dest != DESTS.index(running.deal.dests[wanted - 1]):
        raise Halted(f"card {wanted} should have fallen, and not card {number} where it did", "pocket", fatal=True)
    running.told, running.tries = number, 0
    plan = running.deal
    op.tell(events.CardDealt(plan.deal, number, plan.dests[number - 1], plan.cards[number - 1], us))
    op.doing("dealing", "the cards are being dealt", number, running.count)


def finish(op: Operator, running: Running) -> Doings:
    """Every card fell: look whether the carousel is empty and the shoe log complete, and the deal is done."""
    op.doing("checking", "the carousel is looked at", running.count, running.count)
    if op.state not in FINISHED:
        yield from op.until(*FINISHED)
    _, audited = yield from op.audit()
    if occupied(audited) or (audited.tag, audited.committed) != (running.tag, running.count):
        raise Halted("the deal is over, and the carousel or the shoe log says otherwise", "carousel", fatal=True)
    op.running, op.pack, op.dealt = None, None, running.count
    op.tell(events.DealDone(running.deal.deal))
    yield from op.command(messages.Lock(0))


def void(op: Operator, running: Running, why: str, place: str) -> Doings:
    """The deal is dead, in the shoe's log too. What is left in the carousel stays there until ``Eject``."""
    op.condemn(running.tag)
    op.tell(events.DealVoid(running.deal.deal, why, place, running.told))
    yield from op.kill(running.tag)


def lies_there(pack: Pack, order: orders.Deal) -> bool:
    """Whether each card of a deal lies in the slot from which it would be dealt."""
    lies = dict(enumerate(pack.order))
    same = all(lies.get(slot) == card for card, slot in zip(order.cards, order.slots, strict=True))
    return pack.deal == order.deal and same


# --------------------------------------------------------------------------- inside
def _pairs(order: orders.Deal) -> bytes:
    return bytes(b for slot, dest in zip(order.slots, order.dests, strict=True) for b in (slot, DESTS.index(dest)))


def _follow(op: Operator, running: Running) -> Doings:
    credit = 0
    while running.told < running.count:
        credit = yield from _raised(op, running, credit)
        waits = credit <= running.told or op.waits_for_a_hand
        item = yield from op.listen(None if waits else STALL_S)
        if isinstance(item, messages.Dealt):
            if item.tag != running.tag:
                raise Halted("a card of another deal fell", "pocket", fatal=True)
            fell(op, running, item.card_no, item.dest, item.us)
            yield from op.hand_gone()
        elif isinstance(item, orders.Pause):
            running.held = True
            yield from op.command(messages.Pause())
        else:
            op.mind(item)


def _raised(op: Operator, running: Running, credit: int) -> Generator[Wish, Given, int]:
    """The new credit. It ends at a stop until the pockets that come next are empty."""
    told = running.told
    if told in running.deal.stops:
        yield from _until_empty(op, running, "take the hands out of the pockets, and the deal goes on")
    stop = min((stop for stop in running.deal.stops if stop > told), default=running.count)
    upto = min(told + AHEAD, stop)
    if upto > credit and not running.held:
        yield from op.command(messages.Credit(running.tag, upto))
    return max(upto, credit)


def _until_empty(op: Operator, running: Running, words: str) -> Doings:
    """Wait until no pocket that will get a card holds one."""
    coming = set(running.deal.dests[running.told :])
    while any(op.pockets.get(pocket) for pocket in coming):
        op.doing("dealing", words, running.told, running.count)
        op.mind((yield from op.listen(None)))
