"""Moving house: everything from one database into another, empty one, of either kind."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Column, Integer, RowMapping, Table, func, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from commandery.core.errors import BadOption
from commandery.server.store.database import Database, in_a_sentence
from commandery.server.store.models import Base

__all__ = ["copy"]

_AT_ONCE = 1000  # rows
_SNAPSHOT = {True: "SERIALIZABLE", False: "REPEATABLE READ"}
"""How everything is read as of one moment, from a file and from PostgreSQL."""


async def copy(source: str, target: str) -> dict[str, int]:
    """Copy all that one database holds, as it is at one moment, into another; how many rows of what. The other must hold
    nothing yet; both are brought to this program's layout."""
    here = Database(source, make_folder=False)
    if here.is_file and not Path(here.url.database or "").is_file():
        raise BadOption(f"there is no database to copy at {here.url.database}")
    there = Database(target)
    if here.url == there.url:
        raise BadOption("the two databases are the same one")
    try:
        for database in (here, there):
            with in_a_sentence(f"the database {database.shown} cannot be used"):
                await database.prepare()
        with in_a_sentence("the copy cannot be made"):
            counts = await _copy_all(here, there)
    finally:
        await here.close()
        await there.close()
    return counts


async def _copy_all(here: Database, there: Database) -> dict[str, int]:
    async with here.read() as reading, there.write() as writing:
        await reading.connection(execution_options={"isolation_level": _SNAPSHOT[here.is_file]})
        for table in Base.metadata.sorted_tables:
            if await writing.scalar(select(func.count()).select_from(table)):
                raise BadOption(f"the database to copy to is not empty: it holds rows of {table.name}")
        counts = {table.name: await _copy(reading, writing, table) for table in Base.metadata.sorted_tables}
        if not there.is_file:
            for table in Base.metadata.sorted_tables:
                await _count_on(writing, table)
    return counts


async def _copy(reading: AsyncSession, writing: AsyncSession, table: Table) -> int:
    count = 0
    rows = await reading.stream(select(table))
    async for some in rows.mappings().partitions(_AT_ONCE):
        await writing.execute(table.insert(), [_whole(row) for row in some])
        count += len(some)
    return count


def _whole(row: RowMapping) -> dict[str, Any]:
    """A row with moments that say their zone: a file forgets it."""
    return {
        name: value.replace(tzinfo=datetime.UTC) if isinstance(value, datetime.datetime) and not value.tzinfo else value
        for name, value in row.items()
    }


async def _count_on(writing: AsyncSession, table: Table) -> None:
    """Have PostgreSQL number new rows after those that were copied with their numbers."""
    (key, *others) = table.primary_key.columns
    if not others and _counted(key):
        sequence = f"pg_get_serial_sequence('{table.name}', '{key.name}')"
        most = f'coalesce((SELECT max("{key.name}") FROM "{table.name}"), 0)'
        await writing.execute(text(f"SELECT setval({sequence}, {most} + 1, false)"))


def _counted(key: Column[Any]) -> bool:
    return isinstance(key.type, Integer) and not key.foreign_keys
