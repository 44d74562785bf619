"""The other processes that serve the same tables: each says every few seconds that it is alive, and when one no longer does,
one of the others takes over what it has left."""

from __future__ import annotations

import asyncio
import datetime
import logging
from collections.abc import Awaitable, Callable

from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError

from commandery.server.leases import Leases
from commandery.server.store.database import Database
from commandery.server.store.models import Heartbeat

__all__ = ["Neighbours"]

_log = logging.getLogger("commandery.neighbours")
_BEAT = 2.0  # seconds
_SILENCE = datetime.timedelta(seconds=10)  # after which a process is taken for dead


class Neighbours:
    """Watches over the others, by the database's clock."""

    def __init__(self, database: Database, leases: Leases, process: str) -> None:
        self._database = database
        self._leases = leases
        self._process = process
        self._alive: set[str] = set()

    async def watch(self, take_over: Callable[[], Awaitable[None]]) -> None:
        """Until cancelled; ``take_over`` goes on with what a process that has died was at."""
        while True:
            await asyncio.sleep(_BEAT)
            try:
                for gone in await self._gone():
                    if await self._leases.take(f"what {gone} has left"):  # and keep it: one heir is enough
                        _log.warning("another process is gone: going on with its tables")
                        await take_over()
            except SQLAlchemyError as error:
                _log.error("the database does not answer: %s", type(error).__name__)

    async def _gone(self) -> set[str]:
        """Who was alive when last looked at and is no more."""
        async with self._database.write() as session:
            await session.merge(Heartbeat(process=self._process, seen=func.now()))
        async with self._database.read() as session:
            alive = set(await session.scalars(select(Heartbeat.process).where(Heartbeat.seen > func.now() - _SILENCE)))
        gone, self._alive = self._alive - alive, alive
        return gone
