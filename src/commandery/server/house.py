"""The house: everything the pages need, in one place, from its opening to its closing."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.channels import ChannelsPlugin
from sqlalchemy import delete, func, select
from sqlalchemy.exc import SQLAlchemyError

from commandery.core import registry
from commandery.core.errors import CommanderyError
from commandery.server.keeper import Keeper
from commandery.server.leases import Leases, NoLeases
from commandery.server.people import People
from commandery.server.settings import Settings
from commandery.server.store.database import Database
from commandery.server.store.models import Heartbeat, Status, Table, new_id
from commandery.server.thinking import Thinking

__all__ = ["House"]

_log = logging.getLogger("commandery.house")
_HEARTBEAT = 2.0  # seconds
_SILENCE = 10.0  # seconds after which a process that says nothing is taken for dead


class House:
    """The database, who is known, the tables in play and their bots; and which rules are ready."""

    def __init__(self, settings: Settings, channels: ChannelsPlugin) -> None:
        self.settings = settings
        self.channels = channels
        self.database = Database(settings.database)
        self.secret = settings.signing_secret()
        self.people = People(self.database, self.secret)
        self.keeper = Keeper(self.database, channels)
        self.process = new_id()
        """The name of this process among those that serve the same tables."""
        self.thinking = Thinking(self.keeper, _leases(self.database), settings)
        self.keeper.moved = self.thinking.cue
        self.closing = asyncio.Event()
        """Set when the house is about to close: streams end by themselves, and pages come back to the next that opens."""
        self.expected: dict[str, set[str]] = {kind.name: set() for kind in registry.kinds()}
        """By game: tables that somebody looks at whose rules are not ready yet."""
        self.ready = {kind.name: asyncio.Event() for kind in registry.kinds()}

    @asynccontextmanager
    async def open(self, app: Litestar) -> AsyncIterator[None]:
        """From the first request to the last."""
        await self.database.prepare()
        loop = asyncio.get_running_loop()
        tasks = [loop.create_task(self._warm())]
        if self.keeper.shared:
            tasks.append(loop.create_task(self._stay_alive()))
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self.thinking.close()
            await self._say_goodbye()
            await self.database.close()

    async def _warm(self) -> None:
        """Load the compiled rules of each game behind the scenes; then go on with the games that bots are in the middle of."""
        for name, ready in self.ready.items():
            try:
                await asyncio.to_thread(_load_rules, name)
            except Exception:
                _log.exception("the rules of %s cannot be loaded", name)
                continue
            ready.set()
            for table_id in self.expected.pop(name):
                self.keeper.tell(table_id)
            await self._go_on(name)

    async def _go_on(self, game: str) -> None:
        async with self.database.read() as session:
            playing = list(await session.scalars(select(Table.id).where(Table.status == Status.PLAYING, Table.game == game)))
        for table_id in playing:
            try:
                self.thinking.cue(await self.keeper.live(table_id), own=False)
            except CommanderyError as error:
                _log.warning("a table cannot be played on: %s", error)

    # Other processes

    async def _stay_alive(self) -> None:
        """Say every few seconds that this process is alive. Who finds first that another no longer is goes on with its bots."""
        while True:
            await asyncio.sleep(_HEARTBEAT)
            try:
                if await self._heartbeat():
                    _log.warning("another process has died: going on with its tables")
                    self.keeper.tell_all()
                    for name, ready in self.ready.items():
                        if ready.is_set():
                            await self._go_on(name)
            except SQLAlchemyError as error:
                _log.error("the database does not answer: %s", type(error).__name__)

    async def _heartbeat(self) -> bool:
        """Note that this process is alive; whether another has died. The database has one clock for all."""
        silent = func.now() - datetime.timedelta(seconds=_SILENCE)
        async with self.database.write() as session:
            await session.merge(Heartbeat(process=self.process, seen=func.now()))
            gone = delete(Heartbeat).where(Heartbeat.seen < silent, Heartbeat.process != self.process)
            return bool((await session.scalars(gone.returning(Heartbeat.process))).all())

    async def _say_goodbye(self) -> None:
        if self.keeper.shared:
            with contextlib.suppress(SQLAlchemyError):
                async with self.database.write() as session:
                    await session.execute(delete(Heartbeat).where(Heartbeat.process == self.process))


def _leases(database: Database) -> Leases:
    """One process alone has no need of them."""
    if database.is_file:
        return NoLeases()
    from commandery.server.postgres import PostgresLeases

    return PostgresLeases(database.address)


def _load_rules(name: str) -> None:
    """Have a game's rules and bots compiled, or loaded from where they are kept."""
    from commandery.bots import Sight, make_bot

    game = registry.find(name).setup()
    match = game.start(seed=0)
    for level in ("squire", "ismcts:16"):
        seat = match.to_act[0]
        match.copy().play(seat, make_bot(level, 0).choose(Sight(match, seat)))
