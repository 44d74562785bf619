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

import uvicorn
from litestar import Litestar

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
_ONE_WORKER = "more than one worker needs a PostgreSQL database: --database postgresql://USER@HOST/NAME"


class HouseServer(uvicorn.Server):
    """A server that ends its streams before it closes."""

    def __init__(self, app: Litestar) -> None:
        self._house: House = app.state.house
        super().__init__(
            uvicorn.Config(
                Watch(app, self._house),
                log_config=None,
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


def _listen(host: str, port: int | None) -> socket.socket:
    """A socket at that port, or at the first free one."""
    ports = range(_FIRST_PORT, _FIRST_PORT + _PORTS) if port is None else [port]
    for wanted in ports:
        listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, wanted))
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
