"""Streams: what has changed of a part of a page, as server-sent events."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractContextManager

from litestar.response import Stream

from commandery.core.errors import CommanderyError
from commandery.server.news import News
from commandery.server.pages.web import CSRF, Visit
from commandery.server.parts import Look, changes

__all__ = ["Looking", "follow"]

_PING = 20.0  # seconds after which a silent stream says that it is alive
Looking = Callable[[str | None], Awaitable[Look]]
"""Gives what is to be seen now. It is told the last news it is to know of; who waits for the same news sees the same."""


def follow(
    visit: Visit, channel: str, inside: str | None, look: Looking, stay: AbstractContextManager[None] | None = None
) -> Stream:
    """What ``look`` gives for the element of the id ``inside``: now, unless it has been seen, and what changes whenever
    something is told on the channel; without such an element, all of it as it is. Each message bears the name of the look; who
    comes back names the last one seen. Meanwhile who asks is there by ``stay``."""
    headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
    content = visit.house.streams.count(visit.request, _messages(visit, channel, inside, look))
    if stay is not None:
        content = _staying(stay, content)
    if "gzip" in visit.request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        content = _compressed(content)
    return Stream(content, media_type="text/event-stream", headers=headers)


async def _messages(visit: Visit, channel: str, inside: str | None, look: Looking) -> AsyncIterator[bytes]:
    request = visit.request
    seen = request.headers.get("last-event-id") or request.query_params.get("seen", "")
    token = visit.token
    async with visit.house.channels.start_subscription([channel]) as subscriber:
        last: Look | None = None
        news: str | None = None
        told = News(subscriber.iter_events())
        closing = asyncio.ensure_future(visit.house.closing.wait())
        try:
            while not closing.done():
                try:
                    new = await asyncio.shield(look(news))  # who goes away does not break off a look into the database
                except CommanderyError:
                    return  # the page says why when it is loaded again
                if last is None and new.name == seen:
                    last = new
                if last is None or new.pieces != last.pieces:
                    sent = changes(last, new, inside).replace(CSRF, token) if inside else new.whole
                    yield _message(f"id: {new.name}", sent)
                    last = new
                while not (await asyncio.wait({told.coming, closing}, timeout=_PING, return_when=asyncio.FIRST_COMPLETED))[0]:
                    yield _message("event: alive", "")
                if told.coming.done():
                    news = await told.take()
        finally:
            told.coming.cancel()
            closing.cancel()


def _message(about: str, text: str) -> bytes:
    """One server-sent event. (The framework's own goes through the text line by line, which takes as long as packing it.)"""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.replace("\n", "\ndata: ")
    return f"{about}\ndata: {lines}\n\n".encode()


async def _staying(stay: AbstractContextManager[None], content: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The same, while who asks is seen to be there."""
    with stay:
        async for message in content:
            yield message


async def _compressed(content: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The same in fewer bytes; each message can be read as soon as it arrives."""
    # 4: two thirds of the work of 6, for half as many bytes again; 7: 185 KB for each stream, not 240, for the same bytes
    packer = zlib.compressobj(4, wbits=31, memLevel=7)
    async for message in content:
        yield packer.compress(message) + packer.flush(zlib.Z_SYNC_FLUSH)
