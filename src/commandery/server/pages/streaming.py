"""Streams: what a part of a page shows, again whenever it changes, as server-sent events."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable

from litestar.response import ServerSentEventMessage, Stream

from commandery.core.errors import CommanderyError
from commandery.server.pages.web import Visit

__all__ = ["follow"]

_PING = 20.0  # seconds after which a silent stream says that it is alive


def follow(visit: Visit, channel: str, look: Callable[[], Awaitable[str]]) -> Stream:
    """What ``look`` gives: now, and whenever something is told on the channel and it has changed."""
    headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
    content = _messages(visit, channel, look)
    if "gzip" in visit.request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        content = _compressed(content)
    return Stream(content, media_type="text/event-stream", headers=headers)


async def _messages(visit: Visit, channel: str, look: Callable[[], Awaitable[str]]) -> AsyncIterator[bytes]:
    async with visit.house.channels.start_subscription([channel]) as subscriber:
        last = ""
        told = subscriber.iter_events()
        coming = asyncio.ensure_future(anext(told))
        closing = asyncio.ensure_future(visit.house.closing.wait())
        try:
            while not closing.done():
                try:
                    seen = await asyncio.shield(look())  # who goes away does not break off a look into the database
                except CommanderyError:
                    return  # the page says why when it is loaded again
                if seen != last:
                    yield ServerSentEventMessage(seen).encode()
                    last = seen
                while not (await asyncio.wait({coming, closing}, timeout=_PING, return_when=asyncio.FIRST_COMPLETED))[0]:
                    yield ServerSentEventMessage(comment="alive").encode()
                if coming.done():
                    coming = asyncio.ensure_future(anext(told))
        finally:
            coming.cancel()
            closing.cancel()


async def _compressed(content: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The same in fewer bytes; each message can be read as soon as it arrives."""
    packer = zlib.compressobj(6, wbits=31)
    async for message in content:
        yield packer.compress(message) + packer.flush(zlib.Z_SYNC_FLUSH)
