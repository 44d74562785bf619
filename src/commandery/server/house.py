"""The house: everything the pages need, in one place, from its opening to its closing."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.channels import ChannelsPlugin
from sqlalchemy import select

from commandery.core import registry
from commandery.core.errors import CommanderyError
from commandery.server.keeper import Keeper
from commandery.server.keeping import Sweep
from commandery.server.people import People
from commandery.server.settings import Settings
from commandery.server.store.database import Database
from commandery.server.store.models import Status, Table
from commandery.server.thinking import Thinking

__all__ = ["House"]

_log = logging.getLogger("commandery.house")


class House:
    """The database, who is known, the tables in play and their bots; and which rules are ready."""

    def __init__(self, settings: Settings, channels: ChannelsPlugin) -> None:
        self.settings = settings
        self.channels = channels
        self.database = Database(settings.database)
        self.secret = settings.signing_secret()
        self.people = People(self.database, self.secret)
        self.keeper = Keeper(self.database, channels)
        self.thinking = Thinking(self.keeper, settings.thinkers, settings.honour_pause)
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
        warming = asyncio.get_running_loop().create_task(self._warm())
        sweeping = asyncio.get_running_loop().create_task(Sweep(self.keeper, self.settings).run())
        try:
            yield
        finally:
            warming.cancel()
            sweeping.cancel()
            await asyncio.gather(sweeping, return_exceptions=True)
            await self.thinking.close()
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
                self.thinking.cue(await self.keeper.live(table_id))
            except CommanderyError as error:
                _log.warning("table %s cannot be played on: %s", table_id, error)


def _load_rules(name: str) -> None:
    """Have a game's rules and bots compiled, or loaded from where they are kept."""
    from commandery.bots import Sight, make_bot

    game = registry.find(name).setup()
    match = game.start(seed=0)
    for level in ("squire", "ismcts:16"):
        seat = match.to_act[0]
        match.copy().play(seat, make_bot(level, 0).choose(Sight(match, seat)))
