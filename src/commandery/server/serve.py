"""Opening the house: a web server on this machine."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import gc
import os
import socket
import sqlite3
import tempfile
from typing import Any

import h11
import uvicorn
from litestar import Litestar
from uvicorn.protocols.http.h11_impl import H11Protocol

from commandery.core.errors import BadOption
from commandery.core.language import N_, Message, say, system_language, translate
from commandery.server import logs
from commandery.server.app import create_app
from commandery.server.house import House
from commandery.server.metrics import FOLDER
from commandery.server.settings import Settings
from commandery.server.store.database import Database, in_a_sentence
from commandery.server.watch import Watch
from commandery.server.workers import supervise

__all__ = ["HouseServer", "run"]

_GARBAGE = (20_000, 20, 1_000)
"""How seldom rings of garbage are looked for. Drawing pages makes thousands of things and leaves none behind; and to look
through all that hundreds of tables hold takes more than a second."""
_FIRST_PORT = 8000
_PORTS = 50
_LONGEST_GOODBYE = 3  # seconds that open streams are given when the house closes
_LONGEST_SILENCE = 30.0  # seconds in which somebody must take what is sent, or is taken for gone
_LONGEST_ASKING = 30.0  # seconds in which a request must have come, from the first sign of it or of who sends it
_OTHER_FILES = 150  # that a process may have open beside its connections to people
_KEPT_OPEN = 150  # seconds in which somebody may ask again; longer than proxies keep their ends (Caddy 120, nginx 60), or they
# would send requests just as we close
_ONE_WORKER = "more than one worker needs a PostgreSQL database: --database postgresql://USER@HOST/NAME"


class Asked(H11Protocol):
    """A connection. Who asks for nothing, or in drops, is not waited for for ever."""

    _patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._patience = self.loop.call_later(_LONGEST_ASKING, transport.abort)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._heard()
        elif self._patience is None:
            self._patience = self.loop.call_later(_LONGEST_ASKING, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self._heard()
        super().connection_lost(exc)

    def _heard(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None


class HouseServer(uvicorn.Server):
    """A server that ends its streams before it closes."""

    def __init__(self, app: Litestar) -> None:
        self._house: House = app.state.house
        super().__init__(
            uvicorn.Config(
                Watch(app, self._house),
                http=Asked,
                log_config=None,
                timeout_keep_alive=_KEPT_OPEN,
                limit_concurrency=_most_open(),
                timeout_graceful_shutdown=_LONGEST_GOODBYE,
                server_header=False,
                access_log=False,
                forwarded_allow_ips=self._house.settings.trusted_proxies,
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        for listening in sockets or []:
            _send_at_once(listening)
            _drop_who_is_gone(listening)
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._house.closing.set()
        await super().shutdown(sockets)


def _send_at_once(listening: socket.socket) -> None:
    """Have the system send what is written to a socket that is accepted there, whether or not what was written before has
    arrived: the body of an answer would else wait for its head, 40 ms. (asyncio does so only where a socket names its protocol;
    accepted ones inherit it.)"""
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _drop_who_is_gone(listening: socket.socket) -> None:
    """Have the system close what is accepted there when something sent has not arrived in time. Who goes without a word, as a
    laptop does that is closed, would else be taken for present for a quarter of an hour; streams say something every 20 s."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; accepted sockets inherit it
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(1000 * _LONGEST_SILENCE))


def run(host: str, port: int | None, workers: int, **given: Any) -> None:
    """Serve until interrupted, and say where. What is not given is as the environment says, or the default."""
    if workers < 1:
        raise BadOption(f"--workers takes a whole number from 1, not {workers}")
    settings = Settings.read(**{name: value for name, value in given.items() if value})
    if settings.log_format not in logs.FORMATS:
        raise BadOption(f"--log-format takes {' or '.join(logs.FORMATS)}, not {settings.log_format!r}")
    if workers > 1 and Database(settings.database).is_file:
        raise BadOption(_ONE_WORKER)
    settings = dataclasses.replace(settings, secret=settings.signing_secret())
    asyncio.run(_prepare(settings))
    with _listen(host, port) as listening:
        shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::") else host
        address = f"http://{shown}:{listening.getsockname()[1]}/"
        language = system_language()
        print(say(Message("Commandery is open: {address}"), {"address": address}, language), flush=True)
        print(translate(N_("Stop it with Ctrl-C."), language), flush=True)
        if workers > 1:
            logs.start(settings.log_format)
            with tempfile.TemporaryDirectory(prefix="commandery-") as numbers:
                os.environ[FOLDER] = numbers
                supervise(workers, settings, listening, serve)
        else:
            serve(settings, listening)


async def _prepare(settings: Settings) -> None:
    """Bring the database to this program's layout, before anybody is told that the house is open."""
    database = Database(settings.database)
    try:
        with in_a_sentence(f"the database {database.shown} cannot be used"):
            if database.is_file:  # asked without a loop: what fails there may outlive it
                with contextlib.closing(sqlite3.connect(database.url.database or ":memory:")) as file:
                    file.execute("PRAGMA user_version")
            await database.prepare()
    finally:
        await database.close()


def serve(settings: Settings, listening: socket.socket) -> None:
    """Serve at a socket until interrupted."""
    logs.start(settings.log_format)
    gc.set_threshold(*_GARBAGE)
    HouseServer(create_app(settings)).run(sockets=[listening])


def _most_open() -> int | None:
    """How many connections there may be; the system is asked for as many as it allows. By itself it often lets a process have
    1024, of which every open page takes one; and when there are no more, asyncio does nothing else than to log so."""
    try:
        import resource  # not on Windows

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    except (ImportError, ValueError, OSError):
        return None
    return None if most == resource.RLIM_INFINITY else max(most - _OTHER_FILES, most // 2)


def _listen(host: str, port: int | None) -> socket.socket:
    """A socket at that port, or at the first free one."""
    ports = range(_FIRST_PORT, _FIRST_PORT + _PORTS) if port is None else [port]
    for wanted in ports:
        listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, wanted))
            listening.listen()  # who comes as soon as the address is told waits, and is not turned away
        except (OSError, OverflowError) as error:
            listening.close()
            reason = str(getattr(error, "strerror", None) or error)
            if isinstance(error, socket.gaierror):  # at no port
                raise BadOption(f"cannot listen at {host}: {reason}") from None
            continue
        return listening
    if port is None:
        raise BadOption(f"no port from {_FIRST_PORT} to {_FIRST_PORT + _PORTS - 1} is free: {reason}")
    raise BadOption(f"cannot listen at {host}, port {port}: {reason} (--port N chooses another)")
