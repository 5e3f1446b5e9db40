"""Routes that read: pages, streams, static files, health. None of them changes anything."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import Depends, FastAPI, HTTPException, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from controller.web.access import Session
from controller.web.assets import Asset
from controller.web.roles import Needs, Role, cookie_name
from controller.web.streams import EventStream

if TYPE_CHECKING:
    from controller.web.app import Pone

Assets = dict[str, Asset]

Anyone = Annotated[None, Depends(Needs(Role.SPECTATOR))]
Watchman = Annotated[None, Depends(Needs(Role.HEALTH))]
TheKiosk = Annotated[Session, Depends(Needs(Role.KIOSK))]
TheSeat = Annotated[Session, Depends(Needs(Role.SEAT))]
TheDirector = Annotated[Session, Depends(Needs(Role.DIRECTOR))]

_STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "Pictures of the live region as server-sent events, and a heartbeat.",
        "content": {"text/event-stream": {}},
    }
}


def add_routes(app: FastAPI) -> None:
    """Put every reading route on the application."""
    html = HTMLResponse
    app.add_api_route("/", table_page, response_class=html)
    app.add_api_route("/seat", seat_page, response_class=html)
    app.add_api_route("/seat/view", seat_view, response_class=JSONResponse)
    app.add_api_route("/director", director_page, response_class=html)
    app.add_api_route("/kiosk", kiosk_door, response_class=html)
    app.add_api_route("/join", seat_door, response_class=html)
    app.add_api_route("/director/login", director_door, response_class=html)
    app.add_api_route("/stream/table", table_stream, response_class=Response, responses=_STREAM)
    app.add_api_route("/stream/kiosk", kiosk_stream, response_class=Response, responses=_STREAM)
    app.add_api_route("/stream/seat", seat_stream, response_class=Response, responses=_STREAM)
    app.add_api_route("/stream/director", director_stream, response_class=Response, responses=_STREAM)
    app.add_api_route("/static/{name:path}", static, response_class=Response)
    app.add_api_route("/health/live", live, response_class=JSONResponse)
    app.add_api_route("/health/ready", ready, response_class=JSONResponse)


def pone_of(request: Request) -> Pone:
    """What the application works with, its table begun. Raises ``Unavailable`` before there is a table."""
    pone: Pone = request.app.state.pone
    pone.house.begin()
    return pone


# --------------------------------------------------------------------------- pages
async def table_page(request: Request, _: Anyone) -> HTMLResponse:
    """The table display: with the seats' strips for the table's own screen, without a button for anybody else."""
    pone = pone_of(request)
    kiosk = pone.access.session("kiosk", request.cookies.get(cookie_name("kiosk")))
    if kiosk is not None:
        region = pone.house.channels["kiosk"].picture()
        return HTMLResponse(pone.painter.table_page(region, "/stream/kiosk", pone.access.csrf(kiosk)))
    _spectators_may_look(pone)
    return HTMLResponse(pone.painter.table_page(pone.house.channels["spectator"].picture(), "/stream/table", None))


async def seat_page(request: Request, session: TheSeat) -> HTMLResponse:
    """One seat's phone."""
    pone = pone_of(request)
    seat = session.seat or ""
    region = pone.house.channels[f"seat:{seat}"].picture()
    return HTMLResponse(pone.painter.seat_page(region, seat, pone.access.csrf(session)))


async def seat_view(request: Request, session: TheSeat) -> JSONResponse:
    """What the seat's page shows, as data, for a page that is not drawn."""
    pone = pone_of(request)
    return JSONResponse(asdict(pone.house.seat_view(session.seat or "")))


async def director_page(request: Request, session: TheDirector) -> HTMLResponse:
    """The director's console."""
    pone = pone_of(request)
    region = pone.house.channels["director"].picture()
    return HTMLResponse(pone.painter.director_page(region, pone.house.table_view(), pone.access.csrf(session)))


async def kiosk_door(request: Request, _: Anyone) -> Response:
    """Where the one-time link leads; the table's own screen is sent on to the table."""
    pone: Pone = request.app.state.pone
    if pone.access.session("kiosk", request.cookies.get(cookie_name("kiosk"))) is not None:
        return RedirectResponse("/", 303)
    return HTMLResponse(pone.painter.kiosk_door())


async def seat_door(request: Request, _: Anyone) -> HTMLResponse:
    """Where a phone takes its seat."""
    pone: Pone = request.app.state.pone
    return HTMLResponse(pone.painter.seat_door())


async def director_door(request: Request, _: Anyone) -> HTMLResponse:
    """The director's sign-in."""
    pone: Pone = request.app.state.pone
    return HTMLResponse(pone.painter.director_door())


# --------------------------------------------------------------------------- streams
async def table_stream(request: Request, _: Anyone) -> Response:
    """The table display, live."""
    pone = pone_of(request)
    _spectators_may_look(pone)
    return _stream(pone, "spectator", None)


async def kiosk_stream(request: Request, session: TheKiosk) -> Response:
    """The table's own screen, live."""
    return _stream(pone_of(request), "kiosk", session)


async def seat_stream(request: Request, session: TheSeat) -> Response:
    """A seat's phone, live."""
    return _stream(pone_of(request), f"seat:{session.seat}", session)


async def director_stream(request: Request, session: TheDirector) -> Response:
    """The console, live."""
    return _stream(pone_of(request), "director", session)


def _stream(pone: Pone, channel: str, session: Session | None) -> Response:
    if sum(c.readers for c in pone.house.channels.values()) >= pone.settings.max_streams:
        raise HTTPException(503, "Too many screens look at this table.")
    access = pone.access
    allowed = (lambda: True) if session is None else (lambda: access.living(session))
    return EventStream(pone.house.channels[channel], pone.settings.heartbeat_s, allowed)


def _spectators_may_look(pone: Pone) -> None:
    if not pone.settings.spectators:
        raise HTTPException(403, "This table is not shown to spectators.")


# --------------------------------------------------------------------------- files and health
async def static(request: Request, name: str, _: Anyone) -> Response:
    """A file of the closed list."""
    pone: Pone = request.app.state.pone
    asset = pone.assets.get(name)
    if asset is None:
        raise HTTPException(404)
    return Response(asset.body, media_type=asset.media_type)


async def live(_: Watchman) -> JSONResponse:
    """The web's loop turns."""
    return JSONResponse({"live": True})


async def ready(request: Request, _: Watchman) -> JSONResponse:
    """Whether facts can be recorded."""
    pone: Pone = request.app.state.pone
    health = pone.table.health()
    told: dict[str, object] = {"ready": health.ready, "waiting_for": health.waiting_for}
    if health.shoe is not None:
        told["shoe"] = health.shoe
    return JSONResponse(told, 200 if health.ready else 503)
