"""Requests that nobody means well: whatever is sent, the house answers without breaking, and tells nobody's secrets."""

from __future__ import annotations

import itertools
import re
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)

from commandery.server.people import COOKIE
from server.conftest import Browser, Server
from server.test_api import Program
from server.test_house import choose, open_table, rows
from soak import Progress

BATCH = 10  # examples; each is sent many times
LARGE = 50_000  # bytes of a body that is sent once
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
NASTY = [
    "", "0", "1", "2", "-1", "9" * 5000, "1e9", "٣", "\x00", "a\x00b", "\ud800", "../../etc/passwd", "<script>", "' OR 1=1 --",
    "%00", "templari", "journey", "squire", "play 3", "confirm", "undo", "resign", "on", "x" * 3000, "{{7*7}}",
    "//evil.example", "\r\nSet-Cookie: a=b", "🙂" * 30,
]  # fmt: skip
TEXTS = st.one_of(st.sampled_from(NASTY), st.text(max_size=40))
FIELDS = st.sampled_from(
    ["seat", "decision", "at", "do", "game", "level", "players", "nickname", "name", "passphrase", "language", "back", "pace",
     "public", "text", "table", "file", "start", "rounds", "exchange", "message", "clock", "confirm", "as"]
)  # fmt: skip
HEADERS = st.sampled_from(
    ["Host", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "Accept-Language", "Accept-Encoding", "Accept",
     "Range", "Last-Event-ID", "HX-Request", "X-HTTP-Method-Override", "If-None-Match", "Origin", "Referer", "Authorization",
     "Expect", "Upgrade", "Connection", "Content-Encoding", "Cookie"]
)  # fmt: skip
KINDS = st.sampled_from(
    ["application/x-www-form-urlencoded", "multipart/form-data", "multipart/form-data; boundary=x", "application/json",
     "multipart/form-data; boundary=", "application/x-msgpack", "application/octet-stream", "text/plain; charset=nonsense", "",
     "///", "x" * 300]
)  # fmt: skip


@dataclass
class Scene:
    """A house in which somebody means ill, and others play."""

    house: Server
    tables: list[str]
    own: str
    cookie: str
    secrets: list[str]
    tokens: list[str]
    people: list[str]


EITHER = pytest.mark.parametrize("scene", ["sqlite", "postgresql"], indirect=True)
"""On PostgreSQL a tenth is enough to find what only it refuses."""


@pytest.fixture(scope="module")
def scene(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    shared = getattr(request, "param", "sqlite") == "postgresql"
    store = {"database": request.getfixturevalue("postgres").new_database()} if shared else {}
    house = Server(tmp_path_factory.mktemp("house"), **store)
    yield from played(house)
    house.finish()


def played(house: Server) -> Iterator[Scene]:
    victim, villain = Browser(house), Browser(house)
    playing, waiting = victim.play_now("journey"), open_table(victim)
    victim.asked(playing)
    victim.post("/me/keep", name="victim", passphrase="a long passphrase")
    own_waiting, own = open_table(villain), villain.play_now("templari")
    villain.asked(own)
    theirs, mine = Program(house).open("templari").start(), Program(house).open("templari").start()
    tables = [playing, waiting, own_waiting, own, f"/t/{theirs.table}", f"/t/{mine.table}"]
    tokens = [mine.http.headers["Authorization"], "Bearer x", "Basic eDp4"]
    cookie = f"{COOKIE}={villain.http.cookies[COOKIE]}; csrftoken={villain.http.cookies['csrftoken']}"
    secrets = [house.settings.secret, victim.http.cookies[COOKIE], theirs.http.headers["Authorization"].split()[1], "$argon2"]
    people = [str(id) for (id,) in rows(house, "SELECT id FROM person")]
    yield Scene(house, tables, own, cookie, secrets, tokens, people)
    assert httpx.get(f"{house.address}/healthz", timeout=10).json()["status"] == "ok"
    assert choose(victim, playing).status_code == 204  # others play on


def in_batches(scene: Scene, size: int, progress: Progress, attack: Callable[..., int], **strategies: Any) -> None:
    """A batch of examples at a time, each with its own seed, until so many requests have been sent. Making up an example takes
    much longer than sending it: ``attack`` sends it to everything, from one after another, and says how often that was."""

    def once(**example: Any) -> None:
        progress.advance(attack(**example))

    limits = settings(max_examples=BATCH, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    size = size // 10 if scene.house.store.startswith("postgresql") else size
    while progress.done < size:
        # The seed stands for derandomize: another batch, other examples.
        batch = seed(progress.done)(settings(limits, derandomize=False)(given(**strategies)(once)))
        batch()


# The API, from its own description


@EITHER
@pytest.mark.sized("hostile_api")
def test_the_api_holds(scene: Scene, size: int, progress: Progress) -> None:
    schema = schemathesis.openapi.from_dict(httpx.get(f"{scene.house.address}/api/v1/openapi.json").json())
    cases = st.one_of(schema.as_strategy(), schema.as_strategy(generation_mode=GenerationMode.NEGATIVE))
    ids = [*(table.removeprefix("/t/") for table in scene.tables), "nothing"]
    tokens = [None, *scene.tokens]
    turns = itertools.cycle([*tokens[first:], *tokens[:first]] for first in range(len(tokens)))
    with requests.Session() as session:

        def attack(case: Any) -> int:
            tables = ids if "table_id" in case.path_parameters else [""] * len(tokens)
            for table, token in zip(tables, itertools.cycle(next(turns)), strict=False):
                if table:
                    case.path_parameters["table_id"] = table
                fire(case, token)
            return len(tables)

        def fire(case: Any, token: str | None) -> None:
            given = case.as_transport_kwargs(base_url=scene.house.address)
            if token:
                given["headers"] = {**dict(given.get("headers") or {}), "Authorization": token}
            given.pop("cookies", None)
            try:
                with session.request(**given, stream=True, timeout=20, allow_redirects=False) as answer:
                    if "event-stream" in answer.headers.get("content-type", ""):
                        assert answer.status_code == 200
                        return
                    told = answer.text
                    if answer.status_code != 405:  # a method that the description does not have
                        case.validate_response(answer, checks=CHECKS)
            except (requests.exceptions.InvalidHeader, requests.exceptions.InvalidURL, UnicodeError):
                return  # this client does not even send it; raw requests are below
            assert answer.status_code < 500, told
            unharmed(told, scene)

        in_batches(scene, size, progress, attack, case=cases)


# The pages, byte by byte


def unharmed(told: str, scene: Scene) -> None:
    assert "Traceback" not in told and "sqlalchemy" not in told.lower()
    for secret in scene.secrets:
        assert secret not in told


def send(scene: Scene, request: bytes, seconds: float = 20.0) -> tuple[int, str]:
    """Send these very bytes; the status and the text of the answer, 0 where there is none. Streams are left at once."""
    with socket.create_connection(("127.0.0.1", scene.house.port), timeout=seconds) as line:
        try:
            line.sendall(request)
            answer = b""
            while chunk := line.recv(65536):
                answer += chunk
                head, _, _ = answer.partition(b"\r\n\r\n")
                if b"event-stream" in head.lower():
                    break
        except (BrokenPipeError, ConnectionResetError):
            pass  # refused before all of it was read
    status = re.match(rb"HTTP/1\.1 (\d{3})", answer)
    return int(status[1]) if status else 0, answer.decode("utf-8", "replace")


def routes(scene: Scene) -> list[tuple[str, str]]:
    """Every method and path that the application answers."""
    app = scene.house._app
    return sorted(
        {(method, route.path) for route in app.routes for method in getattr(route, "methods", {"GET"}) if method != "HEAD"}
    )


def bodies() -> st.SearchStrategy[tuple[str, bytes, int]]:
    """Content types with bodies that may fit them, and how often over they are sent."""
    form, parted = "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"
    fields = st.lists(st.tuples(FIELDS, TEXTS), max_size=6)
    forms = fields.map(lambda given: (form, urlencode(given, errors="surrogatepass").encode(), 1))
    parts = fields.map(lambda given: (parted, multipart(given), 1))
    cut = st.tuples(fields, st.integers(0, 200)).map(lambda both: (parted, multipart(both[0])[: both[1]], 1))
    broken = st.tuples(KINDS, st.binary(max_size=300), st.just(1))
    large = st.sampled_from([(form, b"x", 10_000), (form, b"x", 140_000), (form, b"x", 1_000_000), (form, b"a=1&", 20_000)])
    return st.one_of(forms, forms, forms, parts, broken, cut, large)


def multipart(fields: list[tuple[str, str]]) -> bytes:
    parts = [
        f'--x\r\nContent-Disposition: form-data; name="{name}"; filename="{value[:10]}"\r\n\r\n{value}\r\n'
        for name, value in fields
    ]
    return "".join([*parts, "--x--\r\n"]).encode("utf-8", "replace")


@EITHER
@pytest.mark.sized("hostile_pages")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # Litestar leaves files of a broken form open
def test_the_pages_hold(scene: Scene, size: int, progress: Progress) -> None:
    pool = [
        *(table.removeprefix("/t/") for table in scene.tables),
        *scene.people,
        "nothing",
        "..",
        "%00",
        "%ff",
        "a" * 3000,
        "🙂",
        " ",
    ]
    csrf = scene.cookie.partition("csrftoken=")[2]

    def attack(
        route: tuple[str, str], query: str, body: tuple[str, bytes, int], more: list[tuple[str, str]], length: int
    ) -> int:
        method, pattern = route
        content = body[1] * body[2]
        paths = [filled(pattern, first, second) for first, second in zip(pool, reversed(pool), strict=True)]
        chosen = list(dict.fromkeys(paths)) if len(content) < LARGE else paths[:1]
        for path in chosen:
            for known in (True, False):
                fire(method, path, query, body[0], content, more, known, length)
        return 2 * len(chosen)

    def filled(pattern: str, *ids: str) -> str:
        for id in ids:
            pattern = re.sub(r"\{[^}]+\}", quote(id, safe="%"), pattern, count=1)
        return re.sub(r"\{[^}]+\}", "x", pattern)

    def fire(
        method: str, path: str, query: str, kind: str, content: bytes, more: list[tuple[str, str]], known: bool, length: int
    ) -> None:
        lines = [f"{method} {path}{'?' + quote(query, errors='replace') if query else ''} HTTP/1.1"]
        lines += ["Connection: close"]  # first: what ends the head early must not keep the line
        names = {name.lower() for name, _ in more}
        lines += ["Host: localhost"] if "host" not in names else []
        lines += [f"Cookie: {scene.cookie}", f"X-CSRFToken: {csrf}"] if known else []
        if method not in ("GET", "OPTIONS"):
            lines += [f"Content-Type: {kind}", f"Content-Length: {max(0, len(content) + length)}"]
        lines += [f"{name}: {value}" for name, value in more if name != "Connection"]
        request = "\r\n".join([*lines, "", ""]).encode("utf-8", "replace")
        if method not in ("GET", "OPTIONS"):
            request += content
        status, told = send(scene, request)
        assert status < 500, f"{status}: {request[:2000]!r}\n{told[-2000:]}"
        unharmed(told, scene)

    in_batches(
        scene, size, progress, attack,
        route=st.sampled_from(routes(scene)),
        query=st.one_of(st.just(""), TEXTS, TEXTS.map(lambda text: f"as={text}")), body=bodies(),
        more=st.lists(st.tuples(HEADERS, TEXTS.map(lambda text: text[:2000])), max_size=3),
        length=st.sampled_from([0, 0, 0, 0, 0, -3]),
    )  # fmt: skip


@pytest.mark.parametrize(
    "request_",
    [
        b"GET / HTTP/1.1\r\n\r\n", b"GET / HTTP/9.9\r\nHost: a\r\n\r\n", b"\x16\x03\x01\x02\x00",
        b"GET " + b"/" * 100_000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nCookie: " + b"a=b; " * 30_000 + b"\r\n\r\n",
        b"POST /me HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\n",
        b"POST /me HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcde",
        b"POST /me HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\nZZ\r\n",
        b"POST /me HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\nConnection: close\r\n\r\n"
        b"0\r\n\r\n",
        b"GET /t/\xff\xfe HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a:b:c\r\nConnection: close\r\n\r\n",
        b"GET /nowhere HTTP/1.1\r\nHost: \xc2\xa4:x\r\nConnection: close\r\n\r\n",
        b"GET /static/" + b"a" * 3000 + b" HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        b"GET /static/%00 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        b"FLY / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        b"GET /../../etc/passwd HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        b"GET /static/../app.py HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        b"GET /static/%2e%2e/%2e%2e/server/app.py HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        b"GET http://evil.example/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        b"GET /lobby HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
    ],
    ids=lambda request: repr(request[:40]),
)  # fmt: skip
def test_odd_bytes_are_answered_or_refused(scene: Scene, request_: bytes) -> None:
    try:
        status, told = send(scene, request_, seconds=6)
    except TimeoutError:
        return  # it waits for the rest of the request, as it should
    assert status < 500, told
    unharmed(told, scene)
    assert "def create_app" not in told and "root:" not in told


def test_streams_that_are_opened_and_left_hold_up_nobody(scene: Scene) -> None:
    paths = ["/lobby", f"{scene.own}/stream", f"/api/v1/tables/{scene.own.removeprefix('/t/')}/stream"]
    lines = []
    for number in range(120):
        line = socket.create_connection(("127.0.0.1", scene.house.port), timeout=20)
        begun = f"GET {paths[number % 3]} HTTP/1.1\r\nHost: localhost\r\n".encode()
        line.sendall(begun if number % 4 == 3 else begun + b"Accept-Encoding: gzip\r\n\r\n")  # some never end their request
        lines.append(line)
    try:
        browser = Browser(scene.house)
        began = time.monotonic()
        with ThreadPoolExecutor(4) as pool:
            answers = list(
                pool.map(lambda _: httpx.get(f"{scene.house.address}/rules/templar", timeout=20).status_code, range(8))
            )
        assert answers == [200] * 8
        table = browser.play_now("templari")
        assert choose(browser, table).status_code == 204
        assert time.monotonic() - began < 30
    finally:
        for line in lines:
            line.close()


def test_looking_in_many_ways_leaves_nothing_behind(house: Server) -> None:
    table = Browser(house).play_now("templari")
    for path in (f"{table}?as={seat}-{moves}" for seat in range(5) for moves in range(5)):
        assert Browser(house).get(path).status_code == 200
    assert len(house.house.keeper._live[table.removeprefix("/t/")].looks) == 1


def test_a_lagging_tab_confirms_only_what_it_shows(house: Server) -> None:
    browser = Browser(house)
    table = browser.play_now("templari")
    shown = []
    for number in (0, 1):
        asked = browser.asked(table)
        buttons = [button for button in asked.pop("buttons").split(" ") if button.startswith("play:")]
        do = buttons[number].replace(":", " ")
        assert browser.post(f"{table}/act", script=True, **asked, do=do).status_code == 204
        page = browser.get(table).text
        held = re.search(r'name="held" value="(\d+)"', page)
        assert held and do == f"play {held[1]}"
        shown.append(held[1])
        if not number:
            at = re.search(r'name="at" value="(\d+)"', page)
            assert at and browser.post(f"{table}/act", script=True, **{**asked, "at": at[1]}, do="undo").status_code == 204
    asked.update({"at": str(int(at[1]) + 2)})
    assert browser.post(f"{table}/act", script=True, **asked, do="confirm", held=shown[0]).status_code == 422
    assert browser.post(f"{table}/act", script=True, **asked, do="confirm", held=shown[1]).status_code == 204


def test_nobody_is_sent_elsewhere_by_changing_the_language(house: Server) -> None:
    browser = Browser(house)
    for back, where in (
        ("/Ж?a=b&c=%20", "/%D0%96?a=b&c=%20"), ("/\\evil.example", "/%5Cevil.example"), ("/\r\nX-Odd: 1", "/%0D%0AX-Odd:%201"),
        ("/\t/evil.example", "/%09/evil.example"), ("evil.example", "/"),
    ):  # fmt: skip
        answers = [browser.post("/language", script=script, language="fr", back=back) for script in (False, True)]
        assert [answers[0].headers["location"], answers[1].headers["HX-Redirect"]] == [where, where]


def test_a_name_that_grows_without_its_capitals_has_room(store: str, tmp_path: Path) -> None:
    server = Server(tmp_path, database=store)
    for name in ("ß" * 24, "ﬃ" * 24):
        browser, again = Browser(server), Browser(server)
        assert browser.post("/me/keep", name=name, passphrase="a long passphrase").status_code == 303
        assert again.post("/me/return", name=name, passphrase="a long passphrase").status_code == 303
    server.finish()
