"""The files that pages are made of: styles, scripts, pictures, type."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from litestar.datastructures import CacheControlHeader, Headers, MutableScopeHeaders
from litestar.middleware import ASGIMiddleware
from litestar.router import Router
from litestar.static_files import create_static_files_router
from litestar.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["create_router", "static"]

_FOLDER = Path(__file__).resolve().parents[2] / "web" / "static"
_KEPT = 3600
"""Seconds that a browser may keep a file without asking whether it has changed."""
_FOR_GOOD = "public, max-age=31536000, immutable"


class _Unchanged(ASGIMiddleware):
    """What a browser has already is not sent again; and what is asked for by an address that tells its state never changes."""

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        known = Headers.from_scope(scope).get("if-none-match", "")
        unchanged = False

        async def answer(message: Message) -> None:
            nonlocal unchanged
            if message["type"] == "http.response.start" and message["status"] == 200:
                headers = MutableScopeHeaders.from_message(message)
                if scope["query_string"].decode("latin-1") == _state():
                    headers["cache-control"] = _FOR_GOOD
                if known and headers.get("etag", "-") in known:
                    unchanged, message["status"] = True, 304
                    del headers["content-length"]
            elif unchanged and message["type"] == "http.response.body":
                if message["more_body"]:
                    return
                message["body"] = b""
            await send(message)

        await next_app(scope, receive, answer)


def create_router() -> Router:
    cache = CacheControlHeader(max_age=_KEPT)
    return create_static_files_router("/static", [_FOLDER], cache_control=cache, middleware=[_Unchanged()])


def static(name: str) -> str:
    """The address of a file. It tells the state of all of them, so that after an upgrade no page is shown with the styles and
    scripts of before, which the browser has kept."""
    return f"/static/{name}?{_state()}"


@cache
def _state() -> str:
    digest = hashlib.blake2b(digest_size=6)
    for path in sorted(_FOLDER.rglob("*")):
        if path.is_file():
            digest.update(f"{path.relative_to(_FOLDER).as_posix()}\0{path.stat().st_size}\0".encode() + path.read_bytes())
    return digest.hexdigest()
