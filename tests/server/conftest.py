"""A house of its own for every test that needs one: a real server on a port of this machine, with a database in a file."""

from __future__ import annotations

import asyncio
import re
import shutil
import socket
import threading
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import sync_playwright

from commandery.server.app import create_app
from commandery.server.serve import HouseServer
from commandery.server.settings import Settings
from conftest import wait_until
from server.postgres import Postgres, started

Result = TypeVar("Result")
FREELY = dict.fromkeys(("passphrases_a_minute", "messages_a_minute", "tables_an_hour", "streams"), 1_000_000)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"]


class Server:
    """A house that is open: can be closed and opened again at the same address."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.database = folder / "house.db"
        defaults = {"secret": "a secret for tests", "honour_pause": 0.3, "requests_a_minute": 1_000_000, **FREELY}
        self.settings = Settings(**{"database": f"sqlite:///{self.database}", **defaults, **settings})
        self.store = self.settings.database
        self.port = 0
        self.visitors: list[httpx.Client] = []
        self.open()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def house(self) -> Any:
        return self._app.state.house

    def open(self) -> None:
        listening = socket.socket()
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(("127.0.0.1", self.port))
        self.port = listening.getsockname()[1]
        self._listening = listening
        self._app = create_app(self.settings)
        self._server = HouseServer(self._app)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [listening]}, daemon=True)
        self._thread.start()
        wait_until(lambda: self._server.started)
        self.wait_for_rules()

    def wait_for_rules(self) -> None:
        with httpx.Client(base_url=self.address) as http:
            wait_until(lambda: all(http.get("/healthz").json()["rules"].values()), 300)

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join(20)
        self._listening.close()
        assert not self._thread.is_alive()

    def finish(self) -> None:
        """Close for good."""
        for http in self.visitors:
            http.close()
        self.close()


class Browser:
    """Somebody with cookies, without a screen."""

    def __init__(self, server: Server, language: str = "en") -> None:
        self.http = httpx.Client(base_url=server.address, headers={"Accept-Language": language}, timeout=30)
        server.visitors.append(self.http)

    def get(self, path: str) -> httpx.Response:
        return self.http.get(path)

    def token(self) -> str:
        """What the forms of a page send back."""
        found = re.search(r'name="_csrf_token" value="(\w+)"', self.get("/").text)
        assert found
        return found[1]

    def post(self, path: str, script: bool = False, **data: Any) -> httpx.Response:
        """Send a form, or have the page's script send it."""
        headers = {"HX-Request": "true"} if script else {}
        return self.http.post(path, data={"_csrf_token": self.token(), **data}, headers=headers)

    def play_now(self, game: str, level: str = "novice", **data: Any) -> str:
        """A game against bots; the path of its table."""
        answer = self.post("/play", game=game, level=level, **data)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"]

    def is_asked(self, table: str) -> bool:
        """Whether there is something to choose or to confirm."""
        page = self.get(table).text
        return 'name="do" value="play' in page or 'name="do" value="confirm' in page

    def asked(self, table: str) -> dict[str, str]:
        """The hidden fields of the form for what is asked, once something is."""
        found: dict[str, str] = {}

        def there() -> bool:
            page = self.get(table).text
            form = re.search(r'<form class="choices".*?</form>', page, re.S)
            if not form or not re.search('name="do" value="(play|confirm)', form[0]):
                return False
            found.update(re.findall(r'name="(seat|decision|at)" value="(\d+)"', form[0]))
            found["buttons"] = " ".join(re.findall(r'name="do" value="([^"]+)"', form[0])).replace("play ", "play:")
            return True

        wait_until(there, 20)
        return found


def awaited(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """What a coroutine gives, run in a thread of its own: the browser's driver may have this thread's event loop."""
    return apart(asyncio.run, coroutine)


def apart(work: Callable[..., Result], *given: Any) -> Result:
    """What a function gives in a thread of its own, where it may run an event loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(work, *given).result()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL of the tests' own."""
    with started() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'house.db'}"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.new_database()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    opened = Server(tmp_path)
    yield opened
    opened.finish()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests of a module, where they do not disturb each other."""
    opened = Server(tmp_path_factory.mktemp("house"))
    yield opened
    opened.finish()


def chromium_path() -> str:
    """Where the machine's Chromium is. Missing, it is named, not passed over."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert path, "no chromium on the PATH: install the package chromium (on Debian: apt install chromium)"
    return path


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chromium]:
    """The machine's Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        yield browser
        browser.close()
