"""A request reaches the server that was meant and no other, and whatever answers becomes a typed exception."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from covalt_toolset import client
from covalt_toolset.client import Connection, Problem, connection


class Peer(ThreadingHTTPServer):
    """Answers every request with what a test put there, and remembers what came."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answering)
        self.status = 200
        self.headers: dict[str, str] = {}
        self.body = b"{}"
        self.seen: list[tuple[str, str, str | None, bytes]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Answering(BaseHTTPRequestHandler):
    server: Peer

    def do_GET(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        self.server.seen.append((self.command, self.path, self.headers["Authorization"], self.rfile.read(length)))
        self.send_response(self.server.status)
        for name, value in self.server.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(self.server.body)

    do_POST = do_GET

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def peer() -> Iterator[Peer]:
    peer = Peer()
    thread = threading.Thread(target=peer.serve_forever, args=(0.01,))
    thread.start()
    yield peer
    peer.shutdown()
    thread.join()
    peer.server_close()


def problem(kind: str, status: int, **more: object) -> bytes:
    return json.dumps({"type": f"urn:pegboard:problem:{kind}", "title": "T", "status": status, **more}).encode()


def test_parts_of_a_path_are_quoted_and_the_token_goes_along(peer: Peer) -> None:
    peer.body = b'{"a": [1]}'
    line = Connection(peer.url + "/below/", "secret")
    assert line.send("POST", "tools", "a:b/c?d", "call", body={"args": {}}, query={"x": "1&2"}) == {"a": [1]}
    assert peer.seen == [("POST", "/below/tools/a%3Ab%2Fc%3Fd/call?x=1%262", "Bearer secret", b'{"args": {}}')]
    assert "secret" not in repr(line)


@pytest.mark.parametrize(
    ("kind", "status", "expected"),
    [
        ("unauthenticated", 401, client.Unauthenticated),
        ("forbidden", 403, client.Forbidden),
        ("blocked", 403, client.Blocked),
        ("unknown-tool", 404, client.UnknownTool),
        ("unknown-tool", 404, client.NotFound),
        ("invalid-arguments", 422, client.InvalidArguments),
        ("invalid-policy", 422, client.Invalid),
        ("conflict", 409, client.Conflict),
        ("busy", 503, client.Unavailable),
        ("internal", 500, client.ServerFault),
        ("of-tomorrow", 418, client.Problem),
    ],
)
def test_a_problem_is_an_exception_of_its_class(peer: Peer, kind: str, status: int, expected: type[Problem]) -> None:
    violation = {"path": "a.b", "rule": "type", "message": "is no number"}
    peer.status = status
    peer.body = problem(kind, status, detail="No.", hint="Do it.", near=["x"], violations=[violation], instance="i")
    with pytest.raises(expected) as caught:
        Connection(peer.url, "t").get("toolsets")
    raised = caught.value
    assert isinstance(raised, Problem)
    assert (raised.type, raised.status) == (f"urn:pegboard:problem:{kind}", status)
    assert (str(raised), raised.hint, raised.near, raised.instance) == ("No. Do it.", "Do it.", ["x"], "i")
    assert raised.violations == [client.Violation("a.b", "type", "is no number")]


@pytest.mark.parametrize("body", [b'{"violations": [1, {}], "near": 5, "detail": []}', b"{}"])
def test_a_document_that_lacks_what_it_should_have_is_still_told(peer: Peer, body: bytes) -> None:
    peer.status, peer.body = 500, body
    with pytest.raises(Problem, match="HTTP 500"):
        Connection(peer.url, "t").get("toolsets")


@pytest.mark.parametrize(
    ("status", "body"), [(200, b"<html>"), (200, b"[" * 100_000), (500, b"oops"), (404, b"[1]"), (200, b"\xff")]
)
def test_what_is_no_pegboard_is_told_so(peer: Peer, status: int, body: bytes) -> None:
    peer.status, peer.body = status, body
    with pytest.raises(client.BadAnswer, match=f"status {status}"):
        Connection(peer.url, "t").get("toolsets")


def test_a_redirect_is_not_followed(peer: Peer) -> None:
    peer.status, peer.headers = 307, {"Location": "http://elsewhere.example/"}
    with pytest.raises(client.BadAnswer, match=r"redirects to http://elsewhere\.example/"):
        Connection(peer.url, "t").get("toolsets")
    assert len(peer.seen) == 1


def test_a_proxy_of_the_environment_hears_nothing(peer: Peer, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert Connection(peer.url, "t").get("toolsets") == {}


def test_an_endless_answer_is_refused(peer: Peer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "ANSWER_BYTES_MAX", 1000)
    peer.body = b'"' + b"x" * 1000 + b'"'
    with pytest.raises(client.BadAnswer, match="more than 1,000 bytes"):
        Connection(peer.url, "t").get("toolsets")


def test_who_does_not_answer_is_given_up() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(client.NoServer, match="timed out"):
            Connection(url, "t", timeout=0.05).get("toolsets")
    with pytest.raises(client.NoServer, match="Is it running"):
        Connection(url, "t").get("toolsets")


@pytest.mark.parametrize("url", ["", "8321", "ftp://a", "http://", "http://user:pass@a", "file:///etc/passwd"])
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="not an address"):
        Connection(url, "t")


@pytest.mark.parametrize("token", ["", "a b", "a\r\nX: y", "ä"])
def test_what_is_no_token_is_refused_and_not_repeated(token: str) -> None:
    with pytest.raises(ValueError, match=r"^the token is empty, or has characters that a token has not$"):
        Connection("http://a", token)


def test_it_is_found_as_the_command_line_finds_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PEGBOARD_URL", "PEGBOARD_TOKEN", "PEGBOARD_DATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(client.NoServer, match=r"No server runs on the data folder .pegboard"):
        Connection.find()
    (tmp_path / "server.json").write_text('{"url": "http://127.0.0.1:1/", "pid": 1}')
    with pytest.raises(client.NoServer, match=r"No token: .* Name one in PEGBOARD_TOKEN"):
        Connection.find(data=tmp_path)
    (tmp_path / "token").write_text("t\n")
    assert Connection.find(data=tmp_path).url == "http://127.0.0.1:1"
    monkeypatch.setenv("PEGBOARD_DATA", str(tmp_path))
    assert Connection.find().url == "http://127.0.0.1:1"
    monkeypatch.setenv("PEGBOARD_URL", "http://b")
    assert Connection.find().url == "http://b"
    assert Connection.find(url="http://c").url == "http://c"
    (tmp_path / "server.json").write_text("[]")
    monkeypatch.delenv("PEGBOARD_URL")
    with pytest.raises(client.NoServer, match="cannot be read"):
        Connection.find()
