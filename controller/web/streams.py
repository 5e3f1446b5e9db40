"""What is shown, live: one channel a role, each reader a stream of server-sent events.

A stream's first message is the whole picture, then one message for every picture that differs from the one before.
Ids count that stream's own messages from 1. A heartbeat goes out each second and says nothing. What a stream carries
depends on its channel's pictures alone, so a reader that comes back needs no memory: it is given the newest.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

from starlette.background import BackgroundTask
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

BEHIND: Final = 16
"""Pictures that wait for a slow reader; with more, all but the newest are dropped."""
SEND_SECONDS: Final = 10.0
"""A reader that takes nothing for so long is dropped."""
_BEAT: Final = b"event: beat\ndata: live\n\n"


class Reader:
    """One stream's place in its channel."""

    def __init__(self) -> None:
        self._waiting: deque[bytes] = deque()
        self._arrived = asyncio.Event()
        self.over = False

    def finish(self) -> None:
        """The stream ends when what waits is sent."""
        self.over = True
        self._arrived.set()

    def offer(self, picture: bytes) -> None:
        """Queue a picture, never waiting."""
        if len(self._waiting) >= BEHIND:
            self._waiting.clear()
        self._waiting.append(picture)
        self._arrived.set()

    def take(self) -> bytes | None:
        """The next picture that waits."""
        return self._waiting.popleft() if self._waiting else None

    async def wait(self, seconds: float) -> None:
        """Until a picture waits, or the time is over."""
        if self._waiting or self.over:
            return
        self._arrived.clear()
        try:
            async with asyncio.timeout(max(0.0, seconds)):
                await self._arrived.wait()
        except TimeoutError:
            return


class Channel:
    """The newest picture of one role and the streams that show it. Lives in the web's loop.

    ``paint`` makes the picture (HTML) when somebody needs it; :meth:`changed` says that it may be another now.
    """

    def __init__(self, paint: Callable[[], str]) -> None:
        self._paint = paint
        self._picture: str | None = None
        self._readers: set[Reader] = set()

    @property
    def readers(self) -> int:
        """How many streams are open."""
        return len(self._readers)

    def picture(self) -> str:
        """What the role sees now."""
        if self._picture is None:
            self._picture = self._paint()
        return self._picture

    def changed(self) -> None:
        """Paint again, now if somebody looks, and send it if it differs."""
        before, self._picture = self._picture, None
        if self._readers and self.picture() != before:
            event = message(self.picture())
            for reader in self._readers:
                reader.offer(event)

    def open(self) -> Reader:
        """A new reader, its first picture waiting."""
        reader = Reader()
        reader.offer(message(self.picture()))
        self._readers.add(reader)
        return reader

    def close(self, reader: Reader) -> None:
        """The stream is gone."""
        self._readers.discard(reader)

    def finish(self) -> None:
        """End every stream: the service stops."""
        for reader in self._readers:
            reader.finish()


def message(picture: str) -> bytes:
    """A picture as an event, its id left out."""
    lines = picture.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return b"event: view\n" + b"".join(b"data: " + line.encode() + b"\n" for line in lines) + b"\n"


class EventStream(Response):
    """The response that carries a channel to one reader until he leaves, is too slow, or may no longer see it."""

    media_type = "text/event-stream"

    def __init__(self, channel: Channel, beat_s: float, allowed: Callable[[], bool] = lambda: True) -> None:
        self.status_code = 200
        self.background: BackgroundTask | None = None
        self._channel = channel
        self._beat_s = beat_s
        self._allowed = allowed
        self.init_headers({"x-accel-buffering": "no"})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Stream until the reader is gone."""
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        reader = self._channel.open()
        sending = asyncio.create_task(self._send(reader, send))
        leaving = asyncio.create_task(_left(receive))
        try:
            await asyncio.wait({sending, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._channel.close(reader)
            for task in (sending, leaving):
                task.cancel()
            ended = await asyncio.gather(sending, leaving, return_exceptions=True)
        for problem in ended:
            if isinstance(problem, Exception) and not isinstance(problem, (TimeoutError, OSError)):
                raise problem

    async def _send(self, reader: Reader, send: Send) -> None:
        loop = asyncio.get_running_loop()
        number = 0
        beat = loop.time()
        await _chunk(send, b"retry: 1000\n\n")
        while not reader.over:
            while (picture := reader.take()) is not None:
                number += 1
                await _chunk(send, b"id: %d\n%b" % (number, picture))
            if loop.time() >= beat:
                if not self._allowed():
                    break
                await _chunk(send, _BEAT)
                beat = max(beat + self._beat_s, loop.time())
            await reader.wait(beat - loop.time())
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _chunk(send: Send, body: bytes) -> None:
    async with asyncio.timeout(SEND_SECONDS):
        await send({"type": "http.response.body", "body": body, "more_body": True})


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
