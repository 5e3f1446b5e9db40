"""A real server on a real socket over a fake table."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from argon2 import PasswordHasher
from fastapi import FastAPI

from controller.web.access import Access
from controller.web.app import Settings, create_app
from controller.web.server import listen, server_for
from tests.web.fake import FakeTable

KEY = "kiosk-key-of-the-test"
CODE = "amber-lark-zinc-oak"


@dataclass
class Clock:
    """A clock that a test moves."""

    now: float = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Service:
    """A running service and what a test knows of it."""

    table: FakeTable
    app: FastAPI
    access: Access
    host: str
    port: int
    clock: Clock

    @property
    def base(self) -> str:
        return f"http://{self.host}:{self.port}"

    def client(self, origin: str | None = None) -> httpx.Client:
        """A browser of its own, cookies and all, that names the right origin."""
        return httpx.Client(
            base_url=self.base,
            headers={"Origin": origin or self.base},
            timeout=10,
            trust_env=False,
            follow_redirects=False,
        )

    def post(self, client: httpx.Client, path: str, body: object, **headers: str) -> httpx.Response:
        """What one of our own pages would send."""
        return client.post(path, json=body, headers={"X-CSRF": client.headers.get("x-csrf", ""), **headers})

    def kiosk(self) -> AbstractContextManager[httpx.Client]:
        """The table's screen."""
        return self._in("/kiosk/claim", {"key": KEY})

    def seat(self, seat: str = "N") -> AbstractContextManager[httpx.Client]:
        """A phone with a seat."""
        return self._in("/join", {"code": self.access.seat_code(seat)})

    def director(self) -> AbstractContextManager[httpx.Client]:
        """A signed-in director."""
        return self._in("/director/login", {"code": CODE})

    @contextmanager
    def _in(self, path: str, body: dict[str, str]) -> Iterator[httpx.Client]:
        with self.client() as client:
            answer = client.post(path, json=body)
            assert answer.status_code == 200, answer.text
            client.headers["x-csrf"] = answer.json()["csrf"]
            yield client


Clients = dict[str, Callable[[], AbstractContextManager[httpx.Client]]]


def make_access(path: Path | None, clock: Clock, *, code: str | None = CODE, key: str | None = KEY) -> Access:
    """Doors with a cheap hash and a clock that stands still."""
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    access = Access(path, kiosk_key=key, director_code=code, clock=clock, monotonic=clock, hasher=cheap)
    access.seat_at(("N", "E", "S", "W"))
    return access


@contextmanager
def running(
    table: FakeTable | None = None,
    *,
    settings: Settings | None = None,
    keys: Path | None = None,
    host: str = "127.0.0.1",
) -> Iterator[Service]:
    """Serve until the block ends."""
    clock = Clock()
    table = table or FakeTable()
    access = make_access(keys, clock)
    app = create_app(table, settings or Settings(heartbeat_s=0.05), access=access)
    server = server_for(app)
    bound = listen(host, 0)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]})
    thread.start()
    try:
        yield Service(table, app, access, host, bound.getsockname()[1], clock)
    finally:
        server.should_exit = True
        thread.join(10)
        bound.close()
        assert not thread.is_alive()


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """A service over a hand in play."""
    with running(keys=tmp_path / "keys") as one:
        yield one


@pytest.fixture(scope="module")
def standing() -> Iterator[Service]:
    """One service for all tests of a file that leave nothing behind."""
    with running() as one:
        yield one


@pytest.fixture
def clients(service: Service) -> Clients:
    """Somebody of every role."""
    return {
        "spectator": service.client,
        "kiosk": service.kiosk,
        "seat": service.seat,
        "director": service.director,
        "health": service.client,
    }
