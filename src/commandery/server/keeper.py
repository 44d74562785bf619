"""Tables in play: each is read from its journal once, kept while it is used, and written to before anybody is answered.

Where several processes serve the same tables (PostgreSQL), what is in memory is brought up to date by the entries that others
have written, before anybody is shown a table and before anything is done at it; who writes at a table holds its row. The row's
version says whether there is anything to read.
"""

from __future__ import annotations

import asyncio
import datetime
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from litestar.channels import ChannelsPlugin
from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.sql.dml import ReturningUpdate

from commandery.core import registry
from commandery.core.contract import CHANCE
from commandery.core.errors import CommanderyError
from commandery.core.game import Game
from commandery.core.language import Message
from commandery.server.journal import STALE, Entry, Play, Refused
from commandery.server.memory import Memory
from commandery.server.metrics import Metrics
from commandery.server.news import led_to, name_news
from commandery.server.parts import Look
from commandery.server.store.database import TO_CHANGE, Database
from commandery.server.store.entries import add_entries, entry_rows, read_entries
from commandery.server.store.models import EntryRow, Person, Status, Table, is_id, moment, now

if TYPE_CHECKING:
    from commandery.server.around import Around

__all__ = ["EVERYBODY", "Keeper", "Live", "NoTable", "check_host", "find", "game_of", "held", "held_by", "note_result"]

EVERYBODY = "*"
"""The channel that all subscribers of all channels hear, where several processes serve the same tables."""
Wanted = Callable[[Play], list[Entry]]
"""Gives the entries for what somebody wants, of the play as it is; `CommanderyError` if it cannot be done."""
Also = Callable[[Table], None] | None
_MOST_KEPT = 500
_NEWS_KEPT = 16
_MANY = 20  # entries, which take long enough to be read in a thread
_UNKNOWN = -1  # a version that no table has
_NOT_HOST = Message("Only the person who opened the table can do that.")
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
    version: int = _UNKNOWN
    """The version of the table that all this is, or an older one."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    used: float = field(default_factory=time.monotonic)
    news: deque[str] = field(default_factory=lambda: deque(maxlen=_NEWS_KEPT))
    """The last pieces of news that what is in memory holds already."""
    around: Around | None = None
    """Who is here and what is said, as of these news."""
    memory: Memory = field(default_factory=Memory)
    """What was made of it for who looked before."""
    looks: dict[tuple[object, ...], tuple[object, Look]] = field(default_factory=dict)
    """What was last drawn, by who looks, and of what, such as after which news: who looks alike is shown the same."""
    changed: float = 0.0
    """When something last happened there, as far as this process knows."""
    forgotten: bool = False
    """Whether the keeper has let go of it: whoever still has it in hand takes the table anew before doing anything."""

    @property
    def keys(self) -> set[str]:
        return {entry.key for entry in self.play.entries if entry.key}


@dataclass(frozen=True)
class _Command:
    """What somebody wants done at a table."""

    wanted: Wanted
    key: str | None
    also: Also
    check: Also

    def done(self, live: Live) -> bool:
        """Whether it has been done before. Who may not do it is not told."""
        if self.check is not None:
            self.check(live.table)
        return self.key is not None and self.key in live.keys


class Keeper:
    """Finds tables in play, carries out what people and bots want, and tells everybody."""

    def __init__(self, database: Database, channels: ChannelsPlugin, metrics: Metrics | None = None) -> None:
        self.database = database
        self.metrics = metrics or Metrics()
        self._channels = channels
        self.shared = not database.is_file
        """Whether other processes may write at the same tables."""
        self._live: dict[str, Live] = {}
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.moved: Callable[[Live], None] = lambda live: None
        """Told after every change of a table in play: the bots' cue."""
        self.first: dict[str, tuple[Wanted, str]] = {}
        """By table: what has to be written there before anything else is, and under which key."""
        self.let_go: Callable[[str], None] = lambda table_id: None
        """Told when a table is no longer kept in memory."""
        self.now: Callable[[], datetime.datetime] = moment
        """What the clock says: entries are stamped with it."""
        self.wake: Callable[[], Awaitable[None]] | None = None
        """Lets clocks know that the machine has been asleep, if they do not know it yet."""
        self.rules: dict[str, asyncio.Event] = {}
        """By game: set once its rules are loaded, where that happens behind the scenes. Tables of it wait for that, or they
        would be compiled in the middle of everything else."""

    def has_rules(self, game: str) -> bool:
        """Whether the rules of a game are loaded."""
        return game not in self.rules or self.rules[game].is_set()

    async def wait_for_rules(self, game: str) -> None:
        """Until they are."""
        if game in self.rules:
            await self.rules[game].wait()

    # Tables

    async def table(self, table_id: str) -> Table:
        """A table as it is kept, with its seats."""
        async with self.database.read() as session:
            return await find(session, table_id)

    async def live(self, table_id: str) -> Live:
        """A table in play or played, with its match, once its rules are loaded."""
        live = await self.at_hand(table_id)
        await self.refresh(live)
        return live

    async def at_hand(self, table_id: str) -> Live:
        """The same as this process knows it, for who then carries something out, which brings it up to date."""
        if live := self._live.get(table_id):
            live.used = time.monotonic()
            return live
        loading = self._loading.setdefault(table_id, asyncio.Lock())
        async with loading:
            if table_id not in self._live:
                loaded = await self._load(table_id)
                if not loaded.play.over and CHANCE in loaded.play.match.to_act:  # it has just begun
                    await self.carry_out(loaded, lambda play: [])
                self._make_room()
                self._live[table_id] = loaded
                self.metrics.tables.set(len(self._live))
            return self._live[table_id]

    async def _load(self, table_id: str) -> Live:
        async with self.database.read() as session:
            table = await find(session, table_id)
            if table.status == Status.WAITING:
                raise NoTable
            entries = await read_entries(session, table_id)
        if table.rules != registry.find(table.game).rules_version:
            raise Refused(_OTHER_RULES)
        await self.wait_for_rules(table.game)
        return await asyncio.to_thread(_build, table, entries)

    async def shown(self, table_id: str, news: str | None) -> Live | None:
        """A table in memory for who looks at it after some news, or (None) for the first time: nothing is older than that. None
        if it is not in memory."""
        live = self._live.get(table_id)
        if live is None or (news is not None and news in live.news):
            return live
        live.used = time.monotonic()
        await asyncio.shield(self._refresh(live, news))
        return live

    async def refresh(self, live: Live) -> None:
        """Take in what other processes have written. Once begun it is finished, whoever goes away."""
        if self.shared:
            await asyncio.shield(self._refresh(live))

    async def _refresh(self, live: Live, news: str | None = None) -> None:
        async with live.lock:
            if news is not None and news in live.news:
                return  # somebody else has looked meanwhile
            version = led_to(news)
            try:
                async with self.database.read() as session:
                    await _read_on(session, live, version)
            except NoTable:
                self.forget(live.table.id)
                raise
            if version is None:
                live.around = None
            if news is not None:
                live.news.append(news)

    def _make_room(self) -> None:
        while len(self._live) >= _MOST_KEPT:
            self.forget(min(self._live, key=lambda name: (self._live[name].lock.locked(), self._live[name].used)))

    def forget(self, table_id: str) -> None:
        """The next who asks reads it from the database."""
        if live := self._live.pop(table_id, None):
            live.forgotten = True
        self.let_go(table_id)
        self.metrics.tables.set(len(self._live))

    def _give_up(self, live: Live, table: Table, number: int) -> None:
        """What was to be written at a table may not be kept: whoever has it in hand is shown what it was before, with so many
        entries, and the next who asks reads it from the database."""
        self.forget(live.table.id)
        live.forgotten = True
        live.table, live.play = table, _build(table, live.play.entries[:number]).play

    def known(self, table_id: str) -> Live | None:
        """A table as this process has it in memory, if it has."""
        return self._live.get(table_id)

    def renew(self, table: Table) -> None:
        """A table that is in memory has been changed in the database, but for its journal."""
        live = self._live.get(table.id)
        if live and table.version >= live.table.version:
            live.table = table

    # Changes

    async def begin(self, table: Table, session: AsyncSession, given: Sequence[Entry] = ()) -> None:
        """Start the game of a table: what is given is the beginning of its journal. What chance then does follows when it is
        first loaded: here the rules may not be."""
        table.status = Status.PLAYING
        table.rules = registry.find(table.game).rules_version
        at = self.now()
        await add_entries(session, table.id, 0, [replace(entry, at=at) for entry in given])

    async def carry_out(
        self, live: Live, wanted: Wanted, key: str | None = None, also: Also = None, check: Also = None
    ) -> bool:
        """Write down and carry out what ``wanted`` makes of the play as it is now, and ``also`` change the table with it; False
        if that has been done before. `CommanderyError`, and nothing has changed, if it cannot be done, or ``check`` finds so of
        the table. Once begun it is finished, whoever goes away."""
        return await asyncio.shield(self._carry_out(live, _Command(wanted, key, also, check)))

    async def _carry_out(self, live: Live, command: _Command) -> bool:
        if live.table.clock and self.wake is not None:
            await self.wake()
        first = self.first.get(live.table.id)
        if first is not None and first[1] != command.key:
            await self._carry_out(live, _Command(*first, None, None))
        while (done := await self._try(live, command)) is None:
            live = await self.at_hand(live.table.id)
        if first is not None:
            self.first.pop(live.table.id, None)
        if done:
            live.changed = time.monotonic()
            self.metrics.moves.labels("person" if command.key else "bot").inc()
            mere = command.also is None and not live.play.over and live.version != _UNKNOWN
            live.news.append(self.tell(live.table.id, led_to=live.version if mere else None))
            self.tell_people(live.table)
            self.moved(live)
        return done

    async def _try(self, live: Live, command: _Command) -> bool | None:
        """None, and nothing has been done, if the table has been forgotten meanwhile: then what is in hand may be behind."""
        carry_out = self._among_others if self.shared else self._alone
        async with live.lock:
            try:
                return None if live.forgotten else await carry_out(live, command)
            except IntegrityError:  # another process has written first
                raise Refused(STALE) from None

    async def _alone(self, live: Live, command: _Command) -> bool:
        """Carry it out where nobody else writes: the journal in memory is the journal."""
        if command.done(live):
            return False
        table, number = live.table, len(live.play.entries)
        entries = command.wanted(live.play)
        try:
            entries = _settle(live.play, entries, self.now())
            if command.also is None and not live.play.over:
                version = await self.database.write_at_once(partial(_append, live.table.id, number, entries))
                live.table.moved = now()
            else:
                async with self.database.write() as session:
                    stepped = await session.scalar(_step(live.table.id), execution_options=_AS_IT_IS)
                    if stepped is None:
                        raise NoTable
                    version = stepped
                    await _write(session, live, number, entries, command.also)
        except BaseException:
            self._give_up(live, table, number)
            raise
        live.version = version if version == live.version + 1 else _UNKNOWN
        live.table.version = version
        return True

    async def _among_others(self, live: Live, command: _Command) -> bool:
        """Carry it out while the row of the table is held: whoever else wants to write there waits, and then sees this."""
        known, live.version = live.version, _UNKNOWN  # until this is kept
        async with self.database.write() as session:
            version = await session.scalar(_step(live.table.id, known), execution_options=_AS_IT_IS)
            if version is None:  # others have written since
                live.table = await held(session, live.table.id)
                version = live.table.version
                await _catch_up(session, live)
            if command.done(live):
                return False
            table, number = live.table, len(live.play.entries)
            entries = command.wanted(live.play)
            try:
                entries = _settle(live.play, entries, self.now())
                await _write(session, live, number, entries, command.also)
                await session.commit()
            except BaseException:
                self._give_up(live, table, number)
                raise
        live.version = live.table.version = version
        return True

    def tell(self, table_id: str, led_to: int | None = None) -> str:
        """Tell everybody who looks at a table that it has changed, by a mere move that led to some version, or otherwise; or
        what is said there, or who is around. The name of this piece of news."""
        news = name_news(led_to)
        self._channels.publish(news, f"table-{table_id}")
        return news

    def tell_people(self, table: Table) -> None:
        """Tell those who play at a table that it has moved, wherever in the house they are."""
        people = {seat.person_id for seat in table.seats if seat.person_id}
        if people:
            self._channels.publish(name_news(), [f"person-{person}" for person in people])

    def tell_all(self) -> None:
        """Have everybody look again: something may have changed that nobody told."""
        self._channels.publish(name_news(), EVERYBODY)

    def tell_lobby(self) -> None:
        """Tell everybody at the door that the list of tables has changed."""
        self._channels.publish(name_news(), "lobby")


def _build(table: Table, entries: list[Entry]) -> Live:
    people = frozenset(seat.number for seat in table.seats if seat.person_id)
    play = Play(game_of(table), people)
    _take_in(play, entries)
    play.match.begun = table.begun["moves"] if table.begun else 0
    return Live(table, play, table.version)


def note_result(table: Table, play: Play) -> None:
    """Keep with the seats how the game ended, if it was played to its end."""
    if play.outcome is not None:
        for seat in table.seats:
            seat.score, seat.rank = play.outcome.scores[seat.number], play.outcome.ranks[seat.number]


def _settle(play: Play, entries: list[Entry], at: datetime.datetime) -> list[Entry]:
    """Take in these entries and what chance does after them; all of them, as of that moment."""
    entries = [replace(entry, at=at) for entry in entries]
    for entry in entries:
        play.read(entry)
    while drawn := play.draw():
        drawn = replace(drawn, at=at)
        play.read(drawn)
        entries.append(drawn)
    return entries


async def _read_on(session: AsyncSession, live: Live, moved_to: int | None) -> None:
    """Bring a table in memory up to date, or only to the version to which a mere move led; its lock is held."""
    if moved_to is not None and live.version != _UNKNOWN and moved_to <= live.version + 1:
        if moved_to > live.version:
            await _catch_up(session, live)
            live.version = live.table.version = moved_to
            live.table.moved = now()
        return
    version = await session.scalar(select(Table.version).where(Table.id == live.table.id))
    if version == live.version:
        return
    table = await find(session, live.table.id)
    await _catch_up(session, live)
    live.table, live.version = table, table.version  # read first: should the journal have grown meanwhile, it is read again


async def _catch_up(session: AsyncSession, live: Live) -> None:
    """Read what the journal has that memory has not; its lock is held."""
    if entries := await read_entries(session, live.table.id, len(live.play.entries)):
        if len(entries) > _MANY:
            await asyncio.to_thread(_take_in, live.play, entries)
        else:
            _take_in(live.play, entries)
        live.changed = time.monotonic()


def _take_in(play: Play, entries: list[Entry]) -> None:
    for entry in entries:
        play.read(entry)


async def find(session: AsyncSession, table_id: str, **how: Any) -> Table:
    """A table with its seats; `NoTable` if there is none."""
    table = await session.get(Table, table_id, **how) if is_id(table_id) else None
    if table is None:
        raise NoTable
    return table


async def held(session: AsyncSession, table_id: str) -> Table:
    """A table, to be changed: nobody else writes its row until this transaction ends."""
    table = await find(session, table_id, with_for_update=TO_CHANGE)
    table.version += 1
    return table


async def held_by(session: AsyncSession, table_id: str, host: Person) -> Table:
    """The same, if it is this person who has opened it."""
    table = await held(session, table_id)
    check_host(table, host)
    return table


def check_host(table: Table, person: Person) -> None:
    """`Refused` unless this person has opened the table."""
    if table.host != person.id:
        raise Refused(_NOT_HOST)


_AS_IT_IS = {"synchronize_session": False}


def _step(table_id: str, known: int | None = None) -> ReturningUpdate[int]:
    """Notes that somebody moves at a table, and gives its new version. From then on its row is held. None, and nothing has
    changed, if it is gone, or no longer as ``known``."""
    step = update(Table).where(Table.id == table_id).values(version=Table.version + 1, moved=now())
    if known is not None:
        step = step.where(Table.version == known)
    return step.returning(Table.version)


def _append(table_id: str, done: int, entries: list[Entry], connection: Connection) -> int:
    """Add entries to a journal that has ``done`` of them, and change nothing else: the new version of the table."""
    version = connection.scalar(_step(table_id))
    if version is None:
        raise NoTable
    if entries:
        connection.execute(insert(EntryRow), entry_rows(table_id, done, entries))
    return version


async def _write(session: AsyncSession, live: Live, done: int, entries: list[Entry], also: Also) -> None:
    """Add entries to a journal that has ``done`` of them. What else changes with them is seldom: what ``also`` says, and the
    end."""
    await add_entries(session, live.table.id, done, entries)
    if also is None and not live.play.over:
        live.table.moved = now()
        return
    table = await session.get_one(Table, live.table.id)
    if also is not None:
        also(table)
    if live.play.over:
        table.status = Status.OVER
        note_result(table, live.play)
    live.table = table
