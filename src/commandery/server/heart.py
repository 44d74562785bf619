"""The heartbeat of the house: from it one can tell, after a restart, for how long it was closed."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import logging
from collections.abc import Awaitable, Callable

from sqlalchemy import delete, func, select

from commandery.server.store.database import Database
from commandery.server.store.models import Heartbeat, in_utc, moment

__all__ = ["Heart"]

_log = logging.getLogger("commandery.heart")
_BEAT = 5.0  # seconds
_SURELY_CLOSED = datetime.timedelta(seconds=15)  # without a beat of any process
_FORGOTTEN = datetime.timedelta(days=1)


class Heart:
    """Writes every few seconds that this process is alive."""

    def __init__(self, database: Database, process: str) -> None:
        self._database = database
        self._process = process
        self._task: asyncio.Task[None] | None = None
        self.now: Callable[[], datetime.datetime] = moment
        self.missed: Callable[[datetime.datetime], Awaitable[None]] | None = None
        """Told since when no process was alive, if this one finds on waking that none was."""

    async def closed_since(self) -> datetime.datetime | None:
        """Since when no process was alive, before this one; None if another is, or none ever was. A database in a file has one
        process, so that any before this one is gone."""
        async with self._database.read() as session:
            last = await session.scalar(select(func.max(Heartbeat.seen)))
        if last is None:
            return None
        last = in_utc(last)
        return last if self._database.is_file or self.now() - last > _SURELY_CLOSED else None

    def begin(self) -> None:
        """Beat from now on."""
        self._task = asyncio.get_running_loop().create_task(self._keep())

    async def close(self) -> None:
        """Beat a last time."""
        if self._task is None:
            return
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        with contextlib.suppress(Exception):
            await self.beat()

    async def _keep(self) -> None:
        last = self.now()
        while True:
            try:
                slept = self.now() - last > _SURELY_CLOSED
                if slept and self.missed is not None and await self.closed_since() is not None:
                    await self.missed(last)  # the machine was asleep
                await self.beat()
                last = self.now()
            except Exception:
                _log.exception("a heartbeat could not be written")
            await asyncio.sleep(_BEAT)

    async def beat(self) -> None:
        """Write that this process is alive."""
        now = self.now()
        async with self._database.write() as session:
            await session.merge(Heartbeat(process=self._process, seen=now))
            await session.execute(delete(Heartbeat).where(Heartbeat.seen < now - _FORGOTTEN))
