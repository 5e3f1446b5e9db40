"""The web application of one table: pages rendered for a role, streams that keep them live, acts that come back.

Every route names its role; what a role may not see is never rendered for it. GET changes nothing.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.middleware import Middleware
from starlette.types import Scope

from controller.rules.errors import PoneError
from controller.table.errors import Refused, Unavailable
from controller.table.service import Table
from controller.web import acts, pages
from controller.web.access import Access, AccessDenied
from controller.web.assets import digest_of, load_assets
from controller.web.guard import Guard
from controller.web.house import House
from controller.web.painting import Painter
from controller.web.roles import Denied, Role, settle_roles

_DOORS = {Role.DIRECTOR: Painter.director_door, Role.SEAT: Painter.seat_door}


@dataclass(frozen=True, slots=True)
class Settings:
    """How one table is served.

    ``keys``: the file of hashed sessions, mode 0600, beside the journal; ``None`` keeps them in memory only.
    ``hosts``: names or addresses, without port, by which browsers may call the service besides ``localhost`` and the
    address that they connected to. ``kiosk_key`` opens the table's screen once, at ``/kiosk?key=…``. ``director_code``
    replaces the code in the file; with neither nobody can sign in. ``spectators``: whether anyone may look at ``/``,
    ``spectator_delay_s`` how many seconds late. ``heartbeat_s``: seconds between two heartbeats of a stream.
    ``max_streams`` open at once. ``name`` of the table, in the pages' titles.
    """

    keys: Path | None = None
    hosts: tuple[str, ...] = ()
    kiosk_key: str | None = None
    director_code: str | None = None
    spectators: bool = True
    spectator_delay_s: float = 0.0
    heartbeat_s: float = 1.0
    max_streams: int = 128
    language: str = "en"
    name: str = "Pone"


@dataclass(frozen=True, slots=True)
class Pone:
    """What every route works with; stands in ``app.state.pone``."""

    table: Table
    access: Access
    painter: Painter
    house: House
    settings: Settings
    assets: pages.Assets


def create_app(table: Table, settings: Settings | None = None, *, access: Access | None = None) -> FastAPI:
    """The ASGI application over a started table.

    Raises :class:`~controller.web.roles.RouteWithoutRole` if a route names no role.
    """
    settings = settings or Settings()
    assets = load_assets()
    access = access or Access(settings.keys, kiosk_key=settings.kiosk_key, director_code=settings.director_code)
    painter = Painter(settings.language, digest_of(assets), settings.name)
    house = House(table, access, painter, settings.spectator_delay_s)

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncGenerator[None]:
        with suppress(Unavailable):
            house.begin()
        yield
        house.end()

    def refuse(scope: Scope, status: int, line: str) -> Response:
        return _plain_answer(painter, Request(scope), status, line)

    hosts = frozenset({"localhost", *(host.lower().strip("[]") for host in settings.hosts)})
    app = FastAPI(
        title="Pone",
        version="1",
        description="The pages of one card table. Every route names the one role it is for in `x-role`.",
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=life,
        middleware=[Middleware(Guard, hosts=hosts, refuse=refuse)],
    )
    app.state.pone = Pone(table, access, painter, house, settings, assets)
    pages.add_routes(app)
    acts.add_routes(app)
    _add_errors(app, painter)
    settle_roles(app)
    return app


def _plain_answer(painter: Painter, request: Request, status: int, line: str) -> Response:
    """One clear line: a page for a browser that wants one, JSON for everybody else."""
    if request.method in ("GET", "HEAD") and "text/html" in request.headers.get("accept", ""):
        return HTMLResponse(painter.error(status, line), status)
    return JSONResponse({"error": line}, status)


def _add_errors(app: FastAPI, painter: Painter) -> None:
    def denied(request: Request, error: Exception) -> Response:
        error = cast("Denied", error)
        door = _DOORS.get(error.role)
        if door is not None and request.method == "GET" and "text/html" in request.headers.get("accept", ""):
            return HTMLResponse(door(painter), error.status_code)
        return _plain_answer(painter, request, error.status_code, str(error.detail))

    def refused(request: Request, error: Exception) -> Response:
        status = 409
        if isinstance(error, AccessDenied):
            status = error.status
        elif isinstance(error, Unavailable):
            status = 503
        return _plain_answer(painter, request, status, str(error))

    def plain(request: Request, error: Exception) -> Response:
        error = cast("StarletteHTTPException", error)
        line = {404: "There is no such page.", 405: "This cannot be done that way."}.get(error.status_code)
        return _plain_answer(painter, request, error.status_code, line or str(error.detail))

    def unreadable(request: Request, error: Exception) -> Response:
        first = cast("RequestValidationError", error).errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:])
        return _plain_answer(painter, request, 422, f"{where}: {first['msg']}" if where else str(first["msg"]))

    def broken(request: Request, _: Exception) -> Response:
        return _plain_answer(painter, request, 500, "Something went wrong here. It was not recorded.")

    app.add_exception_handler(Denied, denied)
    for kind in (Refused, Unavailable, AccessDenied, PoneError):
        app.add_exception_handler(kind, refused)
    app.add_exception_handler(HTTPException, plain)
    app.add_exception_handler(StarletteHTTPException, plain)
    app.add_exception_handler(RequestValidationError, unreadable)
    app.add_exception_handler(Exception, broken)
