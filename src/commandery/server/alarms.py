"""Clocks that run out: when the time of somebody at a table is up, that is written into its journal, once."""

from __future__ import annotations

import asyncio
import datetime
import logging
from collections.abc import Callable
from functools import partial

from sqlalchemy import select

from commandery.core.contract import CHANCE
from commandery.core.errors import CommanderyError
from commandery.server.clock import Clock
from commandery.server.journal import STALE, Entry, Play, Refused, Verb
from commandery.server.keeper import Keeper, Live
from commandery.server.store.models import Status, Table

__all__ = ["Alarms"]

_log = logging.getLogger("commandery.clocks")
_SWEEP = 10.0  # seconds after which tables are looked for that another process may have left behind
_LONGEST = 3600.0
_SOON = 0.05


class Alarms:
    """An alarm for each table with a clock. Several processes may have one for the same table: the journal takes what the first
    of them writes."""

    def __init__(self, keeper: Keeper, process: str = "") -> None:
        self._keeper = keeper
        self._process = process
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._ringing: set[asyncio.Task[None]] = set()
        self._sweeping: asyncio.Task[None] | None = None
        self._closing = False

    def begin(self) -> None:
        """Look after all tables with clocks from now on."""
        self._sweeping = asyncio.get_running_loop().create_task(self._sweep())

    async def close(self) -> None:
        self._closing = True
        tasks = [*self._ringing, *([self._sweeping] if self._sweeping else [])]
        for timer in self._timers.values():
            timer.cancel()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def cue(self, live: Live) -> None:
        """Something has happened at a table: set its alarm anew."""
        table_id = live.table.id
        if timer := self._timers.pop(table_id, None):
            timer.cancel()
        clock = Clock.read(live.table.clock)
        timed = live.play.timed()
        if clock is None or self._closing or not timed:
            return
        left = min(clock.left(live.play.spent, seat, True, self._keeper.now()) for seat in timed)
        delay = min(max(left, 0.0) + _SOON, _LONGEST)
        self._timers[table_id] = asyncio.get_running_loop().call_later(delay, self._fire, table_id)

    def _fire(self, table_id: str) -> None:
        self._timers.pop(table_id, None)
        task = asyncio.get_running_loop().create_task(self.ring(table_id))
        self._ringing.add(task)
        task.add_done_callback(self._ringing.discard)

    async def ring(self, table_id: str) -> None:
        """Write down whose time is up at a table, if anybody's is, and set the alarm anew."""
        try:
            live = await self._keeper.live(table_id)
            clock = Clock.read(live.table.clock)
            if clock is None:
                return
            if not _late(live.play, clock, self._keeper.now()):
                self.cue(live)
                return
            await self._keeper.carry_out(live, partial(_wanted, clock=clock, now=self._keeper.now()))
        except Refused:
            self._try_again(table_id)  # somebody has acted, or another process was first
        except CommanderyError as error:
            _log.warning("the clock of a table has stopped: %s", error)
        except Exception:
            _log.exception("the clock of a table failed")
            self._try_again(table_id)

    def _try_again(self, table_id: str) -> None:
        if not self._closing and table_id not in self._timers:
            self._timers[table_id] = asyncio.get_running_loop().call_later(1.0, self._fire, table_id)

    # The house was closed

    async def owe(self, since: datetime.datetime, game: str | None = None) -> list[str]:
        """The house has been closed since then: at these tables that is written before anything else is, whoever comes first.
        (Each process writes it: the one before may have come no further than that, and the house been closed again.)"""
        tables = await self._tables(game)
        key = f"pause:{since.isoformat()}:{self._process}"
        for table_id in tables:
            self._keeper.first[table_id] = partial(_paused, since=since, now=self._keeper.now, key=key), key
        return tables

    async def pause(self, since: datetime.datetime, game: str | None = None) -> bool:
        """The house has been closed since then: that time counts for nobody. False if at some table that could not be written
        yet; there it is what will be written first."""
        well = True
        for table_id in await self.owe(since, game):
            try:
                live = await self._keeper.live(table_id)
                if first := self._keeper.first.get(table_id):
                    await self._keeper.carry_out(live, *first)
            except CommanderyError as error:
                _log.warning("the clock of a table could not be set: %s", error)
            except Exception:
                _log.exception("the clock of a table could not be set")
                well = False
        return well

    async def _tables(self, game: str | None = None) -> list[str]:
        wanted = select(Table.id, Table.clock).where(Table.status == Status.PLAYING, Table.clock.is_not(None))
        wanted = wanted.where(Table.game == game) if game else wanted
        async with self._keeper.database.read() as session:
            return [table_id for table_id, clock in await session.execute(wanted) if clock]

    async def _sweep(self) -> None:
        while True:
            try:
                for table_id in await self._tables():
                    if table_id not in self._timers:
                        await self._look_after(table_id)
            except Exception:
                _log.exception("the tables with clocks could not be looked after")
            await asyncio.sleep(_SWEEP)

    async def _look_after(self, table_id: str) -> None:
        try:
            self.cue(await self._keeper.live(table_id))
        except CommanderyError:
            pass  # a table that cannot be played on has no time to lose
        except Exception:
            _log.exception("the clock of a table could not be set")


def _late(play: Play, clock: Clock, now: datetime.datetime) -> list[int]:
    """The seats whose time is up."""
    return [seat for seat in sorted(play.timed()) if clock.left(play.spent, seat, True, now) <= 0]


def _wanted(play: Play, clock: Clock, now: datetime.datetime) -> list[Entry]:
    late = _late(play, clock, now)
    if not late:
        raise Refused(STALE)
    verb = Verb.LATE if clock.kind == "move" else Verb.OUT
    return [Entry(seat, verb, key=f"{verb}:{seat}:{len(play.entries)}") for seat in late]


def _paused(play: Play, since: datetime.datetime, now: Callable[[], datetime.datetime], key: str) -> list[Entry]:
    begun = max(since, play.spent.last) if play.spent.last else since
    return [Entry(CHANCE, Verb.PAUSE, f"{max(0.0, (now() - begun).total_seconds()):.3f}", key)]
