"""The web application, put together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Response
from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend
from litestar.config.compression import CompressionConfig
from litestar.config.csrf import CSRFConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException, NotFoundException
from litestar.middleware.base import DefineMiddleware
from litestar.middleware.rate_limit import DurationUnit, RateLimitConfig
from litestar.stores.memory import MemoryStore

from commandery.core.errors import CommanderyError
from commandery.core.language import N_, translate
from commandery.server.addresses import source_of
from commandery.server.api.caller import problem
from commandery.server.api.router import PATH as API
from commandery.server.api.router import create_router
from commandery.server.channels import Channels
from commandery.server.house import House
from commandery.server.keeper import NoTable
from commandery.server.pages import advice, boards, company, home, keeping, metrics, mine, programs, replay, static, table
from commandery.server.pages.web import Visit, make_ready, told
from commandery.server.settings import Settings
from commandery.server.store.database import Database

__all__ = ["create_app"]

_log = logging.getLogger("commandery.web")
_LARGEST_REQUEST = 128 * 1024
_LONGEST_NAME = 200
_STORES = ("requests", "passphrases", "messages", "tables")
"""Where it is kept how often an address has done what there is a limit for."""
_BETWEEN_SWEEPS = 3600.0  # seconds
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'"
    ),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
}
_WORDS = {
    400: N_("What was sent could not be read: load the page again and try once more."),
    403: N_("The page is too old, or comes from elsewhere: load it again."),
    404: N_("There is no such page."),
    405: N_("This page does not answer that kind of request."),
    413: N_("That is larger than the house accepts."),
    429: N_("Those were too many requests at once: wait a moment."),
}
_SOMETHING_WRONG = N_("Something went wrong on our side. Nothing that was confirmed is lost; try again.")


def _refused(request: Request[Any, Any, State], error: CommanderyError) -> Response[Any]:
    """What cannot be done, told in the page or as a page."""
    if request.scope["path"].startswith(API):
        return problem(request, error)
    visit = Visit.failed(request)
    status = 404 if isinstance(error, NoTable) else 422
    if visit.by_script:
        return Response(told(error, visit.language), media_type="text/html", status_code=status)
    return visit.page("error.html", status, message=error.describe(visit.language))


def _failed(request: Request[Any, Any, State], error: Exception) -> Response[Any]:
    """Everything else that goes wrong, without a word of how."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    if status >= 500:
        _log.error("%s %s failed", request.method, request.scope.get("path_template"), exc_info=error)
    if request.scope["path"].startswith(API):
        return problem(request, error)
    visit = Visit.failed(request)
    message = translate(_WORDS.get(status, _SOMETHING_WRONG if status >= 500 else _WORDS[400]), visit.language)
    if visit.by_script:
        return Response(told(CommanderyError(message), visit.language), media_type="text/html", status_code=status)
    return visit.page("error.html", status, message=message)


def _signals(settings: Settings) -> ChannelsBackend:
    """How it is told that something has changed: in memory, or over PostgreSQL, to other processes too."""
    database = Database(settings.database)
    if database.is_file:
        return MemoryChannelsBackend()
    from commandery.server.postgres import PostgresSignals

    return PostgresSignals(database.address)


async def _refuse_odd_paths(request: Request[Any, Any, State]) -> None:
    """Neither files nor databases know names with a zero character, nor very long ones."""
    path = request.scope["path"]
    if "\0" in path or any(len(part.encode(errors="replace")) > _LONGEST_NAME for part in path.split("/")):
        raise NotFoundException


_KEEPS_MUCH = (
    "/play", "/tables", "/boards/{game}/play", "/t/{table_id}/play-on", "/r/{record_id}/play-on", "/t/{table_id}/rematch",
    f"{API}/tables", "/records",
)  # fmt: skip
"""What opens a table, or brings a record."""


def _limits(settings: Settings) -> list[DefineMiddleware]:
    """How often one address may do what: anything, try or set a passphrase, say something, open a table or bring a record."""

    def posted(*paths: str) -> Callable[[Request[Any, Any, Any]], bool]:
        return lambda request: request.method == "POST" and request.scope.get("path_template") in paths

    def limit(unit: DurationUnit, most: int, store: str, **about: Any) -> DefineMiddleware:
        return RateLimitConfig((unit, most), store=store, identifier_for_request=source_of, **about).middleware

    return [
        limit("minute", settings.requests_a_minute, "requests", exclude=["^/static", "^/healthz", "^/metrics"]),
        limit(
            "minute",
            settings.passphrases_a_minute,
            "passphrases",
            check_throttle_handler=posted("/me/return", "/me/keep"),  # both take a twentieth of a second, and 64 MB
        ),
        limit("minute", settings.messages_a_minute, "messages", check_throttle_handler=posted("/t/{table_id}/say")),
        limit("hour", settings.tables_an_hour, "tables", check_throttle_handler=posted(*_KEEPS_MUCH)),
    ]


@asynccontextmanager
async def _expiring(app: Litestar) -> AsyncIterator[None]:
    """While the house is open the addresses that no limit concerns any more are forgotten, every hour: else they would be only
    when they ask again."""

    async def forget() -> None:
        while True:
            await asyncio.sleep(_BETWEEN_SWEEPS)
            for name in _STORES:
                store = app.stores.get(name)
                assert isinstance(store, MemoryStore)
                await store.delete_expired()

    forgetting = asyncio.get_running_loop().create_task(forget())
    try:
        yield
    finally:
        forgetting.cancel()
        await asyncio.gather(forgetting, return_exceptions=True)


@asynccontextmanager
async def _ready(app: Litestar) -> AsyncIterator[None]:
    """Pages are made ready behind the scenes."""
    making = asyncio.get_running_loop().create_task(asyncio.to_thread(make_ready))
    try:
        yield
    finally:
        await asyncio.gather(making, return_exceptions=True)


def create_app(settings: Settings | None = None) -> Litestar:
    """The application for these settings."""
    settings = settings or Settings()
    channels = Channels(
        _signals(settings),
        arbitrary_channels_allowed=True,
        subscriber_max_backlog=16,
        subscriber_backlog_strategy="dropleft",
    )
    house = House(settings, channels)
    pages = (home, mine, table, company, replay, advice, boards, programs, keeping, metrics)
    return Litestar(
        [*(route for page in pages for route in page.ROUTES), create_router(), static.create_router()],
        dependencies={"visit": Provide(Visit.of)},
        plugins=[channels],
        lifespan=[house.open, _ready, _expiring],
        state=State({"house": house}),
        csrf_config=CSRFConfig(
            house.secret,
            cookie_httponly=True,
            cookie_secure=settings.secure,
            exclude=[f"^{API}/"],  # programs send no cookies, and none would be looked at
        ),
        middleware=_limits(settings),
        exception_handlers={CommanderyError: _refused, Exception: _failed},
        response_headers=_HEADERS,
        before_request=_refuse_odd_paths,
        request_max_body_size=_LARGEST_REQUEST,
        compression_config=CompressionConfig(
            "gzip", minimum_size=1000, gzip_compress_level=5, exclude=["/stream$", "^/lobby$", r"\.woff2$"]
        ),
        openapi_config=None,
        logging_config=None,
        debug=False,
    )
