"""From what several sources tell to facts in one order. Pure: a value in, a value and the facts that are ready out.

Each channel tells observations with their times, in its own order, and up to which time it has told everything. An
observation is ready as soon as every other channel that is alive has passed its time; then those that lie before it are
known too, and the order does not depend on who spoke first. A channel that has told nothing new for ``SILENT_S`` is
passed over. What it tells later comes out with the last time, and its own beside.

Two channels may tell the same event. The first by time goes into the record at once, because a settled play waits for
nobody; the second then confirms it, reads it better, or contradicts it, and only that is new.
"""

from __future__ import annotations

import bisect
import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from controller.rules import facts as f
from controller.rules.cards import UNREAD, Card
from controller.rules.facts import Fact, Source
from controller.table.messages import Pledge

SILENT_S: Final = 0.6
"""Seconds without news after which a channel is passed over."""
WINDOW_S: Final = 2.0
"""Seconds within which two channels may speak of the same event."""
PAGES: Final = "pages"
"""The channel of acts entered on this host. It is never waited for: they are known as they happen."""
TIMER: Final = "timer"
"""The channel of limits that run out. They are due only when the clock has come to them."""

_RANK: Final = {"shoe": 0, "camera": 1, "panel": 2, "director": 3, PAGES: 4, TIMER: 9}
_TWICE: Final = (
    f.Played, f.Indicated, f.Withdrew, f.Exposed, f.Quitted, f.TookUp, f.ThrewIn, f.Turned, f.Shuffled, f.Presented,
    f.Cut, f.NextCut, f.NextDeal, f.Claimed,
)  # fmt: skip
"""Kinds of events that two channels may both see."""

Name = tuple[str, int]
"""A channel and the number of its message."""


@dataclass(frozen=True, slots=True)
class Observation:
    """A fact as one channel tells it. ``t`` in seconds; ``source`` as the record will have it, ``None`` for a timer."""

    channel: str
    seq: int
    t: float
    fact: Fact
    source: Source | None
    confidence: float = 1.0
    evidence: tuple[str, ...] = ()
    pledge: Pledge | None = None

    @property
    def name(self) -> Name:
        """What tells it from every other observation."""
        return self.channel, self.seq


@dataclass(frozen=True, slots=True)
class Due:
    """A fact for the record at ``t``; ``seen`` is its own time where it came too late for that."""

    observation: Observation
    t: float
    seen: float | None = None


@dataclass(frozen=True, slots=True)
class Same:
    """Nothing new: the event of ``of``, told again."""

    observation: Observation
    of: Name
    t: float


@dataclass(frozen=True, slots=True)
class Better:
    """The event of ``of``, told again and surer, or read where that was not: ``observation`` says what it was."""

    observation: Observation
    of: Name
    t: float


@dataclass(frozen=True, slots=True)
class Clash:
    """Another card for the play of ``of``: neither is believed. ``maybe``: both, the one told first in front."""

    observation: Observation
    of: Name
    t: float
    maybe: tuple[Card, ...]


Ready = Due | Same | Better | Clash


@dataclass(frozen=True, slots=True)
class Channel:
    """How far a channel has come: ``seen`` its watermark, ``news`` the clock when it last told something new."""

    seen: float = -math.inf
    news: float = -math.inf
    seq: int = 0
    t: float = -math.inf
    gone: bool = False


@dataclass(frozen=True, slots=True)
class _Waiting:
    """An observation with its place: the times of one channel do not go back."""

    key: tuple[float, int, str, int]
    observation: Observation

    def __lt__(self, other: _Waiting) -> bool:
        return self.key < other.key


@dataclass(frozen=True, slots=True)
class _Event:
    """What went into the record not long ago, and which channels have told it."""

    first: Observation
    t: float
    fact: Fact
    confidence: float
    told_by: frozenset[str]


@dataclass(frozen=True, slots=True)
class Intake:
    """Everything that is waiting. ``floor``: the confidence under which a reading is a doubt."""

    floor: float = 0.99
    channels: Mapping[str, Channel] = field(default_factory=dict[str, Channel])
    waiting: tuple[_Waiting, ...] = ()
    last: float = -math.inf
    events: tuple[_Event, ...] = ()

    def live(self, now: float) -> tuple[str, ...]:
        """The channels that are waited for at ``now``."""
        return tuple(n for n, c in self.channels.items() if not c.gone and now - c.news <= SILENT_S)

    def known(self, channel: str, seq: int) -> bool:
        """Whether this message was told before."""
        at = self.channels.get(channel)
        return at is not None and seq <= at.seq


def resume(intake: Intake, heard: Mapping[str, int], last: float, recent: tuple[Due, ...] = ()) -> Intake:
    """Go on after a restart: what was heard of each channel, the last time, and the last facts of the record."""
    channels = {**intake.channels, **{n: replace(intake.channels.get(n, Channel()), seq=s) for n, s in heard.items()}}
    for name in heard:
        channels[name] = replace(channels[name], gone=True)
    intake = replace(intake, channels=channels, last=max(intake.last, last))
    for due in recent:
        intake = _remember(intake, due.observation, due.t)
    return intake


def tell(intake: Intake, observation: Observation, now: float) -> Intake:
    """A channel tells an observation; one that was told before changes nothing."""
    name = observation.channel
    local = name in (PAGES, TIMER)
    if not local and intake.known(name, observation.seq):
        return intake
    at = intake.channels.get(name, Channel())
    t = observation.t if local else max(observation.t, at.t)
    waiting = list(intake.waiting)
    bisect.insort(waiting, _Waiting((t, _RANK.get(name.partition("@")[0], 5), name, observation.seq), observation))
    if local:
        return replace(intake, waiting=tuple(waiting))
    heard = replace(at, seq=observation.seq, t=t, news=max(at.news, now), gone=False)
    return replace(intake, waiting=tuple(waiting), channels={**intake.channels, name: heard})


def see(intake: Intake, upto: Mapping[str, float], now: float) -> Intake:
    """Channels tell up to which time they have told everything; one that repeats itself tells no news."""
    channels = dict(intake.channels)
    for name, t in upto.items():
        at = channels.get(name, Channel())
        if t > at.seen or at.gone:
            channels[name] = replace(at, seen=max(t, at.seen), news=max(at.news, now), gone=False)
    return replace(intake, channels=channels)


def lose(intake: Intake, names: Collection[str] | None = None) -> Intake:
    """These channels, by default all, are gone: they are not waited for until they speak again."""
    lost = intake.channels.keys() if names is None else names
    channels = {n: replace(c, gone=True) if n in lost else c for n, c in intake.channels.items()}
    return replace(intake, channels=channels)


def drop(intake: Intake, name: Name) -> Intake:
    """Take back an observation that still waits."""
    return replace(intake, waiting=tuple(w for w in intake.waiting if w.observation.name != name))


def pass_over(intake: Intake, channel: str, seq: int) -> Intake:
    """A message that is no fact: it counts as told."""
    at = intake.channels.get(channel, Channel())
    return replace(intake, channels={**intake.channels, channel: replace(at, seq=max(at.seq, seq))})


def pending(intake: Intake) -> tuple[Observation, ...]:
    """What still waits, in order."""
    return tuple(w.observation for w in intake.waiting)


def take(intake: Intake, now: float) -> tuple[Intake, tuple[Ready, ...]]:
    """Everything that is ready at ``now``, in order."""
    seen = {n: intake.channels[n].seen for n in intake.live(now)}
    out: list[Ready] = []
    waiting = intake.waiting
    while waiting:
        head = waiting[0]
        own = head.observation.channel
        # A channel tells in its order: nothing of its own comes before what it has told.
        bound = min((t for name, t in seen.items() if name != own), default=math.inf)
        if head.key[0] > (min(bound, now) if own == TIMER else bound):
            break
        waiting = waiting[1:]
        intake, ready = _emit(intake, head)
        out.append(ready)
    return replace(intake, waiting=waiting), tuple(out)


# --------------------------------------------------------------------------- one event, told twice
def _emit(intake: Intake, head: _Waiting) -> tuple[Intake, Ready]:
    observation, t = head.observation, max(head.key[0], intake.last)
    own = observation.t if observation.t < t else None
    event = _told_before(intake, observation)
    if event is None:
        intake = replace(_remember(intake, observation, t), last=t)
        return intake, Due(observation, t, own)
    ready, known = _compared(intake.floor, event, observation, t)
    if not isinstance(ready, Same):
        intake = replace(intake, last=t)
    events = tuple(known if e is event else e for e in intake.events)
    return replace(intake, events=events), ready


def _remember(intake: Intake, observation: Observation, t: float) -> Intake:
    events = tuple(e for e in intake.events if e.t >= t - WINDOW_S)
    if isinstance(observation.fact, _TWICE):
        event = _Event(observation, t, observation.fact, observation.confidence, frozenset((observation.channel,)))
        events = (*events, event)
    return replace(intake, events=events)


def _told_before(intake: Intake, observation: Observation) -> _Event | None:
    """The event that this observation speaks of too: an equal one before one that differs, the nearest in time."""
    if not isinstance(observation.fact, _TWICE):
        return None
    near = [
        e for e in intake.events
        if observation.channel not in e.told_by and abs(observation.t - e.first.t) <= WINDOW_S
    ]  # fmt: skip
    near.sort(key=lambda e: abs(observation.t - e.first.t))
    return next(
        (e for e in near if _equal(e.fact, observation.fact)),
        next((e for e in near if PAGES in (e.first.channel, observation.channel) and _same_play(e, observation)), None),
    )


def _equal(a: Fact, b: Fact) -> bool:
    return a == b or (
        isinstance(a, f.Played) and isinstance(b, f.Played) and a.by == b.by and sorted(a.cards) == sorted(b.cards)
    )


def _same_play(event: _Event, observation: Observation) -> bool:
    """Whether a person typed the play that a camera saw, though not the same card."""
    a, b = event.fact, observation.fact
    return isinstance(a, f.Played) and isinstance(b, f.Played) and a.by == b.by and len(a.cards) == len(b.cards) == 1


def _compared(floor: float, event: _Event, observation: Observation, t: float) -> tuple[Ready, _Event]:
    of, told_by = event.first.name, event.told_by | {observation.channel}
    now = replace(event, told_by=told_by)
    better = replace(now, fact=observation.fact, confidence=max(event.confidence, observation.confidence))
    if isinstance(event.fact, f.Played) and isinstance(observation.fact, f.Played):
        a, b = event.fact.cards, observation.fact.cards
        if b == (UNREAD,):
            return Same(observation, of, t), now
        if a == (UNREAD,):
            return Better(observation, of, t), better
        if sorted(a) != sorted(b):
            maybe = (*a, *b)
            doubt = replace(now, fact=f.Played(event.fact.by, (UNREAD,), maybe))
            return Clash(observation, of, t, maybe), doubt
    if event.confidence < floor and observation.confidence > event.confidence:
        return Better(observation, of, t), better
    return Same(observation, of, t), now
