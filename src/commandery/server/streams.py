"""Streams to pages and programs: how many each address has open, so that none takes all that a process can serve."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator

from litestar import Request
from litestar.datastructures import State

from commandery.core.language import Message
from commandery.server.addresses import source_of
from commandery.server.journal import Refused

__all__ = ["TOO_MANY", "Streams"]

TOO_MANY = Message("Too many streams are open to your address: close some of them.")


class Streams:
    """The streams that are open, by address."""

    def __init__(self, most: int) -> None:
        self.most = most
        """To one address."""
        self._open: Counter[str] = Counter()

    def count(self, request: Request[None, None, State], content: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """The same content, counted as long as it is sent; `Refused` if there are too many already."""
        address = source_of(request)
        if self._open[address] >= self.most:
            raise Refused(TOO_MANY)
        return self._counted(address, content)

    async def _counted(self, address: str, content: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        self._open[address] += 1
        try:
            async for message in content:
                yield message
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]
