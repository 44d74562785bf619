"""The house: everything the pages need, in one place, from its opening to its closing."""

from __future__ import annotations

import asyncio
import datetime
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.channels import ChannelsPlugin
from sqlalchemy import select

from commandery.core import registry
from commandery.core.errors import CommanderyError
from commandery.core.language import languages
from commandery.server.advice import Advice
from commandery.server.alarms import Alarms
from commandery.server.heart import Heart
from commandery.server.keeper import Keeper, Live
from commandery.server.keeping import Sweep
from commandery.server.leases import Leases, NoLeases
from commandery.server.metrics import Metrics
from commandery.server.people import People
from commandery.server.presence import Presence
from commandery.server.records import Records
from commandery.server.review import Reviews
from commandery.server.settings import Settings
from commandery.server.store.database import Database
from commandery.server.store.models import Status, Table, new_id
from commandery.server.streams import Streams
from commandery.server.thinking import Thinking

__all__ = ["House", "load_rules"]

_log = logging.getLogger("commandery.house")
_AGAIN = 5.0  # seconds after which is tried once more what failed


class House:
    """The database, who is known, the tables in play and their bots; and which rules are ready."""

    def __init__(self, settings: Settings, channels: ChannelsPlugin) -> None:
        self.settings = settings
        self.channels = channels
        self.database = Database(settings.database)
        self.secret = settings.signing_secret()
        self.people = People(self.database, self.secret)
        self.metrics = Metrics()
        self.keeper = Keeper(self.database, channels, self.metrics)
        self.keeper.rules = {kind.name: asyncio.Event() for kind in registry.kinds()}
        self.process = new_id()
        """The name of this process among those that serve the same tables."""
        leases = _leases(self.database)
        self.thinking = Thinking(self.keeper, leases, settings)
        self.presence = Presence(self.keeper, self.process)
        self.heart = Heart(self.database, self.process, leases)
        self.alarms = Alarms(self.keeper, self.process)
        self.heart.owe, self.heart.missed, self.heart.take_over = self.alarms.owe, self.alarms.pause, self._take_over
        self.keeper.wake = self.heart.wake
        self.keeper.moved, self.keeper.let_go = self._moved, self.thinking.forget
        self.advice = Advice(self.thinking)
        self.reviews = Reviews(self.database, self.thinking)
        self.records = Records(self.keeper)
        self.streams = Streams(settings.streams)
        self.closing = asyncio.Event()
        """Set when the house is about to close: streams end by themselves, and pages come back to the next that opens."""
        self.expected: dict[str, set[str]] = {kind.name: set() for kind in registry.kinds()}
        """By game: tables that somebody looks at whose rules are not ready yet."""
        self.ready = {kind.name: asyncio.Event() for kind in registry.kinds()}
        """By game: its rules are loaded, and clocks have been told how long the house was closed."""

    @asynccontextmanager
    async def open(self, app: Litestar) -> AsyncIterator[None]:
        """From the first request to the last."""
        await self.database.prepare()
        closed = await self.heart.closed_since()
        if closed is None:  # else when it has been written down for how long it was closed
            self.heart.begin()
        else:
            await self.alarms.owe(closed)
        self.presence.begin()
        loop = asyncio.get_running_loop()
        tasks = [loop.create_task(self._warm(closed)), loop.create_task(Sweep(self.keeper, self.settings).run())]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self.heart.close()
            await self.alarms.close()
            await self.reviews.close()
            await self.thinking.close()
            await self.presence.close()
            await self.database.close()

    def _moved(self, live: Live, own: bool = True) -> None:
        """Something has happened at a table: the bots' cue, and the clock's; ``own`` if it happened by this process."""
        self.thinking.cue(live, own)
        self.alarms.cue(live)

    async def _warm(self, closed: datetime.datetime | None) -> None:
        """Load the compiled rules of each game behind the scenes; then go on with what bots are in the middle of; where
        something failed, once more after a while."""
        failed = {game for game in self.ready if not await self._begin(closed, game)}
        failed |= {game for game, ready in self.ready.items() if ready.is_set() and not await self._go_on(game)}
        if failed:
            await asyncio.sleep(_AGAIN)
        for game in sorted(failed):
            await self._begin(closed, game)
            await self._go_on(game)
        self.heart.begin()
        self.alarms.begin()

    async def _begin(self, closed: datetime.datetime | None, game: str) -> bool:
        """Load a game's rules, if they are not loaded, and tell its clocks; False if something failed at one of its tables."""
        if not self.ready[game].is_set():
            try:
                await asyncio.to_thread(load_rules, game)
            except Exception:
                _log.exception("the rules of %s cannot be loaded", game)
                return True
            finally:
                self.keeper.rules[game].set()
        paused = closed is None or await self._pause(closed, game)
        self.ready[game].set()
        for table_id in self.expected.pop(game, ()):
            self.keeper.tell(table_id)
        return paused

    async def _pause(self, closed: datetime.datetime, game: str) -> bool:
        """Tell the clocks of a game's tables for how long the house was closed; False if something failed."""
        try:
            return await self.alarms.pause(closed, game)
        except Exception:
            _log.exception("the clocks of %s could not be set", game)
            return False

    async def _go_on(self, game: str) -> bool:
        """Go on with the tables of a game; False if something failed at one of them, which is no reason to leave the others."""
        well, wanted = True, select(Table.id).where(Table.status == Status.PLAYING, Table.game == game)
        try:
            async with self.database.read() as session:
                playing = list(await session.scalars(wanted))
        except Exception:
            _log.exception("the tables of %s cannot be looked for", game)
            return False
        for table_id in playing:
            try:
                self._moved(await self.keeper.live(table_id), own=False)
            except CommanderyError as error:
                _log.warning("a table cannot be played on: %s", error)
            except Exception:
                _log.exception("a table could not be gone on with")
                well = False
        return well

    async def _take_over(self) -> None:
        """Go on with what another process has left; what it did last it may not have told."""
        self.keeper.tell_all()
        failed = [game for game, ready in self.ready.items() if ready.is_set() and not await self._go_on(game)]
        if failed:
            await asyncio.sleep(_AGAIN)
        for game in failed:
            await self._go_on(game)


def _leases(database: Database) -> Leases:
    """One process alone has no need of them."""
    if database.is_file:
        return NoLeases()
    from commandery.server.postgres import PostgresLeases

    return PostgresLeases(database.address)


def load_rules(name: str) -> None:
    """Have a game's rules and bots compiled, or loaded from where they are kept, and its board drawn for the first time."""
    from commandery.bots import Sight, make_bot
    from commandery.server.faces import FACES

    game = registry.find(name).setup()
    match = game.start(seed=0)
    for level in ("squire", "ismcts:16"):
        seat = match.to_act[0]
        match.copy().play(seat, make_bot(level, 0).choose(Sight(match, seat)))
    if name in FACES:  # a game of somebody's own may have none
        for language in languages():
            FACES[name].board(game, match.view(None), language)
