"""The files that pages are made of: styles, scripts, pictures, type."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from litestar.datastructures import CacheControlHeader
from litestar.router import Router
from litestar.static_files import create_static_files_router

__all__ = ["create_router", "static"]

_FOLDER = Path(__file__).resolve().parents[2] / "web" / "static"
_KEPT = 3600
"""Seconds that a browser may keep a file without asking whether it has changed."""


def create_router() -> Router:
    return create_static_files_router("/static", [_FOLDER], cache_control=CacheControlHeader(max_age=_KEPT))


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
