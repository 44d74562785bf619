"""Keeping house: reports, guests that the host removes, tables that nobody plays any more, people who want to be forgotten."""

from __future__ import annotations

import asyncio
import datetime
import logging
from functools import partial

from sqlalchemy import delete, exists, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from commandery.core.errors import CommanderyError
from commandery.core.language import N_, Message, translate
from commandery.server.journal import Entry, Play, Refused, Verb
from commandery.server.keeper import Keeper, NoTable, check_host
from commandery.server.people import without_cookie
from commandery.server.settings import Settings
from commandery.server.store.database import Database
from commandery.server.store.models import (
    EntryRow,
    MessageRow,
    Person,
    RecordRow,
    Report,
    Seat,
    Status,
    Table,
    Watcher,
    in_utc,
    is_id,
    now,
)  # fmt: skip
from commandery.server.tables import Tables

__all__ = ["Forgetting", "Reports", "Sweep", "cleared_on", "delete_tables", "remove_guest"]

_log = logging.getLogger("commandery.keeping")
_LONGEST_REPORT = 500
_MOST_REPORTS = 20  # unsettled, by one person
_AT_ONCE = 200
_BETWEEN_SWEEPS = 3600.0  # seconds
_NOBODY = Message("There is no such person.")
_YOURSELF = Message("That is you.")
_TOO_MANY = Message("You have made {count} reports already; the operator has yet to read them.")
_NO_GUEST = Message("There is no guest on this seat.")
_OVER = Message("The game is over.")
_FORGOTTEN = N_("A former guest")


class Reports:
    """What people report about others, for the operator to read."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, by: Person, about: str, text: str, table_id: str | None = None) -> None:
        """Somebody behaves badly, somebody else finds."""
        if by.id == about:
            raise Refused(_YOURSELF)
        async with self._database.write() as session:
            if not is_id(about) or await session.get(Person, about) is None:
                raise Refused(_NOBODY)
            table = await session.get(Table, table_id) if table_id and is_id(table_id) else None
            count = await session.scalar(select(func.count()).where(Report.by == by.id, ~Report.settled)) or 0
            if count >= _MOST_REPORTS:
                raise Refused(_TOO_MANY, {"count": count})
            seen = "".join(letter for letter in text if letter.isprintable() or letter == "\n")
            session.add(Report(by=by.id, about=about, text=seen[:_LONGEST_REPORT], table_id=table.id if table else None))


async def remove_guest(keeper: Keeper, table_id: str, host: Person, number: int, language: str) -> None:
    """As the host: the seat of a guest is open again. In the middle of the game a bot keeps it until somebody takes it, under a
    neutral name: the guest could have no other deleted any more."""
    table = await keeper.table(table_id)
    check_host(table, host)
    seat = table.seats[number] if 0 <= number < len(table.seats) else None
    if seat is None or seat.person_id in (None, host.id):
        raise Refused(_NO_GUEST)
    if table.status == Status.WAITING:
        await Tables(keeper).clear(table_id, number, host)
        return
    if table.status == Status.OVER:
        raise Refused(_OVER)
    async with keeper.database.write() as session:
        nobody = without_cookie(translate(_FORGOTTEN, language))
        session.add(nobody)

    def sits_there(table: Table) -> None:  # still, when this is done: somebody else may have taken the seat
        if table.seats[number].person_id != seat.person_id:
            raise Refused(_NO_GUEST)

    def unseat(table: Table) -> None:
        table.seats[number].person_id, table.seats[number].name = nobody.id, nobody.nickname

    live = await keeper.live(table_id)
    await keeper.carry_out(live, partial(_gone, seats={number}), also=unseat, check=sits_there)


def _gone(play: Play, seats: set[int]) -> list[Entry]:
    """The entries for people who will not be back: bots keep their seats, and others may take them. Where nobody else plays the
    game is given up."""
    if play.over:
        raise Refused(_OVER)
    people = play.people - play.resigned - play.out
    verb = Verb.OPEN if people - seats else Verb.RESIGN
    return [Entry(seat, verb) for seat in sorted(people & seats - (play.offered - play.put))]


# Tables that nobody plays


def cleared_on(table: Table, settings: Settings) -> datetime.date | None:
    """The day on which a table is cleared away if nobody plays there until then; None if it stays."""
    days = _days(table.status, table.public, settings)
    return (in_utc(table.moved) + datetime.timedelta(days=days)).date() if days else None


def _days(status: str, public: bool, settings: Settings) -> int:
    if status == Status.WAITING:
        return settings.waiting_days
    return settings.playing_days if status == Status.PLAYING and not public else 0


async def delete_tables(session: AsyncSession, ids: list[str]) -> None:
    """Delete tables with all that belongs to them. They are held meanwhile: nobody comes to them in between."""
    await session.execute(select(Table.id).where(Table.id.in_(ids)).order_by(Table.id).with_for_update())
    for row in (EntryRow, MessageRow, Watcher, Seat):
        await session.execute(delete(row).where(row.table_id.in_(ids)))
    await session.execute(update(Report).where(Report.table_id.in_(ids)).values(table_id=None))
    await session.execute(delete(Table).where(Table.id.in_(ids)))


_REFERRING = (
    Seat.person_id, Table.host, MessageRow.person_id, RecordRow.person_id, Report.by, Report.about, Watcher.person_id,
)  # fmt: skip
"""What keeps somebody known who is only a guest."""


class Sweep:
    """Clears tables away that nobody has played at for long, and forgets guests who left nothing, every hour."""

    def __init__(self, keeper: Keeper, settings: Settings) -> None:
        self._keeper = keeper
        self._settings = settings

    async def run(self) -> None:
        """Until it is cancelled."""
        while True:
            try:
                while await self.once():
                    pass
                while await self.guests():
                    pass
            except Exception:
                _log.exception("what is old cannot be cleared away")
            await asyncio.sleep(_BETWEEN_SWEEPS)

    async def once(self) -> int:
        """Clear away what is due, at most so many at once; how many."""
        today = now()
        old = [
            (Table.status == status) & (Table.moved < today - datetime.timedelta(days=days)) & (also)
            for status, also in ((Status.WAITING, Table.id.is_not(None)), (Status.PLAYING, ~Table.public))
            if (days := _days(status, False, self._settings))
        ]
        if not old:
            return 0
        async with self._keeper.database.write() as session:
            due = select(Table.id).where(or_(*old)).order_by(Table.id).limit(_AT_ONCE).with_for_update()
            ids = list(await session.scalars(due))  # held: where somebody is moving just now, it is looked at once more
            if ids:
                await delete_tables(session, ids)
        for table_id in ids:
            self._keeper.forget(table_id)
            self._keeper.tell(table_id)
        if ids:
            _log.info("%s tables cleared away", len(ids))
        return len(ids)

    async def guests(self) -> int:
        """Forget guests who have not been here for long, have no name to come back by, and to whom nothing refers; at most so
        many at once; how many. Their browsers are strangers again."""
        if not self._settings.guest_days:
            return 0
        long_ago = now() - datetime.timedelta(days=self._settings.guest_days)
        guests = select(Person.id).where(Person.seen < long_ago, Person.name.is_(None), ~Person.banned)
        gone = guests.where(*(~exists().where(column == Person.id) for column in _REFERRING)).limit(_AT_ONCE)
        async with self._keeper.database.write() as session:
            ids = list(await session.scalars(gone))
            await session.execute(delete(Person).where(Person.id.in_(ids)))
        if ids:
            _log.info("%s guests forgotten", len(ids))
        return len(ids)


# People who want to be forgotten


class Forgetting:
    """Deletes what the house knows of somebody. Games of others stay what they were, with a neutral word for who is gone."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper

    async def forget(self, person: Person, language: str) -> None:
        """All about this person. Where they still play a bot keeps the seat for others; tables of theirs that have not begun
        are closed."""
        left = await self._playing(person.id)
        await self._leave(left, person.id)
        async with self._keeper.database.write() as session:
            changed, nobody = await _forget(session, person.id, translate(_FORGOTTEN, language))
        for table_id in changed:
            await self._tell(table_id)
        if nobody is not None:
            await self._leave(await self._playing(nobody) - left, nobody)  # where the game has begun meanwhile
        self._keeper.tell_lobby()

    async def _playing(self, person_id: str) -> set[str]:
        """The tables in play at which somebody sits."""
        wanted = select(Seat.table_id).join(Table).where(Seat.person_id == person_id, Table.status == Status.PLAYING)
        async with self._keeper.database.read() as session:
            return set(await session.scalars(wanted))

    async def _leave(self, tables: set[str], person_id: str) -> None:
        """Leave the seats of somebody at these tables to bots, and to others."""
        for table_id in sorted(tables):
            try:
                await self._leave_one(table_id, person_id)
            except CommanderyError:
                _log.info("a table ended before somebody was forgotten there")

    async def _leave_one(self, table_id: str, person_id: str) -> None:
        seats: set[int] = set()

        def look(table: Table) -> None:  # at the table as it is when this is done: somebody else may have taken a seat
            seats.update(seat.number for seat in table.seats if seat.person_id == person_id)

        await self._keeper.carry_out(await self._keeper.live(table_id), partial(_gone, seats=seats), check=look)

    async def _tell(self, table_id: str) -> None:
        try:
            self._keeper.renew(await self._keeper.table(table_id))
        except NoTable:
            self._keeper.forget(table_id)
        self._keeper.tell(table_id)


async def _forget(session: AsyncSession, person_id: str, neutral: str) -> tuple[list[str], str | None]:
    """The ids of the tables that have changed. What refers to the person then refers to somebody without a past; the id of that
    one, if there is any."""
    mine = select(Seat.table_id).where(Seat.person_id == person_id)
    theirs = select(Table).where(or_(Table.id.in_(mine), Table.host == person_id)).order_by(Table.id)
    tables = list(await session.scalars(theirs.with_for_update()))  # nobody else changes them meanwhile
    changed = [table.id for table in tables]
    closed = [table.id for table in tables if table.status == Status.WAITING and table.host == person_id]
    if closed:
        await delete_tables(session, closed)
    left = [table for table in tables if table.id not in closed]
    nobody = without_cookie(neutral) if left else None
    if nobody is not None:
        session.add(nobody)
        await session.flush()
        for table in left:
            table.version += 1
            table.host = nobody.id if table.host == person_id else table.host
            for seat in table.seats:
                if seat.person_id == person_id:
                    waiting = table.status == Status.WAITING
                    seat.person_id, seat.name = (None, "") if waiting else (nobody.id, neutral)
        await session.flush()
    await session.execute(delete(MessageRow).where(MessageRow.person_id == person_id))
    await session.execute(delete(RecordRow).where(RecordRow.person_id == person_id))
    await session.execute(delete(Watcher).where(Watcher.person_id == person_id))
    await session.execute(delete(Report).where(or_(Report.by == person_id, Report.about == person_id)))
    await session.execute(delete(Person).where(Person.id == person_id))
    return changed, nobody.id if nobody is not None else None
