"""The API put together, and its description: as OpenAPI for programs, as a plain page for people."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

from litestar import Litestar, Response, Router, get
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Components, SecurityScheme

import commandery
from commandery.server.api import moves, streams, tables
from commandery.server.api.caller import Caller, problem
from commandery.server.pages.web import Asking

__all__ = ["PATH", "create_router", "description"]

PATH = "/api/v1"
_ABOUT = (
    "Programs at the tables of this house, beside people and bots. Who takes a seat gets a token for it, to be sent as "
    '`Authorization: Bearer TOKEN`. What cannot be done is answered by {"error": a sentence}. docs/api.md tells more.'
)


_ROUTES = [*tables.ROUTES, *moves.ROUTES, *streams.ROUTES]


def create_router() -> Router:
    """All that programs can ask, and how they may."""
    return _router([*_ROUTES, openapi, listing])


def _router(routes: list[Any]) -> Router:
    return Router(
        PATH,
        route_handlers=routes,
        dependencies={"caller": Provide(Caller.of)},
        exception_handlers={Exception: problem},
    )


@cache
def description() -> dict[str, Any]:
    """The OpenAPI description. The first time, it takes a good tenth of a second."""
    config = OpenAPIConfig(
        title="Commandery",
        version=commandery.__version__,
        description=_ABOUT,
        use_handler_docstrings=True,
        components=Components(security_schemes={"seat": SecurityScheme(type="http", scheme="bearer")}),
        security=[{}, {"seat": []}],
        path="/description",
    )
    return Litestar([_router(_ROUTES)], openapi_config=config, logging_config=None).openapi_schema.to_schema()


@get("/openapi.json", include_in_schema=False)
async def openapi() -> Response[dict[str, Any]]:
    """The description for programs."""
    return Response(await asyncio.to_thread(description), media_type="application/vnd.oai.openapi+json")


@get("/", include_in_schema=False)
async def listing(visit: Asking) -> Response[str]:
    """The description for people."""
    found = await asyncio.to_thread(description)
    operations = [
        (method.upper(), path, operation) for path, methods in found["paths"].items() for method, operation in methods.items()
    ]
    return visit.page("api.html", operations=operations, address=f"{PATH}/openapi.json", schemas=found["components"]["schemas"])
