"""Numbers about the house, for those who run it."""

from __future__ import annotations

import hmac
import ipaddress
from typing import Any

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from prometheus_client import CONTENT_TYPE_LATEST

from commandery.server.house import House

__all__ = ["ROUTES"]

_FOR_OTHERS = ("forwarded", "x-forwarded-for", "x-real-ip", "via")


@get("/metrics")
async def metrics(request: Request[Any, Any, State]) -> Response[bytes]:
    """The numbers, to who shows the token, or asks from this machine and for nobody else. To others there is no such page."""
    house: House = request.app.state.house
    token = house.settings.metrics_token
    shown = request.headers.get("authorization", "").removeprefix("Bearer ")
    if not (token and hmac.compare_digest(shown.encode(), token.encode())) and not _from_here(request):
        raise NotFoundException
    return Response(house.metrics.told(), headers={"Content-Type": CONTENT_TYPE_LATEST})


def _from_here(request: Request[Any, Any, State]) -> bool:
    """Whether it comes from this machine itself, not by a proxy."""
    try:
        here = request.client is not None and ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False
    return here and not any(name in request.headers for name in _FOR_OTHERS)


ROUTES = [metrics]
