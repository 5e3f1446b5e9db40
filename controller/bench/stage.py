"""What happened at a table, acted by the film maker's hands: facts become visits of arms to the felt.

Only what a camera over the table can see is acted: cards that are laid down, taken back, dropped, gathered, turned or
opened. What was said, dealt or decided takes no time. The facts of a record follow each other at 1.2 seconds, or as
close as their own ``t`` say that they did; where hands are played live, each act is told when it begins.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from controller.rules import facts as f
from controller.rules.cards import PACK, UNREAD, Card
from controller.rules.errors import PoneError
from controller.rules.facts import Entry
from controller.rules.heading import Heading
from controller.rules.record import Record
from controller.rules.seats import Seat
from vision.render.choreography import Choreography, Deed
from vision.render.deck import DrawnPack
from vision.render.film import Reel
from vision.render.scene import Scene
from vision.render.timeline import Timeline

PLAY_S: Final = 1.2
"""From one play to the next."""
TOGETHER_S: Final = 0.05
"""Least time between the rests of two facts, so that the record's order can be seen."""


class NothingToFilm(PoneError, ValueError):
    """A record in which no card was seen on the table."""


def act(record: Record, made: Scene, seed: int, *, first: int = 1, last: int | None = None) -> Reel:
    """What a record's players did, as a reel in a scene. Raises :class:`NothingToFilm`.

    A clip shows the record's first hand from trick ``first`` to ``last`` only: what was gathered before lies there in
    its packets, with whatever else was on the table then.
    """
    stage = Stage(record.heading, made, seed, first)
    for entry in record.entries:
        if last is not None and stage.quitted >= last and isinstance(entry.fact, (f.Played, f.NextDeal)):
            break
        stage.act(entry)
    return stage.reel()


@dataclass(slots=True)
class _Hand:
    """What is known of one hand while it is acted."""

    dealt: dict[Seat, list[Card]] = field(default_factory=dict[Seat, list[Card]])
    plays: list[tuple[Seat, Card]] = field(default_factory=list[tuple[Seat, Card]])
    quitted: list[tuple[Seat, int]] = field(default_factory=list[tuple[Seat, int]])
    """For each quitted trick, who gathered it and which of his packets it is."""
    packets: dict[Seat, int] = field(default_factory=dict[Seat, int])
    turn_up: tuple[Seat, Card, int] | None = None
    """Whose it is, which, and of which pack."""
    lying: dict[Card, Seat] = field(default_factory=dict[Card, Seat])
    """Cards that lay open before their owners when a clip begins."""
    seen: set[Card] = field(default_factory=set[Card])


class Stage:
    """Acts one fact after the other, each when the one before has been seen."""

    def __init__(self, heading: Heading, made: Scene, seed: int, first: int = 1) -> None:
        self._heading = heading
        self._seats = heading.seating.seats
        self._scene = with_still_pack(made)
        self._work = Choreography(self._seats, self._scene.people, seed)
        self._hands = [_Hand()]
        self._dealer = heading.dealer
        self._lines: dict[int, int] = {}
        self._next = 0.6
        self._rest = 0.0
        self._at: float | None = None
        self._free = dict.fromkeys(self._seats, 0.0)
        self._before: float | None = None
        self._first = first
        self._begun = first <= 1

    @property
    def quitted(self) -> int:
        """How many tricks of the hand have been quitted."""
        return len(self._hand.quitted)

    @property
    def _hand(self) -> _Hand:
        return self._hands[-1]

    def reel(self) -> Reel:
        """All that was acted."""
        work = self._work
        if not work.deeds:
            raise NothingToFilm("nothing in this record was seen on the table: no card was played, turned or exposed")
        return Reel(
            self._scene,
            work.timeline(),
            tuple(work.deeds),
            work.places,
            {},
            dict(self._heading.source),
            tuple({seat: " ".join(cards) for seat, cards in hand.dealt.items()} for hand in self._hands),
            self._lines,
        )

    @property
    def scene(self) -> Scene:
        """Where it is acted."""
        return self._scene

    @property
    def timeline(self) -> Timeline:
        """All that moves so far."""
        return self._work.timeline(0.0)

    @property
    def end(self) -> float:
        """When the last arm told so far has gone."""
        return self._work.end

    def act(self, entry: Entry, at: float | None = None) -> tuple[Deed, ...]:
        """Act one fact, if a camera would see it: what was done. ``at``: an arm sets out then, or when it is free."""
        self._at = at
        before = len(self._work.deeds)
        if self._begun:
            self._act(entry)
        else:
            self._pass_over(entry)
        return tuple(self._work.deeds[before:])

    def _act(self, entry: Entry) -> None:
        match entry.fact:
            case f.Dealt(to=to, cards=cards):
                self._hand.dealt.setdefault(to, []).extend(cards)
            case f.Turned(card=card, at=at, of=of):
                seat, pack = self._turned(card, at, of)
                self._do(entry, seat, lambda t: self._work.turn_up(seat, card, t, pack=pack))
            case f.Played(by=by, cards=cards, maybe=maybe):
                self._play(entry, by, self._readable(by, cards, maybe))
            case f.Indicated() | f.Withdrew() as fact:
                self._take_back(entry, fact)
            case f.Exposed(by=by, cards=cards, how=how, maybe=maybe) if how != "floor":
                self._expose(entry, by, self._readable(by, cards, maybe))
            case f.TookUp(by=by, what="turn-up"):
                self._take_up(entry, by)
            case f.LaidOpen(by=by, cards=cards):
                laid = [card for card in cards or self._held(by) if card not in self._work.lying()]
                if laid:
                    self._hand.seen.update(laid)
                    self._do(entry, by, lambda t: self._work.lay_open(by, laid, t))
            case f.ThrewIn(by=by):
                held = [card for card in self._held(by) if card not in self._work.lying()]
                if held:
                    self._hand.seen.update(held)
                    self._do(entry, by, lambda t: self._work.throw_in(by, held, t))
            case f.Quitted(by=by):
                self._gather(entry, by)
            case f.Looked(by=by, at="trick", trick=trick) if trick is not None:
                self._look(entry, by, trick)
            case f.NextDeal(dealer=dealer):
                self._next_deal(dealer)
            case _:
                pass

    # ------------------------------------------------------------ before a clip begins
    def _pass_over(self, entry: Entry) -> None:
        """Remember what a fact left on the table, without acting it."""
        hand = self._hand
        match entry.fact:
            case f.Dealt(to=to, cards=cards):
                hand.dealt.setdefault(to, []).extend(cards)
            case f.Turned(card=card, at=at, of=of):
                self._turned(card, at, of)
            case f.TookUp(what="turn-up"):
                hand.turn_up = None
            case f.Played(by=by, cards=cards, maybe=maybe):
                played = self._readable(by, cards, maybe)
                hand.seen.update(played)
                hand.plays.extend((by, card) for card in played)
                hand.lying = {card: seat for card, seat in hand.lying.items() if card not in played}
                if hand.turn_up is not None and hand.turn_up[1] in played:
                    hand.turn_up = None
            case f.Indicated(by=by, cards=cards):
                others = self._not_meant(by, cards)
                hand.plays = [play for play in hand.plays if play[1] not in others]
                hand.lying |= dict.fromkeys(others, by)
            case f.Withdrew(cards=cards):
                hand.plays = [play for play in hand.plays if play[1] not in cards]
                hand.lying = {card: seat for card, seat in hand.lying.items() if card not in cards}
            case f.Exposed(by=by, cards=cards, how=how, maybe=maybe) if how != "floor":
                hand.lying |= dict.fromkeys(self._readable(by, cards, maybe), by)
            case f.LaidOpen(by=by, cards=cards):
                hand.lying |= dict.fromkeys(cards or self._held(by), by)
            case f.Quitted(by=by):
                self._passed_trick(by)
            case _:
                pass

    def _passed_trick(self, by: Seat) -> None:
        hand, n = self._hand, len(self._seats)
        cards, hand.plays = [card for _, card in hand.plays[:n]], hand.plays[n:]
        self._work.packet(by, cards)
        hand.quitted.append((by, hand.packets.get(by, 0)))
        hand.packets[by] = hand.packets.get(by, 0) + 1
        if len(hand.quitted) == self._first - 1:
            self._begin()

    def _begin(self) -> None:
        """The clip begins: what lay open before its owner lies there."""
        hand, work = self._hand, self._work
        self._begun = True
        for seat in self._seats:
            mine = [card for card, owner in hand.lying.items() if owner == seat]
            for i, card in enumerate(mine):
                place = work.places[seat]
                pose = place.open_hand(i, len(mine)) if len(mine) > 3 else place.exposed(0.5, 40 * i - 90)
                work.lies(card, pose)
        if hand.turn_up is not None:
            seat, card, pack = hand.turn_up
            work.lies(card, work.places[seat].turn_up(), pack=pack)

    def _turned(self, card: Card, at: Seat | None, of: f.Which | None) -> tuple[Seat, int]:
        """Before whom a card was turned, and of which pack it is."""
        pack = 1 if of == "still" and len(self._scene.packs) > 1 else 0
        self._hand.turn_up = (at or self._dealer, card, pack)
        return at or self._dealer, pack

    # ------------------------------------------------------------ when
    def _do(self, entry: Entry, arm: Seat, deed: Callable[[float], Deed]) -> Deed:
        """Let an arm do something as soon as it may, and note which line of the record it was."""
        gap = PLAY_S
        if entry.t is not None and self._before is not None:
            gap = min(gap, max(entry.t - self._before, 0.0))
        self._before = entry.t if entry.t is not None else self._before
        earliest = self._next - PLAY_S + gap if self._at is None else self._at
        begun = max(earliest, self._free[arm], self._rest - 0.45)
        done = deed(begun)
        self._lines[len(self._work.deeds) - 1] = entry.line
        self._free[arm] = done.gone + 0.04
        self._rest = max(done.gone if done.kind in ("withdrew", "took_up") else done.release, self._rest) + TOGETHER_S
        self._next = begun + PLAY_S
        return done

    def _arm_for(self, seat: Seat) -> Seat:
        """Whose arm moves the cards of a hand: for one that lies open, the seat's opposite."""
        if seat not in self._heading.dummy:
            return seat
        i, n = self._seats.index(seat), len(self._seats)
        return self._seats[(i + n // 2) % n]

    # ------------------------------------------------------------ what
    def _play(self, entry: Entry, by: Seat, cards: tuple[Card, ...]) -> None:
        arm = self._arm_for(by)
        lying = [card for card in cards if card in self._work.lying()]
        if lying and len(lying) < len(cards):
            # One lies already, another comes from the hand: two visits, the second fact is the record's.
            self._play(entry, by, tuple(lying))
            cards = tuple(card for card in cards if card not in lying)
        self._hand.seen.update(cards)
        self._hand.plays.extend((by, card) for card in cards)
        if self._hand.turn_up is not None and self._hand.turn_up[1] in cards:
            self._hand.turn_up = None
        self._do(entry, arm, lambda t: self._work.play(by, cards, t, arm=arm))

    def _take_back(self, entry: Entry, fact: f.Indicated | f.Withdrew) -> None:
        """Cards go from the trick: into the hand, or before him who says that he meant another."""
        by, arm, work = fact.by, self._arm_for(fact.by), self._work
        aside = isinstance(fact, f.Indicated)
        gone = [c for c in (self._not_meant(by, fact.cards) if aside else fact.cards) if c in work.lying()]
        if not gone:
            return
        self._hand.plays = [play for play in self._hand.plays if play[1] not in gone]
        if aside:
            self._do(entry, arm, lambda t: work.draw_back(by, gone, t, meant=fact.cards, arm=arm))
        else:
            self._do(entry, arm, lambda t: work.withdraw(by, gone, t, arm=arm))

    def _not_meant(self, by: Seat, meant: tuple[Card, ...]) -> list[Card]:
        """What a seat has put into the trick besides the cards that he says he meant."""
        played = [card for seat, card in self._hand.plays if seat == by]
        return [card for card in played if card not in meant] if set(meant) <= set(played) else []

    def _expose(self, entry: Entry, by: Seat, cards: tuple[Card, ...]) -> None:
        fresh = [card for card in cards if card not in self._work.lying()]
        if fresh:
            self._hand.seen.update(fresh)
            self._do(entry, by, lambda t: self._work.expose(by, fresh, t))

    def _take_up(self, entry: Entry, by: Seat) -> None:
        turned = self._hand.turn_up
        if turned is not None and turned[1] in self._work.lying():
            self._hand.turn_up = None
            self._do(entry, by, lambda t: self._work.take_up(by, turned[1], t))

    def _gather(self, entry: Entry, by: Seat) -> None:
        plays = self._hand.plays[: len(self._seats)]
        lying = [card for _, card in plays if card in self._work.lying()]
        self._hand.plays = self._hand.plays[len(plays) :]
        if not lying:
            return
        number = self._hand.packets.get(by, 0)
        self._hand.packets[by] = number + 1
        self._hand.quitted.append((by, number))
        self._do(entry, by, lambda t: self._work.gather(by, t, lying))

    def _look(self, entry: Entry, by: Seat, trick: int) -> None:
        if not 1 <= trick <= len(self._hand.quitted):
            return
        owner, number = self._hand.quitted[trick - 1]
        self._do(entry, by, lambda t: self._work.look(by, t, of=owner, trick=number, number=trick))
        back = self._free[by] + 0.4
        self._work.put_back(by, back, of=owner, trick=number)
        self._free[by] = self._work.end + 0.04
        self._next = self._rest = self._work.end

    def _next_deal(self, dealer: Seat) -> None:
        self._dealer = dealer
        self._hands.append(_Hand())
        if self._work.deeds:
            earliest = self._next + 0.6 if self._at is None else self._at
            gone = self._work.clear(dealer, max(earliest, self._work.end + 0.6))
            self._next = self._rest = gone + 0.6
            self._free = dict.fromkeys(self._seats, gone)

    # ------------------------------------------------------------ which card
    def _held(self, seat: Seat) -> list[Card]:
        """What a seat is known to hold still, in order."""
        gone = {card for card in self._hand.seen if card not in self._work.lying()}
        return [card for card in self._hand.dealt.get(seat, ()) if card not in gone]

    def _readable(self, seat: Seat, cards: tuple[Card, ...], maybe: tuple[Card, ...]) -> tuple[Card, ...]:
        """The cards that lay there, where the record could not read them: one that they may have been."""
        taken = {*self._hand.seen, *cards}
        out: list[Card] = []
        for card in cards:
            if card == UNREAD:
                may = [*maybe, *self._held(seat), *PACK]
                card = next(c for c in may if c not in taken)
                taken.add(card)
            out.append(card)
        return tuple(out)


def with_still_pack(made: Scene) -> Scene:
    """The scene with a still pack beside the one in play: the same faces, another back."""
    pack = made.packs[0]
    if len(made.packs) > 1 or not isinstance(pack, DrawnPack):
        return made
    blue, green, red = pack.style.back_colour
    other = DrawnPack(replace(pack.style, back_colour=(red, green, blue)))
    return replace(made, packs=(pack, other))
