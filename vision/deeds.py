"""What one visit of an arm to the table did, all in all: from cards that came and went to facts.

One visit is judged as a whole, since its parts mean other things together than alone: a card that goes while another
comes was moved, four that go while a back comes at the edge were gathered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from controller.rules.cards import UNREAD
from vision.layout import (
    DOUBTED,
    IN_HAND,
    STRIP_MM,
    SURE,
    WHOLE_HAND,
    Layout,
    Lying,
    Sighting,
    edge_distance,
    is_up,
)
from vision.lie import Lie


@dataclass(frozen=True, slots=True)
class Observation:
    """A fact as the camera saw it; ``fact`` is an object of the record without ``t``, ``confidence``, ``evidence``."""

    t: float
    fact: Mapping[str, Any]
    confidence: float
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Arrival:
    """A card that came: when it lay still, whose arm brought it, how sure that is, and the pictures that show it."""

    t: float
    card: Sighting
    seat: str
    sure: float
    evidence: tuple[str, ...]

    @property
    def up(self) -> bool:
        """Whether its face is to be seen."""
        return is_up(self.card.reading)

    @property
    def lie(self) -> Lie:
        """How it lies."""
        return self.card.lie

    @property
    def by_edge(self) -> bool:
        """Whether it lies in the strip by an edge."""
        return edge_distance(self.lie) <= STRIP_MM


@dataclass(frozen=True, slots=True)
class Leaving:
    """A card that went: since when it was not there, how sure it is whose arm took it, and what shows that."""

    t: float
    sure: float
    evidence: tuple[str, ...]


@dataclass(slots=True)
class Deeds:
    """What one visit has done so far. ``visit`` None: no arm was seen. ``extent``: see ``Change``."""

    visit: int | None
    arm: str
    t: float
    ended: float | None = None
    came: list[Arrival] = field(default_factory=list[Arrival])
    went: dict[int, Leaving] = field(default_factory=dict[int, Leaving])
    extent: float = 0.0


def decided(table: Layout, deeds: Deeds) -> list[Observation]:
    """The facts of one visit, whose cards from now on lie (or lie no more) on the table."""
    deeds.went = {n: leaving for n, leaving in deeds.went.items() if n in table.cards}
    if _cleared(table, deeds):
        return []
    _uncovered(table, deeds)
    _turned_down(table, deeds)
    _nudged(table, deeds)
    return [
        *_turned_over(table, deeds),
        *_moved(table, deeds),
        *_drawn_back(table, deeds),
        *_looked_at(table, deeds),
        *_gathered(table, deeds),
        *_taken(table, deeds),
        *_put(table, deeds),
    ]


# ---------------------------------------------------------------- what is no fact
def _cleared(table: Layout, deeds: Deeds) -> bool:
    """Whether the table was cleared for the next hand: most packets, of several seats or three at least, are gone."""
    packets = table.of("packet")
    gone = [c for c in packets if c.number in deeds.went]
    if len(gone) < 2 or len(gone) < 0.6 * len(packets) or (len({c.owner for c in gone}) < 2 and len(gone) < 3):
        return False
    table.forget(deeds.went)
    table.clear()
    return True


def _uncovered(table: Layout, deeds: Deeds) -> None:
    """What an arm hid when the watcher began, and that was told of before: it lay there already."""
    for i, item in reversed(list(enumerate(deeds.came))):
        seen = item.card
        if not seen.hidden:
            continue
        if seen.reading.card is None and item.by_edge and table.context.tricks:
            # A packet; whether it is the one of the open trick is seen by what else is gone.
            deeds.came[i] = replace(item, card=replace(seen, reading=replace(seen.reading, kind="back")))
        elif table.lay_again(seen, item.evidence):
            del deeds.came[i]


def _turned_down(table: Layout, deeds: Deeds) -> None:
    """Where a trick was gathered or laid back, an unread card at the edge is its packet."""
    roles = {n: table.cards[n] for n in deeds.went}
    owners = {c.owner for c in roles.values() if c.role == "trick"} | set(table.awaited.values())
    if len(owners) < 2 and all(c.role != "looked" for c in roles.values()):
        return
    for i, item in enumerate(deeds.came):
        if item.card.reading.card is None and item.by_edge:
            reading = replace(item.card.reading, kind="back")
            deeds.came[i] = replace(item, card=replace(item.card, reading=reading))


def _nudged(table: Layout, deeds: Deeds) -> None:
    """A card that lies where one lay that looks the same, or nearly there, is that card."""
    gathering = any(table.cards[n].role == "trick" for n in deeds.went)
    for item in list(deeds.came):
        if gathering and not item.up:
            continue
        old = next(
            (c for c in table.cards.values() if c.up == item.up and _same(c, item, gone=c.number in deeds.went)), None
        )
        if old is None:
            continue
        deeds.came.remove(item)
        deeds.went.pop(old.number, None)
        old.lie = item.lie
        reading = item.card.reading
        if reading.card is not None and reading.confidence > old.confidence:
            old.card, old.confidence, old.evidence = reading.card, reading.confidence, item.evidence


def _same(old: Lying, item: Arrival, *, gone: bool) -> bool:
    """Whether a card that came is one that lay there before. ``gone``: that one is not where it was."""
    card = item.card.reading.card
    if item.card.over and card is None:
        return False
    if old.up and card is not None and card != old.card and old.card != UNREAD:
        return False
    if item.lie.shared(old.lie) > 0.72:
        return True
    if not old.up or card is None or not gone:
        return False
    if old.role == "trick":
        return not item.by_edge
    return item.by_edge and edge_distance(old.lie) <= STRIP_MM


# ---------------------------------------------------------------- cards that lay there
def _turned_over(table: Layout, deeds: Deeds) -> list[Observation]:
    """Cards that lay face down in the middle and show their faces: only now they are played."""
    turned: dict[str, list[tuple[Arrival, Lying]]] = {}
    for item in list(deeds.came):
        under = [c for c in table.of("placed") if item.lie.shared(c.lie) > 0.5]
        if item.up and under:
            deeds.came.remove(item)
            table.forget([under[0].number])
            lain = table.lay(item.card, under[0].owner, "trick", item.evidence)
            turned.setdefault(lain.owner, []).append((item, lain))
    return [_played(table, owner, pairs) for owner, pairs in turned.items()]


def _moved(table: Layout, deeds: Deeds) -> list[Observation]:
    """Cards that lay face up elsewhere, of a dummy or exposed, and are played now."""
    out: list[Observation] = []
    for item in list(deeds.came):
        card = item.card.reading.card
        if card is None or item.by_edge:
            continue
        old = next((c for c in table.cards.values() if c.up and c.card == card and c.role in IN_HAND), None)
        if old is None:
            continue
        deeds.came.remove(item)
        deeds.went.pop(old.number, None)
        table.forget([old.number])
        out.append(_played(table, old.owner, [(item, table.lay(item.card, old.owner, "trick", item.evidence))]))
    return out


def _drawn_back(table: Layout, deeds: Deeds) -> list[Observation]:
    """Of cards that fell together some are drawn back before their player, who meant those that stay."""
    back: dict[str, list[tuple[Arrival, Lying]]] = {}
    for item in [i for i in deeds.came if i.up and i.by_edge]:
        old = _fell(table, deeds, item)
        if old is not None:
            deeds.came.remove(item)
            deeds.went.pop(old.number, None)
            table.forget([old.number])
            lain = table.lay(item.card, old.owner, "exposed", item.evidence)
            if lain.card == UNREAD:
                lain.card, lain.confidence, lain.maybe = old.card, old.confidence, old.maybe
            back.setdefault(old.owner, []).append((item, old))
    return [_indicated(table, owner, pairs) for owner, pairs in back.items()]


def _fell(table: Layout, deeds: Deeds, item: Arrival) -> Lying | None:
    """The card of several that fell together which lies before their player now.

    One that lay on the others need not be seen to have gone: what it uncovers is as white as it was.
    """
    card, owner = item.card.reading.card, table.before(item.lie)
    for old in table.of("trick"):
        there = any(n in table.cards and n not in deeds.went for n in old.fell_with)
        same = old.number in deeds.went if card is None else card == old.card
        if old.owner == owner and there and same:
            return old
    return None


def _indicated(table: Layout, owner: str, pairs: Sequence[tuple[Arrival, Lying]]) -> Observation:
    """What stays of the cards that fell together is what he meant."""
    last, old = pairs[-1]
    stay = [table.cards[n] for n in sorted(old.fell_with) if n in table.cards]
    sure = min(item.sure for item, _ in pairs)
    fact = {"fact": "indicated", "by": owner, "cards": _words(stay), **maybe(stay)}
    t = max(item.t for item, _ in pairs)
    return Observation(t, fact, min(sure, *(c.confidence for c in (*stay, old))), _pictures([last]))


def _looked_at(table: Layout, deeds: Deeds) -> list[Observation]:
    """Faces of a quitted trick that lie open again, or are turned down after that."""
    if _put_back(table, deeds):
        return []
    faces = [item for item in deeds.came if item.up and edge_distance(item.lie) <= STRIP_MM + 20]
    trick, sure = _trick_of(table, deeds, faces)
    if trick is None:
        return []
    for item in faces:
        deeds.came.remove(item)
        table.lay(item.card, deeds.arm, "looked", item.evidence).trick = trick
    packets = [n for n in deeds.went if table.cards[n].role == "packet"]
    table.forget(packets)
    for n in packets:
        del deeds.went[n]
    fact = {"fact": "looked", "by": deeds.arm, "at": "trick", "trick": trick}
    t, by = max(item.t for item in faces), max(item.sure for item in faces)
    return [Observation(t, fact, min(sure, by), _pictures(faces))]


def _put_back(table: Layout, deeds: Deeds) -> bool:
    """Whether a trick that was looked at lies face down again."""
    looked = [n for n in deeds.went if table.cards[n].role == "looked"]
    if not looked:
        return False
    trick = table.cards[looked[0]].trick
    shown = [c.number for c in table.of("looked")]
    table.forget(shown)
    for n in shown:
        deeds.went.pop(n, None)
    for item in [i for i in deeds.came if not i.up]:
        deeds.came.remove(item)
        table.lay(item.card, table.before(item.lie), "packet", item.evidence).trick = trick
    return True


def _trick_of(table: Layout, deeds: Deeds, faces: Sequence[Arrival]) -> tuple[int | None, float]:
    """Which quitted trick these faces belong to, and how sure that is."""
    if len(faces) < 2:
        return None, 0.0
    cards = {item.card.reading.card for item in faces} - {None}
    for number, trick in table.tricks.items():
        if cards & trick and len(cards & trick) >= len(cards) - 1:
            return number, 1.0
    packets = [table.cards[n].trick for n in deeds.went if table.cards[n].role == "packet"]
    packets += [c.trick for c in table.of("packet") if any(item.lie.shared(c.lie) > 0.1 for item in faces)]
    held = {c for hand in table.context.hands.values() for c in hand} - table.out()
    # The trick lay there before anybody watched: which it was can be told by its place alone.
    return (max(packets), DOUBTED) if packets and not cards & held else (None, 0.0)


def _gathered(table: Layout, deeds: Deeds) -> list[Observation]:
    """A trick that was swept together and turned down at somebody's edge."""
    trick = [table.cards[n] for n in deeds.went if table.cards[n].role == "trick"]
    packets = [item for item in deeds.came if not item.up and item.by_edge]
    # A card that lay all but hidden under one that went has gone with it, or it would be seen now.
    trick += [c for c in table.of("trick") if c.number not in deeds.went and c.above & deeds.went.keys()]
    owners = {c.owner for c in trick}
    unseen = not trick and not table.of("trick") and packets and not any(item.up for item in deeds.came)
    if unseen:
        # It was gathered already when the watcher began, and is turned down now.
        owners = set(table.awaited.values())
    if len(owners) < 2 and (unseen or not trick or not packets):
        return []
    leaving = [deeds.went[c.number] for c in trick if c.number in deeds.went]
    table.gather(trick)
    for c in trick:
        deeds.went.pop(c.number, None)
    for item in packets:
        deeds.came.remove(item)
        table.lay(item.card, deeds.arm, "packet", item.evidence).trick = table.quitted
    last = [deeds.t if deeds.ended is None else deeds.ended, *(gone.t for gone in leaving)]
    # One visit has done all of it: where its arm was seen best, there it is surest.
    arm = max([*(item.sure for item in packets), *(gone.sure for gone in leaving)], default=DOUBTED)
    sure = arm * (1.0 if packets or len(trick) > 2 else 0.97)
    seen = _pictures(packets) or tuple(dict.fromkeys(e for gone in leaving for e in gone.evidence))
    t = max([item.t for item in packets] or last)
    return [Observation(t, {"fact": "quitted", "by": deeds.arm}, sure, seen)]


def _taken(table: Layout, deeds: Deeds) -> list[Observation]:
    """Cards that their owner has taken back, and the turn-up that was taken up."""
    hands: dict[tuple[str, bool], list[Lying]] = {}
    for c in [table.cards[n] for n in deeds.went]:
        if c.card == UNREAD and not c.evidence:
            continue  # nobody saw it come, nor what it is
        if c.up and c.role in ("trick", "exposed", "open", "turn-up"):
            hands.setdefault((c.owner, c.role == "turn-up"), []).append(c)
    table.forget(deeds.went)
    out: list[Observation] = []
    for (owner, turn_up), cards in hands.items():
        leaving = [deeds.went[c.number] for c in cards]
        t = max(deeds.t if deeds.ended is None else deeds.ended, *(gone.t for gone in leaving))
        sure = min(gone.sure for gone in leaving)
        seen = tuple(
            dict.fromkeys(e for c, gone in zip(cards, leaving, strict=True) for e in (*c.evidence, *gone.evidence))
        )
        if turn_up:
            out.append(Observation(t, {"fact": "took_up", "by": owner, "what": "turn-up"}, sure, seen))
        else:
            fact = {"fact": "withdrew", "by": owner, "cards": _words(cards)}
            out.append(Observation(t, fact, min(sure, *(c.confidence for c in cards)), seen))
    return out


# ---------------------------------------------------------------- cards that came out of a hand
def _put(table: Layout, deeds: Deeds) -> list[Observation]:
    for item in [i for i in deeds.came if not i.up]:
        # A heap's lower cards, or a packet put right, are nobody's play; in the middle it waits to be turned.
        owner = table.before(item.lie) if item.by_edge else item.seat
        table.lay(item.card, owner, "packet" if item.by_edge else "placed", item.evidence).trick = table.quitted
    faces = [item for item in deeds.came if item.up]
    strip = [item for item in faces if item.by_edge]
    middle = [item for item in faces if not item.by_edge]
    if len(faces) >= WHOLE_HAND - 1 and len(strip) >= 0.8 * len(faces):
        return [_opened(table, faces)]
    if _heaped(faces, deeds.extent):
        return [_thrown(table, deeds, faces)]
    if len(middle) == 1 and _is_turn_up(table, middle[0]):
        item = middle.pop()
        out = [_turned_up(table, item)]
    else:
        out = []
    for seat in dict.fromkeys(item.seat for item in middle):
        pairs = [(i, table.lay(i.card, seat, "trick", i.evidence)) for i in middle if i.seat == seat]
        out.append(_played(table, seat, pairs))
    for seat in dict.fromkeys(item.seat for item in strip):
        pairs = [(i, table.lay(i.card, seat, "exposed", i.evidence)) for i in strip if i.seat == seat]
        out.append(_observed(table, {"fact": "exposed", "by": seat, "how": "dropped"}, pairs))
    return out


def _heaped(faces: Sequence[Arrival], extent: float) -> bool:
    """Whether cards are a hand thrown down rather than cards played together, which lie as one held them."""
    if len(faces) < 3:
        return False
    turns = np.radians([2 * item.lie.angle for item in faces])
    askew = 1 - float(np.hypot(np.cos(turns).mean(), np.sin(turns).mean()))
    one = faces[0].lie.size[0] * faces[0].lie.size[1]
    return len(faces) >= WHOLE_HAND or extent > 0.7 * one or (len(faces) > 3 and askew > 0.08)


def _opened(table: Layout, faces: Sequence[Arrival]) -> Observation:
    """A hand laid open in front of its owner."""
    owner = table.seat_at(*(float(v) for v in np.mean([(i.lie.x, i.lie.y) for i in faces], axis=0)))
    cards = [table.lay(i.card, owner, "open", i.evidence) for i in faces]
    fact: dict[str, Any] = {"fact": "laid_open", "by": owner}
    if all(c.card != UNREAD and c.confidence >= SURE for c in cards):
        fact["cards"] = _words(cards)
    return Observation(max(i.t for i in faces), fact, max(i.sure for i in faces), _pictures(faces))


def _thrown(table: Layout, deeds: Deeds, faces: Sequence[Arrival]) -> Observation:
    """A hand thrown in."""
    for item in faces:
        table.lay(item.card, deeds.arm, "swept", item.evidence)
    sure = max(i.sure for i in faces)
    return Observation(max(i.t for i in faces), {"fact": "threw_in", "by": deeds.arm}, sure, _pictures(faces))


def _is_turn_up(table: Layout, item: Arrival) -> bool:
    known = table.context.turn_up
    if table.turn_up_seen:
        return False
    if known is not None and item.card.reading.card is not None:
        return item.card.reading.card == known[1]
    return table.aside(item.lie)


def _turned_up(table: Layout, item: Arrival) -> Observation:
    card = table.lay(item.card, item.seat, "turn-up", item.evidence)
    table.turn_up_seen = True
    fact = {"fact": "turned", "card": card.card, "at": item.seat}
    return Observation(item.t, fact, min(item.sure, card.confidence), item.evidence)


# ---------------------------------------------------------------- facts
def _played(table: Layout, by: str, pairs: Sequence[tuple[Arrival, Lying]]) -> Observation:
    table.turn_up_seen = True
    together = frozenset(c.number for _, c in pairs)
    for _, card in pairs:
        card.fell_with = together - {card.number}
    return _observed(table, {"fact": "played", "by": by}, pairs)


def _observed(table: Layout, fact: Mapping[str, Any], pairs: Sequence[tuple[Arrival, Lying]]) -> Observation:
    """A fact about cards that came: when the last of them lay still, and as sure as the least sure of them."""
    cards = [c for _, c in pairs]
    sure = min(min(i.sure, table.sure_of(c)) for i, c in pairs)
    told = {**fact, "cards": _words(cards), **maybe(cards)}
    return Observation(max(i.t for i, _ in pairs), told, sure, _pictures([i for i, _ in pairs]))


def maybe(cards: Iterable[Lying]) -> dict[str, str]:
    """The field of a fact that lists what its unread cards may be."""
    may = dict.fromkeys(m for c in cards if c.card == UNREAD for m in c.maybe)
    return {"maybe": " ".join(may)} if may else {}


def _pictures(items: Iterable[Arrival]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(e for item in items for e in item.evidence))


def _words(cards: Sequence[Lying]) -> str:
    return " ".join(c.card for c in cards)
