"""The course after an interruption: plan, shoe log and sensors are compared, and the deal goes on or is void."""

from __future__ import annotations

import struct
from collections.abc import Generator, Iterator
from typing import Final

from controller.shoe import events, messages
from controller.shoe.codes import DestCode, LogKindCode, SensorCode, StateCode
from controller.shoe.dealing import FINISHED, fell, finish, go_on
from controller.shoe.errors import Halted
from controller.shoe.operator import Course, Doings, Given, Operator, Running, Wish
from controller.shoe.plan import DESTS, Dest
from controller.shoe.recovery import Blocked, GoOn, Hopeless, Path, Scene, conclude, follows
from controller.shoe.taking_in import occupied

Fallen = list[tuple[int, int]]
"""Numbers and destinations of cards."""
_ENTRY: Final = struct.Struct("<HBBBHB")
_OLDEST: Final = 0xFFFF
"""A number that no log entry has: all that are kept come behind it."""
_LOOK_AGAIN_S: Final = 0.5
_TRIES: Final = 5


def take_up(op: Operator, running: Running) -> Doings:
    """Find out where every card is, and go on. Raises ``Halted``, fatal where the deal is void."""
    running.tries += 1
    if running.tries > _TRIES:
        raise Halted("the deal stopped again and again without a card falling", op.fault_place(), fatal=True)
    op.doing("checking", "the shoe looks where the cards are", running.told, running.count)
    status = yield from _at_rest(op)
    if status.tag != running.tag:
        raise Halted("the shoe holds another deal", "log", fatal=True)
    if status.dead:
        raise Halted(op.fault_words(), op.fault_place(), fatal=True)
    if status.fault:
        yield from op.command(messages.ClearFault(status.fault))
    found, missed = yield from _concluded(op, running)
    # What fell unheard is told now that the scan has shown that the shoe holds this very plan.
    for number, dest in missed:
        fell(op, running, number, dest, None)
    yield from _bring_in(op, running, found)
    op.tell(events.Resumed(running.deal.deal, found.at))
    if found.at > running.count:
        yield from finish(op, running)
    else:
        yield from go_on(op, running, found.at)


def _at_rest(op: Operator) -> Course[messages.Status]:
    """The status of a shoe that stands still."""
    status = yield from op.status()
    if status.state == StateCode.DEALING:
        yield from op.command(messages.Pause())
        yield from op.until(StateCode.PAUSED, *FINISHED)
        status = yield from op.status()
    return status


def _missed(op: Operator, running: Running, committed: int) -> Generator[Wish, Given, Fallen]:
    """Numbers and pockets of the cards that fell and were not heard of, from the shoe log."""
    if committed < running.told:
        raise Halted("the shoe log counts fewer cards than fell", "log", fatal=True)
    if committed == running.told:
        return []
    logged: dict[int, int] = {}
    after = _OLDEST
    while True:
        log = yield from op.ask(messages.GetLog(after), messages.Log)
        if len(log.entries) < _ENTRY.size:
            break
        for number, kind, a, b, tag, _ in _entries(log.entries):
            after = number
            if kind in (LogKindCode.INTAKE_BEGUN, LogKindCode.PACK_IN):
                logged.clear()
            if kind == LogKindCode.DEALT and tag == running.tag:
                logged[a] = b
    fallen = [(number, logged.get(number, -1)) for number in range(running.told + 1, committed + 1)]
    for number, dest in fallen:
        if dest != DESTS.index(running.deal.dests[number - 1]):
            raise Halted(f"the shoe log does not say that card {number} fell where it should", "log", fatal=True)
    return fallen


def _entries(data: bytes) -> Iterator[tuple[int, int, int, int, int, int]]:
    whole = len(data) // _ENTRY.size * _ENTRY.size
    yield from _ENTRY.iter_unpack(data[:whole])


def _concluded(op: Operator, running: Running) -> Generator[Wish, Given, tuple[GoOn, Fallen]]:
    """How the deal goes on, and what fell unheard. Waits while a hand stands in a pocket."""
    while True:
        scene = yield from _scene(op, running)
        missed = yield from _missed(op, running, scene.committed)
        found = conclude(running.deal.slots, running.deal.dests, scene)
        match found:
            case GoOn():
                return found, missed
            case Hopeless(why, place):
                raise Halted(why, place, fatal=True)
            case Blocked(pockets):
                op.doing("paused", f"take the hand out of pocket {', '.join(pockets)}", running.told, running.count)
                yield from op.wait(_LOOK_AGAIN_S)


def _scene(op: Operator, running: Running) -> Generator[Wish, Given, Scene]:
    """What log, scan and sensors say. Once more where the first look came a moment before the shoe stood still."""
    scene = yield from _looked(op, running)
    return scene if follows(scene.before, scene.after) else (yield from _looked(op, running))


def _looked(op: Operator, running: Running) -> Generator[Wish, Given, Scene]:
    sensors, audited = yield from op.audit()
    if audited.tag != running.tag:
        raise Halted("the shoe holds another deal", "log", fatal=True)
    before = _path(sensors.path, sensors.pockets)
    after = _path(audited.path, audited.pockets)
    return Scene(audited.committed, occupied(audited), before, after, bool(audited.torn))


def _path(path: int, pockets: int) -> Path:
    mouths: frozenset[Dest] = frozenset(dest for n, dest in enumerate(DESTS) if pockets >> n & 1)
    return Path(bool(path >> SensorCode.X1 & 1), bool(path >> SensorCode.X2 & 1), mouths)


def _bring_in(op: Operator, running: Running, found: GoOn) -> Doings:
    """What stands in the exit path comes into its pocket."""
    if found.settle is not None:
        yield from op.command(messages.Settle(running.tag, DESTS.index(found.settle)))
        yield from op.until(*FINISHED, StateCode.PAUSED)
    for number in found.drive:
        dest = DestCode(DESTS.index(running.deal.dests[number - 1]))
        yield from op.command(messages.Drive(running.tag, number, dest))
        event = yield from op.event(messages.Dealt)
        fell(op, running, event.card_no, event.dest, event.us)
