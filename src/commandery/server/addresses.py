"""Whose requests are counted together."""

from __future__ import annotations

import ipaddress
from functools import lru_cache
from typing import Any

from litestar import Request

__all__ = ["counted_as", "source_of"]

_HOUSEHOLD = 64
"""Bits of an IPv6 address that say whose it is: with the others everybody does as they like."""


def source_of(request: Request[Any, Any, Any]) -> str:
    """Where a request comes from, as far as limits go."""
    return counted_as(request.client.host) if request.client else ""


@lru_cache(1000)
def counted_as(host: str) -> str:
    """An address; of IPv6 the network that one connection is given, or nobody would ever reach a limit there."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, _HOUSEHOLD), strict=False))
