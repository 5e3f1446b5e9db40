"""uvicorn around the application: one worker, no trust in forwarded headers, limits and time-outs."""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn
from fastapi import FastAPI
from typing_extensions import override

STALLED_MS = 15_000
"""A connection whose peer takes nothing for so long is cut by the kernel."""


class PageServer(uvicorn.Server):
    """uvicorn, but streams end by themselves when it stops, so that it need not cut them."""

    def __init__(self, config: uvicorn.Config, end_streams: Callable[[], None]) -> None:
        super().__init__(config)
        self._end_streams = end_streams

    @override
    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop listening, end the streams, wait for what is being answered."""
        self._end_streams()
        await super().shutdown(sockets)


def server_for(app: FastAPI) -> PageServer:
    """A server; ``server.run(sockets=[listen(…)])`` serves until ``server.should_exit``."""
    return PageServer(
        uvicorn.Config(
            app,
            workers=1,
            http="h11",
            ws="none",
            lifespan="on",
            proxy_headers=False,
            server_header=False,
            access_log=False,
            log_level="warning",
            limit_concurrency=256,
            timeout_keep_alive=5,
            timeout_graceful_shutdown=3,
            h11_max_incomplete_event_size=16 * 1024,
        ),
        app.state.pone.house.end,
    )


def listen(host: str, port: int) -> socket.socket:
    """A listening socket for the server; whoever connects before it runs is kept waiting.

    Port 0 takes a free one. Raises ``OSError`` when the port is taken.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STALLED_MS)
        bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if family == socket.AF_INET6:
            bound.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        bound.bind((host, port))
        bound.listen(128)
    except BaseException:
        bound.close()
        raise
    return bound
