"""Opening the house: a web server on this machine."""

from __future__ import annotations

import dataclasses
import logging
import socket
from typing import Any

import uvicorn
from litestar import Litestar

from commandery.core.errors import BadOption
from commandery.core.language import N_, Message, say, system_language, translate
from commandery.server.app import create_app
from commandery.server.house import House
from commandery.server.settings import Settings
from commandery.server.store.database import Database
from commandery.server.workers import supervise

__all__ = ["HouseServer", "run"]

_FIRST_PORT = 8000
_PORTS = 50
_LONGEST_GOODBYE = 3  # seconds that open streams are given when the house closes
_ONE_WORKER = "more than one worker needs a PostgreSQL database: --database postgresql://USER@HOST/NAME"


class HouseServer(uvicorn.Server):
    """A server that ends its streams before it closes."""

    def __init__(self, app: Litestar) -> None:
        self._house: House = app.state.house
        super().__init__(
            uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=_LONGEST_GOODBYE, server_header=False)
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._house.closing.set()
        await super().shutdown(sockets)


def run(host: str, port: int | None, database: str | None, workers: int, secure: bool) -> None:
    """Serve until interrupted, and say where."""
    if workers < 1:
        raise BadOption(f"--workers takes a whole number from 1, not {workers}")
    given: dict[str, Any] = {"database": database} if database else {}
    settings = Settings.read(**given, **({"secure": True} if secure else {}))
    if workers > 1 and Database(settings.database).is_file:
        raise BadOption(_ONE_WORKER)
    settings = dataclasses.replace(settings, secret=settings.signing_secret())
    with _listen(host, port) as listening:
        shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::") else host
        address = f"http://{shown}:{listening.getsockname()[1]}/"
        language = system_language()
        print(say(Message("Commandery is open: {address}"), {"address": address}, language), flush=True)
        print(translate(N_("Stop it with Ctrl-C."), language), flush=True)
        if workers > 1:
            start_logging()
            supervise(workers, settings, listening, serve)
        else:
            serve(settings, listening)


def serve(settings: Settings, listening: socket.socket) -> None:
    """Serve at a socket until interrupted."""
    start_logging()
    HouseServer(create_app(settings)).run(sockets=[listening])


def start_logging() -> None:
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(name)s %(levelname)s %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)


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
            continue
        return listening
    if port is None:
        raise BadOption(f"no port from {_FIRST_PORT} to {_FIRST_PORT + _PORTS - 1} is free: {reason}")
    raise BadOption(f"cannot listen at {host}, port {port}: {reason} (--port N chooses another)")
