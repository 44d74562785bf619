"""Watches every request from outside the application: a line in the log, and numbers."""

from __future__ import annotations

import logging
import re
import time
from typing import Any

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from commandery.server.house import House

__all__ = ["Watch"]

_log = logging.getLogger("commandery.requests")
_NO_ROUTE = "-"
_QUIET = "/static"
_ENDLESS = re.compile(r"(/stream|^/lobby)$")
_SHORTEST_UPDATE = 64  # bytes; what is shorter only says that the stream is alive


class Watch:
    """One request after the other."""

    def __init__(self, app: ASGIApp, house: House) -> None:
        self._app = app
        self._house = house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        if scope["method"] == "HEAD" and not _ENDLESS.search(scope["path"]):  # the server leaves the body out
            scope = {**scope, "method": "GET"}
        visit = _Visit(self._house, scope, send)
        try:
            await self._app(scope, receive, visit.send)
        finally:
            visit.end()
            scope.get("state", {}).clear()  # it knows who asks, who knows the request: rings that are seldom looked for


class _Visit:
    def __init__(self, house: House, scope: Any, send: Send) -> None:
        self._house = house
        self._metrics = house.metrics
        self._scope = scope
        self._send = send
        self._began = time.perf_counter()
        self._follows = False
        self._seen = 0.0

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._answered(message["status"], dict(message["headers"]).get(b"content-type", b""))
        await self._send(message)
        if self._follows and message["type"] == "http.response.body":
            self._sent(len(message["body"]))

    def end(self) -> None:
        if self._follows:
            self._metrics.viewers.dec()

    def _answered(self, status: int, kind: bytes) -> None:
        path = self._scope.get("path_template") or _NO_ROUTE
        seconds = time.perf_counter() - self._began
        self._metrics.answer.labels(path).observe(seconds)
        if status >= 500:
            self._metrics.errors.labels("request").inc()
        if kind.startswith(b"text/event-stream"):
            self._follows = True
            self._seen = time.monotonic()
            self._metrics.viewers.inc()
        if not path.startswith(_QUIET):
            about = {"method": self._scope["method"], "path": path, "status": status, "ms": round(1000 * seconds, 1)}
            _log.info("%s %s %s %.1f ms", *about.values(), extra=about)

    def _sent(self, size: int) -> None:
        """An update has been sent to who follows a table: how old is what it tells?"""
        live = self._house.keeper.known(self._scope.get("path_params", {}).get("table_id", ""))
        changed = live.changed if live else 0.0
        if size > _SHORTEST_UPDATE and changed > self._seen:
            self._metrics.update.observe(time.monotonic() - changed)
            self._seen = changed
