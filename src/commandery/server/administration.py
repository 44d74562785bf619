"""What an operator does, on the database itself: look, close, export, delete, shut out, read reports. Works beside a house that
is open: it notices when it next looks."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from commandery.core import registry
from commandery.core.errors import BadOption, CommanderyError
from commandery.server.journal import Entry, Play, Verb
from commandery.server.keeper import game_of
from commandery.server.keeping import delete_tables
from commandery.server.people import known_by
from commandery.server.store.database import TO_CHANGE, Database, in_a_sentence
from commandery.server.store.models import EntryRow, MessageRow, Person, Report, Seat, Status, Table, in_utc, now

__all__ = ["STATUSES", "Administration", "run"]

STATUSES = (Status.WAITING, Status.PLAYING, Status.OVER)
_LONGEST_LIST = 200
Result = TypeVar("Result")


def run(address: str, work: Callable[[Administration], Awaitable[Result]]) -> Result:
    """Do something on the database at an address; `BadOption` says what is wrong with it."""
    database = Database(address, make_folder=False)
    path = database.url.database or ""
    if database.is_file and not Path(path).is_file():
        raise BadOption(f"there is no database at {path} (--database says where it is)")

    async def working() -> Result:
        try:
            await database.prepare()
            return await work(Administration(database))
        finally:
            await database.close()

    with in_a_sentence(f"the database {database.shown} cannot be used"):
        return asyncio.run(working())


@dataclass(frozen=True)
class Administration:
    """The operator at the database. What cannot be done is a `BadOption`; nothing has changed then."""

    database: Database

    # Tables

    async def tables(self, status: str | None = None, person: str | None = None) -> list[Table]:
        """Tables, the last moved first: of a status, of somebody."""
        wanted = select(Table).order_by(Table.moved.desc()).limit(_LONGEST_LIST)
        if status is not None:
            if status not in STATUSES:
                raise BadOption(f"there is no status {status!r} (there are: {', '.join(STATUSES)})")
            wanted = wanted.where(Table.status == status)
        async with self.database.read() as session:
            if person is not None:
                found = await _person(session, person)
                mine = select(Seat.table_id).where(Seat.person_id == found.id)
                wanted = wanted.where(or_(Table.id.in_(mine), Table.host == found.id))
            return list(await session.scalars(wanted))

    async def close(self, table_id: str) -> str:
        """End a game as if everybody had given up, or delete a table that has not begun; what was done."""
        async with self.database.write() as session:
            table = await _table(session, table_id, with_for_update=TO_CHANGE)  # who is moving there comes first
            if table.status == Status.OVER:
                raise BadOption(f"table {table.id} is over already")
            if table.status == Status.WAITING:
                await delete_tables(session, [table.id])
                return "deleted, as its game had not begun"
            play, rows = await _play(session, table)
            seats = sorted(play.people - play.resigned) or [0]
            session.add_all(
                EntryRow(table_id=table.id, number=len(rows) + place, seat=seat, verb=Verb.RESIGN)
                for place, seat in enumerate(seats)
            )
            table.status, table.moved, table.version = Status.OVER, now(), table.version + 1
        return "closed"

    async def delete(self, table_id: str) -> None:
        """Delete a table with all that belongs to it."""
        async with self.database.write() as session:
            table = await _table(session, table_id)
            await delete_tables(session, [table.id])

    async def export(self, table_id: str) -> dict[str, Any]:
        """All there is about a table, as plain data. Of a running game it holds secrets."""
        async with self.database.read() as session:
            table = await _table(session, table_id)
            rows = await _rows(session, table.id)
            said = await session.scalars(select(MessageRow).where(MessageRow.table_id == table.id).order_by(MessageRow.id))
            messages = [{"by": row.name, "at": in_utc(row.at).isoformat(), "text": row.text} for row in said]
            record = None
            if rows and table.rules == registry.find(table.game).rules_version:
                play, _ = await _play(session, table)
                record = play.match.record()
        return {
            "table": _about(table),
            "journal": [
                {"seat": row.seat, "verb": row.verb, "action": row.action, "at": in_utc(row.at).isoformat()} for row in rows
            ],
            "messages": messages,
            "record": record,
        }

    # People

    async def people(self, text: str) -> list[Person]:
        """Who is called so, or something with it, the last seen first."""
        like = f"%{text.replace('%', '').replace('_', '')}%"
        wanted = select(Person).where(or_(Person.nickname.ilike(like), Person.name.ilike(like), Person.id == text))
        async with self.database.read() as session:
            return list(await session.scalars(wanted.order_by(Person.seen.desc()).limit(_LONGEST_LIST)))

    async def ban(self, person: str, banned: bool) -> Person:
        """Shut somebody out, or let them in again."""
        async with self.database.write() as session:
            found = await _person(session, person)
            if found.banned == banned:
                raise BadOption(f"{found.nickname} ({found.id}) is {'shut out already' if banned else 'not shut out'}")
            found.banned = banned
        return found

    async def reports(self, settled: bool = False) -> list[dict[str, Any]]:
        """What people have reported, the oldest first; the settled ones too, if asked."""
        wanted = select(Report).order_by(Report.id).limit(_LONGEST_LIST)
        async with self.database.read() as session:
            rows = list(await session.scalars(wanted if settled else wanted.where(~Report.settled)))
            names = {person.id: person.nickname for person in await session.scalars(
                select(Person).where(Person.id.in_({row.by for row in rows} | {row.about for row in rows})))}  # fmt: skip
        return [
            {
                "id": row.id, "at": in_utc(row.at).isoformat(), "by": row.by, "by_name": names[row.by], "about": row.about,
                "about_name": names[row.about], "table": row.table_id, "text": row.text, "settled": row.settled,
            }
            for row in rows
        ]  # fmt: skip

    async def settle(self, report: int) -> None:
        """A report has been seen to."""
        async with self.database.write() as session:
            found = await session.get(Report, report)
            if found is None:
                raise BadOption(f"there is no report {report}")
            found.settled = True


def _about(table: Table) -> dict[str, Any]:
    return {
        "id": table.id, "game": table.game, "status": table.status, "public": table.public, "options": table.options,
        "board": table.board, "rules": table.rules, "host": table.host, "created": in_utc(table.created).isoformat(),
        "moved": in_utc(table.moved).isoformat(),
        "seats": [{"name": seat.name, "person": seat.person_id, "level": seat.level} for seat in table.seats],
    }  # fmt: skip


async def _table(session: AsyncSession, table_id: str, **how: Any) -> Table:
    table = await session.get(Table, table_id.rpartition("/")[2], **how)
    if table is None:
        raise BadOption(f"there is no table {table_id!r} (commandery admin list shows them)")
    return table


async def _person(session: AsyncSession, wanted: str) -> Person:
    """Somebody by id, by the name they come back with, or by a nickname that only one has."""
    if found := await session.get(Person, wanted):
        return found
    if found := await session.scalar(select(Person).where(Person.name == known_by(wanted))):
        return found
    named = list(await session.scalars(select(Person).where(Person.nickname == wanted).limit(10)))
    if len(named) == 1:
        return named[0]
    if named:
        raise BadOption(f"{len(named)} people are called {wanted!r}: give an id ({', '.join(one.id for one in named)})")
    raise BadOption(f"there is nobody with the id or name {wanted!r} (commandery admin people {wanted!r} searches)")


async def _rows(session: AsyncSession, table_id: str) -> list[EntryRow]:
    return list(await session.scalars(select(EntryRow).where(EntryRow.table_id == table_id).order_by(EntryRow.number)))


async def _play(session: AsyncSession, table: Table) -> tuple[Play, list[EntryRow]]:
    """What a table's journal comes to, and its lines."""
    rows = await _rows(session, table.id)
    if table.rules != registry.find(table.game).rules_version:
        raise BadOption(f"table {table.id} was begun with other rules than this version has")
    play = Play(game_of(table), frozenset(seat.number for seat in table.seats if seat.person_id))
    try:
        for row in rows:
            play.read(Entry(row.seat, Verb(row.verb), row.action, row.key))
    except CommanderyError as error:
        raise BadOption(f"the journal of table {table.id} is damaged: {error}") from None
    play.match.begun = table.begun["moves"] if table.begun else 0
    return play, rows
