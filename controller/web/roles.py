"""Who may call what: every route names the one role it is for, and a route that names none cannot be served.

RouteWithoutRole (PoneError, ValueError)   a route was added that nobody may call
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from fastapi import FastAPI, HTTPException, Request
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from controller.rules.errors import PoneError
from controller.web.access import Access, Session


class Role(StrEnum):
    """The principals of the pages. ``SPECTATOR`` is anyone on the network, ``HEALTH`` whoever watches the service."""

    SPECTATOR = "spectator"
    KIOSK = "kiosk"
    SEAT = "seat"
    DIRECTOR = "director"
    HEALTH = "health"


OPEN_TO_ALL = frozenset({Role.SPECTATOR, Role.HEALTH})


class RouteWithoutRole(PoneError, ValueError):
    """A route names no role, or more than one."""


class Denied(HTTPException):
    """The caller has not signed in as what the route is for (401), or its request was forged (403)."""

    def __init__(self, status: int, role: Role, line: str) -> None:
        super().__init__(status, line)
        self.role = role


@dataclass(frozen=True, slots=True)
class Needs:
    """A route's dependency: lets its role through and nobody else.

    Gives the caller's session, ``None`` for roles that anyone has. A request that changes something must carry the
    session's token in ``X-CSRF``; that it comes from our own page was checked before.
    """

    role: Role

    async def __call__(self, request: Request) -> Session | None:
        """The session; raises :class:`Denied`."""
        if self.role in OPEN_TO_ALL:
            return None
        access: Access = request.app.state.pone.access
        session = access.session(self.role.value, request.cookies.get(cookie_name(self.role.value)))
        if session is None:
            raise Denied(401, self.role, _SIGN_IN[self.role])
        if request.method not in ("GET", "HEAD"):
            given = request.headers.get("x-csrf", "")
            if not hmac.compare_digest(given.encode(), access.csrf(session).encode()):
                raise Denied(403, self.role, "This page is out of date. Load it again.")
        return session


_SIGN_IN = {
    Role.KIOSK: "Only the table's own screen may do this.",
    Role.SEAT: "This phone has no seat. Enter the words shown at your seat on the table's screen.",
    Role.DIRECTOR: "Sign in with the director's code.",
}


def cookie_name(role: str) -> str:
    """The name of a role's cookie; one browser may hold several roles."""
    return f"pone_{role}"


def role_of(route: APIRoute) -> Role:
    """The role that a route names in its dependencies. Raises :class:`RouteWithoutRole`."""
    roles = {needs.role for needs in _needs(route.dependant)}
    if len(roles) != 1:
        raise RouteWithoutRole(f"{route.path} names {len(roles)} roles; a route names exactly one")
    return roles.pop()


def settle_roles(app: FastAPI) -> None:
    """Write each route's role into its OpenAPI description. Raises :class:`RouteWithoutRole` where one is missing."""
    for route in app.routes:
        if not isinstance(route, APIRoute):
            raise RouteWithoutRole(f"{getattr(route, 'path', route)} is no route that can name a role")
        route.openapi_extra = {**(route.openapi_extra or {}), "x-role": role_of(route).value}


def _needs(dependant: Dependant) -> Iterator[Needs]:
    for dependency in dependant.dependencies:
        if isinstance(dependency.call, Needs):
            yield dependency.call
        yield from _needs(dependency)
