"""Tables in play: each is read from its journal once, kept while it is used, and written to before anybody is answered."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from litestar.channels import ChannelsPlugin
from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from commandery.core import registry
from commandery.core.errors import CommanderyError
from commandery.core.game import Game
from commandery.core.language import Message
from commandery.server.journal import STALE, Entry, Play, Refused, Verb
from commandery.server.parts import Look
from commandery.server.store.database import Database
from commandery.server.store.models import EntryRow, Status, Table, is_id, now

__all__ = ["Keeper", "Live", "NoTable", "game_of"]

_MOST_KEPT = 500
_GONE = Message("There is no such table, or it has been cleared away.")
_OTHER_RULES = Message("This game was begun with other rules than this version has; it cannot be played on.")


class NoTable(CommanderyError):
    """A link that leads nowhere."""

    def __init__(self) -> None:
        super().__init__(_GONE)


def game_of(table: Table) -> Game:
    """The game that is played at a table."""
    return registry.find(table.game).setup(len(table.seats), board=table.board, **table.options)


@dataclass
class Live:
    """A table in play, in memory."""

    table: Table
    play: Play
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    used: float = field(default_factory=time.monotonic)
    looks: dict[tuple[object, ...], tuple[str, Look]] = field(default_factory=dict)
    """What was last drawn, by who looks how, and after which news: who looks alike is shown the same."""

    @property
    def keys(self) -> set[str]:
        return {entry.key for entry in self.play.entries if entry.key}


class Keeper:
    """Finds tables in play, carries out what people and bots want, and tells everybody."""

    def __init__(self, database: Database, channels: ChannelsPlugin) -> None:
        self.database = database
        self._channels = channels
        self._live: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self.moved: Callable[[Live], None] = lambda live: None
        """Told after every change of a table in play: the bots' cue."""

    # Tables

    async def table(self, table_id: str) -> Table:
        """A table as it is kept, with its seats."""
        async with self.database.read() as session:
            found = await session.get(Table, table_id) if is_id(table_id) else None
        if found is None:
            raise NoTable
        return found

    async def live(self, table_id: str) -> Live:
        """A table in play or played, with its match. The first time the rules may have to be compiled."""
        if live := self._live.get(table_id):
            live.used = time.monotonic()
            return live
        try:
            async with self._loading.setdefault(table_id, asyncio.Lock()):
                if table_id not in self._live:
                    loaded = await self._load(table_id)
                    self._make_room()
                    self._live[table_id] = loaded
                return self._live[table_id]
        finally:
            self._loading.pop(table_id, None)

    async def _load(self, table_id: str) -> Live:
        async with self.database.read() as session:
            table = await session.get(Table, table_id) if is_id(table_id) else None
            if table is None or table.status == Status.WAITING:
                raise NoTable
            entries = await _entries(session, table_id)
        if table.rules != registry.find(table.game).rules_version:
            raise Refused(_OTHER_RULES)
        return await asyncio.to_thread(_build, table, entries)

    def _make_room(self) -> None:
        while len(self._live) >= _MOST_KEPT:
            idle = min(self._live, key=lambda name: self._live[name].used)
            del self._live[idle]

    def forget(self, table_id: str) -> None:
        """The next who asks reads it from the database."""
        self._live.pop(table_id, None)

    def renew(self, table: Table) -> None:
        """A table that is in memory has been changed in the database, but for its journal."""
        if live := self._live.get(table.id):
            live.table = table

    # Changes

    async def begin(self, table: Table, session: AsyncSession) -> None:
        """Start the game of a table: what chance sets up is the beginning of its journal."""
        table.status = Status.PLAYING
        table.rules = registry.find(table.game).rules_version
        live = await asyncio.to_thread(_build, table, [])
        await _write(session, table.id, 0, await asyncio.to_thread(_settle, live.play, []))

    async def carry_out(self, live: Live, wanted: Callable[[Play], list[Entry]], key: str | None = None) -> bool:
        """Write down and carry out what ``wanted`` makes of the play as it is now; False if that has been done before.
        `CommanderyError`, and nothing has changed, if it cannot be done. Once begun it is finished, whoever goes away."""
        return await asyncio.shield(self._carry_out(live, wanted, key))

    async def _carry_out(self, live: Live, wanted: Callable[[Play], list[Entry]], key: str | None) -> bool:
        async with live.lock:
            if key is not None and key in live.keys:
                return False
            done = len(live.play.entries)
            entries = wanted(live.play)
            try:
                entries = await asyncio.to_thread(_settle, live.play, entries)
                async with self.database.write() as session:
                    await _write(session, live.table.id, done, entries)
                    table = await session.get(Table, live.table.id)
                    assert table is not None
                    table.moved = now()
                    if live.play.over:
                        table.status = Status.OVER
                    live.table = table
            except IntegrityError:
                self.forget(live.table.id)  # another process has written first
                raise Refused(STALE) from None
            except BaseException:
                self.forget(live.table.id)
                raise
        self.tell(live.table.id)
        self.moved(live)
        return True

    def tell(self, table_id: str) -> None:
        """Tell everybody who looks at a table that it has changed."""
        self._channels.publish(_news(), f"table-{table_id}")

    def tell_lobby(self) -> None:
        """Tell everybody at the door that the list of tables has changed."""
        self._channels.publish(_news(), "lobby")


def _news() -> str:
    """A name for a piece of news, so that those who hear it know that they hear the same."""
    return secrets.token_hex(6)


def _build(table: Table, entries: list[Entry]) -> Live:
    people = frozenset(seat.number for seat in table.seats if seat.person_id)
    play = Play(game_of(table), people)
    for entry in entries:
        play.read(entry)
    return Live(table, play)


def _settle(play: Play, entries: list[Entry]) -> list[Entry]:
    """Take in these entries and what chance does after them; all of them."""
    for entry in entries:
        play.read(entry)
    while drawn := play.draw():
        play.read(drawn)
        entries.append(drawn)
    return entries


async def _entries(session: AsyncSession, table_id: str) -> list[Entry]:
    rows = await session.scalars(select(EntryRow).where(EntryRow.table_id == table_id).order_by(EntryRow.number))
    return [Entry(row.seat, Verb(row.verb), row.action, row.key) for row in rows]


async def _write(session: AsyncSession, table_id: str, done: int, entries: list[Entry]) -> None:
    """Add entries to a journal that has ``done`` of them."""
    count = await session.scalar(select(func.count()).where(EntryRow.table_id == table_id))
    if count != done:
        raise IntegrityError("the journal has grown", None, ValueError(str(count)))
    session.add_all(
        EntryRow(table_id=table_id, number=number, seat=entry.seat, verb=entry.verb, action=entry.action, key=entry.key)
        for number, entry in enumerate(entries, done)
    )
