"""What the machines tell, on its way into the intake: which life of each speaks, what is known, what is durable.

Lives in the writer's thread.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from controller.rules.errors import BadRecord
from controller.rules.facts import Source
from controller.rules.record import read_entry
from controller.rules.seats import Seating
from controller.table import intake
from controller.table.intake import PAGES, TIMER, Intake, Observation, Ready
from controller.table.messages import Gone, Hello, Observed, Seen

_LOG: Final = logging.getLogger(__name__)
_SOURCES: Final[Mapping[str, Source]] = {"shoe": "shoe", "camera": "camera", "panel": "panel", "director": "director"}
_SILENT_S: Final = 3.0
"""Seconds of the table's clock after which a source is called silent on the console."""
_NOBODY: Final = "no machine is connected"


@dataclass(slots=True)
class Voice:
    """One machine as it is heard. ``acks``: what of its telling is durable and has still to be told it."""

    hello: Hello | None = None
    gone: str | None = _NOBODY
    deaf: bool = False
    """What this connection tells is not meant for this table."""
    acks: dict[str, int] = field(default_factory=dict[str, int])

    @property
    def run(self) -> str:
        """Which life of the machine speaks."""
        return "" if self.hello is None else self.hello.run

    def channel(self, source: str) -> str:
        """The channel of a source in this life of the machine: its numbers begin again with the next."""
        return f"{source}@{self.run}" if self.run else source

    def tells(self, channel: str) -> bool:
        """Whether this life of the machine tells that channel."""
        return channel not in (PAGES, TIMER) and channel.partition("@")[2] == self.run


@dataclass(slots=True)
class Ears:
    """``voices``: the machines by name; ``durable``: the highest number of each channel that is on the disk."""

    intake: Intake = field(default_factory=Intake)
    voices: dict[str, Voice] = field(default_factory=dict[str, Voice])
    durable: dict[str, int] = field(default_factory=dict[str, int])
    _bad: dict[str, int] = field(default_factory=dict[str, int])

    def hellos(self) -> tuple[Hello, ...]:
        """What the machines have said of themselves."""
        return tuple(voice.hello for voice in self.voices.values() if voice.hello is not None)

    def greeted(self, name: str, hello: Hello) -> None:
        """A connection was made."""
        voice = self.voices[name]
        if voice.hello is None or voice.run != hello.run:
            self.intake = intake.lose(self.intake, self._channels(voice))
        voice.hello, voice.gone, voice.deaf = hello, None, False
        for channel, seq in self.durable.items():
            if voice.tells(channel):
                voice.acks[channel.partition("@")[0]] = seq

    def there(self, name: str) -> None:
        """Something was told."""
        voice = self.voices[name]
        if not voice.deaf:
            voice.gone = None

    def lost(self, name: str, gone: Gone) -> None:
        """Nothing is heard of this machine, and so nobody waits for it."""
        voice = self.voices[name]
        voice.gone = gone.why
        self.intake = intake.lose(self.intake, self._channels(voice))

    def told(self, name: str, message: Observed, now: float, seating: Seating, line: int) -> None:
        """A fact is told. One that is no fact of a record is dropped, and told to the log."""
        voice = self.voices[name]
        if voice.deaf:
            return
        voice.gone = None
        channel = voice.channel(message.source)
        if self.intake.known(channel, message.seq):
            if message.seq <= self.durable.get(channel, 0):
                voice.acks[message.source] = max(voice.acks.get(message.source, 0), self.durable[channel])
            return
        try:
            given = {key: value for key, value in message.fact.items() if key not in ("t", "seen", "source")}
            entry = read_entry({**given, "t": message.t, "confidence": message.confidence}, line, seating)
        except BadRecord as e:
            _LOG.error("message %d of %s is no fact: %s", message.seq, channel, e.words)
            self._bad[channel] = message.seq
            self.intake = intake.pass_over(self.intake, channel, message.seq)
            return
        observation = Observation(
            channel,
            message.seq,
            message.t,
            entry.fact,
            message.stands_as or _SOURCES.get(message.source),
            entry.confidence,
            message.evidence or entry.evidence,
            message.pledge,
        )
        self.intake = intake.tell(self.intake, observation, now)

    def seen(self, name: str, message: Seen, now: float) -> None:
        """Sources tell how far they have seen."""
        voice = self.voices[name]
        if voice.deaf:
            return
        voice.gone = None
        self.intake = intake.see(self.intake, {voice.channel(s): t for s, t in message.upto.items()}, now)

    def posted(self, readies: Iterable[Ready]) -> None:
        """These are on the disk, or known to be there."""
        for ready in readies:
            channel, seq = ready.observation.name
            if channel not in (PAGES, TIMER):
                self._done(channel, seq)

    def settle(self) -> None:
        """What was dropped needs no telling again, once nothing before it waits."""
        for channel, seq in tuple(self._bad.items()):
            if not any(o.channel == channel for o in intake.pending(self.intake)):
                del self._bad[channel]
                self._done(channel, seq)

    def owed(self) -> Iterator[tuple[str, Mapping[str, int]]]:
        """What each machine that is there has still to be told of what is durable; it counts as told."""
        for name, voice in self.voices.items():
            if voice.acks and voice.gone is None:
                acks, voice.acks = voice.acks, {}
                yield name, acks

    def _done(self, channel: str, seq: int) -> None:
        self.durable[channel] = max(self.durable.get(channel, 0), seq)
        for voice in self.voices.values():
            if voice.tells(channel):
                voice.acks[channel.partition("@")[0]] = self.durable[channel]

    def _channels(self, voice: Voice) -> tuple[str, ...]:
        """The channels of this life; before the first hello those that no life of anybody else claims."""
        others = [other for other in self.voices.values() if other is not voice and other.hello is not None]
        names = self.intake.channels
        if voice.hello is None:
            return tuple(c for c in names if not any(other.tells(c) for other in others))
        return tuple(c for c in names if voice.tells(c))

    def states(self, now: float) -> tuple[tuple[str, str], ...]:
        """How each machine and each source is, in words."""
        out: list[tuple[str, str]] = []
        for name, voice in self.voices.items():
            if voice.hello is not None or not voice.gone:
                out.append((name, voice.gone or "connected"))
        sources: list[tuple[str, str]] = []
        for channel, at in self.intake.channels.items():
            source = channel.partition("@")[0]
            if source not in self.voices and any(voice.tells(channel) for voice in self.voices.values()):
                sources.append((source, "silent" if at.gone or now - at.news > _SILENT_S else "live"))
        return (*out, *sorted(sources))
