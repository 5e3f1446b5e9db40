"""What the machine tells, on its way into the intake: which life of it speaks, what is known, what is durable.

Lives in the writer's thread.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
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


@dataclass(slots=True)
class Ears:
    """``durable``: the highest number of each channel that is on the disk; ``acks``: what of it is still to be told."""

    intake: Intake = field(default_factory=Intake)
    hello: Hello | None = None
    gone: str | None = "no machine is connected"
    deaf: bool = False
    """What this connection tells is not meant for this table."""
    durable: dict[str, int] = field(default_factory=dict[str, int])
    acks: dict[str, int] = field(default_factory=dict[str, int])
    _bad: dict[str, int] = field(default_factory=dict[str, int])

    def channel(self, source: str) -> str:
        """The channel of a source in this life of the machine: its numbers begin again with the next."""
        run = "" if self.hello is None else self.hello.run
        return f"{source}@{run}" if run else source

    def greeted(self, hello: Hello) -> None:
        """A connection was made."""
        before = None if self.hello is None else self.hello.run
        self.hello, self.gone, self.deaf = hello, None, False
        if before != hello.run:
            self.intake = intake.lose(self.intake)
        for channel, seq in self.durable.items():
            source, _, run = channel.partition("@")
            if run == hello.run:
                self.acks[source] = seq

    def there(self) -> None:
        """Something was told."""
        if not self.deaf:
            self.gone = None

    def lost(self, gone: Gone) -> None:
        """Nothing is heard, and so nobody is waited for."""
        self.gone = gone.why
        self.intake = intake.lose(self.intake)

    def told(self, message: Observed, now: float, seating: Seating, line: int) -> None:
        """A fact is told. One that is no fact of a record is dropped, and told to the log."""
        if self.deaf:
            return
        self.gone = None
        channel = self.channel(message.source)
        if self.intake.known(channel, message.seq):
            if message.seq <= self.durable.get(channel, 0):
                self.acks[message.source] = max(self.acks.get(message.source, 0), self.durable[channel])
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
            _SOURCES.get(message.source),
            entry.confidence,
            message.evidence or entry.evidence,
        )
        self.intake = intake.tell(self.intake, observation, now)

    def seen(self, message: Seen, now: float) -> None:
        """Sources tell how far they have seen."""
        if self.deaf:
            return
        self.gone = None
        self.intake = intake.see(self.intake, {self.channel(s): t for s, t in message.upto.items()}, now)

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

    def _done(self, channel: str, seq: int) -> None:
        self.durable[channel] = max(self.durable.get(channel, 0), seq)
        source, _, run = channel.partition("@")
        if run == ("" if self.hello is None else self.hello.run):
            self.acks[source] = self.durable[channel]

    def states(self, now: float) -> tuple[tuple[str, str], ...]:
        """How each source is, in words."""
        machine = () if self.hello is None and self.gone else (("machine", self.gone or "connected"),)
        run = "" if self.hello is None else self.hello.run
        out: list[tuple[str, str]] = []
        for channel, at in self.intake.channels.items():
            source, _, of = channel.partition("@")
            if of == run:
                out.append((source, "silent" if at.gone or now - at.news > _SILENT_S else "live"))
        return (*machine, *sorted(out))
