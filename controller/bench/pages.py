"""A seat's own page, read and pressed over HTTP with that seat's cookie, as a phone would.

PageError (PoneError, RuntimeError)
  PageAway (ConnectionError)   the service does not answer now
  PageRefused (ValueError)     it answered, and did not do what was asked
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from typing import Any, cast

from controller.rules.errors import PoneError

_TIMEOUT_S = 10.0


class PageError(PoneError, RuntimeError):
    """A page did not do what it was asked to do."""


class PageAway(PageError, ConnectionError):
    """The service does not answer now; it may come back."""


class PageRefused(PageError, ValueError):
    """The service answered with ``status`` and one line of words."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(f"{status}: {words}")
        self.status = status


@dataclass(slots=True)
class SeatPage:
    """One phone: paired by the seat's words, then it reads its page and presses what the page offers."""

    host: str
    port: int
    code: str
    _cookie: str | None = None
    _csrf: str = ""
    _connection: HTTPConnection | None = field(default=None, repr=False)

    def look(self) -> dict[str, Any]:
        """What the seat's page shows, as data. Raises :class:`PageAway`, :class:`PageRefused`."""
        return self._ask("GET", "/seat/view")

    def press(self, fact: Mapping[str, object]) -> dict[str, Any]:
        """Press a button: the fact that it records. Raises :class:`PageAway`, :class:`PageRefused`."""
        return self._ask("POST", "/seat/act", {"fact": dict(fact)})

    def close(self) -> None:
        """Let the connection go; the phone stays paired."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _ask(self, method: str, path: str, body: Mapping[str, object] | None = None) -> dict[str, Any]:
        if self._cookie is None:
            self._pair()
        try:
            return self._request(method, path, body)[0]
        except PageRefused as refused:
            if refused.status != 401:
                raise
        self._pair()
        return self._request(method, path, body)[0]

    def _pair(self) -> None:
        self._cookie = None
        answer, headers = self._request("POST", "/join", {"code": self.code})
        self._csrf = str(answer["csrf"])
        cookies = [value.partition(";")[0] for name, value in headers if name.lower() == "set-cookie"]
        self._cookie = "; ".join(cookies)

    def _request(
        self, method: str, path: str, body: Mapping[str, object] | None
    ) -> tuple[dict[str, Any], list[tuple[str, str]]]:
        headers = {"Accept": "application/json", "Origin": f"http://{self.host}:{self.port}"}
        if self._cookie is not None:
            headers |= {"Cookie": self._cookie, "X-CSRF": self._csrf}
        sent = None if body is None else json.dumps(body).encode()
        if sent is not None:
            headers["Content-Type"] = "application/json"
        fresh = self._connection is None
        connection = self._connection or HTTPConnection(self.host, self.port, timeout=_TIMEOUT_S)
        self._connection = connection
        try:
            connection.request(method, path, sent, headers)
            response = connection.getresponse()
            text = response.read()
        except (OSError, HTTPException) as e:
            self.close()
            if fresh or method != "GET":
                raise PageAway(f"the page of the table does not answer ({e})") from e
            return self._request(method, path, body)
        answer = _object(text)
        if response.status >= 500:
            raise PageAway(str(answer.get("error", response.reason)))
        if response.status >= 400:
            raise PageRefused(response.status, str(answer.get("error", response.reason)))
        return answer, response.getheaders()


def _object(text: bytes) -> dict[str, Any]:
    try:
        value: object = json.loads(text)
    except ValueError:
        return {}
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}
