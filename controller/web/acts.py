"""Routes that change something: JSON from our own pages, checked against the role that the session proves."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from controller.rules.seats import Seat
from controller.table.errors import Refused
from controller.table.service import Receipt, Table
from controller.table.views import DirectorView, TableView
from controller.web import typed
from controller.web.pages import Anyone, TheDirector, TheKiosk, TheSeat, pone_of
from controller.web.roles import cookie_name

if TYPE_CHECKING:
    from controller.web.app import Pone

LONGEST = 400
_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def _printable(text: str) -> str:
    """A text that may be recorded and shown. Raises ``ValueError`` for control characters and what is too long."""
    if len(text) > LONGEST:
        raise ValueError(f"a text has at most {LONGEST} characters")
    if any(unicodedata.category(c) in ("Cc", "Cs") or c in _BIDI for c in text):
        raise ValueError("a text holds no control characters")
    return text


def _clean(value: dict[str, Any]) -> dict[str, Any]:
    _check(value, 0)
    return value


def _check(value: object, depth: int) -> None:
    if depth > 6:
        raise ValueError("a fact is not so deep")
    match value:
        case str():
            _printable(value)
        case dict():
            for key, inner in cast("dict[object, object]", value).items():
                _check(key, depth + 1)
                _check(inner, depth + 1)
        case list():
            for inner in cast("list[object]", value):
                _check(inner, depth + 1)
        case _:
            pass


Text = Annotated[str, Field(min_length=1, max_length=LONGEST), AfterValidator(_printable)]
Code = Annotated[str, Field(min_length=1, max_length=100)]
Line = Annotated[int, Field(ge=1, le=10_000_000)]
ARecordsFact = Annotated[dict[str, Any], Field(min_length=1, max_length=20), AfterValidator(_clean)]


class Body(BaseModel):
    """What a page sends; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Nothing(Body):
    """An act that needs no words."""


class Key(Body):
    """The key of the one-time link."""

    key: Code


class ACode(Body):
    """A code that somebody typed."""

    code: Code


class Act(Body):
    """A fact as an object of the record, without ``t``."""

    fact: ARecordsFact


class OfSeat(Body):
    """Which seat's strip was pressed."""

    seat: Annotated[str, Field(min_length=1, max_length=1)]


class APhone(OfSeat):
    """What the table says of the phone that took a seat."""

    keep: bool


class ACut(Body):
    """How many cards the pone lifts."""

    number: Annotated[int, Field(ge=0, le=104)]


class ACutOfSeat(OfSeat, ACut):
    """A cut on a seat's strip."""


class AFault(Body):
    """A fault of the shoe, by its number."""

    fault: Annotated[int, Field(ge=0, le=65535)]


class DirectorsFact(Act):
    """A fact, and whose ruling numbers it uses."""

    numbers: Literal["table", "director"] | None = None


class ALine(Body):
    """What the director typed; ``seat``: whose turn it was on his page when he sent it."""

    line: Text
    seat: Annotated[str, Field(max_length=1)] = ""
    numbers: Literal["table", "director"] | None = None


class OfLine(Body):
    """A line of the record, and why."""

    line: Line
    why: Text


class Correction(OfLine):
    """What the line should have said."""

    fact: ARecordsFact


class AnAnswer(Body):
    """What a doubtful line was; without ``fact`` it was as it stands."""

    line: Line
    fact: ARecordsFact | None = None


class Void(ACode):
    """The director's code again, and why the hand does not count."""

    why: Text


class Names(Body):
    """Who sits where; an empty name is erased."""

    names: Annotated[dict[str, Annotated[str, Field(max_length=40), AfterValidator(_printable)]], Field(max_length=8)]


def add_routes(app: FastAPI) -> None:
    """Put every changing route on the application."""
    routes: dict[str, Callable[..., Awaitable[JSONResponse]]] = {
        "/kiosk/claim": claim_kiosk,
        "/kiosk/act": kiosk_act,
        "/kiosk/undo": kiosk_undo,
        "/kiosk/deal": kiosk_deal,
        "/kiosk/cut": kiosk_cut,
        "/kiosk/phone": kiosk_phone,
        "/join": join,
        "/seat/act": seat_act,
        "/seat/undo": seat_undo,
        "/seat/deal": seat_deal,
        "/seat/cut": seat_cut,
        "/seat/leave": seat_leave,
        "/director/login": sign_in,
        "/director/logout": sign_out,
        "/director/fact": director_fact,
        "/director/typed": director_typed,
        "/director/correct": director_correct,
        "/director/retract": director_retract,
        "/director/answer": director_answer,
        "/director/void": director_void,
        "/director/look": director_look,
        "/director/uncut": director_uncut,
        "/director/clear": director_clear,
        "/director/pause": director_pause,
        "/director/resume": director_resume,
        "/director/report": director_report,
        "/director/names": director_names,
    }
    for path, endpoint in routes.items():
        app.add_api_route(path, endpoint, methods=["POST"], response_class=JSONResponse)


# --------------------------------------------------------------------------- doors
async def claim_kiosk(request: Request, body: Key, _: Anyone) -> JSONResponse:
    """Make this browser the table's screen; the link's key is spent."""
    pone: Pone = request.app.state.pone
    return _signed_in(request, "kiosk", pone.access.claim_kiosk(body.key, _caller(request)), "/")


async def join(request: Request, body: ACode, _: Anyone) -> JSONResponse:
    """Give this phone the seat whose words were typed."""
    pone = pone_of(request)
    seat, token = pone.access.pair(body.code, _caller(request))
    return _signed_in(request, "seat", token, "/seat", seat=seat)


async def sign_in(request: Request, body: ACode, _: Anyone) -> JSONResponse:
    """Open the console to whoever knows the director's code."""
    pone: Pone = request.app.state.pone
    return _signed_in(request, "director", await pone.access.sign_in(body.code, _caller(request)), "/director")


async def seat_leave(request: Request, body: Nothing, session: TheSeat) -> JSONResponse:
    """Give the seat up."""
    return _signed_out(request, "seat", "/join", session.digest)


async def sign_out(request: Request, body: Nothing, session: TheDirector) -> JSONResponse:
    """Close the console."""
    return _signed_out(request, "director", "/director/login", session.digest)


# --------------------------------------------------------------------------- the seats
async def kiosk_act(request: Request, body: Act, _: TheKiosk) -> JSONResponse:
    """A press on a seat's strip: that seat's act."""
    return await _seat_acts(pone_of(request), str(body.fact.get("by", "")), body.fact)


async def seat_act(request: Request, body: Act, session: TheSeat) -> JSONResponse:
    """A press on the seat's phone."""
    return await _seat_acts(pone_of(request), session.seat or "", body.fact)


async def kiosk_undo(request: Request, body: OfSeat, _: TheKiosk) -> JSONResponse:
    """Take back what a seat did within the last five seconds."""
    return await _undo(pone_of(request), body.seat)


async def seat_undo(request: Request, body: Nothing, session: TheSeat) -> JSONResponse:
    """Take back what this seat did within the last five seconds."""
    return await _undo(pone_of(request), session.seat or "")


async def kiosk_phone(request: Request, body: APhone, _: TheKiosk) -> JSONResponse:
    """Keep the phone that took a seat, or send it away and give the seat new words."""
    pone = pone_of(request)
    seat = _seat(pone, body.seat)
    if body.keep:
        pone.access.accept_phone(seat)
    else:
        pone.access.drop_phone(seat)
    return JSONResponse({"done": True})


async def kiosk_deal(request: Request, body: OfSeat, _: TheKiosk) -> JSONResponse:
    """The button *deal* on a seat's strip."""
    return await _deals(pone_of(request), body.seat)


async def seat_deal(request: Request, body: Nothing, session: TheSeat) -> JSONResponse:
    """The button *deal* on the seat's phone."""
    return await _deals(pone_of(request), session.seat or "")


async def kiosk_cut(request: Request, body: ACutOfSeat, _: TheKiosk) -> JSONResponse:
    """The pone's cut on the table's screen."""
    return await _cuts(pone_of(request), body.seat, body.number)


async def seat_cut(request: Request, body: ACut, session: TheSeat) -> JSONResponse:
    """The pone's cut on his phone."""
    return await _cuts(pone_of(request), session.seat or "", body.number)


async def _deals(pone: Pone, seat: str) -> JSONResponse:
    receipt = await asyncio.wrap_future(pone.table.submit_deal(_seat(pone, seat)))
    return JSONResponse({"done": True, "text": receipt.text})


async def _cuts(pone: Pone, seat: str, number: int) -> JSONResponse:
    receipt = await asyncio.wrap_future(pone.table.submit_cut(_seat(pone, seat), number))
    return JSONResponse({"done": True, "text": receipt.text})


async def _seat_acts(pone: Pone, seat: str, fact: Mapping[str, object]) -> JSONResponse:
    seat = _seat(pone, seat)
    if fact.get("by") not in (None, seat):
        raise Refused("A seat acts for itself only.")
    receipt = await asyncio.wrap_future(pone.table.submit({**fact, "by": seat}, f"seat:{seat}"))
    return JSONResponse({"done": True, "text": receipt.text})


async def _undo(pone: Pone, seat: str) -> JSONResponse:
    receipt = await asyncio.to_thread(pone.table.undo, _seat(pone, seat))
    return JSONResponse({"done": True, "text": receipt.text})


# --------------------------------------------------------------------------- the director
async def director_fact(request: Request, body: DirectorsFact, _: TheDirector) -> JSONResponse:
    """Record a fact."""
    table = pone_of(request).table
    fact = {k: v for k, v in body.fact.items() if k not in ("t", "seen", "source", "confidence", "evidence")}
    future = table.submit(fact, "director", by="director", numbers=body.numbers)
    return _told(await asyncio.wrap_future(future))


async def director_typed(request: Request, body: ALine, _: TheDirector) -> JSONResponse:
    """Record what a line says that was typed. The answer tells whose turn it is then."""
    table = pone_of(request).table
    receipt = await _typed(table, body)
    awaited = typed.awaited(_now(table))
    return JSONResponse({"done": True, "text": receipt.text, "line": receipt.line, "seat": awaited.seat or ""})


async def _typed(table: Table, body: ALine) -> Receipt:
    view = _now(table)
    match typed.parse(body.line, view, body.seat if body.seat in view.seats else None):
        case typed.Enters(fact=fact):
            future = table.submit(fact, "director", by="director", numbers=body.numbers)
            return await asyncio.wrap_future(future)
        case typed.Corrects(line=line, fact=fact, why=why):
            return await asyncio.to_thread(table.correct, line, fact, "director", why)
        case typed.Retracts(line=named, why=why):
            line = _last_typed(cast("DirectorView", table.view("director"))) if named is None else named
            return await asyncio.to_thread(table.retract, line, "director", why)
        case typed.Unclear(words=words):
            raise Refused(words)


def _now(table: Table) -> TableView:
    return cast("TableView", table.view("table"))


def _last_typed(view: DirectorView) -> int:
    """The line that was last entered by hand and still stands."""
    for fact in reversed(view.facts):
        if fact.source == "director" and not (fact.retracted or fact.correction):
            return fact.line
    raise Refused("Nothing that was entered by hand stands in this hand or the one before.")


async def director_correct(request: Request, body: Correction, _: TheDirector) -> JSONResponse:
    """That line was another fact."""
    table = pone_of(request).table
    return _told(await asyncio.to_thread(table.correct, body.line, body.fact, "director", body.why))


async def director_retract(request: Request, body: OfLine, _: TheDirector) -> JSONResponse:
    """That line did not happen."""
    return _told(await asyncio.to_thread(pone_of(request).table.retract, body.line, "director", body.why))


async def director_answer(request: Request, body: AnAnswer, _: TheDirector) -> JSONResponse:
    """What a doubtful line was."""
    return _told(await asyncio.to_thread(pone_of(request).table.answer, body.line, "director", body.fact))


async def director_void(request: Request, body: Void, _: TheDirector) -> JSONResponse:
    """The hand does not count. Asks for the code again."""
    pone = pone_of(request)
    await pone.access.prove_director(body.code, _caller(request))
    return _told(await asyncio.to_thread(pone.table.void, "director", body.why))


async def director_look(request: Request, body: ACode, _: TheDirector) -> JSONResponse:
    """Look at the hands; the table is told. Asks for the code again."""
    pone = pone_of(request)
    await pone.access.prove_director(body.code, _caller(request))
    return _told(await asyncio.to_thread(pone.table.look, "director"))


async def director_uncut(request: Request, body: Nothing, _: TheDirector) -> JSONResponse:
    """Have the pack dealt though nobody has cut it."""
    return _told(await asyncio.to_thread(pone_of(request).table.deal_uncut, "director"))


async def director_clear(request: Request, body: AFault, _: TheDirector) -> JSONResponse:
    """The cause of the shoe's fault is removed."""
    return _told(await asyncio.to_thread(pone_of(request).table.clear_fault, "director", body.fault))


async def director_pause(request: Request, body: Nothing, _: TheDirector) -> JSONResponse:
    """Stop the shoe after the card in its path."""
    return _told(await asyncio.to_thread(pone_of(request).table.pause_shoe, "director"))


async def director_resume(request: Request, body: Nothing, _: TheDirector) -> JSONResponse:
    """Let the shoe go on."""
    return _told(await asyncio.to_thread(pone_of(request).table.resume_shoe, "director"))


async def director_report(request: Request, body: Nothing, _: TheDirector) -> JSONResponse:
    """Ask the shoe for its counters."""
    return _told(await asyncio.to_thread(pone_of(request).table.report_shoe))


async def director_names(request: Request, body: Names, _: TheDirector) -> JSONResponse:
    """Who sits where."""
    pone = pone_of(request)
    for seat, name in body.names.items():
        await asyncio.to_thread(pone.table.name, _seat(pone, seat), name.strip() or None)
    return JSONResponse({"done": True})


# --------------------------------------------------------------------------- inside
def _told(receipt: Receipt) -> JSONResponse:
    return JSONResponse({"done": True, "text": receipt.text, "line": receipt.line})


def _seat(pone: Pone, seat: str) -> Seat:
    if seat not in pone.table.seating.seats:
        raise Refused("There is no such seat at this table.")
    return seat


def _caller(request: Request) -> str:
    return request.client.host if request.client is not None else "unknown"


def _signed_in(request: Request, role: str, token: str, go: str, **more: str) -> JSONResponse:
    access = request.app.state.pone.access
    answer = JSONResponse({"done": True, "go": go, "csrf": access.csrf(access.session(role, token)), **more})
    answer.set_cookie(
        cookie_name(role), token, max_age=400 * 86400, httponly=True, samesite="strict", path="/",
        secure=request.url.scheme == "https",
    )  # fmt: skip
    return answer


def _signed_out(request: Request, role: str, go: str, digest: str) -> JSONResponse:
    request.app.state.pone.access.close(digest)
    answer = JSONResponse({"done": True, "go": go})
    answer.delete_cookie(cookie_name(role), httponly=True, samesite="strict", path="/")
    return answer
