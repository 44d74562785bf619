"""`commandery serve` as a process: what it says, how it ends, and what is there after it was killed."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os
import resource
import signal
import socket
import struct
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from commandery.core.errors import BadOption
from commandery.server import serve
from commandery.server.pages import streaming
from commandery.server.pages.web import Visit
from commandery.server.settings import Settings
from conftest import wait_until
from server.conftest import Browser, Server
from server.nursery import nursery
from server.processes import command, serving
from server.test_house import rows


def test_a_term_signal_ends_it_soon_with_streams_open(tmp_path: Path) -> None:
    with serving(tmp_path) as server, httpx.stream("GET", f"{server.address}/lobby", timeout=20) as stream:
        chunks = stream.iter_bytes()
        assert next(chunks)
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(10) in (0, -signal.SIGTERM)
        assert list(chunks) == []


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["--workers", "2"], "more than one worker needs a PostgreSQL database"),
        (["--workers", "0"], "from 1"),
        (["--database", "nonsense"], "not an address of a database"),
        (["--port", "99999"], "port 99999"),
        (["--host", "nowhere.invalid"], "cannot listen at nowhere.invalid: "),
        (["--log-format", "xml"], "plain or json"),
        (["--database", "postgresql://anna:hidden@127.0.0.1:1/house"], "cannot be used"),
        (["--database", "sqlite:////proc/house.db"], "cannot be used"),
        (["--database", "sqlite:////proc/no folder/house.db"], "cannot be used"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_what_cannot_be_served_is_refused_with_a_sentence(tmp_path: Path, given: list[str], told: str) -> None:
    words = command(f"sqlite:///{tmp_path / 'house.db'}", *given)
    complained = tmp_path / "complained"
    begun = nursery().begin(words, {**os.environ, "XDG_DATA_HOME": str(tmp_path)}, tmp_path / "said", complained)
    assert begun.wait(60) == 2
    complaint = complained.read_text()
    assert told in complaint and "Traceback" not in complaint and complaint.count("\n") == 1
    assert "hidden" not in complaint


def test_the_secret_is_made_once_for_its_owner_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with ThreadPoolExecutor(4) as threads:
        found = {each.result() for each in [threads.submit(Settings().signing_secret) for _ in range(20)]}
    (kept,) = (tmp_path / "commandery").iterdir()
    assert found == {kept.read_text()} and len(kept.read_text()) > 30
    assert kept.stat().st_mode & 0o077 == 0
    assert Settings(secret="given").signing_secret() == "given"
    monkeypatch.setenv("XDG_DATA_HOME", str(kept))  # a file
    with pytest.raises(BadOption, match="COMMANDERY_SECRET gives one"):
        Settings().signing_secret()


def follow(server: Server, path: str) -> socket.socket:
    """Somebody's open stream, of which something has come."""
    line = socket.create_connection(("127.0.0.1", server.port), timeout=10)
    line.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    assert line.recv(1000).startswith(b"HTTP/1.1 200")
    return line


def vanish(line: socket.socket) -> None:
    """From now on nothing that is sent arrives there, and nobody says so."""
    nothing = ctypes.create_string_buffer(struct.pack("HBBI", 0x06, 0, 0, 0))  # a filter that lets no packet in
    attach_filter = 26
    line.setsockopt(socket.SOL_SOCKET, attach_filter, struct.pack("HP", 1, ctypes.addressof(nothing)))


def test_the_body_of_an_answer_does_not_wait_for_its_head(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with httpx.Client(base_url=server.address) as visitor:
        assert visitor.get("/healthz").status_code == 200
        lines = [one.transport.get_extra_info("socket") for one in server._server.server_state.connections]
        assert lines and all(line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) for line in lines)
    server.finish()


_HEAD = "GET / HTTP/1.1\r\nHost: localhost\r\n"
_BODY = "POST /me HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nnick"


@pytest.mark.parametrize("asked", ["", _HEAD, _BODY], ids=["nothing", "half a head", "half a body"])
def test_who_does_not_finish_asking_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: str) -> None:
    """Who has asked may take their time for the next question, and streams go on."""
    monkeypatch.setattr(serve, "_LONGEST_ASKING", 1.0)
    server = Server(tmp_path)
    table = Browser(server).post("/tables", game="templari").headers["location"]
    with (
        follow(server, f"{table}/stream") as stays,
        follow(server, "/healthz") as asks_again,
        socket.create_connection(("127.0.0.1", server.port), timeout=20) as line,
    ):
        line.sendall(asked.encode())
        with contextlib.suppress(ConnectionResetError):
            while line.recv(1000):
                pass
        asks_again.settimeout(0.5)
        with contextlib.suppress(TimeoutError):
            while asks_again.recv(1000):
                pass
            pytest.fail("who has asked is no longer heard")
        asks_again.settimeout(10)
        asks_again.sendall(f"{_HEAD}\r\n".encode())
        assert asks_again.recv(1000).startswith(b"HTTP/1.1 200")
        stays.settimeout(0.2)
        with contextlib.suppress(TimeoutError):  # it is silent, not closed
            while stays.recv(100_000):
                pass
            pytest.fail("the stream has ended")
    server.finish()


def test_who_only_asks_for_the_head_gets_it(house: Server) -> None:
    """As those do who watch whether a house is open."""
    browser = Browser(house)
    table = browser.play_now("templari")
    for path in ("/", "/healthz", "/static/style.css", table, f"{table}/record.json", "/nowhere"):
        whole, head = browser.http.get(path), browser.http.head(path)
        assert (head.status_code, head.content, head.headers["content-type"]) == (
            whole.status_code, b"", whole.headers["content-type"],
        ), path  # fmt: skip
    for endless in ("/lobby", f"{table}/stream"):
        assert browser.http.head(endless).status_code == 405


def test_a_process_opens_as_many_connections_as_it_may() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(before[0], 512), before[1]))
        most = serve._most_open()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (before[1], before[1])
        assert most is None or 0 < most < before[1]
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_nothing_of_a_request_waits_to_be_found_as_garbage(tmp_path: Path) -> None:
    """It is looked for seldom, and each request knows a whole page."""

    def visits() -> int:
        return sum(isinstance(one, Visit) for one in gc.get_objects())

    server = Server(tmp_path)
    with httpx.Client(base_url=server.address) as visitor:
        gc.collect()
        gc.disable()
        try:
            before = visits()
            for _ in range(10):
                assert visitor.get("/").status_code == 200
            kept = visits() - before
        finally:
            gc.enable()
    assert kept <= 1  # the last
    server.finish()


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux drops those who do not answer")
def test_who_goes_without_a_word_is_dropped_and_who_stays_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "_LONGEST_SILENCE", 1.0)
    monkeypatch.setattr(streaming, "_PING", 0.2)
    server = Server(tmp_path)
    table = Browser(server).post("/tables", game="templari").headers["location"]
    stays, goes = follow(server, f"{table}/stream"), follow(server, f"{table}/stream")
    wait_until(lambda: rows(server, "SELECT count(*) FROM watcher") == [(2,)])
    vanish(goes)
    began = time.monotonic()
    wait_until(lambda: rows(server, "SELECT count(*) FROM watcher") == [(1,)], 20)
    assert time.monotonic() - began > 0.5
    stays.recv(1_000_000)  # what has come so far
    heard = b""
    while b"alive" not in heard:  # the next ping, after whatever else is told; recv waits no longer than 10 s
        more = stays.recv(100_000)
        assert more, "the stream of who stays has ended"
        heard += more
    for line in (stays, goes):
        line.close()
    server.finish()
