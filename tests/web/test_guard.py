"""Foreign hosts, foreign pages, forged and huge requests."""

from __future__ import annotations

import asyncio
import json
import socket

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from controller.web.app import Settings
from controller.web.guard import BODY_LIMIT, HEADERS, Guard
from tests.web.conftest import KEY, Service, running

STREAMS = ("/stream/table", "/stream/kiosk", "/stream/seat", "/stream/director")


def raw(service: Service, request: bytes) -> bytes:
    """What the server answers to these bytes; the first part of it."""
    with socket.create_connection((service.host, service.port), timeout=10) as line:
        line.sendall(request)
        return line.recv(65536)


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:{port}",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "10.9.8.7:{port}",
        "[::1]:{port}",
        "[fe80::1]",
        "127.0.0.2",
        "2130706433",
        "0x7f.1",
        "127.1",
        "",
        "localhost@evil",
        "localhost/",
        "local host",
        "localhost:99999999",
    ],
)
@pytest.mark.parametrize("path", ["/", "/stream/table", "/static/base.css", "/health/live", "/nowhere"])
def test_a_foreign_host_is_refused(standing: Service, host: str, path: str) -> None:
    host = host.format(port=standing.port)
    answer = raw(standing, f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
    assert answer.startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:{port}", "LOCALHOST:{port}", "127.0.0.1", "127.0.0.1:{port}", "[::ffff:127.0.0.1]"]
)
def test_its_own_hosts_are_served(standing: Service, host: str) -> None:
    answer = raw(
        standing,
        f"GET /health/live HTTP/1.1\r\nHost: {host.format(port=standing.port)}\r\nConnection: close\r\n\r\n".encode(),
    )
    expected = b"HTTP/1.1 400 " if "ffff" in host else b"HTTP/1.1 200 "
    assert answer.startswith(expected)


def test_an_ipv6_literal_is_its_own_host() -> None:
    with running(host="::1") as service:
        service.host = "::1"
        for host, good in (
            ("[::1]:8080", True),
            ("[0:0:0:0:0:0:0:1]", True),
            ("localhost", True),
            ("[::2]", False),
            ("127.0.0.1", False),
        ):
            answer = raw(service, f"GET /health/live HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
            assert answer.startswith(b"HTTP/1.1 200 " if good else b"HTTP/1.1 400 "), host


def test_configured_names_are_hosts() -> None:
    with running(settings=Settings(hosts=("Pone.Local", "[fd00::5]"))) as service:
        for host, good in (("pone.local:80", True), ("[fd00::5]:8080", True), ("other.local", False)):
            answer = raw(service, f"GET /health/live HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
            assert answer.startswith(b"HTTP/1.1 200 " if good else b"HTTP/1.1 400 "), host


def test_two_hosts_are_refused(standing: Service) -> None:
    answer = raw(standing, b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 400 ")


FOREIGN = [
    "https://evil.example",
    "null",
    "http://127.0.0.1",
    "http://127.0.0.1:1",
    "https://127.0.0.1:{port}",
    "HTTP://127.0.0.1:{port}",
    "http://127.0.0.1:{port}/",
    "http://localhost:{port}",
    "http://127.0.0.1:{port}.evil.example",
    "file://",
    "http://user@127.0.0.1:{port}",
]


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_foreign_origin_is_refused_everywhere(standing: Service, origin: str) -> None:
    origin = origin.format(port=standing.port)
    with standing.client(origin) as client:
        for path in (*STREAMS, "/", "/static/live.js"):
            assert client.get(path).status_code == 403
        assert client.post("/kiosk/claim", json={"key": KEY}).status_code == 403
        assert client.post("/director/login", json={"code": "x"}).status_code == 403


def test_an_act_must_say_which_page_it_comes_from(standing: Service) -> None:
    with httpx.Client(base_url=standing.base, trust_env=False) as client:
        assert client.get("/").status_code == 200
        assert client.post("/kiosk/claim", json={"key": KEY}).status_code == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site", "nonsense"])
def test_the_browsers_word_for_a_foreign_page_counts(service: Service, site: str) -> None:
    with httpx.Client(base_url=service.base, trust_env=False) as client:
        foreign = {"Sec-Fetch-Site": site}
        for path in STREAMS:
            assert client.get(path, headers=foreign).status_code == 403
            assert client.get(path, headers={**foreign, "Sec-Fetch-Mode": "navigate"}).status_code == 403
        assert client.get("/static/live.js", headers=foreign).status_code == 403
        assert client.get("/", headers={**foreign, "Sec-Fetch-Mode": "navigate"}).status_code == 200
        own = {"Origin": service.base}
        assert client.post("/kiosk/claim", json={"key": KEY}, headers={**foreign, **own}).status_code == 403
        assert (
            client.post("/kiosk/claim", json={"key": KEY}, headers={"Sec-Fetch-Site": "none", **own}).status_code == 403
        )
        assert (
            client.post("/kiosk/claim", json={"key": KEY}, headers={"Sec-Fetch-Site": "same-origin", **own}).status_code
            == 200
        )


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "application/jsonx"]
)
def test_only_json_is_taken(standing: Service, kind: str) -> None:
    with standing.client() as client:
        answer = client.post("/kiosk/claim", content=json.dumps({"key": KEY}), headers={"Content-Type": kind})
        assert answer.status_code == 415
        assert client.get("/").text.count("strip-N") == 1


def test_forwarded_headers_change_nothing(service: Service) -> None:
    forged = {
        "X-Forwarded-For": "10.0.0.9",
        "X-Forwarded-Host": "evil.example",
        "X-Forwarded-Proto": "https",
        "Forwarded": "for=10.0.0.9;host=evil",
    }
    with service.client() as client:
        for _ in range(5):
            assert client.post("/director/login", json={"code": "wrong"}, headers=forged).status_code == 403
        forged["X-Forwarded-For"] = "10.0.0.10"
        assert client.post("/director/login", json={"code": "wrong"}, headers=forged).status_code == 429
        assert client.get("/", headers=forged).status_code == 200


def test_every_answer_has_the_headers(service: Service) -> None:
    expected = {name.decode(): value.decode() for name, value in HEADERS}
    with service.client() as client, service.director() as director:
        answers = [
            client.get(path) for path in ("/", "/nowhere", "/static/base.css", "/health/ready", "/director", "/kiosk")
        ]
        answers += [
            client.post("/join", json={"code": "x"}),
            client.put("/"),
            client.get("/", headers={"Host": "evil.example"}),
        ]
        answers += [director.get("/director"), client.get("/static/../app.py")]
        with client.stream("GET", "/stream/table") as stream:
            answers.append(stream)
    for answer in answers:
        assert {name: answer.headers.get(name) for name in expected} == expected
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert "etag" not in answer.headers
        assert "server" not in answer.headers


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static/%252e%252e%252fapp.py",
        "/static/base.css%00.js",
        "/static//etc/passwd",
        "/static/vendor/../../app.py",
        "/static/",
        "/static/templates/base.html",
        "/static/.",
        "/static/base.css/",
        "//evil.example/",
        "/..%5c..%5capp.py",
    ],
)
def test_a_path_is_a_name_of_the_list_or_nothing(standing: Service, path: str) -> None:
    answer = raw(standing, f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
    assert answer.startswith(b"HTTP/1.1 404 ")
    assert b"import" not in answer


def test_a_huge_body_is_refused_unread(standing: Service) -> None:
    head = "POST /join HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nContent-Type: application/json\r\n"
    told = raw(standing, f"{head}Content-Length: {BODY_LIMIT + 1}\r\nConnection: close\r\n\r\n".encode())
    assert told.startswith(b"HTTP/1.1 413 ")
    chunk = b"4000\r\n" + b"x" * 0x4000 + b"\r\n"
    told = raw(
        standing, f"{head}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n".encode() + chunk * 5 + b"0\r\n\r\n"
    )
    assert told.startswith(b"HTTP/1.1 413 ")
    for length in ("-1", "9" * 40, "1e3"):
        assert (
            b" 200 " not in raw(standing, f"{head}Content-Length: {length}\r\nConnection: close\r\n\r\n".encode())[:20]
        )


def test_deep_and_odd_json_is_refused_in_one_line(service: Service) -> None:
    with service.director() as client:
        headers = {"Content-Type": "application/json", "X-CSRF": client.headers["x-csrf"]}
        deep = '{"fact":' + '{"a":' * 3000 + "1" + "}" * 3000 + "}"
        for body in (
            deep,
            "[" * 60000,
            '{"fact":{"fact":"\\ud800"}}',
            '{"fact":{"fact":"said","by":"a\\u0000b"}}',
            "{",
            "",
            "null",
            '{"fact":{"fact":"x","y":"\\u202etxt"}}',
            '{"fact":{}}',
            '{"fact":{"a":1},"more":2}',
        ):
            answer = client.post("/director/fact", content=body, headers=headers)
            assert answer.status_code in (400, 422), body[:40]
            assert set(answer.json()) == {"error"}
    assert service.table.entered == []


@given(st.binary(max_size=60), st.binary(max_size=60))
def test_any_host_and_origin_is_judged_without_a_fault(host: bytes, origin: bytes) -> None:
    guard = Guard(_nothing, frozenset({"localhost"}), _refuse)
    scope = {
        "type": "http",
        "method": "POST",
        "scheme": "http",
        "path": "/",
        "server": ("127.0.0.1", 80),
        "headers": [(b"host", host), (b"origin", origin), (b"content-type", b"application/json")],
    }
    judged = guard._judge(scope)
    if judged is None:
        assert origin.decode("latin-1") == "http://" + host.decode("latin-1").lower()


def _refuse(_scope: Scope, status: int, line: str) -> Response:
    return Response(line, status)


async def _nothing(_scope: Scope, _receive: Receive, _send: Send) -> None: ...


def test_websockets_are_not_spoken() -> None:
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    asyncio.run(Guard(_nothing, frozenset(), _refuse)({"type": "websocket"}, receive, send))
    assert sent == [{"type": "websocket.close", "code": 1008}]
