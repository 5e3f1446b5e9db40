"""The course of a whole session: what is found when it begins, and then one order or event after the other."""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from controller.shoe import events, messages, orders
from controller.shoe.codes import StateCode
from controller.shoe.dealing import FINISHED, deal, lies_there, void
from controller.shoe.errors import Declined, Halted, Stalled
from controller.shoe.operator import Doings, Given, Item, Operator, Running, Wish
from controller.shoe.plan import tag_of
from controller.shoe.reconciling import take_up
from controller.shoe.taking_in import gather, occupied, refuse, take_in

_AGAIN_S: Final = 1.0
_NEEDS_A_PERSON: Final[dict[StateCode, events.State]] = {
    StateCode.JAMMED: "jammed",
    StateCode.LID_OPEN: "lid open",
    StateCode.FAULTED: "faulted",
}


def session(op: Operator, hello: messages.HelloReply) -> Doings:
    """From the greeting on, until the link drops it."""
    op.linked(hello)
    yield from op.look()
    yield from op.status()
    yield from op.pay()
    op.defers = True
    yield from _guarded(op, _interrupted(op))
    while True:
        op.defers = True
        yield from _guarded(op, _unbidden(op))
        yield from op.pay()
        _show(op)
        item = op.deferred.popleft() if op.deferred else (yield from _next(op))
        op.defers = False
        if item is not None:
            yield from _guarded(op, _bidden(op, item))


def _next(op: Operator) -> Generator[Wish, Given, Item | None]:
    """What happens next; ``None`` when it is time to take a deal up again that nobody holds up."""
    waiting = op.running is not None and not op.running.held and op.state not in _NEEDS_A_PERSON
    try:
        return (yield from op.listen(_AGAIN_S if waiting else None))
    except Stalled:
        return None


def _guarded(op: Operator, course: Doings) -> Doings:
    """Follow a course; where it fails, what was being dealt is void or left to be taken up."""
    try:
        yield from course
    except (Declined, Halted, Stalled) as e:
        running = op.running
        fatal = isinstance(e, Stalled) or (isinstance(e, Halted) and e.fatal)
        if running is not None and fatal:
            yield from _guarded(op, void(op, running, str(e), e.place if isinstance(e, Halted) else "nowhere"))
        elif not isinstance(e, Halted):
            yield from op.status()


def _interrupted(op: Operator) -> Doings:
    """What was going on when the session before this one ended."""
    if op.reading is not None:
        refuse(op, None, op.interruption)
    elif op.pack is not None and op.running is None:
        yield from _still_there(op, op.pack.deal, frozenset(range(len(op.pack.order))))


def _still_there(op: Operator, name: str, slots: frozenset[int]) -> Doings:
    """Whether the pack that was prepared is there as it was."""
    status = yield from op.status()
    if op.state in _NEEDS_A_PERSON or status.dead or status.tag != tag_of(name):
        _pack_lost(op, op.fault_words())
        return
    op.doing("checking", "the shoe looks whether the pack is as it was")
    _, audited = yield from op.audit()
    if occupied(audited) != slots:
        _pack_lost(op, "the carousel does not hold the pack any more")


def _pack_lost(op: Operator, why: str) -> None:
    """The pack that was ready will not be dealt."""
    if op.pack is not None:
        name = op.pack.deal
        op.condemn(tag_of(name))
        op.tell(events.DealVoid(name, why, op.fault_place(), 0))


def _unbidden(op: Operator) -> Doings:
    """What is to be done now without an order."""
    running, unwanted = op.running, op.unwanted
    if unwanted is not None:
        yield from _not_wanted(op, unwanted)
    elif running is not None and op.state in (StateCode.LID_OPEN, StateCode.VOID):
        yield from void(op, running, op.fault_words(), op.fault_place())
    elif op.pack is not None and running is None and op.state in (*_NEEDS_A_PERSON, StateCode.VOID):
        _pack_lost(op, op.fault_words())
    elif op.state in _NEEDS_A_PERSON:
        return
    elif running is not None and not running.held:
        yield from take_up(op, running)
    elif op.condemned is not None and op.gathering:
        yield from gather(op)


def _not_wanted(op: Operator, order: orders.Void) -> Doings:
    op.unwanted = None
    if op.running is not None:
        yield from void(op, op.running, order.why, "host")
    else:
        _pack_lost(op, order.why)


def _bidden(op: Operator, item: Item) -> Doings:
    """Follow an order. Events have been seen to where they were heard."""
    match item:
        case orders.Prepare():
            yield from take_in(op, item)
        case orders.Deal():
            yield from deal(op, item)
        case orders.Resume():
            _resume(op, item)
        case orders.Pause() | orders.Void():
            op.note(item)
        case orders.Eject():
            _eject(op, item)
        case _:
            pass


def _resume(op: Operator, order: orders.Resume) -> None:
    """Go on with a deal: its course is taken up when this has been noted."""
    running = op.running
    if running is not None and running.deal == order.deal:
        running.held, running.tries = False, 0
    elif running is None and op.condemned is None and (op.pack is None or lies_there(op.pack, order.deal)):
        op.running = Running(order.deal, order.told)
    else:
        op.refuse(order, "another pack is in the carousel")


def _eject(op: Operator, order: orders.Eject) -> None:
    if op.running is not None or op.pack is not None:
        op.refuse(order, "a deal is going on")
        return
    op.condemned = op.condemned or 0
    op.gathering = True


def _show(op: Operator) -> None:
    """What the shoe does while it waits for an order."""
    running = op.running
    done, of = (running.told, running.count) if running is not None else (0, 0)
    if (state := _NEEDS_A_PERSON.get(op.state)) is not None:
        op.doing(state, op.fault_words(), done, of)
    elif running is not None:
        op.doing("paused", "the deal is paused", done, of)
    elif op.condemned is not None or op.state is StateCode.VOID:
        op.doing("void", "the deal is void: eject the cards")
    elif op.pack is not None:
        op.doing("ready", "the pack is ready to be cut", len(op.pack.order), len(op.pack.order))
    elif op.state in FINISHED and op.dealt:
        op.doing("dealt", "the cards are dealt", op.dealt, op.dealt)
    elif op.state in FINISHED:
        op.doing("no pack", "put a pack into the hopper" if not op.loaded else "a pack is in the hopper")
    else:
        op.doing("paused", "the shoe holds cards of a deal that is not known here: resume that deal, or eject them")
