"""The life of a pack between hopper and table: proved, pledged, cut, recorded, dealt. Pure.

:func:`step` takes a state and one thing that was said (by the shoe, by a person, by the table) and gives the state
after it, the facts to be told and the orders to be given. What it never does, whatever is said and in whatever order:

* order a deal before its order is durable in the journal and its key is kept by the shoe;
* tell two packs for one hand, or one pack for two hands;
* let anybody but the pone cut, or anything move for a deal that the laws have ended.

Nothing of a pack is a fact before its cut: then all of it is told at once, with one time.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final, assert_never

from controller.rules import facts as f
from controller.rules.cards import UNREAD, Card
from controller.rules.facts import Entry, Fact, Source
from controller.rules.record import write_entry
from controller.rules.seats import Seat
from controller.shoe import events, orders
from controller.shoe.plan import DESTS, Dest, after_cut, in_turn
from controller.table import telling, words
from controller.table.errors import Refused
from controller.table.faults import why_of
from controller.table.messages import Kept, Observed, Pledge
from controller.table.pack_state import (
    Acknowledged,
    Asks,
    Clears,
    Course,
    Cuts,
    Deals,
    DealsUncut,
    GoesOn,
    Pauses,
    Person,
    Said,
    State,
    Step,
    Stood,
    Ticked,
)
from controller.table.standing import Standing
from controller.table.tongue import translated as _

LEAST: Final = 4
"""Cards that each packet of a cut must keep."""
SOURCE: Final = "shoe"
AGAIN_S: Final = 1.0
"""Table time after which an order that was refused is given again."""
_STOPPED: Final = frozenset(("jammed", "lid open", "faulted"))


def step(state: State, said: Said, t: float, fresh: str) -> Step:
    """The step after ``said`` at ``t`` (seconds of the record). ``fresh``: an id for the deal that may begin here.

    Raises :class:`~controller.table.errors.Refused` for what a person may not do now; nothing has changed then.
    """
    turn = _Turn(state, math.floor(t * 1000) / 1000, fresh)
    match said:
        case Stood(standing=standing):
            turn.put(standing=standing)
        case Acknowledged(seq=seq):
            turn.put(acked=max(state.acked, seq))
        case orders.Keep():
            turn.put(key=said, keeping=False)
        case orders.Recall(deal=deal):
            turn.put(recall=deal, recalling=False)
        case Ticked():
            if state.pressed is not None and t - state.since >= state.cut_wait_s:
                turn.put(asked=True)
        case Deals() | Cuts() | DealsUncut() | Clears() | Pauses() | GoesOn() | Asks():
            _person(turn, said)
        case _:
            _shoe(turn, said)
    _settle(turn)
    return turn.step()


class _Turn:
    """The state while one thing is answered, and what comes out."""

    __slots__ = ("after", "fresh", "orders", "s", "t", "text", "told")

    def __init__(self, state: State, t: float, fresh: str) -> None:
        self.s = state
        self.t = t
        self.fresh = fresh
        self.told: list[Observed | Kept] = []
        self.orders: list[orders.Order] = []
        self.text = ""
        self.after = 0

    def put(self, **changes: object) -> None:
        """Change the state."""
        self.s = replace(self.s, **changes)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]

    def tell(self, fact: Fact, source: Source | None = None, pledge: Pledge | None = None) -> int:
        """Tell a fact; gives its number."""
        seq = self.s.seq + 1
        self.put(seq=seq)
        self.told.append(Observed(SOURCE, seq, self.t, write_entry(Entry(0, fact)), stands_as=source, pledge=pledge))
        return seq

    def order(self, order: orders.Order) -> None:
        """Give the shoe an order."""
        self.orders.append(order)

    def step(self) -> Step:
        """What has come out."""
        return Step(self.s, tuple(self.told), tuple(self.orders), self.text, self.after)


# --------------------------------------------------------------------------- the shoe
def _shoe(turn: _Turn, event: events.Event) -> None:  # noqa: C901 - one arm for each kind of event
    s = turn.s
    match event:
        case events.Linked(shoe=shoe):
            other = s.linked is not None and s.linked.shoe != shoe
            turn.put(linked=event, lost="", keeping=False, recalling=False, kept="" if other else s.kept)
            turn.order(orders.Report())
        case events.LinkLost(why=why):
            turn.put(lost=why or "?", doing=None, fault=None, gathering=False, keeping=False, recalling=False)
        case events.Doing():
            _doing(turn, event)
        case events.Hopper(loaded=loaded):
            turn.put(hopper=loaded, refusal=None if loaded else s.refusal)
        case events.Pocket(pocket=pocket, holds=holds):
            turn.put(pockets=s.pockets | {pocket} if holds else s.pockets - {pocket})
        case events.Pressed():
            if s.fault is not None and s.now in ("jammed", "lid open"):
                turn.order(orders.Clear(s.fault.fault))
        case events.PackRefused():
            _pack_refused(turn, event)
        case events.Prepared(deal=deal):
            if deal == s.intake:
                turn.put(pack=event, intake=None, refusal=None)
        case events.CardDealt():
            _fell(turn, event)
        case events.DealDone(deal=deal):
            if s.course is not None and s.course.deal == deal:
                turn.put(course=replace(s.course, stage="done"), past=deal)
                turn.order(orders.Report())
        case events.DealVoid():
            _void(turn, event)
        case events.Resumed(deal=deal):
            if s.course is not None and s.course.deal == deal and s.course.stage == "again":
                turn.put(course=replace(s.course, stage="dealing"))
        case events.Kept(deal=deal):
            turn.put(kept=deal, keeping=False)
        case events.Returned(deal=deal, key=key):
            if deal == s.recall:
                turn.put(recall=None, recalling=False, kept=deal if key is not None else s.kept)
                turn.told.append(Kept(deal, key))
        case events.Faulted():
            turn.put(fault=event)
        case events.Refused(order=order, why=why):
            _order_refused(turn, order.lower(), why)
        case events.Reported():
            turn.put(report=event)
        case _:
            assert_never(event)


def _doing(turn: _Turn, doing: events.Doing) -> None:
    s = turn.s
    if doing.state == "link lost":
        return
    fault = s.fault if doing.state in _STOPPED else None
    gathering = s.gathering and doing.state in ("void", "gathering", s.now)
    turn.put(doing=doing, fault=fault, gathering=gathering)
    if doing.state != s.now:
        turn.put(stuck=None, again=-math.inf)


def _pack_refused(turn: _Turn, event: events.PackRefused) -> None:
    """Of a pack that nobody has cut: it belongs to no deal yet, and the hand that is played is none the worse."""
    if turn.s.intake is None:
        return
    place = None if turn.s.fault is None else _place(turn.s.fault.place)
    told = 0
    for why, cards in (
        ("missing", event.missing),
        ("double", event.double),
        ("foreign", (UNREAD,) * (event.foreign + event.extra)),
        ("faced", (UNREAD,) * event.faced),
        ("unread", (UNREAD,) * event.unread),
    ):
        if cards:
            told = turn.tell(f.Failed(why, cards, of="still"))
    told = told or turn.tell(f.Failed(why_of(event.words), place=place, of="still"))
    turn.put(intake=None, hopper=False, refusal=event, refused=told, gather=told)


def _fell(turn: _Turn, event: events.CardDealt) -> None:
    """A card lies in its pocket. One that is not the next one of the plan is no card that may be told."""
    s, course = turn.s, turn.s.course
    if course is None or course.deal != event.deal or course.stage not in ("dealing", "again"):
        return
    if event.number <= course.told:
        return
    plan, at = course.plan, event.number - 1
    if event.number != course.told + 1 or at >= len(plan.cards) or plan.cards[at] != event.card:
        turn.put(gather=turn.tell(f.Failed("misfeed", place="pocket")), course=replace(course, stage="stopping"))
        turn.order(orders.Void(course.deal, "the card that fell is not the next one of the plan"))
        return
    seat = _seat_of(s.standing, event.dest, course.by)
    if seat is None:
        turn.put(gather=turn.tell(f.Failed("misfeed", place="reject")), course=replace(course, stage="stopping"))
        turn.order(orders.Void(course.deal, "a card of the deal went to the reject tray"))
        return
    turn.tell(f.Dealt(seat, (event.card,), by=course.by))
    turn.put(course=replace(course, told=event.number))


def _void(turn: _Turn, event: events.DealVoid) -> None:
    s = turn.s
    if event.deal in (s.intake, None if s.pack is None else s.pack.deal):
        told = turn.tell(f.Failed(why_of(event.why), place=_place(event.place), of="still"))
        turn.put(intake=None, pack=None, pressed=None, asked=False, gather=told)
    elif s.course is not None and s.course.deal == event.deal and s.course.stage != "done":
        if s.course.going:
            turn.put(gather=turn.tell(f.Failed(why_of(event.why), place=_place(event.place))))
        turn.put(course=None, past=event.deal, held=False)


def _order_refused(turn: _Turn, order: str, why: str) -> None:
    s = turn.s
    course = s.course
    turn.put(stuck=why, again=turn.t + AGAIN_S)
    match order:
        case "prepare":
            turn.put(intake=None)
        case "keep":
            turn.put(keeping=False)
        case "deal" if course is not None and course.stage == "dealing" and course.told == 0:
            turn.put(course=replace(course, stage="sealing"))
        case "resume" if course is not None and course.stage == "dealing":
            turn.put(course=replace(course, stage="again"))
        case "void" if course is not None and course.stage == "stopping":
            turn.put(course=None, past=course.deal)
        case "eject":
            turn.put(gathering=False)
        case "pause":
            turn.put(held=False)
        case _:
            pass


def _place(place: str) -> str | None:
    return None if place in ("", "nowhere", "host") else place


# --------------------------------------------------------------------------- people
def _person(turn: _Turn, said: Person) -> None:
    s = turn.s
    match said:
        case Deals(seat=seat):
            _may_deal(s)
            turn.put(pressed=seat, since=turn.t, asked=False)
            pone = turn.s.pone or ""
            turn.text = _("{dealer} deals; {pone} cuts.").format(dealer=words.seat(seat), pone=words.seat(pone))
        case Cuts(seat=seat, number=number, source=source):
            pack, standing, dealer = _cuttable(s)
            if seat != s.pone:
                raise Refused(_("{pone} cuts to {dealer}.").format(
                    pone=words.seat(s.pone or ""), dealer=words.seat(dealer)
                ))  # fmt: skip
            most = len(standing.pack) - LEAST
            if not LEAST <= number <= most:
                raise Refused(_("A cut lifts {least} to {most} cards.").format(least=LEAST, most=most))
            _cut(turn, pack, standing, dealer, number, source)
            turn.text = _("{who} cut {n} cards.").format(who=words.seat(seat), n=number)
        case DealsUncut():
            _cut(turn, *_cuttable(s), 0, "director")
            turn.text = _("The pack is dealt uncut.")
        case Clears(fault=fault):
            if s.fault is None or s.fault.fault != fault:
                raise Refused(_("That fault does not stand any more."))
            turn.order(orders.Clear(fault))
            turn.text = _("The shoe is told that it is cleared.")
        case Pauses():
            if s.course is None or not s.course.going or s.course.stage == "sealing":
                raise Refused(_("The shoe is not dealing."))
            turn.put(held=True)
            turn.order(orders.Pause())
            turn.text = _("The shoe pauses after this card.")
        case GoesOn():
            _goes_on(turn)
            turn.text = _("The shoe goes on.")
        case Asks():
            _reached(s)
            turn.order(orders.Report())
            turn.text = _("The shoe is asked.")


def _goes_on(turn: _Turn) -> None:
    s = turn.s
    _reached(s)
    course = s.course
    turn.put(held=False, stuck=None, again=-math.inf)
    if course is not None and course.stage == "dealing":
        turn.order(orders.Resume(course.plan, course.told))
    elif course is None or not course.going:
        raise Refused(_("There is no deal that could go on."))


def _reached(s: State) -> None:
    if s.linked is None or s.lost:
        raise Refused(_("The shoe cannot be reached."))


def _may_deal(s: State) -> Standing:
    """Raises :class:`Refused` in words where nobody can deal now."""
    _reached(s)
    if s.standing is None or s.standing.stage == "busy" or (s.course is not None and s.course.going):
        raise Refused(_("A hand is being dealt or played."))
    if s.pack is None or s.now != "ready":
        raise Refused(_("There is no pack ready in the shoe."))
    if s.pockets:
        raise Refused(_("Take up the cards that lie in the shoe first."))
    return s.standing


def _cuttable(s: State) -> tuple[events.Prepared, Standing, Seat]:
    """The pack that may be cut now, and who deals it. Raises :class:`Refused`."""
    standing = _may_deal(s)
    if s.pressed is None or s.pack is None:
        raise Refused(_("The dealer presses first."))
    return s.pack, standing, s.pressed


def _cut(turn: _Turn, pack: events.Prepared, standing: Standing, dealer: Seat, number: int, source: Source) -> None:
    """The pack is this hand's now: everything about it becomes a fact, at one time and in one order."""
    pone = standing.seating.right(dealer)
    pledge = Pledge(pack.deal, pack.commitment, pack.nonce)
    if standing.stage == "done" and number:
        turn.tell(f.NextCut(pone), source)
    if standing.stage != "open":
        turn.tell(f.NextDeal(standing.dealer), source, pledge)
    turn.tell(f.Shuffled(dealer), None, pledge)
    turn.tell(f.Presented(dealer), None, pledge)
    if number:
        turn.tell(f.Cut(pone, (number, len(pack.order) - number)), source, pledge)
    else:
        turn.tell(f.Said("bystander", "remark", of=telling.UNCUT), source, pledge)
    plan = plan_of(standing, pack.deal, pack.order, number, dealer)
    turn.after = turn.tell(f.Pack(after_cut(pack.order, number)), None, pledge)
    turn.put(pack=None, pressed=None, asked=False, course=Course(plan, dealer, turn.after))


# --------------------------------------------------------------------------- what follows by itself
def _settle(turn: _Turn) -> None:
    for follow in (_begun, _over, _taken_over, _turned, _unpressed):
        follow(turn)
    if turn.s.linked is None or turn.s.lost or turn.t < turn.s.again:
        return
    _keys(turn)
    if turn.s.doing is not None:
        for follow in (_deal, _gathered, _prepared):
            follow(turn)


def _begun(turn: _Turn) -> None:
    """The table stands in the hand of this deal, and the journal holds its pack."""
    course, standing = turn.s.course, turn.s.standing
    if course is None or standing is None or course.begun or standing.deal != course.deal:
        return
    if standing.sealed is not None:
        turn.put(course=replace(course, begun=True))


def _over(turn: _Turn) -> None:
    """A deal stops when its hand counts no more, or the table is in another."""
    course, standing = turn.s.course, turn.s.standing
    if course is None or standing is None or not course.begun or not course.going:
        return
    if standing.deal == course.deal and standing.stage == "busy":
        return
    turn.put(course=replace(course, stage="stopping"), held=False)
    turn.order(orders.Void(course.deal, "the hand does not count any more"))


def _taken_over(turn: _Turn) -> None:
    """A hand that the journal left in mid-deal goes on; without its order it cannot."""
    s, standing = turn.s, turn.s.standing
    sealed = None if standing is None else standing.sealed
    if standing is None or sealed is None or standing.deal == s.past or standing.stage != "busy":
        return
    if s.course is not None or (sealed.told >= len(standing.pack) and sealed.turned):
        return
    if not sealed.cards:
        if sealed.told < len(standing.pack):
            turn.put(past=standing.deal, gather=turn.tell(f.Failed("power")))
        return
    order = after_cut(sealed.cards, len(sealed.cards) - sealed.lifted)
    plan = plan_of(standing, standing.deal, order, sealed.lifted, sealed.by)
    turn.put(course=Course(plan, sealed.by, 0, sealed.told, sealed.turned, "again", begun=True))


def _turned(turn: _Turn) -> None:
    """The last card lies face up in the tray."""
    course = turn.s.course
    if course is not None and not course.turned and course.told == len(course.plan.cards):
        turn.tell(f.Turned(course.plan.cards[-1], course.by))
        turn.put(course=replace(course, turned=True))


def _unpressed(turn: _Turn) -> None:
    s = turn.s
    if s.pressed is not None and (s.pack is None or s.standing is None or s.standing.stage == "busy"):
        turn.put(pressed=None, asked=False)


def _keys(turn: _Turn) -> None:
    s = turn.s
    if s.recall is not None and not s.recalling:
        turn.put(recalling=True)
        turn.order(orders.Recall(s.recall))
    if s.key is not None and s.kept != s.key.deal and not s.keeping:
        turn.put(keeping=True)
        turn.order(s.key)


def _deal(turn: _Turn) -> None:
    """The shoe deals what is durable, and goes on with what was begun."""
    s, course = turn.s, turn.s.course
    if course is None:
        return
    if course.stage == "sealing" and course.begun and s.acked >= course.sealed and s.kept == course.deal:
        if s.now == "ready":
            turn.put(course=replace(course, stage="dealing"))
            turn.order(course.plan)
    elif course.stage == "again" and s.now not in ("dealing", "gathering"):
        turn.put(course=replace(course, stage="dealing"))
        turn.order(orders.Resume(course.plan, course.told))


def _gathered(turn: _Turn) -> None:
    """What is left of a dead deal goes to the reject tray, when it is durable that it is dead."""
    s = turn.s
    idle = s.intake is None and s.pack is None and (s.course is None or s.course.stage == "done")
    left = s.now == "void" or (s.now == "paused" and s.standing is not None)
    if not idle or not left or s.gathering or s.acked < (s.gather or 0):
        return
    turn.put(gathering=True, gather=None)
    turn.order(orders.Eject())


def _prepared(turn: _Turn) -> None:
    """A pack in the hopper is taken in as soon as there is room for it."""
    s = turn.s
    idle = s.intake is None and s.pack is None and (s.course is None or s.course.stage == "done")
    if not (idle and s.hopper and s.standing is not None and s.now in ("no pack", "dealt")) or s.fault is not None:
        return
    turn.put(intake=turn.fresh, refusal=None)
    turn.order(orders.Prepare(turn.fresh, s.standing.game, s.standing.pack))


# --------------------------------------------------------------------------- pockets and plans
def pockets_of(standing: Standing) -> dict[Seat, Dest]:
    """The pocket of each seat: that with its letter, or where seats have other letters those in order."""
    seats = standing.seating.seats
    if all(seat in DESTS for seat in seats):
        return {seat: dest for seat in seats for dest in DESTS if dest == seat}
    return dict(zip(seats, DESTS, strict=False))


def plan_of(standing: Standing, deal: str, order: tuple[Card, ...], lifted: int, dealer: Seat) -> orders.Deal:
    """How this order is dealt by ``dealer`` after ``lifted`` cards were cut: the last one face up to the tray."""
    pockets = pockets_of(standing)
    hands: list[Dest] = [pockets[seat] for seat in standing.seating.round(standing.seating.left(dealer))]
    return orders.deal_of(deal, order, lifted, in_turn(hands, standing.packets, turned=True))


def _seat_of(standing: Standing | None, dest: Dest, dealer: Seat) -> Seat | None:
    if dest == "turn-up":
        return dealer
    return next((s for s, d in pockets_of(standing).items() if d == dest), None) if standing is not None else None
