"""Streams for programs: told at once when their table has changed for them, and after a break what they missed."""

from __future__ import annotations

import asyncio
import contextlib
import zlib
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Annotated

import msgspec
from litestar import Request, get
from litestar.datastructures import State
from litestar.openapi import ResponseSpec
from litestar.params import QueryParameter
from litestar.response import ServerSentEventMessage, Stream

from commandery.core.errors import CommanderyError
from commandery.server.api.caller import PROBLEMS, Caller, Calling, TableId
from commandery.server.api.moves import position_of
from commandery.server.api.tables import table_info
from commandery.server.api.types import Moment
from commandery.server.news import News
from commandery.server.store.models import Status

__all__ = ["ROUTES"]

_PING = 20.0  # seconds after which a silent stream says that it is alive
_MOMENTS = ResponseSpec(Moment, media_type="text/event-stream", description="Events whose data is a Moment.")


@get("/tables/{table_id:str}/stream", media_type="text/event-stream", responses={**PROBLEMS, 200: _MOMENTS})
async def stream(
    caller: Calling,
    request: Request[None, None, State],
    table_id: TableId,
    full: Annotated[bool, QueryParameter(description="Whether each event carries the position.")] = False,
) -> Stream:
    """Server-sent events named "changed": one at once, one whenever the table has changed for you. The data is a Moment. Who
    comes back with Last-Event-ID is told only if something has changed since."""
    table = await caller.house.keeper.table(table_id)
    caller.seat(table)
    content = caller.house.streams.count(request, _here(caller, table_id, full, request.headers.get("last-event-id", "")))
    return Stream(content, media_type="text/event-stream", headers={"Cache-Control": "no-cache", "X-Accel-Buffering": "no"})


async def _here(caller: Caller, table_id: str, full: bool, last: str) -> AsyncIterator[bytes]:
    """What has changed; who follows it is at the table."""
    with caller.house.presence.stay(table_id, caller.token.person if caller.token else None):
        async with contextlib.aclosing(_changes(caller, table_id, full, last)) as changes:
            async for change in changes:
                yield change


async def _changes(caller: Caller, table_id: str, full: bool, last: str) -> AsyncGenerator[bytes]:
    async with caller.house.channels.start_subscription([f"table-{table_id}"]) as subscriber:
        told = News(subscriber.iter_events())
        closing = asyncio.ensure_future(caller.house.closing.wait())
        news: str | None = None
        try:
            while not closing.done():
                try:
                    id, moment = await asyncio.shield(_look(caller, table_id, news))
                except CommanderyError:
                    return  # the table is gone, or the seat: the next request says so
                if id != last:
                    data = msgspec.json.encode(moment if full else msgspec.structs.replace(moment, position=None))
                    yield ServerSentEventMessage(data, event="changed", id=id).encode()
                    last = id
                while not (await asyncio.wait({told.coming, closing}, timeout=_PING, return_when=asyncio.FIRST_COMPLETED))[0]:
                    yield ServerSentEventMessage(None, comment="alive").encode()
                if told.coming.done():
                    news = await told.take()
        finally:
            told.coming.cancel()
            closing.cancel()


async def _look(caller: Caller, table_id: str, news: str | None) -> tuple[str, Moment]:
    """How the table is after some news, or now, for the caller, and a name for just this."""
    keeper = caller.house.keeper
    live = await keeper.shown(table_id, news)
    if live is None:
        table = await keeper.table(table_id)
        caller.seat(table)
        if table.status == Status.WAITING:
            return f"0-{zlib.crc32(msgspec.json.encode(table_info(table))):08x}", Moment(table_id, "waiting", 0, False, None)
        live = await keeper.live(table_id)
    position = await position_of(caller, live)
    moment = Moment(table_id, "over" if position.over else "playing", position.number, position.your_turn, position)
    timeless = msgspec.structs.replace(position, time_left=None)  # that it passes is no news
    known = msgspec.json.encode([timeless, table_info(live.table)])
    return f"{moment.number}-{zlib.crc32(known):08x}", moment


ROUTES = [stream]
