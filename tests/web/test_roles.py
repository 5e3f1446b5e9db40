"""Deny by default: every route, every role."""

from __future__ import annotations

import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute

from controller.web.app import create_app
from controller.web.pages import Anyone, TheKiosk
from controller.web.roles import Role, RouteWithoutRole, role_of, settle_roles
from tests.web.conftest import Clients, Service
from tests.web.fake import FakeTable

BODIES = {
    "/kiosk/claim": {"key": "wrong"},
    "/kiosk/act": {"fact": {"fact": "claimed", "by": "N", "what": "revoke", "against": "E"}},
    "/kiosk/undo": {"seat": "N"},
    "/kiosk/phone": {"seat": "E", "keep": True},
    "/kiosk/deal": {"seat": "N"},
    "/kiosk/cut": {"seat": "W", "number": 21},
    "/join": {"code": "no such words"},
    "/seat/act": {"fact": {"fact": "claimed", "what": "rest"}},
    "/seat/undo": {},
    "/seat/leave": {},
    "/seat/deal": {},
    "/seat/cut": {"number": 21},
    "/director/login": {"code": "wrong"},
    "/director/logout": {},
    "/director/fact": {"fact": {"fact": "mixed", "by": "N"}},
    "/director/correct": {"line": 5, "why": "misread", "fact": {"fact": "played", "by": "N", "cards": "2C"}},
    "/director/typed": {"line": "N 2C", "seat": "N"},
    "/director/retract": {"line": 5, "why": "misread"},
    "/director/answer": {"line": 13},
    "/director/void": {"code": "amber-lark-zinc-oak", "why": "the pack was torn"},
    "/director/look": {"code": "amber-lark-zinc-oak"},
    "/director/names": {"names": {"N": "Ada"}},
    "/director/uncut": {},
    "/director/clear": {"fault": 3},
    "/director/pause": {},
    "/director/resume": {},
    "/director/report": {},
}
ROUTES: list[APIRoute] = [route for route in create_app(FakeTable()).routes if isinstance(route, APIRoute)]


def posts(route: APIRoute) -> bool:
    """Whether it changes something."""
    return "POST" in (route.methods or ())


OPEN = {"spectator", "health"}
DOORS = {"/kiosk/claim", "/join", "/director/login"}


def test_every_changing_route_is_in_this_test() -> None:
    assert {route.path for route in ROUTES if posts(route)} == set(BODIES)


@pytest.mark.parametrize("route", ROUTES, ids=lambda r: r.path)
def test_a_route_lets_its_role_through_and_nobody_else(service: Service, clients: Clients, route: APIRoute) -> None:
    needed = role_of(route).value
    path = route.path.replace("{name:path}", "base.css")
    for role in (role.value for role in Role):
        with clients[role]() as client:
            before = list(service.table.entered)
            if posts(route):
                status = service.post(client, path, BODIES[route.path]).status_code
            else:
                with client.stream("GET", path) as answer:
                    status = answer.status_code
        if needed in OPEN or needed == role:
            assert status in (200, 303) or (path in DOORS and status in (403, 429)), role
        else:
            assert status == 401, role
            assert service.table.entered == before


@pytest.mark.parametrize(
    "route", [r for r in ROUTES if posts(r) and role_of(r).value not in OPEN], ids=lambda r: r.path
)
def test_an_act_needs_the_token_of_its_own_session(service: Service, clients: Clients, route: APIRoute) -> None:
    with clients[role_of(route).value]() as client:
        for forged in ("", "0" * 64, client.headers["x-csrf"][:-1] + "x"):
            answer = service.post(client, route.path, BODIES[route.path], **{"X-CSRF": forged})
            assert answer.status_code == 403
    assert service.table.entered == []


def test_a_route_without_a_role_is_not_served() -> None:
    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None)

    @app.get("/forgotten")
    def forgotten() -> None: ...

    with pytest.raises(RouteWithoutRole, match="/forgotten"):
        settle_roles(app)


def test_a_route_with_two_roles_is_not_served() -> None:
    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None)

    @app.get("/both")
    def both(_one: Anyone, _other: TheKiosk) -> None: ...

    with pytest.raises(RouteWithoutRole, match="2 roles"):
        settle_roles(app)


def test_fastapis_own_routes_are_off() -> None:
    assert not {"/openapi.json", "/docs", "/redoc"} & {route.path for route in ROUTES}


def test_a_cookie_of_one_role_opens_no_other(service: Service) -> None:
    with service.seat("N") as phone, service.client() as other:
        token = phone.cookies["pone_seat"]
        for role in ("kiosk", "director"):
            other.cookies.set(f"pone_{role}", token)
        assert other.get("/director").status_code == 401
        assert other.get("/stream/kiosk").status_code == 401


def test_a_seat_acts_for_itself_only(service: Service) -> None:
    with service.seat("N") as phone:
        answer = service.post(phone, "/seat/act", {"fact": {"fact": "claimed", "by": "E", "what": "rest"}})
        assert answer.status_code == 409
        assert service.table.entered == []
        service.post(phone, "/seat/act", {"fact": {"fact": "claimed", "what": "rest"}})
        assert service.table.entered[-1][:3] == ("enter", {"fact": "claimed", "what": "rest", "by": "N"}, "seat:N")


def test_who_plays_and_looks_on_is_told_no_line(service: Service) -> None:
    with service.seat("N") as phone, service.kiosk() as kiosk:
        for client, path in ((phone, "/seat/act"), (kiosk, "/kiosk/act")):
            answer = service.post(client, path, {"fact": {"fact": "claimed", "by": "N", "what": "rest"}}).json()
            assert answer == {"done": True, "text": "Recorded."}
