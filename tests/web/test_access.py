"""Keys, codes, sessions: what opens what, how often it may be guessed, and what outlives the service."""

from __future__ import annotations

import asyncio
import json
import stat
from pathlib import Path

import pytest

from controller.web.access import Access, AccessDenied, Session, new_code, new_key
from controller.web.lockout import Lockout
from controller.web.words import WORDS
from tests.web.conftest import CODE, KEY, Clock, Service, make_access, running


def test_the_kiosks_key_opens_once(tmp_path: Path) -> None:
    clock = Clock()
    access = make_access(tmp_path / "keys", clock)
    token = access.claim_kiosk(KEY, "a")
    assert access.session("kiosk", token) is not None
    with pytest.raises(AccessDenied, match="used before"):
        access.claim_kiosk(KEY, "a")
    again = make_access(tmp_path / "keys", clock)
    with pytest.raises(AccessDenied, match="used before"):
        again.claim_kiosk(KEY, "a")
    fresh = make_access(tmp_path / "keys", clock, key="another")
    other = fresh.claim_kiosk("another", "a")
    assert fresh.session("kiosk", other) is not None
    assert fresh.session("kiosk", token) is None, "a table has one screen"


def test_sessions_outlive_the_service(tmp_path: Path) -> None:
    clock = Clock()
    path = tmp_path / "keys"
    access = make_access(path, clock)
    kiosk = access.claim_kiosk(KEY, "a")
    seat, phone = access.pair(access.seat_code("W"), "b")
    director = asyncio.run(access.sign_in(CODE, "c"))
    csrf = access.csrf(_session(access, "seat", phone))
    again = make_access(path, clock)
    for role, token in (("kiosk", kiosk), ("seat", phone), ("director", director)):
        assert again.session(role, token) is not None
    assert seat == "W" == _session(again, "seat", phone).seat
    assert again.csrf(_session(again, "seat", phone)) == csrf
    assert again.seat_code("W") == access.seat_code("W")


def test_the_file_holds_digests_and_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    access = make_access(path, Clock())
    tokens = [
        access.claim_kiosk(KEY, "a"),
        access.pair(access.seat_code("N"), "a")[1],
        asyncio.run(access.sign_in(CODE, "a")),
    ]
    text = path.read_text()
    for secret in (*tokens, KEY, CODE, CODE.replace("-", " ")):
        assert secret not in text
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert json.loads(text)["director"].startswith("$argon2id$")
    assert [p.name for p in tmp_path.iterdir()] == ["keys"]


def test_a_new_directors_code_ends_the_old_ones_sessions(tmp_path: Path) -> None:
    clock = Clock()
    token = asyncio.run(make_access(tmp_path / "keys", clock).sign_in(CODE, "a"))
    same = make_access(tmp_path / "keys", clock)
    assert same.session("director", token) is not None
    kept = make_access(tmp_path / "keys", clock, code=None)
    assert kept.session("director", token) is not None
    assert asyncio.run(kept.sign_in(CODE, "a"))
    changed = make_access(tmp_path / "keys", clock, code="quite another code")
    assert changed.session("director", token) is None


def test_nothing_but_claiming_works_before_there_is_a_code() -> None:
    access = make_access(None, Clock(), code=None)
    with pytest.raises(AccessDenied, match="no director's code"):
        asyncio.run(access.sign_in("", "a"))
    assert not access.director_known


def test_sessions_end_with_time() -> None:
    clock = Clock()
    access = make_access(None, clock)
    token = asyncio.run(access.sign_in(CODE, "a"))
    clock.now += 12 * 3600 - 1
    assert access.session("director", token) is not None
    clock.now += 2
    assert access.session("director", token) is None


def test_one_phone_a_seat_and_the_table_is_told() -> None:
    access = make_access(None, Clock())
    told: list[int] = []
    access.on_change(lambda: told.append(1))
    code = access.seat_code("E")
    _, first = access.pair(code.upper().replace("-", "  "), "a")
    assert access.phones == {"E"}
    assert access.paired_again == set()
    _, second = access.pair(code, "b")
    assert access.session("seat", first) is None
    assert access.session("seat", second) is not None
    assert access.paired_again == {"E"}
    access.accept_phone("E")
    assert access.paired_again == set()
    access.drop_phone("E")
    assert access.session("seat", second) is None
    assert access.seat_code("E") != code
    with pytest.raises(AccessDenied):
        access.pair(code, "c")
    assert len(told) == 4


def test_the_rubbers_end_gives_every_seat_new_words() -> None:
    access = make_access(None, Clock())
    before = [access.seat_code(s) for s in "NESW"]
    access.pair(before[0], "a")
    access.end_rubber()
    assert access.phones == frozenset()
    assert not set(before) & {access.seat_code(s) for s in "NESW"}


def test_codes_are_words() -> None:
    assert len(WORDS) == len(set(WORDS)) == 256
    assert all(word in WORDS for word in new_code(4).split("-"))
    assert len({new_key() for _ in range(50)}) == 50


# --------------------------------------------------------------------------- guessing
def test_five_wrong_codes_lock_out_for_longer_each_time() -> None:
    clock = Clock()
    lockout = Lockout(clock)
    for wait in (60, 120, 240):
        for _ in range(5):
            assert lockout.remaining("a") == 0
            lockout.wrong("a")
        assert lockout.remaining("a") == wait
        assert lockout.remaining("b") == 0
        clock.now += wait
    for _ in range(4):
        lockout.wrong("a")
    lockout.right("a")
    lockout.wrong("a")
    assert lockout.remaining("a") == 0


def test_many_addresses_gain_nothing() -> None:
    clock = Clock()
    lockout = Lockout(clock, many=20)
    for i in range(20):
        lockout.wrong(str(i))
    assert lockout.remaining("fresh") > 0
    clock.now += 601
    assert lockout.remaining("fresh") == 0


@pytest.mark.parametrize("path", ["/director/login", "/join", "/kiosk/claim"])
def test_every_door_locks(service: Service, path: str) -> None:
    field = "key" if path == "/kiosk/claim" else "code"
    right = {"/director/login": CODE, "/join": service.access.seat_code("N"), "/kiosk/claim": KEY}[path]
    with service.client() as client:
        for _ in range(5):
            assert client.post(path, json={field: "wrong"}).status_code == 403
        locked = client.post(path, json={field: right})
        assert locked.status_code == 429
        assert "Wait" in locked.json()["error"]
        service.clock.now += 61
        assert client.post(path, json={field: right}).status_code == 200


def test_looking_and_voiding_ask_for_the_code_again(service: Service) -> None:
    with service.director() as client:
        assert service.post(client, "/director/look", {"code": "wrong"}).status_code == 403
        assert service.post(client, "/director/void", {"code": "wrong", "why": "x"}).status_code == 403
        assert service.table.entered == []
        assert service.post(client, "/director/look", {"code": CODE}).status_code == 200
        assert service.post(client, "/director/void", {"code": CODE, "why": "a torn pack"}).status_code == 200
    assert service.table.entered == [("look", "director"), ("void", "director", "a torn pack")]


def test_cookies_are_hidden_strict_and_for_the_whole_site(service: Service) -> None:
    with service.client() as client:
        cookie = client.post("/kiosk/claim", json={"key": KEY}).headers["set-cookie"].lower()
    for part in ("httponly", "samesite=strict", "path=/"):
        assert part in cookie
    assert "domain" not in cookie


def test_signing_out_ends_the_session_not_only_the_cookie(service: Service) -> None:
    for path, make in (("/director/logout", service.director), ("/seat/leave", service.seat)):
        with make() as client, service.client() as thief:
            thief.cookies.update(client.cookies)
            assert service.post(client, path, {}).status_code == 200
            assert thief.get(path.rsplit("/", 1)[0]).status_code == 401


def test_a_killed_service_keeps_who_was_signed_in(tmp_path: Path) -> None:
    with running(keys=tmp_path / "keys") as first, first.director() as director, first.kiosk() as kiosk:
        cookies = {**director.cookies, **kiosk.cookies}
    with running(keys=tmp_path / "keys") as second, second.client() as client:
        client.cookies.update(cookies)
        assert client.get("/director").status_code == 200
        assert 'class="table kiosk"' in client.get("/").text


def _session(access: Access, role: str, token: str) -> Session:
    session = access.session(role, token)
    assert session is not None
    return session
