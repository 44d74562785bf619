"""The heartbeat of the house: every process says every few seconds that it is alive. From that one can tell, after a restart,
for how long the house was closed; and of several processes when one has died, so that another goes on with what it left."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import logging
from collections.abc import Awaitable, Callable

from sqlalchemy import ColumnElement, delete, func, select
from sqlalchemy.exc import SQLAlchemyError

from commandery.server.leases import Leases, NoLeases
from commandery.server.store.database import Database
from commandery.server.store.models import Heartbeat, in_utc, moment

__all__ = ["Heart"]

_log = logging.getLogger("commandery.heart")
_BEAT_ALONE, _BEAT_AMONG_OTHERS = 5.0, 2.0  # seconds
_SILENCE = datetime.timedelta(seconds=10)  # after which a process is taken for dead
_SURELY_CLOSED = datetime.timedelta(seconds=15)  # without a beat of any process
_FORGOTTEN = datetime.timedelta(days=1)


class Heart:
    """Writes every few seconds that this process is alive, and looks after the others. Several go by the database's clock."""

    def __init__(self, database: Database, process: str, leases: Leases | None = None) -> None:
        self._database = database
        self._process = process
        self._leases = leases or NoLeases()
        self._task: asyncio.Task[None] | None = None
        self._heir: asyncio.Task[None] | None = None
        self._alive: set[str] = set()
        self.now: Callable[[], datetime.datetime] = moment
        self.missed: Callable[[datetime.datetime], Awaitable[object]] | None = None
        """Told since when no process was alive, if this one finds on waking that none was."""
        self.owe: Callable[[datetime.datetime], Awaitable[object]] | None = None
        """Told the same before, be it only that somebody acts before the heart has beaten again."""
        self._last: datetime.datetime | None = None
        """When it last beat."""
        self._since: datetime.datetime | None = None
        """Since when the machine was asleep, until that has been told."""
        self._waking = asyncio.Lock()
        self.take_over: Callable[[], Awaitable[None]] | None = None
        """Goes on with what a process that has died was at."""

    async def closed_since(self) -> datetime.datetime | None:
        """Since when no process was alive, before this one; None if another is, or none ever was. A database in a file has one
        process, so that any before this one is gone."""
        async with self._database.read() as session:
            last = await session.scalar(select(func.max(Heartbeat.seen)))
            if last is None or self._database.is_file:
                return in_utc(last) if last else None
            now = await session.scalar(select(func.now()))
        return last if now is not None and now - last > _SURELY_CLOSED else None

    def slept(self) -> bool:
        """Whether it has not beaten for so long that the machine must have been asleep."""
        return self._last is not None and self.now() - self._last > _SURELY_CLOSED

    async def wake(self) -> None:
        """If it has been, note that no time has run meanwhile: whoever does something before has it written first."""
        if not self.slept():
            return
        async with self._waking:
            if self._last is None or not self.slept():
                return  # somebody else has noted it
            if await self.closed_since() is not None:
                if self.owe is not None:
                    await self.owe(self._last)
                self._since = self._since or self._last
            self._last = self.now()

    def begin(self) -> None:
        """Beat from now on, if it does not yet."""
        self._last = self._last or self.now()
        self._task = self._task or asyncio.get_running_loop().create_task(self._keep())

    async def close(self) -> None:
        """Beat a last time."""
        if self._task is None:
            return
        tasks = [task for task in (self._task, self._heir) if task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with contextlib.suppress(Exception):
            await self.beat()

    async def _keep(self) -> None:
        while True:
            try:
                await self.wake()
                if self._since is not None and self.missed is not None:
                    await self.missed(self._since)
                self._since = None
                await self.beat()
                if not self._database.is_file:
                    await self._look_after_others()
            except SQLAlchemyError as error:
                _log.error("the database does not answer: %s", type(error).__name__)
            except Exception:
                _log.exception("a heartbeat failed")
            await asyncio.sleep(_BEAT_ALONE if self._database.is_file else _BEAT_AMONG_OTHERS)

    async def beat(self) -> None:
        """Write that this process is alive."""
        now = self._clock()
        async with self._database.write() as session:
            await session.merge(Heartbeat(process=self._process, seen=now))
            await session.execute(delete(Heartbeat).where(Heartbeat.seen < now - _FORGOTTEN))
        self._last = self.now()

    def _clock(self) -> datetime.datetime | ColumnElement[datetime.datetime]:
        return self.now() if self._database.is_file else func.now()

    async def _look_after_others(self) -> None:
        """When one that was alive is so no more, one of the others goes on with what it was at, while its heart beats on."""
        lately = select(Heartbeat.process).where(Heartbeat.seen > self._clock() - _SILENCE)
        async with self._database.read() as session:
            alive = set(await session.scalars(lately))
        gone = self._alive - alive
        heirs = [one for one in gone if await self._leases.take(f"what {one} has left")]  # and keep it: one heir is enough
        self._alive = alive  # now that it is known who goes on
        if heirs and self.take_over is not None:
            _log.warning("another process is gone: going on with its tables")
            self._heir = asyncio.get_running_loop().create_task(self._inherit(self.take_over, self._heir))

    async def _inherit(self, take_over: Callable[[], Awaitable[None]], before: asyncio.Task[None] | None) -> None:
        if before is not None:
            await asyncio.gather(before, return_exceptions=True)
        try:
            await take_over()
        except Exception:
            _log.exception("what another process has left could not be taken over")
