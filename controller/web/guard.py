"""What is refused before any route is asked: foreign hosts, foreign pages, huge or slow bodies.

It looks at the connection and the headers that the browser itself writes, never at forwarded ones.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
from collections.abc import Callable
from typing import Final

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

BODY_LIMIT: Final = 64 * 1024
BODY_SECONDS: Final = 10.0
_HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::[0-9]{1,5})?")
_READS: Final = frozenset({"GET", "HEAD"})

HEADERS: Final[tuple[tuple[bytes, bytes], ...]] = (
    (
        b"content-security-policy",
        b"default-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
    (b"cache-control", b"no-store"),
)
"""On every answer, whatever it is."""

Refuse = Callable[[Scope, int, str], Response]
"""Makes the answer to a refused request: status and one clear line."""


class Guard:
    """ASGI layer around the whole application.

    ``hosts``: names, without port, by which the service may be called besides the address of the connection itself.
    """

    def __init__(self, app: ASGIApp, hosts: frozenset[str], refuse: Refuse) -> None:
        self._app = app
        self._hosts = hosts
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer it with 400, 403, 408, 413 or 415. WebSockets are not spoken."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = {name for name, _ in HEADERS}
                kept = [(k, v) for k, v in message["headers"] if k.lower() not in own]
                message["headers"] = [*kept, *HEADERS]
            await send(message)

        refused = self._judge(scope)
        if refused is None and scope["method"] not in _READS:
            try:
                body = await asyncio.wait_for(_whole_body(receive), BODY_SECONDS)
            except TimeoutError:
                refused = (408, "The request took too long.")
            else:
                if body is None:
                    refused = (413, "The request is too large.")
                else:
                    receive = _replay(body, receive)
        if refused is not None:
            await self._refuse(scope, *refused)(scope, receive, with_headers)
            return
        await self._app(scope, receive, with_headers)

    def _judge(self, scope: Scope) -> tuple[int, str] | None:
        headers: dict[str, list[str]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
        for name in ("host", "origin", "sec-fetch-site", "content-length", "content-type"):
            if len(headers.get(name, [])) > 1:
                return 400, f"The request has two headers {name}."
        one = {name: values[0] for name, values in headers.items()}
        host = one.get("host", "").lower()
        if not self._known(host, scope):
            return 400, "This table is not known by that name."
        if (refused := _foreign(scope, one, f"{scope['scheme']}://{host}")) is not None:
            return 403, refused
        if scope["method"] not in _READS:
            if one.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
                return 415, "Only JSON is taken here."
            length = one.get("content-length", "0")
            if not length.isdecimal() or len(length) > 12 or int(length) > BODY_LIMIT:
                return 413, "The request is too large."
        return None

    def _known(self, host: str, scope: Scope) -> bool:
        match = _HOST.fullmatch(host)
        if match is None:
            return False
        name = match[1].strip("[]")
        if name in self._hosts:
            return True
        server = scope.get("server")
        return server is not None and _same_address(name, server[0])


def _foreign(scope: Scope, headers: dict[str, str], own: str) -> str | None:
    """Why a request does not come from our own page, ``None`` when it may.

    Browsers send no ``Origin`` with a GET to their own page's server, and ``Sec-Fetch-Site`` only where the page counts
    as trustworthy; whichever is there must be right, and what changes something must have the first.
    """
    reads = scope["method"] in _READS
    origin, site = headers.get("origin"), headers.get("sec-fetch-site")
    if origin is None and not reads:
        return "The request does not say which page it comes from."
    if origin is not None and origin != own:
        return "The request comes from another site's page."
    visit = reads and headers.get("sec-fetch-mode") == "navigate" and not scope["path"].startswith("/stream/")
    if site not in (None, "same-origin") and not visit and not (site == "none" and reads):
        return "The request comes from another site's page."
    return None


def _same_address(name: str, address: str) -> bool:
    try:
        said, real = ipaddress.ip_address(name), ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(real, ipaddress.IPv6Address) and real.ipv4_mapped is not None:
        real = real.ipv4_mapped
    return said == real


async def _whole_body(receive: Receive) -> bytes | None:
    """The request's body, ``None`` when it is over the limit."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return bytes(body)
        body += message.get("body", b"")
        if len(body) > BODY_LIMIT:
            return None
        if not message.get("more_body", False):
            return bytes(body)


def _replay(body: bytes, receive: Receive) -> Receive:
    told = False

    async def again() -> Message:
        nonlocal told
        if told:
            return await receive()
        told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again
